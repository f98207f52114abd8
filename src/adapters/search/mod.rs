//! Who wins, by search beside values: rule sets of the language as rules of a search.
//!
//! In: a game that ends, and a question: who wins if a player begins, or its nim-value. Out: the answer, from the canonical value or from the
//! search, whichever ends first: each goes on for a slice of steps in turn, and slices grow. What the one learns of positions the
//! other sees; how many steps a slice has goes by counts alone, so that answers and bounds do not depend on the machine. Where play need
//! not end the search says nothing, and the positions are explored as ever (`adapters/loopy`).

mod counts;
mod crew;
mod kept;
mod names;
mod proof;

pub use crew::{Crew, Errand};
use crew::{Either, Overtaken, is_set};
pub use proof::{About, PlayProof};

use crate::diagnostics::Mistake;
use crate::eval::{Machine, NoValue, Terms};
use crate::games::{Game, Relation, Side, Store, ZERO};
use crate::limits::{Handle, Limits};
use crate::search::{Found, Rules, Search, Statistics, Sum};
use crate::value::{Fault, Flow, Method, Player, Position, Res, Value};
use std::rc::Rc;

/// Steps of the first slice: what ends within is found as if there were no search.
const FIRST: u64 = 100_000;

/// Most bytes for the tables of a search.
const TABLES: usize = 512 << 20;

/// What the searches of a machine have learnt.
#[derive(Default)]
struct Searches(Option<Search<u32>>);

/// A question that was answered by search.
#[derive(Clone, Debug, Default)]
struct Answered(Vec<(Value, Statistics)>);

/// Positions by their numbers in the machine's table.
pub(super) struct Play<'a>(pub &'a mut Machine);

impl Rules for Play<'_> {
    type Position = u32;
    type Error = Box<Flow>;

    fn store(&self) -> &Store {
        &self.0.store
    }

    fn handle(&self) -> &Handle {
        &self.0.handle
    }

    fn moves(&mut self, position: &u32, player: Side) -> Res<Vec<Sum<u32>>> {
        let mut options = Vec::new();
        self.moves_until(position, player, &mut |_, option| {
            options.push(option);
            Ok(true)
        })?;
        Ok(options)
    }

    fn moves_until(
        &mut self,
        position: &u32,
        player: Side,
        take: &mut dyn FnMut(&mut Self, Sum<u32>) -> Res<bool>,
    ) -> Res<()> {
        self.listing(*position, |play| {
            let mut terms = Vec::new();
            for option in play.0.options_as_given(*position, player_of(player))? {
                play.0.handle.tick()?;
                play.0.option(option, &mut |sum| terms.push(sum))?;
                for terms in terms.drain(..) {
                    if !take(play, sum_of(terms))? {
                        return Ok(false);
                    }
                }
            }
            Ok(true)
        })
    }

    fn split(&mut self, position: &u32) -> Res<Option<Sum<u32>>> {
        let position = self.0.position_numbered(*position);
        Ok(self.0.simplified(&position)?.map(sum_of))
    }

    fn value(&mut self, position: &u32) -> Res<Option<Game>> {
        let position = self.0.position_numbered(*position);
        self.0.value_by_theorem(&position)
    }

    fn known(&mut self, position: &u32) -> Option<Game> {
        self.0.known_value(*position)
    }

    fn bounds(&mut self, position: &u32) -> Res<Option<(Game, Game)>> {
        let position = self.0.position_numbered(*position);
        self.0.bounds(&position)
    }

    fn ends(&mut self, position: &u32) -> bool {
        self.0.ends_by_its_rules(*position)
    }

    fn mobility(&mut self, position: &u32, player: Side) -> Res<Option<u32>> {
        self.counted(*position, player_of(player))
    }

    fn name(&mut self, position: &u32) -> Option<u128> {
        let position = self.0.position_numbered(*position);
        self.0.lasting_name(&position)
    }

    fn is_impartial(&self, position: &u32) -> bool {
        self.0.is_fair(*position)
    }
}

fn player_of(side: Side) -> Player {
    if side == Side::Left { Player::Left } else { Player::Right }
}

fn sum_of(terms: Terms) -> Sum<u32> {
    Sum { parts: terms.positions.into_vec(), rest: terms.rest }
}

/// Rule sets of the library in which play ends, whoever moves when, whatever stands on the board, though their clauses do not show it: what it is that every
/// move makes less.
const ENDING: [&str; 4] = [
    // Free squares.
    "Amazons",
    // Vertices.
    "NodeKayles",
    "Col",
    "Snort",
];

/// How search and value go on in turn.
struct Turn {
    path: usize,
    method: Method,
    /// Steps of the next slice, and of the last one that there is.
    steps: u64,
    most: u64,
    overtaken: Overtaken,
    /// Memory that the value leaves to the search, and whether it has taken all else.
    room: Option<usize>,
    is_full: bool,
}

impl Turn {
    /// Whether there is another slice.
    fn is_next(&mut self) -> bool {
        self.steps = self.steps.saturating_mul(2);
        self.steps <= self.most && !is_set(&self.overtaken)
    }
}

/// What came of two ways tried in turn.
pub enum Won {
    /// Whether the player who begins wins.
    Wins(bool),
    /// The value says more.
    Value(Game),
    /// There is no value within the path allowed, and no search.
    None(NoValue),
}

impl Machine {
    /// Runs a search with all that others have learnt.
    pub(super) fn searching<T>(&mut self, run: impl FnOnce(&mut Search<u32>, &mut Play<'_>) -> Res<T>) -> Res<T> {
        let room = self.handle.room().map_or(TABLES, |room| (room / 4).min(TABLES));
        let mut search = self.facts().of::<Searches>().0.take().unwrap_or_else(|| {
            let search = Search::new(room);
            // What has names can be kept, and shared.
            if self.heavy().checkpoints.is_some() || self.has_crew() { search.lasting() } else { search }
        });
        let result = run(&mut search, &mut Play(self));
        self.facts().of::<Searches>().0 = Some(search);
        result
    }

    /// Whether the position with this number is of a rule set in which play always ends, as its clauses show, or by what is known of the library.
    fn ends_by_its_rules(&self, id: u32) -> bool {
        let rules = &self.position_numbered(id).rules;
        if self.boards_dwindle(rules) {
            return true;
        }
        let globals = self.globals();
        let is_it =
            |slot: &u32| matches!(&globals.values[*slot as usize], Value::Rules(known) if Rc::ptr_eq(known, rules));
        ENDING.contains(&&*rules.name) && globals.library.get(&rules.name).is_some_and(is_it)
    }

    /// A game as a sum for a search; nothing where it is no position that ends, as far as is known.
    fn searchable(&mut self, value: &Value) -> Res<Option<Sum<u32>>> {
        if !has_rules(value) || self.known_loopy(value) || value.for_points() {
            return Ok(None);
        }
        Ok(Some(sum_of(self.terms(value)?)))
    }

    /// Who wins if a player begins, or the value, whichever is found first; `path` bounds the path of the search for the value.
    pub fn value_or_winner(&mut self, value: &Value, player: Player, path: usize, method: Method) -> Res<Won> {
        let steps = FIRST;
        if method != Method::Search {
            if method == Method::Value || !has_rules(value) || has_values(value) {
                return self.short_value(value, path).map(won);
            }
            if let Some(found) = self.within_steps(steps, |m| m.short_value(value, path))? {
                return Ok(won(found));
            }
            if let Some(none) = self.endless_lists(value)? {
                return Ok(Won::None(none));
            }
        }
        let Some(sum) = self.searchable(value)? else {
            if method == Method::Search && self.known_loopy(value) {
                return self.no_search(value);
            }
            return self.short_value(value, path).map(won);
        };
        self.keeping(value, |m| {
            let mut turn = m.first_turn(path, method);
            if let Some(found) = m.winner_in_turn(value, &sum, player, &mut turn)? {
                return Ok(found);
            }
            (turn.steps, turn.most) = (steps, u64::MAX);
            let ask = |m: &mut Machine, game: &Value| {
                let Some(sum) = m.searchable(game)? else { return Ok(None) };
                Ok(m.search_wins(&sum, player)?.answer())
            };
            let run = |m: &mut Machine, overtaken: &Overtaken| {
                turn.overtaken = overtaken.clone();
                m.winner_in_turn(value, &sum, player, &mut turn)
            };
            match m.together(value, ask, run)? {
                Either::Ours(won) => Ok(won),
                Either::Theirs(wins) => {
                    m.note_search(value)?;
                    Ok(Won::Wins(wins))
                }
            }
        })
    }

    /// The same by search and value in turn; nothing if the slices end, or others have the answer.
    fn winner_in_turn(&mut self, value: &Value, sum: &Sum<u32>, player: Player, turn: &mut Turn) -> Res<Option<Won>> {
        loop {
            let found = self.slice(turn.steps, &turn.overtaken, |m| m.search_wins(sum, player))?;
            match found {
                Some(Found::Answer(wins)) => {
                    self.note_search(value)?;
                    return Ok(Some(Won::Wins(wins)));
                }
                Some(Found::Endless) if turn.method == Method::Search => return self.no_search(value),
                Some(_) => return self.short_value(value, turn.path).map(|found| Some(won(found))),
                None => {}
            }
            if !turn.is_next() {
                return Ok(None);
            }
            let path = turn.path;
            if let Some(found) = self.value_slice(turn, |m| m.short_value(value, path))? {
                return Ok(Some(won(found)));
            }
            if is_set(&turn.overtaken) {
                return Ok(None);
            }
        }
    }

    /// The slice before others help.
    fn first_turn(&mut self, path: usize, method: Method) -> Turn {
        let alone = self.settings().of::<Crew>().alone;
        Turn { path, method, steps: alone, most: alone, overtaken: None, room: None, is_full: false }
    }

    /// A slice of the value: as long as there is one, and room for it.
    fn value_slice<T>(&mut self, turn: &mut Turn, compute: impl FnOnce(&mut Machine) -> Res<T>) -> Res<Option<T>> {
        if turn.method == Method::Search || turn.is_full {
            return Ok(None);
        }
        let limits = self.handle.limits();
        // What the search asks for grows slowly; it is to have the other half.
        let most = *turn.room.get_or_insert_with(|| self.handle.room().map_or(0, |room| room / 2));
        let memory = limits.memory.map(|all| all - most.min(all));
        self.handle.set_limits(Limits { memory, ..limits.clone() });
        // As many steps as the search had last: with as many as it has next, the value would take up to twice its time.
        let found = self.slice(turn.steps / 2, &turn.overtaken, compute);
        self.handle.set_limits(limits);
        match found {
            Err(flow) if memory.is_some() && crew::out_of_memory(&flow) => {
                turn.is_full = true;
                Ok(None)
            }
            found => found,
        }
    }

    fn no_search<T>(&mut self, value: &Value) -> Res<T> {
        let shown = self.briefly(value).unwrap_or_else(|| "this game".into());
        Fault::new(Mistake::Undecided, format!("play from {shown} need not end, so that no search decides it"))
            .note("Without `method = \"search\"` the positions are explored.")
            .err()
    }

    fn search_wins(&mut self, sum: &Sum<u32>, player: Player) -> Res<Found<bool>> {
        let side = if player == Player::Left { Side::Left } else { Side::Right };
        self.searching(|search, rules| search.wins_first(rules, sum, side, u64::MAX))
    }

    /// Whether the player who begins wins a game that ends; nothing if it is not known to end.
    pub fn wins_beginning(&mut self, value: &Value, player: Player) -> Res<Option<bool>> {
        if let Some(lost) = self.lost_natively(value)? {
            return Ok(Some(!lost));
        }
        Ok(match self.value_or_winner(value, player, usize::MAX, Method::Either)? {
            Won::Wins(wins) => Some(wins),
            Won::Value(game) => Some(wins(self.store.compare(game, ZERO, &self.handle)?, player)),
            Won::None(_) => None,
        })
    }

    /// The nim-value of an impartial position by its value or by search in turn; nothing if it has none, or play need not end.
    pub fn nim_value_in_turn(&mut self, position: &Rc<Position>, method: Method) -> Res<Option<u64>> {
        let value = Value::Position(Rc::clone(position));
        let by_value =
            |m: &mut Machine| Ok(m.short_value(&value, usize::MAX)?.ok().and_then(|game| m.store.as_nimber(game)));
        let steps = FIRST;
        if method != Method::Search {
            if method == Method::Value || !position.rules.moves_only || has_values(&value) {
                return by_value(self);
            }
            if let Some(found) = self.within_steps(steps, by_value)? {
                return Ok(found);
            }
        }
        let Some(sum) = self.searchable(&value)? else { return by_value(self) };
        let in_turn = |m: &mut Machine, turn: &mut Turn| {
            loop {
                match m.slice(turn.steps, &turn.overtaken, |m| m.search_nim_value(&sum))? {
                    Some(Found::Answer(Some(n))) => {
                        m.note_search(&value)?;
                        return Ok(Some(Some(n)));
                    }
                    Some(Found::Endless) if method == Method::Search => return m.no_search(&value),
                    Some(_) => return by_value(m).map(Some),
                    None => {}
                }
                if !turn.is_next() {
                    return Ok(None);
                }
                let found = m.value_slice(turn, by_value)?;
                if found.is_some() || is_set(&turn.overtaken) {
                    return Ok(found);
                }
            }
        };
        self.keeping(&value, |m| {
            let mut turn = m.first_turn(usize::MAX, method);
            if let Some(found) = in_turn(m, &mut turn)? {
                return Ok(found);
            }
            (turn.steps, turn.most) = (steps, u64::MAX);
            let ask = |m: &mut Machine, game: &Value| {
                let Some(sum) = m.searchable(game)? else { return Ok(None) };
                Ok(m.search_nim_value(&sum)?.answer().flatten())
            };
            let run = |m: &mut Machine, overtaken: &Overtaken| {
                turn.overtaken = overtaken.clone();
                in_turn(m, &mut turn)
            };
            match m.together(&value, ask, run)? {
                Either::Ours(found) => Ok(found),
                Either::Theirs(n) => {
                    m.note_search(&value)?;
                    Ok(Some(n))
                }
            }
        })
    }

    fn search_nim_value(&mut self, sum: &Sum<u32>) -> Res<Found<Option<u64>>> {
        self.searching(|search, rules| search.nim_value(rules, sum, u64::MAX))
    }

    /// The nim-value of a sum of impartial positions whose values take long; nothing where they do not, or it has none.
    pub fn long_nim_value(&mut self, value: &Value) -> Res<Option<u64>> {
        if !self.moves_only(value) || !self.takes_long(value)? {
            return Ok(None);
        }
        self.nim_value_of(value)
    }

    /// Whether the value of a game is not found within the first slice.
    pub fn takes_long(&mut self, value: &Value) -> Res<bool> {
        if has_values(value) || self.searchable(value)?.is_none() {
            return Ok(false);
        }
        Ok(self.within_steps(FIRST, |m| m.short_value(value, 100_000).map(|_| ()))?.is_none())
    }

    /// Remembers that a search has answered a question about a game.
    fn note_search(&mut self, value: &Value) -> Res<()> {
        /// So many are remembered.
        const MOST: usize = 64;
        let statistics = self.searching(|search, _| Ok(search.statistics()))?;
        let answered = &mut self.facts().of::<Answered>().0;
        if !answered.iter().any(|(known, _)| crate::value::key::same(known, value)) {
            if answered.len() == MOST {
                answered.remove(0);
            }
            answered.push((value.clone(), statistics));
        }
        Ok(())
    }

    /// What a search had done when it answered a question about this game, if it was a search that answered.
    pub fn answered_by_search(&mut self, value: &Value) -> Option<Statistics> {
        let answered = &self.facts().of::<Answered>().0;
        answered.iter().find(|(known, _)| crate::value::key::same(known, value)).map(|(_, statistics)| *statistics)
    }
}

/// Whether a game is played by rules, so that a search may know more than the value.
fn has_rules(value: &Value) -> bool {
    match value {
        Value::Position(_) | Value::Sum(_) => true,
        Value::Move(made) => matches!(made.to, Value::Position(_) | Value::Sum(_)),
        _ => false,
    }
}

/// Whether engines find the values of all positions in a game: begun again in slices it would only take longer.
fn has_values(value: &Value) -> bool {
    let found = |position: &Position| position.rules.engine().is_some_and(|native| native.has_values());
    match value {
        Value::Position(position) => found(position),
        Value::Sum(sum) => sum.terms.iter().all(|(_, position)| found(position)),
        Value::Move(made) => has_values(&made.to),
        _ => false,
    }
}

fn won(found: Result<Game, NoValue>) -> Won {
    match found {
        Ok(game) => Won::Value(game),
        Err(none) => Won::None(none),
    }
}

/// Whether a player who begins wins, by how the value compares with 0.
pub fn wins(relation: Relation, player: Player) -> bool {
    match relation {
        Relation::Equal => false,
        Relation::Confused => true,
        Relation::Greater => player == Player::Left,
        Relation::Less => player == Player::Right,
    }
}

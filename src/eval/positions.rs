//! Values of positions, each computed once.
//!
//! In: a position. Out: its canonical value. The search keeps its own stack, so that depth costs memory, not the
//! program's stack; a position that is met again below itself is reported as a cycle, with the way round. A position
//! whose options are the same for both players and all nimbers is the nimber of their mex (Sprague, Grundy); a sum is
//! the sum of the values of its parts, never expanded. Cost: each position is expanded once; its options' values are
//! looked up. Touches
//! the table of positions and the store of games.

use super::Machine;
use super::endless::LONG;
use super::given::Given;
use super::integers::{Found, on_integers};
use super::plans::{Made, Path, Plan};
use super::tables::{self, Said, State, same_position};
use crate::diagnostics::Mistake;
use crate::games::{Game, ZERO};
use crate::limits::with_stack;
use crate::syntax::ast::ClauseKind;
use crate::value::fault::endless;
use crate::value::node::Rules;
use crate::value::{Deep, Fault, Flow, Player, Position, Res, Sum, Value};
use smallvec::SmallVec;
use std::rc::Rc;

/// A position in a sum: its number in the table, and whether it is negated.
pub type Term = (bool, u32);

/// A sum of positions by number, and one value.
#[derive(Debug)]
pub struct Terms {
    /// Positions.
    pub positions: SmallVec<[Term; 2]>,
    /// All else.
    pub rest: Game,
}

impl Clone for Terms {
    /// Positions are copied as a whole, which `SmallVec` would do one by one.
    fn clone(&self) -> Terms {
        Terms { positions: SmallVec::from_slice(&self.positions), rest: self.rest }
    }
}

impl Terms {
    /// One position.
    pub(crate) fn alone(id: u32) -> Terms {
        Terms { positions: SmallVec::from_slice(&[(false, id)]), rest: ZERO }
    }
}

/// Whether the position is left out of sums: an empty heap.
pub(super) fn is_over(position: &Position) -> bool {
    position.rules.engine().is_some_and(|native| native.is_over(position))
}

impl Machine {
    /// The canonical value of a position.
    pub(crate) fn position_game(&mut self, position: &Rc<Position>) -> Res<Game> {
        let id = self.tables.positions.intern(position);
        if let State::Known(game) = self.tables.positions.state(id) {
            return Ok(game);
        }
        let depth = self.tables.positions.path().len();
        // Clauses may ask for values of positions, which leads back here.
        self.handle.enter()?;
        let mut path = Path::default();
        let result = with_stack(|| self.search(id, &mut path));
        self.handle.leave();
        if let Err(flow) = &result {
            self.tables.lists_grow = self.lists_grow();
            self.tables.positions.abandon(depth);
            // A longer search, or one through all positions, goes the same way.
            if endless(flow).is_some() {
                self.tables.plans.keep(path, &mut self.tables.positions);
            }
        }
        result
    }

    /// The plan of a position, if a search for its value has come to no end below it and it has options.
    fn plan_listed(&self, id: u32) -> Option<Plan<'_>> {
        let State::Listed(at) = self.tables.positions.state(id) else { return None };
        Some(self.tables.plans.get(at)).filter(|plan| plan.made != Made::Equal)
    }

    /// A player's options that such a search has listed. The options of both are handed over for good.
    pub(crate) fn listed_options(&mut self, id: u32, right: bool) -> Option<Vec<Terms>> {
        let plan = self.plan_listed(id)?;
        let (made, terms) = (plan.made, plan.options(right).map(|at| plan.terms(at)).collect());
        self.take_listed(id, made);
        Some(terms)
    }

    /// The same as numbers, if they are positions about which no `value` clause says anything; otherwise nothing happens, and it says so.
    pub(crate) fn listed_positions(&mut self, id: u32, right: bool, out: &mut SmallVec<[u32; 16]>) -> bool {
        let Some(plan) = self.plan_listed(id) else { return false };
        let Some(options) = plan.plain(right) else { return false };
        if !options.iter().all(|&(negative, id)| !negative && !self.may_split(id)) {
            return false;
        }
        out.extend(options.iter().map(|&(_, id)| id));
        self.take_listed(id, plan.made);
        true
    }

    fn take_listed(&mut self, id: u32, made: Made) {
        if made == Made::Moves {
            self.tables.positions.list(id, None);
            self.tables.plans.taken();
        }
    }

    fn search(&mut self, root: u32, path: &mut Path) -> Res<Game> {
        self.open(root, path)?;
        loop {
            let positions = &self.tables.positions;
            match path.next(|id| matches!(positions.state(id), State::Known(_))) {
                Some(id) if positions.state(id) == State::Open => return Err(self.cycle(id)),
                Some(id) => self.open(id, path)?,
                None => {
                    let game = self.combine(path.plan())?;
                    let Some(id) = path.pop() else { return Ok(game) };
                    self.tables.positions.close(id, game);
                    if path.is_empty() {
                        return Ok(game);
                    }
                }
            }
        }
    }

    fn open(&mut self, id: u32, path: &mut Path) -> Res<()> {
        self.handle.tick()?;
        if self.tables.positions.path().len() >= LONG {
            self.check_long_path(id)?;
        }
        let before = self.tables.positions.state(id);
        self.tables.positions.open(id);
        if self.tables.positions.path().len().is_multiple_of(1024) {
            let known = self.tables.positions.len() as u64;
            self.handle.progress("positions", known, None);
        }
        if let State::Listed(at) = before {
            path.copy(id, self.tables.plans.get(at));
            self.tables.plans.taken();
            return Ok(());
        }
        path.begin(id);
        let made = self.plan(id, path);
        match made {
            Ok(made) => path.finish(made),
            Err(met) => {
                path.pop();
                return Err(self.too_large(id, met));
            }
        }
        Ok(())
    }

    /// The value of a position, where a theorem, a table or its engine says it at once.
    pub(crate) fn value_by_theorem(&mut self, position: &Rc<Position>) -> Res<Option<Game>> {
        match position.rules.engine().cloned() {
            Some(native) => native.value(self, position),
            None => self.value_in_table(position),
        }
    }

    /// The value of the position with this number, if it has been found.
    pub(crate) fn known_value(&self, id: u32) -> Option<Game> {
        match self.tables.positions.state(id) {
            State::Known(game) => Some(game),
            _ => None,
        }
    }

    /// A player's options in the position with this number, as the clauses give them. [`Machine::option`] makes sums of them, which is most of the work.
    pub(crate) fn options_as_given(&mut self, id: u32, player: Player) -> Res<Vec<Given>> {
        let position = self.position_numbered(id);
        let kind = if player == Player::Left { ClauseKind::Left } else { ClauseKind::Right };
        let mut options = Vec::new();
        self.clauses_given(&position, &[kind, ClauseKind::Moves], &mut |_, option| {
            options.push(option);
            Ok(())
        })?;
        Ok(options)
    }

    /// How many options a player has in the position with this number, if that is counted without making them.
    pub(crate) fn counted_options(&mut self, id: u32, player: Player) -> Res<Option<u32>> {
        let position = self.position_numbered(id);
        let kind = if player == Player::Left { ClauseKind::Left } else { ClauseKind::Right };
        self.options_counted(&position, &[kind, ClauseKind::Moves])
    }

    /// Adds what a position is made of to the path.
    fn plan(&mut self, id: u32, path: &mut Path) -> Res<Made> {
        if let Some(made) = self.plan_on_integers(id, path)? {
            return Ok(made);
        }
        let position = self.position_numbered(id);
        if let Some(game) = self.value_by_theorem(&position)? {
            path.push(&Terms { positions: SmallVec::new(), rest: game });
            return Ok(Made::Equal);
        }
        if let Some(terms) = self.simplified(&position)? {
            path.push(&terms);
            return Ok(Made::Equal);
        }
        if position.rules.moves_only {
            self.plan_side(&position, &[ClauseKind::Moves], path)?;
            return Ok(Made::Moves);
        }
        self.plan_side(&position, &[ClauseKind::Left, ClauseKind::Moves], path)?;
        let left = path.sums();
        self.plan_side(&position, &[ClauseKind::Right, ClauseKind::Moves], path)?;
        Ok(Made::Options(left))
    }

    fn plan_side(&mut self, position: &Rc<Position>, kinds: &[ClauseKind], path: &mut Path) -> Res<()> {
        self.clauses_given(position, kinds, &mut |machine, option| {
            machine.option(option, &mut |terms| path.push(&terms))
        })
    }

    /// The same, if the position and its options are integers and nothing is known of them but their moves; otherwise nothing happens.
    fn plan_on_integers(&mut self, id: u32, path: &mut Path) -> Res<Option<Made>> {
        let Some((rules, integers)) = self.tables.positions.integers(id) else { return Ok(None) };
        if rules.has_value {
            return Ok(None);
        }
        let rules = Rc::clone(rules);
        if self.theorem(&rules).is_some() {
            return Ok(None);
        }
        let mut add = |id| path.push_position(id);
        let (mut left, mut right) = (Found::default(), Found::default());
        let find = |kinds, found| self.find_on_integers(&rules, &integers, kinds, true, found);
        if rules.moves_only {
            if !find(&[ClauseKind::Moves], &mut left) {
                return Ok(None);
            }
            self.numbered(id, &left, add)?;
            return Ok(Some(Made::Moves));
        }
        if !find(&[ClauseKind::Left, ClauseKind::Moves], &mut left)
            || !find(&[ClauseKind::Right, ClauseKind::Moves], &mut right)
        {
            return Ok(None);
        }
        self.numbered(id, &left, &mut add)?;
        self.numbered(id, &right, add)?;
        Ok(Some(Made::Options(left.len())))
    }

    /// A player's options of the position with this number, by their numbers, if it and they are integers; where `split` says so, those about which a `value` clause may say
    /// something are something else. Otherwise nothing happens, and it says so.
    pub(crate) fn options_on_integers(
        &mut self,
        id: u32,
        player: Player,
        split: bool,
        out: &mut SmallVec<[u32; 16]>,
    ) -> Res<bool> {
        let Some((rules, integers)) = self.tables.positions.integers(id) else { return Ok(false) };
        let rules = Rc::clone(rules);
        let kind = if player == Player::Left { ClauseKind::Left } else { ClauseKind::Right };
        let mut found = Found::default();
        if !self.find_on_integers(&rules, &integers, &[kind, ClauseKind::Moves], split, &mut found) {
            return Ok(false);
        }
        self.numbered(id, &found, |number| out.push(number))?;
        Ok(true)
    }

    /// An option that a clause gives, or several in a list or set.
    pub(crate) fn option(&mut self, given: Given, out: &mut dyn FnMut(Terms)) -> Res<()> {
        out(match given {
            Given::Value(several @ (Value::List(_) | Value::Set(_))) => {
                for item in self.elements(&several)? {
                    out(self.option_terms(&item)?);
                }
                return Ok(());
            }
            Given::Value(option) => self.option_terms(&option)?,
            Given::Position(position) if position.rules.has_value => {
                let hash = tables::hash(&position);
                match self.tables.simplified.get(&position, hash) {
                    Some(said) => said.terms.clone(),
                    None => self.ask_value_clauses(&Rc::new(position), hash)?.terms,
                }
            }
            Given::Board(rules, board) => self.terms_of_board(rules, board)?,
            Given::Integers(rules, n) if rules.has_value => self.said_of(&Rc::new(on_integers(rules, &n)))?.terms,
            other => self.terms_given(other)?,
        });
        Ok(())
    }

    /// What the first `value` clause that says anything says a position is equal to. A clause says nothing by giving
    /// `nothing`, or the position itself: then it cannot be split or simplified in that way.
    pub(crate) fn simplified(&mut self, position: &Rc<Position>) -> Res<Option<Terms>> {
        if !position.rules.has_value {
            return Ok(None);
        }
        let said = self.said_of(position)?;
        Ok(said.anything.then_some(said.terms))
    }

    /// What `value` clauses say of a position.
    fn said_of(&mut self, position: &Rc<Position>) -> Res<Said> {
        let hash = tables::hash(position);
        match self.tables.simplified.get(position, hash) {
            Some(known) => Ok(known.clone()),
            None => self.ask_value_clauses(position, hash),
        }
    }

    pub(super) fn ask_value_clauses(&mut self, position: &Rc<Position>, hash: u64) -> Res<Said> {
        let mut found = None;
        let result = self.clauses_given(position, &[ClauseKind::Value], &mut |machine, given| {
            // Looked up only if it is another position.
            match &given {
                Given::Value(Value::Nothing) => return Ok(()),
                Given::Value(Value::Position(same)) if same_position(same, position) => return Ok(()),
                Given::Position(same) if same_position(same, position) => return Ok(()),
                Given::Board(rules, same) if tables::is_board(position, rules.id, same) => return Ok(()),
                _ => {}
            }
            let terms = machine.terms_given(given)?;
            if let ([(false, id)], ZERO) = (&terms.positions[..], terms.rest)
                && same_position(machine.tables.positions.position(*id), position)
            {
                return Ok(());
            }
            found = Some(terms);
            Err(Box::new(Flow::Break))
        });
        match result {
            Err(flow) if matches!(*flow, Flow::Break) => {}
            result => result?,
        }
        let anything = found.is_some();
        let terms = found.unwrap_or_else(|| Terms::alone(self.tables.positions.intern_hashed(position, hash)));
        let said = Said { terms, anything };
        self.tables.simplified.keep(position, hash, said.clone(), self.handle.room());
        Ok(said)
    }

    /// A game that the position is at least, and one that it is at most, as the first `bounds` clause says that says something. A
    /// clause says nothing where one of its bounds is `nothing`.
    pub(crate) fn bounds(&mut self, position: &Rc<Position>) -> Res<Option<(Game, Game)>> {
        if position.rules.clauses.iter().all(|clause| clause.kind != ClauseKind::Bounds) {
            return Ok(None);
        }
        let mut said = Vec::new();
        self.clauses(position, &[ClauseKind::Bounds], &mut |machine, value| {
            said.push(if matches!(value, Value::Nothing) { None } else { Some(machine.game(&value)?) });
            Ok(())
        })?;
        let found = said.chunks_exact(2).find_map(|pair| Some((pair[0]?, pair[1]?)));
        let Some((low, high)) = found else { return Ok(None) };
        if self.store.le(low, high, &self.handle)? {
            return Ok(found);
        }
        let shown = self.briefly(&Value::Position(Rc::clone(position))).unwrap_or_else(|| "the position".into());
        let [low, high] = [low, high].map(|game| self.game_value(game));
        let (low, high) = (self.display(&low)?, self.display(&high)?);
        Fault::new(
            Mistake::Bounds,
            format!("{shown} has the bounds {low} and {high}, and {low} <= {high} does not hold"),
        )
        .note("The first is a game that the position is at least, the second one that it is at most.")
        .err()
    }

    /// What a `value` clause makes of a position, unless that is the position itself.
    pub(crate) fn by_value_clause(&mut self, position: &Rc<Position>) -> Res<Option<Value>> {
        let Some(terms) = self.simplified(position)? else { return Ok(None) };
        let part = |&(negative, id): &Term| (negative, Rc::clone(self.tables.positions.position(id)));
        let parts = terms.positions.iter().map(part).collect();
        let rest = self.game_value(terms.rest);
        Ok(Some(self.sum_value(Sum { terms: Deep(parts), rest })))
    }

    /// An option as a sum of numbered positions. A position that a `value` clause splits or simplifies is replaced by
    /// its parts at once, so that the table holds the parts and not every board that they make up.
    fn option_terms(&mut self, option: &Value) -> Res<Terms> {
        match option {
            Value::Position(position) if position.rules.has_value => Ok(self.said_of(position)?.terms),
            other => self.terms(other),
        }
    }

    /// A game as a sum of numbered positions.
    pub fn terms(&mut self, value: &Value) -> Res<Terms> {
        match value {
            Value::Position(p) => Ok(Terms::alone(self.tables.positions.intern(p))),
            Value::Sum(sum) => {
                let positions =
                    sum.terms.iter().map(|(negative, p)| (*negative, self.tables.positions.intern(p))).collect();
                Ok(Terms { positions, rest: self.game(&sum.rest)? })
            }
            Value::Move(made) => self.terms(&made.to),
            other => Ok(Terms { positions: SmallVec::new(), rest: self.game(other)? }),
        }
    }

    fn combine(&mut self, plan: Plan<'_>) -> Res<Game> {
        if plan.made == Made::Equal {
            return self.sum_game(plan.sum(0));
        }
        let values = (0..plan.len()).map(|at| self.sum_game(plan.sum(at))).collect::<Res<Vec<_>>>()?;
        if plan.made == Made::Moves {
            let nimbers: Option<Vec<u64>> = values.iter().map(|&g| self.store.as_nimber(g)).collect();
            if let Some(nimbers) = nimbers {
                return Ok(self.store.nimber(mex(nimbers)));
            }
        }
        let (left, right) = (&values[plan.options(false)], &values[plan.options(true)]);
        Ok(self.store.canonical(left, right, &self.handle)?)
    }

    /// The value of a sum whose positions have theirs.
    fn sum_game(&mut self, (positions, rest): (&[Term], Game)) -> Res<Game> {
        if let ([(negative, id)], ZERO) = (positions, rest)
            && let State::Known(game) = self.tables.positions.state(*id)
        {
            return if *negative { Ok(self.store.neg(game, &self.handle)?) } else { Ok(game) };
        }
        let mut parts: SmallVec<[Game; 8]> = SmallVec::with_capacity(positions.len() + 1);
        parts.push(rest);
        for &(negative, id) in positions {
            let game = match self.tables.positions.state(id) {
                State::Known(game) => game,
                // A clause that asked for values has filled the table meanwhile, but never removed from it.
                _ => return Fault::new(Mistake::Bug, "a position lost its value during the search").err(),
            };
            parts.push(if negative { self.store.neg(game, &self.handle)? } else { game });
        }
        Ok(self.store.sum(&parts, &self.handle)?)
    }

    /// The number of a position that is only made if it is new.
    pub(super) fn position_number(&mut self, position: Position) -> u32 {
        self.tables.positions.number(position)
    }

    /// The number of the position of these integers.
    pub(crate) fn number_of_integers(&mut self, rules: &Rc<Rules>, integers: &[i64]) -> u32 {
        self.tables.positions.number_of_integers(rules, integers)
    }

    /// The position with this number.
    pub(crate) fn position_numbered(&self, id: u32) -> Rc<Position> {
        Rc::clone(self.tables.positions.position(id))
    }

    /// Whether both players always have the same moves in the position with this number, as far as its rule set shows.
    pub(crate) fn is_fair(&self, id: u32) -> bool {
        self.tables.positions.rules(id).moves_only
    }

    /// Whether a `value` clause may say something about the position with this number.
    pub(crate) fn may_split(&self, id: u32) -> bool {
        self.tables.positions.rules(id).has_value
    }

    /// Whether cycles have been met in the rule set of one of its positions.
    pub fn known_loopy(&self, value: &Value) -> bool {
        let loopy = |p: &Rc<Position>| self.tables.loopy.contains(&p.rules.id);
        match value {
            Value::Position(p) => loopy(p),
            Value::Sum(sum) => sum.terms.iter().any(|(_, p)| loopy(p)),
            Value::Move(made) => self.known_loopy(&made.to),
            _ => false,
        }
    }
}

/// The least number that is not among these.
pub fn mex(mut numbers: Vec<u64>) -> u64 {
    numbers.sort_unstable();
    let mut least = 0;
    for n in numbers {
        if n == least {
            least += 1;
        } else if n > least {
            break;
        }
    }
    least
}

//! Positions of rule sets: a table of them, and their values, each computed once.
//!
//! In: a position. Out: its canonical value. The search keeps its own stack, so that depth costs memory, not the
//! program's stack; a position that is met again below itself is reported as a cycle, with the way round. A position
//! whose options are the same for both players and all nimbers is the nimber of their mex (Sprague, Grundy); a sum is
//! the sum of the values of its parts, never expanded. Cost: each position is expanded once; its options' values are
//! looked up.

use super::Machine;
use crate::diagnostics::Mistake;
use crate::games::{Game, ZERO};
use crate::limits::with_stack;
use crate::syntax::ast::ClauseKind;
use crate::value::fault::Endless;
use crate::value::key::{Key, same};
use crate::value::{Deep, Fault, Flow, Position, Res, Sum, Value};
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// A position in a sum: its number in the table, and whether it is negated.
pub type Term = (bool, u32);

/// A sum of positions by number, and one value.
#[derive(Clone, Debug)]
pub struct Terms {
    /// Positions.
    pub positions: SmallVec<[Term; 2]>,
    /// All else.
    pub rest: Game,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Unknown,
    /// On the path of the search.
    Open,
    Known(Game),
}

#[derive(Debug)]
struct Entry {
    position: Rc<Position>,
    hash: u64,
    state: State,
}

/// All positions met so far.
#[derive(Debug, Default)]
pub struct Table {
    index: HashTable<u32>,
    entries: Vec<Entry>,
    /// Positions on the path of the search, over all nested searches.
    path: Vec<u32>,
}

impl Table {
    /// Forgets an unfinished search.
    pub fn abandon(&mut self) {
        for id in self.path.drain(..) {
            if self.entries[id as usize].state == State::Open {
                self.entries[id as usize].state = State::Unknown;
            }
        }
    }

    /// The number of a position.
    pub fn intern(&mut self, position: &Rc<Position>) -> u32 {
        let mut hasher = FxHasher::default();
        position.rules.id.hash(&mut hasher);
        match &position.arguments[..] {
            [Value::Grid(grid)] => grid.hash(&mut hasher),
            arguments => arguments.iter().for_each(|a| Key(a.clone()).hash(&mut hasher)),
        }
        let hash = hasher.finish();
        let entries = &self.entries;
        let found = self.index.find(hash, |&id| {
            let entry = &entries[id as usize];
            entry.hash == hash && same_position(&entry.position, position)
        });
        if let Some(&id) = found {
            return id;
        }
        let id = u32::try_from(self.entries.len()).expect("memory ends before 2^32 positions");
        self.entries.push(Entry { position: Rc::clone(position), hash, state: State::Unknown });
        let entries = &self.entries;
        self.index.insert_unique(hash, id, |&id| entries[id as usize].hash);
        id
    }
}

/// Whether the position is left out of sums: an empty heap.
pub(super) fn is_over(position: &Position) -> bool {
    position.rules.native.as_ref().is_some_and(|native| native.is_over(position))
}

pub(super) fn same_position(a: &Rc<Position>, b: &Rc<Position>) -> bool {
    Rc::ptr_eq(a, b)
        || (Rc::ptr_eq(&a.rules, &b.rules)
            && a.arguments.len() == b.arguments.len()
            && a.arguments.iter().zip(b.arguments.iter()).all(|(x, y)| same(x, y)))
}

/// What a position's value is made of.
enum Plan {
    /// The position is equal to this.
    Equal(Terms),
    /// Left's and Right's options.
    Options(Vec<Terms>, Vec<Terms>),
    /// The options of both.
    Moves(Vec<Terms>),
}

impl Plan {
    fn sums(&self) -> impl Iterator<Item = &Terms> {
        let (a, b): (&[Terms], &[Terms]) = match self {
            Plan::Equal(terms) => (std::slice::from_ref(terms), &[]),
            Plan::Options(left, right) => (left, right),
            Plan::Moves(moves) => (moves, &[]),
        };
        a.iter().chain(b)
    }
}

/// A position being valued: what it is made of, and the parts still to be looked at.
struct Work {
    id: u32,
    plan: Plan,
    pending: Vec<u32>,
}

impl Machine {
    /// The canonical value of a position.
    pub fn position_game(&mut self, position: &Rc<Position>) -> Res<Game> {
        let id = self.positions.intern(position);
        if let State::Known(game) = self.positions.entries[id as usize].state {
            return Ok(game);
        }
        let depth = self.positions.path.len();
        // Clauses may ask for values of positions, which leads back here.
        self.handle.enter()?;
        let result = with_stack(|| self.search(id));
        self.handle.leave();
        if result.is_err() {
            for id in self.positions.path.drain(depth.min(self.positions.path.len())..) {
                self.positions.entries[id as usize].state = State::Unknown;
            }
        }
        result
    }

    fn search(&mut self, root: u32) -> Res<Game> {
        let mut stack = vec![self.open(root)?];
        loop {
            let work = stack.last_mut().expect("the loop ends when the root is done");
            let mut next = None;
            while let Some(&id) = work.pending.last() {
                match self.positions.entries[id as usize].state {
                    State::Known(_) => {
                        work.pending.pop();
                    }
                    State::Open => return Err(self.cycle(id)),
                    State::Unknown => {
                        next = Some(id);
                        break;
                    }
                }
            }
            if let Some(id) = next {
                let work = self.open(id)?;
                stack.push(work);
                continue;
            }
            let work = stack.pop().expect("it was looked at above");
            let game = self.combine(&work.plan)?;
            self.positions.entries[work.id as usize].state = State::Known(game);
            self.positions.path.pop();
            if stack.is_empty() {
                return Ok(game);
            }
        }
    }

    fn open(&mut self, id: u32) -> Res<Work> {
        self.handle.tick()?;
        self.check_path(id)?;
        self.positions.entries[id as usize].state = State::Open;
        self.positions.path.push(id);
        if self.positions.path.len().is_multiple_of(1024) {
            let known = self.positions.entries.len() as u64;
            self.handle.progress("positions", known, None);
        }
        let position = Rc::clone(&self.positions.entries[id as usize].position);
        let plan = self.plan(&position)?;
        let pending = plan.sums().flat_map(|terms| terms.positions.iter().map(|(_, id)| *id)).collect();
        Ok(Work { id, plan, pending })
    }

    fn plan(&mut self, position: &Rc<Position>) -> Res<Plan> {
        if let Some(native) = &position.rules.native
            && let Some(game) = native.value(self, position)?
        {
            return Ok(Plan::Equal(Terms { positions: SmallVec::new(), rest: game }));
        }
        if let Some(terms) = self.simplified(position)? {
            return Ok(Plan::Equal(terms));
        }
        if position.rules.moves_only {
            let mut moves = Vec::new();
            self.clauses(position, &[ClauseKind::Moves], &mut |machine, option| machine.option(&option, &mut moves))?;
            return Ok(Plan::Moves(moves));
        }
        let (mut left, mut right) = (Vec::new(), Vec::new());
        self.clauses(position, &[ClauseKind::Left, ClauseKind::Moves], &mut |machine, option| {
            machine.option(&option, &mut left)
        })?;
        self.clauses(position, &[ClauseKind::Right, ClauseKind::Moves], &mut |machine, option| {
            machine.option(&option, &mut right)
        })?;
        Ok(Plan::Options(left, right))
    }

    /// An option, or several in a list or set.
    fn option(&mut self, option: &Value, out: &mut Vec<Terms>) -> Res<()> {
        match option {
            Value::List(_) | Value::Set(_) => {
                for item in self.elements(option)? {
                    out.push(self.option_terms(&item)?);
                }
            }
            one => out.push(self.option_terms(one)?),
        }
        Ok(())
    }

    /// What the first `value` clause that says anything says a position is equal to. A clause says nothing by giving
    /// `nothing`, or the position itself: then it cannot be split or simplified in that way.
    pub(super) fn simplified(&mut self, position: &Rc<Position>) -> Res<Option<Terms>> {
        if !position.rules.has_value {
            return Ok(None);
        }
        let mut found = None;
        let result = self.clauses(position, &[ClauseKind::Value], &mut |machine, value| {
            if matches!(value, Value::Nothing) {
                return Ok(());
            }
            let terms = machine.terms(&value)?;
            if let ([(false, id)], ZERO) = (&terms.positions[..], terms.rest)
                && same_position(&machine.positions.entries[*id as usize].position, position)
            {
                return Ok(());
            }
            found = Some(terms);
            Err(Box::new(Flow::Break))
        });
        match result {
            Err(flow) if matches!(*flow, Flow::Break) => Ok(found),
            result => result.map(|()| found),
        }
    }

    /// What a `value` clause makes of a position, unless that is the position itself.
    pub fn by_value_clause(&mut self, position: &Rc<Position>) -> Res<Option<Value>> {
        let Some(terms) = self.simplified(position)? else { return Ok(None) };
        let part = |&(negative, id): &Term| (negative, Rc::clone(&self.positions.entries[id as usize].position));
        let parts = terms.positions.iter().map(part).collect();
        Ok(Some(self.sum_value(Sum { terms: Deep(parts), rest: terms.rest })))
    }

    /// An option as a sum of numbered positions. A position that a `value` clause splits or simplifies is replaced by
    /// its parts at once, so that the table holds the parts and not every board that they make up.
    fn option_terms(&mut self, option: &Value) -> Res<Terms> {
        match option {
            Value::Position(position) if position.rules.has_value => match self.simplified(position)? {
                Some(terms) => Ok(terms),
                None => self.terms(option),
            },
            other => self.terms(other),
        }
    }

    /// A game as a sum of numbered positions.
    pub fn terms(&mut self, value: &Value) -> Res<Terms> {
        match value {
            Value::Position(p) => {
                let id = self.positions.intern(p);
                Ok(Terms { positions: SmallVec::from_slice(&[(false, id)]), rest: ZERO })
            }
            Value::Sum(sum) => {
                let positions = sum.terms.iter().map(|(negative, p)| (*negative, self.positions.intern(p))).collect();
                Ok(Terms { positions, rest: sum.rest })
            }
            Value::Move(made) => self.terms(&made.to),
            other => Ok(Terms { positions: SmallVec::new(), rest: self.game(other)? }),
        }
    }

    fn combine(&mut self, plan: &Plan) -> Res<Game> {
        match plan {
            Plan::Equal(terms) => self.terms_game(terms),
            Plan::Moves(moves) => {
                let values = moves.iter().map(|t| self.terms_game(t)).collect::<Res<Vec<_>>>()?;
                let nimbers: Option<Vec<u64>> = values.iter().map(|&g| self.store.as_nimber(g)).collect();
                match nimbers {
                    Some(nimbers) => Ok(self.store.nimber(mex(nimbers))),
                    None => Ok(self.store.canonical(&values, &values, &self.handle)?),
                }
            }
            Plan::Options(left, right) => {
                let left = left.iter().map(|t| self.terms_game(t)).collect::<Res<Vec<_>>>()?;
                let right = right.iter().map(|t| self.terms_game(t)).collect::<Res<Vec<_>>>()?;
                Ok(self.store.canonical(&left, &right, &self.handle)?)
            }
        }
    }

    fn terms_game(&mut self, terms: &Terms) -> Res<Game> {
        if let ([(negative, id)], ZERO) = (&terms.positions[..], terms.rest)
            && let State::Known(game) = self.positions.entries[*id as usize].state
        {
            return if *negative { Ok(self.store.neg(game, &self.handle)?) } else { Ok(game) };
        }
        let mut parts = Vec::with_capacity(terms.positions.len() + 1);
        parts.push(terms.rest);
        for &(negative, id) in &terms.positions {
            let game = match self.positions.entries[id as usize].state {
                State::Known(game) => game,
                // A clause that asked for values has filled the table meanwhile, but never removed from it.
                _ => return Fault::new(Mistake::Bug, "a position lost its value during the search").err(),
            };
            parts.push(if negative { self.store.neg(game, &self.handle)? } else { game });
        }
        Ok(self.store.sum(&parts, &self.handle)?)
    }

    /// The position with this number.
    pub(super) fn position_numbered(&self, id: u32) -> Rc<Position> {
        Rc::clone(&self.positions.entries[id as usize].position)
    }

    /// Ends a search whose path has become longer than it may, or along which numbers grow without end.
    fn check_path(&self, id: u32) -> Res<()> {
        let length = self.positions.path.len();
        if length < 1000 {
            return Ok(());
        }
        let why = if length >= self.path_limit {
            Endless::Path
        } else if length.is_multiple_of(64) && grown(&self.positions.entries[id as usize].position) {
            Endless::Growing
        } else {
            return Ok(());
        };
        let message = "numbers in its positions grow without end, so this game has no value as a short game";
        Fault::endless(Mistake::Growing, why, message).note(QUESTIONS).err()
    }

    fn cycle(&mut self, id: u32) -> Box<Flow> {
        let start = self.positions.path.iter().rposition(|&p| p == id).unwrap_or(0);
        for &p in &self.positions.path[start..] {
            self.loopy_rules.insert(self.positions.entries[p as usize].position.rules.id);
        }
        let round: Vec<Rc<Position>> = self.positions.path[start..]
            .iter()
            .map(|&p| Rc::clone(&self.positions.entries[p as usize].position))
            .collect();
        let mut names = Vec::new();
        for position in round.iter().take(6) {
            let value = Value::Position(Rc::clone(position));
            names.push(self.briefly(&value).unwrap_or_else(|| format!("{}(…)", position.rules.name)));
        }
        if round.len() > 6 {
            names.push(format!("… {} more", round.len() - 6));
        }
        if let Some(first) = names.first().cloned() {
            names.push(first);
        }
        let message = "play can go round in a cycle, so this game has no value as a short game";
        let cycle = format!("The cycle: {}.", names.join(" -> "));
        Fault::endless(Mistake::Cycle, Endless::Cycle, message).note(cycle).note(QUESTIONS).into()
    }

    /// How many positions are in the table.
    pub fn positions_known(&self) -> usize {
        self.positions.entries.len()
    }
}

/// What can be asked about games without a canonical value.
const QUESTIONS: &str = "Only games that must end have canonical forms. `outcome`, `remoteness`, `winning_moves` and `loopy_value` answer for others too.";

/// Whether a position has numbers of more than a thousand bits.
fn grown(position: &Position) -> bool {
    position.arguments.iter().any(|value| matches!(value, Value::Big(n) if n.bits() > 1000))
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

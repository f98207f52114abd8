//! Tables: what has been found out about positions, all of which can be computed again.
//!
//! In: positions, and what searches learn of them. Out: their numbers, values and states. Touches nothing else of the machine.

use super::boards::on_board;
use super::integers::on_integers;
use super::memory::Memory;
use super::misere;
use super::positions::{Plan, Terms};
use crate::games::Game;
use crate::value::key::{self, same};
use crate::value::node::Rules;
use crate::value::{Grid, Position, Value};
use hashbrown::HashTable;
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};
use std::rc::Rc;

#[derive(Debug, Default)]
pub(super) struct Tables {
    /// Values of positions.
    pub positions: Positions,
    /// What `value` clauses made of positions that were met lately.
    pub simplified: Simplified,
    /// What positions are made of below which a search has come to no end.
    pub plans: FxHashMap<u32, Plan>,
    /// Genera of positions.
    pub misere: misere::Genera,
    /// What adapters have found out.
    pub facts: Memory,
    /// Rule sets in which a cycle has been met.
    pub loopy: FxHashSet<u32>,
    /// How long the path of a search for a value may become, if that is bounded.
    pub path_limit: Option<usize>,
}

impl Tables {
    /// Forgets searches that were not finished.
    pub fn abandon(&mut self) {
        self.positions.abandon(0);
        self.misere.abandon();
        self.path_limit = None;
    }

    /// Forgets positions and what is known of them.
    pub fn forget(&mut self) {
        *self = Tables { loopy: std::mem::take(&mut self.loopy), path_limit: self.path_limit, ..Tables::default() };
    }
}

/// What is known of a position's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    Unknown,
    /// On the path of the search.
    Open,
    Known(Game),
}

#[derive(Debug)]
struct Known {
    position: Rc<Position>,
    state: State,
}

/// All positions met so far.
#[derive(Debug, Default)]
pub(super) struct Positions {
    index: HashTable<Place>,
    entries: Vec<Known>,
    /// Positions on the path of the search, over all nested searches.
    path: Vec<u32>,
}

/// Where a position stands, as the index knows it.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// What tells the positions of a rule set apart, or nearly so.
    imprint: Imprint,
    rules: u32,
    number: u32,
}

/// A number for the parameters of a position. With its highest bit it is one or two small integers themselves, so that nothing else need be
/// looked at; without, it is a hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Imprint(u64);

impl Imprint {
    const WHOLE: u64 = 1 << 63;
    /// One integer, not two.
    const ALONE: u64 = 1 << 62;

    fn of(position: &Position) -> Imprint {
        Imprint::by(position, || hash(position))
    }

    fn by(position: &Position, hash: impl FnOnce() -> u64) -> Imprint {
        let whole = match position.arguments[..] {
            [Value::Int(n)] => Imprint::of_integers(&[n]),
            [Value::Int(m), Value::Int(n)] => Imprint::of_integers(&[m, n]),
            _ => None,
        };
        whole.unwrap_or_else(|| Imprint(hash() >> 1))
    }

    /// One or two integers themselves, if they are small.
    #[inline]
    fn of_integers(integers: &[i64]) -> Option<Imprint> {
        // The lowest thirty bits tell those integers apart.
        let bits = |n: i64| (n.unsigned_abs() < 1 << 29).then_some(n.cast_unsigned() & 0x3fff_ffff);
        let whole = match *integers {
            [n] => Imprint::ALONE | bits(n)?,
            [m, n] => bits(m)? << 30 | bits(n)?,
            _ => return None,
        };
        Some(Imprint(Imprint::WHOLE | whole))
    }

    fn is_whole(self) -> bool {
        self.0 & Imprint::WHOLE != 0
    }
}

impl Place {
    /// Integers that stand side by side are looked up soon one after the other, and kept side by side: sixteen of them share all but the lowest bits of their place, and the
    /// highest bits, by which the index tells what stands there.
    fn hash(self) -> u64 {
        let near = if self.imprint.is_whole() { self.imprint.0 & 15 } else { 0 };
        let mut hasher = FxHasher::default();
        (self.imprint.0 - near, self.rules).hash(&mut hasher);
        hasher.finish().wrapping_add(near) ^ near << 57
    }
}

impl Positions {
    /// The number of a position.
    pub fn intern(&mut self, position: &Rc<Position>) -> u32 {
        let (hash, place) = self.place(position, Imprint::of(position));
        self.found(hash, place, position).unwrap_or_else(|| self.add(hash, place, Rc::clone(position)))
    }

    /// The same, if its hash is known.
    pub fn intern_hashed(&mut self, position: &Rc<Position>, hash: u64) -> u32 {
        let (hash, place) = self.place(position, Imprint::by(position, || hash));
        self.found(hash, place, position).unwrap_or_else(|| self.add(hash, place, Rc::clone(position)))
    }

    /// The number of a position that is only made if it is new.
    pub fn number(&mut self, position: Position) -> u32 {
        let (hash, place) = self.place(&position, Imprint::of(&position));
        self.found(hash, place, &position).unwrap_or_else(|| self.add(hash, place, Rc::new(position)))
    }

    /// The number of the position of a board, which is only made if it is new.
    pub fn number_of_board(&mut self, rules: &Rc<Rules>, board: Grid) -> u32 {
        let hash = hash_of_board(rules.id, &board);
        self.number_of_board_hashed(rules, board, hash)
    }

    /// The same, if its hash is known.
    pub fn number_of_board_hashed(&mut self, rules: &Rc<Rules>, board: Grid, hash: u64) -> u32 {
        let (hash, place) = self.placed(rules.id, Imprint(hash >> 1));
        let found = self.find(hash, place, |known| is_board(known, rules.id, &board));
        found.unwrap_or_else(|| self.add(hash, place, Rc::new(on_board(Rc::clone(rules), board))))
    }

    /// The number of the position of these integers, which is only made if it is new.
    pub fn number_of_integers(&mut self, rules: &Rc<Rules>, integers: &[i64]) -> u32 {
        let make = || on_integers(Rc::clone(rules), integers);
        let Some(imprint) = Imprint::of_integers(integers) else { return self.number(make()) };
        let (hash, place) = self.placed(rules.id, imprint);
        self.find(hash, place, |_| true).unwrap_or_else(|| self.add(hash, place, Rc::new(make())))
    }

    /// Where a position would stand if it were new.
    fn place(&self, position: &Position, imprint: Imprint) -> (u64, Place) {
        self.placed(position.rules.id, imprint)
    }

    fn placed(&self, rules: u32, imprint: Imprint) -> (u64, Place) {
        let number = u32::try_from(self.entries.len()).expect("memory ends before 2^32 positions");
        let place = Place { imprint, rules, number };
        (place.hash(), place)
    }

    fn found(&self, hash: u64, place: Place, position: &Position) -> Option<u32> {
        self.find(hash, place, |known| place.imprint.is_whole() || same_position(known, position))
    }

    #[inline]
    fn find(&self, hash: u64, place: Place, is_same: impl Fn(&Position) -> bool) -> Option<u32> {
        let found = self.index.find(hash, |known| {
            known.imprint == place.imprint
                && known.rules == place.rules
                && is_same(&self.entries[known.number as usize].position)
        });
        found.map(|known| known.number)
    }

    fn add(&mut self, hash: u64, place: Place, position: Rc<Position>) -> u32 {
        self.entries.push(Known { position, state: State::Unknown });
        self.index.insert_unique(hash, place, |known| known.hash());
        place.number
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// The position with this number.
    #[inline]
    pub fn position(&self, id: u32) -> &Rc<Position> {
        &self.entries[id as usize].position
    }

    #[inline]
    pub fn state(&self, id: u32) -> State {
        self.entries[id as usize].state
    }

    /// The path of the search.
    #[inline]
    pub fn path(&self) -> &[u32] {
        &self.path
    }

    /// The search goes on to this position.
    pub fn open(&mut self, id: u32) {
        self.entries[id as usize].state = State::Open;
        self.path.push(id);
    }

    /// The search has the value of the last position on its path.
    pub fn close(&mut self, id: u32, value: Game) {
        self.entries[id as usize].state = State::Known(value);
        self.path.pop();
    }

    /// The search goes back to where its path had this length.
    pub fn abandon(&mut self, depth: usize) {
        for id in self.path.drain(depth.min(self.path.len())..) {
            let state = &mut self.entries[id as usize].state;
            if *state == State::Open {
                *state = State::Unknown;
            }
        }
    }
}

/// What `value` clauses made of positions that were met lately: moves lead to the same board by many ways, and soon one after
/// the other. Few are kept, so that the table of values holds the parts of boards and not every board that they make up.
#[derive(Debug, Default)]
pub(super) struct Simplified {
    lately: HashTable<Simpler>,
}

/// What `value` clauses say of a position.
#[derive(Clone, Debug)]
pub(super) struct Said {
    /// What it is equal to: other positions, or itself alone.
    pub terms: Terms,
    /// Whether that is another than itself.
    pub anything: bool,
}

#[derive(Debug)]
struct Simpler {
    of: Of,
    said: Said,
}

/// A position as it is kept here. A board is copied: looking it up leads nowhere else, and the boards that moves make can go at once, so
/// that the next ones are made in the same place.
#[derive(Debug)]
enum Of {
    Board(u32, Grid),
    Other(Rc<Position>),
}

impl Of {
    fn new(position: &Rc<Position>) -> Of {
        match &position.arguments[..] {
            [Value::Grid(board)] => Of::Board(position.rules.id, Grid::clone(board)),
            _ => Of::Other(Rc::clone(position)),
        }
    }

    fn is(&self, position: &Position) -> bool {
        match self {
            Of::Board(rules, board) => is_board(position, *rules, board),
            Of::Other(known) => same_position(known, position),
        }
    }

    fn hash(&self) -> u64 {
        match self {
            Of::Board(rules, board) => hash_of_board(*rules, board),
            Of::Other(position) => hash(position),
        }
    }
}

impl Simplified {
    /// So many are kept, as a table of 2^17 places holds: some fifteen megabytes.
    const MOST: usize = 7 << 14;

    /// What was found, if it is still known.
    pub fn get(&self, position: &Position, hash: u64) -> Option<&Said> {
        self.lately.find(hash, |s| s.of.is(position)).map(|s| &s.said)
    }

    /// The same of the position of a board.
    pub fn of_board(&self, rules: u32, board: &Grid, hash: u64) -> Option<&Said> {
        let is = |s: &Simpler| matches!(&s.of, Of::Board(id, known) if *id == rules && known == board);
        self.lately.find(hash, is).map(|s| &s.said)
    }

    /// Keeps what was found. If there is a bound on memory, at most as much is held as there is left.
    pub fn keep(&mut self, position: &Rc<Position>, hash: u64, said: Said, room: Option<usize>) {
        self.enter(Of::new(position), hash, said, room);
    }

    /// The same of the position of a board.
    pub fn keep_board(&mut self, rules: u32, board: Grid, hash: u64, said: Said, room: Option<usize>) {
        self.enter(Of::Board(rules, board), hash, said, room);
    }

    fn enter(&mut self, of: Of, hash: u64, said: Said, room: Option<usize>) {
        /// Bytes of a board with what is known of it, about.
        const EACH: usize = 256;
        let most = room.map_or(Self::MOST, |room| Self::MOST.min(room / EACH));
        if self.lately.len() >= most {
            self.lately.clear();
            if most < Self::MOST {
                self.lately.shrink_to_fit(|s| s.of.hash());
            }
        }
        self.lately.insert_unique(hash, Simpler { of, said }, |s| s.of.hash());
    }
}

/// The hash of a position, by which it is looked up here.
pub(super) fn hash(position: &Position) -> u64 {
    if let [Value::Grid(board)] = &position.arguments[..] {
        return hash_of_board(position.rules.id, board);
    }
    let mut hasher = FxHasher::default();
    position.rules.id.hash(&mut hasher);
    position.arguments.iter().for_each(|argument| key::hash(argument, &mut hasher));
    hasher.finish()
}

/// Whether a position is that of a board.
pub(super) fn is_board(position: &Position, rules: u32, board: &Grid) -> bool {
    matches!(&position.arguments[..], [Value::Grid(known)] if **known == *board) && position.rules.id == rules
}

/// The hash of the position of a board.
pub(super) fn hash_of_board(rules: u32, board: &Grid) -> u64 {
    let mut hasher = FxHasher::default();
    rules.hash(&mut hasher);
    board.hash(&mut hasher);
    hasher.finish()
}

/// Whether the two are one position.
pub(super) fn same_position(a: &Position, b: &Position) -> bool {
    std::ptr::eq(a, b)
        || (Rc::ptr_eq(&a.rules, &b.rules)
            && a.arguments.len() == b.arguments.len()
            && a.arguments.iter().zip(b.arguments.iter()).all(|(x, y)| same(x, y)))
}

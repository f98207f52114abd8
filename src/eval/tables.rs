//! Tables: what has been found out about positions, all of which can be computed again.
//!
//! In: positions, and what searches learn of them. Out: their numbers, values and states. Touches nothing else of the machine.

use super::memory::Memory;
use super::misere;
use super::positions::Terms;
use crate::games::Game;
use crate::value::key::{self, same};
use crate::value::{Position, Value};
use hashbrown::HashTable;
use rustc_hash::{FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};
use std::rc::Rc;

#[derive(Debug, Default)]
pub(super) struct Tables {
    /// Values of positions.
    pub positions: Positions,
    /// What `value` clauses made of positions that were met lately.
    pub simplified: Simplified,
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
    hash: u64,
    state: State,
}

/// All positions met so far.
#[derive(Debug, Default)]
pub(super) struct Positions {
    index: HashTable<u32>,
    entries: Vec<Known>,
    /// Positions on the path of the search, over all nested searches.
    path: Vec<u32>,
}

impl Positions {
    /// The number of a position.
    pub fn intern(&mut self, position: &Rc<Position>) -> u32 {
        let hash = hash(position);
        let entries = &self.entries;
        let found = self.index.find(hash, |&id| {
            let entry = &entries[id as usize];
            entry.hash == hash && same_position(&entry.position, position)
        });
        if let Some(&id) = found {
            return id;
        }
        let id = u32::try_from(self.entries.len()).expect("memory ends before 2^32 positions");
        self.entries.push(Known { position: Rc::clone(position), hash, state: State::Unknown });
        let entries = &self.entries;
        self.index.insert_unique(hash, id, |&id| entries[id as usize].hash);
        id
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

#[derive(Debug)]
struct Simpler {
    hash: u64,
    position: Rc<Position>,
    /// Nothing if no clause says anything.
    terms: Option<Terms>,
}

impl Simplified {
    /// So many are kept: some thirty megabytes.
    const MOST: usize = 1 << 17;

    /// What was found, if it is still known.
    pub fn get(&self, position: &Rc<Position>, hash: u64) -> Option<&Option<Terms>> {
        self.lately.find(hash, |s| s.hash == hash && same_position(&s.position, position)).map(|s| &s.terms)
    }

    /// Keeps what was found. If there is a bound on memory, at most as much is held as there is left.
    pub fn keep(&mut self, position: &Rc<Position>, hash: u64, terms: Option<Terms>, room: Option<usize>) {
        /// Bytes of a board with what is known of it, about.
        const EACH: usize = 256;
        if self.lately.len() >= room.map_or(Self::MOST, |room| Self::MOST.min(room / EACH)) {
            self.lately = HashTable::new();
        }
        self.lately.insert_unique(hash, Simpler { hash, position: Rc::clone(position), terms }, |s| s.hash);
    }
}

/// The hash of a position, by which it is looked up here.
pub(super) fn hash(position: &Position) -> u64 {
    let mut hasher = FxHasher::default();
    position.rules.id.hash(&mut hasher);
    match &position.arguments[..] {
        [Value::Grid(grid)] => grid.hash(&mut hasher),
        arguments => arguments.iter().for_each(|a| key::hash(a, &mut hasher)),
    }
    hasher.finish()
}

/// Whether the two are one position.
pub(super) fn same_position(a: &Rc<Position>, b: &Rc<Position>) -> bool {
    Rc::ptr_eq(a, b)
        || (Rc::ptr_eq(&a.rules, &b.rules)
            && a.arguments.len() == b.arguments.len()
            && a.arguments.iter().zip(b.arguments.iter()).all(|(x, y)| same(x, y)))
}

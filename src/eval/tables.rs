//! Tables: what has been found out about positions, all of which can be computed again.
//!
//! In: positions, and what searches learn of them. Out: their numbers, values and states. Touches nothing else of the machine.

use super::boards::on_board;
use super::integers::on_integers;
use super::memory::Memory;
use super::misere;
use super::plans::Plans;
use super::positions::Terms;
use crate::games::Game;
use crate::value::key::{self, same};
use crate::value::node::Rules;
use crate::value::{Grid, Position, Value};
use hashbrown::HashTable;
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashSet, FxHasher};
use smallvec::SmallVec;
use std::cell::OnceCell;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

#[derive(Debug, Default)]
pub(super) struct Tables {
    /// Values of positions.
    pub positions: Positions,
    /// What `value` clauses made of positions that were met lately.
    pub simplified: Simplified,
    /// What positions are made of below which a search has come to no end.
    pub plans: Plans,
    /// Genera of positions.
    pub misere: misere::Genera,
    /// What adapters have found out.
    pub facts: Memory,
    /// Rule sets in which a cycle has been met.
    pub loopy: FxHashSet<u32>,
    /// How long the path of a search for a value may become, if that is bounded.
    pub path_limit: Option<usize>,
    /// Whether texts or lists grew along the path of the last search that ended without a value.
    pub lists_grow: bool,
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
    /// Its options have been listed, under this number, by a search that came to no end.
    Listed(u32),
    /// On the path of the search.
    Open,
    Known(Game),
}

#[derive(Debug)]
struct Known {
    /// Of those in pages only where somebody has asked for it.
    position: OnceCell<Rc<Position>>,
    state: State,
}

impl Known {
    fn new(position: Option<Rc<Position>>) -> Known {
        Known { position: position.map(OnceCell::from).unwrap_or_default(), state: State::Unknown }
    }
}

/// All positions met so far.
#[derive(Debug, Default)]
pub(super) struct Positions {
    pages: HashTable<Page>,
    /// All others.
    index: HashTable<Place>,
    entries: Vec<Known>,
    /// By number, as far as positions stand in pages.
    small: Vec<Small>,
    /// Rule sets of positions in pages, by their ids.
    rules: IndexMap<u32, Rc<Rules>, FxBuildHasher>,
    /// Positions on the path of the search, over all nested searches.
    path: Vec<u32>,
}

/// The number of the next position.
fn number_after(entries: &[Known]) -> u32 {
    u32::try_from(entries.len()).expect("memory ends before 2^32 positions")
}

/// Where a position stands, as the index knows it.
#[derive(Clone, Copy, Debug)]
struct Place {
    hash: u64,
    number: u32,
}

/// A position of one or two small integers.
#[derive(Clone, Copy, Debug)]
struct Small {
    /// Where its rule set stands; [`Small::NONE`] for positions that do not stand in pages.
    rules: u32,
    integers: [i32; 2],
}

impl Small {
    const NONE: Small = Small { rules: u32::MAX, integers: [0; 2] };
    /// From here on integers are large.
    const LARGE: u32 = 1 << 29;

    /// Where the position of these integers stands, and they themselves; nothing if they are many or large.
    #[inline]
    fn of(integers: &[i64]) -> Option<(InPage, [i32; 2])> {
        let small = |n: i64| i32::try_from(n).ok().filter(|n| n.unsigned_abs() < Small::LARGE);
        match *integers {
            [n] => {
                let n = small(n)?;
                Some((InPage::of(InPage::ALONE | InPage::bits(n)), [n, 0]))
            }
            [m, n] => {
                let (m, n) = (small(m)?, small(n)?);
                Some((InPage::of(InPage::bits(m) << 30 | InPage::bits(n)), [m, n]))
            }
            _ => None,
        }
    }

    /// The same of a position.
    fn of_position(position: &Position) -> Option<(InPage, [i32; 2])> {
        match position.arguments[..] {
            [Value::Int(n)] => Small::of(&[n]),
            [Value::Int(m), Value::Int(n)] => Small::of(&[m, n]),
            _ => None,
        }
    }
}

/// Where the number of such a position stands: what its integers have in common with their neighbours, and which of these they are.
#[derive(Clone, Copy, Debug)]
struct InPage {
    common: u64,
    at: usize,
}

impl InPage {
    /// One integer, not two.
    const ALONE: u64 = 1 << 62;

    /// The lowest thirty bits tell small integers apart.
    #[inline]
    fn bits(n: i32) -> u64 {
        u64::from(n.cast_unsigned() & 0x3fff_ffff)
    }

    #[inline]
    fn of(whole: u64) -> InPage {
        let length = Page::LENGTH as u64;
        InPage { common: whole / length, at: usize::try_from(whole % length).unwrap_or(0) }
    }
}

/// Positions of one or two small integers side by side, looked up mostly one soon after the other: eight numbers in one place, found by what these integers have in common.
#[derive(Debug)]
struct Page {
    rules: u32,
    /// Nothing at the places of positions that were not met.
    numbers: [u32; Page::LENGTH],
    common: u64,
}

impl Page {
    const LENGTH: usize = 8;
    const NONE: u32 = u32::MAX;

    fn hash(rules: u32, common: u64) -> u64 {
        let mut hasher = FxHasher::default();
        (common, rules).hash(&mut hasher);
        hasher.finish()
    }
}

impl Positions {
    /// The number of a position.
    pub fn intern(&mut self, position: &Rc<Position>) -> u32 {
        match Small::of_position(position) {
            Some(small) => self.paged(&position.rules, small, || Some(Rc::clone(position))),
            None => self.intern_hashed(position, hash(position)),
        }
    }

    /// The same, if its hash is known.
    pub fn intern_hashed(&mut self, position: &Rc<Position>, hash: u64) -> u32 {
        if let Some(small) = Small::of_position(position) {
            return self.paged(&position.rules, small, || Some(Rc::clone(position)));
        }
        let found = self.find(hash, |known| same_position(known, position));
        found.unwrap_or_else(|| self.add(hash, Rc::clone(position)))
    }

    /// The number of a position that is only made if it is new.
    pub fn number(&mut self, position: Position) -> u32 {
        if let Some(small) = Small::of_position(&position) {
            let rules = Rc::clone(&position.rules);
            return self.paged(&rules, small, || Some(Rc::new(position)));
        }
        let hash = hash(&position);
        let found = self.find(hash, |known| same_position(known, &position));
        found.unwrap_or_else(|| self.add(hash, Rc::new(position)))
    }

    /// The number of the position of a board, which is only made if it is new.
    pub fn number_of_board(&mut self, rules: &Rc<Rules>, board: Grid) -> u32 {
        let hash = hash_of_board(rules.id, &board);
        self.number_of_board_hashed(rules, board, hash)
    }

    /// The same, if its hash is known.
    pub fn number_of_board_hashed(&mut self, rules: &Rc<Rules>, board: Grid, hash: u64) -> u32 {
        let found = self.find(hash, |known| is_board(known, rules.id, &board));
        found.unwrap_or_else(|| self.add(hash, Rc::new(on_board(Rc::clone(rules), board))))
    }

    /// The number of the position of these integers, which is only made if somebody asks for it.
    pub fn number_of_integers(&mut self, rules: &Rc<Rules>, integers: &[i64]) -> u32 {
        match Small::of(integers) {
            Some(small) => self.paged(rules, small, || None),
            None => self.number(on_integers(Rc::clone(rules), integers)),
        }
    }

    /// The number of a position in pages.
    #[inline]
    fn paged(
        &mut self,
        rules: &Rc<Rules>,
        (place, integers): (InPage, [i32; 2]),
        make: impl FnOnce() -> Option<Rc<Position>>,
    ) -> u32 {
        let (id, InPage { common, at }) = (rules.id, place);
        let hash = Page::hash(id, common);
        let page = self.pages.find_mut(hash, |page| page.common == common && page.rules == id);
        let number = number_after(&self.entries);
        match page {
            Some(page) if page.numbers[at] != Page::NONE => return page.numbers[at],
            Some(page) => page.numbers[at] = number,
            None => {
                let mut numbers = [Page::NONE; Page::LENGTH];
                numbers[at] = number;
                let page = Page { rules: id, numbers, common };
                self.pages.insert_unique(hash, page, |page| Page::hash(page.rules, page.common));
            }
        }
        let rules = self.place_of_rules(rules);
        // Positions that stand elsewhere came in between.
        self.small.resize(self.entries.len(), Small::NONE);
        self.small.push(Small { rules, integers });
        self.entries.push(Known::new(make()));
        number
    }

    #[inline]
    fn place_of_rules(&mut self, rules: &Rc<Rules>) -> u32 {
        let at = match self.rules.last() {
            Some((id, _)) if *id == rules.id => self.rules.len() - 1,
            _ => match self.rules.get_index_of(&rules.id) {
                Some(at) => at,
                None => self.rules.insert_full(rules.id, Rc::clone(rules)).0,
            },
        };
        u32::try_from(at).expect("memory ends before 2^32 rule sets")
    }

    /// The integers of a position in pages.
    #[inline]
    fn small(&self, id: u32) -> Option<(&Rc<Rules>, SmallVec<[i64; 2]>)> {
        let small = self.small.get(id as usize)?;
        let (_, rules) = self.rules.get_index(small.rules as usize)?;
        let integers = small.integers.map(i64::from);
        Some((rules, SmallVec::from_slice(&integers[..rules.params.len().min(2)])))
    }

    /// The rule set and the integers of a position that is written in the language and stands in pages.
    #[inline]
    pub fn integers(&self, id: u32) -> Option<(&Rc<Rules>, SmallVec<[i64; 2]>)> {
        self.small(id).filter(|(rules, _)| rules.native.is_none())
    }

    /// The rule set of a position.
    #[inline]
    pub fn rules(&self, id: u32) -> &Rc<Rules> {
        let small = self.small.get(id as usize).and_then(|small| self.rules.get_index(small.rules as usize));
        small.map_or_else(|| &self.position(id).rules, |(_, rules)| rules)
    }

    #[inline]
    fn find(&self, hash: u64, is_same: impl Fn(&Position) -> bool) -> Option<u32> {
        let is = |known: &Place| known.hash == hash && is_same(self.position(known.number));
        self.index.find(hash, is).map(|known| known.number)
    }

    fn add(&mut self, hash: u64, position: Rc<Position>) -> u32 {
        let number = number_after(&self.entries);
        self.entries.push(Known::new(Some(position)));
        self.index.insert_unique(hash, Place { hash, number }, |known| known.hash);
        number
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// The position with this number.
    #[inline]
    pub fn position(&self, id: u32) -> &Rc<Position> {
        self.entries[id as usize].position.get_or_init(|| {
            let (rules, integers) = self.small(id).expect("a position that was not made stands in pages");
            Rc::new(on_integers(Rc::clone(rules), &integers))
        })
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

    /// The options of a position have been listed under this number, or are no longer.
    pub fn list(&mut self, id: u32, at: Option<u32>) {
        self.entries[id as usize].state = at.map_or(State::Unknown, State::Listed);
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

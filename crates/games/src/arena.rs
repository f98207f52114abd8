//! The table of values: every canonical form once, under a `u32` id.
//!
//! Numbers and `number + ups + nimber` are entered by their closed form and have no stored options; all others keep
//! theirs, sorted by [`Arena::order`], in one flat vector. Two entries never have the same value (the canonical form is
//! unique: Siegel, Theorem II.2.9), so ids are equal exactly when values are.

use super::closed::UpStar;
use super::dyadic::Dyadic;
use super::names::Power;
use super::table::{Comparisons, MAX_IDS};
use super::thermograph::Thermograph;
use hashbrown::HashTable;
use num_bigint::BigInt;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHasher};
use sprague_limits::{Handle, Stop, with_stack};
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// A value, as the id of its canonical form in the [`Store`](super::Store) that made it.
///
/// ```
/// use sprague_games::{Store, ZERO};
/// use sprague_limits::Handle;
///
/// let (store, handle) = (Store::new(), Handle::default());
/// let star = store.nimber(1);
/// // The second player answers {*|*} by moving on to 0, so it is 0: equal values have one id.
/// assert_eq!(store.canonical(&[star], &[star], &handle)?, ZERO);
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Game(pub(super) u32);

impl Game {
    /// The id as a number, for keys of tables; games are ordered by it, which is of no meaning beyond one store.
    pub fn id(self) -> u32 {
        self.0
    }
}

/// The value 0, in every store.
///
/// ```
/// use sprague_games::{Dyadic, Store, ZERO};
/// let store = Store::new();
/// assert_eq!(store.number(Dyadic::from(0)), ZERO);
/// assert_eq!(store.nimber(0), ZERO);
/// ```
pub const ZERO: Game = Game(0);
/// The value `*`, in every store.
///
/// ```
/// use sprague_games::{STAR, Store, ZERO};
/// use sprague_limits::Handle;
///
/// let (store, handle) = (Store::new(), Handle::default());
/// assert_eq!(store.canonical(&[ZERO], &[ZERO], &handle)?, STAR);
/// assert_eq!(store.add(STAR, STAR, &handle)?, ZERO);
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
pub const STAR: Game = Game(1);

/// A player, and the side of a form that belongs to that player.
///
/// ```
/// use sprague_games::{Dyadic, STAR, Side, Store, ZERO};
/// use sprague_limits::Handle;
///
/// let (store, handle) = (Store::new(), Handle::default());
/// // Up is {0|*}: from it Left moves to 0, and Right to *.
/// let up = store.number_up_star(Dyadic::zero(), 1, 0);
/// assert_eq!(store.options(up, Side::Left, &handle)?, [ZERO]);
/// assert_eq!(store.options(up, Side::Right, &handle)?, [STAR]);
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// Left.
    Left,
    /// Right.
    Right,
}

impl Side {
    /// The other player.
    pub(crate) fn opposite(self) -> Side {
        match self {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        }
    }
}

/// The closed form of a value.
///
/// ```
/// use sprague_games::{Dyadic, STAR, Store, View, ZERO};
/// use sprague_limits::Handle;
///
/// let (store, handle) = (Store::new(), Handle::default());
/// let game = store.canonical(&[ZERO, STAR], &[ZERO], &handle)?;
/// assert_eq!(store.view(game), View::NumberUpStar { number: Dyadic::zero(), ups: 1, star: 1 });
/// let switch = store.switch(&[store.number(Dyadic::from(1))], &handle)?;
/// assert_eq!(store.view(switch), View::Other);
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum View {
    /// A number.
    Number(Dyadic),
    /// `number + ups·↑ + *star`, no number.
    NumberUpStar {
        /// The number.
        number: Dyadic,
        /// How many ↑; negative for ↓.
        ups: i64,
        /// The nimber.
        star: u64,
    },
    /// Any other value, known by its options.
    Other,
}

#[derive(Clone, Copy)]
pub(super) enum NodeKind {
    Number,
    UpStar {
        ups: i64,
        star: u64,
    },
    /// Options `start..start+left` are Left's, the next `right` are Right's.
    Other {
        start: usize,
        left: u32,
        right: u32,
    },
}

pub(super) struct Interned {
    pub kind: NodeKind,
    /// For closed forms both stops are the number.
    pub left_stop: Dyadic,
    pub right_stop: Dyadic,
    /// The id of the negative, `u32::MAX` while unknown.
    pub negative: u32,
}

/// The depth at which the engine's recursions give up: far beyond games that anyone plays.
pub(super) const MAX_DEPTH: u32 = 50_000;
/// The number of options that a closed form may list.
const MAX_LISTED: u64 = 1_000_000;
/// About what one listed option of a closed form takes, as it is entered in the table.
const LISTED_BYTES: usize = 128;

/// The table with its caches.
pub(super) struct Arena {
    pub nodes: Vec<Interned>,
    pub options: Vec<Game>,
    numbers: FxHashMap<Dyadic, Game>,
    up_stars: FxHashMap<UpStar, Game>,
    forms: HashTable<u32>,
    pub comparisons: Comparisons,
    pub sum_cache: FxHashMap<u64, Game>,
    pub birthdays: FxHashMap<Game, BigInt>,
    pub all_small: FxHashMap<Game, bool>,
    pub thermographs: FxHashMap<Game, Rc<Thermograph>>,
    pub weights: FxHashMap<Game, Game>,
    pub reduced: FxHashMap<Game, Game>,
    /// `^[0]`, `^[1]`, …, as far as they were asked for.
    pub up_sums: Vec<Game>,
    /// Powers of up with their names, below `powers_known`.
    pub powers: FxHashMap<Game, Power>,
    pub powers_known: u64,
    depth: u32,
}

/// Both ids in one key.
#[inline]
pub(super) fn pair(a: Game, b: Game) -> u64 {
    u64::from(a.0) << 32 | u64::from(b.0)
}

impl Arena {
    pub(crate) fn new() -> Self {
        let mut arena = Arena {
            nodes: Vec::new(),
            options: Vec::new(),
            numbers: FxHashMap::with_hasher(FxBuildHasher),
            up_stars: FxHashMap::with_hasher(FxBuildHasher),
            forms: HashTable::new(),
            comparisons: Comparisons::new(),
            sum_cache: FxHashMap::default(),
            birthdays: FxHashMap::default(),
            all_small: FxHashMap::default(),
            thermographs: FxHashMap::default(),
            weights: FxHashMap::default(),
            reduced: FxHashMap::default(),
            up_sums: Vec::new(),
            powers: FxHashMap::default(),
            powers_known: 0,
            depth: 0,
        };
        arena.number(Dyadic::zero());
        arena.up_star(UpStar { number: Dyadic::zero(), ups: 0, star: 1 });
        arena
    }

    /// Empties the caches.
    pub(crate) fn forget(&mut self) {
        self.comparisons = Comparisons::new();
        self.sum_cache = FxHashMap::default();
        self.birthdays = FxHashMap::default();
        self.all_small = FxHashMap::default();
        self.thermographs = FxHashMap::default();
        self.weights = FxHashMap::default();
        self.reduced = FxHashMap::default();
    }

    #[inline]
    pub(crate) fn node(&self, g: Game) -> &Interned {
        &self.nodes[g.0 as usize]
    }

    fn push(&mut self, kind: NodeKind, left_stop: Dyadic, right_stop: Dyadic) -> Game {
        // A thousand million entries take more memory than there is.
        let id = u32::try_from(self.nodes.len()).ok().filter(|&id| id < MAX_IDS).expect("fewer than 2^30 values");
        self.nodes.push(Interned { kind, left_stop, right_stop, negative: u32::MAX });
        Game(id)
    }

    pub(crate) fn number(&mut self, x: Dyadic) -> Game {
        if let Some(&g) = self.numbers.get(&x) {
            return g;
        }
        let g = self.push(NodeKind::Number, x.clone(), x.clone());
        self.numbers.insert(x, g);
        g
    }

    pub(crate) fn up_star(&mut self, x: UpStar) -> Game {
        if x.ups == 0 && x.star == 0 {
            return self.number(x.number);
        }
        if let Some(&g) = self.up_stars.get(&x) {
            return g;
        }
        let g = self.push(NodeKind::UpStar { ups: x.ups, star: x.star }, x.number.clone(), x.number.clone());
        self.up_stars.insert(x, g);
        g
    }

    /// Enters the canonical form `{left|right}`, which must be neither a number nor `number + ups + nimber`.
    pub(crate) fn intern(&mut self, mut left: Vec<Game>, mut right: Vec<Game>) -> Game {
        left.sort_unstable_by(|&a, &b| self.order(a, b));
        right.sort_unstable_by(|&a, &b| self.order(a, b));
        let hash = hash_form(&left, &right);
        let found = self.forms.find(hash, |&id| {
            let (l, r) = stored(&self.nodes, &self.options, id);
            l == left && r == right
        });
        if let Some(&id) = found {
            return Game(id);
        }
        let left_stop = left.iter().map(|&l| &self.node(l).right_stop).max().cloned().unwrap_or(Dyadic::zero());
        let right_stop = right.iter().map(|&r| &self.node(r).left_stop).min().cloned().unwrap_or(Dyadic::zero());
        let kind = NodeKind::Other { start: self.options.len(), left: left.len() as u32, right: right.len() as u32 };
        self.options.extend_from_slice(&left);
        self.options.extend_from_slice(&right);
        let g = self.push(kind, left_stop, right_stop);
        let (nodes, options) = (&self.nodes, &self.options);
        self.forms.insert_unique(hash, g.0, |&id| {
            let (l, r) = stored(nodes, options, id);
            hash_form(l, r)
        });
        g
    }

    /// The closed form, numbers included.
    #[inline]
    pub(crate) fn closed(&self, g: Game) -> Option<UpStar> {
        let node = self.node(g);
        match node.kind {
            NodeKind::Number => Some(UpStar { number: node.left_stop.clone(), ups: 0, star: 0 }),
            NodeKind::UpStar { ups, star } => Some(UpStar { number: node.left_stop.clone(), ups, star }),
            NodeKind::Other { .. } => None,
        }
    }

    #[inline]
    pub(crate) fn is_number(&self, g: Game) -> bool {
        matches!(self.node(g).kind, NodeKind::Number)
    }

    pub(crate) fn as_number(&self, g: Game) -> Option<&Dyadic> {
        let node = self.node(g);
        matches!(node.kind, NodeKind::Number).then_some(&node.left_stop)
    }

    pub(crate) fn view(&self, g: Game) -> View {
        let node = self.node(g);
        match node.kind {
            NodeKind::Number => View::Number(node.left_stop.clone()),
            NodeKind::UpStar { ups, star } => View::NumberUpStar { number: node.left_stop.clone(), ups, star },
            NodeKind::Other { .. } => View::Other,
        }
    }

    /// How many options a player has in the canonical form.
    #[inline]
    pub(crate) fn count(&self, g: Game, side: Side) -> u64 {
        let node = self.node(g);
        match (node.kind, side) {
            (NodeKind::Other { left, .. }, Side::Left) => u64::from(left),
            (NodeKind::Other { right, .. }, Side::Right) => u64::from(right),
            (NodeKind::Number, _) => {
                let sign = if side == Side::Left { node.left_stop.sign() } else { node.left_stop.sign().reverse() };
                u64::from(sign.is_gt() || !node.left_stop.is_integer())
            }
            (NodeKind::UpStar { ups, star }, _) => UpStar { number: Dyadic::zero(), ups, star }.count(side),
        }
    }

    /// Option `i` of a player in the canonical form; `i` must be below [`Arena::count`].
    #[inline]
    pub(crate) fn option(&mut self, g: Game, side: Side, i: u64) -> Game {
        let node = self.node(g);
        match node.kind {
            NodeKind::Other { start, left, .. } => {
                let from = if side == Side::Left { start } else { start + left as usize };
                self.options[from + i as usize]
            }
            NodeKind::Number => {
                // n = {n-1|}, and an odd multiple of 1/2^k has its neighbours of that grid as options.
                let step = Dyadic::unit(node.left_stop.exponent());
                let x = if side == Side::Left { node.left_stop.sub(&step) } else { node.left_stop.add(&step) };
                self.number(x)
            }
            NodeKind::UpStar { ups, star } => {
                let x = UpStar { number: node.left_stop.clone(), ups, star }.option(side, i);
                self.up_star(x)
            }
        }
    }

    /// All options of a player in the canonical form, in printing order.
    pub(crate) fn list(&mut self, g: Game, side: Side, h: &Handle) -> Result<Vec<Game>, Stop> {
        let n = self.count(g, side);
        if n > MAX_LISTED {
            return Err(Stop::TooLarge(format!("this value has {n} options, more than {MAX_LISTED} are not listed")));
        }
        if n > 1000 {
            h.reserve(n as usize * LISTED_BYTES)?;
        }
        let mut all = Vec::with_capacity(n as usize);
        for i in 0..n {
            h.tick()?;
            all.push(self.option(g, side, i));
        }
        Ok(all)
    }

    /// One level of recursion: bounded depth, and enough stack.
    #[inline]
    pub(crate) fn deeper<T>(&mut self, f: impl FnOnce(&mut Self) -> Result<T, Stop>) -> Result<T, Stop> {
        if self.depth >= MAX_DEPTH {
            return Err(Stop::TooLarge(format!("games nested more than {MAX_DEPTH} deep are not computed")));
        }
        self.depth += 1;
        let result = with_stack(|| f(self));
        self.depth -= 1;
        result
    }
}

fn stored<'a>(nodes: &[Interned], options: &'a [Game], id: u32) -> (&'a [Game], &'a [Game]) {
    match nodes[id as usize].kind {
        NodeKind::Other { start, left, right } => {
            let middle = start + left as usize;
            (&options[start..middle], &options[middle..middle + right as usize])
        }
        _ => (&[], &[]),
    }
}

fn hash_form(left: &[Game], right: &[Game]) -> u64 {
    let mut hasher = FxHasher::default();
    left.hash(&mut hasher);
    right.hash(&mut hasher);
    hasher.finish()
}

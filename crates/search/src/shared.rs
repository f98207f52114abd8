//! A table that several searches of one question use at once, each on a thread of its own, with positions and values of its own.
//!
//! In and out: as of a [`Table`], by keys that mean the same in all of them. A decided sum stays decided. While a search works on a sum the
//! others see it, and look elsewhere first: the sum counts as farther from its proof than it is, once more for each of them (virtual proof
//! numbers; Kaneko 2010). Values of positions go there, too, if they are small: a sum has one key only where all know the same values. Nothing
//! else is shared, so that an answer is right if each search alone would be. Cost: a lock for each look.

use crate::table::{Numbers, Table};
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Pieces with a lock each.
const PIECES: usize = 64;
/// Places of a piece at first: where sums push each other out, several searches do the same work again.
const PLACES: usize = 1 << 12;

/// What searches of one question on several threads have in common. Clones are the same.
///
/// ```
/// use sprague_search::{Search, Shared};
/// let shared = Shared::new(1 << 20);
/// let handed = shared.clone();
/// std::thread::spawn(move || drop(handed)).join().expect("it goes to another thread");
/// assert_eq!(Search::<u32>::new(1 << 20).statistics().table, 0);
/// ```
#[derive(Clone)]
pub struct Shared(Arc<[Mutex<Piece>]>);

pub struct Piece {
    table: Table,
    /// How many searches work on a sum.
    busy: FxHashMap<u128, u32>,
    /// Values of positions by name, as they are kept.
    values: FxHashMap<u128, Arc<[u8]>>,
}

impl Shared {
    /// A table of at most so many bytes.
    ///
    /// ```
    /// let shared = sprague_search::Shared::new(1 << 20);
    /// # drop(shared);
    /// ```
    pub fn new(bytes: usize) -> Shared {
        let piece = || {
            Mutex::new(Piece {
                table: Table::with_places(PLACES, bytes / PIECES),
                busy: FxHashMap::default(),
                values: FxHashMap::default(),
            })
        };
        Shared((0..PIECES).map(|_| piece()).collect())
    }

    fn piece(&self, key: u128) -> MutexGuard<'_, Piece> {
        // The places within a piece go by the low bits.
        self.0[(key >> 96) as usize % PIECES].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is known of a sum, and how many searches work on it.
    pub(crate) fn get(&self, key: u128) -> (Option<Numbers>, u32) {
        let piece = self.piece(key);
        (piece.table.get(key), piece.busy.get(&key).copied().unwrap_or(0))
    }

    pub(crate) fn put(&self, key: u128, numbers: Numbers, work: u32) {
        let mut piece = self.piece(key);
        let settled =
            numbers.decided().is_none() && piece.table.get(key).is_some_and(|known| known.decided().is_some());
        if !settled {
            piece.table.put(key, numbers, work);
        }
    }

    /// The value of a position, if a search has told it.
    pub(crate) fn value(&self, name: u128) -> Option<Arc<[u8]>> {
        self.piece(name).values.get(&name).cloned()
    }

    /// Tells the value of a position.
    pub(crate) fn tell(&self, name: u128, value: Vec<u8>) {
        self.piece(name).values.entry(name).or_insert_with(|| value.into());
    }

    /// A search begins to work on a sum.
    pub(crate) fn enter(&self, key: u128) {
        *self.piece(key).busy.entry(key).or_insert(0) += 1;
    }

    /// It no longer does.
    pub(crate) fn leave(&self, key: u128) {
        let mut piece = self.piece(key);
        if let Some(busy) = piece.busy.get_mut(&key) {
            *busy -= 1;
            if *busy == 0 {
                piece.busy.remove(&key);
            }
        }
    }
}

/// The table of a search: its own, or one that it shares.
pub enum Known {
    Own(Table),
    Shared(Shared),
}

impl Known {
    pub fn get(&self, key: u128) -> Option<Numbers> {
        match self {
            Known::Own(table) => table.get(key),
            Known::Shared(shared) => shared.get(key).0,
        }
    }

    pub fn put(&mut self, key: u128, numbers: Numbers, work: u32) {
        match self {
            Known::Own(table) => table.put(key, numbers, work),
            Known::Shared(shared) => shared.put(key, numbers, work),
        }
    }

    /// The table that others use, too.
    pub fn shared(&self) -> Option<&Shared> {
        match self {
            Known::Own(_) => None,
            Known::Shared(shared) => Some(shared),
        }
    }

    /// How many bytes it takes now.
    pub fn bytes(&self) -> usize {
        self.held().bytes()
    }

    /// It stays as it is while this is held.
    pub fn held(&self) -> Held<'_> {
        match self {
            Known::Own(table) => Held::Own(table),
            Known::Shared(shared) => Held::Shared(
                shared.0.iter().map(|piece| piece.lock().unwrap_or_else(PoisonError::into_inner)).collect(),
            ),
        }
    }
}

/// A table that nobody changes.
pub enum Held<'a> {
    Own(&'a Table),
    Shared(Vec<MutexGuard<'a, Piece>>),
}

impl Held<'_> {
    fn tables(&self) -> Vec<&Table> {
        match self {
            Held::Own(table) => vec![table],
            Held::Shared(pieces) => pieces.iter().map(|piece| &piece.table).collect(),
        }
    }

    fn bytes(&self) -> usize {
        self.tables().iter().map(|table| table.bytes()).sum()
    }

    /// All that is in it: keys, numbers, work.
    pub fn all(&self) -> impl Iterator<Item = (u128, Numbers, u32)> {
        self.tables().into_iter().flat_map(Table::all)
    }
}

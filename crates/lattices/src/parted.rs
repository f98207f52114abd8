//! A hash map in many parts.
//!
//! Each part grows by itself, so that with millions of entries no single growth takes long: a growth cannot be
//! interrupted, and Ctrl-C is to be heard within a tenth of a second. Cost: one hash more for each access.

use rustc_hash::{FxBuildHasher, FxHashMap};
use std::borrow::Borrow;
use std::hash::{BuildHasher, Hash};

const PARTS: usize = 256;

/// The map.
#[derive(Clone, Debug)]
pub struct Parted<K, V> {
    parts: Vec<FxHashMap<K, V>>,
    len: usize,
}

impl<K, V> Default for Parted<K, V> {
    fn default() -> Self {
        Parted { parts: (0..PARTS).map(|_| FxHashMap::default()).collect(), len: 0 }
    }
}

impl<K: Hash + Eq, V> Parted<K, V> {
    fn part<Q: Hash + ?Sized>(key: &Q) -> usize {
        // Bits that the tables themselves use for neither their place nor their mark.
        (FxBuildHasher.hash_one(key) >> 44) as usize % PARTS
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.len
    }

    /// The value of a key.
    pub(crate) fn get<Q: Hash + Eq + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.parts[Self::part(key)].get(key)
    }

    /// Whether the key is new; its value is set in any case.
    pub(crate) fn insert(&mut self, key: K, value: V) -> bool {
        let at = Self::part(&key);
        let new = self.parts[at].insert(key, value).is_none();
        self.len += usize::from(new);
        new
    }
}

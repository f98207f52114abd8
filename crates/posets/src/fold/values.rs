//! Values by numbers: each is kept once, and what the caller made of a collection of them is kept for a while, since few collections may be met by many
//! downsets.

use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;
use sprague_limits::{Handle, Stop};
use std::hash::{BuildHasher, Hash};

/// The numbers of a collection of values.
pub(crate) type Row = SmallVec<[u32; 8]>;

/// No number.
pub(crate) const NONE: u32 = u32::MAX;
/// Collections that are remembered, and values that are kept although nobody may ask for them any more.
const REMEMBERED: usize = 100_000;

/// The values so far, and what makes one of others.
pub(crate) struct Values<V, F> {
    combine: F,
    /// Those with the numbers from `first` on.
    all: Vec<V>,
    first: u32,
    /// Those from here on may be found again.
    fresh: u32,
    /// By their hashes; where two are equal the later one stands behind the other.
    numbers: FxHashMap<u64, u32>,
    said: FxHashMap<Row, u32>,
}

impl<V: Eq + Hash + Clone, F> Values<V, F> {
    /// The first value has the number 0.
    pub(crate) fn new(start: V, combine: F) -> Self {
        let numbers = FxHashMap::from_iter([(FxBuildHasher.hash_one(&start), 0)]);
        Values { combine, all: vec![start], first: 0, fresh: 0, numbers, said: FxHashMap::default() }
    }

    /// The number of the value that is put together from these.
    #[inline]
    pub(crate) fn of<E: From<Stop>>(&mut self, heard: &mut Row, handle: &Handle) -> Result<u32, E>
    where
        F: FnMut(&[&V]) -> Result<V, E>,
    {
        heard.sort_unstable();
        match self.said.get(heard) {
            Some(&number) => Ok(number),
            None => self.put_together(heard, handle),
        }
    }

    fn put_together<E: From<Stop>>(&mut self, heard: &Row, handle: &Handle) -> Result<u32, E>
    where
        F: FnMut(&[&V]) -> Result<V, E>,
    {
        let collection: SmallVec<[&V; 8]> = heard.iter().map(|&v| &self.all[(v - self.first) as usize]).collect();
        let value = (self.combine)(&collection)?;
        drop(collection);
        let number = self.number(value, handle)?;
        if self.said.len() >= REMEMBERED {
            self.said.clear();
        }
        self.said.insert(heard.clone(), number);
        Ok(number)
    }

    fn number(&mut self, value: V, handle: &Handle) -> Result<u32, Stop> {
        let mut hash = FxBuildHasher.hash_one(&value);
        while let Some(&number) = self.numbers.get(&hash) {
            if self.all[(number - self.first) as usize] == value {
                return Ok(number);
            }
            hash = hash.wrapping_add(1);
        }
        if self.all.len() == self.all.capacity() {
            handle.reserve(3 * self.all.len() * (size_of::<V>() + 16))?;
        }
        // Where there are so many, they need more than memory has.
        let number = u32::try_from(self.first as usize + self.all.len()).ok().filter(|&k| k != NONE);
        let number = number.ok_or_else(|| Stop::Memory(sprague_limits::allocated()))?;
        self.all.push(value);
        self.numbers.insert(hash, number);
        Ok(number)
    }

    /// A level is complete that only the next one asks for: what is older is forgotten, if it is much.
    pub(crate) fn end_level(&mut self) {
        if self.all.len() < REMEMBERED {
            return;
        }
        self.all.drain(..(self.fresh - self.first) as usize);
        self.first = self.fresh;
        self.fresh = self.first + self.all.len() as u32;
        self.numbers.clear();
        self.said.clear();
    }

    /// A value by its number.
    pub(crate) fn take(mut self, number: u32) -> V {
        self.all.swap_remove((number - self.first) as usize)
    }
}

//! The table of one level: classes by their canonical key, with a payload each, in shards of their own.
//!
//! Open addressing with linear steps; key and payload stand together, so that a look-up costs one line of memory. The
//! key 0 marks a free slot: the empty downset is never stored. Shards grow one at a time and each growth is paid from a
//! `MemoryBudget`, so that the peak of memory is that of the level itself.

use std::hint::black_box;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Bytes that all threads of a computation may use together.
#[derive(Debug)]
pub(crate) struct MemoryBudget {
    used: AtomicUsize,
    peak: AtomicUsize,
    limit: usize,
}

impl MemoryBudget {
    /// A budget of `limit` bytes.
    pub(crate) fn new(limit: usize) -> MemoryBudget {
        MemoryBudget { used: AtomicUsize::new(0), peak: AtomicUsize::new(0), limit }
    }

    /// Takes bytes, or says that there are not enough.
    fn take(&self, bytes: usize) -> bool {
        let before = self.used.fetch_add(bytes, Ordering::Relaxed);
        let after = before.saturating_add(bytes);
        if after > self.limit {
            self.used.fetch_sub(bytes, Ordering::Relaxed);
            return false;
        }
        self.peak.fetch_max(after, Ordering::Relaxed);
        true
    }

    fn give_back(&self, bytes: usize) {
        self.used.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// The largest number of bytes in use at a time.
    pub(crate) fn peak(&self) -> usize {
        self.peak.load(Ordering::Relaxed)
    }
}

/// Why a record could not be put in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoRoom {
    /// The budget of memory is used up.
    Memory,
    /// A number does not fit its width.
    Overflow,
}

#[derive(Clone, Copy)]
struct Slot<P> {
    key: u128,
    payload: P,
}

/// One part of a level.
pub struct Shard<'b, P> {
    slots: Vec<Slot<P>>,
    len: usize,
    /// Slots to begin with.
    expected: usize,
    /// Slots beyond which it does not grow.
    most: usize,
    empty: P,
    budget: &'b MemoryBudget,
}

/// Scatters a key; the highest bits choose the shard.
#[inline]
pub(crate) fn scatter(key: u128) -> u64 {
    let low = (key as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let high = ((key >> 64) as u64).wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
    let x = low ^ high.rotate_left(29);
    let x = (x ^ (x >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    x ^ (x >> 32)
}

impl<'b, P: Copy> Shard<'b, P> {
    /// An empty shard for about `expected` records; nothing is allocated before the first.
    pub(crate) fn new(expected: usize, empty: P, budget: &'b MemoryBudget) -> Self {
        Shard {
            slots: Vec::new(),
            len: 0,
            expected: (expected + expected / 2).max(16),
            most: usize::MAX,
            empty,
            budget,
        }
    }

    /// An empty shard that takes no more than about `slots` records.
    pub(crate) fn bounded(slots: usize, empty: P, budget: &'b MemoryBudget) -> Self {
        Shard { slots: Vec::new(), len: 0, expected: slots, most: slots, empty, budget }
    }

    /// Without its records, with the memory that it has.
    pub(crate) fn clear(&mut self) {
        let empty = Slot { key: 0, payload: self.empty };
        self.slots.fill(empty);
        self.len = 0;
    }

    /// Number of records.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Bytes of a slot.
    pub(crate) const SLOT: usize = size_of::<Slot<P>>();

    #[inline]
    fn home(&self, key: u128) -> usize {
        // The bits that chose the shard are shifted out.
        ((u128::from(scatter(key) << MOST_SHARDS.trailing_zeros()) * self.slots.len() as u128) >> 64) as usize
    }

    /// Reads the places where these keys will go, so that the waits for memory overlap.
    pub(crate) fn touch(&self, batch: &[(u128, P)]) {
        if !self.slots.is_empty() {
            black_box(batch.iter().fold(0u64, |sum, (key, _)| sum ^ self.slots[self.home(*key)].key as u64));
        }
    }

    /// Puts a record in, or merges it with the one that is there.
    #[inline]
    pub(crate) fn put(&mut self, key: u128, payload: &P, merge: impl FnOnce(&mut P, &P) -> bool) -> Result<(), NoRoom> {
        if (self.len + 1) * 5 > self.slots.len() * 4 {
            self.grow()?;
        }
        let mut at = self.home(key);
        loop {
            let slot = &mut self.slots[at];
            if slot.key == key {
                return if merge(&mut slot.payload, payload) { Ok(()) } else { Err(NoRoom::Overflow) };
            }
            if slot.key == 0 {
                *slot = Slot { key, payload: *payload };
                self.len += 1;
                return Ok(());
            }
            at += 1;
            if at == self.slots.len() {
                at = 0;
            }
        }
    }

    fn grow(&mut self) -> Result<(), NoRoom> {
        let capacity = if self.slots.is_empty() { self.expected } else { self.slots.len() * 4 / 3 + 16 };
        if capacity > self.most || !self.budget.take(capacity * Self::SLOT) {
            return Err(NoRoom::Memory);
        }
        let fresh = vec![Slot { key: 0, payload: self.empty }; capacity];
        let old = std::mem::replace(&mut self.slots, fresh);
        for slot in old.iter().filter(|slot| slot.key != 0) {
            let mut at = self.home(slot.key);
            while self.slots[at].key != 0 {
                at = if at + 1 == capacity { 0 } else { at + 1 };
            }
            self.slots[at] = *slot;
        }
        self.budget.give_back(old.len() * Self::SLOT);
        Ok(())
    }

    /// The record of a key.
    pub(crate) fn get(&self, key: u128) -> Option<&P> {
        if self.slots.is_empty() {
            return None;
        }
        let mut at = self.home(key);
        while self.slots[at].key != 0 {
            if self.slots[at].key == key {
                return Some(&self.slots[at].payload);
            }
            at = if at + 1 == self.slots.len() { 0 } else { at + 1 };
        }
        None
    }

    /// All records, in no particular order.
    pub(crate) fn records(&self) -> impl Iterator<Item = (u128, &P)> {
        self.slots.iter().filter(|slot| slot.key != 0).map(|slot| (slot.key, &slot.payload))
    }
}

impl<P> Drop for Shard<'_, P> {
    fn drop(&mut self) {
        self.budget.give_back(self.slots.len() * size_of::<Slot<P>>());
    }
}

/// Number of shards of a large level.
pub(crate) const SHARDS: usize = 64;
/// The most shards of a level; numbers of shards are powers of two.
pub(crate) const MOST_SHARDS: usize = 1024;

/// All classes of one size.
pub struct Level<'b, P> {
    /// One shard, or from `SHARDS` to `MOST_SHARDS`.
    pub shards: Vec<Shard<'b, P>>,
}

impl<'b, P: Copy> Level<'b, P> {
    /// An empty level for about `expected` records.
    pub(crate) fn new(expected: usize, shards: usize, empty: P, budget: &'b MemoryBudget) -> Self {
        Level { shards: (0..shards).map(|_| Shard::new(expected / shards, empty, budget)).collect() }
    }

    /// The shard where a key belongs, out of `shards`.
    #[inline]
    pub(crate) fn shard_of(key: u128, shards: usize) -> usize {
        if shards == 1 { 0 } else { (scatter(key) >> (64 - shards.trailing_zeros())) as usize }
    }

    /// Number of records.
    pub(crate) fn len(&self) -> usize {
        self.shards.iter().map(Shard::len).sum()
    }

    /// The record of a key.
    pub(crate) fn get(&self, key: u128) -> Option<&P> {
        self.shards[Self::shard_of(key, self.shards.len())].get(key)
    }

    /// All records, in no particular order.
    pub fn records(&self) -> impl Iterator<Item = (u128, &P)> {
        self.shards.iter().flat_map(Shard::records)
    }
}

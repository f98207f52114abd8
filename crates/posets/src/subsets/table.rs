//! The table of one level: classes by their codes, with a payload each, in shards of their own.
//!
//! Open addressing with linear steps; key and payload stand together, so that a look-up costs one line of memory. The
//! code 0 marks a free slot: no class has it. Shards grow one at a time and each growth is paid from a
//! `MemoryBudget`, so that the peak of memory is that of the level itself.

use super::recursion::Payload;
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

    /// The most bytes.
    pub(crate) fn limit(&self) -> usize {
        self.limit
    }

    /// Bytes until they are given back, if there are enough.
    pub(crate) fn lend(&self, bytes: usize) -> Option<Loan<'_>> {
        self.take(bytes).then(|| Loan(self, bytes))
    }

    /// The largest number of bytes in use at a time.
    pub(crate) fn peak(&self) -> usize {
        self.peak.load(Ordering::Relaxed)
    }
}

/// Bytes of a budget, given back when this is dropped.
pub(crate) struct Loan<'b>(&'b MemoryBudget, usize);

impl Drop for Loan<'_> {
    fn drop(&mut self) {
        self.0.give_back(self.1);
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

/// The code of no class.
const FREE: u64 = 0;

/// A hash of a code; the highest bits choose the shard.
#[inline]
pub(crate) fn scatter(key: u64) -> u64 {
    let x = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    x ^ (x >> 32)
}

/// The most records that are put in together.
pub(crate) const GROUP: usize = 48;

/// The key comes first, so that the key of the slot behind is beyond the end of the payload.
#[derive(Clone, Copy)]
#[repr(C)]
struct Slot<P: Payload> {
    key: u64,
    payload: P,
}

impl<P: Payload> Slot<P> {
    const FREE: Self = Slot { key: FREE, payload: P::EMPTY };

    #[inline]
    fn is_free(&self) -> bool {
        self.key == FREE
    }
}

/// One part of a level.
pub struct Shard<'b, P: Payload> {
    slots: Vec<Slot<P>>,
    len: usize,
    /// Slots to begin with.
    expected: usize,
    /// Slots beyond which it does not grow.
    most: usize,
    budget: &'b MemoryBudget,
}

impl<'b, P: Payload> Shard<'b, P> {
    /// An empty shard for about `expected` records; nothing is allocated before the first.
    pub(crate) fn new(expected: usize, budget: &'b MemoryBudget) -> Self {
        Shard { slots: Vec::new(), len: 0, expected: (expected + expected / 2).max(16), most: usize::MAX, budget }
    }

    /// An empty shard that takes no more than about `slots` records.
    pub(crate) fn bounded(slots: usize, budget: &'b MemoryBudget) -> Self {
        Shard { slots: Vec::new(), len: 0, expected: slots, most: slots, budget }
    }

    /// Without its records, with the memory that it has.
    pub(crate) fn clear(&mut self) {
        self.slots.fill(Slot::FREE);
        self.len = 0;
    }

    /// Number of records.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Bytes of a slot.
    pub(crate) const SLOT: usize = size_of::<Slot<P>>();

    #[inline]
    fn home(&self, key: u64) -> usize {
        // The bits that chose the shard are shifted out.
        ((u128::from(scatter(key) << MOST_SHARDS.trailing_zeros()) * self.slots.len() as u128) >> 64) as usize
    }

    /// Puts at most [`GROUP`] records in together, each step for all of them, so that the waits for memory overlap: first the slots are read where they may
    /// stand and those behind, where a key goes that finds its slot taken; then, of large records, the rest. False, and nothing is done, if they may have no room.
    pub(crate) fn put_group<Q>(
        &mut self,
        group: &[(u64, Q)],
        take: impl Fn(&mut P, u64, &Q) -> bool,
    ) -> Result<bool, NoRoom> {
        if group.len() > GROUP || self.make_room(group.len()).is_err() {
            return Ok(false);
        }
        let (mut places, mut read) = ([0; GROUP], 0);
        for ((key, _), place) in group.iter().zip(&mut places) {
            *place = self.home(*key);
        }
        // The fewer instructions there are between two reads, the more of them does the processor see ahead.
        for &place in &places[..group.len()] {
            if let Some(slots) = self.slots.get(place..place + 3) {
                slots.iter().for_each(|slot| read ^= slot.key);
            }
        }
        black_box(read);
        let mut read = 0;
        for ((key, _), place) in group.iter().zip(&mut places) {
            *place = self.place(*key, *place);
            read ^= self.slots[*place].payload.far();
        }
        black_box(read);
        for ((key, pushed), place) in group.iter().zip(places) {
            if !take(&mut self.slots[place].payload, *key, pushed) {
                return Err(NoRoom::Overflow);
            }
        }
        Ok(true)
    }

    /// Grows until so many more have room.
    #[inline]
    fn make_room(&mut self, more: usize) -> Result<(), NoRoom> {
        while (self.len + more) * 5 > self.slots.len() * 4 {
            self.grow()?;
        }
        Ok(())
    }

    /// The slot of a key, looked for from its home on, or a free one where it is put.
    #[inline(always)]
    fn place(&mut self, key: u64, home: usize) -> usize {
        let mut at = home;
        loop {
            let slot = &mut self.slots[at];
            if slot.key == key {
                return at;
            }
            if slot.is_free() {
                slot.key = key;
                self.len += 1;
                return at;
            }
            at += 1;
            if at == self.slots.len() {
                at = 0;
            }
        }
    }

    /// Puts a record in, or merges it with the one that is there.
    #[inline]
    pub(crate) fn put<Q>(
        &mut self,
        key: u64,
        pushed: &Q,
        take: impl FnOnce(&mut P, u64, &Q) -> bool,
    ) -> Result<(), NoRoom> {
        self.make_room(1)?;
        let slot = self.place(key, self.home(key));
        if take(&mut self.slots[slot].payload, key, pushed) { Ok(()) } else { Err(NoRoom::Overflow) }
    }

    fn grow(&mut self) -> Result<(), NoRoom> {
        let capacity = if self.slots.is_empty() { self.expected } else { self.slots.len() * 4 / 3 + 16 };
        if capacity > self.most || !self.budget.take(capacity * Self::SLOT) {
            return Err(NoRoom::Memory);
        }
        let fresh = vec![Slot::FREE; capacity];
        let old = std::mem::replace(&mut self.slots, fresh);
        for slot in old.iter().filter(|slot| !slot.is_free()) {
            let mut at = self.home(slot.key);
            while !self.slots[at].is_free() {
                at = if at + 1 == capacity { 0 } else { at + 1 };
            }
            self.slots[at] = *slot;
        }
        self.budget.give_back(old.len() * Self::SLOT);
        Ok(())
    }

    /// The record of a key.
    pub(crate) fn get(&self, key: u64) -> Option<&P> {
        if self.slots.is_empty() {
            return None;
        }
        let mut at = self.home(key);
        while !self.slots[at].is_free() {
            if self.slots[at].key == key {
                return Some(&self.slots[at].payload);
            }
            at = if at + 1 == self.slots.len() { 0 } else { at + 1 };
        }
        None
    }

    /// All records, in no particular order.
    pub(crate) fn records(&self) -> impl Iterator<Item = (u64, &P)> {
        self.slots.iter().filter(|slot| !slot.is_free()).map(|slot| (slot.key, &slot.payload))
    }
}

impl<P: Payload> Drop for Shard<'_, P> {
    fn drop(&mut self) {
        self.budget.give_back(self.slots.len() * size_of::<Slot<P>>());
    }
}

/// Number of shards of a large level.
pub(crate) const SHARDS: usize = 64;
/// The most shards of a level; numbers of shards are powers of two.
pub(crate) const MOST_SHARDS: usize = 1024;

/// All classes of one size.
pub struct Level<'b, P: Payload> {
    /// One shard, or from `SHARDS` to `MOST_SHARDS`.
    pub shards: Vec<Shard<'b, P>>,
}

impl<'b, P: Payload> Level<'b, P> {
    /// An empty level for about `expected` records.
    pub(crate) fn new(expected: usize, shards: usize, budget: &'b MemoryBudget) -> Self {
        Level { shards: (0..shards).map(|_| Shard::new(expected / shards, budget)).collect() }
    }

    /// The shard where a key belongs, out of `shards`.
    #[inline]
    pub(crate) fn shard_of(key: u64, shards: usize) -> usize {
        if shards == 1 { 0 } else { (scatter(key) >> (64 - shards.trailing_zeros())) as usize }
    }

    /// Puts a record in, or merges it with the one that is there.
    #[inline]
    pub(crate) fn put<Q>(
        &mut self,
        key: u64,
        pushed: &Q,
        take: impl FnOnce(&mut P, u64, &Q) -> bool,
    ) -> Result<(), NoRoom> {
        let shard = Self::shard_of(key, self.shards.len());
        self.shards[shard].put(key, pushed, take)
    }

    /// Number of records.
    pub(crate) fn len(&self) -> usize {
        self.shards.iter().map(Shard::len).sum()
    }

    /// The record of a key.
    pub(crate) fn get(&self, key: u64) -> Option<&P> {
        self.shards[Self::shard_of(key, self.shards.len())].get(key)
    }

    /// All records, in no particular order.
    pub fn records(&self) -> impl Iterator<Item = (u64, &P)> {
        self.shards.iter().flat_map(Shard::records)
    }
}

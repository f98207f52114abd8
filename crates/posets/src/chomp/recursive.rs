//! Chomp by recursion over positions up to isomorphism.
//!
//! The nim-value of a position depends only on the order of what can be taken. A disjoint sum is a sum of games. In an
//! ordinal sum a move below takes all that is above: it is the ordinal sum of the games, and by the colon principle
//! (*Winning Ways*, chapter 7) what is above, of value `h`, may be replaced by a heap of `h`; then the moves above lead to the values that no
//! move below leads to, the least `h` of them, and the value is the next such number. Otherwise involutions make the
//! position smaller ([`crate::involution`]), and else the value is the least number that no move leads to.
//! Values are kept by canonical keys.

use crate::canonical::CanonicalKey;
use crate::involution;
use crate::poset::Poset;
use rustc_hash::{FxHashMap, FxHashSet};
use sprague_limits::{Handle, Stop, with_stack};

/// What is known.
#[derive(Default)]
pub(super) struct Recursive {
    known: FxHashMap<CanonicalKey, u32>,
    /// Squares of the sizes of positions looked at so far.
    work: usize,
}

impl Recursive {
    /// The value of Chomp with every element to be taken; `None` if it takes more than
    /// `most` work (squares of the sizes of the positions that are looked at).
    pub(super) fn value(&mut self, poset: &Poset, most: Option<usize>, handle: &Handle) -> Result<Option<u32>, Stop> {
        let bound = most.map_or(usize::MAX, |m| self.work.saturating_add(m));
        self.sum(poset, bound, handle)
    }

    fn sum(&mut self, poset: &Poset, bound: usize, handle: &Handle) -> Result<Option<u32>, Stop> {
        handle.ticks(1 + poset.len() as u32)?;
        let mut value = 0;
        let parts = poset.components();
        if parts.len() == 1 {
            return self.connected(poset, bound, handle);
        }
        for part in parts {
            let Some(term) = with_stack(|| self.connected(&poset.piece(&part, handle)?, bound, handle))? else {
                return Ok(None);
            };
            value ^= term;
        }
        Ok(Some(value))
    }

    fn connected(&mut self, poset: &Poset, bound: usize, handle: &Handle) -> Result<Option<u32>, Stop> {
        if poset.len() < 2 {
            return Ok(Some(poset.len() as u32));
        }
        let blocks = poset.blocks();
        if blocks.len() > 1 {
            let mut value = 0;
            for block in blocks.iter().rev() {
                // A single element: its one move leads to nothing.
                if block.len() == 1 {
                    value += 1;
                    continue;
                }
                let block = poset.induced(block, handle)?;
                if value == 0 {
                    // With nothing above it is a position as any other.
                    let Some(found) = with_stack(|| self.sum(&block, bound, handle))? else { return Ok(None) };
                    value = found;
                    continue;
                }
                let Some(reached) = with_stack(|| self.reached(&block, bound, handle))? else { return Ok(None) };
                value = (0..).filter(|v| !reached.contains(v)).nth(value as usize).expect("there are infinitely many");
            }
            return Ok(Some(value));
        }
        self.work = self.work.saturating_add(poset.len() * poset.len());
        if self.work > bound {
            return Ok(None);
        }
        let key = poset.canonical_key(handle)?;
        if let Some(&value) = self.known.get(&key) {
            return Ok(Some(value));
        }
        let found = if let Some(moved) = involution::moved(poset, handle)? {
            with_stack(|| self.sum(&poset.without(&moved, handle)?.0, bound, handle))?
        } else {
            with_stack(|| self.reached(poset, bound, handle))?
                .map(|reached| (0..).find(|v| !reached.contains(v)).expect("there are infinitely many"))
        };
        let Some(value) = found else { return Ok(None) };
        if self.known.len() == self.known.capacity() {
            handle.reserve((2 * self.known.len() + 64) * (64 + poset.len() * poset.len() / 16))?;
        }
        if self.known.len() % 256 == 255 {
            handle.progress("positions of Chomp", self.known.len() as u64, None);
        }
        self.known.insert(key, value);
        Ok(Some(value))
    }

    /// The values that moves lead to; of twins only one is taken.
    fn reached(&mut self, poset: &Poset, bound: usize, handle: &Handle) -> Result<Option<FxHashSet<u32>>, Stop> {
        let mut reached = FxHashSet::default();
        let mut seen: FxHashSet<(&[u64], &[u64])> = FxHashSet::default();
        let rows = poset.rows()?;
        for x in 0..poset.len() {
            if seen.insert((rows.below(x), rows.above(x))) {
                let after = poset.without(&poset.up(x), handle)?.0;
                match with_stack(|| self.sum(&after, bound, handle))? {
                    Some(value) => reached.insert(value),
                    None => return Ok(None),
                };
            }
        }
        Ok(Some(reached))
    }
}

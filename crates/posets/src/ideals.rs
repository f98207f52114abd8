//! Counting downsets.
//!
//! The downsets of a disjoint sum are choices of a downset of each part; those of an ordinal sum are those of a block
//! with all lower blocks, the full block being the empty set of the next. Otherwise take an element `x`: a downset
//! has `x`, and then all of `down(x)`, or it has not, and then nothing of `up(x)`. Both cases leave a convex part of the
//! poset; parts that were met before are not counted again. Taking the `x` with the most comparable elements makes both
//! parts small.

use super::bits::Bits;
use super::poset::Poset;
use num_bigint::BigUint;
use rustc_hash::FxHashMap;
use sprague_limits::{Handle, Stop, with_stack};

/// The number of downsets, the empty one among them; as many antichains. Exponential in the worst case.
///
/// ```
/// use sprague_posets::{Poset, ideals};
/// let handle = sprague_limits::Handle::default();
/// // A number of Dedekind's: the monotone Boolean functions of four variables.
/// let (subsets, _) = Poset::subsets(4, 4, &handle)?;
/// assert_eq!(ideals(&subsets, &handle)?, 168u32.into());
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
pub fn ideals(poset: &Poset, handle: &Handle) -> Result<BigUint, Stop> {
    Counter { poset, handle, known: FxHashMap::default() }.count(&Bits::full(poset.len()))
}

struct Counter<'a> {
    poset: &'a Poset,
    handle: &'a Handle,
    known: FxHashMap<Bits, BigUint>,
}

impl Counter<'_> {
    /// Downsets of the order on these elements.
    fn count(&mut self, set: &Bits) -> Result<BigUint, Stop> {
        self.handle.ticks(1 + set.row().len() as u32)?;
        let size = set.len();
        if size < 2 {
            return Ok(BigUint::from(size + 1));
        }
        if let Some(found) = self.known.get(set) {
            return Ok(found.clone());
        }
        let first = self.component(set);
        let found = if first.len() < size {
            let one = with_stack(|| self.count(&first))?;
            one * with_stack(|| self.count(&set.minus(first.row())))?
        } else {
            let p = self.poset;
            let touching = |x: usize| set.and(p.above_row(x)).len() + set.and(p.below_row(x)).len();
            let x = set.iter().max_by_key(|&x| (touching(x), std::cmp::Reverse(x))).expect("not empty");
            let with = set.minus(p.down(x).row());
            let without = set.minus(p.up(x).row());
            with_stack(|| self.count(&with))? + with_stack(|| self.count(&without))?
        };
        if self.known.len() == self.known.capacity() {
            self.handle.reserve((2 * self.known.len() + 64) * 160)?;
        }
        self.known.insert(set.clone(), found.clone());
        Ok(found)
    }

    /// The component of the least element.
    fn component(&self, set: &Bits) -> Bits {
        let mut left = set.clone();
        let start = set.first().expect("not empty");
        let mut part = Bits::of(self.poset.len(), [start]);
        left.remove(start);
        let mut queue = vec![start];
        while let Some(x) = queue.pop() {
            for row in [self.poset.below_row(x), self.poset.above_row(x)] {
                let fresh = left.and(row);
                left = left.minus(row);
                for y in fresh.iter() {
                    part.insert(y);
                    queue.push(y);
                }
            }
        }
        part
    }
}

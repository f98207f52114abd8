//! Cutting a poset into the pieces of a disjoint sum or of an ordinal sum.

use super::bits::{self, Bits};
use super::poset::Poset;

impl Poset {
    /// The elements of the components (of the graph of comparable pairs), ordered by their least numbers.
    pub fn components(&self) -> Vec<Vec<usize>> {
        let mut left = Bits::full(self.len());
        let mut parts = Vec::new();
        while let Some(start) = left.first() {
            let mut part = Bits::of(self.len(), [start]);
            left.remove(start);
            let mut queue = vec![start];
            while let Some(x) = queue.pop() {
                for row in [self.below_row(x), self.above_row(x)] {
                    let fresh = left.and(row);
                    for y in fresh.iter() {
                        left.remove(y);
                        part.insert(y);
                        queue.push(y);
                    }
                }
            }
            parts.push(part.iter().collect());
        }
        parts
    }

    /// The elements of the blocks of the finest ordinal sum, the lowest block first.
    ///
    /// The blocks are the components of the graph of *in*comparable pairs: if `x < y` for elements of two blocks and
    /// `x` is incomparable to `x'`, then `y` is comparable to `x'` and not below it, so `x' < y`.
    pub(crate) fn blocks(&self) -> Vec<Vec<usize>> {
        let mut left = Bits::full(self.len());
        let mut parts: Vec<Vec<usize>> = Vec::new();
        while let Some(start) = left.first() {
            let mut part = Bits::of(self.len(), [start]);
            left.remove(start);
            let mut queue = vec![start];
            while let Some(x) = queue.pop() {
                let strangers = left.minus(self.below_row(x)).minus(self.above_row(x));
                for y in strangers.iter() {
                    left.remove(y);
                    part.insert(y);
                    queue.push(y);
                }
            }
            parts.push(part.iter().collect());
        }
        // An element of a higher block has all of the lower ones below it.
        parts.sort_by_key(|p| p.iter().map(|&x| bits::size(self.below_row(x))).min());
        parts
    }
}

//! Cutting a poset into the pieces of a disjoint sum or of an ordinal sum.

use super::bits::{self, Bits};
use super::poset::{Poset, Relation};
use super::rows::Rows;

impl Poset {
    /// The elements of the components (of the graph of comparable pairs), ordered by their least numbers.
    pub fn components(&self) -> Vec<Vec<usize>> {
        match self.relation() {
            Relation::Rows(rows) => rows.components(),
            Relation::Covers(covers) => covers.components(),
        }
    }

    /// The elements of the blocks of the finest ordinal sum, the lowest block first.
    pub(crate) fn blocks(&self) -> Vec<Vec<usize>> {
        match self.relation() {
            Relation::Rows(rows) => rows.blocks(),
            Relation::Covers(covers) => covers.blocks(),
        }
    }
}

impl Rows {
    fn components(&self) -> Vec<Vec<usize>> {
        self.parts(|left, x| {
            let mut near = left.and(self.below(x));
            left.and(self.above(x)).iter().for_each(|y| near.insert(y));
            near
        })
    }

    /// The blocks are the components of the graph of *in*comparable pairs: if `x < y` for elements of two blocks and
    /// `x` is incomparable to `x'`, then `y` is comparable to `x'` and not below it, so `x' < y`.
    fn blocks(&self) -> Vec<Vec<usize>> {
        let mut parts = self.parts(|left, x| left.minus(self.below(x)).minus(self.above(x)));
        // An element of a higher block has all of the lower ones below it.
        parts.sort_by_key(|part| part.iter().map(|&x| bits::size(self.below(x))).min());
        parts
    }

    /// The components of a graph, given by what is near an element among those that are left.
    fn parts(&self, near: impl Fn(&Bits, usize) -> Bits) -> Vec<Vec<usize>> {
        let mut left = Bits::full(self.len());
        let mut parts = Vec::new();
        while let Some(start) = left.first() {
            let mut part = Bits::of(self.len(), [start]);
            left.remove(start);
            let mut queue = vec![start];
            while let Some(x) = queue.pop() {
                for y in near(&left, x).iter() {
                    left.remove(y);
                    part.insert(y);
                    queue.push(y);
                }
            }
            parts.push(part.iter().collect());
        }
        parts
    }
}

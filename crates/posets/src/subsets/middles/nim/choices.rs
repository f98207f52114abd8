//! Small sets of triples, in the order of their ranks: by size, then colexicographic.

use super::sets::members;
use crate::subsets::middles::ranks::{CHOOSE, FEWER, Ranks};

/// All sets of at most `most` elements, of which each has one bit.
pub fn list(elements: &[u64], most: usize, list: &mut Vec<u64>) {
    list.clear();
    list.push(0);
    for size in 1..=most {
        let from = fewer(elements.len(), size - 1);
        for (place, &element) in elements.iter().enumerate() {
            for at in from..from + CHOOSE[place][size - 1] as usize {
                list.push(list[at] | element);
            }
        }
    }
}

/// How many sets have less than so many elements.
pub fn fewer(elements: usize, size: usize) -> usize {
    FEWER[elements][size] as usize
}

/// One bit for each member.
pub fn single(set: u64) -> impl Iterator<Item = u64> {
    members(set).map(|at| 1 << at)
}

/// The ranks of sets of triples among those of some.
#[derive(Clone, Debug)]
pub struct Choices {
    /// The number of triples.
    pub count: usize,
    places: [u8; 35],
    ranks: Ranks,
}

impl Choices {
    /// Of these triples.
    pub fn new(within: u64) -> Choices {
        let mut places = [0; 35];
        for (at, t) in members(within).enumerate() {
            places[t] = at as u8;
        }
        Choices { count: within.count_ones() as usize, places, ranks: Ranks::new() }
    }

    /// One bit for a triple, by its place among these.
    #[inline]
    pub fn bit(&self, triple: usize) -> u64 {
        1 << self.places[triple]
    }

    /// The rank of a set whose bits are places.
    #[inline]
    pub fn placed(&self, set: u64) -> usize {
        self.ranks.place(self.count, set)
    }

    /// The rank of a set.
    #[inline]
    pub fn rank(&self, set: u64) -> usize {
        self.placed(members(set).fold(0, |all, t| all | self.bit(t)))
    }
}

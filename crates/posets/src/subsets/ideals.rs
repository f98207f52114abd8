//! Counts of the downsets of P(n, k), by size: all of them, and up to permutations of the coordinates.
//!
//! The downsets C of a class and their maximal elements m are the pairs (C, m), as many as the pairs (D, y) with D + y
//! in the class. So |orbit of C| * (number of maximal elements of C) is the sum, over all classes D and the y with
//! D + y in the class of C, of |orbit of D|; no automorphisms are needed.

use super::downset::{maximal, truncated};
use super::engine::{Options, Task, run};
use super::error::Error;
use super::permute::Route;
use super::recursion::{ClassTally, Payload, Recursion, Space};
use super::space::Subsets;
use sprague_limits::Handle;

/// One size of downsets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelCount {
    /// Downsets up to permutations of the coordinates.
    pub classes: u64,
    /// All downsets.
    pub downsets: u64,
}

/// How many downsets there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdealCounts {
    /// By size, from the empty downset to the whole.
    pub levels: Vec<LevelCount>,
}

impl IdealCounts {
    /// Classes of all sizes.
    pub fn classes(&self) -> u64 {
        self.levels.iter().map(|level| level.classes).sum()
    }

    /// Downsets of all sizes; for B(n) the Dedekind number M(n).
    pub fn downsets(&self) -> u64 {
        self.levels.iter().map(|level| level.downsets).sum()
    }
}

/// |orbit| * (number of maximal elements).
struct Orbits;

impl Payload for u64 {
    const EMPTY: u64 = 0;

    fn words(_size: u32) -> usize {
        1
    }

    fn encode(&self, words: &mut [u64]) {
        words[0] = *self;
    }

    fn decode(words: &[u64]) -> u64 {
        words[0]
    }
}

impl Recursion<Subsets> for Orbits {
    type Payload = u64;
    type Push = u64;
    type Work = u64;
    type Narrow = Self;
    const NAME: &'static str = "orbits";

    fn narrow(&self) -> &Self {
        self
    }

    fn prepare(&self, _space: &Subsets, d: u128, pairs: &u64, tally: &mut ClassTally) -> u64 {
        let maximal = u64::from(maximal(d).count_ones());
        // Downsets, and classes where the division fails, of which there are none.
        tally.counts.resize(2, 0);
        tally.counts[0] += pairs / maximal;
        tally.counts[1] += u64::from(!pairs.is_multiple_of(maximal));
        pairs / maximal
    }

    fn contribute(
        &self,
        orbit: &u64,
        _y: u32,
        _route: &Route,
        mut push: impl FnMut(u64) -> Result<(), Error>,
    ) -> Result<(), Error> {
        push(*orbit)
    }

    fn take(&self, into: &mut u64, _code: u64, from: &u64) -> bool {
        into.checked_add(*from).map(|sum| *into = sum).is_some()
    }

    fn merge(&self, into: &mut u64, from: &u64) -> bool {
        into.checked_add(*from).map(|sum| *into = sum).is_some()
    }
}

/// The downsets of P(n, k), n at most 7, by size.
pub fn count(n: u32, k: u32, options: Options, handle: &Handle) -> Result<IdealCounts, Error> {
    Subsets::check(n)?;
    let whole = truncated(n, k.min(n));
    let space = Subsets::symmetric(n, whole);
    let identity = format!("of P({n},{k})");
    let task = Task { start: vec![(1, 1)], first: 1, last: whole.count_ones(), identity, watched: Vec::new() };
    run(&space, &Orbits, &task, options, handle, |end| {
        let mut last = ClassTally { classes: end.level.len() as u64, ..ClassTally::default() };
        for (key, pairs) in end.level.records() {
            Orbits.prepare(&space, Subsets::class(key), pairs, &mut last);
        }
        let mut levels = vec![LevelCount { classes: 1, downsets: 1 }];
        for tally in end.tallies.iter().chain([&last]) {
            if tally.counts[1] > 0 {
                return Err(Error::Inexact);
            }
            levels.push(LevelCount { classes: tally.classes, downsets: tally.counts[0] });
        }
        Ok(IdealCounts { levels })
    })
}

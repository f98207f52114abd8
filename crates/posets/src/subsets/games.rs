//! Chomp on downsets of subsets ("subset takeaway"): the payloads of the push engine for outcomes and nim-values.
//!
//! A move takes a nonempty element `x` of the downset D and everything above it. If `x < m` and `m` is maximal in D,
//! then D minus up(x) is (D - m) minus up(x). So a class carries the map x -> value(D minus up(x)), and the map of
//! C = D + y takes the entries of the `x < y` from D, and at `y` the value of D itself; over all pushes into C it
//! becomes complete up to automorphisms of C (docs/downsets.md has the proof). Outcomes need one bit an element; for
//! nim-values six bit planes hold value + 1, with 0 for an entry that no push has brought.
//!
//! Outcomes leave out the pushes that say nothing, but for one of them a class, so that no class is missed.

use super::canon::{Keys, MEMBERS};
use super::downset::{BELOW, LAYER, bits};
use super::permute::Route;
use super::recursion::{ClassTally, Payload, Recursion};
use super::space::Subsets;

impl Payload for u128 {
    const EMPTY: u128 = 0;
    const WORDS: usize = 2;

    fn encode(&self, words: &mut [u64]) {
        (words[0], words[1]) = (*self as u64, (*self >> 64) as u64);
    }

    fn decode(words: &[u64]) -> u128 {
        u128::from(words[0]) | u128::from(words[1]) << 64
    }
}

/// Who wins. The payload is the set of moves that leave a loss.
#[derive(Clone, Copy, Debug, Default)]
pub struct WinLoss {
    /// Push everything, for tests.
    pub exhaustive: bool,
}

/// A class ready to be pushed, for outcomes.
pub struct WinsSoFar {
    wins: u128,
    /// The elements of the largest size.
    top: u128,
    top_size: u32,
}

impl Recursion<Subsets> for WinLoss {
    type Payload = u128;
    type Work = WinsSoFar;
    const NAME: &'static str = "outcomes";

    #[inline]
    fn prepare(&self, _space: &Subsets, d: u128, &wins: &u128, tally: &mut ClassTally) -> WinsSoFar {
        tally.count(usize::from(wins != 0), d);
        let top_size = (0..8).rev().find(|&size| d & LAYER[size] != 0).unwrap_or(0);
        WinsSoFar { wins, top: d & LAYER[top_size], top_size: top_size as u32 }
    }

    #[inline]
    fn wanted(&self, _d: u128, work: &WinsSoFar, y: u32, keys: &Keys) -> bool {
        if work.wins == 0 || work.wins & BELOW[y as usize] != 0 || self.exhaustive {
            return true;
        }
        let size = y.count_ones();
        if size != work.top_size {
            return size > work.top_size;
        }
        // A sum without branches: which coordinates are in z comes from a table.
        let score = |z: u32| {
            let mask = &MEMBERS[z as usize];
            (0..8).fold(0u32, |sum, i| sum.wrapping_add(keys[i] & mask[i]))
        };
        let own = score(y);
        bits(work.top).all(|z| score(z) <= own)
    }

    #[inline]
    fn contribution(&self, _d: u128, work: &WinsSoFar, y: u32) -> Option<u128> {
        Some(work.wins & BELOW[y as usize] | u128::from(work.wins == 0) << y)
    }

    #[inline]
    fn carry(&self, wins: u128, route: &Route) -> u128 {
        if wins == 0 { 0 } else { route.apply(wins) }
    }

    #[inline]
    fn merge(&self, into: &mut u128, from: &u128) -> bool {
        *into |= from;
        true
    }
}

/// Bit planes of value + 1, the lowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NimPlanes(pub [u128; 6]);

impl NimPlanes {
    /// The largest value that fits.
    pub(crate) const LARGEST: u32 = 62;

    /// The value stored at `x`, if one has been brought.
    pub(crate) fn value(&self, x: u32) -> Option<u32> {
        let code = (0..6).fold(0, |code, p| code | ((self.0[p] >> x & 1) as u32) << p);
        code.checked_sub(1)
    }

    /// The smallest value that is stored nowhere.
    #[inline]
    pub(crate) fn mex(&self) -> u32 {
        (0..=NimPlanes::LARGEST).find(|value| self.holds(value + 1) == 0).unwrap_or(NimPlanes::LARGEST + 1)
    }

    /// Where this code is stored.
    #[inline]
    fn holds(&self, code: u32) -> u128 {
        (0..6).fold(u128::MAX, |all, p| all & if code >> p & 1 == 1 { self.0[p] } else { !self.0[p] })
    }
}

impl Payload for NimPlanes {
    const EMPTY: NimPlanes = NimPlanes([0; 6]);
    const WORDS: usize = 12;

    fn encode(&self, words: &mut [u64]) {
        for (plane, pair) in self.0.iter().zip(words.chunks_exact_mut(2)) {
            plane.encode(pair);
        }
    }

    fn decode(words: &[u64]) -> NimPlanes {
        NimPlanes(std::array::from_fn(|p| u128::decode(&words[2 * p..2 * p + 2])))
    }
}

/// Nim-values.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grundy;

impl Recursion<Subsets> for Grundy {
    type Payload = NimPlanes;
    type Work = (NimPlanes, u32);
    const NAME: &'static str = "nim-values";

    #[inline]
    fn prepare(&self, _space: &Subsets, d: u128, planes: &NimPlanes, tally: &mut ClassTally) -> (NimPlanes, u32) {
        let value = planes.mex();
        tally.count(value as usize, d);
        (*planes, value)
    }

    #[inline]
    fn contribution(&self, _d: u128, (planes, value): &(NimPlanes, u32), y: u32) -> Option<NimPlanes> {
        if *value > NimPlanes::LARGEST {
            return None;
        }
        let code = u128::from(value + 1);
        Some(NimPlanes(std::array::from_fn(|p| planes.0[p] & BELOW[y as usize] | (code >> p & 1) << y)))
    }

    #[inline]
    fn carry(&self, planes: NimPlanes, route: &Route) -> NimPlanes {
        NimPlanes(planes.0.map(|plane| if plane == 0 { 0 } else { route.apply(plane) }))
    }

    #[inline]
    fn merge(&self, into: &mut NimPlanes, from: &NimPlanes) -> bool {
        for (plane, more) in into.0.iter_mut().zip(&from.0) {
            *plane |= more;
        }
        true
    }
}

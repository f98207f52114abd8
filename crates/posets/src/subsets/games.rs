//! Chomp on downsets of subsets ("subset takeaway"): what a class carries along, and who wins.
//!
//! A move takes a nonempty element `x` of the downset D and everything above it. If `x < m` and `m` is maximal in D,
//! then D minus up(x) is (D - m) minus up(x). So a class carries the map x -> value(D minus up(x)), and the map of
//! C = D + y takes the entries of the `x < y` from D, and at `y` the value of D itself; over all pushes into C it
//! becomes complete up to automorphisms of C (docs/downsets.md has the proof). Outcomes need one bit an element, and leave out
//! pushes that say nothing new (`skip`); nim-values stand in `values` and, of sets of up to three elements, in `codes`.

use super::canon::Keys;
use super::downset::BELOW;
use super::error::Error;
use super::permute::{Half, Route, Word, half};
use super::recursion::{ClassTally, Payload, Recursion, Space};
use super::skip::Ranks;

impl Payload for u128 {
    type Class = u128;
    const EMPTY: u128 = 0;

    fn words(_size: u32) -> usize {
        2
    }

    fn encode(&self, words: &mut [u64]) {
        (words[0], words[1]) = (*self as u64, (*self >> 64) as u64);
    }

    fn decode(words: &[u64]) -> u128 {
        u128::from(words[0]) | u128::from(words[1]) << 64
    }
}

impl Payload for Half {
    type Class = Half;
    const EMPTY: Half = Half::NONE;

    fn words(_size: u32) -> usize {
        1
    }

    fn encode(&self, words: &mut [u64]) {
        words[0] = self.0;
    }

    fn decode(words: &[u64]) -> Half {
        Half(words[0])
    }
}

/// Who wins. The payload is the set of moves that leave a loss.
#[derive(Clone, Copy, Debug, Default)]
pub struct WinLoss {
    /// Push everything, for tests.
    pub exhaustive: bool,
}

/// A family of moves, kept with a class that takes as much room.
pub trait Moves: Word + Payload<Class = Self> {
    /// What the computation is called.
    const NAME: &'static str;
    /// What is pushed over `y` by a class with these winning moves, in its own coordinates.
    fn pushed(self, y: u32) -> Self;
    /// Both together.
    fn join(self, other: Self) -> Self;
}

impl Moves for u128 {
    const NAME: &'static str = "winning moves";

    #[inline]
    fn pushed(self, y: u32) -> u128 {
        if self == 0 { 1 << y } else { self & BELOW[y as usize] }
    }

    #[inline]
    fn join(self, other: u128) -> u128 {
        self | other
    }
}

impl Moves for Half {
    const NAME: &'static str = "winning moves in half of the places";

    #[inline]
    fn pushed(self, y: u32) -> Half {
        const BELOW: [u64; 128] = {
            let (mut table, mut y) = ([0; 128], 0);
            while y < 128 {
                let mut x = 0;
                while x <= y {
                    if x & y == x {
                        table[y as usize] |= 1 << half(x);
                    }
                    x += 1;
                }
                y += 1;
            }
            table
        };
        Half(if self.0 == 0 { 1 << (half(y) & 63) } else { self.0 & BELOW[y as usize] })
    }

    #[inline]
    fn join(self, other: Half) -> Half {
        Half(self.0 | other.0)
    }
}

/// A class ready to be pushed, for outcomes.
pub struct WinsSoFar<W> {
    stored: W,
    wins: u128,
    ranks: Ranks,
}

impl<S: Space<Keys = Keys, Route = Route>> Recursion<S> for WinLoss
where
    S::Class: Moves,
{
    type Payload = S::Class;
    type Push = S::Class;
    type Work = WinsSoFar<S::Class>;
    type Narrow = Self;
    const NAME: &'static str = <S::Class as Moves>::NAME;

    fn narrow(&self) -> &Self {
        self
    }

    #[inline]
    fn prepare(&self, _space: &S, d: u128, &stored: &S::Class, tally: &mut ClassTally) -> Self::Work {
        tally.count(usize::from(stored != Word::NONE), d);
        WinsSoFar { stored, wins: stored.word(), ranks: Ranks::new(d) }
    }

    #[inline]
    fn promising(&self, work: &Self::Work, y: u32) -> bool {
        let below = work.wins & BELOW[y as usize];
        work.wins == 0
            || self.exhaustive
            || if below == 0 { work.ranks.may_be_first(y) } else { work.ranks.may_be_first_above(y, below) }
    }

    #[inline]
    fn wanted(&self, work: &Self::Work, y: u32, keys: &Keys) -> bool {
        let below = work.wins & BELOW[y as usize];
        work.wins == 0
            || self.exhaustive
            || if below == 0 { work.ranks.is_first(y, keys) } else { work.ranks.is_first_above(y, keys, below) }
    }

    #[inline]
    fn contribute(
        &self,
        work: &Self::Work,
        y: u32,
        route: &Route,
        mut push: impl FnMut(S::Class) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let pushed = work.stored.pushed(y);
        push(if pushed == Word::NONE { pushed } else { pushed.carried(route) })
    }

    #[inline]
    fn take(&self, into: &mut S::Class, _class: S::Class, from: &S::Class) -> bool {
        *into = into.join(*from);
        true
    }

    fn merge(&self, into: &mut S::Class, from: &S::Class) -> bool {
        *into = into.join(*from);
        true
    }
}

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

/// A family of moves in so many words, the lowest first.
impl<const L: usize> Payload for [u64; L] {
    const EMPTY: [u64; L] = [0; L];

    fn words(_size: u32) -> usize {
        L
    }

    fn encode(&self, words: &mut [u64]) {
        words.copy_from_slice(self);
    }

    fn decode(words: &[u64]) -> [u64; L] {
        std::array::from_fn(|i| words[i])
    }
}

/// Who wins. The payload is the set of moves that leave a loss.
#[derive(Clone, Copy, Debug, Default)]
pub struct WinLoss {
    /// Push everything, for tests.
    pub exhaustive: bool,
}

/// A family of moves.
pub trait Moves: Word {
    /// The same as it is kept with a class.
    type Kept: Payload + AsMut<[u64]> + AsRef<[u64]>;
    /// What the computation is called.
    const NAME: &'static str;
    /// What is kept.
    fn kept(self) -> Self::Kept;
    /// Of what is kept.
    fn read(kept: Self::Kept) -> Self;
    /// What is pushed over `y` by a class with these winning moves, in its own coordinates.
    fn pushed(self, y: u32) -> Self;
}

impl Moves for u128 {
    /// In words of 64 bits, which take no room to be aligned.
    type Kept = [u64; 2];
    const NAME: &'static str = "winning moves";

    #[inline]
    fn kept(self) -> [u64; 2] {
        [self as u64, (self >> 64) as u64]
    }

    #[inline]
    fn read([low, high]: [u64; 2]) -> u128 {
        u128::from(low) | u128::from(high) << 64
    }

    #[inline]
    fn pushed(self, y: u32) -> u128 {
        if self == 0 { 1 << y } else { self & BELOW[y as usize] }
    }
}

impl Moves for Half {
    type Kept = [u64; 1];
    const NAME: &'static str = "winning moves in half of the places";

    #[inline]
    fn kept(self) -> [u64; 1] {
        [self.0]
    }

    #[inline]
    fn read([moves]: [u64; 1]) -> Half {
        Half(moves)
    }

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
    type Payload = <S::Class as Moves>::Kept;
    type Push = <S::Class as Moves>::Kept;
    type Work = WinsSoFar<S::Class>;
    type Narrow = Self;
    const NAME: &'static str = <S::Class as Moves>::NAME;

    fn narrow(&self) -> &Self {
        self
    }

    #[inline]
    fn prepare(&self, _space: &S, d: u128, &kept: &Self::Payload, tally: &mut ClassTally) -> Self::Work {
        let stored = S::Class::read(kept);
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
        mut push: impl FnMut(Self::Push) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let pushed = work.stored.pushed(y);
        push(if pushed == Word::NONE { pushed } else { pushed.carried(route) }.kept())
    }

    #[inline]
    fn take(&self, into: &mut Self::Payload, _code: u64, from: &Self::Payload) -> bool {
        into.as_mut().iter_mut().zip(from.as_ref()).for_each(|(word, more)| *word |= more);
        true
    }

    fn merge(&self, into: &mut Self::Payload, from: &Self::Payload) -> bool {
        Recursion::<S>::take(self, into, 0, from)
    }
}

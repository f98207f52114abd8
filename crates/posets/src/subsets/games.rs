//! Chomp on downsets of subsets ("subset takeaway"): the payloads of the push engine for outcomes and nim-values.
//!
//! A move takes a nonempty element `x` of the downset D and everything above it. If `x < m` and `m` is maximal in D,
//! then D minus up(x) is (D - m) minus up(x). So a class carries the map x -> value(D minus up(x)), and the map of
//! C = D + y takes the entries of the `x < y` from D, and at `y` the value of D itself; over all pushes into C it
//! becomes complete up to automorphisms of C (docs/downsets.md has the proof). Outcomes need one bit an element; for
//! nim-values six bit planes hold value + 1, with 0 for an entry that no push has brought.
//!
//! Outcomes leave out pushes that say nothing new (`skip`).

use super::canon::Keys;
use super::downset::BELOW;
use super::permute::{Half, Route, Word, half};
use super::recursion::{ClassTally, Payload, Recursion, Space};
use super::skip::Ranks;
use super::space::Subsets;
use std::marker::PhantomData;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

impl Payload for u128 {
    type Class = u128;
    const EMPTY: u128 = 0;
    const WORDS: usize = 2;

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
    const WORDS: usize = 1;

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
    const NAME: &'static str = <S::Class as Moves>::NAME;

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
    fn contribution(&self, _d: u128, work: &Self::Work, y: u32, route: &Route) -> Option<S::Class> {
        let pushed = work.stored.pushed(y);
        Some(if pushed == Word::NONE { pushed } else { pushed.carried(route) })
    }

    #[inline]
    fn take(&self, into: &mut S::Class, from: &S::Class) -> bool {
        *into = into.join(*from);
        true
    }

    fn merge(&self, into: &mut S::Class, from: &S::Class) -> bool {
        *into = into.join(*from);
        true
    }
}

/// A family of elements, in a word.
pub(crate) trait Family:
    Payload + PartialEq + Not<Output = Self> + BitAnd<Output = Self> + BitOr<Output = Self> + BitOrAssign
{
    /// What the computation is called.
    const NAME: &'static str;
    /// The elements below `y`, itself included.
    fn below(y: u32) -> Self;
    /// One element.
    fn one(x: u32) -> Self;
    /// The image.
    fn carried(self, route: &Route) -> Self;
}

impl Family for u128 {
    const NAME: &'static str = "nim-values";

    #[inline]
    fn below(y: u32) -> u128 {
        BELOW[y as usize]
    }

    #[inline]
    fn one(x: u32) -> u128 {
        1 << x
    }

    #[inline]
    fn carried(self, route: &Route) -> u128 {
        route.apply(self)
    }
}

/// Subsets of six coordinates.
impl Family for u64 {
    const NAME: &'static str = "nim-values in half of the places";

    #[inline]
    fn below(y: u32) -> u64 {
        BELOW[y as usize] as u64
    }

    #[inline]
    fn one(x: u32) -> u64 {
        1 << x
    }

    #[inline]
    fn carried(self, route: &Route) -> u64 {
        route.apply_low(self)
    }
}

/// Bit planes of value + 1, the lowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NimPlanes<F>(pub [F; 6]);

/// The largest value that fits.
const LARGEST: u32 = 62;

impl<F: Family> NimPlanes<F> {
    /// The value stored at `x`, if one has been brought.
    pub(crate) fn value(&self, x: u32) -> Option<u32> {
        let code = (0..6).fold(0, |code, p| code | u32::from(self.0[p] & F::one(x) != F::EMPTY) << p);
        code.checked_sub(1)
    }

    /// The smallest value that is stored nowhere.
    #[inline]
    pub(crate) fn mex(&self) -> u32 {
        (0..=LARGEST).find(|value| self.holds(value + 1) == F::EMPTY).unwrap_or(LARGEST + 1)
    }

    /// Where this code is stored.
    #[inline]
    fn holds(&self, code: u32) -> F {
        (0..6).fold(!F::EMPTY, |all, p| all & if code >> p & 1 == 1 { self.0[p] } else { !self.0[p] })
    }

    /// The image.
    #[inline]
    pub(crate) fn carried(self, route: &Route) -> Self {
        NimPlanes(self.0.map(|plane| if plane == F::EMPTY { plane } else { plane.carried(route) }))
    }

    /// With the values of another one.
    #[inline]
    pub(crate) fn merge(&mut self, from: &Self) {
        for (plane, more) in self.0.iter_mut().zip(from.0) {
            *plane |= more;
        }
    }
}

impl<F: Family> Payload for NimPlanes<F> {
    type Class = u128;
    const EMPTY: Self = NimPlanes([F::EMPTY; 6]);
    const WORDS: usize = 6 * F::WORDS;

    fn encode(&self, words: &mut [u64]) {
        for (plane, part) in self.0.iter().zip(words.chunks_exact_mut(F::WORDS)) {
            plane.encode(part);
        }
    }

    fn decode(words: &[u64]) -> Self {
        NimPlanes(std::array::from_fn(|p| F::decode(&words[F::WORDS * p..F::WORDS * (p + 1)])))
    }
}

/// Nim-values, with planes of these words.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grundy<F>(pub PhantomData<F>);

impl<F: Family> Recursion<Subsets> for Grundy<F> {
    type Payload = NimPlanes<F>;
    type Push = NimPlanes<F>;
    type Work = (NimPlanes<F>, u32);
    const NAME: &'static str = F::NAME;

    #[inline]
    fn prepare(&self, _space: &Subsets, d: u128, planes: &NimPlanes<F>, tally: &mut ClassTally) -> Self::Work {
        let value = planes.mex();
        tally.count(value as usize, d);
        (*planes, value)
    }

    #[inline]
    fn contribution(&self, _d: u128, (planes, value): &Self::Work, y: u32, route: &Route) -> Option<NimPlanes<F>> {
        if *value > LARGEST {
            return None;
        }
        let (code, below, own) = (value + 1, F::below(y), F::one(y));
        let plane = |p| planes.0[p] & below | if code >> p & 1 == 1 { own } else { F::EMPTY };
        Some(NimPlanes(std::array::from_fn(plane)).carried(route))
    }

    #[inline]
    fn take(&self, into: &mut NimPlanes<F>, from: &NimPlanes<F>) -> bool {
        into.merge(from);
        true
    }

    fn merge(&self, into: &mut NimPlanes<F>, from: &NimPlanes<F>) -> bool {
        into.merge(from);
        true
    }
}

//! Nim-values of Chomp: what a class carries along, and what it pushes.
//!
//! A class has value + 1 for each of its elements, six bits each, and 0 where no push has brought it. A push over an element y brings the values at
//! y and at all below it. These are the subsets of y: sixteen of them at a time, those between some set and that set with the same four
//! coordinates more, fit into two words with the set and the four coordinates, as the class has them that is pushed into. Most elements that are added
//! have no more than four coordinates.

use super::error::Error;
use super::permute::{Order, Route, image};
use super::recursion::{ClassTally, Payload, Recursion};
use super::space::Subsets;

/// Bits of a code.
const WIDTH: u32 = 6;
/// The largest value that fits. None of seven coordinates is above 44.
const LARGEST: u32 = (1 << WIDTH) - 2;
/// Words for six coordinates.
pub(super) const SIX: usize = 6;
/// Words for seven.
pub(super) const SEVEN: usize = 2 * SIX;

/// Coordinates of the sets that come together.
const CUBE: u32 = 4;
/// How many these are.
const CORNERS: usize = 1 << CUBE;

/// The codes at all elements: their four lower bits in two thirds of the words, their two higher ones in the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Values<const L: usize>([u64; L]);

impl<const L: usize> Values<L> {
    /// The words where the two parts of the code of an element stand, each with its bit.
    #[inline]
    fn places(x: u32) -> [(usize, u32); 2] {
        let x = x & (64 * (L / SIX) as u32 - 1);
        [(x as usize / 16, x % 16 * 4), (2 * L / 3 + x as usize / 32, x % 32 * 2)]
    }

    #[inline]
    fn code(&self, x: u32) -> u64 {
        let [low, high] = Self::places(x);
        self.0[low.0] >> low.1 & 15 | (self.0[high.0] >> high.1 & 3) << 4
    }

    #[inline]
    fn set(&mut self, x: u32, code: u64) {
        let [low, high] = Self::places(x);
        self.0[low.0] |= (code & 15) << low.1;
        self.0[high.0] |= (code >> 4) << high.1;
    }

    /// The value stored at an element, if one has been brought.
    pub(crate) fn value(&self, x: u32) -> Option<u32> {
        (self.code(x) as u32).checked_sub(1)
    }

    /// The smallest value that is stored nowhere.
    pub(crate) fn mex(&self) -> u32 {
        self.unpacked().1
    }

    /// All codes, and the smallest value that is stored nowhere.
    #[inline]
    fn unpacked(&self) -> ([u8; 128], u32) {
        let (mut codes, mut seen) = ([0; 128], 0_u64);
        let (low, high) = self.0.split_at(2 * L / 3);
        for (at, (codes, word)) in codes.chunks_exact_mut(16).zip(low).enumerate() {
            let high = high[at / 2] >> (32 * (at % 2));
            for (at, code) in codes.iter_mut().enumerate() {
                *code = (word >> (4 * at) & 15 | (high >> (2 * at) & 3) << 4) as u8;
                seen |= 1 << *code;
            }
        }
        (codes, (seen >> 1).trailing_ones())
    }

    /// With the values of another one.
    #[inline]
    pub(crate) fn merge(&mut self, from: &Self) {
        for (word, more) in self.0.iter_mut().zip(from.0) {
            *word |= more;
        }
    }

    /// The image.
    pub(crate) fn carried(&self, order: &Order) -> Self {
        let mut all = Values([0; L]);
        for x in 1..32 * L as u32 / 3 {
            all.set(image(x, order), self.code(x));
        }
        all
    }
}

impl<const L: usize> Payload for Values<L> {
    type Class = u128;
    const EMPTY: Self = Values([0; L]);
    const WORDS: usize = L;

    #[inline]
    fn far(&self) -> u64 {
        self.0[L / 2] ^ self.0[L - 1]
    }

    fn encode(&self, words: &mut [u64]) {
        words.copy_from_slice(&self.0);
    }

    fn decode(words: &[u64]) -> Self {
        Values(std::array::from_fn(|i| words[i]))
    }
}

/// What is pushed: the codes at sixteen elements at most, eight in each word, lowest first; behind those of the first where four coordinates go, three bits
/// each, behind the others the set that the elements have beside these. Where there are fewer coordinates the codes beyond are 0, so that any place will do.
#[derive(Clone, Copy)]
pub(crate) struct Piece([u64; 2]);

/// Bits of the codes in a word.
const HALF: u32 = WIDTH * CORNERS as u32 / 2;

/// The bits of the codes that there are, where there are so many of the four coordinates.
const THERE: [[u64; 2]; CUBE as usize + 1] = {
    const ALL: u64 = (1 << HALF) - 1;
    [[(1 << WIDTH) - 1, 0], [(1 << (2 * WIDTH)) - 1, 0], [(1 << (4 * WIDTH)) - 1, 0], [ALL, 0], [ALL, ALL]]
};

/// The sums of all subfamilies of four sets, which have nothing in common.
#[inline(always)]
fn corners(sets: [u32; CUBE as usize]) -> [u32; CORNERS] {
    std::array::from_fn(|corner| {
        sets.iter().enumerate().fold(0, |sum, (i, set)| if corner >> i & 1 == 1 { sum | set } else { sum })
    })
}

/// Nim-values, in so many words.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NimValues<const L: usize>;

impl<const L: usize> Recursion<Subsets> for NimValues<L> {
    type Payload = Values<L>;
    type Push = Piece;
    type Work = ([u8; 128], u32);
    const NAME: &'static str = if L > SIX { "nim-values of seven" } else { "nim-values of six" };

    #[inline]
    fn prepare(&self, _space: &Subsets, d: u128, values: &Values<L>, tally: &mut ClassTally) -> Self::Work {
        let (codes, value) = values.unpacked();
        tally.count(value as usize, d);
        (codes, value)
    }

    #[inline]
    fn contribute(
        &self,
        (codes, value): &Self::Work,
        y: u32,
        route: &Route,
        mut push: impl FnMut(Piece) -> Result<(), Error>,
    ) -> Result<(), Error> {
        if *value > LARGEST {
            return Err(Error::Overflow);
        }
        let (mut rest, mut places) = (y, 0);
        let sets = std::array::from_fn(|i| {
            let set = rest & rest.wrapping_neg();
            rest ^= set;
            places |= (route.place(set.trailing_zeros()) as u64) << (HALF + 3 * i as u32);
            set
        });
        let elements = corners(sets);
        let coordinates = (y ^ rest).count_ones() as usize;
        let (there, last) = (THERE[coordinates], (1 << coordinates) - 1);
        let mut base = 0;
        loop {
            let code = |corner: usize| u64::from(codes[(elements[corner] | base) as usize & 127]);
            let half = |from: usize| (0..8).fold(0, |all, i| all | code(from + i) << (WIDTH * i as u32));
            let mut piece = [half(0) & there[0], half(8) & there[1]];
            if base == rest {
                // At y itself.
                piece[last / 8] |= u64::from(value + 1) << (WIDTH * (last % 8) as u32);
            }
            piece[0] |= places;
            piece[1] |= u64::from(route.image(base)) << HALF;
            push(Piece(piece))?;
            base = base.wrapping_sub(rest) & rest;
            if base == 0 {
                return Ok(());
            }
        }
    }

    #[inline]
    fn take(&self, into: &mut Values<L>, &Piece(piece): &Piece) -> bool {
        let set = |i: u32| 1 << (piece[0] >> (HALF + 3 * i) & 7);
        let base = (piece[1] >> HALF) as u32;
        for (corner, element) in corners([set(0), set(1), set(2), set(3)]).into_iter().enumerate() {
            into.set(element | base, piece[corner / 8] >> (WIDTH * (corner as u32 % 8)) & ((1 << WIDTH) - 1));
        }
        true
    }

    fn merge(&self, into: &mut Values<L>, from: &Values<L>) -> bool {
        into.merge(from);
        true
    }
}

//! Nim-values of Chomp: what a class carries along, and what it pushes.
//!
//! A class has value + 1 for each of its elements, six bits each, and 0 where no push has brought it. They stand in the order of the elements
//! ([`super::numbering`]), so that a class of few elements takes few words. A push over an element y brings the values at
//! y and at all below it. These are the subsets of y: sixteen of them at a time, those between some set and that set with the same four
//! coordinates more, fit into two words with the set and the four coordinates, as the class has them that is pushed into. Most elements that are added
//! have no more than four coordinates.

use super::error::Error;
use super::numbering::Numbering;
use super::permute::Route;
use super::recursion::{ClassTally, Payload, Recursion, Space};
use super::space::Subsets;

/// Bits of a code.
const WIDTH: u32 = 6;
/// Codes in a word.
const ROW: usize = 10;
/// The largest value that fits. None of seven coordinates is above 44.
const LARGEST: u32 = (1 << WIDTH) - 2;
/// Words for all elements there are.
pub const ALL: usize = 13;
/// Words for levels up to somewhere above the middle, where there are most classes, of seven coordinates.
pub const SEVEN: usize = 8;
/// The same for fewer coordinates.
pub const SIX: usize = 4;

/// Where the codes are in so many words: the word, and the bit where one begins. Codes that come after one another are in different words, which are
/// changed without waiting for each other.
fn places(words: usize) -> impl Iterator<Item = (usize, u32)> {
    (0..ROW as u32).flat_map(move |row| (0..words).map(move |word| (word, row * WIDTH)))
}

/// Coordinates of the sets that come together.
const CUBE: u32 = 4;
/// How many these are.
const CORNERS: usize = 1 << CUBE;

/// The codes at the elements of a class, in their order. Classes of so few elements that `N` words are enough for them are written in `N`, whatever
/// they are kept in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Values<const L: usize, const N: usize>([u64; L]);

impl<const L: usize, const N: usize> Values<L, N> {
    /// The same as a table. The places beyond are not needed: what comes there is 0.
    const PLACES: [(u8, u8); 128] = {
        let (mut table, mut at) = ([(0, 0); 128], 0);
        while at < ROW * L && at < 128 {
            table[at] = ((at % L) as u8, (at / L) as u8 * WIDTH as u8);
            at += 1;
        }
        table
    };

    /// Puts the code of an element where none has been, or the same.
    #[inline]
    pub fn set(&mut self, numbering: &Numbering, x: u32, code: u64) {
        let (word, bit) = Self::PLACES[numbering.of(x) % 128];
        if let Some(word) = self.0.get_mut(usize::from(word)) {
            *word |= code << (bit & 63);
        }
    }

    /// All codes, each at its element, and the smallest value that is stored nowhere.
    #[inline]
    pub fn unpacked(&self, class: u128) -> ([u8; 128], u32) {
        let (mut codes, mut seen) = ([0; 128], 0_u64);
        let mut places = Self::PLACES.iter();
        for (mut elements, first) in [(class as u64 & !1, 0), ((class >> 64) as u64, 64)] {
            while elements != 0
                && let Some((word, bit)) = places.next()
            {
                let code = (self.0[usize::from(*word)] >> (bit & 63) & 63) as u8;
                codes[(elements.trailing_zeros() & 63) as usize | first] = code;
                seen |= 1 << code;
                elements &= elements - 1;
            }
        }
        (codes, (seen >> 1).trailing_ones())
    }
}

/// Codes in so many words, put into so many others.
fn rewritten(from: &[u64], into: &mut [u64]) {
    if from.len() == into.len() {
        return into.copy_from_slice(from);
    }
    into.fill(0);
    for ((old, from_bit), (new, into_bit)) in places(from.len()).zip(places(into.len())) {
        into[new] |= (from[old] >> from_bit & ((1 << WIDTH) - 1)) << into_bit;
    }
}

impl<const L: usize, const N: usize> Payload for Values<L, N> {
    const EMPTY: Self = Values([0; L]);

    fn words(size: u32) -> usize {
        if size <= last(N) { N } else { ALL }
    }

    #[inline]
    fn far(&self) -> u64 {
        self.0[L / 2] ^ self.0[L - 1]
    }

    fn encode(&self, words: &mut [u64]) {
        rewritten(&self.0, words);
    }

    fn decode(words: &[u64]) -> Self {
        let mut values = Self::EMPTY;
        rewritten(words, &mut values.0);
        values
    }
}

/// What is pushed: the codes at sixteen elements at most, eight in each word, lowest first; behind those of the first where four coordinates go, three bits
/// each, behind the others the set that the elements have beside these. Where there are fewer coordinates the codes beyond are 0, so that any place will do.
#[derive(Clone, Copy)]
pub struct Piece([u64; 2]);

/// Bits of the codes in a word.
const HALF: u32 = WIDTH * CORNERS as u32 / 2;

/// The bits of the codes that there are, where there are so many of the four coordinates.
const THERE: [[u64; 2]; CUBE as usize + 1] = {
    const ALL: u64 = (1 << HALF) - 1;
    [[(1 << WIDTH) - 1, 0], [(1 << (2 * WIDTH)) - 1, 0], [(1 << (4 * WIDTH)) - 1, 0], [ALL, 0], [ALL, ALL]]
};

/// The sums of all subfamilies of three sets, which have nothing in common.
#[inline(always)]
fn corners(sets: [u32; CUBE as usize - 1]) -> [u32; CORNERS / 2] {
    std::array::from_fn(|corner| {
        sets.iter().enumerate().fold(0, |sum, (i, set)| if corner >> i & 1 == 1 { sum | set } else { sum })
    })
}

/// The last level for which so many words are enough: the empty set counts and has no code.
pub const fn last(words: usize) -> u32 {
    (ROW * words) as u32 + 1
}

/// Nim-values in `L` words, with `N` enough up to the level [`last`]`(N)`.
#[derive(Clone, Copy, Debug)]
pub struct NimValues<const L: usize, const N: usize>;

impl<const L: usize, const N: usize> Recursion<Subsets> for NimValues<L, N> {
    type Payload = Values<L, N>;
    type Push = Piece;
    type Work = ([u8; 128], u32);
    type Narrow = NimValues<N, N>;
    const NAME: &'static str = "nim-values in order";
    const NARROW_UNTIL: u32 = if L > N { last(N) } else { 0 };

    fn narrow(&self) -> &NimValues<N, N> {
        &NimValues
    }

    #[inline]
    fn prepare(&self, _space: &Subsets, d: u128, values: &Values<L, N>, tally: &mut ClassTally) -> Self::Work {
        let (codes, value) = values.unpacked(d);
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
        let sets: [u32; CUBE as usize] = std::array::from_fn(|i| {
            let set = rest & rest.wrapping_neg();
            rest ^= set;
            places |= (route.place(set.trailing_zeros()) as u64) << (HALF + 3 * i as u32);
            set
        });
        let [a, b, c, last_set] = sets;
        let elements = corners([a, b, c]);
        let coordinates = (y ^ rest).count_ones() as usize;
        let (there, last) = (THERE[coordinates], (1 << coordinates) - 1);
        let mut base = 0;
        loop {
            let code = |x: u32| u64::from(codes[x as usize & 127]);
            let half = |base: u32| (0..8).fold(0, |all, i| all | code(elements[i] | base) << (WIDTH * i as u32));
            let mut piece = [half(base) & there[0], half(base | last_set) & there[1]];
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
    fn take(&self, into: &mut Values<L, N>, code: u64, &Piece(piece): &Piece) -> bool {
        let set = |i: u32| 1 << (piece[0] >> (HALF + 3 * i) & 7);
        let base = (piece[1] >> HALF) as u32;
        let numbering = Numbering::new(Subsets::class(code));
        // The same eight twice, without and with the last coordinate: the processor has room for so many.
        let elements = corners([set(0), set(1), set(2)]);
        for (codes, base) in piece.into_iter().zip([base, base | set(3)]) {
            for (i, element) in elements.iter().enumerate() {
                let code = codes >> (WIDTH * i as u32) & ((1 << WIDTH) - 1);
                into.set(&numbering, element | base, code);
            }
        }
        true
    }

    fn merge(&self, into: &mut Values<L, N>, from: &Values<L, N>) -> bool {
        for (word, more) in into.0.iter_mut().zip(from.0) {
            *word |= more;
        }
        true
    }
}

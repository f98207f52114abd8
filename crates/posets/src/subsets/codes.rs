//! Nim-values of Chomp where no set has more than three elements: what a class carries along, in three words.
//!
//! Only the values at points and pairs are carried further, as nothing lies above a set of three. Of those sets it is
//! enough to know which values there are. So a class has value + 1 for each point and pair, five bits each, and one bit
//! for each value after a set of three is taken; a push over such a set brings six codes and one bit.

use super::error::Error;
use super::permute::{Half, Order, Route, image};
use super::recursion::{ClassTally, Payload, Recursion, Space};

/// The largest value that fits. None of seven elements is above 23.
const LARGEST: u32 = 27;
/// Bits of a code.
const WIDTH: u32 = 5;
/// Where the bits of codes after sets of three begin, in the first word. The first is for none, and says nothing.
const VALUES: u32 = 7 * WIDTH;

/// Word and bit where the code of a point or pair stands.
type Field = (u8, u8);

static FIELDS: [Field; 128] = {
    let (mut table, mut x, mut points, mut pairs) = ([(0, 0); 128], 1_u8, 0, 0);
    while x < 128 {
        if x.count_ones() == 1 {
            table[x as usize] = (0, WIDTH as u8 * points);
            points += 1;
        } else if x.count_ones() == 2 {
            table[x as usize] = (1 + pairs / 12, WIDTH as u8 * (pairs % 12));
            pairs += 1;
        }
        x += 1;
    }
    table
};

/// The same for a pair of coordinates. Of a place that is not needed, any will do: it gets the code 0.
static PAIRS: [[Field; 8]; 8] = {
    let (mut table, mut a) = ([[(0, 0); 8]; 8], 0);
    while a < 7 {
        let mut b = 0;
        while b < 7 {
            if a != b {
                table[a][b] = FIELDS[1 << a | 1 << b];
            }
            b += 1;
        }
        a += 1;
    }
    table
};

/// Points and pairs.
const SMALL: [u8; 28] = {
    let (mut table, mut x, mut found) = ([0; 28], 1_u8, 0);
    while x < 128 {
        if x.count_ones() <= 2 {
            table[found] = x;
            found += 1;
        }
        x += 1;
    }
    table
};

/// Codes of points and pairs, and which values come after sets of three.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Codes([u64; 3]);

impl Codes {
    #[inline]
    fn code(&self, x: u8) -> u8 {
        let (word, bit) = FIELDS[usize::from(x & 127)];
        (self.0[usize::from(word)] >> bit & ((1 << WIDTH) - 1)) as u8
    }

    #[inline]
    fn set(&mut self, x: u8, code: u8) {
        let (word, bit) = FIELDS[usize::from(x & 127)];
        self.0[usize::from(word)] |= u64::from(code) << bit;
    }

    /// The value stored at a point or pair, if one has been brought.
    pub(crate) fn value(&self, x: u32) -> Option<u32> {
        u32::from(self.code(x as u8)).checked_sub(1)
    }

    /// The smallest value that is stored nowhere.
    pub(crate) fn mex(&self) -> u32 {
        self.unpacked().1
    }

    /// All codes, and the smallest value that is stored nowhere.
    #[inline]
    fn unpacked(&self) -> ([u8; 128], u32) {
        let mut codes = [0; 128];
        let mut seen = self.0[0] >> VALUES;
        for x in SMALL {
            let code = self.code(x);
            codes[usize::from(x)] = code;
            seen |= 1 << code;
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
    pub(crate) fn carried(&self, order: &Order) -> Codes {
        let mut all = Codes([self.0[0] >> VALUES << VALUES, 0, 0]);
        for x in SMALL {
            all.set(image(u32::from(x), order) as u8, self.code(x));
        }
        all
    }
}

/// What is pushed over an element with the coordinates a, b, c: the codes of its own if it is of three, a, b, c, ab, ac, bc, five bits each, then the
/// images of a, b, c, three bits each. Of a smaller one, the last of these codes is its own.
#[derive(Clone, Copy)]
pub(crate) struct Bits(u64);

impl Payload for Codes {
    const EMPTY: Codes = Codes([0; 3]);

    fn words(_size: u32) -> usize {
        3
    }

    fn encode(&self, words: &mut [u64]) {
        words.copy_from_slice(&self.0);
    }

    fn decode(words: &[u64]) -> Codes {
        Codes(std::array::from_fn(|i| words[i]))
    }
}

/// Nim-values where no set has more than three elements.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SmallGrundy;

impl<S: Space<Route = Route, Class = Half>> Recursion<S> for SmallGrundy {
    type Payload = Codes;
    type Push = Bits;
    type Work = ([u8; 128], u32);
    type Narrow = Self;
    const NAME: &'static str = "nim-values of small sets";
    const READS_BELOW: bool = true;

    fn narrow(&self) -> &Self {
        self
    }

    #[inline]
    fn prepare(&self, _space: &S, d: u128, codes: &Codes, tally: &mut ClassTally) -> Self::Work {
        let (codes, value) = codes.unpacked();
        tally.count(value as usize, d);
        (codes, value)
    }

    #[inline]
    fn contribute(
        &self,
        (codes, value): &Self::Work,
        y: u32,
        route: &Route,
        mut push: impl FnMut(Bits) -> Result<(), Error>,
    ) -> Result<(), Error> {
        if *value > LARGEST {
            return Err(Error::Overflow);
        }
        let next = |rest: &mut u32| {
            let coordinate = rest.trailing_zeros() & 7;
            *rest &= rest.wrapping_sub(1);
            coordinate
        };
        let mut rest = y;
        let (own, a) = (u64::from(value + 1), next(&mut rest));
        let code = |x: u32| u64::from(codes[x as usize & 127]);
        let place = |coordinate: u32, at: u32| (route.place(coordinate) as u64) << at;
        if rest == 0 {
            return push(Bits(own << 5 | place(a, 35)));
        }
        let b = next(&mut rest);
        let bits = code(1 << a) << 5 | code(1 << b) << 10 | place(a, 35) | place(b, 38);
        if rest == 0 {
            return push(Bits(bits | own << 20));
        }
        let c = next(&mut rest);
        let bits = bits | code(1 << c) << 15 | code(1 << a | 1 << b) << 20 | place(c, 41);
        push(Bits(bits | code(1 << a | 1 << c) << 25 | code(1 << b | 1 << c) << 30 | own))
    }

    #[inline]
    fn take(&self, into: &mut Codes, _code: u64, from: &Bits) -> bool {
        let code = |at: u32| from.0 >> at & 31;
        let place = |at: u32| (from.0 >> at & 7) as usize;
        let (a, b, c) = (place(35), place(38), place(41));
        into.0[0] |= code(5) << (5 * a) | code(10) << (5 * b) | code(15) << (5 * c) | 1 << (VALUES as u64 + code(0));
        for ((a, b), at) in [((a, b), 20), ((a, c), 25), ((b, c), 30)] {
            let (word, bit) = PAIRS[a][b];
            into.0[usize::from(word)] |= code(at) << bit;
        }
        true
    }

    fn merge(&self, into: &mut Codes, from: &Codes) -> bool {
        into.merge(from);
        true
    }
}

//! The sets of seven points by numbers: of each size for itself, and words of bits for families of them.

use crate::subsets::downset::{ABOVE, LAYER};
use crate::subsets::permute::{Route, half};

/// A family of triples, pairs, sets of four: one bit for each, by number.
pub type Few = u64;

/// The number of each set: of triples by their place in [`Half`](crate::subsets::permute::Half); a set of four, of five, of six has that of its complement.
/// Sets of five are the first 21 of the *tops*, those of six the next 7, and the set of all is the last.
pub static NUMBER: [u8; 128] = {
    let mut number = [0; 128];
    let (mut pairs, mut triples, mut place) = (0, 0, 0);
    while place < 128 {
        let x: u32 = place;
        if x.count_ones() == 2 {
            number[x as usize] = pairs;
            number[127 - x as usize] = pairs;
            pairs += 1;
        }
        if x.count_ones() == 1 {
            number[x as usize] = x.trailing_zeros() as u8;
            number[127 - x as usize] = 21 + x.trailing_zeros() as u8;
        }
        if place < 64 && (x.count_ones() == 3 || x.count_ones() == 4) {
            let triple = if x.count_ones() == 3 { x } else { 127 - x };
            number[triple as usize] = triples;
            number[127 - triple as usize] = triples;
            triples += 1;
        }
        place += 1;
    }
    number[127] = 28;
    number
};

const fn listed<const N: usize>(size: u32) -> [u8; N] {
    let mut list = [0; N];
    let mut x = 0;
    while x < 128_u32 {
        if x.count_ones() == size {
            let at = if size == 6 { NUMBER[x as usize] - 21 } else { NUMBER[x as usize] };
            list[at as usize] = x as u8;
        }
        x += 1;
    }
    list
}

pub static PAIRS: [u8; 21] = listed(2);
pub static TRIPLES: [u8; 35] = listed(3);
pub static FOURS: [u8; 35] = listed(4);
pub static TOPS: [u8; 29] = {
    let (five, six) = (listed::<21>(5), listed::<7>(6));
    let mut tops = [127; 29];
    let mut at = 0;
    while at < 28 {
        tops[at] = if at < 21 { five[at] } else { six[at - 21] };
        at += 1;
    }
    tops
};

/// For each set the sets of so many elements above it, or below it, by number.
const fn related(size: u32, most: u32, above: bool) -> [u64; 128] {
    let mut table = [0; 128];
    let mut x = 0;
    while x < 128_usize {
        let mut y = 0;
        while y < 128_usize {
            let fits = (y as u32).count_ones() >= size && (y as u32).count_ones() <= most;
            if fits && (if above { x & !y == 0 } else { y & !x == 0 }) {
                table[x] |= 1 << NUMBER[y];
            }
            y += 1;
        }
        x += 1;
    }
    table
}

pub static PAIRS_OVER: [u64; 128] = related(2, 2, true);
pub static PAIRS_UNDER: [u64; 128] = related(2, 2, false);
pub static TRIPLES_OVER: [u64; 128] = related(3, 3, true);
pub static TRIPLES_UNDER: [u64; 128] = related(3, 3, false);
pub static FOURS_OVER: [u64; 128] = related(4, 4, true);
pub static FOURS_UNDER: [u64; 128] = related(4, 4, false);
pub static TOPS_OVER: [u64; 128] = related(5, 7, true);
pub static TOPS_UNDER: [u64; 128] = related(5, 7, false);

/// Triples over each set, as [`Half`](crate::subsets::permute::Half) has them.
pub static HALVES_OVER: [u64; 128] = {
    let (mut table, mut x) = ([0; 128], 0);
    while x < 128 {
        let family = ABOVE[x] & LAYER[3];
        table[x] = family as u64 | ((family >> 64) as u64).reverse_bits();
        x += 1;
    }
    table
};

/// The places of bits.
#[inline]
pub fn members(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if word == 0 {
            return None;
        }
        let at = word.trailing_zeros() as usize;
        word &= word - 1;
        Some(at)
    })
}

/// Sets of a family of bits by number, as a family of 128 bits.
pub fn family(few: Few, list: &[u8]) -> u128 {
    members(few).fold(0, |all, at| all | 1 << list[at])
}

/// The other way round.
pub fn numbers(family: u128) -> Few {
    crate::subsets::downset::bits(family).fold(0, |all, x| all | 1 << NUMBER[x as usize])
}

/// A family of triples, or of the complements of sets of four, where [`Half`](crate::subsets::permute::Half) has them.
pub fn halves(few: Few) -> u64 {
    members(few).fold(0, |all, at| all | 1 << half(u32::from(TRIPLES[at])))
}

/// The other way round.
#[inline]
pub fn together(halved: u64) -> u64 {
    let mut all = 0;
    for (k, table) in TOGETHER.iter().enumerate() {
        all |= table[usize::from((halved >> (8 * k)) as u8)];
    }
    all
}

static TOGETHER: [[u64; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut at = 0;
    while at < 35 {
        let triple = listed::<35>(3)[at] as u32;
        let place = half(triple) as usize;
        let mut byte = 0;
        while byte < 256 {
            if byte >> (place % 8) & 1 == 1 {
                table[place / 8][byte] |= 1 << at;
            }
            byte += 1;
        }
        at += 1;
    }
    table
};

/// A permutation on sets by number.
pub struct Images {
    points: [u8; 8],
}

impl Images {
    pub fn new(route: &Route) -> Images {
        Images { points: std::array::from_fn(|p| if p < 7 { 1 << route.place(p as u32) } else { 0 }) }
    }

    #[inline]
    pub fn set(&self, x: u8) -> u8 {
        let mut image = 0;
        for p in 0..7 {
            image |= if x >> p & 1 == 1 { self.points[p] } else { 0 };
        }
        image
    }

    #[inline]
    fn few(&self, at: usize, list: &[[u8; 4]]) -> usize {
        let [a, b, c, d] = list[at];
        let p = |i: u8| self.points[(i & 7) as usize];
        NUMBER[(p(a) | p(b) | p(c) | p(d)) as usize & 127] as usize
    }

    #[inline]
    pub fn pair(&self, at: usize) -> usize {
        self.few(at, &PAIR_POINTS)
    }

    #[inline]
    pub fn four(&self, at: usize) -> usize {
        self.few(at, &TRIPLE_POINTS)
    }

    #[inline]
    pub fn triple(&self, at: usize) -> usize {
        self.few(at, &TRIPLE_POINTS)
    }

    #[inline]
    pub fn five(&self, at: usize) -> usize {
        self.few(at, &PAIR_POINTS)
    }

    pub fn top(&self, at: usize) -> usize {
        NUMBER[self.set(TOPS[at]) as usize] as usize
    }

    pub fn tops(&self, tops: u32) -> u32 {
        members(tops.into()).fold(0, |all, at| all | 1 << self.top(at))
    }
}

const fn points_of<const N: usize>(list: &[u8; N]) -> [[u8; 4]; N] {
    let mut table = [[0; 4]; N];
    let mut at = 0;
    while at < N {
        let (mut p, mut k) = (0, 0);
        while p < 7 {
            if list[at] >> p & 1 == 1 {
                table[at][k] = p;
                k += 1;
            }
            p += 1;
        }
        // The last one again.
        while k < 4 {
            table[at][k] = table[at][k - 1];
            k += 1;
        }
        at += 1;
    }
    table
}

static PAIR_POINTS: [[u8; 4]; 21] = points_of(&listed::<21>(2));
static TRIPLE_POINTS: [[u8; 4]; 35] = points_of(&listed::<35>(3));

/// Bits of a word that are free, moved together.
pub fn squeezed(word: u64, mask: u64) -> u32 {
    static TABLE: [[u8; 32]; 32] = {
        let mut table = [[0; 32]; 32];
        let mut mask = 0;
        while mask < 32 {
            let mut word = 0;
            while word < 32 {
                let (mut at, mut b) = (0, 0);
                while b < 5 {
                    if mask >> b & 1 == 1 {
                        table[mask][word] |= ((word >> b & 1) << at) as u8;
                        at += 1;
                    }
                    b += 1;
                }
                word += 1;
            }
            mask += 1;
        }
        table
    };
    let (mut at, mut all) = (0, 0);
    for k in 0..7 {
        let m = mask >> (5 * k) & 31;
        all |= u64::from(TABLE[m as usize][(word >> (5 * k) & 31) as usize]) << at;
        at += m.count_ones();
    }
    all as u32
}

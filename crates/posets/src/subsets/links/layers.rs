//! Pairs, triples and larger sets of six points, each numbered for itself; bits of words moved together and apart, five at a time.

use crate::subsets::downset::bits;
use std::sync::LazyLock;

/// The sets of two points, as numbers below 64.
pub const PAIRS: [u8; 15] = sized::<15>(2, 2);
/// The sets of three points.
pub const TRIPLES: [u8; 20] = sized::<20>(3, 3);
/// The larger sets, the largest last.
pub const UPPER: [u8; 22] = sized::<22>(4, 6);

/// The sets of these sizes, by size and number.
const fn sized<const N: usize>(least: u32, most: u32) -> [u8; N] {
    let (mut sets, mut at, mut size) = ([0; N], 0, least);
    while size <= most {
        let mut x: u8 = 0;
        while x < 64 {
            if x.count_ones() == size {
                sets[at] = x;
                at += 1;
            }
            x += 1;
        }
        size += 1;
    }
    sets
}

/// The number of each set among those of its size, or among the larger ones.
pub const NUMBERS: [u8; 64] = {
    let mut numbers = [0; 64];
    let mut at = 0;
    while at < 22 {
        if at < PAIRS.len() {
            numbers[PAIRS[at] as usize] = at as u8;
        }
        if at < TRIPLES.len() {
            numbers[TRIPLES[at] as usize] = at as u8;
        }
        numbers[UPPER[at] as usize] = at as u8;
        at += 1;
    }
    numbers
};

/// Which of these sets a family has.
pub fn chosen(family: u64, sets: &[u8]) -> u32 {
    sets.iter().enumerate().fold(0, |all, (at, &x)| all | ((family >> x & 1) as u32) << at)
}

/// Which of these sets lie within this one.
pub fn within(set: u8, sets: &[u8]) -> u32 {
    sets.iter().enumerate().filter(|&(_, &x)| x & !set == 0).fold(0, |all, (at, _)| all | 1 << at)
}

/// Which of these sets have this point.
pub fn through(point: u8, sets: &[u8]) -> u32 {
    sets.iter().enumerate().filter(|&(_, &x)| x >> point & 1 == 1).fold(0, |all, (at, _)| all | 1 << at)
}

/// The numbers of the bits that are set.
pub fn members(word: u32) -> impl Iterator<Item = usize> {
    bits(word.into()).map(|at| at as usize)
}

/// The nonempty subsets of each set of six points, itself included.
pub static BELOW: [u64; 64] = {
    let (mut below, mut x) = ([0; 64], 0);
    while x < 64 {
        let mut y = 1;
        while y < 64 {
            if y & !x == 0 {
                below[x] |= 1 << y;
            }
            y += 1;
        }
        x += 1;
    }
    below
};

/// What lies below and above, from one layer to the next.
#[derive(Debug)]
pub struct Layers {
    /// The pairs within triples: of the first ten triples, and of the others.
    pairs: [Vec<u16>; 2],
    /// The triangles of each graph.
    triangles: Vec<u32>,
    /// The triples within each larger set.
    pub triples: [u32; 22],
    /// The larger sets within each larger set, one element smaller.
    pub covered: [u32; 22],
}

/// These tables, made once.
pub static LAYERS: LazyLock<Layers> = LazyLock::new(Layers::new);

impl Layers {
    fn new() -> Layers {
        let under = TRIPLES.map(|t| within(t, &PAIRS) as u16);
        let unions = |sets: &[u16]| {
            (0..1u32 << sets.len()).map(|some| members(some).fold(0, |all, at| all | sets[at])).collect::<Vec<u16>>()
        };
        let triangles =
            |graph: u32| (0..20).filter(|&t| u32::from(under[t]) & !graph == 0).fold(0, |all, t| all | 1 << t);
        Layers {
            pairs: [unions(&under[..10]), unions(&under[10..])],
            triangles: (0..1 << 15).map(triangles).collect(),
            triples: UPPER.map(|x| within(x, &TRIPLES)),
            covered: UPPER.map(|x| {
                members(within(x, &UPPER))
                    .filter(|&y| UPPER[y].count_ones() + 1 == x.count_ones())
                    .fold(0, |all, y| all | 1 << y)
            }),
        }
    }

    /// The pairs within some triples.
    pub fn pairs(&self, triples: u32) -> u32 {
        u32::from(self.pairs[0][(triples & 1023) as usize] | self.pairs[1][(triples >> 10 & 1023) as usize])
    }

    /// The triples that a graph has all pairs of.
    pub fn triangles(&self, graph: u32) -> u32 {
        self.triangles[(graph & 0x7fff) as usize]
    }

    /// The triples within some larger sets.
    pub fn shadow(&self, upper: u32) -> u32 {
        members(upper).fold(0, |all, x| all | self.triples[x])
    }
}

/// For five bits of a mask and of a value, the bits of the value under the mask, moved together.
static SQUEEZED: [[u8; 32]; 32] = moved(true);

/// For five bits of a mask and of a number, the lowest bits of the number moved to those of the mask.
static SPREAD: [[u8; 32]; 32] = moved(false);

/// The bits of each value moved from those of each mask to the lowest, or back.
const fn moved(together: bool) -> [[u8; 32]; 32] {
    let (mut table, mut mask) = ([[0; 32]; 32], 0);
    while mask < 32 {
        let mut value = 0;
        while value < 32 {
            let (mut bit, mut place) = (0, 0);
            while bit < 5 {
                if mask >> bit & 1 == 1 {
                    let (from, to) = if together { (bit, place) } else { (place, bit) };
                    table[mask][value] |= ((value >> from & 1) << to) as u8;
                    place += 1;
                }
                bit += 1;
            }
            value += 1;
        }
        mask += 1;
    }
    table
}

static COUNT: [u8; 32] = {
    let (mut table, mut value) = ([0; 32], 0_usize);
    while value < 32 {
        table[value] = value.count_ones() as u8;
        value += 1;
    }
    table
};

/// A mask of up to `5 * FIVES` bits, ready to move together what is under it of many values.
#[derive(Clone, Copy)]
pub struct Squeeze<const FIVES: usize> {
    rows: [&'static [u8; 32]; FIVES],
    places: [u32; FIVES],
}

impl<const FIVES: usize> Squeeze<FIVES> {
    #[inline(always)]
    pub fn new(mask: u32) -> Self {
        let (mut rows, mut places, mut place) = ([&SQUEEZED[0]; FIVES], [0; FIVES], 0);
        for five in 0..FIVES {
            let mask = (mask >> (5 * five) & 31) as usize;
            (rows[five], places[five]) = (&SQUEEZED[mask], place);
            place += u32::from(COUNT[mask]);
        }
        Squeeze { rows, places }
    }

    /// The bits of a value under the mask, moved together.
    #[inline(always)]
    pub fn of(&self, value: u32) -> usize {
        (0..FIVES).fold(0, |all, five| {
            all | usize::from(self.rows[five][(value >> (5 * five) & 31) as usize]) << (self.places[five] & 31)
        })
    }
}

/// The bits of a value of up to `5 * FIVES` bits under a mask, moved together.
#[inline(always)]
pub fn squeezed<const FIVES: usize>(value: u32, mask: u32) -> usize {
    Squeeze::<FIVES>::new(mask).of(value)
}

/// How many bits of at most 20 are set.
#[inline(always)]
pub fn count(mask: u32) -> u32 {
    (0..4).map(|five| u32::from(COUNT[(mask >> (5 * five) & 31) as usize])).sum()
}

/// The bits of a number moved to those of a mask of at most 20 bits.
#[inline]
pub fn spread(mut number: usize, mask: u32) -> u32 {
    let mut all = 0;
    for five in 0..4 {
        let mask = (mask >> (5 * five) & 31) as usize;
        all |= u32::from(SPREAD[mask][number & 31]) << (5 * five);
        number >>= COUNT[mask];
    }
    all
}

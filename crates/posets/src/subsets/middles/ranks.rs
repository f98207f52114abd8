//! Subsets of a few positions: smaller ones first, those of one size in colexicographic order.

use std::sync::LazyLock;

/// As many positions as there are sets of four of seven points.
const MOST: usize = 35;

/// For n and k, C(n, k) modulo 2^32: whoever has the numbers in a table meets no larger ones.
pub(super) static CHOOSE: [[u32; MOST + 2]; MOST + 1] = {
    let (mut choose, mut n) = ([[0_u32; MOST + 2]; MOST + 1], 0);
    while n <= MOST {
        choose[n][0] = 1;
        let mut k = 1;
        while k <= n {
            choose[n][k] = choose[n - 1][k - 1].wrapping_add(choose[n - 1][k]);
            k += 1;
        }
        n += 1;
    }
    choose
};

/// For n and k, how many subsets of n positions have fewer than k elements.
pub(super) static FEWER: [[u32; MOST + 2]; MOST + 1] = {
    let (mut fewer, mut n) = ([[0_u32; MOST + 2]; MOST + 1], 0);
    while n <= MOST {
        let mut k = 1;
        while k <= MOST + 1 {
            fewer[n][k] = fewer[n][k - 1].wrapping_add(CHOOSE[n][k - 1]);
            k += 1;
        }
        n += 1;
    }
    fewer
};

/// Positions that are looked up together.
const WIDTH: usize = 10;

type Row = [u32; 1 << WIDTH];

/// What the elements among ten positions add to the rank, by how many are before them.
static PARTS: LazyLock<[Vec<Row>; 4]> = LazyLock::new(|| {
    let row = |part: usize, before: usize| -> Row {
        std::array::from_fn(|set| {
            let places = (0..WIDTH).filter(|i| set >> i & 1 == 1).map(|i| (part * WIDTH + i).min(MOST));
            places.zip(before + 1..).fold(0, |rank, (n, k)| CHOOSE[n][k.min(MOST + 1)].wrapping_add(rank))
        })
    };
    std::array::from_fn(|part| (0..=part * WIDTH).map(|before| row(part, before)).collect())
});

/// Ranks of sets among those of their size.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranks(&'static [Vec<Row>; 4]);

impl Ranks {
    pub(super) fn new() -> Ranks {
        Ranks(&PARTS)
    }

    /// How many sets of its size come before a set.
    #[inline]
    pub(super) fn among(self, set: u64) -> u32 {
        let part = |i: usize| (set >> (i * WIDTH)) as usize & ((1 << WIDTH) - 1);
        let mut before = part(0).count_ones() as usize;
        let mut rank = self.0[0][0][part(0)].wrapping_add(self.0[1][before][part(1)]);
        if set >> (2 * WIDTH) != 0 {
            before += part(1).count_ones() as usize;
            rank = rank.wrapping_add(self.0[2][before][part(2)]);
            before += part(2).count_ones() as usize;
            rank = rank.wrapping_add(self.0[3][before][part(3)]);
        }
        rank
    }

    /// How many subsets of `n` positions come before a set.
    #[inline]
    pub(super) fn place(self, n: usize, set: u64) -> usize {
        FEWER[n][set.count_ones() as usize].wrapping_add(self.among(set)) as usize
    }
}

/// All subsets of `n` positions with `size` elements, in order.
pub(super) fn of_size(n: u32, size: u32) -> impl Iterator<Item = u64> {
    let mut set = (1_u64 << size) - 1;
    (0..CHOOSE[n as usize][size as usize]).map(move |_| {
        let this = set;
        if size > 0 {
            // The lowest element that may go up does, and those below it go to the bottom.
            let up = set + (set & set.wrapping_neg());
            set = up | (set ^ up) >> (set.trailing_zeros() + 2);
        }
        this
    })
}

/// The elements of a set by their positions among those of another.
pub(super) fn packed(set: u64, mut among: u64) -> u64 {
    let (mut packed, mut at) = (0, 0);
    while among != 0 {
        packed |= (set >> among.trailing_zeros() & 1) << at;
        among &= among - 1;
        at += 1;
    }
    packed
}

/// The set whose elements have these positions among those of another.
pub(super) fn spread(packed: u64, mut among: u64) -> u64 {
    let (mut set, mut at) = (0, 0);
    while among != 0 {
        set |= (packed >> at & 1) << among.trailing_zeros();
        among &= among - 1;
        at += 1;
    }
    set
}

/// The elements of a set, ascending.
pub(super) fn elements(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let element = set.trailing_zeros() as usize;
            set &= set - 1;
            element
        })
    })
}

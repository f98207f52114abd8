//! The choice of a mask, and coordinates in which rare and common values are each a range 0, 1, 2, ….
//!
//! Value v is *rare for heap n* when the parity of `popcount(v & m)` is q(n): 0 without the flag, with it the parity
//! of n - k for a splitting offset k. Values of even parity form a subgroup of index 2, so a sum of two values is
//! common exactly when one of them is rare. Dropping the lowest bit of m from a value loses nothing, since the parity
//! gives it back, and keeps the order among the common values of one heap, and among the rare ones: if two of them
//! agree above that bit, they have the same parity of the mask's other bits, hence agree in it too.

/// Mask and flag, with the dropped bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Coordinates {
    /// m, not zero.
    pub mask: u32,
    /// e.
    pub flag: bool,
    /// Parity of the splitting offsets; only with the flag.
    offset: u32,
    /// Place of the lowest bit of the mask.
    drop: u32,
}

impl Coordinates {
    /// Coordinates for a mask that is not zero.
    pub(crate) fn new(mask: u32, flag: bool, offset: usize) -> Coordinates {
        Coordinates { mask, flag, offset: offset as u32 & 1, drop: mask.trailing_zeros().min(31) }
    }

    /// The same with one more bit in the mask, above all others.
    pub(crate) fn with_bit(self, bit: u32) -> Coordinates {
        Coordinates { mask: self.mask | bit, ..self }
    }

    /// q(n).
    #[inline]
    pub(crate) fn parity(&self, n: usize) -> u32 {
        u32::from(self.flag) & (n as u32 ^ self.offset)
    }

    /// Whether `v` is rare for heap `n`.
    #[inline]
    pub(crate) fn rare(&self, v: u32, n: usize) -> bool {
        (v & self.mask).count_ones() & 1 == self.parity(n)
    }

    /// The value without the dropped bit; linear for xor.
    #[inline]
    pub(crate) fn short(&self, v: u32) -> u32 {
        let low = (1 << self.drop) - 1;
        (v >> 1) & !low | v & low
    }

    /// The value with parity `parity` that is `w` without the dropped bit.
    #[inline]
    pub(crate) fn long(&self, w: u32, parity: u32) -> u32 {
        let low = (1 << self.drop) - 1;
        let v = (w & !low) << 1 | w & low;
        v | ((v & self.mask).count_ones() & 1 ^ parity) << self.drop
    }

    /// The rare value of heap `n` with coordinate `w`.
    #[inline]
    pub(crate) fn rare_value(&self, w: u32, n: usize) -> u32 {
        self.long(w, self.parity(n))
    }

    /// The common value of heap `n` with coordinate `w`.
    #[inline]
    pub(crate) fn common_value(&self, w: u32, n: usize) -> u32 {
        self.long(w, self.parity(n) ^ 1)
    }
}

/// The best mask and flag for the values of heaps `first..`, with the number of rare heaps among them, by a
/// Walsh-Hadamard transform of their histogram. `offset` is the parity of all splitting offsets, if they share one.
pub(crate) fn choose(
    values: impl Iterator<Item = u32>,
    first: usize,
    most: u32,
    offset: Option<usize>,
) -> (u32, bool, u64) {
    let size = (most as usize + 1).next_power_of_two().max(2);
    let mut plain = vec![0i64; size];
    let mut signed = vec![0i64; size];
    let mut total = 0;
    for (i, v) in values.enumerate() {
        let q = (first + i + offset.unwrap_or(0)) & 1;
        plain[v as usize] += 1;
        signed[v as usize] += 1 - 2 * q as i64;
        total += 1;
    }
    transform(&mut plain);
    transform(&mut signed);
    // A coefficient is (rare) - (common); mask 0 is none.
    let mut best = (i64::MAX, 0, false);
    for m in 1..size {
        if plain[m] < best.0 {
            best = (plain[m], m as u32, false);
        }
        if offset.is_some() && signed[m] < best.0 {
            best = (signed[m], m as u32, true);
        }
    }
    (best.1, best.2, ((total + best.0) / 2) as u64)
}

fn transform(a: &mut [i64]) {
    let mut half = 1;
    while half < a.len() {
        for block in a.chunks_exact_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for (x, y) in low.iter_mut().zip(high) {
                (*x, *y) = (*x + *y, *x - *y);
            }
        }
        half *= 2;
    }
}

//! Permutations of coordinates acting on families of subsets.
//!
//! Exchanging two coordinates is one masked exchange of bits ("delta swap") at a fixed distance, so any permutation of 7
//! coordinates takes at most six of them, without a branch. Going through adjacent transpositions visits all
//! arrangements of a group of coordinates at one such exchange each (Steinhaus, Johnson and Trotter).

use super::downset::HAS;
use std::sync::LazyLock;

/// Which old coordinate stands at each place. The last entry is unused.
pub type Order = [u8; 8];

/// The order that moves nothing.
pub(crate) const IDENTITY: Order = [0, 1, 2, 3, 4, 5, 6, 7];

/// Bits of a word of six coordinates with `a` and without `b`.
const fn only(a: usize, b: usize) -> u64 {
    if a == b {
        return 0;
    }
    let (mut word, mut x) = (0, 0);
    while x < 64 {
        if x >> a & 1 == 1 && x >> b & 1 == 0 {
            word |= 1 << x;
        }
        x += 1;
    }
    word
}

/// For the exchange of coordinates `l < p` of the lower six: mask and distance.
const WITHIN: [[(u64, u32); 8]; 6] = {
    let mut table = [[(0, 0); 8]; 6];
    let mut p = 0;
    while p < 6 {
        let mut l = 0;
        while l < p {
            table[p][l] = (only(l, p), (1 << p) - (1 << l));
            l += 1;
        }
        p += 1;
    }
    table
};

/// For the exchange of coordinate `l` with coordinate 6, which chooses the word.
const ACROSS: [(u64, u32); 8] = {
    let mut table = [(0, 0); 8];
    let mut l = 0;
    while l < 6 {
        let mut x = 0;
        while x < 64 {
            if x >> l & 1 == 0 {
                table[l].0 |= 1 << x;
            }
            x += 1;
        }
        table[l].1 = 1 << l;
        l += 1;
    }
    table
};

/// A permutation of coordinates, ready to be applied to many families.
#[derive(Clone, Copy, Debug)]
pub struct Route {
    across: (u64, u32),
    within: [(u64, u32); 5],
}

impl Route {
    /// The permutation that brings coordinate `order[p]` to place `p`.
    #[inline]
    pub fn new(order: &Order) -> Route {
        // What stands where and where what stands, a byte each, in registers: tables in memory would be waited for.
        const START: u64 = u64::from_le_bytes(IDENTITY);
        let (order, mut at, mut place) = (u64::from_le_bytes(*order), START, START);
        let mut step = |p: u32| {
            let from = place >> (8 * (order >> (8 * p) & 7)) & 7;
            let there = at >> (8 * p) & 7;
            at = at & !(7 << (8 * from)) | there << (8 * from);
            place = place & !(7 << (8 * there)) | from << (8 * there);
            from as usize
        };
        let across = ACROSS[step(6)];
        let mut within = [(0, 0); 5];
        for (slot, p) in within.iter_mut().zip([5, 4, 3, 2, 1]) {
            *slot = WITHIN[p as usize][step(p)];
        }
        Route { across, within }
    }

    /// The image of a family.
    #[inline]
    pub fn apply(&self, family: u128) -> u128 {
        let (mut low, mut high) = (family as u64, (family >> 64) as u64);
        let (mask, shift) = self.across;
        let t = ((low >> shift) ^ high) & mask;
        high ^= t;
        low ^= t << shift;
        for &(mask, shift) in &self.within {
            let t = ((low >> shift) ^ low) & mask;
            low ^= t ^ (t << shift);
            let t = ((high >> shift) ^ high) & mask;
            high ^= t ^ (t << shift);
        }
        u128::from(high) << 64 | u128::from(low)
    }
}

/// Half of a family of subsets of 7 coordinates that holds, of a set and its complement, one at most: a set with coordinate 6 stands at the place of its
/// complement. So do sets of up to three elements, and those of up to 6 coordinates stand where they are.
pub(crate) const fn half(x: u32) -> u32 {
    if x < 64 { x } else { 127 - x }
}

/// Whether sets of up to `k` of `n` coordinates have room in half of the places.
pub(crate) fn has_half(n: u32, k: u32) -> bool {
    n < 7 || k <= 3
}

impl Route {
    /// The image of a family in half of the places ([`half`]).
    #[inline]
    pub(crate) fn apply_half(&self, mut family: u64) -> u64 {
        let (mask, shift) = self.across;
        if mask != 0 {
            // A set with just one of the two coordinates goes to what was the complement of the others, with the lower one.
            family = family & mask | (family.reverse_bits() << shift) & !mask;
        }
        for &(mask, shift) in &self.within {
            let t = ((family >> shift) ^ family) & mask;
            family ^= t ^ (t << shift);
        }
        family
    }
}

/// The image of one element when coordinate `order[p]` goes to place `p`.
pub fn image(x: u32, order: &Order) -> u32 {
    (0..7).filter(|&p| x >> order[p] & 1 == 1).fold(0, |y, p| y | 1 << p)
}

/// The order that undoes `order`.
pub(crate) fn inverse(order: &Order) -> Order {
    let mut back = IDENTITY;
    for p in 0..7 {
        back[usize::from(order[p])] = p as u8;
    }
    back
}

/// A family with the coordinates `p` and `p + 1` exchanged.
#[inline]
pub(crate) fn exchange(family: u128, p: usize) -> u128 {
    let mask = HAS[p] & !HAS[p + 1];
    let t = ((family >> (1 << p)) ^ family) & mask;
    family ^ t ^ (t << (1 << p))
}

/// For each size, the places of the adjacent transpositions that lead through all arrangements.
pub(crate) static ARRANGEMENTS: LazyLock<[Vec<u8>; 8]> = LazyLock::new(|| {
    let mut all: [Vec<u8>; 8] = Default::default();
    for size in 2..8_u8 {
        let inner = all[usize::from(size) - 1].clone();
        let mut steps = Vec::new();
        // The last one sweeps through the others, to the left and to the right by turns.
        for round in 0..=inner.len() {
            let left = round % 2 == 0;
            if left {
                steps.extend((0..size - 1).rev());
            } else {
                steps.extend(0..size - 1);
            }
            if let Some(&step) = inner.get(round) {
                steps.push(step + u8::from(left));
            }
        }
        all[usize::from(size)] = steps;
    }
    all
});

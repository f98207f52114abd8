//! Permutations of coordinates acting on families of subsets.
//!
//! Exchanging two coordinates is one masked exchange of bits ("delta swap") at a fixed distance, so any permutation of 7
//! coordinates takes at most six of them, without a branch. Going through adjacent transpositions visits all
//! arrangements of a group of coordinates at one such exchange each (Steinhaus, Johnson and Trotter).

use super::downset::{HAS, LAYER, bits};
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
static WITHIN: [[(u64, u32); 8]; 6] = {
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

/// The same in half of the places ([`Half`]), where what is not under the mask moves.
static ACROSS_HALF: [(u64, u32); 8] = {
    let mut table = ACROSS;
    table[6].0 = u64::MAX;
    table
};

/// A permutation of coordinates, ready to be applied to many families: where each goes, three bits each, and then for 6, 5, …, 1 with which lower one it
/// is exchanged, three bits each.
#[derive(Clone, Copy, Debug)]
pub struct Route(u64);

/// All of them, by the [`index`] of the places.
static ROUTES: [Route; 5040] = {
    let (mut routes, mut at) = ([Route(0); 5040], 0);
    while at < 5040 {
        // The last is chosen first, by its digit: how many of those that are left are larger.
        let (mut order, mut left, mut p, mut rest) = ([7; 8], 0x7f_u32, 7, at);
        let mut below = 5040;
        while p > 0 {
            below /= p;
            p -= 1;
            let (mut larger, mut c) = (rest / below, 6);
            rest %= below;
            while larger > 0 || left >> c & 1 == 0 {
                larger -= (left >> c & 1) as usize;
                c -= 1;
            }
            order[p] = c as u8;
            left ^= 1 << c;
        }
        let (mut back, mut p) = (IDENTITY, 0);
        while p < 7 {
            back[order[p] as usize] = p as u8;
            p += 1;
        }
        routes[at] = Route::made(&back);
        at += 1;
    }
    routes
};

/// The factorials of 0 to 6, and 0.
pub(super) const FACTORIALS: [u32; 8] = [1, 1, 2, 6, 24, 120, 720, 0];

/// The number of a permutation among all 5040: how many of those before it are larger than each, in the system of factorials.
#[inline]
fn index(order: u64) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const EVEN: u64 = 0x00ff_00ff_00ff_00ff;
    let mut larger = 0_u64;
    for k in 1..7 {
        // The highest bit of a byte is set if the entry k places before is larger.
        let compared = (order << (8 * k)).wrapping_add(0x7f * ONES).wrapping_sub(order);
        larger = larger.wrapping_add(compared >> 7 & ONES);
    }
    let even = (larger & EVEN).wrapping_mul(2 << 32 | 24 << 16 | 720) >> 48;
    let odd = (larger >> 8 & EVEN).wrapping_mul(1 << 48 | 6 << 32 | 120 << 16) >> 48;
    even.wrapping_add(odd) as usize
}

impl Route {
    /// The permutation that brings coordinate `order[p]` to place `p`.
    pub fn new(order: &Order) -> Route {
        let order = u64::from_le_bytes(*order);
        Route::numbered(index((0..8).fold(0, |places, p| places | p << (8 * (order >> (8 * p) & 7)))))
    }

    /// The permutation that sorts coordinates, where the sum of [`FACTORIALS`] is known, for each coordinate as often as one before it
    /// comes after it.
    #[inline]
    pub(super) fn numbered(index: usize) -> Route {
        ROUTES[index]
    }

    const fn made(order: &Order) -> Route {
        let (mut at, mut place, mut packed, mut p) = (IDENTITY, IDENTITY, 0, 6);
        while p > 0 {
            let (from, there) = (place[order[p] as usize], at[p]);
            at[from as usize] = there;
            place[there as usize] = from;
            packed |= (from as u64) << (39 - 3 * p);
            p -= 1;
        }
        while p < 7 {
            packed |= (p as u64) << (3 * order[p]);
            p += 1;
        }
        Route(packed)
    }

    /// Where a coordinate goes.
    #[inline]
    pub(crate) fn place(&self, coordinate: u32) -> usize {
        (self.0 >> (3 * (coordinate & 7)) & 7) as usize
    }

    /// The image of one set.
    #[inline]
    pub(super) fn image(&self, x: u32) -> u32 {
        bits(x.into()).fold(0, |image, coordinate| image | 1 << self.place(coordinate))
    }

    /// With which lower coordinate `p` is exchanged.
    #[inline]
    fn step(&self, p: usize) -> usize {
        (self.0 >> (39 - 3 * p) & 7) as usize
    }

    /// The image of a family of subsets of the lower six coordinates, where the highest stays.
    #[inline]
    pub(crate) fn apply_low(&self, mut family: u64) -> u64 {
        for p in (1..6).rev() {
            let (mask, shift) = WITHIN[p][self.step(p)];
            let t = (family.wrapping_shr(shift) ^ family) & mask;
            family ^= t ^ t.wrapping_shl(shift);
        }
        family
    }

    /// The image of sets of up to three elements in half of the places ([`Half`]).
    #[inline]
    fn apply_half(&self, family: u64) -> u64 {
        let (mask, shift) = ACROSS_HALF[self.step(6)];
        self.apply_low(across(family, mask, shift))
    }

    /// The image of a family.
    #[inline]
    pub fn apply(&self, family: u128) -> u128 {
        let (mut low, mut high) = (family as u64, (family >> 64) as u64);
        let (mask, shift) = ACROSS[self.step(6)];
        let t = (low.wrapping_shr(shift) ^ high) & mask;
        high ^= t;
        low ^= t.wrapping_shl(shift);
        for p in (1..6).rev() {
            let (mask, shift) = WITHIN[p][self.step(p)];
            let t = (low.wrapping_shr(shift) ^ low) & mask;
            low ^= t ^ t.wrapping_shl(shift);
            let t = (high.wrapping_shr(shift) ^ high) & mask;
            high ^= t ^ t.wrapping_shl(shift);
        }
        u128::from(high) << 64 | u128::from(low)
    }
}

/// Exchanges a coordinate with coordinate 6 in half of the places.
#[inline]
fn across(family: u64, mask: u64, shift: u32) -> u64 {
    // A set with just one of the two goes to what was the complement of the others, with the lower one.
    family & mask | family.reverse_bits().wrapping_shl(shift) & !mask
}

/// A family of subsets, as classes are kept in tables.
pub trait Word: Copy + Eq + Send + Sync + std::fmt::Debug + 'static {
    /// No sets at all.
    const NONE: Self;
    /// This family.
    fn of(family: u128) -> Self;
    /// The same as a word of 128 bits.
    fn word(self) -> u128;
    /// Whether its word of 128 bits is smaller than that of the other.
    fn is_before(self, other: Self) -> bool;
    /// With one set more.
    fn with(self, x: u32) -> Self;
    /// The image.
    fn carried(self, route: &Route) -> Self;
    /// With the coordinates `p` and `p + 1` exchanged.
    fn exchanged(self, p: usize) -> Self;
}

impl Word for u128 {
    const NONE: u128 = 0;

    #[inline]
    fn of(family: u128) -> u128 {
        family
    }

    #[inline]
    fn word(self) -> u128 {
        self
    }

    #[inline]
    fn is_before(self, other: u128) -> bool {
        self < other
    }

    #[inline]
    fn with(self, x: u32) -> u128 {
        self | 1 << x
    }

    #[inline]
    fn carried(self, route: &Route) -> u128 {
        route.apply(self)
    }

    #[inline]
    fn exchanged(self, p: usize) -> u128 {
        exchange(self, p)
    }
}

/// Sets of up to three of seven elements in half of the places: one with coordinate 6 stands at the place of its complement, which
/// has four or more. Permutations carry complements along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Half(pub(crate) u64);

/// The place of a set in [`Half`].
pub(crate) const fn half(x: u32) -> u32 {
    if x < 64 { x } else { 127 - x }
}

/// Sets of up to three elements without coordinate 6.
const LOW: u64 = (LAYER[0] | LAYER[1] | LAYER[2] | LAYER[3]) as u64;

impl Word for Half {
    const NONE: Half = Half(0);

    #[inline]
    fn of(family: u128) -> Half {
        Half(family as u64 | ((family >> 64) as u64).reverse_bits())
    }

    #[inline]
    fn word(self) -> u128 {
        u128::from((self.0 & !LOW).reverse_bits()) << 64 | u128::from(self.0 & LOW)
    }

    #[inline]
    fn is_before(self, other: Half) -> bool {
        // Sets with coordinate 6 stand the other way round, and come first.
        let high = (self.0 ^ other.0) & !LOW;
        if high != 0 { other.0 & high & high.wrapping_neg() != 0 } else { self.0 < other.0 }
    }

    #[inline]
    fn with(self, x: u32) -> Half {
        Half(self.0 | 1 << (half(x) & 63))
    }

    #[inline]
    fn carried(self, route: &Route) -> Half {
        Half(route.apply_half(self.0))
    }

    #[inline]
    fn exchanged(self, p: usize) -> Half {
        if p == 5 {
            let (mask, shift) = ACROSS[5];
            return Half(across(self.0, mask, shift));
        }
        let (mask, shift) = WITHIN[p + 1][p];
        let t = ((self.0 >> shift) ^ self.0) & mask;
        Half(self.0 ^ t ^ (t << shift))
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

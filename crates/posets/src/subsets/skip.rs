//! Which pushes of outcomes can be left out: what several pushes would bring to a class, one of them brings.
//!
//! The elements of a class are put in order by size, then by the sum of the degrees of their coordinates, then by the sum of their keys. Isomorphisms
//! preserve all of that, so that it does not matter from which downset below the class one looks (docs/downsets.md, section C). Sizes and
//! degrees of D + y come from those of D by a small change, which decides most pushes before a key is made.

use super::canon::{Keys, MEMBERS};
use super::downset::{ABOVE, bits, maximal};

/// For each family of subsets of the coordinates 0, 1, 2: how many hold 0, 1, 2, and how many there are, a byte each.
const LOW: [u32; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut x = 0;
        while x < 8 {
            if byte >> x & 1 == 1 {
                table[byte] += 1 << 24 | (x >> 2 & 1) << 16 | (x >> 1 & 1) << 8 | x & 1;
            }
            x += 1;
        }
        byte += 1;
    }
    table
};

/// For each element, a byte of ones at each of its coordinates.
const BYTES: [u64; 128] = {
    let mut table = [0; 128];
    let mut x = 0;
    while x < 128 {
        let mut i = 0;
        while i < 7 {
            if x >> i & 1 == 1 {
                table[x] |= 0xff << (8 * i);
            }
            i += 1;
        }
        x += 1;
    }
    table
};

/// Sizes stand above sums of degrees, of which the largest is 7 times 64.
const SIZE: u16 = 1 << 10;

const SIZES: [u8; 128] = {
    let mut table = [0; 128];
    let mut x = 0_usize;
    while x < 128 {
        table[x] = x.count_ones() as u8;
        x += 1;
    }
    table
};

/// How many elements of a family hold each coordinate, a byte each.
fn degrees(d: u128) -> u64 {
    let mut sum = 0;
    for (high, byte) in d.to_le_bytes().into_iter().enumerate() {
        let low = u64::from(LOW[usize::from(byte)]);
        sum += (low & 0xff_ffff) + (((low >> 24) * (BYTES[high] & 0x0101_0101)) << 24);
    }
    sum
}

/// Size and degrees of an element.
#[inline]
fn score(degrees: u64, x: u32) -> u16 {
    const EVEN: u64 = 0x00ff_00ff_00ff_00ff;
    let own = degrees & BYTES[x as usize];
    let pairs = (own & EVEN) + (own >> 8 & EVEN);
    (pairs.wrapping_mul(0x0001_0001_0001_0001) >> 48) as u16 + SIZE * u16::from(SIZES[x as usize])
}

/// The order on the elements of the classes that a downset is pushed to.
pub struct Ranks {
    degrees: u64,
    maximal: u128,
    /// The score of each maximal element.
    scores: [u16; 128],
    /// The largest of them.
    top: u16,
}

impl Ranks {
    /// For the classes above a downset.
    #[inline]
    pub(super) fn new(d: u128) -> Ranks {
        let mut ranks = Ranks { degrees: degrees(d), maximal: maximal(d), scores: [0; 128], top: 0 };
        for z in bits(ranks.maximal) {
            ranks.scores[z as usize] = score(ranks.degrees, z);
            ranks.top = ranks.top.max(ranks.scores[z as usize]);
        }
        ranks
    }

    /// Whether `y`, once it has been added, can be the first of all maximal elements.
    #[inline]
    pub(super) fn may_be_first(&self, y: u32) -> bool {
        self.top <= self.added(y) && self.rivals(y, u128::MAX).is_some()
    }

    /// Whether `y`, once it has been added, can be the first of the maximal elements above one of these.
    #[inline]
    pub(super) fn may_be_first_above(&self, y: u32, below: u128) -> bool {
        bits(below).any(|x| self.rivals(y, ABOVE[x as usize]).is_some())
    }

    /// Whether `y` comes first among all maximal elements of the downset with `y` added, of which these are the keys.
    #[inline]
    pub(super) fn is_first(&self, y: u32, keys: &Keys) -> bool {
        self.rivals(y, u128::MAX).is_some_and(|rivals| is_first(y, keys, rivals))
    }

    /// Whether it comes first among those above one of these.
    #[inline]
    pub(super) fn is_first_above(&self, y: u32, keys: &Keys, below: u128) -> bool {
        bits(below).any(|x| self.rivals(y, ABOVE[x as usize]).is_some_and(|rivals| is_first(y, keys, rivals)))
    }

    /// The score of `y` once it has been added.
    #[inline]
    fn added(&self, y: u32) -> u16 {
        score(self.degrees, y) + u16::from(SIZES[y as usize])
    }

    /// The maximal elements among these with the score of `y`, once it has been added; `None` if one has a larger score.
    #[inline]
    fn rivals(&self, y: u32, among: u128) -> Option<u128> {
        let own = self.added(y);
        let mut equal = 0;
        // What `y` covers is smaller and has a smaller score: that it is not maximal any more needs no care.
        for z in bits(self.maximal & among) {
            let score = self.scores[z as usize] + u16::from(SIZES[(y & z) as usize]);
            if score > own {
                return None;
            }
            equal |= u128::from(score == own) << z;
        }
        Some(equal)
    }
}

/// Whether the key of an element is not smaller than those of its rivals.
#[inline]
fn is_first(y: u32, keys: &Keys, rivals: u128) -> bool {
    // Without branches: which coordinates are in x comes from a table.
    let sum = |x: u32| {
        let mask = &MEMBERS[x as usize];
        (0..8).fold(0u16, |sum, i| sum.wrapping_add(keys[i] & mask[i]))
    };
    rivals == 0 || {
        let own = sum(y);
        bits(rivals).all(|z| sum(z) <= own)
    }
}

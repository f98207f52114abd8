//! Sets of elements as rows of bits.

use smallvec::SmallVec;
use std::hash::Hash;

/// A set of numbers `0..n`, one bit each. Two sets over the same `n` are equal when they have the same elements.
///
/// ```
/// use sprague_posets::Bits;
/// let mut set = Bits::of(100, [70, 3]);
/// set.insert(42);
/// assert!(set.contains(42) && !set.contains(43));
/// assert!(set.iter().eq([3, 42, 70]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bits(pub(crate) SmallVec<[u64; 2]>);

/// Words that `n` bits need.
pub(crate) fn words(n: usize) -> usize {
    n.div_ceil(64)
}

/// Is `i` in the row?
#[inline]
pub(crate) fn has(row: &[u64], i: usize) -> bool {
    row[i / 64] >> (i % 64) & 1 == 1
}

/// Puts `i` into the row.
#[inline]
pub(crate) fn put(row: &mut [u64], i: usize) {
    row[i / 64] |= 1 << (i % 64);
}

/// Is the one row contained in the other?
#[inline]
pub(crate) fn within(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).all(|(a, b)| a & !b == 0)
}

/// Elements in both.
#[inline]
pub(crate) fn common(a: &[u64], b: &[u64]) -> u32 {
    a.iter().zip(b).map(|(a, b)| (a & b).count_ones()).sum()
}

/// Elements of the row.
#[inline]
pub(crate) fn size(row: &[u64]) -> usize {
    row.iter().map(|w| w.count_ones() as usize).sum()
}

/// The elements of a row in increasing order.
pub(crate) fn ones(row: &[u64]) -> impl Iterator<Item = usize> + '_ {
    row.iter().enumerate().flat_map(|(k, &word)| {
        let mut left = word;
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let bit = left.trailing_zeros() as usize;
            left &= left - 1;
            Some(64 * k + bit)
        })
    })
}

impl Bits {
    /// The empty set within `0..n`.
    pub fn empty(n: usize) -> Bits {
        Bits(SmallVec::from_elem(0, words(n)))
    }

    /// The whole of `0..n`.
    pub fn full(n: usize) -> Bits {
        let mut all = Bits::empty(n);
        for (k, word) in all.0.iter_mut().enumerate() {
            let left = n - 64 * k;
            *word = if left >= 64 { u64::MAX } else { (1 << left) - 1 };
        }
        all
    }

    /// The given numbers, all below `n`.
    pub fn of(n: usize, elements: impl IntoIterator<Item = usize>) -> Bits {
        let mut set = Bits::empty(n);
        for x in elements {
            set.insert(x);
        }
        set
    }

    /// A copy of a row.
    pub(crate) fn from_row(row: &[u64]) -> Bits {
        Bits(SmallVec::from_slice(row))
    }

    /// Is `x` in it?
    pub fn contains(&self, x: usize) -> bool {
        x / 64 < self.0.len() && has(&self.0, x)
    }

    /// Puts `x` into it.
    pub fn insert(&mut self, x: usize) {
        put(&mut self.0, x);
    }

    /// Takes `x` out of it.
    pub(crate) fn remove(&mut self, x: usize) {
        self.0[x / 64] &= !(1 << (x % 64));
    }

    /// How many elements it has.
    pub fn len(&self) -> usize {
        size(&self.0)
    }

    /// Has it none?
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&w| w == 0)
    }

    /// Its least element.
    pub(crate) fn first(&self) -> Option<usize> {
        self.iter().next()
    }

    /// The greatest element.
    pub(crate) fn last(&self) -> Option<usize> {
        let k = self.0.iter().rposition(|&word| word != 0)?;
        Some(64 * k + 63 - self.0[k].leading_zeros() as usize)
    }

    /// Its elements in increasing order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        ones(&self.0)
    }

    /// The elements of `self` that are not in the row.
    pub(crate) fn minus(&self, row: &[u64]) -> Bits {
        Bits(self.0.iter().zip(row).map(|(a, b)| a & !b).collect())
    }

    /// The elements in both.
    pub(crate) fn and(&self, row: &[u64]) -> Bits {
        Bits(self.0.iter().zip(row).map(|(a, b)| a & b).collect())
    }

    /// The row itself.
    pub(crate) fn row(&self) -> &[u64] {
        &self.0
    }
}

/// A downset as a fixed number of machine words, for the tables of the recursions.
pub(crate) trait Mask: Copy + Eq + Hash + Ord {
    /// The empty set.
    const EMPTY: Self;
    /// The words of a row, which must fit.
    fn from_row(row: &[u64]) -> Self;
    /// With the element.
    fn with(self, i: usize) -> Self;
    /// Without the element.
    fn without(self, i: usize) -> Self;
    /// Is the element there?
    fn has(self, i: usize) -> bool;
    /// Elements of `self` that are not in the other.
    fn minus(self, other: Self) -> Self;
    /// Elements of both.
    fn and(self, other: Self) -> Self;
    /// Elements of either.
    fn or(self, other: Self) -> Self;
    /// Has it no element?
    fn is_empty(self) -> bool;
    /// How many elements it has.
    fn size(self) -> u32;
    /// The least element of a set that is not empty.
    fn lowest(self) -> usize;
    /// The greatest element of a set that is not empty.
    fn highest(self) -> usize;
    /// Is every element of it in the other?
    fn within(self, other: Self) -> bool {
        self.minus(other).is_empty()
    }
    /// Calls `f` with each element, increasing.
    fn each(self, f: impl FnMut(usize));
}

macro_rules! mask_of_integer {
    ($type:ty) => {
        impl Mask for $type {
            const EMPTY: Self = 0;
            fn from_row(row: &[u64]) -> Self {
                row.iter().enumerate().fold(0, |all, (k, &w)| all | <$type>::from(w) << (64 * k))
            }
            fn with(self, i: usize) -> Self {
                self | 1 << i
            }
            fn without(self, i: usize) -> Self {
                self & !(1 << i)
            }
            fn has(self, i: usize) -> bool {
                self >> i & 1 == 1
            }
            fn minus(self, other: Self) -> Self {
                self & !other
            }
            fn and(self, other: Self) -> Self {
                self & other
            }
            fn or(self, other: Self) -> Self {
                self | other
            }
            fn is_empty(self) -> bool {
                self == 0
            }
            fn size(self) -> u32 {
                self.count_ones()
            }
            fn lowest(self) -> usize {
                self.trailing_zeros() as usize
            }
            fn highest(self) -> usize {
                self.ilog2() as usize
            }
            fn each(self, mut f: impl FnMut(usize)) {
                let mut left = self;
                while left != 0 {
                    f(left.trailing_zeros() as usize);
                    left &= left - 1;
                }
            }
        }
    };
}

mask_of_integer!(u64);
mask_of_integer!(u128);

/// A mask of several words.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Many<const W: usize>([u64; W]);

impl<const W: usize> Mask for Many<W> {
    const EMPTY: Self = Many([0; W]);
    fn from_row(row: &[u64]) -> Self {
        let mut all = [0; W];
        all[..row.len()].copy_from_slice(row);
        Many(all)
    }
    fn with(mut self, i: usize) -> Self {
        self.0[i / 64] |= 1 << (i % 64);
        self
    }
    fn without(mut self, i: usize) -> Self {
        self.0[i / 64] &= !(1 << (i % 64));
        self
    }
    fn has(self, i: usize) -> bool {
        self.0[i / 64] >> (i % 64) & 1 == 1
    }
    fn minus(self, other: Self) -> Self {
        Many(std::array::from_fn(|k| self.0[k] & !other.0[k]))
    }
    fn and(self, other: Self) -> Self {
        Many(std::array::from_fn(|k| self.0[k] & other.0[k]))
    }
    fn or(self, other: Self) -> Self {
        Many(std::array::from_fn(|k| self.0[k] | other.0[k]))
    }
    fn is_empty(self) -> bool {
        self.0.iter().all(|&w| w == 0)
    }
    fn size(self) -> u32 {
        self.0.iter().map(|w| w.count_ones()).sum()
    }
    fn lowest(self) -> usize {
        let k = self.0.iter().position(|&w| w != 0).expect("not empty");
        64 * k + self.0[k].trailing_zeros() as usize
    }
    fn highest(self) -> usize {
        let k = self.0.iter().rposition(|&w| w != 0).expect("not empty");
        64 * k + self.0[k].ilog2() as usize
    }
    fn each(self, mut f: impl FnMut(usize)) {
        for i in ones(&self.0) {
            f(i);
        }
    }
}

/// Runs the body with `$mask` as the narrowest mask type that holds `$n` bits; the last arm says what happens when
/// none does.
macro_rules! with_mask {
    ($n:expr, $mask:ident => $body:expr, else $wide:expr) => {
        match $n {
            0..=64 => {
                type $mask = u64;
                $body
            }
            65..=128 => {
                type $mask = u128;
                $body
            }
            129..=256 => {
                type $mask = $crate::bits::Many<4>;
                $body
            }
            257..=1024 => {
                type $mask = $crate::bits::Many<16>;
                $body
            }
            _ => $wide,
        }
    };
}
pub(crate) use with_mask;

//! Numbers of one to many words, every one of a level of the same width.

use num_bigint::BigUint;

/// A natural number below `2^(64 W)`, lowest word first. Who adds sees to it that sums fit.
#[derive(Clone, Copy)]
pub(super) struct Words<const W: usize>(pub [u64; W]);

impl<const W: usize> Words<W> {
    pub(super) const ZERO: Self = Words([0; W]);

    /// A number of one word.
    pub(super) fn one() -> Self {
        let mut words = [0; W];
        words[0] = 1;
        Words(words)
    }

    /// Adds.
    #[inline(always)]
    pub(super) fn add(&mut self, other: &Self) {
        let mut carry = false;
        for (a, &b) in self.0.iter_mut().zip(&other.0) {
            let (sum, first) = a.overflowing_add(b);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            *a = sum;
            carry = first | second;
        }
        debug_assert!(!carry);
    }

    /// From at most so many words, each as its bytes, the lowest first.
    pub(super) fn decoded(bytes: &[u8]) -> Self {
        let mut words = [0; W];
        for (word, bytes) in words.iter_mut().zip(bytes.as_chunks::<8>().0) {
            *word = u64::from_le_bytes(*bytes);
        }
        Words(words)
    }

    /// The same number, wider.
    pub(super) fn widened<const V: usize>(&self) -> Words<V> {
        Words(std::array::from_fn(|i| self.0.get(i).copied().unwrap_or(0)))
    }
}

/// A sum of products.
pub(super) struct Products(Vec<u64>);

impl Products {
    /// Room for products of numbers of so many words.
    pub(super) fn new(words: usize) -> Products {
        Products(vec![0; 2 * words + 2])
    }

    /// Adds a product. Fewer than `2^64` of them are added.
    pub(super) fn add<const W: usize>(&mut self, a: &Words<W>, b: &Words<W>) {
        for (i, &x) in a.0.iter().enumerate() {
            let mut carry = 0u64;
            for (place, &y) in self.0[i..].iter_mut().zip(&b.0) {
                let sum = u128::from(x) * u128::from(y) + u128::from(*place) + u128::from(carry);
                *place = sum as u64;
                carry = (sum >> 64) as u64;
            }
            for place in &mut self.0[i + W..] {
                let (sum, over) = place.overflowing_add(carry);
                *place = sum;
                carry = u64::from(over);
                if !over {
                    break;
                }
            }
        }
    }

    /// As a number without bound.
    pub(super) fn big(&self) -> BigUint {
        BigUint::new(self.0.iter().flat_map(|&w| [w as u32, (w >> 32) as u32]).collect())
    }
}

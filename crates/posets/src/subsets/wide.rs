//! Natural numbers of a fixed number of words, with every overflow seen.

use super::recursion::Payload;
use num_bigint::BigUint;

/// A natural number below 2^(64 L), lowest word first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Wide<const L: usize>(pub [u64; L]);

impl<const L: usize> Wide<L> {
    /// A number of one word.
    pub(crate) fn from_word(word: u64) -> Self {
        let mut words = [0; L];
        words[0] = word;
        Wide(words)
    }

    /// Adds; false when the sum does not fit.
    #[inline]
    pub(crate) fn add(&mut self, other: &Self) -> bool {
        let mut carry = false;
        for (a, &b) in self.0.iter_mut().zip(&other.0) {
            let (sum, first) = a.overflowing_add(b);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            *a = sum;
            carry = first | second;
        }
        !carry
    }

    /// The product with one word, if it fits.
    #[inline]
    pub(crate) fn times(&self, factor: u64) -> Option<Self> {
        let (mut words, mut carry) = (self.0, 0u64);
        for word in &mut words {
            let product = u128::from(*word) * u128::from(factor) + u128::from(carry);
            *word = product as u64;
            carry = (product >> 64) as u64;
        }
        (carry == 0).then_some(Wide(words))
    }

    /// As a number without bound.
    pub(crate) fn big(&self) -> BigUint {
        BigUint::from_slice(&self.0.iter().flat_map(|&w| [w as u32, (w >> 32) as u32]).collect::<Vec<_>>())
    }
}

impl<const L: usize> Payload for Wide<L> {
    const EMPTY: Self = Wide([0; L]);

    fn words(_size: u32) -> usize {
        L
    }

    fn encode(&self, words: &mut [u64]) {
        words.copy_from_slice(&self.0);
    }

    fn decode(words: &[u64]) -> Self {
        Wide(std::array::from_fn(|i| words[i]))
    }
}

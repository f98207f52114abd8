//! Natural numbers of a fixed number of words for the tables, every overflow seen, and one type without bound.

use num_bigint::BigUint;

/// A number in a table of path counts. The operations say whether the result still fits.
pub(crate) trait Count: Clone {
    /// Zero.
    fn zero() -> Self;
    /// One.
    fn one() -> Self;
    /// Adds `other`.
    #[must_use]
    fn add(&mut self, other: &Self) -> bool;
    /// Multiplies by `factor`.
    #[must_use]
    fn times(&mut self, factor: u64) -> bool;
    /// As a number without bound.
    fn big(&self) -> BigUint;
    /// Bytes that one takes in a table; for the type without bound, when the number has so many bits.
    fn bytes(bits: usize) -> usize;
}

impl Count for u128 {
    fn zero() -> u128 {
        0
    }
    fn one() -> u128 {
        1
    }
    fn add(&mut self, other: &u128) -> bool {
        let (sum, over) = self.overflowing_add(*other);
        *self = sum;
        !over
    }
    fn times(&mut self, factor: u64) -> bool {
        let (product, over) = self.overflowing_mul(u128::from(factor));
        *self = product;
        !over
    }
    fn big(&self) -> BigUint {
        BigUint::from(*self)
    }
    fn bytes(_: usize) -> usize {
        16
    }
}

/// `W` words, least significant first.
#[derive(Clone, Copy)]
pub(crate) struct Fixed<const W: usize>([u64; W]);

impl<const W: usize> Count for Fixed<W> {
    fn zero() -> Self {
        Fixed([0; W])
    }
    fn one() -> Self {
        let mut one = [0; W];
        one[0] = 1;
        Fixed(one)
    }
    fn add(&mut self, other: &Self) -> bool {
        let mut carry = false;
        for (a, &b) in self.0.iter_mut().zip(&other.0) {
            let (sum, first) = a.overflowing_add(b);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            *a = sum;
            carry = first || second;
        }
        !carry
    }
    fn times(&mut self, factor: u64) -> bool {
        let mut carry = 0_u128;
        for a in &mut self.0 {
            let product = u128::from(*a) * u128::from(factor) + carry;
            *a = product as u64;
            carry = product >> 64;
        }
        carry == 0
    }
    fn big(&self) -> BigUint {
        BigUint::new(self.0.iter().flat_map(|&w| [w as u32, (w >> 32) as u32]).collect())
    }
    fn bytes(_: usize) -> usize {
        8 * W
    }
}

impl Count for BigUint {
    fn zero() -> BigUint {
        BigUint::default()
    }
    fn one() -> BigUint {
        BigUint::from(1_u32)
    }
    fn add(&mut self, other: &BigUint) -> bool {
        *self += other;
        true
    }
    fn times(&mut self, factor: u64) -> bool {
        *self *= factor;
        true
    }
    fn big(&self) -> BigUint {
        self.clone()
    }
    fn bytes(bits: usize) -> usize {
        40 + bits / 8
    }
}

/// `n!`.
pub(crate) fn factorial(n: usize) -> BigUint {
    product(1, n as u64)
}

/// `from * (from + 1) * … * to`, by halves, so that the large products are of equal lengths.
pub(crate) fn product(from: u64, to: u64) -> BigUint {
    if from > to {
        return BigUint::from(1_u32);
    }
    if to - from < 8 {
        return (from..=to).fold(BigUint::from(1_u32), |p, k| p * k);
    }
    let middle = from + (to - from) / 2;
    product(from, middle) * product(middle + 1, to)
}

/// `n` over `k`.
pub(crate) fn binomial(n: usize, k: usize) -> BigUint {
    if k > n {
        return BigUint::default();
    }
    let k = k.min(n - k);
    product((n - k + 1) as u64, n as u64) / factorial(k)
}

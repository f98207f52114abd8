//! The least ordinals without nim-roots, which say what a power of a generator is.
//!
//! The ordinals below `omega^omega^omega` are an algebraic closure of the field of two elements (*On Numbers and Games*, ch. 6). For a prime
//! power `q = p^n` let `kappa(q)` be `2^2^(n-1)` if p is 2, else `omega^(omega^k * p^(n-1))`, p being the odd prime number k, from 0.
//! Then `kappa(p^(n+1))` to the power p is `kappa(p^n)`, and `kappa(p)` to the power p is the least ordinal below `kappa(p)` without a root
//! of degree p there. By Lenstra (*Nim multiplication*, 1977; *On the algebraic closure of two*, Proc. Kon. Ned. Akad. A 80) it is a nim-sum of some `kappa(q)`, which the order of 2
//! modulo p determines, and a natural number, the excess: the least that makes it so.
//!
//! The table is Lenstra's, for p up to 43. The tests compute anew that no smaller excess does, and that these do.

use super::Surreal;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::One;

/// The least ordinal without a root of a prime degree: the nim-sum of some generators, and the excess.
///
/// ```
/// use sprague_ordinals::root;
/// let seven = root(7).expect("it is in the table");
/// assert_eq!((seven.generators, seven.excess), (&[3][..], 1));
/// assert_eq!(seven.ordinal().to_string(), "omega+1");
/// assert!(root(47).is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Root {
    /// The degree.
    pub prime: u64,
    /// The prime powers q whose `kappa(q)` are added.
    pub generators: &'static [u64],
    /// What else is added.
    pub excess: u64,
}

const fn entry(prime: u64, generators: &'static [u64], excess: u64) -> Root {
    Root { prime, generators, excess }
}

pub(crate) const TABLE: [Root; 13] = [
    entry(3, &[2], 0),
    entry(5, &[4], 0),
    entry(7, &[3], 1),
    entry(11, &[5], 1),
    entry(13, &[3, 4], 0),
    entry(17, &[8], 0),
    entry(19, &[9], 4),
    entry(23, &[11], 1),
    entry(29, &[7, 4], 0),
    entry(31, &[5], 1),
    entry(37, &[9, 4], 0),
    entry(41, &[5], 1),
    entry(43, &[7], 1),
];

/// The entry of an odd prime, if it is in the table.
///
/// ```
/// // 2 has no cube root below omega, and omega is one.
/// assert_eq!(sprague_ordinals::root(3).map(|root| root.ordinal().to_string()), Some("2".into()));
/// ```
pub fn root(prime: u64) -> Option<Root> {
    TABLE.iter().find(|root| root.prime == prime).copied()
}

/// The odd prime with this number, from 0.
pub(crate) fn odd_prime(number: usize) -> u64 {
    let is_prime = |n: u64| (3..).step_by(2).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d));
    (3u64..).step_by(2).filter(|&n| is_prime(n)).nth(number).unwrap_or(u64::MAX)
}

/// `kappa(q)` of a prime power that is in the table.
pub(crate) fn kappa(q: u64) -> Surreal {
    if q.is_power_of_two() {
        return Surreal::from(1 << (q / 2));
    }
    let prime = (3..=q).find(|p| q.is_multiple_of(*p)).unwrap_or(q);
    let number = (0..).find(|&k| odd_prime(k) >= prime).unwrap_or(0);
    let times = BigRational::from(BigInt::from(q / prime));
    Surreal::of_terms(vec![(Surreal::of_terms(vec![(Surreal::from(number as i64), times)]), BigRational::one())])
}

impl Root {
    /// The ordinal itself.
    pub fn ordinal(&self) -> Surreal {
        let start = Surreal::from(i64::try_from(self.excess).unwrap_or(0));
        // None of them has a bit in common with another, so that the sums are nim-sums.
        self.generators.iter().fold(start, |sum, &q| sum.plus(&kappa(q)))
    }
}

//! Nim-sum and nim-product of ordinals.
//!
//! Sums go by binary digits, so that coefficients of one power of omega add without carrying. An ordinal below `omega^omega^omega` is a sum
//! of products of generators `kappa(q)`, q a power of an odd prime p, each less than p times, with natural numbers as coefficients. Products of those are ordinary as
//! long as no generator comes p times or more; then its power is replaced by what `roots.rs` says.

use super::roots::{odd_prime, root};
use super::{NumberError, Surreal};
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};
use sprague_games::nim_field;
use sprague_limits::{Handle, with_stack};
use std::collections::BTreeMap;

/// The largest number of a prime that exponents may ask for.
const PRIMES: usize = 1000;

/// How often each generator comes, by the number of its prime and the power of it, from 0. Largest last.
pub(crate) type Monomial = BTreeMap<(usize, usize), u64>;
/// Monomials with their coefficients, which are not 0.
pub(crate) type Sum = BTreeMap<Monomial, BigUint>;

/// The coefficients of an ordinal.
fn natural(r: &BigRational) -> Option<BigUint> {
    if r.is_integer() { r.to_integer().to_biguint() } else { None }
}

/// The nim-sum of two ordinals.
///
/// ```
/// use sprague_ordinals::{Surreal, nim_sum};
/// let omega = Surreal::omega();
/// let x = omega.plus(&Surreal::from(5));
/// assert_eq!(nim_sum(&x, &Surreal::from(3))?.to_string(), "omega+6");
/// assert_eq!(nim_sum(&x, &omega)?, Surreal::from(5));
/// # Ok::<(), sprague_ordinals::NumberError>(())
/// ```
pub fn nim_sum(a: &Surreal, b: &Surreal) -> Result<Surreal, NumberError> {
    if !a.is_ordinal() || !b.is_ordinal() {
        return Err(NumberError::NotOrdinal);
    }
    let mut terms: BTreeMap<Surreal, BigUint> = BTreeMap::new();
    for (y, r) in a.terms().iter().chain(b.terms()) {
        let n = natural(r).ok_or(NumberError::NotOrdinal)?;
        *terms.entry(y.clone()).or_default() ^= n;
    }
    let kept = terms.into_iter().rev().filter(|(_, n)| !n.is_zero());
    Ok(Surreal::of_terms(kept.map(|(y, n)| (y, BigRational::from(BigInt::from(n)))).collect()))
}

/// The nim-product of two ordinals below `omega^omega^omega`.
///
/// ```
/// use sprague_limits::Handle;
/// use sprague_ordinals::{Surreal, nim_product};
/// let (omega, handle) = (Surreal::omega(), Handle::default());
/// let x = omega.plus(&Surreal::from(1));
/// // (omega + 1)(omega + 1) = omega^2 + 1 in characteristic 2.
/// assert_eq!(nim_product(&x, &x, &handle)?.to_string(), "omega^2+1");
/// # Ok::<(), sprague_ordinals::NumberError>(())
/// ```
pub fn nim_product(a: &Surreal, b: &Surreal, h: &Handle) -> Result<Surreal, NumberError> {
    let product = times(&read(a, h)?, &read(b, h)?, h)?;
    written(product, h)
}

/// A sum of products of generators as an ordinal.
pub(crate) fn written(product: Sum, h: &Handle) -> Result<Surreal, NumberError> {
    let mut terms: BTreeMap<Surreal, BigUint> = BTreeMap::new();
    for (monomial, n) in product {
        h.tick()?;
        terms.insert(exponent(&monomial)?, n);
    }
    let kept = terms.into_iter().rev();
    Ok(Surreal::of_terms(kept.map(|(y, n)| (y, BigRational::from(BigInt::from(n)))).collect()))
}

/// An ordinal as a sum of products of generators.
pub(crate) fn read(ordinal: &Surreal, h: &Handle) -> Result<Sum, NumberError> {
    if !ordinal.is_ordinal() {
        return Err(NumberError::NotOrdinal);
    }
    let mut sum = Sum::new();
    for (exponent, r) in ordinal.terms() {
        let mut monomial = Monomial::new();
        for (number, count) in exponent.terms() {
            // Of the exponent a coefficient of omega^k, in digits to the base of the prime with the number k.
            let number = number.as_integer().ok_or(NumberError::NotAlgebraic)?;
            let number = number
                .to_usize()
                .filter(|&k| k <= PRIMES)
                .ok_or_else(|| sprague_limits::Stop::TooLarge(format!("more than {PRIMES} odd primes")))?;
            let prime = BigUint::from(odd_prime(number));
            let mut count = natural(count).ok_or(NumberError::NotOrdinal)?;
            let mut place = 0;
            while !count.is_zero() {
                h.tick()?;
                let (rest, digit) = count.div_rem(&prime);
                if let Some(digit) = digit.to_u64().filter(|&digit| digit > 0) {
                    monomial.insert((number, place), digit);
                }
                (count, place) = (rest, place + 1);
            }
        }
        sum.insert(monomial, natural(r).ok_or(NumberError::NotOrdinal)?);
    }
    Ok(sum)
}

/// The exponent of omega that a product of generators has.
fn exponent(monomial: &Monomial) -> Result<Surreal, NumberError> {
    let mut sum = Surreal::default();
    for (&(number, place), &digit) in monomial {
        let count = BigInt::from(odd_prime(number)).pow(place as u32) * digit;
        let power = Surreal::from(number as i64);
        sum = sum.plus(&Surreal::of_terms(vec![(power, count.into())]));
    }
    Ok(sum)
}

pub(crate) fn times(a: &Sum, b: &Sum, h: &Handle) -> Result<Sum, NumberError> {
    let mut made = Sum::new();
    for (x, m) in a {
        for (y, n) in b {
            let mut both = x.clone();
            for (&generator, &count) in y {
                *both.entry(generator).or_default() += count;
            }
            let coefficient = nim_field::product(m, n, h)?;
            for (z, k) in with_stack(|| reduced(both, h))? {
                add(&mut made, z, &nim_field::product(&coefficient, &k, h)?);
            }
        }
    }
    h.reserve(made.len() * 128)?;
    Ok(made)
}

pub(crate) fn add(sum: &mut Sum, monomial: Monomial, n: &BigUint) {
    let known = sum.entry(monomial.clone()).or_default();
    *known ^= n;
    if known.is_zero() {
        sum.remove(&monomial);
    }
}

/// A product of generators in which none is left to the power of its prime.
fn reduced(mut monomial: Monomial, h: &Handle) -> Result<Sum, NumberError> {
    h.tick()?;
    let large = monomial.iter().rev().find(|((number, _), count)| **count >= odd_prime(*number));
    let Some((&(number, place), &count)) = large else { return Ok(Sum::from([(monomial, BigUint::one())])) };
    let prime = odd_prime(number);
    monomial.remove(&(number, place));
    if count > prime {
        monomial.insert((number, place), count - prime);
    }
    times(&Sum::from([(monomial, BigUint::one())]), &power((number, place), h)?, h)
}

/// What a generator is to the power of its prime.
pub(crate) fn power((number, place): (usize, usize), h: &Handle) -> Result<Sum, NumberError> {
    let prime = odd_prime(number);
    if place > 0 {
        return Ok(Sum::from([(Monomial::from([((number, place - 1), 1)]), BigUint::one())]));
    }
    read(&root(prime).ok_or(NumberError::Root(prime))?.ordinal(), h)
}

//! Nim-inverses, quotients and powers of ordinals below `omega^omega^omega`.
//!
//! With respect to its largest generator `kappa(q)` an ordinal is a polynomial of degree less than p over the field of the smaller ones, in
//! which `Y^p - kappa(q)^p` has no factors. Euclid's algorithm with the two gives the inverse, and needs inverses in the smaller field only.

use super::nimbers::{Monomial, Sum, add, power, read, times, written};
use super::roots::odd_prime;
use super::{NumberError, Surreal, nim_product};
use num_bigint::BigUint;
use num_traits::One;
use sprague_games::nim_field;
use sprague_limits::{Handle, with_stack};

/// A polynomial by its coefficients, from the constant one; the last is not 0.
type Polynomial = Vec<Sum>;

/// The ordinal whose nim-product with this one is 1.
///
/// ```
/// use sprague_limits::Handle;
/// use sprague_ordinals::{NumberError, Surreal, nim_inverse, nim_product};
/// let (omega, h) = (Surreal::omega(), Handle::default());
/// // omega is a cube root of 2, and 2 times 3 is 1.
/// let inverse = nim_inverse(&omega, &h)?;
/// assert_eq!(inverse.to_string(), "omega^2*3");
/// assert_eq!(nim_product(&omega, &inverse, &h)?, Surreal::from(1));
/// assert_eq!(nim_inverse(&Surreal::default(), &h), Err(NumberError::Zero));
/// # Ok::<(), NumberError>(())
/// ```
pub fn nim_inverse(a: &Surreal, h: &Handle) -> Result<Surreal, NumberError> {
    written(inverse(&read(a, h)?, h)?, h)
}

/// The ordinal whose nim-product with the second is the first.
///
/// ```
/// use sprague_limits::Handle;
/// use sprague_ordinals::{Surreal, nim_quotient};
/// let (omega, h) = (Surreal::omega(), Handle::default());
/// let square = Surreal::from(2).omega_power()?;
/// assert_eq!(nim_quotient(&square, &omega, &h)?, omega);
/// # Ok::<(), sprague_ordinals::NumberError>(())
/// ```
pub fn nim_quotient(a: &Surreal, b: &Surreal, h: &Handle) -> Result<Surreal, NumberError> {
    nim_product(a, &nim_inverse(b, h)?, h)
}

/// The nim-product of so many equal factors.
///
/// ```
/// use sprague_limits::Handle;
/// use sprague_ordinals::{Surreal, nim_power};
/// let (omega, h) = (Surreal::omega(), Handle::default());
/// // Of order 9: its cube is 2, whose cube is 1.
/// assert_eq!(nim_power(&omega, &9u8.into(), &h)?, Surreal::from(1));
/// # Ok::<(), sprague_ordinals::NumberError>(())
/// ```
pub fn nim_power(a: &Surreal, n: &BigUint, h: &Handle) -> Result<Surreal, NumberError> {
    let mut made = Surreal::from(1);
    for i in (0..n.bits()).rev() {
        made = nim_product(&made, &made, h)?;
        if n.bit(i) {
            made = nim_product(&made, a, h)?;
        }
    }
    Ok(made)
}

fn inverse(a: &Sum, h: &Handle) -> Result<Sum, NumberError> {
    h.tick()?;
    let largest = a.keys().filter_map(|monomial| monomial.keys().next_back()).max().copied();
    let Some(generator) = largest else {
        let n = a.values().next().ok_or(NumberError::Zero)?;
        let n = nim_field::inverse(n, h)?.ok_or(NumberError::Zero)?;
        return Ok(Sum::from([(Monomial::new(), n)]));
    };
    let one = Sum::from([(Monomial::new(), BigUint::one())]);
    // Of Y^p - c and the polynomial of a; beside each what it is a multiple of a by, modulo the first.
    let mut modulus = vec![power(generator, h)?];
    modulus.resize(odd_prime(generator.0) as usize, Sum::new());
    modulus.push(one.clone());
    let (mut before, mut here) = (modulus, polynomial(a, generator));
    let (mut factor_before, mut factor) = (Polynomial::new(), vec![one]);
    while here.len() > 1 {
        let lead = with_stack(|| inverse(&here[here.len() - 1], h))?;
        let mut quotient = vec![Sum::new(); (before.len() + 1).saturating_sub(here.len())];
        while before.len() >= here.len() {
            let shift = before.len() - here.len();
            let digit = times(&before[before.len() - 1], &lead, h)?;
            for (i, c) in here.iter().enumerate() {
                plus(&mut before[i + shift], &times(c, &digit, h)?);
            }
            trim(&mut before);
            plus(&mut quotient[shift], &digit);
        }
        let mut next = factor_before;
        for (i, q) in quotient.iter().enumerate() {
            for (j, f) in factor.iter().enumerate() {
                if next.len() <= i + j {
                    next.resize(i + j + 1, Sum::new());
                }
                plus(&mut next[i + j], &times(q, f, h)?);
            }
        }
        trim(&mut next);
        (before, here) = (here, before);
        (factor_before, factor) = (factor, next);
    }
    // A common factor there is not, since the generator has the degree p over what comes before it.
    let last = with_stack(|| inverse(here.first().unwrap_or(&Sum::new()), h))?;
    let mut made = Sum::new();
    for (i, coefficient) in factor.iter().enumerate() {
        for (mut monomial, n) in times(coefficient, &last, h)? {
            if i > 0 {
                monomial.insert(generator, i as u64);
            }
            add(&mut made, monomial, &n);
        }
    }
    Ok(made)
}

/// By powers of a generator.
fn polynomial(a: &Sum, generator: (usize, usize)) -> Polynomial {
    let mut made = Polynomial::new();
    for (monomial, n) in a {
        let mut rest = monomial.clone();
        let degree = rest.remove(&generator).unwrap_or(0) as usize;
        if made.len() <= degree {
            made.resize(degree + 1, Sum::new());
        }
        add(&mut made[degree], rest, n);
    }
    made
}

fn plus(a: &mut Sum, b: &Sum) {
    b.iter().for_each(|(monomial, n)| add(a, monomial.clone(), n));
}

fn trim(a: &mut Polynomial) {
    while a.last().is_some_and(Sum::is_empty) {
        a.pop();
    }
}

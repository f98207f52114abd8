//! Sums of powers of omega with rational coefficients.
//!
//! Conway's normal form writes each surreal number in one way as a sum of `omega^y * r`, y surreal and falling, r real and not 0. Here
//! are those with finitely many terms, rational r, and y of the same kind. Sums and products are those of the field, which for
//! ordinals are Hessenberg's natural ones.

use super::NumberError;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use sprague_limits::{Handle, Stop};
use std::cmp::Ordering;

/// Powers of omega above each other, at most.
const DEEPEST: u32 = 200;
/// Terms of a quotient, at most.
const QUOTIENT: usize = 1000;

/// A finite sum of powers of omega.
///
/// ```
/// use sprague_ordinals::Surreal;
/// let omega = Surreal::omega();
/// let tower = omega.omega_power()?;
/// assert!(tower > omega && omega > Surreal::from(1_000_000));
/// assert_eq!(tower.plus(&omega).to_string(), "omega^omega+omega");
/// # Ok::<(), sprague_ordinals::NumberError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Surreal {
    /// Exponents, falling, and coefficients that are not 0.
    terms: Vec<(Surreal, BigRational)>,
    /// How many powers stand above each other.
    depth: u32,
}

impl From<BigRational> for Surreal {
    fn from(r: BigRational) -> Self {
        Surreal::of_terms(if r.is_zero() { Vec::new() } else { vec![(Surreal::default(), r)] })
    }
}

impl From<BigInt> for Surreal {
    fn from(n: BigInt) -> Self {
        BigRational::from(n).into()
    }
}

impl From<i64> for Surreal {
    fn from(n: i64) -> Self {
        BigInt::from(n).into()
    }
}

impl PartialOrd for Surreal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Surreal {
    /// The first term in which they differ decides.
    fn cmp(&self, other: &Self) -> Ordering {
        let sign = |r: &BigRational| r.cmp(&BigRational::zero());
        let mut pairs = (self.terms.iter(), other.terms.iter());
        loop {
            match (pairs.0.next(), pairs.1.next()) {
                (None, None) => return Ordering::Equal,
                (Some((_, r)), None) => return sign(r),
                (None, Some((_, r))) => return sign(r).reverse(),
                (Some((x, r)), Some((y, s))) => match x.cmp(y) {
                    Ordering::Greater => return sign(r),
                    Ordering::Less => return sign(s).reverse(),
                    Ordering::Equal if r != s => return r.cmp(s),
                    Ordering::Equal => {}
                },
            }
        }
    }
}

impl Surreal {
    /// From terms whose exponents fall.
    pub(crate) fn of_terms(terms: Vec<(Surreal, BigRational)>) -> Surreal {
        let depth = terms.iter().map(|(y, _)| if y.is_zero() { 0 } else { y.depth + 1 }).max().unwrap_or(0);
        Surreal { terms, depth }
    }

    /// The first infinite ordinal.
    pub fn omega() -> Surreal {
        Surreal::of_terms(vec![(Surreal::from(1), BigRational::one())])
    }

    /// Exponents and coefficients, the greatest first.
    pub fn terms(&self) -> &[(Surreal, BigRational)] {
        &self.terms
    }

    /// Whether it is 0.
    pub fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    /// The rational number that it is, if it is one.
    pub fn as_rational(&self) -> Option<BigRational> {
        match &self.terms[..] {
            [] => Some(BigRational::zero()),
            [(y, r)] if y.is_zero() => Some(r.clone()),
            _ => None,
        }
    }

    /// The integer that it is, if it is one.
    pub fn as_integer(&self) -> Option<BigInt> {
        self.as_rational().filter(BigRational::is_integer).map(|r| r.to_integer())
    }

    /// Whether it is an ordinal: natural coefficients, and exponents that are ordinals.
    pub fn is_ordinal(&self) -> bool {
        self.terms.iter().all(|(y, r)| r.is_integer() && r.is_positive() && y.is_ordinal())
    }

    /// `-1`, `0` or `1`, as it is negative, zero or positive.
    pub fn sign(&self) -> i32 {
        self.terms.first().map_or(0, |(_, r)| if r.is_positive() { 1 } else { -1 })
    }

    /// Whether all positive rational numbers are greater, and all negative ones less.
    pub fn is_infinitesimal(&self) -> bool {
        self.terms.first().is_none_or(|(y, _)| y.sign() < 0)
    }

    /// Its negative.
    pub fn negative(&self) -> Surreal {
        Surreal::of_terms(self.terms.iter().map(|(y, r)| (y.clone(), -r)).collect())
    }

    /// The sum; of ordinals the natural one.
    pub fn plus(&self, other: &Surreal) -> Surreal {
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let (mut a, mut b) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        loop {
            let order = match (a.peek(), b.peek()) {
                (None, None) => return Surreal::of_terms(terms),
                (Some(_), None) => Ordering::Greater,
                (None, Some(_)) => Ordering::Less,
                (Some((x, _)), Some((y, _))) => x.cmp(y),
            };
            match order {
                Ordering::Greater => terms.extend(a.next().cloned()),
                Ordering::Less => terms.extend(b.next().cloned()),
                Ordering::Equal => {
                    if let (Some((x, r)), Some((_, s))) = (a.next(), b.next()) {
                        let sum = r + s;
                        if !sum.is_zero() {
                            terms.push((x.clone(), sum));
                        }
                    }
                }
            }
        }
    }

    /// The difference.
    pub fn minus(&self, other: &Surreal) -> Surreal {
        self.plus(&other.negative())
    }

    /// The product; of ordinals the natural one.
    pub fn times(&self, other: &Surreal, h: &Handle) -> Result<Surreal, Stop> {
        let mut terms: Vec<(Surreal, BigRational)> = Vec::new();
        h.reserve(self.terms.len().saturating_mul(other.terms.len()).saturating_mul(128))?;
        for (x, r) in &self.terms {
            for (y, s) in &other.terms {
                h.ticks(1 + ((r.numer().bits() + s.numer().bits()) / 64) as u32)?;
                terms.push((x.plus(y), r * s));
            }
        }
        terms.sort_by(|a, b| b.0.cmp(&a.0));
        let mut made: Vec<(Surreal, BigRational)> = Vec::new();
        for (y, r) in terms {
            match made.last_mut() {
                Some(last) if last.0 == y => last.1 += r,
                _ => made.push((y, r)),
            }
        }
        made.retain(|(_, r)| !r.is_zero());
        Ok(Surreal::of_terms(made))
    }

    /// The quotient, where it is a finite sum.
    pub fn over(&self, other: &Surreal, h: &Handle) -> Result<Surreal, NumberError> {
        let Some((y, s)) = other.terms.first() else { return Err(NumberError::Zero) };
        let (Some(low), Some(lowest)) = (self.terms.last(), other.terms.last()) else { return Ok(Surreal::default()) };
        // The last terms of two factors make the last term of the product.
        let least = low.0.minus(&lowest.0);
        let (mut rest, mut quotient) = (self.clone(), Vec::new());
        while let Some((x, r)) = rest.terms.first() {
            let exponent = x.minus(y);
            if exponent < least || quotient.len() >= QUOTIENT {
                return Err(NumberError::Endless);
            }
            let term = Surreal::of_terms(vec![(exponent, r / s)]);
            rest = rest.minus(&term.times(other, h)?);
            quotient.extend(term.terms);
        }
        Ok(Surreal::of_terms(quotient))
    }

    /// Omega to the power of this number.
    pub fn omega_power(&self) -> Result<Surreal, NumberError> {
        if self.depth >= DEEPEST {
            return Err(NumberError::Deep);
        }
        Ok(Surreal::of_terms(vec![(self.clone(), BigRational::one())]))
    }

    /// A power: of omega any, of others those with integers as exponents. Of ordinals it is the natural one.
    pub fn power(&self, exponent: &Surreal, h: &Handle) -> Result<Surreal, NumberError> {
        if *self == Surreal::omega() {
            return exponent.omega_power();
        }
        let n = exponent.as_integer().ok_or(NumberError::Power)?;
        let base = if n.is_negative() { Surreal::from(1).over(self, h)? } else { self.clone() };
        // One term at once; else as many factors as there are.
        if let [(y, r)] = &base.terms[..] {
            let bits = r.numer().bits().max(r.denom().bits());
            let small = u32::try_from(n.magnitude()).ok().filter(|&n| u64::from(n).saturating_mul(bits) < 1 << 24);
            let coefficient = match small {
                Some(n) => num_traits::pow(r.clone(), n as usize),
                None if r.is_one() => r.clone(),
                None => return Err(Stop::TooLarge("a power with so many digits".into()).into()),
            };
            let exponent = y.times(&n.magnitude().clone().into_signed().into(), h)?;
            return Ok(Surreal::of_terms(vec![(exponent, coefficient)]));
        }
        let mut made = Surreal::from(1);
        for i in (0..n.magnitude().bits()).rev() {
            made = made.times(&made.clone(), h)?;
            if n.magnitude().bit(i) {
                made = made.times(&base, h)?;
            }
        }
        Ok(made)
    }

    /// The day on which it is born, an ordinal, where that is known: of ordinals plus a real number, and of their negatives. Sign
    /// expansions of such are put end to end (Gonshor 1986, ch. 5).
    pub fn birthday(&self) -> Option<Surreal> {
        if self.sign() < 0 {
            return self.negative().birthday();
        }
        let (real, infinite): (Vec<_>, Vec<_>) = self.terms.iter().cloned().partition(|(y, _)| y.is_zero());
        let infinite = Surreal::of_terms(infinite);
        if !infinite.is_ordinal() {
            return None;
        }
        let real = real.into_iter().next().map_or(BigRational::zero(), |(_, r)| r.abs());
        let halvings = real.denom().trailing_zeros().unwrap_or(0);
        let born = if *real.denom() != BigInt::one() << halvings {
            Surreal::omega()
        } else if real.is_integer() {
            real.to_integer().into()
        } else {
            // As many days as to the integer above, and one for each halving.
            Surreal::from(real.ceil().to_integer() + halvings)
        };
        Some(infinite.then(&born))
    }

    /// The ordinary sum of ordinals, in which what comes later swallows what is smaller before it.
    pub fn then(&self, later: &Surreal) -> Surreal {
        match later.terms.first() {
            None => self.clone(),
            Some((y, _)) => {
                let kept = self.terms.iter().filter(|(x, _)| x >= y).cloned().collect();
                Surreal::of_terms(kept).plus(later)
            }
        }
    }
}

/// A size as a number.
trait IntoSigned {
    fn into_signed(self) -> BigInt;
}

impl IntoSigned for num_bigint::BigUint {
    fn into_signed(self) -> BigInt {
        self.into()
    }
}

//! Values of a series modulo a large prime, and the quick test for equality that stands on them.

use super::Series;
use crate::linear::double_description::extreme_rays;
use crate::linear::{Matrix, is_zero};
use crate::trouble::Trouble;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{ToPrimitive, Zero};
use sprague_limits::Handle;

/// The prime 2^61 - 1.
const PRIME: u64 = (1 << 61) - 1;

fn times(a: u64, b: u64) -> u64 {
    u64::try_from(u128::from(a) * u128::from(b) % u128::from(PRIME)).unwrap_or(0)
}

fn power(base: u64, exponent: &BigInt) -> u64 {
    // Fermat: exponents count modulo PRIME - 1.
    let mut e = exponent.mod_floor(&BigInt::from(PRIME - 1)).to_u64().unwrap_or(0);
    let (mut base, mut result) = (base, 1);
    while e > 0 {
        if e & 1 == 1 {
            result = times(result, base);
        }
        base = times(base, base);
        e >>= 1;
    }
    result
}

fn inverse(a: u64) -> u64 {
    power(a, &BigInt::from(PRIME - 2))
}

fn residue(n: &BigInt) -> u64 {
    n.mod_floor(&BigInt::from(PRIME)).to_u64().unwrap_or(0)
}

/// What the quick test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Proved: the series differ.
    Different,
    /// All values agreed; wrong with a probability below one in 10^15 for exponents of usual size.
    ProbablyEqual,
}

impl Series {
    /// The value at a point modulo 2^61 - 1, the point given by nonzero residues; none if a denominator vanishes there.
    pub(crate) fn value_modulo_prime(&self, point: &[u64], handle: &Handle) -> Result<Option<u64>, Trouble> {
        let at = |v: &[BigInt]| v.iter().zip(point).fold(1, |m, (e, x)| times(m, power(*x, e)));
        let mut sum = 0u64;
        for (coefficient, stratum) in self.terms() {
            handle.tick()?;
            let mut denominator = residue(coefficient.denom());
            for a in &stratum.generators {
                denominator = times(denominator, (1 + PRIME - at(a)) % PRIME);
            }
            if denominator == 0 {
                return Ok(None);
            }
            let value = times(times(residue(coefficient.numer()), at(&stratum.base)), inverse(denominator));
            sum = (sum + value) % PRIME;
        }
        Ok(Some(sum))
    }

    /// True if some linear function is positive on all exponents of denominators. Then the series is determined by its rational
    /// function.
    pub(crate) fn has_common_direction(&self, handle: &Handle) -> Result<bool, Trouble> {
        let mut rows: Matrix = self.terms().flat_map(|(_, s)| s.generators.iter().cloned()).collect();
        rows.sort();
        rows.dedup();
        if rows.iter().all(|r| r.iter().all(|x| *x >= BigInt::zero())) {
            return Ok(true);
        }
        // In coordinates of their span the exponents have a pointed dual cone; the sum of its extreme rays is positive on all of them
        // if any function is.
        let span = crate::linear::hermite::saturation(&rows, self.dimension, handle)?;
        let inner = crate::linear::elimination::inner(&span, &rows, handle)?;
        let Some(rays) = extreme_rays(&inner, span.len(), handle)? else { return Ok(false) };
        let sum = rays.iter().fold(crate::linear::zero(span.len()), |sum, r| crate::linear::add(&sum, &r.vector));
        Ok(inner.iter().all(|r| crate::linear::dot(&sum, r) > BigInt::zero()) && !is_zero(&sum))
    }

    /// A quick test for equality, by values at random points modulo a prime; the numbers come from `seed`. Exact is
    /// [`Series::equals`]. None if it does not apply: exponents of denominators that point in opposite directions, or
    /// denominators that vanish again and again.
    pub fn probably_equals(&self, other: &Series, seed: u64, handle: &Handle) -> Result<Option<Verdict>, Trouble> {
        let difference = self.minus(other)?;
        if difference.is_empty() {
            return Ok(Some(Verdict::ProbablyEqual));
        }
        if !difference.has_common_direction(handle)? {
            return Ok(None);
        }
        let mut state = seed;
        let mut tested = 0;
        for _ in 0..32 {
            let point: Vec<u64> = (0..self.dimension).map(|_| 2 + next(&mut state) % (PRIME - 3)).collect();
            match difference.value_modulo_prime(&point, handle)? {
                None => {}
                Some(0) => {
                    tested += 1;
                    if tested == 2 {
                        return Ok(Some(Verdict::ProbablyEqual));
                    }
                }
                Some(_) => return Ok(Some(Verdict::Different)),
            }
        }
        Ok(None)
    }
}

/// The next number of the generator "splitmix64" (Steele, Lea and Flood 2014).
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

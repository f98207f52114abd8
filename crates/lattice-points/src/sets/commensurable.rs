//! Two strata whose directions are independent but for parallel pairs meet in a product of arithmetic progressions.
//!
//! Write `S = p + N a_1 + ... + N a_m` and `T = q + N b_1 + ... + N b_n`. If every `b_j` is a positive rational multiple of some
//! `a_i`, or independent of everything else, then `p + A s = q + B t` splits into equations in one `s_i` and at most one `t_j`
//! each. So the `s` of the common points are a product: each `s_i` is fixed or runs through a progression. Strata that a
//! periodic game gives are nearly always of this kind, and then nothing has to be decomposed.

use crate::linear::elimination::{coordinates, rank};
use crate::linear::{Matrix, add_multiple, ratio, scale, subtract};
use crate::stratum::Stratum;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use sprague_limits::{Handle, Stop};

/// The values that one coefficient of the first stratum takes on the common points.
#[derive(Clone, Debug)]
pub(crate) enum Coefficients {
    /// One value.
    Fixed(BigInt),
    /// `start, start + step, ...`
    Progression(BigInt, BigInt),
}

/// The common points of two strata, in coefficients of the first.
#[derive(Clone, Debug)]
pub(crate) enum Meeting {
    /// None.
    Disjoint,
    /// A product, one factor for each generator of the first stratum.
    Product(Vec<Coefficients>),
}

/// The meeting of two strata, if their directions allow it.
pub(crate) fn meeting(s: &Stratum, t: &Stratum, handle: &Handle) -> Result<Option<Meeting>, Stop> {
    // For each generator of `s` the parallel one of `t`, as (index, numerator, denominator) of b = numerator / denominator * a.
    let mut partner: Vec<Option<(BigInt, BigInt)>> = vec![None; s.generators.len()];
    let mut alone: Matrix = Vec::new();
    for b in &t.generators {
        let found = s.generators.iter().enumerate().find_map(|(i, a)| ratio(a, b).map(|r| (i, r)));
        match found {
            Some((i, r)) => partner[i] = Some(r),
            None => alone.push(b.clone()),
        }
    }
    let mut directions = s.generators.clone();
    directions.extend(alone.iter().cloned());
    if !alone.is_empty() && rank(&directions, handle)? < directions.len() {
        return Ok(None);
    }
    let Some((x, den)) = coordinates(&directions, &subtract(&t.base, &s.base), handle)? else {
        return Ok(Some(Meeting::Disjoint));
    };
    let (own, others) = x.split_at(s.generators.len());
    // q + B t = p + A s: the coefficient of a lonely b is minus its t.
    if others.iter().any(|y| y.is_positive() || !y.is_multiple_of(&den)) {
        return Ok(Some(Meeting::Disjoint));
    }
    let mut values = Vec::new();
    for (x, partner) in own.iter().zip(&partner) {
        let value = match partner {
            None if x.is_negative() || !x.is_multiple_of(&den) => None,
            None => Some(Coefficients::Fixed(x / &den)),
            Some((numerator, denominator)) => progression(x, &den, numerator, denominator),
        };
        match value {
            Some(value) => values.push(value),
            None => return Ok(Some(Meeting::Disjoint)),
        }
    }
    Ok(Some(Meeting::Product(values)))
}

/// The integers `s >= 0` of the form `x / den + t * numerator / denominator` with an integer `t >= 0`.
fn progression(x: &BigInt, den: &BigInt, numerator: &BigInt, denominator: &BigInt) -> Option<Coefficients> {
    let g = x.gcd(den);
    let (x, den) = (x / &g, den / &g);
    if !denominator.is_multiple_of(&den) {
        return None;
    }
    // numerator * t = -x * (denominator / den) modulo denominator.
    let inverse = numerator.extended_gcd(denominator).x;
    let mut t = (-(&x * (denominator / &den)) * inverse).mod_floor(denominator);
    let mut start = (&x * (denominator / &den) + numerator * &t) / denominator;
    if start.is_negative() {
        let k = (-&start).div_ceil(numerator);
        start += numerator * &k;
        t += denominator * k;
    }
    debug_assert!(!t.is_negative());
    Some(Coefficients::Progression(start, numerator.clone()))
}

/// The common points as a stratum.
pub(crate) fn product(s: &Stratum, values: &[Coefficients]) -> Stratum {
    let mut base = s.base.clone();
    let mut generators = Vec::new();
    for (a, value) in s.generators.iter().zip(values) {
        match value {
            Coefficients::Fixed(c) => add_multiple(&mut base, c, a),
            Coefficients::Progression(start, step) => {
                add_multiple(&mut base, start, a);
                generators.push(scale(step, a));
            }
        }
    }
    Stratum { base, generators }
}

/// The points of `s` outside of the product, as disjoint strata: by the first coefficient that leaves its values. Their
/// number is near the sum of the starts and steps; `out` refuses when there are too many.
pub(crate) fn outside(
    s: &Stratum,
    values: &[Coefficients],
    out: &mut impl FnMut(Stratum) -> Result<(), crate::trouble::Trouble>,
) -> Result<(), crate::trouble::Trouble> {
    // Coefficients before the i-th lie in their values, the i-th does not, those behind are free.
    let mut base = s.base.clone();
    let mut settled: Matrix = Vec::new();
    for (i, (a, value)) in s.generators.iter().zip(values).enumerate() {
        let free = &s.generators[i + 1..];
        let piece = |offset: &BigInt, own: Option<BigInt>| {
            let mut base = base.clone();
            add_multiple(&mut base, offset, a);
            let mut generators = settled.clone();
            generators.extend(own.map(|step| scale(&step, a)));
            generators.extend(free.iter().cloned());
            Stratum { base, generators }
        };
        let (start, step) = match value {
            Coefficients::Fixed(c) => (c, None),
            Coefficients::Progression(start, step) => (start, Some(step)),
        };
        let mut c = match step {
            // Residues other than that of the start run on from their least representative; the residue of the start has
            // single points below it.
            Some(step) => {
                let residue = start.mod_floor(step);
                let mut r = BigInt::zero();
                while r < *step {
                    if r != residue {
                        out(piece(&r, Some(step.clone())))?;
                    }
                    r += 1;
                }
                residue
            }
            None => {
                out(piece(&(start + 1), Some(BigInt::one())))?;
                BigInt::zero()
            }
        };
        while c < *start {
            out(piece(&c, None))?;
            c += step.cloned().unwrap_or_else(BigInt::one);
        }
        add_multiple(&mut base, start, a);
        if let Some(step) = step {
            settled.push(scale(step, a));
        }
    }
    Ok(())
}

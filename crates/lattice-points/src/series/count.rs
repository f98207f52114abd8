//! Sums of coefficients over a box, without listing the points.
//!
//! The coefficients of a term's points in the box are the lattice points of a polytope, hence a signed sum of unimodular cones
//! `t^e / prod (1 - t^(u_i))`. At `t = 1` each has a pole; with `t = exp(s l)` for a vector `l` not orthogonal to any `u_i` the
//! sum is the constant coefficient in `s`, which is `(-1)^k / prod (l . u_i)` times the coefficient of `s^k` in
//! `exp(s l . e) prod Todd(s l . u_i)`, where `Todd(x) = x / (exp(x) - 1)` (Barvinok; De Loera et al., LattE). All in rationals.

use super::Series;
use super::brion::full_cones;
use crate::linear::{Vector, dot};
use crate::sets::box_rows;
use crate::sets::polyhedron::{AffineMap, Polyhedron, Reduced};
use crate::stratum::Stratum;
use crate::trouble::{Budget, Trouble};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};
use sprague_limits::Handle;

/// The number of lattice points of a bounded polyhedron. An error if it has infinitely many or contains a line.
pub fn lattice_points(polyhedron: Polyhedron, budget: Budget, handle: &Handle) -> Result<BigInt, Trouble> {
    let full = match polyhedron.reduce(handle)? {
        Reduced::Empty => return Ok(BigInt::zero()),
        Reduced::Point(_) => return Ok(BigInt::one()),
        Reduced::Full(full) => full,
    };
    if full.rays.iter().any(|r| r.vector.last().is_some_and(Zero::is_zero)) {
        return Err(Trouble::Infinite);
    }
    // The map to the places is one to one: it suffices to count in these coordinates.
    sum_at_one(&full_cones(&full, budget, handle)?, handle)
}

/// The value at `t = 1` of a signed sum of cones of one dimension that is a Laurent polynomial.
fn sum_at_one(cones: &[(bool, Stratum)], handle: &Handle) -> Result<BigInt, Trouble> {
    let Some((_, first)) = cones.first() else { return Ok(BigInt::zero()) };
    let (d, k) = (first.base.len(), first.generators.len());
    // A vector on the moment curve misses finitely many hyperplanes as soon as its parameter is large.
    let mut parameter = BigInt::from(2);
    let direction = loop {
        handle.tick()?;
        let mut direction: Vector = vec![BigInt::one()];
        while direction.len() < d {
            let next = &direction[direction.len() - 1] * &parameter;
            direction.push(next);
        }
        direction.truncate(d);
        if cones.iter().all(|(_, s)| s.generators.iter().all(|u| !dot(&direction, u).is_zero())) {
            break direction;
        }
        parameter += 1;
    };
    let todd = todd_coefficients(k);
    let mut total = BigRational::zero();
    for (minus, stratum) in cones {
        let mut product = exponential(&dot(&direction, &stratum.base), k);
        let mut denominator = BigInt::one();
        for u in &stratum.generators {
            handle.tick()?;
            let x = dot(&direction, u);
            let mut power = BigInt::one();
            let mut factor = Vec::with_capacity(k + 1);
            for c in &todd {
                factor.push(c * &power);
                power *= &x;
            }
            product = multiply(&product, &factor);
            denominator *= -x;
        }
        let value = &product[k] / BigRational::from(denominator);
        if *minus { total -= value } else { total += value }
    }
    Ok(total.to_integer())
}

/// The coefficients of `exp(x s)` in `s` up to degree `k`.
fn exponential(x: &BigInt, k: usize) -> Vec<BigRational> {
    let mut coefficients = vec![BigRational::one()];
    for i in 1..=k {
        let next = &coefficients[i - 1] * BigRational::new(x.clone(), BigInt::from(i));
        coefficients.push(next);
    }
    coefficients
}

/// The coefficients of `s / (exp(s) - 1)` up to degree `k`: Bernoulli numbers over factorials.
fn todd_coefficients(k: usize) -> Vec<BigRational> {
    // (exp(s) - 1) / s has the coefficients 1 / (i + 1)!; this is its inverse series.
    let mut divisor = vec![BigRational::one()];
    for i in 1..=k {
        let next = &divisor[i - 1] / BigRational::from(BigInt::from(i + 1));
        divisor.push(next);
    }
    let mut inverse = vec![BigRational::one()];
    for i in 1..=k {
        let sum: BigRational = (0..i).map(|j| &inverse[j] * &divisor[i - j]).sum();
        inverse.push(-sum);
    }
    inverse
}

/// The product of two polynomials, up to their common degree.
fn multiply(a: &[BigRational], b: &[BigRational]) -> Vec<BigRational> {
    (0..a.len()).map(|i| (0..=i).map(|j| &a[j] * &b[i - j]).sum()).collect()
}

impl Series {
    fn check_box(&self, low: &[BigInt], high: &[BigInt]) -> Result<(), Trouble> {
        for corner in [low, high] {
            if corner.len() != self.dimension {
                return Err(Trouble::Dimension(self.dimension, corner.len()));
            }
        }
        Ok(())
    }

    /// The sum of the coefficients over the box `low <= x <= high`; for a set the number of its points there. The box may be as
    /// large as one likes.
    pub fn count_in_box(
        &self,
        low: &[BigInt],
        high: &[BigInt],
        budget: Budget,
        handle: &Handle,
    ) -> Result<BigRational, Trouble> {
        self.check_box(low, high)?;
        let bounds = box_rows(low, high);
        let mut total = BigRational::zero();
        for (coefficient, stratum) in self.terms() {
            let map = AffineMap { origin: stratum.base.clone(), basis: stratum.generators.clone() };
            let points = lattice_points(bounds.within(stratum, &map), budget, handle)?;
            total += coefficient * BigRational::from(points);
        }
        Ok(total)
    }

    /// The terms of the box `low <= x <= high`, as a sum of monomials.
    pub fn truncated(
        &self,
        low: &[BigInt],
        high: &[BigInt],
        budget: Budget,
        handle: &Handle,
    ) -> Result<Series, Trouble> {
        self.check_box(low, high)?;
        let bounds = box_rows(low, high);
        let mut result = Series::zero(self.dimension);
        for (coefficient, stratum) in self.terms() {
            let map = AffineMap { origin: stratum.base.clone(), basis: stratum.generators.clone() };
            let inner = bounds.within(stratum, &map);
            for point in crate::sets::pieces::strata_of(inner, &map, budget, handle)? {
                result.add_term(point, coefficient.clone());
            }
            budget.check(result.len())?;
        }
        Ok(result)
    }
}

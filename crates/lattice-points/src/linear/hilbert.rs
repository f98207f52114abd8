//! Hilbert bases: the points of a pointed cone that are no sums of two others.
//!
//! The cone is triangulated; every lattice point of a simplicial cone is a point of its fundamental parallelepiped plus generators, so
//! these points and the rays generate. What remains after removing every `x` for which `x - y` lies in the cone for another generator
//! `y` is the unique minimal system (Schrijver, *Theory of Linear and Integer Programming*, 16.4). Cost: the square of the number
//! of points of the parallelepipeds, which the budget bounds.

use super::double_description::extreme_rays;
use super::elimination::inverse;
use super::parallelepiped::parallelepiped;
use super::triangulation::triangulate;
use super::{Matrix, Vector, dot, is_zero, primitive, subtract};
use crate::trouble::{Budget, Trouble};
use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use sprague_limits::Handle;

/// The Hilbert basis of `{x : c . x >= 0 for all rows c}` in dimension `n`, sorted. An error if the cone contains a line.
pub fn hilbert_basis(rows: &[Vector], n: usize, budget: Budget, handle: &Handle) -> Result<Matrix, Trouble> {
    let rays = extreme_rays(rows, n, handle)?.ok_or(Trouble::NotPointed)?;
    let rays: Matrix = rays.into_iter().map(|r| r.vector).collect();
    if rays.is_empty() {
        return Ok(Vec::new());
    }
    // Coordinates of the lattice of the span.
    let span = super::hermite::saturation(&rays, n, handle)?;
    let k = span.len();
    let inner = super::elimination::inner(&span, &rays, handle)?;
    let mut points: Matrix = inner.iter().cloned().map(primitive).collect();
    for simplex in triangulate(&inner, k, handle)? {
        let simplex: Matrix = simplex.into_iter().map(|i| inner[i].clone()).collect();
        let Some(inv) = inverse(&simplex, handle)? else { continue };
        points.extend(parallelepiped(&simplex, &inv.scaled, &inv.scale, &vec![false; k], budget, handle)?);
        budget.check(points.len())?;
    }
    let mut points: Matrix =
        points.iter().filter(|p| !is_zero(p)).map(|p| super::combine(&super::zero(n), p, &span)).collect();
    // A summand is smaller than the sum for the sum of the rows, which is positive on the cone.
    let total = |x: &Vector| -> BigInt { rows.iter().map(|c| dot(c, x)).sum() };
    points.sort_by_cached_key(|x| (total(x), x.clone()));
    points.dedup();
    let mut basis: Matrix = Vec::new();
    for x in points {
        let mut reducible = false;
        for y in &basis {
            handle.tick()?;
            let rest = subtract(&x, y);
            if rows.iter().all(|c| !dot(c, &rest).is_negative()) {
                reducible = true;
                break;
            }
        }
        if !reducible && rows.iter().any(|c| !dot(c, &x).is_zero()) {
            basis.push(x);
        }
    }
    basis.sort();
    Ok(basis)
}

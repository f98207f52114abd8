//! The lattice points of half-open fundamental parallelepipeds.
//!
//! In: independent vectors that span the space, with their scaled inverse, and which of their facets are open. Out: one
//! point for each class of the lattice modulo the vectors, as many as the absolute value of their determinant.

use super::hermite::hermite;
use super::{Matrix, combine, zero};
use crate::trouble::{Budget, Trouble};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{ToPrimitive, Zero};
use sprague_limits::Handle;

/// The lattice points of the half-open fundamental parallelepiped of a simplicial cone: coefficients in `0 <= c < 1`,
/// or `0 < c <= 1` where the facet opposite to the generator is open.
pub(crate) fn parallelepiped(
    simplex: &Matrix,
    scaled: &Matrix,
    scale: &BigInt,
    open: &[bool],
    budget: Budget,
    handle: &Handle,
) -> Result<Matrix, Trouble> {
    let n = simplex.len();
    let index = scale.to_usize().filter(|&i| i <= budget.pieces).ok_or(Trouble::Budget(budget.pieces))?;
    // The entries below the pivots of the Hermite form represent the lattice modulo the generators.
    let form = hermite(simplex, n, handle)?.form;
    let mut points = Vec::with_capacity(index);
    let mut v = zero(n);
    loop {
        handle.tick()?;
        let mut coefficients = combine(&zero(n), &v, scaled);
        for (c, &open) in coefficients.iter_mut().zip(open) {
            *c = c.mod_floor(scale);
            if open && c.is_zero() {
                c.clone_from(scale);
            }
        }
        points.push(combine(&zero(n), &coefficients, simplex).into_iter().map(|x| x / scale).collect());
        let mut i = 0;
        loop {
            if i == n {
                return Ok(points);
            }
            v[i] += 1;
            if v[i] < form[i][i] {
                break;
            }
            v[i] = BigInt::zero();
            i += 1;
        }
    }
}

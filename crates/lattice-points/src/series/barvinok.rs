//! Barvinok's signed decomposition of a simplicial cone into unimodular ones, up to cones of lower dimension.
//!
//! For a cone with rays `u_1, ..., u_k` of index `D = |det|`, a lattice vector `z = sum of c_i u_i` gives `[cone] = sum of sign(c_i) [cone with z in
//! the place of u_i]` modulo lower-dimensional cones, as long as some `c_i` is positive; the new indices are `|c_i| D`. A short
//! vector of the lattice of all `c` (LLL on the rows of the inverse) has all `|c_i| <= D^(-1/k)` nearly, so the indices fall doubly
//! exponentially (Barvinok 1994). Applied to the dual of a tangent cone, where what is dropped is dual to cones that
//! contain lines, whose generating functions are 0 (Brion).

use crate::linear::elimination::inverse;
use crate::linear::lll::lll;
use crate::linear::{Matrix, Vector, add, combine, negative, primitive, subtract, zero};
use crate::trouble::{Budget, Trouble};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use sprague_limits::Handle;

/// A unimodular cone with its sign.
#[derive(Clone, Debug)]
pub(crate) struct Unimodular {
    /// True if the cone counts negatively.
    pub negative: bool,
    /// Its rays, the rows of a matrix of determinant 1 or -1.
    pub rays: Matrix,
    /// The inverse of that matrix.
    pub inverse: Matrix,
}

/// Decomposes the cone that the rows span, a square matrix of full rank.
pub(crate) fn decompose(rows: Matrix, budget: Budget, handle: &Handle) -> Result<Vec<Unimodular>, Trouble> {
    let mut done = Vec::new();
    let mut stack = vec![(false, rows.into_iter().map(primitive).collect::<Matrix>())];
    while let Some((sign, rows)) = stack.pop() {
        handle.tick()?;
        budget.check(done.len() + stack.len())?;
        let n = rows.len();
        let Some(inv) = inverse(&rows, handle)? else { return Err(Trouble::Dependent) };
        if inv.scale.is_one() {
            done.push(Unimodular { negative: sign, rays: rows, inverse: inv.scaled });
            continue;
        }
        let coefficients = short_coefficients(&inv.scaled, &inv.scale, handle)?;
        let z: Vector = combine(&zero(n), &coefficients, &rows).into_iter().map(|x| x / &inv.scale).collect();
        let z = primitive(z);
        for (i, c) in coefficients.iter().enumerate() {
            if !c.is_zero() {
                let mut part = rows.clone();
                part[i].clone_from(&z);
                stack.push((sign != c.is_negative(), part));
            }
        }
    }
    Ok(done)
}

/// Numerators over `scale` of a nonzero lattice vector with a small largest coefficient, below 1, some coefficient positive.
fn short_coefficients(scaled: &Matrix, scale: &BigInt, handle: &Handle) -> Result<Vector, Trouble> {
    let basis = lll(scaled.clone(), handle)?;
    let mut best: Option<(BigInt, Vector)> = None;
    let mut consider = |v: Vector| {
        let largest = v.iter().map(Signed::abs).max().unwrap_or_default();
        if !largest.is_zero() && best.as_ref().is_none_or(|(b, _)| largest < *b) {
            best = Some((largest, v));
        }
    };
    for (i, b) in basis.iter().enumerate() {
        consider(b.clone());
        // Coefficients within 1/2 of 0: this alone makes the index fall, whatever LLL found.
        let (half, whole) = (scale, scale * 2);
        consider(b.iter().map(|x| x - scale * (x * BigInt::from(2) + half).div_floor(&whole)).collect());
        for c in &basis[..i] {
            handle.tick()?;
            consider(add(b, c));
            consider(subtract(b, c));
        }
    }
    let v = best.map(|(_, v)| v).unwrap_or_default();
    Ok(if v.iter().any(Signed::is_positive) { v } else { negative(&v) })
}

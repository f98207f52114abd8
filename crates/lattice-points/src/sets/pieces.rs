//! The lattice points of a polyhedron as a disjoint union of strata.
//!
//! The cone over the polyhedron is triangulated, and every simplicial cone made half-open by a generic point inside
//! (Köppe and Verdoolaege 2008), so that the cones are disjoint. A lattice point of a half-open simplicial cone is a point of
//! its fundamental parallelepiped plus a combination of the generators, in one way only; those at height 1 are kept. A
//! cone whose parallelepiped is large is first subdivided at short vectors inside (stellar subdivision), which makes
//! the number of pieces depend on the logarithm of the index, not on the index.

use super::polyhedron::{AffineMap, Full, Polyhedron, Reduced};
use crate::linear::elimination::inverse;
use crate::linear::lll::lll;
use crate::linear::parallelepiped::parallelepiped;
use crate::linear::triangulation::triangulate;
use crate::linear::{Matrix, Vector, add, combine, dot, negative, zero};
use crate::stratum::Stratum;
use crate::trouble::{Budget, Trouble};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use sprague_limits::Handle;

/// Parallelepipeds with more points than this are subdivided.
const SUBDIVIDE_ABOVE: u32 = 40;

/// The lattice points of a polyhedron, mapped to their places, as disjoint strata. The map has to be one to one.
pub(crate) fn strata_of(
    polyhedron: Polyhedron,
    map: &AffineMap,
    budget: Budget,
    handle: &Handle,
) -> Result<Vec<Stratum>, Trouble> {
    match polyhedron.reduce(handle)? {
        Reduced::Empty => Ok(Vec::new()),
        Reduced::Point(w) => Ok(vec![Stratum { base: map.point(&w), generators: Vec::new() }]),
        Reduced::Full(full) => {
            let map = map.after(&full.map);
            let mut pieces = Vec::new();
            full_pieces(&full, budget, handle, &mut |base, generators| {
                pieces.push(Stratum {
                    base: map.point(&base),
                    generators: generators.iter().map(|g| map.direction(g)).collect(),
                });
                budget.check(pieces.len())
            })?;
            Ok(pieces)
        }
    }
}

type Sink<'a> = dyn FnMut(Vector, Matrix) -> Result<(), Trouble> + 'a;

fn full_pieces(full: &Full, budget: Budget, handle: &Handle, out: &mut Sink) -> Result<(), Trouble> {
    let n = full.polyhedron.dimension + 1;
    let rays: Matrix = full.rays.iter().map(|r| r.vector.clone()).collect();
    let inside = rays.iter().fold(zero(n), |sum, ray| add(&sum, ray));
    let mut stack: Vec<Matrix> = triangulate(&rays, n, handle)?
        .into_iter()
        .map(|simplex| simplex.into_iter().map(|i| rays[i].clone()).collect())
        .collect();
    let mut cones = stack.len();
    while let Some(simplex) = stack.pop() {
        handle.tick()?;
        let Some(inv) = inverse(&simplex, handle)? else { continue };
        if inv.scale > BigInt::from(SUBDIVIDE_ABOVE) {
            let coefficients = short_inside(&inv.scaled, &inv.scale, handle)?;
            let sum = combine(&zero(n), &coefficients, &simplex);
            let vector: Vector = sum.into_iter().map(|x| x / &inv.scale).collect();
            for (i, c) in coefficients.iter().enumerate() {
                if c.is_positive() {
                    let mut part = simplex.clone();
                    part[i] = vector.clone();
                    stack.push(part);
                    cones += 1;
                }
            }
            budget.check(cones)?;
            continue;
        }
        // A facet belongs to the cone if the generic point, moved a little along the axes, lies on its inner side.
        let open: Vec<bool> = (0..n)
            .map(|k| {
                let normal: Vector = inv.scaled.iter().map(|row| row[k].clone()).collect();
                let side = dot(&normal, &inside);
                let sign = if side.is_zero() { normal.into_iter().find(|x| !x.is_zero()) } else { Some(side) };
                sign.is_some_and(|s| s.is_negative())
            })
            .collect();
        for point in parallelepiped(&simplex, &inv.scaled, &inv.scale, &open, budget, handle)? {
            slice(point, &simplex, out)?;
        }
    }
    Ok(())
}

/// The points at height 1 of `point + N simplex`.
fn slice(mut point: Vector, simplex: &Matrix, out: &mut Sink) -> Result<(), Trouble> {
    let n = point.len() - 1;
    let directions = || -> Matrix { simplex.iter().filter(|r| r[n].is_zero()).map(|r| r[..n].to_vec()).collect() };
    if point[n].is_one() {
        point.pop();
        out(point, directions())?;
    } else if point[n].is_zero() {
        for vertex in simplex.iter().filter(|r| r[n].is_one()) {
            out(add(&point[..n], &vertex[..n]), directions())?;
        }
    }
    Ok(())
}

/// Numerators `c`, all in `0..scale` and not all 0, of a lattice point `sum of c[i] / scale * simplex[i]`, with a small
/// largest entry.
fn short_inside(scaled: &Matrix, scale: &BigInt, handle: &Handle) -> Result<Vector, Trouble> {
    // The rows of the scaled inverse are the coordinates of the unit vectors; they span the lattice of all coordinates.
    let basis = lll(scaled.clone(), handle)?;
    let mut best: Option<(BigInt, Vector)> = None;
    let mut consider = |v: Vector| {
        let v: Vector = v.into_iter().map(|x| x.mod_floor(scale)).collect();
        let largest = v.iter().max().cloned().unwrap_or_default();
        if !largest.is_zero() && best.as_ref().is_none_or(|(b, _)| largest < *b) {
            best = Some((largest, v));
        }
    };
    for (i, b) in basis.iter().enumerate() {
        consider(b.clone());
        consider(negative(b));
        for c in &basis[..i] {
            handle.tick()?;
            consider(add(b, c));
            consider(negative(&add(b, c)));
            consider(add(b, &negative(c)));
            consider(add(c, &negative(b)));
        }
    }
    // An index above 1 leaves a lattice point outside of the lattice of the generators, and a basis contains one.
    Ok(best.map(|(_, v)| v).unwrap_or_default())
}

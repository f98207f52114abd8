//! The lattice points of a polyhedron as a signed sum of unimodular cones (Brion's theorem and Barvinok's algorithm).
//!
//! By Brion the generating function of a pointed polyhedron is the sum of those of its tangent cones. The dual of each tangent cone,
//! spanned by the rows that are tight at the vertex, is triangulated and decomposed into signed unimodular cones; each of
//! these goes back through the inverse transpose. A unimodular cone at a rational vertex `v` with rays `u_i` and dual rows `U_i` has the
//! generating function `t^e / prod (1 - t^(u_i))`, `e = sum of ceil(U_i . v) u_i`.
//!
//! That is an identity of rational functions; it becomes one of series once all denominators are expanded in one
//! direction: `1/(1 - t^(-u)) = -t^u/(1 - t^u)`, with `u` positive for a group order of the lattice in which the recession cone is positive.
//! The order is: a linear function positive on the recession cone, then lexicographic. So no perturbation is needed.
//!
//! Small polyhedra are cut into disjoint strata instead, which gives terms without signs.

use super::Series;
use super::barvinok::decompose;
use crate::linear::triangulation::triangulate;
use crate::linear::{Matrix, Vector, add, combine, dot, negative, zero};
use crate::sets::pieces::strata_of;
use crate::sets::polyhedron::{AffineMap, Full, Polyhedron, Reduced};
use crate::stratum::Stratum;
use crate::trouble::{Budget, Trouble};
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{Signed, Zero};
use sprague_limits::Handle;

/// Up to this many disjoint strata are preferred to signed terms.
const FEW: usize = 12;

/// Adds `factor` times the sum over the lattice points of a polyhedron, mapped to their places (one to one).
pub(crate) fn add_points(
    series: &mut Series,
    polyhedron: Polyhedron,
    map: &AffineMap,
    factor: &BigRational,
    budget: Budget,
    handle: &Handle,
) -> Result<(), Trouble> {
    match strata_of(polyhedron.clone(), map, Budget { pieces: FEW }, handle) {
        Ok(strata) => {
            for stratum in strata {
                series.add_term(stratum, factor.clone());
            }
            Ok(())
        }
        Err(Trouble::Budget(_)) => add_signed(series, polyhedron, map, factor, budget, handle),
        Err(other) => Err(other),
    }
}

/// The same, always by signed unimodular cones.
pub(crate) fn add_signed(
    series: &mut Series,
    polyhedron: Polyhedron,
    map: &AffineMap,
    factor: &BigRational,
    budget: Budget,
    handle: &Handle,
) -> Result<(), Trouble> {
    for (minus, stratum) in signed_cones(polyhedron, budget, handle)? {
        let stratum = Stratum {
            base: map.point(&stratum.base),
            generators: stratum.generators.iter().map(|g| map.direction(g)).collect(),
        };
        series.add_term(stratum, if minus { -factor.clone() } else { factor.clone() });
        budget.check(series.len())?;
    }
    Ok(())
}

/// The lattice points of a polyhedron as a signed sum of strata whose generators belong to a basis of the lattice of its affine
/// hull. True stands for minus.
pub fn signed_cones(polyhedron: Polyhedron, budget: Budget, handle: &Handle) -> Result<Vec<(bool, Stratum)>, Trouble> {
    match polyhedron.reduce(handle)? {
        Reduced::Empty => Ok(Vec::new()),
        Reduced::Point(base) => Ok(vec![(false, Stratum { base, generators: Vec::new() })]),
        Reduced::Full(full) => {
            let mut cones = full_cones(&full, budget, handle)?;
            for (_, stratum) in &mut cones {
                stratum.base = full.map.point(&stratum.base);
                for g in &mut stratum.generators {
                    *g = full.map.direction(g);
                }
            }
            Ok(cones)
        }
    }
}

/// The same for a full-dimensional polyhedron, in its coordinates.
pub(crate) fn full_cones(full: &Full, budget: Budget, handle: &Handle) -> Result<Vec<(bool, Stratum)>, Trouble> {
    let mut out = Vec::new();
    let n = full.polyhedron.dimension;
    let order = positive_on_recession(&full.polyhedron);
    for ray in &full.rays {
        let height = &ray.vector[n];
        if height.is_zero() {
            continue;
        }
        let tight: Matrix = full
            .polyhedron
            .rows
            .iter()
            .enumerate()
            .filter(|(i, _)| ray.tight.contains(*i))
            .map(|(_, (row, _))| row.clone())
            .collect();
        for simplex in triangulate(&tight, n, handle)? {
            let rows: Matrix = simplex.into_iter().map(|i| tight[i].clone()).collect();
            for cone in decompose(rows, budget, handle)? {
                // The vertex is ray / height; its dual coordinates are rounded up.
                let corner: Vector =
                    cone.rays.iter().map(|row| -(-dot(row, &ray.vector[..n])).div_floor(height)).collect();
                let mut generators: Matrix =
                    (0..n).map(|j| cone.inverse.iter().map(|row| row[j].clone()).collect()).collect();
                let mut base = combine(&zero(n), &corner, &generators);
                let mut minus = cone.negative;
                for u in &mut generators {
                    if !is_positive(&order, u) {
                        *u = negative(u);
                        base = add(&base, u);
                        minus = !minus;
                    }
                }
                out.push((minus, Stratum { base, generators }));
                budget.check(out.len())?;
            }
        }
    }
    Ok(out)
}

/// A linear function that is positive on the recession cone less 0: the sum of the rows. All rows are nonnegative there, and only
/// 0 makes all of them zero, because the cone contains no line.
fn positive_on_recession(polyhedron: &Polyhedron) -> Vector {
    polyhedron.rows.iter().fold(zero(polyhedron.dimension), |sum, (row, _)| add(&sum, row))
}

/// The sign in the order: first by the linear function, then by the first coordinate that is not 0.
fn is_positive(order: &[BigInt], u: &[BigInt]) -> bool {
    let value = dot(order, u);
    if value.is_zero() { u.iter().find(|x| !x.is_zero()).is_some_and(Signed::is_positive) } else { value.is_positive() }
}

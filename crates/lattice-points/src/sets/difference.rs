//! Intersection and difference of two strata in general position (Lemmas 4.3 and 4.4 of Guo and Miller).
//!
//! Intersection: the solutions of `p + A s = q + B t` over the integers are an affine lattice (Hermite form), on which `s, t >= 0`
//! cuts out a polyhedron; its lattice points are strata. Difference: a point `p + A s` lies in `T = q + N B` if some
//! linear equations hold, then some inequalities (the rational coefficients `t` are not negative), then some congruences (they are
//! integers). The points outside are sorted by the first condition that they break: for an equation they lie on one of its two
//! sides, for an inequality on the other side, for the congruences in another coset of a lattice. This is the carving of
//! Lemma 4.3, and it makes the pieces disjoint.

use super::commensurable::{Meeting, meeting, outside, product};
use super::pieces::strata_of;
use super::polyhedron::{AffineMap, Polyhedron};
use crate::linear::elimination::inverse;
use crate::linear::hermite::{hermite, solve};
use crate::linear::{Matrix, Vector, dot, identity, is_zero, negative, subtract, transpose, zero};
use crate::stratum::Stratum;
use crate::trouble::{Budget, Trouble};
use num_bigint::BigInt;
use num_traits::{One, ToPrimitive, Zero};
use sprague_limits::Handle;

/// The common points of two strata as disjoint strata.
pub(crate) fn intersection(s: &Stratum, t: &Stratum, budget: Budget, handle: &Handle) -> Result<Vec<Stratum>, Trouble> {
    match meeting(s, t, handle)? {
        Some(Meeting::Disjoint) => Ok(Vec::new()),
        Some(Meeting::Product(values)) => Ok(vec![product(s, &values)]),
        None => match common(s, t, handle)? {
            Some((polyhedron, map)) => strata_of(polyhedron, &map, budget, handle),
            None => Ok(Vec::new()),
        },
    }
}

/// The common points of two strata as the lattice points of a polyhedron, with the map to their places; `None` if the
/// equations have no integer solution.
pub(crate) fn common(s: &Stratum, t: &Stratum, handle: &Handle) -> Result<Option<(Polyhedron, AffineMap)>, Trouble> {
    let (m, n) = (s.generators.len(), t.generators.len());
    let mut columns = s.generators.clone();
    columns.extend(t.generators.iter().map(|b| negative(b)));
    let rows = transpose(&columns, s.base.len());
    let Some(solutions) = solve(&rows, &subtract(&t.base, &s.base), m + n, handle)? else { return Ok(None) };
    let coefficients = AffineMap { origin: solutions.origin, basis: solutions.basis };
    let nonnegative =
        Polyhedron { dimension: m + n, rows: identity(m + n).into_iter().map(|row| (row, BigInt::zero())).collect() };
    let mut place = s.generators.clone();
    place.resize(m + n, zero(s.base.len()));
    let place = AffineMap { origin: s.base.clone(), basis: place };
    Ok(Some((nonnegative.pull_back(&coefficients), place.after(&coefficients))))
}

/// The points of `s` that are not in `t`, as disjoint strata; `None` if the two are disjoint.
pub(crate) fn difference(
    s: &Stratum,
    t: &Stratum,
    budget: Budget,
    handle: &Handle,
) -> Result<Option<Vec<Stratum>>, Trouble> {
    if s == t {
        return Ok(Some(Vec::new()));
    }
    let mut pieces = Vec::new();
    match meeting(s, t, handle)? {
        Some(Meeting::Disjoint) => return Ok(None),
        Some(Meeting::Product(values)) => outside(s, &values, &mut |piece| {
            handle.tick()?;
            pieces.push(piece);
            budget.check(pieces.len())
        })?,
        None => {
            if intersection(s, t, budget, handle)?.is_empty() {
                return Ok(None);
            }
            carve(s, t, budget, handle, &mut pieces)?;
        }
    }
    Ok(Some(pieces))
}

/// An affine function `row . w + constant`.
type AffineForm = (Vector, BigInt);

fn pull(f: &AffineForm, map: &AffineMap) -> AffineForm {
    (map.basis.iter().map(|b| dot(&f.0, b)).collect(), dot(&f.0, &map.origin) + &f.1)
}

/// `-f - 1`, so that `-f - 1 >= 0` says `f < 0` for integers.
fn below(f: &AffineForm) -> AffineForm {
    (negative(&f.0), -&f.1 - 1)
}

fn carve(s: &Stratum, t: &Stratum, budget: Budget, handle: &Handle, pieces: &mut Vec<Stratum>) -> Result<(), Trouble> {
    let (d, m, n) = (s.base.len(), s.generators.len(), t.generators.len());
    // V B = (H, 0): row i of V (p - q + A s) is (H t)_i for i < n and 0 for the others.
    let h = hermite(&transpose(&t.generators, d), n, handle)?;
    let offset = subtract(&s.base, &t.base);
    let conditions: Vec<AffineForm> =
        h.transform.iter().map(|v| (s.generators.iter().map(|a| dot(v, a)).collect(), dot(v, &offset))).collect();
    let mut rows: Vec<AffineForm> = identity(m).into_iter().map(|row| (row, BigInt::zero())).collect();
    let mut map = AffineMap { origin: s.base.clone(), basis: s.generators.clone() };
    let add = |extra: &[AffineForm], rows: &[AffineForm], map: &AffineMap, pieces: &mut Vec<Stratum>| {
        let mut rows = rows.to_vec();
        rows.extend(extra.iter().cloned());
        let polyhedron = Polyhedron { dimension: map.basis.len(), rows };
        pieces.extend(strata_of(polyhedron, map, budget, handle)?);
        budget.check(pieces.len())
    };
    // The equations.
    let equations = &conditions[n..];
    let mut held: Vec<AffineForm> = Vec::new();
    for equation in equations {
        let mut one_side = held.clone();
        one_side.push((equation.0.clone(), &equation.1 - BigInt::one()));
        add(&one_side, &rows, &map, pieces)?;
        let mut other_side = held.clone();
        other_side.push(below(equation));
        add(&other_side, &rows, &map, pieces)?;
        held.push(equation.clone());
        held.push((negative(&equation.0), -&equation.1));
    }
    let left: Matrix = equations.iter().map(|e| e.0.clone()).collect();
    let right: Vector = equations.iter().map(|e| -&e.1).collect();
    let Some(solutions) = solve(&left, &right, m, handle)? else { return Ok(()) };
    let inner = AffineMap { origin: solutions.origin, basis: solutions.basis };
    rows = rows.iter().map(|f| pull(f, &inner)).collect();
    let upper: Vec<AffineForm> = conditions[..n].iter().map(|f| pull(f, &inner)).collect();
    map = map.after(&inner);
    let k = map.basis.len();
    // The inequalities: t = H^-1 y, with numerators over a positive denominator.
    let Some(inv) = inverse(&h.form[..n], handle)? else { return Err(Trouble::Dependent) };
    let numerators: Vec<AffineForm> = inv
        .scaled
        .iter()
        .map(|row| {
            let vector = (0..k).map(|j| row.iter().zip(&upper).map(|(c, f)| c * &f.0[j]).sum()).collect();
            (vector, row.iter().zip(&upper).map(|(c, f)| c * &f.1).sum())
        })
        .collect();
    for f in &numerators {
        add(&[below(f)], &rows, &map, pieces)?;
        rows.push(f.clone());
    }
    // The congruences: y in H Z^n, an affine sublattice of the lattice of w.
    let mut unknowns: Matrix = transpose(&upper.iter().map(|f| f.0.clone()).collect::<Matrix>(), k);
    unknowns.extend(transpose(&h.form[..n], n).iter().map(|row| negative(row)));
    let left = transpose(&unknowns, n);
    let right: Vector = upper.iter().map(|f| -&f.1).collect();
    let sublattice = match solve(&left, &right, k + n, handle)? {
        Some(found) => Some((
            found.origin[..k].to_vec(),
            found.basis.into_iter().map(|row| row[..k].to_vec()).filter(|row| !is_zero(row)).collect::<Matrix>(),
        )),
        None => None,
    };
    let Some((start, lattice)) = sublattice else { return add(&[], &rows, &map, pieces) };
    let form = hermite(&lattice, k, handle)?.form;
    // As many cosets as the budget allows pieces; empty ones have to be looked at, too.
    let cosets: BigInt = (0..k).map(|i| &form[i][i]).product();
    budget.check(cosets.to_usize().unwrap_or(usize::MAX))?;
    // All cosets but that of the start, represented by the box below the pivots.
    let mut shift = zero(k);
    loop {
        handle.tick()?;
        let mut i = 0;
        loop {
            if i == k {
                return Ok(());
            }
            shift[i] += 1;
            if shift[i] < form[i][i] {
                break;
            }
            shift[i] = BigInt::zero();
            i += 1;
        }
        let coset =
            AffineMap { origin: start.iter().zip(&shift).map(|(a, b)| a + b).collect(), basis: lattice.clone() };
        let rows: Vec<AffineForm> = rows.iter().map(|f| pull(f, &coset)).collect();
        add(&[], &rows, &map.after(&coset), pieces)?;
    }
}

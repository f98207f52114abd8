//! Semilinear sets as affine stratifications: finite disjoint unions of strata `p + N a_1 + ... + N a_k` with independent `a_i`.
//!
//! Definition 4.1 of Guo and Miller asks for disjoint sets `F + A` with a finite `F` and an affine semigroup `A`; every such set
//! splits into strata with free semigroups, and only those are kept: membership is then one exact solution a stratum, and the
//! generating function one term a stratum (Theorem 5.1). Union, intersection, difference and complement are exact in every
//! dimension (Theorem 4.2, Lemmas 4.3 and 4.4); sizes are bounded by a [`Budget`], and every loop ticks the handle.

pub mod commensurable;
pub(crate) mod difference;
pub mod merge;
mod near;
pub mod notation;
mod numerical;
pub mod pieces;
pub mod polyhedron;
pub mod semigroup;

use crate::linear::Vector;
use crate::stratum::Stratum;
use crate::trouble::{Budget, Trouble};
use num_bigint::BigInt;
use num_traits::One;
use polyhedron::{AffineMap, Polyhedron};
use sprague_limits::Handle;
use std::collections::BTreeSet;

/// A set of points with integer coordinates: a disjoint union of strata.
///
/// ```
/// use sprague_lattice_points::{Budget, Stratification, Stratum};
/// let (budget, handle) = (Budget::default(), sprague_limits::Handle::default());
/// let even = Stratum::from_i64(&[0], &[vec![2]]).expect("one generator is independent");
/// let even = Stratification::of_disjoint(1, vec![even], &handle)?;
/// let odd = Stratification::orthant(1).difference(&even, budget, &handle)?;
/// assert!(odd.contains(&[7.into()]) && odd.intersection(&even, budget, &handle)?.is_empty());
/// # Ok::<(), sprague_lattice_points::Trouble>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Stratification {
    dimension: usize,
    strata: Vec<Stratum>,
}

impl Stratification {
    /// The empty set in dimension `d`.
    pub fn empty(dimension: usize) -> Stratification {
        Stratification { dimension, strata: Vec::new() }
    }

    /// All points with nonnegative coordinates.
    pub fn orthant(dimension: usize) -> Stratification {
        let mut generators = crate::linear::identity(dimension);
        generators.sort();
        let base = crate::linear::zero(dimension);
        Stratification { dimension, strata: vec![Stratum { base, generators }] }
    }

    /// The union of strata that are known to be pairwise disjoint; smaller than what they are where they can be merged.
    /// Only the dimensions and the independence of generators are checked. For strata that may overlap use
    /// [`Stratification::union_of`].
    pub fn of_disjoint(dimension: usize, strata: Vec<Stratum>, handle: &Handle) -> Result<Stratification, Trouble> {
        // Most strata share their generators with others.
        let mut known: BTreeSet<&[Vector]> = BTreeSet::new();
        for stratum in &strata {
            handle.tick()?;
            if stratum.base.len() != dimension || known.insert(&stratum.generators) {
                check(stratum, dimension, handle)?;
            }
        }
        Ok(Stratification { dimension, strata: merge::merged(strata, handle)? })
    }

    /// The union of strata that may overlap.
    pub fn union_of(
        dimension: usize,
        strata: Vec<Stratum>,
        budget: Budget,
        handle: &Handle,
    ) -> Result<Stratification, Trouble> {
        let mut parts: Vec<Stratum> = Vec::new();
        for stratum in &strata {
            check(stratum, dimension, handle)?;
        }
        if strata.len() * strata.len() >= near::PAIRS
            && let Some(near) = near::near(&strata, &strata, handle)?
        {
            // What is left of each, without those before it that it may meet.
            let mut fresh: Vec<Vec<Stratum>> = Vec::with_capacity(strata.len());
            for (i, stratum) in strata.into_iter().enumerate() {
                let others: Vec<Stratum> =
                    near[i].iter().filter(|&&j| j < i).flat_map(|&j| fresh[j].iter().cloned()).collect();
                fresh.push(remove(vec![stratum], &others, budget, handle)?);
            }
            let parts: Vec<Stratum> = fresh.into_iter().flatten().collect();
            budget.check(parts.len())?;
            return Stratification::of_disjoint(dimension, parts, handle);
        }
        for stratum in strata {
            let fresh = remove(vec![stratum], &parts, budget, handle)?;
            parts.extend(fresh);
            budget.check(parts.len())?;
        }
        Stratification::of_disjoint(dimension, parts, handle)
    }

    /// The lattice points of a polyhedron given by `row . x + constant >= 0`; an error if it contains a line.
    pub fn of_polyhedron(polyhedron: Polyhedron, budget: Budget, handle: &Handle) -> Result<Stratification, Trouble> {
        let dimension = polyhedron.dimension;
        let map = AffineMap::identity(dimension);
        let strata = pieces::strata_of(polyhedron, &map, budget, handle)?;
        Stratification::of_disjoint(dimension, strata, handle)
    }

    /// The number of coordinates.
    pub fn dimension(&self) -> usize {
        self.dimension
    }

    /// The strata, pairwise disjoint, sorted.
    pub fn strata(&self) -> &[Stratum] {
        &self.strata
    }

    /// True for the empty set.
    pub fn is_empty(&self) -> bool {
        self.strata.is_empty()
    }

    /// The number of points, if that is finite.
    pub fn size(&self) -> Option<usize> {
        self.strata.iter().all(|s| s.generators.is_empty()).then_some(self.strata.len())
    }

    /// True if the point belongs to the set; coordinates of any size. Time polynomial in the numbers of digits.
    pub fn contains(&self, point: &[BigInt]) -> bool {
        self.stratum_of(point).is_some()
    }

    /// The stratum that a point belongs to.
    pub(crate) fn stratum_of(&self, point: &[BigInt]) -> Option<&Stratum> {
        self.strata.iter().find(|s| s.contains(point))
    }

    /// The set moved by a vector.
    pub fn translated(&self, by: &[BigInt]) -> Result<Stratification, Trouble> {
        if by.len() != self.dimension {
            return Err(Trouble::Dimension(self.dimension, by.len()));
        }
        let strata = self.strata.iter().map(|s| s.translated(by)).collect();
        Ok(Stratification { dimension: self.dimension, strata })
    }

    fn same_space(&self, other: &Stratification) -> Result<(), Trouble> {
        if self.dimension == other.dimension {
            Ok(())
        } else {
            Err(Trouble::Dimension(self.dimension, other.dimension))
        }
    }

    /// The points of both.
    pub fn intersection(
        &self,
        other: &Stratification,
        budget: Budget,
        handle: &Handle,
    ) -> Result<Stratification, Trouble> {
        self.same_space(other)?;
        let mut strata = Vec::new();
        if self.strata.len().saturating_mul(other.strata.len()) >= near::PAIRS
            && let Some(near) = near::near(&self.strata, &other.strata, handle)?
        {
            for (s, near) in self.strata.iter().zip(near) {
                for j in near {
                    handle.tick()?;
                    strata.extend(s.meet(&other.strata[j], budget, handle)?);
                }
                budget.check(strata.len())?;
            }
            return Stratification::of_disjoint(self.dimension, strata, handle);
        }
        for (i, s) in self.strata.iter().enumerate() {
            handle.progress("intersection of sets", i as u64, Some(self.strata.len() as u64));
            for t in &other.strata {
                handle.tick()?;
                strata.extend(s.meet(t, budget, handle)?);
                budget.check(strata.len())?;
            }
        }
        Stratification::of_disjoint(self.dimension, strata, handle)
    }

    /// The points of this set that the other has not. The complement in a board is the difference of the board and the set.
    pub fn difference(
        &self,
        other: &Stratification,
        budget: Budget,
        handle: &Handle,
    ) -> Result<Stratification, Trouble> {
        self.same_space(other)?;
        let strata = remove(self.strata.clone(), &other.strata, budget, handle)?;
        Stratification::of_disjoint(self.dimension, strata, handle)
    }

    /// The points of one or both.
    pub fn union(&self, other: &Stratification, budget: Budget, handle: &Handle) -> Result<Stratification, Trouble> {
        self.same_space(other)?;
        let mut strata = other.difference(self, budget, handle)?.strata;
        strata.extend(self.strata.iter().cloned());
        Stratification::of_disjoint(self.dimension, strata, handle)
    }

    /// True if every point of this set belongs to the other.
    pub fn is_subset(&self, other: &Stratification, budget: Budget, handle: &Handle) -> Result<bool, Trouble> {
        Ok(self.difference(other, budget, handle)?.is_empty())
    }

    /// True if both are the same set, however they are written.
    pub fn equals(&self, other: &Stratification, budget: Budget, handle: &Handle) -> Result<bool, Trouble> {
        self.same_space(other)?;
        Ok(self.strata == other.strata
            || self.is_subset(other, budget, handle)? && other.is_subset(self, budget, handle)?)
    }

    /// The points in the box `low <= x <= high`, in lexicographic order. An error if there are more than the budget allows.
    pub fn points_in_box(
        &self,
        low: &[BigInt],
        high: &[BigInt],
        budget: Budget,
        handle: &Handle,
    ) -> Result<Vec<Vector>, Trouble> {
        for corner in [low, high] {
            if corner.len() != self.dimension {
                return Err(Trouble::Dimension(self.dimension, corner.len()));
            }
        }
        let mut points = Vec::new();
        for stratum in &self.strata {
            let map = AffineMap { origin: stratum.base.clone(), basis: stratum.generators.clone() };
            let finite = pieces::strata_of(box_rows(low, high).within(stratum, &map), &map, budget, handle)?;
            points.extend(finite.into_iter().map(|s| s.base));
            budget.check(points.len())?;
        }
        points.sort();
        Ok(points)
    }

    /// How many bits write the set down: Definition 4.9 of Guo and Miller, `1 + ceil(log2(|n| + 1))` for each integer n in the
    /// points of each F and the generators of each A, where the set is the union of pieces F + A, as it is shown.
    pub fn complexity(&self) -> u64 {
        let vectors = notation::pieces(self).into_iter().flat_map(|(generators, bases)| generators.iter().chain(bases));
        vectors.flatten().map(bits).sum()
    }
}

/// The binary length of an integer, a bit for its sign: `1 + ceil(log2(|n| + 1))`.
pub fn bits(n: &BigInt) -> u64 {
    1 + n.bits()
}

fn check(stratum: &Stratum, dimension: usize, handle: &Handle) -> Result<(), Trouble> {
    if stratum.base.len() != dimension {
        return Err(Trouble::Dimension(dimension, stratum.base.len()));
    }
    if let Some(g) = stratum.generators.iter().find(|g| g.len() != dimension) {
        return Err(Trouble::Dimension(dimension, g.len()));
    }
    if crate::linear::elimination::rank(&stratum.generators, handle)? < stratum.generators.len() {
        return Err(Trouble::Dependent);
    }
    Ok(())
}

/// Takes strata away from disjoint strata, one after the other, merging on the way.
fn remove(
    mut parts: Vec<Stratum>,
    others: &[Stratum],
    budget: Budget,
    handle: &Handle,
) -> Result<Vec<Stratum>, Trouble> {
    if parts.len().saturating_mul(others.len()) >= near::PAIRS
        && parts.len() > 1
        && let Some(near) = near::near(&parts, others, handle)?
    {
        let mut rest = Vec::with_capacity(parts.len());
        for (part, near) in parts.into_iter().zip(near) {
            let near: Vec<Stratum> = near.into_iter().map(|i| others[i].clone()).collect();
            rest.extend(remove(vec![part], &near, budget, handle)?);
            budget.check(rest.len())?;
        }
        return merge::merged(rest, handle);
    }
    let (mut last, mut unmerged) = (parts.len(), false);
    for (i, other) in others.iter().enumerate() {
        handle.progress("difference of sets", i as u64, Some(others.len() as u64));
        let mut rest = Vec::new();
        let mut changed = false;
        for part in parts {
            handle.tick()?;
            match part.without(other, budget, handle)? {
                None => rest.push(part),
                Some(pieces) => {
                    changed = true;
                    rest.extend(pieces);
                }
            }
            budget.check(rest.len())?;
        }
        // Merging goes through all parts; of many that grow one by one it is done at every doubling.
        if changed && (rest.len() <= 64 || rest.len() >= 2 * last) {
            rest = merge::merged(rest, handle)?;
            last = rest.len();
            unmerged = false;
        } else {
            unmerged |= changed;
        }
        parts = rest;
    }
    if unmerged { merge::merged(parts, handle) } else { Ok(parts) }
}

/// The box `low <= x <= high` as inequalities.
pub(crate) fn box_rows(low: &[BigInt], high: &[BigInt]) -> Polyhedron {
    let n = low.len();
    let mut rows = Vec::new();
    for (i, unit) in crate::linear::identity(n).into_iter().enumerate() {
        rows.push((crate::linear::negative(&unit), high[i].clone()));
        rows.push((unit, -&low[i]));
    }
    Polyhedron { dimension: n, rows }
}

impl Polyhedron {
    /// The coefficients of the points of a stratum that lie in this polyhedron.
    pub(crate) fn within(&self, stratum: &Stratum, map: &AffineMap) -> Polyhedron {
        let mut inner = self.pull_back(map);
        for i in 0..stratum.generators.len() {
            let mut row = crate::linear::zero(stratum.generators.len());
            row[i] = BigInt::one();
            inner.rows.push((row, BigInt::from(0)));
        }
        inner
    }
}

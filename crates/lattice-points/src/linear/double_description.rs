//! From inequalities to extreme rays: the double description method (Motzkin, Raiffa, Thompson and Thrall 1953; Fukuda and
//! Prodon 1996).
//!
//! In go rows `c`, out come the extreme rays of the cone of all `y` with `c . y >= 0`, primitive, each with the set of the
//! inequalities that it makes tight. The cone has to be pointed, that is, the rows have to span the space; it need not be
//! full-dimensional. Two rays are adjacent if no third ray is tight wherever both are; this is exact for pointed cones.

use super::elimination::{independent_rows, inverse};
use super::{Matrix, Vector, dot, primitive};
use num_traits::{Signed, Zero};
use sprague_limits::{Handle, Stop};

/// A set of small numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RowSet(Vec<u64>);

impl RowSet {
    fn new(n: usize) -> RowSet {
        RowSet(vec![0; n.div_ceil(64)])
    }
    fn insert(&mut self, i: usize) {
        self.0[i / 64] |= 1 << (i % 64);
    }
    /// True if `i` belongs to the set.
    pub(crate) fn contains(&self, i: usize) -> bool {
        self.0[i / 64] >> (i % 64) & 1 == 1
    }
    fn intersection(&self, other: &RowSet) -> RowSet {
        RowSet(self.0.iter().zip(&other.0).map(|(a, b)| a & b).collect())
    }
    fn within(&self, other: &RowSet) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }
    fn len(&self) -> u32 {
        self.0.iter().map(|w| w.count_ones()).sum()
    }
}

/// An extreme ray.
#[derive(Clone, Debug)]
pub(crate) struct Ray {
    /// Its primitive vector.
    pub vector: Vector,
    /// The inequalities that hold with equality on it.
    pub tight: RowSet,
}

/// The extreme rays of `{y : c . y >= 0 for all c}` in dimension `n`; `None` if the cone is not pointed. The cone `{0}` has
/// no rays.
pub(crate) fn extreme_rays(constraints: &[Vector], n: usize, handle: &Handle) -> Result<Option<Vec<Ray>>, Stop> {
    let basis = independent_rows(constraints, handle)?;
    if basis.len() < n {
        return Ok(None);
    }
    let rows: Matrix = basis.iter().map(|&i| constraints[i].clone()).collect();
    let Some(inverse) = inverse(&rows, handle)? else { return Ok(None) };
    let mut rays: Vec<Ray> = Vec::new();
    for j in 0..n {
        let vector = primitive(inverse.scaled.iter().map(|row| row[j].clone()).collect());
        let mut tight = RowSet::new(constraints.len());
        for (k, &i) in basis.iter().enumerate() {
            if k != j {
                tight.insert(i);
            }
        }
        rays.push(Ray { vector, tight });
    }
    for (i, constraint) in constraints.iter().enumerate() {
        if basis.binary_search(&i).is_err() {
            rays = cut(rays, constraint, i, n, handle)?;
        }
    }
    Ok(Some(rays))
}

/// Adds one inequality.
fn cut(mut rays: Vec<Ray>, constraint: &Vector, index: usize, n: usize, handle: &Handle) -> Result<Vec<Ray>, Stop> {
    let values: Vec<_> = rays.iter().map(|r| dot(constraint, &r.vector)).collect();
    for (ray, value) in rays.iter_mut().zip(&values) {
        if value.is_zero() {
            ray.tight.insert(index);
        }
    }
    let mut fresh = Vec::new();
    for (i, plus) in rays.iter().enumerate() {
        if !values[i].is_positive() {
            continue;
        }
        for (j, minus) in rays.iter().enumerate() {
            if !values[j].is_negative() {
                continue;
            }
            handle.tick()?;
            let mut tight = plus.tight.intersection(&minus.tight);
            if (tight.len() as usize) + 2 < n {
                continue;
            }
            if rays.iter().enumerate().any(|(k, r)| k != i && k != j && tight.within(&r.tight)) {
                continue;
            }
            let vector = minus.vector.iter().zip(&plus.vector).map(|(m, p)| m * &values[i] - p * &values[j]).collect();
            tight.insert(index);
            fresh.push(Ray { vector: primitive(vector), tight });
        }
    }
    let mut keep = values.iter().map(|v| !v.is_negative());
    rays.retain(|_| keep.next().unwrap_or(false));
    rays.extend(fresh);
    Ok(rays)
}

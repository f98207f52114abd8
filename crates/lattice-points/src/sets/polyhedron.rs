//! The lattice points of a rational polyhedron: reduced to full dimension, with its vertices and extreme rays.
//!
//! A polyhedron is a list of inequalities `row . w + constant >= 0`. `Polyhedron::reduce` finds the lattice of integer points
//! in its affine hull (implied equations are solved over the integers, Hermite form) and writes the polyhedron in
//! coordinates of that lattice, where it is full-dimensional. Vertices and rays come from the double description of the
//! cone over it: a ray `(w, h)` is the vertex `w / h`, or for `h = 0` a direction of recession.

use crate::linear::double_description::{Ray, extreme_rays};
use crate::linear::hermite::solve;
use crate::linear::{Matrix, Vector, combine, content, dot, identity, is_zero, negative, zero};
use crate::trouble::Trouble;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use sprague_limits::Handle;
use std::collections::BTreeMap;

/// An affine map from coordinates `w` to points: `origin + sum of w[i] * basis[i]`.
#[derive(Clone, Debug)]
pub(crate) struct AffineMap {
    /// The image of 0.
    pub origin: Vector,
    /// The images of the unit vectors, less the origin.
    pub basis: Matrix,
}

impl AffineMap {
    /// The identity of dimension `n`.
    pub(crate) fn identity(n: usize) -> AffineMap {
        AffineMap { origin: zero(n), basis: identity(n) }
    }

    /// The image of a point.
    pub(crate) fn point(&self, w: &[BigInt]) -> Vector {
        combine(&self.origin, w, &self.basis)
    }

    /// The image of a direction.
    pub(crate) fn direction(&self, w: &[BigInt]) -> Vector {
        combine(&zero(self.origin.len()), w, &self.basis)
    }

    /// First `inner`, then this map.
    pub(crate) fn after(&self, inner: &AffineMap) -> AffineMap {
        AffineMap { origin: self.point(&inner.origin), basis: inner.basis.iter().map(|b| self.direction(b)).collect() }
    }
}

/// The points `w` with `row . w + constant >= 0` for all rows.
///
/// ```
/// use sprague_lattice_points::{Budget, Polyhedron, series::count::lattice_points};
/// // The triangle x >= 0, y >= 0, 3 - x - y >= 0.
/// let rows = [([1, 0], 0), ([0, 1], 0), ([-1, -1], 3)];
/// let rows = rows.map(|(row, constant)| (row.map(Into::into).to_vec(), constant.into())).to_vec();
/// let triangle = Polyhedron { dimension: 2, rows };
/// assert_eq!(lattice_points(triangle, Budget::default(), &sprague_limits::Handle::default())?, 10.into());
/// # Ok::<(), sprague_lattice_points::Trouble>(())
/// ```
#[derive(Clone, Debug)]
pub struct Polyhedron {
    /// The dimension of the space.
    pub dimension: usize,
    /// The inequalities.
    pub rows: Vec<(Vector, BigInt)>,
}

/// A polyhedron in coordinates in which it is full-dimensional.
#[derive(Clone, Debug)]
pub(crate) struct Full {
    /// From these coordinates to those of the polyhedron that was given; one to one between the lattice points.
    pub map: AffineMap,
    /// The polyhedron in these coordinates.
    pub polyhedron: Polyhedron,
    /// The extreme rays `(w, h)` of the cone over it; tight sets refer to its rows (and the last one to `h >= 0`).
    pub rays: Vec<Ray>,
}

/// What a polyhedron's lattice points are.
#[derive(Clone, Debug)]
pub(crate) enum Reduced {
    /// There are none.
    Empty,
    /// There is exactly one.
    Point(Vector),
    /// A full-dimensional polyhedron of dimension at least 1 (which may still contain no lattice point).
    Full(Box<Full>),
}

impl Polyhedron {
    /// The same polyhedron in other coordinates: the points whose images under `map` lie in this one.
    pub(crate) fn pull_back(&self, map: &AffineMap) -> Polyhedron {
        let rows = self
            .rows
            .iter()
            .map(|(row, constant)| (map.basis.iter().map(|b| dot(row, b)).collect(), dot(row, &map.origin) + constant))
            .collect();
        Polyhedron { dimension: map.basis.len(), rows }
    }

    /// Divides every row by its content, rounding the constant down (exact for lattice points), and keeps the sharpest of
    /// parallel rows. False if there is no lattice point for a trivial reason.
    fn tidy(&mut self) -> bool {
        let mut sharpest: BTreeMap<Vector, BigInt> = BTreeMap::new();
        for (row, constant) in std::mem::take(&mut self.rows) {
            if is_zero(&row) {
                if constant.is_negative() {
                    return false;
                }
                continue;
            }
            let g = content(&row);
            let row: Vector = row.into_iter().map(|x| x / &g).collect();
            let constant = constant.div_floor(&g);
            let entry = sharpest.entry(row).or_insert_with(|| constant.clone());
            if constant < *entry {
                *entry = constant;
            }
        }
        for (row, constant) in &sharpest {
            if sharpest.get(&negative(row)).is_some_and(|opposite| (opposite + constant).is_negative()) {
                return false;
            }
        }
        self.rows = sharpest.into_iter().collect();
        true
    }

    /// Reduces to full dimension. An error if the polyhedron contains a line.
    pub(crate) fn reduce(mut self, handle: &Handle) -> Result<Reduced, Trouble> {
        let mut map = AffineMap::identity(self.dimension);
        loop {
            handle.tick()?;
            if !self.tidy() {
                return Ok(Reduced::Empty);
            }
            let n = self.dimension;
            if n == 0 {
                return Ok(Reduced::Point(map.origin));
            }
            let mut constraints: Matrix = self
                .rows
                .iter()
                .map(|(row, constant)| {
                    let mut row = row.clone();
                    row.push(constant.clone());
                    row
                })
                .collect();
            let mut height = zero(n + 1);
            height[n] = BigInt::one();
            constraints.push(height);
            let Some(rays) = extreme_rays(&constraints, n + 1, handle)? else { return Err(Trouble::NotPointed) };
            if rays.iter().all(|r| r.vector[n].is_zero()) {
                return Ok(Reduced::Empty);
            }
            let implied: Vec<usize> =
                (0..self.rows.len()).filter(|&i| rays.iter().all(|r| r.tight.contains(i))).collect();
            if implied.is_empty() {
                return Ok(Reduced::Full(Box::new(Full { map, polyhedron: self, rays })));
            }
            let rows: Matrix = implied.iter().map(|&i| self.rows[i].0.clone()).collect();
            let right: Vector = implied.iter().map(|&i| -&self.rows[i].1).collect();
            let Some(solutions) = solve(&rows, &right, n, handle)? else { return Ok(Reduced::Empty) };
            let inner = AffineMap { origin: solutions.origin, basis: solutions.basis };
            self = self.pull_back(&inner);
            map = map.after(&inner);
        }
    }
}

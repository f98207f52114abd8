//! The board of a lattice game: the integer points of a polyhedron, and its facet coordinates.
//!
//! In: inequalities a · x >= b with rational coefficients. Out: integer inequalities without redundant ones, the
//! extremal rays of the recession cone, or the [`Flaw`] of a polyhedron that is not pointed or whose cone is not of
//! full dimension. All arithmetic is exact.
//!
//! *Facet coordinates*: x goes to y = A x - b, one coordinate for each inequality. This is injective because the
//! polyhedron is pointed, sends the board into N^m and a move g to A g, and x - g is on the board exactly if y - A g
//! has no negative coordinate. So every board becomes a part of an orthant that moves do not leave, and everything
//! else in this engine knows orthants only.

use super::game::Flaw;
use super::linear::elimination::coordinates;
use super::linear_program::feasible;
use super::stratum::Stratum;
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use sprague_limits::{Handle, Stop};

/// The largest absolute value of a coefficient, bound or coordinate of a move.
pub(crate) const LARGEST: i64 = 1 << 31;
/// Sets of inequalities tried when the rays are computed.
const MOST_SUBSETS: u64 = 200_000;

/// a · x >= b, as declared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inequality {
    /// a
    pub coefficients: Vec<BigRational>,
    /// b
    pub bound: BigRational,
}

/// The integer points with row · x >= bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The number of coordinates.
    pub dimension: usize,
    /// Primitive rows and their bounds, none redundant.
    pub rows: Vec<(Vec<i64>, i64)>,
    /// Primitive vectors on the extremal rays of the recession cone.
    pub rays: Vec<Vec<i64>>,
}

impl Board {
    /// N^d.
    pub(crate) fn orthant(dimension: usize) -> Board {
        let unit = |i: usize| (0..dimension).map(|j| i64::from(i == j)).collect::<Vec<i64>>();
        Board {
            dimension,
            rows: (0..dimension).map(|i| (unit(i), 0)).collect(),
            rays: (0..dimension).map(unit).collect(),
        }
    }

    /// The board of these inequalities. Errors are a [`Flaw`], inside the bounds of the handle.
    pub(crate) fn new(dimension: usize, given: &[Inequality], handle: &Handle) -> Result<Result<Board, Flaw>, Stop> {
        let mut rows: Vec<(Vec<i64>, i64)> = Vec::new();
        for (index, inequality) in given.iter().enumerate() {
            if inequality.coefficients.len() != dimension {
                return Ok(Err(Flaw::InequalityLength { index, expected: dimension }));
            }
            let Some((row, bound)) = integral(inequality) else { return Ok(Err(Flaw::LargeInequality { index })) };
            if row.iter().all(|&a| a == 0) {
                if bound > 0 {
                    return Ok(Err(Flaw::EmptyBoard));
                }
                continue;
            }
            match rows.iter_mut().find(|(r, _)| *r == row) {
                Some((_, b)) => *b = bound.max(*b),
                None => rows.push((row, bound)),
            }
        }
        let mut board = Board { dimension, rows, rays: Vec::new() };
        if let Some(direction) = kernel(board.rows.iter().map(|(a, _)| a.as_slice()), dimension).into_iter().next() {
            return Ok(Err(Flaw::NotPointed { direction }));
        }
        if board.is_orthant() {
            board.rows.sort_by(|a, b| b.0.cmp(&a.0));
            board.rays = board.rows.iter().map(|(a, _)| a.clone()).collect();
            return Ok(Ok(board));
        }
        // An inequality is dropped if no rational point satisfies the others and misses it by 1.
        let mut i = 0;
        while i < board.rows.len() && board.rows.len() > dimension {
            let mut rest = board.rows.clone();
            let (a, b) = rest.remove(i);
            rest.push((a.iter().map(|n| -n).collect(), 1 - b));
            if feasible(&rest, dimension, handle)?.is_none() {
                board.rows.remove(i);
            } else {
                i += 1;
            }
        }
        board.rays = board.find_rays(handle)?;
        let inner = |row: &[i64]| board.rays.iter().any(|r| dot(row, r) > 0);
        if let Some((row, _)) = board.rows.iter().find(|(row, _)| !inner(row)) {
            return Ok(Err(Flaw::FlatCone {
                row: row.clone(),
                empty: feasible(&board.rows, dimension, handle)?.is_none(),
            }));
        }
        Ok(Ok(board))
    }

    /// Are the rows unit vectors, one for each coordinate (bounds of any value)?
    fn is_orthant(&self) -> bool {
        self.rows.len() == self.dimension
            && self.rows.iter().all(|(a, _)| a.iter().all(|&n| n == 0 || n == 1) && a.iter().sum::<i64>() == 1)
    }

    /// As many facets as coordinates?
    pub(crate) fn is_simplicial(&self) -> bool {
        self.rows.len() == self.dimension
    }

    /// Are the facet coordinates of its lattice points all of an orthant?
    pub fn is_whole(&self) -> bool {
        self.lattice_test().is_some_and(|(index, _)| index == 1)
    }

    fn find_rays(&self, handle: &Handle) -> Result<Vec<Vec<i64>>, Stop> {
        let (m, d) = (self.rows.len(), self.dimension);
        let subsets = num_integer::binomial(m as u128, d as u128 - 1);
        if subsets > u128::from(MOST_SUBSETS) {
            return Err(Stop::TooLarge(format!(
                "the board has {m} facets in dimension {d}, too many to find its rays"
            )));
        }
        let mut rays: Vec<Vec<i64>> = Vec::new();
        let mut chosen: Vec<usize> = (0..d - 1).collect();
        loop {
            handle.ticks(8)?;
            let lines = kernel(chosen.iter().map(|&i| self.rows[i].0.as_slice()), d);
            if let [line] = lines.as_slice() {
                for sign in [1, -1] {
                    let ray: Vec<i64> = line.iter().map(|n| n * sign).collect();
                    if self.rows.iter().all(|(a, _)| dot(a, &ray) >= 0) && !rays.contains(&ray) {
                        rays.push(ray);
                    }
                }
            }
            // The next subset in lexicographic order.
            let Some(i) = (0..d - 1).rev().find(|&i| chosen[i] + (d - 1 - i) < m) else { break };
            chosen[i] += 1;
            for k in i + 1..d - 1 {
                chosen[k] = chosen[k - 1] + 1;
            }
        }
        rays.sort_by(|a, b| b.cmp(a));
        Ok(rays)
    }

    /// Is the point on the board?
    pub fn contains(&self, x: &[BigInt]) -> bool {
        x.len() == self.dimension && self.facet_coordinates(x).iter().all(|y| !y.is_negative())
    }

    /// A x - b.
    pub fn facet_coordinates(&self, x: &[BigInt]) -> Vec<BigInt> {
        self.rows.iter().map(|(a, b)| a.iter().zip(x).map(|(a, x)| x * a).sum::<BigInt>() - b).collect()
    }

    /// A g, for a vector.
    pub(crate) fn facet_direction(&self, g: &[i64]) -> Vec<i64> {
        self.rows.iter().map(|(a, _)| dot(a, g)).collect()
    }

    /// A g, for a vector of any size.
    pub(crate) fn facet_direction_big(&self, g: &[BigInt]) -> Vec<BigInt> {
        self.rows.iter().map(|(a, _)| a.iter().zip(g).map(|(a, g)| g * a).sum()).collect()
    }

    /// The x with A x - b = y, if y comes from an integer point. `b` counts only if `affine`.
    fn pull_back(&self, y: &[BigInt], affine: bool) -> Option<(Vec<BigInt>, BigInt)> {
        let columns: Vec<Vec<BigInt>> =
            (0..self.dimension).map(|j| self.rows.iter().map(|(a, _)| a[j].into()).collect()).collect();
        let target: Vec<BigInt> =
            y.iter().zip(&self.rows).map(|(y, (_, b))| if affine { y + b } else { y.clone() }).collect();
        coordinates(&columns, &target, &Handle::default()).ok()?
    }

    /// The integer point with these facet coordinates.
    pub(crate) fn point(&self, y: &[BigInt]) -> Option<Vec<BigInt>> {
        let (x, denominator) = self.pull_back(y, true)?;
        x.into_iter()
            .map(|n| {
                let (q, r) = n.div_rem(&denominator);
                r.is_zero().then_some(q)
            })
            .collect()
    }

    /// The integer vector x with A x = y.
    pub(crate) fn vector(&self, y: &[BigInt]) -> Option<Vec<BigInt>> {
        let (x, denominator) = self.pull_back(y, false)?;
        x.into_iter()
            .map(|n| {
                let (q, r) = n.div_rem(&denominator);
                r.is_zero().then_some(q)
            })
            .collect()
    }

    /// n and a vector for each facet, such that y in Z^m is A x for an integer x exactly if the sum of y_i times the i-th
    /// vector is 0 modulo n. Nothing on a board with more facets than coordinates, or if n is above 2^16.
    pub(crate) fn lattice_test(&self) -> Option<(u64, Vec<Vec<u64>>)> {
        if !self.is_simplicial() {
            return None;
        }
        let unit = |i: usize| (0..self.dimension).map(|j| BigInt::from(i32::from(i == j))).collect::<Vec<_>>();
        let inverse: Vec<(Vec<BigInt>, BigInt)> =
            (0..self.dimension).map(|i| self.pull_back(&unit(i), false)).collect::<Option<_>>()?;
        let n = inverse.iter().fold(BigInt::one(), |n, (_, k)| n.lcm(k));
        let small = n.to_u64().filter(|n| *n <= 1 << 16)?;
        let column = |(x, k): &(Vec<BigInt>, BigInt)| -> Option<Vec<u64>> {
            x.iter().map(|c| (c * (&n / k)).mod_floor(&n).to_u64()).collect()
        };
        Some((small, inverse.iter().map(column).collect::<Option<_>>()?))
    }

    /// The points of the board whose facet coordinates lie in a stratum, as disjoint strata: each generator u is
    /// split by the least multiple that comes from an integer vector. Only for simplicial boards.
    pub(crate) fn stratum_back(&self, stratum: &Stratum, handle: &Handle) -> Result<Vec<Stratum>, Stop> {
        if self.is_orthant() {
            // Facet coordinates are the coordinates, each above its bound.
            let back = |y: &[BigInt], affine: bool| {
                let mut x = vec![BigInt::zero(); self.dimension];
                for (y, (a, b)) in y.iter().zip(&self.rows) {
                    let at = a.iter().position(|&n| n == 1).unwrap_or(0);
                    x[at] = if affine { y + b } else { y.clone() };
                }
                x
            };
            let generators = stratum.generators.iter().map(|u| back(u, false)).collect();
            return Ok(vec![Stratum { base: back(&stratum.base, true), generators }]);
        }
        let mut orders: Vec<u64> = Vec::new();
        let mut generators = Vec::new();
        for u in &stratum.generators {
            let Some((x, k)) = self.pull_back(u, false) else { return Ok(Vec::new()) };
            let order = x.iter().fold(BigInt::one(), |o, n| o.lcm(&(&k / n.gcd(&k))));
            generators.push(x.iter().map(|n| n * &order / &k).collect::<Vec<BigInt>>());
            orders.push(
                order
                    .to_u64()
                    .ok_or_else(|| Stop::TooLarge("the lattice of the board has too large an index".into()))?,
            );
        }
        let mut out = Vec::new();
        let mut counts = vec![0u64; orders.len()];
        loop {
            handle.ticks(4)?;
            let mut y = stratum.base.clone();
            for (u, &n) in stratum.generators.iter().zip(&counts) {
                y.iter_mut().zip(u).for_each(|(y, u)| *y += u * n);
            }
            if let Some(base) = self.point(&y) {
                out.push(Stratum { base, generators: generators.clone() });
            }
            let Some(i) = (0..orders.len()).find(|&i| counts[i] + 1 < orders[i]) else { return Ok(out) };
            counts[..i].iter_mut().for_each(|c| *c = 0);
            counts[i] += 1;
        }
    }
}

/// The scalar product; a sum that no word holds becomes the largest one, which every caller refuses as too large.
pub(super) fn dot(a: &[i64], b: &[i64]) -> i64 {
    let sum: i128 = a.iter().zip(b).map(|(x, y)| i128::from(*x) * i128::from(*y)).sum();
    sum.clamp(i64::MIN.into(), i64::MAX.into()) as i64
}

/// Multiplied to primitive integers, the bound rounded up: that loses no integer point.
fn integral(inequality: &Inequality) -> Option<(Vec<i64>, i64)> {
    let scale = inequality.coefficients.iter().fold(BigInt::one(), |l, c| l.lcm(c.denom()));
    let whole: Vec<BigInt> = inequality.coefficients.iter().map(|c| c.numer() * &scale / c.denom()).collect();
    let content = whole.iter().fold(BigInt::zero(), |g, n| g.gcd(n));
    if content.is_zero() {
        let bound = if inequality.bound.is_positive() { 1 } else { 0 };
        return Some((vec![0; whole.len()], bound));
    }
    let row: Option<Vec<i64>> = whole.iter().map(|n| (n / &content).to_i64().filter(|n| n.abs() <= LARGEST)).collect();
    let bound = (&inequality.bound * BigRational::new(scale, content)).ceil().to_integer();
    Some((row?, bound.to_i64().filter(|b| b.abs() <= LARGEST)?))
}

/// A basis of the vectors orthogonal to all rows, in primitive integers; empty also if they do not fit a word.
fn kernel<'a>(rows: impl Iterator<Item = &'a [i64]>, dimension: usize) -> Vec<Vec<i64>> {
    let mut matrix: Vec<Vec<BigRational>> =
        rows.map(|r| r.iter().map(|&n| BigRational::from_integer(n.into())).collect()).collect();
    let mut pivots: Vec<usize> = Vec::new();
    for c in 0..dimension {
        let r = pivots.len();
        let Some(p) = (r..matrix.len()).find(|&i| !matrix[i][c].is_zero()) else { continue };
        matrix.swap(r, p);
        let pivot = matrix[r][c].clone();
        matrix[r].iter_mut().for_each(|x| *x /= &pivot);
        let row = matrix[r].clone();
        for (i, other) in matrix.iter_mut().enumerate() {
            let factor = other[c].clone();
            if i != r && !factor.is_zero() {
                other.iter_mut().zip(&row).for_each(|(x, y)| *x -= &factor * y);
            }
        }
        pivots.push(c);
    }
    (0..dimension)
        .filter(|c| !pivots.contains(c))
        .filter_map(|free| {
            let mut v = vec![BigRational::zero(); dimension];
            v[free] = BigRational::one();
            for (r, &c) in pivots.iter().enumerate() {
                v[c] = -matrix[r][free].clone();
            }
            let scale = v.iter().fold(BigInt::one(), |l, x| l.lcm(x.denom()));
            let whole: Vec<BigInt> = v.iter().map(|x| x.numer() * &scale / x.denom()).collect();
            let content = whole.iter().fold(BigInt::zero(), |g, n| g.gcd(n));
            whole.iter().map(|n| (n / &content).to_i64()).collect()
        })
        .collect()
}

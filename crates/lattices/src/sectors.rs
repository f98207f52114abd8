//! A set of points of N^2 that is periodic sector by sector: borders of several slopes.
//!
//! Rays r_0 = (1, 0), ..., r_k = (0, 1), primitive and counter-clockwise, cut the quadrant into sectors; along r_i runs a
//! strip of the points with |det(r_i, x)| < w_i. With u_i = m_i r_i the set is invariant under u_i in the strip, and
//! under u_i and u_{i+1} in the rest of the sector between r_i and r_{i+1}, both for all x with x_1 + x_2 >= s. What
//! lies below s is a finite table. So membership is defined for *every* point, with numbers of any size.
//!
//! *Window.* Let |z| = z_1 + z_2, D_i = det(r_i, r_{i+1}), ρ_i the largest |det(r_i, g)| of a move, G the largest |g| or 0, and
//! let E(x) say that the recursion fails at x. Beyond a bound that [`Sectors::window`] computes, E(x + u_i) = E(x) near
//! r_i and E(x + u_i) = E(x) = E(x + u_{i+1}) between r_i and r_{i+1}, so every x with |x| >= N has E(x) = E(x - u)
//! for a u in one of these ways, and E vanishes everywhere if it does for all x with |x| < N. The proof is in
//! `docs/lattice-games.md`.

use super::budget::{Failure, Meter};
use super::game::Core;
use super::stratum::Stratum;
use super::window::{Window, holds_at};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::ToPrimitive;

/// A vector of the plane.
pub(crate) type Plane = [i64; 2];

/// The determinant of two vectors of the plane: positive if the second lies counter-clockwise of the first.
pub(crate) fn det(a: Plane, b: Plane) -> i64 {
    let wide = i128::from(a[0]) * i128::from(b[1]) - i128::from(a[1]) * i128::from(b[0]);
    wide.clamp(i64::MIN.into(), i64::MAX.into()) as i64
}

/// A set that is periodic sector by sector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sectors {
    /// r_i
    pub rays: Vec<Plane>,
    /// m_i
    pub multiples: Vec<i64>,
    /// w_i
    pub widths: Vec<i64>,
    /// s
    pub start: i64,
    /// The points below s, x_1 (x_1 + x_2 fixed) fastest: those with sum 0, 1, ...
    pub corner: Vec<bool>,
    /// For each strip, det + w - 1 first, then the sum less s, below |u_i|.
    pub strips: Vec<Vec<bool>>,
    /// For each sector a table of the cosets of Z u_i + Z u_{i+1}, as `Cosets` numbers them.
    pub inner: Vec<Vec<bool>>,
}

/// Numbers the cosets of the lattice that two independent vectors of the plane generate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cosets {
    // The Hermite basis (a, b), (0, c).
    a: i64,
    b: i64,
    c: i64,
}

impl Cosets {
    /// Those of Z u + Z v.
    pub(crate) fn new(u: Plane, v: Plane) -> Cosets {
        let e = u[0].extended_gcd(&v[0]);
        let b = i128::from(e.x) * i128::from(u[1]) + i128::from(e.y) * i128::from(v[1]);
        let c = (det(u, v) / e.gcd).abs().max(1);
        Cosets { a: e.gcd, b: b.rem_euclid(i128::from(c)) as i64, c }
    }

    /// How many there are.
    pub(crate) fn count(&self) -> i64 {
        self.a * self.c
    }

    /// The number of the coset of a point.
    pub(crate) fn of<I: Integer + Clone + From<i64> + ToPrimitive>(&self, x: &[I]) -> Option<usize> {
        let (k, rest) = x[0].div_mod_floor(&self.a.into());
        let y = (x[1].clone() - k * self.b.into()).mod_floor(&self.c.into());
        Some(rest.to_usize()? * self.c as usize + y.to_usize()?)
    }
}

/// Where a point lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Zone {
    /// Along a ray.
    Strip(usize),
    /// Between a ray and the next.
    Inner(usize),
}

impl Sectors {
    /// u_i
    pub fn vector(&self, i: usize) -> Plane {
        self.rays[i].map(|n| n * self.multiples[i])
    }

    /// Strip or sector of a point beyond s.
    pub(crate) fn place<I: Integer + Clone + From<i64>>(&self, x: &[I]) -> Zone {
        let turn = |r: Plane| x[1].clone() * r[0].into() - x[0].clone() * r[1].into();
        let last = self.rays.len() - 1;
        // The sector whose next ray is not passed yet.
        let i = (1..last).find(|&i| turn(self.rays[i]) < I::zero()).unwrap_or(last) - 1;
        if turn(self.rays[i]) < self.widths[i].into() {
            Zone::Strip(i)
        } else if I::zero() - turn(self.rays[i + 1]) < self.widths[i + 1].into() {
            Zone::Strip(i + 1)
        } else {
            Zone::Inner(i)
        }
    }

    /// Is the point (without negative coordinates) in the set?
    pub fn contains<I: Integer + Clone + From<i64> + ToPrimitive>(&self, x: &[I]) -> bool {
        let sum = x[0].clone() + x[1].clone();
        if sum < self.start.into() {
            let index = sum.to_usize().zip(x[0].to_usize()).map(|(sum, first)| sum * (sum + 1) / 2 + first);
            return index.and_then(|i| self.corner.get(i)).is_some_and(|p| *p);
        }
        let index = match self.place(x) {
            Zone::Inner(i) => {
                let at = Cosets::new(self.vector(i), self.vector(i + 1)).of(x);
                at.and_then(|at| self.inner[i].get(at))
            }
            Zone::Strip(i) => {
                let (r, w) = (self.rays[i], self.widths[i]);
                let turn = x[1].clone() * r[0].into() - x[0].clone() * r[1].into();
                let length = (r[0] + r[1]) * self.multiples[i];
                let along = (sum - self.start.into()).mod_floor(&length.into());
                let row = (turn + (w - 1).into()).to_usize();
                row.zip(along.to_usize()).and_then(|(row, along)| self.strips[i].get(row * length as usize + along))
            }
        };
        index.is_some_and(|p| *p)
    }

    /// The bounds N (window) and T of the proof; nothing if numbers outgrow a word, or if strips meet beyond s.
    pub fn window(&self, core: &Core) -> Option<i64> {
        let norm = |v: Plane| i128::from(v[0]) + i128::from(v[1]);
        let reach = |i: usize| {
            core.moves.iter().map(|g| i128::from(det(self.rays[i], [g[0], g[1]]).unsigned_abs())).max().unwrap_or(0)
        };
        let step = core.moves.iter().map(|g| norm([g[0], g[1]])).max().unwrap_or(0).max(0);
        let defeated = core.defeated.iter().map(|d| norm([d[0], d[1]]) + 1).max().unwrap_or(0);
        let mut options = i128::from(self.start).max(defeated);
        let mut window = 0i128;
        let w = |i: usize| i128::from(self.widths[i]);
        for i in 0..self.rays.len() - 1 {
            let (r, next) = (self.rays[i], self.rays[i + 1]);
            let turn = i128::from(det(r, next));
            let up = |n: i128| Integer::div_ceil(&n, &turn);
            // Strips do not meet beyond s.
            if up(w(i) * norm(next) + w(i + 1) * norm(r)) > i128::from(self.start) {
                return None;
            }
            // A point as near to r_i as an option may be is beyond the strip of r_{i+1}, and the other way round.
            options = options.max(up(w(i + 1) * norm(r) + (w(i) + 2 * reach(i)) * norm(next)));
            options = options.max(up(w(i) * norm(next) + (w(i + 1) + 2 * reach(i + 1)) * norm(r)));
            // One of u_i and u_{i+1} can be subtracted.
            let far = |i: usize, other: usize| w(i) + reach(i) + i128::from(self.multiples[other]) * turn;
            window = window.max(up(far(i + 1, i) * norm(r) + far(i, i + 1) * norm(next)));
        }
        let longest = (0..self.rays.len()).map(|i| norm(self.vector(i))).max().unwrap_or(0);
        i64::try_from(window.max(options + step + longest)).ok()
    }

    /// Proves that this is the set of P-positions, or gives a position where the recursion fails.
    pub fn prove(&self, core: &Core, meter: &Meter) -> Result<Window, Failure> {
        let bound = self.window(core).filter(|&n| n < 1 << 20).ok_or(Failure::Budget)?;
        let mut points = 0;
        for sum in 0..bound {
            for x in 0..=sum {
                meter.spend(core.moves.len() as u32 + 1)?;
                let point = [x, sum - x];
                if !holds_at(core, |y| self.contains(y), &point) {
                    return Err(Failure::Position(point.to_vec()));
                }
                points += 1;
            }
        }
        Ok(Window { slabs: 0, points, reach: vec![bound - 1; 2] })
    }

    /// The set (or its complement) as disjoint strata: points, strips of period u_i, sectors with u_i and u_{i+1}.
    ///
    /// A coset meets a sector beyond s in p + N u_i + N u_{i+1} (but for points below s that are cut off): with det(r_i, p)
    /// and det(p, r_{i+1}) the least possible. What lies below s there is cut off point by point along both vectors.
    pub(crate) fn strata(&self, inside: bool, most: usize, meter: &Meter) -> Result<Vec<Stratum>, Failure> {
        let mut out: Vec<Stratum> = Vec::new();
        let big = |v: Plane| v.map(BigInt::from).to_vec();
        let push = |base: Plane, generators: &[Plane], out: &mut Vec<Stratum>| {
            meter.spend(4)?;
            if out.len() >= most {
                return Err(Failure::Budget);
            }
            let mut generators: Vec<Vec<BigInt>> = generators.iter().map(|g| big(*g)).collect();
            generators.sort();
            out.push(Stratum { base: big(base), generators });
            Ok(())
        };
        for sum in 0..self.start {
            for x in 0..=sum {
                if self.contains(&[x, sum - x]) == inside {
                    push([x, sum - x], &[], &mut out)?;
                }
            }
        }
        for i in 0..self.rays.len() {
            let u = self.vector(i);
            for sum in self.start..self.start + u[0] + u[1] {
                for x in 0..=sum {
                    meter.spend(1)?;
                    let p = [x, sum - x];
                    if self.place(&p) == Zone::Strip(i) && self.contains(&p) == inside {
                        push(p, &[u], &mut out)?;
                    }
                }
            }
        }
        for i in 0..self.rays.len() - 1 {
            self.sector_strata(i, inside, meter, |base, generators| push(base, generators, &mut out))?;
        }
        super::peel::join(out, meter)
    }

    /// Strata of the inner part of a sector: those points x from which u_i cannot be subtracted within it start a
    /// stratum with u_i; the whole is sorted by how often u_{i+1} can be taken off.
    fn sector_strata(
        &self,
        i: usize,
        inside: bool,
        meter: &Meter,
        mut push: impl FnMut(Plane, &[Plane]) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let (u, v) = (self.vector(i), self.vector(i + 1));
        let (r, next) = (self.rays[i], self.rays[i + 1]);
        let turn = det(r, next);
        // x = (α next + β r) / turn with α = det(r, x), β = det(x, next); a point is inner if α >= w_i, β >= w_{i+1} and
        // the sum is at least s. α is unchanged by u, β by v. For each class of (α, β) modulo the steps of v and u:
        let (step_a, step_b) = (self.multiples[i + 1] * turn, self.multiples[i] * turn);
        for alpha in self.widths[i]..self.widths[i] + step_a {
            for beta in self.widths[i + 1]..self.widths[i + 1] + step_b {
                meter.spend(1)?;
                let at = |a: i64, b: i64| -> Option<Plane> {
                    let x = i128::from(a) * i128::from(next[0]) + i128::from(b) * i128::from(r[0]);
                    let y = i128::from(a) * i128::from(next[1]) + i128::from(b) * i128::from(r[1]);
                    let whole =
                        |n: i128| (n % i128::from(turn) == 0).then(|| i64::try_from(n / i128::from(turn)).ok())?;
                    Some([whole(x)?, whole(y)?])
                };
                let Some(least) = at(alpha, beta) else { continue };
                let index = Cosets::new(u, v).of(&least);
                if index.and_then(|at| self.inner[i].get(at)).is_some_and(|p| *p) != inside {
                    continue;
                }
                // least + k v + N u, from the first that is beyond s; once k v alone is beyond s, all together.
                let mut p = least;
                loop {
                    meter.spend(1)?;
                    let missing = self.start - p[0] - p[1];
                    if missing <= 0 {
                        push(p, &[u, v])?;
                        break;
                    }
                    let times = Integer::div_ceil(&missing, &(u[0] + u[1]));
                    push([p[0] + times * u[0], p[1] + times * u[1]], &[u])?;
                    p = [p[0] + v[0], p[1] + v[1]];
                }
            }
        }
        Ok(())
    }
}

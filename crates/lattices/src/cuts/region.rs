//! Flats and regions of them, exactly.
//!
//! A [`Chart`] names the lattice points of a flat of Z^d by Z^k: x = origin + Σ n_i basis_i, n = inverse (x − origin). A [`Region`] is a pointed polyhedron in these
//! coordinates: inequalities a·n + c >= 0, and the vertices and rays that they leave, as vectors of k + 1 integers (a ray has 0 in the last place). Cutting by one more
//! inequality is a step of the double description method; a slice a·n = v has a chart of its own, as primitive rows extend to unimodular matrices.

use crate::budget::Failure;
use num_integer::Integer;

/// Numbers above this are not looked at.
const LARGEST: i128 = 1 << 56;
/// Coordinates in a flat above this are not looked at.
const FARTHEST_OUT: i64 = 1 << 40;
/// The most inequalities of a region.
const MOST_ROWS: usize = 127;
/// Rays lie on the face at infinity, which has no row.
const INFINITE: u128 = 1 << 127;

/// Coordinates of the lattice points of a flat.
#[derive(Clone, Debug)]
pub(super) struct Chart {
    pub(super) origin: Vec<i64>,
    pub(super) basis: Vec<Vec<i64>>,
    pub(super) inverse: Vec<Vec<i64>>,
}

/// A row of an inequality a·n + c >= 0, c last; or a vertex or ray.
pub(super) type Row = Vec<i128>;

#[derive(Clone, Debug)]
struct End {
    v: Row,
    tight: u128,
}

/// A polyhedron without lines.
#[derive(Clone, Debug)]
pub(super) struct Region {
    pub(super) k: usize,
    pub(super) rows: Vec<Row>,
    ends: Vec<End>,
}

/// The least and the largest value of a function on a region, rounded inwards; nothing for infinite.
pub(super) type Range = (Option<i128>, Option<i128>);

fn word(n: i128) -> Result<i64, Failure> {
    if n.unsigned_abs() < LARGEST.unsigned_abs() { Ok(n as i64) } else { Err(Failure::Budget) }
}

/// The quotient, rounded down; words are divided many times as fast.
fn floor(n: i128, by: i128) -> i64 {
    match (word(n), word(by)) {
        (Ok(n), Ok(by)) => Integer::div_floor(&n, &by),
        _ => Integer::div_floor(&n, &by) as i64,
    }
}

pub(super) fn dot(a: &[i64], b: &[i64]) -> i64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn value(row: &[i128], v: &[i128]) -> i128 {
    row.iter().zip(v).map(|(a, b)| a * b).sum()
}

fn reduced(mut v: Row) -> Result<Row, Failure> {
    let g = v.iter().fold(0i128, |g, n| g.gcd(n));
    if g > 1 {
        v.iter_mut().for_each(|n| *n /= g);
    }
    if v.iter().any(|n| n.abs() >= LARGEST) { Err(Failure::Budget) } else { Ok(v) }
}

/// A unimodular matrix U (rows) with a·U = (1, 0, …, 0) for a primitive a, and its inverse. The other columns are made short in the
/// coordinates that `basis` gives.
fn completion(a: &[i64], basis: &[Vec<i64>]) -> Result<(Vec<Vec<i64>>, Vec<Vec<i64>>), Failure> {
    let k = a.len();
    let unit = |i: usize| (0..k).map(|j| i64::from(i == j)).collect::<Vec<i64>>();
    // Columns of U, and rows of its inverse.
    let mut columns: Vec<Vec<i64>> = (0..k).map(unit).collect();
    let mut inverse: Vec<Vec<i64>> = (0..k).map(unit).collect();
    let mut rest = a.to_vec();
    let add = |v: &mut Vec<Vec<i64>>, i: usize, j: usize, q: i64| -> Result<(), Failure> {
        for l in 0..k {
            v[i][l] = word(i128::from(v[i][l]) + i128::from(q) * i128::from(v[j][l]))?;
        }
        Ok(())
    };
    loop {
        let Some(p) = (0..k).filter(|&i| rest[i] != 0).min_by_key(|&i| rest[i].abs()) else {
            return Err(Failure::Shape);
        };
        let mut clean = true;
        for i in (0..k).filter(|&i| i != p) {
            let q = Integer::div_floor(&rest[i], &rest[p]);
            if q != 0 {
                rest[i] -= q * rest[p];
                add(&mut columns, i, p, -q)?;
                add(&mut inverse, p, i, q)?;
            }
            clean &= rest[i] == 0;
        }
        if clean {
            if rest[p] < 0 {
                columns[p].iter_mut().for_each(|n| *n = -*n);
                inverse[p].iter_mut().for_each(|n| *n = -*n);
            }
            columns.swap(0, p);
            inverse.swap(0, p);
            break;
        }
    }
    // Short columns, first the others among themselves.
    let image = |c: &Vec<i64>| -> Result<Row, Failure> {
        let d = basis.first().map_or(0, Vec::len);
        let entry = |l: usize| c.iter().zip(basis).map(|(n, b)| i128::from(*n) * i128::from(b[l])).sum::<i128>();
        (0..d).map(|l| word(entry(l)).map(i128::from)).collect()
    };
    for _ in 0..64 {
        let mut changed = false;
        for i in 0..k {
            for j in (1..k).filter(|&j| j != i) {
                let (x, y) = (image(&columns[i])?, image(&columns[j])?);
                let (xy, yy) = (value(&x, &y), value(&y, &y));
                let q = Integer::div_floor(&(2 * xy + yy), &(2 * yy));
                let q = word(q)?;
                // Only what makes it truly shorter.
                if q != 0 && 2 * xy.abs() > yy {
                    add(&mut columns, i, j, -q)?;
                    add(&mut inverse, j, i, q)?;
                    changed = true;
                }
            }
        }
        if !changed {
            break;
        }
    }
    Ok((columns, inverse))
}

impl Chart {
    /// All of Z^d.
    pub(super) fn whole(d: usize) -> Chart {
        let unit = |i: usize| (0..d).map(|j| i64::from(i == j)).collect::<Vec<i64>>();
        Chart { origin: vec![0; d], basis: (0..d).map(unit).collect(), inverse: (0..d).map(unit).collect() }
    }

    pub(super) fn k(&self) -> usize {
        self.basis.len()
    }

    /// The point with these coordinates; nothing if it is very far out.
    pub(super) fn point(&self, n: &[i64]) -> Option<Vec<i64>> {
        let mut x = self.origin.clone();
        for (n, b) in n.iter().zip(&self.basis) {
            for (x, b) in x.iter_mut().zip(b) {
                *x = x.checked_add(n.checked_mul(*b)?)?;
            }
        }
        x.iter().all(|n| i128::from(n.abs()) < LARGEST).then_some(x)
    }

    /// The point with these coordinates, for guesses: a wrong one far off the board does no harm there.
    #[inline]
    pub(super) fn place(&self, n: &[i64]) -> [i64; 8] {
        let mut x = [0; 8];
        x[..self.origin.len()].copy_from_slice(&self.origin);
        for (n, b) in n.iter().zip(&self.basis) {
            x.iter_mut().zip(b).for_each(|(x, b)| *x = x.wrapping_add(n.wrapping_mul(*b)));
        }
        x
    }

    /// Whether a point lies on the flat, and its coordinates there.
    pub(super) fn locate(&self, x: &[i64], n: &mut [i64; 8]) -> bool {
        let mut rest = [0i64; 8];
        for ((rest, x), o) in rest.iter_mut().zip(x).zip(&self.origin) {
            match x.checked_sub(*o) {
                Some(difference) => *rest = difference,
                None => return false,
            }
        }
        let wide = |a: &i64, b: &i64| i128::from(*a) * i128::from(*b);
        for (n, row) in n.iter_mut().zip(&self.inverse) {
            match i64::try_from(row.iter().zip(&rest).map(|(a, b)| wide(a, b)).sum::<i128>()) {
                Ok(m) if m.abs() < FARTHEST_OUT => *n = m,
                _ => return false,
            }
        }
        let is_there =
            |i: usize| n.iter().zip(&self.basis).map(|(n, b)| wide(n, &b[i])).sum::<i128>() == i128::from(rest[i]);
        (0..self.origin.len()).all(is_there)
    }

    /// The function h(x) + c of points in the coordinates of this chart.
    pub(super) fn pull(&self, h: &[i64], c: i64) -> Result<Row, Failure> {
        let wide = |v: &[i64]| h.iter().zip(v).map(|(a, b)| i128::from(*a) * i128::from(*b)).sum::<i128>();
        let row: Row = self.basis.iter().map(|b| wide(b)).chain([wide(&self.origin) + i128::from(c)]).collect();
        if row.iter().any(|n| n.abs() >= LARGEST) { Err(Failure::Budget) } else { Ok(row) }
    }

    /// A function h on Z^d, and what to take off it, that is the function a of the coordinates.
    pub(super) fn push(&self, a: &[i64]) -> (Vec<i64>, i64) {
        let d = self.origin.len();
        let h: Vec<i64> = (0..d).map(|l| a.iter().zip(&self.inverse).map(|(a, r)| a * r[l]).sum()).collect();
        let off = dot(&h, &self.origin);
        (h, off)
    }
}

impl Region {
    /// The orthant.
    pub(super) fn orthant(d: usize) -> Region {
        let unit = |i: usize| (0..=d).map(|j| i128::from(i == j)).collect::<Row>();
        let all = (1u128 << d) - 1;
        let mut ends: Vec<End> = (0..d).map(|i| End { v: unit(i), tight: all & !(1 << i) | INFINITE }).collect();
        ends.push(End { v: unit(d), tight: all });
        Region { k: d, rows: (0..d).map(unit).collect(), ends }
    }

    /// The range of a function a·n + c over the integers; the region is not empty.
    pub(super) fn range(&self, row: &[i128]) -> Range {
        let (mut low, mut high): Range = (None, None);
        let (mut down, mut up) = (false, false);
        for end in &self.ends {
            let (value, t) = (value(row, &end.v), end.v[self.k]);
            if t == 0 {
                down |= value < 0;
                up |= value > 0;
            } else {
                let (floor, ceil) = (Integer::div_floor(&value, &t), Integer::div_ceil(&value, &t));
                low = Some(low.map_or(ceil, |l| l.min(ceil)));
                high = Some(high.map_or(floor, |h| h.max(floor)));
            }
        }
        (low.filter(|_| !down), high.filter(|_| !up))
    }

    /// The part where a·n + c >= 0; nothing if it is empty.
    pub(super) fn cut(&self, row: Row) -> Result<Option<Region>, Failure> {
        let values: Vec<i128> = self.ends.iter().map(|e| value(&row, &e.v)).collect();
        if values.iter().all(|&v| v >= 0) {
            return Ok(Some(self.clone()));
        }
        let mut rows = self.rows.clone();
        if rows.len() >= MOST_ROWS {
            return Err(Failure::Budget);
        }
        let bit = 1u128 << rows.len();
        rows.push(reduced(row)?);
        let mut ends = Vec::new();
        for (e, &v) in self.ends.iter().zip(&values) {
            if v >= 0 {
                ends.push(End { v: e.v.clone(), tight: if v == 0 { e.tight | bit } else { e.tight } });
            }
        }
        for (i, (e, &v)) in self.ends.iter().zip(&values).enumerate().filter(|(_, (_, v))| **v > 0) {
            for (j, (f, &u)) in self.ends.iter().zip(&values).enumerate().filter(|(_, (_, u))| **u < 0) {
                let common = e.tight & f.tight;
                let beside = |(l, g): (usize, &End)| l == i || l == j || g.tight & common != common;
                if self.ends.iter().enumerate().all(beside) {
                    let (_, big) = v.overflowing_mul(u);
                    if big || v.abs() >= LARGEST || u.abs() >= LARGEST {
                        return Err(Failure::Budget);
                    }
                    let w = f.v.iter().zip(&e.v).map(|(f, e)| v * f - u * e).collect();
                    ends.push(End { v: reduced(w)?, tight: common | bit });
                }
            }
        }
        if !ends.iter().any(|e| e.v[self.k] > 0) {
            return Ok(None);
        }
        let mut region = Region { k: self.k, rows, ends };
        region.tidy();
        Ok(Some(region))
    }

    /// Forgets inequalities that the others imply, if the region has the full dimension.
    fn tidy(&mut self) {
        let count = |i: usize| self.ends.iter().filter(|e| e.tight >> i & 1 == 1).count();
        let counts: Vec<usize> = (0..self.rows.len()).map(count).collect();
        if counts.contains(&self.ends.len()) || counts.iter().all(|&c| c >= self.k) {
            return;
        }
        let kept: Vec<usize> = (0..self.rows.len()).filter(|&i| counts[i] >= self.k).collect();
        self.rows = kept.iter().map(|&i| self.rows[i].clone()).collect();
        for e in &mut self.ends {
            e.tight =
                kept.iter().enumerate().fold(e.tight & INFINITE, |t, (new, &old)| t | (e.tight >> old & 1) << new);
        }
    }

    /// The points with a·n = v for a primitive a, in a chart of their own; nothing if there are none.
    pub(super) fn slice(&self, chart: &Chart, a: &[i64], v: i64) -> Result<Option<(Chart, Region)>, Failure> {
        let k = self.k;
        let row: Row = a.iter().map(|&n| i128::from(n)).chain([-i128::from(v)]).collect();
        let opposite: Row = row.iter().map(|n| -n).collect();
        let Some(half) = self.cut(row.clone())? else { return Ok(None) };
        let Some(flat) = half.cut(opposite)? else { return Ok(None) };
        let (columns, inverse) = completion(a, &chart.basis)?;
        let wide = |n: i64| i128::from(n);
        // n = v column_0 + Σ m_j column_j, m_j = inverse_j · n.
        let map = |r: &Row| -> Result<Row, Failure> {
            let at = |c: &Vec<i64>| word(r.iter().zip(c).map(|(a, b)| a * wide(*b)).sum()).map(wide);
            let last = r[k] + wide(v) * at(&columns[0])?;
            columns[1..].iter().map(at).chain([Ok(last)]).collect()
        };
        let rows: Vec<Row> = flat.rows.iter().map(|r| reduced(map(r)?)).collect::<Result<_, _>>()?;
        let mut kept: Vec<Row> = Vec::new();
        for r in rows {
            if r[..k - 1].iter().any(|&n| n != 0) && !kept.contains(&r) {
                kept.push(r);
            }
        }
        let mut ends = Vec::new();
        for e in &flat.ends {
            let at = |r: &Vec<i64>| e.v.iter().zip(r).map(|(n, b)| n * wide(*b)).sum::<i128>();
            let m = reduced(inverse[1..].iter().map(at).chain([e.v[k]]).collect())?;
            let far = if m[k - 1] == 0 { INFINITE } else { 0 };
            let tight = kept.iter().enumerate().fold(far, |t, (i, r)| t | u128::from(value(r, &m) == 0) << i);
            ends.push(End { v: m, tight });
        }
        let image = |c: &Vec<i64>, with: Option<&Vec<i64>>| -> Result<Vec<i64>, Failure> {
            let d = chart.origin.len();
            let at = |l: usize| word(c.iter().zip(&chart.basis).map(|(n, b)| wide(*n) * wide(b[l])).sum()).map(wide);
            (0..d).map(|l| word(with.map_or(at(l), |o| Ok(wide(o[l]) + wide(v) * at(l)?))?)).collect()
        };
        let origin = image(&columns[0], Some(&chart.origin))?;
        let basis = columns[1..].iter().map(|c| image(c, None)).collect::<Result<_, _>>()?;
        let d = chart.origin.len();
        let back = |r: &Vec<i64>| -> Result<Vec<i64>, Failure> {
            (0..d).map(|l| word(r.iter().zip(&chart.inverse).map(|(n, b)| wide(*n) * wide(b[l])).sum())).collect()
        };
        let inverse = inverse[1..].iter().map(back).collect::<Result<_, _>>()?;
        let mut region = Region { k: k - 1, rows: kept, ends };
        region.tidy();
        Ok(Some((Chart { origin, basis, inverse }, region)))
    }

    /// A function that is bounded on the region both ways, primitive, with the least and the largest value; nothing if directions
    /// without end fill the space.
    pub(super) fn bounded(&self) -> Option<(Vec<i64>, i64, i64)> {
        let mut best: Option<(Vec<i64>, i64, i64)> = None;
        for row in &self.rows {
            let g = row[..self.k].iter().fold(0i128, |g, n| g.gcd(n)).max(1);
            let a: Row = row[..self.k].iter().map(|n| n / g).chain([0]).collect();
            if let (Some(low), Some(high)) = self.range(&a)
                && best.as_ref().is_none_or(|(_, l, h)| high - low < i128::from(h - l))
            {
                let (Ok(low), Ok(high)) = (word(low), word(high)) else { continue };
                best = Some((a[..self.k].iter().map(|&n| n as i64).collect(), low, high));
            }
        }
        best
    }

    /// The directions of its rays.
    pub(super) fn rays(&self) -> Vec<Row> {
        self.ends.iter().filter(|e| e.v[self.k] == 0).map(|e| e.v[..self.k].to_vec()).collect()
    }

    /// Along how many dimensions it has no end.
    pub(super) fn rank(&self) -> usize {
        let mut echelon: Vec<(usize, Row)> = Vec::new();
        for mut ray in self.rays() {
            // Rays are small beside what fits: their entries grow by a product for each of the few rows.
            for (at, row) in &echelon {
                let (here, pivot) = (ray[*at], row[*at]);
                ray.iter_mut()
                    .zip(row)
                    .for_each(|(n, r)| *n = n.saturating_mul(pivot).saturating_sub(r.saturating_mul(here)));
                let g = ray.iter().fold(0i128, |g, n| g.gcd(n)).max(1);
                ray.iter_mut().for_each(|n| *n /= g);
            }
            if let Some(at) = ray.iter().position(|n| *n != 0) {
                echelon.push((at, ray));
            }
        }
        echelon.len()
    }

    /// The ranges of the first coordinates, if they are bounded.
    pub(super) fn bounded_sides(&self, count: usize) -> Result<Vec<(i64, i64)>, Failure> {
        let side = |i: usize| {
            let row: Row = (0..=self.k).map(|j| i128::from(i == j)).collect();
            match self.range(&row) {
                (Some(low), Some(high)) => Ok((word(low)?, word(high)?)),
                _ => Err(Failure::Shape),
            }
        };
        (0..count).map(side).collect()
    }

    /// The same points in another chart of all of Z^d. Both charts have their origins at 0.
    pub(super) fn moved(&self, from: &Chart, to: &Chart) -> Result<Region, Failure> {
        let k = self.k;
        let wide = |a: &[i64], b: &[i64]| a.iter().zip(b).map(|(a, b)| i128::from(*a) * i128::from(*b)).sum::<i128>();
        let row = |row: &Row| {
            let at = |j: usize| (0..k).map(|i| row[i] * wide(&from.inverse[i], &to.basis[j])).sum::<i128>();
            reduced((0..k).map(at).chain([row[k]]).collect())
        };
        let end = |e: &End| {
            let at = |j: usize| (0..k).map(|i| e.v[i] * wide(&to.inverse[j], &from.basis[i])).sum::<i128>();
            Ok(End { v: reduced((0..k).map(at).chain([e.v[k]]).collect())?, tight: e.tight })
        };
        let rows = self.rows.iter().map(row).collect::<Result<_, _>>()?;
        Ok(Region { k, rows, ends: self.ends.iter().map(end).collect::<Result<_, Failure>>()? })
    }

    /// With some of the inequalities only for its faces.
    pub(super) fn with_faces(&self, is_face: impl Fn(&Row) -> bool) -> Region {
        let mut region = self.clone();
        region.rows.retain(is_face);
        region
    }

    /// The sum of the rays, primitive: a direction into the inside of a region that `bounded` refuses.
    pub(super) fn inward(&self) -> Row {
        let mut sum = vec![0i128; self.k];
        for e in self.ends.iter().filter(|e| e.v[self.k] == 0) {
            sum.iter_mut().zip(&e.v).for_each(|(s, n)| *s += n);
        }
        let g = sum.iter().fold(0i128, |g, n| g.gcd(n)).max(1);
        sum.into_iter().map(|n| n / g).collect()
    }

    /// A vertex, rounded.
    pub(super) fn corner(&self) -> Row {
        let e = self.ends.iter().find(|e| e.v[self.k] > 0);
        e.map_or(vec![0; self.k], |e| e.v[..self.k].iter().map(|n| Integer::div_floor(n, &e.v[self.k])).collect())
    }

    /// The vertices as fractions in floating point; for drawing samples only.
    pub(super) fn corners(&self) -> Vec<Vec<f64>> {
        let of = |e: &End| e.v[..self.k].iter().map(|&n| n as f64 / e.v[self.k] as f64).collect();
        self.ends.iter().filter(|e| e.v[self.k] > 0).map(of).collect()
    }

    /// The least box around a bounded region.
    pub(super) fn sides(&self) -> Vec<(i64, i64)> {
        let corners = self.corners();
        let side = |i: usize| {
            let of = corners.iter().map(|c| c[i]);
            (
                of.clone().fold(f64::INFINITY, f64::min).floor() as i64,
                of.fold(f64::NEG_INFINITY, f64::max).ceil() as i64,
            )
        };
        (0..self.k).map(side).collect()
    }

    /// Between what bounds the last coordinate lies, within others, where the coordinates before it are those of n.
    pub(super) fn row(&self, n: &[i64], (mut low, mut high): (i64, i64)) -> (i64, i64) {
        let k = self.k;
        for row in &self.rows {
            let rest = row[..k - 1].iter().zip(n).map(|(a, n)| a * i128::from(*n)).sum::<i128>() + row[k];
            match row[k - 1] {
                0 if rest < 0 => high = low - 1,
                0 => {}
                a if a > 0 => low = low.max(-floor(rest, a)),
                a => high = high.min(floor(rest, -a)),
            }
        }
        (low, high)
    }
}

/// The value of h at a point modulo m.
pub(super) fn residue(h: &[i64], x: &[i64], m: i64) -> i64 {
    let value: i128 = h.iter().zip(x).map(|(a, b)| i128::from(*a) * i128::from(*b)).sum();
    value.rem_euclid(i128::from(m)) as i64
}

/// The value of a row at a point.
#[inline]
pub(super) fn at(row: &[i128], n: &[i64]) -> i128 {
    // The entries of most rows are words, which are multiplied sooner.
    let times = |(a, b): (&i128, &i64)| match i64::try_from(*a) {
        Ok(a) => i128::from(a) * i128::from(*b),
        Err(_) => a * i128::from(*b),
    };
    row.iter().zip(n).map(times).sum::<i128>() + row[n.len()]
}

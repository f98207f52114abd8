//! Lattices of periods, and what repeats under them.

use num_integer::Integer;

/// A sublattice of Z^k by an upper triangular basis; rows that are missing have no pivot there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Lattice {
    rows: Vec<Option<Vec<i64>>>,
}

impl Lattice {
    pub(super) fn zero(k: usize) -> Lattice {
        Lattice { rows: vec![None; k] }
    }

    /// The lattice with one vector more.
    pub(super) fn insert(&mut self, mut u: Vec<i64>) {
        let k = u.len();
        for i in 0..k {
            while u[i] != 0 {
                let Some(row) = &mut self.rows[i] else {
                    if u[i] < 0 {
                        u.iter_mut().for_each(|n| *n = -*n);
                    }
                    self.rows[i] = Some(u);
                    self.tidy();
                    return;
                };
                let q = Integer::div_floor(&u[i], &row[i]);
                u.iter_mut().zip(row.iter()).for_each(|(n, r)| *n -= q * r);
                if u[i] != 0 {
                    std::mem::swap(&mut u, row);
                }
            }
        }
        self.tidy();
    }

    /// Entries above a pivot below it.
    fn tidy(&mut self) {
        for i in (0..self.rows.len()).rev() {
            let Some(low) = self.rows[i].clone() else { continue };
            for row in self.rows[..i].iter_mut().flatten() {
                let q = Integer::div_floor(&row[i], &low[i]);
                row.iter_mut().zip(&low).for_each(|(n, r)| *n -= q * r);
            }
        }
    }

    pub(super) fn contains(&self, u: &[i64]) -> bool {
        let mut rest = [0; 8];
        rest[..u.len()].copy_from_slice(u);
        for i in 0..u.len() {
            if rest[i] != 0 {
                let Some(row) = &self.rows[i] else { return false };
                if rest[i] % row[i] != 0 {
                    return false;
                }
                let q = rest[i] / row[i];
                rest.iter_mut().zip(row).for_each(|(n, r)| *n -= q * r);
            }
        }
        true
    }

    /// The leading entry of the vector of the basis that begins at a coordinate, if there is one.
    pub(super) fn pivot(&self, i: usize) -> Option<i64> {
        self.rows[i].as_ref().map(|row| row[i])
    }

    /// The vectors of the basis.
    pub(super) fn vectors(&self) -> Vec<Vec<i64>> {
        self.rows.iter().flatten().cloned().collect()
    }

    /// The basis, if it has full rank.
    pub(super) fn basis(&self) -> Option<Vec<Vec<i64>>> {
        self.rows.iter().cloned().collect()
    }
}

/// A set that is periodic under a lattice of full rank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Phase {
    pub(super) basis: Vec<Vec<i64>>,
    pub(super) table: Vec<bool>,
}

impl Phase {
    /// The class of a point.
    #[inline]
    pub(super) fn class(&self, n: &[i64]) -> usize {
        let mut rest = [0i64; 8];
        rest[..n.len()].copy_from_slice(n);
        let mut class = 0;
        for (i, row) in self.basis.iter().enumerate() {
            let q = rest[i].div_euclid(row[i]);
            if q != 0 {
                for (r, b) in rest[i..].iter_mut().zip(&row[i..]) {
                    *r -= q * b;
                }
            }
            class = class * row[i] as usize + rest[i] as usize;
        }
        class
    }

    #[inline]
    pub(super) fn contains(&self, n: &[i64]) -> bool {
        self.table[self.class(n)]
    }

    /// The phase on a flat: its points are origin + Σ m_j basis_j, and its coordinates are the m_j.
    pub(super) fn on_flat(&self, origin: &[i64], basis: &[Vec<i64>]) -> Phase {
        let k = basis.len();
        let point = |m: &[i64], from: &[i64]| -> Vec<i64> {
            m.iter().zip(basis).fold(from.to_vec(), |n, (m, b)| n.iter().zip(b).map(|(n, b)| n + m * b).collect())
        };
        let zero = vec![0; origin.len()];
        // From the last coordinate on the least multiple that, with less than a period of those behind it, is a shift.
        let mut rows: Vec<Vec<i64>> = vec![Vec::new(); k];
        for i in (0..k).rev() {
            let mut m = vec![0i64; k];
            m[i] = 1;
            while self.class(&point(&m, &zero)) != self.class(&zero) {
                let grown = (i + 1..k).rev().find(|&j| m[j] + 1 < rows[j][j]).unwrap_or(i);
                m[grown] += 1;
                m[grown + 1..].fill(0);
            }
            rows[i] = m;
        }
        let mut phase = Phase { table: vec![false; Phase::index(&rows) as usize], basis: rows };
        let mut m = vec![0; k];
        for class in 0..phase.table.len() {
            phase.table[class] = self.contains(&point(&m, origin));
            phase.step(&mut m);
        }
        phase
    }

    /// From the least point of a class to that of the next, and from the last to the first.
    pub(super) fn step(&self, n: &mut [i64]) {
        for (i, row) in self.basis.iter().enumerate().rev() {
            n[i] += 1;
            if n[i] < row[i] {
                return;
            }
            n[i] = 0;
        }
    }

    pub(super) fn index(basis: &[Vec<i64>]) -> i64 {
        basis.iter().enumerate().map(|(i, r)| r[i]).product()
    }
}

/// A cube of points of Z^k.
pub(super) struct Window {
    pub(super) corner: Vec<i64>,
    pub(super) side: i64,
    pub(super) inside: Vec<bool>,
}

/// Calls f for every point of a cube, the last coordinate fastest, until it says no.
pub(super) fn cube(corner: &[i64], side: i64, mut f: impl FnMut(&[i64]) -> bool) -> bool {
    let mut n = corner.to_vec();
    loop {
        if !f(&n) {
            return false;
        }
        let Some(j) = (0..n.len()).rev().find(|&j| n[j] + 1 < corner[j] + side) else { return true };
        n[j] += 1;
        n[j + 1..].copy_from_slice(&corner[j + 1..]);
    }
}

/// The vectors with entries up to a number, one of each pair of opposites, the shortest first.
pub(super) fn short(k: usize, reach: i64) -> Vec<Vec<i64>> {
    let mut shifts: Vec<Vec<i64>> = Vec::new();
    cube(&vec![-reach; k], 2 * reach + 1, |u| {
        if u.iter().find(|n| **n != 0).is_some_and(|n| *n > 0) {
            shifts.push(u.to_vec());
        }
        true
    });
    shifts.sort_by_key(|u| u.iter().map(|n| n * n).sum::<i64>());
    shifts
}

impl Window {
    /// Nothing if some point is not known.
    pub(super) fn new(corner: Vec<i64>, side: i64, mut get: impl FnMut(&[i64]) -> Option<bool>) -> Option<Window> {
        let mut inside = Vec::with_capacity((side as usize).pow(corner.len() as u32));
        cube(&corner, side, |n| match get(n) {
            Some(p) => {
                inside.push(p);
                true
            }
            None => false,
        })
        .then_some(Window { corner, side, inside })
    }

    /// Whether all of it is as a phase says.
    pub(super) fn shows(&self, phase: &Phase) -> bool {
        let mut start = self.corner.clone();
        let (last, side) = (start.len() - 1, self.side as usize);
        let period = phase.basis[last][last] as usize;
        let mut lines = self.inside.chunks(side);
        // Along the last coordinate the classes of a period stand one after the other.
        cube(&self.corner[..last], self.side, |n| {
            start[..last].copy_from_slice(n);
            let first = phase.class(&start);
            let from = first - first % period;
            let mut classes = phase.table[from..from + period].iter().cycle().skip(first % period);
            lines.next().is_some_and(|line| line.iter().all(|p| classes.next() == Some(p)))
        })
    }

    /// The phase of the window, if one of the shifts shows it; and what looking cost.
    pub(super) fn phase(&self, shifts: &[Vec<i64>]) -> (Option<Phase>, u32) {
        let (k, side) = (self.corner.len(), self.side);
        let rare = 2 * self.inside.iter().filter(|&&p| p).count() <= self.inside.len();
        // Of two points that differ one is of the rare kind, so that a shift changes nothing if it leads these to none of the other kind, forwards or backwards.
        let mut points: Vec<([i64; 8], i64)> = Vec::new();
        let mut at = 0;
        cube(&vec![0; k], side, |n| {
            if self.inside[at as usize] == rare {
                let mut point = [0; 8];
                point[..k].copy_from_slice(n);
                points.push((point, at));
            }
            at += 1;
            true
        });
        let mut cost = self.inside.len() as u32;
        let mut lattice = Lattice::zero(k);
        for u in shifts {
            cost += 1;
            if lattice.contains(u) {
                continue;
            }
            let step = u.iter().fold(0, |step, n| step * side + n);
            let refutes = points.iter().position(|(n, at)| {
                cost += 1;
                [1, -1].iter().any(|sign| {
                    n.iter().zip(u).all(|(n, u)| (0..side).contains(&(n + sign * u)))
                        && self.inside[(at + sign * step) as usize] != rare
                })
            });
            match refutes {
                // A point that refutes one shift refutes others.
                Some(i) => points.swap(i, i / 2),
                None => lattice.insert(u.clone()),
            }
        }
        match lattice.basis() {
            Some(basis) => {
                let (phase, more) = self.under(basis);
                (phase, cost + more)
            }
            None => (None, cost),
        }
    }

    /// The phase by the first of some lattices that it repeats under, and how many points were looked at.
    pub(super) fn repeats(&self, lattices: &[Vec<Vec<i64>>]) -> (Option<Phase>, u32) {
        let mut cost = 0;
        for basis in lattices {
            let (phase, more) = self.under(basis.clone());
            cost += more;
            if phase.is_some() {
                return (phase, cost);
            }
        }
        (None, cost)
    }

    /// The phase under a lattice, if there is one, and how many points were looked at.
    pub(super) fn under(&self, basis: Vec<Vec<i64>>) -> (Option<Phase>, u32) {
        let (k, side) = (self.corner.len(), self.side);
        let index = Phase::index(&basis);
        if index * 3 > side.pow(k as u32) {
            return (None, 0);
        }
        let mut phase = Phase { basis, table: vec![false; index as usize] };
        let mut known = vec![0u32; index as usize];
        let mut at = 0;
        let fits = cube(&self.corner, side, |n| {
            let class = phase.class(n);
            let p = self.inside[at];
            at += 1;
            if known[class] == 0 {
                phase.table[class] = p;
            }
            known[class] += 1;
            phase.table[class] == p
        });
        (Some(phase).filter(|_| fits && known.iter().all(|&n| n > 1)), at as u32)
    }
}

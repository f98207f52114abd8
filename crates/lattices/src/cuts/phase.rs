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
        let mut u = u.to_vec();
        for i in 0..u.len() {
            if u[i] != 0 {
                let Some(row) = &self.rows[i] else { return false };
                if u[i] % row[i] != 0 {
                    return false;
                }
                let q = u[i] / row[i];
                u.iter_mut().zip(row).for_each(|(n, r)| *n -= q * r);
            }
        }
        true
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
        for class in 0..phase.table.len() {
            let mut rest = class as i64;
            let mut m = vec![0; k];
            for i in (0..k).rev() {
                m[i] = rest % phase.basis[i][i];
                rest /= phase.basis[i][i];
            }
            phase.table[class] = self.contains(&point(&m, origin));
        }
        phase
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

    /// The phase of the window, if one of the shifts shows it; and what looking cost.
    pub(super) fn phase(&self, shifts: &[Vec<i64>]) -> (Option<Phase>, u32) {
        let k = self.corner.len();
        let side = self.side;
        let mut cost = 0;
        let mut lattice = Lattice::zero(k);
        let strides: Vec<i64> = (0..k).map(|i| side.pow((k - 1 - i) as u32)).collect();
        for u in shifts {
            cost += 1;
            if lattice.contains(u) {
                continue;
            }
            let step: i64 = u.iter().zip(&strides).map(|(n, s)| n * s).sum();
            // Corners of the overlap.
            let (mut low, mut high, mut n) = ([0i64; 8], [0i64; 8], [0i64; 8]);
            for (i, u) in u.iter().enumerate() {
                (low[i], high[i]) = ((-u).max(0), side - u.max(&0));
            }
            n[..k].copy_from_slice(&low[..k]);
            let same = 'all: loop {
                let at: i64 = n.iter().zip(&strides).map(|(n, s)| n * s).sum();
                for i in 0..high[k - 1] - low[k - 1] {
                    cost += 1;
                    if self.inside[(at + i) as usize] != self.inside[(at + i + step) as usize] {
                        break 'all false;
                    }
                }
                let Some(j) = (0..k - 1).rev().find(|&j| n[j] + 1 < high[j]) else { break true };
                n[j] += 1;
                n[j + 1..k].copy_from_slice(&low[j + 1..k]);
            };
            if same {
                lattice.insert(u.clone());
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
    fn under(&self, basis: Vec<Vec<i64>>) -> (Option<Phase>, u32) {
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

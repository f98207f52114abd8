//! Phases of thick regions, as far as points show them.

use super::super::grow::Grower;
use super::super::phase::{Lattice, Phase};
use super::Slab;
use super::fibre::sides;
use crate::budget::Failure;
use rustc_hash::FxHashSet;

/// The largest index of a lattice, and the most classes of a phase.
const LARGEST_INDEX: i64 = 1 << 16;
const MOST_CLASSES: i64 = 1 << 22;
/// How many points are drawn around one for shifts, and how many of either kind are kept.
const DRAWN: usize = 6000;
const KEPT: usize = 300;
/// The least number of either kind, unless all are of one.
const RARE: usize = 4;
/// How many points around one are compared with a phase.
pub(super) const COMPARED: usize = 80;

/// A phase, and which of its classes are known.
pub(super) struct Known {
    pub(super) phase: Phase,
    known: Vec<bool>,
}

impl Known {
    /// Whether a point is in P, if that is known.
    pub(super) fn says(&self, n: &[i64]) -> Option<bool> {
        let class = self.phase.class(n);
        self.known[class].then(|| self.phase.table[class])
    }

    /// Whether something else than is seen of a point is known.
    pub(super) fn is_wrong(&self, n: &[i64], p: bool) -> bool {
        self.says(n).is_some_and(|q| q != p)
    }

    /// Takes what is seen of a point for what its class is.
    fn learn(&mut self, n: &[i64], p: bool) {
        let class = self.phase.class(n);
        (self.known[class], self.phase.table[class]) = (true, p);
    }

    /// Its lattice along the coordinates without end.
    pub(super) fn lattice(&self, slab: &Slab) -> Vec<Vec<i64>> {
        self.phase.basis[slab.fibre..].iter().map(|b| b[slab.fibre..].to_vec()).collect()
    }
}

/// For each class of a lattice a small vector.
fn representatives(basis: &[Vec<i64>]) -> Vec<Vec<i64>> {
    let (k, count) = (basis.len(), Phase::index(basis) as usize);
    let lattice = Phase { basis: basis.to_vec(), table: Vec::new() };
    let mut all = vec![vec![0; k]];
    let mut met = FxHashSet::from_iter([lattice.class(&all[0])]);
    let mut at = 0;
    while all.len() < count {
        for (j, sign) in (0..k).flat_map(|j| [(j, 1), (j, -1)]) {
            let mut v = all[at].clone();
            v[j] += sign;
            if met.insert(lattice.class(&v)) {
                all.push(v);
            }
        }
        at += 1;
    }
    all
}

impl Grower<'_> {
    /// The phase under a lattice: for each point of the fibre and each class what points near given ones show. Nothing if these are too many.
    pub(super) fn filled(
        &self,
        slab: &Slab,
        lattice: &[Vec<i64>],
        anchors: &[&[i64]],
    ) -> Result<Option<Known>, Failure> {
        let (fibre, k) = (slab.fibre, slab.fibre + slab.free);
        let index = lattice.iter().enumerate().try_fold(1i64, |n, (i, b)| n.checked_mul(b[i]));
        if index.is_none_or(|index| index > LARGEST_INDEX) {
            return Ok(None);
        }
        let ranges = &slab.seen.sides()[..fibre];
        let mut basis = sides(ranges);
        basis.iter_mut().for_each(|row| row.resize(k, 0));
        basis.extend(lattice.iter().map(|b| slab.along(b)));
        let count = (0..k).try_fold(1i64, |n, i| n.checked_mul(basis[i][i])).filter(|n| *n <= MOST_CLASSES);
        let Some(count) = count else { return Ok(None) };
        self.meter.handle.reserve(2 * count as usize)?;
        self.meter.spend(count as u32)?;
        let near = representatives(lattice);
        let mut all =
            Known { phase: Phase { basis, table: vec![false; count as usize] }, known: vec![false; count as usize] };
        let mut n: Vec<i64> = ranges.iter().map(|r| r.0).chain(vec![0; slab.free]).collect();
        loop {
            let mut missing = near.len();
            for anchor in anchors {
                n[fibre..].copy_from_slice(&anchor[fibre..]);
                self.meter.spend(1)?;
                if missing == 0 || self.within(slab.chart, slab.seen, &n).is_none() {
                    continue;
                }
                self.meter.spend(near.len() as u32)?;
                for v in &near {
                    n[fibre..].iter_mut().zip(&anchor[fibre..]).zip(v).for_each(|((n, a), v)| *n = a + v);
                    let class = all.phase.class(&n);
                    if !all.known[class]
                        && let Some(p) = self.within(slab.chart, slab.seen, &n)
                    {
                        (all.known[class], all.phase.table[class]) = (true, p);
                        missing -= 1;
                    }
                }
            }
            let Some(j) = (0..fibre).rev().find(|&j| n[j] < ranges[j].1) else { return Ok(Some(all)) };
            n[j] += 1;
            n[j + 1..fibre].iter_mut().zip(&ranges[j + 1..]).for_each(|(n, r)| *n = r.0);
        }
    }

    /// Points around one with any of the fibre, as far as a region shows them; so many are tried.
    pub(super) fn spot(&self, slab: &Slab, n: &[i64], half: i64, count: usize) -> Vec<(Vec<i64>, bool)> {
        let ranges = slab.seen.sides();
        let mut points = Vec::new();
        for i in 0..count {
            let mut m = n.to_vec();
            for (j, m) in m.iter_mut().enumerate() {
                let draw = self.draw();
                let (low, high) = if j < slab.fibre { ranges[j] } else { (*m - half, *m + half) };
                // The first has the fibre of the point itself.
                if j >= slab.fibre || i > 0 {
                    *m = low + (draw * (high - low + 1) as f64) as i64;
                }
            }
            points.extend(self.within(slab.chart, slab.seen, &m).map(|p| (m, p)));
        }
        points
    }

    /// The phase around a point, if shifts show one.
    pub(super) fn thick_phase(&mut self, slab: &Slab, n: &[i64]) -> Result<Option<Known>, Failure> {
        self.meter.spend(DRAWN as u32)?;
        let mut kinds = [Vec::new(), Vec::new()];
        for (m, p) in self.spot(slab, n, slab.sight().radius, DRAWN) {
            let kind = &mut kinds[usize::from(p)];
            if kind.len() < KEPT {
                kind.push((m, p));
            }
        }
        // Where all are of one kind anything repeats.
        if kinds.iter().any(|kind| (1..RARE).contains(&kind.len())) {
            return Ok(None);
        }
        let mut points = kinds.concat();
        self.shuffle(&mut points);
        let mut lattice = Lattice::zero(slab.free);
        for u in &self.short_along(slab) {
            if !lattice.contains(u) && self.leads_on(slab.chart, &mut points, &slab.along(u))? {
                lattice.insert(u.clone());
            }
        }
        let found = lattice.vectors();
        if slab.free > 1 && found.len() + 1 == slab.free {
            for u in self.longer(slab.free, &found)?.iter() {
                if self.leads_on(slab.chart, &mut points, &slab.along(u))? {
                    lattice.insert(u.clone());
                    break;
                }
            }
        }
        let Some(basis) = lattice.basis() else { return Ok(None) };
        let Some(mut known) = self.filled(slab, &basis, &[n])? else { return Ok(None) };
        Ok(self.shows(slab, n, &mut known)?.then_some(known))
    }

    /// Whether a phase explains what is near a point. What is not known of it is learnt there.
    pub(super) fn shows(&self, slab: &Slab, n: &[i64], known: &mut Known) -> Result<bool, Failure> {
        self.meter.spend(COMPARED as u32)?;
        let spot = self.spot(slab, n, slab.sight().half, COMPARED);
        let met = spot.iter().filter(|(m, _)| known.says(m).is_some()).count();
        if spot.iter().any(|(m, p)| known.is_wrong(m, *p)) || met <= COMPARED / 4 || 2 * met <= spot.len() {
            return Ok(false);
        }
        spot.iter().for_each(|(m, p)| known.learn(m, *p));
        Ok(true)
    }

    /// Points near one that a phase does not explain.
    pub(super) fn wrong_around(
        &self,
        slab: &Slab,
        n: &[i64],
        half: i64,
        count: usize,
        known: &Known,
    ) -> Result<Vec<(Vec<i64>, bool)>, Failure> {
        self.meter.spend(count as u32)?;
        let mut points = self.spot(slab, n, half, count);
        points.retain(|(m, p)| known.is_wrong(m, *p));
        Ok(points)
    }

    /// The short shifts of regions with as many coordinates without end.
    pub(super) fn short_along(&mut self, slab: &Slab) -> Vec<Vec<i64>> {
        self.short_vectors(slab.free, slab.sight().short).clone()
    }

    /// The coordinates of a point, if it fits.
    pub(super) fn located(&self, slab: &Slab, x: &[i64]) -> Option<Vec<i64>> {
        let mut n = [0; 8];
        slab.chart.locate(x, &mut n).then(|| n[..slab.fibre + slab.free].to_vec())
    }
}

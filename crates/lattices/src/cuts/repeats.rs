//! The phase of all of a bounded part of a region: shifts that leave what is around a point unchanged are tried at points of all of it.

use super::grow::Grower;
use super::look::Sight;
use super::odd::volume;
use super::phase::{Lattice, Phase, cube, short};
use super::region::{Chart, Region, at};
use super::shifts::{MOST_LONG, long};
use crate::budget::Failure;

/// The largest entry of the shifts that are tried first.
const NEAR: i64 = 4;
/// The largest entry of those that are tried where the others span all dimensions but one, if the table is folded.
const LONG: i64 = 1000;
/// How far from the faces of a region its phase is looked for, as shares of what is seen beyond them.
pub(super) const INNER: [f64; 2] = [0.2, 0.1];
/// How many points have to come again after a shift before it is tried everywhere.
const PATCH: usize = 48;
/// How many of them of either kind.
const RARE: usize = 6;
/// Among how many points around one such a patch is looked for.
const MOST_AROUND: u32 = 2_000_000;
/// At how many points at least a shift is compared.
const MET: usize = 20;
/// About how many points tell what repeats.
const MOST_LOOKED: f64 = 3e5;

impl Grower<'_> {
    /// The phase of the inner part of what is seen, if it has one: shifts are tried at some of its points.
    pub(super) fn wide(
        &mut self,
        chart: &Chart,
        region: &Region,
        seen: &Region,
        sight: &Sight,
    ) -> Result<Option<Phase>, Failure> {
        for share in INNER {
            if let Some(inner) = inner(region, seen, share)?
                && let Some(phase) = self.phase(chart, &inner, sight)?
            {
                return Ok(Some(phase));
            }
        }
        Ok(None)
    }

    /// The phase of all points of a bounded region, if shifts show one: those that leave a patch around a point unchanged are tried at
    /// points of the whole region.
    fn phase(&mut self, chart: &Chart, inner: &Region, sight: &Sight) -> Result<Option<Phase>, Failure> {
        let k = chart.k();
        let holds = |n: &[i64]| inner.rows.iter().all(|row| at(row, n) >= 0);
        let corners = inner.corners();
        let mut points = Vec::new();
        for _ in 0..sight.samples {
            let n = self.sample(&corners);
            if holds(&n)
                && let Some(p) = self.get(chart, &n)
            {
                points.push((n, p));
            }
        }
        let middle = |i: usize| (corners.iter().map(|c| c[i]).sum::<f64>() / corners.len() as f64).round() as i64;
        let middle: Vec<i64> = (0..k).map(middle).collect();
        let far = |n: &[i64]| n.iter().zip(&middle).map(|(a, b)| (a - b) * (a - b)).sum::<i64>();
        let Some((base, _)) = points.iter().min_by_key(|p| far(&p.0)) else { return Ok(None) };
        let near = self.short.entry((k, NEAR)).or_insert_with(|| short(k, NEAR)).clone();
        let mut lattice = self.unchanging(chart, inner, &points, &near)?;
        let found = lattice.vectors();
        if self.levels.is_folded() && k == chart.origin.len() && found.len() + 1 == k {
            let shifts = long(&chart.basis, &found, LONG, MOST_LONG, self.meter)?;
            lattice = self.unchanging(chart, inner, &points, &[found, shifts].concat())?;
            if let Some(basis) = lattice.basis() {
                return self.repeats(chart, inner, basis);
            }
        }
        // A lattice of index n has a basis with entries up to n, so that a larger one would have been found.
        if lattice.basis().is_none_or(|basis| Phase::index(&basis) > NEAR) {
            let shifts = self.candidates(chart, inner, base)?;
            lattice = self.unchanging(chart, inner, &points, &shifts)?;
        }
        match lattice.basis() {
            Some(basis) => self.repeats(chart, inner, basis),
            None => Ok(None),
        }
    }

    /// The phase of all points of a bounded region, if it repeats under a lattice.
    pub(super) fn repeats(
        &self,
        chart: &Chart,
        inner: &Region,
        basis: Vec<Vec<i64>>,
    ) -> Result<Option<Phase>, Failure> {
        let index = Phase::index(&basis);
        if index > 1 << 16 {
            return Ok(None);
        }
        let mut phase = Phase { basis, table: vec![false; index as usize] };
        let mut known = vec![0u32; index as usize];
        let mut fits = true;
        self.points(chart, inner, (self.so_many(chart, MOST_LOOKED) / volume(inner)).min(1.0), |n, p| {
            let class = phase.class(n);
            if known[class] == 0 {
                phase.table[class] = p == Some(true);
            }
            known[class] += 1;
            fits = p == Some(phase.table[class]);
            fits
        })?;
        Ok(Some(phase).filter(|_| fits && known.iter().all(|&n| n > 1)))
    }

    /// The lattice of those shifts that change nothing at some points of a bounded region.
    fn unchanging(
        &self,
        chart: &Chart,
        inner: &Region,
        points: &[(Vec<i64>, bool)],
        shifts: &[Vec<i64>],
    ) -> Result<Lattice, Failure> {
        let k = chart.k();
        let holds = |n: &[i64]| inner.rows.iter().all(|row| at(row, n) >= 0);
        let mut lattice = Lattice::zero(k);
        let mut to = vec![0; k];
        for u in shifts {
            self.meter.spend(1)?;
            if lattice.contains(u) {
                continue;
            }
            let (mut count, mut met) = (0, 0);
            let same = points.iter().all(|(n, p)| {
                count += 1;
                (0..k).for_each(|i| to[i] = n[i] + u[i]);
                if !holds(&to) {
                    return true;
                }
                met += 1;
                self.get(chart, &to) == Some(*p)
            });
            self.meter.spend(2 * count)?;
            if same && met >= MET {
                lattice.insert(u.clone());
            }
        }
        Ok(lattice)
    }

    /// Shifts from a point to where the points around it come again, the shortest first.
    fn candidates(&self, chart: &Chart, inner: &Region, base: &[i64]) -> Result<Vec<Vec<i64>>, Failure> {
        let k = chart.k();
        let holds = |n: &[i64]| inner.rows.iter().all(|row| at(row, n) >= 0);
        let size = |u: &Vec<i64>| u.iter().map(|n| n * n).sum::<i64>();
        let mut patch: Vec<(Vec<i64>, bool)> = Vec::new();
        for radius in [2, 4, 8, 16] {
            let cost = (2 * radius as u32 + 1).pow(k as u32);
            let rare = patch.iter().filter(|p| p.1).count();
            if patch.len() >= PATCH && rare.min(patch.len() - rare) >= RARE || cost > MOST_AROUND {
                break;
            }
            self.meter.spend(cost)?;
            patch.clear();
            let corner: Vec<i64> = base.iter().map(|n| n - radius).collect();
            cube(&corner, 2 * radius + 1, |n| {
                if holds(n)
                    && let Some(p) = self.get(chart, n)
                {
                    patch.push((n.iter().zip(base).map(|(n, b)| n - b).collect(), p));
                }
                true
            });
        }
        patch.sort_by_key(|(u, _)| size(u));
        // Of both kinds, if there are some: where all are of one kind nearly everything comes again.
        let inside = patch.iter().filter(|p| p.1).count();
        let (mut rare, mut patch): (Vec<_>, Vec<_>) =
            patch.iter().cloned().partition(|p| p.1 == (2 * inside <= patch.len()));
        rare.truncate(PATCH / 2);
        if k > 2 && rare.is_empty() {
            return Ok(Vec::new());
        }
        patch.truncate(PATCH - rare.len());
        patch.extend(rare);
        if patch.len() < PATCH {
            return Ok(Vec::new());
        }
        self.shuffle(&mut patch);
        // Where it may come again: as far from the point as that is not too much.
        let mut near = inner.clone();
        let mut reach = inner.sides().iter().map(|(low, high)| high - low).max().unwrap_or(0);
        while volume(&near) > MOST_LOOKED && reach > 1 {
            reach -= reach / 4 + 1;
            for i in 0..k {
                for sign in [1, -1] {
                    let row = (0..k)
                        .map(|j| if i == j { sign } else { 0 })
                        .chain([i128::from(reach) - sign * i128::from(base[i])]);
                    near = near.cut(row.collect())?.ok_or(Failure::Shape)?;
                }
            }
        }
        let mut again = Vec::new();
        let mut to = vec![0; k];
        self.points(chart, &near, 1.0, |n, _| {
            let mut met = 0;
            let same = patch.iter().all(|(u, p)| {
                (0..k).for_each(|i| to[i] = n[i] + u[i]);
                if !holds(&to) {
                    return true;
                }
                met += 1;
                self.get(chart, &to) == Some(*p)
            });
            if same && 2 * met > PATCH {
                again.push(n.iter().zip(base).map(|(n, b)| n - b).collect::<Vec<i64>>());
            }
            true
        })?;
        again.sort_by_key(size);
        Ok(again)
    }
}

/// The part of what is seen of a region that is away from its faces by a share of what lies beyond them.
pub(super) fn inner(region: &Region, seen: &Region, share: f64) -> Result<Option<Region>, Failure> {
    let mut inner = seen.clone();
    for row in &region.rows {
        let Some(most) = seen.range(row).1 else { return Ok(None) };
        let mut row = row.clone();
        row[region.k] -= (most as f64 * share) as i128;
        let Some(part) = inner.cut(row)? else { return Ok(None) };
        inner = part;
    }
    Ok(Some(inner))
}

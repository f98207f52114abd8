//! Points that a phase does not explain, and how many layers along the faces of a region hold them.

use super::grow::Grower;
use super::look::Sight;
use super::phase::Phase;
use super::region::{Chart, Region, Row, at};
use super::shifts::beside_walls;
use crate::budget::Failure;
use num_integer::Integer;

/// The share of what is seen that layers along a face may take.
const SHARE: f64 = 0.4;
/// A phase that leaves so many points is not the phase of a region.
const MOST_ODD: usize = 400_000;
/// The same in a folded table.
const MOST_ODD_FOLDED: usize = 1_000_000;
/// The least share of the points of a row that is looked at, where some rows are.
const IN_ROW: f64 = 0.1;
/// How many points are looked at first, where one that does not fit is enough.
const FIRST_LOOK: f64 = 1e4;
/// How far around a point that was wrong others are looked at, in the plane and in space.
const BESIDE: (i64, i64) = (16, 6);
/// How many times as many layers hold all that is seen as hold what is seen nearer to the corner, at most; a wall that leads away takes twice as many at twice the distance.
const GROWS: f64 = 1.17;
/// What is nearer, in tenths, where regions are thick.
const NEARER: i128 = 7;
/// How many times as many layers, how many lengths of the normal more, or what share of a region, where nothing else is found.
const LENIENT: (f64, f64, f64) = (1.6, 6.0, 0.04);
/// How many points tell whether a phase can be that of a region.
const FEW: usize = 400;

impl Grower<'_> {
    /// Whether a phase explains most of some points of a bounded region.
    pub(super) fn explains_most(&mut self, chart: &Chart, seen: &Region, phase: &Phase) -> Result<bool, Failure> {
        self.meter.spend(FEW as u32)?;
        let corners = seen.corners();
        let points: Vec<Vec<i64>> = (0..FEW).map(|_| self.sample(&corners)).collect();
        let wrong = |n: &&Vec<i64>| self.get(chart, n).is_some_and(|p| p != phase.contains(n));
        Ok(points.iter().filter(wrong).count() * 5 < FEW)
    }

    /// The points that are seen and that a phase does not explain: all of small weight, and some of the others; of a region that is given, one far from all of its faces is enough.
    pub(super) fn odd(
        &mut self,
        chart: &Chart,
        seen: &Region,
        phase: &Phase,
        sight: &Sight,
        within: Option<&Region>,
    ) -> Result<Vec<Vec<i64>>, Failure> {
        let k = chart.k();
        let volume = volume(seen);
        let mut odd = self.odd_beside_wrong(chart, seen, phase)?;
        let rows = within.map_or(&[][..], |region| &region.rows);
        let far = |row: &Row| (seen.range(row).1.unwrap_or(0).max(0) as f64 * SHARE) as i128;
        let far: Vec<i128> = rows.iter().map(far).collect();
        let deep = |n: &[i64]| !rows.is_empty() && rows.iter().zip(&far).all(|(row, far)| at(row, n) > *far);
        if within.is_some() && volume > FIRST_LOOK {
            self.compare(chart, seen, phase, FIRST_LOOK / volume, deep, &mut odd)?;
            if odd.last().is_some_and(|n| deep(n)) {
                return Ok(odd);
            }
        }
        if within.is_some() {
            self.odd_beside_walls(chart, seen, phase, &mut odd)?;
        }
        let many = self.so_many(chart, sight.points);
        if volume <= many {
            self.compare(chart, seen, phase, 1.0, deep, &mut odd)?;
            return Ok(odd);
        }
        let least = seen.range(&chart.pull(&self.levels.weight, 0)?).0.unwrap_or(0) as f64;
        let bound = least + (self.bound(chart) as f64 - least) * (many / volume).powf(1.0 / k as f64);
        let minus: Vec<i64> = self.levels.weight.iter().map(|w| -w).collect();
        if let Some(near) = seen.cut(chart.pull(&minus, bound as i64)?)? {
            self.compare(chart, &near, phase, 1.0, deep, &mut odd)?;
        }
        if odd.len() < self.most_odd() && !odd.last().is_some_and(|n| deep(n)) {
            self.compare(chart, seen, phase, many / volume, deep, &mut odd)?;
        }
        Ok(odd)
    }

    /// The points that a phase does not explain around those that a tree before had wrong: samples miss what is thin.
    fn odd_beside_wrong(&self, chart: &Chart, seen: &Region, phase: &Phase) -> Result<Vec<Vec<i64>>, Failure> {
        let radius = if chart.k() == 2 { BESIDE.0 } else { BESIDE.1 };
        let mut odd = Vec::new();
        for x in &self.wrong {
            self.meter.spend(20)?;
            let mut n = [0; 8];
            if !chart.locate(x, &mut n) {
                continue;
            }
            let n = &n[..chart.k()];
            if self.within(chart, seen, n).is_some_and(|p| p != phase.contains(n)) {
                self.odd_around(chart, seen, phase, n, radius, &mut odd)?;
            }
        }
        Ok(odd)
    }

    /// The same around points of walls. What repeats along a wall in long steps has few points in each layer.
    fn odd_beside_walls(
        &self,
        chart: &Chart,
        seen: &Region,
        phase: &Phase,
        odd: &mut Vec<Vec<i64>>,
    ) -> Result<(), Failure> {
        let k = chart.k();
        if k < chart.origin.len() {
            return Ok(());
        }
        let radius = beside_walls(k);
        let reaches = |n: &[i64], row: &Row| {
            let most: i128 = row[..k].iter().map(|a| a.abs()).sum();
            at(row, n) + most * i128::from(radius) >= 0
        };
        for n in self.edges.iter().filter(|n| seen.rows.iter().all(|row| reaches(n, row))) {
            self.odd_around(chart, seen, phase, n, radius, odd)?;
        }
        Ok(())
    }

    /// Whether layers along faces hold as much where less is seen; a wall that leads away from a face does not.
    fn stays(&self, chart: &Chart, seen: &Region, odd: &[Vec<i64>], all: &[(Row, i64)], weight: &Row) -> bool {
        let least = seen.range(weight).0.unwrap_or(0);
        let bound = least + (i128::from(self.bound(chart)) - least) * NEARER / 10;
        let (times, more, share) = if self.lenient { LENIENT } else { (GROWS, 3.0, 0.0) };
        let near: Vec<&Vec<i64>> = odd.iter().filter(|n| at(weight, n) <= bound).collect();
        (0..all.len()).filter(|&i| all[i].1 > 0).all(|i| {
            let (row, width) = (&all[i].0, all[i].1 as f64);
            let others = |n: &&&Vec<i64>| (0..all.len()).all(|j| j == i || at(&all[j].0, n) >= i128::from(all[j].1));
            let need = near.iter().filter(others).map(|n| at(row, n) + 1).max().unwrap_or(0) as f64;
            let size = (row[..chart.k()].iter().map(|n| n * n).sum::<i128>() as f64).sqrt();
            width <= times * need + more * size || width <= share * seen.range(row).1.unwrap_or(0) as f64
        })
    }

    pub(super) fn most_odd(&self) -> usize {
        if self.levels.is_folded() { MOST_ODD_FOLDED } else { MOST_ODD }
    }

    /// Keeps the points of a cube, as far as a region holds it, that a phase does not explain.
    fn odd_around(
        &self,
        chart: &Chart,
        seen: &Region,
        phase: &Phase,
        n: &[i64],
        radius: i64,
        odd: &mut Vec<Vec<i64>>,
    ) -> Result<(), Failure> {
        self.meter.spend((2 * radius as u32 + 1).pow(n.len() as u32))?;
        let most = self.most_odd();
        self.known_around(chart, seen, n, radius, |n, p| {
            if p != phase.contains(n) {
                odd.push(n.to_vec());
            }
            odd.len() < most
        });
        Ok(())
    }

    /// The points of a bounded region that a phase does not explain, among a share of all.
    fn compare(
        &mut self,
        chart: &Chart,
        seen: &Region,
        phase: &Phase,
        share: f64,
        enough: impl Fn(&[i64]) -> bool,
        odd: &mut Vec<Vec<i64>>,
    ) -> Result<(), Failure> {
        let most = self.most_odd();
        self.points(chart, seen, share, |n, p| {
            if p != Some(phase.contains(n)) {
                odd.push(n.to_vec());
                return odd.len() < most && !enough(n);
            }
            true
        })
    }

    /// Calls f for a share of the points of a bounded region, with whether they are in P if that is known, until it says no.
    pub(super) fn points(
        &self,
        chart: &Chart,
        seen: &Region,
        share: f64,
        mut f: impl FnMut(&[i64], Option<bool>) -> bool,
    ) -> Result<(), Failure> {
        let k = chart.k();
        let sides = seen.sides();
        let mut n: Vec<i64> = sides.iter().map(|s| s.0).collect();
        // Of few points some rows are looked at, and of these some points.
        let in_row = share.clamp(IN_ROW, 1.0);
        let skipped =
            |share: f64| if share < 1.0 { (self.draw().max(1e-12).ln() / (-share).ln_1p()) as i64 } else { 0 };
        if !count_on(&mut n[..k - 1], &sides, skipped(share / in_row)) {
            return Ok(());
        }
        loop {
            let (low, high) = seen.row(&n, sides[k - 1]);
            let mut last = low.saturating_add(skipped(in_row));
            n[k - 1] = 0;
            let row = chart.place(&n);
            while last <= high {
                n[k - 1] = last;
                self.meter.spend(1)?;
                let mut x = row;
                x.iter_mut().zip(&chart.basis[k - 1]).for_each(|(x, b)| *x = x.wrapping_add(last.wrapping_mul(*b)));
                if !f(&n, self.is_p(&x[..chart.origin.len()])) {
                    return Ok(());
                }
                last = last.saturating_add(skipped(in_row)).saturating_add(1);
            }
            self.meter.spend(1)?;
            if !count_on(&mut n[..k - 1], &sides, skipped(share / in_row).saturating_add(1)) {
                return Ok(());
            }
        }
    }

    /// How many layers along each face hold all odd points; nothing if these reach far, or farther the more is seen.
    pub(super) fn widths(
        &self,
        chart: &Chart,
        region: &Region,
        seen: &Region,
        odd: &[Vec<i64>],
    ) -> Result<Option<Vec<(Row, i64)>>, Failure> {
        if odd.len() >= self.most_odd() {
            return Ok(None);
        }
        self.meter.spend(odd.len() as u32)?;
        let trades = self.levels.is_folded();
        let Ok(all) = widths(region, seen, odd, SHARE, trades) else { return Ok(None) };
        let weight = chart.pull(&self.levels.weight, 0)?;
        let least = seen.range(&weight).0.unwrap_or(0);
        if self.thick {
            return Ok(self.stays(chart, seen, odd, &all, &weight).then_some(all));
        }
        let half = (least + i128::from(self.bound(chart))) / 2;
        let near: Vec<Vec<i64>> = odd.iter().filter(|n| at(&weight, n) < half).cloned().collect();
        let minus: Row = weight.iter().enumerate().map(|(i, w)| if i < chart.k() { -w } else { half - w }).collect();
        let Some(part) = seen.cut(minus)? else { return Ok(None) };
        let Ok(some) = widths(region, &part, &near, 2.0 * SHARE, trades) else { return Ok(None) };
        let size = |row: &Row| (row[..chart.k()].iter().map(|n| n * n).sum::<i128>() as f64).sqrt();
        let stays = all.iter().zip(&some).all(|((row, a), (_, s))| *a as f64 <= GROWS * *s as f64 + 3.0 * size(row));
        Ok(stays.then_some(all))
    }
}

/// So many points of a box on, the last coordinate fastest; false if that is beyond its end.
fn count_on(n: &mut [i64], sides: &[(i64, i64)], mut by: i64) -> bool {
    for (n, (low, high)) in n.iter_mut().zip(sides).rev() {
        let (there, side) = ((*n - low).saturating_add(by), high - low + 1);
        *n = low + there % side;
        by = there / side;
    }
    by == 0
}

/// How many points the least box around a bounded region has.
pub(super) fn volume(seen: &Region) -> f64 {
    seen.sides().iter().map(|(low, high)| (high - low + 1) as f64).product()
}

/// For each face how many layers have to be left out so that the others hold no odd points.
fn widths(region: &Region, seen: &Region, odd: &[Vec<i64>], share: f64, trades: bool) -> Result<Vec<(Row, i64)>, ()> {
    let k = region.k;
    let mut faces: Vec<(Row, f64, i64)> = Vec::new();
    for row in &region.rows {
        // Primitive, and the constant rounded.
        let g = row[..k].iter().fold(0i128, |g, n| g.gcd(n));
        let row: Row = row[..k].iter().map(|n| n / g).chain([Integer::div_floor(&row[k], &g)]).collect();
        let most = seen.range(&row).1.ok_or(())?;
        faces.push((row, most as f64, 0));
    }
    for n in odd {
        let near = faces
            .iter_mut()
            .map(|f| (at(&f.0, n), f))
            .min_by(|(a, f), (b, g)| (*a as f64 / f.1.max(1.0)).total_cmp(&(*b as f64 / g.1.max(1.0))));
        let Some((value, face)) = near else { return Err(()) };
        if value as f64 > share * face.1 {
            return Err(());
        }
        face.2 = face.2.max(value as i64 + 1);
    }
    // The widest first as narrow as the others leave it.
    for _ in 0..2 {
        let mut order: Vec<usize> = (0..faces.len()).collect();
        order.sort_by(|&i, &j| {
            (faces[j].2 as f64 / faces[j].1.max(1.0)).total_cmp(&(faces[i].2 as f64 / faces[i].1.max(1.0)))
        });
        for i in order {
            let others =
                |n: &&Vec<i64>| (0..faces.len()).all(|j| j == i || at(&faces[j].0, n) >= i128::from(faces[j].2));
            let need = odd.iter().filter(others).map(|n| at(&faces[i].0, n) as i64 + 1).max().unwrap_or(0);
            faces[i].2 = need;
        }
    }
    if trades {
        trade(&mut faces, odd);
    }
    Ok(faces.into_iter().map(|(row, _, width)| (row, width)).collect())
}

/// Leaves out the layers along a face where a few more along another hold the same: of a point in a corner the nearest face need not be the one that has layers anyway.
fn trade(faces: &mut [(Row, f64, i64)], odd: &[Vec<i64>]) {
    for i in 0..faces.len() {
        let others = |n: &&Vec<i64>| (0..faces.len()).all(|j| j == i || at(&faces[j].0, n) >= i128::from(faces[j].2));
        let held: Vec<&Vec<i64>> = odd.iter().filter(others).collect();
        let share = |width: i64, j: usize| width as f64 / faces[j].1.max(1.0);
        let wider = |j: usize| held.iter().map(|n| at(&faces[j].0, n) as i64 + 1).fold(faces[j].2, i64::max);
        let all = (0..faces.len()).filter(|j| *j != i).map(|j| (j, wider(j)));
        let more = |(j, wider): &(usize, i64)| share(wider - faces[*j].2, *j);
        let best = all.filter(|(j, wider)| share(*wider, *j) <= SHARE).min_by(|s, t| more(s).total_cmp(&more(t)));
        if let Some((j, wider)) = best.filter(|best| more(best) < share(faces[i].2, i)) {
            (faces[j].2, faces[i].2) = (wider, 0);
        }
    }
}

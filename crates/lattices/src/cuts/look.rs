//! What a table shows of a region: phases of its windows, points that a phase does not explain, and where phases end.

use super::grow::Grower;
use super::hints::Hint;
use super::phase::{Lattice, Phase, Window, cube, short};
use super::region::{Chart, Region, Row, at};
use super::walls::Tries;
use crate::budget::Failure;
use num_integer::Integer;

/// How windows look in a flat of each dimension.
pub(super) struct Sight {
    /// Sides of windows in which phases are looked for, and the largest shifts.
    windows: &'static [(i64, i64)],
    /// The side of windows that are compared with phases.
    pub(super) label: i64,
    /// How many are.
    samples: usize,
    /// What is tried for cuts.
    pub(super) tries: Tries,
    /// The most points that are compared with a phase.
    points: f64,
}

/// In flats of dimension 2 to 5.
pub(super) const SIGHTS: [Sight; 4] = [
    Sight {
        windows: &[(20, 10), (40, 20)],
        label: 12,
        samples: 600,
        tries: Tries { normal: 20, offset: 40.0 },
        points: 2e5,
    },
    Sight {
        windows: &[(14, 7), (24, 12), (36, 18)],
        label: 6,
        samples: 3000,
        tries: Tries { normal: 12, offset: 5.0 },
        points: 2e6,
    },
    Sight {
        windows: &[(10, 5), (14, 7)],
        label: 4,
        samples: 3000,
        tries: Tries { normal: 4, offset: 12.0 },
        points: 2e6,
    },
    Sight {
        windows: &[(7, 3), (10, 4)],
        label: 3,
        samples: 2000,
        tries: Tries { normal: 2, offset: 12.0 },
        points: 2e6,
    },
];
/// The share of what is seen that layers along a face may take.
const SHARE: f64 = 0.4;
/// Pairs of points between which walls are looked for.
const PAIRS: usize = 1500;
/// A phase that leaves so many points is not the phase of a region.
const MOST_ODD: usize = 400_000;
/// The largest entry of the shifts that are tried first.
const NEAR: i64 = 4;
/// The least share of the points of a row that is looked at, where some rows are.
const IN_ROW: f64 = 0.1;
/// How many windows without a new phase, one after the other, are enough.
const FRUITLESS: usize = 100;
/// What part of that is looked at where parallel flats told what to look for.
pub(super) const HINTED: usize = 5;
/// How many points are looked at first, where one that does not fit is enough.
const FIRST_LOOK: f64 = 1e4;
/// How far around a point that was wrong others are looked at, in the plane and in space.
const BESIDE: (i64, i64) = (16, 6);
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
/// How many points tell whether a phase can be that of a region.
const FEW: usize = 400;
/// About how many points tell what repeats.
const MOST_LOOKED: f64 = 3e5;
/// The most phases of a flat.
const MOST_PHASES: usize = 24;

/// Points with the phases of their windows.
pub(super) type Labelled = Vec<(Vec<i64>, usize)>;

impl Grower<'_> {
    /// Whether the point with these coordinates is in P, if that is known.
    pub(super) fn get(&self, chart: &Chart, n: &[i64]) -> Option<bool> {
        let (x, d) = (chart.place(n), chart.origin.len());
        self.levels.get(&x[..d]).or_else(|| self.far_get(&x[..d]))
    }

    /// A window with this corner; nothing if some point is not known.
    fn window(&self, chart: &Chart, corner: Vec<i64>, side: i64) -> Option<Window> {
        let inside = self.levels.cube(&chart.place(&corner)[..chart.origin.len()], &chart.basis, side);
        match inside {
            Some(inside) => Some(Window { corner, side, inside }),
            None if self.far.is_none() => None,
            None => Window::new(corner, side, |n| self.get(chart, n)),
        }
    }

    /// The weight up to which positions are known.
    pub(super) fn bound(&self) -> i64 {
        self.far.as_ref().map_or(self.levels.bound, |far| far.bound)
    }

    /// A number from 0 up to below 1.
    pub(super) fn draw(&self) -> f64 {
        let next = self.random.get().wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        self.random.set(next);
        (next >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Brings things into an order without a pattern, so that what does not fit shows soon.
    pub(super) fn shuffle<T>(&self, all: &mut [T]) {
        for i in (1..all.len()).rev() {
            let j = (self.draw() * (i + 1) as f64) as usize % (i + 1);
            all.swap(i, j);
        }
    }

    /// The part of a region that the table shows.
    pub(super) fn seen(&self, chart: &Chart, region: &Region) -> Result<Option<Region>, Failure> {
        let minus: Vec<i64> = self.levels.weight.iter().map(|w| -w).collect();
        region.cut(chart.pull(&minus, self.bound())?)
    }

    /// Points of a region with the phases that their windows show, and how many show each; phases that are new are added.
    pub(super) fn labels(
        &mut self,
        chart: &Chart,
        region: &Region,
        corners: &[Vec<f64>],
        sight: &Sight,
        phases: &mut Vec<Phase>,
        hint: Option<&Hint>,
    ) -> Result<(Labelled, Vec<usize>), Failure> {
        let (k, label) = (chart.k(), sight.label);
        let mut labelled: Vec<(Vec<i64>, usize)> = Vec::new();
        let mut strange = 0;
        let mut counts: Vec<usize> = vec![0; phases.len()];
        let (samples, fruitless) = match hint {
            Some(_) => (sight.samples / HINTED, share_of(chart, FRUITLESS) / HINTED),
            None => (sight.samples, share_of(chart, FRUITLESS)),
        };
        let lattices = hint.map_or(&[][..], |hint| &hint.lattices);
        // What a row loses at most within a window.
        let loss = |row: &Row| row[..k].iter().map(|a| a.min(&0) * i128::from(label)).sum::<i128>();
        let losses: Vec<i128> = region.rows.iter().map(loss).collect();
        for _ in 0..samples {
            let n = self.sample(corners);
            let centre: Vec<i64> = n.iter().map(|n| n - label / 2).collect();
            // All of the window lies in the region.
            if !region.rows.iter().zip(&losses).all(|(row, loss)| at(row, &centre) + loss >= 0) {
                continue;
            }
            let Some(window) = self.window(chart, centre, label) else { continue };
            self.meter.spend(window.inside.len() as u32)?;
            let mut found = phases.iter().position(|phase| window.shows(phase));
            if found.is_none() && phases.len() < MOST_PHASES && strange < fruitless {
                strange += 1;
                for &(side, reach) in sight.windows {
                    let centre: Vec<i64> = n.iter().map(|n| n - side / 2).collect();
                    let Some(window) = self.window(chart, centre, side) else { break };
                    let shifts = self.short.entry((k, reach)).or_insert_with(|| short(k, reach));
                    let (mut phase, mut cost) = window.repeats(lattices);
                    if phase.is_none() {
                        let looked = window.phase(shifts);
                        (phase, cost) = (looked.0, cost + looked.1);
                    }
                    self.meter.spend(cost)?;
                    if let Some(phase) = phase {
                        phases.push(phase);
                        counts.push(0);
                        found = Some(phases.len() - 1);
                        strange = 0;
                        break;
                    }
                }
            }
            if let Some(label) = found {
                counts[label] += 1;
                labelled.push((n, label));
            }
        }
        Ok((labelled, counts))
    }

    /// A point between corners.
    fn sample(&self, corners: &[Vec<f64>]) -> Vec<i64> {
        let mut weights: Vec<f64> = corners.iter().map(|_| -self.draw().max(1e-12).ln()).collect();
        let sum: f64 = weights.iter().sum();
        weights.iter_mut().for_each(|w| *w /= sum);
        let k = corners.first().map_or(0, Vec::len);
        (0..k).map(|i| corners.iter().zip(&weights).map(|(c, w)| c[i] * w).sum::<f64>().round() as i64).collect()
    }

    /// Points where a phase ends, on the way from a point with its label to one with another.
    pub(super) fn edges(
        &mut self,
        chart: &Chart,
        labelled: &[(Vec<i64>, usize)],
        phases: &[Phase],
        side: i64,
        share: usize,
    ) -> Result<Vec<Vec<Vec<i64>>>, Failure> {
        let mut edges = vec![Vec::new(); phases.len()];
        if labelled.iter().all(|l| l.1 == labelled[0].1) {
            return Ok(Vec::new());
        }
        let (mut tries, mut count) = (0, 0);
        let pairs = share_of(chart, PAIRS) / share;
        while count < pairs && tries < 20 * pairs {
            tries += 1;
            let one = || (self.draw() * labelled.len() as f64) as usize % labelled.len();
            let ((from, label), (to, other)) = (&labelled[one()], &labelled[one()]);
            self.meter.spend(10)?;
            if label == other {
                continue;
            }
            let (mut from, mut to) = (from.clone(), to.clone());
            let mut last: Vec<Vec<i64>> = Vec::new();
            while from.iter().zip(&to).any(|(a, b)| (a - b).abs() > 1) {
                let middle: Vec<i64> = from.iter().zip(&to).map(|(a, b)| Integer::div_floor(&(a + b), &2)).collect();
                if middle == from || middle == to {
                    break;
                }
                let corner: Vec<i64> = middle.iter().map(|n| n - side / 2).collect();
                let phase = &phases[*label];
                let mut odd = Vec::new();
                cube(&corner, side, |n| {
                    if self.get(chart, n).is_some_and(|p| p != phase.contains(n)) {
                        odd.push(n.to_vec());
                    }
                    true
                });
                let same = odd.is_empty();
                if !same {
                    last = odd;
                }
                self.meter.spend((side as u32).pow(chart.k() as u32))?;
                if same { from = middle } else { to = middle }
            }
            count += 1;
            // The nearest of what does not agree.
            let far = |n: &Vec<i64>| n.iter().zip(&from).map(|(a, b)| (a - b) * (a - b)).sum::<i64>();
            edges[*label].extend(last.into_iter().min_by_key(far));
        }
        Ok(edges)
    }

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
        self.points(chart, inner, (MOST_LOOKED / volume(inner)).min(1.0), |n, p| {
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
        if volume <= sight.points {
            self.compare(chart, seen, phase, 1.0, deep, &mut odd)?;
            return Ok(odd);
        }
        let least = seen.range(&chart.pull(&self.levels.weight, 0)?).0.unwrap_or(0) as f64;
        let bound = least + (self.bound() as f64 - least) * (sight.points / volume).powf(1.0 / k as f64);
        let minus: Vec<i64> = self.levels.weight.iter().map(|w| -w).collect();
        if let Some(near) = seen.cut(chart.pull(&minus, bound as i64)?)? {
            self.compare(chart, &near, phase, 1.0, deep, &mut odd)?;
        }
        if odd.len() < MOST_ODD && !odd.last().is_some_and(|n| deep(n)) {
            self.compare(chart, seen, phase, sight.points / volume, deep, &mut odd)?;
        }
        Ok(odd)
    }

    /// The points that a phase does not explain around those that a tree before had wrong: samples miss what is thin.
    fn odd_beside_wrong(&self, chart: &Chart, seen: &Region, phase: &Phase) -> Result<Vec<Vec<i64>>, Failure> {
        let radius = if chart.k() == 2 { BESIDE.0 } else { BESIDE.1 };
        let holds = |n: &[i64]| seen.rows.iter().all(|row| at(row, n) >= 0);
        let is_odd = |n: &[i64]| holds(n) && self.get(chart, n).is_some_and(|p| p != phase.contains(n));
        let mut odd = Vec::new();
        for x in &self.wrong {
            self.meter.spend(20)?;
            let mut n = [0; 8];
            if !chart.locate(x, &mut n) || !is_odd(&n[..chart.k()]) {
                continue;
            }
            self.meter.spend((2 * radius as u32 + 1).pow(chart.k() as u32))?;
            let corner: Vec<i64> = n[..chart.k()].iter().map(|n| n - radius).collect();
            cube(&corner, 2 * radius + 1, |n| {
                if is_odd(n) {
                    odd.push(n.to_vec());
                }
                odd.len() < MOST_ODD
            });
        }
        Ok(odd)
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
        self.points(chart, seen, share, |n, p| {
            if p != Some(phase.contains(n)) {
                odd.push(n.to_vec());
                return odd.len() < MOST_ODD && !enough(n);
            }
            true
        })
    }

    /// Calls f for a share of the points of a bounded region, with whether they are in P if that is known, until it says no.
    fn points(
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
            while last <= high {
                n[k - 1] = last;
                self.meter.spend(1)?;
                if !f(&n, self.get(chart, &n)) {
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
        if odd.len() >= MOST_ODD {
            return Ok(None);
        }
        self.meter.spend(odd.len() as u32)?;
        let Ok(all) = widths(region, seen, odd) else { return Ok(None) };
        let weight = chart.pull(&self.levels.weight, 0)?;
        let least = seen.range(&weight).0.unwrap_or(0);
        let half = (least + i128::from(self.bound())) / 2;
        let near: Vec<Vec<i64>> = odd.iter().filter(|n| at(&weight, n) < half).cloned().collect();
        let minus: Row = weight.iter().enumerate().map(|(i, w)| if i < chart.k() { -w } else { half - w }).collect();
        let Some(part) = seen.cut(minus)? else { return Ok(None) };
        let Ok(some) = widths_within(region, &part, &near, 2.0 * SHARE) else { return Ok(None) };
        let size = |row: &Row| (row[..chart.k()].iter().map(|n| n * n).sum::<i128>() as f64).sqrt();
        let stays = all.iter().zip(&some).all(|((row, a), (_, s))| *a as f64 <= 1.17 * *s as f64 + 3.0 * size(row));
        Ok(stays.then_some(all))
    }
}

/// In the flats within a board less is looked at than in all of it, as they are many.
fn share_of(chart: &Chart, all: usize) -> usize {
    if chart.k() < chart.origin.len() { all / 3 } else { all }
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

/// How many points the least box around a bounded region has.
fn volume(seen: &Region) -> f64 {
    seen.sides().iter().map(|(low, high)| (high - low + 1) as f64).product()
}

/// For each face how many layers have to be left out so that the others hold no odd points.
fn widths(region: &Region, seen: &Region, odd: &[Vec<i64>]) -> Result<Vec<(Row, i64)>, ()> {
    widths_within(region, seen, odd, SHARE)
}

fn widths_within(region: &Region, seen: &Region, odd: &[Vec<i64>], share: f64) -> Result<Vec<(Row, i64)>, ()> {
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
    Ok(faces.into_iter().map(|(row, _, width)| (row, width)).collect())
}

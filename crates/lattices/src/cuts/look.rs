//! What a table shows of a region: phases of its windows, and where they end.

use super::grow::Grower;
use super::hints::Hint;
use super::phase::{Phase, Window, cube, short};
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
    pub(super) samples: usize,
    /// What is tried for cuts.
    pub(super) tries: Tries,
    /// The most points that are compared with a phase.
    pub(super) points: f64,
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
/// Pairs of points between which walls are looked for.
const PAIRS: usize = 1500;
/// How many windows without a new phase, one after the other, are enough.
const FRUITLESS: usize = 100;
/// What part of that is looked at where parallel flats told what to look for.
pub(super) const HINTED: usize = 5;
/// How many times fewer points are looked at in a flat of a folded table, which are many; what is missed shows in the proof.
const FOLDED: f64 = 8.0;
/// The most phases of a flat.
const MOST_PHASES: usize = 24;

/// Points with the phases of their windows.
pub(super) type Labelled = Vec<(Vec<i64>, usize)>;

impl Grower<'_> {
    /// Whether the point with these coordinates is in P, if that is known.
    pub(super) fn get(&self, chart: &Chart, n: &[i64]) -> Option<bool> {
        self.is_p(&chart.place(n)[..chart.origin.len()])
    }

    /// Whether a point is in P, if that is known.
    pub(super) fn is_p(&self, x: &[i64]) -> Option<bool> {
        self.levels.get(x).or_else(|| self.far_get(x))
    }

    /// Whether a point of a region is in P, if that is known.
    pub(super) fn within(&self, chart: &Chart, region: &Region, n: &[i64]) -> Option<bool> {
        if region.rows.iter().all(|row| at(row, n) >= 0) { self.get(chart, n) } else { None }
    }

    /// Calls with the points of a cube around one, as far as a region holds them and they are known, and whether they are in P, until it says no.
    pub(super) fn known_around(
        &self,
        chart: &Chart,
        region: &Region,
        n: &[i64],
        radius: i64,
        mut each: impl FnMut(&[i64], bool) -> bool,
    ) {
        let corner: Vec<i64> = n.iter().map(|n| n - radius).collect();
        let least = |row: &Row| row[..n.len()].iter().map(|a| 2 * i128::from(radius) * a.min(&0)).sum::<i128>();
        let whole = region.rows.iter().all(|row| at(row, &corner) + least(row) >= 0);
        cube(&corner, 2 * radius + 1, |n| {
            let p = if whole { self.get(chart, n) } else { self.within(chart, region, n) };
            p.is_none_or(|p| each(n, p))
        });
    }

    /// A window with this corner; nothing if some point is not known.
    fn window(&self, chart: &Chart, corner: Vec<i64>, side: i64) -> Option<Window> {
        let inside = self.levels.cube(&chart.place(&corner)[..chart.origin.len()], &chart.basis, side);
        match inside {
            Some(inside) => Some(Window { corner, side, inside }),
            None if self.far.is_none() && !self.levels.is_folded() => None,
            None => Window::new(corner, side, |n| self.get(chart, n)),
        }
    }

    /// The weight up to which positions of a flat are known.
    pub(super) fn bound(&self, chart: &Chart) -> i64 {
        self.far
            .as_ref()
            .map_or(0, |far| far.bound_of(self.here))
            .max(self.levels.bound_on(&chart.origin, &chart.basis))
    }

    /// The vectors with entries up to a number, one of each pair of opposites, the shortest first.
    pub(super) fn short_vectors(&mut self, k: usize, reach: i64) -> &Vec<Vec<i64>> {
        self.short.entry((k, reach)).or_insert_with(|| short(k, reach))
    }

    /// How many points are looked at: in the flats of a folded table fewer, as it shows many.
    pub(super) fn so_many(&self, chart: &Chart, all: f64) -> f64 {
        if self.levels.is_folded() && !self.dense && chart.k() < chart.origin.len() { all / FOLDED } else { all }
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
        region.cut(chart.pull(&minus, self.bound(chart))?)
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
    pub(super) fn sample(&self, corners: &[Vec<f64>]) -> Vec<i64> {
        let mut weights: Vec<f64> = corners.iter().map(|_| -self.draw().max(1e-12).ln()).collect();
        let sum: f64 = weights.iter().sum();
        weights.iter_mut().for_each(|w| *w /= sum);
        let k = corners.first().map_or(0, Vec::len);
        (0..k).map(|i| corners.iter().zip(&weights).map(|(c, w)| c[i] * w).sum::<f64>().round() as i64).collect()
    }

    /// Points where a phase ends, on the way from a point with its label to one with another.
    pub(super) fn edges(
        &self,
        chart: &Chart,
        labelled: &Labelled,
        phases: &[Phase],
        side: i64,
        share: usize,
    ) -> Result<Vec<Vec<Vec<i64>>>, Failure> {
        if labelled.iter().all(|l| l.1 == labelled[0].1) {
            return Ok(Vec::new());
        }
        self.ends(labelled, phases.len(), share_of(chart, PAIRS) / share, |middle, label| {
            let corner: Vec<i64> = middle.iter().map(|n| n - side / 2).collect();
            let mut odd = Vec::new();
            cube(&corner, side, |n| {
                if self.get(chart, n).is_some_and(|p| p != phases[label].contains(n)) {
                    odd.push(n.to_vec());
                }
                true
            });
            self.meter.spend((side as u32).pow(chart.k() as u32))?;
            Ok(odd)
        })
    }

    /// For so many labels, of some pairs of points with different ones: the last point on the way that is not as the label of the first says, by what is odd around the points between.
    pub(super) fn ends(
        &self,
        labelled: &Labelled,
        labels: usize,
        pairs: usize,
        odd_around: impl Fn(&[i64], usize) -> Result<Vec<Vec<i64>>, Failure>,
    ) -> Result<Vec<Vec<Vec<i64>>>, Failure> {
        let mut edges = vec![Vec::new(); labels];
        let (mut tries, mut count) = (0, 0);
        while count < pairs && tries < 20 * pairs {
            tries += 1;
            let one = || (self.draw() * labelled.len() as f64) as usize % labelled.len();
            let ((from, label), (to, other)) = (&labelled[one()], &labelled[one()]);
            self.meter.spend(10)?;
            if label == other {
                continue;
            }
            count += 1;
            let (mut from, mut to) = (from.clone(), to.clone());
            let mut last: Vec<Vec<i64>> = Vec::new();
            while from.iter().zip(&to).any(|(a, b)| (a - b).abs() > 1) {
                let middle: Vec<i64> = from.iter().zip(&to).map(|(a, b)| Integer::div_floor(&(a + b), &2)).collect();
                if middle == from || middle == to {
                    break;
                }
                let odd = odd_around(&middle, *label)?;
                if odd.is_empty() {
                    from = middle;
                } else {
                    (last, to) = (odd, middle);
                }
            }
            // The nearest of what does not agree.
            let far = |n: &Vec<i64>| n.iter().zip(&from).map(|(a, b)| (a - b) * (a - b)).sum::<i64>();
            edges[*label].extend(last.into_iter().min_by_key(far));
        }
        Ok(edges)
    }
}

/// In the flats within a board less is looked at than in all of it, as they are many.
fn share_of(chart: &Chart, all: usize) -> usize {
    if chart.k() < chart.origin.len() { all / 3 } else { all }
}

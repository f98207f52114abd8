//! Guesses the tree of cuts of the P-positions from a table of those with small weight.
//!
//! In a region of a flat whose directions without end span it, most windows show a lattice of periods and what repeats under it, a *phase*. If one phase explains all that is seen but
//! layers along the faces of the region, these become layers of cuts, each a flat of one dimension less, and the rest a leaf. Otherwise a cut is looked for: one that best
//! separates windows of different phases, or along which the points lie that the phase does not explain. Both sides are regions again. On lines periods are seen directly.
//!
//! A guess: [`super::prove`] decides.

use super::levels::Levels;
use super::phase::{Lattice, Phase, Window, cube};
use super::region::{Chart, Region, Row, at, dot};
use super::walls::{Tries, along, deepest};
use super::{Cut, Cuts};
use crate::budget::{Failure, Meter};
use crate::game::Core;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::ToPrimitive;
use sprague_lattice_points::linear::smith::smith;

/// How windows look in a flat of each dimension.
struct Sight {
    /// Sides of windows in which phases are looked for, and the largest shifts.
    windows: &'static [(i64, i64)],
    /// The side of windows that are compared with phases.
    label: i64,
    /// How many are.
    samples: usize,
    /// The largest entry of shifts of large windows.
    reach: i64,
    /// What is tried for cuts.
    tries: Tries,
    /// The most points that are compared with a phase.
    points: f64,
}

const SIGHTS: [Sight; 4] = [
    Sight {
        windows: &[(20, 10), (40, 20)],
        label: 12,
        samples: 600,
        reach: 100,
        tries: Tries { normal: 20, offset: 40.0 },
        points: 2e5,
    },
    Sight {
        windows: &[(14, 7), (24, 12), (36, 18)],
        label: 6,
        samples: 3000,
        reach: 24,
        tries: Tries { normal: 12, offset: 5.0 },
        points: 2e6,
    },
    Sight {
        windows: &[(10, 5), (14, 7)],
        label: 4,
        samples: 3000,
        reach: 9,
        tries: Tries { normal: 4, offset: 12.0 },
        points: 2e6,
    },
    Sight {
        windows: &[(7, 3), (10, 4)],
        label: 3,
        samples: 2000,
        reach: 4,
        tries: Tries { normal: 2, offset: 12.0 },
        points: 2e6,
    },
];
/// The share of what is seen that layers along a face may take.
const SHARE: f64 = 0.4;
/// Pairs of points between which walls are looked for.
const PAIRS: usize = 1500;
/// The most cuts one behind the other, in one flat.
const DEEPEST: usize = 12;
/// A phase that leaves so many points is not the phase of a region.
const MOST_ODD: usize = 400_000;
/// The most nodes.
const MOST_NODES: usize = 1 << 20;
/// The most phases of a flat.
const MOST_PHASES: usize = 24;

pub(crate) struct Grower<'a> {
    levels: Levels,
    nodes: Vec<Cut>,
    random: u64,
    meter: &'a Meter<'a>,
}

/// The guess from about so many points.
pub(crate) fn guess(core: &Core, points: u64, meter: &Meter) -> Result<Cuts, Failure> {
    let d = core.dimension;
    if d == 0 || d > 5 {
        return Err(Failure::Shape);
    }
    let levels = Levels::new(core, points, meter)?;
    let mut grower = Grower { levels, nodes: Vec::new(), random: 1, meter };
    grower.grow(&Chart::whole(d), &Region::orthant(d), 0, &mut Vec::new())?;
    Ok(Cuts { dimension: d, nodes: grower.nodes })
}

impl Grower<'_> {
    fn push(&mut self, node: Cut) -> Result<u32, Failure> {
        self.nodes.push(node);
        if self.nodes.len() > MOST_NODES { Err(Failure::Budget) } else { Ok(self.nodes.len() as u32 - 1) }
    }

    fn get(&self, chart: &Chart, n: &[i64]) -> Option<bool> {
        let mut x = [0i64; 8];
        let d = chart.origin.len();
        x[..d].copy_from_slice(&chart.origin);
        for (n, b) in n.iter().zip(&chart.basis) {
            x[..d].iter_mut().zip(b).for_each(|(x, b)| *x += n * b);
        }
        self.levels.get(&x[..d])
    }

    fn draw(&mut self) -> f64 {
        self.random = self.random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.random >> 11) as f64 / (1u64 << 53) as f64
    }

    /// The part of a region that the table shows.
    fn seen(&self, chart: &Chart, region: &Region) -> Result<Option<Region>, Failure> {
        let minus: Vec<i64> = self.levels.weight.iter().map(|w| -w).collect();
        region.cut(chart.pull(&minus, self.levels.bound)?)
    }

    /// A node for the points of a region.
    fn grow(&mut self, chart: &Chart, region: &Region, depth: usize, phases: &mut Vec<Phase>) -> Result<u32, Failure> {
        let k = chart.k();
        self.meter.spend(100)?;
        if k == 0 {
            let p = self.levels.get(&chart.origin).ok_or(Failure::Shape)?;
            return self.push(Cut::Leaf { residues: Vec::new(), table: vec![p] });
        }
        if let Some((a, low, high)) = region.bounded() {
            if high - low > 2000 {
                return Err(Failure::Budget);
            }
            let mut layers = Vec::new();
            for v in low..=high {
                layers.push(match region.slice(chart, &a, v)? {
                    Some((chart, region)) => self.grow(&chart, &region, 0, &mut Vec::new())?,
                    None => self.push(Cut::Leaf { residues: Vec::new(), table: vec![false] })?,
                });
            }
            let (function, off) = chart.push(&a);
            return self.push(Cut::Branch { function, low: low + off, below: None, layers, above: None });
        }
        let Some(seen) = self.seen(chart, region)? else { return Err(Failure::Shape) };
        if k == 1 {
            return self.line(chart, region, &seen);
        }
        let sight = &SIGHTS[k.min(5) - 2];
        let corners = seen.corners();
        if let Some(phase) = self.wide(chart, &seen, sight)? {
            let odd = self.odd(chart, &seen, &phase, sight)?;
            if let Some(widths) = self.widths(chart, region, &seen, &odd)? {
                return self.peel(chart, region, &widths, &phase);
            }
        }
        let label = sight.label;
        let mut labelled: Vec<(Vec<i64>, usize)> = Vec::new();
        let mut strange = 0;
        let mut counts: Vec<usize> = vec![0; phases.len()];
        for _ in 0..sight.samples {
            let n = self.sample(&corners);
            let centre: Vec<i64> = n.iter().map(|n| n - label / 2).collect();
            // All of the window lies in the region.
            let room = |row: &Row| {
                at(row, &centre) + row[..k].iter().map(|a| a.min(&0) * i128::from(label)).sum::<i128>() >= 0
            };
            if !region.rows.iter().all(room) {
                continue;
            }
            let Some(window) = Window::new(centre, label, |n| self.get(chart, n)) else { continue };
            self.meter.spend(window.inside.len() as u32)?;
            let agrees = |phase: &Phase| {
                let mut at = 0;
                cube(&window.corner, label, |n| {
                    at += 1;
                    phase.contains(n) == window.inside[at - 1]
                })
            };
            let mut found = phases.iter().position(agrees);
            if found.is_none() && phases.len() < MOST_PHASES && strange < sight.samples / 4 {
                strange += 1;
                for &(side, reach) in sight.windows {
                    let centre: Vec<i64> = n.iter().map(|n| n - side / 2).collect();
                    let Some(window) = Window::new(centre, side, |n| self.get(chart, n)) else { break };
                    let (phase, cost) = window.phase(reach);
                    self.meter.spend(cost)?;
                    if let Some(phase) = phase {
                        phases.push(phase);
                        counts.push(0);
                        found = Some(phases.len() - 1);
                        break;
                    }
                }
            }
            if let Some(label) = found {
                counts[label] += 1;
                labelled.push((n, label));
            }
        }
        let most = (0..counts.len()).max_by_key(|&i| counts[i]).filter(|&i| counts[i] > 0);
        let Some(most) = most else { return Err(Failure::Shape) };
        let phase = phases[most].clone();
        let odd = self.odd(chart, &seen, &phase, sight)?;
        if let Some(widths) = self.widths(chart, region, &seen, &odd)? {
            return self.peel(chart, region, &widths, &phase);
        }
        if depth >= DEEPEST {
            return Err(Failure::Budget);
        }
        let edges = self.edges(chart, &labelled, phases, label)?;
        let cut = match edges.is_empty() {
            false => along(region, &edges, &sight.tries, self.meter)?,
            true => along(region, &[deepest(region, &seen, &odd)], &sight.tries, self.meter)?,
        };
        let Some((a, v)) = cut else {
            return Err(Failure::Shape);
        };
        let wide: Row = a.iter().map(|&n| i128::from(n)).collect();
        let over = wide.iter().copied().chain([-i128::from(v)]).collect();
        let under = wide.iter().map(|n| -n).chain([i128::from(v) - 1]).collect();
        let (Some(over), Some(under)) = (region.cut(over)?, region.cut(under)?) else { return Err(Failure::Shape) };
        let below = self.grow(chart, &under, depth + 1, phases)?;
        let above = self.grow(chart, &over, depth + 1, phases)?;
        let (function, off) = chart.push(&a);
        self.push(Cut::Branch { function, low: v + off, below: Some(below), layers: Vec::new(), above: Some(above) })
    }

    /// A point between corners.
    fn sample(&mut self, corners: &[Vec<f64>]) -> Vec<i64> {
        let mut weights: Vec<f64> = corners.iter().map(|_| -self.draw().max(1e-12).ln()).collect();
        let sum: f64 = weights.iter().sum();
        weights.iter_mut().for_each(|w| *w /= sum);
        let k = corners.first().map_or(0, Vec::len);
        (0..k).map(|i| corners.iter().zip(&weights).map(|(c, w)| c[i] * w).sum::<f64>().round() as i64).collect()
    }

    /// Points where a phase ends, on the way from a point with its label to one with another.
    fn edges(
        &mut self,
        chart: &Chart,
        labelled: &[(Vec<i64>, usize)],
        phases: &[Phase],
        side: i64,
    ) -> Result<Vec<Vec<Vec<i64>>>, Failure> {
        let mut edges = vec![Vec::new(); phases.len()];
        if labelled.iter().all(|l| l.1 == labelled[0].1) {
            return Ok(Vec::new());
        }
        let (mut tries, mut count) = (0, 0);
        while count < PAIRS && tries < 20 * PAIRS {
            tries += 1;
            let mut one = || (self.draw() * labelled.len() as f64) as usize % labelled.len();
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

    /// The phase of a large window in the middle of what is seen, if it has one: shifts are tried at some of its points.
    fn wide(&mut self, chart: &Chart, seen: &Region, sight: &Sight) -> Result<Option<Phase>, Failure> {
        let k = chart.k();
        let corners = seen.corners();
        let mut best: Option<(i64, Vec<i64>)> = None;
        for _ in 0..100 {
            let n = self.sample(&corners);
            // How far all corners of a cube around n may lie: a·n + c - r Σ |a_i| >= 0.
            let room = |row: &Row| at(row, &n) / row[..k].iter().map(|a| a.abs()).sum::<i128>().max(1);
            let r = seen.rows.iter().map(room).min().unwrap_or(0) as i64;
            if best.as_ref().is_none_or(|b| r > b.0) {
                best = Some((r, n));
            }
        }
        let Some((r, n)) = best else { return Ok(None) };
        let r = r * 3 / 4;
        let side = 2 * r;
        if side < 6 {
            return Ok(None);
        }
        let corner: Vec<i64> = n.iter().map(|n| n - r).collect();
        let inside = |n: &[i64]| n.iter().zip(&corner).all(|(n, c)| *n >= *c && *n < c + side);
        let mut points = Vec::new();
        for _ in 0..sight.samples {
            let n: Vec<i64> = corner.iter().map(|c| c + (self.draw() * side as f64) as i64).collect();
            let Some(p) = self.get(chart, &n) else { return Ok(None) };
            points.push((n, p));
        }
        let reach = (side / 3).min(sight.reach);
        let mut shifts: Vec<Vec<i64>> = Vec::new();
        cube(&vec![-reach; k], 2 * reach + 1, |u| {
            if u.iter().find(|n| **n != 0).is_some_and(|n| *n > 0) {
                shifts.push(u.to_vec());
            }
            true
        });
        for i in 0..k {
            shifts.extend(
                (reach + 1..=side / 3).map(|m| (0..k).map(|j| if i == j { m } else { 0 }).collect::<Vec<i64>>()),
            );
        }
        shifts.sort_by_key(|u| u.iter().map(|n| n * n).sum::<i64>());
        let mut lattice = Lattice::zero(k);
        for u in shifts {
            if lattice.contains(&u) {
                continue;
            }
            let mut count = 0;
            let same = points.iter().all(|(n, p)| {
                count += 1;
                let to: Vec<i64> = n.iter().zip(&u).map(|(n, u)| n + u).collect();
                !inside(&to) || self.get(chart, &to) == Some(*p)
            });
            self.meter.spend(2 * count)?;
            if same {
                lattice.insert(u);
            }
        }
        let Some(basis) = lattice.basis() else { return Ok(None) };
        let index = Phase::index(&basis);
        let volume = (side as f64).powi(k as i32);
        if index as f64 * 3.0 > volume || index > 1 << 16 {
            return Ok(None);
        }
        let mut phase = Phase { basis, table: vec![false; index as usize] };
        let mut known = vec![0u32; index as usize];
        let step = (volume / 3e5).ceil().max(1.0) as i64;
        let mut left = 0;
        let mut fits = true;
        // All points, or of large windows some, as many for each class.
        cube(&corner, side, |n| {
            left -= 1;
            if left > 0 {
                return true;
            }
            left = 1 + (self.random >> 33) as i64 % (2 * step - 1).max(1);
            self.random = self.random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let (class, p) = (phase.class(n), self.get(chart, n));
            if known[class] == 0 {
                phase.table[class] = p == Some(true);
            }
            known[class] += 1;
            fits = p == Some(phase.table[class]);
            fits
        });
        self.meter.spend((volume.min(3e5)) as u32)?;
        Ok(Some(phase).filter(|_| fits && known.iter().all(|&n| n > 1)))
    }

    /// The points that are seen and that a phase does not explain: all of small weight, and some of the others.
    fn odd(&mut self, chart: &Chart, seen: &Region, phase: &Phase, sight: &Sight) -> Result<Vec<Vec<i64>>, Failure> {
        let k = chart.k();
        let volume: f64 = sides(seen).iter().map(|(l, h)| (h - l + 1) as f64).product();
        let mut odd = Vec::new();
        if volume <= sight.points {
            self.compare(chart, seen, phase, 1.0, &mut odd)?;
            return Ok(odd);
        }
        let least = seen.range(&chart.pull(&self.levels.weight, 0)?).0.unwrap_or(0) as f64;
        let bound = least + (self.levels.bound as f64 - least) * (sight.points / volume).powf(1.0 / k as f64);
        let minus: Vec<i64> = self.levels.weight.iter().map(|w| -w).collect();
        if let Some(near) = seen.cut(chart.pull(&minus, bound as i64)?)? {
            self.compare(chart, &near, phase, 1.0, &mut odd)?;
        }
        if odd.len() < MOST_ODD {
            self.compare(chart, seen, phase, sight.points / volume, &mut odd)?;
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
        odd: &mut Vec<Vec<i64>>,
    ) -> Result<(), Failure> {
        let k = chart.k();
        let sides = sides(seen);
        let mut n: Vec<i64> = sides.iter().map(|s| s.0).collect();
        loop {
            // The last coordinate runs between bounds that the inequalities give.
            let (mut low, mut high) = sides[k - 1];
            n[k - 1] = 0;
            for row in &seen.rows {
                let (rest, a) = (at(row, &n), row[k - 1]);
                match a {
                    0 if rest < 0 => high = low - 1,
                    0 => {}
                    _ if a > 0 => low = low.max(Integer::div_ceil(&-rest, &a) as i64),
                    _ => high = high.min(Integer::div_floor(&rest, &-a) as i64),
                }
            }
            let mut last = low;
            loop {
                if share < 1.0 {
                    last += (-self.draw().max(1e-12).ln() / share) as i64;
                }
                if last > high {
                    break;
                }
                n[k - 1] = last;
                self.meter.spend(1)?;
                if self.get(chart, &n) != Some(phase.contains(&n)) {
                    odd.push(n.clone());
                    if odd.len() == MOST_ODD {
                        return Ok(());
                    }
                }
                last += 1;
            }
            self.meter.spend(1)?;
            let Some(j) = (0..k - 1).rev().find(|&j| n[j] < sides[j].1) else { return Ok(()) };
            n[j] += 1;
            (j + 1..k - 1).for_each(|l| n[l] = sides[l].0);
        }
    }

    /// How many layers along each face hold all odd points; nothing if these reach far, or farther the more is seen.
    fn widths(
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
        let half = (least + i128::from(self.levels.bound)) / 2;
        let near: Vec<Vec<i64>> = odd.iter().filter(|n| at(&weight, n) < half).cloned().collect();
        let minus: Row = weight.iter().enumerate().map(|(i, w)| if i < chart.k() { -w } else { half - w }).collect();
        let Some(part) = seen.cut(minus)? else { return Ok(None) };
        let Ok(some) = widths_within(region, &part, &near, 2.0 * SHARE) else { return Ok(None) };
        let size = |row: &Row| (row[..chart.k()].iter().map(|n| n * n).sum::<i128>() as f64).sqrt();
        let stays = all.iter().zip(&some).all(|((row, a), (_, s))| *a as f64 <= 1.17 * *s as f64 + 3.0 * size(row));
        Ok(stays.then_some(all))
    }

    /// Layers along the faces, and a leaf beyond them.
    fn peel(&mut self, chart: &Chart, region: &Region, widths: &[(Row, i64)], phase: &Phase) -> Result<u32, Failure> {
        let k = chart.k();
        let mut rest = region.clone();
        let mut parts: Vec<(Vec<i64>, i64, Vec<u32>)> = Vec::new();
        for (row, width) in widths.iter().filter(|w| w.1 > 0) {
            let a: Vec<i64> = row[..k].iter().map(|&n| n as i64).collect();
            let low = -(row[k] as i64);
            let mut layers = Vec::new();
            for v in low..low + width {
                layers.push(match rest.slice(chart, &a, v)? {
                    Some((chart, region)) => self.grow(&chart, &region, 0, &mut Vec::new())?,
                    None => self.push(Cut::Leaf { residues: Vec::new(), table: vec![false] })?,
                });
            }
            let beyond = row[..k].iter().copied().chain([row[k] - i128::from(*width)]).collect();
            rest = rest.cut(beyond)?.ok_or(Failure::Shape)?;
            parts.push((a, low, layers));
        }
        let mut node = self.leaf(chart, phase)?;
        for (a, low, layers) in parts.into_iter().rev() {
            let (function, off) = chart.push(&a);
            node = self.push(Cut::Branch { function, low: low + off, below: None, layers, above: Some(node) })?;
        }
        Ok(node)
    }

    /// A phase by residues of functions on Z^d.
    fn leaf(&mut self, chart: &Chart, phase: &Phase) -> Result<u32, Failure> {
        let k = chart.k();
        let big: Vec<Vec<BigInt>> = phase.basis.iter().map(|r| r.iter().map(|&n| n.into()).collect()).collect();
        let form = smith(&big, k, self.meter.handle)?;
        // left · basis · right is diagonal, so n is in the lattice exactly if n · right has entries divisible by the divisors.
        let mut residues = Vec::new();
        let mut columns = Vec::new();
        let mut offs = Vec::new();
        for (j, m) in form.divisors.iter().enumerate() {
            let m = m.to_i64().ok_or(Failure::Budget)?;
            if m > 1 {
                let entry = |i: usize| form.right[i][j].mod_floor(&m.into()).to_i64().ok_or(Failure::Budget);
                let column: Vec<i64> = (0..k).map(entry).collect::<Result<_, _>>()?;
                let mut h = chart.push(&column).0;
                h.iter_mut().for_each(|n| *n = n.rem_euclid(m));
                let off = dot(&h, &chart.origin).rem_euclid(m);
                residues.push((h, m));
                columns.push(column);
                offs.push(off);
            }
        }
        let mut table = vec![false; phase.table.len()];
        cube(&vec![0; k], phase.basis.iter().enumerate().map(|(i, r)| r[i]).max().unwrap_or(1), |n| {
            if n.iter().enumerate().all(|(i, n)| *n < phase.basis[i][i]) {
                let class = residues.iter().zip(&columns).zip(&offs).fold(0, |c, (((_, m), column), off)| {
                    c * *m as usize + (dot(column, n) + off).rem_euclid(*m) as usize
                });
                table[class] = phase.contains(n);
            }
            true
        });
        self.push(Cut::Leaf { residues, table })
    }

    /// Periods along a line without end.
    fn line(&mut self, chart: &Chart, region: &Region, seen: &Region) -> Result<u32, Failure> {
        let (low, high) = seen.range(&[1, 0]);
        let (Some(low), Some(high)) = (low, high) else { return Err(Failure::Shape) };
        let up = region.range(&[1, 0]).1.is_none();
        let values: Vec<bool> = {
            let of = |n: i128| self.get(chart, &[n as i64]).ok_or(Failure::Shape);
            match up {
                true => (low..=high).map(of).collect::<Result<_, _>>()?,
                false => (low..=high).rev().map(of).collect::<Result<_, _>>()?,
            }
        };
        let length = values.len();
        let mut best: Option<(usize, usize, usize)> = None;
        for period in 1..=length / 3 {
            self.meter.spend(1)?;
            let start = (0..length - period).rev().find(|&i| values[i] != values[i + period]).map_or(0, |i| i + 1);
            let cost = start + 3 * period;
            if best.is_none_or(|(c, _, _)| cost < c) {
                best = Some((cost, start, period));
            }
        }
        let Some((_, start, period)) = best.filter(|b| b.0 + 2 <= length) else {
            return Err(Failure::Shape);
        };
        let sign = if up { 1 } else { -1 };
        let first = if up { low } else { high } as i64;
        let mut table = vec![false; period];
        for i in start..start + period {
            table[(first + sign * i as i64).rem_euclid(period as i64) as usize] = values[i];
        }
        let phase = Phase { basis: vec![vec![period as i64]], table };
        let row: Row = vec![i128::from(sign), -i128::from(sign * first)];
        self.peel(chart, region, &[(row, start as i64)], &phase)
    }
}

/// The least box around a bounded region.
fn sides(seen: &Region) -> Vec<(i64, i64)> {
    let corners = seen.corners();
    let side = |i: usize| {
        let of = corners.iter().map(|c| c[i]);
        (of.clone().fold(f64::INFINITY, f64::min).floor() as i64, of.fold(f64::NEG_INFINITY, f64::max).ceil() as i64)
    };
    (0..seen.k).map(side).collect()
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

//! The phase around a point, by shifts that are longer than windows.
//!
//! A lattice of periods may have k − 1 or k − 2 short vectors and no other: of 1,008 classes in four dimensions, say, (2, 2, 0, 0), (0, 1, −4, 1), (0, 0, 0, 6) and (10, −10, −4, 1).
//! In a window the last has little room. But modulo those that are known there are few shifts even of great length, and each class has a short one (by a reduced basis of the known
//! ones and Babai's nearest plane). All are tried on points around the one that is asked for, wherever they lead to in the table.
//! Cost: shifts times the few points that refute one, and the points of a cube once.

use super::grow::Grower;
use super::phase::{Lattice, Phase, Window, short};
use super::region::{Chart, Region, at};
use super::shifts::{MOST_KEPT, long};
use crate::budget::Failure;
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use sprague_lattice_points::linear::lll::lll;
use std::rc::Rc;

/// How many points are tried.
const PATCHES: usize = 60;
/// Half the side of the cube that has to repeat.
const RADIUS: i64 = 6;
/// The same, should that one not show all classes.
const WIDER: i64 = 10;
/// How many of its points are drawn at most, and how many of either kind are kept.
const DRAWN: usize = 12_000;
const KEPT: usize = 300;
/// The least number of either kind. Where one in three hundred is in P four tell enough: another shift would lead all of them to such points only by chance.
const RARE: usize = 4;
/// The largest entry of the shifts that are tried first.
const NEAR: i64 = 7;
/// The largest entry of the long ones, before they are reduced, and about how many there are at most.
const LONG: i64 = 600;
const COUNT: f64 = 60_000.0;

impl Grower<'_> {
    /// A phase of a region between corners none of whose windows shows one.
    pub(super) fn in_patches(
        &mut self,
        chart: &Chart,
        region: &Region,
        corners: &[Vec<f64>],
    ) -> Result<Option<Phase>, Failure> {
        if !self.closely || chart.k() < 3 || chart.origin.len() < 4 {
            return Ok(None);
        }
        let before = self.random.get();
        for _ in 0..PATCHES {
            let n = self.sample(corners);
            if region.rows.iter().all(|row| at(row, &n) >= 0)
                && let Some(phase) = self.patch(chart, &n)?
            {
                return Ok(Some(phase));
            }
        }
        // What is drawn next is then as if nothing had been tried.
        self.random.set(before);
        Ok(None)
    }

    /// The phase of a cube around a point.
    fn patch(&mut self, chart: &Chart, n: &[i64]) -> Result<Option<Phase>, Failure> {
        let k = chart.k();
        let Some(mut points) = self.scattered(chart, n)? else { return Ok(None) };
        let near = std::mem::take(self.short.entry((k, NEAR)).or_insert_with(|| short(k, NEAR)));
        let mut lattice = Lattice::zero(k);
        for u in &near {
            if !lattice.contains(u) && self.leads_on(chart, &mut points, u)? {
                lattice.insert(u.clone());
            }
        }
        self.short.insert((k, NEAR), near);
        let basis = loop {
            if let Some(basis) = lattice.basis() {
                break basis;
            }
            let known = lattice.vectors();
            if known.len() + 2 < k {
                return Ok(None);
            }
            let mut more = None;
            for u in self.longer(k, &known)?.iter() {
                if self.leads_on(chart, &mut points, u)? {
                    more = Some(u.clone());
                    break;
                }
            }
            let Some(u) = more else { return Ok(None) };
            lattice.insert(u);
        };
        // Beside long shifts a small cube does not meet all classes.
        for radius in [RADIUS, WIDER] {
            let corner: Vec<i64> = n.iter().map(|n| n - radius).collect();
            let Some(window) = Window::new(corner, 2 * radius + 1, |n| self.get(chart, n)) else { break };
            let (phase, cost) = window.under(basis.clone());
            self.meter.spend(cost)?;
            if phase.is_some() {
                return Ok(phase);
            }
        }
        Ok(None)
    }

    /// Some points of the cube around one, in no order, and whether they are in P; nothing if some are not known or nearly all are of one kind.
    fn scattered(&self, chart: &Chart, n: &[i64]) -> Result<Option<Vec<(Vec<i64>, bool)>>, Failure> {
        let mut kinds = [Vec::new(), Vec::new()];
        for _ in 0..DRAWN {
            if kinds.iter().all(|kind| kind.len() == KEPT) {
                break;
            }
            self.meter.spend(1)?;
            let near = |n: &i64| n + (self.draw() * (2 * RADIUS + 1) as f64) as i64 - RADIUS;
            let m: Vec<i64> = n.iter().map(near).collect();
            let Some(p) = self.get(chart, &m) else { return Ok(None) };
            let kind = &mut kinds[usize::from(p)];
            if kind.len() < KEPT {
                kind.push((m, p));
            }
        }
        if kinds.iter().any(|kind| kind.len() < RARE) {
            return Ok(None);
        }
        let mut points = kinds.concat();
        self.shuffle(&mut points);
        Ok(Some(points))
    }

    /// Whether a shift or its opposite leads all of some points to points of their kinds.
    pub(super) fn leads_on(&self, chart: &Chart, points: &mut [(Vec<i64>, bool)], u: &[i64]) -> Result<bool, Failure> {
        let mut to = vec![0; u.len()];
        let mut cost = 1;
        let leads = [1, -1].iter().any(|sign| {
            let mut unknown = 0;
            let refutes = points.iter().position(|(n, p)| {
                cost += 1;
                to.iter_mut().zip(n).zip(u).for_each(|((to, n), u)| *to = n + sign * u);
                match self.get(chart, &to) {
                    None if self.thick && self.far.is_some() => {
                        unknown += 1;
                        2 * unknown > points.len()
                    }
                    q => q != Some(*p),
                }
            });
            // A point that refutes one shift refutes others.
            if let Some(i) = refutes {
                points.swap(i, i / 2);
            }
            refutes.is_none()
        });
        self.meter.spend(cost)?;
        Ok(leads)
    }

    /// Long shifts, a short one for each class modulo those that are known, the shortest first.
    pub(super) fn longer(&mut self, k: usize, known: &[Vec<i64>]) -> Result<Rc<Vec<Vec<i64>>>, Failure> {
        if let Some(shifts) = self.shifts.get(known) {
            return Ok(shifts.clone());
        }
        let units: Vec<Vec<i64>> = (0..k).map(|i| (0..k).map(|j| i64::from(i == j)).collect()).collect();
        let mut all = long(&units, known, LONG, COUNT, self.meter)?;
        let reduced = self.reduced(known)?;
        for u in &mut all {
            for (v, across) in reduced.iter().rev() {
                let along = u.iter().zip(across).map(|(&u, s)| u as f64 * s).sum::<f64>();
                let times = (along / across.iter().map(|s| s * s).sum::<f64>()).round() as i64;
                u.iter_mut().zip(v).for_each(|(u, v)| *u -= times * v);
            }
        }
        self.meter.spend((10 * k * all.len()) as u32)?;
        all.retain(|u| u.iter().any(|n| *n != 0));
        all.sort_by_cached_key(|u| u.iter().map(|n| n * n).sum::<i64>());
        if self.shifts.len() >= MOST_KEPT {
            self.shifts.clear();
        }
        let all = Rc::new(all);
        self.shifts.insert(known.to_vec(), all.clone());
        Ok(all)
    }

    /// A reduced basis of the lattice that vectors span, each vector with its part across those before it.
    fn reduced(&self, vectors: &[Vec<i64>]) -> Result<Vec<(Vec<i64>, Vec<f64>)>, Failure> {
        let big = vectors.iter().map(|v| v.iter().map(|&n| BigInt::from(n)).collect()).collect();
        let mut reduced: Vec<(Vec<i64>, Vec<f64>)> = Vec::new();
        for v in lll(big, self.meter.handle)? {
            let v: Option<Vec<i64>> = v.iter().map(ToPrimitive::to_i64).collect();
            let v = v.ok_or(Failure::Budget)?;
            let mut across: Vec<f64> = v.iter().map(|&n| n as f64).collect();
            for (_, s) in &reduced {
                let times =
                    v.iter().zip(s).map(|(&v, s)| v as f64 * s).sum::<f64>() / s.iter().map(|s| s * s).sum::<f64>();
                across.iter_mut().zip(s).for_each(|(a, s)| *a -= times * s);
            }
            reduced.push((v, across));
        }
        Ok(reduced)
    }
}

//! What thick regions show of walls across them.

use super::super::grow::Grower;
use super::super::look::Labelled;
use super::super::odd::volume;
use super::super::phase::{Phase, cube};
use super::super::region::dot;
use super::super::shifts::{MOST_LONG, MOST_SHIFTS, Odd, REACHES, is_independent, long, normal, shifts};
use super::super::walls::deepest;
use super::Slab;
use super::known::{COMPARED, Known};
use crate::budget::Failure;
use num_integer::Integer;
use std::rc::Rc;

/// The most phases, and after how many points without a new one no more are looked for.
const MOST_PHASES: usize = 16;
const FRUITLESS: usize = 40;
/// Pairs of points between which walls are looked for.
const PAIRS: usize = 300;
/// How many points tell where one phase ends.
const SOME: f64 = 2e4;
const MOST: usize = 10_000;
/// At how many points of walls shifts are tried, and how many points around each are looked at and kept.
const TRIES: usize = 12;
const LOOKED: usize = 3000;
const KEPT: usize = 400;

impl Grower<'_> {
    /// Points of a region with the numbers of their phases, and these.
    pub(super) fn thick_labels(&mut self, slab: &Slab) -> Result<(Labelled, Vec<Known>), Failure> {
        let corners = slab.seen.corners();
        let (mut labelled, mut phases): (Labelled, Vec<Known>) = (Vec::new(), Vec::new());
        let mut strange = 0;
        for _ in 0..slab.sight().windows {
            let n = self.sample(&corners);
            if self.within(slab.chart, slab.seen, &n).is_none() {
                continue;
            }
            let mut found = None;
            for (i, phase) in phases.iter_mut().enumerate() {
                if self.shows(slab, &n, phase)? {
                    found = Some(i);
                    break;
                }
            }
            if found.is_none() && phases.len() < MOST_PHASES && strange < FRUITLESS {
                strange += 1;
                if let Some(phase) = self.thick_phase(slab, &n)? {
                    phases.push(phase);
                    found = Some(phases.len() - 1);
                    strange = 0;
                }
            }
            labelled.extend(found.map(|i| (n, i)));
        }
        Ok((labelled, phases))
    }

    /// For each phase points where it ends, on the way from a point with its label to one with another.
    pub(super) fn thick_edges(
        &self,
        slab: &Slab,
        labelled: &Labelled,
        phases: &[Known],
    ) -> Result<Vec<Vec<Vec<i64>>>, Failure> {
        let Some(label) = labelled.first().map(|l| l.1) else { return Ok(Vec::new()) };
        if labelled.iter().any(|l| l.1 != label) {
            return self.ends(labelled, phases.len(), PAIRS, |middle, label| {
                let odd = self.wrong_around(slab, middle, slab.sight().half, COMPARED, &phases[label])?;
                Ok(odd.into_iter().map(|o| o.0).collect())
            });
        }
        // One phase, but not everywhere.
        let mut odd = Vec::new();
        self.points(slab.chart, slab.seen, (SOME / volume(slab.seen)).min(1.0), |n, p| {
            if p.is_some() && p != phases[label].says(n) {
                odd.push(n.to_vec());
            }
            odd.len() < MOST
        })?;
        let mut edges = vec![Vec::new(); phases.len()];
        edges[label] = deepest(&slab.faces(slab.seen), slab.seen, &odd);
        Ok(edges)
    }

    /// Normals of walls: of cuts that were made elsewhere, as they go through this region, and those that shifts along the walls show, aslant in the fibre.
    pub(super) fn thick_normals(
        &mut self,
        slab: &Slab,
        edges: &[Vec<Vec<i64>>],
        phases: &[Known],
    ) -> Result<Vec<Vec<i64>>, Failure> {
        let points: Vec<(usize, &Vec<i64>)> =
            edges.iter().enumerate().flat_map(|(i, e)| e.iter().map(move |n| (i, n))).collect();
        let mut flat: Vec<Vec<i64>> = Vec::new();
        for _ in 0..TRIES.min(points.len()) {
            let (kind, n) = points[(self.draw() * points.len() as f64) as usize % points.len()];
            flat.extend(self.normal_at(slab, n, &phases[kind])?.filter(|a| !flat.contains(a)));
        }
        let mut all: Vec<Vec<i64>> = Vec::new();
        for h in &self.met.normals {
            let a: Vec<i64> = slab.chart.basis.iter().map(|b| dot(h, b)).collect();
            let g = a.iter().fold(0, |g, n| n.gcd(&g)).max(1);
            let a: Vec<i64> = a.iter().map(|n| n / g).collect();
            if a[slab.fibre..].iter().any(|n| *n != 0) && !all.contains(&a) {
                all.push(a);
            }
        }
        for a in &flat {
            let largest = a.iter().map(|n| n.abs()).max().unwrap_or(1);
            let most = if slab.fibre == 1 { (3 * largest + 4).min(100) } else { (largest + 2).min(8) };
            cube(&vec![-most; slab.fibre], 2 * most + 1, |b| {
                all.push([b, &a[..]].concat());
                true
            });
        }
        Ok(all)
    }

    /// The normal of the wall at a point, along the coordinates without end.
    fn normal_at(&mut self, slab: &Slab, n: &[i64], known: &Known) -> Result<Option<Vec<i64>>, Failure> {
        let reach = &REACHES[slab.free - 2];
        let mut odd: Odd = self.wrong_around(slab, n, reach.radius, LOOKED, known)?;
        let far = |m: &[i64]| m.iter().zip(n).skip(slab.fibre).map(|(a, b)| (a - b) * (a - b)).sum::<i64>();
        odd.sort_by_key(|(m, _)| far(m));
        odd.truncate(KEPT);
        let basis = known.lattice(slab);
        let list = match self.shifts.get(&basis) {
            Some(list) => list.clone(),
            None => {
                self.meter.spend((2 * reach.shift as u32 + 1).pow(slab.free as u32) / 4)?;
                let lattice = Phase { basis: basis.clone(), table: Vec::new() };
                let list = Rc::new(shifts(&lattice, slab.free, reach.shift));
                self.shifts.insert(basis.clone(), list.clone());
                list
            }
        };
        let mut found: Vec<Vec<i64>> = Vec::new();
        let changes = |odd: &mut Odd, u: &[i64]| self.changes_nothing(slab.chart, slab.region, odd, &slab.along(u));
        for u in list.iter() {
            if found.len() + 1 == slab.free {
                break;
            }
            if is_independent(&found, u) && changes(&mut odd, u)? {
                found.push(u.clone());
            }
        }
        if found.len() + 2 == slab.free && !found.is_empty() {
            let mut list = long(&basis, &found, reach.long, MOST_LONG, self.meter)?;
            list.truncate(MOST_SHIFTS);
            for u in list {
                if is_independent(&found, &u) && changes(&mut odd, &u)? {
                    found.push(u);
                    break;
                }
            }
        }
        Ok(if found.len() + 1 == slab.free { normal(&found) } else { None })
    }
}

//! Whether one lattice explains a thick region but for what lies along its faces.

use super::super::far::{MOST_REPEATS, Repeat, firsts};
use super::super::grow::{Grower, Widths};
use super::super::odd::volume;
use super::super::open::Open;
use super::super::phase::{Lattice, Phase};
use super::super::region::{Chart, Region, Row, at};
use super::super::repeats::{INNER, inner};
use super::Slab;
use super::known::Known;
use crate::budget::Failure;
use num_integer::Integer;

/// How many points are drawn for shifts, and for a lattice that is to be compared in full.
const SAMPLES: usize = 1500;
const FEWER: usize = 400;
/// So many of them the shift has to leave in the region at least, and so many of the rare kind: among some ten thousand shifts one that is none would soon meet twenty points by chance.
const MET: usize = 60;
const RARE: usize = 12;
/// How many points show the classes of a phase.
const ANCHORS: usize = 24;
/// How many points are compared with a phase, at first and in all, and around one that was wrong before.
const FIRST: f64 = 2e4;
const POINTS: f64 = 1e6;
const BESIDE: usize = 4000;
/// How many points show where a vector by which a region repeats comes in, and how many more than that are looked at.
const ROWS: f64 = 3e5;
const COMES_IN: i64 = 12;
/// How many vectors by which a region repeats are found at most.
const INWARDS: usize = 12;
/// The share of what is seen that layers along a face may take.
const SHARE: f64 = 0.4;

/// The value of a row on a vector.
fn value(row: &Row, v: &[i64]) -> i128 {
    row.iter().zip(v).map(|(a, n)| a * i128::from(*n)).sum()
}

impl Grower<'_> {
    /// The lattices under which the inner parts of what is seen repeat.
    pub(super) fn thick_wide(&mut self, slab: &Slab) -> Result<Vec<Vec<Vec<i64>>>, Failure> {
        let faces = slab.faces(slab.region);
        let mut found = Vec::new();
        for share in INNER {
            let Some(inner) = inner(&faces, slab.seen, share)? else { continue };
            let points = self.drawn_in(slab, &inner, SAMPLES);
            let mut lattice = Lattice::zero(slab.free);
            for u in &self.short_along(slab) {
                if !lattice.contains(u) && self.surely_repeats(slab, &inner, &points, u)? {
                    lattice.insert(u.clone());
                }
            }
            let vectors = lattice.vectors();
            if slab.free > 1 && vectors.len() + 1 == slab.free {
                for u in self.longer(slab.free, &vectors)?.iter() {
                    if self.surely_repeats(slab, &inner, &points, u)? {
                        lattice.insert(u.clone());
                        break;
                    }
                }
            }
            found.extend(lattice.basis().filter(|basis| !found.contains(basis)));
        }
        Ok(found)
    }

    /// The phase under a lattice, and how many layers along the faces it does not explain, if it explains the rest.
    pub(super) fn thick_explains(
        &mut self,
        slab: &Slab,
        lattice: &[Vec<i64>],
    ) -> Result<Option<(Widths, Phase)>, Failure> {
        let faces = slab.faces(slab.region);
        for share in INNER {
            let Some(inner) = inner(&faces, slab.seen, share)? else { continue };
            let points = self.drawn_in(slab, &inner, FEWER);
            let mut repeats = !points.is_empty();
            for u in lattice {
                repeats = repeats && self.met(slab, &inner, &points, u)?.is_some();
            }
            if !repeats {
                continue;
            }
            let anchors: Vec<&[i64]> = points.iter().take(ANCHORS).map(|p| &p.0[..]).collect();
            let Some(known) = self.filled(slab, lattice, &anchors)? else { return Ok(None) };
            if let Some(odd) = self.thick_odd(slab, &faces, &known)?
                && let Some(widths) = self.widths(slab.chart, &faces, slab.seen, &odd)?
            {
                return Ok(Some((widths, known.phase)));
            }
        }
        Ok(None)
    }

    /// The points that are seen and that a phase does not explain: all of small weight, and some of the others; nothing if one lies far from all faces.
    fn thick_odd(&mut self, slab: &Slab, faces: &Region, known: &Known) -> Result<Option<Vec<Vec<i64>>>, Failure> {
        let (chart, seen, k) = (slab.chart, slab.seen, slab.fibre + slab.free);
        let reach = |row: &Row| (seen.range(row).1.unwrap_or(0).max(0) as f64 * SHARE) as i128;
        let far: Vec<i128> = faces.rows.iter().map(reach).collect();
        let deep = |n: &[i64]| faces.rows.iter().zip(&far).all(|(row, far)| at(row, n) > *far);
        let (all, most) = (volume(seen), self.most_odd());
        let least = seen.range(&chart.pull(&self.levels.weight, 0)?).0.unwrap_or(0) as f64;
        let bound = least + (self.bound(chart) as f64 - least) * (POINTS / all).powf(1.0 / k as f64);
        let minus: Vec<i64> = self.levels.weight.iter().map(|w| -w).collect();
        let near = if all > POINTS { seen.cut(chart.pull(&minus, bound as i64)?)? } else { None };
        let mut odd: Vec<Vec<i64>> = Vec::new();
        for (part, share) in [(Some(seen), FIRST / all), (near.as_ref(), 1.0), (Some(seen), POINTS / all)] {
            let Some(part) = part else { continue };
            let mut is_deep = false;
            self.points(chart, part, share.min(1.0), |n, p| {
                if p.is_some() && p != known.says(n) {
                    odd.push(n.to_vec());
                    is_deep = deep(n);
                }
                !is_deep && odd.len() < most
            })?;
            if is_deep {
                return Ok(None);
            }
        }
        for x in &self.wrong {
            self.meter.spend(20)?;
            if let Some(n) = self.located(slab, x)
                && self.within(chart, seen, &n).is_some_and(|p| Some(p) != known.says(&n))
            {
                let beside = self.spot(slab, &n, slab.sight().half, BESIDE);
                self.meter.spend(BESIDE as u32)?;
                odd.extend(beside.into_iter().filter(|(m, p)| Some(*p) != known.says(m)).map(|b| b.0));
                odd.push(n);
            }
        }
        Ok(Some(odd))
    }

    /// A region that stays open, in coordinates of which the last ones lead along vectors by which it repeats but for what lies where these come in, if there are some.
    pub(in super::super) fn repeated(&mut self, open: Open) -> Result<Open, Failure> {
        let (rank, d) = (open.region.rank(), open.chart.origin.len());
        if rank < 2 || open.chart.k() < d {
            return Ok(open);
        }
        let (chart, region) = match self.adapted(&open.chart, &open.region) {
            Err(Failure::Stop(stop)) => return Err(Failure::Stop(stop)),
            Err(_) => return Ok(open),
            Ok(adapted) => adapted,
        };
        let Some(seen) = &self.seen(&chart, &region)? else { return Ok(open) };
        let slab = Slab { chart: &chart, region: &region, seen, fibre: d - rank, free: rank };
        for share in INNER {
            let Some(inner) = inner(&slab.faces(&region), seen, share)? else { continue };
            let found = self.inwards(&slab, &inner)?;
            let pairs = (0..found.len()).flat_map(|i| (0..i).map(move |j| vec![i, j])).filter(|_| rank > MOST_REPEATS);
            for some in pairs.chain((0..found.len()).map(|i| vec![i])) {
                let crosses = |row: &Row| some.iter().filter(|i| value(row, &slab.along(&found[**i])) != 0).count() > 1;
                if region.rows.iter().any(crosses) {
                    continue;
                }
                let vectors: Vec<Vec<i64>> = some.iter().map(|i| found[*i].clone()).collect();
                let (chart, region) = match self.leading(&chart, &region, slab.fibre, &vectors) {
                    Err(Failure::Stop(stop)) => return Err(Failure::Stop(stop)),
                    Err(_) => continue,
                    Ok(leading) => leading,
                };
                let periods: Vec<i64> = vectors.iter().map(|u| u.iter().fold(0, |g, n| n.gcd(&g))).collect();
                if let Some(repeat) = self.comes_in(&chart, &region, &periods)? {
                    return Ok(Open { chart, region, repeat, ..open });
                }
            }
        }
        Ok(open)
    }

    /// Short vectors that lead out of a region nowhere and change nothing in its inner part.
    fn inwards(&mut self, slab: &Slab, inner: &Region) -> Result<Vec<Vec<i64>>, Failure> {
        let points = self.drawn_in(slab, inner, SAMPLES);
        let mut found = Vec::new();
        for mut u in self.short_along(slab) {
            let v = slab.along(&u);
            let values: Vec<i128> = slab.region.rows.iter().map(|row| value(row, &v)).collect();
            if values.iter().all(|n| *n <= 0) {
                u.iter_mut().for_each(|n| *n = -*n);
            } else if values.iter().any(|n| *n < 0) {
                continue;
            }
            if self.surely_repeats(slab, inner, &points, &u)? {
                found.push(u);
                if found.len() == INWARDS {
                    break;
                }
            }
        }
        Ok(found)
    }

    /// For each of the last coordinates, along which a region repeats by so much, how many points from the first one on hold all that does not, and more; nothing if these are many.
    fn comes_in(&mut self, chart: &Chart, region: &Region, periods: &[i64]) -> Result<Option<Vec<Repeat>>, Failure> {
        let Some(seen) = &self.seen(chart, region)? else { return Ok(None) };
        let outer = chart.k() - periods.len();
        let mut offs = vec![(0, 0); periods.len()];
        self.points(chart, seen, (ROWS / volume(seen)).min(1.0), |n, p| {
            let Some(first) = firsts(region, &n[..outer], periods.len()) else { return true };
            for (j, (odd, most)) in offs.iter_mut().enumerate() {
                let mut to = n.to_vec();
                to[outer + j] += periods[j];
                let off = n[outer + j] - first[j];
                *most = off.max(*most);
                if p.is_some_and(|p| self.within(chart, seen, &to).is_some_and(|q| p != q)) {
                    *odd = (off + 1).max(*odd);
                }
            }
            true
        })?;
        let few = offs.iter().all(|(odd, most)| *odd as f64 <= SHARE * *most as f64);
        let repeat = |((odd, _), period): (&(i64, i64), &i64)| Repeat {
            window: odd + odd / 4 + 2 * period + COMES_IN,
            period: *period,
        };
        Ok(few.then(|| offs.iter().zip(periods).map(repeat).collect()))
    }

    /// Some points of a bounded part of a region.
    fn drawn_in(&self, slab: &Slab, part: &Region, count: usize) -> Vec<(Vec<i64>, bool)> {
        let corners = part.corners();
        let drawn = (0..count).map(|_| self.sample(&corners));
        drawn.filter_map(|n| self.within(slab.chart, part, &n).map(|p| (n, p))).collect()
    }

    /// How many points, and how many of P, a shift leaves in a bounded part of a region; nothing if it changes one.
    fn met(
        &self,
        slab: &Slab,
        part: &Region,
        points: &[(Vec<i64>, bool)],
        u: &[i64],
    ) -> Result<Option<(usize, usize)>, Failure> {
        let (u, mut to) = (slab.along(u), vec![0; slab.fibre + slab.free]);
        let (mut count, mut met, mut inside) = (1, 0, 0);
        let same = points.iter().all(|(n, p)| {
            count += 1;
            to.iter_mut().zip(n).zip(&u).for_each(|((to, n), u)| *to = n + u);
            if !part.rows.iter().all(|row| at(row, &to) >= 0) {
                return true;
            }
            let Some(q) = self.get(slab.chart, &to) else { return self.far.is_some() };
            met += 1;
            inside += usize::from(*p);
            q == *p
        });
        self.meter.spend(2 * count)?;
        Ok(same.then_some((met, inside)))
    }

    /// Whether a shift changes none of some points, and meets enough of them.
    fn surely_repeats(
        &self,
        slab: &Slab,
        part: &Region,
        points: &[(Vec<i64>, bool)],
        u: &[i64],
    ) -> Result<bool, Failure> {
        let Some((met, inside)) = self.met(slab, part, points, u)? else { return Ok(false) };
        let all = points.iter().filter(|p| p.1).count();
        let rare = all.min(points.len() - all);
        let enough = met >= MET.min(points.len() / 5).max(8);
        Ok(enough && (rare == 0 || inside.min(met - inside) >= RARE.min((rare / 3).max(2))))
    }
}

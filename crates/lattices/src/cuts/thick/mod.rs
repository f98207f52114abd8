//! What surrounds a face of a region, as one region of its own, however thick.
//!
//! The layers beside a wall that divides d dimensions repeat by the same d − 1 shifts, and end at the same other walls; grown one by one they are hundreds of flats, with hundreds of flats in each. So a region that is
//! bounded in some directions is taken as it is ([`Slab`]): the first coordinates of its chart tell these directions, the *fibre*, and along the last ones it has no end. A lattice
//! of the latter and a table for every point of the fibre make its phase, as a leaf that asks for the residues of the fibre modulo its sides, which tell its points apart. What lies along the faces are regions with a thicker
//! fibre again: slabs along walls, tubes where two of them meet, columns where three do, and in the end finitely many points.
//! So a tree has a node for each part of the picture, tens where layers make tens of thousands. A guess: [`super::prove`] decides, and for it layers are flats again.
//! Cost: for each region the points of its fibre times the classes of its lattice, and samples.

mod explain;
mod fibre;
mod known;
mod shown;

use super::grow::Grower;
use super::hints::first;
use super::phase::Phase;
use super::region::{Chart, Region, Row};
use super::walls::{MOST_OF, Tries, along};
use super::{Cut, FARTHEST};
use crate::budget::Failure;
use fibre::sides;
use num_bigint::BigInt;
use num_traits::{ToPrimitive, Zero};
use sprague_lattice_points::linear::hermite::hermite;

/// What is looked for along so many coordinates without end.
struct Sight {
    /// The largest entry of short shifts.
    short: i64,
    /// How far around a point it is compared with a phase.
    half: i64,
    /// How far around a point shifts have to change nothing.
    radius: i64,
    /// How many points are compared with phases.
    windows: usize,
}

/// Along one to four coordinates.
const SIGHTS: [Sight; 4] = [
    Sight { short: 600, half: 12, radius: 40, windows: 100 },
    Sight { short: 40, half: 6, radius: 16, windows: 400 },
    Sight { short: 9, half: 3, radius: 7, windows: 1200 },
    Sight { short: 5, half: 2, radius: 5, windows: 1200 },
];
/// The most points of a box around a fibre; of larger ones the halves are regions.
const MOST_FIBRE: f64 = 1e6;
/// The most cuts one behind the other.
const DEEPEST: usize = 10;
/// Entries of lattices above this are not looked at.
const FAR: i64 = 1 << 24;
/// How many lattices and normals are kept.
const LATTICES: usize = 16;
const NORMALS: usize = 60;

/// A region with an end in some directions, in coordinates that tell these first.
struct Slab<'a> {
    chart: &'a Chart,
    region: &'a Region,
    /// The part that the table shows.
    seen: &'a Region,
    /// How many coordinates the fibre has.
    fibre: usize,
    /// Along how many it has no end: the last ones.
    free: usize,
}

impl Slab<'_> {
    fn sight(&self) -> &'static Sight {
        &SIGHTS[self.free.clamp(1, 4) - 1]
    }

    /// A vector along the last coordinates.
    fn along(&self, u: &[i64]) -> Vec<i64> {
        let mut v = vec![0; self.fibre];
        v.extend(u);
        v
    }

    /// A region with those faces only that lead along the coordinates without end.
    fn faces(&self, region: &Region) -> Region {
        region.with_faces(|row| row[self.fibre..self.fibre + self.free].iter().any(|n| *n != 0))
    }
}

/// What was met in thick regions, the last first: it is tried first in others.
#[derive(Default)]
pub(super) struct Met {
    /// Bases of lattices.
    lattices: Vec<Vec<Vec<i64>>>,
    /// Normals of cuts.
    normals: Vec<Vec<i64>>,
}

impl Grower<'_> {
    /// A node for a region that has an end in some directions.
    pub(super) fn grow_thick(&mut self, chart: &Chart, region: &Region, depth: usize) -> Result<u32, Failure> {
        let (chart, region) = &self.adapted(chart, region)?;
        let free = region.rank();
        let fibre = chart.k() - free;
        self.meter.spend(1000)?;
        self.meter.handle.progress("cuts and residues: nodes", self.nodes.len() as u64, None);
        if free == 0
            && region.range(&chart.pull(&self.levels.weight, 0)?).1.is_none_or(|most| most > self.bound(chart).into())
        {
            return Err(Failure::Shape);
        }
        let box_of = region.bounded_sides(fibre)?;
        if box_of.iter().map(|(low, high)| (high - low + 1) as f64).product::<f64>() > MOST_FIBRE {
            let longest = (0..fibre).max_by_key(|&j| box_of[j].1 - box_of[j].0).ok_or(Failure::Shape)?;
            return self.halves(chart, region, longest, (box_of[longest].0 + box_of[longest].1) / 2, depth);
        }
        if free == 0 {
            return self.finite(chart, region);
        }
        let Some(seen) = &self.seen(chart, region)? else { return Err(Failure::Shape) };
        let slab = Slab { chart, region, seen, fibre, free };
        for basis in self.lattices_on(&slab)? {
            if let Some((widths, phase)) = self.thick_explains(&slab, &basis)? {
                return self.peel_thick(chart, free, region, &widths, &phase);
            }
        }
        for basis in self.thick_wide(&slab)? {
            if let Some((widths, phase)) = self.thick_explains(&slab, &basis)? {
                return self.peel_thick(chart, free, region, &widths, &phase);
            }
        }
        // A line has no walls.
        if free == 1 || depth >= DEEPEST {
            return Err(Failure::Shape);
        }
        self.cut_thick(&slab, depth)
    }

    /// A node for a region in which more than one lattice is seen: cut where they meet.
    fn cut_thick(&mut self, slab: &Slab, depth: usize) -> Result<u32, Failure> {
        let (chart, region) = (slab.chart, slab.region);
        let (labelled, phases) = self.thick_labels(slab)?;
        let count = |i: usize| labelled.iter().filter(|l| l.1 == i).count();
        let most = (0..phases.len()).max_by_key(|&i| count(i)).ok_or(Failure::Shape)?;
        let basis = phases[most].lattice(slab);
        if let Some((widths, phase)) = self.thick_explains(slab, &basis)? {
            return self.peel_thick(chart, slab.free, region, &widths, &phase);
        }
        let edges = self.thick_edges(slab, &labelled, &phases)?;
        let shown = self.thick_normals(slab, &edges, &phases)?;
        let tries = Tries { normal: 0, offset: 0.0 };
        let mut cut = along(region, &edges, Some(shown.clone()), MOST_OF, &tries, true, self.meter)?;
        if cut.is_none() {
            if !self.strict
                && let Some((widths, phase)) = self.leniently(|grower| grower.thick_explains(slab, &basis))?
            {
                return self.peel_thick(chart, slab.free, region, &widths, &phase);
            }
            cut = along(region, &edges, Some(shown), MOST_OF, &tries, false, self.meter)?;
        }
        let (a, v) = cut.ok_or(Failure::Shape)?;
        self.keep_cut(chart, &a);
        self.halved(chart, region, a, v, depth)
    }

    /// A node with the two sides of a cut.
    fn halved(&mut self, chart: &Chart, region: &Region, a: Vec<i64>, v: i64, depth: usize) -> Result<u32, Failure> {
        let wide: Row = a.iter().map(|&n| i128::from(n)).collect();
        let over = wide.iter().copied().chain([-i128::from(v)]).collect();
        let under = wide.iter().map(|n| -n).chain([i128::from(v) - 1]).collect();
        let mut side = |row: Row| -> Result<Option<u32>, Failure> {
            let part = region.cut(row)?;
            part.map(|part| self.part(chart, &part, depth + 1, &mut Vec::new())).transpose()
        };
        let (below, above) = (side(under)?, side(over)?);
        let (function, off) = chart.push(&a);
        self.push(Cut::Branch { function, low: v + off, below, layers: Vec::new(), above })
    }

    /// A node with the two halves of a fibre.
    fn halves(&mut self, chart: &Chart, region: &Region, j: usize, v: i64, depth: usize) -> Result<u32, Failure> {
        self.halved(chart, region, (0..chart.k()).map(|i| i64::from(i == j)).collect(), v, depth.saturating_sub(1))
    }

    /// Regions along the faces, and a leaf beyond them; along so many coordinates there is no end.
    pub(super) fn peel_thick(
        &mut self,
        chart: &Chart,
        free: usize,
        region: &Region,
        widths: &[(Row, i64)],
        phase: &Phase,
    ) -> Result<u32, Failure> {
        let k = chart.k();
        let vector = |n: &Vec<i64>| (0..k).map(|l| n.iter().zip(&chart.basis).map(|(n, b)| n * b[l]).sum()).collect();
        let lattice = phase.basis[k - free..].iter().map(vector).collect();
        first(&mut self.met.lattices, lattice, LATTICES);
        let mut rest = region.clone();
        let mut parts: Vec<(Vec<i64>, i64, u32)> = Vec::new();
        for (row, width) in widths.iter().filter(|w| w.1 > 0) {
            let a: Vec<i64> = row[..k].iter().map(|&n| n as i64).collect();
            let width = i128::from(*width);
            let beside = row[..k].iter().map(|n| -n).chain([width - 1 - row[k]]).collect();
            if let Some(part) = rest.cut(beside)? {
                let node = self.part(chart, &part, 0, &mut Vec::new())?;
                parts.push((a, (width - row[k]) as i64, node));
            }
            let beyond = row[..k].iter().copied().chain([row[k] - width]).collect();
            rest = rest.cut(beyond)?.ok_or(Failure::Shape)?;
        }
        let mut node = self.leaf(chart, phase)?;
        for (a, low, below) in parts.into_iter().rev() {
            let (function, off) = chart.push(&a);
            if low.abs() > FARTHEST {
                return Err(Failure::Budget);
            }
            let (below, above) = (Some(below), Some(node));
            node = self.push(Cut::Branch { function, low: low + off, below, layers: Vec::new(), above })?;
        }
        Ok(node)
    }

    /// A leaf for finitely many points.
    fn finite(&mut self, chart: &Chart, region: &Region) -> Result<u32, Failure> {
        let basis = sides(&region.bounded_sides(chart.k())?);
        let count = Phase::index(&basis) as usize;
        self.meter.handle.reserve(count)?;
        self.meter.spend(count as u32)?;
        let mut phase = Phase { basis, table: vec![false; count] };
        let mut inside = Vec::new();
        let mut known = true;
        self.points(chart, region, 1.0, |n, p| {
            known = p.is_some();
            if p == Some(true) {
                inside.push(phase.class(n));
            }
            known
        })?;
        if !known {
            return Err(Failure::Shape);
        }
        inside.into_iter().for_each(|class| phase.table[class] = true);
        self.leaf(chart, &phase)
    }

    /// Keeps the normal of a cut.
    pub(super) fn keep_cut(&mut self, chart: &Chart, a: &[i64]) {
        first(&mut self.met.normals, chart.push(a).0, NORMALS);
    }

    /// The lattices that were met, as far as they lead along a region.
    fn lattices_on(&self, slab: &Slab) -> Result<Vec<Vec<Vec<i64>>>, Failure> {
        let k = slab.fibre + slab.free;
        let inner = |v: &Vec<i64>| -> Vec<BigInt> {
            let entry = |row: &Vec<i64>| row.iter().zip(v).map(|(r, n)| BigInt::from(*r) * n).sum();
            slab.chart.inverse.iter().map(entry).collect()
        };
        let mut all = Vec::new();
        for met in &self.met.lattices {
            let form = hermite(&met.iter().map(inner).collect::<Vec<_>>(), k, self.meter.handle)?;
            // Vectors of an echelon form without entries in the fibre span what has none there.
            let along = form.form[..form.pivots.len()].iter().filter(|v| v[..slab.fibre].iter().all(BigInt::is_zero));
            let small =
                |v: &Vec<BigInt>| v[slab.fibre..].iter().map(|n| n.to_i64().filter(|n| n.abs() < FAR)).collect();
            let basis: Option<Vec<Vec<i64>>> = along.map(small).collect();
            all.extend(basis.filter(|basis| basis.len() == slab.free && !all.contains(basis)));
        }
        Ok(all)
    }

    /// Asks less of layers along faces than that as many are needed where less is seen.
    pub(super) fn leniently<T>(&mut self, look: impl FnOnce(&mut Self) -> T) -> T {
        self.lenient = true;
        let found = look(self);
        self.lenient = false;
        found
    }
}

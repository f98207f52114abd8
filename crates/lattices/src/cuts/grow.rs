//! Guesses the tree of cuts of the P-positions from a table of those with small weight.
//!
//! In a region of a flat whose directions without end span it, most windows show a lattice of periods and what repeats under it, a *phase*. If one phase explains all that is seen but
//! layers along the faces of the region, these become layers of cuts, each a flat of one dimension less, and the rest a leaf. Otherwise a cut is looked for: one that best
//! separates windows of different phases, or along which the points lie that the phase does not explain. Both sides are regions again. On lines periods are seen directly.
//! What repeats in a region is tried in its parts and layers, too, of which too little may be seen to find it again.
//!
//! Most regions are seen by samples, which miss what is thin. So where the search looks closely the tree is grown again as long as its proof fails at points of the table, and with these in sight. What is not
//! understood stays open meanwhile, and is looked at in the end with positions from far beyond the table (`open`, `far`).
//!
//! A guess: [`super::prove`] decides.

use super::far::Far;
use super::hints::Hints;
use super::levels::Levels;
use super::look::{HINTED, SIGHTS};
use super::open::Open;
use super::phase::Phase;
use super::prove::Layers;
use super::region::{Chart, Region, Row, dot};
use super::thick::Met;
use super::walls::{MOST_OF, MOST_OF_HINTED, along, deepest};
use super::{Cut, Cuts, FARTHEST, LARGEST};
use crate::budget::{Failure, Meter};
use crate::game::Core;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::ToPrimitive;
use rustc_hash::FxHashMap;
use sprague_lattice_points::linear::smith::smith;
use std::cell::Cell;
use std::rc::Rc;

/// The most coordinates of a board on which trees are guessed.
pub(crate) const MOST_GUESSED: usize = 5;
/// The most cuts one behind the other, in one flat.
const DEEPEST: usize = 12;
/// So many points of a line that are as a period says are enough, however long it is.
const AGREE: usize = 16;
/// Coordinates of a flat within a flat above this are not looked at: times the index of a phase twice they fit a word.
const FAR: i64 = 1 << 24;
/// About how many points of a wall that cuts all dimensions are kept.
const EDGES: usize = 100;
/// How often a tree is grown again.
const REGROWN: usize = 12;
/// How many points show whether there is a vector along which nothing changes.
const SHOWS_FOLD: u64 = 180_000_000;
/// The most phases of a flat that are tried on a flat within it, if the table is folded.
const MOST_KEPT: usize = 12;
/// The most nodes.
const MOST_NODES: usize = 1 << 20;

/// For each face of a region how many layers along it are looked at one by one.
pub(super) type Widths = Vec<(Row, i64)>;

/// How a tree is looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Manner {
    /// Layer by layer; what is not seen ends it.
    Layers,
    /// The same, but regions may stay open, and the tree is mended.
    Closely,
    /// The same in a table that is folded along a vector; without one nothing is looked at.
    Folded,
    /// With regions as thick as what surrounds walls.
    Thick,
}

/// What a region shows.
enum Look {
    /// One phase, but for layers along the faces.
    Layers(Widths, Phase),
    /// A normal and a value where to cut it.
    Cut(Vec<i64>, i64),
}

pub(super) struct Grower<'a> {
    pub(super) levels: Levels,
    /// Whether the search looks closely: regions may stay open until they are looked at far beyond the table, the tree is mended where its proof fails, and
    /// walls that repeat in long steps only are looked for, and looked at where they are. Else what is not seen ends it.
    pub(super) closely: bool,
    /// The first two are the constant leaves. Children may come after their parents while the tree grows.
    pub(super) nodes: Vec<Cut>,
    /// The root, as soon as there is one.
    pub(super) root: u32,
    /// Regions of which too little is seen.
    pub(super) open: Vec<Open>,
    /// What is known beyond the table, of those that were open before.
    pub(super) far: Option<Far>,
    /// Of these the one in which the tree grows.
    pub(super) here: Option<usize>,
    /// Whether all flats are looked at in full.
    pub(super) dense: bool,
    /// Points of the table that a tree before had wrong.
    pub(super) wrong: Vec<Vec<i64>>,
    /// Some points of walls that cut all dimensions.
    pub(super) edges: Vec<Vec<i64>>,
    pub(super) random: Cell<u64>,
    /// The shortest vectors of lattices of phases.
    pub(super) shifts: FxHashMap<Vec<Vec<i64>>, Rc<Vec<Vec<i64>>>>,
    /// Whether what surrounds a face is one region, however thick.
    pub(super) thick: bool,
    pub(super) met: Met,
    /// Which layers of regions are looked at where the tree is judged.
    pub(super) layers: Layers,
    /// With how much work left no more parts are looked at.
    pub(super) until: u64,
    /// Whether layers along faces may be more where more is seen.
    pub(super) lenient: bool,
    /// Whether they never may.
    pub(super) strict: bool,
    /// What was found in flats parallel to one another.
    pub(super) hints: &'a mut Hints,
    /// Short vectors, by their number of entries and the largest.
    pub(super) short: FxHashMap<(usize, i64), Vec<Vec<i64>>>,
    pub(super) meter: &'a Meter<'a>,
}

/// The guess from about so many points; of a folded table if there is a vector to fold it along.
pub(crate) fn guess(
    core: &Core,
    points: u64,
    manner: Manner,
    hints: &mut Hints,
    meter: &Meter,
) -> Result<Cuts, Failure> {
    let d = core.dimension;
    if d == 0 || d > MOST_GUESSED {
        return Err(Failure::Shape);
    }
    let is_folded = manner == Manner::Folded;
    let levels = Levels::new(core, if is_folded { points.min(SHOWS_FOLD) } else { points }, meter)?;
    let mut grower = Grower::new(levels, manner != Manner::Layers, hints, meter);
    grower.thick = manner == Manner::Thick;
    if is_folded {
        let fold = grower.fold(core)?.ok_or(Failure::Shape)?;
        grower.levels = Levels::folded(core, points, fold, grower.levels, meter)?;
    }
    for p in [false, true] {
        grower.push(Cut::Leaf { residues: Vec::new(), table: vec![p] })?;
    }
    if grower.thick {
        grower.grow_and_mend(core)?;
        return Ok(grower.tree(d));
    }
    for _ in 0..=REGROWN {
        grower.root = grower.grow(&Chart::whole(d), &Region::orthant(d), 0, &mut Vec::new())?;
        if !grower.closely || grower.close(core)? {
            return Ok(grower.tree(d));
        }
        (grower.far, grower.here, grower.dense) = (None, None, false);
        grower.edges.clear();
        grower.open.clear();
        grower.nodes.truncate(2);
    }
    Err(Failure::Shape)
}

/// The nodes from a root on, children before their parents, each of the two constant leaves once if it is there; the number of the root.
fn in_order(nodes: &[Cut], root: u32, out: &mut Vec<Cut>, constant: &mut [Option<u32>; 2]) -> u32 {
    if let Some(Some(number)) = constant.get(root as usize) {
        return *number;
    }
    let mut node = nodes[root as usize].clone();
    if let Cut::Branch { below, layers, above, .. } = &mut node {
        for child in below.iter_mut().chain(layers).chain(above) {
            *child = in_order(nodes, *child, out, constant);
        }
    }
    out.push(node);
    let number = out.len() as u32 - 1;
    if let Some(kept) = constant.get_mut(root as usize) {
        *kept = Some(number);
    }
    number
}

impl<'a> Grower<'a> {
    pub(super) fn new(levels: Levels, closely: bool, hints: &'a mut Hints, meter: &'a Meter<'a>) -> Grower<'a> {
        Grower {
            levels,
            closely,
            nodes: Vec::new(),
            root: 0,
            open: Vec::new(),
            far: None,
            here: None,
            dense: false,
            wrong: Vec::new(),
            edges: Vec::new(),
            random: 1.into(),
            shifts: FxHashMap::default(),
            hints,
            short: FxHashMap::default(),
            thick: false,
            met: Met::default(),
            layers: Layers::All,
            until: 0,
            lenient: false,
            strict: false,
            meter,
        }
    }
}

impl Grower<'_> {
    /// The tree, children before their parents.
    fn tree(&self, dimension: usize) -> Cuts {
        let mut nodes = Vec::new();
        in_order(&self.nodes, self.root, &mut nodes, &mut [None; 2]);
        Cuts { dimension, nodes }
    }

    pub(super) fn push(&mut self, node: Cut) -> Result<u32, Failure> {
        let small = |h: &[i64]| h.iter().all(|n| n.abs() <= LARGEST);
        let fits = match &node {
            Cut::Leaf { residues, .. } => residues.iter().all(|(h, _)| small(h)),
            Cut::Branch { function, low, .. } => small(function) && low.abs() <= FARTHEST,
        };
        self.nodes.push(node);
        if !fits || self.nodes.len() > MOST_NODES { Err(Failure::Budget) } else { Ok(self.nodes.len() as u32 - 1) }
    }

    /// A node for the points of a region.
    pub(super) fn grow(
        &mut self,
        chart: &Chart,
        region: &Region,
        depth: usize,
        phases: &mut Vec<Phase>,
    ) -> Result<u32, Failure> {
        let k = chart.k();
        self.meter.spend(100)?;
        self.meter.handle.progress("cuts and residues: nodes", self.nodes.len() as u64, None);
        if self.meter.left() < self.until {
            return Err(Failure::Budget);
        }
        if k == 0 {
            let p = self.get(chart, &[]).ok_or(Failure::Shape)?;
            return Ok(u32::from(p));
        }
        if self.thick && region.bounded().is_some() {
            return self.grow_thick(chart, region, depth);
        }
        if let Some((a, low, high)) = region.bounded() {
            if high - low > 2000 {
                return Err(Failure::Budget);
            }
            let mut layers = Vec::new();
            for v in low..=high {
                layers.push(match region.slice(chart, &a, v)? {
                    Some((flat, region)) => self.part(&flat, &region, 0, &mut self.on_flat(phases, chart, &flat)?)?,
                    None => 0,
                });
            }
            let (function, off) = chart.push(&a);
            return self.push(Cut::Branch { function, low: low + off, below: None, layers, above: None });
        }
        let Some(seen) = self.seen(chart, region)? else { return Err(Failure::Shape) };
        if k == 1 {
            return self.line(chart, region, &seen, phases);
        }
        let sight = &SIGHTS[k.min(5) - 2];
        let corners = seen.corners();
        let hint = self.hint(chart, depth == 0);
        if let Some(phase) = self.again(chart, region, &seen, &hint.lattices)?
            && let Some(widths) = self.explains(chart, region, &seen, &phase)?
        {
            return self.peel(chart, region, &widths, &phase, phases);
        }
        let mut cut = None;
        if !hint.normals.is_empty() && depth < DEEPEST {
            let (labelled, counts) = self.labels(chart, region, &corners, sight, phases, Some(&hint))?;
            // Two phases are seen, as where the walls are.
            let others = counts.iter().sum::<usize>() - counts.iter().max().unwrap_or(&0);
            if others * 10 >= labelled.len().max(1) {
                let edges = self.edges(chart, &labelled, phases, sight.label, HINTED)?;
                let tries = &sight.tries;
                cut = along(region, &edges, Some(hint.normals), MOST_OF_HINTED, tries, self.thick, self.meter)?;
            }
        }
        let (a, v) = match cut {
            Some((a, v)) => {
                self.keep_normal(chart, &a);
                (a, v)
            }
            None => match self.look(chart, region, &seen, depth, phases)? {
                Look::Layers(widths, phase) => return self.peel(chart, region, &widths, &phase, phases),
                Look::Cut(a, v) => (a, v),
            },
        };
        if self.thick {
            self.keep_cut(chart, &a);
        }
        let wide: Row = a.iter().map(|&n| i128::from(n)).collect();
        let over = wide.iter().copied().chain([-i128::from(v)]).collect();
        let under = wide.iter().map(|n| -n).chain([i128::from(v) - 1]).collect();
        let (Some(over), Some(under)) = (region.cut(over)?, region.cut(under)?) else { return Err(Failure::Shape) };
        let below = self.part(chart, &under, depth + 1, phases)?;
        let above = self.part(chart, &over, depth + 1, phases)?;
        let (function, off) = chart.push(&a);
        self.push(Cut::Branch { function, low: v + off, below: Some(below), layers: Vec::new(), above: Some(above) })
    }

    /// How many layers along the faces are not as a phase says, if it explains the rest.
    fn explains(
        &mut self,
        chart: &Chart,
        region: &Region,
        seen: &Region,
        phase: &Phase,
    ) -> Result<Option<Widths>, Failure> {
        let sight = &SIGHTS[chart.k().min(5) - 2];
        let odd = self.odd(chart, seen, phase, sight, Some(region))?;
        self.widths(chart, region, seen, &odd)
    }

    /// What is seen of a region in which nothing is known yet.
    fn look(
        &mut self,
        chart: &Chart,
        region: &Region,
        seen: &Region,
        depth: usize,
        phases: &mut Vec<Phase>,
    ) -> Result<Look, Failure> {
        let sight = &SIGHTS[chart.k().min(5) - 2];
        if let Some(phase) = self.wide(chart, region, seen, sight)?
            && let Some(widths) = self.explains(chart, region, seen, &phase)?
        {
            return Ok(Look::Layers(widths, phase));
        }
        // In a narrow region no window fits that would show its phase; it may be one that was seen beside it.
        for phase in phases.iter() {
            if self.explains_most(chart, seen, phase)?
                && let Some(widths) = self.explains(chart, region, seen, phase)?
            {
                return Ok(Look::Layers(widths, phase.clone()));
            }
        }
        let corners = seen.corners();
        let (mut labelled, mut counts) = self.labels(chart, region, &corners, sight, phases, None)?;
        if labelled.is_empty()
            && let Some(phase) = self.in_patches(chart, region, &corners)?
        {
            phases.push(phase);
            (labelled, counts) = self.labels(chart, region, &corners, sight, phases, None)?;
        }
        let most = (0..counts.len()).max_by_key(|&i| counts[i]).filter(|&i| counts[i] > 0);
        let phase = &phases[most.ok_or(Failure::Shape)?];
        if let Some(widths) = self.explains(chart, region, seen, phase)? {
            return Ok(Look::Layers(widths, phase.clone()));
        }
        if depth >= DEEPEST {
            return Err(Failure::Budget);
        }
        let edges = self.edges(chart, &labelled, phases, sight.label, 1)?;
        let (kinds, of): (Vec<Vec<Vec<i64>>>, Vec<&Phase>) = match edges.is_empty() {
            false => (edges, phases.iter().collect()),
            true => {
                let odd = self.odd(chart, seen, phase, sight, None)?;
                (vec![deepest(region, seen, &odd)], vec![phase])
            }
        };
        let shown = self.normals(chart, region, &kinds, &of)?;
        let mut cut = None;
        if self.thick {
            // What lies beside a face is no part of its own: it is a slab.
            cut = along(region, &kinds, Some(shown.clone()), MOST_OF, &sight.tries, true, self.meter)?;
            if cut.is_none() {
                let phase = phase.clone();
                if !self.strict
                    && let Some(widths) = self.leniently(|grower| grower.explains(chart, region, seen, &phase))?
                {
                    return Ok(Look::Layers(widths, phase));
                }
            }
        }
        if cut.is_none() {
            cut = along(region, &kinds, Some(shown), MOST_OF, &sight.tries, false, self.meter)?;
        }
        match &cut {
            Some((a, _)) => self.keep_normal(chart, a),
            None => cut = along(region, &kinds, None, MOST_OF, &sight.tries, false, self.meter)?,
        }
        if self.closely && chart.k() == chart.origin.len() {
            let points: Vec<&Vec<i64>> = kinds.iter().flatten().collect();
            self.edges.extend(points.iter().step_by(points.len() / EDGES + 1).map(|n| n.to_vec()));
        }
        cut.map(|(a, v)| Look::Cut(a, v)).ok_or(Failure::Shape)
    }

    /// Layers along the faces, and a leaf beyond them.
    fn peel(
        &mut self,
        chart: &Chart,
        region: &Region,
        widths: &[(Row, i64)],
        phase: &Phase,
        phases: &[Phase],
    ) -> Result<u32, Failure> {
        let k = chart.k();
        if self.thick {
            return self.peel_thick(chart, k, region, widths, phase);
        }
        self.keep_lattice(chart, phase);
        let known: Vec<Phase> = std::iter::once(phase).chain(phases.iter().filter(|p| *p != phase)).cloned().collect();
        let mut rest = region.clone();
        let mut parts: Vec<(Vec<i64>, i64, Vec<u32>)> = Vec::new();
        for (row, width) in widths.iter().filter(|w| w.1 > 0) {
            let a: Vec<i64> = row[..k].iter().map(|&n| n as i64).collect();
            let low = -(row[k] as i64);
            let mut layers = Vec::new();
            for v in low..low + width {
                layers.push(match rest.slice(chart, &a, v)? {
                    Some((flat, region)) => self.part(&flat, &region, 0, &mut self.on_flat(&known, chart, &flat)?)?,
                    None => 0,
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
    pub(super) fn leaf(&mut self, chart: &Chart, phase: &Phase) -> Result<u32, Failure> {
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
        let mut n = vec![0; k];
        for p in &phase.table {
            let class = residues.iter().zip(&columns).zip(&offs).fold(0, |c, (((_, m), column), off)| {
                c * *m as usize + (dot(column, &n) + off).rem_euclid(*m) as usize
            });
            table[class] = *p;
            phase.step(&mut n);
        }
        self.push(Cut::Leaf { residues, table })
    }

    /// Periods along a line without end.
    fn line(&mut self, chart: &Chart, region: &Region, seen: &Region, phases: &[Phase]) -> Result<u32, Failure> {
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
        for period in 1..length {
            // Longer ones cost more.
            if best.is_some_and(|(cost, _, _)| 3 * period >= cost) {
                break;
            }
            self.meter.spend(1)?;
            let start = (0..length - period).rev().find(|&i| values[i] != values[i + period]).map_or(0, |i| i + 1);
            let cost = start + 3 * period;
            if length - start - period >= (2 * period + 2).min(AGREE) && best.is_none_or(|(c, _, _)| cost < c) {
                best = Some((cost, start, period));
            }
        }
        let sign = if up { 1 } else { -1 };
        let first = if up { low } else { high } as i64;
        let Some((_, start, period)) = best else {
            // Too short for a period of its own; perhaps it has one that was seen around it.
            for phase in phases {
                let odd = |&i: &usize| values[i] != phase.contains(&[first + sign * i as i64]);
                let start = (0..length).rev().find(odd).map_or(0, |i| i + 1);
                if length >= start + AGREE {
                    let row: Row = vec![i128::from(sign), -i128::from(sign * first)];
                    return self.peel(chart, region, &[(row, start as i64)], phase, &[]);
                }
            }
            return Err(Failure::Shape);
        };
        let mut table = vec![false; period];
        for i in start..start + period {
            table[(first + sign * i as i64).rem_euclid(period as i64) as usize] = values[i];
        }
        let phase = Phase { basis: vec![vec![period as i64]], table };
        let row: Row = vec![i128::from(sign), -i128::from(sign * first)];
        self.peel(chart, region, &[(row, start as i64)], &phase, &[])
    }

    /// Phases of a flat on a flat within it; none if the numbers between the two are large.
    fn on_flat(&self, phases: &[Phase], chart: &Chart, flat: &Chart) -> Result<Vec<Phase>, Failure> {
        let inner = |x: &[i64]| -> Option<Vec<i64>> {
            let of = |r: &Vec<i64>| r.iter().zip(x).map(|(r, x)| i128::from(*r) * i128::from(*x)).sum::<i128>();
            chart.inverse.iter().map(|r| i64::try_from(of(r)).ok().filter(|n| n.abs() < FAR)).collect()
        };
        let from: Vec<i64> = flat.origin.iter().zip(&chart.origin).map(|(x, o)| x - o).collect();
        let basis: Option<Vec<Vec<i64>>> = flat.basis.iter().map(|b| inner(b)).collect();
        let (Some(from), Some(basis)) = (inner(&from), basis) else { return Ok(Vec::new()) };
        let mut all: Vec<Phase> = Vec::new();
        for phase in phases {
            self.meter.spend(phase.table.len() as u32)?;
            let phase = phase.on_flat(&from, &basis);
            if !all.contains(&phase) {
                all.push(phase);
            }
            // Room for those of the flat.
            if self.levels.is_folded() && all.len() >= MOST_KEPT {
                break;
            }
        }
        Ok(all)
    }
}

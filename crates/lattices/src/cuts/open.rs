//! Regions that stay open while a tree grows, and how they are closed.
//!
//! In: a tree with leaves of which nothing is known. Out: the tree grown on there, from positions far beyond the table (`far`). As these rest on the tree around, it is looked at first where the recursion
//! fails for it without them: as long as points of the table are wrong there, these are noted and the tree is given back, to be grown again. Beyond the table
//! the leaves of flats that have a say there are opened again. It ends when nothing is open and nothing fails, or when a round brings nothing.

use super::far::Repeat;
use super::grow::Grower;
use super::phase::Phase;
use super::prove::Layers;
use super::region::{Chart, Region, dot};
use super::{Cut, leaf, prove};
use crate::budget::Failure;
use crate::game::Core;
use num_integer::Integer;
use rustc_hash::FxHashSet;

/// How often what stays open is looked at farther out.
const ROUNDS: usize = 8;
/// About how many points are learnt from one tree.
const MOST_WRONG: usize = 300;
/// The most regions that stay open at once.
const MOST_OPEN: usize = 120_000;

/// A region of which too little is seen.
#[derive(Clone)]
pub(super) struct Open {
    /// Its leaf.
    pub(super) node: u32,
    pub(super) chart: Chart,
    pub(super) region: Region,
    /// What repeats beside it.
    pub(super) phases: Vec<Phase>,
    /// By how much it repeats along its last coordinates.
    pub(super) repeat: Vec<Repeat>,
}

impl Grower<'_> {
    /// A node for the points of a region; one that stays open if too little of it is seen.
    pub(super) fn part(
        &mut self,
        chart: &Chart,
        region: &Region,
        depth: usize,
        phases: &mut Vec<Phase>,
    ) -> Result<u32, Failure> {
        let (nodes, open) = (self.nodes.len(), self.open.len());
        // Open regions are looked at in coordinates that fit them, if these are not too large.
        let is_thick = self.thick && region.bounded().is_some();
        let fitting = match is_thick.then(|| self.adapted(chart, region)).transpose() {
            Err(Failure::Stop(stop)) => return Err(Failure::Stop(stop)),
            fitting => fitting.ok().flatten(),
        };
        let (chart, region) = fitting.as_ref().map_or((chart, region), |fitting| (&fitting.0, &fitting.1));
        match self.grow(chart, region, depth, phases) {
            Err(Failure::Shape | Failure::Budget) if self.closely && chart.k() > 0 => {
                self.meter.spend(1)?;
                self.nodes.truncate(nodes);
                self.open.truncate(open);
                let node = self.push(Cut::Leaf { residues: Vec::new(), table: vec![false] })?;
                let (chart, region, phases) = (chart.clone(), region.clone(), phases.clone());
                self.open.push(Open { node, chart, region, phases, repeat: Vec::new() });
                Ok(node)
            }
            found => found,
        }
    }

    /// Looks farther and farther out at what stays open, and at what the recursion shows to be wrong. False if points of the table are wrong: with these the
    /// tree is to be grown again.
    pub(super) fn close(&mut self, core: &Core) -> Result<bool, Failure> {
        for round in 0..ROUNDS {
            let left = self.open.len();
            let mut doubts = self.doubts(core)?;
            self.shuffle(&mut doubts);
            if self.learns(core, &doubts)? {
                return Ok(false);
            }
            if round > 0 || left == 0 {
                self.reopen(core, &doubts)?;
            }
            let open = std::mem::take(&mut self.open);
            if open.is_empty() {
                return Ok(true);
            }
            if open.len() > MOST_OPEN {
                break;
            }
            let mut progress = left < open.len();
            if round == 0 && self.levels.is_folded() {
                self.dense = true;
            } else if !self.look_far(core, open.clone())? {
                break;
            }
            for (i, open) in open.into_iter().enumerate() {
                self.here = Some(i);
                progress |= self.regrow(open)?;
            }
            self.here = None;
            if !progress {
                break;
            }
        }
        Err(Failure::Shape)
    }

    /// Grows the tree on in an open region; whether more of it is understood.
    pub(super) fn regrow(&mut self, mut open: Open) -> Result<bool, Failure> {
        let root = self.part(&open.chart, &open.region, 0, &mut open.phases)?;
        self.nodes[open.node as usize] = self.nodes[root as usize].clone();
        let still = self.open.last_mut().filter(|still| still.node == root);
        let is_still_open = still.is_some();
        if let Some(still) = still {
            still.node = open.node;
        }
        Ok(!is_still_open)
    }

    /// Where the recursion fails, but not where an open region has a say. Of a thick tree some layers are looked at first, and all as soon as nothing is open and nothing fails on these.
    pub(super) fn doubts(&mut self, core: &Core) -> Result<Vec<Vec<i64>>, Failure> {
        let open = self.open_leaves();
        if self.thick {
            self.layers = Layers::Some(self.wrong.len() as u64);
            let doubts = prove::doubts(core, &self.nodes, self.root, &open, self.layers, self.meter)?;
            if !doubts.is_empty() || !open.is_empty() {
                return Ok(doubts);
            }
        }
        self.layers = Layers::All;
        prove::doubts(core, &self.nodes, self.root, &open, self.layers, self.meter)
    }

    pub(super) fn open_leaves(&self) -> FxHashSet<u32> {
        self.open.iter().map(|open| open.node).collect()
    }

    /// Notes the points of the table, among those where the recursion fails and their options, that the tree has wrong; whether there are new ones.
    pub(super) fn learns(&mut self, core: &Core, doubts: &[Vec<i64>]) -> Result<bool, Failure> {
        let open = self.open_leaves();
        let before = self.wrong.len();
        let mut known: FxHashSet<Vec<i64>> = self.wrong.iter().cloned().collect();
        for x in doubts {
            let options = (0..core.moves.len()).filter_map(|i| core.after(x, i));
            for y in std::iter::once(x.clone()).chain(options) {
                self.meter.spend(10)?;
                let Some(node) = leaf(&self.nodes, self.root, &y).filter(|node| !open.contains(node)) else { continue };
                let here = self.nodes[node as usize].holds(&y);
                if self.levels.get(&y).is_some_and(|p| p != here) && known.insert(y.clone()) {
                    self.wrong.push(y);
                }
            }
            if self.wrong.len() > before + MOST_WRONG {
                break;
            }
        }
        Ok(self.wrong.len() > before)
    }

    /// Opens the leaves of flats that have a say where the recursion fails.
    pub(super) fn reopen(&mut self, core: &Core, doubts: &[Vec<i64>]) -> Result<(), Failure> {
        let mut open = self.open_leaves();
        let whole = self.levels.weight.len();
        for x in doubts {
            let options = (0..core.moves.len()).filter_map(|i| core.after(x, i));
            for y in std::iter::once(x.clone()).chain(options) {
                self.meter.spend(10)?;
                let Some(node) = leaf(&self.nodes, self.root, &y) else { continue };
                // The constant leaves are points.
                if node < 2 || open.contains(&node) {
                    continue;
                }
                let (chart, region) = self.region_of(&y)?;
                let dimension = if self.thick { region.rank() } else { chart.k() };
                if (1..whole).contains(&dimension) {
                    open.insert(node);
                    self.open.push(Open { node, chart, region, phases: Vec::new(), repeat: Vec::new() });
                }
            }
        }
        if !doubts.is_empty() && open.is_empty() { Err(Failure::Shape) } else { Ok(()) }
    }

    /// The region of the leaf of a point.
    pub(super) fn region_of(&self, x: &[i64]) -> Result<(Chart, Region), Failure> {
        let (_, chart, region) = self.way_to(x)?.pop().ok_or(Failure::Shape)?;
        Ok((chart, region))
    }

    /// The nodes on the way to a point, from the root to its leaf, with their regions.
    pub(super) fn way_to(&self, x: &[i64]) -> Result<Vec<(u32, Chart, Region)>, Failure> {
        let d = x.len();
        let (mut chart, mut region, mut at) = (Chart::whole(d), Region::orthant(d), self.root);
        let mut way = Vec::new();
        loop {
            way.push((at, chart.clone(), region.clone()));
            let Some(Cut::Branch { function, low, below, layers, above }) = self.nodes.get(at as usize) else {
                return Ok(way);
            };
            self.meter.spend(20)?;
            let row = chart.pull(function, -low)?;
            let k = chart.k();
            let g = row[..k].iter().fold(0i128, |g, n| g.gcd(n));
            let next = match usize::try_from(dot(function, x) - low) {
                Ok(i) if i < layers.len() => {
                    if g > 0 {
                        let a: Vec<i64> = row[..k].iter().map(|n| (n / g) as i64).collect();
                        let v = ((i as i128 - row[k]) / g) as i64;
                        (chart, region) = region.slice(&chart, &a, v)?.ok_or(Failure::Shape)?;
                    }
                    Some(layers[i])
                }
                Ok(_) => {
                    let row = row[..k].iter().copied().chain([row[k] - layers.len() as i128]).collect();
                    region = region.cut(row)?.ok_or(Failure::Shape)?;
                    *above
                }
                Err(_) => {
                    let row = row[..k].iter().map(|n| -n).chain([-row[k] - 1]).collect();
                    region = region.cut(row)?.ok_or(Failure::Shape)?;
                    *below
                }
            };
            at = next.ok_or(Failure::Shape)?;
        }
    }
}

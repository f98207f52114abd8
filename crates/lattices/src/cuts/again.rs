//! Parts of a tree of thick regions are grown again, and kept where the tree is better so.
//!
//! Most of a tree is right when it is grown first, and what is wrong is so by luck: a plane that a few points show askew, a slab as thick as a wedge is where it is seen. To grow all of it again, or only the leaf in
//! which the recursion fails, helps little; but any node on the way to such a leaf may be the one. So one of them is drawn, cheap ones and those that did not fail before more often, what is below is grown anew, and judged by
//! the classes that fail in it or one move from it and by what is open.
//! In: a tree. Out: one that weighs no more. Cost: for each attempt the part and the proof of its surroundings.

use super::grow::Grower;
use super::open::Open;
use super::region::{Chart, Region, Row, at, dot};
use super::{Cut, prove};
use crate::budget::Failure;
use crate::game::Core;
use rustc_hash::{FxHashMap, FxHashSet};

/// How many attempts are made, and how many in a row in vain, besides one for each region that is open up to a number.
const ATTEMPTS: usize = 300;
const IN_VAIN: usize = 10;
const FOR_OPEN: usize = 20;
/// The most work for one part; what is not grown then stays open.
const WORK: u64 = 500_000_000;
/// So much better is better than by chance.
const BETTER: usize = 20;
/// What an attempt costs as long as that is not known, and what it costs at least.
const COST: (f64, f64) = (2e7, 2e6);
/// With less work left nothing more is found.
const LEAST: u64 = 1_000_000;
/// As often as how many classes that fail an open region is chosen.
const CHOSEN: usize = 20;
/// As much as how many classes that fail an open region weighs that has no end along so many dimensions, and for fibres of how many points twice as much.
const WEIGHT: [(f64, f64); 5] = [(20.0, 1e6), (50.0, 3e4), (100.0, 1e3), (300.0, 30.0), (5000.0, 1e3)];
/// How many steps lead into an open region at most.
const STEPS: usize = 1000;

/// A node and its region.
type Place = (u32, Chart, Region);

/// A part that is no better than the one that is kept.
pub(super) struct Other {
    /// What the tree weighs with it.
    weight: usize,
    node: u32,
    part: Cut,
    /// What is open then.
    open: Vec<Open>,
}

impl Open {
    /// One of its points.
    fn point(&self) -> Option<Vec<i64>> {
        let (mut n, inward) = (self.region.corner(), self.region.inward());
        for _ in 0..STEPS {
            let small: Vec<i64> = n.iter().map(|n| i64::try_from(*n).ok()).collect::<Option<_>>()?;
            if self.region.rows.iter().all(|row| at(row, &small) >= 0) {
                return self.chart.point(&small).filter(|x| x.iter().all(|n| *n >= 0));
            }
            n.iter_mut().zip(&inward).for_each(|(n, i)| *n += i);
        }
        None
    }

    /// As much as how many classes that fail it weighs.
    fn weight(&self) -> usize {
        let rank = self.region.rank().min(WEIGHT.len() - 1);
        let sides = self.region.bounded_sides(self.chart.k().saturating_sub(rank)).unwrap_or_default();
        let fibre: f64 = sides.iter().map(|(low, high)| (high - low + 1) as f64).product();
        (WEIGHT[rank].0 * (1.0 + fibre / WEIGHT[rank].1)) as usize
    }
}

impl Grower<'_> {
    /// Grows parts again where the recursion fails or something is open. Where nothing more helps what was no better for the time being is taken, the best of it first, and grown again from there.
    pub(super) fn grow_again(&mut self, core: &Core, detours: usize) -> Result<(), Failure> {
        let mut others = self.descend(core)?;
        let mut weight = self.failing(core)? + self.weight_of_open();
        for _ in 0..detours {
            let Some(at) = (0..others.len()).min_by_key(|&i| others[i].weight).filter(|_| weight > 0) else { break };
            let other = others.swap_remove(at);
            let (nodes, open) = (self.nodes.clone(), std::mem::replace(&mut self.open, other.open));
            self.nodes[other.node as usize] = other.part;
            let more = self.descend(core)?;
            let after = self.failing(core)? + self.weight_of_open();
            if after < weight {
                (weight, others) = (after, more);
            } else {
                (self.nodes, self.open) = (nodes, open);
            }
        }
        Ok(())
    }

    /// Grows parts again as long as that helps; what was tried last and is no better.
    fn descend(&mut self, core: &Core) -> Result<Vec<Other>, Failure> {
        let mut others = Vec::new();
        let mut doubts = self.doubts(core)?;
        // For nodes how often they were grown again in vain, and what that cost.
        let mut tried: FxHashMap<u32, (f64, f64)> = FxHashMap::default();
        let mut in_vain = 0;
        for _ in 0..ATTEMPTS {
            let is_done = doubts.is_empty() && self.open.is_empty();
            if is_done || in_vain > IN_VAIN + self.open.len().min(FOR_OPEN) {
                break;
            }
            let places = self.or_nothing(|grower| grower.blamed(core, &doubts))?.unwrap_or_default();
            let chance = |place: &Place| {
                let (fails, cost) = tried.get(&place.0).copied().unwrap_or((0.0, COST.0));
                1.0 / ((1.0 + fails) * (1.0 + fails) * cost.max(COST.1).sqrt())
            };
            let mut rest = self.draw() * places.iter().map(chance).sum::<f64>();
            let drawn = places.iter().find(|place| {
                rest -= chance(place);
                rest <= 0.0
            });
            let Some((node, chart, region)) = drawn else {
                in_vain += 1;
                continue;
            };
            let left = self.meter.left();
            self.strict = self.draw() < 0.5;
            let attempt = self.or_nothing(|grower| grower.attempt(core, *node, chart, region));
            self.strict = false;
            let (better, other) = attempt?.unwrap_or_default();
            others.extend(other);
            if better > 0 {
                others.clear();
                doubts = self.or_nothing(|grower| grower.doubts(core))?.unwrap_or(doubts);
                self.shuffle(&mut doubts);
                self.learns(core, &doubts)?;
            } else {
                let tried = tried.entry(*node).or_default();
                *tried = (tried.0 + 1.0, (left - self.meter.left()) as f64);
            }
            in_vain = if better > BETTER { 0 } else { in_vain + 1 };
        }
        Ok(others)
    }

    /// What is found, or nothing where numbers are too large for it.
    pub(super) fn or_nothing<T>(
        &mut self,
        find: impl FnOnce(&mut Self) -> Result<T, Failure>,
    ) -> Result<Option<T>, Failure> {
        match find(self) {
            Err(Failure::Shape) => Ok(None),
            Err(Failure::Budget) if self.meter.left() > LEAST => Ok(None),
            found => found.map(Some),
        }
    }

    /// The nodes on the ways to a point where the recursion fails and to its options, or to an open region; not the root.
    fn blamed(&self, core: &Core, doubts: &[Vec<i64>]) -> Result<Vec<Place>, Failure> {
        let one_of = |count: usize| (self.draw() * count as f64) as usize % count.max(1);
        let among = one_of(doubts.len() + CHOSEN * self.open.len());
        let points: Vec<Vec<i64>> = if among < doubts.len() {
            let x = &doubts[one_of(doubts.len())];
            std::iter::once(x.clone()).chain((0..core.moves.len()).filter_map(|i| core.after(x, i))).collect()
        } else {
            self.open.get(one_of(self.open.len())).and_then(Open::point).into_iter().collect()
        };
        let mut places = Vec::new();
        for x in &points {
            places.extend(self.way_to(x)?.into_iter().skip(1).filter(|place| place.0 >= 2));
        }
        places.sort_by_key(|place| place.0);
        places.dedup_by_key(|place| place.0);
        Ok(places)
    }

    /// Grows the part at a node again, and keeps it if the tree is better with it: by how much; else what it is.
    pub(super) fn attempt(
        &mut self,
        core: &Core,
        node: u32,
        chart: &Chart,
        region: &Region,
    ) -> Result<(usize, Option<Other>), Failure> {
        let (chart, region) = self.adapted(chart, region)?;
        let around = self.surroundings(core, &chart, &region)?;
        let before = self.weight(core, &chart, &around)?;
        let rank = region.rank();
        let (kept, open, count) = (self.nodes[node as usize].clone(), self.open.clone(), self.nodes.len());
        let mut below = FxHashSet::default();
        self.collect(node, &mut below);
        self.open.retain(|open| !below.contains(&open.node));
        self.until = self.meter.left().saturating_sub(WORK);
        let (phases, repeat) = (Vec::new(), Vec::new());
        let grown = self.regrow(Open { node, chart: chart.clone(), region, phases, repeat });
        self.until = 0;
        grown?;
        let after = self.weight(core, &chart, &around)?;
        if after < before {
            return Ok((before - after, None));
        }
        let part = std::mem::replace(&mut self.nodes[node as usize], kept);
        let open = std::mem::replace(&mut self.open, open);
        // Of smaller parts others are found again soon.
        if after == before || rank + 1 < core.dimension {
            self.nodes.truncate(count);
            return Ok((0, None));
        }
        Ok((0, Some(Other { weight: after, node, part, open })))
    }

    /// How many classes fail in a region, and what all that is open weighs.
    fn weight(&self, core: &Core, chart: &Chart, region: &Region) -> Result<usize, Failure> {
        let open = self.open_leaves();
        let fail = prove::failing(core, &self.nodes, self.root, &open, (chart, region), self.layers, self.meter)?;
        Ok(fail + self.weight_of_open())
    }

    /// How many classes fail.
    fn failing(&self, core: &Core) -> Result<usize, Failure> {
        let (chart, region) = (Chart::whole(core.dimension), Region::orthant(core.dimension));
        prove::failing(core, &self.nodes, self.root, &self.open_leaves(), (&chart, &region), self.layers, self.meter)
    }

    /// What all that is open weighs.
    pub(super) fn weight_of_open(&self) -> usize {
        self.open.iter().map(Open::weight).sum()
    }

    /// A region with the points from which a move leads into it.
    fn surroundings(&self, core: &Core, chart: &Chart, region: &Region) -> Result<Region, Failure> {
        let mut around = Region::orthant(core.dimension).moved(&Chart::whole(core.dimension), chart)?;
        let inner = |g: &Vec<i64>| -> Row { chart.inverse.iter().map(|r| i128::from(dot(r, g))).collect() };
        let moves: Vec<Row> = core.moves.iter().map(inner).collect();
        for row in &region.rows {
            let (last, a) = row.split_last().ok_or(Failure::Shape)?;
            let value = |g: &Row| a.iter().zip(g).map(|(a, g)| a * g).sum::<i128>();
            let least = moves.iter().map(value).min().unwrap_or(0).min(0);
            let row = a.iter().copied().chain([last - least]).collect();
            around = around.cut(row)?.ok_or(Failure::Shape)?;
        }
        Ok(around)
    }

    /// All nodes from one on.
    fn collect(&self, node: u32, all: &mut FxHashSet<u32>) {
        all.insert(node);
        if let Cut::Branch { below, layers, above, .. } = &self.nodes[node as usize] {
            below.iter().chain(layers).chain(above).for_each(|child| self.collect(*child, all));
        }
    }
}

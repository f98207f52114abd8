//! Decides exactly whether a tree of cuts is the set of P-positions.
//!
//! In: a game on an orthant and a tree. Out: what was looked at, or a point where the recursion fails. E(x), that the recursion fails at x, depends on where x and each x − g
//! come out in the tree, and on the residues that are asked for there. So the orthant is cut into regions, in each of which x and all x − g follow one way each:
//! where a function has values on two sides of a layer, the region is cut there, and for each layer a flat of one dimension less is looked at. At the end of the ways:
//! - where the directions without end of a region span its flat, it holds points of every class of residues, as balls of any size fit into a cone with an inside. One point for
//!   each class is looked at;
//! - otherwise one of its inequalities is bounded both ways on it (Gordan: nonnegative multiples of some add up to 0), and its values cut the region into flats.
//!
//! Flats lose a dimension each time, so this ends at points. Nothing is said of defeated positions but that the tree leaves them out.
//! Cost: regions times moves times classes.

use super::region::{Chart, Region, Row, at, residue};
use super::{Cut, Cuts, FARTHEST, MOST_COORDINATES, leaf};
use crate::budget::{Failure, Meter};
use crate::game::Core;
use crate::window::holds_at;
use num_integer::Integer;
use rustc_hash::{FxHashMap, FxHashSet};

/// What was looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Regions {
    /// Regions in which all ways are the same.
    pub regions: u64,
    /// Classes of residues in them.
    pub classes: u64,
}

/// Where a point has come to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Node(u32),
    /// Off the board, or where the tree has no child: not in the set.
    Out,
}

/// Which of the layers of a region that is bounded are looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Layers {
    All,
    /// Where they are many some, which hang on this number: what is wrong mostly is so on many.
    Some(u64),
}

/// How many layers that are.
const SOME: i64 = 6;

impl Layers {
    /// Of the layers from one to another those that are looked at: all, or one of each sixth.
    fn between(self, low: i64, high: i64) -> Box<dyn Iterator<Item = i64>> {
        let count = high.saturating_sub(low).saturating_add(1);
        match self {
            Layers::Some(number) if (SOME + 1..FARTHEST).contains(&count) => {
                let mut random = number.wrapping_add(low as u64 ^ (high as u64) << 32);
                Box::new((0..SOME).map(move |i| {
                    random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                    let (from, to) = (i * count / SOME, (i + 1) * count / SOME);
                    low + from + (random >> 33) as i64 % (to - from)
                }))
            }
            _ => Box::new(low..=high),
        }
    }
}

static ZERO: [i64; MOST_COORDINATES] = [0; MOST_COORDINATES];

struct Prover<'a> {
    core: &'a Core,
    nodes: &'a [Cut],
    root: u32,
    /// Leaves of which nothing is said.
    open: &'a FxHashSet<u32>,
    /// If points where the recursion fails are collected: those that were found.
    doubts: Option<Vec<Vec<i64>>>,
    layers: Layers,
    /// 0 and all moves.
    shifts: Vec<&'a [i64]>,
    meter: &'a Meter<'a>,
    seen: Regions,
    depth: usize,
}

/// Points that are farther out are not shown; functions have values there that fit a word.
const MOST_DISTANT: i64 = 1 << 35;
/// The most points that are collected.
const MOST_DOUBTS: usize = 100_000;
/// Regions within regions: what the stack holds.
const DEEPEST: usize = 400;

/// Proves that the tree is the set of P-positions, whoever brought it.
pub(crate) fn prove(core: &Core, set: &Cuts, meter: &Meter) -> Result<Regions, Failure> {
    if set.dimension != core.dimension || !set.is_sound() {
        return Err(Failure::Shape);
    }
    if let Some(p) = core.defeated.iter().find(|p| set.contains(p)) {
        return Err(Failure::Position(p.clone()));
    }
    let root = set.nodes.len() as u32 - 1;
    let (chart, region) = (Chart::whole(core.dimension), Region::orthant(core.dimension));
    Ok(run(core, &set.nodes, root, &FxHashSet::default(), (&chart, &region), None, meter)?.seen)
}

/// Points where the recursion fails for a guess, on these layers of what is bounded, one for each class in which it does up to a number of them, but none where one of these leaves has a say.
pub(super) fn doubts(
    core: &Core,
    nodes: &[Cut],
    root: u32,
    open: &FxHashSet<u32>,
    layers: Layers,
    meter: &Meter,
) -> Result<Vec<Vec<i64>>, Failure> {
    let (chart, region) = (Chart::whole(core.dimension), Region::orthant(core.dimension));
    Ok(run(core, nodes, root, open, (&chart, &region), Some(layers), meter)?.doubts.unwrap_or_default())
}

/// How many classes fail in a region, up to the number of doubts that are collected.
pub(super) fn failing(
    core: &Core,
    nodes: &[Cut],
    root: u32,
    open: &FxHashSet<u32>,
    part: (&Chart, &Region),
    layers: Layers,
    meter: &Meter,
) -> Result<usize, Failure> {
    match run(core, nodes, root, open, part, Some(layers), meter) {
        Ok(prover) => Ok(prover.doubts.map_or(0, |doubts| doubts.len())),
        // So far out that no point of a class is shown, or too large.
        Err(Failure::Shape | Failure::Budget) => Ok(MOST_DOUBTS),
        Err(failure) => Err(failure),
    }
}

/// Goes through all regions within one; if layers are asked for, through these, and collects points where the recursion fails.
fn run<'a>(
    core: &'a Core,
    nodes: &'a [Cut],
    root: u32,
    open: &'a FxHashSet<u32>,
    part: (&Chart, &Region),
    asked: Option<Layers>,
    meter: &'a Meter<'a>,
) -> Result<Prover<'a>, Failure> {
    let zero = ZERO.get(..core.dimension).ok_or(Failure::Shape)?;
    let shifts: Vec<&[i64]> = std::iter::once(zero).chain(core.moves.iter().map(|g| &g[..])).collect();
    let places = vec![Place::Node(root); shifts.len()];
    let (doubts, layers) = (asked.map(|_| Vec::new()), asked.unwrap_or(Layers::All));
    let mut prover =
        Prover { core, nodes, root, open, doubts, layers, shifts, meter, seen: Regions::default(), depth: 0 };
    match prover.go(part.0, part.1, places, 0) {
        // More doubts than are collected.
        Err(Failure::Position(_)) if prover.doubts.is_some() => {}
        ended => ended?,
    }
    Ok(prover)
}

impl Prover<'_> {
    /// Looks at a region; the shifts before `first` have come to their ends.
    fn go(&mut self, chart: &Chart, region: &Region, places: Vec<Place>, first: usize) -> Result<(), Failure> {
        if self.depth == DEEPEST {
            return Err(Failure::Budget);
        }
        self.depth += 1;
        self.follow(chart, region, places, first)?;
        self.depth -= 1;
        Ok(())
    }

    fn follow(
        &mut self,
        chart: &Chart,
        region: &Region,
        mut places: Vec<Place>,
        mut first: usize,
    ) -> Result<(), Failure> {
        self.meter.spend(100)?;
        while first < places.len() {
            // Off the board?
            let g = self.shifts[first];
            if places[first] != Place::Out {
                for j in (0..g.len()).filter(|&j| g[j] > 0) {
                    let unit: Vec<i64> = (0..g.len()).map(|l| i64::from(l == j)).collect();
                    let row = chart.pull(&unit, -g[j])?;
                    match region.range(&row) {
                        (_, Some(high)) if high < 0 => {
                            places[first] = Place::Out;
                            break;
                        }
                        (Some(low), _) if low >= 0 => {}
                        _ => return self.split(chart, region, &places, first, &row, 0, 0),
                    }
                }
            }
            while let Place::Node(node) = places[first] {
                let nodes = self.nodes;
                let Cut::Branch { function, low, below, layers, above } = &nodes[node as usize] else { break };
                self.meter.spend(10)?;
                let row = chart.pull(function, -low - super::region::dot(function, g))?;
                let count = layers.len() as i128;
                let next = match region.range(&row) {
                    (_, Some(high)) if high < 0 => below,
                    (Some(least), _) if least >= count => above,
                    (Some(least), Some(most)) if least == most => &Some(layers[least as usize]),
                    // No lattice points.
                    (Some(least), Some(most)) if least > most => return Ok(()),
                    _ => return self.split(chart, region, &places, first, &row, 0, count),
                };
                places[first] = next.map_or(Place::Out, Place::Node);
            }
            if let Place::Node(leaf) = places[first]
                && self.open.contains(&leaf)
            {
                return Ok(());
            }
            first += 1;
        }
        if let Some((a, low, high)) = region.bounded() {
            for v in self.layers.between(low, high) {
                if let Some((chart, region)) = region.slice(chart, &a, v)? {
                    self.go(&chart, &region, places.clone(), first)?;
                }
            }
            return Ok(());
        }
        self.classes(chart, region, &places)
    }

    /// Cuts a region where the value of a row is below `low`, each number from there on below `high`, and from `high` on.
    fn split(
        &mut self,
        chart: &Chart,
        region: &Region,
        places: &[Place],
        first: usize,
        row: &Row,
        low: i128,
        high: i128,
    ) -> Result<(), Failure> {
        let k = region.k;
        let g = row[..k].iter().fold(0i128, |g, n| g.gcd(n));
        let a: Row = row[..k].iter().map(|n| n / g).collect();
        let small: Vec<i64> =
            a.iter().map(|&n| i64::try_from(n).map_err(|_| Failure::Budget)).collect::<Result<_, _>>()?;
        let with = |v: i128| a.iter().copied().chain([v]).collect::<Row>();
        // g a·n + c < low: a·n <= ceil((low - c) / g) - 1.
        let start = Integer::div_ceil(&(low - row[k]), &g);
        let end = Integer::div_ceil(&(high - row[k]), &g);
        let opposite: Row = a.iter().map(|n| -n).chain([start - 1]).collect();
        if let Some(part) = region.cut(opposite)? {
            self.go(chart, &part, places.to_vec(), first)?;
        }
        for v in start..end {
            let v = i64::try_from(v).map_err(|_| Failure::Budget)?;
            if let Some((chart, part)) = region.slice(chart, &small, v)? {
                self.go(&chart, &part, places.to_vec(), first)?;
            }
        }
        if let Some(part) = region.cut(with(-end))? {
            self.go(chart, &part, places.to_vec(), first)?;
        }
        Ok(())
    }

    /// One point for each class of residues.
    fn classes(&mut self, chart: &Chart, region: &Region, places: &[Place]) -> Result<(), Failure> {
        self.seen.regions += 1;
        let k = chart.k();
        if k == 0 {
            self.seen.classes += 1;
            let x = chart.point(&[]).ok_or(Failure::Budget)?;
            return if self.holds_at(&x) { Ok(()) } else { self.fails(Failure::Position(x)) };
        }
        // All functions asked for, with their numbers; and for each place the digits that it asks for, with what its shift takes off them.
        let mut asked: FxHashMap<(&[i64], i64), usize> = FxHashMap::default();
        let mut ways: Vec<(&[bool], Vec<(usize, i64, i64)>)> = Vec::new();
        for (place, g) in places.iter().zip(&self.shifts) {
            let Place::Node(node) = place else { continue };
            let Cut::Leaf { residues, table } = &self.nodes[*node as usize] else { return Err(Failure::Shape) };
            let digits = residues.iter().map(|(h, m)| {
                let count = asked.len();
                let at = *asked.entry((&h[..], *m)).or_insert(count);
                (at, *m, residue(h, g, *m))
            });
            ways.push((&table[..], digits.collect()));
        }
        let itself = matches!(places[0], Place::Node(_));
        let mut functions: Vec<(&[i64], i64)> = vec![(&[], 1); asked.len()];
        asked.into_iter().for_each(|(key, at)| functions[at] = key);
        let residues = |x: &[i64]| -> Vec<i64> { functions.iter().map(|(h, m)| residue(h, x, *m)).collect() };
        let steps: Vec<Vec<i64>> = chart.basis.iter().map(|b| residues(b)).collect();
        let inside = |way: &(&[bool], Vec<(usize, i64, i64)>), r: &[i64]| {
            let class =
                way.1.iter().fold(0, |c, (at, m, off)| c * *m as usize + (r[*at] - off).rem_euclid(*m) as usize);
            way.0.get(class).is_some_and(|p| *p)
        };
        let start = residues(&chart.origin);
        let mut seen: FxHashSet<Vec<i64>> = FxHashSet::from_iter([start.clone()]);
        let mut work: Vec<(Vec<i64>, Vec<i64>)> = vec![(start, vec![0; k])];
        while let Some((r, n)) = work.pop() {
            self.meter.spend(2 + ways.len() as u32)?;
            self.seen.classes += 1;
            let here = itself && inside(&ways[0], &r);
            let there = ways[usize::from(itself)..].iter().any(|way| inside(way, &r));
            if here == there {
                let failure = self.failure(chart, region, &n, &functions);
                self.fails(failure)?;
            }
            for (j, step) in steps.iter().enumerate() {
                let next: Vec<i64> = r.iter().zip(step).zip(&functions).map(|((r, s), (_, m))| (r + s) % m).collect();
                if seen.insert(next.clone()) {
                    let mut n = n.clone();
                    n[j] += 1;
                    work.push((next, n));
                }
            }
        }
        Ok(())
    }

    /// Whether the recursion holds at a point.
    fn holds_at(&self, x: &[i64]) -> bool {
        let contains =
            |y: &[i64]| leaf(self.nodes, self.root, y).is_some_and(|leaf| self.nodes[leaf as usize].holds(y));
        holds_at(self.core, contains, x)
    }

    /// The end, unless doubts are collected.
    fn fails(&mut self, failure: Failure) -> Result<(), Failure> {
        match (&mut self.doubts, failure) {
            (Some(doubts), Failure::Position(x)) if doubts.len() < MOST_DOUBTS => {
                doubts.push(x);
                Ok(())
            }
            (_, failure) => Err(failure),
        }
    }

    /// A point of the region in the class of n, where the recursion fails.
    fn failure(&self, chart: &Chart, region: &Region, n: &[i64], functions: &[(&[i64], i64)]) -> Failure {
        let common = functions.iter().fold(1i64, |c, (_, m)| c.lcm(m));
        let (inward, corner) = (region.inward(), region.corner());
        let common = i128::from(common);
        // Near a corner, the classes kept, and then inwards until it is in the region.
        let mut point: Vec<i128> = n
            .iter()
            .zip(&corner)
            .map(|(n, c)| i128::from(*n) + Integer::div_floor(&(c - i128::from(*n)), &common) * common)
            .collect();
        for _ in 0..1000 {
            let small: Option<Vec<i64>> = point.iter().map(|n| i64::try_from(*n).ok()).collect();
            let Some(small) = small else { break };
            if region.rows.iter().all(|row| at(row, &small) >= 0) {
                let Some(x) = chart.point(&small).filter(|x| x.iter().all(|n| *n < MOST_DISTANT)) else { break };
                if !self.holds_at(&x) {
                    return Failure::Position(x);
                }
            }
            point.iter_mut().zip(&inward).for_each(|(p, i)| *p += i * common);
        }
        Failure::Shape
    }
}

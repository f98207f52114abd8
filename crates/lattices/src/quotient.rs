//! A set with a finite quotient: membership is counted by an automaton that does not mind the order of units.
//!
//! States, and from each one step for a unit of each coordinate, with steps that commute; so every point x of N^m has one
//! state, wherever its units come first. Each state says whether its points are in P, defeated or neither. The sets of this kind are
//! those that are periodic in each coordinate by itself, which are those with a finite misère quotient; but while a
//! table of a box (`periodic`) grows with every coordinate, the states are the elements of the quotient, and few.
//!
//! *The proof*, in every dimension. For x >= g^+ the option x - g is (x - g^+) + g^-, with g^+ and g^- the positive and negative parts
//! of g. Let a *part* of x be a pair of r, with 0 <= r <= g^+ and x >= g^+ - r, and the state of g^- + (x - (g^+ - r)): so much of the
//! move has still to be taken off. Adding a unit e_k to x gives the parts of x with one step k more, and those with
//! r - e_k instead of r where r_k > 0. So the parts of x + e_k depend on those of x only, and the states together with
//! the sets of parts, and with what is left of the defeated points (the d - x without negative coordinates), are reached from those of 0 by finitely many steps. Parts with r = 0 are the
//! options. In each of them it is looked whether the state tells rightly what is defeated, and whether it is in P
//! exactly if no option is. The search is breadth-first, so a failure has the least sum of coordinates.
//!
//! *The search* (`learn_quotient`) guesses; nothing depends on it.

use super::automaton::Label;
use super::budget::{Budgets, Failure, Meter};
use super::game::Core;
use super::parted::Parted;
use super::stratum::Stratum;
use num_bigint::BigInt;
use num_traits::{ToPrimitive, Zero};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// How many numbers the strata of one coordinate may have together, for each stratum that is allowed.
const NUMBERS: usize = 40;

/// States with commuting steps; state 0 is that of the origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quotient {
    /// m
    pub dimension: usize,
    /// The state after one unit more of a coordinate: entry state * m + coordinate.
    pub next: Vec<u32>,
    /// What the points of each state are.
    pub labels: Vec<Label>,
}

/// What was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transitions {
    /// States together with those of their options, all that occur.
    pub pairs: u64,
}

/// What is left of a move, by index, with a state.
type Part = (u32, u32);

/// A state, the parts, sorted, and what is left of the defeated points.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Pair {
    state: u32,
    parts: Vec<Part>,
    defeated: Vec<Vec<i64>>,
}

impl Quotient {
    /// The number of states.
    pub fn states(&self) -> usize {
        self.labels.len()
    }

    /// The state after one unit.
    #[inline]
    pub(crate) fn step(&self, state: u32, coordinate: usize) -> u32 {
        self.next[state as usize * self.dimension + coordinate]
    }

    /// The state after n units, n >= 0 of any size.
    fn steps(&self, mut state: u32, coordinate: usize, n: &BigInt) -> u32 {
        // Within as many steps as there are states the way comes round.
        let most = self.states();
        if let Some(n) = n.to_usize().filter(|&n| n <= most) {
            (0..n).for_each(|_| state = self.step(state, coordinate));
            return state;
        }
        (0..most).for_each(|_| state = self.step(state, coordinate));
        let (start, mut period) = (state, 0u64);
        loop {
            state = self.step(state, coordinate);
            period += 1;
            if state == start {
                break;
            }
        }
        let rest = ((n - most) % period).to_u64().unwrap_or(0);
        (0..rest).for_each(|_| state = self.step(state, coordinate));
        state
    }

    /// The state of a point without negative coordinates.
    pub(crate) fn state(&self, point: &[BigInt]) -> u32 {
        point.iter().enumerate().fold(0, |state, (j, n)| self.steps(state, j, n))
    }

    /// Whether the points of a state are in P.
    pub(crate) fn is_p(&self, state: u32) -> bool {
        self.labels[state as usize] == Label::P
    }

    /// What a point without negative coordinates is.
    pub(crate) fn label(&self, point: &[BigInt]) -> Label {
        self.labels[self.state(point) as usize]
    }

    /// The same for machine integers.
    pub(crate) fn label_small(&self, point: &[i64]) -> Label {
        let big: Vec<BigInt> = point.iter().map(|&n| n.into()).collect();
        self.label(&big)
    }

    /// Is the point in the set?
    pub(crate) fn contains(&self, point: &[BigInt]) -> bool {
        self.label(point) == Label::P
    }

    /// Proves that this is the set of P-positions, or gives a position where that fails. The steps have to commute.
    pub fn prove(&self, core: &Core, most: usize, meter: &Meter) -> Result<Transitions, Failure> {
        let d = core.dimension;
        if self.dimension != d || !self.commutes(meter)? {
            return Err(Failure::Shape);
        }
        // All r that occur, with the index of r - e_k for each k.
        let mut rests: Vec<Vec<i64>> = vec![vec![0; d]];
        let mut index: FxHashMap<Vec<i64>, u32> = FxHashMap::default();
        index.insert(rests[0].clone(), 0);
        let mut start: Vec<Part> = Vec::new();
        for g in &core.moves {
            let plus: Vec<i64> = g.iter().map(|n| (*n).max(0)).collect();
            let mut state = 0;
            for (j, n) in g.iter().enumerate().filter(|(_, n)| **n < 0) {
                state = self.steps(state, j, &(-n).into());
            }
            let id = *index.entry(plus.clone()).or_insert_with(|| {
                rests.push(plus);
                rests.len() as u32 - 1
            });
            start.push((id, state));
        }
        let mut less: Vec<Vec<Option<u32>>> = Vec::new();
        while less.len() < rests.len() {
            meter.spend(d as u32)?;
            let r = rests[less.len()].clone();
            let mut row = Vec::new();
            for k in 0..d {
                row.push((r[k] > 0).then(|| {
                    let mut r = r.clone();
                    r[k] -= 1;
                    *index.entry(r.clone()).or_insert_with(|| {
                        rests.push(r);
                        rests.len() as u32 - 1
                    })
                }));
            }
            less.push(row);
            if rests.len() > most {
                return Err(Failure::Budget);
            }
        }
        start.sort();
        start.dedup();
        let first = Pair { state: 0, parts: start, defeated: core.defeated.clone() };
        let mut seen: Parted<Pair, ()> = Parted::default();
        seen.insert(first.clone(), ());
        let mut queue = std::collections::VecDeque::from([(first, vec![0i64; d])]);
        while let Some((pair, x)) = queue.pop_front() {
            meter.spend(d as u32 * (pair.parts.len() + pair.defeated.len()) as u32)?;
            let label = self.labels[pair.state as usize];
            let here = pair.defeated.iter().any(|p| p.iter().all(|&n| n == 0));
            let into_p = pair.parts.iter().any(|&(r, q)| r == 0 && self.labels[q as usize] == Label::P);
            let right = match label {
                Label::Defeated => here,
                Label::P => !here && !into_p,
                Label::N => !here && into_p,
            };
            if !right {
                return Err(Failure::Position(x));
            }
            for k in 0..d {
                let mut parts: Vec<Part> = Vec::with_capacity(pair.parts.len() + 4);
                for &(r, q) in &pair.parts {
                    parts.push((r, self.step(q, k)));
                    if let Some(less) = less[r as usize][k] {
                        parts.push((less, q));
                    }
                }
                parts.sort_unstable();
                parts.dedup();
                let lower = |p: &Vec<i64>| {
                    let mut p = p.clone();
                    p[k] -= 1;
                    (p[k] >= 0).then_some(p)
                };
                let defeated = pair.defeated.iter().filter_map(lower).collect();
                let next = Pair { state: self.step(pair.state, k), parts, defeated };
                if seen.get(&next).is_none() {
                    if seen.len() >= most {
                        return Err(Failure::Budget);
                    }
                    meter.handle.reserve(next.parts.len() * 16)?;
                    seen.insert(next.clone(), ());
                    let mut x = x.clone();
                    x[k] += 1;
                    queue.push_back((next, x));
                }
            }
        }
        Ok(Transitions { pairs: seen.len() as u64 })
    }

    /// Whether the steps of two coordinates can be taken in either order.
    fn commutes(&self, meter: &Meter) -> Result<bool, Failure> {
        Ok(self.order_matters(meter)?.is_none())
    }

    /// A state and two coordinates whose steps lead to different states in different orders.
    pub(crate) fn order_matters(&self, meter: &Meter) -> Result<Option<(u32, usize, usize)>, Failure> {
        for q in 0..self.states() as u32 {
            for j in 0..self.dimension {
                meter.spend(self.dimension as u32)?;
                for i in 0..j {
                    if self.step(self.step(q, i), j) != self.step(self.step(q, j), i) {
                        return Ok(Some((q, i, j)));
                    }
                }
            }
        }
        Ok(None)
    }

    /// The set as disjoint strata with generators along the axes, if no part has more than `most` before it is merged.
    ///
    /// The last coordinates first: two states are alike from coordinate j on if no units of j and later tell them
    /// apart. From a state the units of coordinate j lead through classes that are alike from j + 1 on, each at single
    /// values and from some value on in a period. Only classes that are met from 0 on have strata made, and each has them merged at once.
    pub(crate) fn strata(&self, most: usize, meter: &Meter) -> Result<Vec<Stratum>, Failure> {
        let (d, n) = (self.dimension, self.states());
        // alike[j]: a representative of each state; the levels behind the last coordinate are P or not.
        let mut alike: Vec<Vec<u32>> = vec![Vec::new(); d + 1];
        let first = |flag: bool| self.labels.iter().position(|l| (*l == Label::P) == flag).unwrap_or(0) as u32;
        alike[d] = self.labels.iter().map(|l| first(*l == Label::P)).collect();
        for j in (0..d).rev() {
            // Refined until the units of j do not tell more.
            let mut classes = alike[j + 1].clone();
            loop {
                meter.spend(n as u32)?;
                let mut names: FxHashMap<(u32, u32), u32> = FxHashMap::default();
                let finer: Vec<u32> = (0..n as u32)
                    .map(|q| *names.entry((classes[q as usize], classes[self.step(q, j) as usize])).or_insert(q))
                    .collect();
                if finer == classes {
                    break;
                }
                classes = finer;
            }
            alike[j] = classes;
        }
        // From a class the way through those of the later coordinates until it comes round, and where it comes in again.
        let way = |j: usize, class: u32| {
            let mut way: Vec<u32> = Vec::new();
            let mut at = class;
            loop {
                if let Some(start) = way.iter().position(|&s| s == at) {
                    return (way, start);
                }
                way.push(at);
                at = alike[j][self.step(at, j) as usize];
            }
        };
        let mut met: Vec<BTreeSet<u32>> = vec![BTreeSet::new(); d + 1];
        met[0].insert(alike[0][0]);
        for j in 0..d {
            for class in met[j].clone() {
                meter.spend(n as u32)?;
                let (way, _) = way(j, class);
                met[j + 1].extend(way.iter().map(|s| alike[j + 1][*s as usize]));
            }
        }
        let inside = first(true);
        let origin = Stratum { base: vec![BigInt::zero(); d], generators: Vec::new() };
        let any = self.labels.contains(&Label::P);
        let mut known: FxHashMap<u32, Vec<Stratum>> = FxHashMap::default();
        for &class in &met[d] {
            known.insert(class, if any && class == inside { vec![origin.clone()] } else { Vec::new() });
        }
        for j in (0..d).rev() {
            let mut numbers = 0;
            let mut sets: FxHashMap<u32, Vec<Stratum>> = FxHashMap::default();
            for &class in &met[j] {
                let (way, start) = way(j, class);
                let period = way.len() - start;
                let mut by_class: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
                for (k, s) in way.iter().enumerate() {
                    by_class.entry(alike[j + 1][*s as usize]).or_default().push(k);
                }
                let mut out: Vec<Stratum> = Vec::new();
                for (inner, values) in by_class {
                    let Some(inner) = known.get(&inner) else { return Err(Failure::Shape) };
                    for &value in &values {
                        meter.spend(inner.len() as u32 + 1)?;
                        for s in inner {
                            let mut s = s.clone();
                            s.base[j] = value.into();
                            if value >= start {
                                let unit = (0..d).map(|i| if i == j { period.into() } else { BigInt::zero() });
                                s.generators.push(unit.collect());
                            }
                            out.push(s);
                        }
                        if out.len() > most {
                            return Err(Failure::Budget);
                        }
                    }
                }
                let out = super::peel::join(out, meter)?;
                numbers += out.iter().map(|s| (1 + s.generators.len()) * d).sum::<usize>();
                if numbers > most.saturating_mul(NUMBERS) {
                    return Err(Failure::Budget);
                }
                sets.insert(class, out);
            }
            known = sets;
        }
        Ok(known.remove(&alike[0][0]).unwrap_or_default())
    }
}

/// Finds and proves a quotient with at most `most` states. `truth` answers whether a position is in P.
pub fn search(
    core: &Core,
    truth: &mut dyn FnMut(&[i64]) -> Result<bool, Failure>,
    most: usize,
    budgets: &Budgets,
    meter: &Meter,
) -> Result<(Quotient, Transitions), Failure> {
    let mut learner = super::learn_quotient::Learner::new(core, most);
    loop {
        let guess = learner.hypothesis(truth, meter)?;
        if let Some(wrong) = guess.order_matters(meter)? {
            learner.reorder(wrong, truth, meter)?;
            continue;
        }
        let x = match guess.prove(core, budgets.product, meter) {
            Ok(checked) => return Ok((guess, checked)),
            Err(Failure::Position(x)) => x,
            Err(failure) => return Err(failure),
        };
        // The truth satisfies the recursion at x, the guess does not: they differ at x or at an option.
        let mut wrong = None;
        let options = (0..core.moves.len()).filter_map(|i| core.after(&x, i));
        for y in std::iter::once(x.clone()).chain(options) {
            if learner.label(&y, truth)? != guess.label_small(&y) {
                wrong = Some(y);
                break;
            }
        }
        // Not found: the answers are not those of the game.
        learner.correct(&guess, &wrong.ok_or(Failure::Budget)?, truth)?;
    }
}

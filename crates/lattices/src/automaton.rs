//! Finite automata that read the coordinates of a point together, binary digits with the least significant first.
//!
//! A letter is a vector of d bits, bit j the digit of coordinate j. A set of points is accepted in the sense used here
//! if zeros at the end change nothing. Membership of a point takes one step for each binary digit of its largest
//! coordinate.

use super::budget::{Failure, Meter};
use super::game::Core;
use num_bigint::BigInt;
use rustc_hash::FxHashMap;
use sprague_limits::{Handle, Stop};
use std::hash::Hash;

/// The largest dimension: there are 2^d letters.
pub const MOST_COORDINATES: usize = 8;

/// A deterministic automaton; state 0 is the first.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Automaton {
    /// d
    pub dimension: usize,
    /// The next state for each state and letter: entry state * 2^d + letter.
    pub next: Vec<u32>,
    /// Does each state accept?
    pub accepts: Vec<bool>,
}

impl Automaton {
    /// The number of states.
    pub fn states(&self) -> usize {
        self.accepts.len()
    }

    /// The state after a letter.
    #[inline]
    pub(crate) fn step(&self, state: u32, letter: u32) -> u32 {
        self.next[((state as usize) << self.dimension) | letter as usize]
    }

    /// Is the point (without negative coordinates) accepted?
    pub fn contains(&self, point: &[BigInt]) -> bool {
        let digits = point.iter().map(BigInt::bits).max().unwrap_or(0);
        let mut state = 0;
        for k in 0..digits {
            let letter = point.iter().enumerate().fold(0, |l, (j, n)| l | (u32::from(n.bit(k)) << j));
            state = self.step(state, letter);
        }
        self.accepts[state as usize]
    }

    /// The same for machine integers.
    pub fn contains_small(&self, point: &[i64]) -> bool {
        let mut state = 0;
        let mut rest = point.to_vec();
        while rest.iter().any(|&n| n > 0) {
            state = self.step(state, take_letter(&mut rest));
        }
        self.accepts[state as usize]
    }

    /// A state that accepts otherwise than its successor under the letter of zeros, if there is one.
    pub fn unsettled(&self) -> Option<u32> {
        (0..self.states() as u32).find(|&q| self.accepts[q as usize] != self.accepts[self.step(q, 0) as usize])
    }
}

/// Takes the last binary digits off the coordinates and returns them as a letter.
pub(super) fn take_letter(rest: &mut [i64]) -> u32 {
    rest.iter_mut().enumerate().fold(0, |l, (j, n)| {
        let bit = (*n & 1) as u32;
        *n >>= 1;
        l | (bit << j)
    })
}

/// The automaton of a finite set of points: its states are the residual sets.
pub(crate) fn of_points(dimension: usize, points: &[Vec<i64>], handle: &Handle) -> Result<Automaton, Stop> {
    let mut first = points.to_vec();
    first.sort();
    first.dedup();
    let mut ids: FxHashMap<Vec<Vec<i64>>, u32> = FxHashMap::default();
    let mut sets = vec![first.clone()];
    ids.insert(first, 0);
    let mut next = Vec::new();
    let mut at = 0;
    while at < sets.len() {
        handle.ticks(1 + u32::try_from(sets[at].len()).unwrap_or(u32::MAX))?;
        let mut parts: Vec<Vec<Vec<i64>>> = vec![Vec::new(); 1 << dimension];
        for point in &sets[at] {
            let mut rest = point.clone();
            let letter = take_letter(&mut rest);
            parts[letter as usize].push(rest);
        }
        for mut part in parts {
            part.sort();
            let id = *ids.entry(part).or_insert_with_key(|part| {
                sets.push(part.clone());
                sets.len() as u32 - 1
            });
            next.push(id);
        }
        at += 1;
    }
    let accepts = sets.iter().map(|s| s.iter().any(|p| p.iter().all(|&n| n == 0))).collect();
    Ok(Automaton { dimension, next, accepts })
}

/// What a position is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Label {
    /// A P-position.
    P,
    /// A position of play that is not in P.
    N,
    /// Defeated.
    Defeated,
}

/// P and the defeated positions read together.
pub(super) struct Classifier {
    pub automaton: Automaton,
    pub labels: Vec<Label>,
}

impl Classifier {
    /// The product of the automaton of P with that of the defeated positions, with at most `most` states.
    pub(crate) fn new(set: &Automaton, core: &Core, most: usize, handle: &Handle) -> Result<Classifier, Failure> {
        let finite = of_points(core.dimension, &core.defeated, handle)?;
        let mut ids: FxHashMap<(u32, u32), u32> = FxHashMap::default();
        ids.insert((0, 0), 0);
        let mut pairs = vec![(0u32, 0u32)];
        let mut next = Vec::new();
        let mut at = 0;
        while at < pairs.len() {
            if pairs.len() > most {
                return Err(Failure::Budget);
            }
            handle.tick()?;
            for letter in 0..1u32 << core.dimension {
                let pair = (set.step(pairs[at].0, letter), finite.step(pairs[at].1, letter));
                next.push(*ids.entry(pair).or_insert_with(|| {
                    pairs.push(pair);
                    pairs.len() as u32 - 1
                }));
            }
            at += 1;
        }
        let label = |&(p, d): &(u32, u32)| match (set.accepts[p as usize], finite.accepts[d as usize]) {
            (true, false) => Label::P,
            (false, false) => Label::N,
            // A point of P that is defeated is reported as P there: the proof refuses it.
            (_, true) => Label::Defeated,
        };
        let labels: Vec<Label> = pairs.iter().map(label).collect();
        let accepts = pairs.iter().map(|&(p, _)| set.accepts[p as usize]).collect();
        Ok(Classifier { automaton: Automaton { dimension: core.dimension, next, accepts }, labels })
    }
}

impl Automaton {
    /// What is reached from each of some starts by steps, smallest: states that accept the same are one. Starts from which the same is accepted give equal automata.
    pub(crate) fn reached<S: Clone + Eq + Hash>(
        dimension: usize,
        starts: Vec<S>,
        mut step: impl FnMut(&S, u32) -> S,
        accepts: impl Fn(&S) -> bool,
        meter: &Meter,
    ) -> Result<Vec<Automaton>, Failure> {
        let mut ids: FxHashMap<S, u32> = FxHashMap::default();
        let (mut all, mut next) = (Vec::new(), Vec::new());
        let mut id = |state: S, all: &mut Vec<S>| {
            let fresh = all.len() as u32;
            *ids.entry(state).or_insert_with_key(|state| {
                all.push(state.clone());
                fresh
            })
        };
        let firsts: Vec<u32> = starts.into_iter().map(|start| id(start, &mut all)).collect();
        let mut at = 0;
        while at < all.len() {
            meter.handle.reserve((size_of::<S>() + 64) << dimension)?;
            for letter in 0..1u32 << dimension {
                meter.spend(8)?;
                let to = step(&all[at], letter);
                next.push(id(to, &mut all));
            }
            at += 1;
        }
        let whole = Automaton { dimension, next, accepts: all.iter().map(accepts).collect() };
        let classes = whole.classes(meter)?;
        firsts.into_iter().map(|first| whole.smallest_from(first, &classes, meter)).collect()
    }

    /// For each state a number, equal for those that accept the same, by refining classes (E. F. Moore).
    fn classes(&self, meter: &Meter) -> Result<Vec<u32>, Failure> {
        let letters = 1usize << self.dimension;
        let mut class: Vec<u32> = self.accepts.iter().map(|&a| u32::from(a)).collect();
        let mut count = 0;
        loop {
            let mut ids: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
            let mut refined = Vec::with_capacity(class.len());
            for (at, &own) in class.iter().enumerate() {
                meter.spend(letters as u32)?;
                let next = self.next[at * letters..(at + 1) * letters].iter().map(|&to| class[to as usize]);
                let fresh = ids.len() as u32;
                refined.push(*ids.entry([own].into_iter().chain(next).collect()).or_insert(fresh));
            }
            class = refined;
            if ids.len() == count {
                return Ok(class);
            }
            count = ids.len();
        }
    }

    /// Classes for states, those that are reached from the class of one, numbered in the order in which a search by breadth meets them.
    fn smallest_from(&self, first: u32, class: &[u32], meter: &Meter) -> Result<Automaton, Failure> {
        let mut ids: FxHashMap<u32, u32> = FxHashMap::from_iter([(class[first as usize], 0)]);
        let (mut all, mut next) = (vec![first], Vec::new());
        let mut at = 0;
        while at < all.len() {
            for letter in 0..1u32 << self.dimension {
                meter.spend(1)?;
                let to = self.step(all[at], letter);
                let fresh = all.len() as u32;
                let id = *ids.entry(class[to as usize]).or_insert(fresh);
                if id == fresh {
                    all.push(to);
                }
                next.push(id);
            }
            at += 1;
        }
        let accepts = all.iter().map(|&state| self.accepts[state as usize]).collect();
        Ok(Automaton { dimension: self.dimension, next, accepts })
    }
}

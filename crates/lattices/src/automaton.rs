//! Finite automata that read the coordinates of a point together, binary digits with the least significant first.
//!
//! A letter is a vector of d bits, bit j the digit of coordinate j. A set of points is accepted in the sense used here
//! if zeros at the end change nothing. Membership of a point takes one step for each binary digit of its largest
//! coordinate.

use super::budget::Failure;
use super::game::Core;
use num_bigint::BigInt;
use rustc_hash::FxHashMap;
use sprague_limits::{Handle, Stop};

/// The largest dimension: there are 2^d letters.
pub const MOST_COORDINATES: usize = 8;

/// A deterministic automaton; state 0 is the first.
#[derive(Clone, Debug, PartialEq, Eq)]
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

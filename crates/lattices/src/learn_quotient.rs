//! Learns a finite quotient from questions "is x a P-position?" and from errors that a proof finds.
//!
//! Angluin's table for sets of vectors: points S (one for each state, the small ones first), tests E, a row of answers at s + e for each s of S
//! and each point one unit beyond. Steps that depend on their order, and points where the guess answers wrongly, give a
//! new test each; every test splits a state, so the search ends for every set with a finite quotient.

use super::automaton::Label;
use super::budget::{Failure, Meter};
use super::game::Core;
use super::quotient::Quotient;
use rustc_hash::FxHashMap;

type Truth<'a> = dyn FnMut(&[i64]) -> Result<bool, Failure> + 'a;

/// The table.
pub(crate) struct Learner<'a> {
    core: &'a Core,
    most: usize,
    tests: Vec<Vec<i64>>,
    /// Answers as far as they were asked for.
    rows: FxHashMap<Vec<i64>, Vec<u8>>,
    /// The points that stand for the states of the last guess.
    points: Vec<Vec<i64>>,
}

fn plus(a: &[i64], b: &[i64]) -> Vec<i64> {
    a.iter().zip(b).map(|(a, b)| a + b).collect()
}

fn beyond(x: &[i64], j: usize) -> Vec<i64> {
    let mut x = x.to_vec();
    x[j] += 1;
    x
}

impl<'a> Learner<'a> {
    /// Nothing asked yet.
    pub(crate) fn new(core: &'a Core, most: usize) -> Learner<'a> {
        Learner { core, most, tests: vec![vec![0; core.dimension]], rows: FxHashMap::default(), points: Vec::new() }
    }

    /// What a point is.
    pub(crate) fn label(&self, x: &[i64], truth: &mut Truth) -> Result<Label, Failure> {
        Ok(if self.core.is_defeated(x) {
            Label::Defeated
        } else if truth(x)? {
            Label::P
        } else {
            Label::N
        })
    }

    fn row(&mut self, x: &[i64], truth: &mut Truth, meter: &Meter) -> Result<Vec<u8>, Failure> {
        let mut row = self.rows.remove(x).unwrap_or_default();
        for e in &self.tests[row.len()..] {
            meter.spend(4)?;
            row.push(self.label(&plus(x, e), truth)? as u8);
        }
        self.rows.insert(x.to_vec(), row.clone());
        Ok(row)
    }

    /// The guess of the table, once every row one unit beyond a state is that of a state.
    pub(crate) fn hypothesis(&mut self, truth: &mut Truth, meter: &Meter) -> Result<Quotient, Failure> {
        let d = self.core.dimension;
        let origin = vec![0; d];
        let mut states: FxHashMap<Vec<u8>, u32> = FxHashMap::default();
        states.insert(self.row(&origin, truth, meter)?, 0);
        let (mut points, mut next, mut labels) = (vec![origin], Vec::new(), Vec::new());
        let mut at = 0;
        while at < points.len() {
            labels.push(self.label(&points[at], truth)?);
            for j in 0..d {
                let x = beyond(&points[at], j);
                let row = self.row(&x, truth, meter)?;
                let fresh = points.len() as u32;
                let state = *states.entry(row).or_insert(fresh);
                if state == fresh {
                    if points.len() >= self.most {
                        return Err(Failure::Budget);
                    }
                    points.push(x);
                }
                next.push(state);
            }
            at += 1;
        }
        self.points = points;
        Ok(Quotient { dimension: d, next, labels })
    }

    fn add(&mut self, test: Vec<i64>) -> Result<(), Failure> {
        // A test that is there already tells nothing new: the answers contradict each other.
        if self.tests.contains(&test) {
            return Err(Failure::Budget);
        }
        self.tests.push(test);
        Ok(())
    }

    /// Works in a state whose steps i and j lead to different states in different orders.
    pub(crate) fn reorder(
        &mut self,
        (q, i, j): (u32, usize, usize),
        truth: &mut Truth,
        meter: &Meter,
    ) -> Result<(), Failure> {
        let s = self.points[q as usize].clone();
        let both = self.row(&beyond(&beyond(&s, i), j), truth, meter)?;
        // The point of the state one unit beyond s need not be that one; a unit more, and one of the two rows differs.
        for (first, second) in [(i, j), (j, i)] {
            let row = self.row(&beyond(&s, first), truth, meter)?;
            let mut stands = None;
            for p in self.points.clone() {
                if self.row(&p, truth, meter)? == row {
                    stands = Some(p);
                    break;
                }
            }
            let Some(p) = stands else { return Err(Failure::Budget) };
            let other = self.row(&beyond(&p, second), truth, meter)?;
            if let Some(k) = (0..both.len()).find(|&k| both[k] != other[k]) {
                let test = beyond(&self.tests[k], second);
                return self.add(test);
            }
        }
        Err(Failure::Budget)
    }

    /// Works in a point where the guess answers wrongly: along the way to it there is a first unit after which
    /// the point of the state stands for the way so far no more.
    pub(crate) fn correct(&mut self, guess: &Quotient, x: &[i64], truth: &mut Truth) -> Result<(), Failure> {
        let units: Vec<usize> = x.iter().enumerate().flat_map(|(j, &n)| std::iter::repeat_n(j, n as usize)).collect();
        let mut states = vec![0u32];
        let mut rests = vec![x.to_vec()];
        for &j in &units {
            states.push(guess.step(states[states.len() - 1], j));
            let mut rest = rests[rests.len() - 1].clone();
            rest[j] -= 1;
            rests.push(rest);
        }
        let mut answer = |i: usize| self.label(&plus(&self.points[states[i] as usize], &rests[i]), truth);
        let (mut low, mut high) = (0, units.len());
        let right = answer(0)?;
        while high - low > 1 {
            let middle = (low + high) / 2;
            if answer(middle)? == right { low = middle } else { high = middle }
        }
        if units.is_empty() {
            return Err(Failure::Budget);
        }
        self.add(rests[high].clone())
    }
}

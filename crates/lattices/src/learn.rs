//! Learns an automaton for a set of points from questions "is x in the set?" and from errors that a proof finds.
//!
//! Angluin's table: access words S (one for each state), distinguishing words E, a row of answers for each word of S
//! and each word one letter longer. An error is worked in after Rivest and Schapire: a binary search in its digits
//! gives one new distinguishing word. Every round adds a state, so it ends for every set that is 2-automatic, with
//! its minimal automaton (of words; zeros at the end are made not to count by the same errors).

use super::automaton::Automaton;
use super::budget::{Failure, Meter};
use rustc_hash::FxHashMap;

/// A word: letters, least significant digits first.
type Word = Vec<u32>;

/// The table.
pub(crate) struct Learner {
    dimension: usize,
    most_states: usize,
    access: Vec<Word>,
    endings: Vec<Word>,
    rows: FxHashMap<Vec<bool>, u32>,
    automaton: Automaton,
}

/// Answers whether a point is in the set.
pub(crate) trait Oracle {
    /// Is it?
    fn contains(&mut self, point: &[i64]) -> Result<bool, Failure>;
}

impl<F: FnMut(&[i64]) -> Result<bool, Failure>> Oracle for F {
    fn contains(&mut self, point: &[i64]) -> Result<bool, Failure> {
        self(point)
    }
}

fn point(d: usize, word: impl DoubleEndedIterator<Item = u32> + ExactSizeIterator) -> Result<Vec<i64>, Failure> {
    if word.len() > 60 {
        return Err(Failure::Budget);
    }
    let mut p = vec![0i64; d];
    for letter in word.rev() {
        p.iter_mut().enumerate().for_each(|(j, n)| *n = *n << 1 | i64::from(letter >> j & 1));
    }
    Ok(p)
}

impl Learner {
    /// Starts with the empty word.
    pub(crate) fn new(dimension: usize, most_states: usize) -> Learner {
        Learner {
            dimension,
            most_states,
            access: vec![Vec::new()],
            endings: vec![Vec::new()],
            rows: FxHashMap::default(),
            automaton: Automaton { dimension, next: Vec::new(), accepts: Vec::new() },
        }
    }

    fn row(&self, word: &[u32], oracle: &mut impl Oracle) -> Result<Vec<bool>, Failure> {
        self.endings
            .iter()
            .map(|e| {
                let joined: Word = word.iter().chain(e).copied().collect();
                oracle.contains(&point(self.dimension, joined.into_iter())?)
            })
            .collect()
    }

    /// The automaton of the table, once it is closed.
    pub(crate) fn hypothesis(&mut self, oracle: &mut impl Oracle, meter: &Meter) -> Result<&Automaton, Failure> {
        let letters = 1u32 << self.dimension;
        self.rows.clear();
        for q in 0..self.access.len() {
            let row = self.row(&self.access[q], oracle)?;
            self.rows.insert(row, q as u32);
        }
        let mut next = Vec::new();
        let mut q = 0;
        while q < self.access.len() {
            for letter in 0..letters {
                meter.spend(self.endings.len() as u32 * 4)?;
                let mut word = self.access[q].clone();
                word.push(letter);
                let row = self.row(&word, oracle)?;
                let to = match self.rows.get(&row) {
                    Some(&to) => to,
                    None => {
                        let to = self.access.len() as u32;
                        if self.access.len() >= self.most_states {
                            return Err(Failure::Budget);
                        }
                        self.access.push(word);
                        self.rows.insert(row, to);
                        to
                    }
                };
                next.push(to);
            }
            q += 1;
        }
        let mut accepts = Vec::new();
        for word in &self.access {
            accepts.push(oracle.contains(&point(self.dimension, word.iter().copied())?)?);
        }
        self.automaton = Automaton { dimension: self.dimension, next, accepts };
        Ok(&self.automaton)
    }

    /// A word whose reading reaches the state.
    pub(crate) fn access(&self, state: u32) -> Word {
        self.access[state as usize].clone()
    }

    /// Works in a word where the hypothesis answers wrongly.
    pub(crate) fn correct(&mut self, word: &[u32], oracle: &mut impl Oracle) -> Result<(), Failure> {
        let mut states = vec![0u32];
        for &letter in word {
            let last = states[states.len() - 1];
            states.push(self.automaton.step(last, letter));
        }
        // The answer to access(state after i letters) + rest; it differs between i = 0 and the end.
        let mut answer = |i: usize| -> Result<bool, Failure> {
            let joined: Word = self.access[states[i] as usize].iter().chain(&word[i..]).copied().collect();
            oracle.contains(&point(self.dimension, joined.into_iter())?)
        };
        let (mut low, mut high) = (0, word.len());
        let truth = answer(0)?;
        while high - low > 1 {
            let middle = (low + high) / 2;
            if answer(middle)? == truth { low = middle } else { high = middle }
        }
        self.endings.push(word[high..].to_vec());
        Ok(())
    }

    /// The digits of a point, and `longer` letters of zeros.
    pub(crate) fn word(point: &[i64], longer: usize) -> Word {
        let mut rest = point.to_vec();
        let mut word = Vec::new();
        while rest.iter().any(|&n| n > 0) {
            word.push(super::automaton::take_letter(&mut rest));
        }
        word.extend(std::iter::repeat_n(0, longer));
        word
    }
}

//! The proof of an automaton: one breadth-first search.
//!
//! A state of the search is the state of the automaton after some digits of x together with, for each move g, its
//! state after as many digits of x - g and the carries: digit = (c + bit) AND 1, c = (c + bit) >> 1, c starting at
//! -g. At the end of x zeros are read until every carry is 0 or -1; -1 means that the coordinate of x - g is
//! negative. Moves whose parts of the state agree go on alike and are kept once. The condition that characterises P
//! (`P` = positions of play without a move into `P`) is looked at once for each state reached, so for every point.
//! A state that fails gives a point where the recursion fails. Ends because carries are bounded by the moves.

use super::automaton::{Automaton, Classifier, Label};
use super::budget::{Budgets, Failure, Meter};
use super::game::Core;
use super::parted::Parted;

/// What was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Product {
    /// States of the product reached.
    pub states: u64,
}

/// Proves that the automaton accepts exactly the P-positions, or gives a position where the recursion fails. The
/// automaton must be settled (see [`Automaton::unsettled`]).
pub fn prove(core: &Core, set: &Automaton, budgets: &Budgets, meter: &Meter) -> Result<Product, Failure> {
    let d = core.dimension;
    let classifier = Classifier::new(set, core, budgets.product, meter.handle)?;
    let machine = &classifier.automaton;
    // One part: state and carries. A key: the state at x, then the parts, sorted.
    let width = d + 1;
    let mut start: Vec<Vec<i64>> =
        core.moves.iter().map(|g| [0].into_iter().chain(g.iter().map(|n| -n)).collect()).collect();
    start.sort();
    start.dedup();
    let first: Vec<i64> = [0].into_iter().chain(start.into_iter().flatten()).collect();
    let mut ids: Parted<Box<[i64]>, u32> = Parted::default();
    ids.insert(first.clone().into(), 0);
    let mut keys: Vec<Box<[i64]>> = vec![first.into()];
    let mut from: Vec<(u32, u32)> = vec![(0, 0)];
    let mut parts: Vec<Vec<i64>> = Vec::new();
    let mut at = 0;
    while at < keys.len() {
        meter.spend((keys[at].len() as u32 / 2) << d.min(16))?;
        if !holds(&classifier, &keys[at], width) {
            return Err(Failure::Position(word_to_point(d, &from, at)));
        }
        for letter in 0..1u32 << d {
            let key = keys[at].clone();
            parts.clear();
            for part in key[1..].chunks(width) {
                parts.push(step(machine, part, letter));
            }
            parts.sort();
            parts.dedup();
            let state = i64::from(machine.step(key[0] as u32, letter));
            let new: Box<[i64]> = [state].into_iter().chain(parts.iter().flatten().copied()).collect();
            if ids.get(&new).is_none() {
                if keys.len() >= budgets.product {
                    return Err(Failure::Budget);
                }
                meter.handle.reserve(new.len() * 32)?;
                ids.insert(new.clone(), keys.len() as u32);
                keys.push(new);
                from.push((at as u32, letter));
            }
        }
        at += 1;
    }
    Ok(Product { states: keys.len() as u64 })
}

/// One digit of x - g.
fn step(machine: &Automaton, part: &[i64], letter: u32) -> Vec<i64> {
    let mut out = part.to_vec();
    let mut read = 0;
    for (j, c) in out[1..].iter_mut().enumerate() {
        let sum = *c + i64::from(letter >> j & 1);
        read |= ((sum & 1) as u32) << j;
        *c = sum >> 1;
    }
    out[0] = i64::from(machine.step(part[0] as u32, read));
    out
}

fn holds(classifier: &Classifier, key: &[i64], width: usize) -> bool {
    let state = key[0] as usize;
    if classifier.labels[state] == Label::Defeated {
        return !classifier.automaton.accepts[state];
    }
    let into_p = key[1..].chunks(width).any(|part| {
        let mut part = part.to_vec();
        while part[1..].iter().any(|&c| c != 0 && c != -1) {
            part = step(&classifier.automaton, &part, 0);
        }
        part[1..].iter().all(|&c| c == 0) && classifier.labels[part[0] as usize] == Label::P
    });
    into_p != (classifier.labels[state] == Label::P)
}

/// The point whose digits lead to a state of the search.
fn word_to_point(d: usize, from: &[(u32, u32)], mut at: usize) -> Vec<i64> {
    let mut point = vec![0i64; d];
    while at != 0 {
        let (before, letter) = from[at];
        for (j, n) in point.iter_mut().enumerate() {
            // Words that lead beyond a word of the machine cannot be checked by recursion anyway.
            *n = n.saturating_mul(2).saturating_add(i64::from(letter >> j & 1));
        }
        at = before as usize;
    }
    point
}

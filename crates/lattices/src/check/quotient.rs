//! The checker of quotients: the coordinates one after the other, each counted up until nothing new comes.

use super::super::automaton::Label;
use super::super::budget::{Failure, Meter};
use super::super::game::Core;
use super::super::quotient::Quotient;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// What is kept of a point whose first coordinates are chosen: its state, those of its options as far, by what they
/// take off the later coordinates, and the defeated points that begin like it.
type Begun = (u32, BTreeSet<(Vec<i64>, u32)>, Vec<usize>);

/// Is the claimed set that of the P-positions, with the defeated points told rightly? Says how many points had to be
/// looked at, those counted once that cannot be told apart.
pub fn quotient(core: &Core, claim: &Quotient, meter: &Meter) -> Result<u64, Failure> {
    let (d, n) = (core.dimension, claim.labels.len());
    let shape = claim.dimension == d && n > 0 && claim.next.len() == n * d;
    if !shape || claim.next.iter().any(|&q| q as usize >= n) {
        return Err(Failure::Shape);
    }
    let after = |q: u32, j: usize| claim.next[q as usize * d + j];
    // No order of units may matter; otherwise a point has no state.
    for q in 0..n as u32 {
        for i in 0..d {
            for j in 0..i {
                meter.spend(1)?;
                if after(after(q, i), j) != after(after(q, j), i) {
                    return Err(Failure::Shape);
                }
            }
        }
    }
    let gains = |g: &Vec<i64>| {
        let units = g.iter().enumerate().flat_map(|(j, &n)| (n..0).map(move |_| j));
        units.fold(0, after)
    };
    let takes = |g: &Vec<i64>| -> Vec<i64> { g.iter().map(|n| (*n).max(0)).collect() };
    let start = core.moves.iter().map(|g| (takes(g), gains(g))).collect();
    // Each with a point that begins like that.
    let mut level: FxHashMap<Begun, Vec<i64>> = FxHashMap::default();
    level.insert((0, start, (0..core.defeated.len()).collect()), Vec::new());
    let mut looked = 0;
    for j in 0..d {
        let largest = core.defeated.iter().map(|p| p[j] + 1).chain(core.moves.iter().map(|g| g[j])).max().unwrap_or(0);
        let mut next: FxHashMap<Begun, Vec<i64>> = FxHashMap::default();
        // Those reached where all options can be taken and no defeated point is left: from there each unit is one step.
        let mut steady: FxHashSet<Begun> = FxHashSet::default();
        for ((state, options, points), place) in level {
            let mut state = state;
            // Options wait until enough units are there; then they are counted up with the others.
            let mut waiting: Vec<(Vec<i64>, u32)> = options.into_iter().collect();
            let mut counted: BTreeSet<(Vec<i64>, u32)> = BTreeSet::new();
            for value in 0.. {
                meter.spend((waiting.len() + counted.len()) as u32 * 4 + 1)?;
                let mut later = Vec::new();
                for (takes, q) in waiting {
                    if takes[j] <= value {
                        let mut rest = takes;
                        rest[j] = 0;
                        counted.insert((rest, q));
                    } else {
                        later.push((takes, q));
                    }
                }
                waiting = later;
                let like = points.iter().copied().filter(|&p| core.defeated[p][j] == value).collect();
                let begun = (state, counted.clone(), like);
                if value >= largest && !steady.insert(begun.clone()) {
                    break;
                }
                next.entry(begun).or_insert_with(|| place.iter().copied().chain([value]).collect());
                state = after(state, j);
                counted = counted.into_iter().map(|(rest, q)| (rest, after(q, j))).collect();
            }
        }
        looked += next.len() as u64;
        level = next;
    }
    for ((state, options, points), place) in level {
        meter.spend(options.len() as u32 + 1)?;
        let into_p = options.iter().any(|(_, q)| claim.labels[*q as usize] == Label::P);
        let right = match (points.is_empty(), claim.labels[state as usize]) {
            (false, label) => label == Label::Defeated,
            (true, Label::P) => !into_p,
            (true, Label::N) => into_p,
            (true, Label::Defeated) => false,
        };
        if !right {
            return Err(Failure::Position(place));
        }
    }
    Ok(looked)
}

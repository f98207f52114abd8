//! The checker of automata: for each move the automaton of {x : x - g in P} is made and minimised, their union taken and
//! compared, state by state, with the positions of play outside P.

use crate::automaton::{Automaton, of_points};
use crate::budget::{Failure, Meter};
use crate::game::Core;
use rustc_hash::FxHashMap;

/// Does the automaton accept exactly the P-positions? Gives the number of states compared.
pub fn automaton(core: &Core, claim: &Automaton, meter: &Meter) -> Result<u64, Failure> {
    let d = core.dimension;
    let letters = 1usize << d.min(16);
    let states = claim.states();
    let sound = claim.dimension == d
        && states > 0
        && claim.next.len() == states * letters
        && claim.next.iter().all(|&q| (q as usize) < states)
        && (0..states).all(|q| claim.accepts[q] == claim.accepts[claim.next[q * letters] as usize]);
    if !sound {
        return Err(Failure::Shape);
    }
    let defeated = of_points(d, &core.defeated, meter.handle)?;
    // P as positions of play, minimal; it must be what was claimed.
    let play = both(claim, &defeated, |p, d| p && !d, meter)?;
    let mut reach: Option<Automaton> = None;
    for g in &core.moves {
        let moved = smallest(&shifted(&play, g, meter)?, meter)?;
        let joined = match reach {
            None => moved,
            Some(r) => smallest(&both(&r, &moved, |a, b| a || b, meter)?, meter)?,
        };
        reach = Some(joined);
    }
    let reach = match reach {
        Some(reach) => reach,
        None => of_points(d, &[], meter.handle)?,
    };
    // x is wrong if it is defeated and in P, or of play and in P exactly if it has a move into P.
    let outside = both(&reach, &defeated, |r, d| !r && !d, meter)?;
    let wrong = both(&outside, claim, |o, p| o != p, meter)?;
    match (0..wrong.states()).find(|&q| wrong.accepts[q]) {
        None => Ok(wrong.states() as u64),
        Some(q) => Err(Failure::Position(reading(&wrong, q))),
    }
}

/// A point whose digits lead to the state.
fn reading(machine: &Automaton, goal: usize) -> Vec<i64> {
    let d = machine.dimension;
    let mut words: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
    words.insert(0, Vec::new());
    let mut queue = std::collections::VecDeque::from([0usize]);
    while let Some(q) = queue.pop_front() {
        for letter in 0..1usize << d {
            let to = machine.next[(q << d) | letter] as usize;
            if !words.contains_key(&to) {
                let mut word = words[&q].clone();
                word.push(letter);
                words.insert(to, word);
                queue.push_back(to);
            }
        }
    }
    let mut point = vec![0i64; d];
    for letter in words.get(&goal).into_iter().flatten().rev() {
        point.iter_mut().enumerate().for_each(|(j, n)| *n = n.saturating_mul(2) + (letter >> j & 1) as i64);
    }
    point
}

/// The points that two automata accept or not as `rule` says.
fn both(a: &Automaton, b: &Automaton, rule: impl Fn(bool, bool) -> bool, meter: &Meter) -> Result<Automaton, Failure> {
    explore(
        a.dimension,
        (0u32, 0u32),
        |s| rule(a.accepts[s.0 as usize], b.accepts[s.1 as usize]),
        |s, l| (a.step(s.0, l), b.step(s.1, l)),
        meter,
    )
}

/// {x : x - g without negative coordinates and accepted}.
fn shifted(a: &Automaton, g: &[i64], meter: &Meter) -> Result<Automaton, Failure> {
    let step = |s: &(u32, Vec<i64>), letter: u32| {
        let total: Vec<i64> = s.1.iter().enumerate().map(|(j, c)| c + i64::from(letter >> j & 1)).collect();
        let digit = total.iter().enumerate().fold(0u32, |l, (j, n)| l | ((n.rem_euclid(2) as u32) << j));
        (a.step(s.0, digit), total.iter().map(|n| n.div_euclid(2)).collect::<Vec<i64>>())
    };
    let accepts = |s: &(u32, Vec<i64>)| {
        let mut s = s.clone();
        while s.1.iter().any(|&c| c != 0 && c != -1) {
            s = step(&s, 0);
        }
        s.1.iter().all(|&c| c == 0) && a.accepts[s.0 as usize]
    };
    explore(a.dimension, (0u32, g.iter().map(|n| -n).collect::<Vec<i64>>()), accepts, step, meter)
}

/// The reachable part of an automaton that is given by functions.
fn explore<S: Clone + Eq + std::hash::Hash>(
    dimension: usize,
    start: S,
    accepts: impl Fn(&S) -> bool,
    step: impl Fn(&S, u32) -> S,
    meter: &Meter,
) -> Result<Automaton, Failure> {
    let mut ids: FxHashMap<S, u32> = FxHashMap::default();
    ids.insert(start.clone(), 0);
    let mut all = vec![start];
    let mut out = Automaton { dimension, next: Vec::new(), accepts: Vec::new() };
    let mut at = 0;
    while at < all.len() {
        out.accepts.push(accepts(&all[at]));
        for letter in 0..1u32 << dimension {
            meter.spend(8)?;
            let to = step(&all[at], letter);
            let id = *ids.entry(to).or_insert_with_key(|to| {
                all.push(to.clone());
                all.len() as u32 - 1
            });
            out.next.push(id);
        }
        at += 1;
    }
    Ok(out)
}

/// The minimal automaton, by refining classes of states (Moore).
fn smallest(a: &Automaton, meter: &Meter) -> Result<Automaton, Failure> {
    let letters = 1usize << a.dimension;
    let mut class: Vec<u32> = a.accepts.iter().map(|&x| u32::from(x)).collect();
    let mut count = 0;
    loop {
        let mut ids: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
        let mut refined = Vec::with_capacity(class.len());
        for q in 0..class.len() {
            meter.spend(letters as u32)?;
            let row = &a.next[q * letters..(q + 1) * letters];
            let key: Vec<u32> = [class[q]].into_iter().chain(row.iter().map(|&t| class[t as usize])).collect();
            let fresh = ids.len() as u32;
            refined.push(*ids.entry(key).or_insert(fresh));
        }
        class = refined;
        if ids.len() == count {
            break;
        }
        count = ids.len();
    }
    // Classes are numbered in the order of their first states, so class 0 is that of the first state.
    let mut out = Automaton { dimension: a.dimension, next: vec![0; count * letters], accepts: vec![false; count] };
    for (q, &c) in class.iter().enumerate() {
        out.accepts[c as usize] = a.accepts[q];
        for l in 0..letters {
            out.next[c as usize * letters + l] = class[a.next[q * letters + l] as usize];
        }
    }
    Ok(out)
}

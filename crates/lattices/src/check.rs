//! The checkers: they decide whether a claimed strategy is right, from the claim alone.
//!
//! None of the code of the provers is used. Each verifies the three parts of a proof: P consists of positions of play,
//! no move leads from P to P, and every other position of play has a move to P (and that the strata are disjoint).
//!
//! *Strata.* In: any list of strata without negative entries. Their number at x, n(x), must be 0 or 1. On a slab (some
//! coordinates fixed) each stratum is cut into finitely many strata of the slab. A stratum b + N G of a slab with free
//! coordinates I is V-invariant from t on if either all generators vanish at some i of I (then it is empty where x_i >
//! b_i: t_i = b_i + 1, any V), or the generators g with a private coordinate (where all others vanish) add up to a V
//! positive on I: x + V = b + sum n_g g with n_g >= 1 for those g as soon as x_i + V_i >= b_i + g_i at the private
//! coordinate i of g, hence x is in the stratum; conversely clear. For other shapes the checker refuses to decide.
//! With V a common multiple for the strata of the slab and of all slabs that one move reaches, and T beyond all their
//! thresholds by the positive part of the move and beyond the defeated positions, the truth of the condition at x and
//! at x + V is the same for x >= T, so slabs with one more coordinate fixed below T + V decide.
//!
//! *Automata.* For each move the automaton of {x : x - g in P} is made and minimised, their union taken and compared,
//! state by state, with the positions of play outside P.
//!
//! *Closed form.* Each nim-value is the least number not among those of the replacements.

use super::automaton::{Automaton, of_points};
use super::budget::{Beyond, Meter};
use super::game::Core;
use super::stratum::Stratum;
use num_integer::Integer;
use num_traits::ToPrimitive;
use rustc_hash::{FxHashMap, FxHashSet};

/// Why a claim is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The condition fails here: P meets the defeated positions, or a move leads from P to P, or none to P.
    Position(Vec<i64>),
    /// More than one stratum holds this point.
    Twice(Vec<i64>),
    /// Not of a shape that this checker decides.
    Shape,
}

/// A stratum in machine integers.
#[derive(Clone)]
struct Piece {
    base: Vec<i64>,
    generators: Vec<Vec<i64>>,
}

type Fixed = Vec<Option<i64>>;

/// Do these strata hold exactly the P-positions of the game, each once? Gives the number of points checked.
pub fn strata(core: &Core, claim: &[Stratum], meter: &Meter) -> Result<Result<u64, Refused>, Beyond> {
    let d = core.dimension;
    let mut pieces = Vec::new();
    for s in claim {
        let small = |v: &[num_bigint::BigInt]| -> Option<Vec<i64>> {
            v.iter().map(|n| n.to_i64().filter(|n| (0..1 << 40).contains(n))).collect()
        };
        let generators: Option<Vec<Vec<i64>>> = s.generators.iter().map(|g| small(g)).collect();
        match (small(&s.base), generators) {
            (Some(base), Some(generators))
                if base.len() == d && generators.iter().all(|g| g.len() == d && g.iter().any(|&n| n > 0)) =>
            {
                pieces.push(Piece { base, generators });
            }
            _ => return Ok(Err(Refused::Shape)),
        }
    }
    let mut slabs: FxHashMap<Fixed, std::rc::Rc<Vec<Piece>>> = FxHashMap::default();
    slabs.insert(vec![None; d], pieces.into());
    let mut seen: FxHashSet<Fixed> = FxHashSet::default();
    let mut work: Vec<Fixed> = vec![vec![None; d]];
    let mut points = 0;
    while let Some(slab) = work.pop() {
        let free: Vec<usize> = (0..d).filter(|&j| slab[j].is_none()).collect();
        let mut reached = Vec::new();
        for g in [vec![0; d]].into_iter().chain(core.moves.iter().cloned()) {
            let target: Fixed = slab.iter().zip(&g).map(|(c, n)| c.map(|c| c - n)).collect();
            if target.iter().flatten().all(|&c| c >= 0) {
                reached.push((cut(&mut slabs, &target, meter)?, g, target));
            }
        }
        if free.is_empty() {
            points += 1;
            let x: Vec<i64> = slab.into_iter().flatten().collect();
            let here = reached[0].0.len();
            if here > 1 {
                return Ok(Err(Refused::Twice(x)));
            }
            let defeated = |c: &Fixed| core.defeated.contains(&c.iter().flatten().copied().collect());
            let wins = reached[1..].iter().any(|(pieces, _, c)| !pieces.is_empty() && !defeated(c));
            if (here == 1) != (!wins && !defeated(&reached[0].2)) {
                return Ok(Err(Refused::Position(x)));
            }
            continue;
        }
        let (mut low, mut common): (Vec<i64>, Option<Vec<i64>>) = (vec![0; d], None);
        for (pieces, g, target) in &reached {
            let mut raise = |i: usize, n: i64| low[i] = low[i].max(n.saturating_add(g[i].max(0)));
            free.iter().for_each(|&i| raise(i, 0));
            for p in core.defeated.iter().filter(|p| p.iter().zip(target).all(|(n, c)| c.is_none_or(|c| c == *n))) {
                free.iter().for_each(|&i| raise(i, p[i] + 1));
            }
            for piece in pieces.iter() {
                meter.spend((d * (piece.generators.len() + 1)) as u32)?;
                if let Some(&i) = free.iter().find(|&&i| piece.generators.iter().all(|g| g[i] == 0)) {
                    raise(i, piece.base[i] + 1);
                    continue;
                }
                let private = |k: usize| {
                    let alone =
                        |i: &&usize| piece.generators.iter().enumerate().all(|(l, g)| (g[**i] != 0) == (l == k));
                    free.iter().find(alone).copied()
                };
                let chosen: Vec<(usize, usize)> =
                    (0..piece.generators.len()).filter_map(|k| Some((k, private(k)?))).collect();
                let vector: Vec<i64> =
                    free.iter().map(|&i| chosen.iter().map(|&(k, _)| piece.generators[k][i]).sum()).collect();
                if vector.contains(&0) {
                    return Ok(Err(Refused::Shape));
                }
                for &(k, i) in &chosen {
                    // The other generators vanish at i, so V_i = g_i, and n_g >= 1 is x_i > b_i - g_i.
                    raise(i, piece.base[i] - piece.generators[k][i] + 1);
                }
                common = match common {
                    None => Some(vector),
                    Some(c) => match multiple(&c, &vector) {
                        Some(m) => Some(m),
                        None => return Ok(Err(Refused::Shape)),
                    },
                };
            }
        }
        let common = common.unwrap_or_else(|| vec![1; free.len()]);
        for (&j, period) in free.iter().zip(&common) {
            for a in 0..low[j].saturating_add(*period) {
                meter.spend(4)?;
                let mut inner = slab.clone();
                inner[j] = Some(a);
                if seen.insert(inner.clone()) {
                    work.push(inner);
                }
            }
        }
    }
    Ok(Ok(points))
}

fn multiple(a: &[i64], b: &[i64]) -> Option<Vec<i64>> {
    let (na, nb) = (b[0] / a[0].gcd(&b[0]), a[0] / a[0].gcd(&b[0]));
    let scaled: Option<Vec<i64>> = a.iter().map(|n| n.checked_mul(na)).collect();
    let other: Option<Vec<i64>> = b.iter().map(|n| n.checked_mul(nb)).collect();
    scaled.filter(|s| Some(s) == other.as_ref())
}

/// The strata of a slab, from those of the slab with the last fixed coordinate free.
fn cut(
    slabs: &mut FxHashMap<Fixed, std::rc::Rc<Vec<Piece>>>,
    slab: &Fixed,
    meter: &Meter,
) -> Result<std::rc::Rc<Vec<Piece>>, Beyond> {
    if let Some(pieces) = slabs.get(slab) {
        return Ok(pieces.clone());
    }
    let Some(j) = (0..slab.len()).rev().find(|&j| slab[j].is_some()) else { return Ok(Vec::new().into()) };
    let mut wider = slab.clone();
    let value = wider[j].take().unwrap_or(0);
    let all = cut(slabs, &wider, meter)?;
    let mut out: Vec<Piece> = Vec::new();
    for piece in all.iter() {
        // Generators with a positive entry at j occur finitely often; try all numbers of each in turn.
        let mut open = vec![(piece.base.clone(), 0)];
        let moving: Vec<&Vec<i64>> = piece.generators.iter().filter(|g| g[j] > 0).collect();
        let still: Vec<Vec<i64>> = piece.generators.iter().filter(|g| g[j] == 0).cloned().collect();
        while let Some((base, k)) = open.pop() {
            meter.spend(2)?;
            if base[j] > value {
                continue;
            }
            match moving.get(k) {
                None if base[j] == value => out.push(Piece { base, generators: still.clone() }),
                None => {}
                Some(g) => {
                    let more = base.iter().zip(*g).map(|(b, g)| b.checked_add(*g)).collect::<Option<Vec<i64>>>();
                    open.push((more.ok_or(Beyond::Budget)?, k));
                    open.push((base, k + 1));
                }
            }
        }
    }
    let out: std::rc::Rc<Vec<Piece>> = out.into();
    slabs.insert(slab.clone(), out.clone());
    Ok(out)
}

/// Does the automaton accept exactly the P-positions? Gives the number of states compared.
pub fn automaton(core: &Core, claim: &Automaton, meter: &Meter) -> Result<Result<u64, Refused>, Beyond> {
    let d = core.dimension;
    let letters = 1usize << d.min(16);
    let states = claim.states();
    let sound = claim.dimension == d
        && states > 0
        && claim.next.len() == states * letters
        && claim.next.iter().all(|&q| (q as usize) < states)
        && (0..states).all(|q| claim.accepts[q] == claim.accepts[claim.next[q * letters] as usize]);
    if !sound {
        return Ok(Err(Refused::Shape));
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
        None => Ok(Ok(wrong.states() as u64)),
        Some(q) => Ok(Err(Refused::Position(reading(&wrong, q)))),
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
fn both(a: &Automaton, b: &Automaton, rule: impl Fn(bool, bool) -> bool, meter: &Meter) -> Result<Automaton, Beyond> {
    explore(
        a.dimension,
        (0u32, 0u32),
        |s| rule(a.accepts[s.0 as usize], b.accepts[s.1 as usize]),
        |s, l| (a.step(s.0, l), b.step(s.1, l)),
        meter,
    )
}

/// {x : x - g without negative coordinates and accepted}.
fn shifted(a: &Automaton, g: &[i64], meter: &Meter) -> Result<Automaton, Beyond> {
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
) -> Result<Automaton, Beyond> {
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
fn smallest(a: &Automaton, meter: &Meter) -> Result<Automaton, Beyond> {
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

/// Are these the nim-values of the heaps of a squarefree game without defeated positions? Otherwise the unit vector of
/// a heap whose value is wrong.
pub fn nim_values(core: &Core, values: &[u64], meter: &Meter) -> Result<Result<u64, Refused>, Beyond> {
    if values.len() != core.dimension || !core.defeated.is_empty() {
        return Ok(Err(Refused::Shape));
    }
    let mut reached: Vec<FxHashSet<u64>> = vec![FxHashSet::default(); core.dimension];
    for g in &core.moves {
        meter.spend(core.dimension as u32)?;
        let [heap] = (0..g.len()).filter(|&i| g[i] > 0).collect::<Vec<_>>()[..] else { return Ok(Err(Refused::Shape)) };
        if g[heap] != 1 {
            return Ok(Err(Refused::Shape));
        }
        let sum = g.iter().zip(values).filter(|(n, _)| **n < 0 && **n % 2 != 0).fold(0, |s, (_, v)| s ^ v);
        reached[heap].insert(sum);
    }
    for (i, seen) in reached.iter().enumerate() {
        if seen.contains(&values[i]) || (0..values[i]).take(seen.len() + 1).any(|n| !seen.contains(&n)) {
            return Ok(Err(Refused::Position((0..core.dimension).map(|j| i64::from(i == j)).collect())));
        }
    }
    Ok(Ok(core.dimension as u64))
}

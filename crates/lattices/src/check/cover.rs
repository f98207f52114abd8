//! The checker of covers: sets in any dimension, with any slopes and periods, by polynomials.
//!
//! In: disjoint strata T, disjoint strata N_k each with a move g_k and a stratum of T, and for each move g parts of T + g
//! with where they lie. A stratum b + N G is the series x^b / prod (1 - x^g) over its generators, which counts each of its points once.
//! Checked:
//! 1. the series of all strata of T, of all N_k and of the defeated points add up to that of N^m, or to that of the board, of
//!    those points of N^m that are facet coordinates: every one of them lies in exactly one stratum;
//! 2. N_k - g_k lies in the stratum named: its base does, and each of its generators is a sum of generators of that
//!    stratum. So every position of play outside T has a move into T;
//! 3. for each move g the series of the parts add up to that of T + g, and each part lies in the N_k named, or is
//!    defeated, or has a negative coordinate throughout. So no move leads from a position of play into T but from the N_k,
//!    which are disjoint from T by 1: no move from T to T.
//!
//! Sums of series are compared after multiplication by all denominators: parallel generators are first brought to their
//! least common multiple, `1/(1 - x^a) = (1 + x^a + … )/(1 - x^(n a))`, then `1 - x^a` for each direction a makes a polynomial, and
//! multiplication by it loses nothing, as all series have exponents bounded below.

use crate::budget::{Failure, Meter};
use crate::cover::{Cover, Landing};
use crate::game::Game;
use crate::stratum::Stratum;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::ToPrimitive;
use rustc_hash::FxHashMap;

/// Numbers above this are not looked at.
const LARGEST: u64 = 1 << 32;
/// The most monomials of one sum.
const MONOMIALS: usize = 4_000_000;

/// A stratum in machine integers.
#[derive(Clone, Debug)]
struct Small {
    base: Vec<i64>,
    generators: Vec<Vec<i64>>,
}

fn small(s: &Stratum, d: usize) -> Result<Small, Failure> {
    let word = |v: &Vec<num_bigint::BigInt>| -> Option<Vec<i64>> {
        let v: Option<Vec<i64>> = v.iter().map(|n| n.to_i64().filter(|n| n.unsigned_abs() < LARGEST)).collect();
        v.filter(|v| v.len() == d)
    };
    let generators: Option<Vec<Vec<i64>>> = s.generators.iter().map(word).collect();
    let generators = generators.filter(|all| all.iter().all(|g| g.iter().all(|&n| n >= 0) && g.iter().any(|&n| n > 0)));
    match (word(&s.base), generators) {
        (Some(base), Some(generators)) => Ok(Small { base, generators }),
        _ => Err(Failure::Shape),
    }
}

/// Does the cover prove its set to be the set of P-positions? Gives the number of strata looked at.
pub fn cover(game: &Game, claim: &Cover, meter: &Meter) -> Result<u64, Failure> {
    let core = game.core();
    let d = core.dimension;
    if claim.before.len() != core.moves.len() {
        return Err(Failure::Shape);
    }
    let all = |list: &[Stratum]| list.iter().map(|s| small(s, d)).collect::<Result<Vec<Small>, Failure>>();
    let set = all(&claim.set)?;
    let rest = claim.rest.iter().map(|r| small(&r.stratum, d)).collect::<Result<Vec<Small>, Failure>>()?;
    // 1. Everything once.
    let unit = |i: usize| (0..d).map(|j| i64::from(i == j)).collect::<Vec<i64>>();
    let orthant = Small { base: vec![0; d], generators: (0..d).map(unit).collect() };
    if set.iter().chain(&rest).any(|s| s.base.iter().any(|&n| n < 0)) {
        return Err(Failure::Shape);
    }
    let strata: Vec<(i64, Small)> = set.iter().chain(&rest).map(|s| (1, s.clone())).collect();
    // Defeated points may lie between those of the board.
    let sum = |all: Vec<Small>, on: &dyn Fn(&[i64]) -> bool| {
        let defeated = core.defeated.iter().filter(|p| on(p));
        let defeated = defeated.map(|p| (1, Small { base: p.clone(), generators: Vec::new() }));
        strata.iter().cloned().chain(defeated).chain(all.into_iter().map(|s| (-1, s))).collect()
    };
    let mut looked = (strata.len() + core.defeated.len() + 1) as u64;
    match vanishes(sum(vec![orthant], &|_| true), d, meter) {
        Err(Failure::Position(_)) if !game.board().is_whole() => {
            let points = board(game, meter)?;
            looked += points.len() as u64;
            vanishes(sum(points, &|p| on_board(game, p)), d, meter)?;
        }
        added => added?,
    }
    // 2. A move into the set from each of the rest.
    for (reply, from) in claim.rest.iter().zip(&rest) {
        meter.spend(1)?;
        let (Some(g), Some(to)) = (core.moves.get(reply.index), set.get(reply.to)) else { return Err(Failure::Shape) };
        let base: Vec<i64> = from.base.iter().zip(g).map(|(x, g)| x - g).collect();
        if !inside(&base, &from.generators, to, meter)? {
            return Err(Failure::Position(from.base.clone()));
        }
    }
    // 3. Nothing of the set before the set.
    for (g, parts) in core.moves.iter().zip(&claim.before) {
        let mut terms: Vec<(i64, Small)> = Vec::new();
        for s in &set {
            let base: Vec<i64> = s.base.iter().zip(g).map(|(x, g)| x + g).collect();
            terms.push((-1, Small { base, generators: s.generators.clone() }));
        }
        for (stratum, landing) in parts {
            meter.spend(1)?;
            let part = small(stratum, d)?;
            let right = match *landing {
                Landing::Rest(k) => match rest.get(k) {
                    Some(n) => inside(&part.base, &part.generators, n, meter)?,
                    None => false,
                },
                Landing::Defeated => part.generators.is_empty() && core.defeated.contains(&part.base),
                Landing::Off(i) => i < d && part.base[i] < 0 && part.generators.iter().all(|a| a[i] == 0),
            };
            if !right {
                return Err(Failure::Position(part.base));
            }
            terms.push((1, part));
        }
        looked += terms.len() as u64;
        vanishes(terms, d, meter)?;
    }
    Ok(looked)
}

fn big(v: &[i64]) -> Vec<BigInt> {
    v.iter().map(|&n| n.into()).collect()
}

/// Whether these are the facet coordinates of an integer point.
fn on_board(game: &Game, y: &[i64]) -> bool {
    game.board().point(&big(y)).is_some()
}

/// The most points of a board in one of its periods.
const MOST_POINTS: u64 = 1 << 16;

/// The facet coordinates of all points of a board with as many facets as coordinates, m: n times a unit vector comes from an integer vector, so the points with
/// coordinates below n, each with these for generators.
fn board(game: &Game, meter: &Meter) -> Result<Vec<Small>, Failure> {
    let (board, m) = (game.board(), game.core().dimension);
    let (n, _) = board.lattice_test().ok_or(Failure::Shape)?;
    let count = n.checked_pow(m as u32).filter(|&count| count <= MOST_POINTS).ok_or(Failure::Shape)?;
    let period = |i: usize| (0..m).map(|j| if i == j { n as i64 } else { 0 }).collect::<Vec<i64>>();
    let generators: Vec<Vec<i64>> = (0..m).map(period).collect();
    if generators.iter().any(|g| board.vector(&big(g)).is_none()) {
        return Err(Failure::Shape);
    }
    let mut points = Vec::new();
    for at in 0..count {
        meter.spend(m as u32)?;
        let base: Vec<i64> = (0..m).map(|i| (at / n.pow(i as u32) % n) as i64).collect();
        if on_board(game, &base) {
            points.push(Small { base, generators: generators.clone() });
        }
    }
    Ok(points)
}

/// Whether base + N generators lies in a stratum: the base does, and every generator is a natural combination.
fn inside(base: &[i64], generators: &[Vec<i64>], stratum: &Small, meter: &Meter) -> Result<bool, Failure> {
    let offset: Vec<i64> = base.iter().zip(&stratum.base).map(|(x, b)| x - b).collect();
    for v in std::iter::once(&offset).chain(generators) {
        if !natural(v, &stratum.generators, meter)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether v is a natural combination of vectors without negative entries, by trying how often each can be taken.
/// Where a coordinate belongs to one vector alone, it says how often.
fn natural(v: &[i64], vectors: &[Vec<i64>], meter: &Meter) -> Result<bool, Failure> {
    meter.spend(1)?;
    if v.iter().any(|&n| n < 0) {
        return Ok(false);
    }
    let Some((first, others)) = vectors.split_first() else { return Ok(v.iter().all(|&n| n == 0)) };
    let most = v.iter().zip(first).filter(|(_, g)| **g > 0).map(|(n, g)| n / g).min().unwrap_or(0);
    let alone = (0..v.len()).find(|&i| first[i] > 0 && others.iter().all(|g| g[i] == 0));
    let take = |k: i64| natural(&v.iter().zip(first).map(|(n, g)| n - k * g).collect::<Vec<i64>>(), others, meter);
    if let Some(i) = alone {
        return Ok(v[i] % first[i] == 0 && take(v[i] / first[i])?);
    }
    for k in 0..=most {
        if take(k)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether a sum of series of strata is 0; if not, a point (of the numerator) where it fails.
fn vanishes(terms: Vec<(i64, Small)>, d: usize, meter: &Meter) -> Result<(), Failure> {
    // The directions and the least common multiple along each.
    let mut along: Vec<(Vec<i64>, i64)> = Vec::new();
    for g in terms.iter().flat_map(|(_, s)| &s.generators) {
        meter.spend(1)?;
        let content = g.iter().fold(0, |c: i64, n| c.gcd(n));
        let ray: Vec<i64> = g.iter().map(|n| n / content).collect();
        match along.iter_mut().find(|(r, _)| *r == ray) {
            Some((_, n)) => *n = n.lcm(&content),
            None => along.push((ray, content)),
        }
        if along.iter().any(|(_, n)| *n > 1 << 16) {
            return Err(Failure::Shape);
        }
    }
    // Monomials by the directions of their denominators.
    let mut sums: FxHashMap<Vec<bool>, FxHashMap<Vec<i64>, i64>> = FxHashMap::default();
    let mut count = 0;
    for (sign, s) in terms {
        let mut over = vec![false; along.len()];
        let mut bases = vec![s.base];
        for g in &s.generators {
            let content = g.iter().fold(0, |c: i64, n| c.gcd(n));
            let place = along.iter().position(|(r, n)| r.iter().zip(g).all(|(r, g)| r * content == *g) && *n > 0);
            let Some(k) = place.filter(|&k| !over[k]) else { return Err(Failure::Shape) };
            over[k] = true;
            let times = along[k].1 / content;
            count += bases.len() * times as usize;
            if count > MONOMIALS {
                return Err(Failure::Shape);
            }
            let step = |base: &Vec<i64>, n: i64| base.iter().zip(g).map(|(b, g)| b + n * g).collect::<Vec<i64>>();
            bases = (0..times).flat_map(|n| bases.iter().map(move |b| step(b, n)).collect::<Vec<_>>()).collect();
        }
        meter.spend(bases.len() as u32)?;
        let sum = sums.entry(over).or_default();
        for base in bases {
            *sum.entry(base).or_insert(0) += sign;
        }
    }
    // One direction after the other: what lacks it is multiplied by 1 - x^a, then nothing is divided by it any more.
    for (k, (ray, n)) in along.iter().enumerate() {
        let mut next: FxHashMap<Vec<bool>, FxHashMap<Vec<i64>, i64>> = FxHashMap::default();
        for (mut over, sum) in sums {
            let has = std::mem::replace(&mut over[k], false);
            let into = next.entry(over).or_default();
            for (base, c) in sum.into_iter().filter(|(_, c)| *c != 0) {
                meter.spend(1)?;
                if !has {
                    *into.entry((0..d).map(|i| base[i] + n * ray[i]).collect()).or_insert(0) -= c;
                }
                *into.entry(base).or_insert(0) += c;
            }
        }
        sums = next;
        if sums.values().map(FxHashMap::len).sum::<usize>() > MONOMIALS {
            return Err(Failure::Shape);
        }
    }
    // The least of all: the answer does not depend on the order of a table.
    match sums.into_values().flatten().filter(|(_, c)| *c != 0).map(|(x, _)| x).min() {
        None => Ok(()),
        Some(x) => Err(Failure::Position(x)),
    }
}

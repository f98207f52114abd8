//! Refutes a claimed set of P-positions at single points, where a proof with strata is too large.
//!
//! In: a game, a set, and what tells P-positions at points, as far as it does. Out: a point about which the set is wrong, in a way that a player sees. Points near the corner of the board are looked at, and the bases of the
//! set's strata; then these and what is beside them by the set alone. At a point x about which it is wrong, if x is in it, some move leads to a P-position y: in the set, so that it holds both, or not, and then it is wrong about y. If x is not in
//! it, x is a P-position: no move leads into the set, or one does, to a point about which it is wrong. So one follows moves until it ends. Cost: points times moves times strata.

use super::cover::Refutation;
use super::game::Game;
use crate::stratum::Stratum;
use num_bigint::{BigInt, BigUint};
use sprague_lattice_points::Stratification;
use sprague_limits::{Handle, Stop};
use std::cmp::Reverse;
use std::iter;

/// Whether a point of the board is a P-position; nothing if that is not known.
pub(crate) type Truth<'a> = dyn FnMut(&[BigInt]) -> Result<Option<bool>, Stop> + 'a;

/// The most points near the corner of the board, and the most bases.
const MOST_POINTS: i64 = 4096;

/// A refutation by one of the points, if they show one. The set lies on the board.
pub(crate) fn by_points(
    game: &Game,
    set: &Stratification,
    truth: &mut Truth,
    handle: &Handle,
) -> Result<Option<Refutation>, Stop> {
    let facets = game.board().rows.len();
    let side = (1..=MOST_POINTS).take_while(|s| s.checked_pow(facets as u32).is_some_and(|n| n <= MOST_POINTS)).last();
    let side = side.unwrap_or(1);
    let mut y = vec![0; facets];
    let mut near = Vec::new();
    loop {
        handle.tick()?;
        near.extend(game.board().point(&y.iter().map(|&n| BigInt::from(n)).collect::<Vec<_>>()));
        let Some(i) = (0..facets).find(|&i| y[i] + 1 < side) else { break };
        y[..i].fill(0);
        y[i] += 1;
    }
    let strata = || set.strata().iter().take(MOST_POINTS as usize);
    let bases = strata().map(|stratum| stratum.base.clone());
    for x in near.into_iter().chain(bases) {
        if let Some(wrong) = at(game, set, x, truth, handle)? {
            return Ok(Some(wrong));
        }
    }
    beside(game, set, strata(), handle)
}

/// A refutation by the set alone beside these strata. However far away they are, so that nobody knows who wins there, the bases and what is a
/// generator before or behind them are where a set was changed.
fn beside<'s>(
    game: &Game,
    set: &Stratification,
    strata: impl Iterator<Item = &'s Stratum>,
    handle: &Handle,
) -> Result<Option<Refutation>, Stop> {
    for stratum in strata {
        let beside = |g: &Vec<BigInt>| {
            let by = |sign: i8| stratum.base.iter().zip(g).map(move |(x, g)| x + g * sign).collect();
            [by(-1), by(1)]
        };
        let beside = stratum.generators.iter().flat_map(beside);
        for x in iter::once(stratum.base.clone()).chain(beside) {
            if let Some(wrong) = seen_at(game, set, x, handle)? {
                return Ok(Some(wrong));
            }
        }
    }
    Ok(None)
}

/// The same beside the strata that begin farthest away: what is changed there leaves rows of strata before it.
pub(crate) fn far_away(game: &Game, set: &Stratification, handle: &Handle) -> Result<Option<Refutation>, Stop> {
    const FARTHEST: usize = 16;
    let far = |stratum: &&Stratum| Reverse(stratum.base.iter().map(BigInt::magnitude).sum::<BigUint>());
    let mut strata: Vec<&Stratum> = set.strata().iter().collect();
    if strata.len() > FARTHEST {
        strata.select_nth_unstable_by_key(FARTHEST, far);
        strata.truncate(FARTHEST);
    }
    beside(game, set, strata.into_iter(), handle)
}

/// What is wrong at a point by the set alone: it holds the point and an option, or neither the point nor any option.
pub(crate) fn seen_at(
    game: &Game,
    set: &Stratification,
    x: Vec<BigInt>,
    handle: &Handle,
) -> Result<Option<Refutation>, Stop> {
    handle.ticks(1 + set.strata().len() as u32)?;
    if game.position(&x).is_none() {
        return Ok(None);
    }
    let inside = set.contains(&x);
    for (index, z) in game.options(&x) {
        handle.ticks(1 + set.strata().len() as u32)?;
        if set.contains(&z) {
            return Ok(inside.then_some(Refutation::Seen { from: x, to: Some((index, z)) }));
        }
    }
    Ok((!inside).then_some(Refutation::Seen { from: x, to: None }))
}

/// What a point leads to, if the set is wrong about it.
fn at(
    game: &Game,
    set: &Stratification,
    mut x: Vec<BigInt>,
    truth: &mut Truth,
    handle: &Handle,
) -> Result<Option<Refutation>, Stop> {
    let strata = 1 + set.strata().len() as u32;
    loop {
        handle.ticks(strata)?;
        let inside = set.contains(&x);
        if game.position(&x).is_none() || truth(&x)?.is_none_or(|p| p == inside) {
            return Ok(None);
        }
        let mut next = None;
        for (index, z) in game.options(&x) {
            handle.ticks(strata)?;
            if inside {
                // A move to a P-position.
                match truth(&z)? {
                    None => return Ok(None),
                    Some(false) => continue,
                    Some(true) if set.contains(&z) => return Ok(Some(Refutation::Move { from: x, index, to: z })),
                    Some(true) => {}
                }
            } else if !set.contains(&z) {
                continue;
            }
            next = Some(z);
        }
        match next {
            Some(z) => x = z,
            None if inside => return Ok(None),
            None => return Ok(Some(Refutation::NoMove(x))),
        }
    }
}

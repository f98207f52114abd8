//! Misère play, in which whoever cannot move wins: who wins, with which moves, and genera.
//!
//! In: an impartial game, or heaps of Nim by their sizes. Out: reasons. Genera decide (`eval/misere.rs`); heaps by Bouton's rule.
//! Cost: a genus for each move and, where the game is lost, for the answers to it.

use super::words::arrow;
use super::{Reason, nim};
use crate::eval::{Machine, MoveRecord};
use crate::value::{Player, Res, Value};
use num_bigint::BigInt;
use num_traits::{One, Zero};

/// Who wins, and how.
pub fn outcome(m: &mut Machine, x: &Value, most: usize) -> Res<Vec<Reason>> {
    if let Value::Tuple(items) | Value::List(items) = x {
        let sizes: Option<Vec<BigInt>> = items.iter().map(Value::as_integer).collect();
        return Ok(sizes.map_or_else(Vec::new, heaps));
    }
    let mut reasons = vec![Reason::MisereRule];
    let moves = m.moves_of(x, Player::Left)?;
    if moves.is_empty() {
        reasons.push(Reason::MisereEnd);
        return Ok(reasons);
    }
    if let Some(made) = winning(m, &moves)? {
        reasons.push(Reason::MisereBegins(arrow(m, &made.component, &made.becomes)?));
        return Ok(reasons);
    }
    for made in moves.iter().take(most) {
        let answers = m.moves_of(&made.to, Player::Left)?;
        if let Some(reply) = winning(m, &answers)? {
            let made = arrow(m, &made.component, &made.becomes)?;
            reasons.push(Reason::MisereAnswered { made, reply: arrow(m, &reply.component, &reply.becomes)? });
        }
    }
    if moves.len() > most {
        reasons.push(Reason::MoreAnswered(moves.len() - most));
    }
    Ok(reasons)
}

/// The first move after which whoever is to move loses.
fn winning(m: &mut Machine, moves: &[MoveRecord]) -> Res<Option<MoveRecord>> {
    for made in moves {
        m.handle.tick()?;
        if m.genus(&made.to)?.values[0] == 0 {
            return Ok(Some(made.clone()));
        }
    }
    Ok(None)
}

/// Whether the player to move loses misère Nim (Bouton).
fn lost(heaps: &[BigInt]) -> bool {
    let sum = heaps.iter().fold(BigInt::zero(), |sum, h| sum ^ h);
    if heaps.iter().all(|h| *h <= BigInt::one()) { sum.is_one() } else { sum.is_zero() }
}

fn heaps(sizes: Vec<BigInt>) -> Vec<Reason> {
    let mut reasons = vec![Reason::MisereRule];
    let rows: Vec<(String, BigInt)> = sizes.iter().map(|n| (n.to_string(), n.clone())).collect();
    let total = sizes.iter().fold(BigInt::zero(), |sum, h| sum ^ h);
    if sizes.iter().all(|h| *h <= BigInt::one()) {
        reasons.push(Reason::Plain(if total.is_one() {
            "All heaps are at most 1, and the number of ones is odd: the first player has to take the last one."
        } else {
            "All heaps are at most 1, and the number of ones is even: the second player has to take the last one."
        }));
        return reasons;
    }
    reasons.push(Reason::Plain(
        "A heap is larger than 1, so what decides is the nim-sum, as in normal play: whoever can make it 0 wins, and turns to an odd number of ones at the end.",
    ));
    if nim::fits(&rows) {
        reasons.push(Reason::Columns(rows, total.clone()));
    }
    for (i, heap) in sizes.iter().enumerate() {
        for to in [heap ^ &total, BigInt::zero(), BigInt::one()] {
            let mut after = sizes.clone();
            after[i] = to.clone();
            if to < *heap && lost(&after) {
                reasons.push(Reason::MisereBegins(format!("{heap} -> {to}")));
                return reasons;
            }
        }
    }
    reasons
}

/// Why the genus is what it is: its two nim-values from those of the options.
pub fn genus(m: &mut Machine, x: &Value, most: usize) -> Res<Vec<Reason>> {
    let own = m.genus(x)?;
    let mut options = Vec::new();
    let (mut normal, mut misere) = (Vec::new(), Vec::new());
    for made in m.moves_of(x, Player::Left)? {
        let genus = m.genus(&made.to)?;
        normal.push(genus.normal);
        misere.push(genus.values[0]);
        options.push((arrow(m, &made.component, &made.becomes)?, genus.to_string()));
    }
    for values in [&mut normal, &mut misere] {
        values.sort_unstable();
        values.dedup();
    }
    if options.is_empty() {
        return Ok(vec![Reason::MisereRule, Reason::MisereEnd]);
    }
    let own = (own.normal, own.values[0]);
    Ok(vec![Reason::Genera { options, normal, misere, own, most }])
}

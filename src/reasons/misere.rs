//! Misère play, in which whoever cannot move wins: who wins, with which moves, and genera.
//!
//! In: a game, or heaps of Nim by their sizes. Out: reasons. Heaps of Nim go by Bouton's rule, large sums of heaps by the misère
//! quotient, all else by the positions as they are played. Cost: a verdict for each move and, where the game is lost, for the answers
//! to it; what is known of positions is kept.

use super::words::arrow;
use super::{Reason, nim, positions};
use crate::adapters::misere::MisereValue;
use crate::adapters::misere::nim::{lost, winning};
use crate::builtins::form::impartial;
use crate::eval::{Machine, MoveRecord, opponent};
use crate::graphs::Outcome as Verdict;
use crate::value::{Player, Res, Under, Value};
use num_bigint::BigInt;
use num_traits::{One, Zero};

/// Moves of somebody who loses are looked at up to here: in sums of many heaps there are too many.
const MOVES: usize = 10_000;

/// Heaps of Nim larger than this have too many moves to be answered one by one.
const LARGE: u32 = 1000;

/// Who wins, and how.
pub fn outcome(m: &mut Machine, x: &Value, under: Under, most: usize) -> Res<Vec<Reason>> {
    if let Value::Tuple(items) | Value::List(items) = x {
        let sizes: Option<Vec<BigInt>> = items.iter().map(Value::as_integer).collect();
        let Some(sizes) = sizes else { return Ok(Vec::new()) };
        let rows: Vec<(String, BigInt)> = sizes.iter().map(|n| (n.to_string(), n.clone())).collect();
        let made = winning(&sizes).map(|(i, to)| format!("{} -> {to}", sizes[i]));
        return Ok(by_nim_sum(rows, made));
    }
    if let Some(heaps) = m.nim_heaps(x)?
        && !heaps.is_empty()
    {
        let mut rows = Vec::new();
        for (component, size, copies) in &heaps {
            let component = match component {
                Value::Sum(sum) if sum.terms.len() == 1 => Value::Position(std::rc::Rc::clone(&sum.terms[0].1)),
                other => other.clone(),
            };
            let row = (super::words::shown(m, &component)?, size.clone());
            // Pairs of equal heaps say nothing, but that there are some larger than one.
            let twice = BigInt::from(2);
            let shown = if *copies > twice { &twice + (copies % &twice) } else { copies.clone() };
            rows.extend(std::iter::repeat_n(row, usize::try_from(shown).unwrap_or(0)));
        }
        let made = first_win(m, x, None, under)?.map(|made| arrow(m, &made)).transpose()?;
        let large = heaps.iter().any(|(_, size, _)| *size > BigInt::from(LARGE)) || heaps.len() > nim::ROWS;
        let lost = made.is_none();
        let mut reasons = by_nim_sum(rows, made);
        if lost && !large && x.is_game() && !matches!(reasons.last(), Some(Reason::MisereEnd(_))) {
            reasons.extend(play(m, x, None, under, most)?);
        }
        return Ok(reasons);
    }
    let mut reasons = vec![Reason::MisereRule];
    if let Some(found) = m.misere_value(x)? {
        let MisereValue { quotient, parts, value, lost } = found;
        reasons.push(Reason::MisereValue { quotient, parts, value, lost });
    }
    if !x.is_game() {
        // So many positions that their moves are not listed.
        reasons.extend(first_win(m, x, None, under)?.map(|made| begins(m, None, &made)).transpose()?);
        return Ok(reasons);
    }
    let fair = impartial(m, x)?;
    let class = m.outcome_class(x, under)?;
    if !class.is_some_and(|class| class.is_decided()) {
        reasons.extend(positions::leads(m, x, under, most)?);
        return Ok(reasons);
    }
    if !fair {
        reasons.push(Reason::Endless { game: x.clone(), class, fair });
    }
    let told = reasons.len();
    let players: &[Option<Player>] = if fair { &[None] } else { &[Some(Player::Left), Some(Player::Right)] };
    let most = if fair { most } else { most.div_ceil(2) };
    for &who in players {
        reasons.extend(play(m, x, who, under, most)?);
    }
    if !fair {
        // The winner's own first move is the shorter thing to read.
        reasons[told..].sort_by_key(|reason| !matches!(reason, Reason::MisereBegins { .. } | Reason::MisereEnd(_)));
    }
    Ok(reasons)
}

/// What happens if a player begins: the move that wins, or an answer to each move.
pub fn play(m: &mut Machine, x: &Value, who: Option<Player>, under: Under, most: usize) -> Res<Vec<Reason>> {
    let moves = m.moves_of(x, who.unwrap_or(Player::Left))?;
    if moves.is_empty() {
        return Ok(vec![Reason::MisereEnd(who)]);
    }
    if let Some(made) = first_win(m, x, who, under)? {
        return Ok(vec![begins(m, who, &made)?]);
    }
    let mut reasons = Vec::new();
    for made in moves.iter().take(most) {
        if let Some(reply) = first_win(m, &made.to, who.map(opponent), under)? {
            let made = arrow(m, made)?;
            reasons.push(Reason::MisereAnswered { who, made, reply: arrow(m, &reply)? });
        } else if m.moves_of(&made.to, who.map_or(Player::Left, opponent))?.is_empty() {
            reasons.push(Reason::MisereOver { who, made: arrow(m, made)? });
        }
    }
    if moves.len() > most {
        reasons.push(Reason::MoreAnswered(moves.len() - most));
    }
    Ok(reasons)
}

fn begins(m: &mut Machine, who: Option<Player>, made: &MoveRecord) -> Res<Reason> {
    Ok(Reason::MisereBegins { who, made: arrow(m, made)? })
}

/// The first move after which whoever is to move loses.
pub fn first_win(m: &mut Machine, x: &Value, who: Option<Player>, under: Under) -> Res<Option<MoveRecord>> {
    if let Some(moves) = m.misere_winning_moves(x)? {
        return Ok(moves.into_iter().next());
    }
    for made in m.moves_of(x, who.unwrap_or(Player::Left))?.into_iter().take(MOVES) {
        m.handle.tick()?;
        if m.verdict_after(&made.to, who, under)? == Some(Verdict::P) {
            return Ok(Some(made));
        }
    }
    Ok(None)
}

/// The move that wins misère Nim with heaps of these sizes.
pub fn winning_heap(m: &mut Machine, x: &Value) -> Res<Option<String>> {
    let sizes = m.elements(x)?.iter().map(Value::as_integer).collect::<Option<Vec<BigInt>>>();
    let made = sizes.and_then(|sizes| winning(&sizes).map(|(i, to)| format!("{} -> {to}", sizes[i])));
    Ok(made)
}

/// Heaps of Nim, each with what it is called, and the winning move, if there is one.
fn by_nim_sum(rows: Vec<(String, BigInt)>, made: Option<String>) -> Vec<Reason> {
    let mut reasons = vec![Reason::MisereRule];
    let sizes: Vec<BigInt> = rows.iter().map(|(_, n)| n.clone()).collect();
    let total = sizes.iter().fold(BigInt::zero(), |sum, h| sum ^ h);
    if sizes.iter().all(BigInt::is_zero) {
        reasons.push(Reason::MisereEnd(None));
        return reasons;
    }
    if sizes.iter().all(|h| *h <= BigInt::one()) {
        reasons.push(Reason::Plain(if total.is_one() {
            "All heaps are at most 1, and the number of ones is odd: the first player has to take the last one."
        } else {
            "All heaps are at most 1, and the number of ones is even: the second player has to take the last one."
        }));
        reasons.extend(made.map(|made| Reason::MisereBegins { who: None, made }));
        return reasons;
    }
    reasons.push(Reason::Plain(
        "A heap is larger than 1, so what decides is the nim-sum, as in normal play: whoever can make it 0 wins, and turns to an odd number of ones at the end.",
    ));
    let named: Vec<(String, BigInt)> = rows
        .into_iter()
        .map(|(text, n)| (if text == n.to_string() { text } else { format!("{text}: {n}") }, n))
        .collect();
    if nim::fits(&named) {
        reasons.push(Reason::Columns(named, total));
    }
    match made {
        Some(made) => reasons.push(Reason::MisereBegins { who: None, made }),
        None if lost(&sizes) => reasons.push(Reason::Plain(
            "It is 0, and each move spoils that: the second player makes it 0 again, until one heap alone is larger than 1, and makes that 1 or 0, so that an odd number of ones is left.",
        )),
        None => {}
    }
    reasons
}

/// Why the genus is what it is: its two nim-values from those of the options.
pub fn genus(m: &mut Machine, x: &Value, most: usize) -> Res<Vec<Reason>> {
    let own = m.genus_of(x)?;
    let mut options = Vec::new();
    let (mut normal, mut misere) = (Vec::new(), Vec::new());
    for made in m.moves_of(x, Player::Left)? {
        let genus = m.genus_of(&made.to)?;
        normal.push(genus.normal);
        misere.push(genus.values[0]);
        options.push((arrow(m, &made)?, genus.to_string()));
    }
    for values in [&mut normal, &mut misere] {
        values.sort_unstable();
        values.dedup();
    }
    if options.is_empty() {
        return Ok(vec![Reason::MisereRule, Reason::MisereEnd(None)]);
    }
    let own = (own.normal, own.values[0]);
    Ok(vec![Reason::Genera { options, normal, misere, own, most }])
}

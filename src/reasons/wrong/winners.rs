//! Outcomes, and winning moves.

use super::FEW;
use crate::eval::Machine;
use crate::reasons::compare;
use crate::reasons::play::{self, Match, fair};
use crate::reasons::words::arrow;
use crate::reasons::{Reason, forgiving};
use crate::value::notion::Notion;
use crate::value::{OutcomeClass, Player, Res, Value};

/// Why a game has not the outcome that was claimed: a move that wins for somebody who should lose, or the answers to the
/// moves of somebody who should win.
pub fn outcome(m: &mut Machine, x: &Value, given: &Value) -> Res<Vec<Reason>> {
    let Some(class) = compare::outcome(m, given)? else { return Ok(Vec::new()) };
    let Some(game) = forgiving(m, |m| Match::new(m, vec![x.clone()]).map(Some))? else {
        return endless(m, x, given, class);
    };
    if !matches!(class, OutcomeClass::N | OutcomeClass::P | OutcomeClass::L | OutcomeClass::R) {
        return Ok(vec![Reason::Plain("The game always ends, and whoever cannot move loses: nobody draws.")]);
    }
    let claims = |player: Player| match class {
        OutcomeClass::N => true,
        OutcomeClass::L => player == Player::Left,
        OutcomeClass::R => player == Player::Right,
        _ => false,
    };
    for player in [Player::Left, Player::Right] {
        let wins = game.first_wins(m, player)?;
        if wins == claims(player) {
            continue;
        }
        let impartial = fair(m, x)?;
        // A bare value was computed by the key; the question shows something else.
        let posed = match x {
            Value::Form(form) => form.options().is_some(),
            other => matches!(other, Value::Position(_) | Value::Sum(_)),
        };
        let made = if posed && wins { game.first_win(m, player)? } else { None };
        let who = (!impartial).then_some(player);
        let (given, shown, made) = (given.clone(), posed.then(|| x.clone()), made.map(|made| made.text));
        let mut reasons = vec![Reason::Fails { given, class, game: shown, who, wins, made }];
        if posed && !wins {
            game.begins(m, player, impartial, FEW, &mut reasons)?;
        }
        return Ok(reasons);
    }
    Ok(Vec::new())
}

/// The same for a position from which play may go on for ever, where both players have the same moves: what its moves lead to.
fn endless(m: &mut Machine, x: &Value, given: &Value, claimed: OutcomeClass) -> Res<Vec<Reason>> {
    let Some(class) = compare::outcome(m, x)? else { return Ok(Vec::new()) };
    let mut reasons = vec![Reason::Meaning(given.clone())];
    let leads_to = match (claimed, class) {
        (_, OutcomeClass::N) => Some(OutcomeClass::P),
        (OutcomeClass::P, OutcomeClass::D) => Some(OutcomeClass::D),
        (OutcomeClass::N, OutcomeClass::D) | (_, OutcomeClass::P) => None,
        _ => return Ok(reasons),
    };
    let mut made = None;
    for record in if leads_to.is_some() { m.moves_of(x, Player::Left)? } else { Vec::new() } {
        m.handle.tick()?;
        if compare::outcome(m, &record.to)? == leads_to {
            made = Some(arrow(m, &record.component, &record.becomes)?);
            break;
        }
    }
    if leads_to.is_none() || made.is_some() {
        reasons.push(Reason::FailsEndless { game: x.clone(), claimed, class, made });
    }
    Ok(reasons)
}

/// Which of the moves that were given do not win, and why; how many are missing.
pub fn winning_moves(m: &mut Machine, x: &Value, right: &Value, given: &Value) -> Res<Vec<Reason>> {
    let mut reasons = Vec::new();
    let (wrong, count) = unlike(m, right, given)?;
    for value in wrong.iter().take(FEW) {
        reasons.push(if !value.is_game() {
            Reason::NoPosition { value: value.clone(), game: x.clone() }
        } else {
            play::refuted(m, x, value)?.unwrap_or_else(|| Reason::DoesNotWin(value.clone()))
        });
    }
    if wrong.len() > FEW {
        reasons.push(Reason::MoreDoNotWin(wrong.len() - FEW));
    }
    let all = compare::sequence(m, right)?.map_or(0, |all| all.len()) == count;
    if count > 0 {
        reasons.push(Reason::Missing { what: Some(Notion::WinningMoves), count, all });
    }
    Ok(reasons)
}

/// Options that are none, and how many are missing.
pub fn options(m: &mut Machine, notion: Notion, x: &Value, right: &Value, given: &Value) -> Res<Vec<Reason>> {
    let (values, count) = unlike(m, right, given)?;
    let foreign = (!values.is_empty()).then(|| Reason::Foreign { of: Some((notion, x.clone())), values });
    let missing = (count > 0).then_some(Reason::Missing { what: Some(notion), count, all: false });
    Ok(foreign.into_iter().chain(missing).collect())
}

/// What was given and does not belong there, and how many are missing.
pub fn unlike(m: &mut Machine, right: &Value, given: &Value) -> Res<(Vec<Value>, usize)> {
    let right = compare::sequence(m, right)?.unwrap_or_default();
    let given = compare::sequence(m, given)?.unwrap_or_else(|| vec![given.clone()]);
    let keys = |m: &mut Machine, values: &[Value]| values.iter().map(|v| m.key(v)).collect::<Res<Vec<_>>>();
    let (expected, found) = (keys(m, &right)?, keys(m, &given)?);
    let wrong = given.iter().zip(&found).filter(|(_, key)| !expected.contains(key)).map(|(v, _)| v.clone()).collect();
    let missing = expected.iter().enumerate().filter(|(i, key)| !expected[..*i].contains(key) && !found.contains(key));
    Ok((wrong, missing.count()))
}

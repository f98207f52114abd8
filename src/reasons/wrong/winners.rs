//! Outcomes, and winning moves.

use super::FEW;
use crate::eval::Machine;
use crate::graphs::Outcome as Verdict;
use crate::reasons::compare;
use crate::reasons::play::{self, Match, fair};
use crate::reasons::words::arrow;
use crate::reasons::{Reason, forgiving, misere};
use crate::value::notion::Notion;
use crate::value::{OutcomeClass, Player, Res, Under, Value};
use num_rational::BigRational;

/// Why a game has not the outcome that was claimed: a move that wins for somebody who should lose, or the answers to the
/// moves of somebody who should win.
pub fn outcome(m: &mut Machine, x: &Value, given: &Value, under: Under) -> Res<Vec<Reason>> {
    let Some(class) = compare::outcome(m, given)? else { return Ok(Vec::new()) };
    if under.is_misere() {
        return misere_outcome(m, x, given, class, under);
    }
    let Some(game) = forgiving(m, |m| Match::new(m, vec![x.clone()]).map(Some))? else {
        return endless(m, x, given, class);
    };
    if !matches!(class, OutcomeClass::N | OutcomeClass::P | OutcomeClass::L | OutcomeClass::R) {
        return Ok(vec![Reason::Plain("The game always ends, and whoever cannot move loses: nobody draws.")]);
    }
    for player in [Player::Left, Player::Right] {
        let wins = game.first_wins(m, player)?;
        if wins == class.first_wins(player) {
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

/// The same in misère play; heaps of Nim may be given by their sizes.
fn misere_outcome(m: &mut Machine, x: &Value, given: &Value, claimed: OutcomeClass, under: Under) -> Res<Vec<Reason>> {
    let mut reasons = vec![Reason::MisereRule];
    let Some(class) = crate::builtins::values::outcome(m, x, under)? else { return Ok(reasons) };
    if !class.is_decided() || !claimed.is_decided() {
        reasons.push(Reason::Meaning(given.clone()));
        return Ok(reasons);
    }
    let fair = !x.is_game() || crate::builtins::form::impartial(m, x)?;
    let Some(&player) = [Player::Left, Player::Right].iter().find(|&&p| class.first_wins(p) != claimed.first_wins(p))
    else {
        return Ok(reasons);
    };
    let (wins, who) = (class.first_wins(player), (!fair).then_some(player));
    let made = match x {
        Value::Tuple(_) | Value::List(_) if wins => misere::winning_heap(m, x)?,
        _ if wins && x.is_game() => {
            let made = misere::first_win(m, x, who, under)?;
            made.map(|made| arrow(m, &made)).transpose()?
        }
        _ => None,
    };
    let nothing = made.is_none() && x.is_game();
    let given = given.clone();
    reasons.push(Reason::Fails { given, class: claimed, game: Some(x.clone()), who, wins, made });
    if !wins && x.is_game() {
        reasons.extend(misere::play(m, x, who, under, FEW)?);
    } else if nothing && m.moves_of(x, player)?.is_empty() {
        reasons.push(Reason::MisereEnd(who));
    }
    Ok(reasons)
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
            made = Some(arrow(m, &record)?);
            break;
        }
    }
    if leads_to.is_none() || made.is_some() {
        reasons.push(Reason::FailsEndless { game: x.clone(), claimed, class, made });
    }
    Ok(reasons)
}

/// Which of the moves that were given do not win, and why; how many are missing.
pub fn winning_moves(m: &mut Machine, x: &Value, right: &Value, given: &Value, under: Under) -> Res<Vec<Reason>> {
    let mut reasons = if under.is_misere() { vec![Reason::MisereRule] } else { Vec::new() };
    let (wrong, count) = unlike(m, right, given, None)?;
    for value in wrong.iter().take(FEW) {
        reasons.push(if !value.is_game() {
            no_position(m, value, x)?
        } else {
            play::refuted(m, x, value, under)?.unwrap_or_else(|| Reason::DoesNotWin(value.clone()))
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

/// What is said of an answer that is neither a position nor a move.
fn no_position(m: &mut Machine, value: &Value, game: &Value) -> Res<Reason> {
    let (value, several) = (value.clone(), compare::in_several(m, game, value)?);
    Ok(if several { Reason::InSeveral(value) } else { Reason::NoPosition { value, game: game.clone() } })
}

/// Why a move of an impartial position is not the best: none, answered, or a slow one.
pub fn best_move(m: &mut Machine, x: &Value, given: &Value, under: Under) -> Res<Vec<Reason>> {
    let mut reasons = if under.is_misere() { vec![Reason::MisereRule] } else { Vec::new() };
    if !given.is_game() {
        reasons.push(no_position(m, given, x)?);
        return Ok(reasons);
    }
    let won = m.verdict(x, Player::Left, under)? == Some(Verdict::N);
    let refuted = play::refuted(m, x, given, under)?;
    let slow = match &refuted {
        Some(Reason::NoSuchMove { .. }) => None,
        // Where all moves lose, the answer to one says nothing.
        Some(_) if !won => Some("That move loses, as they all do, but another one lasts longer."),
        Some(_) => None,
        None if m.verdict_after(given, None, under)? == Some(Verdict::P) => {
            Some("That move wins, but another one wins sooner.")
        }
        None => None,
    };
    match slow {
        Some(text) => reasons.push(Reason::Plain(text)),
        None => reasons.extend(refuted),
    }
    Ok(reasons)
}

/// Options that are none, and how many are missing.
pub fn options(m: &mut Machine, notion: Notion, x: &Value, right: &Value, given: &Value) -> Res<Vec<Reason>> {
    let (wrong, count) = unlike(m, right, given, None)?;
    let (mut reasons, mut values) = (Vec::new(), Vec::new());
    for value in wrong {
        if reasons.len() < FEW && compare::in_several(m, x, &value)? {
            reasons.push(Reason::InSeveral(value));
        } else {
            values.push(value);
        }
    }
    let foreign = (!values.is_empty()).then(|| Reason::Foreign { of: Some((notion, x.clone())), values });
    let missing = (count > 0).then_some(Reason::Missing { what: Some(notion), count, all: false });
    reasons.extend(foreign.into_iter().chain(missing));
    Ok(reasons)
}

/// What was given and does not belong there, and how many are missing.
pub fn unlike(
    m: &mut Machine,
    right: &Value,
    given: &Value,
    tolerance: Option<&BigRational>,
) -> Res<(Vec<Value>, usize)> {
    let right = compare::sequence(m, right)?.unwrap_or_default();
    let given = compare::sequence(m, given)?.unwrap_or_else(|| vec![given.clone()]);
    let (right, given) = (compare::distinct(m, &right)?, compare::distinct(m, &given)?);
    let found = compare::matched(m, &right, &given, tolerance)?;
    let missing = right.len() - found.iter().flatten().count();
    let wrong = given.into_iter().zip(found).filter(|(_, place)| place.is_none()).map(|(value, _)| value).collect();
    Ok((wrong, missing))
}

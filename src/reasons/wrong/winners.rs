//! Outcomes, and winning moves.

use super::FEW;
use crate::builtins::reasons::play::{Match, fair};
use crate::builtins::reasons::words::{arrow, bounded, shown};
use crate::eval::notion::Notion;
use crate::eval::{Machine, opponent};
use crate::games::{Relation, ZERO};
use crate::homework::compare;
use crate::value::{OutcomeClass, Player, Res, Value};

/// Whether a game is too long to be repeated in a sentence: literals soon are.
fn unwieldy(text: &str) -> bool {
    text.chars().count() > if text.starts_with('<') { 30 } else { 60 }
}

/// Why a game has not the outcome that was claimed: a move that wins for somebody who should lose, or the answers to the
/// moves of somebody who should win.
pub fn outcome(m: &mut Machine, x: &Value, given: &Value) -> Res<Vec<String>> {
    let Some(claimed) = compare::outcome(m, given)? else { return Ok(Vec::new()) };
    let game = match m.attempt(|m| Match::new(m, vec![x.clone()])) {
        Ok(game) => game,
        Err(flow) if crate::homework::stopped(&flow) => return Err(flow),
        Err(_) => return endless(m, x, given, claimed),
    };
    let relation = m.store.compare(game.total, ZERO, &m.handle)?;
    if !matches!(claimed, OutcomeClass::N | OutcomeClass::P | OutcomeClass::L | OutcomeClass::R) {
        return Ok(vec!["The game always ends, and whoever cannot move loses: nobody draws.".to_owned()]);
    }
    let first_wins = |player: Player| match relation {
        Relation::Equal => false,
        Relation::Confused => true,
        Relation::Greater => player == Player::Left,
        Relation::Less => player == Player::Right,
    };
    let claim = |player: Player| match claimed {
        OutcomeClass::N => true,
        OutcomeClass::L => player == Player::Left,
        OutcomeClass::R => player == Player::Right,
        _ => false,
    };
    let Some(player) = [Player::Left, Player::Right].into_iter().find(|&p| claim(p) != first_wins(p)) else {
        return Ok(Vec::new());
    };
    let impartial = fair(m, x)?;
    let (who, other) =
        if impartial { ("the first player", "the second player") } else { (player.name(), opponent(player).name()) };
    // A bare value was computed by the key; the question shows something else.
    let posed = matches!(x, Value::Form(_) | Value::Position(_) | Value::Sum(_));
    let written = if posed { posed_as(m, x)? } else { "it".to_owned() };
    let says = meaning(given).or_else(|| meaning(&Value::Outcome(claimed))).unwrap_or_default();
    if first_wins(player) {
        return Ok(match game.first_win(m, player)?.filter(|_| posed) {
            Some((_, text)) => {
                vec![format!("{says} But {who} begins and wins {written} with {}.", brief(&text))]
            }
            None => vec![format!("{says} But {who} can begin and win {written}.")],
        });
    }
    let mut lines = vec![format!("{says} But if {who} begins, {other} wins {written}.")];
    if !posed {
        return Ok(lines);
    }
    let (pairs, all) = game.answers(m, player, FEW)?;
    if all == 0 && !m.moves_of(x, player)?.is_empty() {
        return Ok(lines);
    }
    if all == 0 {
        let begin = if impartial {
            "There is no move to begin with".to_owned()
        } else {
            format!("{who} has no move to begin with")
        };
        lines.push(format!("{begin}."));
    }
    let count = pairs.len();
    for [(_, made), (_, reply)] in pairs {
        lines.push(format!("If {who} moves {}, {other} answers {}.", brief(&made), brief(&reply)));
    }
    if all > count && count > 0 {
        let more = all - count;
        let moves = if more == 1 { "the other move".to_owned() } else { format!("each of the other {more} moves") };
        lines.push(format!("And so with {moves}."));
    }
    Ok(lines)
}

/// The same for a position from which play may go on for ever, where both players have the same moves: what its moves lead to.
fn endless(m: &mut Machine, x: &Value, given: &Value, claimed: OutcomeClass) -> Res<Vec<String>> {
    let Some(right) = compare::outcome(m, x)? else { return Ok(Vec::new()) };
    let mut lines: Vec<String> = meaning(given).into_iter().collect();
    if !matches!(right, OutcomeClass::N | OutcomeClass::P | OutcomeClass::D) {
        return Ok(lines);
    }
    let written = posed_as(m, x)?;
    let leads_to = |m: &mut Machine, wanted: OutcomeClass| -> Res<Option<String>> {
        for record in m.moves_of(x, Player::Left)? {
            m.handle.tick()?;
            if compare::outcome(m, &record.to)? == Some(wanted) {
                return arrow(m, &record.component, &record.becomes).map(Some);
            }
        }
        Ok(None)
    };
    let reason = match (claimed, right) {
        (_, OutcomeClass::N) => leads_to(m, OutcomeClass::P)?
            .map(|text| format!("But from {written} the first player wins with {}.", brief(&text))),
        (OutcomeClass::N, _) => {
            Some(format!("But no move from {written} leads to a position in which whoever begins loses."))
        }
        (OutcomeClass::P, _) => leads_to(m, OutcomeClass::D)?
            .map(|text| format!("But after {} the opponent cannot win either.", brief(&text))),
        (_, OutcomeClass::P) => Some(format!("But after each move from {written} the opponent wins.")),
        _ => None,
    };
    lines.extend(reason);
    Ok(lines)
}

/// What an outcome, or the name of a winner, means.
pub fn meaning(given: &Value) -> Option<String> {
    let (name, class) = match given {
        Value::Outcome(class) => (class.name(), *class),
        Value::Player(player) => {
            let class = match player {
                Player::First => OutcomeClass::N,
                Player::Second => OutcomeClass::P,
                Player::Left => OutcomeClass::L,
                Player::Right => OutcomeClass::R,
            };
            (player.name(), class)
        }
        _ => return None,
    };
    let means = match class {
        OutcomeClass::N => "whoever begins wins",
        OutcomeClass::P => "whoever begins loses",
        OutcomeClass::L => "Left wins, whoever begins",
        OutcomeClass::R => "Right wins, whoever begins",
        OutcomeClass::D => "both players can go on for ever",
        _ => return None,
    };
    Some(format!("{name} means that {means}."))
}

/// The game as the question shows it; a long one is not repeated.
pub fn posed_as(m: &mut Machine, x: &Value) -> Res<String> {
    let text = shown(m, x)?;
    Ok(if unwieldy(&text) { "the game".to_owned() } else { text })
}

/// A move; of one in a long literal only where it leads.
pub fn brief(text: &str) -> String {
    match text.split_once(" -> ") {
        Some((from, to)) if unwieldy(from) => format!("the move to {to}"),
        _ => text.to_owned(),
    }
}

/// Which of the moves that were given do not win, and why; how many are missing.
pub fn winning_moves(m: &mut Machine, x: &Value, right: &Value, given: &Value) -> Res<Vec<String>> {
    let mut lines = Vec::new();
    let (wrong, missing) = unlike(m, right, given)?;
    for value in wrong.iter().take(FEW) {
        let written = shown(m, value)?;
        if !value.is_game() {
            lines.push(format!("{written} is no position: write where the move leads to, as in {}.", shown(m, x)?));
            continue;
        }
        if !is_option(m, x, value)? {
            lines.push(format!("No move leads from {} to {written}.", shown(m, x)?));
            continue;
        }
        let line = match refutation(m, value)? {
            Some(reply) => format!("After {written} the opponent wins with {reply}."),
            None => format!("{written} does not win."),
        };
        lines.push(line);
    }
    if wrong.len() > FEW {
        lines.push(format!("… and {} more that do not win.", wrong.len() - FEW));
    }
    if missing > 0 {
        let all = compare::sequence(m, right)?.map_or(0, |all| all.len());
        let none = all == missing;
        lines.push(match (none, missing) {
            (true, _) => "There is a move that wins.".to_owned(),
            (false, 1) => "One winning move is missing.".to_owned(),
            (false, n) => format!("{n} winning moves are missing."),
        });
    }
    Ok(lines)
}

/// Options that are none, and how many are missing.
pub fn options(m: &mut Machine, notion: Notion, x: &Value, right: &Value, given: &Value) -> Res<Vec<String>> {
    let (wrong, missing) = unlike(m, right, given)?;
    let whose = match notion {
        Notion::LeftOptions => "Left's options",
        Notion::RightOptions => "Right's options",
        _ => "the options",
    };
    let mut lines = Vec::new();
    if !wrong.is_empty() {
        let texts = wrong.iter().map(|v| shown(m, v)).collect::<Res<Vec<_>>>()?;
        let verb = if texts.len() == 1 { "is" } else { "are" };
        // The key may have computed the game from that which the question shows.
        let of = match x {
            Value::Position(_) | Value::Sum(_) => format!(" of {}", posed_as(m, x)?),
            _ => String::new(),
        };
        lines.push(format!("Not among {whose}{of} {verb}: {}.", bounded(texts, 4)));
    }
    if missing > 0 {
        lines.push(match missing {
            1 => "One option is missing.".to_owned(),
            n => format!("{n} options are missing."),
        });
    }
    Ok(lines)
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

fn is_option(m: &mut Machine, x: &Value, to: &Value) -> Res<bool> {
    let key = m.key(to)?;
    for player in [Player::Left, Player::Right] {
        for record in m.moves_of(x, player)? {
            if m.key(&record.to)? == key {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// The opponent's winning answer, where both have the same moves.
fn refutation(m: &mut Machine, position: &Value) -> Res<Option<String>> {
    if !fair(m, position)? {
        return Ok(None);
    }
    for record in m.moves_of(position, Player::Left)? {
        if m.game(&record.to)? == ZERO {
            return arrow(m, &record.component, &record.becomes).map(Some);
        }
    }
    Ok(None)
}

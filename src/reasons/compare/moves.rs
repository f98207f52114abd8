//! Moves and positions that are asked for by what they are: which questions do so, and moves as they are printed.

use super::{Operand, sequence};
use crate::eval::Machine;
use crate::limits::with_stack;
use crate::portable::has_positions;
use crate::reasons::strategy;
use crate::value::{Player, Res, Value};

/// Whether a text is a move as it is printed, blanks aside; who makes it may be left out.
pub fn as_printed(shown: &str, text: &str) -> bool {
    let plain = |text: &str| -> String { text.chars().filter(|c| !c.is_whitespace()).collect() };
    let without = |text: &str| text.trim_start_matches("Left:").trim_start_matches("Right:").to_owned();
    let (shown, text) = (plain(shown), plain(text));
    shown == text || without(&shown) == text
}

/// An answer in which moves stand as they are printed, with these moves in their place.
pub fn with_moves(m: &mut Machine, operand: &Operand, given: &Value) -> Res<Value> {
    let printed = |value: &Value| matches!(value, Value::Str(_));
    let some = match given {
        Value::List(items) | Value::Tuple(items) => items.iter().any(printed),
        Value::Set(items) => items.iter().any(|key| printed(&key.0)),
        one => printed(one),
    };
    if !some {
        return Ok(given.clone());
    }
    let mut known: Vec<(String, Value)> = Vec::new();
    let expected = sequence(m, &operand.value)?.unwrap_or_else(|| vec![operand.value.clone()]);
    for value in expected.iter().filter(|value| matches!(value, Value::Move(_))) {
        known.push((m.notation(value)?, value.clone()));
    }
    if let Some((_, arguments)) = &operand.call
        && let Some(game @ (Value::Position(_) | Value::Sum(_))) = arguments.first()
    {
        let fair = m.moves_only(game);
        let players: &[Player] = if fair { &[Player::Left] } else { &[Player::Left, Player::Right] };
        for &player in players {
            for made in m.moves_of(game, player)? {
                let value = strategy::printed(&made, (!fair).then_some(player));
                known.push((m.notation(&value)?, value));
            }
        }
    }
    let found = |value: &Value| match value {
        Value::Str(text) => known
            .iter()
            .find(|(shown, _)| as_printed(shown, text))
            .map_or_else(|| value.clone(), |(_, made)| made.clone()),
        other => other.clone(),
    };
    Ok(match given {
        Value::List(items) | Value::Tuple(items) => Value::list(items.iter().map(found).collect()),
        Value::Set(items) => Value::list(items.iter().map(|key| found(&key.0)).collect()),
        // One move is a list of one.
        one if matches!(operand.value, Value::List(_)) => Value::list(vec![found(one)]),
        one => found(one),
    })
}

/// Whether positions are asked for by what they are: as moves, in sets, as keys of maps. Elsewhere they stand for their values.
pub fn names_positions(value: &Value) -> bool {
    match value {
        Value::Move(_) => true,
        Value::Tuple(items) | Value::List(items) => with_stack(|| items.iter().any(names_positions)),
        Value::Set(items) => items.iter().any(|key| has_positions(&key.0)),
        Value::Map(entries) => {
            entries.iter().any(|(key, value)| has_positions(&key.0) || with_stack(|| names_positions(value)))
        }
        _ => false,
    }
}

/// Whether a value was computed by a function that lists moves.
pub fn lists_moves(operand: &Operand) -> bool {
    operand.call.as_ref().is_some_and(|(notion, _)| notion.lists_moves())
}

//! Outcomes and players that stand in quotes.

use super::Operand;
use crate::limits::with_stack;
use crate::value::node::How;
use crate::value::{OutcomeClass, Player, Value};

/// An answer with the outcome or player itself in place of its name as a text, `"N"` or `"left"`, where nothing but such is expected.
pub fn with_names(how: How, operand: &Operand, given: &Value) -> Value {
    if how == How::Outcome || names_only(&operand.value) { unquoted(given) } else { given.clone() }
}

fn names_only(expected: &Value) -> bool {
    match expected {
        Value::Outcome(_) | Value::Player(_) => true,
        Value::List(items) | Value::Tuple(items) => !items.is_empty() && with_stack(|| items.iter().all(names_only)),
        _ => false,
    }
}

fn unquoted(given: &Value) -> Value {
    let all = |items: &[Value]| with_stack(|| items.iter().map(unquoted).collect());
    match given {
        Value::List(items) => Value::list(all(items)),
        Value::Tuple(items) => Value::tuple(all(items)),
        Value::Str(text) => named(text.trim()).unwrap_or_else(|| given.clone()),
        _ => given.clone(),
    }
}

fn named(text: &str) -> Option<Value> {
    use OutcomeClass::{D, DL, DR, L, LD, N, P, R, RD};
    let outcome = [N, P, L, R, D, LD, DL, DR, RD].into_iter().find(|o| o.name().eq_ignore_ascii_case(text));
    let player = || {
        let players = [Player::Left, Player::Right, Player::First, Player::Second];
        players.into_iter().find(|p| p.name().eq_ignore_ascii_case(text))
    };
    outcome.map(Value::Outcome).or_else(|| player().map(Value::Player))
}

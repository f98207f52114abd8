//! Membership, and lists, tuples, sets and maps that differ: the first difference, what is missing and what is too much.

use super::judge::Operand;
use super::words::{arrow, bounded, shown};
use crate::eval::Machine;
use crate::eval::notion::Notion;
use crate::games::Outcome;
use crate::value::key::{Key, same, sorted};
use crate::value::{Player, Res, Value};

/// Most elements that are named.
const SHOWN: usize = 8;

/// Why `x` is or is not in `xs`.
pub fn membership(m: &mut Machine, x: &Operand, xs: &Operand) -> Res<Vec<String>> {
    let element = shown(m, &x.value)?;
    if m.contains(&x.value, &xs.value)? {
        let key = m.key(&x.value)?;
        let at = match &xs.value {
            Value::List(items) | Value::Tuple(items) => {
                let mut found = None;
                for (i, item) in items.iter().enumerate() {
                    if m.key(item)? == key {
                        found = Some(i);
                        break;
                    }
                }
                found
            }
            _ => None,
        };
        let index = at.map(|i| format!(", at index {i}")).unwrap_or_default();
        return Ok(vec![format!("{element} is among the elements{index}.")]);
    }
    let mut lines = Vec::new();
    let all = match &xs.value {
        Value::Range(ends) if ends.1 == i64::MAX => return Ok(vec![format!("The range starts at {}.", ends.0)]),
        Value::Range(ends) => return Ok(vec![format!("The range goes from {} to {}.", ends.0, ends.1)]),
        Value::Str(_) => return Ok(Vec::new()),
        Value::Map(entries) => entries.keys().map(|k| k.0.clone()).collect(),
        other => m.elements(other)?,
    };
    let what = match &xs.call {
        Some((Notion::WinningMoves, _)) => "winning moves",
        Some((notion, _)) if notion.lists_moves() => "options",
        _ if matches!(xs.value, Value::Map(_)) => "keys",
        _ => "elements",
    };
    if all.is_empty() {
        lines.push(format!("There are no {what}."));
    } else {
        let mut texts = Vec::new();
        for item in all.iter().take(SHOWN) {
            texts.push(shown(m, item)?);
        }
        texts.extend(std::iter::repeat_n(String::new(), all.len().saturating_sub(SHOWN)));
        lines.push(format!("The {what} are {}; {element} is not among them.", bounded(texts, SHOWN)));
    }
    if let Some((Notion::WinningMoves, arguments)) = &xs.call
        && let [game] = &arguments[..]
        && x.value.is_game()
    {
        lines.extend(refuted(m, game, &x.value)?);
    }
    Ok(lines)
}

/// Why a move is no winning one: the opponent's answer, or that it is no move at all.
fn refuted(m: &mut Machine, game: &Value, to: &Value) -> Res<Vec<String>> {
    let key = m.key(to)?;
    let mut is_move = false;
    for player in [Player::Left, Player::Right] {
        for record in m.moves_of(game, player)? {
            is_move = is_move || m.key(&record.to)? == key;
        }
    }
    let written = shown(m, to)?;
    if !is_move {
        return Ok(vec![format!("No move leads from {} to {written}.", shown(m, game)?)]);
    }
    if !super::play::fair(m, to)? {
        return Ok(Vec::new());
    }
    let value = m.game(to)?;
    if m.store.outcome(value, &m.handle)? == Outcome::P {
        return Ok(Vec::new());
    }
    for record in m.moves_of(to, Player::Left)? {
        let after = m.game(&record.to)?;
        if after == crate::games::ZERO {
            let reply = arrow(m, &record.component, &record.becomes)?;
            return Ok(vec![format!("After {written} the opponent wins with {reply}.")]);
        }
    }
    Ok(Vec::new())
}

/// How two collections differ; `None` if they are not both collections of one kind.
pub fn differences(m: &mut Machine, a: &Value, b: &Value) -> Res<Option<Vec<String>>> {
    match (a, b) {
        (Value::Set(x), Value::Set(y)) => {
            let only =
                |m: &mut Machine, some: &crate::value::Deep<crate::value::Items>, others: &crate::value::Items| {
                    let all = sorted(some, &m.store, &m.handle)?;
                    let mut texts = Vec::new();
                    for item in all {
                        if !others.contains(&Key(item.clone())) {
                            texts.push(shown(m, &item)?);
                        }
                    }
                    Ok::<_, Box<crate::value::Flow>>(texts)
                };
            let (left, right) = (only(m, x, y)?, only(m, y, x)?);
            Ok(Some(sides(left, right)))
        }
        (Value::List(_) | Value::Range(_), Value::List(_) | Value::Range(_)) | (Value::Tuple(_), Value::Tuple(_)) => {
            let (x, y) = (m.elements(a)?, m.elements(b)?);
            ordered(m, &x, &y).map(Some)
        }
        (Value::Map(x), Value::Map(y)) => {
            for (key, value) in x.iter() {
                let other = y.get(key);
                let key = shown(m, &key.0)?;
                let Some(other) = other else { return Ok(Some(vec![format!("The key {key} is only on the left.")])) };
                if !m.equal(value, other)? {
                    let (v, w) = (shown(m, value)?, shown(m, other)?);
                    return Ok(Some(vec![format!("At the key {key} there is {v} on the left, {w} on the right.")]));
                }
            }
            for (key, _) in y.iter() {
                if !x.contains_key(key) {
                    return Ok(Some(vec![format!("The key {} is only on the right.", shown(m, &key.0)?)]));
                }
            }
            Ok(Some(Vec::new()))
        }
        _ => Ok(None),
    }
}

/// What only one side has.
fn sides(left: Vec<String>, right: Vec<String>) -> Vec<String> {
    let mut lines = Vec::new();
    if !left.is_empty() {
        lines.push(format!("Only on the left: {}.", bounded(left, SHOWN)));
    }
    if !right.is_empty() {
        lines.push(format!("Only on the right: {}.", bounded(right, SHOWN)));
    }
    lines
}

fn ordered(m: &mut Machine, x: &[Value], y: &[Value]) -> Res<Vec<String>> {
    let keys = |m: &mut Machine, all: &[Value]| all.iter().map(|v| m.normal(v)).collect::<Res<Vec<_>>>();
    let (p, q) = (keys(m, x)?, keys(m, y)?);
    let mut lines = Vec::new();
    if p.len() != q.len() {
        let elements = if p.len() == 1 { "element" } else { "elements" };
        lines.push(format!("The left side has {} {elements}, the right side {}.", p.len(), q.len()));
        let others: crate::value::Items = q.iter().cloned().map(Key).collect();
        let own: crate::value::Items = p.iter().cloned().map(Key).collect();
        let mut only = (Vec::new(), Vec::new());
        for (key, value) in p.iter().zip(x) {
            if !others.contains(&Key(key.clone())) {
                only.0.push(shown(m, value)?);
            }
        }
        for (key, value) in q.iter().zip(y) {
            if !own.contains(&Key(key.clone())) {
                only.1.push(shown(m, value)?);
            }
        }
        lines.extend(sides(only.0, only.1));
        if lines.len() > 1 {
            return Ok(lines);
        }
    }
    if let Some(i) = p.iter().zip(&q).position(|(a, b)| !same(a, b)) {
        let (v, w) = (shown(m, &x[i])?, shown(m, &y[i])?);
        lines.push(format!("The first difference is at index {i}: {v} on the left, {w} on the right."));
    }
    Ok(lines)
}

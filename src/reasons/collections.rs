//! Membership, and lists, tuples, sets and maps that differ: the first difference, what is missing and what is too much.

use super::judge::Operand;
use super::{Reason, play, question};
use crate::eval::Machine;
use crate::value::key::{Key, same, sorted};
use crate::value::notion::Notion;
use crate::value::{Items, Res, Value};

/// Most elements that are named.
pub const SHOWN: usize = 8;

/// Why `x` is or is not in `xs`.
pub fn membership(m: &mut Machine, x: &Operand, xs: &Operand) -> Res<Vec<Reason>> {
    let element = x.value.clone();
    if m.contains(&x.value, &xs.value)? {
        let key = m.key(&x.value)?;
        let mut index = None;
        if let Value::List(items) | Value::Tuple(items) = &xs.value {
            for (i, item) in items.iter().enumerate() {
                if m.key(item)? == key {
                    index = Some(i);
                    break;
                }
            }
        }
        return Ok(vec![Reason::Among { element, index }]);
    }
    let mut all = match &xs.value {
        Value::Range(ends) => return Ok(vec![Reason::RangeFrom(ends.0, (ends.1 != i64::MAX).then_some(ends.1))]),
        Value::Str(_) => return Ok(Vec::new()),
        Value::Map(entries) => entries.keys().map(|k| k.0.clone()).collect(),
        other => m.elements(other)?,
    };
    let count = all.len();
    all.truncate(SHOWN);
    let what = xs.call.as_ref().map(|(notion, _)| *notion);
    let keys = matches!(xs.value, Value::Map(_));
    let mut reasons = vec![Reason::NotAmong { what, keys, all, count, element }];
    if let Some((notion @ (Notion::WinningMoves | Notion::MisereWinningMoves), arguments)) = &xs.call
        && let (under, [game]) = question(*notion, arguments)
        && x.value.is_game()
    {
        reasons.extend(play::refuted(m, game, &x.value, under)?);
    }
    Ok(reasons)
}

/// How two collections differ; `None` if they are not both collections of one kind.
pub fn differences(m: &mut Machine, a: &Value, b: &Value) -> Res<Option<Vec<Reason>>> {
    match (a, b) {
        (Value::Set(x), Value::Set(y)) => {
            let mut reasons = Vec::new();
            for (left, some, others) in [(true, x, y), (false, y, x)] {
                let mut elements = sorted(some, &m.store, &m.handle)?;
                elements.retain(|item| !others.contains(&Key(item.clone())));
                reasons.extend(only(left, elements));
            }
            Ok(Some(reasons))
        }
        (Value::List(_) | Value::Range(_), Value::List(_) | Value::Range(_)) | (Value::Tuple(_), Value::Tuple(_)) => {
            let (x, y) = (m.elements(a)?, m.elements(b)?);
            ordered(m, &x, &y).map(Some)
        }
        (Value::Map(x), Value::Map(y)) => {
            for (key, value) in x.iter() {
                let Some(other) = y.get(key) else {
                    return Ok(Some(vec![Reason::OnlyKey { left: true, key: key.0.clone() }]));
                };
                if !m.equal(value, other)? {
                    let (key, left, right) = (key.0.clone(), value.clone(), other.clone());
                    return Ok(Some(vec![Reason::AtKey { key, left, right }]));
                }
            }
            let only = y.keys().find(|key| !x.contains_key(*key));
            Ok(Some(only.map(|key| Reason::OnlyKey { left: false, key: key.0.clone() }).into_iter().collect()))
        }
        _ => Ok(None),
    }
}

/// What only one side has, if that is anything.
fn only(left: bool, elements: Vec<Value>) -> Option<Reason> {
    (!elements.is_empty()).then_some(Reason::OnlyOnSide { left, elements })
}

fn ordered(m: &mut Machine, x: &[Value], y: &[Value]) -> Res<Vec<Reason>> {
    let keys = |m: &mut Machine, all: &[Value]| all.iter().map(|v| m.normal(v)).collect::<Res<Vec<_>>>();
    let (p, q) = (keys(m, x)?, keys(m, y)?);
    let mut reasons = Vec::new();
    if p.len() != q.len() {
        reasons.push(Reason::Lengths(p.len(), q.len()));
        for (left, keys, values, others) in [(true, &p, x, &q), (false, &q, y, &p)] {
            let others: Items = others.iter().cloned().map(Key).collect();
            let own = keys.iter().zip(values).filter(|(key, _)| !others.contains(&Key((*key).clone())));
            reasons.extend(only(left, own.map(|(_, value)| value.clone()).collect()));
        }
        if reasons.len() > 1 {
            return Ok(reasons);
        }
    }
    if let Some(index) = p.iter().zip(&q).position(|(a, b)| !same(a, b)) {
        reasons.push(Reason::FirstDifference { index, left: x[index].clone(), right: y[index].clone() });
    }
    Ok(reasons)
}

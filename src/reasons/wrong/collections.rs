//! Sets, lists, tables; rule sets; periods.

use super::winners::unlike;
use crate::builtins::reasons::words::{bounded, shown};
use crate::eval::Machine;
use crate::eval::node::How;
use crate::homework::compare::{self, Answer};
use crate::value::{Res, Value};

/// What does not belong in a collection, and how much is missing; of lists the first wrong place.
pub fn collections(m: &mut Machine, how: How, right: &Value, given: &Value) -> Res<Vec<String>> {
    if how == How::Unordered || are_moves(right) || matches!(right, Value::Set(_)) {
        return members(m, right, given);
    }
    match (compare::sequence(m, right)?, compare::sequence(m, given)?) {
        (Some(x), Some(y)) if x.len() != y.len() => {
            let elements = |n: usize| if n == 1 { "1 element".to_owned() } else { format!("{n} elements") };
            let mut lines = vec![format!("Your list has {}, the question asks for {}.", elements(y.len()), x.len())];
            lines.extend(table(m, right, given)?.into_iter().skip(1));
            Ok(lines)
        }
        (Some(_), Some(_)) => table(m, right, given),
        _ if matches!((right, given), (Value::Map(_), Value::Map(_))) => table(m, right, given),
        _ => Ok(Vec::new()),
    }
}

/// A list of moves, which stand in no order.
pub fn are_moves(value: &Value) -> bool {
    matches!(value, Value::List(items) if !items.is_empty() && items.iter().all(|v| matches!(v, Value::Move(_))))
}

fn members(m: &mut Machine, right: &Value, given: &Value) -> Res<Vec<String>> {
    let (wrong, missing) = unlike(m, right, given)?;
    let mut lines = Vec::new();
    if !wrong.is_empty() {
        let texts = wrong.iter().map(|v| shown(m, v)).collect::<Res<Vec<_>>>()?;
        let verb = if texts.len() == 1 { "does" } else { "do" };
        lines.push(format!("{} {verb} not belong there.", bounded(texts, 4)));
    }
    match missing {
        0 if wrong.is_empty() => lines.push("An element stands there too often, or not often enough.".to_owned()),
        0 => {}
        1 => lines.push("One element is missing.".to_owned()),
        n => lines.push(format!("{n} elements are missing.")),
    }
    Ok(lines)
}

/// How many entries are right, and the first that is wrong.
pub fn table(m: &mut Machine, right: &Value, given: &Value) -> Res<Vec<String>> {
    let Some(table) = compare::table(m, right, given)? else {
        return Ok(vec!["Your answer has another shape than the table that the question asks for.".to_owned()]);
    };
    let mut lines = vec![format!("{} of {} entries are right.", table.right, table.all)];
    if let Some(compare::Wrong { place, counted, given }) = table.first {
        let counting = if counted { " (counting from 0)" } else { "" };
        lines.push(match given {
            Some(value) => format!("The first wrong one is {}, at {place}{counting}.", shown(m, &value)?),
            None => format!("The first one that is missing stands at {place}{counting}."),
        });
    }
    Ok(lines)
}

/// The first position in which the student's rules differ from the key's.
pub fn rules(m: &mut Machine, rules: &Value, places: &[Value], answer: &Answer<'_>) -> Res<Vec<String>> {
    if answer.given.rows.len() != places.len() {
        let kind = &answer.given.kind;
        return Ok(vec![format!(
            "The question asks for a rule set or a function; your answer is of another kind: {kind}."
        )]);
    }
    let Some(difference) = compare::first_difference(m, rules, places, answer)? else { return Ok(Vec::new()) };
    let place = heap(m, &difference.place)?;
    let mut lines = Vec::new();
    match difference.theirs {
        Err(message) => lines.push(format!("At {place} yours has no value: {message}.")),
        Ok(value) => lines.push(format!(
            "The first difference is at {place}: by yours it is {}, and that is not right.",
            shown(m, &value)?
        )),
    }
    if let Some((theirs, ours)) = difference.options {
        let sides = [("Left", theirs.0, ours.0), ("Right", theirs.1, ours.1)];
        let counted = |n: usize| match n {
            0 => "no move".to_owned(),
            1 => "1 move".to_owned(),
            n => format!("{n} different moves"),
        };
        let both = theirs.0 == theirs.1 && ours.0 == ours.1;
        for (who, theirs, ours) in sides {
            if theirs != ours {
                let who = if both { "A player" } else { who };
                lines.push(format!(
                    "{who} has {} there by your rules, {} by those of the question.",
                    counted(theirs),
                    counted(ours)
                ));
                if both {
                    break;
                }
            }
        }
        if theirs == ours {
            lines.push("The number of moves there is right; where do they lead?".to_owned());
        }
    }
    Ok(lines)
}

/// The place at which a period breaks.
pub fn period(m: &mut Machine, rules: &Value, places: &[Value], given: &Value) -> Res<Vec<String>> {
    let Some((p, from)) = compare::period(given) else {
        return Ok(vec!["The question asks for a period: a number p, or (p, n) if it holds from n on.".to_owned()]);
    };
    let values = compare::values(m, rules, places)?;
    Ok(vec![match compare::broken(m, &values, (p, from))? {
        Some(n) if n < places.len() => {
            let (a, b) = (heap(m, &places[n])?, heap(m, &places[n + p])?);
            let (x, y) = (m.notation(&values[n].0)?, m.notation(&values[n + p].0)?);
            format!("With period {p} the values at {a} and {b} would be equal; they are {x} and {y}.")
        }
        Some(_) => format!("The question looks at {} values: that is too few to show a period of {p}.", values.len()),
        None if compare::shortest(m, &values, (p, None))? => "The period holds from an earlier place on.".to_owned(),
        None => format!("{p} is a period, but not the shortest one."),
    }])
}

fn heap(m: &mut Machine, place: &Value) -> Res<String> {
    match place {
        Value::Tuple(items) if items.len() == 1 => m.notation(&items[0].clone()),
        other => m.notation(other),
    }
}

//! Two games compared: their values, their difference, and who wins it.

use super::play::Match;
use super::words::{difference, name, relation, shown};
use super::{FEW, explain};
use crate::eval::Machine;
use crate::games::{Dyadic, Game, Relation, ZERO};
use crate::value::{Res, Value};

/// Why `a` and `b` stand as they do.
pub fn lines(m: &mut Machine, a: &Value, b: &Value, most: usize) -> Res<Vec<String>> {
    let mut lines = Vec::new();
    if odd(m, a, b, &mut lines)? {
        return Ok(lines);
    }
    let (x, y) = (m.game(a)?, m.game(b)?);
    let found = m.store.compare(x, y, &m.handle)?;
    let (names, numbers) = ((name(m, x)?, name(m, y)?), m.store.is_number(x) && m.store.is_number(y));
    for (value, game, name) in [(a, x, &names.0), (b, y, &names.1)] {
        let written = shown(m, value)?;
        if written != *name {
            let rule = explain::simplicity_of(m, value, game)?;
            lines.push(format!("{written} = {name}{rule}."));
        }
    }
    let plain = |v: &Value| v.is_number() || matches!(v, Value::Game(_));
    if numbers {
        let winner = match found {
            Relation::Greater if !(plain(a) && plain(b)) => ", so Left wins the difference, whoever begins",
            Relation::Less if !(plain(a) && plain(b)) => ", so Right wins the difference, whoever begins",
            _ => "",
        };
        lines.push(format!("{}{winner}.", numbers_line(m, (x, &names.0), (y, &names.1), found)?));
        // Numbers need no play, but it convinces: where somebody wrote a game, and asked why.
        if (plain(a) && plain(b)) || most <= FEW {
            return Ok(lines);
        }
    } else {
        lines.push(games_line(m, (x, &names.0), (y, &names.1), found)?);
        if let Some(line) = stops_line(m, (x, &names.0), (y, &names.1)) {
            lines.push(line);
            if most <= FEW {
                return Ok(lines);
            }
        }
    }
    let negative = m.neg(b)?;
    let parts = Match::new(m, vec![a.clone(), negative])?;
    lines.extend(parts.lines(m, most)?);
    Ok(lines)
}

/// Rationals that are no game's value compare as numbers only.
fn odd(m: &mut Machine, a: &Value, b: &Value, lines: &mut Vec<String>) -> Res<bool> {
    let odd = |v: &Value| matches!(v, Value::Ratio(q) if crate::games::Dyadic::from_ratio(q).is_none());
    if !odd(a) && !odd(b) {
        return Ok(false);
    }
    let (x, y) = (shown(m, a)?, shown(m, b)?);
    match crate::value::number::compare(a, b) {
        Some(order) => lines.push(format!("{x} {} {y}.", relation(order_relation(order)))),
        None => {
            let strange = if odd(a) { x } else { y };
            lines.push(format!("{strange} is not the value of any short game: its denominator is no power of two."));
        }
    }
    Ok(true)
}

fn order_relation(order: std::cmp::Ordering) -> Relation {
    match order {
        std::cmp::Ordering::Less => Relation::Less,
        std::cmp::Ordering::Equal => Relation::Equal,
        std::cmp::Ordering::Greater => Relation::Greater,
    }
}

fn numbers_line(m: &mut Machine, (x, a): (Game, &str), (y, b): (Game, &str), found: Relation) -> Res<String> {
    if found == Relation::Equal {
        return Ok(format!("Both sides are equal to {a}"));
    }
    let gap = if found == Relation::Greater { m.store.sub(x, y, &m.handle)? } else { m.store.sub(y, x, &m.handle)? };
    Ok(format!("{a} {} {b} by {}", relation(found), name(m, gap)?))
}

fn games_line(m: &mut Machine, (x, a): (Game, &str), (y, b): (Game, &str), found: Relation) -> Res<String> {
    let who = match found {
        Relation::Less => "Right wins, whoever begins",
        Relation::Greater => "Left wins, whoever begins",
        Relation::Equal => "whoever begins loses",
        Relation::Confused => "whoever begins wins",
    };
    let relation = relation(found);
    if y == ZERO || x == ZERO {
        // `0 < G`: seen from 0, the winner of G is the other way round.
        let who = match found {
            Relation::Less if x == ZERO => "Left wins it, whoever begins",
            Relation::Greater if x == ZERO => "Right wins it, whoever begins",
            _ => who,
        };
        return Ok(format!("{a} {relation} {b}: {who}."));
    }
    if found == Relation::Equal {
        return Ok(format!("Both sides are equal to {a}: in the difference {who}."));
    }
    let gap = m.store.sub(x, y, &m.handle)?;
    let (written, gap) = (difference(a, b), name(m, gap)?);
    let gap = if gap == written || gap.chars().count() > 24 { String::new() } else { format!(" = {gap}") };
    Ok(format!("{a} {relation} {b}: in the difference {written}{gap} {who}."))
}

/// Stops decide where one game's all lie beyond the other's.
fn stops_line(m: &Machine, (x, a): (Game, &str), (y, b): (Game, &str)) -> Option<String> {
    let stops = |g| (m.store.left_stop(g), m.store.right_stop(g));
    let ((xl, xr), (yl, yr)) = (stops(x), stops(y));
    // The stops of a number are the number itself.
    let stop = |g: Game, name: &str, whose: &str, stop: &Dyadic| {
        if m.store.is_number(g) { name.to_owned() } else { format!("the {whose} stop of {name}, {stop},") }
    };
    let end = |text: String| format!("Even {}.", text.trim_end_matches(','));
    if xr > yl {
        Some(end(format!("{} is greater than {}", stop(x, a, "Right", &xr), stop(y, b, "Left", &yl))))
    } else if xl < yr {
        Some(end(format!("{} is less than {}", stop(x, a, "Left", &xl), stop(y, b, "Right", &yr))))
    } else {
        None
    }
}

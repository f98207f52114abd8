//! Forms that differ, and properties that a game has or lacks.

use super::explain;
use super::words::{full, is_wide, name, shown, with_value};
use crate::builtins::form::identical;
use crate::eval::Machine;
use crate::eval::notion::Notion;
use crate::games::{Game, Side, View, ZERO};
use crate::value::{Player, Res, Value};

/// Why a property holds or not. Nothing for functions without a theory.
pub fn property(m: &mut Machine, notion: Notion, a: &[Value], truth: bool) -> Res<Vec<String>> {
    Ok(match (notion, a) {
        (Notion::Identical, [g, h]) => differing(m, g, h, truth)?,
        (Notion::IsImpartial, [g]) => impartial(m, g, truth)?,
        (Notion::IsNumber | Notion::IsInteger | Notion::IsNimber | Notion::IsInfinitesimal, [g]) => {
            class(m, notion, g, truth)?
        }
        (Notion::Any | Notion::All, [xs]) => quantified(m, xs, notion == Notion::All, truth)?,
        (Notion::Any | Notion::All, [xs, f]) => {
            let mut tried = Vec::new();
            for x in m.elements(xs)? {
                tried.push((x.clone(), m.apply(f, vec![x], crate::source::Span::default())?));
            }
            let decisive = notion == Notion::Any;
            match tried.iter().find(|(_, t)| matches!(t, Value::Bool(b) if *b == decisive)) {
                Some((x, _)) if truth == decisive => vec![format!("It is {decisive} for {}.", shown(m, x)?)],
                _ => vec![format!("It is {} for every element.", !decisive)],
            }
        }
        _ => Vec::new(),
    })
}

fn quantified(m: &mut Machine, xs: &Value, all: bool, truth: bool) -> Res<Vec<String>> {
    let items = m.elements(xs)?;
    if truth == all {
        return Ok(vec![if all { "Every element is true." } else { "No element is true." }.to_owned()]);
    }
    let at = items.iter().position(|x| matches!(x, Value::Bool(b) if *b != all));
    Ok(at.map(|i| format!("The element with index {i} is {}.", !all)).into_iter().collect())
}

/// What a value is instead.
fn class(m: &mut Machine, notion: Notion, g: &Value, truth: bool) -> Res<Vec<String>> {
    if let Value::Ratio(q) = g {
        return Ok(vec![format!("{q} is a number, but no integer.")]);
    }
    let game = m.game(g)?;
    let value = with_value(m, g)?;
    let what = match m.store.view(game) {
        View::Number(n) if n.is_integer() => "an integer",
        View::Number(_) => "a number, but no integer",
        _ if m.store.as_nimber(game).is_some() => "a nimber, and no number",
        _ if m.store.is_infinitesimal(game) => "an infinitesimal, neither a number nor a nimber",
        _ => "neither a number nor a nimber",
    };
    let joint = if value.contains(" = ") { ", which is" } else { " is" };
    let mut lines = vec![format!("{value}{joint} {what}.")];
    let (left, right) = (m.store.left_stop(game), m.store.right_stop(game));
    if notion == Notion::IsNumber && !truth {
        lines.push(if left == right {
            format!("Both stops are {left}, but it is not equal to {left}.")
        } else {
            format!("Its stops differ: Left's is {left}, Right's is {right}.")
        });
    }
    if notion == Notion::IsInfinitesimal {
        lines.push(if truth {
            "Both stops are 0.".to_owned()
        } else {
            format!("Its stops are {left} and {right}; those of an infinitesimal are both 0.")
        });
    }
    if notion == Notion::IsNumber && truth {
        lines.extend(explain::sentence_of_form(m, g, game)?);
    }
    Ok(lines)
}

fn impartial(m: &mut Machine, g: &Value, truth: bool) -> Res<Vec<String>> {
    if truth {
        return Ok(vec!["Both players have the same options, there and in all that follows.".to_owned()]);
    }
    let left: Vec<Value> = m.moves_of(g, Player::Left)?.into_iter().map(|r| r.to).collect();
    let right: Vec<Value> = m.moves_of(g, Player::Right)?.into_iter().map(|r| r.to).collect();
    for (who, other, some, others) in [("Left", "Right", &left, &right), ("Right", "Left", &right, &left)] {
        for option in some {
            let mut found = false;
            for candidate in others {
                found = found || identical(m, option, candidate)?;
            }
            if !found {
                return Ok(vec![format!("{who} can move to {}, {other} cannot.", shown(m, option)?)]);
            }
        }
    }
    for option in &left {
        if !crate::builtins::form::impartial(m, option)? {
            return Ok(vec![format!(
                "Both players have the same options, but {} is not impartial.",
                shown(m, option)?
            )]);
        }
    }
    Ok(Vec::new())
}

/// Where two forms differ.
fn differing(m: &mut Machine, g: &Value, h: &Value, truth: bool) -> Res<Vec<String>> {
    if truth {
        return Ok(vec!["Both have the same options, their options have the same, and so on.".to_owned()]);
    }
    let (x, y) = (m.game(g)?, m.game(h)?);
    if x != y {
        return Ok(vec![format!("They are not even equal: {} and {}.", with_value(m, g)?, with_value(m, h)?)]);
    }
    let mut lines = vec![format!("Both have the value {}, but their forms differ.", name(m, x)?)];
    for (one, other, player) in
        [(g, h, Player::Left), (h, g, Player::Left), (g, h, Player::Right), (h, g, Player::Right)]
    {
        let some = m.moves_of(one, player)?;
        let others = m.moves_of(other, player)?;
        for record in &some {
            let mut found = false;
            for candidate in &others {
                found = found || identical(m, &record.to, &candidate.to)?;
            }
            if !found {
                let (option, one) = (full(m, &record.to)?, shown(m, one)?);
                let role = role(m, other, &some, &record.to, player)?;
                lines.push(format!("{} has the option {option} in {one}, not in the other form{role}.", player.name()));
                return Ok(lines);
            }
        }
    }
    Ok(lines)
}

/// Whether an option is dominated or reversible among its fellows.
fn role(
    m: &mut Machine,
    equal: &Value,
    options: &[crate::eval::MoveRecord],
    option: &Value,
    player: Player,
) -> Res<String> {
    let own = m.game(option)?;
    let value = m.game(equal)?;
    for record in options {
        let other = m.game(&record.to)?;
        if other == own {
            continue;
        }
        let (worse, better) = if player == Player::Left { (own, other) } else { (other, own) };
        if m.store.le(worse, better, &m.handle)? {
            return Ok(format!("; it is dominated by {}", name(m, other)?));
        }
    }
    let answers: Vec<Game> =
        m.store.options(own, if player == Player::Left { Side::Right } else { Side::Left }, &m.handle)?;
    for answer in answers {
        let (low, high) = if player == Player::Left { (answer, value) } else { (value, answer) };
        if m.store.le(low, high, &m.handle)? {
            return Ok(format!("; it is reversible through {}", name(m, answer)?));
        }
    }
    Ok(String::new())
}

/// Which option is born last.
pub fn birthday(m: &mut Machine, x: &Value) -> Res<Vec<String>> {
    let game = m.game(x)?;
    let own = m.store.birthday(game, &m.handle)?;
    let mut lines = Vec::new();
    let value = name(m, game)?;
    if shown(m, x)? != value {
        lines.push(format!("{}: the birthday is that of the canonical form.", with_value(m, x)?));
    }
    if game == ZERO {
        lines.push("0 has no options: it is born on day 0.".to_owned());
        return Ok(lines);
    }
    if is_wide(m, game) {
        return Ok(lines);
    }
    let mut latest: Option<(num_bigint::BigInt, Game)> = None;
    for side in [Side::Left, Side::Right] {
        for option in m.store.options(game, side, &m.handle)? {
            let day = m.store.birthday(option, &m.handle)?;
            if latest.as_ref().is_none_or(|(known, _)| day > *known) {
                latest = Some((day, option));
            }
        }
    }
    if let Some((day, option)) = latest {
        lines.push(format!(
            "Its latest option, {}, is born on day {day}, so {value} is born on day {own}.",
            name(m, option)?
        ));
    }
    Ok(lines)
}

/// The best first moves for stops.
pub fn stops(m: &mut Machine, x: &Value) -> Res<Vec<String>> {
    let game = m.game(x)?;
    let mut lines = Vec::new();
    let value = with_value(m, x)?;
    if m.store.is_number(game) {
        return Ok(vec![format!("{value} is a number: both stops are that number.")]);
    }
    if is_wide(m, game) {
        return Ok(vec![format!("{value} differs from a number by a nimber: both stops are that number.")]);
    }
    for (side, who, other) in [(Side::Left, "Left", "Right"), (Side::Right, "Right", "Left")] {
        let own = if side == Side::Left { m.store.left_stop(game) } else { m.store.right_stop(game) };
        for option in m.store.options(game, side, &m.handle)? {
            let stop = if side == Side::Left { m.store.right_stop(option) } else { m.store.left_stop(option) };
            if stop == own {
                let then = if m.store.is_number(option) {
                    "a number".to_owned()
                } else {
                    format!("whose {other} stop is {own}")
                };
                lines.push(format!(
                    "If {who} begins, the best move is to {}, {then}: {who}'s stop is {own}.",
                    name(m, option)?
                ));
                break;
            }
        }
    }
    Ok(lines)
}

/// Mast and walls.
pub fn thermal(m: &mut Machine, x: &Value) -> Res<Vec<String>> {
    let game = m.game(x)?;
    let t = m.store.thermograph(game, &m.handle)?;
    let mut lines = vec![format!(
        "The walls of the thermograph meet at temperature {}; there the mast stands, at {}.",
        t.temperature, t.mast
    )];
    if t.temperature.sign().is_gt() {
        let zero = crate::games::Dyadic::zero();
        lines.push(format!("Untaxed, the walls start at {} and {}.", t.left.at(&zero), t.right.at(&zero)));
    }
    Ok(lines)
}

/// How the canonical form is found.
pub fn canonical(m: &mut Machine, x: &Value, most: usize) -> Res<Vec<String>> {
    explain::steps(m, x, most)
}

//! Moves and positions that are asked for by what they are: which questions do so, and moves as they are printed.

use super::{Operand, sequence};
use crate::adapters::posets::PosetValue;
use crate::adapters::posets::chomp::chomp_position;
use crate::builtins::pictures::boards::names;
use crate::eval::{Machine, MoveRecord};
use crate::limits::with_stack;
use crate::portable::has_positions;
use crate::reasons::strategy;
use crate::value::key::Key;
use crate::value::node::Rules;
use crate::value::{Player, Res, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Components of one move that are looked for in an answer.
const PARTS: usize = 12;

/// Whether a text is a move as it is printed, blanks aside and with any arrow; who makes it and in which component may be left out.
pub fn as_printed(shown: &str, text: &str) -> bool {
    let taken = shown.split_once(" in chomp(").map(|(taken, _)| plain(taken));
    let (shown, text) = (plain(shown), plain(text));
    shown == text || without_player(&shown) == text || taken.is_some_and(|taken| taken == text)
}

/// Whether it is one if the components to which it leads stand in another order.
fn in_any_order(shown: &str, text: &str) -> bool {
    let (shown, text) = (plain(shown), plain(text));
    let parts = |text: &str| {
        let (from, to) = text.split_once("->")?;
        let mut to: Vec<String> = to.split(',').map(str::to_owned).collect();
        to.sort_unstable();
        Some((from.to_owned(), to))
    };
    // In brackets stand parameters, and they have an order.
    !shown.contains(['(', '[', '{', '<', '"'])
        && parts(&text).is_some_and(|text| {
            parts(&shown).is_some_and(|shown| shown == text) || parts(without_player(&shown)) == Some(text)
        })
}

fn plain(text: &str) -> String {
    with_arrows(&text.chars().filter(|c| !c.is_whitespace()).collect::<String>())
}

/// A text in which all arrows are alike.
pub fn with_arrows(text: &str) -> String {
    text.replace(['→', '↦', '⟶', '⟼'], "->")
}

fn without_player(text: &str) -> &str {
    text.trim_start_matches("Left:").trim_start_matches("Right:")
}

/// An answer in which moves stand as they are printed, with these moves in their place.
pub fn with_moves(m: &mut Machine, operand: &Operand, given: &Value) -> Res<Value> {
    let printed = |value: &Value| matches!(value, Value::Str(_));
    let some = match given {
        Value::List(items) | Value::Tuple(items) => items.iter().any(printed),
        Value::Set(items) => items.iter().any(|key| printed(&key.0)),
        one => printed(one),
    };
    let by_elements = by_elements(operand);
    if !some && !by_elements {
        return Ok(given.clone());
    }
    let expected = sequence(m, &operand.value)?.unwrap_or_else(|| vec![operand.value.clone()]);
    let known = known(m, operand, &expected)?;
    let text_of = |m: &mut Machine, value: &Value| match value {
        Value::Str(text) => Ok(Some(text.to_string())),
        Value::Position(_) | Value::Sum(_) | Value::Move(_) => Ok(None),
        // Moves of Chomp are printed as the elements that are taken.
        other if by_elements => PosetValue::label_notation(m, other).map(Some),
        _ => Ok(None),
    };
    // Moves in several positions may be printed alike: then the one in its place is meant.
    let in_place = if expected.iter().all(|value| matches!(value, Value::Move(_))) { expected.len() } else { 0 };
    let meant = |text: &str, place: usize| {
        let there = known[..in_place].get(place).filter(|(shown, _)| as_printed(shown, text));
        let exact = there.or_else(|| known.iter().find(|(shown, _)| as_printed(shown, text)));
        exact.or_else(|| known.iter().find(|(shown, _)| in_any_order(shown, text))).map(|(_, made)| made.clone())
    };
    // A move that leads to several components is printed with commas: what follows it may belong to it.
    let items = match given {
        Value::List(items) | Value::Tuple(items) => items.to_vec(),
        Value::Set(items) => items.iter().map(|key| key.0.clone()).collect(),
        // One move is a list of one.
        one if matches!(operand.value, Value::List(_)) => vec![one.clone()],
        one => return Ok(text_of(m, one)?.and_then(|text| meant(&text, 0)).unwrap_or_else(|| one.clone())),
    };
    let mut texts = Vec::with_capacity(items.len());
    let mut each = Vec::with_capacity(items.len());
    for item in &items {
        texts.push(match item {
            Value::Str(text) => text.to_string(),
            other => m.notation(other)?,
        });
        each.push(text_of(m, item)?);
    }
    let (mut all, mut at, mut unknown) = (Vec::new(), 0, false);
    while let Some(item) = items.get(at) {
        let next = (at + 1..items.len()).find(|&i| printed(&items[i])).unwrap_or(items.len());
        let mut ends = (at + 2..=next.min(at + PARTS)).rev().filter(|_| printed(item));
        let place = all.len();
        match ends.find_map(|end| meant(&texts[at..end].join(","), place).map(|made| (made, end))) {
            Some((made, end)) => {
                all.push(made);
                at = end;
            }
            None => {
                let made = each[at].as_deref().and_then(|text| meant(text, place));
                unknown |= made.is_none();
                all.push(made.unwrap_or_else(|| item.clone()));
                at += 1;
            }
        }
    }
    // One element that is a tuple or a set.
    if unknown
        && by_elements
        && let Some(text) = text_of(m, given)?
        && let Some(made) = meant(&text, 0)
    {
        return Ok(if matches!(operand.value, Value::Move(_)) { made } else { Value::list(vec![made]) });
    }
    Ok(match (given, &operand.value, &all[..]) {
        (Value::Tuple(_), Value::Move(_), [one]) => one.clone(),
        _ => Value::list(all),
    })
}

/// Whether moves of Chomp are asked for.
fn by_elements(operand: &Operand) -> bool {
    let of = |game: &Value| match game {
        Value::Sum(sum) => {
            sum.terms.iter().any(|(_, position)| chomp_position(&Value::Position(Rc::clone(position))).is_some())
        }
        other => chomp_position(other).is_some(),
    };
    let is_such = |value: &Value| matches!(value, Value::Move(made) if of(&made.component));
    let expected = match &operand.value {
        Value::List(items) | Value::Tuple(items) => items.iter().any(is_such),
        one => is_such(one),
    };
    expected || lists_moves(operand) && operand.call.iter().any(|(_, arguments)| arguments.first().is_some_and(of))
}

/// Moves that an answer may name, as they are printed: first those that are expected, in their places.
fn known(m: &mut Machine, operand: &Operand, expected: &[Value]) -> Res<Vec<(String, Value)>> {
    let mut known: Vec<(String, Value)> = Vec::new();
    for value in expected.iter().filter(|value| matches!(value, Value::Move(_))) {
        known.push((m.notation(value)?, value.clone()));
    }
    if let Some((_, arguments)) = &operand.call
        && let Some(game @ (Value::Position(_) | Value::Sum(_))) = arguments.first()
    {
        let asked_for: FxHashSet<String> = known.iter().map(|(shown, _)| shown.clone()).collect();
        let (mut ours, mut others) = (Vec::new(), Vec::new());
        for side in sides(m, game) {
            let moves = m.moves_of(game, side.unwrap_or(Player::Left))?;
            let (named, _) = named(m, &moves, side)?;
            for (made, names) in moves.iter().zip(named) {
                let value = strategy::printed(made, side);
                let shown = m.notation(&value)?;
                let all = if asked_for.contains(&shown) { &mut ours } else { &mut others };
                all.extend(names.into_iter().map(|name| (name, value.clone())));
                all.push((shown, value));
            }
        }
        // Both players may have moves of one name: those are meant that are asked for.
        known.append(&mut ours);
        known.append(&mut others);
    }
    Ok(known)
}

/// Whose moves are told apart: where both players have the same ones, nobody's.
fn sides(m: &mut Machine, game: &Value) -> Vec<Option<Player>> {
    if m.moves_only(game) { vec![None] } else { vec![Some(Player::Left), Some(Player::Right)] }
}

/// Names of a player's moves, of each within its component and with who makes it in front; and those that fit moves of several
/// components, which name none.
fn named(m: &mut Machine, moves: &[MoveRecord], side: Option<Player>) -> Res<(Vec<Vec<String>>, FxHashSet<String>)> {
    let mut components: FxHashMap<Key, usize> = FxHashMap::default();
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (i, made) in moves.iter().enumerate() {
        let next = groups.len();
        let group = *components.entry(m.key(&made.component)?).or_insert(next);
        if group == next {
            groups.push(Vec::new());
        }
        groups[group].push(i);
    }
    let mut all = vec![Vec::new(); moves.len()];
    let mut first: FxHashMap<String, usize> = FxHashMap::default();
    let mut several = FxHashSet::default();
    for (group, members) in groups.iter().enumerate() {
        let moves: Vec<MoveRecord> = members.iter().map(|&i| moves[i].clone()).collect();
        let mut names = names::given(m, &moves)?.into_iter();
        for (&i, made) in members.iter().zip(&moves) {
            for name in names.next().into_iter().chain(boards(made)) {
                let name = side.map_or(name.clone(), |side| format!("{}: {name}", side.name()));
                if *first.entry(name.clone()).or_insert(group) != group {
                    several.insert(name.clone());
                }
                all[i].push(name);
            }
        }
    }
    all.iter_mut().for_each(|names| names.retain(|name| !several.contains(name)));
    Ok((all, several))
}

/// Whether a text is a name of moves in several components.
pub fn in_several(m: &mut Machine, game: &Value, text: &Value) -> Res<bool> {
    let (Value::Str(text), Value::Sum(_)) = (text, game) else { return Ok(false) };
    for side in sides(m, game) {
        let moves = m.moves_of(game, side.unwrap_or(Player::Left))?;
        if named(m, &moves, side)?.1.iter().any(|name| as_printed(name, text)) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// A move as the boards before and after, `xo. -> .x.`.
fn boards(made: &MoveRecord) -> Option<String> {
    let board = |value: &Value| match value {
        Value::Position(position) => match &position.arguments[..] {
            [Value::Grid(board)] => Some(board.text("|").to_string()),
            _ => None,
        },
        _ => None,
    };
    Some(format!("{} -> {}", board(&made.component)?, board(&made.becomes)?))
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

/// Whether a position, or a sum of positions, is one of these rule sets.
pub fn has_rules_of(value: &Value, names: &[String]) -> bool {
    let named = |rules: &Rules| names.iter().any(|name| **name == *rules.name);
    match value {
        Value::Position(position) => named(&position.rules),
        Value::Sum(sum) => sum.terms.iter().any(|(_, position)| named(&position.rules)),
        _ => false,
    }
}

/// Whether a value was computed by a function that lists moves.
pub fn lists_moves(operand: &Operand) -> bool {
    operand.call.as_ref().is_some_and(|(notion, _)| notion.lists_moves())
}

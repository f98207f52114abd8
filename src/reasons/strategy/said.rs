//! Which move somebody means by what a strategy says.
//!
//! In: a position, its moves and a value. Out: the one that leads there. A move is told by where it leads, by the parameters there (texts
//! stand for boards), or as it is printed; an element of a poset is how moves of Chomp are printed. Positions are compared by rule set and
//! parameters, never by their values.

use super::{Play, printed};
use crate::adapters::posets::PosetValue;
use crate::adapters::posets::chomp::chomp_position;
use crate::builtins::pictures::boards::names;
use crate::eval::{Machine, MoveRecord, opponent};
use crate::portable::has_positions;
use crate::reasons::compare::{self, alike, equal};
use crate::reasons::forgiving;
use crate::source::Span;
use crate::value::key::{Key, order, sort};
use crate::value::{Grid, Player, Position, Res, Value};
use std::rc::Rc;

/// What was meant.
pub(super) enum Meant {
    /// This move.
    Move(usize),
    /// No move.
    Nothing,
    /// One of several moves that are printed alike.
    Several,
}

impl Play<'_> {
    /// The move that somebody means.
    pub(super) fn meant(&mut self, at: &Value, said: &Value, moves: &[MoveRecord]) -> Res<Meant> {
        match said {
            Value::Position(_) | Value::Sum(_) => return self.leading_to(said, moves),
            Value::Move(made) => return self.leading_to(&made.to, moves),
            _ => {}
        }
        if let Value::Str(text) = said {
            for (i, made) in moves.iter().enumerate() {
                if self.shown(made, true)? == ***text {
                    return self.only(moves, &[i]);
                }
            }
        }
        // To find what is left of a poset takes a while.
        if chomp_position(at).is_none() || matches!(said, Value::Thing(_)) {
            for (i, made) in moves.iter().enumerate() {
                let there = as_one(&parameters(self.m, &made.to, self.listed)?);
                if says(self.m, &there, said)? {
                    return Ok(Meant::Move(i));
                }
            }
        }
        let mut alike = self.printed_so(said, moves)?;
        if alike.is_empty()
            && let Value::Str(text) = said
        {
            alike = self.before_and_after(text, moves)?;
            if alike.is_empty() {
                // As the session, `play` and `move_name` name moves on boards.
                let named = names::given(self.m, moves)?;
                alike = (0..named.len()).filter(|&i| compare::as_printed(&named[i], text)).collect();
            }
        }
        if !alike.is_empty() {
            return self.only(moves, &alike);
        }
        // Parameters are meant by the rules of the position, or by what the key wrote.
        let (rules, listed) = (self.rules, self.listed);
        let arguments = match said {
            Value::Tuple(items) if !listed => items.to_vec(),
            one => vec![one.clone()],
        };
        match forgiving(self.m, |m| m.apply(rules, arguments, Span::default()).map(Some))? {
            Some(target @ (Value::Position(_) | Value::Sum(_))) => self.leading_to(&target, moves),
            Some(target @ Value::Int(0)) if is_empty(said) => self.leading_to(&target, moves),
            _ => Ok(Meant::Nothing),
        }
    }

    /// One of these moves, if they are one.
    fn only(&mut self, moves: &[MoveRecord], found: &[usize]) -> Res<Meant> {
        let Some((&first, others)) = found.split_first() else { return Ok(Meant::Nothing) };
        let to = self.m.key(&moves[first].to)?;
        for &other in others {
            if self.m.key(&moves[other].to)? != to {
                return Ok(Meant::Several);
            }
        }
        Ok(Meant::Move(first))
    }

    pub(super) fn shown(&mut self, made: &MoveRecord, own: bool) -> Res<String> {
        let mover = if own { self.who } else { opponent(self.who) };
        let value = printed(made, (!self.fair).then_some(mover));
        self.m.notation(&value)
    }

    /// The moves that are printed so.
    fn printed_so(&mut self, said: &Value, moves: &[MoveRecord]) -> Res<Vec<usize>> {
        let text = match said {
            Value::Str(text) => text.to_string(),
            other => PosetValue::label_notation(self.m, other)?,
        };
        let mut found = Vec::new();
        for (i, made) in moves.iter().enumerate() {
            self.m.handle.ticks(1 + text.len() / 256)?;
            if compare::as_printed(&self.shown(made, true)?, &text) {
                found.push(i);
            }
        }
        Ok(found)
    }

    /// The moves that are told by a text or board before and after: `hth -> ttt`.
    fn before_and_after(&mut self, text: &str, moves: &[MoveRecord]) -> Res<Vec<usize>> {
        let text = compare::with_arrows(text);
        let whose = format!("{}:", self.who.name());
        let text = text.trim_start();
        let text = if self.fair { text } else { text.strip_prefix(&whose).unwrap_or(text) };
        let Some((from, to)) = text.split_once("->") else { return Ok(Vec::new()) };
        let (from, to) = (Value::text(from.trim()), Value::text(to.trim()));
        let mut found = Vec::new();
        for (i, made) in moves.iter().enumerate() {
            let before = as_one(&parameters(self.m, &made.component, false)?);
            let after = as_one(&parameters(self.m, &made.becomes, false)?);
            if says(self.m, &before, &from)? && says(self.m, &after, &to)? {
                found.push(i);
            }
        }
        Ok(found)
    }

    /// The move to a position. Components in which nobody can move may be left out, and no others put in.
    fn leading_to(&mut self, target: &Value, moves: &[MoveRecord]) -> Res<Meant> {
        // Rules may be called with what they have no moves for.
        let Some(wanted) = forgiving(self.m, |m| m.key(target).map(Some))? else { return Ok(Meant::Nothing) };
        for (i, made) in moves.iter().enumerate() {
            if self.m.key(&made.to)? == wanted {
                return Ok(Meant::Move(i));
            }
        }
        if matches!(target, Value::Position(_)) && !moves.iter().any(|made| matches!(made.to, Value::Sum(_))) {
            return Ok(Meant::Nothing);
        }
        let Some(wanted) = forgiving(self.m, |m| Parts::of(m, target).map(Some))? else { return Ok(Meant::Nothing) };
        for (i, made) in moves.iter().enumerate() {
            let there = Parts::of(self.m, &made.to)?;
            if there.live != wanted.live {
                continue;
            }
            // One that is over may have left the sum.
            let mut over = there.over;
            let becomes = Parts::of(self.m, &made.becomes)?.over;
            over.extend(becomes.into_iter().filter(|key| !over.contains(key)).collect::<Vec<_>>());
            let found = |key: &Key| over.iter().position(|other| other == key).map(|i| over.swap_remove(i)).is_some();
            if wanted.over.iter().all(found) {
                return Ok(Meant::Move(i));
            }
        }
        Ok(Meant::Nothing)
    }
}

/// What a function is given for a position.
pub(super) fn parameters(m: &mut Machine, at: &Value, listed: bool) -> Res<Vec<Value>> {
    Ok(match at {
        Value::Position(position) if listed => vec![Value::list(vec![as_one(&arguments(m, position)?)])],
        Value::Position(position) => arguments(m, position)?,
        Value::Sum(sum) => {
            let terms = sum.terms.iter().map(|(_, position)| arguments(m, position).map(|all| as_one(&all)));
            vec![Value::list(terms.collect::<Res<_>>()?)]
        }
        _ if listed => vec![Value::list(Vec::new())],
        other => vec![other.clone()],
    })
}

/// The parameters of a position; of Chomp, what is left of the poset.
fn arguments(m: &mut Machine, position: &Rc<Position>) -> Res<Vec<Value>> {
    match chomp_position(&Value::Position(Rc::clone(position))) {
        Some(position) => Ok(vec![m.chomp_board(position)?]),
        None => Ok(position.arguments.to_vec()),
    }
}

/// Whether it is a list without elements: then nothing is left.
fn is_empty(said: &Value) -> bool {
    matches!(said, Value::List(items) | Value::Tuple(items) if items.is_empty())
}

/// Parameters as one value.
pub(super) fn as_one(parameters: &[Value]) -> Value {
    match parameters {
        [one] => one.clone(),
        several => Value::tuple(several.to_vec()),
    }
}

/// Whether a value says these parameters.
fn says(m: &mut Machine, parameters: &Value, said: &Value) -> Res<bool> {
    let said = as_wanted(m, parameters, said)?;
    if has_positions(parameters) {
        return Ok(alike(m, parameters)? == alike(m, &said)?);
    }
    equal(m, parameters, &said, None)
}

/// A value with boards for texts, where boards are wanted.
fn as_wanted(m: &mut Machine, wanted: &Value, said: &Value) -> Res {
    m.handle.tick()?;
    match (wanted, said) {
        (Value::Grid(_), Value::Str(text)) => {
            m.handle.ticks(text.len() / 64)?;
            let board = forgiving(m, |_| Grid::parse(text).map(Some))?;
            Ok(board.map_or_else(|| said.clone(), |board| Value::Grid(Rc::new(board))))
        }
        (Value::Tuple(items) | Value::List(items), Value::Tuple(all) | Value::List(all))
            if items.len() == all.len() =>
        {
            let pairs = items.iter().zip(all.iter());
            let read = || pairs.map(|(wanted, said)| as_wanted(m, wanted, said)).collect::<Res<Vec<_>>>();
            crate::limits::with_stack(read).map(Value::list)
        }
        _ => Ok(said.clone()),
    }
}

/// The components of a position, each list in an order.
struct Parts {
    /// Those in which somebody can move, each with whether it is negative, and all that is no position.
    live: Vec<Key>,
    /// Those in which nobody can.
    over: Vec<Key>,
}

impl Parts {
    fn of(m: &mut Machine, value: &Value) -> Res<Parts> {
        let (mut live, mut over) = (Vec::new(), Vec::new());
        let mut part = |m: &mut Machine, negative: bool, position: &Rc<Position>| -> Res<()> {
            let position = Value::Position(Rc::clone(position));
            let key = m.key(&position)?;
            match moves_in(m, &position)? {
                true => live.push(Key(Value::tuple(vec![Value::Bool(negative), key.0]))),
                false => over.push(key),
            }
            Ok(())
        };
        match value {
            Value::Sum(sum) => {
                for (negative, position) in sum.terms.iter() {
                    part(m, *negative, position)?;
                }
                if !sum.is_bare() {
                    live.push(m.key(&sum.rest)?);
                }
            }
            Value::Position(position) => part(m, false, position)?,
            Value::Int(0) => {}
            other => live.push(m.key(other)?),
        }
        let live = sort(live, |a, b| order(&a.0, &b.0, &m.store, &m.handle), &m.handle)?;
        Ok(Parts { live, over })
    }
}

fn moves_in(m: &mut Machine, value: &Value) -> Res<bool> {
    Ok(!m.moves_of(value, Player::Left)?.is_empty() || !m.moves_of(value, Player::Right)?.is_empty())
}

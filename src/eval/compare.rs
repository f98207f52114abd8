//! Comparisons: order and equality of values of every kind, and membership.
//!
//! In: two values. Out: how they relate. Touches the store of games only; positions come with their values.

use super::Machine;
use super::multitude::Multitude;
use crate::diagnostics::Mistake;
use crate::games::{Dyadic, Game, Relation};
use crate::limits::with_stack;
use crate::syntax::ast::CompareOp;
use crate::value::fault::{Endless, endless};
use crate::value::key::Key;
use crate::value::{Fault, Items, Player, Res, Value, number};
use num_bigint::Sign;
use std::rc::Rc;

/// Steps within which values are compared, before it is asked who wins the difference.
const SOON: u64 = 2_000_000;

impl Machine {
    /// All comparisons.
    pub fn compare(&mut self, op: CompareOp, a: &Value, b: &Value) -> Res<bool> {
        match op {
            CompareOp::Eq => return self.equal(a, b),
            CompareOp::Ne => return self.equal(a, b).map(|e| !e),
            CompareOp::In => return self.contains(a, b),
            CompareOp::NotIn => return self.contains(a, b).map(|c| !c),
            _ => {}
        }
        let relation = if let Some(order) = number::compare(a, b) {
            relation_of(order)
        } else if a.is_game() && b.is_game() {
            match self.soon(a, b, |machine| machine.relation(a, b))? {
                Some(relation) => relation,
                None => return self.compare_by_play(op, a, b),
            }
        } else {
            match (a, b) {
                (Value::Thing(thing), _) if let Some(relation) = thing.opened().compare(self, b) => relation?,
                (_, Value::Thing(thing)) if let Some(relation) = thing.opened().compare(self, a) => {
                    relation?.reversed()
                }
                (Value::Str(_), Value::Str(_))
                | (Value::Grid(_), Value::Grid(_))
                | (Value::Tuple(_), Value::Tuple(_))
                | (Value::List(_), Value::List(_)) => {
                    let (x, y) = (self.normal(a)?, self.normal(b)?);
                    relation_of(crate::value::key::order(&x, &y, &self.store, &self.handle)?)
                }
                (Value::Set(x), Value::Set(y)) => {
                    let (below, above) = (self.within(x, y)?, self.within(y, x)?);
                    match (below, above) {
                        (true, true) => Relation::Equal,
                        (true, false) => Relation::Less,
                        (false, true) => Relation::Greater,
                        (false, false) => Relation::Confused,
                    }
                }
                _ => {
                    return self
                        .mismatch(op.sign(), a, b)
                        .note("Numbers and games have an order, and values of one kind such as strings; `==` and `!=` compare all.")
                        .err();
                }
            }
        };
        Ok(holds(op, relation))
    }

    /// What the values of two games give, if they are found soon, or nothing else could be done.
    fn soon<T>(&mut self, a: &Value, b: &Value, by_values: impl FnOnce(&mut Machine) -> Res<T>) -> Res<Option<T>> {
        let placed = |v: &Value| matches!(v, Value::Position(_) | Value::Sum(_) | Value::Move(_));
        let known = |v: &Value| odd_ratio(v).is_none() && !self.known_loopy(v) && !v.for_points();
        if !(placed(a) || placed(b)) || !known(a) || !known(b) {
            return by_values(self).map(Some);
        }
        self.within_steps(SOON, by_values)
    }

    /// How two games compare, by who wins their difference.
    fn compare_by_play(&mut self, op: CompareOp, a: &Value, b: &Value) -> Res<bool> {
        let negative = self.neg(b)?;
        let difference = self.add(a, &negative)?;
        // `a <= b` if Left, who begins, loses; `a >= b` if Right, who begins, does.
        let (mut le, mut ge) = (None, None);
        for (bound, player) in [(&mut le, Player::Left), (&mut ge, Player::Right)] {
            // One of them may decide.
            let needed = match (op, player) {
                (CompareOp::Le, player) => player == Player::Left,
                (CompareOp::Ge, player) => player == Player::Right,
                _ => true,
            };
            if needed {
                match (self.engines.wins)(self, &difference, player)? {
                    Some(wins) => *bound = Some(!wins),
                    // The error that there is no value.
                    None => return Ok(holds(op, self.relation(a, b)?)),
                }
            }
            if *bound == Some(false) && op == CompareOp::Eq {
                return Ok(false);
            }
        }
        Ok(match op {
            CompareOp::Le => le == Some(true),
            CompareOp::Ge => ge == Some(true),
            op => holds(op, Relation::new(le == Some(true), ge == Some(true))),
        })
    }

    /// How two games compare.
    pub fn relation(&mut self, a: &Value, b: &Value) -> Res<Relation> {
        // 1/3 is the value of no short game, but a game stands to it as its stops do (Siegel, ch. II.3).
        match (odd_ratio(a), odd_ratio(b)) {
            (None, Some(x)) => return self.relation_to_ratio(a, x),
            (Some(x), None) => return Ok(self.relation_to_ratio(b, x)?.reversed()),
            _ => {}
        }
        if let Some(relation) = self.relation_by_switches(a, b)? {
            return Ok(relation);
        }
        match self.both_games(a, b)? {
            Some((x, y)) => Ok(self.store.compare(x, y, &self.handle)?),
            None => (self.engines.relation)(self, a, b),
        }
    }

    /// The values of two games, unless play in one of them can go round.
    fn both_games(&mut self, a: &Value, b: &Value) -> Res<Option<(Game, Game)>> {
        let found = self.game(a).and_then(|x| Ok((x, self.game(b)?)));
        match found {
            Ok(both) => Ok(Some(both)),
            Err(flow) if endless(&flow) == Some(Endless::Cycle) => Ok(None),
            Err(flow) => Err(flow),
        }
    }

    /// How a game compares with a number that is no dyadic fraction, so that neither stop can be equal to it: less if both
    /// stops are, greater if both are, else confused.
    fn relation_to_ratio(&mut self, game: &Value, x: &num_rational::BigRational) -> Res<Relation> {
        let game = self.game(game)?;
        let (left, right) = (self.store.left_stop(game).to_ratio(), self.store.right_stop(game).to_ratio());
        Ok(match (left < *x, right > *x) {
            (true, _) => Relation::Less,
            (_, true) => Relation::Greater,
            _ => Relation::Confused,
        })
    }

    /// `a == b`: games by value, everything else by its parts.
    pub fn equal(&mut self, a: &Value, b: &Value) -> Res<bool> {
        if let Some(order) = number::compare(a, b) {
            return Ok(order.is_eq());
        }
        let placed = |v: &Value| {
            matches!(v, Value::Position(_) | Value::Sum(_) | Value::Move(_)) || v.thing::<Multitude>().is_some()
        };
        match (a, b) {
            (Value::Position(x), Value::Position(y)) if Rc::ptr_eq(x, y) => Ok(true),
            // A move is the position that it leads to, not every position of the same value.
            (Value::Move(_), other) | (other, Value::Move(_)) if placed(other) => Ok(self.key(a)? == self.key(b)?),
            (Value::Thing(x), Value::Thing(y)) if Rc::ptr_eq(x, y) => Ok(true),
            (Value::Thing(x), other) | (other, Value::Thing(x)) if let Some(equal) = x.opened().equals(self, other) => {
                equal
            }
            (Value::Thing(x), Value::Thing(y)) => Ok(Rc::ptr_eq(x, y) || with_stack(|| x.same(&***y))),
            // The same position or sum needs no value, which it may not have.
            _ if placed(a) && placed(b) && self.key(a)? == self.key(b)? => Ok(true),
            _ if a.is_game() && b.is_game() => {
                let odd = |v: &Value| matches!(v, Value::Ratio(q) if !Dyadic::is_ratio(q));
                if odd(a) || odd(b) {
                    return Ok(false);
                }
                let equal = |machine: &mut Machine| {
                    if let Some(relation) = machine.relation_by_switches(a, b)? {
                        return Ok(relation == Relation::Equal);
                    }
                    match machine.both_games(a, b)? {
                        Some((x, y)) => Ok(x == y),
                        None => Ok((machine.engines.relation)(machine, a, b)? == Relation::Equal),
                    }
                };
                match self.soon(a, b, equal)? {
                    Some(equal) => Ok(equal),
                    None => self.compare_by_play(CompareOp::Eq, a, b),
                }
            }
            (Value::Tuple(x), Value::Tuple(y)) | (Value::List(x), Value::List(y)) => {
                if x.len() != y.len() {
                    return Ok(false);
                }
                with_stack(|| {
                    for (a, b) in x.iter().zip(y.iter()) {
                        self.handle.tick()?;
                        // As in sets: positions by rule set and parameters, other games by value; a range is no list.
                        let by_parts = placed(a)
                            || placed(b)
                            || matches!((a, b), (Value::Range(_), Value::List(_)) | (Value::List(_), Value::Range(_)));
                        let equal = if by_parts { self.key(a)? == self.key(b)? } else { self.equal(a, b)? };
                        if !equal {
                            return Ok(false);
                        }
                    }
                    Ok(true)
                })
            }
            (Value::Range(ends), Value::List(items)) | (Value::List(items), Value::Range(ends)) => {
                let length = i128::from(ends.1) - i128::from(ends.0) + 1;
                if ends.1 == i64::MAX || length.max(0) != items.len() as i128 {
                    return Ok(false);
                }
                let (x, y) = (Value::list(self.elements(a)?), Value::list(self.elements(b)?));
                self.equal(&x, &y)
            }
            (Value::Str(x), Value::Str(y)) => {
                self.handle.ticks(x.len().min(y.len()) / 4096)?;
                Ok(x == y)
            }
            (Value::Grid(x), Value::Grid(y)) => {
                self.handle.ticks(x.symbols().len() / 4096)?;
                Ok(x == y)
            }
            (Value::Set(x), Value::Set(y)) => Ok(x.len() == y.len() && self.within(x, y)?),
            _ => {
                let (x, y) = (self.normal(a)?, self.normal(b)?);
                Ok(crate::value::key::same(&x, &y))
            }
        }
    }

    /// Whether all elements of a set are in another.
    fn within(&mut self, some: &Items, others: &Items) -> Res<bool> {
        for item in some {
            self.handle.tick()?;
            self.normal(&item.0)?;
            if !others.contains(item) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// `x in xs`.
    pub fn contains(&mut self, x: &Value, xs: &Value) -> Res<bool> {
        match xs {
            Value::Set(items) => Ok(items.contains(&self.key(x)?)),
            Value::Map(entries) => Ok(entries.contains_key(&self.key(x)?)),
            Value::Range(ends) => Ok(match x {
                Value::Int(n) => (ends.0..=ends.1).contains(n),
                Value::Big(n) => ends.1 == i64::MAX && n.sign() == Sign::Plus,
                Value::Form(_) | Value::Position(_) | Value::Sum(_) | Value::Move(_) => {
                    let game = self.game(x)?;
                    matches!(self.game_value(game), Value::Int(n) if (ends.0..=ends.1).contains(&n))
                }
                _ => false,
            }),
            Value::Str(text) => match x {
                Value::Str(part) => {
                    Ok(part.is_empty() || crate::value::text::find(&self.handle, text, part, 0)?.is_some())
                }
                other => Fault::new(
                    Mistake::Operator,
                    format!("expected a string on the left of `in`, found {}", other.a_kind()),
                )
                .err(),
            },
            Value::List(items) | Value::Tuple(items) => {
                // A move in a list of positions means the position that it leads to; games are compared by value.
                let key = self.key(x)?;
                for item in items.iter() {
                    self.handle.tick()?;
                    if Key(self.normal(item)?) == key {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Value::Thing(thing) if let Some(found) = thing.opened().contains(self, x) => found,
            Value::Thing(thing) if let Some(elements) = thing.opened().elements(self) => {
                let elements = Value::list(elements?);
                self.contains(x, &elements)
            }
            other => {
                let found = self.described(other);
                let fault =
                    Fault::new(Mistake::Operator, format!("`in` expects a collection on its right, found {found}"));
                match other {
                    Value::Int(n) => fault.note(format!("Did you mean the range `1..{n}`?")).err(),
                    _ => fault.err(),
                }
            }
        }
    }
}

/// The number, if it is not the value of a short game.
pub(super) fn odd_ratio(value: &Value) -> Option<&num_rational::BigRational> {
    match value {
        Value::Ratio(q) if !Dyadic::is_ratio(q) => Some(q),
        _ => None,
    }
}

fn relation_of(order: std::cmp::Ordering) -> Relation {
    match order {
        std::cmp::Ordering::Less => Relation::Less,
        std::cmp::Ordering::Equal => Relation::Equal,
        std::cmp::Ordering::Greater => Relation::Greater,
    }
}

/// Whether a comparison holds in a relation.
fn holds(op: CompareOp, relation: Relation) -> bool {
    match op {
        CompareOp::Eq => relation == Relation::Equal,
        CompareOp::Ne => relation != Relation::Equal,
        CompareOp::Lt => relation == Relation::Less,
        CompareOp::Gt => relation == Relation::Greater,
        CompareOp::Le => matches!(relation, Relation::Less | Relation::Equal),
        CompareOp::Ge => matches!(relation, Relation::Greater | Relation::Equal),
        CompareOp::Confused => relation == Relation::Confused,
        CompareOp::LtConfused => matches!(relation, Relation::Less | Relation::Confused),
        CompareOp::GtConfused => matches!(relation, Relation::Greater | Relation::Confused),
        CompareOp::In | CompareOp::NotIn => false,
    }
}

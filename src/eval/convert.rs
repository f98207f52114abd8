//! Between values of the language and values of games; normal forms for sets and tables.
//!
//! In: a value of either kind. Out: one of the other, or a key. Touches the store of games only; positions are asked for
//! their values.

use super::Machine;
use super::multitude::Multitude;
use crate::diagnostics::Mistake;
use crate::games::{Dyadic, Game, View, ZERO};
use crate::limits::{Handle, with_stack};
use crate::value::key::{Key, order, sort};
use crate::value::{Deep, Fault, Position, Res, Sum, Value};
use num_rational::BigRational;
use std::cmp::Ordering;
use std::rc::Rc;

impl Machine {
    /// A game as a value: numbers become numbers.
    pub(crate) fn game_value(&self, game: Game) -> Value {
        match self.store.view(game) {
            View::Number(number) => number.to_ratio().into(),
            _ => Value::Game(game),
        }
    }

    /// The dyadic number, if the value is one; an error names what it is instead.
    pub fn dyadic(&mut self, value: &Value) -> Res<Dyadic> {
        if let Some(ratio) = value.as_ratio() {
            return dyadic_of(&ratio);
        }
        let game = self.game(value)?;
        match self.store.as_number(game) {
            Some(number) => Ok(number),
            None => Fault::expected("a number", value).err(),
        }
    }

    /// The number that a value is: itself, or that of a game which is equal to one.
    pub(crate) fn number_of(&mut self, value: &Value) -> Res<Option<BigRational>> {
        match value {
            Value::Form(_) | Value::Position(_) | Value::Sum(_) | Value::Move(_) => {
                let game = self.game(value)?;
                Ok(self.store.as_number(game).map(|number| number.to_ratio()))
            }
            other => Ok(other.as_ratio()),
        }
    }

    /// Whether the value is a game; else an error.
    pub(crate) fn check_game(&mut self, value: &Value) -> Res<()> {
        if let Value::Ratio(ratio) = value {
            return dyadic_of(ratio).map(|_| ());
        }
        if value.is_game() {
            return Ok(());
        }
        if self.is_loopy(value) {
            return self
                .expected("a short game", value)
                .note("This is defined for games in which play must end, and `is_loopfree(g)` says whether one is. What stoppers have too: order, sums, sides, stops, thermographs, degrees (docs/loopy-games.md).")
                .err();
        }
        if self.is_beyond(value) {
            return self
                .expected("a short game", value)
                .note("Infinitely many games lie below it. Such numbers, with short games beside them, add up, compare and have stops; they are not played with.")
                .err();
        }
        let fault = self.expected("a game", value);
        match value {
            Value::Thing(_) if value.thing::<Multitude>().is_some() => fault
                .note("Nobody plays so many. They add up, compare and have outcomes; `canonical(g)` is their value.")
                .err(),
            Value::Rules(rules) => fault.note(format!("A position of it is written `{}`.", rules.signature)).err(),
            Value::Tuple(_) => fault.note("A position is written with its rule set, such as `Wythoff(3, 5)`.").err(),
            Value::Bool(_) => {
                fault.note("A comparison among options stands in parentheses only where a truth value is wanted.").err()
            }
            _ => fault.err(),
        }
    }

    /// Whether an argument is a game; else an error.
    pub(crate) fn check_game_argument(&mut self, value: &Value) -> Res<()> {
        self.check_game(value)
    }

    /// The canonical value of anything that is a game.
    pub fn game(&mut self, value: &Value) -> Res<Game> {
        match value {
            Value::Game(game) => Ok(*game),
            Value::Int(n) => Ok(self.store.number(Dyadic::from(*n))),
            Value::Big(_) | Value::Ratio(_) => {
                let number = self.dyadic(value)?;
                Ok(self.store.number(number))
            }
            Value::Form(form) => self.form_game(form),
            Value::Position(position) => self.position_game(position),
            Value::Sum(sum) => {
                let mut parts = vec![self.game(&sum.rest)?];
                for (negative, position) in sum.terms.iter() {
                    let game = self.position_game(position)?;
                    parts.push(if *negative { self.store.neg(game, &self.handle)? } else { game });
                }
                Ok(self.store.sum(&parts, &self.handle)?)
            }
            Value::Move(made) => self.game(&made.to.clone()),
            Value::Thing(_) if let Some(many) = value.thing::<Multitude>() => {
                let equal = self.equal_to_many(&many.terms)?;
                self.game(&equal)
            }
            other => {
                self.check_game(other)?;
                Ok(ZERO)
            }
        }
    }

    /// The form in which equal values look alike; see [`crate::value::key`].
    pub fn normal(&mut self, value: &Value) -> Res {
        self.normal_form(value, false)
    }

    /// The form in which equal values look alike, or with `forms` those that are played alike: then a literal, or a sum of games, is
    /// the one object for all that have its options or components, and not its value.
    pub(super) fn normal_form(&mut self, value: &Value, forms: bool) -> Res {
        match value {
            Value::Form(form) if forms => self.interned(form),
            Value::Form(form) => {
                let game = self.form_game(form)?;
                Ok(self.game_value(game))
            }
            Value::Game(game) => Ok(self.game_value(*game)),
            Value::Move(made) => self.normal_form(&made.to.clone(), forms),
            Value::Tuple(items) => Ok(self.normal_items(items, forms)?.map_or_else(|| value.clone(), Value::tuple)),
            Value::List(items) => Ok(self.normal_items(items, forms)?.map_or_else(|| value.clone(), Value::list)),
            Value::Set(items) => {
                for key in items.iter() {
                    self.walk(std::slice::from_ref(&key.0))?;
                }
                Ok(value.clone())
            }
            Value::Position(position) => {
                self.walk(&position.arguments)?;
                Ok(value.clone())
            }
            Value::Map(entries) => {
                self.handle.afford(entries.len() * 2 * size_of::<Value>())?;
                let mut normal = crate::value::Entries::default();
                for (key, value) in entries.iter() {
                    self.walk(std::slice::from_ref(&key.0))?;
                    let value = with_stack(|| self.normal_form(value, forms))?;
                    normal.insert(key.clone(), value);
                }
                Ok(Value::Map(Rc::new(Deep(normal))))
            }
            Value::Sum(sum) => {
                self.handle.afford(sum.terms.len() * 16)?;
                for (_, position) in sum.terms.iter() {
                    self.walk(&position.arguments)?;
                }
                let mut sum = (**sum).clone();
                sum.rest = self.normal_form(&sum.rest, forms)?;
                // Empty heaps are no part of a sum, unless there is nothing else.
                let last = sum.terms.last().cloned();
                sum.terms.0.retain(|(_, position)| !super::positions::is_over(position));
                if sum.terms.is_empty() && sum.is_bare() {
                    sum.terms.0.extend(last);
                    sum.terms.0.iter_mut().for_each(|term| term.0 = false);
                }
                let by_name = |a: &(bool, Rc<Position>), b: &(bool, Rc<Position>)| match a.0.cmp(&b.0) {
                    Ordering::Equal => {
                        let (x, y) = (Value::Position(Rc::clone(&a.1)), Value::Position(Rc::clone(&b.1)));
                        order(&x, &y, &self.store, &self.handle)
                    }
                    ordering => Ok(ordering),
                };
                sum.terms.0 = sort(std::mem::take(&mut sum.terms.0), by_name, &self.handle)?;
                match &sum.terms[..] {
                    [(false, position)] if sum.is_bare() => Ok(Value::Position(Rc::clone(position))),
                    _ => Ok(Value::Sum(Rc::new(sum))),
                }
            }
            other => Ok(other.clone()),
        }
    }

    /// `None` if the items are in normal form already.
    fn normal_items(&mut self, items: &[Value], forms: bool) -> Res<Option<Vec<Value>>> {
        if flat(items, &self.handle)? {
            return Ok(None);
        }
        self.handle.afford(size_of_val(items))?;
        with_stack(|| items.iter().map(|v| self.normal_form(v, forms)).collect::<Res<Vec<_>>>()).map(Some)
    }

    /// Goes through values that are in normal form already, counting steps.
    fn walk(&self, items: &[Value]) -> Res<()> {
        if flat(items, &self.handle)? {
            return Ok(());
        }
        with_stack(|| {
            for item in items {
                self.handle.tick()?;
                match item {
                    Value::Tuple(inner) | Value::List(inner) => self.walk(inner)?,
                    Value::Set(inner) => inner.iter().try_for_each(|key| self.walk(std::slice::from_ref(&key.0)))?,
                    Value::Map(inner) => {
                        for (key, value) in inner.iter() {
                            self.walk(std::slice::from_ref(&key.0))?;
                            self.walk(std::slice::from_ref(value))?;
                        }
                    }
                    Value::Position(inner) => self.walk(&inner.arguments)?,
                    Value::Sum(sum) => sum.terms.iter().try_for_each(|(_, inner)| self.walk(&inner.arguments))?,
                    _ => {}
                }
            }
            Ok(())
        })
    }

    /// A sum as a value: without positions it is a game, with one alone that position.
    pub(crate) fn sum_value(&self, sum: Sum) -> Value {
        match &sum.terms[..] {
            [] => sum.rest,
            [(false, position)] if sum.is_bare() => Value::Position(Rc::clone(position)),
            _ => Value::Sum(Rc::new(sum)),
        }
    }

    /// A key for a set or map.
    pub fn key(&mut self, value: &Value) -> Res<Key> {
        Ok(Key(self.normal(value)?))
    }
}

fn dyadic_of(ratio: &BigRational) -> Res<Dyadic> {
    match Dyadic::from_ratio(ratio) {
        Some(number) => Ok(number),
        None => Fault::new(Mistake::NoShortGame, format!("{ratio} is not the value of any short game"))
            .note("The denominator must be a power of two: 1/2, 3/4, 5/8, …")
            .err(),
    }
}

/// Whether the items are in normal form and without parts. Counts steps in proportion to their size: hashing and
/// comparing cannot be interrupted, so that everything in a table has been paid for here.
fn flat(items: &[Value], handle: &Handle) -> Res<bool> {
    let mut cost = items.len();
    let mut flat = true;
    for item in items {
        match item {
            Value::Int(_) | Value::Bool(_) | Value::Ratio(_) => {}
            Value::Str(text) => cost += text.len() / 16,
            Value::Grid(grid) => cost += grid.symbols().len() / 16,
            Value::Big(n) => cost += usize::try_from(n.bits() / 128).unwrap_or(usize::MAX),
            _ => {
                flat = false;
                break;
            }
        }
    }
    handle.ticks(u32::try_from(1 + cost / 16).unwrap_or(u32::MAX))?;
    Ok(flat)
}

//! Sums of more positions than can stand side by side: each position once, with the number of its copies.
//!
//! In: a multiple or sum that would have more than a million components. Out: a [`Multitude`], which adds and multiplies like a sum and
//! compares by its value: copies of impartial games by their parity, of others the multiple of one value. Nobody plays it; questions
//! that need the numbers of copies only, as misère quotients do, take it.

use super::tables::same_position;
use super::{Machine, Thing};
use crate::diagnostics::Mistake;
use crate::games::{Relation, ZERO};
use crate::syntax::ast::CompareOp;
use crate::value::{Fault, Operator, Player, Position, Res, Value};
use indexmap::IndexMap;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};
use rustc_hash::FxBuildHasher;
use std::rc::Rc;

/// A position of a sum, whether it is the negative, and how many copies of it there are.
pub type Copies = (bool, Rc<Position>, BigInt);

/// A sum of many positions.
#[derive(Debug)]
pub struct Multitude {
    /// Each position once, in the order in which they were first met.
    pub terms: Vec<Copies>,
}

impl Machine {
    /// The positions of a sum with their numbers of copies; `None` if it is no sum of positions alone.
    pub fn copies(&mut self, value: &Value) -> Res<Option<Vec<Copies>>> {
        let all: Vec<Copies> = match value {
            Value::Position(p) => vec![(false, Rc::clone(p), BigInt::one())],
            Value::Sum(sum) if sum.is_bare() => {
                sum.terms.iter().map(|(negative, p)| (*negative, Rc::clone(p), BigInt::one())).collect()
            }
            Value::Move(made) => return self.copies(&made.to.clone()),
            other => match other.thing::<Multitude>() {
                Some(many) => return Ok(Some(many.terms.clone())),
                None => return Ok(None),
            },
        };
        Ok(Some(self.gathered(all)?))
    }

    /// Equal positions together.
    fn gathered(&mut self, all: Vec<Copies>) -> Res<Vec<Copies>> {
        let mut places: IndexMap<(bool, crate::value::key::Key), usize, FxBuildHasher> = IndexMap::default();
        let mut terms: Vec<Copies> = Vec::new();
        for (negative, position, copies) in all {
            let key = self.key(&Value::Position(Rc::clone(&position)))?;
            let place = *places.entry((negative, key)).or_insert(terms.len());
            match terms.get_mut(place) {
                Some(known) => known.2 += copies,
                None => terms.push((negative, position, copies)),
            }
        }
        terms.retain(|term| !term.2.is_zero());
        Ok(terms)
    }

    /// So many copies of a sum of positions.
    pub(crate) fn multitude(&mut self, n: &BigInt, terms: Vec<Copies>) -> Value {
        let times = |(negative, position, copies): Copies| (negative != n.is_negative(), position, copies * n.abs());
        Value::of(Multitude { terms: terms.into_iter().map(times).filter(|term| !term.2.is_zero()).collect() })
    }

    /// The sum without one copy of a position, and with something instead; the parts may be many.
    pub(crate) fn instead(&mut self, terms: &[Copies], place: usize, other: &Value) -> Res {
        let mut rest = terms.to_vec();
        rest[place].2 -= 1;
        let rest = self.value_of_copies(rest)?;
        self.add(&rest, other)
    }

    /// A sum as a value: an ordinary one where it has few components.
    pub(crate) fn value_of_copies(&mut self, terms: Vec<Copies>) -> Res {
        let Some(number) = few(&terms) else { return Ok(self.multitude(&BigInt::one(), terms)) };
        let mut all = Vec::with_capacity(number);
        for (negative, position, copies) in terms {
            let copies = copies.to_usize().unwrap_or(0);
            all.extend(std::iter::repeat_n((negative, position), copies));
        }
        Ok(self.sum_value(crate::value::Sum { terms: crate::value::Deep(all), rest: Value::Int(0) }))
    }

    /// A game that is equal to the sum in normal play, and can be played: few positions, or the sum of multiples of values.
    pub(crate) fn equal_to_many(&mut self, terms: &[Copies]) -> Res {
        // How many copies of a position are left, those of its negative taken away; by its place among the positions.
        let mut left: IndexMap<crate::value::key::Key, (Rc<Position>, BigInt), FxBuildHasher> = IndexMap::default();
        for (negative, position, copies) in terms {
            self.handle.tick()?;
            let value = Value::Position(Rc::clone(position));
            if value.for_points() {
                return Fault::new(
                    Mistake::TooLarge,
                    "the score of a sum of more than a million positions is not worked out",
                )
                .err();
            }
            let fair = self.moves_only(&value);
            let ends = (self.engines.wins)(self, &value, Player::Left)?.is_some();
            if !fair && !ends {
                // The error says why there is no value.
                self.game(&value)?;
            }
            let known = left.entry(self.key(&value)?).or_insert_with(|| (Rc::clone(position), BigInt::zero()));
            match (fair, negative) {
                (true, _) | (false, false) => known.1 += copies,
                (false, true) => known.1 -= copies,
            }
            // Two copies of an infinite nim-value are as good as any more.
            if fair && (ends || known.1 > BigInt::from(3)) {
                let least = if ends { 0 } else { 2 };
                known.1 = known.1.mod_floor(&BigInt::from(2)) + least;
            }
        }
        let left = left.into_values().filter(|(_, copies)| !copies.is_zero());
        let left: Vec<Copies> = left.map(|(position, n)| (n.is_negative(), position, n.abs())).collect();
        if few(&left).is_some() {
            return self.value_of_copies(left);
        }
        let mut sum = ZERO;
        for (negative, position, copies) in left {
            let one = self.game(&Value::Position(position))?;
            let copies = if negative { -copies } else { copies };
            let all = self.store.multiple(&copies, one, &self.handle)?;
            sum = self.store.add(sum, all, &self.handle)?;
        }
        Ok(self.game_value(sum))
    }
}

/// How many positions there are, if they can stand side by side.
fn few(terms: &[Copies]) -> Option<usize> {
    let number: BigInt = terms.iter().map(|term| &term.2).sum();
    number.to_usize().filter(|&n| n <= 1000)
}

impl Multitude {
    /// Two ordinary games that are to each other as this is to another game; `None` if the other is no game.
    fn beside(&self, machine: &mut Machine, other: &Value) -> Option<Res<(Value, Value)>> {
        let both = |machine: &mut Machine| match machine.copies(other)? {
            Some(others) => {
                let others = others.into_iter().map(|(negative, p, n)| (!negative, p, n));
                let all: Vec<Copies> = self.terms.iter().cloned().chain(others).collect();
                Ok((machine.equal_to_many(&all)?, Value::Int(0)))
            }
            None => Ok((machine.equal_to_many(&self.terms)?, other.clone())),
        };
        (other.is_game() || other.thing::<Multitude>().is_some()).then(|| both(machine))
    }
}

impl Thing for Multitude {
    fn kind(&self) -> &'static str {
        "sum of many positions"
    }

    fn same(&self, other: &dyn Thing) -> bool {
        other.downcast_ref::<Multitude>().is_some_and(|other| {
            let is_there = |term: &Copies| {
                other.terms.iter().any(|o| o.0 == term.0 && o.2 == term.2 && same_position(&o.1, &term.1))
            };
            self.terms.len() == other.terms.len() && self.terms.iter().all(is_there)
        })
    }

    fn equals(&self, machine: &mut Machine, other: &Value) -> Option<Res<bool>> {
        if other.thing::<Multitude>().is_some_and(|other| self.same(other)) {
            return Some(Ok(true));
        }
        let both = self.beside(machine, other)?;
        Some(both.and_then(|(a, b)| machine.equal(&a, &b)))
    }

    fn compare(&self, machine: &mut Machine, other: &Value) -> Option<Res<Relation>> {
        let both = self.beside(machine, other)?;
        Some(both.and_then(|(a, b)| {
            let (below, above) = (machine.compare(CompareOp::Le, &a, &b)?, machine.compare(CompareOp::Ge, &a, &b)?);
            Ok(Relation::new(below, above))
        }))
    }

    fn digest(&self) -> u64 {
        self.terms.iter().fold(self.terms.len() as u64, |sum, term| {
            sum.wrapping_add(term.2.iter_u64_digits().fold(0, |sum, digit| sum ^ digit))
        })
    }

    fn notation(&self, machine: &mut Machine) -> Res<String> {
        let mut text = String::new();
        for (negative, position, copies) in &self.terms {
            machine.handle.tick()?;
            text.push_str(match (text.is_empty(), negative) {
                (true, true) => "-",
                (true, false) => "",
                (false, true) => " - ",
                (false, false) => " + ",
            });
            if !copies.is_one() {
                text.push_str(&format!("{copies}*"));
            }
            text.push_str(&machine.notation(&Value::Position(Rc::clone(position)))?);
        }
        Ok(if text.is_empty() { "0".into() } else { text })
    }

    fn operate(&self, machine: &mut Machine, op: Operator, other: &Value, reversed: bool) -> Option<Res> {
        let minus = -BigInt::one();
        match op {
            Operator::Neg => Some(Ok(machine.multitude(&minus, self.terms.clone()))),
            Operator::Mul => {
                let n = other.as_integer()?;
                Some(Ok(machine.multitude(&n, self.terms.clone())))
            }
            Operator::Add | Operator::Sub => {
                let others = match machine.copies(other) {
                    Ok(Some(others)) => others,
                    Ok(None) if matches!(other, Value::Int(0)) => Vec::new(),
                    Ok(None) if other.is_game() => return Some(lone()),
                    Ok(None) => return None,
                    Err(flow) => return Some(Err(flow)),
                };
                let flip = |terms: Vec<Copies>, flip: bool| {
                    terms.into_iter().map(move |(negative, p, n)| (negative != flip, p, n))
                };
                let (first, second) =
                    if reversed { (others, self.terms.clone()) } else { (self.terms.clone(), others) };
                let all = flip(first, false).chain(flip(second, op == Operator::Sub)).collect();
                Some(machine.gathered(all).map(|terms| Value::of(Multitude { terms })))
            }
            _ => None,
        }
    }
}

/// That it adds to positions alone.
fn lone() -> Res {
    Fault::new(Mistake::TooLarge, "a sum of more than a million positions adds to positions alone")
        .note("`canonical(g)` is its value, to which every game adds.")
        .err()
}

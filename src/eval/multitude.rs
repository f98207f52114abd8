//! Sums of more positions than can stand side by side: each position once, with the number of its copies.
//!
//! In: a multiple or sum that would have more than a million components. Out: a [`Multitude`], which adds and multiplies like a sum. It
//! has no value as a game; questions that need the numbers of copies only, as misère quotients do, take it.

use super::tables::same_position;
use super::{Machine, Thing};
use crate::value::{Operator, Position, Res, Value};
use indexmap::IndexMap;
use num_bigint::BigInt;
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
        let number: BigInt = terms.iter().map(|term| &term.2).sum();
        let Some(number) = number.to_usize().filter(|&n| n <= 1000) else {
            return Ok(self.multitude(&BigInt::one(), terms));
        };
        let mut all = Vec::with_capacity(number);
        for (negative, position, copies) in terms {
            let copies = copies.to_usize().unwrap_or(0);
            all.extend(std::iter::repeat_n((negative, position), copies));
        }
        Ok(self.sum_value(crate::value::Sum { terms: crate::value::Deep(all), rest: Value::Int(0) }))
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

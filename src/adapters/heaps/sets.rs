//! The sets of numbers that a `heap` declaration lets its players take.
//!
//! In: the code of a set, evaluated in the frame of its declaration. Out: its positive integers, all of them or those up
//! to a bound. A comprehension over an endless range, such as `{j^2 for j in 1..}`, is gone through as far as a heap
//! needs; its elements must come in rising order, otherwise nobody could know when to stop.

use crate::diagnostics::Mistake;
use crate::eval::Machine;
use crate::value::node::{Code, Node, Step};
use crate::value::{Fault, Flow, Res, Value};
use num_bigint::BigInt;
use num_traits::ToPrimitive;

/// Rounds without a further element after which a set counts as finite by mistake.
const PATIENCE: u64 = 1_000_000;

/// What may be taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HeapSet {
    /// These, in rising order.
    Finite(Vec<u64>),
    /// This and all larger ones.
    From(u64),
    /// Infinitely many, to be asked for up to a bound.
    Endless,
}

impl Machine {
    /// Whether the code is an endless range, or a comprehension that goes through one first.
    pub(crate) fn goes_on_for_ever(&mut self, code: &Code) -> Res<bool> {
        let endless = |value: Value| matches!(value, Value::Range(ends) if ends.1 == i64::MAX);
        Ok(match (comprehension(code), &code.node) {
            (Some((_, [Step::For(_, source), ..])), _) => endless(self.eval(source)?),
            (None, Node::Range(..)) => endless(self.eval(code)?),
            _ => false,
        })
    }

    /// What kind of set this is; where all but its elements may be taken 0 counts for nothing.
    pub(super) fn heap_set(&mut self, code: &Code, all_but: bool) -> Res<HeapSet> {
        if let Some((_, [Step::For(_, source), ..])) = comprehension(code)
            && matches!(self.eval(source)?, Value::Range(ends) if ends.1 == i64::MAX)
        {
            return Ok(HeapSet::Endless);
        }
        let value = self.eval(code)?;
        let set = match &value {
            Value::Range(ends) if ends.1 == i64::MAX => {
                let first = to_take(&Value::Int(ends.0), all_but).map_err(|flow| flow.at(code.span))?;
                return Ok(HeapSet::From(first.max(1)));
            }
            Value::Int(_) | Value::Big(_) => vec![value],
            Value::List(_) | Value::Set(_) | Value::Tuple(_) | Value::Range(_) => self.elements(&value)?,
            other => {
                let found = self.described(other);
                return Fault::new(
                    Mistake::HeapClause,
                    format!("what may be taken is a number, a range or a set of numbers, found {found}"),
                )
                .note("`take 1..2`, `take {1, 4, 9}`, `take 1..`, `take k in {j^2 for j in 1..}`.")
                .at(code.span)
                .err();
            }
        };
        // A rule and its sequence have lists of their own.
        self.handle.afford(set.len().saturating_mul(6 * size_of::<u64>()))?;
        let mut numbers = Vec::with_capacity(set.len());
        for element in &set {
            self.handle.tick()?;
            numbers.push(to_take(element, all_but).map_err(|flow| flow.at(code.span))?);
        }
        numbers.retain(|&n| n > 0);
        numbers.sort_unstable();
        numbers.dedup();
        Ok(HeapSet::Finite(numbers))
    }

    /// The elements of a set up to `bound`, or with `all_but` the positive numbers that are not in it; and whether these are all.
    pub(super) fn heap_elements(&mut self, code: &Code, all_but: bool, bound: u64) -> Res<(Vec<u64>, bool)> {
        let members = match self.heap_set(code, all_but)? {
            HeapSet::Finite(numbers) if !all_but => return Ok((numbers, true)),
            HeapSet::From(first) if all_but => return Ok((self.numbers_between(1, first - 1)?, true)),
            HeapSet::From(first) => self.numbers_between(first, bound)?,
            HeapSet::Finite(numbers) => numbers,
            HeapSet::Endless => self.heap_set_up_to(code, all_but, bound)?,
        };
        if !all_but {
            return Ok((members, bound == u64::MAX));
        }
        let mut others = self.numbers_between(1, bound)?;
        others.retain(|k| members.binary_search(k).is_err());
        Ok((others, bound == u64::MAX))
    }

    /// The numbers from `first` to `last`, with their memory asked for.
    pub(super) fn numbers_between(&self, first: u64, last: u64) -> Res<Vec<u64>> {
        let count = usize::try_from(last.saturating_sub(first).saturating_add(1)).unwrap_or(usize::MAX);
        // Once here, and once where a declaration keeps them.
        self.handle.afford(count.saturating_mul(16))?;
        Ok((first..=last).collect())
    }

    /// The elements up to `bound` of an endless set, in rising order.
    fn heap_set_up_to(&mut self, code: &Code, all_but: bool, bound: u64) -> Res<Vec<u64>> {
        let Some((body, [Step::For(bind, source), rest @ ..])) = comprehension(code) else { return Ok(Vec::new()) };
        let mut found: Vec<u64> = Vec::new();
        let mut idle = 0u64;
        let range = self.eval(source)?;
        let result = self.each(&range, source.span, &mut |machine, value| {
            idle += 1;
            if idle > PATIENCE.saturating_add(bound) {
                let last = found.last().map_or_else(|| "at all".into(), |n| format!("after {n}"));
                return Fault::new(
                    Mistake::HeapClause,
                    format!("this set goes through an endless range, and has no further element {last}"),
                )
                .note(format!("That is after {idle} rounds. If the set is finite, give its range an end."))
                .at(code.span)
                .err();
            }
            machine.bind_new(bind, value)?;
            machine.gather(rest, &mut |machine| {
                let value = machine.eval(body)?;
                let element = to_take(&value, all_but).map_err(|flow| flow.at(body.span))?;
                if let Some(&last) = found.last()
                    && element < last
                {
                    return Fault::new(
                        Mistake::HeapClause,
                        format!(
                            "the elements of an endless set must come in rising order: {element} comes after {last}"
                        ),
                    )
                    .note("A condition keeps the order: `{k for k in 1.. if …}`.")
                    .at(body.span)
                    .err();
                }
                if element > bound {
                    return Err(Box::new(Flow::Break));
                }
                idle = 0;
                if found.last() != Some(&element) {
                    found.push(element);
                }
                Ok(())
            })
        });
        match result {
            Err(flow) if matches!(*flow, Flow::Break) => Ok(found),
            result => result.map(|()| found),
        }
    }
}

/// The body and steps of a comprehension in braces or brackets.
fn comprehension(code: &Code) -> Option<(&Code, &[Step])> {
    match &code.node {
        Node::SetFor(parts) | Node::ListFor(parts) => Some((&parts.0, &parts.1)),
        _ => None,
    }
}

/// A number that may be taken, or with `all_but` not: a positive integer, or 0 there. What is too large for any heap counts as the largest.
fn to_take(value: &Value, all_but: bool) -> Res<u64> {
    let Some(n) = value.as_integer() else {
        return Fault::expected("a positive integer as the number to take", value).err();
    };
    if n < BigInt::from(u8::from(!all_but)) {
        let why = if n == BigInt::from(0) {
            "to take 0 leaves the heap as it is, and play would not end"
        } else {
            "nobody can take a negative number"
        };
        return Fault::new(Mistake::HeapClause, format!("{n} can't be taken: {why}"))
            .note("A heap that is split without taking anything is `split a, b`.")
            .err();
    }
    Ok(n.to_u64().unwrap_or(u64::MAX))
}

//! A sequence of nim-values that grows on demand, with the engine that fits the rule.
//!
//! In: a [`Rule`] and the number of heaps wanted. Out: values of heaps 0, 1, 2, …; what is known stays known when a
//! bound of the handle ends a run.

use super::direct::{General, Subtract};
use super::naive::Naive;
use super::rule::{Caller, Fault, Rule};
use super::values::{MOST_HEAPS, Values};
use crate::limits::{Handle, Stop};

/// The sequence of nim-values of a rule.
#[derive(Clone, Debug)]
pub struct Sequence {
    rule: Rule,
    values: Values,
    work: Work,
}

#[derive(Clone, Debug)]
enum Work {
    Subtract(Subtract),
    Pairs(Box<Naive>),
    General(General),
}

impl Sequence {
    /// An empty sequence; no work is done yet.
    pub fn new(rule: Rule) -> Sequence {
        let pairs = rule.code_of().filter(|c| c.tail().is_empty() && c.most_parts() <= 2);
        let work = match pairs {
            _ if rule.subtraction_of().is_some() => Work::Subtract(Subtract::default()),
            Some(code) => Work::Pairs(Box::new(Naive::new(code))),
            None => Work::General(General::default()),
        };
        Sequence { rule, values: Values::default(), work }
    }

    /// The rule.
    pub fn rule(&self) -> &Rule {
        &self.rule
    }

    /// The values known, of heaps `0..values().len()`.
    pub fn values(&self) -> &Values {
        &self.values
    }

    /// The value of heap `n`, if it is known, or follows from a proved period.
    pub fn value(&self, n: u64) -> Option<u64> {
        let i = usize::try_from(n).ok()?;
        (i < self.values.len()).then(|| self.values.get(i).into())
    }

    /// Makes heaps `0..count` known.
    pub fn extend_to<C: Caller>(&mut self, count: u64, h: &Handle, caller: &mut C) -> Result<(), Fault<C::Error>> {
        if count > MOST_HEAPS {
            return Err(Stop::TooLarge(format!("values of {count} heaps; at most {MOST_HEAPS} are kept")).into());
        }
        let count = count as usize;
        self.values.reserve_to(count, h)?;
        while self.values.len() < count {
            if self.values.len() % 1024 == 0 {
                h.progress("heaps", self.values.len() as u64, Some(count as u64));
            }
            let value = match &mut self.work {
                Work::Pairs(naive) => {
                    naive.step(&mut self.values, h)?;
                    continue;
                }
                Work::Subtract(engine) => engine.next(&self.rule, &self.values, h, caller)?,
                Work::General(engine) => engine.next(&self.rule, &self.values, h, caller)?,
            };
            self.values.push(value);
        }
        Ok(())
    }

    /// The value of heap `n`, computed where it is not known.
    pub fn value_at<C: Caller>(&mut self, n: u64, h: &Handle, caller: &mut C) -> Result<u64, Fault<C::Error>> {
        if let Some(value) = self.value(n) {
            return Ok(value);
        }
        self.extend_to(n.saturating_add(1), h, caller)?;
        Ok(self.value(n).unwrap_or_default())
    }
}

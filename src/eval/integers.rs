//! Clauses of integers, run on machine words.
//!
//! In: a position whose parameters are small integers, and a clause in which nothing else stands. Out: the parameters of its options, no position made yet. A clause is gone
//! through to its end before anything is handed over; where a name holds anything else, a result leaves its word, or there are very many rounds, nothing has happened, and the
//! clause is run as any other. Steps are those of evaluation. Touches nothing.

use super::Machine;
use super::given::Given;
use super::run::compare_ints;
use crate::value::arithmetic::{Computation, Operand};
use crate::value::integers::{IntegerClause, IntegerStep, Truth};
use crate::value::node::{ClauseCode, Kind, Rules};
use crate::value::{Deep, Flow, Position, Res, Value};
use smallvec::SmallVec;
use std::rc::Rc;

/// The position of these integers.
pub(super) fn on_integers(rules: Rc<Rules>, integers: &[i64]) -> Position {
    Position { rules, arguments: Deep(integers.iter().map(|n| Value::Int(*n)).collect()) }
}

/// Whether a rule set takes so many integers as they stand.
fn takes_integers(rules: &Rules, count: usize) -> bool {
    let plain = |kind| matches!(kind, None | Some(Kind::Integer | Kind::Number | Kind::Game));
    rules.native.is_none()
        && rules.params.len() == count
        && rules.params.iter().all(|param| param.bind.is_none() && plain(param.kind))
}

impl Machine {
    /// Hands over the options that a clause gives for a position, if both are integers throughout; otherwise nothing happens, and it says so.
    pub(super) fn clause_on_integers(
        &mut self,
        position: &Rc<Position>,
        clause: &ClauseCode,
        out: &mut dyn FnMut(&mut Machine, Given) -> Res<()>,
    ) -> Res<bool> {
        let Some(code) = clause.on_integers(position.rules.params.len()) else { return Ok(false) };
        let Value::Rules(rules) = &self.globals.values[code.rules as usize] else { return Ok(false) };
        let count = code.arguments.len();
        if count == 0 || !takes_integers(rules, count) || !takes_integers(&position.rules, position.arguments.len()) {
            return Ok(false);
        }
        let rules = Rc::clone(rules);
        let mut run = Run {
            code,
            globals: &self.globals.values,
            variables: [0; IntegerClause::ROOM],
            rounds: 0,
            found: SmallVec::new(),
        };
        for (variable, argument) in run.variables.iter_mut().zip(position.arguments.iter()) {
            let Value::Int(n) = argument else { return Ok(false) };
            *variable = *n;
        }
        if run.steps(&code.steps).is_none() {
            return Ok(false);
        }
        let Run { rounds, found, .. } = run;
        let span = clause.body.span;
        let ticked = self.handle.ticks(rounds).map_err(Box::<Flow>::from);
        let given = ticked.and_then(|()| {
            found
                .chunks_exact(count)
                .try_for_each(|option| out(self, Given::Integers(Rc::clone(&rules), option.into())))
        });
        match given {
            Ok(()) => Ok(true),
            Err(flow) => Err(self.in_position(flow.at(span), position, clause)),
        }
    }
}

/// A clause on its way.
struct Run<'a> {
    code: &'a IntegerClause,
    globals: &'a [Value],
    variables: [i64; IntegerClause::ROOM],
    /// Rounds of all its `for`s, which cost a step each.
    rounds: usize,
    /// The parameters of options, one after the other.
    found: SmallVec<[i64; 32]>,
}

impl Run<'_> {
    const MOST: usize = 4096;

    fn steps(&mut self, steps: &[IntegerStep]) -> Option<()> {
        let Some((step, rest)) = steps.split_first() else {
            for argument in &self.code.arguments {
                let n = self.result(argument)?;
                self.found.push(n);
            }
            return Some(());
        };
        match step {
            IntegerStep::If(condition) => {
                if self.holds(condition)? {
                    self.steps(rest)?;
                }
            }
            IntegerStep::Single(variable, value) => {
                self.variables[*variable] = self.result(value)?;
                self.round(rest)?;
            }
            IntegerStep::Range(variable, from, to) => {
                for n in self.result(from)?..=self.result(to)? {
                    self.variables[*variable] = n;
                    self.round(rest)?;
                }
            }
            IntegerStep::Rows(variables, rows) => {
                for row in rows.chunks_exact(variables.len()) {
                    for (variable, n) in variables.iter().zip(row) {
                        self.variables[*variable] = *n;
                    }
                    self.round(rest)?;
                }
            }
        }
        Some(())
    }

    #[inline]
    fn round(&mut self, rest: &[IntegerStep]) -> Option<()> {
        self.rounds += 1;
        if self.rounds > Self::MOST { None } else { self.steps(rest) }
    }

    #[inline]
    fn result(&self, computation: &Computation) -> Option<i64> {
        computation.result(|operand| match operand {
            Operand::Local(slot) => self.variables.get(slot as usize).copied(),
            Operand::Const(n) => Some(n),
            Operand::Global(slot) => match self.globals[slot as usize] {
                Value::Int(n) => Some(n),
                _ => None,
            },
            Operand::Last => None,
        })
    }

    fn holds(&self, condition: &Truth) -> Option<bool> {
        match condition {
            Truth::Compare(op, a, b) => compare_ints(*op, self.result(a)?, self.result(b)?),
            Truth::All(parts) => {
                for part in parts {
                    if !self.holds(part)? {
                        return Some(false);
                    }
                }
                Some(true)
            }
            Truth::Any(parts) => {
                for part in parts {
                    if self.holds(part)? {
                        return Some(true);
                    }
                }
                Some(false)
            }
            Truth::Not(inner) => self.holds(inner).map(|holds| !holds),
        }
    }
}

//! Clauses of integers, run on machine words.
//!
//! In: a position whose parameters are small integers, and clauses in which nothing else stands. Out: the parameters of its options, or their numbers in the table, no position
//! made yet. Clauses are gone through to their end before anything is handed over; where a name holds anything else, a result leaves its word, or there are very many rounds,
//! nothing has happened, and the clause is run as any other. Steps are those of evaluation. Touches the table of positions.

use super::Machine;
use super::given::Given;
use super::run::compare_ints;
use crate::syntax::ast::ClauseKind;
use crate::value::integers::{Fixed, Formula, IntegerClause, IntegerStep, Register, Through, Truth};
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

/// What clauses give.
#[derive(Default)]
pub(super) struct Found<'c> {
    /// The parameters of options, one after the other.
    integers: SmallVec<[i64; 32]>,
    clauses: SmallVec<[Ran<'c>; 2]>,
}

/// A clause that was run.
struct Ran<'c> {
    clause: &'c ClauseCode,
    rules: Rc<Rules>,
    /// Rounds of all its `for`s, which cost a step each.
    rounds: usize,
    /// Where the parameters end that it gave.
    end: usize,
}

impl Machine {
    /// Hands over the options that a clause gives for a position, if both are integers throughout; otherwise nothing happens, and it says so.
    pub(super) fn clause_on_integers(
        &mut self,
        position: &Rc<Position>,
        clause: &ClauseCode,
        out: &mut dyn FnMut(&mut Machine, Given) -> Res<()>,
    ) -> Res<bool> {
        let mut integers: SmallVec<[i64; 2]> = SmallVec::new();
        for argument in position.arguments.iter() {
            let Value::Int(n) = argument else { return Ok(false) };
            integers.push(*n);
        }
        let mut found = Found::default();
        if !takes_integers(&position.rules, integers.len())
            || self.run_on_integers(&position.rules, clause, &integers, &mut found).is_none()
        {
            return Ok(false);
        }
        let ticked = found.clauses.iter().try_for_each(|ran| self.handle.ticks(ran.rounds));
        let given = ticked
            .map_err(Box::<Flow>::from)
            .and_then(|()| found.each(|rules, option| out(self, Given::Integers(Rc::clone(rules), option.into()))));
        match given {
            Ok(()) => Ok(true),
            Err(flow) => Err(self.in_position(flow.at(clause.body.span), position, clause)),
        }
    }

    /// Finds what clauses of these kinds give for such integers, and nothing else happens; it says whether there is nothing else in them. Where `split` says so, options that
    /// a `value` clause may say something about are something else, too.
    pub(super) fn find_on_integers<'c>(
        &self,
        of: &'c Rules,
        integers: &[i64],
        kinds: &[ClauseKind],
        split: bool,
        found: &mut Found<'c>,
    ) -> bool {
        let mut clauses = of.clauses.iter().filter(|clause| kinds.contains(&clause.kind));
        !of.has_score
            && takes_integers(of, integers.len())
            && clauses.all(|clause| self.run_on_integers(of, clause, integers, found).is_some())
            && !(split && found.clauses.iter().any(|ran| ran.rules.has_value))
    }

    /// Takes the steps of clauses that were run for the position with this number, and hands over the numbers of its options.
    pub(super) fn numbered(&mut self, id: u32, found: &Found<'_>, mut out: impl FnMut(u32)) -> Res<()> {
        // As deep as clauses that are run.
        self.handle.enter()?;
        self.handle.leave();
        for ran in &found.clauses {
            if let Err(stop) = self.handle.ticks(ran.rounds) {
                let position = self.position_numbered(id);
                return Err(self.in_position(Box::<Flow>::from(stop).at(ran.clause.body.span), &position, ran.clause));
            }
        }
        found.each(|rules, option| {
            out(self.tables.positions.number_of_integers(rules, option));
            Ok(())
        })
    }

    /// Adds what a clause of these rules gives for the position of these integers.
    fn run_on_integers<'c>(
        &self,
        of: &Rules,
        clause: &'c ClauseCode,
        integers: &[i64],
        found: &mut Found<'c>,
    ) -> Option<()> {
        let code = clause.on_integers(integers.len())?;
        let Value::Rules(rules) = &self.globals.values[code.rules as usize] else { return None };
        let count = code.arguments.len();
        // Where both players move alike, options with other rules are looked at as values.
        let fair = rules.moves_only || !of.moves_only;
        if count == 0 || !fair || !takes_integers(rules, count) {
            return None;
        }
        let registers = [0; IntegerClause::REGISTERS];
        let mut run = Run { code, registers, rounds: 0, found: &mut found.integers };
        run.registers[..integers.len()].copy_from_slice(integers);
        for (register, fixed) in run.registers[IntegerClause::VARIABLES..].iter_mut().zip(&code.fixed) {
            *register = match *fixed {
                Fixed::Const(n) => n,
                Fixed::Global(slot) => match self.globals.values[slot as usize] {
                    Value::Int(n) => n,
                    _ => return None,
                },
            };
        }
        run.steps(&code.steps)?;
        let (rounds, end) = (run.rounds, found.integers.len());
        found.clauses.push(Ran { clause, rules: Rc::clone(rules), rounds, end });
        Some(())
    }
}

impl Found<'_> {
    /// How many options there are.
    pub fn len(&self) -> u32 {
        let mut count = 0;
        // Fewer than rounds, which are few.
        _ = self.each(|_, _| {
            count += 1;
            Ok(())
        });
        count
    }

    /// Goes through the options, as rule sets and parameters.
    fn each(&self, mut out: impl FnMut(&Rc<Rules>, &[i64]) -> Res<()>) -> Res<()> {
        let mut start = 0;
        for ran in &self.clauses {
            let mut options = self.integers[start..ran.end].chunks_exact(ran.rules.params.len());
            options.try_for_each(|option| out(&ran.rules, option))?;
            start = ran.end;
        }
        Ok(())
    }
}

/// A clause on its way.
struct Run<'a> {
    code: &'a IntegerClause,
    registers: [i64; IntegerClause::REGISTERS],
    rounds: usize,
    found: &'a mut SmallVec<[i64; 32]>,
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
                    self.steps(rest)
                } else {
                    Some(())
                }
            }
            IntegerStep::For { through, when } => {
                if self.all_hold(when)? {
                    self.go_through(through, rest)
                } else {
                    self.pass_by(through)
                }
            }
        }
    }

    fn go_through(&mut self, through: &Through, rest: &[IntegerStep]) -> Option<()> {
        match through {
            Through::Single(variable, value) => {
                let n = self.result(value)?;
                self.set(*variable, n);
                self.round(rest)
            }
            Through::Range(variable, from, to) => {
                for n in self.result(from)?..=self.result(to)? {
                    self.set(*variable, n);
                    self.round(rest)?;
                }
                Some(())
            }
            Through::Rows(variables, rows) => {
                for row in rows.chunks_exact(variables.len()) {
                    for (variable, n) in variables.iter().zip(row) {
                        self.set(*variable, *n);
                    }
                    self.round(rest)?;
                }
                Some(())
            }
        }
    }

    /// Rounds in which nothing is to be done.
    fn pass_by(&mut self, through: &Through) -> Option<()> {
        let rounds = match through {
            Through::Single(_, value) => {
                self.result(value)?;
                1
            }
            Through::Range(_, from, to) => {
                let (from, to) = (self.result(from)?, self.result(to)?);
                if from > to { 0 } else { usize::try_from(to.checked_sub(from)?.checked_add(1)?).ok()? }
            }
            Through::Rows(variables, rows) => rows.len() / variables.len(),
        };
        self.pass(rounds)
    }

    #[inline]
    fn round(&mut self, rest: &[IntegerStep]) -> Option<()> {
        self.pass(1)?;
        self.steps(rest)
    }

    #[inline]
    fn pass(&mut self, rounds: usize) -> Option<()> {
        self.rounds = self.rounds.checked_add(rounds)?;
        (self.rounds <= Self::MOST).then_some(())
    }

    #[inline]
    fn set(&mut self, variable: Register, n: i64) {
        self.registers[variable as usize % IntegerClause::REGISTERS] = n;
    }

    #[inline]
    fn result(&self, formula: &Formula) -> Option<i64> {
        formula.result(&self.registers)
    }

    fn all_hold(&self, conditions: &[Truth]) -> Option<bool> {
        for condition in conditions {
            if !self.holds(condition)? {
                return Some(false);
            }
        }
        Some(true)
    }

    fn holds(&self, condition: &Truth) -> Option<bool> {
        match condition {
            Truth::Compare(op, a, b) => compare_ints(*op, self.result(a)?, self.result(b)?),
            Truth::All(parts) => self.all_hold(parts),
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

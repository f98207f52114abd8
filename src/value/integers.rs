//! Clauses in which nothing stands but integers: `moves Name((x + a) % n, y) for a in 1..x if a != y`.
//!
//! In: a resolved clause. Out: the same for whoever computes with machine words, if it is such a clause; evaluation falls back on the clause itself
//! where a name holds anything else, or a result leaves its word. Touches nothing.

use super::Value;
use super::arithmetic::{Computation, Operand};
use super::node::{Bind, ClauseCode, Code, Node, Place, Step};
use crate::syntax::ast::{ClauseKind, CompareOp};

/// A clause for options.
#[derive(Debug)]
pub struct IntegerClause {
    /// The variable that holds the rule set of the options.
    pub rules: u32,
    /// Its `for`s and `if`s.
    pub steps: Box<[IntegerStep]>,
    /// The parameters of an option.
    pub arguments: Box<[Computation]>,
}

/// A step of such a clause.
#[derive(Debug)]
pub enum IntegerStep {
    /// `for n in a..b`.
    Range(usize, Computation, Computation),
    /// `for (a, b) in [(1, 2), …]`, or `for a in [1, …]`: the variables, and what they are, row by row.
    Rows(Box<[usize]>, Box<[i64]>),
    /// `for n in [a]`.
    Single(usize, Computation),
    /// `if …`.
    If(Truth),
}

/// A condition.
#[derive(Debug)]
#[allow(missing_docs)]
pub enum Truth {
    Compare(CompareOp, Computation, Computation),
    All(Box<[Truth]>),
    Any(Box<[Truth]>),
    Not(Box<Truth>),
}

impl IntegerClause {
    /// Variables of a clause, and one more for what is not looked at.
    pub const ROOM: usize = 16;
    const SPARE: usize = Self::ROOM - 1;
    /// Steps of a clause.
    const LONGEST: usize = 8;

    /// The clause of a rule set with so many parameters.
    pub(super) fn of(clause: &ClauseCode, parameters: usize) -> Option<IntegerClause> {
        let gives_options = matches!(clause.kind, ClauseKind::Left | ClauseKind::Right | ClauseKind::Moves);
        if !gives_options || parameters > Self::SPARE || clause.steps.len() > Self::LONGEST {
            return None;
        }
        let Node::Call(f, arguments) = &clause.body.node else { return None };
        let Node::Global(rules) = f.node else { return None };
        let mut set = Set { is: [false; Self::ROOM] };
        set.is[..parameters].fill(true);
        let steps = clause.steps.iter().map(|step| set.step(step)).collect::<Option<_>>()?;
        let arguments = arguments.iter().map(|argument| set.computation(argument)).collect::<Option<_>>()?;
        Some(IntegerClause { rules, steps, arguments })
    }
}

/// Variables that hold something by now.
struct Set {
    is: [bool; IntegerClause::ROOM],
}

impl Set {
    fn has(&self, slot: u32) -> bool {
        self.is[..IntegerClause::SPARE].get(slot as usize).is_some_and(|&is| is)
    }

    fn computation(&self, code: &Code) -> Option<Computation> {
        let found = Computation::of(code)?;
        let known = |operand: Operand| if let Operand::Local(slot) = operand { self.has(slot) } else { true };
        let all = found.operands().all(known);
        all.then_some(found)
    }

    fn variable(&mut self, bind: &Bind) -> Option<usize> {
        match bind {
            Bind::Discard => Some(IntegerClause::SPARE),
            Bind::Place(Place::Local(slot)) if (*slot as usize) < IntegerClause::SPARE => {
                self.is[*slot as usize] = true;
                Some(*slot as usize)
            }
            _ => None,
        }
    }

    fn step(&mut self, step: &Step) -> Option<IntegerStep> {
        match step {
            Step::If(condition) => self.truth(condition).map(IntegerStep::If),
            Step::For(bind, source) => match &source.node {
                Node::List(items) => {
                    let [item] = &items[..] else { return None };
                    let value = self.computation(item)?;
                    Some(IntegerStep::Single(self.variable(bind)?, value))
                }
                Node::Range(from, Some(to)) => {
                    let (from, to) = (self.computation(from)?, self.computation(to)?);
                    Some(IntegerStep::Range(self.variable(bind)?, from, to))
                }
                Node::Const(Value::List(items)) => self.rows(bind, items),
                _ => None,
            },
        }
    }

    fn rows(&mut self, bind: &Bind, items: &[Value]) -> Option<IntegerStep> {
        let binds = if let Bind::Tuple(parts, _) = bind { &parts[..] } else { std::slice::from_ref(bind) };
        let variables: Box<[usize]> = binds.iter().map(|bind| self.variable(bind)).collect::<Option<_>>()?;
        let mut rows = Vec::with_capacity(items.len() * variables.len());
        for item in items {
            let parts = match (bind, item) {
                (Bind::Tuple(..), Value::Tuple(parts)) => &parts[..],
                (Bind::Tuple(..), _) => return None,
                (_, item) => std::slice::from_ref(item),
            };
            if parts.len() != variables.len() {
                return None;
            }
            for part in parts {
                let Value::Int(n) = part else { return None };
                rows.push(*n);
            }
        }
        (!variables.is_empty()).then_some(IntegerStep::Rows(variables, rows.into()))
    }

    /// Conditions that nest deeply have landings in them, and are left alone.
    fn truth(&self, code: &Code) -> Option<Truth> {
        let all = |parts: &[Code]| parts.iter().map(|part| self.truth(part)).collect::<Option<Box<[_]>>>();
        match &code.node {
            Node::Compare(op, pair) => {
                Some(Truth::Compare(*op, self.computation(&pair.0)?, self.computation(&pair.1)?))
            }
            Node::CompareConst(op, a, n) => Some(Truth::Compare(*op, self.computation(a)?, Computation::constant(*n))),
            Node::And(parts) => all(parts).map(Truth::All),
            Node::Or(parts) => all(parts).map(Truth::Any),
            Node::Not(inner) => Some(Truth::Not(Box::new(self.truth(inner)?))),
            _ => None,
        }
    }
}

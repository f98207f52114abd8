//! Clauses in which nothing stands but integers: `moves Name((x + a) % n, y) for a in 1..x if a != y`.
//!
//! In: a resolved clause. Out: the same for whoever computes with machine words, if it is such a clause; evaluation falls back on the clause itself
//! where a name holds anything else, or a result leaves its word. Touches nothing.

use super::Value;
use super::arithmetic::{Act, ArithmeticStep, Computation, Operand};
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
    pub arguments: Box<[Formula]>,
    /// What stands in the registers after those of variables.
    pub fixed: Box<[Fixed]>,
}

/// What does not change while a clause runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Fixed {
    Const(i64),
    Global(u32),
}

/// Where a number stands.
pub type Register = u8;

/// How a number is computed from registers.
#[derive(Debug)]
pub struct Formula {
    first: Register,
    steps: Box<[(Act, Register)]>,
    /// Whether a right operand is computed itself.
    is_nested: bool,
}

/// A step of such a clause.
#[derive(Debug)]
pub enum IntegerStep {
    /// A `for`.
    For {
        /// What it goes through.
        through: Through,
        /// Conditions right behind it that are the same in all rounds.
        when: Box<[Truth]>,
    },
    /// `if …`.
    If(Truth),
}

/// What a `for` goes through.
#[derive(Debug)]
pub enum Through {
    /// `for n in a..b`.
    Range(Register, Formula, Formula),
    /// `for (a, b) in [(1, 2), …]`, or `for a in [1, …]`: the variables, and what they are, row by row.
    Rows(Box<[Register]>, Box<[i64]>),
    /// `for n in [a]`.
    Single(Register, Formula),
}

/// A condition.
#[derive(Debug)]
#[allow(missing_docs)]
pub enum Truth {
    Compare(CompareOp, Formula, Formula),
    All(Box<[Truth]>),
    Any(Box<[Truth]>),
    Not(Box<Truth>),
}

impl Formula {
    /// The result, if all is small on the way.
    #[inline]
    pub(crate) fn result(&self, registers: &[i64; IntegerClause::REGISTERS]) -> Option<i64> {
        let at = |register: Register| registers[register as usize % IntegerClause::REGISTERS];
        let mut last = at(self.first);
        if !self.is_nested {
            for &(act, register) in &self.steps {
                last = act.done(last, at(register))?;
            }
            return Some(last);
        }
        let (mut below, mut height) = ([0; Computation::ROOM], 0);
        for &(act, register) in &self.steps {
            last = match (act, register) {
                (Act::Put, register) => {
                    below[height] = last;
                    height += 1;
                    at(register)
                }
                (act, Self::LAST) => {
                    height -= 1;
                    act.done(below[height], last)?
                }
                (act, register) => act.done(last, at(register))?,
            };
        }
        Some(last)
    }

    /// What was computed last, where the right operand is.
    const LAST: Register = Register::MAX;

    fn registers(&self) -> impl Iterator<Item = Register> {
        std::iter::once(self.first).chain(self.steps.iter().map(|step| step.1))
    }
}

impl Truth {
    fn reads(&self, variable: Register) -> bool {
        match self {
            Truth::Compare(_, a, b) => a.registers().chain(b.registers()).any(|register| register == variable),
            Truth::All(parts) | Truth::Any(parts) => parts.iter().any(|part| part.reads(variable)),
            Truth::Not(inner) => inner.reads(variable),
        }
    }
}

impl Through {
    fn variables(&self) -> &[Register] {
        match self {
            Through::Range(variable, ..) | Through::Single(variable, _) => std::slice::from_ref(variable),
            Through::Rows(variables, _) => variables,
        }
    }
}

impl IntegerClause {
    /// Variables of a clause, and one more for what is not looked at.
    pub const VARIABLES: usize = 16;
    const SPARE: usize = Self::VARIABLES - 1;
    /// Variables, and what does not change.
    pub const REGISTERS: usize = 64;
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
        let mut set = Set { is: [false; Self::VARIABLES], fixed: Vec::new() };
        set.is[..parameters].fill(true);
        let steps = clause.steps.iter().map(|step| set.step(step)).collect::<Option<_>>()?;
        let arguments = arguments.iter().map(|argument| set.formula(argument)).collect::<Option<_>>()?;
        Some(IntegerClause { rules, steps: hoisted(steps), arguments, fixed: set.fixed.into() })
    }
}

/// Conditions that the `for` before them does not change are asked once, before it. They must stand right behind it: whatever else came first might fail.
fn hoisted(steps: Vec<IntegerStep>) -> Box<[IntegerStep]> {
    let mut before: Vec<IntegerStep> = Vec::with_capacity(steps.len());
    let mut same: Vec<Truth> = Vec::new();
    let end = |before: &mut Vec<IntegerStep>, same: &mut Vec<Truth>| {
        if let Some(IntegerStep::For { when, .. }) = before.last_mut() {
            *when = std::mem::take(same).into();
        }
    };
    for step in steps {
        match (step, before.last()) {
            (IntegerStep::If(truth), Some(IntegerStep::For { through, .. }))
                if !through.variables().iter().any(|&variable| truth.reads(variable)) =>
            {
                same.push(truth);
            }
            (step, _) => {
                end(&mut before, &mut same);
                before.push(step);
            }
        }
    }
    end(&mut before, &mut same);
    before.into()
}

/// Variables that hold something by now, and what does not change.
struct Set {
    is: [bool; IntegerClause::VARIABLES],
    fixed: Vec<Fixed>,
}

impl Set {
    fn has(&self, slot: u32) -> bool {
        self.is[..IntegerClause::SPARE].get(slot as usize).is_some_and(|&is| is)
    }

    fn fixed(&mut self, what: Fixed) -> Option<Register> {
        let at = self.fixed.iter().position(|known| *known == what).unwrap_or_else(|| {
            self.fixed.push(what);
            self.fixed.len() - 1
        });
        let register = IntegerClause::VARIABLES + at;
        Register::try_from(register).ok().filter(|_| register < IntegerClause::REGISTERS)
    }

    fn register(&mut self, operand: Operand) -> Option<Register> {
        match operand {
            Operand::Local(slot) if self.has(slot) => Register::try_from(slot).ok(),
            Operand::Local(_) => None,
            Operand::Global(slot) => self.fixed(Fixed::Global(slot)),
            Operand::Const(n) => self.fixed(Fixed::Const(n)),
            Operand::Last => Some(Formula::LAST),
        }
    }

    fn formula(&mut self, code: &Code) -> Option<Formula> {
        self.as_formula(&Computation::of(code)?)
    }

    fn as_formula(&mut self, computation: &Computation) -> Option<Formula> {
        let first = self.register(computation.first)?;
        let mut step = |step: &ArithmeticStep| Some((step.act, self.register(step.operand)?));
        let steps = computation.steps.iter().map(&mut step).collect::<Option<_>>()?;
        let is_nested = computation.steps.iter().any(|step| step.act == Act::Put);
        Some(Formula { first, steps, is_nested })
    }

    fn constant(&mut self, n: i64) -> Option<Formula> {
        Some(Formula { first: self.fixed(Fixed::Const(n))?, steps: Box::default(), is_nested: false })
    }

    fn variable(&mut self, bind: &Bind) -> Option<Register> {
        match bind {
            Bind::Discard => Register::try_from(IntegerClause::SPARE).ok(),
            Bind::Place(Place::Local(slot)) if (*slot as usize) < IntegerClause::SPARE => {
                self.is[*slot as usize] = true;
                Register::try_from(*slot).ok()
            }
            _ => None,
        }
    }

    fn step(&mut self, step: &Step) -> Option<IntegerStep> {
        match step {
            Step::If(condition) => self.truth(condition).map(IntegerStep::If),
            Step::For(bind, source) => {
                Some(IntegerStep::For { through: self.through(bind, source)?, when: Box::default() })
            }
        }
    }

    fn through(&mut self, bind: &Bind, source: &Code) -> Option<Through> {
        match &source.node {
            Node::List(items) => {
                let [item] = &items[..] else { return None };
                let value = self.formula(item)?;
                Some(Through::Single(self.variable(bind)?, value))
            }
            Node::Range(from, Some(to)) => {
                let (from, to) = (self.formula(from)?, self.formula(to)?);
                Some(Through::Range(self.variable(bind)?, from, to))
            }
            Node::Const(Value::List(items)) => self.rows(bind, items),
            _ => None,
        }
    }

    fn rows(&mut self, bind: &Bind, items: &[Value]) -> Option<Through> {
        let binds = if let Bind::Tuple(parts, _) = bind { &parts[..] } else { std::slice::from_ref(bind) };
        let variables: Box<[Register]> = binds.iter().map(|bind| self.variable(bind)).collect::<Option<_>>()?;
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
        (!variables.is_empty()).then_some(Through::Rows(variables, rows.into()))
    }

    /// Conditions that nest deeply have landings in them, and are left alone.
    fn truth(&mut self, code: &Code) -> Option<Truth> {
        match &code.node {
            Node::Compare(op, pair) => Some(Truth::Compare(*op, self.formula(&pair.0)?, self.formula(&pair.1)?)),
            Node::CompareConst(op, a, n) => Some(Truth::Compare(*op, self.formula(a)?, self.constant(*n)?)),
            Node::And(parts) => self.truths(parts).map(Truth::All),
            Node::Or(parts) => self.truths(parts).map(Truth::Any),
            Node::Not(inner) => Some(Truth::Not(Box::new(self.truth(inner)?))),
            _ => None,
        }
    }

    fn truths(&mut self, parts: &[Code]) -> Option<Box<[Truth]>> {
        parts.iter().map(|part| self.truth(part)).collect()
    }
}

//! Arithmetic of several operators on names and constants, as a row of steps.
//!
//! In: resolved code such as `(x + a) % 300`. Out: the same with its steps beside it, for whoever computes with machine words; evaluation falls back on the code
//! where a name holds anything else, or a result leaves its word.

use super::Value;
use super::node::{Code, Node};
use crate::syntax::ast::ProductOp;

/// Arithmetic, twice over.
#[derive(Clone, Debug)]
pub struct Arithmetic {
    /// As it is evaluated if the steps give nothing.
    pub code: Code,
    /// The steps.
    pub steps: Computation,
}

/// How an integer is computed.
#[derive(Clone, Debug)]
pub struct Computation {
    /// The operand with which it begins.
    pub(super) first: Operand,
    /// What is done after that, from left to right.
    pub(super) steps: Box<[ArithmeticStep]>,
}

/// A step: an operand, and what is done with it.
#[derive(Clone, Copy, Debug)]
pub struct ArithmeticStep {
    /// What is done.
    pub act: Act,
    /// With what.
    pub operand: Operand,
}

/// What a step does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Act {
    /// Puts the operand upon what there is.
    Put,
    Add,
    Sub,
    Mul,
    IntDiv,
    Mod,
}

/// Where an operand is.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub enum Operand {
    Local(u32),
    Global(u32),
    Const(i64),
    /// What was computed last; below it lies the left operand.
    Last,
}

impl Computation {
    /// So many results are under way at most.
    pub(super) const ROOM: usize = 6;
    /// What is longer is evaluated as a tree, with such steps in its parts.
    const LONGEST: usize = 24;

    /// Of an expression in which nothing stands but names, constants and arithmetic.
    pub(crate) fn of(code: &Code) -> Option<Computation> {
        let mut steps = Vec::new();
        push(code, 0, &mut steps)?;
        Some(Computation { first: steps.remove(0).operand, steps: steps.into() })
    }

    /// The result, where operands that are names are found in this way, if all is small on the way.
    #[inline]
    pub(crate) fn result(&self, find: impl Fn(Operand) -> Option<i64>) -> Option<i64> {
        let mut last = find(self.first)?;
        if self.steps.is_empty() {
            return Some(last);
        }
        let (mut below, mut height) = ([0; Computation::ROOM], 0);
        for step in &self.steps {
            let operand = if matches!(step.operand, Operand::Last) {
                height -= 1;
                std::mem::replace(&mut last, below[height])
            } else {
                find(step.operand)?
            };
            last = match step.act {
                Act::Put => {
                    below[height] = last;
                    height += 1;
                    operand
                }
                act => act.done(last, operand)?,
            };
        }
        Some(last)
    }
}

impl Act {
    /// What it gives, if that is small; nothing is put upon anything here.
    #[inline]
    pub(crate) fn done(self, x: i64, y: i64) -> Option<i64> {
        match self {
            Act::Add => x.checked_add(y),
            Act::Sub => x.checked_sub(y),
            Act::Mul => x.checked_mul(y),
            Act::IntDiv if y > 0 => Some(x.div_euclid(y)),
            Act::Mod if y > 0 => Some(x.rem_euclid(y)),
            Act::IntDiv | Act::Mod | Act::Put => None,
        }
    }
}

impl Arithmetic {
    /// The code, with its steps if there are two operators at least.
    pub(crate) fn of(code: Code) -> Code {
        let is_arithmetic = |code: &Code| {
            matches!(
                code.node,
                Node::Arithmetic(_) | Node::AddConst(..) | Node::Add(_) | Node::Sub(_) | Node::Product(..)
            )
        };
        let nested = match &code.node {
            Node::AddConst(a, _) => is_arithmetic(a),
            Node::Add(pair) | Node::Sub(pair) | Node::Product(_, pair) => {
                is_arithmetic(&pair.0) || is_arithmetic(&pair.1)
            }
            _ => false,
        };
        match Computation::of(&code).filter(|_| nested) {
            None => code,
            Some(steps) => {
                let (span, code) = (code.span, whole(code));
                Code { node: Node::Arithmetic(Box::new(Arithmetic { code, steps })), span }
            }
        }
    }
}

/// The steps of an expression that is computed above so many others; nothing if there is anything else in it.
fn push(code: &Code, above: usize, steps: &mut Vec<ArithmeticStep>) -> Option<()> {
    if steps.len() >= Computation::LONGEST || above >= Computation::ROOM {
        return None;
    }
    let (act, left, right) = match &code.node {
        Node::Arithmetic(inner) => return push(&inner.code, above, steps),
        Node::AddConst(a, n) => {
            push(a, above, steps)?;
            steps.push(ArithmeticStep { act: Act::Add, operand: Operand::Const(*n) });
            return Some(());
        }
        Node::Add(pair) => (Act::Add, &pair.0, &pair.1),
        Node::Sub(pair) => (Act::Sub, &pair.0, &pair.1),
        Node::Product(ProductOp::Mul, pair) => (Act::Mul, &pair.0, &pair.1),
        Node::Product(ProductOp::IntDiv, pair) => (Act::IntDiv, &pair.0, &pair.1),
        Node::Product(ProductOp::Mod, pair) => (Act::Mod, &pair.0, &pair.1),
        _ => {
            steps.push(ArithmeticStep { act: Act::Put, operand: leaf(code)? });
            return Some(());
        }
    };
    push(left, above, steps)?;
    let operand = match leaf(right) {
        Some(operand) => operand,
        None => {
            push(right, above + 1, steps)?;
            Operand::Last
        }
    };
    steps.push(ArithmeticStep { act, operand });
    Some(())
}

fn leaf(code: &Code) -> Option<Operand> {
    match &code.node {
        Node::Local(slot, _) => Some(Operand::Local(*slot)),
        Node::Global(slot) => Some(Operand::Global(*slot)),
        Node::Const(Value::Int(n)) => Some(Operand::Const(*n)),
        _ => None,
    }
}

/// The code without steps in its parts: they would be tried in vain, one after the other, where those of the whole gave nothing.
fn whole(code: Code) -> Code {
    let pair = |pair: Box<(Code, Code)>| Box::new((whole(pair.0), whole(pair.1)));
    let node = match code.node {
        Node::Arithmetic(inner) => return inner.code,
        Node::AddConst(a, n) => Node::AddConst(Box::new(whole(*a)), n),
        Node::Add(sides) => Node::Add(pair(sides)),
        Node::Sub(sides) => Node::Sub(pair(sides)),
        Node::Product(op, sides) => Node::Product(op, pair(sides)),
        other => other,
    };
    Code { node, span: code.span }
}

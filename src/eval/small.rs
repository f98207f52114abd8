//! Integers of machine words, computed without a value on the way.
//!
//! In: an expression. Out: its integer, where only such integers stand in it, named or written, and all sums and products on the way
//! are such integers too. Nothing is changed on the way and no step is counted, so that whoever gets nothing evaluates the expression as ever, which also finds the
//! errors. Touches nothing.

use super::Machine;
use super::run::compare_ints;
use crate::syntax::ast::ProductOp;
use crate::value::Value;
use crate::value::arithmetic::{Act, Arithmetic, Operand};
use crate::value::node::{Code, Node};

impl Machine {
    /// The integer, if it is small and a variable, or a variable and a constant added: what most calls and conditions are about.
    #[inline]
    pub(super) fn at_hand(&self, code: &Code) -> Option<i64> {
        match &code.node {
            Node::Local(slot, _) => integer(self.frames.local(*slot)),
            Node::AddConst(a, n) => match &a.node {
                Node::Local(slot, _) => integer(self.frames.local(*slot))?.checked_add(*n),
                _ => None,
            },
            _ => None,
        }
    }

    /// The integer, if it is small.
    #[inline]
    pub(super) fn small(&self, code: &Code) -> Option<i64> {
        match &code.node {
            Node::Local(slot, _) => integer(self.frames.local(*slot)),
            Node::Const(value) => integer(value),
            Node::Global(slot) => integer(&self.globals.values[*slot as usize]),
            _ => self.small_result(code),
        }
    }

    /// The integer that an operator gives, if it is small.
    #[inline]
    pub(super) fn small_result(&self, code: &Code) -> Option<i64> {
        match &code.node {
            Node::AddConst(a, n) => self.small_operand(a)?.checked_add(*n),
            Node::Add(pair) => self.small_operand(&pair.0)?.checked_add(self.small_operand(&pair.1)?),
            Node::Sub(pair) => self.small_operand(&pair.0)?.checked_sub(self.small_operand(&pair.1)?),
            Node::Product(op, pair) => {
                let act = match op {
                    ProductOp::Mul => Act::Mul,
                    ProductOp::IntDiv => Act::IntDiv,
                    ProductOp::Mod => Act::Mod,
                    ProductOp::Div => return None,
                };
                act.done(self.small_operand(&pair.0)?, self.small_operand(&pair.1)?)
            }
            Node::Arithmetic(arithmetic) => self.computed(arithmetic),
            _ => None,
        }
    }

    /// The integer that a variable or constant is.
    #[inline]
    fn small_operand(&self, code: &Code) -> Option<i64> {
        match &code.node {
            Node::Local(slot, _) => integer(self.frames.local(*slot)),
            Node::Const(value) => integer(value),
            Node::Global(slot) => integer(&self.globals.values[*slot as usize]),
            _ => None,
        }
    }

    /// What arithmetic gives, if it is small all the way.
    pub(super) fn computed(&self, arithmetic: &Arithmetic) -> Option<i64> {
        let find = |operand: Operand| match operand {
            Operand::Local(slot) => integer(self.frames.local(slot)),
            Operand::Const(n) => Some(n),
            Operand::Global(slot) => integer(&self.globals.values[slot as usize]),
            Operand::Last => None,
        };
        arithmetic.steps.result(find)
    }

    /// Whether a comparison of a variable with a constant holds, if that is small.
    #[inline]
    pub(super) fn truth_at_hand(&self, code: &Code) -> Option<bool> {
        let Node::CompareConst(op, a, n) = &code.node else { return None };
        let Node::Local(slot, _) = &a.node else { return None };
        compare_ints(*op, integer(self.frames.local(*slot))?, *n)
    }

    /// Whether a comparison between small integers holds.
    #[inline]
    pub(super) fn small_truth(&self, code: &Code) -> Option<bool> {
        match &code.node {
            Node::CompareConst(op, a, n) => compare_ints(*op, self.small(a)?, *n),
            Node::Compare(op, pair) => compare_ints(*op, self.small(&pair.0)?, self.small(&pair.1)?),
            _ => None,
        }
    }
}

#[inline]
fn integer(value: &Value) -> Option<i64> {
    if let Value::Int(n) = value { Some(*n) } else { None }
}

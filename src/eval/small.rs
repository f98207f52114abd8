//! Integers of machine words, computed without a value on the way.
//!
//! In: an expression. Out: its integer, where only such integers stand in it, named or written, and all sums and products on the way
//! are such integers too. Nothing is changed on the way and no step is counted, so that whoever gets nothing evaluates the expression as ever, which also finds the
//! errors. Touches nothing.

use super::Machine;
use super::run::compare_ints;
use crate::syntax::ast::ProductOp;
use crate::value::Value;
use crate::value::node::{Code, Node};

/// How deep an expression is looked into: what turns out not to be small is looked at so many times again.
const DEPTH: u32 = 4;

impl Machine {
    /// The integer, if it is small.
    #[inline]
    pub(super) fn small(&self, code: &Code) -> Option<i64> {
        match self.small_operand(code) {
            None => self.looked_into(code, DEPTH),
            found => found,
        }
    }

    /// The integer that an operator gives, if it is small.
    #[inline]
    pub(super) fn small_result(&self, code: &Code) -> Option<i64> {
        self.looked_into(code, DEPTH)
    }

    /// The integer that a variable or constant is.
    #[inline]
    fn small_operand(&self, code: &Code) -> Option<i64> {
        let value = match &code.node {
            Node::Local(slot, _) => self.frames.local(*slot),
            Node::Const(value) => value,
            Node::Global(slot) => &self.globals.values[*slot as usize],
            _ => return None,
        };
        match value {
            Value::Int(n) => Some(*n),
            _ => None,
        }
    }

    fn looked_into(&self, code: &Code, depth: u32) -> Option<i64> {
        let part = |part: &Code| match self.small_operand(part) {
            None if depth > 0 => self.looked_into(part, depth - 1),
            found => found,
        };
        match &code.node {
            Node::AddConst(a, n) => part(a)?.checked_add(*n),
            Node::Add(pair) => part(&pair.0)?.checked_add(part(&pair.1)?),
            Node::Sub(pair) => part(&pair.0)?.checked_sub(part(&pair.1)?),
            Node::Product(op, pair) => {
                let (x, y) = (part(&pair.0)?, part(&pair.1)?);
                match op {
                    ProductOp::Mul => x.checked_mul(y),
                    ProductOp::IntDiv if y > 0 => Some(x.div_euclid(y)),
                    ProductOp::Mod if y > 0 => Some(x.rem_euclid(y)),
                    ProductOp::Div | ProductOp::IntDiv | ProductOp::Mod => None,
                }
            }
            _ => None,
        }
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

//! Long sums and products: one loop instead of a node in a node for each operand.
//!
//! In: operands and the signs between them. Out: a value. Touches the handle only.

use super::Machine;
use crate::value::node::{Code, RunOp};
use crate::value::{Res, Value};

impl Machine {
    /// `first op operand op operand …`, from left to right. An error stands at everything up to its operand.
    #[inline(never)]
    pub(super) fn run_of(&mut self, first: &Code, rest: &[(RunOp, Code)]) -> Res {
        let mut left = self.eval(first)?;
        for (i, (op, operand)) in rest.iter().enumerate() {
            let at = |flow: Box<crate::value::Flow>| flow.at(first.span.to(operand.span));
            // Short runs cost no step, as pairs do not.
            if i % 64 == 63 {
                self.handle.tick().map_err(|stop| at(stop.into()))?;
            }
            let right = self.eval(operand)?;
            if let (Value::Int(x), Value::Int(y)) = (&left, &right) {
                let small = match op {
                    RunOp::Add => x.checked_add(*y),
                    RunOp::Sub => x.checked_sub(*y),
                    RunOp::Product(_) => None,
                };
                if let Some(n) = small {
                    left = Value::Int(n);
                    continue;
                }
            }
            left = match op {
                RunOp::Add => self.add_onto(left, &right),
                RunOp::Sub => self.sub(&left, &right),
                RunOp::Product(op) => self.product(*op, &left, &right),
            }
            .map_err(at)?;
        }
        Ok(left)
    }
}

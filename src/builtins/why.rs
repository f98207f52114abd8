//! Reasons.

use crate::eval::Machine;
use crate::eval::node::CheckNode;
use crate::session::Verdict;
use crate::value::{Fault, Res, Value};

/// Whether a claim holds, and if not, why.
pub fn judge(m: &mut Machine, check: &CheckNode) -> Res<Verdict> {
    match m.eval(&check.claim)? {
        Value::Bool(true) => Ok(Verdict::True),
        Value::Bool(false) => Ok(Verdict::False { value: None, reason: Vec::new() }),
        other => Fault::new(format!("a check needs a claim that is true or false, found {}", other.a_kind()))
            .at(check.claim.span)
            .err(),
    }
}

/// `why claim`.
pub fn why(m: &mut Machine, claim: &CheckNode) -> Res {
    m.eval(&claim.claim)
}

/// `explain(g)`.
pub fn explain(m: &mut Machine, a: &[Value]) -> Res {
    let game = m.game(&a[0])?;
    Ok(m.game_value(game))
}

//! What a wrong value has in common with the right one: what is found without asking.

use super::compare::{equal, game, is_game, outcome};
use crate::eval::Machine;
use crate::games::STAR;
use crate::value::node::How;
use crate::value::{OutcomeClass, Res, Value};

/// How a wrong answer is near to the right one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Near {
    /// The right value, where the canonical form was asked for.
    NotCanonical,
    /// The right value, where a certain form was asked for.
    OtherForm,
    /// The negative.
    Swapped,
    /// `*` away.
    Star,
    /// Another infinitesimal away.
    Infinitesimal,
    /// The mean only.
    Mean,
    /// The outcome only.
    Outcome(OutcomeClass),
    /// The negative of a plain number.
    Sign,
}

/// What a wrong game has in common with the right one; nothing for anything but games. Of a number that counts something,
/// `counts`, players and means say nothing.
pub fn near(m: &mut Machine, how: How, right: &Value, given: &Value, counts: bool) -> Res<Option<Near>> {
    if counts && given.is_number() {
        let (a, b) = (right.as_ratio(), given.as_ratio());
        return Ok(a.zip(b).filter(|(a, b)| a != b && *a == -b).map(|_| Near::Sign));
    }
    // Of a move the value of where it leads is not what was asked for.
    if matches!(right, Value::Move(_)) || !matches!(how, How::Equal | How::Canonical | How::Identical) {
        return Ok(None);
    }
    let (Some(x), Some(y)) = (game(m, right)?, game(m, given)?) else { return near_loops(m, how, right, given) };
    if how != How::Equal && equal(m, right, given, None)? {
        return Ok(Some(if how == How::Canonical { Near::NotCanonical } else { Near::OtherForm }));
    }
    if x == y {
        // Positions that are equal in value, where the position itself was asked for.
        return Ok(None);
    }
    if m.store.neg(x, &m.handle)? == y {
        return Ok(Some(Near::Swapped));
    }
    let gap = m.store.sub(x, y, &m.handle)?;
    if gap == STAR {
        return Ok(Some(Near::Star));
    }
    if m.store.is_infinitesimal(gap) {
        return Ok(Some(Near::Infinitesimal));
    }
    if m.store.mean(x, &m.handle)? == m.store.mean(y, &m.handle)? {
        return Ok(Some(Near::Mean));
    }
    let (a, b) = (outcome(m, right)?, outcome(m, given)?);
    Ok(if a == b { a.map(Near::Outcome) } else { None })
}

/// The same where one of them is loopy.
fn near_loops(m: &mut Machine, how: How, right: &Value, given: &Value) -> Res<Option<Near>> {
    if !is_game(right) || !is_game(given) {
        return Ok(None);
    }
    if how == How::Canonical && equal(m, right, given, None)? {
        return Ok(Some(Near::NotCanonical));
    }
    let negative = m.neg(right)?;
    Ok(equal(m, &negative, given, None)?.then_some(Near::Swapped))
}

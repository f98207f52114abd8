//! What a wrong value has in common with the right one: the diagnoses that come without asking.

use super::compare::{equal, game, outcome};
use super::points::Points;
use crate::eval::Machine;
use crate::eval::node::How;
use crate::games::STAR;
use crate::value::{OutcomeClass, Res, Value};

/// How a wrong answer is near to the right one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Diagnosis {
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

impl Diagnosis {
    /// One sentence, two at most.
    pub fn text(self) -> &'static str {
        match self {
            Diagnosis::NotCanonical => "The value is right, but this is not its canonical form.",
            Diagnosis::OtherForm => "The value is right, but the form is not the one that was asked for.",
            Diagnosis::Swapped => "This is the negative of the right value: are Left and Right swapped?",
            Diagnosis::Sign => "Only the sign is wrong.",
            Diagnosis::Star => "Off by a star: your answer and the right value differ by *.",
            Diagnosis::Infinitesimal => {
                "Off by an infinitesimal: the difference from the right value lies between all negative and all positive numbers."
            }
            Diagnosis::Mean => "The mean is right, the value is not.",
            Diagnosis::Outcome(OutcomeClass::L) => {
                "So much is right: Left wins, whoever begins. But the value is another."
            }
            Diagnosis::Outcome(OutcomeClass::R) => {
                "So much is right: Right wins, whoever begins. But the value is another."
            }
            Diagnosis::Outcome(OutcomeClass::N) => "So much is right: whoever begins wins. But the value is another.",
            Diagnosis::Outcome(_) => "The outcome is right, the value is not.",
        }
    }

    /// The points that it gives of itself.
    pub fn points(self, worth: &Points) -> Points {
        match self {
            Diagnosis::NotCanonical => worth.share(1, 2).floored(),
            Diagnosis::Swapped => worth.share(1, 4).floored(),
            _ => Points::zero(),
        }
    }
}

/// What a wrong game has in common with the right one; nothing for anything but games. Of a number that counts something,
/// `counts`, players and means say nothing.
pub fn diagnose(m: &mut Machine, how: How, right: &Value, given: &Value, counts: bool) -> Res<Option<Diagnosis>> {
    if counts && given.is_number() {
        let (a, b) = (right.as_ratio(), given.as_ratio());
        return Ok(a.zip(b).filter(|(a, b)| a != b && *a == -b).map(|_| Diagnosis::Sign));
    }
    if !matches!(how, How::Equal | How::Canonical | How::Identical) {
        return Ok(None);
    }
    let (Some(x), Some(y)) = (game(m, right)?, game(m, given)?) else { return Ok(None) };
    if how != How::Equal && equal(m, right, given, None)? {
        return Ok(Some(if how == How::Canonical { Diagnosis::NotCanonical } else { Diagnosis::OtherForm }));
    }
    if x == y {
        // Positions that are equal in value, where the position itself was asked for.
        return Ok(None);
    }
    if m.store.neg(x, &m.handle)? == y {
        return Ok(Some(Diagnosis::Swapped));
    }
    let gap = m.store.sub(x, y, &m.handle)?;
    if gap == STAR {
        return Ok(Some(Diagnosis::Star));
    }
    if m.store.is_infinitesimal(gap) {
        return Ok(Some(Diagnosis::Infinitesimal));
    }
    if m.store.mean(x, &m.handle)? == m.store.mean(y, &m.handle)? {
        return Ok(Some(Diagnosis::Mean));
    }
    let (a, b) = (outcome(m, right)?, outcome(m, given)?);
    Ok(if a == b { a.map(Diagnosis::Outcome) } else { None })
}

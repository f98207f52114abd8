//! What shows that a wrong answer is wrong: a move that wins, an option that was forgotten, a column that is odd, a place at
//! which a period breaks.
//!
//! In: what was expected and how it was computed, and the answer. Out: reasons for the discreet teller. Every move in them was
//! found by comparing games in the engine. None of them holds what the right answer is: of the right value only moves in a
//! game that the question itself shows are named, and never what they leave. A game that could be handed in is none of these.
//!
//! - `games.rs`: values: the difference and who wins it, the simplicity rule, options that can be simplified
//! - `winners.rs`: outcomes and winning moves; `nim.rs`: nim-sums, mex, nim-values, remoteness
//! - `collections.rs`: sets, lists, tables, rule sets, periods; `semilinear.rs`: sets of points and generating functions

mod collections;
mod games;
mod nim;
mod semilinear;
mod winners;

use super::compare::{self, Received, Test, sequence};
use super::near::Near;
use super::{Reason, question};
use crate::eval::Machine;
use crate::value::node::How;
use crate::value::notion::Notion;
use crate::value::{Flow, Res, Under, Value};
use num_rational::BigRational;

/// Steps for looking for a reason.
const STEPS: u64 = 1_000_000;
/// Moves with their answers that are shown.
const FEW: usize = 2;

/// A kind with its article.
fn an(kind: &str) -> String {
    match kind {
        "nothing" => "nothing".into(),
        kind if kind.starts_with(['a', 'e', 'i', 'o', 'u']) => format!("an {kind}"),
        kind => format!("a {kind}"),
    }
}

/// Why an answer does not meet a criterion, in the words of the discreet teller. `about` is the game of the question; `positions` says
/// that answers may be positions of what is expected.
pub fn lines(
    m: &mut Machine,
    about: Option<&Value>,
    test: &Test,
    tolerance: Option<&BigRational>,
    answer: &Received<'_>,
    near: Option<Near>,
    positions: bool,
) -> Res<Vec<String>> {
    if let Test::Strategy { .. } = test {
        return Ok(match &*answer.trial.borrow() {
            Some(trial) => {
                let mut lines = vec![format!(
                    "Played against every reply, your strategy is right from {} of {} positions.",
                    trial.right, trial.all
                )];
                lines.extend(trial.beaten.iter().cloned());
                lines
            }
            None => vec![format!(
                "The question asks for a strategy: a function or a map from positions to moves; your answer is {}.",
                an(&answer.given.kind)
            )],
        });
    }
    let found = m.attempt_within(STEPS, |m| {
        let reasons = found(m, about, test, tolerance, answer, near, positions)?;
        super::tell::discreet::lines(m, &reasons)
    });
    match found {
        Ok(lines) => Ok(lines),
        // The verdict stands without a reason.
        Err(flow) => match *flow {
            Flow::Fault(_) => Ok(Vec::new()),
            other => Err(Box::new(other)),
        },
    }
}

fn found(
    m: &mut Machine,
    about: Option<&Value>,
    test: &Test,
    tolerance: Option<&BigRational>,
    answer: &Received<'_>,
    near: Option<Near>,
    positions: bool,
) -> Res<Vec<Reason>> {
    let (how, operand) = match test {
        Test::Rules { how: How::Period, rules, places } => {
            return Ok(vec![collections::period(m, rules, places, &answer.value)?]);
        }
        Test::Rules { rules, places, .. } => return collections::rules(m, rules, places, answer),
        Test::Strategy { .. } => return Ok(Vec::new()),
        Test::Accept(..) => return Ok(Vec::new()),
        Test::Expect(how, operand) => (*how, operand),
    };
    let (right, given) = (&operand.value, answer.against(&operand.value));
    if let Some(wanted) = other_kind(m, how, right, given)? {
        return Ok(vec![Reason::OtherKind { wanted, found: answer.given.kind.clone() }]);
    }
    let ordered = matches!(right, Value::List(_) | Value::Tuple(_) | Value::Range(_));
    let moves = compare::lists_moves(operand) || collections::are_moves(right);
    if ordered && !moves && how != How::Unordered && matches!(given, Value::Set(_)) {
        let text = "The question asks for a list, in which the order counts; your answer is a set.";
        return Ok(vec![Reason::Plain(text)]);
    }
    if let Some((notion, arguments)) = &operand.call {
        // A nimber in the place of a nim-value is explained by its options first.
        let counts = notion.counts() && right.is_number() && !given.is_number();
        if counts && *notion != Notion::NimValue {
            return Ok(vec![Reason::NoNumber(given.clone())]);
        }
        let (under, arguments) = question(*notion, arguments);
        let reasons = match (notion, arguments) {
            (Notion::Outcome | Notion::Winner | Notion::MisereOutcome, [x]) => winners::outcome(m, x, given, under)?,
            (Notion::WinningMoves | Notion::MisereWinningMoves, [x]) => {
                winners::winning_moves(m, x, right, given, under)?
            }
            (notion, [x]) if notion.lists_moves() => winners::options(m, *notion, x, right, given)?,
            (Notion::NimValue, [x]) => nim::grundy(m, x, given)?,
            (Notion::Mex, numbers) => vec![nim::mex(m, numbers, given)?],
            (Notion::NimSum, numbers) => nim::nim_sum(m, numbers, right, given)?.into_iter().collect(),
            (Notion::BestMove, [x]) => return winners::best_move(m, x, given, under),
            (Notion::Remoteness, [x]) => nim::remoteness(m, x, given, under)?.into_iter().collect(),
            _ => Vec::new(),
        };
        if !reasons.is_empty() {
            return Ok(reasons);
        }
        if counts {
            return Ok(vec![Reason::NoNumber(given.clone())]);
        }
    }
    let subject = match about {
        Some(about) => Some(about),
        None => posed(m, how, right, answer, positions)?.then_some(right),
    };
    match (how, subject) {
        _ if near == Some(Near::NotCanonical) => games::to_simplify(m, given).map(|reason| vec![reason]),
        _ if near == Some(Near::OtherForm) => games::other_form(m, right, given),
        (How::Outcome, Some(subject)) => winners::outcome(m, subject, given, Under::NORMAL),
        (How::NimValue, Some(subject)) => nim::grundy(m, subject, given),
        (How::Outcome | How::NimValue, None) => Ok(Vec::new()),
        (How::Table, _) if !matches!(right, Value::Set(_)) => collections::table(m, right, given, tolerance),
        _ if matches!(right, Value::Outcome(_) | Value::Player(_)) => Ok(vec![Reason::Meaning(given.clone())]),
        (How::Mean | How::Near, _) => games::far(m, how, right, given),
        (How::Swapped, _) => {
            let right = m.neg(right)?;
            Ok(games::difference(m, &right, None, given)?.into_iter().collect())
        }
        _ if right.is_game() && given.is_game() => {
            Ok(games::difference(m, right, subject, given)?.into_iter().collect())
        }
        _ if compare::is_game(right) && compare::is_game(given) => games::loopy_difference(m, right, given),
        _ if matches!(right, Value::Thing(_)) => semilinear::difference(m, right, given),
        _ => collections::collections(m, how, right, given, tolerance),
    }
}

/// Whether what is expected is the game that the question shows, and not the right answer itself.
fn posed(m: &mut Machine, how: How, right: &Value, answer: &Received<'_>, positions: bool) -> Res<bool> {
    // Where an outcome or a number is asked for, a game may be handed in that has it.
    let by_name = match how {
        How::Outcome => compare::told(&answer.value).is_some(),
        How::NimValue => answer.value.is_number(),
        _ => false,
    };
    Ok(match right {
        // A sum of values was computed by the key, or is the name of a value.
        Value::Form(form) if form.options().is_none() => false,
        Value::Form(_) => match how {
            How::Outcome | How::NimValue => by_name,
            How::Identical => false,
            // A canonical form is the only one that its value has; a number is written by its name.
            How::Canonical => !compare::is_canonical(m, right)?,
            _ => !compare::is_canonical(m, right)? || m.number_of(right)?.is_some(),
        },
        Value::Position(_) | Value::Sum(_) => match how {
            How::Identical => false,
            _ => by_name || !positions && !matches!(answer.value, Value::Position(_) | Value::Sum(_)),
        },
        _ => false,
    })
}

/// What was asked for, where the answer is of another kind.
fn other_kind(m: &mut Machine, how: How, right: &Value, given: &Value) -> Res<Option<&'static str>> {
    Ok(Some(match (how, right) {
        (How::Outcome, _) if compare::outcome(m, given)?.is_none() => "an outcome: N, P, L or R",
        (How::NimValue, _) if compare::nim_value(m, given)?.is_none() => "a nim-value: 0, 1, 2, …",
        (How::Outcome | How::NimValue, _) => return Ok(None),
        (_, Value::Outcome(_) | Value::Player(_)) if !matches!(given, Value::Outcome(_) | Value::Player(_)) => {
            "an outcome or a player"
        }
        (_, Value::Int(_) | Value::Big(_)) if !given.is_game() => "a number",
        (_, right) if compare::is_game(right) && !compare::is_game(given) => "a game or a number",
        (_, Value::Map(_)) if !matches!(given, Value::Map(_)) => "a map, such as {1 => 0, 2 => *}",
        (_, Value::Set(_)) if sequence(m, given)?.is_none() => "a set, such as {1, 2}",
        (_, Value::List(_) | Value::Range(_) | Value::Tuple(_)) if sequence(m, given)?.is_none() => {
            "a list, such as [1, 2]"
        }
        (_, Value::Bool(_)) if !matches!(given, Value::Bool(_)) => "true or false",
        (_, Value::Str(_)) if !matches!(given, Value::Str(_)) => "a text in quotes",
        (_, Value::Thing(_)) => return semilinear::other_kind(m, right, given),
        _ => return Ok(None),
    }))
}

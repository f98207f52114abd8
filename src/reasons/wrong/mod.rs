//! Why a wrong answer is wrong, with something that shows it: a move that wins, an option that was forgotten, a column that
//! is odd, a place at which a period breaks.
//!
//! In: what was expected and how it was computed, and the answer. Out: sentences. Every move in them was found by comparing
//! games in the engine. None of them says what the right answer is: of the right value only moves in a game that the question
//! itself shows are named, and never what they leave.
//!
//! - `games.rs`: values: the difference and who wins it, the simplicity rule, options that can be simplified
//! - `winners.rs`: outcomes and winning moves; `nim.rs`: nim-sums, mex, nim-values, remoteness
//! - `collections.rs`: sets, lists, tables, rule sets, periods

mod collections;
mod games;
mod nim;
mod winners;

use super::compare::{self, Answer, sequence};
use super::diagnose::Diagnosis;
use super::key::{Question, Test};
use crate::eval::Machine;
use crate::eval::node::How;
use crate::eval::notion::Notion;
use crate::value::{Flow, Res, Value};

/// Steps for looking for a reason.
const STEPS: u64 = 1_000_000;
/// Moves with their answers that are shown.
const FEW: usize = 2;

/// What shows that an answer does not meet a criterion.
pub fn lines(
    m: &mut Machine,
    question: &Question,
    test: &Test,
    answer: &Answer<'_>,
    diagnosis: Option<Diagnosis>,
) -> Res<Vec<String>> {
    match super::within(m, STEPS, |m| found(m, question, test, answer, diagnosis)) {
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
    question: &Question,
    test: &Test,
    answer: &Answer<'_>,
    diagnosis: Option<Diagnosis>,
) -> Res<Vec<String>> {
    let (how, operand) = match test {
        Test::Rules { how: How::Period, rules, places, .. } => {
            return collections::period(m, rules, places, &answer.value);
        }
        Test::Rules { rules, places, .. } => return collections::rules(m, rules, places, answer),
        Test::Accept(..) => return Ok(Vec::new()),
        Test::Expect(how, operand) => (*how, operand),
    };
    let (right, given) = (&operand.value, answer.against(&operand.value));
    if let Some(line) = other_kind(m, how, right, given, answer)? {
        return Ok(vec![line]);
    }
    let ordered = matches!(right, Value::List(_) | Value::Tuple(_) | Value::Range(_));
    let moves = compare::lists_moves(operand) || collections::are_moves(right);
    if ordered && !moves && how != How::Unordered && matches!(given, Value::Set(_)) {
        return Ok(vec!["The question asks for a list, in which the order counts; your answer is a set.".to_owned()]);
    }
    if let Some((notion, arguments)) = &operand.call {
        // A nimber in the place of a nim-value is explained by its options first.
        let counts = notion.counts() && right.is_number() && !given.is_number();
        if counts && *notion != Notion::NimValue {
            return no_number(m, given);
        }
        let lines = match (notion, &arguments[..]) {
            (Notion::Outcome | Notion::Winner, [x]) => winners::outcome(m, x, given)?,
            (Notion::WinningMoves, [x]) => winners::winning_moves(m, x, right, given)?,
            (notion, [x]) if notion.lists_moves() => winners::options(m, *notion, x, right, given)?,
            (Notion::NimValue, [x]) => nim::grundy(m, x, given)?,
            (Notion::Mex, numbers) => nim::mex(m, numbers, given)?,
            (Notion::NimSum, numbers) => nim::nim_sum(m, numbers, right, given)?,
            (Notion::Remoteness, [x]) => nim::remoteness(m, x, given)?,
            _ => Vec::new(),
        };
        if !lines.is_empty() {
            return Ok(lines);
        }
        if counts {
            return no_number(m, given);
        }
    }
    let subject = match (&question.about, right) {
        (Some(about), _) => Some(about.clone()),
        (None, Value::Form(_) | Value::Position(_) | Value::Sum(_)) => Some(right.clone()),
        _ => None,
    };
    match how {
        _ if diagnosis == Some(Diagnosis::NotCanonical) => games::to_simplify(m, given),
        _ if diagnosis == Some(Diagnosis::OtherForm) => games::other_form(m, right, given),
        How::Outcome => match subject {
            Some(subject) => winners::outcome(m, &subject, given),
            None => Ok(Vec::new()),
        },
        How::NimValue => match subject {
            Some(subject) => nim::grundy(m, &subject, given),
            None => Ok(Vec::new()),
        },
        How::Table => collections::table(m, right, given),
        _ if matches!(right, Value::Outcome(_) | Value::Player(_)) => Ok(winners::meaning(given).into_iter().collect()),
        _ if right.is_game() && given.is_game() => games::difference(m, right, subject.as_ref(), given),
        _ => collections::collections(m, how, right, given),
    }
}

fn no_number(m: &mut Machine, given: &Value) -> Res<Vec<String>> {
    let text = crate::builtins::reasons::words::shown(m, given)?;
    Ok(vec![format!("The question asks for a number, and {text} is none.")])
}

/// An answer of another kind than was asked for.
fn other_kind(m: &mut Machine, how: How, right: &Value, given: &Value, answer: &Answer<'_>) -> Res<Option<String>> {
    let wanted = match (how, right) {
        (How::Outcome, _) if compare::outcome(m, given)?.is_none() => "an outcome: N, P, L or R",
        (How::NimValue, _) if compare::nim_value(m, given)?.is_none() => "a nim-value: 0, 1, 2, …",
        (How::Outcome | How::NimValue, _) => return Ok(None),
        (_, Value::Outcome(_) | Value::Player(_)) if !matches!(given, Value::Outcome(_) | Value::Player(_)) => {
            "an outcome or a player"
        }
        (_, Value::Int(_) | Value::Big(_)) if !given.is_game() => "a number",
        (_, right) if right.is_game() && !given.is_game() => "a game or a number",
        (_, Value::Map(_)) if !matches!(given, Value::Map(_)) => "a map, such as {1 => 0, 2 => *}",
        (_, Value::Set(_)) if sequence(m, given)?.is_none() => "a set, such as {1, 2}",
        (_, Value::List(_) | Value::Range(_) | Value::Tuple(_)) if sequence(m, given)?.is_none() => {
            "a list, such as [1, 2]"
        }
        (_, Value::Bool(_)) if !matches!(given, Value::Bool(_)) => "true or false",
        (_, Value::Str(_)) if !matches!(given, Value::Str(_)) => "a text in quotes",
        _ => return Ok(None),
    };
    let kind = &answer.given.kind;
    let article = if kind.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    let found = if kind == "nothing" { "nothing".to_owned() } else { format!("{article} {kind}") };
    Ok(Some(format!("The question asks for {wanted}; your answer is {found}.")))
}

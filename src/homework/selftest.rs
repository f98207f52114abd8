//! A key tested against itself: its own answers earn all points, blank ones none.
//!
//! The model answers go the way of all answers: they become data, and are read and compared again. A question without a model
//! answer of its own is answered by what it expects.

use super::Bounds;
use super::grade::{Report, Standing, Telling, grade};
use super::key::Key;
use super::student::{Answer, Handed};
use crate::eval::Machine;
use crate::eval::node::How;
use crate::portable::{Given, Row, encode};
use crate::reasons::compare::{self, Test};
use crate::value::{Flow, Res, Value};
use serde_json::Value as Json;

/// What the test found.
#[derive(Debug)]
pub struct Tested {
    /// What is wrong with the key, a sentence each; empty if it is sound.
    pub problems: Vec<String>,
    /// The report on the model answers.
    pub report: Report,
}

/// Tests a key.
pub fn test(key: &mut Key, bounds: &Bounds) -> Tested {
    let mut problems = Vec::new();
    let mut handed = Handed::default();
    let Key { session, program, questions, .. } = &mut *key;
    let machine = session.machine();
    for question in questions.iter() {
        machine.handle.restart();
        machine.prepare(program);
        match model(machine, question) {
            Ok(Some(given)) => {
                handed.answers.push(Answer { name: question.name.clone(), line: 0, value: Ok(given) });
            }
            Ok(None) => problems.push(format!(
                "Question {}: there is no model answer to try. Write one: `answer {} = …`.",
                question.number, question.name
            )),
            Err(flow) => {
                let message = match *flow {
                    Flow::Fault(fault) => fault.message,
                    _ => "it has no value".into(),
                };
                problems
                    .push(format!("Question {}: the model answer cannot be handed in: {message}.", question.number));
            }
        }
        machine.unwind();
    }
    let telling = Telling { reveal: false, tries: 1 };
    let report = grade(key, "the key's own answers", "key", &handed, bounds, &telling);
    let blank = grade(key, "no answers", "nobody", &Handed::default(), bounds, &telling);
    for marked in &report.marked {
        let answered = handed.answers.iter().any(|a| a.name == marked.name);
        if answered && marked.standing != Standing::Right {
            let why = marked.lines.first().map_or(String::new(), |line| format!(" {line}"));
            problems.push(format!(
                "Question {}: the key's own answer {} earns {} of {} points.{why}",
                marked.number,
                marked.given.as_deref().unwrap_or("nothing"),
                marked.points,
                marked.worth
            ));
        }
    }
    for marked in blank.marked.iter().filter(|m| !m.points.is_zero()) {
        problems.push(format!("Question {}: no answer at all earns {} points.", marked.number, marked.points));
    }
    Tested { problems, report }
}

fn model(m: &mut Machine, question: &super::key::Question) -> Res<Option<Given>> {
    let Some(main) = super::grade::main(question) else { return Ok(None) };
    let (value, places): (Value, &[Value]) = match (&question.model, &main.test) {
        (model, Test::Rules { how: How::Rules, rules, places, .. }) => {
            (model.clone().unwrap_or_else(|| rules.clone()), &places[..])
        }
        (Some(model), _) => (model.clone(), &[]),
        (None, Test::Expect(How::Outcome, operand)) => match compare::outcome(m, &operand.value)? {
            Some(class) => (Value::Outcome(class), &[]),
            None => return Ok(None),
        },
        (None, Test::Expect(How::Swapped, operand)) => (m.neg(&operand.value)?, &[]),
        (None, Test::Expect(How::Canonical, operand)) => {
            let game = m.game(&operand.value)?;
            (m.game_value(game), &[])
        }
        (None, Test::Expect(_, operand)) => (operand.value.clone(), &[]),
        (None, Test::Rules { rules, places, .. }) => {
            let values = compare::values(m, rules, places)?;
            match compare::find_period(m, &values)? {
                Some((p, from)) => (Value::tuple(vec![p.into(), from.into()]), &[]),
                None => return Ok(None),
            }
        }
        (None, Test::Accept(..)) => return Ok(None),
    };
    let mut rows = Vec::with_capacity(places.len());
    for place in places {
        let arguments = match place {
            Value::Tuple(items) => items.to_vec(),
            one => vec![one.clone()],
        };
        let value = m.apply(&value, arguments, question.span)?;
        let value = if value.is_game() {
            let game = m.game(&value)?;
            m.game_value(game)
        } else {
            value
        };
        rows.push(Ok(Row { data: encode(m, &value)?, options: None }));
    }
    let data: Json = encode(m, &value)?;
    let shown = super::one_line(&m.notation(&value)?, 300);
    Ok(Some(Given { data, shown, kind: value.kind().into(), rows }))
}

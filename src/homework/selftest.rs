//! A key tested against itself: its own answers earn all points, blank ones none.
//!
//! The model answers go the way of all answers: they become data, and are read and compared again. A question without a model
//! answer of its own is answered by what it expects.

use super::Bounds;
use super::grade::{Standing, Telling, grade};
use super::student::{Answer, Handed};
use crate::session::homework::Key;

/// What is wrong with a key, a sentence each; empty if it is sound.
pub fn test(key: &mut Key, bounds: &Bounds) -> Vec<String> {
    let mut problems = Vec::new();
    let mut handed = Handed::default();
    for i in 0..key.questions.len() {
        // A person gives its points.
        if key.questions[i].manual.is_some() {
            continue;
        }
        let model = key.model_answer(i);
        let (number, name) = (&key.questions[i].number, &key.questions[i].name);
        match model {
            Ok(Some(given)) => handed.answers.push(Answer { name: name.clone(), line: 0, value: Ok(given) }),
            Ok(None) => problems
                .push(format!("Question {number}: there is no model answer to try. Write one: `answer {name} = …`.")),
            Err(message) => {
                problems.push(format!("Question {number}: the model answer cannot be handed in: {message}."));
            }
        }
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
    problems
}

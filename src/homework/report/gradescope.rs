//! Gradescope's `results.json` for one submission, as its documentation of autograders describes it
//! (gradescope-autograders.readthedocs.io, “Autograder Specifications”, “Output format”).

use super::{general, said, title};
use crate::homework::grade::{Report, Standing};
use serde_json::{Value, json};

/// The results of one submission. The score is stated, since a bonus question has a `max_score` that does not count.
pub fn gradescope(report: &Report) -> String {
    let tests: Vec<Value> = report
        .marked
        .iter()
        .map(|q| {
            let name = match &q.text {
                Some(text) => format!("{}: {text}", title(q)),
                None => title(q),
            };
            // A bonus question adds to the score; an optional one without an answer takes nothing away.
            let optional = q.optional && q.standing == Standing::Blank;
            let max = if q.bonus || optional { 0.0 } else { q.worth.to_f64() };
            json!({
                "name": name,
                "name_format": "text",
                "number": q.number,
                "score": q.points.to_f64(),
                "max_score": max,
                "status": if q.standing == Standing::Right || optional { "passed" } else { "failed" },
                "output": said(q).join("\n"),
                "output_format": "text",
                "visibility": if q.hidden { "after_published" } else { "visible" },
                "tags": [q.standing.word()],
            })
        })
        .collect();
    let document = json!({
        "score": report.score().to_f64(),
        "output": general(report).join("\n"),
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": tests,
    });
    format!("{document:#}\n")
}

/// What stands in the file until the results are there, and forever if they never come.
pub fn unfinished() -> String {
    let document = json!({
        "score": 0.0,
        "output": "Grading did not finish. Please tell your teacher.",
        "output_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": [],
    });
    format!("{document:#}\n")
}

//! Gradescope's `results.json` for one submission, as its documentation of autograders describes it
//! (gradescope-autograders.readthedocs.io, “Autograder Specifications”, “Output format”); and what its `submission_metadata.json`
//! (“Submission Metadata”) says of earlier tries.

use super::{general, said, title};
use crate::homework::grade::{Report, Standing};
use serde_json::{Value, json};

/// Files that are named where there are too many.
const NAMED: usize = 10;

/// Which try a submission is, from 1, by Gradescope's `submission_metadata.json`: earlier submissions whose grading failed do
/// not count. The error says what is wrong with the file.
pub fn tries(metadata: &str) -> Result<u32, String> {
    let document: Value = serde_json::from_str(metadata).map_err(|_| "it is no JSON".to_owned())?;
    let earlier = document["previous_submissions"].as_array();
    let earlier = earlier.ok_or("it has no list `previous_submissions`")?;
    let counted = earlier.iter().filter(|one| one["autograder_error"] != true).count();
    Ok(u32::try_from(counted).unwrap_or(u32::MAX).saturating_add(1))
}

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
    nothing("Grading did not finish. Please tell your teacher.")
}

/// Results for a submission that is not one file of answers.
pub fn not_one(files: &[&str]) -> String {
    if files.is_empty() {
        return nothing("There is no file of answers here: hand in one file whose name ends in .cgt.");
    }
    let more = if files.len() > NAMED { ", …" } else { "" };
    let names = files[..files.len().min(NAMED)].join(", ");
    nothing(&format!("Hand in one file of answers. Here are {}: {names}{more}.", files.len()))
}

fn nothing(why: &str) -> String {
    let document = json!({
        "score": 0.0,
        "output": why,
        "output_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": [],
    });
    format!("{document:#}\n")
}

//! For programs: everything, as docs/json.md describes it.

use crate::homework::class::summary;
use crate::homework::grade::{Marked, Report, Standing};
use serde_json::{Map, Value, json};

/// The document of `sprague grade --format json`.
pub fn json(key: &str, reports: &[Report], skipped: &[String]) -> String {
    let summary = summary(reports);
    let questions = summary.questions.iter().map(|q| {
        let counts: Map<String, Value> =
            Standing::ALL.iter().zip(q.standings).map(|(s, n)| (s.word().to_owned(), json!(n))).collect();
        json!({
            "name": q.name, "number": q.number, "worth": q.worth.to_f64(), "mean": q.mean.to_f64(),
            "standings": counts, "commonest_wrong": q.commonest.as_ref().map(|(a, n)| json!({ "answer": a, "count": n })),
        })
    });
    let points = summary.points.as_ref().map(|[mean, median, least, greatest]| {
        json!({
            "mean": mean.to_f64(), "median": median.to_f64(), "least": least.to_f64(), "greatest": greatest.to_f64(),
        })
    });
    let document = json!({
        "schema": 1, "command": "grade", "key": key,
        "skipped": skipped,
        "submissions": reports.iter().map(report).collect::<Vec<_>>(),
        "summary": {
            "files": summary.files, "not_graded": summary.lost, "points": points,
            "questions": questions.collect::<Vec<_>>(),
        },
        "status": 0,
    });
    format!("{document}\n")
}

fn report(r: &Report) -> Value {
    let checks =
        r.checks.iter().map(|c| json!({ "line": c.line, "claim": c.claim, "holds": c.holds, "reason": c.reason }));
    json!({
        "student": r.student, "file": r.file, "score": r.score().to_f64(), "max_score": r.whole().to_f64(),
        "problem": r.problem, "questions": r.marked.iter().map(marked).collect::<Vec<_>>(),
        "checks": checks.collect::<Vec<_>>(), "checks_left_out": r.more_checks,
        "output": r.output.0, "output_cut": r.output.1, "remarks": r.remarks,
    })
}

fn marked(q: &Marked) -> Value {
    json!({
        "name": q.name, "number": q.number, "text": q.text, "score": q.points.to_f64(), "max_score": q.worth.to_f64(),
        "bonus": q.bonus, "optional": q.optional, "hidden": q.hidden, "standing": q.standing.word(),
        "given": q.given, "line": q.line, "reasons": q.lines, "hints": q.hints, "answer": q.answer, "manual": q.manual, "trouble": q.trouble,
    })
}

//! The `--json` answers, as docs/json.md describes them. Keys keep the order in which they are written here.

use super::{Status, advice};
use crate::report::{CheckReport, Diagnostic, Doc, Mistake, Output, Sources, Verdict, to_json};
use crate::session::files::Unreadable;
use serde_json::{Map, Value, json};

/// The version of the schema; it grows when a key changes its meaning or goes, not when one is added.
pub const SCHEMA: u32 = 1;

/// Errors, in their order.
pub fn errors(errors: &[Diagnostic], sources: &Sources) -> Vec<Value> {
    advice::command(errors).iter().map(|error| to_json(error, sources)).collect()
}

/// A file that could not be read, in the form of an error.
pub fn unreadable(problem: &Unreadable) -> Value {
    let error = problem.note.iter().fold(Diagnostic::nowhere(Mistake::NoFile, problem.message()), Diagnostic::note);
    to_json(&error, &Sources::default())
}

/// A check and how it went.
pub fn check(report: &CheckReport, sources: &Sources) -> Value {
    let (verdict, value, reason, problem) = match &report.verdict {
        Verdict::True => ("true", None, &[][..], None),
        Verdict::False { value, reason } => ("false", value.as_deref(), &reason[..], None),
        Verdict::Failed(problem) => ("undecided", None, &[][..], errors(std::slice::from_ref(problem), sources).pop()),
    };
    json!({
        "file": report.file, "line": report.line, "claim": report.claim, "text": report.text,
        "verdict": verdict, "value": value, "reason": reason, "error": problem,
    })
}

/// Something a program says.
pub fn output(output: &Output, sources: &Sources) -> Value {
    match output {
        Output::Printed(text) => json!({"output": "print", "text": text}),
        Output::Value(v) => {
            json!({"output": "value", "kind": v.kind, "text": v.text, "value": v.value, "data": v.json})
        }
        Output::Check(report) => {
            let mut object = Map::new();
            object.insert("output".into(), "check".into());
            if let Value::Object(fields) = check(report, sources) {
                object.extend(fields);
            }
            Value::Object(object)
        }
    }
}

/// The document of `sprague FILE` and `sprague eval`.
pub fn run(command: &str, file: &str, outputs: Vec<Value>, errors: Vec<Value>, status: Status) -> Value {
    json!({
        "schema": SCHEMA, "command": command, "file": file,
        "outputs": outputs, "errors": errors, "status": status.code(),
    })
}

/// One file of `sprague check`.
pub fn checked_file(
    file: &str,
    printed: Vec<String>,
    checks: Vec<Value>,
    errors: Vec<Value>,
    counts: (usize, usize),
) -> Value {
    json!({
        "file": file, "checks": checks, "printed": printed, "errors": errors,
        "passed": counts.0, "failed": counts.1,
    })
}

/// The document of `sprague check`.
pub fn checked(files: Vec<Value>, counts: (usize, usize), status: Status) -> Value {
    json!({
        "schema": SCHEMA, "command": "check", "files": files,
        "passed": counts.0, "failed": counts.1, "status": status.code(),
    })
}

/// The document of `sprague doc`.
pub fn docs(docs: &[Doc], status: Status) -> Value {
    let entries: Vec<_> = docs.iter().map(doc).collect();
    json!({"schema": SCHEMA, "command": "doc", "entries": entries, "status": status.code()})
}

fn doc(doc: &Doc) -> Value {
    let examples: Vec<_> = doc.examples.iter().map(|(i, o)| json!({"input": i, "output": o})).collect();
    json!({
        "name": doc.name, "signature": doc.signature, "subject": doc.subject,
        "text": doc.text, "examples": examples,
    })
}

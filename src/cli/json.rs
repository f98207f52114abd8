//! The `--json` answers, as docs/json.md describes them. Keys keep the order in which they are written here.

use super::Status;
pub use crate::report::json::{check, errors, output};
use crate::report::{self, Diagnostic, Doc, Mistake, Sources, to_json};
use crate::session::files::Unreadable;
use serde_json::{Value, json};

/// The version of the schema; it grows when a key changes its meaning or goes, not when one is added.
pub const SCHEMA: u32 = 1;

/// A file that could not be read, in the form of an error.
pub fn unreadable(problem: &Unreadable) -> Value {
    let error = problem.note.iter().fold(Diagnostic::nowhere(Mistake::NoFile, problem.message()), Diagnostic::note);
    to_json(&error, &Sources::default())
}

/// Why a file could not be written, in the form of an error.
pub fn unwritten(why: String) -> Value {
    to_json(&Diagnostic::nowhere(Mistake::NoFile, why), &Sources::default())
}

/// Why a certificate proves nothing, in the form of an error.
pub fn unproved(why: String) -> Value {
    to_json(&Diagnostic::nowhere(Mistake::Certificate, why), &Sources::default())
}

/// The document of `sprague FILE` and `sprague eval`; errors and warnings come together.
pub fn run(command: &str, file: &str, outputs: Vec<Value>, said: (Vec<Value>, Vec<Value>), status: Status) -> Value {
    json!({
        "schema": SCHEMA, "command": command, "file": file,
        "outputs": outputs, "errors": said.0, "warnings": said.1, "status": status.code(),
    })
}

/// One file of `sprague check`.
pub fn checked_file(
    file: &str,
    printed: Vec<String>,
    checks: Vec<Value>,
    (errors, warnings): (Vec<Value>, Vec<Value>),
    counts: (usize, usize),
) -> Value {
    json!({
        "file": file, "checks": checks, "printed": printed, "errors": errors, "warnings": warnings,
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
    let entries: Vec<_> = docs.iter().map(report::json::doc).collect();
    json!({"schema": SCHEMA, "command": "doc", "entries": entries, "status": status.code()})
}

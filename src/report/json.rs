//! What a program says as JSON, as docs/json.md describes it. Keys keep the order in which they are written here.

use super::{CheckReport, Data, Diagnostic, Doc, Output, Sources, Verdict, to_json};
use serde_json::{Map, Value, json};

/// A value as data.
pub fn data(value: &Data) -> Value {
    match value {
        Data::Nothing => Value::Null,
        Data::Truth(truth) => json!(truth),
        Data::Integer(n) => json!(n),
        Data::Text(text) | Data::Notation { text, .. } | Data::Picture { text, svg: None } => json!(text),
        Data::Sequence(_, _, items) => Value::Array(items.iter().map(data).collect()),
        Data::Map(entries) => {
            Value::Array(entries.iter().map(|(key, value)| json!([data(key), data(value)])).collect())
        }
        Data::Grid(rows) => json!(rows),
        Data::Picture { text, svg: Some(svg) } => json!({ "text": text, "svg": svg }),
        Data::Table { header, rows, .. } => {
            let row = |row: &Vec<Data>| row.iter().map(data).collect::<Vec<_>>();
            json!({ "header": header.as_ref().map(row), "rows": rows.iter().map(row).collect::<Vec<_>>() })
        }
        Data::Thing { json, .. } => json.clone(),
    }
}

/// Errors, in their order.
pub fn errors(errors: &[Diagnostic], sources: &Sources) -> Vec<Value> {
    super::advice::command(errors).iter().map(|error| to_json(error, sources)).collect()
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
            json!({"output": "value", "kind": v.kind, "text": v.text, "value": v.value, "data": v.data.as_ref().map(data)})
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

/// A record of the documentation.
pub fn doc(doc: &Doc) -> Value {
    let examples: Vec<_> = doc.examples.iter().map(|(i, o)| json!({"input": i, "output": o})).collect();
    json!({
        "name": doc.name, "signature": doc.signature, "subject": doc.subject,
        "text": doc.text, "examples": examples,
    })
}

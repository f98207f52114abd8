//! What is told to people: errors as the protocol's diagnostics, records of documentation as Markdown.

use super::documents::address_of;
use super::text::Text;
use crate::report::{Diagnostic, Doc, Span};
use crate::session::study::{Entry, Study};
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::Path;

/// Errors of one text that are told.
const MOST: usize = 500;

/// All that is wrong with a document.
pub fn diagnostics(text: &Text, study: &Study, address: &str) -> Vec<Value> {
    study.errors.iter().take(MOST).map(|error| diagnostic(text, study, address, error)).collect()
}

fn diagnostic(text: &Text, study: &Study, address: &str, error: &Diagnostic) -> Value {
    let place = |span: Span| text.range(&(span.start as usize..span.end as usize));
    let main = error.labels.first();
    let range = main.map_or_else(|| text.range(&(0..0)), |(span, _)| place(*span));
    let mut message = error.message.clone();
    if let Some((_, label)) = main
        && !label.is_empty()
        && label != "here"
    {
        let _ = write!(message, " ({label})");
    }
    for note in &error.notes {
        let _ = write!(message, "\n{note}");
    }
    let related: Vec<Value> = error
        .labels
        .iter()
        .skip(1)
        .filter_map(|(span, label)| {
            let source = study.sources.get(span.source)?;
            let (address, range) = if span.source == 0 {
                (address.to_owned(), place(*span))
            } else {
                let other = Text::new(source.text.to_string());
                (address_of(Path::new(&*source.name)), other.range(&(span.start as usize..span.end as usize)))
            };
            let label = if label.is_empty() { "here" } else { label };
            Some(json!({ "location": { "uri": address, "range": range }, "message": label }))
        })
        .collect();
    json!({
        "range": range,
        "severity": if error.mistake.is_warning() { 2 } else { 1 },
        "code": error.mistake.code(),
        "source": "sprague",
        "message": message,
        "relatedInformation": related,
    })
}

/// A record as Markdown.
pub fn record(doc: &Doc) -> String {
    let mut text = String::new();
    let head = if doc.signature.is_empty() { &doc.name } else { &doc.signature };
    let _ = write!(text, "```sprague\n{head}\n```\n\n{}", doc.text);
    for (input, output) in doc.examples.iter().take(3) {
        let _ = write!(text, "\n\n```sprague\n{input}\n```\n```text\n{output}\n```");
    }
    text
}

/// A definition of the document as Markdown.
pub fn definition(entry: &Entry, value: Option<&str>) -> String {
    let mut text = String::from("```sprague\n");
    let word =
        if matches!(entry.kind, "game" | "heap" | "lattice") { format!("{} ", entry.kind) } else { String::new() };
    let _ = write!(text, "{word}{}", entry.signature.as_deref().unwrap_or(&entry.name));
    if let Some(value) = value {
        let _ = write!(text, " = {value}");
    }
    text.push_str("\n```");
    if let Some(doc) = &entry.doc {
        let _ = write!(text, "\n\n{doc}");
    }
    text
}

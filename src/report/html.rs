//! What a program says as HTML: a fragment for each output, with classes for a style sheet and none of its own.

use super::{CheckReport, Data, Diagnostic, Doc, Output, Shown, Sources, Verdict, text};
use crate::scene;
use std::fmt::Write;

/// Characters that mean something in HTML, spelled out; lines stay lines.
pub fn escaped(text: &str) -> String {
    text.split('\n').map(scene::escaped).collect::<Vec<_>>().join("\n")
}

/// Something a program says.
pub fn output(output: &Output, sources: &Sources) -> String {
    match output {
        Output::Printed(line) => format!("<pre class=\"printed\">{}</pre>", escaped(line)),
        Output::Value(value) => shown(value),
        Output::Check(report) => check(report, sources),
    }
}

/// A value; a position with its value behind it.
pub fn shown(shown: &Shown) -> String {
    let body = shown.data.as_ref().map_or_else(|| notation(&shown.text), data);
    let worth = shown.value.as_ref().map_or(String::new(), |value| format!(" = {}", notation(value)));
    format!("<div class=\"value\">{body}{worth}</div>")
}

/// A value, without what stands around it.
pub fn data(value: &Data) -> String {
    match value {
        Data::Nothing => notation("nothing"),
        Data::Truth(truth) => notation(&truth.to_string()),
        Data::Integer(n) => notation(&n.to_string()),
        Data::Text(text) => format!("<span class=\"text\">{}</span>", escaped(text)),
        Data::Notation { text, .. } => notation(text),
        Data::Thing { text, .. } | Data::Picture { text, svg: None } if text.contains('\n') => {
            format!("<pre>{}</pre>", escaped(text))
        }
        Data::Thing { text, .. } | Data::Picture { text, svg: None } => notation(text),
        Data::Picture { svg: Some(svg), .. } => format!("<figure>{}</figure>", svg.trim_end()),
        Data::Sequence(open, close, items) => {
            let items: Vec<String> = items.iter().map(data).collect();
            format!("{open}{}{close}", items.join(", "))
        }
        Data::Map(entries) => {
            let row = |(key, value): &(Data, Data)| format!("<tr><th>{}</th><td>{}</td></tr>", data(key), data(value));
            format!("<table>{}</table>", entries.iter().map(row).collect::<String>())
        }
        Data::Table { header, rows, .. } => {
            let row = |mark: &str, row: &Vec<Data>| {
                let cells = row.iter().map(|cell| match cell {
                    Data::Nothing => format!("<{mark}></{mark}>"),
                    cell => format!("<{mark}>{}</{mark}>", data(cell)),
                });
                format!("<tr>{}</tr>", cells.collect::<String>())
            };
            let header = header.as_ref().map_or(String::new(), |header| row("th", header));
            format!("<table>{header}{}</table>", rows.iter().map(|cells| row("td", cells)).collect::<String>())
        }
        Data::Grid(rows) => {
            let cell = |c: char| format!("<td>{}</td>", escaped(&c.to_string()));
            let row = |row: &String| format!("<tr>{}</tr>", row.chars().map(cell).collect::<String>());
            format!("<table class=\"grid\">{}</table>", rows.iter().map(row).collect::<String>())
        }
    }
}

/// Notation with its fractions set as such.
fn notation(text: &str) -> String {
    let mut out = String::from("<code>");
    let mut rest = text;
    while let Some((before, top, bottom, after)) = fraction(rest) {
        let _ = write!(out, "{}<sup>{top}</sup>&frasl;<sub>{bottom}</sub>", escaped(before));
        rest = after;
    }
    out + &escaped(rest) + "</code>"
}

/// The first fraction of two whole numbers, with what stands before and after it.
fn fraction(text: &str) -> Option<(&str, &str, &str, &str)> {
    let is_digit = |c: char| c.is_ascii_digit();
    for (slash, _) in text.match_indices('/') {
        let start = text[..slash].trim_end_matches(is_digit).len();
        let after = text[slash + 1..].trim_start_matches(is_digit);
        let end = text.len() - after.len();
        if start < slash && slash + 1 < end {
            return Some((&text[..start], &text[start..slash], &text[slash + 1..end], after));
        }
    }
    None
}

/// A check and how it went.
pub fn check(report: &CheckReport, sources: &Sources) -> String {
    let (class, mark) = match report.verdict {
        Verdict::True => ("true", "✓"),
        Verdict::False { .. } => ("false", "✗"),
        Verdict::Failed(_) => ("undecided", "?"),
    };
    let mut out = format!("<div class=\"check {class}\">{mark} <code>{}</code>", escaped(&report.claim));
    if let Some(title) = &report.text {
        let _ = write!(out, " ({})", escaped(title));
    }
    match &report.verdict {
        Verdict::True => {}
        Verdict::False { value, reason } => {
            if let Some(value) = value {
                let _ = write!(out, "<p>The true value is {}.</p>", notation(value));
            }
            let reasons: Vec<String> = reason.iter().flat_map(|r| r.lines()).map(escaped).collect();
            if !reasons.is_empty() {
                let _ = write!(out, "<pre>{}</pre>", reasons.join("\n"));
            }
        }
        Verdict::Failed(error) => out.push_str(&errors(std::slice::from_ref(error), sources)),
    }
    out + "</div>"
}

/// Errors with their places.
pub fn errors(errors: &[Diagnostic], sources: &Sources) -> String {
    format!("<pre class=\"error\">{}</pre>", escaped(&text::errors(errors, sources, false)))
}

/// A record of the documentation. What is typed in an example is told from what is said: either may have several lines.
pub fn doc(doc: &Doc) -> String {
    let title = if doc.signature.is_empty() { &doc.name } else { &doc.signature };
    let mut out = format!("<section><h3><code>{}</code></h3>", escaped(title));
    for paragraph in doc.text.split("\n\n").filter(|paragraph| !paragraph.is_empty()) {
        let _ = write!(out, "<p>{}</p>", escaped(paragraph));
    }
    for (input, output) in &doc.examples {
        let _ = write!(out, "<pre>&gt; <code>{}</code>\n{}</pre>", escaped(input), escaped(output));
    }
    out + "</section>"
}

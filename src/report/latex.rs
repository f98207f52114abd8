//! What a program says in LaTeX: display mathematics for values, drawings as TikZ, text for the rest. Needs no package but, for drawings,
//! `tikz`.

use super::{CheckReport, Data, Diagnostic, Doc, Output, Shown, Sources, Verdict, text};
use crate::scene::tikz;
use std::fmt::Write;

/// Characters that mean something in LaTeX, spelled out.
pub fn escaped(text: &str) -> String {
    tikz::escaped(text)
}

/// Something a program says.
pub fn output(output: &Output, sources: &Sources) -> String {
    match output {
        Output::Printed(text) => lines(text),
        Output::Value(value) => shown(value),
        Output::Check(report) => check(report, sources),
    }
}

/// Text as it stands, line by line.
fn lines(text: &str) -> String {
    let line = |line: &str| format!("\\texttt{{{}}}", escaped(line).replace(' ', "\\ "));
    let lines: Vec<String> = text.lines().map(line).collect();
    format!("\\begin{{flushleft}}\n{}\n\\end{{flushleft}}", lines.join("\\\\\n"))
}

/// A value; a position with its value behind it.
pub fn shown(shown: &Shown) -> String {
    if let Some(Data::Picture { svg: Some(svg), .. }) = &shown.data
        && let Some(picture) = tikz::tikz(svg)
    {
        return format!("\\begin{{center}}\n{picture}\\end{{center}}");
    }
    let body = match &shown.data {
        // Several lines are a table or a drawing in letters.
        Some(Data::Picture { text, .. } | Data::Table { text, .. } | Data::Thing { text, latex: None, .. }) => {
            return lines(text);
        }
        Some(data) => self::data(data),
        None => word(&shown.text),
    };
    let worth = shown.formula.clone().or(shown.value.as_deref().map(word));
    let worth = worth.map_or(String::new(), |worth| format!(" = {worth}"));
    format!("\\[{body}{worth}\\]")
}

/// A value in the midst of a text, if it is one of mathematics: a game, a number, or some of them together.
pub fn inline(value: &Data) -> Option<String> {
    is_formula(value).then(|| format!("$\\displaystyle {}$", data(value)))
}

fn is_formula(value: &Data) -> bool {
    match value {
        Data::Integer(_) | Data::Notation { latex: Some(_), .. } | Data::Thing { latex: Some(_), .. } => true,
        Data::Sequence(_, _, items) => !items.is_empty() && items.iter().all(is_formula),
        _ => false,
    }
}

/// A value for mathematics mode.
pub fn data(value: &Data) -> String {
    match value {
        Data::Nothing => word("nothing"),
        Data::Truth(truth) => word(&truth.to_string()),
        Data::Integer(n) => n.to_string(),
        Data::Text(text) => word(text),
        Data::Notation { latex: Some(latex), .. } | Data::Thing { latex: Some(latex), .. } => latex.clone(),
        Data::Notation { text, .. }
        | Data::Thing { text, .. }
        | Data::Picture { text, .. }
        | Data::Table { text, .. } => word(text),
        Data::Sequence(open, close, items) => {
            let items: Vec<String> = items.iter().map(data).collect();
            let bracket = |c: &char| if matches!(c, '{' | '}') { format!("\\{c}") } else { c.to_string() };
            format!("\\left{} {} \\right{}", bracket(open), items.join(",\\ "), bracket(close))
        }
        Data::Map(entries) => {
            let row = |(key, value): &(Data, Data)| format!("{} & {}", data(key), data(value));
            array("r|l", entries.iter().map(row))
        }
        Data::Grid(rows) => {
            let row = |row: &String| row.chars().map(|c| word(&c.to_string())).collect::<Vec<_>>().join(" & ");
            let width = rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
            array(&"c".repeat(width), rows.iter().map(row))
        }
    }
}

fn array(columns: &str, rows: impl Iterator<Item = String>) -> String {
    format!("\\begin{{array}}{{{columns}}} {} \\end{{array}}", rows.collect::<Vec<_>>().join(" \\\\ "))
}

/// Text in the midst of mathematics: in a box if it has signs that are spelled out or letters that only text has.
fn word(text: &str) -> String {
    // An empty line would end the mathematics.
    let spelled = escaped(text).replace(|c: char| c.is_whitespace() || c.is_control(), "\\ ");
    let mode = if text.is_ascii() && !spelled.contains("\\text") { "mathrm" } else { "mbox" };
    format!("\\{mode}{{{spelled}}}")
}

/// A check and how it went.
pub fn check(report: &CheckReport, sources: &Sources) -> String {
    let verdict = match report.verdict {
        Verdict::True => "holds",
        Verdict::False { .. } => "does not hold",
        Verdict::Failed(_) => "is not decided",
    };
    let title = report.text.as_ref().map_or(String::new(), |title| format!("({}) ", escaped(title)));
    let mut out = format!("\\par {title}\\texttt{{{}}} {verdict}.", escaped(&report.claim));
    match &report.verdict {
        Verdict::True => {}
        Verdict::False { value, reason } => {
            if let Some(value) = value {
                let _ = write!(out, " The true value is \\texttt{{{}}}.", escaped(value));
            }
            if !reason.is_empty() {
                let _ = write!(out, "\n{}", lines(&reason.join("\n")));
            }
        }
        Verdict::Failed(error) => out.extend(["\n", &errors(std::slice::from_ref(error), sources)]),
    }
    out
}

/// Errors with their places.
pub fn errors(errors: &[Diagnostic], sources: &Sources) -> String {
    lines(&text::errors(errors, sources, false))
}

/// A record of the documentation.
pub fn doc(doc: &Doc) -> String {
    let title = if doc.signature.is_empty() { &doc.name } else { &doc.signature };
    let mut out = format!("\\paragraph{{\\texttt{{{}}}}} {}", escaped(title), escaped(&doc.text));
    for (input, output) in &doc.examples {
        let _ = write!(out, "\n{}", lines(&format!("> {input}\n{output}")));
    }
    out
}

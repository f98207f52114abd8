//! Reports in the formats that people and courses' systems read. In: reports and figures. Out: text, complete and always the
//! same for the same input: no times, no names of machines. Nothing that a student wrote is interpreted by a format: each escapes
//! what it must.

mod csv;
mod gradescope;
mod html;
mod json;
mod junit;
mod markdown;
mod table;
mod text;

pub use csv::csv;
pub use gradescope::{gradescope, not_one, tries, unfinished};
pub use html::{all as html, class as html_of_class, student as html_of_one};
pub use json::json;
pub use junit::junit;
pub use markdown::{class as markdown_of_class, markdown, one as markdown_of_one};
pub use table::{canvas, marks, moodle};
pub use text::{of_class as class_text, one as text_of_one, text};

use super::grade::{Marked, Report, Standing};

/// Formats of reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Format {
    Text,
    Json,
    Gradescope,
    Junit,
    Csv,
    Markdown,
    Html,
    Moodle,
    Canvas,
    Marks,
    Latex,
}

impl Format {
    /// All formats with their names.
    pub const ALL: [(&'static str, Format); 11] = [
        ("text", Format::Text),
        ("json", Format::Json),
        ("gradescope", Format::Gradescope),
        ("junit", Format::Junit),
        ("csv", Format::Csv),
        ("markdown", Format::Markdown),
        ("html", Format::Html),
        ("moodle", Format::Moodle),
        ("canvas", Format::Canvas),
        ("marks", Format::Marks),
        ("latex", Format::Latex),
    ];

    /// By its name.
    pub fn named(name: &str) -> Option<Format> {
        Format::ALL.iter().find(|(known, _)| *known == name).map(|(_, format)| *format)
    }
}

/// What a format that is read from its beginning says of one file as soon as that is done; the others know everything first.
pub fn piece(format: Format, report: &Report, first: bool) -> Option<String> {
    match format {
        Format::Text => Some(format!("{}\n", text::one(report))),
        Format::Csv => Some(csv::piece(report, first)),
        _ => None,
    }
}

/// What follows those pieces.
pub fn rest(format: Format, reports: &[Report]) -> Option<String> {
    match format {
        Format::Text => Some(text::rest(reports)),
        Format::Csv => Some(String::new()),
        _ => None,
    }
}

/// What there is to say about a question, a line each: the answer, why it is wrong, hints, the right answer if it is told.
fn said(q: &Marked) -> Vec<String> {
    let mut lines = Vec::new();
    match (&q.given, q.standing) {
        (Some(given), _) => lines.push(format!("Your answer: {given}")),
        (None, Standing::Blank) => lines.push("No answer.".to_owned()),
        (None, _) if q.manual.is_some() => {}
        (None, _) => lines.push("Your answer has no value:".to_owned()),
    }
    lines.extend(q.lines.iter().cloned());
    if q.standing == Standing::Manual && q.trouble.is_none() {
        lines.push("A person gives the points.".to_owned());
    }
    lines.extend(q.hints.iter().map(|hint| format!("Hint: {hint}")));
    if let Some(answer) = &q.answer {
        lines.extend(format!("The right answer: {answer}").lines().map(str::to_owned));
    }
    lines
}

/// What there is to say about the file as a whole.
fn general(report: &Report) -> Vec<String> {
    let mut lines: Vec<String> = report.problem.iter().map(|p| sentence(p)).collect();
    lines.extend(report.remarks.iter().flat_map(|r| r.lines()).map(str::to_owned));
    let failed: Vec<_> = report.checks.iter().filter(|c| c.holds != Some(true)).collect();
    let all = report.checks.len() + report.more_checks;
    if all > 0 {
        let more =
            if report.more_checks > 0 { format!(" (of the first {})", report.checks.len()) } else { String::new() };
        lines.push(match failed.len() {
            0 if all == 1 => "The check in the file holds.".to_owned(),
            0 => format!("The {all} checks in the file hold{more}."),
            _ if all == 1 => "The check in the file fails:".to_owned(),
            n => format!("Of {all} checks in the file {n} {}{more}:", if n == 1 { "fails" } else { "fail" }),
        });
        for check in failed {
            lines.push(format!("  line {}: {}", check.line, check.claim));
            lines.extend(check.reason.iter().map(|line| format!("    {line}")));
        }
    }
    if !report.output.0.trim().is_empty() {
        lines.push("Printed by the file:".to_owned());
        lines.extend(report.output.0.trim_end().lines().map(|line| format!("  {line}")));
    }
    if report.output.1 {
        lines.push("  … the rest of the output was cut off".to_owned());
    }
    lines
}

/// What the teacher has to know, and what is left to a person, a line each.
pub fn troubles(reports: &[Report]) -> Vec<String> {
    let mut lines = Vec::new();
    for report in reports.iter().filter(|r| r.problem.is_none()) {
        for q in &report.marked {
            if let Some(trouble) = &q.trouble {
                lines.push(format!("{}, {}: {trouble}", report.student, title(q)));
            }
        }
    }
    let first = reports.iter().find(|r| r.problem.is_none());
    for (i, q) in first.iter().flat_map(|r| r.marked.iter().enumerate()) {
        let open = |r: &&Report| r.marked.get(i).is_some_and(|q| q.standing == Standing::Manual && q.trouble.is_none());
        let count = reports.iter().filter(|r| r.problem.is_none()).filter(open).count();
        if count > 0 {
            lines.push(format!("{}: a person gives the points of {count}", title(q)));
        }
    }
    lines
}

fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(|c| c.to_uppercase().collect::<String>()).unwrap_or_default();
    format!("{first}{}.", chars.as_str().trim_end_matches('.'))
}

/// `Question 1a`, or the name alone where it has no number.
fn title(q: &Marked) -> String {
    if q.number.starts_with(|c: char| c.is_ascii_digit()) { format!("Question {}", q.number) } else { q.number.clone() }
}

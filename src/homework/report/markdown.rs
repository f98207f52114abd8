//! Markdown: the class as a table, then each file.

use super::{general, said, title};
use crate::homework::class::{Summary, summary};
use crate::homework::grade::{Report, Standing};
use std::fmt::Write;

/// The document.
pub fn markdown(reports: &[Report]) -> String {
    let mut out = String::new();
    if reports.len() > 1 {
        out.push_str(&class(reports));
    }
    for report in reports {
        out.push_str(&one(report));
    }
    out
}

/// The class.
pub fn class(reports: &[Report]) -> String {
    let (mut out, summary) = (String::new(), summary(reports));
    figures(&mut out, reports, &summary);
    let troubles = super::troubles(reports);
    if !troubles.is_empty() {
        out.push_str("For the teacher:\n\n");
        block(&mut out, &troubles, "");
        out.push('\n');
    }
    out
}

fn figures(out: &mut String, reports: &[Report], summary: &Summary) {
    let _ = writeln!(out, "# Class of {}\n\n| student | points | of |\n| --- | ---: | ---: |", reports.len());
    for r in reports {
        let _ = writeln!(out, "| {} | {} | {} |", name(&r.student), r.score(), r.whole());
    }
    if let Some([mean, median, least, greatest]) = &summary.points {
        let _ = writeln!(out, "\nMean {mean}, median {median}, from {least} to {greatest}.");
    }
    let words: Vec<&str> = Standing::ALL.iter().map(|s| s.word()).collect();
    let _ = writeln!(
        out,
        "\n| question | mean | of | {} |\n| --- | ---: | ---: |{}",
        words.join(" | "),
        " ---: |".repeat(words.len())
    );
    for q in &summary.questions {
        let counts: Vec<String> = q.standings.iter().map(usize::to_string).collect();
        let _ = writeln!(out, "| {} | {} | {} | {} |", escape(&q.number), q.mean, q.worth, counts.join(" | "));
    }
    out.push('\n');
}

/// A student.
pub fn one(report: &Report) -> String {
    let mut out = String::new();
    student(&mut out, report);
    out
}

fn student(out: &mut String, report: &Report) {
    let _ = writeln!(out, "## {}: {} of {} points\n", name(&report.student), report.score(), report.whole());
    let lines = general(report);
    if !lines.is_empty() {
        block(out, &lines, "");
        out.push('\n');
    }
    if report.problem.is_some() {
        return;
    }
    for q in &report.marked {
        let text = q.text.as_ref().map_or(String::new(), |text| format!(" {}", escape(text)));
        let _ = writeln!(out, "- **{}**: {} of {}, {}.{text}", escape(&title(q)), q.points, q.worth, q.standing.word());
        if q.standing != Standing::Right || !q.lines.is_empty() {
            out.push('\n');
            block(out, &said(q), "  ");
        }
    }
    out.push('\n');
}

/// Lines as they are: a fenced block, its fence longer than any run of backticks in it.
fn block(out: &mut String, lines: &[String], indent: &str) {
    let text = lines.join("\n");
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    let _ = writeln!(out, "{indent}{fence}text");
    for line in text.lines() {
        let _ = writeln!(out, "{indent}{line}");
    }
    let _ = writeln!(out, "{indent}{fence}");
}

/// A name that a student gave. Letters, digits and blanks mean nothing in Markdown; whatever else a name has makes it code, in
/// which nothing is a mention, a link, an entity or a mark, in GitHub's Markdown and others.
fn name(text: &str) -> String {
    let words = text.chars().all(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_' | '/' | ','));
    if words && !text.trim().is_empty() { escape(text) } else { code(text) }
}

/// A code span, its fence longer than any run of backticks in it. A bar would end the cell of a table, whatever stands before it.
fn code(text: &str) -> String {
    let text = text.replace('\n', " ").replace('|', "\\u{7c}");
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    // A blank at both ends is taken away again.
    format!("{fence} {text} {fence}")
}

/// Plain text of the key on one line.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' => out.push(' '),
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '|' | '~' | '$' | '!' | '&' => {
                out.push('\\');
                out.push(c);
            }
            c => out.push(c),
        }
    }
    out
}

//! What a program says as text for people, in colour or plain: errors, values, checks.

use super::{CheckReport, Diagnostic, Output, Shown, Source, Sources, Span, Verdict, advice, fit, grouped, render};
use crate::source::visible;
use std::fmt::Write;

/// Bytes of a value that the session shows, and of a longer one those that it begins with.
const MOST: usize = 10_000;
const BEGINNING: usize = 2_000;

/// Errors with their places and the command's advice, without the last line end.
pub fn errors(errors: &[Diagnostic], sources: &Sources, color: bool) -> String {
    render(&advice::command(errors), sources, color).trim_end().to_owned()
}

/// Something a program says.
pub fn output(output: &Output, sources: &Sources, color: bool) -> String {
    match output {
        Output::Printed(text) => text.clone(),
        Output::Value(shown) => value(shown),
        Output::Check(report) => check(report, sources, color),
    }
}

/// Something a program says, for a window so wide. What was made for the window, and what a program made itself, stays.
pub fn within(output: &Output, text: &str, width: usize) -> String {
    match output {
        Output::Value(shown) if fit::is_prose(shown.kind) => fit::fitted(text, width),
        Output::Check(_) => fit::fitted(&without_wide_excerpts(text, width), width),
        _ => text.to_owned(),
    }
}

/// A check without a line of the program that is too wide, whose claim stands above it in any case: what is said about it stays.
fn without_wide_excerpts(text: &str, width: usize) -> String {
    let mut out = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let number = line.strip_prefix(INDENT).map(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit()));
        let excerpt = number.is_some_and(|rest| rest.starts_with(" | ") && rest.len() + INDENT.len() < line.len());
        if !excerpt || line.chars().count() <= width {
            out.push(line.to_owned());
        } else if let Some((_, label)) = lines.next().and_then(|marks| marks.rsplit_once('^')) {
            out.push(format!("{INDENT}{}", label.trim_start()));
        }
    }
    out.join("\n")
}

/// A value; a position with its value behind it: `Kayles(7) = *2`.
pub fn value(shown: &Shown) -> String {
    match &shown.value {
        Some(value) if shown.text.contains('\n') => format!("{}\n= {value}", shown.text),
        Some(value) => format!("{} = {value}", shown.text),
        None => shown.text.clone(),
    }
}

/// A value for a person at a terminal: of one that fills screens the beginning, and how to see it all.
pub fn briefly(shown: &Shown) -> String {
    let text = value(shown);
    if text.len() <= MOST {
        return text;
    }
    let mut end = BEGINNING;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let all = grouped(text.chars().count() as u64);
    format!("{} …\n{all} characters in all. To see them: print(_)", &text[..end])
}

/// What to do about a loop that shows nothing.
pub fn unseen(span: Span, sources: &Sources) -> String {
    let text = sources.get(span.source).map_or("", |source| &*source.text);
    let written = text.get(span.start as usize..span.end as usize).unwrap_or_default();
    let written = if written.is_empty() || written.len() > 60 || written.contains('\n') { "…" } else { written };
    let line = match sources.line_column(span) {
        Some((line, _)) if text.trim().contains('\n') => format!(" in line {line}"),
        _ => String::new(),
    };
    format!("note: the loop{line} shows nothing by itself: write `print({written})` to see the value of each round")
}

/// A text in a colour, if colours are wanted.
pub fn paint(text: &str, code: &str, color: bool) -> String {
    if color { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
}

/// Reasons and places stand this far to the right.
const INDENT: &str = "        ";

/// How a check went: one line; if it failed also its place, the true value and the reasons.
pub fn check(report: &CheckReport, sources: &Sources, color: bool) -> String {
    let claim = report.claim.split_whitespace().collect::<Vec<_>>().join(" ");
    let (claim, file) = (visible(&claim), visible(&report.file));
    let word = match &report.verdict {
        Verdict::True => paint("ok", "32", color) + "      ",
        Verdict::False { .. } | Verdict::Failed(_) => paint("FAILED", "1;31", color) + "  ",
    };
    let mut text = format!("{word}{file}:{}  {claim}", report.line);
    if let Some(title) = &report.text {
        let _ = write!(text, "  ({})", visible(title));
    }
    match &report.verdict {
        Verdict::True => {}
        Verdict::False { value, reason } => {
            let label = value
                .as_ref()
                .map_or_else(|| "this does not hold".to_owned(), |v| format!("the true value is {}", visible(v)));
            text.push_str(&place(report, sources, &label));
            for line in reason.iter().flat_map(|r| r.lines()) {
                let _ = write!(text, "\n{INDENT}{}", visible(line));
            }
        }
        Verdict::Failed(error) => {
            for line in errors(std::slice::from_ref(error), sources, color).lines() {
                let _ = write!(text, "\n{INDENT}{line}");
            }
        }
    }
    text
}

/// The line of the claim with the claim marked and a label under it; only the label if the line cannot be found.
fn place(report: &CheckReport, sources: &Sources, label: &str) -> String {
    let source = newest(sources, &report.file).and_then(|s| s.text.lines().nth(report.line.saturating_sub(1)));
    let first = report.claim.lines().next().unwrap_or_default().trim_end();
    let found = source.and_then(|line| Some((line, line.find(first).filter(|_| !first.is_empty())?)));
    let Some((line, at)) = found else { return format!("\n{INDENT}{label}") };
    let number = report.line.to_string();
    let margin = " ".repeat(number.len());
    // Tabs stay tabs, so that the marks stand under what they mark.
    let before: String = visible(&line[..at]).chars().map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
    let (marks, line) = ("^".repeat(visible(first).chars().count()), visible(line));
    format!("\n{INDENT}{number} | {line}\n{INDENT}{margin} | {before}{marks} {label}")
}

/// The source of this name that was read last.
fn newest<'a>(sources: &'a Sources, name: &str) -> Option<&'a Source> {
    (0..).map_while(|i| sources.get(i)).filter(|s| &*s.name == name).last()
}

/// `7 checks, 1 failed`
pub fn summary(passed: usize, failed: usize) -> String {
    match (passed + failed, failed) {
        (0, _) => "no checks".to_owned(),
        (1, 0) => "1 check, it holds".to_owned(),
        (all, 0) => format!("{all} checks, all hold"),
        (1, _) => "1 check, it failed".to_owned(),
        (all, _) => format!("{all} checks, {failed} failed"),
    }
}

//! For people: each file, then the class.

use super::{general, said, title};
use crate::homework::class::{Summary, summary};
use crate::homework::grade::{Report, Standing};
use std::fmt::Write;

/// All reports, and for more than one file the figures of the class.
pub fn text(reports: &[Report]) -> String {
    let mut out = String::new();
    for report in reports {
        out.push_str(&one(report));
        out.push('\n');
    }
    out + &rest(reports)
}

/// The figures of the class, for more than one file.
pub fn rest(reports: &[Report]) -> String {
    let mut out = if reports.len() > 1 { class(reports, &summary(reports)) } else { String::new() };
    let troubles = super::troubles(reports);
    if !troubles.is_empty() {
        let _ = writeln!(out, "\nFor the teacher");
        for line in troubles {
            let _ = writeln!(out, "  {line}");
        }
    }
    out
}

/// The figures of the class, for however many.
pub fn of_class(reports: &[Report]) -> String {
    if reports.len() > 1 { rest(reports) } else { class(reports, &summary(reports)) + &rest(reports) }
}

/// One report.
pub fn one(report: &Report) -> String {
    let mut out = format!("{}: {} of {} points\n", report.file, report.score(), report.whole());
    for line in general(report) {
        let _ = writeln!(out, "  {line}");
    }
    if report.problem.is_some() {
        return out;
    }
    for q in &report.marked {
        let extra = match (q.bonus, q.optional) {
            (true, _) => " (bonus)",
            (false, true) => " (optional)",
            _ => "",
        };
        let _ = writeln!(out, "\n  {}{extra}: {} of {}, {}", title(q), q.points, q.worth, q.standing.word());
        if let Some(text) = &q.text {
            for line in text.lines() {
                let _ = writeln!(out, "    | {line}");
            }
        }
        for line in said(q) {
            let _ = writeln!(out, "    {}", line.trim_end());
        }
    }
    out
}

/// The class: everybody's points, then each question.
fn class(reports: &[Report], summary: &Summary) -> String {
    let mut out = format!("Class of {}\n", reports.len());
    let width = reports.iter().map(|r| r.student.chars().count()).max().unwrap_or(0);
    for report in reports {
        let note = if report.problem.is_some() { "  not graded" } else { "" };
        let _ = writeln!(out, "  {:width$}  {} of {}{note}", report.student, report.score(), report.whole());
    }
    if let Some([mean, median, least, greatest]) = &summary.points {
        let _ = writeln!(out, "\n  mean {mean}, median {median}, from {least} to {greatest}");
    }
    if summary.lost > 0 {
        let _ = writeln!(out, "  {} not graded", summary.lost);
    }
    let _ = writeln!(out);
    for q in &summary.questions {
        let counts: Vec<String> = Standing::ALL
            .iter()
            .zip(q.standings)
            .filter(|(_, n)| *n > 0)
            .map(|(standing, n)| format!("{n} {}", standing.word()))
            .collect();
        let _ = writeln!(out, "  {:>6}  mean {} of {}: {}", q.number, q.mean, q.worth, counts.join(", "));
        if let Some((answer, n)) = &q.commonest {
            let _ = writeln!(out, "          commonest wrong answer, {n} times: {answer}");
        }
    }
    out
}

//! Tables (RFC 4180) for courses' systems and for people: Moodle's import of grades, Canvas' gradebook, and the list of what a person has to
//! look at, which comes back filled in.
//!
//! Moodle (“Grade import”, CSV) lets whoever imports choose which column names the user and which holds the grade: here they have the
//! names that it proposes by itself. Canvas (“How do I import grades in the Gradebook?”) wants `Student`, `ID`, `SIS Login ID` and `Section`
//! before the column of the assignment, and takes a second row with the points possible.

use super::csv::{plain, row};
use super::said;
use crate::homework::Points;
use crate::homework::grade::{Report, Standing};

/// For Moodle: who, how many points, and why. A file that was not graded has no grade.
pub fn moodle(reports: &[Report]) -> String {
    let mut out = String::new();
    row(&mut out, ["Username", "Grade", "Feedback"].map(str::to_owned).into_iter());
    for report in reports {
        let grade = if report.problem.is_some() { String::new() } else { report.score().to_string() };
        row(&mut out, [plain(&report.student), grade, plain(&feedback(report))].into_iter());
    }
    out
}

/// For Canvas: the assignment has the name of the key.
pub fn canvas(key: &str, reports: &[Report]) -> String {
    let mut out = String::new();
    row(&mut out, ["Student", "ID", "SIS Login ID", "Section", key].map(str::to_owned).into_iter());
    let whole = reports
        .first()
        .map_or_else(Points::zero, |r| r.marked.iter().filter(|q| !q.bonus).map(|q| q.worth.clone()).sum());
    row(&mut out, ["    Points Possible", "", "", "", &whole.to_string()].map(str::to_owned).into_iter());
    for report in reports {
        let grade = if report.problem.is_some() { String::new() } else { report.score().to_string() };
        let name = plain(&report.student);
        row(&mut out, [name.clone(), String::new(), name, String::new(), grade].into_iter());
    }
    out
}

fn feedback(report: &Report) -> String {
    let mut lines: Vec<String> = report.problem.iter().cloned().collect();
    for q in report.marked.iter().filter(|_| report.problem.is_none()) {
        lines.push(format!("{}: {} of {}, {}", q.number, q.points, q.worth, q.standing.word()));
        if q.standing != Standing::Right {
            lines.extend(said(q).into_iter().map(|line| format!("  {line}")));
        }
    }
    lines.join("\n")
}

/// What a person has to look at: a row for each answer, with room for points and a comment.
pub fn marks(reports: &[Report]) -> String {
    let mut out = String::new();
    row(
        &mut out,
        ["student", "question", "points", "comment", "worth", "asked", "answer", "why"].map(str::to_owned).into_iter(),
    );
    for report in reports.iter().filter(|r| r.problem.is_none()) {
        for q in report.marked.iter().filter(|q| q.standing == Standing::Manual) {
            let asked = [&q.text, &q.manual].into_iter().flatten().cloned().collect::<Vec<_>>().join("\n");
            let cells = [
                plain(&report.student),
                q.name.clone(),
                String::new(),
                String::new(),
                q.worth.to_string(),
                plain(&asked),
                plain(q.given.as_deref().unwrap_or_default()),
                plain(q.trouble.as_deref().unwrap_or_default()),
            ];
            row(&mut out, cells.into_iter());
        }
    }
    out
}

//! JUnit XML: a suite for each file, a case for each question. A question with less than all points is a failure, one whose
//! answer has no value an error, an optional one without an answer is skipped.

use super::{general, said};
use crate::homework::grade::{Marked, Report, Standing};
use crate::scene::escaped;
use std::fmt::Write;

/// The document.
pub fn junit(reports: &[Report]) -> String {
    let totals = reports.iter().map(count).fold([0; 4], |a, b| [a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]]);
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let _ = writeln!(out, "<testsuites name=\"sprague grade\" {}>", counts(totals, false));
    for report in reports {
        suite(&mut out, report);
    }
    out.push_str("</testsuites>\n");
    out
}

/// Cases, failures, errors, skipped.
fn count(report: &Report) -> [usize; 4] {
    let of = |f: &dyn Fn(&Marked) -> bool| report.marked.iter().filter(|q| f(q)).count();
    [report.marked.len(), of(&failed), of(&broken), of(&skipped)]
}

fn counts([tests, failures, errors, skipped]: [usize; 4], with_skipped: bool) -> String {
    let skipped = if with_skipped { format!(" skipped=\"{skipped}\"") } else { String::new() };
    format!("tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\"{skipped}")
}

fn skipped(q: &Marked) -> bool {
    q.standing == Standing::Blank && (q.optional || q.bonus)
}

fn broken(q: &Marked) -> bool {
    matches!(q.standing, Standing::Error | Standing::Limit)
}

fn failed(q: &Marked) -> bool {
    q.standing != Standing::Right && !skipped(q) && !broken(q)
}

fn suite(out: &mut String, report: &Report) {
    let _ = writeln!(out, "  <testsuite name=\"{}\" {}>", escaped(&report.student), counts(count(report), true));
    let _ = writeln!(out, "    <properties>");
    for (name, value) in [
        ("file", report.file.clone()),
        ("score", report.score().to_string()),
        ("max_score", report.whole().to_string()),
    ] {
        let _ = writeln!(out, "      <property name=\"{name}\" value=\"{}\"/>", escaped(&value));
    }
    let _ = writeln!(out, "    </properties>");
    for q in &report.marked {
        let name = match &q.text {
            Some(text) => format!("{} {text}", q.number),
            None => q.number.clone(),
        };
        let _ = write!(out, "    <testcase classname=\"{}\" name=\"{}\"", escaped(&report.student), escaped(&name));
        let message = format!("{} of {} points", q.points, q.worth);
        let text = escaped(&said(q).join("\n"));
        if skipped(q) {
            let _ = writeln!(out, ">\n      <skipped message=\"no answer\"/>\n    </testcase>");
        } else if broken(q) || failed(q) {
            let tag = if broken(q) { "error" } else { "failure" };
            let _ = writeln!(
                out,
                ">\n      <{tag} message=\"{message}\" type=\"{}\">{text}</{tag}>\n    </testcase>",
                q.standing.word()
            );
        } else {
            let _ = writeln!(out, "/>");
        }
    }
    let said = general(report).join("\n");
    if !said.is_empty() {
        let _ = writeln!(out, "    <system-out>{}</system-out>", escaped(&said));
    }
    out.push_str("  </testsuite>\n");
}

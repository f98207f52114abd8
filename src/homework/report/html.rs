//! Pages that need nothing else: for each student, and for the class with a histogram of each question and the wrong answers that
//! were given. They print as they stand.

use super::{general, said, title};
use crate::homework::class::{Statistics, Summary, summary};
use crate::homework::grade::{Marked, Report, Standing};
use crate::scene::escaped;
use std::fmt::Write;

/// Wrong answers of a question that are told.
const WRONG: usize = 5;

const STYLE: &str = "body{font:16px/1.5 Georgia,serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#222}\
h1{font-size:1.5rem}h2{font-size:1.15rem;margin:2rem 0 .3rem}h3{font-size:1rem;margin:1.2rem 0 .2rem}\
table{border-collapse:collapse}td,th{padding:.15rem .8rem .15rem 0;text-align:left;border-bottom:1px solid #ddd}\
td.n{text-align:right}pre{white-space:pre-wrap;font:14px/1.4 monospace;background:#f6f6f4;padding:.5rem .7rem;margin:.3rem 0}\
.asked{white-space:pre-wrap;margin:0}.right{color:#1a6b2d}.wrong,.error,.limit{color:#a3231f}.partial,.manual{color:#8a5a00}.blank{color:#777}\
figure{margin:.4rem 0}@media print{body{margin:0;max-width:none}section{break-inside:avoid}}";

fn page(title: &str, body: &str) -> String {
    let title = escaped(title);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n{body}</body>\n</html>\n"
    )
}

/// The page of a student.
pub fn student(report: &Report) -> String {
    page(&report.student, &one(report, "h1"))
}

/// One page for all: the class, and then each.
pub fn all(reports: &[Report]) -> String {
    if let [report] = reports {
        return student(report);
    }
    let mut body = class_body(reports, None);
    for report in reports {
        body.push_str(&one(report, "h2"));
    }
    page(&format!("Class of {}", reports.len()), &body)
}

/// The page of the class, from which the pages of students are reached.
pub fn class(reports: &[Report], pages: &[String]) -> String {
    page(&format!("Class of {}", reports.len()), &class_body(reports, Some(pages)))
}

fn class_body(reports: &[Report], pages: Option<&[String]>) -> String {
    let summary = summary(reports);
    let mut out = format!(
        "<h1>Class of {}</h1>\n<table>\n<tr><th>student</th><th>points</th><th>of</th><th></th></tr>\n",
        reports.len()
    );
    for (i, report) in reports.iter().enumerate() {
        let name = match pages.and_then(|pages| pages.get(i)) {
            Some(page) => format!("<a href=\"{}\">{}</a>", escaped(&address(page)), escaped(&report.student)),
            None => escaped(&report.student),
        };
        let open = report.marked.iter().filter(|q| q.standing == Standing::Manual).count();
        let note = match () {
            () if report.problem.is_some() => "not graded".to_owned(),
            () if open > 0 => format!("{open} to be looked at"),
            () => String::new(),
        };
        let _ = writeln!(
            out,
            "<tr><td>{name}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td>{note}</td></tr>",
            report.score(),
            report.whole()
        );
    }
    out.push_str("</table>\n");
    figures(&mut out, &summary);
    for q in &summary.questions {
        question(&mut out, q);
    }
    let troubles: Vec<String> = super::troubles(reports);
    if !troubles.is_empty() {
        let _ = writeln!(out, "<h2>For the teacher</h2>\n<pre>{}</pre>", escaped(&troubles.join("\n")));
    }
    out
}

/// A name of a file in a link.
fn address(name: &str) -> String {
    let mut out = String::new();
    for byte in name.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'.' | b'-' | b'_' => out.push(char::from(byte)),
            _ => {
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
    out
}

fn figures(out: &mut String, summary: &Summary) {
    if let Some([mean, median, least, greatest]) = &summary.points {
        let _ = writeln!(out, "<p>Mean {mean}, median {median}, from {least} to {greatest}.</p>");
    }
    if summary.lost > 0 {
        let _ = writeln!(out, "<p>{} not graded; they count in no mean.</p>", summary.lost);
    }
}

fn question(out: &mut String, q: &Statistics) {
    let counts: Vec<String> = Standing::ALL
        .iter()
        .zip(q.standings)
        .filter(|(_, n)| *n > 0)
        .map(|(standing, n)| format!("<span class=\"{0}\">{n} {0}</span>", standing.word()))
        .collect();
    let _ = writeln!(
        out,
        "<section>\n<h2>Question {}</h2>\n<p>mean {} of {}: {}</p>\n{}",
        escaped(&q.number),
        q.mean,
        q.worth,
        counts.join(", "),
        histogram(q)
    );
    if !q.wrong.is_empty() {
        out.push_str("<table>\n<tr><th>wrong answer</th><th>times</th></tr>\n");
        for (answer, n) in q.wrong.iter().take(WRONG) {
            let _ = writeln!(out, "<tr><td><code>{}</code></td><td class=\"n\">{n}</td></tr>", escaped(answer));
        }
        if q.wrong.len() > WRONG {
            let rest: usize = q.wrong[WRONG..].iter().map(|(_, n)| n).sum();
            let _ = writeln!(out, "<tr><td>{} others</td><td class=\"n\">{rest}</td></tr>", q.wrong.len() - WRONG);
        }
        out.push_str("</table>\n");
    }
    out.push_str("</section>\n");
}

/// How many reached how many points, in tenths of what the question is worth.
fn histogram(q: &Statistics) -> String {
    const BARS: usize = 11;
    let mut bars = [0usize; BARS];
    let worth = q.worth.to_f64();
    for points in &q.points {
        let share = if worth > 0.0 { points.to_f64() / worth } else { 0.0 };
        bars[((share * 10.0) as usize).min(BARS - 1)] += 1;
    }
    let most = bars.iter().copied().max().unwrap_or(0).max(1);
    let mut out = format!(
        "<figure><svg viewBox=\"0 0 264 78\" width=\"264\" height=\"78\" role=\"img\" aria-label=\"Points of question {}\" font-family=\"sans-serif\" font-size=\"9\">\n",
        escaped(&q.number)
    );
    for (i, n) in bars.iter().enumerate() {
        let (x, height) = (i * 24 + 2, n * 50 / most);
        let _ =
            write!(out, "<rect x=\"{x}\" y=\"{}\" width=\"20\" height=\"{height}\" fill=\"#4a6fa5\"/>", 64 - height);
        if *n > 0 {
            let _ = write!(out, "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{n}</text>", x + 10, 61 - height);
        }
        let _ =
            writeln!(out, "<text x=\"{}\" y=\"75\" text-anchor=\"middle\" fill=\"#666\">{}%</text>", x + 10, i * 10);
    }
    out + "</svg></figure>"
}

fn one(report: &Report, head: &str) -> String {
    let mut out =
        format!("<{head}>{}: {} of {} points</{head}>\n", escaped(&report.student), report.score(), report.whole());
    let lines = general(report);
    if !lines.is_empty() {
        let _ = writeln!(out, "<pre>{}</pre>", escaped(&lines.join("\n")));
    }
    for q in report.marked.iter().filter(|_| report.problem.is_none()) {
        marked(&mut out, q);
    }
    out
}

fn marked(out: &mut String, q: &Marked) {
    let extra = match (q.bonus, q.optional) {
        (true, _) => " (bonus)",
        (false, true) => " (optional)",
        _ => "",
    };
    let _ = writeln!(
        out,
        "<section>\n<h3>{}{extra}: {} of {}, <span class=\"{3}\">{3}</span></h3>",
        escaped(&title(q)),
        q.points,
        q.worth,
        q.standing.word()
    );
    if let Some(text) = &q.text {
        let _ = writeln!(out, "<p class=\"asked\">{}</p>", escaped(text));
    }
    if let Some(board) = &q.board {
        let _ = writeln!(out, "<figure>{}</figure>", crate::homework::board::svg(board));
    }
    let _ = writeln!(out, "<pre>{}</pre>\n</section>", escaped(&said(q).join("\n")));
}

//! CSV (RFC 4180): a row for each file, a column for each question.

use crate::homework::grade::Report;

/// The table. A name that a spreadsheet would take for a formula gets an apostrophe before it.
pub fn csv(reports: &[Report]) -> String {
    let mut out = String::new();
    let names = reports.first().map_or_else(Vec::new, |r| r.marked.iter().map(|q| q.name.clone()).collect());
    let heads = ["student", "file", "score", "max_score"].map(str::to_owned);
    row(&mut out, heads.into_iter().chain(names).chain(["problem".to_owned()]));
    for r in reports {
        let start = [plain(&r.student), plain(&r.file), r.score().to_string(), r.whole().to_string()];
        let points = r.marked.iter().map(|q| q.points.to_string());
        let problem = plain(r.problem.as_deref().unwrap_or_default());
        row(&mut out, start.into_iter().chain(points).chain([problem]));
    }
    out
}

fn plain(text: &str) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{text}") } else { text.to_owned() }
}

fn row(out: &mut String, fields: impl Iterator<Item = String>) {
    for (i, field) in fields.enumerate() {
        if i > 0 {
            out.push(',');
        }
        if field.contains([',', '"', '\n', '\r']) {
            out.push('"');
            out.push_str(&field.replace('"', "\"\""));
            out.push('"');
        } else {
            out.push_str(&field);
        }
    }
    out.push_str("\r\n");
}

//! CSV (RFC 4180): a row for each file, a column for each question.

use crate::homework::grade::Report;

/// Characters with which a spreadsheet begins a formula, the wide ones of East Asian keyboards among them.
const FORMULA: [char; 10] = ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'];

/// The table.
pub fn csv(reports: &[Report]) -> String {
    reports.iter().enumerate().map(|(i, report)| piece(report, i == 0)).collect()
}

/// The row of a file, and before the first the names of the columns.
pub fn piece(r: &Report, first: bool) -> String {
    let mut out = String::new();
    if first {
        let heads = ["student", "file", "score", "max_score"].map(str::to_owned);
        let names = r.marked.iter().map(|q| q.name.clone());
        row(&mut out, heads.into_iter().chain(names).chain(["problem".to_owned()]));
    }
    let start = [plain(&r.student), plain(&r.file), r.score().to_string(), r.whole().to_string()];
    let points = r.marked.iter().map(|q| q.points.to_string());
    row(&mut out, start.into_iter().chain(points).chain([plain(r.problem.as_deref().unwrap_or_default())]));
    out
}

/// A text that a spreadsheet would take for a formula gets an apostrophe before it.
pub(super) fn plain(text: &str) -> String {
    let formula = text.starts_with(FORMULA) || text.trim_start().starts_with(FORMULA);
    if formula { format!("'{text}") } else { text.to_owned() }
}

pub(super) fn row(out: &mut String, fields: impl Iterator<Item = String>) {
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

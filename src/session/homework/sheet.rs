//! The public part of a key: what is asked, without what is expected.

use super::Key;
use crate::report::Diagnostic;
use crate::syntax::ast::StmtKind;
use crate::syntax::homework::{Line, LineKind, Question};
use crate::syntax::{Highlight, Mode, parse, tokens};

/// What students read where the key says what a person looks at.
const BY_HAND: &str = "\"A person reads the answer.\"";

/// The sheet of a key, or the key's syntax errors: its text without the lines that say what is right, and without comments.
pub fn sheet(text: &str) -> Result<String, Vec<Diagnostic>> {
    let parsed = parse(0, text, Mode::Script);
    if !parsed.errors.is_empty() {
        return Err(parsed.errors);
    }
    let comments = tokens(text).into_iter().filter(|(kind, ..)| *kind == Highlight::Comment);
    let mut hidden: Vec<Hidden> = comments.map(|(_, start, end)| (start, end, "")).collect();
    let (mut out, mut names) = (String::new(), Vec::new());
    let questions = parsed.program.statements.iter().filter_map(|statement| match &statement.kind {
        StmtKind::Question(question) => Some((statement, question)),
        _ => None,
    });
    for (_, question) in questions.clone() {
        secrets(text, question, "", false, &mut hidden, &mut names);
    }
    hidden.sort_unstable();
    for (statement, _) in questions {
        statement.doc.iter().flat_map(|doc| doc.lines()).for_each(|line| out.push_str(&format!("## {line}\n")));
        without(text, (statement.span.start as usize, statement.span.end as usize), &hidden, &mut out);
        out.push('\n');
    }
    out.push_str("\n# Your answers:\n");
    for name in names {
        out.push_str(&format!("# answer {name} = \n"));
    }
    Ok(out)
}

/// Whether a key is another one for each student.
pub fn varies(text: &str) -> bool {
    let parsed = parse(0, text, Mode::Script);
    parsed.program.statements.iter().any(|statement| matches!(statement.kind, StmtKind::Vary(_)))
}

/// The sheet of one student, from a key that is another one for each.
pub fn sheet_for(text: &str, key: &Key) -> Result<String, Vec<Diagnostic>> {
    let mut told = String::with_capacity(text.len());
    let mut at = 0;
    let mut variants: Vec<(usize, usize, &str)> = key
        .questions
        .iter()
        .flat_map(|q| &q.variants)
        .map(|(span, text)| (span.start as usize, span.end as usize, text.as_str()))
        .collect();
    variants.sort_unstable();
    variants.dedup();
    for (from, to, line) in variants {
        if from >= at {
            told.push_str(&text[at..from]);
            told.push_str(line);
            at = to;
        }
    }
    told.push_str(&text[at..]);
    sheet(&told)
}

/// Where the lines of a question stand that say what is right, and the names of its answers.
fn secrets(
    text: &str,
    question: &Question,
    stem: &str,
    ruled: bool,
    hidden: &mut Vec<Hidden>,
    names: &mut Vec<String>,
) {
    let name = format!("{stem}{}", question.name.name);
    let mut has_parts = false;
    // What an answer may be made of is public, also where nobody has said it.
    let rules = |line: &Line| matches!(line.kind, LineKind::Literal | LineKind::Forbid(_) | LineKind::Allow(_));
    let mut ruled = ruled;
    let spoken = question.lines.iter().any(rules);
    let criteria = || question.lines.iter().filter(|l| matches!(l.kind, LineKind::Expect(..) | LineKind::Accept(_)));
    let main = criteria().find(|line| line.worth.is_none()).or(criteria().next());
    let values = main.is_some_and(|line| match &line.kind {
        LineKind::Expect(how, ..) => {
            !how.as_ref().is_some_and(|how| matches!(&*how.name, "rules" | "period" | "strategy"))
        }
        _ => false,
    });
    let parted = question.lines.iter().any(|line| matches!(line.kind, LineKind::Part(_)));
    let mut told = ruled || spoken || parted || !values;
    for line in &question.lines {
        match &line.kind {
            LineKind::Where(_) | LineKind::Check(_) => {}
            LineKind::Manual => {
                // What counts is as good as the answer.
                let at = line.span.start as usize;
                let mut strings = tokens(&text[at..line.span.end as usize]);
                strings.retain(|(kind, ..)| *kind == Highlight::String);
                let counts = strings.first().zip(strings.last());
                hidden.extend(counts.map(|((_, from, _), (.., to))| (at + from, at + to, BY_HAND)));
            }
            LineKind::Literal | LineKind::Forbid(_) | LineKind::Allow(_) => ruled = true,
            LineKind::Part(part) => {
                has_parts = true;
                secrets(text, part, &name, ruled, hidden, names);
            }
            _ => {
                let expects = matches!(line.kind, LineKind::Expect(..));
                let instead = if expects && !told { "literal" } else { "" };
                told |= expects;
                hidden.push((line.span.start as usize, line.span.end as usize, instead));
            }
        }
    }
    if !has_parts {
        names.push(name);
    }
}

/// A part of a text that is hidden, and what stands there instead.
type Hidden = (usize, usize, &'static str);

/// A part of a text without what is hidden, nor the lines on which nothing else stands.
fn without(text: &str, (mut at, end): (usize, usize), hidden: &[Hidden], out: &mut String) {
    for &(from, to, instead) in hidden.iter().filter(|&&(_, to, _)| to <= end) {
        // A comment may stand in a hidden line.
        if from < at {
            continue;
        }
        out.push_str(&text[at..from]);
        if !instead.is_empty() {
            out.push_str(instead);
            at = to;
            continue;
        }
        out.truncate(out.trim_end_matches([' ', '\t']).len());
        let rest = text[to..end].trim_start_matches([' ', '\t']);
        let rest = rest.strip_prefix(';').unwrap_or(rest);
        let alone = out.is_empty() || out.ends_with('\n');
        at = end - if alone { rest.strip_prefix('\n').unwrap_or(rest) } else { rest }.len();
    }
    out.push_str(&text[at..end]);
}

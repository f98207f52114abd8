//! The public part of a key: what is asked, without what is expected.

use crate::report::Diagnostic;
use crate::syntax::ast::StmtKind;
use crate::syntax::homework::{LineKind, Question};
use crate::syntax::{Highlight, Mode, parse, tokens};

/// The sheet of a key, or the key's syntax errors: its text without the lines that say what is right, and without comments.
pub fn sheet(text: &str) -> Result<String, Vec<Diagnostic>> {
    let parsed = parse(0, text, Mode::Script);
    if !parsed.errors.is_empty() {
        return Err(parsed.errors);
    }
    let comments = tokens(text).into_iter().filter(|(kind, ..)| *kind == Highlight::Comment);
    let mut hidden: Vec<(usize, usize)> = comments.map(|(_, start, end)| (start, end)).collect();
    let (mut out, mut names) = (String::new(), Vec::new());
    let questions = parsed.program.statements.iter().filter_map(|statement| match &statement.kind {
        StmtKind::Question(question) => Some((statement, question)),
        _ => None,
    });
    for (_, question) in questions.clone() {
        secrets(question, "", &mut hidden, &mut names);
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

/// Where the lines of a question stand that say what is right, and the names of its answers.
fn secrets(question: &Question, stem: &str, hidden: &mut Vec<(usize, usize)>, names: &mut Vec<String>) {
    let name = format!("{stem}{}", question.name.name);
    let mut has_parts = false;
    for line in &question.lines {
        match &line.kind {
            LineKind::Where(_) | LineKind::Check(_) => {}
            LineKind::Part(part) => {
                has_parts = true;
                secrets(part, &name, hidden, names);
            }
            _ => hidden.push((line.span.start as usize, line.span.end as usize)),
        }
    }
    if !has_parts {
        names.push(name);
    }
}

/// A part of a text without what is hidden, nor the lines on which nothing else stands.
fn without(text: &str, (mut at, end): (usize, usize), hidden: &[(usize, usize)], out: &mut String) {
    for &(from, to) in hidden.iter().filter(|&&(_, to)| to <= end) {
        // A comment may stand in a hidden line.
        if from < at {
            continue;
        }
        out.push_str(&text[at..from]);
        out.truncate(out.trim_end_matches([' ', '\t']).len());
        let rest = text[to..end].trim_start_matches([' ', '\t']);
        let rest = rest.strip_prefix(';').unwrap_or(rest);
        let alone = out.is_empty() || out.ends_with('\n');
        at = end - if alone { rest.strip_prefix('\n').unwrap_or(rest) } else { rest }.len();
    }
    out.push_str(&text[at..end]);
}

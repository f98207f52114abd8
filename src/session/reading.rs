//! What an editor needs to know of a text while it is typed, from the language's own lexer and parser.

use crate::limits::with_stack;
use crate::resolve::PROTECTED;
use crate::syntax::ast::{Expr, ExprKind, Pattern, StmtKind, Target};
pub use crate::syntax::{Highlight, tokens};
use crate::syntax::{Mode, parse};
use std::ops::Range;

/// The kind of the token that the cursor is in or right behind.
pub fn kind_at(text: &str, cursor: usize) -> Option<Highlight> {
    tokens(text).into_iter().find(|&(_, start, end)| start < cursor && cursor <= end).map(|t| t.0)
}

/// Whether a text is one name and nothing else, so that something can be called so.
pub fn is_name(text: &str) -> bool {
    matches!(tokens(text)[..], [(Highlight::Name, 0, end)] if end == text.len()) && !PROTECTED.contains(&text)
}

/// Whether the session should wait for another line. Two empty lines at the end say that it should not; a command is
/// always one line.
pub fn is_unfinished(text: &str) -> bool {
    let given_up = text.lines().rev().take_while(|line| line.trim().is_empty()).count() >= 2 || text.ends_with("\n\n");
    let command = text.trim_start().starts_with([':', '?']);
    !given_up && !command && (documents(text) || parse(0, text, Mode::Session).incomplete())
}

/// Whether a text has an error that can be seen before it runs.
pub fn is_wrong(text: &str) -> bool {
    !parse(0, text, Mode::Session).errors.is_empty()
}

/// Whether a text is one expression: it defines nothing, and nothing stands beside it.
pub fn is_expression(text: &str) -> bool {
    let parsed = parse(0, text, Mode::Session);
    let [statement] = &parsed.program.statements[..] else { return false };
    parsed.errors.is_empty() && matches!(statement.kind, StmtKind::Expr(_))
}

/// Where a text asks for `_`, the value before it, which only sessions have.
pub fn places_of_last(text: &str) -> Vec<Range<usize>> {
    fn find(e: &Expr, places: &mut Vec<Range<usize>>) {
        with_stack(|| {
            if matches!(&*e.kind, ExprKind::Name(name) if &**name == "_") {
                places.push(e.span.start as usize..e.span.end as usize);
            }
            e.kind.for_each_child(&mut |child| find(child, places));
        });
    }
    let mut places = Vec::new();
    let parsed = parse(0, text, Mode::Session);
    parsed.program.statements.iter().for_each(|s| s.kind.for_each_child(&mut |e| find(e, &mut places)));
    places
}

/// Whether a text gives `_` a value, which only the prompt knows.
pub fn sets_last(text: &str) -> bool {
    let is_last = |target: &Target| matches!(target, Target::Pattern(Pattern::Name(name)) if &*name.name == "_");
    let statements = parse(0, text, Mode::Session).program.statements;
    statements.iter().any(|s| matches!(&s.kind, StmtKind::Assign(target, _) if is_last(target)))
}

/// The first submission of a text, and the rest of it. Pasted lines are read together, so that definitions may use each other;
/// a command stands by itself, and so does every line if `single`.
pub fn next_submission(text: &str, single: bool) -> (&str, &str) {
    let mut end = 0;
    for line in text.split_inclusive('\n') {
        let command = line.trim_start().starts_with([':', '?']);
        if command && end > 0 && !text[..end].trim().is_empty() && !is_unfinished(text[..end].trim_end()) {
            break;
        }
        let before = end;
        end += line.len();
        if !line.trim().is_empty() && (single || command && text[..before].trim().is_empty()) {
            break;
        }
    }
    text.split_at(end)
}

/// The operand at the end of a text, to which a dot would belong: names, values, brackets, calls and dots right behind each other.
pub fn receiver(text: &str) -> Option<&str> {
    let tokens = tokens(text);
    let mut i = tokens.len();
    let mut start = text.len();
    loop {
        // One operand, backwards, with all brackets behind it.
        let (kind, from, to) = tokens[i.checked_sub(1)?];
        if to != start {
            return None;
        }
        i -= 1;
        let written = &text[from..to];
        match kind {
            Highlight::Bracket if matches!(written, ")" | "]" | "}") => {
                let mut depth = 1;
                while depth > 0 {
                    i = i.checked_sub(1)?;
                    if tokens[i].0 == Highlight::Bracket {
                        depth = if matches!(&text[tokens[i].1..tokens[i].2], ")" | "]" | "}") {
                            depth + 1
                        } else {
                            depth - 1
                        };
                    }
                }
                start = tokens[i].1;
                // What is called or indexed stands right before.
                let touches = i.checked_sub(1).map(|before| tokens[before]).filter(|before| before.2 == start);
                let called = touches.is_some_and(|(kind, from, to)| {
                    kind == Highlight::Name || kind == Highlight::Bracket && matches!(&text[from..to], ")" | "]")
                });
                if called && &text[start..=start] != "{" {
                    continue;
                }
            }
            Highlight::GameBar if written == ">" => {
                let mut depth = 1;
                while depth > 0 {
                    i = i.checked_sub(1)?;
                    match &text[tokens[i].1..tokens[i].2] {
                        ">" if tokens[i].0 == Highlight::GameBar => depth += 1,
                        "<" if tokens[i].0 == Highlight::GameBar => depth -= 1,
                        _ => {}
                    }
                }
                start = tokens[i].1;
            }
            Highlight::String => {
                // Back to the quote that opens it.
                start = from;
                let mut opened = written.len() > 1 && written.starts_with('"');
                while !opened {
                    i = i.checked_sub(1)?;
                    start = tokens[i].1;
                    opened = tokens[i].0 == Highlight::String && text[start..].starts_with('"');
                }
            }
            Highlight::Name | Highlight::Number | Highlight::GameValue => start = from,
            _ => return None,
        }
        // A dot before it belongs to the same operand.
        match i.checked_sub(1).map(|before| tokens[before]) {
            Some((_, from, to)) if to == start && &text[from..to] == "." => {
                i -= 1;
                start = from;
            }
            _ => return text.get(start..),
        }
    }
}

/// Whether the last line is documentation: the definition that it belongs to is still to come.
fn documents(text: &str) -> bool {
    text.lines().next_back().is_some_and(|line| line.trim_start().starts_with("##"))
}

//! Colours for what is being typed, by the language's own lexer. In: text. Out: the same text with escape sequences.

use crate::session::reading::{Highlight, tokens};

/// Beyond this, colours would make typing slow.
const MAX_BYTES: usize = 20_000;

/// The text in colours; its width stays the same.
pub fn highlight(text: &str) -> String {
    let first = text.trim_start().chars().next();
    if text.len() > MAX_BYTES || matches!(first, Some(':' | '?')) {
        return text.to_owned();
    }
    let mut colored = String::with_capacity(2 * text.len());
    let mut done = 0;
    for (kind, start, end) in tokens(text) {
        let Some(code) = code(kind).filter(|_| start >= done && start < end) else { continue };
        colored.push_str(&text[done..start]);
        // An escape sequence must not span lines: the editor draws each by itself.
        for (i, line) in text[start..end].split('\n').enumerate() {
            if i > 0 {
                colored.push('\n');
            }
            if !line.is_empty() {
                colored.extend(["\x1b[", code, "m", line, "\x1b[0m"]);
            }
        }
        done = end;
    }
    colored + &text[done..]
}

/// Colours that can be read on light and on dark ground.
const fn code(kind: Highlight) -> Option<&'static str> {
    match kind {
        Highlight::Keyword => Some("35"),
        Highlight::Number => Some("36"),
        Highlight::GameValue => Some("33"),
        Highlight::String => Some("32"),
        Highlight::Comment => Some("2"),
        Highlight::GameBar => Some("1;34"),
        Highlight::Unknown => Some("31"),
        Highlight::Name | Highlight::Operator | Highlight::Bracket => None,
    }
}

//! One layout for all programs: blanks, indentation, columns. Line breaks are the author's, and so are blanks around operators
//! where both ways are read.
//!
//! In: a text without syntax errors. Out: the same tokens and comments in the same lines. What is laid out stays as it is when it is laid
//! out again.
//!
//! The tokens of each line ([`lines`]) get the blanks between them ([`gaps`]); where an author has put more, and what stands there
//! is aligned with the line above or below, it stays aligned ([`columns`]).

mod columns;
mod gaps;
mod lines;

use super::lexer::lex;
use super::token::Tok;
use super::{Mode, Pace};

/// Attempts to reach a layout that stays as it is; the second most often finds that the first was one.
const ATTEMPTS: usize = 8;

/// The text laid out. What cannot be laid out in a way that stays, or that would change what is read, keeps its blanks but those at
/// the ends of lines.
pub fn laid_out(text: &str) -> String {
    let ends = if text.split_once('\n').is_some_and(|(first, _)| first.ends_with('\r')) { "\r\n" } else { "\n" };
    let as_it_was: Vec<&str> = text.lines().map(|line| line.trim_end_matches(is_blank)).collect();
    let as_it_was = as_it_was.join("\n");
    let as_it_was = format!("{}\n", as_it_was.trim_end_matches('\n'));
    let mut now = as_it_was.clone();
    for _ in 0..ATTEMPTS {
        let next = columns::placed(lines::of(&now));
        if next == now {
            let same = words(&as_it_was).eq(words(&now));
            return with_ends(if same { now } else { as_it_was }, ends);
        }
        now = next;
    }
    with_ends(as_it_was, ends)
}

fn with_ends(text: String, ends: &str) -> String {
    let text = if text == "\n" { String::new() } else { text };
    if ends == "\n" { text } else { text.replace('\n', ends) }
}

/// What stands between tokens, line ends apart.
fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\r' | '\u{feff}' | '\u{a0}' | '\u{2009}' | '\u{202f}')
}

/// What a text says: all tokens and comments, and where statements end.
fn words(text: &str) -> impl Iterator<Item = (Tok, &str)> {
    let tokens = lex(0, text, Mode::Script, &Pace::unbounded()).tokens;
    tokens.into_iter().map(|t| {
        let written = if t.tok == Tok::Newline { "" } else { &text[t.start as usize..t.end as usize] };
        (t.tok, written.trim_end_matches(is_blank))
    })
}

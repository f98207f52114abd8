//! What a text says apart from its names, blanks and comments: two writings of one rule have the same outline.
//!
//! In: the text of a statement. Out: its words; and some of them as a line in which names count by the order in which they come.

use super::lexer::{is_down, tokens};
use super::token::Highlight;

/// A token that is no comment.
#[derive(Clone, Copy, Debug)]
pub struct Word<'t> {
    /// As it stands there.
    pub text: &'t str,
    /// Whether it is a name.
    is_name: bool,
    /// Whether it is the first of its line.
    pub begins_line: bool,
}

/// The words of a text.
pub fn words(text: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut last = 0;
    for (kind, start, end) in tokens(text) {
        let token = text.get(start..end).unwrap_or("");
        if kind == Highlight::Comment || token.trim().is_empty() {
            continue;
        }
        let begins_line = words.is_empty() || text.get(last..start).is_some_and(|between| between.contains('\n'));
        let is_name = kind == Highlight::Name || kind == Highlight::GameValue && is_down(token);
        words.push(Word { text: token, is_name, begins_line });
        last = end;
    }
    words
}

/// The words in a line. Names are numbered as they come, after those that are known already; `fixed` ones stay as they are.
pub fn outline<'t>(words: &[Word<'t>], fixed: &[&str], names: &mut Vec<&'t str>) -> String {
    let mut line = String::new();
    for word in words {
        if !line.is_empty() {
            line.push(' ');
        }
        if !word.is_name || fixed.contains(&word.text) {
            line.push_str(word.text);
            continue;
        }
        let number = names.iter().position(|name| *name == word.text).unwrap_or_else(|| {
            names.push(word.text);
            names.len() - 1
        });
        line.push_str(&format!("${number}"));
    }
    line
}

//! Completion. In: a line, the cursor, the known words. Out: where the word begins and what it could be. Knows no
//! terminal.

use super::commands::COMMANDS;
use super::reading::{Kind, kind_at};
use crate::session::NameInfo;

/// What completion and hints draw from; renewed after every submission.
#[derive(Clone, Debug, Default)]
pub struct Words {
    /// Names that can be used, the user's own first.
    pub names: Vec<NameInfo>,
    /// What `?` knows beside them.
    pub topics: Vec<String>,
}

/// A way to complete a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// What a list of choices shows.
    pub shown: String,
    /// What is inserted.
    pub text: String,
}

/// What can stand at the cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Completion {
    /// One of these, from this byte on.
    Words(usize, Vec<Candidate>),
    /// A file.
    File,
}

const RESERVED: [&str; 22] = [
    "and", "break", "check", "continue", "do", "else", "end", "false", "for", "game", "if", "import", "in", "memo",
    "not", "or", "return", "then", "true", "while", "why", "xor",
];

/// Completes the word before the cursor.
pub fn complete(line: &str, cursor: usize, words: &Words) -> Completion {
    let before = &line[..cursor];
    let start = before
        .rfind(|c: char| !(c.is_alphanumeric() || c == '_'))
        .map_or(0, |i| i + before[i..].chars().next().map_or(0, char::len_utf8));
    let word = &before[start..];
    let trimmed = before.trim_start();
    let first = before.len() - trimmed.len();
    if let Some(rest) = trimmed.strip_prefix(':') {
        match rest.split_once(char::is_whitespace) {
            None => {
                let fitting = COMMANDS.iter().filter(|c| c.0.starts_with(rest)).map(|c| plain(c.0)).collect();
                return Completion::Words(first + 1, fitting);
            }
            Some((command, _)) if command.starts_with('l') || command.starts_with('s') => return Completion::File,
            Some((command, rest)) if "doc".starts_with(command) => return topics(cursor - rest.len(), rest, words),
            Some(_) => {}
        }
    }
    if let Some(name) = trimmed.strip_prefix('?') {
        return topics(first + 1, name, words);
    }
    if matches!(kind_at(line, cursor), Some(Kind::String | Kind::Comment)) || word.starts_with(|c: char| c.is_numeric())
    {
        return Completion::Words(cursor, Vec::new());
    }
    let after_dot = before[..start].ends_with('.') && !before[..start].ends_with("..");
    if word.is_empty() && !after_dot {
        // At the start of a line the key indents, as in an editor.
        let line_start = before.rfind('\n').map_or(0, |i| i + 1);
        let blank = before[line_start..].trim().is_empty();
        return Completion::Words(cursor, if blank { vec![plain("  ")] } else { Vec::new() });
    }
    let names = words.names.iter().filter(|n| !after_dot || n.signature.is_some());
    let mut known: Vec<_> = names.map(|n| (n.name.as_str(), n.signature.as_deref())).collect();
    if !after_dot {
        known.extend(RESERVED.iter().map(|&r| (r, None)));
    }
    Completion::Words(start, fitting(word, known))
}

fn topics(start: usize, word: &str, words: &Words) -> Completion {
    let names = words.names.iter().map(|n| (n.name.as_str(), None));
    let known = names.chain(words.topics.iter().map(|t| (t.as_str(), None)));
    Completion::Words(start, fitting(word.trim_start(), known.collect()))
}

/// Those that begin as the word does; if there are none, those that do so but for capitals.
fn fitting(word: &str, known: Vec<(&str, Option<&str>)>) -> Vec<Candidate> {
    let candidate = |(name, signature): &(&str, Option<&str>)| Candidate {
        shown: signature.unwrap_or(name).to_owned(),
        text: (*name).to_owned(),
    };
    let mut found: Vec<_> = known.iter().filter(|k| k.0.starts_with(word)).map(candidate).collect();
    if found.is_empty() {
        let word = word.to_lowercase();
        found = known.iter().filter(|k| k.0.to_lowercase().starts_with(&word)).map(candidate).collect();
    }
    let mut seen = std::collections::BTreeSet::new();
    found.retain(|c| seen.insert(c.text.clone()));
    found
}

fn plain(text: &str) -> Candidate {
    Candidate { shown: text.to_owned(), text: text.to_owned() }
}

//! Completion. In: a line, the cursor, the known words. Out: where the word begins and what it could be. Knows no
//! terminal.

use super::commands::COMMANDS;
use crate::report::NameInfo;
use crate::session::reading::{Highlight, kind_at};

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

const RESERVED: [&str; 26] = [
    "and", "break", "check", "continue", "do", "else", "end", "false", "for", "game", "graph", "heap", "if", "import",
    "in", "lattice", "memo", "not", "or", "poset", "return", "then", "true", "while", "why", "xor",
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
    if matches!(kind_at(line, cursor), Some(Highlight::String | Highlight::Comment))
        || word.starts_with(|c: char| c.is_numeric())
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
    let start = start + word.len() - word.trim_start().len();
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

#[cfg(test)]
mod tests {
    use super::*;

    fn words() -> Words {
        let name = |name: &str, signature: Option<&str>| NameInfo {
            name: name.into(),
            signature: signature.map(Into::into),
            summary: String::new(),
        };
        Words {
            names: vec![name("mine", None), name("mean", Some("mean(g)")), name("Kayles", Some("Kayles(n)"))],
            topics: vec!["mean".into(), "ordinal sum".into()],
        }
    }

    /// Completes at the bar; gives where the word begins and what could stand there.
    fn at(text: &str) -> (usize, Vec<String>) {
        let cursor = text.find('¦').unwrap();
        match complete(&text.replace('¦', ""), cursor, &words()) {
            Completion::Words(start, found) => (start, found.into_iter().map(|c| c.text).collect()),
            Completion::File => (cursor, vec!["a file".into()]),
        }
    }

    #[test]
    fn names_functions_commands_topics_files() {
        let found = |start: usize, texts: &[&str]| (start, texts.iter().map(|&t| t.to_owned()).collect::<Vec<_>>());
        assert_eq!(at("1 + m¦"), found(4, &["mine", "mean", "memo"]));
        assert_eq!(at("1 + mi¦ + 2"), found(4, &["mine"]));
        assert_eq!(at("x.m¦"), found(2, &["mean"]), "a dot finds functions only");
        assert_eq!(at("x.¦"), found(2, &["mean", "Kayles"]));
        assert_eq!(at("1..m¦"), found(3, &["mine", "mean", "memo"]), "a range is no dot");
        assert_eq!(at("kay¦"), found(0, &["Kayles"]));
        assert_eq!(at("é + wh¦"), found(5, &["while", "why"]));
        assert_eq!(at("f(1,\n¦"), found(5, &["  "]), "the key indents");
        assert_eq!(at("f(1, ¦"), found(5, &[]));
        assert_eq!(at(":l¦"), found(1, &["load"]));
        assert_eq!(at(":load l¦"), found(7, &["a file"]));
        assert_eq!(at(":save! l¦"), found(8, &["a file"]));
        assert_eq!(at(":type mi¦"), found(6, &["mine"]));
        assert_eq!(at(":doc ord¦"), found(5, &["ordinal sum"]));
        assert_eq!(at("?me¦"), found(1, &["mean"]));
        assert_eq!(at("? ord¦"), found(2, &["ordinal sum"]));
    }

    #[test]
    fn nothing_is_completed_in_texts_and_remarks() {
        for text in ["\"m¦", "\"m¦\"", "1 # m¦", "12¦"] {
            assert_eq!(at(text).1, [""; 0], "{text}");
        }
        assert_eq!(at("\"a {m¦}\"").1.len(), 3, "what is interpolated is code");
    }
}

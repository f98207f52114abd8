//! Completion. In: a line, the cursor, the known words. Out: where the word begins and what it could be. Knows no
//! terminal.

use super::commands::{self, COMMANDS, Command};
use super::paths;
pub use crate::session::completing::{Candidate, Completion, Glance, Words};
use crate::session::completing::{fitting, word_start};
use crate::session::{completing, reading};
use std::path::Path;

/// Completes the word before the cursor.
pub fn complete(line: &str, cursor: usize, words: &Words, glance: Glance<'_>) -> Completion {
    let before = &line[..cursor];
    let start = word_start(line, cursor);
    let word = &before[start..];
    let trimmed = before.trim_start();
    let first = before.len() - trimmed.len();
    if let Some(rest) = trimmed.strip_prefix(':') {
        match rest.split_once(char::is_whitespace) {
            None => {
                let fitting = COMMANDS.iter().filter(|c| c.0.starts_with(rest)).map(|c| plain(c.0)).collect();
                return Completion::of(first + 1, fitting);
            }
            Some((command, rest)) => match commands::parse(command).map(|known| known.0) {
                Ok(Command::Load) => return path(rest, cursor, paths::is_program),
                Ok(Command::Save | Command::SaveAnyway | Command::Transcript | Command::TranscriptAnyway) => {
                    return path(rest, cursor, |_| true);
                }
                Ok(Command::Doc | Command::Help) => return topics(cursor - rest.len(), rest, words),
                Ok(Command::Forget) => {
                    let own = words.own.iter().map(|name| (name.as_str(), None)).collect();
                    return Completion::of(start, fitting(word, own));
                }
                _ => {}
            },
        }
    }
    if let Some(name) = trimmed.strip_prefix('?') {
        return topics(first + 1, name, words);
    }
    if let Some((start, wanted)) = paths::in_string(before) {
        return path(&before[start..], cursor, wanted);
    }
    if word.is_empty() && !before.ends_with('.') && !is_text(line, cursor) {
        // At the start of a line the key indents, as in an editor.
        let line_start = before.rfind('\n').map_or(0, |i| i + 1);
        let blank = before[line_start..].trim().is_empty();
        return Completion::of(cursor, if blank { vec![plain("  ")] } else { Vec::new() });
    }
    completing::complete(line, cursor, words, glance)
}

fn is_text(line: &str, cursor: usize) -> bool {
    matches!(reading::kind_at(line, cursor), Some(reading::Highlight::String | reading::Highlight::Comment))
}

fn path(typed: &str, cursor: usize, wanted: fn(&str) -> bool) -> Completion {
    let (start, candidates) = paths::complete(typed, Path::new("."), wanted);
    Completion::of(cursor - typed.len() + start, candidates)
}

fn topics(start: usize, word: &str, words: &Words) -> Completion {
    let start = start + word.len() - word.trim_start().len();
    let names = words.names.iter().map(|n| (n.name.as_str(), None));
    let known = names.chain(words.topics.iter().map(|t| (t.as_str(), None)));
    Completion::of(start, fitting(word.trim_start(), known.collect()))
}

fn plain(text: &str) -> Candidate {
    Candidate { shown: text.to_owned(), text: text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::NameInfo;

    fn words() -> Words {
        let name = |name: &str, signature: Option<&str>| NameInfo {
            name: name.into(),
            signature: signature.map(Into::into),
            summary: String::new(),
            takes: match name {
                "mean" => Some(&["game"]),
                "Kayles" => Some(&["integer"]),
                _ => None,
            },
        };
        Words {
            names: vec![
                name("mine", None),
                name("mean", Some("mean(g)")),
                name("Kayles", Some("Kayles(n)")),
                name("text", Some("text(x)")),
                name("nobody", Some("nobody()")),
            ],
            own: vec!["mine".into()],
            topics: vec!["mean".into(), "ordinal sum".into()],
        }
    }

    /// Completes at the bar; gives where the word begins and what could stand there.
    fn at(text: &str) -> (usize, Vec<String>) {
        let cursor = text.find('¦').unwrap();
        let mut glance = |expression: &str| {
            let kind = match expression {
                "x" | "*2" => "game",
                "f(3)" => "integer",
                _ => return None,
            };
            Some(kind.to_owned())
        };
        let found = complete(&text.replace('¦', ""), cursor, &words(), &mut glance);
        (found.start, found.candidates.into_iter().take(found.likely).map(|c| c.text).collect())
    }

    #[test]
    fn names_functions_commands_topics_files() {
        let found = |start: usize, texts: &[&str]| (start, texts.iter().map(|&t| t.to_owned()).collect::<Vec<_>>());
        assert_eq!(at("1 + m¦"), found(4, &["mine", "mean", "memo"]));
        assert_eq!(at("1 + mi¦ + 2"), found(4, &["mine"]));
        assert_eq!(at("x.m¦"), found(2, &["mean"]), "a dot finds functions only");
        assert_eq!(at("x.¦"), found(2, &["mean"]), "first those that take its kind");
        assert_eq!(at("1 + f(3).¦"), found(9, &["Kayles"]));
        assert_eq!(at("f(3).m¦"), found(5, &["mean"]), "what takes another kind, if nothing else is left");
        assert_eq!(at("x.t¦"), found(2, &["text"]));
        assert_eq!(at("unknown.¦"), found(8, &["mean", "text", "Kayles"]));
        assert_eq!(at("1..m¦"), found(3, &["mine", "mean", "memo"]), "a range is no dot");
        assert_eq!(at("kay¦"), found(0, &["Kayles"]));
        assert_eq!(at("é + wh¦"), found(5, &["while", "why"]));
        assert_eq!(at("f(1,\n¦"), found(5, &["  "]), "the key indents");
        assert_eq!(at("f(1, ¦"), found(5, &[]));
        assert_eq!(at(":l¦"), found(1, &["load"]));
        assert_eq!(at(":load Cargo.t¦"), found(6, &["Cargo.toml"]));
        assert_eq!(at(":save! src/rep¦"), found(11, &["repl/", "report/"]));
        assert_eq!(at("import \"src/li¦\""), found(12, &["lib.rs", "library/", "library.rs"]));
        assert_eq!(at(":forget m¦"), found(8, &["mine"]));
        assert_eq!(at(":type mi¦"), found(6, &["mine"]));
        assert_eq!(at(":doc ord¦"), found(5, &["ordinal sum"]));
        assert_eq!(at("?me¦"), found(1, &["mean"]));
        assert_eq!(at("? ord¦"), found(2, &["ordinal sum"]));
    }

    #[test]
    fn nothing_is_completed_in_texts_and_remarks() {
        for text in ["\"m¦", "\"m¦\"", "1 # m¦", "12¦", "import \"src/nothing¦"] {
            assert_eq!(at(text).1, [""; 0], "{text}");
        }
        assert_eq!(at("\"a {m¦}\"").1.len(), 3, "what is interpolated is code");
    }
}

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

//! Completion. In: a line, the cursor, the known words. Out: where the word begins and what it could be. Knows no
//! terminal.

use super::commands::{self, COMMANDS, Command};
use super::paths;
use crate::report::NameInfo;
use crate::session::reading::{Highlight, kind_at, receiver};
use std::path::Path;

/// What completion and hints draw from; renewed after every submission.
#[derive(Clone, Debug, Default)]
pub struct Words {
    /// Names that can be used, the user's own first.
    pub names: Vec<NameInfo>,
    /// Those that the user defined.
    pub own: Vec<String>,
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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completion {
    /// Where it begins, in bytes.
    pub start: usize,
    /// What it can be.
    pub candidates: Vec<Candidate>,
    /// How many of the candidates are meant in the first place; the others are told, too.
    pub likely: usize,
}

impl Completion {
    fn of(start: usize, candidates: Vec<Candidate>) -> Completion {
        Completion { start, likely: candidates.len(), candidates }
    }
}

/// Finds what kind of value an expression has, if that can be found at once.
pub type Glance<'a> = &'a mut dyn FnMut(&str) -> Option<String>;

const RESERVED: [&str; 26] = [
    "and", "break", "check", "continue", "do", "else", "end", "false", "for", "game", "graph", "heap", "if", "import",
    "in", "lattice", "memo", "not", "or", "poset", "return", "then", "true", "while", "why", "xor",
];

/// Completes the word before the cursor.
pub fn complete(line: &str, cursor: usize, words: &Words, glance: Glance<'_>) -> Completion {
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
    if matches!(kind_at(line, cursor), Some(Highlight::String | Highlight::Comment))
        || word.starts_with(|c: char| c.is_numeric())
    {
        return Completion::of(cursor, Vec::new());
    }
    if before[..start].ends_with('.') && !before[..start].ends_with("..") {
        let kind = receiver(&before[..start - 1]).and_then(glance);
        return after_dot(start, word, kind.as_deref(), words);
    }
    if word.is_empty() {
        // At the start of a line the key indents, as in an editor.
        let line_start = before.rfind('\n').map_or(0, |i| i + 1);
        let blank = before[line_start..].trim().is_empty();
        return Completion::of(cursor, if blank { vec![plain("  ")] } else { Vec::new() });
    }
    let mut known: Vec<_> = words.names.iter().map(|n| (n.name.as_str(), n.signature.as_deref())).collect();
    known.extend(RESERVED.iter().map(|&r| (r, None)));
    Completion::of(start, fitting(word, known))
}

/// Functions that take a value of this kind first: those that take few kinds before those that take any. The others are told
/// behind them.
fn after_dot(start: usize, word: &str, kind: Option<&str>, words: &Words) -> Completion {
    let rank = |info: &NameInfo| match (info.takes, kind) {
        (Some(takes), Some(kind)) if takes.contains(&kind) => 0,
        (None, _) | (_, None) => 1,
        _ => 2,
    };
    let takes_any = |info: &&NameInfo| info.signature.as_deref().is_some_and(|signature| !signature.ends_with("()"));
    let of_rank = |wanted: usize| {
        let known = words.names.iter().filter(takes_any).filter(|info| rank(info) == wanted);
        let mut found = fitting(word, known.map(|info| (info.name.as_str(), None)).collect());
        // Rule sets behind functions.
        found.sort_by_key(|candidate| candidate.text.starts_with(char::is_uppercase));
        found
    };
    let (mut candidates, any, others) = (of_rank(0), of_rank(1), of_rank(2));
    // What takes anything is likely where nothing is made for the kind, or nothing else is left.
    let likely = if candidates.is_empty() { any.len() } else { candidates.len() };
    candidates.extend(any);
    candidates.extend(others);
    Completion { start, likely: if likely == 0 { candidates.len() } else { likely }, candidates }
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

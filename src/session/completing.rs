//! What can stand at a place of a program. In: a text, the cursor, the known words. Out: where the word begins and what it could
//! be. Every front end where people type asks here; commands and paths are its own.

use super::reading::{Highlight, kind_at, receiver, tokens};
use crate::report::NameInfo;

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
    /// All of them are meant.
    pub fn of(start: usize, candidates: Vec<Candidate>) -> Completion {
        Completion { start, likely: candidates.len(), candidates }
    }
}

/// Finds what kind of value an expression has, if that can be found at once.
pub type Glance<'a> = &'a mut dyn FnMut(&str) -> Option<String>;

const RESERVED: [&str; 26] = [
    "and", "break", "check", "continue", "do", "else", "end", "false", "for", "game", "graph", "heap", "if", "import",
    "in", "lattice", "memo", "not", "or", "poset", "return", "then", "true", "while", "why", "xor",
];

/// Where the word begins that ends at the cursor.
pub fn word_start(text: &str, cursor: usize) -> usize {
    let before = &text[..cursor];
    before
        .rfind(|c: char| !(c.is_alphanumeric() || c == '_'))
        .map_or(0, |i| i + before[i..].chars().next().map_or(0, char::len_utf8))
}

/// Completes the word before the cursor; nothing in texts, remarks and numbers, and where no word has begun but behind a dot.
pub fn complete(text: &str, cursor: usize, words: &Words, glance: Glance<'_>) -> Completion {
    let start = word_start(text, cursor);
    let (before, word) = (&text[..start], &text[start..cursor]);
    if matches!(kind_at(text, cursor), Some(Highlight::String | Highlight::Comment))
        || word.starts_with(|c: char| c.is_numeric())
    {
        return Completion::of(cursor, Vec::new());
    }
    if before.ends_with('.') && !before.ends_with("..") {
        let kind = receiver(&before[..start - 1]).and_then(glance);
        return after_dot(start, word, kind.as_deref(), words);
    }
    if word.is_empty() {
        return Completion::of(cursor, Vec::new());
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

/// Those that begin as the word does; if there are none, those that do so but for capitals.
pub fn fitting(word: &str, known: Vec<(&str, Option<&str>)>) -> Vec<Candidate> {
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

/// The function whose arguments are typed at the cursor, if the innermost bracket is that of a call.
pub fn open_call(text: &str, cursor: usize) -> Option<&str> {
    open_brackets(&text[..cursor]).pop()?
}

/// The function of the innermost call around the cursor.
pub fn enclosing_call(text: &str, cursor: usize) -> Option<&str> {
    open_brackets(&text[..cursor]).into_iter().flatten().next_back()
}

/// For each bracket that is open at the end, the name right before it if it is a call's.
fn open_brackets(text: &str) -> Vec<Option<&str>> {
    let mut open: Vec<Option<&str>> = Vec::new();
    let mut last: Option<(Highlight, &str, usize)> = None;
    for (kind, start, end) in tokens(text) {
        let written = &text[start..end];
        if kind == Highlight::Bracket {
            match written {
                "(" => open.push(match last {
                    Some((Highlight::Name, name, at)) if at == start => Some(name),
                    _ => None,
                }),
                "[" | "{" => open.push(None),
                _ => drop(open.pop()),
            }
        }
        last = Some((kind, written, end));
    }
    open
}

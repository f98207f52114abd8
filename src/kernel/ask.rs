//! What a person asks while typing: completion, help on the name at the cursor, whether a cell is finished, what was typed before.
//! Notebooks count characters, not bytes.

use super::cell::documentation;
use crate::report::{Doc, Mistake};
use crate::session::completing::{Words, complete, enclosing_call, word_start};
use crate::session::{Session, reading};
use serde_json::{Value, json};

/// Completions that are told at most.
const MOST: usize = 500;

/// The byte at which so many characters have passed.
fn byte_at(text: &str, characters: u64) -> usize {
    let characters = usize::try_from(characters).unwrap_or(usize::MAX);
    text.char_indices().nth(characters).map_or(text.len(), |(byte, _)| byte)
}

fn characters(text: &str, byte: usize) -> usize {
    text[..byte].chars().count()
}

/// The code of a request and its cursor, which is at the end unless it is said.
fn code_and_cursor(content: &Value) -> Option<(&str, usize)> {
    let code = content["code"].as_str()?;
    Some((code, content["cursor_pos"].as_u64().map_or(code.len(), |position| byte_at(code, position))))
}

/// What there is to say of a name, a sign, the code of an error, or all rule sets.
pub fn about(session: &mut Session, name: &str) -> Vec<Doc> {
    if let Some(mistake) = Mistake::of_code(name) {
        let entry = mistake.entry();
        let (wrong, mended) = entry.programs.unzip();
        let examples = [wrong.map(|text| (text, "wrong")), mended.map(|text| (text, "mended"))];
        return vec![Doc {
            name: entry.code.into(),
            signature: format!("{}: {}", entry.code, entry.title),
            subject: mistake.group().1.into(),
            text: entry.text.into(),
            examples: examples.into_iter().flatten().map(|(text, what)| (text.into(), format!("# {what}"))).collect(),
        }];
    }
    let found = session.about(name);
    if !found.is_empty() {
        return found;
    }
    if name == "games" {
        return session.rule_sets();
    }
    let own = session.defined().into_iter().find(|defined| defined.name.split('(').next() == Some(name));
    own.into_iter()
        .map(|defined| Doc {
            name: name.to_owned(),
            signature: defined.name,
            subject: defined.kind.to_owned(),
            text: defined.text,
            examples: Vec::new(),
        })
        .collect()
}

/// The reply to `complete_request`.
pub fn completions(session: &mut Session, content: &Value) -> Option<Value> {
    let (code, cursor) = code_and_cursor(content)?;
    let names = session.names();
    let (found, end) = match code[..cursor].trim_start().strip_prefix('?') {
        Some(name) if !name.contains('\n') => {
            let known = names.iter().map(|name| (&*name.name, None)).collect();
            let fitting = crate::session::completing::fitting(name.trim_start(), known);
            let start = cursor - name.trim_start().len();
            (crate::session::completing::Completion::of(start, fitting), cursor)
        }
        _ => {
            let words = Words { names: names.clone(), own: session.own_names(), topics: Vec::new() };
            (complete(code, cursor, &words, &mut |text| session.glance(text)), cursor)
        }
    };
    let known = |text: &str| names.iter().find(|name| name.name == text);
    let kinds = found.candidates.iter().take(MOST).map(|candidate| {
        let signature = known(&candidate.text).and_then(|name| name.signature.as_deref());
        let kind = match signature {
            Some(_) => "function",
            None if known(&candidate.text).is_some() => "instance",
            None => "keyword",
        };
        json!({ "text": candidate.text, "type": kind, "signature": signature.unwrap_or_default() })
    });
    let kinds: Vec<Value> = kinds.collect();
    let matches: Vec<&str> = found.candidates.iter().take(MOST).map(|candidate| &*candidate.text).collect();
    Some(json!({
        "status": "ok", "matches": matches,
        "cursor_start": characters(code, found.start), "cursor_end": characters(code, end),
        "metadata": { "_jupyter_types_experimental": kinds },
    }))
}

/// The reply to `inspect_request`: the name that the cursor is in or behind, or else the function whose arguments are typed. Where
/// neither is known, a number is told of, too.
pub fn inspection(session: &mut Session, content: &Value) -> Option<Value> {
    let (code, cursor) = code_and_cursor(content)?;
    let start = word_start(code, cursor);
    let rest =
        code[cursor..].chars().take_while(|c| c.is_alphanumeric() || *c == '_').map(char::len_utf8).sum::<usize>();
    let word = &code[start..cursor + rest];
    let (called, number) = (enclosing_call(code, cursor).unwrap_or_default(), word.starts_with(char::is_numeric));
    let asked = if number { [called, word] } else { [word, called] };
    let found = asked.into_iter().filter(|text| !text.is_empty()).map(|text| about(session, text));
    let found = found.into_iter().find(|found| !found.is_empty()).unwrap_or_default();
    let data = if found.is_empty() { json!({}) } else { documentation(&found) };
    Some(json!({ "status": "ok", "found": !found.is_empty(), "data": data, "metadata": {} }))
}

/// What a cell asks help about: `?name` or `name?` and nothing else. A comment may end so, too.
pub fn asked(code: &str) -> Option<&str> {
    let line = code.trim();
    let ends = |line: &'_ str| line.ends_with('?') && !line.contains('#');
    (!line.contains('\n') && (line.starts_with('?') || ends(line))).then(|| line.trim_matches('?').trim())
}

/// The reply to `is_complete_request`.
pub fn is_complete(content: &Value) -> Option<Value> {
    let code = content["code"].as_str()?;
    Some(if asked(code).is_some() {
        json!({ "status": "complete" })
    } else if reading::is_unfinished(code) {
        // As far in as the last line, and further behind one that begins something.
        let last = code.trim_end().lines().next_back().unwrap_or_default();
        let blank = &last[..last.len() - last.trim_start().len()];
        let more = if code.trim_end().lines().count() == 1 || last.ends_with(['(', '[', '{', '<', '|', ',', '=']) {
            "  "
        } else {
            ""
        };
        json!({ "status": "incomplete", "indent": format!("{blank}{more}") })
    } else if reading::is_wrong(code) {
        json!({ "status": "invalid" })
    } else {
        json!({ "status": "complete" })
    })
}

/// The reply to `history_request`, of the cells of this session.
pub fn history(all: &[(String, Option<String>)], content: &Value) -> Value {
    let number = |name: &str| content[name].as_i64();
    let most = number("n").and_then(|n| usize::try_from(n).ok()).unwrap_or(usize::MAX);
    let numbered = || all.iter().enumerate().map(|(i, cell)| (i + 1, cell));
    let mut found: Vec<(usize, &(String, Option<String>))> = match content["hist_access_type"].as_str() {
        // Sessions count from 1, backwards from 0; there is only this one.
        Some("range") if matches!(number("session"), Some(0 | 1) | None) => {
            let start = number("start").unwrap_or(1).max(1);
            let stop = number("stop").unwrap_or(i64::MAX);
            let inside = |i: usize| i64::try_from(i).is_ok_and(|i| start <= i && i < stop);
            numbered().filter(|(i, _)| inside(*i)).collect()
        }
        Some("range") => Vec::new(),
        Some("search") => {
            let pattern: Vec<char> = content["pattern"].as_str().unwrap_or("*").chars().collect();
            let mut found: Vec<_> = numbered().filter(|(_, (input, _))| fits(&pattern, input)).collect();
            if content["unique"].as_bool() == Some(true) {
                let mut seen = std::collections::HashSet::new();
                found.reverse();
                found.retain(|(_, (input, _))| seen.insert(input));
                found.reverse();
            }
            found
        }
        _ => numbered().collect(),
    };
    if content["hist_access_type"] != "range" {
        found.drain(..found.len().saturating_sub(most));
    }
    let outputs = content["output"].as_bool() == Some(true);
    let lines = found.into_iter().map(|(i, (input, output))| match outputs {
        true => json!([1, i, [input, output]]),
        false => json!([1, i, input]),
    });
    json!({ "status": "ok", "history": lines.collect::<Vec<_>>() })
}

/// Whether a text is one that a pattern describes: `*` stands for anything, `?` for a character.
fn fits(pattern: &[char], text: &str) -> bool {
    // The places of the pattern that may be reached by what was read of the text.
    let reach = |mut places: Vec<bool>| {
        for i in 0..pattern.len() {
            places[i + 1] |= places[i] && pattern[i] == '*';
        }
        places
    };
    let mut places = vec![false; pattern.len() + 1];
    places[0] = true;
    places = reach(places);
    for c in text.chars() {
        let mut next = vec![false; pattern.len() + 1];
        for (i, wanted) in pattern.iter().enumerate().filter(|(i, _)| places[*i]) {
            next[i] |= *wanted == '*';
            next[i + 1] |= *wanted == '?' || *wanted == c;
        }
        places = reach(next);
    }
    places[pattern.len()]
}

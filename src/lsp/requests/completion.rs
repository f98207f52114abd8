//! What may be written where the cursor is: names, functions of a value, arguments.

use super::{Ask, Later, Then};
use crate::session::reading::{Highlight, kind_at, receiver, tokens};
use crate::session::study::{Entry, Home, Name, imported_entry};
use crate::session::{NameInfo, Session};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::ops::Range;

impl Ask<'_> {
    pub(super) fn complete(&mut self) -> Later {
        let (text, at) = (&self.text().text, self.at());
        let inside = kind_at(text, at);
        if matches!(inside, Some(Highlight::String | Highlight::Comment | Highlight::Number)) {
            return Later::Now(json!([]));
        }
        let begin = text[..at].rfind(|c: char| !(c.is_alphanumeric() || c == '_'));
        let start = begin.map_or(0, |i| i + text[i..].chars().next().map_or(0, char::len_utf8));
        let before = &text[..start];
        let names = self.session.names();
        if before.ends_with('.') && !before.ends_with("..") {
            let own = self.study.outline.iter().filter(|entry| entry.signature.is_some()).map(|entry| item(entry, "1"));
            let items: Vec<Value> = own.collect();
            let line = before.rfind('\n').map_or(0, |i| i + 1);
            let operand = receiver(&before[line..start - 1]).unwrap_or_default();
            let place = start - 1 - operand.len()..start - 1;
            // With nothing behind the dot the text is not whole: it is looked at with a name there.
            let bare = start == at;
            let whole = if bare { format!("{before}kind{}", &text[at..]) } else { text.clone() };
            let named = bare.then(|| self.session.study("completion", &whole, self.folder.as_deref()));
            let study = named.as_ref().unwrap_or(self.study);
            return match study.needed(&whole, &place).filter(|_| !operand.is_empty()) {
                Some(program) => self.glance(format!("{program}kind({operand})"), Then::Complete(items)),
                None => {
                    let mut items = items;
                    Later::Now(after_dot(self.session, &mut items, None))
                }
            };
        }
        let mut items: Vec<Value> = Vec::new();
        let mut seen = BTreeSet::new();
        // The variables of the statement around the cursor.
        let around = self.study.outline.iter().find(|entry| entry.place.start <= at && at <= entry.place.end);
        if let Some(around) = around {
            let inside = |name: &&Name| around.place.start <= name.place.start && name.place.end <= around.place.end;
            for name in self.study.names.iter().filter(|name| name.binds).filter(inside) {
                let label = self.written(&name.place);
                if name.place != around.name_place && name.place.end != at && seen.insert(label.to_owned()) {
                    items.push(json!({ "label": label, "kind": 6, "sortText": format!("0{label}") }));
                }
            }
        }
        for entry in self.study.outline.iter().filter(|entry| !matches!(entry.kind, "check")) {
            if entry.name_place.end != at && seen.insert(entry.name.clone()) {
                items.push(item(entry, "1"));
            }
        }
        let imported =
            self.study.names.iter().filter(|name| matches!(self.study.homes[name.variable], Home::Imported(..)));
        for name in imported {
            let label = self.written(&name.place);
            if seen.insert(label.to_owned()) {
                items.push(json!({ "label": label, "kind": 6, "sortText": format!("1{label}") }));
            }
        }
        items.extend(names.iter().filter(|info| !seen.contains(&info.name)).map(|info| library_item(info, "2")));
        for word in WORDS {
            items.push(json!({ "label": word, "kind": 14, "sortText": format!("3{word}") }));
        }
        Later::Now(json!(items))
    }

    /// The call around the cursor: its function's name, and which argument is being written.
    fn call(&self) -> Option<(Range<usize>, usize)> {
        let (text, at) = (&self.text().text, self.at());
        let before: Vec<_> = tokens(text).into_iter().take_while(|(_, start, _)| *start < at).collect();
        let (mut depth, mut commas) = (0usize, 0);
        for i in (0..before.len()).rev() {
            let (kind, start, end) = before[i];
            match &text[start..end] {
                ")" | "]" | "}" if kind == Highlight::Bracket => depth += 1,
                ">" if kind == Highlight::GameBar => depth += 1,
                "<" if kind == Highlight::GameBar => depth = depth.checked_sub(1)?,
                "(" if kind == Highlight::Bracket && depth == 0 => {
                    let (kind, start, end) = before[i.checked_sub(1)?];
                    return (kind == Highlight::Name).then_some((start..end, commas));
                }
                "(" | "[" | "{" if kind == Highlight::Bracket => depth = depth.checked_sub(1)?,
                "," if depth == 0 && kind == Highlight::Operator => commas += 1,
                _ => {}
            }
        }
        None
    }

    pub(super) fn signature(&mut self) -> Value {
        let Some((place, argument)) = self.call() else { return Value::Null };
        let name = self.written(&place);
        let own = self.study.outline.iter().find(|entry| entry.name == name && entry.signature.is_some());
        let imported = self.study.name_at(place.start).and_then(|name| match &self.study.homes[name.variable] {
            Home::Imported(_, text, place) => imported_entry(text, place).filter(|entry| entry.signature.is_some()),
            _ => None,
        });
        let (label, text) = match own.or(imported.as_ref()) {
            Some(entry) => (entry.signature.clone().unwrap_or_default(), entry.doc.clone().unwrap_or_default()),
            None => match self.session.doc(name) {
                Some(doc) => (doc.signature, doc.text),
                None => return Value::Null,
            },
        };
        // `x.f(y)` is `f(x, y)`.
        let dotted = self.text().text[..place.start].ends_with('.');
        let inner = label.split_once('(').map_or("", |(_, rest)| rest.trim_end_matches(')'));
        let parameters: Vec<Value> = parts(inner).into_iter().map(|part| json!({ "label": part })).collect();
        let documentation = json!({ "kind": "markdown", "value": text });
        let active = argument + usize::from(dotted);
        json!({
            "signatures": [{ "label": label, "documentation": documentation, "parameters": parameters }],
            "activeSignature": 0, "activeParameter": active,
        })
    }
}

/// Words that completion offers beside names.
const WORDS: [&str; 26] = [
    "and", "break", "check", "continue", "do", "else", "end", "false", "for", "game", "graph", "heap", "if", "import",
    "in", "lattice", "memo", "not", "or", "poset", "return", "then", "true", "while", "why", "xor",
];

fn item(entry: &Entry, rank: &str) -> Value {
    let kind = if entry.kind == "function" {
        3
    } else if entry.signature.is_some() {
        7
    } else {
        6
    };
    json!({
        "label": entry.name, "kind": kind, "detail": entry.signature.as_deref().unwrap_or(entry.kind),
        "documentation": entry.doc, "sortText": format!("{rank}{}", entry.name),
    })
}

fn library_item(info: &NameInfo, rank: &str) -> Value {
    let kind = match &info.signature {
        Some(_) if info.name.starts_with(char::is_uppercase) => 7,
        Some(_) => 3,
        None => 21,
    };
    json!({
        "label": info.name, "kind": kind, "detail": info.signature, "documentation": info.summary,
        "sortText": format!("{rank}{}", info.name),
    })
}

/// Functions that a value of this kind can be handed to: those made for it, then those that take anything, then the others.
pub fn after_dot(session: &mut Session, own: &mut Vec<Value>, kind: Option<&str>) -> Value {
    for info in session.names() {
        let takes = info.signature.as_deref().is_some_and(|signature| !signature.ends_with("()"));
        let rank = match (info.takes, kind) {
            (Some(takes), Some(kind)) if takes.contains(&kind) => "0",
            (None, _) | (_, None) => "2",
            _ => "3",
        };
        // What is made for other kinds is not offered where the kind is known.
        if takes && rank != "3" && !own.iter().any(|item| item["label"] == *info.name) {
            own.push(library_item(&info, rank));
        }
    }
    json!(own)
}

/// The parts between commas that stand in no brackets.
fn parts(list: &str) -> Vec<&str> {
    let (mut depth, mut start) = (0i32, 0);
    let mut parts = Vec::new();
    for (i, c) in list.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(list[start..i].trim());
                start = i + 1;
            }
            _ => {}
        }
    }
    parts.push(list[start..].trim());
    parts.retain(|part| !part.is_empty());
    parts
}

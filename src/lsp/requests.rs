//! Answers to what editors ask about a document.

use super::about;
use super::documents::{Document, address_of};
use super::text::Text;
use super::wire::Fault;
use super::worker::Job;
use crate::report::Detail;
use crate::session::layout::laid_out;
use crate::session::reading::{Highlight, kind_at, receiver, tokens};
use crate::session::study::{Entry, Home, Name, Study, is_name, library_place};
use crate::session::{Limits, NameInfo, Session, state_directory};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What is asked, and of what.
pub struct Ask<'a> {
    pub session: &'a mut Session,
    pub address: &'a str,
    pub document: &'a Document,
    pub study: &'a Study,
    pub folder: Option<PathBuf>,
    pub params: &'a Value,
}

/// An answer, or what has to be computed for it.
pub enum Later {
    /// It is there.
    Now(Value),
    /// It needs a value.
    Then(Box<(Job, Then)>),
}

/// What the value is for.
pub enum Then {
    /// A definition is shown with its value.
    Hover {
        /// What is shown if there is no definition.
        text: String,
        /// The definition.
        entry: Option<Entry>,
        /// Where the name stands.
        range: Value,
    },
    /// Functions for a value of this kind.
    Complete(Vec<Value>),
    /// A check was run.
    Check {
        /// The document.
        address: String,
        /// Where its claim stands.
        range: Value,
    },
}

type Answer = Result<Later, (Fault, String)>;

/// What can be asked.
pub const METHODS: [&str; 16] = [
    "textDocument/hover",
    "textDocument/completion",
    "textDocument/signatureHelp",
    "textDocument/definition",
    "textDocument/references",
    "textDocument/documentHighlight",
    "textDocument/prepareRename",
    "textDocument/rename",
    "textDocument/documentSymbol",
    "textDocument/foldingRange",
    "textDocument/semanticTokens/full",
    "textDocument/formatting",
    "textDocument/codeAction",
    "textDocument/codeLens",
    "textDocument/diagnostic",
    "workspace/executeCommand",
];

/// Sorts of semantic tokens.
const SORTS: [&str; 7] = ["keyword", "number", "enumMember", "string", "comment", "variable", "operator"];

/// Bounds of what is computed while somebody waits with a finger on the key.
const GLANCE: (u64, Duration) = (200_000, Duration::from_millis(200));
/// Bounds of a check that somebody runs.
const CHECK: Duration = Duration::from_secs(60);
const MEMORY: usize = 1 << 30;
const DEPTH: u32 = 10_000;

/// What the server says of itself.
pub fn abilities() -> Value {
    json!({
        "capabilities": {
            "positionEncoding": "utf-16",
            "textDocumentSync": { "openClose": true, "change": 2, "save": true },
            "hoverProvider": true,
            "completionProvider": { "triggerCharacters": ["."] },
            "signatureHelpProvider": { "triggerCharacters": ["(", ","] },
            "definitionProvider": true,
            "referencesProvider": true,
            "documentHighlightProvider": true,
            "renameProvider": { "prepareProvider": true },
            "documentSymbolProvider": true,
            "foldingRangeProvider": true,
            "semanticTokensProvider": { "legend": { "tokenTypes": SORTS, "tokenModifiers": [] }, "full": true },
            "documentFormattingProvider": true,
            "codeActionProvider": { "codeActionKinds": ["quickfix"] },
            "codeLensProvider": {},
            "executeCommandProvider": { "commands": ["sprague.check"] },
        },
        "serverInfo": { "name": "sprague", "version": env!("CARGO_PKG_VERSION") },
    })
}

/// Answers a request of [`METHODS`].
pub fn answer(mut ask: Ask<'_>, method: &str) -> Answer {
    let now = |value| Ok(Later::Now(value));
    match method {
        "textDocument/hover" => Ok(ask.hover()),
        "textDocument/completion" => Ok(ask.complete()),
        "textDocument/signatureHelp" => now(ask.signature()),
        "textDocument/definition" => now(ask.definition()),
        "textDocument/references" => now(ask.references(true)),
        "textDocument/documentHighlight" => now(ask.references(false)),
        "textDocument/prepareRename" => ask.renamed().map(|name| Later::Now(ask.text().range(&name.place))),
        "textDocument/rename" => ask.rename().map(Later::Now),
        "textDocument/documentSymbol" => now(ask.symbols()),
        "textDocument/foldingRange" => now(ask.folds()),
        "textDocument/semanticTokens/full" => now(ask.colours()),
        "textDocument/formatting" => now(ask.format()),
        "textDocument/codeAction" => now(ask.actions()),
        "textDocument/codeLens" => now(ask.lenses()),
        "textDocument/diagnostic" => {
            now(json!({ "kind": "full", "items": about::diagnostics(ask.text(), ask.study, ask.address) }))
        }
        _ => ask.run(),
    }
}

fn limits((steps, time): (Option<u64>, Duration)) -> Limits {
    Limits { steps, time: Some(time), memory: Some(MEMORY), depth: Some(DEPTH) }
}

impl<'a> Ask<'a> {
    fn text(&self) -> &'a Text {
        &self.document.text
    }

    /// Where the cursor is.
    fn at(&self) -> usize {
        self.text().offset(&self.params["position"])
    }

    fn written(&self, place: &Range<usize>) -> &'a str {
        self.text().text.get(place.clone()).unwrap_or_default()
    }

    fn glance(&self, program: String, then: Then) -> Later {
        let job = Job { id: String::new(), program, folder: None, limits: limits((Some(GLANCE.0), GLANCE.1)) };
        Later::Then(Box::new((job, then)))
    }

    /// The definition in this document of a variable.
    fn entry(&self, variable: usize) -> Option<&'a Entry> {
        let study = self.study;
        study.uses(variable).filter(|name| name.binds).find_map(|name| study.definition(&name.place))
    }

    fn hover(&mut self) -> Later {
        let at = self.at();
        let shown = |text: String, range: Value| {
            Later::Now(json!({ "contents": { "kind": "markdown", "value": text }, "range": range }))
        };
        if let Some(name) = self.study.name_at(at) {
            let range = self.text().range(&name.place);
            if self.study.homes[name.variable] == Home::Own {
                let Some(entry) = self.entry(name.variable) else { return Later::Now(Value::Null) };
                if entry.kind == "variable"
                    && let Some(mut program) = self.study.needed(&self.text().text, &entry.place)
                {
                    let own = self.written(&entry.place);
                    program.push_str(&format!("{own}\n{}", entry.name));
                    let then = Then::Hover { text: String::new(), entry: Some(entry.clone()), range };
                    return self.glance(program, then);
                }
                return shown(about::definition(entry, None), range);
            }
        }
        let known = tokens(&self.text().text).into_iter().find(|(_, start, end)| *start <= at && at < *end);
        let Some((kind, start, end)) = known else { return Later::Now(Value::Null) };
        if matches!(kind, Highlight::Comment | Highlight::String | Highlight::Unknown) {
            return Later::Now(Value::Null);
        }
        let records = self.session.about(self.written(&(start..end)));
        let text: Vec<String> = records.iter().map(about::record).collect();
        if text.is_empty() {
            return Later::Now(Value::Null);
        }
        shown(text.join("\n\n---\n\n"), self.text().range(&(start..end)))
    }

    fn complete(&mut self) -> Later {
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
            return match self.study.needed(text, &place).filter(|_| !operand.is_empty()) {
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

    fn signature(&mut self) -> Value {
        let Some((place, argument)) = self.call() else { return Value::Null };
        let name = self.written(&place);
        let own = self.study.outline.iter().find(|entry| entry.name == name && entry.signature.is_some());
        let (label, text) = match own {
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

    fn definition(&self) -> Value {
        let Some(name) = self.study.name_at(self.at()) else { return Value::Null };
        let elsewhere = |address: String, text: &str, place: &Range<usize>| json!({ "uri": address, "range": Text::new(text.to_owned()).range(place) });
        match &self.study.homes[name.variable] {
            Home::Own => {
                let first = self.study.uses(name.variable).find(|one| one.binds);
                first.map_or(Value::Null, |one| json!({ "uri": self.address, "range": self.text().range(&one.place) }))
            }
            Home::Imported(path, text, place) => elsewhere(address_of(path), text, place),
            Home::Library => {
                let Some((file, text, place)) = library_place(self.written(&name.place)) else { return Value::Null };
                library_file(file, text).map_or(Value::Null, |path| elsewhere(address_of(&path), text, &place))
            }
        }
    }

    fn references(&self, located: bool) -> Value {
        let Some(name) = self.study.name_at(self.at()) else { return json!([]) };
        let declared = self.params["context"]["includeDeclaration"] != false;
        let uses = self.study.uses(name.variable).filter(|one| !located || declared || !one.binds);
        let told = uses.map(|one| {
            let range = self.text().range(&one.place);
            if located {
                json!({ "uri": self.address, "range": range })
            } else {
                json!({ "range": range, "kind": if one.binds { 3 } else { 2 } })
            }
        });
        told.collect()
    }

    /// The name at the cursor, if it can get another one.
    fn renamed(&self) -> Result<&'a Name, (Fault, String)> {
        let refuse = |why: &str| Err((Fault::Refused, why.to_owned()));
        let Some(name) = self.study.name_at(self.at()) else { return refuse("no variable stands here") };
        match &self.study.homes[name.variable] {
            Home::Own => Ok(name),
            Home::Library => refuse("this name is the library's"),
            Home::Imported(path, ..) => refuse(&format!("this name is defined in `{}`", path.display())),
        }
    }

    fn rename(&mut self) -> Result<Value, (Fault, String)> {
        let refuse = |why: String| Err((Fault::Refused, why));
        let name = self.renamed()?;
        let new = self.params["newName"].as_str().unwrap_or_default();
        if !is_name(new) {
            return refuse(format!("`{new}` can be no name of a variable"));
        }
        let old = self.written(&name.place);
        let text = &self.text().text;
        let (mut changed, mut last) = (String::new(), 0);
        let mut edits = Vec::new();
        for one in self.study.uses(name.variable) {
            changed.push_str(&text[last..one.place.start]);
            changed.push_str(new);
            last = one.place.end;
            edits.push(json!({ "range": self.text().range(&one.place), "newText": new }));
        }
        changed.push_str(&text[last..]);
        // All names must mean what they meant, and nothing may be wrong that was not.
        let after = self.session.study("rename", &changed, self.folder.as_deref());
        if after.errors.len() > self.study.errors.len() || after.pattern() != self.study.pattern() {
            return refuse(format!("`{new}` means something else where `{old}` is used"));
        }
        if self.names_argument(old) && self.entry(name.variable).is_none() {
            return refuse(format!("`{old}` may be the name of an argument, which is given by name in this text"));
        }
        Ok(json!({ "changes": { self.address: edits } }))
    }

    /// Whether an argument of this name is given to a function: `f(name = 1)`.
    fn names_argument(&self, name: &str) -> bool {
        let text = &self.text().text;
        let all = tokens(text);
        let known =
            |place: &Range<usize>| self.study.names.binary_search_by_key(&place.start, |n| n.place.start).is_ok();
        all.windows(2).any(|pair| {
            let [(_, start, end), (_, sign, behind)] = [pair[0], pair[1]];
            &text[start..end] == name && &text[sign..behind] == "=" && !known(&(start..end))
        })
    }

    fn symbols(&self) -> Value {
        let kind = |entry: &Entry| match entry.kind {
            "function" => 12,
            "game" | "heap" | "lattice" => 5,
            "question" => 3,
            "check" => 17,
            _ => 13,
        };
        let symbol = |entry: &Entry| {
            let name: String = entry.name.chars().take(80).collect();
            json!({
                "name": if entry.kind == "check" { format!("check {name}") } else { name },
                "detail": entry.signature.as_deref().unwrap_or(entry.kind),
                "kind": kind(entry),
                "range": self.text().range(&entry.place),
                "selectionRange": self.text().range(&entry.name_place),
            })
        };
        self.study.outline.iter().map(symbol).collect()
    }

    fn folds(&self) -> Value {
        let text = &self.text().text;
        let mut folds = Vec::new();
        let mut open = Vec::new();
        let mut comments: Option<(usize, usize)> = None;
        let line = |at: usize| self.text().line(at);
        for (kind, start, end) in tokens(text) {
            let word = &text[start..end];
            if kind == Highlight::Comment
                && text[..start].rsplit('\n').next().is_some_and(|before| before.trim().is_empty())
            {
                let here = line(start);
                comments = match comments {
                    Some((first, last)) if last + 1 == here => Some((first, here)),
                    other => {
                        folds.extend(other.filter(|(first, last)| last > first).map(comment_fold));
                        Some((here, here))
                    }
                };
            }
            match word {
                "do" | "game" | "lattice" | "question" | "part" if kind == Highlight::Keyword => open.push(line(start)),
                "(" | "[" | "{" if kind == Highlight::Bracket => open.push(line(start)),
                "end" if kind == Highlight::Keyword => fold(&mut folds, &mut open, line(start)),
                ")" | "]" | "}" if kind == Highlight::Bracket => fold(&mut folds, &mut open, line(start)),
                _ => {}
            }
        }
        folds.extend(comments.filter(|(first, last)| last > first).map(comment_fold));
        json!(folds)
    }

    fn colours(&self) -> Value {
        let text = &self.text().text;
        let mut data: Vec<usize> = Vec::new();
        let (mut line, mut units) = (0, 0);
        for (kind, start, end) in tokens(text) {
            let sort = match kind {
                Highlight::Keyword => 0,
                Highlight::Number => 1,
                Highlight::GameValue => 2,
                Highlight::String => 3,
                Highlight::Comment => 4,
                Highlight::Name => 5,
                Highlight::Operator | Highlight::GameBar => 6,
                Highlight::Bracket | Highlight::Unknown => continue,
            };
            let written = text[start..end].trim_end();
            if written.is_empty() {
                continue;
            }
            let (here, column) = self.text().line_and_units(start);
            let from = if here == line { column - units } else { column };
            data.extend([here - line, from, written.encode_utf16().count(), sort, 0]);
            (line, units) = (here, column);
        }
        json!({ "data": data })
    }

    fn format(&self) -> Value {
        let text = &self.text().text;
        match laid_out(self.address, text) {
            Ok(laid) if laid != *text => json!([{ "range": self.text().range(&(0..text.len())), "newText": laid }]),
            _ => json!([]),
        }
    }

    fn actions(&self) -> Value {
        let wanted = self.text().bytes(&self.params["range"]);
        let mut actions = Vec::new();
        for error in &self.study.errors {
            let (Some((span, _)), Detail::Suggestions(names)) = (error.labels.first(), &error.detail) else { continue };
            let place = span.start as usize..span.end as usize;
            if place.end < wanted.start || wanted.end < place.start {
                continue;
            }
            for (i, name) in names.iter().enumerate() {
                let edit = json!({ "range": self.text().range(&place), "newText": name });
                actions.push(json!({
                    "title": format!("Write `{name}`"),
                    "kind": "quickfix",
                    "isPreferred": i == 0 && names.len() == 1,
                    "edit": { "changes": { self.address: [edit] } },
                }));
            }
        }
        json!(actions)
    }

    fn lenses(&self) -> Value {
        let checks = self.study.outline.iter().filter(|entry| entry.kind == "check");
        let lens = |entry: &Entry| {
            let arguments = json!([self.address, self.text().place(entry.place.start)]);
            let command = json!({ "title": "Run this check", "command": "sprague.check", "arguments": arguments });
            json!({ "range": self.text().range(&entry.place), "command": command })
        };
        checks.map(lens).collect()
    }

    /// `sprague.check`: runs the check that begins at a place.
    fn run(&mut self) -> Answer {
        let arguments = &self.params["arguments"];
        let at = self.text().offset(&arguments[1]);
        let check = self.study.outline.iter().find(|entry| entry.kind == "check" && entry.place.start == at);
        let (Some(check), "sprague.check") = (check, self.params["command"].as_str().unwrap_or_default()) else {
            return Err((Fault::Parameters, "no check begins here".into()));
        };
        let text = &self.text().text;
        // Where what it needs does more than define, all that stands before it is run.
        let mut program = self.study.needed(text, &check.place).unwrap_or_else(|| text[..check.place.start].to_owned());
        program.push_str(self.written(&check.place));
        let limits = limits((None, CHECK));
        let job = Job { id: String::new(), program, folder: self.folder.clone(), limits };
        let range = self.text().range(&check.place);
        Ok(Later::Then(Box::new((job, Then::Check { address: self.address.to_owned(), range }))))
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

fn comment_fold((first, last): (usize, usize)) -> Value {
    json!({ "startLine": first, "endLine": last, "kind": "comment" })
}

fn fold(folds: &mut Vec<Value>, open: &mut Vec<usize>, line: usize) {
    if let Some(first) = open.pop()
        && line > first
    {
        folds.push(json!({ "startLine": first, "endLine": line - 1 }));
    }
}

/// A file of the library as a file that an editor can open: written once for each version.
fn library_file(file: &str, text: &str) -> Option<PathBuf> {
    let folder =
        state_directory(|name| std::env::var_os(name), cfg!(windows))?.join("library").join(env!("CARGO_PKG_VERSION"));
    let path = folder.join(Path::new(file).file_name()?);
    if std::fs::read_to_string(&path).is_ok_and(|there| there == text) {
        return Some(path);
    }
    std::fs::create_dir_all(&folder).ok()?;
    crate::session::files::replace(&path, text.as_bytes()).ok()?;
    Some(path)
}

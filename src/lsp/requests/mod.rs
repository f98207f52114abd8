//! Answers to what editors ask about a document.

mod completion;
mod outline;

use crate::lsp::about;
use crate::lsp::documents::{Document, address_of, path_of};
use crate::lsp::text::Text;
use crate::lsp::wire::Fault;
use crate::lsp::worker::Job;
use crate::session::reading::{Highlight, tokens};
use crate::session::study::{Entry, Home, Name, Study, imported_entry, is_name, library_place};
use crate::session::{Limits, Session, state_directory};
use serde_json::{Map, Value, json};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Duration;

pub use completion::after_dot;

/// What is asked, and of what.
pub struct Ask<'a> {
    pub session: &'a mut Session,
    pub address: &'a str,
    pub document: &'a Document,
    pub study: &'a Study,
    pub folder: Option<PathBuf>,
    /// Other documents that are open, where they are asked for.
    pub others: Vec<(&'a String, &'a Document, Rc<Study>)>,
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
        /// The version of its text.
        version: Value,
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

    /// Whether a variable gets its value in this text, perhaps in the place of one that it imports.
    fn is_own(&self, variable: usize) -> bool {
        self.study.homes[variable] == Home::Own || self.study.uses(variable).any(|name| name.binds)
    }

    fn hover(&mut self) -> Later {
        let at = self.at();
        let shown = |text: String, range: Value| {
            Later::Now(json!({ "contents": { "kind": "markdown", "value": text }, "range": range }))
        };
        if let Some(name) = self.study.name_at(at) {
            let range = self.text().range(&name.place);
            if self.is_own(name.variable) {
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
            if let Home::Imported(_, text, place) = &self.study.homes[name.variable] {
                let entry = imported_entry(text, place);
                return entry.map_or(Later::Now(Value::Null), |entry| shown(about::definition(&entry, None), range));
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

    fn definition(&self) -> Value {
        let Some(name) = self.study.name_at(self.at()) else { return Value::Null };
        let elsewhere = |address: String, text: &str, place: &Range<usize>| json!({ "uri": address, "range": Text::new(text.to_owned()).range(place) });
        match &self.study.homes[name.variable] {
            _ if self.is_own(name.variable) => {
                let first = self.study.uses(name.variable).find(|one| one.binds);
                first.map_or(Value::Null, |one| json!({ "uri": self.address, "range": self.text().range(&one.place) }))
            }
            Home::Own => Value::Null,
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
            Home::Imported(path, ..) if self.is_own(name.variable) => {
                refuse(&format!("this name is defined in `{}`, too, which uses what stands here", path.display()))
            }
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
        if self.study.imported.iter().any(|name| **name == *new) {
            return refuse(format!("`{new}` is a name of a file that this one imports"));
        }
        if self.is_spoken_of(old) {
            return refuse(format!("`{old}` also stands in a line of a question, where it is another word"));
        }
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
        let mut changes = self.renamed_elsewhere(name, new)?;
        changes.insert(self.address.to_owned(), edits.into());
        Ok(json!({ "changes": changes }))
    }

    /// The edits in other open documents that import this one, where a name of this one gets another.
    fn renamed_elsewhere(&self, name: &Name, new: &str) -> Result<Map<String, Value>, (Fault, String)> {
        let refuse = |why: String| Err((Fault::Refused, why));
        let (mut changes, old) = (Map::new(), self.written(&name.place));
        let Some(path) = path_of(self.address).and_then(|path| path.canonicalize().ok()) else { return Ok(changes) };
        for (address, document, study) in &self.others {
            let text = &document.text;
            let mut edits = Vec::new();
            for one in study.names.iter().filter(|one| text.text.get(one.place.clone()) == Some(old)) {
                let Home::Imported(from, saved, place) = &study.homes[one.variable] else { continue };
                if *from != path {
                    continue;
                }
                // What was imported is the file as it is saved.
                if **saved != *self.text().text {
                    return refuse(format!("`{address}` imports this file as it was saved: save it, and rename then"));
                }
                if self.study.uses(name.variable).any(|own| own.place == *place) {
                    edits.push(json!({ "range": text.range(&one.place), "newText": new }));
                }
            }
            if edits.is_empty() {
                continue;
            }
            if tokens(&text.text).into_iter().any(|(_, start, end)| &text.text[start..end] == new) {
                return refuse(format!("`{new}` may mean something else in `{address}`, which imports this file"));
            }
            changes.insert((*address).clone(), edits.into());
        }
        Ok(changes)
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

    /// Whether a name stands in what questions say: in a text, between braces, or among what they allow and forbid.
    fn is_spoken_of(&self, name: &str) -> bool {
        if !self.study.outline.iter().any(|entry| entry.kind == "question") {
            return false;
        }
        let text = &self.text().text;
        let known = |at: usize| self.study.names.binary_search_by_key(&at, |n| n.place.start).is_ok();
        let part = |c: char| c.is_alphanumeric() || c == '_';
        let all = tokens(text);
        text.match_indices(name).filter(|(at, _)| !known(*at)).any(|(at, _)| {
            let (before, behind) = (&text[..at], &text[at + name.len()..]);
            // After a dot stands a function or field.
            let dotted = before.ends_with('.') && !before.ends_with("..");
            if dotted || before.ends_with(part) || behind.starts_with(part) {
                return false;
            }
            let line = before.rsplit('\n').next().unwrap_or_default();
            let listed = ["allow ", "forbid "].iter().any(|word| line.trim_start().starts_with(word));
            let kind = all.iter().find(|(_, start, end)| *start <= at && at < *end).map(|token| token.0);
            match kind {
                Some(Highlight::Comment) => false,
                Some(Highlight::String) => line.rfind('{') > line.rfind('}'),
                _ => listed,
            }
        })
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
        let program = self.study.alone(text, &check.place).unwrap_or_else(|| text[..check.place.end].to_owned());
        let limits = limits((None, CHECK));
        let job = Job { id: String::new(), program, folder: self.folder.clone(), limits };
        let range = self.text().range(&check.place);
        let (address, version) = (self.address.to_owned(), self.document.version.clone());
        Ok(Later::Then(Box::new((job, Then::Check { address, version, range }))))
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

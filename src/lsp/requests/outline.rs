//! The document as a whole: its definitions, folds, colours, layout, mends, and what can be run.

use super::Ask;
use crate::report::Detail;
use crate::session::layout::laid_out;
use crate::session::reading::{Highlight, tokens};
use crate::session::study::Entry;
use serde_json::{Value, json};

impl Ask<'_> {
    pub(super) fn symbols(&self) -> Value {
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

    pub(super) fn folds(&self) -> Value {
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

    pub(super) fn colours(&self) -> Value {
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

    pub(super) fn format(&self) -> Value {
        let text = &self.text().text;
        match laid_out(self.address, text) {
            Ok(laid) if laid != *text => json!([{ "range": self.text().range(&(0..text.len())), "newText": laid }]),
            _ => json!([]),
        }
    }

    pub(super) fn actions(&self) -> Value {
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

    pub(super) fn lenses(&self) -> Value {
        let checks = self.study.outline.iter().filter(|entry| entry.kind == "check");
        let lens = |entry: &Entry| {
            let arguments = json!([self.address, self.text().place(entry.place.start)]);
            let command = json!({ "title": "Run this check", "command": "sprague.check", "arguments": arguments });
            json!({ "range": self.text().range(&entry.place), "command": command })
        };
        checks.map(lens).collect()
    }
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

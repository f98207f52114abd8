//! Diagnostics as text, drawn by ariadne, and as JSON.
//!
//! In: diagnostics with places that may be anywhere, also past the end of a text, inside a character, or in a source
//! that nobody knows. Out: text; never a panic. [`Places::label`] is the one function that makes places safe.

use super::{Detail, Diagnostic, Phase};
use crate::source::{Source, Sources, Span, drawn, visible};
use ariadne::{Cache, CharSet, Color, Config, IndexType, Label, Report, ReportKind};
use rustc_hash::FxHashMap;
use serde_json::{Value, json};
use std::fmt::{self, Display, Write};
use std::ops::Range;
use std::rc::Rc;

/// Calls shown of a call stack.
const SHOWN_CALLS: usize = 10;

/// Bytes of a line beyond which it is not drawn whole.
const LONG_LINE: usize = 400;

/// Bytes between places beyond which they are not drawn in one picture.
const LONG_EXCERPT: usize = 64 << 10;

/// Lines before a place beyond which it is not drawn: ariadne counts them each time.
const LATE_LINE: usize = 100_000;

/// Characters shown to each side of a place in a long line.
const EXCERPT: usize = 30;

/// Diagnostics as people read them, each ending in a line end.
pub fn render(diagnostics: &[Diagnostic], sources: &Sources, color: bool) -> String {
    let mut out = String::new();
    for diagnostic in diagnostics {
        one(&mut out, diagnostic, sources, color);
    }
    out
}

/// A diagnostic as JSON: `code` (`"E0303"`), `phase` (`"syntax"`, `"names"`, `"run"`, `"limit"`, `"file"`), `message`, the main place as `file`,
/// `line`, `column`, `end_line`, `end_column` (from 1, columns count characters, the end is exclusive; absent without a
/// place), `labels` (the same fields for every place, with its `text`), `notes` (texts), `stack` (calls, innermost
/// first, at most ten: `name` and the place of the call), `stack_omitted` (how many more), `incomplete` and, for an unknown name, `suggestions`.
pub fn to_json(diagnostic: &Diagnostic, sources: &Sources) -> Value {
    let mut out =
        json!({ "code": diagnostic.mistake.code(), "phase": phase(diagnostic.phase()), "message": diagnostic.message });
    if let Some((span, _)) = diagnostic.labels.first() {
        add_place(&mut out, *span, sources);
    }
    let labels = diagnostic.labels.iter().map(|(span, text)| {
        let mut label = json!({ "text": text });
        add_place(&mut label, *span, sources);
        label
    });
    out["labels"] = labels.collect();
    out["notes"] = json!(diagnostic.notes);
    let stack = diagnostic.stack.iter().take(SHOWN_CALLS).map(|(name, span)| {
        let mut call = json!({ "name": name });
        add_place(&mut call, *span, sources);
        call
    });
    out["stack"] = stack.collect();
    out["stack_omitted"] = json!(diagnostic.stack.len().saturating_sub(SHOWN_CALLS));
    out["incomplete"] = json!(diagnostic.incomplete);
    if let Detail::Suggestions(names) = &diagnostic.detail {
        out["suggestions"] = json!(names);
    }
    out
}

fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Syntax => "syntax",
        Phase::Names => "names",
        Phase::Run => "run",
        Phase::Limit => "limit",
        Phase::File => "file",
    }
}

fn add_place(out: &mut Value, span: Span, sources: &Sources) {
    let Some(source) = sources.get(span.source) else { return };
    out["file"] = json!(&*source.name);
    let end = Span { start: span.end.max(span.start), ..span };
    if let (Some((line, column)), Some((end_line, end_column))) = (sources.line_column(span), sources.line_column(end))
    {
        out["line"] = json!(line);
        out["column"] = json!(column);
        out["end_line"] = json!(end_line);
        out["end_column"] = json!(end_column);
    }
}

/// A source that shows as its name, in the part of a drawing with this number: ariadne heads all parts of the source that the main
/// place is in by that place, unless they are told apart.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Id {
    source: u32,
    part: usize,
    name: Rc<str>,
}

impl Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// The lines that the labels of one diagnostic point into: of each source an excerpt, so that a drawing costs what it shows.
struct Places<'s> {
    sources: &'s Sources,
    excerpts: FxHashMap<u32, Excerpt>,
}

/// Whole lines of a source, and how many come before.
struct Excerpt {
    lines: Range<usize>,
    before: usize,
    drawn: Option<ariadne::Source<Rc<str>>>,
}

impl Places<'_> {
    /// A place within its text, on the borders of characters. None if the source is unknown.
    fn place(&mut self, span: Span) -> Option<(Id, Range<usize>)> {
        let source = self.sources.get(span.source)?;
        let text = &source.text;
        let start = floor(text, span.start as usize);
        let end = floor(text, span.end as usize).max(start);
        let (first, last) = (line(text, start), line(text, end));
        let new = || Excerpt { lines: first.start..last.end, before: 0, drawn: None };
        let excerpt = self.excerpts.entry(span.source).or_insert_with(new);
        // With the line end, as ariadne sees lines.
        let after = text.len().min(last.end + 1);
        excerpt.lines = excerpt.lines.start.min(first.start)..excerpt.lines.end.max(after);
        excerpt.before = source.lines_before(excerpt.lines.start);
        Some((Id { source: span.source, part: 0, name: visible(&source.name).into() }, start..end))
    }

    /// Whether all lines are short enough to be drawn.
    fn can_be_drawn(&self, labels: &[((Id, Range<usize>), &String)]) -> bool {
        let long = |(id, range): &(Id, Range<usize>)| {
            let text = self.sources.get(id.source).map_or("", |s| &s.text);
            line(text, range.start).len() > LONG_LINE || line(text, range.end).len() > LONG_LINE
        };
        let short = |e: &Excerpt| e.lines.len() <= LONG_EXCERPT && e.before <= LATE_LINE;
        self.excerpts.values().all(short) && !labels.iter().any(|l| long(&l.0))
    }

    /// Takes the lines out of the texts.
    fn draw(&mut self) {
        for (source, excerpt) in &mut self.excerpts {
            let Some(source) = self.sources.get(*source) else { continue };
            // The numbers beside the lines are counted from the start: empty lines stand for those before.
            let text: Rc<str> = ("\n".repeat(excerpt.before) + &seen(&source.text, excerpt.lines.clone())).into();
            excerpt.drawn = Some(ariadne::Source::from(text));
        }
    }

    /// A place of a text as one of its excerpt, in characters: by bytes ariadne finds the line of the main place alone.
    fn within(&self, (id, range): &(Id, Range<usize>)) -> (Id, Range<usize>) {
        let (first, before) = self.excerpts.get(&id.source).map_or((0, 0), |e| (e.lines.start, e.before));
        let text = self.sources.get(id.source).map_or("", |source| &source.text);
        let characters = |at: usize| before + text[first..at].chars().count();
        (id.clone(), characters(range.start)..characters(range.end))
    }

    /// Numbers the parts of a drawing: another begins with each place that is in another text than the one before it, or ends further up.
    fn divide(&self, labels: &mut [((Id, Range<usize>), &String)]) {
        let end = |(id, range): &(Id, Range<usize>)| {
            let last = range.end.saturating_sub(1).max(range.start);
            self.sources.get(id.source).map_or(0, |source| source.lines_before(last))
        };
        for i in 1..labels.len() {
            let (before, here) = (&labels[i - 1].0, &labels[i].0);
            let another = before.0.source != here.0.source || end(here) < end(before);
            labels[i].0.0.part = before.0.part + usize::from(another);
        }
    }
}

/// A part of a text as it is drawn, a character for each, so that columns are those of the text: a control character in a remark
/// must not speak to the terminal. The CR of a line end stays.
fn seen(text: &str, part: Range<usize>) -> String {
    let ends = |at: usize| text[at..].starts_with("\r\n");
    let start = part.start;
    text[part].char_indices().map(|(i, c)| if ends(start + i) { c } else { drawn(c) }).collect()
}

/// The border of a character at or before `at`.
fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

impl Cache<Id> for &mut Places<'_> {
    type Storage = Rc<str>;

    fn fetch(&mut self, id: &Id) -> Result<&ariadne::Source<Rc<str>>, impl fmt::Debug> {
        self.excerpts.get(&id.source).and_then(|e| e.drawn.as_ref()).ok_or("an unknown source")
    }

    fn display<'a>(&self, id: &'a Id) -> Option<impl Display + 'a> {
        Some(id)
    }
}

/// The line around a place.
fn line(text: &str, at: usize) -> Range<usize> {
    let start = text[..at].rfind('\n').map_or(0, |i| i + 1);
    let end = text[at..].find('\n').map_or(text.len(), |i| at + i);
    start..end
}

fn one(out: &mut String, diagnostic: &Diagnostic, sources: &Sources, color: bool) {
    let mut places = Places { sources, excerpts: FxHashMap::default() };
    let mut labels: Vec<_> =
        diagnostic.labels.iter().filter_map(|(span, text)| Some((places.place(*span)?, text))).collect();
    places.divide(&mut labels);
    match labels.first() {
        Some((place, _)) if places.can_be_drawn(&labels) => {
            places.draw();
            let config = Config::default()
                .with_index_type(IndexType::Char)
                .with_color(color)
                .with_char_set(CharSet::Unicode)
                .with_tab_width(4);
            let mut report = Report::build(ReportKind::Error, places.within(place)).with_config(config);
            for (i, (place, text)) in labels.iter().enumerate() {
                let main = if diagnostic.mistake.is_warning() { Color::Yellow } else { Color::Red };
                let mut label = Label::new(places.within(place)).with_color(if i == 0 { main } else { Color::Blue });
                // ariadne does not mark a place without a text.
                if !text.is_empty() || i == 0 {
                    label = label.with_message(if text.is_empty() { "here".into() } else { visible(text) });
                }
                report = report.with_label(label.with_order(i as i32));
            }
            let mut bytes = Vec::new();
            // Writing to memory fails only if ariadne cannot draw; the message still comes.
            if report.finish().write(&mut places, &mut bytes).is_ok() {
                heading(out, diagnostic, color);
                // The first line is a heading without a code.
                for text in String::from_utf8_lossy(&bytes).lines().skip(1) {
                    out.push_str(text.trim_end());
                    out.push('\n');
                }
            } else {
                plain(out, diagnostic, sources, color);
            }
        }
        _ => plain(out, diagnostic, sources, color),
    }
    for note in &diagnostic.notes {
        _ = writeln!(out, "  {} {}", paint("note:", "36", color), visible(note));
    }
    calls(out, diagnostic, sources, color);
}

/// The first line: `Error[E0303]: division by zero`.
fn heading(out: &mut String, diagnostic: &Diagnostic, color: bool) {
    let (word, hue) = if diagnostic.mistake.is_warning() { ("Warning", "33") } else { ("Error", "31") };
    let kind = format!("{word}[{}]:", diagnostic.mistake.code());
    _ = writeln!(out, "{} {}", paint(&kind, hue, color), visible(&diagnostic.message));
}

fn paint(text: &str, code: &str, color: bool) -> String {
    if color { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_string() }
}

/// Without a drawing: the message and, for each place, where it is and a few characters around it.
fn plain(out: &mut String, diagnostic: &Diagnostic, sources: &Sources, color: bool) {
    heading(out, diagnostic, color);
    for (span, text) in &diagnostic.labels {
        let Some(source) = sources.get(span.source) else { continue };
        _ = write!(out, "  at {}", place(source, sources, *span));
        _ = writeln!(out, "{}{}", if text.is_empty() { "" } else { ": " }, visible(text));
        let at = floor(&source.text, span.start as usize);
        let whole = line(&source.text, at);
        let before: String = seen(&source.text, whole.start..at).chars().rev().take(EXCERPT).collect();
        let before: String = before.chars().rev().collect();
        let after: String = seen(&source.text, at..whole.end).chars().take(EXCERPT).collect();
        let cut = |cut: bool| if cut { "…" } else { "" };
        let (left, right) = (
            cut(before.chars().count() < source.text[whole.start..at].chars().count()),
            cut(after.chars().count() < source.text[at..whole.end].chars().count()),
        );
        _ = writeln!(out, "    {left}{before}{after}{right}");
        let column = left.chars().count() + before.chars().count();
        _ = writeln!(out, "    {}{}", " ".repeat(column), paint("^", "31", color));
    }
}

fn place(source: &Source, sources: &Sources, span: Span) -> String {
    match sources.line_column(span) {
        Some((line, column)) => format!("{}:{line}:{column}", visible(&source.name)),
        None => visible(&source.name).into_owned(),
    }
}

fn calls(out: &mut String, diagnostic: &Diagnostic, sources: &Sources, color: bool) {
    for (name, span) in diagnostic.stack.iter().take(SHOWN_CALLS) {
        let at = sources.get(span.source).map(|source| format!(" at {}", place(source, sources, *span)));
        // A function is followed by where it was called, a position by its clause.
        let called = if name.contains('(') { "" } else { " called" };
        let name = visible(name);
        _ = writeln!(out, "  {} `{name}`{called}{}", paint("in", "36", color), at.unwrap_or_default());
    }
    let more = diagnostic.stack.len().saturating_sub(SHOWN_CALLS);
    if more > 0 {
        _ = writeln!(out, "  … {} more", grouped(more as u64));
    }
}

/// A number with commas between its thousands.
pub fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

//! What a program says, as data: values, printed lines, verdicts, documentation; and each format that it is rendered in when
//! somebody asks, a file each.

pub(crate) mod advice;
mod data;
pub mod docs;
pub mod fit;
pub mod html;
pub mod json;
pub mod latex;
pub mod mime;
#[cfg(feature = "cli")]
pub mod progress;
pub mod text;

pub use crate::diagnostics::{Detail, Diagnostic, Mistake, Phase, grouped, render, to_json};
pub use crate::source::{Source, Sources, Span};
pub use data::Data;

/// Something a program says, in the order in which it says it.
#[derive(Clone, Debug, PartialEq)]
pub enum Output {
    /// A line printed by `print`, without its line end.
    Printed(String),
    /// The value of an expression statement.
    Value(Shown),
    /// A `check` and how it went.
    Check(CheckReport),
}

/// A value as people see it.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    /// Shortest notation; several lines for tables and drawings.
    pub text: String,
    /// Where text is a position's notation, its value: `Kayles(7)` has `*2`.
    pub value: Option<String>,
    /// That value for mathematics mode, where it has a name there: where the front end asked for data.
    pub formula: Option<String>,
    /// What a position looks like, where the front end asked for it: people see it above the text.
    pub board: Option<Seen>,
    /// What people at a terminal see instead of the text, where the front end asked for boards: a drawn board, moves, a tree.
    pub instead: Option<Seen>,
    /// The drawing, as SVG, of a position that looks like something, of moves and of a thermograph: where the front end asked for it.
    pub picture: Option<String>,
    /// The kind of value in a word or two: `number`, `game`, `position`, `list`, …
    pub kind: &'static str,
    /// The value taken apart, for all formats but text: where the front end asked for it.
    pub data: Option<Data>,
}

/// Lines for a terminal.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    /// In plain letters.
    pub plain: String,
    /// With colours.
    pub coloured: String,
}

/// How what a program says is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// For people; in colour at a terminal.
    #[default]
    Text,
    /// For programs.
    Json,
    /// For browsers.
    Html,
    /// For papers.
    Latex,
}

impl Format {
    /// All formats with their names.
    pub const ALL: [(&str, Format); 4] =
        [("text", Format::Text), ("json", Format::Json), ("html", Format::Html), ("latex", Format::Latex)];
}

impl Output {
    /// In this format; `color` is for text.
    pub fn render(&self, format: Format, sources: &Sources, color: bool) -> String {
        match format {
            Format::Text => text::output(self, sources, color),
            Format::Json => json::output(self, sources).to_string(),
            Format::Html => html::output(self, sources),
            Format::Latex => latex::output(self, sources),
        }
    }
}

/// Errors with their places in this format.
pub fn errors(errors: &[Diagnostic], format: Format, sources: &Sources, color: bool) -> String {
    match format {
        Format::Text => text::errors(errors, sources, color),
        Format::Json => serde_json::Value::from(json::errors(errors, sources)).to_string(),
        Format::Html => html::errors(errors, sources),
        Format::Latex => latex::errors(errors, sources),
    }
}

/// How a `check` went.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckReport {
    /// File and line, from 1.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
    /// The claim as it was written.
    pub claim: String,
    /// The text after it.
    pub text: Option<String>,
    /// Whether it holds; an error when it could not be decided.
    pub verdict: Verdict,
}

/// Verdict of a `check`.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// It holds.
    True,
    /// It does not: the true value, if there is one to name, and why, a line each.
    False {
        /// The true value of the left side.
        value: Option<String>,
        /// Reasons in the terms of the theory.
        reason: Vec<String>,
    },
    /// It could not be decided.
    Failed(Box<Diagnostic>),
}

/// The one record that documents a function, rule set, constant or topic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doc {
    /// `mex`
    pub name: String,
    /// `mex(numbers)`
    pub signature: String,
    /// The subject under which the manual lists it.
    pub subject: String,
    /// What it is; paragraphs are separated by empty lines, the first sentence stands alone in lists.
    pub text: String,
    /// Expressions with the output they give; run by the tests.
    pub examples: Vec<(String, String)>,
}

/// A name that completion offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameInfo {
    /// The name.
    pub name: String,
    /// Its signature if it can be called: `f(n, bound = 10)`.
    pub signature: Option<String>,
    /// One sentence, may be empty.
    pub summary: String,
    /// The kinds of values that it takes as its first argument, as far as they are known.
    pub takes: Option<&'static [&'static str]>,
}

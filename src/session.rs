//! The engine that every front end calls: texts in, outputs and errors out. It never prints, exits or draws.

use crate::diagnostics::Diagnostic;
use crate::limits::{Handle, Limits};
use crate::source::Sources;
use crate::syntax::Mode;
use std::path::PathBuf;
use std::rc::Rc;

/// What a session may do.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Bounds for every submission.
    pub limits: Limits,
    /// Whether `import` may read files, and from where relative names start.
    pub import_from: Option<PathBuf>,
    /// What the script sees as `arguments`.
    pub arguments: Vec<String>,
}

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
    /// The kind of value in a word or two: `number`, `game`, `position`, `list`, …
    pub kind: &'static str,
    /// The schema of `--json`.
    pub json: serde_json::Value,
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

/// What a submission came to.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// Errors, in the order of the text; empty if all went well. The session's bindings are as before if there are any.
    pub errors: Vec<Diagnostic>,
    /// Checks that held.
    pub passed: usize,
    /// Checks that did not, or could not be decided.
    pub failed: usize,
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
}

/// A session: its bindings, its store of games, its sources.
pub struct Session {
    settings: Settings,
    handle: Rc<Handle>,
    sources: Sources,
}

impl Session {
    /// A session with the library loaded.
    pub fn new(settings: Settings) -> Session {
        let handle = Rc::new(Handle::new(settings.limits.clone()));
        Session { settings, handle, sources: Sources::default() }
    }

    /// The handle of its computations: interruption, limits, progress.
    pub fn handle(&self) -> &Rc<Handle> {
        &self.handle
    }

    /// Every text that errors may point into.
    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// Reads and runs a text. Every output goes to `emit` as soon as it is there.
    pub fn run(&mut self, name: &str, text: &str, mode: Mode, emit: &mut dyn FnMut(Output)) -> Outcome {
        let _ = (name, text, mode, emit, &self.settings);
        self.handle.restart();
        Outcome::default()
    }

    /// Names that can be used now, sorted; the user's own first.
    pub fn names(&self) -> Vec<NameInfo> {
        Vec::new()
    }

    /// The documentation of a name or topic.
    pub fn doc(&self, name: &str) -> Option<Doc> {
        let _ = name;
        None
    }

    /// All documentation records of the library, by subject and name.
    pub fn docs(&self) -> Vec<Doc> {
        Vec::new()
    }

    /// Names of the library that are spelled almost like this one.
    pub fn suggestions(&self, name: &str) -> Vec<String> {
        let _ = name;
        Vec::new()
    }

    /// The user's definitions and bindings as a script that makes them again.
    pub fn saved(&self) -> String {
        String::new()
    }

    /// Forgets the user's bindings.
    pub fn reset(&mut self) {}
}

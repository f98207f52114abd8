//! Keys: questions with their values, ready to compare answers with.
//!
//! In: the text of a key. Out: [`Key`], or errors at their places. Everything in a key is evaluated once, in the order of
//! the text; a key may import files. Answers in a key are its model answers, for the self-test.

mod reader;

use super::points::Points;
use super::variant;
use super::written::Rule;
use crate::diagnostics::Diagnostic;
use crate::eval::Sink;
use crate::limits::Limits;
use crate::portable::Line;
use crate::reasons::compare::Test;
use crate::resolve::bound;
use crate::session::{Session, Settings};
use crate::source::{Sources, Span};
use crate::syntax::ast::StmtKind;
use crate::value::node::{CheckNode, Node, Program};
use crate::value::{Flow, Value};
use num_rational::BigRational;
use serde_json::Value as Json;
use std::path::PathBuf;
use std::rc::Rc;

use reader::KeyReader;

/// A key.
pub struct Key {
    /// The session that knows its definitions.
    pub(super) session: Session,
    /// Its code, for the claims of its questions.
    pub(super) program: Program,
    /// Its questions; parts stand one by one.
    pub questions: Vec<Question>,
    /// Its name.
    pub name: String,
    /// Whether it is another one for each student.
    pub varies: bool,
    /// How functions of an answer are asked.
    pub(super) line: Option<Line>,
}

/// A question, or a part of one.
pub struct Question {
    /// The name of its answer.
    pub name: String,
    /// As people call it: `1a` for `q1a`.
    pub number: String,
    /// The text of the question that it is a part of.
    pub stem: Option<String>,
    /// What it asks.
    pub text: Option<String>,
    /// Its points.
    pub worth: Points,
    /// Counts only if it was answered.
    pub optional: bool,
    /// Adds points beyond the whole.
    pub bonus: bool,
    /// Not shown to students before the end.
    pub hidden: bool,
    /// What is right, and what is partly right, in the order in which it is tried.
    pub(super) criteria: Vec<Criterion>,
    /// Hints, and after how many tries they are given.
    pub hints: Vec<(u32, String)>,
    /// How far from the right number is right.
    pub(super) tolerance: Option<BigRational>,
    /// What a wrong entry takes away from right ones, in entries.
    pub(super) penalty: Option<BigRational>,
    /// What a person looks at who gives the points, if a person does.
    pub manual: Option<String>,
    /// What an answer may be made of.
    pub rule: Rule,
    /// The game that it is about.
    pub(super) about: Option<Value>,
    /// Parameters for which a rule set is compared, as data.
    pub places: Vec<Json>,
    /// What `where` binds, as written.
    pub bindings: Vec<String>,
    /// Where those stand that are other ones for each student, and as they are for this one.
    pub variants: Vec<(Span, String)>,
    /// Claims about the answer that everybody may see.
    pub(super) claims: Vec<CheckNode>,
    /// The variable that stands for the answer in them.
    pub(super) slot: Option<u32>,
    /// Where it stands.
    pub(super) span: Span,
    /// A model answer.
    pub(super) model: Option<Value>,
}

impl Question {
    /// The board of the game that it shows, a line a row, if that is one.
    pub fn board(&self) -> Option<String> {
        let Some(Value::Position(position)) = &self.about else { return None };
        match &position.arguments[..] {
            [Value::Grid(grid), ..] => Some(grid.text("\n").to_string()),
            [Value::Str(text)] if text.contains('|') => Some(text.replace('|', "\n")),
            _ => None,
        }
    }
}

/// Something that an answer may be.
pub struct Criterion {
    /// What it must be.
    pub test: Test,
    /// The points that it gives.
    pub points: Points,
    /// What the student is told.
    pub text: Option<String>,
    /// Where it stands.
    pub span: Span,
}

/// What is wrong with a key, and its texts.
#[derive(Debug)]
pub struct Faulty {
    /// Errors in the order of the text.
    pub errors: Vec<Diagnostic>,
    /// The texts.
    pub sources: Sources,
}

/// How a key is read.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// Where relative imports start; `None` if there are none.
    pub from: Option<PathBuf>,
    /// What it may use.
    pub limits: Limits,
    /// Whether questions may lack what is expected: a sheet for students.
    pub sheet: bool,
    /// For whom it is read, if it is another one for each student.
    pub student: Option<String>,
}

impl Key {
    /// Reads a key.
    pub fn read(name: &str, text: &str, reading: &Reading) -> Result<Key, Box<Faulty>> {
        let settings =
            Settings { limits: reading.limits.clone(), import_from: reading.from.clone(), arguments: Vec::new() };
        let mut session = Session::new(settings);
        let sink: Sink = Rc::new(|_, _| ());
        let mut loaded = session.load(name, text, &sink);
        let mut errors: Vec<Diagnostic> = loaded.errors.drain(..).map(|(_, error)| error).collect();
        let varies = loaded.tree.statements.iter().any(|s| matches!(s.kind, StmtKind::Vary(_)));
        let mut reader =
            KeyReader { questions: Vec::new(), models: Vec::new(), errors: Vec::new(), sheet: reading.sheet, varies };
        let start = Span { source: loaded.source, start: 0, end: 0 };
        let whole = loaded.tree.statements.first().map_or(start, |first| first.span);
        let student = reading.student.as_deref().unwrap_or_default();
        if errors.is_empty() {
            let machine = &mut session.machine;
            machine.handle.restart();
            for (statement, code) in loaded.tree.statements.iter().zip(&loaded.code.statements) {
                machine.prepare(&loaded.code);
                let result = match (&code.code.node, &statement.kind) {
                    (Node::Question(question), _) => reader.question(machine, question),
                    (_, StmtKind::Answer(answer)) => machine.eval(&code.code).map(|_| {
                        if let Some(slot) = bound(&code.code) {
                            let value = machine.globals().values[slot as usize].clone();
                            reader.models.push((answer.name.name.to_string(), value, answer.name.span));
                        }
                    }),
                    (_, StmtKind::Vary(name)) => machine.eval(&code.code).map(|_| {
                        if let Some(slot) = bound(&code.code) {
                            machine.globals_mut().values[slot as usize] = variant::number(&name.name, student).into();
                        }
                    }),
                    _ => machine.eval(&code.code).map(|_| ()),
                };
                if let Err(flow) = result {
                    if let Flow::Fault(fault) = *flow {
                        reader.errors.push(fault.at(statement.span).diagnostic());
                    }
                    break;
                }
            }
            machine.unwind();
            reader.finish(whole);
            errors = reader.errors;
        }
        if !errors.is_empty() {
            return Err(Box::new(Faulty { errors, sources: session.sources().clone() }));
        }
        let questions = reader.questions;
        Ok(Key { session, program: loaded.code, questions, name: name.to_owned(), varies, line: None })
    }

    /// From now on functions of answers are asked so.
    pub fn ask_over(&mut self, line: &Line) {
        self.line = Some(Rc::clone(line));
    }

    /// Forgets what was computed since it was read, so that nothing depends on what was compared before.
    pub fn forget(&mut self) {
        let machine = &mut self.session.machine;
        machine.outdated();
        machine.forget_games();
    }

    /// Does something within other bounds than those within which it was read.
    pub fn bounded<T>(&mut self, limits: Limits, f: impl FnOnce(&mut Key) -> T) -> T {
        let before = self.session.handle().limits();
        self.session.handle().set_limits(limits);
        let result = f(self);
        self.session.handle().set_limits(before);
        result
    }

    /// A question by its name.
    pub fn question(&self, name: &str) -> Option<&Question> {
        self.questions.iter().find(|q| q.name == name)
    }

    /// All points that can be reached without bonus questions, those aside that a person gives.
    pub fn whole(&self) -> Points {
        self.questions.iter().filter(|q| !q.bonus && q.manual.is_none()).map(|q| q.worth.clone()).sum()
    }

    /// How many questions wait for a person.
    pub fn by_hand(&self) -> usize {
        self.questions.iter().filter(|q| q.manual.is_some()).count()
    }
}

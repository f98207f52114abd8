//! The public part of a key: what is asked, without what is expected. Students check their answers against it.
//!
//! In: a key. Out: a text with the questions, their points, what `where` binds and the claims of their `check` lines; and, for
//! a file of answers, which questions it answers and whether those claims hold. No answer is compared with anything here.

use super::grade::{Marking, Telling};
use super::key::Key;
use super::student::Answer;
use crate::diagnostics::Diagnostic;
use crate::syntax::ast::{Program, StmtKind};
use crate::syntax::homework::{LineKind, Question};
use crate::syntax::{Mode, parse, print};

/// The sheet of a key, or the key's syntax errors.
pub fn sheet(text: &str) -> Result<String, Vec<Diagnostic>> {
    let parsed = parse(0, text, Mode::Script);
    if !parsed.errors.is_empty() {
        return Err(parsed.errors);
    }
    let mut program = Program::default();
    let mut names = Vec::new();
    for statement in parsed.program.statements {
        if let StmtKind::Question(question) = &statement.kind {
            let mut question = (**question).clone();
            public(&mut question, &mut names, "");
            let kind = StmtKind::Question(Box::new(question));
            program.statements.push(crate::syntax::ast::Stmt { kind, ..statement });
        }
    }
    let mut out = print(&program);
    out.push_str("\n# Your answers:\n");
    for name in names {
        out.push_str(&format!("# answer {name} = \n"));
    }
    Ok(out)
}

fn public(question: &mut Question, names: &mut Vec<String>, stem: &str) {
    let name = format!("{stem}{}", question.name.name);
    question.lines.retain(|line| matches!(line.kind, LineKind::Where(_) | LineKind::Check(_) | LineKind::Part(_)));
    let mut has_parts = false;
    for line in &mut question.lines {
        if let LineKind::Part(part) = &mut line.kind {
            has_parts = true;
            public(part, names, &name);
        }
    }
    if !has_parts {
        names.push(name);
    }
}

/// How a question of a sheet stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Looked {
    /// As people call it.
    pub number: String,
    /// The name of its answer.
    pub name: String,
    /// What it asks.
    pub text: Option<String>,
    /// What was handed in; an error's text.
    pub given: Option<Result<String, String>>,
    /// Claims that do not hold.
    pub lines: Vec<String>,
}

/// Looks one question over.
pub fn look(key: &mut Key, question: usize, answer: Option<&Answer>) -> Looked {
    let Key { session, program, questions, .. } = key;
    let question = &questions[question];
    let telling = Telling::default();
    let mut lines = Vec::new();
    let given = answer.map(|answer| match &answer.value {
        Err(failure) => Err(failure.text.clone()),
        Ok(given) => {
            let mut marking = Marking { m: session.machine(), program, question, telling: &telling };
            let found = marking.fresh(|this| {
                let answer = this.read(given)?;
                this.claims(&answer)
            });
            lines = found.unwrap_or_else(|message| vec![format!("This could not be checked: {message}.")]);
            Ok(given.shown.clone())
        }
    });
    Looked { number: question.number.clone(), name: question.name.clone(), text: question.text.clone(), given, lines }
}

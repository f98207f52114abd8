//! The tree of homework: questions of a key, answers of a student.

use super::ast::{CompStep, Expr, Ident, Stmt, StmtKind};
use crate::source::Span;
use std::rc::Rc;

/// `question q1 "text" worth 2 bonus … end`, or a part of one.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// Its name; a part's answer is called by both names joined, `q1a`.
    pub name: Ident,
    /// What it asks, for people.
    pub text: Option<Rc<str>>,
    /// Its points.
    pub worth: Option<Expr>,
    /// `optional`, `bonus`, `hidden`.
    pub flags: Vec<Ident>,
    /// Its lines in order.
    pub lines: Vec<Line>,
}

/// A line of a question.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// What it says.
    pub kind: LineKind,
    /// The points that it gives; all of the question's if left out.
    pub worth: Option<Expr>,
    /// What the student is told.
    pub text: Option<Rc<str>>,
    /// Where it stands.
    pub span: Span,
}

/// Kinds of lines.
#[derive(Clone, Debug, PartialEq)]
pub enum LineKind {
    /// `expect 1/2`, `expect canonical <0 | 1>`, `expect rules Nim(n) for n in 0..9`: how the answer is compared, the
    /// value, and what it is repeated for.
    Expect(Option<Ident>, Expr, Vec<CompStep>),
    /// `accept m -> m in good`.
    Accept(Expr),
    /// `where G = <0 | 1>`: a binding for this question and those after it.
    Where(Box<StmtKind>),
    /// `check is_number(q1)`: what may be said to everybody.
    Check(Expr),
    /// `hint "text"`, `hint after 2 "text"`.
    Hint(Option<Expr>),
    /// `tolerance 1/8`.
    Tolerance(Expr),
    /// `penalty 1/2`: what a wrong entry takes away from the right ones.
    Penalty(Expr),
    /// `about <1/4 | 1>`: the game that the question is about, for explanations.
    About(Expr),
    /// `literal`: answers are written out, not computed.
    Literal,
    /// `forbid canonical, best_move`: names that answers may not use, nor what they are made of.
    Forbid(Vec<Ident>),
    /// `allow nim_sum`: names that written-out answers may call; `allow everything`.
    Allow(Vec<Ident>),
    /// `manual "what counts" worth 3`: a person gives the points.
    Manual,
    /// `part a "text" worth 1 … end`.
    Part(Question),
}

/// `answer q1 = value`: a definition of that name, handed in.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The question.
    pub name: Ident,
    /// The definition.
    pub definition: Box<Stmt>,
}

impl Question {
    /// Calls `f` with every expression directly below, in order.
    pub fn for_each_child(&self, f: &mut impl FnMut(&Expr)) {
        self.worth.iter().for_each(&mut *f);
        for line in &self.lines {
            match &line.kind {
                LineKind::Expect(_, value, steps) => {
                    f(value);
                    for step in steps {
                        match step {
                            CompStep::For(_, e) | CompStep::If(e) => f(e),
                        }
                    }
                }
                LineKind::Accept(e)
                | LineKind::Check(e)
                | LineKind::Tolerance(e)
                | LineKind::About(e)
                | LineKind::Penalty(e) => {
                    f(e);
                }
                LineKind::Where(definition) => definition.for_each_child(&mut *f),
                LineKind::Hint(after) => after.iter().for_each(&mut *f),
                LineKind::Literal | LineKind::Forbid(_) | LineKind::Allow(_) | LineKind::Manual => {}
                // Parts hold no parts: the builder sees to it.
                LineKind::Part(part) => part.for_each_child(f),
            }
            line.worth.iter().for_each(&mut *f);
        }
    }
}

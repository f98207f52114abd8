//! The grammar's actions for questions and answers.

use super::ast::*;
use super::build::Builder;
use super::homework::{Answer, Line, LineKind, Question};
use crate::diagnostics::Mistake;
use crate::source::Span;

/// What the first line of a question or part says.
pub struct Header {
    pub name: Ident,
    pub text: Option<std::rc::Rc<str>>,
    pub worth: Option<Expr>,
    pub flags: Vec<Ident>,
}

impl Builder<'_> {
    pub fn question(&mut self, header: Header, lines: Vec<Option<Line>>) -> StmtKind {
        let question = self.questions(header, lines);
        StmtKind::Question(Box::new(question))
    }

    pub fn part(&mut self, l: u32, r: u32, header: Header, lines: Vec<Option<Line>>) -> Line {
        let mut part = self.questions(header, lines);
        for line in &part.lines {
            if let LineKind::Part(inner) = &line.kind {
                let note = "give the question more parts of one kind: a, b, c";
                self.wrong(Mistake::SheetLine, inner.name.span, "a part has parts of its own", note);
            }
        }
        // So the tree stays flat whatever is written.
        part.lines.retain(|line| !matches!(line.kind, LineKind::Part(_)));
        self.line(l, r, LineKind::Part(part), None, None)
    }

    fn questions(&mut self, header: Header, lines: Vec<Option<Line>>) -> Question {
        let Header { name, text, worth, flags } = header;
        let mut said = rustc_hash::FxHashSet::default();
        for flag in &flags {
            if !said.insert(&flag.name) {
                self.wrong(Mistake::SheetLine, flag.span, format!("`{}` is said twice", flag.name), "once is enough");
            }
        }
        Question { name, text, worth, flags, lines: lines.into_iter().flatten().collect() }
    }

    pub fn line(
        &mut self,
        l: u32,
        r: u32,
        kind: LineKind,
        worth: Option<Expr>,
        text: Option<std::rc::Rc<str>>,
    ) -> Line {
        let span = self.span(l, r);
        let kind = match kind {
            LineKind::Expect(how, value, steps) => LineKind::Expect(how, value, self.bounded(steps, span)),
            kind => kind,
        };
        Line { kind, worth, text, span }
    }

    /// `where name = value`.
    pub fn where_line(&mut self, l: u32, at: u32, r: u32, target: Expr, value: Expr) -> Line {
        let kind = self.define(l, at, r, false, target, value);
        self.line(l, r, LineKind::Where(Box::new(kind)), None, None)
    }

    /// `answer name = value`, `answer f(n) = value`.
    pub fn answer(&mut self, l: u32, at: u32, r: u32, target: Expr, value: Expr) -> StmtKind {
        let span = target.span;
        let kind = self.define(l, at, r, false, target, value);
        let written = self.ident_at(span);
        let name = match &kind {
            StmtKind::Assign(Target::Pattern(Pattern::Name(name)), _) => name.clone(),
            StmtKind::Function(function) => function.name.clone(),
            StmtKind::Expr(_) => written,
            _ => {
                self.wrong(
                    Mistake::SheetLine,
                    span,
                    "an answer has one name",
                    "write `answer q1 = …`, one line for each question",
                );
                written
            }
        };
        let definition = Stmt { kind, span: self.span(l, r), doc: None };
        StmtKind::Answer(Answer { name, definition: Box::new(definition) })
    }

    /// `answer name =`, `answer f(n) =`, with nothing behind it.
    pub fn left_open(&mut self, target: Expr) -> StmtKind {
        let name = if let ExprKind::Call(f, _) = &*target.kind { f.span } else { target.span };
        StmtKind::LeftOpen(self.ident_at(name))
    }

    fn ident_at(&self, span: Span) -> Ident {
        Ident { name: self.slice(span).into(), span }
    }
}

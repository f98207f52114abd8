//! Questions of a key. What `where` binds are variables of the script, so that later questions see them, too; the name of a
//! question is a variable that stands for the answer in its checks.

use super::Resolver;
use super::hoist::joined;
use super::sentences;
use crate::syntax::ast::{CompStep, Expr, ExprKind, Ident, Stmt};
use crate::syntax::homework::{Line, LineKind, Question};
use crate::value::Value;
use crate::value::node::{Bind, Code, How, LineCode, LineNode, Node, Place, QuestionCode};
use std::rc::Rc;

impl Resolver<'_> {
    pub(super) fn question(&mut self, question: &Question, stmt: &Stmt) -> Code {
        let code = self.question_code(question, &question.name);
        Code { node: Node::Question(Rc::new(code)), span: stmt.span }
    }

    fn question_code(&mut self, question: &Question, name: &Ident) -> QuestionCode {
        let worth = question.worth.as_ref().map(|e| self.expr(e));
        let lines = question.lines.iter().map(|line| self.question_line(question, line)).collect();
        let slot = match self.place(name) {
            Some(Place::Global(slot)) => Some(slot),
            _ => None,
        };
        let says = |word: &str| question.flags.iter().any(|flag| &*flag.name == word);
        QuestionCode {
            name: Rc::clone(&name.name),
            span: name.span,
            slot,
            text: question.text.clone(),
            worth,
            optional: says("optional"),
            bonus: says("bonus"),
            hidden: says("hidden"),
            lines,
        }
    }

    fn question_line(&mut self, question: &Question, line: &Line) -> LineCode {
        let node = match &line.kind {
            LineKind::Expect(how, value, steps) => self.expected(how.as_ref(), value, steps),
            LineKind::Accept(test) => LineNode::Accept(self.expr(test)),
            LineKind::Where(definition) => {
                let stmt = Stmt { kind: (**definition).clone(), span: line.span, doc: None };
                LineNode::Where(self.statement(&stmt, true), self.source(line.span))
            }
            LineKind::Check(claim) => LineNode::Check(self.claim(claim, line.text.clone())),
            LineKind::Hint(after) => LineNode::Hint(after.as_ref().map(|e| self.expr(e))),
            LineKind::Tolerance(x) => LineNode::Tolerance(self.expr(x)),
            LineKind::About(game) => LineNode::About(self.expr(game)),
            LineKind::Penalty(x) => LineNode::Penalty(self.expr(x)),
            LineKind::Literal => LineNode::Literal,
            LineKind::Forbid(names) => LineNode::Forbid(plain(names)),
            LineKind::Allow(names) => LineNode::Allow(plain(names)),
            LineKind::Manual => LineNode::Manual,
            LineKind::Part(part) => LineNode::Part(self.question_code(part, &joined(question, part))),
        };
        let worth = line.worth.as_ref().map(|e| self.expr(e));
        LineCode { node, worth, text: line.text.clone(), span: line.span }
    }

    /// The value that is expected; with `for`, a rule set or function and the parameters for which it is compared.
    fn expected(&mut self, how: Option<&Ident>, value: &Expr, steps: &[CompStep]) -> LineNode {
        let how_kind = how.map_or(How::Equal, |ident| How::named(&ident.name));
        let wants_steps = matches!(how_kind, How::Rules | How::Period | How::Strategy);
        if !wants_steps && steps.is_empty() {
            return LineNode::Expect(how_kind, self.expr(value));
        }
        let call = match &*value.kind {
            ExprKind::Call(f, args) if args.iter().all(|a| a.name.is_none()) => Some((f, args)),
            _ => None,
        };
        let Some((f, args)) = call.filter(|_| wants_steps && !steps.is_empty()) else {
            let word = how.map_or("rules", |ident| &ident.name);
            let error =
                if wants_steps { sentences::no_call(value.span, word) } else { sentences::idle_for(value.span) };
            self.errors.push(error);
            return LineNode::Expect(How::Equal, Code { node: Node::Const(Value::Nothing), span: value.span });
        };
        let f = self.expr(f);
        let steps = self.steps(steps);
        let args = args.iter().map(|a| self.expr(&a.value)).collect();
        self.close_block();
        let each = Code { node: Node::Tuple(args), span: value.span };
        let all = Code { node: Node::ListFor(Box::new((each, steps))), span: value.span };
        LineNode::Rules(how_kind, f, all)
    }
}

/// Names that are not looked up here: a sheet may name what only its key knows.
fn plain(names: &[Ident]) -> Rc<[Rc<str>]> {
    names.iter().map(|name| Rc::clone(&name.name)).collect()
}

/// The slot that a statement of a script binds, if it binds one name.
pub fn bound(code: &Code) -> Option<u32> {
    match &code.node {
        Node::Assign(pair) => match &pair.0 {
            Bind::Place(Place::Global(slot)) => Some(*slot),
            _ => None,
        },
        _ => None,
    }
}

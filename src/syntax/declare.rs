//! Actions for declarations: take-and-break games.

use super::ast::*;
use super::build::Builder;
use crate::diagnostics::{Diagnostic, Phase};
use crate::source::Span;
use std::rc::Rc;

impl Builder<'_> {
    fn slip(&mut self, span: Span, message: impl Into<String>, note: &str) {
        self.errors.push(Diagnostic::new(Phase::Syntax, span, message).note(note));
    }

    /// A take-and-break game; a clause that could not be read is `None`.
    pub fn heap(
        &mut self,
        name: Ident,
        params: Option<Vec<Arg>>,
        first: Option<HeapClause>,
        rest: Vec<Option<HeapClause>>,
    ) -> StmtKind {
        let size = params.and_then(|params| self.heap_size(&name, params));
        let clauses = std::iter::once(first).chain(rest).flatten().collect();
        StmtKind::Heap(HeapDecl { name, size, clauses })
    }

    /// The only parameter of a `heap` declaration.
    fn heap_size(&mut self, name: &Ident, params: Vec<Arg>) -> Option<Ident> {
        let note = "the parameter is the size of the heap, one name: `heap Nim(n) = take 1..n`; for other parameters write a `game`";
        if params.is_empty() {
            self.slip(
                name.span,
                "empty parentheses in a `heap` declaration",
                "write `heap Nim = take 1..`, or `heap Nim(n) = take 1..n` if the clauses use the size of the heap",
            );
            return None;
        }
        let params = self.params(params);
        let mut sizes = Vec::new();
        for param in params {
            match param {
                Param { pattern: Pattern::Name(ident), kind: None, default: None } => sizes.push(ident),
                Param { pattern: Pattern::Name(ident), .. } => {
                    self.slip(ident.span, "the size of a heap has no default and no kind", note);
                    sizes.push(ident);
                }
                Param { pattern: Pattern::Tuple(_, span), .. } => {
                    self.slip(span, "the size of a heap is one number", note);
                }
            }
        }
        if let Some(second) = sizes.get(1) {
            self.slip(second.span, "a `heap` declaration has one parameter", note);
        }
        sizes.into_iter().next()
    }

    pub fn heap_clause(&mut self, l: u32, r: u32, kind: HeapClauseKind) -> HeapClause {
        HeapClause { kind, span: self.span(l, r) }
    }

    /// The text of a place.
    pub fn text_of(&mut self, l: u32, r: u32) -> (Rc<str>, Span) {
        let span = self.span(l, r);
        (self.slice(span).into(), span)
    }
}

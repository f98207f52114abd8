//! Actions for take-and-break games, lattice games, posets and graphs.

use super::ast::*;
use super::build::Builder;
use crate::diagnostics::{Diagnostic, Mistake};
use crate::source::Span;
use std::rc::Rc;

impl Builder<'_> {
    fn slip(&mut self, span: Span, message: impl Into<String>, note: &str) {
        self.errors.push(Diagnostic::new(Mistake::Clause, span, message).note(note));
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

    /// A lattice game; a line that could not be read is `None`. `r` is past its `end`.
    pub fn lattice(&mut self, r: u32, name: Ident, params: Vec<Arg>, clauses: Vec<Option<LatticeClause>>) -> StmtKind {
        let note = "coordinates are names: `lattice Nim2(x, y)`";
        let mut names: Vec<Ident> = Vec::new();
        for param in self.params(params) {
            match param {
                Param { pattern: Pattern::Name(ident), kind: None, default: None } => names.push(ident),
                Param { pattern: Pattern::Name(ident), .. } => {
                    self.slip(ident.span, "a coordinate has no default and no kind", note);
                    names.push(ident);
                }
                Param { pattern: Pattern::Tuple(_, span), .. } => self.slip(span, "a coordinate is a name", note),
            }
        }
        if names.is_empty() && self.errors.is_empty() {
            self.slip(name.span, "a lattice game needs coordinates", note);
        }
        let whole = clauses.iter().all(Option::is_some);
        let clauses: Vec<LatticeClause> = clauses.into_iter().flatten().collect();
        let end = self.span(r - 1, r);
        if whole && end.start < end.end && self.errors.is_empty() {
            self.lattice_parts(&name, &clauses);
        }
        StmtKind::Lattice(LatticeDecl { name, params: names, clauses })
    }

    /// A lattice game has a board and moves, and one way to end.
    fn lattice_parts(&mut self, name: &Ident, clauses: &[LatticeClause]) {
        let find = |wanted: fn(&LatticeClauseKind) -> bool| clauses.iter().find(|c| wanted(&c.kind)).map(|c| c.span);
        let board = find(|kind| matches!(kind, LatticeClauseKind::Board(_)));
        let moves = find(|kind| matches!(kind, LatticeClauseKind::Move(_)));
        let defeated = find(|kind| matches!(kind, LatticeClauseKind::Defeated(_)));
        let misere = find(|kind| matches!(kind, LatticeClauseKind::Misere));
        let game = &name.name;
        if board.is_none() {
            let note = "say where positions are: a line such as `board x >= 0, y >= 0`";
            self.slip(name.span, format!("the lattice game `{game}` has no `board`"), note);
        }
        if moves.is_none() {
            let note = "say what a move subtracts: a line such as `move (1, 0), (-1, 1)`";
            self.slip(name.span, format!("the lattice game `{game}` has no `move`"), note);
        }
        if let (Some(defeated), Some(misere)) = (defeated, misere) {
            let error = Diagnostic::new(Mistake::Clause, misere, "`misere` and `defeated` in one lattice game");
            self.errors.push(error.also(defeated, "the other one").note(
                "`misere` says that who moves last loses; `defeated` says the same by naming the points that no one may move to: keep one of them",
            ));
        }
    }

    pub fn lattice_clause(&mut self, l: u32, r: u32, kind: LatticeClauseKind) -> LatticeClause {
        let (es, vectors) = match &kind {
            LatticeClauseKind::Board(es) => (&es[..], false),
            LatticeClauseKind::Move(es) | LatticeClauseKind::Defeated(es) => (&es[..], true),
            LatticeClauseKind::Misere => (&[][..], false),
        };
        let word = |e: &Expr| matches!(&*e.kind, ExprKind::Name(name) if matches!(&**name, "board" | "move" | "defeated" | "misere"));
        for (i, e) in es.iter().enumerate() {
            let head = match &*e.kind {
                ExprKind::Call(f, _) => f,
                ExprKind::Compare(first, _) => first,
                _ => e,
            };
            let span = head.span;
            if i > 0 && word(head) {
                let message = format!("`{}` begins a line of its own", self.slice(span));
                self.slip(span, message, "the line before ends in a comma, so that it goes on here: remove the comma");
            } else if vectors && matches!((&*e.kind, &*head.kind), (ExprKind::Call(..), ExprKind::Tuple(_))) {
                self.slip(
                    span,
                    "a comma is missing after this vector",
                    "vectors are separated by commas: `move (1, 0), (0, 1)`",
                );
            }
        }
        LatticeClause { kind, span: self.span(l, r) }
    }

    /// A chain of a poset: labels, each smaller than the next.
    pub fn chain(&mut self, first: Expr, rest: Vec<(u32, CompareOp, Expr)>) -> Vec<Expr> {
        let mut chain = vec![first];
        for (at, op, label) in rest {
            let note = match op {
                CompareOp::Lt => None,
                CompareOp::Gt | CompareOp::Ge => Some("write the smaller element first: `a < b`"),
                CompareOp::Le => Some("the order of a poset is written by `<`: `a < b`"),
                _ => Some("a poset is written by chains of smaller elements: `poset {a < c, b < c < d}`"),
            };
            if let Some(note) = note {
                let span = self.span(at, at + 1);
                let message = format!("`{}` in a poset", self.slice(span));
                self.slip(span, message, note);
            }
            chain.push(label);
        }
        chain.iter().for_each(|label| self.label(label, "poset"));
        chain
    }

    /// Edges of a graph, or a vertex.
    pub fn graph_item(&mut self, first: Expr, rest: Vec<(bool, Expr)>, label: Option<Expr>) -> GraphItem {
        self.label(&first, "graph");
        rest.iter().for_each(|(_, vertex)| self.label(vertex, "graph"));
        if let (true, Some(label)) = (rest.is_empty(), &label) {
            self.slip(label.span, "a vertex alone has no label", "labels belong to edges: `a -- b: \"blue\"`");
        }
        GraphItem { first, rest, label }
    }

    /// Reports an expression that is no label.
    fn label(&mut self, e: &Expr, word: &str) {
        let integer = |e: &Expr| matches!(*e.kind, ExprKind::Int(_));
        let signed = |e: &Expr| integer(e) || matches!(&*e.kind, ExprKind::Neg(x) if integer(x));
        let what = if word == "graph" { "vertex" } else { "element" };
        let computed = match word {
            "graph" => {
                "vertices are names, numbers, strings, tuples and sets of these; edges are written `a -- b` or `a -> b`"
            }
            _ => {
                "elements are names, numbers, strings, tuples and sets of these; for computed ones write `poset(elements, relation)`"
            }
        };
        let note = match &*e.kind {
            ExprKind::Error | ExprKind::Name(_) | ExprKind::Int(_) => return,
            ExprKind::Str(parts) if parts.iter().all(|p| matches!(p, StrPart::Text(_))) => return,
            ExprKind::Neg(_) if signed(e) => return,
            ExprKind::Product(a, rest) if signed(a) && matches!(&rest[..], [(ProductOp::Div, b)] if integer(b)) => {
                return;
            }
            ExprKind::Tuple(parts) | ExprKind::Set(parts) => {
                return parts.iter().for_each(|part| self.label(part, word));
            }
            ExprKind::Sum(..) if word == "graph" => "an edge is written `a -- b`, with a direction `a -> b`",
            ExprKind::Ordinal(..) if word == "poset" => {
                "the order is written by `<`: `a < b`; labels after a colon belong to graphs"
            }
            ExprKind::List(_) => "write a tuple `(1, 2)` or a set `{1, 2}`",
            _ => computed,
        };
        self.slip(
            e.span,
            format!("this cannot be the label of {} {what} of a {word}", if what == "element" { "an" } else { "a" }),
            note,
        );
    }

    /// The text of a place.
    pub fn text_of(&mut self, l: u32, r: u32) -> (Rc<str>, Span) {
        let span = self.span(l, r);
        (self.slice(span).into(), span)
    }
}

//! Actions for declarations, posets and graphs.

use super::ast::*;
use super::build::Builder;
use super::words::{Block, BlockId, ClauseId, Params};
use crate::diagnostics::{Diagnostic, Mistake};
use crate::source::Span;

/// That parameters are names, by an example.
fn names_note(block: &Block) -> String {
    format!("{} are names: `{}`", block.params.2, block.header)
}

impl Builder<'_> {
    fn slip(&mut self, span: Span, message: impl Into<String>, note: &str) {
        self.errors.push(Diagnostic::new(Mistake::Clause, span, message).note(note));
    }

    /// A take-and-break game; a clause that could not be read is `None`.
    pub fn heap(
        &mut self,
        name: Ident,
        params: Option<Vec<Arg>>,
        first: Option<Clause>,
        rest: Vec<Option<Clause>>,
    ) -> StmtKind {
        let params = params.and_then(|params| self.heap_size(&name, params)).into_iter().collect();
        let clauses = std::iter::once(first).chain(rest).flatten().collect();
        StmtKind::Declaration(Declaration { word: "heap", name, params, clauses })
    }

    /// The only parameter of a `heap` declaration.
    fn heap_size(&mut self, name: &Ident, params: Vec<Arg>) -> Option<Param> {
        let note = "the parameter is the size of the heap, one name: `heap Nim(n) = take 1..n`; for other parameters write a `game`";
        if params.is_empty() {
            self.slip(
                name.span,
                "empty parentheses in a `heap` declaration",
                "write `heap Nim = take 1..`, or `heap Nim(n) = take 1..n` if the clauses use the size of the heap",
            );
            return None;
        }
        let mut sizes = self.params(params);
        sizes.retain_mut(|param| match param {
            Param { pattern: Pattern::Name(_), kind: None, default: None } => true,
            Param { pattern: Pattern::Name(ident), kind, default } => {
                self.slip(ident.span, "the size of a heap has no default and no kind", note);
                (*kind, *default) = (None, None);
                true
            }
            Param { pattern: Pattern::Tuple(_, span), .. } => {
                self.slip(*span, "the size of a heap is one number", note);
                false
            }
        });
        if let Some(Param { pattern: Pattern::Name(second), .. }) = sizes.get(1) {
            self.slip(second.span, "a `heap` declaration has one parameter", note);
        }
        sizes.into_iter().next()
    }

    #[allow(clippy::too_many_arguments)] // One for each part of a clause.
    pub fn heap_clause(
        &mut self,
        l: u32,
        r: u32,
        word: &'static str,
        items: Vec<Expr>,
        mut steps: Vec<CompStep>,
        names: Vec<Ident>,
        condition: Option<Expr>,
    ) -> Clause {
        steps.extend(condition.map(CompStep::If));
        Clause { word, items, steps, names, span: self.span(l, r) }
    }

    /// A declaration in lines; a line that could not be read is `None`. `r` is past its `end`.
    pub fn declaration(
        &mut self,
        r: u32,
        block: BlockId,
        name: Ident,
        params: Vec<Arg>,
        clauses: Vec<Option<Clause>>,
    ) -> StmtKind {
        let block = block.row();
        let mut params = self.params(params);
        if block.params.0 == Params::Names {
            params.retain_mut(|param| self.plain_name(block, param));
            if params.is_empty() && self.errors.is_empty() {
                let message = format!("a {} needs {}", block.makes, block.params.2);
                self.slip(name.span, message, &names_note(block));
            }
        }
        let whole = clauses.iter().all(Option::is_some);
        let end = self.span(r - 1, r);
        let clauses: Vec<Clause> = clauses.into_iter().flatten().collect();
        if whole && end.start < end.end && self.errors.is_empty() {
            self.all_there(block, &name, &clauses);
        }
        StmtKind::Declaration(Declaration { word: block.word, name, params, clauses })
    }

    /// Whether a parameter is a name, and no more: what is more is taken away.
    fn plain_name(&mut self, block: &Block, param: &mut Param) -> bool {
        let what = block.params.1;
        match param {
            Param { pattern: Pattern::Name(_), kind: None, default: None } => true,
            Param { pattern: Pattern::Name(ident), kind, default } => {
                self.slip(ident.span, format!("a {what} has no default and no kind"), &names_note(block));
                (*kind, *default) = (None, None);
                true
            }
            Param { pattern: Pattern::Tuple(_, span), .. } => {
                self.slip(*span, format!("a {what} is a name"), &names_note(block));
                false
            }
        }
    }

    /// Whether a declaration has the lines that it needs, and none that exclude each other.
    fn all_there(&mut self, block: &Block, name: &Ident, clauses: &[Clause]) {
        let find = |word: &str| clauses.iter().find(|clause| clause.word == word).map(|clause| clause.span);
        let (makes, called) = (block.makes, &name.name);
        let required = || block.clauses.iter().filter(|row| row.required);
        for row in required().filter(|row| find(row.word).is_none()) {
            let message = format!("the {makes} `{called}` has no `{}`", row.word);
            self.slip(name.span, message, &format!("{}: a line such as `{}`", row.says, row.example));
        }
        if clauses.is_empty() && required().next().is_none() {
            let note = format!("write lines that begin with {}", block.words(""));
            self.slip(name.span, format!("the {makes} `{called}` has no clauses"), &note);
        }
        for row in block.clauses {
            let Some((other, note)) = row.excludes else { continue };
            if let (Some(one), Some(two)) = (find(row.word), find(other)) {
                let message = format!("`{}` and `{other}` in one {makes}", row.word);
                let error = Diagnostic::new(Mistake::Clause, one, message).also(two, "the other one");
                self.errors.push(error.note(note));
            }
        }
    }

    pub fn clause(&mut self, l: u32, r: u32, id: ClauseId, items: Vec<Expr>, steps: Vec<CompStep>) -> Clause {
        let row = id.row();
        for (i, e) in items.iter().enumerate() {
            let head = match &*e.kind {
                ExprKind::Call(f, _) => f,
                ExprKind::Compare(first, _) => first,
                _ => e,
            };
            let span = head.span;
            if i > 0 && matches!(&*head.kind, ExprKind::Name(name) if id.block().clause(name).is_some()) {
                let message = format!("`{}` begins a line of its own", self.slice(span));
                self.slip(span, message, "the line before ends in a comma, so that it goes on here: remove the comma");
            } else if row.commas == "vectors"
                && matches!((&*e.kind, &*head.kind), (ExprKind::Call(..), ExprKind::Tuple(_)))
            {
                let note = "vectors are separated by commas: `move (1, 0), (0, 1)`";
                self.slip(span, "a comma is missing after this vector", note);
            }
        }
        let span = self.span(l, r);
        Clause { word: row.word, items, steps: self.bounded(steps, span), names: Vec::new(), span }
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
    pub fn text_of(&mut self, l: u32, r: u32) -> Expr {
        let text = self.slice(self.span(l, r)).into();
        self.expr(l, r, ExprKind::Str(vec![StrPart::Text(text)]))
    }
}

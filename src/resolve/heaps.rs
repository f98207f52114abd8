//! `heap` declarations.

use super::Resolver;
use super::scope::Frame;
use super::sentences::{self, Around, Misplaced};
use crate::limits::with_stack;
use crate::syntax::Pace;
use crate::syntax::ast::{Expr, ExprKind, HeapClause, HeapClauseKind, HeapDecl, Ident, Stmt};
use crate::value::node::{Bind, Code, HeapClauseCode, HeapRules, Node};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// A set of one name.
pub(super) fn only(name: &str) -> FxHashSet<&str> {
    std::iter::once(name).collect()
}

/// Whether one of the names occurs in an expression, also where it means something else.
pub(super) fn mentions(pace: &Pace<'_>, e: &Expr, names: &FxHashSet<&str>) -> bool {
    if !pace.goes_on() {
        return false;
    }
    let mut found = matches!(&*e.kind, ExprKind::Name(n) if names.contains(&**n));
    e.kind.for_each_child(&mut |child| found = found || with_stack(|| mentions(pace, child, names)));
    found
}

impl Resolver<'_> {
    pub(super) fn heap(&mut self, heap: &HeapDecl, stmt: &Stmt) -> Code {
        let place = self.place(&heap.name);
        self.frames.push(Frame::new());
        self.loops.push(0);
        let params = heap.size.iter().map(|size| Rc::clone(&size.name)).collect();
        self.around.push(Around { name: Rc::clone(&heap.name.name), params, moves: false });
        match &heap.size {
            Some(size) => self.frame().declare(&size.name),
            None if self.size_unnamed(heap) => self.frame().declare(&"n".into()),
            None => self.frame().hidden(),
        };
        let clauses = heap.clauses.iter().map(|clause| self.heap_clause(clause, heap.size.as_ref())).collect();
        self.around.pop();
        self.loops.pop();
        let frame = self.frames.pop().expect("pushed above");
        if !frame.shared.is_empty() {
            return self.misplaced(heap.name.span, &Misplaced::HeapInLoop);
        }
        let size = heap.size.as_ref().map_or("n", |size| &*size.name);
        let rules = HeapRules {
            name: Rc::clone(&heap.name.name),
            frame: frame.slots,
            clauses,
            doc: stmt.doc.clone(),
            signature: format!("{}({size})", heap.name.name),
            source: self.source(stmt.span),
            span: stmt.span,
        };
        let value = Code { node: Node::Heap(Rc::new(rules)), span: stmt.span };
        let bind = place.map_or(Bind::Discard, Bind::Place);
        Code { node: Node::Assign(Box::new((bind, value))), span: stmt.span }
    }

    fn heap_clause(&mut self, clause: &HeapClause, size: Option<&Ident>) -> HeapClauseCode {
        let span = clause.span;
        match &clause.kind {
            HeapClauseKind::Code { octal, text, span } => {
                HeapClauseCode::Code { octal: *octal, text: Rc::clone(text), span: *span }
            }
            HeapClauseKind::Take { variable, set, all_but, parts, condition } => {
                let set_uses_size = size.is_some_and(|size| mentions(self.pace, set, &only(&size.name)));
                let set = self.expr(set);
                self.different(size.into_iter().chain(variable).chain(parts));
                self.frame().blocks.push(rustc_hash::FxHashMap::default());
                let variable = variable.as_ref().map(|ident| self.heap_name(ident));
                let parts = parts.iter().map(|ident| self.heap_name(ident)).collect();
                let condition = condition.as_ref().map(|c| self.expr(c));
                self.close_block();
                HeapClauseCode::Take { variable, set, all_but: *all_but, set_uses_size, parts, condition, span }
            }
            HeapClauseKind::Split { parts, condition } => {
                self.different(size.into_iter().chain(parts));
                self.frame().blocks.push(rustc_hash::FxHashMap::default());
                let parts = parts.iter().map(|ident| self.heap_name(ident)).collect();
                let condition = condition.as_ref().map(|c| self.expr(c));
                self.close_block();
                HeapClauseCode::Split { parts, condition, span }
            }
        }
    }

    /// Reports a clause that uses `n` without the parameter; false if none does.
    fn size_unnamed(&mut self, heap: &HeapDecl) -> bool {
        let uses = |e: &&Expr| mentions(self.pace, e, &only("n"));
        let missing = heap.clauses.iter().find_map(|clause| match &clause.kind {
            HeapClauseKind::Code { .. } => None,
            HeapClauseKind::Take { variable, set, parts, condition, .. } => {
                let named = variable.iter().chain(parts).any(|ident| &*ident.name == "n");
                [Some(set), condition.as_ref().filter(|_| !named)].into_iter().flatten().find(uses)
            }
            HeapClauseKind::Split { parts, condition } => {
                let named = parts.iter().any(|ident| &*ident.name == "n");
                condition.as_ref().filter(|_| !named).filter(uses)
            }
        });
        let Some(missing) = missing.filter(|_| self.globals.find("n").is_none()) else { return false };
        self.errors.push(sentences::size_unnamed(&heap.name.name, missing.span));
        true
    }

    fn heap_name(&mut self, ident: &Ident) -> (Rc<str>, u32) {
        let slot = if &*ident.name == "_" { self.frame().hidden() } else { self.frame().declare(&ident.name) };
        (Rc::clone(&ident.name), slot)
    }

    /// The names of one clause mean different things.
    fn different<'i>(&mut self, names: impl Iterator<Item = &'i Ident>) {
        let mut seen: FxHashMap<&str, &Ident> = FxHashMap::default();
        for ident in names.filter(|ident| &*ident.name != "_") {
            if let Some(first) = seen.get(&*ident.name) {
                self.errors.push(sentences::heap_twins(ident, first));
            }
            seen.entry(&ident.name).or_insert(ident);
        }
    }
}

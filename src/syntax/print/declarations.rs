//! Take-and-break games, lattice games, posets, graphs.

use super::super::ast::*;
use super::{Inside, Level, Printer};

impl Printer {
    pub(super) fn heap(&mut self, heap: &HeapDecl) {
        self.out.push_str("heap ");
        self.out.push_str(&heap.name.name);
        if let Some(size) = &heap.size {
            self.out.push('(');
            self.out.push_str(&size.name);
            self.out.push(')');
        }
        self.within(Inside::Heap, " = ", "", |p| {
            for (i, clause) in heap.clauses.iter().enumerate() {
                if i > 0 {
                    p.out.push_str(" or ");
                }
                p.heap_clause(clause);
            }
        });
    }

    fn heap_clause(&mut self, clause: &HeapClause) {
        match &clause.kind {
            HeapClauseKind::Code { octal, text, .. } => {
                self.out.push_str(if *octal { "octal " } else { "code " });
                self.out.push_str(text);
            }
            HeapClauseKind::Take { variable, set, all_but, parts, condition } => {
                self.out.push_str("take ");
                if let Some(variable) = variable {
                    self.out.push_str(&variable.name);
                    self.out.push_str(" in ");
                }
                if *all_but {
                    self.out.push_str("all but ");
                }
                let from = self.out.len();
                self.expr(set, Level::Or);
                // `take k in S` names what is taken: as a comparison it stands in parentheses.
                let first = self.out[from..].split_once(|c: char| !(c.is_alphanumeric() || c == '_'));
                if variable.is_none() && first.is_some_and(|(_, rest)| rest.starts_with("in ")) {
                    self.out.insert(from, '(');
                    self.out.push(')');
                }
                if !parts.is_empty() {
                    self.out.push_str(" leave ");
                    self.names(parts);
                }
                self.condition(condition.as_ref());
            }
            HeapClauseKind::Split { parts, condition } => {
                self.out.push_str("split ");
                self.names(parts);
                self.condition(condition.as_ref());
            }
        }
    }

    pub(super) fn lattice(&mut self, lattice: &LatticeDecl) {
        self.out.push_str("lattice ");
        self.out.push_str(&lattice.name.name);
        self.out.push('(');
        self.names(&lattice.params);
        self.out.push(')');
        self.indent += 1;
        for clause in &lattice.clauses {
            self.line();
            let (word, es) = match &clause.kind {
                LatticeClauseKind::Board(es) => ("board ", es),
                LatticeClauseKind::Move(es) => ("move ", es),
                LatticeClauseKind::Defeated(es) => ("defeated ", es),
                LatticeClauseKind::Misere => {
                    self.out.push_str("misere");
                    continue;
                }
            };
            self.out.push_str(word);
            self.run(es, ", ", Level::Or);
        }
        self.indent -= 1;
        self.line();
        self.out.push_str("end");
    }

    pub(super) fn poset(&mut self, chains: &[Vec<Expr>]) {
        self.within(Inside::Plain, "poset {", "}", |p| {
            for (i, chain) in chains.iter().enumerate() {
                if i > 0 {
                    p.out.push_str(", ");
                }
                p.run(chain, " < ", Level::Range);
            }
        });
    }

    pub(super) fn graph(&mut self, items: &[GraphItem]) {
        self.within(Inside::Plain, "graph {", "}", |p| {
            for (i, item) in items.iter().enumerate() {
                if i > 0 {
                    p.out.push_str(", ");
                }
                p.expr(&item.first, Level::Range);
                for (directed, vertex) in &item.rest {
                    p.out.push_str(if *directed { " -> " } else { " -- " });
                    p.expr(vertex, Level::Range);
                }
                if let Some(label) = &item.label {
                    p.out.push_str(": ");
                    p.expr(label, Level::Loose);
                }
            }
        });
    }

    fn names(&mut self, names: &[Ident]) {
        for (i, name) in names.iter().enumerate() {
            if i > 0 {
                self.out.push_str(", ");
            }
            self.out.push_str(&name.name);
        }
    }

    fn condition(&mut self, condition: Option<&Expr>) {
        if let Some(condition) = condition {
            self.out.push_str(" if ");
            self.expr(condition, Level::Or);
        }
    }
}

//! `poset {…}` and `graph {…}`: names are labels there, and edges have signs of their own.

use super::super::token::Tok;
use super::Lexer;
use super::layout::{OpenerKind, Relation};

impl Lexer<'_> {
    /// `{`.
    pub(super) fn brace(&mut self, start: usize, end: usize) {
        let relation = match self.previous {
            Some(Tok::Poset) => Some(Relation::Poset),
            Some(Tok::Graph) => Some(Relation::Graph),
            _ => None,
        };
        self.open(OpenerKind::Brace, start, end);
        if relation.is_some() {
            let top = self.top();
            (top.relation, top.labels) = (relation, true);
        }
    }

    /// After a comma the next relation begins, with labels.
    pub(super) fn next_relation(&mut self) {
        let top = self.top();
        top.labels |= top.relation.is_some();
    }

    /// Whether the sign of an edge can stand here.
    fn edge_expected(&self) -> bool {
        let top = self.stack_top();
        top.relation == Some(Relation::Graph) && top.labels && !self.operand_expected()
    }

    /// A minus; between vertices two of them, or a dash, are an edge.
    pub(super) fn minus(&mut self, start: usize, end: usize) {
        if self.edge_expected() {
            let second = self.rest().starts_with('-');
            if second {
                self.raw.bump(1);
            }
            if second || self.text[start..].starts_with('–') {
                let end = self.position();
                return self.emit(Tok::Edge, start, end);
            }
        }
        self.emit(Tok::Minus, start, end);
    }

    /// A colon; after an edge its label follows, which is an expression.
    pub(super) fn colon(&mut self, start: usize, end: usize) {
        if !self.edge_expected() {
            return self.emit(Tok::Colon, start, end);
        }
        self.top().labels = false;
        self.emit(Tok::EdgeLabel, start, end);
    }
}

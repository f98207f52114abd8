//! Labels in `poset {…}` and `graph {…}`: names stand for themselves there.

use super::Resolver;
use crate::limits::with_stack;
use crate::syntax::ast::{Expr, ExprKind, GraphItem};
use crate::value::Value;
use crate::value::node::{Code, EdgeLiteral, GraphLiteral, Node};
use std::rc::Rc;

impl Resolver<'_> {
    /// The code of a label: a constant, or a tuple or set of constants.
    pub(super) fn label(&mut self, e: &Expr) -> Code {
        let node = with_stack(|| match &*e.kind {
            ExprKind::Name(name) => {
                if !self.library {
                    self.globals.labels.insert(Rc::clone(name));
                }
                Node::Const(Value::text(&**name))
            }
            ExprKind::Tuple(parts) => Node::Tuple(parts.iter().map(|part| self.label(part)).collect()),
            ExprKind::Set(parts) => Node::Set(parts.iter().map(|part| self.label(part)).collect()),
            // Numbers and strings.
            _ => self.expr(e).node,
        });
        Code { node, span: e.span }
    }

    pub(super) fn graph(&mut self, items: &[GraphItem]) -> Node {
        let mut graph = GraphLiteral { vertices: Vec::new(), edges: Vec::new(), labels: Vec::new() };
        for item in items {
            let label = item.label.as_ref().map(|e| {
                graph.labels.push(self.expr(e));
                graph.labels.len() - 1
            });
            graph.vertices.push(self.label(&item.first));
            for (directed, vertex) in &item.rest {
                let from = graph.vertices.len() - 1;
                let span = graph.vertices[from].span.to(vertex.span);
                graph.vertices.push(self.label(vertex));
                graph.edges.push(EdgeLiteral { from, to: from + 1, directed: *directed, label, span });
            }
        }
        Node::Graph(Box::new(graph))
    }
}

//! `graph {…}` literals.

use crate::adapters::graphs::{Edge, Graph};
use crate::diagnostics::Mistake;
use crate::eval::Machine;
use crate::value::node::GraphLiteral;
use crate::value::{Fault, Res, Value};

impl Machine {
    pub(crate) fn graph_literal(&mut self, literal: &GraphLiteral) -> Res {
        let mut labels = Vec::with_capacity(literal.vertices.len());
        for code in &literal.vertices {
            let value = self.eval(code)?;
            labels.push(self.normal(&value).map_err(|flow| flow.at(code.span))?);
        }
        let mut texts = Vec::with_capacity(literal.labels.len());
        for code in &literal.labels {
            let value = self.eval(code)?;
            texts.push(self.normal(&value).map_err(|flow| flow.at(code.span))?);
        }
        let place = |i: usize| u32::try_from(i);
        let mut edges = Vec::with_capacity(literal.edges.len());
        for edge in &literal.edges {
            let (Ok(from), Ok(to)) = (place(edge.from), place(edge.to)) else {
                return Fault::new(Mistake::TooLarge, "a graph with more than 2^32 vertices").at(edge.span).err();
            };
            let label = edge.label.map_or(Value::Nothing, |i| texts[i].clone());
            edges.push(Edge { from, to, directed: edge.directed, label });
        }
        Ok(Value::of(Graph::new(self, labels, edges, None)?))
    }
}

//! Graphs as values: vertices with labels, edges with or without direction and label, vertices perhaps coloured.
//!
//! Two graphs are equal if they have the same labels and edges; [`Graph::shape`] forgets the labels, so that isomorphic
//! graphs have equal shapes.

mod literal;

use crate::diagnostics::Mistake;
use crate::eval::{Machine, Thing};
use crate::graphs::canonical::{Coloured, canonical_order};
use crate::value::fault::quoted;
use crate::value::key::{Key, order, same, sort};
use crate::value::{Fault, Items, Operator, Res, Value};
use rustc_hash::FxHashMap;
use std::cmp::Ordering;
use std::hash::{BuildHasher, Hash, Hasher};

/// An edge between vertices by their places.
#[derive(Clone, Debug)]
pub struct Edge {
    /// Where it begins; the smaller end of an edge without direction.
    pub from: u32,
    /// Where it ends.
    pub to: u32,
    /// Whether it leads one way.
    pub directed: bool,
    /// Its label, or nothing.
    pub label: Value,
}

/// A graph.
#[derive(Clone, Debug)]
pub struct Graph {
    /// Labels of the vertices, in their order.
    pub vertices: Vec<Value>,
    /// Edges, sorted.
    pub edges: Vec<Edge>,
    /// A colour for each vertex; all nothing unless some were given.
    pub colours: Vec<Value>,
    /// How a constructor wrote it.
    name: Option<String>,
    /// Whether its labels are numbers that [`Graph::shape`] gave.
    numbered: bool,
}

impl Graph {
    /// A graph from labels in normal form, of which some may be equal, and edges between their places.
    pub fn new(machine: &Machine, labels: Vec<Value>, edges: Vec<Edge>, colours: Option<Vec<Value>>) -> Res<Graph> {
        let colours = colours.unwrap_or_else(|| vec![Value::Nothing; labels.len()]);
        let mut sorted: Vec<(Value, Value)> = labels.iter().cloned().zip(colours).collect();
        machine.handle.ticks(u32::try_from(sorted.len() + edges.len()).unwrap_or(u32::MAX))?;
        let by_label = |a: &Value, b: &Value| order(a, b, &machine.store, &machine.handle);
        sorted = sort(sorted, |a, b| by_label(&a.0, &b.0), &machine.handle)?;
        sorted.dedup_by(|a, b| same(&a.0, &b.0));
        let mut place: FxHashMap<Key, u32> = FxHashMap::default();
        for (i, (label, _)) in (0u32..).zip(&sorted) {
            place.insert(Key(label.clone()), i);
        }
        let at = |i: u32| place[&Key(labels[i as usize].clone())];
        let mut edges: Vec<Edge> = edges
            .into_iter()
            .map(|edge| {
                let (from, to) = (at(edge.from), at(edge.to));
                let turned = !edge.directed && from > to;
                if turned { Edge { from: to, to: from, ..edge } } else { Edge { from, to, ..edge } }
            })
            .collect();
        let place = |e: &Edge| (e.from, e.to, e.directed);
        let by_place = |a: &Edge, b: &Edge| match place(a).cmp(&place(b)) {
            Ordering::Equal => by_label(&a.label, &b.label),
            ordering => Ok(ordering),
        };
        edges = sort(edges, by_place, &machine.handle)?;
        let (vertices, colours) = sorted.into_iter().unzip();
        Ok(Graph { vertices, edges, colours, name: None, numbered: false })
    }

    /// With the notation of the constructor that made it.
    #[must_use]
    pub fn named(mut self, name: String) -> Graph {
        self.name = Some(name);
        self
    }

    /// The place of a label.
    pub fn place(&self, machine: &mut Machine, label: &Value) -> Res<u32> {
        let label = machine.normal(label)?;
        machine.handle.ticks(1 + self.vertices.len() / 64)?;
        match (0u32..).zip(&self.vertices).find(|(_, v)| same(v, &label)) {
            Some((place, _)) => Ok(place),
            None => {
                let shown = machine.briefly(&label).unwrap_or_else(|| "this".into());
                Fault::new(Mistake::NoElement, format!("{shown} is not a vertex of the graph")).err()
            }
        }
    }

    /// Places that can be reached by one edge from each place; both ways along edges without direction. Sorted, each once.
    pub fn successors(&self) -> Vec<Vec<u32>> {
        let mut lists = vec![Vec::new(); self.vertices.len()];
        for edge in &self.edges {
            lists[edge.from as usize].push(edge.to);
            if !edge.directed {
                lists[edge.to as usize].push(edge.from);
            }
        }
        for list in &mut lists {
            list.sort_unstable();
            list.dedup();
        }
        lists
    }

    /// The component of each place, ways of edges apart, numbered in the order of their first vertices.
    pub fn component_numbers(&self) -> Vec<u32> {
        let mut around = vec![Vec::new(); self.vertices.len()];
        for edge in &self.edges {
            around[edge.from as usize].push(edge.to);
            around[edge.to as usize].push(edge.from);
        }
        let mut number = vec![u32::MAX; self.vertices.len()];
        let mut next = 0;
        for start in 0..number.len() {
            if number[start] != u32::MAX {
                continue;
            }
            number[start] = next;
            let mut stack = vec![start];
            while let Some(v) = stack.pop() {
                for &w in &around[v] {
                    if number[w as usize] == u32::MAX {
                        number[w as usize] = next;
                        stack.push(w as usize);
                    }
                }
            }
            next += 1;
        }
        number
    }

    /// The graph on the places that `keep` names, with the edges among them that `stay` keeps.
    pub fn part(&self, keep: impl Fn(u32) -> bool, stay: impl Fn(usize) -> bool) -> Graph {
        let mut place = vec![u32::MAX; self.vertices.len()];
        let (mut vertices, mut colours) = (Vec::new(), Vec::new());
        for v in 0..self.vertices.len() {
            if keep(u32::try_from(v).unwrap_or(u32::MAX)) {
                place[v] = u32::try_from(vertices.len()).unwrap_or(u32::MAX);
                vertices.push(self.vertices[v].clone());
                colours.push(self.colours[v].clone());
            }
        }
        let edges = self
            .edges
            .iter()
            .enumerate()
            .filter(|(i, e)| stay(*i) && place[e.from as usize] != u32::MAX && place[e.to as usize] != u32::MAX)
            .map(|(_, e)| Edge { from: place[e.from as usize], to: place[e.to as usize], ..e.clone() })
            .collect();
        Graph { vertices, edges, colours, name: None, numbered: false }
    }

    /// The same graph with vertices 1, 2, … in canonical order: equal exactly for isomorphic graphs.
    pub fn shape(&self, machine: &mut Machine) -> Res<Graph> {
        let number = |values: Vec<&Value>, machine: &Machine| -> Res<Vec<u32>> {
            let places: Vec<usize> = (0..values.len()).collect();
            let by_value = |a: &usize, b: &usize| order(values[*a], values[*b], &machine.store, &machine.handle);
            let places = sort(places, by_value, &machine.handle)?;
            let mut numbers = vec![0; values.len()];
            let mut number = 0;
            for pair in places.windows(2) {
                machine.handle.tick()?;
                number += u32::from(!same(values[pair[0]], values[pair[1]]));
                numbers[pair[1]] = number;
            }
            Ok(numbers)
        };
        let kinds = number(self.edges.iter().map(|e| &e.label).collect(), machine)?;
        let mut edges = vec![Vec::new(); self.vertices.len()];
        for (edge, kind) in self.edges.iter().zip(kinds) {
            let ways = if edge.directed { (3 * kind + 1, 3 * kind + 2) } else { (3 * kind, 3 * kind) };
            edges[edge.from as usize].push((edge.to, ways.0));
            edges[edge.to as usize].push((edge.from, ways.1));
        }
        edges.iter_mut().for_each(|row| row.sort_unstable());
        let colours = number(self.colours.iter().collect(), machine)?;
        let sequence = canonical_order(&Coloured { colours, edges }, &machine.handle)?;
        let mut place = vec![0u32; sequence.len()];
        for (i, &v) in (0u32..).zip(&sequence) {
            place[v as usize] = i;
        }
        let labels = (1i64..).take(sequence.len()).map(Value::Int).collect();
        let colours = sequence.iter().map(|&v| self.colours[v as usize].clone()).collect();
        let edges = self
            .edges
            .iter()
            .map(|e| Edge { from: place[e.from as usize], to: place[e.to as usize], ..e.clone() })
            .collect();
        Ok(Graph { numbered: true, ..Graph::new(machine, labels, edges, Some(colours))? })
    }

    /// Whether its vertices were numbered by [`Graph::shape`]: their labels are none of the graph that it came from.
    pub fn is_numbered(&self) -> bool {
        self.numbered
    }

    fn is_coloured(&self) -> bool {
        self.colours.iter().any(|c| !matches!(c, Value::Nothing))
    }
}

/// A vertex as it is written inside braces: names are bare.
pub fn label_notation(machine: &mut Machine, label: &Value) -> Res<String> {
    Ok(match label {
        Value::Str(text) if is_name(text) => text.to_string(),
        Value::Str(text) => quoted(text),
        Value::Tuple(items) => {
            let parts = items.iter().map(|item| label_notation(machine, item)).collect::<Res<Vec<_>>>()?;
            if parts.len() == 1 { format!("({},)", parts[0]) } else { format!("({})", parts.join(", ")) }
        }
        other => machine.notation(other)?,
    })
}

/// Words that are no names.
const RESERVED: [&str; 21] = [
    "if", "then", "else", "for", "while", "do", "end", "in", "and", "or", "not", "xor", "true", "false", "check",
    "memo", "why", "return", "break", "continue", "import",
];

fn is_name(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(|c| c.is_alphabetic() || c == '_')
        && chars.all(|c| c.is_alphanumeric() || c == '_')
        && !RESERVED.contains(&text)
        && !(text == "v" || text.starts_with('v') && text[1..].chars().all(|c| c == 'v' || c.is_ascii_digit()))
}

impl Thing for Graph {
    fn kind(&self) -> &'static str {
        "graph"
    }

    fn same(&self, other: &dyn Thing) -> bool {
        let Some(other) = other.downcast_ref::<Graph>() else { return false };
        let all = |a: &[Value], b: &[Value]| a.len() == b.len() && a.iter().zip(b).all(|(x, y)| same(x, y));
        all(&self.vertices, &other.vertices)
            && all(&self.colours, &other.colours)
            && self.edges.len() == other.edges.len()
            && self
                .edges
                .iter()
                .zip(&other.edges)
                .all(|(a, b)| (a.from, a.to, a.directed) == (b.from, b.to, b.directed) && same(&a.label, &b.label))
    }

    fn digest(&self) -> u64 {
        let mut hasher = rustc_hash::FxBuildHasher.build_hasher();
        self.vertices.len().hash(&mut hasher);
        for edge in &self.edges {
            (edge.from, edge.to, edge.directed).hash(&mut hasher);
            Key(edge.label.clone()).hash(&mut hasher);
        }
        self.vertices.iter().chain(&self.colours).for_each(|v| Key(v.clone()).hash(&mut hasher));
        hasher.finish()
    }

    fn notation(&self, machine: &mut Machine) -> Res<String> {
        if let Some(name) = &self.name {
            return Ok(name.clone());
        }
        let mut parts = Vec::new();
        let labels = self.vertices.iter().map(|v| label_notation(machine, v)).collect::<Res<Vec<String>>>()?;
        let mut alone = vec![true; labels.len()];
        for edge in &self.edges {
            machine.handle.tick()?;
            alone[edge.from as usize] = false;
            alone[edge.to as usize] = false;
            let arrow = if edge.directed { "->" } else { "--" };
            let mut text = format!("{} {arrow} {}", labels[edge.from as usize], labels[edge.to as usize]);
            if !matches!(edge.label, Value::Nothing) {
                text.push_str(": ");
                text.push_str(&machine.notation(&edge.label)?);
            }
            parts.push(text);
        }
        parts.extend(labels.iter().zip(&alone).filter(|(_, alone)| **alone).map(|(label, _)| label.clone()));
        let graph = format!("graph {{{}}}", parts.join(", "));
        if !self.is_coloured() {
            return Ok(graph);
        }
        let mut colours = Vec::new();
        for (vertex, colour) in self.vertices.iter().zip(&self.colours) {
            if !matches!(colour, Value::Nothing) {
                colours.push(format!("{} => {}", machine.notation(vertex)?, machine.notation(colour)?));
            }
        }
        Ok(format!("coloured({graph}, {{{}}})", colours.join(", ")))
    }

    fn elements(&self, _: &mut Machine) -> Option<Res<Vec<Value>>> {
        Some(Ok(self.vertices.clone()))
    }

    /// `G - v`, `G - {v, w}`: without these vertices. `G + H`: side by side, equal labels being one vertex, which has one colour.
    fn operate(&self, machine: &mut Machine, op: Operator, other: &Value, reversed: bool) -> Option<Res> {
        match op {
            Operator::Sub if !reversed => Some(self.without(machine, other)),
            Operator::Add => {
                let other = other.thing::<Graph>()?;
                let (a, b) = if reversed { (other, self) } else { (self, other) };
                let shift = u32::try_from(a.vertices.len()).unwrap_or(u32::MAX);
                let labels = a.vertices.iter().chain(&b.vertices).cloned().collect();
                let colours = match a.colours_with(machine, b) {
                    Ok(colours) => colours,
                    Err(flow) => return Some(Err(flow)),
                };
                let moved = b.edges.iter().map(|e| Edge { from: e.from + shift, to: e.to + shift, ..e.clone() });
                let edges = a.edges.iter().cloned().chain(moved).collect();
                Some(Graph::new(machine, labels, edges, Some(colours)).map(Value::of))
            }
            _ => None,
        }
    }
}

impl Graph {
    /// The colours of the vertices of this graph and of another, the same for equal labels.
    fn colours_with(&self, machine: &mut Machine, other: &Graph) -> Res<Vec<Value>> {
        let place: FxHashMap<Key, usize> = self.vertices.iter().cloned().map(Key).zip(0..).collect();
        let mut colours = self.colours.clone();
        for (label, colour) in other.vertices.iter().zip(&other.colours) {
            machine.handle.tick()?;
            let Some(&at) = place.get(&Key(label.clone())) else {
                colours.push(colour.clone());
                continue;
            };
            match (&colours[at], colour) {
                (_, Value::Nothing) => {}
                (Value::Nothing, _) => colours[at] = colour.clone(),
                (own, _) if same(own, colour) => {}
                (own, _) => {
                    let (own, label) = (own.clone(), machine.notation(label)?);
                    let colours = format!("{} and {}", machine.notation(&own)?, machine.notation(colour)?);
                    return Fault::new(Mistake::Arguments, format!("the vertex {label} has two colours: {colours}"))
                        .err();
                }
            }
            colours.push(colours[at].clone());
        }
        Ok(colours)
    }

    fn without(&self, machine: &mut Machine, what: &Value) -> Res {
        let gone: Items = match what {
            Value::Set(items) => items.0.clone(),
            one => std::iter::once(machine.key(one)?).collect(),
        };
        for key in &gone {
            self.place(machine, &key.0)?;
        }
        let keep: Vec<bool> = self.vertices.iter().map(|v| !gone.contains(&Key(v.clone()))).collect();
        Ok(Value::of(self.part(|v| keep[v as usize], |_| true)))
    }
}

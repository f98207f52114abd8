//! Graphs of well-known kinds, and from lists of edges.

use crate::adapters::graphs::{Edge, Graph};
use crate::builtins::{given, items, natural};
use crate::diagnostics::Mistake;
use crate::eval::Machine;
use crate::eval::native::Native;
use crate::value::{Fault, Res, Value};

/// More edges than this are refused.
const MOST: u64 = 1_000_000;

fn plain(from: u64, to: u64) -> Res<Edge> {
    let small = |n: u64| u32::try_from(n).unwrap_or(u32::MAX);
    Ok(Edge { from: small(from), to: small(to), directed: false, label: Value::Nothing })
}

fn numbered(m: &Machine, labels: Vec<Value>, edges: &[(u64, u64)], name: String) -> Res {
    let edges = edges.iter().map(|&(a, b)| plain(a, b)).collect::<Res<Vec<_>>>()?;
    Ok(Value::of(Graph::new(m, labels, edges, None)?.named(name)))
}

fn integers(from: i64, count: u64) -> Vec<Value> {
    (from..).take(usize::try_from(count).unwrap_or(usize::MAX)).map(Value::Int).collect()
}

fn size(value: &Value, what: &str, edges: impl Fn(u64) -> u64) -> Res<u64> {
    let n = natural(value, what)?;
    if n > MOST || edges(n) > MOST {
        return Fault::new(Mistake::TooLarge, format!("a graph with more than {MOST} vertices or edges")).err();
    }
    Ok(n)
}

pub(super) const COMPLETE: Native = Native::new(
    "complete_graph",
    "complete_graph(n)",
    "The graph on 1, …, n in which every two vertices are joined.",
    &[("length(edges(complete_graph(5)))", "10")],
    |m, a| {
        let n = size(&a[0], "the number of vertices", |n| n * n.saturating_sub(1) / 2)?;
        let edges: Vec<(u64, u64)> = (0..n).flat_map(|v| (v + 1..n).map(move |w| (v, w))).collect();
        numbered(m, integers(1, n), &edges, format!("complete_graph({n})"))
    },
);

pub(super) const PATH: Native = Native::new(
    "path_graph",
    "path_graph(n)",
    "The path 1 -- 2 -- … -- n.",
    &[("edges(path_graph(3))", "[(1, 2), (2, 3)]")],
    |m, a| {
        let n = size(&a[0], "the number of vertices", |n| n)?;
        let edges: Vec<(u64, u64)> = (1..n).map(|v| (v - 1, v)).collect();
        numbered(m, integers(1, n), &edges, format!("path_graph({n})"))
    },
);

pub(super) const CYCLE: Native = Native::new(
    "cycle_graph",
    "cycle_graph(n)",
    "The cycle through 1, 2, …, n, of at least three vertices.",
    &[("edges(cycle_graph(3))", "[(1, 2), (1, 3), (2, 3)]")],
    |m, a| {
        let n = size(&a[0], "the number of vertices", |n| n)?;
        if n < 3 {
            return Fault::new(Mistake::Unsuitable, "a cycle needs at least 3 vertices").err();
        }
        let edges: Vec<(u64, u64)> = (0..n).map(|v| (v, (v + 1) % n)).collect();
        numbered(m, integers(1, n), &edges, format!("cycle_graph({n})"))
    },
);

pub(super) const STAR: Native = Native::new(
    "star_graph",
    "star_graph(n)",
    "The star with centre 0 and leaves 1, …, n.",
    &[("neighbours(star_graph(3), 0)", "{1, 2, 3}")],
    |m, a| {
        let n = size(&a[0], "the number of leaves", |n| n)?;
        let edges: Vec<(u64, u64)> = (1..=n).map(|v| (0, v)).collect();
        numbered(m, integers(0, n + 1), &edges, format!("star_graph({n})"))
    },
);

pub(super) const GRID: Native = Native::new(
    "grid_graph",
    "grid_graph(m, n)",
    "The squares (row, column) of a board, joined to those beside, above and below.",
    &[("neighbours(grid_graph(2, 3), (1, 2))", "{(1, 1), (1, 3), (2, 2)}")],
    |machine, a| {
        let n = natural(&a[1], "the number of columns")?;
        let m = size(&a[0], "the number of rows", |m| m.saturating_mul(n).saturating_mul(2))?;
        machine.handle.reserve(usize::try_from(m * n).unwrap_or(usize::MAX).saturating_mul(240))?;
        let labels = (1i64..)
            .take(usize::try_from(m).unwrap_or(0))
            .flat_map(|r| integers(1, n).into_iter().map(move |c| Value::tuple(vec![Value::Int(r), c])))
            .collect();
        let mut edges = Vec::new();
        for r in 0..m {
            for c in 0..n {
                if c + 1 < n {
                    edges.push((r * n + c, r * n + c + 1));
                }
                if r + 1 < m {
                    edges.push((r * n + c, r * n + n + c));
                }
            }
        }
        numbered(machine, labels, &edges, format!("grid_graph({m}, {n})"))
    },
);

pub(super) const BIPARTITE: Native = Native::new(
    "bipartite_graph",
    "bipartite_graph(m, n)",
    "The complete bipartite graph: each of 1, …, m is joined to each of the n vertices after them.",
    &[("neighbours(bipartite_graph(2, 3), 1)", "{3, 4, 5}")],
    |machine, a| {
        let n = natural(&a[1], "the second number of vertices")?;
        let m = size(&a[0], "the first number of vertices", |m| m.saturating_mul(n).max(m.saturating_add(n)))?;
        let edges: Vec<(u64, u64)> = (0..m).flat_map(|v| (m..m + n).map(move |w| (v, w))).collect();
        numbered(machine, integers(1, m + n), &edges, format!("bipartite_graph({m}, {n})"))
    },
);

pub(super) const OF_EDGES: Native = Native::new(
    "graph_of",
    "graph_of(edges, vertices = [], directed = false)",
    "The graph with these edges, pairs of vertices or triples with a label, and these vertices besides.",
    &[
        ("graph_of([(1, 2), (2, 3, \"blue\")], [4])", "graph {1 -- 2, 2 -- 3: \"blue\", 4}"),
        ("graph_of({(k, k^2 % 5) for k in 1..3}, directed = true)", "graph {1 -> 1, 2 -> 4, 3 -> 4}"),
    ],
    |m, a| {
        let directed = match given(&a[2]) {
            None => false,
            Some(Value::Bool(directed)) => *directed,
            Some(other) => return Fault::expected("true or false for `directed`", other).err(),
        };
        let (mut labels, mut edges) = (Vec::new(), Vec::new());
        for edge in items(m, &a[0])? {
            m.handle.tick()?;
            let parts = match &edge {
                Value::Tuple(parts) | Value::List(parts) if matches!(parts.len(), 2 | 3) => parts,
                other => return Fault::expected("edges as pairs of vertices", other).err(),
            };
            let from = u32::try_from(labels.len()).unwrap_or(u32::MAX - 1);
            labels.push(m.normal(&parts[0])?);
            labels.push(m.normal(&parts[1])?);
            let label = parts.get(2).map_or(Ok(Value::Nothing), |label| m.normal(label))?;
            edges.push(Edge { from, to: from + 1, directed, label });
        }
        if let Some(more) = given(&a[1]) {
            for vertex in items(m, more)? {
                labels.push(m.normal(&vertex)?);
            }
        }
        Ok(Value::of(Graph::new(m, labels, edges, None)?))
    },
);

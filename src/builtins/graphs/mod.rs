//! Graphs: constructors, questions, parts; chip-firing on them.

mod chaos;
mod families;

use super::given;
use crate::adapters::graphs::{Edge, Graph};
use crate::diagnostics::Mistake;
use crate::eval::Machine;
use crate::eval::native::Native;
use crate::value::key::same;
use crate::value::{Fault, Res, Value};

/// The functions of this file and its neighbours.
pub static ALL: &[Native] = &[
    Native::new(
        "vertices",
        "vertices(G)",
        "The vertices of a graph, as a list.",
        &[("vertices(graph {a -- b, c})", "[\"a\", \"b\", \"c\"]")],
        |_, a| Ok(Value::list(graph(&a[0])?.vertices.clone())),
    ),
    Native::new(
        "edges",
        "edges(G)",
        "The edges of a graph, as a list of pairs of vertices, with the label as a third element where there is one.",
        &[("edges(graph {a -- b: \"blue\", b -> c})", "[(\"a\", \"b\", \"blue\"), (\"b\", \"c\")]")],
        |_, a| {
            let g = graph(&a[0])?;
            Ok(Value::list(g.edges.iter().map(|e| edge_value(g, e)).collect()))
        },
    ),
    Native::new(
        "degree",
        "degree(G, vertex = nothing)",
        "How many edges end at a vertex; a loop counts twice. Of a stopper alone its degree of loopiness: the upsum of it and its negative, 0 for games that end.",
        &[("degree(star_graph(4), 0)", "4")],
        |m, a| {
            if given(&a[1]).is_none() && m.has_loopy_value(&a[0]) {
                return super::loopy::degree(m, &a[0]);
            }
            let g = graph(&a[0])?;
            let Some(vertex) = given(&a[1]) else {
                return Fault::new(Mistake::Arguments, "degree needs a vertex: `degree(G, vertex)`").err();
            };
            let v = g.place(m, vertex)?;
            let ends = g.edges.iter().map(|e| u32::from(e.from == v) + u32::from(e.to == v));
            Ok(ends.sum::<u32>().into())
        },
    ),
    Native::new(
        "adjacent",
        "adjacent(G, a, b)",
        "Whether an edge leads from one vertex to another.",
        &[("adjacent(cycle_graph(4), 1, 2)", "true"), ("adjacent(cycle_graph(4), 1, 3)", "false")],
        |m, a| {
            let g = graph(&a[0])?;
            let (v, w) = (g.place(m, &a[1])?, g.place(m, &a[2])?);
            let leads = |e: &Edge| (e.from == v && e.to == w) || (!e.directed && e.from == w && e.to == v);
            Ok(Value::Bool(g.edges.iter().any(leads)))
        },
    ),
    Native::new(
        "induced",
        "induced(G, vertices)",
        "The part of a graph on these vertices, or the order of a poset on these elements. `G - v` and `G - {v, w}` are what is left without them.",
        &[
            ("induced(divisors(12), [2, 4, 12])", "poset {2 < 4 < 12}"),
            ("induced(cycle_graph(5), [1, 2, 3])", "graph {1 -- 2, 2 -- 3}"),
            ("cycle_graph(4) - 1", "graph {2 -- 3, 3 -- 4}"),
        ],
        |m, a| {
            if a[0].thing::<crate::adapters::posets::PosetValue>().is_some() {
                return super::posets::induced(m, a);
            }
            let g = graph(&a[0])?;
            let mut keep = vec![false; g.vertices.len()];
            for vertex in super::items(m, &a[1])? {
                keep[g.place(m, &vertex)? as usize] = true;
            }
            Ok(Value::of(g.part(|v| keep[v as usize], |_| true)))
        },
    ),
    Native::new(
        "component",
        "component(G, vertex)",
        "The component of a graph that a vertex lies in. `components(G)` lists all.",
        &[("component(graph {a -- b, c -- d}, \"c\")", "graph {c -- d}")],
        |m, a| {
            let g = graph(&a[0])?;
            let number = g.component_numbers();
            let own = number[g.place(m, &a[1])? as usize];
            Ok(Value::of(g.part(|v| number[v as usize] == own, |_| true)))
        },
    ),
    Native::new(
        "without_edge",
        "without_edge(G, a, b, label = nothing, directed = nothing)",
        "A graph without one edge that leads from one vertex to another; of several, one with that label, and one that has a direction, or has none, as `directed` says. All vertices stay.",
        &[
            ("without_edge(cycle_graph(3), 1, 2)", "graph {1 -- 3, 2 -- 3}"),
            ("without_edge(graph {a -- b, a -> b}, \"a\", \"b\", directed = true)", "graph {a -- b}"),
        ],
        |m, a| {
            let g = graph(&a[0])?;
            let (v, w) = (g.place(m, &a[1])?, g.place(m, &a[2])?);
            let label = given(&a[3]).map(|label| m.normal(label)).transpose()?;
            let directed = direction(&a[4])?;
            let found = g.edges.iter().position(|e| {
                let ends = (e.from == v && e.to == w) || (!e.directed && e.from == w && e.to == v);
                let kind = directed.is_none_or(|directed| directed == e.directed);
                ends && kind && label.as_ref().is_none_or(|label| same(label, &e.label))
            });
            match found {
                Some(i) => Ok(Value::of(g.part(|_| true, |j| j != i))),
                None => Fault::new(Mistake::NoElement, "there is no such edge in the graph").err(),
            }
        },
    ),
    Native::new(
        "coloured",
        "coloured(G, colours)",
        "A graph whose vertices have the colours that a map gives them; those it does not name keep theirs.",
        &[("coloured(graph {a -- b}, {\"a\" => \"red\"})", "coloured(graph {a -- b}, {\"a\" => \"red\"})")],
        |m, a| {
            let mut g = graph(&a[0])?.clone();
            let Value::Map(map) = &a[1] else { return Fault::expected("a map from vertices to colours", &a[1]).err() };
            for (vertex, colour) in map.iter() {
                let place = g.place(m, &vertex.0)?;
                g.colours[place as usize] = m.normal(colour)?;
            }
            // A constructor's notation does not tell the colours.
            Ok(Value::of(g.part(|_| true, |_| true)))
        },
    ),
    Native::new(
        "colour",
        "colour(G, vertex)",
        "The colour of a vertex, or nothing.",
        &[("colour(coloured(graph {a -- b}, {\"a\" => \"red\"}), \"a\")", "red")],
        |m, a| {
            let g = graph(&a[0])?;
            let v = g.place(m, &a[1])?;
            Ok(g.colours[v as usize].clone())
        },
    ),
    Native::new(
        "shape",
        "shape(G)",
        "A graph with its labels forgotten: vertices are 1, 2, … in an order that is the same for all isomorphic graphs. Labels of edges and colours of vertices stay. A poset likewise.",
        &[
            ("shape(graph {a -- b, b -- c}) == shape(graph {x -- z, z -- y})", "true"),
            ("shape(divisors(6)) == shape(subsets(2))", "true"),
        ],
        |m, a| {
            if a[0].thing::<crate::adapters::posets::PosetValue>().is_some() {
                return super::posets::ask::shape(m, a);
            }
            let shape = graph_or_poset(&a[0])?.shape(m)?;
            Ok(Value::of(shape))
        },
    ),
    Native::new(
        "isomorphic",
        "isomorphic(G, H)",
        "Whether two graphs differ only in the labels of their vertices, or two posets only in those of their elements.",
        &[
            ("isomorphic(divisors(30), subsets(3))", "true"),
            ("isomorphic(divisors(12), divisors(30))", "false"),
            ("isomorphic(cycle_graph(4), bipartite_graph(2, 2))", "true"),
            ("isomorphic(path_graph(4), star_graph(3))", "false"),
        ],
        |m, a| {
            if a[0].thing::<crate::adapters::posets::PosetValue>().is_some() {
                return super::posets::ask::isomorphic(m, a);
            }
            let (g, h) = (graph_or_poset(&a[0])?.shape(m)?, graph(&a[1])?.shape(m)?);
            Ok(Value::Bool(crate::eval::Thing::same(&g, &h)))
        },
    ),
    families::OF_EDGES,
    families::COMPLETE,
    families::PATH,
    families::CYCLE,
    families::STAR,
    families::GRID,
    families::BIPARTITE,
    chaos::CHAOS,
    chaos::CHIP_NUMBER,
    chaos::BEST_PLAYS,
];

/// The same where posets are looked at before.
fn graph_or_poset(value: &Value) -> Res<&Graph> {
    match value.thing::<Graph>() {
        Some(graph) => Ok(graph),
        None => Fault::expected("a graph or a poset", value).err(),
    }
}

/// A graph argument.
pub fn graph(value: &Value) -> Res<&Graph> {
    match value.thing::<Graph>() {
        Some(graph) => Ok(graph),
        None => Fault::expected("a graph", value).note_graph().err(),
    }
}

trait GraphNote {
    fn note_graph(self) -> Self;
}

impl GraphNote for Fault {
    fn note_graph(self) -> Fault {
        self.note("A graph is written `graph {a -- b, b -> c}` or made by `complete_graph(5)`, `path_graph(4)`, …")
    }
}

/// An edge as its ends and its label.
fn edge_value(g: &Graph, e: &Edge) -> Value {
    let mut parts = vec![g.vertices[e.from as usize].clone(), g.vertices[e.to as usize].clone()];
    if !matches!(e.label, Value::Nothing) {
        parts.push(e.label.clone());
    }
    Value::tuple(parts)
}

/// Whether edges are to have a direction, or are to have none; nothing if all will do.
fn direction(value: &Value) -> Res<Option<bool>> {
    match given(value) {
        None => Ok(None),
        Some(Value::Bool(directed)) => Ok(Some(*directed)),
        Some(other) => Fault::expected("whether edges have a direction, `true` or `false`", other).err(),
    }
}

/// Where edges lead to from a vertex, as a set: along an edge with a direction only the way it points. Only along those that have a
/// direction, or only along the others, where that is said.
pub fn neighbours(m: &mut Machine, g: &Graph, vertex: &Value, directed: &Value) -> Res {
    let directed = direction(directed)?;
    let v = g.place(m, vertex)?;
    let mut set = crate::value::Items::default();
    for e in &g.edges {
        m.handle.tick()?;
        if directed.is_some_and(|directed| directed != e.directed) {
            continue;
        }
        if e.from == v {
            set.insert(m.key(&g.vertices[e.to as usize])?);
        } else if e.to == v && !e.directed {
            set.insert(m.key(&g.vertices[e.from as usize])?);
        }
    }
    Ok(Value::set(set))
}

/// The components of a graph, as a list of graphs.
pub fn components(m: &Machine, g: &Graph) -> Res {
    let number = g.component_numbers();
    let count = number.iter().max().map_or(0, |n| n + 1);
    let mut parts = Vec::new();
    for own in 0..count {
        m.handle.ticks(u32::try_from(number.len()).unwrap_or(u32::MAX))?;
        parts.push(Value::of(g.part(|v| number[v as usize] == own, |_| true)));
    }
    Ok(Value::list(parts))
}

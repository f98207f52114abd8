//! What all parts use: references to values and to nodes of a graph, strongly connected components, which nodes are stoppers.

use super::value::Stopper;
use sprague_games::{Game, Side};

/// A place in play: a value that is known, or a node of the graph that is looked at.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Place {
    Short(Game),
    Loop(u32),
    Local(u32),
}

/// The options of the nodes of a graph, Left's and Right's.
pub(crate) type Nodes = Vec<[Vec<Place>; 2]>;

pub(crate) const SIDES: [Side; 2] = [Side::Left, Side::Right];

pub(crate) fn index(side: Side) -> usize {
    usize::from(side == Side::Right)
}

pub(crate) fn other(side: Side) -> Side {
    SIDES[1 - index(side)]
}

impl From<Stopper> for Place {
    fn from(value: Stopper) -> Place {
        match value {
            Stopper::Short(g) => Place::Short(g),
            Stopper::Loop(l) => Place::Loop(l.0),
        }
    }
}

/// The strongly connected components, each after those that it leads to (Tarjan 1972).
pub(crate) fn components(edges: &[Vec<usize>]) -> Vec<Vec<usize>> {
    const NEW: usize = usize::MAX;
    let n = edges.len();
    let (mut number, mut low, mut on_stack) = (vec![NEW; n], vec![0; n], vec![false; n]);
    let (mut stack, mut way, mut next, mut found) = (Vec::new(), Vec::new(), 0, Vec::new());
    for root in 0..n {
        if number[root] != NEW {
            continue;
        }
        way.push((root, 0));
        while let Some(&(v, i)) = way.last() {
            if i == 0 {
                (number[v], low[v], on_stack[v]) = (next, next, true);
                next += 1;
                stack.push(v);
            }
            if let Some(&w) = edges[v].get(i) {
                way.last_mut().expect("v is there").1 += 1;
                if number[w] == NEW {
                    way.push((w, 0));
                } else if on_stack[w] {
                    low[v] = low[v].min(number[w]);
                }
                continue;
            }
            way.pop();
            if let Some(&(parent, _)) = way.last() {
                low[parent] = low[parent].min(low[v]);
            }
            if low[v] == number[v] {
                let from = stack.iter().rposition(|&w| w == v).expect("it is on the stack");
                let component = stack.split_off(from);
                component.iter().for_each(|&w| on_stack[w] = false);
                found.push(component);
            }
        }
    }
    found
}

/// Whether a component has a cycle.
pub(crate) fn is_cyclic(component: &[usize], edges: &[Vec<usize>]) -> bool {
    component.len() > 1 || edges[component[0]].contains(&component[0])
}

/// The moves of both players between nodes of the graph.
pub(crate) fn local_edges(nodes: &Nodes) -> Vec<Vec<usize>> {
    let locals = |side: &[Place]| -> Vec<usize> { side.iter().filter_map(|&p| local(p)).collect() };
    nodes.iter().map(|[left, right]| [locals(left), locals(right)].concat()).collect()
}

pub(crate) fn local(place: Place) -> Option<usize> {
    match place {
        Place::Local(v) => Some(v as usize),
        _ => None,
    }
}

/// Which nodes are stoppers: from no follower is there an endless alternating run of moves.
pub(crate) fn stoppers(nodes: &Nodes) -> Vec<bool> {
    let n = nodes.len();
    // A state 2v + s: at v, side s is to move.
    let state = |p: &Place, mover: usize| local(*p).map(|v| 2 * v + (1 - mover));
    let turns: Vec<Vec<usize>> =
        (0..2 * n).map(|s| nodes[s / 2][s % 2].iter().filter_map(|p| state(p, s % 2)).collect()).collect();
    let mut endless = vec![false; 2 * n];
    for component in components(&turns) {
        let reached = component.iter().any(|&s| turns[s].iter().any(|&t| endless[t]));
        if reached || is_cyclic(&component, &turns) {
            component.iter().for_each(|&s| endless[s] = true);
        }
    }
    let edges = local_edges(nodes);
    let mut stops = vec![true; n];
    for component in components(&edges) {
        let sound = |&v: &usize| !endless[2 * v] && !endless[2 * v + 1] && edges[v].iter().all(|&w| stops[w]);
        if !component.iter().all(sound) {
            component.iter().for_each(|&v| stops[v] = false);
        }
    }
    stops
}

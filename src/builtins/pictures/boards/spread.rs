//! Where the vertices of a graph stand that says nothing of it itself.
//!
//! In: a number of vertices and edges between them. Out: places, an edge being about one long. Each connected part is laid out for itself, and the parts
//! stand beside one another. A path is a row, a tree stands around its middle. A planar graph of some size is drawn without crossings: on rings if there is such a drawing ([`rings`]),
//! else as [`planar`] finds it, and then pulled along its edges and pushed apart (Fruchterman and Reingold, 1991) by steps that
//! let no edge cross another. Of the others those stand on rings that fit on two; else pulling and pushing starts from a circle and, where edges
//! are few, from other places, always the same ones, so that a graph has one picture, and the drawing with the fewest crossings
//! is taken. Cost: vertices and edges together, times the vertices, times the rounds.

use super::layout::{Near, Place, crossings};
use super::{planar, rings};
use crate::limits::{Handle, Stop};

/// Rounds of pulling and pushing; in the first ones more vertices of a large graph may be hidden for a while.
const ROUNDS: u32 = 150;
const OPENING: u32 = 100;
/// How many other beginnings are tried, and of how large graphs.
const TRIES: usize = 24;
const SMALL: (usize, usize) = (40, 120);
/// Larger graphs are not looked at for a drawing without crossings; and how much is looked at while one settles.
const PLANAR: (usize, usize) = (400, 1200);
const WORK: usize = 30_000_000;
/// In large graphs vertices push those only that are so near.
const REACH: f64 = 4.0;
/// Edges are no longer than this, one with another.
const LONG: f64 = 1.5;
/// A drawing without crossings in which vertices lie too near to edges is made as much larger.
const LARGER: [f64; 5] = [1.0, 1.3, 1.7, 2.2, 2.9];
/// Longer paths wind.
const ROW: usize = 12;
/// Parts beside one another take so much room, and stand so far apart.
const WIDE: f64 = 12.0;
const APART: f64 = 1.0;

/// Places for all vertices; edges go between different ones, each once.
pub fn places(n: usize, edges: &[(usize, usize)], handle: &Handle) -> Result<Vec<Place>, Stop> {
    let mut at = vec![(0.0, 0.0); n];
    let (mut corner, mut low) = ((0.0, 0.0), 0.0f64);
    for part in parts(n, edges) {
        let number = |v: usize| part.iter().position(|&own| own == v);
        let own: Vec<(usize, usize)> = edges.iter().filter_map(|&(a, b)| Some((number(a)?, number(b)?))).collect();
        let places = connected(part.len(), &own, handle)?;
        let least = places.iter().fold((f64::MAX, f64::MAX), |l, p| (l.0.min(p.0), l.1.min(p.1)));
        let most = places.iter().fold((f64::MIN, f64::MIN), |m, p| (m.0.max(p.0), m.1.max(p.1)));
        if corner.0 > 0.0 && corner.0 + most.0 - least.0 > WIDE {
            corner = (0.0, low - APART);
        }
        for (&v, place) in part.iter().zip(&places) {
            at[v] = (corner.0 + place.0 - least.0, corner.1 + place.1 - most.1);
        }
        corner.0 += most.0 - least.0 + APART;
        low = low.min(corner.1 + least.1 - most.1);
    }
    Ok(at)
}

/// The connected parts, by their first vertices.
fn parts(n: usize, edges: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let mut part: Vec<usize> = (0..n).collect();
    loop {
        let before = part.clone();
        for &(a, b) in edges {
            let least = part[a].min(part[b]);
            (part[a], part[b]) = (least, least);
        }
        if part == before {
            break;
        }
    }
    let first = (0..n).filter(|&v| part[v] == v);
    first.map(|first| (0..n).filter(|&v| part[v] == first).collect()).collect()
}

fn connected(n: usize, edges: &[(usize, usize)], handle: &Handle) -> Result<Vec<Place>, Stop> {
    let mut graph = vec![Vec::new(); n];
    for &(a, b) in edges {
        graph[a].push(b);
        graph[b].push(a);
    }
    if let Some(row) = row(&graph) {
        return Ok(row);
    }
    let small = n <= PLANAR.0 && edges.len() <= PLANAR.1;
    let uncrossed = match edges.len() + 1 == n {
        true => Some(around_the_middle(&graph)),
        false if small => planar::places(&graph, handle)?,
        false => None,
    };
    let (most_rings, most) = if uncrossed.is_some() { (4, 0) } else { (2, usize::MAX) };
    if let Some(at) = rings::places(&graph, edges, (most_rings, most), handle)? {
        return Ok(at);
    }
    let settled = match uncrossed {
        Some(at) => Some(settled(scaled(at, edges, 1.0), &graph, edges, handle)?),
        None => None,
    };
    let settled = settled.map(|at| if length(&at, edges) > LONG { scaled(at, edges, LONG) } else { at });
    // Nested triangles can become so small that other drawings are clearer, even if edges cross in them.
    for by in LARGER {
        let larger = settled.iter().flatten().map(|&(x, y)| (x * by, y * by)).collect::<Vec<_>>();
        if !larger.is_empty() && crossings(&larger, edges) == 0 {
            return Ok(larger);
        }
    }
    let radius = (n as f64 / std::f64::consts::TAU).max(0.6);
    let circle = (0..n).map(|i| {
        let angle = std::f64::consts::TAU * i as f64 / n as f64;
        (radius * angle.sin(), radius * angle.cos())
    });
    let first = pulled(circle.collect(), edges, handle)?;
    let (mut least, mut best) = (crossings(&first, edges), first.clone());
    if let Some(at) = settled {
        let count = crossings(&at, edges);
        if count <= least {
            (least, best) = (count, at);
        }
    }
    let mut number = 1u64;
    // Knuth's generator, of which the upper half is used.
    let mut any = || {
        number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((number >> 33) as f64 / f64::from(1u32 << 31) - 0.5) * 2.0 * radius
    };
    for _ in 0..if n <= SMALL.0 && edges.len() <= SMALL.1 { TRIES } else { 0 } {
        let other = pulled((0..n).map(|_| (any(), any())).collect(), edges, handle)?;
        let count = crossings(&other, edges);
        if count < least {
            (least, best) = (count, other);
        }
    }
    // Graphs with many edges keep the circle, on which people know them.
    Ok(if edges.len() >= 2 * n && least > 0 && !small { first } else { best })
}

/// A tree with its middle in the middle, what is farther away on wider circles: each branch has a part of the turn as large as its share
/// of the leaves.
fn around_the_middle(tree: &[Vec<usize>]) -> Vec<Place> {
    let n = tree.len();
    // Leaves are taken away, again and again; the last one left is the middle.
    let mut degree: Vec<usize> = tree.iter().map(Vec::len).collect();
    let mut order: Vec<usize> = (0..n).filter(|&v| degree[v] < 2).collect();
    let mut at = 0;
    while at < order.len() {
        for &next in &tree[order[at]] {
            degree[next] = degree[next].saturating_sub(1);
            if degree[next] == 1 && !order.contains(&next) {
                order.push(next);
            }
        }
        at += 1;
    }
    let Some(&middle) = order.last() else { return Vec::new() };
    let rank = |v: usize| order.iter().position(|&own| own == v).unwrap_or(0);
    let ranks: Vec<usize> = (0..n).map(rank).collect();
    // Below a vertex stand the neighbours that were taken away before it.
    let mut leaves = vec![0usize; n];
    for &v in &order {
        let below: usize = tree[v].iter().filter(|&&w| ranks[w] < ranks[v]).map(|&w| leaves[w]).sum();
        leaves[v] = below.max(1);
    }
    let mut places = vec![(0.0, 0.0); n];
    let mut stack = vec![(middle, 0.0, std::f64::consts::TAU, 0.0)];
    while let Some((here, from, turn, depth)) = stack.pop() {
        let angle: f64 = from + turn / 2.0;
        places[here] = (depth * angle.sin(), depth * angle.cos());
        let mut start = from;
        for &next in tree[here].iter().filter(|&&w| ranks[w] < ranks[here]) {
            let part = turn * leaves[next] as f64 / leaves[here] as f64;
            // Less than half a turn, so that edges stay inside.
            stack.push((next, start, part.min(3.0), depth + 1.0));
            start += part;
        }
    }
    places
}

/// A path from one end to the other.
fn row(graph: &[Vec<usize>]) -> Option<Vec<Place>> {
    let n = graph.len();
    if n > ROW || graph.iter().any(|around| around.len() > 2) {
        return None;
    }
    let mut here = (0..n).find(|&v| graph[v].len() < 2)?;
    let (mut at, mut before) = (vec![(0.0, 0.0); n], here);
    for i in 0..n {
        at[here].0 = i as f64;
        let next = graph[here].iter().copied().find(|&v| v != before).unwrap_or(here);
        (before, here) = (here, next);
    }
    Some(at)
}

/// How long edges are, one with another.
fn length(at: &[Place], edges: &[(usize, usize)]) -> f64 {
    let all: f64 = edges.iter().map(|&(a, b)| (at[a].0 - at[b].0).hypot(at[a].1 - at[b].1)).sum();
    all / edges.len().max(1) as f64
}

/// With edges that are so long, one with another.
fn scaled(at: Vec<Place>, edges: &[(usize, usize)], long: f64) -> Vec<Place> {
    let now = length(&at, edges);
    let by = if now > 1e-9 { long / now } else { 1.0 };
    at.into_iter().map(|(x, y)| (x * by, y * by)).collect()
}

/// The pull of edges and the push of all others that are within reach.
fn forces(at: &[Place], edges: &[(usize, usize)], reach: f64) -> Vec<Place> {
    let n = at.len();
    let mut force = vec![(0.0, 0.0); n];
    for a in 0..n {
        for b in 0..a {
            let (dx, dy) = (at[a].0 - at[b].0, at[a].1 - at[b].1);
            let apart = dx * dx + dy * dy;
            if apart <= reach * reach {
                let push = 1.0 / apart.max(0.01);
                force[a] = (force[a].0 + dx * push, force[a].1 + dy * push);
                force[b] = (force[b].0 - dx * push, force[b].1 - dy * push);
            }
        }
    }
    for &(a, b) in edges {
        let (dx, dy) = (at[a].0 - at[b].0, at[a].1 - at[b].1);
        let pull = dx.hypot(dy);
        force[a] = (force[a].0 - dx * pull, force[a].1 - dy * pull);
        force[b] = (force[b].0 + dx * pull, force[b].1 + dy * pull);
    }
    force
}

/// A step of at most this length.
fn step((x, y): Place, most: f64) -> Place {
    let length = x.hypot(y).max(1e-9);
    let step = length.min(most);
    (x / length * step, y / length * step)
}

/// How far a vertex goes at most in a round: less and less.
fn stride(round: u32) -> f64 {
    0.3 * f64::from(ROUNDS - round) / f64::from(ROUNDS)
}

/// Places after pulling and pushing, from these.
fn pulled(mut at: Vec<Place>, edges: &[(usize, usize)], handle: &Handle) -> Result<Vec<Place>, Stop> {
    for round in 0..ROUNDS {
        handle.ticks(at.len() * at.len() / 64 + edges.len() + 1)?;
        let forces = forces(&at, edges, f64::MAX);
        for (place, force) in at.iter_mut().zip(forces) {
            let step = step(force, stride(round));
            *place = (place.0 + step.0, place.1 + step.1);
        }
    }
    Ok(at)
}

/// The same by steps after which no more edges cross than before, and in the end no more vertices are hidden. In large graphs edges push, too.
fn settled(
    mut at: Vec<Place>,
    graph: &[Vec<usize>],
    edges: &[(usize, usize)],
    handle: &Handle,
) -> Result<Vec<Place>, Stop> {
    let looked = graph.len() + edges.len();
    let large = graph.len() > SMALL.0;
    let reach = if large { REACH } else { f64::MAX };
    let rounds = (WORK / (graph.len() * looked).max(1)).clamp(1, ROUNDS as usize) as u32;
    for round in (0..rounds).map(|round| round * ROUNDS / rounds) {
        for (v, force) in forces(&at, edges, reach).into_iter().enumerate() {
            handle.ticks(looked / 16 + 1)?;
            let near = Near::of(&at, graph, edges, (v, stride(round)));
            let push = if large { near.push(&at, v) } else { (0.0, 0.0) };
            let step = step((force.0 + push.0, force.1 + push.1), stride(round));
            let (before, count) = (at[v], near.crossed_at(&at, graph, v));
            for part in [1.0, 0.4, 0.1] {
                at[v] = (before.0 + part * step.0, before.1 + part * step.1);
                let now = near.crossed_at(&at, graph, v);
                if now <= count || large && now.0 <= count.0 && round < OPENING {
                    break;
                }
                at[v] = before;
            }
        }
    }
    Ok(at)
}

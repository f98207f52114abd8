//! Drawings of planar graphs without crossings.
//!
//! In: a connected graph without loops and double edges, as lists of neighbours. Out: places for its vertices such that straight edges do not
//! cross; nothing if the graph is not planar. Edges are added until no vertex parts the graph: two neighbours of such a
//! vertex that it keeps apart can be joined, since what hangs on it can be turned so that they come to lie beside each other. Then paths are laid
//! one after the other into faces where they fit (Demoucron, Malgrange and Pertuiset, 1964): a piece that fits into one face only goes first,
//! and by their theorem the graph is planar exactly if no piece is ever left without a face. In every inner face that is no triangle a vertex is
//! put that is joined to its corners; the longest face becomes a convex polygon, and all others stand in the middle of their neighbours,
//! so that no edges cross (Tutte, 1963; Floater, 1997). Cost: the product of vertices, edges and faces at most.

use super::layout::Place;
use crate::limits::{Handle, Stop};
use std::collections::{BTreeSet, VecDeque};

/// Rounds of moving vertices into the middle, at most, and when they stand there.
const ROUNDS: usize = 6_000;
const STILL: f64 = 1e-13;

/// Places without crossings.
pub fn places(graph: &[Vec<usize>], handle: &Handle) -> Result<Option<Vec<Place>>, Stop> {
    let n = graph.len();
    if n < 3 {
        return Ok(Some((0..n).map(|i| (i as f64, 0.0)).collect()));
    }
    let whole = joined(graph, handle)?;
    Ok(match faces(&whole, handle)? {
        Some(faces) => Some(barycentric(&whole, &faces, handle)?),
        None => None,
    })
}

/// The graph with edges between neighbours that a vertex kept apart, until none does.
fn joined(graph: &[Vec<usize>], handle: &Handle) -> Result<Vec<Vec<usize>>, Stop> {
    let mut whole = graph.to_vec();
    for cut in 0..graph.len() {
        // More edges part nothing, so that vertices before this one need not be looked at again.
        while let Some(&first) = whole[cut].first() {
            handle.ticks(graph.len() / 8 + 1)?;
            let reached = reached(&whole, first, &|v| v == cut);
            let Some(&other) = whole[cut].iter().find(|&&v| !reached[v]) else { break };
            whole[first].push(other);
            whole[other].push(first);
        }
    }
    Ok(whole)
}

/// What can be reached without going through closed vertices.
fn reached(graph: &[Vec<usize>], from: usize, closed: &impl Fn(usize) -> bool) -> Vec<bool> {
    let mut seen = vec![false; graph.len()];
    seen[from] = true;
    let mut stack = vec![from];
    while let Some(here) = stack.pop() {
        for &next in &graph[here] {
            if !seen[next] && !closed(next) {
                seen[next] = true;
                stack.push(next);
            }
        }
    }
    seen
}

/// A piece that is not laid yet: where it hangs, and what of it is inside, nothing for an edge.
struct Piece {
    ends: BTreeSet<usize>,
    inside: Vec<bool>,
}

/// The faces of a graph that no vertex parts, if it is planar.
fn faces(graph: &[Vec<usize>], handle: &Handle) -> Result<Option<Vec<Vec<usize>>>, Stop> {
    let edges: usize = graph.iter().map(Vec::len).sum::<usize>() / 2;
    let first = cycle(graph);
    let mut laid = BTreeSet::new();
    let mut lay = |path: &[usize], closed: bool| {
        let ends =
            path.windows(2).map(|pair| (pair[0], pair[1])).chain(closed.then(|| (path[path.len() - 1], path[0])));
        for (a, b) in ends {
            laid.insert((a.min(b), a.max(b)));
        }
        laid.clone()
    };
    let mut known = lay(&first, true);
    let mut there = vec![false; graph.len()];
    first.iter().for_each(|&v| there[v] = true);
    let mut faces = vec![first.clone(), first.into_iter().rev().collect()];
    while known.len() < edges {
        let pieces = pieces(graph, &there, &known);
        let mut next: Option<(&Piece, Vec<usize>)> = None;
        for piece in &pieces {
            handle.ticks(faces.len() + graph.len() / 8 + 1)?;
            let fits = |face: &Vec<usize>| piece.ends.iter().all(|end| face.contains(end));
            let fitting: Vec<usize> = (0..faces.len()).filter(|&f| fits(&faces[f])).collect();
            if fitting.is_empty() {
                return Ok(None);
            }
            if next.as_ref().is_none_or(|(_, best)| fitting.len() < best.len()) {
                next = Some((piece, fitting));
            }
        }
        let Some((piece, fitting)) = next else { return Ok(None) };
        let path = through(graph, piece);
        let face = faces.swap_remove(fitting[0]);
        faces.extend(split(&face, &path));
        path.iter().for_each(|&v| there[v] = true);
        known = lay(&path, false);
    }
    Ok(Some(faces))
}

/// A cycle, which there is where no vertex parts the graph.
fn cycle(graph: &[Vec<usize>]) -> Vec<usize> {
    // From a vertex to a neighbour, and back another way.
    let (a, b) = (0, graph[0][0]);
    let mut before = vec![usize::MAX; graph.len()];
    let mut queue = VecDeque::from([b]);
    before[b] = b;
    while let Some(here) = queue.pop_front() {
        for &next in &graph[here] {
            if before[next] == usize::MAX && (here, next) != (b, a) {
                before[next] = here;
                queue.push_back(next);
            }
        }
    }
    let mut path = vec![a];
    while path[path.len() - 1] != b {
        path.push(before[path[path.len() - 1]]);
    }
    path
}

fn pieces(graph: &[Vec<usize>], there: &[bool], known: &BTreeSet<(usize, usize)>) -> Vec<Piece> {
    let mut out = Vec::new();
    let mut done = vec![false; graph.len()];
    for v in 0..graph.len() {
        if there[v] {
            for &w in graph[v].iter().filter(|&&w| v < w && there[w] && !known.contains(&(v, w))) {
                out.push(Piece { ends: BTreeSet::from([v, w]), inside: vec![false; graph.len()] });
            }
        } else if !done[v] {
            let inside = reached(graph, v, &|w| there[w]);
            let own = || (0..graph.len()).filter(|&w| inside[w]);
            own().for_each(|w| done[w] = true);
            let ends = own().flat_map(|w| &graph[w]).copied().filter(|&w| there[w]).collect();
            out.push(Piece { ends, inside });
        }
    }
    out
}

/// A path through a piece from one of its ends to another.
fn through(graph: &[Vec<usize>], piece: &Piece) -> Vec<usize> {
    let mut ends = piece.ends.iter().copied();
    let (Some(first), Some(second)) = (ends.next(), ends.next()) else { return Vec::new() };
    if !piece.inside.contains(&true) {
        return vec![first, second];
    }
    let mut before = vec![usize::MAX; graph.len()];
    let mut queue = VecDeque::from([first]);
    while let Some(here) = queue.pop_front() {
        for &next in &graph[here] {
            let last = here != first && next != first && piece.ends.contains(&next);
            if last {
                let mut path = vec![next, here];
                while path[path.len() - 1] != first {
                    path.push(before[path[path.len() - 1]]);
                }
                return path;
            }
            if piece.inside[next] && before[next] == usize::MAX {
                before[next] = here;
                queue.push_back(next);
            }
        }
    }
    Vec::new()
}

/// The two parts of a face on both sides of a path between two of its corners.
fn split(face: &[usize], path: &[usize]) -> [Vec<usize>; 2] {
    let at = |v: usize| face.iter().position(|&corner| corner == v).unwrap_or(0);
    let (start, end) = (at(path[0]), at(path[path.len() - 1]));
    let around = |from: usize, to: usize| {
        let count = (to + face.len() - from) % face.len();
        (0..=count).map(|i| face[(from + i) % face.len()]).collect::<Vec<_>>()
    };
    let inner = &path[1..path.len() - 1];
    // On along the face to the end of the path and back through it; and the other way about.
    let mut one = around(start, end);
    one.extend(inner.iter().rev());
    let mut other = around(end, start);
    other.extend(inner);
    [one, other]
}

/// The longest face as a polygon, the others inside.
fn barycentric(graph: &[Vec<usize>], faces: &[Vec<usize>], handle: &Handle) -> Result<Vec<Place>, Stop> {
    let longest = faces.iter().map(Vec::len).max().unwrap_or(0);
    let outer = faces.iter().position(|face| face.len() == longest).unwrap_or(0);
    let mut around = graph.to_vec();
    for (_, face) in faces.iter().enumerate().filter(|(f, face)| *f != outer && face.len() > 3) {
        let middle = around.len();
        face.iter().for_each(|&corner| around[corner].push(middle));
        around.push(face.clone());
    }
    let mut at = vec![(0.0, 0.0); around.len()];
    let mut fixed = vec![false; around.len()];
    for (i, &v) in faces[outer].iter().enumerate() {
        let angle = std::f64::consts::TAU * i as f64 / longest as f64;
        (at[v], fixed[v]) = ((angle.sin(), angle.cos()), true);
    }
    for _ in 0..ROUNDS {
        handle.ticks(around.len() / 8 + 1)?;
        let mut moved = 0.0f64;
        for v in (0..around.len()).filter(|&v| !fixed[v]) {
            let sum = around[v].iter().fold((0.0, 0.0), |sum: Place, &w| (sum.0 + at[w].0, sum.1 + at[w].1));
            let count = around[v].len() as f64;
            let middle = (sum.0 / count, sum.1 / count);
            moved = moved.max((middle.0 - at[v].0).abs()).max((middle.1 - at[v].1).abs());
            at[v] = middle;
        }
        if moved < STILL {
            break;
        }
    }
    at.truncate(graph.len());
    Ok(at)
}

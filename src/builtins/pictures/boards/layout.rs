//! Where the vertices of a graph stand in a drawing.
//!
//! Hackenbush pictures and other graphs with a vertex called `ground` grow from it: a vertex stands as high as it is far from the
//! ground, above the middle of what hangs on it. Vertices that are called by row and column stand there, if edges are short. Other graphs
//! are laid out by [`super::spread`].

use super::{Hue, spread};
use crate::limits::{Handle, Stop};
use std::collections::VecDeque;

/// A graph to be drawn.
#[derive(Default)]
pub struct Net {
    /// Its vertices.
    pub vertices: Vec<Vertex>,
    /// Its edges.
    pub edges: Vec<Edge>,
    /// The vertex that is the ground.
    pub ground: Option<usize>,
}

/// A vertex.
pub struct Vertex {
    /// As it is written.
    pub name: String,
    /// Its colour, if it has one.
    pub hue: Option<Hue>,
    /// Where it stands: across and up, in steps of one.
    pub place: (f64, f64),
    /// Where its label says that it stands.
    pub cell: Option<(i64, i64)>,
}

/// An edge.
pub struct Edge {
    /// Where it begins.
    pub from: usize,
    /// Where it ends.
    pub to: usize,
    /// Whether it leads one way.
    pub directed: bool,
    /// Its colour.
    pub hue: Hue,
    /// Which it is of those with the same ends, and of how many.
    pub strand: (usize, usize),
}

/// A vertex so near to an edge lies on it.
const NEAR: f64 = 0.4;

/// Across and up.
pub type Place = (f64, f64);

impl Net {
    /// Another vertex.
    pub fn vertex(&mut self, name: String, hue: Option<Hue>, cell: Option<(i64, i64)>) {
        if name == "ground" {
            self.ground = Some(self.vertices.len());
        }
        self.vertices.push(Vertex { name, hue, place: (0.0, 0.0), cell });
    }

    /// The vertex of this name, made if it is new.
    pub fn named(&mut self, name: String) -> usize {
        if let Some(i) = self.vertices.iter().position(|vertex| vertex.name == name) {
            return i;
        }
        self.vertex(name, None, None);
        self.vertices.len() - 1
    }

    /// Another edge.
    pub fn edge(&mut self, from: usize, to: usize, directed: bool, hue: Hue) {
        self.edges.push(Edge { from, to, directed, hue, strand: (0, 1) });
    }

    /// The vertices from the ground up.
    pub fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.vertices.len()).collect();
        if self.ground.is_some() {
            order.sort_by(|&a, &b| self.vertices[a].place.1.total_cmp(&self.vertices[b].place.1));
        }
        order
    }

    /// Gives every vertex its place.
    pub fn lay_out(&mut self, handle: &Handle) -> Result<(), Stop> {
        handle.ticks(self.edges.len() * self.edges.len() / 64 + self.vertices.len())?;
        self.part_strands();
        match self.ground {
            Some(ground) => {
                // Edges are told from the ground up.
                let above = self.heights(ground);
                for edge in &mut self.edges {
                    if !edge.directed && above[edge.from].0 > above[edge.to].0 {
                        std::mem::swap(&mut edge.from, &mut edge.to);
                    }
                }
                self.grow(ground, &above);
            }
            None => self.relax(handle)?,
        }
        Ok(())
    }

    fn part_strands(&mut self) {
        let ends = |edge: &Edge| (edge.from.min(edge.to), edge.from.max(edge.to));
        for i in 0..self.edges.len() {
            let own = ends(&self.edges[i]);
            let before = self.edges[..i].iter().filter(|edge| ends(edge) == own).count();
            let all = self.edges.iter().filter(|edge| ends(edge) == own).count();
            self.edges[i].strand = (before, all);
        }
    }

    /// Of each vertex how far it is from the ground, and the vertex through which it is reached first.
    fn heights(&self, ground: usize) -> Vec<(usize, usize)> {
        let mut found = vec![(usize::MAX, usize::MAX); self.vertices.len()];
        found[ground] = (0, ground);
        let mut queue = VecDeque::from([ground]);
        while let Some(here) = queue.pop_front() {
            for edge in &self.edges {
                for (a, b) in [(edge.from, edge.to), (edge.to, edge.from)] {
                    if a == here && found[b].0 == usize::MAX {
                        found[b] = (found[here].0 + 1, here);
                        queue.push_back(b);
                    }
                }
            }
        }
        // What hangs nowhere stands beside.
        found.iter_mut().filter(|(height, _)| *height == usize::MAX).for_each(|found| *found = (1, ground));
        found
    }

    /// A tree's leaves stand one beside the other, each vertex above the middle of its own.
    fn grow(&mut self, ground: usize, above: &[(usize, usize)]) {
        let mut by_height: Vec<usize> = (0..self.vertices.len()).filter(|&i| i != ground).collect();
        by_height.sort_by_key(|&i| above[i].0);
        let children = |of: usize| by_height.iter().copied().filter(move |&i| above[i].1 == of);
        let mut next = 0.0;
        let mut stack = vec![(ground, false)];
        let mut across = vec![0.0; self.vertices.len()];
        while let Some((here, done)) = stack.pop() {
            let own: Vec<usize> = children(here).collect();
            if own.is_empty() {
                across[here] = next;
                next += 1.0;
            } else if done {
                across[here] = (across[own[0]] + across[own[own.len() - 1]]) / 2.0;
            } else {
                stack.push((here, true));
                stack.extend(own.iter().rev().map(|&child| (child, false)));
            }
        }
        for (i, vertex) in self.vertices.iter_mut().enumerate() {
            vertex.place = (across[i], above[i].0 as f64);
        }
    }

    fn relax(&mut self, handle: &Handle) -> Result<(), Stop> {
        let at = match self.cells() {
            Some(at) => at,
            None => {
                let apart = self.edges.iter().filter(|edge| edge.strand.0 == 0 && edge.from != edge.to);
                let edges: Vec<(usize, usize)> = apart.map(|edge| (edge.from, edge.to)).collect();
                spread::places(self.vertices.len(), &edges, handle)?
            }
        };
        let low = at.iter().fold((f64::MAX, f64::MAX), |low, p| (low.0.min(p.0), low.1.min(p.1)));
        for (vertex, place) in self.vertices.iter_mut().zip(at) {
            vertex.place = (place.0 - low.0, place.1 - low.1);
        }
        Ok(())
    }

    /// Where vertices stand that are called by row and column.
    fn cells(&self) -> Option<Vec<Place>> {
        let at = self.vertices.iter().map(|vertex| vertex.cell.map(|(r, c)| (c as f64, -r as f64)));
        let at = at.collect::<Option<Vec<Place>>>()?;
        let short = |edge: &Edge| (at[edge.from].0 - at[edge.to].0).hypot(at[edge.from].1 - at[edge.to].1) < 1.5;
        let near = at.iter().all(|p| (p.0 - at[0].0).abs() <= 40.0 && (p.1 - at[0].1).abs() <= 40.0);
        (near && self.edges.iter().all(short)).then_some(at)
    }
}

/// Whether two edges without a common end cross.
fn cross(at: &[Place], e: (usize, usize), f: (usize, usize)) -> bool {
    let turn = |a: Place, b: Place, c: Place| (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0);
    let apart = [f.0, f.1].iter().all(|end| *end != e.0 && *end != e.1);
    let (a, b, c, d) = (at[e.0], at[e.1], at[f.0], at[f.1]);
    apart && turn(a, b, c) * turn(a, b, d) < 0.0 && turn(c, d, a) * turn(c, d, b) < 0.0
}

/// The way to a vertex from the nearest point of an edge.
fn beside(at: &[Place], e: (usize, usize), v: usize) -> Place {
    let (a, b, p) = (at[e.0], at[e.1], at[v]);
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let part = (((p.0 - a.0) * dx + (p.1 - a.1) * dy) / (dx * dx + dy * dy).max(1e-9)).clamp(0.0, 1.0);
    (p.0 - a.0 - part * dx, p.1 - a.1 - part * dy)
}

/// Whether a vertex lies on an edge that is not its own, or on its end.
fn covers(at: &[Place], e: (usize, usize), v: usize) -> bool {
    let (x, y) = beside(at, e, v);
    v != e.0 && v != e.1 && x.hypot(y) < NEAR
}

/// How many pairs of edges cross, and how many vertices lie on an edge, or on one another, that are not theirs.
pub fn crossings(at: &[Place], edges: &[(usize, usize)]) -> usize {
    let crossed = edges.iter().enumerate().map(|(i, &e)| edges[..i].iter().filter(|&&f| cross(at, e, f)).count());
    let covered = edges.iter().map(|&e| (0..at.len()).filter(|&v| covers(at, e, v)).count());
    crossed.chain(covered).sum()
}

/// What a vertex may meet on its way: the edges and vertices that lie near to where it and its edges are or come to be.
pub struct Near {
    edges: Vec<(usize, usize)>,
    vertices: Vec<usize>,
}

impl Near {
    /// Of a vertex that goes so far at most.
    pub fn of(at: &[Place], graph: &[Vec<usize>], edges: &[(usize, usize)], (v, far): (usize, f64)) -> Near {
        let own = [(at[v].0 - far, at[v].1 - far), (at[v].0 + far, at[v].1 + far)];
        let places = || graph[v].iter().map(|&w| at[w]).chain(own);
        let low = places().fold((f64::MAX, f64::MAX), |low, p| (low.0.min(p.0), low.1.min(p.1)));
        let high = places().fold((f64::MIN, f64::MIN), |high, p| (high.0.max(p.0), high.1.max(p.1)));
        let along = |least: f64, most: f64, low: f64, high: f64| least < high + NEAR && most > low - NEAR;
        let meets = |(a, b): (Place, Place)| {
            along(a.0.min(b.0), a.0.max(b.0), low.0, high.0) && along(a.1.min(b.1), a.1.max(b.1), low.1, high.1)
        };
        Near {
            edges: edges.iter().copied().filter(|&(a, b)| meets((at[a], at[b]))).collect(),
            vertices: (0..at.len()).filter(|&u| meets((at[u], at[u]))).collect(),
        }
    }

    /// The push of edges on a vertex that is not theirs and lies less than one apart from them.
    pub fn push(&self, at: &[Place], v: usize) -> Place {
        let mut push = (0.0, 0.0);
        for &e in self.edges.iter().filter(|e| e.0 != v && e.1 != v) {
            let (x, y) = beside(at, e, v);
            let apart = x.hypot(y).max(0.01);
            let force = (1.0 / apart - 1.0).max(0.0) / apart;
            push = (push.0 + x * force, push.1 + y * force);
        }
        push
    }

    /// How many edges are crossed by those of a vertex, which come first, and how much is hidden by it and by them.
    pub fn crossed_at(&self, at: &[Place], graph: &[Vec<usize>], v: usize) -> (usize, usize) {
        let own = || graph[v].iter().map(|&w| (v, w));
        let crossed = own().map(|e| self.edges.iter().filter(|&&f| cross(at, e, f)).count()).sum();
        let by_own = own().map(|e| self.vertices.iter().filter(|&&u| covers(at, e, u)).count()).sum::<usize>();
        (crossed, by_own + self.edges.iter().filter(|&&e| covers(at, e, v)).count())
    }
}

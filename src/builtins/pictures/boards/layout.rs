//! Where the vertices of a graph stand in a drawing.
//!
//! Hackenbush pictures and other graphs with a vertex called `ground` grow from it: a vertex stands as high as it is far from the
//! ground, above the middle of what hangs on it. Other graphs start on a circle and are pulled along their edges and pushed
//! apart otherwise (Fruchterman and Reingold, 1991), always in the same way, so that a graph has one picture.

use super::Hue;
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

/// Rounds of pulling and pushing.
const ROUNDS: u32 = 150;

impl Net {
    /// Another vertex.
    pub fn vertex(&mut self, name: String, hue: Option<Hue>) {
        if name == "ground" {
            self.ground = Some(self.vertices.len());
        }
        self.vertices.push(Vertex { name, hue, place: (0.0, 0.0) });
    }

    /// The vertex of this name, made if it is new.
    pub fn named(&mut self, name: String) -> usize {
        if let Some(i) = self.vertices.iter().position(|vertex| vertex.name == name) {
            return i;
        }
        self.vertex(name, None);
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
        let n = self.vertices.len();
        let radius = (n as f64 / std::f64::consts::TAU).max(0.6);
        let mut at: Vec<(f64, f64)> = (0..n)
            .map(|i| {
                let angle = std::f64::consts::TAU * i as f64 / n as f64;
                (radius * angle.sin(), radius * angle.cos())
            })
            .collect();
        for round in 0..ROUNDS {
            handle.ticks(n * n / 64 + self.edges.len() + 1)?;
            let mut force = vec![(0.0, 0.0); n];
            for a in 0..n {
                for b in 0..a {
                    let (dx, dy) = (at[a].0 - at[b].0, at[a].1 - at[b].1);
                    let square = (dx * dx + dy * dy).max(0.01);
                    let push = 1.0 / square;
                    force[a] = (force[a].0 + dx * push, force[a].1 + dy * push);
                    force[b] = (force[b].0 - dx * push, force[b].1 - dy * push);
                }
            }
            for edge in self.edges.iter().filter(|edge| edge.from != edge.to) {
                let (a, b) = (edge.from, edge.to);
                let (dx, dy) = (at[a].0 - at[b].0, at[a].1 - at[b].1);
                let pull = (dx * dx + dy * dy).sqrt();
                force[a] = (force[a].0 - dx * pull, force[a].1 - dy * pull);
                force[b] = (force[b].0 + dx * pull, force[b].1 + dy * pull);
            }
            let most = 0.3 * f64::from(ROUNDS - round) / f64::from(ROUNDS);
            for (i, (fx, fy)) in force.into_iter().enumerate() {
                // Parts without edges between them are held together.
                let (fx, fy) = (fx - at[i].0 * 0.1, fy - at[i].1 * 0.1);
                let length = fx.hypot(fy).max(1e-9);
                let step = length.min(most);
                at[i] = (at[i].0 + fx / length * step, at[i].1 + fy / length * step);
            }
        }
        let low = at.iter().fold((f64::MAX, f64::MAX), |low, p| (low.0.min(p.0), low.1.min(p.1)));
        for (vertex, place) in self.vertices.iter_mut().zip(at) {
            vertex.place = (place.0 - low.0, place.1 - low.1);
        }
        Ok(())
    }
}

//! Drawings that can be turned: the vertices of a symmetric graph on rings around a middle.
//!
//! In: a connected graph of a few vertices. Out: places such that a turn by one part of the ring brings the drawing onto itself. A turn is a
//! symmetry of the graph all of whose orbits have the same number of vertices, at least three, one vertex in the middle excepted; it
//! is looked for step by step, the largest number of parts first. Each orbit takes a ring: their orders are tried, and a ring is turned,
//! perhaps by half a part, so that its edges to those inside are short. Cost: bounded by a number of steps, after which none is found.

use super::layout::{Place, crossings};
use crate::limits::{Handle, Stop};

/// Larger graphs are not looked at, and the search ends after so many steps and turns.
const MOST: usize = 24;
/// Between two rings.
const GAPS: [f64; 3] = [1.0, 1.6, 2.4];
const STEPS: usize = 20_000;
const TURNS: usize = 24;

/// A drawing on so many rings and with so many crossings at most, of those with the most parts one with the fewest crossings.
pub fn places(
    graph: &[Vec<usize>],
    edges: &[(usize, usize)],
    (most_rings, most): (usize, usize),
    handle: &Handle,
) -> Result<Option<Vec<Place>>, Stop> {
    let n = graph.len();
    if n > MOST {
        return Ok(None);
    }
    for parts in (3..=n).rev() {
        let (rings, middle) = (n / parts, n % parts);
        if middle > 1 || rings > most_rings {
            continue;
        }
        let mut search =
            Search { graph, parts, left: STEPS, found: Vec::new(), to: vec![usize::MAX; n], from: vec![usize::MAX; n] };
        search.orbit(middle == 1, &mut Vec::new(), &mut None, handle)?;
        let mut best: Option<(usize, Vec<Place>)> = None;
        for (orbits, middle) in &search.found {
            for order in orders(orbits.len()) {
                for gap in GAPS {
                    handle.ticks(edges.len() * edges.len() / 16 + 1)?;
                    let at = placed(graph, orbits, *middle, (&order, gap));
                    let count = crossings(&at, edges);
                    if best.as_ref().is_none_or(|(least, _)| count < *least) {
                        best = Some((count, at));
                    }
                }
            }
        }
        if let Some((count, at)) = best
            && count <= most
        {
            return Ok(Some(at));
        }
    }
    Ok(None)
}

/// Orbits in the order of a turn, and the vertex in the middle.
type Turn = (Vec<Vec<usize>>, Option<usize>);

struct Search<'g> {
    graph: &'g [Vec<usize>],
    parts: usize,
    left: usize,
    found: Vec<Turn>,
    /// Where a vertex goes, and where it comes from.
    to: Vec<usize>,
    from: Vec<usize>,
}

impl Search<'_> {
    /// Another orbit, from the first vertex that has no place yet.
    fn orbit(
        &mut self,
        may_rest: bool,
        orbits: &mut Vec<Vec<usize>>,
        middle: &mut Option<usize>,
        handle: &Handle,
    ) -> Result<(), Stop> {
        let Some(start) = (0..self.graph.len()).find(|&v| self.to[v] == usize::MAX) else {
            if orbits.iter().all(|orbit| orbit.len() == self.parts) {
                self.found.push((orbits.clone(), *middle));
            }
            return Ok(());
        };
        if may_rest && self.goes(start, start) {
            self.set(start, start);
            *middle = Some(start);
            self.orbit(false, orbits, middle, handle)?;
            *middle = None;
            self.unset(start);
        }
        orbits.push(vec![start]);
        self.longer(may_rest, orbits, middle, handle)?;
        orbits.pop();
        Ok(())
    }

    /// The next vertex of the last orbit.
    fn longer(
        &mut self,
        may_rest: bool,
        orbits: &mut Vec<Vec<usize>>,
        middle: &mut Option<usize>,
        handle: &Handle,
    ) -> Result<(), Stop> {
        handle.tick()?;
        if self.left == 0 || self.found.len() >= TURNS {
            return Ok(());
        }
        self.left -= 1;
        let Some(own) = orbits.last() else { return Ok(()) };
        let (first, last) = (own[0], own[own.len() - 1]);
        if own.len() == self.parts {
            if self.goes(last, first) {
                self.set(last, first);
                self.orbit(may_rest, orbits, middle, handle)?;
                self.unset(last);
            }
            return Ok(());
        }
        for next in 0..self.graph.len() {
            let free = self.to[next] == usize::MAX && next != first && next != last && self.from[next] == usize::MAX;
            if free && self.goes(last, next) {
                self.set(last, next);
                let at = orbits.len() - 1;
                orbits[at].push(next);
                self.longer(may_rest, orbits, middle, handle)?;
                orbits[at].pop();
                self.unset(last);
            }
        }
        Ok(())
    }

    /// Whether a vertex may go there: neighbours go to neighbours.
    fn goes(&self, v: usize, w: usize) -> bool {
        let near = |a: usize, b: usize| self.graph[a].contains(&b);
        self.graph[v].len() == self.graph[w].len()
            && (0..self.graph.len()).all(|u| match self.to[u] {
                usize::MAX => true,
                image => near(u, v) == near(image, w),
            })
            && near(v, v) == near(w, w)
    }

    fn set(&mut self, v: usize, w: usize) {
        (self.to[v], self.from[w]) = (w, v);
    }

    fn unset(&mut self, v: usize) {
        self.from[self.to[v]] = usize::MAX;
        self.to[v] = usize::MAX;
    }
}

/// All orders of so few things.
fn orders(count: usize) -> Vec<Vec<usize>> {
    let mut out = vec![Vec::new()];
    for next in 0..count {
        out = out
            .into_iter()
            .flat_map(|order: Vec<usize>| {
                (0..=order.len()).map(move |at| {
                    let mut order = order.clone();
                    order.insert(at, next);
                    order
                })
            })
            .collect();
    }
    out
}

/// The orbits on rings from inside.
fn placed(
    graph: &[Vec<usize>],
    orbits: &[Vec<usize>],
    middle: Option<usize>,
    (order, gap): (&[usize], f64),
) -> Vec<Place> {
    let mut at = vec![(0.0, 0.0); graph.len()];
    let mut there: Vec<usize> = middle.into_iter().collect();
    let parts = orbits.first().map_or(1, Vec::len);
    // Neighbours on the first ring are a step apart; a vertex in the middle, too.
    let least = 0.5 / (std::f64::consts::PI / parts as f64).sin();
    let inside = if middle.is_some() { least.max(1.0) } else { least };
    for (ring, &orbit) in order.iter().enumerate() {
        let place = |i: usize, halves: usize| {
            let angle = std::f64::consts::PI * (2 * i + halves) as f64 / parts as f64;
            let radius = inside + gap * ring as f64;
            (radius * angle.sin(), radius * angle.cos())
        };
        let length = |halves: usize| -> f64 {
            let edges = orbits[orbit].iter().enumerate().flat_map(|(i, &v)| {
                let near = there.iter().filter(move |w| graph[v].contains(w));
                near.map(move |&w| (place(i, halves), w))
            });
            edges.map(|(p, w)| (p.0 - at[w].0).hypot(p.1 - at[w].1)).sum()
        };
        let mut best = (0, length(0));
        for halves in 1..2 * parts {
            let length = length(halves);
            if length < best.1 - 1e-6 {
                best = (halves, length);
            }
        }
        let places: Vec<Place> = (0..parts).map(|i| place(i, best.0)).collect();
        for (&v, place) in orbits[orbit].iter().zip(places) {
            at[v] = place;
            there.push(v);
        }
    }
    at
}

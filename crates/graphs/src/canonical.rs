//! Canonical labelling of small graphs with coloured vertices and edges of several kinds.
//!
//! In: a colour for each vertex, and for each ordered pair of joined vertices the kinds of the edges between them. Out: an
//! order of the vertices such that isomorphic graphs, put in that order, are equal. Vertices are told apart by their
//! colours and, again and again, by those of their neighbours (colour refinement); where that does not tell two apart one
//! of them is singled out, every one of them in turn, and the least resulting graph is taken (McKay 1981). Two orders that
//! give the same graph are an automorphism, and vertices that automorphisms take into each other are tried once, as are those that
//! can be swapped alone, such as the leaves of a star: the search goes
//! back at once to where the two orders parted, since all below is the image of what has been seen. Cost:
//! polynomial for graphs met in games; graphs made to be hard take exponential time, which the handle bounds.

use sprague_limits::{Handle, Stop, with_stack};

/// A graph to be labelled: colours, and for each vertex its neighbours with the kind of edge, sorted.
///
/// ```
/// use sprague_graphs::canonical::{Coloured, canonical_order};
/// // A vertex of one colour, joined to two of another by edges of one kind.
/// let star = Coloured { colours: vec![1, 0, 0], edges: vec![vec![(1, 0), (2, 0)], vec![(0, 0)], vec![(0, 0)]] };
/// assert_eq!(canonical_order(&star, &sprague_limits::Handle::default())?[2], 0); // by colour first
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Coloured {
    /// A colour for each vertex.
    pub colours: Vec<u32>,
    /// For each vertex its neighbours and the kinds of edges to them. A directed edge has one kind at its start and another at its end.
    pub edges: Vec<Vec<(u32, u32)>>,
}

struct GraphLabeller<'a> {
    graph: &'a Coloured,
    handle: &'a Handle,
    best: Option<Best>,
    automorphisms: Vec<Vec<u32>>,
}

/// The least graph so far, the order that gives it, and the vertices that were singled out on the way.
struct Best {
    found: Coloured,
    order: Vec<u32>,
    chosen: Vec<u32>,
}

/// The canonical order: the vertex in each place.
///
/// ```
/// use sprague_graphs::canonical::{Coloured, canonical_order};
/// /// A path whose middle is this vertex.
/// fn path(middle: u32) -> Coloured {
///     let to = |v| if v == middle { (0..3).filter(|&w| w != v).map(|w| (w, 0)).collect() } else { vec![(middle, 0)] };
///     Coloured { colours: vec![0; 3], edges: (0..3).map(to).collect() }
/// }
/// let handle = sprague_limits::Handle::default();
/// let place = |middle| canonical_order(&path(middle), &handle).map(|order| order.iter().position(|&v| v == middle));
/// assert_eq!(place(0)?, place(2)?);
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
pub fn canonical_order(graph: &Coloured, handle: &Handle) -> Result<Vec<u32>, Stop> {
    let mut search = GraphLabeller { graph, handle, best: None, automorphisms: Vec::new() };
    let colours = search.refined(dense(&graph.colours))?;
    search.explore(&mut Vec::new(), colours)?;
    Ok(search.best.map(|best| best.order).unwrap_or_default())
}

/// Colours numbered from 0 in their order.
fn dense<T: Ord>(keys: &[T]) -> Vec<u32> {
    let mut all: Vec<&T> = keys.iter().collect();
    all.sort_unstable();
    all.dedup();
    keys.iter().map(|key| u32::try_from(all.partition_point(|k| *k < key)).unwrap_or(u32::MAX)).collect()
}

impl GraphLabeller<'_> {
    /// Splits colours by the colours around, until nothing changes.
    fn refined(&self, mut colours: Vec<u32>) -> Result<Vec<u32>, Stop> {
        let mut classes = 0;
        loop {
            let now = colours.iter().max().map_or(0, |c| c + 1);
            if now == classes || now as usize == colours.len() {
                return Ok(colours);
            }
            classes = now;
            let mut keys = Vec::with_capacity(colours.len());
            for (v, row) in self.graph.edges.iter().enumerate() {
                self.handle.ticks(1 + u32::try_from(row.len() / 4).unwrap_or(u32::MAX))?;
                let mut around: Vec<(u32, u32)> = row.iter().map(|&(w, kind)| (kind, colours[w as usize])).collect();
                around.sort_unstable();
                keys.push((colours[v], around));
            }
            colours = dense(&keys);
        }
    }

    /// Tries all below; `Some` depth if all that lies below the vertices chosen up to there is known.
    fn explore(&mut self, chosen: &mut Vec<u32>, colours: Vec<u32>) -> Result<Option<usize>, Stop> {
        self.handle.tick()?;
        let n = colours.len();
        let mut sizes = vec![0u32; n];
        for &c in &colours {
            sizes[c as usize] += 1;
        }
        // The first of the smallest classes with several members.
        let split = (0..n).filter(|&c| sizes[c] > 1).min_by_key(|&c| sizes[c]);
        let Some(split) = split else { return self.leaf(&colours, chosen) };
        let members: Vec<u32> = (0u32..).zip(&colours).filter(|(_, c)| **c as usize == split).map(|(v, _)| v).collect();
        let mut tried: Vec<u32> = Vec::new();
        for &v in &members {
            if self.is_twin(&tried, v)? || self.is_known(&tried, chosen, v)? {
                continue;
            }
            tried.push(v);
            // The chosen one comes first in its class.
            let mut next: Vec<u32> = colours.iter().map(|&c| 2 * c + 1).collect();
            next[v as usize] -= 1;
            let next = self.refined(dense(&next))?;
            chosen.push(v);
            let back = with_stack(|| self.explore(chosen, next))?;
            chosen.pop();
            if back.is_some_and(|depth| depth < chosen.len()) {
                return Ok(back);
            }
        }
        Ok(None)
    }

    /// Whether to swap `v` and one of the same colour that was tried changes nothing: an automorphism, and one that fixes all others.
    fn is_twin(&self, tried: &[u32], v: u32) -> Result<bool, Stop> {
        let row = |v: u32| &self.graph.edges[v as usize];
        for &w in tried {
            self.handle.ticks(1 + u32::try_from(row(v).len() / 4).unwrap_or(u32::MAX))?;
            let others = |x: u32| row(x).iter().filter(move |edge| edge.0 != v && edge.0 != w);
            let kinds = |x: u32, to: u32| row(x).iter().filter(move |edge| edge.0 == to).map(|edge| edge.1);
            if others(v).eq(others(w)) && kinds(v, w).eq(kinds(w, v)) && kinds(v, v).eq(kinds(w, w)) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether an automorphism that fixes the chosen vertices takes one that was tried to `v`.
    fn is_known(&self, tried: &[u32], chosen: &[u32], v: u32) -> Result<bool, Stop> {
        if tried.is_empty() {
            return Ok(false);
        }
        let mut orbit = vec![v];
        let mut next = 0;
        let fixing: Vec<&Vec<u32>> =
            self.automorphisms.iter().filter(|map| chosen.iter().all(|&c| map[c as usize] == c)).collect();
        while let Some(&w) = orbit.get(next) {
            self.handle.tick()?;
            if tried.contains(&w) {
                return Ok(true);
            }
            next += 1;
            for map in &fixing {
                let image = map[w as usize];
                if !orbit.contains(&image) {
                    orbit.push(image);
                }
            }
        }
        Ok(false)
    }

    fn leaf(&mut self, place: &[u32], chosen: &[u32]) -> Result<Option<usize>, Stop> {
        let mut order = vec![0u32; place.len()];
        for (v, &p) in (0u32..).zip(place) {
            order[p as usize] = v;
        }
        let mut edges = Vec::with_capacity(order.len());
        for &v in &order {
            let row = &self.graph.edges[v as usize];
            self.handle.ticks(1 + u32::try_from(row.len() / 4).unwrap_or(u32::MAX))?;
            let mut row: Vec<(u32, u32)> = row.iter().map(|&(w, kind)| (place[w as usize], kind)).collect();
            row.sort_unstable();
            edges.push(row);
        }
        let colours = order.iter().map(|&v| self.graph.colours[v as usize]).collect();
        let found = Coloured { colours, edges };
        match &self.best {
            Some(best) if found > best.found => Ok(None),
            Some(best) if found == best.found => {
                // More automorphisms than vertices are rarely worth looking through.
                if self.automorphisms.len() < 4 * place.len() + 16 {
                    let (mut map, mut inverse) = (vec![0u32; place.len()], vec![0u32; place.len()]);
                    for (&v, &w) in best.order.iter().zip(&order) {
                        map[v as usize] = w;
                        inverse[w as usize] = v;
                    }
                    self.automorphisms.push(map);
                    self.automorphisms.push(inverse);
                }
                // It fixes what was chosen alike, and takes the next vertex chosen then to the one chosen now.
                Ok(Some(best.chosen.iter().zip(chosen).take_while(|(a, b)| a == b).count()))
            }
            _ => {
                self.best = Some(Best { found, order, chosen: chosen.to_vec() });
                Ok(None)
            }
        }
    }
}

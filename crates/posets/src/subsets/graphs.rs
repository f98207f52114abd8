//! Downsets of P(n, 2) as graphs: the empty set, some vertices, and edges between them; n at most 11.
//!
//! Only for recursions in which any member of a class may stand for it, and in which a class may even be split: then a
//! form that is the same for most isomorphic graphs is enough. Vertices are sorted by an invariant of degrees and
//! common neighbours, refined while ties are left that are not twins; a tie that refinement does not break is broken by
//! choosing a vertex. Where the tied vertices are images of each other, as they nearly always are, every choice
//! leads to the same form; where not, the class has several.

use super::recursion::Space;

/// The largest number of vertices.
pub(crate) const MAX_VERTICES: u32 = 11;

/// The empty set, which every downset holds.
pub(crate) const ROOT: u128 = 1 << 127;

const EDGES: u32 = 16;
const MOST: usize = MAX_VERTICES as usize;
const MOST_EDGES: usize = MOST * (MOST - 1) / 2;

/// The bit of the edge between two vertices.
const fn edge(a: usize, b: usize) -> u32 {
    let (a, b) = if a < b { (a, b) } else { (b, a) };
    EDGES + (b * (b - 1) / 2 + a) as u32
}

/// The ends of each edge.
const ENDS: [(u8, u8); MOST_EDGES] = {
    let mut ends = [(0, 0); MOST_EDGES];
    let mut b = 1;
    while b < MOST {
        let mut a = 0;
        while a < b {
            ends[(edge(a, b) - EDGES) as usize] = (a as u8, b as u8);
            a += 1;
        }
        b += 1;
    }
    ends
};

/// A graph unpacked: its vertices are the first ones.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Graph {
    vertices: usize,
    neighbours: [u16; MOST],
}

impl Graph {
    /// Of a downset.
    pub(crate) fn new(d: u128) -> Graph {
        let mut graph = Graph { vertices: (d as u16).count_ones() as usize, neighbours: [0; MOST] };
        let mut rest = (d & !ROOT) >> EDGES;
        while rest != 0 {
            graph.join(rest.trailing_zeros());
            rest &= rest - 1;
        }
        graph
    }

    fn join(&mut self, edge: u32) {
        let (a, b) = ENDS[edge as usize];
        self.neighbours[usize::from(a)] |= 1 << b;
        self.neighbours[usize::from(b)] |= 1 << a;
    }

    /// The neighbours of each vertex.
    pub(crate) fn neighbours(&self) -> &[u16] {
        &self.neighbours[..self.vertices]
    }

    /// The graph with one vertex more, which has these neighbours.
    pub(crate) fn with_vertex(&self, neighbours: u16) -> Graph {
        let mut graph = Graph { vertices: self.vertices + 1, ..*self };
        graph.neighbours[self.vertices] = neighbours;
        for (a, of_a) in graph.neighbours[..self.vertices].iter_mut().enumerate() {
            *of_a |= (neighbours >> a & 1) << self.vertices;
        }
        graph
    }

    fn twins(&self, a: u8, b: u8) -> bool {
        let both = 1 << a | 1 << b;
        self.neighbours[usize::from(a)] & !both == self.neighbours[usize::from(b)] & !both
    }
}

#[inline]
fn mix(x: u32) -> u32 {
    let x = x.wrapping_add(0x1656_67b1).wrapping_mul(0x9e37_79b1);
    (x ^ (x >> 15)).wrapping_mul(0x85eb_ca77)
}

/// Downsets of P(n, 2).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Graphs {
    n: usize,
}

impl Graphs {
    /// Graphs on at most `n` vertices, `n` at most [`MAX_VERTICES`].
    pub(crate) fn new(n: u32) -> Graphs {
        Graphs { n: n.min(MAX_VERTICES) as usize }
    }

    /// The whole of P(n, 2).
    pub(crate) fn whole(&self) -> u128 {
        let edges = self.n * self.n.saturating_sub(1) / 2;
        ROOT | ((1 << self.n) - 1) | ((1u128 << edges) - 1) << EDGES
    }

    /// How many triangles an edge closes.
    pub(crate) fn closes(graph: &Graph, y: u32) -> u32 {
        if y < EDGES {
            return 0;
        }
        let (a, b) = ENDS[(y - EDGES) as usize];
        (graph.neighbours[usize::from(a)] & graph.neighbours[usize::from(b)]).count_ones()
    }

    /// How many triangles there are.
    pub(crate) fn triangles(graph: &Graph) -> u32 {
        let edges = (0..MOST_EDGES).filter(|&e| {
            let (a, b) = ENDS[e];
            graph.neighbours[usize::from(a)] >> b & 1 == 1
        });
        edges.map(|e| Self::closes(graph, e as u32 + EDGES)).sum::<u32>() / 3
    }

    /// One round: what the others look like counts too.
    fn refine(graph: &Graph, pairs: &[[u32; MOST]; MOST], keys: &mut [u32; MOST]) {
        let old = *keys;
        for a in 0..graph.vertices {
            let mut key = old[a].wrapping_mul(0x27d4_eb2f);
            for b in (0..graph.vertices).filter(|&b| b != a) {
                key = key.wrapping_add(mix(pairs[a][b].wrapping_add(old[b].wrapping_mul(0xc2b2_ae3d))));
            }
            keys[a] = key;
        }
    }

    /// A graph that is the same for most graphs isomorphic to it.
    pub(crate) fn form(graph: &Graph) -> u128 {
        let s = graph.vertices;
        let (mut pairs, mut keys) = ([[0u32; MOST]; MOST], [0u32; MOST]);
        for b in 1..s {
            for a in 0..b {
                let common = (graph.neighbours[a] & graph.neighbours[b]).count_ones();
                let h = mix(2 * common + u32::from(graph.neighbours[a] >> b & 1));
                (pairs[a][b], pairs[b][a]) = (h, h);
                keys[a] = keys[a].wrapping_add(h);
                keys[b] = keys[b].wrapping_add(h);
            }
        }
        let mut order: [u8; MOST] = std::array::from_fn(|v| v as u8);
        let mut refined = false;
        // Every second round sets a vertex apart, so that all rounds end.
        for _ in 0..2 * s + 2 {
            order[..s].sort_unstable_by_key(|&v| keys[usize::from(v)]);
            let tie = (1..s).find(|&p| {
                let (a, b) = (order[p - 1], order[p]);
                keys[usize::from(a)] == keys[usize::from(b)] && !graph.twins(a, b)
            });
            let Some(p) = tie else { break };
            if refined {
                let chosen = usize::from(order[p]);
                keys[chosen] = mix(keys[chosen] ^ 0x5bd1_e995);
            }
            refined = true;
            Self::refine(graph, &pairs, &mut keys);
        }
        let mut place = [0u8; MOST];
        for (p, &v) in order.iter().enumerate() {
            place[usize::from(v)] = p as u8;
        }
        let mut key = ROOT | ((1 << s) - 1);
        for b in 1..s {
            let mut rest = graph.neighbours[b] & ((1 << b) - 1);
            while rest != 0 {
                let a = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                key |= 1 << edge(usize::from(place[a]), usize::from(place[b]));
            }
        }
        key
    }
}

impl Space for Graphs {
    type Frame = Graph;
    type Keys = ();
    type Route = ();
    type Class = u128;

    fn frame(&self, d: u128) -> Graph {
        Graph::new(d)
    }

    fn addable(&self, d: u128) -> u128 {
        // The vertices are the first ones; adding any other vertex gives the same class as adding the next one, but
        // each is a push of its own.
        let vertices = (d as u16).count_ones() as usize;
        let edges = vertices * vertices.saturating_sub(1) / 2;
        let fresh = ((1u128 << self.n) - 1) & !d;
        fresh | ((1u128 << edges) - 1) << EDGES & !d
    }

    fn keys(&self, _frame: &Graph, ys: &[u32], keys: &mut Vec<()>) {
        keys.clear();
        keys.resize(ys.len(), ());
    }

    fn canonical(&self, frame: &Graph, _d: u128, ys: &[u32], _keys: &[()], forms: &mut Vec<(u128, ())>) {
        forms.clear();
        forms.extend(ys.iter().map(|&y| {
            let mut graph = *frame;
            if y < EDGES {
                graph.vertices += 1;
            } else {
                graph.join(y - EDGES);
            }
            (Self::form(&graph), ())
        }));
    }

    fn code(class: u128) -> u64 {
        // The vertices are the first ones.
        let vertices = u64::from((class as u16).count_ones());
        ((class & !ROOT) >> EDGES) as u64 | (vertices + 1) << MOST_EDGES
    }

    fn class(code: u64) -> u128 {
        let vertices = (code >> MOST_EDGES).saturating_sub(1).min(MOST as u64);
        let edges = code & ((1 << MOST_EDGES) - 1);
        ROOT | ((1 << vertices) - 1) | u128::from(edges) << EDGES
    }

    /// Whether the vertices are the first ones, of at most `n`, and the edges lie between them: not whether it is the form of its
    /// class, which may have several.
    fn is_class(&self, class: u128, size: u32) -> bool {
        let vertices = (class as u16).count_ones();
        let graph = Graphs::new(vertices).whole();
        vertices as usize <= self.n
            && class & ROOT != 0
            && class & !graph == 0
            && class as u16 == graph as u16
            && class.count_ones() == size
    }
}

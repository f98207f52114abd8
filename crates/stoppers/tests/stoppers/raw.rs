//! Graphs and searches by the definitions only, without anything of the crate but its results.

use sprague_games::{Side, Store};
use sprague_limits::Handle;
use sprague_stoppers::{Graph, Link, Loops, Stopper};
use std::collections::HashMap;

/// The options of each node, Left's and Right's.
pub type Raw = Vec<[Vec<usize>; 2]>;

pub fn graph(raw: &Raw) -> Graph {
    let mut graph = Graph::new(raw.len());
    for (v, node) in raw.iter().enumerate() {
        for (side, options) in [Side::Left, Side::Right].into_iter().zip(node) {
            options.iter().for_each(|&w| graph.link(v, side, Link::Node(w)));
        }
    }
    graph
}

/// The canonical form of a value as a graph, its root first.
pub fn written(s: Stopper, loops: &Loops, store: &Store, h: &Handle) -> Raw {
    let mut nodes = vec![s];
    let mut place: HashMap<Stopper, usize> = HashMap::from([(s, 0)]);
    let mut raw = Raw::new();
    while let Some(&s) = nodes.get(raw.len()) {
        raw.push([Side::Left, Side::Right].map(|side| {
            let options = loops.options(s, side, store, h).unwrap();
            let mut list = Vec::new();
            for o in options {
                let fresh = nodes.len();
                let at = *place.entry(o).or_insert(fresh);
                if at == fresh {
                    nodes.push(o);
                }
                list.push(at);
            }
            list
        }));
    }
    raw
}

/// Which nodes have no endless alternating run below them.
pub fn is_stopper(raw: &Raw, root: usize) -> bool {
    let n = raw.len();
    let mut below = vec![root];
    let mut next = 0;
    while let Some(&v) = below.get(next) {
        next += 1;
        for &w in raw[v].iter().flatten() {
            if !below.contains(&w) {
                below.push(w);
            }
        }
    }
    // As many turns as there are states, and one more, must be impossible.
    let mut runs = vec![[true; 2]; n];
    for _ in 0..=2 * n {
        runs = (0..n).map(|v| [0, 1].map(|s| raw[v][s].iter().any(|&w| runs[w][1 - s]))).collect();
    }
    below.iter().all(|&v| runs[v] == [false; 2])
}

/// `survives[x][y][mover]`: whether Left survives `x - y`, for all nodes of two graphs. `fair`: endless play counts as survival;
/// else only if moves in `x` do not cease.
pub fn survival(x: &Raw, y: &Raw, fair: bool) -> Vec<Vec<[bool; 2]>> {
    let (n, m) = (x.len(), y.len());
    let mut outer = vec![vec![[true; 2]; m]; n];
    loop {
        let mut inner = vec![vec![[fair; 2]; m]; n];
        loop {
            let mut next = inner.clone();
            for i in 0..n {
                for j in 0..m {
                    let in_x = |i: usize, mover: usize| if fair { inner[i][j][mover] } else { outer[i][j][mover] };
                    next[i][j][0] = x[i][0].iter().any(|&a| in_x(a, 1)) || y[j][1].iter().any(|&b| inner[i][b][1]);
                    next[i][j][1] = x[i][1].iter().all(|&a| in_x(a, 0)) && y[j][0].iter().all(|&b| inner[i][b][0]);
                }
            }
            if next == inner {
                break;
            }
            inner = next;
        }
        if fair || inner == outer {
            return inner;
        }
        outer = inner;
    }
}

/// Whether `x >= y` and `y >= x`, as stoppers or as onsides.
pub fn equal(x: (&Raw, usize), y: (&Raw, usize), fair: bool) -> bool {
    survival(x.0, y.0, fair)[x.1][y.1][1] && survival(y.0, x.0, fair)[y.1][x.1][1]
}

pub fn mirrored(raw: &Raw) -> Raw {
    raw.iter().map(|[left, right]| [right.clone(), left.clone()]).collect()
}

/// The positions of a sum; the node of `(i, j)` is `i * y.len() + j`.
pub fn sum(x: &Raw, y: &Raw) -> Raw {
    let m = y.len();
    (0..x.len() * m)
        .map(|v| {
            [0, 1].map(|s| {
                let in_x = x[v / m][s].iter().map(|&a| a * m + v % m);
                in_x.chain(y[v % m][s].iter().map(|&b| v / m * m + b)).collect()
            })
        })
        .collect()
}

/// A generator of numbers that look random (splitmix64).
pub struct Dice(pub u64);

impl Dice {
    pub fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % n
    }

    /// A graph with so many nodes and about so many options on a side.
    pub fn raw(&mut self, nodes: usize, options: u64) -> Raw {
        let mut raw = Raw::new();
        for _ in 0..nodes {
            raw.push([0, 1].map(|_| (0..nodes).filter(|_| self.below(nodes as u64) < options).collect()));
        }
        raw
    }

    /// A graph all of whose nodes are stoppers.
    pub fn stopper(&mut self, nodes: usize) -> Raw {
        loop {
            let raw = self.raw(nodes, 1);
            if (0..nodes).all(|v| is_stopper(&raw, v)) {
                return raw;
            }
        }
    }
}

/// The graph whose moves are the bits of a number.
pub fn numbered(nodes: usize, mut bits: u64) -> Raw {
    let mut raw = vec![[Vec::new(), Vec::new()]; nodes];
    for node in &mut raw {
        for side in node.iter_mut() {
            for w in 0..nodes {
                if bits & 1 == 1 {
                    side.push(w);
                }
                bits >>= 1;
            }
        }
    }
    raw
}

//! Counting the downsets of P(n, 2) and P(n, 3), the subsets of at most two or three of n points.
//!
//! A downset of P(n, 2) that is not empty is a graph on some of the points; one of P(n, 3) is a graph and some of its triangles, so that there are
//! sum over j of C(n, j) T(j) of them, T(j) the sum of 2^t(G) over the graphs G on j labelled vertices, t(G) their number of triangles.
//! Two vertices u, v on top of a graph G on j - 2 close as many triangles as there are edges of G within the neighbours A of u, within the
//! neighbours B of v, and, if u and v are joined, vertices in both. With f(A) = 2^(edges within A) and Z(S) = sum of f(A) over A above S,
//! and as 2^|A ∩ B| is the number of sets S below A ∩ B,
//!
//! > T(j) = sum over G of 2^t(G) (Z(∅)² + sum over S of Z(S)²).
//!
//! Isomorphic graphs are taken together. How many labelled graphs are in a class is the sum of those of the classes from which a further vertex
//! leads there: a labelled graph is one on all vertices but the last, and the neighbours of that. Cost: classes of graphs on n - 2 vertices
//! (12,346 for n = 10, 274,668 for n = 11) times 2^n n.

use super::count::binomial;
use super::subsets::graphs::{Graph, Graphs};
use num_bigint::BigUint;
use num_traits::One;
use rustc_hash::FxHashMap;
use sprague_limits::{Handle, Stop};

/// Points up to which sets of three are counted.
const MOST: u32 = 11;

/// How the downsets of P(n, k) are counted.
///
/// ```
/// use sprague_posets::IdealsWay;
/// assert_eq!(IdealsWay::of(10, 3), Some(IdealsWay::Graphs(8)));
/// assert_eq!(IdealsWay::of(8, 5), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IdealsWay {
    /// By a formula.
    Formula,
    /// Through the graphs on so many points.
    Graphs(u32),
    /// It is a Dedekind number, but for the largest set.
    Dedekind,
    /// Element by element, and part by part of what is left.
    Parts,
}

impl IdealsWay {
    /// The way for P(n, k); `None` if there is none that ends.
    pub fn of(n: u32, k: u32) -> Option<IdealsWay> {
        match (n, k) {
            (_, 0..=2) => Some(IdealsWay::Formula),
            (_, 3) if n <= MOST => Some(IdealsWay::Graphs(n.saturating_sub(2))),
            (0..=9, _) if k + 1 >= n => Some(IdealsWay::Dedekind),
            (0..=7, _) => Some(IdealsWay::Parts),
            _ => None,
        }
    }
}

/// Graphs up to isomorphism, with the number of labelled ones.
type Classes = FxHashMap<u128, u64>;

/// The number of downsets of P(n, k), the empty one among them; `None` unless k is 2, or 3 and n at most [`MOST`].
pub(super) fn ideals(n: u32, k: u32, handle: &Handle) -> Result<Option<BigUint>, Stop> {
    let graphs = match k {
        2 => (0..=n).map(|j| BigUint::one() << (j * j.saturating_sub(1) / 2)).collect(),
        3 if n <= MOST => with_triangles(n as usize, handle)?,
        _ => return Ok(None),
    };
    let on_some = |(j, graphs): (usize, BigUint)| binomial(n as usize, j) * graphs;
    Ok(Some(graphs.into_iter().enumerate().map(on_some).sum::<BigUint>() + 1u32))
}

/// T(0), …, T(n).
fn with_triangles(n: usize, handle: &Handle) -> Result<Vec<BigUint>, Stop> {
    let mut sums = vec![BigUint::one(); 2];
    let mut classes = Classes::from_iter([(Graphs::new(0).whole(), 1)]);
    for vertices in 0..n.saturating_sub(1) {
        if vertices > 0 {
            classes = with_a_vertex(&classes, vertices - 1, handle)?;
        }
        let mut sum = BigUint::default();
        for (done, (&graph, &labelled)) in classes.iter().enumerate() {
            handle.ticks(1 + (vertices << vertices) / 8)?;
            handle.progress("graphs", done as u64, Some(classes.len() as u64));
            sum += below_two(&Graph::new(graph)) * labelled;
        }
        sums.push(sum);
    }
    sums.truncate(n + 1);
    Ok(sums)
}

/// The graphs with one vertex more.
fn with_a_vertex(classes: &Classes, vertices: usize, handle: &Handle) -> Result<Classes, Stop> {
    let mut next = Classes::default();
    for (&graph, &labelled) in classes {
        handle.ticks(1 << vertices)?;
        let graph = Graph::new(graph);
        for neighbours in 0..1 << vertices {
            *next.entry(Graphs::form(&graph.with_vertex(neighbours))).or_default() += labelled;
        }
    }
    Ok(next)
}

/// The sum of 2^t over the graphs that have two vertices more than this one, which has at most nine.
fn below_two(graph: &Graph) -> BigUint {
    let neighbours = graph.neighbours();
    let sets = 1usize << neighbours.len();
    // Edges within a set are those of a vertex and those of the rest: at most 36, so that sums stay below 2^45 and squares below 2^90.
    let (mut edges, mut above) = ([0u32; 1 << 9], [1u64; 1 << 9]);
    for set in 1..sets {
        let rest = set & (set - 1);
        edges[set] = edges[rest] + (neighbours[set.trailing_zeros() as usize] & rest as u16).count_ones();
        above[set] = 1 << edges[set];
    }
    for vertex in 0..neighbours.len() {
        for set in (0..sets).filter(|set| set >> vertex & 1 == 0) {
            above[set] += above[set | 1 << vertex];
        }
    }
    let square = |z: u64| u128::from(z) * u128::from(z);
    let all = square(above[0]) + above[..sets].iter().map(|&z| square(z)).sum::<u128>();
    BigUint::from(all) << Graphs::triangles(graph)
}

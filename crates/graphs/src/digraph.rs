//! The compact graph of positions, and its exploration.
//!
//! In: a [`RuleSet`] and positions to start from. Out: [`Explored`], the positions in the order of a breadth-first
//! search and their moves as one array with a row a position (8 bytes a position, 4 bytes a move). A bound on the number
//! of positions leaves the last ones without a row: they are *open*, nothing is known of their moves. Cost: one hash
//! and one look-up a move.

use hashbrown::HashTable;
use rustc_hash::FxHasher;
use sprague_limits::{Handle, Stop};
use std::hash::{Hash, Hasher};

/// A directed graph: vertices `0..len`, the first `rows` of which have their options listed; the others are open.
///
/// ```
/// use sprague_graphs::Digraph;
/// // A position with two options, one of which leads back.
/// let graph = Digraph::from_lists(&[vec![1, 2], vec![], vec![0]]);
/// assert_eq!((graph.len(), graph.moves()), (3, 3));
/// assert_eq!(graph.options(0), Some(&[1, 2][..]));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Digraph {
    starts: Vec<u32>,
    targets: Vec<u32>,
    len: usize,
}

impl Digraph {
    /// A graph without vertices.
    pub fn new() -> Digraph {
        Digraph { starts: vec![0], targets: Vec::new(), len: 0 }
    }

    /// The graph with these options, a list for each vertex.
    ///
    /// # Panics
    /// If an option is not a vertex: that is a mistake of the caller.
    pub fn from_lists<L: AsRef<[u32]>>(lists: &[L]) -> Digraph {
        let mut graph = Digraph::new();
        for list in lists {
            graph.push(list.as_ref().iter().copied()).expect("lists in memory hold less than 2^32 options");
        }
        assert!(graph.targets.iter().all(|&w| (w as usize) < lists.len()), "an option that is no vertex");
        graph.len = lists.len();
        graph
    }

    /// Adds the row of the next vertex. Options may be vertices to come.
    pub fn push(&mut self, options: impl IntoIterator<Item = u32>) -> Result<(), Stop> {
        self.targets.extend(options);
        let end = u32::try_from(self.targets.len())
            .map_err(|_| Stop::TooLarge("a graph with more than 2^32 moves".to_owned()))?;
        self.starts.push(end);
        self.len = self.len.max(self.rows());
        Ok(())
    }

    /// Says that there are this many vertices: those without a row are open.
    pub fn set_len(&mut self, len: usize) {
        self.len = len.max(self.rows());
    }

    /// The number of vertices.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no vertex.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// How many vertices have their options listed.
    pub fn rows(&self) -> usize {
        self.starts.len() - 1
    }

    /// The number of moves.
    pub fn moves(&self) -> usize {
        self.targets.len()
    }

    /// The options of a vertex; `None` if it is open.
    pub fn options(&self, v: u32) -> Option<&[u32]> {
        let v = v as usize;
        (v < self.rows()).then(|| &self.targets[self.starts[v] as usize..self.starts[v + 1] as usize])
    }

    /// The options of a vertex, none of an open one.
    pub(super) fn row(&self, v: u32) -> &[u32] {
        self.options(v).unwrap_or(&[])
    }

    /// The graph with every move turned round. Every vertex has a row.
    pub(crate) fn reversed(&self, handle: &Handle) -> Result<Digraph, Stop> {
        handle.reserve(4 * (self.len + 1 + self.targets.len()))?;
        let mut starts = vec![0u32; self.len + 1];
        for block in self.targets.chunks(1024) {
            handle.ticks(256)?;
            for &w in block {
                starts[w as usize] += 1;
            }
        }
        let mut end = 0;
        for start in &mut starts {
            end += *start;
            *start = end;
        }
        // Filled from behind, so that each start ends where its row begins.
        let mut targets = vec![0u32; self.targets.len()];
        for v in (0..self.rows()).rev() {
            handle.tick()?;
            for &w in &self.targets[self.starts[v] as usize..self.starts[v + 1] as usize] {
                let slot = &mut starts[w as usize];
                *slot -= 1;
                targets[*slot as usize] = u32::try_from(v).expect("vertices are numbered by u32");
            }
        }
        Ok(Digraph { starts, targets, len: self.len })
    }
}

/// A rule set written in Rust.
///
/// ```
/// use sprague_graphs::{Outcome, RuleSet, explore, retrograde};
/// /// A heap from which 1, 3 or 4 are taken.
/// struct Take;
/// impl RuleSet for Take {
///     type Position = u32;
///     fn options(&self, n: &u32, out: &mut Vec<u32>) {
///         out.extend([1, 3, 4].iter().filter_map(|k| n.checked_sub(*k)));
///     }
/// }
/// let handle = Default::default();
/// let explored = explore(&Take, &[10], 100, &handle)?;
/// let labels = retrograde(&explored.graph, &[], &handle)?;
/// let is_lost = |vertex: &usize| labels.outcome(*vertex as u32) == Some(Outcome::P);
/// let mut lost: Vec<u32> = (0..11).filter(is_lost).map(|vertex| explored.positions[vertex]).collect();
/// lost.sort();
/// assert_eq!(lost, [0, 2, 7, 9]);
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
pub trait RuleSet {
    /// Positions; equal ones are the same vertex.
    type Position: Eq + Hash + Clone;
    /// Appends the options of a position. One may be named twice.
    fn options(&self, position: &Self::Position, out: &mut Vec<Self::Position>);
}

/// Positions and their moves.
///
/// ```
/// use sprague_graphs::{RuleSet, explore};
/// /// A walk to and fro that never ends.
/// struct Walk;
/// impl RuleSet for Walk {
///     type Position = i64;
///     fn options(&self, at: &i64, out: &mut Vec<i64>) {
///         out.extend([at - 1, at + 1]);
///     }
/// }
/// let explored = explore(&Walk, &[0], 3, &sprague_limits::Handle::default())?;
/// assert_eq!(explored.positions, [0, -1, 1, -2, 2]);
/// assert_eq!((explored.graph.options(1), explored.graph.options(3)), (Some(&[0, 3][..]), None)); // -2 is open
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
#[derive(Clone, Debug)]
pub struct Explored<P> {
    /// Position `i` is vertex `i`; those to start from come first.
    pub positions: Vec<P>,
    /// Their moves.
    pub graph: Digraph,
}

/// Explores all that can be reached, breadth first, listing the options of `bound` positions at most.
///
/// ```
/// use sprague_graphs::{RuleSet, explore};
/// /// A heap from which 1 or 2 are taken.
/// struct Take;
/// impl RuleSet for Take {
///     type Position = u32;
///     fn options(&self, n: &u32, out: &mut Vec<u32>) {
///         out.extend((1..=2).filter_map(|k| n.checked_sub(k)));
///     }
/// }
/// let explored = explore(&Take, &[5], 100, &sprague_limits::Handle::default())?;
/// assert_eq!(explored.positions, [5, 4, 3, 2, 1, 0]);
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
pub fn explore<R: RuleSet>(
    rules: &R,
    from: &[R::Position],
    bound: usize,
    handle: &Handle,
) -> Result<Explored<R::Position>, Stop> {
    let mut positions: Vec<R::Position> = Vec::new();
    let mut index: HashTable<u32> = HashTable::new();
    let mut graph = Digraph::new();
    for position in from {
        intern(&mut positions, &mut index, position.clone())?;
    }
    let (mut options, mut row) = (Vec::new(), Vec::new());
    while graph.rows() < positions.len() && graph.rows() < bound {
        handle.tick()?;
        if graph.rows().is_multiple_of(1024) {
            handle.progress("positions explored", graph.rows() as u64, None);
        }
        rules.options(&positions[graph.rows()], &mut options);
        handle.ticks(u32::try_from(options.len() / 16).unwrap_or(u32::MAX))?;
        row.clear();
        for option in options.drain(..) {
            row.push(intern(&mut positions, &mut index, option)?);
        }
        // Only short rows are worth the look for repetitions; longer ones are sorted first.
        row.sort_unstable();
        row.dedup();
        graph.push(row.iter().copied())?;
    }
    graph.set_len(positions.len());
    Ok(Explored { positions, graph })
}

fn intern<P: Eq + Hash>(positions: &mut Vec<P>, index: &mut HashTable<u32>, position: P) -> Result<u32, Stop> {
    let hash = hash_of(&position);
    if let Some(&id) = index.find(hash, |&id| positions[id as usize] == position) {
        return Ok(id);
    }
    let id = u32::try_from(positions.len())
        .ok()
        .filter(|&id| id < u32::MAX)
        .ok_or_else(|| Stop::TooLarge("a graph with more than 2^32 positions".to_owned()))?;
    positions.push(position);
    index.insert_unique(hash, id, |&id| hash_of(&positions[id as usize]));
    Ok(id)
}

fn hash_of<P: Hash>(position: &P) -> u64 {
    let mut hasher = FxHasher::default();
    position.hash(&mut hasher);
    hasher.finish()
}

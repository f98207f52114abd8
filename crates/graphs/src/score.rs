//! Max-min scores of games that end.
//!
//! In: the graph of positions with a player to move in each, the scores of positions in which play is over, and who
//! maximises. Out: for each vertex the score that best play leads to, and a line of best play. Scores are found backwards
//! from the ends (Zermelo 1913); what is never reached so goes round in a cycle, which is an error that shows it. Cost:
//! linear in positions and moves.

use super::digraph::Digraph;
use sprague_limits::{Handle, Stop};
use std::fmt;

/// The scores of a graph's vertices.
///
/// ```
/// use sprague_graphs::{Digraph, scores};
/// // The maximiser chooses between 1, where the minimiser goes on to 3 or 4, and 2, where play ends.
/// let graph = Digraph::from_lists(&[vec![1, 2], vec![3, 4], vec![], vec![], vec![]]);
/// let (handle, ends) = (sprague_limits::Handle::default(), [0, 0, 5, 4, 9]);
/// let found = scores(&graph, |vertex| ends[vertex as usize], |vertex| vertex == 0, &handle)?;
/// assert_eq!(found.score[0], 5);
/// assert_eq!(found.line(&graph, 0, &handle)?, [0, 2]);
/// # Ok::<(), sprague_graphs::NoScores>(())
/// ```
#[derive(Clone, Debug)]
pub struct Scores {
    /// The score of each vertex, as a number given by the caller for the ends of play.
    pub score: Vec<i64>,
}

/// Why there are no scores.
///
/// ```
/// use sprague_graphs::{Digraph, NoScores, scores};
/// let round = Digraph::from_lists(&[vec![1], vec![2, 0], vec![]]);
/// let found = scores(&round, |_| 7, |_| true, &sprague_limits::Handle::default());
/// assert_eq!(found.err(), Some(NoScores::Cycle(vec![0, 1])));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoScores {
    /// A bound was reached.
    Stop(Stop),
    /// Play can go round: vertices in the order of moves, the first not repeated.
    Cycle(Vec<u32>),
    /// The options of this vertex are not listed.
    Open(u32),
}

impl fmt::Display for NoScores {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoScores::Stop(stop) => stop.fmt(f),
            NoScores::Cycle(vertices) => write!(f, "play can go round through {vertices:?}"),
            NoScores::Open(vertex) => write!(f, "the moves of {vertex} are not known"),
        }
    }
}

impl std::error::Error for NoScores {}

impl From<Stop> for NoScores {
    fn from(stop: Stop) -> Self {
        NoScores::Stop(stop)
    }
}

/// Scores of all vertices. `end` gives the score of a vertex without moves; `maximises` tells who moves.
///
/// ```
/// use sprague_graphs::{Digraph, scores};
/// // From 0 the maximiser goes to 1, where play ends with 10, or to 2, from where the minimiser ends it with 3.
/// let graph = Digraph::from_lists(&[vec![1, 2], vec![], vec![1, 3], vec![]]);
/// let scores = scores(&graph, |v| if v == 1 { 10 } else { 3 }, |v| v == 0, &sprague_limits::Handle::default())?;
/// assert_eq!(scores.score, [10, 10, 3, 3]);
/// # Ok::<(), sprague_graphs::NoScores>(())
/// ```
pub fn scores(
    graph: &Digraph,
    end: impl Fn(u32) -> i64,
    maximises: impl Fn(u32) -> bool,
    handle: &Handle,
) -> Result<Scores, NoScores> {
    scores_with_gains(graph, end, |_, _| 0, maximises, handle)
}

/// The same where moves count, too: `gain` says what one from the first vertex to the second adds to the score. The score of a
/// vertex is what is still to come.
///
/// ```
/// use sprague_graphs::{Digraph, scores_with_gains};
/// // From 0 the maximiser gains 2 on the way to 1, where play ends, or nothing on the way to 2, which ends with 1.
/// let graph = Digraph::from_lists(&[vec![1, 2], vec![], vec![]]);
/// let (end, gain) = (|v| i64::from(v == 2), |_, to| if to == 1 { 2 } else { 0 });
/// let found = scores_with_gains(&graph, end, gain, |v| v == 0, &sprague_limits::Handle::default())?;
/// assert_eq!(found.score, [2, 0, 1]);
/// # Ok::<(), sprague_graphs::NoScores>(())
/// ```
pub fn scores_with_gains(
    graph: &Digraph,
    end: impl Fn(u32) -> i64,
    gain: impl Fn(u32, u32) -> i64,
    maximises: impl Fn(u32) -> bool,
    handle: &Handle,
) -> Result<Scores, NoScores> {
    if graph.rows() < graph.len() {
        return Err(NoScores::Open(u32::try_from(graph.rows()).unwrap_or(u32::MAX)));
    }
    handle.reserve(graph.len() * 20)?;
    let reversed = graph.reversed(handle)?;
    let vertices = 0..u32::try_from(graph.len()).unwrap_or(u32::MAX);
    let mut score = vec![0i64; graph.len()];
    let mut missing = Vec::with_capacity(graph.len());
    let mut queue = Vec::new();
    for v in vertices.clone() {
        handle.tick()?;
        let row = graph.row(v);
        missing.push(u32::try_from(row.len()).unwrap_or(u32::MAX));
        if row.is_empty() {
            score[v as usize] = end(v);
            queue.push(v);
        } else {
            score[v as usize] = if maximises(v) { i64::MIN } else { i64::MAX };
        }
    }
    let mut done = 0;
    while let Some(&w) = queue.get(done) {
        done += 1;
        for &v in reversed.row(w) {
            handle.tick()?;
            let (i, known) = (v as usize, score[w as usize] + gain(v, w));
            score[i] = if maximises(v) { score[i].max(known) } else { score[i].min(known) };
            missing[i] -= 1;
            if missing[i] == 0 {
                queue.push(v);
            }
        }
    }
    if done == graph.len() {
        return Ok(Scores { score });
    }
    // Every vertex left has an option that is left: following those goes round.
    let mut seen = vec![u32::MAX; graph.len()];
    let mut path: Vec<u32> = Vec::new();
    let mut at = vertices.into_iter().find(|&v| missing[v as usize] > 0).unwrap_or(0);
    loop {
        handle.tick()?;
        if seen[at as usize] != u32::MAX {
            return Err(NoScores::Cycle(path.split_off(seen[at as usize] as usize)));
        }
        seen[at as usize] = u32::try_from(path.len()).unwrap_or(u32::MAX);
        path.push(at);
        at = graph.row(at).iter().copied().find(|&w| missing[w as usize] > 0).unwrap_or(at);
    }
}

impl Scores {
    /// A line of best play: each player takes the first best move listed.
    pub fn line(&self, graph: &Digraph, from: u32, handle: &Handle) -> Result<Vec<u32>, Stop> {
        self.line_with_gains(graph, |_, _| 0, from, handle)
    }

    /// The same where moves count.
    pub fn line_with_gains(
        &self,
        graph: &Digraph,
        gain: impl Fn(u32, u32) -> i64,
        from: u32,
        handle: &Handle,
    ) -> Result<Vec<u32>, Stop> {
        let mut line = vec![from];
        let mut at = from;
        loop {
            handle.tick()?;
            let keeps = |w: &u32| self.score[*w as usize] + gain(at, *w) == self.score[at as usize];
            let best = graph.row(at).iter().copied().find(keeps);
            let Some(next) = best else { return Ok(line) };
            line.push(next);
            at = next;
        }
    }
}

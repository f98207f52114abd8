//! Who wins a game in which positions may come again, and how soon.
//!
//! In: the graph of positions; the player who cannot move loses, or in misère play wins; endless play is a draw. Out: for each
//! position N (the next player wins), P (the previous player wins) or D (draw), and its remoteness: the number of moves if the
//! winner hurries and the loser delays.
//!
//! A position is N if a move leads to P, and P if all moves lead to N; the least such labelling is found backwards from
//! the ends of play, layer by layer, so that a label is given in the layer that is its remoteness, and what is never
//! labelled is a draw (Smith 1966; Winning Ways, chapters 9 and 12). Cost: linear in positions and moves.
//!
//! **Misère play** differs in what the ends are: N, and no longer P. An end has remoteness 0 all the same, and a position one more
//! than the option that decides, so that only the parity is turned round: in normal play odd remoteness is N, in misère play
//! even remoteness is. Everything below goes by that parity.
//!
//! A partizan game is the same game on pairs of a position and the player to move: [`doubled`].
//!
//! **Open positions** (those beyond a bound) may be anything. A label is *sure* if it follows whatever they are; that is
//! the labelling above, in which they have no label. A second labelling, in which each of them is at once a possible P of
//! remoteness 0 and a possible N of remoteness 1 (in misère play of N and P), bounds the truth from the other side: what it does not label is a draw
//! whatever the open positions are, and a sure remoteness that is also the least possible one is exact.

use super::digraph::Digraph;
use sprague_limits::{Handle, Stop};

/// Who wins.
///
/// ```
/// use sprague_graphs::{Digraph, Outcome, retrograde};
/// // 0 and 1 lead to each other and nowhere else; 2 is an end; from 3 one goes there.
/// let graph = Digraph::from_lists(&[vec![1], vec![0], vec![], vec![2]]);
/// let labels = retrograde(&graph, &[], &sprague_limits::Handle::default())?;
/// let outcomes = [0, 2, 3].map(|vertex| labels.outcome(vertex));
/// assert_eq!(outcomes, [Outcome::D, Outcome::P, Outcome::N].map(Some));
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The next player.
    N,
    /// The previous player.
    P,
    /// Nobody: play goes on for ever.
    D,
}

/// What is known of a vertex beforehand.
///
/// ```
/// use sprague_graphs::{Digraph, Known, retrograde};
/// // From an endgame table: the previous player wins in 4 moves at 1. From 0 one goes there.
/// let graph = Digraph::from_lists(&[vec![1], vec![]]);
/// let labels = retrograde(&graph, &[(1, Known::Remoteness(4))], &sprague_limits::Handle::default())?;
/// assert_eq!(labels.known(0), Some(Known::Remoteness(5)));
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// N or P with this remoteness: odd for N, in misère play even.
    Remoteness(u32),
    /// A draw.
    Draw,
}

const NONE: u32 = u32::MAX;

/// The labels of a graph's vertices.
///
/// ```
/// use sprague_graphs::{Digraph, Outcome, retrograde};
/// let mut graph = Digraph::new();
/// graph.push([1, 2])?;
/// graph.push([])?;
/// graph.set_len(3);
/// // What can be done from 2 is not known: it does not matter to 0, from where one wins by ending the game at 1.
/// let labels = retrograde(&graph, &[], &sprague_limits::Handle::default())?;
/// assert_eq!((labels.outcome(0), labels.remoteness(0)), (Some(Outcome::N), Some(1)));
/// assert_eq!(labels.outcome(2), None);
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
#[derive(Clone, Debug)]
pub struct Labels {
    /// Sure remoteness; `won` says which parity is N.
    sure: Vec<u32>,
    /// The remoteness of N-positions modulo 2.
    won: u32,
    /// The least possible even remoteness, then the least possible odd one, if some vertex is open.
    possible: Option<[Vec<u32>; 2]>,
    /// Vertices known beforehand to be draws.
    draws: Vec<u32>,
}

impl Labels {
    /// Who wins from a vertex; `None` if the open positions decide.
    pub fn outcome(&self, v: u32) -> Option<Outcome> {
        let i = v as usize;
        match self.sure[i] {
            NONE => {
                let undecided = self.possible.as_ref().is_some_and(|[even, odd]| even[i] != NONE || odd[i] != NONE);
                let known = undecided && self.draws.binary_search(&v).is_ok();
                (!undecided || known).then_some(Outcome::D)
            }
            r if r % 2 == self.won => Some(Outcome::N),
            _ => Some(Outcome::P),
        }
    }

    /// The remoteness, if it is finite and does not depend on open positions.
    pub fn remoteness(&self, v: u32) -> Option<u32> {
        let i = v as usize;
        let sure = self.sure[i];
        if sure == NONE {
            return None;
        }
        match &self.possible {
            None => Some(sure),
            Some(possible) => (possible[(sure % 2) as usize][i] == sure).then_some(sure),
        }
    }

    /// What is known for good: what may be given to [`retrograde`] again.
    pub fn known(&self, v: u32) -> Option<Known> {
        match self.outcome(v)? {
            Outcome::D => Some(Known::Draw),
            _ => self.remoteness(v).map(Known::Remoteness),
        }
    }
}

/// Labels a graph. `known` lists vertices whose label is known already, each once; their rows are not looked at.
///
/// ```
/// use sprague_graphs::{Digraph, retrograde};
/// // Who has two ways to end a line takes the short one; who loses delays.
/// let graph = Digraph::from_lists(&[vec![], vec![0], vec![1], vec![0, 2], vec![1, 3]]);
/// let labels = retrograde(&graph, &[], &sprague_limits::Handle::default())?;
/// let remoteness: Vec<Option<u32>> = (0..5).map(|vertex| labels.remoteness(vertex)).collect();
/// assert_eq!(remoteness, [0, 1, 2, 1, 2].map(Some));
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
pub fn retrograde(graph: &Digraph, known: &[(u32, Known)], handle: &Handle) -> Result<Labels, Stop> {
    labelled(graph, false, known, handle)
}

/// Labels a graph in misère play, in which whoever cannot move wins.
///
/// ```
/// use sprague_graphs::{Digraph, Outcome, retrograde_misere};
/// // Nim heaps of 0, 1 and 2: whoever is to move takes all but one, or has to take the last.
/// let graph = Digraph::from_lists(&[vec![], vec![0], vec![0, 1]]);
/// let labels = retrograde_misere(&graph, &[], &sprague_limits::Handle::default())?;
/// let found: Vec<_> = (0..3).map(|vertex| (labels.outcome(vertex), labels.remoteness(vertex))).collect();
/// assert_eq!(found, [(Some(Outcome::N), Some(0)), (Some(Outcome::P), Some(1)), (Some(Outcome::N), Some(2))]);
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
pub fn retrograde_misere(graph: &Digraph, known: &[(u32, Known)], handle: &Handle) -> Result<Labels, Stop> {
    labelled(graph, true, known, handle)
}

fn labelled(graph: &Digraph, misere: bool, known: &[(u32, Known)], handle: &Handle) -> Result<Labels, Stop> {
    let won = u32::from(!misere);
    handle.reserve(graph.len() * 20)?;
    let reversed = graph.reversed(handle)?;
    let mut fixed = vec![false; graph.len()];
    let mut given: Vec<(u32, u32)> = Vec::new();
    let mut draws = Vec::new();
    for &(v, known) in known {
        fixed[v as usize] = true;
        match known {
            Known::Remoteness(r) => given.push((r, v)),
            Known::Draw => draws.push(v),
        }
    }
    given.sort_unstable();
    draws.sort_unstable();
    let is_fixed = |v: u32| fixed[v as usize];
    let sure = least_labels(graph, &reversed, won, &is_fixed, &given, handle)?;
    let open = (graph.rows()..graph.len()).any(|v| !fixed[v]);
    let possible = if open { Some(possible_labels(graph, &reversed, won, &is_fixed, &given, handle)?) } else { None };
    Ok(Labels { sure, won, possible, draws })
}

/// The least labelling, in the order of remoteness.
fn least_labels(
    graph: &Digraph,
    reversed: &Digraph,
    won: u32,
    is_fixed: &dyn Fn(u32) -> bool,
    given: &[(u32, u32)],
    handle: &Handle,
) -> Result<Vec<u32>, Stop> {
    let mut label = vec![NONE; graph.len()];
    let mut missing: Vec<u32> = Vec::with_capacity(graph.len());
    let mut queue: Vec<u32> = Vec::new();
    for v in 0..count(graph.len()) {
        handle.tick()?;
        match graph.options(v) {
            Some(row) if !is_fixed(v) => {
                missing.push(count(row.len()));
                if row.is_empty() {
                    label[v as usize] = 0;
                    queue.push(v);
                }
            }
            // Never labelled from its options.
            _ => missing.push(NONE),
        }
    }
    let (mut next, mut next_given) = (0, 0);
    loop {
        // The queue is in the order of labels; what was given is merged into it.
        let waiting = queue.get(next).map(|&v| label[v as usize]);
        let v = match given.get(next_given) {
            Some(&(r, v)) if waiting.is_none_or(|w| r <= w) => {
                next_given += 1;
                label[v as usize] = r;
                v
            }
            _ => match queue.get(next) {
                Some(&v) => {
                    next += 1;
                    v
                }
                None => return Ok(label),
            },
        };
        if next % 1024 == 0 {
            handle.progress("positions decided", next as u64, Some(graph.len() as u64));
        }
        let r = label[v as usize];
        let before = reversed.row(v);
        handle.ticks(1 + count(before.len() / 16))?;
        for &u in before {
            let left = &mut missing[u as usize];
            if *left == NONE || label[u as usize] != NONE {
                continue;
            }
            // An option that is lost for whoever moves from it wins at once; one that is won must be joined by all.
            *left -= 1;
            if r % 2 != won || *left == 0 {
                label[u as usize] = r + 1;
                queue.push(u);
            }
        }
    }
}

/// For each vertex the least even and the least odd remoteness that it may have, if open vertices are what suits best.
fn possible_labels(
    graph: &Digraph,
    reversed: &Digraph,
    won: u32,
    is_fixed: &dyn Fn(u32) -> bool,
    given: &[(u32, u32)],
    handle: &Handle,
) -> Result<[Vec<u32>; 2], Stop> {
    let n = graph.len();
    handle.reserve(n * 16)?;
    let mut labels = [vec![NONE; n], vec![NONE; n]];
    let mut missing: Vec<u32> = Vec::with_capacity(n);
    // Pairs of a label's parity and a vertex, in the order of labels.
    let mut queue: Vec<(u8, u32)> = Vec::new();
    let mut given = given.to_vec();
    for v in 0..count(n) {
        handle.tick()?;
        match graph.options(v) {
            _ if is_fixed(v) => missing.push(NONE),
            Some(row) => {
                missing.push(count(row.len()));
                if row.is_empty() {
                    labels[0][v as usize] = 0;
                    queue.push((0, v));
                }
            }
            None => {
                missing.push(NONE);
                given.extend([(0, v), (1, v)]);
            }
        }
    }
    given.sort_unstable();
    let (mut next, mut next_given) = (0, 0);
    loop {
        let waiting = queue.get(next).map(|&(parity, v)| labels[usize::from(parity)][v as usize]);
        let (r, v) = match given.get(next_given) {
            Some(&(r, v)) if waiting.is_none_or(|w| r <= w) => {
                next_given += 1;
                labels[(r % 2) as usize][v as usize] = r;
                (r, v)
            }
            _ => match queue.get(next) {
                Some(&(parity, v)) => {
                    next += 1;
                    (labels[usize::from(parity)][v as usize], v)
                }
                None => return Ok(labels),
            },
        };
        let before = reversed.row(v);
        handle.ticks(1 + count(before.len() / 16))?;
        for &u in before {
            let i = u as usize;
            if missing[i] == NONE {
                continue;
            }
            let as_won = usize::from(won == 1);
            if r % 2 != won {
                if labels[as_won][i] == NONE {
                    labels[as_won][i] = r + 1;
                    queue.push((u8::from(won == 1), u));
                }
            } else {
                missing[i] -= 1;
                if missing[i] == 0 {
                    labels[1 - as_won][i] = r + 1;
                    queue.push((u8::from(won == 0), u));
                }
            }
        }
    }
}

fn count(n: usize) -> u32 {
    u32::try_from(n).expect("graphs have less than 2^32 vertices and moves")
}

/// The graph of pairs (position, player to move) of a partizan game, from Left's and Right's moves: vertex `2v` is
/// position `v` with Left to move, `2v + 1` with Right to move. Both graphs have the same vertices; those that are open in
/// either are open in the result, which needs them to come last.
///
/// ```
/// use sprague_graphs::{Digraph, Outcome, retrograde::{doubled, retrograde}};
/// // At 0 Left can move to 1; Right can move nowhere.
/// let (left, right) = (Digraph::from_lists(&[vec![1], vec![]]), Digraph::from_lists(&[vec![], vec![]]));
/// let handle = sprague_limits::Handle::default();
/// let labels = retrograde(&doubled(&left, &right, &handle)?, &[], &handle)?;
/// assert_eq!((labels.outcome(0), labels.outcome(1)), (Some(Outcome::N), Some(Outcome::P))); // Left wins
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
pub fn doubled(left: &Digraph, right: &Digraph, handle: &Handle) -> Result<Digraph, Stop> {
    let mut graph = Digraph::new();
    for v in 0..count(left.rows().min(right.rows())) {
        handle.tick()?;
        graph.push(left.row(v).iter().map(|w| 2 * w + 1))?;
        graph.push(right.row(v).iter().map(|w| 2 * w))?;
    }
    let len = left.len().max(right.len());
    if len >= (u32::MAX / 2) as usize {
        return Err(Stop::TooLarge("a graph with more than 2^31 positions".to_owned()));
    }
    graph.set_len(2 * len);
    Ok(graph)
}

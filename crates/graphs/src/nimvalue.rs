//! Loopy nim-values: the generalised Sprague-Grundy function, and sums decided by it.
//!
//! In: the graph of an impartial game, all of it. Out: for each vertex a nim-value, or infinity with the set of finite
//! nim-values of its options, written `oo{0, 2}` (Smith, *Graphs and composite games*, 1966; Fraenkel and Perl 1975;
//! Winning Ways, chapter 12).
//!
//! A vertex gets `m` if `m` is the mex of its labelled options and every other option *reverts*: it has an option with
//! label `m`. The labels are found in rounds `m = 0, 1, …` (Fraenkel and Yesha). In round `m` the vertices that have options
//! with all of `0..m` are candidates; a candidate without option `m`, all of whose options that are neither labelled
//! below `m` revert, is labelled. These are the P-positions of the game left over when options labelled below `m` are
//! struck, found backwards as in [`mod@super::retrograde`]. Candidates without an option labelled `m` at the end of the round
//! are infinite. Cost: each round is linear in the moves of its candidates; a vertex labelled `m` has at least `m` moves.
//!
//! A sum of finite values is a Nim position. A sum with one infinite part `oo(K)` and nim-sum `a` of the others is N if `a`
//! is in `K` and a draw otherwise; with two infinite parts it is a draw. In short: the value of a sum is [`LoopyNimber::add`],
//! its outcome [`LoopyNimber::outcome`].

use super::digraph::Digraph;
use super::retrograde::Outcome;
use sprague_limits::{Handle, Stop};

/// A loopy nim-value.
///
/// ```
/// use sprague_graphs::{LoopyNimber, Outcome};
/// // A game from which one can go to 0, to *3, or round: beside *2 one can go to *2, to *, or round.
/// let loopy = LoopyNimber::Infinite(vec![0, 3]);
/// assert_eq!(loopy.outcome(), Outcome::N);
/// let sum = loopy.add(&LoopyNimber::Finite(2));
/// assert_eq!((&sum, sum.outcome()), (&LoopyNimber::Infinite(vec![1, 2]), Outcome::D));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LoopyNimber {
    /// Equal to a heap of Nim.
    Finite(u64),
    /// Infinity; the finite nim-values that can be moved to, ascending.
    Infinite(Vec<u64>),
}

impl LoopyNimber {
    /// The value of a sum.
    #[must_use]
    pub fn add(&self, other: &LoopyNimber) -> LoopyNimber {
        match (self, other) {
            (LoopyNimber::Finite(a), LoopyNimber::Finite(b)) => LoopyNimber::Finite(a ^ b),
            (LoopyNimber::Finite(a), LoopyNimber::Infinite(set))
            | (LoopyNimber::Infinite(set), LoopyNimber::Finite(a)) => {
                let mut moved: Vec<u64> = set.iter().map(|b| a ^ b).collect();
                moved.sort_unstable();
                LoopyNimber::Infinite(moved)
            }
            (LoopyNimber::Infinite(_), LoopyNimber::Infinite(_)) => LoopyNimber::Infinite(Vec::new()),
        }
    }

    /// Who wins a game of this value.
    pub fn outcome(&self) -> Outcome {
        match self {
            LoopyNimber::Finite(0) => Outcome::P,
            LoopyNimber::Finite(_) => Outcome::N,
            LoopyNimber::Infinite(set) if set.contains(&0) => Outcome::N,
            LoopyNimber::Infinite(_) => Outcome::D,
        }
    }
}

const INFINITE: u32 = u32::MAX;
const CANDIDATE: u32 = u32::MAX - 1;
const NEVER: u32 = u32::MAX;

/// The loopy nim-values of all vertices. `known` lists vertices whose value is known already, each once; their rows are
/// not looked at. Every other vertex must have its row.
///
/// ```
/// use sprague_graphs::{Digraph, LoopyNimber, loopy_nimbers};
/// // From 0 one may stay there or end the game; from 2 one goes to that end and from 3 to it or to 2.
/// let graph = Digraph::from_lists(&[vec![0, 1], vec![], vec![1], vec![1, 2]]);
/// let values = loopy_nimbers(&graph, &[], &sprague_limits::Handle::default())?;
/// let finite = LoopyNimber::Finite;
/// assert_eq!(values, [LoopyNimber::Infinite(vec![0]), finite(0), finite(1), finite(2)]);
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
pub fn loopy_nimbers(graph: &Digraph, known: &[(u32, LoopyNimber)], handle: &Handle) -> Result<Vec<LoopyNimber>, Stop> {
    let n = graph.len();
    handle.reserve(n * 40)?;
    let reversed = graph.reversed(handle)?;
    let mut work = NimberWork {
        graph,
        reversed,
        given: vec![None; n],
        value: vec![CANDIDATE; n],
        blocking: vec![0; n],
        reverts: vec![NEVER; n],
    };
    let mut finite = Vec::new();
    for (v, value) in known {
        let i = *v as usize;
        work.given[i] = Some(value);
        work.value[i] = match value {
            LoopyNimber::Infinite(_) => INFINITE,
            LoopyNimber::Finite(m) => {
                let m = u32::try_from(*m).ok().filter(|&m| m < CANDIDATE);
                let m = m.ok_or_else(|| Stop::TooLarge("a nim-value of more than 32 bits".to_owned()))?;
                finite.push((m, *v));
                m
            }
        };
    }
    finite.sort_unstable();
    let mut candidates: Vec<u32> = Vec::new();
    for v in 0..graph.len() {
        if work.given[v].is_none() {
            if v >= graph.rows() {
                return Err(Stop::TooLarge("positions beyond the bound have no nim-value".to_owned()));
            }
            candidates.push(u32::try_from(v).expect("vertices are numbered by u32"));
        }
    }
    let mut m = 0;
    while !candidates.is_empty() {
        handle.progress("nim-values up to", u64::from(m), None);
        let from = finite.partition_point(|&(value, _)| value < m);
        let to = finite.partition_point(|&(value, _)| value <= m);
        work.round(m, &candidates, &finite[from..to], handle)?;
        // A candidate without an option labelled m can get no greater label.
        candidates.retain(|&v| {
            let i = v as usize;
            if work.value[i] == CANDIDATE && work.reverts[i] != m {
                work.value[i] = INFINITE;
            }
            work.value[i] == CANDIDATE
        });
        handle.check_now()?;
        m += 1;
    }
    work.result(handle)
}

struct NimberWork<'a> {
    graph: &'a Digraph,
    reversed: Digraph,
    given: Vec<Option<&'a LoopyNimber>>,
    value: Vec<u32>,
    /// In the round at hand: how many options stand in the way of a candidate's label.
    blocking: Vec<u32>,
    /// The last round in which a vertex was found to have an option labelled with the round's number.
    reverts: Vec<u32>,
}

impl NimberWork<'_> {
    /// Labels candidates with `m`, all that can be. `given` lists the vertices known to have this value.
    fn round(&mut self, m: u32, candidates: &[u32], given: &[(u32, u32)], handle: &Handle) -> Result<(), Stop> {
        for &(_, w) in given {
            for &u in self.reversed.row(w) {
                handle.tick()?;
                self.reverts[u as usize] = m;
            }
        }
        let mut queue: Vec<u32> = Vec::new();
        for &v in candidates {
            let row = self.graph.row(v);
            handle.ticks(1 + u32::try_from(row.len() / 16).unwrap_or(u32::MAX))?;
            let blocking = row.iter().filter(|&&w| self.blocks(w, m)).count();
            self.blocking[v as usize] = u32::try_from(blocking).expect("graphs have less than 2^32 moves");
            if blocking == 0 && self.reverts[v as usize] != m {
                queue.push(v);
            }
        }
        for &v in &queue {
            self.value[v as usize] = m;
        }
        while let Some(v) = queue.pop() {
            for &u in self.reversed.row(v) {
                handle.tick()?;
                let i = u as usize;
                if self.given[i].is_some() || self.reverts[i] == m || self.value[i] < CANDIDATE {
                    continue;
                }
                self.reverts[i] = m;
                // One option less stands in the way of those before.
                let before = self.reversed.row(u);
                handle.ticks(u32::try_from(before.len() / 8).unwrap_or(u32::MAX))?;
                for &t in before {
                    let t_index = t as usize;
                    if self.value[t_index] == CANDIDATE && self.given[t_index].is_none() {
                        self.blocking[t_index] -= 1;
                        if self.blocking[t_index] == 0 && self.reverts[t_index] != m {
                            self.value[t_index] = m;
                            queue.push(t);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether an option stands in the way of label `m`: it is not labelled below, and does not revert so far.
    fn blocks(&self, w: u32, m: u32) -> bool {
        let i = w as usize;
        match self.given[i] {
            Some(LoopyNimber::Infinite(set)) => set.binary_search(&u64::from(m)).is_err(),
            // One labelled m forbids the label in another way, one above m has an option labelled m.
            Some(LoopyNimber::Finite(_)) => false,
            None => self.value[i] >= CANDIDATE && self.reverts[i] != m,
        }
    }

    fn result(self, handle: &Handle) -> Result<Vec<LoopyNimber>, Stop> {
        let mut out = Vec::with_capacity(self.value.len());
        for (v, &value) in self.value.iter().enumerate() {
            handle.tick()?;
            out.push(match (self.given[v], value) {
                (Some(known), _) => known.clone(),
                (None, INFINITE) => {
                    let row = self.graph.row(u32::try_from(v).expect("vertices are numbered by u32"));
                    let finite = row.iter().map(|&w| self.value[w as usize]).filter(|&m| m != INFINITE);
                    let mut set: Vec<u64> = finite.map(u64::from).collect();
                    set.sort_unstable();
                    set.dedup();
                    LoopyNimber::Infinite(set)
                }
                (None, m) => LoopyNimber::Finite(u64::from(m)),
            });
        }
        Ok(out)
    }
}

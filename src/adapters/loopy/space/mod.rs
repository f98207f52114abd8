//! Positions as vertices, explored breadth first and labelled backwards from the ends of play.
//!
//! In: a sum of positions and a bound on how many sums may be expanded. Out: who wins, and the remoteness, as far as that
//! much of the graph proves them. A vertex is a sum as its positions are numbered in the table of positions; what has been
//! proved of one is kept for each convention of play, and bounds later explorations. There are four such graphs: with positions replaced by what their
//! `value` clauses say (good for outcomes), or as the rules move (for remoteness); impartial, where signs do not matter, or
//! partizan, with a label for each player to move. Cost: one expansion for each position, one label for each move; an
//! exploration that is decided early stops early.

mod local;
mod moves;
mod nimbers;
mod solve;

use crate::eval::{Machine, Term, Terms};
use crate::games::{Game, ZERO};
use crate::graphs::Known;
use crate::value::{Convention, Player};
use nimbers::Nimbers;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::rc::Rc;

pub use solve::{Reach, Solved};

/// Which of the graphs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Which {
    /// Positions are replaced by what their `value` clauses say.
    pub split: bool,
    /// Both players have the same moves throughout.
    pub impartial: bool,
    /// Who wins when play ends. The graph is the same, what is known of it is not.
    pub convention: Convention,
}

impl Which {
    fn index(self) -> usize {
        usize::from(self.split) * 2 + usize::from(self.impartial)
    }
}

/// A sum as a vertex: positions in the order of their numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    terms: SmallVec<[Term; 2]>,
    rest: Game,
}

/// No vertex.
const NONE: u32 = u32::MAX;

/// A vertex as it is kept: most are one position and nothing else.
#[derive(Clone, Copy, Debug)]
enum Vertex {
    Alone(u32),
    /// Where it stands among the sums.
    Sum(u32),
}

fn counted(length: usize) -> u32 {
    u32::try_from(length).expect("memory ends before 2^32 positions")
}

impl Space {
    /// The vertex of a sum, whose positions are in order.
    fn vertex(&mut self, terms: SmallVec<[Term; 2]>, rest: Game) -> u32 {
        if let ([(false, position)], ZERO) = (&terms[..], rest) {
            return self.vertex_alone(*position);
        }
        let node = Node { terms, rest };
        if let Some(&id) = self.index.get(&node) {
            return id;
        }
        let (next, sum) = (counted(self.vertices.len()), counted(self.sums.len()));
        self.index.insert(node.clone(), next);
        self.sums.push(node);
        self.vertices.push(Vertex::Sum(sum));
        next
    }

    /// The vertex of a position and nothing else.
    fn vertex_alone(&mut self, position: u32) -> u32 {
        let at = position as usize;
        if at >= self.alone.len() {
            self.alone.resize(at + 1, NONE);
        }
        if self.alone[at] == NONE {
            self.alone[at] = counted(self.vertices.len());
            self.vertices.push(Vertex::Alone(position));
        }
        self.alone[at]
    }

    /// The sum that a vertex is.
    fn node(&self, vertex: u32) -> Node {
        match self.vertices[vertex as usize] {
            Vertex::Alone(position) => Node { terms: SmallVec::from_slice(&[(false, position)]), rest: ZERO },
            Vertex::Sum(sum) => self.sums[sum as usize].clone(),
        }
    }

    /// The vertex of a position and nothing else, if there is one.
    #[inline]
    fn alone(&self, position: u32) -> Option<u32> {
        self.alone.get(position as usize).copied().filter(|&vertex| vertex != NONE)
    }

    /// What is known of a vertex.
    fn known(&self, convention: Convention, node: u32) -> [Option<Known>; 2] {
        self.known[convention.index()].get(node as usize).copied().unwrap_or_default()
    }

    /// Vertices that one can move to from a position that stands alone, if that was asked before.
    fn moves_alone(&self, position: u32, player: Player) -> Option<&[u32]> {
        let &(start, end) = self.rows[usize::from(player == Player::Right)].get(position as usize)?;
        if start == NONE { None } else { Some(&self.moves[start as usize..end as usize]) }
    }

    /// Keeps them.
    fn keep_moves_alone(&mut self, position: u32, player: Player, moves: &[u32]) {
        let (row, rows) = (position as usize, &mut self.rows[usize::from(player == Player::Right)]);
        if row >= rows.len() {
            rows.resize(row + 1, (NONE, NONE));
        }
        // What no longer fits is asked again.
        let (start, end) = (self.moves.len(), self.moves.len() + moves.len());
        if let (Ok(start), Ok(end)) = (u32::try_from(start), u32::try_from(end))
            && start != NONE
        {
            self.moves.extend_from_slice(moves);
            rows[row] = (start, end);
        }
    }
}

type Options = Rc<[Vec<Terms>; 2]>;

#[derive(Debug, Default)]
struct Space {
    /// By the numbers of positions: the vertices that are one position and nothing else; [`NONE`] where there is none yet.
    alone: Vec<u32>,
    /// All other vertices.
    index: FxHashMap<Node, u32>,
    vertices: Vec<Vertex>,
    sums: Vec<Node>,
    /// Options of positions that stand in sums, Left's and Right's; only the first where the game is impartial.
    options: FxHashMap<u32, Options>,
    /// Moves of positions that stand alone: where in the next list, by player and position.
    rows: [Vec<(u32, u32)>; 2],
    moves: Vec<u32>,
    /// Positions whose options are being asked for: few at a time, as one asks for another.
    asked: Vec<u32>,
    /// By the convention of play, as far as anything is known: for Left (or whoever, if impartial) and Right to move.
    known: [Vec<[Option<Known>; 2]>; 2],
    nimbers: Nimbers,
}

/// All that is known of games with cycles.
#[derive(Debug, Default)]
pub struct Spaces([Space; 4]);

impl Machine {
    fn space(&mut self, which: Which) -> &mut Space {
        &mut self.facts().of::<Spaces>().0[which.index()]
    }
}

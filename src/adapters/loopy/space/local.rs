//! The part of a space that one question explores: vertices numbered as they are met, and their moves.

use super::{NONE, Space};
use crate::graphs::Digraph;
use crate::value::Player;
use rustc_hash::FxHashMap;

/// The part of a space that one question explores.
pub(super) struct Local {
    pub(super) nodes: Vec<u32>,
    /// Vertices that were there before.
    old: FxHashMap<u32, u32>,
    /// So many were.
    before: usize,
    /// Vertices that are new, from that number on; [`NONE`] for those that some other question made meanwhile.
    new: Vec<u32>,
    pub(super) left: Digraph,
    pub(super) right: Digraph,
}

impl Local {
    pub(super) fn new(space: &Space) -> Local {
        let (left, right) = (Digraph::new(), Digraph::new());
        Local {
            nodes: Vec::new(),
            old: FxHashMap::default(),
            before: space.vertices.len(),
            new: Vec::new(),
            left,
            right,
        }
    }

    pub(super) fn number(&mut self, node: u32) -> u32 {
        let next = u32::try_from(self.nodes.len()).expect("memory ends before 2^32 positions");
        let number = match (node as usize).checked_sub(self.before) {
            None => self.old.entry(node).or_insert(next),
            Some(at) => {
                if at >= self.new.len() {
                    self.new.resize(at + 1, NONE);
                }
                if self.new[at] == NONE {
                    self.new[at] = next;
                }
                &self.new[at]
            }
        };
        let number = *number;
        if number == next {
            self.nodes.push(node);
        }
        number
    }

    /// Adds the row of the next vertex, by the numbers of vertices in the space; the list becomes that of numbers here.
    pub(super) fn push(&mut self, player: Player, options: &mut [u32]) -> Result<(), crate::limits::Stop> {
        options.iter_mut().for_each(|option| *option = self.number(*option));
        let side = if player == Player::Left { &mut self.left } else { &mut self.right };
        side.push(options.iter().copied())
    }

    pub(super) fn rows(&self) -> usize {
        self.left.rows()
    }

    pub(super) fn complete(&self) -> bool {
        self.rows() == self.nodes.len()
    }
}

//! Loopy nim-values of vertices.

use super::local::Local;
use super::{NONE, Space, Which, counted};
use crate::eval::Machine;
use crate::graphs::{LoopyNimber, loopy_nimbers};
use crate::value::{Convention, Player, Res};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

/// Nim-values of vertices, as far as any are known: few are different.
#[derive(Debug, Default)]
pub(super) struct Nimbers {
    /// By vertex, where in the next list; [`NONE`] where nothing is known.
    of: Vec<u32>,
    different: IndexSet<LoopyNimber, FxBuildHasher>,
    /// Where those stand that are finite and small, so that they need not be looked for; [`NONE`] where one was not met.
    small: Vec<u32>,
}

impl Nimbers {
    /// From here on a nim-value is not small.
    const FEW: u64 = 256;

    pub(super) fn get(&self, vertex: u32) -> Option<&LoopyNimber> {
        let &at = self.of.get(vertex as usize)?;
        self.different.get_index(at as usize)
    }

    pub(super) fn keep(&mut self, vertex: u32, value: LoopyNimber) {
        let at = vertex as usize;
        if at >= self.of.len() {
            self.of.resize(at + 1, NONE);
        }
        if self.of[at] == NONE {
            self.of[at] = self.place(value);
        }
    }

    fn place(&mut self, value: LoopyNimber) -> u32 {
        let LoopyNimber::Finite(m @ ..Self::FEW) = value else { return counted(self.different.insert_full(value).0) };
        let m = usize::try_from(m).unwrap_or_default();
        if m >= self.small.len() {
            self.small.resize(m + 1, NONE);
        }
        if self.small[m] == NONE {
            self.small[m] = counted(self.different.insert_full(value).0);
        }
        self.small[m]
    }
}

impl Machine {
    /// The loopy nim-value of a vertex; `None` if it is not impartial, or more than `bound` vertices can be reached.
    pub(in crate::adapters::loopy) fn nimber_of_node(&mut self, root: u32, bound: usize) -> Res<Option<LoopyNimber>> {
        let which = Which { split: true, impartial: true, convention: Convention::Normal };
        let found = |space: &Space, node: u32| space.nimbers.get(node).cloned();
        if let Some(value) = found(self.space(which), root) {
            return Ok(Some(value));
        }
        let mut local = Local::new(self.space(which));
        local.number(root);
        let any_known = !self.space(which).nimbers.of.is_empty();
        let mut known: Vec<(u32, LoopyNimber)> = Vec::new();
        let mut options = Vec::new();
        while !local.complete() {
            self.handle.tick()?;
            let node = local.nodes[local.rows()];
            if any_known && let Some(value) = found(self.space(which), node) {
                known.push((u32::try_from(local.rows()).unwrap_or(u32::MAX), value));
                local.left.push([])?;
                continue;
            }
            if local.rows() >= bound {
                return Ok(None);
            }
            options.clear();
            if !self.options_of(which, node, Player::Left, &mut options)? {
                return Ok(None);
            }
            local.push(Player::Left, &mut options)?;
        }
        let values = loopy_nimbers(&local.left, &known, &self.handle)?;
        let space = self.space(which);
        for (node, value) in local.nodes.iter().zip(values) {
            space.nimbers.keep(*node, value);
        }
        Ok(found(self.space(which), root))
    }
}

//! Remoteness where winning moves are found without going through all moves, as in Nim.
//!
//! In: a sum of impartial positions whose engines find the moves to a nim-value. Out: its remoteness. The winner makes winning moves only,
//! of which there are few, so that by the definition only lost positions and their options are met: below two heaps of m and n min(m, n) of them,
//! where all positions are m·n, each with m + n moves.

use crate::eval::Machine;
use crate::limits::with_stack;
use crate::value::key::Key;
use crate::value::{Player, Res, Value};
use rustc_hash::FxHashMap;

/// So many moves are soon gone through.
const FEW: u64 = 10_000;

impl Machine {
    /// The remoteness of a sum in which each part names its moves to a nim-value; nothing for others.
    pub(super) fn remoteness_by_lost(&mut self, value: &Value) -> Res<Option<u32>> {
        let Value::Sum(sum) = value else { return Ok(None) };
        let listed = sum.terms.iter().all(|(_, position)| {
            position.rules.engine().is_some_and(|native| native.finds_options(position)) && position.rules.moves_only
        });
        if !listed || !sum.is_bare() {
            return Ok(None);
        }
        // What is soon played out needs no theorem.
        let (mut positions, mut moves) = (1u64, 0u64);
        for (_, position) in sum.terms.iter() {
            let Some(below) = self.positions_below(position) else { return Ok(None) };
            positions = positions.saturating_mul(below.saturating_add(1));
            moves = moves.saturating_add(below);
        }
        if positions.saturating_mul(moves) < FEW {
            return Ok(None);
        }
        self.hurried(value, &mut FxHashMap::default())
    }

    /// The winner wins as soon as possible. Nothing if there is no nim-value.
    fn hurried(&mut self, value: &Value, known: &mut FxHashMap<Key, u32>) -> Res<Option<u32>> {
        let Some(winning) = self.winning(value)? else { return Ok(None) };
        let Some(first) = winning.first() else { return self.delayed(value, known) };
        let mut least = self.delayed(first, known)?;
        for to in &winning[1..] {
            least = least.min(self.delayed(to, known)?);
        }
        Ok(least.map(|least| least + 1))
    }

    /// The loser of a lost position loses as late as possible.
    fn delayed(&mut self, value: &Value, known: &mut FxHashMap<Key, u32>) -> Res<Option<u32>> {
        let key = self.key(value)?;
        if let Some(&r) = known.get(&key) {
            return Ok(Some(r));
        }
        let mut most = 0;
        for record in self.moves_of(value, Player::Left)? {
            self.handle.tick()?;
            let Some(r) = with_stack(|| self.hurried(&record.to, known))? else { return Ok(None) };
            most = most.max(r + 1);
        }
        self.handle.reserve(128)?;
        known.insert(key, most);
        Ok(Some(most))
    }

    /// Where the winning moves lead.
    fn winning(&mut self, value: &Value) -> Res<Option<Vec<Value>>> {
        match value {
            Value::Position(_) | Value::Sum(_) => {
                let found = self.winning_by_nim_values(value)?;
                Ok(found.map(|moves| moves.into_iter().map(|record| record.to).collect()))
            }
            _ => Ok(Some(Vec::new())),
        }
    }
}

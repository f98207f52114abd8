//! The checkers: they decide whether a claimed strategy is right, from the claim alone.
//!
//! None of the code of the provers is used. Each verifies the three parts of a proof: P consists of positions of play,
//! no move leads from P to P, and every other position of play has a move to P (and that the strata are disjoint). A
//! wrong claim ends in [`Failure::Position`] or [`Failure::Twice`], one that the checker cannot decide in [`Failure::Shape`].

mod automaton;
mod cover;
mod plane;
mod quotient;
mod strata;

pub use automaton::automaton;
pub use cover::cover;
pub use plane::strata as strata_in_plane;
pub use quotient::quotient;
pub use strata::strata;

use super::budget::{Failure, Meter};
use super::game::Core;
use rustc_hash::FxHashSet;

/// Are these the nim-values of the heaps of a squarefree game without defeated positions? Otherwise the unit vector of
/// a heap whose value is wrong.
pub(crate) fn nim_values(core: &Core, values: &[u64], meter: &Meter) -> Result<u64, Failure> {
    if values.len() != core.dimension || !core.defeated.is_empty() {
        return Err(Failure::Shape);
    }
    let mut reached: Vec<FxHashSet<u64>> = vec![FxHashSet::default(); core.dimension];
    for g in &core.moves {
        meter.spend(core.dimension as u32)?;
        let [heap] = (0..g.len()).filter(|&i| g[i] > 0).collect::<Vec<_>>()[..] else { return Err(Failure::Shape) };
        if g[heap] != 1 {
            return Err(Failure::Shape);
        }
        let sum = g.iter().zip(values).filter(|(n, _)| **n < 0 && **n % 2 != 0).fold(0, |s, (_, v)| s ^ v);
        reached[heap].insert(sum);
    }
    for (i, seen) in reached.iter().enumerate() {
        if seen.contains(&values[i]) || (0..values[i]).take(seen.len() + 1).any(|n| !seen.contains(&n)) {
            return Err(Failure::Position((0..core.dimension).map(|j| i64::from(i == j)).collect()));
        }
    }
    Ok(core.dimension as u64)
}

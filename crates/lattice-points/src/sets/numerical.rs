//! Numerical semigroups: sums of natural numbers, as one stratum for each residue class modulo the smallest of them.
//!
//! In a residue class modulo m, itself one of the generators, the sums are all numbers from a least one on in steps of m. The least ones, the
//! *Apéry set*, are shortest paths in the graph of residues whose edges add a generator. They are found without a queue: adding `a` goes
//! round circles of residues, and twice round from anywhere passes the least number of each circle (the round robin of Böcker and Lipták, Algorithmica 48, 2007).
//! Cost: a few additions for each residue and generator.

use crate::trouble::{Budget, Trouble};
use num_bigint::BigInt;
use num_traits::{ToPrimitive, Zero};
use sprague_limits::Handle;

/// The smallest generator m and the least sum of positive generators in each residue class modulo m that has one.
pub(super) fn apery(generators: &[BigInt], budget: Budget, handle: &Handle) -> Result<(BigInt, Vec<BigInt>), Trouble> {
    let smallest = generators.iter().min().cloned().unwrap_or_default();
    let m = smallest.to_usize().unwrap_or(usize::MAX);
    budget.check(m)?;
    let mut least: Vec<Option<BigInt>> = vec![None; m];
    least[0] = Some(BigInt::zero());
    for a in generators {
        let step = (a % &smallest).to_usize().unwrap_or(0);
        let mut seen = vec![false; m];
        for start in 0..m {
            if seen[start] {
                continue;
            }
            for _ in 0..2 {
                let mut at = start;
                loop {
                    handle.tick()?;
                    seen[at] = true;
                    let next = (at + step) % m;
                    if let Some(sum) = least[at].as_ref().map(|sum| sum + a)
                        && least[next].as_ref().is_none_or(|known| sum < *known)
                    {
                        least[next] = Some(sum);
                    }
                    at = next;
                    if at == start {
                        break;
                    }
                }
            }
        }
    }
    Ok((smallest, least.into_iter().flatten().collect()))
}

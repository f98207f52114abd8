//! The closed form of squarefree normal play.
//!
//! A rule set is squarefree (erratum to Guo and Miller) if every move on N^d has at most one positive entry, and that
//! is 1. Then a position is a sum of heaps, coordinate i counting those of kind i, and each move replaces one heap by
//! others of less weight. By Sprague and Grundy a heap of kind i has the nim-value g_i = mex of the nim-sums of what
//! it may be replaced by, and P = {p : nim-sum over odd p_i of g_i = 0} = P0 + 2 N^d, where P0 is the set of 0-1
//! vectors in the kernel of the matrix of binary digits of the g_i over the field of two elements.

use super::game::{Core, for_box};
use super::stratum::Stratum;
use num_bigint::BigInt;
use num_integer::Integer;
use sprague_limits::{Handle, Stop};

/// Nim-values of the kinds of heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClosedForm {
    /// g_i for each coordinate.
    pub nim_values: Vec<u64>,
}

/// Every move with one single positive entry, which is 1? (At least one is positive, by axiom 1.)
pub fn is_squarefree(core: &Core) -> bool {
    core.moves.iter().all(|g| {
        let mut positive = g.iter().filter(|n| **n > 0);
        positive.next() == Some(&1) && positive.next().is_none()
    })
}

impl ClosedForm {
    /// The closed form, if the game is squarefree and no position is defeated.
    pub fn find(core: &Core, handle: &Handle) -> Result<Option<ClosedForm>, Stop> {
        if !core.defeated.is_empty() || !is_squarefree(core) {
            return Ok(None);
        }
        let d = core.dimension;
        let mut values: Vec<Option<u64>> = vec![None; d];
        // Heaps in an order in which parts come first: a linear function with a positive value on every move shows
        // that one exists, and repeated passes find it.
        loop {
            let mut changed = false;
            for i in 0..d {
                if values[i].is_some() {
                    continue;
                }
                let mut seen = Vec::new();
                let mut ready = true;
                for g in core.moves.iter().filter(|g| g[i] == 1) {
                    handle.ticks(d as u32)?;
                    let parts = g.iter().enumerate().filter(|(_, n)| **n < 0 && **n % 2 != 0);
                    // Even numbers of equal parts cancel, but they too have to come earlier.
                    ready &= g.iter().enumerate().all(|(j, n)| *n >= 0 || values[j].is_some());
                    if ready {
                        seen.push(parts.fold(0, |s, (j, _)| s ^ values[j].unwrap_or(0)));
                    }
                }
                if ready {
                    seen.sort_unstable();
                    seen.dedup();
                    values[i] = Some((0u64..).zip(&seen).find(|(n, s)| n != *s).map_or(seen.len() as u64, |(n, _)| n));
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        Ok(values.into_iter().collect::<Option<Vec<u64>>>().map(|nim_values| ClosedForm { nim_values }))
    }

    /// The nim-value of a position.
    pub fn nim_value(&self, y: &[BigInt]) -> u64 {
        y.iter().zip(&self.nim_values).filter(|(n, _)| n.is_odd()).fold(0, |s, (_, g)| s ^ g)
    }

    /// A basis of P0 over the field of two elements, each vector in 0-1 form.
    pub fn basis(&self) -> Vec<Vec<bool>> {
        let d = self.nim_values.len();
        // Reduce (value, combination) pairs; combinations with value 0 form the kernel.
        let mut reduced: Vec<(u64, Vec<bool>)> = Vec::new();
        let mut basis = Vec::new();
        for (i, &g) in self.nim_values.iter().enumerate() {
            let (mut value, mut combination) = (g, vec![false; d]);
            combination[i] = true;
            for (v, c) in &reduced {
                if value ^ v < value {
                    value ^= v;
                    combination.iter_mut().zip(c).for_each(|(a, b)| *a ^= b);
                }
            }
            if value == 0 {
                basis.push(combination);
            } else {
                reduced.push((value, combination));
                reduced.sort_by_key(|row| std::cmp::Reverse(row.0));
            }
        }
        basis
    }

    /// The vectors of the basis without the unit vectors of coordinates of nim-value 0, which do not matter.
    fn deciding(&self) -> Vec<Vec<bool>> {
        let matters = |b: &Vec<bool>| b.iter().zip(&self.nim_values).any(|(b, g)| *b && *g != 0);
        self.basis().into_iter().filter(matters).collect()
    }

    /// There are 2 to this power strata.
    pub fn power(&self) -> usize {
        self.deciding().len()
    }

    /// The stratification: every vector of P0 with generators 2 e_i, where the nim-value is 0 e_i. Refused above `most` strata.
    pub(crate) fn strata(&self, most: usize, handle: &Handle) -> Result<Option<Vec<Stratum>>, Stop> {
        let (basis, d) = (self.deciding(), self.nim_values.len());
        if basis.len() >= 63 || 1usize << basis.len() > most {
            return Ok(None);
        }
        let step = |i: usize| if self.nim_values[i] == 0 { 1 } else { 2 };
        let unit = |i: usize| (0..d).map(|j| BigInt::from(if i == j { step(i) } else { 0 })).collect::<Vec<_>>();
        let generators: Vec<Vec<BigInt>> = (0..d).map(unit).collect();
        let mut strata = Vec::new();
        for_box::<Stop>(&vec![2; basis.len()], handle, |bits| {
            let mut base = vec![false; d];
            for (b, _) in basis.iter().zip(bits).filter(|(_, n)| **n == 1) {
                base.iter_mut().zip(b).for_each(|(a, b)| *a ^= b);
            }
            let point = base.into_iter().map(|b| BigInt::from(i32::from(b))).collect();
            strata.push(Stratum { base: point, generators: generators.clone() });
            Ok(())
        })?;
        strata.sort();
        Ok(Some(strata))
    }
}

//! Heap games with bounded heaps as lattice games, and positions across.
//!
//! In: for each size of heap the lists of heaps that a move may leave. Out: the lattice game on N^d whose coordinate
//! i counts the heaps of the i-th size; a heap k that becomes a, b, ... gives the move e_k - e_a - e_b - ... Sizes 0
//! are dropped, and so are *dead* heaps, those without a move: they never matter, and axiom 2 has no place for them.

use super::game::{Flaw, Game, Play};
use num_bigint::BigInt;
use num_traits::Zero;
use sprague_limits::{Handle, Stop};

/// A lattice game made from heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapGame {
    /// The game.
    pub game: Game,
    /// The size that each coordinate counts, increasing.
    pub sizes: Vec<usize>,
    /// The largest heap.
    pub largest: usize,
}

/// The lattice game of heaps of at most `largest`: `replacements(k)` lists what a heap of size k may become. Parts
/// above `largest`, if a rule makes heaps grow, are an error of the handle's kind.
pub fn lattice_of(
    largest: usize,
    mut replacements: impl FnMut(usize) -> Result<Vec<Vec<usize>>, Stop>,
    misere: bool,
    handle: &Handle,
) -> Result<Result<HeapGame, Flaw>, Stop> {
    let mut rules = Vec::new();
    for k in 0..=largest {
        handle.tick()?;
        rules.push(replacements(k)?);
    }
    let sizes: Vec<usize> = (1..=largest).filter(|&k| !rules[k].is_empty()).collect();
    let mut moves = Vec::new();
    for (i, &k) in sizes.iter().enumerate() {
        for parts in &rules[k] {
            handle.ticks(1 + parts.len() as u32)?;
            let mut g = vec![0i64; sizes.len()];
            g[i] = 1;
            for &part in parts {
                if part > largest {
                    return Err(Stop::TooLarge(format!(
                        "a heap of {k} may become one of {part}, more than the bound {largest}"
                    )));
                }
                if let Ok(j) = sizes.binary_search(&part) {
                    g[j] -= 1;
                }
            }
            moves.push(g);
        }
    }
    let play = if misere { Play::Misere } else { Play::Normal };
    Ok(Game::on_orthant(sizes.len(), moves, &play, handle)?.map(|game| HeapGame { game, sizes, largest }))
}

impl HeapGame {
    /// The position of these heaps; nothing if one is larger than the bound.
    pub fn position(&self, heaps: impl IntoIterator<Item = (usize, BigInt)>) -> Option<Vec<BigInt>> {
        let mut x = vec![BigInt::zero(); self.sizes.len()];
        for (heap, count) in heaps {
            if heap > self.largest {
                return None;
            }
            if let Ok(i) = self.sizes.binary_search(&heap) {
                x[i] += count;
            }
        }
        Some(x)
    }

    /// Sizes and numbers of the heaps of a position.
    pub fn heaps(&self, position: &[BigInt]) -> Vec<(usize, BigInt)> {
        self.sizes.iter().copied().zip(position.iter().cloned()).filter(|(_, n)| !n.is_zero()).collect()
    }
}

//! Statistics of a sequence: the largest value, how often each occurs, the mask and its rare heaps.

use super::sequence::{Engine, Sequence};
use super::sparse::coordinates::{Coordinates, choose};
use crate::limits::{Handle, Stop};

/// What is known of the values of heaps `0..known`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statistics {
    /// Heaps looked at.
    pub known: u64,
    /// The largest value; 0 when nothing is known.
    pub largest: u64,
    /// The first heap that has it.
    pub first: u64,
    /// How often each value occurs.
    pub frequencies: Vec<u64>,
    /// The rare heaps, where there is a mask for them.
    pub rare: Option<Rare>,
}

/// Rare heaps for a mask.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rare {
    /// m.
    pub mask: u32,
    /// e.
    pub flag: bool,
    /// All heaps n >= 1 below `known` whose value is rare for them, in order.
    pub heaps: Vec<u64>,
}

/// The mask that the engine works with, or else the best for the second half, and its rare heaps. For the parity of
/// position all splitting offsets of a code must share a parity.
pub fn statistics(sequence: &Sequence, h: &Handle) -> Result<Statistics, Stop> {
    let values = sequence.values();
    let n = values.len();
    let (mut largest, mut first) = (0, 0);
    let mut frequencies: Vec<u64> = Vec::new();
    for (i, v) in values.iter().enumerate() {
        h.tick()?;
        if v > largest {
            (largest, first) = (v, i);
        }
        if v as usize >= frequencies.len() {
            frequencies.resize(v as usize + 1, 0);
        }
        frequencies[v as usize] += 1;
    }
    let places = sequence.rule().code_of().and_then(super::sparse::Places::new);
    let parity = places.as_ref().and_then(|p| p.parity());
    let rare = places.filter(|_| n >= 64).map(|_| {
        let (mask, flag) = match sequence.engine() {
            Engine::Sparse { mask, flag, .. } => (mask, flag),
            _ => {
                let (mask, flag, _) = choose((n / 2..n).map(|i| values.get(i)), n / 2, largest, parity);
                (mask, flag)
            }
        };
        let c = Coordinates::new(mask, flag, parity.unwrap_or(0));
        let heaps = (1..n).filter(|&i| c.rare(values.get(i), i)).map(|i| i as u64).collect();
        Rare { mask, flag, heaps }
    });
    Ok(Statistics { known: n as u64, largest: largest.into(), first: first as u64, frequencies, rare })
}

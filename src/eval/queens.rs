//! Nim-values of Wythoff's Game: those of a queen on a board that goes towards a corner. No theorem gives them.
//!
//! In: two heaps. Out: the least value that is not to the left in the row, above in the column or on the diagonal. Which values are there is kept
//! as bits, so that a look at some words takes the place of one at each square that can be gone to. The board is symmetric, and half of it
//! is worked out, row by row as far as somebody asks.

use crate::limits::{Handle, Stop};

/// Larger heaps have no place in a table, whatever memory there is; nim-values up to here are 32 bits.
const MOST: usize = 1 << 26;

/// The values that are known.
#[derive(Default)]
pub(super) struct Queens {
    columns: usize,
    /// Each row from the diagonal on.
    rows: Vec<Vec<u32>>,
    /// The values in each column above the next row.
    above: Vec<Bits>,
    /// The values on each diagonal, by how far it is from the one through the corner.
    across: Vec<Bits>,
}

impl Queens {
    /// The nim-value of two heaps; nothing if they are too large for a table.
    pub fn value(&mut self, m: u64, n: u64, handle: &Handle) -> Result<Option<u64>, Stop> {
        let (Ok(row), Ok(column)) = (usize::try_from(m.min(n)), usize::try_from(m.max(n))) else { return Ok(None) };
        if column > MOST {
            return Ok(None);
        }
        if column >= self.columns {
            // A quarter more, so that heaps which grow one by one do not begin anew each time.
            let columns = column + column / 4 + 16;
            handle.afford(columns.saturating_mul(2 * size_of::<Bits>()))?;
            let none = || vec![Bits::default(); columns];
            *self = Queens { columns, rows: Vec::new(), above: none(), across: none() };
        }
        while self.rows.len() <= row {
            self.another_row(handle)?;
        }
        Ok(Some(self.rows[row][column - row].into()))
    }

    /// Works out the next row, or nothing of it if it passes a bound.
    fn another_row(&mut self, handle: &Handle) -> Result<(), Stop> {
        let row = self.rows.len();
        let length = self.columns - row;
        handle.ticks(length / 16 + 1)?;
        handle.reserve(length.saturating_mul(size_of::<u32>() + 4 * size_of::<u64>()))?;
        // What lies to the left of the diagonal is what lies above it.
        let mut left = self.above[row].clone();
        let mut full = 0;
        let mut values = Vec::with_capacity(length);
        for (above, across) in self.above[row..].iter_mut().zip(&mut self.across) {
            while left.word(full) == u64::MAX {
                full += 1;
            }
            let mut at = full;
            let free = loop {
                let free = !(left.word(at) | above.word(at) | across.word(at));
                if free != 0 {
                    break free;
                }
                at += 1;
            };
            let bit = free.trailing_zeros();
            for bits in [&mut left, above, across] {
                bits.add(at, bit);
            }
            // Fewer squares can be gone to than a u32 counts.
            values.push(at as u32 * 64 + bit);
        }
        self.rows.push(values);
        Ok(())
    }
}

/// A set of numbers that lie near each other.
#[derive(Clone, Default)]
struct Bits {
    /// How many words without a bit come before the others.
    skipped: usize,
    words: Vec<u64>,
}

impl Bits {
    fn word(&self, at: usize) -> u64 {
        at.checked_sub(self.skipped).and_then(|at| self.words.get(at)).copied().unwrap_or(0)
    }

    fn add(&mut self, at: usize, bit: u32) {
        if self.words.is_empty() {
            self.skipped = at;
        }
        if at < self.skipped {
            let before = self.skipped - at;
            self.words.splice(0..0, std::iter::repeat_n(0, before));
            self.skipped = at;
        }
        let at = at - self.skipped;
        if at >= self.words.len() {
            self.words.resize(at + 1, 0);
        }
        self.words[at] |= 1 << bit;
    }
}

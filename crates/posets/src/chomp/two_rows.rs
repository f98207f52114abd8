//! Nim-values of Chomp on two rows, whose least cell is poisoned, by a table.
//!
//! In the position with rows of `a >= b` cells a move takes the cell `c >= 1` of the first row and leaves `(c, min(b, c))`, or the cell `c` of the second and
//! leaves `(a, c)`. So the options of `(a, b)` are the `(c, b)` with `b <= c < a`, kept for each `b` while `a` grows, and for each `a`, while `b`
//! grows, the `(a, c)` with `c < b` and the `(c, c)` with `1 <= c < b`: two sets of values, and the least number in neither.
//! Cost: the number of positions times a word for each 64 of the values, which are at most `a + b`.

use sprague_limits::{Handle, Stop};

/// The most cells of a row; values have 16 bits.
const LONGEST: usize = 30_000;

/// The values of all positions within two rows.
pub(super) struct TwoRows {
    first: usize,
    second: usize,
    /// Those with `a = 1, 2, …` one after the other, `b` from 0 to the less of `a` and the second row.
    values: Vec<u16>,
    starts: Vec<usize>,
}

impl TwoRows {
    /// The table for rows of these lengths; nothing if they are too long.
    pub(super) fn new(first: usize, second: usize, handle: &Handle) -> Result<Option<TwoRows>, Stop> {
        let Some(bytes) = TwoRows::bytes(first, second) else { return Ok(None) };
        handle.reserve(bytes)?;
        let words = words(first, second);
        let mut by_second = vec![0u64; (second + 1) * words];
        let mut diagonal: Vec<u16> = vec![0];
        let mut table =
            TwoRows { first, second, values: Vec::with_capacity(positions(first, second)), starts: vec![0] };
        for a in 1..=first {
            handle.progress("Chomp on two rows", a as u64, Some(first as u64));
            table.starts.push(table.values.len());
            let mut others = vec![0u64; words];
            for b in 0..=second.min(a) {
                let known = &mut by_second[b * words..][..words];
                if b > 1 {
                    put(&mut others, diagonal[b - 1]);
                }
                let full = known.iter().zip(&others).position(|(x, y)| x | y != u64::MAX).unwrap_or(words - 1);
                handle.ticks(1 + full / 16)?;
                // At most a + b numbers are taken.
                let value = (64 * full) as u16 + (known[full] | others[full]).trailing_ones() as u16;
                put(known, value);
                put(&mut others, value);
                table.values.push(value);
                if a == b {
                    diagonal.push(value);
                }
            }
        }
        Ok(Some(table))
    }

    /// Bytes of the table for rows of these lengths, and of what it is made with; nothing if they are too long.
    pub(super) fn bytes(first: usize, second: usize) -> Option<usize> {
        let (values, starts) = (2 * positions(first, second), 8 * (first + 1));
        (first <= LONGEST).then_some((second + 1) * words(first, second) * 8 + values + starts)
    }

    /// The lengths of the rows of the largest position.
    pub(super) fn lengths(&self) -> [usize; 2] {
        [self.first, self.second]
    }

    /// The value of a position; nothing if it is not in the table.
    pub(super) fn get(&self, a: usize, b: usize) -> Option<u32> {
        if a == 0 {
            return Some(0);
        }
        let within = b <= a && a <= self.first && b <= self.second;
        within.then(|| u32::from(self.values[self.starts[a] + b]))
    }
}

/// Positions with a cell at least; `first` is not the less.
fn positions(first: usize, second: usize) -> usize {
    second * (second + 3) / 2 + (first - second) * (second + 1)
}

/// Words of a set of values.
fn words(first: usize, second: usize) -> usize {
    (first + second) / 64 + 1
}

fn put(set: &mut [u64], value: u16) {
    set[usize::from(value / 64)] |= 1 << (value % 64);
}

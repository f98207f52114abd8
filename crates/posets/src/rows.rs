//! The relation of a poset as rows of bits: what lies below each element, what lies above.

use super::bits::{self, Bits};
use sprague_limits::{Handle, Stop};

/// All pairs `x < y`, seen from both sides. Memory: `n²/4` bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rows {
    words: usize,
    below: Vec<u64>,
    above: Vec<u64>,
}

impl Rows {
    /// From the rows of what lies strictly below each element: the caller has made sure that this is an order.
    pub(crate) fn new(n: usize, below: Vec<u64>, handle: &Handle) -> Result<Rows, Stop> {
        let words = bits::words(n);
        handle.afford(8 * n * words)?;
        let mut above = vec![0; n * words];
        for y in 0..n {
            handle.ticks(1 + bits::size(&below[y * words..(y + 1) * words]) / 64)?;
            for x in bits::ones(&below[y * words..(y + 1) * words]) {
                bits::put(&mut above[x * words..(x + 1) * words], y);
            }
        }
        Ok(Rows { words, below, above })
    }

    /// Number of elements.
    pub(crate) fn len(&self) -> usize {
        self.below.len().checked_div(self.words).unwrap_or(0)
    }

    /// Words of a row.
    pub(crate) fn words(&self) -> usize {
        self.words
    }

    /// The row of what is strictly below `x`.
    #[inline]
    pub(crate) fn below(&self, x: usize) -> &[u64] {
        &self.below[x * self.words..(x + 1) * self.words]
    }

    /// The row of what is strictly above `x`.
    #[inline]
    pub(crate) fn above(&self, x: usize) -> &[u64] {
        &self.above[x * self.words..(x + 1) * self.words]
    }

    /// Is `x` strictly below `y`?
    pub(crate) fn less(&self, x: usize, y: usize) -> bool {
        bits::has(self.below(y), x)
    }

    /// Everything at or below `x`.
    pub(crate) fn down(&self, x: usize) -> Bits {
        let mut set = Bits::from_row(self.below(x));
        set.insert(x);
        set
    }

    /// Everything at or above `x`.
    pub(crate) fn up(&self, x: usize) -> Bits {
        let mut set = Bits::from_row(self.above(x));
        set.insert(x);
        set
    }
}

//! Nim-values of Chomp on a few long rows, whose least cell is poisoned, by sets of values in place of single options.
//!
//! A position has rows of `a(1) >= a(2) >= …` cells. Who takes in row `i` and leaves `c` cells there leaves `c` in all rows from `i` to the last `j` that has more,
//! so that `a(j + 1) <= c < a(j)`. So the options are, for each pair `i <= j`, those values of the positions with `c` in rows `i` to `j` and the other
//! rows as they are, and these sets grow one value at a time:
//! - for `i = j` the set is kept for each choice of the rows behind `i`, while `a(i)` grows, the rows before it being what they are;
//! - else it depends on `a(j)` and what is behind, and not on the rows from `i` to `j - 1`: the position with `c` in all of `i` to `j` makes the set for `a(j) = c + 1`
//!   out of that for `a(j) = c`.
//!
//! In the order of the rows, the first the highest digit, all that a position asks for is there, and what stands there of other rows before `i` is overwritten
//! before it is asked for. The value is the least number in none of the sets. Positions are numbered in this order: `a(i)` stands for
//! `C(a(i) + r - 1, r)`, where `r` rows begin with it.
//! Cost: for each position and pair of rows a word for each 64 of the values below its own.

use super::levels::LevelValues;
use crate::bits;
use crate::coordinates::Coordinates;
use sprague_limits::{Handle, Stop};

/// How many rows, and cells of each: where rows are many or short the table for all boxes is as quick.
const ROWS: std::ops::RangeInclusive<usize> = 3..=5;
const SHORTEST: usize = 32;
/// Positions of a table, which takes up to four times as much memory as that for all boxes.
const MOST: usize = 100_000_000;

/// The values of all positions within rows of the same length.
pub(super) struct Rows {
    /// The row of each element, and whether it is the least.
    places: Vec<(usize, bool)>,
    numbers: Numbers,
    values: Vec<u16>,
}

/// How large a table is.
pub(super) struct Extent {
    pub positions: usize,
    /// Words of a set of values, and pairs of rows.
    words: usize,
    pairs: usize,
    /// Sets in all.
    sets: usize,
}

impl Extent {
    /// For a box of these sides, the longest first; nothing if it goes another way.
    pub(super) fn of(sides: &[usize]) -> Option<Extent> {
        let &[longest, rows] = sides else { return None };
        if !ROWS.contains(&rows) || longest < SHORTEST || longest * rows >= u16::MAX.into() {
            return None;
        }
        // Positions of three rows are more than the cube of their length over six.
        let numbers = (longest < 1000).then(|| Numbers::new(rows, longest))?;
        let positions = Some(numbers.count(0)).filter(|&positions| positions <= MOST)?;
        Some(Extent {
            positions,
            words: longest * rows / 64 + 1,
            pairs: rows * (rows + 1) / 2,
            sets: (0..rows).map(|row| numbers.count(row + 1) + row * numbers.count(row)).sum(),
        })
    }

    /// Bytes of the table, and of what it is made with.
    pub(super) fn bytes(&self) -> u64 {
        2 * self.positions as u64 + 8 * self.words as u64 * self.sets as u64
    }

    /// Words that are looked at, at most.
    pub(super) fn work(&self) -> u64 {
        self.positions as u64 * self.pairs as u64 * self.words as u64
    }
}

/// For the last 0, 1, … rows what their first one stands for in their number.
struct Numbers(Vec<Vec<usize>>);

impl Numbers {
    fn new(rows: usize, longest: usize) -> Numbers {
        let mut all = vec![vec![1; longest + 2]];
        for r in 0..rows {
            // Below `a` cells are, for each smaller number of them, so many positions of the rows behind.
            let mut before = 0usize;
            let next = (0..longest + 2).map(|a| {
                let here = before;
                before = before.saturating_add(all[r].get(a + 1).copied().unwrap_or(0));
                here
            });
            let next = next.collect();
            all.push(next);
        }
        Numbers(all)
    }

    fn rows(&self) -> usize {
        self.0.len() - 1
    }

    /// How many choices there are for the rows from this one on.
    fn count(&self, from: usize) -> usize {
        let all = &self.0[self.rows() - from];
        all[all.len() - 1]
    }

    /// The numbers of what stands in the rows from each one on, in `to`; the last is that of no rows.
    fn number(&self, lengths: &[usize], to: &mut [usize]) {
        to[lengths.len()] = 0;
        for (i, &length) in lengths.iter().enumerate().rev() {
            to[i] = to[i + 1] + self.0[lengths.len() - i][length];
        }
    }
}

impl Rows {
    /// The table of a box of this size.
    pub(super) fn new(found: &Coordinates, size: &Extent, handle: &Handle) -> Result<Rows, Stop> {
        let &[longest, rows] = &found.sides[..] else { unreachable!("a size is that of rows") };
        handle.reserve(usize::try_from(size.bytes()).unwrap_or(usize::MAX))?;
        let words = size.words;
        let numbers = Numbers::new(rows, longest);
        let sets = |from: usize| vec![0u64; numbers.count(from) * words];
        let mut single: Vec<Vec<u64>> = (0..rows).map(|row| sets(row + 1)).collect();
        let mut joint: Vec<Vec<Vec<u64>>> = (0..rows).map(|last| (0..last).map(|_| sets(last)).collect()).collect();
        let mut values = Vec::with_capacity(size.positions);
        // The empty position comes first, which nobody may leave.
        values.push(0);
        let (mut lengths, mut at) = (vec![0; rows], vec![0; rows + 1]);
        while let Some(row) = (0..rows).rev().find(|&i| lengths[i] < if i == 0 { longest } else { lengths[i - 1] }) {
            lengths[row] += 1;
            lengths[row + 1..].fill(0);
            if row == 0 {
                handle.progress("Chomp on rows", values.len() as u64, Some(size.positions as u64));
            }
            numbers.number(&lengths, &mut at);
            debug_assert_eq!(at[0], values.len());
            let behind = |row: usize| lengths.get(row + 1).copied().unwrap_or(0);
            let mut options: [&[u64]; 15] = [&[]; 15];
            let mut count = 0;
            for last in (0..rows).filter(|&last| lengths[last] > behind(last)) {
                let pairs = joint[last].iter().map(|sets| (sets, at[last]));
                for (sets, at) in pairs.chain([(&single[last], at[last + 1])]) {
                    options[count] = &sets[at * words..][..words];
                    count += 1;
                }
            }
            let taken = |word: usize| options[..count].iter().fold(0, |taken, set| taken | set[word]);
            let (word, taken) = (0..words)
                .map(|word| (word, taken(word)))
                .find(|&(_, taken)| taken != u64::MAX)
                .expect("there are fewer moves");
            handle.ticks(1 + word * count / 16)?;
            let value = 64 * word + taken.trailing_ones() as usize;
            let (word, bit) = (value / 64, 1u64 << (value % 64));
            values.push(value as u16);
            for last in 0..rows {
                let (next, own) = (behind(last), at[last + 1] * words);
                if lengths[last] == next {
                    // With fewer cells it is no position.
                    single[last][own..own + words].fill(0);
                }
                single[last][own + word] |= bit;
                // The rows that are as long as this one make the set for one cell more.
                let more = at[last + 1] + numbers.0[rows - last][lengths[last] + 1];
                for first in (0..last).rev().take_while(|&first| lengths[first] == lengths[last]) {
                    if lengths[last] < longest {
                        joint[last][first].copy_within(at[last] * words..(at[last] + 1) * words, more * words);
                        joint[last][first][more * words + word] |= bit;
                    }
                }
            }
        }
        let places = found.places.iter().map(|place| (place[1], place[..] == [0, 0])).collect();
        Ok(Rows { places, numbers, values })
    }
}

impl LevelValues for Rows {
    fn get(&self, row: &[u64]) -> Option<u32> {
        let mut lengths = vec![0; self.numbers.rows()];
        for (x, &(of, is_least)) in self.places.iter().enumerate() {
            lengths[of] += usize::from(is_least || bits::has(row, x));
        }
        let mut at = vec![0; lengths.len() + 1];
        self.numbers.number(&lengths, &mut at);
        Some(self.values[at[0]].into())
    }
}

//! Who wins by a closed form, and how, where a position stands for one: nothing is searched.
//!
//! On the cells of a Young diagram whose least cell is poisoned:
//! - *two rows*, or columns, of `a` and `b` cells are lost exactly when `b = a - 1`: whatever is taken, the answer makes them so again;
//! - a diagram that its own transpose is, and has the cell (1, 1), is won by taking that: two equal arms are left.
//!
//! On the subsets of at most two of `n` points, which have value `n` modulo 3 (Draisma and van Rijnswou 2002, as cited by Brouwer and Christensen): a point is
//! taken if `n = 1` modulo 3, for one point less is lost; and a pair if `n = 2`, for exchanging its points leaves as it is what two points less are.

use crate::bits::Bits;
use crate::coordinates::Coordinates;
use crate::poset::Poset;
use rustc_hash::FxHashMap;
use sprague_limits::{Handle, Stop};

/// A poset whose elements are the cells of a Young diagram.
pub(super) struct Cells {
    /// Row and column of each element.
    places: Vec<(usize, usize)>,
    at: FxHashMap<(usize, usize), usize>,
}

impl Cells {
    pub(super) fn of(poset: &Poset, handle: &Handle) -> Result<Option<Cells>, Stop> {
        let found = Coordinates::of(poset, handle)?.filter(|found| found.sides.len() == 2);
        let Some(found) = found else { return Ok(None) };
        let places: Vec<(usize, usize)> = found.places.iter().map(|place| (place[0], place[1])).collect();
        let at = places.iter().copied().zip(0..).collect();
        Ok(Some(Cells { places, at }))
    }

    /// Cells in each row of a position, and in each column.
    fn lengths(&self, position: &Bits) -> (Vec<usize>, Vec<usize>) {
        let (mut rows, mut columns) = (Vec::new(), Vec::new());
        for (lines, of) in [(&mut rows, 0), (&mut columns, 1)] {
            for x in position.iter() {
                let line = if of == 0 { self.places[x].0 } else { self.places[x].1 };
                if lines.len() <= line {
                    lines.resize(line + 1, 0);
                }
                lines[line] += 1;
            }
        }
        (rows, columns)
    }

    /// The lengths of the rows, or of the columns, if there are at most two.
    pub(super) fn two_rows(&self, position: &Bits) -> Option<[usize; 2]> {
        let (rows, columns) = self.lengths(position);
        let lines = if rows.len() <= 2 { rows } else { columns };
        match lines[..] {
            [] => Some([0, 0]),
            [a] => Some([a, 0]),
            [a, b] => Some([a, b]),
            _ => None,
        }
    }

    /// How many positions lie below one, itself among them, nearly, as a decimal logarithm: diagrams within it, by the length of their last row.
    pub(super) fn positions(&self, position: &Bits) -> f64 {
        let (rows, _) = self.lengths(position);
        let mut by_last = vec![0.0; rows.first().map_or(0, |row| row + 1)];
        // Above the first row there is no bound.
        by_last.last_mut().into_iter().for_each(|last| *last = 1.0);
        let mut logarithm = 0.0;
        for row in rows {
            let mut longer: f64 = by_last[row..].iter().sum();
            by_last.truncate(row + 1);
            for (length, count) in by_last.iter_mut().enumerate().rev() {
                longer += if length < row { *count } else { 0.0 };
                *count = longer;
            }
            // What is written so has no bound; the greatest is that of an empty row.
            logarithm += longer.log10();
            by_last.iter_mut().for_each(|count| *count /= longer);
        }
        logarithm + by_last.iter().sum::<f64>().log10()
    }

    /// A winning move, or that there is none, if one of the closed forms says so. The least cell is poisoned.
    pub(super) fn winning_move(&self, position: &Bits) -> Option<Option<usize>> {
        let (rows, columns) = self.lengths(position);
        if rows == columns && rows.len() > 1 && rows[1] > 1 {
            return Some(Some(self.at[&(1, 1)]));
        }
        let (lines, is_turned) = if rows.len() == 2 { (rows, false) } else { (columns, true) };
        let [a, b] = lines[..] else { return None };
        let (row, column) = match b {
            _ if b + 1 == a => return Some(None),
            _ if b == a => (1, a - 1),
            _ => (0, b + 1),
        };
        Some(Some(self.at[&if is_turned { (column, row) } else { (row, column) }]))
    }
}

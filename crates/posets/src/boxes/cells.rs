//! Cells of a table of nim-values, which threads write side by side: of one byte or of two.
//!
//! Moves take elements, and the value is at most the number of moves: the least number that is not among the values of so many options. So the elements of
//! a box tell beforehand how wide its cells must be. They are not much wider than needed: `n` rows and columns of Chomp have values of up to 3n/2 on two rows,
//! 2.2n on three and 2.7n on four, where it was tried.

use std::sync::atomic::{AtomicU8, AtomicU16, Ordering::Relaxed};

/// A nim-value, or that it is not known yet.
pub(crate) trait Cell: Send + Sync {
    const BYTES: usize;

    fn unknown() -> Self;
    fn get(&self) -> Option<u16>;
    fn set(&self, value: u16);
    /// Its bytes in a file, the lowest first.
    fn encode(&self, to: &mut Vec<u8>);
    fn decode(&self, bytes: &[u8]);
}

macro_rules! cell {
    ($cell:ident, $number:ident) => {
        impl Cell for $cell {
            const BYTES: usize = size_of::<$number>();

            fn unknown() -> Self {
                $cell::new($number::MAX)
            }

            #[inline(always)]
            fn get(&self) -> Option<u16> {
                let value = self.load(Relaxed);
                (value != $number::MAX).then_some(value.into())
            }

            #[inline(always)]
            fn set(&self, value: u16) {
                debug_assert!(value < $number::MAX.into(), "a value is less than the number of elements");
                self.store(value as $number, Relaxed);
            }

            fn encode(&self, to: &mut Vec<u8>) {
                to.extend(self.load(Relaxed).to_le_bytes());
            }

            fn decode(&self, bytes: &[u8]) {
                let bytes = bytes.try_into().expect("the bytes of a cell");
                self.store($number::from_le_bytes(bytes), Relaxed);
            }
        }
    };
}

cell!(AtomicU8, u8);
cell!(AtomicU16, u16);

/// Bytes of a cell for a box of so many elements, the least of which is never taken; nothing where no cell is wide enough.
pub(crate) fn bytes_of_cell(elements: usize) -> Option<usize> {
    // The greatest number of a cell means that the value is not known.
    [AtomicU8::BYTES, AtomicU16::BYTES].into_iter().find(|bytes| elements < 1 << (8 * bytes))
}

/// Names a kind of cell that is wide enough for a box of so many elements.
macro_rules! with_cell {
    ($elements:expr, $C:ident => $body:expr, else $other:expr) => {
        match $crate::boxes::bytes_of_cell($elements) {
            Some(1) => {
                type $C = std::sync::atomic::AtomicU8;
                $body
            }
            Some(_) => {
                type $C = std::sync::atomic::AtomicU16;
                $body
            }
            None => $other,
        }
    };
}
pub(crate) use with_cell;

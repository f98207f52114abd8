//! Classes of one size, with the values of their positions, and how a level is filled by several threads.

use super::sets::together;
use crate::subsets::crew::{ByAll, Shared, lock, together as in_threads};
use crate::subsets::error::Error;
use crate::subsets::permute::Half;
use crate::subsets::room::Room;
use std::sync::Mutex;

/// Where the values of a class begin.
#[derive(Clone, Copy, Debug, Default)]
pub struct Places {
    /// Those of its positions.
    pub values: u32,
    /// Those after each move that is handed on.
    pub after: u32,
    /// Whether its positions are no single cube.
    pub is_parted: bool,
}

/// How many values a class has.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sizes {
    pub values: u64,
    pub after: u64,
    pub is_parted: bool,
}

/// Classes of one size.
#[derive(Debug, Default)]
pub struct Level {
    /// What each class is without, as [`Half`] has it.
    pub missing: Vec<u64>,
    pub places: Vec<Places>,
    end: Places,
    pub values: Vec<u8>,
    /// While the next level is computed: values after moves.
    pub after: Vec<u8>,
    /// What a class is without, by number, and which class it is, at a place that the former says.
    table: Vec<u64>,
}

/// Bits of a word of the table below what is missing.
const LOW: u32 = 29;
const NONE: u64 = u64::MAX;

/// Classes, and values, that a thread takes at once.
const PART: usize = 256;
const VALUES: u32 = 1 << 14;

impl Level {
    /// Of these classes, whose sizes are told by `size`.
    pub fn new(
        missing: Vec<u64>,
        threads: usize,
        shared: &Shared,
        room: &Room,
        size: impl Fn(u64) -> Sizes + ByAll,
    ) -> Result<Level, Error> {
        let cells = (2 * missing.len()).next_power_of_two().max(2);
        room.take(missing.len() * (size_of::<u64>() + size_of::<Places>()) + cells * size_of::<u64>())?;
        let work = Mutex::new(missing.chunks(PART).enumerate());
        let parts = in_threads(threads, || {
            let mut made = Vec::new();
            while let Some((part, missing)) = { lock(&work).next() } {
                shared.go_on()?;
                made.push((part, missing.iter().map(|&family| size(together(family))).collect::<Vec<_>>()));
            }
            Ok(made)
        })?;
        let mut parts: Vec<_> = parts.into_iter().flatten().collect();
        parts.sort_unstable_by_key(|&(part, _)| part);
        let (mut values, mut after) = (0_u64, 0_u64);
        let place = |at: u64| u32::try_from(at).map_err(|_| Error::Overflow);
        let mut places = Vec::with_capacity(missing.len());
        for sizes in parts.iter().flat_map(|(_, sizes)| sizes) {
            places.push(Places { values: place(values)?, after: place(after)?, is_parted: sizes.is_parted });
            (values, after) = (values + sizes.values, after + sizes.after);
        }
        let end = Places { values: place(values)?, after: place(after)?, is_parted: false };
        let mut level = Level { places, end, table: vec![NONE; cells], ..Level::default() };
        for (&family, class) in missing.iter().zip(0..) {
            let key = together(family);
            let mut cell = level.cell(key);
            while level.table[cell] != NONE {
                cell = (cell + 1) & (cells - 1);
            }
            level.table[cell] = key << LOW | class;
        }
        level.missing = missing;
        Ok(level)
    }

    #[inline]
    fn cell(&self, key: u64) -> usize {
        // The table has a power of two of cells.
        let shift = self.table.len().leading_zeros() + 1;
        (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (shift & 63)) as usize
    }

    /// What is in the first cell of a class: several of them are fetched from memory before the first is looked at.
    #[inline]
    pub fn glance(&self, key: u64) -> u64 {
        self.table[self.cell(key)]
    }

    /// Which class it is.
    #[inline]
    pub fn class(&self, key: u64, glance: u64) -> Option<usize> {
        let is_it = |word: u64| word >> LOW == key && word != NONE;
        if is_it(glance) {
            return Some((glance & ((1 << LOW) - 1)) as usize);
        }
        let mut cell = self.cell(key);
        while self.table[cell] != NONE {
            if is_it(self.table[cell]) {
                return Some((self.table[cell] & ((1 << LOW) - 1)) as usize);
            }
            cell = (cell + 1) & (self.table.len() - 1);
        }
        None
    }

    /// Where its values begin.
    pub fn find(&self, key: u64) -> Option<Places> {
        self.class(key, self.glance(key)).map(|class| self.places[class])
    }

    /// Fills in the values class by class. What is called gets what the class is without, room for its values, and for those after moves.
    pub fn fill<D: Default>(
        &mut self,
        threads: usize,
        shared: &Shared,
        room: &Room,
        solve: impl Fn(u64, &mut [u8], &mut [u8], &mut D) -> Result<(), Error> + ByAll,
    ) -> Result<(), Error> {
        room.take(self.end.values as usize + self.end.after as usize)?;
        let (mut values, mut after) = (vec![0; self.end.values as usize], vec![0; self.end.after as usize]);
        let place = |class: usize| self.places.get(class).unwrap_or(&self.end);
        let (mut jobs, mut rest, mut first) = (Vec::new(), (&mut values[..], &mut after[..]), 0);
        while first < self.places.len() {
            let mut last = first + 1;
            while last < self.places.len() && last - first < PART && place(last).values - place(first).values < VALUES {
                last += 1;
            }
            let (mine, others) = split(rest, place(first), place(last));
            rest = others;
            jobs.push((first..last, mine));
            first = last;
        }
        // The longest first, so that no thread is left alone with one.
        jobs.sort_by_key(|(_, mine)| std::cmp::Reverse(mine.0.len() + mine.1.len()));
        let work = Mutex::new(jobs.into_iter());
        in_threads(threads, || {
            let mut desk = D::default();
            while let Some((classes, mut rest)) = { lock(&work).next() } {
                shared.go_on()?;
                shared.count(classes.len());
                for class in classes {
                    let (mine, others) = split(rest, place(class), place(class + 1));
                    rest = others;
                    solve(self.missing[class], mine.0, mine.1, &mut desk)?;
                }
            }
            Ok(())
        })?;
        (self.values, self.after) = (values, after);
        Ok(())
    }

    /// Gives back the values after moves.
    pub fn forget(&mut self, room: &Room) {
        room.give(self.after.len());
        self.after = Vec::new();
    }
}

type Pair<'a> = (&'a mut [u8], &'a mut [u8]);

fn split<'a>(both: Pair<'a>, from: &Places, to: &Places) -> (Pair<'a>, Pair<'a>) {
    let (values, other_values) = both.0.split_at_mut((to.values - from.values) as usize);
    let (after, other_after) = both.1.split_at_mut((to.after - from.after) as usize);
    ((values, after), (other_values, other_after))
}

/// The class of a family of triples that is missing.
pub fn key(form: Half) -> u64 {
    together(form.0)
}

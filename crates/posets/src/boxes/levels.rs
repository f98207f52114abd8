//! From level to level, one taking the place of the one before.

use super::files::Keeping;
use super::layers::{Factor, Heads, Tails, complement};
use super::numbers::{Products, Words};
use super::sizes::Sizes;
use crate::subsets::checkpoint::damaged;
use crate::subsets::error::Error;
use crate::subsets::sealed::Run;
use num_bigint::BigUint;
use sprague_limits::{Handle, Stop};
use std::ops::Range;
#[cfg(feature = "threads")]
use std::sync::atomic::AtomicBool;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// Numbers that a thread makes at a time, or those of one head if they are more.
const PIECE: usize = 8192;

/// The tables of a box, and how it is gone through.
pub(super) struct Climb<'a> {
    pub factor: &'a Factor,
    pub heads: Heads,
    tails: Tails,
    pub sizes: Sizes,
    #[cfg_attr(not(feature = "threads"), expect(dead_code))]
    threads: usize,
    /// For each first layer its first head, and the end.
    pub parts: Vec<usize>,
}

/// The numbers of a level for each first layer, head by head, and where the block of each head begins.
pub(super) struct Level<const W: usize> {
    pub elements: usize,
    pub starts: Vec<u32>,
    /// How many numbers each first layer has.
    pub lengths: Vec<usize>,
    pub parts: Vec<Vec<Words<W>>>,
    /// The highest words of all numbers, each bit that is in one of them.
    pub highest: u64,
    /// Where they are in files; then `parts` has some of them at most.
    pub filed: Option<Filed>,
}

/// The files of a level, one for each first layer that has numbers.
#[derive(Clone)]
pub(super) struct Filed {
    pub runs: Vec<Run>,
    /// The words of a number there; of a table the bytes of a cell.
    pub words: usize,
}

/// The numbers of the next level for some heads with the same first layer.
pub(super) struct Piece<'p, const W: usize> {
    heads: Range<usize>,
    sums: &'p mut [Words<W>],
}

/// How a climb with numbers of one width ended.
enum Reached<const W: usize> {
    Done(BigUint),
    /// Numbers of the next level might not fit.
    Narrow(Level<W>),
}

impl<'a> Climb<'a> {
    pub(super) fn new(factor: &'a Factor, heads: Heads, tails: Tails, sizes: Sizes, threads: usize) -> Self {
        let parts = (0..=factor.len()).map(|x| heads.first.partition_point(|&first| (first as usize) < x)).collect();
        let climb = Climb { factor, heads, tails, sizes, threads, parts };
        debug_assert_eq!(climb.tables(), climb.sizes.tables);
        climb
    }

    /// How the box is taken apart, for whoever reads a level again.
    pub(super) fn form(&self) -> String {
        format!("{} heads of layers of {} elements", self.heads.len(), self.sizes.layers.len() - 1)
    }

    /// Bytes of the tables.
    pub(super) fn tables(&self) -> usize {
        self.heads.bytes() + self.tails.bytes()
    }

    /// The linear extensions.
    pub(super) fn count(&self, keeping: &mut Keeping, handle: &Handle) -> Result<BigUint, Error> {
        let level = match keeping.resume(handle)? {
            Some((elements, filed, highest)) => {
                let (starts, lengths) = self.blocks(elements, handle)?;
                let mut found = vec![0; lengths.len()];
                for run in &filed.runs {
                    let here = found.get_mut(run.shard as usize).ok_or_else(|| damaged("a layer makes no sense"))?;
                    *here = run.records as usize;
                }
                if found != lengths || elements > self.sizes.n.div_ceil(2) || filed.words == 0 {
                    return Err(damaged("its level makes no sense"));
                }
                let parts = vec![Vec::new(); lengths.len()];
                Level { elements, starts, lengths, parts, highest, filed: Some(filed) }
            }
            None => {
                // The empty downset has the first number of all heads and tails.
                let mut parts = vec![Vec::new(); self.factor.len()];
                parts[0] = vec![Words::<1>::one()];
                let (starts, lengths) = self.blocks(0, handle)?;
                Level { elements: 0, starts, lengths, parts, highest: 1, filed: None }
            }
        };
        macro_rules! climb {
            ($level:ident, $wide:literal $(, $wider:literal)*) => {
                match self.climb::<$wide>($level, keeping, handle)? {
                    Reached::Done(count) => Ok(count),
                    Reached::Narrow(_level) => climb!(@ _level $(, $wider)*),
                }
            };
            (@ $level:ident, $wide:literal $(, $wider:literal)*) => {{
                let level = keeping.widened::<_, $wide>($level, handle)?;
                climb!(level, $wide $(, $wider)*)
            }};
            (@ $level:ident) => {
                Err(Stop::TooLarge(format!("linear extensions of a box of {} elements", self.sizes.n)).into())
            };
        }
        let count: Result<BigUint, Error> = climb!(level, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 24, 32);
        let count = count?;
        keeping.keep_answer(&count)?;
        Ok(count)
    }

    /// Up to the middle, or as far as the numbers fit.
    fn climb<const W: usize>(
        &self,
        mut level: Level<W>,
        keeping: &mut Keeping,
        handle: &Handle,
    ) -> Result<Reached<W>, Error> {
        let middle = self.sizes.n.div_ceil(2);
        if level.filed.as_ref().is_some_and(|filed| filed.words > W) {
            return Ok(Reached::Narrow(level));
        }
        while level.elements < middle {
            // Each number of the next level is a sum of fewer than n of this one.
            let is_narrow = u128::from(level.highest) + 1 > u128::from(u64::MAX) / self.sizes.n as u128;
            if is_narrow {
                return Ok(Reached::Narrow(level));
            }
            // For the middle of an odd number two levels are needed.
            let both = level.elements + 1 == middle && self.sizes.n % 2 == 1;
            let (starts, lengths) = self.blocks(level.elements + 1, handle)?;
            if keeping.is_short_of::<W>(self.sizes.held(&level.lengths, &lengths, both)) {
                if level.filed.is_none() {
                    level.filed = Some(keeping.keep(&level, handle)?);
                }
                let grown = self.step_in_files(&mut level, (starts, lengths), both, keeping, handle)?;
                if both {
                    return self.join_in_files(&level, &grown, keeping, handle).map(Reached::Done);
                }
                level = grown;
                continue;
            }
            // Its files are not written anew while they are what a kill leaves.
            let is_kept = level.filed.is_some();
            keeping.read_all(&mut level, handle)?;
            if !is_kept && keeping.is_due() {
                keeping.keep_if_possible(&level, handle)?;
            }
            if both {
                let bytes = level.parts.iter().map(|part| size_of_val(&part[..])).sum();
                handle.reserve(bytes)?;
                let (old, numbers, parts) = (level.starts.clone(), level.lengths.clone(), level.parts.clone());
                let before = Level { starts: old, lengths: numbers, parts, filed: None, ..level };
                self.step(&mut level, (starts, lengths), handle)?;
                return Ok(Reached::Done(self.join(&before, &level, handle)?));
            }
            self.step(&mut level, (starts, lengths), handle)?;
        }
        if keeping.is_short_of::<W>(level.lengths.iter().sum()) && level.filed.is_some() {
            return self.join_in_files(&level, &level, keeping, handle).map(Reached::Done);
        }
        keeping.read_all(&mut level, handle)?;
        Ok(Reached::Done(self.join(&level, &level, handle)?))
    }

    /// Where blocks begin on a level; how many numbers each first layer has.
    pub(super) fn blocks(&self, level: usize, handle: &Handle) -> Result<(Vec<u32>, Vec<usize>), Stop> {
        let mut starts = vec![0; self.heads.len()];
        let mut lengths = Vec::with_capacity(self.factor.len());
        for part in self.parts.windows(2) {
            let mut at = 0;
            handle.ticks(1 + (part[1] - part[0]) / 64)?;
            for head in part[0]..part[1] {
                starts[head] = u32::try_from(at).map_err(|_| Stop::TooLarge("a level of a box".into()))?;
                at += self.tails_of(head, level).map_or(0, |(elements, _)| elements);
            }
            lengths.push(at);
        }
        Ok((starts, lengths))
    }

    /// How many tails a head has on a level, and of how many elements.
    #[inline]
    pub(super) fn tails_of(&self, head: usize, level: usize) -> Option<(usize, u32)> {
        let elements = (level as u32).checked_sub(self.heads.elements[head])?;
        let tails = self.tails.range(self.heads.last[head], elements).len();
        (tails > 0).then_some((tails, elements))
    }

    /// The next level, with these blocks, in place of this one.
    fn step<const W: usize>(
        &self,
        level: &mut Level<W>,
        (starts, lengths): (Vec<u32>, Vec<usize>),
        handle: &Handle,
    ) -> Result<(), Stop> {
        let mut done: u64 = self.sizes.widths[..=level.elements].iter().sum();
        let half: u64 = self.sizes.widths.iter().sum();
        let mut highest = 0;
        for group in self.sizes.layers.iter().rev() {
            handle.progress("downsets of a box", done, Some(half));
            let total: usize = group.iter().map(|&x| lengths[x]).sum();
            handle.reserve(total * size_of::<Words<W>>())?;
            let mut fresh = Vec::with_capacity(group.len());
            for &x in group {
                handle.ticks(1 + lengths[x] / 1024)?;
                fresh.push(vec![Words::ZERO; lengths[x]]);
            }
            let mut pieces = Vec::new();
            for (&x, part) in group.iter().zip(&mut fresh) {
                self.cut(x, &starts, part, &mut pieces);
            }
            highest |= self.pull_all(level, pieces, handle)?;
            for (&x, part) in group.iter().zip(fresh) {
                level.parts[x] = part;
            }
            done += total as u64;
        }
        (level.starts, level.lengths) = (starts, lengths);
        level.elements += 1;
        level.highest = highest;
        Ok(())
    }

    /// Cuts the numbers of a first layer between heads.
    pub(super) fn cut<'p, const W: usize>(
        &self,
        first: usize,
        starts: &[u32],
        mut part: &'p mut [Words<W>],
        pieces: &mut Vec<Mutex<Piece<'p, W>>>,
    ) {
        let (mut begin, mut taken) = (self.parts[first], 0);
        while begin < self.parts[first + 1] {
            let heads = &starts[begin..self.parts[first + 1]];
            let end = begin + heads.partition_point(|&start| (start as usize) < taken + PIECE).max(1);
            let next = if end < self.parts[first + 1] { starts[end] as usize } else { taken + part.len() };
            let (sums, rest) = part.split_at_mut(next - taken);
            pieces.push(Mutex::new(Piece { heads: begin..end, sums }));
            (begin, taken, part) = (end, next, rest);
        }
    }

    /// Makes these pieces of the next level: by all threads, each taking the next that nobody has.
    pub(super) fn pull_all<const W: usize>(
        &self,
        level: &Level<W>,
        pieces: Vec<Mutex<Piece<W>>>,
        handle: &Handle,
    ) -> Result<u64, Stop> {
        let (next, highest) = (AtomicUsize::new(0), AtomicU64::new(0));
        let work = |tick: &dyn Fn(u64) -> Result<(), Stop>| -> Result<(), Stop> {
            while let Some(piece) = pieces.get(next.fetch_add(1, Relaxed)) {
                let mut piece = piece.lock().unwrap_or_else(PoisonError::into_inner);
                highest.fetch_or(self.pull(level, &mut piece, tick)?, Relaxed);
            }
            Ok(())
        };
        #[cfg(feature = "threads")]
        let (halted, elsewhere) = (AtomicBool::new(false), AtomicU64::new(0));
        #[cfg(feature = "threads")]
        std::thread::scope(|scope| {
            // A thread is worth its beginning for some whole pieces: narrow boxes have many that are small.
            let sizes = pieces.iter().map(|piece| piece.lock().map_or(0, |piece| piece.sums.len()));
            let worth = sizes.sum::<usize>() * W / (4 * PIECE);
            for _ in 1..self.threads.min(worth) {
                scope.spawn(|| {
                    work(&|steps| {
                        elsewhere.fetch_add(steps, Relaxed);
                        if halted.load(Relaxed) { Err(Stop::Interrupted) } else { Ok(()) }
                    })
                });
            }
            let mine = work(&|steps| handle.ticks(steps));
            halted.store(mine.is_err(), Relaxed);
            mine
        })?;
        // Steps of other threads count: which thread has a piece is chance.
        #[cfg(feature = "threads")]
        handle.ticks(elsewhere.into_inner())?;
        #[cfg(not(feature = "threads"))]
        work(&|steps| handle.ticks(steps))?;
        Ok(highest.into_inner())
    }

    /// Makes a piece of the next level; all its highest words together.
    fn pull<const W: usize>(
        &self,
        level: &Level<W>,
        piece: &mut Piece<W>,
        tick: &dyn Fn(u64) -> Result<(), Stop>,
    ) -> Result<u64, Stop> {
        let block = |head: usize, length: usize| {
            let start = level.starts[head] as usize;
            &level.parts[self.heads.first[head] as usize][start..start + length]
        };
        let (mut highest, mut rest) = (0, &mut *piece.sums);
        for head in piece.heads.clone() {
            let Some((length, elements)) = self.tails_of(head, level.elements + 1) else { continue };
            tick(1 + length as u64 / 32)?;
            let sums = rest.split_off_mut(..length).expect("a piece holds the blocks of its heads");
            for &from in self.heads.same.of(head) {
                for (sum, more) in sums.iter_mut().zip(block(from as usize, length)) {
                    sum.add(more);
                }
            }
            let last = self.heads.last[head];
            let lower = &self.factor.lower[last as usize];
            for (which, (&from, &lower)) in self.heads.shrunk.of(head).iter().zip(lower).enumerate() {
                let places = self.tails.placed(last, which, lower, elements);
                for (&place, more) in places.iter().zip(block(from as usize, places.len())) {
                    sums[place as usize].add(more);
                }
            }
            if elements > 0 {
                let before = block(head, self.tails.range(last, elements - 1).len());
                for (tail, sum) in self.tails.range(last, elements).zip(sums.iter_mut()) {
                    for &less in self.tails.less.of(tail) {
                        sum.add(&before[less as usize]);
                    }
                }
            }
            highest = sums.iter().fold(highest, |highest, sum| highest | sum.0[W - 1]);
        }
        Ok(highest)
    }

    /// The sum of the products of the numbers of all downsets of the one level and of their complements on the other.
    fn join<const W: usize>(&self, one: &Level<W>, other: &Level<W>, handle: &Handle) -> Result<BigUint, Stop> {
        debug_assert_eq!(one.elements + other.elements, self.sizes.n);
        let mut sum = Products::new(W);
        let mut scratch = Vec::new();
        for head in 0..self.heads.len() {
            handle.tick()?;
            let Some((length, _)) = self.tails_of(head, one.elements) else { continue };
            handle.ticks(1 + length / 8)?;
            let start = one.starts[head] as usize;
            let numbers = &one.parts[self.heads.first[head] as usize][start..start + length];
            self.each_complement(head, one.elements, &mut scratch, |at, across, place| {
                let part = &other.parts[self.heads.first[across] as usize];
                sum.add(&numbers[at], &part[other.starts[across] as usize + place]);
                Ok::<_, Stop>(())
            })?;
        }
        Ok(sum.big())
    }

    /// For each number of a head on a level the mirror image of the complement: its head, and its place in the block of that head.
    #[inline]
    pub(super) fn each_complement<E>(
        &self,
        head: usize,
        level: usize,
        scratch: &mut Vec<u32>,
        mut each: impl FnMut(usize, usize, usize) -> Result<(), E>,
    ) -> Result<(), E> {
        let Some((_, elements)) = self.tails_of(head, level) else { return Ok(()) };
        let layers = self.heads.layers(self.factor, head);
        for (at, tail) in self.tails.range(self.heads.last[head], elements).enumerate() {
            let (across, place) = complement(self.factor, &self.heads, &self.tails, &layers, tail, scratch);
            each(at, across, place)?;
        }
        Ok(())
    }
}

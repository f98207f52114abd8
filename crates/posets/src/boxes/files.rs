//! Levels of a box that are kept, or that outgrow memory: a file for the numbers of each first layer.
//!
//! What the next level has for a first layer `x` comes from what this one has for `x` and for the layers with an element less than `x`. So in
//! memory must be these few parts alone; all others are in files, under seals ([`crate::subsets::sealed`]), and each is read when it is needed first, and
//! again if it had to give way. Layers go from large to small ones: whoever is done is needed by nobody else.
//!
//! A level is kept when all its files are safe and their list is written ([`crate::subsets::checkpoint`]); only then are those of the
//! level before removed. So a kill loses the level that was being made. The table of Chomp on a box is kept in the same way, in one file.
//!
//! **The middle.** The mirror image of the complement of a downset has the mirror image of the complement of its last layer as the first one. So the numbers of the one
//! level are sorted into files by that layer, each with the place of the complement; then the part of the other level for each layer is read, and beside it the file.

use super::cells::Cell;
use super::levels::{Climb, Filed, Level};
use super::numbers::{Products, Words};
use crate::subsets::checkpoint::{self, Checkpoints, Receiver, Stand, State, damaged, unwritten};
use crate::subsets::engine::Options;
use crate::subsets::error::Error;
use crate::subsets::recursion::ClassTally;
use crate::subsets::seal::Key;
use crate::subsets::sealed::{BLOCK, Growing, Reader, Run};
use crate::subsets::spill::Runs;
use num_bigint::BigUint;
use sprague_limits::clock::Instant;
use sprague_limits::{Handle, Stop};
use std::sync::Arc;
use std::time::Duration;

/// What is done with levels beside memory.
pub(super) struct Keeping<'o, 'k> {
    options: &'o mut Options<'k>,
    files: Option<Files>,
    /// Whether levels that have room in memory are kept.
    is_keeping: bool,
    /// What a checkpoint must agree with.
    identity: String,
    /// Bytes for the numbers of levels.
    room: usize,
    saved: Instant,
    pause: Duration,
}

/// This part of the memory is not for numbers.
pub(super) const SPARE: usize = 16;

/// Where files are.
struct Files {
    runs: Arc<dyn Runs>,
    key: Key,
}

/// A checkpoint of a box has its level in files, and nothing else.
struct Bare<'h>(&'h Handle);

impl Receiver<u64> for Bare<'_> {
    type Level = ();

    fn level(&self, _expected: usize) {}

    fn is_class(&self, _key: u128, _size: u32) -> bool {
        false
    }

    fn is_code(&self, _code: u64, _size: u32) -> bool {
        false
    }

    fn put(&self, (): &mut (), _key: (u64, u32), _payload: &u64) -> Result<(), Error> {
        Ok(())
    }

    fn count(&self, (): &()) -> u64 {
        0
    }

    fn go_on(&self) -> Result<(), Error> {
        Ok(self.0.tick()?)
    }
}

impl<'o, 'k> Keeping<'o, 'k> {
    /// `beside` are the bytes that a level takes beside its numbers. Of the others some are left for blocks on their way to and from files.
    pub(super) fn new(options: &'o mut Options<'k>, identity: String, beside: usize, handle: &Handle) -> Self {
        // Processes that compute together would all write there; each of them counts for itself.
        #[cfg(feature = "cluster")]
        if options.cluster.is_some() {
            options.checkpoints = None;
        }
        let files = options.checkpoints.as_mut().and_then(|kept| Some(Files { runs: kept.runs()?, key: kept.key() }));
        let room = handle.room().unwrap_or(usize::MAX).saturating_sub(2 * beside);
        let room = room - room / SPARE;
        let is_keeping = files.is_some();
        Keeping { options, files, is_keeping, identity, room, saved: Instant::now(), pause: Duration::ZERO }
    }

    /// Whether a level may be in files.
    pub(super) fn has_files(&self) -> bool {
        self.files.is_some()
    }

    /// Whether so many numbers are to be in files.
    pub(super) fn is_short_of<const W: usize>(&self, numbers: usize) -> bool {
        self.has_files() && numbers.saturating_mul(size_of::<Words<W>>()) > self.room
    }

    fn place(&mut self) -> Option<&mut dyn Checkpoints> {
        self.options.checkpoints.as_mut().map(|kept| &mut **kept as &mut dyn Checkpoints)
    }

    /// The number that was found before, if it was.
    pub(super) fn answer(&mut self) -> Result<Option<BigUint>, Error> {
        let identity = self.identity.clone();
        let Some(place) = self.place() else { return Ok(None) };
        let found = checkpoint::load_answer(place, &identity)?;
        Ok(found.map(|(words, _)| {
            BigUint::new(words.into_iter().flat_map(|word| [word as u32, (word >> 32) as u32]).collect())
        }))
    }

    /// Keeps the number instead of levels.
    pub(super) fn keep_answer(&mut self, answer: &BigUint) -> Result<(), Error> {
        let identity = self.identity.clone();
        // Where a level could not be kept the one before is still sound.
        if !self.is_keeping {
            return Ok(());
        }
        let Some(place) = self.place() else { return Ok(()) };
        match checkpoint::save_answer(place, &identity, &answer.to_u64_digits(), &[]) {
            Err(Error::Checkpoint(why)) => self.options.tell(&why.to_string()),
            other => other?,
        }
        Ok(())
    }

    /// Where the count stood when it was kept last: elements, words of a number, all highest words together, and files.
    pub(super) fn resume(&mut self, handle: &Handle) -> Result<Option<(usize, Filed, u64)>, Error> {
        let identity = self.identity.clone();
        if self.files.is_none() {
            return Ok(None);
        }
        let Some(place) = self.place() else { return Ok(None) };
        let Some((state, runs)) = checkpoint::resume::<u64, _>(place, &identity, &Bare(handle))? else {
            self.retain(&[])?;
            return Ok(None);
        };
        let State { size, tallies, .. } = state;
        self.retain(&[(size, &runs)])?;
        let Some(&[words, highest]) = tallies.first().and_then(|tally| tally.counts.first_chunk()) else {
            return Err(damaged("its level makes no sense"));
        };
        Ok(Some((size as usize, Filed { runs, words: words as usize }, highest)))
    }

    /// Removes all files but those of these levels.
    fn retain(&self, levels: &[(u32, &[Run])]) -> Result<(), Error> {
        let Some(files) = &self.files else { return Ok(()) };
        let mut names: Vec<String> =
            levels.iter().flat_map(|&(size, runs)| runs.iter().map(move |run| run.name(size))).collect();
        names.sort_unstable();
        files.runs.retain(&|name| names.binary_search_by(|kept| kept.as_str().cmp(name)).is_ok()).map_err(unwritten)
    }

    /// Whether it is time to keep a level.
    pub(super) fn is_due(&self) -> bool {
        let interval = self.options.checkpoints.as_ref().and_then(|kept| kept.interval());
        let passed = self.saved.elapsed();
        self.is_keeping && interval.is_some_and(|interval| interval.is_zero() || passed >= interval.max(self.pause))
    }

    /// Puts all numbers of a level into files, too, and keeps it.
    pub(super) fn keep<const W: usize>(&mut self, level: &Level<W>, handle: &Handle) -> Result<Filed, Error> {
        let begun = Instant::now();
        let mut runs = Vec::new();
        for (x, part) in level.parts.iter().enumerate() {
            runs.extend(self.write(level.elements, x, part, handle)?);
        }
        let filed = Filed { runs, words: W };
        self.list(level.elements, level.highest, &filed, handle)?;
        self.saved = Instant::now();
        // A slow disk may take a fifth of the time, not more.
        self.pause = 4 * (self.saved - begun);
        Ok(filed)
    }

    /// The same where nothing depends on it: if it fails, nothing more is kept, and the count goes on.
    pub(super) fn keep_if_possible<const W: usize>(&mut self, level: &Level<W>, handle: &Handle) -> Result<(), Error> {
        let kept = self.keep(level, handle);
        self.unless_unwritten(kept.map(drop))
    }

    fn unless_unwritten(&mut self, kept: Result<(), Error>) -> Result<(), Error> {
        match kept {
            Err(Error::Checkpoint(why)) => {
                self.options.tell(&why.to_string());
                self.is_keeping = false;
                Ok(())
            }
            other => other,
        }
    }

    /// Keeps a table as it is when all with fewer than so many elements is known, if that is possible. Only what is newer is kept.
    pub(super) fn keep_table<C: Cell>(&mut self, elements: usize, table: &[C], handle: &Handle) -> Result<(), Error> {
        if !self.is_keeping {
            return Ok(());
        }
        let kept = self.write_table(elements, table, handle);
        self.unless_unwritten(kept)
    }

    fn write_table<C: Cell>(&mut self, elements: usize, table: &[C], handle: &Handle) -> Result<(), Error> {
        let begun = Instant::now();
        let files = self.files()?;
        let mut file = Growing::new(&files.key, 0, 0);
        let mut to = file.open(&*files.runs, elements as u32)?;
        let mut block = Vec::with_capacity(BLOCK.min(size_of_val(table)));
        for cells in table.chunks(BLOCK / C::BYTES) {
            handle.ticks(1 + cells.len() / 256)?;
            block.clear();
            cells.iter().for_each(|cell| cell.encode(&mut block));
            to.write(&block, cells.len() as u64)?;
        }
        to.end()?;
        let runs = file.safe(&*files.runs, elements as u32)?.into_iter().collect();
        self.list(elements, 0, &Filed { runs, words: C::BYTES }, handle)?;
        self.saved = Instant::now();
        self.pause = 4 * (self.saved - begun);
        Ok(())
    }

    /// Reads the table that was kept last: all with fewer than so many elements is known.
    pub(super) fn read_table<C: Cell>(&mut self, table: &[C], handle: &Handle) -> Result<Option<usize>, Error> {
        let Some((elements, Filed { runs, words }, _)) = self.resume(handle)? else { return Ok(None) };
        let ([run], files) = (&runs[..], self.files()?) else { return Err(damaged("its level makes no sense")) };
        if words != C::BYTES {
            return Err(damaged("its nim-values have cells of another width"));
        }
        if run.records != table.len() as u64 {
            return Err(damaged("its level makes no sense"));
        }
        let (mut from, mut at) = (Reader::new(&*files.runs, &files.key, run, elements as u32, C::BYTES)?, 0);
        while let Some(bytes) = from.next()? {
            handle.ticks(1 + bytes.len() / 256)?;
            table[at..].iter().zip(bytes.chunks_exact(C::BYTES)).for_each(|(cell, bytes)| cell.decode(bytes));
            at += bytes.len() / C::BYTES;
        }
        Ok(Some(elements))
    }

    /// Writes the list of a level whose files are safe, and removes those of the levels before.
    fn list(&mut self, elements: usize, highest: u64, filed: &Filed, handle: &Handle) -> Result<(), Error> {
        let identity = self.identity.clone();
        let classes = filed.runs.iter().map(|run| run.records).sum();
        let tally = ClassTally { classes, counts: vec![filed.words as u64, highest], examples: Vec::new() };
        let state = State { size: elements as u32, level: (), tallies: vec![tally], watched: Vec::new() };
        let Some(place) = self.place() else { return Ok(()) };
        checkpoint::save::<u64>(place, &identity, &Stand::Runs(filed.runs.clone()), &state, &|| Ok(handle.tick()?))?;
        self.retain(&[(elements as u32, &filed.runs)])
    }

    fn files(&self) -> Result<&Files, Error> {
        self.files.as_ref().ok_or(Error::Inexact)
    }

    /// Writes the numbers of a first layer, if there are any.
    fn write<const W: usize>(
        &self,
        elements: usize,
        x: usize,
        part: &[Words<W>],
        handle: &Handle,
    ) -> Result<Option<Run>, Error> {
        if part.is_empty() {
            return Ok(None);
        }
        let files = self.files()?;
        let mut file = Growing::new(&files.key, x as u32, 0);
        let mut to = file.open(&*files.runs, elements as u32)?;
        let mut block = Vec::with_capacity(BLOCK.min(size_of_val(part)));
        for numbers in part.chunks((BLOCK / (8 * W)).max(1)) {
            handle.ticks(1 + numbers.len() / 32)?;
            block.clear();
            numbers.iter().flat_map(|number| number.0).for_each(|word| block.extend(word.to_le_bytes()));
            to.write(&block, numbers.len() as u64)?;
        }
        to.end()?;
        file.safe(&*files.runs, elements as u32)
    }

    /// The numbers of a file of a level.
    fn read<const W: usize>(
        &self,
        elements: usize,
        run: &Run,
        words: usize,
        handle: &Handle,
    ) -> Result<Vec<Words<W>>, Error> {
        let files = self.files()?;
        if words > W {
            return Err(Error::Inexact);
        }
        handle.reserve((run.records as usize).saturating_mul(size_of::<Words<W>>()))?;
        let mut part = Vec::with_capacity(run.records as usize);
        let mut from = Reader::new(&*files.runs, &files.key, run, elements as u32, 8 * words)?;
        while let Some(bytes) = from.next()? {
            handle.ticks(1 + bytes.len() / 256)?;
            part.extend(bytes.chunks_exact(8 * words).map(Words::<W>::decoded));
        }
        Ok(part)
    }

    /// Reads all of a level.
    pub(super) fn read_all<const W: usize>(&self, level: &mut Level<W>, handle: &Handle) -> Result<(), Error> {
        let Some(filed) = level.filed.take() else { return Ok(()) };
        for run in &filed.runs {
            level.parts[run.shard as usize] = self.read(level.elements, run, filed.words, handle)?;
        }
        Ok(())
    }

    /// The same level with wider numbers, which go to files first if they have no room.
    pub(super) fn widened<const W: usize, const V: usize>(
        &mut self,
        mut level: Level<W>,
        handle: &Handle,
    ) -> Result<Level<V>, Error> {
        if level.filed.is_none() && self.is_short_of::<V>(level.lengths.iter().sum()) {
            level.filed = Some(self.keep(&level, handle)?);
            level.parts.fill(Vec::new());
        }
        let mut parts = Vec::with_capacity(level.parts.len());
        for part in level.parts {
            handle.afford(part.len() * size_of::<Words<V>>())?;
            parts.push(part.iter().map(Words::widened).collect());
        }
        let Level { elements, starts, lengths, filed, .. } = level;
        // The highest word of numbers that are as wide in files.
        let highest = if filed.as_ref().is_some_and(|filed| filed.words >= V) { level.highest } else { 0 };
        Ok(Level { elements, starts, lengths, parts, highest, filed })
    }

    /// Brings these parts of a level into memory, as far as there is room beside so many bytes; others give way.
    fn bring<const W: usize>(
        &self,
        level: &mut Level<W>,
        wanted: &[u32],
        beside: usize,
        handle: &Handle,
    ) -> Result<(), Error> {
        let Some(filed) = &level.filed else { return Ok(()) };
        let missing = |parts: &[Vec<Words<W>>]| -> Vec<Run> {
            let wanted = filed.runs.iter().filter(|run| wanted.contains(&run.shard));
            wanted.filter(|run| parts[run.shard as usize].is_empty()).copied().collect()
        };
        let number = size_of::<Words<W>>();
        let more: usize = missing(&level.parts).iter().map(|run| run.records as usize * number).sum();
        let here = |parts: &[Vec<Words<W>>]| parts.iter().map(|part| size_of_val(&part[..])).sum::<usize>();
        if here(&level.parts) + more + beside > self.room {
            for (x, part) in level.parts.iter_mut().enumerate() {
                if !wanted.contains(&(x as u32)) {
                    *part = Vec::new();
                }
            }
            if here(&level.parts) + more + beside > self.room {
                return Err(Stop::Memory(handle.limits().memory.unwrap_or(self.room)).into());
            }
        }
        for run in missing(&level.parts) {
            level.parts[run.shard as usize] = self.read(level.elements, &run, filed.words, handle)?;
        }
        Ok(())
    }
}

impl Climb<'_> {
    /// The next level, with these blocks, in files, from one in files, which loses its numbers. It is kept, unless both levels are still needed.
    pub(super) fn step_in_files<const W: usize>(
        &self,
        level: &mut Level<W>,
        (starts, lengths): (Vec<u32>, Vec<usize>),
        both: bool,
        keeping: &mut Keeping,
        handle: &Handle,
    ) -> Result<Level<W>, Error> {
        let (mut runs, mut highest) = (Vec::new(), 0);
        let mut done: u64 = self.sizes.widths[..=level.elements].iter().sum();
        let half: u64 = self.sizes.widths.iter().sum();
        for &x in self.sizes.layers.iter().rev().flatten() {
            handle.progress("downsets of a box, in files", done, Some(half));
            if lengths[x] > 0 {
                let bytes = lengths[x] * size_of::<Words<W>>();
                let wanted = [&[x as u32], &self.factor.lower[x][..]].concat();
                keeping.bring(level, &wanted, bytes, handle)?;
                handle.reserve(bytes)?;
                let mut part = vec![Words::ZERO; lengths[x]];
                let mut pieces = Vec::new();
                self.cut(x, &starts, &mut part, &mut pieces);
                highest |= self.pull_all(level, pieces, handle)?;
                runs.extend(keeping.write(level.elements + 1, x, &part, handle)?);
                done += lengths[x] as u64;
            }
            level.parts[x] = Vec::new();
        }
        let filed = Filed { runs, words: W };
        if !both {
            keeping.list(level.elements + 1, highest, &filed, handle)?;
        }
        let parts = vec![Vec::new(); lengths.len()];
        Ok(Level { elements: level.elements + 1, starts, lengths, parts, highest, filed: Some(filed) })
    }

    /// The sum of the products of the numbers of all downsets of the one level and of their complements on the other, both in files.
    pub(super) fn join_in_files<const W: usize>(
        &self,
        one: &Level<W>,
        other: &Level<W>,
        keeping: &Keeping,
        handle: &Handle,
    ) -> Result<BigUint, Error> {
        let (Some(from), Some(to), files) = (&one.filed, &other.filed, keeping.files()?) else {
            return Err(Error::Inexact);
        };
        // A level that does not exist: that of the sorted numbers.
        let level = self.sizes.n as u32 + 1;
        let record = 8 * (W + 1);
        let all: u64 = 2 * self.sizes.widths[one.elements];
        let block = (keeping.room / 8 / other.parts.len().max(1)).clamp(record, BLOCK);
        let mut sorted: Vec<_> = (0..other.parts.len() as u32)
            .map(|y| (Growing::new(&files.key, y, 0), Vec::<u8>::with_capacity(block)))
            .collect();
        let (mut scratch, mut done) = (Vec::new(), 0);
        for run in &from.runs {
            handle.progress("downsets and their complements", done, Some(all));
            let x = run.shard as usize;
            let part = keeping.read::<W>(one.elements, run, from.words, handle)?;
            for head in self.parts[x]..self.parts[x + 1] {
                handle.tick()?;
                let Some((length, _)) = self.tails_of(head, one.elements) else { continue };
                handle.ticks(1 + length / 8)?;
                let numbers = &part[one.starts[head] as usize..][..length];
                self.each_complement(head, one.elements, &mut scratch, |at, across, place| {
                    let (file, waiting) = &mut sorted[self.heads.first[across] as usize];
                    waiting.extend((other.starts[across] as u64 + place as u64).to_le_bytes());
                    numbers[at].0.iter().for_each(|word| waiting.extend(word.to_le_bytes()));
                    if waiting.len() + record > block {
                        file.put(&*files.runs, level, waiting, record)?;
                    }
                    Ok::<_, Error>(())
                })?;
            }
            done += run.records;
        }
        let mut sum = Products::new(W);
        for run in &to.runs {
            handle.progress("downsets and their complements", done, Some(all));
            let (mut file, mut waiting) =
                std::mem::replace(&mut sorted[run.shard as usize], (Growing::new(&files.key, 0, 0), Vec::new()));
            file.put(&*files.runs, level, &mut waiting, record)?;
            let part = keeping.read::<W>(other.elements, run, to.words, handle)?;
            let file = file.finished();
            let mut reader = Reader::new(&*files.runs, &files.key, &file, level, record)?;
            while let Some(bytes) = reader.next()? {
                handle.ticks(1 + bytes.len() / 64)?;
                for record in bytes.chunks_exact(record) {
                    let (place, number) = record.split_at(8);
                    let place = Words::<1>::decoded(place).0[0] as usize;
                    let across = part.get(place).ok_or_else(|| damaged("a record makes no sense"))?;
                    sum.add(&Words::<W>::decoded(number), across);
                }
            }
            files.runs.remove(&file.name(level)).map_err(unwritten)?;
            done += run.records;
        }
        Ok(sum.big())
    }
}

impl Growing {
    /// Writes what waits, which is empty then.
    fn put(&mut self, runs: &dyn Runs, size: u32, waiting: &mut Vec<u8>, record: usize) -> Result<(), Error> {
        if waiting.is_empty() {
            return Ok(());
        }
        let mut to = self.open(runs, size)?;
        to.write(waiting, (waiting.len() / record) as u64)?;
        waiting.clear();
        to.end()
    }
}

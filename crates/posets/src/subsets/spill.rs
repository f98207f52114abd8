//! Levels that outgrow memory: shards of the next level in files, written once and read once.
//!
//! A shard that cannot grow any more is put aside: its records are appended to a file of its own, it keeps room for a
//! few records, and these follow whenever the room is full. Other shards stay in memory, where all that is pushed into a
//! class is merged. When the level is pushed in its turn, shard by shard is read, merged in a table and dropped; one that is
//! larger than was thought is merged in parts. A file in which every class may stand several times is merged and
//! written anew, so that files stay within a few times the level.
//!
//! A file holds records alone, code and payload. How many there are and their seal stand in the checkpoint of
//! the level (`checkpoint`), which is written when all files are safe: so a computation goes on from the last whole level.
//! Where the files are is the business of [`Runs`]; this module opens none.

use super::checkpoint::{Checkpoints, damaged, unwritten};
use super::error::Error;
use super::recursion::Payload;
use super::seal::Key;
use super::sealed::{BLOCK, Growing, Reader, Run};
use super::table::{MOST_SHARDS, MemoryBudget, NoRoom, SHARDS, Shard, scatter};
use sprague_limits::Stop;
use std::io::{self, Read, Write};
use std::marker::PhantomData;
use std::sync::Arc;

/// A place for files of records. Names are short and plain.
pub trait Runs: Send + Sync {
    /// The file of this name, opened to be written at its end; a fresh one takes the place of what is there.
    fn append(&self, name: &str, fresh: bool) -> io::Result<Box<dyn Write + '_>>;
    /// Returns when all that was written to the file is safe.
    fn sync(&self, name: &str) -> io::Result<()>;
    /// The file, from its beginning.
    fn read(&self, name: &str) -> io::Result<Box<dyn Read + '_>>;
    /// Removes a file.
    fn remove(&self, name: &str) -> io::Result<()>;
    /// Removes the files whose names `keep` does not hold for.
    fn retain(&self, keep: &dyn Fn(&str) -> bool) -> io::Result<()>;
}

/// A shard of the next level while it is pushed into.
pub(super) struct Target<'b, P: Payload> {
    pub shard: Shard<'b, P>,
    pub file: Option<Growing>,
    /// Records at which the file is merged and written anew.
    merge_at: u64,
}

impl<'b, P: Payload> Target<'b, P> {
    pub(super) fn new(shard: Shard<'b, P>) -> Self {
        Target { shard, file: None, merge_at: 0 }
    }
}

impl<P: Payload> Target<'_, P> {
    /// Records here and in the file, where a class may stand several times.
    pub(super) fn records(&self) -> u64 {
        self.shard.len() as u64 + self.file.as_ref().map_or(0, |file| file.run.records)
    }
}

/// What a computation has beside its memory.
pub(super) struct Disk {
    runs: Arc<dyn Runs>,
    key: Key,
    /// What shards hold that were put aside.
    waiting: MemoryBudget,
    /// The same for one of a level of so many shards.
    room: usize,
    /// Bytes of a table in which a file is merged; each thread may have two.
    table: usize,
}

/// Records of a file are merged again when there are so many times as many as there were classes.
pub(super) const SPREAD: u64 = 4;
/// The fewest bytes of a table in which a file is merged.
const SMALLEST: usize = 1 << 13;
/// The fewest slots of a table that is put aside.
const FEWEST: usize = 16;
/// Parts of a shard are told apart by at most so many bits.
const MOST_BITS: u32 = 24;

impl Disk {
    /// With `limit` bytes of memory: three quarters are for tables that grow, an eighth for what waits to be written, an
    /// eighth for what was read.
    pub(super) fn new(kept: &mut dyn Checkpoints, limit: usize, threads: usize) -> Option<Disk> {
        let runs = kept.runs()?;
        let (room, table) = (limit / 8, (limit / 16 / threads).max(SMALLEST));
        Some(Disk { runs, key: kept.key(), waiting: MemoryBudget::new(usize::MAX), room, table })
    }

    /// What tables may grow to.
    pub(super) fn tables(limit: usize) -> usize {
        limit / 4 * 3
    }

    /// The largest number of bytes that files took in memory.
    pub(super) fn peak(&self, threads: usize) -> usize {
        match self.waiting.peak() {
            0 => 0,
            waiting => waiting + 2 * threads * self.table,
        }
    }

    /// Into how many shards a level goes that takes so many bytes: twice as many as must be, as the number is a guess.
    pub(super) fn shards(&self, bytes: usize) -> usize {
        (bytes.saturating_mul(2) / self.table.max(1)).clamp(SHARDS, MOST_SHARDS).next_power_of_two()
    }

    /// Removes what belongs to no level that is kept.
    pub(super) fn retain(&self, size: u32, runs: &[Run]) -> Result<(), Error> {
        let mut names: Vec<String> = runs.iter().map(|run| run.name(size)).collect();
        names.sort_unstable();
        self.runs.retain(&|name| names.binary_search_by(|kept| kept.as_str().cmp(name)).is_ok()).map_err(unwritten)
    }
}

/// How the records of one level are put aside and read again.
pub(super) struct Filing<'a, 'c, P, M> {
    pub disk: &'a Disk,
    /// Elements of the classes of the level.
    pub size: u32,
    pub merge: M,
    pub payload: PhantomData<P>,
    /// Whether a word is the code of a class of the level.
    pub is_code: &'c dyn Fn(u64) -> bool,
    pub go_on: &'c dyn Fn() -> Result<(), Error>,
}

impl<'a, P: Payload, M: Fn(&mut P, &P) -> bool> Filing<'a, '_, P, M> {
    /// Bytes of a record.
    fn record(&self) -> usize {
        8 + 8 * P::words(self.size)
    }

    /// Puts a shard aside, the one at `at` of `shards`: it is empty then.
    pub(super) fn put_aside(&self, target: &mut Target<'a, P>, at: usize, shards: usize) -> Result<(), Error> {
        let first = target.file.is_none();
        let file = target.file.get_or_insert_with(|| Growing::new(&self.disk.key, at as u32, 0));
        self.append(file, &target.shard)?;
        if first {
            target.merge_at = SPREAD * file.run.records;
            let slots = (self.disk.room / shards / Shard::<P>::SLOT).max(FEWEST);
            target.shard = Shard::bounded(slots, &self.disk.waiting);
        } else {
            target.shard.clear();
            if file.run.records > target.merge_at {
                self.write_anew(file)?;
                target.merge_at = SPREAD * file.run.records;
            }
        }
        Ok(())
    }

    /// Puts aside what is left of a shard and says where it is, if there is anything.
    pub(super) fn finish(&self, mut target: Target<'a, P>, at: usize) -> Result<Option<Run>, Error> {
        let mut file = target.file.take().unwrap_or_else(|| Growing::new(&self.disk.key, at as u32, 0));
        self.append(&mut file, &target.shard)?;
        file.safe(&*self.disk.runs, self.size)
    }

    /// Writes the part of one of `workers` and says where it is, if there is anything.
    #[cfg(feature = "cluster")]
    pub(super) fn write(&self, shards: &[&Shard<P>], at: usize, workers: usize) -> Result<Option<Run>, Error> {
        let mut file = Growing::new(&self.disk.key, at as u32, 0);
        file.run.workers = workers as u32;
        shards.iter().try_for_each(|shard| self.append(&mut file, shard))?;
        file.safe(&*self.disk.runs, self.size)
    }

    fn append(&self, file: &mut Growing, shard: &Shard<P>) -> Result<(), Error> {
        if shard.len() == 0 {
            return Ok(());
        }
        let mut to = file.open(&*self.disk.runs, self.size)?;
        let (record, mut words) = (self.record(), vec![0; P::words(self.size)]);
        let mut block = Vec::with_capacity(BLOCK.min(shard.len() * record));
        let mut write = |block: &mut Vec<u8>| {
            (self.go_on)()?;
            to.write(block, (block.len() / record) as u64)?;
            block.clear();
            Ok::<_, Error>(())
        };
        for (key, payload) in shard.records() {
            payload.encode(&mut words);
            block.extend(key.to_le_bytes());
            words.iter().for_each(|word| block.extend(word.to_le_bytes()));
            if block.len() + record > BLOCK {
                write(&mut block)?;
            }
        }
        write(&mut block)?;
        to.end()
    }

    /// Merges what a file holds into a new one, which takes its place.
    fn write_anew(&self, file: &mut Growing) -> Result<(), Error> {
        let old = file.finished();
        *file = Growing::new(&self.disk.key, old.shard, old.generation + 1);
        self.merged(&old, &mut |table| self.append(file, table))?;
        self.disk.runs.remove(&old.name(self.size)).map_err(unwritten)
    }

    /// Merges the records of a file and gives them to `each`, all at once or, where they do not fit, in parts.
    pub(super) fn merged(&self, run: &Run, each: &mut dyn FnMut(&Shard<P>) -> Result<(), Error>) -> Result<(), Error> {
        let mut parts = vec![(0, 0)];
        while let Some((part, bits)) = parts.pop() {
            let budget = MemoryBudget::new(self.disk.table);
            match self.part(run, part, bits, &budget)? {
                Some(table) => each(&table)?,
                None if bits < MOST_BITS => parts.extend([(part | 1 << bits, bits + 1), (part, bits + 1)]),
                None => return Err(Error::Stop(Stop::Memory(self.disk.table))),
            }
        }
        Ok(())
    }

    /// The classes of a file whose hash ends with `bits` bits of `part`; `None` if they do not fit.
    fn part<'t>(
        &self,
        run: &Run,
        part: u64,
        bits: u32,
        budget: &'t MemoryBudget,
    ) -> Result<Option<Shard<'t, P>>, Error> {
        let record = self.record();
        let mut from = Reader::new(&*self.disk.runs, &self.disk.key, run, self.size, record)?;
        let mut table = Shard::new(0, budget);
        let mut words = vec![0; P::words(self.size)];
        while let Some(bytes) = from.next()? {
            (self.go_on)()?;
            for record in bytes.chunks_exact(record) {
                let (key, rest) = record.split_first_chunk::<8>().ok_or_else(|| damaged("a record makes no sense"))?;
                let key = u64::from_le_bytes(*key);
                if !(self.is_code)(key) {
                    return Err(damaged("a record makes no sense"));
                }
                if scatter(key) & ((1 << bits) - 1) != part {
                    continue;
                }
                words
                    .iter_mut()
                    .zip(rest.as_chunks::<8>().0)
                    .for_each(|(word, bytes)| *word = u64::from_le_bytes(*bytes));
                match table.put(key, &P::decode(&words), |into, _, from| (self.merge)(into, from)) {
                    Ok(()) => {}
                    Err(NoRoom::Memory) => return Ok(None),
                    Err(NoRoom::Overflow) => return Err(Error::Overflow),
                }
            }
        }
        Ok(Some(table))
    }
}

//! Files of records under a seal: written block by block at their end, read from the beginning to the end and compared with
//! what was written. What the records are is the business of who writes them; where the files are, that of [`Runs`].

use super::checkpoint::unwritten;
use super::error::{BadCheckpoint, Error};
use super::seal::{Key, Seal};
use super::spill::Runs;
use std::io::{self, Read, Write};

/// Bytes that are written or read at once.
pub(crate) const BLOCK: usize = 1 << 18;

/// A finished file: a part of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub shard: u32,
    /// The number of workers if it is a worker's part of the level, else 0.
    pub workers: u32,
    /// How often the part was written anew.
    pub generation: u32,
    pub records: u64,
    pub seal: [u64; Seal::WORDS],
}

impl Run {
    /// Words of a header that say this.
    pub(crate) const WORDS: usize = 4 + Seal::WORDS;

    pub(crate) fn name(&self, size: u32) -> String {
        format!("level-{size}.{}.{}.run", self.shard, self.generation)
    }

    pub(super) fn encode(&self, words: &mut Vec<u64>) {
        words.extend([self.shard, self.workers, self.generation].map(u64::from));
        words.push(self.records);
        words.extend(self.seal);
    }

    pub(super) fn decode(words: &[u64; Run::WORDS]) -> Option<Run> {
        let [shard, workers, generation, records, seal @ ..] = *words;
        let [shard, workers, generation] = [shard, workers, generation].map(u32::try_from);
        Some(Run { shard: shard.ok()?, workers: workers.ok()?, generation: generation.ok()?, records, seal })
    }
}

/// A file that is written.
pub(crate) struct Growing {
    pub run: Run,
    seal: Seal,
}

impl Growing {
    pub(crate) fn new(key: &Key, shard: u32, generation: u32) -> Growing {
        let run = Run { shard, workers: 0, generation, records: 0, seal: [0; Seal::WORDS] };
        Growing { run, seal: Seal::new(key) }
    }

    /// What is known of it so far.
    pub(crate) fn finished(&self) -> Run {
        Run { seal: self.seal.words(), ..self.run }
    }

    /// Opened for a while, as a file of a level.
    pub(crate) fn open<'a>(&'a mut self, runs: &'a dyn Runs, size: u32) -> Result<Writer<'a>, Error> {
        let to = runs.append(&self.run.name(size), self.run.records == 0).map_err(unwritten)?;
        Ok(Writer { to, file: self })
    }

    /// Returns when all of it is safe, and says where it is, if there is anything.
    pub(crate) fn safe(&self, runs: &dyn Runs, size: u32) -> Result<Option<Run>, Error> {
        if self.run.records == 0 {
            return Ok(None);
        }
        runs.sync(&self.run.name(size)).map_err(unwritten)?;
        Ok(Some(self.finished()))
    }
}

/// The end of a file.
pub(crate) struct Writer<'a> {
    to: Box<dyn Write + 'a>,
    file: &'a mut Growing,
}

impl Writer<'_> {
    /// Writes so many records.
    pub(crate) fn write(&mut self, bytes: &[u8], records: u64) -> Result<(), Error> {
        self.file.seal.take(bytes);
        self.to.write_all(bytes).map_err(unwritten)?;
        self.file.run.records += records;
        Ok(())
    }

    pub(crate) fn end(mut self) -> Result<(), Error> {
        self.to.flush().map_err(unwritten)
    }
}

/// A file that is read.
pub(crate) struct Reader<'a> {
    from: Box<dyn Read + 'a>,
    name: String,
    seal: Seal,
    sealed: [u64; Seal::WORDS],
    /// Bytes of a record, and records that are left.
    record: usize,
    left: u64,
    block: Vec<u8>,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(runs: &'a dyn Runs, key: &Key, run: &Run, size: u32, record: usize) -> Result<Self, Error> {
        let name = run.name(size);
        let from = runs.read(&name).map_err(|error| bad(&name, unread(&error)))?;
        let block = vec![0; (BLOCK / record).max(1) * record];
        Ok(Reader { from, name, seal: Seal::new(key), sealed: run.seal, record, left: run.records, block })
    }

    /// The next whole records; nothing at the end, when the seal agrees. Nothing that was read is to be believed before.
    pub(crate) fn next(&mut self) -> Result<Option<&[u8]>, Error> {
        if self.left == 0 {
            let more = self.from.read(&mut [0]).map_err(|error| bad(&self.name, unread(&error)))?;
            return match more {
                0 if self.seal.words() == self.sealed => Ok(None),
                0 => Err(bad(&self.name, "is damaged: its seal is broken".into())),
                _ => Err(bad(&self.name, "is damaged: it is too long".into())),
            };
        }
        let records = self.left.min((self.block.len() / self.record) as u64);
        let bytes = &mut self.block[..records as usize * self.record];
        self.from.read_exact(bytes).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => bad(&self.name, "is damaged: it ends too early".into()),
            _ => bad(&self.name, unread(&error)),
        })?;
        self.seal.take(bytes);
        self.left -= records;
        Ok(Some(bytes))
    }
}

/// What is wrong with a file.
fn bad(name: &str, what: String) -> Error {
    BadCheckpoint::File { name: name.into(), what }.into()
}

fn unread(error: &io::Error) -> String {
    format!("cannot be read ({error})")
}

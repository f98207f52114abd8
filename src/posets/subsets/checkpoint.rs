//! Levels as bytes: written while a computation runs, read back to resume it exactly.
//!
//! The stream is a sequence of words of 64 bits, little-endian: a header (what is computed, the level, the counts of
//! the levels before), its checksum, the records, and a checksum of everything. Each step of the checksum is a
//! bijection of its state, so that one damaged word is always seen, and a file cut off has no checksum at all. Where the
//! bytes go is the business of a [`Checkpoints`]; this module opens no files.

use super::engine::{Payload, Tally};
use super::error::Error;
use super::table::Level;
use std::io::{self, Read, Write};
use std::time::Duration;

/// A place where levels are kept. Only the newest is ever asked for.
pub trait Checkpoints: Send {
    /// A level is offered when this much time has passed since the last one.
    fn interval(&self) -> Duration;
    /// Keeps what `write` produces. What was kept before must remain until the new one is safe.
    fn save(&mut self, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()>;
    /// What was kept last, if anything.
    fn load(&mut self) -> io::Result<Option<Box<dyn Read + '_>>>;
}

const MAGIC: u64 = u64::from_le_bytes(*b"SPRAGUE1");
/// Bounds on what a header may say, against nonsense.
const MOST_TALLIES: u64 = 1 << 10;
const MOST_COUNTS: u64 = 1 << 16;

fn step(sum: u64, word: u64) -> u64 {
    let x = (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (x ^ (x >> 32)).rotate_left(23)
}

struct Out<'a> {
    to: &'a mut dyn Write,
    buffer: Vec<u8>,
    sum: u64,
}

impl Out<'_> {
    fn word(&mut self, word: u64) -> io::Result<()> {
        self.sum = step(self.sum, word);
        self.buffer.extend(word.to_le_bytes());
        if self.buffer.len() >= 1 << 16 { self.flush() } else { Ok(()) }
    }

    fn wide(&mut self, key: u128) -> io::Result<()> {
        self.word(key as u64)?;
        self.word((key >> 64) as u64)
    }

    fn checksum(&mut self) -> io::Result<()> {
        self.word(self.sum)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.write_all(&self.buffer)?;
        self.buffer.clear();
        Ok(())
    }
}

struct In<'a> {
    from: Box<dyn Read + 'a>,
    buffer: Vec<u8>,
    at: usize,
    sum: u64,
}

fn damaged(what: &str) -> Error {
    Error::Checkpoint(format!("it is damaged ({what}); remove it to start afresh"))
}

impl In<'_> {
    fn word(&mut self) -> Result<u64, Error> {
        if self.at + 8 > self.buffer.len() {
            self.fill()?;
        }
        let bytes: [u8; 8] = self.buffer[self.at..self.at + 8].try_into().map_err(|_| damaged("it ends too early"))?;
        self.at += 8;
        let word = u64::from_le_bytes(bytes);
        self.sum = step(self.sum, word);
        Ok(word)
    }

    fn fill(&mut self) -> Result<(), Error> {
        self.buffer.drain(..self.at);
        self.at = 0;
        let wanted = (1 << 16) - self.buffer.len() as u64;
        let read = self.from.by_ref().take(wanted).read_to_end(&mut self.buffer);
        read.map_err(|e| Error::Checkpoint(format!("it can't be read: {e}")))?;
        if self.buffer.len() < 8 { Err(damaged("it ends too early")) } else { Ok(()) }
    }

    fn wide(&mut self) -> Result<u128, Error> {
        Ok(u128::from(self.word()?) | u128::from(self.word()?) << 64)
    }

    fn count(&mut self, most: u64) -> Result<u64, Error> {
        let count = self.word()?;
        if count > most { Err(damaged("a count makes no sense")) } else { Ok(count) }
    }

    fn checksum(&mut self) -> Result<(), Error> {
        let sum = self.sum;
        if self.word()? == sum { Ok(()) } else { Err(damaged("the checksum differs")) }
    }
}

/// Offers a level to be kept.
pub(super) fn save<P: Payload>(
    to: &mut dyn Checkpoints,
    identity: &str,
    size: u32,
    level: &Level<P>,
    tallies: &[Tally],
    go_on: &dyn Fn() -> Result<(), Error>,
) -> Result<(), Error> {
    let mut stopped = None;
    let saved = to.save(&mut |to| {
        let mut out = Out { to, buffer: Vec::new(), sum: 0 };
        out.word(MAGIC)?;
        out.word(identity.len() as u64)?;
        for byte in identity.bytes() {
            out.word(u64::from(byte))?;
        }
        out.word(u64::from(size))?;
        out.word(P::WORDS as u64)?;
        out.word(level.len() as u64)?;
        out.word(tallies.len() as u64)?;
        for tally in tallies {
            out.word(tally.classes)?;
            out.word(tally.counts.len() as u64)?;
            tally.counts.iter().try_for_each(|&count| out.word(count))?;
            out.word(tally.examples.len() as u64)?;
            tally.examples.iter().try_for_each(|&class| out.wide(class))?;
        }
        out.checksum()?;
        let mut words = vec![0; P::WORDS];
        for (i, (key, payload)) in level.records().enumerate() {
            if i % 4096 == 0 {
                go_on().map_err(|stop| {
                    stopped = Some(stop);
                    io::Error::other("stopped")
                })?;
            }
            out.wide(key)?;
            payload.encode(&mut words);
            words.iter().try_for_each(|&word| out.word(word))?;
        }
        out.checksum()?;
        out.flush()
    });
    match (stopped, saved) {
        (Some(stop), _) => Err(stop),
        (None, Err(e)) => Err(Error::Checkpoint(format!("it can't be written: {e}"))),
        (None, Ok(())) => Ok(()),
    }
}

/// What takes the records of a level that is read back.
pub(super) trait Receiver<P> {
    type Level;
    fn level(&self, expected: usize) -> Self::Level;
    fn put(&self, level: &mut Self::Level, key: u128, payload: &P) -> Result<(), Error>;
    fn count(&self, level: &Self::Level) -> usize;
    fn go_on(&self) -> Result<(), Error>;
}

/// What was kept last for this computation: level, classes, counts of the levels before.
pub(super) fn resume<P: Payload, R: Receiver<P>>(
    from: &mut dyn Checkpoints,
    identity: &str,
    receiver: &R,
) -> Result<Option<(u32, R::Level, Vec<Tally>)>, Error> {
    let Some(from) = from.load().map_err(|e| Error::Checkpoint(format!("it can't be read: {e}")))? else {
        return Ok(None);
    };
    let mut input = In { from, buffer: Vec::new(), at: 0, sum: 0 };
    if input.word()? != MAGIC {
        return Err(damaged("it does not begin like one"));
    }
    let length = input.count(1 << 12)?;
    let mut theirs = Vec::new();
    for _ in 0..length {
        theirs.push(u8::try_from(input.word()?).map_err(|_| damaged("its name makes no sense"))?);
    }
    let size = input.count(1 << 10)? as u32;
    let words = input.word()?;
    let records = input.word()?;
    let mut tallies = Vec::new();
    for _ in 0..input.count(MOST_TALLIES)? {
        let mut tally = Tally { classes: input.word()?, ..Tally::default() };
        for _ in 0..input.count(MOST_COUNTS)? {
            tally.counts.push(input.word()?);
        }
        for _ in 0..input.count(MOST_COUNTS)? {
            tally.examples.push(input.wide()?);
        }
        tallies.push(tally);
    }
    input.checksum()?;
    if theirs != identity.as_bytes() || words != P::WORDS as u64 {
        let theirs = String::from_utf8_lossy(&theirs).into_owned();
        return Err(Error::Checkpoint(format!("it belongs to another computation, `{theirs}`, not to `{identity}`")));
    }
    let mut level = receiver.level(usize::try_from(records).unwrap_or(usize::MAX).min(1 << 30));
    let mut payload = vec![0; P::WORDS];
    for i in 0..records {
        if i % 4096 == 0 {
            receiver.go_on()?;
        }
        let key = input.wide()?;
        for word in &mut payload {
            *word = input.word()?;
        }
        if key == 0 {
            return Err(damaged("a record makes no sense"));
        }
        receiver.put(&mut level, key, &P::decode(&payload))?;
    }
    input.checksum()?;
    if receiver.count(&level) as u64 != records {
        return Err(damaged("a class stands there twice"));
    }
    Ok(Some((size, level, tallies)))
}

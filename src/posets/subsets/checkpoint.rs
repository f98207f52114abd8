//! Levels as bytes: written while a computation runs, read back to resume it exactly.
//!
//! The stream is a sequence of words of 64 bits, little-endian: a header (what is computed, the level, the counts of
//! the levels before, the classes that were asked for and met), its checksum, the records, and a checksum of everything.
//! Each step of the checksum is a bijection of its state, so that one damaged word is always seen, and a file cut off has
//! no checksum at all. Where the bytes go is the business of a [`Checkpoints`]; this module opens no files.
//!
//! The last level is kept too: it is the answer, of one class as a rule. Where it is large, the number that was made
//! of it takes its place ([`save_answer`]).

use super::engine::{Payload, Tally};
use super::error::Error;
use super::table::Level;
use std::cmp::Ordering;
use std::io::{self, Read, Write};
use std::time::Duration;

/// A place where levels are kept. Only the newest is ever asked for.
pub trait Checkpoints: Send {
    /// A level is offered when this much time has passed since the last one, and four times as long as it took to keep
    /// that one; every level if zero.
    fn interval(&self) -> Duration;
    /// Keeps what `write` produces. What was kept before must remain until the new one is safe.
    fn save(&mut self, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()>;
    /// What was kept last, if anything.
    fn load(&mut self) -> io::Result<Option<Box<dyn Read + '_>>>;
}

const MAGIC: u64 = u64::from_le_bytes(*b"SPRAGUE2");
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

/// Where a computation stands: a level complete but not pushed, and what was learned below it.
pub(super) struct State<L, P> {
    /// Elements of the classes of the level.
    pub size: u32,
    pub level: L,
    /// The counts of the levels below.
    pub tallies: Vec<Tally>,
    /// Classes that were asked for and met below.
    pub watched: Vec<(u128, P)>,
}

impl Out<'_> {
    /// What stands before the records.
    fn header<P: Payload>(&mut self, identity: &str, records: u64, of: &State<(), P>) -> io::Result<()> {
        self.word(MAGIC)?;
        self.word(identity.len() as u64)?;
        identity.bytes().try_for_each(|byte| self.word(u64::from(byte)))?;
        self.word(u64::from(of.size))?;
        self.word(P::WORDS as u64)?;
        self.word(records)?;
        self.word(of.tallies.len() as u64)?;
        for tally in &of.tallies {
            self.word(tally.classes)?;
            self.word(tally.counts.len() as u64)?;
            tally.counts.iter().try_for_each(|&count| self.word(count))?;
            self.word(tally.examples.len() as u64)?;
            tally.examples.iter().try_for_each(|&class| self.wide(class))?;
        }
        self.word(of.watched.len() as u64)?;
        let mut words = vec![0; P::WORDS];
        for (key, payload) in &of.watched {
            self.record(*key, payload, &mut words)?;
        }
        self.checksum()
    }

    fn record<P: Payload>(&mut self, key: u128, payload: &P, words: &mut [u64]) -> io::Result<()> {
        self.wide(key)?;
        payload.encode(words);
        words.iter().try_for_each(|&word| self.word(word))
    }
}

/// Offers a level to be kept.
pub(super) fn save<P: Payload>(
    to: &mut dyn Checkpoints,
    identity: &str,
    level: &Level<P>,
    of: &State<(), P>,
    go_on: &dyn Fn() -> Result<(), Error>,
) -> Result<(), Error> {
    let mut stopped = None;
    let saved = to.save(&mut |to| {
        let mut out = Out { to, buffer: Vec::new(), sum: 0 };
        out.header(identity, level.len() as u64, of)?;
        let mut words = vec![0; P::WORDS];
        for (i, (key, payload)) in level.records().enumerate() {
            if i % 4096 == 0 {
                go_on().map_err(|stop| {
                    stopped = Some(stop);
                    io::Error::other("stopped")
                })?;
            }
            out.record(key, payload, &mut words)?;
        }
        out.checksum()?;
        out.flush()
    });
    match (stopped, saved) {
        (Some(stop), _) => Err(stop),
        (None, saved) => saved.map_err(unwritten),
    }
}

fn unwritten(e: io::Error) -> Error {
    Error::Checkpoint(format!("it can't be written: {e}"))
}

fn unreadable(e: io::Error) -> Error {
    Error::Checkpoint(format!("it can't be read: {e}"))
}

/// The name under which the number that a computation ended with is kept.
fn answer_of(identity: &str) -> String {
    format!("the answer of {identity}")
}

/// Keeps the number that a computation ended with, and its counts, instead of its last level.
pub(super) fn save_answer(
    to: &mut dyn Checkpoints,
    identity: &str,
    answer: &[u64],
    tallies: &[Tally],
) -> Result<(), Error> {
    let words = answer.iter().enumerate().map(|(at, &word)| (at as u128 + 1, word)).collect();
    let of = State { size: 0, level: (), tallies: tallies.to_vec(), watched: words };
    to.save(&mut |to| {
        let mut out = Out { to, buffer: Vec::new(), sum: 0 };
        out.header::<u64>(&answer_of(identity), 0, &of)?;
        out.checksum()?;
        out.flush()
    })
    .map_err(unwritten)
}

/// The number that is kept, if this computation has ended.
pub(super) fn load_answer(from: &mut dyn Checkpoints, identity: &str) -> Result<Option<(Vec<u64>, Vec<Tally>)>, Error> {
    let Some(from) = from.load().map_err(unreadable)? else { return Ok(None) };
    let mut input = In { from, buffer: Vec::new(), at: 0, sum: 0 };
    let header = input.header()?;
    if header.identity != answer_of(identity).as_bytes() || header.words != 1 {
        return Ok(None);
    }
    input.checksum()?;
    Ok(Some((header.watched.into_iter().flat_map(|(_, words)| words).collect(), header.tallies)))
}

struct Header {
    identity: Vec<u8>,
    size: u32,
    words: u64,
    records: u64,
    tallies: Vec<Tally>,
    watched: Vec<(u128, Vec<u64>)>,
}

impl In<'_> {
    fn header(&mut self) -> Result<Header, Error> {
        if self.word()? != MAGIC {
            return Err(damaged("it does not begin like one"));
        }
        let length = self.count(1 << 12)?;
        let mut identity = Vec::new();
        for _ in 0..length {
            identity.push(u8::try_from(self.word()?).map_err(|_| damaged("its name makes no sense"))?);
        }
        let size = self.count(1 << 10)? as u32;
        let words = self.count(1 << 10)?;
        let records = self.word()?;
        let mut tallies = Vec::new();
        for _ in 0..self.count(MOST_TALLIES)? {
            let mut tally = Tally { classes: self.word()?, ..Tally::default() };
            for _ in 0..self.count(MOST_COUNTS)? {
                tally.counts.push(self.word()?);
            }
            for _ in 0..self.count(MOST_COUNTS)? {
                tally.examples.push(self.wide()?);
            }
            tallies.push(tally);
        }
        let mut watched = Vec::new();
        for _ in 0..self.count(MOST_COUNTS)? {
            let key = self.wide()?;
            watched.push((key, (0..words).map(|_| self.word()).collect::<Result<_, _>>()?));
        }
        self.checksum()?;
        Ok(Header { identity, size, words, records, tallies, watched })
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

/// Where this computation stood when it was kept last.
pub(super) fn resume<P: Payload, R: Receiver<P>>(
    from: &mut dyn Checkpoints,
    identity: &str,
    receiver: &R,
) -> Result<Option<State<R::Level, P>>, Error> {
    let Some(from) = from.load().map_err(unreadable)? else { return Ok(None) };
    let mut input = In { from, buffer: Vec::new(), at: 0, sum: 0 };
    let header = input.header()?;
    if header.identity != identity.as_bytes() {
        let theirs = String::from_utf8_lossy(&header.identity).into_owned();
        return Err(Error::Checkpoint(format!("it belongs to another computation, `{theirs}`, not to `{identity}`")));
    }
    // Numbers are tried in growing widths: what is kept in narrower ones has overflowed since, and what is kept in wider
    // ones says that these will.
    match header.words.cmp(&(P::WORDS as u64)) {
        Ordering::Less => return Ok(None),
        Ordering::Greater => return Err(Error::Overflow),
        Ordering::Equal => {}
    }
    let mut level = receiver.level(usize::try_from(header.records).unwrap_or(usize::MAX).min(1 << 30));
    let mut payload = vec![0; P::WORDS];
    for i in 0..header.records {
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
    if receiver.count(&level) as u64 != header.records {
        return Err(damaged("a class stands there twice"));
    }
    let watched = header.watched.iter().map(|(key, words)| (*key, P::decode(words))).collect();
    Ok(Some(State { size: header.size, level, tallies: header.tallies, watched }))
}

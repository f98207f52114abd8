//! Levels as bytes: written while a computation runs, read back to resume it exactly.
//!
//! The stream is a sequence of words of 64 bits, little-endian: a magic number, the length of the header, the header (which
//! program, what is computed, the level, the counts of the levels before, the classes that were asked for and met, the files
//! of a level that outgrew memory, each with its seal) and its seal, the records, and a seal of everything. Nothing of a header is believed before its seal was compared, so that
//! only what was written with the same key is ever read; what that key protects stands in docs/downsets.md. Records
//! are looked at as they come: each must be a class of its level. Where the bytes go is the business of a [`Checkpoints`]; this
//! module opens no files.
//!
//! The last level is kept too: it is the answer, of one class as a rule. Where it is large, the number that was made
//! of it takes its place (`save_answer`).

use super::error::{BadCheckpoint, Error};
use super::recursion::{ClassTally, Payload};
use super::seal::{Key, Seal};
use super::sealed::Run;
use super::spill::Runs;
use super::table::Level;
use std::cmp::Ordering;
use std::io::{self, Read, Write};
use std::sync::Arc;
use std::time::Duration;

/// A place where levels are kept. Only the newest is ever asked for.
pub trait Checkpoints: Send {
    /// With what everything is sealed.
    fn key(&self) -> Key;
    /// A level is offered when this much time has passed since the last one, and four times as long as it took to keep
    /// that one; every level if zero, no level if `None`.
    fn interval(&self) -> Option<Duration>;
    /// Keeps what `write` produces. What was kept before must remain until the new one is safe.
    fn save(&mut self, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()>;
    /// What was kept last, if anything.
    fn load(&mut self) -> io::Result<Option<Box<dyn Read + '_>>>;
    /// Where levels go that outgrow memory, if they may.
    fn runs(&mut self) -> Option<Arc<dyn Runs>> {
        None
    }
}

const MAGIC: u64 = u64::from_le_bytes(*b"SPRAGUE4");
/// The program that writes and reads.
pub(super) const PROGRAM: &str = concat!("sprague ", env!("CARGO_PKG_VERSION"));
/// The most words of a header: some twenty times what the longest computation writes.
const MOST_HEADER: u64 = 1 << 16;
/// Levels are given room for so many records at once.
const MOST_EXPECTED: u64 = 1 << 24;

struct Out<'a> {
    to: &'a mut dyn Write,
    buffer: Vec<u8>,
    seal: Seal,
}

impl Out<'_> {
    fn new<'a>(to: &'a mut dyn Write, key: &Key) -> Out<'a> {
        Out { to, buffer: Vec::new(), seal: Seal::new(key) }
    }

    fn word(&mut self, word: u64) -> io::Result<()> {
        self.buffer.extend(word.to_le_bytes());
        if self.buffer.len() >= 1 << 16 { self.flush() } else { Ok(()) }
    }

    fn seal(&mut self) -> io::Result<()> {
        self.flush()?;
        self.seal.words().into_iter().try_for_each(|word| self.word(word))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.seal.take(&self.buffer);
        self.to.write_all(&self.buffer)?;
        self.buffer.clear();
        Ok(())
    }
}

struct In<'a> {
    from: Box<dyn Read + 'a>,
    buffer: Vec<u8>,
    at: usize,
    seal: Seal,
    key: Key,
}

pub(crate) fn damaged(what: &'static str) -> Error {
    BadCheckpoint::Damaged(what).into()
}

impl<'a> In<'a> {
    fn new(from: Box<dyn Read + 'a>, key: Key) -> In<'a> {
        In { from, buffer: Vec::new(), at: 0, seal: Seal::new(&key), key }
    }

    fn word(&mut self) -> Result<u64, Error> {
        if self.at + 8 > self.buffer.len() {
            self.fill()?;
        }
        let bytes: [u8; 8] = self.buffer[self.at..self.at + 8].try_into().map_err(|_| damaged("it ends too early"))?;
        self.at += 8;
        self.seal.take(&bytes);
        Ok(u64::from_le_bytes(bytes))
    }

    fn fill(&mut self) -> Result<(), Error> {
        self.buffer.drain(..self.at);
        self.at = 0;
        let wanted = (1 << 16) - self.buffer.len() as u64;
        let read = self.from.by_ref().take(wanted).read_to_end(&mut self.buffer);
        read.map_err(unreadable)?;
        if self.buffer.len() < 8 { Err(damaged("it ends too early")) } else { Ok(()) }
    }

    /// Compares the seal of all words so far. How many of its words agree need not be hidden: there is nobody who could ask
    /// again and again.
    fn seal(&mut self) -> Result<(), Error> {
        let expected = self.seal.words();
        let mut same = true;
        for word in expected {
            same &= self.word()? == word;
        }
        if same { Ok(()) } else { Err(damaged("its seal is broken: it was changed after it was written")) }
    }

    /// The header's words, once its seal was compared.
    fn header(&mut self) -> Result<Header, Error> {
        if self.word()? != MAGIC {
            return Err(damaged("it does not begin like one of this version"));
        }
        let length = self.word()?;
        if length > MOST_HEADER {
            return Err(damaged("a length makes no sense"));
        }
        if self.word()? != self.key.id() {
            return Err(BadCheckpoint::OtherKey.into());
        }
        let words = (0..length).map(|_| self.word()).collect::<Result<Vec<u64>, Error>>()?;
        self.seal()?;
        let header = Words(&words).header()?;
        if header.program != PROGRAM {
            return Err(BadCheckpoint::OtherProgram(header.program).into());
        }
        Ok(header)
    }
}

/// What is left of the words of a header.
struct Words<'a>(&'a [u64]);

impl Words<'_> {
    fn word(&mut self) -> Result<u64, Error> {
        let (&word, rest) = self.0.split_first().ok_or_else(|| damaged("its header is too short"))?;
        self.0 = rest;
        Ok(word)
    }

    fn wide(&mut self) -> Result<u128, Error> {
        Ok(u128::from(self.word()?) | u128::from(self.word()?) << 64)
    }

    /// A count of things that take at least a word each.
    fn count(&mut self) -> Result<usize, Error> {
        let count = usize::try_from(self.word()?).unwrap_or(usize::MAX);
        if count > self.0.len() { Err(damaged("a count makes no sense")) } else { Ok(count) }
    }

    fn text(&mut self) -> Result<String, Error> {
        let bytes =
            (0..self.count()?).map(|_| u8::try_from(self.word()?).map_err(|_| damaged("a name makes no sense")));
        let bytes = bytes.collect::<Result<Vec<u8>, Error>>()?;
        String::from_utf8(bytes).map_err(|_| damaged("a name makes no sense"))
    }

    fn header(mut self) -> Result<Header, Error> {
        let (program, identity) = (self.text()?, self.text()?);
        let size = u32::try_from(self.word()?).map_err(|_| damaged("its level makes no sense"))?;
        let words = usize::try_from(self.word()?).unwrap_or(usize::MAX);
        let records = self.word()?;
        let mut tallies = Vec::new();
        for _ in 0..self.count()? {
            let classes = self.word()?;
            let counts = (0..self.count()?).map(|_| self.word()).collect::<Result<_, _>>()?;
            let examples = (0..self.count()?).map(|_| self.wide()).collect::<Result<_, _>>()?;
            tallies.push(ClassTally { classes, counts, examples });
        }
        let mut watched = Vec::new();
        for _ in 0..self.count()? {
            let key = self.wide()?;
            watched.push((key, (0..words).map(|_| self.word()).collect::<Result<_, _>>()?));
        }
        let mut runs = Vec::new();
        for _ in 0..self.count()? {
            let (run, rest) = self.0.split_first_chunk().ok_or_else(|| damaged("its header is too short"))?;
            runs.push(Run::decode(run).ok_or_else(|| damaged("a file of its level makes no sense"))?);
            self.0 = rest;
        }
        if !self.0.is_empty() {
            return Err(damaged("its header is too long"));
        }
        Ok(Header { program, identity, size, words, records, tallies, watched, runs })
    }
}

/// A complete level: in tables, or in a file for each shard.
pub(crate) enum Stand<'b, P: Payload> {
    Tables(Level<'b, P>),
    Runs(Vec<Run>),
}

/// Where a computation stands: a level complete but not pushed, and what was learned below it.
pub(crate) struct State<L, P> {
    /// Elements of the classes of the level.
    pub size: u32,
    pub level: L,
    /// The counts of the levels below.
    pub tallies: Vec<ClassTally>,
    /// Classes that were asked for and met below.
    pub watched: Vec<(u128, P)>,
}

impl<P: Payload> State<(), P> {
    /// The same in payloads that are written alike.
    pub(super) fn recoded<Q: Payload>(self) -> State<(), Q> {
        let State { size, level, tallies, watched } = self;
        let mut words = vec![0; P::words(size)];
        let watched = watched.into_iter().map(|(key, payload)| {
            payload.encode(&mut words);
            (key, Q::decode(&words))
        });
        State { size, level, tallies, watched: watched.collect() }
    }
}

/// The header's words.
fn header<P: Payload>(identity: &str, records: u64, runs: &[Run], of: &State<(), P>) -> Vec<u64> {
    fn wide(words: &mut Vec<u64>, key: u128) {
        words.extend([key as u64, (key >> 64) as u64]);
    }
    let mut words = Vec::new();
    for text in [PROGRAM, identity] {
        words.push(text.len() as u64);
        words.extend(text.bytes().map(u64::from));
    }
    words.extend([u64::from(of.size), P::words(of.size) as u64, records, of.tallies.len() as u64]);
    for tally in &of.tallies {
        words.extend([tally.classes, tally.counts.len() as u64]);
        words.extend(&tally.counts);
        words.push(tally.examples.len() as u64);
        tally.examples.iter().for_each(|&class| wide(&mut words, class));
    }
    words.push(of.watched.len() as u64);
    let mut encoded = vec![0; P::words(of.size)];
    for (key, payload) in &of.watched {
        wide(&mut words, *key);
        payload.encode(&mut encoded);
        words.extend(&encoded);
    }
    words.push(runs.len() as u64);
    runs.iter().for_each(|run| run.encode(&mut words));
    words
}

impl Out<'_> {
    /// What stands before the records.
    fn header<P: Payload>(
        &mut self,
        key: &Key,
        identity: &str,
        (records, runs): (u64, &[Run]),
        of: &State<(), P>,
    ) -> io::Result<()> {
        let words = header(identity, records, runs, of);
        self.word(MAGIC)?;
        self.word(words.len() as u64)?;
        self.word(key.id())?;
        words.into_iter().try_for_each(|word| self.word(word))?;
        self.seal()
    }

    fn record<P: Payload>(&mut self, code: u64, payload: &P, words: &mut [u64]) -> io::Result<()> {
        self.word(code)?;
        payload.encode(words);
        words.iter().try_for_each(|&word| self.word(word))
    }
}

/// Offers a level to be kept.
pub(crate) fn save<P: Payload>(
    to: &mut dyn Checkpoints,
    identity: &str,
    level: &Stand<P>,
    of: &State<(), P>,
    go_on: &dyn Fn() -> Result<(), Error>,
) -> Result<(), Error> {
    let (mut stopped, seal) = (None, to.key());
    let saved = to.save(&mut |to| {
        let mut out = Out::new(to, &seal);
        let (tables, runs) = match level {
            Stand::Tables(level) => (Some(level), &[][..]),
            Stand::Runs(runs) => (None, &runs[..]),
        };
        out.header(&seal, identity, (tables.map_or(0, Level::len) as u64, runs), of)?;
        let mut words = vec![0; P::words(of.size)];
        for (i, (key, payload)) in tables.into_iter().flat_map(Level::records).enumerate() {
            if i % 4096 == 0 {
                go_on().map_err(|stop| {
                    stopped = Some(stop);
                    io::Error::other("stopped")
                })?;
            }
            out.record(key, payload, &mut words)?;
        }
        out.seal()?;
        out.flush()
    });
    match (stopped, saved) {
        (Some(stop), _) => Err(stop),
        (None, saved) => saved.map_err(unwritten),
    }
}

pub(crate) fn unwritten(e: io::Error) -> Error {
    BadCheckpoint::Unwritten(e.to_string()).into()
}

pub(super) fn unreadable(e: io::Error) -> Error {
    BadCheckpoint::Unreadable(e.to_string()).into()
}

/// The name under which the number that a computation ended with is kept.
fn answer_of(identity: &str) -> String {
    format!("the answer of {identity}")
}

/// Keeps the number that a computation ended with, and its counts, instead of its last level.
pub(crate) fn save_answer(
    kept: &mut dyn Checkpoints,
    identity: &str,
    answer: &[u64],
    tallies: &[ClassTally],
) -> Result<(), Error> {
    let words = answer.iter().enumerate().map(|(at, &word)| (at as u128 + 1, word)).collect();
    let of = State { size: 0, level: (), tallies: tallies.to_vec(), watched: words };
    let seal = kept.key();
    kept.save(&mut |to| {
        let mut out = Out::new(to, &seal);
        out.header::<u64>(&seal, &answer_of(identity), (0, &[]), &of)?;
        out.seal()?;
        out.flush()
    })
    .map_err(unwritten)?;
    remove_files(kept);
    Ok(())
}

/// The number that is kept, if this computation has ended.
pub(crate) fn load_answer(
    kept: &mut dyn Checkpoints,
    identity: &str,
) -> Result<Option<(Vec<u64>, Vec<ClassTally>)>, Error> {
    let key = kept.key();
    let Some(from) = kept.load().map_err(unreadable)? else { return Ok(None) };
    let mut input = In::new(from, key);
    let header = input.header()?;
    if header.identity != answer_of(identity) || header.words != 1 {
        return Ok(None);
    }
    input.seal()?;
    // Whoever wrote it may have been killed before they were removed.
    drop(input);
    remove_files(kept);
    Ok(Some((header.watched.into_iter().flat_map(|(_, words)| words).collect(), header.tallies)))
}

/// Removes the files of levels, which an answer does not need; whoever comes next removes what cannot be removed now.
fn remove_files(kept: &mut dyn Checkpoints) {
    let _ = kept.runs().map(|runs| runs.retain(&|_| false));
}

struct Header {
    program: String,
    identity: String,
    size: u32,
    words: usize,
    records: u64,
    tallies: Vec<ClassTally>,
    watched: Vec<(u128, Vec<u64>)>,
    runs: Vec<Run>,
}

/// What takes the records of a level that is read back; a key comes with its size.
pub(crate) trait Receiver<P> {
    type Level;
    fn level(&self, expected: usize) -> Self::Level;
    /// Whether this is a class of the computation with so many elements.
    fn is_class(&self, key: u128, size: u32) -> bool;
    /// Whether this is the code of one.
    fn is_code(&self, code: u64, size: u32) -> bool;
    /// Takes the record of a code, of so many elements.
    fn put(&self, level: &mut Self::Level, key: (u64, u32), payload: &P) -> Result<(), Error>;
    fn count(&self, level: &Self::Level) -> u64;
    fn go_on(&self) -> Result<(), Error>;
}

/// Where this computation stood when it was kept last, and the files of the level if it is in files.
pub(crate) fn resume<P: Payload, R: Receiver<P>>(
    from: &mut dyn Checkpoints,
    identity: &str,
    receiver: &R,
) -> Result<Option<(State<R::Level, P>, Vec<Run>)>, Error> {
    let key = from.key();
    let Some(from) = from.load().map_err(unreadable)? else { return Ok(None) };
    let mut input = In::new(from, key);
    let header = input.header()?;
    if header.identity != identity {
        return Err(BadCheckpoint::OtherComputation { theirs: header.identity, ours: identity.into() }.into());
    }
    // Numbers are tried in growing widths: what is kept in narrower ones has overflowed since, and what is kept in wider
    // ones says that these will.
    match header.words.cmp(&P::words(header.size)) {
        Ordering::Less => return Ok(None),
        Ordering::Greater => return Err(Error::Overflow),
        Ordering::Equal => {}
    }
    let mut level = receiver.level(header.records.min(MOST_EXPECTED) as usize);
    let mut payload = vec![0; header.words];
    for i in 0..header.records {
        if i % 4096 == 0 {
            receiver.go_on()?;
        }
        let key = input.word()?;
        for word in &mut payload {
            *word = input.word()?;
        }
        if !receiver.is_code(key, header.size) {
            return Err(damaged("a record makes no sense"));
        }
        receiver.put(&mut level, (key, header.size), &P::decode(&payload))?;
    }
    input.seal()?;
    if receiver.count(&level) != header.records {
        return Err(damaged("a class stands there twice"));
    }
    if !header.watched.iter().all(|(key, _)| receiver.is_class(*key, key.count_ones())) {
        return Err(damaged("a class that was asked for makes no sense"));
    }
    let watched = header.watched.iter().map(|(key, words)| (*key, P::decode(words))).collect();
    if !header.runs.is_empty() && header.records > 0 {
        return Err(damaged("its level stands there twice"));
    }
    let state = State { size: header.size, level, tallies: header.tallies, watched };
    Ok(Some((state, header.runs)))
}

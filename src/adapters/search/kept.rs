//! Searches kept in a directory, so that they go on where they were stopped: `--checkpoint`.
//!
//! In: a question. Out: its answer, with what an earlier run learnt of it; what is learnt now is written now and then, when the
//! search is stopped, and at the end. A file is words of 64 bits, little-endian: a magic number, the key's number, the lengths and texts of the program and of the
//! question, what [`sprague-search`](crate::search) writes, and a seal of everything. Nothing of it is used before its seal was compared: it is
//! the seal that vouches for the facts in it.

use crate::adapters::posets::heavy::Kept;
use crate::diagnostics::Mistake;
use crate::eval::Machine;
use crate::posets::subsets::seal::{Key, Seal};
use crate::posets::subsets::{BadCheckpoint, Checkpoints};
use crate::search::{Keeper, Writing};
use crate::value::{Fault, Res, Value};
use std::cell::RefCell;
use std::io::{self, Read, Write};
use std::path::Path;
use std::rc::Rc;
use std::time::{Duration, Instant};

const MAGIC: [u8; 8] = *b"SPRAGUEW";
const PROGRAM: &str = concat!("sprague ", env!("CARGO_PKG_VERSION"));
const SEAL: usize = 32;

/// Writing may take one part in so many of the time.
const SHARE: u32 = 20;

/// Whether a search is being kept: what its rules ask themselves belongs to it.
#[derive(Default)]
struct Busy(bool);

/// The file of a question.
struct File {
    place: Box<dyn Checkpoints>,
    question: String,
    since: Instant,
    /// What the last writing took.
    cost: Duration,
    failed: Rc<RefCell<Option<io::Error>>>,
}

impl Keeper for File {
    fn is_due(&mut self) -> bool {
        let passed = self.since.elapsed();
        self.place.interval().is_some_and(|interval| passed >= interval && passed >= self.cost * SHARE)
    }

    fn keep(&mut self, write: Writing<'_>) {
        if self.place.interval().is_none() {
            return;
        }
        let (start, key, question) = (Instant::now(), self.place.key(), &self.question);
        let written = self.place.save(&mut |to| {
            let mut out = Sealed { to, seal: Seal::new(&key) };
            out.write_all(&MAGIC)?;
            out.write_all(&key.id().to_le_bytes())?;
            for text in [PROGRAM, question] {
                out.write_all(&(text.len() as u64).to_le_bytes())?;
                out.write_all(text.as_bytes())?;
            }
            write(&mut out)?;
            let seal = out.seal.words();
            seal.iter().try_for_each(|word| out.to.write_all(&word.to_le_bytes()))
        });
        (self.since, self.cost) = (Instant::now(), start.elapsed());
        if let Err(error) = written {
            *self.failed.borrow_mut() = Some(error);
        }
    }
}

/// Everything that is written goes into the seal.
struct Sealed<'a> {
    to: &'a mut dyn Write,
    seal: Seal,
}

impl Write for Sealed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.to.write(bytes)?;
        self.seal.take(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// What the search wrote, if all else fits.
fn opened<'b>(bytes: &'b [u8], key: &Key, question: &str) -> Result<&'b [u8], BadCheckpoint> {
    let short = || BadCheckpoint::Damaged("it ends too early");
    let word = |bytes: &'b [u8]| {
        bytes.split_first_chunk().map(|(word, rest)| (u64::from_le_bytes(*word), rest)).ok_or_else(short)
    };
    let rest = bytes.strip_prefix(&MAGIC);
    let (id, mut rest) = word(rest.ok_or(BadCheckpoint::Damaged("it does not begin like one of this version"))?)?;
    if id != key.id() {
        return Err(BadCheckpoint::OtherKey);
    }
    let length = rest.len().checked_sub(SEAL).ok_or_else(short)?;
    let (sealed, seal) = bytes.split_at(bytes.len() - SEAL);
    rest = &rest[..length];
    let mut digest = Seal::new(key);
    digest.take(sealed);
    let same = digest
        .words()
        .iter()
        .zip(seal.as_chunks::<8>().0)
        .fold(true, |same, (word, kept)| same & (word.to_le_bytes() == *kept));
    if !same {
        return Err(BadCheckpoint::Damaged("its seal is broken: it was changed after it was written"));
    }
    let mut text = || {
        let (length, after) = word(rest)?;
        let (text, after) = usize::try_from(length).ok().and_then(|n| after.split_at_checked(n)).ok_or_else(short)?;
        rest = after;
        Ok(String::from_utf8_lossy(text).into_owned())
    };
    let (program, theirs) = (text()?, text()?);
    if program != PROGRAM {
        return Err(BadCheckpoint::OtherProgram(program));
    }
    if theirs != question {
        return Err(BadCheckpoint::OtherComputation { theirs, ours: question.into() });
    }
    Ok(rest)
}

impl Machine {
    /// Answers a question about who wins a game, kept in the directory for checkpoints if there is one.
    pub(super) fn keeping<T>(&mut self, game: &Value, run: impl FnOnce(&mut Machine) -> Res<T>) -> Res<T> {
        let Some(make) = self.heavy().checkpoints.clone() else { return run(self) };
        if std::mem::replace(&mut self.settings().of::<Busy>().0, true) {
            return run(self);
        }
        let result = self.question(game).and_then(|question| match question {
            Some((name, question)) => match make(&name, true) {
                Ok(kept) => self.kept(question, kept, run),
                Err(error) => {
                    let what = format!("the checkpoint directory cannot be used: {error}");
                    Fault::new(Mistake::FileRefused, what).err()
                }
            },
            None => {
                self.unkept("the rules of this game have");
                run(self)
            }
        });
        self.settings().of::<Busy>().0 = false;
        result
    }

    /// Other ways to the answer may have levels of their own, which are kept.
    fn unkept(&mut self, what: &str) {
        self.heavy()
            .say_once(&format!("checkpoint: {what} no name that would last; what the search learns is not kept"));
    }

    fn without_checkpoints(&mut self, why: &str) {
        self.heavy().say_once(&format!("checkpoint: {why}; the computation goes on without checkpoints"));
    }

    /// The name of the directory of a question, and the question.
    fn question(&mut self, game: &Value) -> Res<Option<(String, String)>> {
        let Some(name) = self.lasting_name_of(game) else { return Ok(None) };
        let shown = self.briefly(game).unwrap_or_else(|| "a game".into());
        Ok(Some((format!("play-{:016x}", name >> 64), format!("who wins {shown} ({name:032x})"))))
    }

    fn kept<T>(&mut self, question: String, kept: Kept, run: impl FnOnce(&mut Machine) -> Res<T>) -> Res<T> {
        kept.why.iter().for_each(|why| self.heavy().say_unkept(why));
        let Some(mut place) = kept.keeper else { return run(self) };
        self.resume(&mut *place, &kept.place, &question)?;
        let failed = Rc::default();
        let file = File { place, question, since: Instant::now(), cost: Duration::ZERO, failed: Rc::clone(&failed) };
        let before = self.searching(|search, _| {
            search.keep_in(Some(Box::new(file)));
            Ok(search.statistics().expanded)
        })?;
        let result = run(self);
        let lasts = self.searching(|search, rules| {
            let keeper = search.keep_in(None);
            if let Some(mut keeper) = keeper
                && search.statistics().expanded > before
            {
                keeper.keep(&mut |to| search.write(crate::search::Rules::store(rules), to).map(drop));
            }
            Ok(search.lasts())
        })?;
        if !lasts {
            self.unkept("a position of this game has");
        }
        if let Some(error) = failed.take() {
            self.without_checkpoints(&BadCheckpoint::Unwritten(error.to_string()).to_string());
        }
        result
    }

    /// Takes up what an earlier run has learnt.
    fn resume(&mut self, place: &mut dyn Checkpoints, path: &Path, question: &str) -> Res<()> {
        let refused = |what: BadCheckpoint| {
            Fault::new(Mistake::FileRefused, format!("the checkpoint in `{}` cannot be used: {what}", path.display()))
        };
        let (key, room) = (place.key(), self.handle.room().unwrap_or(usize::MAX) as u64);
        let mut bytes = Vec::new();
        let loaded = place.load().and_then(|found| match found {
            Some(file) => file.take(room).read_to_end(&mut bytes).map(Some),
            None => Ok(None),
        });
        match loaded {
            Ok(Some(length)) if length as u64 == room => {
                return Fault::new(
                    Mistake::TooMuchMemory,
                    format!("the checkpoint in `{}` has no room in memory", path.display()),
                )
                .err();
            }
            Ok(Some(_)) => {}
            Ok(None) => return Ok(()),
            Err(error) => return refused(BadCheckpoint::Unreadable(error.to_string())).err(),
        }
        let learnt = match opened(&bytes, &key, question) {
            Ok(learnt) => learnt,
            Err(what) => return refused(what).err(),
        };
        let taken = self.searching(|search, rules| {
            use crate::search::Rules;
            Ok(search.read(rules.store(), rules.handle(), learnt)?)
        })?;
        if taken { Ok(()) } else { refused(BadCheckpoint::Damaged("what it says makes no sense")).err() }
    }
}

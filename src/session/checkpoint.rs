//! Checkpoints of long computations in a directory: written aside, flushed to the disk, then renamed.
//!
//! A kill at any moment leaves either the old level or the new one, never a mixture: the name `level.checkpoint` always
//! belongs to a complete file. Of several processes with one directory the first holds its lock and writes; the others
//! read what is there and go on without writing. The lock is the system's, so that it ends with its process. What
//! cannot be written ends no computation: it goes on, and nothing more is written. What is in the bytes, and whether they
//! are sound, is known by [`crate::posets::subsets::checkpoint`].

use crate::adapters::posets::heavy::Kept;
use crate::files::{Links, Readers, ordinary};
use crate::posets::subsets::checkpoint::Checkpoints;
use crate::posets::subsets::seal::Key;
use crate::posets::subsets::spill::Runs;
use crate::{files, state};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufReader, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A directory that keeps the newest level of one computation.
struct Directory {
    path: PathBuf,
    key: Key,
    /// Nothing is written without it.
    interval: Option<Duration>,
    /// Held as long as this lives.
    _lock: Option<File>,
}

/// Uses `path` with the user's own key, see [`open_with`]; of several processes that compute together the first alone holds the lock.
pub fn open(path: &Path, interval: Duration, first: bool) -> io::Result<Kept> {
    match state::key("checkpoint.key") {
        Ok(key) if first => open_with(path, interval, Key(key)),
        Ok(key) => {
            fs::create_dir_all(path)?;
            let directory = Directory { path: path.to_owned(), key: Key(key), interval: Some(interval), _lock: None };
            Ok(Kept { keeper: Some(Box::new(directory)), place: path.to_owned(), why: None })
        }
        Err(e) => Ok(without(path, format!("checkpoints cannot be sealed, their key cannot be read or made: {e}"))),
    }
}

fn without(path: &Path, why: String) -> Kept {
    Kept { keeper: None, place: path.to_owned(), why: Some(why) }
}

/// Uses `path`, which is made where it does not exist. A level is written when `interval` has passed since the last one;
/// zero writes every level. An error if the path cannot be a directory; whatever else is wrong is said, and the
/// computation goes without.
pub fn open_with(path: &Path, interval: Duration, key: Key) -> io::Result<Kept> {
    match fs::create_dir_all(path) {
        Ok(()) => {}
        Err(e) if matches!(e.kind(), ErrorKind::NotADirectory | ErrorKind::AlreadyExists | ErrorKind::InvalidInput) => {
            return Err(io::Error::new(e.kind(), format!("{}: {e}", path.display())));
        }
        Err(e) => return Ok(without(path, format!("checkpoints cannot be written to {}: {e}", path.display()))),
    }
    let (lock, why) = match lock(path) {
        Ok(Ok(lock)) => (Some(lock), None),
        Ok(Err(holder)) => (None, Some(format!("{holder} keeps this computation in {}", path.display()))),
        Err(e) => (None, Some(format!("checkpoints cannot be written to {}: {e}", path.display()))),
    };
    let interval = lock.as_ref().map(|_| interval);
    let directory = Directory { path: path.to_owned(), key, interval, _lock: lock };
    if directory.interval.is_some() {
        directory.sweep();
    }
    Ok(Kept { keeper: Some(Box::new(directory)), place: path.to_owned(), why })
}

/// The lock of a directory, or who holds it.
fn lock(path: &Path) -> io::Result<Result<File, String>> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    let mut file = ordinary(&path.join("lock"), &mut options, Links::Refused)
        .map_err(|error| io::Error::new(error.kind(), format!("lock: {error}")))?;
    match file.try_lock() {
        Ok(()) => {
            file.set_len(0)?;
            write!(file, "{} {}", std::process::id(), now())?;
            Ok(Ok(file))
        }
        Err(TryLockError::WouldBlock) => {
            let mut text = String::new();
            // Without the text the message only says less.
            let _ = file.take(64).read_to_string(&mut text);
            let mut words = text.split(' ').map(|word| word.parse::<u64>().ok());
            Ok(Err(match (words.next().flatten(), words.next().flatten()) {
                (Some(id), Some(since)) => {
                    format!("Process {id}, begun {} s ago,", now().saturating_sub(since))
                }
                _ => "Another process".into(),
            }))
        }
        Err(TryLockError::Error(e)) => Err(e),
    }
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}

impl Directory {
    fn file(&self) -> PathBuf {
        self.path.join("level.checkpoint")
    }

    /// Removes what processes that were killed had begun to write: whoever holds the lock is the only one who writes.
    fn sweep(&self) {
        for entry in fs::read_dir(&self.path).into_iter().flatten().flatten() {
            let name = entry.file_name();
            if name.to_str().is_some_and(files::is_aside) {
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

impl Checkpoints for Directory {
    fn key(&self) -> Key {
        self.key.clone()
    }

    fn interval(&self) -> Option<Duration> {
        self.interval
    }

    fn save(&mut self, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        // If it fails, what is kept is still sound; the rest is of no use to anyone.
        let written = files::aside(&self.file(), Readers::Owner, |file| write(file))
            .and_then(|file| file.persist(self.file()).map_err(|error| error.error));
        if written.is_err() {
            self.interval = None;
        } else if let Ok(directory) = File::open(&self.path) {
            // The new name itself must reach the disk too, where directories can be flushed.
            let _ = directory.sync_all();
        }
        written.map(drop)
    }

    fn load(&mut self) -> io::Result<Option<Box<dyn Read + '_>>> {
        match ordinary(&self.file(), OpenOptions::new().read(true), Links::Followed) {
            Ok(file) => Ok(Some(Box::new(BufReader::with_capacity(1 << 20, file)))),
            Err(e) if e.kind() == ErrorKind::NotFound => Ok(None),
            Err(e) => Err(e),
        }
    }

    fn runs(&mut self) -> Option<Arc<dyn Runs>> {
        // Who does not write keeps no files either.
        self.interval.map(|_| Arc::new(Files(self.path.clone())) as Arc<dyn Runs>)
    }
}

/// The files of a level that outgrew memory, beside its checkpoint; their names end with `.run`.
struct Files(PathBuf);

impl Runs for Files {
    fn append(&self, name: &str, fresh: bool) -> io::Result<Box<dyn Write + '_>> {
        let mut options = OpenOptions::new();
        options.write(true).create(true).append(!fresh).truncate(fresh);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        Ok(Box::new(ordinary(&self.0.join(name), &mut options, Links::Refused)?))
    }

    fn sync(&self, name: &str) -> io::Result<()> {
        // Opened to be written: some systems flush nothing else.
        ordinary(&self.0.join(name), OpenOptions::new().append(true), Links::Refused)?.sync_all()
    }

    fn read(&self, name: &str) -> io::Result<Box<dyn Read + '_>> {
        Ok(Box::new(ordinary(&self.0.join(name), OpenOptions::new().read(true), Links::Followed)?))
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        fs::remove_file(self.0.join(name))
    }

    fn retain(&self, keep: &dyn Fn(&str) -> bool) -> io::Result<()> {
        for entry in fs::read_dir(&self.0)? {
            let entry = entry?;
            if entry.file_name().to_str().is_some_and(|name| name.ends_with(".run") && !keep(name)) {
                fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    }
}

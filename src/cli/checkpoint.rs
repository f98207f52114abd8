//! Checkpoints of long computations in a directory: written aside, flushed to the disk, then renamed.
//!
//! A kill at any moment leaves either the old level or the new one, never a mixture: the name `level.checkpoint` always
//! belongs to a complete file. What is in the bytes, and whether they are sound, is known by
//! [`crate::posets::subsets::checkpoint`].

use crate::posets::subsets::checkpoint::Checkpoints;
use std::fs::{self, File};
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A directory that keeps the newest level of one computation.
#[derive(Clone, Debug)]
pub struct Directory {
    path: PathBuf,
    interval: Duration,
}

impl Directory {
    /// Uses `path`, which is made where it does not exist. A level is written when `interval` has passed since the
    /// last one; zero writes every level.
    pub fn new(path: &Path, interval: Duration) -> io::Result<Directory> {
        fs::create_dir_all(path)?;
        Ok(Directory { path: path.to_owned(), interval })
    }

    fn file(&self) -> PathBuf {
        self.path.join("level.checkpoint")
    }

    /// Removes what is kept, after a computation has ended.
    pub fn clear(&self) -> io::Result<()> {
        match fs::remove_file(self.file()) {
            Err(e) if e.kind() != io::ErrorKind::NotFound => Err(e),
            _ => Ok(()),
        }
    }
}

impl Checkpoints for Directory {
    fn interval(&self) -> Duration {
        self.interval
    }

    fn save(&mut self, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        let aside = self.path.join("level.part");
        let mut file = File::create(&aside)?;
        let written = write(&mut file).and_then(|()| file.sync_all());
        drop(file);
        if let Err(e) = written {
            // What is kept is still sound; the rest is of no use to anyone.
            let _ = fs::remove_file(&aside);
            return Err(e);
        }
        fs::rename(&aside, self.file())?;
        // The new name itself must reach the disk too, where directories can be flushed.
        if let Ok(directory) = File::open(&self.path) {
            let _ = directory.sync_all();
        }
        Ok(())
    }

    fn load(&mut self) -> io::Result<Option<Box<dyn Read + '_>>> {
        match File::open(self.file()) {
            Ok(file) => Ok(Some(Box::new(BufReader::with_capacity(1 << 20, file)))),
            Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(e) => Err(e),
        }
    }
}

//! Levels and files in a directory, for tests with several processes and for an example: a plain account of what the command does with
//! `--checkpoint DIR`, without its lock; its key is known to everybody.

use sprague_posets::subsets::checkpoint::Checkpoints;
use sprague_posets::subsets::seal::Key;
use sprague_posets::subsets::spill::Runs;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// A directory, and how often a level is kept there. Where files are not flushed they survive the end of a process, not that of the machine.
pub struct Directory {
    pub path: PathBuf,
    pub interval: Duration,
    pub is_flushed: bool,
}

impl Checkpoints for Directory {
    fn key(&self) -> Key {
        Key([7; Key::BYTES])
    }

    fn interval(&self) -> Option<Duration> {
        Some(self.interval)
    }

    fn save(&mut self, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        let aside = self.path.join("aside");
        let mut file = File::create(&aside)?;
        write(&mut file)?;
        if self.is_flushed {
            file.sync_all()?;
        }
        fs::rename(aside, self.path.join("level.checkpoint"))
    }

    fn load(&mut self) -> io::Result<Option<Box<dyn Read + '_>>> {
        match File::open(self.path.join("level.checkpoint")) {
            Ok(file) => Ok(Some(Box::new(file))),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn runs(&mut self) -> Option<Arc<dyn Runs>> {
        Some(Arc::new(Files(self.path.clone(), self.is_flushed)))
    }
}

struct Files(PathBuf, bool);

impl Runs for Files {
    fn append(&self, name: &str, fresh: bool) -> io::Result<Box<dyn Write + '_>> {
        let mut options = OpenOptions::new();
        options.write(true).create(true).append(!fresh).truncate(fresh);
        Ok(Box::new(options.open(self.0.join(name))?))
    }

    fn sync(&self, name: &str) -> io::Result<()> {
        if self.1 { File::open(self.0.join(name))?.sync_all() } else { Ok(()) }
    }

    fn read(&self, name: &str) -> io::Result<Box<dyn Read + '_>> {
        Ok(Box::new(File::open(self.0.join(name))?))
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

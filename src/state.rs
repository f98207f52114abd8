//! Where a user's own state is kept: the session's history, the key of checkpoints.

use crate::files::{self, Readers};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// The platform's directory for state, with our name; from variables of the environment.
pub fn directory(variable: impl Fn(&str) -> Option<OsString>, windows: bool) -> Option<PathBuf> {
    // The specification of these variables says that relative paths are to be ignored.
    let directory = |name| variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let state = if windows {
        directory("LOCALAPPDATA")?
    } else {
        directory("XDG_STATE_HOME").or_else(|| Some(directory("HOME")?.join(".local/state")))?
    };
    Some(state.join("sprague"))
}

/// The user's secret key of this name: read, or made of random bytes where there is none. Only the user may read the
/// file.
pub fn key<const N: usize>(name: &str) -> io::Result<[u8; N]> {
    let place = directory(|name| std::env::var_os(name), cfg!(windows))
        .ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, "no home directory is set"))?;
    key_in(&place, name).map_err(|e| io::Error::new(e.kind(), format!("{}: {e}", place.join(name).display())))
}

fn key_in<const N: usize>(place: &Path, name: &str) -> io::Result<[u8; N]> {
    let file = place.join(name);
    match File::open(&file) {
        Ok(file) => read_key(file),
        Err(e) if e.kind() == io::ErrorKind::NotFound => {
            fs::create_dir_all(place)?;
            let mut key = [0; N];
            getrandom::fill(&mut key).map_err(io::Error::other)?;
            // Of processes that begin together the first one's key counts.
            let made = files::aside(&file, Readers::Owner, |out| out.write_all(&key))?;
            match made.persist_noclobber(&file) {
                Err(e) if e.error.kind() != io::ErrorKind::AlreadyExists => drop(e.file.persist(&file)?),
                _ => {}
            }
            read_key(File::open(&file)?)
        }
        Err(e) => Err(e),
    }
}

fn read_key<const N: usize>(file: File) -> io::Result<[u8; N]> {
    let mut bytes = Vec::new();
    file.take(N as u64 + 1).read_to_end(&mut bytes)?;
    bytes.try_into().map_err(|_| {
        io::Error::new(io::ErrorKind::InvalidData, "this is no key; where the file is gone, a new one is made")
    })
}

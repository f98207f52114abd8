//! The files of the system.
//!
//! A file is written aside and renamed when it is complete, so that a kill at any moment leaves either the old file or
//! the new one.

use super::Files;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// The files below and beside a folder.
pub struct Folder(pub PathBuf);

impl Files for Folder {
    fn length(&self, name: &str) -> u64 {
        fs::metadata(self.0.join(name)).map_or(0, |data| data.len())
    }

    fn read(&self, name: &str, most: u64) -> Result<Option<Vec<u8>>, String> {
        let path = self.0.join(name);
        let file = match ordinary(&path, OpenOptions::new().read(true), Links::Followed) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(said(&error)),
        };
        let mut bytes = Vec::new();
        file.take(most.saturating_add(1)).read_to_end(&mut bytes).map_err(|error| said(&error))?;
        if bytes.len() as u64 > most {
            return Err(format!("it is larger than {most} bytes"));
        }
        Ok(Some(bytes))
    }

    fn replace(&self, name: &str, bytes: &[u8]) -> Result<(), String> {
        let path = self.0.join(name);
        if fs::metadata(&path).is_ok_and(|data| !data.is_file() && !data.is_dir()) {
            return Err("it is not an ordinary file".into());
        }
        replace(&path, bytes).map_err(|error| match path.parent() {
            // Names count from the folder of the program, so the whole path says which one is meant.
            Some(folder) if error.kind() == io::ErrorKind::NotFound => {
                format!("there is no folder {}", folder.display())
            }
            _ => said(&error),
        })
    }
}

/// What is done where the last name of a path is a link.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Links {
    /// What it leads to is meant.
    Followed,
    /// It is an error: who put it there may lead a write to any file of the user's.
    Refused,
}

/// Opens an ordinary file. Anything else is an error at once: to open a pipe may wait for ever where no bound is looked at.
pub(crate) fn ordinary(path: &Path, options: &mut OpenOptions, links: Links) -> io::Result<File> {
    let check = |about: fs::Metadata| match () {
        () if about.is_symlink() => Err(io::Error::other("it is a link, and links are not followed here")),
        () if about.is_file() => Ok(()),
        () => Err(io::Error::other("it is not an ordinary file")),
    };
    let about = if links == Links::Followed { fs::metadata(path) } else { fs::symlink_metadata(path) };
    match about {
        Ok(about) => check(about)?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    // It may have become another one since then.
    #[cfg(unix)]
    {
        use nix::libc::{O_NOFOLLOW, O_NONBLOCK};
        let refused = if links == Links::Refused { O_NOFOLLOW } else { 0 };
        std::os::unix::fs::OpenOptionsExt::custom_flags(options, O_NONBLOCK | refused);
    }
    let file = options.open(path)?;
    check(file.metadata()?)?;
    Ok(file)
}

/// Who may read a new file.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Readers {
    /// Whoever the user's mask lets.
    Usual,
    /// Its owner alone.
    Owner,
}

/// How names of files begin and end that are written aside; one that a kill left may be removed by whoever knows that
/// nobody else writes there.
const ASIDE: (&str, &str) = (".sprague-", ".part");

/// Whether a file of this name was written aside.
pub(crate) fn is_aside(name: &str) -> bool {
    name.starts_with(ASIDE.0) && name.ends_with(ASIDE.1)
}

/// A file beside this one, complete and on the disk, to be put in its place; dropped it is gone. Its name has nothing of
/// the other's, which may be as long as the system lets it.
pub(crate) fn aside(
    path: &Path,
    readers: Readers,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<NamedTempFile> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    if readers == Readers::Owner {
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    }
    let mut names = tempfile::Builder::new();
    let mut file = names.prefix(ASIDE.0).suffix(ASIDE.1).make_in(folder, |path| options.open(path))?;
    write(file.as_file_mut())?;
    file.as_file().sync_all()?;
    Ok(file)
}

/// Writes a file whole or not at all. Of one that is there a link stays a link, and who may do what with it stays, so that it is refused to whom it does not let write.
/// What is no ordinary file, such as a pipe, is written as it comes.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let Ok(about) = fs::metadata(path) else {
        aside(path, Readers::Usual, |file| file.write_all(bytes))?.persist(path)?;
        return Ok(());
    };
    // To put another in its place only the folder is asked.
    let mut there = OpenOptions::new().write(true).open(path)?;
    if !about.is_file() {
        return there.write_all(bytes);
    }
    let path = path.canonicalize()?;
    let write = |file: &mut File| file.set_permissions(about.permissions()).and_then(|()| file.write_all(bytes));
    aside(&path, Readers::Usual, write)?.persist(&path)?;
    Ok(())
}

fn said(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::PermissionDenied => "permission is denied".into(),
        _ => error.to_string(),
    }
}

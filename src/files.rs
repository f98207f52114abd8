//! Files that a program may read and write, as far as the front end lets it.
//!
//! A file is written aside and renamed when it is complete, so that a kill at any moment leaves either the old file or
//! the new one. Names count from the folder that the front end gives.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// Access to the files below and beside a folder.
#[derive(Clone, Debug)]
pub struct Files {
    from: PathBuf,
}

impl Files {
    /// Names count from this folder.
    pub fn new(from: PathBuf) -> Files {
        Files { from }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.from.join(name)
    }

    /// How long a file is; 0 if there is none.
    pub fn length(&self, name: &str) -> u64 {
        fs::metadata(self.path(name)).map_or(0, |data| data.len())
    }

    /// The bytes of a file of at most `most` bytes; `None` if there is none.
    pub fn read(&self, name: &str, most: u64) -> Result<Option<Vec<u8>>, String> {
        let path = self.path(name);
        let file = match File::open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(said(&error)),
        };
        if !file.metadata().is_ok_and(|data| data.is_file()) {
            return Err("it is not an ordinary file".into());
        }
        let mut bytes = Vec::new();
        file.take(most.saturating_add(1)).read_to_end(&mut bytes).map_err(|error| said(&error))?;
        if bytes.len() as u64 > most {
            return Err(format!("it is larger than {most} bytes"));
        }
        Ok(Some(bytes))
    }

    /// Puts these bytes into the file, in one step: aside first, then in its place.
    pub fn replace(&self, name: &str, bytes: &[u8]) -> Result<(), String> {
        replace(&self.path(name), bytes).map_err(|error| said(&error))
    }
}

/// Writes a file aside, makes sure that it has reached the disk, and puts it in its place.
pub fn replace(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let aside = path.with_file_name(format!(".{name}.{}.part", std::process::id()));
    let written = File::create(&aside).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    let result = written.and_then(|()| fs::rename(&aside, path));
    if result.is_err() {
        let _ = fs::remove_file(&aside);
    }
    result
}

fn said(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such folder".into(),
        std::io::ErrorKind::PermissionDenied => "permission is denied".into(),
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_as_a_whole() {
        let folder = std::env::temp_dir().join(format!("sprague-files-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let files = Files::new(folder.clone());
        assert_eq!(files.read("a", 10), Ok(None));
        files.replace("a", b"one").unwrap();
        files.replace("a", b"second").unwrap();
        assert_eq!(files.read("a", 10), Ok(Some(b"second".to_vec())));
        assert!(files.read("a", 3).is_err());
        assert!(files.replace("missing/a", b"x").is_err());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "nothing is left aside");
        fs::remove_dir_all(&folder).unwrap();
    }
}

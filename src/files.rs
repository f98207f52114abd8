//! Files that a program may read and write, as far as the front end lets it.

#[cfg(feature = "files")]
mod folder;

#[cfg(feature = "cli")]
pub(crate) use folder::replace;
#[cfg(feature = "files")]
pub(crate) use folder::{Folder, Links, Readers, aside, is_aside, ordinary};

/// What programs may do with files. Names count from a folder, or whatever the front end has in its place.
pub trait Files {
    /// How long a file is; 0 if there is none.
    fn length(&self, name: &str) -> u64;

    /// The bytes of a file of at most `most` bytes; `None` if there is none.
    fn read(&self, name: &str, most: u64) -> Result<Option<Vec<u8>>, String>;

    /// Puts these bytes into the file, in one step.
    fn replace(&self, name: &str, bytes: &[u8]) -> Result<(), String>;
}

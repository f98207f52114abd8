//! Files that programs import: their texts, or why they cannot be had.

use std::fmt;
use std::io::ErrorKind;
use std::path::Path;

/// The largest source that is read, in bytes.
const MOST: usize = crate::source::MAX_BYTES;

/// Why a file cannot be imported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The front end lets programs have no files.
    NoFiles,
    /// There is none of this name.
    Missing,
    /// It is a directory.
    Directory,
    /// It is larger than sources may be.
    TooLarge,
    /// From this line and byte on it is not UTF-8.
    NotText {
        /// From 1.
        line: usize,
        /// From 0.
        byte: usize,
    },
    /// The system refuses it, in its own words.
    Refused(String),
    /// The files that import one another, first and last the same.
    Circle(Vec<String>),
    /// So many files were imported before.
    TooMany(usize),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::NoFiles => write!(f, "files cannot be imported here"),
            Failure::Missing => write!(f, "there is no such file"),
            Failure::Directory => write!(f, "it is a directory"),
            Failure::TooLarge => write!(f, "it is larger than {} MiB", MOST >> 20),
            Failure::NotText { line, byte } => write!(f, "line {line} is not UTF-8 text (byte {byte})"),
            Failure::Refused(why) => write!(f, "{why}"),
            Failure::Circle(files) if files.len() == 2 => write!(f, "a file cannot import itself"),
            Failure::Circle(files) => write!(f, "files import each other in a circle: {}", files.join(" -> ")),
            Failure::TooMany(most) => write!(f, "more than {most} files"),
        }
    }
}

impl Failure {
    /// What to do about it.
    pub fn advice(&self) -> Option<&'static str> {
        Some(match self {
            Failure::NoFiles => {
                "Answers have no files. Put all that they need into one file; or run it as a script: sprague FILE"
            }
            Failure::Missing => "The name counts from the folder of the file that imports.",
            Failure::Directory => "Name one of the files in it.",
            Failure::NotText { .. } => "Save the file as UTF-8 in your editor.",
            Failure::Circle(files) if files.len() > 2 => {
                "Move what both files need into a third one, and import that from both."
            }
            _ => return None,
        })
    }
}

/// The text of a file.
pub fn text(path: &Path) -> Result<String, Failure> {
    let refused = |error: std::io::Error| match error.kind() {
        ErrorKind::NotFound => Failure::Missing,
        _ => Failure::Refused(error.to_string()),
    };
    let about = std::fs::metadata(path).map_err(refused)?;
    if about.is_dir() {
        return Err(Failure::Directory);
    }
    if about.len() > MOST as u64 {
        return Err(Failure::TooLarge);
    }
    let bytes = std::fs::read(path).map_err(refused)?;
    String::from_utf8(bytes).map(crate::source::with_line_ends).map_err(|error| {
        let byte = error.utf8_error().valid_up_to();
        Failure::NotText { line: error.as_bytes()[..byte].iter().filter(|b| **b == b'\n').count() + 1, byte }
    })
}

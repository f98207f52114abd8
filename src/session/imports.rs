//! Importing files: each is run once, and again when it has changed; its names count from the file that imports.

use super::Session;
use crate::diagnostics::{Diagnostic, Errors, Mistake};
use crate::eval::Sink;
use crate::syntax::Mode;
use crate::syntax::ast::{Program, StmtKind};
use std::fmt;
use std::fs::File;
use std::hash::BuildHasher;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

/// The largest file that is imported, in bytes.
const MOST: usize = crate::source::MAX_BYTES;
/// So many files may be imported.
const MOST_FILES: usize = 1000;

/// Why a file cannot be imported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Failure {
    /// The front end lets programs have no files.
    NoFiles,
    /// There is none of this name.
    Missing,
    /// It is a directory.
    Directory,
    /// It is a device, a pipe or the like.
    Special,
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
            Failure::Special => write!(f, "it is not an ordinary file"),
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
    pub(super) fn advice(&self) -> Option<&'static str> {
        Some(match self {
            Failure::NoFiles => {
                "Programs in the browser, answers, and scripts of rules for `sprague verify --rules` have no files. Put all that they need into one text; or run it as a script: sprague FILE"
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

impl Session {
    /// Runs the files that a program imports, and takes their statements' place.
    pub(super) fn imports(&mut self, program: &mut Program, name: &str, sink: &Sink) -> Errors {
        let mut errors = Errors::default();
        let mut kept = Vec::new();
        for statement in std::mem::take(&mut program.statements) {
            let StmtKind::Import(path) = &statement.kind else {
                kept.push(statement);
                continue;
            };
            match self.import(path, name, sink) {
                Ok(found) => found.into_iter().for_each(|error| errors.push(error)),
                Err(failure) => {
                    let message = format!("cannot import \"{path}\": {failure}");
                    let error = Diagnostic::new(Mistake::Import, statement.span, message);
                    errors.push(failure.advice().into_iter().fold(error, Diagnostic::note));
                }
            }
        }
        program.statements = kept;
        errors
    }

    fn import(&mut self, path: &str, importer: &str, sink: &Sink) -> Result<Vec<Diagnostic>, Failure> {
        let from = self.settings.import_from.as_ref().filter(|_| cfg!(feature = "files")).ok_or(Failure::NoFiles)?;
        // A file's imports are relative to the file itself.
        let beside = Path::new(importer).parent().filter(|p| p.is_dir() && !p.as_os_str().is_empty());
        let full = beside.map_or_else(|| from.join(path), |dir| dir.join(path));
        let text = text_of(&full)?;
        let name = full.strip_prefix(".").unwrap_or(&full).display().to_string();
        let full = full.canonicalize().map_err(refused)?;
        if let Some(first) = self.importing.iter().position(|file| *file == full) {
            let name = |file: &PathBuf| file.file_name().map_or(String::new(), |n| n.to_string_lossy().into_owned());
            let round: Vec<String> = self.importing[first..].iter().chain([&full]).map(name).collect();
            return Err(Failure::Circle(round));
        }
        let hash = rustc_hash::FxBuildHasher.hash_one(&text);
        if self.imported.contains(&(full.clone(), hash)) {
            return Ok(Vec::new());
        }
        if self.imported.len() >= MOST_FILES {
            return Err(Failure::TooMany(MOST_FILES));
        }
        self.imported.push((full.clone(), hash));
        let source = self.machine.add_source(&name, &text);
        self.importing.push(full);
        let errors = self.submit(source, &name, &text, Mode::Script, sink);
        self.importing.pop();
        Ok(errors)
    }
}

/// The text of a file.
pub(super) fn text_of(path: &Path) -> Result<String, Failure> {
    let about = std::fs::metadata(path).map_err(refused)?;
    if about.is_dir() {
        return Err(Failure::Directory);
    }
    // Of others the length says nothing, and reading may never end.
    if !about.is_file() {
        return Err(Failure::Special);
    }
    let mut bytes = Vec::new();
    File::open(path).and_then(|file| file.take(MOST as u64 + 1).read_to_end(&mut bytes)).map_err(refused)?;
    if bytes.len() > MOST {
        return Err(Failure::TooLarge);
    }
    String::from_utf8(bytes).map(crate::source::with_line_ends).map_err(|error| {
        let byte = error.utf8_error().valid_up_to();
        Failure::NotText { line: error.as_bytes()[..byte].iter().filter(|b| **b == b'\n').count() + 1, byte }
    })
}

fn refused(error: std::io::Error) -> Failure {
    match error.kind() {
        ErrorKind::NotFound => Failure::Missing,
        _ => Failure::Refused(error.to_string()),
    }
}

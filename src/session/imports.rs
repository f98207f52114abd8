//! Importing files: each is run once, and again when it has changed; its names count from the file that imports.

use super::Session;
use crate::diagnostics::{Diagnostic, Errors, Mistake};
use crate::eval::Sink;
use crate::library;
use crate::syntax::Mode;
use crate::syntax::ast::{Program, StmtKind};
use std::hash::BuildHasher;
use std::path::PathBuf;

/// What an import hears where there are no files.
const NO_FILES: &str = "files cannot be imported here";

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
                Err(message) => {
                    let note = match &*message {
                        "there is no such file" => "The name counts from the folder of the file that imports.",
                        "it is a directory" => "Name one of the files in it.",
                        text if text.contains("in a circle") => {
                            "Move what both files need into a third one, and import that from both."
                        }
                        NO_FILES => {
                            "Answers have no files. Put all that they need into one file; or run it as a script: sprague FILE"
                        }
                        text if text.contains("UTF-8") => "Save the file as UTF-8 in your editor.",
                        _ => "",
                    };
                    let message = format!("cannot import \"{path}\": {message}");
                    let error = Diagnostic::new(Mistake::Unexpected, statement.span, message);
                    errors.push(if note.is_empty() { error } else { error.note(note) });
                }
            }
        }
        program.statements = kept;
        errors
    }

    fn import(&mut self, path: &str, importer: &str, sink: &Sink) -> Result<Vec<Diagnostic>, String> {
        let Some(from) = self.settings.import_from.as_ref().filter(|_| cfg!(feature = "files")) else {
            return Err(NO_FILES.into());
        };
        // A file's imports are relative to the file itself.
        let beside = std::path::Path::new(importer).parent().filter(|p| p.is_dir() && !p.as_os_str().is_empty());
        let full = beside.map_or_else(|| from.join(path), |dir| dir.join(path));
        let text = library::read_source(&full)?;
        let name = full.strip_prefix(".").unwrap_or(&full).display().to_string();
        let full = full.canonicalize().map_err(|e| e.to_string())?;
        if let Some(first) = self.importing.iter().position(|file| *file == full) {
            let name = |file: &PathBuf| file.file_name().map_or(String::new(), |n| n.to_string_lossy().into_owned());
            let round: Vec<String> = self.importing[first..].iter().chain([&full]).map(name).collect();
            return Err(match &round[..] {
                [_, _] => "a file cannot import itself".into(),
                _ => format!("files import each other in a circle: {}", round.join(" -> ")),
            });
        }
        let hash = rustc_hash::FxBuildHasher.hash_one(&text);
        if self.imported.contains(&(full.clone(), hash)) {
            return Ok(Vec::new());
        }
        if self.imported.len() >= 1000 {
            return Err("more than 1000 files".into());
        }
        self.imported.push((full.clone(), hash));
        let source = self.machine.add_source(&name, &text);
        self.importing.push(full);
        let errors = self.submit(source, &name, &text, Mode::Script, sink);
        self.importing.pop();
        Ok(errors)
    }
}

//! `:transcript FILE`: what was typed and what came of it, as a script. What was typed and worked stands as it was, or as scripts have it; everything
//! else is a comment; so the file can be run again.

use crate::session::files::{error_text, replace};
use crate::session::reading::{is_expression, is_wrong, places_of_last, sets_last};
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The first line of the file.
const MARK: &str = "# Transcript of a session of sprague\n";

/// Bytes that are remembered of a session before anybody wants to keep it, and of what one line says.
const MOST: usize = 1 << 20;
const MOST_SAID: usize = 1 << 16;
/// Bytes of an expression that is written again in the place of its value.
const MOST_LAST: usize = 400;

/// What a script has in the place of something that was typed.
#[derive(Debug)]
pub struct Script {
    /// A program.
    pub text: String,
    /// Whether it shows a value, which is `_` from then on.
    pub shows: bool,
}

/// What a session was, and where it is kept.
#[derive(Debug, Default)]
pub struct Transcript {
    past: String,
    /// Whether something was left out at its beginning.
    cut: bool,
    file: Option<(PathBuf, File)>,
    /// The names of the library that are hidden by the session's own.
    hidden: Vec<String>,
    /// The expression right before, whose value is `_`.
    last: Option<String>,
}

impl Transcript {
    /// One more submission: what a script has in its place, if it worked, and what was said. The error is told once, and the file given up.
    /// `hidden` are the names of the library that are hidden now by the session's own.
    pub fn add(&mut self, typed: &str, script: Option<Script>, said: &str, hidden: Vec<String>) -> Result<(), String> {
        if typed.trim().is_empty() {
            return Ok(());
        }
        let mut entry = self.entry(typed, script, said);
        let before = std::mem::replace(&mut self.hidden, hidden);
        let changed = self.hidden.iter().filter(|name| !before.contains(name));
        let changed = changed.chain(before.iter().filter(|name| !self.hidden.contains(name)));
        // A script gives a name one meaning throughout.
        for name in changed.filter(|name| speaks_of(&self.past, name)) {
            entry.push_str(&format!(
                "# From here on `{name}` means something else. A script gives a name one meaning:\n# run as one, this file is to be divided here.\n\n"
            ));
        }
        self.past.push_str(&entry);
        if self.past.len() > MOST {
            let from = self.past.len() - MOST / 2;
            let from = (from..self.past.len()).find(|&i| self.past.is_char_boundary(i)).unwrap_or(from);
            // From the beginning of an entry.
            let from = self.past[from..].find("\n\n").map_or(self.past.len(), |end| from + end + 2);
            self.past.drain(..from);
            self.cut = true;
        }
        let Some((path, file)) = &mut self.file else { return Ok(()) };
        if let Err(error) = file.write_all(entry.as_bytes()) {
            let problem = format!("the transcript `{}` ends here: {}", path.display(), error_text(&error));
            self.file = None;
            return Err(problem);
        }
        Ok(())
    }

    fn entry(&mut self, typed: &str, script: Option<Script>, said: &str) -> String {
        let typed = typed.trim_end();
        let mut text = match script {
            None => commented(typed),
            Some(Script { text, shows }) => match self.without_last(text.trim_end()) {
                Some(text) => {
                    let again = shows && text.len() <= MOST_LAST && is_expression(&text);
                    self.last = again.then(|| text.clone());
                    if text == typed { text + "\n" } else { format!("{}{text}\n", commented(typed)) }
                }
                None => {
                    self.last = None;
                    commented(typed) + "# A script does not have `_`, the value before it: write what it stands for.\n"
                }
            },
        };
        let mut end = said.len().min(MOST_SAID);
        while !said.is_char_boundary(end) {
            end -= 1;
        }
        text.push_str(&commented(said[..end].trim_end()));
        if end < said.len() {
            text.push_str("# …\n");
        }
        text + "\n"
    }

    /// A program with the expression right before it in the place of `_`; nothing if there is none.
    fn without_last(&self, script: &str) -> Option<String> {
        let places = places_of_last(script);
        if places.is_empty() {
            return Some(script.to_owned());
        }
        if sets_last(script) {
            return None;
        }
        let last = self.last.as_ref()?;
        let mut text = script.to_owned();
        for place in places.into_iter().rev() {
            text.replace_range(place, &format!("({last})"));
        }
        (!is_wrong(&text)).then_some(text)
    }

    /// Keeps the session in this file from its beginning.
    pub fn begin(&mut self, path: &Path, anyway: bool) -> Result<(), String> {
        let shown = path.display();
        if path.is_dir() {
            return Err(format!("`{shown}` is a directory"));
        }
        if path.exists() && !anyway {
            return Err(format!("`{shown}` exists\nTo replace it all the same: :transcript! {shown}"));
        }
        let beginning = if self.cut { "# … The beginning was too long to be kept.\n\n" } else { "" };
        let text = [MARK, "\n", beginning, &self.past].concat();
        let opened = replace(path, text.as_bytes()).and_then(|()| OpenOptions::new().append(true).open(path));
        match opened {
            Ok(file) => {
                self.file = Some((path.to_owned(), file));
                Ok(())
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                Err(format!("cannot write `{shown}`: there is no such directory"))
            }
            Err(error) => Err(format!("cannot write `{shown}`: {}", error_text(&error))),
        }
    }

    /// No longer keeps it; the file, if there was one.
    pub fn end(&mut self) -> Option<PathBuf> {
        self.file.take().map(|(path, _)| path)
    }
}

/// Whether a line that is no comment has this word.
fn speaks_of(past: &str, name: &str) -> bool {
    let lines = past.lines().filter(|line| !line.starts_with('#'));
    lines.flat_map(|line| line.split(|c: char| !c.is_alphanumeric() && c != '_')).any(|word| word == name)
}

fn commented(text: &str) -> String {
    let line = |line: &str| if line.is_empty() { "#\n".to_owned() } else { format!("# {line}\n") };
    // A carriage return ends a line, too, where the file is read.
    text.replace("\r\n", "\n").split_terminator(['\n', '\r']).map(line).collect()
}

//! The line editor: rustyline with this session's completion, hints, colours and validation, and its history.

use super::complete::{Completion, Words, complete};
use super::{highlight, hint, history};
use crate::session::reading;
use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::{Hint, Hinter};
use rustyline::history::FileHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{ColorMode, CompletionType, Config, Context, Editor, Helper};
use std::borrow::Cow;
use std::cell::RefCell;
use std::io::ErrorKind;
use std::path::PathBuf;

const PROMPT: &str = "> ";
const HISTORY_LINES: usize = 10_000;

/// What a person did at the prompt.
pub enum Input {
    /// Typed this.
    Text(String),
    /// Took the line back (Ctrl-C); whether there was anything in it.
    Cancelled(bool),
    /// Left (Ctrl-D), or the terminal is gone.
    Left,
}

/// The editor.
pub struct Lines {
    editor: Editor<Typing, FileHistory>,
    history: Option<PathBuf>,
    /// What is wrong with the history's file; said once.
    pub complaint: Option<String>,
}

impl Lines {
    /// An editor on this terminal.
    pub fn new(color: bool) -> Result<Lines, String> {
        let colors = if color { ColorMode::Forced } else { ColorMode::Disabled };
        let config = Config::builder()
            .max_history_size(HISTORY_LINES)
            .and_then(|config| config.history_ignore_dups(true))
            .map_err(|error| error.to_string())?
            .history_ignore_space(false)
            .auto_add_history(false)
            .completion_type(CompletionType::List)
            .color_mode(colors)
            .tab_stop(4)
            .build();
        let mut editor = Editor::with_config(config).map_err(|error| error.to_string())?;
        let typing = Typing {
            words: Words::default(),
            files: FilenameCompleter::new(),
            color,
            plain: false,
            seen: RefCell::default(),
        };
        editor.set_helper(Some(typing));
        let mut lines = Lines { editor, history: history::file(), complaint: None };
        lines.load_history();
        Ok(lines)
    }

    fn load_history(&mut self) {
        let Some(file) = &self.history else { return };
        if let Err(error) = file.parent().map_or(Ok(()), std::fs::create_dir_all) {
            return self.give_up_history(&ReadlineError::Io(error));
        }
        match self.editor.load_history(file) {
            Err(ReadlineError::Io(error)) if error.kind() == ErrorKind::NotFound => {}
            // A file that cannot be read is somebody's: it is not written either.
            Err(error) => self.give_up_history(&error),
            Ok(()) => {}
        }
    }

    fn give_up_history(&mut self, error: &ReadlineError) {
        if let Some(file) = self.history.take() {
            self.complaint = Some(format!("the history is not kept: {}: {error}", file.display()));
        }
    }

    /// Renews what completion and hints draw from.
    pub fn set_words(&mut self, words: Words) {
        if let Some(typing) = self.editor.helper_mut() {
            typing.words = words;
        }
    }

    /// Whether what is typed is no program, so that each line is finished.
    pub fn set_plain(&mut self, plain: bool) {
        if let Some(typing) = self.editor.helper_mut() {
            typing.plain = plain;
        }
    }

    /// Reads a submission. What was typed is in the history when this returns, so that nothing can lose it.
    pub fn read(&mut self) -> Result<Input, String> {
        let read = self.editor.readline(PROMPT);
        let seen = self.editor.helper().map(|typing| typing.seen.take()).unwrap_or_default();
        match read {
            Ok(text) => {
                self.remember(&text);
                Ok(Input::Text(text))
            }
            Err(ReadlineError::Interrupted) => {
                self.remember(&seen);
                Ok(Input::Cancelled(!seen.trim().is_empty()))
            }
            Err(ReadlineError::Eof) => {
                self.remember(&seen);
                Ok(Input::Left)
            }
            Err(error) => Err(error.to_string()),
        }
    }

    fn remember(&mut self, text: &str) {
        if text.trim().is_empty() {
            return;
        }
        let added = self.editor.add_history_entry(text.trim_end());
        if let (Ok(true), Some(file)) = (added, &self.history)
            && let Err(error) = self.editor.append_history(&file.clone())
        {
            self.give_up_history(&error);
        }
    }
}

/// What happens while a line is typed.
struct Typing {
    words: Words,
    files: FilenameCompleter,
    color: bool,
    /// Lines are moves of a game that is played.
    plain: bool,
    /// The text as the editor last showed it: a line that is taken back can be brought again from the history.
    seen: RefCell<String>,
}

impl Helper for Typing {}

impl Completer for Typing {
    type Candidate = Pair;

    fn complete(&self, line: &str, cursor: usize, context: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        match complete(line, cursor, &self.words) {
            Completion::File => self.files.complete(line, cursor, context),
            Completion::Words(start, candidates) => {
                let pair = |c: super::complete::Candidate| Pair { display: c.shown, replacement: c.text };
                Ok((start, candidates.into_iter().map(pair).collect()))
            }
        }
    }
}

/// A signature behind the line; never inserted.
struct Signature(String);

impl Hint for Signature {
    fn display(&self) -> &str {
        &self.0
    }
    fn completion(&self) -> Option<&str> {
        None
    }
}

impl Hinter for Typing {
    type Hint = Signature;

    fn hint(&self, line: &str, cursor: usize, _: &Context<'_>) -> Option<Signature> {
        line.clone_into(&mut self.seen.borrow_mut());
        if cursor < line.len() {
            return None;
        }
        hint::signature(line, cursor, &self.words).map(|signature| Signature(format!("   # {signature}")))
    }
}

impl Highlighter for Typing {
    fn highlight<'l>(&self, line: &'l str, _: usize) -> Cow<'l, str> {
        if self.color { Cow::Owned(highlight::highlight(line)) } else { Cow::Borrowed(line) }
    }

    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        if self.color { Cow::Owned(format!("\x1b[2m{hint}\x1b[0m")) } else { Cow::Borrowed(hint) }
    }

    fn highlight_char(&self, _: &str, _: usize, kind: CmdKind) -> bool {
        self.color && kind != CmdKind::MoveCursor
    }
}

impl Validator for Typing {
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        context.input().clone_into(&mut self.seen.borrow_mut());
        let unfinished = !self.plain && reading::is_unfinished(context.input());
        Ok(if unfinished { ValidationResult::Incomplete } else { ValidationResult::Valid(None) })
    }
}

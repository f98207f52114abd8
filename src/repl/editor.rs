//! The line editor: rustyline with this session's completion, hints, colours and validation, and its history.

use super::complete::{Candidate, Completion, Words, complete};
use super::recall::Recall;
use super::{highlight, hint, history, listing};
use crate::cli::terminal;
use crate::session::reading;
use rustyline::completion::{Completer, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::{Hint, Hinter};
use rustyline::history::{FileHistory, History, SearchDirection};
use rustyline::line_buffer::LineBuffer;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{
    Changeset, Cmd, ColorMode, CompletionType, ConditionalEventHandler, Config, Context, Editor, Event, EventContext,
    EventHandler, Helper, KeyCode, KeyEvent, Modifiers, RepeatCount,
};
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::io::ErrorKind;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

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
    /// Something that is no UTF-8, which is left out; the line before it is kept.
    Unreadable,
}

/// The editor.
pub struct Lines {
    editor: Editor<Typing, FileHistory>,
    history: Option<PathBuf>,
    recall: Arc<Mutex<Recall>>,
    /// Whether the line that was read last was taken back.
    cancelled: Arc<AtomicBool>,
    /// What is wrong with the history's file; said once.
    pub complaint: Option<String>,
    /// What stands in the next line from the start, before the cursor and behind it.
    begun: (String, String),
}

impl Lines {
    /// An editor on this terminal. `glance` finds the kind of an expression.
    pub fn new(color: bool, glance: impl Fn(&str) -> Option<String> + 'static) -> Result<Lines, String> {
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
        let recall = Arc::new(Mutex::new(Recall::default()));
        let typing = Typing {
            words: Words::default(),
            glance: Box::new(glance),
            color,
            plain: false,
            seen: RefCell::default(),
            choices: RefCell::default(),
            recall: Arc::clone(&recall),
            whole: Cell::new(false),
        };
        editor.set_helper(Some(typing));
        let cancelled = Arc::new(AtomicBool::new(false));
        for (key, older) in [(KeyCode::Up, true), (KeyCode::Down, false)] {
            let handler = Arrow { recall: Arc::clone(&recall), older };
            let key = Event::from(KeyEvent(key, Modifiers::NONE));
            editor.bind_sequence(key, EventHandler::Conditional(Box::new(handler)));
        }
        let take_back = TakeBack(Arc::clone(&cancelled));
        editor.bind_sequence(KeyEvent::ctrl('C'), EventHandler::Conditional(Box::new(take_back)));
        let mut lines =
            Lines { editor, history: history::file(), recall, cancelled, complaint: None, begun: Default::default() };
        lines.load_history();
        lines.recall_history();
        Ok(lines)
    }

    fn recall_history(&mut self) {
        let mut recall = self.recall.lock().unwrap_or_else(PoisonError::into_inner);
        let history = self.editor.history();
        for i in 0..history.len() {
            if let Ok(Some(found)) = history.get(i, SearchDirection::Forward) {
                recall.add(&found.entry);
            }
        }
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
        self.cancelled.store(false, Ordering::Relaxed);
        let (before, behind) = std::mem::take(&mut self.begun);
        let read = self.editor.readline_with_initial(PROMPT, (&before, &behind));
        terminal::keys::keep();
        let (seen, cursor) = self.editor.helper().map(|typing| typing.seen.take()).unwrap_or_default();
        match read {
            Ok(text) if self.cancelled.load(Ordering::Relaxed) => {
                self.remember(&text);
                Ok(Input::Cancelled(!text.trim().is_empty()))
            }
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
            Err(ReadlineError::Io(error)) if error.kind() == ErrorKind::InvalidData => {
                // The editor has lost what came at once with it, so that the rest of a paste would be half of a program.
                terminal::keys::leave_out();
                let (before, behind) = seen.split_at(cursor);
                self.begun = (before.to_owned(), behind.to_owned());
                Ok(Input::Unreadable)
            }
            Err(error) => Err(error.to_string()),
        }
    }

    fn remember(&mut self, text: &str) {
        if text.trim().is_empty() {
            return;
        }
        let text = text.trim_end();
        self.recall.lock().unwrap_or_else(PoisonError::into_inner).add(text);
        let added = self.editor.add_history_entry(text);
        if let (Ok(true), Some(file)) = (added, &self.history)
            && let Err(error) = self.editor.append_history(&file.clone())
        {
            self.give_up_history(&error);
        }
    }
}

/// Brings lines again that begin as what is typed.
struct Arrow {
    recall: Arc<Mutex<Recall>>,
    older: bool,
}

impl ConditionalEventHandler for Arrow {
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, context: &EventContext<'_>) -> Option<Cmd> {
        let (line, cursor) = (context.line(), context.pos());
        // Within a text of several lines the keys go from line to line.
        let within = if self.older { &line[..cursor] } else { &line[cursor..] };
        if within.contains('\n') {
            return None;
        }
        let mut recall = self.recall.lock().unwrap_or_else(PoisonError::into_inner);
        recall.brought = if self.older { recall.older(line, cursor) } else { recall.newer(line) };
        // No command of the editor replaces a line and leaves the cursor behind it; a completion does.
        Some(if recall.brought.is_some() { Cmd::Complete } else { Cmd::Noop })
    }
}

/// Ctrl-C: the line is read as it is and not used. So what was typed behind it is not lost, as it would be by an error.
struct TakeBack(Arc<AtomicBool>);

impl ConditionalEventHandler for TakeBack {
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, _: &EventContext<'_>) -> Option<Cmd> {
        self.0.store(true, Ordering::Relaxed);
        Some(Cmd::AcceptLine)
    }
}

/// What happens while a line is typed.
struct Typing {
    words: Words,
    /// The kind of an expression.
    glance: Box<dyn Fn(&str) -> Option<String>>,
    color: bool,
    /// Lines are moves of a game that is played.
    plain: bool,
    /// The text as the editor last showed it, and the cursor: a line that is taken back can be brought again from the history.
    seen: RefCell<(String, usize)>,
    /// What Tab offered last.
    choices: RefCell<Option<Choices>>,
    /// Lines that are brought again, and whether the next completion is one.
    recall: Arc<Mutex<Recall>>,
    whole: Cell<bool>,
}

/// Choices under the line, while neither it nor the cursor changes.
struct Choices {
    line: String,
    cursor: usize,
    texts: Vec<String>,
    page: usize,
}

impl Helper for Typing {}

impl Typing {
    fn see(&self, line: &str, cursor: usize) {
        let mut seen = self.seen.borrow_mut();
        line.clone_into(&mut seen.0);
        seen.1 = cursor;
    }
}

/// What the candidates have in common at their beginning.
fn common<'c>(candidates: &'c [Candidate]) -> &'c str {
    let Some((first, others)) = candidates.split_first() else { return "" };
    let agrees = |text: &'c str, other: &Candidate| {
        let end = text.char_indices().find(|&(i, c)| !other.text[i..].starts_with(c));
        end.map_or(text, |(i, _)| &text[..i])
    };
    others.iter().fold(&first.text, |text, other| agrees(text, other))
}

impl Completer for Typing {
    type Candidate = Pair;

    /// The editor gets one candidate at most: as far as all that are meant agree. Where that brings the word no further, the
    /// choices stand under the line; the editor would ask whether to show them, and go on asking.
    fn complete(&self, line: &str, cursor: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        let brought = self.recall.lock().unwrap_or_else(PoisonError::into_inner).brought.take();
        if let Some(line) = brought {
            self.whole.set(true);
            return Ok((0, vec![Pair { display: String::new(), replacement: line }]));
        }
        let mut choices = self.choices.borrow_mut();
        if let Some(shown) = choices.as_mut().filter(|shown| shown.line == line && shown.cursor == cursor) {
            shown.page += 1;
            return Ok((cursor, vec![Pair { display: String::new(), replacement: String::new() }]));
        }
        *choices = None;
        let Completion { start, candidates, likely } =
            complete(line, cursor, &self.words, &mut |text| (self.glance)(text));
        let word = &line[start..cursor];
        let mut to = common(&candidates[..likely]);
        if to.len() < word.len() || candidates.is_empty() {
            to = word;
        }
        if candidates.len() > 1 && likely != 1 && to == word {
            let texts = candidates.into_iter().map(|c| c.shown).collect();
            *choices = Some(Choices { line: line.to_owned(), cursor, texts, page: 0 });
            return Ok((start, vec![Pair { display: String::new(), replacement: word.to_owned() }]));
        }
        let found = !candidates.is_empty();
        let pair = Pair { display: to.to_owned(), replacement: to.to_owned() };
        Ok((start, if found { vec![pair] } else { Vec::new() }))
    }

    fn update(&self, line: &mut LineBuffer, start: usize, elected: &str, changes: &mut Changeset) {
        let end = if self.whole.take() { line.len() } else { line.pos() };
        line.replace(start..end, elected, changes);
    }
}

/// A signature behind the line, or choices under it; never inserted.
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
        self.see(line, cursor);
        let (columns, rows) = terminal::size();
        let shown = self.choices.borrow();
        if let Some(shown) = shown.as_ref().filter(|shown| shown.line == line && shown.cursor == cursor) {
            let rows = rows.saturating_sub(line.matches('\n').count());
            return Some(Signature(format!("\n{}", listing::page(&shown.texts, shown.page, (columns, rows)).0)));
        }
        if cursor < line.len() {
            return None;
        }
        let signature = hint::signature(line, cursor, &self.words)?;
        // Behind the line if there is room, else under it.
        let used = line.rsplit('\n').next().map_or(0, |last| last.chars().count()) + PROMPT.len();
        let hint = format!("   # {signature}");
        let fits = used + hint.chars().count() < columns;
        Some(Signature(if fits { hint } else { format!("\n{}", listing::cut(&hint, columns - 1)) }))
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
        self.see(context.input(), context.input().len());
        let unfinished = !self.plain && reading::is_unfinished(context.input());
        Ok(if unfinished { ValidationResult::Incomplete } else { ValidationResult::Valid(None) })
    }
}

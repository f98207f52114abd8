//! What a program says and to whom, and what it asks of whoever runs it.
//!
//! In: outputs, verdicts of checks, values that loops drop, requests. Out: calls of the sink, counts, and the first statement that
//! computed and said nothing. Touches nothing else of the machine.

use super::Machine;
use crate::files::Files;
use crate::report::Output;
use crate::source::{Sources, Span};
use crate::value::key::Key;
use crate::value::{Convention, Player, Res, Value};
use rustc_hash::FxHashMap;
use std::cell::Cell;
use std::rc::Rc;

/// Who hears what a program says.
pub type Sink = Rc<dyn Fn(Output, &Sources)>;

/// What a program asks of whoever runs it.
#[derive(Debug)]
pub enum Request {
    /// A game against the computer.
    Play {
        /// Where it begins.
        position: Value,
        /// The side of the person, if that was said.
        person: Option<Player>,
        /// Who wins at the end.
        convention: Convention,
    },
}

#[derive(Default)]
pub(super) struct Voice {
    sink: Option<Sink>,
    /// How often something was said.
    said: Cell<u64>,
    /// Whether a loop has dropped a value.
    unseen: bool,
    /// The first statement of a program whose loop dropped values and said nothing.
    silent: Option<Span>,
    /// Checks that held, and that did not.
    checks: (usize, usize),
    /// File names and texts, for the lines of checks.
    sources: Sources,
    /// How wide lines may be where people read them.
    width: Option<usize>,
    /// Whether forms are shown as they were written: inside parameters.
    pub(super) written: bool,
    /// Whether people look at boards where positions, moves and trees are shown.
    boards: bool,
    /// Names by which moves are called in what is being told: from a component to what it becomes.
    called: FxHashMap<(Key, Key), String>,
    /// Files that programs may read and write, if the front end lets them.
    files: Option<Rc<dyn Files>>,
    /// Whether there is somebody to ask.
    attended: bool,
    request: Option<Request>,
}

impl Voice {
    /// A value that a loop has no use for.
    #[inline]
    pub fn drop_value(&mut self, value: &Value) {
        self.unseen |= !matches!(value, Value::Nothing);
    }

    /// Before a statement: what [`Voice::end`] compares with.
    pub fn begin(&mut self) -> u64 {
        self.unseen = false;
        self.said.get()
    }

    /// After a statement: whether it dropped values and said nothing.
    pub fn end(&mut self, said: u64, statement: Span) {
        if self.unseen && self.said.get() == said {
            self.silent.get_or_insert(statement);
        }
    }

    pub fn count_check(&mut self, held: bool) {
        *(if held { &mut self.checks.0 } else { &mut self.checks.1 }) += 1;
    }
}

impl Machine {
    /// Hands something to whoever listens.
    pub(crate) fn emit(&self, output: Output) {
        let Voice { sink, said, sources, .. } = &self.voice;
        said.set(said.get().wrapping_add(1));
        if let Some(sink) = sink {
            sink(output, sources);
        }
    }

    /// Who hears what the next program says; nothing has been checked.
    pub(crate) fn listen(&mut self, sink: Sink) {
        self.voice.sink = Some(sink);
        (self.voice.checks, self.voice.silent) = ((0, 0), None);
    }

    /// Nobody listens any more. How many checks held since somebody did, and how many did not.
    pub(crate) fn end_listening(&mut self) -> (usize, usize) {
        self.voice.sink = None;
        self.voice.checks
    }

    /// The first statement whose loop dropped values and said nothing; it is told once.
    pub(crate) fn take_silent(&mut self) -> Option<Span> {
        self.voice.silent.take()
    }

    /// The texts that places point into.
    pub fn sources(&self) -> &Sources {
        &self.voice.sources
    }

    /// One more text that places may point into: its number.
    pub(crate) fn add_source(&mut self, name: &str, text: &str) -> u32 {
        self.voice.sources.add(name, text)
    }

    /// How wide tables and drawings may be; nobody minds if it is not said.
    pub fn width(&self) -> Option<usize> {
        self.voice.width
    }

    /// People read what is shown in a window so wide.
    pub(crate) fn set_width(&mut self, width: Option<usize>) {
        self.voice.width = width;
    }

    /// Files that programs may use, if they may use any.
    pub fn files(&self) -> Option<&Rc<dyn Files>> {
        self.voice.files.as_ref()
    }

    /// Lets programs use files.
    pub(crate) fn allow_files(&mut self, files: Rc<dyn Files>) {
        self.voice.files = Some(files);
    }

    /// The files that programs may use from now on; gives those that they might use before.
    #[cfg(feature = "cli")]
    pub(crate) fn replace_files(&mut self, files: Option<Rc<dyn Files>>) -> Option<Rc<dyn Files>> {
        std::mem::replace(&mut self.voice.files, files)
    }

    /// Whether people look at boards where positions, moves and trees are shown.
    pub fn shows_boards(&self) -> bool {
        self.voice.boards
    }

    /// People look at boards.
    pub(crate) fn show_boards(&mut self) {
        self.voice.boards = true;
    }

    /// While `tell` tells something these moves are called by their names.
    pub fn calling<T>(
        &mut self,
        names: FxHashMap<(Key, Key), String>,
        tell: impl FnOnce(&mut Machine) -> Res<T>,
    ) -> Res<T> {
        self.voice.called = names;
        let told = tell(self);
        self.voice.called = FxHashMap::default();
        told
    }

    /// The name by which a move is called now.
    pub fn called(&self, component: &Value, becomes: &Value) -> Option<&str> {
        if self.voice.called.is_empty() {
            return None;
        }
        self.voice.called.get(&(Key(component.clone()), Key(becomes.clone()))).map(String::as_str)
    }

    /// There is somebody who answers requests.
    pub(crate) fn attend(&mut self) {
        self.voice.attended = true;
    }

    /// Asks for something once the program is through; false if there is nobody to ask.
    pub(crate) fn request(&mut self, request: Request) -> bool {
        if self.voice.attended {
            self.voice.request = Some(request);
        }
        self.voice.attended
    }

    /// What the program asked for last.
    pub(crate) fn take_request(&mut self) -> Option<Request> {
        self.voice.request.take()
    }
}

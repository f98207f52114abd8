//! The engine that every front end calls: texts in, outputs and errors out. It never prints, exits or draws.

#[cfg(feature = "cli")]
pub mod certificates;
#[cfg(feature = "files")]
pub mod checkpoint;
#[cfg(feature = "cli")]
pub mod completing;
#[cfg(feature = "threads")]
mod crew;
#[cfg(feature = "files")]
pub mod files;
#[cfg(feature = "cli")]
mod glance;
pub mod homework;
mod host;
mod imports;
pub mod layout;
mod loading;
mod play;
mod questions;
pub mod reading;
mod running;
mod saving;
mod shelf;
pub mod study;
pub mod values;

#[cfg(feature = "cluster")]
use crate::adapters::posets::heavy::Processes;
use crate::adapters::search::Crew;
pub use crate::eval::Sink;
pub use crate::files::Files;
pub use crate::library::Defined;
pub use crate::limits::{Limits, Progress, clock};
pub use crate::portable::Places;
pub use crate::report::{CheckReport, Doc, NameInfo, Output, Shown, Verdict};
pub use crate::spelling::{names as nearest_names, word as nearest};
#[cfg(feature = "files")]
pub use crate::state::directory as state_directory;
pub use crate::syntax::Mode;
pub use host::{Host, Refusal};
pub use loading::Loaded;
pub use play::{Hope, Made, Play, Slip, Turn};
pub use saving::Saved;

use crate::diagnostics::{Diagnostic, Mistake};
use crate::eval::Machine;
use crate::library;
use crate::limits::Handle;
use crate::source::{Sources, Span};
use crate::value::Value;

use rustc_hash::{FxHashMap, FxHashSet};
use std::path::PathBuf;
use std::rc::Rc;

/// What a session may do.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Bounds for every submission.
    pub limits: Limits,
    /// Whether `import` and programs may use files, and from where relative names start.
    pub import_from: Option<PathBuf>,
    /// What the script sees as `arguments`.
    pub arguments: Vec<String>,
}

/// What a submission came to.
#[derive(Clone, Debug, Default)]
pub struct Ran {
    /// Errors, in the order of the text; empty if all went well. The session's bindings are as before if there are any.
    pub errors: Vec<Diagnostic>,
    /// What was run but hardly meant; the same is told once in a session.
    pub warnings: Vec<Diagnostic>,
    /// Checks that held.
    pub passed: usize,
    /// Checks that did not, or could not be decided.
    pub failed: usize,
    /// An expression in a loop whose values nobody saw, though the loop said nothing else.
    pub unseen: Option<Span>,
}

/// A session: its bindings, its store of games, its sources.
pub struct Session {
    settings: Settings,
    machine: Machine,
    next_rules: u32,
    /// The files of the library by the names that they define, and those that are being read.
    shelf: FxHashMap<&'static str, usize>,
    taken: Vec<usize>,
    /// The library's records, made when somebody first asks.
    docs: Vec<Doc>,
    /// Imported files, by their full name, with a hash of their text: each is run once, and again when it has changed.
    imported: Vec<(PathBuf, u64)>,
    /// The files that are being read, each imported by the one before it.
    importing: Vec<PathBuf>,
    /// Whether values are told as data, too.
    data: bool,
    /// Values that were shown, where the front end keeps them.
    kept: Option<Vec<Value>>,
    /// Whether it is told how they are drawn.
    pictures: bool,
    /// An expression in a loop of the last program whose values nobody saw.
    unseen: Option<Span>,
    /// Warnings of the program that is run, and those that were told before.
    warnings: Vec<Diagnostic>,
    warned: FxHashSet<(Mistake, String)>,
}

impl Session {
    /// A session with the library loaded.
    pub fn new(settings: Settings) -> Session {
        let handle = Rc::new(Handle::default());
        let mut machine = Machine::new(handle, crate::reasons::HOOKS, crate::adapters::ENGINES);
        library::constants(machine.globals_mut(), &settings.arguments);
        for (name, value) in machine.loopy_constants() {
            machine.globals_mut().set_library(name, value);
        }
        #[cfg(feature = "threads")]
        {
            machine.settings().of::<Crew>().write = Some(crew::errand);
        }
        #[cfg(feature = "files")]
        if let Some(folder) = &settings.import_from {
            machine.allow_files(Rc::new(crate::files::Folder(folder.clone())));
        }
        let mut session = Session {
            settings,
            machine,
            next_rules: 0,
            shelf: FxHashMap::default(),
            taken: Vec::new(),
            docs: Vec::new(),
            imported: Vec::new(),
            importing: Vec::new(),
            data: false,
            kept: None,
            pictures: false,
            unseen: None,
            warnings: Vec::new(),
            warned: FxHashSet::default(),
        };
        session.announce_library();
        session.machine.handle.set_limits(session.settings.limits.clone());
        session
    }

    /// The handle of its computations: interruption, limits, progress.
    pub fn handle(&self) -> &Rc<Handle> {
        &self.machine.handle
    }

    /// Every text that errors may point into.
    pub fn sources(&self) -> &Sources {
        self.machine.sources()
    }

    /// From now on values are told as data, too: for every format but text.
    pub fn tell_data(&mut self) {
        self.data = true;
    }

    /// From now on it is told what positions look like, too.
    pub fn show_boards(&mut self) {
        self.machine.show_boards();
    }

    /// From now on programs may read and write these files; importing needs [`Settings::import_from`].
    pub fn use_files(&mut self, files: Rc<dyn Files>) {
        self.machine.allow_files(files);
    }

    /// From now on positions and thermographs come with their drawings, too.
    pub fn show_pictures(&mut self) {
        self.pictures = true;
    }

    /// Tables and drawings are made for a window so wide.
    pub fn set_width(&mut self, width: Option<usize>) {
        self.machine.set_width(width);
    }

    /// Long computations run in so many threads; 0 for as many as the machine has.
    pub fn use_threads(&mut self, threads: usize) {
        self.machine.heavy().threads = threads;
    }

    /// Other threads help with a search once it took so many steps; a bound of steps keeps them away.
    pub fn share_searches_after(&mut self, steps: u64) {
        self.machine.settings().of::<Crew>().alone = steps;
    }

    /// How often another thread began to help with a search.
    pub fn searches_shared(&mut self) -> u64 {
        self.machine.settings().of::<Crew>().helped.load(std::sync::atomic::Ordering::Relaxed)
    }

    /// Long computations keep in this directory how far they are, no more often than this, and go on from there.
    #[cfg(feature = "files")]
    pub fn keep_in(&mut self, place: PathBuf, interval: std::time::Duration) {
        let keeper = move |name: &str, first: bool| checkpoint::open(&place.join(name), interval, first);
        self.machine.heavy().checkpoints = Some(Rc::new(keeper));
    }

    /// Long computations on subsets are done together with other processes, which run the same program: where all of them
    /// listen or why that is not known, which of them this is, and how many workers each has.
    #[cfg(feature = "cluster")]
    pub fn compute_with(&mut self, hosts: Result<Vec<String>, String>, process: usize, workers: usize) {
        self.machine.heavy().processes = Some(Rc::new(Processes::new(hosts, process, workers)));
    }

    /// Who hears what a long computation will take, before it begins, and why it is not kept.
    pub fn hear_notices(&mut self, hear: impl Fn(&str) + 'static) {
        self.machine.heavy().notice = Some(Rc::new(hear));
    }
}

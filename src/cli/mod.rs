//! The command's front end: from arguments to text or JSON and an exit status.
//!
//! `table` says what there is, `args` reads it, `crate::dispatch` sends each command to its file, `screen::Screen` writes.
//! The engine is reached only through `crate::session`; no mathematics here.

pub mod args;
pub(crate) mod check;
pub(crate) mod check_key;
pub(crate) mod checking;
pub mod doc;
pub mod explain;
pub(crate) mod fmt;
pub(crate) mod grade;
pub(crate) mod grading;
pub(crate) mod interrupt;
pub(crate) mod json;
#[cfg(feature = "kernel")]
pub mod kernel;
mod new;
pub mod report_files;
pub(crate) mod run;
pub(crate) mod screen;
pub mod table;
pub(crate) mod terminal;
pub(crate) mod verify;

use crate::report::{CheckReport, Diagnostic, Phase, Verdict};
use crate::session::{Mode, Ran, Session, Settings, Sink};
use args::Options;
use screen::Screen;
use std::cell::RefCell;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::Duration;

/// How the command ends. The order is that of urgency: of several files, the worst decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// All done.
    #[default]
    Done,
    /// A check failed, or the program raised an error.
    Failed,
    /// The command was called wrongly, or a file could not be read.
    Usage,
    /// A bound of steps, depth, memory or time was reached.
    Limit,
    /// Ctrl-C.
    Interrupted,
}

impl Status {
    /// The exit status.
    pub const fn code(self) -> u8 {
        match self {
            Status::Done => 0,
            Status::Failed => 1,
            Status::Usage => 2,
            Status::Limit => 3,
            Status::Interrupted => 130,
        }
    }

    /// What [`Status::code`] gave; an unknown one is a failure.
    pub fn of_code(code: u64) -> Status {
        let all = [Status::Done, Status::Usage, Status::Limit, Status::Interrupted];
        all.into_iter().find(|status| u64::from(status.code()) == code).unwrap_or(Status::Failed)
    }

    /// What an error comes to.
    pub fn of_error(error: &Diagnostic) -> Status {
        if error.phase() == Phase::Limit { Status::Limit } else { Status::Failed }
    }

    /// What a check comes to.
    pub fn of_check(report: &CheckReport) -> Status {
        match &report.verdict {
            Verdict::True => Status::Done,
            Verdict::False { .. } => Status::Failed,
            Verdict::Failed(error) => Status::of_error(error),
        }
    }
}

/// Levels of long computations are kept no more often than this, so that a kill loses one level, or little more than this.
const CHECKPOINT_INTERVAL: Duration = Duration::from_millis(250);

/// A session whose progress is drawn on the screen.
pub fn session(
    screen: &Rc<RefCell<Screen>>,
    options: &Options,
    from: Option<PathBuf>,
    arguments: Vec<String>,
) -> Session {
    let mut session = Session::new(Settings { limits: options.limits.clone(), import_from: from, arguments });
    let listener = Rc::clone(screen);
    session.set_width(screen.borrow().width());
    session.use_threads(options.threads);
    if let Some(place) = &options.checkpoint {
        session.keep_in(place.clone(), CHECKPOINT_INTERVAL);
    }
    #[cfg(feature = "cluster")]
    if let Some((workers, process, hosts)) = &options.processes {
        let of_lines =
            |text: String| text.lines().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect();
        let read = std::fs::read_to_string(hosts).map(of_lines);
        let read = read.map_err(|error| format!("{} cannot be read: {error}", hosts.display()));
        session.compute_with(read, *process, *workers);
    }
    session.hear_notices(move |text| {
        if let Ok(mut screen) = listener.try_borrow_mut() {
            screen.complain(text);
        }
    });
    let watcher = Rc::clone(screen);
    session.handle().set_progress_sink(Some(Box::new(move |progress| {
        if let Ok(mut screen) = watcher.try_borrow_mut() {
            screen.progress(progress);
        }
    })));
    session
}

/// Runs a text in a session, with Ctrl-C stopping it.
pub fn run_in(session: &mut Session, name: &str, text: &str, mode: Mode, emit: Sink) -> Ran {
    let _running = interrupt::Running::start(session.handle().interruption_flag());
    session.run(name, text, mode, emit)
}

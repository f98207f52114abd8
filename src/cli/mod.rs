//! The command's front end: from arguments to text or JSON and an exit status.
//!
//! In: an [`args::Invocation`]. Out: what [`screen::Screen`] writes, and a [`Status`]. The engine is reached only
//! through [`crate::session`]; no mathematics here.

pub mod args;
mod check;
mod check_key;
mod checking;
pub mod checkpoint;
pub mod doc;
pub mod files;
mod grade;
pub mod grade_args;
pub mod help;
pub mod interrupt;
pub mod json;
pub mod progress;
mod report_files;
pub mod run;
pub mod screen;
pub mod show;
pub mod show_doc;
pub mod spelling;

use crate::diagnostics::{Diagnostic, Phase};
use crate::eval::{Heavy, Keeper, Sink};
use crate::homework::{keyside, process};
use crate::repl;

use crate::session::{CheckReport, Outcome, Session, Settings, Verdict};
use crate::syntax::Mode;
use args::{Command, Invocation, Options, UsageError};
use screen::Screen;
use std::cell::RefCell;
use std::ffi::OsString;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
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
        if error.phase == Phase::Limit { Status::Limit } else { Status::Failed }
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

/// Does what was asked.
pub fn dispatch(invocation: Invocation) -> Status {
    let Invocation { command, options } = invocation;
    if let Command::Isolated { word, arguments } = &command {
        return isolated(word, arguments);
    }
    let screen = Screen::shared(options.color);
    interrupt::install();
    survive_file_limits();
    say_bugs();
    let work = || match command {
        Command::Interactive => repl::start(&screen, &options),
        Command::Script { file, arguments } => run::file(&screen, &options, &file, arguments),
        Command::StandardInput { arguments } => run::standard_input(&screen, &options, arguments),
        Command::Eval { text } => run::eval(&screen, &options, &text),
        Command::Check { files, key: None, patience, .. } => check::files(&screen, &options, patience, &files),
        Command::Check { files, key: Some(key), bounds, .. } => {
            check_key::files(&screen, &options, &key, &bounds, &files)
        }
        Command::Doc { name, markdown } => doc::show(&screen, &options, name.as_deref(), markdown),
        Command::Grade(grading) => grade::grade(&screen, &options, &grading),
        Command::Isolated { .. } => Status::Usage,
        Command::Help(topic) => {
            screen.borrow_mut().line(help::text(topic));
            Status::Done
        }
        Command::Version => {
            screen.borrow_mut().line(concat!("sprague ", env!("CARGO_PKG_VERSION")));
            Status::Done
        }
    };
    // A bug of ours must not end in a status that means something else.
    let status = catch_unwind(AssertUnwindSafe(work)).unwrap_or(Status::Failed);
    let mut screen = screen.borrow_mut();
    screen.flush();
    screen.final_status(status)
}

/// A file that grows beyond what the system allows (`ulimit -f`) is an error of the write, which whoever writes can say,
/// and not the end of the process, as long as somebody hears the signal.
fn survive_file_limits() {
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default());
}

/// A process that this command started itself: no screen, no handler of Ctrl-C.
fn isolated(word: &str, arguments: &[OsString]) -> Status {
    // Nobody hears what a bug says in there.
    let served = catch_unwind(|| match word {
        process::WORD => process::serve(arguments),
        keyside::WORD => keyside::serve(arguments),
        _ => checking::serve(arguments),
    });
    match served {
        Ok(Ok(())) => Status::Done,
        _ => Status::Failed,
    }
}

/// Makes a bug of ours a sentence that a person can pass on.
fn say_bugs() {
    std::panic::set_hook(Box::new(|info| {
        let mut err = io::stderr().lock();
        let place = info.location().map(|l| format!("{}:{}", l.file(), l.line())).unwrap_or_default();
        let payload = info.payload();
        let text =
            payload.downcast_ref::<String>().map(String::as_str).or_else(|| payload.downcast_ref::<&str>().copied());
        let what = text.unwrap_or("no message");
        let _ = writeln!(err, "\nA bug in sprague ({place}: {what}).\nPlease report it with what you typed.");
    }));
}

/// Says what is wrong with the arguments.
pub fn wrong_usage(error: &UsageError) -> Status {
    let screen = Screen::shared(args::Color::Auto);
    screen.borrow_mut().complain(&error.to_string());
    Status::Usage
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
    session.machine().heavy = Heavy {
        threads: options.threads,
        checkpoints: options
            .checkpoint
            .clone()
            .map(|place| Rc::new(move |name: &str| checkpoint::open(&place.join(name), CHECKPOINT_INTERVAL)) as Keeper),
        notice: Some(Rc::new(move |text| {
            if let Ok(mut screen) = listener.try_borrow_mut() {
                screen.complain(text);
            }
        })),
        said: Rc::default(),
    };
    let watcher = Rc::clone(screen);
    session.handle().set_progress_sink(Some(Box::new(move |progress| {
        if let Ok(mut screen) = watcher.try_borrow_mut() {
            screen.progress(progress);
        }
    })));
    session
}

/// Runs a text in a session, with Ctrl-C stopping it.
pub fn run_in(session: &mut Session, name: &str, text: &str, mode: Mode, emit: Sink) -> Outcome {
    let _running = interrupt::Running::start(session.handle().interruption_flag());
    session.run(name, text, mode, emit)
}

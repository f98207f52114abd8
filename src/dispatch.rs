//! From what was asked to who does it. In: an `Invocation`. Out: a [`Status`].

use crate::cli::args::{self, Command, Invocation};
#[cfg(feature = "kernel")]
use crate::cli::kernel;
use crate::cli::screen::Screen;
use crate::cli::{Status, check, check_key, checking, doc, fmt, grade, interrupt, run, verify};
use crate::homework::{keyside, process};
use crate::{lsp, repl};
use std::ffi::OsString;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Reads the arguments, without the command's own name, and does what is asked.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> Status {
    match args::parse(arguments) {
        Ok(invocation) => dispatch(invocation),
        Err(error) => {
            Screen::shared(args::Color::Auto).borrow_mut().complain(&error);
            Status::Usage
        }
    }
}

fn dispatch(invocation: Invocation) -> Status {
    let Invocation { command, options } = invocation;
    if let Command::Isolated { word, arguments } = &command {
        return isolated(word, arguments);
    }
    if command == Command::Lsp {
        // What it writes is the protocol's alone.
        say_bugs();
        return if lsp::serve() { Status::Done } else { Status::Failed };
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
        Command::Verify { files, rules, coq } => verify::files(&screen, &options, &files, rules.as_deref(), coq),
        Command::Fmt { files, check } => fmt::files(&screen, &options, &files, check),
        Command::Grade(grading) => grade::grade(&screen, &options, &grading),
        #[cfg(feature = "kernel")]
        Command::Kernel(task) => kernel::run(&screen, &options, &task),
        Command::Isolated { .. } | Command::Lsp => Status::Usage,
        Command::Text(text) => {
            screen.borrow_mut().line(&text);
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

//! Running a script, standard input, or the expression of `sprague eval`.

use super::args::Options;
use super::screen::Screen;
use super::{Status, json, run_in, session};
use crate::report::text as show;
use crate::report::{self, Diagnostic, Format, Output};
use crate::session::files::{self, Unreadable};
use crate::session::{Mode, Ran, Session, Sink};
use std::cell::{Cell, RefCell};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::atomic::Ordering;

/// The name under which messages cite standard input.
pub const STANDARD_INPUT: &str = "<standard input>";

/// A program and what its document says of it.
struct Program<'a> {
    command: &'a str,
    name: &'a str,
    text: &'a str,
    /// Where relative imports start.
    from: PathBuf,
    arguments: Vec<String>,
}

/// `sprague FILE [ARG…]`
pub fn file(screen: &Rc<RefCell<Screen>>, options: &Options, file: &OsStr, arguments: Vec<String>) -> Status {
    let path = Path::new(file);
    let name = path.display().to_string();
    match files::read(path) {
        Ok(text) => {
            let from = directory_of(path);
            run(screen, options, Program { command: "run", name: &name, text: &text, from, arguments })
        }
        Err(problem) => unreadable(screen, options, &name, &problem),
    }
}

/// A script on standard input.
pub fn standard_input(screen: &Rc<RefCell<Screen>>, options: &Options, arguments: Vec<String>) -> Status {
    let name = STANDARD_INPUT;
    match files::read_standard_input() {
        Ok(text) => {
            let program = Program { command: "run", name, text: &text, from: PathBuf::from("."), arguments };
            run(screen, options, program)
        }
        Err(problem) => unreadable(screen, options, name, &problem),
    }
}

/// `sprague eval 'EXPR'`
pub fn eval(screen: &Rc<RefCell<Screen>>, options: &Options, text: &str) -> Status {
    let from = PathBuf::from(".");
    run(screen, options, Program { command: "eval", name: "<expression>", text, from, arguments: Vec::new() })
}

/// Where a file's relative imports start.
pub fn directory_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
        _ => PathBuf::from("."),
    }
}

fn unreadable(screen: &Rc<RefCell<Screen>>, options: &Options, name: &str, problem: &Unreadable) -> Status {
    if options.json {
        let errors = (vec![json::unreadable(problem)], Vec::new());
        screen.borrow_mut().line(&json::run("run", name, Vec::new(), errors, Status::Usage).to_string());
    } else {
        screen.borrow_mut().complain(&problem.to_string());
    }
    Status::Usage
}

fn run(screen: &Rc<RefCell<Screen>>, options: &Options, program: Program<'_>) -> Status {
    let mut session = session(screen, options, Some(program.from), program.arguments);
    let format = if options.json { Format::Json } else { options.format };
    if format != Format::Text {
        session.tell_data();
        session.set_width(None);
    }
    let status = Rc::new(Cell::new(Status::Done));
    let outputs = Rc::new(RefCell::new(Vec::new()));
    let emit: Sink = {
        let (screen, status, outputs) = (Rc::clone(screen), Rc::clone(&status), Rc::clone(&outputs));
        Rc::new(move |output, sources| {
            if let Output::Check(report) = &output {
                status.set(status.get().max(Status::of_check(report)));
            }
            match format {
                Format::Json => outputs.borrow_mut().push(json::output(&output, sources)),
                format => screen.borrow_mut().output(&output, format, sources),
            }
        })
    };
    let ran = compute(screen, &mut session, (program.name, program.text), Mode::Script, emit);
    let status = status_of(status.get(), &ran, &session);
    if format == Format::Json {
        let said = |list: &[Diagnostic]| json::errors(list, session.sources());
        let said = (said(&ran.errors), said(&ran.warnings));
        let document = json::run(program.command, program.name, outputs.take(), said, status);
        screen.borrow_mut().line(&document.to_string());
        return finished(session, status);
    }
    if !ran.warnings.is_empty() && !screen.borrow().is_closed() {
        let mut screen = screen.borrow_mut();
        let text = show::errors(&ran.warnings, session.sources(), screen.color_err);
        screen.complain(&text);
    }
    if !ran.errors.is_empty() && !screen.borrow().is_closed() {
        let mut screen = screen.borrow_mut();
        let text = report::errors(&ran.errors, format, session.sources(), screen.color_err);
        // In text errors are told apart by where they are written; a document holds them, too.
        if format == Format::Text { screen.complain(&text) } else { screen.line(&text) }
    } else if let Some(span) = ran.unseen {
        let text = show::unseen(span, session.sources());
        screen.borrow_mut().complain(&text);
    }
    finished(session, status)
}

fn finished(session: Session, status: Status) -> Status {
    end(session);
    status
}

/// Runs a named text with the screen's clock started, and stops it when nobody reads the results any more.
pub fn compute(
    screen: &Rc<RefCell<Screen>>,
    session: &mut Session,
    (name, text): (&str, &str),
    mode: Mode,
    emit: Sink,
) -> Ran {
    screen.borrow_mut().start();
    let stop = session.handle().interruption_flag();
    let watched = Rc::clone(screen);
    let watching: Sink = Rc::new(move |output, sources| {
        emit(output, sources);
        if watched.borrow().is_closed() {
            stop.store(true, Ordering::Relaxed);
        }
    });
    let ran = run_in(session, name, text, mode, watching);
    screen.borrow_mut().erase_progress();
    ran
}

/// What the checks' status and the errors come to; a bound that was reached because of Ctrl-C is an interruption.
pub fn status_of(checks: Status, ran: &Ran, session: &Session) -> Status {
    let worst = ran.errors.iter().map(Status::of_error).fold(checks, Status::max);
    let interrupted = session.handle().interruption_flag().load(Ordering::Relaxed);
    if worst == Status::Limit && interrupted { Status::Interrupted } else { worst }
}

/// The process ends soon: returning the memory of a large store piece by piece would only take time.
pub fn end(session: Session) {
    std::mem::forget(session);
}

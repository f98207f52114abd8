//! `sprague check FILE…`: every check a line, then a summary. Each file has a session of its own.

use super::args::Options;
use super::files;
use super::run::{STANDARD_INPUT, compute, directory_of, end, status_of};
use super::screen::Screen;
use super::{Status, json, session, show};
use crate::eval::Sink;
use crate::session::Output;
use crate::syntax::Mode;
use serde_json::Value;
use std::cell::RefCell;
use std::ffi::OsString;
use std::path::Path;
use std::rc::Rc;

/// What a file's checks came to.
#[derive(Default)]
struct Heard {
    status: Status,
    counts: (usize, usize),
    checks: Vec<Value>,
    printed: Vec<String>,
}

/// Checks the files in order.
pub fn files(screen: &Rc<RefCell<Screen>>, options: &Options, files: &[OsString]) -> Status {
    let mut status = Status::Done;
    let mut counts = (0, 0);
    let mut documents = Vec::new();
    for (i, file) in files.iter().enumerate() {
        if i > 0 && !options.json {
            screen.borrow_mut().line("");
        }
        let (of_file, (passed, failed), document) = one(screen, options, Path::new(file));
        status = status.max(of_file);
        counts = (counts.0 + passed, counts.1 + failed);
        documents.push(document);
        if status == Status::Interrupted || screen.borrow().is_closed() {
            break;
        }
    }
    let mut screen = screen.borrow_mut();
    if options.json {
        screen.line(&json::checked(documents, counts, status).to_string());
    } else if files.len() > 1 {
        screen.line(&format!("\n{} files: {}", files.len(), show::summary(counts.0, counts.1)));
    }
    status
}

/// One file: its status, how many checks hold and fail, its part of the document.
fn one(screen: &Rc<RefCell<Screen>>, options: &Options, path: &Path) -> (Status, (usize, usize), Value) {
    let from_input = path.as_os_str() == "-";
    let name = if from_input { STANDARD_INPUT.to_owned() } else { path.display().to_string() };
    let text = match if from_input { files::read_standard_input() } else { files::read(path) } {
        Ok(text) => text,
        Err(problem) => {
            if !options.json {
                screen.borrow_mut().complain(&problem.to_string());
            }
            let errors = vec![json::unreadable(&problem)];
            return (Status::Usage, (0, 0), json::checked_file(&name, Vec::new(), Vec::new(), errors, (0, 0)));
        }
    };
    let mut session = session(screen, options, Some(directory_of(path)), Vec::new());
    let heard = Rc::new(RefCell::new(Heard::default()));
    let emit: Sink = {
        let (screen, heard, as_json) = (Rc::clone(screen), Rc::clone(&heard), options.json);
        Rc::new(move |output, sources| {
            let mut heard = heard.borrow_mut();
            match &output {
                Output::Check(report) => {
                    let of_check = Status::of_check(report);
                    heard.status = heard.status.max(of_check);
                    *(if of_check == Status::Done { &mut heard.counts.0 } else { &mut heard.counts.1 }) += 1;
                    if as_json {
                        heard.checks.push(json::check(report, sources));
                    }
                }
                // A report is about the checks: of the rest, only what the program says on purpose.
                Output::Value(_) => return,
                Output::Printed(text) if as_json => heard.printed.push(text.clone()),
                Output::Printed(_) => {}
            }
            if !as_json {
                screen.borrow_mut().output(&output, sources);
            }
        })
    };
    let outcome = compute(screen, &mut session, (&name, &text), Mode::Script, emit);
    let Heard { status, counts, checks, printed } = heard.take();
    let status = status_of(status, &outcome, &session);
    if !options.json && !screen.borrow().is_closed() {
        let mut screen = screen.borrow_mut();
        if outcome.errors.is_empty() {
            screen.line(&format!("{name}: {}", show::summary(counts.0, counts.1)));
        } else {
            let text = show::errors(&outcome.errors, session.sources(), screen.color_err);
            screen.complain(&text);
            screen.line(&format!("{name}: {}; it stopped at an error", show::summary(counts.0, counts.1)));
        }
    }
    let errors = json::errors(&outcome.errors, session.sources());
    end(session);
    (status, counts, json::checked_file(&name, printed, checks, errors, counts))
}

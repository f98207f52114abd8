//! `sprague verify FILE…`: certificates, a line each; with `--coq` each as a text for Coq.

use super::args::Options;
use super::run::{compute, status_of};
use super::screen::Screen;
use super::{Status, json, session};
use crate::report::text as show;
use crate::session::certificates::{Verified, definitions};
use crate::session::{Mode, Ran, Session, files};
use serde_json::json;
use std::cell::RefCell;
use std::ffi::OsString;
use std::path::Path;
use std::rc::Rc;

/// Verifies the files in order, each in a session of its own that is gone before the next, after the script with the rules if there is one.
pub fn files(
    screen: &Rc<RefCell<Screen>>,
    options: &Options,
    files: &[OsString],
    rules: Option<&Path>,
    coq: bool,
) -> Status {
    let mut status = Status::Done;
    let mut documents = Vec::new();
    for file in files {
        let path = Path::new(file);
        let name = path.display().to_string();
        let (own, document) = match files::read(path) {
            Err(problem) => {
                if !options.json {
                    screen.borrow_mut().complain(&problem.to_string());
                }
                (Status::Usage, document(&name, None, None, vec![json::unreadable(&problem)]))
            }
            Ok(text) => one(screen, options, &name, &text, rules, coq),
        };
        status = status.max(own);
        documents.push(document);
        if status == Status::Interrupted || screen.borrow().is_closed() {
            break;
        }
    }
    if options.json {
        let document =
            json!({ "schema": json::SCHEMA, "command": "verify", "files": documents, "status": status.code() });
        screen.borrow_mut().line(&document.to_string());
    }
    status
}

fn one(
    screen: &Rc<RefCell<Screen>>,
    options: &Options,
    name: &str,
    text: &str,
    rules: Option<&Path>,
    coq: bool,
) -> (Status, serde_json::Value) {
    let mut session = session(screen, options, None, Vec::new());
    if let Some(rules) = rules {
        let script = rules.display().to_string();
        match files::read(rules) {
            Err(problem) => {
                screen.borrow_mut().complain(&problem.to_string());
                return (Status::Usage, document(name, None, None, vec![json::unreadable(&problem)]));
            }
            Ok(whole) => {
                let left = definitions(&whole, text);
                let ran = compute(screen, &mut session, (&script, &left), Mode::Script, Rc::new(|_, _| {}));
                if !ran.errors.is_empty() {
                    return failed(screen, options, name, session, &ran);
                }
            }
        }
    }
    screen.borrow_mut().start();
    let running = super::interrupt::Running::start(session.handle().interruption_flag());
    let verified = session.verify_certificate(name, text, coq);
    drop(running);
    screen.borrow_mut().erase_progress();
    match verified {
        Verified::Holds { claim, coq: Some(coq), .. } => {
            if !options.json {
                screen.borrow_mut().line(coq.trim_end());
            }
            (Status::Done, document(name, Some(claim), Some(coq), Vec::new()))
        }
        Verified::Holds { claim, lines, coq: None } => {
            if !options.json {
                let lines = if lines == 1 { "1 line".to_owned() } else { format!("{lines} lines") };
                screen.borrow_mut().line(&format!("{name}: proved: {claim} ({lines})"));
            }
            (Status::Done, document(name, Some(claim), None, Vec::new()))
        }
        Verified::NoCertificate(why) => {
            if !options.json {
                screen.borrow_mut().complain(&format!("{name}: this is no certificate: {why}"));
            }
            (Status::Failed, document(name, None, None, vec![json::unproved(why)]))
        }
        Verified::Refused(why) => {
            if !options.json {
                screen.borrow_mut().complain(&format!("{name}: {why}"));
            }
            (Status::Failed, document(name, None, None, vec![json::unproved(why)]))
        }
        Verified::Fails(ran) => failed(screen, options, name, session, &ran),
    }
}

/// One file; `claim` is what is proved.
fn document(
    name: &str,
    claim: Option<String>,
    coq: Option<String>,
    errors: Vec<serde_json::Value>,
) -> serde_json::Value {
    json!({ "file": name, "proved": claim.is_some(), "claim": claim, "coq": coq, "errors": errors })
}

fn failed(
    screen: &Rc<RefCell<Screen>>,
    options: &Options,
    name: &str,
    session: Session,
    ran: &Ran,
) -> (Status, serde_json::Value) {
    let status = status_of(Status::Done, ran, &session);
    if !options.json {
        let mut screen = screen.borrow_mut();
        let text = show::errors(&ran.errors, session.sources(), screen.color_err);
        screen.complain(&text);
    }
    let errors = json::errors(&ran.errors, session.sources());
    (status, document(name, None, None, errors))
}

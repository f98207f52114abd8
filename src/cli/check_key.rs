//! `sprague check --key SHEET FILE…`: a student's file looked over against the public part of a key: which questions it
//! answers, whether the answers have values, whether what the sheet says of them holds. Nothing is graded.

use super::Status;
use super::args::Options;
use super::grade::{command, key_limits, key_text, no_key};
use super::run::directory_of;
use super::screen::Screen;
use crate::homework::class::{ask_all, read, run};
use crate::homework::grade::{Telling, lost_text};
use crate::homework::keyside::{KeySide, Setup};
use crate::homework::sheet::Looked;
use crate::homework::student::Handed;
use crate::homework::{Bounds, one_line};
use crate::report::text as show;
use crate::session::homework::Reading;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::ffi::OsString;
use std::fmt::Write;
use std::path::Path;
use std::rc::Rc;

/// Looks over the files in order.
pub fn files(
    screen: &Rc<RefCell<Screen>>,
    options: &Options,
    key: &Path,
    bounds: &Bounds,
    files: &[OsString],
) -> Status {
    match all(screen, options, key, bounds, files) {
        Ok(status) => status,
        Err((message, status)) => {
            screen.borrow_mut().complain(&message);
            status
        }
    }
}

fn all(
    screen: &Rc<RefCell<Screen>>,
    options: &Options,
    path: &Path,
    bounds: &Bounds,
    files: &[OsString],
) -> Result<Status, (String, Status)> {
    let text = key_text(path)?;
    let reading = Reading { from: Some(directory_of(path)), limits: key_limits(), sheet: true, student: None };
    let setup = Setup {
        executable: command()?,
        key: (path.display().to_string(), text),
        reading,
        bounds: bounds.clone(),
        telling: Telling::default(),
    };
    let mut side = KeySide::start(&setup).map_err(|problem| no_key(&problem, screen))?;
    let mut status = Status::Done;
    let mut documents = Vec::new();
    for (i, file) in files.iter().enumerate() {
        let path = Path::new(file);
        let name = one_line(&path.display().to_string(), 300);
        let looked_over = read(path).map_err(|why| (format!("cannot read `{name}`: {why}"), Status::Usage));
        let looked_over = looked_over.and_then(|(text, _)| {
            side.next_file(&student_of(path));
            let (handed, mut living, until) = run(&mut side, name.clone(), text)
                .map_err(|how| (format!("{name}: {}", lost_text(&how)), Status::Failed))?;
            Ok((ask_all(&mut side, &handed, &mut living, until, KeySide::look), handed))
        });
        let (looked, handed) = match looked_over {
            Ok(both) => both,
            // The other files are looked over all the same.
            Err((message, worse)) => {
                if options.json {
                    documents.push(lost(&name, &message));
                } else {
                    screen.borrow_mut().complain(&message);
                }
                status = status.max(worse);
                continue;
            }
        };
        if !fine(&looked, &handed) {
            status = status.max(Status::Failed);
        }
        if options.json {
            documents.push(document(&name, &looked, &handed));
        } else {
            if i > 0 {
                screen.borrow_mut().line("");
            }
            screen.borrow_mut().line(told(&name, &looked, &handed).trim_end());
        }
    }
    if options.json {
        let document = json!({ "schema": 1, "command": "check", "files": documents, "status": status.code() });
        screen.borrow_mut().line(&document.to_string());
    }
    Ok(status)
}

/// Whose file it is, as grading names them: for sheets that are other ones for each student.
fn student_of(path: &Path) -> String {
    path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// Whether there is nothing to mend: questions may be open.
fn fine(looked: &[Looked], handed: &Handed) -> bool {
    let answers = looked.iter().all(|q| q.lines.is_empty() && !matches!(q.given, Some(Err(_))));
    let known = |name: &str| looked.iter().any(|q| q.name == name);
    let checks = handed.checks.iter().all(|c| c.holds == Some(true));
    answers && checks && handed.errors.is_empty() && handed.answers.iter().all(|a| known(&a.name))
}

fn told(name: &str, looked: &[Looked], handed: &Handed) -> String {
    let mut out = String::new();
    for error in &handed.errors {
        let _ = writeln!(out, "{error}");
    }
    for q in looked {
        let state = match &q.given {
            None => "no answer yet".to_owned(),
            Some(Ok(given)) => given.clone(),
            Some(Err(_)) => "this answer has no value".to_owned(),
        };
        let text = q.text.as_deref().map_or(String::new(), |text| format!("  ({text})"));
        let _ = writeln!(out, "{:>6}  {state}{text}", q.number);
        if let Some(Err(error)) = &q.given {
            for line in error.lines() {
                let _ = writeln!(out, "        {line}");
            }
        }
        for line in &q.lines {
            let _ = writeln!(out, "        {line}");
        }
    }
    for answer in &handed.answers {
        if !looked.iter().any(|q| q.name == answer.name) {
            let _ = writeln!(out, "line {}: there is no question `{}`", answer.line, answer.name);
        }
    }
    for check in handed.checks.iter().filter(|c| c.holds != Some(true)) {
        let _ = writeln!(out, "FAILED  line {}: {}", check.line, check.claim);
        for line in &check.reason {
            let _ = writeln!(out, "        {line}");
        }
    }
    let answered = looked.iter().filter(|q| matches!(q.given, Some(Ok(_)))).count();
    let failed = handed.checks.iter().filter(|c| c.holds != Some(true)).count();
    let checks = show::summary(handed.checks.len() - failed, failed);
    let _ = writeln!(out, "{name}: {answered} of {} questions answered; {checks}", looked.len());
    out
}

/// A file that could not be read or run.
fn lost(name: &str, problem: &str) -> Value {
    json!({ "file": name, "questions": [], "checks": [], "errors": [problem], "output": "" })
}

fn document(name: &str, looked: &[Looked], handed: &Handed) -> Value {
    let questions = looked.iter().map(|q| {
        let (given, error) = match &q.given {
            None => (None, None),
            Some(Ok(given)) => (Some(given), None),
            Some(Err(error)) => (None, Some(error)),
        };
        json!({ "name": q.name, "number": q.number, "text": q.text, "given": given, "error": error, "unmet": q.lines })
    });
    let checks =
        handed.checks.iter().map(|c| json!({ "line": c.line, "claim": c.claim, "holds": c.holds, "reason": c.reason }));
    json!({
        "file": name, "questions": questions.collect::<Vec<_>>(), "checks": checks.collect::<Vec<_>>(),
        "errors": handed.errors, "output": handed.output,
    })
}

//! The process in which `sprague check` runs one file: as a script, but without files, since the file is somebody's answer.
//!
//! In: the file's text and how it is run, as JSON. Out: what there is to show, a line of JSON each, as soon as it is there. In texts for people
//! nothing is unseen; JSON is what the file made.

use super::{Status, json};
use crate::homework::visible::visible;
use crate::isolation::{Guard, closed, say};
use crate::report::progress;
use crate::report::text as show;
use crate::report::{Diagnostic, Output};
use crate::session::{Limits, Mode, Session, Settings, Sink};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::ffi::OsString;
use std::io::{self, Read};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// The word with which the command is started.
pub const WORD: &str = "--check-answers";

/// Bytes that a file may show; after that its checks are only counted.
const SHOWN: usize = 16 << 20;

/// A file, and how it is run and shown.
#[derive(Clone, Debug)]
pub struct FileCheck {
    /// As messages name it.
    pub name: String,
    /// Its text.
    pub text: String,
    /// What it may use.
    pub limits: Limits,
    /// Threads of long computations.
    pub threads: usize,
    /// Whether JSON is wanted.
    pub json: bool,
    /// Whether results and errors are coloured.
    pub color: (bool, bool),
    /// Whether somebody watches its progress.
    pub watched: bool,
}

impl FileCheck {
    /// For the pipe.
    pub fn to_json(&self) -> Value {
        json!({
            "name": self.name, "text": self.text, "steps": self.limits.steps, "depth": self.limits.depth,
            "memory": self.limits.memory, "milliseconds": self.limits.time.map(|t| t.as_millis() as u64),
            "threads": self.threads, "json": self.json, "color": [self.color.0, self.color.1], "watched": self.watched,
        })
    }

    fn from_json(data: &Value) -> Option<FileCheck> {
        let number = |name: &str| data[name].as_u64();
        let limits = Limits {
            steps: number("steps"),
            depth: number("depth").and_then(|n| u32::try_from(n).ok()),
            memory: number("memory").and_then(|n| usize::try_from(n).ok()),
            time: number("milliseconds").map(Duration::from_millis),
        };
        Some(FileCheck {
            name: data["name"].as_str()?.to_owned(),
            text: data["text"].as_str()?.to_owned(),
            limits,
            threads: usize::try_from(number("threads")?).ok()?,
            json: data["json"].as_bool()?,
            color: (data["color"][0].as_bool()?, data["color"][1].as_bool()?),
            watched: data["watched"].as_bool()?,
        })
    }
}

/// A text as people may see it: in colour only if nothing in it had to be made visible.
fn drawn(draw: impl Fn(bool) -> String, color: bool) -> String {
    let plain = draw(false);
    let clean = visible(&plain);
    if color && clean == plain { draw(true) } else { clean }
}

/// What the process itself does.
pub fn serve(arguments: &[OsString]) -> io::Result<()> {
    Guard::from_arguments(arguments).set();
    closed();
    let mut text = Vec::new();
    io::stdin().lock().read_to_end(&mut text)?;
    let work = FileCheck::from_json(&serde_json::from_slice(&text)?).ok_or_else(|| io::Error::other("no work"))?;
    drop(text);
    let settings = Settings { limits: work.limits.clone(), import_from: None, arguments: Vec::new() };
    let mut session = Session::new(settings);
    session.use_threads(work.threads);
    if !work.json {
        // Whoever started this hears by itself when it has ended.
        session.hear_notices(|text| drop(say(&json!({ "notice": visible(text) }))));
    }
    watch(&mut session, &work);
    let emit: Sink = {
        let (work, room) = (work.clone(), RefCell::new(SHOWN));
        Rc::new(move |output, sources| {
            let (status, text) = match &output {
                Output::Check(report) if work.json => (Some(Status::of_check(report)), json::check(report, sources)),
                Output::Check(report) => {
                    let text = drawn(|color| show::check(report, sources, color), work.color.0);
                    (Some(Status::of_check(report)), text.into())
                }
                // A report is about the checks: of the rest, only what the program says on purpose.
                Output::Value(_) => return,
                Output::Printed(text) if work.json => (None, text.as_str().into()),
                Output::Printed(text) => (None, visible(text).into()),
            };
            let mut room = room.borrow_mut();
            let size = text.as_str().map_or_else(|| text.to_string().len(), str::len);
            let fits = size <= *room;
            if !fits && *room > 0 {
                *room = 0;
                let _ = say(&json!({ "cut": true }));
            }
            *room = room.saturating_sub(size);
            let text = if fits { text } else { Value::Null };
            let _ = match status {
                Some(status) => say(&json!({ "check": text, "status": status.code() })),
                None if fits => say(&json!({ "print": text })),
                None => Ok(()),
            };
        })
    };
    let outcome = session.run(&work.name, &work.text, Mode::Script, emit);
    let errors = &outcome.errors;
    let text = |list: &[Diagnostic]| match list {
        [] => Value::Null,
        list => drawn(|color| show::errors(list, session.sources(), color), work.color.1).into(),
    };
    let status = errors.iter().map(Status::of_error).max().unwrap_or_default();
    say(&json!({
        "end": status.code(), "errors": json::errors(errors, session.sources()),
        "text": text(errors), "warning": text(&outcome.warnings),
        "warnings": json::errors(&outcome.warnings, session.sources()),
    }))?;
    // The process ends now: returning the memory of a large store piece by piece would only take time.
    std::mem::forget(session);
    Ok(())
}

/// Says how far a long computation is.
fn watch(session: &mut Session, work: &FileCheck) {
    if !work.watched {
        return;
    }
    let (started, refreshed, pace) = (Instant::now(), RefCell::new(Instant::now()), RefCell::new(None));
    session.handle().set_progress_sink(Some(Box::new(move |progress| {
        let now = Instant::now();
        let mut refreshed = refreshed.borrow_mut();
        if now.duration_since(*refreshed) < progress::REFRESH || now.duration_since(started) < progress::PATIENCE {
            return;
        }
        *refreshed = now;
        let known = progress::Pace::of(pace.take(), progress, now);
        let _ = say(&json!({ "progress": progress::line(progress, &known, started.elapsed(), now) }));
        pace.replace(Some(known));
    })));
}

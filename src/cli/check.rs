//! `sprague check FILE…`: every check a line, then a summary. Each file is somebody's answer: it runs in a process of its own
//! ([`super::checking`]), and what breaks down in there costs that file alone. What it says is shown as soon as it is there.

use super::args::Options;
use super::checking::{FileCheck, WORD};
use super::grade::command;
use super::run::STANDARD_INPUT;
use super::screen::Screen;
use super::{Status, interrupt, json};
use crate::homework::visible::visible;
use crate::isolation::{Child, Guard, Heard};
use crate::report::text as show;
use crate::report::{Diagnostic, Mistake, Sources, to_json};
use crate::session::{Limits, files};
use serde_json::Value;
use std::cell::RefCell;
use std::ffi::OsString;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How often it is looked whether somebody has pressed Ctrl-C.
const LOOK: Duration = Duration::from_millis(30);
/// A process that does not stop by itself is ended this much later.
const GRACE: Duration = Duration::from_secs(2);

/// What a file's checks came to.
#[derive(Default)]
struct Checked {
    status: Status,
    counts: (usize, usize),
    checks: Vec<Value>,
    printed: Vec<String>,
    errors: Vec<Value>,
    warnings: Vec<Value>,
    /// What the summary says beside the counts.
    then: &'static str,
}

/// Checks the files in order.
pub fn files(
    screen: &Rc<RefCell<Screen>>,
    options: &Options,
    patience: Option<Duration>,
    files: &[OsString],
) -> Status {
    let mut status = Status::Done;
    let mut counts = (0, 0);
    let mut documents = Vec::new();
    for (i, file) in files.iter().enumerate() {
        if i > 0 && !options.json {
            screen.borrow_mut().line("");
        }
        let path = Path::new(file);
        let from_input = path.as_os_str() == "-";
        let name = if from_input { STANDARD_INPUT.to_owned() } else { path.display().to_string() };
        let name = if options.json { name } else { visible(&name) };
        let heard = match if from_input { files::read_standard_input() } else { files::read(path) } {
            Ok(text) => Checking { screen, options, patience, name: &name, heard: Checked::default() }.run(text),
            Err(problem) => {
                if !options.json {
                    screen.borrow_mut().complain(&visible(&problem.to_string()));
                }
                Checked { status: Status::Usage, errors: vec![json::unreadable(&problem)], ..Checked::default() }
            }
        };
        status = status.max(heard.status);
        counts = (counts.0 + heard.counts.0, counts.1 + heard.counts.1);
        let said = (heard.errors, heard.warnings);
        documents.push(json::checked_file(&name, heard.printed, heard.checks, said, heard.counts));
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

/// A file that is being checked.
struct Checking<'a> {
    screen: &'a Rc<RefCell<Screen>>,
    options: &'a Options,
    patience: Option<Duration>,
    name: &'a str,
    heard: Checked,
}

impl Checking<'_> {
    fn run(mut self, text: String) -> Checked {
        self.screen.borrow_mut().start();
        let flag = Arc::new(AtomicBool::new(false));
        let running = interrupt::Running::start(Arc::clone(&flag));
        self.listen(text, &flag);
        drop(running);
        let mut screen = self.screen.borrow_mut();
        screen.erase_progress();
        if !self.options.json && !screen.is_closed() {
            let (passed, failed) = self.heard.counts;
            screen.line(&format!("{}: {}{}", self.name, show::summary(passed, failed), self.heard.then));
            screen.flush();
        }
        drop(screen);
        self.heard
    }

    /// Starts the process and shows what it says until it ends.
    fn listen(&mut self, text: String, flag: &AtomicBool) {
        let work = {
            let screen = self.screen.borrow();
            FileCheck {
                name: self.name.to_owned(),
                text,
                limits: Limits { time: self.patience, ..self.options.limits.clone() },
                threads: self.options.threads,
                json: self.options.json,
                color: (screen.color_out, screen.color_err),
                watched: screen.draws_progress(),
            }
        };
        let all = self.patience.map(|patience| patience.saturating_mul(5) / 4 + GRACE);
        // Threads spend their time side by side.
        let threads = std::thread::available_parallelism().map_or(1, usize::from).max(work.threads) as u32;
        let guard = Guard::new(
            self.options.limits.memory.map(|n| n as u64),
            all.map(|time| time.saturating_mul(threads).as_secs() + 1),
        );
        let child = command().map_err(|(why, _)| why);
        let child = child.and_then(|path| Child::start(&path, WORD, guard, &[]).map_err(|error| error.to_string()));
        let mut child = match child {
            Ok(child) => child,
            Err(why) => return self.lost(Status::Failed, &format!("it could not be run: {why}"), "; it was not run"),
        };
        child.send(&work.to_json());
        child.finish();
        drop(work);
        let end = all.map(|time| Instant::now() + time);
        loop {
            let look = Instant::now() + LOOK;
            match child.hear(end.map_or(look, |end| end.min(look))) {
                Heard::Line(line) => {
                    let Ok(data) = serde_json::from_slice::<Value>(&line) else { break };
                    if !data["end"].is_null() {
                        return self.end(&data);
                    }
                    self.show(data);
                }
                Heard::Late if flag.load(Ordering::Relaxed) => {
                    return self.lost(Status::Interrupted, "interrupted", "; it was interrupted");
                }
                Heard::Late if end.is_some_and(|end| Instant::now() >= end) => {
                    let why = "it was ended: it did not stop by itself when its time was over";
                    return self.lost(Status::Limit, why, "; it was ended");
                }
                Heard::Late => self.screen.borrow_mut().flush_now_and_then(),
                Heard::Ended => break,
            }
            if flag.load(Ordering::Relaxed) {
                return self.lost(Status::Interrupted, "interrupted", "; it was interrupted");
            }
            if self.screen.borrow().is_closed() {
                return;
            }
        }
        self.lost(Status::Failed, "the process that ran this file broke down", "; it broke down");
    }

    /// Something that the file says.
    fn show(&mut self, mut data: Value) {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let as_json = self.options.json;
        if let Some(code) = data["status"].as_u64() {
            let status = Status::of_code(code);
            self.heard.status = self.heard.status.max(status);
            *(if status == Status::Done { &mut self.heard.counts.0 } else { &mut self.heard.counts.1 }) += 1;
            match data["check"].take() {
                Value::Null => {}
                check if as_json => self.heard.checks.push(check),
                check => self.screen.borrow_mut().line(&text(&check)),
            }
        } else if data["cut"] == true {
            let note = "what this file shows from here on is left out; its checks are counted";
            if as_json {
                self.heard.errors.push(self.error(Mistake::Unshown, note));
            } else {
                self.screen.borrow_mut().complain(&format!("{}: {note}", self.name));
            }
        } else if let Some(line) = data["print"].as_str() {
            if as_json {
                self.heard.printed.push(line.to_owned());
            } else {
                self.screen.borrow_mut().line(line);
            }
        } else if let Some(line) = data["progress"].as_str() {
            self.screen.borrow_mut().progress_line(line);
        } else if let Some(notice) = data["notice"].as_str() {
            self.screen.borrow_mut().complain(notice);
        }
        if !as_json {
            self.screen.borrow_mut().flush_now_and_then();
        }
    }

    /// All was said.
    fn end(&mut self, data: &Value) {
        let status = Status::of_code(data["end"].as_u64().unwrap_or_default());
        self.heard.status = self.heard.status.max(status);
        self.heard.errors.extend(data["errors"].as_array().cloned().unwrap_or_default());
        self.heard.warnings.extend(data["warnings"].as_array().cloned().unwrap_or_default());
        if let Some(text) = data["warning"].as_str()
            && !self.options.json
            && !self.screen.borrow().is_closed()
        {
            self.screen.borrow_mut().complain(text);
        }
        if let Some(text) = data["text"].as_str() {
            self.heard.then = "; it stopped at an error";
            if !self.options.json && !self.screen.borrow().is_closed() {
                self.screen.borrow_mut().complain(text);
            }
        }
    }

    /// The process ended before all was said.
    fn lost(&mut self, status: Status, why: &str, then: &'static str) {
        self.heard.status = self.heard.status.max(status);
        self.heard.then = then;
        let mistake = match status {
            Status::Failed => Mistake::Lost,
            Status::Interrupted => Mistake::Interrupted,
            _ => Mistake::TooMuchTime,
        };
        self.heard.errors.push(self.error(mistake, why));
        if !self.options.json {
            self.screen.borrow_mut().complain(&format!("{}: {why}", self.name));
        }
    }

    /// An error that has no place in the text.
    fn error(&self, mistake: Mistake, message: &str) -> Value {
        to_json(&Diagnostic::nowhere(mistake, message), &Sources::default())
    }
}

//! The process that has the key. It is asked about one question at a time, with a time for it, and lives on from file to file.
//!
//! If it does not answer in time, or breaks down, it is ended, the question gets a report that says so, and another is started
//! for the next question: what it takes to compare an answer costs that answer alone. Whoever grades evaluates nothing.

use super::Bounds;
use super::class::asked;
use super::grade::{Marked, Standing, Telling, blank, mark};
use super::process::{GRACE, Living};
use super::sheet::{Looked, look};
use super::student::{Answer, Asked};
use crate::isolation::{Child, Guard, Heard, closed, for_next, say};
use crate::session::Limits;
use crate::session::homework::{Faulty, Key, Line, Reading};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use std::cell::RefCell;
use std::ffi::OsString;
use std::io::{self, BufRead};
use std::path::PathBuf;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// The word with which the command is started.
pub const WORD: &str = "--compare-answers";

/// A key, and how its process is run.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The command.
    pub executable: PathBuf,
    /// The key's name and text.
    pub key: (String, String),
    /// How the key is read.
    pub reading: Reading,
    /// What an answer file may use.
    pub bounds: Bounds,
    /// What reports tell.
    pub telling: Telling,
}

/// What the process is told first.
#[derive(Serialize, Deserialize)]
struct Opening {
    key: (String, String),
    sheet: bool,
    student: Option<String>,
    limits: (Option<u64>, Option<u32>, Option<usize>),
    bounds: Bounds,
    telling: Telling,
}

/// What it says to that: what answer files may know, and the questions without answers; nothing if the key is wrong.
#[derive(Serialize, Deserialize)]
struct Opened(Option<(Vec<Asked>, Vec<Marked>, bool)>);

/// What it is asked about a question: to look it over, or to mark it.
#[derive(Serialize, Deserialize)]
struct Ask {
    look: bool,
    question: usize,
    answer: Option<Answer>,
    time: Duration,
    fresh: bool,
}

/// What it says to that: what it wants to know of a function that was handed in, any number of times; then what it found.
#[derive(Serialize, Deserialize)]
enum Said<T> {
    Call(Json),
    Done(T),
}

/// Why there is no process.
#[derive(Debug)]
pub enum NoKey {
    /// The key is wrong.
    Faulty(Box<Faulty>),
    /// The process was not started or broke down; what there is to say.
    Lost(String),
}

/// A process with a key, as the grader sees it.
pub struct KeySide<'s> {
    /// How it is run.
    pub setup: &'s Setup,
    child: Option<Child>,
    /// What answer files may know.
    pub asked: Vec<Asked>,
    /// The questions without answers.
    pub blank: Vec<Marked>,
    /// Whether the key is another one for each student.
    pub varies: bool,
    /// For whom it was read.
    student: Option<String>,
    /// Whether the next question is the first of its file.
    fresh: bool,
}

impl<'s> KeySide<'s> {
    /// Starts the process and waits until it has read the key, which may take as long as it likes: it is the teacher's own.
    pub fn start(setup: &'s Setup) -> Result<KeySide<'s>, NoKey> {
        let mut side = KeySide {
            setup,
            child: None,
            asked: Vec::new(),
            blank: Vec::new(),
            varies: false,
            student: setup.reading.student.clone(),
            fresh: true,
        };
        side.restart()?;
        Ok(side)
    }

    fn restart(&mut self) -> Result<(), NoKey> {
        let Setup { executable, key, reading, bounds, telling } = self.setup;
        let guard = Guard::new(reading.limits.memory.map(|n| n as u64), None);
        let from: Vec<OsString> = reading.from.iter().map(|from| from.clone().into_os_string()).collect();
        let mut child = Child::start(executable, WORD, guard, &from)
            .map_err(|error| NoKey::Lost(format!("the process for the key could not be started: {error}")))?;
        let Limits { steps, depth, memory, .. } = reading.limits;
        child.send(&Opening {
            key: key.clone(),
            sheet: reading.sheet,
            student: self.student.clone(),
            limits: (steps, depth, memory),
            bounds: bounds.clone(),
            telling: telling.clone(),
        });
        let lost = || NoKey::Lost("the process that reads the key broke down".into());
        let Heard::Line(line) = child.hear(Instant::now() + Duration::from_secs(1 << 30)) else { return Err(lost()) };
        let Opened(Some((asked, blank, varies))) = serde_json::from_slice(&line).map_err(|_| lost())? else {
            // Where its errors are is found here, since they are drawn here.
            let reading = Reading { student: self.student.clone(), ..reading.clone() };
            return Err(Key::read(&key.0, &key.1, &reading).err().map_or_else(lost, NoKey::Faulty));
        };
        (self.asked, self.blank, self.varies) = (asked, blank, varies);
        self.child = Some(child);
        Ok(())
    }

    /// The file of a student begins: what was computed for the one before is forgotten, and a key that is another one for each is read
    /// for this one.
    pub fn next_file(&mut self, student: &str) {
        self.fresh = true;
        if self.varies && self.student.as_deref() != Some(student) {
            self.student = Some(student.to_owned());
            self.child = None;
            // If it cannot be read for this one, each question says so.
            let _ = self.restart();
        }
    }

    /// Starts the process again if it was ended; how long that took.
    pub fn ready(&mut self) -> Duration {
        let before = Instant::now();
        if self.child.is_none() {
            // Without it, each question says so.
            let _ = self.restart();
        }
        before.elapsed()
    }

    /// Asks about a question; the error says why there is no reply, and whether that is for want of time.
    fn ask<T: DeserializeOwned>(
        &mut self,
        look: bool,
        question: usize,
        answer: Option<&Answer>,
        living: &mut Living,
        time: Duration,
    ) -> Result<T, (String, bool)> {
        let Some(child) = &mut self.child else { return Err(("the key cannot be read any more".into(), false)) };
        child.send(&Ask { look, question, answer: answer.cloned(), time, fresh: self.fresh });
        self.fresh = false;
        let patience = time.saturating_mul(5) / 4 + GRACE;
        let until = Instant::now() + patience;
        let why = loop {
            break match child.hear(until) {
                Heard::Line(line) => match serde_json::from_slice(&line) {
                    Ok(Said::Done(data)) => return Ok(data),
                    Ok(Said::Call(call)) => {
                        child.send(&living.call(&call, until));
                        continue;
                    }
                    Err(_) => ("the process that compared it broke down".to_owned(), false),
                },
                Heard::Late => {
                    (format!("it did not stop by itself after {} s and was ended", patience.as_secs()), true)
                }
                Heard::Ended => ("the process that compared it broke down".to_owned(), false),
            };
        };
        // The next question gets a new one.
        self.child = None;
        self.fresh = true;
        Err(why)
    }

    /// Marks a question.
    pub fn mark(&mut self, question: usize, answer: Option<&Answer>, living: &mut Living, time: Duration) -> Marked {
        self.ask(false, question, answer, living, time).unwrap_or_else(|(why, late)| {
            let mut marked = self.blank[question].clone();
            if let Some(answer) = answer {
                marked.line = Some(answer.line);
                marked.given = answer.value.as_ref().ok().map(|given| given.shown.clone());
                marked.standing = Standing::Limit;
                let then = if late { "" } else { "; its points have to be given by hand" };
                marked.lines = vec![format!("This answer could not be compared: {why}{then}.")];
            }
            marked
        })
    }

    /// Looks a question over: whether the public claims about it hold.
    pub fn look(&mut self, question: usize, answer: Option<&Answer>, living: &mut Living, time: Duration) -> Looked {
        self.ask(true, question, answer, living, time).unwrap_or_else(|(why, _)| {
            let Marked { number, name, text, .. } = self.blank[question].clone();
            let given = answer.map(|a| a.value.as_ref().map(|g| g.shown.clone()).map_err(|f| f.text.clone()));
            Looked { number, name, text, given, lines: vec![format!("This could not be checked: {why}.")] }
        })
    }
}

/// What the process itself does.
pub fn serve(arguments: &[OsString]) -> io::Result<()> {
    Guard::from_arguments(arguments).set();
    let lines = Rc::new(RefCell::new(io::stdin().lock().lines()));
    let next = || lines.borrow_mut().next();
    let Some(setup) = next() else { return Ok(()) };
    let Opening { key: (name, text), sheet, student, limits: (steps, depth, memory), bounds, telling } =
        serde_json::from_str(&setup?)?;
    let limits = Limits { steps, depth, memory, time: None };
    let reading = Reading { from: arguments.get(3).map(PathBuf::from), limits, sheet, student };
    let Ok(mut key) = Key::read(&name, &text, &reading) else { return say(&Opened(None)) };
    // All files that the key imports have been read.
    closed();
    say(&Opened(Some((asked(&key), key.questions.iter().map(blank).collect(), key.varies))))?;
    let line: Line = {
        let lines = Rc::clone(&lines);
        Rc::new(move |call| {
            let gone = "the process of this file cannot be asked".to_owned();
            say(&Said::<()>::Call(call.clone())).map_err(|_| gone.clone())?;
            match lines.borrow_mut().next() {
                Some(Ok(reply)) => serde_json::from_str(&reply).map_err(|_| gone)?,
                _ => Err(gone),
            }
        })
    };
    key.ask_over(&line);
    while let Some(line) = next() {
        let Ask { look: looked, question, answer, time, fresh } = serde_json::from_str(&line?)?;
        if question >= key.questions.len() {
            return Err(io::Error::other("damaged"));
        }
        for_next((time * 2 + GRACE * 2).as_secs());
        if fresh {
            key.forget();
        }
        let limits = super::grade::own_limits(&bounds, time);
        match looked {
            true => say(&Said::Done(key.bounded(limits, |key| look(key, question, answer.as_ref()))))?,
            false => say(&Said::Done(key.bounded(limits, |key| mark(key, question, answer.as_ref(), &telling))))?,
        }
    }
    // Freeing a large store piece by piece would only take time.
    std::mem::forget(key);
    Ok(())
}

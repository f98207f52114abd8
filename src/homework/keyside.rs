//! The process that has the key. It is asked about one question at a time, with a time for it, and lives on from file to file.
//!
//! If it does not answer in time, or breaks down, it is ended, the question gets a report that says so, and another is started
//! for the next question: what it takes to compare an answer costs that answer alone. Whoever grades evaluates nothing.

use super::Bounds;
use super::class::asked;
use super::grade::{Marked, Standing, Telling, blank, mark};
use super::key::{Faulty, Key, Reading};
use super::process::GRACE;
use super::sheet::{Looked, look};
use super::student::{Answer, Asked};
use crate::isolation::{Child, Guard, Heard, closed, for_next, say};
use crate::limits::Limits;
use serde_json::{Value as Json, json};
use std::ffi::OsString;
use std::io::{self, BufRead};
use std::path::PathBuf;
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
    /// Whether the next question is the first of its file.
    fresh: bool,
}

impl<'s> KeySide<'s> {
    /// Starts the process and waits until it has read the key, which may take as long as it likes: it is the teacher's own.
    pub fn start(setup: &'s Setup) -> Result<KeySide<'s>, NoKey> {
        let mut side = KeySide { setup, child: None, asked: Vec::new(), blank: Vec::new(), fresh: true };
        side.restart()?;
        Ok(side)
    }

    fn restart(&mut self) -> Result<(), NoKey> {
        let Setup { executable, key, reading, bounds, telling } = self.setup;
        let guard = Guard::new(reading.limits.memory.map(|n| n as u64), None);
        let from: Vec<OsString> = reading.from.iter().map(|from| from.clone().into_os_string()).collect();
        let mut child = Child::start(executable, WORD, guard, &from)
            .map_err(|error| NoKey::Lost(format!("the process for the key could not be started: {error}")))?;
        child.send(&json!({
            "name": key.0, "text": key.1, "sheet": reading.sheet, "steps": reading.limits.steps,
            "depth": reading.limits.depth, "memory": reading.limits.memory, "bounds": bounds.to_json(),
            "reveal": telling.reveal, "tries": telling.tries,
        }));
        let lost = || NoKey::Lost("the process that reads the key broke down".into());
        let Heard::Line(line) = child.hear(Instant::now() + Duration::from_secs(1 << 30)) else { return Err(lost()) };
        let data: Json = serde_json::from_slice(&line).map_err(|_| lost())?;
        if data["faulty"] == true {
            // Where its errors are is found here, since they are drawn here.
            return Err(Key::read(&key.0, &key.1, reading).err().map_or_else(lost, NoKey::Faulty));
        }
        let list = |name: &str| data[name].as_array().ok_or_else(lost);
        self.asked = list("asked")?.iter().map(Asked::from_json).collect::<Option<_>>().ok_or_else(lost)?;
        self.blank = list("blank")?.iter().map(Marked::from_json).collect::<Option<_>>().ok_or_else(lost)?;
        self.child = Some(child);
        Ok(())
    }

    /// Another file begins: what was computed for the one before is forgotten.
    pub fn next_file(&mut self) {
        self.fresh = true;
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
    fn ask(
        &mut self,
        what: &str,
        question: usize,
        answer: Option<&Answer>,
        time: Duration,
    ) -> Result<Json, (String, bool)> {
        let Some(child) = &mut self.child else { return Err(("the key cannot be read any more".into(), false)) };
        child.send(&json!({
            "ask": what, "question": question, "answer": answer.map(Answer::to_json),
            "milliseconds": u64::try_from(time.as_millis()).unwrap_or(u64::MAX), "fresh": self.fresh,
        }));
        self.fresh = false;
        let patience = time.saturating_mul(5) / 4 + GRACE;
        let why = match child.hear(Instant::now() + patience) {
            Heard::Line(line) => match serde_json::from_slice(&line) {
                Ok(data) => return Ok(data),
                Err(_) => ("the process that compared it broke down".to_owned(), false),
            },
            Heard::Late => (format!("it did not stop by itself after {} s and was ended", patience.as_secs()), true),
            Heard::Ended => ("the process that compared it broke down".to_owned(), false),
        };
        // The next question gets a new one.
        self.child = None;
        self.fresh = true;
        Err(why)
    }

    /// Marks a question.
    pub fn mark(&mut self, question: usize, answer: Option<&Answer>, time: Duration) -> Marked {
        let marked = self.ask("mark", question, answer, time).and_then(|data| {
            Marked::from_json(&data).ok_or_else(|| ("the process that compared it talked nonsense".into(), false))
        });
        marked.unwrap_or_else(|(why, late)| {
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
    pub fn look(&mut self, question: usize, answer: Option<&Answer>, time: Duration) -> Looked {
        let looked = self.ask("look", question, answer, time).and_then(|data| {
            Looked::from_json(&data).ok_or_else(|| ("the process that checked it talked nonsense".into(), false))
        });
        looked.unwrap_or_else(|(why, _)| {
            let Marked { number, name, text, .. } = self.blank[question].clone();
            let given = answer.map(|a| a.value.as_ref().map(|g| g.shown.clone()).map_err(|f| f.text.clone()));
            Looked { number, name, text, given, lines: vec![format!("This could not be checked: {why}.")] }
        })
    }
}

/// What the process itself does.
pub fn serve(arguments: &[OsString]) -> io::Result<()> {
    Guard::from_arguments(arguments).set();
    let damaged = || io::Error::other("damaged");
    let mut lines = io::stdin().lock().lines();
    let Some(setup) = lines.next() else { return Ok(()) };
    let setup: Json = serde_json::from_str(&setup?)?;
    let text = |name: &str| setup[name].as_str().ok_or_else(damaged);
    let number = |name: &str| setup[name].as_u64();
    let reading = Reading {
        from: arguments.get(3).map(PathBuf::from),
        limits: Limits {
            steps: number("steps"),
            depth: number("depth").and_then(|n| u32::try_from(n).ok()),
            memory: number("memory").and_then(|n| usize::try_from(n).ok()),
            time: None,
        },
        sheet: setup["sheet"].as_bool().ok_or_else(damaged)?,
    };
    let bounds = Bounds::from_json(&setup["bounds"]).ok_or_else(damaged)?;
    let telling = Telling {
        reveal: setup["reveal"].as_bool().ok_or_else(damaged)?,
        tries: number("tries").and_then(|n| u32::try_from(n).ok()).ok_or_else(damaged)?,
    };
    let Ok(mut key) = Key::read(text("name")?, text("text")?, &reading) else {
        return say(&json!({ "faulty": true }));
    };
    // All files that the key imports have been read.
    closed();
    say(&json!({
        "asked": asked(&key).iter().map(Asked::to_json).collect::<Vec<_>>(),
        "blank": key.questions.iter().map(|q| blank(q).to_json()).collect::<Vec<_>>(),
    }))?;
    for line in lines {
        let asked: Json = serde_json::from_str(&line?)?;
        let question = asked["question"].as_u64().and_then(|n| usize::try_from(n).ok());
        let question = question.filter(|&n| n < key.questions.len()).ok_or_else(damaged)?;
        let time = Duration::from_millis(asked["milliseconds"].as_u64().ok_or_else(damaged)?);
        let answer = match &asked["answer"] {
            Json::Null => None,
            answer => Some(Answer::from_json(answer).ok_or_else(damaged)?),
        };
        for_next((time * 2 + GRACE * 2).as_secs());
        if asked["fresh"] == true {
            key.forget();
        }
        let limits = key.session.handle().limits();
        key.session.handle().set_limits(super::grade::own_limits(&bounds, time));
        let reply = match asked["ask"].as_str() {
            Some("look") => look(&mut key, question, answer.as_ref()).to_json(),
            _ => mark(&mut key, question, answer.as_ref(), &telling).to_json(),
        };
        key.session.handle().set_limits(limits);
        say(&reply)?;
    }
    // Freeing a large store piece by piece would only take time.
    std::mem::forget(key);
    Ok(())
}

//! A process for each answer file. It gets the work on its standard input and tells what the file hands in while it runs, so that what
//! was handed in before it broke down is kept. Then the file is run again without the statement at which that happened.

use super::student::{self, Answer, Assignment, Event, Failure, Handed};
use crate::isolation::{Child, Guard, Heard, closed, say};
use serde_json::Value as Json;
use std::ffi::OsString;
use std::io::{self, BufRead};
use std::path::Path;
use std::time::{Duration, Instant};

/// The word with which the command is started.
pub const WORD: &str = "--evaluate-answers";

/// How often a file is run that breaks down.
const RUNS: usize = 5;
/// A process that does not stop by itself is ended this much later.
pub(super) const GRACE: Duration = Duration::from_secs(2);

/// Why nothing was handed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lost {
    /// The process broke down.
    Crashed,
    /// It was ended after so many seconds.
    TooLong(u64),
    /// It could not be started; what the system says.
    NotStarted(String),
}

/// How a run ended.
enum Ended {
    /// All was told, and it can be asked.
    Whole(Living),
    /// It broke down at this statement, if it is known.
    At(Option<usize>, Lost),
}

/// What a run has told.
#[derive(Default)]
struct Telling {
    plan: Option<Vec<(usize, String, usize)>>,
    answers: Vec<(usize, Result<crate::session::homework::Given, Failure>)>,
    rest: Handed,
}

/// A file that has run: its process is still there and can be asked for what its functions say.
pub struct Living(Option<Child>);

impl Living {
    /// Asks a function that was handed in; nothing comes from a process that broke down or was too slow.
    pub fn call(&mut self, call: &Json, until: Instant) -> Result<Json, String> {
        let gone = || Err("the process of this file broke down or was ended".to_owned());
        let Some(child) = &mut self.0 else { return gone() };
        child.send(call);
        if let Heard::Line(line) = child.hear(until)
            && let Ok(Event::Reply(reply)) = serde_json::from_slice(&line)
        {
            return reply;
        }
        self.0 = None;
        gone()
    }
}

/// Runs a file of answers in a process of its own.
pub fn run(executable: &Path, work: &Assignment) -> Result<(Handed, Living), Lost> {
    let until = Instant::now() + work.time;
    let mut work = work.clone();
    for run in 1..=RUNS {
        let mut told = Telling::default();
        let (at, lost) = match once(executable, &work, until, &mut told)? {
            Ended::Whole(living) => return Ok((told.handed(None), living)),
            Ended::At(at, lost) => (at, lost),
        };
        let last = run == RUNS || Instant::now() >= until;
        match at {
            // Nothing is known of a file that cannot even be read.
            _ if told.plan.is_none() => return Err(lost),
            Some(at) if !last => work.skip.push((at, failure(&lost))),
            None if !last && !work.careful => work.careful = true,
            _ => return Ok((told.handed(Some(&lost)), Living(None))),
        }
    }
    Err(Lost::Crashed)
}

/// What is said of a statement at which the process broke down.
fn failure(lost: &Lost) -> Failure {
    let text = match lost {
        Lost::TooLong(seconds) => format!("this was ended: it did not stop by itself after {seconds} s"),
        _ => "the process that evaluated this broke down; please show the file to your teacher".to_owned(),
    };
    Failure { message: text.clone(), text, limit: matches!(lost, Lost::TooLong(_)) }
}

impl Telling {
    /// What was handed in; the answers that did not come broke down with the process.
    fn handed(self, lost: Option<&Lost>) -> Handed {
        let mut handed = self.rest;
        let mut answers = self.answers.into_iter().peekable();
        for (at, name, line) in self.plan.unwrap_or_default() {
            let value = match (answers.next_if(|(i, _)| *i == at), lost) {
                (Some((_, value)), _) => value,
                (None, lost) => Err(failure(lost.unwrap_or(&Lost::Crashed))),
            };
            handed.answers.push(Answer { name, line, value });
        }
        if let Some(lost) = lost {
            handed.errors.push(match lost {
                Lost::TooLong(_) => "This file was ended before its last line: it takes too long.".into(),
                _ => "The process that ran this file broke down before its last line.".into(),
            });
        }
        handed
    }
}

fn once(executable: &Path, work: &Assignment, until: Instant, told: &mut Telling) -> Result<Ended, Lost> {
    let time = until.saturating_duration_since(Instant::now());
    // What its functions are asked later is its time, too.
    let seconds = time.as_secs().max(work.bounds.patience) + GRACE.as_secs() + 1;
    let guard = Guard::new(Some(work.bounds.memory as u64), Some(seconds));
    let mut child = Child::start(executable, WORD, guard, &[]).map_err(|error| Lost::NotStarted(error.to_string()))?;
    child.send(&Assignment { time, ..work.clone() });
    let patience = Duration::from_secs(work.bounds.seconds).saturating_mul(5) / 4 + GRACE;
    let (mut current, mut since) = (None, Instant::now());
    loop {
        // A statement stops by itself after its time; if it does not, the process is ended.
        let end = until + GRACE;
        let line = match child.hear(if current.is_some() { end.min(since + patience) } else { end }) {
            Heard::Line(line) => line,
            Heard::Late => return Ok(Ended::At(current, Lost::TooLong(since.elapsed().as_secs()))),
            Heard::Ended => return Ok(Ended::At(current, Lost::Crashed)),
        };
        since = Instant::now();
        match serde_json::from_slice(&line).map_err(|_| Lost::Crashed)? {
            Event::Plan(plan) => told.plan = Some(plan),
            Event::Begin(i) => current = Some(i),
            Event::Answer(i, value) => {
                told.answers.push((i, *value));
                current = None;
            }
            Event::Rest(rest) => {
                told.rest = *rest;
                return Ok(Ended::Whole(Living(Some(child))));
            }
            Event::Reply(_) => return Err(Lost::Crashed),
        }
    }
}

/// What the process itself does.
pub fn serve(arguments: &[OsString]) -> io::Result<()> {
    Guard::from_arguments(arguments).set();
    closed();
    let mut lines = io::stdin().lock().lines();
    let Some(work) = lines.next() else { return Ok(()) };
    let mut calls = lines.map_while(|line| serde_json::from_str(&line.ok()?).ok());
    let mut said = Ok(());
    let mut tell = |event| {
        if said.is_ok() {
            said = say(&event);
        }
    };
    student::run(&serde_json::from_str(&work?)?, &mut tell, &mut calls);
    said
}

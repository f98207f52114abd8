//! What runs in the process of an answer file: the file, statement by statement, in a session that can import nothing.
//!
//! In: [`Assignment`], with the names of the questions and, for rule sets and functions, the parameters that the key asks about.
//! Out: [`Event`]s, which become [`Handed`]: each answer as data or as an error, the file's own checks, what it printed. A
//! statement that fails costs itself only, and what needs it. Every statement has the same bounds; a file as a whole has the
//! steps of all questions together, and a time of which no statement takes more than half of what is left.

use super::{Bounds, one_line, share, shown};
use crate::report::{Diagnostic, Phase, render};
use crate::session::homework::{Functions, Given, Rule};
use crate::session::{CheckReport, Limits, Loaded, Output, Session, Settings, Sink, Verdict};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// The most of a file's output that is kept, in bytes.
pub const OUTPUT: usize = 8 << 10;
/// The most characters of an error, and of a value, that are kept.
const ERROR: usize = 1500;
const VALUE: usize = 300;
/// Checks of its own that a file may report.
const CHECKS: usize = 100;
/// Errors outside of answers that are kept.
const ERRORS: usize = 20;
/// Statements of a file that may use up all their steps, besides one for each question.
const SPARE: u64 = 8;

/// What is to be done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Assignment {
    /// The file's name, for messages.
    pub name: String,
    /// Its text.
    pub text: String,
    /// What is asked.
    pub asked: Vec<Asked>,
    /// What the file may use.
    pub bounds: Bounds,
    /// The time for all of it.
    pub time: Duration,
    /// Statements at which the process broke down before, and what to say of each: they are left out.
    pub skip: Vec<(usize, Failure)>,
    /// Whether the beginning of every statement is told, not only that of answers: to find the one at which it breaks down.
    pub careful: bool,
}

/// What is told of a file while it runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Event {
    /// Its answers: statement, name and line of each.
    Plan(Vec<(usize, String, usize)>),
    /// A statement begins.
    Begin(usize),
    /// The answer of a statement.
    Answer(usize, Box<Result<Given, Failure>>),
    /// All that is not an answer. What follows are replies only.
    Rest(Box<Handed>),
    /// What a function that was handed in says when it is asked; or what went wrong.
    Reply(Result<Json, String>),
}

/// A question, as far as an answer file may know it: its name, and parameters for which values are wanted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Asked {
    /// The name.
    pub name: String,
    /// Lists of parameters, as data.
    pub places: Vec<Json>,
    /// What an answer may be made of.
    #[serde(default)]
    pub rule: Rule,
}

/// What was handed in.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Handed {
    /// Answers in the order of the file; of two with one name the later one counts. They are told one by one.
    #[serde(skip)]
    pub answers: Vec<Answer>,
    /// The file's own checks.
    pub checks: Vec<OwnCheck>,
    /// Checks that were not kept.
    pub more_checks: usize,
    /// What it printed, cut.
    pub output: String,
    /// Whether something was cut off.
    pub output_cut: bool,
    /// Errors outside of answers.
    pub errors: Vec<String>,
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// The question's name.
    pub name: String,
    /// Where it stands, from 1.
    pub line: usize,
    /// Its value, or why it has none.
    pub value: Result<Given, Failure>,
}

/// Why an answer has no value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Failure {
    /// The error as it is drawn, cut.
    pub text: String,
    /// Its first line.
    pub message: String,
    /// Whether a bound was reached.
    pub limit: bool,
}

/// A check that stands in the file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OwnCheck {
    /// Its line, from 1.
    pub line: usize,
    /// What it claims.
    pub claim: String,
    /// Whether it holds; `None` if it could not be decided.
    pub holds: Option<bool>,
    /// Why not.
    pub reason: Vec<String>,
}

impl Handed {
    /// The answer to a question that counts.
    pub fn answer(&self, name: &str) -> Option<&Answer> {
        self.answers.iter().rfind(|answer| answer.name == name)
    }
}

/// What has been heard of a running file.
#[derive(Default)]
struct Heard {
    output: String,
    cut: bool,
    checks: Vec<OwnCheck>,
    more_checks: usize,
}

/// Runs a file of answers, and then answers what its functions are asked.
pub fn run(work: &Assignment, tell: &mut dyn FnMut(Event), calls: &mut dyn Iterator<Item = Json>) {
    let mut session = Session::new(Settings { limits: work.bounds.limits(), import_from: None, arguments: Vec::new() });
    // Processes run side by side already.
    session.use_threads(1);
    let heard = Rc::new(RefCell::new(Heard::default()));
    let sink: Sink = {
        let heard = Rc::clone(&heard);
        Rc::new(move |output, _| hear(&mut heard.borrow_mut(), &output))
    };
    let until = Instant::now() + work.time;
    let loaded = session.load(&work.name, &work.text, &sink);
    let mut running = Running { session: &mut session, work, used: 0, until, functions: Functions::default() };
    let others = running.all(&loaded, tell);
    let unanswered: Vec<String> = running.unanswered(&loaded).collect();
    let Running { used, functions, .. } = running;
    let strays = loaded.errors.iter().filter(|(owner, _)| owner.is_none()).map(|(_, error)| error);
    let strays = strays.take(ERRORS).map(|error| drawn(error, session.sources()));
    let errors = strays.chain(others.into_iter().map(|failure| failure.text)).chain(unanswered).take(ERRORS).collect();
    let heard = heard.take();
    tell(Event::Rest(Box::new(Handed {
        answers: Vec::new(),
        checks: heard.checks,
        more_checks: heard.more_checks,
        output: shown(&heard.output, OUTPUT),
        output_cut: heard.cut,
        errors,
    })));
    // From now on nothing that it prints is heard: how often a function is asked is not its business.
    let end = Instant::now() + Duration::from_secs(work.bounds.patience);
    let mut running = Running { session: &mut session, work, used, until: end, functions };
    for call in calls {
        tell(Event::Reply(running.call(&call)));
    }
    // The process ends: freeing a large store piece by piece would only take time.
    std::mem::forget(session);
}

fn hear(heard: &mut Heard, output: &Output) {
    match output {
        Output::Printed(text) => {
            let room = OUTPUT.saturating_sub(heard.output.len());
            let mut end = text.len().min(room);
            while !text.is_char_boundary(end) {
                end -= 1;
            }
            heard.output.push_str(&text[..end]);
            heard.cut |= end < text.len();
            if room > 0 {
                heard.output.push('\n');
            }
        }
        Output::Check(report) if heard.checks.len() < CHECKS => heard.checks.push(own_check(report)),
        Output::Check(_) => heard.more_checks += 1,
        Output::Value(_) => {}
    }
}

fn own_check(report: &CheckReport) -> OwnCheck {
    let (holds, reason) = match &report.verdict {
        Verdict::True => (Some(true), Vec::new()),
        Verdict::False { value, reason } => {
            let value = value.iter().map(|v| format!("The true value is {v}."));
            (Some(false), value.chain(reason.iter().cloned()).map(|line| one_line(&line, VALUE)).collect())
        }
        Verdict::Failed(error) => (None, vec![one_line(&error.message, VALUE)]),
    };
    OwnCheck { line: report.line, claim: one_line(&report.claim, VALUE), holds, reason }
}

fn drawn(error: &Diagnostic, sources: &crate::report::Sources) -> String {
    let mut error = error.clone();
    error.stack.truncate(3);
    shown(render(&[error], sources, false).trim_end(), ERROR)
}

struct Running<'s> {
    session: &'s mut Session,
    work: &'s Assignment,
    /// Steps used so far.
    used: u64,
    /// When the time of the file is over.
    until: Instant,
    /// Functions that were handed in.
    functions: Functions,
}

impl Running<'_> {
    /// Every statement: answers are told, and of the others those that failed are returned, the first few.
    fn all(&mut self, loaded: &Loaded, tell: &mut dyn FnMut(Event)) -> Vec<Failure> {
        let plan = self.session.answers(loaded);
        tell(Event::Plan(plan.clone()));
        let mut plan = plan.into_iter().peekable();
        let mut failures = Vec::new();
        for i in 0..loaded.len() {
            let name = plan.next_if(|(at, ..)| *at == i).map(|(_, name, _)| name);
            if name.is_some() || self.work.careful {
                tell(Event::Begin(i));
            }
            let left_out = self.work.skip.iter().find(|(at, _)| *at == i);
            let value = match (left_out, loaded.error_of(i)) {
                (Some((_, failure)), _) => Err(failure.clone()),
                (None, Some(error)) => Err(self.failure(error)),
                (None, None) => self.statement(loaded, i, name.as_deref()),
            };
            match value {
                value if name.is_some() => tell(Event::Answer(i, Box::new(value))),
                Err(failure) if failures.len() < ERRORS => failures.push(failure),
                _ => {}
            }
        }
        failures
    }

    /// What to say of names of questions that are defined but not answered.
    fn unanswered<'a>(&'a self, loaded: &'a Loaded) -> impl Iterator<Item = String> + 'a {
        let answered = self.session.answers(loaded);
        let names = self.work.asked.iter().map(|asked| asked.name.clone());
        let only_defined =
            names.filter(move |name| self.session.defines(loaded, name) && answered.iter().all(|(_, n, _)| n != name));
        only_defined
            .map(|name| format!("`{name}` is defined but not handed in: an answer is written `answer {name} = …`."))
    }

    fn failure(&self, error: &Diagnostic) -> Failure {
        Failure {
            text: drawn(error, self.session.sources()),
            message: one_line(&error.message, VALUE),
            limit: error.phase() == Phase::Limit,
        }
    }

    fn statement(&mut self, loaded: &Loaded, i: usize, name: Option<&str>) -> Result<Given, Failure> {
        let limits = self.limits();
        let asked = name.and_then(|name| self.work.asked.iter().find(|asked| asked.name == name));
        let asked = asked.map(|asked| (&asked.places[..], &asked.rule));
        let result = self.session.statement(loaded, i, limits, asked, &mut self.functions);
        self.used = self.used.saturating_add(self.session.handle().steps());
        result.map_err(|error| self.failure(&error))
    }

    /// The bounds of the next piece of work: of all steps of the file no more than are left.
    fn limits(&self) -> Limits {
        let all = self.work.bounds.steps.saturating_mul(self.work.asked.len() as u64 + SPARE);
        let left = all.saturating_sub(self.used);
        let time = share(self.until, &self.work.bounds);
        Limits { steps: Some(self.work.bounds.steps.min(left)), time: Some(time), ..self.work.bounds.limits() }
    }

    /// A call of a function that was handed in: it counts like the file's own work.
    fn call(&mut self, call: &Json) -> Result<Json, String> {
        let limits = self.limits();
        let reply = self.session.answer_call(limits, call, &mut self.functions);
        self.used = self.used.saturating_add(self.session.handle().steps());
        reply
    }
}

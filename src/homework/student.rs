//! What runs in the process of an answer file: the file, statement by statement, in a session that can import nothing.
//!
//! In: [`Work`], with the names of the questions and, for rule sets and functions, the parameters that the key asks about.
//! Out: [`Event`]s, which become [`Handed`]: each answer as data or as an error, the file's own checks, what it printed. A
//! statement that fails costs itself only, and what needs it. Every statement has the same bounds; a file as a whole has the
//! steps of all questions together, and a time of which no statement takes more than half of what is left.

use super::data::{self, Places};
use super::{Bounds, one_line, share, shown};
use crate::diagnostics::{Diagnostic, Mistake, Phase, render};
use crate::eval::{Machine, Sink};
use crate::limits::Limits;
use crate::resolve::bound;
use crate::session::{CheckReport, Loaded, Output, Session, Settings, Verdict};
use crate::source::Span;
use crate::syntax::ast::StmtKind;
use crate::value::{Flow, Res, Value};
use serde_json::{Value as Json, json};
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
/// Steps for writing out a form.
const WRITING: u64 = 20_000;
/// Levels of an answer as JSON: readers refuse more than 128, and the answer stands some levels deep itself.
const LEVELS: usize = 115;
/// The largest answer, as JSON.
const LARGEST: usize = 2 << 20;

/// What is to be done.
#[derive(Clone, Debug, PartialEq)]
pub struct Work {
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
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// Its answers: statement, name and line of each.
    Plan(Vec<(usize, String, usize)>),
    /// A statement begins.
    Begin(usize),
    /// The answer of a statement.
    Answer(usize, Box<Result<Given, Failure>>),
    /// All that is not an answer; nothing follows.
    Rest(Box<Handed>),
}

/// A question, as far as an answer file may know it: its name, and parameters for which values are wanted.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    /// The name.
    pub name: String,
    /// Lists of parameters, as data.
    pub places: Vec<Json>,
}

/// What was handed in.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Handed {
    /// Answers in the order of the file; of two with one name the later one counts.
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
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The question's name.
    pub name: String,
    /// Where it stands, from 1.
    pub line: usize,
    /// Its value, or why it has none.
    pub value: Result<Given, Failure>,
}

/// A value that was handed in.
#[derive(Clone, Debug, PartialEq)]
pub struct Given {
    /// The value as data.
    pub data: Json,
    /// As it is written, cut, on one line.
    pub shown: String,
    /// What kind of value it is.
    pub kind: String,
    /// For a rule set or function: its value for each of the parameters, or the error.
    pub rows: Vec<Result<Row, String>>,
}

/// The value of a rule set or function for some parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The value as data.
    pub data: Json,
    /// For a position: how many options Left and Right have.
    pub options: Option<(usize, usize)>,
}

/// Why an answer has no value.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// The error as it is drawn, cut.
    pub text: String,
    /// Its first line.
    pub message: String,
    /// Whether a bound was reached.
    pub limit: bool,
}

/// A check that stands in the file.
#[derive(Clone, Debug, PartialEq)]
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

/// Runs a file of answers.
pub fn run(work: &Work, tell: &mut dyn FnMut(Event)) {
    let mut session = Session::new(Settings { limits: work.bounds.limits(), import_from: None, arguments: Vec::new() });
    // Processes run side by side already.
    session.machine().heavy_mut().threads = 1;
    let heard = Rc::new(RefCell::new(Heard::default()));
    let sink: Sink = {
        let heard = Rc::clone(&heard);
        Rc::new(move |output, _| hear(&mut heard.borrow_mut(), &output))
    };
    let until = Instant::now() + work.time;
    let loaded = session.load(&work.name, &work.text, &sink);
    let others = Running { session: &mut session, work, used: 0, until }.all(&loaded, tell);
    let strays = loaded.errors.iter().filter(|(owner, _)| owner.is_none()).map(|(_, error)| error);
    let strays = strays.take(ERRORS).map(|error| drawn(error, session.sources()));
    let errors = strays.chain(others.into_iter().map(|failure| failure.text)).take(ERRORS).collect();
    let heard = heard.take();
    // The process ends soon: freeing a large store piece by piece would only take time.
    std::mem::forget(session);
    tell(Event::Rest(Box::new(Handed {
        answers: Vec::new(),
        checks: heard.checks,
        more_checks: heard.more_checks,
        output: shown(&heard.output, OUTPUT),
        output_cut: heard.cut,
        errors,
    })));
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

fn drawn(error: &Diagnostic, sources: &crate::source::Sources) -> String {
    let mut error = error.clone();
    error.stack.truncate(3);
    shown(render(&[error], sources, false).trim_end(), ERROR)
}

struct Running<'s> {
    session: &'s mut Session,
    work: &'s Work,
    /// Steps used so far.
    used: u64,
    /// When the time of the file is over.
    until: Instant,
}

impl Running<'_> {
    /// Every statement: answers are told, and of the others those that failed are returned, the first few.
    fn all(&mut self, loaded: &Loaded, tell: &mut dyn FnMut(Event)) -> Vec<Failure> {
        let statements = &loaded.tree.statements;
        let name = |i: usize| match &statements[i].kind {
            StmtKind::Answer(answer) => Some(&*answer.name.name),
            _ => None,
        };
        let line = |i: usize| self.session.sources().line_column(statements[i].span).map_or(0, |(line, _)| line);
        let plan = (0..statements.len()).filter_map(|i| Some((i, name(i)?.to_owned(), line(i))));
        tell(Event::Plan(plan.collect()));
        let mut failures = Vec::new();
        for i in 0..statements.len() {
            if name(i).is_some() || self.work.careful {
                tell(Event::Begin(i));
            }
            let left_out = self.work.skip.iter().find(|(at, _)| *at == i);
            let value = match (left_out, loaded.error_of(i)) {
                (Some((_, failure)), _) => Err(failure.clone()),
                (None, Some(error)) => Err(self.failure(error)),
                (None, None) => self.statement(loaded, i, name(i)),
            };
            match value {
                value if name(i).is_some() => tell(Event::Answer(i, Box::new(value))),
                Err(failure) if failures.len() < ERRORS => failures.push(failure),
                _ => {}
            }
        }
        failures
    }

    fn failure(&self, error: &Diagnostic) -> Failure {
        Failure {
            text: drawn(error, self.session.sources()),
            message: one_line(&error.message, VALUE),
            limit: error.phase() == Phase::Limit,
        }
    }

    fn statement(&mut self, loaded: &Loaded, i: usize, name: Option<&str>) -> Result<Given, Failure> {
        let all = self.work.bounds.steps.saturating_mul(self.work.asked.len() as u64 + SPARE);
        let left = all.saturating_sub(self.used);
        let time = share(self.until, &self.work.bounds);
        let limits =
            Limits { steps: Some(self.work.bounds.steps.min(left)), time: Some(time), ..self.work.bounds.limits() };
        let code = &loaded.code.statements[i].code;
        let span = loaded.tree.statements[i].span;
        let work = self.work;
        let asked = name.and_then(|name| work.asked.iter().find(|asked| asked.name == name));
        let machine = self.session.machine();
        machine.handle.set_limits(limits);
        machine.handle.restart();
        machine.prepare(&loaded.code);
        let result = machine.eval(code).and_then(|value| {
            if name.is_none() {
                return Ok(None);
            }
            let value = match bound(code) {
                Some(slot) => machine.globals().values[slot as usize].clone(),
                None => value,
            };
            given(machine, &value, asked, span).map(Some)
        });
        machine.unwind();
        self.used = self.used.saturating_add(machine.handle.steps());
        let empty = || Given { data: Json::Null, shown: String::new(), kind: "nothing".into(), rows: Vec::new() };
        match result {
            Ok(given) => Ok(given.unwrap_or_else(empty)),
            Err(flow) => match *flow {
                Flow::Fault(fault) => {
                    let error = fault.at(span).diagnostic();
                    Err(self.failure(&error))
                }
                _ => Ok(empty()),
            },
        }
    }
}

/// An answer as data, with what the key wants to know of a rule set or function.
fn given(m: &mut Machine, value: &Value, asked: Option<&Asked>, span: Span) -> Res<Given> {
    let data = readable(m, value)?;
    if asked.is_none() {
        return Ok(Given { data: Json::Null, shown: String::new(), kind: value.kind().into(), rows: Vec::new() });
    }
    if data.to_string().len() > LARGEST {
        return crate::value::Fault::new(Mistake::HandedIn, "this value is too large to be handed in").err();
    }
    let written = match value {
        // A form whose parts are shared may be far too long to write out.
        Value::Form(form) => match super::within(m, WRITING, |m| m.form_notation(form)) {
            Ok(text) => text,
            Err(_) => m.notation(value)?,
        },
        Value::Display(_) => String::new(),
        other => m.notation(other)?,
    };
    let mut rows = Vec::new();
    if matches!(value, Value::Rules(_) | Value::Func(_) | Value::Native(_)) {
        for place in asked.map_or(&[][..], |asked| &asked.places) {
            match m.attempt(|m| row(m, value, place, span)) {
                Ok(row) => rows.push(Ok(row)),
                Err(flow) if super::stopped(&flow) => return Err(flow),
                Err(flow) => rows.push(Err(match *flow {
                    Flow::Fault(fault) => one_line(&fault.message, VALUE),
                    _ => "it has no value".into(),
                })),
            }
        }
    }
    Ok(Given { data, shown: one_line(&written, VALUE), kind: value.kind().into(), rows })
}

fn row(m: &mut Machine, f: &Value, place: &Json, span: Span) -> Res<Row> {
    let arguments = match data::decode(m, place, Places::ByName)? {
        Value::Tuple(items) => items.to_vec(),
        one => vec![one],
    };
    let value = m.apply(f, arguments, span)?;
    if !value.is_game() {
        return Ok(Row { data: readable(m, &value)?, options: None });
    }
    let options = match &value {
        Value::Position(_) | Value::Sum(_) => {
            let left = m.moves_of(&value, crate::value::Player::Left)?.len();
            let right = m.moves_of(&value, crate::value::Player::Right)?.len();
            Some((left, right))
        }
        _ => None,
    };
    let game = m.game(&value)?;
    let game = m.game_value(game);
    Ok(Row { data: readable(m, &game)?, options })
}

/// A value as data that every reader of JSON takes.
fn readable(m: &mut Machine, value: &Value) -> Res<Json> {
    let data = data::encode(m, value)?;
    if data::levels(&data) > LEVELS {
        return crate::value::Fault::new(Mistake::HandedIn, "this value is nested too deep to be handed in").err();
    }
    Ok(data)
}

// ---- to and from JSON

impl Work {
    /// For the pipe.
    pub fn to_json(&self) -> Json {
        let mut work = self.bounds.to_json();
        work["name"] = json!(self.name);
        work["text"] = json!(self.text);
        work["asked"] = self.asked.iter().map(Asked::to_json).collect();
        work["milliseconds"] = json!(u64::try_from(self.time.as_millis()).unwrap_or(u64::MAX));
        work["careful"] = json!(self.careful);
        work["skip"] = self.skip.iter().map(|(at, failure)| json!([at, failure.to_json()])).collect();
        work
    }

    /// From the pipe.
    pub fn from_json(data: &Json) -> Option<Work> {
        let text = |name: &str| data[name].as_str().map(str::to_owned);
        let asked = data["asked"].as_array()?.iter().map(Asked::from_json);
        let skip =
            data["skip"].as_array()?.iter().map(|pair| Some((usize_of(&pair[0])?, Failure::from_json(&pair[1])?)));
        Some(Work {
            name: text("name")?,
            text: text("text")?,
            asked: asked.collect::<Option<_>>()?,
            bounds: Bounds::from_json(data)?,
            time: Duration::from_millis(data["milliseconds"].as_u64()?),
            skip: skip.collect::<Option<_>>()?,
            careful: data["careful"].as_bool()?,
        })
    }
}

impl Event {
    /// For the pipe.
    pub fn to_json(&self) -> Json {
        match self {
            Event::Plan(answers) => json!({ "plan": answers }),
            Event::Begin(i) => json!({ "begin": i }),
            Event::Answer(i, value) => json!({ "answer": i, "value": value_to_json(value) }),
            Event::Rest(handed) => json!({ "rest": handed.to_json() }),
        }
    }

    /// From the pipe.
    pub fn from_json(data: &Json) -> Option<Event> {
        if let Some(i) = data.get("begin") {
            return Some(Event::Begin(usize_of(i)?));
        }
        if let Some(i) = data.get("answer") {
            return Some(Event::Answer(usize_of(i)?, Box::new(value_from_json(&data["value"])?)));
        }
        if let Some(handed) = data.get("rest") {
            return Some(Event::Rest(Box::new(Handed::from_json(handed)?)));
        }
        let planned = |a: &Json| Some((usize_of(&a[0])?, a[1].as_str()?.to_owned(), usize_of(&a[2])?));
        Some(Event::Plan(data["plan"].as_array()?.iter().map(planned).collect::<Option<_>>()?))
    }
}

impl Failure {
    fn to_json(&self) -> Json {
        json!({ "text": self.text, "message": self.message, "limit": self.limit })
    }

    fn from_json(data: &Json) -> Option<Failure> {
        Some(Failure {
            text: data["text"].as_str()?.to_owned(),
            message: data["message"].as_str()?.to_owned(),
            limit: data["limit"].as_bool()?,
        })
    }
}

fn value_to_json(value: &Result<Given, Failure>) -> Json {
    match value {
        Ok(given) => json!({ "given": given.to_json() }),
        Err(failure) => json!({ "failure": failure.to_json() }),
    }
}

fn value_from_json(data: &Json) -> Option<Result<Given, Failure>> {
    match (data.get("given"), data.get("failure")) {
        (Some(given), _) => Some(Ok(Given::from_json(given)?)),
        (None, Some(failure)) => Some(Err(Failure::from_json(failure)?)),
        _ => None,
    }
}

impl Answer {
    /// For the pipe.
    pub fn to_json(&self) -> Json {
        json!({ "name": self.name, "line": self.line, "value": value_to_json(&self.value) })
    }

    /// From the pipe.
    pub fn from_json(data: &Json) -> Option<Answer> {
        let value = value_from_json(&data["value"])?;
        Some(Answer { name: data["name"].as_str()?.to_owned(), line: usize_of(&data["line"])?, value })
    }
}

/// Without its answers, which are told one by one.
impl Handed {
    fn to_json(&self) -> Json {
        let checks = self
            .checks
            .iter()
            .map(|c| json!({ "line": c.line, "claim": c.claim, "holds": c.holds, "reason": c.reason }));
        json!({
            "checks": checks.collect::<Vec<_>>(), "more_checks": self.more_checks,
            "output": self.output, "output_cut": self.output_cut, "errors": self.errors,
        })
    }

    fn from_json(data: &Json) -> Option<Handed> {
        let check = |c: &Json| -> Option<OwnCheck> {
            Some(OwnCheck {
                line: usize_of(&c["line"])?,
                claim: c["claim"].as_str()?.to_owned(),
                holds: c["holds"].as_bool(),
                reason: texts(&c["reason"])?,
            })
        };
        Some(Handed {
            answers: Vec::new(),
            checks: data["checks"].as_array()?.iter().map(check).collect::<Option<_>>()?,
            more_checks: usize_of(&data["more_checks"])?,
            output: data["output"].as_str()?.to_owned(),
            output_cut: data["output_cut"].as_bool()?,
            errors: texts(&data["errors"])?,
        })
    }
}

impl Given {
    fn to_json(&self) -> Json {
        let rows = self.rows.iter().map(|row| match row {
            Ok(row) => json!({ "data": row.data, "options": row.options.map(|(l, r)| [l, r]) }),
            Err(message) => json!({ "error": message }),
        });
        json!({ "data": self.data, "shown": self.shown, "kind": self.kind, "rows": rows.collect::<Vec<_>>() })
    }

    fn from_json(data: &Json) -> Option<Given> {
        let row = |row: &Json| -> Option<Result<Row, String>> {
            if let Some(message) = row["error"].as_str() {
                return Some(Err(message.to_owned()));
            }
            let options = match row["options"].as_array() {
                Some(pair) => Some((usize_of(pair.first()?)?, usize_of(pair.get(1)?)?)),
                None => None,
            };
            Some(Ok(Row { data: row.get("data")?.clone(), options }))
        };
        Some(Given {
            data: data.get("data")?.clone(),
            shown: data["shown"].as_str()?.to_owned(),
            kind: data["kind"].as_str()?.to_owned(),
            rows: data["rows"].as_array()?.iter().map(row).collect::<Option<_>>()?,
        })
    }
}

fn usize_of(n: &Json) -> Option<usize> {
    usize::try_from(n.as_u64()?).ok()
}

fn texts(list: &Json) -> Option<Vec<String>> {
    list.as_array()?.iter().map(|t| t.as_str().map(str::to_owned)).collect()
}

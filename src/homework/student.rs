//! What runs in the process of an answer file: the file, statement by statement, in a session that can import nothing.
//!
//! In: [`Work`], with the names of the questions and, for rule sets and functions, the parameters that the key asks about.
//! Out: [`Handed`]: each answer as data or as an error, the file's own checks, what it printed. A statement that fails costs
//! itself only, and what needs it. Every statement has the same bounds; a file as a whole has those of all questions together.

use super::data::{self, Places};
use super::{Bounds, one_line, shown};
use crate::diagnostics::{Diagnostic, Phase, render};
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

/// What has been heard of a running file.
#[derive(Default)]
struct Heard {
    output: String,
    cut: bool,
    checks: Vec<OwnCheck>,
    more_checks: usize,
}

/// Runs a file of answers.
pub fn run(work: &Work) -> Handed {
    let mut session = Session::new(Settings { limits: work.bounds.limits(), import_from: None, arguments: Vec::new() });
    let heard = Rc::new(RefCell::new(Heard::default()));
    let sink: Sink = {
        let heard = Rc::clone(&heard);
        Rc::new(move |output, _| hear(&mut heard.borrow_mut(), &output))
    };
    let loaded = session.load(&work.name, &work.text, &sink);
    let answers = Running { session: &mut session, work, used: 0 }.all(&loaded);
    let mut errors = Vec::new();
    let (answers, others): (Vec<_>, Vec<_>) = answers.into_iter().partition(|(name, _)| name.is_some());
    let strays = loaded.errors.iter().filter(|(owner, _)| owner.is_none()).map(|(_, error)| error);
    errors.extend(strays.map(|error| drawn(error, session.sources())));
    errors.extend(others.into_iter().filter_map(|(_, answer)| answer.value.err().map(|f| f.text)));
    errors.truncate(ERRORS);
    let answers = answers.into_iter().map(|(_, answer)| answer).collect();
    let heard = heard.take();
    // The process ends soon: freeing a large store piece by piece would only take time.
    std::mem::forget(session);
    Handed {
        answers,
        checks: heard.checks,
        more_checks: heard.more_checks,
        output: shown(&heard.output, OUTPUT),
        output_cut: heard.cut,
        errors,
    }
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
    // What to do about a bound is the teacher's business.
    if error.phase == Phase::Limit {
        error.notes.retain(|note| !note.contains("`--"));
    }
    error.stack.truncate(3);
    shown(render(&[error], sources, false).trim_end(), ERROR)
}

struct Running<'s> {
    session: &'s mut Session,
    work: &'s Work,
    /// Steps used so far.
    used: u64,
}

impl Running<'_> {
    /// Every statement: answers with their names, and of the others those that failed.
    fn all(&mut self, loaded: &Loaded) -> Vec<(Option<()>, Answer)> {
        let mut found = Vec::new();
        for (i, statement) in loaded.tree.statements.iter().enumerate() {
            let name = match &statement.kind {
                StmtKind::Answer(answer) => Some(answer.name.name.to_string()),
                _ => None,
            };
            let line = self.session.sources().line_column(statement.span).map_or(0, |(line, _)| line);
            let value = match loaded.error_of(i) {
                Some(error) => Err(self.failure(error)),
                None => self.statement(loaded, i, name.as_deref()),
            };
            match (name, value) {
                (Some(name), value) => found.push((Some(()), Answer { name, line, value })),
                (None, Err(failure)) => found.push((None, Answer { name: String::new(), line, value: Err(failure) })),
                (None, Ok(_)) => {}
            }
        }
        found
    }

    fn failure(&self, error: &Diagnostic) -> Failure {
        Failure {
            text: drawn(error, self.session.sources()),
            message: one_line(&error.message, VALUE),
            limit: error.phase == Phase::Limit,
        }
    }

    fn statement(&mut self, loaded: &Loaded, i: usize, name: Option<&str>) -> Result<Given, Failure> {
        let all = self.work.bounds.steps.saturating_mul(self.work.asked.len() as u64 + SPARE);
        let left = all.saturating_sub(self.used);
        let limits = Limits { steps: Some(self.work.bounds.steps.min(left)), ..self.work.bounds.limits() };
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
                Some(slot) => machine.globals.values[slot as usize].clone(),
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
    let data = data::encode(m, value)?;
    if asked.is_none() {
        return Ok(Given { data: Json::Null, shown: String::new(), kind: value.kind().into(), rows: Vec::new() });
    }
    if data.to_string().len() > LARGEST {
        return crate::value::Fault::new("this value is too large to be handed in").err();
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
        return Ok(Row { data: data::encode(m, &value)?, options: None });
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
    Ok(Row { data: data::encode(m, &game)?, options })
}

// ---- to and from JSON

impl Work {
    /// For the pipe.
    pub fn to_json(&self) -> Json {
        let asked = self.asked.iter().map(|a| json!({ "name": a.name, "places": a.places }));
        let b = &self.bounds;
        json!({
            "name": self.name, "text": self.text, "asked": asked.collect::<Vec<_>>(),
            "steps": b.steps, "depth": b.depth, "memory": b.memory, "seconds": b.seconds, "patience": b.patience,
        })
    }

    /// From the pipe.
    pub fn from_json(data: &Json) -> Option<Work> {
        let text = |name: &str| data[name].as_str().map(str::to_owned);
        let asked = data["asked"]
            .as_array()?
            .iter()
            .map(|a| Some(Asked { name: a["name"].as_str()?.to_owned(), places: a["places"].as_array()?.clone() }));
        let bounds = Bounds {
            steps: data["steps"].as_u64()?,
            depth: u32::try_from(data["depth"].as_u64()?).ok()?,
            memory: usize::try_from(data["memory"].as_u64()?).ok()?,
            seconds: data["seconds"].as_u64()?,
            patience: data["patience"].as_u64()?,
        };
        Some(Work { name: text("name")?, text: text("text")?, asked: asked.collect::<Option<_>>()?, bounds })
    }
}

impl Handed {
    /// For the pipe.
    pub fn to_json(&self) -> Json {
        let answers = self.answers.iter().map(|a| {
            let (key, value) = match &a.value {
                Ok(given) => ("given", given.to_json()),
                Err(f) => ("failure", json!({ "text": f.text, "message": f.message, "limit": f.limit })),
            };
            json!({ "name": a.name, "line": a.line, key: value })
        });
        let checks = self
            .checks
            .iter()
            .map(|c| json!({ "line": c.line, "claim": c.claim, "holds": c.holds, "reason": c.reason }));
        json!({
            "answers": answers.collect::<Vec<_>>(), "checks": checks.collect::<Vec<_>>(), "more_checks": self.more_checks,
            "output": self.output, "output_cut": self.output_cut, "errors": self.errors,
        })
    }

    /// From the pipe.
    pub fn from_json(data: &Json) -> Option<Handed> {
        let answer = |a: &Json| -> Option<Answer> {
            let value = match (a.get("given"), a.get("failure")) {
                (Some(given), _) => Ok(Given::from_json(given)?),
                (None, Some(f)) => Err(Failure {
                    text: f["text"].as_str()?.to_owned(),
                    message: f["message"].as_str()?.to_owned(),
                    limit: f["limit"].as_bool()?,
                }),
                _ => return None,
            };
            Some(Answer { name: a["name"].as_str()?.to_owned(), line: usize_of(&a["line"])?, value })
        };
        let check = |c: &Json| -> Option<OwnCheck> {
            Some(OwnCheck {
                line: usize_of(&c["line"])?,
                claim: c["claim"].as_str()?.to_owned(),
                holds: c["holds"].as_bool(),
                reason: texts(&c["reason"])?,
            })
        };
        Some(Handed {
            answers: data["answers"].as_array()?.iter().map(answer).collect::<Option<_>>()?,
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

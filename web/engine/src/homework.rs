//! Homework in the page: answers compared with a key, with the points and reasons of `sprague grade`, and the sheet of a key.
//!
//! Answers run in a session of their own, which never has the key; functions stay there and are asked. But there are no processes: what
//! breaks down takes all with it, and the page has to end what does not heed its bounds.

use crate::program::errors;
use crate::{DEPTH, limits};
use serde_json::{Value as Json, json};
use sprague::report::{CheckReport, Diagnostic, Output, Phase, Sources, Verdict, render};
use sprague::session::homework::{Functions, Given, Key, Line, Points, Reading, sheet};
use sprague::session::{Limits, Session, Settings, Sink};
use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

/// As errors in the key and reports name the texts.
const KEY: &str = "program";
const FILE: &str = "answers.cgt";

/// What one answer may use, and what comparing it may.
const STEPS: u64 = 10_000_000;
const COMPARING: u64 = 100_000_000;
const TIME: Duration = Duration::from_secs(10);
const MEMORY: usize = 256 << 20;
/// Checks, errors and bytes of output of a file that are told.
const MOST: usize = 100;
const OUTPUT: usize = 8 << 10;

/// An answer: its name and line, and its value or the error, with whether a bound was reached.
type Answer = (String, usize, Result<Given, (String, bool)>);

/// What a file hands in.
struct Handed {
    answers: Vec<Answer>,
    checks: Vec<Json>,
    output: String,
    /// Errors outside of answers.
    remarks: Vec<String>,
    /// How its functions are asked.
    line: Line,
}

/// The report on answers; errors if the key is wrong.
pub fn grade(key: &str, answers: &str, reveal: bool, tries: u32) -> Json {
    let reading = Reading { from: None, limits: limits(), ..Reading::default() };
    let mut key = match Key::read(KEY, key, &reading) {
        Ok(key) => key,
        Err(faulty) => return json!({ "errors": errors(&faulty.errors, &faulty.sources) }),
    };
    let mut handed = hand_in(&key, answers);
    key.forget();
    key.ask_over(&handed.line);
    let comparing = Limits { steps: Some(COMPARING), ..bounds() };
    // Points are added as they are: their roundings would add up, too.
    let (questions, scores): (Vec<Json>, Vec<Points>) = key.bounded(comparing, |key| {
        (0..key.questions.len()).map(|i| marked(key, i, &handed.answers, reveal, tries)).unzip()
    });
    for (i, (name, line, _)) in handed.answers.iter().enumerate() {
        let later = handed.answers[i + 1..].iter().find(|(other, ..)| other == name);
        if key.question(name).is_none() {
            handed.remarks.push(format!("Line {line}: there is no question `{name}`."));
        } else if let Some((_, later, _)) = later {
            handed.remarks.push(format!("`{name}` is answered in lines {line} and {later}: the later answer counts."));
        }
    }
    handed.remarks.truncate(MOST);
    // Optional questions count only if they are answered.
    let counts = |question: &Json, i: usize| {
        let left_out = question["optional"] == true && question["standing"] == "blank";
        (question["bonus"] != true && !left_out).then(|| key.questions[i].worth.clone())
    };
    let whole: Points = questions.iter().enumerate().filter_map(|(i, question)| counts(question, i)).sum();
    let score: Points = scores.into_iter().sum();
    json!({ "report": {
        "score": score.to_f64(), "max_score": whole.to_f64(), "questions": questions, "checks": handed.checks,
        "output": handed.output, "remarks": handed.remarks,
    } })
}

/// The sheet of a key; its errors if it cannot be read.
pub fn public(key: &str) -> Json {
    match sheet(key) {
        Ok(sheet) => json!({ "sheet": sheet }),
        Err(found) => {
            let mut sources = Sources::default();
            sources.add(KEY, key);
            json!({ "errors": errors(&found, &sources) })
        }
    }
}

fn bounds() -> Limits {
    Limits { steps: Some(STEPS), depth: Some(DEPTH), memory: Some(MEMORY), time: Some(TIME) }
}

/// Runs a file of answers, statement by statement: what is wrong in one spoils no other.
fn hand_in(key: &Key, text: &str) -> Handed {
    let mut session = Session::new(Settings { limits: bounds(), ..Settings::default() });
    let heard = Rc::new(RefCell::new((Vec::new(), String::new())));
    let hears = Rc::clone(&heard);
    let sink: Sink = Rc::new(move |output, _| {
        let (checks, printed) = &mut *hears.borrow_mut();
        match output {
            Output::Check(report) if checks.len() < MOST => checks.push(checked(&report)),
            Output::Printed(text) if printed.len() + text.len() < OUTPUT => *printed += &(text + "\n"),
            _ => {}
        }
    });
    let loaded = session.load(FILE, text, &sink);
    let mut plan = session.answers(&loaded).into_iter().peekable();
    let (mut functions, mut answers, mut remarks) = (Functions::default(), Vec::new(), Vec::new());
    for (_, error) in loaded.errors.iter().filter(|(statement, _)| statement.is_none()) {
        remarks.push(drawn(error, session.sources()));
    }
    for i in 0..loaded.len() {
        let answer = plan.next_if(|(at, ..)| *at == i);
        let question = answer.as_ref().and_then(|(_, name, _)| key.question(name));
        let asked = question.map(|question| (&question.places[..], &question.rule));
        let value = match loaded.error_of(i) {
            Some(error) => Err(error.clone()),
            None => session.statement(&loaded, i, bounds(), asked, &mut functions).map_err(|error| *error),
        };
        let value = value.map_err(|error| (drawn(&error, session.sources()), error.phase() == Phase::Limit));
        match (answer, value) {
            (Some((_, name, line)), value) => answers.push((name, line, value)),
            (None, Err((text, _))) => remarks.push(text),
            (None, Ok(_)) => {}
        }
    }
    let (checks, output) = heard.take();
    let asked = RefCell::new((session, functions));
    let line: Line = Rc::new(move |call| match asked.try_borrow_mut() {
        Ok(mut asked) => {
            let (session, functions) = &mut *asked;
            session.answer_call(bounds(), call, functions)
        }
        Err(_) => Err("functions of answers cannot ask each other here".into()),
    });
    Handed { answers, checks, output, remarks, line }
}

fn checked(report: &CheckReport) -> Json {
    json!({ "line": report.line, "claim": report.claim, "holds": report.verdict == Verdict::True })
}

/// An error as people read it.
fn drawn(error: &Diagnostic, sources: &Sources) -> String {
    let mut error = error.clone();
    error.stack.truncate(3);
    render(&[error], sources, false).trim_end().to_owned()
}

/// A question with its answer, the last of that name, and the points for it.
fn marked(key: &mut Key, question: usize, answers: &[Answer], reveal: bool, tries: u32) -> (Json, Points) {
    let answer = answers.iter().rfind(|(name, ..)| *name == key.questions[question].name);
    let by_hand = key.questions[question].manual.clone();
    let (mut points, mut given) = (Points::zero(), None);
    let (standing, lines) = match answer.map(|(.., value)| value) {
        None => ("blank", Vec::new()),
        Some(Err((text, limit))) => (if *limit { "limit" } else { "error" }, vec![text.clone()]),
        Some(Ok(value)) => {
            given = Some(value.shown.clone());
            match by_hand.is_none().then(|| key.compare(question, value)) {
                None => ("manual", value.breach.iter().cloned().collect()),
                Some(Err(message)) => ("limit", vec![format!("This answer could not be compared: {message}.")]),
                Some(Ok(found)) => {
                    points = found.points;
                    let standing = match () {
                        () if found.trouble.is_some() => "manual",
                        () if points >= key.questions[question].worth => "right",
                        () if points.is_zero() => "wrong",
                        () => "partial",
                    };
                    (standing, found.lines)
                }
            }
        }
    };
    let right = standing == "right";
    let told = if reveal && !right { key.right_answer(question) } else { None };
    let question = &key.questions[question];
    let hints = question.hints.iter().filter(|(after, _)| !right && tries >= *after).map(|(_, text)| text);
    let text = [&question.stem, &question.text].into_iter().flatten().cloned().collect::<Vec<_>>().join(" — ");
    let report = json!({
        "name": question.name, "number": question.number, "text": text, "score": points.to_f64(),
        "max_score": question.worth.to_f64(), "bonus": question.bonus, "optional": question.optional, "standing": standing,
        "given": given, "line": answer.map(|(_, line, _)| line), "reasons": lines, "hints": hints.collect::<Vec<_>>(),
        "answer": told,
    });
    (report, points)
}

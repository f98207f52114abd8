//! Grading one file: each question of the key with what was handed in for it.
//!
//! In: a key and what [`student`] handed over. Out: [`Report`], plain data. The criteria of a question are
//! tried in their order and the first that is met gives its points; if none is, the standard diagnoses speak. What the key's
//! machine computed for another file is forgotten first, so that a report depends on its file alone.

use super::process::Lost;
use super::student::{self, Handed, OwnCheck};
use super::{Bounds, Points, one_line};
use crate::session::homework::{Key, Question};
use crate::session::{Limits, nearest_names};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// What the key's side may use for one question: ten times the steps of the answer.
pub(super) fn own_limits(bounds: &Bounds, time: Duration) -> Limits {
    let steps = Some(bounds.steps.saturating_mul(10));
    Limits { steps, depth: Some(20_000), memory: Some(1024 << 20), time: Some(time) }
}

/// Remarks on a file that are told.
const REMARKS: usize = 12;

/// How a question stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Standing {
    /// All points.
    Right,
    /// Some points.
    Partial,
    /// No points for an answer that has a value.
    Wrong,
    /// The answer has no value.
    Error,
    /// A bound was reached.
    Limit,
    /// No answer.
    Blank,
    /// A person gives the points, and has not yet.
    Manual,
}

impl Standing {
    /// A word for it.
    pub fn word(self) -> &'static str {
        match self {
            Standing::Right => "right",
            Standing::Partial => "partial",
            Standing::Wrong => "wrong",
            Standing::Error => "error",
            Standing::Limit => "limit",
            Standing::Blank => "blank",
            Standing::Manual => "manual",
        }
    }

    /// All, as statistics list them.
    pub const ALL: [Standing; 7] = [
        Standing::Right,
        Standing::Partial,
        Standing::Wrong,
        Standing::Error,
        Standing::Limit,
        Standing::Blank,
        Standing::Manual,
    ];
}

/// A question of a report.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Marked {
    /// The name of its answer.
    pub name: String,
    /// As people call it.
    pub number: String,
    /// What it asks.
    pub text: Option<String>,
    /// The points reached.
    pub points: Points,
    /// All its points.
    pub worth: Points,
    /// Whether its points go beyond the whole.
    pub bonus: bool,
    /// Whether it counts only if answered.
    pub optional: bool,
    /// Whether students see it only in the end.
    pub hidden: bool,
    /// How it stands.
    pub standing: Standing,
    /// What was handed in, on one line.
    pub given: Option<String>,
    /// Whether whoever handed in what is shown so is wrong in the same way: it is shown whole, and breaks no rule, by which a right value
    /// earns nothing.
    pub typical: bool,
    /// Where it stands in the file.
    pub line: Option<usize>,
    /// What to say about it.
    pub lines: Vec<String>,
    /// Hints that are due.
    pub hints: Vec<String>,
    /// The right answer, if it is to be told.
    pub answer: Option<String>,
    /// The board that it shows, a line a row.
    #[serde(default)]
    pub board: Option<String>,
    /// What a person looks at who gives the points.
    pub manual: Option<String>,
    /// What the teacher has to know, and no student.
    pub trouble: Option<String>,
}

impl Marked {
    /// The question without what was handed in for it.
    #[must_use]
    pub fn without_answer(&self) -> Marked {
        Marked {
            points: Points::zero(),
            standing: Standing::Blank,
            given: None,
            typical: false,
            line: None,
            lines: Vec::new(),
            hints: Vec::new(),
            answer: None,
            trouble: None,
            ..self.clone()
        }
    }
}

/// What became of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The file as it was named.
    pub file: String,
    /// Whose it is: the file's name without folder and ending.
    pub student: String,
    /// Why it could not be graded, if that is so.
    pub problem: Option<String>,
    /// Every question of the key.
    pub marked: Vec<Marked>,
    /// Its own checks.
    pub checks: Vec<OwnCheck>,
    /// Checks beyond those.
    pub more_checks: usize,
    /// What it printed, and whether something was cut off.
    pub output: (String, bool),
    /// Errors outside of answers, answers that belong to no question, answers that were given twice.
    pub remarks: Vec<String>,
}

impl Report {
    /// The points reached.
    pub fn score(&self) -> Points {
        self.marked.iter().map(|q| q.points.clone()).sum()
    }

    /// The points that count: no bonus, and optional questions only if answered.
    pub fn whole(&self) -> Points {
        let counts = |q: &&Marked| !(q.bonus || q.optional && q.standing == Standing::Blank);
        self.marked.iter().filter(counts).map(|q| q.worth.clone()).sum()
    }
}

/// What a report tells.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Telling {
    /// Whether right answers are told.
    pub reveal: bool,
    /// Which try it is, from 1.
    pub tries: u32,
}

/// A file that could not be read or run: every question is worth nothing, and the report says why.
pub fn lost(blank: &[Marked], file: &str, student: &str, problem: &str) -> Report {
    let problem = Some(problem.to_owned());
    Report { problem, ..report(file, student, blank.to_vec(), &Handed::default()) }
}

/// What to say of a process that broke down.
pub fn lost_text(lost: &Lost) -> String {
    match lost {
        Lost::Crashed => "the process that ran this file broke down; please show the file to your teacher".into(),
        Lost::TooLong(seconds) => format!("this file was ended after {seconds} s: it takes too long to be read"),
        Lost::NotStarted(why) => format!("the process for this file could not be started: {why}"),
    }
}

/// Marks one question with its answer, if there is one. The bounds are those for this question.
pub fn mark(key: &mut Key, question: usize, answer: Option<&student::Answer>, telling: &Telling) -> Marked {
    let mut marked = blank(&key.questions[question]);
    if let Some(answer) = answer {
        marked.line = Some(answer.line);
        match &answer.value {
            Err(failure) => {
                marked.standing = if failure.limit { Standing::Limit } else { Standing::Error };
                marked.lines = failure.text.lines().map(str::to_owned).collect();
            }
            Ok(given) => {
                marked.given = Some(given.shown.clone());
                marked.typical = given.shown_whole && given.breach.is_none();
                if marked.manual.is_some() {
                    marked.standing = Standing::Manual;
                    marked.lines = given.breach.iter().cloned().collect();
                    return marked;
                }
                match key.compare(question, given) {
                    Ok(found) => {
                        marked.standing = match () {
                            () if found.trouble.is_some() => Standing::Manual,
                            () if found.points >= marked.worth => Standing::Right,
                            () if found.points.is_zero() => Standing::Wrong,
                            () => Standing::Partial,
                        };
                        marked.points = found.points;
                        marked.lines = found.lines;
                        marked.trouble = found.trouble;
                    }
                    Err(message) => {
                        marked.standing = Standing::Limit;
                        marked.lines = vec![format!("This answer could not be compared: {message}.")];
                    }
                }
            }
        }
    }
    if marked.standing != Standing::Right {
        let tries = telling.tries;
        // A hint after two tries comes with the third, or with the report on the second.
        let question = &key.questions[question];
        marked.hints = question.hints.iter().filter(|(after, _)| tries >= *after).map(|(_, t)| t.clone()).collect();
    }
    if telling.reveal && marked.standing != Standing::Right {
        marked.answer = key.right_answer(question);
    }
    marked
}

/// Grades what a file handed in, here and now: for the key's own answers.
pub fn grade(key: &mut Key, file: &str, student: &str, handed: &Handed, bounds: &Bounds, telling: &Telling) -> Report {
    key.forget();
    let names: Vec<String> = key.questions.iter().map(|q| q.name.clone()).collect();
    let limits = own_limits(bounds, Duration::from_secs(bounds.seconds));
    let marked = key.bounded(limits, |key| {
        names.iter().enumerate().map(|(i, name)| mark(key, i, handed.answer(name), telling)).collect()
    });
    report(file, student, marked, handed)
}

/// The report on a file whose questions are marked.
pub fn report(file: &str, student: &str, marked: Vec<Marked>, handed: &Handed) -> Report {
    let (mut remarks, mut more) = (handed.errors.clone(), 0);
    // Of two answers the later one counts: where it stands, by the name.
    let mut last: FxHashMap<&str, usize> = FxHashMap::default();
    for (i, answer) in handed.answers.iter().enumerate() {
        last.insert(&answer.name, i);
    }
    for (i, answer) in handed.answers.iter().enumerate() {
        let (known, later) = (marked.iter().any(|q| q.name == answer.name), last[&*answer.name]);
        if known && later == i {
            continue;
        }
        if remarks.len() >= REMARKS {
            more += 1;
            continue;
        }
        let (name, line) = (one_line(&answer.name, 60), answer.line);
        if known {
            let later = handed.answers[later].line;
            remarks.push(format!("`{name}` is answered twice, in lines {line} and {later}: the later answer counts."));
        } else {
            let near = nearest_names(&answer.name, marked.iter().map(|q| &*q.name));
            let near = near.first().map_or(String::new(), |near| format!(" Did you mean `{near}`?"));
            remarks.push(format!("Line {line}: there is no question `{name}`.{near}"));
        }
    }
    more += remarks.len().saturating_sub(REMARKS);
    remarks.truncate(REMARKS);
    if more > 0 {
        remarks.push(format!("… and {more} more remarks of this kind."));
    }
    Report {
        file: file.to_owned(),
        student: student.to_owned(),
        problem: None,
        marked,
        checks: handed.checks.clone(),
        more_checks: handed.more_checks,
        output: (handed.output.clone(), handed.output_cut),
        remarks,
    }
}

/// A question without an answer.
pub fn blank(question: &Question) -> Marked {
    let text = match (&question.stem, &question.text) {
        (Some(stem), Some(text)) => Some(format!("{stem} — {text}")),
        (stem, text) => text.clone().or_else(|| stem.clone()),
    };
    Marked {
        name: question.name.clone(),
        number: question.number.clone(),
        text,
        points: Points::zero(),
        worth: question.worth.clone(),
        bonus: question.bonus,
        optional: question.optional,
        hidden: question.hidden,
        standing: Standing::Blank,
        given: None,
        typical: false,
        line: None,
        lines: Vec::new(),
        hints: Vec::new(),
        answer: None,
        board: question.board(),
        manual: question.manual.clone(),
        trouble: None,
    }
}

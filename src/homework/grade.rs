//! Grading one file: each question of the key with what was handed in for it.
//!
//! In: a key and what [`student`] handed over. Out: [`Report`], plain data. The criteria of a question are
//! tried in their order and the first that is met gives its points; if none is, the standard diagnoses speak. What the key's
//! machine computed for another file is forgotten first, so that a report depends on its file alone.

use super::compare::{Answer, Met, met};
use super::data::{Places, decode};
use super::diagnose::{Diagnosis, diagnose};
use super::key::{Criterion, Key, Question, Test};
use super::points::Points;
use super::process::Lost;
use super::student::{self, Given, Handed, OwnCheck};
use super::{Bounds, one_line, shown, witness};
use crate::builtins::reasons::judge;
use crate::eval::Machine;
use crate::eval::node::Program;
use crate::limits::Limits;
use crate::report::Verdict;
use crate::value::{Flow, Res, Value};
use rustc_hash::FxHashMap;
use std::time::Duration;

/// What the key's side may use for one question: ten times the steps of the answer.
pub(super) fn own_limits(bounds: &Bounds, time: Duration) -> Limits {
    let steps = Some(bounds.steps.saturating_mul(10));
    Limits { steps, depth: Some(20_000), memory: Some(1024 << 20), time: Some(time) }
}

/// Remarks on a file that are told.
const REMARKS: usize = 12;

/// The most characters of a reason.
const REASON: usize = 4000;

/// How a question stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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
        }
    }

    /// By its word.
    pub fn named(word: &str) -> Option<Standing> {
        Standing::ALL.into_iter().find(|standing| standing.word() == word)
    }

    /// All, as statistics list them.
    pub const ALL: [Standing; 6] =
        [Standing::Right, Standing::Partial, Standing::Wrong, Standing::Error, Standing::Limit, Standing::Blank];
}

/// A question of a report.
#[derive(Clone, Debug, PartialEq)]
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
    /// Where it stands in the file.
    pub line: Option<usize>,
    /// What to say about it.
    pub lines: Vec<String>,
    /// Hints that are due.
    pub hints: Vec<String>,
    /// The right answer, if it is to be told.
    pub answer: Option<String>,
}

impl Marked {
    /// The question without what was handed in for it.
    #[must_use]
    pub fn without_answer(&self) -> Marked {
        Marked {
            points: Points::zero(),
            standing: Standing::Blank,
            given: None,
            line: None,
            lines: Vec::new(),
            hints: Vec::new(),
            answer: None,
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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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

/// Marks one question with its answer, if there is one. The machine's bounds are those for this question.
pub fn mark(key: &mut Key, question: usize, answer: Option<&student::Answer>, telling: &Telling) -> Marked {
    let Key { session, program, questions, .. } = key;
    Marking { m: session.machine(), program, question: &questions[question], telling }.mark(answer)
}

/// Grades what a file handed in, here and now: for the key's own answers.
pub fn grade(key: &mut Key, file: &str, student: &str, handed: &Handed, bounds: &Bounds, telling: &Telling) -> Report {
    key.forget();
    let limits = key.session.handle().limits();
    key.session.handle().set_limits(own_limits(bounds, Duration::from_secs(bounds.seconds)));
    let names: Vec<String> = key.questions.iter().map(|q| q.name.clone()).collect();
    let marked = names.iter().enumerate().map(|(i, name)| mark(key, i, handed.answer(name), telling)).collect();
    key.session.handle().set_limits(limits);
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
            let near = crate::spelling::names(&answer.name, marked.iter().map(|q| &*q.name));
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
        line: None,
        lines: Vec::new(),
        hints: Vec::new(),
        answer: None,
    }
}

/// A question being marked.
pub(super) struct Marking<'a> {
    pub m: &'a mut Machine,
    pub program: &'a Program,
    pub question: &'a Question,
    pub telling: &'a Telling,
}

/// What an answer came to.
pub(super) struct Found {
    pub points: Points,
    pub lines: Vec<String>,
}

impl Marking<'_> {
    fn mark(&mut self, answer: Option<&student::Answer>) -> Marked {
        let mut marked = blank(self.question);
        if let Some(answer) = answer {
            marked.line = Some(answer.line);
            match &answer.value {
                Err(failure) => {
                    marked.standing = if failure.limit { Standing::Limit } else { Standing::Error };
                    marked.lines = failure.text.lines().map(str::to_owned).collect();
                }
                Ok(given) => {
                    marked.given = Some(given.shown.clone());
                    match self.fresh(|this| this.given(given)) {
                        Ok(found) => {
                            marked.standing = match () {
                                () if found.points >= marked.worth => Standing::Right,
                                () if found.points.is_zero() => Standing::Wrong,
                                () => Standing::Partial,
                            };
                            marked.points = found.points;
                            marked.lines = found.lines;
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
            let tries = self.telling.tries;
            // A hint after two tries comes with the third, or with the report on the second.
            marked.hints =
                self.question.hints.iter().filter(|(after, _)| tries >= *after).map(|(_, t)| t.clone()).collect();
        }
        if self.telling.reveal && marked.standing != Standing::Right {
            marked.answer = self.fresh(|this| this.right_answer()).ok().flatten();
        }
        marked
    }

    /// Runs something with all of a question's steps; the error says which bound was reached.
    pub(super) fn fresh<T>(&mut self, f: impl FnOnce(&mut Self) -> Res<T>) -> Result<T, String> {
        self.m.handle.restart();
        self.m.prepare(self.program);
        let result = f(self);
        self.m.unwind();
        result.map_err(|flow| match *flow {
            Flow::Fault(fault) => fault.message,
            _ => "it has no value".into(),
        })
    }

    fn given(&mut self, given: &Given) -> Res<Found> {
        let answer = self.read(given)?;
        let mut partly = None;
        for criterion in &self.question.criteria {
            match met(self.m, self.question, &criterion.test, &answer)? {
                Met::Yes => {
                    let mut lines: Vec<String> = criterion.text.iter().cloned().collect();
                    if criterion.points < self.question.worth {
                        lines.extend(self.why(criterion, &answer)?);
                    }
                    lines.extend(self.claims(&answer)?);
                    return Ok(Found { points: criterion.points.clone(), lines });
                }
                Met::Partly(right, all) if partly.is_none() => {
                    partly = Some(criterion.points.share(right, all).floored());
                }
                Met::Partly(..) | Met::No => {}
            }
        }
        let mut lines = Vec::new();
        let mut points = partly.unwrap_or_else(Points::zero);
        if let Some(main) = main(self.question) {
            let diagnosis = self.diagnosis(main, &answer)?;
            if let Some(diagnosis) = diagnosis {
                lines.push(diagnosis.text().to_owned());
                points = points.max(diagnosis.points(&self.question.worth));
            }
            lines.extend(self.reasons(main, &answer, diagnosis)?);
        }
        lines.extend(self.claims(&answer)?);
        if lines.is_empty() && points.is_zero() {
            lines.push("This answer is not right.".to_owned());
        }
        Ok(Found { points, lines })
    }

    /// The answer in the key's machine.
    pub(super) fn read<'g>(&mut self, given: &'g Given) -> Res<Answer<'g>> {
        // Rule sets and functions stay where they are: only their values have come.
        if given.data.get("rules").is_some() || given.data.get("function").is_some() {
            return Ok(Answer { value: Value::Nothing, plain: Value::Nothing, given });
        }
        let value = decode(self.m, &given.data, Places::ByName)?;
        let plain = decode(self.m, &given.data, Places::ByValue);
        // A draw has no value; then the position itself must do.
        let plain = match plain {
            Ok(plain) => plain,
            Err(flow) if super::stopped(&flow) => return Err(flow),
            Err(_) => value.clone(),
        };
        Ok(Answer { value, plain, given })
    }

    /// Why an answer that met a lesser criterion is not wholly right: only what no line of the key has said.
    fn why(&mut self, criterion: &Criterion, answer: &Answer<'_>) -> Res<Vec<String>> {
        let Some(main) = main(self.question) else { return Ok(Vec::new()) };
        let diagnosis = self.diagnosis(main, answer)?;
        let mut lines = Vec::new();
        if criterion.text.is_none() {
            lines.extend(diagnosis.map(|d| d.text().to_owned()));
        }
        lines.extend(self.reasons(main, answer, diagnosis)?);
        Ok(lines)
    }

    /// What shows that the answer is wrong; texts of the answer may stand in it.
    fn reasons(&mut self, main: &Criterion, answer: &Answer<'_>, diagnosis: Option<Diagnosis>) -> Res<Vec<String>> {
        let lines = witness::lines(self.m, self.question, &main.test, answer, diagnosis)?;
        Ok(lines.iter().map(|line| shown(line, REASON)).collect())
    }

    fn diagnosis(&mut self, main: &Criterion, answer: &Answer<'_>) -> Res<Option<Diagnosis>> {
        match &main.test {
            Test::Expect(how, operand) => {
                let counts = operand.value.is_number() && self.question.about.is_none();
                diagnose(self.m, *how, &operand.value, answer.against(&operand.value), counts)
            }
            _ => Ok(None),
        }
    }

    /// The public claims of the question that do not hold.
    pub(super) fn claims(&mut self, answer: &Answer<'_>) -> Res<Vec<String>> {
        let Some(slot) = self.question.slot.filter(|_| !self.question.claims.is_empty()) else { return Ok(Vec::new()) };
        let before = std::mem::replace(&mut self.m.globals_mut().values[slot as usize], answer.value.clone());
        let mut lines = Vec::new();
        for claim in &self.question.claims {
            let verdict = self.m.attempt(|m| judge(m, claim));
            let said = claim.text.as_deref().map_or_else(|| one_line(&claim.source, 120), str::to_owned);
            match verdict {
                Ok(Verdict::True) => {}
                Ok(_) => lines.push(format!("This should hold: {said}.")),
                Err(flow) if super::stopped(&flow) => {
                    self.m.globals_mut().values[slot as usize] = before;
                    return Err(flow);
                }
                Err(_) => lines.push(format!("This could not be checked: {said}.")),
            }
        }
        self.m.globals_mut().values[slot as usize] = before;
        Ok(lines)
    }

    /// The right answer as it is written.
    fn right_answer(&mut self) -> Res<Option<String>> {
        let value = match (&self.question.model, main(self.question).map(|c| &c.test)) {
            (Some(model), _) => model.clone(),
            (None, Some(Test::Expect(_, operand))) => operand.value.clone(),
            (None, Some(Test::Rules { how: crate::eval::node::How::Rules, rules, .. })) => {
                let source = match rules {
                    Value::Rules(rules) => rules.source.to_string(),
                    Value::Func(f) => f.proto.source.to_string(),
                    other => self.m.notation(other)?,
                };
                return Ok(Some(source));
            }
            _ => return Ok(None),
        };
        let formal =
            matches!(main(self.question).map(|c| &c.test), Some(Test::Expect(crate::eval::node::How::Identical, _)));
        // Moves are handed in as the positions to which they lead.
        let value = match &value {
            Value::List(items) if items.iter().any(|item| matches!(item, Value::Move(_))) => {
                let positions = items.iter().map(|item| match item {
                    Value::Move(made) => made.to.clone(),
                    other => other.clone(),
                });
                Value::list(positions.collect())
            }
            // Of a position the value was asked for; the question shows the position.
            Value::Position(_) | Value::Sum(_) if !formal => match self.m.attempt(|m| m.game(&value)) {
                Ok(game) => self.m.game_value(game),
                Err(flow) if super::stopped(&flow) => return Err(flow),
                // Draws have no value.
                Err(_) => value,
            },
            _ => value,
        };
        Ok(Some(match &value {
            Value::Form(form) if formal => self.m.form_notation(form)?,
            Value::Func(f) => f.proto.source.to_string(),
            Value::Rules(rules) => rules.source.to_string(),
            other => self.m.notation(other)?,
        }))
    }
}

/// The criterion by which a wrong answer is explained: the first that gives all points.
pub fn main(question: &Question) -> Option<&Criterion> {
    question.criteria.iter().find(|c| c.points >= question.worth).or(question.criteria.first())
}

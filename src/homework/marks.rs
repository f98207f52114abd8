//! Points that a person gave: a table with the columns `student`, `question`, `points` and perhaps `comment`, in any order.
//!
//! In: the table's text. Out: reports with these points in the place of those that were found. A row without points is one that nobody
//! has looked at yet.

use super::Points;
use super::class::Submission;
use super::grade::{Report, Standing};
use super::one_line;
use rustc_hash::FxHashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// The most characters of a comment.
const COMMENT: usize = 2000;

/// What a person said of an answer.
struct Mark {
    student: String,
    question: String,
    points: Points,
    comment: String,
    line: usize,
    used: AtomicBool,
}

/// A table of points.
#[derive(Default)]
pub struct Marks {
    rows: Vec<Mark>,
    wrong: Mutex<Vec<String>>,
}

impl Marks {
    /// Reads a table; the error is a sentence without its full stop.
    pub fn read(text: &str) -> Result<Marks, String> {
        let mut rows = rows(text)?.into_iter();
        let (_, heads) = rows.next().ok_or("it is empty")?;
        let column = |name: &str| heads.iter().position(|head| head.trim().eq_ignore_ascii_case(name));
        let need = |name: &str| column(name).ok_or_else(|| format!("it has no column `{name}`"));
        let (student, question, points) = (need("student")?, need("question")?, need("points")?);
        let comment = column("comment");
        let mut all = Vec::new();
        for (line, row) in rows {
            let cell = |i: usize| row.get(i).map_or("", |cell| cell.trim());
            if cell(points).is_empty() {
                continue;
            }
            let number = cell(points).replace(',', ".");
            let points = number_of(&number)
                .ok_or_else(|| format!("line {line}: `{}` is no number of points", one_line(&number, 40)))?;
            all.push(Mark {
                student: plain(cell(student)),
                question: cell(question).to_owned(),
                points,
                comment: comment.map_or(String::new(), |i| one_line(cell(i).trim_start_matches('\''), COMMENT)),
                line,
                used: AtomicBool::new(false),
            });
        }
        Ok(Marks { rows: all, wrong: Mutex::default() })
    }

    /// Puts the points where they belong.
    pub fn apply(&self, report: &mut Report) {
        let student = plain(&report.student);
        let wrong = |said| self.wrong.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(said);
        let mut given = vec![None; report.marked.len()];
        for mark in self.rows.iter().filter(|mark| mark.student == student) {
            let Some(i) = report.marked.iter().position(|q| q.name == mark.question || q.number == mark.question)
            else {
                continue;
            };
            mark.used.store(true, Ordering::Relaxed);
            let q = &mut report.marked[i];
            if mark.points > q.worth {
                wrong(format!(
                    "line {}: {} points for question {}, which is worth {}",
                    mark.line, mark.points, q.number, q.worth
                ));
                continue;
            }
            if let Some(line) = given[i].replace(mark.line) {
                let student = one_line(&mark.student, 60);
                wrong(format!(
                    "line {}: points of `{student}` for question {} stand in line {line}, too",
                    mark.line, q.number
                ));
            }
            q.standing = match () {
                () if mark.points == q.worth => Standing::Right,
                () if mark.points.is_zero() => Standing::Wrong,
                () => Standing::Partial,
            };
            q.points = mark.points.clone();
            q.trouble = None;
            q.lines = if mark.comment.is_empty() { Vec::new() } else { vec![mark.comment.clone()] };
        }
    }

    /// Whether there are points of this student.
    pub fn names(&self, student: &str) -> bool {
        let student = plain(student);
        self.rows.iter().any(|mark| mark.student == student)
    }

    /// Rows that belong to nobody, those that give more than there is, and second ones: sentences.
    pub fn problems(&self) -> Vec<String> {
        let mut wrong = self.wrong.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone();
        wrong.sort();
        let unused = self.rows.iter().filter(|mark| !mark.used.load(Ordering::Relaxed));
        let unused = unused.map(|mark| {
            let (student, question) = (one_line(&mark.student, 60), one_line(&mark.question, 60));
            format!("line {}: there is no answer of `{student}` to `{question}`", mark.line)
        });
        wrong.into_iter().chain(unused).collect()
    }
}

/// A student's name, by which rows are found.
fn plain(student: &str) -> String {
    // What a spreadsheet might have taken for a formula had an apostrophe put before it.
    student.trim_start_matches('\'').to_lowercase()
}

/// Submissions that rows cannot tell apart, since they have one student's name: each with the one before it.
pub fn twins(files: &[Submission]) -> Vec<[&Submission; 2]> {
    let mut last = FxHashMap::default();
    files.iter().filter_map(|file| Some([last.insert(plain(&file.student), file)?, file])).collect()
}

/// A number with a point or a bar: `2.5`, `5/2`.
fn number_of(text: &str) -> Option<Points> {
    let points = |text: String| Points::try_from(text).ok();
    let Some((whole, part)) = text.split_once('.') else { return points(text.to_owned()) };
    if part.len() > 6 || !part.chars().all(|c| c.is_ascii_digit()) || part.is_empty() {
        return None;
    }
    points(format!("{whole}{part}/1{}", "0".repeat(part.len())))
}

/// The rows of a table, each with the line on which it begins: commas or semicolons, whichever stands in the first line.
fn rows(text: &str) -> Result<Vec<(usize, Vec<String>)>, String> {
    let first = text.lines().next().unwrap_or_default();
    let comma = if first.contains(';') && !first.contains(',') { ';' } else { ',' };
    let (mut rows, mut row, mut cell) = (Vec::new(), Vec::new(), String::new());
    let (mut quoted, mut line, mut begin) = (false, 1, 1);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        line += usize::from(c == '\n');
        match c {
            '"' if quoted && chars.peek() == Some(&'"') => {
                chars.next();
                cell.push('"');
            }
            '"' if quoted => quoted = false,
            '"' if cell.is_empty() => quoted = true,
            c if quoted => cell.push(c),
            c if c == comma => row.push(std::mem::take(&mut cell)),
            '\r' => {}
            '\n' => {
                row.push(std::mem::take(&mut cell));
                if row.iter().any(|cell| !cell.trim().is_empty()) {
                    rows.push((begin, std::mem::take(&mut row)));
                }
                row.clear();
                begin = line;
            }
            c => cell.push(c),
        }
    }
    if quoted {
        return Err(format!("a quote is open from line {begin} on"));
    }
    row.push(cell);
    if row.iter().any(|cell| !cell.trim().is_empty()) {
        rows.push((begin, row));
    }
    Ok(rows)
}

//! Arguments of `sprague grade`.

use super::args::{all, bounds, one};
use crate::homework::Bounds;
use crate::homework::report::Format;
use clap::ArgMatches;
use std::path::PathBuf;

/// What is to be graded, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Grading {
    /// The key.
    pub key: PathBuf,
    /// Files and folders of answers.
    pub files: Vec<PathBuf>,
    /// The format of the report.
    pub format: Format,
    /// Where the report goes; standard output without one.
    pub output: Option<PathBuf>,
    /// Files graded at one time; as many as there are processors without a number.
    pub jobs: Option<usize>,
    /// Whether right answers are told.
    pub reveal: bool,
    /// Which try it is, from 1.
    pub tries: u32,
    /// Gradescope's file that tells it instead.
    pub metadata: Option<PathBuf>,
    /// Points that a person gave.
    pub marks: Option<PathBuf>,
    /// For whom the sheet is.
    pub student: Option<String>,
    /// A list of those for whom sheets are.
    pub students: Option<PathBuf>,
    /// What else is wanted of the key.
    pub task: Task,
    /// What an answer file may use.
    pub bounds: Bounds,
}

/// What is done with a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// Files are graded.
    Grade,
    /// The key is tested against its own answers.
    SelfTest,
    /// Its public part is written.
    Sheet,
}

impl Grading {
    /// What is to be graded, or what is missing.
    pub(super) fn of(given: &ArgMatches) -> Result<Grading, &'static str> {
        let task = match (given.get_flag("self-test"), given.get_flag("sheet")) {
            (true, _) => Task::SelfTest,
            (_, true) => Task::Sheet,
            _ => Task::Grade,
        };
        let key = one(given, "KEY").ok_or("`sprague grade` needs a key")?;
        let files: Vec<PathBuf> = all(given, "FILE").into_iter().map(PathBuf::from).collect();
        match (task, files.is_empty()) {
            (Task::Grade, true) => return Err("`sprague grade` needs a file of answers after the key"),
            (Task::SelfTest | Task::Sheet, false) => return Err("a key alone is looked at: leave the other files out"),
            _ => {}
        }
        let format = one::<String>(given, "format").and_then(|name| Format::named(&name));
        let format = format.unwrap_or(if given.get_flag("json") { Format::Json } else { Format::Text });
        if task == Task::Sheet && !matches!(format, Format::Text | Format::Html | Format::Latex) {
            return Err("a sheet is written as it is, or with `--format html` or `latex`");
        }
        Ok(Grading {
            key,
            files,
            format,
            output: one(given, "output"),
            jobs: one::<u32>(given, "jobs").map(|n| n as usize),
            reveal: given.get_flag("reveal"),
            tries: one(given, "try").unwrap_or(1),
            metadata: one(given, "metadata"),
            marks: one(given, "marks"),
            student: one(given, "student"),
            students: one(given, "students"),
            task,
            bounds: bounds(given),
        })
    }
}

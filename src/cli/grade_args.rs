//! Arguments of `sprague grade`, and of `sprague check --key`.

use super::args::{UsageError, wrong};
use crate::homework::Bounds;
use crate::homework::report::Format;
use crate::session::{Limits, nearest};
use std::ffi::OsString;
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

/// Options of grading as they were given.
#[derive(Clone, Debug, Default)]
pub(super) struct GradeOptions {
    format: Option<Format>,
    output: Option<PathBuf>,
    jobs: Option<usize>,
    reveal: bool,
    tries: Option<u32>,
    metadata: Option<PathBuf>,
    self_test: bool,
    sheet: bool,
    /// The sheet or key of `sprague check`.
    pub key: Option<PathBuf>,
    /// The first option that belongs to grading.
    first: Option<String>,
    /// Bounds that were set.
    pub bounds: Vec<&'static str>,
}

/// Options that take no value.
pub(super) const FLAGS: [&str; 3] = ["--reveal", "--self-test", "--sheet"];

impl GradeOptions {
    /// Takes an option, if it is one of these. `value` hands over its value.
    pub fn option(
        &mut self,
        name: &str,
        value: &mut dyn FnMut() -> Result<String, UsageError>,
    ) -> Result<bool, UsageError> {
        match name {
            "--reveal" => self.reveal = true,
            "--self-test" => self.self_test = true,
            "--sheet" => self.sheet = true,
            "--format" => {
                let word = value()?;
                let known = Format::named(&word);
                if known.is_none() {
                    let names: Vec<&str> = Format::ALL.iter().map(|(name, _)| *name).collect();
                    let mut error = wrong(format!("there is no format `{word}`"));
                    if let Some(near) = nearest(&word, names.iter().copied()) {
                        error = error.note(format!("Did you mean `{near}`?"));
                    }
                    return Err(error.note(format!("One of: {}.", names.join(", "))));
                }
                self.format = known;
            }
            "--output" => self.output = Some(value()?.into()),
            "--jobs" => self.jobs = Some(count(name, &value()?, 1024)?),
            "--try" => self.tries = Some(u32::try_from(count(name, &value()?, 1_000_000)?).unwrap_or(u32::MAX)),
            "--metadata" => self.metadata = Some(value()?.into()),
            "--key" => {
                self.key = Some(value()?.into());
                return Ok(true);
            }
            _ => return Ok(false),
        }
        self.first.get_or_insert_with(|| name.to_owned());
        Ok(true)
    }

    /// An error if something was said that belongs to another command.
    pub fn belongs(&self, grade: bool, check: bool) -> Result<(), UsageError> {
        if let Some(first) = self.first.as_ref().filter(|_| !grade) {
            return Err(wrong(format!("`{first}` belongs to `sprague grade`")));
        }
        if self.key.is_some() && !check {
            let error = wrong("`--key` belongs to `sprague check`");
            return Err(if grade {
                error.note("For grading, the key is the first file: sprague grade KEY FILE...")
            } else {
                error
            });
        }
        Ok(())
    }

    /// The bounds of answer files.
    pub fn bounds(&self, limits: &Limits) -> Bounds {
        let mut bounds = Bounds::default();
        for name in &self.bounds {
            match *name {
                "--steps" => bounds.steps = limits.steps.unwrap_or(u64::MAX),
                "--depth" => bounds.depth = limits.depth.unwrap_or(u32::MAX),
                "--memory" => bounds.memory = limits.memory.unwrap_or(usize::MAX),
                _ => {
                    bounds.seconds = limits.time.map_or(u64::from(u32::MAX), |t| t.as_secs().max(1));
                    bounds.patience = bounds.seconds.saturating_mul(6).min(86_400);
                }
            }
        }
        bounds
    }

    /// What is to be graded.
    pub fn finish(self, words: Vec<OsString>, json: bool, limits: &Limits) -> Result<Grading, UsageError> {
        let usage = |message: &str| wrong(message).note("`sprague grade --help` shows an example.");
        let task = match (self.self_test, self.sheet) {
            (true, true) => return Err(usage("`--self-test` and `--sheet` do not go together")),
            (true, false) => Task::SelfTest,
            (false, true) => Task::Sheet,
            (false, false) => Task::Grade,
        };
        if self.tries.is_some() && self.metadata.is_some() {
            return Err(usage("`--try` and `--metadata` do not go together"));
        }
        let bounds = self.bounds(limits);
        let mut files = words.into_iter().map(PathBuf::from);
        let Some(key) = files.next() else { return Err(usage("`sprague grade` needs a key")) };
        let files: Vec<PathBuf> = files.collect();
        match (task, files.is_empty()) {
            (Task::Grade, true) => return Err(usage("`sprague grade` needs a file of answers after the key")),
            (Task::SelfTest | Task::Sheet, false) => {
                return Err(usage("a key alone is looked at: leave the other files out"));
            }
            _ => {}
        }
        let format = self.format.unwrap_or(if json { Format::Json } else { Format::Text });
        Ok(Grading {
            key,
            files,
            format,
            output: self.output,
            jobs: self.jobs,
            reveal: self.reveal,
            tries: self.tries.unwrap_or(1),
            metadata: self.metadata,
            task,
            bounds,
        })
    }
}

fn count(option: &str, text: &str, most: usize) -> Result<usize, UsageError> {
    match text.parse() {
        Ok(n) if (1..=most).contains(&n) && text.bytes().all(|b| b.is_ascii_digit()) => Ok(n),
        _ => Err(wrong(format!("`{option} {text}` is not a number from 1 to {most}"))),
    }
}

//! `sprague grade`: keys and files in, a report out. The report goes to standard output or, whole or not at all, to a file; for
//! Gradescope a report that says “did not finish” stands there first.

use super::args::Options;
use super::grade_args::{Grading, Task};
use super::run::directory_of;
use super::screen::Screen;
use super::{Status, files, show};
use crate::homework::class::{Job, Submission, grade_all, submissions};
use crate::homework::grade::{Report, Telling};
use crate::homework::key::{Faulty, Key, Reading};
use crate::homework::report::{self, Format};
use crate::homework::{selftest, sheet};
use crate::limits::Limits;
use crate::source::Sources;
use std::cell::RefCell;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// Does what was asked.
pub fn grade(screen: &Rc<RefCell<Screen>>, options: &Options, grading: &Grading) -> Status {
    let mut work = Grader { screen, options, grading };
    match work.task() {
        Ok(status) => status,
        Err((message, status)) => {
            screen.borrow_mut().complain(&message);
            status
        }
    }
}

/// What a key may use: it is the teacher's own.
pub fn key_limits() -> Limits {
    Limits { steps: None, depth: Some(super::args::DEPTH), memory: Some(super::args::MEMORY << 20), time: None }
}

/// The text of a key.
pub fn key_text(path: &Path) -> Result<String, (String, Status)> {
    files::read(path).map_err(|problem| (problem.to_string(), Status::Usage))
}

/// What is wrong with a key, drawn.
pub fn faulty(faulty: &Faulty, screen: &Rc<RefCell<Screen>>) -> (String, Status) {
    let color = screen.borrow().color_err;
    (show::errors(&faulty.errors, &faulty.sources, color), Status::Failed)
}

/// The text of an answer file, or why it has none.
pub fn answer_text(path: &Path) -> Result<String, String> {
    files::read(path).map_err(|problem| problem.reason)
}

type Failure = (String, Status);

struct Grader<'a> {
    screen: &'a Rc<RefCell<Screen>>,
    options: &'a Options,
    grading: &'a Grading,
}

impl Grader<'_> {
    fn task(&mut self) -> Result<Status, Failure> {
        match self.grading.task {
            Task::Grade => self.grade(),
            Task::SelfTest => self.self_test(),
            Task::Sheet => self.sheet(),
        }
    }

    fn reading(&self) -> Reading {
        Reading { from: Some(directory_of(&self.grading.key)), limits: key_limits(), sheet: false }
    }

    fn key_name(&self) -> String {
        self.grading.key.display().to_string()
    }

    fn grade(&mut self) -> Result<Status, Failure> {
        let grading = self.grading;
        let found = submissions(&grading.files);
        if grading.format == Format::Gradescope && found.len() != 1 && !self.output_is_folder() {
            let message = format!(
                "a Gradescope report is about one submission, and there are {}\nTo write one for each: --output FOLDER",
                found.len()
            );
            if let Some(path) = &grading.output {
                let names: Vec<&str> = found.iter().map(|file| &*file.file).collect();
                write_whole(path, &report::not_one(&names))?;
            }
            return Err((message, Status::Usage));
        }
        if found.is_empty() {
            return Err(("there are no `.cgt` files in that folder".into(), Status::Usage));
        }
        if grading.format == Format::Gradescope {
            for (i, file) in found.iter().enumerate() {
                if let Some(path) = self.place(&found, i, file) {
                    write_whole(&path, &report::unfinished())?;
                }
            }
        }
        let text = key_text(&grading.key)?;
        let executable =
            std::env::current_exe().map_err(|e| (format!("this command cannot find itself: {e}"), Status::Failed))?;
        let jobs = grading.jobs.or_else(|| std::thread::available_parallelism().ok().map(Into::into)).unwrap_or(1);
        let job = Job {
            key: (self.key_name(), text),
            reading: self.reading(),
            executable,
            bounds: grading.bounds.clone(),
            telling: Telling { reveal: grading.reveal, tries: self.tries()? },
            read: answer_text,
            jobs,
        };
        let reports = grade_all(&job, &found).map_err(|f| faulty(&f, self.screen))?;
        if grading.format == Format::Gradescope {
            for (i, (file, report)) in found.iter().zip(&reports).enumerate() {
                let text = report::gradescope(report);
                match self.place(&found, i, file) {
                    Some(path) => write_whole(&path, &text)?,
                    None => self.screen.borrow_mut().line(text.trim_end()),
                }
            }
        } else {
            self.write(&self.report(&reports))?;
        }
        Ok(Status::Done)
    }

    /// Which try this is.
    fn tries(&self) -> Result<u32, Failure> {
        let Some(path) = &self.grading.metadata else { return Ok(self.grading.tries) };
        let text = key_text(path)?;
        report::tries(&text).map_err(|why| {
            let message = format!(
                "`{}` is not Gradescope's submission_metadata.json: {why}\nTo say which try this is: --try N",
                path.display()
            );
            (message, Status::Usage)
        })
    }

    fn report(&self, reports: &[Report]) -> String {
        match self.grading.format {
            Format::Json => report::json(&self.key_name(), reports),
            Format::Junit => report::junit(reports),
            Format::Csv => report::csv(reports),
            Format::Markdown => report::markdown(reports),
            Format::Text | Format::Gradescope => report::text(reports),
        }
    }

    fn output_is_folder(&self) -> bool {
        self.grading.output.as_ref().is_some_and(|path| path.is_dir())
    }

    /// Where the Gradescope report of a file goes.
    fn place(&self, all: &[Submission], i: usize, file: &Submission) -> Option<PathBuf> {
        let output = self.grading.output.as_ref()?;
        if !self.output_is_folder() {
            return Some(output.clone());
        }
        // Students' names become names of files: one level, each its own.
        let plain: String =
            file.student.chars().map(|c| if c.is_alphanumeric() || matches!(c, '-' | '_') { c } else { '_' }).collect();
        let twice = all.iter().filter(|other| other.student == file.student).count() > 1;
        let name = if twice || plain != file.student { format!("{plain}-{}", i + 1) } else { plain };
        Some(output.join(format!("{name}.json")))
    }

    fn write(&self, text: &str) -> Result<(), Failure> {
        match &self.grading.output {
            Some(path) => write_whole(path, text),
            None => {
                self.screen.borrow_mut().line(text.strip_suffix('\n').unwrap_or(text));
                Ok(())
            }
        }
    }

    fn self_test(&mut self) -> Result<Status, Failure> {
        let text = key_text(&self.grading.key)?;
        let mut key = Key::read(&self.key_name(), &text, &self.reading()).map_err(|f| faulty(&f, self.screen))?;
        let tested = selftest::test(&mut key, &self.grading.bounds);
        let (count, whole) = (key.questions.len(), key.whole());
        std::mem::forget(key);
        if self.options.json || self.grading.format == Format::Json {
            let document = serde_json::json!({
                "schema": 1, "command": "grade", "key": self.key_name(), "questions": count,
                "points": whole.to_f64(), "problems": tested.problems,
                "status": if tested.problems.is_empty() { 0 } else { 1 },
            });
            self.write(&format!("{document}\n"))?;
        } else {
            let mut text = String::new();
            for problem in &tested.problems {
                text.push_str(problem);
                text.push('\n');
            }
            let questions = if count == 1 { "1 question".to_owned() } else { format!("{count} questions") };
            text.push_str(&match tested.problems.len() {
                0 => {
                    format!("{questions}, {whole} points: the key's own answers earn them all, no answers earn none.\n")
                }
                1 => format!("{questions}, {whole} points: 1 problem.\n"),
                n => format!("{questions}, {whole} points: {n} problems.\n"),
            });
            self.write(&text)?;
        }
        Ok(if tested.problems.is_empty() { Status::Done } else { Status::Failed })
    }

    fn sheet(&mut self) -> Result<Status, Failure> {
        let text = key_text(&self.grading.key)?;
        let name = self.key_name();
        let in_key = |errors| {
            let mut sources = Sources::default();
            sources.add(&name, &text);
            faulty(&Faulty { errors, sources }, self.screen)
        };
        let sheet = sheet::sheet(&text).map_err(in_key)?;
        // What is public must make sense without what is not.
        let reading = Reading { sheet: true, ..self.reading() };
        if let Err(problem) = Key::read("<the sheet>", &sheet, &reading) {
            let (text, status) = faulty(&problem, self.screen);
            let note = "A sheet holds the questions alone: what its `where` and `check` lines need is defined by `where`, too.";
            return Err((format!("{text}\n{note}"), status));
        }
        self.write(&sheet)?;
        Ok(Status::Done)
    }
}

/// Writes a file whole or not at all: beside it first, then in its place.
fn write_whole(path: &Path, text: &str) -> Result<(), Failure> {
    let fail = |error: io::Error| {
        let message = format!("cannot write `{}`: {}", path.display(), files::error_text(&error));
        (message, Status::Usage)
    };
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    let beside = path.with_file_name(name);
    let written = std::fs::File::create(&beside).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()
    });
    written.and_then(|()| std::fs::rename(&beside, path)).map_err(|error| {
        // Nothing more can be done if that fails, too.
        let _ = std::fs::remove_file(&beside);
        fail(error)
    })
}

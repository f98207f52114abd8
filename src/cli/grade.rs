//! `sprague grade`: keys and files in, a report out. The report goes to standard output or, whole or not at all, to a file.
//!
//! Whoever ends the command at any moment loses nothing: a file of reports is written anew about every second, with those files
//! that are done, and of the others it says that grading did not finish; text and tables that go to standard output, and
//! Gradescope's files in a folder, are written file by file.

use super::Status;
use super::args::Options;
use super::grading::{Grading, Task};
use super::report_files::{names, write_whole};
use super::run::directory_of;
use super::screen::Screen;
use crate::homework::class::{Found, Job, Submission, grade_all, submissions};
use crate::homework::grade::{Marked, Report, Telling, lost};
use crate::homework::keyside::{NoKey, Setup};
use crate::homework::marks::{Marks, twins};
use crate::homework::report::{self, Format};
use crate::homework::{selftest, sheet};
use crate::report::Sources;
use crate::report::text as show;
use crate::session::homework::{Faulty, Key, Reading};
use crate::session::{Limits, files};
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// A file of reports is written anew this often while files are graded.
const AGAIN: Duration = Duration::from_secs(1);

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

/// What is wrong with a key's process.
pub fn no_key(problem: &NoKey, screen: &Rc<RefCell<Screen>>) -> (String, Status) {
    match problem {
        NoKey::Faulty(problem) => faulty(problem, screen),
        NoKey::Lost(why) => (why.clone(), Status::Failed),
    }
}

/// This command, to start it again.
pub fn command() -> Result<PathBuf, (String, Status)> {
    std::env::current_exe().map_err(|e| (format!("this command cannot find itself: {e}"), Status::Failed))
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
        Reading { from: Some(directory_of(&self.grading.key)), limits: key_limits(), sheet: false, student: None }
    }

    fn key_name(&self) -> String {
        self.grading.key.display().to_string()
    }

    fn grade(&mut self) -> Result<Status, Failure> {
        let grading = self.grading;
        if grading.format == Format::Latex {
            return Err(("`latex` is a format of sheets: --sheet --format latex".into(), Status::Usage));
        }
        let gone: Vec<String> = grading
            .files
            .iter()
            .filter(|path| path.symlink_metadata().is_err_and(|e| e.kind() == std::io::ErrorKind::NotFound))
            .map(|path| format!("there is no file `{}`", path.display()))
            .collect();
        if !gone.is_empty() {
            if let (Format::Gradescope, Some(path)) = (grading.format, &grading.output) {
                write(path, &report::not_one(&[]))?;
            }
            return Err((gone.join("\n"), Status::Usage));
        }
        let Found { files: found, skipped } = submissions(&grading.files);
        let marks = match &grading.marks {
            Some(path) => {
                let wrong = |why: String| (format!("`{}` is no table of points: {why}", path.display()), Status::Usage);
                Marks::read(&key_text(path)?).map_err(wrong)?
            }
            None => Marks::default(),
        };
        let listed =
            |pair: &[&Submission; 2]| grading.format == Format::Marks && pair.iter().all(|file| file.refused.is_none());
        let pairs = twins(&found);
        if let Some([one, other]) = pairs.into_iter().find(|pair| listed(pair) || marks.names(&pair[1].student)) {
            let message = format!(
                "`{}` and `{}` are both of the student `{}`, and a table of points cannot tell them apart\nLeave one of them away, give it another name, or grade each with a table of its own.",
                one.file, other.file, other.student
            );
            return Err((message, Status::Usage));
        }
        if grading.format == Format::Gradescope && found.len() != 1 && !self.output_is_folder() {
            let message = format!(
                "a Gradescope report is about one submission, and there are {}\nTo write one for each: --output FOLDER",
                found.len()
            );
            if let Some(path) = &grading.output {
                let names: Vec<&str> = found.iter().map(|file| &*file.file).collect();
                write(path, &report::not_one(&names))?;
            }
            return Err((message, Status::Usage));
        }
        if found.is_empty() {
            return Err((
                "there are no files of answers in that folder: their names end in .cgt or .txt".into(),
                Status::Usage,
            ));
        }
        let places = self.places(&found);
        let mut problems = Vec::new();
        // A report that cannot be written costs nobody else's.
        let mut write_one = |place: &Path, text: &str| {
            if let Err(problem) = write_whole(place, text)
                && !problems.contains(&problem)
            {
                problems.push(problem);
            }
        };
        for place in &places {
            write_one(place, &report::unfinished());
        }
        let text = key_text(&grading.key)?;
        let jobs = grading.jobs.or_else(|| std::thread::available_parallelism().ok().map(Into::into)).unwrap_or(1);
        let setup = Setup {
            executable: command()?,
            key: (self.key_name(), text),
            reading: self.reading(),
            bounds: grading.bounds.clone(),
            telling: Telling { reveal: grading.reveal, tries: self.tries()? },
        };
        let job = Job { setup, marks, jobs };
        if grading.format == Format::Gradescope {
            let mut done = |news: Option<(usize, &Report)>| {
                let Some((i, report)) = news else { return };
                match places.get(i) {
                    Some(place) => write_one(place, &report::gradescope(report)),
                    None => self.screen.borrow_mut().line(report::gradescope(report).trim_end()),
                }
            };
            grade_all(&job, &found, &mut done).map_err(|problem| no_key(&problem, self.screen))?;
        } else {
            let reports = self.grade_to_one(&job, &found, &skipped)?;
            problems.extend(self.one_by_one(&found, &reports));
        }
        if !skipped.is_empty() {
            let said = format!("not looked at: {}", skipped.join(", "));
            self.screen.borrow_mut().complain(&said);
        }
        problems.extend(job.marks.problems());
        if problems.is_empty() { Ok(Status::Done) } else { Err((problems.join("\n"), Status::Usage)) }
    }

    /// Grades files whose reports stand in one text.
    fn grade_to_one(&self, job: &Job, found: &[Submission], skipped: &[String]) -> Result<Vec<Report>, Failure> {
        if self.output_is_folder() {
            return grade_all(job, found, &mut |_| ()).map_err(|problem| no_key(&problem, self.screen));
        }
        let Some(path) = &self.grading.output else {
            let mut kept: Vec<Option<Report>> = vec![None; found.len()];
            let mut shown = 0;
            let mut done = |news: Option<(usize, &Report)>| {
                let Some((i, report)) = news else { return };
                kept[i] = Some(report.clone());
                // In the order of the files, as far as they are done without a gap.
                while let Some(Some(report)) = kept.get(shown) {
                    if let Some(text) = report::piece(self.grading.format, report, shown == 0) {
                        let mut screen = self.screen.borrow_mut();
                        screen.line(text.strip_suffix('\n').unwrap_or(&text));
                        screen.flush();
                    }
                    shown += 1;
                }
            };
            let reports = grade_all(job, found, &mut done).map_err(|problem| no_key(&problem, self.screen))?;
            let text = match report::rest(self.grading.format, &reports) {
                Some(rest) => rest,
                None => self.report(&reports, skipped),
            };
            if !text.is_empty() {
                self.write(&text)?;
            }
            return Ok(reports);
        };
        let mut kept: Vec<Option<Report>> = vec![None; found.len()];
        let mut written: Option<Instant> = None;
        let mut unwritten = false;
        let unfinished = |file: &Submission, done: &Report| {
            let blank: Vec<Marked> = done.marked.iter().map(Marked::without_answer).collect();
            lost(&blank, &file.file, &file.student, "grading did not finish; please tell your teacher")
        };
        let mut done = |news: Option<(usize, &Report)>| {
            if let Some((i, report)) = news {
                kept[i] = Some(report.clone());
                unwritten = true;
            }
            if unwritten
                && written.is_none_or(|at| at.elapsed() >= AGAIN)
                && let Some(some) = kept.iter().flatten().next()
            {
                let so_far = kept.iter().zip(found);
                let so_far: Vec<Report> =
                    so_far.map(|(kept, file)| kept.clone().unwrap_or_else(|| unfinished(file, some))).collect();
                // If this fails, the last one may not, or says so.
                let _ = write_whole(path, &self.report(&so_far, skipped));
                (written, unwritten) = (Some(Instant::now()), false);
            }
        };
        let reports = grade_all(job, found, &mut done).map_err(|problem| no_key(&problem, self.screen))?;
        write(path, &self.report(&reports, skipped))?;
        Ok(reports)
    }

    /// Reports of a folder: one for each student, and one for the class. What could not be written is returned.
    fn one_by_one(&self, found: &[Submission], reports: &[Report]) -> Vec<String> {
        let Some(folder) = self.grading.output.as_ref().filter(|_| self.output_is_folder()) else { return Vec::new() };
        let (ending, class, one): (&str, String, fn(&Report) -> String) = match self.grading.format {
            Format::Html => {
                let pages = names(found, "html");
                ("html", report::html_of_class(reports, &pages), report::html_of_one)
            }
            Format::Markdown => ("md", report::markdown_of_class(reports), report::markdown_of_one),
            Format::Text => ("txt", report::class_text(reports), report::text_of_one),
            _ => {
                return vec![format!(
                    "`{}` is a folder, and this format is one file: name a file in it",
                    folder.display()
                )];
            }
        };
        let mut problems = Vec::new();
        let pages = names(found, ending).into_iter().zip(reports.iter().map(one));
        for (name, text) in pages.chain([(format!("class.{ending}"), class)]) {
            problems.extend(write_whole(&folder.join(name), &text).err());
        }
        problems
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

    fn report(&self, reports: &[Report], skipped: &[String]) -> String {
        match self.grading.format {
            Format::Json => report::json(&self.key_name(), reports, skipped),
            Format::Html => report::html(reports),
            Format::Moodle => report::moodle(reports),
            Format::Canvas => report::canvas(&self.assignment(), reports),
            Format::Marks => report::marks(reports),
            Format::Junit => report::junit(reports),
            Format::Csv => report::csv(reports),
            Format::Markdown => report::markdown(reports),
            Format::Text | Format::Gradescope | Format::Latex => report::text(reports),
        }
    }

    /// What a gradebook calls the work: the folder or the name of the key.
    fn assignment(&self) -> String {
        let key = &self.grading.key;
        let stem = key.file_stem().filter(|stem| *stem != "key");
        let folder = key.parent().and_then(Path::file_name);
        stem.or(folder).map_or_else(|| "homework".to_owned(), |name| name.to_string_lossy().into_owned())
    }

    fn output_is_folder(&self) -> bool {
        self.grading.output.as_ref().is_some_and(|path| path.is_dir())
    }

    /// Where Gradescope's reports go; nowhere if they go to standard output.
    fn places(&self, all: &[Submission]) -> Vec<PathBuf> {
        match &self.grading.output {
            Some(output) if self.grading.format == Format::Gradescope && self.output_is_folder() => {
                names(all, "json").iter().map(|name| output.join(name)).collect()
            }
            Some(output) if self.grading.format == Format::Gradescope => vec![output.clone()],
            _ => Vec::new(),
        }
    }

    fn write(&self, text: &str) -> Result<(), Failure> {
        match &self.grading.output {
            Some(path) => write(path, text),
            None => {
                self.screen.borrow_mut().line(text.strip_suffix('\n').unwrap_or(text));
                Ok(())
            }
        }
    }

    fn self_test(&mut self) -> Result<Status, Failure> {
        let text = key_text(&self.grading.key)?;
        let mut key = Key::read(&self.key_name(), &text, &self.reading()).map_err(|f| faulty(&f, self.screen))?;
        let problems = selftest::test(&mut key, &self.grading.bounds);
        let (by_hand, whole) = (key.by_hand(), key.whole());
        let count = key.questions.len() - by_hand;
        std::mem::forget(key);
        if self.options.json || self.grading.format == Format::Json {
            let document = serde_json::json!({
                "schema": 1, "command": "grade", "key": self.key_name(), "questions": count,
                "points": whole.to_f64(), "problems": problems,
                "status": if problems.is_empty() { 0 } else { 1 },
            });
            self.write(&format!("{document}\n"))?;
        } else {
            let mut text = String::new();
            for problem in &problems {
                text.push_str(problem);
                text.push('\n');
            }
            let questions = if count == 1 { "1 question".to_owned() } else { format!("{count} questions") };
            text.push_str(&match problems.len() {
                0 => {
                    format!("{questions}, {whole} points: the key's own answers earn them all, no answers earn none.\n")
                }
                1 => format!("{questions}, {whole} points: 1 problem.\n"),
                n => format!("{questions}, {whole} points: {n} problems.\n"),
            });
            match by_hand {
                0 => {}
                1 => text.push_str("A person gives the points of 1 more.\n"),
                n => text.push_str(&format!("A person gives the points of {n} more.\n")),
            }
            self.write(&text)?;
        }
        Ok(if problems.is_empty() { Status::Done } else { Status::Failed })
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
        let makes_sense = |sheet: &str| {
            let Err(problem) = Key::read("<the sheet>", sheet, &reading) else { return Ok(()) };
            let (text, status) = faulty(&problem, self.screen);
            let note = "A sheet holds the questions alone: what its `where` and `check` lines need is defined by `where`, too.";
            Err((format!("{text}\n{note}"), status))
        };
        let varies = sheet::varies(&text);
        let format = self.grading.format;
        if !varies {
            makes_sense(&sheet)?;
            if !matches!(format, Format::Html | Format::Latex) && self.grading.students.is_none() {
                self.write(&sheet)?;
                return Ok(Status::Done);
            }
        }
        let named = match (&self.grading.students, &self.grading.output) {
            (Some(list), Some(folder)) => {
                let list = key_text(list)?;
                let all: Vec<String> =
                    list.lines().map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned).collect();
                std::fs::create_dir_all(folder).map_err(|error| {
                    (format!("cannot make `{}`: {}", folder.display(), files::error_text(&error)), Status::Usage)
                })?;
                all.into_iter().map(|name| (name, Some(folder))).collect()
            }
            _ => vec![(self.grading.student.clone().unwrap_or_default(), None)],
        };
        // A sheet that cannot be written costs nobody else's.
        let mut problems = Vec::new();
        for (student, folder) in named {
            let reading = Reading { student: Some(student.clone()), ..self.reading() };
            let key = Key::read(&name, &text, &reading).map_err(|f| faulty(&f, self.screen))?;
            if varies && student.is_empty() {
                let message = "this key is another one for each student: --student NAME, or --students FILE";
                return Err((message.into(), Status::Usage));
            }
            let (sheet, ending) = match format {
                Format::Html => (sheet::html(&key), "html"),
                Format::Latex => (sheet::latex(&key), "tex"),
                _ if varies => {
                    let sheet = sheet::sheet_for(&text, &key).map_err(in_key)?;
                    makes_sense(&sheet)?;
                    (sheet, "cgt")
                }
                _ => (sheet.clone(), "cgt"),
            };
            match folder {
                Some(folder) => {
                    let place = folder.join(format!("{}.{ending}", sheet::file_name(&student)));
                    problems.extend(write_whole(&place, &sheet).err());
                }
                None => self.write(&sheet)?,
            }
            std::mem::forget(key);
        }
        if problems.is_empty() { Ok(Status::Done) } else { Err((problems.join("\n"), Status::Usage)) }
    }
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    write_whole(path, text).map_err(|problem| (problem, Status::Usage))
}

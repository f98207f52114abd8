//! Many files: who they are, grading them side by side, and what the class as a whole did.
//!
//! In: paths. Out: a report for each, in the order of the paths, the same whatever the number of jobs. Folders stand for the
//! `.cgt` files in them, at any depth, in the order of their names; links in folders are not followed, since they may lead to
//! the key.

use super::grade::{Marked, Report, Standing, Telling, grade, lost, lost_text};
use super::key::{Faulty, Key, Reading};
use super::points::Points;
use super::process;
use super::student::{Asked, Work};
use super::{Bounds, one_line};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The largest answer file, in bytes.
pub const MAX_FILE: u64 = 1 << 20;
/// Folders within folders.
const FOLDERS: usize = 16;

/// What is graded, and how.
pub struct Job {
    /// The key's name and text.
    pub key: (String, String),
    /// How the key is read.
    pub reading: Reading,
    /// The command that runs answer files.
    pub executable: PathBuf,
    /// What an answer file may use.
    pub bounds: Bounds,
    /// What reports tell.
    pub telling: Telling,
    /// How an answer file is read: its text, or why it has none.
    pub read: fn(&Path) -> Result<String, String>,
    /// Files graded at one time.
    pub jobs: usize,
}

/// A file to grade.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submission {
    /// Where it is.
    pub path: PathBuf,
    /// As messages name it.
    pub file: String,
    /// Whose it is.
    pub student: String,
    /// Why it is not even opened.
    pub refused: Option<String>,
}

/// The files that some arguments mean.
pub fn submissions(paths: &[PathBuf]) -> Vec<Submission> {
    let mut found = Vec::new();
    for path in paths {
        if path.is_dir() && !named_like_an_answer(path) {
            below(path, path, 0, &mut found);
        } else {
            let student = path.file_stem().unwrap_or(path.as_os_str());
            found.push(submission(path, student.as_ref(), None));
        }
    }
    found
}

fn named_like_an_answer(path: &Path) -> bool {
    path.extension().is_some_and(|e| e.eq_ignore_ascii_case("cgt"))
}

fn submission(path: &Path, student: &Path, refused: Option<&str>) -> Submission {
    Submission {
        path: path.to_owned(),
        file: one_line(&path.display().to_string(), 300),
        student: one_line(&student.display().to_string().replace('\\', "/"), 200),
        refused: refused.map(str::to_owned),
    }
}

fn below(root: &Path, folder: &Path, depth: usize, found: &mut Vec<Submission>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        let name = folder.strip_prefix(root).unwrap_or(folder);
        found.push(submission(folder, name, Some("this folder cannot be listed")));
        return;
    };
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| entry.ok().map(|e| e.path())).collect();
    paths.sort();
    for path in paths {
        let name = path.strip_prefix(root).unwrap_or(&path).with_extension("");
        let link = path.symlink_metadata().is_ok_and(|about| about.file_type().is_symlink());
        if named_like_an_answer(&path) {
            let refused = match () {
                () if link => Some("it is a link, and links in folders are not followed"),
                () if path.is_dir() => Some("it is a directory"),
                () => None,
            };
            found.push(submission(&path, &name, refused));
        } else if path.is_dir() && !link && depth < FOLDERS {
            below(root, &path, depth + 1, found);
        }
    }
}

/// Grades all files. The key has been read without errors before.
pub fn grade_all(job: &Job, files: &[Submission]) -> Result<Vec<Report>, Box<Faulty>> {
    let next = AtomicUsize::new(0);
    let reports: Mutex<Vec<Option<Report>>> = Mutex::new(vec![None; files.len()]);
    let workers = job.jobs.clamp(1, files.len().max(1));
    let mut first = Worker::new(job)?;
    let work = |worker: &mut Worker<'_>| {
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            let Some(file) = files.get(i) else { break };
            let report = worker.one(file);
            if let Ok(mut reports) = reports.lock() {
                reports[i] = Some(report);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..workers {
            scope.spawn(|| {
                if let Ok(mut worker) = Worker::new(job) {
                    work(&mut worker);
                }
            });
        }
        work(&mut first);
    });
    let reports = reports.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    Ok(reports.into_iter().flatten().collect())
}

struct Worker<'j> {
    job: &'j Job,
    key: Key,
    asked: Vec<Asked>,
}

impl<'j> Worker<'j> {
    fn new(job: &'j Job) -> Result<Worker<'j>, Box<Faulty>> {
        let key = Key::read(&job.key.0, &job.key.1, &job.reading)?;
        let asked = asked(&key);
        Ok(Worker { job, key, asked })
    }

    fn one(&mut self, file: &Submission) -> Report {
        let text = match &file.refused {
            Some(reason) => Err(reason.clone()),
            None => read(&file.path, self.job.read),
        };
        let text = match text {
            Ok(text) => text,
            Err(reason) => {
                return lost(&self.key, &file.file, &file.student, &format!("this file cannot be read: {reason}"));
            }
        };
        let work = Work {
            name: Path::new(&file.file).file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned()),
            text,
            asked: self.asked.clone(),
            bounds: self.job.bounds.clone(),
        };
        match process::run(&self.job.executable, &work) {
            Err(how) => lost(&self.key, &file.file, &file.student, &lost_text(&how)),
            Ok(handed) => {
                let (bounds, telling) = (&self.job.bounds, &self.job.telling);
                let key = &mut self.key;
                let graded =
                    catch_unwind(AssertUnwindSafe(|| grade(key, &file.file, &file.student, &handed, bounds, telling)));
                graded.unwrap_or_else(|_| {
                    // What a bug leaves behind is not used any more.
                    if let Ok(key) = Key::read(&self.job.key.0, &self.job.key.1, &self.job.reading) {
                        self.key = key;
                    }
                    let problem = "grading this file met a bug; its points have to be given by hand";
                    lost(&self.key, &file.file, &file.student, problem)
                })
            }
        }
    }
}

/// What answer files may know of a key.
pub fn asked(key: &Key) -> Vec<Asked> {
    let places = |q: &super::key::Question| {
        q.criteria
            .iter()
            .find_map(|c| match &c.test {
                super::key::Test::Rules { how: crate::eval::node::How::Rules, data, .. } => Some(data.clone()),
                _ => None,
            })
            .unwrap_or_default()
    };
    key.questions.iter().map(|q| Asked { name: q.name.clone(), places: places(q) }).collect()
}

/// The text of an answer file, or why it has none.
fn read(path: &Path, text: fn(&Path) -> Result<String, String>) -> Result<String, String> {
    let about = std::fs::metadata(path).map_err(|_| text(path).err().unwrap_or_else(|| "it is gone".into()))?;
    if !about.is_file() {
        return Err(if about.is_dir() { "it is a directory" } else { "it is no ordinary file" }.into());
    }
    if about.len() > MAX_FILE {
        return Err(format!("it is larger than {} MiB", MAX_FILE >> 20));
    }
    text(path)
}

/// What a class did with one question.
#[derive(Clone, Debug, PartialEq)]
pub struct Statistics {
    /// The question's name and number, and its points.
    pub name: String,
    /// As people call it.
    pub number: String,
    /// All its points.
    pub worth: Points,
    /// The mean of the points that were reached.
    pub mean: Points,
    /// How many stand how, in the order of [`Standing::ALL`].
    pub standings: [usize; 6],
    /// The commonest wrong answer, and how often it was given, if more than once.
    pub commonest: Option<(String, usize)>,
}

/// What a class did.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// How many files there are, and how many could not be graded.
    pub files: usize,
    /// Files that could not be read or run.
    pub lost: usize,
    /// Mean, median, least and greatest number of points; nothing without files.
    pub points: Option<[Points; 4]>,
    /// Question by question.
    pub questions: Vec<Statistics>,
}

/// The figures of a class.
pub fn summary(reports: &[Report]) -> Summary {
    let mut scores: Vec<Points> = reports.iter().map(Report::score).collect();
    scores.sort();
    let points = match (scores.first(), scores.last()) {
        (Some(least), Some(greatest)) => {
            let n = scores.len();
            let median = Points::mean(&scores[(n - 1) / 2..=n / 2]);
            Some([Points::mean(&scores), median, least.clone(), greatest.clone()])
        }
        _ => None,
    };
    let count = reports.first().map_or(0, |r| r.marked.len());
    let questions = (0..count)
        .map(|i| {
            let all: Vec<&Marked> = reports.iter().filter_map(|r| r.marked.get(i)).collect();
            statistics(&all)
        })
        .collect();
    Summary { files: reports.len(), lost: reports.iter().filter(|r| r.problem.is_some()).count(), points, questions }
}

fn statistics(all: &[&Marked]) -> Statistics {
    let mut standings = [0; 6];
    for marked in all {
        if let Some(place) = Standing::ALL.iter().position(|s| *s == marked.standing) {
            standings[place] += 1;
        }
    }
    let mut wrong: Vec<&str> = all
        .iter()
        .filter(|q| matches!(q.standing, Standing::Wrong | Standing::Partial))
        .filter_map(|q| q.given.as_deref())
        .collect();
    wrong.sort_unstable();
    let mut commonest: Option<(String, usize)> = None;
    for same in wrong.chunk_by(|a, b| a == b) {
        if same.len() > 1 && commonest.as_ref().is_none_or(|(_, n)| same.len() > *n) {
            commonest = Some((same[0].to_owned(), same.len()));
        }
    }
    let points: Vec<Points> = all.iter().map(|q| q.points.clone()).collect();
    let first = all.first();
    Statistics {
        name: first.map_or_else(String::new, |q| q.name.clone()),
        number: first.map_or_else(String::new, |q| q.number.clone()),
        worth: first.map_or_else(Points::zero, |q| q.worth.clone()),
        mean: Points::mean(&points),
        standings,
        commonest,
    }
}

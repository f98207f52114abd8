//! Many files: who they are, grading them side by side, and what the class as a whole did.
//!
//! In: paths. Out: a report for each, in the order of the paths, the same whatever the number of jobs. Folders stand for the
//! `.cgt` files in them, at any depth, in the order of their names; links in folders are not followed, since they may lead to
//! the key.

use super::grade::{Marked, Report, Standing, lost, lost_text, report};
use super::keyside::{KeySide, NoKey, Setup};
use super::process;
use super::student::{Asked, Assignment, Handed};
use super::{Points, one_line, share};
use crate::session::homework::Key;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// The largest answer file, in bytes.
pub const MAX_FILE: u64 = 1 << 20;

/// What is graded, and how.
pub struct Job {
    /// The key, and what answer files may use.
    pub setup: Setup,
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
            below(path, &mut found);
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

/// Everything in a folder, at any depth: paths have a length, and links are not followed, so that there is an end.
fn below(root: &Path, found: &mut Vec<Submission>) {
    let within = |path: &Path| path.strip_prefix(root).unwrap_or(path).to_owned();
    let mut open = vec![root.to_owned()];
    while let Some(path) = open.pop() {
        let about = path.symlink_metadata();
        let link = path != root && about.as_ref().is_ok_and(|about| about.file_type().is_symlink());
        if path != root && named_like_an_answer(&path) {
            let refused = match () {
                () if link => Some("it is a link, and links in folders are not followed"),
                () if path.is_dir() => Some("it is a directory"),
                () => None,
            };
            found.push(submission(&path, &within(&path).with_extension(""), refused));
        } else if !link && path.is_dir() {
            match std::fs::read_dir(&path).and_then(Iterator::collect::<std::io::Result<Vec<_>>>) {
                Ok(entries) => {
                    let mut paths: Vec<PathBuf> = entries.iter().map(std::fs::DirEntry::path).collect();
                    paths.sort_by(|a, b| b.cmp(a));
                    open.extend(paths);
                }
                Err(_) => found.push(submission(&path, &within(&path), Some("this folder cannot be listed"))),
            }
        } else if about.is_err_and(|error| error.kind() != std::io::ErrorKind::NotFound) {
            found.push(submission(&path, &within(&path), Some("it cannot be looked at")));
        }
    }
}

/// Grades all files, and says of each when it is done.
pub fn grade_all(job: &Job, files: &[Submission], done: &mut dyn FnMut(usize, &Report)) -> Result<Vec<Report>, NoKey> {
    let next = AtomicUsize::new(0);
    let mut reports: Vec<Option<Report>> = vec![None; files.len()];
    let workers = job.jobs.clamp(1, files.len().max(1));
    let first = Worker { job, side: KeySide::start(&job.setup)? };
    let blank = first.side.blank.clone();
    let (sender, receiver) = mpsc::channel();
    let work = |mut worker: Worker<'_>, sender: mpsc::Sender<(usize, Report)>| {
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            let Some(file) = files.get(i) else { break };
            if sender.send((i, worker.one(file))).is_err() {
                break;
            }
        }
    };
    let work = &work;
    std::thread::scope(|scope| {
        for _ in 1..workers {
            let sender = sender.clone();
            scope.spawn(move || {
                if let Ok(side) = KeySide::start(&job.setup) {
                    work(Worker { job, side }, sender);
                }
            });
        }
        scope.spawn(move || work(first, sender));
        for (i, report) in receiver {
            done(i, &report);
            reports[i] = Some(report);
        }
    });
    let bug = "grading this file met a bug; its points have to be given by hand";
    let missing = |file: &Submission| lost(&blank, &file.file, &file.student, bug);
    Ok(reports.into_iter().zip(files).map(|(report, file)| report.unwrap_or_else(|| missing(file))).collect())
}

struct Worker<'j> {
    job: &'j Job,
    side: KeySide<'j>,
}

impl Worker<'_> {
    fn one(&mut self, file: &Submission) -> Report {
        let problem = |side: &KeySide<'_>, why: &str| lost(&side.blank, &file.file, &file.student, why);
        let text = match &file.refused {
            Some(reason) => Err(reason.clone()),
            None => read(&file.path, self.job.read),
        };
        let text = match text {
            Ok(text) => text,
            Err(reason) => return problem(&self.side, &format!("this file cannot be read: {reason}")),
        };
        let name = Path::new(&file.file).file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
        match run(&mut self.side, name, text) {
            Err(how) => problem(&self.side, &lost_text(&how)),
            Ok((handed, until)) => {
                let marked = ask_all(&mut self.side, &handed, until, KeySide::mark);
                report(&file.file, &file.student, marked, &handed)
            }
        }
    }
}

/// Runs a file of answers: what it hands in, and until when its time lasts.
pub fn run(side: &mut KeySide<'_>, name: String, text: String) -> Result<(Handed, Instant), process::Lost> {
    let bounds = &side.setup.bounds;
    let time = Duration::from_secs(bounds.patience);
    let until = Instant::now() + time;
    let work = Assignment {
        name,
        text,
        asked: side.asked.clone(),
        bounds: bounds.clone(),
        // What it leaves is for comparing.
        time: time / 2,
        skip: Vec::new(),
        careful: false,
    };
    side.next_file();
    process::run(&side.setup.executable, &work).map(|handed| (handed, until))
}

/// Asks the key's side about every question.
pub fn ask_all<'s, T>(
    side: &mut KeySide<'s>,
    handed: &Handed,
    mut until: Instant,
    ask: fn(&mut KeySide<'s>, usize, Option<&super::student::Answer>, Duration) -> T,
) -> Vec<T> {
    let names: Vec<String> = side.blank.iter().map(|q| q.name.clone()).collect();
    let one = |(i, name): (usize, &String)| {
        // To read the key again is not the file's time.
        until += side.ready();
        let time = share(until, &side.setup.bounds);
        ask(side, i, handed.answer(name), time)
    };
    names.iter().enumerate().map(one).collect()
}

/// What answer files may know of a key.
pub fn asked(key: &Key) -> Vec<Asked> {
    key.questions.iter().map(|q| Asked { name: q.name.clone(), places: q.places.clone() }).collect()
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

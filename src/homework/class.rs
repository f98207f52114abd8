//! Many files: who they are, grading them side by side, and what the class as a whole did.
//!
//! In: paths. Out: a report for each, in the order of the paths, the same whatever the number of jobs. Folders stand for the
//! `.cgt` files in them, at any depth, in the order of their names; links in folders are not followed, since they may lead to
//! the key.

use super::grade::{Marked, Report, Standing, lost, lost_text, report};
use super::keyside::{KeySide, NoKey, Setup};
use super::marks::Marks;
use super::process::{self, Living};
use super::student::{Asked, Assignment, Handed};
use super::{Points, one_line, share};
use crate::session::files;
use crate::session::homework::Key;
use rustc_hash::FxHashSet;
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
    /// Points that a person gave.
    pub marks: Marks,
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
#[derive(Debug, Default)]
pub struct Found {
    /// Those that are graded, or would be if they were texts.
    pub files: Vec<Submission>,
    /// Files in folders that nobody looks at, by their names.
    pub skipped: Vec<String>,
}

/// Endings of what students hand in by mistake.
const NO_TEXTS: [(&str, &str); 12] = [
    ("pdf", "a PDF document"),
    ("doc", "a Word document"),
    ("docx", "a Word document"),
    ("odt", "a document of a word processor"),
    ("rtf", "a document of a word processor"),
    ("pages", "a document of a word processor"),
    ("html", "a web page"),
    ("htm", "a web page"),
    ("zip", "an archive"),
    ("png", "a picture"),
    ("jpg", "a picture"),
    ("jpeg", "a picture"),
];

/// The files that some arguments mean; one that is named twice counts once.
pub fn submissions(paths: &[PathBuf]) -> Found {
    let mut all = Found::default();
    for path in paths {
        let before = all.files.len();
        if path.is_dir() {
            below(path, path, &mut all);
        }
        // A folder with the name of an answer, in which there is none, was meant as one.
        if !path.is_dir() || named_like_an_answer(path) && all.files.len() == before {
            let found = &mut all.files;
            let student = path.file_stem().unwrap_or(path.as_os_str());
            found.push(submission(path, student.as_ref(), None));
        }
    }
    let mut seen = FxHashSet::default();
    all.files.retain(|file| seen.insert(file.path.clone()));
    all
}

fn named_like_an_answer(path: &Path) -> bool {
    ends_in(path, "cgt")
}

fn ends_in(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|e| e.eq_ignore_ascii_case(ending))
}

/// A path as messages name it.
fn named(path: &Path) -> String {
    one_line(&path.display().to_string(), 300)
}

fn submission(path: &Path, student: &Path, refused: Option<&str>) -> Submission {
    Submission {
        path: path.to_owned(),
        file: named(path),
        student: one_line(&student.display().to_string().replace('\\', "/"), 200),
        refused: refused.map(str::to_owned),
    }
}

/// Everything in a folder, at any depth: paths have a length, and links are not followed, so that there is an end. Students are
/// called by the paths below `root`.
fn below(folder: &Path, root: &Path, all: &mut Found) {
    let within = |path: &Path| path.strip_prefix(root).unwrap_or(path).to_owned();
    let mut open = vec![folder.to_owned()];
    // Files of answers and texts without their endings: what stands beside one under the same name is another copy of it.
    let (mut answers, mut texts) = (FxHashSet::default(), FxHashSet::default());
    while let Some(path) = open.pop() {
        let about = path.symlink_metadata();
        let link = path != folder && about.as_ref().is_ok_and(|about| about.file_type().is_symlink());
        if path != folder && named_like_an_answer(&path) {
            let inside = !link && path.is_dir();
            let before = all.files.len();
            if inside {
                below(&path, root, all);
            }
            let Found { files: found, .. } = &mut *all;
            let refused = match () {
                () if found.len() > before => continue,
                () if link => Some("it is a link, and links in folders are not followed"),
                () if inside => Some("it is a directory"),
                () => None,
            };
            found.push(submission(&path, &within(&path).with_extension(""), refused));
            continue;
        }
        let Found { files: found, skipped } = &mut *all;
        if !link && path.is_file() {
            let hidden = path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
            let (text, bare) = (ends_in(&path, "txt"), path.with_extension(""));
            let answered = answers.contains(&bare) || !text && texts.contains(&bare);
            let other = NO_TEXTS.iter().find(|(ending, _)| ends_in(&path, ending)).map(|(_, what)| *what);
            let student = within(&path).with_extension("");
            if hidden {
                continue;
            }
            match other {
                _ if answered => skipped.push(named(&path)),
                None if text => found.push(submission(&path, &student, None)),
                Some(what) => {
                    let why = format!("it is {what}, and no text: a file of answers is written in a text editor");
                    found.push(submission(&path, &student, Some(&why)));
                }
                None => skipped.push(named(&path)),
            }
        } else if !link && path.is_dir() {
            match std::fs::read_dir(&path).and_then(Iterator::collect::<std::io::Result<Vec<_>>>) {
                Ok(entries) => {
                    let mut paths: Vec<PathBuf> = entries.iter().map(std::fs::DirEntry::path).collect();
                    paths.sort_by(|a, b| b.cmp(a));
                    let ordinary = |path: &Path| path.symlink_metadata().is_ok_and(|about| about.is_file());
                    let bare = |path: &PathBuf| path.with_extension("");
                    answers.extend(paths.iter().filter(|path| named_like_an_answer(path) && !path.is_dir()).map(bare));
                    texts.extend(paths.iter().filter(|path| ends_in(path, "txt") && ordinary(path)).map(bare));
                    open.extend(paths);
                }
                Err(_) => found.push(submission(&path, &within(&path), Some("this folder cannot be listed"))),
            }
        } else if about.is_err_and(|error| error.kind() != std::io::ErrorKind::NotFound) {
            found.push(submission(&path, &within(&path), Some("it cannot be looked at")));
        }
    }
}

/// What is said while files are graded: that one is done, or that nothing was for a while.
pub type Done<'d> = dyn FnMut(Option<(usize, &Report)>) + 'd;

/// How long it is waited for a file before that is said.
const WHILE: Duration = Duration::from_millis(500);

/// Grades all files, and says of each when it is done.
pub fn grade_all(job: &Job, files: &[Submission], done: &mut Done<'_>) -> Result<Vec<Report>, NoKey> {
    let next = AtomicUsize::new(0);
    let mut reports: Vec<Option<Report>> = vec![None; files.len()];
    let workers = job.jobs.clamp(1, files.len().max(1));
    let first = Worker { side: KeySide::start(&job.setup)? };
    let blank = first.side.blank.clone();
    let (sender, receiver) = mpsc::channel();
    let work = |mut worker: Worker<'_>, sender: mpsc::Sender<(usize, Report)>| {
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            let Some(file) = files.get(i) else { break };
            let mut report = worker.one(file);
            job.marks.apply(&mut report);
            if sender.send((i, report)).is_err() {
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
                    work(Worker { side }, sender);
                }
            });
        }
        scope.spawn(move || work(first, sender));
        loop {
            match receiver.recv_timeout(WHILE) {
                Ok((i, report)) => {
                    done(Some((i, &report)));
                    reports[i] = Some(report);
                }
                Err(mpsc::RecvTimeoutError::Timeout) => done(None),
                Err(mpsc::RecvTimeoutError::Disconnected) => break,
            }
        }
    });
    let bug = "grading this file met a bug; its points have to be given by hand";
    let missing = |file: &Submission| lost(&blank, &file.file, &file.student, bug);
    Ok(reports.into_iter().zip(files).map(|(report, file)| report.unwrap_or_else(|| missing(file))).collect())
}

struct Worker<'j> {
    side: KeySide<'j>,
}

impl Worker<'_> {
    fn one(&mut self, file: &Submission) -> Report {
        // Its numbers come from the name of the file, in whichever folder that lies.
        let stem = file.path.file_stem().unwrap_or(file.path.as_os_str());
        self.side.next_file(&stem.to_string_lossy());
        let problem = |side: &KeySide<'_>, why: &str| lost(&side.blank, &file.file, &file.student, why);
        let text = match &file.refused {
            Some(reason) => Err(reason.clone()),
            None => read(&file.path),
        };
        let (text, code) = match text {
            Ok(both) => both,
            Err(reason) => return problem(&self.side, &format!("this file cannot be read: {reason}")),
        };
        let name = Path::new(&file.file).file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
        match run(&mut self.side, name, text) {
            Err(how) => problem(&self.side, &lost_text(&how)),
            Ok((handed, mut living, until)) => {
                let marked = ask_all(&mut self.side, &handed, &mut living, until, KeySide::mark);
                let mut report = report(&file.file, &file.student, marked, &handed);
                if let Some(code) = code {
                    report.remarks.insert(0, format!("This file is no UTF-8 text; it was read as {code}."));
                }
                report
            }
        }
    }
}

/// Runs a file of answers: what it hands in, and until when its time lasts.
pub fn run(side: &mut KeySide<'_>, name: String, text: String) -> Result<(Handed, Living, Instant), process::Lost> {
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
    process::run(&side.setup.executable, &work).map(|(handed, living)| (handed, living, until))
}

/// Asks the key's side about every question.
pub fn ask_all<'s, T>(
    side: &mut KeySide<'s>,
    handed: &Handed,
    living: &mut Living,
    mut until: Instant,
    ask: fn(&mut KeySide<'s>, usize, Option<&super::student::Answer>, &mut Living, Duration) -> T,
) -> Vec<T> {
    let names: Vec<String> = side.blank.iter().map(|q| q.name.clone()).collect();
    let one = |(i, name): (usize, &String)| {
        // To read the key again is not the file's time.
        until += side.ready();
        let time = share(until, &side.setup.bounds);
        ask(side, i, handed.answer(name), living, time)
    };
    names.iter().enumerate().map(one).collect()
}

/// What answer files may know of a key.
pub fn asked(key: &Key) -> Vec<Asked> {
    key.questions
        .iter()
        .map(|q| Asked { name: q.name.clone(), places: q.places.clone(), rule: q.rule.clone() })
        .collect()
}

/// The text of an answer file and how it was read, or why it has none.
pub fn read(path: &Path) -> Result<(String, Option<&'static str>), String> {
    let about = std::fs::metadata(path).map_err(|error| files::error_text(&error))?;
    if !about.is_file() {
        return Err(if about.is_dir() { "it is a directory" } else { "it is no ordinary file" }.into());
    }
    if about.len() > MAX_FILE {
        return Err(format!("it is larger than {} MiB", MAX_FILE >> 20));
    }
    files::read_as_sent(path, MAX_FILE)
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
    pub standings: [usize; 7],
    /// The commonest wrong answer, and how often it was given, if more than once.
    pub commonest: Option<(String, usize)>,
    /// All wrong answers that can be told from others by what is shown, the commonest first, each with how often it was given.
    pub wrong: Vec<(String, usize)>,
    /// The points of each file that was graded.
    pub points: Vec<Points>,
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
    // Nobody is averaged as zero whose file could not be read.
    let mut scores: Vec<Points> = reports.iter().filter(|r| r.problem.is_none()).map(Report::score).collect();
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
            let graded = reports.iter().filter(|r| r.problem.is_none());
            let all: Vec<&Marked> = graded.filter_map(|r| r.marked.get(i)).collect();
            statistics(reports.first().and_then(|r| r.marked.get(i)), &all)
        })
        .collect();
    Summary { files: reports.len(), lost: reports.iter().filter(|r| r.problem.is_some()).count(), points, questions }
}

fn statistics(first: Option<&Marked>, all: &[&Marked]) -> Statistics {
    let mut standings = [0; 7];
    for marked in all {
        if let Some(place) = Standing::ALL.iter().position(|s| *s == marked.standing) {
            standings[place] += 1;
        }
    }
    let mut wrong: Vec<&str> = all
        .iter()
        .filter(|q| q.typical && matches!(q.standing, Standing::Wrong | Standing::Partial))
        .filter_map(|q| q.given.as_deref())
        .collect();
    wrong.sort_unstable();
    let mut wrong: Vec<(String, usize)> =
        wrong.chunk_by(|a, b| a == b).map(|same| (same[0].to_owned(), same.len())).collect();
    // Of equals the first by its name.
    wrong.sort_by_key(|(_, times)| std::cmp::Reverse(*times));
    let commonest = wrong.first().filter(|(_, n)| *n > 1).cloned();
    let points: Vec<Points> = all.iter().map(|q| q.points.clone()).collect();
    Statistics {
        name: first.map_or_else(String::new, |q| q.name.clone()),
        number: first.map_or_else(String::new, |q| q.number.clone()),
        worth: first.map_or_else(Points::zero, |q| q.worth.clone()),
        mean: Points::mean(&points),
        standings,
        commonest,
        wrong,
        points,
    }
}

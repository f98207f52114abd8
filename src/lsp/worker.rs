//! What is computed beside the reading of messages: values and checks, each in a session of its own, under bounds, and given up when
//! nobody wants it any more.

use crate::report::{Output, Verdict, text};
use crate::session::{Limits, Mode, Session, Settings, Sink};
use std::cell::RefCell;
use std::collections::HashSet;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A program to run for a request.
pub struct Job {
    /// The request, as text.
    pub id: String,
    /// What is run.
    pub program: String,
    /// Where its files are, if it may have any.
    pub folder: Option<PathBuf>,
    /// How far it may go.
    pub limits: Limits,
}

/// What a program came to.
#[derive(Debug, Default)]
pub struct Came {
    /// What it says last.
    pub said: Option<String>,
    /// The value shown last.
    pub shown: Option<String>,
    /// What the last check came to.
    pub holds: Option<bool>,
    /// What ended it.
    pub error: Option<String>,
}

/// What is under way, for who wants to stop it.
#[derive(Default)]
pub struct Ways {
    given_up: HashSet<String>,
    running: Option<(String, Arc<AtomicBool>)>,
}

/// Shared between the two.
pub type Shared = Arc<Mutex<Ways>>;

fn ways(shared: &Shared) -> MutexGuard<'_, Ways> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Gives a job up.
pub fn give_up(shared: &Shared, id: &str) {
    let mut ways = ways(shared);
    ways.given_up.insert(id.to_owned());
    if let Some((_, flag)) = ways.running.as_ref().filter(|(running, _)| running == id) {
        flag.store(true, Ordering::Relaxed);
    }
}

/// Runs jobs until there are no more. A job that was given up comes to nothing.
pub fn work<T>(jobs: &Receiver<Job>, done: &Sender<T>, shared: &Shared, tell: impl Fn(String, Option<Came>) -> T) {
    while let Ok(job) = jobs.recv() {
        let id = job.id.clone();
        let came = if ways(shared).given_up.contains(&id) { None } else { run(job, shared) };
        let mut ways = ways(shared);
        ways.running = None;
        let came = if ways.given_up.remove(&id) { None } else { came };
        drop(ways);
        if done.send(tell(id, came)).is_err() {
            return;
        }
    }
}

fn run(job: Job, shared: &Shared) -> Option<Came> {
    let settings = Settings { limits: job.limits, import_from: job.folder, arguments: Vec::new() };
    let run = std::panic::catch_unwind(|| {
        let mut session = Session::new(settings);
        let (flag, given_up) = (session.handle().interruption_flag(), Arc::new(AtomicBool::new(false)));
        let heard = Arc::clone(&given_up);
        // A run begins with its flag down: what was said before is said again.
        session.handle().set_progress_sink(Some(Box::new(move |_| {
            if heard.load(Ordering::Relaxed) {
                flag.store(true, Ordering::Relaxed);
            }
        })));
        let mut ways = ways(shared);
        given_up.store(ways.given_up.contains(&job.id), Ordering::Relaxed);
        ways.running = Some((job.id, given_up));
        drop(ways);
        let came = Rc::new(RefCell::new(Came::default()));
        let heard = Rc::clone(&came);
        let sink: Sink = Rc::new(move |output: Output, sources: &_| {
            let mut came = heard.borrow_mut();
            let text = text::output(&output, sources, false);
            match &output {
                Output::Value(_) => came.shown = Some(text.clone()),
                Output::Check(check) => came.holds = Some(check.verdict == Verdict::True),
                Output::Printed(_) => {}
            }
            came.said = Some(text);
        });
        let ran = session.run("<editor>", &job.program, Mode::Script, sink);
        came.borrow_mut().error = ran.errors.first().map(|error| error.message.clone());
        came.take()
    });
    run.ok()
}

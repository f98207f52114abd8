//! Asking a session: the thread of Python waits for the answer without the interpreter's lock, looks for signals, and
//! calls Python's functions when the session asks for them.

use crate::desk::{Asker, Desk, Event, Message, begin};
use crate::hook::Answer;
use pyo3::exceptions::{PyOSError, PyRuntimeError};
use pyo3::prelude::*;
use sprague::session::values::Values;
use sprague::session::{Session, Settings};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// How long Ctrl-C waits at most.
const SLICE: Duration = Duration::from_millis(20);

/// The way to a session.
pub struct Client {
    sender: Sender<Message>,
    interrupted: Arc<AtomicBool>,
    /// The process that the session's thread lives in: a fork has none.
    process: u32,
}

type Place<T> = Arc<Mutex<Option<T>>>;

impl Client {
    pub fn new(settings: Settings) -> PyResult<Client> {
        let (sender, interrupted) = begin(settings).map_err(|error| PyOSError::new_err(error.to_string()))?;
        Ok(Client { sender, interrupted, process: std::process::id() })
    }

    /// Ends the computation that is under way, if there is one.
    pub fn interrupt(&self) {
        self.interrupted.store(true, Ordering::Relaxed);
    }

    /// A value is held no more.
    pub fn release(&self, id: u64) {
        if self.process == std::process::id() {
            let _ = self.sender.send(Message::Release(id));
        }
    }

    /// Asks the whole session.
    pub fn session<T: Send + 'static>(
        &self,
        py: Python<'_>,
        job: impl FnOnce(&mut Session, &Rc<Desk>) -> T + Send + 'static,
    ) -> PyResult<T> {
        let (place, asker, events) = self.asker()?;
        let answer = Arc::clone(&place);
        self.send(Message::Session(asker, Box::new(move |session, desk| put(&answer, job(session, desk)))))?;
        self.wait(py, events, &place)
    }

    /// Asks about values; names of the library that are needed stand in `spoken`.
    pub fn values<T: Send + 'static>(
        &self,
        py: Python<'_>,
        spoken: &str,
        job: impl FnOnce(&mut Values<'_>, &Rc<Desk>) -> T + Send + 'static,
    ) -> PyResult<T> {
        let (place, asker, events) = self.asker()?;
        let answer = Arc::clone(&place);
        let job = Box::new(move |values: &mut Values<'_>, desk: &Rc<Desk>| put(&answer, job(values, desk)));
        self.send(Message::Values(asker, spoken.to_owned(), job))?;
        self.wait(py, events, &place)
    }

    fn asker<T>(&self) -> PyResult<(Place<T>, Asker, Receiver<Event>)> {
        if self.process != std::process::id() {
            return Err(PyRuntimeError::new_err(
                "this session belongs to the process that was forked; make a new sprague.Session here",
            ));
        }
        let (events, heard) = channel();
        Ok((Arc::default(), Asker { thread: std::thread::current().id(), events }, heard))
    }

    fn send(&self, message: Message) -> PyResult<()> {
        self.sender.send(message).map_err(|_| lost())
    }

    fn wait<T>(&self, py: Python<'_>, mut events: Receiver<Event>, place: &Place<T>) -> PyResult<T> {
        let mut raised = None;
        loop {
            let event;
            (event, events) = py.detach(move || (events.recv_timeout(SLICE), events));
            match event {
                Ok(Event::Done) => break,
                Ok(Event::Busy) => {
                    return Err(PyRuntimeError::new_err(
                        "the session is asking a rule set for moves, and can read no text meanwhile: use values that were made before, operators and functions, or another sprague.Session",
                    ));
                }
                Ok(Event::Call(number, question)) => {
                    // After an exception nobody is asked any more.
                    let answer = match &raised {
                        Some(_) => Answer::Stop,
                        None => question.ask(py).unwrap_or_else(|error| {
                            raised = Some(error);
                            Answer::Stop
                        }),
                    };
                    self.send(Message::Answer(number, answer))?;
                }
                Err(RecvTimeoutError::Timeout) => {
                    if raised.is_none() {
                        raised = py.check_signals().err();
                    }
                    // The session forgets an interruption where a computation begins, and that may be just now.
                    if raised.is_some() {
                        self.interrupt();
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return Err(raised.unwrap_or_else(lost)),
            }
        }
        let answer = place.lock().map_err(|_| lost())?.take();
        match raised {
            Some(error) => Err(error),
            None => answer.ok_or_else(lost),
        }
    }
}

fn put<T>(place: &Place<T>, answer: T) {
    if let Ok(mut place) = place.lock() {
        *place = Some(answer);
    }
}

fn lost() -> PyErr {
    PyRuntimeError::new_err(
        "this session has ended by an error of its own; please report it, and make a new sprague.Session",
    )
}

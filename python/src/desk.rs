//! The thread that a session lives on: it takes one question after the other. While a rule set's function is asked for moves, the
//! thread that waits for the answer may ask on.

use crate::hook::{Answer, Question};
use sprague::limits;
use sprague::session::values::{Held, Values};
use sprague::session::{Session, Settings};
use std::cell::{Cell, RefCell};
use std::collections::{HashMap, VecDeque};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, ThreadId};

/// A question to the whole session.
pub type SessionJob = Box<dyn FnOnce(&mut Session, &Rc<Desk>) + Send>;
/// A question about values.
pub type ValuesJob = Box<dyn FnOnce(&mut Values<'_>, &Rc<Desk>) + Send>;

/// What comes to the desk.
pub enum Message {
    /// A question to the whole session, which has to be at rest.
    Session(Asker, SessionJob),
    /// A question about values, in which the library's names in a text may be used.
    Values(Asker, String, ValuesJob),
    /// What a function answers.
    Answer(u64, Answer),
    /// A value that nobody holds any more.
    Release(u64),
}

/// Who asks, and where it hears of the answer.
pub struct Asker {
    pub thread: ThreadId,
    pub events: Sender<Event>,
}

/// What an asker hears.
pub enum Event {
    /// The answer is there.
    Done,
    /// There is none: the session is in the midst of something.
    Busy,
    /// A function is to be asked.
    Call(u64, Question),
}

/// What the session's thread knows beside the session.
pub struct Desk {
    queue: Receiver<Message>,
    later: RefCell<VecDeque<Message>>,
    values: RefCell<HashMap<u64, Held>>,
    next: Cell<u64>,
    /// Who is being answered, the last to ask last.
    askers: RefCell<Vec<Asker>>,
    calls: Cell<u64>,
    limits: Rc<limits::Handle>,
}

/// Begins a session on a thread of its own: where to send messages, and the flag that interrupts it.
pub fn begin(settings: Settings) -> std::io::Result<(Sender<Message>, Arc<AtomicBool>)> {
    let (sender, queue) = channel();
    let (tell, told) = channel();
    thread::Builder::new().name("sprague".into()).spawn(move || {
        let mut session = Session::new(settings);
        session.keep_values();
        session.use_threads(0);
        let _ = tell.send(session.handle().interruption_flag());
        let desk = Rc::new(Desk {
            queue,
            later: RefCell::default(),
            values: RefCell::default(),
            next: Cell::new(0),
            askers: RefCell::default(),
            calls: Cell::new(0),
            limits: Rc::clone(session.handle()),
        });
        while let Some(message) = desk.next() {
            match message {
                Message::Session(asker, job) => desk.serve(asker, |desk| job(&mut session, desk)),
                Message::Values(asker, spoken, job) => {
                    desk.serve(asker, |desk| job(&mut session.values(&spoken), desk));
                }
                Message::Answer(..) => {}
                Message::Release(id) => desk.release(id),
            }
        }
    })?;
    let flag = told.recv().map_err(|_| std::io::Error::other("the session could not begin"))?;
    Ok((sender, flag))
}

impl Desk {
    fn next(&self) -> Option<Message> {
        let first = self.later.borrow_mut().pop_front();
        first.or_else(|| self.queue.recv().ok())
    }

    fn serve(self: &Rc<Desk>, asker: Asker, job: impl FnOnce(&Rc<Desk>)) {
        self.askers.borrow_mut().push(asker);
        job(self);
        let asker = self.askers.borrow_mut().pop();
        // Who has gone away does not hear it.
        asker.map(|asker| asker.events.send(Event::Done));
    }

    fn release(&self, id: u64) {
        let held = self.values.borrow_mut().remove(&id);
        drop(held);
    }

    /// Keeps a value until it is released: its number.
    pub fn keep(&self, held: Held) -> u64 {
        let id = self.next.get();
        self.next.set(id + 1);
        self.values.borrow_mut().insert(id, held);
        id
    }

    /// A value that is kept.
    pub fn held(&self, id: u64) -> Option<Held> {
        self.values.borrow().get(&id).cloned()
    }

    /// Asks a function, on the thread that waits for the session, and answers what that thread asks meanwhile.
    pub fn call(self: &Rc<Desk>, values: &mut Values<'_>, question: Question) -> Answer {
        let number = self.calls.get();
        self.calls.set(number + 1);
        let asker = self.askers.borrow().last().map(|asker| (asker.thread, asker.events.clone()));
        let Some((thread, events)) = asker else { return Answer::Stop };
        if events.send(Event::Call(number, question)).is_err() {
            return Answer::Stop;
        }
        loop {
            match self.queue.recv() {
                Ok(Message::Answer(n, answer)) if n == number => {
                    // A function takes longer than other steps. What was reached, the next step tells.
                    let _ = self.limits.check_now();
                    return answer;
                }
                Ok(Message::Values(asker, _, job)) if asker.thread == thread => {
                    self.serve(asker, |desk| job(values, desk));
                }
                Ok(Message::Session(asker, _)) if asker.thread == thread => {
                    let _ = asker.events.send(Event::Busy);
                }
                Ok(Message::Release(id)) => self.release(id),
                Ok(other) => self.later.borrow_mut().push_back(other),
                Err(_) => return Answer::Stop,
            }
        }
    }
}

//! The server itself: messages in their order, documents, and answers when they are there.

use super::documents::{Document, path_of};
use super::requests::{Ask, Later, Then};
use super::text::Text;
use super::wire::{self, Fault, Incoming};
use super::worker::{self, Came, Job, Shared};
use super::{about, requests};
use crate::session::study::Study;
use crate::session::{Session, Settings};
use serde_json::{Value, json};
use std::collections::{HashMap, VecDeque};
use std::io::{self, BufReader};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread;

/// A longer text is not looked over, in bytes.
const MOST: usize = 2 << 20;
/// Messages that wait, so that a client that never stops is slowed down and not stored.
const WAITING: usize = 10_000;

/// What happens.
enum Event {
    Incoming(Incoming),
    Done(String, Option<Came>),
}

/// Serves a client until it says goodbye or its end closes. True if it went as it should.
pub fn serve() -> bool {
    let (events, inbox) = channel();
    let shared = Shared::default();
    let reader = events.clone();
    thread::spawn(move || {
        let mut from = BufReader::new(io::stdin());
        loop {
            let incoming = wire::read(&mut from);
            let ended = matches!(incoming, Incoming::End);
            if reader.send(Event::Incoming(incoming)).is_err() || ended {
                return;
            }
        }
    });
    let worker = |shared: &Shared| {
        let (jobs, waiting) = channel::<Job>();
        let (ways, events) = (Shared::clone(shared), events.clone());
        let worker = thread::Builder::new().stack_size(64 << 20);
        worker.spawn(move || worker::work(&waiting, &events, &ways, Event::Done)).map(|_| jobs)
    };
    // Checks may take long, and nobody waits for them to see a value.
    let shared_by_checks = Shared::default();
    let (Ok(glances), Ok(checks)) = (worker(&shared), worker(&shared_by_checks)) else { return false };
    let mut server = Server {
        session: Session::new(Settings::default()),
        documents: HashMap::new(),
        glances: (glances, shared),
        checks: (checks, shared_by_checks),
        pending: HashMap::new(),
        state: State::New,
        open: true,
    };
    server.run(&inbox)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    Ready,
    Leaving,
}

struct Server {
    session: Session,
    documents: HashMap<String, Document>,
    /// Who computes values, and who runs checks.
    glances: (Sender<Job>, Shared),
    checks: (Sender<Job>, Shared),
    /// Requests whose answers are being computed.
    pending: HashMap<String, (Value, Then)>,
    state: State,
    /// Whether somebody still reads.
    open: bool,
}

impl Server {
    fn run(&mut self, inbox: &Receiver<Event>) -> bool {
        let mut waiting: VecDeque<Event> = VecDeque::new();
        while self.open {
            let before = waiting.len();
            while waiting.len() < WAITING {
                match inbox.try_recv() {
                    Ok(event) => waiting.push_back(event),
                    Err(TryRecvError::Empty | TryRecvError::Disconnected) => break,
                }
            }
            if waiting.len() > before {
                self.cancel_early(&mut waiting);
            }
            let event = match waiting.pop_front() {
                Some(event) => event,
                None if self.look_over() => continue,
                None => match inbox.recv() {
                    Ok(event) => event,
                    Err(_) => return false,
                },
            };
            match event {
                Event::Incoming(Incoming::End) => return self.state == State::Leaving,
                Event::Incoming(Incoming::Malformed(why)) => {
                    self.send(&wire::answer(&Value::Null, Err((Fault::Unread, why))));
                }
                Event::Incoming(Incoming::Message(message)) => {
                    if message["method"] == "exit" {
                        return self.state == State::Leaving;
                    }
                    self.message(&message);
                }
                Event::Done(id, came) => self.done(&id, came),
            }
        }
        false
    }

    fn send(&mut self, message: &Value) {
        self.open &= wire::write(&mut io::stdout().lock(), message);
    }

    /// Requests that were taken back before their turn came.
    fn cancel_early(&mut self, waiting: &mut VecDeque<Event>) {
        fn message(event: &Event) -> Option<&Value> {
            match event {
                Event::Incoming(Incoming::Message(message)) => Some(message),
                _ => None,
            }
        }
        let taken: Vec<Value> = waiting
            .iter()
            .filter_map(message)
            .filter(|message| message["method"] == "$/cancelRequest")
            .map(|message| message["params"]["id"].clone())
            .collect();
        for id in taken {
            let asked = |event: &Event| message(event).is_some_and(|m| m["id"] == id && m["method"].is_string());
            if let Some(at) = waiting.iter().position(asked) {
                waiting.remove(at);
                self.send(&wire::answer(&id, Err((Fault::Cancelled, "cancelled".into()))));
            }
        }
    }

    fn message(&mut self, message: &Value) {
        let id = message.get("id").cloned();
        let Some(method) = message["method"].as_str() else {
            // An answer to a request of ours, or nothing that makes sense.
            if message["result"].is_null() && message["error"].is_null() && !message.is_object() {
                let told = Err((Fault::Invalid, "this is no message".into()));
                self.send(&wire::answer(&Value::Null, told));
            }
            return;
        };
        let handled = catch_unwind(AssertUnwindSafe(|| match &id {
            Some(id) => self.request(id, method, &message["params"]),
            None => self.notification(method, &message["params"]),
        }));
        if handled.is_err()
            && let Some(id) = id
        {
            self.send(&wire::answer(&id, Err((Fault::Internal, "a bug in sprague".into()))));
        }
    }

    fn request(&mut self, id: &Value, method: &str, params: &Value) {
        let result = match (self.state, method) {
            (State::New, "initialize") => {
                self.state = State::Ready;
                Ok(requests::abilities())
            }
            (State::New, _) => Err((Fault::Early, "the first request is `initialize`".into())),
            (State::Leaving, _) => Err((Fault::Invalid, "the server was asked to shut down".into())),
            (State::Ready, "initialize") => Err((Fault::Invalid, "`initialize` comes once".into())),
            (State::Ready, "shutdown") => {
                self.state = State::Leaving;
                Ok(Value::Null)
            }
            (State::Ready, _) => match self.ask(method, params) {
                Ok(Later::Now(answer)) => Ok(answer),
                Ok(Later::Then(aside)) => {
                    let (job, then) = *aside;
                    let key = id.to_string();
                    let _ = self.worker(&then).0.send(Job { id: key.clone(), ..job });
                    self.pending.insert(key, (id.clone(), then));
                    return;
                }
                Err(error) => Err(error),
            },
        };
        self.send(&wire::answer(id, result));
    }

    fn worker(&self, then: &Then) -> &(Sender<Job>, Shared) {
        if matches!(then, Then::Check { .. }) { &self.checks } else { &self.glances }
    }

    fn ask(&mut self, method: &str, params: &Value) -> Result<Later, (Fault, String)> {
        if !requests::METHODS.contains(&method) {
            return Err((Fault::Unknown, format!("there is no method `{method}`")));
        }
        let given = &params["textDocument"]["uri"];
        let given = if given.is_null() { &params["arguments"][0] } else { given };
        let Some(address) = given.as_str().filter(|address| self.documents.contains_key(*address)) else {
            return Err((Fault::Parameters, "no such document is open".into()));
        };
        let study = self.studied(address);
        let mut studies = Vec::new();
        if method == "textDocument/rename" {
            let others: Vec<String> = self.documents.keys().filter(|other| *other != address).cloned().collect();
            studies = others.into_iter().map(|other| (self.studied(&other), other)).collect();
        }
        let others = studies.iter().filter_map(|(study, other)| {
            let (address, document) = self.documents.get_key_value(other)?;
            Some((address, document, Rc::clone(study)))
        });
        let others = others.collect();
        let Some(document) = self.documents.get(address) else { return Ok(Later::Now(Value::Null)) };
        let folder = folder_of(address);
        let ask = Ask { session: &mut self.session, address, document, study: &study, folder, others, params };
        requests::answer(ask, method)
    }

    fn notification(&mut self, method: &str, params: &Value) {
        if self.state != State::Ready {
            return;
        }
        let document = &params["textDocument"];
        let Some(address) = document["uri"].as_str() else {
            if method == "$/cancelRequest" {
                let key = params["id"].to_string();
                if let Some((_, then)) = self.pending.get(&key) {
                    worker::give_up(&self.worker(then).1, &key);
                }
            }
            return;
        };
        match method {
            "textDocument/didOpen" => {
                let text = Text::new(document["text"].as_str().unwrap_or_default().to_owned());
                let opened = Document { text, version: document["version"].clone(), study: None, ran: Vec::new() };
                self.documents.insert(address.to_owned(), opened);
            }
            "textDocument/didChange" => {
                let Some(known) = self.documents.get_mut(address) else { return };
                for change in params["contentChanges"].as_array().into_iter().flatten() {
                    known.text.change(change);
                }
                (known.version, known.study) = (document["version"].clone(), None);
                known.ran.clear();
            }
            "textDocument/didClose" => {
                self.documents.remove(address);
                self.tell(address, &Value::Null, &[]);
            }
            // Other documents may import it.
            "textDocument/didSave" => self.documents.values_mut().for_each(|document| document.study = None),
            _ => {}
        }
    }

    /// What is known of a document, found out if it is not known yet; then its errors are told, too.
    fn studied(&mut self, address: &str) -> Rc<Study> {
        let Some(document) = self.documents.get_mut(address) else { return Rc::default() };
        if let Some(study) = &document.study {
            return Rc::clone(study);
        }
        let study = if document.text.text.len() > MOST {
            Study::default()
        } else {
            let name = path_of(address).map_or_else(|| address.to_owned(), |path| path.display().to_string());
            let (session, text) = (&mut self.session, &document.text.text);
            let folder = folder_of(address);
            let study = catch_unwind(AssertUnwindSafe(|| session.study(&name, text, folder.as_deref())));
            study.unwrap_or_else(|_| {
                self.session = Session::new(Settings::default());
                Study::default()
            })
        };
        let study = Rc::new(study);
        document.study = Some(Rc::clone(&study));
        let mut told = about::diagnostics(&document.text, &study, address);
        told.extend(document.ran.iter().cloned());
        let version = document.version.clone();
        self.tell(address, &version, &told);
        study
    }

    /// Looks over a document that was changed. False if there is none.
    fn look_over(&mut self) -> bool {
        let changed = self.documents.iter().filter(|(_, document)| document.study.is_none());
        let Some(address) = changed.map(|(address, _)| address.clone()).min() else { return false };
        self.studied(&address);
        true
    }

    fn tell(&mut self, address: &str, version: &Value, diagnostics: &[Value]) {
        let mut params = json!({ "uri": address, "diagnostics": diagnostics });
        if version.is_i64() {
            params["version"] = version.clone();
        }
        self.send(&wire::notice("textDocument/publishDiagnostics", params));
    }

    /// Something that was computed aside is there.
    fn done(&mut self, key: &str, came: Option<Came>) {
        let Some((id, then)) = self.pending.remove(key) else { return };
        let Some(came) = came else {
            return self.send(&wire::answer(&id, Err((Fault::Cancelled, "cancelled".into()))));
        };
        let result = match then {
            Then::Hover { text, entry, range } => {
                let value = came.shown.as_deref().filter(|_| came.error.is_none());
                let text = entry.map_or(text, |entry| about::definition(&entry, value));
                json!({ "contents": { "kind": "markdown", "value": text }, "range": range })
            }
            Then::Complete(mut known) => {
                let kind = came.shown.as_deref().filter(|_| came.error.is_none());
                requests::after_dot(&mut self.session, &mut known, kind)
            }
            Then::Check { address, version, range } => {
                // The program ends with it.
                let holds = came.holds == Some(true) && came.error.is_none();
                let text = came.error.or(came.said).unwrap_or_default();
                self.checked(&address, &version, &range, holds, &text);
                json!({ "holds": holds, "text": text })
            }
        };
        self.send(&wire::answer(&id, Ok(result)));
    }

    /// Tells what a check came to: in a message, and beside the check if it does not hold.
    fn checked(&mut self, address: &str, version: &Value, range: &Value, holds: bool, text: &str) {
        let kind = if holds { 3 } else { 2 };
        self.send(&wire::notice("window/showMessage", json!({ "type": kind, "message": text })));
        // It stands elsewhere in a text that was changed meanwhile, or nowhere.
        let Some(document) = self.documents.get_mut(address).filter(|document| document.version == *version) else {
            return;
        };
        document.ran.retain(|one| one["range"] != *range);
        if !holds {
            document.ran.push(json!({ "range": range, "severity": 1, "source": "sprague", "message": text }));
        }
        if let Some(study) = document.study.clone() {
            let mut told = about::diagnostics(&document.text, &study, address);
            told.extend(document.ran.iter().cloned());
            let version = document.version.clone();
            self.tell(address, &version, &told);
        }
    }
}

/// Where the files are that a document imports.
fn folder_of(address: &str) -> Option<PathBuf> {
    path_of(address)?.parent().map(Path::to_owned)
}

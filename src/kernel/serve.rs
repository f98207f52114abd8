//! The kernel at work: requests of the shell one after another in the thread that computes, those of the control channel at once in
//! their own.

use super::ask;
use super::bus::{Bus, Interrupter, log};
use super::cell::Wish;
use super::connection::Connection;
use super::stage::Stage;
use super::transport::{self, Peer, Publisher};
use super::wire::{Request, Signer, VERSION};
use crate::session::{Session, Settings};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// After this time a computation that does not hear that it should end is left.
const FAREWELL: Duration = Duration::from_secs(2);

/// Cells that were sent together with one that failed at once come within this time of each other.
const TOGETHER: Duration = Duration::from_millis(30);

/// What the thread that computes is told.
enum Job {
    Request(Peer, Request),
    /// The end, asked for by the control channel.
    End(Peer, Request),
}

/// The session and all that is known of it.
pub struct Kernel {
    pub(super) session: Session,
    pub(super) bus: Arc<Bus>,
    pub(super) stage: Rc<RefCell<Stage>>,
    pub(super) interrupter: Interrupter,
    /// The number of the last cell that counts.
    pub(super) count: usize,
    /// Inputs with their last values.
    pub(super) history: Vec<(String, Option<String>)>,
    settings: Settings,
    threads: usize,
    jobs: Receiver<Job>,
    waiting: VecDeque<Job>,
}

/// Serves until somebody asks for the end. The interrupter is told to others before that: to those who hear Ctrl-C.
///
/// # Errors
/// A sentence that says why it cannot begin.
pub fn serve(
    connection: &Connection,
    settings: Settings,
    threads: usize,
    interrupter: Interrupter,
) -> Result<(), String> {
    let [shell, control, iopub, stdin, heartbeat] = connection.listen()?;
    let bus = Arc::new(Bus::new(Signer::new(&connection.key), Publisher::new(iopub)));
    let (tell, jobs) = channel();
    transport::heartbeat(heartbeat);
    // Programs ask nothing.
    transport::requests(stdin, |_, _| {});
    transport::requests(shell, {
        let (bus, tell) = (Arc::clone(&bus), tell.clone());
        move |peer, frames| {
            if let Some(request) = bus.read(frames) {
                let _ = tell.send(Job::Request(peer.clone(), request));
            }
        }
    });
    transport::requests(control, {
        let (bus, interrupter) = (Arc::clone(&bus), interrupter.clone());
        move |peer, frames| {
            if let Some(request) = bus.read(frames) {
                self::control(&bus, &interrupter, &tell, peer, &request);
            }
        }
    });
    watch_parent();
    bus.status(&json!({}), "starting");
    let stage = Rc::new(RefCell::new(Stage::new(Arc::clone(&bus), interrupter.clone())));
    let session = begin(&settings, threads, &stage, &interrupter);
    let (count, history, waiting) = (0, Vec::new(), VecDeque::new());
    let mut kernel = Kernel { session, bus, stage, interrupter, count, history, settings, threads, jobs, waiting };
    kernel.work();
    Ok(())
}

/// A session whose outputs come with all that notebooks show.
fn begin(settings: &Settings, threads: usize, stage: &Rc<RefCell<Stage>>, interrupter: &Interrupter) -> Session {
    let mut session = Session::new(settings.clone());
    session.tell_data();
    session.show_boards();
    session.show_pictures();
    session.use_threads(threads);
    let notices = Rc::clone(stage);
    session.hear_notices(move |text| {
        if let Ok(mut stage) = notices.try_borrow_mut() {
            stage.line("stderr", text);
        }
    });
    let watching = Rc::clone(stage);
    session.handle().set_progress_sink(Some(Box::new(move |progress| {
        if let Ok(mut stage) = watching.try_borrow_mut() {
            stage.progress(progress);
        }
    })));
    interrupter.listen(session.handle().interruption_flag());
    session
}

/// A request on the control channel.
fn control(bus: &Bus, interrupter: &Interrupter, tell: &Sender<Job>, peer: &Peer, request: &Request) {
    match request.kind() {
        "shutdown_request" => {
            let _ = tell.send(Job::End(peer.clone(), request.clone()));
            interrupter.interrupt();
            thread::sleep(FAREWELL);
            log("the computation does not end; it is left");
            // Who does not read what everybody hears does not keep it here.
            thread::spawn(|| {
                thread::sleep(FAREWELL);
                std::process::exit(0);
            });
            farewell(bus, peer, request);
            std::process::exit(0);
        }
        kind => {
            if kind == "interrupt_request" {
                // At once: to tell everybody may wait for who does not read.
                interrupter.interrupt();
                bus.reply(peer, request, &json!({ "status": "ok" }));
            }
            bus.status(&request.header, "busy");
            match kind {
                "interrupt_request" => {}
                "kernel_info_request" => bus.reply(peer, request, &info()),
                other => log(&format!("a `{other}` on the control channel is not known")),
            }
            bus.status(&request.header, "idle");
        }
    }
}

/// The last words.
fn farewell(bus: &Bus, peer: &Peer, request: &Request) {
    let content = json!({ "status": "ok", "restart": request.content["restart"].as_bool().unwrap_or(false) });
    bus.reply(peer, request, &content);
    bus.status(&request.header, "busy");
    bus.publish(&request.header, "shutdown_reply", &content);
    bus.status(&request.header, "idle");
    transport::settle();
}

/// What the kernel is. The language looks like Julia to those who colour programs and know nothing better: blocks that end with
/// `end`, remarks behind a hash.
fn info() -> Value {
    json!({
        "status": "ok",
        "protocol_version": VERSION,
        "implementation": "sprague",
        "implementation_version": env!("CARGO_PKG_VERSION"),
        "language_info": {
            "name": "sprague",
            "version": env!("CARGO_PKG_VERSION"),
            "mimetype": "text/x-sprague",
            "file_extension": ".cgt",
            "codemirror_mode": "julia",
            "pygments_lexer": "julia",
        },
        "banner": concat!("Sprague ", env!("CARGO_PKG_VERSION"), ", a small language for combinatorial games. ?mex shows what `mex` is."),
        "help_links": [],
    })
}

/// A kernel whose front end has died is of no use to anybody. Jupyter says by a variable that it is the parent.
fn watch_parent() {
    #[cfg(unix)]
    if std::env::var_os("JPY_PARENT_PID").is_some() {
        let parent = std::os::unix::process::parent_id();
        thread::spawn(move || {
            while std::os::unix::process::parent_id() == parent {
                thread::sleep(Duration::from_secs(1));
            }
            log("the front end is gone");
            std::process::exit(0);
        });
    }
}

impl Kernel {
    /// The session is replaced by a new one.
    pub(super) fn begin_anew(&mut self) {
        let session = begin(&self.settings, self.threads, &self.stage, &self.interrupter);
        // What a bug left behind may not be fit to be taken apart.
        std::mem::forget(std::mem::replace(&mut self.session, session));
    }

    fn work(&mut self) {
        loop {
            let Some(job) = self.waiting.pop_front().or_else(|| self.jobs.recv().ok()) else { return };
            match job {
                Job::End(peer, request) => return farewell(&self.bus, &peer, &request),
                Job::Request(peer, request) if request.kind() == "shutdown_request" => {
                    return farewell(&self.bus, &peer, &request);
                }
                Job::Request(peer, request) => self.request(&peer, &request),
            }
        }
    }

    fn request(&mut self, peer: &Peer, request: &Request) {
        let bus = Arc::clone(&self.bus);
        bus.status(&request.header, "busy");
        let mut stop = false;
        let content = &request.content;
        let reply = match request.kind() {
            "execute_request" => Wish::of(content).map(|wish| {
                let reply = self.execute(&request.header, &wish);
                stop = wish.stop && reply["status"] != "ok";
                reply
            }),
            "kernel_info_request" => Some(info()),
            "complete_request" => ask::completions(&mut self.session, content),
            "inspect_request" => ask::inspection(&mut self.session, content),
            "is_complete_request" => ask::is_complete(content),
            "history_request" => Some(ask::history(&self.history, content)),
            "comm_info_request" => Some(json!({ "status": "ok", "comms": {} })),
            "comm_open" => {
                // Nothing here speaks of widgets: the protocol wants it said at once.
                bus.publish(&request.header, "comm_close", &json!({ "comm_id": content["comm_id"], "data": {} }));
                return bus.status(&request.header, "idle");
            }
            "comm_msg" | "comm_close" => return bus.status(&request.header, "idle"),
            other => {
                log(&format!("a `{other}` is not known"));
                return bus.status(&request.header, "idle");
            }
        };
        let missing =
            || json!({ "status": "error", "ename": "Sprague", "evalue": "the request has no `code`", "traceback": [] });
        // Only what is here before anybody hears of the failure was meant to run behind it.
        let left = if stop { self.waiting_cells() } else { Vec::new() };
        bus.reply(peer, request, &reply.unwrap_or_else(missing));
        bus.status(&request.header, "idle");
        for (peer, request) in left {
            bus.status(&request.header, "busy");
            bus.reply(&peer, &request, &json!({ "status": "aborted", "execution_count": self.count }));
            bus.status(&request.header, "idle");
        }
    }

    /// Takes out the cells that wait to be run; all else goes on waiting.
    fn waiting_cells(&mut self) -> Vec<(Peer, Request)> {
        let begin = Instant::now();
        while let Ok(job) = self.jobs.recv_timeout(TOGETHER) {
            self.waiting.push_back(job);
            if begin.elapsed() > 10 * TOGETHER {
                break;
            }
        }
        let mut cells = Vec::new();
        for job in std::mem::take(&mut self.waiting) {
            match job {
                Job::Request(peer, request) if request.kind() == "execute_request" => cells.push((peer, request)),
                job => self.waiting.push_back(job),
            }
        }
        cells
    }
}

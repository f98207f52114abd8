//! Who sends: replies to whoever asked, and what everybody hears. Also the interruption, which comes from other threads than the one
//! that computes.

use super::transport::{Peer, Publisher};
use super::wire::{self, Request, Signer};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Where messages go out.
pub struct Bus {
    signer: Signer,
    session: String,
    iopub: Publisher,
}

impl Bus {
    /// With the key of the connection file.
    pub fn new(signer: Signer, iopub: Publisher) -> Bus {
        Bus { signer, session: wire::name(), iopub }
    }

    /// Sends to everybody; the parent is the header of the request that it belongs to.
    pub fn publish(&self, parent: &Value, kind: &str, content: &Value) {
        let route = [format!("kernel.{}.{kind}", self.session).into_bytes()];
        self.iopub.send(&self.signer.write(&route, &self.session, kind, parent, &json!({}), content));
    }

    /// Says whether the kernel is at work.
    pub fn status(&self, parent: &Value, state: &str) {
        self.publish(parent, "status", &json!({ "execution_state": state }));
    }

    /// Replies: the kind is that of the request, `_reply` for `_request`.
    pub fn reply(&self, to: &Peer, request: &Request, content: &Value) {
        let kind = format!("{}_reply", request.kind().trim_end_matches("_request"));
        let _ = to.send(self.signer.write(&request.route, &self.session, &kind, &request.header, &json!({}), content));
    }

    /// Reads a request; of one that is none the log of the notebook's server hears.
    pub fn read(&self, frames: super::transport::Frames) -> Option<Request> {
        match self.signer.read(frames) {
            Ok(request) => Some(request),
            Err(why) => {
                log(&format!("a message is left out: {why}"));
                None
            }
        }
    }
}

/// A line for the log of the notebook's server, which keeps what kernels write there.
#[expect(clippy::print_stderr, reason = "a kernel has no screen")]
pub fn log(line: &str) {
    eprintln!("sprague kernel: {line}");
}

/// Stops what is being computed; what is asked between two cells is over.
#[derive(Clone, Default)]
pub struct Interrupter {
    asked: Arc<AtomicBool>,
    flag: Arc<Mutex<Arc<AtomicBool>>>,
}

impl Interrupter {
    /// A session begins, which listens to this flag.
    pub fn listen(&self, flag: Arc<AtomicBool>) {
        *self.flag.lock().unwrap_or_else(PoisonError::into_inner) = flag;
    }

    /// A cell begins: what was asked before does not mean it.
    pub fn begin(&self) {
        self.asked.store(false, Ordering::SeqCst);
    }

    /// Asks.
    pub fn interrupt(&self) {
        self.asked.store(true, Ordering::SeqCst);
        self.flag.lock().unwrap_or_else(PoisonError::into_inner).store(true, Ordering::Relaxed);
    }

    /// A session begins anew with its flag, when it begins to compute: an interruption that came just before is said again.
    pub fn remind(&self) {
        if self.asked.load(Ordering::Relaxed) {
            self.interrupt();
        }
    }
}

//! Ctrl-C. While something is computed it sets the flag that the handle reads; if the computation does not hear it, a
//! second one ends the process. While nothing is computed it ends the process, or, in the session, does nothing (at
//! the prompt the line editor reads the key itself).

use super::Status;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A computation has this long to hear the first Ctrl-C before a second one ends the process: two quick ones, from an
/// impatient hand, must not lose a session.
const PATIENCE: Duration = Duration::from_millis(250);

/// What is going on, for the handler's thread.
struct State {
    running: Option<Arc<AtomicBool>>,
    asked: Option<Instant>,
    ends_when_idle: bool,
    /// Who hears it instead of all that.
    hears: Option<Box<dyn Fn() + Send>>,
}

static STATE: Mutex<State> = Mutex::new(State { running: None, asked: None, ends_when_idle: true, hears: None });

fn state() -> MutexGuard<'static, State> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts to listen. Without a handler Ctrl-C ends the process, which is a fair second best.
pub fn install() {
    let _ = ctrlc::set_handler(|| {
        let mut state = state();
        if let Some(hear) = &state.hears {
            return hear();
        }
        let ends = match (&state.running, state.asked) {
            (Some(_), Some(before)) => before.elapsed() >= PATIENCE,
            (Some(flag), None) => {
                flag.store(true, Ordering::Relaxed);
                state.asked = Some(Instant::now());
                false
            }
            (None, _) => state.ends_when_idle,
        };
        if ends {
            super::terminal::keys::give_back();
            std::process::exit(Status::Interrupted.code().into());
        }
    });
}

/// From now on a Ctrl-C between computations does nothing.
pub fn stay_when_idle() {
    state().ends_when_idle = false;
}

/// From now on somebody else hears every Ctrl-C.
#[cfg(feature = "kernel")]
pub fn pass_to(hear: impl Fn() + Send + 'static) {
    state().hears = Some(Box::new(hear));
}

/// Whether the computation that runs has been asked to stop.
pub fn is_asked() -> bool {
    state().asked.is_some()
}

/// While it lives, Ctrl-C sets the flag.
pub struct Running(());

impl Running {
    /// A computation begins.
    pub fn start(flag: Arc<AtomicBool>) -> Running {
        let mut state = state();
        state.running = Some(flag);
        state.asked = None;
        Running(())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let mut state = state();
        state.running = None;
        state.asked = None;
    }
}

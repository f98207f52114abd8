//! How computations that take minutes are run: on how many threads, and where they keep what they have.
//!
//! In: what the front end allows. Out: threads, places for levels, notices. Touches nothing else of the machine.

use super::Machine;
use crate::posets::subsets::checkpoint::Checkpoints;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

/// A place for the levels of one computation, found by a name that says what is computed.
pub type Keeper = Rc<dyn Fn(&str) -> std::io::Result<Kept>>;

/// What such a place comes to.
pub struct Kept {
    /// The place, if it can be used at all.
    pub keeper: Option<Box<dyn Checkpoints>>,
    /// What people should hear: why nothing is written.
    pub note: Option<String>,
}

/// How computations that take minutes are run.
#[derive(Clone, Default)]
pub struct Heavy {
    /// Threads; 0 for as many as the machine has.
    pub threads: usize,
    /// Where levels are kept, so that a computation that was stopped goes on from there.
    pub checkpoints: Option<Keeper>,
    /// Who hears what a computation of over a minute will take, before it begins, and why levels are not kept.
    pub notice: Option<Rc<dyn Fn(&str)>>,
    /// What was said of levels that are not kept.
    pub said: Rc<RefCell<BTreeSet<String>>>,
}

impl Heavy {
    /// Says a thing once, however many computations it holds for.
    pub(crate) fn say_once(&self, text: &str) {
        if let Some(notice) = &self.notice
            && self.said.borrow_mut().insert(text.into())
        {
            notice(text);
        }
    }

    /// Threads, counted out.
    pub(crate) fn thread_count(&self) -> usize {
        match self.threads {
            _ if cfg!(not(feature = "threads")) => 1,
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        }
    }
}

impl Machine {
    /// How heavy computations are run.
    pub(crate) fn heavy(&self) -> &Heavy {
        &self.heavy
    }

    /// The same, for front ends to say.
    pub(crate) fn heavy_mut(&mut self) -> &mut Heavy {
        &mut self.heavy
    }
}

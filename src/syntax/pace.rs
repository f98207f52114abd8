//! How reading keeps the bounds of a computation. It ticks once for a token and once for a node; time, memory and
//! interruptions are looked at, steps are not counted, so that steps measure what a program does and not how long its text is.

use crate::limits::{Handle, Stop};
use std::cell::{Cell, RefCell};

/// Ticks between two looks at the bounds.
const STRIDE: usize = 1024;

/// The bounds of one reading. Once one is reached, every tick says so, and what has been read is of no use.
pub struct Pace<'h> {
    handle: Option<&'h Handle>,
    left: Cell<usize>,
    ticks: Cell<u64>,
    stop: RefCell<Option<Stop>>,
}

impl<'h> Pace<'h> {
    /// Reading within the bounds of a handle.
    pub fn new(handle: &'h Handle) -> Self {
        Pace { handle: Some(handle), ..Pace::unbounded() }
    }

    /// Reading without bounds.
    pub fn unbounded() -> Self {
        Pace { handle: None, left: Cell::new(STRIDE), ticks: Cell::new(0), stop: RefCell::new(None) }
    }

    /// One tick; whether reading may go on.
    #[inline]
    pub fn goes_on(&self) -> bool {
        self.works(1)
    }

    /// `n` ticks at once; whether reading may go on.
    #[inline]
    pub fn works(&self, n: usize) -> bool {
        let left = self.left.get();
        if left > n {
            self.left.set(left - n);
            true
        } else {
            self.look(n)
        }
    }

    #[cold]
    fn look(&self, n: usize) -> bool {
        if self.stop.borrow().is_some() {
            return false;
        }
        self.ticks.set(self.ticks.get() + (STRIDE - self.left.get() + n) as u64);
        self.left.set(STRIDE);
        self.holds(self.handle.map_or(Ok(()), Handle::check_now))
    }

    /// Whether so many bytes more may be used.
    pub fn room(&self, bytes: usize) -> bool {
        self.stop.borrow().is_none() && self.holds(self.handle.map_or(Ok(()), |handle| handle.reserve(bytes)))
    }

    fn holds(&self, result: Result<(), Stop>) -> bool {
        if let Err(stop) = result {
            self.left.set(0);
            *self.stop.borrow_mut() = Some(stop);
            return false;
        }
        true
    }

    /// Why reading had to end, if it had.
    pub fn stopped(&self) -> Option<Stop> {
        self.stop.borrow().clone()
    }

    /// Ticks so far.
    pub fn ticks(&self) -> u64 {
        self.ticks.get() + (STRIDE - self.left.get().min(STRIDE)) as u64
    }
}

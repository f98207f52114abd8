//! Memory that several threads take, out of what the handle allows.

use super::error::Error;
use sprague_limits::{Handle, Stop, allocated};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Bytes that are held, and how many may be.
pub(super) struct Room {
    held: AtomicUsize,
    most_held: AtomicUsize,
    most: Option<usize>,
    limit: usize,
}

impl Room {
    pub(super) fn new(handle: &Handle) -> Room {
        let limit = handle.limits().memory;
        let most = limit.map(|limit| limit.saturating_sub(allocated()));
        Room { held: AtomicUsize::new(0), most_held: AtomicUsize::new(0), most, limit: limit.unwrap_or(usize::MAX) }
    }

    pub(super) fn take(&self, bytes: usize) -> Result<(), Error> {
        let held = self.held.fetch_add(bytes, Ordering::Relaxed) + bytes;
        self.most_held.fetch_max(held, Ordering::Relaxed);
        if self.most.is_some_and(|most| held > most) { Err(Stop::Memory(self.limit).into()) } else { Ok(()) }
    }

    /// The most bytes that were held at once.
    pub(super) fn most_held(&self) -> usize {
        self.most_held.load(Ordering::Relaxed)
    }

    pub(super) fn give(&self, bytes: usize) {
        self.held.fetch_sub(bytes, Ordering::Relaxed);
    }
}

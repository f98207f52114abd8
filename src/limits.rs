//! The one handle that every long computation takes: steps, depth, memory, time, interruption, progress.
//!
//! A computation calls [`Handle::tick`] in its inner loops and [`Handle::enter`] where it recurses. Every bound ends
//! in a [`Stop`], which travels up as an ordinary error; nothing is lost on the way.

use mimalloc::MiMalloc;
use std::alloc::{GlobalAlloc, Layout};
use std::cell::{Cell, RefCell};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Why a computation had to end before its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// More than this many steps.
    Steps(u64),
    /// More than this many nested calls.
    Depth(u32),
    /// More than this many bytes in use.
    Memory(usize),
    /// Longer than this.
    Time(Duration),
    /// The user asked for it (Ctrl-C).
    Interrupted,
    /// A result too large to be represented; the text says what and up to which size.
    TooLarge(String),
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Steps(n) => write!(f, "stopped after {n} steps"),
            Stop::Depth(n) => write!(f, "calls are nested more than {n} deep"),
            Stop::Memory(n) => write!(f, "more than {} MiB of memory in use", n >> 20),
            Stop::Time(t) => write!(f, "stopped after {} s", t.as_secs_f64()),
            Stop::Interrupted => write!(f, "interrupted"),
            Stop::TooLarge(what) => write!(f, "{what}"),
        }
    }
}

/// What a computation may use. `None` is no bound.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Steps: about one for every node evaluated or position visited.
    pub steps: Option<u64>,
    /// Nested calls.
    pub depth: Option<u32>,
    /// Bytes of memory of this thread; counted only when [`CountingAllocator`] is installed.
    pub memory: Option<usize>,
    /// Wall time.
    pub time: Option<Duration>,
}

/// What a long computation says of itself.
#[derive(Clone, Debug)]
pub struct Progress {
    /// What is being done, a few words.
    pub phase: &'static str,
    /// Units done so far.
    pub done: u64,
    /// All units, where known.
    pub total: Option<u64>,
    /// A count of what the phase watches, and its name: `(509, "rare")`.
    pub detail: Option<(u64, &'static str)>,
}

/// Steps between two looks at the clock, the memory and the interruption flag.
const STRIDE: u32 = 1024;

/// What hears of progress.
type ProgressSink = Box<dyn Fn(&Progress)>;

/// The handle. Cheap to tick: one decrement of a counter.
pub struct Handle {
    until_check: Cell<u32>,
    steps: Cell<u64>,
    depth: Cell<u32>,
    limits: RefCell<Limits>,
    max_depth: Cell<u32>,
    started: Cell<Instant>,
    interrupted: Arc<AtomicBool>,
    sink: RefCell<Option<ProgressSink>>,
    last: RefCell<Option<Progress>>,
}

impl Default for Handle {
    fn default() -> Self {
        Handle::new(Limits::default())
    }
}

impl Handle {
    /// A handle with the given bounds; the clock starts now.
    pub fn new(limits: Limits) -> Self {
        Handle {
            until_check: Cell::new(STRIDE),
            steps: Cell::new(0),
            depth: Cell::new(0),
            max_depth: Cell::new(limits.depth.unwrap_or(u32::MAX)),
            limits: RefCell::new(limits),
            started: Cell::new(Instant::now()),
            interrupted: Arc::new(AtomicBool::new(false)),
            sink: RefCell::new(None),
            last: RefCell::new(None),
        }
    }

    /// Starts a new computation: steps, depth and clock at zero, no interruption pending.
    pub fn restart(&self) {
        self.until_check.set(STRIDE);
        self.steps.set(0);
        self.depth.set(0);
        self.started.set(Instant::now());
        self.interrupted.store(false, Ordering::Relaxed);
        *self.last.borrow_mut() = None;
    }

    /// The bounds in force.
    pub fn limits(&self) -> Limits {
        self.limits.borrow().clone()
    }

    /// Changes the bounds.
    pub fn set_limits(&self, limits: Limits) {
        self.max_depth.set(limits.depth.unwrap_or(u32::MAX));
        *self.limits.borrow_mut() = limits;
    }

    /// The flag that a Ctrl-C handler sets.
    pub fn interruption_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.interrupted)
    }

    /// Who hears of progress; called at most once every [`STRIDE`] steps, and only by [`Handle::tick`]. Of a
    /// computation that says nothing of itself it hears the number of steps.
    pub fn set_progress_sink(&self, sink: Option<ProgressSink>) {
        *self.sink.borrow_mut() = sink;
    }

    /// One step. To be called in every loop whose length depends on the input.
    #[inline]
    pub fn tick(&self) -> Result<(), Stop> {
        let left = self.until_check.get();
        if left > 1 {
            self.until_check.set(left - 1);
            Ok(())
        } else {
            self.check(STRIDE)
        }
    }

    /// `n` steps at once, for native loops that work in blocks.
    pub fn ticks(&self, n: u32) -> Result<(), Stop> {
        let left = self.until_check.get();
        if left > n {
            self.until_check.set(left - n);
            Ok(())
        } else {
            self.check(STRIDE - left + n)
        }
    }

    /// Looks at everything right now. To be called before and after one long native operation.
    pub fn check_now(&self) -> Result<(), Stop> {
        self.check(STRIDE - self.until_check.get())
    }

    #[cold]
    fn check(&self, passed: u32) -> Result<(), Stop> {
        self.until_check.set(STRIDE);
        self.steps.set(self.steps.get() + u64::from(passed));
        if self.interrupted.load(Ordering::Relaxed) {
            return Err(Stop::Interrupted);
        }
        let limits = self.limits.borrow();
        if let Some(n) = limits.steps.filter(|&n| self.steps.get() > n) {
            return Err(Stop::Steps(n));
        }
        if let Some(n) = limits.memory.filter(|&n| allocated() > n) {
            return Err(Stop::Memory(n));
        }
        if let Some(t) = limits.time.filter(|&t| self.started.get().elapsed() > t) {
            return Err(Stop::Time(t));
        }
        if let Some(sink) = &*self.sink.borrow() {
            match &*self.last.borrow() {
                Some(progress) => sink(progress),
                None => sink(&Progress { phase: "steps", done: self.steps.get(), total: None, detail: None }),
            }
        }
        Ok(())
    }

    /// One level deeper; pair it with [`Handle::leave`].
    #[inline]
    pub fn enter(&self) -> Result<(), Stop> {
        let depth = self.depth.get();
        if depth >= self.max_depth.get() {
            return Err(Stop::Depth(self.max_depth.get()));
        }
        self.depth.set(depth + 1);
        Ok(())
    }

    /// One level back.
    #[inline]
    pub fn leave(&self) {
        self.depth.set(self.depth.get().saturating_sub(1));
    }

    /// Nested levels right now.
    pub fn depth(&self) -> u32 {
        self.depth.get()
    }

    /// Steps counted so far.
    pub fn steps(&self) -> u64 {
        self.steps.get() + u64::from(STRIDE - self.until_check.get())
    }

    /// Time since [`Handle::restart`].
    pub fn elapsed(&self) -> Duration {
        self.started.get().elapsed()
    }

    /// Says how far a long computation is.
    pub fn progress(&self, phase: &'static str, done: u64, total: Option<u64>) {
        *self.last.borrow_mut() = Some(Progress { phase, done, total, detail: None });
    }

    /// The same, with a count of what the phase watches.
    pub fn progress_with(&self, phase: &'static str, done: u64, total: Option<u64>, detail: (u64, &'static str)) {
        *self.last.borrow_mut() = Some(Progress { phase, done, total, detail: Some(detail) });
    }
}

/// Refuses an allocation that would pass the bound before it is made.
impl Handle {
    /// Bytes that may still be allocated; `None` without a bound.
    pub fn room(&self) -> Option<usize> {
        self.limits.borrow().memory.map(|n| n.saturating_sub(allocated()))
    }

    /// An error if `bytes` more would pass the memory bound.
    pub fn reserve(&self, bytes: usize) -> Result<(), Stop> {
        match self.limits.borrow().memory {
            Some(n) if allocated().saturating_add(bytes) > n => Err(Stop::Memory(n)),
            _ => Ok(()),
        }
    }
}

thread_local! {
    static ALLOCATED: Cell<usize> = const { Cell::new(0) };
}

/// Bytes that this thread holds, as counted by [`CountingAllocator`]; 0 where that is not installed.
pub fn allocated() -> usize {
    ALLOCATED.with(Cell::get)
}

/// A fast allocator with a count of bytes for each thread. The command installs it, so that memory is bounded
/// whatever it is used for.
pub struct CountingAllocator;

#[allow(unsafe_code)]
// SAFETY: every call goes to the allocator below unchanged; the count is a thread-local cell without destructor.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let _ = ALLOCATED.try_with(|n| n.set(n.get().wrapping_add(layout.size())));
        unsafe { MiMalloc.alloc(layout) }
    }
    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout) {
        let _ = ALLOCATED.try_with(|n| n.set(n.get().saturating_sub(layout.size())));
        unsafe { MiMalloc.dealloc(ptr, layout) }
    }
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        let _ = ALLOCATED.try_with(|n| n.set(n.get().wrapping_add(layout.size())));
        unsafe { MiMalloc.alloc_zeroed(layout) }
    }
    unsafe fn realloc(&self, ptr: *mut u8, layout: Layout, new: usize) -> *mut u8 {
        let _ = ALLOCATED.try_with(|n| n.set(n.get().saturating_sub(layout.size()).wrapping_add(new)));
        unsafe { MiMalloc.realloc(ptr, layout, new) }
    }
}

/// The stack that is left free for what stands between two looks at it: a landing's nodes, a native function.
pub const RED_ZONE: usize = 384 * 1024;

/// Runs `f` with enough stack: recursion over data of any depth goes through here.
#[inline]
pub fn with_stack<T>(f: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(RED_ZONE, 4 * 1024 * 1024, f)
}

/// Runs `f` with room for plain recursion over a syntax tree or code, whose height the parser bounds: dropping, copying and
/// comparing them takes at most this much.
#[inline]
pub fn with_room<T>(f: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(2 * 1024 * 1024, 8 * 1024 * 1024, f)
}

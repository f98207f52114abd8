#![doc = include_str!("../README.md")]
//!
//! The one handle that every long computation takes: steps, depth, memory, time, interruption, progress.
//!
//! A computation calls [`Handle::tick`] in its inner loops and [`Handle::enter`] where it recurses. Every bound ends
//! in a [`Stop`], which travels up as an ordinary error; nothing is lost on the way.

#![forbid(unsafe_code)]

pub mod clock;

use clock::Instant;
use std::cell::{Cell, RefCell};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Why a computation had to end before its answer.
///
/// ```
/// use sprague_limits::{Handle, Limits, Stop};
/// let handle = Handle::new(Limits { steps: Some(3), ..Limits::default() });
/// let stopped = (0..10).try_for_each(|_| handle.tick());
/// assert_eq!(stopped, Err(Stop::Steps(3)));
/// assert_eq!(Stop::Steps(3).to_string(), "stopped after 3 steps");
/// ```
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
    /// So many bytes are needed for what is to be kept, more than there is room for; the text says for what.
    Room(String, usize),
    /// The user asked for it (Ctrl-C).
    Interrupted,
    /// A result too large to be represented; the text says what and up to which size.
    TooLarge(String),
}

impl std::error::Error for Stop {}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Steps(n) => write!(f, "stopped after {n} steps"),
            Stop::Depth(n) => write!(f, "calls are nested more than {n} deep"),
            Stop::Memory(n) => write!(f, "more than {} MiB of memory in use", n >> 20),
            Stop::Time(t) => write!(f, "stopped after {} s", t.as_secs_f64()),
            Stop::Interrupted => write!(f, "interrupted"),
            Stop::TooLarge(what) | Stop::Room(what, _) => write!(f, "{what}"),
        }
    }
}

/// What a computation may use. `None` is no bound.
///
/// ```
/// use sprague_limits::{Handle, Limits, Stop};
/// let handle = Handle::new(Limits { depth: Some(2), ..Limits::default() });
/// handle.enter()?;
/// handle.enter()?;
/// assert_eq!(handle.enter(), Err(Stop::Depth(2)));
/// # Ok::<(), Stop>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Steps: about one for every node evaluated or position visited.
    pub steps: Option<u64>,
    /// Nested calls.
    pub depth: Option<u32>,
    /// Bytes of memory of this thread; counted only where an allocator tells [`count`].
    pub memory: Option<usize>,
    /// Wall time.
    pub time: Option<Duration>,
}

/// What a long computation says of itself.
///
/// ```
/// use sprague_limits::{Handle, Progress};
/// use std::{cell::Cell, rc::Rc};
///
/// let (handle, percent) = (Handle::default(), Rc::new(Cell::new(0)));
/// let shown = Rc::clone(&percent);
/// let hear = move |said: &Progress| shown.set(100 * said.done / said.total.unwrap_or(u64::MAX));
/// handle.set_progress_sink(Some(Box::new(hear)));
/// handle.progress("heaps", 50, Some(200));
/// handle.check_now()?;
/// assert_eq!(percent.get(), 25);
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
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

/// Most steps between two looks at the clock, the memory and the interruption flag.
const STRIDE: u64 = 1024;
/// About how long two looks are apart, in nanoseconds, where single steps take long.
const PAUSE: u64 = 1_000_000;
/// About how many bytes are taken between two looks, where single steps take many.
const GROWTH: u64 = 4 << 20;

/// What hears of progress.
type ProgressSink = Box<dyn Fn(&Progress)>;

/// The handle. Cheap to tick: one addition and one comparison.
///
/// Steps are counted exactly, and the bound on them holds at the same step in every run. How many steps lie between two looks
/// at all else goes by what the last ones cost: the clock decides when it is looked at, never what a computation gives.
///
/// ```
/// use sprague_limits::{Handle, Limits, Stop};
/// let handle = Handle::new(Limits { steps: Some(1000), ..Limits::default() });
/// let sum = (0..).try_fold(0u64, |sum, n| handle.tick().map(|()| sum + n));
/// assert_eq!(sum, Err(Stop::Steps(1000)));
/// ```
pub struct Handle {
    steps: Cell<u64>,
    /// The step at which everything is looked at again.
    look_at: Cell<u64>,
    stride: Cell<u64>,
    /// The last look: when it was, at which step, with how many bytes.
    looked: Cell<(Instant, u64, usize)>,
    peak: Cell<usize>,
    depth: Cell<u32>,
    limits: RefCell<Limits>,
    max_depth: Cell<u32>,
    started: Cell<Instant>,
    interrupted: Arc<AtomicBool>,
    overtaken: RefCell<Option<Arc<AtomicBool>>>,
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
        let handle = Handle {
            steps: Cell::new(0),
            look_at: Cell::new(0),
            stride: Cell::new(STRIDE),
            looked: Cell::new((Instant::now(), 0, 0)),
            peak: Cell::new(0),
            depth: Cell::new(0),
            max_depth: Cell::new(limits.depth.unwrap_or(u32::MAX)),
            limits: RefCell::new(limits),
            started: Cell::new(Instant::now()),
            interrupted: Arc::new(AtomicBool::new(false)),
            overtaken: RefCell::new(None),
            sink: RefCell::new(None),
            last: RefCell::new(None),
        };
        handle.restart();
        handle
    }

    /// Starts a new computation: steps, depth and clock at zero, no interruption pending.
    pub fn restart(&self) {
        let now = Instant::now();
        forget_peak();
        self.steps.set(0);
        self.stride.set(STRIDE);
        self.looked.set((now, 0, allocated()));
        self.peak.set(0);
        self.look_later();
        self.depth.set(0);
        self.started.set(now);
        self.interrupted.store(false, Ordering::Relaxed);
        *self.overtaken.borrow_mut() = None;
        *self.last.borrow_mut() = None;
    }

    /// The bounds in force.
    pub fn limits(&self) -> Limits {
        self.limits.borrow().clone()
    }

    /// Changes the bounds. The next look is not put off: whoever changes them again and again is looked at all the same.
    ///
    /// ```
    /// use sprague_limits::{Handle, Limits, Stop};
    /// let handle = Handle::default();
    /// handle.interruption_flag().store(true, std::sync::atomic::Ordering::Relaxed);
    /// let short_rounds = (0..10_000).try_for_each(|_| {
    ///     handle.set_limits(Limits::default());
    ///     handle.tick()
    /// });
    /// assert_eq!(short_rounds, Err(Stop::Interrupted));
    /// ```
    pub fn set_limits(&self, limits: Limits) {
        self.max_depth.set(limits.depth.unwrap_or(u32::MAX));
        self.look_at.set(self.look_at.get().min(first_too_many(&limits)));
        *self.limits.borrow_mut() = limits;
        forget_peak();
    }

    /// The flag that a Ctrl-C handler sets.
    pub fn interruption_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.interrupted)
    }

    /// From now on a computation ends, as if its steps were used up, once this flag is set: somebody else has the answer. What was there before.
    ///
    /// ```
    /// use sprague_limits::{Handle, Stop};
    /// use std::sync::{Arc, atomic::{AtomicBool, Ordering}};
    /// let (handle, answered) = (Handle::default(), Arc::new(AtomicBool::new(false)));
    /// handle.end_with(Some(Arc::clone(&answered)));
    /// handle.check_now()?;
    /// answered.store(true, Ordering::Relaxed);
    /// assert!(matches!(handle.check_now(), Err(Stop::Steps(_))));
    /// # Ok::<(), Stop>(())
    /// ```
    pub fn end_with(&self, flag: Option<Arc<AtomicBool>>) -> Option<Arc<AtomicBool>> {
        self.overtaken.replace(flag)
    }

    /// Who hears of progress; called by [`Handle::tick`] when it looks at the clock, about every millisecond. Of a
    /// computation that says nothing of itself it hears the number of steps.
    pub fn set_progress_sink(&self, sink: Option<ProgressSink>) {
        *self.sink.borrow_mut() = sink;
    }

    /// One step. To be called in every loop whose length depends on the input.
    #[inline]
    pub fn tick(&self) -> Result<(), Stop> {
        self.ticks(1u64)
    }

    /// `n` steps at once, for native loops that work in blocks: about one for every microsecond, a kilobyte or some dozen
    /// elements.
    #[inline]
    pub fn ticks(&self, n: impl TryInto<u64>) -> Result<(), Stop> {
        let before = self.steps.get();
        let steps = before.saturating_add(n.try_into().unwrap_or(u64::MAX));
        self.steps.set(steps);
        if steps < self.look_at.get() { Ok(()) } else { self.check_block(before) }
    }

    /// A block that ends behind the bound is counted as far as the first step too many, as it would be step by step: an attempt
    /// that is given up there has taken the same steps in every way of counting them.
    #[cold]
    fn check_block(&self, before: u64) -> Result<(), Stop> {
        let last = first_too_many(&self.limits.borrow()).max(before.saturating_add(1));
        self.steps.set(self.steps.get().min(last));
        self.check_now()
    }

    /// Looks at everything right now. To be called before and after one long native operation. Who does not heed an error hears of
    /// it again at the next step.
    ///
    /// ```
    /// use sprague_limits::{Handle, Stop};
    /// let handle = Handle::default();
    /// handle.interruption_flag().store(true, std::sync::atomic::Ordering::Relaxed);
    /// let _ = handle.check_now();
    /// assert_eq!(handle.tick(), Err(Stop::Interrupted));
    /// ```
    #[cold]
    pub fn check_now(&self) -> Result<(), Stop> {
        self.look().inspect_err(|_| self.look_at.set(self.steps.get()))
    }

    fn look(&self) -> Result<(), Stop> {
        let (now, steps, held, peak) = (Instant::now(), self.steps.get(), allocated(), forget_peak());
        self.peak.set(self.peak.get().max(peak));
        let (before, passed, had) = self.looked.replace((now, steps, held));
        // Steps that take long, or much memory, are looked at one by one; the way back is gradual.
        let passed = (steps - passed).max(1);
        let time = u64::try_from((now - before).as_nanos()).unwrap_or(u64::MAX).max(1);
        let grown = (peak.saturating_sub(had) as u64).max(1);
        let fitting = passed.saturating_mul(PAUSE) / time;
        let fitting = fitting.min(passed.saturating_mul(GROWTH) / grown);
        self.stride.set(fitting.min(2 * self.stride.get()).clamp(1, STRIDE));
        self.look_later();
        if self.interrupted.load(Ordering::Relaxed) {
            return Err(Stop::Interrupted);
        }
        if self.overtaken.borrow().as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Err(Stop::Steps(steps));
        }
        let limits = self.limits.borrow();
        if let Some(n) = limits.steps.filter(|&n| steps > n) {
            return Err(Stop::Steps(n));
        }
        if let Some(n) = limits.memory.filter(|&n| peak > n) {
            return Err(Stop::Memory(n));
        }
        if let Some(t) = limits.time.filter(|&t| now - self.started.get() > t) {
            return Err(Stop::Time(t));
        }
        if let Some(sink) = &*self.sink.borrow() {
            match &*self.last.borrow() {
                Some(progress) => sink(progress),
                None => sink(&Progress { phase: "steps", done: steps, total: None, detail: None }),
            }
        }
        Ok(())
    }

    /// The next look is one stride away, or at the first step too many.
    fn look_later(&self) {
        let last = first_too_many(&self.limits.borrow());
        self.look_at.set(self.steps.get().saturating_add(self.stride.get()).min(last));
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
        self.steps.get()
    }

    /// The most bytes that were in use at once since [`Handle::restart`].
    pub fn peak(&self) -> usize {
        self.peak.get().max(PEAK.get())
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

    /// Bytes that may still be allocated; `None` without a bound.
    pub fn room(&self) -> Option<usize> {
        self.limits.borrow().memory.map(|n| n.saturating_sub(allocated()))
    }

    /// Pays for a result of so many bytes before it is made: memory is asked for, and steps are counted, one a kilobyte.
    pub fn afford(&self, bytes: usize) -> Result<(), Stop> {
        self.reserve(bytes)?;
        self.ticks(bytes / 1024)
    }

    /// An error if `bytes` more would pass the memory bound.
    pub fn reserve(&self, bytes: usize) -> Result<(), Stop> {
        match self.limits.borrow().memory {
            Some(n) if allocated().saturating_add(bytes) > n => Err(Stop::Memory(n)),
            _ => Ok(()),
        }
    }
}

/// The step at which a bound on them is passed.
fn first_too_many(limits: &Limits) -> u64 {
    limits.steps.map_or(u64::MAX, |n| n.saturating_add(1))
}

thread_local! {
    static ALLOCATED: Cell<usize> = const { Cell::new(0) };
    static PEAK: Cell<usize> = const { Cell::new(0) };
}

/// Bytes that this thread holds, as told to [`count`]; 0 where no allocator does.
///
/// ```
/// use sprague_limits::{allocated, count};
/// let before = allocated();
/// count(4096, 0); // said by the allocator
/// assert_eq!(allocated() - before, 4096);
/// ```
pub fn allocated() -> usize {
    ALLOCATED.with(Cell::get)
}

/// The most bytes that this thread held at once since this was last asked.
fn forget_peak() -> usize {
    PEAK.replace(allocated())
}

/// Counts bytes that come, and those that go once they are there: for the allocator that a program installs, if it wants
/// memory to be bounded. The most since the last look is kept too: a vector that grows holds its old and its new elements at once.
///
/// ```
/// use sprague_limits::{Handle, Limits, Stop, count};
/// let handle = Handle::new(Limits { memory: Some(1 << 20), ..Limits::default() });
/// // Said by the allocator, of a vector that is longer than that.
/// count(1 << 21, 0);
/// assert_eq!(handle.check_now(), Err(Stop::Memory(1 << 20)));
/// ```
#[inline]
pub fn count(come: usize, go: usize) {
    let _ = ALLOCATED.try_with(|held| {
        let most = held.get().wrapping_add(come);
        held.set(most.saturating_sub(go));
        let _ = PEAK.try_with(|peak| peak.set(peak.get().max(most)));
    });
}

/// The stack that is left free for what stands between two looks at it: a landing's nodes, a native function.
const RED_ZONE: usize = 384 * 1024;

/// Runs `f` with enough stack: recursion over data of any depth goes through here.
///
/// ```
/// use sprague_limits::with_stack;
/// struct List(Option<Box<List>>);
/// fn length(list: &List) -> u32 {
///     list.0.as_ref().map_or(0, |rest| 1 + with_stack(|| length(rest)))
/// }
/// let long = (0..50_000).fold(List(None), |rest, _| List(Some(Box::new(rest))));
/// assert_eq!(length(&long), 50_000);
/// # let mut next = long.0;
/// # while let Some(list) = next { next = list.0 }
/// ```
#[inline]
pub fn with_stack<T>(f: impl FnOnce() -> T) -> T {
    grown(RED_ZONE, 4 * 1024 * 1024, f)
}

/// Runs `f` with room for plain recursion over a syntax tree or code, whose height the parser bounds: dropping, copying and
/// comparing them takes at most this much.
///
/// ```
/// use sprague_limits::with_room;
/// enum Term { One, Plus(Box<Term>, Box<Term>) }
/// fn value(term: &Term) -> u32 {
///     match term {
///         Term::One => 1,
///         Term::Plus(a, b) => value(a) + value(b),
///     }
/// }
/// let sum = (1..1000).fold(Term::One, |sum, _| Term::Plus(Box::new(sum), Box::new(Term::One)));
/// assert_eq!(with_room(|| value(&sum)), 1000);
/// with_room(|| drop(sum));
/// ```
#[inline]
pub fn with_room<T>(f: impl FnOnce() -> T) -> T {
    grown(2 * 1024 * 1024, 8 * 1024 * 1024, f)
}

/// Runs `f` on a new piece of stack if less than `least` is left of this one.
#[cfg(not(target_family = "wasm"))]
#[inline]
fn grown<T>(least: usize, more: usize, f: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(least, more, f)
}

/// There is one stack, as large as the host made it: whoever runs there bounds the depth.
#[cfg(target_family = "wasm")]
#[inline]
fn grown<T>(_least: usize, _more: usize, f: impl FnOnce() -> T) -> T {
    f()
}

/// Whether little is left of this stack, as far as that can be told.
///
/// ```
/// use sprague_limits::is_stack_short;
/// // A thread begins with more than enough; deep recursion would find it short, and could give up in good order.
/// let short = std::thread::spawn(is_stack_short).join().expect("it does not panic");
/// assert!(!short);
/// ```
#[inline]
pub fn is_stack_short() -> bool {
    #[cfg(not(target_family = "wasm"))]
    let left = stacker::remaining_stack();
    #[cfg(target_family = "wasm")]
    let left = None::<usize>;
    left.is_some_and(|left| left < RED_ZONE + 64 * 1024)
}

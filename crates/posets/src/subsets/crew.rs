//! The threads of a computation and the one that waits for them: it alone knows the [`Handle`], and raises one flag that the others
//! read every few hundred classes.

use super::error::Error;
use sprague_limits::{Handle, Stop};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
#[cfg(feature = "threads")]
use std::time::Duration;

/// The handle belongs to the thread that asks: others hear of it by a flag. Without others it is asked directly.
#[cfg(feature = "threads")]
type Listener<'h> = std::marker::PhantomData<&'h ()>;
#[cfg(not(feature = "threads"))]
type Listener<'h> = (&'h Handle, Option<u64>);

/// What the threads share.
pub(super) struct Shared<'h> {
    listener: Listener<'h>,
    stop: AtomicBool,
    reason: Mutex<Option<Error>>,
    done: AtomicU64,
    /// How much of it the handle has heard of.
    told: AtomicU64,
    level: AtomicUsize,
    /// What people should hear.
    said: Mutex<Vec<String>>,
}

impl<'h> Shared<'h> {
    /// Nothing done yet, on this level.
    pub(super) fn new(_handle: &'h Handle, _expected: Option<u64>, level: u32) -> Self {
        Shared {
            #[cfg(feature = "threads")]
            listener: std::marker::PhantomData,
            #[cfg(not(feature = "threads"))]
            listener: (_handle, _expected),
            stop: AtomicBool::new(false),
            reason: Mutex::new(None),
            done: AtomicU64::new(0),
            told: AtomicU64::new(0),
            level: AtomicUsize::new(level as usize),
            said: Mutex::default(),
        }
    }

    /// Tells the handle how far the computation is; an error if it is to stop.
    pub(super) fn ask(&self, handle: &Handle, expected: Option<u64>) -> Result<(), Stop> {
        let (done, level) = (self.done.load(Ordering::Relaxed), self.level.load(Ordering::Relaxed));
        handle.progress(&PHASES[level.min(256)], done, expected);
        handle.ticks(done.saturating_sub(self.told.swap(done, Ordering::Relaxed)))?;
        handle.check_now()
    }

    /// How far the computation is: its level, and the classes before it.
    pub(super) fn at(&self, level: u32, classes: u64) {
        self.level.store(level as usize, Ordering::Relaxed);
        self.done.store(classes, Ordering::Relaxed);
    }

    /// So many classes more are done.
    pub(super) fn count(&self, classes: usize) {
        self.done.fetch_add(classes as u64, Ordering::Relaxed);
    }

    /// What people should hear.
    pub(super) fn say(&self, what: String) {
        lock(&self.said).push(what);
    }

    /// Tells people what was said since the last time.
    pub(super) fn pass_on(&self, notice: Option<&dyn Fn(&str)>) {
        lock(&self.said).drain(..).for_each(|said| notice.iter().for_each(|notice| notice(&said)));
    }

    #[cfg(feature = "threads")]
    pub(super) fn halt(&self, reason: Error) {
        lock(&self.reason).get_or_insert(reason);
        self.stop.store(true, Ordering::Relaxed);
    }

    pub(super) fn go_on(&self) -> Result<(), Error> {
        #[cfg(not(feature = "threads"))]
        self.ask(self.listener.0, self.listener.1).map_err(Error::Stop)?;
        if self.stop.load(Ordering::Relaxed) {
            return Err(lock(&self.reason).clone().unwrap_or(Error::Stop(Stop::Interrupted)));
        }
        Ok(())
    }
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How often the calling thread ticks.
#[cfg(feature = "threads")]
const BEAT: Duration = Duration::from_millis(20);

static PHASES: LazyLock<Vec<String>> = LazyLock::new(|| (0..=256).map(|s| format!("downsets, level {s}")).collect());

/// Computes in another thread; this one does its own meanwhile, fifty times a second, and at the end.
#[cfg(feature = "threads")]
pub(super) fn waited_for<T: Send>(
    compute: impl FnOnce() -> Result<T, Error> + Send,
    meanwhile: impl Fn(),
) -> Result<T, Error> {
    use std::sync::mpsc::{RecvTimeoutError, channel};
    let (send, receive) = channel();
    std::thread::scope(|scope| {
        // Whoever no longer listens does not need the answer.
        scope.spawn(move || drop(send.send(compute())));
        loop {
            match receive.recv_timeout(BEAT) {
                Ok(result) => {
                    // What was done since the last time counts, too: steps do not depend on the clock.
                    meanwhile();
                    return result;
                }
                Err(RecvTimeoutError::Disconnected) => return Err(Error::Stop(Stop::Interrupted)),
                Err(RecvTimeoutError::Timeout) => meanwhile(),
            }
        }
    })
}

/// What several threads may use at once: anything where there are no threads.
#[cfg(feature = "threads")]
pub(super) trait ByAll: Sync {}
#[cfg(feature = "threads")]
impl<T: Sync> ByAll for T {}
#[cfg(not(feature = "threads"))]
pub(super) trait ByAll {}
#[cfg(not(feature = "threads"))]
impl<T> ByAll for T {}

/// Does the same work in so many threads, this one among them: what each of them comes to.
#[cfg(feature = "threads")]
pub(super) fn together<T: Send>(threads: usize, work: impl Fn() -> Result<T, Error> + Sync) -> Result<Vec<T>, Error> {
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(&work)).collect();
        let mine = work();
        let theirs = others.into_iter().map(|other| other.join().unwrap_or(Err(Error::Stop(Stop::Interrupted))));
        std::iter::once(mine).chain(theirs).collect()
    })
}

/// The same where there are no threads.
#[cfg(not(feature = "threads"))]
pub(super) fn together<T>(_: usize, work: impl Fn() -> Result<T, Error>) -> Result<Vec<T>, Error> {
    Ok(vec![work()?])
}

//! The push engine: a recursion over classes of downsets, level by level, on several threads.
//!
//! Level `s` holds all classes of `s` elements as {canonical key, payload}; only two levels are alive. Every class
//! pushes a contribution over each element that may be added to it. What the classes are is said by a [`Space`], what
//! is computed by a [`Recursion`].
//!
//! All tables are made and dropped on threads of the computation's own; the calling thread only waits, ticks its
//! [`Handle`] fifty times a second, and raises one flag that the workers read every few hundred classes. So bounds
//! and interruption act within 0.1 s. Without the feature `threads` all is done on the calling thread. Memory of the tables
//! is bounded together (`MemoryBudget`); what has no room in it goes to files, where there are any ([`super::spill`]).

use super::checkpoint::{self, Checkpoints, Stand, State, damaged};
#[cfg(feature = "cluster")]
use super::cluster::Cluster;
use super::error::{BadCheckpoint, Error};
use super::spill::{Disk, Filing, Run, Target};
use super::table::{Level, MemoryBudget, NoRoom, SHARDS, Shard};
use sprague_limits::clock::Instant;
use sprague_limits::{Handle, Stop, allocated};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

/// What the classes are: downsets of some poset up to some symmetry, as words of 128 bits that are never 0.
pub trait Space: Sync {
    /// What is counted once for a downset and used for all its additions.
    type Frame;
    /// What is known of a downset before its canonical form is made.
    type Keys;
    /// The permutation that leads to a canonical form.
    type Route;
    /// Prepares the additions to `d`.
    fn frame(&self, d: u128) -> Self::Frame;
    /// The elements that may be added to `d`.
    fn addable(&self, d: u128) -> u128;
    /// Invariants of `d` with `y` added.
    fn keys(&self, frame: &Self::Frame, d: u128, y: u32) -> Self::Keys;
    /// The canonical form of `d` with `y` added, and the way there.
    fn canonical(&self, frame: &Self::Frame, d: u128, y: u32, keys: &Self::Keys) -> (u128, Self::Route);
    /// Whether a class belongs to the computation; `size` is its number of elements.
    fn contains(&self, _class: u128, _size: u32) -> bool {
        true
    }
    /// Whether a word that was read from somewhere is a class of the computation with `size` elements.
    fn is_class(&self, class: u128, size: u32) -> bool {
        class.count_ones() == size && self.contains(class, size)
    }
    /// The classes below one, itself among them, as a space of their own; `None` if there are more than `most` or they
    /// cannot be listed.
    fn below(&self, _class: u128, _most: usize) -> Result<Option<Self>, Stop>
    where
        Self: Sized,
    {
        Ok(None)
    }
}

/// Fixed-size data stored with a class.
pub trait Payload: Copy + Send + Sync + 'static {
    /// What fills free slots.
    const EMPTY: Self;
    /// Words of 64 bits that encode it.
    const WORDS: usize;
    /// Writes it into `WORDS` words.
    fn encode(&self, words: &mut [u64]);
    /// Reads it from `WORDS` words.
    fn decode(words: &[u64]) -> Self;
}

/// Counts of one level, gathered while it is pushed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClassTally {
    /// How many classes of the level there are.
    pub classes: u64,
    /// How many classes have each value, where the recursion has values; for counts, sums (see the recursion).
    pub counts: Vec<u64>,
    /// The smallest classes of the largest value, in order.
    pub examples: Vec<u128>,
}

impl ClassTally {
    /// How many examples are kept.
    pub(crate) const EXAMPLES: usize = 8;

    /// Counts a class of this value.
    #[inline]
    pub(crate) fn count(&mut self, value: usize, class: u128) {
        if self.counts.len() <= value {
            self.counts.resize(value + 1, 0);
            self.examples.clear();
        }
        self.counts[value] += 1;
        if value + 1 == self.counts.len()
            && (self.examples.len() < Self::EXAMPLES || self.examples.last().is_some_and(|&last| class < last))
        {
            self.keep(&[class]);
        }
    }

    pub(super) fn absorb(&mut self, other: &ClassTally) {
        self.classes += other.classes;
        if other.counts.len() > self.counts.len() {
            self.counts.resize(other.counts.len(), 0);
            self.examples.clear();
        }
        for (sum, count) in self.counts.iter_mut().zip(&other.counts) {
            *sum += count;
        }
        if other.counts.len() == self.counts.len() {
            self.keep(&other.examples);
        }
    }

    /// Keeps the smallest examples, whichever thread met them first.
    fn keep(&mut self, classes: &[u128]) {
        self.examples.extend(classes);
        self.examples.sort_unstable();
        self.examples.truncate(Self::EXAMPLES);
    }
}

/// What is computed.
pub trait Recursion<S: Space>: Sync {
    /// What is stored with a class.
    type Payload: Payload;
    /// What a class has ready for its additions.
    type Work;
    /// A short name, kept in checkpoints.
    const NAME: &'static str;
    /// The payload is complete: whatever is read off once for a class.
    fn prepare(&self, space: &S, d: u128, payload: &Self::Payload, tally: &mut ClassTally) -> Self::Work;
    /// Whether anything is to be pushed over `y`.
    fn wanted(&self, _d: u128, _work: &Self::Work, _y: u32, _keys: &S::Keys) -> bool {
        true
    }
    /// What is pushed over `y`, in the coordinates of `d`; `None` when a number does not fit.
    fn contribution(&self, d: u128, work: &Self::Work, y: u32) -> Option<Self::Payload>;
    /// The same in the coordinates of the canonical form.
    fn carry(&self, payload: Self::Payload, _route: &S::Route) -> Self::Payload {
        payload
    }
    /// Merges a contribution into what is there; false when a number does not fit.
    fn merge(&self, into: &mut Self::Payload, from: &Self::Payload) -> bool;
}

/// How a computation is run.
#[derive(Default)]
pub struct Options<'a> {
    /// Threads; 0 for as many as the machine has.
    pub threads: usize,
    /// Where levels are kept, and from where a computation is resumed.
    pub checkpoints: Option<&'a mut dyn Checkpoints>,
    /// Classes expected, for the progress.
    pub expected: Option<u64>,
    /// Who hears that levels cannot be kept; the computation goes on.
    pub notice: Option<&'a dyn Fn(&str)>,
    /// With which processes together.
    #[cfg(feature = "cluster")]
    pub cluster: Option<&'a Cluster>,
}

impl Options<'_> {
    /// Options with this number of threads.
    pub fn threads(threads: usize) -> Self {
        Options { threads, ..Options::default() }
    }

    /// The same options again, for a second attempt.
    pub(crate) fn again(&mut self) -> Options<'_> {
        let checkpoints = self.checkpoints.as_mut().map(|checkpoints| &mut **checkpoints as &mut dyn Checkpoints);
        Options {
            threads: self.threads,
            checkpoints,
            expected: self.expected,
            notice: self.notice,
            #[cfg(feature = "cluster")]
            cluster: self.cluster,
        }
    }

    /// Says why levels are no longer kept.
    pub(super) fn tell(&self, why: &str) {
        if let Some(notice) = self.notice {
            notice(why);
        }
    }

    pub(super) fn thread_count(&self) -> usize {
        #[cfg(feature = "cluster")]
        if let Some(cluster) = self.cluster {
            return cluster.workers();
        }
        match self.threads {
            _ if cfg!(not(feature = "threads")) => 1,
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        }
    }
}

/// From where to where.
pub struct Task<P> {
    /// The classes of the first level.
    pub start: Vec<(u128, P)>,
    /// Elements of those.
    pub first: u32,
    /// The level at which to end.
    pub last: u32,
    /// What a checkpoint must agree with.
    pub identity: String,
    /// Classes, each with its level, whose payloads are asked for.
    pub watched: Vec<(u32, u128)>,
}

/// What is known at the end.
pub struct LevelEnd<'a, 'b, P> {
    /// The last level, complete but not pushed.
    pub level: &'a Level<'b, P>,
    /// The counts of all levels before it.
    pub tallies: Vec<ClassTally>,
    /// The largest number of bytes of the tables.
    pub bytes: usize,
    /// The classes that were asked for and met on a level before, in no order.
    pub watched: &'a [(u128, P)],
    pub(super) shared: &'a Shared<'a>,
}

impl<P> LevelEnd<'_, '_, P> {
    /// Asks, now and then, whether to go on.
    pub(crate) fn go_on(&self) -> Result<(), Error> {
        self.shared.go_on()
    }
}

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

impl Shared<'_> {
    /// Tells the handle how far the computation is; an error if it is to stop.
    fn ask(&self, handle: &Handle, expected: Option<u64>) -> Result<(), Stop> {
        let (done, level) = (self.done.load(Ordering::Relaxed), self.level.load(Ordering::Relaxed));
        handle.progress(&PHASES[level.min(256)], done, expected);
        handle.ticks(done.saturating_sub(self.told.swap(done, Ordering::Relaxed)))?;
        handle.check_now()
    }

    /// How far all processes are.
    #[cfg(feature = "cluster")]
    pub(super) fn at(&self, level: u32, classes: u64) {
        self.level.store(level as usize, Ordering::Relaxed);
        self.done.store(classes, Ordering::Relaxed);
    }

    /// What people should hear.
    pub(super) fn say(&self, what: String) {
        lock(&self.said).push(what);
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

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Below this many classes a level is pushed without locks and batches.
const SMALL: usize = 2048;
/// Records a thread gathers for a shard before it takes the lock.
const BATCH: usize = 48;
/// Classes between two looks at the flag.
const LOOK: usize = 256;
/// How often the calling thread ticks.
#[cfg(feature = "threads")]
const BEAT: Duration = Duration::from_millis(20);

static PHASES: LazyLock<Vec<String>> = LazyLock::new(|| (0..=256).map(|s| format!("downsets, level {s}")).collect());

/// Runs a recursion from the first to the last level and gives the last one to `finish`.
pub fn run<S, R, T>(
    space: &S,
    recursion: &R,
    task: &Task<R::Payload>,
    mut options: Options,
    handle: &Handle,
    finish: impl FnOnce(LevelEnd<R::Payload>) -> Result<T, Error> + Send,
) -> Result<T, Error>
where
    S: Space,
    R: Recursion<S>,
    T: Send,
{
    handle.check_now()?;
    let limit = handle.limits().memory;
    let room = limit.map_or(usize::MAX, |n| n.saturating_sub(allocated()));
    let (threads, expected, notice) = (options.thread_count(), options.expected, options.notice);
    let disk = options.checkpoints.as_mut().and_then(|kept| Disk::new(&mut **kept, room, threads));
    let budget = MemoryBudget::new(if disk.is_some() { Disk::tables(room) } else { room });
    let shared = Shared {
        #[cfg(feature = "threads")]
        listener: std::marker::PhantomData,
        #[cfg(not(feature = "threads"))]
        listener: (handle, expected),
        stop: AtomicBool::new(false),
        reason: Mutex::new(None),
        done: AtomicU64::new(0),
        told: AtomicU64::new(0),
        level: AtomicUsize::new(task.first as usize),
        said: Mutex::default(),
    };
    let tell = || lock(&shared.said).drain(..).for_each(|said| notice.iter().for_each(|notice| notice(&said)));
    let driver = Driver {
        space,
        recursion,
        task,
        shared: &shared,
        budget: &budget,
        disk: disk.as_ref(),
        limit: limit.unwrap_or(usize::MAX),
    };
    let compute = || {
        #[cfg(feature = "cluster")]
        if let Some(cluster) = options.cluster {
            return driver.drive_together(cluster, options.checkpoints, finish);
        }
        driver.drive(options.checkpoints, threads, finish)
    };
    #[cfg(feature = "threads")]
    let result = waited_for(compute, || {
        tell();
        shared.ask(handle, expected).unwrap_or_else(|stop| shared.halt(Error::Stop(stop)));
    });
    #[cfg(not(feature = "threads"))]
    let result = compute();
    tell();
    result
}

/// Computes in another thread; this one does its own meanwhile, fifty times a second.
#[cfg(feature = "threads")]
fn waited_for<T: Send>(compute: impl FnOnce() -> Result<T, Error> + Send, meanwhile: impl Fn()) -> Result<T, Error> {
    use std::sync::mpsc::{RecvTimeoutError, channel};
    let (send, receive) = channel();
    std::thread::scope(|scope| {
        // Whoever no longer listens does not need the answer.
        scope.spawn(move || drop(send.send(compute())));
        loop {
            match receive.recv_timeout(BEAT) {
                Ok(result) => return result,
                Err(RecvTimeoutError::Disconnected) => return Err(Error::Stop(Stop::Interrupted)),
                Err(RecvTimeoutError::Timeout) => meanwhile(),
            }
        }
    })
}

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

pub(super) struct Driver<'a, S, R: Recursion<S>>
where
    S: Space,
{
    pub space: &'a S,
    pub recursion: &'a R,
    pub task: &'a Task<R::Payload>,
    pub shared: &'a Shared<'a>,
    pub budget: &'a MemoryBudget,
    pub disk: Option<&'a Disk>,
    pub limit: usize,
}

/// A shard of a level that is pushed.
enum Source<'b, P> {
    Table(Shard<'b, P>),
    File(Run),
}

/// What all threads of a level write to.
struct Sink<'s, 'b, P> {
    targets: &'s [Mutex<Target<'b, P>>],
    /// Records that a thread gathers for each.
    batch: usize,
    /// Elements of the classes that are pushed.
    size: u32,
    /// Why one of the threads has ended.
    failure: OnceLock<Error>,
}

/// What one thread comes to: counts, and classes that were asked for and met in files.
struct Part<P> {
    tally: ClassTally,
    met: Vec<(u128, P)>,
}

impl<'a, S: Space, R: Recursion<S>> Driver<'a, S, R> {
    fn drive<T>(
        &self,
        mut checkpoints: Option<&mut dyn Checkpoints>,
        threads: usize,
        finish: impl FnOnce(LevelEnd<R::Payload>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let identity = format!("{} {}", R::NAME, self.task.identity);
        let last = self.task.last;
        let mut resumed = match &mut checkpoints {
            Some(kept) => checkpoint::resume(*kept, &identity, self)?,
            None => None,
        };
        // The files of a level are read by those who may write them.
        if resumed.as_ref().is_some_and(|(_, runs)| !runs.is_empty())
            && self.disk.is_none()
            && checkpoints.as_ref().is_some_and(|kept| kept.interval().is_none())
        {
            self.shared.say("the level kept there is in files of another process; this one begins anew".to_owned());
            resumed = None;
        }
        let (mut level, mut known) = match resumed {
            Some((State { size, .. }, _)) if size > last => {
                return Err(BadCheckpoint::Beyond { size, last }.into());
            }
            Some((State { size, level, tallies, watched }, runs)) => {
                let known = State { size, level: (), tallies, watched };
                self.fits(&known)?;
                let level = if runs.is_empty() { self.finished(level, size)? } else { Stand::Runs(runs) };
                if let Stand::Tables(level) = &level {
                    self.recheck(level, &known, threads)?;
                }
                (level, known)
            }
            None => {
                let level = Stand::Tables(self.start()?);
                let known = State { size: self.task.first, level: (), tallies: Vec::new(), watched: Vec::new() };
                if self.disk.is_some() {
                    // Whatever stands there belongs to an attempt that has ended, and is about to be removed.
                    self.keep(&mut checkpoints, &identity, &level, &known)?;
                }
                (level, known)
            }
        };
        self.sweep(&level, known.size)?;
        self.shared.done.store(known.tallies.iter().map(|t: &ClassTally| t.classes).sum(), Ordering::Relaxed);
        let (mut saved, mut pause) = (Instant::now(), Duration::ZERO);
        while known.size < last {
            self.shared.level.store(known.size as usize, Ordering::Relaxed);
            // A level in files is kept already but for its list, and those of the level before take room.
            let in_files = matches!(level, Stand::Runs(_));
            if let Some(interval) = checkpoints.as_ref().and_then(|kept| kept.interval())
                && (in_files || interval.is_zero() || saved.elapsed() >= interval.max(pause))
            {
                let begun = Instant::now();
                self.keep(&mut checkpoints, &identity, &level, &known)?;
                saved = Instant::now();
                // A slow disk may take a fifth of the time, not more.
                pause = 4 * (saved - begun);
            }
            let now = match &level {
                Stand::Tables(level) => {
                    let asked = self.task.watched.iter().filter(|asked| asked.0 == known.size);
                    known.watched.extend(asked.filter_map(|asked| Some((asked.1, *level.get(asked.1)?))));
                    level.len()
                }
                Stand::Runs(_) => expected_now(&known.tallies),
            };
            let expected = expected_next(&known.tallies, now);
            let (next, part) = self.push(level, known.size, expected, threads)?;
            known.tallies.push(part.tally);
            known.watched.extend(part.met);
            level = next;
            known.size += 1;
        }
        if checkpoints.as_ref().is_some_and(|kept| kept.interval().is_some()) {
            self.keep(&mut checkpoints, &identity, &level, &known)?;
        }
        let level = self.gathered(level, last)?;
        let (tallies, watched) = (known.tallies, &known.watched[..]);
        let bytes = self.budget.peak() + self.disk.map_or(0, |disk| disk.peak(threads));
        finish(LevelEnd { level: &level, tallies, bytes, watched, shared: self.shared })
    }

    /// Keeps a level. Where that fails nothing more is kept, which is said; the computation goes on.
    pub(super) fn keep(
        &self,
        checkpoints: &mut Option<&mut dyn Checkpoints>,
        identity: &str,
        level: &Stand<R::Payload>,
        known: &State<(), R::Payload>,
    ) -> Result<(), Error> {
        let Some(kept) = checkpoints else { return Ok(()) };
        match checkpoint::save(*kept, identity, level, known, &|| self.shared.go_on()) {
            Err(Error::Checkpoint(why)) => {
                self.shared.say(why.to_string());
                *checkpoints = None;
                Ok(())
            }
            Ok(()) => self.sweep(level, known.size),
            other => other,
        }
    }

    /// Removes the files of levels that are no longer needed.
    pub(super) fn sweep(&self, level: &Stand<R::Payload>, size: u32) -> Result<(), Error> {
        match (self.disk, level) {
            (Some(disk), Stand::Tables(_)) => disk.retain(size, &[]),
            (Some(disk), Stand::Runs(runs)) => disk.retain(size, runs),
            (None, Stand::Tables(_)) => Ok(()),
            (None, Stand::Runs(_)) => Err(damaged("its level is in files, and there are none here")),
        }
    }

    /// How records of this level are put into files, and read again.
    pub(super) fn files<'c>(
        &'c self,
        size: u32,
        checks: &'c (impl Fn(u128) -> bool, impl Fn() -> Result<(), Error>),
    ) -> Option<Filing<'a, 'c, R::Payload, impl Fn(&mut R::Payload, &R::Payload) -> bool>> {
        let merge = |into: &mut _, from: &_| self.recursion.merge(into, from);
        let empty = R::Payload::EMPTY;
        Some(Filing { disk: self.disk?, size, merge, empty, is_class: &checks.0, go_on: &checks.1 })
    }

    /// The last level, for who needs all of it.
    fn gathered(&self, level: Stand<'a, R::Payload>, size: u32) -> Result<Level<'a, R::Payload>, Error> {
        let runs = match level {
            Stand::Tables(level) => return Ok(level),
            Stand::Runs(runs) => runs,
        };
        let mut level = self.empty(0);
        for run in &runs {
            self.read(run, size, &mut |shard| {
                shard.records().try_for_each(|(key, payload)| self.put(&mut level, key, payload))
            })?;
        }
        Ok(level)
    }

    /// The first level.
    pub(super) fn start(&self) -> Result<Level<'a, R::Payload>, Error> {
        let mut level = self.empty(self.task.start.len());
        for (key, payload) in &self.task.start {
            self.put(&mut level, *key, payload)?;
        }
        Ok(level)
    }

    /// An empty level for about `expected` classes.
    pub(super) fn empty(&self, expected: usize) -> Level<'a, R::Payload> {
        let shards = if expected < SMALL { 1 } else { SHARDS };
        Level::new(expected, shards, R::Payload::EMPTY, self.budget)
    }

    pub(super) fn put(&self, level: &mut Level<R::Payload>, key: u128, payload: &R::Payload) -> Result<(), Error> {
        let shard = Level::<R::Payload>::shard_of(key, level.shards.len());
        level.shards[shard]
            .put(key, payload, |into, from| self.recursion.merge(into, from))
            .map_err(|refusal| self.error(refusal))
    }

    fn error(&self, refusal: NoRoom) -> Error {
        match refusal {
            NoRoom::Memory => Error::Stop(Stop::Memory(self.limit)),
            NoRoom::Overflow => Error::Overflow,
        }
    }

    /// One level to the next, all in tables.
    pub(super) fn push_tables(
        &self,
        level: Level<'a, R::Payload>,
        size: u32,
        expected: usize,
        threads: usize,
    ) -> Result<(Level<'a, R::Payload>, ClassTally), Error> {
        let (next, part) = self.push(Stand::Tables(level), size, expected, threads)?;
        Ok((self.gathered(next, size + 1)?, part.tally))
    }

    /// One level to the next.
    fn push(
        &self,
        level: Stand<'a, R::Payload>,
        size: u32,
        expected: usize,
        threads: usize,
    ) -> Result<(Stand<'a, R::Payload>, Part<R::Payload>), Error> {
        let sources: Vec<Source<R::Payload>> = match level {
            Stand::Tables(level) => {
                if level.len() < SMALL
                    && let Some((next, tally)) = self.push_small(&level, size, expected)?
                {
                    return Ok((Stand::Tables(next), Part { tally, met: Vec::new() }));
                }
                level.shards.into_iter().map(Source::Table).collect()
            }
            Stand::Runs(runs) => runs.into_iter().map(Source::File).collect(),
        };
        let shards =
            self.disk.map_or(SHARDS, |disk| disk.shards(expected.saturating_mul(Shard::<R::Payload>::SLOT * 3 / 2)));
        let next = Level::new(expected, shards, R::Payload::EMPTY, self.budget);
        let targets: Vec<_> = next.shards.into_iter().map(|shard| Mutex::new(Target { shard, file: None })).collect();
        let sources: Vec<Mutex<Option<Source<_>>>> = sources.into_iter().map(|s| Mutex::new(Some(s))).collect();
        let taken = AtomicUsize::new(0);
        let batch = (BATCH * SHARDS / shards).max(4);
        let sink = Sink { targets: &targets, batch, size, failure: OnceLock::new() };
        let work = || {
            let part = self.work(&sources, &taken, &sink);
            // Only for this level: whoever compares a checkpoint goes on without.
            part.inspect_err(|error| drop(sink.failure.set(error.clone())))
        };
        let mut all = Part { tally: ClassTally::default(), met: Vec::new() };
        for part in together(threads, work)? {
            all.tally.absorb(&part.tally);
            all.met.extend(part.met);
        }
        let targets = targets.into_iter().map(|m| m.into_inner().unwrap_or_else(PoisonError::into_inner));
        Ok((self.finished(targets.collect(), size + 1)?, all))
    }

    /// The same for few classes, without locks and batches; `None` if they have no room and there are files.
    fn push_small(
        &self,
        level: &Level<'a, R::Payload>,
        size: u32,
        expected: usize,
    ) -> Result<Option<(Level<'a, R::Payload>, ClassTally)>, Error> {
        let mut next = Level::new(expected, 1, R::Payload::EMPTY, self.budget);
        let mut tally = ClassTally { classes: level.len() as u64, ..ClassTally::default() };
        for (done, (d, payload)) in level.records().enumerate() {
            if done % 16 == 0 {
                self.shared.go_on()?;
            }
            match self.additions(d, payload, size, &mut tally, |c, p| self.put(&mut next, c, &p)) {
                Err(Error::Stop(Stop::Memory(_))) if self.disk.is_some() => return Ok(None),
                other => other?,
            }
        }
        self.shared.done.fetch_add(level.len() as u64, Ordering::Relaxed);
        Ok(Some((next, tally)))
    }

    /// A level after all pushes: in tables, unless one of its shards is in a file.
    fn finished(&self, targets: Vec<Target<'a, R::Payload>>, size: u32) -> Result<Stand<'a, R::Payload>, Error> {
        let checks = (|_| true, || self.shared.go_on());
        match self.files(size, &checks) {
            Some(files) if targets.iter().any(|target| target.file.is_some()) => {
                let runs = targets.into_iter().enumerate().map(|(at, target)| files.finish(target, at));
                let runs = runs.filter_map(Result::transpose).collect::<Result<_, Error>>()?;
                Ok(Stand::Runs(runs))
            }
            _ => Ok(Stand::Tables(Level { shards: targets.into_iter().map(|target| target.shard).collect() })),
        }
    }

    /// What one thread does for a level: it takes shard after shard and drops each when it is done.
    fn work(
        &self,
        sources: &[Mutex<Option<Source<R::Payload>>>],
        taken: &AtomicUsize,
        sink: &Sink<'_, 'a, R::Payload>,
    ) -> Result<Part<R::Payload>, Error> {
        let mut part = Part { tally: ClassTally::default(), met: Vec::new() };
        let mut batches: Vec<Vec<(u128, R::Payload)>> =
            sink.targets.iter().map(|_| Vec::with_capacity(sink.batch)).collect();
        while let Some(source) = sources.get(taken.fetch_add(1, Ordering::Relaxed)) {
            match lock(source).take() {
                None => {}
                Some(Source::Table(shard)) => self.push_shard(&shard, sink, &mut batches, &mut part.tally)?,
                Some(Source::File(run)) => self.read(&run, sink.size, &mut |shard| {
                    let asked = self.task.watched.iter().filter(|asked| asked.0 == sink.size);
                    part.met.extend(asked.filter_map(|asked| Some((asked.1, *shard.get(asked.1)?))));
                    self.push_shard(shard, sink, &mut batches, &mut part.tally)
                })?,
            }
        }
        for (at, batch) in batches.iter_mut().enumerate() {
            self.flush(sink, at, batch)?;
        }
        Ok(part)
    }

    /// Gives the classes of a file to `each`, in tables.
    pub(super) fn read(
        &self,
        run: &Run,
        size: u32,
        each: &mut dyn FnMut(&Shard<R::Payload>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let checks = (|class| self.space.is_class(class, size), || self.shared.go_on());
        match self.files(size, &checks) {
            Some(files) => files.merged(run, each),
            None => Err(Error::Inexact),
        }
    }

    fn push_shard(
        &self,
        shard: &Shard<R::Payload>,
        sink: &Sink<'_, 'a, R::Payload>,
        batches: &mut [Vec<(u128, R::Payload)>],
        tally: &mut ClassTally,
    ) -> Result<(), Error> {
        for (done, (d, payload)) in shard.records().enumerate() {
            if done % LOOK == 0 {
                self.shared.go_on()?;
                if let Some(error) = sink.failure.get() {
                    return Err(error.clone());
                }
                self.shared.done.fetch_add(LOOK.min(shard.len() - done) as u64, Ordering::Relaxed);
            }
            self.additions(d, payload, sink.size, tally, |c, p| {
                let at = Level::<R::Payload>::shard_of(c, batches.len());
                let batch = &mut batches[at];
                batch.push((c, p));
                if batch.len() >= sink.batch { self.flush(sink, at, batch) } else { Ok(()) }
            })?;
        }
        tally.classes += shard.len() as u64;
        Ok(())
    }

    fn flush(
        &self,
        sink: &Sink<'_, 'a, R::Payload>,
        at: usize,
        batch: &mut Vec<(u128, R::Payload)>,
    ) -> Result<(), Error> {
        let mut target = lock(&sink.targets[at]);
        target.shard.touch(batch);
        for (key, payload) in batch.drain(..) {
            self.put_or_file(&mut target, (at, sink.targets.len()), sink.size + 1, key, &payload)?;
        }
        Ok(())
    }

    /// Puts a record into the shard at a place among so many; where that cannot grow it is put aside.
    #[inline]
    fn put_or_file(
        &self,
        target: &mut Target<'a, R::Payload>,
        (at, shards): (usize, usize),
        size: u32,
        key: u128,
        payload: &R::Payload,
    ) -> Result<(), Error> {
        let merge = |into: &mut R::Payload, from: &R::Payload| self.recursion.merge(into, from);
        let Err(refused) = target.shard.put(key, payload, merge) else { return Ok(()) };
        let checks = (|_| true, || self.shared.go_on());
        match self.files(size, &checks) {
            Some(files) if refused == NoRoom::Memory => {
                files.put_aside(target, at, shards)?;
                target.shard.put(key, payload, merge).map_err(|refused| self.error(refused))
            }
            _ => Err(self.error(refused)),
        }
    }

    /// All pushes of one class.
    #[inline]
    pub(super) fn additions(
        &self,
        d: u128,
        payload: &R::Payload,
        size: u32,
        tally: &mut ClassTally,
        mut sink: impl FnMut(u128, R::Payload) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let work = self.recursion.prepare(self.space, d, payload, tally);
        let frame = self.space.frame(d);
        let mut rest = self.space.addable(d);
        while rest != 0 {
            let y = rest.trailing_zeros();
            rest &= rest - 1;
            let keys = self.space.keys(&frame, d, y);
            if !self.recursion.wanted(d, &work, y, &keys) {
                continue;
            }
            let (class, route) = self.space.canonical(&frame, d, y, &keys);
            if !self.space.contains(class, size + 1) {
                continue;
            }
            let pushed = self.recursion.contribution(d, &work, y).ok_or(Error::Overflow)?;
            sink(class, self.recursion.carry(pushed, &route))?;
        }
        Ok(())
    }
}

/// What has no room in memory goes to files here, too.
impl<'a, S: Space, R: Recursion<S>> checkpoint::Receiver<R::Payload> for Driver<'a, S, R> {
    type Level = Vec<Target<'a, R::Payload>>;

    fn level(&self, expected: usize) -> Self::Level {
        let level = self.empty(expected);
        level.shards.into_iter().map(|shard| Target { shard, file: None }).collect()
    }

    fn is_class(&self, key: u128, size: u32) -> bool {
        self.space.is_class(key, size)
    }

    fn put(&self, level: &mut Self::Level, (key, size): (u128, u32), payload: &R::Payload) -> Result<(), Error> {
        let (shards, at) = (level.len(), Level::<R::Payload>::shard_of(key, level.len()));
        self.put_or_file(&mut level[at], (at, shards), size, key, payload)
    }

    fn count(&self, level: &Self::Level) -> u64 {
        level.iter().map(Target::records).sum()
    }

    fn go_on(&self) -> Result<(), Error> {
        self.shared.go_on()
    }
}

/// The size of this level, where it was not counted.
fn expected_now(tallies: &[ClassTally]) -> usize {
    match tallies.split_last() {
        Some((last, before)) => expected_next(before, last.classes as usize),
        None => 1,
    }
}

/// The size of the next level, from the growth of the last two: level sizes are close to log-concave.
pub(super) fn expected_next(tallies: &[ClassTally], now: usize) -> usize {
    let now = now as f64;
    let before = |back: usize| tallies.len().checked_sub(back).map(|i| tallies[i].classes as f64);
    let ratio = match (before(1), before(2)) {
        (Some(a), Some(b)) if a > 0.0 && b > 0.0 => (now / a) * (now / a) / (a / b),
        _ => 2.0,
    };
    (now * ratio.clamp(0.4, 3.0)) as usize + 16
}

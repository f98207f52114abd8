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

use super::checkpoint::{self, Checkpoints, Receiver, Stand, State, damaged};
#[cfg(feature = "cluster")]
use super::cluster::Cluster;
use super::crew::Shared;
#[cfg(feature = "threads")]
use super::crew::waited_for;
use super::error::{BadCheckpoint, Error};
use super::push::SMALL;
use super::recursion::{ClassTally, Payload, Recursion, Space, code};
use super::sealed::Run;
use super::spill::{Disk, Filing, Target};
use super::table::{Level, MemoryBudget, NoRoom, SHARDS, Shard};
use sprague_limits::clock::Instant;
use sprague_limits::{Handle, Stop, allocated};
use std::marker::PhantomData;
use std::time::Duration;

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
    pub(crate) fn tell(&self, why: &str) {
        if let Some(notice) = self.notice {
            notice(why);
        }
    }

    pub(crate) fn thread_count(&self) -> usize {
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
pub struct LevelEnd<'a, 'b, P: Payload> {
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

impl<P: Payload> LevelEnd<'_, '_, P> {
    /// Asks, now and then, whether to go on.
    pub(crate) fn go_on(&self) -> Result<(), Error> {
        self.shared.go_on()
    }
}

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
    let shared = Shared::new(handle, expected, task.first);
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
        shared.pass_on(notice);
        shared.ask(handle, expected).unwrap_or_else(|stop| shared.halt(Error::Stop(stop)));
    });
    #[cfg(not(feature = "threads"))]
    let result = compute();
    shared.pass_on(notice);
    result
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

/// Where levels are kept, and since when.
struct Keeper<'k, 'i> {
    checkpoints: Option<&'k mut dyn Checkpoints>,
    identity: &'i str,
    saved: Instant,
    /// So long at least until the next.
    pause: Duration,
}

impl<'a, S: Space, R: Recursion<S>> Driver<'a, S, R> {
    fn drive<T>(
        &self,
        mut checkpoints: Option<&mut dyn Checkpoints>,
        threads: usize,
        finish: impl FnOnce(LevelEnd<R::Payload>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let identity = self.identity();
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
        let mut keeper = Keeper { checkpoints, identity: &identity, saved: Instant::now(), pause: Duration::ZERO };
        if known.size < R::NARROW_UNTIL.min(last) {
            // Asked for and met are the same classes, and these levels begin where this one stands.
            let Task { first, ref watched, .. } = *self.task;
            let (start, identity, watched) = (Vec::new(), String::new(), watched.clone());
            let task = Task { start, first, last: R::NARROW_UNTIL.min(last), identity, watched };
            let &Driver { space, recursion, shared, budget, disk, limit, .. } = self;
            let narrow = Driver { space, recursion: recursion.narrow(), task: &task, shared, budget, disk, limit };
            let low = narrow.received(level, known.size)?;
            let (low, lower) = narrow.climb(low, known.recoded(), &mut keeper, threads)?;
            (level, known) = (self.received(low, lower.size)?, lower.recoded());
        }
        let (level, known) = self.climb(level, known, &mut keeper, threads)?;
        if keeper.checkpoints.as_ref().is_some_and(|kept| kept.interval().is_some()) {
            self.keep(&mut keeper.checkpoints, &identity, &level, &known)?;
        }
        let level = self.gathered(level, last)?;
        let (tallies, watched) = (known.tallies, &known.watched[..]);
        let bytes = self.budget.peak() + self.disk.map_or(0, |disk| disk.peak(threads));
        finish(LevelEnd { level: &level, tallies, bytes, watched, shared: self.shared })
    }

    /// By what a level that is kept is known: the computation, its forms, and how classes are written.
    pub(super) fn identity(&self) -> String {
        format!("{}{} in codes {}", R::NAME, S::FORMS, self.task.identity)
    }

    /// Goes up from a level to the last one.
    fn climb(
        &self,
        mut level: Stand<'a, R::Payload>,
        mut known: State<(), R::Payload>,
        keeper: &mut Keeper,
        threads: usize,
    ) -> Result<(Stand<'a, R::Payload>, State<(), R::Payload>), Error> {
        while known.size < self.task.last {
            self.shared.at(known.size, known.tallies.iter().map(|tally| tally.classes).sum());
            // A level in files is kept already but for its list, and those of the level before take room.
            let in_files = matches!(level, Stand::Runs(_));
            if let Some(interval) = keeper.checkpoints.as_ref().and_then(|kept| kept.interval())
                && (in_files || interval.is_zero() || keeper.saved.elapsed() >= interval.max(keeper.pause))
            {
                let begun = Instant::now();
                self.keep(&mut keeper.checkpoints, keeper.identity, &level, &known)?;
                keeper.saved = Instant::now();
                // A slow disk may take a fifth of the time, not more.
                keeper.pause = 4 * (keeper.saved - begun);
            }
            let now = match &level {
                Stand::Tables(level) => {
                    let asked = self.task.watched.iter().filter(|asked| asked.0 == known.size);
                    known.watched.extend(asked.filter_map(|asked| Some((asked.1, *level.get(code::<S>(asked.1))?))));
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
        Ok((level, known))
    }

    /// A level that comes with other payloads, which are written like these: each shard is given back when it has been put in. What is in files stays there.
    fn received<P: Payload>(&self, level: Stand<P>, size: u32) -> Result<Stand<'a, R::Payload>, Error> {
        let level = match level {
            Stand::Runs(runs) => return Ok(Stand::Runs(runs)),
            Stand::Tables(level) => level,
        };
        let mut targets = self.level(level.len());
        let mut words = vec![0; P::words(size)];
        for shard in level.shards {
            for (done, (key, payload)) in shard.records().enumerate() {
                if done % 4096 == 0 {
                    self.shared.go_on()?;
                }
                payload.encode(&mut words);
                Receiver::put(self, &mut targets, (key, size), &R::Payload::decode(&words))?;
            }
        }
        self.finished(targets, size)
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
        checks: &'c (impl Fn(u64) -> bool, impl Fn() -> Result<(), Error>),
    ) -> Option<Filing<'a, 'c, R::Payload, impl Fn(&mut R::Payload, &R::Payload) -> bool>> {
        let merge = |into: &mut _, from: &_| self.recursion.merge(into, from);
        Some(Filing { disk: self.disk?, size, merge, payload: PhantomData, is_code: &checks.0, go_on: &checks.1 })
    }

    /// The last level, for who needs all of it.
    pub(super) fn gathered(&self, level: Stand<'a, R::Payload>, size: u32) -> Result<Level<'a, R::Payload>, Error> {
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
            self.put(&mut level, code::<S>(*key), payload)?;
        }
        Ok(level)
    }

    /// An empty level for about `expected` classes.
    pub(super) fn empty(&self, expected: usize) -> Level<'a, R::Payload> {
        let shards = if expected < SMALL { 1 } else { SHARDS };
        Level::new(expected, shards, self.budget)
    }

    /// Puts in a record that was kept or sent.
    pub(super) fn put(&self, level: &mut Level<R::Payload>, key: u64, payload: &R::Payload) -> Result<(), Error> {
        let merge = |into: &mut _, _, from: &_| self.recursion.merge(into, from);
        level.put(key, payload, merge).map_err(|refusal| self.error(refusal))
    }

    /// Puts in what is pushed.
    #[inline]
    pub(super) fn take(&self, level: &mut Level<R::Payload>, key: u64, pushed: &R::Push) -> Result<(), Error> {
        let take = |into: &mut _, key, from: &_| self.recursion.take(into, key, from);
        level.put(key, pushed, take).map_err(|refusal| self.error(refusal))
    }

    pub(super) fn error(&self, refusal: NoRoom) -> Error {
        match refusal {
            NoRoom::Memory => Error::Stop(Stop::Memory(self.limit)),
            NoRoom::Overflow => Error::Overflow,
        }
    }

    /// A level after all pushes: in tables, unless one of its shards is in a file.
    pub(super) fn finished(
        &self,
        targets: Vec<Target<'a, R::Payload>>,
        size: u32,
    ) -> Result<Stand<'a, R::Payload>, Error> {
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

    /// Gives the classes of a file to `each`, in tables.
    pub(super) fn read(
        &self,
        run: &Run,
        size: u32,
        each: &mut dyn FnMut(&Shard<R::Payload>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let checks = (|code| self.space.is_code(code, size), || self.shared.go_on());
        match self.files(size, &checks) {
            Some(files) => files.merged(run, each),
            None => Err(Error::Inexact),
        }
    }
}

/// What has no room in memory goes to files here, too.
impl<'a, S: Space, R: Recursion<S>> Receiver<R::Payload> for Driver<'a, S, R> {
    type Level = Vec<Target<'a, R::Payload>>;

    fn level(&self, expected: usize) -> Self::Level {
        let level = self.empty(expected);
        level.shards.into_iter().map(Target::new).collect()
    }

    fn is_class(&self, key: u128, size: u32) -> bool {
        self.space.is_class(key, size)
    }

    fn is_code(&self, code: u64, size: u32) -> bool {
        self.space.is_code(code, size)
    }

    fn put(&self, level: &mut Self::Level, (key, size): (u64, u32), payload: &R::Payload) -> Result<(), Error> {
        let shards = level.len();
        let at = Level::<R::Payload>::shard_of(key, shards);
        let merge = |into: &mut _, _, from: &_| self.recursion.merge(into, from);
        self.put_or_file(&mut level[at], (at, shards), (key, size), payload, merge)
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

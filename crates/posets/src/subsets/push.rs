//! One level to the next: every class pushes over each element that may be added to it, shard by shard, into shards of the next level.

use super::checkpoint::Stand;
use super::crew::{lock, together};
use super::engine::Driver;
use super::error::Error;
use super::permute::Word;
use super::recursion::{ClassTally, Payload, Recursion, Space, code};
use super::sealed::Run;
use super::spill::Target;
use super::table::{GROUP, Level, Loan, NoRoom, SHARDS, Shard};
use sprague_limits::Stop;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

/// Below this many classes a level is pushed without locks and batches.
pub(super) const SMALL: usize = 2048;
/// The fewest records that a thread gathers for a shard before it takes the lock.
const BATCH: usize = GROUP;
/// Bytes of what all threads gather. The more of a shard's records come together, the more often its table is in the cache.
pub(super) const GATHERED: usize = 1 << 27;
/// Classes between two looks at the flag.
const LOOK: usize = 256;

/// A shard of a level that is pushed.
enum Source<'b, P: Payload> {
    Table(Shard<'b, P>),
    File(Run),
}

/// What all threads of a level write to.
struct Sink<'s, 'b, P: Payload> {
    targets: &'s [Mutex<Target<'b, P>>],
    /// Records that a thread gathers for each.
    batch: usize,
    /// Elements of the classes that are pushed.
    size: u32,
    /// Why one of the threads has ended.
    failure: OnceLock<Error>,
}

/// What a thread gathers for a shard. All that is gathered together is larger than the cache, and records written far apart one by one wait for
/// memory: so a few are gathered in the cache first.
struct Batch<T> {
    near: Vec<T>,
    far: Vec<T>,
    /// Records of each.
    most: [usize; 2],
}

impl<T: Copy> Batch<T> {
    /// Bytes that are written together.
    const NEAR: usize = 1 << 11;

    /// Room for so many.
    fn new(most: usize) -> Self {
        let near = (Self::NEAR / size_of::<T>()).clamp(1, most);
        Batch { near: Vec::with_capacity(near), far: Vec::with_capacity(most), most: [near, most] }
    }

    /// One more; true when the batch is to be emptied.
    #[inline]
    fn push(&mut self, record: T) -> bool {
        self.near.push(record);
        if self.near.len() < self.most[0] {
            return false;
        }
        self.settle();
        self.far.len() + self.most[0] > self.most[1]
    }

    fn settle(&mut self) {
        self.far.extend_from_slice(&self.near);
        self.near.clear();
    }
}

/// What one thread comes to: counts, and classes that were asked for and met in files.
pub(super) struct Part<P> {
    pub tally: ClassTally,
    pub met: Vec<(u128, P)>,
}

impl<'a, S: Space, R: Recursion<S>> Driver<'a, S, R> {
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
    pub(super) fn push(
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
        let next = Level::new(expected, shards, self.budget);
        let targets: Vec<_> = next.shards.into_iter().map(|shard| Mutex::new(Target::new(shard))).collect();
        let sources: Vec<Mutex<Option<Source<_>>>> = sources.into_iter().map(|s| Mutex::new(Some(s))).collect();
        let taken = AtomicUsize::new(0);
        let (batch, _room) = self.batch(expected, shards, threads);
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

    /// How many records a thread gathers for a shard, and the room for them: two for each class that is expected, if they are not too large.
    fn batch(&self, expected: usize, shards: usize, threads: usize) -> (usize, Option<Loan<'a>>) {
        let (record, batches) = (size_of::<(u64, R::Push)>(), shards * threads);
        let room = GATHERED.min(expected.saturating_mul(Shard::<R::Payload>::SLOT)).min(self.budget.limit() / 16);
        let (least, most) = ((BATCH * SHARDS / shards).max(4), (2 * expected).min(room / record) / batches);
        match self.budget.lend(most * record * batches) {
            Some(loan) if most > least => (most, Some(loan)),
            _ => (least, None),
        }
    }

    /// The same for few classes, without locks and batches; `None` if they have no room and there are files.
    fn push_small(
        &self,
        level: &Level<'a, R::Payload>,
        size: u32,
        expected: usize,
    ) -> Result<Option<(Level<'a, R::Payload>, ClassTally)>, Error> {
        let mut next = Level::new(expected, 1, self.budget);
        let mut tally = ClassTally { classes: level.len() as u64, ..ClassTally::default() };
        let mut ahead = Ahead::new();
        for (done, record) in level.records().enumerate() {
            if done % 16 == 0 {
                self.shared.go_on()?;
            }
            match self.additions(record, size, &mut tally, &mut ahead, |c, p| self.take(&mut next, c, &p)) {
                Err(Error::Stop(Stop::Memory(_))) if self.disk.is_some() => return Ok(None),
                other => other?,
            }
        }
        self.shared.count(level.len());
        Ok(Some((next, tally)))
    }

    /// What one thread does for a level: it takes shard after shard and drops each when it is done.
    fn work(
        &self,
        sources: &[Mutex<Option<Source<R::Payload>>>],
        taken: &AtomicUsize,
        sink: &Sink<'_, 'a, R::Payload>,
    ) -> Result<Part<R::Payload>, Error> {
        let mut part = Part { tally: ClassTally::default(), met: Vec::new() };
        let mut batches: Vec<Batch<_>> = sink.targets.iter().map(|_| Batch::new(sink.batch)).collect();
        while let Some(source) = sources.get(taken.fetch_add(1, Ordering::Relaxed)) {
            match lock(source).take() {
                None => {}
                Some(Source::Table(shard)) => self.push_shard(&shard, sink, &mut batches, &mut part.tally)?,
                Some(Source::File(run)) => self.read(&run, sink.size, &mut |shard| {
                    let asked = self.task.watched.iter().filter(|asked| asked.0 == sink.size);
                    part.met.extend(asked.filter_map(|asked| Some((asked.1, *shard.get(code::<S>(asked.1))?))));
                    self.push_shard(shard, sink, &mut batches, &mut part.tally)
                })?,
            }
        }
        for (at, batch) in batches.iter_mut().enumerate() {
            self.flush(sink, at, batch)?;
        }
        Ok(part)
    }

    fn push_shard(
        &self,
        shard: &Shard<R::Payload>,
        sink: &Sink<'_, 'a, R::Payload>,
        batches: &mut [Batch<(u64, R::Push)>],
        tally: &mut ClassTally,
    ) -> Result<(), Error> {
        let mut ahead = Ahead::new();
        for (done, record) in shard.records().enumerate() {
            if done % LOOK == 0 {
                self.shared.go_on()?;
                if let Some(error) = sink.failure.get() {
                    return Err(error.clone());
                }
                self.shared.count(LOOK.min(shard.len() - done));
            }
            self.additions(record, sink.size, tally, &mut ahead, |c, p| {
                let at = Level::<R::Payload>::shard_of(c, batches.len());
                if batches[at].push((c, p)) { self.flush(sink, at, &mut batches[at]) } else { Ok(()) }
            })?;
        }
        tally.classes += shard.len() as u64;
        Ok(())
    }

    fn flush(
        &self,
        sink: &Sink<'_, 'a, R::Payload>,
        at: usize,
        batch: &mut Batch<(u64, R::Push)>,
    ) -> Result<(), Error> {
        batch.settle();
        let mut target = lock(&sink.targets[at]);
        let take = |into: &mut _, key, from: &_| self.recursion.take(into, key, from);
        for group in batch.far.chunks(GROUP) {
            if target.shard.put_group(group, take).map_err(|refused| self.error(refused))? {
                continue;
            }
            for (key, pushed) in group {
                self.put_or_file(&mut target, (at, sink.targets.len()), (*key, sink.size + 1), pushed, take)?;
            }
        }
        batch.far.clear();
        Ok(())
    }

    /// Puts a record into the shard at a place among so many; where that cannot grow it is put aside.
    #[inline]
    pub(super) fn put_or_file<Q>(
        &self,
        target: &mut Target<'a, R::Payload>,
        (at, shards): (usize, usize),
        (key, size): (u64, u32),
        record: &Q,
        take: impl Fn(&mut R::Payload, u64, &Q) -> bool,
    ) -> Result<(), Error> {
        let Err(refused) = target.shard.put(key, record, &take) else { return Ok(()) };
        let checks = (|_| true, || self.shared.go_on());
        match self.files(size, &checks) {
            Some(files) if refused == NoRoom::Memory => {
                files.put_aside(target, at, shards)?;
                target.shard.put(key, record, &take).map_err(|refused| self.error(refused))
            }
            _ => Err(self.error(refused)),
        }
    }

    /// All pushes of one class.
    #[inline]
    pub(super) fn additions(
        &self,
        (key, payload): (u64, &R::Payload),
        size: u32,
        tally: &mut ClassTally,
        Ahead { ys, keys, forms }: &mut Ahead<S>,
        mut sink: impl FnMut(u64, R::Push) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let d = S::class(key);
        let work = self.recursion.prepare(self.space, d, payload, tally);
        let addable = self.space.addable(d);
        ys.clear();
        for (mut word, first) in [(addable as u64, 0), ((addable >> 64) as u64, 64)] {
            while word != 0 {
                ys.push(first + word.trailing_zeros());
                word &= word - 1;
            }
        }
        ys.retain(|&y| self.recursion.promising(&work, y));
        if ys.is_empty() {
            return Ok(());
        }
        let frame = self.space.frame(d);
        self.space.keys(&frame, ys, keys);
        let mut kept = 0;
        for at in 0..ys.len() {
            (ys[kept], keys[kept]) = (ys[at], keys[at]);
            kept += usize::from(self.recursion.wanted(&work, ys[at], &keys[at]));
        }
        ys.truncate(kept);
        keys.truncate(kept);
        self.space.canonical(&frame, S::Class::of(d), ys, keys, forms);
        for (&y, (class, route)) in ys.iter().zip(forms.iter()) {
            if self.space.contains(class.word(), size + 1) {
                let key = S::code(*class);
                self.recursion.contribute(&work, y, route, |pushed| sink(key, pushed))?;
            }
        }
        Ok(())
    }
}

/// The additions to one class: what is added, and what it leads to.
pub(super) struct Ahead<S: Space> {
    ys: Vec<u32>,
    keys: Vec<S::Keys>,
    forms: Vec<(S::Class, S::Route)>,
}

impl<S: Space> Ahead<S> {
    /// Nothing yet.
    pub(super) fn new() -> Self {
        Ahead { ys: Vec::new(), keys: Vec::new(), forms: Vec::new() }
    }
}

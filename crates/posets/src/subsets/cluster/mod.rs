//! The push engine on several machines, level by level: each class belongs to one of the workers of all processes, by the hash of
//! its key.
//!
//! Every process runs the same computation. For a level each worker pushes its own classes, sends what it pushes to
//! the owners and merges what comes, until the epoch has passed; in the next epoch all hear what each of them counted, so
//! that all know the same. Where levels are kept, every worker writes its part into a file, and when all are safe the
//! first writes the checkpoint that lists them: the level is common then, whoever dies. It is that of one machine
//! (`spill`), and any number of workers goes on from it: if it is another, each reads all files and keeps its own classes.
//!
//! How messages travel is known by `transport`.

mod transport;

use super::checkpoint::{self, Checkpoints, PROGRAM, Receiver, Stand, State};
use super::engine::{Driver, LevelEnd, expected_next};
use super::error::{BadCheckpoint, Error, Severed};
use super::push::Ahead;
use super::recursion::{ClassTally, Payload, Recursion, Space, code};
use super::sealed::Run;
use super::table::{Level, Shard, scatter};
use sprague_limits::Stop;
use sprague_limits::clock::Instant;
use std::hash::{Hash, Hasher};
use std::io;
use std::net::TcpListener;
use std::time::Duration;
use transport::Port;

/// The processes of a computation, and which of them this is.
#[derive(Debug)]
pub struct Cluster {
    /// This process.
    process: usize,
    /// Where each of them listens, `host:port`.
    hosts: Vec<String>,
    /// Workers of each process.
    workers: usize,
    listener: TcpListener,
}

impl Cluster {
    /// Begins to listen as the process of this number. An error if it is none of the hosts', or cannot listen there.
    pub fn new(process: usize, hosts: Vec<String>, workers: usize) -> io::Result<Cluster> {
        let Some(host) = hosts.get(process) else {
            let what = format!("there are {} hosts, so that there is no process {process}", hosts.len());
            return Err(io::Error::new(io::ErrorKind::InvalidInput, what));
        };
        if let Some(again) = (1..hosts.len()).find(|&i| hosts[..i].contains(&hosts[i])) {
            let what = format!("two processes cannot both be at {}", hosts[again]);
            return Err(io::Error::new(io::ErrorKind::InvalidInput, what));
        }
        let listener = TcpListener::bind(host.as_str())
            .map_err(|e| io::Error::new(e.kind(), format!("process {process} cannot listen at {host}: {e}")))?;
        listener.set_nonblocking(true)?;
        Ok(Cluster { process, hosts, workers: workers.max(1), listener })
    }

    /// Workers of each process.
    pub fn workers(&self) -> usize {
        self.workers
    }

    /// Whether this is the one that keeps checkpoints.
    pub fn is_first(&self) -> bool {
        self.process == 0
    }

    fn all(&self) -> usize {
        self.hosts.len() * self.workers
    }

    /// Which of the workers of this process a class belongs to, if to any.
    fn here(&self, key: u64) -> Option<usize> {
        let at = owner(key, self.all()).checked_sub(self.process * self.workers)?;
        (at < self.workers).then_some(at)
    }
}

/// The worker that a class belongs to.
fn owner(key: u64, workers: usize) -> usize {
    (scatter(key) % workers as u64) as usize
}

/// Words of a message of records.
const BATCH: usize = 4096;
/// Classes between two looks at what has come.
const LOOK: usize = 256;

/// What a worker says at the end of a level.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Status {
    Well,
    Overflow,
    Memory,
}

impl Status {
    fn of(result: Result<(), Error>) -> Result<Status, Error> {
        match result {
            Ok(()) => Ok(Status::Well),
            Err(Error::Overflow) => Ok(Status::Overflow),
            Err(Error::Stop(Stop::Memory(_))) => Ok(Status::Memory),
            Err(other) => Err(other),
        }
    }
}

/// Words of another worker, one after another.
struct Words<'w>(std::slice::Iter<'w, u64>);

impl Words<'_> {
    fn word(&mut self) -> Result<u64, Error> {
        self.0.next().copied().ok_or(Error::Severed(Severed::Stranger))
    }

    fn wide(&mut self) -> Result<u128, Error> {
        Ok(u128::from(self.word()?) | u128::from(self.word()?) << 64)
    }
}

fn wide(words: &mut Vec<u64>, key: u128) {
    words.extend([key as u64, (key >> 64) as u64]);
}

/// What one worker has.
struct Seat<'d, 'a, S: Space, R: Recursion<S>> {
    driver: &'d Driver<'a, S, R>,
    port: Port,
    level: Level<'a, R::Payload>,
    known: State<(), R::Payload>,
    /// Workers of a process.
    workers: usize,
}

/// Who keeps levels, and since when.
struct Keeper<'k, 'i> {
    checkpoints: Option<&'k mut dyn Checkpoints>,
    identity: &'i str,
    saved: Instant,
    pause: Duration,
}

/// A level that is read: the parts of the workers of this process, and how many records there were.
struct Parts<'d, 'a, S: Space, R: Recursion<S>> {
    driver: &'d Driver<'a, S, R>,
    cluster: &'d Cluster,
}

impl<'a, S: Space, R: Recursion<S>> Receiver<R::Payload> for Parts<'_, 'a, S, R> {
    type Level = (Vec<Level<'a, R::Payload>>, u64);

    fn level(&self, expected: usize) -> Self::Level {
        let part = || self.driver.empty(expected / self.cluster.all());
        ((0..self.cluster.workers).map(|_| part()).collect(), 0)
    }

    fn is_class(&self, key: u128, size: u32) -> bool {
        self.driver.space.is_class(key, size)
    }

    fn is_code(&self, code: u64, size: u32) -> bool {
        self.driver.space.is_code(code, size)
    }

    fn put(&self, level: &mut Self::Level, (key, _): (u64, u32), payload: &R::Payload) -> Result<(), Error> {
        level.1 += 1;
        match self.cluster.here(key) {
            Some(at) => self.driver.put(&mut level.0[at], key, payload),
            None => Ok(()),
        }
    }

    fn count(&self, level: &Self::Level) -> u64 {
        level.1
    }

    fn go_on(&self) -> Result<(), Error> {
        self.driver.shared.go_on()
    }
}

impl<'a, S: Space, R: Recursion<S>> Driver<'a, S, R> {
    /// The whole computation, with the other processes.
    pub(super) fn drive_together<T>(
        &self,
        cluster: &Cluster,
        mut checkpoints: Option<&mut dyn Checkpoints>,
        finish: impl FnOnce(LevelEnd<R::Payload>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let identity = self.identity();
        let (levels, known) = self.begin(cluster, &mut checkpoints, &identity)?;
        let mut question = rustc_hash::FxHasher::default();
        (PROGRAM, &identity, 1 + R::Payload::words(self.task.last), self.task.last).hash(&mut question);
        let (ports, carriers) = transport::connect(cluster, question.finish(), &|| self.shared.go_on())?;
        let (saved, pause) = (Instant::now(), Duration::ZERO);
        let seats = ports.into_iter().zip(levels).map(|(port, level)| {
            let (tallies, watched) = (known.tallies.clone(), known.watched.clone());
            let known = State { size: known.size, level: (), tallies, watched };
            Seat { driver: self, port, level, known, workers: cluster.workers }
        });
        let ended = std::thread::scope(|scope| {
            let mut seats = seats.collect::<Vec<_>>().into_iter();
            let first = seats.next().ok_or(Error::Inexact)?;
            let others: Vec<_> = seats.map(|seat| scope.spawn(move || seat.work(None))).collect();
            let kept = cluster.is_first().then(|| checkpoints.take()).flatten();
            let mine = first.work(Some(Keeper { checkpoints: kept, identity: &identity, saved, pause }));
            let theirs: Result<Vec<_>, Error> =
                others.into_iter().map(|other| other.join().unwrap_or(Err(Error::Severed(Severed::Lost)))).collect();
            theirs.and(mine)
        });
        let (level, known) = match ended {
            Ok(ended) => {
                carriers.finish();
                ended
            }
            Err(error) => {
                carriers.abandon(matches!(error, Error::Stop(Stop::Memory(_)) | Error::Overflow));
                return Err(error);
            }
        };
        let (tallies, watched) = (known.tallies, &known.watched[..]);
        finish(LevelEnd { level: &level, tallies, bytes: self.budget.peak(), watched, shared: self.shared })
    }

    /// From where on: the parts of the workers of this process, and what is known.
    fn begin(
        &self,
        cluster: &Cluster,
        checkpoints: &mut Option<&mut dyn Checkpoints>,
        identity: &str,
    ) -> Result<(Vec<Level<'a, R::Payload>>, State<(), R::Payload>), Error> {
        let parts = Parts { driver: self, cluster };
        let resumed = match checkpoints {
            Some(kept) => checkpoint::resume(*kept, identity, &parts)?,
            None => None,
        };
        let (mut level, known) = match resumed {
            Some((State { size, .. }, _)) if size > self.task.last => {
                return Err(BadCheckpoint::Beyond { size, last: self.task.last }.into());
            }
            Some((state, runs)) => {
                let State { size, mut level, tallies, watched } = state;
                let known = State { size, level: (), tallies, watched };
                self.fits(&known)?;
                let own = cluster.process * cluster.workers..(cluster.process + 1) * cluster.workers;
                for run in &runs {
                    // Of as many workers each has written its own.
                    if run.workers as usize == cluster.all() && !own.contains(&(run.shard as usize)) {
                        continue;
                    }
                    self.read(run, size, &mut |shard| {
                        shard.records().try_for_each(|(key, payload)| parts.put(&mut level, (key, size), payload))
                    })?;
                }
                if cluster.is_first() {
                    self.sweep(&Stand::Runs(runs), size)?;
                }
                (level, known)
            }
            None => {
                let mut level = parts.level(0);
                for (key, payload) in &self.task.start {
                    parts.put(&mut level, (code::<S>(*key), self.task.first), payload)?;
                }
                let known = State { size: self.task.first, level: (), tallies: Vec::new(), watched: Vec::new() };
                if cluster.is_first() && self.disk.is_some() {
                    self.keep(checkpoints, identity, &Stand::Tables(self.start()?), &known)?;
                }
                (level, known)
            }
        };
        Ok((std::mem::take(&mut level.0), known))
    }
}

impl<'a, S: Space, R: Recursion<S>> Seat<'_, 'a, S, R> {
    /// What a worker does from level to level. At the end the first of each process has all of the last one.
    fn work(mut self, mut keeper: Option<Keeper>) -> Result<(Level<'a, R::Payload>, State<(), R::Payload>), Error> {
        let driver = self.driver;
        let shared = driver.shared;
        let ended = self.levels(&mut keeper).and_then(|()| self.gather());
        match ended {
            Ok(level) => {
                if let Some(Keeper { mut checkpoints, identity, .. }) = keeper
                    && checkpoints.as_ref().is_some_and(|kept| kept.interval().is_some())
                {
                    let stand = Stand::Tables(level);
                    driver.keep(&mut checkpoints, identity, &stand, &self.known)?;
                    if let Stand::Tables(level) = stand {
                        return Ok((level, self.known));
                    }
                    return Err(Error::Inexact);
                }
                Ok((level, self.known))
            }
            Err(error) => {
                shared.halt(error.clone());
                Err(error)
            }
        }
    }

    fn levels(&mut self, keeper: &mut Option<Keeper>) -> Result<(), Error> {
        self.agree()?;
        let all = |known: &State<(), R::Payload>| known.tallies.iter().map(|tally| tally.classes).sum::<u64>();
        while self.known.size < self.driver.task.last {
            if keeper.is_some() {
                let (shared, known) = (self.driver.shared, &self.known);
                shared.at(known.size, all(known));
            }
            let (tally, met, status) = self.push()?;
            let wish = keeper.as_ref().is_some_and(Keeper::wishes);
            let (tally, met, wish) = self.tell(&tally, &met, status, wish)?;
            self.known.tallies.push(tally);
            self.known.watched.extend(met);
            self.known.size += 1;
            if wish && self.known.size < self.driver.task.last {
                self.write(keeper)?;
            }
        }
        Ok(())
    }

    /// The same to all workers, and what all of them say.
    fn everyone(&mut self, words: &[u64]) -> Result<Vec<Vec<u64>>, Error> {
        for to in 0..self.port.peers {
            self.port.send(to, words.to_vec())?;
        }
        let mut said = Vec::new();
        self.port.pass(&|| self.driver.shared.go_on(), &mut |words| {
            said.push(words);
            Ok(())
        })?;
        if said.len() == self.port.peers { Ok(said) } else { Err(Error::Severed(Severed::Stranger)) }
    }

    /// Whether all begin at the same.
    fn agree(&mut self) -> Result<(), Error> {
        let mut words = vec![u64::from(self.known.size)];
        for tally in &self.known.tallies {
            words.push(tally.classes);
            words.extend(&tally.counts);
        }
        match self.everyone(&words)?.iter().all(|theirs| *theirs == words) {
            true => Ok(()),
            false => Err(Error::Severed(Severed::Parted)),
        }
    }

    /// One level to the next: counts of the classes here, and those that were asked for.
    fn push(&mut self) -> Result<(ClassTally, Vec<(u128, R::Payload)>, Status), Error> {
        let (driver, size, peers, index) = (self.driver, self.known.size, self.port.peers, self.port.index);
        let asked = driver.task.watched.iter().filter(|asked| asked.0 == size);
        let met = asked.filter_map(|asked| Some((asked.1, *self.level.get(code::<S>(asked.1))?))).collect();
        let expected = expected_next(&self.known.tallies, self.level.len() * peers) / peers;
        let old = std::mem::replace(&mut self.level, driver.empty(expected + expected / 8));
        let mut tally = ClassTally { classes: old.len() as u64, ..ClassTally::default() };
        let mut status = Status::Well;
        let mut batches: Vec<Vec<u64>> = (0..peers).map(|_| Vec::new()).collect();
        let (port, next) = (&mut self.port, &mut self.level);
        let mut words = vec![0; R::Payload::words(size + 1)];
        let mut ahead = Ahead::new();
        for shard in old.shards {
            for (done, record) in shard.records().enumerate() {
                if done % LOOK == 0 {
                    driver.shared.go_on()?;
                    while let Some(came) = port.take() {
                        status = status.max(Status::of(driver.merge_words(next, size + 1, &came, status))?);
                    }
                }
                if status != Status::Well {
                    break;
                }
                let pushed = driver.additions(record, size, &mut tally, &mut ahead, |key, pushed| {
                    let to = owner(key, peers);
                    if to == index {
                        return driver.take(next, key, &pushed);
                    }
                    let batch = &mut batches[to];
                    batch.push(key);
                    let mut payload = R::Payload::EMPTY;
                    if !driver.recursion.take(&mut payload, key, &pushed) {
                        return Err(Error::Overflow);
                    }
                    payload.encode(&mut words);
                    batch.extend(&words);
                    if batch.len() < BATCH { Ok(()) } else { port.send(to, std::mem::take(batch)) }
                });
                status = Status::of(pushed)?;
            }
        }
        for (to, batch) in batches.into_iter().enumerate().filter(|(_, batch)| !batch.is_empty()) {
            port.send(to, batch)?;
        }
        port.pass(&|| driver.shared.go_on(), &mut |came| {
            status = status.max(Status::of(driver.merge_words(next, size + 1, &came, status))?);
            Ok(())
        })?;
        Ok((tally, met, status))
    }

    /// What all have counted, and whether the level is to be kept.
    fn tell(
        &mut self,
        tally: &ClassTally,
        met: &[(u128, R::Payload)],
        status: Status,
        wish: bool,
    ) -> Result<(ClassTally, Vec<(u128, R::Payload)>, bool), Error> {
        let mut words = vec![status as u64, u64::from(wish), tally.classes, tally.counts.len() as u64];
        words.extend(&tally.counts);
        words.push(tally.examples.len() as u64);
        tally.examples.iter().for_each(|&class| wide(&mut words, class));
        words.push(met.len() as u64);
        let mut encoded = vec![0; R::Payload::words(self.known.size)];
        for (key, payload) in met {
            wide(&mut words, *key);
            payload.encode(&mut encoded);
            words.extend(&encoded);
        }
        let (mut sum, mut all, mut wish, mut worst) = (ClassTally::default(), Vec::new(), false, 0);
        for said in self.everyone(&words)? {
            let mut said = Words(said.iter());
            worst = worst.max(said.word()?);
            wish |= said.word()? != 0;
            let classes = said.word()?;
            let counts = (0..said.word()?).map(|_| said.word()).collect::<Result<_, _>>()?;
            let examples = (0..said.word()?).map(|_| said.wide()).collect::<Result<_, _>>()?;
            sum.absorb(&ClassTally { classes, counts, examples });
            for _ in 0..said.word()? {
                let key = said.wide()?;
                encoded.iter_mut().try_for_each(|word| said.word().map(|said| *word = said))?;
                all.push((key, R::Payload::decode(&encoded)));
            }
        }
        // All end for the same reason.
        match worst {
            worst if worst == Status::Well as u64 => Ok((sum, all, wish)),
            worst if worst == Status::Overflow as u64 => Err(Error::Overflow),
            _ => Err(Error::Stop(Stop::Memory(self.driver.limit))),
        }
    }

    /// Writes the level, each worker its part; the first of all lists them when all are safe.
    fn write(&mut self, keeper: &mut Option<Keeper>) -> Result<(), Error> {
        let (begun, size) = (Instant::now(), self.known.size);
        let written = self.driver.write_part(size, self.port.index, self.port.peers, &self.level);
        let mut words = Vec::new();
        let mut why = None;
        match written {
            Ok(run) => {
                words.push(0);
                run.iter().for_each(|run| run.encode(&mut words));
            }
            Err(Error::Checkpoint(error)) => {
                words.push(1);
                why = Some(error);
            }
            Err(other) => return Err(other),
        }
        let said = self.everyone(&words)?;
        let Some(keeper) = keeper else { return Ok(()) };
        let sound = said.iter().all(|said| said.first() == Some(&0));
        if !sound {
            // Somebody's disk is full: from now on nothing is kept.
            let why = why.unwrap_or(BadCheckpoint::Unwritten("another process cannot write".into()));
            self.driver.shared.say(why.to_string());
            keeper.checkpoints = None;
            return Ok(());
        }
        let mut runs = Vec::new();
        for said in &said {
            if let Some(words) = said[1..].first_chunk() {
                runs.push(Run::decode(words).ok_or(Error::Severed(Severed::Stranger))?);
            }
        }
        runs.sort_unstable_by_key(|run| run.shard);
        self.driver.keep(&mut keeper.checkpoints, keeper.identity, &Stand::Runs(runs), &self.known)?;
        keeper.saved = Instant::now();
        keeper.pause = 4 * (keeper.saved - begun);
        Ok(())
    }

    /// The last level, for the first worker of each process.
    fn gather(&mut self) -> Result<Level<'a, R::Payload>, Error> {
        let (driver, size) = (self.driver, self.known.size);
        let own = std::mem::replace(&mut self.level, driver.empty(0));
        let mut words = Vec::new();
        let mut encoded = vec![0; R::Payload::words(self.known.size)];
        let mut send = |words: &mut Vec<u64>| {
            for to in (0..self.port.peers).step_by(self.workers) {
                self.port.send(to, words.clone())?;
            }
            words.clear();
            driver.shared.go_on()
        };
        for (key, payload) in own.records() {
            words.push(key);
            payload.encode(&mut encoded);
            words.extend(&encoded);
            if words.len() >= BATCH {
                send(&mut words)?;
            }
        }
        send(&mut words)?;
        drop(own);
        let (mut level, mut status) = (driver.empty(0), Status::Well);
        self.port.pass(&|| driver.shared.go_on(), &mut |came| {
            status = status.max(Status::of(driver.merge_words(&mut level, size, &came, status))?);
            Ok(())
        })?;
        let worst = self.everyone(&[status as u64])?.iter().filter_map(|said| said.first().copied()).max();
        match worst {
            Some(0) => Ok(level),
            _ => Err(Error::Stop(Stop::Memory(driver.limit))),
        }
    }
}

impl Keeper<'_, '_> {
    /// Whether it is time to keep a level.
    fn wishes(&self) -> bool {
        let interval = self.checkpoints.as_ref().and_then(|kept| kept.interval());
        interval.is_some_and(|interval| interval.is_zero() || self.saved.elapsed() >= interval.max(self.pause))
    }
}

impl<'a, S: Space, R: Recursion<S>> Driver<'a, S, R> {
    /// Merges records of classes of so many elements that have come, unless something is wrong already.
    fn merge_words(
        &self,
        level: &mut Level<'a, R::Payload>,
        size: u32,
        words: &[u64],
        status: Status,
    ) -> Result<(), Error> {
        if status != Status::Well {
            return Ok(());
        }
        for record in words.chunks_exact(1 + R::Payload::words(size)) {
            self.put(level, record[0], &R::Payload::decode(&record[1..]))?;
        }
        Ok(())
    }

    /// A worker's part of a level in a file.
    fn write_part(
        &self,
        size: u32,
        index: usize,
        peers: usize,
        level: &Level<'a, R::Payload>,
    ) -> Result<Option<Run>, Error> {
        let checks = (|_| true, || self.shared.go_on());
        let shards: Vec<&Shard<R::Payload>> = level.shards.iter().collect();
        match self.files(size, &checks) {
            Some(files) => files.write(&shards, index, peers),
            None => Err(Error::Inexact),
        }
    }
}

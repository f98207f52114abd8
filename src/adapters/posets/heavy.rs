//! Computations of the engine for subsets that take minutes: what they will take, on how many threads they run, and where
//! they keep what they have.

use crate::diagnostics::Mistake;
use crate::eval::Machine;
use crate::limits::Stop;
use crate::posets::subsets::checkpoint::Checkpoints;
#[cfg(feature = "cluster")]
use crate::posets::subsets::cluster::Cluster;
use crate::posets::subsets::estimate::Estimate;
use crate::posets::subsets::{engine, error};
use crate::posets::{BoxPlan, ChompPlan};
use crate::value::{Fault, Flow, Problem, Res};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::rc::Rc;

/// Steps from class to class that would take weeks.
const HOPELESS: f64 = 3e12;

/// Seconds from which a computation says beforehand how long it takes: a minute where the machine is half as fast.
const NOTICED: f64 = 30.0;

/// A place for the levels of one computation, found by a name that says what is computed; for the process that writes them, or for
/// another that computes with it.
pub type Keeper = Rc<dyn Fn(&str, bool) -> std::io::Result<Kept>>;

/// The processes of long computations; their connections are made when the first begins.
#[cfg(feature = "cluster")]
pub struct Processes {
    hosts: Result<Vec<String>, String>,
    process: usize,
    workers: usize,
    cluster: std::cell::OnceCell<Cluster>,
}

#[cfg(feature = "cluster")]
impl Processes {
    /// Where all of them listen or why that is not known, which of them this is, and how many workers each has.
    pub fn new(hosts: Result<Vec<String>, String>, process: usize, workers: usize) -> Processes {
        Processes { hosts, process, workers, cluster: std::cell::OnceCell::new() }
    }

    fn cluster(&self) -> Res<&Cluster> {
        if let Some(cluster) = self.cluster.get() {
            return Ok(cluster);
        }
        let hosts = match &self.hosts {
            Ok(hosts) => hosts.clone(),
            Err(why) => return Fault::new(Mistake::FileRefused, format!("the file of hosts {why}")).err(),
        };
        match Cluster::new(self.process, hosts, self.workers) {
            Ok(cluster) => Ok(self.cluster.get_or_init(|| cluster)),
            Err(error) => {
                let what = format!("the processes of this computation cannot be connected: {error}");
                Fault::new(Mistake::FileRefused, what).err()
            }
        }
    }
}

/// What such a place comes to.
pub struct Kept {
    /// The place, if it can be used at all.
    pub keeper: Option<Box<dyn Checkpoints>>,
    /// Where it is.
    pub place: PathBuf,
    /// Why nothing is written.
    pub why: Option<String>,
}

/// What a computation will take.
pub(crate) struct Expected {
    /// Classes to go through, where that is known, for the progress.
    pub classes: Option<u64>,
    /// Bytes of memory, if nothing goes to files.
    pub bytes: f64,
}

impl From<&Estimate> for Expected {
    fn from(estimate: &Estimate) -> Expected {
        Expected { classes: Some(estimate.classes as u64), bytes: estimate.bytes }
    }
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
    /// With which processes together.
    #[cfg(feature = "cluster")]
    pub processes: Option<Rc<Processes>>,
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

    /// Says why nothing is kept.
    pub(crate) fn say_unkept(&self, why: &str) {
        self.say_once(&format!("{why}; what is computed here is not kept."));
    }

    /// Processes that compute together.
    pub(crate) fn process_count(&self) -> usize {
        #[cfg(feature = "cluster")]
        return self.processes.as_ref().and_then(|all| all.hosts.as_ref().ok()).map_or(1, |hosts| hosts.len().max(1));
        #[cfg(not(feature = "cluster"))]
        1
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
    pub fn heavy(&mut self) -> &mut Heavy {
        self.settings().of()
    }

    /// Refuses what cannot fit in the memory allowed; says of what takes over a minute how long that is.
    pub(crate) fn announce(&mut self, estimate: &Estimate) -> Res<()> {
        let megabytes = estimate.bytes / 1e6;
        let mut files = String::new();
        // Several processes have a part of each level, and nothing in files.
        let processes = self.heavy().process_count();
        let own = estimate.bytes / processes as f64;
        if let Err(stop) = self.handle.reserve(own as usize) {
            let room = self.handle.limits().memory.unwrap_or(usize::MAX);
            match estimate.disk(room).filter(|_| processes == 1) {
                Some(disk) if self.heavy().checkpoints.is_some() => {
                    files = format!(" of which {:.0} MB are allowed, {}", room as f64 / 1e6, files_of(disk));
                }
                disk => return Err(self.too_much(stop, own, disk.map(|disk| (disk, 0.0))).into()),
            }
        }
        let seconds = estimate.seconds(self.heavy().thread_count());
        if seconds > NOTICED
            && let Some(notice) = &self.heavy().notice
        {
            notice(&format!(
                "About {:.0} million classes of downsets, {megabytes:.0} MB{files}, {}; Ctrl-C stops.",
                estimate.classes / 1e6,
                minutes(seconds)
            ));
        }
        Ok(())
    }

    /// That so many bytes are needed, more than are allowed; that they may go to files of so many bytes, for which so much memory is needed.
    fn too_much(&mut self, stop: Stop, bytes: f64, disk: Option<(f64, f64)>) -> Fault {
        let mebibytes = |bytes: f64| (bytes / f64::from(1 << 20)).ceil();
        let allowed = self.handle.limits().memory.unwrap_or(usize::MAX);
        let (needed, allowed) = (mebibytes(bytes), mebibytes(allowed as f64));
        let left = match self.handle.room() {
            Some(room) if needed <= allowed => {
                format!(", of which {:.0} MiB are left", room as f64 / f64::from(1 << 20))
            }
            _ => String::new(),
        };
        let each = match self.heavy().process_count() {
            1 => String::new(),
            n => format!(" in each of {n} processes"),
        };
        let message = format!("this needs about {needed:.0} MiB of memory{each}; {allowed:.0} MiB are allowed{left}");
        let enough = |needed: f64| ((needed * 1.3 / 100.0).ceil() as u64).saturating_mul(100);
        let option = disk
            .filter(|&(_, memory)| mebibytes(memory) > allowed)
            .map_or(String::new(), |(_, memory)| format!(" and `--memory {}`", enough(mebibytes(memory))));
        let enough = Some(enough(needed));
        let fault = Fault { problem: Problem::Bound { stop, enough }, ..Fault::new(Mistake::TooMuchMemory, message) };
        match disk {
            Some((disk, _)) => fault.note(format!(
                "With `--checkpoint DIR`{option} what has no room in memory goes to that directory: {}.",
                files_of(disk)
            )),
            None => fault,
        }
    }

    /// The same of a box.
    pub(crate) fn announce_box(&mut self, plan: &BoxPlan) -> Res<()> {
        let threads = self.heavy().thread_count();
        let room = self.handle.room().unwrap_or(usize::MAX) as f64;
        let needed = plan.bytes.unwrap_or(0.0);
        // Each of several processes computes all of a box, in memory.
        let is_alone = self.heavy().process_count() == 1;
        let files = plan.files.filter(|_| needed > room && is_alone);
        if let Err(stop) = self.handle.reserve(needed as usize) {
            match files {
                Some(files) if self.heavy().checkpoints.is_some() => {
                    if let Err(stop) = self.handle.reserve(files.memory as usize) {
                        return Err(self.too_much(stop, files.memory, None).into());
                    }
                }
                files => {
                    let disk = files.map(|files| (files.bytes, files.memory));
                    return Err(self.too_much(stop, needed, disk).into());
                }
            }
        }
        let seconds = if files.is_some() { plan.seconds_in_files(threads) } else { plan.seconds(threads) };
        if seconds > NOTICED
            && let Some(notice) = &self.heavy().notice
        {
            let files =
                files.map(|files| format!(" of which {:.0} MB are allowed, {},", room / 1e6, files_of(files.bytes)));
            notice(&format!(
                "{} downsets, {:.0} MB,{} about {}; Ctrl-C stops.",
                plan.downsets,
                needed / 1e6,
                files.unwrap_or_default(),
                minutes(seconds)
            ));
        }
        Ok(())
    }

    /// The same of the table of Chomp on a box.
    pub(crate) fn announce_table(&mut self, plan: &ChompPlan) -> Res<()> {
        let bytes = plan.bytes.unwrap_or(0.0);
        if let Err(stop) = self.handle.reserve(bytes as usize) {
            return Err(self.too_much(stop, bytes, None).into());
        }
        let seconds = plan.seconds(self.heavy().thread_count());
        if seconds > NOTICED {
            self.heavy().say_once(&format!(
                "{} positions, {:.0} MB, about {}; Ctrl-C stops.",
                plan.positions,
                bytes / 1e6,
                minutes(seconds)
            ));
        }
        Ok(())
    }

    /// Refuses what no machine comes to the end of.
    pub(crate) fn refuse_hopeless(&mut self, estimate: &Estimate) -> Res<()> {
        if estimate.pushes < HOPELESS {
            return Ok(());
        }
        let classes = match estimate.classes {
            classes if estimate.is_least => format!("more than {classes:.1e}"),
            classes if classes.is_finite() => format!("about {classes:.1e}"),
            _ => "too many".into(),
        };
        Fault::new(
            Mistake::OutOfReach,
            format!("this is out of reach: there are {classes} classes of downsets to go through"),
        )
        .err()
    }

    /// Runs an engine for subsets with the machine's threads and checkpoints. What has no room in memory is not begun without files.
    pub(crate) fn with_heavy<T>(
        &mut self,
        name: &str,
        expected: Expected,
        run: impl FnOnce(engine::Options, &crate::limits::Handle) -> Result<T, error::Error>,
    ) -> Res<T> {
        let handle = Rc::clone(&self.handle);
        let heavy = self.heavy().clone();
        #[cfg(feature = "cluster")]
        let cluster = heavy.processes.as_ref().map(|processes| processes.cluster()).transpose()?;
        #[cfg(feature = "cluster")]
        let first = cluster.is_none_or(Cluster::is_first);
        #[cfg(feature = "cluster")]
        if let (Some(processes), Some(_), Some(_)) = (&heavy.processes, cluster, expected.classes) {
            let (process, all) = (processes.process, heavy.process_count());
            heavy.say_once(&format!("Process {process} of 0 to {}: begins when all others are there.", all - 1));
        }
        #[cfg(not(feature = "cluster"))]
        let first = true;
        let mut place = PathBuf::new();
        let mut keeper = match &heavy.checkpoints {
            Some(make) => match make(name, first) {
                Ok(mut kept) => {
                    if let (Some(why), 1, Err(stop)) =
                        (&kept.why, heavy.process_count(), handle.reserve(expected.bytes as usize))
                        && kept.keeper.as_mut().is_none_or(|keeper| keeper.runs().is_none())
                    {
                        return self
                            .too_much(stop, expected.bytes, None)
                            .note(format!("What has no room in memory cannot go to files: {why}."))
                            .err();
                    }
                    kept.why.iter().for_each(|why| heavy.say_unkept(why));
                    place = kept.place;
                    kept.keeper
                }
                Err(error) => {
                    return Fault::new(
                        Mistake::FileRefused,
                        format!("the checkpoint directory cannot be used: {error}"),
                    )
                    .err();
                }
            },
            None => None,
        };
        let unkept =
            |why: &str| heavy.say_once(&format!("checkpoint: {why}; the computation goes on without checkpoints"));
        let mut options = engine::Options::threads(heavy.threads);
        options.expected = expected.classes;
        options.checkpoints = keeper.as_deref_mut().map(|k| k as _);
        options.notice = Some(&unkept);
        #[cfg(feature = "cluster")]
        {
            options.cluster = cluster;
        }
        run(options, &handle).map_err(|error| match error {
            error::Error::Checkpoint(what) => {
                let said = format!("the checkpoint in `{}` cannot be used: {what}", place.display());
                Fault::new(Mistake::FileRefused, said).into()
            }
            other => fault(other),
        })
    }
}

/// So many seconds in whole minutes, one at least.
fn minutes(seconds: f64) -> String {
    match (seconds / 60.0).round() {
        minutes if minutes > 1.0 => format!("{minutes:.0} minutes"),
        _ => "1 minute".into(),
    }
}

fn files_of(bytes: f64) -> String {
    format!("up to {:.0} GB of files", (bytes / 1e9).ceil())
}

/// An error of the engine for subsets as one of the language.
pub(crate) fn fault(error: error::Error) -> Box<Flow> {
    match error {
        error::Error::Stop(stop) => stop.into(),
        other => Fault::new(Mistake::OutOfReach, other.to_string()).into(),
    }
}

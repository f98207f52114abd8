//! Posets of sets on their way to the engine of their own ([`crate::posets::subsets`]): which posets are such, what a
//! computation will take, threads and checkpoints.

use super::Machine;
use crate::diagnostics::Mistake;
use crate::eval::things::poset::PosetValue;
use crate::posets::subsets::estimate::Estimate;
use crate::posets::subsets::{downset, engine, error, proof};
use crate::value::key::Key;
use crate::value::{Fault, Flow, Problem, Res, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Elements of the largest poset that is looked at.
const MOST: usize = 2048;
/// Steps from class to class that would take weeks.
const HOPELESS: f64 = 3e12;

/// A poset whose elements are the faces of a complex on few points, ordered by inclusion, the empty face among them.
pub struct Faces {
    /// The points, by their numbers.
    pub points: Vec<Value>,
    /// The points of each element.
    pub masks: Vec<u16>,
}

impl Faces {
    /// The elements as faces, if they are that and there are at most ten points.
    pub fn of(machine: &mut Machine, poset: &PosetValue) -> Res<Option<Faces>> {
        if poset.elements.len() > MOST {
            return Ok(None);
        }
        let mut numbers: FxHashMap<Key, usize> = FxHashMap::default();
        let (mut points, mut masks) = (Vec::new(), Vec::with_capacity(poset.elements.len()));
        for element in &poset.elements {
            let Value::Set(items) = element else { return Ok(None) };
            let mut mask = 0_u16;
            for item in items.iter() {
                machine.handle.tick()?;
                let point = *numbers.entry(item.clone()).or_insert(points.len());
                if point == points.len() {
                    points.push(item.0.clone());
                }
                if points.len() > proof::MOST_SEARCHED as usize {
                    return Ok(None);
                }
                mask |= 1 << point;
            }
            masks.push(mask);
        }
        let all: FxHashSet<u16> = masks.iter().copied().collect();
        let closed =
            all.contains(&0) && masks.iter().all(|mask| (0..points.len()).all(|i| all.contains(&(mask & !(1 << i)))));
        if !closed {
            return Ok(None);
        }
        for (x, &small) in masks.iter().enumerate() {
            machine.handle.ticks(1 + masks.len() as u32 / 16)?;
            let right = |(y, &large): (usize, &u16)| poset.order.less(x, y) == (x != y && small & !large == 0);
            if !masks.iter().enumerate().all(right) {
                return Ok(None);
            }
        }
        Ok(Some(Faces { points, masks }))
    }

    /// All faces as a downset of the subsets of at most seven points.
    pub fn family(&self) -> Option<(u32, u128)> {
        let n = self.points.len() as u32;
        (n <= downset::MAX_N).then(|| (n, self.masks.iter().fold(0, |family, &x| family | 1 << x)))
    }
}

impl Machine {
    /// Refuses what cannot fit in the memory allowed; says of what takes over a minute how long that is.
    pub(crate) fn announce(&mut self, estimate: &Estimate) -> Res<()> {
        let megabytes = estimate.bytes / 1e6;
        if let Err(stop) = estimate.reserve(&self.handle) {
            let mebibytes = |bytes: f64| (bytes / f64::from(1 << 20)).ceil();
            let allowed = self.handle.limits().memory.map_or(f64::INFINITY, |bytes| mebibytes(bytes as f64));
            let needed = mebibytes(estimate.bytes);
            let message = format!("this needs about {needed:.0} MiB of memory; {allowed:.0} MiB are allowed");
            let enough = Some((needed * 1.3 / 100.0).ceil() as u64 * 100);
            let problem = Problem::Bound { stop, enough };
            return Fault { problem, ..Fault::new(Mistake::TooMuchMemory, message) }.err();
        }
        let seconds = estimate.seconds(self.heavy.thread_count());
        if seconds > 60.0
            && let Some(notice) = &self.heavy.notice
        {
            let minutes = (seconds / 60.0).round().max(1.0);
            let plural = if minutes > 1.0 { "s" } else { "" };
            notice(&format!(
                "About {:.0} million classes of downsets, {megabytes:.0} MB, {minutes:.0} minute{plural}; Ctrl-C stops.",
                estimate.classes / 1e6
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
            classes if classes.is_finite() => format!("about {classes:.0e}"),
            _ => "too many".into(),
        };
        Fault::new(
            Mistake::OutOfReach,
            format!("this is out of reach: there are {classes} classes of downsets to go through"),
        )
        .err()
    }

    /// Runs an engine for subsets with the machine's threads and checkpoints. What was estimated is for the progress.
    pub(crate) fn with_heavy<T>(
        &mut self,
        name: &str,
        estimate: Option<&Estimate>,
        run: impl FnOnce(engine::Options, &crate::limits::Handle) -> Result<T, error::Error>,
    ) -> Res<T> {
        let handle = Rc::clone(&self.handle);
        let heavy = self.heavy.clone();
        let mut keeper = match &heavy.checkpoints {
            Some(make) => match make(name) {
                Ok(kept) => {
                    kept.note.iter().for_each(|note| heavy.say_once(note));
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
        options.expected = estimate.map(|estimate| estimate.classes as u64);
        options.checkpoints = keeper.as_deref_mut().map(|k| k as _);
        options.notice = Some(&unkept);
        run(options, &handle).map_err(|error| match error {
            error::Error::Checkpoint(what) => {
                Fault::new(Mistake::FileRefused, format!("the checkpoint in `{name}` cannot be used: {what}")).into()
            }
            other => fault(other),
        })
    }
}

/// An error of the engine for subsets as one of the language.
pub(crate) fn fault(error: error::Error) -> Box<Flow> {
    match error {
        error::Error::Stop(stop) => stop.into(),
        other => Fault::new(Mistake::OutOfReach, other.to_string()).into(),
    }
}

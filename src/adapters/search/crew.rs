//! Searches of one question on several threads.
//!
//! In: a question that a search alone did not answer soon. Out: its answer, from whichever thread has it first. Machines do not go from thread to
//! thread: each thread gets one of its own, which knows the rules of the game by their text. That they are the same is compared by the
//! name of the game, which says all that its moves depend on. What is learnt of sums is shared by such names ([`crate::search::Shared`]).
//! This thread goes on as ever, with value and search in turn, so that nothing is lost where the others cannot help: rules in Rust or Python, or
//! games without a name. With a bound of steps it stays alone, since what it comes to would depend on the others.

use crate::eval::Machine;
use crate::limits::{Limits, Stop};
use crate::search::Shared;
use crate::value::{Flow, Res, Value};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

/// Steps of the search before others help: until then few questions are worth a thread.
const ALONE: u64 = 2_000_000;

/// Most bytes for the table that the searches share.
const TABLE: usize = 128 << 20;

/// A game on its way to another thread: makes a machine there that knows its rules, with these bounds and as long as the flag is not set, and hands it the
/// game. Nothing happens if it is not the same game there.
pub type Errand = Arc<dyn Fn(Limits, &Arc<AtomicBool>, &mut dyn FnMut(&mut Machine, &Value)) + Send + Sync>;

/// Who helps with searches.
#[derive(Clone)]
pub struct Crew {
    /// Who writes errands, if there is anybody; nothing for a game that cannot be sent.
    pub write: Option<fn(&mut Machine, &Value) -> Res<Option<Errand>>>,
    /// Steps of a search before others help.
    pub alone: u64,
    /// How often another thread began to help.
    pub helped: Arc<AtomicU64>,
}

impl Default for Crew {
    fn default() -> Crew {
        Crew { write: None, alone: ALONE, helped: Arc::default() }
    }
}

/// Whether others have the answer; nothing where nobody helps.
pub(super) type Overtaken = Option<Arc<AtomicBool>>;

pub(super) fn is_set(overtaken: &Overtaken) -> bool {
    overtaken.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
}

/// Who had the answer first.
pub(super) enum Either<A, B> {
    Ours(A),
    Theirs(B),
}

impl Machine {
    /// Computes something for as many steps, or until others have the answer.
    pub(super) fn slice<T>(
        &mut self,
        steps: u64,
        overtaken: &Overtaken,
        compute: impl FnOnce(&mut Machine) -> Res<T>,
    ) -> Res<Option<T>> {
        let before = self.handle.end_with(overtaken.clone());
        let found = self.within_steps(steps, compute);
        self.handle.end_with(before);
        match found {
            Err(_) if is_set(overtaken) => Ok(None),
            found => found,
        }
    }

    /// Answers a question about a game: `ask` is what a helper does once it shares what is known, `run` what this machine does, which ends with
    /// nothing when the flag is set.
    pub(super) fn together<A, B: Send + Sync>(
        &mut self,
        game: &Value,
        ask: impl Fn(&mut Machine, &Value) -> Res<Option<B>> + Sync,
        mut run: impl FnMut(&mut Machine, &Overtaken) -> Res<Option<A>>,
    ) -> Res<Either<A, B>> {
        let (helpers, limits) = (self.heavy().thread_count() - 1, self.handle.limits());
        let Some((errand, shared)) = self.errand(game, helpers, &limits)? else {
            return alone(self, run);
        };
        // The others have a third of what is left.
        let room = self.handle.room();
        let theirs = Limits { memory: room.map(|room| room / 3 / helpers), time: None, steps: None, ..limits.clone() };
        let ours = limits.memory.zip(room).map(|(all, room)| all - room / 3);
        self.handle.set_limits(Limits { memory: ours, ..limits.clone() });
        let helped = Arc::clone(&self.settings().of::<Crew>().helped);
        let (answer, answered) = (OnceLock::new(), Arc::new(AtomicBool::new(false)));
        let found = std::thread::scope(|scope| {
            for _ in 0..helpers {
                let work = || {
                    errand(theirs.clone(), &answered, &mut |machine, game| {
                        let shares = machine.searching(|search, rules| Ok(search.share(rules, shared.clone())?));
                        let Ok(true) = shares else { return };
                        helped.fetch_add(1, Ordering::Relaxed);
                        if let Ok(Some(found)) = ask(machine, game) {
                            let _ = answer.set(found);
                            answered.store(true, Ordering::Relaxed);
                        }
                    });
                };
                // Without the thread this one works alone.
                let _ = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
            }
            let found = run(self, &Some(Arc::clone(&answered)));
            answered.store(true, Ordering::Relaxed);
            found
        });
        self.handle.set_limits(limits);
        match (answer.into_inner(), found) {
            (Some(answer), Ok(None)) => Ok(Either::Theirs(answer)),
            (_, Ok(Some(found))) => Ok(Either::Ours(found)),
            // What the others had is free again.
            (_, Err(flow)) if room.is_some() && out_of_memory(&flow) => alone(self, run),
            (_, Err(flow)) => Err(flow),
            (None, Ok(None)) => alone(self, run),
        }
    }

    /// Whether others may help with long searches.
    pub(super) fn has_crew(&mut self) -> bool {
        self.heavy().thread_count() > 1
            && self.handle.limits().steps.is_none()
            && self.settings().of::<Crew>().write.is_some()
    }

    /// The errand for others, and the table that is shared, if there are others who can help.
    fn errand(&mut self, game: &Value, helpers: usize, limits: &Limits) -> Res<Option<(Errand, Shared)>> {
        let Some(write) = self.settings().of::<Crew>().write.filter(|_| helpers > 0 && limits.steps.is_none()) else {
            return Ok(None);
        };
        let Some(errand) = write(self, game)? else { return Ok(None) };
        let shared = Shared::new(self.handle.room().map_or(TABLE, |room| (room / 8).min(TABLE)));
        let shares = self.searching(|search, rules| Ok(search.share(rules, shared.clone())?))?;
        Ok(shares.then_some((errand, shared)))
    }
}

/// The stack of a helper; deep recursion takes more as it goes.
const STACK: usize = 8 << 20;

pub(super) fn out_of_memory(flow: &Flow) -> bool {
    matches!(flow, Flow::Fault(fault) if matches!(fault.stop(), Some(Stop::Memory(_) | Stop::Room(..))))
}

fn alone<A, B>(m: &mut Machine, mut run: impl FnMut(&mut Machine, &Overtaken) -> Res<Option<A>>) -> Res<Either<A, B>> {
    Ok(Either::Ours(run(m, &None)?.expect("nobody else has the answer")))
}

//! What was read from a checkpoint is compared with what is computed anew.
//!
//! A computation whose levels so far hold few classes is computed again as a whole: every record, count and class asked
//! for must be the same. Of a larger one classes are drawn, by the hash of their keys with a random key of this process,
//! so that nobody can foresee which; one with few classes below it is computed again from these, which bring all that
//! is ever pushed into it. What lies high in a large computation is not compared: there the seal has to be enough.

use super::checkpoint::{State, damaged};
use super::engine::Driver;
use super::error::Error;
use super::recursion::{Payload, Recursion, Space, code};
use super::table::Level;
use sprague_limits::Stop;
use std::collections::BinaryHeap;
use std::hash::{BuildHasher, RandomState};

/// Classes that are gone through again, for everything together.
const ALL: usize = 60_000;
/// Classes drawn, and the most below one of them.
const DRAWN: usize = 24;
const MOST: usize = 20_000;
/// So many may turn out to have more below them before the drawing ends.
const FAILURES: usize = 4;

fn differs<T>() -> Result<T, Error> {
    Err(damaged("a class does not follow from those below it"))
}

fn same<P: Payload>(a: &P, b: &P) -> bool {
    let words = |payload: &P| {
        let mut words = vec![0; P::words(u32::MAX)];
        payload.encode(&mut words);
        words
    };
    words(a) == words(b)
}

impl<'a, S: Space, R: Recursion<S>> Driver<'a, S, R> {
    /// Compares a level that was read.
    pub(super) fn recheck(
        &self,
        level: &Level<R::Payload>,
        known: &State<(), R::Payload>,
        threads: usize,
    ) -> Result<(), Error> {
        // All in memory; what was computed with files may have no room there.
        let here = Driver { disk: None, ..*self };
        let no_room = |error: &Error| self.disk.is_some() && matches!(error, Error::Stop(Stop::Memory(_)));
        match here.whole(level, known, threads) {
            Ok(true) => Ok(()),
            Err(error) if !no_room(&error) => Err(error),
            _ => here.sample(level, known).or_else(|error| if no_room(&error) { Ok(()) } else { Err(error) }),
        }
    }

    /// Whether what is known beside a level fits to it.
    pub(super) fn fits(&self, state: &State<(), R::Payload>) -> Result<(), Error> {
        if state.size.checked_sub(self.task.first).is_none_or(|steps| steps as usize != state.tallies.len()) {
            return Err(damaged("it has not as many counts as levels"));
        }
        if !state.watched.iter().all(|(key, _)| (self.task.first..state.size).contains(&key.count_ones())) {
            return Err(damaged("a class that was asked for lies above its level"));
        }
        Ok(())
    }

    /// Everything again, if it is little: false if it is not.
    fn whole(&self, read: &Level<R::Payload>, state: &State<(), R::Payload>, threads: usize) -> Result<bool, Error> {
        let (mut level, mut room) = (self.start()?, ALL);
        for (size, tally) in (self.task.first..state.size).zip(&state.tallies) {
            let classes = level.len();
            if classes > room {
                return Ok(false);
            }
            room -= classes;
            let asked = state.watched.iter().filter(|(key, _)| key.count_ones() == size);
            if !asked
                .into_iter()
                .all(|(key, payload)| level.get(code::<S>(*key)).is_some_and(|there| same(there, payload)))
            {
                return differs();
            }
            let (next, counted) = self.push_tables(level, size, classes * 2, threads)?;
            if counted != *tally {
                return Err(damaged("its counts are not those of the levels"));
            }
            level = next;
        }
        let agrees = |(key, payload): (u64, &R::Payload)| level.get(key).is_some_and(|there| same(there, payload));
        if level.len() == read.len() && read.records().all(agrees) { Ok(true) } else { differs() }
    }

    /// Some classes again.
    fn sample(&self, read: &Level<R::Payload>, state: &State<(), R::Payload>) -> Result<(), Error> {
        let (mut room, mut failures) = (ALL, 0);
        for (class, payload) in drawn::<S, _>(read, state) {
            self.shared.go_on()?;
            let Some(space) = self.space.below(class, MOST.min(room)).map_err(Error::Stop)? else {
                failures += 1;
                if failures == FAILURES {
                    break;
                }
                continue;
            };
            let small = Driver { space: &space, ..*self };
            let mut level = small.start()?;
            for size in self.task.first..class.count_ones() {
                let classes = level.len();
                room = room.saturating_sub(classes);
                level = small.push_tables(level, size, classes * 2, 1)?.0;
            }
            if !level.get(code::<S>(class)).is_some_and(|there| same(there, payload)) {
                return differs();
            }
        }
        Ok(())
    }
}

/// Classes of a level, and of those that were asked for.
fn drawn<'s, S: Space, P: Payload>(level: &'s Level<P>, state: &'s State<(), P>) -> Vec<(u128, &'s P)> {
    let level_records = || level.records().map(|(key, payload)| (S::class(key), payload));
    let records = || level_records().chain(state.watched.iter().map(|(key, payload)| (*key, payload)));
    let random = RandomState::new();
    let mut least = BinaryHeap::with_capacity(DRAWN + 1);
    for (key, _) in records() {
        least.push(random.hash_one(key));
        if least.len() > DRAWN {
            least.pop();
        }
    }
    let last = least.peek().copied().unwrap_or(0);
    let mut drawn: Vec<_> = records().filter(|(key, _)| random.hash_one(key) <= last).collect();
    drawn.sort_unstable_by_key(|(key, _)| random.hash_one(key));
    drawn
}

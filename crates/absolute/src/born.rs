//! All values that are born by some day.

use crate::forms::{Form, Side};
use crate::theory::{Canonical, Theory};
use rustc_hash::FxHashSet;
use sprague_limits::{Handle, Stop};

/// Most sets of options for a player that are gone through, each with all of the other player's. The nine dicot games born by day 2 have few;
/// the 196 dead-ending ones, and the 1,268 dicot ones born by day 3, have more than can be listed.
const MOST_SETS: usize = 10_000;

impl<U: Canonical> Theory<'_, U> {
    /// The canonical forms of all values that are born by that day, the earlier first. A day is refused at once if there are too many.
    pub fn born_by(&mut self, day: u32, handle: &Handle) -> Result<Vec<Form>, Stop> {
        let mut values = vec![self.forms.zero()];
        for today in 1..=day {
            let mut sets = [const { Vec::new() }; 2];
            for (sets, side) in sets.iter_mut().zip([Side::Left, Side::Right]) {
                *sets = self.antichains(&values, side, handle)?.ok_or_else(|| {
                    Stop::TooLarge(format!(
                        "the values born by day {day} are not listed: by day {} there are {}, and more than {MOST_SETS} sets of them are \
                         options for a player",
                        today - 1,
                        values.len()
                    ))
                })?;
            }
            let mut seen: FxHashSet<Form> = values.iter().copied().collect();
            let total = (sets[0].len() as u64).saturating_mul(sets[1].len() as u64);
            for (done, left) in sets[0].iter().enumerate() {
                handle.progress("pairs of sets of options", (done * sets[1].len()) as u64, Some(total));
                for right in &sets[1] {
                    handle.tick()?;
                    let form = self.forms.game(left, right);
                    if !self.universe.admits(self.forms, form) {
                        continue;
                    }
                    let value = self.canonical(form, handle)?;
                    if seen.insert(value) {
                        values.push(value);
                    }
                }
            }
            // Equal values may be first met in a form that is born later than they are.
            values.sort_by_key(|&value| (self.forms.birthday(value), value));
        }
        Ok(values)
    }

    /// All sets of these games none of which is dominated for that side; the empty one first. Nothing if there are too many.
    fn antichains(&mut self, games: &[Form], side: Side, handle: &Handle) -> Result<Option<Vec<Vec<Form>>>, Stop> {
        let mut sets: Vec<Vec<Form>> = vec![Vec::new()];
        for &game in games {
            for i in 0..sets.len() {
                handle.ticks(sets[i].len() / 16 + 1)?;
                let mut free = true;
                for j in 0..sets[i].len() {
                    let own = sets[i][j];
                    free = free
                        && !self.at_most_for(side, own, game, handle)?
                        && !self.at_most_for(side, game, own, handle)?;
                }
                if free {
                    let mut longer = sets[i].clone();
                    longer.push(game);
                    sets.push(longer);
                }
            }
            if sets.len() > MOST_SETS {
                return Ok(None);
            }
        }
        Ok(Some(sets))
    }
}

//! All values that are born by some day.

use crate::forms::{Form, Side};
use crate::theory::{Canonical, Theory};
use rustc_hash::FxHashSet;
use sprague_limits::{Handle, Stop};

impl<U: Canonical> Theory<'_, U> {
    /// The canonical forms of all values that are born by that day, the earlier first.
    pub fn born_by(&mut self, day: u32, handle: &Handle) -> Result<Vec<Form>, Stop> {
        let mut values = vec![self.forms.zero()];
        for _ in 0..day {
            let sets = [self.antichains(&values, Side::Left, handle)?, self.antichains(&values, Side::Right, handle)?];
            let mut seen: FxHashSet<Form> = values.iter().copied().collect();
            let total = (sets[0].len() as u64).saturating_mul(sets[1].len() as u64);
            for (done, left) in sets[0].iter().enumerate() {
                handle.progress("values", (done * sets[1].len()) as u64, Some(total));
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

    /// All sets of these games none of which is dominated for that side; the empty one first.
    fn antichains(&mut self, games: &[Form], side: Side, handle: &Handle) -> Result<Vec<Vec<Form>>, Stop> {
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
        }
        Ok(sets)
    }
}

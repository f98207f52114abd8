//! All canonical forms born by a day, and how many there are.

use super::{Form, Forms};
use sprague_limits::{Handle, Stop};

/// The last day whose forms are listed; the next one has 4171780.
const LAST_LISTED: u32 = 4;

impl Forms {
    /// All forms born by day n, the earliest first: 1, 2, 3, 5 and 22 for the days 0 to 4. Later days have too many.
    pub fn born_by(&mut self, day: u32, handle: &Handle) -> Result<Vec<Form>, Stop> {
        if day > LAST_LISTED {
            return Err(Stop::TooLarge(format!("the misère forms born by day {day}: those by day 5 are 4171780")));
        }
        let mut all = vec![self.zero()];
        for _ in 0..day {
            let before = all.clone();
            for set in 1u32..1 << before.len() {
                let options = before.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1).map(|(_, &form)| form);
                let form = self.form(options.collect(), handle)?;
                if !all.contains(&form) {
                    all.push(form);
                }
            }
            all.sort_by_key(|&form| self.birthday(form));
        }
        Ok(all)
    }

    /// How many forms are born by day n, for n up to 5: the sets of forms born a day earlier that have no simpler form.
    pub fn count_born_by(&mut self, day: u32, handle: &Handle) -> Result<u64, Stop> {
        if day == 0 {
            return Ok(1);
        }
        let before = self.born_by(day - 1, handle)?;
        let mask = |forms: &[Form]| -> u32 {
            before.iter().enumerate().filter(|(_, form)| forms.contains(form)).map(|(i, _)| 1 << i).sum()
        };
        // Of each form: its options, the forms that it is an option of, as bits in the order of birthdays.
        let options: Vec<u32> = before.iter().map(|&form| mask(self.options(form))).collect();
        let above: Vec<u32> = (0..before.len())
            .map(|i| (0..before.len()).filter(|&j| options[j] >> i & 1 == 1).map(|j| 1 << j).sum())
            .collect();
        let p: u32 = (0..before.len()).filter(|&i| self.is_p_position(before[i])).map(|i| 1 << i).sum();
        let mut count = 0;
        for set in 0u32..1 << before.len() {
            handle.tick()?;
            let last = set.checked_ilog2().map_or(0, |last| options[last as usize]);
            let simpler = (0..before.len()).filter(|i| last >> i & 1 == 1).any(|i| {
                let own = options[i];
                own & !set == 0 && set & !own & !above[i] == 0 && (own != 0 || set & p != 0)
            });
            count += u64::from(!simpler);
        }
        Ok(count)
    }
}

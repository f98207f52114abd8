//! Canonical forms: no dominated options, no reversible ones but one that stands for those through ends.

use crate::forms::{Form, Side};
use crate::theory::{Canonical, Theory};
use sprague_limits::{Handle, Stop, with_stack};

impl<U: Canonical> Theory<'_, U> {
    /// Whether a <= b as a side sees it: for Right, a >= b.
    pub(crate) fn at_most_for(&mut self, side: Side, a: Form, b: Form, handle: &Handle) -> Result<bool, Stop> {
        if side == Side::Left { self.at_least(b, a, handle) } else { self.at_least(a, b, handle) }
    }

    /// The canonical form of a game of the universe: two games are equal in it exactly if theirs are the same.
    pub fn canonical(&mut self, g: Form, handle: &Handle) -> Result<Form, Stop> {
        if let Some(&known) = self.canonical.get(&g) {
            return Ok(known);
        }
        handle.tick()?;
        let mut sides = [Vec::new(), Vec::new()];
        for (options, side) in sides.iter_mut().zip(Side::BOTH) {
            for &option in &*self.forms.list(g, side) {
                options.push(with_stack(|| self.canonical(option, handle))?);
            }
        }
        let mut form = self.forms.game(&sides[0], &sides[1]);
        while let Some(simpler) = self.simpler(form, handle)? {
            handle.tick()?;
            form = simpler;
        }
        self.canonical.insert(g, form);
        self.canonical.insert(form, form);
        Ok(form)
    }

    /// One step; the options are canonical.
    fn simpler(&mut self, g: Form, handle: &Handle) -> Result<Option<Form>, Stop> {
        let zero = self.forms.zero();
        if g != zero && self.at_least(g, zero, handle)? && self.at_least(zero, g, handle)? {
            return Ok(Some(zero));
        }
        for side in Side::BOTH {
            if let Some(simpler) = self.without_dominated(g, side, handle)? {
                return Ok(Some(simpler));
            }
        }
        for side in Side::BOTH {
            if let Some(simpler) = self.without_reversible(g, side, handle)? {
                return Ok(Some(simpler));
            }
        }
        Ok(None)
    }

    fn without_dominated(&mut self, g: Form, side: Side, handle: &Handle) -> Result<Option<Form>, Stop> {
        let options = self.forms.list(g, side);
        for (i, &option) in options.iter().enumerate() {
            for (j, &better) in options.iter().enumerate() {
                if i != j && self.at_most_for(side, option, better, handle)? {
                    return Ok(Some(self.without(g, side, option, &[])));
                }
            }
        }
        Ok(None)
    }

    /// The form with others in place of an option.
    fn without(&mut self, g: Form, side: Side, option: Form, others: &[Form]) -> Form {
        let mut mine: Vec<Form> = self.forms.options(g, side).iter().copied().filter(|&o| o != option).collect();
        mine.extend(others);
        self.forms.with_options(g, side, &mine)
    }

    fn without_reversible(&mut self, g: Form, side: Side, handle: &Handle) -> Result<Option<Form>, Stop> {
        let mut through_ends = Vec::new();
        for &option in &*self.forms.list(g, side) {
            for &back in &*self.forms.list(option, side.other()) {
                if !self.at_most_for(side, back, g, handle)? {
                    continue;
                }
                let replacing = self.forms.list(back, side);
                if replacing.is_empty() {
                    through_ends.push((option, back));
                } else {
                    return Ok(Some(self.without(g, side, option, &replacing)));
                }
            }
        }
        // An option that reverses through an end may go if the Proviso still holds without it, and the form still belongs.
        for &(option, end) in &through_ends {
            let rest = self.without(g, side, option, &[]);
            if self.universe.admits(self.forms, rest) && self.proviso(rest, end, side, handle)? {
                return Ok(Some(rest));
            }
        }
        let universe = self.universe;
        for &(option, end) in &through_ends {
            if let Some(usual) = universe.stand_in(self, g, end, side, handle)?
                && usual != option
            {
                return Ok(Some(self.without(g, side, option, &[usual])));
            }
        }
        Ok(None)
    }
}

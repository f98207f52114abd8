//! Differences, parts, and partitions into primes.
//!
//! A game cancels: G + X = G + Y says X = Y (Conway). So there is at most one difference X of G and H, with G = H + X, and where there is one it is
//! the game of all differences of an option of G and H and of G and an option of H, as if games had negatives (`docs/misere.md`). A
//! part of G is an H for which there is one. 0 and * have negatives, so that they are parts of everything; a game is prime
//! if it is neither, and has no other parts than these, itself, and itself + *. Such is every game from which there is a move to 0 or *, as
//! every heap of Nim: an option of the canonical X + Y is X' + Y or X + Y', and if that is 0 or *, then Y or X has a negative.

use super::{Form, Forms};
use sprague_limits::{Handle, Stop, with_stack};
use std::collections::BTreeSet;
use std::rc::Rc;

impl Forms {
    /// The form x with g = h + x; `None` if there is none.
    pub fn difference(&mut self, g: Form, h: Form, handle: &Handle) -> Result<Option<Form>, Stop> {
        if h == self.zero() {
            return Ok(Some(g));
        }
        if g == h {
            return Ok(Some(self.zero()));
        }
        if h == self.star() {
            return self.sum(g, h, handle).map(Some);
        }
        if self.reaches_a_negative(g) {
            let other = self.sum(g, self.star(), handle)?;
            return Ok((h == other).then_some(self.star()));
        }
        if let Some(&known) = self.differences.get(&(g, h)) {
            return Ok(known);
        }
        handle.tick()?;
        let (of_g, of_h) = (self.listed(g), self.listed(h));
        let mut options = Vec::new();
        for &option in &*of_g {
            options.extend(with_stack(|| self.difference(option, h, handle))?);
        }
        for &option in &*of_h {
            options.extend(with_stack(|| self.difference(g, option, handle))?);
        }
        let x = self.form(options, handle)?;
        let may_be = self.nim_value(x) == self.nim_value(g) ^ self.nim_value(h);
        let found = (may_be && self.sum(h, x, handle)? == g).then_some(x);
        self.differences.insert((g, h), found);
        Ok(found)
    }

    /// Whether there is a move to 0 or *, the games that have negatives.
    fn reaches_a_negative(&self, g: Form) -> bool {
        self.has_option(g, self.zero()) || self.has_option(g, self.star())
    }

    /// The parts of a form in the order of their birthdays: the h with g = h + x for some x. 0 and * are parts of every game.
    pub fn parts(&mut self, g: Form, handle: &Handle) -> Result<Rc<[Form]>, Stop> {
        if let Some(known) = self.parts.get(&g) {
            return Ok(Rc::clone(known));
        }
        // If G = X + Y, an option of the canonical G is X' + Y or X + Y': X or Y is a part of an option of G.
        let mut candidates: BTreeSet<Form> = [self.zero(), self.star()].into();
        if self.reaches_a_negative(g) {
            candidates.insert(g);
        } else {
            for &option in &*self.listed(g) {
                candidates.extend(with_stack(|| self.parts(option, handle))?.iter());
            }
        }
        let mut found: BTreeSet<Form> = BTreeSet::new();
        for h in candidates {
            if let Some(x) = self.difference(g, h, handle)? {
                found.extend([h, x]);
            }
        }
        let mut parts: Vec<Form> = found.into_iter().collect();
        parts.sort_by_key(|&part| (self.birthday(part), part));
        let parts: Rc<[Form]> = parts.into();
        self.parts.insert(g, Rc::clone(&parts));
        Ok(parts)
    }

    /// Whether a form is even: born earlier than its sum with *. Of g and g + * just one is.
    pub fn is_even(&mut self, g: Form, handle: &Handle) -> Result<bool, Stop> {
        let other = self.sum(g, self.star(), handle)?;
        Ok(self.birthday(g) < self.birthday(other))
    }

    /// The even one of g and g + *.
    pub fn even(&mut self, g: Form, handle: &Handle) -> Result<Form, Stop> {
        Ok(if self.is_even(g, handle)? { g } else { self.sum(g, self.star(), handle)? })
    }

    /// Whether a form is prime: neither 0 nor *, and no sum of two games that are neither.
    pub fn is_prime(&mut self, g: Form, handle: &Handle) -> Result<bool, Stop> {
        let even = self.even(g, handle)?;
        if even == self.zero() {
            return Ok(false);
        }
        Ok(self.parts(g, handle)?.len() == 4)
    }

    /// All ways to write a form as a sum of even primes, and of * if it is odd. 0 is the empty sum. There is at least
    /// one way, and there may be several (Norton).
    pub fn partitions(&mut self, g: Form, handle: &Handle) -> Result<Vec<Vec<Form>>, Stop> {
        let even = self.even(g, handle)?;
        let mut found = self.partitions_from(even, self.zero(), handle)?;
        if even != g {
            let star = self.star();
            found.iter_mut().for_each(|parts| parts.push(star));
        }
        Ok(found)
    }

    /// Sums of even primes that are not before `from` in the order of birthdays.
    fn partitions_from(&mut self, g: Form, from: Form, handle: &Handle) -> Result<Vec<Vec<Form>>, Stop> {
        handle.tick()?;
        if g == self.zero() {
            return Ok(vec![Vec::new()]);
        }
        let rank = |forms: &Forms, form: Form| (forms.birthday(form), form);
        let mut found = Vec::new();
        for &part in &*self.parts(g, handle)? {
            if rank(self, part) < rank(self, from) || !self.is_even(part, handle)? || !self.is_prime(part, handle)? {
                continue;
            }
            let Some(rest) = self.difference(g, part, handle)? else { continue };
            let rest = self.even(rest, handle)?;
            for mut parts in with_stack(|| self.partitions_from(rest, part, handle))? {
                parts.insert(0, part);
                found.push(parts);
            }
        }
        Ok(found)
    }
}

//! Mates, links, and games that tell two games apart.
//!
//! The mate of 0 is *, that of another game is the game of the mates of its options; a game and its mate make a P-position. A game T links G
//! and H if G + T and H + T are P-positions. Then G and H are linked exactly if neither is equal to an option of the other (Conway). What is
//! built here follows the proofs in `docs/misere.md`.

use super::{Form, Forms};
use sprague_limits::{Handle, Stop, with_stack};

impl Forms {
    /// The mate of a form: their sum is a P-position.
    pub fn mate(&mut self, g: Form, handle: &Handle) -> Result<Form, Stop> {
        if g == self.zero() {
            return Ok(self.star());
        }
        if let Some(&known) = self.mates.get(&g) {
            return Ok(known);
        }
        handle.tick()?;
        let mut options = Vec::new();
        for &option in &*self.listed(g) {
            options.push(with_stack(|| self.mate(option, handle))?);
        }
        let mate = self.form(options, handle)?;
        self.mates.insert(g, mate);
        Ok(mate)
    }

    /// A form t that makes g + t and h + t P-positions; `None` if one is an option of the other, where there is none.
    pub fn link(&mut self, g: Form, h: Form, handle: &Handle) -> Result<Option<Form>, Stop> {
        handle.tick()?;
        if self.has_option(g, h) || self.has_option(h, g) {
            return Ok(None);
        }
        if g == h {
            return self.mate(g, handle).map(Some);
        }
        // Beside it, some option of whatever g or h becomes by a move answers that move.
        let mut options = Vec::new();
        for (from, other) in [(g, h), (h, g)] {
            for &option in &*self.listed(from) {
                let answer = with_stack(|| self.apart(option, other, handle))?;
                options.push(answer.expect("it is not that option"));
            }
        }
        self.form(options, handle).map(Some)
    }

    /// A form t that tells two forms apart: one of g + t and h + t is a P-position and the other is not. `None` if the forms
    /// are the same.
    pub fn distinguisher(&mut self, g: Form, h: Form, handle: &Handle) -> Result<Option<Form>, Stop> {
        let Some(t) = self.apart(g, h, handle)? else { return Ok(None) };
        // The empty game is simpler, where it does.
        Ok(Some(if self.is_p_position(g) == self.is_p_position(h) { t } else { self.zero() }))
    }

    /// A form t with g + t a P-position and h + t none.
    fn apart(&mut self, g: Form, h: Form, handle: &Handle) -> Result<Option<Form>, Stop> {
        if g == h {
            return Ok(None);
        }
        if let Some(&known) = self.apart.get(&(g, h)) {
            return Ok(Some(known));
        }
        handle.tick()?;
        let (t, on_g) = self.outcomes_apart(g, h, handle)?;
        // T that makes the other one the P-position: beside the mates of h's options it does what is asked.
        let t = if on_g { t } else { self.turned(g, t, handle)? };
        self.apart.insert((g, h), t);
        Ok(Some(t))
    }

    /// From t with g + t an N-position and h + t a P-position, one that has it the other way round.
    fn turned(&mut self, g: Form, t: Form, handle: &Handle) -> Result<Form, Stop> {
        let mut options = vec![t];
        for &option in &*self.listed(g) {
            options.push(self.mate(option, handle)?);
        }
        self.form(options, handle)
    }

    /// A form t beside which two different forms have different outcomes, and whether it is g + t that is the P-position.
    fn outcomes_apart(&mut self, g: Form, h: Form, handle: &Handle) -> Result<(Form, bool), Stop> {
        if self.is_p_position(g) != self.is_p_position(h) {
            return Ok((self.zero(), self.is_p_position(g)));
        }
        // Conway's theorem: an option of one that is no option of the other, nor has the other as an option, is linked to the
        // other. The link leaves the other a P-position, and the first can be moved to one.
        for (from, other, on_g) in [(g, h, false), (h, g, true)] {
            for &option in &*self.listed(from) {
                if !self.has_option(other, option) && !self.has_option(option, other) {
                    let link = with_stack(|| self.link(option, other, handle))?;
                    return Ok((link.expect("neither is an option of the other"), on_g));
                }
            }
        }
        unreachable!("two canonical forms with one outcome, and each option of one is the other's or reverses to it")
    }
}

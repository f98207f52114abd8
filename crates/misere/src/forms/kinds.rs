//! Tame, half-tame, restive and restless games (*Winning Ways*, chapter 13; *On Numbers and Games*, chapter 12).
//!
//! A game is *tame* if the misère and the normal nim-value of its tame options give it the two values g and g- of a position of Nim, that is
//! 0 and 1, 1 and 0, or n and n, and each of its other options has a tame option with the same g, and one with the
//! same g-. Sums of tame games go as Nim does (`docs/misere.md` has the proof).

use super::{Form, Forms, mex};
use sprague_limits::{Handle, Stop, with_stack};

impl Forms {
    /// Whether a form is tame.
    pub fn is_tame(&mut self, g: Form, handle: &Handle) -> Result<bool, Stop> {
        if let Some(&known) = self.tame.get(&g) {
            return Ok(known);
        }
        handle.tick()?;
        let (mut tame, mut wild) = (Vec::new(), Vec::new());
        for &option in &*self.listed(g) {
            let is_tame = with_stack(|| self.is_tame(option, handle))?;
            if is_tame {
                tame.push(option)
            } else {
                wild.push(option)
            };
        }
        let normal = mex(tame.iter().map(|&option| self.nim_value(option)));
        let misere = match self.options(g) {
            [] => 1,
            _ => mex(tame.iter().map(|&option| self.misere_nim_value(option))),
        };
        let mut is_tame = normal == misere || (normal <= 1 && misere <= 1);
        for option in wild {
            let (mut same_normal, mut same_misere) = (false, false);
            for &answer in &*self.listed(option) {
                if is_tame && self.is_tame(answer, handle)? {
                    same_normal |= self.nim_value(answer) == normal;
                    same_misere |= self.misere_nim_value(answer) == misere;
                }
            }
            is_tame &= same_normal && same_misere;
        }
        self.tame.insert(g, is_tame);
        Ok(is_tame)
    }

    /// Whether a form is half-tame: g + g is tame. Every tame form is.
    pub fn is_half_tame(&mut self, g: Form, handle: &Handle) -> Result<bool, Stop> {
        if self.is_tame(g, handle)? {
            return Ok(true);
        }
        let twice = self.sum(g, g, handle)?;
        self.is_tame(twice, handle)
    }

    /// Whether a form is restive: not tame, with tame options only, of normal nim-value 0 or 1. It is a heap of Nim that
    /// chooses its size according to the company.
    pub fn is_restive(&mut self, g: Form, handle: &Handle) -> Result<bool, Stop> {
        Ok(self.nim_value(g) <= 1 && self.is_nearly_tame(g, handle)?)
    }

    /// Whether a form is restless: not tame, with tame options only, of misère nim-value 0 or 1.
    pub fn is_restless(&mut self, g: Form, handle: &Handle) -> Result<bool, Stop> {
        Ok(self.misere_nim_value(g) <= 1 && self.is_nearly_tame(g, handle)?)
    }

    /// Not tame, but all options are.
    fn is_nearly_tame(&mut self, g: Form, handle: &Handle) -> Result<bool, Stop> {
        if self.is_tame(g, handle)? {
            return Ok(false);
        }
        for &option in &*self.listed(g) {
            if !self.is_tame(option, handle)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

//! Where g >= h fails, a game of the universe that shows it: the proof of the theorem, made a program.

use crate::forms::{Form, Side};
use crate::theory::{Theory, Universe};
use sprague_limits::{Handle, Stop, with_stack};

impl<U: Universe> Theory<'_, U> {
    /// A game x of the universe and a player such that g + x ends worse for Left than h + x if that player begins; `None` if g >= h.
    ///
    /// Small ones are tried first, in the order of `small`; then it is built as in the proof.
    pub fn witness_among(
        &mut self,
        g: Form,
        h: Form,
        small: &[Form],
        handle: &Handle,
    ) -> Result<Option<(Form, Side)>, Stop> {
        if self.at_least(g, h, handle)? {
            return Ok(None);
        }
        for &x in small {
            let (g, h) = (self.forms.sum(g, x, handle)?, self.forms.sum(h, x, handle)?);
            for side in Side::BOTH {
                if self.score(g, side, handle)? < self.score(h, side, handle)? {
                    return Ok(Some((x, side)));
                }
            }
        }
        self.witness(g, h, handle)
    }

    /// The same, built as in the proof at once.
    pub fn witness(&mut self, g: Form, h: Form, handle: &Handle) -> Result<Option<(Form, Side)>, Stop> {
        if self.at_least(g, h, handle)? {
            return Ok(None);
        }
        self.built(g, h, handle).map(Some)
    }

    /// A witness for that player to begin; g >= h does not hold.
    fn witness_for(&mut self, g: Form, h: Form, side: Side, handle: &Handle) -> Result<Form, Stop> {
        if let Some(&known) = self.witnesses.get(&(g, h, side)) {
            return Ok(known);
        }
        handle.tick()?;
        let (x, first) = with_stack(|| self.built(g, h, handle))?;
        let x = if first == side { x } else { self.turned(g, h, x, side, handle)? };
        self.witnesses.insert((g, h, side), x);
        Ok(x)
    }

    /// From the condition that fails.
    fn built(&mut self, g: Form, h: Form, handle: &Handle) -> Result<(Form, Side), Stop> {
        let universe = self.universe;
        // Who is better off in h than in g: Left in h, Right in g.
        for (side, mine, theirs) in [(Side::Left, h, g), (Side::Right, g, h)] {
            if self.forms.is_end(mine, side) && !self.proviso(theirs, mine, side, handle)? {
                let x = universe.foil(self, theirs, mine, side, handle)?;
                let sum = self.forms.sum(h, x, handle)?;
                let score = self.score(sum, side, handle)?;
                let x = universe.leveled(self.forms, x, &score, handle)?;
                return Ok((x, side));
            }
        }
        for (side, mine, theirs) in [(Side::Left, h, g), (Side::Right, g, h)] {
            for &option in &*self.forms.list(mine, side) {
                if !self.is_answered(g, h, option, side, handle)? {
                    return Ok((self.made_for(g, h, option, theirs, side, handle)?, side));
                }
            }
        }
        // Not reached: then g >= h.
        Ok((self.forms.zero(), Side::Left))
    }

    /// The player moves to that option in `mine` + x and does better than in `theirs` + x. There each of his moves has an answer in x, or
    /// is one in x to a game beside which he does badly.
    fn made_for(
        &mut self,
        g: Form,
        h: Form,
        option: Form,
        theirs: Form,
        side: Side,
        handle: &Handle,
    ) -> Result<Form, Stop> {
        let (universe, other) = (self.universe, side.other());
        // Answers to his options in the other game.
        let mut answers = Vec::new();
        for &rival in &*self.forms.list(theirs, side) {
            let (g, h) = if side == Side::Left { (rival, option) } else { (option, rival) };
            answers.push(self.witness_for(g, h, side, handle)?);
        }
        // His own moves in x, for the opponent's answers to the option.
        let mut own = Vec::new();
        for &back in &*self.forms.list(option, other) {
            let (g, h) = if side == Side::Left { (g, back) } else { (back, h) };
            own.push(self.witness_for(g, h, other, handle)?);
        }
        if answers.is_empty() {
            answers.push(universe.rescue(self, option, side, handle)?);
        }
        if own.is_empty() {
            own.push(universe.rescue(self, theirs, other, handle)?);
        }
        Ok(self.forms.sided(side, &own, &answers))
    }

    /// From a witness for one player to one for `side`: a move to it.
    fn turned(&mut self, g: Form, h: Form, x: Form, side: Side, handle: &Handle) -> Result<Form, Stop> {
        let universe = self.universe;
        // The one who moves to x profits: Right in g + x, or Left in h + x. The other game's moves are answered.
        let mine = if side == Side::Right { h } else { g };
        let mut answers = Vec::new();
        for &option in &*self.forms.list(mine, side) {
            answers.push(universe.rescue(self, option, side.other(), handle)?);
        }
        if answers.is_empty() {
            answers.push(self.forms.zero());
        }
        Ok(self.forms.sided(side, &[x], &answers))
    }
}

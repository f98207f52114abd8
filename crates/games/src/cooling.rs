//! Cooling, heating and overheating (Siegel, *Combinatorial Game Theory*, ch. II.5 and II.6).

use super::arena::{Arena, Game, Side};
use super::dyadic::Dyadic;
use rustc_hash::FxHashMap;
use sprague_limits::{Handle, Stop};
use std::cmp::Ordering;

/// What an operator does with a game whose options it has changed: adds `shift` to Left's, takes it from Right's.
enum Operator<'a> {
    /// `G_t`: frozen at the mean from above the temperature on.
    Cool(&'a Dyadic),
    /// `∫^t G`: leaves numbers alone.
    Heat,
    /// `∫_s^t G`: multiplies integers by `s`.
    Overheat(Game),
}

impl Arena {
    /// `G` cooled by `t > -1`: `{G^L_t - t | G^R_t + t}` up to the temperature, the mean above it. At -1 an integer would be
    /// its own mast and everything else no game at all.
    pub(crate) fn cool(&mut self, g: Game, t: &Dyadic, h: &Handle) -> Result<Game, Stop> {
        if *t <= Dyadic::from(-1) {
            return Err(Stop::TooLarge("a game is cooled by more than -1".to_owned()));
        }
        if t.is_zero() {
            // No tax changes nothing: whatever has a temperature below 0 is a number, and that is its own mean.
            return Ok(g);
        }
        let shift = self.number(t.neg());
        self.operate(g, &Operator::Cool(t), shift, &mut FxHashMap::default(), h)
    }

    /// `G` heated by the game `t`: numbers stay, otherwise `{∫G^L + t | ∫G^R - t}`.
    pub(crate) fn heat(&mut self, g: Game, t: Game, h: &Handle) -> Result<Game, Stop> {
        self.operate(g, &Operator::Heat, t, &mut FxHashMap::default(), h)
    }

    /// `G` overheated from `s` to `t`: integers `n` give `n·s`, otherwise `{∫G^L + t | ∫G^R - t}`.
    pub(crate) fn overheat(&mut self, g: Game, s: Game, t: Game, h: &Handle) -> Result<Game, Stop> {
        self.operate(g, &Operator::Overheat(s), t, &mut FxHashMap::default(), h)
    }

    fn operate(
        &mut self,
        g: Game,
        operator: &Operator<'_>,
        shift: Game,
        memo: &mut FxHashMap<Game, Game>,
        h: &Handle,
    ) -> Result<Game, Stop> {
        if let Some(&known) = memo.get(&g) {
            return Ok(known);
        }
        h.tick()?;
        let at_once = match operator {
            // An integer is its own mast down to -1.
            Operator::Cool(_) if self.as_number(g).is_some_and(Dyadic::is_integer) => Some(g),
            Operator::Cool(t) => {
                let (mean, temperature) = self.mean_and_temperature(g, h)?;
                (temperature.cmp(t) == Ordering::Less).then(|| self.number(mean))
            }
            Operator::Heat => self.is_number(g).then_some(g),
            Operator::Overheat(s) => match self.as_number(g).and_then(Dyadic::to_integer) {
                Some(n) => Some(self.multiple(&n, *s, h)?),
                None => None,
            },
        };
        let made = match at_once {
            Some(made) => made,
            None => self.deeper(|arena| {
                let back = arena.neg(shift, h)?;
                let mut sides = [Vec::new(), Vec::new()];
                for ((made, side), by) in sides.iter_mut().zip([Side::Left, Side::Right]).zip([shift, back]) {
                    for i in 0..arena.count(g, side) {
                        h.tick()?;
                        let o = arena.option(g, side, i);
                        let o = arena.operate(o, operator, shift, memo, h)?;
                        made.push(arena.add(o, by, h)?);
                    }
                }
                arena.canonical(&sides[0], &sides[1], h)
            })?,
        };
        memo.insert(g, made);
        Ok(made)
    }
}

//! Norton multiplication (*Winning Ways*, ch. 8; Siegel, *Combinatorial Game Theory*, ch. II.6), and freezing.

use super::arena::{Arena, Game, Side};
use super::dyadic::Dyadic;
use rustc_hash::FxHashMap;
use sprague_limits::{Handle, Stop};

impl Arena {
    /// `G·U` for `U > 0`: `n` copies of `U` for an integer `n`, else `{G^L·U + U + I | G^R·U - U - I}`, where `I` is any
    /// incentive of `U` for either player. It is a homomorphism in `G` and depends on the value of `G` only.
    pub(crate) fn norton_product(&mut self, g: Game, u: Game, h: &Handle) -> Result<Game, Stop> {
        let (mut incentives, right) = self.incentives(u, h)?;
        incentives.extend(right);
        incentives.sort_unstable_by_key(|i| i.0);
        incentives.dedup();
        self.drop_dominated(&mut incentives, Side::Left, h)?;
        let mut shifts = [Vec::new(), Vec::new()];
        for i in incentives {
            let shift = self.add(u, i, h)?;
            shifts[0].push(shift);
            let back = self.neg(shift, h)?;
            shifts[1].push(back);
        }
        self.norton_memo(g, u, &shifts, &mut FxHashMap::default(), h)
    }

    fn norton_memo(
        &mut self,
        g: Game,
        u: Game,
        shifts: &[Vec<Game>; 2],
        memo: &mut FxHashMap<Game, Game>,
        h: &Handle,
    ) -> Result<Game, Stop> {
        if let Some(n) = self.as_number(g).and_then(Dyadic::to_integer) {
            return self.multiple(&n, u, h);
        }
        if let Some(&known) = memo.get(&g) {
            return Ok(known);
        }
        h.tick()?;
        let made = self.deeper(|arena| {
            let mut sides = [Vec::new(), Vec::new()];
            for ((made, side), by) in sides.iter_mut().zip([Side::Left, Side::Right]).zip(shifts) {
                for i in 0..arena.count(g, side) {
                    h.tick()?;
                    let o = arena.option(g, side, i);
                    let o = arena.norton_memo(o, u, shifts, memo, h)?;
                    for &shift in by {
                        made.push(arena.add(o, shift, h)?);
                    }
                }
            }
            arena.canonical(&sides[0], &sides[1], h)
        })?;
        memo.insert(g, made);
        Ok(made)
    }

    /// The game cooled by its temperature: its mean and an infinitesimal. Numbers are frozen as they are.
    pub(crate) fn freeze(&mut self, g: Game, h: &Handle) -> Result<Game, Stop> {
        if self.is_number(g) {
            return Ok(g);
        }
        let (_, temperature) = self.mean_and_temperature(g, h)?;
        self.cool(g, &temperature, h)
    }
}

//! What is read off a value: outcome, birthday, stops, classes of games, incentives.

use super::arena::{Arena, Game, NodeKind, Side, ZERO};
use super::compare::Relation;
use super::dyadic::Dyadic;
use num_bigint::BigInt;
use sprague_limits::{Handle, Stop};

/// Who wins.
///
/// ```
/// use sprague_games::{Dyadic, Outcome, STAR, Store, ZERO};
/// use sprague_limits::Handle;
///
/// let (store, handle) = (Store::new(), Handle::default());
/// let up = store.number_up_star(Dyadic::zero(), 1, 0);
/// let outcomes = [ZERO, STAR, up].map(|game| store.outcome(game, &handle));
/// assert_eq!(outcomes, [Ok(Outcome::P), Ok(Outcome::N), Ok(Outcome::L)]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// The next player: `G` is confused with 0.
    N,
    /// The previous player: `G = 0`.
    P,
    /// Left, whoever begins: `G > 0`.
    L,
    /// Right, whoever begins: `G < 0`.
    R,
}

impl From<Relation> for Outcome {
    /// The outcome of a game that compares so with 0.
    fn from(relation: Relation) -> Outcome {
        match relation {
            Relation::Less => Outcome::R,
            Relation::Equal => Outcome::P,
            Relation::Greater => Outcome::L,
            Relation::Confused => Outcome::N,
        }
    }
}

impl Arena {
    /// The outcome, by comparison with 0.
    pub(crate) fn outcome(&mut self, g: Game, h: &Handle) -> Result<Outcome, Stop> {
        Ok(self.compare(g, ZERO, h)?.into())
    }

    /// The nimber that the value is, if it is one.
    pub(crate) fn as_nimber(&self, g: Game) -> Option<u64> {
        match self.node(g).kind {
            _ if g == ZERO => Some(0),
            NodeKind::UpStar { ups: 0, star } if self.node(g).left_stop.is_zero() => Some(star),
            _ => None,
        }
    }

    /// Whether `-x < g < x` for every number `x > 0`: whether both stops are 0.
    pub(crate) fn is_infinitesimal(&self, g: Game) -> bool {
        let node = self.node(g);
        node.left_stop.is_zero() && node.right_stop.is_zero()
    }

    /// Whether in each follower of the canonical form either both players can move or none: no number but 0 occurs.
    pub(crate) fn is_all_small(&mut self, g: Game, h: &Handle) -> Result<bool, Stop> {
        if self.closed(g).is_some() {
            return Ok(self.node(g).left_stop.is_zero());
        }
        if !self.is_infinitesimal(g) {
            return Ok(false);
        }
        if let Some(&known) = self.all_small.get(&g) {
            return Ok(known);
        }
        h.tick()?;
        let result = self.deeper(|arena| {
            for side in [Side::Left, Side::Right] {
                for i in 0..arena.count(g, side) {
                    h.tick()?;
                    let o = arena.option(g, side, i);
                    if !arena.is_all_small(o, h)? {
                        return Ok(false);
                    }
                }
            }
            Ok(true)
        })?;
        self.all_small.insert(g, result);
        Ok(result)
    }

    /// The day on which the value is born: the depth of its canonical form.
    pub(crate) fn birthday(&mut self, g: Game, h: &Handle) -> Result<BigInt, Stop> {
        if let Some(x) = self.closed(g) {
            return Ok(x.birthday());
        }
        if let Some(known) = self.birthdays.get(&g) {
            return Ok(known.clone());
        }
        h.tick()?;
        let last = self.deeper(|arena| {
            let mut last = BigInt::from(0);
            for side in [Side::Left, Side::Right] {
                for i in 0..arena.count(g, side) {
                    h.tick()?;
                    let o = arena.option(g, side, i);
                    last = last.max(arena.birthday(o, h)?);
                }
            }
            Ok(last)
        })?;
        self.birthdays.insert(g, &last + 1);
        Ok(last + 1)
    }

    /// Left's incentives `G^L - G` and Right's `G - G^R` over the canonical form, each value once.
    pub(crate) fn incentives(&mut self, g: Game, h: &Handle) -> Result<(Vec<Game>, Vec<Game>), Stop> {
        let mut sides = [Vec::new(), Vec::new()];
        for (made, side) in sides.iter_mut().zip([Side::Left, Side::Right]) {
            for o in self.list(g, side, h)? {
                made.push(if side == Side::Left { self.sub(o, g, h)? } else { self.sub(g, o, h)? });
            }
            made.sort_unstable_by(|&a, &b| self.order(a, b));
            made.dedup();
        }
        let [left, right] = sides;
        Ok((left, right))
    }

    /// `{0 || 0 | -g}`, Siegel's tiny-`g`.
    pub(crate) fn tiny(&mut self, g: Game, h: &Handle) -> Result<Game, Stop> {
        let negative = self.neg(g, h)?;
        let threat = self.canonical(&[ZERO], &[negative], h)?;
        self.canonical(&[ZERO], &[threat], h)
    }

    /// `{g | 0 || 0}`, miny-`g`.
    pub(crate) fn miny(&mut self, g: Game, h: &Handle) -> Result<Game, Stop> {
        let tiny = self.tiny(g, h)?;
        self.neg(tiny, h)
    }

    /// `{g | -g}`, the switch `±g`.
    pub(crate) fn switch(&mut self, options: &[Game], h: &Handle) -> Result<Game, Stop> {
        let mut right = Vec::with_capacity(options.len());
        for &o in options {
            right.push(self.neg(o, h)?);
        }
        self.canonical(options, &right, h)
    }

    /// The stop of the player who begins.
    pub(crate) fn stop(&self, g: Game, side: Side) -> Dyadic {
        let node = self.node(g);
        if side == Side::Left { node.left_stop.clone() } else { node.right_stop.clone() }
    }
}

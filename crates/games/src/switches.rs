//! Sums of numbers and switches `{x|y}`, `x > y`, without their canonical forms, which grow with all subsets of the switches.
//!
//! A switch is its mean and `±t`, where `t = (x - y) / 2`, and `±t ± t = 0`. Of a sum of different ones the best move is in the
//! hottest (Winning Ways, ch. 6): for `t > u` is `t ± u >= u ± t`, since whatever Right does first in the difference
//! `t - u ± t ± u`, Left's answer in the other switch leaves 0 or more. Nobody moves in a number before. So play is known to its end.

use super::arena::{Arena, Game, Side};
use super::compare::Relation;
use super::dyadic::Dyadic;
use sprague_limits::{Handle, Stop};
use std::cmp::Ordering;

/// A number and different switches `±t`.
///
/// ```
/// use sprague_games::{Dyadic, Relation, Side, Store};
/// use sprague_limits::Handle;
///
/// let (store, handle) = (Store::new(), Handle::default());
/// let number = |n: i64| store.number(Dyadic::from(n));
/// let switch = |x, y| store.canonical(&[number(x)], &[number(y)], &handle);
/// let sum = store.switches(&[switch(5, -5)?, switch(3, -3)?, switch(2, 0)?], &handle)?.expect("all are switches");
/// assert_eq!(sum.stop(Side::Left), Dyadic::from(4));
/// assert_eq!(sum.relation(), Relation::Confused);
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Switches {
    number: Dyadic,
    /// The temperatures, the hottest first.
    hot: Vec<Dyadic>,
}

impl Switches {
    /// How many different switches are left when those that are alike have cancelled.
    pub fn count(&self) -> usize {
        self.hot.len()
    }

    /// The number at which play stops.
    pub fn stop(&self, first: Side) -> Dyadic {
        let mut left = first == Side::Left;
        let mut stop = self.number.clone();
        for t in &self.hot {
            stop = if left { stop.add(t) } else { stop.sub(t) };
            left = !left;
        }
        stop
    }

    /// How the sum compares with 0.
    pub fn relation(&self) -> Relation {
        // Where 0 is left, whoever then has to move loses.
        let odd = self.hot.len() % 2 == 1;
        let le = match self.stop(Side::Left).sign() {
            Ordering::Less => true,
            Ordering::Equal => !odd,
            Ordering::Greater => false,
        };
        let ge = match self.stop(Side::Right).sign() {
            Ordering::Less => false,
            Ordering::Equal => !odd,
            Ordering::Greater => true,
        };
        Relation::new(le, ge)
    }

    /// That of the hottest switch: below it the others have come to their means, at the latest.
    pub fn temperature(&self) -> Dyadic {
        self.hot.first().cloned().unwrap_or_else(|| Dyadic::unit(self.number.exponent()).neg())
    }
}

impl Arena {
    /// The sum of numbers and switches; nothing if a game is neither.
    pub(crate) fn switches(&mut self, games: &[Game], h: &Handle) -> Result<Option<Switches>, Stop> {
        let (mut number, mut hot) = (Dyadic::zero(), Vec::new());
        for &g in games {
            h.tick()?;
            if let Some(x) = self.as_number(g) {
                number = number.add(x);
                continue;
            }
            if self.closed(g).is_some() || [Side::Left, Side::Right].iter().any(|&side| self.count(g, side) != 1) {
                return Ok(None);
            }
            let [left, right] = [Side::Left, Side::Right].map(|side| self.option(g, side, 0));
            let (Some(x), Some(y)) = (self.as_number(left), self.as_number(right)) else { return Ok(None) };
            number = number.add(&x.add(y).half());
            hot.push(x.sub(y).half());
        }
        hot.sort_unstable_by(|a: &Dyadic, b| b.cmp(a));
        let hot = hot.chunk_by(|a, b| a == b).filter(|same| same.len() % 2 == 1).map(|same| same[0].clone()).collect();
        Ok(Some(Switches { number, hot }))
    }
}

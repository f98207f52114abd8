//! Comparison of values.
//!
//! `G <= H` unless some `G^L >= H` or some `H^R <= G`. Decided, in this order, by: equal ids; closed forms; stops
//! (`G <= H` makes `LS(G) <= LS(H)` and `RS(G) <= RS(H)`, while `LS(G) < RS(H)` makes `G < H`); the cache; and the
//! definition, where a number's own options need not be looked at (number avoidance, Siegel, Theorem II.3.21).

use super::arena::{Arena, Game, NodeKind, Side};
use super::closed::UpStar;
use super::dyadic::Dyadic;
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use sprague_limits::{Handle, Stop};
use std::cmp::Ordering;

/// Nimbers from here on are looked at twice before their options are.
const FAR: u64 = 16;

/// How two games compare.
///
/// ```
/// use sprague_games::{Dyadic, Relation, STAR, Store, ZERO};
/// use sprague_limits::Handle;
///
/// let (store, handle) = (Store::new(), Handle::default());
/// let up = store.number_up_star(Dyadic::zero(), 1, 0);
/// assert_eq!(store.compare(up, ZERO, &handle)?, Relation::Greater);
/// assert_eq!(store.compare(up, STAR, &handle)?, Relation::Confused);
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Relation {
    /// Right wins the difference, whoever begins.
    Less,
    /// The second player wins the difference.
    Equal,
    /// Left wins the difference, whoever begins.
    Greater,
    /// The first player wins the difference.
    Confused,
}

impl Relation {
    /// From `a <= b` and `a >= b`.
    pub fn new(le: bool, ge: bool) -> Relation {
        match (le, ge) {
            (true, true) => Relation::Equal,
            (true, false) => Relation::Less,
            (false, true) => Relation::Greater,
            (false, false) => Relation::Confused,
        }
    }

    /// From the other side: that of `b` to `a`, given that of `a` to `b`.
    #[must_use]
    pub fn reversed(self) -> Relation {
        match self {
            Relation::Less => Relation::Greater,
            Relation::Greater => Relation::Less,
            other => other,
        }
    }
}

impl Arena {
    /// Whether `a <= b`.
    pub(crate) fn le(&mut self, a: Game, b: Game, h: &Handle) -> Result<bool, Stop> {
        if let Some(known) = self.le_at_once(a, b) {
            return Ok(known);
        }
        if let Some(known) = self.comparisons.le(a.0, b.0) {
            return Ok(known);
        }
        h.tick()?;
        let (c, d) = (self.with_near_star(a, b, h)?, self.with_near_star(b, a, h)?);
        let result =
            if (a, b) == (c, d) { self.deeper(|arena| arena.le_by_options(a, b, h))? } else { self.le(c, d, h)? };
        self.comparisons.insert(a.0, b.0, result);
        Ok(result)
    }

    /// The answer where ids, closed forms or stops give it.
    #[inline]
    fn le_at_once(&self, a: Game, b: Game) -> Option<bool> {
        if a == b {
            return Some(true);
        }
        let (x, y) = (self.node(a), self.node(b));
        if x.left_stop > y.left_stop || x.right_stop > y.right_stop {
            return Some(false);
        }
        if x.left_stop < y.right_stop {
            return Some(true);
        }
        let p = up_star_at_zero(x.kind)?;
        let q = up_star_at_zero(y.kind)?;
        Some(matches!(p.compare(&q), Relation::Less | Relation::Equal))
    }

    fn le_by_options(&mut self, a: Game, b: Game, h: &Handle) -> Result<bool, Stop> {
        if !self.is_number(a) {
            for i in 0..self.count(a, Side::Left) {
                h.tick()?;
                let l = self.option(a, Side::Left, i);
                if self.le(b, l, h)? {
                    return Ok(false);
                }
            }
        }
        if !self.is_number(b) {
            for i in 0..self.count(b, Side::Right) {
                h.tick()?;
                let r = self.option(b, Side::Right, i);
                if self.le(r, a, h)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// A game that compares with `other` as `g` does, with a smaller nimber if that of `g` is far away.
    ///
    /// If `m` and `n` are larger than the birthday of `X`, then `X + *m` and `X + *n` have the same outcome: moves in `X`
    /// by induction; a move to `*j` with `j` above the birthday would need `X + *m >= 0 >= X + *j`, hence by induction
    /// `X = *m`, which is born too late.
    fn with_near_star(&mut self, g: Game, other: Game, h: &Handle) -> Result<Game, Stop> {
        match self.node(g).kind {
            NodeKind::UpStar { ups, star } if star >= FAR => {
                let number = self.node(g).left_stop.clone();
                let rest = UpStar { number: number.clone(), ups, star: 0 }.birthday();
                let near: BigInt = self.birthday(other, h)? + rest + 1;
                match near.to_u64() {
                    Some(near) if near < star => Ok(self.up_star(UpStar { number, ups, star: near })),
                    _ => Ok(g),
                }
            }
            _ => Ok(g),
        }
    }

    /// How `a` compares with `b`.
    pub(crate) fn compare(&mut self, a: Game, b: Game, h: &Handle) -> Result<Relation, Stop> {
        Ok(Relation::new(self.le(a, b, h)?, self.le(b, a, h)?))
    }

    /// A total order for printing that does not depend on the order in which values were made: numbers by value, then
    /// `number + ups + nimber`, then the others by stops and, at last, by their options one after the other. Two
    /// games that differ are decided by the first options that do, so this walks down one path only.
    pub(crate) fn order(&self, mut a: Game, mut b: Game) -> Ordering {
        loop {
            if a == b {
                return Ordering::Equal;
            }
            let (x, y) = (self.node(a), self.node(b));
            let rank = |kind: NodeKind| match kind {
                NodeKind::Number => (0, 0, 0),
                NodeKind::UpStar { ups, star } => (1, ups, star),
                NodeKind::Other { .. } => (2, 0, 0),
            };
            let (p, q) = (rank(x.kind), rank(y.kind));
            let by_kind = p.0.cmp(&q.0);
            let by_stops = by_kind.then_with(|| (&x.left_stop, &x.right_stop).cmp(&(&y.left_stop, &y.right_stop)));
            let by_parts = by_stops.then_with(|| p.cmp(&q));
            if by_parts != Ordering::Equal {
                return by_parts;
            }
            let (NodeKind::Other { start: s, left: l, right: r }, NodeKind::Other { start: t, left: m, right: n }) =
                (x.kind, y.kind)
            else {
                return Ordering::Equal; // two entries with one closed form do not exist
            };
            if (l, r) != (m, n) {
                return (l + r, l).cmp(&(m + n, m));
            }
            let all = (l + r) as usize;
            match (0..all).find(|&i| self.options[s + i] != self.options[t + i]) {
                Some(i) => (a, b) = (self.options[s + i], self.options[t + i]),
                None => return Ordering::Equal,
            }
        }
    }
}

/// The infinitesimal part of a closed form; the stops have decided where the numbers differ.
#[inline]
fn up_star_at_zero(kind: NodeKind) -> Option<UpStar> {
    match kind {
        NodeKind::Number => Some(UpStar { number: Dyadic::zero(), ups: 0, star: 0 }),
        NodeKind::UpStar { ups, star } => Some(UpStar { number: Dyadic::zero(), ups, star }),
        NodeKind::Other { .. } => None,
    }
}

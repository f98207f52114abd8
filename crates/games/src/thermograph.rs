//! Thermographs: how the two walls of a game move as each move is taxed by `t`, from `t = -1` up.
//!
//! The left scaffold of `G` is the maximum over its Left options of their right walls, less `t`; the right scaffold the
//! minimum of the left walls of its Right options, plus `t`. Below the temperature, where the scaffolds meet, the walls
//! are the scaffolds, above they are the mast (Siegel, *Combinatorial Game Theory*, ch. II.5). For a number `x` with
//! denominator `2^k` this gives the temperature `-1/2^k`, as in Siegel; an integer's is set to -1. Everything is exact:
//! walls are piecewise linear with slopes 0 and ±1, so their corners are dyadic.

use super::arena::{Arena, Game, Side};
use super::closed::UpStar;
use super::dyadic::Dyadic;
use sprague_limits::{Handle, Stop};
use std::cmp::Ordering;
use std::rc::Rc;

/// A piecewise linear function of the tax: corners `(t, value)` with `t` rising from -1, constant after the last.
///
/// ```
/// use sprague_games::{Dyadic, Store};
/// use sprague_limits::Handle;
///
/// let (store, handle) = (Store::new(), Handle::default());
/// let [one, three] = [1, 3].map(|n| store.number(Dyadic::from(n)));
/// let hot = store.canonical(&[three], &[one], &handle)?;
/// // From the tax -1 on the left wall of {3|1} goes down from 4, until at tax 1 the mast begins.
/// let corners = [(-1, 4), (1, 2)].map(|(tax, value)| (Dyadic::from(tax), Dyadic::from(value)));
/// assert_eq!(store.thermograph(hot, &handle)?.left.corners(), corners);
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trajectory(Vec<(Dyadic, Dyadic)>);

/// The thermograph of a game.
///
/// ```
/// use sprague_games::{Dyadic, Store};
/// use sprague_limits::Handle;
///
/// let (store, handle) = (Store::new(), Handle::default());
/// let [one, three, zero] = [1, 3, 0].map(Dyadic::from);
/// let hot = store.canonical(&[store.number(three.clone())], &[store.number(one.clone())], &handle)?;
/// let thermograph = store.thermograph(hot, &handle)?;
/// assert_eq!((thermograph.left.at(&zero), thermograph.right.at(&zero)), (three, one)); // the stops
/// assert_eq!((&thermograph.mast, &thermograph.temperature), (&Dyadic::from(2), &Dyadic::from(1)));
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thermograph {
    /// The left wall, with the mast from the temperature on.
    pub left: Trajectory,
    /// The right wall, with the mast from the temperature on.
    pub right: Trajectory,
    /// Where the mast stands: the mean value.
    pub mast: Dyadic,
    /// Where the mast begins.
    pub temperature: Dyadic,
}

impl Trajectory {
    pub(super) fn constant(x: Dyadic) -> Self {
        Trajectory(vec![(Dyadic::from(-1), x)])
    }

    /// The corners `(t, value)`, from `t = -1` up; the value is constant after the last.
    pub fn corners(&self) -> &[(Dyadic, Dyadic)] {
        &self.0
    }

    /// The value at tax `t`; below -1 that at -1.
    pub fn at(&self, t: &Dyadic) -> Dyadic {
        let after = self.0.partition_point(|(s, _)| s <= t);
        match (after.checked_sub(1).map(|i| &self.0[i]), self.0.get(after)) {
            (Some((s, x)), Some((_, y))) => match y.cmp(x) {
                Ordering::Equal => x.clone(),
                Ordering::Less => x.sub(&t.sub(s)),
                Ordering::Greater => x.add(&t.sub(s)),
            },
            (Some((_, x)), None) => x.clone(),
            (None, _) => self.0.first().map_or(Dyadic::zero(), |(_, x)| x.clone()),
        }
    }

    /// Adds `sign·t`, as far as `end`.
    pub(super) fn taxed(&self, sign: Ordering, end: &Dyadic) -> Trajectory {
        let tax = |(t, x): &(Dyadic, Dyadic)| (t.clone(), if sign.is_lt() { x.sub(t) } else { x.add(t) });
        let mut corners: Vec<_> = self.0.iter().filter(|(t, _)| t < end).map(tax).collect();
        corners.push(tax(&(end.clone(), self.at(end))));
        Trajectory(corners)
    }

    /// The greater (or lesser) of two at every tax.
    pub(super) fn extreme(&self, other: &Trajectory, wanted: Ordering) -> Trajectory {
        let mut corners: Vec<(Dyadic, Dyadic)> = Vec::new();
        let mut last: Option<(Dyadic, Dyadic, Dyadic)> = None;
        for t in merged(self, other) {
            let (x, y) = (self.at(&t), other.at(&t));
            if let Some((s, a, b)) = &last
                && let Some((t, z)) = crossing((s, a, b), (&t, &x, &y))
            {
                corners.push((t, z));
            }
            corners.push((t.clone(), if x.cmp(&y) == wanted { x.clone() } else { y.clone() }));
            last = Some((t, x, y));
        }
        Trajectory(corners).straightened()
    }

    /// Without corners on straight lines.
    pub(super) fn straightened(self) -> Trajectory {
        let mut corners: Vec<(Dyadic, Dyadic)> = Vec::with_capacity(self.0.len());
        for next in self.0 {
            while let [.., a, b] = corners.as_slice() {
                let first = a.1.cmp(&b.1);
                if first != b.1.cmp(&next.1) {
                    break;
                }
                corners.pop();
            }
            corners.push(next);
        }
        while let [.., a, b] = corners.as_slice() {
            if a.1 != b.1 {
                break;
            }
            corners.pop();
        }
        Trajectory(corners)
    }
}

/// All taxes at which one of them has a corner.
fn merged(a: &Trajectory, b: &Trajectory) -> Vec<Dyadic> {
    let mut all: Vec<Dyadic> = a.0.iter().chain(&b.0).map(|(t, _)| t.clone()).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Where two straight lines, given at two taxes, cross strictly between them. Slopes are 0 and ±1, so the distance
/// shrinks by 1 or 2 for each unit of tax.
fn crossing(
    (s, a, b): (&Dyadic, &Dyadic, &Dyadic),
    (t, x, y): (&Dyadic, &Dyadic, &Dyadic),
) -> Option<(Dyadic, Dyadic)> {
    if a.cmp(b) == x.cmp(y) || a == b || x == y {
        return None;
    }
    let gap = a.sub(b).abs();
    let closes = gap.add(&x.sub(y).abs());
    let way = if closes == t.sub(s) { gap } else { gap.half() };
    let value = match x.cmp(a) {
        Ordering::Equal => a.clone(),
        Ordering::Less => a.sub(&way),
        Ordering::Greater => a.add(&way),
    };
    Some((s.add(&way), value))
}

impl Thermograph {
    /// A mast at every tax: that of a game as near a number as infinitesimals are.
    pub fn mast(x: Dyadic) -> Self {
        let wall = Trajectory::constant(x.clone());
        Thermograph { left: wall.clone(), right: wall, mast: x, temperature: Dyadic::zero() }
    }

    /// From the thermographs of the options of a hot game: there are some on both sides, and the left stop is above the right one.
    pub fn of_options(left: &[Rc<Thermograph>], right: &[Rc<Thermograph>]) -> Self {
        let best = |walls: Vec<&Trajectory>, wanted| {
            let mut walls = walls.into_iter();
            let first = walls.next().cloned().unwrap_or(Trajectory::constant(Dyadic::zero()));
            walls.fold(first, |best, wall| best.extreme(wall, wanted))
        };
        let highest = best(left.iter().map(|g| &g.right).collect(), Ordering::Greater);
        let lowest = best(right.iter().map(|g| &g.left).collect(), Ordering::Less);
        Thermograph::from_walls(&highest, &lowest)
    }

    fn integer(n: Dyadic) -> Self {
        let wall = Trajectory::constant(n.clone());
        Thermograph { left: wall.clone(), right: wall, mast: n, temperature: Dyadic::from(-1) }
    }

    /// From the scaffolds before the tax: the greatest right wall of the Left options, the least left wall of the Right
    /// options. Both players have options, and at `t = -1` the left scaffold is not below the right one.
    pub(super) fn from_walls(best_left: &Trajectory, best_right: &Trajectory) -> Self {
        // Beyond the last corner the untaxed walls stand still, so the scaffolds meet after half their distance.
        let mut taxes = merged(best_left, best_right);
        let end = taxes.last().cloned().unwrap_or(Dyadic::from(-1));
        let gap = best_left.at(&end).sub(&best_right.at(&end));
        let meet = gap.half();
        if meet > end {
            taxes.push(meet);
        }
        let mut below: Option<(Dyadic, Dyadic, Dyadic)> = None;
        let mut found = None;
        for t in taxes {
            let (x, y) = (best_left.at(&t).sub(&t), best_right.at(&t).add(&t));
            match x.cmp(&y) {
                Ordering::Greater => below = Some((t, x, y)),
                Ordering::Equal => found = Some((t, x)),
                Ordering::Less => {
                    found = below.as_ref().and_then(|(s, a, b)| crossing((s, a, b), (&t, &x, &y)));
                    found = found.or(Some((t, x)));
                }
            }
            if found.is_some() {
                break;
            }
        }
        let (temperature, mast) = found.unwrap_or((Dyadic::from(-1), Dyadic::zero()));
        Thermograph {
            left: best_left.taxed(Ordering::Less, &temperature).straightened(),
            right: best_right.taxed(Ordering::Greater, &temperature).straightened(),
            mast,
            temperature,
        }
    }
}

impl Arena {
    /// Mean value and temperature; at once for closed forms.
    pub(crate) fn mean_and_temperature(&mut self, g: Game, h: &Handle) -> Result<(Dyadic, Dyadic), Stop> {
        match self.closed(g) {
            Some(x) if x.ups != 0 || x.star != 0 => Ok((x.number, Dyadic::zero())),
            Some(x) => {
                let temperature = Dyadic::unit(x.number.exponent()).neg();
                Ok((x.number, temperature))
            }
            None => {
                let thermograph = self.thermograph(g, h)?;
                Ok((thermograph.mast.clone(), thermograph.temperature.clone()))
            }
        }
    }

    /// The thermograph, memoised.
    pub(crate) fn thermograph(&mut self, g: Game, h: &Handle) -> Result<Rc<Thermograph>, Stop> {
        let g = self.same_thermograph(g);
        if let Some(known) = self.thermographs.get(&g) {
            return Ok(Rc::clone(known));
        }
        h.tick()?;
        let made = match self.as_number(g) {
            Some(n) if n.is_integer() => Thermograph::integer(n.clone()),
            _ => self.deeper(|arena| {
                let left = arena.extreme_wall(g, Side::Left, h)?;
                let right = arena.extreme_wall(g, Side::Right, h)?;
                Ok(Thermograph::from_walls(&left, &right))
            })?,
        };
        let made = Rc::new(made);
        self.thermographs.insert(g, Rc::clone(&made));
        Ok(made)
    }

    /// The greatest right wall over Left's options, or the least left wall over Right's.
    fn extreme_wall(&mut self, g: Game, side: Side, h: &Handle) -> Result<Trajectory, Stop> {
        let mut best: Option<Trajectory> = None;
        for i in 0..self.count(g, side) {
            h.tick()?;
            let option = self.option(g, side, i);
            let option = self.thermograph(option, h)?;
            let (wall, wanted) = match side {
                Side::Left => (&option.right, Ordering::Greater),
                Side::Right => (&option.left, Ordering::Less),
            };
            h.ticks(wall.0.len() as u32)?;
            best = Some(match best {
                Some(best) => best.extreme(wall, wanted),
                None => wall.clone(),
            });
        }
        Ok(best.unwrap_or(Trajectory::constant(Dyadic::zero())))
    }

    /// A value of small depth with the same thermograph: `n + *m` has that of `n*` for `m >= 1`, and `n + k·↑ + *m` that
    /// of `n↑` for `k >= 1`, unless it is `n↑*` (by induction over the canonical options).
    fn same_thermograph(&mut self, g: Game) -> Game {
        match self.closed(g) {
            Some(UpStar { number, ups: 0, star: 2.. }) => self.up_star(UpStar { number, ups: 0, star: 1 }),
            Some(UpStar { number, ups, star }) if ups != 0 && (ups.unsigned_abs(), star) != (1, 1) => {
                self.up_star(UpStar { number, ups: ups.signum(), star: 0 })
            }
            _ => g,
        }
    }
}

//! Negatives, sums, multiples and ordinal sums.
//!
//! Closed forms add part by part. A number is added to any other game by adding it to each option, and the result is
//! canonical again (number translation). Other sums follow the definition, cached on the unordered pair.

use super::arena::{Arena, Game, NodeKind, Side, ZERO, pair};
use super::closed::UpStar;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive, Zero};
use rustc_hash::FxHashMap;
use sprague_limits::{Handle, Stop};

/// Where the count of ups no longer fits a machine word.
fn too_many_ups() -> Stop {
    Stop::TooLarge(format!("more than {} ups or downs in one value", i64::MAX))
}

/// Sums of copies that would be born later than this are not made.
const LATEST: u64 = 4000;
/// The largest integer that is put on a game in an ordinal sum, where each below it is put on it first.
const LONGEST: u32 = 1_000_000;

impl Arena {
    /// `-g`.
    pub(crate) fn neg(&mut self, g: Game, h: &Handle) -> Result<Game, Stop> {
        let node = self.node(g);
        if node.negative != u32::MAX {
            return Ok(Game(node.negative));
        }
        let negative = match node.kind {
            NodeKind::Number => {
                let x = node.left_stop.neg();
                self.number(x)
            }
            NodeKind::UpStar { ups, star } => {
                let number = node.left_stop.neg();
                self.up_star(UpStar { number, ups: ups.checked_neg().ok_or_else(too_many_ups)?, star })
            }
            NodeKind::Other { left, right, .. } => {
                h.tick()?;
                self.deeper(|arena| {
                    let mut sides = [Vec::with_capacity(right as usize), Vec::with_capacity(left as usize)];
                    for (made, side) in sides.iter_mut().zip([Side::Right, Side::Left]) {
                        for i in 0..arena.count(g, side) {
                            h.tick()?;
                            let o = arena.option(g, side, i);
                            made.push(arena.neg(o, h)?);
                        }
                    }
                    let [l, r] = sides;
                    Ok(arena.intern(l, r))
                })?
            }
        };
        self.nodes[g.0 as usize].negative = negative.0;
        self.nodes[negative.0 as usize].negative = g.0;
        Ok(negative)
    }

    /// `a + b`.
    pub(crate) fn add(&mut self, a: Game, b: Game, h: &Handle) -> Result<Game, Stop> {
        if a == ZERO || b == ZERO {
            return Ok(if a == ZERO { b } else { a });
        }
        // `a` is the simpler one: a closed form, if one of them is.
        let is_other = |arena: &Arena, g| matches!(arena.node(g).kind, NodeKind::Other { .. });
        let (a, b) = if is_other(self, a) && (!is_other(self, b) || a.0 > b.0) { (b, a) } else { (a, b) };
        if let Some(x) = self.closed(a) {
            if let Some(y) = self.closed(b) {
                let ups = x.ups.checked_add(y.ups).ok_or_else(too_many_ups)?;
                return Ok(self.up_star(UpStar { number: x.number.add(&y.number), ups, star: x.star ^ y.star }));
            }
            if !x.number.is_zero() && (x.ups != 0 || x.star != 0) {
                let number = self.number(x.number.clone());
                let rest = self.up_star(UpStar { number: super::Dyadic::zero(), ..x });
                let sum = self.add(rest, b, h)?;
                return self.add(number, sum, h);
            }
        }
        if self.node(a).negative == b.0 {
            return Ok(ZERO);
        }
        let key = pair(a, b);
        if let Some(&sum) = self.sum_cache.get(&key) {
            return Ok(sum);
        }
        h.tick()?;
        let sum = self.deeper(|arena| arena.add_by_options(a, b, h))?;
        self.sum_cache.insert(key, sum);
        Ok(sum)
    }

    fn add_by_options(&mut self, a: Game, b: Game, h: &Handle) -> Result<Game, Stop> {
        let translation = self.is_number(a);
        if !translation && self.neg(a, h)? == b {
            return Ok(ZERO);
        }
        let mut sides = [Vec::new(), Vec::new()];
        for (made, side) in sides.iter_mut().zip([Side::Left, Side::Right]) {
            if !translation {
                for i in 0..self.count(a, side) {
                    h.tick()?;
                    let o = self.option(a, side, i);
                    made.push(self.add(o, b, h)?);
                }
            }
            for i in 0..self.count(b, side) {
                h.tick()?;
                let o = self.option(b, side, i);
                made.push(self.add(a, o, h)?);
            }
        }
        let [left, right] = sides;
        if translation { Ok(self.intern(left, right)) } else { self.canonical(&left, &right, h) }
    }

    /// `a - b`.
    pub(crate) fn sub(&mut self, a: Game, b: Game, h: &Handle) -> Result<Game, Stop> {
        let negative = self.neg(b, h)?;
        self.add(a, negative, h)
    }

    /// The sum of many: closed forms first, then what cancels, then the rest from the simplest up.
    pub(crate) fn sum(&mut self, games: &[Game], h: &Handle) -> Result<Game, Stop> {
        let (closed, others) = self.simplify_sum(games, h)?;
        let mut sum = ZERO;
        for g in others {
            sum = self.add(sum, g, h)?;
        }
        self.add(closed, sum, h)
    }

    /// The closed forms of a sum as one value, and its other terms, without pairs `G - G`, smallest first.
    pub(crate) fn simplify_sum(&mut self, games: &[Game], h: &Handle) -> Result<(Game, Vec<Game>), Stop> {
        let mut closed = ZERO;
        // Each term beside its negative, so that both come together when sorted.
        let mut terms: Vec<(u32, Game)> = Vec::with_capacity(games.len());
        for &g in games {
            h.tick()?;
            if matches!(self.node(g).kind, NodeKind::Other { .. }) {
                let negative = self.neg(g, h)?;
                terms.push((negative.0.min(g.0), g));
            } else {
                closed = self.add(closed, g, h)?;
            }
        }
        terms.sort_unstable_by_key(|&(low, g)| (low, g.0));
        let mut others = Vec::with_capacity(terms.len());
        for pair in terms.chunk_by(|a, b| a.0 == b.0) {
            let (low, first) = pair[0];
            let lows = pair.iter().filter(|(_, g)| g.0 == low).count();
            let highs = pair.len() - lows;
            let last = pair[pair.len() - 1].1;
            let symmetric = self.neg(first, h)? == first;
            let left = if symmetric { pair.len() % 2 } else { lows.abs_diff(highs) };
            others.extend(std::iter::repeat_n(if lows > highs { first } else { last }, left));
        }
        others.sort_unstable_by(|&a, &b| self.count_all(a).cmp(&self.count_all(b)).then_with(|| self.order(a, b)));
        Ok((closed, others))
    }

    /// How many options both players have together: a cheap measure of size.
    fn count_all(&self, g: Game) -> u64 {
        self.count(g, Side::Left).saturating_add(self.count(g, Side::Right))
    }

    /// `n·g`, the sum of `n` copies, by doubling.
    pub(crate) fn multiple(&mut self, n: &BigInt, g: Game, h: &Handle) -> Result<Game, Stop> {
        if n.is_negative() {
            let negative = self.neg(g, h)?;
            return self.multiple(&-n, negative, h);
        }
        if let Some(x) = self.closed(g) {
            let ups = if x.ups == 0 { Some(0) } else { n.to_i64().and_then(|n| n.checked_mul(x.ups)) };
            let ups = ups.ok_or_else(too_many_ups)?;
            let star = if n.is_odd() { x.star } else { 0 };
            return Ok(self.up_star(UpStar { number: x.number.mul_integer(n), ups, star }));
        }
        if self.neg(g, h)? == g {
            return Ok(if n.is_odd() { g } else { ZERO });
        }
        // From the highest bit down, so that every sum but the doublings has the small `g` as a term.
        let mut sum = ZERO;
        // Some copies of an infinitesimal, and when their sum is born: where that grows it grows for ever, as fast.
        let watched = n.bits() > 6 && self.is_infinitesimal(g);
        let mut some: Option<(u64, BigInt)> = None;
        for i in (0..n.bits()).rev() {
            h.tick()?;
            sum = self.add(sum, sum, h)?;
            if n.bit(i) {
                sum = self.add(sum, g, h)?;
            }
            // So many copies are in the sum now.
            if watched
                && (5..=6).contains(&(n.bits() - i))
                && let Some(count) = (n >> i).to_u64()
            {
                let day = self.birthday(sum, h)?;
                if let Some((few, before)) = some
                    && n * (&day - before) > BigInt::from(LATEST * (count - few))
                {
                    return Err(Stop::TooLarge(format!(
                        "{n} copies of this game are born after day {LATEST}: a sum of so many"
                    )));
                }
                some = Some((count, day));
            }
        }
        Ok(sum)
    }

    /// `G : H` for the *form* `G = {left|right}` and the value `H`: `{G^L, G:H^L | G^R, G:H^R}`. It depends on the form
    /// of `G`, but only on the value of `H` (the colon principle: *Winning Ways*, ch. 7).
    pub(crate) fn ordinal_sum(&mut self, left: &[Game], right: &[Game], over: Game, h: &Handle) -> Result<Game, Stop> {
        self.ordinal_sum_memo(left, right, over, &mut FxHashMap::default(), h)
    }

    fn ordinal_sum_memo(
        &mut self,
        left: &[Game],
        right: &[Game],
        over: Game,
        memo: &mut FxHashMap<Game, Game>,
        h: &Handle,
    ) -> Result<Game, Stop> {
        if let Some(&g) = memo.get(&over) {
            return Ok(g);
        }
        h.tick()?;
        // A stack of integers is climbed from below: their options form one long chain.
        if let Some(n) = self.as_number(over).and_then(super::Dyadic::to_integer)
            && n.abs() > BigInt::from(1)
        {
            if n.abs() > BigInt::from(LONGEST) {
                return Err(Stop::TooLarge(format!("ordinal sums with integers above {LONGEST} on top are not made")));
            }
            let step = n.signum();
            let mut i = BigInt::zero();
            while i != n {
                i += &step;
                h.tick()?;
                let g = self.number(super::Dyadic::from_integer(i.clone()));
                if i != n && !memo.contains_key(&g) {
                    self.ordinal_sum_step(left, right, g, memo, h)?;
                }
            }
        }
        self.ordinal_sum_step(left, right, over, memo, h)
    }

    fn ordinal_sum_step(
        &mut self,
        left: &[Game],
        right: &[Game],
        over: Game,
        memo: &mut FxHashMap<Game, Game>,
        h: &Handle,
    ) -> Result<Game, Stop> {
        let made = self.deeper(|arena| {
            let mut sides = [left.to_vec(), right.to_vec()];
            for (made, side) in sides.iter_mut().zip([Side::Left, Side::Right]) {
                for i in 0..arena.count(over, side) {
                    h.tick()?;
                    let o = arena.option(over, side, i);
                    made.push(arena.ordinal_sum_memo(left, right, o, memo, h)?);
                }
            }
            arena.canonical(&sides[0], &sides[1], h)
        })?;
        memo.insert(over, made);
        Ok(made)
    }
}

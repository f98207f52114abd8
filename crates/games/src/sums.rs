//! Negatives, sums, multiples and ordinal sums.
//!
//! Closed forms add part by part. A number is added to any other game by adding it to each option, and the result is
//! canonical again (number translation). Other sums follow the definition, cached on the unordered pair.

use super::arena::{Arena, Game, NodeKind, Side, ZERO, pair};
use super::closed::UpStar;
use super::dyadic::Dyadic;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive, Zero};
use rustc_hash::FxHashMap;
use sprague_limits::{Handle, Stop};

/// Where the count of ups no longer fits a machine word.
fn too_many_ups() -> Stop {
    Stop::TooLarge(format!("more than {} ups or downs in one value", i64::MAX))
}

/// A game is looked at up to so many doublings for a number of copies that are a number and an infinitesimal.
const DOUBLINGS: u64 = 4;
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
                let rest = self.up_star(UpStar { number: Dyadic::zero(), ..x });
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
        if let Some(sum) = self.add_to_hot(a, b, h)? {
            return Ok(sum);
        }
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

    /// `E + G` for an infinitesimal `E` in closed form and a game `G = {A|B}` so hot that nobody moves in `E` before: `{A+E | B+E}`.
    ///
    /// Left's move to `E^L + G` is no better than that to `A + E`. In the difference `E^L + G - A - E` Right answers a move to `A` in
    /// `E^L - E`, which he wins if he begins, and every other one by `B`: what is left is negative, as `B` stops below whatever `A` and
    /// the options of `A` that Right has stop at. By the stops nothing reverses either.
    fn add_to_hot(&mut self, e: Game, g: Game, h: &Handle) -> Result<Option<Game>, Stop> {
        let single = [Side::Left, Side::Right].iter().all(|&side| self.count(g, side) == 1);
        if !single || self.closed(e).is_none() || !self.is_infinitesimal(e) {
            return Ok(None);
        }
        let [a, b] = [Side::Left, Side::Right].map(|side| self.option(g, side, 0));
        if self.worst_stop(a, Side::Left, h)? <= self.worst_stop(b, Side::Right, h)? {
            return Ok(None);
        }
        let (a, b) = (self.add(e, a, h)?, self.add(e, b, h)?);
        if self.worst_stop(a, Side::Left, h)? <= self.worst_stop(b, Side::Right, h)? {
            return self.canonical(&[a], &[b], h).map(Some);
        }
        Ok(Some(self.intern(vec![a], vec![b])))
    }

    /// The worst stop for a player if the other one begins, in `g` or in what the other one has made of it already.
    fn worst_stop(&mut self, g: Game, side: Side, h: &Handle) -> Result<Dyadic, Stop> {
        let stop = |arena: &Arena, g| match side {
            Side::Left => arena.node(g).right_stop.clone(),
            Side::Right => arena.node(g).left_stop.clone(),
        };
        let mut worst = stop(self, g);
        // The options of closed forms keep the number, and in a number the other one only loses.
        if self.closed(g).is_none() {
            for i in 0..self.count(g, side.opposite()) {
                h.tick()?;
                let option = self.option(g, side.opposite(), i);
                let next = stop(self, option);
                worst = if side == Side::Left { worst.min(next) } else { worst.max(next) };
            }
        }
        Ok(worst)
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

    /// `n·g`, the sum of `n` copies.
    pub(crate) fn multiple(&mut self, n: &BigInt, g: Game, h: &Handle) -> Result<Game, Stop> {
        if n.is_negative() {
            let negative = self.neg(g, h)?;
            return self.multiple_of_all(&-n, negative, &-n, h);
        }
        self.multiple_of_all(n, g, n, h)
    }

    /// `n·g`, where errors speak of `all` copies.
    fn multiple_of_all(&mut self, n: &BigInt, g: Game, all: &BigInt, h: &Handle) -> Result<Game, Stop> {
        if let Some(x) = self.closed(g) {
            let ups = if x.ups == 0 { Some(0) } else { n.to_i64().and_then(|n| n.checked_mul(x.ups)) };
            let ups = ups.ok_or_else(too_many_ups)?;
            let star = if n.is_odd() { x.star } else { 0 };
            return Ok(self.up_star(UpStar { number: x.number.mul_integer(n), ups, star }));
        }
        if self.neg(g, h)? == g {
            return Ok(if n.is_odd() { g } else { ZERO });
        }
        if n.bits() <= 6 || self.is_infinitesimal(g) {
            return self.doubled(n, g, all, h);
        }
        // Where a few copies are a number and an infinitesimal, the number comes at once and the other is watched as it grows.
        let (mean, _) = self.mean_and_temperature(g, h)?;
        let (number, back) = (self.number(mean.mul_integer(n)), self.number(mean.neg()));
        let rest = self.add(back, g, h)?;
        let mut some = rest;
        for bits in 1..=DOUBLINGS {
            some = self.add(some, some, h)?;
            if self.is_infinitesimal(some) {
                let many = n >> bits;
                let few = n - (&many << bits);
                let (many, few) = (self.multiple_of_all(&many, some, all, h)?, self.doubled(&few, rest, all, h)?);
                return self.sum(&[number, few, many], h);
            }
        }
        self.doubled(n, g, all, h)
    }

    /// `n·g` by doubling, from the highest bit down, so that every sum but the doublings has the small `g` as a term.
    fn doubled(&mut self, n: &BigInt, g: Game, all: &BigInt, h: &Handle) -> Result<Game, Stop> {
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
                        "{all} copies of this game are born after day {LATEST}: a sum of so many"
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
        match self.nimber_on_top(left, right, over, h)? {
            Some(sum) => Ok(sum),
            None => self.ordinal_sum_memo(left, right, over, &mut FxHashMap::default(), h),
        }
    }

    /// `G : *n` where `G` is a number `x` and a nimber, and every option of `G` that is not worse for its player than all `x + *m` is
    /// one of these, the same ones for both: `x` and the nimber number `n` of those that are not among them, counted from 0. For the
    /// `G : *j` below are such themselves, and where both players have the same `x + *m` the mex rule holds.
    fn nimber_on_top(&mut self, left: &[Game], right: &[Game], over: Game, h: &Handle) -> Result<Option<Game>, Stop> {
        let NodeKind::UpStar { ups: 0, star: size } = self.node(over).kind else { return Ok(None) };
        if !self.is_infinitesimal(over) {
            return Ok(None);
        }
        let below = self.canonical(left, right, h)?;
        let Some(UpStar { number, ups: 0, .. }) = self.closed(below) else { return Ok(None) };
        let mut nimbers = [Vec::new(), Vec::new()];
        for (found, (options, side)) in nimbers.iter_mut().zip([(left, Side::Left), (right, Side::Right)]) {
            for &option in options {
                h.tick()?;
                let node = self.node(option);
                let worse = if side == Side::Left { node.left_stop < number } else { node.right_stop > number };
                match self.closed(option) {
                    _ if worse => {}
                    Some(x) if x.number == number && x.ups == 0 => found.push(x.star),
                    _ => return Ok(None),
                }
            }
            found.sort_unstable();
            found.dedup();
        }
        if nimbers[0] != nimbers[1] {
            return Ok(None);
        }
        let mut star = size;
        for &own in &nimbers[0] {
            if own <= star {
                star = star.checked_add(1).ok_or_else(|| Stop::TooLarge("this nimber".into()))?;
            }
        }
        Ok(Some(self.up_star(UpStar { number, ups: 0, star })))
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
        if let Some(n) = self.as_number(over).and_then(Dyadic::to_integer)
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
                let g = self.number(Dyadic::from_integer(i.clone()));
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

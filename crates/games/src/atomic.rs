//! Atomic weights (*Winning Ways*, ch. 8; Siegel, *Combinatorial Game Theory*, ch. II.7).
//!
//! Of an all-small `G` the weight is `{w(G^L) - 2 | w(G^R) + 2}`, unless that is an integer. Then more than one integer may
//! fit, and a remote star tells which: if `G` is greater than it, the greatest, if less, the least, if neither, 0.
//!
//! A nimber is remote for `G` if no follower of `G` is equal to it. Any two of them compare with `G` in the same way: let
//! `m < n` be remote. Whoever moves from `G + *n` can do in `G + *m` the same, or needs not: a move to `G + *k` with `m < k`
//! is answered by one to `G + *m`, and one to `G + *m` itself wins only if `G + *m` is won by that player whoever begins.
//!
//! For other infinitesimals: whatever lies between two all-small games of one weight has that weight. This is one
//! weight at most, since `H <= K` makes `w(H) <= w(K)` for all-small games. The two are looked for beside the game in which
//! every number is replaced by as many ups: [`Arena::with_ups`].

use super::arena::{Arena, Game, Side, ZERO};
use super::compare::Relation;
use super::dyadic::Dyadic;
use num_bigint::BigInt;
use rustc_hash::FxHashMap;
use sprague_limits::{Handle, Stop};

/// Why no atomic weight is known.
///
/// ```
/// use sprague_games::{Dyadic, NoWeight, Store};
/// use sprague_limits::Handle;
///
/// let (store, handle) = (Store::new(), Handle::default());
/// let five = store.number(Dyadic::from(5));
/// assert_eq!(store.atomic_weight(five, &handle)?, Err(NoWeight::NotInfinitesimal));
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoWeight {
    /// The game is no infinitesimal, so it has none.
    NotInfinitesimal,
    /// No all-small games of one weight were found on both sides of it.
    NotFound,
}

/// How an atomic weight is found.
///
/// ```
/// use sprague_games::{Dyadic, Relation, STAR, Side, Store, ZERO};
/// use sprague_limits::Handle;
///
/// let (store, handle) = (Store::new(), Handle::default());
/// let up = store.number_up_star(Dyadic::zero(), 1, 0);
/// let weight = store.explain_weight(up, &handle)?.expect("it is all-small");
/// assert_eq!(weight.options, [(Side::Left, ZERO, ZERO), (Side::Right, STAR, ZERO)]);
/// // {-2|2} = 0 is an integer, and ^ > *2.
/// assert_eq!((weight.simplest, weight.remote, weight.relation), (ZERO, 2, Some(Relation::Greater)));
/// assert_eq!(weight.weight, store.number(Dyadic::from(1)));
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weight {
    /// The all-small game of which it is: the game itself, or one that is as close to it as no up can see.
    pub game: Game,
    /// Each option with its weight.
    pub options: Vec<(Side, Game, Game)>,
    /// `{w(G^L) - 2 | w(G^R) + 2}`.
    pub simplest: Game,
    /// The least nimber that is remote.
    pub remote: u64,
    /// How the game compares with it, where that matters.
    pub relation: Option<Relation>,
    /// The weight.
    pub weight: Game,
}

impl Arena {
    /// The atomic weight.
    pub(crate) fn atomic_weight(&mut self, g: Game, h: &Handle) -> Result<Result<Game, NoWeight>, Stop> {
        Ok(match self.all_small_beside(g, h)? {
            Ok(small) => Ok(self.weight(small, h)?),
            Err(why) => Err(why),
        })
    }

    /// The atomic weight with its reasons.
    pub(crate) fn explain_weight(&mut self, g: Game, h: &Handle) -> Result<Result<Weight, NoWeight>, Stop> {
        let game = match self.all_small_beside(g, h)? {
            Ok(small) => small,
            Err(why) => return Ok(Err(why)),
        };
        let remote = self.remote(game, &mut FxHashMap::default(), h)?;
        let mut options = Vec::new();
        for side in [Side::Left, Side::Right] {
            for o in self.list(game, side, h)? {
                options.push((side, o, self.weight(o, h)?));
            }
        }
        let simplest = self.simplest_weight(&options, h)?;
        let relation = match self.as_number(simplest) {
            Some(w) if w.is_integer() => {
                let star = self.nimber(remote);
                Some(self.compare(game, star, h)?)
            }
            _ => None,
        };
        let weight = self.weight(game, h)?;
        Ok(Ok(Weight { game, options, simplest, remote, relation, weight }))
    }

    pub(super) fn nimber(&mut self, star: u64) -> Game {
        self.up_star(super::closed::UpStar { number: Dyadic::zero(), ups: 0, star })
    }

    /// The game itself if it is all-small, else an all-small one between which and it lies less than the all-small
    /// `^<2>`, of weight 0.
    fn all_small_beside(&mut self, g: Game, h: &Handle) -> Result<Result<Game, NoWeight>, Stop> {
        if !self.is_infinitesimal(g) {
            return Ok(Err(NoWeight::NotInfinitesimal));
        }
        if self.is_all_small(g, h)? {
            return Ok(Ok(g));
        }
        let depth = self.depth_to_numbers(g, &mut FxHashMap::default(), h)?;
        let little = self.up_power(2, h)?;
        for ups in [depth + 4, 4 * depth + 16] {
            let small = self.with_ups(g, ups, &mut FxHashMap::default(), h)?;
            let difference = self.sub(g, small, h)?;
            let below = self.neg(little, h)?;
            if self.is_all_small(small, h)? && self.le(below, difference, h)? && self.le(difference, little, h)? {
                return Ok(Ok(small));
            }
        }
        Ok(Err(NoWeight::NotFound))
    }

    /// The game with so many ups for each positive number in it, and so many downs for each negative one.
    fn with_ups(&mut self, g: Game, ups: i64, memo: &mut FxHashMap<Game, Game>, h: &Handle) -> Result<Game, Stop> {
        if let Some(x) = self.closed(g) {
            let sign = match x.number.sign() {
                std::cmp::Ordering::Less => -1,
                std::cmp::Ordering::Equal => return Ok(g),
                std::cmp::Ordering::Greater => 1,
            };
            return Ok(self.up_star(super::closed::UpStar { number: Dyadic::zero(), ups: sign * ups, star: 0 }));
        }
        if let Some(&known) = memo.get(&g) {
            return Ok(known);
        }
        h.tick()?;
        let made = self.deeper(|arena| {
            let mut sides = [Vec::new(), Vec::new()];
            for (made, side) in sides.iter_mut().zip([Side::Left, Side::Right]) {
                for i in 0..arena.count(g, side) {
                    h.tick()?;
                    let o = arena.option(g, side, i);
                    made.push(arena.with_ups(o, ups, memo, h)?);
                }
            }
            arena.canonical(&sides[0], &sides[1], h)
        })?;
        memo.insert(g, made);
        Ok(made)
    }

    /// How many moves there are at most until a closed form is reached, and the ups in it.
    fn depth_to_numbers(&mut self, g: Game, memo: &mut FxHashMap<Game, i64>, h: &Handle) -> Result<i64, Stop> {
        if let Some(x) = self.closed(g) {
            return Ok(x.ups.saturating_abs().min(1 << 20));
        }
        if let Some(&known) = memo.get(&g) {
            return Ok(known);
        }
        h.tick()?;
        let depth = self.deeper(|arena| {
            let mut depth = 0;
            for side in [Side::Left, Side::Right] {
                for i in 0..arena.count(g, side) {
                    h.tick()?;
                    let o = arena.option(g, side, i);
                    depth = depth.max(arena.depth_to_numbers(o, memo, h)?);
                }
            }
            Ok(depth + 1)
        })?;
        memo.insert(g, depth);
        Ok(depth)
    }

    /// A nimber above all that are followers.
    fn remote(&mut self, g: Game, memo: &mut FxHashMap<Game, u64>, h: &Handle) -> Result<u64, Stop> {
        if let Some(x) = self.closed(g) {
            let most = if x.ups == 0 { x.star } else { x.star.max(x.star ^ 1) };
            return Ok(most.saturating_add(1));
        }
        if let Some(&known) = memo.get(&g) {
            return Ok(known);
        }
        h.tick()?;
        let remote = self.deeper(|arena| {
            let mut remote = 1;
            for side in [Side::Left, Side::Right] {
                for i in 0..arena.count(g, side) {
                    h.tick()?;
                    let o = arena.option(g, side, i);
                    remote = remote.max(arena.remote(o, memo, h)?);
                }
            }
            Ok(remote)
        })?;
        memo.insert(g, remote);
        Ok(remote)
    }

    /// The weight of an all-small game.
    fn weight(&mut self, g: Game, h: &Handle) -> Result<Game, Stop> {
        let remote = self.remote(g, &mut FxHashMap::default(), h)?;
        let star = self.nimber(remote);
        self.weight_memo(g, star, h)
    }

    /// `star` is remote for `g`, and so for its followers.
    fn weight_memo(&mut self, g: Game, star: Game, h: &Handle) -> Result<Game, Stop> {
        if let Some(x) = self.closed(g) {
            return Ok(self.number(Dyadic::from(x.ups)));
        }
        if let Some(&known) = self.weights.get(&g) {
            return Ok(known);
        }
        h.tick()?;
        let weight = self.deeper(|arena| {
            let mut options = Vec::new();
            for side in [Side::Left, Side::Right] {
                for i in 0..arena.count(g, side) {
                    h.tick()?;
                    let o = arena.option(g, side, i);
                    options.push((side, o, arena.weight_memo(o, star, h)?));
                }
            }
            let simplest = arena.simplest_weight(&options, h)?;
            if !arena.as_number(simplest).is_some_and(Dyadic::is_integer) {
                return Ok(simplest);
            }
            let side = match arena.compare(g, star, h)? {
                Relation::Greater => Side::Right,
                Relation::Less => Side::Left,
                Relation::Equal | Relation::Confused => return Ok(ZERO),
            };
            // The greatest integer that Right's options allow, or the least that Left's do.
            let mut best: Option<BigInt> = None;
            for &(_, _, w) in options.iter().filter(|option| option.0 == side) {
                let limit = arena.last_integer(w, side, h)?;
                best = Some(match best {
                    None => limit,
                    Some(best) if side == Side::Right => best.min(limit),
                    Some(best) => best.max(limit),
                });
            }
            let best = best.unwrap_or_default();
            Ok(arena.number(Dyadic::from_integer(best)))
        })?;
        self.weights.insert(g, weight);
        Ok(weight)
    }

    /// `{w - 2 | w + 2}` over the weights of the options.
    fn simplest_weight(&mut self, options: &[(Side, Game, Game)], h: &Handle) -> Result<Game, Stop> {
        let mut sides = [Vec::new(), Vec::new()];
        for &(side, _, w) in options {
            let shift = if side == Side::Left { -2 } else { 2 };
            let shift = self.number(Dyadic::from(shift));
            let w = self.add(w, shift, h)?;
            sides[usize::from(side == Side::Right)].push(w);
        }
        self.canonical(&sides[0], &sides[1], h)
    }

    /// The greatest integer that is less than or confused with `w + 2` for an option of Right; the least that is greater
    /// than or confused with `w - 2` for one of Left.
    fn last_integer(&mut self, w: Game, side: Side, h: &Handle) -> Result<BigInt, Stop> {
        if side == Side::Left {
            let w = self.neg(w, h)?;
            return Ok(-self.last_integer(w, Side::Right, h)?);
        }
        // The least integer that is not less than w is at its Left stop or right above.
        let mut reached = self.stop(w, Side::Left).ceil();
        let number = self.number(Dyadic::from_integer(reached.clone()));
        if !self.le(w, number, h)? {
            reached += 1;
        }
        Ok(reached + 1)
    }
}

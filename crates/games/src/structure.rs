//! What is read off the canonical tree: followers, leaves, parities, tinies, companions, subordinates.

use super::arena::{Arena, Game, NodeKind, STAR, Side, ZERO};
use super::closed::UpStar;
use super::dyadic::Dyadic;
use num_bigint::BigInt;
use num_integer::Integer;
use rustc_hash::{FxHashMap, FxHashSet};
use sprague_limits::{Handle, Stop};

/// The most followers that are listed.
const MAX_FOLLOWERS: usize = 1_000_000;
/// The most followers of a game whose subordinates are looked for: each is compared with all that come after it.
const MAX_SUBORDINATES: usize = 5_000;
/// The largest nimber whose leaves are counted: there are `2*3^(n-1)`.
const MAX_COUNTED: u64 = 1 << 20;

/// Whether a game is even or odd, or neither.
///
/// ```
/// use sprague_games::{Dyadic, Parity, STAR, Store, ZERO};
/// use sprague_limits::Handle;
///
/// let (store, handle) = (Store::new(), Handle::default());
/// let up = store.number_up_star(Dyadic::zero(), 1, 0);
/// let parities = [ZERO, STAR, up].map(|game| store.parity(game, &handle));
/// assert_eq!(parities, [Ok(Parity::Even), Ok(Parity::Odd), Ok(Parity::Neither)]);
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Parity {
    /// Every play to the end has an even number of moves.
    Even,
    /// Every play has an odd number.
    Odd,
    /// There are both.
    Neither,
}

impl Parity {
    fn other(self) -> Parity {
        match self {
            Parity::Even => Parity::Odd,
            Parity::Odd => Parity::Even,
            Parity::Neither => Parity::Neither,
        }
    }
}

impl Arena {
    /// How many leaves the canonical tree has where numbers are leaves.
    pub(crate) fn stop_count(&mut self, g: Game, h: &Handle) -> Result<BigInt, Stop> {
        self.stop_count_memo(g, &mut FxHashMap::default(), h)
    }

    fn stop_count_memo(&mut self, g: Game, memo: &mut FxHashMap<Game, BigInt>, h: &Handle) -> Result<BigInt, Stop> {
        if let Some(x) = self.closed(g) {
            return leaves(&x);
        }
        if let Some(known) = memo.get(&g) {
            return Ok(known.clone());
        }
        h.tick()?;
        let count = self.deeper(|arena| {
            let mut count = BigInt::from(0);
            for side in [Side::Left, Side::Right] {
                for i in 0..arena.count(g, side) {
                    h.tick()?;
                    let o = arena.option(g, side, i);
                    count += arena.stop_count_memo(o, memo, h)?;
                }
            }
            Ok(count)
        })?;
        memo.insert(g, count.clone());
        Ok(count)
    }

    /// The game and all that can be reached from it by moves of either player in any order, in printing order.
    pub(crate) fn followers(&mut self, g: Game, h: &Handle) -> Result<Vec<Game>, Stop> {
        let mut all = self.reached(g, MAX_FOLLOWERS, h)?;
        all.sort_unstable_by(|&a, &b| self.order(a, b));
        Ok(all)
    }

    /// The followers, those that are reached only through others after them.
    fn reached(&mut self, g: Game, most: usize, h: &Handle) -> Result<Vec<Game>, Stop> {
        let mut seen = FxHashSet::from_iter([g]);
        let mut open = vec![g];
        let mut all = Vec::new();
        while let Some(next) = open.pop() {
            all.push(next);
            for side in [Side::Left, Side::Right] {
                for i in 0..self.count(next, side) {
                    h.tick()?;
                    let o = self.option(next, side, i);
                    if seen.insert(o) {
                        open.push(o);
                    }
                    if seen.len() > most {
                        return Err(Stop::TooLarge(format!("this value has more than {most} followers")));
                    }
                }
            }
            if all.len().is_multiple_of(1000) {
                h.reserve(1000 * 64)?;
            }
        }
        Ok(all)
    }

    /// The parity: that of an integer; else odd if all options are even, even if all are odd.
    pub(crate) fn parity(&mut self, g: Game, h: &Handle) -> Result<Parity, Stop> {
        self.parity_memo(g, &mut FxHashMap::default(), &integer_parity, h)
    }

    /// The same where every number counts as even: whether all plays to a number have an even number of moves.
    pub(crate) fn temper(&mut self, g: Game, h: &Handle) -> Result<Parity, Stop> {
        self.parity_memo(g, &mut FxHashMap::default(), &|_| Parity::Even, h)
    }

    fn parity_memo(
        &mut self,
        g: Game,
        memo: &mut FxHashMap<Game, Parity>,
        of_number: &dyn Fn(&Dyadic) -> Parity,
        h: &Handle,
    ) -> Result<Parity, Stop> {
        if let Some(x) = self.closed(g) {
            // `*2` has 0 and `*` among its options, `^` is {0|*}, and all others have one of these as a follower that
            // is neither: so they are neither.
            return Ok(match (x.ups, x.star) {
                (0, 0) => of_number(&x.number),
                (0, 1) => of_number(&x.number).other(),
                _ => Parity::Neither,
            });
        }
        if let Some(&known) = memo.get(&g) {
            return Ok(known);
        }
        h.tick()?;
        let found = self.deeper(|arena| {
            let mut found = None;
            for side in [Side::Left, Side::Right] {
                for i in 0..arena.count(g, side) {
                    h.tick()?;
                    let o = arena.option(g, side, i);
                    let parity = arena.parity_memo(o, memo, of_number, h)?;
                    if parity == Parity::Neither || found.is_some_and(|known| known != parity) {
                        return Ok(Parity::Neither);
                    }
                    found = Some(parity);
                }
            }
            Ok(found.map_or(Parity::Even, Parity::other))
        })?;
        memo.insert(g, found);
        Ok(found)
    }

    /// `number + tiny(x)` or, on the side of Right, `number + miny(x)` with `x` above a positive number: the number, whose
    /// stay it is (Left's for tiny), and `x`.
    pub(crate) fn number_and_tiny(&mut self, g: Game, h: &Handle) -> Result<Option<(Dyadic, Side, Game)>, Stop> {
        for side in [Side::Left, Side::Right] {
            // For tiny: {n || n | n-x}.
            let (Some(stay), Some(threat)) = (self.only(g, side), self.only(g, side.opposite())) else { continue };
            let Some(number) = self.as_number(stay).cloned() else { continue };
            if !matches!(self.node(threat).kind, NodeKind::Other { .. }) || self.only(threat, side) != Some(stay) {
                continue;
            }
            let Some(end) = self.only(threat, side.opposite()) else { continue };
            let x = if side == Side::Left { self.sub(stay, end, h)? } else { self.sub(end, stay, h)? };
            if self.stop(x, Side::Right).sign().is_gt() {
                return Ok(Some((number, side, x)));
            }
        }
        Ok(None)
    }

    /// The only option of a player, if there is just one.
    pub(crate) fn only(&mut self, g: Game, side: Side) -> Option<Game> {
        (self.count(g, side) == 1).then(|| self.option(g, side, 0))
    }

    /// The companion: `{0, G^L' | G^R'}` with the 0 among Left's options where `G >= 0`, and likewise among Right's where
    /// `G <= 0`; the primes are companions.
    pub(crate) fn companion(&mut self, g: Game, h: &Handle) -> Result<Game, Stop> {
        self.companion_memo(g, &mut FxHashMap::default(), h)
    }

    fn companion_memo(&mut self, g: Game, memo: &mut FxHashMap<Game, Game>, h: &Handle) -> Result<Game, Stop> {
        if g == ZERO {
            return Ok(STAR);
        }
        if let Some(x) = self.closed(g) {
            // By induction over the options: only 0, the ups and those with a star change, into each other.
            let changes = x.number.is_zero() && x.star <= 1;
            return Ok(if changes { self.up_star(UpStar { star: x.star ^ 1, ..x }) } else { g });
        }
        if let Some(&known) = memo.get(&g) {
            return Ok(known);
        }
        h.tick()?;
        let made = self.deeper(|arena| {
            let mut sides = [Vec::new(), Vec::new()];
            for (made, side) in sides.iter_mut().zip([Side::Left, Side::Right]) {
                let allowed = if side == Side::Left { arena.le(ZERO, g, h)? } else { arena.le(g, ZERO, h)? };
                if allowed {
                    made.push(ZERO);
                }
                for i in 0..arena.count(g, side) {
                    h.tick()?;
                    let o = arena.option(g, side, i);
                    made.push(arena.companion_memo(o, memo, h)?);
                }
            }
            arena.canonical(&sides[0], &sides[1], h)
        })?;
        memo.insert(g, made);
        Ok(made)
    }

    /// The game `H` with `B : H = G` for the form `B = {left|right}`, if one is found: its options are looked for among
    /// those of which followers of `G` are made.
    ///
    /// As `B : Y` compares with `B : H` as `Y` does with `H`, every `Y` with `B : Y` less than or confused with `G` may be an
    /// option of Left in `H` and changes nothing (the gift horse); so all that are found are taken, and the sum is compared.
    pub(crate) fn subordinate(
        &mut self,
        left: &[Game],
        right: &[Game],
        g: Game,
        h: &Handle,
    ) -> Result<Option<Game>, Stop> {
        let base = self.canonical(left, right, h)?;
        let mut followers = self.reached(g, MAX_SUBORDINATES, h)?;
        let mut born = FxHashMap::default();
        for &f in &followers {
            born.insert(f, self.birthday(f, h)?);
        }
        // Options before what they are options of.
        followers.sort_by(|a, b| born[a].cmp(&born[b]).then_with(|| self.order(*a, *b)));
        let mut found: Vec<(Game, Game)> = Vec::new();
        for f in followers {
            let mut sides = [Vec::new(), Vec::new()];
            for &(known, over) in &found {
                h.tick()?;
                if !self.le(f, known, h)? {
                    sides[0].push(over);
                }
                if !self.le(known, f, h)? {
                    sides[1].push(over);
                }
            }
            let over = if f == base { ZERO } else { self.canonical(&sides[0], &sides[1], h)? };
            if f == base || self.ordinal_sum(left, right, over, h)? == f {
                found.push((f, over));
            }
        }
        Ok(found.into_iter().find(|&(f, _)| f == g).map(|(_, over)| over))
    }
}

fn integer_parity(n: &Dyadic) -> Parity {
    match n.to_integer() {
        Some(n) if n.is_even() => Parity::Even,
        Some(_) => Parity::Odd,
        // n + 1/2 lies between an even and an odd integer, and each finer fraction beside a coarser one.
        None => Parity::Neither,
    }
}

/// The leaves of `number + ups + star`: 1 of a number, `2*3^(n-1)` of `*n`, one more for each up.
fn leaves(x: &UpStar) -> Result<BigInt, Stop> {
    let nimber = |n: u64| {
        if n > MAX_COUNTED {
            return Err(Stop::TooLarge(format!("leaves of nimbers above *{MAX_COUNTED} are not counted")));
        }
        Ok(if n == 0 { BigInt::from(1) } else { BigInt::from(3).pow(n as u32 - 1) * 2 })
    };
    let ups = x.ups.unsigned_abs();
    if ups == 0 {
        return nimber(x.star);
    }
    // Each of the other ups has 0 as an option and changes the star.
    let last = x.star ^ ((ups - 1) & 1);
    let lowest = if last == 1 { BigInt::from(4) } else { nimber(last ^ 1)? + 1 };
    Ok(lowest + (ups - 1))
}

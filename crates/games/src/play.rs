//! Winning moves in a sum, found without building the sum, and trees of moves and replies that show who wins.
//!
//! A sum is a list of components. Closed forms are added up and pairs `G - G` dropped first; what is left is decided by
//! stops where they suffice (`RS(G) + RS(H) <= RS(G+H) <= RS(G) + LS(H)`), by one comparison for up to two
//! components, and otherwise by moves, with a table.

use super::arena::{Arena, Game, Side, ZERO};
use super::dyadic::Dyadic;
use num_bigint::BigInt;
use rustc_hash::FxHashMap;
use sprague_limits::{Handle, Stop};

/// A move in a sum.
///
/// ```
/// use sprague_games::{Side, Store, play::Reply};
/// use sprague_limits::Handle;
///
/// let (store, handle) = (Store::new(), Handle::default());
/// // Nim with heaps of 1, 2 and 4: one takes 1 from the last.
/// let heaps = [1, 2, 4].map(|n| store.nimber(n));
/// let reply = store.winning_reply(&heaps, Side::Left, &handle)?;
/// assert_eq!(reply, Some(Reply { component: 2, from: heaps[2], to: store.nimber(3) }));
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// In which component, counted from 0.
    pub component: usize,
    /// What the component was.
    pub from: Game,
    /// What it becomes.
    pub to: Game,
}

/// A position of a game with somebody to move, and what follows.
///
/// ```
/// use sprague_games::{STAR, Side, Store};
/// use sprague_limits::Handle;
///
/// let (store, handle) = (Store::new(), Handle::default());
/// // Whoever begins in * + * leaves one of them to the other player, who ends the game.
/// let turn = store.play_tree(&[STAR, STAR], Side::Left, 2, 10, &handle)?;
/// assert_eq!((turn.mover, turn.winner), (Side::Left, Side::Right));
/// assert!(turn.moves.iter().all(|(_, next)| next.as_ref().is_some_and(|turn| turn.winner == Side::Right)));
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// Who moves.
    pub mover: Side,
    /// Who wins.
    pub winner: Side,
    /// The winning move if the mover wins, else moves of the loser; each with what follows, `None` where the tree was
    /// cut off.
    pub moves: Vec<(Reply, Option<Turn>)>,
    /// How many moves of the loser are not shown.
    pub omitted: usize,
}

/// The deepest tree that is made.
const MAX_TURNS: u32 = 500;

/// Sums already decided: whether the player wins who does not begin.
type WinsKnown = FxHashMap<(Box<[Game]>, Side), bool>;

impl Arena {
    pub(crate) fn wins_first(&mut self, components: &[Game], mover: Side, h: &Handle) -> Result<bool, Stop> {
        Ok(!self.wins_second(components, mover.opposite(), &mut WinsKnown::default(), h)?)
    }

    /// Whether `player` wins a sum that the opponent begins.
    fn wins_second(&mut self, games: &[Game], player: Side, table: &mut WinsKnown, h: &Handle) -> Result<bool, Stop> {
        h.tick()?;
        let (closed, mut games) = self.simplify_sum(games, h)?;
        if closed != ZERO {
            games.push(closed);
        }
        if player == Side::Right {
            for g in &mut games {
                *g = self.neg(*g, h)?;
            }
        }
        // Now: whether Left wins as the second player, whether the sum is at least 0.
        match games[..] {
            [] => return Ok(true),
            [g] => return self.le(ZERO, g, h),
            [a, b] => {
                let negative = self.neg(b, h)?;
                return self.le(negative, a, h);
            }
            _ => {}
        }
        if let Some(known) = self.decided_by_stops(&games) {
            return Ok(known);
        }
        games.sort_unstable_by_key(|g| g.0);
        let key = (games.into_boxed_slice(), Side::Left);
        if let Some(&known) = table.get(&key) {
            return Ok(known);
        }
        let result = self.deeper(|arena| arena.second_by_moves(&key.0, table, h))?;
        table.insert(key, result);
        Ok(result)
    }

    fn decided_by_stops(&self, games: &[Game]) -> Option<bool> {
        let total = |side| games.iter().fold(Dyadic::zero(), |sum, &g| sum.add(&self.stop(g, side)));
        let (left, right) = (total(Side::Left), total(Side::Right));
        if right.sign().is_gt() {
            return Some(true);
        }
        let spread = |g: Game| self.stop(g, Side::Left).sub(&self.stop(g, Side::Right));
        let least = left.sub(&games.iter().map(|&g| spread(g)).max()?);
        least.sign().is_lt().then_some(false)
    }

    /// Left wins second if each move of Right has an answer.
    fn second_by_moves(&mut self, games: &[Game], table: &mut WinsKnown, h: &Handle) -> Result<bool, Stop> {
        for i in 0..games.len() {
            if games[..i].contains(&games[i]) {
                continue;
            }
            for j in 0..self.count(games[i], Side::Right) {
                h.tick()?;
                let mut after = games.to_vec();
                after[i] = self.option(games[i], Side::Right, j);
                if self.wins_second(&after, Side::Right, table, h)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// All moves of a player in a sum, in the order of the components.
    fn moves(&mut self, games: &[Game], mover: Side, h: &Handle) -> Result<Vec<Reply>, Stop> {
        let mut all = Vec::new();
        for (component, &from) in games.iter().enumerate() {
            for to in self.list(from, mover, h)? {
                all.push(Reply { component, from, to });
            }
        }
        Ok(all)
    }

    fn winning_moves(
        &mut self,
        games: &[Game],
        mover: Side,
        table: &mut WinsKnown,
        h: &Handle,
    ) -> Result<Vec<Reply>, Stop> {
        // In the hottest component first, as everybody would play; then where least is left to play.
        let mut winning: Vec<(Dyadic, BigInt, Reply)> = Vec::new();
        for reply in self.moves(games, mover, h)? {
            let mut after = games.to_vec();
            after[reply.component] = reply.to;
            if self.wins_second(&after, mover, table, h)? {
                let (_, heat) = self.mean_and_temperature(reply.from, h)?;
                let length = self.birthday(reply.to, h)? - self.birthday(reply.from, h)?;
                winning.push((heat, length, reply));
            }
        }
        winning.sort_by(|(s, a, p), (t, b, q)| {
            let by_heat = t.cmp(s).then(a.cmp(b));
            by_heat.then(p.component.cmp(&q.component)).then_with(|| self.order(p.to, q.to))
        });
        Ok(winning.into_iter().map(|(_, _, reply)| reply).collect())
    }

    pub(crate) fn winning_replies(&mut self, games: &[Game], mover: Side, h: &Handle) -> Result<Vec<Reply>, Stop> {
        self.winning_moves(games, mover, &mut WinsKnown::default(), h)
    }

    pub(crate) fn winning_reply(&mut self, games: &[Game], mover: Side, h: &Handle) -> Result<Option<Reply>, Stop> {
        Ok(self.winning_replies(games, mover, h)?.into_iter().next())
    }

    pub(crate) fn play_tree(
        &mut self,
        games: &[Game],
        mover: Side,
        depth: u32,
        breadth: usize,
        h: &Handle,
    ) -> Result<Turn, Stop> {
        self.turn(games, mover, depth.min(MAX_TURNS), breadth, &mut WinsKnown::default(), h)
    }

    fn turn(
        &mut self,
        games: &[Game],
        mover: Side,
        depth: u32,
        breadth: usize,
        table: &mut WinsKnown,
        h: &Handle,
    ) -> Result<Turn, Stop> {
        let mut moves = self.winning_moves(games, mover, table, h)?;
        let winner = if moves.is_empty() { mover.opposite() } else { mover };
        let mut omitted = 0;
        if winner == mover {
            moves.truncate(1);
        } else {
            moves = self.moves(games, mover, h)?;
            // Equal components give the same moves.
            let same = |a: &Reply, b: &Reply| a.from == b.from && a.to == b.to;
            let mut distinct: Vec<Reply> = Vec::new();
            for reply in moves {
                h.tick()?;
                if !distinct.iter().any(|d| same(d, &reply)) {
                    distinct.push(reply);
                }
            }
            omitted = distinct.len().saturating_sub(breadth);
            distinct.truncate(breadth);
            moves = distinct;
        }
        let mut shown = Vec::new();
        for reply in moves {
            let next = if depth > 1 {
                let mut after = games.to_vec();
                after[reply.component] = reply.to;
                Some(self.deeper(|arena| arena.turn(&after, mover.opposite(), depth - 1, breadth, table, h))?)
            } else {
                None
            };
            shown.push((reply, next));
        }
        Ok(Turn { mover, winner, moves: shown, omitted })
    }
}

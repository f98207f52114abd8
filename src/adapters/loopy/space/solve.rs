//! Who wins from a vertex, and how soon: breadth first to a bound, then backwards from what is known.

use super::Which;
use super::local::Local;
use crate::eval::Machine;
use crate::graphs::retrograde::doubled;
use crate::graphs::{Known, Outcome, retrograde, retrograde_misere};
use crate::value::{Convention, Player, Res};
use std::rc::Rc;

/// What has been found out about a position to move from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Solved {
    /// Who wins, of the player to move and the other; `None`: not decided within the bound.
    pub outcome: Option<Outcome>,
    /// The remoteness, where it is finite and decided.
    pub remoteness: Option<u32>,
}

impl Solved {
    /// Whether all is known: who wins, and how soon.
    pub fn is_exact(self) -> bool {
        self.remoteness.is_some() || self.outcome == Some(Outcome::D)
    }

    /// Whether all that is asked for is known: who wins, and how soon if it is to be exact.
    pub fn tells(self, exact: bool) -> bool {
        self.is_exact() || (!exact && self.outcome.is_some())
    }

    /// What a label says: in normal play odd remoteness is N, in misère play even remoteness is.
    pub fn of(known: Known, convention: Convention) -> Solved {
        match known {
            Known::Draw => Solved { outcome: Some(Outcome::D), remoteness: None },
            Known::Remoteness(r) => {
                let won = (r % 2 == 1) == (convention == Convention::Normal);
                Solved { outcome: Some(if won { Outcome::N } else { Outcome::P }), remoteness: Some(r) }
            }
        }
    }

    /// Whether a position of which this is known is a best one to move to from an impartial one of which that is known.
    pub fn best_from(self, from: Solved) -> bool {
        match (self.remoteness, from.remoteness) {
            (Some(after), Some(before)) => after + 1 == before,
            (None, None) => self.outcome == Some(Outcome::D) && from.outcome == Some(Outcome::D),
            _ => false,
        }
    }
}

impl std::fmt::Display for Solved {
    /// The remoteness.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.outcome, self.remoteness) {
            (_, Some(r)) => write!(f, "{r}"),
            (Some(Outcome::D), None) => write!(f, "oo"),
            _ => write!(f, "unknown"),
        }
    }
}

/// How far is explored.
#[derive(Clone, Copy, Debug)]
pub struct Reach {
    /// Positions, at most.
    pub positions: usize,
    /// Moves after which no position is added.
    pub moves: usize,
}

impl From<usize> for Reach {
    /// So many positions, whatever moves they have.
    fn from(positions: usize) -> Reach {
        Reach { positions, moves: usize::MAX }
    }
}

impl Reach {
    fn is_passed(self, local: &Local) -> bool {
        local.rows() >= self.positions || local.left.moves() + local.right.moves() >= self.moves
    }
}

impl Machine {
    /// Adds the rows of local vertices as far as that. False if one is not impartial and should be.
    fn expand(&mut self, which: Which, local: &mut Local, reach: Reach) -> Res<bool> {
        let mut options = Vec::new();
        while !reach.is_passed(local) && !local.complete() {
            self.handle.tick()?;
            if local.rows().is_multiple_of(256) {
                self.handle.progress("positions explored", local.rows() as u64, None);
            }
            let node = local.nodes[local.rows()];
            if self.settled(which, node) {
                local.left.push([])?;
                local.right.push([])?;
                continue;
            }
            for player in [Player::Left, Player::Right] {
                options.clear();
                let asked = player == Player::Left || !which.impartial;
                if asked && !self.options_of(which, node, player, &mut options)? {
                    return Ok(false);
                }
                local.push(player, &mut options)?;
            }
        }
        local.left.set_len(local.nodes.len());
        local.right.set_len(local.nodes.len());
        Ok(true)
    }

    /// Whether all is known of a vertex.
    fn settled(&mut self, which: Which, node: u32) -> bool {
        let known = self.space(which).known(which.convention, node);
        known[0].is_some() && (which.impartial || known[1].is_some())
    }

    /// What is known for good of a vertex of an impartial game.
    pub(in crate::adapters::loopy) fn known(&mut self, which: Which, node: u32) -> Option<Solved> {
        let known = self.space(which).known(which.convention, node)[0];
        known.map(|known| Solved::of(known, which.convention))
    }

    /// Who wins if `player` moves from a vertex, and how soon; explores no further than that. `None` if it turns out not to be
    /// impartial.
    pub(in crate::adapters::loopy) fn solve(
        &mut self,
        which: Which,
        root: u32,
        player: Player,
        exact: bool,
        reach: Reach,
    ) -> Res<Option<Solved>> {
        let side = usize::from(!which.impartial && player == Player::Right);
        if let Some(known) = self.space(which).known(which.convention, root)[side] {
            return Ok(Some(Solved::of(known, which.convention)));
        }
        let mut local = Local::new(self.space(which));
        local.number(root);
        let mut stage = 256;
        loop {
            if !self.expand(which, &mut local, Reach { positions: stage.min(reach.positions), ..reach })? {
                return Ok(None);
            }
            let answer = self.label(which, &local, side)?;
            let decided = if exact { answer.is_exact() } else { answer.outcome.is_some() };
            if decided || local.complete() || reach.is_passed(&local) {
                return Ok(Some(answer));
            }
            stage *= 4;
        }
    }

    /// Labels what has been explored, keeps what is proved for good, and answers for the first vertex.
    fn label(&mut self, which: Which, local: &Local, side: usize) -> Res<Solved> {
        let sides = if which.impartial { 1 } else { 2 };
        let handle = Rc::clone(&self.handle);
        let space = self.space(which);
        let mut known = Vec::new();
        for (i, &node) in (0u32..).zip(&local.nodes[..local.rows()]) {
            let pair = space.known(which.convention, node);
            if pair[..sides].iter().all(Option::is_some) {
                known.extend((0u32..).zip(&pair[..sides]).filter_map(|(s, k)| k.map(|k| (i * sides as u32 + s, k))));
            }
        }
        let both;
        let graph = if which.impartial {
            &local.left
        } else {
            both = doubled(&local.left, &local.right, &handle)?;
            &both
        };
        let labels = match which.convention {
            Convention::Normal => retrograde(graph, &known, &handle)?,
            Convention::Misere => retrograde_misere(graph, &known, &handle)?,
        };
        let known = &mut space.known[which.convention.index()];
        known.resize(known.len().max(space.vertices.len()), [None; 2]);
        for (i, &node) in local.nodes.iter().enumerate() {
            for s in 0..sides {
                let label = &mut known[node as usize][s];
                if label.is_none() {
                    *label = labels.known(u32::try_from(i * sides + s).expect("vertices are numbered by u32"));
                }
            }
        }
        let first = u32::from(side == 1);
        Ok(Solved { outcome: labels.outcome(first), remoteness: labels.remoteness(first) })
    }
}

//! Who wins a sum of games, shown by moves: the winner's first move, and an answer to each first move of the loser.
//!
//! In: the components as they were written, so that moves look like the people's own. A move wins if the sum after it is at
//! least 0 for Left, at most 0 for Right; sums are compared by their canonical values. Cost: one sum and one comparison for
//! each move looked at.

use super::words::{self, arrow};
use super::{Made, Reason};
use crate::eval::{Machine, opponent};
use crate::games::{Game, Relation, ZERO};
use crate::value::{Player, Res, Value};

/// A sum of games.
pub struct Match {
    parts: Vec<(Value, Game)>,
    /// Its value.
    pub total: Game,
}

impl Match {
    /// The sum of these; components that are plainly 0 are left out.
    pub fn new(m: &mut Machine, components: Vec<Value>) -> Res<Match> {
        let mut parts = Vec::new();
        for value in components {
            if matches!(value, Value::Int(0)) {
                continue;
            }
            let game = m.game(&value)?;
            parts.push((value, game));
        }
        let games: Vec<Game> = parts.iter().map(|(_, g)| *g).collect();
        let total = m.store.sum(&games, &m.handle)?;
        Ok(Match { parts, total })
    }

    /// Parts in the order in which moves are looked for: nobody needs to move in a number as long as there is something
    /// else (number avoidance).
    fn order(&self, m: &Machine) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.parts.len()).collect();
        order.sort_by_key(|&i| m.store.is_number(self.parts[i].1));
        order
    }

    /// The moves in one part.
    fn moves(&self, m: &mut Machine, part: usize, player: Player) -> Res<Vec<Made>> {
        let others: Vec<Game> =
            self.parts.iter().enumerate().filter(|(i, _)| *i != part).map(|(_, (_, g))| *g).collect();
        let others = m.store.sum(&others, &m.handle)?;
        let mut moves = Vec::new();
        for record in m.moves_of(&self.parts[part].0.clone(), player)? {
            m.handle.tick()?;
            let game = m.game(&record.to)?;
            let after = m.store.add(game, others, &m.handle)?;
            let text = arrow(m, &record.component, &record.becomes)?;
            moves.push(Made { text, part, to: record.to, after });
        }
        Ok(moves)
    }

    /// A winning move: among those of the first part that has one, one that leaves the least to play.
    fn winning(&self, m: &mut Machine, player: Player) -> Res<Option<Made>> {
        for part in self.order(m) {
            let mut best: Option<(num_bigint::BigInt, Made)> = None;
            for made in self.moves(m, part, player)? {
                if wins(m, made.after, player)? {
                    let length = m.store.birthday(made.after, &m.handle)?;
                    if best.as_ref().is_none_or(|(known, _)| length < *known) {
                        best = Some((length, made));
                    }
                }
            }
            if let Some((_, made)) = best {
                return Ok(Some(made));
            }
        }
        Ok(None)
    }

    /// A winning first move of a player, unless there are too many to be gone through.
    pub fn first_win(&self, m: &mut Machine, player: Player) -> Res<Option<Made>> {
        if self.too_wide(m) { Ok(None) } else { self.winning(m, player) }
    }

    /// Whether going through all moves is too much.
    fn too_wide(&self, m: &Machine) -> bool {
        self.parts.iter().any(|(_, g)| words::is_wide(m, *g))
    }

    /// Whether a player wins who begins.
    pub fn first_wins(&self, m: &mut Machine, player: Player) -> Res<bool> {
        Ok(match m.store.compare(self.total, ZERO, &m.handle)? {
            Relation::Equal => false,
            Relation::Confused => true,
            Relation::Greater => player == Player::Left,
            Relation::Less => player == Player::Right,
        })
    }

    /// How the winner wins, whoever begins; at most so many answers.
    pub fn reasons(&self, m: &mut Machine, most: usize) -> Res<Vec<Reason>> {
        let (mut impartial, mut reasons) = (true, Vec::new());
        for (value, _) in &self.parts {
            impartial = impartial && fair(m, value)?;
        }
        if impartial {
            self.begins(m, Player::Left, true, most, &mut reasons)?;
            return Ok(reasons);
        }
        let nobody = !self.first_wins(m, Player::Left)? && !self.first_wins(m, Player::Right)?;
        let most = if nobody { most.div_ceil(2) } else { most };
        for player in [Player::Left, Player::Right] {
            self.begins(m, player, false, most, &mut reasons)?;
        }
        // The winner's own first move is the shorter thing to read.
        reasons.sort_by_key(|reason| !matches!(reason, Reason::Begins { .. }));
        Ok(reasons)
    }

    /// What happens if a player begins: the move that wins, or an answer to each that does not.
    pub fn begins(
        &self,
        m: &mut Machine,
        player: Player,
        impartial: bool,
        most: usize,
        reasons: &mut Vec<Reason>,
    ) -> Res<()> {
        let who = (!impartial).then_some(player);
        if self.too_wide(m) {
            return Ok(());
        }
        if self.first_wins(m, player)? {
            reasons.extend(self.winning(m, player)?.map(|made| Reason::Begins { who, made }));
            return Ok(());
        }
        let mut moves = Vec::new();
        for part in self.order(m) {
            // Equal components have equal moves.
            let plain = |v: &Value| matches!(v, Value::Game(_) | Value::Int(_));
            let (value, game) = &self.parts[part];
            if !self.parts[..part].iter().any(|(v, g)| g == game && plain(v) && plain(value)) {
                moves.extend(self.moves(m, part, player)?);
            }
        }
        if moves.is_empty() {
            reasons.push(Reason::NoMove(who));
            return Ok(());
        }
        let more = moves.len().saturating_sub(most);
        // Short moves first; more than these are not answered.
        moves.sort_by_key(|made| made.text.chars().count());
        moves.truncate(most);
        for made in moves {
            let mut values: Vec<Value> = self.parts.iter().map(|(v, _)| v.clone()).collect();
            values[made.part] = made.to.clone();
            if let Some(reply) = Match::new(m, values)?.winning(m, opponent(player))? {
                reasons.push(Reason::Answered { who, made, reply });
            }
        }
        if more > 0 {
            reasons.push(Reason::MoreAnswered(more));
        }
        Ok(())
    }
}

/// Whether both players have the same moves as the game stands, so that one of them can speak for both.
pub fn fair(m: &mut Machine, value: &Value) -> Res<bool> {
    match value {
        Value::Position(_) | Value::Sum(_) | Value::Move(_) if !m.moves_only(value) => Ok(false),
        Value::Form(_) => crate::builtins::form::impartial(m, value),
        other => {
            let game = m.game(other)?;
            Ok(m.store.as_nimber(game).is_some())
        }
    }
}

/// Whether the player who has just moved wins.
fn wins(m: &mut Machine, after: Game, player: Player) -> Res<bool> {
    Ok(if player == Player::Left { m.store.le(ZERO, after, &m.handle)? } else { m.store.le(after, ZERO, &m.handle)? })
}

/// Why a move of an impartial game is no winning one: the opponent's answer, or that it is no move at all.
pub fn refuted(m: &mut Machine, game: &Value, to: &Value) -> Res<Option<Reason>> {
    let key = m.key(to)?;
    let mut is_move = false;
    for player in [Player::Left, Player::Right] {
        for record in m.moves_of(game, player)? {
            is_move = is_move || m.key(&record.to)? == key;
        }
    }
    if !is_move {
        return Ok(Some(Reason::NoSuchMove { from: game.clone(), to: to.clone() }));
    }
    if fair(m, to)? {
        for record in m.moves_of(to, Player::Left)? {
            if m.game(&record.to)? == ZERO {
                let reply = arrow(m, &record.component, &record.becomes)?;
                return Ok(Some(Reason::Refuted { to: to.clone(), reply }));
            }
        }
    }
    Ok(None)
}

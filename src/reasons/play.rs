//! Who wins a sum of games, shown by moves: the winner's first move, and an answer to each first move of the loser.
//!
//! In: the components as they were written, so that moves look like the people's own. Out: sentences. A move wins if the
//! sum after it is at least 0 for Left, at most 0 for Right; sums are compared by their canonical values. Cost: one sum
//! and one comparison for each move looked at.

use super::words::{self, arrow};
use crate::eval::{Machine, opponent};
use crate::games::{Game, Relation, ZERO};
use crate::value::{Player, Res, Value};

/// A sum of games.
pub struct Match {
    parts: Vec<(Value, Game)>,
    /// Its value.
    pub total: Game,
}

/// A move in it.
struct Made {
    text: String,
    part: usize,
    to: Value,
    /// The value of the whole sum after it.
    after: Game,
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

    fn after(&self, m: &mut Machine, made: &Made) -> Res<Match> {
        let mut values: Vec<Value> = self.parts.iter().map(|(v, _)| v.clone()).collect();
        values[made.part] = made.to.clone();
        Match::new(m, values)
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

    /// A winning first move of a player, as text, and the part in which it is made.
    pub fn first_win(&self, m: &mut Machine, player: Player) -> Res<Option<(usize, String)>> {
        if self.too_wide(m) {
            return Ok(None);
        }
        Ok(self.winning(m, player)?.map(|made| (made.part, made.text)))
    }

    /// The first moves of a player who loses, each with an answer that wins, the shortest first; and how many moves there
    /// are in all. Moves and answers come with the part in which they are made.
    #[allow(clippy::type_complexity)]
    pub fn answers(&self, m: &mut Machine, player: Player, most: usize) -> Res<(Vec<[(usize, String); 2]>, usize)> {
        if self.too_wide(m) {
            return Ok((Vec::new(), 0));
        }
        let mut moves = Vec::new();
        for part in self.order(m) {
            moves.extend(self.moves(m, part, player)?);
        }
        let all = moves.len();
        moves.sort_by_key(|made| made.text.chars().count());
        let mut pairs = Vec::new();
        for made in moves.into_iter().take(most) {
            let next = self.after(m, &made)?;
            if let Some(reply) = next.winning(m, opponent(player))? {
                pairs.push([(made.part, made.text), (reply.part, reply.text)]);
            }
        }
        Ok((pairs, all))
    }

    /// Whether going through all moves is too much.
    fn too_wide(&self, m: &Machine) -> bool {
        self.parts.iter().any(|(_, g)| words::is_wide(m, *g))
    }

    /// How the winner wins.
    pub fn lines(&self, m: &mut Machine, most: usize) -> Res<Vec<String>> {
        if self.too_wide(m) {
            return Ok(Vec::new());
        }
        let relation = m.store.compare(self.total, ZERO, &m.handle)?;
        let mut impartial = true;
        for (value, _) in &self.parts {
            impartial = impartial && fair(m, value)?;
        }
        let mut lines = Vec::new();
        if impartial {
            match relation {
                Relation::Equal => self.lost(m, Player::Left, true, most, &mut lines)?,
                _ => self.won(m, Player::Left, true, &mut lines)?,
            }
            return Ok(lines);
        }
        for player in [Player::Left, Player::Right] {
            let wins = match relation {
                Relation::Equal => false,
                Relation::Confused => true,
                Relation::Greater => player == Player::Left,
                Relation::Less => player == Player::Right,
            };
            if wins {
                self.won(m, player, false, &mut lines)?;
            } else {
                let most = if relation == Relation::Equal { most.div_ceil(2) } else { most };
                self.lost(m, player, false, most, &mut lines)?;
            }
        }
        // The winner's own first move is the shorter thing to read.
        lines.sort_by_key(|line| !line.contains("begins and wins"));
        Ok(lines)
    }

    /// The first player wins: by which move.
    fn won(&self, m: &mut Machine, player: Player, impartial: bool, lines: &mut Vec<String>) -> Res<()> {
        let Some(made) = self.winning(m, player)? else { return Ok(()) };
        let who = if impartial { "The first player" } else { player.name() };
        let left = remainder(m, made.after, impartial)?;
        lines.push(format!("{who} begins and wins with {}, which leaves {left}.", made.text));
        Ok(())
    }

    /// The first player loses: the answer to each first move.
    fn lost(&self, m: &mut Machine, player: Player, impartial: bool, most: usize, lines: &mut Vec<String>) -> Res<()> {
        let (who, other) = if impartial {
            ("the first player", "the second player")
        } else {
            (player.name(), opponent(player).name())
        };
        let mut moves = Vec::new();
        for part in self.order(m) {
            // Equal components have equal moves.
            let known = self.parts[..part].iter().any(|(v, g)| {
                *g == self.parts[part].1
                    && matches!(
                        (v, &self.parts[part].0),
                        (Value::Game(_) | Value::Int(_), Value::Game(_) | Value::Int(_))
                    )
            });
            if !known {
                moves.extend(self.moves(m, part, player)?);
            }
        }
        if moves.is_empty() {
            lines.push(if impartial {
                "There is no move to begin with, so the first player loses.".to_owned()
            } else {
                format!("{who} has no move to begin with.")
            });
            return Ok(());
        }
        let all = moves.len();
        // Short moves first; more than these are not answered.
        moves.sort_by_key(|made| made.text.chars().count());
        moves.truncate(most);
        let count = moves.len();
        for made in moves {
            let next = self.after(m, &made)?;
            let Some(reply) = next.winning(m, opponent(player))? else { continue };
            let left = remainder(m, reply.after, impartial)?;
            lines.push(format!("If {who} moves {}, {other} answers {} and leaves {left}.", made.text, reply.text));
        }
        if all > count {
            let moves = if all - count == 1 { "1 more move".to_owned() } else { format!("{} more moves", all - count) };
            lines.push(format!("… and {moves}, each with an answer."));
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

/// What a winning move leaves.
fn remainder(m: &mut Machine, after: Game, impartial: bool) -> Res<String> {
    if impartial && after == ZERO {
        return Ok("a P-position".to_owned());
    }
    words::name(m, after)
}

//! Who wins a sum of games, shown by moves: the winner's first move, and an answer to each first move of the loser.
//!
//! In: the components as they were written, so that moves look like the people's own. A move wins if the sum after it is at
//! least 0 for Left, at most 0 for Right; sums are compared by their canonical values. Cost: one sum and one comparison for
//! each move looked at.

use super::words::{self, arrow};
use super::{Made, Reason, misere};
use crate::adapters::posets::chomp::chomp_position;
use crate::eval::{Machine, MoveRecord, opponent};
use crate::games::{Game, Relation, ZERO};
use crate::value::key::Key;
use crate::value::{Player, Res, Under, Value};

/// A sum of more components than this is one part.
const PARTS: usize = 64;
/// Of more winning moves than this the quickest is not looked for.
const QUICKEST: usize = 12;
/// Steps for the remoteness of what a winning move leaves.
const STEPS: u64 = 20_000;

/// A component.
struct Part {
    value: Value,
    game: Game,
    /// Which of the games that the match was made of it belongs to.
    origin: usize,
    /// Another component that is its negative, form by form.
    partner: Option<usize>,
}

/// A sum of games.
pub struct Match {
    parts: Vec<Part>,
    /// Its value.
    pub total: Game,
}

/// How a player can answer without looking at the whole sum.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Policy {
    /// There is none.
    Free,
    /// In the component in which the opponent moved.
    Local,
}

impl Match {
    /// The sum of these; components that are plainly 0 are left out.
    pub fn new(m: &mut Machine, games: Vec<Value>) -> Res<Match> {
        let mut parts: Vec<Part> = Vec::new();
        for (origin, value) in games.into_iter().enumerate() {
            let several = match &value {
                Value::Form(_) | Value::Sum(_) | Value::Move(_) => m.components(&value, PARTS)?,
                _ => None,
            };
            for value in several.unwrap_or_else(|| vec![value]) {
                if matches!(value, Value::Int(0)) {
                    continue;
                }
                let game = m.game(&value)?;
                parts.push(Part { value, game, origin, partner: None });
            }
        }
        let games: Vec<Game> = parts.iter().map(|part| part.game).collect();
        let total = m.store.sum(&games, &m.handle)?;
        if parts.len() <= PARTS {
            pair(m, &mut parts)?;
        }
        Ok(Match { parts, total })
    }

    /// Parts in the order in which moves are looked for: nobody needs to move in a number as long as there is something
    /// else (number avoidance).
    fn order(&self, m: &Machine) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.parts.len()).collect();
        order.sort_by_key(|&i| m.store.is_number(self.parts[i].game));
        order
    }

    /// The moves in one part.
    fn moves(&self, m: &mut Machine, part: usize, player: Player) -> Res<Vec<Made>> {
        let others: Vec<Game> =
            self.parts.iter().enumerate().filter(|(i, _)| *i != part).map(|(_, other)| other.game).collect();
        let others = m.store.sum(&others, &m.handle)?;
        let origin = self.parts[part].origin;
        // What says in which component an element is taken.
        let beside = chomp_position(&self.parts[part].value).and_then(|_| {
            let mut parts = self.parts.iter().enumerate();
            parts.find(|(i, other)| *i != part && chomp_position(&other.value).is_some()).map(|(_, other)| &other.value)
        });
        let mut moves = Vec::new();
        for record in m.moves_of(&self.parts[part].value.clone(), player)? {
            m.handle.tick()?;
            let game = m.game(&record.to)?;
            let after = m.store.add(game, others, &m.handle)?;
            let text = match beside {
                Some(other) => {
                    let to = m.add(&record.to, other)?;
                    arrow(m, &MoveRecord { to, ..record.clone() })?
                }
                None => arrow(m, &record)?,
            };
            moves.push(Made { text, part: origin, at: part, to: record.to, after });
        }
        Ok(moves)
    }

    /// A winning move: among those of the first part that has one, one that leaves the least to play.
    fn winning(&self, m: &mut Machine, player: Player, fair: bool) -> Res<Option<Made>> {
        for part in self.order(m) {
            if let Some(made) = self.winning_in(m, part, player, fair)? {
                return Ok(Some(made));
            }
        }
        Ok(None)
    }

    /// The same in one part. Where both players have the same moves, the game that is left is as short as it can be.
    fn winning_in(&self, m: &mut Machine, part: usize, player: Player, fair: bool) -> Res<Option<Made>> {
        let mut best: Option<num_bigint::BigInt> = None;
        let mut found = Vec::new();
        for made in self.moves(m, part, player)? {
            if wins(m, made.after, player)? {
                let length = m.store.birthday(made.after, &m.handle)?;
                if best.as_ref().is_none_or(|known| length < *known) {
                    found.clear();
                    best = Some(length);
                } else if best.as_ref() != Some(&length) {
                    continue;
                }
                found.push(made);
            }
        }
        if fair && (2..=QUICKEST).contains(&found.len()) {
            let mut soonest: Option<(u32, usize)> = None;
            for (i, made) in found.iter().enumerate() {
                let rest = self.after(m, made)?;
                let soon = m.attempt_within(STEPS, |m| m.play_out(&rest, opponent(player), Under::NORMAL));
                // What takes long to find is no reason to look for another move.
                let Ok(Some(soon)) = soon.map(|answer| answer.remoteness) else { break };
                if soonest.is_none_or(|(known, _)| soon < known) {
                    soonest = Some((soon, i));
                }
            }
            if let Some((_, i)) = soonest {
                return Ok(Some(found.swap_remove(i)));
            }
        }
        Ok(found.into_iter().next())
    }

    /// The whole sum after a move.
    fn after(&self, m: &mut Machine, made: &Made) -> Res {
        let mut total = Value::Int(0);
        for (i, part) in self.parts.iter().enumerate() {
            total = m.add(&total, if i == made.at { &made.to } else { &part.value })?;
        }
        Ok(total)
    }

    /// A winning first move of a player, unless there are too many to be gone through.
    pub fn first_win(&self, m: &mut Machine, player: Player) -> Res<Option<Made>> {
        if self.too_wide(m) { Ok(None) } else { self.winning(m, player, false) }
    }

    /// Whether going through all moves is too much.
    fn too_wide(&self, m: &Machine) -> bool {
        self.parts.iter().any(|part| words::is_wide(m, part.game))
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
        for part in &self.parts {
            impartial = impartial && fair(m, &part.value)?;
        }
        let policy = if most > super::FEW { self.strategy(m, impartial, &mut reasons)? } else { Policy::Free };
        let told = reasons.len();
        if impartial {
            self.replies(m, (Player::Left, true), policy, most, &mut reasons)?;
            return Ok(reasons);
        }
        let nobody = !self.first_wins(m, Player::Left)? && !self.first_wins(m, Player::Right)?;
        let most = if nobody { most.div_ceil(2) } else { most };
        for player in [Player::Left, Player::Right] {
            self.replies(m, (player, false), policy, most, &mut reasons)?;
        }
        // The winner's own first move is the shorter thing to read.
        reasons[told..].sort_by_key(|reason| !matches!(reason, Reason::Begins { .. }));
        Ok(reasons)
    }

    /// What can be said of the answers all at once: that they mirror, that they stay in the component, that columns decide.
    fn strategy(&self, m: &mut Machine, impartial: bool, reasons: &mut Vec<Reason>) -> Res<Policy> {
        let pairs: Vec<(Value, Value)> = (self.parts.iter().enumerate())
            .filter_map(|(i, part)| Some((i, part, part.partner?)))
            .filter(|(i, _, partner)| i < partner)
            .map(|(_, part, partner)| (part.value.clone(), self.parts[partner].value.clone()))
            .collect();
        let rest: Vec<usize> = (0..self.parts.len()).filter(|&i| self.parts[i].partner.is_none()).collect();
        if !pairs.is_empty() {
            reasons.push(Reason::Mirror { pairs, whole: rest.is_empty() });
        }
        if impartial && rest.len() > 1 {
            let mut heaps = Vec::new();
            for &i in &rest {
                heaps.push((words::shown(m, &self.parts[i].value)?, m.store.as_nimber(self.parts[i].game)));
            }
            if let Some(heaps) = heaps.into_iter().map(|(text, n)| Some((text, n?))).collect::<Option<Vec<_>>>()
                && (heaps.len() > 2 || heaps[0].1 != heaps[1].1)
            {
                reasons.extend(super::nim::parities(heaps));
            }
            return Ok(Policy::Free);
        }
        // Each component is won by one player, or by the second: then it can be answered by itself.
        let mut relations = Vec::new();
        for &i in &rest {
            let game = self.parts[i].game;
            relations.push(m.store.compare(game, ZERO, &m.handle)?);
        }
        let numbers = rest.iter().all(|&i| self.parts[i].value.is_number());
        let all = |sign: Relation| relations.iter().all(|r| *r == sign || *r == Relation::Equal);
        if rest.len() < 2 || numbers {
            return Ok(Policy::Free);
        }
        let who = match (all(Relation::Greater), all(Relation::Less)) {
            (true, true) => None,
            (true, false) => Some(Player::Left),
            (false, true) => Some(Player::Right),
            (false, false) => return Ok(Policy::Free),
        };
        reasons.push(Reason::Locally(who));
        Ok(Policy::Local)
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
        self.replies(m, (player, impartial), Policy::Free, most, reasons)
    }

    fn replies(
        &self,
        m: &mut Machine,
        (player, impartial): (Player, bool),
        policy: Policy,
        most: usize,
        reasons: &mut Vec<Reason>,
    ) -> Res<()> {
        let who = (!impartial).then_some(player);
        if self.too_wide(m) {
            return Ok(());
        }
        if self.first_wins(m, player)? {
            reasons.extend(self.winning(m, player, impartial)?.map(|made| Reason::Begins { who, made }));
            return Ok(());
        }
        let mut moves = Vec::new();
        let mut seen = rustc_hash::FxHashSet::default();
        for part in self.order(m) {
            // Equal components have equal moves.
            if seen.insert(m.played_key(&self.parts[part].value)?) {
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
            if let Some(reply) = self.reply(m, &made, opponent(player), impartial, policy)? {
                reasons.push(Reason::Answered { who, made, reply });
            }
        }
        if more > 0 {
            reasons.push(Reason::MoreAnswered(more));
        }
        Ok(())
    }

    /// An answer that wins: the mirror image where there is one, else one in the same component if that can be had, else any.
    fn reply(&self, m: &mut Machine, made: &Made, player: Player, fair: bool, policy: Policy) -> Res<Option<Made>> {
        let mut values: Vec<Value> = self.parts.iter().map(|part| part.value.clone()).collect();
        values[made.at] = made.to.clone();
        let mirrored = m.neg(&made.to)?;
        let wanted = face(m, &mirrored)?;
        let now = Match::plain(m, values.clone())?;
        let partner = self.parts[made.at].partner;
        // Not only a negative can be brought to cancel what was moved.
        let others = if partner.is_some() { Vec::new() } else { self.order(m) };
        for part in partner.into_iter().chain(others).filter(|&part| part != made.at) {
            for reply in now.moves(m, part, player)? {
                if face(m, &reply.to)? == wanted && wins(m, reply.after, player)? {
                    return Ok(Some(reply));
                }
            }
        }
        if policy == Policy::Local {
            let now = Match::plain(m, values.clone())?;
            if let Some(reply) = now.winning_in(m, made.at, player, fair)? {
                return Ok(Some(reply));
            }
        }
        Match::new(m, values)?.winning(m, player, fair)
    }

    /// A sum whose parts are these as they are.
    fn plain(m: &mut Machine, values: Vec<Value>) -> Res<Match> {
        let mut parts = Vec::with_capacity(values.len());
        for (origin, value) in values.into_iter().enumerate() {
            let game = m.game(&value)?;
            parts.push(Part { value, game, origin, partner: None });
        }
        let games: Vec<Game> = parts.iter().map(|part| part.game).collect();
        let total = m.store.sum(&games, &m.handle)?;
        Ok(Match { parts, total })
    }
}

/// Finds components that are negatives of each other as they are played.
fn pair(m: &mut Machine, parts: &mut [Part]) -> Res<()> {
    if parts.len() < 2 {
        return Ok(());
    }
    let mut faces = Vec::with_capacity(parts.len());
    for part in parts.iter() {
        let negative = m.neg(&part.value)?;
        faces.push((face(m, &part.value)?, face(m, &negative)?));
    }
    for i in 0..parts.len() {
        let partner = (i + 1..parts.len())
            .find(|&j| parts[i].partner.is_none() && parts[j].partner.is_none() && faces[i].1 == faces[j].0);
        if let Some(j) = partner {
            (parts[i].partner, parts[j].partner) = (Some(j), Some(i));
        }
    }
    Ok(())
}

/// What a game is as it is played; an impartial position is its own negative.
fn face(m: &mut Machine, value: &Value) -> Res<Key> {
    if let Value::Sum(sum) = value {
        let mut sum = (**sum).clone();
        for (negative, position) in &mut sum.terms.0 {
            *negative = *negative && !position.rules.moves_only;
        }
        let value = m.sum_value(sum);
        return m.played_key(&value);
    }
    m.played_key(value)
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
pub fn refuted(m: &mut Machine, game: &Value, to: &Value, under: Under) -> Res<Option<Reason>> {
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
    if under.is_misere() {
        if !crate::builtins::form::impartial(m, to)? {
            return Ok(None);
        }
        if m.moves_of(to, Player::Left)?.is_empty() {
            return Ok(Some(Reason::RefutedByEnd(to.clone())));
        }
        let reply = misere::first_win(m, to, None, under)?;
        let reply = reply.map(|made| arrow(m, &made)).transpose()?;
        return Ok(reply.map(|reply| Reason::Refuted { to: to.clone(), reply }));
    }
    if fair(m, to)? {
        for record in m.moves_of(to, Player::Left)? {
            if m.game(&record.to)? == ZERO {
                let reply = arrow(m, &record)?;
                return Ok(Some(Reason::Refuted { to: to.clone(), reply }));
            }
        }
    }
    Ok(None)
}

//! Games in which positions may come again: outcomes, remoteness, loopy nim-values.
//!
//! In: any game. Out: who wins if one or the other begins. A game that ends has its canonical value, which says so; the
//! search for it finds a cycle or a path without end where there is none, and then the positions are explored and
//! labelled (`space`). A sum of impartial games is decided by the loopy nim-values of its components, so that the positions
//! of the sum are never made; all else by the graph of the sum. Games with a `score` clause have scores (`scoring`).

mod scoring;
mod space;
pub mod values;
mod written;

pub use scoring::Scored;
pub use space::{Solved, Spaces, Which};

use crate::adapters::loopy::values::Nimber;
use crate::diagnostics::Mistake;
use crate::eval::Machine;
use crate::eval::opponent;
use crate::games::{Relation, ZERO};
use crate::graphs::{LoopyNimber, Outcome};
use crate::value::fault::Endless;
use crate::value::{Fault, OutcomeClass, Player, Res, Value};
use std::rc::Rc;

/// How many positions are explored unless the question says otherwise.
pub const BOUND: usize = 1_000_000;

impl Machine {
    /// Who wins if `player` moves first (in an impartial game: whoever): N the mover, P the other, D nobody. `None`: not
    /// decided by `bound` positions.
    pub fn verdict(&mut self, value: &Value, player: Player, bound: Option<usize>) -> Res<Option<Outcome>> {
        if let Some(nimber) = value.thing::<Nimber>() {
            return Ok(Some(nimber.0.outcome()));
        }
        self.check_game_argument(value)?;
        if let Some(lost) = self.lost_natively(value)? {
            return Ok(Some(if lost { Outcome::P } else { Outcome::N }));
        }
        // A long path need not be endless: look for the value and through the positions in turn, further each time.
        let most = bound.unwrap_or(BOUND);
        let mut path = if self.known_loopy(value) { 0 } else { 1000 };
        loop {
            let ends = match path {
                0 => Err(Endless::Cycle),
                _ => self.short_value(value, path)?,
            };
            let explored = match ends {
                Ok(game) => {
                    let relation = self.store.compare(game, ZERO, &self.handle)?;
                    let wins = match relation {
                        Relation::Equal => false,
                        Relation::Confused => true,
                        Relation::Greater => player == Player::Left,
                        Relation::Less => player == Player::Right,
                    };
                    return Ok(Some(if wins { Outcome::N } else { Outcome::P }));
                }
                Err(Endless::Cycle) => return self.explored_verdict(value, player, most),
                Err(Endless::Growing) => most,
                Err(Endless::Path) => most.min(path * 4),
            };
            let found = self.explored_verdict(value, player, explored)?;
            if found.is_some() || matches!(ends, Err(Endless::Growing)) || path >= most {
                return Ok(found);
            }
            path = most.min(path * 8);
        }
    }

    /// Whether a game has a canonical value, as far as a search of moderate length shows.
    pub fn ends(&mut self, value: &Value) -> Res<bool> {
        Ok(!self.known_loopy(value) && self.short_value(value, 100_000)?.is_ok())
    }

    fn explored_verdict(&mut self, value: &Value, player: Player, bound: usize) -> Res<Option<Outcome>> {
        if self.moves_only(value) {
            let several = matches!(value, Value::Sum(_));
            if several && let Some(sum) = self.loopy_value(value, bound)? {
                return Ok(Some(sum.outcome()));
            }
            let which = Which { split: true, impartial: true };
            if let Some(node) = self.node(which, value)?
                && let Some(answer) = self.solve(which, node, player, false, bound)?
            {
                return Ok(answer.outcome);
            }
        }
        let which = Which { split: true, impartial: false };
        let node = self.node(which, value)?.unwrap_or_default();
        Ok(self.solve(which, node, player, false, bound)?.and_then(|answer| answer.outcome))
    }

    /// The outcome class: by who wins when Left, and when Right begins.
    pub fn outcome_class(&mut self, value: &Value, bound: Option<usize>) -> Res<Option<OutcomeClass>> {
        let Some(left) = self.verdict(value, Player::Left, bound)? else { return Ok(None) };
        let right = if self.moves_only(value) || value.thing::<Nimber>().is_some() {
            left
        } else {
            let Some(right) = self.verdict(value, Player::Right, bound)? else { return Ok(None) };
            right
        };
        Ok(Some(class_of(left, right)))
    }

    /// The loopy nim-value of an impartial game: the sum of those of its components. `None`: it is not impartial, or more than
    /// `bound` positions can be reached from a component.
    pub fn loopy_value(&mut self, value: &Value, bound: usize) -> Res<Option<LoopyNimber>> {
        match value {
            Value::Move(made) => self.loopy_value(&made.to.clone(), bound),
            Value::Sum(sum) => {
                let rest = self.game(&sum.rest)?;
                let Some(rest) = self.store.as_nimber(rest) else { return Ok(None) };
                let mut total = LoopyNimber::Finite(rest);
                for (_, position) in sum.terms.iter() {
                    let part = self.loopy_value(&Value::Position(Rc::clone(position)), bound)?;
                    let Some(part) = part else { return Ok(None) };
                    total = total.add(&part);
                }
                Ok(Some(total))
            }
            Value::Position(_) => {
                if !self.known_loopy(value)
                    && let Ok(game) = self.short_value(value, 10_000)?
                {
                    return Ok(self.store.as_nimber(game).map(LoopyNimber::Finite));
                }
                if !self.moves_only(value) {
                    return Ok(None);
                }
                let which = Which { split: true, impartial: true };
                let Some(node) = self.node(which, value)? else { return Ok(None) };
                Ok(self.nimber_of_node(node, bound)?.map(|value| (*value).clone()))
            }
            other => {
                if let Some(nimber) = other.thing::<Nimber>() {
                    return Ok(Some(nimber.0.clone()));
                }
                let game = self.game(other)?;
                Ok(self.store.as_nimber(game).map(LoopyNimber::Finite))
            }
        }
    }

    /// Who wins by the moves that the rules give, and how soon.
    pub fn play_out(&mut self, value: &Value, player: Player, bound: Option<usize>) -> Res<Solved> {
        let bound = bound.unwrap_or(BOUND);
        if self.moves_only(value) {
            if let Value::Position(position) = value
                && let Some(native) = position.rules.engine()
                && let Some(r) = native.remoteness(self, position)?
            {
                return Ok(crate::graphs::Known::Remoteness(r).into());
            }
            let which = Which { split: false, impartial: true };
            if let Some(node) = self.node(which, value)?
                && let Some(answer) = self.solve(which, node, player, true, bound)?
            {
                return Ok(answer);
            }
        }
        let which = Which { split: false, impartial: false };
        let node = self.node(which, value)?.unwrap_or_default();
        Ok(self.solve(which, node, player, true, bound)?.unwrap_or_default())
    }

    /// What a position is worth, as the session shows it beside: its value; where play need not end, its loopy nim-value or
    /// outcome, if that is found soon.
    pub fn worth(&mut self, value: &Value) -> Res<Option<String>> {
        let parts: Vec<_> = match value {
            Value::Position(position) => vec![Rc::clone(position)],
            Value::Sum(sum) => sum.terms.iter().map(|(_, position)| Rc::clone(position)).collect(),
            _ => Vec::new(),
        };
        for position in parts {
            if let Some(native) = position.rules.engine().cloned()
                && !native.shows_value(self, &position)?
            {
                return Ok(None);
            }
        }
        if !self.known_loopy(value) {
            match self.short_value(value, usize::MAX)? {
                Ok(game) => return Ok(Some(self.store.name(game, &self.handle)?)),
                Err(Endless::Cycle) => {}
                Err(_) => return Ok(None),
            }
        }
        const SOON: usize = 20_000;
        if let Some(nimber) = self.loopy_value(value, SOON)? {
            return Ok(Some(crate::adapters::loopy::values::written(&nimber)));
        }
        let class = self.outcome_class(value, Some(SOON))?;
        Ok(class.map(|class| format!("outcome {}", class.name())))
    }

    /// The remoteness of an impartial game.
    pub fn remoteness(&mut self, value: &Value) -> Res<Solved> {
        self.remoteness_from(value, None, None)
    }

    /// The remoteness of an impartial game, or of any if it is said who begins.
    pub fn remoteness_from(&mut self, value: &Value, player: Option<Player>, bound: Option<usize>) -> Res<Solved> {
        self.check_game_argument(value)?;
        if player.is_none() && !self.impartial(value)? {
            let shown = self.briefly(value).unwrap_or_else(|| "this one".into());
            return Fault::new(
                Mistake::NotImpartial,
                format!("remoteness is defined for impartial games, and {shown} is not impartial"),
            )
            .note("For other games say who begins: `remoteness(g, Left)`.")
            .err();
        }
        self.play_out(value, player.unwrap_or(Player::Left), bound)
    }

    /// The winner's or loser's view of a position that a player has moved to: N if the opponent wins.
    pub fn verdict_after(&mut self, to: &Value, mover: Option<Player>, bound: Option<usize>) -> Res<Option<Outcome>> {
        self.verdict(to, opponent(mover.unwrap_or(Player::Right)), bound)
    }
}

/// The class, from what happens to the player who begins: to Left, and to Right.
pub fn class_of(left: Outcome, right: Outcome) -> OutcomeClass {
    use Outcome::{D, N, P};
    match (left, right) {
        (N, N) => OutcomeClass::N,
        (P, P) => OutcomeClass::P,
        (N, P) => OutcomeClass::L,
        (P, N) => OutcomeClass::R,
        (D, D) => OutcomeClass::D,
        (N, D) => OutcomeClass::LD,
        (D, P) => OutcomeClass::DL,
        (D, N) => OutcomeClass::DR,
        (P, D) => OutcomeClass::RD,
    }
}

//! Who wins, and how soon, in games whose positions may come again, and in misère play: outcomes, remoteness, loopy nim-values.
//!
//! In: any game. Out: who wins if one or the other begins. A game that ends has its canonical value, which says so; the
//! search for it finds a cycle or a path without end where there is none, and then the positions are explored and
//! labelled (`space`). A sum of impartial games is decided by the loopy nim-values of its components, so that the positions
//! of the sum are never made; all else by the graph of the sum. In misère play values say nothing: there the rule of misère Nim and
//! misère quotients decide where they can (`adapters/misere`), else the graph of the positions as they are played. Games with a `score` clause have scores (`scoring`).

mod beyond;
mod brackets;
pub mod games;
mod hurried;
mod played_loops;
mod scoring;
mod space;
pub mod values;
mod written;
pub mod written_loops;

pub use scoring::Scored;
pub use space::{Reach, Solved, Spaces, Which};

use crate::adapters::loopy::values::Nimber;
use crate::adapters::search::{Won, wins};
use crate::diagnostics::Mistake;
use crate::eval::multitude::Multitude;
use crate::eval::opponent;
use crate::eval::{Machine, NoValue};
use crate::games::{Game, ZERO};
use crate::graphs::{LoopyNimber, Outcome};
use crate::limits::Stop;
use crate::value::fault::{Endless, endless};
use crate::value::{Convention, Fault, Flow, Method, OutcomeClass, Player, Position, Res, Under, Value};
use std::rc::Rc;

/// How many positions are explored unless the question says otherwise.
pub const BOUND: usize = 1_000_000;

/// How many positions are explored where play leads on without end, unless the question says otherwise: who wins may be
/// decided nearby. Mostly the rules are wrong, which should be told soon.
const NEAR: usize = 50_000;

impl Machine {
    /// Who wins if `player` moves first (in an impartial game: whoever): N the mover, P the other, D nobody. `None`: not
    /// decided by so many positions.
    pub fn verdict(&mut self, value: &Value, player: Player, under: Under) -> Res<Option<Outcome>> {
        match under.convention {
            Convention::Normal => self.normal_verdict(value, player, under.bound, under.method),
            Convention::Misere => self.misere_verdict(value, player, under.bound),
        }
    }

    /// In misère play: by the rule of misère Nim, a misère quotient or what an engine knows, else by the positions.
    fn misere_verdict(&mut self, value: &Value, player: Player, bound: Option<usize>) -> Res<Option<Outcome>> {
        self.check_for_misere(value)?;
        if let Some(lost) = self.misere_lost(value)? {
            return Ok(Some(if lost { Outcome::P } else { Outcome::N }));
        }
        if let Value::Position(position) = value
            && let Some(engine) = position.rules.engine().cloned()
            && let Some(lost) = engine.misere_lost(self, position)?
        {
            return Ok(Some(if lost { Outcome::P } else { Outcome::N }));
        }
        let under = Under { convention: Convention::Misere, bound, ..Under::NORMAL };
        Ok(self.explored(value, player, under, false)?.outcome)
    }

    /// An error unless misère play has a meaning for this.
    pub fn check_for_misere(&mut self, value: &Value) -> Res<()> {
        if value.thing::<Multitude>().is_some() {
            return Ok(());
        }
        if value.thing::<Nimber>().is_some() {
            return Fault::new(
                Mistake::Unsuitable,
                "a loopy nim-value tells who wins in normal play only; misère play needs the positions themselves",
            )
            .err();
        }
        self.check_game_argument(value)?;
        if value.for_points() {
            let shown = self.briefly(value).unwrap_or_else(|| "this game".into());
            return Fault::new(
                Mistake::Unsuitable,
                format!("{shown} is played for points: who cannot move neither wins nor loses by that"),
            )
            .note("`misere = true` is for games in which the last move decides.")
            .err();
        }
        Ok(())
    }

    fn normal_verdict(
        &mut self,
        value: &Value,
        player: Player,
        bound: Option<usize>,
        method: Method,
    ) -> Res<Option<Outcome>> {
        if let Some(nimber) = value.thing::<Nimber>() {
            return Ok(Some(nimber.0.outcome()));
        }
        if let Some(game) = value.thing::<games::LoopyGame>() {
            return self.loopy_verdict(game.value, player).map(Some);
        }
        if let Some(many) = value.thing::<Multitude>() {
            let equal = self.equal_to_many(&many.terms)?;
            return self.normal_verdict(&equal, player, bound, method);
        }
        self.check_game_argument(value)?;
        if value.for_points() {
            return self.points_verdict(value, player, bound.unwrap_or(BOUND));
        }
        if method == Method::Either
            && let Some(lost) = self.lost_natively(value)?
        {
            return Ok(Some(if lost { Outcome::P } else { Outcome::N }));
        }
        // Positions may be won without their values; literals have theirs by those of their options.
        if method == Method::Either
            && matches!(value, Value::Form(_))
            && let Some(switches) = self.switches(value)?
        {
            return Ok(Some(if wins(switches.relation(), player) { Outcome::N } else { Outcome::P }));
        }
        // A long path need not be endless: look for the value and through the positions in turn, further each time.
        let most = bound.unwrap_or(BOUND);
        let mut path = if self.known_loopy(value) && method != Method::Search { 0 } else { 1000 };
        loop {
            let ends = match (path, method) {
                (0, _) => None,
                (path, _) => match self.value_or_winner(value, player, path, method)? {
                    Won::Wins(wins) => return Ok(Some(if wins { Outcome::N } else { Outcome::P })),
                    Won::Value(game) => Some(Ok(game)),
                    Won::None(none) => Some(Err(none)),
                },
            };
            let (explored, last) = match ends {
                Some(Ok(game)) => {
                    let relation = self.store.compare(game, ZERO, &self.handle)?;
                    return Ok(Some(if wins(relation, player) { Outcome::N } else { Outcome::P }));
                }
                None | Some(Err(NoValue { why: Endless::Cycle, .. })) => {
                    if let (Value::Sum(_), None) = (value, bound)
                        && let Some(found) = self.sum_verdict(value, player)?
                    {
                        return Ok(Some(found));
                    }
                    (most, true)
                }
                Some(Err(NoValue { why: Endless::Path, .. })) => (most.min(path * 4), path >= most),
                Some(Err(NoValue { why, fault })) => {
                    // Sums, long numbers, texts and lists that grow take up much room.
                    let near = if why == Endless::Chain && all_numbers(value) { NEAR } else { NEAR / 25 };
                    let found = match self.explored_verdict(value, player, bound.unwrap_or(near)) {
                        Err(flow) if why == Endless::Growing && is_too_large(&flow) => return Err(fault),
                        found => found?,
                    };
                    return if found.is_none() && bound.is_none() { Err(fault) } else { Ok(found) };
                }
            };
            match self.explored_verdict(value, player, explored) {
                // Numbers that grow: a longer path tells of it.
                Err(flow) if !last && is_too_large(&flow) => {}
                Ok(None) if !last => {}
                found => return found,
            }
            path = most.min(path * 16);
        }
    }

    /// Whether a game has a canonical value, as far as a search of moderate length shows. That cycles were met in its rules says nothing: play from
    /// it need not lead there, and an answer is not to depend on what was asked before.
    pub fn ends(&mut self, value: &Value) -> Res<bool> {
        if matches!(value, Value::Form(_)) && self.addends(value)?.is_some() {
            return Ok(true);
        }
        // A game whose value takes long ends if a search says who wins; if it says nothing the value may still tell.
        Ok(match self.value_or_winner(value, Player::Left, 100_000, Method::Either)? {
            Won::Wins(_) | Won::Value(_) => true,
            Won::None(_) => false,
        })
    }

    /// Who wins a sum in which play can go round: near by, or by the sums of the sides of its components; nothing if it has none, or
    /// they take long.
    fn sum_verdict(&mut self, value: &Value, player: Player) -> Res<Option<Outcome>> {
        const STEPS: u64 = 3_000_000;
        if self.moves_only(value) {
            return Ok(None);
        }
        let near = self.explored_verdict(value, player, NEAR / 25)?;
        if near.is_some() {
            return Ok(near);
        }
        let found = self.attempt_within(STEPS, |machine| {
            let game = machine.loopy_game(value)?;
            machine.loopy_verdict(game, player)
        });
        self.handle.tick()?;
        Ok(found.ok())
    }

    fn explored_verdict(&mut self, value: &Value, player: Player, bound: usize) -> Res<Option<Outcome>> {
        if self.moves_only(value) {
            if matches!(value, Value::Sum(_)) {
                match self.loopy_value(value, bound) {
                    Ok(Some(sum)) => return Ok(Some(sum.outcome())),
                    Ok(None) => {}
                    // A component without an end has no nim-value, but who wins may be decided near by.
                    Err(flow) if matches!(endless(&flow), Some(Endless::Chain | Endless::Sums | Endless::Growing)) => {}
                    Err(flow) => return Err(flow),
                }
            }
            let which = Which { split: true, impartial: true, convention: Convention::Normal };
            if let Some(node) = self.node(which, value)?
                && let Some(answer) = self.solve(which, node, player, false, bound.into())?
            {
                return Ok(answer.outcome);
            }
        }
        let which = Which { split: true, impartial: false, convention: Convention::Normal };
        let node = self.node(which, value)?.unwrap_or_default();
        Ok(self.solve(which, node, player, false, bound.into())?.and_then(|answer| answer.outcome))
    }

    /// The outcome class: by who wins when Left, and when Right begins.
    pub fn outcome_class(&mut self, value: &Value, under: Under) -> Res<Option<OutcomeClass>> {
        let Some(left) = self.verdict(value, Player::Left, under)? else { return Ok(None) };
        // So many positions are decided in misère play if they are impartial.
        let fair = value.thing::<Nimber>().is_some() || (under.is_misere() && value.thing::<Multitude>().is_some());
        let right = if fair || (self.moves_only(value) && !value.for_points()) {
            left
        } else {
            let Some(right) = self.verdict(value, Player::Right, under)? else { return Ok(None) };
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
                // Of a partizan position the value alone tells.
                if !self.known_loopy(value) || !self.moves_only(value) {
                    match self.short_value(value, 10_000)? {
                        Ok(game) => return Ok(self.store.as_nimber(game).map(LoopyNimber::Finite)),
                        // A nim-value needs all positions.
                        Err(NoValue { why: Endless::Chain | Endless::Sums | Endless::Growing, fault }) => {
                            return Err(fault);
                        }
                        Err(NoValue { why: Endless::Path, .. }) if bound >= BOUND => self.check_ends(value)?,
                        Err(_) => {}
                    }
                }
                if !self.moves_only(value) {
                    return Ok(None);
                }
                let which = Which { split: true, impartial: true, convention: Convention::Normal };
                let Some(node) = self.node(which, value)? else { return Ok(None) };
                self.nimber_of_node(node, bound)
            }
            other => {
                if let Some(nimber) = other.thing::<Nimber>() {
                    return Ok(Some(nimber.0.clone()));
                }
                if self.is_loopy(other) {
                    return self.nimber_of_loop(other, bound);
                }
                let game = self.game(other)?;
                Ok(self.store.as_nimber(game).map(LoopyNimber::Finite))
            }
        }
    }

    /// Who wins by the moves that the rules give, and how soon.
    pub fn play_out(&mut self, value: &Value, player: Player, under: Under) -> Res<Solved> {
        if !under.is_misere()
            && self.moves_only(value)
            && let Value::Position(position) = value
            && let Some(native) = position.rules.engine()
            && let Some(r) = native.remoteness(self, position)?
        {
            return Ok(Solved::of(crate::graphs::Known::Remoteness(r), Convention::Normal));
        }
        if !under.is_misere() && self.ends_at_once(value)? {
            return Ok(Solved::of(crate::graphs::Known::Remoteness(1), Convention::Normal));
        }
        if !under.is_misere()
            && under.bound.is_none()
            && let Some(r) = self.remoteness_by_lost(value)?
        {
            return Ok(Solved::of(crate::graphs::Known::Remoteness(r), Convention::Normal));
        }
        self.explored(value, player, under, true)
    }

    /// Whether some move ends the game, where an engine names the moves that win: a large heap that may be taken whole has as many
    /// positions below it as it has beans, each with as many moves.
    fn ends_at_once(&mut self, value: &Value) -> Res<bool> {
        /// So many winning moves are looked at.
        const MOST: usize = 16;
        if !matches!(value, Value::Position(_)) || !self.moves_only(value) || self.known_loopy(value) {
            return Ok(false);
        }
        for record in self.winning_by_nim_values(value)?.unwrap_or_default().into_iter().take(MOST) {
            if self.moves_of(&record.to, Player::Left)?.is_empty() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The same by the positions alone, `exact` with how soon: first those near by, then as far as the bound goes.
    fn explored(&mut self, value: &Value, player: Player, under: Under, exact: bool) -> Res<Solved> {
        let convention = under.convention;
        if let Some(bound) = under.bound {
            return self.played_out(value, player, convention, exact, bound);
        }
        // Texts and lists that grow take up much room before anything else is noticed.
        if !all_numbers(value) {
            if self.moves_only(value)
                && let Some(known) = self.known_remoteness(value, convention)?
            {
                return Ok(known);
            }
            if let Err(endless) = self.check_ends_within(value, 50_000) {
                let near = self.played_out(value, player, convention, exact, NEAR / 25)?;
                return if near.tells(exact) { Ok(near) } else { Err(endless) };
            }
        }
        let near = match self.played_out(value, player, convention, exact, NEAR) {
            Err(flow) if is_too_large(&flow) => {
                self.check_ends(value)?;
                return Err(flow);
            }
            near => near?,
        };
        if near.tells(exact) {
            return Ok(near);
        }
        self.check_ends(value)?;
        self.played_out(value, player, convention, exact, BOUND)
    }

    /// Whether all positions below an impartial one are soon explored: their remoteness is known then.
    pub fn soon_played_out(&mut self, value: &Value, convention: Convention, reach: Reach) -> Res<bool> {
        if convention == Convention::Normal
            && let Value::Position(position) = value
            && let Some(native) = position.rules.engine().cloned()
            && native.remoteness(self, position)?.is_some()
        {
            return Ok(true);
        }
        Ok(self.played_out(value, Player::Left, convention, true, reach)?.is_exact())
    }

    /// What earlier explorations of impartial positions have found out about one.
    pub fn known_remoteness(&mut self, value: &Value, convention: Convention) -> Res<Option<Solved>> {
        let which = Which { split: false, impartial: true, convention };
        let Some(node) = self.node(which, value)? else { return Ok(None) };
        Ok(self.known(which, node))
    }

    fn played_out(
        &mut self,
        value: &Value,
        player: Player,
        convention: Convention,
        exact: bool,
        reach: impl Into<Reach>,
    ) -> Res<Solved> {
        let reach = reach.into();
        if convention == Convention::Misere || self.moves_only(value) {
            let which = Which { split: false, impartial: true, convention };
            if let Some(node) = self.node(which, value)?
                && let Some(answer) = self.solve(which, node, player, exact, reach)?
            {
                return Ok(answer);
            }
        }
        let which = Which { split: false, impartial: false, convention };
        let node = self.node(which, value)?.unwrap_or_default();
        Ok(self.solve(which, node, player, exact, reach)?.unwrap_or_default())
    }

    /// What a position is worth, as the session shows it beside: its value, or its outcome where nobody could read that; where play
    /// need not end, its loopy nim-value or outcome, if that is found soon.
    pub fn worth(&mut self, value: &Value) -> Res<Option<String>> {
        let parts: Vec<_> = match value {
            Value::Position(position) => vec![Rc::clone(position)],
            Value::Sum(sum) => sum.terms.iter().map(|(_, position)| Rc::clone(position)).collect(),
            _ => Vec::new(),
        };
        for position in parts {
            if !self.shows_value(&position)? {
                return Ok(None);
            }
        }
        const SOON: usize = 20_000;
        /// Every move in a sum of forms that are played for points makes one with as many components.
        const FEW: usize = 500;
        if value.for_points() {
            if matches!(value, Value::Form(_)) && self.components(value, FEW)?.is_none() {
                return Ok(None);
            }
            // Where play ends without a score, or does not end, that is told when somebody asks for it.
            return match self.scores_in_words(value, SOON) {
                Err(flow) if matches!(&*flow, Flow::Fault(fault) if fault.mistake == Mistake::NoScore) => Ok(None),
                found => found,
            };
        }
        if !self.known_loopy(value) {
            match self.short_value(value, usize::MAX)? {
                Ok(game) => return self.readable(game).map(Some),
                Err(NoValue { why: Endless::Cycle, .. }) => {}
                Err(NoValue { why: why @ (Endless::Chain | Endless::Sums | Endless::Growing), fault }) => {
                    let near = if why == Endless::Chain { SOON } else { NEAR / 25 };
                    let class = self.outcome_class(value, Under::NORMAL.within(near))?;
                    return class.map(|class| Some(format!("outcome {}", class.name()))).ok_or(fault);
                }
                Err(_) => return Ok(None),
            }
        }
        if let Some(nimber) = self.loopy_value(value, SOON)? {
            return Ok(Some(crate::adapters::loopy::values::written(&nimber)));
        }
        if let Some(name) = self.loopy_worth(value)? {
            return Ok(Some(name));
        }
        let class = self.outcome_class(value, Under::NORMAL.within(SOON))?;
        Ok(class.map(|class| format!("outcome {}", class.name())))
    }

    /// The name of a value, if people can read one so long; else its outcome. `canonical` writes longer ones.
    fn readable(&mut self, game: Game) -> Res<String> {
        const LONGEST: usize = 10_000;
        match self.store.name(game, &self.handle) {
            Ok(name) if name.len() <= LONGEST => Ok(name),
            Ok(_) | Err(Stop::TooLarge(_)) => {
                let class: OutcomeClass = self.store.outcome(game, &self.handle)?.into();
                Ok(format!("outcome {}", class.name()))
            }
            Err(stop) => Err(stop.into()),
        }
    }

    /// What `worth` has told, for mathematics mode: where it is the name of a value.
    pub fn worth_latex(&mut self, value: &Value, told: &str) -> Res<Option<String>> {
        if value.for_points() || self.known_loopy(value) {
            return Ok(None);
        }
        match self.short_value(value, usize::MAX)? {
            Ok(game) if self.readable(game)? == told && !told.starts_with("outcome") => {
                Ok(Some(self.store.latex(game, &self.handle)?))
            }
            _ => Ok(None),
        }
    }

    /// What a game for points comes to, whoever begins; nothing if too many positions can be reached.
    pub fn scores_in_words(&mut self, value: &Value, bound: usize) -> Res<Option<String>> {
        let Some(left) = self.points_of(value, Player::Left, bound)? else { return Ok(None) };
        let Some(right) = self.points_of(value, Player::Right, bound)? else { return Ok(None) };
        let (first, second) = (self.notation(&Value::from(left.clone()))?, self.notation(&Value::from(right.clone()))?);
        Ok(Some(if left == right {
            format!("score {first}")
        } else {
            format!("score {first} if Left begins, {second} if Right begins")
        }))
    }

    /// The remoteness of an impartial game.
    pub fn remoteness(&mut self, value: &Value, under: Under) -> Res<Solved> {
        self.remoteness_from(value, None, under)
    }

    /// The remoteness of an impartial game, or of any if it is said who begins.
    pub fn remoteness_from(&mut self, value: &Value, player: Option<Player>, under: Under) -> Res<Solved> {
        self.check_game_argument(value)?;
        if value.for_points() {
            let shown = self.briefly(value).unwrap_or_else(|| "this game".into());
            return Fault::new(
                Mistake::Unsuitable,
                format!("{shown} is played for points: its remoteness would say how soon the last move is made"),
            )
            .note("`score`, `score_line` and `best_move` go by the points.")
            .err();
        }
        if player.is_none() && !self.impartial(value)? {
            let shown = self.briefly(value).unwrap_or_else(|| "this one".into());
            return Fault::new(
                Mistake::NotImpartial,
                format!("remoteness is defined for impartial games, and {shown} is not impartial"),
            )
            .note("For other games say who begins: `remoteness(g, Left)`.")
            .err();
        }
        self.play_out(value, player.unwrap_or(Player::Left), under)
    }

    /// The winner's or loser's view of a position that a player has moved to: N if the opponent wins.
    pub fn verdict_after(&mut self, to: &Value, mover: Option<Player>, under: Under) -> Res<Option<Outcome>> {
        self.verdict(to, opponent(mover.unwrap_or(Player::Right)), under)
    }
}

/// Whether a result had too many digits.
fn is_too_large(flow: &Flow) -> bool {
    matches!(flow, Flow::Fault(fault) if fault.mistake == Mistake::TooLarge)
}

/// Whether the parameters of all positions are numbers.
fn all_numbers(value: &Value) -> bool {
    let plain = |position: &Rc<Position>| position.arguments.iter().all(Value::is_number);
    match value {
        Value::Position(position) => plain(position),
        Value::Sum(sum) => sum.terms.iter().all(|(_, position)| plain(position)),
        Value::Move(made) => all_numbers(&made.to),
        _ => true,
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

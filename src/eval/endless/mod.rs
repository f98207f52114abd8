//! Paths of the search for a value that do not end: what says so, and how it is told.
//!
//! In: the path of a search, whose last position may be anything. Out: an error that names the way round, or the chain of
//! positions that leads on without end, with the condition that is probably missing; nothing if the path is merely long.
//! Touches the table of positions.
//!
//! - `chains`: paths that lead on and on. `sizes`: how large numbers are that stand in values and in texts.

mod chains;
mod sizes;

use super::Machine;
use super::tables::same_position;
use crate::diagnostics::Mistake;
use crate::games::Game;
use crate::limits::Stop;
use crate::value::fault::Endless;
use crate::value::{Fault, Flow, Player, Position, Res, Value};
use chains::{Certainty, NO_END, NO_END_OF_LISTS};
use sizes::grown;
use std::rc::Rc;

/// What can be asked about games without a canonical value.
const QUESTIONS: &str = "Only games that must end are short. `canonical` gives the value of one that goes round, where its sides are stoppers; `outcome`, `remoteness`, `winning_moves` and `loopy_value` answer for others too.";

/// A path of this length is looked at for the first time, and again whenever it is a power of two from there on.
pub(super) const LONG: usize = 1000;
/// Why a search found no value.
#[derive(Debug)]
pub struct NoValue {
    /// What play does.
    pub why: Endless,
    /// The error that says so.
    pub fault: Box<Flow>,
}

impl Machine {
    /// Ends a search whose path has become longer than it may, or along which play does not end.
    #[cold]
    pub(super) fn check_long_path(&mut self, id: u32) -> Res<()> {
        let length = self.tables.positions.path().len();
        if length == LONG || (length > LONG && length.is_power_of_two()) {
            self.check_chain(id)?;
        }
        if self.tables.path_limit.is_some_and(|most| length >= most) {
            let message = "play goes on for longer than was looked for the value of this game";
            return Fault::endless(Mistake::Growing, Endless::Path, message).note(QUESTIONS).err();
        }
        if length.is_multiple_of(64) && self.has_grown(id) { self.numbers_grow().err() } else { Ok(()) }
    }

    /// The error for a path to a position whose moves have numbers with too many digits, if those grew along the path; else the error that was met.
    #[cold]
    pub(super) fn too_large(&mut self, id: u32, met: Box<Flow>) -> Box<Flow> {
        match &*met {
            Flow::Fault(fault) if fault.mistake == Mistake::TooLarge && self.has_grown(id) => {
                self.numbers_grow().note(format!("Further on: {}.", fault.message)).into()
            }
            _ => met,
        }
    }

    /// The error for a path along which numbers grow without end.
    fn numbers_grow(&mut self) -> Fault {
        let path = self.tables.positions.path().to_vec();
        let last = path.last().map(|&id| self.tables.positions.position(id));
        let fraction = last.and_then(|last| {
            let mut named = last.rules.params.iter().zip(last.arguments.iter());
            named.find(|(_, value)| matches!(value, Value::Ratio(_))).and_then(|(param, _)| param.name.clone())
        });
        let fault = self.chain(&path, Certainty::Suspected, Endless::Growing);
        match fraction {
            Some(name) => {
                fault.note(format!("`/` makes fractions of integers; `//` rounds down, as in `{name} // 2`."))
            }
            None => fault,
        }
    }

    /// Whether a position has numbers of more than a thousand bits, and the path did not begin with such.
    fn has_grown(&self, id: u32) -> bool {
        let positions = &self.tables.positions;
        let first = positions.path().first().is_some_and(|&first| grown(positions.position(first)));
        !first && grown(positions.position(id))
    }

    /// Whether texts or lists have grown along the whole path so far.
    pub(super) fn lists_grow(&self) -> bool {
        const SOON: usize = 128;
        let positions = &self.tables.positions;
        let own = match positions.path() {
            [.., last] if positions.path().len() >= SOON => self.own(positions.rules(*last)),
            _ => None,
        };
        own.and_then(|own| self.away(&own)).is_some_and(|away| away.lists)
    }

    /// Why a game has no value, if texts or lists grew along the path of the search for it that has just been stopped: every position takes
    /// up more room than the one before, and a search for who wins would make more of them.
    pub fn endless_lists(&mut self, value: &Value) -> Res<Option<NoValue>> {
        const STEPS: u64 = 50_000_000;
        if !std::mem::take(&mut self.tables.lists_grow) {
            return Ok(None);
        }
        let found = self.within_steps(STEPS, |machine| machine.short_value(value, NO_END_OF_LISTS + 1))?;
        Ok(found.and_then(Result::err).filter(|none| none.why != Endless::Path))
    }

    /// A step of a round that can only be made with something beside it, so that each round leaves more in the sum.
    fn adds_up(&mut self, round: &[u32]) -> Res<Option<(Rc<Position>, Value)>> {
        for (i, &id) in round.iter().enumerate() {
            let (from, to) = (self.position_numbered(id), self.position_numbered(round[(i + 1) % round.len()]));
            if from.rules.native.is_some() {
                continue;
            }
            let (mut alone, mut beside) = (false, None);
            let players: &[Player] =
                if from.rules.moves_only { &[Player::Left] } else { &[Player::Left, Player::Right] };
            for &player in players {
                for option in self.position_options(&from, player)? {
                    self.handle.tick()?;
                    match &option {
                        Value::Position(position) => alone |= same_position(position, &to),
                        Value::Sum(sum) if sum.terms.iter().any(|(_, position)| same_position(position, &to)) => {
                            beside.get_or_insert(option);
                        }
                        _ => {}
                    }
                }
            }
            if let Some(option) = beside.filter(|_| !alone) {
                return Ok(Some((from, option)));
            }
        }
        Ok(None)
    }

    /// The error for a round with such a step.
    fn heap_of_rounds(&mut self, from: &Rc<Position>, to: &Value) -> Box<Flow> {
        let shown =
            |m: &mut Machine, value: &Value| m.briefly(value).unwrap_or_else(|| format!("{}(…)", from.rules.name));
        let (before, after) = (shown(self, &Value::Position(Rc::clone(from))), shown(self, to));
        let message = format!("play does not end: {before} -> {after} -> …");
        Fault::endless(Mistake::Growing, Endless::Sums, &message)
            .note(format!(
                "A part comes again, with more beside it. Does a range in a clause of {} begin or end one too far, or is a condition missing?",
                from.rules.name
            ))
            .into()
    }

    /// The error for a position that was met again below itself.
    pub(super) fn cycle(&mut self, id: u32) -> Box<Flow> {
        let start = self.tables.positions.path().iter().rposition(|&p| p == id).unwrap_or(0);
        let round = self.tables.positions.path()[start..].to_vec();
        match self.adds_up(&round) {
            Ok(None) => {}
            Ok(Some((from, to))) => return self.heap_of_rounds(&from, &to),
            Err(flow) => return flow,
        }
        for &p in &round {
            self.tables.loopy.insert(self.tables.positions.rules(p).id);
        }
        let mut names = Vec::new();
        for &p in round.iter().take(6) {
            let position = self.position_numbered(p);
            let value = Value::Position(Rc::clone(&position));
            names.push(self.briefly(&value).unwrap_or_else(|| format!("{}(…)", position.rules.name)));
        }
        if round.len() > 6 {
            names.push(format!("… {} more", round.len() - 6));
        }
        if let Some(first) = names.first().cloned() {
            names.push(first);
        }
        let message = "play can go round in a cycle, so this game has no value as a short game";
        let cycle = format!("The cycle: {}.", names.join(" -> "));
        Fault::endless(Mistake::Cycle, Endless::Cycle, message).note(cycle).note(QUESTIONS).into()
    }

    /// The canonical value of a game, or why play need not end: then it has none. The search for the value gives
    /// way to the exploration of positions when its path has become long.
    pub fn short_value(&mut self, value: &Value, path: usize) -> Res<Result<Game, NoValue>> {
        let before = self.tables.path_limit.replace(path);
        let result = self.game(value);
        self.tables.path_limit = before;
        match result {
            Ok(game) => Ok(Ok(game)),
            Err(flow) => match crate::value::fault::endless(&flow) {
                Some(why) => Ok(Err(NoValue { why, fault: flow })),
                None => Err(flow),
            },
        }
    }

    /// An error if play from a game leads on without end, for searches that have met very many positions. Looks only as far as
    /// is soon done.
    pub fn check_ends(&mut self, value: &Value) -> Res<()> {
        self.check_ends_within(value, 5_000_000)
    }

    /// The same within so many steps.
    pub fn check_ends_within(&mut self, value: &Value, steps: u64) -> Res<()> {
        match self.within_steps(steps, |machine| machine.short_value(value, NO_END + 1))? {
            Some(Err(NoValue { why: Endless::Chain | Endless::Growing, fault })) => Err(fault),
            _ => Ok(()),
        }
    }

    /// What a computation gives within so many steps; nothing if it needs more.
    pub fn within_steps<T>(&mut self, steps: u64, compute: impl FnOnce(&mut Machine) -> Res<T>) -> Res<Option<T>> {
        match self.attempt_within(steps, compute) {
            Ok(found) => Ok(Some(found)),
            // It was told to go no further; if that was somebody else's bound, the next step meets it.
            Err(flow) => match &*flow {
                Flow::Fault(fault) if matches!(fault.stop(), Some(Stop::Steps(_))) => {
                    self.handle.tick()?;
                    Ok(None)
                }
                _ => Err(flow),
            },
        }
    }
}

//! Chains of positions that lead on without end.
//!
//! A chain without end is *proved* where a clause without a condition adds constants to the parameters of its own rule set:
//! there is always a move, and no position comes again. It is *as good as proved* where such a clause does anything else, and
//! every parameter only grows away from zero. Without such a clause it is *suspected* after very many moves, if every
//! parameter only grows away from zero and nothing is in sight that could end it: no number in the rule set, in a variable
//! or function that it reads, or in another parameter is as large. So a game that is deep and ends is hardly ever accused: it goes
//! down, or up to a number that is written somewhere. Where the same step comes again and again it is tried in some hundred
//! positions ahead on the same way, near and very far: it is suspected much sooner if there is still that move, and not at all if not.

use super::super::Machine;
use super::super::tables::same_position;
use super::sizes::{numbers, size};
use crate::diagnostics::Mistake;
use crate::syntax::ast::ClauseKind;
use crate::value::fault::Endless;
use crate::value::key::same;
use crate::value::node::{Code, Node, Rules};
use crate::value::{Deep, Fault, Player, Position, Res, Value};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use std::rc::Rc;

/// A path of so many positions without an end in sight is told.
pub(super) const NO_END: usize = 1 << 17;
/// A path of so many is told if it was tried far ahead.
const TRIED: usize = 1 << 13;
/// The same where texts, lists or boards grow: so many such positions take up much room.
pub(super) const NO_END_OF_LISTS: usize = 1 << 12;
/// So many rounds of a path must be the same before others are tried ahead, and of at most so many positions.
const ROUNDS: usize = 16;
const LONGEST_ROUND: usize = 8;
/// How far ahead, in rounds, and with how many steps.
const FAR: i64 = 1 << 40;
const AHEAD: u64 = 300_000;
/// How many positions of a path are compared with each other.
const SAMPLES: usize = 9;
/// How many positions of a chain are named.
const NAMED: usize = 5;

/// How certain it is that a path does not end.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Certainty {
    Proved,
    Suspected,
}

impl Machine {
    /// The positions of the path that are of a rule set of the language, if they are not few.
    pub(super) fn own(&self, rules: &Rc<Rules>) -> Option<Vec<u32>> {
        let positions = &self.tables.positions;
        let path = positions.path();
        let own = || path.iter().filter(|&&id| Rc::ptr_eq(positions.rules(id), rules)).copied().collect::<Vec<u32>>();
        if rules.native.is_some() { None } else { Some(own()).filter(|own| own.len() >= path.len() / 8) }
    }

    /// An error if the path leads on without end.
    pub(super) fn check_chain(&mut self, id: u32) -> Res<()> {
        let last = Rc::clone(self.tables.positions.position(id));
        let length = self.tables.positions.path().len();
        self.handle.ticks(length / 64)?;
        let Some(own) = self.own(&last.rules) else { return Ok(()) };
        let always = self.always(&last.rules);
        let certainty = match always {
            Some(Always::Shifts) => Certainty::Proved,
            _ => match self.away(&own) {
                None => return Ok(()),
                Some(_) if always.is_some() => Certainty::Proved,
                Some(away) => {
                    let most = if away.lists { NO_END_OF_LISTS } else { NO_END };
                    if length < most.min(TRIED) || self.end_in_sight(&last, &away) {
                        return Ok(());
                    }
                    match self.goes_on_ahead(&own)? {
                        Some(true) => {}
                        None if length >= most => {}
                        _ => return Ok(()),
                    }
                    Certainty::Suspected
                }
            },
        };
        self.chain(&own, certainty, Endless::Chain).err()
    }

    /// The error that names a chain.
    pub(super) fn chain(&mut self, own: &[u32], certainty: Certainty, why: Endless) -> Fault {
        let path = self.tables.positions.path();
        let (length, start) = (path.len(), path.iter().position(|id| *id == own[0]).unwrap_or(0));
        let first: Vec<u32> = path[start..].iter().take(NAMED).copied().collect();
        let chain = self.named(&first);
        let rules = Rc::clone(self.tables.positions.rules(own[0]));
        let message = match certainty {
            Certainty::Proved => format!("play does not end: {chain}"),
            Certainty::Suspected => format!("after {length} moves no end of play is in sight: {chain}"),
        };
        let condition = self.condition(own).map_or_else(String::new, |condition| format!(" such as `if {condition}`"));
        Fault::endless(Mistake::Growing, why, &message)
            .note(format!("Is a condition{condition} missing in a clause of {}?", rules.name))
    }

    /// The first positions of a chain.
    fn named(&mut self, first: &[u32]) -> String {
        let mut names = Vec::new();
        for &id in first {
            let position = Rc::clone(self.tables.positions.position(id));
            let name = self.briefly(&Value::Position(Rc::clone(&position)));
            names.push(name.unwrap_or_else(|| format!("{}(…)", position.rules.name)));
        }
        format!("{} -> …", names.join(" -> "))
    }

    /// A condition that would end a chain, if one is likely.
    fn condition(&self, own: &[u32]) -> Option<String> {
        let (last, before) = (
            self.tables.positions.position(*own.last()?),
            self.tables.positions.position(*own.get(own.len().checked_sub(2)?)?),
        );
        let params = last.rules.params.iter().map(|param| param.name.clone());
        for ((name, now), was) in params.zip(last.arguments.iter()).zip(before.arguments.iter()) {
            let Some(name) = name else { continue };
            match (was, now) {
                (Value::Int(was), Value::Int(now)) if now < was => {
                    let step = was.saturating_sub(*now);
                    return Some(if step == 1 { format!("{name} > 0") } else { format!("{name} >= {step}") });
                }
                (Value::Int(_) | Value::Big(_), Value::Int(_) | Value::Big(_)) if !same(was, now) => {
                    return Some(format!("{name} < 100"));
                }
                (Value::Str(_) | Value::List(_), Value::Str(_) | Value::List(_)) if !same(was, now) => {
                    return Some(format!("length({name}) < 10"));
                }
                _ => {}
            }
        }
        None
    }

    /// Whether a rule set has a clause without a condition that leads into the rule set again.
    fn always(&self, rules: &Rules) -> Option<Always> {
        let kinds = [ClauseKind::Left, ClauseKind::Right, ClauseKind::Moves];
        let clauses = rules.clauses.iter().filter(|c| kinds.contains(&c.kind) && c.steps.is_empty());
        clauses.filter_map(|clause| self.leads_back(&clause.body, rules)).max()
    }

    fn leads_back(&self, body: &Code, rules: &Rules) -> Option<Always> {
        match body.open() {
            Node::Call(f, arguments) => {
                let Node::Global(slot) = f.open() else { return None };
                let Value::Rules(called) = self.globals.values.get(*slot as usize)? else { return None };
                if called.id != rules.id {
                    return None;
                }
                let shift = |(i, argument): (usize, &Code)| match argument.open() {
                    Node::Local(slot, _) if *slot as usize == i => Some(0),
                    Node::AddConst(of, by) if matches!(of.open(), Node::Local(slot, _) if *slot as usize == i) => {
                        Some(*by)
                    }
                    _ => None,
                };
                let shifts: Option<Vec<i64>> = arguments.iter().enumerate().map(shift).collect();
                let constant = shifts.is_some_and(|by| rules.plain && by.iter().any(|&by| by != 0));
                Some(if constant { Always::Shifts } else { Always::Moves })
            }
            // Play in one component of a sum is play in the sum; one option of several is enough.
            Node::Add(sides) => self.leads_back(&sides.0, rules).max(self.leads_back(&sides.1, rules)),
            Node::List(items) | Node::Set(items) => items.iter().filter_map(|item| self.leads_back(item, rules)).max(),
            _ => None,
        }
    }

    /// How the later half of a path goes away from zero in every parameter; `None` if it does not.
    pub(super) fn away(&self, own: &[u32]) -> Option<Away> {
        let half = own.len() / 2;
        let sampled = (0..SAMPLES).map(|i| own[half + (own.len() - 1 - half) * i / (SAMPLES - 1)]);
        let sampled: Vec<&Rc<Position>> = sampled.map(|id| self.tables.positions.position(id)).collect();
        let mut away = Away { growing: Vec::new(), largest: 0, lists: false };
        let mut rises = [false; SAMPLES - 1];
        for i in 0..sampled[0].arguments.len() {
            let values: Vec<&Value> = sampled.iter().map(|p| p.arguments.get(i)).collect::<Option<_>>()?;
            let mut grows = false;
            for (step, pair) in values.windows(2).enumerate() {
                if same(pair[0], pair[1]) {
                    continue;
                }
                let (before, after) = (size(pair[0])?, size(pair[1])?);
                if after < before {
                    return None;
                }
                grows |= after > before;
                rises[step] |= after > before;
            }
            if grows {
                away.growing.push(i);
                away.lists |= !values[0].is_number();
                away.largest = away.largest.max(values.iter().filter_map(|v| size(v)).max().unwrap_or(0));
            }
        }
        rises.iter().all(|&rises| rises).then_some(away)
    }

    /// Whether the steps of the end of a path are still possible far ahead; nothing if they are not the same again and again, or it is not found out.
    fn goes_on_ahead(&mut self, own: &[u32]) -> Res<Option<bool>> {
        let Some(round) = self.round(own) else { return Ok(None) };
        // Looking far ahead may take long, and fail: then nothing is known.
        let found = self.attempt_within(AHEAD, |m| m.can_be_walked(&round));
        self.handle.tick()?;
        Ok(found.ok())
    }

    /// The positions of the last round, from one of the rule set to the next, each with the step to the round after; nothing if
    /// rounds differ.
    fn round(&self, own: &[u32]) -> Option<Vec<(Rc<Position>, Vec<i64>)>> {
        let positions = &self.tables.positions;
        let path = positions.path();
        let end = path.iter().rposition(|id| Some(id) == own.last())?;
        let length = end.checked_sub(path.iter().rposition(|id| Some(id) == own.get(own.len().wrapping_sub(2)))?)?;
        let start = end.checked_sub(length * ROUNDS).filter(|_| length <= LONGEST_ROUND)?;
        let step = |at: usize| {
            let (before, after) = (positions.position(path[at]), positions.position(path[at + length]));
            let integer = |(x, y): (&Value, &Value)| match (x, y) {
                (Value::Int(x), Value::Int(y)) => y.checked_sub(*x),
                _ => None,
            };
            let same_rules = Rc::ptr_eq(&before.rules, &after.rules) && before.arguments.len() == after.arguments.len();
            let pairs = before.arguments.iter().zip(after.arguments.iter());
            if same_rules { pairs.map(integer).collect::<Option<Vec<i64>>>() } else { None }
        };
        let last: Vec<Vec<i64>> = (end - length..end).map(step).collect::<Option<_>>()?;
        let regular = (start..end - length).all(|at| step(at).as_ref() == Some(&last[(at - start) % length]));
        let round = path[end - length..end].iter().map(|id| Rc::clone(positions.position(*id)));
        regular.then(|| round.zip(last).collect())
    }

    /// Whether there are the moves of a round in rounds ahead: the next ones, and others further and further away.
    fn can_be_walked(&mut self, round: &[(Rc<Position>, Vec<i64>)]) -> Res<bool> {
        let mut ahead = 1i64;
        let mut drawn = 1u64;
        while ahead < FAR {
            for (i, one) in round.iter().enumerate() {
                let (from, to) = match round.get(i + 1) {
                    Some(next) => (shifted(one, ahead), shifted(next, ahead)),
                    None => (shifted(one, ahead), shifted(&round[0], ahead + 1)),
                };
                let (Some(from), Some(to)) = (from, to) else { return Ok(false) };
                if !self.has_move(&from, &to)? {
                    return Ok(false);
                }
            }
            // No condition on sizes, remainders or digits shall hold by accident for all of them.
            drawn = drawn.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let most = if ahead < 64 { 1 } else { ahead / 16 };
            ahead += 1 + i64::try_from(drawn >> 33).unwrap_or(0) % most;
        }
        Ok(true)
    }

    /// Whether a player can move from one position to another, perhaps beside others.
    fn has_move(&mut self, from: &Rc<Position>, to: &Rc<Position>) -> Res<bool> {
        let players: &[Player] = if from.rules.moves_only { &[Player::Left] } else { &[Player::Left, Player::Right] };
        if let Some(equal) = self.by_value_clause(from)? {
            return Ok(has_part(&equal, to));
        }
        for &player in players {
            for option in self.position_options(from, player)? {
                self.handle.tick()?;
                if has_part(&option, to) {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Whether some number that the rules know of is as large as what grows, so that play may end there.
    fn end_in_sight(&self, last: &Position, away: &Away) -> bool {
        let large = |value: &Value| size(value).is_none_or(|size| size >= away.largest);
        let others = last.arguments.iter().enumerate().filter(|(i, _)| !away.growing.contains(i));
        if others.into_iter().any(|(_, value)| large(value)) {
            return true;
        }
        let mut pending: Vec<Rc<str>> = vec![Rc::clone(&last.rules.source)];
        let mut seen: FxHashSet<u32> = FxHashSet::default();
        while let Some(text) = pending.pop() {
            if numbers(&text).any(|n| n >= away.largest) {
                return true;
            }
            for name in text.split(|c: char| !c.is_alphanumeric() && c != '_') {
                let Some(slot) = self.globals.find(name).filter(|&slot| seen.insert(slot)) else { continue };
                match &self.globals.values[slot as usize] {
                    Value::Func(closure) => pending.push(Rc::clone(&closure.proto.source)),
                    Value::Rules(rules) => pending.push(Rc::clone(&rules.source)),
                    Value::Native(_) | Value::Unset | Value::Player(_) | Value::Outcome(_) => {}
                    other if large(other) => return true,
                    _ => {}
                }
            }
        }
        false
    }
}

/// A clause that leads into its own rule set whatever the position is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Always {
    /// There is always a move.
    Moves,
    /// It adds constants to the parameters.
    Shifts,
}

/// How a path goes away.
pub(super) struct Away {
    /// The parameters that grow, by their places.
    growing: Vec<usize>,
    /// How large they have become.
    largest: u128,
    /// Whether some of them are no numbers.
    pub(super) lists: bool,
}

/// A position so many rounds later.
fn shifted((position, step): &(Rc<Position>, Vec<i64>), rounds: i64) -> Option<Rc<Position>> {
    let mut arguments = SmallVec::with_capacity(step.len());
    for (value, by) in position.arguments.iter().zip(step) {
        let Value::Int(n) = value else { return None };
        arguments.push(Value::Int(n.checked_add(by.checked_mul(rounds)?)?));
    }
    Some(Rc::new(Position { rules: Rc::clone(&position.rules), arguments: Deep(arguments) }))
}

/// Whether a game is a position, perhaps beside others.
fn has_part(game: &Value, position: &Rc<Position>) -> bool {
    match game {
        Value::Position(one) => same_position(one, position),
        Value::Sum(sum) => sum.terms.iter().any(|(_, one)| same_position(one, position)),
        _ => false,
    }
}

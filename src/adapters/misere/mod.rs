//! Misère quotients as values: of take-and-break games, of lattice games whose coordinates are heaps, and of any
//! positions with all that can be reached from them, impartial or partizan.
//!
//! In: a rule set or positions. Out: a [`QuotientValue`], which the separate checker has accepted; values and outcomes of
//! sums, each component with any number of copies. Finding is bounded by heaps, order and effort; what is known then is kept.

pub mod forms;
pub mod nim;
pub mod shown;
mod sums;

pub use sums::MisereValue;

use crate::adapters::heaps::HeapGame;
use crate::adapters::lattices::LatticeGame;
use crate::diagnostics::Mistake;
use crate::eval::Machine;
use crate::heaps::Elements;
use crate::misere::{
    Bounds, CheckError, Ended, Error, Found, Heaps, PartizanHeaps, PartizanQuotient, Quotient, check, check_code,
    check_partizan, of_code, of_heaps, of_partizan_heaps,
};
use crate::value::key::Key;
use crate::value::node::Rules;
use crate::value::{Deep, Fault, Flow, Player, Position, Res, Sum, Value};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Heaps of a game given by a code that are looked at when nobody says how many; and of others, which have no proved period.
const CODES: usize = 400;
const OTHERS: usize = 60;
/// The largest number of heaps that may be asked for.
const MOST_HEAPS: usize = 20_000;
/// The order and the sums played out, when nobody says how many.
const ORDER: usize = 200;
const POSITIONS: usize = 100_000;
/// Most positions that a set may come to with all that is reached from them.
const MOST_POSITIONS: usize = 5_000;

/// What the heaps of a quotient are.
#[derive(Debug)]
pub enum Subject {
    /// Heaps of a take-and-break game: their numbers are their sizes.
    Heaps(Rc<Rules>),
    /// The coordinates of a lattice game, by the number of the heap that each is.
    Lattice(Rc<Rules>, Vec<usize>),
    /// Positions, each after those that it can move to.
    Positions(Vec<Value>, FxHashMap<Key, usize>),
}

/// A misère quotient of the language; the separate checker has accepted it.
#[derive(Debug)]
pub struct QuotientValue {
    /// How the game is called.
    pub name: String,
    /// The quotient.
    pub quotient: Quotient,
    /// Of partizan positions: the outcomes, and the positions with their options; the quotient above has only P of them.
    pub partizan: Option<(PartizanQuotient, PartizanHeaps)>,
    /// The heaps, with their options; none of partizan positions.
    pub heaps: Heaps,
    /// What they are.
    pub subject: Subject,
    /// Why no further heap was taken in, where that ended the search.
    pub ended: Option<Ended>,
    /// How far the search could go: most heaps, order and effort.
    pub asked: Asked,
}

/// How far to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The last heap.
    pub heaps: Option<usize>,
    /// The largest order.
    pub order: usize,
    /// How many times the usual work.
    pub effort: usize,
}

impl Default for Asked {
    fn default() -> Asked {
        Asked { heaps: None, order: ORDER, effort: 1 }
    }
}

impl Asked {
    fn bounds(self) -> Bounds {
        let positions = POSITIONS.saturating_mul(self.effort);
        Bounds { order: self.order, positions, pairs: positions / 2 }
    }
}

impl QuotientValue {
    /// Has the separate checker look at it.
    pub fn verify(&self, machine: &Machine) -> Res<()> {
        self.checked(machine).map_err(refusal)
    }

    /// What it says.
    pub fn checked(&self, machine: &Machine) -> Result<(), CheckError> {
        match (&self.subject, self.quotient.period()) {
            _ if let Some((quotient, heaps)) = &self.partizan => check_partizan(quotient, heaps, &machine.handle),
            (Subject::Heaps(rules), Some(_)) => match code(rules) {
                Some(code) => check_code(&self.quotient, code, &machine.handle),
                None => check(&self.quotient, &self.heaps, &machine.handle),
            },
            _ => check(&self.quotient, &self.heaps, &machine.handle),
        }
    }

    /// Whether it holds for all heaps of the game.
    pub fn is_of_all(&self) -> bool {
        match &self.subject {
            Subject::Heaps(_) => self.quotient.period().is_some(),
            _ => self.ended.is_none(),
        }
    }
}

/// What the checker says against a quotient, as an error.
pub fn refusal(error: CheckError) -> Box<Flow> {
    match error {
        CheckError::Stop(stop) => stop.into(),
        CheckError::Refused(why) => {
            Fault::new(Mistake::Certificate, format!("the quotient proves nothing: {why}")).into()
        }
    }
}

/// The code of a take-and-break game.
fn code(rules: &Rules) -> Option<&crate::heaps::Code> {
    rules.native::<HeapGame>()?.rule().code_of()
}

impl Machine {
    /// The misère quotient of a rule set, a position, or a list or set of positions.
    pub fn misere_quotient(&mut self, of: &Value, asked: Asked) -> Res<Rc<QuotientValue>> {
        let made = match of {
            Value::Rules(rules) if rules.native::<HeapGame>().is_some() => return self.quotient_of_game(rules, asked),
            Value::Rules(rules) if rules.native::<LatticeGame>().is_some() => self.quotient_of_lattice(rules, asked)?,
            Value::Rules(rules) => {
                return Fault::new(
                    Mistake::WrongGame,
                    format!("{} is no take-and-break game: which of its positions are meant?", rules.name),
                )
                .note(format!(
                    "Give positions: `misere_quotient([{}(…), …])` takes all that can be reached from them.",
                    rules.name
                ))
                .err();
            }
            Value::List(_) | Value::Set(_) | Value::Tuple(_) => {
                let all = self.elements(of)?;
                self.quotient_of_positions(&all, asked)?
            }
            one => {
                self.check_game_argument(one)?;
                self.quotient_of_positions(std::slice::from_ref(one), asked)?
            }
        };
        made.verify(self)?;
        Ok(Rc::new(made))
    }

    /// The quotient of a take-and-break game, kept with it.
    pub(crate) fn quotient_of_game(&mut self, rules: &Rc<Rules>, asked: Asked) -> Res<Rc<QuotientValue>> {
        let Some(game) = rules.native::<HeapGame>() else {
            return Fault::new(Mistake::WrongGame, "this is no take-and-break game").err();
        };
        if asked.heaps.is_some_and(|n| n > MOST_HEAPS) {
            return Fault::new(Mistake::TooLarge, format!("at most {MOST_HEAPS} heaps are looked at")).err();
        }
        if let Some(known) = &*game.misere.borrow()
            && known.asked == asked
        {
            return Ok(Rc::clone(known));
        }
        let handle = Rc::clone(&self.handle);
        let found = match code(rules) {
            Some(code) => of_code(code, asked.heaps.unwrap_or(CODES), asked.bounds(), &handle).map_err(fault)?,
            None => {
                let last = asked.heaps.unwrap_or(OTHERS);
                let bounds = asked.bounds();
                let (heaps, whole) = game.with(self, |sequence, caller, handle| {
                    let (mut heaps, mut elements) = (Heaps::default(), Elements::default());
                    for n in 0..=last {
                        handle.progress("misère quotient: moves of heaps", n as u64, Some(last as u64));
                        if !heaps.push_of_rule(sequence.rule(), bounds.positions, &mut elements, handle, caller)? {
                            return Ok((heaps, false));
                        }
                    }
                    Ok((heaps, true))
                })?;
                let found = of_heaps(&heaps, bounds, &handle).map_err(fault)?;
                Found { ended: found.ended.or((!whole).then_some(Ended::Moves)), ..found }
            }
        };
        let Found { quotient, heaps, ended } = found;
        let made = QuotientValue {
            name: rules.name.to_string(),
            quotient,
            partizan: None,
            heaps,
            subject: Subject::Heaps(Rc::clone(rules)),
            ended,
            asked,
        };
        made.verify(self)?;
        let made = Rc::new(made);
        if !game.rule().needs_caller() {
            *game.misere.borrow_mut() = Some(Rc::clone(&made));
        }
        Ok(made)
    }

    fn quotient_of_lattice(&mut self, rules: &Rc<Rules>, asked: Asked) -> Res<QuotientValue> {
        let Some((heaps, places)) = rules.native::<LatticeGame>().and_then(|lattice| heaps_of(&lattice.game)) else {
            return Fault::new(
                Mistake::WrongGame,
                format!("the coordinates of {} are no heaps: the board is not x >= 0, or a move takes more than one unit of one coordinate", rules.name),
            )
            .note("Where each move replaces one unit by others, points are sums of heaps, and there is a misère quotient.")
            .err();
        };
        let Found { quotient, heaps, ended } = of_heaps(&heaps, asked.bounds(), &self.handle).map_err(fault)?;
        let subject = Subject::Lattice(Rc::clone(rules), places);
        Ok(QuotientValue { name: rules.name.to_string(), quotient, partizan: None, heaps, subject, ended, asked })
    }

    /// The quotient of positions and all that can be reached from them.
    pub(crate) fn quotient_of_positions(&mut self, roots: &[Value], asked: Asked) -> Res<QuotientValue> {
        let mut name = String::new();
        for (i, root) in roots.iter().enumerate().take(4) {
            self.check_game_argument(root)?;
            name.push_str(if i > 0 { ", " } else { "" });
            name.push_str(&if i < 3 {
                match root {
                    Value::Form(_) => self.played_name(root)?,
                    other => self.notation(other)?,
                }
            } else {
                "…".into()
            });
        }
        if roots.len() != 1 {
            name = format!("[{name}]");
        }
        let Reached { positions, places, left, right, is_partizan } = self.reached(roots, None)?;
        let subject = Subject::Positions(positions, places);
        if is_partizan {
            let mut heaps = PartizanHeaps::default();
            for (left, right) in left.into_iter().zip(right) {
                heaps.push(left, right).map_err(fault)?;
            }
            let found = of_partizan_heaps(&heaps, asked.bounds(), &self.handle).map_err(fault)?;
            let (quotient, ended) = (found.quotient.quotient().clone(), found.ended);
            let partizan = Some((found.quotient, found.heaps));
            return Ok(QuotientValue { name, quotient, partizan, heaps: Heaps::default(), subject, ended, asked });
        }
        let mut heaps = Heaps::default();
        for options in left {
            heaps.push(options).map_err(fault)?;
        }
        let Found { quotient, heaps, ended } = of_heaps(&heaps, asked.bounds(), &self.handle).map_err(fault)?;
        Ok(QuotientValue { name, quotient, partizan: None, heaps, subject, ended, asked })
    }

    /// The components of a game as it is played: positions, literals, and a number.
    pub(super) fn play_components(&mut self, value: &Value) -> Res<Vec<Value>> {
        let sum = match value {
            Value::Form(form) => {
                let Some(sum) = form.parts() else { return Ok(vec![value.clone()]) };
                let mut all = Vec::new();
                for part in sum.all() {
                    if all.len() as u64 + part.count > MOST_POSITIONS as u64 {
                        return Fault::new(
                            Mistake::TooLarge,
                            format!("a sum of more than {MOST_POSITIONS} games is not taken apart for misère play"),
                        )
                        .err();
                    }
                    all.extend((0..part.count).map(|_| part.game.clone()));
                }
                if !matches!(sum.number, Value::Int(0)) {
                    all.push(sum.number.clone());
                }
                return Ok(all);
            }
            value => self.as_sum(value)?,
        };
        let mut parts = Vec::with_capacity(sum.terms.len());
        for (negative, position) in sum.terms.iter() {
            parts.push(self.play_component(*negative, position)?);
        }
        match &sum.rest {
            // What is a sum of literals has the first arm above, so that this ends.
            Value::Form(_) => parts.extend(self.play_components(&sum.rest)?),
            _ if sum.is_bare() => {}
            rest => parts.push(rest.clone()),
        }
        Ok(parts)
    }

    /// A position, or its negative; an impartial one is its own.
    pub(super) fn play_component(&mut self, negative: bool, position: &Rc<Position>) -> Res<Value> {
        let own = Value::Position(Rc::clone(position));
        if !negative || self.impartial(&own)? {
            return Ok(own);
        }
        let terms = Deep(vec![(true, Rc::clone(position))]);
        Ok(self.sum_value(Sum { terms, rest: Value::Int(0) }))
    }

    /// All positions that can be reached, each after those that it can move to, with their options. With `impartial`, which says what
    /// is asked for, the first one that is not impartial is an error.
    pub(super) fn reached(&mut self, roots: &[Value], impartial: Option<&str>) -> Res<Reached> {
        let mut reached = Reached::default();
        let mut open: FxHashMap<Key, ()> = FxHashMap::default();
        // A position on the way, with the components of its options, once they have been asked for.
        let mut stack: Vec<(Value, Option<Sides<Value>>)> = Vec::new();
        for root in roots {
            stack.extend(self.play_components(root)?.into_iter().map(|part| (part, None)));
        }
        while let Some((value, options)) = stack.pop() {
            self.handle.tick()?;
            let key = self.played_key(&value)?;
            if reached.places.contains_key(&key) {
                continue;
            }
            let Some(options) = options else {
                if open.insert(key, ()).is_some() {
                    return Fault::new(
                        Mistake::Cycle,
                        "play can go round in a cycle, so there is no misère theory here",
                    )
                    .err();
                }
                if open.len() > MOST_POSITIONS {
                    return Fault::new(
                        Mistake::TooLarge,
                        format!(
                            "more than {MOST_POSITIONS} positions are reached; their misère theory is not looked for"
                        ),
                    )
                    .err();
                }
                let is_impartial = self.impartial(&value)?;
                if let (Some(what), false) = (impartial, is_impartial) {
                    let shown = self.briefly_played(&value).unwrap_or_else(|| "this one".into());
                    return Fault::new(Mistake::NotImpartial, format!("{what}, and {shown} is not impartial")).err();
                }
                reached.is_partizan |= !is_impartial;
                let left = self.components_of_options(&value, Player::Left)?;
                let right =
                    if is_impartial { left.clone() } else { self.components_of_options(&value, Player::Right)? };
                let parts: Vec<Value> = left.iter().chain(&right).flatten().cloned().collect();
                stack.push((value, Some([left, right])));
                for part in parts {
                    let key = self.played_key(&part)?;
                    if !reached.places.contains_key(&key) {
                        stack.push((part, None));
                    }
                }
                continue;
            };
            let [left, right] = options;
            for (lists, all) in [(left, &mut reached.left), (right, &mut reached.right)] {
                let mut numbered = Vec::with_capacity(lists.len());
                for option in lists {
                    let mut parts = Vec::with_capacity(option.len());
                    for part in option {
                        let key = self.played_key(&part)?;
                        parts.push(reached.places.get(&key).copied().unwrap_or(usize::MAX));
                    }
                    numbered.push(parts);
                }
                all.push(numbered);
            }
            reached.places.insert(key, reached.positions.len());
            reached.positions.push(value);
        }
        Ok(reached)
    }

    /// Of each option of a position: its components.
    fn components_of_options(&mut self, value: &Value, player: Player) -> Res<Vec<Vec<Value>>> {
        let mut lists = Vec::new();
        for record in self.moves_of(value, player)? {
            lists.push(self.play_components(&record.to)?);
        }
        Ok(lists)
    }
}

/// Left's options and Right's, each the list of its components.
type Sides<T> = [Vec<Vec<T>>; 2];

/// Positions with all that can be reached from them.
#[derive(Default)]
pub(super) struct Reached {
    /// The positions, each after those that it can move to.
    pub(super) positions: Vec<Value>,
    /// Where each stands among them.
    pub(super) places: FxHashMap<Key, usize>,
    /// Of each: its options for Left and for Right, by the places of their components.
    pub(super) left: Vec<Vec<Vec<usize>>>,
    pub(super) right: Vec<Vec<Vec<usize>>>,
    /// Whether there is one that is not impartial.
    pub(super) is_partizan: bool,
}

fn fault(error: Error) -> Box<Flow> {
    match error {
        Error::Stop(stop) => stop.into(),
        other => Fault::new(Mistake::Unsuitable, other.to_string()).into(),
    }
}

/// The heaps of a lattice game, if its points are sums of heaps: the board is x >= 0, and each move replaces one unit of a coordinate
/// by others. Of each coordinate: which heap it is.
fn heaps_of(game: &crate::lattices::game::Game) -> Option<(Heaps, Vec<usize>)> {
    let d = game.dimension();
    let is_unit = |row: &[i64]| row.iter().filter(|&&a| a == 1).count() == 1 && row.iter().all(|&a| a == 0 || a == 1);
    let rows = &game.board().rows;
    if rows.len() != d || !rows.iter().all(|(row, bound)| *bound == 0 && is_unit(row)) {
        return None;
    }
    // Of each coordinate: what one unit may become.
    let mut options: Vec<Vec<Vec<usize>>> = vec![Vec::new(); d];
    for vector in game.moves() {
        let from = vector.iter().position(|&a| a > 0)?;
        if vector[from] != 1 || vector.iter().filter(|&&a| a > 0).count() != 1 {
            return None;
        }
        let gained = vector.iter().enumerate().filter(|(_, a)| **a < 0);
        let parts =
            gained.flat_map(|(i, &a)| std::iter::repeat_n(i, usize::try_from(-a).unwrap_or(usize::MAX).min(64)));
        options[from].push(parts.collect());
        if vector.iter().any(|&a| a < -64) {
            return None;
        }
    }
    let mut heaps = Heaps::default();
    let mut places: Vec<Option<usize>> = vec![None; d];
    while places.iter().any(Option::is_none) {
        let ready =
            (0..d).find(|&i| places[i].is_none() && options[i].iter().flatten().all(|&part| places[part].is_some()))?;
        let list = options[ready].iter().map(|option| option.iter().filter_map(|&part| places[part]).collect());
        places[ready] = Some(heaps.push(list.collect()).ok()?);
    }
    Some((heaps, places.into_iter().flatten().collect()))
}

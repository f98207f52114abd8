//! Games on their way to other threads: what a machine there has to know.
//!
//! In: a game, positions of rule sets written in the language. Out: an errand that makes a session on whatever thread runs it, with the
//! definitions that the game depends on as text and the variables that these read as data, and hands over the same game there. Nothing for
//! games of rules in Rust or Python, or whose rules read what does not travel. Whether it is the same game is compared by its name
//! (`adapters/search/names.rs`), so that an omission here costs the help of a thread, never an answer.

use super::{Session, Settings, Sink};
use crate::adapters::search::Errand;
use crate::eval::Machine;
use crate::portable::{Places, decode, encode, has_positions};
use crate::syntax::Mode;
use crate::value::node::Rules;
use crate::value::{Position, Res, Sum, Value};
use rustc_hash::FxHashSet;
use serde_json::Value as Json;
use std::fmt::Write;
use std::rc::Rc;
use std::sync::Arc;

/// A position: whether it is negated, the name of its rules, its parameters.
type Term = (bool, String, Vec<Json>);

/// What a game depends on, as plain data.
#[derive(Default)]
struct Luggage {
    /// Names of the library, as a text that speaks of them.
    library: String,
    /// Variables of the script with their values.
    values: Vec<(String, Json)>,
    /// Definitions of the script.
    definitions: String,
    terms: Vec<Term>,
    rest: Json,
    /// The name of the game.
    name: u128,
}

/// The errand of a game, if it can be sent.
pub(super) fn errand(m: &mut Machine, game: &Value) -> Res<Option<Errand>> {
    let Some(name) = m.lasting_name_of(game) else { return Ok(None) };
    let mut packing = Packing { m, seen: FxHashSet::default(), luggage: Luggage { name, ..Luggage::default() } };
    if packing.game(game)?.is_none() {
        return Ok(None);
    }
    let luggage = packing.luggage;
    Ok(Some(Arc::new(move |limits, answered, work| {
        let mut session = Session::new(Settings { limits, ..Settings::default() });
        session.use_threads(1);
        session.machine.handle.end_with(Some(Arc::clone(answered)));
        if let Some(game) = luggage.unpack(&mut session) {
            work(&mut session.machine, &game);
        }
    })))
}

struct Packing<'m> {
    m: &'m mut Machine,
    /// Slots of variables that are packed.
    seen: FxHashSet<u32>,
    luggage: Luggage,
}

impl Packing<'_> {
    fn game(&mut self, game: &Value) -> Res<Option<()>> {
        let (terms, rest) = match game {
            Value::Position(position) => (vec![(false, Rc::clone(position))], Value::Int(0)),
            Value::Sum(sum) => (sum.terms.0.clone(), sum.rest.clone()),
            Value::Move(made) => return self.game(&made.to),
            _ => return Ok(None),
        };
        for (negative, position) in terms {
            let Some(arguments) = position.arguments.iter().map(|a| self.data(a)).collect::<Res<Option<_>>>()? else {
                return Ok(None);
            };
            if self.named(&position.rules)?.is_none() {
                return Ok(None);
            }
            self.luggage.terms.push((negative, position.rules.name.to_string(), arguments));
        }
        let Some(rest) = self.data(&rest)? else { return Ok(None) };
        self.luggage.rest = rest;
        Ok(Some(()))
    }

    /// Rules that their name means.
    fn named(&mut self, rules: &Rc<Rules>) -> Res<Option<()>> {
        match self.m.globals().find(&rules.name) {
            Some(slot) => self.variable(slot),
            None => Ok(None),
        }
    }

    fn data(&mut self, value: &Value) -> Res<Option<Json>> {
        if has_positions(value) || matches!(value, Value::Rules(_) | Value::Func(_) | Value::Unset) {
            return Ok(None);
        }
        // What is no data says so by an error.
        match self.m.attempt(|m| encode(m, value)) {
            Ok(data) => Ok(Some(data)),
            Err(flow) if flow.stopped() => Err(flow),
            Err(_) => Ok(None),
        }
    }

    fn variable(&mut self, slot: u32) -> Res<Option<()>> {
        if !self.seen.insert(slot) {
            return Ok(Some(()));
        }
        let globals = self.m.globals();
        let (name, value) = (Rc::clone(&globals.names[slot as usize]), globals.values[slot as usize].clone());
        if globals.library.get(&name) == Some(&slot) {
            let _ = writeln!(self.luggage.library, "{name}");
            return Ok(Some(()));
        }
        let (source, reads) = match &value {
            Value::Rules(rules) if rules.native.is_none() => (&rules.source, rules.reads.clone()),
            Value::Func(closure) if closure.captured.is_empty() => (&closure.proto.source, closure.proto.reads.clone()),
            _ => {
                let Some(data) = self.data(&value)? else { return Ok(None) };
                self.luggage.values.push((name.to_string(), data));
                return Ok(Some(()));
            }
        };
        let _ = writeln!(self.luggage.definitions, "{source}");
        for &slot in &reads {
            if self.variable(slot)?.is_none() {
                return Ok(None);
            }
        }
        Ok(Some(()))
    }
}

impl Luggage {
    /// The game in another session, if it is the same there.
    fn unpack(&self, session: &mut Session) -> Option<Value> {
        session.provide(&self.library);
        for (name, data) in &self.values {
            let value = decode(&mut session.machine, data, Places::ByName).ok()?;
            session.machine.globals_mut().set_user(name, value);
        }
        let (quiet, handle): (Sink, _) = (Rc::new(|_, _| {}), Rc::clone(&session.machine.handle));
        // Running a text forgets who may end it.
        let answered = handle.end_with(None);
        let ran = session.run("rules", &self.definitions, Mode::Script, quiet);
        handle.end_with(answered);
        if !ran.errors.is_empty() {
            return None;
        }
        let m = &mut session.machine;
        let mut terms = Vec::new();
        for (negative, rules, arguments) in &self.terms {
            let Some(Value::Rules(rules)) = m.globals().value(rules).cloned() else { return None };
            let arguments: Option<_> = arguments.iter().map(|data| decode(m, data, Places::ByName).ok()).collect();
            let Value::Position(position) = m.position(&rules, arguments?).ok()? else { return None };
            terms.push((*negative, position));
        }
        let game = self.game(m, terms)?;
        (m.lasting_name_of(&game) == Some(self.name)).then_some(game)
    }

    fn game(&self, m: &mut Machine, mut terms: Vec<(bool, Rc<Position>)>) -> Option<Value> {
        let rest = decode(m, &self.rest, Places::ByName).ok()?;
        if let ([(false, _)], Value::Int(0)) = (&terms[..], &rest) {
            return terms.pop().map(|(_, position)| Value::Position(position));
        }
        Some(Value::Sum(Rc::new(Sum { terms: crate::value::Deep(terms), rest })))
    }
}

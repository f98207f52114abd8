//! Values as data.

use super::{Distant, MOST, NESTED, cannot};
use crate::adapters::graphs::Graph;
use crate::adapters::loopy::games::LoopyGame;
use crate::adapters::loopy::values::{Infinity, Nimber, Unknown};
use crate::adapters::ordinals::Long;
use crate::adapters::posets::PosetValue;
use crate::adapters::posets::chomp::chomp_position;
use crate::builtins::semilinear::things::{Generating, PointSet};
use crate::eval::Machine;
use crate::games::{Game, View};
use crate::graphs::LoopyNimber;
use crate::limits::with_stack;
use crate::value::{Form, Player, Position, Res, Value};
use rustc_hash::FxHashMap;
use serde_json::{Value as Json, json};
use std::rc::Rc;

/// Steps for the value of a position whose play goes round.
const CIRCLING: u64 = 200_000;

pub(super) struct Writer<'m, 'f> {
    pub(super) m: &'m mut Machine,
    pub(super) left: usize,
    pub(super) functions: Option<&'f mut Vec<Value>>,
}

impl Writer<'_, '_> {
    pub(super) fn spend(&mut self, n: usize) -> Res<()> {
        self.m.handle.tick()?;
        match self.left.checked_sub(n) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => cannot(format!("this value is too large to be handed in: it has more than {MOST} parts")),
        }
    }

    pub(super) fn value(&mut self, value: &Value, depth: u32) -> Res<Json> {
        self.spend(1)?;
        let Some(depth) = depth.checked_sub(1) else {
            return cannot(format!("this value is nested more than {NESTED} deep and cannot be handed in"));
        };
        Ok(match value {
            Value::Nothing | Value::Unset | Value::Cell(_) => Json::Null,
            Value::Bool(b) => json!(b),
            Value::Int(n) => json!({ "int": n.to_string() }),
            Value::Big(n) => {
                self.spend(usize::try_from(n.bits() / 64).unwrap_or(usize::MAX))?;
                json!({ "int": n.to_string() })
            }
            Value::Ratio(q) => json!({ "ratio": self.ratio(q)? }),
            Value::Str(text) => {
                self.spend(text.len() / 16)?;
                json!({ "str": &***text })
            }
            Value::Player(player) => json!({ "player": player.name() }),
            Value::Outcome(outcome) => json!({ "outcome": outcome.name() }),
            Value::Tuple(items) => json!({ "tuple": self.items(items, depth)? }),
            Value::List(items) => json!({ "list": self.items(items, depth)? }),
            Value::Set(items) => {
                let items = crate::value::key::sorted(items, &self.m.store, &self.m.handle)?;
                json!({ "set": self.items(&items, depth)? })
            }
            Value::Map(entries) => {
                let mut all = Vec::with_capacity(entries.len());
                for (key, value) in entries.iter() {
                    all.push(json!([self.value(&key.0, depth)?, self.value(value, depth)?]));
                }
                json!({ "map": all })
            }
            Value::Range(ends) => json!({ "range": [ends.0.to_string(), ends.1.to_string()] }),
            Value::Grid(grid) => {
                self.spend(grid.symbols().len() / 16)?;
                json!({ "grid": grid.text("\n") })
            }
            Value::Game(game) => json!({ "game": self.game(*game)? }),
            Value::Form(form) if let Some(parts) = form.parts() => {
                let mut entries = Vec::with_capacity(parts.len());
                for part in parts.all() {
                    entries.push(json!([part.count.to_string(), with_stack(|| self.value(&part.game, depth))?]));
                }
                json!({ "components": entries, "number": self.value(&parts.number, depth)? })
            }
            Value::Form(form) => json!({ "form": self.form(form, depth)? }),
            Value::Thing(thing) if let Some(plain) = thing.opened().plain() => self.value(&plain, depth)?,
            Value::Position(position) => self.position(position, depth)?,
            Value::Sum(sum) => {
                let mut terms = Vec::with_capacity(sum.terms.len());
                for (negative, position) in sum.terms.iter() {
                    terms.push(json!([negative, self.position(position, depth)?]));
                }
                json!({ "sum": terms, "rest": self.value(&sum.rest, depth)?, "value": self.worth(value)? })
            }
            Value::Move(made) => json!({
                "move": made.player.map(Player::name),
                "component": self.value(&made.component, depth)?,
                "becomes": self.value(&made.becomes, depth)?,
                "to": self.value(&made.to, depth)?,
            }),
            Value::Rules(rules) => self.function(json!({ "rules": &*rules.name }), value),
            Value::Func(_) | Value::Native(_) => {
                let written = json!({ "function": self.m.notation(value)? });
                self.function(written, value)
            }
            Value::Thing(_) if let Some(distant) = value.thing::<Distant>() => json!({ "back": distant.id }),
            Value::Thing(_) if value.thing::<Infinity>().is_some() => json!({ "oo": null }),
            Value::Thing(_) if value.thing::<Unknown>().is_some() => json!({ "unknown": null }),
            Value::Thing(_) if let Some(Nimber(LoopyNimber::Infinite(set))) = value.thing() => json!({ "oo": set }),
            Value::Thing(_) if let Some(game) = value.thing::<LoopyGame>() => self.loopy(game)?,
            Value::Thing(_) if let Some(poset) = value.thing::<PosetValue>() => {
                self.spend(poset.elements.len())?;
                let covers = poset.order.covers(&self.m.handle)?;
                json!({ "poset": self.items(&poset.elements, depth)?, "covers": covers })
            }
            Value::Thing(_) if let Some(graph) = value.thing::<Graph>() => {
                self.spend(graph.edges.len())?;
                let vertices = self.items(&graph.vertices, depth)?;
                let mut edges = Vec::with_capacity(graph.edges.len());
                for edge in &graph.edges {
                    edges.push(json!([edge.from, edge.to, edge.directed, self.value(&edge.label, depth)?]));
                }
                json!({ "graph": vertices, "edges": edges, "colours": self.items(&graph.colours, depth)? })
            }
            Value::Thing(_) if let Some(set) = value.thing::<PointSet>() => self.set(set)?,
            Value::Thing(_) if let Some(series) = value.thing::<Generating>() => self.series(series)?,
            Value::Thing(_) if let Some(long) = value.thing::<Long>() => self.long(long, depth)?,
            other => {
                let kind = other.a_kind();
                return cannot(format!("{kind} cannot be handed in: hand in a value that can be written down"));
            }
        })
    }

    /// A function, with the number by which it can be asked.
    fn function(&mut self, mut written: Json, value: &Value) -> Json {
        if let (Some(functions), Some(fields)) = (&mut self.functions, written.as_object_mut()) {
            fields.insert("id".into(), json!(functions.len()));
            functions.push(value.clone());
        }
        written
    }

    fn items(&mut self, items: &[Value], depth: u32) -> Res<Vec<Json>> {
        with_stack(|| items.iter().map(|item| self.value(item, depth)).collect())
    }

    fn position(&mut self, position: &Rc<Position>, depth: u32) -> Res<Json> {
        if chomp_position(&Value::Position(Rc::clone(position))).is_some() {
            let (poset, poisoned) = self.m.chomp_written(position)?;
            let arguments = self.items(&[poset], depth)?;
            let value = self.worth(&Value::Position(Rc::clone(position)))?;
            return Ok(json!({ "position": "chomp", "arguments": arguments, "value": value, "poisoned": poisoned }));
        }
        let arguments = self.items(&position.arguments, depth)?;
        let value = self.worth(&Value::Position(Rc::clone(position)))?;
        Ok(json!({ "position": &*position.rules.name, "arguments": arguments, "value": value }))
    }

    /// The value of a position, loopy ones included; null if it has none, as a draw: the position itself may do.
    fn worth(&mut self, value: &Value) -> Res<Json> {
        match self.m.attempt(|m| m.game(value)) {
            Ok(game) => return self.game(game),
            Err(flow) if flow.stopped() => return Err(flow),
            Err(_) => {}
        }
        match self.m.attempt_within(CIRCLING, |m| m.loopy_game(value)) {
            Ok(value) => self.loopy_value(value),
            Err(_) => Ok(Json::Null),
        }
    }

    /// A game as the table of its followers, each after its options; the last is the game itself.
    pub(super) fn game(&mut self, game: Game) -> Res<Json> {
        let mut table = Vec::new();
        let mut known: FxHashMap<Game, usize> = FxHashMap::default();
        let mut path = vec![(game, false)];
        while let Some((game, ready)) = path.pop() {
            if known.contains_key(&game) {
                continue;
            }
            let entry = match self.m.store.view(game) {
                View::Number(x) => json!(x.to_string()),
                View::NumberUpStar { number, ups, star } => {
                    json!([number.to_string(), ups.to_string(), star.to_string()])
                }
                View::Other => {
                    let left = self.m.store.left(game, &self.m.handle)?;
                    let right = self.m.store.right(game, &self.m.handle)?;
                    if !ready {
                        path.push((game, true));
                        path.extend(left.iter().chain(&right).map(|&g| (g, false)));
                        continue;
                    }
                    let places = |options: &[Game]| options.iter().map(|g| known[g]).collect::<Vec<_>>();
                    json!({ "l": places(&left), "r": places(&right) })
                }
            };
            self.spend(1)?;
            known.insert(game, table.len());
            table.push(entry);
        }
        Ok(Json::Array(table))
    }

    /// A literal as the table of its parts; parts that are shared are entered once.
    fn form(&mut self, form: &Rc<Form>, depth: u32) -> Res<Json> {
        let mut table = Vec::new();
        let mut known: FxHashMap<*const Form, usize> = FxHashMap::default();
        let mut path = vec![(Rc::clone(form), false)];
        while let Some((form, ready)) = path.pop() {
            if known.contains_key(&Rc::as_ptr(&form)) {
                continue;
            }
            let Some(options) = form.options() else { continue };
            if !ready {
                path.push((Rc::clone(&form), true));
                for option in options.0.iter().chain(&options.1) {
                    if let Value::Form(inner) = option
                        && inner.options().is_some()
                    {
                        path.push((Rc::clone(inner), false));
                    }
                }
                continue;
            }
            let mut sides = Vec::with_capacity(2);
            for side in [&options.0, &options.1] {
                let mut entries = Vec::with_capacity(side.len());
                for option in side {
                    entries.push(match option {
                        Value::Form(inner) if inner.options().is_some() => json!(known[&Rc::as_ptr(inner)]),
                        other => self.value(other, depth)?,
                    });
                }
                sides.push(Json::Array(entries));
            }
            self.spend(1)?;
            known.insert(Rc::as_ptr(&form), table.len());
            table.push(Json::Array(sides));
        }
        Ok(Json::Array(table))
    }
}

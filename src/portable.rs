//! Values that cross from one process to another, as plain data.
//!
//! In: a value and the machine that made it. Out: JSON that means the same to any other machine. Nothing of it is ever
//! run: a game goes as the table of its options, a position as the name of its rule set, its parameters and its value, a
//! rule set or function as its values where somebody asked for them. Bad data is an error, never a panic.
//!
//! Reading has two ways with positions ([`Places`]): by the rules of that name that the reader knows, or as the value that
//! the writer computed. So whoever calls his own rules `Nim` and names a position of them names one of the reader's Nim.

mod distant;

pub use distant::{Distant, Line};

use crate::adapters::graphs::{Edge, Graph};
use crate::adapters::loopy::values::{Infinity, Nimber, Unknown};
use crate::adapters::posets::PosetValue;
use crate::diagnostics::Mistake;
use crate::eval::Machine;
use crate::games::{Dyadic, Game, View};
use crate::graphs::LoopyNimber;
use crate::limits::with_stack;
use crate::source::Span;
use crate::syntax::ast::ProductOp;
use crate::value::key::Key;
use crate::value::{Deep, Entries, Fault, Form, Grid, Items, Move, OutcomeClass, Player, Position, Res, Value};
use num_bigint::BigInt;
use num_rational::BigRational;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json, json};
use std::rc::Rc;

/// Collections are nested no deeper than this: readers of JSON refuse more than 128 levels.
const NESTED: u32 = 30;
/// Most followers of a game, and most elements of all collections together.
const MOST: usize = 200_000;

/// A value that was handed in.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Given {
    /// The value as data.
    pub data: Json,
    /// As it is written, cut, on one line.
    pub shown: String,
    /// What kind of value it is.
    pub kind: String,
    /// For a rule set or function: its value for each of the parameters, or the error.
    pub rows: Vec<Result<Row, String>>,
    /// The rule of its question that it breaks, a sentence.
    pub breach: Option<String>,
    /// Whether it is the key's own, which need not be written as students write theirs; no process can say so.
    #[serde(skip)]
    pub own: Option<OwnAnswer>,
}

/// An answer of the key itself, with all that it can do.
#[derive(Clone, Debug)]
pub struct OwnAnswer(pub Value);

impl PartialEq for OwnAnswer {
    fn eq(&self, _: &OwnAnswer) -> bool {
        true
    }
}

/// The value of a rule set or function for some parameters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The value as data.
    pub data: Json,
    /// For a position: how many options Left and Right have.
    pub options: Option<(usize, usize)>,
    /// For a position: what its moves are, whatever it is called; nothing if that is too much.
    pub shape: Option<crate::eval::shape::Shape>,
}

/// What a position becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Places {
    /// A position of the rule set that has its name here; its value where there is none.
    ByName,
    /// Its value.
    ByValue,
}

/// A value as data.
pub fn encode(m: &mut Machine, value: &Value) -> Res<Json> {
    Writer { m, left: MOST, functions: None }.value(value, NESTED)
}

/// The same; functions and rule sets in it are put into the list, by their place in which they can be asked for.
pub fn encode_with(m: &mut Machine, value: &Value, functions: &mut Vec<Value>) -> Res<Json> {
    Writer { m, left: MOST, functions: Some(functions) }.value(value, NESTED)
}

/// The value that data stand for.
pub fn decode(m: &mut Machine, data: &Json, places: Places) -> Res {
    Decoder { m, places, line: None, functions: &[] }.value(data, NESTED + 2)
}

/// The same; functions in it are asked over the line.
pub fn decode_with(m: &mut Machine, data: &Json, places: Places, line: &Line) -> Res {
    Decoder { m, places, line: Some(line), functions: &[] }.value(data, NESTED + 2)
}

/// What another process asks for a function of this one: functions that went there and come back are those of the list.
pub fn decode_arguments(m: &mut Machine, data: &Json, functions: &[Value]) -> Res<Vec<Value>> {
    let mut decoder = Decoder { m, places: Places::ByName, line: None, functions };
    let Some(items) = data.as_array() else { return broken() };
    items.iter().map(|item| decoder.value(item, NESTED + 2)).collect()
}

/// How deep data are nested.
pub fn levels(data: &Json) -> usize {
    let mut deepest = 0;
    let mut open = vec![(data, 1)];
    while let Some((data, level)) = open.pop() {
        deepest = deepest.max(level);
        match data {
            Json::Array(items) => open.extend(items.iter().map(|item| (item, level + 1))),
            Json::Object(fields) => open.extend(fields.values().map(|field| (field, level + 1))),
            _ => {}
        }
    }
    deepest
}

/// Whether it is made of positions, or of moves between them.
pub fn has_positions(value: &Value) -> bool {
    let within = |items: &[Value]| with_stack(|| items.iter().any(has_positions));
    match value {
        Value::Position(_) | Value::Sum(_) | Value::Move(_) => true,
        Value::Tuple(items) | Value::List(items) => within(items),
        Value::Set(items) => items.iter().any(|key| with_stack(|| has_positions(&key.0))),
        Value::Map(entries) => {
            entries.iter().any(|(key, value)| with_stack(|| has_positions(&key.0) || has_positions(value)))
        }
        _ => false,
    }
}

fn cannot<T>(what: impl Into<String>) -> Res<T> {
    Fault::new(Mistake::HandedIn, what).err()
}

struct Writer<'m, 'f> {
    m: &'m mut Machine,
    left: usize,
    functions: Option<&'f mut Vec<Value>>,
}

impl Writer<'_, '_> {
    fn spend(&mut self, n: usize) -> Res<()> {
        self.m.handle.tick()?;
        match self.left.checked_sub(n) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => cannot(format!("this value is too large to be handed in: it has more than {MOST} parts")),
        }
    }

    fn value(&mut self, value: &Value, depth: u32) -> Res<Json> {
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
            Value::Ratio(q) => {
                self.spend(usize::try_from((q.numer().bits() + q.denom().bits()) / 64).unwrap_or(usize::MAX))?;
                json!({ "ratio": [q.numer().to_string(), q.denom().to_string()] })
            }
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
        let arguments = self.items(&position.arguments, depth)?;
        let value = self.worth(&Value::Position(Rc::clone(position)))?;
        Ok(json!({ "position": &*position.rules.name, "arguments": arguments, "value": value }))
    }

    /// The value of a position; null if it has none, as a draw: the position itself may do.
    fn worth(&mut self, value: &Value) -> Res<Json> {
        match self.m.attempt(|m| m.game(value)) {
            Ok(game) => self.game(game),
            Err(flow) if flow.stopped() => Err(flow),
            Err(_) => Ok(Json::Null),
        }
    }

    /// A game as the table of its followers, each after its options; the last is the game itself.
    fn game(&mut self, game: Game) -> Res<Json> {
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

struct Decoder<'m> {
    m: &'m mut Machine,
    places: Places,
    /// How functions that stay in the other process are asked.
    line: Option<&'m Line>,
    /// Functions of this process that the other one knows by their numbers.
    functions: &'m [Value],
}

/// What is wrong with the data; only a bug or somebody's own hand makes such.
fn broken<T>() -> Res<T> {
    cannot("these data are damaged")
}

impl Decoder<'_> {
    fn value(&mut self, data: &Json, depth: u32) -> Res {
        self.m.handle.tick()?;
        let Some(depth) = depth.checked_sub(1) else { return broken() };
        let object = match data {
            Json::Null => return Ok(Value::Nothing),
            Json::Bool(b) => return Ok(Value::Bool(*b)),
            Json::Object(object) => object,
            _ => return broken(),
        };
        let Some((kind, first)) = object.iter().next() else { return broken() };
        match (kind.as_str(), first) {
            ("int", Json::String(digits)) => integer(digits).map(Value::from),
            ("ratio", Json::Array(parts)) => match &parts[..] {
                [Json::String(p), Json::String(q)] => Ok(ratio(p, q)?.into()),
                _ => broken(),
            },
            ("str", Json::String(text)) => Ok(Value::text(&**text)),
            ("player", Json::String(name)) => {
                let all = [Player::Left, Player::Right, Player::First, Player::Second];
                all.into_iter().find(|p| p.name() == name).map_or_else(broken, |p| Ok(Value::Player(p)))
            }
            ("outcome", Json::String(name)) => {
                OutcomeClass::ALL.into_iter().find(|o| o.name() == name).map_or_else(broken, |o| Ok(Value::Outcome(o)))
            }
            ("tuple", Json::Array(items)) => Ok(Value::tuple(self.items(items, depth)?)),
            ("list", Json::Array(items)) => Ok(Value::list(self.items(items, depth)?)),
            ("set", Json::Array(items)) => {
                let mut set = Items::default();
                for item in self.items(items, depth)? {
                    set.insert(self.m.key(&item)?);
                }
                Ok(Value::set(set))
            }
            ("map", Json::Array(entries)) => {
                let mut map = Entries::default();
                for entry in entries {
                    let Some([key, value]) = entry.as_array().map(Vec::as_slice) else { return broken() };
                    let key = self.value(key, depth)?;
                    let key: Key = self.m.key(&key)?;
                    map.insert(key, self.value(value, depth)?);
                }
                Ok(Value::Map(Rc::new(Deep(map))))
            }
            ("range", Json::Array(ends)) => match &ends[..] {
                [Json::String(a), Json::String(b)] => match (a.parse(), b.parse()) {
                    (Ok(a), Ok(b)) => Ok(Value::Range(Rc::new((a, b)))),
                    _ => broken(),
                },
                _ => broken(),
            },
            ("grid", Json::String(text)) => Ok(Value::Grid(Rc::new(Grid::parse(text)?))),
            ("game", table) => {
                let game = self.game(table)?;
                Ok(self.m.game_value(game))
            }
            ("form", Json::Array(table)) => self.form(table, depth),
            ("components", Json::Array(entries)) => {
                let mut total = self.value(object.get("number").unwrap_or(&Json::Null), depth)?;
                for entry in entries {
                    let Some([Json::String(count), game]) = entry.as_array().map(Vec::as_slice) else {
                        return broken();
                    };
                    let (count, game) = (Value::from(integer(count)?), self.value(game, depth)?);
                    self.m.check_game_argument(&game)?;
                    let many = self.m.product(ProductOp::Mul, &count, &game)?;
                    total = self.m.add(&total, &many)?;
                }
                Ok(total)
            }
            (word @ ("function" | "rules"), Json::String(written)) => {
                let id = object.get("id").and_then(Json::as_u64).and_then(|id| usize::try_from(id).ok());
                let (Some(line), Some(id)) = (self.line, id) else { return broken() };
                Ok(Value::of(Distant::new(word == "rules", written, id, Rc::clone(line))))
            }
            ("back", id) => match place_in(id, self.functions.len()) {
                Some(id) => Ok(self.functions[id].clone()),
                None => broken(),
            },
            ("oo", Json::Null) => Ok(Value::of(Infinity)),
            ("unknown", Json::Null) => Ok(Value::of(Unknown)),
            ("oo", Json::Array(set)) => match set.iter().map(Json::as_u64).collect::<Option<Vec<u64>>>() {
                Some(set) if set.is_sorted() => Ok(Value::of(Nimber(LoopyNimber::Infinite(set)))),
                _ => broken(),
            },
            ("poset", Json::Array(elements)) => self.poset(elements, object, depth),
            ("graph", Json::Array(vertices)) => self.graph(vertices, object, depth),
            ("position", _) => self.position(object, depth),
            ("sum", Json::Array(terms)) => self.sum(object, terms, depth),
            ("move", player) => {
                let part = |name: &str| object.get(name).unwrap_or(&Json::Null);
                let player = [Player::Left, Player::Right].into_iter().find(|p| player == p.name());
                let (component, becomes) = (self.value(part("component"), depth)?, self.value(part("becomes"), depth)?);
                let to = self.value(part("to"), depth)?;
                // A move in what is no position here is where it leads to.
                if !(component.is_game() && becomes.is_game() && to.is_game()) {
                    return Ok(to);
                }
                Ok(Value::Move(Rc::new(Move { player, component, becomes, to })))
            }
            _ => broken(),
        }
    }

    fn items(&mut self, items: &[Json], depth: u32) -> Res<Vec<Value>> {
        with_stack(|| items.iter().map(|item| self.value(item, depth)).collect())
    }

    fn poset(&mut self, elements: &[Json], object: &Map<String, Json>, depth: u32) -> Res {
        let elements = self.items(elements, depth)?;
        let Some(covers) = object.get("covers").and_then(Json::as_array) else { return broken() };
        let mut pairs = Vec::with_capacity(covers.len());
        for pair in covers {
            let Some([x, y]) = pair.as_array().map(Vec::as_slice) else { return broken() };
            match (place_in(x, elements.len()), place_in(y, elements.len())) {
                (Some(x), Some(y)) => pairs.push(Value::tuple(vec![elements[x].clone(), elements[y].clone()])),
                _ => return broken(),
            }
        }
        // The library's own function looks it over: relations that go round are none of a poset.
        let globals = self.m.globals();
        let Some(make) = globals.library.get("poset").map(|&slot| globals.values[slot as usize].clone()) else {
            return broken();
        };
        self.m.apply(&make, vec![Value::list(elements), Value::list(pairs)], Span::default())
    }

    fn graph(&mut self, vertices: &[Json], object: &Map<String, Json>, depth: u32) -> Res {
        let mut labels = Vec::with_capacity(vertices.len());
        for vertex in vertices {
            let vertex = self.value(vertex, depth)?;
            labels.push(self.m.normal(&vertex)?);
        }
        let list = |name: &str| object.get(name).and_then(Json::as_array);
        let (Some(edges), Some(colours)) = (list("edges"), list("colours")) else { return broken() };
        let place = |place: &Json| place_in(place, labels.len()).and_then(|i| u32::try_from(i).ok());
        let mut all = Vec::with_capacity(edges.len());
        for edge in edges {
            let Some([from, to, Json::Bool(directed), label]) = edge.as_array().map(Vec::as_slice) else {
                return broken();
            };
            let (Some(from), Some(to)) = (place(from), place(to)) else { return broken() };
            let label = self.value(label, depth)?;
            all.push(Edge { from, to, directed: *directed, label: self.m.normal(&label)? });
        }
        let colours = self.items(colours, depth)?;
        if colours.len() != labels.len() {
            return broken();
        }
        Ok(Value::of(Graph::new(self.m, labels, all, Some(colours))?))
    }

    fn position(&mut self, object: &Map<String, Json>, depth: u32) -> Res {
        let part = |name: &str| object.get(name).unwrap_or(&Json::Null);
        if self.places == Places::ByName
            && let (Json::String(name), Json::Array(arguments)) = (part("position"), part("arguments"))
            && let Some(Value::Rules(rules)) = self.m.globals().value(name).cloned()
        {
            let arguments = self.items(arguments, depth)?;
            match self.m.attempt(|m| m.position(&rules, arguments)) {
                Ok(position) => return Ok(position),
                Err(flow) if flow.stopped() => return Err(flow),
                Err(_) => {}
            }
        }
        self.worth(part("value"))
    }

    /// The value that came with a position.
    fn worth(&mut self, table: &Json) -> Res {
        if table.is_null() {
            return cannot("this position has no value that could be found within the limits");
        }
        let game = self.game(table)?;
        Ok(self.m.game_value(game))
    }

    fn sum(&mut self, object: &Map<String, Json>, terms: &[Json], depth: u32) -> Res {
        let value = object.get("value").unwrap_or(&Json::Null);
        if self.places == Places::ByValue {
            return self.worth(value);
        }
        let rest = self.value(object.get("rest").unwrap_or(&Json::Null), depth)?;
        self.m.check_game_argument(&rest)?;
        let mut total = Value::from(BigInt::from(0));
        for term in terms {
            let Some([Json::Bool(negative), Json::Object(position)]) = term.as_array().map(Vec::as_slice) else {
                return broken();
            };
            let mut position = self.position(position, depth)?;
            if *negative {
                position = self.m.neg(&position)?;
            }
            total = self.m.add(&total, &position)?;
        }
        self.m.add(&total, &rest)
    }

    fn game(&mut self, table: &Json) -> Res<Game> {
        let Some(table) = table.as_array() else { return broken() };
        let mut games: Vec<Game> = Vec::with_capacity(table.len());
        for entry in table {
            self.m.handle.tick()?;
            let game = match entry {
                Json::String(number) => self.m.store.number(dyadic(number)?),
                Json::Array(parts) => match &parts[..] {
                    [Json::String(number), Json::String(ups), Json::String(star)] => {
                        let (Ok(ups), Ok(star)) = (ups.parse(), star.parse()) else { return broken() };
                        self.m.store.number_up_star(dyadic(number)?, ups, star)
                    }
                    _ => return broken(),
                },
                Json::Object(sides) => {
                    let side = |name: &str| -> Res<Vec<Game>> {
                        let Some(places) = sides.get(name).and_then(Json::as_array) else { return broken() };
                        places
                            .iter()
                            .map(|place| place_in(place, games.len()).map(|i| games[i]))
                            .collect::<Option<_>>()
                            .map_or_else(broken, Ok)
                    };
                    let (left, right) = (side("l")?, side("r")?);
                    self.m.store.canonical(&left, &right, &self.m.handle)?
                }
                _ => return broken(),
            };
            games.push(game);
        }
        games.last().copied().map_or_else(broken, Ok)
    }

    fn form(&mut self, table: &[Json], depth: u32) -> Res {
        let mut forms: Vec<Rc<Form>> = Vec::with_capacity(table.len());
        for entry in table {
            self.m.handle.tick()?;
            let Some([Json::Array(left), Json::Array(right)]) = entry.as_array().map(Vec::as_slice) else {
                return broken();
            };
            let mut sides = [Vec::new(), Vec::new()];
            for (side, entries) in sides.iter_mut().zip([left, right]) {
                for option in entries {
                    let option = match option {
                        Json::Number(_) => match place_in(option, forms.len()) {
                            Some(i) => Value::Form(Rc::clone(&forms[i])),
                            None => return broken(),
                        },
                        other => self.value(other, depth)?,
                    };
                    self.m.check_game_argument(&option)?;
                    side.push(option);
                }
            }
            let [left, right] = sides;
            forms.push(Form::literal(left, right));
        }
        forms.pop().map_or_else(broken, |form| Ok(Value::Form(form)))
    }
}

fn place_in(place: &Json, length: usize) -> Option<usize> {
    place.as_u64().and_then(|i| usize::try_from(i).ok()).filter(|&i| i < length)
}

fn integer(digits: &str) -> Res<BigInt> {
    // Reading a numeral takes quadratic time.
    if digits.len() > 400_000 {
        return broken();
    }
    digits.parse().or_else(|_| broken())
}

fn ratio(p: &str, q: &str) -> Res<BigRational> {
    let (p, q) = (integer(p)?, integer(q)?);
    if q == BigInt::from(0) { broken() } else { Ok(BigRational::new(p, q)) }
}

fn dyadic(text: &str) -> Res<Dyadic> {
    let (p, q) = text.split_once('/').unwrap_or((text, "1"));
    Dyadic::from_ratio(&ratio(p, q)?).map_or_else(broken, Ok)
}

//! Data as values.

use super::{Distant, Line, Places, cannot};
use crate::adapters::graphs::{Edge, Graph};
use crate::adapters::loopy::values::{Infinity, Nimber, Unknown};
use crate::eval::Machine;
use crate::games::{Dyadic, Game};
use crate::graphs::LoopyNimber;
use crate::limits::with_stack;
use crate::source::Span;
use crate::syntax::ast::ProductOp;
use crate::value::key::Key;
use crate::value::{Deep, Entries, Form, Grid, Items, Move, OutcomeClass, Player, Res, Value};
use num_bigint::BigInt;
use num_rational::BigRational;
use serde_json::{Map, Value as Json};
use std::rc::Rc;

pub(super) struct Decoder<'m> {
    pub(super) m: &'m mut Machine,
    pub(super) places: Places,
    /// How functions that stay in the other process are asked.
    pub(super) line: Option<&'m Line>,
    /// Functions of this process that the other one knows by their numbers.
    pub(super) functions: &'m [Value],
}

/// What is wrong with the data; only a bug or somebody's own hand makes such.
pub(super) fn broken<T>() -> Res<T> {
    cannot("these data are damaged")
}

impl Decoder<'_> {
    pub(super) fn value(&mut self, data: &Json, depth: u32) -> Res {
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
            ("ratio", parts) => Ok(self.ratio(parts)?.into()),
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
            ("loop", Json::Number(_)) => self.loopy(object),
            ("sides", Json::Array(sides)) => self.sided(sides),
            ("poset", Json::Array(elements)) => self.poset(elements, object, depth),
            ("graph", Json::Array(vertices)) => self.graph(vertices, object, depth),
            ("strata", Json::Array(strata)) => self.set(strata, object),
            ("series", Json::Array(terms)) => self.series(terms, object),
            ("surreal", number) => self.long(number, object, depth),
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
            match self.m.attempt(|m| m.position(&rules, arguments.into())) {
                Ok(position) => return Ok(position),
                Err(flow) if flow.stopped() => return Err(flow),
                Err(_) => {}
            }
        } else if self.places == Places::ByName
            && let (Json::Bool(poisoned), Json::Array(arguments)) = (part("poisoned"), part("arguments"))
            && let [poset] = &self.items(arguments, depth)?[..]
            && matches!(self.m.globals().value("chomp"), Some(Value::Native(_)))
        {
            match self.m.attempt(|m| m.chomp(poset, *poisoned)) {
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
        self.loopy_worth(table)
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

    pub(super) fn game(&mut self, table: &Json) -> Res<Game> {
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

pub(super) fn place_in(place: &Json, length: usize) -> Option<usize> {
    place.as_u64().and_then(|i| usize::try_from(i).ok()).filter(|&i| i < length)
}

pub(super) fn integer(digits: &str) -> Res<BigInt> {
    // Reading a numeral takes quadratic time.
    if digits.len() > 400_000 {
        return broken();
    }
    digits.parse().or_else(|_| broken())
}

pub(super) fn ratio(p: &str, q: &str) -> Res<BigRational> {
    let (p, q) = (integer(p)?, integer(q)?);
    if q == BigInt::from(0) { broken() } else { Ok(BigRational::new(p, q)) }
}

fn dyadic(text: &str) -> Res<Dyadic> {
    let (p, q) = text.split_once('/').unwrap_or((text, "1"));
    Dyadic::from_ratio(&ratio(p, q)?).map_or_else(broken, Ok)
}

//! Certificates of lattice games as values, and their lines in files.
//!
//! In: a strategy, or a line that somebody wrote. Out: what `certificate(S)` gives, which answers like a map, and what `verify` has
//! the separate checkers look at. A line has the game's moves, so that it cannot be read for another game of the same name.

use super::questions::{game_of, game_rules};
use super::words;
use crate::builtins::once::read_once;
use crate::diagnostics::Mistake;
use crate::eval::{Machine, Thing};
use crate::lattices::automaton::{Automaton, Label};
use crate::lattices::budget::{Budgets, Failure};
use crate::lattices::closed::ClosedForm;
use crate::lattices::cover::{Cover, Landing, Reply};
use crate::lattices::cuts::{Cut, Cuts};
use crate::lattices::quotient::Quotient;
use crate::lattices::sets::{Stratification, notation};
use crate::lattices::stratum::Stratum;
use crate::lattices::{Certificate, Game};
use crate::value::node::Rules;
use crate::value::{Fault, Res, Value};
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use serde_json::{Value as Json, json};
use std::rc::Rc;

/// A certificate of the P-positions of a lattice game.
#[derive(Debug)]
pub struct LatticeProof {
    /// The game.
    pub rules: Rc<Rules>,
    /// What proves it; nothing if it has too many strata to be written.
    pub proof: Option<Certificate>,
    /// What there is to tell, a map.
    pub told: Value,
}

impl LatticeProof {
    fn game(&self) -> Res<&Game> {
        Ok(&game_of(&self.rules)?.game)
    }

    fn written(&self) -> Res<&Certificate> {
        match &self.proof {
            Some(proof) => Ok(proof),
            None => Fault::new(
                Mistake::Undecided,
                format!("the strategy of {} has too many strata for a file", self.rules.name),
            )
            .err(),
        }
    }

    /// Whether the separate checkers accept it.
    pub fn verify(&self, m: &Machine) -> Res {
        let name = &self.rules.name;
        let refused =
            |why: String| Fault::new(Mistake::Certificate, format!("the certificate proves nothing: {why}")).err();
        match self.written()?.check(self.game()?, &Budgets::default(), &m.handle) {
            Ok(_) => Ok(Value::Bool(true)),
            Err(Failure::Stop(stop)) => Err(stop.into()),
            Err(Failure::Budget) => {
                Fault::new(Mistake::Undecided, format!("the certificate of {name} is too large for the checker"))
                    .note(format!("`strategy({name}, claim = p_set(S))` of a strategy S may find a smaller proof."))
                    .err()
            }
            Err(Failure::Shape)
                if matches!(self.proof, Some(Certificate::Cover(_))) && words::has_more_sides(self.game()?) =>
            {
                Fault::new(Mistake::Undecided, words::MORE_SIDES).err()
            }
            Err(Failure::Shape) => refused(format!("it does not have the shape of a strategy of {name}")),
            Err(Failure::Position(at) | Failure::Twice(at)) => {
                let at: Vec<BigInt> = at.into_iter().map(BigInt::from).collect();
                refused(format!("it is wrong at {}", crate::adapters::lattices::point_text(&at)))
            }
        }
    }

    /// What it claims, in the language's own syntax.
    pub fn claim(&self, m: &mut Machine) -> Res<String> {
        let game = m.notation(&Value::Rules(Rc::clone(&self.rules)))?;
        let proof = self.written()?;
        if let Some(strata) = proof.strata(self.game()?, &Budgets::default(), &m.handle)?
            && let Ok(set) = Stratification::of_disjoint(self.game()?.dimension(), strata, &m.handle)
        {
            let set = Value::text(notation::text(&set));
            let set = m.notation(&set)?;
            return Ok(format!("p_set({game}) == stratification({set}, {})", self.game()?.dimension()));
        }
        Ok(match proof {
            Certificate::NimValues(closed) => {
                format!("certificate({game})[\"nim_values\"] == {:?}", closed.nim_values)
            }
            Certificate::Automaton(set) => {
                let rows: Vec<&[u32]> = set.next.chunks(1 << set.dimension).collect();
                let accepting: Vec<usize> = (0..set.accepts.len()).filter(|&q| set.accepts[q]).collect();
                format!(
                    "certificate({game})[\"transitions\"] == {rows:?} and certificate({game})[\"accepting\"] == {accepting:?}"
                )
            }
            _ => format!("verify(strategy({game}))"),
        })
    }

    /// Its line in a file. What the checkers do not accept is not written.
    pub fn line(&self, m: &mut Machine) -> Res<Json> {
        self.verify(m)?;
        let game = m.notation(&Value::Rules(Rc::clone(&self.rules)))?;
        let claim = self.claim(m)?;
        let Some((proof, data)) = data(self.written()?) else {
            return Fault::new(Mistake::Undecided, "the numbers of this certificate are too large for a file").err();
        };
        let mut line = json!({ "sprague": "certificate 1", "kind": "strategy", "claim": claim, "game": game,
            "moves": self.game()?.moves(), "defeated": self.game()?.defeated(), "proof": proof });
        line["data"] = data;
        Ok(line)
    }
}

/// `strategy_certificate(G, text)`.
pub fn read(m: &mut Machine, game: &Value, text: &str) -> Res {
    let wrong =
        |why: &str| Fault::new(Mistake::Certificate, format!("this line is no certificate of a strategy: {why}")).err();
    let rules = game_rules(game)?;
    let line = match read_once(text) {
        Ok(line) => line,
        Err(why) => return wrong(&why),
    };
    let own = &game_of(&rules)?.game;
    if line["moves"] != json!(own.moves()) || line["defeated"] != json!(own.defeated()) {
        return wrong(&format!("the moves or the defeated positions are not those of {}", rules.name));
    }
    let proof = line["proof"].as_str().and_then(|kind| parsed(kind, &line["data"], own.board().rows.len()));
    // Written again they are the same: nothing stands there that was not read.
    let Some(proof) = proof.filter(|proof| data(proof).is_some_and(|(_, data)| data == line["data"])) else {
        return wrong("its data are not those of a proof");
    };
    let method = match &proof {
        Certificate::NimValues(_) => "closed form",
        Certificate::Strata(_) => "strata",
        Certificate::Quotient(_) => "quotient",
        Certificate::Cover(_) => "cover",
        Certificate::Automaton(_) => "automaton",
        Certificate::Cuts(_) => "cuts",
    };
    let told = words::map(vec![("game", Value::text(rules.name.to_string())), ("method", Value::text(method))]);
    m.handle.tick()?;
    Ok(Value::of(LatticeProof { rules, proof: Some(proof), told }))
}

fn stratum(s: &Stratum) -> Option<Json> {
    let small = |v: &Vec<BigInt>| v.iter().map(|n| n.to_i64()).collect::<Option<Vec<i64>>>();
    let generators = s.generators.iter().map(small).collect::<Option<Vec<_>>>()?;
    Some(json!({ "base": small(&s.base)?, "generators": generators }))
}

/// The word of a proof and its data; nothing if its numbers are too large.
fn data(proof: &Certificate) -> Option<(&'static str, Json)> {
    let strata = |all: &[Stratum]| all.iter().map(stratum).collect::<Option<Vec<Json>>>();
    Some(match proof {
        Certificate::NimValues(closed) => ("nim-values", json!(closed.nim_values)),
        Certificate::Strata(all) => ("strata", json!(strata(all)?)),
        Certificate::Quotient(set) => {
            let next: Vec<&[u32]> = set.next.chunks(set.dimension).collect();
            let label = |label: &Label| match label {
                Label::P => "P",
                Label::N => "N",
                Label::Defeated => "defeated",
            };
            let labels: Vec<&str> = set.labels.iter().map(label).collect();
            ("quotient", json!({ "next": next, "labels": labels }))
        }
        Certificate::Cover(cover) => {
            let reply = |r: &Reply| Some(json!({ "stratum": stratum(&r.stratum)?, "move": r.index, "to": r.to }));
            let landed = |(s, landing): &(Stratum, Landing)| {
                let lands = match landing {
                    Landing::Rest(k) => json!({ "rest": k }),
                    Landing::Defeated => json!("defeated"),
                    Landing::Off(i) => json!({ "off": i }),
                };
                Some(json!({ "stratum": stratum(s)?, "lands": lands }))
            };
            let before = |parts: &Vec<(Stratum, Landing)>| parts.iter().map(landed).collect::<Option<Vec<Json>>>();
            let data = json!({
                "set": strata(&cover.set)?,
                "rest": cover.rest.iter().map(reply).collect::<Option<Vec<Json>>>()?,
                "before": cover.before.iter().map(before).collect::<Option<Vec<_>>>()?,
            });
            ("cover", data)
        }
        Certificate::Cuts(set) => {
            let node = |node: &Cut| match node {
                Cut::Leaf { residues, table } => {
                    let residues: Vec<Json> =
                        residues.iter().map(|(h, m)| json!({ "function": h, "modulo": m })).collect();
                    json!({ "residues": residues, "in": table })
                }
                Cut::Branch { function, low, below, layers, above } => {
                    json!({ "function": function, "low": low, "below": below, "layers": layers, "above": above })
                }
            };
            ("cuts", json!(set.nodes.iter().map(node).collect::<Vec<Json>>()))
        }
        Certificate::Automaton(set) => {
            let next: Vec<&[u32]> = set.next.chunks(1 << set.dimension).collect();
            ("automaton", json!({ "next": next, "accepts": set.accepts }))
        }
    })
}

/// A proof from its word and data, with entries of the right shape, and nothing else looked at.
fn parsed(kind: &str, data: &Json, dimension: usize) -> Option<Certificate> {
    let numbers = |of: &Json| of.as_array()?.iter().map(Json::as_u64).collect::<Option<Vec<u64>>>();
    let point = |of: &Json| {
        let point = of.as_array()?.iter().map(|n| n.as_i64().map(BigInt::from)).collect::<Option<Vec<BigInt>>>()?;
        (point.len() == dimension).then_some(point)
    };
    let stratum = |of: &Json| {
        let generators = of["generators"].as_array()?.iter().map(point).collect::<Option<Vec<_>>>()?;
        Stratum::new(point(&of["base"])?, generators)
    };
    let strata = |of: &Json| of.as_array()?.iter().map(stratum).collect::<Option<Vec<Stratum>>>();
    let index = |of: &Json| of.as_u64().and_then(|n| usize::try_from(n).ok());
    // Rows of so many numbers, each below the number of rows.
    let table = |of: &Json, width: usize| {
        let rows = of.as_array()?;
        let mut all = Vec::new();
        for row in rows {
            let row = numbers(row)?;
            if row.len() != width || row.iter().any(|&q| q >= rows.len() as u64) {
                return None;
            }
            all.extend(row.into_iter().map(|q| u32::try_from(q).ok()).collect::<Option<Vec<u32>>>()?);
        }
        (!rows.is_empty()).then_some((rows.len(), all))
    };
    Some(match kind {
        "nim-values" => {
            let nim_values = numbers(data)?;
            Certificate::NimValues((nim_values.len() == dimension).then_some(ClosedForm { nim_values })?)
        }
        "strata" => Certificate::Strata(strata(data)?),
        "quotient" => {
            let (rows, next) = table(&data["next"], dimension)?;
            let label = |of: &Json| match of.as_str()? {
                "P" => Some(Label::P),
                "N" => Some(Label::N),
                "defeated" => Some(Label::Defeated),
                _ => None,
            };
            let labels = data["labels"].as_array()?.iter().map(label).collect::<Option<Vec<Label>>>()?;
            Certificate::Quotient((labels.len() == rows).then_some(Quotient { dimension, next, labels })?)
        }
        "cover" => {
            let reply = |of: &Json| {
                Some(Reply { stratum: stratum(&of["stratum"])?, index: index(&of["move"])?, to: index(&of["to"])? })
            };
            let landed = |of: &Json| {
                let lands = &of["lands"];
                let landing = match (lands.as_str(), index(&lands["rest"]), index(&lands["off"])) {
                    (Some("defeated"), ..) => Landing::Defeated,
                    (None, Some(k), None) => Landing::Rest(k),
                    (None, None, Some(i)) => Landing::Off(i),
                    _ => return None,
                };
                Some((stratum(&of["stratum"])?, landing))
            };
            let before = |of: &Json| of.as_array()?.iter().map(landed).collect::<Option<Vec<_>>>();
            let cover = Cover {
                set: strata(&data["set"])?,
                rest: data["rest"].as_array()?.iter().map(reply).collect::<Option<Vec<_>>>()?,
                before: data["before"].as_array()?.iter().map(before).collect::<Option<Vec<_>>>()?,
            };
            Certificate::Cover(cover)
        }
        "cuts" => {
            let whole = |of: &Json| of.as_array()?.iter().map(Json::as_i64).collect::<Option<Vec<i64>>>();
            let child = |of: &Json| of.as_u64().and_then(|n| u32::try_from(n).ok());
            // Nothing, or a child.
            let perhaps = |of: &Json| if of.is_null() { Some(None) } else { child(of).map(Some) };
            let node = |of: &Json| {
                Some(match of.get("residues") {
                    Some(residues) => {
                        let one = |of: &Json| Some((whole(&of["function"])?, of["modulo"].as_i64()?));
                        Cut::Leaf {
                            residues: residues.as_array()?.iter().map(one).collect::<Option<_>>()?,
                            table: of["in"].as_array()?.iter().map(Json::as_bool).collect::<Option<_>>()?,
                        }
                    }
                    None => Cut::Branch {
                        function: whole(&of["function"])?,
                        low: of["low"].as_i64()?,
                        below: perhaps(&of["below"])?,
                        layers: of["layers"].as_array()?.iter().map(child).collect::<Option<_>>()?,
                        above: perhaps(&of["above"])?,
                    },
                })
            };
            let nodes = data.as_array()?.iter().map(node).collect::<Option<Vec<Cut>>>()?;
            let set = Cuts { dimension, nodes };
            Certificate::Cuts(set.is_sound().then_some(set)?)
        }
        "automaton" if dimension <= crate::lattices::automaton::MOST_COORDINATES => {
            let (rows, next) = table(&data["next"], 1 << dimension)?;
            let accepts = data["accepts"].as_array()?.iter().map(Json::as_bool).collect::<Option<Vec<bool>>>()?;
            Certificate::Automaton((accepts.len() == rows).then_some(Automaton { dimension, next, accepts })?)
        }
        _ => return None,
    })
}

impl Thing for LatticeProof {
    fn kind(&self) -> &'static str {
        "certificate"
    }

    fn same(&self, other: &dyn Thing) -> bool {
        other.downcast_ref::<LatticeProof>().is_some_and(|other| {
            matches!((self.game(), other.game()), (Ok(a), Ok(b)) if a == b) && self.proof == other.proof
        })
    }

    fn digest(&self) -> u64 {
        self.game().map_or(0, |game| game.moves().len() as u64)
    }

    fn notation(&self, m: &mut Machine) -> Res<String> {
        m.notation(&self.told)
    }

    fn json(&self, m: &mut Machine) -> Res<Json> {
        Ok(crate::report::json::data(&m.data(&self.told)?))
    }

    fn elements(&self, m: &mut Machine) -> Option<Res<Vec<Value>>> {
        Some(m.elements(&self.told))
    }

    fn contains(&self, _: &mut Machine, x: &Value) -> Option<Res<bool>> {
        let Value::Map(map) = &self.told else { return None };
        Some(Ok(map.contains_key(&crate::value::key::Key(x.clone()))))
    }

    fn index(&self, m: &mut Machine, index: &Value) -> Option<Res> {
        Some(m.index(&self.told, index))
    }
}

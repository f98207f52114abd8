//! Strategies as values.

use super::words;
use crate::adapters::lattices::LatticeGame;
use crate::diagnostics::Mistake;
use crate::eval::{Machine, Thing};
use crate::lattices::budget::Budgets;
use crate::lattices::sets::Stratification;
use crate::lattices::strategy::Strategy;
use crate::lattices::trouble::Trouble;
use crate::value::node::Rules;
use crate::value::{Fault, Res, Value};
use serde_json::{Value as Json, json};
use std::cell::OnceCell;
use std::rc::Rc;

/// A proved strategy of a lattice game.
#[derive(Debug)]
pub struct StrategyValue {
    /// The rule set.
    pub rules: Rc<Rules>,
    /// The strategy.
    pub strategy: Rc<Strategy>,
    set: OnceCell<Option<Rc<Stratification>>>,
    verdict: OnceCell<Verdict>,
}

/// What the separate checker says of a strategy.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// It has checked the proof and found it right.
    pub accepted: bool,
    /// In words.
    pub words: String,
}

impl StrategyValue {
    /// The value.
    pub fn new(rules: Rc<Rules>, strategy: Rc<Strategy>) -> StrategyValue {
        StrategyValue { rules, strategy, set: OnceCell::new(), verdict: OnceCell::new() }
    }

    /// The lattice game.
    pub fn game(&self) -> Res<&LatticeGame> {
        match self.rules.native::<LatticeGame>() {
            Some(game) => Ok(game),
            None => Fault::new(Mistake::WrongGame, "this is no lattice game").err(),
        }
    }

    /// What the separate checker says; it is run once.
    pub fn checker(&self, run: impl FnOnce() -> Res<Verdict>) -> Res<Verdict> {
        if let Some(verdict) = self.verdict.get() {
            return Ok(verdict.clone());
        }
        let verdict = run()?;
        Ok(self.verdict.get_or_init(|| verdict).clone())
    }

    /// The P-positions as a set of strata, where the strategy gives that.
    pub fn set(&self, m: &Machine) -> Res<Option<Rc<Stratification>>> {
        if let Some(set) = self.set.get() {
            return Ok(set.clone());
        }
        let strata = self.strategy.strata(&Budgets::default(), &m.handle)?;
        let set = match strata {
            None => None,
            Some(strata) => match Stratification::of_disjoint(self.strategy.game().dimension(), strata, &m.handle) {
                Ok(set) => Some(Rc::new(set)),
                Err(Trouble::Stop(stop)) => return Err(stop.into()),
                Err(_) => None,
            },
        };
        Ok(self.set.get_or_init(|| set).clone())
    }
}

impl Thing for StrategyValue {
    fn kind(&self) -> &'static str {
        "strategy"
    }

    fn same(&self, other: &dyn Thing) -> bool {
        other.downcast_ref::<StrategyValue>().is_some_and(|o| o.strategy.game() == self.strategy.game())
    }

    fn digest(&self) -> u64 {
        self.strategy
            .game()
            .moves()
            .iter()
            .flatten()
            .fold(self.strategy.game().dimension() as u64, |h, &n| h.wrapping_mul(1_000_003).wrapping_add(n as u64))
    }

    fn notation(&self, _machine: &mut Machine) -> Res<String> {
        Ok(format!("strategy({})", self.rules.name))
    }

    fn display(&self, machine: &mut Machine) -> Res<String> {
        words::display(machine, self)
    }

    fn json(&self, machine: &mut Machine) -> Res<Json> {
        let certificate = words::certificate(machine, self)?;
        let mut map = serde_json::Map::new();
        for (key, value) in certificate {
            map.insert(key.to_string(), crate::report::json::data(&machine.data(&value)?));
        }
        Ok(json!(map))
    }

    fn explain(&self, machine: &mut Machine) -> Option<Res> {
        Some(words::explain(machine, self))
    }

    fn contains(&self, machine: &mut Machine, x: &Value) -> Option<Res<bool>> {
        let ask = |machine: &mut Machine| {
            let game = self.game()?;
            let x = game.point(machine, std::slice::from_ref(x))?;
            Ok(self.strategy.contains(&x))
        };
        Some(ask(machine))
    }
}

//! What is asked of lattice games and their strategies.

use super::certificate::LatticeProof;
use super::things::StrategyValue;
use super::words;
use crate::adapters::lattices::words::not_found;
use crate::adapters::lattices::{LatticeGame, point_text};
use crate::builtins::semilinear::convert::{fault, listed};
use crate::builtins::semilinear::things::PointSet;
use crate::builtins::{given, natural};
use crate::diagnostics::Mistake;
use crate::eval::Machine;
use crate::eval::position_of;
use crate::lattices::budget::{Budgets, Failure};
use crate::lattices::congruence::{self, Congruence};
use crate::lattices::sets::Stratification;
use crate::lattices::strategy::{self, Strategy};
use crate::lattices::trouble::Trouble;
use crate::value::node::Rules;
use crate::value::{Fault, Move, Res, Value};
use num_bigint::BigInt;
use std::rc::Rc;

/// Whether a value is a lattice game or a strategy of one.
pub fn is_lattice(value: &Value) -> bool {
    value.thing::<StrategyValue>().is_some()
        || matches!(value, Value::Rules(rules) if rules.native::<LatticeGame>().is_some())
}

/// The lattice game that a value is or belongs to.
pub(super) fn game_rules(value: &Value) -> Res<Rc<Rules>> {
    if let Some(s) = value.thing::<StrategyValue>() {
        return Ok(Rc::clone(&s.rules));
    }
    match value {
        Value::Rules(rules) if rules.native::<LatticeGame>().is_some() => Ok(Rc::clone(rules)),
        Value::Rules(rules) => Fault::new(Mistake::WrongGame, format!("{} is a rule set, but no lattice game", rules.name))
            .note("Those are declared by `lattice … end`; `lattice_of(Kayles, 5)` makes one of a heap game with bounded heaps.")
            .err(),
        other => Fault::expected("a lattice game or its strategy", other).err(),
    }
}

/// The game behind rules that [`game_rules`] accepted.
pub(super) fn game_of(rules: &Rules) -> Res<&LatticeGame> {
    match rules.native::<LatticeGame>() {
        Some(game) => Ok(game),
        None => Fault::new(Mistake::WrongGame, "this is no lattice game").err(),
    }
}

/// The strategy, or the error that says what was tried.
fn demanded(m: &Machine, rules: &Rc<Rules>, effort: u64) -> Res<Rc<Strategy>> {
    match game_of(rules)?.strategy(m, effort)? {
        Ok(strategy) => Ok(strategy),
        Err(tried) => Err(not_found(&rules.name, &tried, effort).into()),
    }
}

/// An optional argument `effort`.
fn effort_of(value: &Value) -> Res<u64> {
    Ok(match given(value) {
        None => 1,
        Some(other) => match natural(other, "the effort")? {
            0 => return Fault::expected("an integer from 1 on as the effort", other).err(),
            effort => effort,
        },
    })
}

/// `strategy(G, effort, claim)`.
pub fn strategy(m: &mut Machine, a: &[Value]) -> Res {
    let effort = effort_of(&a[1])?;
    let rules = game_rules(&a[0])?;
    let strategy = match given(&a[2]) {
        Some(set) => claimed(m, &rules, set, effort)?,
        None => demanded(m, &rules, effort)?,
    };
    Ok(Value::of(StrategyValue::new(rules, strategy)))
}

/// The strategy that a set is claimed to be, proved; or the error that refutes it.
fn claimed(m: &mut Machine, rules: &Rc<Rules>, set: &Value, effort: u64) -> Res<Rc<Strategy>> {
    let game = game_of(rules)?;
    let set: &Rc<Stratification> = &match (set, set.thing::<PointSet>()) {
        (_, Some(PointSet(set))) => Rc::clone(set),
        (Value::Set(_) | Value::List(_), _) => listed(m, set, game.names.len())?.into(),
        _ => {
            let wanted = "a set of points such as stratum((0, 0), [(2, 0), (0, 2)]) as the claim";
            return Fault::expected(wanted, set).err();
        }
    };
    if set.dimension() != game.names.len() {
        return Err(fault(Trouble::Dimension(game.names.len(), set.dimension())));
    }
    match strategy::claim(&game.game, set, &Budgets::default().times(effort), &m.handle) {
        Ok(Ok(strategy)) => {
            let strategy = Rc::new(strategy);
            game.learn(&strategy);
            Ok(strategy)
        }
        Ok(Err(why)) => Err(words::refuted(&rules.name, game.game.moves(), &why).into()),
        Err(Failure::Stop(stop)) => Err(stop.into()),
        Err(_) => undecided(m, rules, set, effort),
    }
}

/// A claim whose proof is too large: perhaps it is what is known, or what is known refutes it.
fn undecided(m: &Machine, rules: &Rc<Rules>, set: &Stratification, effort: u64) -> Res<Rc<Strategy>> {
    let game = game_of(rules)?;
    if let Some(known) = game.known_strategy() {
        if let Some(why) = known.refutes(set, &m.handle)? {
            return Err(words::refuted(&rules.name, game.game.moves(), &why).into());
        }
        if StrategyValue::new(Rc::clone(rules), Rc::clone(&known)).set(m)?.as_deref() == Some(set) {
            return Ok(known);
        }
    }
    Fault::new(Mistake::Undecided, format!("not decided whether this is the set of P-positions of {}", rules.name))
        .note(format!(
            "The proof takes too many strata; `strategy(…, effort = {})` allows more.",
            effort.saturating_mul(10)
        ))
        .err()
}

/// `verify(S)`.
pub fn verify(m: &mut Machine, value: &Value) -> Res {
    let s = strategy_value(m, value, 1)?;
    words::verify(m, &s)
}

/// A strategy given as such, or that of a game.
fn strategy_value(m: &Machine, value: &Value, effort: u64) -> Res<StrategyValue> {
    let rules = game_rules(value)?;
    let strategy = match value.thing::<StrategyValue>() {
        Some(s) => Rc::clone(&s.strategy),
        None => demanded(m, &rules, effort)?,
    };
    Ok(StrategyValue::new(rules, strategy))
}

/// The strata of a strategy, or the error that there are none.
fn strata_of(m: &Machine, s: &StrategyValue) -> Res<Rc<Stratification>> {
    match s.set(m)? {
        Some(set) => Ok(set),
        None => {
            Fault::new(Mistake::Undecided, format!("the strata of the strategy of {} are not listed", s.rules.name))
                .note(words::without_strata(m, s)?)
                .err()
        }
    }
}

/// `rational(S)`.
pub fn rational(m: &mut Machine, value: &Value) -> Res {
    let s = strategy_value(m, value, 1)?;
    let set = strata_of(m, &s)?;
    words::rational(&s, &set)
}

/// `p_set(S)`.
pub fn p_set(m: &mut Machine, value: &Value) -> Res {
    let s = strategy_value(m, value, 1)?;
    Ok(Value::of(PointSet(strata_of(m, &s)?)))
}

/// `complexity(G)` of a game by its moves and defeated positions, of a strategy by its strata.
pub fn complexity(m: &Machine, value: &Value) -> Res {
    match value.thing::<StrategyValue>() {
        Some(s) => Ok(strata_of(m, s)?.complexity().into()),
        None => Ok(game_of(&*game_rules(value)?)?.game.complexity().into()),
    }
}

/// The P-positions of a set, or of a strategy, with the stratum that each belongs to; and the strategy's game.
pub(super) fn stratified(m: &Machine, value: &Value) -> Res<(Rc<Stratification>, Option<Rc<Rules>>)> {
    if let Some(PointSet(set)) = value.thing::<PointSet>() {
        return Ok((Rc::clone(set), None));
    }
    // Of a rule set that is none it is said what is one.
    if !is_lattice(value) && !matches!(value, Value::Rules(_)) {
        return Fault::expected("a set of points, a lattice game or its strategy", value).err();
    }
    let s = strategy_value(m, value, 1)?;
    Ok((strata_of(m, &s)?, Some(s.rules)))
}

/// `certificate(S)`.
pub fn certificate(m: &mut Machine, value: &Value) -> Res {
    let s = strategy_value(m, value, 1)?;
    let told = words::map(words::certificate(m, &s)?);
    let proof = s.strategy.certificate(&Budgets::default(), &m.handle)?;
    Ok(Value::of(LatticeProof { rules: s.rules, proof, told }))
}

/// `winning_move(G, position)`.
pub fn winning_move(m: &mut Machine, value: &Value, position: &Value) -> Res {
    let rules = game_rules(value)?;
    let game = game_of(&rules)?;
    let x = game.point(m, std::slice::from_ref(position))?;
    game.check_position(&x)?;
    let mut winning = None;
    for (_, z) in game.game.options(&x) {
        if game.is_p(m, &rules.name, &z)? {
            winning = Some(z);
            break;
        }
    }
    let at = |x: Vec<BigInt>| position_of(&rules, x.into_iter().map(Value::from));
    Ok(match winning {
        None => Value::Nothing,
        Some(z) => {
            let to = at(z);
            Value::Move(Rc::new(Move { player: None, component: at(x), becomes: to.clone(), to }))
        }
    })
}

fn decided(m: &mut Machine, a: &[Value]) -> Res<Option<Vec<BigInt>>> {
    let effort = effort_of(&a[3])?;
    let s = strategy_value(m, &a[0], effort)?;
    let game = s.game()?;
    let mut points = Vec::new();
    for value in &a[1..3] {
        let x = game.point(m, std::slice::from_ref(value))?;
        game.check_on_board(&x)?;
        points.push(x);
    }
    if points[0] == points[1] {
        return Ok(None);
    }
    match congruence::congruent(&s.strategy, &points[0], &points[1], &Budgets::default().times(effort), &m.handle)? {
        Congruence::Congruent => Ok(None),
        Congruence::Separated(x) => Ok(Some(x)),
        Congruence::OffBoard(x) => {
            Fault::new(Mistake::NotAPosition, format!("{} is not on the board", point_text(&x))).err()
        }
        Congruence::Board => Fault::new(
            Mistake::Undecided,
            "congruence is decided only on boards with as many sides as coordinates, of an index up to 2^16",
        )
        .err(),
        Congruence::Budget => {
            let (p, q) = (point_text(&points[0]), point_text(&points[1]));
            Fault::new(
                Mistake::Undecided,
                format!(
                    "not decided whether {p} and {q} are congruent: the automaton of the P-positions becomes too large"
                ),
            )
            .note(format!("`congruent(…, effort = {})` allows more.", effort.saturating_mul(10)))
            .err()
        }
    }
}

/// `congruent(G, p, q)`.
pub fn congruent(m: &mut Machine, a: &[Value]) -> Res {
    Ok(Value::Bool(decided(m, a)?.is_none()))
}

/// `separating(G, p, q)`.
pub fn separating(m: &mut Machine, a: &[Value]) -> Res {
    Ok(match decided(m, a)? {
        None => Value::Nothing,
        Some(x) => point_value(x),
    })
}

/// A point as a tuple, in dimension 1 as a number.
pub(super) fn point_value(x: Vec<BigInt>) -> Value {
    let mut parts: Vec<Value> = x.into_iter().map(Value::from).collect();
    match parts.len() {
        1 => parts.remove(0),
        _ => Value::tuple(parts),
    }
}

/// The point of an optional argument `at`, with its free coordinates.
pub(super) fn pattern(m: &mut Machine, names: &[Rc<str>], at: &Value) -> Res<Vec<Option<BigInt>>> {
    let d = names.len();
    let Some(value) = given(at) else { return Ok(vec![None; d]) };
    if !matches!(value, Value::Tuple(_) | Value::List(_)) {
        return Fault::expected(format!("`at` with an entry for each of the coordinates {}", names.join(", ")), value)
            .err();
    }
    let parts = m.elements(value)?;
    if parts.len() != d {
        return Fault::new(
            Mistake::Undecided,
            format!("`at` needs an entry for each of the coordinates {}", names.join(", ")),
        )
        .note(format!(
            "Write `nothing` at those that are drawn: `at = (nothing, nothing{})`.",
            ", 3".repeat(d.saturating_sub(2))
        ))
        .err();
    }
    parts
        .iter()
        .map(|part| given(part).map(|n| crate::builtins::integer(n, "a coordinate in `at`")).transpose())
        .collect()
}

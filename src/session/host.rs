//! Rule sets whose moves somebody outside knows: a function of the language that Sprague is called from.

use super::values::{Held, Values};
use crate::diagnostics::Mistake;
use crate::eval::{Machine, NativeRules, position_of};
use crate::limits::Stop;
use crate::value::node::Rules;
use crate::value::{Fault, Move, Player, Position, Res, Value};
use std::fmt;
use std::rc::Rc;

/// Who knows the moves. Positions are numbers, the same for equal positions.
pub trait Host {
    /// The position that a program writes with these arguments.
    ///
    /// # Errors
    /// What is no position.
    fn position(&self, values: &mut Values<'_>, arguments: Vec<Held>) -> Result<u64, Refusal>;

    /// A player's options: positions, sums, any games.
    ///
    /// # Errors
    /// Why there is no answer.
    fn options(&self, values: &mut Values<'_>, rules: &Held, position: u64, left: bool) -> Result<Vec<Held>, Refusal>;

    /// How a position is written: `Nim(3)`, or if `short`, as it is beside others of the same rule set: `3`.
    ///
    /// # Errors
    /// Why there is no answer.
    fn written(&self, values: &mut Values<'_>, position: u64, short: bool) -> Result<String, Refusal>;
}

/// Why a host does not answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The whole computation is to end, as after an interruption: the host knows why.
    Stop,
    /// What was asked has no answer: one sentence, no full stop.
    Wrong(String),
}

/// The rules of a host.
struct HostRules(Rc<dyn Host>);

impl fmt::Debug for HostRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("HostRules")
    }
}

pub(super) fn rules(machine: &mut Machine, name: &str, impartial: bool, host: Rc<dyn Host>) -> Rc<Rules> {
    machine.native_rules(name, &format!("{name}(position)"), impartial, Rc::new(HostRules(host)))
}

pub(super) fn is_one(rules: &Rules) -> bool {
    rules.native::<HostRules>().is_some()
}

/// The position of a number.
pub(super) fn position(rules: &Rc<Rules>, number: u64) -> Value {
    position_of(rules, [Value::Int(number.cast_signed())])
}

/// The rule set and the number of a position, or of where a move leads.
pub(super) fn place(value: &Value) -> Option<(u32, u64)> {
    match value {
        Value::Position(position) if is_one(&position.rules) => Some((position.rules.id, number(position))),
        Value::Move(made) => place(&made.to),
        _ => None,
    }
}

fn told<T>(answer: Result<T, Refusal>) -> Res<T> {
    answer.or_else(|refusal| match refusal {
        Refusal::Stop => Err(Stop::Interrupted.into()),
        Refusal::Wrong(why) => Fault::new(Mistake::NotAPosition, why).err(),
    })
}

fn number(position: &Position) -> u64 {
    match position.arguments.first() {
        Some(Value::Int(n)) => n.cast_unsigned(),
        _ => u64::MAX,
    }
}

impl NativeRules for HostRules {
    fn make(&self, machine: &mut Machine, rules: &Rc<Rules>, arguments: Vec<Value>) -> Res {
        let arguments = arguments.into_iter().map(Held).collect();
        let number = told(self.0.position(&mut Values(machine), arguments))?;
        Ok(self::position(rules, number))
    }

    fn options(&self, machine: &mut Machine, position: &Rc<Position>, player: Player) -> Res<Vec<Value>> {
        machine.handle().tick()?;
        let rules = Held(Value::Rules(Rc::clone(&position.rules)));
        let left = player == Player::Left;
        let options = told(self.0.options(&mut Values(machine), &rules, number(position), left))?;
        Ok(options.into_iter().map(|option| option.0).collect())
    }

    fn notation(&self, machine: &mut Machine, position: &Position) -> Res<Option<String>> {
        told(self.0.written(&mut Values(machine), number(position), false)).map(Some)
    }

    fn short(&self, machine: &mut Machine, position: &Position) -> Res<Option<String>> {
        told(self.0.written(&mut Values(machine), number(position), true)).map(Some)
    }

    /// `7 -> 2, 3` within one rule set.
    fn move_notation(&self, machine: &mut Machine, made: &Move) -> Res<Option<String>> {
        let (Some(before), Some(after)) = (positions(&made.component), positions(&made.becomes)) else {
            return Ok(None);
        };
        let rules = &before[0].rules;
        if !before.iter().chain(&after).all(|position| Rc::ptr_eq(&position.rules, rules)) {
            return Ok(None);
        }
        let mut side = |positions: &[Rc<Position>]| -> Res<String> {
            let short = |position: &Rc<Position>| told(self.0.written(&mut Values(machine), number(position), true));
            Ok(positions.iter().map(short).collect::<Res<Vec<_>>>()?.join(", "))
        };
        Ok(Some(format!("{} -> {}", side(&before)?, side(&after)?)))
    }
}

/// The positions that a game is made of, if it is nothing but these.
fn positions(value: &Value) -> Option<Vec<Rc<Position>>> {
    match value {
        Value::Position(position) => Some(vec![Rc::clone(position)]),
        Value::Sum(sum)
            if sum.is_bare() && !sum.terms.is_empty() && sum.terms.iter().all(|(negative, _)| !negative) =>
        {
            Some(sum.terms.iter().map(|(_, position)| Rc::clone(position)).collect())
        }
        _ => None,
    }
}

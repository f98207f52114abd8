//! Values in the hands of a front end that is a program itself: made from plain data, taken apart, put together by operators and
//! functions, without a text in between.
//!
//! [`Session::values`] begins a computation with bounds of its own. A rule set whose moves the front end knows
//! ([`super::Host`]) is given the same questions in the midst of one.

use super::Session;
use super::host::{self, Host};
use super::running::shown;
use crate::diagnostics::{Diagnostic, Mistake};
use crate::eval::Machine;
use crate::report::{Shown, Sources};
use crate::source::Span;
use crate::syntax::ast::{CompareOp, ProductOp};
use crate::syntax::{Highlight, tokens};
use crate::value::key::{sorted, sorted_entries};
use crate::value::{Deep, Entries, Fault, Flow, Items, Res, Value, number};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Num, Zero};
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// A value that a front end keeps hold of; it says nothing of itself, [`Values`] does.
#[derive(Clone, Debug)]
pub struct Held(pub(super) Value);

/// A value taken apart by one level; what has no counterpart in other languages stays whole.
#[derive(Clone, Debug)]
pub enum Plain {
    /// `nothing`
    Nothing,
    /// A truth value.
    Truth(bool),
    /// An integer of one word.
    Integer(i64),
    /// A longer one, in hexadecimal digits.
    Long(String),
    /// A fraction: both parts in hexadecimal digits.
    Fraction(String, String),
    /// A text.
    Text(String),
    /// A tuple.
    Tuple(Vec<Held>),
    /// A list.
    List(Vec<Held>),
    /// A set, in the order in which it is shown.
    Set(Vec<Held>),
    /// A map, in the order of its entries.
    Map(Vec<(Held, Held)>),
    /// Any other value.
    Whole(Held),
}

/// What equal values have in common.
#[derive(Clone, Debug)]
pub enum Digest {
    /// The number that a game is equal to.
    Number(Plain),
    /// The name of a player or an outcome.
    Name(&'static str),
    /// Anything else.
    Hash(u64),
}

/// Why something cannot be had.
pub type Refused = Box<Diagnostic>;

/// Questions about values, under way.
pub struct Values<'m>(pub(super) &'m mut Machine);

impl Session {
    /// Begins a computation on values, in which functions and rule sets of the library may be used whose names `spoken` has.
    pub fn values(&mut self, spoken: &str) -> Values<'_> {
        self.provide(spoken);
        self.machine.handle.restart();
        self.relieve();
        Values(&mut self.machine)
    }

    /// From now on the values that a program shows are kept for [`Session::kept()`].
    pub fn keep_values(&mut self) {
        self.kept = Some(Vec::new());
    }

    /// The values that the last program has shown, in their order.
    pub fn kept(&mut self) -> Vec<Held> {
        self.kept.as_mut().map(std::mem::take).unwrap_or_default().into_iter().map(Held).collect()
    }

    /// The value of a name.
    pub fn value(&mut self, name: &str) -> Option<Held> {
        self.provide(name);
        self.machine.globals().value(name).cloned().map(Held)
    }

    /// Gives a name a value; false if it is no name that a program could bind.
    pub fn set_value(&mut self, name: &str, value: &Held) -> bool {
        if !matches!(&tokens(name)[..], [(Highlight::Name, 0, end)] if *end == name.len()) {
            return false;
        }
        self.machine.globals_mut().set_user(name, value.0.clone());
        self.machine.outdated();
        true
    }
}

impl Values<'_> {
    fn ask<T>(&mut self, question: impl FnOnce(&mut Machine) -> Res<T>) -> Result<T, Refused> {
        self.0.attempt(question).map_err(|flow| {
            Box::new(match *flow {
                Flow::Fault(fault) => self.0.told(fault),
                _ => Diagnostic::nowhere(Mistake::Bug, "a loop was left that nobody had begun"),
            })
        })
    }

    /// Every text that errors may point into.
    pub fn sources(&self) -> &Sources {
        self.0.sources()
    }

    /// A value of plain parts.
    ///
    /// # Errors
    /// Digits that are none, and what the limits do not allow.
    pub fn make(&mut self, plain: Plain) -> Result<Held, Refused> {
        let values = |items: Vec<Held>| items.into_iter().map(|held| held.0).collect::<Vec<_>>();
        self.ask(|machine| {
            Ok(Held(match plain {
                Plain::Nothing => Value::Nothing,
                Plain::Truth(truth) => Value::Bool(truth),
                Plain::Integer(n) => Value::Int(n),
                Plain::Long(digits) => integer(&digits)?.into(),
                Plain::Fraction(p, q) => {
                    let (p, q) = (integer(&p)?, integer(&q)?);
                    if q.is_zero() {
                        return Fault::new(Mistake::DivisionByZero, "a fraction with the denominator 0").err();
                    }
                    BigRational::new(p, q).into()
                }
                Plain::Text(text) => Value::text(text),
                Plain::Tuple(items) => Value::tuple(values(items)),
                Plain::List(items) => Value::list(values(items)),
                Plain::Set(items) => {
                    let mut set = Items::default();
                    for item in items {
                        set.insert(machine.key(&item.0)?);
                    }
                    Value::set(set)
                }
                Plain::Map(entries) => {
                    let mut map = Entries::default();
                    for (key, value) in entries {
                        map.insert(machine.key(&key.0)?, value.0);
                    }
                    Value::Map(Rc::new(Deep(map)))
                }
                Plain::Whole(held) => held.0,
            }))
        })
    }

    /// A value taken apart by one level.
    ///
    /// # Errors
    /// What the limits do not allow.
    pub fn plain(&mut self, held: &Held) -> Result<Plain, Refused> {
        self.ask(|machine| plain(machine, &held.0))
    }

    /// The elements of what has some.
    ///
    /// # Errors
    /// What has none.
    pub fn elements(&mut self, held: &Held) -> Result<Vec<Held>, Refused> {
        self.ask(|machine| Ok(machine.elements(&held.0)?.into_iter().map(Held).collect()))
    }

    /// A value as it is shown; with `data` for formats other than text, too.
    ///
    /// # Errors
    /// What the limits do not allow.
    pub fn shown(&mut self, held: &Held, data: bool) -> Result<Shown, Refused> {
        self.ask(|machine| shown(machine, &held.0, (data, false)))
    }

    /// The kind of value, in a word or two.
    pub fn kind(&self, held: &Held) -> &'static str {
        held.0.kind()
    }

    /// Whether it can be called.
    pub fn is_callable(&self, held: &Held) -> bool {
        matches!(held.0, Value::Func(_) | Value::Native(_) | Value::Rules(_))
    }

    /// What equal values have in common: games go by their canonical values.
    ///
    /// # Errors
    /// What the limits do not allow.
    pub fn digest(&mut self, held: &Held) -> Result<Digest, Refused> {
        self.ask(|machine| match &held.0 {
            Value::Player(player) => Ok(Digest::Name(player.name())),
            Value::Outcome(outcome) => Ok(Digest::Name(outcome.name())),
            Value::Thing(thing) => match thing.opened().plain() {
                Some(plain) => digest(machine, &plain),
                // Games of different kinds may be equal, and what they have in common is not known here.
                None if thing.opened().is_option() => Ok(Digest::Hash(0)),
                None => digest(machine, &held.0),
            },
            value if value.is_game() && !matches!(value, Value::Ratio(_)) => match machine.game(value) {
                Ok(game) => digest(machine, &machine.game_value(game)),
                Err(flow) if flow.stopped() => Err(flow),
                // A game with cycles.
                Err(_) => Ok(Digest::Hash(0)),
            },
            value => digest(machine, value),
        })
    }

    /// A rule set whose moves the front end knows, with a number of its own; of an `impartial` one it is asked for Left's moves
    /// alone. Its positions are numbers. In the midst of a question to it no file of the library can be read:
    /// [`Session::docs`] reads all of them before.
    pub fn host_rules(&mut self, name: &str, impartial: bool, host: Rc<dyn Host>) -> (Held, u32) {
        let rules = host::rules(self.0, name, impartial, host);
        let number = rules.id;
        (Held(Value::Rules(rules)), number)
    }

    /// Calls a value: a function, a rule set, a thing that can be called.
    ///
    /// # Errors
    /// What the function says of its arguments, and what the limits do not allow.
    pub fn call(&mut self, f: &Held, arguments: &[Held], named: &[(String, Held)]) -> Result<Held, Refused> {
        let plain = arguments.iter().map(|held| held.0.clone()).collect();
        self.ask(|machine| {
            let nowhere = Span::default();
            let named: Vec<_> = named.iter().map(|(name, held)| (&**name, held.0.clone(), nowhere)).collect();
            let arguments = machine.placed(&f.0, plain, named, nowhere)?;
            machine.apply(&f.0, arguments, nowhere).map(Held)
        })
    }

    /// The value of a name; what the library defines in files that were not read yet is not found.
    pub fn named(&self, name: &str) -> Option<Held> {
        self.0.globals().value(name).cloned().map(Held)
    }

    /// `a + b`, and likewise `- * / // % ^ : xor &`; `[` is `a[b]`, and `neg` is `-a`.
    ///
    /// # Errors
    /// What the operator has no meaning for.
    pub fn operate(&mut self, sign: &str, a: &Held, b: &Held) -> Result<Held, Refused> {
        let (a, b) = (&a.0, &b.0);
        self.ask(|machine| {
            let product = match sign {
                "*" => ProductOp::Mul,
                "/" => ProductOp::Div,
                "//" => ProductOp::IntDiv,
                "%" => ProductOp::Mod,
                "+" => return machine.add(a, b),
                "-" => return machine.sub(a, b),
                "neg" => return machine.neg(a),
                "^" => return machine.power(a, b),
                ":" => return machine.ordinal(a, b),
                "[" => return machine.index(a, b),
                "&" => return machine.sided(a, b),
                "xor" => return number::nim_sum(&[a.clone(), b.clone()]),
                other => return Fault::new(Mistake::Operator, format!("`{other}` is no operator")).err(),
            };
            machine.product(product, a, b)
        })
        .map(Held)
    }

    /// Whether a comparison holds: `== < > <= >= || <| |> in`.
    ///
    /// # Errors
    /// What has no order, and what the limits do not allow.
    pub fn holds(&mut self, sign: &str, a: &Held, b: &Held) -> Result<bool, Refused> {
        let all = [
            CompareOp::Eq,
            CompareOp::Ne,
            CompareOp::Lt,
            CompareOp::Gt,
            CompareOp::Le,
            CompareOp::Ge,
            CompareOp::Confused,
            CompareOp::LtConfused,
            CompareOp::GtConfused,
            CompareOp::In,
        ];
        self.ask(|machine| match all.into_iter().find(|op| op.sign() == sign) {
            Some(op) => machine.compare(op, &a.0, &b.0),
            None => Fault::new(Mistake::Operator, format!("`{sign}` is no comparison")).err(),
        })
    }

    /// `<left | right>`, as it is written.
    ///
    /// # Errors
    /// Options that are no games.
    pub fn brackets(&mut self, left: &[Held], right: &[Held]) -> Result<Held, Refused> {
        let values = |side: &[Held]| side.iter().map(|held| held.0.clone()).collect::<Vec<_>>();
        self.ask(|machine| machine.game_of(values(left), values(right)).map(Held))
    }

    /// The position of this number in a rule set of [`Values::host_rules`].
    pub fn host_position(&self, rules: &Held, number: u64) -> Option<Held> {
        match &rules.0 {
            Value::Rules(rules) if host::is_one(rules) => Some(Held(host::position(rules, number))),
            _ => None,
        }
    }

    /// The number of the rule set of [`Values::host_rules`] that a position belongs to, or where a move leads, and that of the position.
    pub fn host_place(&self, held: &Held) -> Option<(u32, u64)> {
        host::place(&held.0)
    }
}

fn integer(digits: &str) -> Res<BigInt> {
    BigInt::from_str_radix(digits, 16).or_else(|_| Fault::new(Mistake::Mismatch, "an integer without digits").err())
}

fn plain(machine: &mut Machine, value: &Value) -> Res<Plain> {
    let held = |items: &[Value]| items.iter().cloned().map(Held).collect::<Vec<_>>();
    Ok(match value {
        Value::Nothing => Plain::Nothing,
        Value::Bool(truth) => Plain::Truth(*truth),
        Value::Int(n) => Plain::Integer(*n),
        Value::Big(n) => Plain::Long(n.to_str_radix(16)),
        Value::Ratio(q) => Plain::Fraction(q.numer().to_str_radix(16), q.denom().to_str_radix(16)),
        Value::Str(text) => {
            machine.handle().afford(text.len())?;
            Plain::Text(text.to_string())
        }
        Value::Tuple(items) => Plain::Tuple(held(items)),
        Value::List(items) => Plain::List(held(items)),
        Value::Set(items) => Plain::Set(held(&sorted(items, &machine.store, &machine.handle)?)),
        Value::Map(entries) => {
            let entries = sorted_entries(entries, &machine.store, &machine.handle)?;
            Plain::Map(entries.into_iter().map(|(key, value)| (Held(key), Held(value))).collect())
        }
        other => Plain::Whole(Held(other.clone())),
    })
}

fn digest(machine: &mut Machine, value: &Value) -> Res<Digest> {
    if value.is_number() {
        return plain(machine, value).map(Digest::Number);
    }
    let key = machine.key(value)?;
    let mut hasher = FxHasher::default();
    key.hash(&mut hasher);
    Ok(Digest::Hash(hasher.finish()))
}

//! Numbers beyond the dyadic ones as values: `omega`, `1/omega`, `1/3 + ^`.
//!
//! A [`Long`] is a number of [`crate::ordinals`] and a short game of mean 0, of which at least one says that it is no short game. Such a sum has one
//! number and one game: the difference of two short games is a number only if it is a dyadic one. A number that is no dyadic fraction stands to
//! a short game as its stops do: by induction over the game a number greater than the Left stop is greater than the game, whatever number it
//! is, as each move of Left has an answer to a game with a Left stop that is no greater.

use crate::diagnostics::Mistake;
use crate::eval::{Machine, Thing};
use crate::games::{Dyadic, Game, Relation, ZERO};
use crate::ordinals::{NumberError, Surreal};
use crate::value::{Fault, Flow, Operator, Res, Value};
use std::cmp::Ordering;
use std::hash::{BuildHasher, Hash};

/// A number and a short game of mean 0.
#[derive(Debug)]
pub struct Long {
    /// The number.
    pub number: Surreal,
    /// The game.
    pub game: Game,
}

/// Why a number cannot be had, in words.
pub fn fault(error: NumberError) -> Box<Flow> {
    match error {
        NumberError::Zero => Fault::new(Mistake::DivisionByZero, "division by zero").into(),
        NumberError::Endless => Fault::new(Mistake::Undecided, "this quotient is no finite sum of powers of omega")
            .note("Numbers are kept as sums such as `omega^2/3 - omega + 1/2`; `1/(omega + 1)` would be one without end.")
            .into(),
        NumberError::Deep => {
            Fault::new(Mistake::TooLarge, "at most 200 powers of omega stand above each other").into()
        }
        NumberError::Power => Fault::new(Mistake::Unsuitable, "only powers of omega have exponents that are no integers")
            .note("`omega^omega` is a number here, `2^omega` and `(omega + 1)^omega` are not.")
            .into(),
        NumberError::NotOrdinal => Fault::new(Mistake::Unsuitable, "nim-sums and nim-products are those of ordinals")
            .note("An ordinal is a sum of powers of omega, times natural numbers, with ordinals as exponents: `omega^2*3 + 5`.")
            .into(),
        NumberError::NotAlgebraic => {
            Fault::new(Mistake::Unsuitable, "nim-products are known below omega^(omega^omega) only").into()
        }
        NumberError::Root(p) => Fault::new(
            Mistake::Undecided,
            format!("this nim-product needs the least ordinal without a root of degree {p}, which is not in the table"),
        )
        .note("The table, Lenstra's, goes to degree 43 (docs/values.md).")
        .into(),
        NumberError::Stop(stop) => stop.into(),
    }
}

/// Numbers beyond short games among the arguments.
pub fn is_long(value: &Value) -> bool {
    value.thing::<Long>().is_some()
}

impl Machine {
    /// Whether a value is a number that is no short game, or one with a short game beside it.
    pub(crate) fn is_beyond(&self, value: &Value) -> bool {
        is_long(value) || matches!(value, Value::Ratio(ratio) if !Dyadic::is_ratio(ratio))
    }
}

/// The two parts of such a value; a game that is no part of one gives nothing.
pub fn beyond(value: &Value) -> Option<(Surreal, Game)> {
    match (value.thing::<Long>(), value) {
        (Some(long), _) => Some((long.number.clone(), long.game)),
        (None, Value::Ratio(ratio)) if !Dyadic::is_ratio(ratio) => Some(((**ratio).clone().into(), ZERO)),
        _ => None,
    }
}

/// A value as a number and a short game of mean 0; `None` for what is neither.
pub fn parts(m: &mut Machine, value: &Value) -> Option<Res<(Surreal, Game)>> {
    if let Some(long) = value.thing::<Long>() {
        return Some(Ok((long.number.clone(), long.game)));
    }
    if let Some(ratio) = value.as_ratio() {
        return Some(Ok((ratio.into(), ZERO)));
    }
    value.is_game().then(|| {
        let game = m.game(value)?;
        let mean = m.store.mean(game, &m.handle)?;
        let number = m.store.number(mean.clone());
        let rest = m.store.sub(game, number, &m.handle)?;
        Ok((mean.to_ratio().into(), rest))
    })
}

/// A number and a game as a value: a short game where it is one.
pub fn value(m: &mut Machine, number: Surreal, game: Game) -> Res {
    if let Some(ratio) = number.as_rational() {
        if game == ZERO {
            return Ok(ratio.into());
        }
        if let Some(dyadic) = Dyadic::from_ratio(&ratio) {
            let short = m.store.number(dyadic);
            let sum = m.store.add(short, game, &m.handle)?;
            return Ok(m.game_value(sum));
        }
    }
    Ok(Value::of(Long { number, game }))
}

/// The sum of two games of which one is a fraction that is no short game.
pub fn sum(m: &mut Machine, a: &Value, b: &Value) -> Res {
    let (Some(x), Some(y)) = (parts(m, a), parts(m, b)) else { return Fault::expected("two games", b).err() };
    let ((x, g), (y, h)) = (x?, y?);
    let game = m.store.add(g, h, &m.handle)?;
    value(m, x.plus(&y), game)
}

/// A number of a value that is one, an ordinal or any other.
pub fn number(m: &mut Machine, value: &Value) -> Res<Surreal> {
    match parts(m, value) {
        Some(parts) => match parts? {
            (number, ZERO) => Ok(number),
            _ => Fault::expected("a number", value).err(),
        },
        None => Fault::expected("a number", value).err(),
    }
}

/// How a number and a game stand to others.
fn relation(m: &mut Machine, (x, g): (Surreal, Game), (y, h): (Surreal, Game)) -> Res<Relation> {
    let (number, game) = (x.minus(&y), m.store.sub(g, h, &m.handle)?);
    if let Some(dyadic) = number.as_rational().and_then(|ratio| Dyadic::from_ratio(&ratio)) {
        let short = m.store.number(dyadic);
        let sum = m.store.add(short, game, &m.handle)?;
        return Ok(m.store.compare(sum, ZERO, &m.handle)?);
    }
    // The sum is to 0 as the game is to the negative of the number.
    let other = number.negative();
    let stops = [m.store.left_stop(game), m.store.right_stop(game)];
    let [left, right] = stops.map(|stop| other.cmp(&stop.to_ratio().into()));
    Ok(match (left, right) {
        (Ordering::Greater, _) => Relation::Less,
        (_, Ordering::Less) => Relation::Greater,
        _ => Relation::Confused,
    })
}

/// How a number and a game stand to 0.
pub fn relation_to_zero(m: &mut Machine, long: &Value) -> Option<Res<Relation>> {
    beyond(long).map(|both| relation(m, both, (Surreal::default(), ZERO)))
}

impl Long {
    fn both(&self) -> (Surreal, Game) {
        (self.number.clone(), self.game)
    }

    fn product(&self, m: &mut Machine, other: (Surreal, Game)) -> Res {
        let (a, b) = if self.game == ZERO { (other, self.both()) } else { (self.both(), other) };
        if a.1 == ZERO && b.1 == ZERO {
            let product = a.0.times(&b.0, &m.handle)?;
            return value(m, product, ZERO);
        }
        // A game so many times.
        let Some(n) = b.0.as_integer().filter(|_| b.1 == ZERO) else {
            return Fault::new(Mistake::Operator, "`*` expects numbers, or an integer and a game")
                .note("Products of forms are `conway_product(g, h)` and `norton_product(g, h)`.")
                .err();
        };
        let (number, game) = (a.0.times(&b.0, &m.handle)?, m.store.multiple(&n, a.1, &m.handle)?);
        value(m, number, game)
    }
}

impl Thing for Long {
    fn kind(&self) -> &'static str {
        match self.game {
            ZERO => "surreal number",
            _ => "surreal number and a game",
        }
    }

    fn same(&self, other: &dyn Thing) -> bool {
        other.downcast_ref::<Long>().is_some_and(|other| self.number == other.number && self.game == other.game)
    }

    fn digest(&self) -> u64 {
        let mut hasher = rustc_hash::FxBuildHasher.build_hasher();
        (&self.number, self.game).hash(&mut hasher);
        std::hash::Hasher::finish(&hasher)
    }

    fn among_numbers(&self, other: &Value) -> Option<Ordering> {
        let other = match other.thing::<Long>() {
            Some(long) => (long.game == ZERO).then(|| long.number.clone()),
            None => other.as_ratio().map(Surreal::from),
        };
        other.filter(|_| self.game == ZERO).map(|other| self.number.cmp(&other))
    }

    /// `omega^2+1`, `1/3+^`, `omega +- 1`: read back as the same.
    fn notation(&self, m: &mut Machine) -> Res<String> {
        if self.game == ZERO {
            return Ok(self.number.to_string());
        }
        let game = m.game_value(self.game);
        let game = m.notation(&game)?;
        Ok(match (game.strip_prefix("+-"), game.starts_with('-')) {
            (Some(switch), _) => format!("{} +- {switch}", self.number),
            (None, true) => format!("{}{game}", self.number),
            (None, false) => format!("{}+{game}", self.number),
        })
    }

    fn latex(&self, _: &mut Machine) -> Option<String> {
        (self.game == ZERO).then(|| self.number.latex())
    }

    fn compare(&self, m: &mut Machine, other: &Value) -> Option<Res<Relation>> {
        let other = parts(m, other)?;
        Some(other.and_then(|other| relation(m, self.both(), other)))
    }

    fn operate(&self, m: &mut Machine, op: Operator, other: &Value, reversed: bool) -> Option<Res> {
        if op == Operator::Neg {
            return Some(
                m.store
                    .neg(self.game, &m.handle)
                    .map_err(Into::into)
                    .and_then(|game| value(m, self.number.negative(), game)),
            );
        }
        let other = match parts(m, other)? {
            Ok(other) => other,
            Err(flow) => return Some(Err(flow)),
        };
        let made = match op {
            Operator::Mul => return Some(self.product(m, other)),
            Operator::Add | Operator::Sub => {
                let (a, b) = if reversed { (other, self.both()) } else { (self.both(), other) };
                let (number, game) = match op {
                    Operator::Add => (a.0.plus(&b.0), m.store.add(a.1, b.1, &m.handle)),
                    _ => (a.0.minus(&b.0), m.store.sub(a.1, b.1, &m.handle)),
                };
                return Some(game.map_err(Into::into).and_then(|game| value(m, number, game)));
            }
            _ if self.game != ZERO || other.1 != ZERO => return None,
            Operator::Div if reversed => other.0.over(&self.number, &m.handle),
            Operator::Div => self.number.over(&other.0, &m.handle),
            Operator::Power if reversed => other.0.power(&self.number, &m.handle),
            Operator::Power => self.number.power(&other.0, &m.handle),
            Operator::Neg => return None,
        };
        Some(made.map_err(fault).and_then(|number| value(m, number, ZERO)))
    }
}

//! Wythoff's Game: any number from one of two heaps, or the same number from both.
//!
//! In: a rule set written in the language whose clauses say this, in whatever order and with whatever names, and its positions. Out:
//! which are lost for the player to move, and the moves to those. By Wythoff's theorem (1907) these are the pairs of
//! `a = floor(k φ)` and `b = floor(k φ²) = a + k`, φ being the golden ratio, and no theorem gives other nim-values ([`super::queens`]). Every positive
//! number is an `a` or a `b` exactly once, so from each position there are at most three moves to such pairs. Roots are those of
//! integers: nothing is rounded.

use super::rules::position_of;
use crate::syntax::outline::{Word, outline, words};
use crate::value::node::Rules;
use crate::value::{Position, Value};
use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::rc::Rc;

/// A kind of move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    First,
    Second,
    Both,
}

/// Clauses by which a heap, the other, or both become smaller, `$0` being the rule set, `$1` and `$2` the heaps.
const CLAUSES: [(&str, Way); 5] = [
    ("moves $0 ( $1 - $3 , $2 ) for $3 in 1 .. $1", Way::First),
    ("moves $0 ( $3 , $2 ) for $3 in 0 .. $1 - 1", Way::First),
    ("moves $0 ( $1 , $2 - $3 ) for $3 in 1 .. $2", Way::Second),
    ("moves $0 ( $1 , $3 ) for $3 in 0 .. $2 - 1", Way::Second),
    ("moves $0 ( $1 - $3 , $2 - $3 ) for $3 in 1 .. min ( $1 , $2 )", Way::Both),
];

/// Clauses that say nothing new: the game is symmetric.
const SYMMETRY: [&str; 2] = ["value $0 ( $2 , $1 ) if $1 > $2", "value $0 ( $2 , $1 ) if $2 < $1"];

/// Up to here machine words do.
const SMALL: i64 = 1 << 30;

/// Texts longer than this have other rules.
const LONGEST: usize = 2000;

/// Whether these words begin a clause.
const FIRST_WORDS: [&str; 10] =
    ["moves", "left", "right", "value", "score", "require", "bounds", "draw", "notation", "end"];

/// The theorem, for a rule set with these clauses.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wythoff {
    /// The kinds of moves in the order of the clauses.
    order: [Way; 3],
}

impl Wythoff {
    /// The theorem about a rule set, if its clauses are those of the game.
    pub fn of(rules: &Rules) -> Option<Wythoff> {
        if rules.source.len() > LONGEST || rules.has_score || !rules.moves_only {
            return None;
        }
        read(&rules.source)
    }

    /// Whether the player to move loses; nothing if this is no pair of heaps.
    pub fn lost(self, position: &Position) -> Option<bool> {
        if let [Value::Int(m), Value::Int(n)] = position.arguments[..]
            && (0..SMALL).contains(&m)
            && (0..SMALL).contains(&n)
        {
            let (a, k) = (m.min(n).unsigned_abs(), m.abs_diff(n));
            return Some((k + (5 * k * k).isqrt()) / 2 == a);
        }
        let (m, n) = heaps(position)?;
        let (a, b) = if m <= n { (m, n) } else { (n, m) };
        let k = &b - &a;
        Some(first(&k) == a)
    }

    /// The heaps, if they are no larger than machine words.
    pub fn small_heaps(self, position: &Position) -> Option<(u64, u64)> {
        let (m, n) = heaps(position)?;
        Some((m.to_u64()?, n.to_u64()?))
    }

    /// The options that are lost for the player to move there, in the order of the clauses.
    pub fn lost_options(self, position: &Rc<Position>) -> Option<Vec<Value>> {
        let (m, n) = heaps(position)?;
        let to =
            |x: &BigInt, y: &BigInt| position_of(&position.rules, [Value::from(x.clone()), Value::from(y.clone())]);
        let mut options = Vec::new();
        for way in self.order {
            match way {
                Way::First => options.extend(Some(partner(&n)).filter(|x| *x < m).map(|x| to(&x, &n))),
                Way::Second => options.extend(Some(partner(&m)).filter(|y| *y < n).map(|y| to(&m, &y))),
                Way::Both => {
                    let gap = &m - &n;
                    let (small, large) = (first(&gap.abs()), first(&gap.abs()) + gap.abs());
                    let (x, y) = if gap.is_positive() { (large, small) } else { (small, large) };
                    options.extend((x < m).then(|| to(&x, &y)));
                }
            }
        }
        Some(options)
    }

    /// Some option: one bean less.
    pub fn some_option(self, position: &Rc<Position>) -> Option<Value> {
        let (m, n) = heaps(position)?;
        let (x, y) = match (m.is_zero(), n.is_zero()) {
            (true, true) => return None,
            (false, _) => (m - 1, n),
            (true, false) => (m, n - 1),
        };
        Some(position_of(&position.rules, [Value::from(x), Value::from(y)]))
    }

    /// How many positions can be reached.
    pub fn positions_below(self, position: &Position) -> Option<u64> {
        let (m, n) = heaps(position)?;
        let all: BigInt = (m + 1u32) * (n + 1u32);
        Some(all.to_u64().unwrap_or(u64::MAX))
    }

    /// About how many moves all of them have.
    pub fn work(self, position: &Position) -> Option<u64> {
        let (m, n) = heaps(position)?;
        let all: BigInt = (&m + 1u32) * (&n + 1u32) * (m + n);
        Some(all.to_u64().unwrap_or(u64::MAX))
    }
}

/// The clauses of the game in a text.
fn read(source: &str) -> Option<Wythoff> {
    let all = words(source);
    let starts = |word: &Word<'_>| word.begins_line && FIRST_WORDS.contains(&word.text);
    let (heading, clauses) = all.split_at(all.iter().position(starts)?);
    let mut names = Vec::new();
    if outline(heading, &[], &mut names) != "game $0 ( $1 , $2 )" {
        return None;
    }
    let mut order = Vec::new();
    let mut rest = clauses;
    while let Some((word, after)) = rest.split_first() {
        let length = 1 + after.iter().position(starts).unwrap_or(after.len());
        let (clause, others) = rest.split_at(length);
        rest = others;
        let line = outline(clause, &["min"], &mut names.clone());
        match word.text {
            "end" if others.is_empty() && clause.len() == 1 => {}
            // What is a position is asked before, what it looks like by others, and what it lies between says nothing new.
            "require" | "bounds" | "draw" | "notation" => {}
            "value" if SYMMETRY.contains(&&*line) => {}
            _ => order.push(CLAUSES.iter().find(|(text, _)| *text == line)?.1),
        }
    }
    let order: [Way; 3] = order.try_into().ok()?;
    let all_three = [Way::First, Way::Second, Way::Both].iter().all(|way| order.contains(way));
    all_three.then_some(Wythoff { order })
}

/// The heaps of a position.
fn heaps(position: &Position) -> Option<(BigInt, BigInt)> {
    let heap = |value: &Value| match value {
        Value::Int(n) => Some(BigInt::from(*n)),
        Value::Big(n) => Some((**n).clone()),
        _ => None,
    };
    match &position.arguments[..] {
        [m, n] => Some((heap(m)?, heap(n)?)).filter(|(m, n)| !m.is_negative() && !n.is_negative()),
        _ => None,
    }
}

/// `floor(x √5)` of a number that is not negative.
fn root(x: &BigInt) -> BigInt {
    (x * x * 5u32).sqrt()
}

/// `floor(k φ)`, the smaller of the `k`-th pair.
fn first(k: &BigInt) -> BigInt {
    (k + root(k)) / 2u32
}

/// The other of the pair that a number belongs to.
fn partner(x: &BigInt) -> BigInt {
    if x.is_zero() {
        return BigInt::zero();
    }
    // The only k for which floor(k φ) can be x is the next integer after x/φ.
    let k: BigInt = (root(x) - x) / 2u32 + BigInt::one();
    if first(&k) == *x {
        return x + k;
    }
    // Else x = floor(k φ²), and k is the next integer after x/φ².
    let k: BigInt = (x * 3u32 - root(x) - 1u32) / 2u32 + BigInt::one();
    x - k
}

//! Values `number + ups·↑ + *star` in closed form: comparison, options, and how a canonical form is recognised as one.
//!
//! The rules (Siegel, *Combinatorial Game Theory*, ch. II; *Winning Ways*, ch. 2), each tested against the bare
//! definitions in `tests/games/oracle.rs`:
//! - sums add up part by part, nimbers by nim-sum;
//! - `k·↑ + *m > 0` for `k >= 2`, and for `k = 1` unless `m = 1`; `↑*` and `*m`, `m > 0`, are confused with 0;
//! - canonical options for `k >= 1`: `k·↑ + *m = {0 | (k-1)·↑ + *(m xor 1)}`, but `↑* = {0, * | 0}`;
//!   `*m = {*j | *j}` for `j < m`; adding a number that is not 0 adds it to each option (number translation).

use super::arena::Side;
use super::compare::Relation;
use super::dyadic::Dyadic;
use num_bigint::BigInt;
use std::cmp::Ordering;

/// `number + ups·↑ + *star`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct UpStar {
    pub number: Dyadic,
    pub ups: i64,
    pub star: u64,
}

impl UpStar {
    /// Compares the values.
    pub(crate) fn compare(&self, other: &UpStar) -> Relation {
        match self.number.cmp(&other.number) {
            Ordering::Less => Relation::Less,
            Ordering::Greater => Relation::Greater,
            Ordering::Equal => infinitesimal_sign(i128::from(self.ups) - i128::from(other.ups), self.star ^ other.star),
        }
    }

    /// How many options a player has in the canonical form, if this is not a number.
    pub(crate) fn count(&self, side: Side) -> u64 {
        match (self.ups.signum(), side) {
            (0, _) => self.star,
            (1, Side::Left) | (-1, Side::Right) => 1 + u64::from(self.is_up_star()),
            _ => 1,
        }
    }

    /// Option `i` of a player in the canonical form, if this is not a number.
    pub(crate) fn option(&self, side: Side, i: u64) -> UpStar {
        let (ups, star) = match (self.ups.signum(), side) {
            (0, _) => (0, i),
            (1, Side::Left) | (-1, Side::Right) => (0, i),
            (sign, _) => (self.ups - sign, self.star ^ 1),
        };
        UpStar { number: self.number.clone(), ups, star }
    }

    /// ↑* or ↓*, the exceptions.
    fn is_up_star(&self) -> bool {
        self.ups.unsigned_abs() == 1 && self.star == 1
    }

    /// The birthday: that of the number, and `k + 1` for `k·↑` and `k·↑*`, `k + (m xor (k mod 2))` for other stars,
    /// by induction over the canonical options.
    pub(crate) fn birthday(&self) -> BigInt {
        let k = self.ups.unsigned_abs();
        let rest = match (k, self.star) {
            (0, m) => BigInt::from(m),
            (_, 0 | 1) => BigInt::from(k) + 1,
            (_, m) => BigInt::from(k) + (m ^ (k & 1)),
        };
        self.number.birthday() + rest
    }
}

/// How `k·↑ + *m` compares with 0.
fn infinitesimal_sign(ups: i128, star: u64) -> Relation {
    match (ups, star) {
        (0, 0) => Relation::Equal,
        (0, _) | (1 | -1, 1) => Relation::Confused,
        _ if ups > 0 => Relation::Greater,
        _ => Relation::Less,
    }
}

/// The closed form whose canonical form has just these options, if there is one. The options must be canonical: none
/// dominated, none reversible, and the value no number; sorted by ups and star.
pub(super) fn recognise(left: &[UpStar], right: &[UpStar]) -> Option<UpStar> {
    let number = &left.first()?.number;
    if left.iter().chain(right).any(|x| x.number != *number) {
        return None;
    }
    let made = |ups, star| Some(UpStar { number: number.clone(), ups, star });
    let is = |x: &UpStar, ups, star| x.ups == ups && x.star == star;
    let nimbers = |side: &[UpStar]| side.iter().zip(0..).all(|(x, i)| is(x, 0, i));
    if left.len() == right.len() && nimbers(left) && nimbers(right) {
        return made(0, left.len() as u64);
    }
    match (left, right) {
        ([l0, l1], [r]) if is(l0, 0, 0) && is(l1, 0, 1) && is(r, 0, 0) => made(1, 1),
        ([l], [r0, r1]) if is(l, 0, 0) && is(r0, 0, 0) && is(r1, 0, 1) => made(-1, 1),
        ([l], [r]) if is(l, 0, 0) && r.ups >= 0 => made(r.ups.checked_add(1)?, r.star ^ 1),
        ([l], [r]) if is(r, 0, 0) && l.ups <= 0 => made(l.ups.checked_sub(1)?, l.star ^ 1),
        _ => None,
    }
}

//! Powers of up and uptimals (Conway, *On Numbers and Games*, ch. 16; McKay, "Canonical forms of uptimals", 2011; Siegel,
//! *Combinatorial Game Theory*, ch. II.9).
//!
//! `^[n]` is `{^[n-1] | *}`, with `^[0] = 0`, and `^<n>` is `^[n] - ^[n-1] = {0 | * - ^[n-1]}`: each is infinitely smaller than the one
//! before, so the sums of multiples are ordered as their digits are.

use super::arena::{Arena, Game, STAR, Side, ZERO};
use super::closed::UpStar;
use super::compare::Relation;
use super::dyadic::Dyadic;
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use sprague_limits::{Handle, Stop};

/// The highest power of up that is made.
pub(super) const MAX_POWER: u64 = 10_000;
/// The largest digit after the first that is looked for.
const MAX_DIGIT: i64 = 10_000;

/// `number + *star + ups[0]·^ + ups[1]·^<2> + …`, without zeros at the end.
///
/// ```
/// use sprague_games::{Dyadic, Store};
/// use sprague_limits::Handle;
///
/// let (store, handle) = (Store::new(), Handle::default());
/// let second = store.up_power(2, &handle)?;
/// let game = store.add(store.number_up_star(Dyadic::zero(), 1, 1), second, &handle)?;
/// let expansion = store.uptimal_expansion(game, &handle)?.expect("it is an uptimal");
/// assert_eq!((expansion.star, &expansion.ups[..]), (1, &[1, 1][..]));
/// assert_eq!(expansion.to_string(), "*.11");
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Uptimal {
    /// The number.
    pub number: Dyadic,
    /// The nimber.
    pub star: u64,
    /// How often each power of up, from the first.
    pub ups: Vec<i64>,
}

impl std::fmt::Display for Uptimal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if !self.number.is_zero() || self.star == 0 {
            write!(f, "{}", self.number)?;
        }
        match self.star {
            0 => {}
            1 => write!(f, "*")?,
            n => write!(f, "*{n}")?,
        }
        for (i, digit) in self.ups.iter().enumerate() {
            f.write_str(if i == 0 { "." } else { "" })?;
            // One sign a digit, or it is in brackets.
            if (0..10).contains(digit) { write!(f, "{digit}")? } else { write!(f, "({digit})")? }
        }
        Ok(())
    }
}

impl Arena {
    /// `^[n]`, the sum of the first `n` powers of up.
    pub(crate) fn up_power_to(&mut self, n: u64, h: &Handle) -> Result<Game, Stop> {
        if n > MAX_POWER {
            return Err(Stop::TooLarge(format!("powers of up above {MAX_POWER} are not made")));
        }
        // The last one is only an option, never a name that is looked up.
        while self.up_sums.len() <= n as usize {
            h.tick()?;
            let next = match self.up_sums.last() {
                None => ZERO,
                Some(&last) => self.canonical(&[last], &[STAR], h)?,
            };
            self.up_sums.push(next);
        }
        Ok(self.up_sums[n as usize])
    }

    /// `^<n>` for `n >= 1`.
    pub(crate) fn up_power(&mut self, n: u64, h: &Handle) -> Result<Game, Stop> {
        let before = self.up_power_to(n.saturating_sub(1), h)?;
        let answer = self.sub(STAR, before, h)?;
        self.canonical(&[ZERO], &[answer], h)
    }

    /// The game as a sum of a number, a nimber and multiples of powers of up, if it is one.
    pub(crate) fn uptimal_expansion(&mut self, g: Game, h: &Handle) -> Result<Option<Uptimal>, Stop> {
        if let Some(x) = self.closed(g) {
            let ups = if x.ups == 0 { Vec::new() } else { vec![x.ups] };
            return Ok(Some(Uptimal { number: x.number, star: x.star, ups }));
        }
        let number = self.stop(g, Side::Left);
        if number != self.stop(g, Side::Right) {
            return Ok(None);
        }
        let back = self.number(number.neg());
        let small = self.add(g, back, h)?;
        if !self.is_all_small(small, h)? {
            return Ok(None);
        }
        let Ok(weight) = self.atomic_weight(small, h)? else { return Ok(None) };
        // The first digit is the weight: that of the higher powers is 0.
        let Some(first) = self.as_number(weight).and_then(Dyadic::to_integer).and_then(|n| n.to_i64()) else {
            return Ok(None);
        };
        let mut ups = vec![first];
        let mut rest = self.without(small, 1, first, h)?;
        // The nimber vanishes in the double, and what is left is ordered as its digits are.
        let mut double = self.add(rest, rest, h)?;
        let powers = self.birthday(small, h)?.to_u64().unwrap_or(MAX_POWER).min(MAX_POWER);
        for power in 2..=powers {
            h.tick()?;
            if double == ZERO {
                break;
            }
            let Some(digit) = self.next_digit(&mut double, power, h)? else { return Ok(None) };
            rest = self.without(rest, power, digit, h)?;
            ups.push(digit);
        }
        while ups.last() == Some(&0) {
            ups.pop();
        }
        Ok(self.as_nimber(rest).map(|star| Uptimal { number, star, ups }))
    }

    /// The value of an expansion.
    pub(crate) fn uptimal(&mut self, x: &Uptimal, h: &Handle) -> Result<Game, Stop> {
        let ups = x.ups.first().copied().unwrap_or(0);
        let mut sum = self.up_star(UpStar { number: x.number.clone(), ups, star: x.star });
        for (power, &digit) in (1..).zip(&x.ups).skip(1) {
            sum = self.without(sum, power, -digit, h)?;
        }
        Ok(sum)
    }

    /// `g - digit·^<power>`.
    fn without(&mut self, g: Game, power: u64, digit: i64, h: &Handle) -> Result<Game, Stop> {
        if digit == 0 {
            return Ok(g);
        }
        let power = self.up_power(power, h)?;
        let all = self.multiple(&BigInt::from(-digit), power, h)?;
        self.add(g, all, h)
    }

    /// Takes the multiple of a power off from twice a sum of multiples of this and higher ones.
    fn next_digit(&mut self, double: &mut Game, power: u64, h: &Handle) -> Result<Option<i64>, Stop> {
        let sign = match self.compare(*double, ZERO, h)? {
            Relation::Equal => return Ok(Some(0)),
            Relation::Greater => 1,
            Relation::Less => -1,
            Relation::Confused => return Ok(None),
        };
        let power = self.up_power(power, h)?;
        let step = self.multiple(&BigInt::from(2 * sign), power, h)?;
        let half = if sign > 0 { power } else { self.neg(power, h)? };
        // The rest after the right digit is far smaller than half a step, on either side.
        for digit in 0..=MAX_DIGIT {
            h.tick()?;
            let more = if sign > 0 { self.le(half, *double, h)? } else { self.le(*double, half, h)? };
            if !more {
                return Ok(Some(sign * digit));
            }
            *double = self.sub(*double, step, h)?;
        }
        Err(Stop::TooLarge(format!("multiples of powers of up beyond {MAX_DIGIT} are not looked for")))
    }
}

//! Dyadic rationals `numerator / 2^exponent`, the numbers among the short games.
//!
//! In lowest terms always, so that equality and hashing are those of the fields. Numerators that fit a machine word are
//! kept in one (16 bytes in all); larger ones move to a big integer and come back when they shrink. The simplest
//! number of an interval (Conway, *On Numbers and Games*, ch. 2) is found here as well.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::cmp::Ordering;
use std::fmt;

/// The largest exponent that [`Dyadic::new`], [`Dyadic::from_ratio`] and [`Dyadic::mul`] make.
///
/// ```
/// use sprague_games::dyadic::{Dyadic, MAX_EXPONENT};
/// assert!(Dyadic::new(1.into(), MAX_EXPONENT).is_some());
/// assert!(Dyadic::new(1.into(), MAX_EXPONENT + 1).is_none());
/// ```
pub const MAX_EXPONENT: u32 = 1 << 20;

/// A number `numerator / 2^exponent` in lowest terms.
///
/// ```
/// use sprague_games::Dyadic;
/// let x = Dyadic::new(6.into(), 3).expect("a small exponent");
/// assert_eq!(x.to_string(), "3/4");
/// assert_eq!(x.birthday(), 3.into()); // 0, 1, 1/2, 3/4
/// assert_eq!(x.add(&x).half(), x);
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Dyadic(Repr);

/// `Big` exactly where the numerator does not fit `i64`.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    Small { num: i64, exp: u32 },
    Big(Box<(BigInt, u32)>),
}
use Repr::{Big, Small};

impl Dyadic {
    /// 0.
    pub const fn zero() -> Self {
        Dyadic(Small { num: 0, exp: 0 })
    }

    /// The integer `n`.
    pub const fn from(n: i64) -> Self {
        Dyadic(Small { num: n, exp: 0 })
    }

    /// `num / 2^exp`, reduced; `None` if the exponent is still above [`MAX_EXPONENT`] then.
    pub fn new(num: BigInt, exp: u32) -> Option<Self> {
        let made = Self::reduced(num, exp);
        (made.exponent() <= MAX_EXPONENT).then_some(made)
    }

    /// The integer `n`.
    pub fn from_integer(n: BigInt) -> Self {
        Self::reduced(n, 0)
    }

    /// `1 / 2^exp`.
    pub(crate) const fn unit(exp: u32) -> Self {
        Dyadic(Small { num: 1, exp })
    }

    fn reduced(num: BigInt, exp: u32) -> Self {
        let shift = num.trailing_zeros().unwrap_or(u64::from(exp)).min(u64::from(exp)) as u32;
        let (num, exp) = (if shift > 0 { num >> shift } else { num }, exp - shift);
        match num.to_i64() {
            Some(num) => Dyadic(Small { num, exp }),
            None => Dyadic(Big(Box::new((num, exp)))),
        }
    }

    fn reduced_wide(num: i128, exp: u32) -> Self {
        let shift = if num == 0 { exp } else { num.trailing_zeros().min(exp) };
        let (num, exp) = (if num == 0 { 0 } else { num >> shift }, exp - shift);
        match i64::try_from(num) {
            Ok(num) => Dyadic(Small { num, exp }),
            Err(_) => Dyadic(Big(Box::new((BigInt::from(num), exp)))),
        }
    }

    /// The rational as a dyadic; `None` if its denominator is no power of two (or one above `2^MAX_EXPONENT`).
    pub fn from_ratio(x: &BigRational) -> Option<Self> {
        Self::exponent_of(x).map(|exp| Self::reduced(x.numer().clone(), exp))
    }

    /// Whether the rational is a dyadic.
    pub fn is_ratio(x: &BigRational) -> bool {
        Self::exponent_of(x).is_some()
    }

    fn exponent_of(x: &BigRational) -> Option<u32> {
        let exp = x.denom().trailing_zeros()?;
        (exp + 1 == x.denom().bits() && exp <= u64::from(MAX_EXPONENT)).then_some(exp as u32)
    }

    /// The same number as a rational.
    pub fn to_ratio(&self) -> BigRational {
        BigRational::new_raw(self.numerator(), BigInt::one() << self.exponent())
    }

    /// The integer that this number is, if it is one.
    pub(crate) fn to_integer(&self) -> Option<BigInt> {
        self.is_integer().then(|| self.numerator())
    }

    /// The nearest floating-point number or so, for drawing only.
    pub fn to_f64(&self) -> f64 {
        self.to_ratio().to_f64().unwrap_or(f64::NAN)
    }

    /// The numerator in lowest terms.
    pub(crate) fn numerator(&self) -> BigInt {
        match &self.0 {
            Small { num, .. } => BigInt::from(*num),
            Big(b) => b.0.clone(),
        }
    }

    /// The exponent of the denominator in lowest terms.
    pub fn exponent(&self) -> u32 {
        match &self.0 {
            Small { exp, .. } => *exp,
            Big(b) => b.1,
        }
    }

    /// Whether it is an integer.
    pub fn is_integer(&self) -> bool {
        self.exponent() == 0
    }

    /// Whether it is 0.
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Small { num: 0, .. })
    }

    /// Its sign, as its comparison with 0.
    pub fn sign(&self) -> Ordering {
        match &self.0 {
            Small { num, .. } => num.cmp(&0),
            Big(b) => b.0.cmp(&BigInt::zero()),
        }
    }

    /// The sum.
    pub fn add(&self, other: &Dyadic) -> Dyadic {
        if let (Small { num: a, exp: e }, Small { num: b, exp: f }) = (&self.0, &other.0) {
            let (low, high) = (e.min(f), e.max(f));
            // |a| and |b| are at most 2^63, so the aligned sum stays below 2^127.
            if high - low <= 62 {
                return Self::reduced_wide((i128::from(*a) << (high - e)) + (i128::from(*b) << (high - f)), *high);
            }
        }
        let high = self.exponent().max(other.exponent());
        Self::reduced(self.scaled(high) + other.scaled(high), high)
    }

    /// The difference.
    pub fn sub(&self, other: &Dyadic) -> Dyadic {
        self.add(&other.neg())
    }

    /// The negative.
    pub fn neg(&self) -> Dyadic {
        match &self.0 {
            Small { num, exp } => Self::reduced_wide(-i128::from(*num), *exp),
            Big(b) => Self::reduced(-&b.0, b.1),
        }
    }

    /// The absolute value.
    pub fn abs(&self) -> Dyadic {
        if self.sign() == Ordering::Less { self.neg() } else { self.clone() }
    }

    /// Half of it.
    pub fn half(&self) -> Dyadic {
        if let Small { num, exp } = self.0 {
            return if num % 2 == 0 {
                Dyadic(Small { num: num / 2, exp })
            } else {
                Dyadic(Small { num, exp: exp.saturating_add(1) })
            };
        }
        Self::reduced(self.numerator(), self.exponent().saturating_add(1))
    }

    /// The product; `None` if its exponent is above [`MAX_EXPONENT`].
    pub fn mul(&self, other: &Dyadic) -> Option<Dyadic> {
        let exp = self.exponent().checked_add(other.exponent())?;
        if let (Small { num: a, .. }, Small { num: b, .. }) = (&self.0, &other.0) {
            let made = Self::reduced_wide(i128::from(*a) * i128::from(*b), exp);
            return (made.exponent() <= MAX_EXPONENT).then_some(made);
        }
        Self::new(self.numerator() * other.numerator(), exp)
    }

    /// The product with an integer.
    pub fn mul_integer(&self, n: &BigInt) -> Dyadic {
        Self::reduced(self.numerator() * n, self.exponent())
    }

    /// The greatest integer that is not above it.
    pub fn floor(&self) -> BigInt {
        self.numerator() >> self.exponent()
    }

    /// The least integer that is not below it.
    pub fn ceil(&self) -> BigInt {
        -((-self.numerator()) >> self.exponent())
    }

    /// The day on which the number is born: `|n|` for an integer, else `floor|x| + k + 1` for denominator `2^k`.
    pub fn birthday(&self) -> BigInt {
        let whole = self.numerator().abs() >> self.exponent();
        if self.is_integer() { whole } else { whole + self.exponent() + 1 }
    }

    /// `self * 2^exp` for an exponent that is at least its own.
    fn scaled(&self, exp: u32) -> BigInt {
        self.numerator() << (exp - self.exponent())
    }
}

impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Dyadic {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (Small { num: a, exp: e }, Small { num: b, exp: f }) => {
                if e == f {
                    a.cmp(b)
                } else {
                    cmp_unequal((*a, *e), (*b, *f))
                }
            }
            _ => cmp_big(self, other),
        }
    }
}

fn cmp_unequal((a, e): (i64, u32), (b, f): (i64, u32)) -> Ordering {
    if e > f {
        return cmp_unequal((b, f), (a, e)).reverse();
    }
    if f - e < 64 {
        return (i128::from(a) << (f - e)).cmp(&i128::from(b));
    }
    // |a * 2^(f-e)| is 0 or at least 2^64, above every |b|.
    if a == 0 { 0.cmp(&b) } else { a.cmp(&0) }
}

fn cmp_big(x: &Dyadic, y: &Dyadic) -> Ordering {
    let by_sign = x.sign().cmp(&y.sign());
    if by_sign != Ordering::Equal {
        return by_sign;
    }
    // Bits before the point decide without shifting, unless they agree.
    let magnitude = |d: &Dyadic| d.numerator().bits() as i64 - i64::from(d.exponent());
    match magnitude(x).cmp(&magnitude(y)) {
        Ordering::Equal => {
            let high = x.exponent().max(y.exponent());
            x.scaled(high).cmp(&y.scaled(high))
        }
        unequal if x.sign() == Ordering::Less => unequal.reverse(),
        unequal => unequal,
    }
}

impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Small { num, exp: 0 } => write!(f, "{num}"),
            Small { num, exp } if *exp < 64 => write!(f, "{num}/{}", 1u64 << exp),
            _ if self.is_integer() => write!(f, "{}", self.numerator()),
            _ => write!(f, "{}/{}", self.numerator(), BigInt::one() << self.exponent()),
        }
    }
}

impl fmt::Debug for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// One end of an interval of numbers; `None` is an end at infinity.
///
/// ```
/// use sprague_games::dyadic::{Bound, Dyadic, End, simplest};
/// let three = Dyadic::from(3);
/// let from_three: End = Some((&three, Bound::Closed));
/// assert_eq!(simplest(from_three, None), Some(three.clone()));
/// ```
pub type End<'a> = Option<(&'a Dyadic, Bound)>;

/// Whether an end of an interval belongs to it.
///
/// ```
/// use sprague_games::dyadic::{Bound, Dyadic, simplest};
/// let (zero, one) = (Dyadic::zero(), Dyadic::from(1));
/// let between = |low, high| simplest(Some((&zero, low)), Some((&one, high))).expect("it is not empty").to_string();
/// assert_eq!(between(Bound::Open, Bound::Open), "1/2");
/// assert_eq!(between(Bound::Open, Bound::Closed), "1");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The end does not belong to the interval.
    Open,
    /// The end belongs to it.
    Closed,
}

/// The simplest number strictly between `a` and `b`; `None` if `a >= b`.
///
/// ```
/// use sprague_games::{Dyadic, simplest_between};
/// let (quarter, one) = (Dyadic::from(1).half().half(), Dyadic::from(1));
/// assert_eq!(simplest_between(&quarter, &one), Some(one.half()));
/// assert_eq!(simplest_between(&quarter, &Dyadic::from(7)), Some(one.clone()));
/// assert_eq!(simplest_between(&one, &quarter), None);
/// ```
pub fn simplest_between(a: &Dyadic, b: &Dyadic) -> Option<Dyadic> {
    simplest(Some((a, Bound::Open)), Some((b, Bound::Open)))
}

/// The number of least birthday in an interval; `None` if the interval is empty. Binary search over the denominators:
/// if a multiple of `1/2^k` lies in the interval, so does one of `1/2^(k+1)`.
///
/// ```
/// use sprague_games::dyadic::{Bound, Dyadic, simplest};
/// let two = Dyadic::from(-2);
/// assert_eq!(simplest(None, Some((&two, Bound::Open))), Some(Dyadic::from(-3)));
/// assert_eq!(simplest(Some((&two, Bound::Open)), None), Some(Dyadic::zero()));
/// ```
pub fn simplest(low: End<'_>, high: End<'_>) -> Option<Dyadic> {
    if let (Some((a, s)), Some((b, t))) = (low, high) {
        match a.cmp(b) {
            Ordering::Greater => return None,
            Ordering::Equal => return (s == Bound::Closed && t == Bound::Closed).then(|| a.clone()),
            Ordering::Less => {}
        }
    }
    let above = |x: &Dyadic| low.is_none_or(|(a, s)| a < x || s == Bound::Closed && a == x);
    let below = |x: &Dyadic| high.is_none_or(|(b, t)| x < b || t == Bound::Closed && b == x);
    let zero = Dyadic::zero();
    match (above(&zero), below(&zero)) {
        (true, true) => return Some(zero),
        // The interval is negative: mirror it.
        (true, false) => {
            let (low, high) = (low.map(|(a, s)| (a.neg(), s)), high.map(|(b, t)| (b.neg(), t)));
            let mirrored = simplest(high.as_ref().map(|(b, t)| (b, *t)), low.as_ref().map(|(a, s)| (a, *s)));
            return mirrored.map(|x| x.neg());
        }
        (false, _) => {}
    }
    // The interval is positive, so its low end is finite. The least multiple of 1/2^k that is above that end:
    let (a, bound) = low?;
    let least = |k: u32| {
        let fraction = a.exponent() > k;
        let floor = if fraction { a.numerator() >> (a.exponent() - k) } else { a.scaled(k) };
        Dyadic::reduced(if fraction || bound == Bound::Open { floor + 1 } else { floor }, k)
    };
    let fits = |k: u32| Some(least(k)).filter(|x| below(x));
    if let Some(x) = fits(0) {
        return Some(x);
    }
    let most = a.exponent().max(high.map_or(0, |(b, _)| b.exponent())) + 1;
    let (mut no, mut yes) = (0, most);
    while yes - no > 1 {
        let mid = no.midpoint(yes);
        if fits(mid).is_some() { yes = mid } else { no = mid }
    }
    fits(yes)
}

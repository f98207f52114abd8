//! Points: exact, never negative.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Signed, ToPrimitive, Zero};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::iter::Sum;
use std::ops::Add;

/// A number of points.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Points(BigRational);

/// As a text that loses nothing: `2/3`.
impl From<Points> for String {
    fn from(points: Points) -> String {
        points.0.to_string()
    }
}

impl TryFrom<String> for Points {
    type Error = &'static str;
    fn try_from(text: String) -> Result<Points, &'static str> {
        text.parse().ok().filter(|n: &BigRational| !n.is_negative()).map(Points).ok_or("no number of points")
    }
}

impl Points {
    /// No points.
    pub fn zero() -> Points {
        Points(BigRational::zero())
    }

    /// A number, if it can be points: not negative, not beyond a million, denominator at most a thousand.
    pub fn new(number: &BigRational) -> Option<Points> {
        let fits = !number.is_negative()
            && number.numer() <= &(BigInt::from(1_000_000) * number.denom())
            && number.denom() <= &BigInt::from(1000);
        fits.then(|| Points(number.clone()))
    }

    /// A whole number of points.
    pub fn whole(n: u32) -> Points {
        Points(BigRational::from_integer(n.into()))
    }

    /// Whether there are none.
    pub fn is_zero(&self) -> bool {
        self.0.is_zero()
    }

    /// This share of them: `part / all`.
    #[must_use]
    pub fn share(&self, part: usize, all: usize) -> Points {
        if all == 0 {
            return Points::zero();
        }
        Points(&self.0 * BigRational::new(part.into(), all.into()))
    }

    /// The share `(right - penalty * wrong) / all`, never less than nothing; a wrong entry takes a right one away if nobody says more.
    #[must_use]
    pub fn share_less(&self, right: usize, wrong: usize, penalty: Option<&BigRational>, all: usize) -> Points {
        let whole = |n: usize| BigRational::from_integer(n.into());
        let off = penalty.cloned().unwrap_or_else(|| whole(1)) * whole(wrong);
        let left = whole(right) - off;
        if all == 0 || left.is_negative() { Points::zero() } else { Points(&self.0 * left / whole(all)) }
    }

    /// Rounded down to hundredths: what a share of points comes to.
    #[must_use]
    pub fn floored(&self) -> Points {
        let hundred = BigInt::from(100);
        Points(BigRational::new((&self.0 * &hundred).floor().to_integer(), hundred))
    }

    /// For programs: rounded to six decimals.
    pub fn to_f64(&self) -> f64 {
        let million = BigInt::from(1_000_000);
        let rounded = (&self.0 * &million).round().to_integer();
        rounded.to_f64().unwrap_or(0.0) / 1e6
    }

    /// The mean of several.
    pub fn mean(all: &[Points]) -> Points {
        all.iter().cloned().sum::<Points>().share(1, all.len())
    }
}

impl fmt::Display for Points {
    /// At most two decimals.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hundredths = (&self.0 * BigInt::from(100)).round().to_integer();
        let whole: BigInt = &hundredths / 100;
        let rest: BigInt = &hundredths % 100;
        let rest = rest.to_u32().unwrap_or(0);
        match rest {
            0 => write!(f, "{whole}"),
            n if n % 10 == 0 => write!(f, "{whole}.{}", n / 10),
            n => write!(f, "{whole}.{n:02}"),
        }
    }
}

impl Add for Points {
    type Output = Points;
    fn add(self, other: Points) -> Points {
        Points(self.0 + other.0)
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Points>>(all: I) -> Points {
        all.fold(Points::zero(), Add::add)
    }
}

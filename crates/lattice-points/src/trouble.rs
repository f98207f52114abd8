//! What can go wrong with semilinear sets and generating functions.

use sprague_limits::Stop;
use std::fmt;

/// Why there is no answer.
///
/// ```
/// use sprague_lattice_points::{Budget, Stratification, Trouble};
/// let (line, plane) = (Stratification::orthant(1), Stratification::orthant(2));
/// let union = line.union(&plane, Budget::default(), &sprague_limits::Handle::default());
/// assert_eq!(union, Err(Trouble::Dimension(1, 2)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// A bound of the computation, or an interruption.
    Stop(Stop),
    /// Objects of different dimensions: the one expected, the one met.
    Dimension(usize, usize),
    /// A cone or polyhedron that contains a whole line has no generating function.
    NotPointed,
    /// Generators, or exponents of one denominator, that are linearly dependent.
    Dependent,
    /// More pieces than the budget allows.
    Budget(usize),
    /// A set with infinitely many points where a finite one is needed.
    Infinite,
    /// A text that is not a set or a generating function: the place in bytes, and what was expected there.
    Text(usize, &'static str),
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Stop(stop) => stop.fmt(f),
            Trouble::Dimension(expected, met) => write!(f, "{expected} coordinates were expected, not {met}"),
            Trouble::NotPointed => write!(f, "it contains a whole line"),
            Trouble::Dependent => write!(f, "the generators are linearly dependent"),
            Trouble::Budget(pieces) => write!(f, "more than {pieces} pieces"),
            Trouble::Infinite => write!(f, "infinitely many points"),
            Trouble::Text(at, expected) => write!(f, "{expected} expected at byte {at}"),
        }
    }
}

impl std::error::Error for Trouble {}

impl From<Stop> for Trouble {
    fn from(stop: Stop) -> Self {
        Trouble::Stop(stop)
    }
}

/// How much one operation may produce before it gives up in good order.
///
/// ```
/// use sprague_lattice_points::{Budget, Stratum, Stratification, Trouble};
/// let handle = sprague_limits::Handle::default();
/// let coarse = Stratum::from_i64(&[0, 0], &[vec![7, 0], vec![0, 7]]).expect("two generators are independent");
/// let coarse = Stratification::of_disjoint(2, vec![coarse], &handle)?;
/// let rest = Stratification::orthant(2).difference(&coarse, Budget { pieces: 10 }, &handle);
/// assert_eq!(rest, Err(Trouble::Budget(10)));
/// # Ok::<(), sprague_lattice_points::Trouble>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Strata or terms, and points of one fundamental parallelepiped.
    pub pieces: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Budget { pieces: 200_000 }
    }
}

impl Budget {
    /// An error if there are more pieces than allowed.
    pub(crate) fn check(&self, pieces: usize) -> Result<(), Trouble> {
        if pieces > self.pieces { Err(Trouble::Budget(self.pieces)) } else { Ok(()) }
    }
}

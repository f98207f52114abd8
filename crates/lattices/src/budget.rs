//! What a search may use, and how it ends when that is used up.

use sprague_limits::{Handle, Stop};
use std::cell::Cell;
use std::fmt;

/// Bounds of the search for a strategy; all can be raised.
///
/// ```
/// use sprague_lattices::Budgets;
/// let patient = Budgets { states: 5000, ..Budgets::default().times(10) };
/// assert_eq!(patient.positions, 30_000_000);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Budgets {
    /// Points of the largest box in which periods are looked for.
    pub box_points: usize,
    /// Positions decided by direct recursion.
    pub positions: usize,
    /// Elementary comparisons of one way of searching.
    pub work: u64,
    /// States of a learned automaton.
    pub states: usize,
    /// States of the product that proves an automaton.
    pub product: usize,
    /// Strata of a stratification.
    pub strata: usize,
}

impl Default for Budgets {
    fn default() -> Budgets {
        Budgets {
            box_points: 1 << 18,
            positions: 3_000_000,
            work: 400_000_000,
            states: 1500,
            product: 1_000_000,
            strata: 100_000,
        }
    }
}

impl Budgets {
    /// Everything `factor` times as large.
    pub fn times(&self, factor: u64) -> Budgets {
        let wide = |n: usize| n.saturating_mul(usize::try_from(factor).unwrap_or(usize::MAX));
        Budgets {
            box_points: wide(self.box_points),
            positions: wide(self.positions),
            work: self.work.saturating_mul(factor),
            states: wide(self.states),
            product: wide(self.product),
            strata: wide(self.strata),
        }
    }
}

/// Why a search, a proof or a check came to no good end.
///
/// ```
/// use sprague_lattices::{Budgets, Failure, Game, Play, solve};
/// let handle = sprague_limits::Handle::default();
/// let game = Game::on_orthant(1, vec![vec![1], vec![2]], &Play::Normal, &handle)?.expect("the axioms hold");
/// let strategy = solve(&game, &Budgets::default(), &handle)?.expect("it has a period");
/// assert!(strategy.check(&Budgets::default(), &handle).is_ok());
/// let hurry = Budgets { work: 0, ..Budgets::default() };
/// assert_eq!(strategy.check(&hurry, &handle), Err(Failure::Budget));
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// A bound of the handle.
    Stop(Stop),
    /// The budget of this search is used up.
    Budget,
    /// Not the P-positions: P meets the defeated positions here, or a move leads from P to P, or none to P.
    Position(Vec<i64>),
    /// More than one stratum holds this point.
    Twice(Vec<i64>),
    /// Of a shape that this proof or this checker does not decide.
    Shape,
}

impl From<Stop> for Failure {
    fn from(stop: Stop) -> Failure {
        Failure::Stop(stop)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Stop(stop) => stop.fmt(f),
            Failure::Budget => write!(f, "the budget of the search is used up"),
            Failure::Position(x) => write!(f, "{x:?} is on the wrong side"),
            Failure::Twice(x) => write!(f, "more than one stratum holds {x:?}"),
            Failure::Shape => write!(f, "not decided: the set has a shape that the checker does not know"),
        }
    }
}

impl std::error::Error for Failure {}

/// The answer, or nothing if there is none for another reason than a bound of the handle.
pub fn within<T>(result: Result<T, Failure>) -> Result<Option<T>, Stop> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(Failure::Stop(stop)) => Err(stop),
        Err(_) => Ok(None),
    }
}

/// Counts work against a budget, and ticks.
pub struct Meter<'a> {
    /// The handle.
    pub handle: &'a Handle,
    left: Cell<u64>,
}

impl<'a> Meter<'a> {
    /// So much work and no more.
    pub fn new(handle: &'a Handle, work: u64) -> Meter<'a> {
        Meter { handle, left: Cell::new(work) }
    }

    /// How much work is left.
    pub fn left(&self) -> u64 {
        self.left.get()
    }

    /// Does `n` units of work.
    #[inline]
    pub(crate) fn spend(&self, n: u32) -> Result<(), Failure> {
        let left = self.left.get();
        if left < u64::from(n) {
            return Err(Failure::Budget);
        }
        self.left.set(left - u64::from(n));
        Ok(self.handle.ticks(n)?)
    }
}

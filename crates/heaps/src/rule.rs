//! The rule that a declaration gives: clauses `take S leave …`, `split …`, and the form that is recognised in them.
//!
//! In: a [`Code`], or a list of [`Clause`]s. Out: a [`Rule`], which knows the code that says the same, where there is
//! one, and the set that is subtracted, where moves only take. A condition stays with the caller: the rule only knows
//! that clause `i` has one, and asks a [`Caller`] for its truth, as for the elements of a set given by a program.
//! Clauses that could leave the heap as it was are refused with their place.

use super::code::{Code, Digit, Sizes};
use sprague_limits::Stop;
use std::convert::Infallible;
use std::fmt;

/// What may be taken.
///
/// ```
/// use sprague_heaps::{NoCaller, Rule, Sequence, Set};
/// use sprague_limits::Handle;
///
/// let handle = Handle::default();
/// let value = |set, n| {
///     let rule = Rule::subtraction_game(set).expect("every move takes something");
///     Sequence::new(rule).value_at(n, &handle, &mut NoCaller)
/// };
/// assert_eq!(value(Set::From(1), 10), Ok(10)); // Nim
/// assert_eq!(value(Set::Finite(vec![1, 2, 3]), 10), Ok(2)); // 10 is 2 more than what 4 divides
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Set {
    /// These numbers.
    Finite(Vec<u64>),
    /// This number and all above.
    From(u64),
    /// All positive numbers but these.
    AllBut(Vec<u64>),
    /// Numbers in increasing order that the caller enumerates: squares, primes, ...
    Given {
        /// The set depends on the size of the heap.
        varies: bool,
    },
}

/// What is left of the heap.
///
/// ```
/// use sprague_heaps::{Base, Clause, Code, Leave, Rule};
/// // Grundy's game: a heap is split into two that differ.
/// let unequal = Leave { slots: 2, least: 1, distinct: true };
/// let grundy = Rule::from_clauses(vec![Clause { leave: unequal, ..Clause::split(2) }]).expect("every move shrinks");
/// assert_eq!(grundy.code_of(), Code::parse("4!.0", Base::Octal).as_ref().ok());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leave {
    /// How many heaps are named: `leave a, b` has 2, `take S` alone has 1.
    pub slots: usize,
    /// The least size of each: 0 after `leave`, 1 after `split`.
    pub least: u64,
    /// Their sizes differ (`if a != b`).
    pub distinct: bool,
}

impl Leave {
    /// One heap, possibly empty: `take S`.
    pub const REST: Leave = Leave { slots: 1, least: 0, distinct: false };

    /// `leave a, b, …`: each may be empty.
    pub fn parts(slots: usize) -> Leave {
        Leave { slots, least: 0, distinct: false }
    }

    /// `split a, b, …`: each at least 1.
    pub(crate) fn split(slots: usize) -> Leave {
        Leave { slots, least: 1, distinct: false }
    }

    /// The digit of a code that says the same.
    fn digit(self) -> Option<Digit> {
        let j = self.slots;
        let parts = match (self.least, self.distinct) {
            _ if j > MOST_SLOTS => return None,
            (0, true) if j >= 2 => 3 << (j - 1), // one of them may be empty
            (0, _) => (2 << j) - 1,
            (1, _) => 1 << j,
            _ => return None,
        };
        Some(Digit::new(parts, if self.distinct { Sizes::Different } else { Sizes::Any }))
    }
}

/// One clause of a declaration.
///
/// ```
/// use sprague_heaps::{Base, Clause, Code, Leave, Rule, Set};
/// // Kayles: take 1 or 2 and leave two heaps, each of which may be empty.
/// let take = Clause::take(Set::Finite(vec![1, 2]), Leave::parts(2));
/// let kayles = Rule::from_clauses(vec![take]).expect("every move shrinks");
/// assert_eq!(kayles.code_of(), Code::parse("0.77", Base::Octal).as_ref().ok());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// What may be taken; `Finite([0])` for `split`.
    pub take: Set,
    /// What is left.
    pub leave: Leave,
    /// Whether the caller is asked, see [`Caller::allows`].
    pub conditional: bool,
}

impl Clause {
    /// `take set leave …` without a condition.
    pub fn take(take: Set, leave: Leave) -> Clause {
        Clause { take, leave, conditional: false }
    }

    /// `split a, b, …` without a condition.
    pub fn split(slots: usize) -> Clause {
        Clause { take: Set::Finite(vec![0]), leave: Leave::split(slots), conditional: false }
    }

    /// The same with a condition.
    pub fn when(self) -> Clause {
        Clause { conditional: true, ..self }
    }
}

/// Why a clause is refused.
///
/// ```
/// use sprague_heaps::{Rule, Set, rule::ClauseError};
/// let idle = Rule::subtraction_game(Set::Finite(vec![0, 1]));
/// assert_eq!(idle, Err(ClauseError::NeverShrinks { clause: 0 }));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClauseError {
    /// Clause `clause` may take 0 and leave the heap as it was.
    NeverShrinks {
        /// Its place in the declaration, from 0.
        clause: usize,
    },
    /// Clause `clause` names no heap that is left, or more than `MOST_SLOTS`.
    Slots {
        /// Its place in the declaration, from 0.
        clause: usize,
    },
}

impl fmt::Display for ClauseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClauseError::NeverShrinks { clause } => write!(f, "clause {clause} may leave the heap as it was"),
            ClauseError::Slots { clause } => write!(f, "clause {clause} names no heap, or more than {MOST_SLOTS}"),
        }
    }
}

impl std::error::Error for ClauseError {}

/// The most heaps that a clause may name.
pub(crate) const MOST_SLOTS: usize = 16;

/// What the caller knows of a declaration: conditions and sets given by a program.
///
/// ```
/// use sprague_heaps::{Caller, Rule, Sequence, Set};
/// use sprague_limits::Handle;
/// use std::convert::Infallible;
///
/// /// Says which numbers are squares.
/// struct Squares;
/// impl Caller for Squares {
///     type Error = Infallible;
///     fn allows(&mut self, _: usize, _: u64, _: u64, _: &[u64]) -> Result<bool, Infallible> {
///         Ok(true)
///     }
///     fn element(&mut self, _: usize, _: u64, index: usize) -> Result<Option<u64>, Infallible> {
///         let root = index as u64 + 1;
///         Ok(root.checked_mul(root))
///     }
/// }
///
/// // Subtract a square (Golomb 1966): the first heaps from which the previous player wins.
/// let rule = Rule::subtraction_game(Set::Given { varies: false }).expect("squares are positive");
/// let (mut sequence, handle) = (Sequence::new(rule), Handle::default());
/// sequence.extend_to(25, &handle, &mut Squares).expect("no bound is reached");
/// let lost: Vec<u64> = (0..25).filter(|&n| sequence.value(n) == Some(0)).collect();
/// assert_eq!(lost, [0, 2, 5, 7, 10, 12, 15, 17, 20, 22]);
/// ```
pub trait Caller {
    /// Its own errors.
    type Error;

    /// Whether clause `clause` allows taking `taken` from `heap`, leaving `parts` in the order of their names (for
    /// `take S` alone, `parts` is the one rest).
    fn allows(&mut self, clause: usize, heap: u64, taken: u64, parts: &[u64]) -> Result<bool, Self::Error>;

    /// Element `index` (from 0) of the set of clause `clause`, in increasing order, `None` after the last. `heap` is
    /// the size of the heap where the set varies with it, else 0.
    fn element(&mut self, clause: usize, heap: u64, index: usize) -> Result<Option<u64>, Self::Error>;
}

/// The caller for rules without conditions and given sets; it is never asked.
///
/// ```
/// use sprague_heaps::{NoCaller, Rule, Sequence, Set};
/// use sprague_limits::Handle;
///
/// let rule = Rule::subtraction_game(Set::Finite(vec![1, 2])).expect("every move shrinks");
/// assert!(!rule.needs_caller());
/// let value = Sequence::new(rule).value_at(100, &Handle::default(), &mut NoCaller);
/// assert_eq!(value, Ok(100 % 3));
/// ```
pub struct NoCaller;

impl Caller for NoCaller {
    type Error = Infallible;

    fn allows(&mut self, _: usize, _: u64, _: u64, _: &[u64]) -> Result<bool, Infallible> {
        Ok(true)
    }

    fn element(&mut self, _: usize, _: u64, _: usize) -> Result<Option<u64>, Infallible> {
        Ok(None)
    }
}

/// Why an engine had to end.
///
/// ```
/// use sprague_heaps::{Base, Code, Fault, NoCaller, Rule, Sequence};
/// use sprague_limits::{Handle, Limits, Stop};
///
/// let rule = Rule::from_code(Code::parse("0.007", Base::Octal).expect("a code"));
/// let handle = Handle::new(Limits { steps: Some(1000), ..Limits::default() });
/// let ended = Sequence::new(rule).extend_to(1_000_000, &handle, &mut NoCaller);
/// assert_eq!(ended, Err(Fault::Stop(Stop::Steps(1000))));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault<E> {
    /// A bound of the handle, or the user.
    Stop(Stop),
    /// The caller's own error.
    Caller(E),
    /// A given set holds 0 where taking nothing would leave the heap as it was.
    NeverShrinks {
        /// The clause, from 0.
        clause: usize,
        /// The heap.
        heap: u64,
    },
    /// A given set does not increase at this index.
    NotIncreasing {
        /// The clause, from 0.
        clause: usize,
        /// The index.
        index: usize,
    },
}

impl<E: fmt::Display> fmt::Display for Fault<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Stop(stop) => stop.fmt(f),
            Fault::Caller(error) => error.fmt(f),
            Fault::NeverShrinks { clause, heap } => write!(f, "clause {clause} may leave a heap of {heap} as it was"),
            Fault::NotIncreasing { clause, index } => {
                write!(f, "the set of clause {clause} does not increase at index {index}")
            }
        }
    }
}

impl<E: fmt::Debug + fmt::Display> std::error::Error for Fault<E> {}

impl<E> From<Stop> for Fault<E> {
    fn from(stop: Stop) -> Self {
        Fault::Stop(stop)
    }
}

impl Fault<Infallible> {
    /// The bound that was met: without a caller nothing else can happen.
    pub(crate) fn stop(self) -> Stop {
        match self {
            Fault::Stop(stop) => stop,
            Fault::Caller(never) => match never {},
            Fault::NeverShrinks { .. } | Fault::NotIncreasing { .. } => Stop::TooLarge("a set given by no one".into()),
        }
    }
}

/// What is subtracted, where every move takes and leaves one heap.
///
/// ```
/// use sprague_heaps::{Base, Code, Rule, rule::Subtraction};
/// let rule = Rule::from_code(Code::parse("0.303", Base::Octal)?);
/// assert_eq!(rule.subtraction_of(), Some(&Subtraction::Finite(vec![1, 3])));
/// # Ok::<(), sprague_heaps::CodeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subtraction {
    /// These numbers, in increasing order.
    Finite(Vec<u64>),
    /// All positive numbers but these, in increasing order.
    AllBut(Vec<u64>),
    /// The set of clause 0, which the caller enumerates.
    Given,
}

/// A rule: clauses and what was recognised in them.
///
/// ```
/// use sprague_heaps::{Base, Code, Rule, Set};
/// let rule = Rule::subtraction_game(Set::Finite(vec![1, 3])).expect("every move shrinks");
/// assert_eq!(rule.code_of(), Code::parse("0.303", Base::Octal).as_ref().ok());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    clauses: Vec<Clause>,
    code: Option<Code>,
    subtraction: Option<Subtraction>,
}

/// Sets beyond this are not written out as a code.
const LONGEST_CODE: u64 = 4096;

impl Rule {
    /// The rule of a code.
    pub fn from_code(code: Code) -> Rule {
        let subtraction = subtraction_of_code(&code);
        Rule { clauses: Vec::new(), code: Some(code), subtraction }
    }

    /// The subtraction game of a set.
    pub fn subtraction_game(set: Set) -> Result<Rule, ClauseError> {
        Rule::from_clauses(vec![Clause::take(set, Leave::REST)])
    }

    /// The rule of a declaration, its form recognised.
    pub fn from_clauses(mut clauses: Vec<Clause>) -> Result<Rule, ClauseError> {
        for (i, clause) in clauses.iter_mut().enumerate() {
            if clause.leave.slots == 0 || clause.leave.slots > MOST_SLOTS || clause.leave.least > 1 {
                return Err(ClauseError::Slots { clause: i });
            }
            if let Set::Finite(numbers) | Set::AllBut(numbers) = &mut clause.take {
                numbers.sort_unstable();
                numbers.dedup();
            }
            if let Set::AllBut(numbers) = &mut clause.take {
                numbers.retain(|&k| k > 0);
            }
            let zero = match &clause.take {
                Set::Finite(numbers) => numbers.first() == Some(&0),
                Set::From(k) => *k == 0,
                Set::AllBut(_) | Set::Given { .. } => false,
            };
            if zero && !(clause.leave.least == 1 && clause.leave.slots >= 2) {
                return Err(ClauseError::NeverShrinks { clause: i });
            }
        }
        let plain = clauses.iter().all(|c| !c.conditional && !matches!(c.take, Set::Given { .. }));
        let code = if plain { code_of_clauses(&clauses) } else { None };
        let subtraction = match clauses.as_slice() {
            [Clause { take: Set::Given { varies: false }, leave, conditional: false }] if rest(leave) => {
                Some(Subtraction::Given)
            }
            _ if plain && clauses.iter().all(|c| rest(&c.leave) && !far(&c.take)) => {
                Some(union(clauses.iter().map(|c| &c.take)))
            }
            _ => None,
        };
        Ok(Rule { clauses, code, subtraction })
    }

    /// The clauses of the declaration; none for a rule given by a code.
    pub(crate) fn clauses(&self) -> &[Clause] {
        &self.clauses
    }

    /// The code that says the same, where there is one.
    pub fn code_of(&self) -> Option<&Code> {
        self.code.as_ref()
    }

    /// What is subtracted, where all moves do nothing else.
    pub fn subtraction_of(&self) -> Option<&Subtraction> {
        self.subtraction.as_ref()
    }

    /// A bound on the value of heap `n`, which is at most the number of moves of the longest play: n divided by the least
    /// number taken, or, where a move may only split, 2n - 1 (each move lowers twice the beans less the heaps). Of
    /// a subtraction game it is at most the numbers that can be taken.
    pub fn most_value(&self, n: u64) -> u64 {
        let (splits, least) = match self.code_of() {
            Some(code) => {
                // Where beans are added, plays have no simple bound.
                if !code.added().is_empty() {
                    return u64::MAX;
                }
                let places = (1..=(code.digits().len() + code.tail().len()) as u64).find(|&k| !code.digit(k).is_zero());
                (!code.head().is_zero(), places)
            }
            None => {
                let splits = |c: &Clause| match &c.take {
                    Set::Finite(numbers) => numbers.contains(&0),
                    Set::From(k) => *k == 0,
                    Set::AllBut(_) => false,
                    Set::Given { .. } => c.leave.least == 1 && c.leave.slots >= 2,
                };
                let least = |c: &Clause| match &c.take {
                    Set::Finite(numbers) => numbers.iter().copied().find(|&k| k > 0),
                    Set::From(k) => Some((*k).max(1)),
                    Set::AllBut(except) => (1..).find(|k| except.binary_search(k).is_err()),
                    Set::Given { .. } => Some(1),
                };
                (self.clauses.iter().any(splits), self.clauses.iter().filter_map(least).min())
            }
        };
        let longest = match (splits, least) {
            (true, _) => n.saturating_mul(2).saturating_sub(1),
            (false, Some(least)) => n / least,
            (false, None) => 0,
        };
        match &self.subtraction {
            Some(Subtraction::Finite(set)) => longest.min(set.partition_point(|&k| k <= n) as u64),
            _ => longest,
        }
    }

    /// Whether the caller has to answer for conditions or given sets.
    pub fn needs_caller(&self) -> bool {
        self.clauses.iter().any(|c| c.conditional || matches!(c.take, Set::Given { .. }))
    }
}

fn rest(leave: &Leave) -> bool {
    leave.slots == 1 && leave.least == 0
}

/// Sets that begin too far out for a list of what they leave out.
fn far(set: &Set) -> bool {
    matches!(set, Set::From(k) if *k > 1 << 20)
}

/// The union of sets that are not given by a program.
fn union<'a>(sets: impl Iterator<Item = &'a Set> + Clone) -> Subtraction {
    let mut finite = Vec::new();
    // Of sets that go on from a number the first says it all.
    let first = sets.clone().filter_map(|set| if let Set::From(k) = set { Some(*k) } else { None }).min();
    // Positive numbers that are in none of the endless sets.
    let mut missing: Option<Vec<u64>> = first.map(|k| (1..k).collect());
    for set in sets {
        match set {
            Set::Finite(numbers) => finite.extend_from_slice(numbers),
            Set::AllBut(numbers) => match &mut missing {
                None => missing = Some(numbers.clone()),
                Some(missing) => missing.retain(|k| numbers.binary_search(k).is_ok()),
            },
            Set::From(_) | Set::Given { .. } => {}
        }
    }
    // Each set is sorted, so that this takes hardly more than a walk.
    finite.sort();
    finite.dedup();
    match missing {
        None => Subtraction::Finite(finite),
        Some(mut missing) => {
            missing.retain(|k| finite.binary_search(k).is_err());
            Subtraction::AllBut(missing)
        }
    }
}

fn subtraction_of_code(code: &Code) -> Option<Subtraction> {
    let take = Digit::new(3, Sizes::Any);
    let all = |d: &Digit| d.is_zero() || *d == take;
    let places = |digit| (1..=code.digits().len() as u64).filter(move |&k| code.digit(k) == digit);
    if !code.head().is_zero() || !code.added().is_empty() || !code.digits().iter().all(all) {
        None
    } else if code.tail().is_empty() {
        Some(Subtraction::Finite(places(take).collect()))
    } else if code.tail() == [take] {
        Some(Subtraction::AllBut(places(Digit::default()).collect()))
    } else {
        None
    }
}

/// The digit of place `k`.
fn digit_at(clauses: &[Clause], k: u64) -> Option<Digit> {
    let mut digit = Digit::default();
    for clause in clauses {
        let has = match &clause.take {
            Set::Finite(numbers) => numbers.binary_search(&k).is_ok(),
            Set::From(from) => k >= *from,
            Set::AllBut(numbers) => k > 0 && numbers.binary_search(&k).is_err(),
            Set::Given { .. } => return None,
        };
        if has {
            digit = digit.or(clause.leave.digit()?)?;
        }
    }
    Some(digit)
}

fn code_of_clauses(clauses: &[Clause]) -> Option<Code> {
    let mut last = 0;
    let mut endless = false;
    for clause in clauses {
        match &clause.take {
            Set::Finite(numbers) => last = last.max(numbers.last().copied().unwrap_or(0)),
            Set::AllBut(numbers) => {
                last = last.max(numbers.last().copied().unwrap_or(0));
                endless = true;
            }
            Set::From(k) => {
                last = last.max(*k);
                endless = true;
            }
            Set::Given { .. } => return None,
        }
    }
    if last > LONGEST_CODE {
        return None;
    }
    let head = digit_at(clauses, 0)?;
    let digits = (1..=last).map(|k| digit_at(clauses, k)).collect::<Option<Vec<_>>>()?;
    let tail = if endless { vec![digit_at(clauses, last + 1)?] } else { Vec::new() };
    Code::new(head, digits, tail).ok()
}

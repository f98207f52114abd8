//! One digit of a code: into how many heaps what is left may be parted, and how their sizes may relate.
//!
//! Bit `j` of a digit's number says that exactly `j` heaps may be left (Guy and Smith 1956). Beyond that a digit may ask that sizes
//! differ or agree, and may allow any number of heaps from some number on.

use std::fmt;

/// The most heaps that a digit names one by one; all numbers above go together.
pub(crate) const MOST_NAMED: usize = 62;

/// How the sizes of the heaps left may relate.
///
/// ```
/// use sprague_heaps::code::Sizes;
/// assert!(Sizes::Different.allow(&[3, 2, 1]) && !Sizes::Different.allow(&[3, 1, 1]));
/// assert!(Sizes::Uneven.allow(&[3, 1, 1]) && !Sizes::Uneven.allow(&[2, 2]));
/// assert!(Sizes::Equal.allow(&[2, 2, 2]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sizes {
    /// In any way.
    Any,
    /// No two are equal: `!`.
    Different,
    /// Not all are equal: `?`.
    Uneven,
    /// All are equal: `=`.
    Equal,
}

impl Sizes {
    const ALL: [Sizes; 4] = [Sizes::Any, Sizes::Different, Sizes::Uneven, Sizes::Equal];

    /// Whether heaps of these sizes may be left.
    pub fn allow(self, parts: &[u64]) -> bool {
        let equal = || parts.windows(2).all(|pair| pair[0] == pair[1]);
        match self {
            Sizes::Any => true,
            Sizes::Different => parts.iter().enumerate().all(|(i, a)| !parts[..i].contains(a)),
            Sizes::Uneven => !equal(),
            Sizes::Equal => equal(),
        }
    }

    /// What the sign after a digit means.
    pub(crate) fn of_mark(mark: char) -> Option<Sizes> {
        match mark {
            '!' => Some(Sizes::Different),
            '?' => Some(Sizes::Uneven),
            '=' => Some(Sizes::Equal),
            _ => None,
        }
    }

    fn mark(self) -> &'static str {
        ["", "!", "?", "="][self as usize]
    }

    /// Whether some heap could be left as large as it was, or larger, if `added` beans are added and the heap is parted into `parts`.
    fn may_stay(self, parts: u64, added: u64) -> bool {
        match self {
            // The others have one bean each.
            Sizes::Any | Sizes::Uneven => parts < added + 2,
            // The others have 1, 2, 3, … beans.
            Sizes::Different => parts.saturating_mul(parts.saturating_sub(1)) / 2 < added + 1,
            // Heaps of q, from one of parts * q - added, which is at least 1 and at most q.
            Sizes::Equal => parts < 2 || (added + 1).div_ceil(parts) <= added / (parts - 1),
        }
    }
}

/// One digit: what a move in its place may leave.
///
/// ```
/// use sprague_heaps::{Base, Code, code::{Digit, Sizes}};
/// let grundy = Code::parse("4!.0", Base::Octal)?;
/// assert_eq!(grundy.digit(0).sizes(2), Some(Sizes::Different));
/// assert_eq!(grundy.digit(0).sizes(3), None);
/// // Two heaps and more.
/// let any = Code::parse("0.{2+}", Base::Any)?.digit(1);
/// assert!(any.leaves(2) && any.leaves(1000) && !any.leaves(1));
/// # Ok::<(), sprague_heaps::CodeError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Digit {
    /// Of each kind of sizes the numbers of heaps, as bits; bit 63 stands for 63 and all above. A number is in one of them at most.
    parts: [u64; 4],
}

impl Digit {
    /// A digit with these numbers of heaps, whose sizes relate in one way. That says nothing of one heap or none.
    pub(crate) fn new(parts: u64, sizes: Sizes) -> Digit {
        let mut digit = Digit::default();
        let single = if sizes == Sizes::Any { u64::MAX } else { 3 };
        digit.parts[Sizes::Any as usize] = parts & single;
        digit.parts[sizes as usize] |= parts & !single;
        // Two heaps that are not all equal are different.
        let two = digit.parts[Sizes::Uneven as usize] & 4;
        digit.parts[Sizes::Uneven as usize] -= two;
        digit.parts[Sizes::Different as usize] |= two;
        digit
    }

    /// Both together: what either allows. `None` where one of them asks something of a number of heaps that no sign says.
    pub(crate) fn or(self, other: Digit) -> Option<Digit> {
        let mut made = self;
        for sizes in Sizes::ALL {
            for j in (0..64).filter(|j| other.parts[sizes as usize] >> j & 1 == 1) {
                match (made.sizes(j), sizes) {
                    (Some(Sizes::Any), _) => {}
                    (None, _) => made.parts[sizes as usize] |= 1 << j,
                    (Some(before), now) if before == now => {}
                    (Some(before), Sizes::Any) => {
                        made.parts[before as usize] &= !(1 << j);
                        made.parts[Sizes::Any as usize] |= 1 << j;
                    }
                    _ => return None,
                }
            }
        }
        Some(made)
    }

    /// Of these sizes the numbers of heaps as bits.
    pub(crate) fn of(self, sizes: Sizes) -> u64 {
        self.parts[sizes as usize]
    }

    /// All numbers of heaps that may be left: bit `j` for exactly `j`, bit 63 for 63 and all above.
    pub fn parts(self) -> u64 {
        self.parts.iter().fold(0, |all, parts| all | parts)
    }

    /// How the sizes of so many heaps may relate; `None` if so many may not be left.
    pub fn sizes(self, parts: usize) -> Option<Sizes> {
        Sizes::ALL.into_iter().find(|&sizes| self.of(sizes) >> parts.min(63) & 1 == 1)
    }

    /// Whether exactly so many non-empty heaps may be left.
    pub fn leaves(self, parts: usize) -> bool {
        self.parts() >> parts.min(63) & 1 == 1
    }

    /// Whether there is no move.
    pub(crate) fn is_zero(self) -> bool {
        self.parts() == 0
    }

    /// Whether the sizes of the heaps left do not matter.
    pub(crate) fn is_free(self) -> bool {
        self.parts() == self.of(Sizes::Any)
    }

    /// Whether it is of the kind that the theorems on periods speak of: a bounded number of heaps, whose sizes do not matter, or which differ.
    pub(crate) fn is_classic(self) -> bool {
        self.of(Sizes::Uneven) | self.of(Sizes::Equal) == 0 && self.parts() >> 63 == 0
    }

    /// The most heaps that may be left; 0 for a digit without moves, and `usize::MAX` where there is no bound.
    pub fn most_parts(self) -> usize {
        match self.parts().leading_zeros() {
            0 => usize::MAX,
            64 => 0,
            zeros => 63 - zeros as usize,
        }
    }

    /// Whether a heap could stay as large as it is, if before that so many beans are added.
    pub(crate) fn may_stay(self, added: u64) -> bool {
        (0..64).any(|j| self.sizes(j).is_some_and(|sizes| sizes.may_stay(j as u64, added)))
    }

    /// What is asked of two heaps and more, if it is the same for all of them.
    fn one_kind(self) -> Option<Sizes> {
        let mut kinds = Sizes::ALL.into_iter().filter(|&sizes| self.of(sizes) & !3 != 0);
        let first = kinds.next().unwrap_or(Sizes::Any);
        match kinds.next() {
            None => Some(first),
            // For two heaps `!` and `?` are one.
            Some(Sizes::Uneven) if first == Sizes::Different && self.of(first) == 4 && kinds.next().is_none() => {
                Some(Sizes::Uneven)
            }
            Some(_) => None,
        }
    }
}

impl fmt::Display for Digit {
    /// One letter where it will do, else a set of numbers, `+` for all that follow.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (parts, kind) = (self.parts(), self.one_kind());
        let mark = kind.map_or("", Sizes::mark);
        let small = u32::try_from(parts).ok().filter(|&n| n < 36 && kind.is_some());
        if let Some(letter) = small.and_then(|n| char::from_digit(n, 36)) {
            return write!(f, "{}{mark}", letter.to_ascii_uppercase());
        }
        if parts == u64::MAX && kind.is_some() {
            return write!(f, "*{mark}");
        }
        // The numbers from which on all are alike are one with a plus; one and none are alike with everything.
        let alike = |j: usize| kind.is_some() || self.sizes(j) == self.sizes(63);
        let from = (0..64).rev().take_while(|&j| self.leaves(j) && alike(j)).last().unwrap_or(64);
        let from = if parts >> 63 == 0 { 64 } else { from };
        write!(f, "{{")?;
        let mut first = true;
        for j in (0..64).filter(|&j| j <= from && self.leaves(j)) {
            write!(f, "{}{j}", if first { "" } else { "," })?;
            if let (None, Some(sizes)) = (kind, self.sizes(j)) {
                write!(f, "{}", sizes.mark())?;
            }
            first = false;
        }
        write!(f, "{}}}{mark}", if from < 64 { "+" } else { "" })
    }
}

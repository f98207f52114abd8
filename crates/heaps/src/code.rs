//! Codes of take-and-break games: octal `0.77`, hexadecimal and beyond `0.F3`, endless `0.1[2]`, unequal parts `4!.0`.
//!
//! In: the text of a code. Out: a [`Code`] in canonical form, which prints back as the shortest text of the same game without `&`,
//! or a [`CodeError`] with the byte where reading failed. Bit `j` of the digit in place `k` says that taking `k` may
//! leave exactly `j` non-empty heaps (Guy and Smith 1956; *Winning Ways*, chapter 4). Place 0 stands before the point:
//! a move there takes nothing, so it must leave at least two heaps, or it would change nothing. A `!` after a digit
//! asks that the heaps left have different sizes (Grundy's game is `4!.0`), a `?` that not all are equal, a `=` that all are. A set of
//! numbers of heaps is a digit, too: `{2,5}`, `{2+}` for two and more, `*` for any number at all. In places further left than 0 a
//! move adds beans: the heap must then fall into so many that each is smaller than it was. Digits in brackets repeat for ever.

use super::digit::MOST_NAMED;
pub use super::digit::{Digit, Sizes};
use std::fmt;
use std::iter::Peekable;
use std::str::CharIndices;

/// The longest code that is read, in digits; far beyond any that was ever studied.
pub(crate) const LONGEST: usize = 100_000;

/// How many digits a family of codes has.
///
/// ```
/// use sprague_heaps::{Base, Code};
/// // In Treblecross two heaps are left at most; the digit F allows three.
/// assert!(Code::parse("0.007", Base::Octal).is_ok());
/// assert!(Code::parse("0.F3", Base::Octal).is_err() && Code::parse("0.F3", Base::Any).is_ok());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// Digits 0 to 7: at most two heaps are left.
    Octal,
    /// Digits 0 to 9 and A to Z, and sets of numbers of heaps.
    Any,
}

/// A take-and-break game given by its code, in canonical form: no trailing zeros, the shortest tail as early as it can be.
///
/// ```
/// use sprague_heaps::{Base, Code};
/// // Kayles: taking one or two leaves no heap, one, or two.
/// let kayles = Code::parse("0.770", Base::Octal)?;
/// assert_eq!(kayles.to_string(), "0.77");
/// assert_eq!((kayles.most_parts(), kayles.last_place()), (2, Some(2)));
/// # Ok::<(), sprague_heaps::CodeError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Code {
    /// Places -1, -2, …, in which beans are added.
    added: Vec<Digit>,
    head: Digit,
    digits: Vec<Digit>,
    tail: Vec<Digit>,
}

/// Why a text is no code, and at which byte.
///
/// ```
/// use sprague_heaps::{Base, Code, code::CodeErrorKind};
/// let error = Code::parse("0.78", Base::Octal).expect_err("8 is no octal digit");
/// assert_eq!((error.at, &error.kind), (3, &CodeErrorKind::NotOctal('8')));
/// assert_eq!(error.to_string(), "`8` is no octal digit (byte 3)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeError {
    /// Byte of the text.
    pub at: usize,
    /// What is wrong there.
    pub kind: CodeErrorKind,
}

/// What can be wrong with a code.
///
/// ```
/// use sprague_heaps::{Base, Code, code::CodeErrorKind};
/// let kind = |text| Code::parse(text, Base::Octal).map_err(|error| error.kind);
/// assert_eq!(kind("77"), Err(CodeErrorKind::MissingPoint));
/// assert_eq!(kind("3.0"), Err(CodeErrorKind::NeverShrinks('3')));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CodeErrorKind {
    /// Nothing was given.
    Empty,
    /// There is no point: `77` instead of `0.77`.
    MissingPoint,
    /// A second point.
    SecondPoint,
    /// No digit of any code.
    NotADigit(char),
    /// A digit above 7 in an octal code.
    NotOctal(char),
    /// More than one digit before the point of an octal code.
    LongHead,
    /// A move that takes nothing and leaves fewer than two heaps: this digit may not stand before the point.
    NeverShrinks(char),
    /// A move that adds beans and could leave a heap as large as it was: this digit may not stand so far before the point.
    MayGrow {
        /// The sign with which the digit begins.
        digit: char,
        /// How many beans are added.
        added: u64,
    },
    /// `!`, `?` or `=` without a digit before it.
    StrayMark(char),
    /// A set that is not as `{0,2!,3+}`: this is where it went wrong.
    Set,
    /// Numbers of a set that do not rise.
    NotRising(u64),
    /// `!`, `?` or `=` in a set and after it.
    TwoMarks,
    /// A number of heaps above the last that has a bit of its own, or a digit `&n;` with such a bit.
    TooManyHeaps,
    /// `[` without `]`, or the other way round.
    Bracket,
    /// `[]`.
    EmptyTail,
    /// Something after the repeating tail.
    AfterTail,
    /// More digits than `LONGEST`.
    TooLong,
}

impl fmt::Display for CodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            CodeErrorKind::Empty => write!(f, "no code")?,
            CodeErrorKind::MissingPoint => write!(f, "a code begins with `0.`")?,
            CodeErrorKind::SecondPoint => write!(f, "a second point")?,
            CodeErrorKind::NotADigit(c) => write!(f, "`{c}` is no digit of a code")?,
            CodeErrorKind::NotOctal(c) => write!(f, "`{c}` is no octal digit")?,
            CodeErrorKind::LongHead => write!(f, "more than one digit before the point")?,
            CodeErrorKind::NeverShrinks(c) => write!(f, "`{c}` before the point allows endless play")?,
            CodeErrorKind::MayGrow { digit, added } => {
                write!(f, "`{digit}` where {added} may be added allows a heap to stay as large as it was")?;
            }
            CodeErrorKind::StrayMark(c) => write!(f, "`{c}` without a digit before it")?,
            CodeErrorKind::Set => write!(f, "a set is written `{{0,2!,3+}}`")?,
            CodeErrorKind::NotRising(n) => write!(f, "the numbers of a set rise, and {n} comes too late")?,
            CodeErrorKind::TwoMarks => write!(f, "signs in a set and after it")?,
            CodeErrorKind::TooManyHeaps => write!(f, "more than {MOST_NAMED} heaps are not counted one by one")?,
            CodeErrorKind::Bracket => write!(f, "a bracket without its partner")?,
            CodeErrorKind::EmptyTail => write!(f, "`[]` repeats nothing")?,
            CodeErrorKind::AfterTail => write!(f, "nothing may follow the repeating tail")?,
            CodeErrorKind::TooLong => write!(f, "more than {LONGEST} digits")?,
        }
        write!(f, " (byte {})", self.at)
    }
}

impl std::error::Error for CodeError {}

impl Code {
    /// A code from its digits: before the point, places 1 and following, and the repeating tail (empty for none).
    /// Digits that can never move in place 0 are refused.
    pub(crate) fn new(head: Digit, digits: Vec<Digit>, tail: Vec<Digit>) -> Result<Code, CodeErrorKind> {
        if head.may_stay(0) {
            return Err(CodeErrorKind::NeverShrinks(first_sign(head)));
        }
        if digits.len() + tail.len() > LONGEST {
            return Err(CodeErrorKind::TooLong);
        }
        let mut code = Code { added: Vec::new(), head, digits, tail };
        code.canonical();
        Ok(code)
    }

    /// Reads a code; blanks around it do not matter, and small letters are digits too.
    pub fn parse(text: &str, base: Base) -> Result<Code, CodeError> {
        let start = text.len() - text.trim_start().len();
        let (mut head, mut digits, mut tail) = (Vec::new(), Vec::new(), Vec::new());
        let (mut point, mut open, mut closed) = (false, None, false);
        let err = |at: usize, kind| Err(CodeError { at, kind });
        if text.trim().is_empty() {
            return err(0, CodeErrorKind::Empty);
        }
        let mut reader =
            Reader { signs: text.trim().char_indices().peekable(), start, end: text.trim_end().len(), base };
        while let Some((at, c)) = reader.next() {
            match c {
                '!' | '?' | '=' => return err(at, CodeErrorKind::StrayMark(c)),
                _ if closed => return err(at, CodeErrorKind::AfterTail),
                '.' | '·' if point => return err(at, CodeErrorKind::SecondPoint),
                '.' | '·' => point = true,
                '[' if point && open.is_none() => open = Some(at),
                ']' if open.is_some() && tail.is_empty() => return err(at, CodeErrorKind::EmptyTail),
                ']' if open.is_some() => closed = true,
                '[' | ']' => return err(at, CodeErrorKind::Bracket),
                _ => {
                    let digit = reader.digit(at, c)?;
                    if open.is_some() {
                        tail.push(digit);
                    } else if point {
                        digits.push(digit);
                    } else {
                        head.push((digit, c, at));
                    }
                    if head.len() + digits.len() + tail.len() > LONGEST {
                        return err(at, CodeErrorKind::TooLong);
                    }
                }
            }
        }
        if !point {
            return err(reader.end, CodeErrorKind::MissingPoint);
        }
        if let (Some(at), false) = (open, closed) {
            return err(at, CodeErrorKind::Bracket);
        }
        if let (Base::Octal, [_, (_, _, at), ..]) = (base, head.as_slice()) {
            return err(*at, CodeErrorKind::LongHead);
        }
        for (added, &(digit, c, at)) in (0u64..).zip(head.iter().rev()) {
            if !digit.is_zero() && digit.may_stay(added) {
                let never = added == 0;
                let kind =
                    if never { CodeErrorKind::NeverShrinks(c) } else { CodeErrorKind::MayGrow { digit: c, added } };
                return err(at, kind);
            }
        }
        let mut before = head.into_iter().rev().map(|(digit, ..)| digit);
        let mut code = Code { head: before.next().unwrap_or_default(), added: before.collect(), digits, tail };
        code.canonical();
        Ok(code)
    }

    /// The places before place 0, in which 1, 2, … beans are added.
    pub fn added(&self) -> &[Digit] {
        &self.added
    }

    /// The digit before the point.
    pub(crate) fn head(&self) -> Digit {
        self.head
    }

    /// Places 1 and following, without the repeating tail.
    pub(crate) fn digits(&self) -> &[Digit] {
        &self.digits
    }

    /// The repeating tail; empty for a finite code.
    pub(crate) fn tail(&self) -> &[Digit] {
        &self.tail
    }

    /// The digit in place `k`.
    pub fn digit(&self, k: u64) -> Digit {
        let Some(place) = k.checked_sub(1) else { return self.head };
        let place = usize::try_from(place).unwrap_or(usize::MAX);
        match self.digits.get(place) {
            Some(&digit) => digit,
            None if self.tail.is_empty() => Digit::default(),
            None => self.tail[(place - self.digits.len()) % self.tail.len()],
        }
    }

    /// The last place with a move, `t` in the theorems; `None` for an endless code. 0 when only place 0 has moves.
    pub fn last_place(&self) -> Option<u64> {
        self.tail.is_empty().then_some(self.digits.len() as u64)
    }

    /// The most heaps that one move may leave; `usize::MAX` where there is no bound.
    pub fn most_parts(&self) -> usize {
        self.all().map(Digit::most_parts).max().unwrap_or(0)
    }

    /// Whether some digit asks how the sizes of the heaps left relate.
    pub fn has_distinct(&self) -> bool {
        self.all().any(|d| !d.is_free())
    }

    /// Whether it is of the kind that the theorems on periods speak of: no move adds beans or leaves any number of heaps, and the sizes
    /// left do not matter or have to differ.
    pub fn is_classic(&self) -> bool {
        self.added.is_empty() && self.all().all(Digit::is_classic)
    }

    /// All digits that there are.
    pub(crate) fn all(&self) -> impl Iterator<Item = Digit> {
        let ends = self.digits.iter().chain(&self.tail).chain(&self.added);
        std::iter::once(self.head).chain(ends.copied())
    }

    fn canonical(&mut self) {
        while self.added.last().is_some_and(|d| d.is_zero()) {
            self.added.pop();
        }
        if self.tail.iter().all(|d| d.is_zero()) {
            self.tail.clear();
        }
        // The shortest period of the tail divides its length.
        let n = self.tail.len();
        if let Some(p) =
            (1..n).find(|&p| n.is_multiple_of(p) && self.tail.iter().zip(&self.tail[p..]).all(|(a, b)| a == b))
        {
            self.tail.truncate(p);
        }
        if self.tail.is_empty() {
            while self.digits.last().is_some_and(|d| d.is_zero()) {
                self.digits.pop();
            }
        } else {
            // 0.3[23] is 0.[32]: the last digit before the tail may be the tail's own.
            let mut turned = 0;
            let n = self.tail.len();
            while self.digits.last().is_some_and(|d| *d == self.tail[(2 * n - 1 - turned % n) % n]) {
                self.digits.pop();
                turned += 1;
            }
            self.tail.rotate_right(turned % n);
        }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for digit in self.added.iter().rev() {
            write!(f, "{digit}")?;
        }
        write!(f, "{}.", self.head)?;
        for digit in &self.digits {
            write!(f, "{digit}")?;
        }
        if !self.tail.is_empty() {
            write!(f, "[")?;
            for digit in &self.tail {
                write!(f, "{digit}")?;
            }
            write!(f, "]")?;
        } else if self.digits.is_empty() {
            write!(f, "0")?;
        }
        Ok(())
    }
}

/// The sign with which a digit begins.
fn first_sign(digit: Digit) -> char {
    digit.to_string().chars().next().unwrap_or('?')
}

/// What is left of a text, with places for errors.
struct Reader<'a> {
    signs: Peekable<CharIndices<'a>>,
    /// Where the text without blanks begins and ends.
    start: usize,
    end: usize,
    base: Base,
}

impl Reader<'_> {
    fn next(&mut self) -> Option<(usize, char)> {
        self.signs.next().map(|(at, c)| (self.start + at, c))
    }

    fn place(&mut self) -> usize {
        self.signs.peek().map_or(self.end, |&(at, _)| self.start + at)
    }

    /// An error where the next sign stands.
    fn wrong<T>(&mut self, kind: CodeErrorKind) -> Result<T, CodeError> {
        Err(CodeError { at: self.place(), kind })
    }

    fn takes(&mut self, sign: char) -> bool {
        self.signs.next_if(|&(_, c)| c == sign).is_some()
    }

    /// `!`, `?` or `=`, if one of them is next.
    fn mark(&mut self) -> Option<Sizes> {
        let mark = self.signs.next_if(|&(_, c)| Sizes::of_mark(c).is_some())?;
        Sizes::of_mark(mark.1)
    }

    /// A number in decimal; too large ones are the largest.
    fn number(&mut self) -> Option<u64> {
        let mut number = None;
        while let Some(figure) = self.signs.peek().and_then(|(_, c)| c.to_digit(10)) {
            self.signs.next();
            number = Some(number.unwrap_or(0u64).saturating_mul(10).saturating_add(figure.into()));
        }
        number
    }

    fn blanks(&mut self) {
        while self.signs.next_if(|(_, c)| c.is_whitespace()).is_some() {}
    }

    /// The digit that begins with a sign, and what is asked of sizes after it.
    fn digit(&mut self, at: usize, c: char) -> Result<Digit, CodeError> {
        let err = |kind| Err(CodeError { at, kind });
        let parts = match (self.base, c) {
            (Base::Any, '{') => return self.set(),
            (Base::Any, '*') => u64::MAX,
            (Base::Any, '&') => match self.number() {
                Some(number) if self.takes(';') && number >> 63 == 0 => number,
                Some(number) if number >> 63 != 0 => return err(CodeErrorKind::TooManyHeaps),
                _ => return err(CodeErrorKind::NotADigit('&')),
            },
            (Base::Octal, '{' | '*' | '&') => return err(CodeErrorKind::NotOctal(c)),
            _ => match c.to_digit(36) {
                Some(bits) if self.base == Base::Octal && bits > 7 && c.is_ascii_digit() => {
                    return err(CodeErrorKind::NotOctal(c));
                }
                Some(bits) if self.base == Base::Any || bits <= 7 => bits.into(),
                _ => return err(CodeErrorKind::NotADigit(c)),
            },
        };
        Ok(Digit::new(parts, self.mark().unwrap_or(Sizes::Any)))
    }

    /// What follows `{`: numbers of heaps that rise, each perhaps with what is asked of their sizes, and `+` after the last if all
    /// above are meant, too.
    fn set(&mut self) -> Result<Digit, CodeError> {
        let mut listed: Vec<(u64, Option<Sizes>)> = Vec::new();
        let mut least = 0;
        loop {
            self.blanks();
            let at = self.place();
            let Some(number) = self.number() else { return self.wrong(CodeErrorKind::Set) };
            if number > MOST_NAMED as u64 {
                return Err(CodeError { at, kind: CodeErrorKind::TooManyHeaps });
            }
            if number < least {
                return Err(CodeError { at, kind: CodeErrorKind::NotRising(number) });
            }
            let mark = self.mark();
            let more = self.takes('+');
            listed.push((if more { u64::MAX << number } else { 1 << number }, mark));
            least = number + 1;
            self.blanks();
            if self.takes('}') {
                break;
            }
            if more || !self.takes(',') {
                return self.wrong(CodeErrorKind::Set);
            }
        }
        let at = self.place();
        let outer = self.mark();
        if outer.is_some() && listed.iter().any(|(_, mark)| mark.is_some()) {
            return Err(CodeError { at, kind: CodeErrorKind::TwoMarks });
        }
        let digits = listed.into_iter().map(|(parts, mark)| Digit::new(parts, mark.or(outer).unwrap_or(Sizes::Any)));
        // Numbers rise, so that no two of them speak of the same.
        Ok(digits.fold(Digit::default(), |all, digit| all.or(digit).unwrap_or(all)))
    }
}

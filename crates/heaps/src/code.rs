//! Codes of take-and-break games: octal `0.77`, hexadecimal and beyond `0.F3`, endless `0.1[2]`, unequal parts `4!.0`.
//!
//! In: the text of a code. Out: a [`Code`] in canonical form, which prints back as the shortest text of the same game,
//! or a [`CodeError`] with the byte where reading failed. Bit `j` of the digit in place `k` says that taking `k` may
//! leave exactly `j` non-empty heaps (Guy and Smith 1956; *Winning Ways*, chapter 4). Place 0 stands before the point:
//! a move there takes nothing, so it must leave at least two heaps, or it would change nothing. A `!` after a digit
//! asks that the heaps left have different sizes (Grundy's game is `4!.0`). Digits in brackets repeat for ever.

use std::fmt;

/// The longest code that is read, in digits; far beyond any that was ever studied.
pub(crate) const LONGEST: usize = 100_000;

/// One digit: what taking a fixed number may leave.
///
/// ```
/// use sprague_heaps::{Base, Code, code::Digit};
/// let grundy = Code::parse("4!.0", Base::Octal)?;
/// assert_eq!(grundy.digit(0), Digit { bits: 0b100, distinct: true });
/// # Ok::<(), sprague_heaps::CodeError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Digit {
    /// Bit `j`: exactly `j` non-empty heaps may be left.
    pub bits: u8,
    /// The heaps left must have different sizes.
    pub distinct: bool,
}

impl Digit {
    /// A digit; `distinct` is dropped where at most one heap is left, for it says nothing there.
    pub(crate) fn new(bits: u8, distinct: bool) -> Self {
        Digit { bits, distinct: distinct && bits >= 4 }
    }

    /// Whether exactly `parts` non-empty heaps may be left.
    pub(crate) fn leaves(self, parts: usize) -> bool {
        parts < 8 && self.bits >> parts & 1 == 1
    }

    /// The most heaps that may be left; 0 for a digit without moves.
    pub(crate) fn most_parts(self) -> usize {
        (7 - self.bits.leading_zeros().min(7)) as usize
    }
}

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digit = char::from_digit(self.bits.into(), 36).unwrap_or('?').to_ascii_uppercase();
        write!(f, "{digit}{}", if self.distinct { "!" } else { "" })
    }
}

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
    /// Digits 0 to 9 and A to Z: at most five heaps are left.
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
    /// More than one digit before the point.
    LongHead,
    /// A move that takes nothing and leaves fewer than two heaps: this digit may not stand before the point.
    NeverShrinks(char),
    /// `!` without a digit before it.
    StrayBang,
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
            CodeErrorKind::StrayBang => write!(f, "`!` without a digit before it")?,
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
        if head.bits & 3 != 0 {
            return Err(CodeErrorKind::NeverShrinks(head.to_string().chars().next().unwrap_or('?')));
        }
        if digits.len() + tail.len() > LONGEST {
            return Err(CodeErrorKind::TooLong);
        }
        let mut code = Code { head: Digit::new(head.bits, head.distinct), digits, tail };
        code.canonical();
        Ok(code)
    }

    /// Reads a code; blanks around it do not matter, and small letters are digits too.
    pub fn parse(text: &str, base: Base) -> Result<Code, CodeError> {
        let mut head: Vec<(Digit, char, usize)> = Vec::new();
        let (mut digits, mut tail): (Vec<Digit>, Vec<Digit>) = (Vec::new(), Vec::new());
        let (mut point, mut open, mut closed) = (false, None, false);
        let start = text.len() - text.trim_start().len();
        let err = |at: usize, kind| Err(CodeError { at, kind });
        if text.trim().is_empty() {
            return err(0, CodeErrorKind::Empty);
        }
        let mut bang_possible = false;
        for (i, c) in text.trim().char_indices() {
            let at = start + i;
            let bang = std::mem::replace(&mut bang_possible, false);
            if closed && c != '!' {
                return err(at, CodeErrorKind::AfterTail);
            }
            match c {
                '.' | '·' if point => return err(at, CodeErrorKind::SecondPoint),
                '.' | '·' => point = true,
                '!' => {
                    let last = if open.is_some() {
                        tail.last_mut()
                    } else if point {
                        digits.last_mut()
                    } else {
                        head.last_mut().map(|h| &mut h.0)
                    };
                    match last {
                        Some(digit) if bang => *digit = Digit::new(digit.bits, true),
                        _ => return err(at, CodeErrorKind::StrayBang),
                    }
                }
                '[' if point && open.is_none() => open = Some(at),
                ']' if open.is_some() && tail.is_empty() => return err(at, CodeErrorKind::EmptyTail),
                ']' if open.is_some() => closed = true,
                '[' | ']' => return err(at, CodeErrorKind::Bracket),
                _ => {
                    let Some(bits) = c.to_digit(36) else { return err(at, CodeErrorKind::NotADigit(c)) };
                    if base == Base::Octal && bits > 7 {
                        let kind =
                            if c.is_ascii_digit() { CodeErrorKind::NotOctal(c) } else { CodeErrorKind::NotADigit(c) };
                        return err(at, kind);
                    }
                    let digit = Digit::new(bits as u8, false);
                    bang_possible = true;
                    if open.is_some() {
                        tail.push(digit);
                    } else if point {
                        digits.push(digit);
                    } else {
                        head.push((digit, c, at));
                    }
                    if digits.len() + tail.len() > LONGEST {
                        return err(at, CodeErrorKind::TooLong);
                    }
                }
            }
        }
        if !point {
            return err(text.trim_end().len(), CodeErrorKind::MissingPoint);
        }
        if let (Some(at), false) = (open, closed) {
            return err(at, CodeErrorKind::Bracket);
        }
        let head = match head.as_slice() {
            [] => Digit::default(),
            [(digit, c, at)] if digit.bits & 3 != 0 => return err(*at, CodeErrorKind::NeverShrinks(*c)),
            [(digit, ..)] => *digit,
            [_, (_, _, at), ..] => return err(*at, CodeErrorKind::LongHead),
        };
        Code::new(head, digits, tail).map_err(|kind| CodeError { at: start, kind })
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

    /// The most heaps that one move may leave.
    pub fn most_parts(&self) -> usize {
        self.all().map(Digit::most_parts).max().unwrap_or(0)
    }

    /// Whether some digit asks for different sizes.
    pub fn has_distinct(&self) -> bool {
        self.all().any(|d| d.distinct)
    }

    fn all(&self) -> impl Iterator<Item = Digit> {
        std::iter::once(self.head).chain(self.digits.iter().copied()).chain(self.tail.iter().copied())
    }

    fn canonical(&mut self) {
        for digit in self.digits.iter_mut().chain(&mut self.tail) {
            *digit = Digit::new(digit.bits, digit.distinct);
        }
        if self.tail.iter().all(|d| d.bits == 0) {
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
            while self.digits.last().is_some_and(|d| d.bits == 0) {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> String {
        match Code::parse(text, Base::Any) {
            Ok(code) => code.to_string(),
            Err(e) => format!("{} {:?}", e.at, e.kind),
        }
    }

    #[test]
    fn canonical_forms() {
        for (text, shown) in [
            ("0.77", "0.77"),
            ("0.7700", "0.77"),
            (".f3", "0.F3"),
            (" 0.0 ", "0.0"),
            ("4!.0", "4!.0"),
            ("0.3!3!", "0.33"),
            ("0.1[2]", "0.1[2]"),
            ("0.12[22]", "0.1[2]"),
            ("0.3[23]", "0.[32]"),
            ("0.123[123123]", "0.[123]"),
            ("0.5[0]", "0.5"),
            ("0.7!0[4!]", "0.7!0[4!]"),
            ("4.[3]", "4.[3]"),
        ] {
            assert_eq!(read(text), shown, "{text}");
        }
    }

    #[test]
    fn refusals() {
        for (text, shown) in [
            ("", "0 Empty"),
            ("77", "2 MissingPoint"),
            ("0.7.7", "3 SecondPoint"),
            ("0.7-", "3 NotADigit('-')"),
            ("1.7", "0 NeverShrinks('1')"),
            ("7.7", "0 NeverShrinks('7')"),
            ("10.7", "1 LongHead"),
            ("0.!", "2 StrayBang"),
            ("0.7!!", "4 StrayBang"),
            ("0.7[", "3 Bracket"),
            ("0.7]", "3 Bracket"),
            ("0.7[]", "4 EmptyTail"),
            ("0.7[1]2", "6 AfterTail"),
        ] {
            assert_eq!(read(text), shown, "{text}");
        }
        assert_eq!(Code::parse("0.78", Base::Octal), Err(CodeError { at: 3, kind: CodeErrorKind::NotOctal('8') }));
    }
}

//! What is wrong with a `heap` declaration, in words.

use crate::diagnostics::Mistake;
use crate::heaps::code::{CodeError, CodeErrorKind};
use crate::heaps::rule::ClauseError;
use crate::source::Span;
use crate::value::{Fault, Flow, Res};

/// How a set in a code is written.
const SET: &str = "`{2,5}` stands for two heaps or five, `{2+}` for two and more, `{2!,3=}` for two that differ or three that are equal, `{2+}!` for any that differ.";

/// Why a text is no code. The place is the character itself where there is one.
pub fn code_fault(text: &str, error: &CodeError, span: Span) -> Box<Flow> {
    let place = at(text, error.at, span);
    let fault = match error.kind {
        CodeErrorKind::Empty => Fault::new(Mistake::HeapCode, "there is no code here").note("A code is written `0.77`."),
        CodeErrorKind::MissingPoint => {
            Fault::new(Mistake::HeapCode, "a code has a point: `0.77`").note("The digit after the point says what taking 1 may leave, the next what taking 2 may leave.")
        }
        CodeErrorKind::SecondPoint => Fault::new(Mistake::HeapCode, "a code has one point only"),
        CodeErrorKind::NotADigit(c) => {
            Fault::new(Mistake::HeapCode, format!("`{c}` is no digit of a code")).note("Digits are 0 to 9 and A to Z, sets such as `{2+}` or `{0,2,3}`, and `*` for any number of heaps.")
        }
        CodeErrorKind::NotOctal(c) => Fault::new(Mistake::HeapCode, format!("`{c}` is no digit of an octal code"))
            .note("Digits are sums of 1 (the whole heap may go), 2 (one heap may be left) and 4 (two heaps may be left): 0 to 7.")
            .note("For more parts write `code 0.F3`: 8 stands for three heaps, 16 (`G`) for four."),
        CodeErrorKind::LongHead => {
            Fault::new(Mistake::HeapCode, "only one digit stands before the point of an octal code").note("It says what may be left when nothing is taken: `4.0` splits a heap in two.")
        }
        CodeErrorKind::NeverShrinks(c) => {
            Fault::new(Mistake::HeapCode, format!("`{c}` before the point would let a player move without changing anything"))
                .note("Right before the point nothing is taken, so at least two heaps must be left: `4.0`, or `8.0` for three, `{2+}.0` for any number.")
        }
        CodeErrorKind::MayGrow { digit, added } => {
            let beans = if added == 1 { "one bean is".into() } else { format!("{added} beans are") };
            Fault::new(Mistake::HeapCode, format!("where `{digit}` stands {beans} added, and a heap may stay as large as it was"))
                .note(format!("Play would not end. At least {} heaps must be left there, as `{{{0}+}}` says.", added + 2))
        }
        CodeErrorKind::StrayMark(c) => {
            let means = match c {
                '!' => "It says that the heaps left are of different sizes: `4!.0` is Grundy's game.",
                '?' => "It says that not all heaps left are of one size: `0.8?`.",
                _ => "It says that all heaps left are of one size: `0.8=`.",
            };
            Fault::new(Mistake::HeapCode, format!("`{c}` stands after a digit")).note(means)
        }
        CodeErrorKind::Set => Fault::new(Mistake::HeapCode, "a set of numbers of heaps is not complete here").note(SET),
        CodeErrorKind::NotRising(n) => {
            Fault::new(Mistake::HeapCode, format!("the numbers of a set rise, and {n} comes too late")).note(SET)
        }
        CodeErrorKind::TwoMarks => {
            Fault::new(Mistake::HeapCode, "what is asked of sizes stands in the set or after it, not both").note(SET)
        }
        CodeErrorKind::TooManyHeaps => {
            Fault::new(Mistake::HeapCode, "numbers of more than 62 heaps cannot be told apart").note("A number from which on all are meant has a plus: `{5+}` stands for five heaps and more.")
        }
        CodeErrorKind::Bracket => {
            Fault::new(Mistake::HeapCode, "the brackets of a repeating tail do not match").note("`0.1[2]` is 0.12222…: the digits in brackets go on for ever.")
        }
        CodeErrorKind::EmptyTail => Fault::new(Mistake::HeapCode, "the repeating tail has no digits").note("`0.1[2]` is 0.12222…."),
        CodeErrorKind::AfterTail => Fault::new(Mistake::HeapCode, "nothing stands after the repeating tail").note("`0.1[2]` is 0.12222…."),
        CodeErrorKind::TooLong => Fault::new(Mistake::HeapCode, "a code of more than 100,000 digits"),
    };
    Box::<Flow>::from(fault).at(place)
}

fn at(text: &str, byte: usize, span: Span) -> Span {
    let width = text.get(byte..).and_then(|rest| rest.chars().next()).map(char::len_utf8);
    // Codes given by a string in a program have no place of their own.
    let within = u32::try_from(text.len()).is_ok_and(|length| span.end - span.start >= length);
    match (width, u32::try_from(text.len() - byte.min(text.len()))) {
        (Some(width), Ok(rest)) if within => {
            let start = span.end - rest;
            Span { start, end: start + u32::try_from(width).unwrap_or(1), ..span }
        }
        _ => span,
    }
}

/// Why clauses are refused.
pub fn clause_fault<T>(error: &ClauseError, spans: &[Span]) -> Res<T> {
    let (clause, fault) = match error {
        ClauseError::NeverShrinks { clause } => (
            *clause,
            Fault::new(Mistake::HeapClause, "this clause may leave the heap as it is, and play would not end")
                .note("At least one bean is taken, or the heap is split into parts that are not empty: `split a, b`."),
        ),
        ClauseError::Slots { clause } => {
            (*clause, Fault::new(Mistake::HeapClause, "a clause names between 1 and 16 heaps that are left"))
        }
    };
    match spans.get(clause) {
        Some(span) => fault.at(*span).err(),
        None => fault.err(),
    }
}

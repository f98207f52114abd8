//! Words that are keywords in the lines of a `question` block.

use super::super::Mode;
use super::super::raw::Raw;
use super::super::token::Tok;
use super::super::words::declares;
use super::Lexer;
use super::layout::OpenerKind;

/// What may stand between `expect` and its value: how the answer is compared.
pub(in crate::syntax) const EXPECTED: [&str; 12] = [
    "canonical",
    "identical",
    "outcome",
    "nim_value",
    "mean",
    "swapped",
    "near",
    "unordered",
    "table",
    "rules",
    "period",
    "strategy",
];

/// Whether a line may end with this word of a question, though something is missing: the error belongs to that line.
pub(super) fn begins(tok: Tok) -> bool {
    use Tok as T;
    matches!(
        tok,
        T::Question
            | T::Part
            | T::Answer
            | T::Expect
            | T::Expected
            | T::Accept
            | T::Hint
            | T::After
            | T::Where
            | T::Tolerance
            | T::About
            | T::Forbid
            | T::Allow
            | T::Manual
            | T::Penalty
            | T::Worth
    )
}

/// Whether the statement that begins with this word never stands inside a question.
pub(super) fn ends_question(word: &str) -> bool {
    declares(word) || word == "import"
}

impl<'t> Lexer<'t> {
    /// The keyword that a word directly inside a question is, if it is one here.
    pub(super) fn homework_word(&self, word: &str, start: usize, before_name: bool, before_rule: bool) -> Option<Tok> {
        match self.previous {
            Some(Tok::Newline | Tok::Semi) => match word {
                "expect" => Some(Tok::Expect),
                "accept" => Some(Tok::Accept),
                "hint" => Some(Tok::Hint),
                "where" => Some(Tok::Where),
                "tolerance" => Some(Tok::Tolerance),
                "about" => Some(Tok::About),
                "literal" => Some(Tok::Literal),
                "forbid" if before_rule => Some(Tok::Forbid),
                "allow" if before_rule => Some(Tok::Allow),
                "manual" => Some(Tok::Manual),
                "penalty" => Some(Tok::Penalty),
                "part" if before_name => Some(Tok::Part),
                _ => None,
            },
            Some(Tok::Hint) if word == "after" => Some(Tok::After),
            Some(Tok::Expect) if EXPECTED.contains(&word) && self.value_follows(start + word.len()) => {
                Some(Tok::Expected)
            }
            Some(previous) if previous.ends_operand() => match word {
                "worth" => Some(Tok::Worth),
                "optional" | "bonus" | "hidden" => Some(Tok::Flag),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether an answer has no value behind its `=`: none on its line, and what stands below is a statement of its own.
    pub(super) fn left_open(&self) -> bool {
        let mut ahead = self.raw.clone();
        let mut below = false;
        while self.pace.goes_on() {
            let line = ahead.clone();
            match ahead.next() {
                Some(Ok(Raw::Newline)) => below = true,
                Some(Ok(Raw::Comment | Raw::Doc)) => {}
                Some(Ok(Raw::Semi)) => return true,
                // At the prompt the value may be typed yet.
                None => return self.mode == Mode::Script,
                _ => return below && self.is_no_value(line),
            }
        }
        false
    }

    /// Whether what stands on a line can be no value.
    fn is_no_value(&self, line: logos::Lexer<'t, Raw>) -> bool {
        let next = self.line(line.clone());
        next.begins_statement(OpenerKind::Paren)
            || matches!(next.word, "end" | "for" | "while")
            || matches!(next.word, "part" | "vary") && next.before_name
            || self.defines(line)
    }

    /// Whether a line defines something: `x = …`, `f(n) = …`, `(a, b) = …`.
    fn defines(&self, mut line: logos::Lexer<'t, Raw>) -> bool {
        let (mut depth, mut named) = (0usize, false);
        while let Some(Ok(raw)) = line.next() {
            match raw {
                Raw::Newline => return false,
                Raw::LParen | Raw::LSquare => depth += 1,
                Raw::RParen | Raw::RSquare => depth = depth.saturating_sub(1),
                Raw::Quote if depth > 0 => _ = line.find(|raw| matches!(raw, Ok(Raw::Quote | Raw::Newline))),
                _ if depth > 0 => {}
                Raw::Assign | Raw::ColonAssign => return named,
                Raw::Word if Tok::reserved(&self.text[line.span()]).is_some() => return false,
                Raw::Word | Raw::Down | Raw::Int | Raw::Comma | Raw::Dot => {}
                _ => return false,
            }
            named = true;
        }
        false
    }

    /// Whether a value begins after a word, so that the word is no value itself: `canonical <0 | 1>`, but
    /// `canonical(g)` is a call.
    fn value_follows(&self, end: usize) -> bool {
        let mut ahead = self.raw.clone();
        let touching = |place: std::ops::Range<usize>| place.start == end;
        match ahead.next() {
            Some(Ok(Raw::Word)) => {
                let word = &self.text[ahead.span()];
                word != "worth"
                    && Tok::reserved(word).is_none_or(|t| matches!(t, Tok::True | Tok::False | Tok::If | Tok::Not))
            }
            Some(Ok(Raw::LParen | Raw::LSquare)) => !touching(ahead.span()),
            Some(Ok(raw)) => raw.begins_value() || matches!(raw, Raw::Quote | Raw::CurlyQuote),
            _ => false,
        }
    }
}

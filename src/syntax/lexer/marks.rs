//! Marks that mean one thing or another by what stands before them: `<`, `>`, bars, `=`, dots, `+-`.

use super::super::raw::Raw;
use super::super::token::Tok;
use super::Lexer;
use super::layout::OpenerKind;
use crate::diagnostics::{Diagnostic, Mistake};

/// Bars, single and double, also as printed texts have them.
fn is_bar(c: char) -> bool {
    matches!(c, '|' | '∣' | '❘' | '｜' | '‖' | '∥')
}

/// How many single bars a run of bars stands for.
pub(in crate::syntax) fn strength(bars: &str) -> u32 {
    bars.chars().map(|c| if matches!(c, '‖' | '∥') { 2 } else { 1 }).sum()
}

impl Lexer<'_> {
    pub(super) fn less(&mut self, start: usize) {
        let equals = self.rest().starts_with('=');
        if (self.operand_expected() || self.names_a_loop()) && !equals {
            return self.open(OpenerKind::Angle, start, start + 1);
        }
        let two = |this: &mut Self, tok| {
            this.raw.bump(1);
            this.emit(tok, start, start + 2);
        };
        if equals {
            two(self, Tok::Le);
        } else if self.rest().starts_with('|') && !self.stack_top().bars() {
            two(self, Tok::LtConfused);
        } else if self.rest().starts_with('>') && self.stack_top().kind != OpenerKind::Angle {
            self.slip(
                Mistake::ForeignSign,
                start,
                start + 2,
                "`<>` is not used in this language",
                "“not equal” is written `!=`",
            );
            two(self, Tok::Ne);
        } else {
            self.emit(Tok::Lt, start, start + 1);
        }
    }

    /// Whether a `>` just read closes once more a game that is closed: nothing follows that it could compare with.
    fn closes_twice(&self, start: usize) -> bool {
        let closed = self.out.tokens.last().is_some_and(|t| t.tok == Tok::RAngle && t.end as usize == start);
        let compares = |raw| match raw {
            Raw::Word | Raw::Quote | Raw::CurlyQuote | Raw::LParen | Raw::LSquare | Raw::Assign => true,
            raw => Raw::begins_value(raw),
        };
        closed && !matches!(self.raw.clone().next(), Some(Ok(raw)) if compares(raw))
    }

    pub(super) fn greater(&mut self, start: usize) {
        if self.stack_top().kind == OpenerKind::Angle {
            self.close(OpenerKind::Angle, start, start + 1);
        } else if self.closes_twice(start) {
            let note = "each `>` closes one `<`: remove it, or open the game with another `<`";
            self.slip(Mistake::Unopened, start, start + 1, "one `>` too many", note);
            self.hidden(Tok::RAngle, start, start + 1);
        } else if self.rest().starts_with('=') {
            self.raw.bump(1);
            self.emit(Tok::Ge, start, start + 2);
        } else {
            self.emit(Tok::Gt, start, start + 1);
        }
    }

    /// A run of bars: options, or a comparison, or a slip.
    pub(super) fn bars(&mut self, start: usize) {
        let more = self.rest().len() - self.rest().trim_start_matches(is_bar).len();
        self.raw.bump(more);
        let end = self.position();
        if self.stack_top().bars() {
            return self.emit(Tok::Bars, start, end);
        }
        match strength(&self.text[start..end]) {
            1 if self.rest().starts_with('>') => {
                self.raw.bump(1);
                self.emit(Tok::GtConfused, start, end + 1);
            }
            2 => self.emit(Tok::Confused, start, end),
            _ => {
                if self.bars_told {
                    return self.emit(Tok::Unknown, start, end);
                }
                self.bars_told = true;
                let line = self.out.tokens.iter().rev().take_while(|t| t.tok != Tok::Newline);
                let note = match self.stack_top().kind {
                    _ if line.take(20).any(|t| t.tok == Tok::Lt) => {
                        "after a value `<` compares: a game that a function is given stands in parentheses, `f(<1 | 2>)`"
                    }
                    OpenerKind::Square => {
                        "for a list write `[x for x in xs]`; for “confused with” write `||`; for either-or write `or`"
                    }
                    _ => {
                        "for the absolute value write `abs(x)`; for “confused with” write `||`; for either-or write `or`"
                    }
                };
                self.slip(
                    Mistake::Options,
                    start,
                    end,
                    "bars separate options only directly inside `<…>` or `{…}`",
                    note,
                );
                self.emit(Tok::Unknown, start, end);
            }
        }
    }

    pub(super) fn assign(&mut self, start: usize, end: usize) {
        if self.stack_top().claim {
            self.emit(Tok::Eq, start, end);
        } else if self.at_most() {
            self.slip(
                Mistake::ForeignSign,
                start,
                end + 1,
                "`=<` is not used in this language",
                "“at most” is written `<=`",
            );
            self.raw.bump(1);
            self.emit(Tok::Le, start, end + 1);
        } else if self.stack_top().condition && !self.operand_expected() {
            self.slip(Mistake::ForeignSign, start, end, "`=` gives a name its value", "to compare, write `==`");
            self.emit(Tok::Eq, start, end);
        } else {
            let answers = self.answering.take_if(|height| *height == self.stack.len()).is_some();
            self.emit(if answers && self.left_open() { Tok::LeftOpen } else { Tok::Assign }, start, end);
        }
    }

    pub(super) fn dots(&mut self, start: usize, end: usize) {
        let text = self.text;
        let mut ahead = self.raw.clone();
        let more = match ahead.next() {
            Some(Ok(Raw::Word)) => {
                let word = &text[ahead.span()];
                matches!(word, "true" | "false")
                    || Tok::reserved(word).is_none() && !(word == "leave" && self.in_heap())
            }
            // After a blank a string is what a claim says of itself.
            Some(Ok(Raw::Quote | Raw::CurlyQuote)) => ahead.span().start == end,
            Some(Ok(raw)) => raw.begins_value() || matches!(raw, Raw::LParen | Raw::LSquare),
            _ => false,
        };
        self.emit(if more { Tok::DotDot } else { Tok::DotDotEnd }, start, end);
    }

    pub(super) fn plus_minus(&mut self, start: usize, end: usize) {
        if self.operand_expected() {
            return self.emit(Tok::Switch, start, end);
        }
        let before = self.text[..start].ends_with(char::is_whitespace);
        let after = self.rest().is_empty() || self.rest().starts_with(char::is_whitespace);
        if !(before && after) {
            let span = self.span(start, end);
            self.report(
                Diagnostic::new(Mistake::Ambiguous, span, "`+-` between operands can be read in two ways")
                    .note("for a sum with a negative number write `x + -1`")
                    .note("for a sum with a switch write `x +- 1` with a space on both sides, or `x ± 1`"),
            );
        }
        self.emit(Tok::PlusMinus, start, end);
    }
}

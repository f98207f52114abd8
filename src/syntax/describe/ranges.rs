//! `for` as other languages and textbooks write it: what to write instead, in the reader's own names.

use super::super::token::Tok;
use super::Context;
use crate::source::Span;

/// Longer bounds would not make a readable advice.
const LONGEST: usize = 40;

impl Context<'_, '_> {
    /// `for k from 1 to n`, `for k = 1 to n`, `for all k in S`.
    pub(super) fn loop_note(&self, expected: &[String]) -> Option<String> {
        if expected.len() != 1 || expected[0].trim_matches('"') != "in" {
            return None;
        }
        let variable = self.text(self.before[0]);
        let found = self.text(self.found);
        match found {
            "<" | "<=" => {
                let most = self.bound_after(self.at + 1).0.unwrap_or("n");
                let last = if found == "<" { format!("{most} - 1") } else { most.into() };
                Some(format!("write `for {variable} in 0..{last}`"))
            }
            _ if matches!(variable, "all" | "each" | "every") && self.found.is_some_and(|t| t.tok == Tok::Name) => {
                Some(format!("write `for {found} in …`, without “{variable}”"))
            }
            "from" | "=" | ":=" => {
                let range = self.range_after(self.at + 1).unwrap_or_else(|| "1..n".into());
                Some(format!("write `for {variable} in {range}`"))
            }
            "of" | "over" | ":" => Some(format!("write `for {variable} in …`")),
            _ => None,
        }
    }

    /// The range that is meant by `1 to n`, `1..n` or `1` from this token on.
    fn range_after(&self, from: usize) -> Option<String> {
        let (low, at) = self.bound_after(from);
        let (high, _) = self.bound_after(at + 1);
        let low = low?;
        Some(format!("{low}..{}", high.unwrap_or("")))
    }

    /// What stands between here and a word for “to”, or what ends a range; and where that is.
    fn bound_after(&self, from: usize) -> (Option<&str>, usize) {
        let tokens = &self.b.tokens;
        let mut depth = 0usize;
        let mut at = from;
        while let Some(token) = tokens.get(at) {
            let between = matches!(token.tok, Tok::DotDot | Tok::DotDotEnd)
                || token.tok == Tok::Name && matches!(self.text(Some(*token)), "to" | "upto" | "until" | "through");
            let over = matches!(token.tok, Tok::Do | Tok::Newline | Tok::Semi | Tok::Comma | Tok::If | Tok::For);
            if depth == 0 && (between || over || token.tok.closes()) {
                break;
            }
            if token.tok.opens() {
                depth += 1;
            } else if token.tok.closes() {
                depth -= 1;
            }
            at += 1;
        }
        let bound = match (tokens.get(from), at.checked_sub(1).and_then(|last| tokens.get(last))) {
            (Some(first), Some(last)) if at > from => self.b.slice(Span::new(0, first.start, last.end)),
            _ => "",
        };
        (Some(bound).filter(|text| !text.is_empty() && text.len() <= LONGEST && !text.contains('\n')), at)
    }
}

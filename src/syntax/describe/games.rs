//! Errors in `game … end`.

use super::super::token::{Tok, Token};
use super::Context;

const LINES: &str =
    "each line of a `game` begins with `left`, `right`, `moves`, `value` or `score`, and the block ends with `end`";
const BELOW: &str = "the lines with `left`, `right` or `moves` stand below the first, and the block ends with `end`";
const OPTION_FIRST: &str =
    "the option comes first, its `for` and `if` after it: `moves Nim(n - k) for k in 1..n if k != 2`";

impl Context<'_, '_> {
    /// Whether the error stands directly in a `game … end`, and whether in its first line.
    fn in_rules(&self) -> Option<bool> {
        let opener = self.opener.filter(|&o| self.b.tokens[o].tok == Tok::Game)?;
        Some(self.b.tokens[opener..self.at].iter().all(|t| t.muted || !matches!(t.tok, Tok::Newline | Tok::Semi)))
    }

    pub(super) fn rules_expectation(&self, expected: &[String]) -> Option<String> {
        let header = self.in_rules()?;
        let has = |name: &str| expected.iter().any(|e| e.trim_matches('"') == name);
        let words = match () {
            () if has("left") => "`left`, `right`, `moves`, `value`, `score` or `end`",
            () if header && has("(") && !has("integer") => "`(`",
            () if header && has("newline") => "the end of the line",
            () => return None,
        };
        Some(words.into())
    }

    fn after(&self, n: usize) -> Option<Token> {
        self.b.tokens.get(self.at + n).copied().filter(|t| !t.muted)
    }

    pub(super) fn rules_notes(&self, expected: &[String]) -> Option<Vec<String>> {
        use Tok as T;
        let header = self.in_rules()?;
        let has = |name: &str| expected.iter().any(|e| e.trim_matches('"') == name);
        let (found, text) = (self.found.map(|t| t.tok), self.text(self.found));
        let (next, second) = (self.after(1), self.after(2));
        let last = self.before[0].map(|t| t.tok);
        let begins = self.broken(self.before[0], self.found);
        let word = self.text(self.before[0]);
        let note = match (last, found) {
            (_, Some(T::For | T::If)) if header && begins => OPTION_FIRST.into(),
            _ if header && has("(") && !has("integer") => "the parameters follow the name: `game Nim(n)`".into(),
            _ if header && has("newline") => BELOW.into(),
            _ if header => return None,
            _ if has("left") => match text {
                "move" => "write `moves` for both players, `left` or `right` for one".into(),
                "Left" | "Right" | "Moves" | "Value" | "Score" => {
                    format!("write `{}`, in small letters", text.to_lowercase())
                }
                _ if found == Some(T::Name) && next.is_some_and(|t| t.tok == T::Assign) => {
                    format!("give `{text}` its value before the `game`; {LINES}")
                }
                _ if matches!(found, Some(T::For | T::If | T::While)) => OPTION_FIRST.into(),
                _ => LINES.into(),
            },
            (Some(T::Left | T::Right | T::Moves | T::Value | T::Score), Some(T::Colon | T::Assign | T::Arrow)) => {
                format!("the option follows `{word}` without a sign: `{word} G(n - 1)`")
            }
            (Some(T::Left | T::Right | T::Moves | T::Value | T::Score), None | Some(T::Newline)) => {
                format!("the option follows on the same line: `{word} G(n - 1)`")
            }
            _ if has("do") && !has("integer") => OPTION_FIRST.into(),
            (_, Some(T::Then)) => OPTION_FIRST.into(),
            (_, Some(T::Comma)) if second.is_some_and(|t| t.tok == T::In) => {
                format!("write `for` instead of the comma: `… for {} in …`", self.text(next))
            }
            (_, Some(T::Comma)) => {
                "several options stand on lines of their own, or in a set: `moves {G(n - 1), G(n - 2)}`".into()
            }
            (_, Some(T::Name)) if second.is_some_and(|t| t.tok == T::In) => format!("for “{text}” write `for`"),
            (_, Some(T::Name)) if next.is_some_and(|t| t.tok == T::In) => {
                format!("write `for` before `{text} in`: {OPTION_FIRST}")
            }
            _ => return None,
        };
        Some(vec![note])
    }
}

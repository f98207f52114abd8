//! What an editor needs to know of a text while it is typed, from the language's own lexer and parser.

pub use crate::syntax::{Highlight, tokens};
use crate::syntax::{Mode, parse};

/// The kind of the token that the cursor is in or right behind.
pub fn kind_at(text: &str, cursor: usize) -> Option<Highlight> {
    tokens(text).into_iter().find(|&(_, start, end)| start < cursor && cursor <= end).map(|t| t.0)
}

/// Whether the session should wait for another line. Two empty lines at the end say that it should not; a command is
/// always one line.
pub fn is_unfinished(text: &str) -> bool {
    let given_up = text.lines().rev().take_while(|line| line.trim().is_empty()).count() >= 2 || text.ends_with("\n\n");
    let command = text.trim_start().starts_with([':', '?']);
    !given_up && !command && parse(0, text, Mode::Session).incomplete()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_waits_for_another_line() {
        for text in [
            "(1 +",
            "xs = [1,",
            "f(n) = do",
            "game G(n)\n  moves G(n-1)",
            "<0 |",
            "x =",
            "(1 +\n",
            "[1,\n2,\n",
            "lattice L(x)\n  board x >= 0",
            "heap H =",
            "heap H = take 1.. or",
            "P = poset {a <",
        ] {
            assert!(is_unfinished(text), "{text}");
        }
        for text in [
            "",
            "1 + 1",
            ":save (",
            "?(",
            "(1 +\n\n",
            "1 + )",
            "f(n) = do\nend",
            "(1 +\n  \n\n",
            "heap H = take 1",
            "heap H = take",
            "heap H",
        ] {
            assert!(!is_unfinished(text), "{text}");
        }
    }
}

//! What an editor needs to know of a text while it is typed, from the language's own lexer and parser.

pub use crate::syntax::{Highlight, tokens};
use crate::syntax::{Mode, parse};

/// The kind of the token that the cursor is in or right behind.
pub fn kind_at(text: &str, cursor: usize) -> Option<Highlight> {
    tokens(text).into_iter().find(|&(_, start, end)| start < cursor && cursor <= end).map(|t| t.0)
}

/// Whether a text is one name and nothing else, so that something can be called so.
pub fn is_name(text: &str) -> bool {
    matches!(tokens(text)[..], [(Highlight::Name, 0, end)] if end == text.len())
}

/// Whether the session should wait for another line. Two empty lines at the end say that it should not; a command is
/// always one line.
pub fn is_unfinished(text: &str) -> bool {
    let given_up = text.lines().rev().take_while(|line| line.trim().is_empty()).count() >= 2 || text.ends_with("\n\n");
    let command = text.trim_start().starts_with([':', '?']);
    !given_up && !command && (documents(text) || parse(0, text, Mode::Session).incomplete())
}

/// Whether a text has an error that can be seen before it runs.
pub fn is_wrong(text: &str) -> bool {
    !parse(0, text, Mode::Session).errors.is_empty()
}

/// The first submission of a text, and the rest of it. Pasted lines are read together, so that definitions may use each other;
/// a command stands by itself, and so does every line if `single`.
pub fn next_submission(text: &str, single: bool) -> (&str, &str) {
    let mut end = 0;
    for line in text.split_inclusive('\n') {
        let command = line.trim_start().starts_with([':', '?']);
        if command && end > 0 && !text[..end].trim().is_empty() && !is_unfinished(text[..end].trim_end()) {
            break;
        }
        let before = end;
        end += line.len();
        if !line.trim().is_empty() && (single || command && text[..before].trim().is_empty()) {
            break;
        }
    }
    text.split_at(end)
}

/// The operand at the end of a text, to which a dot would belong: names, values, brackets, calls and dots right behind each other.
pub fn receiver(text: &str) -> Option<&str> {
    let tokens = tokens(text);
    let mut i = tokens.len();
    let mut start = text.len();
    loop {
        // One operand, backwards, with all brackets behind it.
        let (kind, from, to) = tokens[i.checked_sub(1)?];
        if to != start {
            return None;
        }
        i -= 1;
        let written = &text[from..to];
        match kind {
            Highlight::Bracket if matches!(written, ")" | "]" | "}") => {
                let mut depth = 1;
                while depth > 0 {
                    i = i.checked_sub(1)?;
                    if tokens[i].0 == Highlight::Bracket {
                        depth = if matches!(&text[tokens[i].1..tokens[i].2], ")" | "]" | "}") {
                            depth + 1
                        } else {
                            depth - 1
                        };
                    }
                }
                start = tokens[i].1;
                // What is called or indexed stands right before.
                let touches = i.checked_sub(1).map(|before| tokens[before]).filter(|before| before.2 == start);
                let called = touches.is_some_and(|(kind, from, to)| {
                    kind == Highlight::Name || kind == Highlight::Bracket && matches!(&text[from..to], ")" | "]")
                });
                if called && &text[start..=start] != "{" {
                    continue;
                }
            }
            Highlight::GameBar if written == ">" => {
                let mut depth = 1;
                while depth > 0 {
                    i = i.checked_sub(1)?;
                    match &text[tokens[i].1..tokens[i].2] {
                        ">" if tokens[i].0 == Highlight::GameBar => depth += 1,
                        "<" if tokens[i].0 == Highlight::GameBar => depth -= 1,
                        _ => {}
                    }
                }
                start = tokens[i].1;
            }
            Highlight::String => {
                // Back to the quote that opens it.
                start = from;
                let mut opened = written.len() > 1 && written.starts_with('"');
                while !opened {
                    i = i.checked_sub(1)?;
                    start = tokens[i].1;
                    opened = tokens[i].0 == Highlight::String && text[start..].starts_with('"');
                }
            }
            Highlight::Name | Highlight::Number | Highlight::GameValue => start = from,
            _ => return None,
        }
        // A dot before it belongs to the same operand.
        match i.checked_sub(1).map(|before| tokens[before]) {
            Some((_, from, to)) if to == start && &text[from..to] == "." => {
                i -= 1;
                start = from;
            }
            _ => return text.get(start..),
        }
    }
}

/// Whether the last line is documentation: the definition that it belongs to is still to come.
fn documents(text: &str) -> bool {
    text.lines().next_back().is_some_and(|line| line.trim_start().starts_with("##"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pasted_lines_are_parted_at_commands() {
        let parts = |mut text: &'static str, single: bool| {
            let mut parts = Vec::new();
            while !text.is_empty() {
                let (one, rest) = next_submission(text, single);
                parts.push(one.trim());
                text = rest;
            }
            parts
        };
        assert_eq!(parts("1 + 1", false), ["1 + 1"]);
        assert_eq!(parts("f(n) = g(n)\ng(n) = n\nf(3)\n", false), ["f(n) = g(n)\ng(n) = n\nf(3)"]);
        assert_eq!(parts("1\n?mex\n2\n3\n:names\n", false), ["1", "?mex", "2\n3", ":names"]);
        assert_eq!(parts("\n?mex\n\n1", false), ["?mex", "1"]);
        assert_eq!(parts("x = [1,\n?mex\n2]", false), ["x = [1,\n?mex\n2]"]);
        assert_eq!(parts("1\n2\n\n3", true), ["1", "2", "3"]);
    }

    #[test]
    fn what_a_dot_belongs_to() {
        for (text, operand) in [
            ("x", "x"),
            ("1 + x", "x"),
            ("y = Kayles(7)", "Kayles(7)"),
            ("f(g(1), [2])[3]", "f(g(1), [2])[3]"),
            ("2 * x.left(1).right", "x.left(1).right"),
            ("<0 | <1 | 2>>", "<0 | <1 | 2>>"),
            ("1 + *2", "*2"),
            ("(1 + 2)", "(1 + 2)"),
            ("f((1, 2)", "(1, 2)"),
            ("{1, 2}", "{1, 2}"),
            ("\"abc\"", "\"abc\""),
            ("f(\"abc\") + \"\"", "\"\""),
            ("é = xs", "xs"),
        ] {
            assert_eq!(receiver(text), Some(operand), "{text}");
        }
        for none in ["", "1 +", "x ", "(", ")", "f(", "1..", "x]"] {
            assert_eq!(receiver(none), None, "{none}");
        }
    }

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
            "<1|2> >",
            "## Twice n.",
            "## Twice n.\n",
            "x = 1\n## Twice n.\n## For every n.",
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
            "<1|2>>",
            "x = <1|2>>  # one too many",
            "1 + <<1|2>|3>>>\n",
            "# a comment",
            "## Twice n.\n\n",
            "## Twice n.\ntwice(n) = 2*n",
        ] {
            assert!(!is_unfinished(text), "{text}");
        }
    }
}

//! Texts as they are typed: where one ends, and what a dot stands behind.

use sprague::session::reading::{is_unfinished, next_submission, receiver};

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

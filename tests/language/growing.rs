//! Collections that grow in their variable: fast, and nobody else sees it.

use crate::submit::submit;
use sprague::limits::Limits;
use sprague::session::{Session, Settings};

/// What a program says within so many steps.
fn within(steps: u64, text: &str) -> Result<String, String> {
    let limits = Limits { steps: Some(steps), ..Limits::default() };
    let (said, errors) = submit(&mut Session::new(Settings { limits, ..Settings::default() }), text);
    errors.first().map_or(Ok(said), |error| Err(error.message.clone()))
}

#[track_caller]
fn says(text: &str, expected: &str) {
    assert_eq!(within(1_000_000, text).as_deref(), Ok(expected), "{text}");
}

#[test]
fn steps_go_by_what_is_added() {
    for (empty, grow) in [
        ("[]", "xs = append(xs, i)"),
        ("[]", "xs = xs.append(i)"),
        ("[]", "xs = xs + [i, i]"),
        ("set([])", "xs = union(xs, {i})"),
    ] {
        let count = if grow.contains("i, i") { "80000" } else { "40000" };
        let body = format!("xs = {empty}\nfor i in 1..40000 do {grow} end\n");
        says(&format!("{body}length(xs)"), count);
        says(&format!("f() = do\n{body}length(xs)\nend\nf()"), count);
        // A function inside shares the variable.
        says(&format!("f() = do\nmany() = length(xs)\n{body}many()\nend\nf()"), count);
    }
}

#[test]
fn others_keep_what_they_hold() {
    says("xs = [1]\nys = xs\nxs = append(xs, 2)\nxs = append(xs, 3)\n(xs, ys)", "([1, 2, 3], [1])");
    says(
        "xs = [1]\nall = []\nfor i in 2..4 do\n  all = append(all, xs)\n  xs = xs + [i]\nend\nall",
        "[[1], [1, 2], [1, 2, 3]]",
    );
    says("xs = [1]\nxs = append(xs, xs)\nxs = xs + xs\nxs", "[1, [1], 1, [1]]");
    says("s = {1}\nt = s\ns = union(s, {2, 1})\ns = union(s, s)\n(s, t)", "({1, 2}, {1})");
    says("xs = [1, 2]\nfor x in xs do xs = append(xs, x) end\nxs", "[1, 2, 1, 2]");
    says("f(xs) = do\n  xs = append(xs, 0)\n  xs\nend\nys = [5]\n(f(ys), f(ys), ys)", "([5, 0], [5, 0], [5])");
    says("m = {[1] => 2}\nxs = [1]\nk = {xs}\nxs = append(xs, 2)\n(m, k, xs)", "({[1] => 2}, {[1]}, [1, 2])");
    // What is added is evaluated after the variable, and once.
    says("f() = do\n  xs = [1]\n  xs = append(xs, do xs = [7]; length(xs) end)\n  xs\nend\nf()", "[1, 1]");
    says("f() = do\n  xs = [1]\n  xs = xs + (do xs = append(xs, 3); xs end)\n  xs\nend\nf()", "[1, 1, 3]");
}

#[test]
fn functions_see_the_change() {
    says("xs = [1]\nmemo many(n) = n + length(xs)\na = many(0)\nxs = append(xs, 2)\n(a, many(0))", "(1, 2)");
    says(
        "xs = [1]\ngame G(n)\n  moves G(n - x) for x in xs if x <= n\nend\na = grundy(G(5))\nxs = xs + [2]\n(a, grundy(G(5)))",
        "(1, 2)",
    );
    says(
        "f() = do\n  xs = [1]\n  memo many(n) = n + length(xs)\n  a = many(0)\n  xs = append(xs, 2)\n  (a, many(0))\nend\nf()",
        "(1, 2)",
    );
}

#[test]
fn other_kinds_are_as_ever() {
    says("r = 1..3\nr = append(r, 9)\nr", "[1, 2, 3, 9]");
    says("s = {1}\ns = union(s, [2])\ns", "{1, 2}");
    says("x = 2\nx = x + x\ng = *\ng = g + *2\ns = \"a\"\ns = s + \"b\"\n(x, g, s)", "(4, *3, \"ab\")");
    for (text, message) in [
        ("xs = [1]\nxs = xs + 2", "does not go between"),
        ("xs = append(xs, 2)", "no value yet"),
        ("f() = do\n  xs = append(xs, 2)\n  xs\nend\nf()", "no value yet"),
        ("xs = [1]\nxs = append(xs, 1 / 0)", "zero"),
    ] {
        let told = within(1_000_000, text).expect_err(text);
        assert!(told.contains(message), "{text}: {told}");
    }
    // What fails leaves the variable as it was.
    let mut session = Session::new(Settings::default());
    submit(&mut session, "xs = [1]");
    submit(&mut session, "xs = append(xs, 2)\nxs = append(xs, 1 / 0)");
    assert_eq!(submit(&mut session, "xs").0, "[1]");
}

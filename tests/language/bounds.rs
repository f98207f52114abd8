//! `bounds` lines: what they say, how a wrong one is found, and that searches and certificates use them.

use crate::lab::Lab;

/// Left takes one or two from the first heap, Right from the second.
fn rows(line: &str) -> String {
    format!(
        "game Rows(m, n)\n  left Rows(m - k, n) for k in 1..min(2, m)\n  right Rows(m, n - k) for k in 1..min(2, n)\n  {line}\nend"
    )
}

#[test]
fn bounds_of_domineering_hold() {
    let mut lab = Lab::new();
    for (rows, columns) in [(1, 4), (2, 2), (2, 4), (4, 2), (3, 3), (3, 4)] {
        assert_eq!(
            lab.say(&format!("wrong_bounds(Domineering(grid({rows}, {columns})))")),
            "{}",
            "{rows} by {columns}"
        );
    }
}

#[test]
fn bounds_of_domineering_hold_on_larger_boards() {
    assert_eq!(Lab::new().say("wrong_bounds(Domineering(grid(4, 4)))"), "{}");
}

/// Room by its meaning: the longest row of moves, and safe cells as those that no turned copy covers.
#[test]
fn room_is_the_longest_row_of_moves() {
    let mut lab = Lab::new();
    lab.say("longest(b, p, by) = max([0] + [1 + longest(c, p, by) for c in b.replacements(p, by)])");
    lab.say("covered(b) = {cell for c in b.replacements(\".|.\", \"#|#\") for cell in cells(b) if c[cell] != b[cell]}");
    lab.say("safe(b) = do\n  c = b\n  for cell in covered(b) do c = c.put(cell, \"#\") end\n  c\nend");
    lab.say("row(n) = \".#\"[n % 2] + \".#\"[n // 2 % 2] + \".#\"[n // 4 % 2] + \".#\"[n // 8 % 2]");
    lab.say("boards = [grid(row(i) + \"|\" + row(j) + \"|\" + row(k)) for i in 0..15 for j in 0..15 for k in [0, 3, 6, 9, 12]]");
    assert_eq!(lab.say("length(boards)"), "1280");
    assert_eq!(lab.say("[b for b in boards if room(b, \"..\") != longest(b, \"..\", \"##\")]"), "[]");
    assert_eq!(lab.say("[b for b in boards if room(b, \".|.\") != longest(b, \".|.\", \"#|#\")]"), "[]");
    let safe = "[b for b in boards if room(b, \"..\", safe = true) != longest(safe(b), \"..\", \"##\")]";
    assert_eq!(lab.say(safe), "[]");
    assert!(lab.try_say("room(grid(2, 2), \"..|..\")").is_err(), "only straight patterns");
}

#[test]
fn a_wrong_bound_is_found() {
    let mut lab = Lab::new();
    lab.say(&rows("bounds -n, m"));
    assert_eq!(lab.say("wrong_bounds(Rows(3, 4))"), "{}");
    lab.say(&rows("bounds -n, max(m - 1, 0)"));
    assert_eq!(lab.say("wrong_bounds(Rows(2, 1))"), "{Rows(1, 0), Rows(2, 0)}");
    assert_eq!(
        lab.say("wrong_bounds(Rows(2, 0) + Rows(0, 1) + *)"),
        "{Rows(1, 0), Rows(2, 0)}",
        "of sums the terms are asked"
    );
    // Where one of them is nothing the line says nothing.
    lab.say(&rows("bounds (if m > 1 then 5 else nothing), 7"));
    assert_eq!(lab.say("wrong_bounds(Rows(1, 1))"), "{}");
    assert_eq!(lab.say("wrong_bounds(Rows(2, 0))"), "{Rows(2, 0)}");
    assert_eq!(lab.say("wrong_bounds(Nim(3))"), "{}", "nothing is said");
}

#[test]
fn searches_and_certificates_use_bounds() {
    let mut lab = Lab::new();
    lab.say(&rows("bounds m - n, m - n"));
    assert_eq!(lab.say("outcome(Rows(30, 20), method = \"search\")"), "L");
    // The bounds decide it, and the checker knows them.
    assert_eq!(
        lab.say("c = certificate(outcome(Rows(30, 20))); text(c)"),
        "certificate that outcome(Rows(30, 20)) == L: 0 lines"
    );
    assert_eq!(lab.say("verify(c)"), "true");
    for (g, outcome) in [("grid(4, 4)", "N"), ("grid(4, 5)", "L"), ("grid(3, 4)", "R")] {
        let expected = lab.say(&format!("outcome(Domineering({g}), method = \"value\")"));
        assert!(g == "grid(3, 4)" || expected == outcome);
        assert_eq!(lab.say(&format!("outcome(Domineering({g}), method = \"search\")")), expected);
        assert_eq!(lab.say(&format!("verify(certificate(outcome(Domineering({g}))))")), "true");
    }
}

#[test]
fn bounds_that_cannot_be_so() {
    let mut lab = Lab::new();
    for (line, says) in [
        ("bounds 0", "one bound where there are two"),
        ("bounds 0, 1, 2", "3 bounds where there are two"),
        ("bounds", "say a game that the position is at least"),
        ("bounds -1, 1 if m > 0", "a `bounds` line has no `for` and no `if`"),
    ] {
        let error = lab.try_say(&rows(line)).expect_err(line);
        assert!(error.contains(says), "{error}");
    }
    for (line, says) in [
        ("bounds 1, -1", "Rows(2, 2) has the bounds 1 and -1, and 1 <= -1 does not hold"),
        ("bounds 1, \"x\"", "expected a game"),
    ] {
        lab.say(&rows(line));
        let error = lab.try_say("outcome(Rows(2, 2), method = \"search\")").expect_err(line);
        assert!(error.contains(says), "{error}");
    }
    // Elsewhere the word is a name.
    assert_eq!(lab.say("bounds = 3\nbounds + 1"), "4");
}

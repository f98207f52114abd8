//! Play that leads on without end is told soon, with the chain of positions; play that is deep and ends is not accused.

use crate::submit;
use sprague::session::{Session, Settings};

/// What a program says: its outputs, or its one error with its notes.
fn say(program: &str) -> Result<String, String> {
    let (outputs, errors) = submit::outputs(&mut Session::new(Settings::default()), program);
    match errors.first() {
        None => Ok(outputs.into_iter().map(submit::shown).collect::<Vec<_>>().join("\n")),
        Some(error) => Err(format!("{}\n{}", error.message, error.notes.join("\n"))),
    }
}

/// Rule sets that miss a condition, positions of them, and what the chain looks like.
const CHAINS: [(&str, &str, &str, &str); 8] = [
    ("game Foo(n)\n moves Foo(n-1)\nend", "Foo(3)", "Foo(3) -> Foo(2) -> Foo(1) -> Foo(0) -> Foo(-1) -> …", "n > 0"),
    ("game Foo(n)\n moves Foo(n+2)\n moves Foo(n+3)\nend", "Foo(3)", "Foo(3) -> Foo(", "n < 100"),
    ("game Foo(n)\n moves Foo(n-2) if n != 0\nend", "Foo(3)", "Foo(3) -> Foo(1) -> Foo(-1) -> ", "n >= 2"),
    ("game Foo(a, b)\n moves Foo(b, a+1)\nend", "Foo(1, 1)", "Foo(1, 1) -> Foo(1, 2) -> Foo(2, 2) -> ", " < 100"),
    ("game Foo(s)\n moves Foo(s + \"x\")\nend", "Foo(\"\")", "Foo(\"\") -> Foo(\"x\") -> ", "length(s) < 10"),
    ("game Foo(n)\n moves Foo(f(n)) if n != 5\nend\nf(n) = n - 7", "Foo(1)", "Foo(1) -> Foo(-6) -> ", "n >= 7"),
    (
        "game Foo(n)\n moves Bar(n-1)\nend\ngame Bar(n)\n moves Foo(n) if n != 5\nend",
        "Foo(1)",
        "Foo(1) -> Bar(0) -> Foo(0) -> ",
        "n > 0",
    ),
    ("game Foo(n)\n left Foo(n-1)\n right Foo(n-1)\nend", "Foo(2) + Foo(3)", "Foo(2) -> Foo(1) -> ", "n > 0"),
];

#[test]
fn chains_are_named() {
    for (rules, position, chain, condition) in CHAINS {
        let impartial = !rules.contains("left");
        let mut questions = vec!["canonical", "outcome", "winner"];
        questions.extend(if impartial {
            vec!["grundy", "loopy_value", "remoteness", "misere_outcome", ""]
        } else {
            vec![""]
        });
        for question in questions {
            let program = format!("{rules}\n{question}({position})");
            let error = say(&program).expect_err(&program);
            assert!(error.contains(chain), "{program}\n{error}");
            assert!(error.contains(&format!("{condition}` missing")), "{program}\n{error}");
        }
    }
}

/// Where a condition stands that never stops play, that is seen after a few thousand moves: in well under a second.
#[test]
fn chains_with_a_condition_are_named_soon() {
    let rules = [
        ("game Foo(n)\n moves Foo(n-1) if n != 1000\nend", "Foo(3)"),
        ("game Foo(n)\n left Foo(n+1) if n != -3\n right Foo(n+2) if n != -3\nend", "Foo(3)"),
        ("game Foo(m, n)\n moves Foo(m+1, n) if n != -3\n moves Foo(m, n+1) if m != -4\nend", "Foo(3, 4)"),
        ("game Foo(n)\n moves Foo(n+1) + Foo(n+2) if n != 0\nend", "Foo(3)"),
        ("game Foo(n)\n moves Foo(n-k) for k in 1..5 if n != 1000\nend", "Foo(3)"),
        ("game Foo(n)\n moves Bar(n-1) if n != 1000\nend\ngame Bar(n)\n moves Foo(n-1) if n != 1000\nend", "Foo(3)"),
    ];
    for (rules, position) in rules {
        for question in ["canonical", "outcome", ""] {
            let program = format!("{rules}\n{question}({position})");
            let mut session = Session::new(Settings::default());
            let (_, errors) = submit::outputs(&mut session, &program);
            assert!(
                errors.iter().any(|error| error.message.starts_with("after 8192 moves no end of play is in sight")),
                "{program}"
            );
            let steps = session.handle().steps();
            assert!(steps < 2_000_000, "{program}: {steps} steps");
        }
    }
}

/// A bound that was asked for is kept: who wins may be decided nearby.
#[test]
fn near_by_something_may_be_decided() {
    let away = "game Foo(n)\n moves Foo(n+1)\n moves 0 if n % 3 == 0\nend\n";
    assert_eq!(
        say(&format!("{away}(outcome(Foo(3)), remoteness(Foo(3)), best_move(Foo(3)))")).unwrap(),
        "(N, 1, Foo(3) -> 0)"
    );
    assert_eq!(say(&format!("{away}Foo(6)")).unwrap(), "Foo(6) = outcome N");
    let nothing = "game Foo(n)\n moves Foo(n+1)\nend\n";
    assert_eq!(
        say(&format!("{nothing}(outcome(Foo(3), bound = 50), remoteness(Foo(3), bound = 50))")).unwrap(),
        "(unknown, unknown)"
    );
}

/// Deep games that end: down, up to a number, up to a variable, along a list, and round.
#[test]
fn deep_games_are_not_accused() {
    let cases = [
        ("game Foo(n)\n moves Foo(n-1) if n > 0\n moves Foo(n-2) if n > 1\nend", "Foo(100000)", "1"),
        ("game Foo(n)\n moves Foo(n+1) if n < 100000\nend", "Foo(0)", "0"),
        ("game Foo(n)\n moves Foo(n-1) if n > -10^5\nend", "Foo(-7)", "1"),
        ("limit = 140000\ngame Foo(n)\n moves Foo(n+1) if n < limit\nend", "Foo(1)", "1"),
        ("game Foo(n, most)\n moves Foo(n+1, most) if n < most\nend", "Foo(1, 135001)", "0"),
        ("game Foo(n, k)\n moves Foo(n-1, k+7) if n > 0\nend", "Foo(135001, 0)", "1"),
        ("f(n) = if n < 140000 then [n + 1] else []\ngame Foo(n)\n moves Foo(k) for k in f(n)\nend", "Foo(1)", "1"),
        ("game Foo(n)\n moves Foo(n // 2) if n > 0\nend", "Foo(10^900)", "0"),
        ("game Foo(n)\n moves Foo(n+1) if n < 512*400\nend", "Foo(1)", "1"),
        ("most() = 400 * 2^9\ngame Foo(n)\n moves Foo(n+1) if n < most()\nend", "Foo(1)", "1"),
        ("b = 450\ngame Foo(n)\n moves Foo(n+1) if n < b * b\nend", "Foo(1)", "1"),
        ("game Foo(s)\n moves Foo(s + \"a\") if length(s) < 70 * 70\nend", "Foo(\"a\")", "1"),
        // The same step again and again, until a number is far enough away, or has a certain remainder.
        ("game Foo(n)\n moves Foo(n+1) if n < f(9) or n % 97 > 0\nend\nf(k) = k * k * k * k * 2", "Foo(1)", "1"),
        ("game Foo(n)\n moves Foo(n+1) if n * n < f(7)\nend\nf(k) = 2^(4 * k)", "Foo(1)", "1"),
    ];
    for (rules, position, value) in cases {
        let program = format!("{rules}\ngrundy({position})");
        assert_eq!(say(&program).as_deref(), Ok(value), "{program}");
    }
    // Round in a long cycle, without any condition: no chain.
    let round = "game Foo(n)\n moves Foo((n + 7) % 5003)\nend\noutcome(Foo(0))";
    assert_eq!(say(round).as_deref(), Ok("D"));
}

#[test]
fn clauses_over_endless_ranges_say_so() {
    for clause in [
        "moves A(n - k) for k in 1.. if k <= n",
        "left A(n - k) for k in 1.. if k <= n",
        "require n != k^2 for k in 2..",
    ] {
        let program = format!("game A(n)\n  {clause}\nend\nprint(A(3))\nA(3)");
        let error = say(&program).expect_err(&program);
        assert!(error.contains("this clause would never end: it goes through an endless range"), "{program}\n{error}");
        assert!(error.contains("for k in 1..n"), "{program}\n{error}");
    }
    assert_eq!(say("f(n) = do\n  for k in 1.. do\n    if k^2 >= n then return k\n  end\nend\nf(17)"), Ok("5".into()));
}

/// Numbers that become too long to be computed are a chain, too; fractions come of the wrong sign of division.
#[test]
fn long_numbers_and_fractions_are_chains() {
    let cases = [
        ("moves A(n/2) if n > 0", "A(4)", "in sight: A(4) -> A(2) -> A(1) -> A(1/2) -> A(1/4) -> …", "as in `n // 2`"),
        ("left A(n/2) if n > 0\n right A(n-1) if n > 0", "A(1)", "in sight: A(1) -> ", "as in `n // 2`"),
        ("moves A(n*n) if n > 1", "A(3)", "in sight: A(3) -> A(9) -> A(81) -> A(6561) -> ", "such as `if n < 100`"),
        ("moves A(n * 7919^40) if n > 0", "A(1)", "in sight: A(1) -> A(", "such as `if n < 100`"),
    ];
    for (clause, position, chain, hint) in cases {
        let partizan = clause.starts_with("left");
        let questions: &[&str] =
            if partizan { &["canonical"] } else { &["canonical", "outcome", "grundy", "remoteness"] };
        for question in questions {
            let program = format!("game A(n)\n {clause}\nend\n{question}({position})");
            let error = say(&program).expect_err(&program);
            assert!(error.contains(chain) && error.contains(hint), "{program}\n{error}");
        }
    }
}

/// Positions whose lists grow are not searched for a winner first.
#[test]
fn lists_that_grow_are_told_soon() {
    let mut session = Session::new(Settings::default());
    let program = "game A(xs)\n moves A(xs + [1]) if length(xs) > 0\nend\noutcome(A([1]))";
    let (_, errors) = submit::outputs(&mut session, program);
    assert!(errors[0].message.starts_with("after 4096 moves no end of play is in sight: A([1]) -> A([1, 1])"));
    let steps = session.handle().steps();
    assert!(steps < 2_000_000, "{steps}");
}

/// Clauses that say of each position what it is equal to may go on for long; those that never end name their round, or their chain.
#[test]
fn value_clauses_are_followed_to_their_end() {
    let star = "game A(n)\n moves A(n-1) if n > 0\n value A(n-1) + * if n > 0\nend\n";
    for question in
        ["outcome(A(120000))", "outcome(A(120000), method = \"search\")", "outcome(A(60001) + A(60000) + *)"]
    {
        assert_eq!(say(&format!("{star}{question}")).as_deref(), Ok("P"), "{question}");
    }
    // Each has two parts, which are the same.
    let twice = "game A(n)\n moves A(n-1) if n > 0\n moves 0\n value A(n-1) + A(n-1) if n > 0\nend\noutcome(A(3000))";
    assert_eq!(say(twice).as_deref(), Ok("P"));
    // At the end play goes round.
    let ring = "game A(n)\n left A(0)\n value A(n-1) + * if n > 0\nend\noutcome(A(3001))";
    assert_eq!(say(ring).as_deref(), Ok("L"));
    let round = "game U(n)\n moves U(n-1) if n > 0\n value U(4) if n == 3\n value U(3) if n == 4\nend\noutcome(U(3))";
    let error = say(round).unwrap_err();
    assert_eq!(error, "`value` clauses go on splitting this position without end\nThe cycle: U(3) -> U(4) -> U(3).");
    for question in ["outcome", "canonical"] {
        let up = format!("game U(n)\n moves U(n-1) if n > 0\n value U(n+1) if n > 3\nend\n{question}(U(4))");
        let error = say(&up).expect_err(&up);
        assert!(error.contains("no end of play is in sight: U(4) -> U(5) -> U(6)"), "{up}\n{error}");
    }
}

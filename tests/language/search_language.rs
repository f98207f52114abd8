//! Searches in the language: the answers of values, of searches, and what certificates prove.

use crate::lab::Lab;
use sprague::session::Limits;

/// Positions of many rule sets, small enough for both ways.
const POSITIONS: [&str; 18] = [
    "Domineering(grid(3, 4))",
    "Domineering(grid(4, 4))",
    "Domineering(grid(3, 3)) - Domineering(\"...|..#\")",
    "Clobber(\"xoxo|oxox|xoxo\")",
    "Clobber(\"xxo\") + *2 - 1/2",
    "Cram(grid(3, 4))",
    "Cram(grid(2, 3)) + *",
    "Amazons(\"x..|..o\")",
    "ToadsAndFrogs(\"tt..ff\")",
    "ToadsAndFrogs(\"ttt.ff\") + ^",
    "Nim(3, 5, 6)",
    "Kayles(7) + Kayles(4)",
    "Hackenbush(\"ground -- a -- b; blue\")",
    "mine(6)",
    "mine(7) - mine(4)",
    "own(5)",
    "listed((4, 6))",
    "listed((5, 5)) - mine(5)",
];

/// Rule sets of one's own: one partizan, one that is impartial as far as its rules show, and one whose clauses give several options at once.
const RULES: &str = "game mine(n)
  left  mine(n - k) for k in 1..2 if k <= n
  right mine(n - k) for k in 2..3 if k <= n
end
game own(n)
  moves own(n - k) + own(k - 1) for k in 1..n
end
game listed((m, n))
  left  [listed((m - k, n)) for k in 1..m]
  left  listed((m, n - 2)) if n > 1
  right {listed((k, n - 1)) for k in 0..m if n > 0}
end";

fn lab() -> Lab {
    let mut lab = Lab::new();
    lab.say(RULES);
    lab
}

#[test]
fn both_ways_give_the_same() {
    let (mut lab, mut tried) = (lab(), 0);
    for g in POSITIONS {
        if lab.try_say(&format!("kind({g})")).is_err() {
            continue;
        }
        for question in ["outcome", "winner"] {
            let value = lab.say(&format!("{question}({g}, method = \"value\")"));
            assert_eq!(lab.say(&format!("{question}({g}, method = \"search\")")), value, "{question}({g})");
            assert_eq!(lab.say(&format!("{question}({g})")), value, "{question}({g})");
        }
        for player in ["Left", "Right"] {
            let value = lab.say(&format!("winning_moves({g}, {player}, method = \"value\")"));
            assert_eq!(lab.say(&format!("winning_moves({g}, {player}, method = \"search\")")), value, "{g}");
        }
        tried += 1;
    }
    assert!(tried >= 14, "only {tried} positions could be asked about");
}

#[test]
fn certificates_hold() {
    let mut lab = lab();
    for g in POSITIONS {
        if lab.try_say(&format!("kind({g})")).is_err() {
            continue;
        }
        let outcome = lab.say(&format!("outcome({g})"));
        let text = lab.say(&format!("c = certificate(outcome({g})); text(c)"));
        assert!(text.contains(&format!(") == {outcome}: ")), "{text}");
        assert_eq!(lab.say("verify(c)"), "true", "{g}");
        for claim in [format!("{g} >= 0"), format!("{g} <= 1"), format!("{g} == *"), format!("{g} || 0")] {
            let truth = lab.say(&claim);
            let text = lab.say(&format!("c = certificate({claim}); text(c)"));
            assert_eq!(text.contains("that not ("), truth == "false", "{text}");
            assert_eq!(lab.say("verify(c)"), "true", "{claim}");
        }
    }
    for g in ["Cram(grid(3, 4))", "Kayles(9)", "own(6) + *3", "Cram(grid(2, 3)) + Cram(grid(3, 3))"] {
        let n = lab.say(&format!("grundy({g})"));
        let text = lab.say(&format!("c = certificate(grundy({g})); text(c)"));
        assert!(text.contains(&format!(") == {n}: ")), "{text}");
        assert_eq!(lab.say("verify(c)"), "true", "{g}");
    }
    // What is found by search is proved by moves all the more; by value it is not.
    let asked = |method: &str| format!("text(certificate(outcome(Clobber(\"xoxo\"), method = \"{method}\")))");
    assert!(lab.say(&asked("search")).contains("== N: 2 "));
    assert!(lab.try_say(&asked("value")).is_err());
}

/// Every position that play leads to from these: a certificate, which comes from a search that knows no values, says what the canonical value says, and its
/// proof is replayed.
fn certificates_agree_with_values(starts: &[&str]) {
    for start in starts {
        let mut lab = Lab::new();
        lab.say(&format!("all = list(followers({start}))"));
        let count: usize = lab.say("length(all)").parse().expect("a number");
        for i in 0..count {
            let expected = lab.say(&format!("outcome(all[{i}], method = \"value\")"));
            let text = lab.say(&format!("c = certificate(outcome(all[{i}])); text(c)"));
            assert!(text.contains(&format!(") == {expected}: ")), "{start}: {text} is not {expected}");
            assert_eq!(lab.say("verify(c)"), "true", "{text}");
        }
    }
}

#[test]
fn certificates_agree_with_values_on_small_boards() {
    certificates_agree_with_values(&[
        "Domineering(grid(2, 3))",
        "Domineering(grid(3, 3))",
        "Clobber(\"xox|oxo\")",
        "Clobber(\"xox|oxo|xox\")",
        "NoGo(grid(2, 2))",
        "NoGo(grid(2, 3))",
        "Col(grid_graph(2, 2))",
        "Col(grid_graph(2, 3))",
        "Snort(grid_graph(2, 3))",
        "Amazons(\"x.|.o\")",
        "Konane(\"xox|oxo|xo.\")",
    ]);
}

#[test]
#[ignore = "many minutes: all positions of larger boards"]
fn certificates_agree_with_values_on_larger_boards() {
    certificates_agree_with_values(&[
        "Amazons(\"x..|...|..o\")",
        "Col(grid_graph(3, 3))",
        "Snort(grid_graph(3, 3))",
        "NoGo(grid(3, 3))",
        "Konane(\"xoxo|oxox|xoxo|ox.o\")",
        "Clobber(\"xoxo|oxox|xoxo\")",
        "Domineering(grid(4, 4))",
    ]);
}

#[test]
fn false_certificates_are_refused() {
    let mut lab = lab();
    for wrong in [
        // No proof, a false answer, a move that is none, a move that does not win, a line too many, a wrong value.
        "play_certificate(\"outcome\", Clobber(\"xoxo\"), nothing, P, [])",
        "play_certificate(\"outcome\", Clobber(\"xo\"), nothing, P, [(\"value\", Clobber(\"ox\"), *)])",
        "play_certificate(\"outcome\", mine(2), nothing, N, [(\"win\", mine(2), mine(2))])",
        "play_certificate(\"==\", mine(2), 0, true, [])",
        "play_certificate(\"outcome\", mine(1), nothing, L, [(\"win\", mine(1), mine(0)), (\"win\", mine(5), mine(4))])",
        "play_certificate(\"outcome\", Clobber(\"xo\"), nothing, N, [(\"value\", Clobber(\"ox\"), *2)])",
        "play_certificate(\"grundy\", own(2), nothing, 1, [(\"value\", own(1), *), (\"value\", own(2), *2)])",
        "play_certificate(\"outcome\", mine(1), nothing, true, [])",
    ] {
        let error = lab.try_say(&format!("verify({wrong})")).expect_err(wrong);
        assert!(error.contains("proves nothing"), "{error}");
    }
    for (wrong, says) in [
        ("certificate(outcome(3), \"x\", 2)", "sign of a comparison"),
        ("play_certificate(\"what\", 1, nothing, P, [])", "sign of a comparison"),
        ("play_certificate(\"outcome\", 1, nothing, P, [1])", "expects lines such as"),
        ("outcome(mine(3), method = \"magic\")", "\"value\" or \"search\""),
        ("outcome(mine(3), misere = true, method = \"search\")", "misère play goes neither"),
    ] {
        let error = lab.try_say(wrong).expect_err(wrong);
        assert!(error.contains(says), "{error}");
    }
}

/// A value that takes long: the search answers, and what it answers is proved.
#[test]
fn long_values_are_not_waited_for() {
    let mut lab = lab();
    assert_eq!(lab.say("outcome(Domineering(grid(4, 6)), method = \"search\")"), "N");
    let board = "Clobber(\"xoxo|oxox|xoxo|oxox\")";
    assert_eq!(lab.say(&format!("outcome({board}, method = \"search\")")), "N");
    assert_eq!(lab.say(&format!("({board} == 0, {board} <= 0, {board} || 0)")), "(false, false, true)");
    // Its nim-value is 2 (Lemoine and Viennot), by two threads.
    lab.session().use_threads(2);
    lab.session().share_searches_after(10_000);
    assert_eq!(lab.say("grundy(Cram(grid(5, 6)))"), "2");
    assert_eq!(lab.session().searches_shared(), 1);
}

#[test]
fn play_that_need_not_end_is_explored_as_ever() {
    let mut lab = lab();
    lab.say("game round(n)\n  moves round((n + 1) % 3)\nend");
    assert_eq!(lab.say("outcome(round(0))"), "D");
    let error = lab.try_say("outcome(round(0), method = \"search\")").expect_err("there is no answer");
    assert!(error.contains("need not end"), "{error}");
}

/// Options with rules for both players, which these use alike: the position is impartial, as `moves` says, and play ends.
#[test]
fn impartial_options_of_partizan_rules_are_searched() {
    let mut lab = Lab::new();
    lab.say(
        "game A(n)
  moves A(n - 1) if n > 0
  moves B(0)     if n > 0
  moves B(-n)    if n > 1
end
game B(n)
  left  A(n - 1)  if n > 0
  left  A(-n - 2) if n < 0
  right A(-n - 2) if n < 0
end",
    );
    for g in
        ["A(2)", "B(2)", "A(5)", "B(5)", "A(2) + B(2)", "A(5) - B(4) + *", "A(3) + A(3) + A(4)", "B(3) - B(2) - A(2)"]
    {
        let value = lab.say(&format!("outcome({g}, method = \"value\")"));
        assert_eq!(lab.say(&format!("outcome({g}, method = \"search\")")), value, "{g}");
        assert_eq!(lab.say(&format!("verify(certificate(outcome({g})))")), "true", "{g}");
        assert!(lab.say(&format!("text(certificate(outcome({g})))")).contains(&format!("== {value}: ")), "{g}");
    }
    let told =
        lab.try_say("game X(n)\n  moves B(n)\nend\noutcome(X(2), method = \"search\")").expect_err("X is partizan");
    assert!(told.contains("the players have different moves"), "{told}");
}

/// What no certificate is made of is refused by what it is.
#[test]
fn certificates_of_play_are_for_normal_play_that_ends() {
    let mut lab = lab();
    lab.say("game S(n)\n  moves S(n - k^2) for k in 1..isqrt(n)\n  moves S(n + 1) if n > 0 and n % 2 == 0\nend");
    for (asked, said) in [
        ("outcome(Domineering(grid(3, 3)), misere = true)", "are made for normal play"),
        ("winner(chomp(chain(3) * chain(4)), misere = true)", "are made for normal play"),
        ("misere_outcome(Nim(3))", "a question of normal play"),
        ("outcome(S(6))", "play from S(6) need not end, and no certificate is made of that"),
    ] {
        let error = lab.try_say(&format!("certificate({asked})")).expect_err("there is no certificate");
        assert!(error.contains(said), "{asked}: {error}");
        assert!(!error.contains("method"), "{asked}: {error}");
    }
    assert_eq!(lab.say("verify(certificate(outcome(Domineering(grid(3, 3)), misere = false)))"), "true");
}

/// Rules that read functions, variables and each other; sums, negatives, values beside them; impartial ones.
const SHARED: [&str; 9] = [
    "Domineering(grid(4, 5))",
    "Clobber(\"xoxo|oxox|xoxo\") - Clobber(\"xoxo|oxox\") + 1/2",
    "Snort(grid_graph(3, 3))",
    "Amazons(\"x..|..o\") + ^",
    "mine(30) - mine(29)",
    "taken(24)",
    "paired(9, 7) + *2",
    "strip(\"xx.o.xo.\")",
    "Domineering(grid(3, 4)) + mine(8)",
];
const SHARED_RULES: &str = "steps = [1, 2, 5]
width = {\"a\" => 2, \"b\" => 3}
fits(n, k) = k <= n
game taken(n)
  moves taken(n - k) + taken(k - 1) for k in steps if fits(n, k)
end
game paired(m, n)
  left  paired(m - 1, n) if m > 0
  left  other(m, n - width[\"a\"]) if fits(n, width[\"a\"])
  right paired(m, n - 1) if n > 0
  right other(m - width[\"b\"], n) if fits(m, width[\"b\"])
end
game other(m, n)
  left  paired(m, n - 1) if n > 0
  right paired(m - 1, n) if m > 0
end
game strip(board)
  left  strip(replace(board, \"x.\", \".x\")) if \"x.\" in board
  right strip(replace(board, \".o\", \"o.\")) if \".o\" in board
end";

#[test]
fn other_threads_help() {
    let (mut alone, mut together) = (lab(), lab());
    for lab in [&mut alone, &mut together] {
        lab.say(SHARED_RULES);
    }
    alone.session().use_threads(1);
    together.session().use_threads(3);
    together.session().share_searches_after(10);
    let mut helped = 0;
    for g in SHARED {
        for question in ["outcome", "winner"] {
            let said = alone.say(&format!("{question}({g}, method = \"value\")"));
            assert_eq!(together.say(&format!("{question}({g}, method = \"search\")")), said, "{question}({g})");
        }
        let before = std::mem::replace(&mut helped, together.session().searches_shared());
        if g.starts_with("Domineering(grid(4") {
            assert!(helped > before, "nobody helped with {g}");
        }
    }
    assert!(helped > 5, "{helped}");
    assert_eq!(alone.session().searches_shared(), 0);
}

/// What cannot be named, or depends on what only this session has, is searched here alone; so is everything with a bound of steps.
#[test]
fn who_cannot_be_helped_searches_alone() {
    let mut lab = lab();
    lab.session().use_threads(4);
    lab.session().share_searches_after(10);
    lab.say(
        "adder(k) = n -> n + k\nless_two = adder(-2)
game hidden(n)
  left  hidden(less_two(n)) if n >= 2
  right hidden(n - 1) if n >= 1
end",
    );
    assert_eq!(lab.say("outcome(hidden(32), method = \"search\")"), lab.say("outcome(hidden(32), method = \"value\")"));
    assert_eq!(lab.session().searches_shared(), 0);
    lab.session().handle().set_limits(Limits { steps: Some(100_000_000), ..Limits::default() });
    assert_eq!(lab.say("outcome(Domineering(grid(4, 4)), method = \"search\")"), "N");
    assert_eq!(lab.session().searches_shared(), 0);
    lab.session().handle().set_limits(Limits::default());
    // Rules that changed meanwhile are other rules.
    lab.say("count = 2\ngame less(n)\n  left  less(n - count) if n >= count\n  right less(n - 1) if n >= 1\nend");
    for count in [2, 3, 1] {
        lab.say(&format!("count = {count}"));
        let value = lab.say("outcome(less(30), method = \"value\")");
        assert_eq!(lab.say("outcome(less(30), method = \"search\")"), value, "{count}");
    }
    // Mistakes in rules are told as ever.
    lab.say("game broken(n)\n  left  broken(n - 1) if 1 / n > 0\n  right broken(n - 1) if 1 / n > 0\nend");
    let told = lab.try_say("outcome(broken(30), method = \"search\")").expect_err("it divides by zero");
    assert!(told.contains("zero"), "{told}");
}

/// A position and its negative cancel at once where the clauses show that play on boards ends, and do not where it may come back.
#[test]
fn what_dwindles_cancels_at_once() {
    let mut lab = Lab::new();
    lab.session().handle().set_limits(Limits { steps: Some(10_000_000), ..Limits::default() });
    lab.say(
        "game Tiles(b: grid)
  left  Tiles(c) for c in b.replacements(\".|.\", \"#|#\")
  right Tiles(c) for c in b.replacements(\"..\", \"##\")
end
game Back(b: grid)
  moves Back(c) for c in b.replacements(\"x.\", \".x\", turns = true)
end
game Swapped(b: grid)
  value -Swapped(c) for c in [b.swap(\".\", \"#\").least] if c < b
  left  Swapped(c) for c in b.replacements(\"..\", \"##\")
  right Swapped(c) for c in b.replacements(\"##\", \"..\")
end",
    );
    for game in ["Tiles(grid(6, 6))", "Domineering(grid(8, 8))", "NoGo(grid(5, 5))", "Clobber(\"xoxo|oxox|xoxo|oxox\")"]
    {
        assert_eq!(lab.say(&format!("outcome({game} - {game}, method = \"search\")")), "P", "{game}");
    }
    assert_eq!(lab.say("outcome(Back(\"x..\") + Back(\"x..\"))"), "D");
    for game in ["Back(\"x..\") + Back(\"x..\")", "Swapped(\"...\") - Swapped(\"...\")"] {
        assert!(lab.try_say(&format!("certificate(outcome({game}))")).is_err(), "{game}");
    }
}

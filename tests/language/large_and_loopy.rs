//! Games with cycles in the tools that all games have, and large heaps by closed forms.

use crate::lab::Lab;

const SQUARES: &str = "game SquareButOne(n)
  moves SquareButOne(n - k^2)  for k in 1..isqrt(n)
  moves SquareButOne(n + 1)    if n > 0 and n % 2 == 0
end";

/// Lesson 5: squares, and squares with 5 more, are won; 0 and 5 are lost; all else is drawn.
fn class(n: u64) -> &'static str {
    let square = |n: u64| n.isqrt().pow(2) == n;
    match n {
        0 | 5 => "P",
        n if square(n) || n > 5 && square(n - 5) => "N",
        _ => "D",
    }
}

#[test]
fn tools_take_games_with_cycles() {
    let mut lab = Lab::new();
    lab.say(SQUARES);
    let classes: Vec<&str> = (0..=40).map(class).collect();
    assert_eq!(lab.say("[outcome(SquareButOne(n)) for n in 0..40]"), format!("[{}]", classes.join(", ")));
    assert_eq!(lab.say("p_positions(SquareButOne, 40)"), "[0, 5]");
    let table = lab.say("outcome_table(SquareButOne, 19)");
    let row = |title: &str| -> Vec<String> {
        let line = table.lines().find(|line| line.starts_with(title)).unwrap_or_else(|| panic!("{table}"));
        line.split('|').nth(1).unwrap().split_whitespace().map(String::from).collect()
    };
    assert_eq!(row("outcome"), classes[..20]);
    let length = |n: u64| match class(n) {
        "D" => "oo",
        "P" => {
            if n == 0 {
                "0"
            } else {
                "2"
            }
        }
        _ if n.isqrt().pow(2) == n => "1",
        _ => "3",
    };
    assert_eq!(row("remoteness"), (0..20).map(length).collect::<Vec<_>>());
    // Nim-values are those of `loopy_value`, finite ones as numbers.
    let values = lab.say("nim_values(SquareButOne, 20)");
    let single: Vec<String> = (0..=20).map(|n| lab.say(&format!("grundy(SquareButOne({n}))"))).collect();
    assert_eq!(values, format!("[{}]", single.join(", ")));
    assert!(values.starts_with("[0, 1, oo{1}, "), "{values}");
    let expected = "              n | 0  1      2     3\nSquareButOne(n) | 0  *  oo{1}  oo{}";
    assert_eq!(lab.say("table(SquareButOne, 0..3)"), expected);
}

/// The rounds by which one labels by hand.
#[test]
fn explain_shows_rounds() {
    let mut lab = Lab::new();
    lab.say(SQUARES);
    let said = lab.say("explain(SquareButOne(6))");
    for line in [
        "Round 0: 0 is lost: there is no move.",
        "Round 1: 1, 4 are won: a move leads to 0.",
        "Round 2: 5 is lost: every move leads to a won position, to 1, 4.",
        "Round 3: 6 is won: a move leads to 5.",
        "Nothing more follows: 2, 3, 7 are draws.",
        "So SquareButOne(6) has outcome N, remoteness 3.",
    ] {
        assert!(said.contains(line), "{line}\n{said}");
    }
    let sum = lab.say("explain(SquareButOne(6) + SquareButOne(1))");
    assert!(sum.contains("Their sum is oo{1}: no move leads to 0"), "{sum}");
    // Partizan, with whose turn it is.
    lab.say("game Walk(n)\n  left Walk(n - 1) if n > 0\n  right Walk(n + 1) if n < 2 and n > 0\nend");
    let walk = lab.say("explain(Walk(1))");
    assert!(walk.contains("0 with Right to move"), "{walk}");
    // Where infinitely many positions can be reached the nearest are shown.
    lab.say("game Epstein(n)\n  moves Epstein(n - isqrt(n)^2) if n > 0\n  moves Epstein(n + isqrt(n)^2) if n > 0\nend");
    let far = lab.say("explain(Epstein(5))");
    assert!(far.contains("these are the nearest") && far.contains("So Epstein(5) has outcome"), "{far}");
}

#[test]
fn large_heaps_by_closed_forms() {
    let mut lab = Lab::new();
    for (game, value) in [
        ("Nim(10^18)", "1000000000000000000"),
        ("Nim(10^9)", "1000000000"),
        ("Lasker(10^18)", "999999999999999999"),
        ("Lasker(10^18 - 1)", "1000000000000000000"),
        ("Binary(10^18)", "1"),
        ("PrimePower(10^10)", "4"),
        ("SmallHalf(10^18 + 1)", "500000000000000001"),
        ("Dim(10^18)", "19"),
        ("Prim(10^9 + 5)", "2"),
    ] {
        assert_eq!(lab.say(&format!("grundy({game})")), value, "{game}");
    }
    assert_eq!(lab.say("best_move(PrimePower(10^10))"), "10000000000 -> 9999999996");
    assert_eq!(lab.say("grundy(best_move(Nim(10^18, 10^17, 3)).to)"), "0");
    assert_eq!(lab.say("grundy(best_move(Lasker(10^18 - 1, 1)).to)"), "0");
    // A lost sum of large heaps still has a move.
    assert_eq!(lab.say("best_move(Nim(10^18, 10^18))"), "1000000000000000000 -> 999999999999999999");
    assert_eq!(lab.say("grundy(best_move(Binary(100000, 100001, 100002)).to)"), "0");
    assert_eq!(lab.say("grundy(best_move(Nim(100, 120, 90)).to)"), "0");
    // As far as the positions can be gone through the quickest win is found.
    assert_eq!(lab.say("remoteness(best_move(Nim(7, 9, 12)).to) + 1 == remoteness(Nim(7, 9, 12))"), "true");
    // One's own rules in the same words have the theorem, but not with another `gcd`.
    assert_eq!(lab.say("heap Mine(n) = take k in 1.. if gcd(k, n) == 1\ngrundy(Mine(10^9 + 5))"), "2");
    assert_eq!(
        lab.say("heap Other(size)=take some in 1..  if gcd( size,some )==1 # in other words\ngrundy(Other(10^9 + 5))"),
        "2"
    );
    assert_eq!(lab.say("heap Doubling = take x in { 2^i for i in 0.. }\ngrundy(Doubling(10^18))"), "1");
    assert_eq!(
        lab.say("heap Tripling = take x in { 3^i for i in 0.. }\nnim_values(Tripling, 5)"),
        "[0, 1, 0, 1, 0, 1]"
    );
    let mut own = Lab::new();
    own.say("gcd(a, b) = if a < 3 then 1 else 2\nheap Mine(n) = take k in 1.. if gcd(k, n) == 1");
    assert_eq!(own.say("nim_values(Mine, 8)"), "[0, 1, 2, 0, 1, 2, 0, 1, 2]");
}

/// The library's sets of takes against their closed forms, as the language lists them.
#[test]
fn closed_forms_agree_with_moves() {
    let mut lab = Lab::new();
    for game in ["Nim", "Lasker", "Binary", "PrimePower", "SmallHalf", "Dim", "Prim"] {
        let agree =
            format!("[n for n in 0..120 if grundy({game}(n)) != mex([grundy(m.to) for m in moves({game}(n))])]");
        assert_eq!(lab.say(&agree), "[]", "{game}");
    }
}

/// All winning moves of heaps whose moves nobody could list.
#[test]
fn winning_moves_of_large_heaps() {
    let mut lab = Lab::new();
    for (question, answer) in [
        ("winning_moves(Nim(10^9))", "[1000000000 -> 0]"),
        ("winning_moves(Nim(10^18, 10^18, 7))", "[7 -> 0]"),
        ("winning_moves(Nim(10^18, 10^18))", "[]"),
        ("winning_moves(Nim(10^18) + *5)", "[1000000000000000000 -> 5]"),
        ("winning_moves(Nim(3) + *10 + Nim(3))", "[*10 -> 0]"),
        ("length(winning_moves(Binary(10^18)))", "30"),
        ("winning_moves(SmallHalf(10^18))", "[1000000000000000000 -> 576460752303423486]"),
        ("winning_moves(Dim(10^12))", "[1000000000000 -> 0]"),
    ] {
        assert_eq!(lab.say(question), answer, "{question}");
    }
}

/// Winning moves by closed forms against those by the value of each option, in sums as well.
#[test]
fn winning_moves_are_those_that_lead_to_zero() {
    let mut lab = Lab::new();
    for game in ["Nim", "Lasker", "Binary", "PrimePower", "SmallHalf", "Dim", "Prim"] {
        for others in ["", " + Kayles(4)", " + *3", " + Nim(5) + Kayles(6)"] {
            let by_values = format!(
                "[n for n in 1..40 if winning_moves({game}(n){others}) != [m for m in moves({game}(n){others}) if grundy(m.to) == 0]]"
            );
            assert_eq!(lab.say(&by_values), "[]", "{game}{others}");
        }
    }
}

/// Wythoff's Game by its theorem, also by one's own rules; where only nim-values answer, they do.
#[test]
fn large_positions_of_wythoff() {
    let mut lab = Lab::new();
    lab.say("game Queen(x, y)\n  moves Queen(x-i, y-i) for i in 1..min(x, y)\n  moves Queen(x-i, y) for i in 1..x\n  moves Queen(x, y-i) for i in 1..y\nend");
    for (question, answer) in [
        ("outcome(Wythoff(10^21, 1618033988749894848205))", "P"),
        ("outcome(Wythoff(1618033988749894848206, 10^21))", "N"),
        ("winner(Queen(10^9, 10^9))", "First"),
        ("winning_moves(Wythoff(10^9, 2*10^9))", "[(1000000000, 2000000000) -> (1000000000, 1618033989)]"),
        ("winning_moves(Queen(10^9, 10^9))", "[(1000000000, 1000000000) -> (0, 0)]"),
        ("best_move(Queen(10^9, 10^9))", "(1000000000, 1000000000) -> (0, 0)"),
        // A lost position still has a move.
        ("best_move(Wythoff(10^9, 1618033989))", "(1000000000, 1618033989) -> (999999999, 1618033989)"),
        ("best_move(Wythoff(0, 0))", ""),
        ("Wythoff(10^9, 1618033989)", "Wythoff(1000000000, 1618033989) = 0"),
        ("Wythoff(10^9, 10^9)", "Wythoff(1000000000, 1000000000)"),
    ] {
        assert_eq!(lab.say(question), answer, "{question}");
    }
    let agree = |game: &str| {
        format!(
            "[(m, n) for m in 0..14 for n in 0..14 if winning_moves({game}(m, n)) != [x for x in moves({game}(m, n)) if grundy(x.to) == 0]]"
        )
    };
    for game in ["Wythoff", "Queen"] {
        assert_eq!(lab.say(&agree(game)), "[]", "{game}");
    }
    // As far as the positions can be gone through the quickest win is found.
    assert_eq!(lab.say("remoteness(best_move(Wythoff(9, 14)).to) + 1 == remoteness(Wythoff(9, 14))"), "true");
    // With a `min` of one's own the rules are others.
    let mut own = Lab::new();
    own.say("min(a, b) = 0\ngame Rook(m, n)\n  moves Rook(m-k, n) for k in 1..m\n  moves Rook(m, n-k) for k in 1..n\n  moves Rook(m-k, n-k) for k in 1..min(m, n)\nend");
    assert_eq!(own.say("(outcome(Rook(1, 2)), outcome(Rook(5, 5)))"), "(N, P)");
}

/// A multiple of so many positions that they do not stand side by side is what its value is: by parity, or so many times one value.
#[test]
fn many_positions_have_their_value() {
    let mut lab = Lab::new();
    lab.say("game Out(n)\n  moves Out(n - 1) if n > 0\n  moves Out(n)\nend");
    for (claim, said) in [
        ("1000001*Nim(3) == *3", "true"),
        ("*3 != 1000001*Nim(3)", "false"),
        ("1000002*Nim(3) == 1000004*Nim(3)", "true"),
        ("1000001*Nim(3) - 1000001*Nim(3) == 0", "true"),
        ("1000001*chomp(chain(2)*chain(3)) == chomp(chain(2)*chain(3))", "true"),
        ("2^70*Domineering(\".|.\") == 2^70", "true"),
        ("2^70*Domineering(\".|.\") > 2^70*Nim(1)", "true"),
        ("1000001*Domineering(\"..|.#\") == 1000000*Domineering(\"..|.#\")", "false"),
        ("1000001*Nim(3) || 0", "true"),
        ("[grundy(1000001*Nim(3)), grundy(2^64*Nim(3))]", "[3, 0]"),
        ("[outcome(n*Nim(3)) for n in [2^64, 2^64 + 1]]", "[P, N]"),
        ("outcome(2^70*Domineering(\".|.\"))", "L"),
        ("canonical(2^70*Domineering(\".|.\")) + *", "1180591620717411303424+*"),
        ("[2^64*Nim(3) + 0]", "[18446744073709551616*Nim(3)]"),
        ("[1000001*Nim(3)] == [Nim(3)]", "false"),
        // Two games that go round for ever are no zero.
        ("outcome(1000002*Out(1)) == outcome(2*Out(1))", "true"),
        ("misere_outcome(2^64*Nim(1))", "N"),
    ] {
        assert_eq!(lab.say(claim), said, "{claim}");
    }
    assert!(lab.say("why 1000001*Nim(3) == 0").contains("begins and wins with 3 -> 0"));
    for (program, said) in [
        ("moves(1000001*Nim(3))", "`canonical(g)` is their value"),
        ("2^64*Nim(3) + *", "`canonical(g)` is its value"),
        ("1000001*(Nim(3) + *)", "which can be multiplied"),
        ("1000001*Points(1) == 0", "the score of a sum of more than a million positions"),
    ] {
        let error = lab.try_say(program).expect_err(program);
        assert!(error.contains(said), "{program}: {error}");
    }
}

/// A heap that may be taken whole is at its end after one move, which is seen without all smaller heaps.
#[test]
fn large_heaps_end_soon() {
    let mut lab = Lab::new();
    let limits = sprague::limits::Limits { steps: Some(4_000_000), ..Default::default() };
    lab.session().handle().set_limits(limits);
    assert_eq!(
        lab.say("[remoteness(Nim(10^4)), remoteness(Nim(0)), remoteness(Kayles(2)), remoteness(Square(17))]"),
        "[1, 0, 1, 8]"
    );
    assert_eq!(lab.say("best_move(*4000)"), "*4000 -> 0");
}

/// Numbers beside loopy games are not counted down, and long names do not take long.
#[test]
fn large_numbers_beside_loops() {
    let mut lab = Lab::new();
    for (input, output) in [
        ("[10^6 + over, <pass|10^30> - 10^30, onside(<10^6|pass>)]", "[1000000 + over, under, 1000000 + over]"),
        ("10^6 + <5+over|0>", "<1000005 + over|1000000>"),
        ("(10^30 & 0) + over", "1000000000000000000000000000000 + over & over"),
        ("10^30 + upon - 10^30 == upon", "true"),
        ("g = <2^64 + over|0>", ""),
        ("[offside(g) == g, g |> 0, left_stop(g)]", "[true, true, 18446744073709551616 + over]"),
        ("32 * upon == 31 * upon + upon", "true"),
        ("length(\"{32 * upon}\") > 100", "true"),
    ] {
        assert_eq!(lab.say(input), output, "{input}");
    }
}

/// Literals in which points stand are games for points, alone as well as in sums.
#[test]
fn literals_with_points() {
    let mut lab = Lab::new();
    for (input, output) in [
        ("<Points(-2) | Points(1)>", "<Points(-2) | Points(1)> = score -2 if Left begins, 1 if Right begins"),
        ("outcome(<Points(-2) | Points(1)>)", "P"),
        (
            "[outcome(<Points(2) | Points(-1)>), outcome(<Points(2) | Points(1)>), outcome(-<Points(2) | Points(1)>)]",
            "[N, L, R]",
        ),
        ("outcome(<<Points(1) | Points(-3)> | Points(-1)> + 1)", "R"),
        (
            "moves(<Points(2) | Points(-1)>)",
            "[Left: <Points(2) | Points(-1)> -> Points(2), Right: <Points(2) | Points(-1)> -> Points(-1)]",
        ),
        ("winning_moves(<Points(2) | Points(-1)>, Left)", "[Left: <Points(2) | Points(-1)> -> Points(2)]"),
        ("move_outcomes(<Points(2) | Points(-1)>, Left)", "[(Left: <Points(2) | Points(-1)> -> Points(2), 2)]"),
        ("score_line(<Points(2) | Points(-1)>)", "[<Points(2) | Points(-1)>, Points(2)]"),
        ("[is_impartial(<Points(2) | Points(-1)>), is_impartial(<Points(2) | Points(2)>)]", "[false, true]"),
        ("identical(<Points(2) | Points(-1)>, <Points(1) | Points(0)>)", "false"),
        (
            "[identical(Points(1), Points(2)), identical(Points(1) + Points(2), Points(3)), identical(Points(0), 0)]",
            "[false, true, true]",
        ),
        ("identical(<Points(2) | Points(-1)> + Points(1), Points(1) + <Points(2), Points(2) | Points(-1)>)", "true"),
        ("canonical(<Points(2) | Points(-1)>)", "*"),
        ("10^6 * <Points(2) | Points(1)>", "1000000 * <Points(2) | Points(1)>"),
        ("<<Points(2) | > | 5>", "<<Points(2) | > | 5> = score 0"),
    ] {
        assert_eq!(lab.say(input), output, "{input}");
    }
    for input in [
        "certificate(outcome(<Points(-2) | Points(1)>))",
        "remoteness(<Points(2) | Points(1)>)",
        "misere_outcome(<Points(2) | Points(1)>)",
    ] {
        let said = lab.try_say(input).unwrap_err();
        assert!(said.contains("points"), "{input}: {said}");
    }
    let said = lab.say("explain(<Points(2) | Points(-1)>)");
    assert!(said.contains("Left begins and wants the most points for Left: the score is 2."), "{said}");
}

/// Sums of any length are made in time in proportion to it.
#[test]
fn long_sums_are_made_in_one_pass() {
    let mut lab = Lab::new();
    let terms = vec!["Nim(1)"; 60_001].join(" + ");
    lab.say(&format!("x = {terms} + 1 - 1"));
    let steps = lab.session().handle().steps();
    assert!(steps < 3_000_000, "{steps}");
    assert_eq!(lab.say("[outcome(x), length(moves(x)) > 0]"), "[N, true]");
}

/// Sums in which play goes round are decided by the sides of their components, where the positions of the sum are too many.
#[test]
fn sums_that_go_round_by_their_sides() {
    let mut lab = Lab::new();
    lab.say("game G(n)\n left G(n + 1) if n < 5\n right G(n - 1) if n > 2\n value G(3) + 1 if n == 6\nend");
    let limits = sprague::limits::Limits { steps: Some(3_000_000), ..Default::default() };
    lab.session().handle().set_limits(limits);
    for game in ["100*G(3) + 100", "100*G(6)", "100*G(3) - 301", "G(3) - G(3)"] {
        let by_value = lab.say(&format!("outcome(canonical({game}))"));
        assert_eq!(lab.say(&format!("outcome({game})")), by_value, "{game}");
    }
    assert_eq!(lab.say("outcome(100*G(3) + 100)"), "DL");
}

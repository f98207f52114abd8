//! `require` lines: positions that somebody writes down are positions of the game; moves are not asked.

use crate::submit;
use sprague::session::{Session, Settings};

/// What a text says in a fresh session, or its error.
fn says(text: &str) -> String {
    let mut session = Session::new(Settings::default());
    let (outputs, errors) = submit::outputs(&mut session, text);
    match &errors[..] {
        [] => outputs.into_iter().map(submit::shown).collect::<Vec<_>>().join("\n"),
        [error, ..] => error.message.clone(),
    }
}

const PAIRS: &str = "game Pair(m, n)
  require m >= 0 and n >= 0
  require m <= n, \"{m} stands before {n}\"
  require k != 13, \"{k} is unlucky\" for k in [m, n] if k > 12
  moves Pair(m - 3, n) if m > 0
  moves Pair(n, m) if n > m
end
";

#[test]
fn a_position_that_is_written_down_is_asked() {
    let with = |text: &str| says(&format!("{PAIRS}{text}"));
    assert_eq!(with("Pair(-1, 2)"), "Pair(-1, 2) is no position of Pair: `m >= 0 and n >= 0` does not hold");
    assert_eq!(with("Pair(3, 2)"), "3 stands before 2", "the text may use the parameters");
    assert_eq!(with("Pair(2, 13)"), "13 is unlucky", "and what a `for` goes through");
    assert_eq!(with("Pair(n = 1, m = 2)"), "2 stands before 1", "parameters may have their names");
    assert_eq!(with("f(n) = Pair(n, 0)\nf(5)"), "5 stands before 0", "a function of a script is somebody's, too");
    assert_eq!(with("[Pair(n, 2) for n in 1..5]"), "3 stands before 2");
    assert_eq!(with("outcome_of(G) = outcome(G(4, 2))\noutcome_of(Pair)"), "4 stands before 2");
}

#[test]
fn moves_are_not_asked() {
    // Both moves lead to pairs that could not be written down.
    let moves = says(&format!("{PAIRS}moves(Pair(1, 2))"));
    assert_eq!(moves, "[(1, 2) -> (-2, 2), (1, 2) -> (2, 1)]");
    assert_eq!(says(&format!("{PAIRS}outcome(moves(Pair(1, 2))[0])")), "P");
    // Neither is what a clause of another game makes, by a function or not.
    let other = "single(n) = Pair(n, 0)\ngame Other(n)\n  moves single(n)\n  moves Pair(n, -n)\nend\nmoves(Other(4))";
    assert_eq!(says(&format!("{PAIRS}{other}")), "[Other(4) -> Pair(4, 0), Other(4) -> Pair(4, -4)]");
    // After clauses ran, and after one failed, what is written is asked again.
    assert_eq!(says(&format!("{PAIRS}outcome(Pair(1, 2))\nPair(2, 1)")), "2 stands before 1");
    let mut session = Session::new(Settings::default());
    let failing = format!("{PAIRS}game Bad(n)\n  moves Bad(1 // 0)\nend\nmoves(Bad(1))");
    assert!(!submit::outputs(&mut session, &failing).1.is_empty());
    let (_, errors) = submit::outputs(&mut session, &format!("{PAIRS}Pair(2, 1)"));
    assert_eq!(errors[0].message, "2 stands before 1");
}

#[test]
fn conditions_are_conditions() {
    let with = |line: &str| says(&format!("game G(n)\n  {line}\n  moves G(n - 1) if n > 0\nend\nG(2)"));
    assert_eq!(with("require n"), "expected true or false, found an integer: 2");
    assert_eq!(with("require n // 0 == 1, \"\""), "division by zero");
    assert_eq!(with("require n == 1, n"), "2", "a text may be any value");
    assert_eq!(with("require n > 1, 1 // 0"), "G(2) = 0", "a text is only made where it is needed");
    assert_eq!(with("require = 3"), "expected an expression, found `=`");
    assert_eq!(with("require n = 2"), "`=` gives a name its value");
    assert_eq!(
        with("require n == 2 \"two\""),
        "expected an operator, `,`, `end` or the end of the line, found a string"
    );
    assert_eq!(says("require = 3\nrequire"), "3", "elsewhere the word is a name");
    assert_eq!(
        says("game G(require)\n  require require > 0\n  moves G(require - 1) if require > 1\nend\nG(2)"),
        "G(2) = *"
    );
}

/// Positions that the library refuses, with what it says.
const REFUSED: &[(&str, &str)] = &[
    ("ToadsAndFrogs(\"t.f\")", "`t` is no square of ToadsAndFrogs: it has `T`, `F` and `.`"),
    ("ToadsAndFrogs(\"T.F#\")", "`#` is no square of ToadsAndFrogs: it has `T`, `F` and `.`"),
    ("Clobber(\"XO\")", "`X` is no square of Clobber: it has `x`, `o` and `.`"),
    ("Clobber(\"xyz\")", "`y` is no square of Clobber: it has `x`, `o` and `.`"),
    ("Amazons(\"X.O\")", "`X` is no square of Amazons: it has `x`, `o`, `.` and `#`"),
    ("Treblecross(\"..x..\")", "`x` is no square of Treblecross: it has `X` and `.`"),
    ("Treblecross(\"...|...\")", "Treblecross is played on a strip of one row"),
    ("Treblecross(\"X.X\")", "two `X` so near win at once: play was over before"),
    ("Domineering(\"ab|cd\")", "`a` is no square of Domineering: it has `.` and `#`"),
    ("Cram(\".x\")", "`x` is no square of Cram: it has `.` and `#`"),
    ("Nimble(\".O.\")", "`O` is no square of Nimble: it has `o` and `.`"),
    ("Northcott(\"x..X\")", "`X` is no square of Northcott: it has `x`, `o` and `.`"),
    ("Northcott(\"x..o|x..x\")", "each row of Northcott has one counter `x` and one `o`"),
    ("Northcott(\"x..o|....\")", "each row of Northcott has one counter `x` and one `o`"),
    ("Cutcake(-1, 2)", "Cutcake takes two whole numbers from 1 on"),
    ("Cutcake(1/2, 2)", "Cutcake takes two whole numbers from 1 on"),
    ("Wythoff(-1, 3)", "Wythoff takes two whole numbers that are not negative"),
    ("Wythoff(\"a\", 3)", "Wythoff takes two whole numbers that are not negative"),
    ("Chomp([1, 3])", "no row of Chomp is longer than the one above: 3 stands below 1"),
    ("Chomp([2, 0])", "Chomp takes the lengths of its rows, whole numbers from 1 on"),
    ("Chomp([-1])", "Chomp takes the lengths of its rows, whole numbers from 1 on"),
    ("Kayles2D(2, -1)", "Kayles2D takes two whole numbers that are not negative"),
    ("WytQueens([(1, 2), (-1, 3)])", "(-1, 3) is no square of WytQueens: it has (0, 0), (0, 1), (1, 0) and so on"),
    ("WytQueens([3])", "3 is no square of WytQueens: it has (0, 0), (0, 1), (1, 0) and so on"),
    ("WhiteKnight(8, 1)", "(8, 1) is no square of a chessboard: it has (0, 0) to (7, 7)"),
    ("WhiteKnight(1, 1, -2)", "the luggage of WhiteKnight is a whole number that is not negative"),
    ("Snort(\"...\")", "Snort takes a graph, such as `path_graph(3)`, no string"),
    ("Col(5)", "Col takes a graph, such as `path_graph(3)`, no integer"),
    ("NodeKayles([1, 2])", "NodeKayles takes a graph, such as `path_graph(3)`, no list"),
    ("Geography(3, 1)", "Geography takes a graph, such as `path_graph(3)`, no integer"),
    ("Geography(path_graph(3), 7)", "the token of Geography stands on a vertex, and 7 is none of this graph"),
    (
        "Snort(coloured(path_graph(2), {1 => \"green\"}))",
        "green is no colour of Snort: a vertex is \"blue\", \"red\", or for both",
    ),
    ("Polyomino(\".x\", \"##\")", "`x` is no square of Polyomino: it has `.` and `#`"),
    (
        "Polyomino(\".#.\", \"#.#\")",
        "the cells of a polyomino hang together by their sides, and those of this shape do not",
    ),
    ("Polyomino(\"..\", \"xx\")", "the shape of Polyomino has `#` for its cells and `.` for all else"),
    ("Hackenbush(\"bxr\")", "`x` is no colour of Hackenbush: it has `b`, `r` and `g`"),
    ("Hackenbush(3)", "Hackenbush takes a graph, a list of edges or a text of colours, no integer"),
    ("Hackenbush([1, 2])", "an edge of Hackenbush is two vertices and \"blue\", \"red\" or \"green\", not 1"),
    (
        "Hackenbush([(\"ground\", 1, \"pink\")])",
        "an edge of Hackenbush is two vertices and \"blue\", \"red\" or \"green\", not (\"ground\", 1, \"pink\")",
    ),
    (
        "Hackenbush(graph {ground -- a: 3})",
        "an edge of Hackenbush is two vertices and \"blue\", \"red\" or \"green\", not (\"a\", \"ground\", 3)",
    ),
];

/// The same, of the rule sets that came later.
const ALSO_REFUSED: &[(&str, &str)] = &[
    ("ClobberBy(\"xy\", [(0, 1)])", "`y` is no square of ClobberBy: it has `x`, `o`, `.` and `#`"),
    ("ClobberBy(\"xo\", [(0, 1)], \"q\")", "ClobberBy moves onto squares `x`, `o`, `.` and leaves one of them"),
    ("KingClobber(\"x#\")", "`#` is no square of KingClobber: it has `x`, `o` and `.`"),
    ("RookClobber(\"XO\")", "`X` is no square of RookClobber: it has `x`, `o`, `.` and `#`"),
    ("QueenClobber(\"q.o\")", "`q` is no square of QueenClobber: it has `x`, `o`, `.` and `#`"),
    ("KnightClobber(\"n.o\")", "`n` is no square of KnightClobber: it has `x`, `o` and `.`"),
    ("AntiClobber(\"x-\")", "`-` is no square of AntiClobber: it has `x`, `o`, `.` and `#`"),
    ("HotClobber(\"xo#\")", "`#` is no square of HotClobber: it has `x`, `o` and `.`"),
    ("NoGo(\"x.O\")", "`O` is no square of NoGo: it has `x`, `o`, `.` and `#`"),
    ("NoGo(\"xo\")", "every group of stones of NoGo has a free square `.` beside it"),
    ("NoPassGo(\"b.\")", "`b` is no square of NoPassGo: it has `x`, `o`, `.` and `#`"),
    ("NoPassGo(\"xo.\")", "every group of stones of NoPassGo has a free square `.` beside it"),
    ("Fjords(\"x,\")", "`,` is no square of Fjords: it has `x`, `o`, `.` and `#`"),
    ("Fission(\"xo.\")", "`o` is no square of Fission: it has `x`, `.` and `#`"),
    ("Peaceful(\"Q.\")", "`Q` is no square of Peaceful: it has `.` and `#`"),
    ("Peaceful(\"..\", \"pawn\")", "`pawn` is no piece of Peaceful: it has queen, rook, bishop, king and knight"),
    ("Konane(\"xO.\")", "`O` is no square of Konane: it has `x`, `o`, `.` and `#`"),
    ("Maze(\"xo.\")", "`o` is no square of Maze: it has `x`, `.` and `#`"),
    ("Maze(\"x.x\")", "Maze has one token `x`"),
    ("Maize(\"y.\")", "`y` is no square of Maize: it has `x`, `.` and `#`"),
    ("Maize(\"...\")", "Maize has one token `x`"),
    ("FoxAndGeese(\"x.#o\")", "`#` is no square of FoxAndGeese: it has `x`, `o` and `.`"),
    ("FoxAndGeese(\"x..\")", "FoxAndGeese has one fox `o`"),
    ("HareAndHounds([1, 2, 2], 4)", "three hounds and a hare of HareAndHounds stand on four of the points 0 to 10"),
    ("HareAndHounds([1, 2, 3], 11)", "three hounds and a hare of HareAndHounds stand on four of the points 0 to 10"),
    ("Quadraphage(\"k..\")", "`k` is no square of Quadraphage: it has `K`, `.` and `#`"),
    ("Quadraphage(\"...\")", "Quadraphage has one king `K`"),
    ("Tafl(\"xQ\")", "`Q` is no square of Tafl: it has `x`, `o`, `K` and `.`"),
    ("Tafl(\"x.o\")", "Tafl has one king `K`"),
    ("LeapingToads(\"t.f\")", "`t` is no square of LeapingToads: it has `T`, `F` and `.`"),
    ("LeapingToads(\"T.F\", -1)", "a toad leaps over a whole number of frogs"),
    ("ElephantsAndRhinos(\"T.F\")", "`T` is no square of ElephantsAndRhinos: it has `E`, `R` and `.`"),
    ("BackslidingToadsAndFrogs(\"T-F\")", "`-` is no square of BackslidingToadsAndFrogs: it has `T`, `F` and `.`"),
    ("TopplingDominoes(\"bxr\")", "`x` is no domino of TopplingDominoes: it has `b`, `r` and `g`"),
    ("Push(\"b r\")", "` ` is no square of Push: it has `b`, `r` and `.`"),
    ("Shove(\"b,r\")", "`,` is no square of Shove: it has `b`, `r` and `.`"),
    ("EndNim([1, 0])", "EndNim takes the sizes of its heaps in a row, whole numbers from 1 on"),
    ("EndNim([\"a\"])", "EndNim takes the sizes of its heaps in a row, whole numbers from 1 on"),
    ("TurningTurtles(\"hT\")", "a row of TurningTurtles has coins `h` and `t`"),
    ("MockTurtles(\"01\")", "a row of MockTurtles has coins `h` and `t`"),
    ("Twins(\"h.\")", "a row of Twins has coins `h` and `t`"),
    ("Triplets(\"H\")", "a row of Triplets has coins `h` and `t`"),
    ("Ruler(\"x\")", "a row of Ruler has coins `h` and `t`"),
    ("Turnips(\"hth \")", "a row of Turnips has coins `h` and `t`"),
    ("Grunt(\"o\")", "a row of Grunt has coins `h` and `t`"),
    ("Sym(\"ht.\")", "a row of Sym has coins `h` and `t`"),
    ("AcrosticTwins(\"hx\")", "`x` is no coin of AcrosticTwins: it has `h` and `t`"),
    ("TurningCorners(\"..\")", "`.` is no coin of TurningCorners: it has `h` and `t`"),
    ("MooresNim([1, -2])", "MooresNim takes the sizes of its heaps, whole numbers that are not negative"),
    ("MooresNim([1, 2], 0)", "a move of MooresNim goes to at least one heap"),
    ("GreedyNim([1/2])", "GreedyNim takes the sizes of its heaps, whole numbers that are not negative"),
    ("Antonim([2, 2])", "the heaps of Antonim are different whole numbers that are not negative"),
    ("StaircaseNim([-1])", "StaircaseNim takes the numbers of coins on its steps, whole numbers that are not negative"),
    ("PokerNim([1], -1)", "PokerNim takes sizes of heaps and two bags, whole numbers that are not negative"),
    (
        "DynamicNim(-3)",
        "DynamicNim takes a heap, a number that may be taken and a factor, whole numbers that are not negative",
    ),
    (
        "FibonacciNim(1/2)",
        "FibonacciNim takes a heap and a number that may be taken, whole numbers that are not negative",
    ),
    ("Mem(-1)", "Mem takes a heap and what was taken last, whole numbers that are not negative"),
    ("Mnem(\"a\")", "Mnem takes a heap and what was taken last, whole numbers that are not negative"),
    ("WythoffBy(1, 2, 0)", "WythoffBy takes two heaps and the bound of the difference, which is at least 1"),
    ("Euclid(-1, 2)", "Euclid takes two whole numbers that are not negative"),
    ("PartizanEuclid(0, 3)", "PartizanEuclid takes two whole numbers from 1 on"),
    (
        "PartizanSubtraction(3, [0], [1])",
        "PartizanSubtraction takes a heap and two lists of numbers from 1 on that may be taken",
    ),
    (
        "PartizanSplittles(-3, [1], [1])",
        "PartizanSplittles takes a heap and two lists of numbers from 1 on that may be taken",
    ),
    ("Mark(-1)", "Mark takes a whole number that is not negative"),
    ("Eatcake(-1, 2)", "Eatcake takes two whole numbers that are not negative"),
    ("TurnAndEatcake(1, 1/2)", "TurnAndEatcake takes two whole numbers that are not negative"),
    ("MaundyCake(0, 3)", "MaundyCake takes two whole numbers from 1 on"),
    ("EdgeGeography(3, 1)", "EdgeGeography takes a graph, such as `path_graph(3)`, no integer"),
    ("EdgeGeography(path_graph(3), 4)", "the token of EdgeGeography stands on a vertex, and 4 is none of this graph"),
    ("ArcKayles([1])", "ArcKayles takes a graph, such as `path_graph(3)`, no list"),
    ("Timber(\"a\")", "Timber takes a graph of directed edges, such as `graph {a -> b, b -> c}`, no string"),
    ("Timber(graph {a -> b, b -> c, c -> a})", "the edges of Timber make no cycles"),
    ("ChildishHackenbush(\"bb\")", "ChildishHackenbush takes a graph or a list of edges, no string"),
    (
        "ChildishHackenbush([1])",
        "an edge of ChildishHackenbush is two vertices and \"blue\", \"red\" or \"green\", not 1",
    ),
    ("HackenbushSprings([1])", "HackenbushSprings takes a text of colours, no list"),
    (
        "HackenbushSprings(\"bx\")",
        "`x` is no colour of HackenbushSprings: it has `b`, `r` and `g`, and `B`, `R` and `G` for springs",
    ),
    ("StringsAndCoins([1])", "StringsAndCoins takes a list of strings, pairs of coins or of a coin and the ground 0"),
    ("DotsAndBoxes(\"+x+\")", "`x` is no sign of DotsAndBoxes: it has `+`, `.`, `-`, `o` and `#`"),
    (
        "DotsAndBoxes(\"+.+|o..|+.+\")",
        "DotsAndBoxes is drawn like `dots(m, n)`, with `-` for lines and `#` for boxes that are taken",
    ),
    ("Nimstring([(1, 2, 3)])", "Nimstring takes a list of strings, pairs of coins or of a coin and the ground 0"),
    (
        "Sprouts(-1)",
        "Sprouts takes a number of spots, or the regions of a drawing: lists of boundaries, lists of spots `(1, 2)`, spot 1 with 2 line ends",
    ),
    (
        "Sprouts([1])",
        "Sprouts takes a number of spots, or the regions of a drawing: lists of boundaries, lists of spots `(1, 2)`, spot 1 with 2 line ends",
    ),
    (
        "Sprouts([[[\"a\"]]])",
        "Sprouts takes a number of spots, or the regions of a drawing: lists of boundaries, lists of spots `(1, 2)`, spot 1 with 2 line ends",
    ),
    (
        "Sprouts([[[]]])",
        "Sprouts takes a number of spots, or the regions of a drawing: lists of boundaries, lists of spots `(1, 2)`, spot 1 with 2 line ends",
    ),
    (
        "Sprouts([[[(1, 3), (2, 0)]]])",
        "Sprouts takes a number of spots, or the regions of a drawing: lists of boundaries, lists of spots `(1, 2)`, spot 1 with 2 line ends",
    ),
    (
        "Sprouts([[[(1, 0)], [(1, 0)]]])",
        "Sprouts takes a number of spots, or the regions of a drawing: lists of boundaries, lists of spots `(1, 2)`, spot 1 with 2 line ends",
    ),
    (
        "Sprouts([[[(1, 1), (1, 2)]]])",
        "Sprouts takes a number of spots, or the regions of a drawing: lists of boundaries, lists of spots `(1, 2)`, spot 1 with 2 line ends",
    ),
    (
        "Sprouts([[[(1, 0), (2, 1)]]])",
        "Sprouts takes a number of spots, or the regions of a drawing: lists of boundaries, lists of spots `(1, 2)`, spot 1 with 2 line ends",
    ),
    (
        "BrusselsSprouts(\"a\")",
        "BrusselsSprouts takes a number of crosses, or the regions of a drawing: lists of numbers of arms",
    ),
    ("Sylver([4, 6])", "Sylver takes numbers from 1 on that have no common divisor but 1"),
    ("Sylver([0, 1])", "Sylver takes numbers from 1 on that have no common divisor but 1"),
    ("Schuh(0)", "Schuh takes a number from 1 on, and a list of divisors"),
    ("Schuh(12, [5])", "Schuh takes a number from 1 on, and a list of divisors"),
    ("ChompBox(0, 1, 1)", "ChompBox takes the three sides of its box, whole numbers from 1 on"),
    ("ChompBox(2, 2, 2, [3])", "the bites of ChompBox are cubes, such as (1, 2, 2)"),
    (
        "JuniperGreen(5, 6)",
        "JuniperGreen takes a number from 1 on, and the number that was crossed out, which is at most that",
    ),
    ("JuniperGreen(5, 3, [7])", "what is left over in JuniperGreen are numbers from 1 to 5"),
    ("Ghost([1])", "Ghost takes a list of words, and what was said so far"),
    ("Timber(path_graph(3))", "the edges of Timber have directions, `a -> b`"),
];

fn refused() -> impl Iterator<Item = &'static (&'static str, &'static str)> {
    REFUSED.iter().chain(ALSO_REFUSED)
}

#[test]
fn the_library_refuses_what_is_no_position() {
    for (call, message) in refused() {
        assert_eq!(says(call), *message, "{call}");
        assert_eq!(says(&format!("outcome({call})")), *message, "{call}");
    }
}

/// Every rule set of the library that can be given something illegal says what: by a line here, or by its kind of parameter.
#[test]
fn no_rule_set_of_the_library_is_left_out() {
    let mut session = Session::new(Settings::default());
    // `Points` takes what it is given, and any game has variants.
    let games =
        sprague::stdlib::FILES.iter().filter(|(file, _)| !file.contains("points") && !file.contains("variants"));
    let mut seen = 0;
    for line in games.flat_map(|(_, text)| text.lines()).filter_map(|line| line.strip_prefix("game ")) {
        let name = line.split('(').next().unwrap_or(line);
        assert!(session.doc(name).is_some(), "{name}");
        assert!(refused().any(|(call, _)| call.starts_with(&format!("{name}("))), "{name}");
        seen += 1;
    }
    assert!(seen >= 80, "{seen}");
}

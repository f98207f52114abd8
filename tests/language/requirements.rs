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

#[test]
fn the_library_refuses_what_is_no_position() {
    for (call, message) in REFUSED {
        assert_eq!(says(call), *message, "{call}");
        assert_eq!(says(&format!("outcome({call})")), *message, "{call}");
    }
}

/// Every rule set of the library that can be given something illegal says what: by a line here, or by its kind of parameter.
#[test]
fn no_rule_set_of_the_library_is_left_out() {
    let mut session = Session::new(Settings::default());
    let games = ["boards", "cakes", "chess", "graphs", "hackenbush", "heaps", "strips"].map(|file| {
        let path = format!("{}/stdlib/{file}.cgt", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(path).expect("it is there")
    });
    let mut seen = 0;
    for line in games.iter().flat_map(|text| text.lines()).filter_map(|line| line.strip_prefix("game ")) {
        let name = line.split('(').next().unwrap_or(line);
        assert!(session.doc(name).is_some(), "{name}");
        assert!(REFUSED.iter().any(|(call, _)| call.starts_with(&format!("{name}("))), "{name}");
        seen += 1;
    }
    assert!(seen >= 19, "{seen}");
}

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

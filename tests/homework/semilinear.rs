//! Sets of points and generating functions as answers.

use crate::rules::one;

/// What an answer earns, and words of what is said of it.
fn earns(expected: &str, answers: &[(&str, &str, &str)]) {
    for (answer, standing, words) in answers {
        let (found, said) = one(expected, "", answer);
        assert!(found == *standing && said.contains(words), "{expected}: {answer}: {found}: {said}");
    }
}

#[test]
fn finite_sets_may_be_listed() {
    earns(
        "expect complement(stratum(0, [3, 5]))",
        &[
            ("{1, 2, 4, 7}", "right 4.0", ""),
            ("[7, 4, 2, 1]", "right 4.0", ""),
            ("stratum([1, 2, 4, 7])", "right 4.0", ""),
            ("{1, 2, 4, 7, 8}", "wrong 0.0", "8 does not belong there."),
            ("{1, 2, 4}", "wrong 0.0", "Points are missing."),
            ("1..2", "wrong 0.0", "Points are missing."),
            ("{}", "wrong 0.0", "Points are missing."),
            ("{(1, 2)}", "wrong 0.0", "another number of coordinates"),
            ("{1, (2, 3)}", "wrong 0.0", ""),
            ("{\"a\"}", "wrong 0.0", ""),
            ("7", "wrong 0.0", "asks for a set of points"),
        ],
    );
    let accepted = "accept S -> S <= stratum(0, [2])";
    earns(accepted, &[("{0, 4}", "right 4.0", ""), ("{0, 3}", "wrong 0.0", ""), ("stratum(4, [6])", "right 4.0", "")]);
}

#[test]
fn wrong_sets_show_a_point() {
    earns(
        "expect stratum(0, [3])",
        &[
            ("stratum(3, [3])", "wrong 0.0", "Points are missing."),
            ("stratum(0, [1])", "wrong 0.0", "1 does not belong there."),
            ("stratum([-3, 0], [3])", "wrong 0.0", "-3 does not belong there."),
            ("stratum((0, 0), [(3, 0)])", "wrong 0.0", "another number of coordinates"),
            ("series(\"1/(1 - x^3)\")", "wrong 0.0", "asks for a set of points"),
        ],
    );
    earns(
        "expect stratum((0, 0), [(2, 0), (0, 2)])",
        &[("stratum((0, 0), [(2, 0), (0, 1)])", "wrong 0.0", "(0, 1) does not belong there.")],
    );
}

#[test]
fn wrong_functions_show_a_coefficient() {
    earns(
        "expect series(\"1/(1 - x^3)\")",
        &[
            ("series(\"(1 + x^3)/(1 - x^6)\")", "right 4.0", ""),
            ("series(stratum(0, [3]))", "wrong 0.0", "`series` is called"),
            ("series(\"x/(1 - x^3)\")", "wrong 0.0", "The constant term is not right."),
            ("series(\"1/(1 - x^3) + x^20\")", "wrong 0.0", "The coefficient of x^20 is not right."),
            ("stratum(0, [3])", "wrong 0.0", "asks for a generating function"),
            ("series(\"1/(1 - x*y)\")", "wrong 0.0", "another number of variables"),
        ],
    );
}

/// A move that does not exist is one all the same.
#[test]
fn moves_that_are_none_are_called_so() {
    let lattice = "lattice Take(x, y)\n board x >= 0, y >= 0\n move (1, 0), (0, 2), (2, 3)\nend\n";
    let heap = "heap Few = take 1..2\n";
    for (rules, line, answer, words) in [
        (lattice, "Take(7, 4)", "[(7, 4) -> (7, 3)]", "From Take(7, 4) there is no move (7, 4) -> (7, 3)."),
        (lattice, "Take(7, 4)", "[(7, 2)]", "(7, 2) is no move: moves from (7, 4) are written `(7, 4) -> …`."),
        (heap, "Few(5)", "[5 -> 2]", "From Few(5) there is no move 5 -> 2."),
        (heap, "Few(5)", "[\"x\"]", "write where the move leads to"),
    ] {
        let q = crate::rules::strict(
            &format!("{rules}question q worth 4\n expect winning_moves({line})\nend\n"),
            &format!("answer q = {answer}\n"),
        )
        .remove(0);
        let said = crate::support::reasons(&q);
        assert!(said.contains(words), "{answer}: {said}");
    }
}

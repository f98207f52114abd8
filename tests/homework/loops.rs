//! Loopy games as answers.

use crate::rules::one;
use crate::support::{Folder, marks, standings};

fn earns(lines: &str, answers: &[(&str, &str, &str)]) {
    for (answer, standing, words) in answers {
        let (found, said) = one(lines, "", answer);
        assert!(found == *standing && said.contains(words), "{lines}: {answer}: {found}: {said}");
    }
}

const NAME: &str = "This question asks for a value: write it by its name";

/// A value by its name, or in brackets that are canonical where it has none.
#[test]
fn values_are_told_from_forms() {
    earns(
        "expect over + *",
        &[
            ("over", "right 4.0", ""),
            ("-under", "right 4.0", ""),
            ("loop a <0 | a>", "wrong 0.0", NAME),
            ("<0, * | pass>", "wrong 0.0", NAME),
            ("<0 | pass, *>", "wrong 0.0", "Your answer is less than the game."),
            ("2", "wrong 0.0", "Your answer is greater than the game."),
            ("*", "wrong 0.0", "Your answer is less than the game."),
            ("over + *", "wrong 0.0", "values are combined"),
            ("D", "wrong 0.0", "asks for a game or a number"),
            ("loop a <a + 1 | 0>", "error 0.0", ""),
        ],
    );
    // It has no name, and one place comes twice in the second.
    earns(
        "expect <0 | pass, *>",
        &[
            ("<0 | *, pass>", "right 4.0", ""),
            ("loop a <0 | *, loop b <0 | *, b>>", "right 4.0", ""),
            ("loop a <0 | *, a, loop b <0 | *, b>>", "wrong 0.0", NAME),
            ("over", "wrong 0.0", "Your answer is greater than the game."),
        ],
    );
    earns(
        "expect tis",
        &[
            ("1 & <0 | -1>", "right 4.0", ""),
            ("tis", "right 4.0", ""),
            ("tisn", "partial 1.0", "the negative"),
            ("upon", "wrong 0.0", ""),
        ],
    );
    earns("expect on & 0", &[("on & 0", "right 4.0", ""), ("on", "wrong 0.0", "greater")]);
    // A loop that comes to nothing is handed back, and no value.
    earns(
        "literal\nexpect loop a <<a | 1> | 0>",
        &[("loop b <<b | 1> | 0>", "wrong 0.0", "a game without a loop"), ("*", "right 4.0", "")],
    );
}

#[test]
fn canonical_forms_and_outcomes() {
    let key = "expect canonical over\nexpect over worth 1\nexpect outcome L worth 1";
    earns(
        key,
        &[
            ("over", "right 4.0", ""),
            ("<0 | pass>", "right 4.0", ""),
            ("<0, * | pass>", "partial 1.0", ""),
            ("upon", "partial 1.0", ""),
            ("under", "partial 1.0", "the negative of the right value"),
            ("off", "wrong 0.0", "less"),
        ],
    );
    earns("expect canonical over", &[("<0, * | pass>", "partial 2.0", "An option can go")]);
    earns("expect outcome dud", &[("D", "right 4.0", ""), ("N", "wrong 0.0", "")]);
    earns(
        "expect {over, under}",
        &[
            ("{under, over}", "right 4.0", ""),
            ("[under, over]", "right 4.0", ""),
            ("[under, <0 | pass>]", "wrong 0.0", NAME),
            ("{over}", "wrong 0.0", "missing"),
        ],
    );
}

#[test]
fn a_key_with_loopy_answers_passes_its_own_test() {
    let folder = Folder::new();
    let key = "question q1 \"x = <0, * | x>\"\n  expect canonical <0, * | pass>\nend\nquestion q2 \"on - 1\"\n  expect on - 1\nend\n";
    let ran = folder.put("key.cgt", key).sprague(&["grade", "key.cgt", "--self-test"]);
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stdout));
    // What was written is shown, and not what it is worth.
    let q = &marks(key, "answer q1 = loop a <0, * | <0, *, 0 | a>>\n")[0];
    assert_eq!(q["given"], "loop a <0, *|<0, *, 0|a>>", "{q}");
}

#[test]
fn a_loopy_switch_is_written_by_its_name() {
    earns(
        "expect <over | under>",
        &[("+-over", "right 4.0", ""), ("<over | under>", "wrong 0.0", NAME), ("+-under", "wrong 0.0", "")],
    );
}

/// Sums of loopy values stand as they are printed, anywhere in an answer.
#[test]
fn loopy_values_stand_in_sums_as_they_are_printed() {
    const COMBINED: &str = "values are combined";
    for (key, answers) in [
        ("expect over", &["over - under", "over + over", "2*over", "over + 0 + over", "(over + 1) - 1"][..]),
        ("expect on", &["on - 1", "on + on"]),
        ("expect dud", &["on + off"]),
        ("expect 2*upon", &["upon + upon", "2*upon"]),
        ("expect [over, 1]", &["[over + *, 1]", "[over, over - under]"]),
    ] {
        for answer in answers {
            earns(key, &[(answer, "wrong 0.0", COMBINED)]);
        }
    }
    earns("expect 1/2 + over", &[("1/2 + over", "right 4.0", ""), ("over + 1/2", "right 4.0", "")]);
    earns("expect -1/4 - upon", &[("-1/4 - upon", "right 4.0", "")]);
    earns("expect upon + *", &[("upon + *", "right 4.0", ""), ("^[on] + *", "right 4.0", "")]);
    let (found, said) = one("expect over", "x = -under\ny = <0 | pass>", "x - x");
    assert!(found == "wrong 0.0" && said.contains(COMBINED), "{found}: {said}");
    let (found, said) = one("expect over", "y = <0 | pass>", "y + *");
    assert!(found == "wrong 0.0" && said.contains(COMBINED), "{found}: {said}");
}

/// A position of one's own rules has a value though play goes round.
#[test]
fn positions_with_loopy_values_are_compared() {
    let rules = "game H(n)\n left H(0) if n > 0\n right H(n) if n > 0\nend";
    for (key, standing) in [("expect over", "right 4.0"), ("expect on", "wrong 0.0")] {
        let key = format!("question q worth 4\n{key}\nend\n");
        let found = standings(&key, &format!("{rules}\nanswer q = H(1)\n"));
        assert_eq!(found, [standing]);
    }
}

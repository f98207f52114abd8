//! Checks and values as text.

use sprague::report::text::{briefly, check, summary, within};
use sprague::report::{CheckReport, Output, Shown, Sources, Verdict};

fn report(verdict: Verdict) -> CheckReport {
    CheckReport { file: "a.cgt".into(), line: 2, claim: "mex({1}) == 1".into(), text: Some("1b".into()), verdict }
}

#[test]
fn a_failed_check_points_at_its_claim() {
    let mut sources = Sources::default();
    sources.add("a.cgt", "x = 1\n  check mex({1}) == 1 \"1b\"\n");
    let verdict = Verdict::False { value: Some("0".into()), reason: vec!["0 is not in {1}".into()] };
    let expected = "\
FAILED  a.cgt:2  mex({1}) == 1  (1b)
        2 |   check mex({1}) == 1 \"1b\"
          |         ^^^^^^^^^^^^^ the true value is 0
        0 is not in {1}";
    assert_eq!(check(&report(verdict), &sources, false), expected);
    assert_eq!(check(&report(Verdict::True), &sources, false), "ok      a.cgt:2  mex({1}) == 1  (1b)");
    let told = Output::Check(report(Verdict::True));
    assert_eq!(within(&told, expected, 80), expected);
    let narrow = "\
FAILED  a.cgt:2  mex({1}) == 1  (1b)
        the true value is 0
        0 is not in {1}";
    assert_eq!(within(&told, expected, 36), narrow);
}

#[test]
fn long_values_are_cut_in_the_session() {
    let shown = |text: String| Shown {
        text,
        value: None,
        formula: None,
        board: None,
        instead: None,
        picture: None,
        kind: "text",
        data: None,
    };
    assert_eq!(briefly(&shown("é".repeat(5000))), "é".repeat(5000));
    let cut = briefly(&shown("é".repeat(5001)));
    assert_eq!(cut, format!("{} …\n5,001 characters in all. To see them: print(_)", "é".repeat(1000)));
}

#[test]
fn summaries() {
    assert_eq!(summary(3, 0), "3 checks, all hold");
    assert_eq!(summary(3, 1), "4 checks, 1 failed");
}

//! Loopy games as values: how they are written, named, added, compared, explained.

use crate::said::{fails, run, says};

#[test]
fn literals_have_names_that_read_back() {
    for (text, name) in [
        ("loop a <0 | a>", "over"),
        ("<pass | 3/2>", "3/2 + under"),
        ("<-1/4+* | pass>", "-1/4 - ^[on]"),
        ("<0|||0||0|off>", "<0|tiny(on)>"),
        ("<0 || 0 | 0, pass>", "^<on>"),
        ("<0, pass | 0>", "^[on]*"),
        ("+-over", "+-over"),
        ("loop a <<|a>|>", "1 & 0"),
        ("<0|<dud|>, *>", "^ & v*"),
        ("loop a <0||||0|||a|*||*>", "loop a <0||||0|||a|*||*>"),
        ("loop x <0 | loop y <0 | x>>", "over"),
        ("on & off", "dud"),
        ("1 - over", "1 + under"),
        ("-upon", "-^[on]"),
        ("tis", "1 & <0|-1>"),
        ("<over | 1>", "1/2"),
    ] {
        says(text, &[name]);
        says(&format!("({text}) == ({name})"), &["true"]);
    }
}

#[test]
fn sums_and_order() {
    says(
        "over + ^; over - over; 3 * over; dud + 5 == dud; (1 & 0) + (over & under)",
        &["over", "over & under", "over", "true", "1 + over & under"],
    );
    says("0 < over; over < 1/4; upon || *; on >= dud; 2 > over", &["true", "true", "true", "true", "true"]);
    says("{over, over + ^, <0|pass>}", &["{over}"]);
    says("[left(over), right(over), options(upon)]", &["[[0], [over], [^[on], *]]"]);
}

#[test]
fn positions_that_come_again_are_values() {
    const RING: &str = "game Go(n)\n  left Go(n)\n  right Go(n - 1) if n > 0\nend\n";
    says(
        &format!("{RING}canonical(Go(0)); canonical(Go(1)); Go(1) == <pass | on>; Go(0) + off; outcome(Go(1))"),
        &["on", "on", "true", "dud", "L"],
    );
    says(
        &format!("{RING}Go(0) > 7; Go(0) == Go(1); Go(0) == 1; canonical(Go(0) + <1 | -1>)"),
        &["true", "true", "false", "on"],
    );
}

#[test]
fn what_is_wrong_is_said() {
    fails(
        "loop a <0, <1 | 1, <*, <1+* | 1+*, a> | *>> | 0>",
        "If Left begins, Left wins; if Right begins, Right wins.",
    );
    fails("0 & over", "the onside of a game is not less than its offside");
    fails("(1 == 1) & (2 == 2)", "`&` stands between the onside and the offside of a game");
    fails("birthday(over)", "found a loopy game: over");
    fails("thermograph(on)", "it has no thermograph");
    fails("degree(dud)", "dud is no stopper");
    fails("variety(<0|tiny(on)>)", "is not idempotent");
    fails("loop a <0 | a + 1>", "game that is being written");
    fails("<0 | pas>", "pas");
}

#[test]
fn options_go_for_reasons() {
    let told = run("explain(loop a <0 | <a | 0>, a>)").expect("it is explained").join("\n");
    assert!(told.contains("Onside") && told.contains("Offside") || told.contains("stopper"), "{told}");
    let told = run("explain(loop a <0 | <a | a>>)").expect("it is explained").join("\n");
    assert!(told.contains("reversible"), "{told}");
}

#[test]
fn a_variable_named_pass_is_that_variable() {
    says("pass = 3\n<pass | 5>", &["4"]);
    says("loop = 2\nloop + 1", &["3"]);
}

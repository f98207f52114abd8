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

/// Fox and Geese: the table of the position with all geese on their third rank, for a fox on each square below, and the same on a wider board. From the tests
/// of Siegel's CGSuite 2, whose board has no end behind the geese; here there is one free rank.
#[test]
fn published_values_of_fox_and_geese() {
    const FOX: &str =
        "fox(rows) = canonical(FoxAndGeese(join(rows, \"|\")))\nfree = \"........\"\ngeese = \"x.x.x.x.\"\n";
    says(
        &format!(
            "{FOX}[fox([free, geese, row, free]) for row in [\".o......\", \"...o....\", \".....o..\", \".......o\"]]"
        ),
        &["[2 + over, 2, 3+*, 4 + over]"],
    );
    says(
        &format!(
            "{FOX}[fox([free, geese, free, row]) for row in [\"o.......\", \"..o.....\", \"....o...\", \"......o.\"]]"
        ),
        &["[<6|2 + over>, <2 + over|2>, <4|3||2>, <4 + over|3+*>]"],
    );
    // As many free ranks as one likes.
    says(&format!("{FOX}fox([free, free, free, geese, \".o......\", free])"), &["2 + over"]);
    // They add like all games.
    says(
        "g = FoxAndGeese(\"........|x.x.x.x.|...o....|........\")\ng - 2 == 0; canonical(g + over); g > 2",
        &["true", "2 + over", "false"],
    );
}

/// From the tests of Siegel's CGSuite 2.
#[test]
fn published_values() {
    says("canonical(BackslidingToadsAndFrogs(\"TTT..FFF\")) == <on || 0 | -1/2> & <1/2 | 0 || off>", &["true"]);
    says("10*upon", &["<0|||0||0|<0||||||0|||||0||||0|||0||0|^[on]*>>"]);
    says(
        "g = ^<on> + <0 | upon>\ng; onside(g); offside(g); outcome(g)",
        &["<0||0|^<on>*> & <0|^[on]>", "<0||0|^<on>*>", "<0|^[on]>", "L"],
    );
    says("[upsum(upon, ^<on>), downsum(upon, ^<on>)]", &["[<0|^<on>*>, ^[on]]"]);
    says("loop a <1 || a | 0>; <2 & -2 | 1 & -2>", &["2 & +-1", "<2|1> & -2+*"]);
}

/// Ordinal sums with loopy games on top, powers of up, and what stands on a base: from the tests of Siegel's CGSuite 2.
#[test]
fn ordinal_sums() {
    says(
        "[1 : off, * : on, 1 : on, <* | *> : on, on : 1, 1 : dud, 0 : over]",
        &["[over, ^[on]*, on, ^[on], on, on & over, over]"],
    );
    says(
        "[subordinate(over, 1), subordinate(upon + *, *), subordinate(upon, <* | *>), subordinate(<0, * | 0, pass>, *), subordinate(on, 1)]",
        &["[off, on, on, over, on]"],
    );
    fails("subordinate(on, *)", "no game `h` was found with * : h == on");
    says("up_power(^, on) == ^<on>; up_power_to(^, on) == upon", &["true", "true"]);
    says(
        "up_power_to(^, <5 | pass>) == <^[5] | *, pass>; up_power_to(^, <pass | 5>) == <pass | *, ^[5]>; up_power_to(tiny(2), on) == <pass || 0 | -2>",
        &["true", "true", "true"],
    );
    fails("up_power(*, on)", "* has no powers as `^` has them");
    says("followers(over); is_infinitesimal(upon - upon); is_infinitesimal(1 & 0)", &["{0, over}", "true", "false"]);
}

/// Pictures show the canonical form as a graph.
#[test]
fn pictures_are_graphs() {
    says("game_graph(over)", &["over -> L [0]!, R over\n[0]"]);
    says("game_graph(upon)", &["^[on] -> L ^[on]!, R *\n*"]);
    says("draw(1 & 0)", &["1 & 0        -> onside: 1, [offside: 0]\nonside: 1\n[offside: 0]"]);
    says("tree(over, most = 4)", &["over\n├─ L [0]!\n└─ R over\n   ├─ L [0]!\n   └─ … 1 more"]);
    let svg = run("svg(loop a <0||||0|||a|*||*>)").expect("it is drawn").concat();
    assert!(svg.contains("<svg") && svg.contains("loop a"), "{svg}");
    let dot = run("dot(over)").expect("it is drawn").concat();
    assert!(dot.contains("0 -> 0 [color=red"), "{dot}");
    fails("game_graph(over, scores = true)", "a position of a rule set for `scores`");
    fails("game_graph(over, misere = true)", "found a loopy game: over");
}

#[test]
fn walls_are_explained() {
    let told = run("explain(<2 + over | -1>, thermograph)").expect("it is explained").join("\n");
    assert!(told.contains("Left's option 2 + over has the right wall 2 at every tax."), "{told}");
    assert!(told.contains("The walls meet at tax 3/2, the temperature; from there the mast stands at 1/2"), "{told}");
    says(
        "explain(over, thermograph)",
        &["over\n  Both stops are 0, up to over and under: a mast stands at 0, and the temperature is 0."],
    );
}

/// What stoppers have as short games do.
#[test]
fn kinds_and_incentives() {
    says(
        "[is_all_small(g) for g in [over, upon, ^<on>, on, tiny(on), 1 + over]]",
        &["[true, true, true, false, false, false]"],
    );
    says("[is_dicotic(g) for g in [over, upon, off]]", &["[true, true, false]"]);
    says("incentives(on)", &["([dud], [])"]);
    says("incentives(<2 + over | -1>)", &["([<3 + over|over> & <3 + over|under>], [<3 + over|0>])"]);
    says("[is_integer(omega), is_nimber(1/3), is_nimber(omega + *)]", &["[false, false, false]"]);
}

#[test]
fn what_is_wrong_is_said() {
    fails(
        "loop a <0, <1 | 1, <*, <1+* | 1+*, a> | *>> | 0>",
        "If Left begins, Left wins; if Right begins, Right wins.",
    );
    fails("0 & over", "the onside of a game is not less than its offside");
    fails("(1 == 1) & (2 == 2)", "`&` stands between the onside and the offside of a game");
    fails("birthday(over)", "over is loopy, so it has no birthday");
    // What is defined by induction over the options, or by the lengths of all runs of moves.
    for (call, lacks) in [
        ("atomic_weight(over)", "it has no atomic weight"),
        ("is_atomic(upon)", "it has no atomic weight"),
        ("explain(over, atomic_weight)", "it has no atomic weight"),
        ("reduced_canonical_form(over)", "it has no reduced canonical form"),
        ("explain(over, reduced_canonical_form)", "it has no reduced canonical form"),
        ("companion(over)", "it has no companion"),
        ("stop_count(over)", "its tree has no end"),
        ("is_even(over)", "it is neither even nor odd"),
        ("is_odd(<pass|*>)", "it is neither even nor odd"),
        ("is_even_tempered(over)", "it is neither even-tempered nor odd-tempered"),
        ("is_odd_tempered(dud)", "it is neither even-tempered nor odd-tempered"),
    ] {
        fails(call, lacks);
    }
    fails("uptimal_expansion(^[on])", "^[on] is no uptimal");
    fails("<0 | 1> + pass", "`pass` is an option inside brackets");
    fails("is_all_small(dud)", "dud is no stopper");
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

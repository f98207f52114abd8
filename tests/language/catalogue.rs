//! Published tables of values: the games that Siegel's CGSuite 2 is tested with (`CanonicalStopperTestCase`, `SidedValueTestCase`, `CanonicalShortGameTestCase` and
//! `CgscriptTest` in its tests), most of which are those of *Winning Ways*, chapter 11, and Siegel, *Combinatorial Game Theory*, chapter VI.

use crate::said::{fails, run, says};

/// Whatever is published of a game: an expression with `g` for the game, and its value.
fn agrees(game: &str, facts: &[(&str, &str)]) {
    for (expression, value) in facts {
        let program = format!("g = {game}\nx = {expression}\ny = {value}\n(x == y, x)");
        let said = run(&program).unwrap_or_else(|why| panic!("{game}: {expression}: {why}"));
        assert!(said[0].starts_with("(true, "), "{game}: {expression} is {said:?}, published is {value}");
    }
}

/// What is written; its degree; whether it is idempotent, infinitesimal, numberish, a number and a tiny, a plumtree; Left's options, Left's stop, Right's options, Right's stop; its
/// variety, empty where the degree is not idempotent.
const STOPPERS: [[&str; 12]; 11] = [
    ["<pass|>", "on", "true", "false", "false", "false", "true", "[on]", "on", "[]", "on", "on"],
    ["<|pass>", "on", "true", "false", "false", "false", "true", "[]", "off", "[off]", "off", "off"],
    ["<0|pass>", "over", "true", "true", "true", "false", "true", "[0]", "over", "[over]", "over", "over"],
    [
        "<pass|3/2>",
        "over",
        "false",
        "false",
        "true",
        "false",
        "true",
        "[3/2 + under]",
        "3/2 + under",
        "[3/2]",
        "3/2 + under",
        "under",
    ],
    [
        "<-1/4+*|pass>",
        "^<on>",
        "false",
        "false",
        "true",
        "false",
        "true",
        "[-1/4+*]",
        "-1/4",
        "[-1/4 - ^[on]]",
        "-1/4",
        "^<on>",
    ],
    [
        "<0|^<on>||-^<on>>",
        "^<on>",
        "false",
        "true",
        "true",
        "false",
        "true",
        "[<0|^<on>>]",
        "0",
        "[-^<on>]",
        "0",
        "<^[on]*,^<on>||-^<on>|0>",
    ],
    [
        "<0|||0||0|<|pass>>",
        "<0||||0|||miny(on)|0||off>",
        "false",
        "true",
        "true",
        "false",
        "true",
        "[0]",
        "0",
        "[tiny(on)]",
        "0",
        "",
    ],
    ["<<pass|>|0||0>", "tiny(on)", "true", "true", "true", "true", "true", "[<on|0>]", "0", "[0]", "0", "miny(on)"],
    [
        "<0|||0||pass|0>",
        "tiny(over)",
        "true",
        "true",
        "true",
        "true",
        "true",
        "[0]",
        "0",
        "[<0|under>]",
        "0",
        "tiny(over)",
    ],
    [
        "loop a <0||||0|||a|*||*>",
        "<0|loop a <0|0,<0|||a|0||0>>>",
        "false",
        "true",
        "true",
        "false",
        "false",
        "[0]",
        "0",
        "[loop a <0||||0|a||*|||*>]",
        "0",
        "<loop a <0,<0||0|a|||0>|0>|0>",
    ],
    [
        "<0|<0||||-1|||-1+*,loop a <0||0|a|||-1+*||||-1+*>||-2|loop b <-2,<-1,-1+*||-1+*|b|||-2>|-2>>>",
        "g",
        "true",
        "true",
        "true",
        "true",
        "false",
        "[0]",
        "0",
        "[<0||||-1|||-1+*,loop a <0||0|a|||-1+*||||-1+*>||-2|loop b <-2,<-1,-1+*||-1+*|b|||-2>|-2>>]",
        "0",
        "g",
    ],
];

#[test]
fn stoppers() {
    for [
        game,
        degree,
        idempotent,
        infinitesimal,
        numberish,
        tiny,
        plumtree,
        left,
        left_stop,
        right,
        right_stop,
        variety,
    ] in STOPPERS
    {
        agrees(
            game,
            &[
                ("degree(g)", degree),
                ("is_idempotent(g)", idempotent),
                ("is_infinitesimal(g)", infinitesimal),
                ("is_numberish(g)", numberish),
                ("is_number_tiny(g)", tiny),
                ("is_plumtree(g)", plumtree),
                ("left(g)", left),
                ("left_stop(g)", left_stop),
                ("right(g)", right),
                ("right_stop(g)", right_stop),
                ("[is_integer(g), is_loopfree(g), is_nimber(g), is_number(g), is_uptimal(g)]", "[false for i in 1..5]"),
                ("is_stopper(g)", "true"),
            ],
        );
        if variety.is_empty() {
            assert!(run(&format!("variety({game})")).unwrap_err().contains("not idempotent"));
        } else {
            agrees(game, &[("variety(g)", variety)]);
        }
    }
}

#[test]
fn games_with_two_sides() {
    for (game, idempotent, infinitesimal, numberish, on, off, outcome) in [
        ("dud", true, false, false, "on", "off", "D"),
        ("loop a <<|a>|>", false, false, false, "1", "0", "DL"),
        ("<0|<dud|>,*>", false, true, true, "^", "v*", "LD"),
    ] {
        agrees(
            game,
            &[
                ("is_idempotent(g)", &idempotent.to_string()),
                ("is_infinitesimal(g)", &infinitesimal.to_string()),
                ("is_numberish(g)", &numberish.to_string()),
                ("onside(g)", on),
                ("offside(g)", off),
                (
                    "[is_integer(g), is_loopfree(g), is_nimber(g), is_number(g), is_number_tiny(g), is_plumtree(g), is_pseudonumber(g), is_stopper(g), is_uptimal(g)]",
                    "[false for i in 1..9]",
                ),
                ("is_stopper_sided(g)", "true"),
                // There P-hat for DL, a draw if Left begins and else Left's, and N-hat for LD.
                ("outcome(g)", outcome),
            ],
        );
    }
    // Bach's carousel is not stopper-sided; its outcome is N.
    const BACH: &str = "loop a <0,<1|1,<*,<1+*|1+*,a>|*>>|0>";
    fails(BACH, "no stoppers were found");
    fails(BACH, "If Left begins, Left wins; if Right begins, Right wins.");
    says("loop a <1||a|0>", &["2 & +-1"]);
}

/// Multiples, products and forms as they are printed there.
#[test]
fn multiples_and_forms() {
    for (expression, published) in [
        ("10 * upon", "<0|<0||||0|||0||0|<0||||0|||0||0|^[on]*>>>"),
        ("9 * (upon & v)", "<0||||0|||0||0|<0||||0|||0||0|^[on]>> & v9"),
        ("5 * <3||2|1>", "<12|||11||10,<11|10>|9 + tiny(<2|1>)>"),
        (
            "10 * (1 + ^<2> + *4)",
            "<10||10,10+v*|<10+vv,10+v*||||10+v3*,10+vv|||10+v4,10+v3*||10+v5*,10+v4|<10+v6,10+v5*||||10+v7*,10+v6|||10+v8,10+v7*||10+v9*,10+v8|10+v10>>>",
        ),
        (
            "9 * (1 + ^<2> + *4)",
            "<9,9+*,9+*2,9+*3,9+*4|<9+*4,9+v*5||||9+vv*4,9+v*5|||9+v3*5,9+vv*4||9+v4*4,9+v3*5|<9+v5*5,9+v4*4||||9+v6*4,9+v5*5|||9+v7*5,9+v6*4||9+v8*4,9+v7*5|9+v9*5>>>",
        ),
        ("<0||0|-1>", "tiny(1)"),
        ("<0||0|-1/4>", "tiny(1/4)"),
        ("<0|||0||-1|-2>", "tiny(<2|1>)"),
        ("<1|0||0>", "miny(1)"),
        ("<0|v*>", "^<2>"),
        ("<0,*|v>", "^<2> + *"),
        ("<^|*>", "^[2]"),
        ("<0,^*|0>", "^[2] + *"),
        ("heat(*2, 2)", "+-(2, <4|0>)"),
        ("heat(^, 2)", "<2||0|-4>"),
        ("heat(^*, 2)", "<2,<4|0>|-2>"),
        ("heat(^^, 2)", "<2||0,+-2|-4>"),
        ("heat(^^, *)", "0"),
        ("over + 5", "<5|pass>"),
        ("[5 + x for x in [<pass|*>, <pass,0|0>]]", "[5 + ^[on], 5 + ^[on]*]"),
        ("<0,*||*|pass>", "^<on> + *"),
        ("<pass|*||0,*>", "-^<on> + *"),
        ("+-(^<on> + *)", "0"),
    ] {
        agrees("0", &[(expression, published)]);
    }
}

/// Game; birthday, stops, mean, number of stops, temperature, expansion as an uptimal.
const SHORT: [[&str; 8]; 13] = [
    ["0", "0", "0", "0", "0", "1", "-1", "0"],
    ["5", "5", "5", "5", "5", "1", "-1", "5"],
    [
        "-1823437481924",
        "1823437481924",
        "-1823437481924",
        "-1823437481924",
        "-1823437481924",
        "1",
        "-1",
        "-1823437481924",
    ],
    ["-1/2", "2", "-1/2", "-1/2", "-1/2", "1", "-1/2", "-1/2"],
    ["25/16", "6", "25/16", "25/16", "25/16", "1", "-1/16", "25/16"],
    ["*8", "8", "0", "0", "0", "4374", "0", "*8"],
    ["^", "2", "0", "0", "0", "3", "0", "0.1"],
    ["v*", "2", "0", "0", "0", "4", "0", "*.(-1)"],
    ["6 + ^*", "8", "6", "6", "6", "4", "0", "6*.1"],
    ["^*6", "8", "0", "0", "0", "1459", "0", "*6.1"],
    ["73/16 + v9*8", "27", "73/16", "73/16", "73/16", "13131", "0", "73/16*8.(-9)"],
    ["<0|*||*|||*||||*>", "5", "0", "0", "0", "9", "0", "0.1111"],
    ["<0||0|v*>", "4", "0", "0", "0", "6", "0", "*.12"],
];

#[test]
fn short_games() {
    for [game, birthday, left, right, mean, stops, temperature, expansion] in SHORT {
        agrees(
            game,
            &[
                ("birthday(g)", birthday),
                ("left_stop(g)", left),
                ("right_stop(g)", right),
                ("mean(g)", mean),
                ("stop_count(g)", stops),
                ("temperature(g)", temperature),
                ("uptimal_expansion(g)", &format!("\"{expansion}\"")),
                ("is_numberish(g)", "true"),
                ("is_uptimal(g)", "true"),
            ],
        );
    }
}

/// Short names mean the same, have documentation, and give way to a user's own.
#[test]
fn short_names() {
    says("[rcf(1 + ^*), aw(^3*2), norton(1/2, ^)]", &["[1, 3, <^^*|v*>]"]);
    says("[canonical_form(<0, * | 1/2>), left_options(^), right_options(^)]", &["[1/4, [0], [*]]"]);
    says("rcf = 3; aw(x) = x + 1; norton = aw(rcf); norton", &["4"]);
    says("f(aw) = aw * 2; f(4)", &["8"]);
    let mut session = sprague::session::Session::new(sprague::session::Settings::default());
    for (short, whole) in [("rcf", "reduced_canonical_form"), ("aw", "atomic_weight"), ("norton", "norton_product")] {
        let doc = session.doc(short).expect("it has documentation");
        assert_eq!(doc.name, whole);
        assert!(doc.text.ends_with(&format!("Also: `{short}`.")), "{}", doc.text);
        assert!(session.names().iter().any(|name| name.name == short && !name.summary.is_empty()));
    }
}

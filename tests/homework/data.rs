//! Values cross from one machine to another and mean the same.

use proptest::prelude::*;
use sprague::session::{Places, Session, Settings};
use sprague::syntax::Mode;
use std::rc::Rc;

use crate::submit::submit;

fn bound(text: &str) -> Session {
    let mut session = Session::new(Settings::default());
    let outcome = session.run("value", &format!("it = {text}\n"), Mode::Script, Rc::new(|_, _| ()));
    assert!(outcome.errors.is_empty(), "{text}: {:?}", outcome.errors);
    session
}

/// There and back: the same in another session, with other games in its store.
fn crosses(text: &str) {
    let mut here = bound(text);
    let data = here.data("it").unwrap_or_else(|e| panic!("{text}: {e:?}")).expect("it was bound");
    let data = serde_json::from_str(&data.to_string()).expect("it is JSON");
    let mut there = bound("[canonical(<n | <m | -3>>) for n in 0..5 for m in -4..2]");
    there.bind("came", &data, Places::ByName).unwrap_or_else(|e| panic!("{text}: {e:?}"));
    let mut says = |line: &str| submit(&mut there, line);
    says(&format!("again = {text}"));
    assert_eq!(says("came == again").0, "true", "{text}: {data}");
    assert_eq!(says("\"{came}\"").0, says("\"{again}\"").0, "{text}");
    if text.starts_with('<') {
        assert_eq!(says("identical(came, again)").0, "true", "{text}: {data}");
    }
}

#[test]
fn every_kind_of_value() {
    for text in [
        "nothing",
        "true",
        "0",
        "-17",
        "10^40",
        "1/3",
        "-7/2^70",
        "\"a {1} \\\"b\\\" \\n é\"",
        "N",
        "D",
        "[LD, DL, DR, RD]",
        "First",
        "Right",
        "*",
        "*17",
        "^3*2",
        "v",
        "1/2 + ^^*5",
        "<2 | -3>",
        "tiny(2)",
        "+-(1, <3 | -1>)",
        "<0 | <1 | <2 | -5>>>",
        "<0, * | 1/2>",
        "<<0 | > | <| <0 | >>, *>",
        "<Nim(3) | Kayles(2) + 1>",
        "{|}",
        "(1, 2)",
        "()",
        "[[1, [*]], {1, {2}}, {1 => [2], \"a\" => {=>}}]",
        "1..5",
        "3..",
        "{}",
        "Nim(5)",
        "Kayles(3) + Kayles(4) - Cutcake(3, 2) + ^",
        "moves(Nim(3))",
        "winning_moves(Nim(4) + Nim(7))",
        "Domineering(\"..|.#\")",
        "grid(\"ab|cd\")",
        "[Chomp([3, 2]), Chomp([1])]",
        "-Cutcake(2, 5)",
        "stratum(0, [2, 3])",
        "stratification([((0, 0), [(2, 0), (0, 2)]), ((1, -1), [(2, 2)])])",
        "stratification([], 3)",
        "series(stratum((0, 0), [(1, 2)])) * 1/3",
        "series(stratum(1, [2])) - series(stratum(0, [3]))",
        "omega",
        "omega^(omega^2 - 1/3)*2 - 5/7",
        "omega + ^",
        "1/3 + <2 | -2>",
        "over",
        "[dud, on & 0, tis]",
        "loop a <0 || 0 | a>",
        "loop a <<a | 1>, over, tis | <3 | pass>>",
        "{over, 1/2 + under, ^[on]}",
    ] {
        crosses(text);
    }
}

#[test]
fn what_has_no_data_says_so() {
    for text in ["thermograph(+-1)", "explain(<0 | 1>)"] {
        let error = format!("{:?}", bound(text).data("it").unwrap_err());
        assert!(error.contains("cannot be handed in"), "{text}: {error}");
    }
}

/// Damaged data are an error: never a panic, never a value out of nowhere.
#[test]
fn damaged_data_are_refused() {
    let mut session = Session::new(Settings::default());
    for data in [
        "3",
        "[]",
        "{}",
        "{\"int\": 3}",
        "{\"int\": \"x\"}",
        "{\"ratio\": [\"1\", \"0\"]}",
        "{\"ratio\": [\"1\"]}",
        "{\"player\": \"Me\"}",
        "{\"outcome\": \"Q\"}",
        "{\"game\": []}",
        "{\"game\": [\"1/3\"]}",
        "{\"game\": [{\"l\": [0], \"r\": []}]}",
        "{\"game\": [{\"l\": [5], \"r\": []}]}",
        "{\"game\": [{\"l\": [-1], \"r\": []}]}",
        "{\"game\": [[\"0\", \"1\"]]}",
        "{\"game\": [[\"0\", \"99999999999999999999\", \"1\"]]}",
        "{\"form\": [[[0], []]]}",
        "{\"strata\": []}",
        "{\"strata\": [[]], \"dimension\": 1}",
        "{\"strata\": [[[\"0\"], [\"0\"]]], \"dimension\": 1}",
        "{\"strata\": [[[\"0\", \"0\"]]], \"dimension\": 1}",
        "{\"strata\": [], \"dimension\": 0}",
        "{\"series\": [[[\"1\", \"0\"], [[\"0\"]]]], \"variables\": [\"x\"]}",
        "{\"series\": [[[\"1\", \"1\"], [[\"0\"], [\"1\"], [\"2\"]]]], \"variables\": [\"x\"]}",
        "{\"series\": [], \"variables\": []}",
        "{\"surreal\": [[[], [\"1\"]]], \"game\": [\"0\"]}",
        "{\"surreal\": [[[]]], \"game\": [\"0\"]}",
        "{\"surreal\": []}",
        "{\"form\": []}",
        "{\"loop\": 0, \"nodes\": []}",
        "{\"loop\": 0, \"nodes\": [[[0], [1]]]}",
        "{\"loop\": 0, \"nodes\": [[[0]]]}",
        "{\"loop\": 1, \"nodes\": [[[0], []]]}",
        "{\"loop\": 0, \"nodes\": [[[{\"sides\": [[\"0\"]]}], []]]}",
        "{\"sides\": [[\"0\"], [\"1\"]]}",
        "{\"sides\": [[\"0\"]]}",
        "{\"form\": [[[{\"str\": \"x\"}], []]]}",
        "{\"position\": \"Nowhere\", \"arguments\": [], \"value\": null}",
        "{\"position\": 3}",
        "{\"sum\": [[1, 2]], \"rest\": [\"0\"]}",
        "{\"map\": [[1]]}",
        "{\"range\": [\"a\", \"b\"]}",
        "{\"grid\": \"a|bc\"}",
        "{\"what\": 1}",
    ] {
        let json = serde_json::from_str(data).expect("it is JSON");
        for places in [Places::ByName, Places::ByValue] {
            assert!(session.bind("it", &json, places).is_err(), "{data}");
        }
    }
}

fn game() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        (-3i32..4).prop_map(|n| n.to_string()),
        (-3i32..4).prop_map(|n| format!("{n}/4")),
        (0u32..4).prop_map(|n| format!("*{n}")),
        Just("^".to_owned()),
        Just("v*2".to_owned()),
    ];
    leaf.prop_recursive(4, 24, 3, |inner| {
        (prop::collection::vec(inner.clone(), 0..3), prop::collection::vec(inner, 0..3))
            .prop_map(|(l, r)| format!("<{} | {}>", l.join(", "), r.join(", ")))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn games_cross(text in game(), other in game()) {
        crosses(&text);
        crosses(&format!("[canonical({text}), {{{other}, canonical({other}) + *}}]"));
    }
}

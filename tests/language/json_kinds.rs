//! docs/json.md names every kind of value that a program can meet, and every key of its data.

use serde_json::Value as Json;
use sprague::report::{Format, Output};
use sprague::session::{Mode, Session, Settings, Sink};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::rc::Rc;

/// Programs whose last value is of the kind.
const PROGRAMS: &[(&str, &str)] = &[
    ("truth value", "1 < 2"),
    ("integer", "42"),
    ("integer", "10^30"),
    ("number", "1/3"),
    ("string", "\"a\""),
    ("tuple", "(1, 2)"),
    ("list", "[1, nothing, \"a\"]"),
    ("set", "{2, 1}"),
    ("map", "{\"a\" => 1}"),
    ("grid", "grid(\"x.|.o\")"),
    ("game", "<0 | 1/4>"),
    ("position", "Kayles(7)"),
    ("sum of positions", "Kayles(7) + Nim(2)"),
    ("loopy nim-value", "oo(0, 2)"),
    ("infinity", "oo"),
    ("surreal number", "omega"),
    ("surreal number and a game", "1/3 + ^"),
    ("universe", "Dicot"),
    ("comparison", "compare(*, 0, in = Dicot)"),
    ("unknown value", "unknown"),
    ("move", "moves(Kayles(4))[0]"),
    ("player", "Left"),
    ("outcome", "outcome(*)"),
    ("range", "1..3"),
    ("graph", "complete_graph(3)"),
    ("function", "n -> n + 1"),
    ("function", "mex"),
    ("rule set", "Kayles"),
    ("table", "table([[1, 2], [3]])"),
    ("table", "table((a, b) -> a xor b, 0..2, 0..3)"),
    ("table", "outcome_table(Square, 5)"),
    ("table", "period_table(Kayles)"),
    ("thermograph", "thermograph(<2 | 0>)"),
    ("thermograph", "draw(<2 | 0>)"),
    ("board", "draw(Nim(3))"),
    ("loopy game", "on"),
    ("tree", "tree(*2)"),
    ("game graph", "game_graph(*2)"),
    ("plot", "plot([1, 2, 3])"),
    ("Hasse diagram", "hasse(chain(3))"),
    ("explanation", "explain(Kayles(3))"),
    ("explanation", "why <0 | 1> == 1/2"),
    ("sieve", "sieve(Square, 6)"),
    ("proof", "proof(chomp(subsets(3)))"),
    ("estimate", "estimate(subsets(4))"),
    ("poset", "chain(3)"),
    ("period", "period(Kayles)"),
    ("period", "period(octal(\"0.007\"), 100)"),
    ("certificate", "certificate(Kayles)"),
    ("certificate", "certificate(subtraction({1, 2}))"),
    ("misère quotient", "misere_quotient(Kayles, heaps = 3)"),
    ("misère quotient", "misere_quotient(<0, * | 0>)"),
    ("misère form", "misere_canonical(*2 + *2)"),
    ("genus", "genus(*2)"),
    ("presentation", "presentation(misere_quotient(Kayles, heaps = 3))"),
    ("table", "table(misere_quotient(Kayles, heaps = 3))"),
    ("table", "pretensions(misere_quotient(Kayles, heaps = 3))"),
    ("Cayley graph", "cayley_graph(misere_quotient(Kayles, heaps = 3))"),
    ("stratification", "stratum((0, 0), [(2, 0)])"),
    ("generating function", "series(stratum((0, 0), [(2, 0)]))"),
    ("strategy", "strategy(lattice_of(Kayles, 2))"),
    ("strategy", "lattice Slopes(x, y)\n  board x >= 0, y >= 0\n  move (1, 0), (0, 2), (2, 3)\nend\nstrategy(Slopes)"),
];

/// Kinds that no expression alone on a line has.
const NEVER_ALONE: [&str; 4] = ["nothing", "class of posets", "board of Chomp", "game that is being written"];

fn document() -> String {
    fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/json.md")).expect("the page is there")
}

/// The cell that says what the data of a kind are.
fn described<'d>(page: &'d str, kind: &str) -> &'d str {
    let rows = page.lines().filter_map(|line| line.strip_prefix("| ")?.split_once(" | "));
    let mut found = rows.filter(|(kinds, _)| kinds.split(", ").any(|one| one == format!("`{kind}`")));
    found.next().unwrap_or_else(|| panic!("docs/json.md has no row for `{kind}`")).1
}

fn keys(data: &Json, into: &mut BTreeSet<String>) {
    match data {
        Json::Object(map) => {
            for (key, value) in map {
                into.insert(key.clone());
                keys(value, into);
            }
        }
        Json::Array(items) => items.iter().for_each(|item| keys(item, into)),
        _ => {}
    }
}

fn output(program: &str) -> Json {
    let mut session = Session::new(Settings::default());
    session.tell_data();
    let heard = Rc::new(RefCell::new(None));
    let told = Rc::clone(&heard);
    let sink: Sink = Rc::new(move |output: Output, sources| {
        *told.borrow_mut() = Some(output.render(Format::Json, sources, false));
    });
    let outcome = session.run("kinds", program, Mode::Script, sink);
    assert!(outcome.errors.is_empty(), "{program}: {:?}", outcome.errors);
    serde_json::from_str(&heard.take().unwrap_or_else(|| panic!("{program} says nothing"))).expect("it is JSON")
}

#[test]
fn every_kind_is_described() {
    let page = document();
    for (kind, program) in PROGRAMS {
        let output = output(program);
        assert_eq!(output["kind"], *kind, "{program}");
        let row = described(&page, kind);
        let word = match &output["data"] {
            Json::Null => "null",
            Json::Bool(_) => "true or false",
            Json::Number(_) => "a number",
            Json::String(_) => "a string",
            Json::Array(_) => "an array",
            Json::Object(_) => "an object",
        };
        assert!(row.contains(word), "{program} gives {word}, and docs/json.md says: {row}");
        let mut all = BTreeSet::new();
        keys(&output["data"], &mut all);
        for key in all {
            assert!(row.contains(&format!("`{key}`")), "{program} has the key {key}, and docs/json.md says: {row}");
        }
    }
    for kind in NEVER_ALONE {
        described(&page, kind);
    }
}

/// The texts of a Rust file that stand where kinds are named.
fn kinds_in(text: &str, found: &mut BTreeSet<String>) {
    let text = text.split("#[cfg(test)]").next().unwrap_or(text);
    let mut take = |after: &str| {
        if let Some(name) = after.strip_prefix('"').and_then(|rest| rest.split('"').next()) {
            found.insert(name.to_owned());
        }
    };
    for mark in ["Display { kind: ", "display(", "shown("] {
        text.match_indices(mark).for_each(|(at, _)| take(&text[at + mark.len()..]));
    }
    for (at, _) in text.match_indices("fn kind(&self) -> &'static str {") {
        let body = &text[at..text[at..].find("\n    }").map_or(text.len(), |end| at + end)];
        let own = body
            .lines()
            .skip(1)
            .filter_map(|line| line.trim().strip_prefix('"').or(line.split_once("=> \"").map(|a| a.1)));
        own.for_each(|rest| take(&format!("\"{rest}")));
    }
}

fn look(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).expect("it is a folder").flatten() {
        if entry.path().is_dir() {
            look(&entry.path(), found);
        } else {
            kinds_in(&fs::read_to_string(entry.path()).expect("it is a text"), found);
        }
    }
}

#[test]
fn no_kind_is_missing() {
    let mut found = BTreeSet::new();
    for folder in ["value", "adapters", "builtins"] {
        look(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(folder), &mut found);
    }
    assert!(found.len() > 35, "only {found:?} were found");
    for kind in &found {
        let known = PROGRAMS.iter().any(|(known, _)| known == kind) || NEVER_ALONE.contains(&&**kind);
        assert!(known, "no program here has a value of the kind `{kind}`: add one, and a row in docs/json.md");
    }
}

#[test]
fn tables_are_rows() {
    let data = |program: &str| output(program)["data"].clone();
    let expected = serde_json::json!({"header": ["n", ""], "rows": [[0, 0], [1, 1], [2, 4]]});
    assert_eq!(data("table(n -> n^2, 0..2)"), expected);
    let expected = serde_json::json!({"header": [null, 0, 1], "rows": [[2, 2, 3], [3, 3, 2]]});
    assert_eq!(data("table((a, b) -> a xor b, 2..3, 0..1)"), expected);
    assert_eq!(data("table({\"a\" => 1/2})"), serde_json::json!({"header": null, "rows": [["a", "1/2"]]}));
    // Positions stand as their values; a table inside of another value is a table.
    let expected = serde_json::json!([{"header": ["n", "Kayles(n)"], "rows": [[1, "*"], [2, "*2"]]}]);
    assert_eq!(data("[table(Kayles, 1..2)]"), expected);
    let expected = serde_json::json!({"header": ["heap", "outcome", "remoteness"], "rows": [[0, "P", 0], [1, "N", 1], [2, "P", 2]]});
    assert_eq!(data("outcome_table(Square, 2)"), expected);
}

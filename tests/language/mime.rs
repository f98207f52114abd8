//! Values for notebooks: plain text and one form more.

use serde_json::{Value as Json, json};
use sprague::report::mime::value;
use sprague::report::{Data, Seen, Shown};

fn shown(data: Data) -> Shown {
    Shown {
        text: "t".into(),
        value: None,
        formula: None,
        board: None,
        instead: None,
        picture: None,
        kind: "value",
        data: Some(data),
    }
}

fn kinds(bundle: &Json) -> Vec<&str> {
    bundle.as_object().expect("it is a dictionary").keys().map(String::as_str).collect()
}

#[test]
fn one_form_besides_plain_text() {
    let half = || Data::Notation { text: "1/2".into(), latex: Some("\\frac{1}{2}".into()) };
    let table = || Data::Table { text: "t".into(), header: None, rows: vec![vec![half()]] };
    let picture = Data::Picture { text: "t".into(), svg: Some("<svg/>".into()) };
    for (data, kind) in [
        (half(), Some("text/latex")),
        (Data::Integer(3), Some("text/latex")),
        (Data::Sequence('[', ']', vec![half(), Data::Integer(2)]), Some("text/latex")),
        (Data::Sequence('[', ']', vec![half(), Data::Text("a".into())]), None),
        (Data::Sequence('[', ']', vec![half(), table()]), Some("text/html")),
        (Data::Sequence('[', ']', vec![]), None),
        (table(), Some("text/html")),
        (Data::Grid(vec!["xo".into()]), Some("text/html")),
        (picture, Some("image/svg+xml")),
        (Data::Truth(true), None),
        (Data::Notation { text: "N".into(), latex: None }, None),
        (Data::Notation { text: "1/2".into(), latex: Some("x".repeat(20_000)) }, None),
    ] {
        let found = value(&shown(data));
        let expected: Vec<&str> = ["text/plain"].into_iter().chain(kind).collect();
        assert_eq!((kinds(&found.value), found.look), (expected, None));
    }
    assert_eq!(value(&shown(half())).value["text/latex"], "$\\displaystyle \\frac{1}{2}$");
}

#[test]
fn positions_are_seen_before_their_value() {
    let mut position = shown(Data::Notation { text: "G(1)".into(), latex: None });
    (position.value, position.picture) = (Some("*2".into()), Some("<svg/>".into()));
    position.board = Some(Seen { plain: "x o".into(), coloured: "x o".into() });
    let found = value(&position);
    assert_eq!(found.look, Some(json!({ "text/plain": "x o", "image/svg+xml": "<svg/>" })));
    assert_eq!(found.value, json!({ "text/plain": "t = *2" }));
    position.board = None;
    assert_eq!(kinds(&value(&position).value), ["text/plain", "image/svg+xml"]);
}

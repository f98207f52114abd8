//! Values for notebooks: the same in several kinds of text, of which a reader takes the best that it knows. A value has one
//! form besides plain text, so that every reader takes the same: a drawing, a table, or a formula.

use super::{Data, Shown, html, latex, text};
use serde_json::{Map, Value as Json, json};

/// Longer formulas and tables are told as plain text.
const MOST: usize = 20_000;

/// What a value comes to.
#[derive(Clone, Debug, PartialEq)]
pub struct Bundles {
    /// How a position looks, if that is to be seen before its value.
    pub look: Option<Json>,
    /// The value itself.
    pub value: Json,
}

/// A value; it needs its data.
pub fn value(shown: &Shown) -> Bundles {
    let mut bundle = Map::new();
    bundle.insert("text/plain".into(), json!(text::briefly(shown)));
    let look = match (&shown.picture, &shown.board) {
        (Some(svg), Some(board)) => Some(json!({ "text/plain": board, "image/svg+xml": svg })),
        _ => None,
    };
    let svg = shown.picture.as_ref().filter(|_| look.is_none());
    let rich = match (svg, &shown.data) {
        (Some(svg), _) => Some(("image/svg+xml", svg.clone())),
        (None, Some(Data::Picture { svg: Some(svg), .. })) => Some(("image/svg+xml", svg.clone())),
        (None, Some(data)) if is_laid_out(data) => Some(("text/html", html::shown(shown))),
        (None, Some(data)) if shown.value.is_none() => latex::inline(data).map(|formula| ("text/latex", formula)),
        _ => None,
    };
    if let Some((kind, text)) = rich.filter(|(kind, text)| *kind == "image/svg+xml" || text.len() <= MOST) {
        bundle.insert(kind.into(), json!(text));
    }
    Bundles { look, value: Json::Object(bundle) }
}

/// Whether the data say more in rows and columns, or drawn, than in a line.
fn is_laid_out(data: &Data) -> bool {
    match data {
        Data::Map(_) | Data::Grid(_) | Data::Table { .. } | Data::Picture { svg: Some(_), .. } => true,
        Data::Sequence(_, _, items) => items.iter().any(is_laid_out),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(data: Data) -> Shown {
        Shown { text: "t".into(), value: None, board: None, picture: None, kind: "value", data: Some(data) }
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
            (Data::Notation { text: "1/2".into(), latex: Some("x".repeat(MOST)) }, None),
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
        position.board = Some("x o".into());
        let found = value(&position);
        assert_eq!(found.look, Some(json!({ "text/plain": "x o", "image/svg+xml": "<svg/>" })));
        assert_eq!(found.value, json!({ "text/plain": "t = *2" }));
        position.board = None;
        assert_eq!(kinds(&value(&position).value), ["text/plain", "image/svg+xml"]);
    }
}

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
        (Some(svg), Some(board)) => Some(json!({ "text/plain": board.plain, "image/svg+xml": svg })),
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

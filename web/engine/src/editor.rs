//! What the editor asks: colours, names, documentation. Places are counted as JavaScript counts them, in units of UTF-16.

use serde_json::{Value as Json, json};
use sprague::report::html;
use sprague::session::Session;
use sprague::session::reading::{Highlight, tokens as lexed};

/// Tokens in their order, three entries each: the kind, and how far they reach; blanks are left out.
pub fn tokens(text: &str) -> Json {
    let (mut byte, mut unit) = (0, 0);
    let mut units = |to: usize| {
        unit += text.get(byte..to).map_or(0, |part| part.encode_utf16().count());
        byte = byte.max(to);
        unit
    };
    let mut out: Vec<Json> = Vec::new();
    for (kind, start, end) in lexed(text) {
        out.extend([json!(word(kind)), json!(units(start)), json!(units(end))]);
    }
    Json::Array(out)
}

fn word(kind: Highlight) -> &'static str {
    match kind {
        Highlight::Keyword => "keyword",
        Highlight::Number => "number",
        Highlight::GameValue => "game",
        Highlight::String => "string",
        Highlight::Comment => "comment",
        Highlight::Name => "name",
        Highlight::Operator => "operator",
        Highlight::Bracket => "bracket",
        Highlight::GameBar => "bar",
        Highlight::Unknown => "unknown",
    }
}

/// Names for completion.
pub fn names(session: &mut Session) -> Json {
    let names = session.names().into_iter();
    names.map(|name| json!({ "name": name.name, "signature": name.signature, "summary": name.summary })).collect()
}

/// Documentation as HTML; nothing if there is none.
pub fn about(session: &mut Session, text: &str) -> Json {
    let found: String = session.about(text).iter().map(html::doc).collect();
    json!({ "html": (!found.is_empty()).then_some(found) })
}

//! `sprague new`: a text to begin with. In: a kind of rules and a name. Out: a script that runs, to be changed.

use crate::session::layout::laid_out;
use crate::session::reading::{is_name, tokens};

/// The kinds, each with its text, in which `NAME` stands for the name.
pub const KINDS: [(&str, &str); 4] = [
    ("board", include_str!("templates/board.cgt")),
    ("strip", include_str!("templates/strip.cgt")),
    ("heap", include_str!("templates/heap.cgt")),
    ("graph", include_str!("templates/graph.cgt")),
];

/// The script; or what is wrong with the name, in a sentence.
pub fn rules(kind: &str, name: &str) -> Result<String, String> {
    if !is_name(name) {
        return Err(format!(
            "`{name}` is no name for rules\nA letter, then letters, digits and `_`, and no word of the language: Frogs"
        ));
    }
    let text = KINDS.iter().find(|(known, _)| *known == kind).map_or(KINDS[0].1, |(_, text)| text);
    if name != "NAME" && tokens(text).into_iter().any(|(_, start, end)| &text[start..end] == name) {
        return Err(format!("`{name}` means something else in the rules to begin with\nTake another name: Frogs"));
    }
    let named = text.replace("NAME", name);
    // Names are of different lengths.
    let laid_out = laid_out(name, &named).unwrap_or(named);
    Ok(laid_out.trim_end().to_owned())
}

//! Signature hints: behind `mex(` stands `mex(numbers)`. In: a line and the cursor. Out: the signature of the call
//! that the cursor is in.

use super::complete::Words;
use super::reading::{Kind, kinds};

/// The signature of the innermost open call, if its name is known.
pub fn signature<'a>(line: &str, cursor: usize, words: &'a Words) -> Option<&'a str> {
    let line = &line[..cursor];
    // For each open bracket, the name right before it if it is a call's.
    let mut open: Vec<Option<&str>> = Vec::new();
    let mut last: Option<(Kind, &str, usize)> = None;
    for (kind, start, end) in kinds(line) {
        let text = &line[start..end];
        if kind == Kind::Bracket {
            match text {
                "(" => open.push(match last {
                    Some((Kind::Name, name, at)) if at == start => Some(name),
                    _ => None,
                }),
                "[" | "{" => open.push(None),
                _ => drop(open.pop()),
            }
        }
        last = Some((kind, text, end));
    }
    let name = open.pop()??;
    words.names.iter().find(|known| known.name == name)?.signature.as_deref()
}

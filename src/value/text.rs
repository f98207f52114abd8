//! Long texts: counting, picking and searching in pieces, so that each can be interrupted.
//!
//! In: a text. Out: numbers and parts of it.

use super::{Fault, Res, Value};
use crate::diagnostics::Mistake;
use crate::limits::Handle;

/// The longest text that programs may make, in bytes.
const LONGEST: usize = 1 << 28;

/// How many characters a text has.
pub fn characters(handle: &Handle, text: &str) -> Res<usize> {
    handle.ticks(text.len() / 4096)?;
    Ok(if text.is_ascii() { text.len() } else { text.chars().count() })
}

/// The characters from one place to another.
pub fn characters_between(handle: &Handle, text: &str, start: usize, end: usize) -> Res {
    handle.ticks(text.len() / 4096)?;
    let mut part = text.get(start..end).filter(|_| text.is_ascii());
    if part.is_none() {
        let from = text.char_indices().nth(start).map_or(text.len(), |(at, _)| at);
        let rest = &text[from..];
        let to = rest.char_indices().nth(end.saturating_sub(start)).map_or(rest.len(), |(at, _)| at);
        part = Some(&rest[..to]);
    }
    let part = part.unwrap_or_default();
    handle.afford(part.len())?;
    Ok(Value::text(part))
}

/// Whether there is room for a text of so many bytes.
pub fn afford_text(handle: &Handle, bytes: usize) -> Res<()> {
    handle.afford(bytes)?;
    check_length(bytes)
}

/// An error for a text of more bytes than there may be.
pub fn check_length(bytes: usize) -> Res<()> {
    if bytes > LONGEST {
        return Fault::new(Mistake::TooLarge, "a string longer than 256 MiB").err();
    }
    Ok(())
}

/// Where a text that is not empty stands in another, from a place on.
pub fn find(handle: &Handle, text: &str, part: &str, from: usize) -> Res<Option<usize>> {
    let piece = (64 << 10).max(4 * part.len());
    let mut start = from;
    loop {
        let end = text.ceil_char_boundary(start.saturating_add(piece).min(text.len()));
        if let Some(at) = text[start..end].find(part) {
            handle.ticks(1 + at / 1024)?;
            return Ok(Some(start + at));
        }
        handle.ticks(1 + (end - start) / 1024)?;
        if end == text.len() {
            return Ok(None);
        }
        // What begins at the end of this piece ends in the next.
        start = text.floor_char_boundary(end - part.len() + 1);
    }
}

/// The places where a text that is not empty stands in another, one after the other.
pub(crate) fn find_all(handle: &Handle, text: &str, part: &str) -> Res<Vec<usize>> {
    let (mut places, mut from) = (Vec::new(), 0);
    while let Some(at) = find(handle, text, part, from)? {
        places.push(at);
        from = at + part.len();
    }
    Ok(places)
}

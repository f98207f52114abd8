//! Long texts: counting, picking and searching in pieces, so that each can be interrupted.
//!
//! In: a text. Out: numbers and parts of it.

use super::{Fault, Res, Value};
use crate::diagnostics::Mistake;
use crate::limits::Handle;
use std::collections::VecDeque;
use std::rc::{Rc, Weak};

/// The longest text that programs may make, in bytes.
const LONGEST: usize = 1 << 28;

/// How many characters a text has.
pub fn characters(handle: &Handle, text: &str) -> Res<usize> {
    handle.ticks(text.len() / 4096)?;
    Ok(if text.is_ascii() { text.len() } else { text.chars().count() })
}

/// The characters from one place to another.
fn characters_between(handle: &Handle, text: &str, start: usize, end: usize) -> Res {
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

/// Bytes of texts that are counted anew each time.
const SHORT: usize = 1024;
/// Every so many characters of a long text the byte is kept where the next one begins.
const STEP: usize = 256;

/// Where the characters of a long text stand: picking them one by one would count from its beginning each time.
#[derive(Debug, Default)]
pub struct Places {
    length: usize,
    /// The byte of each character whose number is a multiple of [`STEP`]; empty if all are one byte long.
    bytes: Vec<usize>,
}

impl Places {
    fn of(handle: &Handle, text: &str) -> Res<Places> {
        let length = characters(handle, text)?;
        if length == text.len() {
            return Ok(Places { length, bytes: Vec::new() });
        }
        handle.afford(length / STEP * size_of::<usize>())?;
        Ok(Places { length, bytes: text.char_indices().step_by(STEP).map(|(at, _)| at).collect() })
    }

    /// The byte where a character begins, or the end of the text.
    fn byte(&self, text: &str, at: usize) -> usize {
        if self.bytes.is_empty() {
            return at.min(text.len());
        }
        let Some(&start) = self.bytes.get(at / STEP) else { return text.len() };
        text[start..].char_indices().nth(at % STEP).map_or(text.len(), |(more, _)| start + more)
    }
}

/// The places of the long texts that were asked for last.
#[derive(Debug, Default)]
pub struct Known(VecDeque<(Weak<Box<str>>, Places)>);

impl Known {
    /// So many.
    const MOST: usize = 4;

    fn places(&mut self, handle: &Handle, text: &Rc<Box<str>>) -> Res<&Places> {
        // A text that is kept so has its address for itself, even when it is gone.
        let found = self.0.iter().position(|(known, _)| Weak::as_ptr(known) == Rc::as_ptr(text));
        let at = match found {
            Some(at) => at,
            None => {
                let places = Places::of(handle, text)?;
                self.0.truncate(Known::MOST - 1);
                self.0.push_front((Rc::downgrade(text), places));
                0
            }
        };
        Ok(&self.0[at].1)
    }

    /// How many characters a text has.
    pub fn length(&mut self, handle: &Handle, text: &Rc<Box<str>>) -> Res<usize> {
        if text.len() <= SHORT { characters(handle, text) } else { Ok(self.places(handle, text)?.length) }
    }

    /// The characters from one place to another.
    pub fn between(&mut self, handle: &Handle, text: &Rc<Box<str>>, start: usize, end: usize) -> Res {
        if text.len() <= SHORT {
            return characters_between(handle, text, start, end);
        }
        let places = self.places(handle, text)?;
        let from = places.byte(text, start);
        let to = places.byte(text, end).max(from);
        handle.afford(to - from)?;
        Ok(Value::text(&text[from..to]))
    }
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

//! A document's text, and places in it as the protocol counts them: lines, and units of UTF-16 in a line. Places that are not there mean the
//! nearest one that is.

use serde_json::{Value, json};
use std::ops::Range;

/// A text with the starts of its lines.
#[derive(Clone, Debug)]
pub struct Text {
    /// The text itself.
    pub text: String,
    lines: Vec<usize>,
}

impl Text {
    /// A text.
    pub fn new(text: String) -> Text {
        let lines = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Text { text, lines }
    }

    /// The byte at a place.
    pub fn offset(&self, place: &Value) -> usize {
        let number = |name: &str| place[name].as_u64().map_or(0, |n| usize::try_from(n).unwrap_or(usize::MAX));
        let (line, units) = (number("line"), number("character"));
        let Some(&start) = self.lines.get(line) else { return self.text.len() };
        let end = self.lines.get(line + 1).map_or(self.text.len(), |next| next - 1);
        let mut seen = 0;
        let line = &self.text[start..end];
        let inside = line.char_indices().find(|(_, c)| {
            seen += c.len_utf16();
            seen > units
        });
        match inside {
            Some((at, _)) => start + at,
            // Some editors count a carriage return at the end as one of its characters.
            None if seen == units => end,
            None => start + line.trim_end_matches('\r').len(),
        }
    }

    /// The line of a byte, from 0.
    pub fn line(&self, at: usize) -> usize {
        self.lines.partition_point(|start| *start <= at) - 1
    }

    /// The place of a byte.
    pub fn place(&self, at: usize) -> Value {
        let (line, units) = self.line_and_units(at);
        json!({ "line": line, "character": units })
    }

    /// The same as numbers.
    pub fn line_and_units(&self, at: usize) -> (usize, usize) {
        let mut at = at.min(self.text.len());
        while !self.text.is_char_boundary(at) {
            at -= 1;
        }
        let line = self.line(at);
        (line, self.text[self.lines[line]..at].encode_utf16().count())
    }

    /// A range.
    pub fn range(&self, range: &Range<usize>) -> Value {
        json!({ "start": self.place(range.start), "end": self.place(range.end) })
    }

    /// The bytes of a range.
    pub fn bytes(&self, range: &Value) -> Range<usize> {
        let (a, b) = (self.offset(&range["start"]), self.offset(&range["end"]));
        a.min(b)..a.max(b)
    }

    /// Takes a change over: a part of the text, or all of it, becomes another.
    pub fn change(&mut self, change: &Value) {
        let Some(new) = change["text"].as_str() else { return };
        let mut text = std::mem::take(&mut self.text);
        if change["range"].is_object() {
            self.text = text;
            let range = self.bytes(&change["range"]);
            text = std::mem::take(&mut self.text);
            text.replace_range(range, new);
        } else {
            text = new.to_owned();
        }
        *self = Text::new(text);
    }
}

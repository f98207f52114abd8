//! Sources and places in them.

use std::rc::Rc;

/// A half-open range of bytes in one source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Span {
    /// Which source, an index given out by [`Sources::add`].
    pub source: u32,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The span from `start` up to `end` in `source`.
    pub const fn new(source: u32, start: u32, end: u32) -> Self {
        Span { source, start, end }
    }

    /// The least span that covers both.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        Span::new(self.source, self.start.min(other.start), self.end.max(other.end))
    }
}

/// A text with the name under which messages cite it.
#[derive(Clone, Debug)]
pub struct Source {
    /// File name, `<session>`, `<standard input>`, …
    pub name: Rc<str>,
    /// The whole text.
    pub text: Rc<str>,
}

/// A text in which every line ends with LF or CR LF: a CR that stands alone, as old systems ended lines, becomes LF.
pub fn with_line_ends(text: String) -> String {
    let alone = |(i, c): (usize, char)| c == '\r' && text.as_bytes().get(i + 1) != Some(&b'\n');
    if !text.char_indices().any(alone) {
        return text;
    }
    text.char_indices().map(|(i, c)| if alone((i, c)) { '\n' } else { c }).collect()
}

/// Every text that was read, so that any [`Span`] can be shown.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    all: Vec<Source>,
}

impl Sources {
    /// Adds a text and returns its index.
    pub fn add(&mut self, name: &str, text: &str) -> u32 {
        self.all.push(Source { name: name.into(), text: text.into() });
        u32::try_from(self.all.len() - 1).expect("fewer than 2^32 sources")
    }

    /// The source with this index, if there is one.
    pub fn get(&self, index: u32) -> Option<&Source> {
        self.all.get(index as usize)
    }

    /// Line and column, both from 1, of the start of a span; columns count characters.
    pub fn line_column(&self, span: Span) -> Option<(usize, usize)> {
        let text = &self.get(span.source)?.text;
        let mut at = (span.start as usize).min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        let before = &text[..at];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        Some((line, column))
    }
}

#[cfg(test)]
mod tests {
    use super::with_line_ends;

    #[test]
    fn lines_end_in_three_ways() {
        assert_eq!(with_line_ends("a\rb\r\nc\n\r\r\nd\r".into()), "a\nb\r\nc\n\n\r\nd\n");
    }
}

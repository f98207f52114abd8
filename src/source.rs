//! Sources and places in them.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::rc::Rc;

/// The longest text that is read, in bytes.
pub const MAX_BYTES: usize = 16 << 20;

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
    /// Made when the first place is asked for.
    marks: OnceCell<Rc<[Mark]>>,
}

/// Bytes from one [`Mark`] to the next.
const BLOCK: usize = 4096;

/// What is known at the start of a block, so that lines and columns are not counted from the start of a text each time.
#[derive(Clone, Copy, Debug, Default)]
struct Mark {
    /// Line ends before.
    lines: usize,
    /// Characters before.
    characters: usize,
    /// Where the line begins in which the block begins.
    line: usize,
}

impl Mark {
    /// The mark after these bytes, which begin at `at`. Bytes that go on with a character are no characters.
    fn after(mut self, bytes: &[u8], at: usize) -> Mark {
        for (i, byte) in bytes.iter().enumerate() {
            self.characters += usize::from(byte & 0xc0 != 0x80);
            if *byte == b'\n' {
                self.lines += 1;
                self.line = at + i + 1;
            }
        }
        self
    }
}

impl Source {
    /// Line ends before a byte.
    pub(crate) fn lines_before(&self, at: usize) -> usize {
        self.mark(at).lines
    }

    /// What is known at a byte of the text.
    fn mark(&self, at: usize) -> Mark {
        let bytes = self.text.as_bytes();
        let marks = self.marks.get_or_init(|| {
            let mut mark = Mark::default();
            let mut marks = vec![mark];
            for (i, block) in bytes.chunks(BLOCK).enumerate() {
                mark = mark.after(block, i * BLOCK);
                marks.push(mark);
            }
            marks.into()
        });
        let block = at / BLOCK;
        marks[block].after(&bytes[block * BLOCK..at], block * BLOCK)
    }
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
        self.all.push(Source { name: name.into(), text: text.into(), marks: OnceCell::new() });
        u32::try_from(self.all.len() - 1).expect("fewer than 2^32 sources")
    }

    /// The source with this index, if there is one.
    pub fn get(&self, index: u32) -> Option<&Source> {
        self.all.get(index as usize)
    }

    /// Line and column, both from 1, of the start of a span; columns count characters.
    pub fn line_column(&self, span: Span) -> Option<(usize, usize)> {
        let source = self.get(span.source)?;
        let mut at = (span.start as usize).min(source.text.len());
        while !source.text.is_char_boundary(at) {
            at -= 1;
        }
        let here = source.mark(at);
        let (line, column) = (here.lines + 1, here.characters - source.mark(here.line).characters + 1);
        Some((line, column))
    }
}

/// What Unicode 16.0 calls `Default_Ignorable_Code_Point` (DerivedCoreProperties.txt), the characters of the general category
/// `Cf` (DerivedGeneralCategory.txt), and the separators of lines and paragraphs, in order.
pub const UNSEEN: [(u32, u32); 25] = [
    (0xad, 0xad),
    (0x34f, 0x34f),
    (0x600, 0x605),
    (0x61c, 0x61c),
    (0x6dd, 0x6dd),
    (0x70f, 0x70f),
    (0x890, 0x891),
    (0x8e2, 0x8e2),
    (0x115f, 0x1160),
    (0x17b4, 0x17b5),
    (0x180b, 0x180f),
    (0x200b, 0x200f),
    (0x2028, 0x202e),
    (0x2060, 0x206f),
    (0x3164, 0x3164),
    (0xfe00, 0xfe0f),
    (0xfeff, 0xfeff),
    (0xffa0, 0xffa0),
    (0xfff0, 0xfffb),
    (0x110bd, 0x110bd),
    (0x110cd, 0x110cd),
    (0x13430, 0x1343f),
    (0x1bca0, 0x1bca3),
    (0x1d173, 0x1d17a),
    (0xe0000, 0xe0fff),
];

/// A text in which nothing is unseen, as it may be shown on a terminal: such characters become `\u{202e}`. Line ends and tabs stay.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.chars().any(hides) {
        return text.into();
    }
    let mut out = String::with_capacity(text.len());
    text.chars().for_each(|c| push_visible(&mut out, c));
    out.into()
}

/// The same for a character.
pub fn push_visible(out: &mut String, c: char) {
    if hides(c) {
        out.push_str(&format!("\\u{{{:x}}}", c as u32));
    } else {
        out.push(c);
    }
}

/// A character as it is drawn in a line of a program: what acts on the terminal, or turns text around, is replaced by one that stands still.
pub fn drawn(c: char) -> char {
    match c {
        '\n' | '\t' => c,
        '\0'..='\u{1f}' => char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{fffd}'),
        '\u{7f}' => '\u{2421}',
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => '\u{fffd}',
        c if c.is_control() => '\u{fffd}',
        c => c,
    }
}

fn hides(c: char) -> bool {
    unseen(c) && !matches!(c, '\n' | '\t')
}

/// Whether a character is a control character or is not seen.
pub fn unseen(c: char) -> bool {
    let found = UNSEEN.binary_search_by(|&(first, last)| {
        if last < c as u32 {
            std::cmp::Ordering::Less
        } else if first > c as u32 {
            std::cmp::Ordering::Greater
        } else {
            std::cmp::Ordering::Equal
        }
    });
    c.is_control() || found.is_ok()
}

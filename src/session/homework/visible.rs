//! Characters that are not seen: they change the text around them, or make two texts look alike.

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

/// A text in which nothing is unseen: such characters become `\u{202e}`. Line ends and tabs stay.
pub fn visible(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    text.chars().for_each(|c| push(&mut out, c));
    out
}

/// The same for a character.
pub fn push(out: &mut String, c: char) {
    if unseen(c) && !matches!(c, '\n' | '\t') {
        out.push_str(&format!("\\u{{{:x}}}", c as u32));
    } else {
        out.push(c);
    }
}

/// A text from a student as it may be shown anywhere: what is not seen is made visible, and it is cut.
pub fn shown(text: &str, most: usize) -> String {
    let mut out = String::new();
    for (count, c) in text.chars().enumerate() {
        if count >= most {
            out.push('…');
            break;
        }
        if c == '\t' {
            out.push_str("    ");
        } else {
            push(&mut out, c);
        }
    }
    out
}

/// The same on one line.
pub fn one_line(text: &str, most: usize) -> String {
    let joined = text.split_whitespace().collect::<Vec<_>>().join(" ");
    shown(&joined, most)
}

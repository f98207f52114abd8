//! Characters that are not seen, made visible: they change the text around them, or make two texts look alike.

use crate::source;
pub use crate::source::{UNSEEN, push_visible as push, unseen};

/// A text in which nothing is unseen: such characters become `\u{202e}`. Line ends and tabs stay.
pub fn visible(text: &str) -> String {
    source::visible(text).into_owned()
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

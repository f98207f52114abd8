//! Signature hints: behind `mex(` stands `mex(numbers)`. In: a line and the cursor. Out: the signature of the call
//! that the cursor is in.

use crate::session::completing::{Words, open_call};

/// The signature of the innermost open call, if its name is known.
pub fn signature<'a>(line: &str, cursor: usize, words: &'a Words) -> Option<&'a str> {
    let name = open_call(line, cursor)?;
    words.names.iter().find(|known| known.name == name)?.signature.as_deref()
}

//! A text in the one layout that all programs have: what `sprague fmt` writes, and an editor when it is asked.

use crate::diagnostics::Diagnostic;
use crate::source::Sources;
use crate::syntax::{Mode, laid_out as lay_out, parse};

/// A text that cannot be laid out, since it cannot be read: its errors, and where they point.
pub struct Unread {
    /// In the order of the text.
    pub errors: Vec<Diagnostic>,
    /// The text itself.
    pub sources: Sources,
}

/// The text laid out: other blanks, the same program. Laid out again it stays as it is.
pub fn laid_out(name: &str, text: &str) -> Result<String, Unread> {
    let mut sources = Sources::default();
    let errors = parse(sources.add(name, text), text, Mode::Script).errors;
    if errors.is_empty() { Ok(lay_out(text)) } else { Err(Unread { errors, sources }) }
}

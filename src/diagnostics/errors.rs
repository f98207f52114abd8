//! The errors of one text: the first of them whole, of all others only the place, so that a text of a million errors costs
//! little and still no spoiled statement is taken for a whole one.

use super::{Diagnostic, Mistake};
use crate::source::Span;

/// Errors in the order in which they were found.
#[derive(Debug, Default)]
pub struct Errors {
    /// The first [`Errors::KEPT`].
    pub kept: Vec<Diagnostic>,
    /// The places of all others.
    pub others: Vec<Span>,
}

impl Errors {
    /// So many are kept whole.
    pub const KEPT: usize = 100;

    /// One more.
    pub fn push(&mut self, mut error: Diagnostic) {
        if self.is_full() {
            self.others.push(error.labels.first().map(|l| l.0).unwrap_or_default());
        } else {
            let texts = error.labels.iter_mut().map(|l| &mut l.1).chain(&mut error.notes).chain([&mut error.message]);
            texts.for_each(shorten);
            self.kept.push(error);
        }
    }

    /// Whether of further errors only the place is kept.
    pub fn is_full(&self) -> bool {
        self.kept.len() >= Errors::KEPT
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// Those that are kept, and a line that counts the others.
    pub fn told(self) -> Vec<Diagnostic> {
        let mut told = self.kept;
        let more = told.last().and_then(|last| Diagnostic::more(last.mistake, self.others.len(), "", ""));
        told.extend(more);
        told
    }
}

/// A message that cites the text may be as long as the text.
fn shorten(text: &mut String) {
    const LONGEST: usize = 600;
    if let Some((at, _)) = text.char_indices().nth(LONGEST) {
        text.truncate(at);
        text.push('…');
    }
}

impl Diagnostic {
    /// The line that stands for errors that are not shown, `over` and `kind` around their number; none if there are none.
    pub fn more(mistake: Mistake, count: usize, over: &str, kind: &str) -> Option<Diagnostic> {
        let message = format!("… and {over}{count} more {kind}error{}", if count == 1 { "" } else { "s" });
        (count > 0).then(|| Diagnostic::nowhere(mistake, message))
    }
}

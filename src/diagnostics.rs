//! One type for everything that goes wrong, in every phase, and its rendering. Nobody else knows how it is drawn.

mod codes;
mod errors;
mod render;

pub use codes::{Mistake, Page};
pub use errors::Errors;
pub use render::{grouped, render, to_json};

use crate::source::Span;

/// The phase that found the error; also the folder of its tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Reading the text.
    Syntax,
    /// Finding what names mean.
    Names,
    /// Computing.
    Run,
    /// A bound was reached.
    Limit,
    /// Reading a file.
    File,
}

/// An error, with its places and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// What kind of mistake it is.
    pub mistake: Mistake,
    /// One sentence, no full stop.
    pub message: String,
    /// Where, and what is the matter there. Empty text draws only the mark. The first is the main place.
    pub labels: Vec<(Span, String)>,
    /// What to do, each a sentence.
    pub notes: Vec<String>,
    /// Calls that led here, innermost first: a name and the place of the call.
    pub stack: Vec<(String, Span)>,
    /// Input ended too early; the session asks for another line.
    pub incomplete: bool,
    /// What a front end may act upon.
    pub detail: Detail,
}

/// What is known of an error beyond its kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Detail {
    /// Nothing.
    #[default]
    Nothing,
    /// The MiB of memory that would be enough.
    Enough(u64),
    /// Names that are spelled almost like the one that is unknown, the nearest first.
    Suggestions(Vec<String>),
}

impl Diagnostic {
    /// An error at a place.
    pub fn new(mistake: Mistake, span: Span, message: impl Into<String>) -> Self {
        Diagnostic {
            mistake,
            message: message.into(),
            labels: vec![(span, String::new())],
            notes: Vec::new(),
            stack: Vec::new(),
            incomplete: false,
            detail: Detail::Nothing,
        }
    }

    /// An error without a place in a text.
    pub fn nowhere(mistake: Mistake, message: impl Into<String>) -> Self {
        Diagnostic { labels: Vec::new(), ..Diagnostic::new(mistake, Span::default(), message) }
    }

    /// Who found it.
    pub fn phase(&self) -> Phase {
        self.mistake.phase()
    }

    /// Says what is the matter at the main place.
    #[must_use]
    pub fn label(mut self, text: impl Into<String>) -> Self {
        if let Some(first) = self.labels.first_mut() {
            first.1 = text.into();
        }
        self
    }

    /// Adds another place.
    #[must_use]
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push((span, text.into()));
        self
    }

    /// Adds what to do.
    #[must_use]
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(text.into());
        self
    }
}

/// A name or other piece of a text as messages cite it: not longer than a line.
pub fn cited(text: &str) -> std::borrow::Cow<'_, str> {
    const LONGEST: usize = 80;
    match text.char_indices().nth(LONGEST) {
        None => text.into(),
        Some((at, _)) => format!("{}…", &text[..at]).into(),
    }
}

//! The convention of play: what it means to have no move.

/// Who wins when play ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Convention {
    /// Whoever cannot move loses.
    #[default]
    Normal,
    /// Whoever cannot move wins.
    Misere,
}

impl Convention {
    /// Its place in a table of both.
    pub fn index(self) -> usize {
        usize::from(self == Convention::Misere)
    }

    /// The rule in words.
    pub fn rule(self) -> &'static str {
        match self {
            Convention::Normal => "whoever cannot move loses",
            Convention::Misere => "whoever cannot move wins",
        }
    }
}

/// Under which convention a question is asked, and how many positions may be explored for it, if that is said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Under {
    /// Who wins when play ends.
    pub convention: Convention,
    /// How many positions may be explored.
    pub bound: Option<usize>,
    /// Which way is to be gone.
    pub method: Method,
}

/// How it is found who wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// By the value or by search, whichever ends first.
    #[default]
    Either,
    /// By the canonical value.
    Value,
    /// By search.
    Search,
}

impl Under {
    /// Normal play with the usual bounds.
    pub const NORMAL: Under = Under { convention: Convention::Normal, bound: None, method: Method::Either };

    /// The same question with this bound.
    pub fn within(self, bound: usize) -> Under {
        Under { bound: Some(bound), ..self }
    }

    /// Whether whoever cannot move wins.
    pub fn is_misere(self) -> bool {
        self.convention == Convention::Misere
    }
}

impl From<Convention> for Under {
    fn from(convention: Convention) -> Under {
        Under { convention, ..Under::NORMAL }
    }
}

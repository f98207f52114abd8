//! From text to syntax tree: tokens and the lexer's modes, the tree, the parser's façade, and descriptions
//! of errors.
//!
//! In: a text. Out: a [`Program`](ast::Program) and every syntax error in it, or the kinds of its tokens.

pub mod ast;
mod build;
mod build_homework;
mod children;
mod declare;
mod define;
mod describe;
mod format;
pub(crate) mod homework;
mod lexer;
pub mod outline;
mod pace;
mod parser;
mod raw;
mod token;
pub(crate) mod unseen;
pub mod words;

pub(crate) use build::{MAX_BITS, MAX_DIGITS, unescape};
pub(crate) use define::PARAMETERS;
pub use format::laid_out;
pub(crate) use lexer::is_down;
pub use lexer::tokens;
pub use pace::Pace;
pub use parser::{Mode, Parsed, Read, parse, read, within};
pub use token::Highlight;

/// Whether the word is reserved, so that nothing can have it as its name.
pub(crate) fn is_reserved(word: &str) -> bool {
    token::Tok::reserved(word).is_some()
}

//! From text to syntax tree: tokens and the lexer's modes, the tree, the parser's façade, descriptions of errors,
//! and printing a tree back.

pub mod ast;

/// How a text is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// A file.
    Script,
    /// A line of the interactive session: `if a then b` ends with its line.
    Session,
}

//! From text to syntax tree: tokens and the lexer's modes, the tree, the parser's façade, descriptions of errors,
//! and printing a tree back.

pub mod ast;

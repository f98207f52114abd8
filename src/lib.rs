//! Sprague, a small language for combinatorial games.
//!
//! The way from text to answer:
//!
//! ```text
//! source ─▶ syntax (lexer, grammar, AST) ─▶ resolve (names to slots) ─▶ eval ─▶ value ─▶ text, JSON
//!                                                                        │        │
//!                                                     builtins, stdlib ──┘        └── games (canonical forms)
//! ```
//!
//! [`session`] ties the phases together; the command, the interactive session and homework use nothing else.

pub mod builtins;
pub mod cli;
pub mod diagnostics;
pub mod eval;
pub mod files;
pub mod games;
pub mod graphs;
pub mod heaps;
pub mod homework;
pub mod isolation;
pub mod lattices;
pub mod library;
pub mod limits;
pub mod posets;
pub mod repl;
pub mod resolve;
pub mod session;
pub mod source;
mod state;
pub mod stdlib;
pub mod syntax;
pub mod value;

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
//! [`session`] ties the phases together; the command, the interactive session and homework use nothing else. They are features,
//! as are files and threads: without any, this is the language alone, and builds for `wasm32-unknown-unknown`.

pub mod adapters;
pub mod allocator;
pub mod builtins;
#[cfg(feature = "cli")]
pub mod cli;
pub mod diagnostics;
#[cfg(feature = "cli")]
pub mod dispatch;
mod eval;
mod files;
#[cfg(feature = "homework")]
pub mod homework;
#[cfg(feature = "homework")]
mod isolation;
#[cfg(feature = "kernel")]
pub mod kernel;
mod library;
#[cfg(feature = "cli")]
pub mod lsp;
mod portable;
#[cfg(feature = "png")]
mod raster;
mod reasons;
#[cfg(feature = "cli")]
pub mod repl;
pub mod report;
mod resolve;
mod scene;
pub mod session;
pub mod source;
mod spelling;
#[cfg(feature = "files")]
mod state;
pub mod stdlib;
pub mod syntax;
pub mod value;

pub use sprague_absolute as absolute;
pub use sprague_games as games;
pub use sprague_graphs as graphs;
pub use sprague_heaps as heaps;
pub use sprague_lattices as lattices;
pub use sprague_limits as limits;
pub use sprague_misere as misere;
pub use sprague_ordinals as ordinals;
pub use sprague_posets as posets;
pub use sprague_search as search;
pub use sprague_stoppers as stoppers;

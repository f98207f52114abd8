//! Nim-sequences and periods against the definitions and the literature.

mod closed;
mod oracle;
mod periods;

//! Nim-sequences and periods against the definitions and the literature.

mod oracle;
mod periods;

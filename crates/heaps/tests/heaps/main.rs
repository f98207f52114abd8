//! Nim-sequences and periods against the definitions and the literature.

mod clauses;
mod closed;
mod codes;
mod oracle;
mod periods;
mod values;

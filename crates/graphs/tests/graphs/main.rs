//! Positions with cycles and chips against the definitions.

mod chips;
mod loopy;

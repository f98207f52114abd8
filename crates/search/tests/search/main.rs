//! Searches against values and plain search; proofs, and what is done to them.

mod agreement;
mod boards;
mod cycles;
mod kept;
mod proofs;
mod published;
mod table;
mod threads;

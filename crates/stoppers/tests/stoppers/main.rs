//! Values of loopy games against direct search of differences, by the bare definitions.

mod facts;
mod laws;
mod oracle;
mod raw;
mod reader;
mod spelling;
mod taxed;
mod walls;

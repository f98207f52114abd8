//! The part of the library that is written in the language itself.

/// Its files, in the order in which they are loaded.
pub const FILES: [(&str, &str); 0] = [];

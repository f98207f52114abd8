//! The part of the library that is written in the language itself.

/// Its files, in the order in which they are loaded.
pub const FILES: [(&str, &str); 8] = [
    ("stdlib/heaps.cgt", include_str!("../stdlib/heaps.cgt")),
    ("stdlib/boards.cgt", include_str!("../stdlib/boards.cgt")),
    ("stdlib/strips.cgt", include_str!("../stdlib/strips.cgt")),
    ("stdlib/cakes.cgt", include_str!("../stdlib/cakes.cgt")),
    ("stdlib/chess.cgt", include_str!("../stdlib/chess.cgt")),
    ("stdlib/graphs.cgt", include_str!("../stdlib/graphs.cgt")),
    ("stdlib/hackenbush.cgt", include_str!("../stdlib/hackenbush.cgt")),
    ("stdlib/points.cgt", include_str!("../stdlib/points.cgt")),
];

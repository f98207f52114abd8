//! The part of the library that is written in the language itself. A file of it is read when a text first speaks of something
//! that it defines: to read all of them takes longer than most programs.

/// Its files, in the order in which they are loaded.
pub const FILES: [(&str, &str); 20] = [
    ("stdlib/heaps.cgt", include_str!("../stdlib/heaps.cgt")),
    ("stdlib/boards.cgt", include_str!("../stdlib/boards.cgt")),
    ("stdlib/strips.cgt", include_str!("../stdlib/strips.cgt")),
    ("stdlib/cakes.cgt", include_str!("../stdlib/cakes.cgt")),
    ("stdlib/chess.cgt", include_str!("../stdlib/chess.cgt")),
    ("stdlib/graphs.cgt", include_str!("../stdlib/graphs.cgt")),
    ("stdlib/hackenbush.cgt", include_str!("../stdlib/hackenbush.cgt")),
    ("stdlib/points.cgt", include_str!("../stdlib/points.cgt")),
    ("stdlib/variants.cgt", include_str!("../stdlib/variants.cgt")),
    ("stdlib/clobber.cgt", include_str!("../stdlib/clobber.cgt")),
    ("stdlib/territory.cgt", include_str!("../stdlib/territory.cgt")),
    ("stdlib/hunts.cgt", include_str!("../stdlib/hunts.cgt")),
    ("stdlib/rows.cgt", include_str!("../stdlib/rows.cgt")),
    ("stdlib/coins.cgt", include_str!("../stdlib/coins.cgt")),
    ("stdlib/piles.cgt", include_str!("../stdlib/piles.cgt")),
    ("stdlib/slices.cgt", include_str!("../stdlib/slices.cgt")),
    ("stdlib/networks.cgt", include_str!("../stdlib/networks.cgt")),
    ("stdlib/boxes.cgt", include_str!("../stdlib/boxes.cgt")),
    ("stdlib/sprouts.cgt", include_str!("../stdlib/sprouts.cgt")),
    ("stdlib/numbers.cgt", include_str!("../stdlib/numbers.cgt")),
];

/// The names that a file of the library defines. Its definitions begin at the margin: that is how it is written, and tested.
pub(crate) fn defined(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_alphabetic())).filter_map(|line| {
        let mut words = words(line);
        match words.next()? {
            "end" => None,
            "game" | "heap" | "lattice" | "memo" => words.next(),
            name => Some(name),
        }
    })
}

/// What may be a name in a text, comments left out.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    let code = text.lines().map(|line| if line.trim_start().starts_with('#') { "" } else { line });
    code.flat_map(|line| line.split(|c: char| !c.is_alphanumeric() && c != '_')).filter(|word| !word.is_empty())
}

/// What kind of games a rule set of the library belongs to: the first words of its file.
pub fn kind(name: &str) -> Option<&'static str> {
    let declares = |line: &str| {
        let rest = line.strip_prefix("game ").or_else(|| line.strip_prefix("heap "));
        rest.and_then(|rest| rest.strip_prefix(name)).is_some_and(|rest| rest.starts_with(['(', ' ']))
    };
    let (_, text) = FILES.iter().find(|(_, text)| text.lines().any(declares))?;
    text.strip_prefix("# ")?.split(['.', ':', '\n']).next()
}

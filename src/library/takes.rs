//! What kinds of values a function takes first, by its subject and the name of its first parameter. In: a record of the
//! documentation. Out: kinds as [`crate::value::Value::kind`] names them. Completion after a dot goes by it; the examples of
//! the library show in a test that it is right.

use crate::report::Doc;

type Kinds = &'static [&'static str];

const GAMES: Kinds =
    &["game", "position", "sum of positions", "number", "integer", "move", "loopy nim-value", "loopy game"];
/// What numbers beyond short games have, too.
const BEYOND: Kinds = &[
    "game",
    "position",
    "sum of positions",
    "number",
    "integer",
    "move",
    "loopy nim-value",
    "loopy game",
    "surreal number",
    "surreal number and a game",
];
const MISERE: Kinds = &["game", "position", "sum of positions", "number", "integer", "move", "misère form"];
const NUMBERS: Kinds = &["integer", "number"];
const INTEGER: Kinds = &["integer"];
const LISTS: Kinds = &["list", "tuple", "set", "range", "map", "poset", "graph", "string", "stratification"];
const DRAWN: Kinds = &[
    "thermograph",
    "game",
    "position",
    "sum of positions",
    "loopy game",
    "number",
    "integer",
    "tree",
    "game graph",
    "plot",
    "Hasse diagram",
    "Cayley graph",
    "table",
];

/// The kinds of the first argument; `None` where it may be anything, or nobody knows.
pub(super) fn first_argument(doc: &Doc) -> Option<Kinds> {
    if let Some(kinds) = by_name(&doc.name) {
        return Some(kinds);
    }
    let (_, parameters) = doc.signature.split_once('(')?;
    let parameter = parameters.split([',', ')', '=', ' ']).next()?;
    // A parameter that says its kind.
    if let Some(name) = parameter.strip_suffix(':') {
        let kind = parameters[name.len() + 1..].split([',', ')', '=']).next()?.trim();
        return match kind {
            "grid" => Some(&["grid", "string"]),
            "list" => Some(&["list"]),
            "integer" => Some(INTEGER),
            _ => None,
        };
    }
    Some(match (&*doc.subject, parameter) {
        (
            "Values of games"
            | "Forms"
            | "Positions and play"
            | "Games for points"
            | "Impartial games"
            | "Comparison in universes"
            | "Pictures and tables",
            "g",
        ) => GAMES,
        ("Canonical forms in misère play", "g") => MISERE,
        ("Canonical forms in misère play", "genus") => &["genus"],
        ("Values of games", "t") => &["thermograph", "game", "position", "sum of positions", "number", "integer"],
        ("Values of games", "a") => NUMBERS,
        ("Positions and play", "move") => &["move"],
        ("Impartial games" | "Take-and-break games", "numbers...") | ("Take-and-break games", "numbers") => {
            &["list", "set", "tuple", "range", "integer"]
        }
        ("Take-and-break games" | "Lattice games", "G") => &["rule set"],
        ("Take-and-break games", "code") => &["string"],
        ("Take-and-break games", "period") => &["period", "rule set"],
        ("Lattice games", "S") => &["strategy"],
        ("Posets", "P") => &["poset"],
        ("Posets", "g") => &["board of Chomp", "position"],
        ("Posets" | "Graphs" | "Numbers" | "Rule sets", "n" | "m" | "a" | "x") => match &*doc.subject {
            "Numbers" if parameter == "x" => NUMBERS,
            _ => INTEGER,
        },
        ("Posets", "elements" | "facets") | ("Graphs", "edges") => &["list", "set", "tuple", "range"],
        ("Semilinear sets and generating functions", "S") => &["stratification"],
        ("Semilinear sets and generating functions", "f") => &["generating function"],
        ("Semilinear sets and generating functions", "d") => INTEGER,
        ("Semilinear sets and generating functions", _) => &["list", "tuple", "set", "string", "integer"],
        ("Boards", "b") => &["grid", "string"],
        ("Boards", "rows") => &["integer", "string", "list"],
        ("Graphs" | "Rule sets", "G") => &["graph"],
        ("Numbers", "values...") => &["integer", "number", "list", "set", "tuple", "range"],
        ("Collections" | "Posets", "xs") => LISTS,
        ("Collections", "a") => &["set", "list", "stratification"],
        ("Collections", "m") => &["map"],
        ("Text", "s") => &["string"],
        ("Text", "xs") => LISTS,
        ("Rule sets", "picture") => &["string", "list", "graph"],
        ("Pictures and tables", "t") => DRAWN,
        ("Pictures and tables", "points") => &["list", "tuple", "range", "set"],
        ("Pictures and tables", "f") => &["function", "rule set", "map", "list"],
        ("Pictures and tables", "picture") => DRAWN,
        _ => return None,
    })
}

/// Where the subject and the name of the parameter do not tell.
fn by_name(name: &str) -> Option<Kinds> {
    Some(match name {
        "components" => &["position", "sum of positions", "graph", "game", "number", "integer"],
        "latex" => &[
            "game",
            "position",
            "sum of positions",
            "number",
            "integer",
            "generating function",
            "stratification",
            "thermograph",
            "tree",
            "game graph",
            "plot",
            "Hasse diagram",
            "board",
        ],
        "certificate" => &["rule set", "strategy", "sequence", "misère quotient", "outcome"],
        "birthday" | "canonical" | "outcome" | "winner" | "stops" | "left_stop" | "right_stop" | "mean"
        | "is_number" | "is_integer" | "is_nimber" | "is_infinitesimal" => BEYOND,
        "nim_sum" => &["list", "set", "tuple", "range", "integer", "surreal number"],
        "strata_plot" => &["strategy", "stratification"],
        "shape" => &["graph", "poset"],
        "complexity" => &["generating function", "stratification", "rule set", "list", "strategy"],
        "verify" => &["certificate", "misère quotient", "strategy"],
        "misere_outcome" => &[
            "game",
            "position",
            "sum of positions",
            "sum of many positions",
            "integer",
            "tuple",
            "list",
            "misère form",
        ],
        "empty" => &["list", "tuple", "set", "range", "map", "string", "poset"],
        "contains" => &["stratification", "strategy", "generating function", "list", "set"],
        "explain" => &["game", "position", "sum of positions", "number", "integer", "tuple", "strategy", "period"],
        "dot" => &["game", "position", "sum of positions", "number", "integer", "poset"],
        "union" => &["set", "list", "stratification", "poset"],
        "intersection" => &["set", "list", "stratification"],
        "dual" => &["poset"],
        "ordinal_sum" => &["poset", "list", "game", "position", "sum of positions", "number", "integer"],
        "induced" | "isomorphic" => &["graph", "poset"],
        "series" => &["stratification", "string"],
        "count_in_box" => &["generating function", "stratification"],
        "points" => &["stratification", "strategy"],
        _ => return None,
    })
}

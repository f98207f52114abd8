//! The constants of the library and the kinds that parameters may have: what each name means, a record for the names that belong together.
//!
//! [`super::constants()`] binds them; a test sees that each name that it binds, and each kind, is documented.

use super::pages::Page;
use crate::report::Doc;

/// The subject of constants.
const CONSTANTS: &str = "Constants";

/// The constants as documentation records.
pub(super) fn docs() -> impl Iterator<Item = Doc> {
    CONSTANTS_AND_KINDS.iter().map(|page| page.record(CONSTANTS))
}

/// The name of the record that speaks of a name.
pub(super) fn recorded(name: &str) -> Option<&'static str> {
    CONSTANTS_AND_KINDS.iter().find(|constant| constant.names.contains(&name)).map(|constant| constant.names[0])
}

const CONSTANTS_AND_KINDS: &[Page] = &[
    Page {
        names: &["N", "P", "L", "R", "D", "LD", "DL", "DR", "RD"],
        form: "N, P, L, R, D, LD, DL, DR, RD",
        text: "The outcomes, as `outcome` gives them: the next player wins, who moves first (`N`), the previous player, who moves \
               second (`P`), Left or Right, whoever begins (`L`, `R`), or nobody can force the end (`D`, a draw). Of two letters the \
               first is for play in which Left begins, the second for that in which Right does: `LD` says that Left wins if Left \
               begins, and that it is a draw if Right does. A script may give these names to variables of its own.",
        examples: &[
            ("[outcome(g) for g in [*, 0, 1, -1, dud]]", "[N, P, L, R, D]"),
            ("[n for n in 0..10 if outcome(subtraction([1, 3])(n)) == P]", "[0, 2, 4, 6, 8, 10]"),
            ("outcome(<0 | dud>)", "LD"),
        ],
    },
    Page {
        names: &["Left", "Right", "First", "Second"],
        form: "Left, Right, First, Second",
        text: "The players: by their moves `Left` and `Right`, by turn `First` and `Second`. `moves(g, Left)` and others take one, \
               `winner` gives one.",
        examples: &[("moves(<2 | 1>, Left)", "[Left: <2|1> -> 2]"), ("winner(*)", "First")],
    },
    Page {
        names: &["Normal", "Misere", "Dicot", "DeadEnding", "IntegerEnds", "Guaranteed"],
        form: "Normal, Misere, Dicot, DeadEnding, IntegerEnds, Guaranteed",
        text: "Universes, in which `compare`, `canonical` and others take games: `Normal` play, `Misere` play of all games, and misère \
               play of those in which both players can move or nobody (`Dicot`), in which who cannot move never can again \
               (`DeadEnding`), or leaves an integer (`IntegerEnds`); `Guaranteed` are games for points. `G in Dicot` says whether a \
               game belongs.",
        examples: &[("compare(* + *, 0, in = Dicot)", "=="), ("1 in Dicot", "false")],
    },
    Page {
        names: &["nothing"],
        form: "nothing",
        text: "The value that is none: of a loop, of an `if` without `else` whose condition fails, of a default that was not given. It \
               is not shown.",
        examples: &[("get({1 => 2}, 7) == nothing", "true")],
    },
    Page {
        names: &["misere"],
        form: "misere",
        text: "Says that whoever cannot move wins, where a function takes it as an argument: the same as `misere = true`.",
        examples: &[("outcome(Kayles(5), misere = misere)", "N")],
    },
    Page {
        names: &["omega"],
        form: "omega",
        text: "The least infinite ordinal, greater than all integers. It is a number and a game, adds, multiplies and compares as such.",
        examples: &[("omega > 10^100", "true"), ("omega + 1 - omega", "1"), ("nim_sum([1, omega])", "omega+1")],
    },
    Page {
        names: &["unknown"],
        form: "unknown",
        text: "The answer where `bound = n` was reached before another was proved.",
        examples: &[
            ("game Away(n)\n  moves Away(n + 1)\n  moves Away(n + 2)\nend", ""),
            ("outcome(Away(0), bound = 1000)", "unknown"),
        ],
    },
    Page {
        names: &["rook_steps", "bishop_steps", "king_steps", "knight_steps"],
        form: "rook_steps, bishop_steps, king_steps, knight_steps",
        text: "The steps of the pieces of chess as lists of pairs, for `clobber(king_steps)` and the like: how many rows down and columns to the \
               right each goes.",
        examples: &[
            ("rook_steps", "[(0, 1), (1, 0), (0, -1), (-1, 0)]"),
            ("clobber(knight_steps)(\"x.|..|.o\") == KnightClobber(\"x.|..|.o\")", "true"),
        ],
    },
    Page {
        names: &["arguments"],
        form: "arguments",
        text: "The words behind the script's name on the command line, `sprague FILE WORD …`: a list of strings.",
        examples: &[("length(arguments)", "0")],
    },
    Page {
        names: &["integer", "position", "string", "function"],
        form: "f(n: integer), f(g: position), f(s: string), f(h: function)",
        text: "Kinds of parameters, as `number`, `game`, `tuple`, `list`, `set`, `map`, `grid`, `player` and `poset` are: another argument \
               is refused. For a `grid` a text is read as a board, under a `poset` `memo` keeps one result up to isomorphism.",
        examples: &[
            ("half(n: integer) = n // 2", ""),
            ("half(7)", "3"),
            ("cells(b: grid) = rows(b) * columns(b)", ""),
            ("cells(\"xo|.x\")", "4"),
        ],
    },
];

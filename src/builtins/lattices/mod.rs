//! Lattice games: strategies with proofs, winning moves, congruence, heap games across, pictures.

pub mod certificate;
mod games;
mod picture;
pub mod questions;
mod solid;
pub mod things;
mod words;

use crate::eval::native::Native;

/// The functions of this directory.
pub static ALL: &[Native] = &[
    Native::new(
        "strategy",
        "strategy(G, effort = 1, claim = nothing)",
        "The P-positions of a lattice game, all of them, with a proof: in closed form, as a stratification that is periodic, or as an automaton. `(12, 8) in S` asks it, `rational(S)` is its generating function, `explain(S)` gives the proof, `certificate(S)` what a checker needs. Where the search ends without a proof there is no answer; `effort = 10` allows ten times as much work. With `claim = T` nothing is searched: the set T is proved to be that of the P-positions, or refuted by a position that it is wrong about, with the move that shows it or the move that is missing; `verify(S)` has the proof checked by separate code.",
        &[
            (
                "strategy(lattice_of(Nim, 2))",
                "P-positions of lattice_of(Nim, 2): (0, 0) + N{(2, 0), (0, 2)}\nproved: the closed form of squarefree normal play, nim-values 1, 2",
            ),
            ("(7, 4) in strategy(lattice_of(Nim, 2))", "false"),
            ("(10^30, 2*10^18) in strategy(lattice_of(Nim, 2, misere))", "true"),
            (
                "strategy(lattice_of(Nim, 2), claim = stratum((0, 0), [(2, 0), (0, 2)]))",
                "P-positions of lattice_of(Nim, 2): (0, 0) + N{(2, 0), (0, 2)}\nproved: claimed; a move into it from each of 3 strata of the rest, none from itself",
            ),
        ],
        questions::strategy,
    ),
    Native::new(
        "strategy_certificate",
        "strategy_certificate(G, text)",
        "A certificate of the P-positions of a lattice game from its line in a file, as `save_certificate(certificate(G), file)` writes it; `verify` checks it.",
        &[],
        |m, a| certificate::read(m, &a[0], super::string(&a[1], "the line")?),
    ),
    Native::new(
        "rational",
        "rational(S)",
        "The generating function of the P-positions of a strategy, a rational function (a rational strategy in the sense of Guo and Miller). Of a strategy that is an automaton the strata are looked for; where there are none, or none are found, it says so.",
        &[("rational(strategy(lattice_of(Nim, 2)))", "1/((1 - h1^2)*(1 - h2^2))")],
        |m, a| questions::rational(m, &a[0]),
    ),
    Native::new(
        "p_set",
        "p_set(S)",
        "The P-positions of a strategy as a set of points, an affine stratification, with which one can compute: `complement`, `strata`, `points`, `count_in_box`. Of a strategy that is an automaton the strata are looked for; where there are none, or none are found, it says so.",
        &[("p_set(strategy(lattice_of(Nim, 3)))", "{(0, 0, 0), (1, 1, 1)} + N{(2, 0, 0), (0, 2, 0), (0, 0, 2)}")],
        |m, a| questions::p_set(m, &a[0]),
    ),
    Native::new(
        "winning_move",
        "winning_move(G, position)",
        "A move to a P-position, in a lattice game or with its strategy; `nothing` from a P-position. Coordinates may have any size.",
        &[
            ("winning_move(lattice_of(Nim, 2), (7, 4))", "(7, 4) -> (6, 4)"),
            ("winning_move(lattice_of(Nim, 2), (6, 4)) == nothing", "true"),
        ],
        |m, a| questions::winning_move(m, &a[0], &a[1]),
    ),
    Native::new(
        "congruent",
        "congruent(G, p, q, effort = 1)",
        "Whether two points on the board of a lattice game are congruent: for every x both p + x and q + x are P-positions, or neither is (misère congruence, Guo and Miller, Definition 6.1). Defeated points are no positions of play and so no P-positions, but they have their class too, often the identity of the quotient. `separating(G, p, q)` gives an x where only one of them is.",
        &[
            ("congruent(lattice_of(Nim, 2, misere), (3, 0), (1, 0))", "true"),
            ("congruent(lattice_of(Nim, 2, misere), (0, 2), (0, 0))", "false"),
            ("congruent(lattice_of(Nim, 2, misere), (2, 2), (0, 2))", "true"),
            ("congruent(lattice_of(Nim, 2, misere), (1, 0), (0, 1))", "false"),
        ],
        questions::congruent,
    ),
    Native::new(
        "separating",
        "separating(G, p, q, effort = 1)",
        "An x for which one of p + x and q + x is a P-position and the other is not; `nothing` if p and q are congruent.",
        &[
            ("separating(lattice_of(Nim, 2, misere), (1, 0), (0, 1))", "(0, 0)"),
            ("separating(lattice_of(Nim, 2, misere), (3, 0), (1, 0)) == nothing", "true"),
        ],
        questions::separating,
    ),
    Native::new(
        "lattice_of",
        "lattice_of(G, n, misere = nothing)",
        "The lattice game of a heap game with heaps of size at most n: a coordinate counts the heaps of each size. Sizes without a move have none. `lattice_of(G, n, misere)` is the same in misère play.",
        &[
            ("lattice_of(Kayles, 5)(1, 0, 2, 0, 0)", "lattice_of(Kayles, 5)(1, 0, 2, 0, 0) = *"),
            ("heap_sizes(lattice_of(octal(\"0.07\"), 4))", "[2, 3, 4]"),
        ],
        games::lattice_of,
    ),
    Native::new(
        "heap_sizes",
        "heap_sizes(G)",
        "The sizes of heaps that the coordinates of `lattice_of(…)` count.",
        &[("heap_sizes(lattice_of(Kayles, 3))", "[1, 2, 3]")],
        |_, a| games::heap_sizes(&a[0]),
    ),
    Native::new(
        "as_point",
        "as_point(G, heaps)",
        "The point of `lattice_of(…)` that stands for these heaps: their sizes, or a map from sizes to numbers of heaps, as `as_heaps` returns.",
        &[
            ("as_point(lattice_of(Kayles, 5), [2, 2, 2, 5])", "(0, 3, 0, 0, 1)"),
            ("as_point(lattice_of(Kayles, 5), {2 => 3, 5 => 1})", "(0, 3, 0, 0, 1)"),
        ],
        |m, a| games::as_point(m, &a[0], &a[1]),
    ),
    Native::new(
        "as_heaps",
        "as_heaps(G, point)",
        "How many heaps of each size a point of `lattice_of(…)` stands for.",
        &[("as_heaps(lattice_of(Kayles, 5), (0, 3, 0, 0, 1))", "{2 => 3, 5 => 1}")],
        |m, a| games::as_heaps(m, &a[0], &a[1]),
    ),
    Native::new(
        "p_plot",
        "p_plot(G, n, at = nothing)",
        "A picture of the P-positions in a box: coordinates from 0 to n, or in a range `a..b`; the first to the right, the second upwards. With three coordinates the box is drawn from its far corner and in slices, one for each value of the third. With more than three `at` says the others, with `nothing` at those that are drawn. `svg(p_plot(…))` is the picture as the text of an SVG file.",
        &[(
            "p_plot(lattice_of(Nim, 2, misere), 4)",
            "h2\n 4 | P . P . P\n 3 | . . . . .\n 2 | P . P . P\n 1 | . . . . .\n 0 | x P . P .\n   +----------\n     0 1 2 3 4 h1",
        )],
        picture::p_plot,
    ),
    Native::new(
        "strata_plot",
        "strata_plot(S, n, at = nothing)",
        "A picture of the strata of a set of points, or of the P-positions of a lattice game or its strategy, as `p_plot` draws it, each stratum in its colour; in text each has its letter, those after the 52nd begin again. Strata with the same generators have shades of one colour, so that the cones of a fan are seen.",
        &[(
            "strata_plot(stratification([((0, 0), [(2, 0), (0, 2)]), ((1, 1), [(2, 2)])]), 4)",
            "y\n 4 | a . a . a\n 3 | . . . b .\n 2 | a . a . a\n 1 | . b . . .\n 0 | a . a . a\n   +----------\n     0 1 2 3 4 x",
        )],
        picture::strata_plot,
    ),
];

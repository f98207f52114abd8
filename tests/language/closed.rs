//! Rule sets of the library whose `value` lines are theorems: against the same rules without these lines, and far away.

use crate::lab::Lab;

/// A rule set of the library under the name `Slow`, without what its `value` lines say.
fn slow(text: &str, name: &str) -> String {
    let start = text.find(&format!("\ngame {name}(")).unwrap_or_else(|| panic!("{name} stands there")) + 1;
    let end = start + text[start..].find("\nend\n").expect("it ends") + "\nend".len();
    let lines = text[start..end].lines().filter(|line| !line.starts_with("  value "));
    lines.map(|line| line.replace(&format!("{name}("), "Slow(")).collect::<Vec<_>>().join("\n")
}

/// Whether there are no arguments at which both differ, `$` being the name and `!` the slow one.
fn agree(text: &str, name: &str, question: &str) {
    let mut lab = Lab::new();
    lab.say(&slow(text, name));
    let found = lab.say(&question.replace('$', name).replace("!(", "Slow("));
    assert_eq!(found, "[]", "{name}: {question}");
}

const PILES: &str = include_str!("../../stdlib/piles.cgt");
const CAKES: &str = include_str!("../../stdlib/cakes.cgt");
const GRAPHS: &str = include_str!("../../stdlib/graphs.cgt");
const SLICES: &str = include_str!("../../stdlib/slices.cgt");
const TERRITORY: &str = include_str!("../../stdlib/territory.cgt");

#[test]
fn piles() {
    agree(PILES, "Euclid", "[(m, n) for m in 0..40 for n in 0..120 if $(m, n) != !(m, n)]");
    agree(PILES, "FibonacciNim", "[(n, k) for n in 0..45 for k in 0..50 if $(n, k) != !(n, k)]");
    agree(PILES, "WythoffBy", "[(m, n, r) for m in 0..14 for n in 0..16 for r in 1..5 if $(m, n, r) != !(m, n, r)]");
    agree(
        PILES,
        "MooresNim",
        "[(a, b, c, k) for a in 0..3 for b in a..4 for c in b..5 for k in 1..4 if $([c, a, b], k) != !([a, b, c], k)]",
    );
    agree(
        PILES,
        "GreedyNim",
        "[(a, b, c, d) for a in 0..3 for b in a..4 for c in b..5 for d in c..6 if $([c, a, d, b]) != !([a, b, c, d])]",
    );
}

#[test]
fn cakes() {
    agree(CAKES, "Cutcake", "[(m, n) for m in 1..24 for n in 1..24 if $(m, n) != !(m, n)]");
    agree(SLICES, "MaundyCake", "[(m, n) for m in 1..72 for n in 1..72 if $(m, n) != !(m, n)]");
}

/// Rooks on whole boards and others, kings on boards that fall apart.
#[test]
fn peaceful_rooks_and_kings() {
    let boards = "[\"...|...|...\", \"....|....|....\", \"..#|.#.\", \"#.#.|....|#.#.\", \"#.#.|####|#.#.\", \"..#..|..#..\", \".#.|#.#|...\", \"..|.#\", \"##\"]";
    for piece in ["rook", "king", "knight"] {
        agree(
            TERRITORY,
            "Peaceful",
            &format!("[b for b in {boards} if $(grid(b), \"{piece}\") != !(grid(b), \"{piece}\")]"),
        );
    }
}

/// Paths, cycles, and what only looks like a path: edges with a direction, a star.
#[test]
fn node_kayles_on_paths() {
    let graphs = [
        "[path_graph(n) for n in 0..14] + [cycle_graph(n) for n in 3..14]",
        "[graph {a -- b -> c}, graph {a -> b, b -> a, a -- c}, graph {a -- b, a -> c, b -> c}, graph {a -> a}]",
        "[star_graph(4), grid_graph(3, 3), graph {a -- b, c -- d -- e, f}, graph {a -- b -- c, b -- d}, graph {a -- b, b -- b}]",
    ];
    for list in graphs {
        agree(GRAPHS, "NodeKayles", &format!("[G for G in {list} if $(G) != !(G)]"));
    }
}

/// Positions that nobody could play out.
#[test]
fn far_away() {
    let mut lab = Lab::new();
    for (question, answer) in [
        ("grundy(Euclid(30000, 1))", "30000"),
        ("outcome(Euclid(10^30, 7^35))", "N"),
        (
            "[outcome(Euclid(10^30, n)) for n in [618033988749894848204586834366, 618033988749894848204586834365]]",
            "[P, N]",
        ),
        ("Cutcake(200, 300)", "Cutcake(200, 300) = -1"),
        ("canonical(Cutcake(10^30, 7))", "249999999999999999999999999999"),
        ("canonical(MaundyCake(10^5, 10^5))", "0"),
        ("outcome(FibonacciNim(2000))", "N"),
        ("outcome(FibonacciNim(6765))", "P"),
        ("outcome(WythoffBy(1000, 1700, 3))", "N"),
        ("outcome(MooresNim([9, 10, 11, 12], 2))", "N"),
        ("outcome(MooresNim([10^6, 10^6, 10^6], 2))", "P"),
        ("outcome(GreedyNim([10^5, 10^5]))", "P"),
        ("grundy(Peaceful(grid(12, 12), \"rook\"))", "0"),
        ("grundy(Peaceful(grid(11, 15), \"rook\"))", "1"),
        ("grundy(NodeKayles(path_graph(200)))", "5"),
        ("grundy(NodeKayles(cycle_graph(100)))", "0"),
        ("grundy(turning(\"mock turtles\")(10^7))", "20000001"),
        ("conway_product(*100, *100)", "*85"),
        ("best_move(turning(\"mock turtles\")(10^7))", "[10000000] -> []"),
        ("outcome(best_move(turning(\"mock turtles\")(10^7, 10^6, 77)).to)", "P"),
        ("[outcome(best_move(turning(\"1..3\")(10^6, n)).to) for n in 1..9] == [P for n in 1..9]", "true"),
        ("kind(best_move(turning(\"twins\")(10^6, 10^6 + 1, 1)))", "move"),
        ("s = repeated(\"äbc\", 30000); length([i for i in 0..length(s)-1 if s[i] == \"ä\"])", "30000"),
        (
            "[last(nim_values(G, 10^5)) for G in [Dim, Aliquot, SmallHalf, Lasker, Nim, PrimePower]]",
            "[6, 5, 25000, 99999, 100000, 4]",
        ),
        ("nim_values(Prim, 10^5)[99991]", "9592"),
    ] {
        assert_eq!(lab.say(question), answer, "{question}");
        let steps = lab.session().handle().steps();
        assert!(steps < 3_000_000, "{question}: {steps} steps");
    }
}

/// The loser of two heaps has thousands of moves in each of a thousand lost positions, of four million positions in all.
#[test]
fn remoteness_of_large_heaps() {
    let mut lab = Lab::new();
    assert_eq!(lab.say("remoteness(Nim(1000) + Nim(3000))"), "2001");
    let steps = lab.session().handle().steps();
    assert!(steps < 8_000_000, "{steps} steps");
}

/// Remoteness by lost positions alone, against all positions: a bound asks for those.
#[test]
fn remoteness_by_lost_positions() {
    let mut lab = Lab::new();
    for all in [
        "[Nim(a) + Nim(b) for a in 14..33 for b in a..40]",
        "[Nim(a) + Nim(b) + Nim(c) for a in 1..12 for b in a..12 for c in [6, 11, 13]]",
        "[F(a) + G(b) + Nim(c) for F in [PrimePower, Dim, SmallHalf] for G in [Aliquot, Nim] for a in [5, 14, 20] for b in [12, 15] for c in 0..4]",
        "[PrimePower(a) + PrimePower(b) for a in 24..27 for b in 20..30]",
        "[Lasker(a) + Nim(b) for a in 5..8 for b in 30..33]",
    ] {
        let said = lab.say(&format!("[g for g in {all} if remoteness(g) != remoteness(g, bound = 10^6)]"));
        assert_eq!(said, "[]", "{all}");
    }
}

/// The moves that a search finds to be best are lost for whoever moves next.
#[test]
fn best_moves_by_search() {
    let mut lab = Lab::new();
    for all in ["[FibonacciNim(n) for n in 240..270]", "[DynamicNim(n, factor = 3) for n in 150..160]"] {
        let won = format!("[g for g in {all} if outcome(g) == N and outcome(best_move(g).to) != P]");
        assert_eq!(lab.say(&won), "[]", "{all}");
        assert_eq!(lab.say(&format!("all(kind(best_move(g)) == \"move\" for g in {all})")), "true", "{all}");
    }
    let mut lab = Lab::new();
    assert_eq!(lab.say("best_move(FibonacciNim(2000))"), "(2000, 1999) -> (1995, 10)");
    let steps = lab.session().handle().steps();
    assert!(steps < 20_000_000, "{steps} steps");
}

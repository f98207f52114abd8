//! Lattice games in programs: finite quotients, complexity, sets behind generating functions, pictures of strata, wrong input.

use crate::said::{fails, refused, shown};

#[test]
fn quotients_give_strategies_with_strata() {
    let program = "G = lattice_of(DawsonsChess, 9, misere)
S = strategy(G)
verify(S)
certificate(S)[\"method\"] == \"quotient\"
rational(S) == series(p_set(S))
all([(as_point(G, [a, b, c]) in S) == (misere_outcome(DawsonsChess(a) + DawsonsChess(b) + DawsonsChess(c)) == P) for a in 7..9 for b in 5..9 for c in 1..5])
two(a, b) = as_point(G, [a, b])
all([congruent(G, two(a, b), two(c, 1)) == (separating(G, two(a, b), two(c, 1)) == nothing) for a in 4..9 for b in 1..3 for c in 2..9])
[congruent(G, as_point(G, [1]), as_point(G, [n])) for n in 2..3]
";
    // A row of two pawns can only be emptied, like a row of one; three pawns are *2.
    assert_eq!(shown(program), "true\ntrue\ntrue\ntrue\ntrue\n[true, false]");
    let text = shown("explain(strategy(lattice_of(DawsonsChess, 7, misere)))");
    assert!(text.contains("The separate checker: accepted"), "{text}");
}

#[test]
fn a_closed_form_is_shown_without_its_strata() {
    let said = shown("strategy(lattice_of(DawsonsChess, 17))");
    assert!(said.contains("disjoint strata (`strata(p_set(S))` lists them)"), "{said}");
    // The number is that of the strata, once they are listed.
    let said = shown("strategy(lattice_of(DawsonsChess, 11))");
    let count = said.split("lattice_of(DawsonsChess, 11): ").nth(1).unwrap().split(' ').next().unwrap().to_string();
    assert_eq!(shown("length(strata(p_set(strategy(lattice_of(DawsonsChess, 11)))))"), count);
}

/// Guo and Miller, Definitions 2.4, 4.8 and 4.9, counted by hand.
#[test]
fn complexity() {
    // 1 has 2 bits, 0 has 1, -1 has 2, 2 has 3.
    assert_eq!(shown("complexity(lattice_of(Nim, 2))"), "10");
    // (0, 0) is the only defeated position.
    assert_eq!(shown("complexity(lattice_of(Nim, 2, misere))"), "12");
    // Of 0 and 1, both defeated, 1 leads to 0: only 1 is counted, with the moves 1 and 2.
    let game = "lattice G(x)\n  board x >= 0\n  move 1, 2\n  defeated 0, 1\nend\n";
    assert_eq!(shown(&format!("{game}complexity(G)")), "7");
    assert_eq!(shown("complexity([(2, 0), (0, -2)])\ncomplexity([])\ncomplexity([3])"), "8\n0\n3");
    assert_eq!(shown("complexity(stratum([(0, 0), (1, 1)], [(2, 0), (0, 2)]))"), "14");
    assert_eq!(shown("S = strategy(lattice_of(Nim, 3))\ncomplexity(S) == complexity(p_set(S))"), "true");
    assert!(refused("complexity(Nim)").contains("expects a lattice game"));
    assert!(refused("complexity([(1, 2), 3])").contains("do not go together"));
    assert!(refused("complexity(3)").contains("expects a lattice game"));
}

#[test]
fn sets_behind_series() {
    let sets = "A = stratification([((0,0,0), [(2,1,0),(0,1,0),(0,1,1)]), ((1,0,0), [(2,0,1),(0,1,0)]), ((1,0,1), [(2,0,1), (0,0,2)])])
B = stratification([((0,0,1), [(1,0,2),(0,0,1),(1,1,0)]), ((0,1,0), [(1,2,0),(1,0,0)]), ((2,1,0), [(0,2,1)])])
f = series(A)
g = series(B)
";
    let asked = "support(union(f, g)) == union(A, B)
series(intersection(A, B)) == hadamard(f, g)
support(difference(f, g)) == A - B
union(f, g) == f + g
2*f == f + f
";
    assert_eq!(shown(&format!("{sets}{asked}")), "true\ntrue\ntrue\nfalse\ntrue");
    assert!(refused(&format!("{sets}support(f + g)")).contains("neither 0 nor 1"));
}

/// `rational` says why it has no answer.
#[test]
fn strategies_without_strata() {
    fails("rational(strategy(lattice_of(DawsonsChess, 40)))", "too many strata to list");
    let board = "lattice A(x, y)\n  board x >= 0, y >= 0, x + y >= 3\n  move (1, 0), (0, 1)\nend\n";
    fails(&format!("{board}rational(strategy(A))"), "more sides than coordinates");
    assert_eq!(shown(&format!("{board}(3, 0) in strategy(A)")), "true");
}

/// A wall that cuts all three axes, without a hint: the first two coordinates against the third.
#[test]
fn a_sloped_wall_in_space_is_found_by_default() {
    let program = "lattice Wall(x, y, z)
  board  x >= 0, y >= 0, z >= 0
  move   (0, 0, 3), (0, 1, 0), (3, -1, 0)
  defeated (0, 0, 2), (0, 1, 2), (1, 0, 2), (1, 1, 2), (1, 2, 2), (1, 3, 2)
end
S = strategy(Wall)
certificate(S)[\"method\"]
verify(S)
# Far out, where nothing but the strategy knows: each position is in it or has a winning move, and not both.
far(n) = (10^20 + n, 10^20*(n % 3) + 2*n, 10^21*(n % 2) + n)
all([(far(n) in S) == (length(winning_moves(Wall(far(n)))) == 0) for n in 0..40])
length([n for n in 0..40 if far(n) in S]) > 0
";
    assert_eq!(shown(program), "fan of cones\ntrue\ntrue\ntrue");
}

/// Walls in space, and in each cone between them a lattice of periods of its own: a tree of cuts, with its strata.
#[test]
fn cones_with_lattices_of_their_own() {
    let program = "lattice Cones(x, y, z)
  board  x >= 0, y >= 0, z >= 0
  move   (3, 0, 0), (0, 2, 0), (0, 0, 1), (2, -1, 3)
end
S = strategy(Cones)
certificate(S)[\"method\"]
verify(S)
far(n) = (10^20 + n, 10^20*(n % 3) + 2*n, 10^20*(n % 4) + n)
all([(far(n) in S) == (length(winning_moves(Cones(far(n)))) == 0) for n in 0..40])
all([(p in p_set(S)) == (p in S) for p in [far(n) for n in 0..40]])
rational(S) == series(p_set(S))
";
    assert_eq!(shown(program), "cuts\ntrue\ntrue\ntrue\ntrue");
}

/// A defeated position is congruent to others; it counts like an N-position.
#[test]
fn congruence_of_defeated_positions() {
    let asked = "M = lattice_of(Nim, 2, misere)
congruent(M, (2, 0), (0, 0))
[congruent(M, p, (0, 0)) for p in [(1, 0), (0, 1), (0, 2), (4, 0)]]
separating(M, (2, 0), (0, 0)) == nothing
separating(M, (0, 2), (0, 0))
[(0, 2) in strategy(M), (0, 0) in strategy(M)]
";
    // Two heaps of 2 are a P-position; in misère play, whoever moves in the empty one has won.
    assert_eq!(shown(asked), "true\n[false, false, false, true]\ntrue\n(0, 0)\n[true, false]");
}

#[test]
fn pictures_in_space_and_of_strata() {
    let text = shown("p_plot(lattice_of(Nim, 3), 2)");
    assert!(text.contains("h3 = 0") && text.contains("h3 = 2"), "{text}");
    // P of Nim up to 3 in the box of side 3: (0 or 2)^3 and (1, 1, 1).
    assert_eq!(text.matches('P').count(), 9);
    let svg = shown("svg(p_plot(lattice_of(Nim, 3), 2))");
    // Three sides a cube; 27 squares in the slices.
    assert_eq!(svg.matches("<path").count(), 9 * 3, "{svg}");
    assert_eq!(svg.matches("<rect").count(), 27 + 1);
    let strata = shown("strata_plot(strategy(lattice_of(Nim, 3)), 2)");
    assert_eq!((strata.matches('a').count(), strata.matches('b').count()), (8, 1), "{strata}");
    // Two strata with the same generators, of one colour in two shades.
    let svg = shown("svg(strata_plot(stratum([(0, 0), (1, 1)], [(2, 0), (0, 2)]), 3))");
    let fills: std::collections::BTreeSet<&str> =
        svg.split("fill=\"#").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert_eq!(fills.len(), 2, "{fills:?}");
    // Defeated points are crossed, points off the board left out.
    let misere = shown("strata_plot(lattice_of(Nim, 2, misere), 2)");
    assert_eq!(misere.matches('x').count(), 1, "{misere}");
    assert!(refused("p_plot(lattice_of(Nim, 3), 24)").contains("between 1 and 24 values"));
    assert!(refused("p_plot(lattice_of(Nim, 4), 2)").contains("one to three free coordinates, here are 4"));
    assert!(refused("strata_plot(lattice_of(Nim, 2), 2, (nothing, 1, 1))").contains("an entry for each"));
    assert!(refused("strata_plot([1, 2], 3)").contains("expects a set of points, a lattice game or its strategy"));
}

/// Of 100,489 positions, too: the win is soonest by four units of y.
#[test]
fn the_best_move_wins_soon() {
    let rules = "lattice G(x, y)\n  board x >= 0, y >= 0\n  move (1,0), (3,0), (0,1), (0,2), (0,4)\nend\n";
    let asked = "p = G(316, 316)\nr = [remoteness(m.to) for m in winning_moves(p)]\n[remoteness(p), min(r), remoteness(best_move(p).to)]";
    assert_eq!(shown(&format!("{rules}{asked}")), "[367, 366, 366]");
}

#[test]
fn what_is_refused() {
    fails("as_heaps(lattice_of(Nim, 2), (-1, 2))", "(-1, 2) is no position");
    fails("strategy(lattice_of(Nim, 2), effort = 0)", "an integer from 1 on as the effort");
}

/// One point too many or too few, far from everything, is seen however many strata a proof would take.
#[test]
fn far_points_refute_claims() {
    let game = "lattice G(x, y)\n  board x >= 0, y >= 0\n  move (0, 1), (1, 0), (2, -1)\n  misere\nend\nT = stratum([(0, 1), (1, 0)], [(0, 2), (2, 0)])\n";
    let claim = |set: &str| format!("{game}strategy(G, claim = {set})");
    assert!(shown(&claim("T")).contains("proved"));
    fails(&claim("union(T, stratum((2, 2000000)))"), "(2, 2000000) is in it, and so is (2, 1999999)");
    fails(&claim("T - stratum((20, 401))"), "(20, 401)");
}

#[test]
fn boards_with_more_sides_say_why_nothing_is_listed() {
    let text =
        shown("lattice G(x, y)\n  board x >= -2, y >= 1, x + y >= 0\n  move (1,0), (0,1), (1,1)\nend\nstrategy(G)");
    assert!(text.contains("P-positions of G: not listed: the board has more sides than coordinates"), "{text}");
    let game = "lattice G(x, y)\n  board x >= -2, y >= 1, x + y >= 0\n  move (1,0), (0,1), (1,1)\nend\n";
    assert_eq!(shown(&format!("{game}congruent(G, (3, 3), (3, 3))")), "true");
}

/// An impartial position is 0 exactly if it is lost; so far out that no value is found, that is known of itself.
#[test]
fn far_positions_are_compared_and_added() {
    let game =
        "lattice G(x, y)\n  board x >= 0, y >= 0\n  move (1, 0), (0, 1), (1, 1), (3, 2)\nend\nF = G(10^20, 10^20)\n";
    let asked = "F == 0\nG(10^20, 10^20 + 1) == 0\nF >= 0\nG(10^20 + 1, 10^20) >= 0\nF == G(10^20, 10^20 + 1)
outcome(F + G(1, 0))\noutcome(F + *)\noutcome(F + F + G(2, 2))\noutcome(G(10^20, 10^20 + 1) + G(10^20, 10^20 + 1) + F)
all([(G(a, b) == 0) == (outcome(G(a, b)) == P) for a in 0..9 for b in 0..9])
";
    let said = "true\nfalse\ntrue\nfalse\nfalse\nN\nN\nP\nP\n";
    assert_eq!(shown(&format!("{game}{asked}")), format!("{said}true"));
}

#[test]
fn moves_may_stand_as_a_range() {
    assert_eq!(
        shown(
            "lattice G(x)\n  board x >= 0\n  move 1..3\n  defeated 0..1\nend\n[n for n in 2..9 if outcome(G(n)) == P]"
        ),
        "[2, 6]"
    );
}

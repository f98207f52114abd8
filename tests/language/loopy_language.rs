//! Games with cycles, graphs and pictures in the language.

use crate::said::{fails, run, says};
use sprague::repl::core::{Core, Reply};
use sprague::session::{Session, Settings};
use std::rc::Rc;

const SQUARE_BUT_ONE: &str =
    "game S(n)\n  moves S(n - k^2) for k in 1..isqrt(n)\n  moves S(n + 1) if n > 0 and n % 2 == 0\nend\n";

#[test]
fn braces_may_be_named() {
    says("loop a {0 | a}\nloop a { {|a} | }", &["over", "1 & 0"]);
    fails("loop a {0, a}", "a game needs a bar between Left's and Right's options");
}

#[test]
fn outcomes_and_remoteness() {
    says(
        &format!("{SQUARE_BUT_ONE}print([outcome(S(n)) for n in 0..9])\nprint([remoteness(S(n)) for n in 0..9])"),
        &["[P, N, D, D, N, P, N, D, D, N]", "[0, 1, oo, oo, 1, 2, 3, oo, oo, 1]"],
    );
    says(
        &format!("{SQUARE_BUT_ONE}S(7)\nS(6)\nwinning_moves(S(6))\nbest_move(S(2))\nworst_move(S(6))\nwinner(S(2))"),
        &["S(7) = oo{}", "S(6) = oo{0}", "[6 -> 5]", "2 -> 3", "6 -> 2"],
    );
    says(
        &format!("{SQUARE_BUT_ONE}remoteness(S(2)) > 10^9\nS(6) == S(6)\nbest_move(S(6)).to == S(5)"),
        &["true", "true", "true"],
    );
    says(
        &format!("{SQUARE_BUT_ONE}why outcome(S(6)) == P"),
        &[
            "outcome(S(6)) == P does not hold.\n  S(6) is an N-position: the next player wins.\n  Moves: 6 -> 5 wins, 6 -> 2 draws and 6 -> 7 draws.",
        ],
    );
}

/// Positions from which play ends, of rules by which it need not: that cycles were met changes no answer about them.
#[test]
fn answers_do_not_depend_on_what_was_asked_before() {
    let rules = "game C(n)
  left  C(3 - n) if n == 1 or n == 2
  right C(3 - n) if n == 1 or n == 2
  moves C(0)     if n == 2 or n == 6
  left  C(0)     if n == 4 or n == 5
  right C(4)     if n == 5
  left  C(4)     if n == 7
  right C(0)     if n == 7
end
";
    for asked in [
        "explain(C(0))",
        "explain(C(5))",
        "explain(C(7) + C(4))",
        "why outcome(C(7)) == N",
        "followers(C(5))",
        "grundy(C(6))",
        "loopy_value(C(6))",
        "C(5)",
        "C(1)",
        "winning_moves(C(7), Left)",
        "explain(C(1))",
    ] {
        let alone = run(&format!("{rules}{asked}"));
        let later = run(&format!("{rules}met = (outcome(C(1) + C(0)), canonical(C(1)))\n{asked}"));
        assert!(alone.is_ok(), "{asked}: {alone:?}");
        assert_eq!(later, alone, "{asked}");
    }
}

#[test]
fn sums_are_decided_by_loopy_nim_values() {
    says(
        &format!(
            "{SQUARE_BUT_ONE}loopy_value(S(6) + S(1))\noutcome(S(6) + S(5))\noutcome(S(6) + S(1))\noutcome(S(6) + S(2))\ngrundy(S(1) + *3)\ngrundy(S(6))"
        ),
        &["oo{1}", "N", "D", "D", "2", "oo{0}"],
    );
    // A component of a million positions beside one that goes round: the sum is never made.
    says(
        &format!(
            "{SQUARE_BUT_ONE}heap Nim2 = take 1..\noutcome(Nim2(1000) + S(6))\noutcome(Nim2(1000) + Nim2(1000) + S(6))"
        ),
        &["D", "N"],
    );
    says(
        "oo(0, 2) + *3\noo(1) == oo(1)\noo(1) == oo(2)\noutcome(oo(0))\n-oo(3)\noo{0, 2} + oo{}\noo{2, 0} == oo(0, 2)",
        &["oo{1, 3}", "true", "false", "N", "oo{3}", "oo{}", "true"],
    );
}

#[test]
fn partizan_classes() {
    // Left can pass; Right must move to a position that Left wins.
    let text = "game Pass(k)\n  left Pass(k)\n  right 1 if k == 1\n  right Pass(k) if k == 2\nend\n";
    says(&format!("{text}outcome(Pass(0))\noutcome(Pass(1))\noutcome(Pass(2))"), &["L", "L", "D"]);
    let text = "game H(k)\n  left H(k) if k == 0\n  right 0 if k == 0\nend\n";
    says(&format!("{text}outcome(H(0))\nremoteness(H(0), Right)\nremoteness(H(0), Left)"), &["R", "1", "2"]);
    let text = "game Q(k)\n  left 0 if k == 0\n  left Q(1)\n  right Q(1)\nend\n";
    says(
        &format!("{text}outcome(Q(0))\noutcome(Q(1))\noutcome(-Q(0))\nbest_move(Q(0), Left)"),
        &["LD", "D", "DR", "Left: Q(0) -> 0"],
    );
}

#[test]
fn what_is_infinite_is_explored_within_a_bound() {
    let text = "game E(n)\n  moves E(n - isqrt(n)^2) if n > 0\n  moves E(n + isqrt(n)^2) if n > 0\nend\n";
    says(
        &format!(
            "{text}remoteness(E(92))\noutcome(E(2))\noutcome(E(92) + E(5))\nremoteness(E(10^40 + 5), bound = 100)"
        ),
        &["11", "D", "N", "3"],
    );
    let text = "game U(n)\n  moves U(n + 1)\n  moves U(n + 2)\nend\n";
    says(
        &format!(
            "{text}outcome(U(0), bound = 1000)\nremoteness(U(0), bound = 1000) == unknown\nwinning_moves(U(0), bound = 50)"
        ),
        &["unknown", "true", "unknown"],
    );
    fails(&format!("{text}loopy_value(U(0))"), "play does not end: U(0) -> ");
}

#[test]
fn scores() {
    let grab = "game Grab(xs, ahead, turn)\n  left  Grab(xs.slice(1), ahead + xs[0], -turn)  if turn == 1 and xs != []\n  left  Grab(xs.slice(0, length(xs) - 1), ahead + xs[length(xs) - 1], -turn)  if turn == 1 and xs != []\n  right Grab(xs.slice(1), ahead - xs[0], -turn)  if turn == -1 and xs != []\n  right Grab(xs.slice(0, length(xs) - 1), ahead - xs[length(xs) - 1], -turn)  if turn == -1 and xs != []\n  score ahead  if xs == []\nend\n";
    // 8 and 1 against 15 and 3: who takes 15 at once cannot; the better end is the one that keeps it hidden.
    says(
        &format!(
            "{grab}score(Grab([8, 15, 3, 7], 0, 1))\nlength(score_line(Grab([8, 15, 3, 7], 0, 1)))\nscore(Grab([1, 1/2], 0, -1), Right)"
        ),
        &["11", "5", "-1/2"],
    );
    fails("game T(n)\n  moves T(1 - n)\n  score n\nend\nscore(T(0))", "cycle");
    fails("game T(n)\n  moves T(n - 1) if n > 0\nend\nscore(T(3))", "no `score` clause");
}

#[test]
fn what_stays_an_error_says_why() {
    fails(&format!("{SQUARE_BUT_ONE}birthday(S(2))"), "play can go round in a cycle");
    fails(&format!("{SQUARE_BUT_ONE}birthday(S(2))"), "loopy_value");
    fails("play(*3)", "interactive session");
    fails("game T(n)\n  moves T(n - 1) if remoteness(T(n)) > 0\nend\nremoteness(T(1))", "cycle");
}

#[test]
fn graphs() {
    says(
        "graph {a -- b: \"blue\", b -> c, d}\nvertices(graph {b -- a})\ngraph {a -- b} == graph {b -- a}\ngraph {a -> b} == graph {b -> a}",
        &["graph {a -- b: \"blue\", b -> c, d}", "[\"a\", \"b\"]", "true", "false"],
    );
    says(
        "isomorphic(graph {a -> b, b -> c}, graph {x -> y, z -> x})\nisomorphic(graph {a -> b, b -> c}, graph {a -> b, c -> b})",
        &["true", "false"],
    );
    says(
        "length(components(grid_graph(2, 2) + path_graph(3)))\ndegree(grid_graph(3, 3), (2, 2))\n(path_graph(4) - {2, 3}) == graph_of([], [1, 4])",
        &["2", "4", "true"],
    );
    says(
        "[length(edges(g)) for g in [complete_graph(6), cycle_graph(5), star_graph(4), bipartite_graph(2, 3), grid_graph(2, 3)]]",
        &["[15, 5, 4, 6, 7]"],
    );
    fails("neighbours(graph {a -- b}, \"c\")", "not a vertex");
    fails("Chaos(graph {a -- b, c})", "no neighbour");
    fails("vertices(3)", "graph");
    // What is printed is read back.
    says(
        "g = graph {\"x y\" -- 1: 2, (a, 1) -> v2, \"if\" -- b}\nprint(g)",
        &["graph {1 -- \"x y\": 2, b -- \"if\", (a, 1) -> \"v2\"}"],
    );
}

#[test]
fn pictures() {
    let text = "game Take(n)\n  moves Take(n - k) for k in 1..min(3, n)\nend\n";
    says(
        &format!("{text}tree(Take(2))\ngame_graph(Take(2))\ngame_graph(Take(9), most = 2)"),
        &[
            "2 = *2\n├─ 1 = *\n│  └─ [0]!\n└─ [0]!",
            "2 = *2 -> 1 = *, [0]!\n1 = *  -> [0]!\n[0]",
            "9 = *   -> [8 = 0]!, … 2 more\n[8 = 0] -> … 3 more",
        ],
    );
    let svg = run(&format!("{text}print(svg(game_graph(Take(10))))")).unwrap().join("\n");
    // One of each stands in the legend.
    assert_eq!(svg.matches("<rect x=").count(), 11 + 1);
    assert_eq!(svg.matches("stroke-width=\"2.4\"").count(), 8 + 1);
    assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
    // Cycles are drawn too.
    let svg = run("game Ring(n)\n  moves Ring((n + 1) % 3)\nend\nprint(svg(game_graph(Ring(0))))").unwrap().join("\n");
    assert_eq!(svg.matches("<rect x=").count(), 3);
}

fn talk(core: &mut Core, line: &str) -> String {
    let answer = core.submit(line, Rc::new(|_, _| {}));
    answer
        .replies
        .into_iter()
        .map(|reply| match reply {
            Reply::Text(text) | Reply::Complaint(text) => text,
            Reply::Errors(errors) => errors.into_iter().map(|e| e.message).collect(),
            Reply::Docs(_) | Reply::Warnings(_) => String::new(),
        })
        .collect()
}

#[test]
fn playing_against_the_computer() {
    let mut core = Core::new(Session::new(Settings::default()));
    assert_eq!(talk(&mut core, "game Take(n)\n  moves Take(n - k) for k in 1..min(3, n)\nend"), "");
    let start = talk(&mut core, "play(Take(10))");
    assert!(start.contains("Take(10)") && start.contains("  1  10 -> 9"), "{start}");
    assert!(talk(&mut core, "hint").contains("10 -> 8: it wins"));
    assert!(talk(&mut core, "10 -> 5").contains("is no move here"));
    let bad = talk(&mut core, "10->9");
    assert!(
        bad.contains("10 -> 9 gives the win to me. 10 -> 8 would have won.") && bad.contains("I move 9 -> 8."),
        "{bad}"
    );
    assert!(talk(&mut core, "hint").contains("loses slowest"));
    let next = talk(&mut core, "1");
    assert!(next.contains("I move 7 -> 4."), "{next}");
    let end = talk(&mut core, "3");
    assert!(end.contains("I move 1 -> 0.") && end.contains("you have lost"), "{end}");
    // The session goes on as before.
    assert_eq!(talk(&mut core, "x = 1"), "");
    let start = talk(&mut core, "play(<1 | -1> + <0 | 0>, Right)");
    assert!(start.contains("You are Right"), "{start}");
    assert_eq!(talk(&mut core, "stop"), "The game is over.");
    assert!(talk(&mut core, "play(Take(1))").contains("1  1 -> 0"));
    assert!(talk(&mut core, "1").contains("you have won"));
}

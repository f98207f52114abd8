//! Posets in the language: what they print, what they equal, what goes wrong.

use crate::submit;
use sprague::diagnostics::{Detail, Mistake};
use sprague::limits::Limits;
use sprague::session::{Output, Session, Settings};
use std::cell::RefCell;
use std::rc::Rc;

/// What the lines of a program print, or its errors.
fn say(text: &str) -> Vec<String> {
    let (outputs, errors) = submit::outputs(&mut Session::new(Settings::default()), text);
    let outputs = outputs.into_iter().filter(|o| !matches!(o, Output::Check(_))).map(submit::shown);
    outputs.chain(errors.iter().map(|e| format!("error: {}", e.message))).collect()
}

fn line(text: &str) -> String {
    say(text).join("\n")
}

#[test]
fn what_is_printed_can_be_read_back() {
    for text in [
        "poset {a < c, b < c < d}",
        "poset {}",
        "poset {a, b}",
        "poset {1 < 2 < 4, 3}",
        "poset {(0, 1) < {2, 3}, \"if\" < \"v\", \"two words\"}",
        "subsets(3)",
        "subsets(4, 2)",
        "chain(3) * (chain(2) + antichain(2))",
        "dual(subsets(3))",
        "ordinal_sum(chain(2), antichain(2))",
        "divisors(60) - 60",
        "complex([[0, 1, 2], [2, 3]]) - {0, 1, 2}",
        "complex([[\"a\", \"b\"], [\"c\"]])",
        "subsets(3) - [{0, 1, 2}, {0, 1}]",
        "up(subsets(3), {1})",
        "chain(2) + chain(2)",
        "chomp(subsets(3))",
        "after(chomp(subsets(3)), {0, 1})",
        "after(chomp(chain(3) * chain(3)), (1, 1))",
        "after(chomp(poset {a < b, c}), \"c\")",
        "chomp(divisors(30), poisoned = false)",
    ] {
        let written = line(&format!("print({text})"));
        assert_eq!(line(&format!("print({text} == {written})")), "true", "{text} prints {written}");
        assert_eq!(line(&format!("print({written})")), written);
    }
}

#[test]
fn equality_is_that_of_elements_and_order() {
    assert_eq!(line("print(poset {a < b, c} == poset {c, a < b})"), "true");
    assert_eq!(line("print(poset {a < b < c, a < c} == poset {a < b < c})"), "true");
    assert_eq!(line("print(poset {a < b} == poset {b < a})"), "false");
    assert_eq!(line("print(poset {a < b} == poset {a, b})"), "false");
    assert_eq!(line("print(length({poset {a < b, c}, poset {c, a < b}, poset {a, b, c}}))"), "2");
    assert_eq!(line("print(subsets(2) == complex([[0, 1]]), poset {1 < 2} == 3)"), "true false");
}

#[test]
fn elements_are_gone_through_from_below() {
    assert_eq!(line("print([x for x in poset {c < b < a}])"), "[\"c\", \"b\", \"a\"]");
    assert_eq!(line("print({0} in subsets(2), {2} in subsets(2), \"a\" in poset {a})"), "true false true");
    assert_eq!(
        line("print(length(subsets(5)), empty(poset {}), list(chain(2) + chain(1)))"),
        "32 true [(0, 0), (1, 0), (0, 1)]"
    );
    assert_eq!(
        line("print(length(chain(2) * chain(3) * chain(2)), list(chain(1) * chain(1) * chain(2)))"),
        "12 [(0, 0, 0), (0, 0, 1)]"
    );
}

#[test]
fn memo_is_kept_up_to_isomorphism() {
    // Each class counts once: there are 5 posets of 3 elements, 2 of 2, 1 of 1 and the empty one up to names.
    let program = "memo e(P: poset) = if empty(P) then 1 else sum(e(P - m) for m in maximal(P))\n\
                   print(e(poset {a < b, c < d}), e(poset {x < y, z < w}), e(subsets(4)))";
    assert_eq!(line(program), "6 6 1680384");
    // Results and arguments may name elements.
    let program = "memo least(P: poset) = minimal(P)\nmemo over(P: poset, x) = length(up(P, x))\nmemo rest(P: poset) = P - minimal(P)\n\
                   memo said(P: poset) = \"{minimal(P)}\"\nmemo depth(P: poset, f) = f(first(minimal(P)))\n\
                   p = poset {a < b}\nq = poset {b < a}\nr = poset {1 < 2}\ns = poset {2 < 1}\n";
    for (expression, value) in [
        ("least(p), least(q), least(r), least(s), least(p)", "[\"a\"] [\"b\"] [1] [2] [\"a\"]"),
        ("over(p, \"a\"), over(q, \"a\"), over(r, 1), over(s, 1), over(poset {1 < 3}, 1)", "2 1 2 1 2"),
        ("rest(p), rest(q), rest(poset {a < c})", "poset {b} poset {a} poset {c}"),
        ("said(p), said(q)", "[\"a\"] [\"b\"]"),
        ("depth(p, x -> x), depth(q, x -> x)", "a b"),
    ] {
        assert_eq!(line(&format!("{program}print({expression})")), value, "{expression}");
    }
    // What computes with names is found out.
    let sums = "memo s(P: poset) = sum(P)\nprint(s(poset {1 < 2}))\nprint(s(poset {3 < 4}))";
    assert!(line(sums).contains("`s` depends on more than the class of its poset"), "{}", line(sums));
    // Without `: poset` names matter.
    assert_eq!(line("memo names(P) = maximal(P)\nprint(names(poset {a}), names(poset {b}))"), "[\"a\"] [\"b\"]");
    assert_eq!(line("f(P: poset) = height(P)\nprint(f([1]))"), "error: `P` must be a poset, found a list: [1]");
}

#[test]
fn chomp_is_a_game_among_games() {
    assert_eq!(line("print(winner(chomp(subsets(3)) + *3), winner(chomp(subsets(3)) + Nim(2)))"), "Second First");
    assert_eq!(
        line("print(chomp(chain(4)) == *3, chomp(chain(4)) == Nim(3), chomp(subsets(2)) == chomp(complex([[0, 1]])))"),
        "true true true"
    );
    assert_eq!(line("print(moves(chomp(chain(2) * chain(2))))"), "[(0, 1), (1, 0), (1, 1)]");
    assert_eq!(
        line("m = best_move(chomp(subsets(3)))\nprint(m, m.to, m == m.to)"),
        "{0, 1, 2} chomp(subsets(3, 2)) true".replace("subsets(3, 2)", "complex([[0, 1], [0, 2], [1, 2]])")
    );
    assert_eq!(
        line("print(moves(chomp(poset {a})), moves(chomp(poset {a, b})), outcome(chomp(poset {})))"),
        "[] [a, b] P"
    );
    // Strategies win against every answer.
    let program = "memo wins(g) = all([after_reply(m) for m in moves(g)])\n\
                   after_reply(m) = winning_moves(m.to) != [] and wins(best_move(m.to).to)\n\
                   print(wins(chomp(subsets(3, 2))), wins(chomp(subsets(4, 3))), wins(chomp(subsets(5, 2) - {0})))";
    assert_eq!(line(program), "true true false");
}

/// What needs no recursion: a greatest element (strategy stealing), complete graphs, what is upon or beside something.
#[test]
fn small_questions_about_large_posets() {
    for (expression, value) in [
        ("winner(chomp(chain(15) * chain(15))), winner(chomp(subsets(8)))", "First First"),
        ("[grundy(chomp(subsets(n, 2))) for n in 1..9] == [n % 3 for n in 1..9]", "true"),
        ("[grundy(chomp(complex([[i, j] for j in 0..n-1 for i in 0..j-1]))) for n in 2..7]", "[2, 0, 1, 2, 0, 1]"),
        ("grundy(chomp(subsets(20, 2)))", "2"),
        (
            "grundy(chomp(chain(4) * chain(4) * chain(4))), winning_moves(chomp(chain(4) * chain(4) * chain(4)))",
            "10 [(2, 3, 3), (3, 2, 3), (3, 3, 2)]",
        ),
        ("linear_extensions(subsets(13, 1)), linear_extensions(subsets(60, 1)) == product(1..60)", "6227020800 true"),
        ("ideals(subsets(7, 3)), ideals(subsets(7, 2))", "75294642901 2350603"),
        // Subsets under other names, without the empty set, upside down.
        (
            "grundy(chomp(shape(subsets(6)))), grundy(chomp(subsets(6) - {})), grundy(chomp(subsets(6), poisoned = false))",
            "3 3 4",
        ),
        ("winning_moves(chomp(divisors(30030))), winning_moves(chomp(subsets(6), poisoned = false))", "[30030] [{}]"),
        ("grundy(chomp(shape(subsets(20, 2)))), winner(chomp(chain(9) * chain(9), poisoned = false))", "2 First"),
        ("ideals(subsets(7) - {}), ideals(subsets(7) - maximal(subsets(7)))", "2414682040997 2414682040997"),
        ("ideal_classes(dual(subsets(8))), ideal_classes(shape(subsets(8, 3)))", "1392195548889993358 2900564915155"),
        (
            "order_polynomial(subsets(6), 2), order_polynomial(chain(9) * chain(9) * chain(9), 2) == ideals(chain(9) * chain(9) * chain(9))",
            "7828354 true",
        ),
        (
            "order_polynomial(subsets(5), 3) == ideals(subsets(5) * chain(2)), order_polynomial(subsets(5), 2)",
            "true 7581",
        ),
        // 50,625 positions, and a lost one.
        ("best_move(chomp(chain(224) + chain(224), poisoned = false))", "(0, 223)"),
        ("order_polynomial(antichain(5000), 2) == 2 ^ 5000, order_polynomial(antichain(3) - 2, 3)", "true 9"),
        ("linear_extensions(dual(subsets(8, 3))) == linear_extensions(shape(subsets(8, 3) - {}))", "true"),
        (
            "length(random_linear_extension(divisors(30030))), length(random_linear_extension(dual(subsets(6) - {})))",
            "64 63",
        ),
        ("proof(chomp(divisors(30030) - 30030 - 2310)) == nothing", "false"),
        (
            "ideals(sum([chain(2) for i in 1..4])), linear_extensions(ordinal_sum([antichain(3) for i in 1..4]))",
            "81 1296",
        ),
    ] {
        assert_eq!(line(&format!("print({expression})")), value, "{expression}");
    }
}

/// Posets of more elements than all pairs are kept of.
#[test]
fn what_is_linear_has_many_elements() {
    for (expression, value) in [
        (
            "length(chain(10^6)), height(chain(10^6)), minimal(chain(10^6)), ideals(chain(10^6))",
            "1000000 1000000 [0] 1000001",
        ),
        ("width(ordinal_sum([antichain(3) for i in 1..10^4])), width(antichain(10^5))", "3 100000"),
        ("length(sum([chain(2) for i in 1..3000])), length(sum([chain(3) for i in 1..30000]))", "6000 90000"),
        ("linear_extensions(ordinal_sum([antichain(2) for i in 1..15000])) == 2^15000", "true"),
        ("ideals(sum([chain(1) for i in 1..30000])) == 2^30000", "true"),
        ("ideals(chain(150) * chain(150)) == product(151..300) / product(1..150)", "true"),
        (
            "structure(chain(150) * chain(150)), structure(subsets(15) - {})",
            "product of chains of 150 and 150 dual of: simplicial complex on 15 points",
        ),
        (
            "structure(divisors(897612484786617600)), is_lattice(subsets(15))",
            "product of chains of 9, 5, 3, 3, 2, 2, 2, 2, 2, 2, 2 and 2 true",
        ),
        ("winner(chomp(chain(300) * chain(300))), winner(chomp(subsets(15)))", "First First"),
        ("grundy(chomp(chain(3) * chain(200))), grundy(chomp(chain(4) * chain(40)))", "431 106"),
        (
            "best_move(chomp(chain(300) * chain(300))), winner(after(chomp(chain(300) * chain(300)), (1, 1)))",
            "(1, 1) Second",
        ),
        ("best_move(chomp(chain(2) * chain(5000))), best_move(chomp(chain(15000) * chain(2)))", "(1, 4999) (14999, 1)"),
        (
            "grundy(chomp(antichain(10^5))), grundy(chomp(chain(10^5))), grundy(chomp(sum([chain(3) for i in 1..30001])))",
            "0 99999 3",
        ),
        (
            "precedes(subsets(15), {}, {0, 1, 2}), length(up(subsets(15), {0, 1, 2})), mobius(subsets(15), {}, {0, 1, 2})",
            "true 4096 -1",
        ),
        ("mobius(antichain(20001), 1, 2), mobius(antichain(20001), 1, 1)", "0 1"),
        (
            "length({after(chomp(chain(30000)), 3), chomp(chain(3))}), length({chomp(chain(3)), chomp(poset {0 < 1, 0 < 2})})",
            "1 2",
        ),
        (
            "linear_extensions(chain(10^6)), linear_extensions(sum([chain(2), chain(2), chain(20000)])) == 20003 * 20004 / 2 * 20001 * 20002 / 2",
            "1 true",
        ),
        ("down(antichain(10^6), list(0..20000))", "a poset of 20001 elements"),
        (
            "length(chain(10^6) * chain(0)), length(chain(0) * chain(10^6)), length(chain(0) + chain(10^6))",
            "0 0 1000000",
        ),
        (
            "length(covers(chain(150) * chain(150))), chain(30000) == chain(30000), chain(30000) == dual(chain(30000))",
            "44700 true false",
        ),
        ("isomorphic(chain(30000), sum([chain(30000), chain(0)])), subsets(15) - {}", "true a poset of 32767 elements"),
        ("random_linear_extension(chain(30000))[29999]", "29999"),
        // Forests: hooks, and one more for each element (the colon principle).
        ("grundy(chomp(poset(list(1..30000), [(floor(i / 2), i) for i in 2..30000])))", "27"),
        ("grundy(chomp(poset(list(1..2000), [(max(1, i - 1 - i % 2), i) for i in 2..2000])))", "1999"),
        ("linear_extensions(poset(list(0..3000), [(0, i) for i in 1..3000])) == product(1..3000)", "true"),
        ("length(components(sum([chain(3) for i in 1..10000])))", "10000"),
        ("chomp(subsets(15)), chomp(chain(300) * chain(300))", "chomp(subsets(15)) chomp(chain(300) * chain(300))"),
    ] {
        assert_eq!(line(&format!("print({expression})")), value, "{expression}");
    }
}

/// Equal posets may have their elements in different orders; what is known of the one game is not read in the numbers of the other.
#[test]
fn equal_boards_of_chomp_with_elements_in_other_orders() {
    let program = "A = poset([0, 1, 2, 3], [(0, 1), (1, 2), (0, 3)])
B = poset([0, 3, 1, 2], [(0, 1), (1, 2), (0, 3)])
h = after(chomp(B, poisoned = false), 3)
print(A == B, grundy(chomp(A)), grundy(h), winner(h + *3), [grundy(g) for g in moves(chomp(B, poisoned = false))])";
    assert_eq!(line(program), "true 3 3 Second [0, 3, 2, 1]");
}

/// `memo` knows large posets by equality.
#[test]
fn memo_of_large_posets() {
    let program = "memo f(P: poset) = if length(P) < 20002 then 0 else f(P - (length(P) - 1)) + 1\nprint(f(chain(20005)), f(chain(20004)), f(antichain(20005)))";
    assert_eq!(line(program), "4 3 4");
}

#[test]
fn small_manners() {
    for (expression, value) in [
        ("components(chain(3)), components(subsets(2)), components(chain(0))", "[chain(3)] [subsets(2)] []"),
        ("poset([1, 2], [(1, 1), (1, 2)])", "poset {1 < 2}"),
        (
            "structure(chain(2) + antichain(2)), structure(antichain(2) + chain(2))",
            "disjoint sum of: chain of 2; chain of 1; chain of 1 disjoint sum of: chain of 2; chain of 1; chain of 1",
        ),
    ] {
        assert_eq!(line(&format!("print({expression})")), value, "{expression}");
    }
    let moved = line("g = chomp(divisors(12))\nprint(after(g, best_move(g)))");
    assert_eq!(moved, "chomp(down(divisors(12), [4, 6]))");
    let other = line("g = chomp(divisors(12))\nprint(after(g, winning_moves(after(g, 6))[0]))");
    assert!(other.contains("is a move in chomp(down(divisors(12), [3, 4]))"), "{other}");
    let said = line("poset([i for i in 1..30], [(i, i % 30 + 1) for i in 1..30])");
    assert!(said.contains("11 < 12 < … < 1"), "{said}");
}

/// What has an answer at once is not said to take days.
#[test]
fn estimates_know_the_shorter_way() {
    for (program, said) in [
        ("estimate(subsets(8, 3), \"winner\")", "a short proof says who wins"),
        ("estimate(chain(9) * chain(9) * chain(9), \"winner\")", "strategy stealing"),
        ("estimate(chain(2) * chain(9) - (1, 8), \"winner\")", "a closed form says who wins"),
        ("estimate(subsets(20, 2), \"linear_extensions\")", "the way for all posets"),
        // As `ideal_classes` counts them, the empty downset among them.
        ("estimate(subsets(5, 1), \"ideals\")", "downsets of subsets(5, 1)\nclasses of downsets: 7, exactly"),
        ("estimate(antichain(5), \"ideals\")", "downsets of subsets(5, 1) - {}\nclasses of downsets: 6, exactly"),
        (
            "estimate(subsets(7), \"ideals\")",
            "classes of downsets: 490013148, exactly\nanswered at once:    a Dedekind",
        ),
        ("estimate(subsets(8, 3), \"ideals\")", "answered at once:    by the graphs on 6 points"),
        ("estimate(subsets(11, 3) - {}, \"ideals\")", "answered in seconds: by the graphs on 9 points"),
        ("estimate(subsets(10, 2), \"ideals\")", "answered at once:    there is a formula"),
        ("estimate(subsets(7, 4), \"ideals\")", "answered in seconds: part by part"),
        ("estimate(subsets(8, 5), \"ideals\")", "out of reach, and not begun"),
        ("estimate(dual(subsets(6, 3)), \"ideals\")", "downsets of dual(subsets(6, 3))"),
        ("estimate(subsets(7), \"winner\")", "classes of downsets: 490013147, exactly"),
    ] {
        let text = say(program).join("\n");
        assert!(text.contains(said), "{program} says {text}");
    }
}

/// Nobody asked for the values of these.
#[test]
fn positions_are_shown_without_values_that_take_long() {
    for position in ["chomp(subsets(15))", "chomp(subsets(8, 3))", "chomp(chain(40) * chain(45))"] {
        assert_eq!(line(position), position);
    }
    assert_eq!(line("chomp(subsets(9, 2))"), "chomp(subsets(9, 2)) = 0");
    assert_eq!(line("chomp(chain(30000))"), "chomp(chain(30000)) = *29999");
}

/// Elements that occur in several summands are told apart by the numbers of these.
#[test]
fn sums_of_many() {
    for (expression, value) in [
        ("sum([chain(2), chain(1), chain(1)])", "sum([chain(2), chain(1), chain(1)])"),
        ("list(sum([chain(2), chain(1), chain(1)]))", "[(0, 0), (1, 0), (2, 0), (0, 1)]"),
        ("sum([chain(2), poset {a < b}, antichain(0)])", "poset {0 < 1, a < b}"),
        ("list(ordinal_sum(chain(1), chain(1), poset {a < b}))", "[(0, 0), (1, 0), (2, \"a\"), (2, \"b\")]"),
        (
            "ordinal_sum([]), ordinal_sum(chain(2)), sum([chain(2)]), chain(1) + (chain(1) + chain(1))",
            "poset {} chain(2) chain(2) chain(1) + (chain(1) + chain(1))",
        ),
    ] {
        assert_eq!(line(&format!("print({expression})")), value, "{expression}");
    }
}

#[test]
fn large_values_of_the_paper() {
    // Brouwer and Christensen, section 2.3: the first has value 9.
    let program = "edges = [01, 02, 03, 04, 05, 06, 12, 13, 14, 15, 23, 24, 35, 46]\n\
                   print(grundy(chomp(complex([[e // 10, e % 10] for e in edges]))))";
    assert_eq!(line(program), "9");
}

#[test]
fn strange_arguments() {
    for (program, error) in [
        ("chain(-1)", "expects a non-negative integer as the number of elements"),
        ("chain(10^30)", "integer"),
        ("chain(10^8)", "at most 10000000 can be handled"),
        ("sum([chain(10^6) for i in 1..11])", "at most 10000000 can be handled"),
        ("chain(10^5) * chain(10^5)", "at most 10000000 can be handled"),
        ("ordinal_sum(antichain(10^5), antichain(10^5))", "10000000000 covering pairs"),
        ("chains(chain(30000))", "30000 elements one upon the other; at most 20000 can be handled"),
        ("orbits(subsets(15))", "where all pairs of elements count, at most 20000"),
        ("shape(chain(30000))", "where all pairs of elements count, at most 20000"),
        ("grundy(chomp(chain(200) * chain(300)))", "about 5.1 * 10^144 positions below"),
        ("poset([i for i in 1..30000], [(i, i % 30000 + 1) for i in 1..30000])", "no order"),
        ("subsets(64)", "at most 63 points"),
        ("subsets(64, 1)", "at most 63 points"),
        ("subsets(40)", "more than 10000000"),
        ("subsets(10^9, 10^9)", "at most 63 points"),
        ("divisors(0)", "every number divides 0"),
        ("complex([1, 2])", "a list of facets"),
        ("complex([0..70])", "at most 64"),
        ("complex([0..40])", "facet of 41 points"),
        ("ideals(subsets(10))", "out of reach"),
        ("ideals(shape(subsets(8, 4)))", "out of reach"),
        ("poset([1, 2], 3)", "has no elements"),
        ("poset([1, 2], [(1,)])", "pairs"),
        ("poset([1, 2], (a, b) -> a)", "true or false"),
        ("poset([1, 2], (a, b) -> true)", "no order"),
        ("chomp(3)", "a poset to play Chomp on"),
        ("chomp(chain(2), poisoned = 3)", "true or false"),
        ("after(chomp(chain(3)), 0)", "cannot be taken"),
        ("after(chomp(chain(3)), 7)", "no element 7"),
        ("after(*3, 1)", "a position of Chomp"),
        ("chain(3) - 5", "no element 5"),
        ("up(subsets(3), {0, 7})", "no element 0, and no element {0, 7}"),
        ("chain(3) - \"a\"", "no element \"a\""),
        ("chain(3) + 1", ""),
        ("1 - chain(3)", ""),
        ("chain(3) * 2", ""),
        ("width(3)", "expects a poset"),
        ("hasse(chain(2000))", "at most 300"),
        ("estimate(chain(3))", "subsets(n)"),
        ("estimate(chain(3) * chain(3) * chain(3), \"ideals\")", "on this poset"),
        ("estimate(chain(3) * chain(3), \"linear_extensions\")", "three chains"),
        ("estimate(subsets(3), \"nothing\")", "no estimate"),
        ("fold(subsets(8))", "out of reach"),
        ("fold(chain(9) * chain(9) * chain(9))", "up to symmetry"),
        ("linear_extension_ranks(subsets(7))", "downsets of 126 elements of the poset, which takes weeks at least"),
        ("order_polynomial(subsets(6), 1000)", "at most 1000000"),
        ("best_move(chomp(chain(40) * chain(45)))", "about 2.9 * 10^24 positions below"),
        ("random_linear_extension(subsets(8))", "out of reach"),
    ] {
        let said = line(program);
        assert!(said.contains("error: ") && said.contains(error), "{program} says {said}");
    }
}

#[test]
fn empty_and_tiny() {
    let program = "for P0 in [chain(0), chain(1), antichain(0), subsets(0), divisors(1), complex([]), poset {}] do\n\
                   print(length(P0), linear_extensions(P0), ideals(P0), height(P0), width(P0), grundy(chomp(P0)), random_linear_extension(P0), is_lattice(P0))\nend";
    assert_eq!(
        say(program),
        [
            "0 1 1 0 0 0 [] false",
            "1 1 2 1 1 0 [0] true",
            "0 1 1 0 0 0 [] false",
            "1 1 2 1 1 0 [{}] true",
            "1 1 2 1 1 0 [1] true",
            "1 1 2 1 1 0 [{}] true",
            "0 1 1 0 0 0 [] false",
        ]
    );
    assert_eq!(
        line("print(hasse(chain(1)), dot(poset {}), svg(hasse(chain(2))) != \"\")").lines().next(),
        Some("0 digraph poset {")
    );
}

/// The numbers of the attributes of an SVG element.
fn attributes<const N: usize>(element: &str, names: [&str; N]) -> [f64; N] {
    names.map(|name| {
        let from = element.find(&format!(" {name}=\"")).unwrap_or_else(|| panic!("{name}: {element}")) + name.len() + 3;
        element[from..].split('"').next().unwrap().parse().unwrap()
    })
}

/// No line of a diagram goes behind an element that is not one of its ends: it would show a relation that is none.
#[test]
fn lines_of_diagrams_touch_their_ends_only() {
    let mut posets = vec![
        "poset {a < b < d, c < d, e}".to_string(),
        "poset {b < c, a < d < c}".to_string(),
        "poset {0 < 1 < 2, 0 < 4, 0 < 5, 1 < 4, 3 < 4, 3 < 5}".to_string(),
        "poset {o < a < b < i, o < c < i}".to_string(),
        "subsets(5)".to_string(),
        "divisors(360)".to_string(),
        "chain(4) + antichain(12)".to_string(),
    ];
    let mut state = 1u64;
    for n in 4..24u64 {
        let mut covers = Vec::new();
        for y in 1..n {
            for x in 0..y {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                if (state >> 33) % n < 3 {
                    covers.push(format!("{x} < {y}"));
                }
            }
        }
        posets.push(format!("poset {{{}}}", covers.join(", ")));
    }
    for poset in &posets {
        let svg = line(&format!("print(svg({poset}))"));
        let named = |name: &str| svg.lines().filter(|l| l.starts_with(&format!("<{name} x"))).collect::<Vec<_>>();
        let boxes: Vec<[f64; 4]> = named("rect").iter().map(|e| attributes(e, ["x", "y", "width", "height"])).collect();
        let mut seen = 0;
        for element in named("line") {
            let [x1, y1, x2, y2] = attributes(element, ["x1", "y1", "x2", "y2"]);
            for &[x, y, w, h] in &boxes {
                let (cx, cy) = (x + w / 2.0, y + h / 2.0);
                let is_end = |a: f64, b: f64| (a - cx).abs() < 0.01 && (b - cy).abs() < 0.01;
                if is_end(x1, y1) || is_end(x2, y2) {
                    seen += 1;
                    continue;
                }
                for i in 0..=200 {
                    let (a, b) = (x1 + (x2 - x1) * f64::from(i) / 200.0, y1 + (y2 - y1) * f64::from(i) / 200.0);
                    assert!((a - cx).abs() > w / 2.0 || (b - cy).abs() > h / 2.0, "{poset}: {element}");
                }
            }
        }
        // Each cover ends at two elements, whatever bends it has in between.
        let covers: usize = line(&format!("print(length(covers({poset})))")).parse().unwrap();
        assert_eq!(seen, 2 * covers, "{poset}");
    }
}

#[test]
fn small_questions_take_the_short_road() {
    let told = [
        ("ideals(subsets(7))", "2414682040998"),
        ("ideals(subsets(9))", "286386577668298411128469151667598498812366"),
        ("length(random_linear_extension(subsets(6)))", "64"),
        ("length(random_linear_extension(chain(15) * chain(15)))", "225"),
        ("best_move(chomp(chain(15) * chain(15)))", "(1, 1)"),
        ("linear_extensions(divisors(6^4)) == linear_extensions(chain(5) * chain(5))", "true"),
        ("linear_extensions(chain(4) * chain(4) * chain(4))", "213896868423550025518356115338261531036549426"),
        ("structure(dual(divisors(36) - 36))", "dual of: Young diagram with rows of 3, 3 and 2"),
        ("structure(poset {a < b, c < b, c < d} + chain(3))", "disjoint sum of: poset of 4 elements; chain of 3"),
        // Closed forms, and what is alike: no search for these.
        ("order_polynomial(chain(10) * chain(10), 50) == ideals(chain(10) * chain(10) * chain(49))", "true"),
        ("[order_polynomial(chain(10^6), t) for t in [0, 1, 2, -1]]", "[0, 1, 1000001, 0]"),
        ("order_polynomial(chain(10^5), 2), order_polynomial(chain(20000), 3)", "100001 200030001"),
        ("2 * ideal_classes(chain(50) * chain(50)) == ideals(chain(50) * chain(50)) + 2 ^ 50", "true"),
        ("length(orbits(sum([chain(3) for i in 1..100]))), length(orbits(antichain(10000)))", "3 1"),
        ("length(automorphisms(complex([[i, (i + 1) % 8] for i in 0..7])))", "16"),
        ("ideal_classes(complex([[i, (i + 1) % 8] for i in 0..7]) - {})", "187"),
        ("ideal_classes(complex([[i, (i + 1) % 9] for i in 0..8]) - {})", "396"),
        ("length(automorphisms(subsets(7)))", "5040"),
        ("remoteness(chomp(antichain(18))), remoteness(chomp(chain(10^6)))", "18 1"),
        (
            "misere_outcome(chomp(chain(10^6))), misere_outcome(chomp(chain(2))), misere_outcome(chomp(antichain(40)))",
            "N P N",
        ),
        (
            "misere_outcome(chomp(chain(7) + chain(7) + antichain(2))), winner(chomp(chain(4) + chain(5)), misere = true)",
            "P First",
        ),
        (
            "order_polynomial(subsets(2), -3) == 1 and zeta_polynomial(divisors(30), -1) == mobius(divisors(30), 1, 30)",
            "true",
        ),
    ];
    for (asked, answer) in told {
        assert_eq!(line(&format!("print({asked})")), answer, "{asked}");
    }
    let refused = [
        ("linear_extensions(divisors(720720))", "up to symmetry"),
        ("best_move(chomp(subsets(8)))", "this is out of reach: there are about"),
        ("automorphisms(antichain(9))", "more than 10000"),
        ("fixed(chain(3), x -> 2 - x)", "0 is below 1, but it takes them to 2 and 1"),
        ("fixed(chain(3), x -> 0)", "no automorphism: it takes 0 and 1 to 0"),
        ("fixed(antichain(3), {0 => 1})", "no automorphism: it takes 0 and 1 to 1"),
        ("fixed(subsets(2), {0 => 1, 1 => 0})", "the poset has no element 0"),
        ("fixed(chain(3), 1)", "as the automorphism"),
        ("mobius(chain(3), 0, 7)", "no element 7"),
        ("order_polynomial(chain(3), 1/2)", "integer"),
        ("structure(3)", "a poset"),
    ];
    for (asked, answer) in refused {
        let said = line(&format!("print({asked})"));
        assert!(said.starts_with("error") && said.contains(answer), "{asked}: {said}");
    }
    let estimate = line("print(estimate(subsets(8)))");
    assert!(estimate.contains("1392195548889993357, exactly"), "{estimate}");
    let estimate = line("print(estimate(chain(5) * chain(5) * chain(5)))");
    assert!(
        estimate.contains("the nim-value of Chomp on a box of 5 x 5 x 5\ndownsets:            267227532, exactly"),
        "{estimate}"
    );
    let estimate = line("print(estimate(chain(6) * chain(6) * chain(6)))");
    assert!(estimate.contains("1478619421136, exactly") && estimate.contains("too many for a table"), "{estimate}");
    let estimate = line("print(estimate(chain(5) * chain(5) * chain(6), \"linear_extensions\"))");
    assert!(estimate.contains("1636667989, exactly"), "{estimate}");
    let estimate = line("print(estimate(subsets(8, 5)))");
    assert!(estimate.contains(" from ") && estimate.contains(" to "), "{estimate}");
}

#[test]
fn folds_go_over_the_downsets() {
    let told = [
        ("fold(chain(0)), fold(chain(0), by = \"max\"), fold(chain(0), start = 7)", "1 0 7"),
        ("fold(subsets(3, 2)) == linear_extensions(subsets(3, 2))", "true"),
        ("[fold(chain(n), over = \"up\") for n in 0..5]", "[1, 1, 2, 4, 8, 16]"),
        ("fold(antichain(3), by = \"product\", start = 2)", "64"),
        ("fold(antichain(3), by = \"min\", start = -2)", "-2"),
        ("fold(antichain(3), by = \"xor\", start = 5)", "0"),
        ("fold(subsets(4) - {}, over = \"up\", by = \"mex\") == grundy(chomp(subsets(4)))", "true"),
        ("fold(antichain(3), by = sum, start = 1/2)", "3"),
        ("fold(antichain(3), by = values -> {v for v in values}, start = 1)", "{{{1}}}"),
    ];
    for (asked, answer) in told {
        assert_eq!(line(&format!("print({asked})")), answer, "{asked}");
    }
    let refused = [
        ("fold(chain(3), over = \"down\")", "\"maximal\" or \"up\" as `over`"),
        ("fold(chain(3), by = \"total\")", "or a function as `by`"),
        ("fold(chain(3), by = 3)", "or a function as `by`"),
        ("fold(chain(3), start = 1/2)", "an integer"),
        ("fold(chain(3), by = \"mex\", start = -1)", "a non-negative integer as `start`"),
        ("fold(antichain(12), by = \"product\", start = 2)", "300,000 digits"),
        ("fold(chain(3), by = values -> 1 / 0)", "zero"),
        ("fold(chain(1025))", "at most 1024 elements"),
        ("fold(3)", "a poset"),
    ];
    for (asked, part) in refused {
        let told = line(&format!("print({asked})"));
        assert!(told.contains(part), "{asked}: {told}");
    }
}

/// The engine of Chomp is asked once: a nim-value that takes long takes as many steps as the canonical value, and no search goes beside it.
#[test]
fn values_of_chomp_are_not_begun_again() {
    let steps = |text: &str| {
        let mut session = Session::new(Settings::default());
        let (_, errors) = submit::outputs(&mut session, text);
        assert!(errors.is_empty(), "{errors:?}");
        session.handle().steps()
    };
    let value = steps("canonical(chomp(subsets(5)))");
    assert!(value > 100_000, "{value}");
    for question in
        ["grundy(chomp(subsets(5)))", "outcome(chomp(subsets(5)))", "outcome(chomp(subsets(5)) + chomp(chain(3)) + *)"]
    {
        // Begun again it would take twice as many.
        assert!(steps(question) < value + value / 20, "{question}: {value}");
    }
}

/// An element may be in several components: a move says in which it is taken, where there are several.
#[test]
fn moves_of_chomp_in_sums() {
    let shown = line(
        "g = chomp(chain(4)) + chomp(chain(6)) + chomp(chain(2))\nprint(winning_moves(g), best_move(g))\n\
         print(winning_moves(chomp(chain(4)) + *2), winning_moves(chomp(chain(2)) + chomp(chain(3)) + chomp(chain(4), false)))\n\
         print(why outcome(g) == N)\nprint(why outcome(chomp(chain(2)) + chomp(chain(2))) == P)\n\
         g = chomp(subsets(6, 3)) + *3\nw = winning_moves(g)\nprint(length(w), w == [m for m in moves(g) if outcome(m) == P])",
    );
    for line in [
        "[3 in chomp(chain(6))] 3 in chomp(chain(6))\n",
        "[3] [3 in chomp(chain(4), poisoned = false)]\n",
        "begins and wins with 3 in chomp(chain(6)), which",
        "moves 1 in chomp(chain(2)), the second player answers 1 in chomp(chain(2)) and",
        "21 true",
    ] {
        assert!(shown.contains(line), "{line}: {shown}");
    }
}

#[test]
fn powers_are_products() {
    assert_eq!(
        line("print(chain(2)^3, (chain(2) + chain(1))^1)"),
        "chain(2) * chain(2) * chain(2) chain(2) + chain(1)"
    );
    let equal = "print([P^3 == P * P * P for P in [chain(3), poset {a < b, c}, chain(2) * chain(2)]], length(list(subsets(2)^2)))";
    assert_eq!(line(equal), "[true, true, true] 16");
    for (exponent, said) in
        [("0", "an exponent from 1 to 63"), ("(10^20)", "an exponent from 1 to 63"), ("(1/2)", "does not go")]
    {
        let found = line(&format!("print(chain(2)^{exponent})"));
        assert!(found.starts_with("error: ") && found.contains(said), "{exponent}: {found}");
    }
    assert!(line("chain(2)^40").contains("at most"), "{}", line("chain(2)^40"));
}

/// A move of Chomp is looked up as its element.
#[test]
fn moves_of_chomp_stand_for_elements() {
    let program = "P = chain(3) * chain(4)\nm = best_move(chomp(P))\n\
                   print(m, m in P, up(P, m) == up(P, (1, 2)), P - m == P - [(1, 2)], induced(P, [m]))\n\
                   print(first(up(P, m)) == (1, 2), first(up(P, m)) in {(1, 2)}, m in subsets(2))\n\
                   print({m in subsets(2) for m in winning_moves(chomp(subsets(2)) + *)})";
    assert_eq!(say(program), ["(1, 2) true true true poset {(1, 2)}", "true true false", "{true}"]);
    let (_, errors) =
        submit::outputs(&mut Session::new(Settings::default()), "up(chain(2), best_move(chomp(chain(3) * chain(4))))");
    assert_eq!(errors[0].message, "the poset has no element (1, 2)");
    assert_eq!(errors[0].notes, ["It is a move in chomp(chain(3) * chain(4))."]);
}

/// What has no room says how much there would have to be, of what is there.
#[test]
fn what_has_no_room_says_what_it_needs() {
    for (program, said) in [
        ("random_linear_extension(chain(5)^3, 1)", "million downsets of 123 elements of the poset, and those"),
        ("random_linear_extension(subsets(7), 3)", "a random order of subsets(7) is drawn"),
        ("random_linear_extension(subsets(7, 4), 3)", "a random order of subsets(7, 4) is drawn"),
    ] {
        let limits = Limits { memory: Some(500 << 20), ..Limits::default() };
        let mut session = Session::new(Settings { limits, ..Settings::default() });
        let (_, errors) = submit::outputs(&mut session, program);
        assert_eq!(errors[0].mistake, Mistake::TooMuchMemory, "{program}");
        assert!(errors[0].message.contains(said) && errors[0].message.contains("0 MiB of memory"), "{errors:?}");
        assert!(matches!(errors[0].detail, Detail::Enough(1000..100_000)), "{errors:?}");
    }
}

/// What takes a minute says so in the singular.
#[test]
fn a_minute_is_one() {
    let told = Rc::new(RefCell::new(Vec::new()));
    let limits = Limits { steps: Some(20_000_000), memory: Some(5 << 30), ..Limits::default() };
    let mut session = Session::new(Settings { limits, ..Settings::default() });
    session.use_threads(2);
    let hears = Rc::clone(&told);
    session.hear_notices(move |text| hears.borrow_mut().push(text.to_owned()));
    submit::outputs(&mut session, "linear_extensions(chain(6) * chain(6) * chain(4))");
    assert_eq!(*told.borrow(), ["744346287 downsets, 2014 MB, about 1 minute; Ctrl-C stops."]);
}

//! Posets: how they are made and asked, linear extensions, Chomp, Hasse diagrams.

pub(super) mod ask;
pub mod certificate;
mod extensions;
mod fold;
mod games;
pub(super) mod hasse;
mod make;
mod proof;

use crate::adapters::posets::PosetValue;
use crate::eval::Machine;
use crate::eval::native::Native;
use crate::posets::{Faces, Poset};
use crate::value::{Fault, Res, Value};

/// The functions of this directory.
pub static ALL: &[Native] = &[
    Native::new(
        "poset",
        "poset(elements, relation)",
        "The poset on the elements in which `x < y` wherever `relation(x, y)` holds, or for every pair `(x, y)` of a list. What follows by transitivity is added, `relation(x, x)` is left aside; relations that go round are an error. With the relations written out it is `poset {a < c, b < c < d}`.",
        &[
            ("poset([1, 2, 3, 6], (a, b) -> b % a == 0)", "poset {1 < 2 < 6, 1 < 3 < 6}"),
            ("poset([\"a\", \"b\", \"c\"], [(\"a\", \"b\")])", "poset {a < b, c}"),
        ],
        make::poset,
    ),
    Native::new(
        "chain",
        "chain(n)",
        "The chain `0 < 1 < … < n-1`.",
        &[("list(chain(3))", "[0, 1, 2]"), ("length(chain(2) * chain(3))", "6")],
        make::chain,
    ),
    Native::new(
        "antichain",
        "antichain(n)",
        "The elements 0 to n-1, no two of them comparable.",
        &[("linear_extensions(antichain(4))", "24")],
        make::antichain,
    ),
    Native::new(
        "subsets",
        "subsets(n, k = nothing)",
        "The subsets of `{0, …, n-1}` under inclusion: all of them, the Boolean lattice, or those with at most k elements.",
        &[("list(subsets(2))", "[{}, {0}, {1}, {0, 1}]"), ("length(subsets(6, 3))", "42")],
        make::subsets,
    ),
    Native::new(
        "divisors",
        "divisors(m)",
        "The divisors of m under divisibility.",
        &[("list(divisors(12))", "[1, 2, 3, 4, 6, 12]"), ("maximal(divisors(12) - 12)", "[4, 6]")],
        make::divisors,
    ),
    Native::new(
        "complex",
        "complex(facets)",
        "The simplicial complex with these facets: all their subsets, the empty face too, under inclusion. A graph is the complex of its edges.",
        &[
            ("length(complex([[0, 1, 2], [2, 3]]))", "10"),
            ("grundy(chomp(complex([[\"a\", \"b\"], [\"b\", \"c\"], [\"c\", \"a\"]])))", "0"),
        ],
        make::complex,
    ),
    Native::new(
        "ordinal_sum",
        "ordinal_sum(posets...)",
        "Posets one upon the other, the lowest first, or those of a list: every element of one is below every element of those after it. If an element occurs in several, all elements get the number of their poset: `(0, x)` and `(1, x)`. Of two games it is `G : H`.",
        &[
            ("ordinal_sum(1, -3)", "1/8"),
            ("linear_extensions(ordinal_sum(antichain(3), antichain(2)))", "12"),
            ("ideals(ordinal_sum([antichain(2) for i in 1..3]))", "10"),
        ],
        make::ordinal_sum,
    ),
    Native::new(
        "dual",
        "dual(P)",
        "The poset upside down.",
        &[("dual(poset {a < b < c})", "poset {c < b < a}"), ("isomorphic(dual(subsets(3)), subsets(3))", "true")],
        make::dual,
    ),
    Native::new(
        "up",
        "up(P, x)",
        "Everything at or above an element, or above any of several in a list, as a poset.",
        &[("list(up(divisors(12), 4))", "[4, 12]"), ("length(up(subsets(4), {0}))", "8")],
        |m, a| make::closure(m, &a[0], &a[1], Poset::up),
    ),
    Native::new(
        "down",
        "down(P, x)",
        "Everything at or below an element, or below any of several in a list, as a poset.",
        &[("list(down(divisors(12), 4))", "[1, 2, 4]"), ("length(down(subsets(4), [{0, 1}, {2}]))", "5")],
        |m, a| make::closure(m, &a[0], &a[1], Poset::down),
    ),
    Native::new(
        "empty",
        "empty(xs)",
        "Whether a poset or another collection has no elements.",
        &[("empty(chain(0))", "true"), ("empty([0])", "false")],
        |m, a| Ok(Value::Bool(super::items(m, &a[0])?.is_empty())),
    ),
    Native::new(
        "minimal",
        "minimal(P)",
        "The elements with nothing below them, as a list.",
        &[("minimal(poset {a < c, b < c})", "[\"a\", \"b\"]")],
        |_, a| Ok(Value::list(poset(&a[0])?.labels(poset(&a[0])?.order.minimal()))),
    ),
    Native::new(
        "maximal",
        "maximal(P)",
        "The elements with nothing above them, as a list.",
        &[("maximal(subsets(3, 2))", "[{0, 1}, {0, 2}, {1, 2}]")],
        |_, a| Ok(Value::list(poset(&a[0])?.maximal())),
    ),
    Native::new(
        "covers",
        "covers(P)",
        "The pairs `(x, y)` where y is above x with nothing between: the edges of the Hasse diagram.",
        &[("covers(divisors(6))", "[(1, 2), (1, 3), (2, 6), (3, 6)]")],
        ask::covers,
    ),
    Native::new(
        "precedes",
        "precedes(P, x, y)",
        "Whether x is strictly below y in P.",
        &[("precedes(divisors(12), 2, 12)", "true"), ("precedes(divisors(12), 4, 6)", "false")],
        ask::precedes,
    ),
    Native::new(
        "height",
        "height(P)",
        "How many elements the longest chain has.",
        &[("height(subsets(4))", "5")],
        |m, a| Ok(poset(&a[0])?.order.height(&m.handle)?.into()),
    ),
    Native::new(
        "width",
        "width(P)",
        "How many elements the largest antichain has.",
        &[("width(subsets(4))", "6"), ("width(divisors(360))", "6")],
        |m, a| Ok(poset(&a[0])?.order.width(&m.handle)?.into()),
    ),
    Native::new(
        "is_lattice",
        "is_lattice(P)",
        "Whether there are elements at all, and every two of them have a least upper and a greatest lower bound.",
        &[("is_lattice(divisors(60))", "true"), ("is_lattice(subsets(3, 2))", "false")],
        |m, a| Ok(Value::Bool(poset(&a[0])?.order.is_lattice(&m.handle)?)),
    ),
    Native::new(
        "orbits",
        "orbits(P)",
        "The elements by orbits of the automorphisms of P, as a list of lists.",
        &[("orbits(divisors(6))", "[[1], [2, 3], [6]]")],
        ask::orbits,
    ),
    Native::new(
        "structure",
        "structure(P)",
        "What kind of poset it is, whatever its elements are called: a chain, an antichain, a product of chains, all subsets, a Young diagram, a simplicial complex, the dual of one of them, or a sum of posets. Closed forms are used for these.",
        &[
            ("structure(divisors(72))", "product of chains of 4 and 3"),
            ("structure(chain(2) + antichain(2))", "disjoint sum of: chain of 2; chain of 1; chain of 1"),
        ],
        ask::structure,
    ),
    Native::new(
        "automorphisms",
        "automorphisms(P)",
        "The maps of P onto itself that keep the order both ways, as a list; at most 10000.",
        &[
            (
                "automorphisms(poset {a < c, b < c})",
                "[{\"a\" => \"a\", \"b\" => \"b\", \"c\" => \"c\"}, {\"a\" => \"b\", \"b\" => \"a\", \"c\" => \"c\"}]",
            ),
            ("length(automorphisms(subsets(4)))", "24"),
        ],
        ask::automorphisms,
    ),
    Native::new(
        "fixed",
        "fixed(P, phi)",
        "The elements that an automorphism leaves where they are, as a poset. The automorphism is a function, or a map of those that move. If it is of order 2 and these elements are a downset, Chomp on them has the same value as on P.",
        &[
            ("fixed(subsets(2), {{0} => {1}, {1} => {0}})", "poset {{} < {0, 1}}"),
            ("fixed(antichain(3), x -> 2 - x)", "down(antichain(3), [1])"),
        ],
        ask::fixed,
    ),
    Native::new(
        "mobius",
        "mobius(P, x, y)",
        "The Möbius function of P between x and y: 1 if they are equal, 0 if x is not below y, else less the sum of those between x and all elements from x to below y.",
        &[("mobius(divisors(30), 1, 30)", "-1"), ("mobius(subsets(4), {}, {0, 1})", "1")],
        ask::mobius,
    ),
    Native::new(
        "chains",
        "chains(P)",
        "How many chains of 0, 1, 2, … elements P has, as a list.",
        &[("chains(subsets(2))", "[1, 4, 5, 2]")],
        ask::chains,
    ),
    Native::new(
        "zeta_polynomial",
        "zeta_polynomial(P, t)",
        "The zeta polynomial at an integer t: for t > 1 the sequences of t - 1 elements that never go down.",
        &[("zeta_polynomial(subsets(3), 5)", "125"), ("zeta_polynomial(divisors(30), -1)", "-1")],
        ask::zeta_polynomial,
    ),
    Native::new(
        "order_polynomial",
        "order_polynomial(P, t)",
        "The order polynomial at an integer t: for t >= 0 the maps from P to a chain of t elements that keep the order; at -t, up to the sign, those that keep it strictly.",
        &[
            ("[order_polynomial(chain(3), t) for t in 0..4]", "[0, 1, 4, 10, 20]"),
            ("order_polynomial(antichain(3), -2)", "-8"),
        ],
        ask::order_polynomial,
    ),
    Native::new(
        "ideal_classes",
        "ideal_classes(P)",
        "How many downsets P has up to its automorphisms, the empty one among them.",
        &[
            ("ideal_classes(subsets(4))", "30"),
            ("ideal_classes(subsets(7))", "490013148"),
            ("ideal_classes(chain(3) * chain(3))", "14"),
        ],
        ask::ideal_classes,
    ),
    Native::new(
        "ideals",
        "ideals(P)",
        "How many downsets P has, the empty one among them; as many as antichains.",
        &[("ideals(subsets(4))", "168"), ("ideals(chain(3) * chain(3) * chain(3))", "980")],
        extensions::ideals,
    ),
    Native::new(
        "fold",
        "fold(P, over = \"maximal\", by = \"sum\", start = nothing)",
        "A recursion over the downsets of P: the empty one has the value `start`, any other what `by` makes of the values of its options. These are the downset without one of its maximal elements, with `over = \"up\"` those that Chomp has: without an element and all above it. `by` is \"sum\", \"product\", \"mex\", \"max\", \"min\", \"xor\", or a function of the list of the values, each as often as it occurs, in no particular order, which it should not depend on. Left out, `start` is 1 for sums and products, else 0.",
        &[
            ("fold(subsets(4))", "1680384"),
            ("fold(subsets(3) - {}, over = \"up\", by = \"mex\")", "3"),
            ("fold(chain(3) * chain(4), by = values -> 1 + max(values))", "12"),
        ],
        fold::fold,
    ),
    Native::new(
        "linear_extensions",
        "linear_extensions(P)",
        "How many orders of all elements agree with P, exactly.",
        &[
            ("linear_extensions(subsets(4))", "1680384"),
            ("linear_extensions(poset {a < c, b < c, b < d})", "5"),
            ("linear_extensions(chain(3) * chain(4))", "462"),
        ],
        extensions::linear_extensions,
    ),
    Native::new(
        "random_linear_extension",
        "random_linear_extension(P, seed = 0)",
        "An order of all elements that agrees with P, each of them equally likely, lowest first. The same seed gives the same order.",
        &[("length(random_linear_extension(subsets(4), 7))", "16")],
        extensions::random,
    ),
    Native::new(
        "linear_extension_ranks",
        "linear_extension_ranks(P)",
        "For each element how many linear extensions have it at place 0, 1, 2, … from below.",
        &[(
            "linear_extension_ranks(poset {a < c, b < c, b < d})",
            "{\"a\" => [2, 2, 1, 0], \"b\" => [3, 2, 0, 0], \"c\" => [0, 0, 2, 3], \"d\" => [0, 1, 2, 2]}",
        )],
        extensions::ranks,
    ),
    Native::new(
        "chomp",
        "chomp(P, poisoned = true)",
        "Chomp on a poset: a move takes an element and all above it. A least element is poisoned and never taken; with `poisoned = false` it can be taken like any other. Subset Takeaway is `chomp(subsets(n, k))`.",
        &[
            ("chomp(subsets(3))", "chomp(subsets(3)) = *3"),
            ("winning_moves(chomp(chain(4) * chain(7)))", "[(2, 3)]"),
            ("chomp(subsets(3)) + *3", "chomp(subsets(3)) + *3 = 0"),
            ("grundy(chomp(chain(4), poisoned = false))", "4"),
        ],
        games::chomp,
    ),
    Native::new(
        "after",
        "after(g, x)",
        "The position of Chomp after element x is taken, or after a move such as `best_move(g)`. `best_move(after(g, x))` is a reply.",
        &[("after(chomp(subsets(3)), {0, 1})", "chomp(complex([[0, 2], [1, 2]])) = *")],
        games::after,
    ),
    Native::new(
        "remaining",
        "remaining(g)",
        "What is left of the poset in a position of Chomp.",
        &[("maximal(remaining(after(chomp(divisors(12)), 4)))", "[6]")],
        games::remaining,
    ),
    Native::new(
        "winning_orbits",
        "winning_orbits(g)",
        "The winning moves of a position of Chomp up to symmetry: pairs of a move and how many the automorphisms of the position make of it.",
        &[("winning_orbits(chomp(complex([[0, 1], [1, 2], [2, 3]])))", "[({0, 1}, 2), ({1, 2}, 1)]")],
        games::winning_orbits,
    ),
    Native::new(
        "proof",
        "proof(g)",
        "A short proof of who wins Chomp on the faces of a complex of at most ten points, found by symmetries that exchange points, by sums of separate parts and by what is known of `subsets(n, k)`, and checked line by line. Finds wins of large positions in a few lines; `nothing` if it finds no proof.",
        &[
            ("winner(chomp(subsets(8, 3)))", "First"),
            (
                "proof(chomp(subsets(6, 3)))",
                "1. All sets of at most 3 of {0, 1, 2, 3, 4, 5}: won; take {0, 1}, which leaves line 2.\n2. All below {0, 2, 3}, {0, 2, 4}, {0, 2, 5}, {0, 3, 4}, {0, 3, 5}, {0, 4, 5} and 10 more: lost; exchanging 0 and 1 changes nothing and no set holds both, so that the sets without them decide: line 3.\n3. All sets of at most 3 of {2, 3, 4, 5}: lost; by exhaustion its nim-value is 0.",
            ),
        ],
        proof::proof,
    ),
    Native::new(
        "chomp_certificate",
        "chomp_certificate(g, lines)",
        "A proof of who wins a position of Chomp from its lines in a file, as `save_certificate(proof(g), file)` writes them; `verify` checks it.",
        &[],
        certificate::read,
    ),
    Native::new(
        "estimate",
        "estimate(P, what = \"grundy\")",
        "What a computation on `subsets(n, k)` will take, before it is begun: classes of downsets, memory, time. `what` is \"winner\", \"grundy\", \"linear_extensions\" or \"ideals\". Likewise for \"linear_extensions\" of boxes, products of three chains or more, and for \"grundy\", nim-values of Chomp, on boxes of two or more.",
        &[("kind(estimate(subsets(7)))", "estimate")],
        games::estimate,
    ),
    Native::new(
        "hasse",
        "hasse(P)",
        "The Hasse diagram: larger elements above, a line for each cover. `svg(hasse(P))` is the picture as the text of an SVG file.",
        &[("hasse(divisors(6))", "   6\n  /  \\\n2     3\n  \\  /\n   1")],
        hasse::hasse,
    ),
];

/// The order of a poset on some of its elements: `induced(P, elements)`.
pub(super) fn induced(m: &mut crate::eval::Machine, a: &[Value]) -> Res {
    let poset = poset(&a[0])?;
    let set = poset.find_all(m, &a[1])?;
    Ok(Value::of(poset.part(m, &set)?))
}

/// A poset argument.
pub(super) fn poset(value: &Value) -> Res<&PosetValue> {
    match value.thing::<PosetValue>() {
        Some(poset) => Ok(poset),
        None => Fault::expected("a poset", value).err(),
    }
}

/// `n` and `k`, if the poset or its dual is `subsets(n, k)` under whatever names, with the empty set or without it.
fn truncated_either_way(m: &Machine, poset: &PosetValue) -> Res<Option<(u32, u32)>> {
    Ok(Faces::either_way(&poset.order, &m.handle)?.and_then(|(faces, _)| faces.truncation()))
}

/// A number of elements.
fn count(value: &Value, what: &str) -> Res<usize> {
    Ok(usize::try_from(super::natural(value, what)?).unwrap_or(usize::MAX))
}

/// Components of a poset as posets, for `components`.
pub(super) fn components(m: &mut Machine, poset: &PosetValue) -> Res {
    Ok(Value::list(poset.components(m)?.into_iter().map(Value::of).collect()))
}

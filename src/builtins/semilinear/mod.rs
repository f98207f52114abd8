//! Semilinear sets and rational generating functions in programs.

pub mod convert;
pub mod things;

use super::lattices::questions::{complexity as lattice_complexity, is_lattice};
use super::{given, natural, string};
use crate::diagnostics::Mistake;
use crate::eval::Machine;
use crate::eval::native::Native;
use crate::lattices::series::count::lattice_points;
use crate::lattices::series::evaluate::Verdict;
use crate::lattices::series::notation::variable_names;
use crate::lattices::series::{Series, parse};
use crate::lattices::sets::{Stratification, bits, notation, semigroup};
use crate::value::{Fault, Res, Value};
use convert::{
    budget, corner_of, dimension_of, fault, fault_in_box, fault_in_text, fault_of_inequalities, inequalities_of,
    is_point, listed, point_of, points_of, tuple_of,
};
use std::rc::Rc;
use things::{Generating, PointSet};

/// The functions of this file.
pub static ALL: &[Native] = &[
    Native::new(
        "stratum",
        "stratum(base, generators = [])",
        "The set `F + N A` of all points of `F` plus nonnegative integer multiples of vectors. `base` is a point or a collection of points; the generators may be dependent, the points may overlap: the set is cut into disjoint strata. `S + (1, 2)` moves a set, `S - T` is a difference, `S <= T` asks for a subset, `S == T` is exact (a finite set in braces may stand beside one, `{1, 2} <= S`), `p in S` works for coordinates of any size.",
        &[
            ("stratum((0, 0), [(2, 0), (0, 2)])", "(0, 0) + N{(2, 0), (0, 2)}"),
            ("(4, 10^20) in stratum([(0, 0), (1, 1)], [(2, 0), (0, 2)])", "true"),
            ("stratum(0, [2, 3])", "{0, 3} + N{2}"),
            ("stratum(0, [2]) - stratum(0, [6])", "{2, 4} + N{6}"),
        ],
        |m, a| {
            let generators = given(&a[1]).cloned().unwrap_or_else(|| Value::list(Vec::new()));
            Ok(PointSet::value(piece(m, &a[0], &generators, None)?))
        },
    ),
    Native::new(
        "stratification",
        "stratification(pieces, dimension = nothing)",
        "The union of pieces `F + N A`, each a pair of a point or points and generators; or the set that a text describes as papers print it: pieces `F + N[…]` joined by `∪`, `⊔`, `|` or `u`, with square brackets or (written `\\{` in a string) braces. Pieces may overlap; the result is a disjoint union.",
        &[
            (
                "stratification([((0, 0), [(2, 0), (0, 2)]), ((1, 1), [(2, 2)])])",
                "(0, 0) + N{(2, 0), (0, 2)} ∪ (1, 1) + N{(2, 2)}",
            ),
            ("stratification(\"[(0, 0), (1, 1)] + N[(2, 0), (0, 2)]\")", "{(0, 0), (1, 1)} + N{(2, 0), (0, 2)}"),
            ("stratification(\"0 + N[2] ∪ 1 + N[2]\")", "0 + N{1}"),
            ("stratification([], 2)", "{}"),
        ],
        |m, a| {
            let d = match given(&a[1]) {
                Some(d) => Some(dimension(d)?),
                None => None,
            };
            match &a[0] {
                Value::Str(text) => {
                    let d = d.map_or_else(|| dimension_of_text(text), Ok)?;
                    let note = || {
                        "Such texts look like `[(0, 0), (1, 1)] + N[(2, 0), (0, 2)]`, or in one dimension like `0 + N[5] ∪ 3 + N[5]`.".into()
                    };
                    notation::parse(text, d, budget(), &m.handle)
                        .map(PointSet::value)
                        .map_err(|e| fault_in_text(e, text, note()))
                }
                pieces => union_of_pieces(m, pieces, d),
            }
        },
    ),
    Native::new(
        "cone",
        "cone(generators)",
        "The points with integer coordinates in the cone of some vectors: all that are nonnegative real combinations. (`stratum(0, A)` takes integer combinations only.)",
        &[
            ("cone([(1, 0), (1, 3)])", "{(0, 0), (1, 1), (1, 2)} + N{(1, 3), (1, 0)}"),
            ("cone([(2, 4)])", "(0, 0) + N{(1, 2)}"),
        ],
        |m, a| {
            let rays = points_of(m, &a[0], None)?;
            let Some(d) = dimension_of(&rays)? else {
                return Fault::new(Mistake::Unsuitable, "a cone needs at least one vector").err();
            };
            let cone = semigroup::cone(d, &rays, &m.handle).map_err(fault)?;
            set(Stratification::of_polyhedron(cone, budget(), &m.handle))
        },
    ),
    Native::new(
        "polyhedron",
        "polyhedron(inequalities)",
        "The points with integer coordinates that satisfy inequalities; `a*x + b*y + c >= 0` is the tuple `(a, b, c)`, with rational numbers. The polyhedron may not contain a line.",
        &[
            ("polyhedron([(1, 0, 0), (0, 1, 0), (-1, -1, 1)])", "{(0, 0), (0, 1), (1, 0)}"),
            ("polyhedron([(2, -1), (-1/2, 4)])", "{1, 2, 3, 4, 5, 6, 7, 8}"),
        ],
        |m, a| {
            let rows = inequalities_of(m, &a[0])?;
            let dimension = rows.dimension;
            let set = Stratification::of_polyhedron(rows, budget(), &m.handle);
            Ok(PointSet::value(set.map_err(|trouble| fault_of_inequalities(trouble, dimension))?))
        },
    ),
    Native::new(
        "lattice_point_count",
        "lattice_point_count(inequalities)",
        "The number of points with integer coordinates that satisfy inequalities, given as for `polyhedron`. They are not listed (Barvinok's algorithm), so there may be as many as one likes.",
        &[
            ("lattice_point_count([(1, 0, 0), (0, 1, 0), (-2, -3, 10^6)])", "83333833334"),
            ("[lattice_point_count([(1, 0, 0), (0, 1, 0), (-1, -1, t)]) for t in 0..5]", "[1, 3, 6, 10, 15, 21]"),
        ],
        |m, a| {
            let rows = inequalities_of(m, &a[0])?;
            let dimension = rows.dimension;
            let count = lattice_points(rows, budget(), &m.handle);
            Ok(count.map_err(|trouble| fault_of_inequalities(trouble, dimension))?.into())
        },
    ),
    Native::new(
        "orthant",
        "orthant(d)",
        "All points with `d` nonnegative integer coordinates.",
        &[("orthant(2)", "(0, 0) + N{(1, 0), (0, 1)}")],
        |_, a| Ok(PointSet::value(Stratification::orthant(dimension(&a[0])?))),
    ),
    Native::new(
        "complement",
        "complement(S, board = nothing)",
        "The points of the board outside of a set (Theorem 4.2 of Guo and Miller); without a board, of all points with nonnegative coordinates.",
        &[
            (
                "complement(stratum((0, 0), [(2, 0), (0, 2)]))",
                "(0, 1) + N{(1, 0), (0, 2)} ∪ (1, 0) + N{(2, 0), (0, 2)}",
            ),
            ("complement(stratum(0, [3, 5]))", "{1, 2, 4, 7}"),
        ],
        |m, a| {
            let s = set_of(&a[0])?;
            let board = match given(&a[1]) {
                Some(board) => set_of(board)?.0.clone(),
                None => Rc::new(Stratification::orthant(s.0.dimension())),
            };
            set(board.difference(&s.0, budget(), &m.handle))
        },
    ),
    Native::new(
        "strata",
        "strata(S)",
        "The disjoint strata of a set, each as the pair of its base and its generators.",
        &[("strata(stratum([(0, 0), (1, 1)], [(2, 0)]))", "[((0, 0), [(2, 0)]), ((1, 1), [(2, 0)])]")],
        |m, a| {
            let mut list = Vec::new();
            for stratum in set_of(&a[0])?.0.strata() {
                m.handle.tick()?;
                let generators = stratum.generators.iter().map(|g| tuple_of(g)).collect();
                list.push(Value::tuple(vec![tuple_of(&stratum.base), Value::list(generators)]));
            }
            Ok(Value::list(list))
        },
    ),
    Native::new(
        "points",
        "points(S, low, high)",
        "The points of a set in the box from `low` to `high`, both ends in. An integer stands for a corner with equal coordinates.",
        &[
            ("points(stratum((1, 0), [(2, 3)]), 0, 10)", "[(1, 0), (3, 3), (5, 6), (7, 9)]"),
            ("points(stratum((1, 0), [(2, 3)]), (2, 0), (6, 20))", "[(3, 3), (5, 6)]"),
        ],
        |m, a| {
            let s = set_of(&a[0])?;
            let (low, high) = corners(m, a, s.0.dimension())?;
            let points = s.0.points_in_box(&low, &high, budget(), &m.handle).map_err(fault_in_box)?;
            Ok(Value::list(points.iter().map(|p| tuple_of(p)).collect()))
        },
    ),
    Native::new(
        "contains",
        "contains(S, x...)",
        "Whether `x` belongs to a set or collection: `x in S`, as a question after a dot. Several arguments are the coordinates of a point.",
        &[
            ("orthant(2).contains((3, -1))", "false"),
            ("orthant(2).contains(3, 1)", "true"),
            ("contains([1, 2], 2)", "true"),
        ],
        |m, a| match &a[1..] {
            [] => Fault::new(Mistake::Arguments, "`contains` needs what may belong to the set").err(),
            [x] => Ok(Value::Bool(m.contains(x, &a[0])?)),
            point => Ok(Value::Bool(m.contains(&Value::tuple(point.to_vec()), &a[0])?)),
        },
    ),
    Native::new(
        "series",
        "series(S, variables = nothing)",
        "The rational generating function of a set (Theorem 5.1 of Guo and Miller), or the one that a text describes. Denominators are products of factors `1 - monomial` with independent exponents, expanded in the direction in which they are written. `variables` is their number or a list of names; usually `x, y, z, w`, or `x1, x2, …`. `f + g`, `c * f`, `f * g` (the ordinary product) and `f == g` (exact) work; `f[p]` is a coefficient.",
        &[
            ("series(stratum((0, 0), [(2, 0), (0, 2)]))", "1/((1 - x^2)*(1 - y^2))"),
            ("series(\"(1 + x*y)/((1 - x^2)*(1 - y^2))\")[(3, 5)]", "1"),
            ("series(\"1/(1 - x)\") == series(\"(1 + x)/(1 - x^2)\")", "true"),
            ("series(stratum((0, 1), [(1, 1)]), [\"a\", \"b\"])", "b/(1 - a*b)"),
            ("1/2 * series(\"1/(1 - x)\") - series(\"x^3\")", "(1/2)/(1 - x) - x^3"),
        ],
        make_series,
    ),
    Native::new(
        "hadamard",
        "hadamard(f, g)",
        "The Hadamard product: coefficients multiplied point by point. For sets it is the intersection.",
        &[
            ("hadamard(series(\"1/(1 - x^4)\"), series(\"x^2/(1 - x^6)\"))", "x^8/(1 - x^12)"),
            ("hadamard(series(\"1/((1 - x)*(1 - y))\"), series(\"3*x*y - y\", 2))", "-y + 3*x*y"),
        ],
        |m, a| {
            let (f, g) = (function_of(&a[0])?, function_of(&a[1])?);
            Ok(f.with(f.series.hadamard(&g.series, budget(), &m.handle).map_err(fault)?))
        },
    ),
    Native::new(
        "coefficient",
        "coefficient(f, p, by_product = false)",
        "The coefficient of a generating function at a point, `f[p]`; coordinates may have any size. With `by_product = true` it is found by the full Hadamard product with the monomial (Theorem 3.6 of Guo and Miller), which gives the same more slowly.",
        &[
            ("coefficient(series(\"1/((1 - x^2)*(1 - y^2))\"), (10^30, 4))", "1"),
            ("coefficient(series(\"1/(1 - x^2)\"), 7, true)", "0"),
        ],
        |m, a| {
            let f = function_of(&a[0])?;
            let point = point_of(m, &a[1], Some(f.series.dimension()))?;
            let coefficient = match given(&a[2]) {
                Some(Value::Bool(true)) => f.series.coefficient_by_product(&point, budget(), &m.handle),
                Some(Value::Bool(false)) | None => f.series.coefficient(&point, &m.handle),
                Some(other) => return Fault::expected("true or false", other).err(),
            };
            Ok(coefficient.map_err(fault)?.into())
        },
    ),
    Native::new(
        "truncated",
        "truncated(f, low, high)",
        "The terms of a generating function in the box from `low` to `high`, both ends in, as a polynomial.",
        &[(
            "truncated(series(\"(1 + x*y)/((1 - x^2)*(1 - y^2))\"), 0, 3)",
            "1 + x^2 + x*y + y^2 + x^3*y + x^2*y^2 + x*y^3 + x^3*y^3",
        )],
        |m, a| {
            let f = function_of(&a[0])?;
            let (low, high) = corners(m, a, f.series.dimension())?;
            Ok(f.with(f.series.truncated(&low, &high, budget(), &m.handle).map_err(fault_in_box)?))
        },
    ),
    Native::new(
        "count_in_box",
        "count_in_box(f, low, high)",
        "The number of points of a set in a box, or the sum of the coefficients of a generating function there, without listing them.",
        &[
            ("count_in_box(stratum((0, 0), [(1, 2), (3, 1)]), 0, 10^9)", "116666667200000001"),
            ("count_in_box(series(\"1/(1 - x) - 1/2/(1 - x^2)\"), 0, 9)", "15/2"),
        ],
        |m, a| {
            let f = match a[0].thing::<PointSet>() {
                Some(set) => Rc::new(Series::of_set(&set.0)),
                None => Rc::clone(&function_of(&a[0])?.series),
            };
            let (low, high) = corners(m, a, f.dimension())?;
            Ok(f.count_in_box(&low, &high, budget(), &m.handle).map_err(fault)?.into())
        },
    ),
    Native::new(
        "support",
        "support(f)",
        "The set of points where a generating function has the coefficient 1, if all its coefficients are 0 or 1.",
        &[("support(series(\"1/(1 - x) - 1/(1 - x^3)\"))", "{1, 2} + N{3}")],
        |m, a| {
            let f = function_of(&a[0])?;
            match f.series.support_of_set(budget(), &m.handle).map_err(fault)? {
                Some(set) => Ok(PointSet::value(set)),
                None => Fault::new(Mistake::Unsuitable, "some coefficient is neither 0 nor 1").err(),
            }
        },
    ),
    Native::new(
        "probably_equal",
        "probably_equal(f, g)",
        "A quick test for two generating functions by values at random points modulo 2^61 - 1: false is proved, true is probable only. `f == g` is exact.",
        &[("probably_equal(series(\"1/(1 - x)\"), series(\"(1 + x)/(1 - x^2)\"))", "true")],
        |m, a| {
            let (f, g) = (function_of(&a[0])?, function_of(&a[1])?);
            match f.series.probably_equals(&g.series, 0x5eed, &m.handle).map_err(fault)? {
                Some(verdict) => Ok(Value::Bool(verdict == Verdict::ProbablyEqual)),
                None => Fault::new(
                    Mistake::Unsuitable,
                    "the quick test does not apply: denominators are expanded in opposite directions",
                )
                .note("`f == g` is exact and works in all cases.")
                .err(),
            }
        },
    ),
    Native::new(
        "complexity",
        "complexity(x)",
        "The number of bits that write something down: `1 + ceil(log2(|n| + 1))` for every integer n in it. For a generating function those of its terms (Definition 3.3 of Guo and Miller); for a lattice game those of its moves and of the defeated positions that lead to all others (2.4); for a list of vectors those of the affine semigroup that they generate (4.8); for a stratification, or a strategy that is known as one, those of its pieces F + A as they are shown (4.9).",
        &[
            ("complexity(series(\"1/(1 - x^2)\"))", "8"),
            ("complexity(stratum((0, 0), [(2, 0)]))", "6"),
            ("complexity(lattice_of(Nim, 2))", "10"),
            ("complexity(lattice_of(Nim, 2, misere))", "12"),
            ("complexity([(2, 0), (0, 2)])", "8"),
            ("complexity(strategy(lattice_of(Nim, 2)))", "10"),
        ],
        |m, a| complexity(m, &a[0]),
    ),
];

/// `complexity(x)`.
fn complexity(m: &mut Machine, x: &Value) -> Res {
    if let Some(set) = x.thing::<PointSet>() {
        return Ok(set.0.complexity().into());
    }
    if let Some(f) = x.thing::<Generating>() {
        return Ok(f.series.complexity().into());
    }
    if is_lattice(x) {
        return lattice_complexity(m, x);
    }
    match x {
        Value::List(_) | Value::Set(_) => {
            let vectors = points_of(m, x, None)?;
            dimension_of(&vectors)?;
            Ok(vectors.iter().flatten().map(bits).sum::<u64>().into())
        }
        _ => {
            let what = "a lattice game or its strategy, a set of points, a list of vectors or a generating function";
            Fault::expected(what, x).err()
        }
    }
}

/// `F + N A` for a point or points `F`.
fn piece(m: &mut Machine, bases: &Value, generators: &Value, d: Option<usize>) -> Res<Stratification> {
    let bases = if is_point(bases) { vec![point_of(m, bases, d)?] } else { points_of(m, bases, d)? };
    if is_point(generators) && !matches!(generators, Value::Tuple(items) if items.is_empty()) {
        let shown = m.notation(generators)?;
        return Fault::expected(format!("a list of vectors, `[{shown}]`"), generators).err();
    }
    let generators = points_of(m, generators, d)?;
    let Some(d) = dimension_of(bases.iter().chain(&generators))? else {
        return Fault::new(Mistake::Unsuitable, "a set without points has no dimension")
            .note("The empty set of dimension 2 is `stratification([], 2)`.")
            .err();
    };
    semigroup::module(d, &bases, &generators, budget(), &m.handle).map_err(fault)
}

fn union_of_pieces(m: &mut Machine, pieces: &Value, d: Option<usize>) -> Res {
    let mut union = d.map(Stratification::empty);
    for pair in m.elements(pieces)? {
        let parts = match &pair {
            Value::Tuple(parts) if parts.len() == 2 && !is_point(&pair) => parts,
            other => return Fault::expected("a pair such as ((0, 0), [(2, 0), (0, 2)])", other).err(),
        };
        let next = piece(m, &parts[0], &parts[1], d)?;
        union = Some(match union {
            Some(before) => before.union(&next, budget(), &m.handle).map_err(fault)?,
            None => next,
        });
    }
    match union {
        Some(union) => Ok(PointSet::value(union)),
        None => Fault::new(Mistake::Unsuitable, "a set without points has no dimension")
            .note("The empty set of dimension 2 is `stratification([], 2)`.")
            .err(),
    }
}

/// A set as a value, or the engine's error.
fn set(result: Result<Stratification, crate::lattices::trouble::Trouble>) -> Res {
    result.map(PointSet::value).map_err(fault)
}

fn set_of(value: &Value) -> Res<&PointSet> {
    match value.thing::<PointSet>() {
        Some(set) => Ok(set),
        None => of_strategy(Fault::expected("a set of points such as stratum((0, 0), [(2, 0)])", value), value).err(),
    }
}

/// A note where a strategy is given for its set.
fn of_strategy(fault: Fault, value: &Value) -> Fault {
    match is_lattice(value) {
        true => fault.note("The set of P-positions of a game or a strategy is `p_set(S)`."),
        false => fault,
    }
}

fn function_of(value: &Value) -> Res<&Generating> {
    match value.thing::<Generating>() {
        Some(f) => Ok(f),
        None => of_strategy(Fault::expected("a generating function such as series(\"1/(1 - x)\")", value), value).err(),
    }
}

/// A number of coordinates.
fn dimension(value: &Value) -> Res<usize> {
    match usize::try_from(natural(value, "the dimension")?) {
        Ok(d) if (1..=64).contains(&d) => Ok(d),
        _ => Fault::expected("a dimension from 1 to 64", value).err(),
    }
}

/// The number of coordinates of the first point in a text.
fn dimension_of_text(text: &str) -> Res<usize> {
    match text.split_once('(').and_then(|(_, rest)| rest.split_once(')')) {
        Some((point, _)) => Ok(point.trim_end().trim_end_matches(',').matches(',').count() + 1),
        None if text.contains(|c: char| c.is_ascii_digit()) => Ok(1),
        None => Fault::new(Mistake::Unsuitable, "the text has no point that would tell the dimension")
            .note("Give it: `stratification(\"[]\", 2)`.")
            .err(),
    }
}

fn corners(
    m: &mut Machine,
    a: &[Value],
    d: usize,
) -> Res<(crate::lattices::linear::Vector, crate::lattices::linear::Vector)> {
    Ok((corner_of(m, &a[1], d)?, corner_of(m, &a[2], d)?))
}

fn make_series(m: &mut Machine, a: &[Value]) -> Res {
    let names: Option<Vec<String>> = match given(&a[1]) {
        None => None,
        Some(Value::Int(_)) => Some(variable_names(dimension(&a[1])?)),
        Some(list) => {
            let mut names = Vec::new();
            for name in m.elements(list)? {
                let text = string(&name, "the name of a variable")?.to_string();
                let fits = text.starts_with(|c: char| c.is_ascii_alphabetic())
                    && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
                if !fits || names.contains(&text) {
                    return Fault::expected("different names of letters and digits", &name).err();
                }
                names.push(text);
            }
            Some(names)
        }
    };
    let wrap = |series: Series, names: Option<Vec<String>>| match names {
        Some(names) if names.len() != series.dimension() => {
            Err(fault(crate::lattices::trouble::Trouble::Dimension(series.dimension(), names.len())))
        }
        Some(names) => Ok(Value::of(Generating { series: Rc::new(series), names: names.into() })),
        None => Ok(Generating::value(series)),
    };
    match &a[0] {
        Value::Str(text) => {
            let names = names.unwrap_or_else(|| variable_names(dimension_of_series(text)));
            let series = parse::parse(text, &names, budget(), &m.handle)
                .map_err(|e| fault_in_text(e, text, format!("Its variables are {}.", names.join(", "))))?;
            wrap(series, Some(names))
        }
        value => match (value.thing::<PointSet>(), value.thing::<Generating>()) {
            (Some(set), _) => wrap(Series::of_set(&set.0), names),
            (_, Some(f)) => wrap((*f.series).clone(), names),
            _ => Fault::expected("a set of points or a text", value).err(),
        },
    }
}

/// The least number of usual variables among which all of a text's are: `x` to `w`, or `x1, x2, …`
fn dimension_of_series(text: &str) -> usize {
    let numbered = text
        .split('x')
        .skip(1)
        .filter_map(|rest| {
            let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
            digits.parse::<usize>().ok()
        })
        .max();
    match numbered {
        Some(n) => n.clamp(5, 64),
        None => (1..=4).rev().find(|&d| text.contains(["x", "y", "z", "w"][d - 1])).unwrap_or(1),
    }
}

/// `union`, `intersection` and `difference` of sets of points, and the first two of generating functions of sets.
pub fn combined(m: &mut Machine, operation: &str, a: &Value, b: &Value) -> Option<Res> {
    let is_list = |value: &Value| matches!(value, Value::List(_) | Value::Set(_) | Value::Range(_));
    let beside =
        |m: &mut Machine, list: &Value, set: &PointSet| listed(m, list, set.0.dimension()).map(PointSet::value);
    if let (Some(s), true) = (a.thing::<PointSet>(), is_list(b)) {
        return Some(beside(m, b, s).and_then(|t| combined(m, operation, a, &t).unwrap_or(Ok(t))));
    }
    if let (true, Some(t)) = (is_list(a), b.thing::<PointSet>()) {
        return Some(beside(m, a, t).and_then(|s| combined(m, operation, &s, b).unwrap_or(Ok(s))));
    }
    if let (Some(s), Some(t)) = (a.thing::<PointSet>(), b.thing::<PointSet>()) {
        return Some(set(match operation {
            "union" => s.0.union(&t.0, budget(), &m.handle),
            "intersection" => s.0.intersection(&t.0, budget(), &m.handle),
            _ => s.0.difference(&t.0, budget(), &m.handle),
        }));
    }
    let (f, g) = (a.thing::<Generating>()?, b.thing::<Generating>()?);
    let result = match operation {
        "union" => f.series.union(&g.series, budget(), &m.handle),
        "intersection" => f.series.hadamard(&g.series, budget(), &m.handle),
        _ => f.series.difference(&g.series, budget(), &m.handle),
    };
    Some(result.map(|series| f.with(series)).map_err(fault))
}

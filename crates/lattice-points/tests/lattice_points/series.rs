//! Rational generating functions against truncated series written out term by term, and against published series.

use crate::oracle;
use crate::oracle::{Dice, Small, all_points, big, bigs, random};
use num_bigint::BigInt;
use num_rational::BigRational;
use sprague_lattice_points::linear::hilbert::hilbert_basis;
use sprague_lattice_points::series::Series;
use sprague_lattice_points::series::count::lattice_points;
use sprague_lattice_points::series::evaluate::Verdict;
use sprague_lattice_points::series::notation::{latex, text, variable_names};
use sprague_lattice_points::series::parse::parse;
use sprague_lattice_points::sets::Stratification;
use sprague_lattice_points::sets::polyhedron::Polyhedron;
use sprague_lattice_points::sets::semigroup;
use sprague_lattice_points::stratum::Stratum;
use sprague_lattice_points::trouble::{Budget, Trouble};
use sprague_limits::Handle;
use std::collections::BTreeMap;

fn budget() -> Budget {
    Budget::default()
}

fn rational(n: i64) -> BigRational {
    BigRational::from(BigInt::from(n))
}

fn series(d: usize, terms: &[(i64, Small)]) -> Series {
    Series::of_terms(d, terms.iter().map(|(c, s)| (rational(*c), s.stratum())), &Handle::default()).unwrap()
}

fn listed(side: i64, terms: &[(i64, Small)]) -> BTreeMap<Vec<i64>, i64> {
    let mut points = BTreeMap::new();
    for (c, s) in terms {
        s.points(side, &mut points, *c);
    }
    points.retain(|_, c| *c != 0);
    points
}

fn agrees(f: &Series, points: &BTreeMap<Vec<i64>, i64>, d: usize, side: i64, what: &str) {
    for p in all_points(d, side) {
        let expected = points.get(&p).copied().unwrap_or(0);
        assert_eq!(f.coefficient(&big(&p), &Handle::default()).unwrap(), rational(expected), "{what} at {p:?}");
    }
}

fn random_terms(dice: &mut Dice, d: usize, count: i64, largest: i64) -> Vec<(i64, Small)> {
    (0..count).map(|_| (dice.range(-3, 3), random(dice, d, largest, 30))).collect()
}

fn side(d: usize) -> i64 {
    [0, 40, 14, 8, 5][d]
}

/// Hadamard products by both methods against products of listed coefficients.
#[test]
fn hadamard_products_against_lists() {
    let handle = Handle::default();
    let mut dice = Dice(1);
    for case in 0..160 {
        let d = 1 + case % 4;
        let side = side(d);
        let (f, g) = (random_terms(&mut dice, d, 2, 4), random_terms(&mut dice, d, 2, 4));
        let (a, b) = (listed(side, &f), listed(side, &g));
        let product: BTreeMap<_, _> = a.iter().filter_map(|(p, c)| b.get(p).map(|e| (p.clone(), c * e))).collect();
        let (sf, sg) = (series(d, &f), series(d, &g));
        let what = format!("case {case}: {f:?} * {g:?}");
        agrees(&sf.hadamard(&sg, budget(), &handle).unwrap(), &product, d, side, &what);
    }
}

/// Generators with negative entries, and bases outside of the orthant: coefficients at all points near 0.
#[test]
fn hadamard_products_in_all_directions() {
    let handle = Handle::default();
    let mut dice = Dice(2);
    for case in 0..60 {
        let d = 2 + case % 2;
        let mut one = || loop {
            let k = dice.range(1, d as i64) as usize;
            let generators: Vec<Vec<i64>> = (0..k).map(|_| (0..d).map(|_| dice.range(-3, 3)).collect()).collect();
            if oracle::independent(&generators) {
                return Small { base: (0..d).map(|_| dice.range(-3, 3)).collect(), generators };
            }
        };
        let (s, t) = (one(), one());
        let (f, g) = (series(d, &[(1, s.clone())]), series(d, &[(2, t.clone())]));
        let product = f.hadamard(&g, budget(), &handle).unwrap();
        for p in all_points(d, 9) {
            let p: Vec<i64> = p.iter().map(|x| x - 4).collect();
            let q = big(&p);
            let expected =
                f.coefficient(&q, &Handle::default()).unwrap() * g.coefficient(&q, &Handle::default()).unwrap();
            assert_eq!(
                product.coefficient(&q, &Handle::default()).unwrap(),
                expected,
                "case {case}: {s:?} {t:?} at {p:?}"
            );
        }
    }
}

/// Theorem 5.1 and Lemma 5.2: sets with overlapping pieces, their unions, and the counts in a box.
#[test]
fn unions_and_counts_against_lists() {
    let handle = Handle::default();
    let mut dice = Dice(3);
    let mut given_up = 0;
    for case in 0..100 {
        let d = 1 + case % 4;
        let side = side(d);
        let (s, t) = (random(&mut dice, d, 4, 30), random(&mut dice, d, 4, 30));
        let (mut a, mut b) = (BTreeMap::new(), BTreeMap::new());
        s.points(side, &mut a, 1);
        t.points(side, &mut b, 1);
        let (f, g) = (series(d, &[(1, s.clone())]), series(d, &[(1, t.clone())]));
        let union = f.union(&g, budget(), &handle).unwrap();
        a.extend(b);
        agrees(&union, &a, d, side, &format!("union {s:?} {t:?}"));
        let small = Budget { pieces: 2000 };
        let set = match Stratification::union_of(d, vec![s.stratum(), t.stratum()], small, &handle) {
            Ok(set) => set,
            Err(trouble) => {
                assert_eq!(trouble, Trouble::Budget(2000));
                given_up += 1;
                continue;
            }
        };
        let of_set = Series::of_set(&set);
        agrees(&of_set, &a, d, side, &format!("Theorem 5.1 {s:?} {t:?}"));
        assert!(union.equals(&of_set, budget(), &handle).unwrap(), "{s:?} {t:?}");
        let (low, high) = (big(&vec![0; d]), big(&vec![side - 1; d]));
        assert_eq!(
            union.count_in_box(&low, &high, budget(), &handle).unwrap(),
            rational(a.len() as i64),
            "{s:?} {t:?}"
        );
        let cut = union.truncated(&low, &high, budget(), &handle).unwrap();
        assert_eq!(cut.len(), a.len());
        agrees(&cut, &a, d, side, "truncated");
    }
    // General position in dimension 4 may need thousands of strata.
    assert!(given_up <= 3, "{given_up}");
}

/// Equality is exact, and the quick test agrees with it.
#[test]
fn equality() {
    let handle = Handle::default();
    let mut dice = Dice(4);
    for case in 0..60 {
        let d = 1 + case % 3;
        let s = random(&mut dice, d, 3, 40);
        let f = series(d, &[(1, s.clone())]);
        // The same set, its first generator doubled, in two pieces.
        let Some(a) = s.generators.first() else { continue };
        let mut doubled = s.clone();
        doubled.generators[0] = a.iter().map(|x| 2 * x).collect();
        let mut moved = doubled.clone();
        moved.base.iter_mut().zip(a).for_each(|(x, y)| *x += y);
        let g = series(d, &[(1, doubled.clone()), (1, moved.clone())]);
        assert!(f.equals(&g, budget(), &handle).unwrap());
        assert_eq!(f.probably_equals(&g, 7, &handle).unwrap(), Some(Verdict::ProbablyEqual));
        // One point more or less, or one stratum doubled, is a difference.
        let far: Vec<i64> = s.base.iter().zip(a).map(|(x, y)| x + 12 * y).collect();
        let point = Small { base: far, generators: Vec::new() };
        for wrong in [
            series(d, &[(1, doubled.clone()), (1, moved.clone()), (1, point.clone())]),
            series(d, &[(1, doubled.clone()), (1, moved.clone()), (-1, point)]),
            series(d, &[(1, doubled.clone()), (2, moved.clone())]),
            series(d, &[(1, doubled)]),
        ] {
            assert!(!f.equals(&wrong, budget(), &handle).unwrap());
            assert_eq!(f.probably_equals(&wrong, 7, &handle).unwrap(), Some(Verdict::Different));
        }
    }
    // Expansions in opposite directions are different functions although the rational functions are opposite.
    let right = series(1, &[(1, Small { base: vec![0], generators: vec![vec![1]] })]);
    let left = series(1, &[(-1, Small { base: vec![-1], generators: vec![vec![-1]] })]);
    assert!(!right.equals(&left, budget(), &handle).unwrap());
    assert_eq!(right.probably_equals(&left, 7, &handle).unwrap(), None);
}

/// The coefficient at a point directly and by the full product (Theorem 3.6), for small and for huge coordinates.
#[test]
fn membership_by_two_routes() {
    let handle = Handle::default();
    let mut dice = Dice(5);
    for case in 0..60 {
        let d = 1 + case % 4;
        let f = series(d, &random_terms(&mut dice, d, 3, 4));
        for _ in 0..4 {
            let p = big(&(0..d).map(|_| dice.range(0, 12)).collect::<Vec<_>>());
            assert_eq!(
                f.coefficient(&p, &Handle::default()).unwrap(),
                f.coefficient_by_product(&p, budget(), &handle).unwrap()
            );
        }
    }
    let huge = Small { base: vec![1, 2], generators: vec![vec![6, 10], vec![0, 4]] };
    let f = series(2, &[(1, huge)]);
    let n = BigInt::from(10).pow(30);
    let inside = vec![&n * 6 + 1, &n * 10 + 2 + &n * 400];
    let outside = vec![&n * 6 + 1, &n * 10 + 3 + &n * 400];
    assert_eq!(f.coefficient(&inside, &Handle::default()).unwrap(), rational(1));
    assert_eq!(f.coefficient(&outside, &Handle::default()).unwrap(), rational(0));
    assert_eq!(f.coefficient_by_product(&inside, budget(), &handle).unwrap(), rational(1));
    assert_eq!(f.coefficient_by_product(&outside, budget(), &handle).unwrap(), rational(0));
}

/// Text that is printed can be read back.
#[test]
fn notation() {
    let handle = Handle::default();
    let read = |t: &str, d: usize| parse(t, &variable_names(d), budget(), &handle);
    let round = |t: &str, d: usize| text(&read(t, d).unwrap(), &variable_names(d));
    for (t, d) in [
        ("(1 + x*y)/((1 - x^2)*(1 - y^2))", 2),
        ("1/(1 - x) - 1/2*y", 2),
        ("0", 3),
        ("-x^-1*y/(1 - x^-1*y^2) + 3", 2),
        ("-(x + y)/(1 - x*y)", 2),
        ("x1*x5^7/((1 - x2)*(1 - x3*x4))", 5),
        ("(2 - 1/3*z)/((1 - x*y)*(1 - y))", 3),
    ] {
        assert_eq!(round(t, d), t);
    }
    assert_eq!(round("(1+x)^2/(1 - x*x*x)", 1), "(1 + 2*x + x^2)/(1 - x^3)");
    assert_eq!(round("1/(x*(1 - x)*2)", 1), "(1/2*x^-1)/(1 - x)");
    assert_eq!(round("1/(1 - x) * 1/(1 - y)", 2), "1/((1 - x)*(1 - y))");
    assert_eq!(
        latex(&read("(1 + x*y)/((1 - x^2)*(1 - y^2)) - 1/2*x", 2).unwrap(), &variable_names(2)),
        "\\frac{1 + x y}{(1 - x^{2})(1 - y^{2})} - \\frac{1}{2} x"
    );
    let mut dice = Dice(6);
    for case in 0..60 {
        let d = 1 + case % 5;
        let f = series(d, &random_terms(&mut dice, d, 4, 5));
        assert_eq!(read(&text(&f, &variable_names(d)), d).unwrap(), f);
    }
    assert_eq!(read("1/(1 - x)^2", 1), Err(Trouble::Dependent));
    assert_eq!(read("1/((1 - x)*(1 - x*y)*(1 - y))", 2), Err(Trouble::Dependent));
    assert_eq!(read("1/(x - y)", 2), Err(Trouble::Text(2, "a number, a monomial, or factors `1 - monomial`")));
    assert_eq!(read("1 + ", 2), Err(Trouble::Text(4, "a number, a variable or `(`")));
    assert_eq!(read("1 + q", 2), Err(Trouble::Text(4, "a number, a variable or `(`")));
    assert_eq!(read("(1 + x", 2), Err(Trouble::Text(6, "`)`")));
    assert!(read(&"(".repeat(5000), 2).is_err());
    assert!(read(&format!("1/{}", "(".repeat(5000)), 2).is_err());
    assert!(read("1/0", 2).is_err());
    assert!(read("x^99999999999999999999999", 2).is_ok());
}

fn count(rows: &[(Vec<i64>, i64)]) -> BigInt {
    let dimension = rows[0].0.len();
    let rows = rows.iter().map(|(r, c)| (big(r), BigInt::from(*c))).collect();
    lattice_points(Polyhedron { dimension, rows }, budget(), &Handle::default()).unwrap()
}

fn unit(d: usize, i: usize, value: i64) -> Vec<i64> {
    (0..d).map(|j| if i == j { value } else { 0 }).collect()
}

fn binomial(n: i64, k: i64) -> BigInt {
    (0..k).fold(BigInt::from(1), |b, i| b * (n - i) / (i + 1))
}

/// Ehrhart polynomials (Beck and Robins, *Computing the Continuous Discretely*): cube `(t + 1)^d` (2.1), standard simplex `C(d + t, d)`
/// (2.3), cross-polytope `sum of C(d, k) C(t - k + d, d)` (2.5).
#[test]
fn cubes_simplices_and_cross_polytopes() {
    for d in 1..=4usize {
        for t in [0, 1, 2, 5, 1_000_000] {
            let mut cube = Vec::new();
            let mut simplex = vec![(vec![-1; d], t)];
            for i in 0..d {
                cube.push((unit(d, i, 1), 0));
                cube.push((unit(d, i, -1), t));
                simplex.push((unit(d, i, 1), 0));
            }
            assert_eq!(count(&cube), BigInt::from(t + 1).pow(d as u32));
            assert_eq!(count(&simplex), binomial(t + d as i64, d as i64));
            let cross: Vec<_> = (0..1 << d)
                .map(|signs: u32| ((0..d).map(|i| if signs >> i & 1 == 1 { 1 } else { -1 }).collect(), t))
                .collect();
            let d = d as i64;
            let expected: BigInt = (0..=d)
                .filter(|k| t - k + d >= d || t == 0 && *k == 0)
                .map(|k| binomial(d, k) * binomial(t - k + d, d))
                .sum();
            assert_eq!(count(&cross), expected, "cross-polytope of dimension {d}, {t} times");
        }
    }
}

/// The rows of `t B_3`: 3 x 3 matrices of nonnegative integers with all line sums `t`. The numbers 1, 6, 21, 55, 120, 231 are MacMahon's
/// (Combinatory Analysis, 1916; Stanley, *Enumerative Combinatorics* I, 4.6): `C(t + 2, 4) + C(t + 3, 4) + C(t + 4, 4)`.
#[test]
fn birkhoff_polytope() {
    for (t, expected) in [(0, 1), (1, 6), (2, 21), (3, 55), (4, 120), (5, 231)] {
        let mut rows: Vec<(Vec<i64>, i64)> = (0..9).map(|i| (unit(9, i, 1), 0)).collect();
        for line in 0..3 {
            for cells in [(0..3).map(|j| 3 * line + j).collect::<Vec<usize>>(), (0..3).map(|j| 3 * j + line).collect()]
            {
                for sign in [1, -1] {
                    rows.push(((0..9).map(|i| if cells.contains(&i) { sign } else { 0 }).collect(), -sign * t));
                }
            }
        }
        assert_eq!(count(&rows), BigInt::from(expected), "{t}");
    }
}

/// Order polytopes: `t` times that of a poset has as many points as there are order-preserving maps to `0..=t` (Stanley 1986).
/// For the poset `a < c, b < c, b < d` and a chain; maps are counted one by one.
#[test]
fn order_polytopes() {
    for relations in [vec![(0, 2), (1, 2), (1, 3)], vec![(0, 1), (1, 2), (2, 3)], vec![(0, 3), (1, 3), (2, 3)]] {
        for t in 0..4 {
            let mut rows = Vec::new();
            for i in 0..4 {
                rows.push((unit(4, i, 1), 0));
                rows.push((unit(4, i, -1), t));
            }
            for &(a, b) in &relations {
                rows.push((
                    (0..4)
                        .map(|i| {
                            if i == b {
                                1
                            } else if i == a {
                                -1
                            } else {
                                0
                            }
                        })
                        .collect(),
                    0,
                ));
            }
            let maps =
                all_points(4, t + 1).into_iter().filter(|p| relations.iter().all(|&(a, b)| p[a] <= p[b])).count();
            assert_eq!(count(&rows), BigInt::from(maps));
        }
    }
}

/// A triangle with the vertices 0, (1/2, 0), (0, 1/3), (rational), t times: `floor`-sums of lattice points, listed.
#[test]
fn rational_triangles() {
    for t in 0..40i64 {
        let expected = (0..=t).flat_map(|x| (0..=t).map(move |y| (x, y))).filter(|(x, y)| 2 * x + 3 * y <= t).count();
        assert_eq!(count(&[(vec![1, 0], 0), (vec![0, 1], 0), (vec![-2, -3], t)]), BigInt::from(expected));
    }
    // Too many to list: Pick's theorem gives 2 n^2 + 2 n + 1 for |x| + |y| <= n.
    let n = 10i64.pow(9);
    let rows: Vec<_> = [(1, 1), (1, -1), (-1, 1), (-1, -1)].into_iter().map(|(a, b)| (vec![a, b], n)).collect();
    assert_eq!(count(&rows), BigInt::from(n) * n * 2 + BigInt::from(n) * 2 + 1);
}

/// The Hilbert series of small cones, from their definitions: the Veronese cone of (1, 0) and (1, n) has `n - 1` points in its
/// parallelepiped besides 0; the cone over the unit square has the series `(1 + t) / (1 - t)^3` by degree (Stanley).
#[test]
fn series_of_cones() {
    let handle = Handle::default();
    let cone = |d: usize, rays: &[Vec<i64>]| {
        let rows = semigroup::cone(d, &bigs(rays), &handle).unwrap();
        Series::of_polyhedron(rows, budget(), &handle).unwrap()
    };
    for n in [1, 2, 5, 30] {
        let f = cone(2, &[vec![1, 0], vec![1, n]]);
        let top: Vec<String> = (1..n).map(|i| format!("x*y^{i}")).collect();
        let expected =
            format!("(1 + {})/((1 - x)*(1 - x*y^{n}))", if top.is_empty() { "0".into() } else { top.join(" + ") });
        let expected = parse(&expected, &variable_names(2), budget(), &handle).unwrap();
        assert!(f.equals(&expected, budget(), &handle).unwrap(), "{n}");
    }
    // A cone of large index has few terms.
    let f = cone(2, &[vec![1, 0], vec![1_000_003, 1_000_000_007]]);
    assert!(f.len() < 60, "{}", f.len());
    for (x, y) in [(1i64, 1i64), (1, 1000), (1, 1001), (5000, 5_000_020), (1_000_003, 1_000_000_007), (7, 6999)] {
        let inside = y * 1_000_003 <= x * 1_000_000_007;
        assert_eq!(f.coefficient(&big(&[x, y]), &Handle::default()).unwrap(), rational(i64::from(inside)), "{x} {y}");
    }
    // The cone over the unit square at height 1.
    let square = cone(3, &[vec![0, 0, 1], vec![1, 0, 1], vec![0, 1, 1], vec![1, 1, 1]]);
    for h in 0..6 {
        let sum = square.count_in_box(&big(&[0, 0, h]), &big(&[h, h, h]), budget(), &handle).unwrap();
        assert_eq!(sum, rational((h + 1) * (h + 1)));
    }
    // Lines have no series; cones of lower dimension do.
    assert_eq!(semigroup::cone(2, &bigs(&[vec![1, 0], vec![-1, 0]]), &handle).unwrap_err(), Trouble::NotPointed);
    assert_eq!(cone(2, &[vec![2, 4]]), parse("1/(1 - x*y^2)", &variable_names(2), budget(), &handle).unwrap());
    assert_eq!(cone(2, &[]), Series::one(2));
}

/// Random cones and polytopes in dimension 2 to 4 against their inequalities, by both methods.
#[test]
fn random_polyhedra_against_lists() {
    random_polyhedra(30, 8);
}

#[test]
#[ignore = "seconds in a test build: more of the same"]
fn more_random_polyhedra() {
    random_polyhedra(300, 9);
}

fn random_polyhedra(cases: usize, seed: u64) {
    let handle = Handle::default();
    let mut dice = Dice(seed);
    for case in 0..cases {
        let d = 2 + case % 3;
        let mut rows: Vec<(Vec<i64>, i64)> = (0..d).map(|i| (unit(d, i, 1), 0)).collect();
        for _ in 0..dice.range(1, 3) {
            rows.push(((0..d).map(|_| dice.range(-4, 5)).collect(), dice.range(-3, 12)));
        }
        let polyhedron =
            Polyhedron { dimension: d, rows: rows.iter().map(|(r, c)| (big(r), BigInt::from(*c))).collect() };
        let side = [0, 0, 14, 7, 5][d];
        let mut points = BTreeMap::new();
        for p in all_points(d, side) {
            if rows.iter().all(|(r, c)| r.iter().zip(&p).map(|(a, x)| a * x).sum::<i64>() + c >= 0) {
                points.insert(p, 1);
            }
        }
        let signed =
            sprague_lattice_points::series::brion::signed_cones(polyhedron.clone(), budget(), &handle).unwrap();
        let signed = Series::of_terms(
            d,
            signed.into_iter().map(|(minus, s)| (rational(if minus { -1 } else { 1 }), s)),
            &handle,
        )
        .unwrap();
        agrees(&signed, &points, d, side, &format!("case {case}: {rows:?}"));
        let mixed = Series::of_polyhedron(polyhedron.clone(), budget(), &handle).unwrap();
        agrees(&mixed, &points, d, side, &format!("case {case}: {rows:?}"));
        match Stratification::of_polyhedron(polyhedron, Budget { pieces: 200 }, &handle) {
            Ok(set) => agrees(&Series::of_set(&set), &points, d, side, &format!("case {case}: {rows:?}")),
            Err(trouble) => assert_eq!(trouble, Trouble::Budget(200)),
        }
    }
}

/// The number of points of `t` times the polytope with these vertices.
fn dilated(vertices: &[Vec<i64>], t: i64) -> BigInt {
    let handle = Handle::default();
    let d = vertices[0].len() + 1;
    let rays: Vec<Vec<i64>> = vertices.iter().map(|v| v.iter().copied().chain([1]).collect()).collect();
    let mut cone = semigroup::cone(d, &bigs(&rays), &handle).unwrap();
    cone.rows.push((big(&unit(d, d - 1, 1)), BigInt::from(-t)));
    cone.rows.push((big(&unit(d, d - 1, -1)), BigInt::from(t)));
    lattice_points(cone, budget(), &handle).unwrap()
}

/// Examples of the manual of Normaliz (Bruns, Ichim, Römer, Sieg and Söger, version 3.10, "Discrete convex geometry by examples"):
/// the cone of (2, 1) and (1, 3), a lattice polytope, and a rational triangle with its quasi-polynomial.
#[test]
fn examples_of_normaliz() {
    let handle = Handle::default();
    let basis = |rows: &[Vec<i64>], d: usize| hilbert_basis(&bigs(rows), d, budget(), &handle).unwrap();
    assert_eq!(
        basis(&[vec![-1, 2], vec![3, -1]], 2),
        bigs(&[vec![1, 1], vec![1, 2], vec![1, 3], vec![2, 1]]),
        "2cone.in"
    );
    // 2cone_int.in: the interior is generated by (1, 1) and (1, 2) over the cone.
    let row = |r: [i64; 2], c: i64| (big(&r), BigInt::from(c));
    let interior = Polyhedron { dimension: 2, rows: vec![row([-1, 2], -1), row([3, -1], -1)] };
    let interior = Stratification::of_polyhedron(interior, budget(), &handle).unwrap();
    let generated = |base: [i64; 2]| {
        let rows = vec![row([-1, 2], base[0] - 2 * base[1]), row([3, -1], base[1] - 3 * base[0])];
        Stratification::of_polyhedron(Polyhedron { dimension: 2, rows }, budget(), &handle).unwrap()
    };
    let union = generated([1, 1]).union(&generated([1, 2]), budget(), &handle).unwrap();
    assert!(interior.equals(&union, budget(), &handle).unwrap());
    // polytope.in: Hilbert series (1 + 14 t + 15 t^2)/(1 - t)^4, polynomial 1 + 4 k + 8 k^2 + 5 k^3.
    let vertices = [vec![0, 0, 0], vec![2, 0, 0], vec![0, 3, 0], vec![0, 0, 5]];
    for k in [0i64, 1, 2, 3, 10, 1_000_000] {
        let k = BigInt::from(k);
        let expected: BigInt = 1 + 4 * &k + 8 * k.pow(2) + 5 * k.pow(3);
        assert_eq!(dilated(&vertices, i64::try_from(k).unwrap()), expected, "polytope.in");
    }
    let monoid = basis(&[vec![-15, -10, -6, 30], vec![0, 0, 1, 0], vec![0, 1, 0, 0], vec![1, 0, 0, 0]], 4);
    assert_eq!(monoid.len(), 19);
    let higher: Vec<_> = monoid.into_iter().filter(|v| v[3] != BigInt::from(1)).collect();
    assert_eq!(higher, bigs(&[vec![1, 2, 4, 2]]));
    // rational.in: the quasi-polynomial of period 12, coefficients in ascending order over 48.
    let quasi = [
        [48, 28, 15],
        [11, 22, 15],
        [-20, 28, 15],
        [39, 22, 15],
        [32, 28, 15],
        [-5, 22, 15],
        [12, 28, 15],
        [23, 22, 15],
        [16, 28, 15],
        [27, 22, 15],
        [-4, 28, 15],
        [7, 22, 15],
    ];
    for k in (0..36i64).chain(1_000_000_000..1_000_000_012) {
        let points = count(&[(vec![-8, 2], 3 * k), (vec![1, -1], 0), (vec![2, 7], 3 * k)]);
        let [a, b, c] = quasi[(k % 12) as usize].map(BigInt::from);
        assert_eq!(points * 48, a + b * k + c * k * k, "rational.in, {k}");
    }
}

/// Matrices of natural numbers whose lines have the sum `t`, the entries with a factor each: `lines` lists the cells of each line.
fn matrices(n: usize, lines: &[Vec<usize>], factor: impl Fn(usize) -> i64, t: i64) -> BigInt {
    let mut rows: Vec<(Vec<i64>, i64)> = (0..n * n).map(|i| (unit(n * n, i, 1), 0)).collect();
    for line in lines {
        for sign in [1, -1] {
            let row = (0..n * n).map(|i| if line.contains(&i) { sign * factor(i) } else { 0 }).collect();
            rows.push((row, -sign * t));
        }
    }
    count(&rows)
}

/// Rows, columns and both diagonals of an n x n matrix.
fn magic_lines(n: usize) -> Vec<Vec<usize>> {
    let mut lines: Vec<Vec<usize>> = (0..n).map(|i| (0..n).map(|j| n * i + j).collect()).collect();
    lines.extend((0..n).map(|j| (0..n).map(|i| n * i + j).collect::<Vec<_>>()));
    lines.push((0..n).map(|i| n * i + i).collect());
    lines.push((0..n).map(|i| n * i + n - 1 - i).collect());
    lines
}

/// Magic squares. The manual of Normaliz, 3x3magic.in and 3x3magiceven.in: 1 + 2 k + 2 k^2 of magic constant 3 k, and with even
/// corners (2 + 2 k + k^2)/2 for even and (k^2 - 1)/2 for odd k. The manual of LattE (De Loera and others, "A Brief Tutorial",
/// Counting Magic Squares): 8 of size 4 x 4 with magic constant 1, 225351 with 12.
#[test]
fn magic_squares() {
    let three = magic_lines(3);
    for t in [0i64, 1, 2, 3, 6, 9, 12, 3_000_000] {
        let k = t / 3;
        let expected = if t % 3 == 0 { 1 + 2 * k + 2 * k * k } else { 0 };
        assert_eq!(matrices(3, &three, |_| 1, t), BigInt::from(expected), "{t}");
        let even = if k % 2 == 0 { (2 + 2 * k + k * k) / 2 } else { (k * k - 1) / 2 };
        let corners = matrices(3, &three, |i| if [0, 2, 6, 8].contains(&i) { 2 } else { 1 }, t);
        assert_eq!(corners, BigInt::from(if t % 3 == 0 { even } else { 0 }), "{t} with even corners");
    }
    let four = magic_lines(4);
    for (t, expected) in [(1, 8), (12, 225_351)] {
        assert_eq!(matrices(4, &four, |_| 1, t), BigInt::from(expected));
    }
}

/// The octahedron of the reference manual of Sage, whose Ehrhart polynomial it gives as found by LattE: 2/3 t^3 + 2 t^2 + 7/3 t + 1.
#[test]
fn octahedron_of_sage() {
    let vertices = [vec![0, 0, 1], vec![1, 0, 0], vec![1, 0, 1], vec![1, 1, 0], vec![1, 1, 1], vec![2, 1, 0]];
    for t in [0i64, 1, 2, 3, 7, 1000] {
        assert_eq!(dilated(&vertices, t) * 3, BigInt::from(2 * t * t * t + 6 * t * t + 7 * t + 3));
    }
}

/// 4 x 4 matrices with all row and column sums t: 1, 24, 282, 2008 (Stanley, *Enumerative Combinatorics* I, 4.6; OEIS A001496).
#[test]
#[ignore = "seconds: a polytope of dimension 9 with 24 vertices"]
fn birkhoff_polytope_of_size_4() {
    let lines = &magic_lines(4)[..8];
    for (t, expected) in [(0, 1), (1, 24), (2, 282), (3, 2008), (4, 10147)] {
        assert_eq!(matrices(4, lines, |_| 1, t), BigInt::from(expected), "{t}");
    }
}

/// Complexity counts bits; dimensions are checked; budgets end in an error.
#[test]
fn sizes_and_errors() {
    let handle = Handle::default();
    let f = parse("1/(1 - x^2)", &variable_names(1), budget(), &handle).unwrap();
    // 1/1 has 2 + 2 bits, the exponents 0 and 2 have 1 and 3.
    assert_eq!(f.complexity(), 8);
    assert_eq!(f.coefficient(&big(&[1, 2]), &Handle::default()), Err(Trouble::Dimension(1, 2)));
    assert_eq!(f.plus(&Series::one(2)), Err(Trouble::Dimension(1, 2)));
    assert!(f.hadamard(&Series::one(2), budget(), &handle).is_err());
    let g = Series::of_set(&Stratification::orthant(1));
    let small = Budget { pieces: 50 };
    assert_eq!(g.truncated(&big(&[0]), &big(&[1000]), small, &handle), Err(Trouble::Budget(50)));
    assert_eq!(
        lattice_points(Polyhedron { dimension: 1, rows: vec![(big(&[1]), BigInt::from(0))] }, budget(), &handle),
        Err(Trouble::Infinite)
    );
}

/// What is made of the series of sets is compared and listed as a set, however many signed terms it has.
#[test]
fn series_of_sets_as_sets() {
    let handle = Handle::default();
    let set = |pieces: [(&[i64], Vec<Vec<i64>>); 3]| {
        let strata = pieces.map(|(b, g)| Stratum::from_i64(b, &g).unwrap());
        Stratification::union_of(3, strata.to_vec(), budget(), &handle).unwrap()
    };
    let a = set([
        (&[0, 0, 0], vec![vec![2, 1, 0], vec![0, 1, 0], vec![0, 1, 1]]),
        (&[1, 0, 0], vec![vec![2, 0, 1], vec![0, 1, 0]]),
        (&[1, 0, 1], vec![vec![2, 0, 1], vec![0, 0, 2]]),
    ]);
    let b = set([
        (&[0, 0, 1], vec![vec![1, 0, 2], vec![0, 0, 1], vec![1, 1, 0]]),
        (&[0, 1, 0], vec![vec![1, 2, 0], vec![1, 0, 0]]),
        (&[2, 1, 0], vec![vec![0, 2, 1]]),
    ]);
    assert_eq!((a.strata().len(), b.strata().len()), (3, 3));
    let (f, g) = (Series::of_set(&a), Series::of_set(&b));
    let both = f.hadamard(&g, budget(), &handle).unwrap();
    let meet = a.intersection(&b, budget(), &handle).unwrap();
    assert!(Series::of_set(&meet).equals(&both, budget(), &handle).unwrap());
    assert!(!Series::of_set(&a).equals(&both, budget(), &handle).unwrap());
    let union = f.union(&g, budget(), &handle).unwrap();
    let joined = union.support_of_set(budget(), &handle).unwrap().unwrap();
    let less = f.difference(&g, budget(), &handle).unwrap();
    let rest = less.support_of_set(budget(), &handle).unwrap().unwrap();
    let mut dice = Dice(7);
    let mut seen = [0; 2];
    for _ in 0..150 {
        let p = big(&[dice.range(0, 12), dice.range(0, 12), dice.range(0, 12)]);
        let (s, t) = (a.contains(&p), b.contains(&p));
        seen[usize::from(s || t)] += 1;
        assert_eq!(joined.contains(&p), s || t, "{p:?}");
        assert_eq!(rest.contains(&p), s && !t, "{p:?}");
        assert_eq!(union.coefficient(&p, &handle).unwrap(), rational(i64::from(s || t)), "{p:?}");
        assert_eq!(less.coefficient(&p, &handle).unwrap(), rational(i64::from(s && !t)), "{p:?}");
        assert_eq!(both.coefficient(&p, &handle).unwrap(), rational(i64::from(s && t)), "{p:?}");
    }
    assert!(seen.iter().all(|&n| n > 10), "{seen:?}");
    // A product with terms of both signs.
    let one = |g: [[i64; 3]; 3]| {
        let stratum = Stratum::from_i64(&[0, 0, 0], &g.map(|g| g.to_vec())).unwrap();
        Stratification::of_disjoint(3, vec![stratum], &handle).unwrap()
    };
    let s = one([[3, 1, 0], [0, 1, 2], [3, 0, 1]]);
    let t = one([[1, 3, 0], [2, 0, 1], [0, 3, 1]]);
    let signed = Series::of_set(&s).hadamard(&Series::of_set(&t), budget(), &handle).unwrap();
    assert!(signed.terms().any(|(c, _)| *c < rational(0)));
    let meet = Series::of_set(&s.intersection(&t, budget(), &handle).unwrap());
    assert!(signed.equals(&meet, budget(), &handle).unwrap());
    // Sums and multiples of series of sets are not taken for sets.
    let twice = f.plus(&f).unwrap();
    assert_eq!(twice.support_of_set(budget(), &handle).unwrap(), None);
    assert!(!twice.equals(&f, budget(), &handle).unwrap());
    assert!(twice.times(&BigRational::new(1.into(), 2.into())).equals(&f, budget(), &handle).unwrap());
    // Unions of unions, more than are remembered.
    let zero = Series::of_set(&Stratification::empty(1));
    let line = Series::of_set(&Stratification::orthant(1));
    let mut many = line.clone();
    for _ in 0..500 {
        many = many.union(&zero, budget(), &handle).unwrap();
    }
    assert!(many.equals(&line, budget(), &handle).unwrap());
    assert_eq!(many.support_of_set(budget(), &handle).unwrap(), Some(Stratification::orthant(1)));
}

/// Definition 4.9: the points of each F and the generators of each A are counted once.
#[test]
fn complexity_of_stratifications() {
    let of = |bases: &[Vec<i64>], generators: &[Vec<i64>]| {
        let d = bases[0].len();
        semigroup::module(d, &bigs(bases), &bigs(generators), budget(), &Handle::default()).unwrap().complexity()
    };
    // (0, 0) has 1 + 1 bits, (2, 0) has 3 + 1, (1, 1) has 2 + 2.
    assert_eq!(of(&[vec![0, 0]], &[vec![2, 0], vec![0, 2]]), 2 + 4 + 4);
    assert_eq!(of(&[vec![0, 0], vec![1, 1]], &[vec![2, 0], vec![0, 2]]), 2 + 4 + 4 + 4);
    assert_eq!(of(&[vec![0], vec![-3]], &[]), 1 + 3);
}

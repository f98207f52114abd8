//! The algebra of semilinear sets against lists of points in boxes, and exact linear algebra against its definitions.

use crate::oracle::{Dice, Small, all_points, big, bigs, random};
use num_bigint::BigInt;
use num_traits::{One, Zero};
use sprague_lattice_points::linear::elimination::{determinant, inverse};
use sprague_lattice_points::linear::hermite::hermite;
use sprague_lattice_points::linear::hilbert::hilbert_basis;
use sprague_lattice_points::linear::lll::lll;
use sprague_lattice_points::linear::smith::smith;
use sprague_lattice_points::linear::{Matrix, combine, dot, zero};
use sprague_lattice_points::sets::notation::{latex, parse, text};
use sprague_lattice_points::sets::{Stratification, semigroup};
use sprague_lattice_points::trouble::{Budget, Trouble};
use sprague_limits::Handle;
use std::collections::{BTreeMap, BTreeSet};

fn budget() -> Budget {
    Budget::default()
}

fn side(d: usize) -> i64 {
    [0, 40, 14, 8, 5][d]
}

fn points(side: i64, strata: &[Small]) -> BTreeSet<Vec<i64>> {
    let mut points = BTreeMap::new();
    for s in strata {
        s.points(side, &mut points, 1);
    }
    points.into_keys().collect()
}

/// Membership as listed, strata disjoint, generators independent.
fn agrees(set: &Stratification, expected: &BTreeSet<Vec<i64>>, d: usize, side: i64, what: &str) {
    for p in all_points(d, side) {
        let hits = set.strata().iter().filter(|s| s.contains(&big(&p))).count();
        assert_eq!(hits, usize::from(expected.contains(&p)), "{what} at {p:?}: {}", text(set));
    }
    for s in set.strata() {
        assert_eq!(
            sprague_lattice_points::linear::elimination::rank(&s.generators, &Handle::default()),
            Ok(s.generators.len())
        );
    }
}

fn union(d: usize, strata: &[Small]) -> Stratification {
    let strata = strata.iter().map(Small::stratum).collect();
    Stratification::union_of(d, strata, budget(), &Handle::default()).unwrap()
}

/// Union, intersection, difference, complement (Theorem 4.2) of random sets in dimension 1 to 4.
#[test]
fn algebra_against_lists() {
    random_algebra(90, 11);
}

#[test]
#[ignore = "seconds in a test build: more of the same"]
fn more_algebra() {
    random_algebra(600, 12);
}

fn random_algebra(cases: usize, seed: u64) {
    let handle = Handle::default();
    let mut dice = Dice(seed);
    let mut given_up = 0;
    for case in 0..cases {
        let d = 1 + case % 4;
        let lines = if case % 8 < 4 { 80 } else { 30 };
        let mut some = |n: i64| -> Vec<Small> { (0..n).map(|_| random(&mut dice, d, 3, lines)).collect() };
        let (s, t) = (some(2), some(2));
        match algebra(d, &s, &t, Budget { pieces: 300 }, &handle) {
            Ok(()) => {}
            Err(trouble) => {
                assert_eq!(trouble, Trouble::Budget(300));
                given_up += 1;
            }
        }
    }
    // General position in dimension 4 may need thousands of strata.
    assert!(given_up * 10 <= cases, "{given_up}");
}

fn algebra(d: usize, s: &[Small], t: &[Small], budget: Budget, handle: &Handle) -> Result<(), Trouble> {
    let what = format!("{s:?} and {t:?}");
    let side = side(d);
    let (a, b) = (points(side, s), points(side, t));
    let set = |x: &[Small]| Stratification::union_of(d, x.iter().map(Small::stratum).collect(), budget, handle);
    let (sa, sb) = (set(s)?, set(t)?);
    agrees(&sa, &a, d, side, &what);
    let both = sa.intersection(&sb, budget, handle)?;
    agrees(&both, &a.intersection(&b).cloned().collect(), d, side, &what);
    let either = sa.union(&sb, budget, handle)?;
    agrees(&either, &a.union(&b).cloned().collect(), d, side, &what);
    let first = sa.difference(&sb, budget, handle)?;
    agrees(&first, &a.difference(&b).cloned().collect(), d, side, &what);
    let rest = Stratification::orthant(d).difference(&sa, budget, handle)?;
    let all: BTreeSet<_> = all_points(d, side).into_iter().collect();
    agrees(&rest, &all.difference(&a).cloned().collect(), d, side, &what);
    let (low, high) = (big(&vec![0; d]), big(&vec![side - 1; d]));
    let listed = sa.points_in_box(&low, &high, Budget::default(), handle)?;
    assert_eq!(listed, a.iter().map(|p| big(p)).collect::<Vec<_>>());
    // Laws: S is the disjoint union of S - T and S n T; the complement of the complement is S.
    assert!(first.intersection(&both, budget, handle)?.is_empty(), "{what}");
    assert!(first.union(&both, budget, handle)?.equals(&sa, budget, handle)?, "{what}");
    assert!(both.is_subset(&sa, budget, handle)?);
    if d <= 2 {
        let again = Stratification::orthant(d).difference(&rest, budget, handle)?;
        assert!(again.equals(&sa, budget, handle)?, "{what}");
    }
    Ok(())
}

/// Sets of many strata with few sets of generators, which are looked up by the classes of their bases: points, lines and the plane.
#[test]
fn many_strata_against_lists() {
    let (mut dice, handle) = (Dice(13), Handle::default());
    for case in 0..12 {
        let d = 1 + case % 2;
        let side = [0, 200, 24][d];
        let mut some = |count: usize| -> Vec<Small> {
            let lines: &[&[&[i64]]] = match d {
                1 => &[&[], &[&[90]], &[&[60]]],
                _ => &[&[], &[&[18, 0]], &[&[0, 16], &[15, 0]], &[&[12, 12]]],
            };
            let one = |_| Small {
                base: (0..d).map(|_| dice.range(0, side - 1)).collect(),
                generators: lines[dice.range(0, lines.len() as i64 - 1) as usize].iter().map(|g| g.to_vec()).collect(),
            };
            (0..count).map(one).collect()
        };
        let (s, t) = (some(90), some(70));
        algebra_of_many(d, side, &s, &t, &handle);
    }
    // Thousands of residues: each meets one of the others at most.
    let set = |bases: &[i64], period: i64| {
        let bases: Vec<_> = bases.iter().map(|&b| big(&[b])).collect();
        semigroup::module(1, &bases, &[big(&[period])], budget(), &handle).unwrap()
    };
    let odd: Vec<i64> = (0..3000).map(|i| 3 * i + 1).collect();
    let (a, b) = (set(&odd, 30_011), set(&odd[..2000], 30_011));
    let rest = a.difference(&b, budget(), &handle).unwrap();
    assert!(rest.equals(&set(&odd[2000..], 30_011), budget(), &handle).unwrap());
    assert!(a.intersection(&b, budget(), &handle).unwrap().equals(&b, budget(), &handle).unwrap());
    assert!(b.union(&rest, budget(), &handle).unwrap().equals(&a, budget(), &handle).unwrap());
}

fn algebra_of_many(d: usize, side: i64, s: &[Small], t: &[Small], handle: &Handle) {
    let (a, b) = (points(side, s), points(side, t));
    let (sa, sb) = (union(d, s), union(d, t));
    agrees(&sa, &a, d, side, "many");
    agrees(&sa.intersection(&sb, budget(), handle).unwrap(), &a.intersection(&b).cloned().collect(), d, side, "both");
    agrees(&sa.union(&sb, budget(), handle).unwrap(), &a.union(&b).cloned().collect(), d, side, "either");
    agrees(&sa.difference(&sb, budget(), handle).unwrap(), &a.difference(&b).cloned().collect(), d, side, "first");
}

/// Affine semigroups with dependent generators: every sum of generators, once.
#[test]
fn semigroups_against_lists() {
    let handle = Handle::default();
    let mut dice = Dice(12);
    for case in 0..60 {
        let d = 1 + case % 3;
        let n = dice.range(1, d as i64 + 2);
        let largest = [0, 9, 3, 2][d];
        let generators: Vec<Vec<i64>> = (0..n)
            .map(|_| (0..d).map(|_| dice.range(0, largest)).collect::<Vec<i64>>())
            .filter(|g| g.iter().any(|&x| x > 0))
            .collect();
        let side = side(d);
        let mut reached: BTreeSet<Vec<i64>> = BTreeSet::from([vec![0; d]]);
        let mut work = vec![vec![0; d]];
        while let Some(p) = work.pop() {
            for g in &generators {
                let q: Vec<i64> = p.iter().zip(g).map(|(x, y)| x + y).collect();
                if q.iter().all(|&x| x < side) && reached.insert(q.clone()) {
                    work.push(q);
                }
            }
        }
        let set = semigroup::module(d, &[zero(d)], &bigs(&generators), budget(), &handle).unwrap();
        agrees(&set, &reached, d, side, &format!("{generators:?}"));
    }
    // 2 and 3 miss 1; a group is no obstacle.
    let set = semigroup::module(1, &[zero(1)], &bigs(&[vec![2], vec![3]]), budget(), &handle).unwrap();
    assert!(!set.contains(&big(&[1])) && set.contains(&big(&[7])));
    assert_eq!(text(&set), "{0, 3} + N{2}");
    let group = semigroup::module(1, &[zero(1)], &bigs(&[vec![2], vec![-4]]), budget(), &handle).unwrap();
    for x in -9..9 {
        assert_eq!(group.contains(&big(&[x])), x % 2 == 0);
    }
}

/// Generators along one ray, of any size: sums are counted up to a bound.
#[test]
fn numerical_semigroups_against_lists() {
    let handle = Handle::default();
    let mut dice = Dice(14);
    for case in 0..40 {
        let (d, sign) = (1 + case % 3, [1, -1][case % 2]);
        let ray: Vec<i64> = (0..d).map(|_| sign * dice.range(1, 3)).collect();
        let factor = dice.range(1, 3);
        let multiples: Vec<i64> = (0..dice.range(1, 4)).map(|_| factor * dice.range(1, 40)).collect();
        let most = 2000;
        let mut sums = vec![false; most + 1];
        sums[0] = true;
        for x in 1..=most {
            sums[x] = multiples.iter().any(|&c| c as usize <= x && sums[x - c as usize]);
        }
        let along = |c: i64| big(&ray.iter().map(|x| c * x).collect::<Vec<_>>());
        let generators: Vec<_> = multiples.iter().map(|&c| along(c)).collect();
        let set = semigroup::module(d, &[zero(d)], &generators, budget(), &handle).unwrap();
        for (x, &is_sum) in sums.iter().enumerate() {
            assert_eq!(set.contains(&along(x as i64)), is_sum, "{x} of {multiples:?}");
        }
        assert!(set.strata().len() as i64 <= *multiples.iter().min().unwrap());
    }
    // However large the numbers are.
    let huge: num_bigint::BigInt = num_bigint::BigInt::from(10).pow(40);
    let set = semigroup::module(1, &[zero(1)], &[vec![huge.clone()], vec![&huge * 3]], budget(), &handle).unwrap();
    assert_eq!(set.strata().len(), 1);
    // The largest number that is no sum of 1001, 1003 and 1007, by counting.
    let set =
        semigroup::module(1, &[zero(1)], &bigs(&[vec![1001], vec![1003], vec![1007]]), budget(), &handle).unwrap();
    let mut sums = vec![true];
    for x in 1..200_000usize {
        sums.push([1001, 1003, 1007].iter().any(|&c| c <= x && sums[x - c]));
    }
    assert_eq!(set.strata().len(), 1001);
    for (x, &is_sum) in sums.iter().enumerate().step_by(701) {
        assert_eq!(set.contains(&big(&[x as i64])), is_sum, "{x}");
    }
}

/// Examples that a reader can check, among them Example 4.6 of Guo and Miller: Nim with heaps up to 2.
#[test]
fn notation_and_examples() {
    let handle = Handle::default();
    let read = |t: &str, d: usize| parse(t, d, budget(), &handle).unwrap();
    let nim = read("(0, 0) + N{(2, 0), (0, 2)}", 2);
    assert_eq!(text(&nim), "(0, 0) + N{(2, 0), (0, 2)}");
    assert_eq!(latex(&nim), "\\left(\\{(0, 0)\\} + \\mathbb{N}\\{(2, 0), (0, 2)\\}\\right)");
    let rest = Stratification::orthant(2).difference(&nim, budget(), &handle).unwrap();
    let expected = read("{(0, 1), (1, 0), (1, 1)} + N{(2, 0), (0, 2)}", 2);
    assert!(rest.equals(&expected, budget(), &handle).unwrap());
    assert_eq!(text(&Stratification::empty(2)), "{}");
    for (t, d) in [
        ("{(0, 0), (1, 1)} + N{(2, 0), (0, 2)} ∪ {(0, 1), (7, 0)}", 2),
        ("{}", 2),
        ("{0, 3}", 1),
        ("(1, -1, 0) + N{(0, 1, -2)}", 3),
    ] {
        assert_eq!(text(&read(t, d)), t);
    }
    let mut dice = Dice(13);
    for case in 0..40 {
        let d = 1 + case % 4;
        let set = union(d, &[random(&mut dice, d, 4, 50), random(&mut dice, d, 4, 50)]);
        assert!(read(&text(&set), d).equals(&set, budget(), &handle).unwrap());
    }
    for wrong in ["(1, 2", "(1, 2) + ", "(1, 2) + N", "(1, 2, 3)", "(1, 2) x", "", "{(1, 2)", "(1, 2) + N{(1, 1)"] {
        assert!(matches!(parse(wrong, 2, budget(), &handle), Err(Trouble::Text(..))), "{wrong}");
    }
}

/// Numbers beyond machine words go through everything.
#[test]
fn huge_coordinates() {
    let handle = Handle::default();
    let n = BigInt::from(10).pow(25);
    let far = |k: i64| vec![&n * k, &n * k + 1];
    let s = union(2, &[Small { base: vec![0, 1], generators: vec![vec![1, 1]] }]);
    assert!(s.contains(&far(7)));
    let t = s.translated(&[n.clone(), n.clone()]).unwrap();
    let rest = s.difference(&t, Budget { pieces: 100 }, &handle);
    assert_eq!(rest, Err(Trouble::Budget(100)));
    let both = s.intersection(&t, budget(), &handle).unwrap();
    assert!(both.equals(&t, budget(), &handle).unwrap());
}

fn random_matrix(dice: &mut Dice, rows: usize, columns: usize) -> Matrix {
    (0..rows).map(|_| big(&(0..columns).map(|_| dice.range(-9, 9)).collect::<Vec<_>>())).collect()
}

fn times(a: &Matrix, b: &Matrix, columns: usize) -> Matrix {
    a.iter().map(|row| combine(&zero(columns), row, b)).collect()
}

/// The determinant by expansion along the first row.
fn expanded(a: &Matrix) -> BigInt {
    let Some(top) = a.first() else { return BigInt::one() };
    let mut sum = BigInt::zero();
    for (j, x) in top.iter().enumerate() {
        let minor: Matrix = a[1..]
            .iter()
            .map(|r| r.iter().enumerate().filter(|(k, _)| *k != j).map(|(_, x)| x.clone()).collect())
            .collect();
        let term = x * expanded(&minor);
        if j % 2 == 0 { sum += term } else { sum -= term }
    }
    sum
}

/// Determinants, inverses, Hermite and Smith forms and reduced bases by their definitions.
#[test]
fn linear_algebra() {
    let handle = Handle::default();
    let mut dice = Dice(14);
    for case in 0..200 {
        let n = 1 + case % 4;
        let a = random_matrix(&mut dice, n, n);
        let d = determinant(&a);
        assert_eq!(d, expanded(&a));
        match inverse(&a, &handle).unwrap() {
            None => assert!(d.is_zero()),
            Some(inv) => {
                assert_eq!(inv.determinant, d);
                let product = times(&a, &inv.scaled, n);
                for (i, row) in product.iter().enumerate() {
                    for (j, x) in row.iter().enumerate() {
                        assert_eq!(*x, if i == j { inv.scale.clone() } else { BigInt::zero() });
                    }
                }
                let b = lll(a.clone(), &handle).unwrap();
                assert_eq!(determinant(&b).magnitude(), d.magnitude());
                assert!(
                    b.iter()
                        .all(|row| { combine(&zero(n), row, &inv.scaled).iter().all(|x| (x % &inv.scale).is_zero()) })
                );
                // The first vector of a reduced basis is within a factor 2^((n - 1) / 2) of the shortest.
                let shortest = all_points(n, 7)
                    .iter()
                    .map(|c| combine(&zero(n), &big(&c.iter().map(|x| x - 3).collect::<Vec<_>>()), &b))
                    .map(|v| dot(&v, &v))
                    .filter(|x| !x.is_zero())
                    .min()
                    .unwrap();
                assert!(dot(&b[0], &b[0]) <= shortest << (n - 1));
            }
        }
        let columns = 1 + case % 3;
        let b = random_matrix(&mut dice, n, columns);
        let h = hermite(&b, columns, &handle).unwrap();
        assert_eq!(times(&h.transform, &b, columns), h.form);
        assert!(determinant(&h.transform).magnitude().is_one());
        for (i, row) in h.form.iter().enumerate() {
            match h.pivots.get(i) {
                Some(&p) => {
                    assert!(row[..p].iter().all(Zero::is_zero) && row[p] > BigInt::zero());
                    assert!(h.form[..i].iter().all(|above| above[p] >= BigInt::zero() && above[p] < row[p]));
                }
                None => assert!(row.iter().all(Zero::is_zero)),
            }
        }
        let s = smith(&b, columns, &handle).unwrap();
        let diagonal = times(&times(&s.left, &b, columns), &s.right, columns);
        for (i, row) in diagonal.iter().enumerate() {
            for (j, x) in row.iter().enumerate() {
                let expected = if i == j { s.divisors.get(i).cloned().unwrap_or_default() } else { BigInt::zero() };
                assert_eq!(*x, expected);
            }
        }
        assert!(s.divisors.windows(2).all(|w| (&w[1] % &w[0]).is_zero()));
        assert!(determinant(&s.left).magnitude().is_one() && determinant(&s.right).magnitude().is_one());
    }
}

/// Hilbert bases: of the cones of (1, 0) and (1, n), of the cone over a square, and of random plane cones by their definition.
#[test]
fn hilbert_bases() {
    let handle = Handle::default();
    let basis = |rows: &[Vec<i64>], d: usize| hilbert_basis(&bigs(rows), d, budget(), &handle).unwrap();
    let expected: Vec<Vec<i64>> = (0..=5).map(|i| vec![1, i]).collect();
    assert_eq!(basis(&[vec![0, 1], vec![5, -1]], 2), bigs(&expected));
    let square = basis(&[vec![1, 0, 0], vec![0, 1, 0], vec![-1, 0, 1], vec![0, -1, 1]], 3);
    assert_eq!(square, bigs(&[vec![0, 0, 1], vec![0, 1, 1], vec![1, 0, 1], vec![1, 1, 1]]));
    let mut dice = Dice(15);
    for _ in 0..40 {
        let rows = vec![vec![dice.range(1, 6), -dice.range(0, 3)], vec![-dice.range(0, 3), dice.range(1, 6)]];
        if rows[0][0] * rows[1][1] <= rows[0][1] * rows[1][0] {
            continue;
        }
        let inside = |p: &[i64]| rows.iter().all(|r| r[0] * p[0] + r[1] * p[1] >= 0);
        let cone: Vec<Vec<i64>> =
            all_points(2, 30).into_iter().filter(|p| inside(p) && p.iter().any(|&x| x > 0)).collect();
        let mut minimal: Vec<Vec<i64>> = cone
            .iter()
            .filter(|p| !cone.iter().any(|q| q != *p && inside(&[p[0] - q[0], p[1] - q[1]])))
            .cloned()
            .collect();
        minimal.sort();
        assert_eq!(basis(&rows, 2), bigs(&minimal), "{rows:?}");
    }
}

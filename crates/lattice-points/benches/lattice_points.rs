//! Products of generating functions, complements of sets, and counts of lattice points.

use num_bigint::BigInt;
use sprague_lattice_points::series::Series;
use sprague_lattice_points::series::count::lattice_points;
use sprague_lattice_points::sets::polyhedron::Polyhedron;
use sprague_lattice_points::sets::{Stratification, semigroup};
use sprague_lattice_points::stratum::Stratum;
use sprague_lattice_points::trouble::Budget;
use sprague_limits::Handle;

fn main() {
    divan::main();
}

fn stratum(base: &[i64], generators: &[&[i64]]) -> Stratum {
    let big = |v: &[i64]| v.iter().map(|&x| BigInt::from(x)).collect::<Vec<_>>();
    Stratum { base: big(base), generators: generators.iter().map(|g| big(g)).collect() }
}

fn set(d: usize, strata: Vec<Stratum>) -> Stratification {
    Stratification::union_of(d, strata, Budget::default(), &Handle::default()).unwrap()
}

/// Two strata in general position in dimension 2, 3, 4, their product by signed unimodular cones.
#[divan::bench(args = [2, 3, 4])]
fn product_in_general_position(bencher: divan::Bencher, d: usize) {
    let (a, b): (Vec<&[i64]>, Vec<&[i64]>) = match d {
        2 => (vec![&[3, 1], &[1, 4]], vec![&[5, 2], &[1, 1]]),
        3 => (vec![&[3, 1, 0], &[0, 4, 1], &[2, 0, 3]], vec![&[1, 1, 0], &[0, 1, 3], &[2, 1, 1]]),
        _ => (
            vec![&[3, 1, 0, 1], &[0, 2, 1, 0], &[2, 0, 3, 1], &[0, 1, 0, 2]],
            vec![&[1, 1, 0, 0], &[0, 1, 2, 1], &[2, 1, 1, 0], &[0, 0, 1, 1]],
        ),
    };
    let base = vec![1; d];
    let handle = Handle::default();
    let f = Series::of_set(&set(d, vec![stratum(&vec![0; d], &a)]));
    let g = Series::of_set(&set(d, vec![stratum(&base, &b)]));
    bencher.bench_local(|| f.hadamard(&g, Budget::default(), &handle).unwrap().len());
}

/// 26 strata of a periodic game: their product with themselves moved by a move, as every check of a strategy needs it.
fn periodic() -> Stratification {
    let mut strata = Vec::new();
    for i in 0..10 {
        strata.push(stratum(&[i % 5, i], &[&[0, 4], &[6, 10]]));
        strata.push(stratum(&[6 + i, i % 7], &[&[2, 0], &[6, 10]]));
    }
    set(2, strata)
}

#[divan::bench]
fn product_of_periodic_sets(bencher: divan::Bencher) {
    let handle = Handle::default();
    let s = periodic();
    let t = s.translated(&[BigInt::from(2), BigInt::from(3)]).unwrap();
    let (f, g) = (Series::of_set(&s), Series::of_set(&t));
    bencher.bench_local(|| f.hadamard(&g, Budget::default(), &handle).unwrap().len());
}

#[divan::bench]
fn complement_of_a_periodic_set(bencher: divan::Bencher) {
    let handle = Handle::default();
    let s = periodic();
    let board = Stratification::orthant(2);
    bencher.bench_local(|| board.difference(&s, Budget::default(), &handle).unwrap().strata().len());
}

/// Membership of a point with coordinates near 10^18.
#[divan::bench]
fn membership_of_a_large_point(bencher: divan::Bencher) {
    let s = periodic();
    let point = vec![BigInt::from(10).pow(18), BigInt::from(10).pow(18) + 5];
    bencher.bench_local(|| s.contains(&point));
}

/// The cone of (1, 0) and (1000003, 1000000007), of index 10^9.
#[divan::bench]
fn cone_of_large_index(bencher: divan::Bencher) {
    let handle = Handle::default();
    let rays = [vec![BigInt::from(1), BigInt::from(0)], vec![BigInt::from(1_000_003), BigInt::from(1_000_000_007)]];
    let cone = semigroup::cone(2, &rays, &handle).unwrap();
    bencher.bench_local(|| Series::of_polyhedron(cone.clone(), Budget::default(), &handle).unwrap().len());
}

/// The 3 x 3 matrices of natural numbers with all line sums 10^6.
#[divan::bench]
fn magic_squares(bencher: divan::Bencher) {
    let handle = Handle::default();
    let mut rows: Vec<(Vec<BigInt>, BigInt)> = Vec::new();
    for i in 0..9 {
        rows.push(((0..9).map(|j| BigInt::from(i32::from(i == j))).collect(), BigInt::from(0)));
    }
    for line in 0..3 {
        for row in [true, false] {
            for sign in [1, -1] {
                let inside = |j: i32| if row { j / 3 == line } else { j % 3 == line };
                let v = (0..9).map(|j| BigInt::from(if inside(j) { sign } else { 0 })).collect();
                rows.push((v, BigInt::from(-sign * 1_000_000)));
            }
        }
    }
    let polytope = Polyhedron { dimension: 9, rows };
    bencher.bench_local(|| lattice_points(polytope.clone(), Budget::default(), &handle).unwrap());
}

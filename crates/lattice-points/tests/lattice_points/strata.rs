//! Membership of strata against listing, and what is no stratum.

use num_bigint::BigInt;
use sprague_lattice_points::Stratum;

#[test]
fn membership_agrees_with_listing() {
    let cases: [(&[i64], Vec<Vec<i64>>); 4] = [
        (&[1, 2], vec![vec![2, 1], vec![0, 3]]),
        (&[0, 0], vec![vec![6, 10]]),
        (&[3, 1], vec![]),
        (&[0, 1, 2], vec![vec![-1, 1, 0], vec![0, 2, 3]]),
    ];
    for (base, generators) in cases {
        let stratum = Stratum::from_i64(base, &generators).unwrap();
        let mut listed = std::collections::BTreeSet::new();
        for a in 0..20i64 {
            for b in 0..20i64 {
                let mut p = base.to_vec();
                for (g, n) in generators.iter().zip([a, b]) {
                    p.iter_mut().zip(g).for_each(|(x, y)| *x += n * y);
                }
                listed.insert(p);
            }
        }
        let range = || -8..12i64;
        for x in range() {
            for y in range() {
                for z in if base.len() == 3 { range() } else { 0..1 } {
                    let p = &[x, y, z][..base.len()];
                    let big: Vec<BigInt> = p.iter().map(|&n| BigInt::from(n)).collect();
                    assert_eq!(stratum.contains(&big), listed.contains(p), "{p:?}");
                }
            }
        }
    }
}

#[test]
fn dependent_generators_are_refused() {
    assert_eq!(Stratum::from_i64(&[0, 0], &[vec![1, 2], vec![2, 4]]), None);
    assert_eq!(Stratum::from_i64(&[0, 0], &[vec![0, 0]]), None);
    assert_eq!(Stratum::from_i64(&[0, 0], &[vec![1]]), None);
    assert_eq!(Stratum::from_i64(&[0], &[vec![1], vec![2]]), None);
}

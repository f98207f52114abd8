//! How many classes of downsets of subsets there are, against going through them and against graphs with their triangles; of any poset, against the definition.

use crate::chomp::random_poset;
use num_bigint::BigUint;
use sprague_limits::{Handle, Stop};
use sprague_posets::subsets::burnside::{by_orbits, classes};
use sprague_posets::subsets::{Options, ideals};
use sprague_posets::{Poset, RandomBits, ideal_classes};

#[test]
fn classes_are_those_that_are_gone_through() -> Result<(), Stop> {
    let h = Handle::default();
    for (n, k) in [(0, 0), (1, 1), (3, 2), (4, 2), (4, 4), (5, 2), (5, 3), (5, 5), (6, 2), (6, 3), (7, 2)] {
        let listed = ideals::count(n, k, Options::threads(1), &h).expect("at most seven points").classes();
        assert_eq!(by_orbits(n, k, &h)?, Some(listed.into()), "P({n},{k})");
        assert_eq!(classes(n, k, &h)?, Some(listed.into()), "P({n},{k})");
    }
    // The paper's posets stored, with the empty downset.
    assert_eq!((by_orbits(7, 3, &h)?, classes(7, 3, &h)?), (Some(15_466_912u32.into()), Some(15_466_912u32.into())));
    // Graphs of nine and ten vertices, some of them isolated, or not there at all.
    let graphs =
        |n: u32| -> u32 { [1, 1, 2, 4, 11, 34, 156, 1044, 12_346, 274_668][..=n as usize].iter().sum::<u32>() + 1 };
    assert_eq!((classes(8, 2, &h)?, classes(9, 2, &h)?), (Some(graphs(8).into()), Some(graphs(9).into())));
    Ok(())
}

/// The partitions of `n` into parts of at most `largest`.
fn partitions(n: u32, largest: u32) -> Vec<Vec<u32>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let with = |part: u32| partitions(n - part, part).into_iter().map(move |rest| [vec![part], rest].concat());
    (1..=largest.min(n)).flat_map(with).collect()
}

/// A complex of dimension two on all of `n` points is a graph with some of its triangles. The mean over all permutations of the sum
/// of 2^(orbits of triangles) over the graphs that they leave as they are; over all of them one by one.
fn on_all_points(n: u32) -> u128 {
    let mut sum = 0u128;
    let factorial: u128 = (1..=u128::from(n)).product();
    for cycles in partitions(n, n) {
        let mut image: Vec<u32> = (0..n).collect();
        let mut start = 0;
        for &length in &cycles {
            (0..length).for_each(|i| image[(start + i) as usize] = start + (i + 1) % length);
            start += length;
        }
        let turned = |set: u32| (0..n).filter(|i| set >> i & 1 == 1).fold(0, |all, i| all | 1 << image[i as usize]);
        let orbits = |size: u32| -> Vec<Vec<u32>> {
            let mut left: Vec<u32> = (0..1u32 << n).filter(|set| set.count_ones() == size).collect();
            let mut orbits = Vec::new();
            while let Some(&first) = left.first() {
                let mut orbit = vec![first];
                while turned(orbit[orbit.len() - 1]) != first {
                    orbit.push(turned(orbit[orbit.len() - 1]));
                }
                left.retain(|set| !orbit.contains(set));
                orbits.push(orbit);
            }
            orbits
        };
        let (edges, triangles) = (orbits(2), orbits(3));
        // Each orbit of triangles by the orbits of its edges.
        let needs: Vec<u32> = triangles
            .iter()
            .map(|orbit| (0..edges.len()).filter(|&e| edges[e].iter().any(|edge| edge & !orbit[0] == 0)))
            .map(|needed| needed.fold(0, |all, e| all | 1 << e))
            .collect();
        let mut fixed = 0u128;
        for graph in 0..1u32 << edges.len() {
            fixed += 1 << needs.iter().filter(|&&need| need & !graph == 0).count();
        }
        let alike: u128 = cycles.chunk_by(|a, b| a == b).map(|e| (1..=e.len() as u128).product::<u128>()).product();
        let lengths: u128 = cycles.iter().map(|&length| u128::from(length)).product();
        sum += fixed * (factorial / lengths / alike);
    }
    sum / factorial
}

#[test]
fn complexes_by_their_graphs() -> Result<(), Stop> {
    let h = Handle::default();
    for n in 3..=5 {
        let more = classes(n, 3, &h)?.and_then(|all| Some(all - classes(n - 1, 3, &h).ok()??));
        assert_eq!(more, Some(on_all_points(n).into()), "{n} points");
    }
    Ok(())
}

#[test]
fn triples_of_eight() -> Result<(), Stop> {
    let h = Handle::default();
    let fewer = classes(7, 3, &h)?.expect("counted");
    assert_eq!(Some(fewer + on_all_points(8)), classes(8, 3, &h)?);
    Ok(())
}

/// Downsets up to all permutations that keep the order, by trying them.
fn classes_by_definition(poset: &Poset) -> usize {
    let n = poset.len();
    let mut maps = vec![Vec::new()];
    for x in 0..n {
        let mut longer = Vec::new();
        for map in &maps {
            for y in 0..n {
                let keeps = |(z, &to): (usize, &usize)| {
                    to != y && poset.less(z, x) == poset.less(to, y) && poset.less(x, z) == poset.less(y, to)
                };
                if map.iter().enumerate().all(keeps) {
                    longer.push([&map[..], &[y]].concat());
                }
            }
        }
        maps = longer;
    }
    let is_down =
        |set: &u32| (0..n).all(|y| set >> y & 1 == 0 || (0..n).all(|x| !poset.less(x, y) || set >> x & 1 == 1));
    let image =
        |set: u32, map: &Vec<usize>| (0..n).filter(|x| set >> x & 1 == 1).fold(0, |image, x| image | 1 << map[x]);
    let least = |set: u32| maps.iter().map(|map| image(set, map)).min();
    let all: std::collections::BTreeSet<_> = (0..1u32 << n).filter(is_down).map(least).collect();
    all.len()
}

#[test]
fn classes_of_downsets_are_those_of_the_definition() {
    let mut random = RandomBits::new(8);
    for i in 0..300 {
        let mut poset = random_poset(&mut random, 3);
        // Sums of equal and of other parts.
        for _ in 0..i % 3 {
            let other = if random.below(2) == 0 { poset.clone() } else { random_poset(&mut random, 2) };
            poset = match random.below(2) {
                0 => poset.disjoint_sum(&other, &Handle::default()),
                _ => poset.ordinal_sum(&other, &Handle::default()),
            }
            .unwrap();
            if poset.len() > 7 {
                break;
            }
        }
        if poset.len() < 8 {
            let expected = classes_by_definition(&poset);
            assert_eq!(ideal_classes(&poset, &Handle::default()).unwrap(), Some(expected.into()), "{poset:?}");
        }
    }
    // More automorphisms than are gone through.
    let many = Poset::antichain(30, &Handle::default()).unwrap();
    assert_eq!(ideal_classes(&many, &Handle::default()).unwrap(), Some(31u32.into()));
}

#[test]
fn classes_of_diagrams_are_those_of_the_definition() -> Result<(), Stop> {
    let h = Handle::default();
    let mut own = 0;
    for lengths in (3..=8).flat_map(|n| partitions(n, n)) {
        let mut rows: Vec<usize> = lengths.iter().map(|&row| row as usize).collect();
        rows.sort_by_key(|&row| std::cmp::Reverse(row));
        own += usize::from((0..rows[0]).map(|j| rows.iter().filter(|&&row| row > j).count()).eq(rows.iter().copied()));
        let cells: Vec<(usize, usize)> = (0..rows.len()).flat_map(|i| (0..rows[i]).map(move |j| (i, j))).collect();
        let below = |x: usize, y: usize| x != y && cells[x].0 <= cells[y].0 && cells[x].1 <= cells[y].1;
        let n = cells.len();
        let pairs: Vec<(usize, usize)> = (0..n * n).map(|i| (i / n, i % n)).filter(|&(x, y)| below(x, y)).collect();
        let diagram = Poset::from_relations(n, &pairs, &h).expect("an order");
        // With its corner and without it, either way up.
        let least = diagram.least().expect("the corner");
        let rest = diagram.induced(&(0..n).filter(|&x| x != least).collect::<Vec<_>>(), &h)?;
        for poset in [&diagram, &rest] {
            let expected = classes_by_definition(poset);
            for poset in [poset, &poset.dual(&h)?, &poset.by_covers(&h)?] {
                assert_eq!(ideal_classes(poset, &h)?, Some(expected.into()), "{rows:?}");
            }
        }
    }
    assert!(own == 7, "{own} are their own transposes");
    Ok(())
}

#[test]
fn classes_of_large_grids() -> Result<(), Stop> {
    let h = Handle::default();
    let choose = |n: u32, k: u32| (1..=k).fold(BigUint::from(1u32), |all, i| all * (n - k + i) / i);
    for n in [2, 3, 50, 150] {
        let (side, longer) = (Poset::chain(n as usize, &h)?, Poset::chain(n as usize + 7, &h)?);
        // Paths from corner to corner, and those that are their own images in the diagonal.
        let square = (choose(2 * n, n) + (BigUint::from(1u32) << n)) / 2u32;
        assert_eq!(ideal_classes(&side.product(&side, &h)?, &h)?, Some(square));
        assert_eq!(ideal_classes(&longer.product(&side, &h)?, &h)?, Some(choose(2 * n + 7, n)));
    }
    Ok(())
}

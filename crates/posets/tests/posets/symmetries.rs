//! Automorphisms and orbits where the groups are known, or found by trying all maps.

use crate::chomp::random_poset;
use sprague_limits::{Handle, Stop};
use sprague_posets::{Poset, PosetError, RandomBits, ideal_classes, ideals};
use std::collections::BTreeSet;

/// A poset of two levels from the pairs of a lower and an upper element.
fn two_levels(lower: usize, upper: usize, below: impl Fn(usize, usize) -> bool) -> Result<Poset, PosetError> {
    let pairs = (0..lower).flat_map(|x| (0..upper).map(move |y| (x, y))).filter(|&(x, y)| below(x, y));
    let pairs: Vec<(usize, usize)> = pairs.map(|(x, y)| (x, lower + y)).collect();
    Poset::from_relations(lower + upper, &pairs, &Handle::default())
}

/// A fence that is closed: n elements below, n above.
fn crown(n: usize) -> Result<Poset, PosetError> {
    two_levels(n, n, |x, y| x == y || (x + 1) % n == y)
}

/// The same poset with its elements numbered anew, and what was put at each place.
fn shuffled(poset: &Poset, random: &mut RandomBits) -> Result<(Poset, Vec<usize>), Stop> {
    let mut order: Vec<usize> = (0..poset.len()).collect();
    for i in (1..order.len()).rev() {
        order.swap(i, random.below(i as u64 + 1) as usize);
    }
    Ok((poset.induced(&order, &Handle::default())?, order))
}

/// The automorphisms, which must be distinct, keep the order, and be so many.
fn group_of(poset: &Poset, order: usize) -> Result<Vec<Vec<u32>>, Stop> {
    let h = Handle::default();
    let all = poset.all_automorphisms(order, &h)?.expect("so many");
    assert_eq!(all.len(), order, "{poset:?}");
    assert!(all.is_sorted() && all.windows(2).all(|two| two[0] != two[1]));
    assert!(all.iter().all(|map| poset.is_automorphism(&map.iter().map(|&x| x as usize).collect::<Vec<_>>())));
    assert_eq!(poset.all_automorphisms(order - 1, &h)?, None);
    // Orbits are those of the maps.
    let mut orbits: BTreeSet<Vec<usize>> = BTreeSet::new();
    for x in 0..poset.len() {
        let orbit: BTreeSet<usize> = all.iter().map(|map| map[x] as usize).collect();
        orbits.insert(orbit.into_iter().collect());
    }
    assert!(poset.orbits(&h)?.into_iter().eq(orbits));
    Ok(all)
}

#[test]
fn groups_that_are_known() -> Result<(), PosetError> {
    let (h, mut random) = (Handle::default(), RandomBits::new(61));
    for n in [3, 4, 7, 8, 9, 12, 40] {
        group_of(&shuffled(&crown(n)?, &mut random)?.0, 2 * n)?;
    }
    // Seven points and seven lines, with (2^3 - 1)(2^3 - 2)(2^3 - 4) collineations; thirteen and thirteen of the plane over three, with 5616.
    let seven = two_levels(7, 7, |x, y| [0, 1, 3].contains(&((y + 7 - x) % 7)))?;
    group_of(&shuffled(&seven, &mut random)?.0, 168)?;
    let thirteen = two_levels(13, 13, |x, y| [0, 1, 3, 9].contains(&((y + 13 - x) % 13)))?;
    group_of(&shuffled(&thirteen, &mut random)?.0, 5616)?;
    group_of(&shuffled(&Poset::subsets(7, 7, &h)?.0, &mut random)?.0, 5040)?;
    group_of(&shuffled(&Poset::subsets(6, 3, &h)?.0, &mut random)?.0, 720)?;
    group_of(&Poset::antichain(6, &h)?, 720)?;
    // Crowns of three and of five, and what is comparable elsewhere: all elements of a level look alike, and are not.
    let near = |x: usize, y: usize, n: usize| x == y || (x + 1) % n == y;
    let mixed = two_levels(8, 8, |x, y| match (x < 3, y < 3) {
        (true, true) => !near(x, y, 3),
        (false, false) => !near(x - 3, y - 3, 5),
        _ => true,
    })?;
    group_of(&shuffled(&mixed, &mut random)?.0, 60)?;
    // Twins: each of four elements twice, in a fence of four.
    let twins = two_levels(4, 4, |x, y| x / 2 == y / 2 || x / 2 == 1)?;
    group_of(&shuffled(&twins, &mut random)?.0, 16)?;
    // Of a chain, and of what no automorphism moves.
    group_of(&Poset::chain(9, &h)?, 1)?;
    group_of(&Poset::antichain(0, &h)?, 1)?;
    Ok(())
}

/// All maps that keep the order, an image after the other.
fn by_definition(poset: &Poset) -> Vec<Vec<u32>> {
    let n = poset.len();
    let mut maps: Vec<Vec<u32>> = vec![Vec::new()];
    for x in 0..n {
        let mut longer = Vec::new();
        for map in &maps {
            for y in (0..n).filter(|&y| !map.contains(&(y as u32))) {
                let keeps = |(z, &to): (usize, &u32)| {
                    poset.less(z, x) == poset.less(to as usize, y) && poset.less(x, z) == poset.less(y, to as usize)
                };
                if map.iter().enumerate().all(keeps) {
                    longer.push([&map[..], &[y as u32]].concat());
                }
            }
        }
        maps = longer;
    }
    maps
}

#[test]
fn groups_of_random_sums_are_those_of_the_definition() -> Result<(), Stop> {
    let (h, mut random) = (Handle::default(), RandomBits::new(62));
    let mut large = 0;
    for i in 0..400 {
        let mut poset = random_poset(&mut random, 3);
        for _ in 0..i % 4 {
            let other = if random.below(2) == 0 { poset.clone() } else { random_poset(&mut random, 2) };
            let sum = match random.below(2) {
                0 => poset.disjoint_sum(&other, &h)?,
                _ => poset.ordinal_sum(&other, &h)?,
            };
            if sum.len() < 10 {
                poset = sum;
            }
        }
        let (poset, _) = shuffled(&poset, &mut random)?;
        let expected = by_definition(&poset);
        if expected.len() < 1000 {
            large += usize::from(expected.len() > 10);
            assert_eq!(group_of(&poset, expected.len())?, expected);
        }
    }
    assert!(large > 50, "{large}");
    Ok(())
}

#[test]
fn orbits_of_large_sums_and_crowns() -> Result<(), PosetError> {
    let (h, mut random) = (Handle::default(), RandomBits::new(63));
    let mut chains = Poset::antichain(0, &h)?;
    for _ in 0..100 {
        chains = chains.disjoint_sum(&Poset::chain(3, &h)?, &h)?;
    }
    let crowns = crown(5)?.disjoint_sum(&crown(6)?, &h)?.disjoint_sum(&crown(5)?, &h)?;
    // Sums in sums: two crowns of five and one of six above the chains, all of it twice, beside a chain of two.
    let nested = chains.ordinal_sum(&crowns, &h)?;
    let nested = nested.disjoint_sum(&nested, &h)?.disjoint_sum(&Poset::chain(2, &h)?, &h)?;
    let cases = [
        (chains, vec![100, 100, 100]),
        (Poset::antichain(10_000, &h)?, vec![10_000]),
        (Poset::antichain(30_000, &h)?, vec![30_000]),
        (crown(1000)?, vec![1000, 1000]),
        (nested, vec![1, 1, 12, 12, 20, 20, 200, 200, 200]),
    ];
    for (poset, expected) in cases {
        let (poset, _) = if poset.len() < 5000 { shuffled(&poset, &mut random)? } else { (poset, Vec::new()) };
        let orbits = poset.orbits(&h)?;
        let mut sizes: Vec<usize> = orbits.iter().map(Vec::len).collect();
        sizes.sort_unstable();
        assert_eq!(sizes, expected);
        assert!(orbits.is_sorted() && orbits.iter().all(|orbit| orbit.is_sorted()));
    }
    // Nothing moves in a chain that has a leaf at each element, but for the last two.
    let comb: Vec<(usize, usize)> = (1..2000).flat_map(|i| [(i - 1, i), (i - 1, 2000 + i)]).collect();
    let comb = Poset::from_relations(4000, &comb, &h)?;
    assert_eq!(comb.orbits(&h)?.len(), 3999);
    Ok(())
}

#[test]
fn classes_of_parts_of_a_cycle() -> Result<(), PosetError> {
    let h = Handle::default();
    for n in [5u32, 8, 9] {
        // Points of a cycle, and edges with both of their ends: 2n bits, turned and turned over.
        let poset = two_levels(n as usize, n as usize, |x, y| x == y || (y + 1) % n as usize == x)?;
        let with_empty = Poset::chain(1, &h)?.ordinal_sum(&poset, &h)?;
        let bit = |set: u32, i: u32| set >> i & 1 == 1;
        let is_down = |&set: &u32| (0..n).all(|edge| !bit(set, n + edge) || bit(set, edge) && bit(set, (edge + 1) % n));
        let image = |set: u32, by: u32, over: bool| {
            let point = |i: u32| if over { (2 * n - i + by) % n } else { (i + by) % n };
            // The edge from i to i + 1.
            let edge = |i: u32| if over { point(i + 1) } else { point(i) };
            (0..n).fold(0u32, |image, i| {
                image | u32::from(bit(set, i)) << point(i) | u32::from(bit(set, n + i)) << (n + edge(i))
            })
        };
        let all: Vec<u32> = (0..1 << (2 * n)).filter(is_down).collect();
        let least = |&set: &u32| (0..2 * n).map(|k| image(set, k % n, k >= n)).min();
        let classes: BTreeSet<Option<u32>> = all.iter().map(least).collect();
        assert_eq!(ideals(&poset, &h)?, all.len().into());
        assert_eq!(ideal_classes(&poset, &h)?, Some(classes.len().into()));
        assert_eq!(ideal_classes(&with_empty, &h)?, Some((classes.len() + 1).into()), "{n}");
    }
    Ok(())
}

//! Chomp against bare definitions and published values.

use sprague_limits::Handle;
use sprague_posets::chomp::Chomp;
use sprague_posets::{Bits, Options, Poset, RandomBits, fold};
use std::collections::BTreeMap;

fn handle() -> Handle {
    Handle::default()
}

pub fn random_poset(random: &mut RandomBits, most: u64) -> Poset {
    let n = random.below(most + 1) as usize;
    let density = 1 + random.below(9);
    let mut pairs = Vec::new();
    for y in 0..n {
        for x in 0..y {
            if random.below(16) < density {
                pairs.push((x, y));
            }
        }
    }
    Poset::from_relations(n, &pairs, &handle()).unwrap()
}

/// Nim-value and remoteness of what is left, straight from the rules.
fn play(poset: &Poset, taboo: Option<usize>, left: u32, known: &mut BTreeMap<u32, (u32, u32)>) -> (u32, u32) {
    if let Some(&pair) = known.get(&left) {
        return pair;
    }
    let mut options = Vec::new();
    for x in (0..poset.len()).filter(|&x| left >> x & 1 == 1 && Some(x) != taboo) {
        let mut after = left & !(1 << x);
        for y in 0..poset.len() {
            if poset.less(x, y) {
                after &= !(1 << y);
            }
        }
        options.push(play(poset, taboo, after, known));
    }
    let value = (0..).find(|v| options.iter().all(|o| o.0 != *v)).unwrap();
    let remoteness = match options.iter().filter(|o| o.1 % 2 == 0).map(|o| o.1).min() {
        Some(least) => least + 1,
        None => options.iter().map(|o| o.1 + 1).max().unwrap_or(0),
    };
    known.insert(left, (value, remoteness));
    (value, remoteness)
}

#[test]
fn a_thousand_random_posets_have_the_values_of_the_rules() {
    let random = &mut RandomBits::new(11);
    let h = &handle();
    for round in 0..1000 {
        let poset = random_poset(random, 12);
        let n = poset.len();
        let taboo = (0..n).find(|&x| (0..n).all(|y| y == x || poset.less(x, y)));
        let mut known = BTreeMap::new();
        let all = ((1_u64 << n) - 1) as u32;
        let (value, remoteness) = play(&poset, taboo, all, &mut known);
        let mut chomp = Chomp::new(poset.clone(), h).unwrap();
        let start = chomp.start();
        assert_eq!(chomp.nim_value(&start, h).unwrap(), value);
        if round % 3 == 0 {
            assert_eq!(chomp.remoteness(&start, h).unwrap(), remoteness);
        }
        // Every position that was met on the way, and its winning moves.
        for (&left, &(value, _)) in known.iter().step_by(1 + known.len() / 20) {
            let position = Bits::of(n, (0..n).filter(|&x| left >> x & 1 == 1));
            assert_eq!(chomp.nim_value(&position, h).unwrap(), value);
            let options = chomp.options(&position, h).unwrap();
            let mut winning: Vec<usize> = options.iter().filter(|o| o.1 == 0).map(|o| o.0).collect();
            for (x, v) in options {
                let after = chomp.after(&position, x);
                let rest = after.iter().fold(0_u32, |set, y| set | 1 << y);
                assert_eq!(known[&rest].0, v);
            }
            let mut by_orbits: Vec<usize> =
                chomp.moves_to(&position, 0, h).unwrap().into_iter().flat_map(|o| o.elements).collect();
            by_orbits.sort();
            winning.sort();
            assert_eq!(by_orbits, winning);
            assert_eq!(chomp.winning_move(&position, h).unwrap(), winning.first().copied());
            assert_eq!(winning.is_empty(), value == 0);
        }
    }
}

/// Positions that are a small part of the board have their remoteness on a board of their own.
#[test]
fn remoteness_of_small_parts() {
    let (random, h) = (&mut RandomBits::new(13), &handle());
    for _ in 0..200 {
        let below = random_poset(random, 8);
        let n = below.len();
        let mut chomp = Chomp::new(below.ordinal_sum(&Poset::chain(60, h).unwrap(), h).unwrap(), h).unwrap();
        let taboo = (0..n).find(|&x| (0..n).all(|y| y == x || below.less(x, y)));
        let mut known = BTreeMap::new();
        play(&below, taboo, (1 << n) - 1, &mut known);
        // Smaller ones first, and then those that hold them.
        for (&left, &(_, remoteness)) in &known {
            let position = Bits::of(n + 60, (0..n).filter(|&x| left >> x & 1 == 1));
            assert_eq!(chomp.remoteness(&position, h).unwrap(), remoteness);
        }
    }
}

/// Two rows, lying or standing, whole or as what a larger diagram comes to, against the rules of cells.
#[test]
fn two_rows_by_the_rules() {
    let h = &handle();
    let mut values: BTreeMap<(usize, usize), u32> = BTreeMap::new();
    for a in 1..=40 {
        for b in 0..=a {
            let first = (1..a).map(|c| values[&(c, b.min(c))]);
            let taken: Vec<u32> = first.chain((0..b).map(|c| values[&(a, c)])).collect();
            values.insert((a, b), (0..).find(|v| !taken.contains(v)).unwrap());
        }
    }
    let chain = |n| Poset::chain(n, h).unwrap();
    for (poset, tall, wide) in [
        (chain(2).product(&chain(40), h).unwrap(), 2, 40),
        (chain(40).product(&chain(2), h).unwrap(), 40, 2),
        (chain(7).product(&chain(9), h).unwrap(), 7, 9),
    ] {
        let mut chomp = Chomp::new(poset.clone(), h).unwrap();
        let mut free = Chomp::taking_all(poset, h).unwrap();
        for (&(a, b), &value) in &values {
            for (row, column) in [(1, wide), (wide, 1)] {
                let place = |of: usize, i: usize| if column == wide { of * wide + i } else { i * wide + of };
                let (rows, columns) = if column == wide { (2, a) } else { (a, 2) };
                if rows > tall || columns > wide || row == column {
                    continue;
                }
                let position = Bits::of(tall * wide, (0..a).map(|i| place(0, i)).chain((0..b).map(|i| place(1, i))));
                assert_eq!(chomp.nim_value(&position, h), Ok(value), "{tall} x {wide}: {a}, {b}");
                assert_eq!(free.nim_value(&position, h), Ok(value + 1), "{tall} x {wide}: {a}, {b}");
            }
        }
    }
}

/// Whether whoever begins wins where whoever takes the last element loses, straight from the rules.
fn misere(poset: &Poset, taboo: Option<usize>, left: u32, known: &mut BTreeMap<u32, bool>) -> bool {
    if let Some(&won) = known.get(&left) {
        return won;
    }
    let (mut won, mut moves) = (false, 0);
    for x in (0..poset.len()).filter(|&x| left >> x & 1 == 1 && Some(x) != taboo) {
        let gone = (0..poset.len()).filter(|&y| y == x || poset.less(x, y)).fold(0, |gone, y| gone | 1 << y);
        won |= !misere(poset, taboo, left & !gone, known);
        moves += 1;
    }
    known.insert(left, won || moves == 0);
    won || moves == 0
}

#[test]
fn misere_play_by_the_rules() {
    let (random, h) = (&mut RandomBits::new(19), &handle());
    let mut lost = 0;
    for round in 0..600 {
        let poset = random_poset(random, 10);
        let n = poset.len();
        let least = (0..n).find(|&x| (0..n).all(|y| y == x || poset.less(x, y)));
        let (mut chomp, taboo) = match round % 2 {
            0 => (Chomp::new(poset.clone(), h).unwrap(), least),
            _ => (Chomp::taking_all(poset.clone(), h).unwrap(), None),
        };
        let mut known = BTreeMap::new();
        misere(&poset, taboo, ((1_u64 << n) - 1) as u32, &mut known);
        for (&left, &won) in &known {
            let position = Bits::of(n, (0..n).filter(|&x| left >> x & 1 == 1));
            assert_eq!(chomp.misere_wins(&position, h), Ok(Some(won)), "{poset:?} {left:b}");
            lost += usize::from(!won);
            let (mut found, mut expected) = (chomp.moves_as_in_nim(&position, h).unwrap(), Vec::new());
            if found.is_some() {
                expected.extend(chomp.options(&position, h).unwrap().into_iter().filter(|o| o.1 == 0).map(|o| o.0));
            }
            found.iter_mut().for_each(|moves| moves.sort_unstable());
            assert_eq!(found.unwrap_or_default(), expected, "{poset:?} {left:b}");
        }
    }
    assert!(lost > 1000, "{lost}");
    // By classes and by a table: the subsets of five points, without the empty one, which nobody takes.
    for k in 1..5 {
        let (poset, _) = Poset::subsets(5, k, h).unwrap();
        let mut chomp = Chomp::new(poset.clone(), h).unwrap();
        let rest: Vec<usize> = chomp.moves(&chomp.start()).iter().collect();
        let any_lost = |options: &[&bool]| Ok::<_, sprague_limits::Stop>(options.iter().any(|won| !**won));
        let won = fold(&poset.piece(&rest, h).unwrap(), Options::Up, true, any_lost, h).unwrap();
        assert_eq!(chomp.misere_wins(&chomp.start(), h).unwrap(), won, "{k}");
    }
    let wins = |n, k| {
        let mut chomp = Chomp::new(Poset::subsets(n, k, h).unwrap().0, h).unwrap();
        chomp.misere_wins(&chomp.start(), h).unwrap()
    };
    assert_eq!([wins(6, 3), wins(7, 2), wins(7, 7)], [Some(true), Some(false), Some(true)]);
}

/// Chains side by side are heaps of Nim; antichains and what has a least element that may be taken last as long as anybody can see.
#[test]
fn remoteness_and_heaps_without_play() {
    let h = &handle();
    let mut chomp = Chomp::new(Poset::antichain(500, h).unwrap(), h).unwrap();
    assert_eq!(chomp.remoteness(&chomp.start(), h), Ok(500));
    let square = Poset::chain(30, h).unwrap().product(&Poset::chain(30, h).unwrap(), h).unwrap();
    let mut chomp = Chomp::taking_all(square, h).unwrap();
    assert_eq!((chomp.remoteness(&chomp.start(), h), chomp.heaps(&chomp.start(), h)), (Ok(1), Ok(None)));
    let chomp = Chomp::new(Poset::chain(1_000_000, h).unwrap(), h).unwrap();
    assert_eq!(chomp.heaps(&chomp.start(), h), Ok(Some(vec![999_999])));
    let random = &mut RandomBits::new(17);
    let mut made = 0;
    for _ in 0..500 {
        let poset = random_poset(random, 5);
        let chomp = Chomp::taking_all(poset.clone(), h).unwrap();
        let found = chomp.heaps(&chomp.start(), h).unwrap();
        // Components in which all elements are comparable.
        let parts = poset.components();
        let chain = |part: &Vec<usize>| {
            part.iter().all(|&x| part.iter().all(|&y| x == y || poset.less(x, y) || poset.less(y, x)))
        };
        let expected = parts.iter().all(chain).then(|| {
            let mut lengths: Vec<usize> = parts.iter().map(Vec::len).collect();
            lengths.sort_unstable();
            lengths
        });
        made += usize::from(expected.as_ref().is_some_and(|lengths| lengths.len() > 1));
        let found = found.map(|mut lengths| {
            lengths.sort_unstable();
            lengths
        });
        assert_eq!(found, expected, "{poset:?}");
    }
    assert!(made > 20, "{made}");
}

/// The solver that works up to isomorphism, alone: on posets with too many downsets for a first table.
#[test]
fn recursion_and_tables_agree() {
    let random = &mut RandomBits::new(12);
    let h = &handle();
    for _ in 0..60 {
        let poset = Poset::chain(1, h).unwrap().disjoint_sum(&random_poset(random, 13), h).unwrap();
        let n = poset.len();
        // A wide roof of minimal elements beside: many downsets, and the value is the sum.
        let tall = Poset::chain(3, h).unwrap();
        let mut wide = poset.clone();
        for _ in 0..3 {
            wide = wide.disjoint_sum(&tall, h).unwrap();
        }
        let base = Poset::chain(2, h).unwrap();
        let alone = Chomp::new(poset.disjoint_sum(&base, h).unwrap(), h).unwrap();
        let mut alone = alone;
        let start = alone.start();
        let value = alone.nim_value(&start, h).unwrap() ^ 2 ^ 3;
        let mut chomp = Chomp::new(wide.clone(), h).unwrap();
        let start = chomp.start();
        assert_eq!(start.len(), n + 9);
        assert_eq!(chomp.nim_value(&start, h).unwrap(), value);
        // One element below everything turns the sum into one component of 4^3 times as many downsets.
        let rooted = Poset::chain(1, h).unwrap().ordinal_sum(&wide, h).unwrap();
        let rooted = Poset::chain(1, h).unwrap().ordinal_sum(&rooted, h).unwrap();
        let mut chomp = Chomp::new(rooted, h).unwrap();
        let start = chomp.start();
        assert_eq!(chomp.nim_value(&start, h).unwrap(), value + 1);
    }
}

#[test]
fn subset_takeaway_has_the_table_of_the_paper() {
    // Brouwer and Christensen, section 2.2.
    let table: [&[u32]; 6] = [&[0], &[0, 1], &[0, 0, 2], &[0, 1, 0, 3], &[0, 0, 1, 0, 1], &[0, 1, 2, 1, 0, 2]];
    let h = &handle();
    for (n, row) in table.iter().enumerate() {
        for (k, &value) in row.iter().enumerate() {
            let mut chomp = Chomp::new(Poset::subsets(n as u32, k as u32, h).unwrap().0, h).unwrap();
            let start = chomp.start();
            assert_eq!(chomp.nim_value(&start, h).unwrap(), value, "P({n}, {k})");
        }
    }
    // Graphs: complete ones have n mod 3 (Khandhawit and Ye).
    for n in 0..=7 {
        let mut chomp = Chomp::new(Poset::subsets(n, 2, h).unwrap().0, h).unwrap();
        let start = chomp.start();
        assert_eq!(chomp.nim_value(&start, h).unwrap(), n % 3, "P({n}, 2)");
    }
    let mut chomp = Chomp::new(Poset::subsets(5, 5, h).unwrap().0, h).unwrap();
    let start = chomp.start();
    let winning = chomp.moves_to(&start, 0, h).unwrap();
    assert_eq!(winning.len(), 1, "the whole set is the only winning move");
    assert_eq!(winning[0].elements, [31]);
}

#[test]
fn bipartite_graphs_and_forests() {
    // Khandhawit and Ye: Chomp on a bipartite graph has the parity of points plus twice the parity of edges.
    let h = &handle();
    let random = &mut RandomBits::new(13);
    for _ in 0..40 {
        let (a, b) = (1 + random.below(4), 1 + random.below(4));
        let mut facets: Vec<u64> = (0..a + b).map(|v| 1 << v).collect();
        let mut edges = 0;
        for i in 0..a {
            for j in 0..b {
                if random.below(2) == 1 {
                    facets.push(1 << i | 1 << (a + j));
                    edges += 1;
                }
            }
        }
        let mut chomp = Chomp::new(Poset::complex(&facets, h).unwrap().0, h).unwrap();
        let start = chomp.start();
        let expected = ((a + b) % 2) as u32 + 2 * (edges % 2);
        assert_eq!(chomp.nim_value(&start, h).unwrap(), expected);
    }
}

#[test]
fn rectangles_and_boxes_are_won() {
    let h = &handle();
    let chain = |n: usize| Poset::chain(n, h).unwrap();
    let mut chomp = Chomp::new(chain(4).product(&chain(7), h).unwrap(), h).unwrap();
    let start = chomp.start();
    let winning = chomp.moves_to(&start, 0, h).unwrap();
    assert!(!winning.is_empty());
    for orbit in winning {
        for x in orbit.elements {
            let after = chomp.after(&start, x);
            assert!(chomp.options(&after, h).unwrap().iter().all(|o| o.1 != 0));
        }
    }
    // Squares: the only winning move is (1, 1) (Winning Ways, chapter 18: then answer symmetrically).
    for n in 2..=9 {
        let mut chomp = Chomp::new(chain(n).product(&chain(n), h).unwrap(), h).unwrap();
        let start = chomp.start();
        let winning = chomp.moves_to(&start, 0, h).unwrap();
        assert_eq!(winning.iter().map(|o| o.elements.clone()).collect::<Vec<_>>(), [vec![n + 1]]);
    }
    // Two rows: leave the lower row one longer.
    for n in 2..=20 {
        let mut chomp = Chomp::new(chain(2).product(&chain(n), h).unwrap(), h).unwrap();
        let start = chomp.start();
        assert_eq!(chomp.winning_move(&start, h).unwrap(), Some(2 * n - 1));
    }
    let mut chomp = Chomp::new(chain(3).product(&chain(3), h).unwrap().product(&chain(3), h).unwrap(), h).unwrap();
    let start = chomp.start();
    assert_ne!(chomp.nim_value(&start, h).unwrap(), 0);
}

#[test]
fn a_wide_tree_is_no_trouble() {
    // A rooted tree is green Hackenbush: the value of a point is one more than the nim-sum of the points upon it.
    let h = &handle();
    let random = &mut RandomBits::new(14);
    for _ in 0..20 {
        let n = 60;
        let parents: Vec<usize> = (1..n as u64).map(|i| random.below(i.div_ceil(2)) as usize).collect();
        let pairs: Vec<(usize, usize)> = parents.iter().enumerate().map(|(i, &p)| (p, i + 1)).collect();
        let mut sums = vec![0_u32; n];
        for i in (1..n).rev() {
            sums[parents[i - 1]] ^= sums[i] + 1;
        }
        // The root is the least element and is never taken.
        let mut chomp = Chomp::new(Poset::from_relations(n, &pairs, h).unwrap(), h).unwrap();
        let start = chomp.start();
        assert_eq!(chomp.nim_value(&start, h).unwrap(), sums[0]);
    }
}

#[test]
fn short_wins_of_large_squares() {
    let h = handle();
    // Moves to two equal sides are seen at once, where there are 155 million positions.
    let side = Poset::chain(15, &h).unwrap();
    let mut chomp = Chomp::new(side.product(&side, &h).unwrap(), &h).unwrap();
    let start = chomp.start();
    assert_eq!(chomp.short_win(&start, &h).unwrap(), Some(16));
    // After it there is none to be found, for the position is lost.
    let lost = chomp.after(&start, 16);
    assert_eq!(chomp.short_win(&lost, &h).unwrap(), None);
}

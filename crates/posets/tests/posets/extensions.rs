//! Posets, canonical keys, linear extensions and downset counts against bare definitions and published values.

use num_bigint::{BigInt, BigUint};
use sprague_limits::{Handle, Limits, Stop};
use sprague_posets::{
    Bits, Options, Poset, PosetError, RandomBits, fold, ideals, linear_extension_ranks, linear_extensions,
    order_polynomial, order_preserving_maps, random_linear_extension,
};

fn handle() -> Handle {
    Handle::default()
}

/// A random order on at most `most` elements: random relations that go up in a random numbering.
fn random_poset(random: &mut RandomBits, most: u64) -> Poset {
    let n = random.below(most + 1) as usize;
    let mut names: Vec<usize> = (0..n).collect();
    for i in (1..n).rev() {
        names.swap(i, random.below(i as u64 + 1) as usize);
    }
    let density = 1 + random.below(12);
    let mut pairs = Vec::new();
    for y in 0..n {
        for x in 0..y {
            if random.below(16) < density {
                pairs.push((names[x], names[y]));
            }
        }
    }
    Poset::from_relations(n, &pairs, &handle()).unwrap()
}

/// The same poset with its elements numbered anew.
fn shuffled(poset: &Poset, random: &mut RandomBits) -> Poset {
    let mut order: Vec<usize> = (0..poset.len()).collect();
    for i in (1..order.len()).rev() {
        order.swap(i, random.below(i as u64 + 1) as usize);
    }
    poset.induced(&order, &handle()).unwrap()
}

/// Every linear extension, by definition: an element may come when all below it have come.
fn orders(poset: &Poset) -> Vec<Vec<usize>> {
    fn go(poset: &Poset, done: &mut Vec<usize>, found: &mut Vec<Vec<usize>>) {
        if done.len() == poset.len() {
            found.push(done.clone());
        }
        for x in 0..poset.len() {
            if !done.contains(&x) && (0..poset.len()).all(|y| !poset.less(y, x) || done.contains(&y)) {
                done.push(x);
                go(poset, done, found);
                done.pop();
            }
        }
    }
    let mut found = Vec::new();
    go(poset, &mut Vec::new(), &mut found);
    found
}

/// Their number, by the recurrence over maximal elements on sets of elements, for sets too large to list.
fn count(poset: &Poset, left: u32, known: &mut std::collections::BTreeMap<u32, u128>) -> u128 {
    if left == 0 {
        return 1;
    }
    if let Some(&c) = known.get(&left) {
        return c;
    }
    let inside = |x: usize| left >> x & 1 == 1;
    let mut sum = 0;
    for m in (0..poset.len()).filter(|&m| inside(m)) {
        if (0..poset.len()).all(|y| !inside(y) || !poset.less(m, y)) {
            sum += count(poset, left & !(1 << m), known);
        }
    }
    known.insert(left, sum);
    sum
}

fn big(text: &str) -> BigUint {
    text.parse().unwrap()
}

#[test]
fn a_thousand_random_posets_have_as_many_linear_extensions_as_the_recurrence_says() {
    let random = &mut RandomBits::new(1);
    for _ in 0..1000 {
        let poset = random_poset(random, 12);
        let all = (1_u32 << poset.len()) - 1;
        let expected = BigUint::from(count(&poset, all, &mut Default::default()));
        assert_eq!(linear_extensions(&poset, &handle()).unwrap(), expected, "{:?}", poset.covers(&handle()));
        assert_eq!(linear_extensions(&poset.dual(&handle()).unwrap(), &handle()).unwrap(), expected);
    }
}

/// A poset with each element replaced by a poset.
fn substituted(outer: &Poset, modules: &[Poset]) -> Poset {
    let (mut pairs, mut starts) = (Vec::new(), vec![0]);
    modules.iter().for_each(|module| starts.push(starts[starts.len() - 1] + module.len()));
    for (i, module) in modules.iter().enumerate() {
        for (x, y) in module.covers(&handle()).unwrap() {
            pairs.push((starts[i] + x, starts[i] + y));
        }
        for j in (0..outer.len()).filter(|&j| outer.less(i, j)) {
            pairs.extend((starts[i]..starts[i + 1]).flat_map(|x| (starts[j]..starts[j + 1]).map(move |y| (x, y))));
        }
    }
    Poset::from_relations(starts[modules.len()], &pairs, &handle()).unwrap()
}

fn relations(n: usize, pairs: &[(usize, usize)]) -> Poset {
    Poset::from_relations(n, pairs, &handle()).unwrap()
}

/// Posets that are neither disjoint nor ordinal sums, and have no modules.
fn primes() -> [Poset; 3] {
    [
        relations(4, &[(0, 2), (1, 2), (1, 3)]),
        relations(5, &[(0, 2), (1, 2), (1, 3), (4, 3)]),
        relations(6, &[(0, 3), (1, 3), (1, 4), (2, 4), (2, 5), (0, 5)]),
    ]
}

#[test]
fn modules_are_put_into_one_order() {
    let random = &mut RandomBits::new(12);
    for round in 0..300 {
        let outer = &primes()[round % 3];
        let modules: Vec<Poset> = (0..outer.len()).map(|_| random_poset(random, 5)).collect();
        let poset = shuffled(&substituted(outer, &modules), random);
        if poset.len() > 20 {
            continue;
        }
        let all = (1_u32 << poset.len()) - 1;
        let expected = BigUint::from(count(&poset, all, &mut Default::default()));
        assert_eq!(linear_extensions(&poset, &handle()).unwrap(), expected, "{round}");
    }
    // Modules within modules, by a recursion over all downsets.
    let inner = substituted(&primes()[0], &vec![Poset::subsets(2, 2, &handle()).unwrap().0; 4]);
    let cube = Poset::subsets(3, 3, &handle()).unwrap().0;
    let point = Poset::chain(1, &handle()).unwrap();
    let poset = shuffled(&substituted(&primes()[0], &[cube.clone(), inner, point, cube]), random);
    let sum = |values: &[&BigUint]| Ok::<_, Stop>(values.iter().copied().sum());
    let expected = fold(&poset, Options::Maximal, 1_u32.into(), sum, &handle()).unwrap();
    assert_eq!(linear_extensions(&poset, &handle()).ok(), expected);
}

/// Ten thousand million downsets and more without modules.
#[test]
fn modules_make_large_posets_small() {
    let cube = Poset::subsets(5, 5, &handle()).unwrap().0;
    let poset = substituted(&primes()[2], &vec![cube.clone(); 6]);
    let few = Handle::new(Limits { steps: Some(50_000_000), ..Limits::default() });
    let found = linear_extensions(&poset, &few).unwrap();
    let chains = substituted(&primes()[2], &vec![Poset::chain(32, &handle()).unwrap(); 6]);
    let one = linear_extensions(&cube, &handle()).unwrap();
    assert_eq!(found, linear_extensions(&chains, &handle()).unwrap() * one.pow(6));
}

#[test]
fn downsets_are_counted() {
    let random = &mut RandomBits::new(2);
    for _ in 0..600 {
        let poset = random_poset(random, 11);
        let n = poset.len();
        let closed =
            |set: u32| (0..n).all(|y| set >> y & 1 == 0 || (0..n).all(|x| !poset.less(x, y) || set >> x & 1 == 1));
        let expected = (0..1_u32 << n).filter(|&s| closed(s)).count();
        assert_eq!(ideals(&poset, &handle()).unwrap(), BigUint::from(expected));
    }
    // Dedekind's numbers.
    for (n, expected) in [2_u32, 3, 6, 20, 168, 7581].into_iter().enumerate() {
        let poset = Poset::subsets(n as u32, n as u32, &handle()).unwrap().0;
        assert_eq!(ideals(&poset, &handle()).unwrap(), BigUint::from(expected));
    }
}

#[test]
fn downsets_of_boxes_are_plane_partitions() {
    // MacMahon: the product of (i+j+k-1)/(i+j+k-2).
    for (a, b, c) in [(1, 1, 1), (2, 2, 2), (3, 3, 3), (4, 4, 4), (2, 3, 5), (1, 9, 9), (6, 4, 2)] {
        let h = &handle();
        let chain = |n: usize| Poset::chain(n, h).unwrap();
        let poset = chain(a).product(&chain(b), h).unwrap().product(&chain(c), h).unwrap();
        let (mut up, mut down) = (BigUint::from(1_u32), BigUint::from(1_u32));
        for i in 1..=a {
            for j in 1..=b {
                for k in 1..=c {
                    up *= i + j + k - 1;
                    down *= i + j + k - 2;
                }
            }
        }
        assert_eq!(ideals(&poset, h).unwrap(), up / down, "{a} {b} {c}");
    }
}

#[test]
fn young_diagrams_have_the_hook_formula() {
    for rows in [
        vec![5, 4, 2],
        vec![4, 4, 4, 4],
        vec![7, 3, 3, 1],
        vec![6, 5, 5, 3, 2, 1, 1],
        vec![3, 3, 3],
        vec![9, 8, 1],
        // Larger than any other way would count.
        vec![18; 18],
        vec![150, 140],
        (1..25).rev().collect(),
    ] {
        let cells: Vec<(usize, usize)> =
            rows.iter().enumerate().flat_map(|(i, &len)| (0..len).map(move |j| (i, j))).collect();
        let mut pairs = Vec::new();
        for (y, &(i, j)) in cells.iter().enumerate() {
            for (x, &(k, l)) in cells.iter().enumerate() {
                if (k <= i && l <= j) && x != y {
                    pairs.push((x, y));
                }
            }
        }
        let poset = Poset::from_relations(cells.len(), &pairs, &handle()).unwrap();
        let mut top = BigUint::from(1_u32);
        let mut hooks = BigUint::from(1_u32);
        for i in 1..=cells.len() {
            top *= i;
        }
        for &(i, j) in &cells {
            hooks *= rows[i] - j + rows.iter().skip(i + 1).filter(|&&len| len > j).count();
        }
        assert_eq!(linear_extensions(&poset, &handle()).unwrap(), top / hooks, "{rows:?}");
    }
}

#[test]
fn boolean_lattices_have_the_published_numbers() {
    // Brouwer and Christensen, section 3.
    let published = ["1", "1", "2", "48", "1680384", "14807804035657359360"];
    for (n, text) in published.iter().enumerate() {
        let poset = Poset::subsets(n as u32, n as u32, &handle()).unwrap().0;
        assert_eq!(linear_extensions(&poset, &handle()).unwrap(), big(text), "B({n})");
    }
    for (n, text) in [(3, "48"), (4, "1680384"), (5, "37783650956544000"), (6, "567722883627880394131962569026437120")]
    {
        let poset = Poset::subsets(n, 3, &handle()).unwrap().0;
        assert_eq!(linear_extensions(&poset, &handle()).unwrap(), big(text), "P({n}, 3)");
    }
}

#[test]
fn singles_and_pairs_have_the_formula_of_the_paper() {
    let factorial = |n: u32| (1..=n).fold(BigUint::from(1_u32), |p, k| p * k);
    for n in 0..=8 {
        let mut product = BigUint::from(1_u32);
        for i in 1..=n {
            product *= i * n - i * (i - 1) / 2;
        }
        let expected = factorial(n) * factorial(n * (n + 1) / 2) / product;
        let poset = Poset::subsets(n, 2, &handle()).unwrap().0;
        assert_eq!(linear_extensions(&poset, &handle()).unwrap(), expected, "P({n}, 2)");
        if n == 8 {
            assert_eq!(expected, big("183516891399909333860213587968000000"));
        }
    }
}

#[test]
fn self_dual_posets_meet_in_the_middle() {
    // Products of three chains against the recurrence with no symmetry at all.
    let h = &handle();
    let chain = |n: usize| Poset::chain(n, h).unwrap();
    for (a, b, c) in [(2, 2, 2), (3, 2, 2), (3, 3, 2), (4, 2, 2), (3, 3, 3), (5, 2, 2)] {
        let poset = chain(a).product(&chain(b), h).unwrap().product(&chain(c), h).unwrap();
        let expected = BigUint::from(count(&poset, ((1_u64 << poset.len()) - 1) as u32, &mut Default::default()));
        assert_eq!(linear_extensions(&poset, h).unwrap(), expected, "{a} {b} {c}");
    }
}

#[test]
fn keys_tell_small_posets_apart_exactly() {
    // All orders on at most 5 numbered elements that go up with the numbers; brute force over all permutations.
    let h = &handle();
    for n in 0..=5_usize {
        let pairs: Vec<(usize, usize)> = (0..n).flat_map(|y| (0..y).map(move |x| (x, y))).collect();
        let permutations = permutations(n);
        let mut classes: Vec<(Poset, std::collections::BTreeSet<Vec<bool>>)> = Vec::new();
        let mut keys = Vec::new();
        for choice in 0..1_u32 << pairs.len() {
            let chosen: Vec<_> = (0..pairs.len()).filter(|i| choice >> i & 1 == 1).map(|i| pairs[i]).collect();
            let poset = Poset::from_relations(n, &chosen, h).unwrap();
            let table: Vec<bool> = (0..n * n).map(|i| poset.less(i / n, i % n)).collect();
            let class = match classes.iter().position(|(_, images)| images.contains(&table)) {
                Some(class) => class,
                None => {
                    let images = permutations
                        .iter()
                        .map(|p| (0..n * n).map(|i| poset.less(p[i / n], p[i % n])).collect())
                        .collect();
                    keys.push(poset.canonical_key(h).unwrap());
                    classes.push((poset.clone(), images));
                    classes.len() - 1
                }
            };
            assert_eq!(poset.canonical_key(h).unwrap(), keys[class]);
        }
        // Unlabelled posets: OEIS A000112.
        assert_eq!(classes.len(), [1, 1, 2, 5, 16, 63][n]);
        keys.sort();
        keys.dedup();
        assert_eq!(keys.len(), classes.len(), "different posets have different keys");
    }
}

fn permutations(n: usize) -> Vec<Vec<usize>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for shorter in permutations(n - 1) {
        for at in 0..n {
            let mut longer = shorter.clone();
            longer.insert(at, n - 1);
            all.push(longer);
        }
    }
    all
}

/// Sums of sums of small posets, side by side and one upon the other by turns.
fn nested_sum(random: &mut RandomBits, depth: u64) -> Poset {
    if depth == 0 {
        return random_poset(random, 5);
    }
    let parts: Vec<Poset> = (0..1 + random.below(4)).map(|_| nested_sum(random, depth - 1)).collect();
    let mut parts: Vec<&Poset> = parts.iter().collect();
    parts.push(parts[0]);
    Poset::together(&parts, depth.is_multiple_of(2), &handle()).unwrap()
}

#[test]
fn sums_are_labelled_piece_by_piece() {
    let random = &mut RandomBits::new(9);
    let h = &handle();
    let mut large = 0;
    for _ in 0..40 {
        let poset = nested_sum(random, 3);
        large += usize::from(poset.len() > 40);
        let other = shuffled(&poset, random);
        assert_eq!(poset.canonical_key(h).unwrap(), other.canonical_key(h).unwrap());
        let map = poset.isomorphism(&other, h).unwrap().unwrap();
        for x in 0..poset.len() {
            for y in 0..poset.len() {
                assert_eq!(poset.less(x, y), other.less(map[x], map[y]));
            }
        }
    }
    assert!(large > 15);
    // As many pieces with as many elements and relations: 30 squares beside 30 posets a < c, b < c, c < d, and one more of either.
    let square = Poset::subsets(2, 2, h).unwrap().0;
    let fork = Poset::from_relations(4, &[(0, 2), (1, 2), (2, 3)], h).unwrap();
    let mixed = |squares: usize, forks: usize| {
        let parts: Vec<&Poset> = vec![&square; squares].into_iter().chain(vec![&fork; forks]).collect();
        Poset::together(&parts, false, h).unwrap()
    };
    assert!(mixed(31, 30).isomorphic(&shuffled(&mixed(31, 30), random), h).unwrap());
    assert!(!mixed(31, 30).isomorphic(&mixed(30, 31), h).unwrap());
}

/// Chains by their greatest elements, whatever the poset is made of.
#[test]
fn chains_of_sums_are_those_of_their_pieces() {
    let random = &mut RandomBits::new(10);
    let h = &handle();
    for _ in 0..40 {
        let poset = shuffled(&nested_sum(random, 3), random);
        let mut ending = vec![BigUint::from(1u32); poset.len()];
        let mut counts = vec![BigUint::from(1u32)];
        while ending.iter().any(|ways| *ways > 0u32.into()) {
            counts.push(ending.iter().sum());
            let longer = |y| (0..poset.len()).filter(|&x| poset.less(x, y)).map(|x| &ending[x]).sum();
            ending = (0..poset.len()).map(longer).collect();
        }
        assert_eq!(sprague_posets::chains(&poset, h).unwrap(), counts);
    }
    let chain = sprague_posets::chains(&Poset::chain(1500, h).unwrap(), h).unwrap();
    assert_eq!((chain.len(), chain.iter().sum::<BigUint>()), (1501, BigUint::from(1u32) << 1500));
}

#[test]
fn keys_do_not_depend_on_the_numbering() {
    let random = &mut RandomBits::new(3);
    let h = &handle();
    for round in 0..800 {
        let poset = random_poset(random, if round % 4 == 0 { 40 } else { 14 });
        let other = shuffled(&poset, random);
        assert_eq!(poset.canonical_key(h).unwrap(), other.canonical_key(h).unwrap());
        let map = poset.isomorphism(&other, h).unwrap().unwrap();
        for x in 0..poset.len() {
            for y in 0..poset.len() {
                assert_eq!(poset.less(x, y), other.less(map[x], map[y]));
            }
        }
        // One relation more: never isomorphic, having more pairs.
        if let Some((x, y)) = (0..poset.len())
            .flat_map(|x| (0..poset.len()).map(move |y| (x, y)))
            .find(|&(x, y)| x != y && !poset.less(x, y) && !poset.less(y, x))
        {
            let mut pairs = poset.covers(h).unwrap();
            pairs.push((x, y));
            let more = Poset::from_relations(poset.len(), &pairs, h).unwrap();
            assert!(!more.isomorphic(&poset, h).unwrap());
        }
    }
}

#[test]
fn keys_of_symmetric_posets() {
    let random = &mut RandomBits::new(4);
    let h = &handle();
    for poset in [
        Poset::subsets(5, 5, h).unwrap().0,
        Poset::subsets(6, 3, h).unwrap().0,
        Poset::subsets(7, 2, h).unwrap().0,
        Poset::antichain(60, h).unwrap(),
        crown(20),
        two_cycles(6, 6),
    ] {
        for _ in 0..4 {
            let other = shuffled(&poset, random);
            assert_eq!(poset.canonical_key(h).unwrap(), other.canonical_key(h).unwrap());
        }
    }
    // One cycle of twelve and two of six look alike to refinement.
    assert!(!two_cycles(6, 6).isomorphic(&two_cycles(4, 8), h).unwrap());
    assert!(!two_cycles(6, 6).isomorphic(&crown_cycle(12), h).unwrap());
}

/// `a_i < b_j` for all i != j.
fn crown(n: usize) -> Poset {
    let pairs: Vec<_> = (0..n).flat_map(|i| (0..n).filter(move |&j| j != i).map(move |j| (i, n + j))).collect();
    Poset::from_relations(2 * n, &pairs, &handle()).unwrap()
}

/// A zigzag that closes: points and edges of a cycle.
fn crown_cycle(n: usize) -> Poset {
    let pairs: Vec<_> = (0..n).flat_map(|i| [(i, n + i), ((i + 1) % n, n + i)]).collect();
    Poset::from_relations(2 * n, &pairs, &handle()).unwrap()
}

fn two_cycles(a: usize, b: usize) -> Poset {
    crown_cycle(a).disjoint_sum(&crown_cycle(b), &handle()).unwrap()
}

#[test]
fn orbits_are_those_of_brute_force() {
    let random = &mut RandomBits::new(5);
    let h = &handle();
    for _ in 0..300 {
        let poset = random_poset(random, 6);
        let n = poset.len();
        let mut expected: Vec<Vec<usize>> = Vec::new();
        let group: Vec<Vec<usize>> = permutations(n)
            .into_iter()
            .filter(|p| (0..n).all(|x| (0..n).all(|y| poset.less(x, y) == poset.less(p[x], p[y]))))
            .collect();
        for x in 0..n {
            if !expected.iter().any(|o| o.contains(&x)) {
                let mut orbit: Vec<usize> = group.iter().map(|p| p[x]).collect();
                orbit.sort();
                orbit.dedup();
                expected.push(orbit);
            }
        }
        assert_eq!(poset.orbits(h).unwrap(), expected);
    }
}

#[test]
fn ranks_count_places() {
    let random = &mut RandomBits::new(6);
    for _ in 0..150 {
        let poset = random_poset(random, 7);
        let mut expected = vec![vec![BigUint::default(); poset.len()]; poset.len()];
        for order in orders(&poset) {
            for (r, &x) in order.iter().enumerate() {
                expected[x][r] += 1_u32;
            }
        }
        assert_eq!(linear_extension_ranks(&poset, &handle()).unwrap(), expected);
    }
}

#[test]
fn random_linear_extensions_are_uniform() {
    let random = &mut RandomBits::new(7);
    for round in 0..40 {
        let poset = random_poset(random, 6);
        let all = orders(&poset);
        if all.len() > 60 {
            continue;
        }
        let draws = 400 * all.len();
        let mut seen = vec![0_u32; all.len()];
        let stream = &mut RandomBits::new(1000 + round);
        for _ in 0..draws {
            let order = random_linear_extension(&poset, stream, &handle()).unwrap();
            seen[all.iter().position(|o| *o == order).expect("a linear extension")] += 1;
        }
        // Each is expected 400 times; 5.5 standard deviations either way.
        for count in seen {
            assert!((290..=510).contains(&count), "{count} of 400 for {:?}", poset.covers(&handle()));
        }
    }
    let poset = Poset::subsets(4, 4, &handle()).unwrap().0;
    let order = |seed| random_linear_extension(&poset, &mut RandomBits::new(seed), &handle()).unwrap();
    assert_eq!(order(5), order(5));
    assert_ne!(order(5), order(6));
}

#[test]
fn a_cycle_is_refused_and_shown() {
    let cycle = |n, pairs: &[(usize, usize)]| match Poset::from_relations(n, pairs, &handle()) {
        Err(PosetError::Cycle(cycle)) => cycle,
        other => panic!("{other:?}"),
    };
    assert_eq!(cycle(1, &[(0, 0)]), [0]);
    assert_eq!(cycle(4, &[(0, 1), (1, 2), (2, 3), (3, 1)]), [1, 2, 3]);
    assert_eq!(cycle(5, &[(4, 2), (2, 4), (0, 4)]), [2, 4]);
}

#[test]
fn height_width_lattices_covers() {
    let random = &mut RandomBits::new(8);
    let h = &handle();
    for _ in 0..500 {
        let poset = random_poset(random, 9);
        let n = poset.len();
        let (mut width, mut height) = (0, 0);
        for set in 0..1_u32 << n {
            let of: Vec<usize> = (0..n).filter(|&x| set >> x & 1 == 1).collect();
            let comparable = |x: usize, y: usize| poset.less(x, y) || poset.less(y, x);
            if of.iter().all(|&x| of.iter().all(|&y| x == y || comparable(x, y))) {
                height = height.max(of.len());
            }
            if of.iter().all(|&x| of.iter().all(|&y| !comparable(x, y))) {
                width = width.max(of.len());
            }
        }
        assert_eq!((poset.height(h).unwrap(), poset.width(h).unwrap()), (height, width));
        let at_most = |x: usize, y: usize| x == y || poset.less(x, y);
        let meet = |x: usize, y: usize| {
            let bounds: Vec<usize> = (0..n).filter(|&z| at_most(z, x) && at_most(z, y)).collect();
            bounds.iter().any(|&m| bounds.iter().all(|&z| at_most(z, m)))
        };
        let join = |x: usize, y: usize| {
            let bounds: Vec<usize> = (0..n).filter(|&z| at_most(x, z) && at_most(y, z)).collect();
            bounds.iter().any(|&m| bounds.iter().all(|&z| at_most(m, z)))
        };
        let lattice = n > 0 && (0..n).all(|x| (0..n).all(|y| meet(x, y) && join(x, y)));
        assert_eq!(poset.is_lattice(h).unwrap(), lattice);
        let mut covers = Vec::new();
        for y in 0..n {
            for x in 0..n {
                if poset.less(x, y) && !(0..n).any(|z| poset.less(x, z) && poset.less(z, y)) {
                    covers.push((x, y));
                }
            }
        }
        assert_eq!(poset.covers(h).unwrap(), covers);
        assert_eq!(Poset::from_relations(n, &covers, h).unwrap(), poset);
    }
}

#[test]
fn constructors_follow_their_definitions() {
    let h = &handle();
    let (divisors, numbers) = Poset::divisors(360, h).unwrap();
    assert_eq!(numbers.len(), 24);
    let chain = |n| Poset::chain(n, h).unwrap();
    let product = chain(4).product(&chain(3), h).unwrap().product(&chain(2), h).unwrap();
    assert!(divisors.isomorphic(&product, h).unwrap());
    let (subsets, sets) = Poset::subsets(3, 2, h).unwrap();
    assert_eq!(sets, [0, 1, 2, 4, 3, 5, 6]);
    assert_eq!(subsets.maximal(), [4, 5, 6]);
    let (complex, faces) = Poset::complex(&[0b0111, 0b1100], h).unwrap();
    assert_eq!(faces, [0, 1, 2, 4, 8, 0b11, 0b101, 0b110, 0b1100, 0b111]);
    assert_eq!(complex.least(), Some(0));
    assert_eq!(complex.maximal(), [8, 9]);
    assert_eq!(chain(2).ordinal_sum(&chain(3), h).unwrap(), chain(5));
    assert_eq!(chain(4).dual(h).unwrap().dual(h).unwrap(), chain(4));
    assert_eq!(chain(3).disjoint_sum(&chain(2), h).unwrap().components(), [vec![0, 1, 2], vec![3, 4]]);
    assert_eq!(chain(5).without(&Bits::of(5, [2]), h).unwrap().1, [0, 1, 3, 4]);
}

/// The product of chains, with its elements numbered anew.
fn shuffled_box(sides: &[usize], random: &mut RandomBits) -> Poset {
    let h = handle();
    let one = Poset::chain(1, &h).unwrap();
    let product = |p: Poset, &side: &usize| p.product(&Poset::chain(side, &h).unwrap(), &h).unwrap();
    shuffled(&sides.iter().fold(one, product), random)
}

/// All downsets, by definition: level by level.
fn downsets(poset: &Poset) -> usize {
    let mut level = std::collections::BTreeSet::from([0u64]);
    let mut found = 0;
    while !level.is_empty() {
        found += level.len();
        let mut next = std::collections::BTreeSet::new();
        for &set in &level {
            for y in (0..poset.len()).filter(|y| set >> y & 1 == 0) {
                if (0..poset.len()).all(|x| !poset.less(x, y) || set >> x & 1 == 1) {
                    next.insert(set | 1 << y);
                }
            }
        }
        level = next;
    }
    found
}

/// Wiedemann 1991.
#[test]
#[ignore = "ten seconds, and a minute without optimisation"]
fn dedekind_number_of_eight() {
    let poset = shuffled_box(&[2; 8], &mut RandomBits::new(8));
    assert_eq!(ideals(&poset, &handle()).unwrap(), big("56130437228687557907788"));
}

#[test]
fn downsets_of_boxes_of_four_dimensions_and_more() {
    let mut random = RandomBits::new(21);
    // As chains of downsets of a factor, as squares of them, and by their intervals.
    for sides in [
        &[2, 2, 2, 2][..],
        &[4, 2, 2, 2],
        &[3, 3, 2, 2],
        &[2, 2, 2, 2, 2],
        &[1, 3, 1, 2, 2, 2],
        &[5, 2, 2, 2],
        &[3, 2, 2, 2, 2],
    ] {
        let poset = shuffled_box(sides, &mut random);
        assert_eq!(ideals(&poset, &handle()).unwrap(), downsets(&poset).into(), "{sides:?}");
        assert_eq!(ideals(&poset.dual(&handle()).unwrap(), &handle()).unwrap(), downsets(&poset).into());
    }
    // Dedekind's numbers.
    for (n, count) in [(6, "7828354"), (7, "2414682040998")] {
        let poset = shuffled_box(&vec![2; n], &mut random);
        assert_eq!(ideals(&poset, &handle()).unwrap(), big(count));
    }
    // Three downsets of B(5), each within the next: for each one in the middle, those within it times those around it.
    let sets: Vec<u32> = (0..1u64 << 16).filter(|set| set & 1 == 1 || *set == 0).map(|set| set as u32).collect();
    let is_downset = |set: &u32| {
        (0..16).all(|x: u32| set >> x & 1 == 0 || (0..4).all(|i| x >> i & 1 == 0 || set >> (x ^ 1 << i) & 1 == 1))
    };
    let four: Vec<u32> = sets.into_iter().filter(is_downset).collect();
    let pairs = four.iter().flat_map(|&a| four.iter().map(move |&b| (a, b)));
    let five: Vec<u32> = pairs.filter(|(a, b)| b & !a == 0).map(|(a, b)| a << 16 | b).collect();
    let chains = five.iter().map(|&b| {
        let (mut below, mut above) = (0, 0);
        for &a in &five {
            below += u64::from(a & !b == 0);
            above += u64::from(b & !a == 0);
        }
        below * above
    });
    let poset = shuffled_box(&[3, 2, 2, 2, 2, 2], &mut random);
    assert_eq!(ideals(&poset, &handle()).unwrap(), chains.sum::<u64>().into());
    // Four downsets of 4 by 4 by 4, each within the next, are those of 4 by 4 by 4 by 4 upside down too.
    let poset = shuffled_box(&[4, 4, 4, 2], &mut random);
    assert_eq!(ideals(&poset, &handle()).unwrap(), ideals(&poset.dual(&handle()).unwrap(), &handle()).unwrap());
}

#[test]
fn downsets_of_diagrams_and_ordinal_sums() {
    let h = handle();
    let mut random = RandomBits::new(22);
    for _ in 0..60 {
        // The cells of a Young diagram: some rows of a rectangle, none longer than the one before.
        let mut rows = vec![1 + random.below(5)];
        while rows.len() < 4 {
            rows.push(random.below(rows[rows.len() - 1] + 1));
        }
        let rectangle = Poset::chain(4, &h).unwrap().product(&Poset::chain(5, &h).unwrap(), &h).unwrap();
        let cells: Vec<usize> = (0..20).filter(|x| (x % 5) < rows[x / 5] as usize).collect();
        let diagram = shuffled(&rectangle.induced(&cells, &h).unwrap(), &mut random);
        assert_eq!(ideals(&diagram, &h).unwrap(), downsets(&diagram).into(), "{rows:?}");
        assert_eq!(
            linear_extensions(&diagram, &h).unwrap(),
            linear_extensions(&diagram.dual(&h).unwrap(), &h).unwrap()
        );
        let upon = diagram.ordinal_sum(&random_poset(&mut random, 6), &h).unwrap();
        assert_eq!(ideals(&upon, &h).unwrap(), downsets(&upon).into());
    }
}

#[test]
fn boxes_have_the_published_numbers_of_linear_extensions() {
    let mut random = RandomBits::new(23);
    // OEIS A114714, A114716 and A214953.
    let known = [
        (&[2, 2, 2][..], "48"),
        (&[3, 2, 2], "2452"),
        (&[3, 3, 2], "4877756"),
        (&[4, 3, 2], "20071150430"),
        (&[3, 3, 3], "6405442434150"),
        (&[4, 4, 4], "213896868423550025518356115338261531036549426"),
    ];
    for (sides, count) in known {
        let poset = shuffled_box(sides, &mut random);
        assert_eq!(linear_extensions(&poset, &handle()).unwrap(), big(count), "{sides:?}");
    }
    // Rectangles under other names: 2^7 3^6 and its divisors.
    let (divisors, _) = Poset::divisors(128 * 729, &handle()).unwrap();
    let rectangle = shuffled_box(&[7, 8], &mut random);
    assert_eq!(linear_extensions(&divisors, &handle()), linear_extensions(&rectangle, &handle()));
}

#[test]
fn what_is_out_of_reach_is_refused_at_once() {
    // The divisors of 720720: four sides of two, one of three, one of five.
    let (divisors, _) = Poset::divisors(720_720, &handle()).unwrap();
    let refused = linear_extensions(&divisors, &handle()).unwrap_err();
    assert!(
        matches!(&refused, Stop::TooLarge(why) if why.contains("downsets up to symmetry of 238 elements")),
        "{refused}"
    );
}

#[test]
fn tableaux_are_drawn_evenly() {
    let h = handle();
    // Rows of 3, 2 and 1: 16 tableaux.
    let grid = Poset::chain(3, &h).unwrap().product(&Poset::chain(3, &h).unwrap(), &h).unwrap();
    let diagram = grid.induced(&[0, 1, 2, 3, 4, 6], &h).unwrap();
    for poset in [diagram.clone(), diagram.dual(&h).unwrap()] {
        let all = orders(&poset);
        let mut random = RandomBits::new(24);
        let mut counts = std::collections::BTreeMap::new();
        for _ in 0..16_000 {
            *counts.entry(random_linear_extension(&poset, &mut random, &h).unwrap()).or_insert(0) += 1;
        }
        assert!(counts.len() == 16 && all.iter().all(|order| (850..1150).contains(&counts[order])), "{counts:?}");
    }
}

/// Maps into the chain of `t` elements that keep the order, one by one; strictly or not.
fn maps(poset: &Poset, t: usize, strictly: bool) -> i64 {
    let n = poset.len();
    let image = |map: usize, x: usize| map / t.pow(x as u32) % t;
    let keeps = |map: usize, x: usize, y: usize| {
        !poset.less(x, y) || image(map, x) < image(map, y) || !strictly && image(map, x) == image(map, y)
    };
    (0..t.pow(n as u32)).filter(|&map| (0..n).all(|y| (0..n).all(|x| keeps(map, x, y)))).count() as i64
}

#[test]
fn polynomials_count_maps_and_chains() {
    let h = handle();
    let mut random = RandomBits::new(26);
    for _ in 0..60 {
        let poset = random_poset(&mut random, 6);
        let sign = if poset.len().is_multiple_of(2) { 1 } else { -1 };
        for t in 1..4 {
            let at = |t: i64| sprague_posets::order_polynomial(&poset, &t.into(), &h).unwrap();
            assert_eq!(at(t), maps(&poset, t as usize, false).into());
            assert_eq!(at(-t), (sign * maps(&poset, t as usize, true)).into());
        }
        let onto = sprague_posets::order_preserving_maps(&poset, &h).unwrap();
        assert_eq!(onto.last(), Some(&linear_extensions(&poset, &h).unwrap()));
        // Sequences of t - 1 elements that never go down, by the powers of the zeta function.
        let n = poset.len();
        let mut ends = vec![1i64; n];
        for t in 2..6i64 {
            assert_eq!(
                sprague_posets::zeta_polynomial(&poset, &t.into(), &h).unwrap(),
                ends.iter().sum::<i64>().into()
            );
            ends = (0..n).map(|y| (0..n).filter(|&x| x == y || poset.less(x, y)).map(|x| ends[x]).sum()).collect();
        }
        // The Möbius function inverts the zeta function.
        for x in 0..n {
            for y in 0..n {
                let inside = (0..n).filter(|&z| (x == z || poset.less(x, z)) && (z == y || poset.less(z, y)));
                let sum: num_bigint::BigInt = inside.map(|z| sprague_posets::mobius(&poset, x, z, &h).unwrap()).sum();
                assert_eq!(sum, i64::from(x == y).into());
            }
        }
    }
}

/// The sum of the maps onto chains of i elements times t over i.
fn in_binomials(onto: &[BigUint], t: i64) -> BigInt {
    let (mut sum, mut binomial) = (BigInt::from(0), BigInt::from(1));
    for (i, maps) in onto.iter().enumerate() {
        sum += BigInt::from(maps.clone()) * &binomial;
        binomial = binomial * (t - i as i64) / (i as i64 + 1);
    }
    sum
}

#[test]
fn order_polynomials_of_grids_are_those_of_listed_downsets() -> Result<(), Stop> {
    let (h, mut random) = (handle(), RandomBits::new(31));
    for (a, b) in [(1, 1), (1, 2), (2, 2), (5, 1), (2, 3), (4, 3), (4, 4), (1, 9), (2, 7), (5, 4)] {
        let grid = shuffled(&Poset::chain(a, &h)?.product(&Poset::chain(b, &h)?, &h)?, &mut random);
        let onto = order_preserving_maps(&grid, &h)?;
        for grid in [&grid, &grid.by_covers(&h)?] {
            for t in (-12..14).chain([1000, -1000, 123_456_789_012]) {
                assert_eq!(order_polynomial(grid, &t.into(), &h)?, in_binomials(&onto, t), "{a} by {b} at {t}");
            }
        }
    }
    // Beyond words: a chain of two has t over 2 with repetition.
    let t = BigInt::from(10).pow(40);
    assert_eq!(order_polynomial(&Poset::chain(2, &h)?, &t, &h)?, &t * (&t + 1) / 2);
    assert_eq!(order_polynomial(&Poset::chain(2, &h)?, &-&t, &h)?, &t * (&t - 1) / 2);
    Ok(())
}

#[test]
fn order_polynomials_of_large_chains_and_grids() -> Result<(), Stop> {
    let h = handle();
    let at = |poset: &Poset, t: i64| order_polynomial(poset, &t.into(), &h);
    let chain = Poset::chain(1_000_000, &h)?;
    assert_eq!((at(&chain, 0)?, at(&chain, 1)?, at(&chain, 2)?), (0.into(), 1.into(), 1_000_001.into()));
    assert_eq!((at(&chain, 3)?, at(&chain, -1)?), ((1_000_001i64 * 1_000_002 / 2).into(), 0.into()));
    assert_eq!((at(&chain, -999_999)?, at(&chain, -1_000_000)?), (0.into(), 1.into()));
    // Downsets of a box, which layers of a shorter side say, too: t - 1 = 2 layers of 100 by 100 cells are pairs of paths, a
    // determinant of binomials (Lindström 1973, Gessel and Viennot 1985).
    let side = Poset::chain(100, &h)?;
    let grid = side.product(&side, &h)?;
    let choose = |n: u32, k: u32| (1..=k).fold(BigInt::from(1), |all, i| all * (n - k + i) / i);
    let pairs = choose(200, 100) * choose(200, 100) - choose(200, 99) * choose(200, 101);
    assert_eq!((at(&grid, 2)?, at(&grid, 3)?), (choose(200, 100), pairs.clone()));
    // At -t less the height, up to the sign, as at t.
    assert_eq!((at(&grid, -198)?, at(&grid, -199)?, at(&grid, -201)?), (0.into(), 1.into(), pairs));
    // A fence has as many downsets as Fibonacci's numbers say, and is no longer than two elements.
    let fence: Vec<(usize, usize)> = (1..60).map(|i| if i % 2 == 0 { (i, i - 1) } else { (i - 1, i) }).collect();
    let fence = Poset::from_relations(60, &fence, &h).expect("goes up");
    let fibonacci = (0..61).fold((1u64, 1u64), |(a, b), _| (b, a + b)).0;
    assert_eq!((at(&fence, 2)?, at(&fence, -1)?), (fibonacci.into(), 0.into()));
    Ok(())
}

#[test]
fn all_automorphisms_are_those_of_brute_force() {
    let mut random = RandomBits::new(27);
    for _ in 0..60 {
        let poset = random_poset(&mut random, 6);
        let keeps = |map: &Vec<usize>| {
            (0..map.len()).all(|x| (0..map.len()).all(|y| poset.less(x, y) == poset.less(map[x], map[y])))
        };
        let expected: std::collections::BTreeSet<Vec<usize>> =
            permutations(poset.len()).into_iter().filter(keeps).collect();
        let found = poset.all_automorphisms(720, &handle()).unwrap().expect("few");
        let found: Vec<Vec<usize>> =
            found.into_iter().map(|map| map.into_iter().map(|x| x as usize).collect()).collect();
        assert!(found.iter().eq(&expected) && found.iter().all(|map| poset.is_automorphism(map)));
    }
}

#[test]
#[ignore = "a minute"]
fn five_by_five_by_five() {
    let mut random = RandomBits::new(25);
    let count = linear_extensions(&shuffled_box(&[5, 5, 5], &mut random), &handle()).unwrap();
    assert_eq!(count.to_string().len(), 109);
}

/// By the definition; by all labelled graphs; and beyond, modulo primes: what a rotation of p points leaves as it is counts the downsets modulo p.
#[test]
fn downsets_of_subsets_of_at_most_three_points() {
    let (h, mut random) = (handle(), RandomBits::new(23));
    for (n, k) in [(2, 2), (3, 2), (4, 2), (5, 2), (3, 3), (4, 3), (5, 3)] {
        let all = Poset::subsets(n, k, &h).unwrap().0;
        let without = all.induced(&(1..all.len()).collect::<Vec<_>>(), &h).unwrap();
        for poset in [&all, &without] {
            let poset = shuffled(poset, &mut random);
            assert_eq!(ideals(&poset, &h).unwrap(), downsets(&poset).into(), "{n}, {k}");
            assert_eq!(ideals(&poset.dual(&h).unwrap(), &h).unwrap(), downsets(&poset).into(), "{n}, {k}");
        }
    }
    for (n, k) in [(6, 2), (7, 2), (6, 3), (7, 3)] {
        let poset = Poset::subsets(n, k, &h).unwrap().0;
        let choose = |j: u32| (0..j).fold(1u128, |all, i| all * u128::from(n - i) / u128::from(i + 1));
        let on_some = (0..=n).map(|j| choose(j) * graphs_with_some_triangles(j, k == 3));
        assert_eq!(ideals(&poset, &h).unwrap(), (1 + on_some.sum::<u128>()).into(), "{n}, {k}");
    }
    // Counted element by element, too.
    let eight = Poset::subsets(8, 3, &h).unwrap().0;
    assert_eq!(ideals(&eight, &h).unwrap(), big("116821611596904098"));
    for (n, p) in [(8, 5u32), (8, 7), (9, 5), (9, 7), (10, 5), (10, 7), (11, 11)] {
        let (poset, masks) = Poset::subsets(n, 3, &h).unwrap();
        let turned = |mask: u64| (mask >> p << p) | (mask << 1 & ((1 << p) - 1)) | (mask >> (p - 1) & 1);
        let place = |mask: u64| masks.iter().position(|&other| other == mask).unwrap();
        let rotation: Vec<usize> = masks.iter().map(|&mask| place(turned(mask))).collect();
        let fixed = ideals(&modulo(&poset, &rotation), &h).unwrap();
        assert_eq!(ideals(&poset, &h).unwrap() % p, fixed % p, "{n} modulo {p}");
    }
}

/// The orbits of an automorphism; one is below another if a member is below a member.
fn modulo(poset: &Poset, map: &[usize]) -> Poset {
    let mut orbits: Vec<Vec<usize>> = Vec::new();
    for x in 0..poset.len() {
        if !orbits.iter().any(|orbit| orbit.contains(&x)) {
            let mut orbit = vec![x];
            while map[orbit[orbit.len() - 1]] != x {
                orbit.push(map[orbit[orbit.len() - 1]]);
            }
            orbits.push(orbit);
        }
    }
    let below = |a: usize, b: usize| orbits[a].iter().any(|&x| orbits[b].iter().any(|&y| poset.less(x, y)));
    let pairs = (0..orbits.len()).flat_map(|a| (0..orbits.len()).map(move |b| (a, b))).filter(|&(a, b)| below(a, b));
    Poset::from_relations(orbits.len(), &pairs.collect::<Vec<_>>(), &handle()).unwrap()
}

/// The sum of 2^t over all graphs on j labelled vertices, t triangles or none in each; a last vertex is put on top.
fn graphs_with_some_triangles(j: u32, triangles: bool) -> u128 {
    let Some(last) = j.checked_sub(1) else { return 1 };
    let ends: Vec<(u32, u32)> = (0..last).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
    let mut all = 0;
    for graph in 0..1u32 << ends.len() {
        let edges: Vec<u32> =
            (0..ends.len()).filter(|e| graph >> e & 1 == 1).map(|e| 1 << ends[e].0 | 1 << ends[e].1).collect();
        let is_edge = |pair: u32| edges.contains(&pair);
        let mut own = 0;
        for c in 0..last {
            for b in 0..c {
                own += (0..b)
                    .filter(|a| [1 << a | 1 << b, 1 << a | 1 << c, 1 << b | 1 << c].into_iter().all(is_edge))
                    .count();
            }
        }
        for neighbours in 0..1u32 << last {
            let within = edges.iter().filter(|&&edge| edge & neighbours == edge).count();
            all += if triangles { 1u128 << (own + within) } else { 1 };
        }
    }
    all
}

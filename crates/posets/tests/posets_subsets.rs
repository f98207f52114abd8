//! Recursions on downsets of subsets, against definitions and published values.
//!
//! The oracle below knows sets of sets and plain recursion: no symmetry, no hashing of bits, no levels.

use num_bigint::BigUint;
mod forge;

use forge::{KEY, Kept, Level};
use sprague_limits::{Handle, Limits, Stop};
use sprague_posets::subsets::canon::{Frame, all_orders, automorphism_group, automorphisms, canonical};
use sprague_posets::subsets::chomp::{grundy, outcome};
use sprague_posets::subsets::complex;
use sprague_posets::subsets::downset::{
    ABOVE, addable, bits, cube, dual_complement, generated, is_downset, maximal, truncated,
};
use sprague_posets::subsets::error::{BadCheckpoint, Error};
use sprague_posets::subsets::estimate::{Quantity, estimate};
use sprague_posets::subsets::links::{Lost, Play};
use sprague_posets::subsets::middles::nim;
use sprague_posets::subsets::numbering::Numbering;
use sprague_posets::subsets::packed::{packed, unpacked};
use sprague_posets::subsets::permute::{Half, Order, Route, Word, image};
use sprague_posets::subsets::proof::{Proof, Reason, check, prove};
use sprague_posets::subsets::recursion::{Payload, Space};
use sprague_posets::subsets::space::{Subsets, Triples};
use sprague_posets::subsets::values::{ALL, SEVEN, SIX, Values, last};
use sprague_posets::subsets::{self, extensions, ideals, links, middles};
use sprague_posets::subsets::{ClassTally, Options};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

type Family = BTreeSet<BTreeSet<u32>>;

/// Recursion by definition, remembering families as they are.
#[derive(Default)]
struct Oracle {
    values: HashMap<Family, u32>,
    misere: HashMap<Family, bool>,
    extensions: HashMap<Family, BigUint>,
}

fn after(family: &Family, x: &BTreeSet<u32>) -> Family {
    family.iter().filter(|y| !x.is_subset(y)).cloned().collect()
}

impl Oracle {
    fn value(&mut self, family: &Family) -> u32 {
        if let Some(&value) = self.values.get(family) {
            return value;
        }
        let moves: Vec<_> = family.iter().filter(|x| !x.is_empty()).cloned().collect();
        let options: BTreeSet<u32> = moves.iter().map(|x| self.value(&after(family, x))).collect();
        let value = (0..).find(|v| !options.contains(v)).unwrap();
        self.values.insert(family.clone(), value);
        value
    }

    fn misere_wins(&mut self, family: &Family) -> bool {
        if let Some(&wins) = self.misere.get(family) {
            return wins;
        }
        let moves: Vec<_> = family.iter().filter(|x| !x.is_empty()).cloned().collect();
        let wins = moves.is_empty() || moves.iter().any(|x| !self.misere_wins(&after(family, x)));
        self.misere.insert(family.clone(), wins);
        wins
    }

    fn extensions(&mut self, family: &Family) -> BigUint {
        if family.is_empty() {
            return BigUint::from(1u32);
        }
        if let Some(count) = self.extensions.get(family) {
            return count.clone();
        }
        let last: Vec<_> =
            family.iter().filter(|x| !family.iter().any(|y| x.is_subset(y) && y != *x)).cloned().collect();
        let count: BigUint = last
            .iter()
            .map(|x| {
                let mut rest = family.clone();
                rest.remove(x);
                self.extensions(&rest)
            })
            .sum();
        self.extensions.insert(family.clone(), count.clone());
        count
    }
}

fn family(d: u128) -> Family {
    bits(d).map(|x| (0..7).filter(|i| x >> i & 1 == 1).collect()).collect()
}

fn mask(set: &BTreeSet<u32>) -> u32 {
    set.iter().map(|i| 1 << i).sum()
}

/// A small generator of numbers, the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    fn order(&mut self, n: u32) -> Order {
        let mut order: Order = std::array::from_fn(|i| i as u8);
        for i in (1..n as usize).rev() {
            order.swap(i, self.below(i as u64 + 1) as usize);
        }
        order
    }

    /// A downset of B(n) of `size` elements, grown one by one.
    fn downset(&mut self, n: u32, size: u32) -> u128 {
        let mut d = 1;
        while d < truncated(n, n) && u128::count_ones(d) < size {
            let choices: Vec<u32> = bits(addable(d) & truncated(n, n)).collect();
            d |= 1 << choices[self.below(choices.len() as u64) as usize];
        }
        d
    }
}

/// All downsets of B(n) with the empty set, by growing.
fn all_downsets(n: u32) -> Vec<u128> {
    let (mut seen, mut fresh) = (BTreeSet::from([1]), vec![1u128]);
    while let Some(d) = fresh.pop() {
        for y in bits(addable(d) & truncated(n, n)) {
            if seen.insert(d | 1 << y) {
                fresh.push(d | 1 << y);
            }
        }
    }
    seen.into_iter().collect()
}

fn permutations(n: u32) -> Vec<Order> {
    let mut all = vec![std::array::from_fn(|i| i as u8)];
    for i in 0..n as usize {
        let swapped = |order: &Order| {
            (i..n as usize)
                .map(|j| {
                    let mut order = *order;
                    order.swap(i, j);
                    order
                })
                .collect::<Vec<_>>()
        };
        all = all.iter().flat_map(swapped).collect();
    }
    all
}

/// By definition: each element on its own.
fn permuted(d: u128, order: &Order) -> u128 {
    bits(d).map(|x| 1u128 << (0..7).filter(|&p| x >> order[p] & 1 == 1).map(|p| 1u32 << p).sum::<u32>()).sum()
}

#[test]
fn routes_permute() {
    let mut random = Random(1);
    for order in permutations(7) {
        let d = random.downset(7, 64);
        let d = d ^ u128::from(random.below(u64::MAX)) << random.below(64);
        assert_eq!(Route::new(&order).apply(d), permuted(d, &order), "{order:?}");
    }
    let order = [2, 0, 1, 3, 4, 5, 6, 7];
    assert_eq!(image(0b100, &order), 0b001);
}

/// Sets of up to three elements in half of a word: the same images, comparisons and canonical forms.
#[test]
fn small_sets_in_half_of_a_word() {
    let mut random = Random(11);
    let small = truncated(7, 3);
    let space = Subsets::symmetric(7, small);
    let half = Triples(Cow::Borrowed(&space));
    for _ in 0..20_000 {
        let family = |random: &mut Random| {
            let mut word = || u128::from(random.below(u64::MAX)) << 64 | u128::from(random.below(u64::MAX));
            (word() & word() & small, word() & small)
        };
        let (d, other) = family(&mut random);
        let (route, p) = (Route::new(&random.order(7)), random.below(6) as usize);
        assert_eq!(Half::of(d).word(), d);
        assert_eq!(Half::of(d).carried(&route).word(), route.apply(d));
        assert_eq!(Half::of(d).exchanged(p).word(), d.exchanged(p));
        assert_eq!(Half::of(d).is_before(Half::of(other)), d < other, "{d:x} {other:x}");
        assert_eq!(Half::of(d).with(0x70), Half::of(d | 1 << 0x70));

        let size = 2 + random.below(64) as u32;
        let d = random.downset(7, 127) & small | random.downset(7, size) & small;
        let frame = half.frame(d);
        let ys: Vec<u32> = bits(half.addable(d)).collect();
        let (mut keys, mut forms) = (Vec::new(), Vec::new());
        half.keys(&frame, &ys, &mut keys);
        assert_eq!(keys, ys.iter().map(|&y| frame.with(y)).collect::<Vec<_>>());
        half.canonical(&frame, Half::of(d), &ys, &keys, &mut forms);
        assert_eq!(forms.len(), ys.len());
        for (&y, (form, route)) in ys.iter().zip(&forms) {
            assert_eq!((form.word(), form.word()), (canonical(d | 1 << y, 7), route.apply(d | 1 << y)));
        }
    }
}

/// What is stored for a class in `L` words, of which `N` are enough below: codes at elements, and the same read again from as many words as are written.
fn values_of<const L: usize, const N: usize>(class: u128, codes: &BTreeMap<u32, u64>) {
    let numbering = Numbering::new(class);
    let mut values = Values::<L, N>::EMPTY;
    // Whatever comes in is there, in any order, and twice as well as once.
    for (&x, &code) in codes.iter().rev().chain(codes.iter().take(3)) {
        values.set(&numbering, x, code);
    }
    // Places that are not needed get 0, also of elements that the class does not have.
    (0..128).for_each(|x| values.set(&numbering, x, 0));
    let mex = (1..).find(|code| codes.values().all(|there| there != code)).unwrap() as u32 - 1;
    let by_element: [u8; 128] = std::array::from_fn(|x| codes.get(&(x as u32)).map_or(0, |&code| code as u8));
    assert_eq!(values.unpacked(class), (by_element, mex), "{class:x} in {L} words");
    let size = class.count_ones();
    let written = Values::<L, N>::words(size);
    assert_eq!((written, written), (Values::<N, N>::words(size), if size <= last(N) { N } else { ALL }));
    for words in [written, ALL] {
        let mut there = vec![u64::MAX; words];
        values.encode(&mut there);
        assert_eq!(Values::<ALL, N>::decode(&there).unpacked(class), (by_element, mex), "{class:x} from {L} words");
        assert_eq!(Values::<L, N>::decode(&there), values);
    }
}

#[test]
fn values_in_the_order_of_elements() {
    let mut random = Random(11);
    for size in 1..=128 {
        let class = random.downset(7, size);
        let elements: Vec<u32> = bits(class & !1).collect();
        let numbering = Numbering::new(class);
        for x in 0..128 {
            assert_eq!(numbering.of(x), elements.iter().filter(|&&y| y < x).count(), "{x} in {class:x}");
        }
        for densely in [false, true] {
            let there = |random: &mut Random| densely || random.below(3) > 0;
            let codes = elements.iter().filter(|_| there(&mut random)).copied().collect::<Vec<_>>();
            let codes = codes.into_iter().map(|x| (x, 1 + random.below(if densely { 63 } else { 9 }))).collect();
            values_of::<ALL, SEVEN>(class, &codes);
            values_of::<ALL, SIX>(class, &codes);
            if size <= last(SEVEN) {
                values_of::<SEVEN, SEVEN>(class, &codes);
            }
            if size <= last(SIX) {
                values_of::<SIX, SIX>(class, &codes);
            }
        }
    }
}

/// Codes of classes: every downset comes back, none but the empty one is 0, and other words are the code of none.
#[test]
fn downsets_in_a_word() {
    let mut random = Random(16);
    let small = all_downsets(4);
    assert_eq!((small.len(), packed(0)), (167, 0));
    let mut seen = BTreeSet::new();
    for &d in &small {
        assert!(seen.insert(packed(d)) && unpacked(packed(d)) == d, "{d:x}");
    }
    for size in (0..=128).cycle().take(20_000) {
        let d = random.downset(7, size);
        assert_eq!(unpacked(packed(d)), d, "{d:x}");
    }
    let space = Subsets::symmetric(7, truncated(7, 7));
    let (whole, half) = (packed(truncated(7, 7)), Triples::code(Half::of(truncated(7, 3))));
    assert!(space.is_code(whole, 128) && !space.is_code(whole, 127) && !space.is_code(whole | 0xf0, 128));
    assert!(!space.is_code(0, 0) && !space.is_code(u64::MAX, 128));
    let triples = Triples(Cow::Borrowed(&space));
    assert!(triples.is_code(half, 64) && !triples.is_code(half & !1, 63));
}

#[test]
fn moves_up_and_down() {
    for d in all_downsets(4) {
        assert!(is_downset(d));
        let whole = truncated(4, 4);
        let up: u128 = (0..16).filter(|&y| d >> y & 1 == 0 && is_downset(d | 1 << y)).map(|y| 1u128 << y).sum();
        let down: u128 = (0..16).filter(|&y| d >> y & 1 == 1 && is_downset(d & !(1 << y))).map(|y| 1u128 << y).sum();
        assert_eq!((addable(d) & whole, maximal(d)), (up, down));
        assert_eq!(generated(bits(maximal(d)).map(|x| x as u8)), d);
        let complements = (0..16).filter(|y| d >> y & 1 == 0).map(|y| 1u128 << (15 - y)).sum::<u128>();
        assert_eq!(dual_complement(d, 4), complements);
    }
}

/// Canonical forms, minimising orders and automorphisms of all downsets up to five coordinates, against all permutations.
#[test]
fn canonical_forms_exhaustively() {
    for n in 0..=5 {
        let group = permutations(n);
        let mut form_of: BTreeMap<u128, u128> = BTreeMap::new();
        for d in all_downsets(n) {
            let key = canonical(d, n);
            let orbit: BTreeSet<u128> = group.iter().map(|order| permuted(d, order)).collect();
            assert!(orbit.contains(&key), "the form of {d:x} is not of its class");
            let smallest = *orbit.iter().next().unwrap();
            assert_eq!(*form_of.entry(smallest).or_insert(key), key, "two forms of the class of {d:x}");
            let orders: Vec<Order> = group.iter().filter(|order| permuted(d, order) == key).copied().collect();
            let form = all_orders(d, n);
            assert_eq!(form.key, key);
            assert!(form.orders.iter().all(|order| orders.contains(order)) && !form.orders.is_empty());
            assert_eq!(form.orders.len(), orders.len(), "not all orders that lead from {d:x} to its form");
            assert_eq!(automorphisms(d, n), orders.len() as u64);
            let fixing: BTreeSet<Order> = group.iter().filter(|order| permuted(d, order) == d).copied().collect();
            assert_eq!(automorphism_group(d, n).into_iter().collect::<BTreeSet<_>>(), fixing);
        }
        let forms: BTreeSet<u128> = form_of.values().copied().collect();
        assert_eq!(forms.len(), form_of.len(), "two classes with one form");
        assert_eq!(forms.len() + 1, [2, 3, 5, 10, 30, 210][n as usize], "OEIS A003182");
    }
}

/// Random pairs of isomorphic downsets have one form; keys grown step by step are those counted afresh.
#[test]
fn canonical_forms_of_seven() {
    let (mut random, all) = (Random(7), Subsets::symmetric(7, cube(7)));
    for _ in 0..100_000 {
        let size = 2 + random.below(126) as u32;
        let d = random.downset(7, size);
        let order = random.order(7);
        let other = permuted(d, &order);
        let key = canonical(d, 7);
        assert_eq!(canonical(other, 7), key, "{d:x} {order:?}");
        let choices: Vec<u32> = bits(addable(d)).collect();
        if choices.is_empty() {
            continue;
        }
        let frame = Frame::new(d, 7);
        let (mut all_keys, mut forms) = (Vec::new(), Vec::new());
        all.keys(&frame, &choices, &mut all_keys);
        all.canonical(&frame, d, &choices, &all_keys, &mut forms);
        assert_eq!((all_keys.len(), forms.len()), (choices.len(), choices.len()));
        let at = random.below(choices.len() as u64) as usize;
        let (y, next) = (choices[at], d | 1 << choices[at]);
        let keys = frame.with(y);
        assert_eq!(&keys, Frame::new(next, 7).keys());
        assert_eq!(keys, all_keys[at]);
        let (form, route) = frame.canonical(next, y, &keys);
        assert_eq!((form, form), (canonical(next, 7), route.apply(next)));
        assert_eq!((form, form), (forms[at].0, forms[at].1.apply(next)));
    }
}

/// Symmetric families make the longest ties: the Fano plane, cycles, matchings, complete bipartite graphs.
#[test]
fn canonical_forms_with_ties() {
    let masks = |sets: &[&[u32]]| -> Vec<u8> { sets.iter().map(|s| s.iter().map(|i| 1u8 << i).sum()).collect() };
    let fano = masks(&[&[0, 1, 2], &[0, 3, 4], &[0, 5, 6], &[1, 3, 5], &[1, 4, 6], &[2, 3, 6], &[2, 4, 5]]);
    let heptagon = masks(&[&[0, 1], &[1, 2], &[2, 3], &[3, 4], &[4, 5], &[5, 6], &[0, 6]]);
    let triangles = masks(&[&[0, 1], &[1, 2], &[0, 2], &[3, 4], &[4, 5], &[3, 5]]);
    let bipartite = masks(&[&[0, 1], &[0, 3], &[0, 5], &[2, 1], &[2, 3], &[2, 5], &[4, 1], &[4, 3], &[4, 5]]);
    let hexagon = masks(&[&[0, 1], &[1, 2], &[2, 3], &[3, 4], &[4, 5], &[0, 5]]);
    for (facets, group) in [(fano, 168), (heptagon, 14), (triangles, 72), (bipartite, 72), (hexagon, 12)] {
        let d = generated(facets);
        assert_eq!(automorphisms(d, 7), group);
        let mut random = Random(3);
        for _ in 0..200 {
            assert_eq!(canonical(permuted(d, &random.order(7)), 7), canonical(d, 7));
        }
    }
    // A hexagon and two triangles have the same degrees.
    assert_ne!(
        canonical(generated(masks(&[&[0, 1], &[1, 2], &[2, 0], &[3, 4], &[4, 5], &[5, 3]])), 7),
        canonical(generated(masks(&[&[0, 1], &[1, 2], &[2, 3], &[3, 4], &[4, 5], &[5, 0]])), 7)
    );
}

/// Values, entries of the maps, winning moves and linear extensions of one position.
fn compare(n: u32, d: u128, oracle: &mut Oracle) {
    let (h, family) = (Handle::default(), family(d));
    let options: Vec<(u32, u32)> = {
        let moves: Vec<_> = family.iter().filter(|x| !x.is_empty()).cloned().collect();
        let mut options: Vec<_> = moves.iter().map(|x| (mask(x), oracle.value(&after(&family, x)))).collect();
        options.sort_unstable();
        options
    };
    let value = oracle.value(&family);
    let result = grundy(n, d, Options::threads(1), &h).unwrap();
    assert_eq!(result.value, Some(value), "value of {d:x}");
    assert_eq!(result.options, options, "entries of {d:x}");
    let winning: u128 = options.iter().filter(|o| o.1 == 0).map(|o| 1u128 << o.0).sum();
    let result = outcome(n, d, Options::threads(1), &h).unwrap();
    assert_eq!((result.won, result.winning), (value != 0, winning), "outcome of {d:x}");
    if (1..=5).contains(&n) {
        let linked = links::outcome(n, d, 1, &h).unwrap();
        assert_eq!((linked.won, linked.winning, linked.replies), (value != 0, winning, result.replies.clone()));
        let lost = Lost::new(n, n, Play::Misere, 1, &h).unwrap();
        assert_eq!(lost.is_lost(d), Some(!oracle.misere_wins(&family)), "misère play of {d:x}");
    }
    let covered: usize = result.winning_orbits().iter().map(|orbit| orbit.size).sum();
    assert_eq!(covered, winning.count_ones() as usize);
    let count = extensions::of_downset(n, d, Options::threads(1), &h).unwrap().count;
    assert_eq!(count, oracle.extensions(&family), "linear extensions of {d:x}");
}

#[test]
fn all_positions_up_to_four_coordinates() {
    let mut oracle = Oracle::default();
    for n in 0..=4 {
        for d in all_downsets(n) {
            compare(n, d, &mut oracle);
        }
    }
}

/// Random positions small enough for the oracle.
fn random_positions(n: u32, count: usize, largest: u64) {
    let (mut oracle, mut random) = (Oracle::default(), Random(u64::from(n)));
    for _ in 0..count {
        let d = {
            let size = 2 + random.below(largest - 1) as u32;
            random.downset(n, size)
        };
        compare(n, d, &mut oracle);
        if oracle.values.len() > 50_000 {
            oracle = Oracle::default();
        }
    }
}

#[test]
fn random_positions_of_five_coordinates() {
    random_positions(5, 500, 32);
}

#[test]
fn random_positions_of_six_coordinates() {
    random_positions(6, 1000, 14);
}

#[test]
fn random_positions_of_seven_coordinates() {
    random_positions(7, 100, 13);
}

/// What is pushed over a set of more than four coordinates comes in several pieces.
#[test]
fn large_sets_of_seven_coordinates() {
    compare(7, generated([0b101_1101, 0b10, 0b10_0000]), &mut Oracle::default());
    // All subsets of six points, wherever these stand.
    let h = Handle::default();
    let six = grundy(6, truncated(6, 6), Options::threads(1), &h).unwrap();
    let seven = grundy(7, generated([0b111_1110]), Options::threads(1), &h).unwrap();
    assert_eq!(seven.value, six.value);
    let moved: Vec<(u32, u32)> = six.options.iter().map(|&(x, value)| (x << 1, value)).collect();
    assert_eq!(seven.options, moved);
}

/// 2,000 positions each of up to 20 elements; minutes.
#[test]
#[ignore = "minutes"]
fn many_random_positions() {
    random_positions(5, 2000, 32);
    random_positions(6, 2000, 17);
}

/// The table of section 2.2 of Brouwer and Christensen, "Counterexamples to conjectures about Subset Takeaway and
/// counting linear extensions of a Boolean lattice" (2017).
#[test]
fn values_of_the_paper() {
    let table: [&[u32]; 7] =
        [&[0], &[0, 1], &[0, 0, 2], &[0, 1, 0, 3], &[0, 0, 1, 0, 1], &[0, 1, 2, 1, 0, 2], &[0, 0, 0, 2, 2, 0, 3]];
    let h = Handle::default();
    for (n, row) in table.iter().enumerate() {
        for (k, &value) in row.iter().enumerate() {
            let position = truncated(n as u32, k as u32);
            let result = grundy(n as u32, position, Options::threads(2), &h).unwrap();
            assert_eq!(result.value, Some(value), "P({n},{k})");
            let other = outcome(n as u32, position, Options::threads(2), &h).unwrap();
            assert_eq!((other.winning, other.won), (result.winning, value > 0));
        }
    }
    // Grundy values of complete graphs are n mod 3 (Khandhawit and Ye); section 2.1: the winning moves of B(6).
    let result = grundy(7, truncated(7, 2), Options::threads(1), &h).unwrap();
    assert_eq!(result.value, Some(1));
    let top = outcome(6, truncated(6, 6), Options::threads(2), &h).unwrap();
    assert_eq!(top.winning_orbits().iter().map(|o| (o.representative, o.size)).collect::<Vec<_>>(), [(63, 1)]);
    let lost: u64 = top.levels.iter().map(|level| level.counts[0]).sum();
    assert_eq!((top.classes(), lost), (16352, 1578));
}

/// Values of positions given by their maximal sets: P(6,3) minus one triple, and minus two disjoint ones.
#[test]
fn values_below_p63() {
    let h = Handle::default();
    let without = |triples: &[u32]| triples.iter().fold(truncated(6, 3), |d, &x| d & !(1 << x));
    assert_eq!(grundy(6, without(&[7]), Options::threads(1), &h).unwrap().value, Some(3));
    assert_eq!(grundy(6, without(&[7, 56]), Options::threads(1), &h).unwrap().value, Some(1));
    // Section 2.3: a graph on seven vertices of value 9.
    let edges = ["01", "02", "03", "04", "05", "06", "12", "13", "14", "15", "23", "24", "35", "46"];
    let position = generated(edges.iter().map(|e| e.bytes().map(|b| 1u8 << (b - b'0')).sum()));
    assert_eq!(grundy(7, position, Options::threads(1), &h).unwrap().value, Some(9));
}

/// Classes of lost positions, by definition: the position without moves counts, and so does the position itself.
#[test]
fn lost_classes() {
    let mut lost: BTreeMap<u128, bool> = BTreeMap::new();
    let mut downsets = all_downsets(5);
    downsets.sort_by_key(|d| d.count_ones());
    let orders = permutations(5);
    let mut classes = BTreeSet::new();
    for d in downsets {
        let after = |x: u32| bits(d).filter(|y| y & x != x).map(|y| 1u128 << y).sum::<u128>();
        let is_lost = bits(d & !1).all(|x| !lost[&after(x)]);
        lost.insert(d, is_lost);
        if is_lost {
            classes.insert(orders.iter().map(|order| permuted(d, order)).min().unwrap());
        }
    }
    let h = Handle::default();
    for (n, k) in [(3, 2), (4, 3), (5, 4), (2, 1), (5, 5), (5, 3), (5, 2)] {
        let position = truncated(n, k);
        let expected = classes.iter().filter(|&&d| orders.iter().any(|o| permuted(d, o) & !position == 0)).count();
        let result = outcome(n, position, Options::threads(1), &h).unwrap();
        let found: u64 = result.levels.iter().map(|level| level.counts[0]).sum();
        assert_eq!(found, expected as u64, "P({n},{k})");
        assert_eq!(result.won, !lost[&position]);
    }
}

/// The winning replies to each move are those found from the position after it.
#[test]
fn replies() {
    let (h, mut random) = (Handle::default(), Random(5));
    let mut positions: Vec<(u32, u128)> = (1..=6).map(|n| (n, truncated(n, n))).collect();
    positions.extend([(6, truncated(6, 3)), (7, truncated(6, 4))]);
    for _ in 0..15 {
        let (n, size) = (4 + random.below(3) as u32, 10 + random.below(30) as u32);
        positions.push((n, random.downset(n, size)));
    }
    for (n, position) in positions {
        let result = outcome(n, position, Options::threads(2), &h).unwrap();
        let valued = grundy(n, position, Options::threads(2), &h).unwrap();
        assert_eq!(result.replies, valued.replies);
        assert_eq!(result.replies.len() as u32, position.count_ones() - 1);
        for (x, replies) in result.replies.into_iter().filter(|reply| n < 6 || reply.0 % 7 == 3) {
            let after = bits(position).filter(|y| y & x != x).map(|y| 1u128 << y).sum::<u128>();
            assert_eq!(outcome(n, after, Options::threads(2), &h).unwrap().winning, replies, "{position:x} {x}");
        }
    }
}

/// By links, against classes gone through one by one: who wins, by which moves, and by which replies.
#[test]
fn links_agree() {
    let (h, mut random) = (Handle::default(), Random(12));
    let mut cases = vec![(1, 1, 1), (1, 3, 1), (6, 1, 1), (7, truncated(7, 2), 2)];
    cases.extend((1..=6).flat_map(|n| (1..=n).map(move |k| (n, truncated(n, k), 1 + n as usize % 2))));
    for _ in 0..30 {
        let (size, k) = (25 + random.below(36) as u32, 2 + random.below(5) as u32);
        cases.push((6, random.downset(6, size) & truncated(6, k), 2));
    }
    // Triples on all points, in classes that are few enough.
    cases.push((7, generated([7, 25, 42, 52, 76, 82, 97, 69, 112]), 2));
    for (n, position, threads) in cases {
        let linked = links::outcome(n, position, threads, &h).unwrap();
        let result = outcome(n, position, Options::threads(2), &h).unwrap();
        assert_eq!((linked.won, linked.winning), (result.won, result.winning), "{position:x}");
        assert_eq!(linked.replies, result.replies, "{position:x}");
    }
    let refused = |n, position| matches!(links::outcome(n, position, 1, &h), Err(Error::Range(_)));
    assert!(refused(0, 1) && refused(6, 0) && refused(5, 1 << 7 | 1) && refused(8, 1));
    assert!(links::suits(7, truncated(7, 3), &h).unwrap() && !links::suits(7, truncated(7, 2), &h).unwrap());
    assert!(links::suits(7, truncated(7, 4), &h).unwrap() && !links::suits(6, truncated(6, 3), &h).unwrap());
    // Few classes one by one, and little memory.
    assert!(!links::suits(7, generated([15, 25, 42, 52, 76, 82, 97, 69, 112]), &h).unwrap());
    let small = Handle::new(Limits { memory: Some(20 << 20), ..Limits::default() });
    assert!(!links::suits(7, truncated(7, 7), &small).unwrap());
    assert!(matches!(links::outcome(7, truncated(7, 3), 2, &small), Err(Error::Stop(Stop::Memory(_)))));
    let lost = Lost::new(6, 3, Play::Misere, 1, &h).unwrap();
    let none = [0, 2, 1 << 3 | 1, truncated(6, 4), truncated(7, 3)];
    assert!(none.iter().all(|&position| lost.is_lost(position).is_none()) && lost.is_lost(1) == Some(false));
}

/// Nim-values by triples, however positions are parted: those of classes gone through one by one, and all by the definition.
#[test]
fn nim_values_by_triples_agree() {
    let (h, mut random) = (Handle::default(), Random(21));
    let mex = |values: &nim::Values, d: u128| {
        let after = bits(d & !1).map(|x| values.value(d & !ABOVE[x as usize]).unwrap());
        after.fold(0_u64, |all, value| all | 1 << value).trailing_ones()
    };
    for (n, few) in (3..=6).flat_map(|n| (0..=n as usize - 3).map(move |few| (n, few))) {
        let values = nim::Values::parted(n, few, 1 + few % 2, &h).unwrap();
        for _ in 0..if n == 6 { 500 } else { 200 } {
            let size = 1 + random.below(1 << n) as u32;
            let d = random.downset(n, size);
            assert_eq!(values.value(d), Some(mex(&values, d)), "{d:x}, {few} triples at most are missing");
        }
        assert!([0, 2, 1 << 3 | 1, 1 << (1 << n) | 1].iter().all(|&d| values.value(d).is_none()));
    }
    let mut cases: Vec<_> = (3..=6).flat_map(|n| (1..=n).map(move |k| (n, truncated(n, k)))).collect();
    cases.extend((0..6).map(|_| (6, random.downset(6, 50))));
    for (n, position) in cases {
        let (found, result) =
            (nim::grundy(n, position, 2, &h).unwrap(), grundy(n, position, Options::threads(2), &h).unwrap());
        assert_eq!((found.value, found.won, found.winning), (result.value, result.won, result.winning), "{position:x}");
        assert_eq!((found.options, found.replies), (result.options, result.replies), "{position:x}");
    }
}

#[test]
fn nim_values_by_triples_stay_within_bounds() {
    let h = Handle::default();
    let refused = |n, position| matches!(nim::grundy(n, position, 1, &h), Err(Error::Range(_)));
    assert!(refused(2, 1) && refused(6, 0) && refused(5, 1 << 7 | 1) && refused(8, 1));
    assert!(nim::suits(7, truncated(7, 7), &h).unwrap() && !nim::suits(7, truncated(7, 3), &h).unwrap());
    assert!(!nim::suits(6, truncated(6, 6), &h).unwrap());
    // Few classes one by one, and little memory.
    assert!(!nim::suits(7, generated([15, 25, 42, 52, 76, 82, 97, 69, 112]), &h).unwrap());
    let small = Handle::new(Limits { memory: Some(1 << 20), ..Limits::default() });
    assert!(!nim::suits(7, truncated(7, 7), &small).unwrap());
    let tiny = Handle::new(Limits { memory: Some(1 << 16), ..Limits::default() });
    assert!(matches!(nim::grundy(6, 1, 2, &tiny), Err(Error::Stop(Stop::Memory(_)))));
}

#[test]
fn skipping_loses_nothing() {
    use sprague_posets::subsets::engine::{Task, run};
    use sprague_posets::subsets::games::WinLoss;
    use sprague_posets::subsets::recursion::Payload;
    let table = |exhaustive: bool, size: u32| {
        let space = Subsets::symmetric(6, truncated(6, 6));
        let task = Task {
            start: vec![(1, Payload::EMPTY)],
            first: 1,
            last: size,
            identity: String::new(),
            watched: Vec::new(),
        };
        let h = Handle::default();
        run(&space, &WinLoss { exhaustive }, &task, Options::threads(2), &h, |end| {
            Ok(end.level.records().map(|(d, &wins)| (d, wins != [0; 2])).collect::<BTreeMap<_, _>>())
        })
        .unwrap()
    };
    for size in 1..=64 {
        assert_eq!(table(true, size), table(false, size));
    }
}

#[test]
fn linear_extensions_of_the_paper() {
    let (h, big) = (Handle::default(), |text: &str| text.parse::<BigUint>().unwrap());
    let e = |n, k| extensions::of_truncated(n, k, Options::threads(2), &h).unwrap().count;
    let boolean = [
        "1",
        "1",
        "2",
        "48",
        "1680384",
        "14807804035657359360",
        "141377911697227887117195970316200795630205476957716480",
    ];
    for (n, &count) in boolean.iter().enumerate() {
        assert_eq!(e(n as u32, n as u32), big(count), "e(B({n}))");
    }
    for (n, count) in (1..).zip(&boolean[1..]) {
        for threads in [1, 2] {
            let found = middles::extensions(n, threads, &h).unwrap();
            assert_eq!((found.count, found.levels.len()), (big(count), 0), "e(B({n})) by triples");
        }
    }
    let triples = [
        "48",
        "1680384",
        "37783650956544000",
        "567722883627880394131962569026437120",
        "11468744734494754078263804379304906839548713527318697219614310400000",
    ];
    for (n, count) in (3..).zip(triples) {
        assert_eq!(e(n, 3), big(count), "e(P({n},3))");
    }
    assert_eq!(e(8, 2), big("183516891399909333860213587968000000"));
    // The formula for P(n, 2) against the elimination of pairs.
    for n in 3..=7 {
        assert_eq!(e(n, 2), extensions::of_graph_poset(n), "e(P({n},2))");
    }
    let eight = "1073520859169142044499231679107364590169470409523211012677930608848262929898489540993138395120906176017150771200000";
    assert_eq!(e(8, 3), big(eight));
}

#[test]
fn linear_extensions_by_triples_stay_within_bounds() {
    let h = Handle::default();
    for n in [0, 8] {
        assert!(matches!(middles::extensions(n, 1, &h), Err(Error::Range(_))));
    }
    assert!(
        middles::suits(7, 7, &h) && middles::suits(7, 6, &h) && !middles::suits(7, 5, &h) && !middles::suits(6, 6, &h)
    );
    let small = Handle::new(Limits { memory: Some(1 << 20), ..Limits::default() });
    assert!(!middles::suits(7, 7, &small));
    assert!(matches!(middles::extensions(6, 2, &small), Err(Error::Stop(Stop::Memory(_)))));
}

/// P(n, 3) through graphs and through downsets of B(n): two codings of the same classes.
#[test]
fn two_routes_agree() {
    let h = Handle::default();
    for (n, k) in [(4, 2), (5, 2), (5, 3), (6, 3), (6, 4)] {
        let d = truncated(n, k);
        // Without the last set the symmetry is broken, and every set is pushed: e(P) is the sum over what is last.
        let last = bits(maximal(d)).next().unwrap();
        let orbit = maximal(d).count_ones();
        let without = extensions::of_downset(n, d & !(1 << last), Options::threads(1), &h).unwrap().count;
        let whole = extensions::of_truncated(n, k, Options::threads(1), &h).unwrap().count;
        assert_eq!(without * orbit, whole, "P({n},{k})");
    }
}

/// OEIS A000372 (Dedekind numbers) and A003182; B(n) is its own dual, so the sizes of its levels are symmetric.
#[test]
fn downsets_counted() {
    let h = Handle::default();
    let dedekind = [2, 3, 6, 20, 168, 7581, 7_828_354];
    let classes = [2, 3, 5, 10, 30, 210, 16353];
    for n in 0..=6 {
        let counts = ideals::count(n, n, Options::threads(2), &h).unwrap();
        assert_eq!((counts.downsets(), counts.classes()), (dedekind[n as usize], classes[n as usize]));
        let mut mirrored = counts.levels.clone();
        mirrored.reverse();
        assert_eq!(mirrored, counts.levels);
        if n == 6 {
            assert_eq!(counts.levels[32].classes, 951);
        }
    }
    assert_eq!(ideals::count(6, 3, Options::threads(2), &h).unwrap().classes(), 7751);
}

#[test]
fn threads_agree() {
    let h = Handle::default();
    let one = grundy(6, truncated(6, 6), Options::threads(1), &h).unwrap();
    let four = grundy(6, truncated(6, 6), Options::threads(4), &h).unwrap();
    assert_eq!((one.value, &one.options, &one.levels), (four.value, &four.options, &four.levels));
}

#[test]
fn bounds_and_bad_input() {
    let h = Handle::default();
    assert!(matches!(outcome(8, 1, Options::default(), &h), Err(Error::Range(_))));
    assert!(matches!(outcome(3, 0, Options::default(), &h), Err(Error::Range(_))));
    assert!(matches!(outcome(3, 0b1001, Options::default(), &h), Err(Error::Range(_))));
    assert!(matches!(outcome(2, truncated(3, 3), Options::default(), &h), Err(Error::Range(_))));
    assert!(matches!(extensions::of_truncated(12, 3, Options::default(), &h), Err(Error::Range(_))));
    assert!(matches!(extensions::of_truncated(8, 4, Options::default(), &h), Err(Error::Range(_))));
    assert_eq!(extensions::of_truncated(5, 0, Options::default(), &h).unwrap().count, BigUint::from(1u32));
    assert_eq!(extensions::of_truncated(5, 1, Options::default(), &h).unwrap().count, BigUint::from(120u32));
    assert_eq!(extensions::of_downset(3, 0, Options::default(), &h).unwrap().count, BigUint::from(1u32));
    let small = Handle::new(Limits { memory: Some(1 << 20), ..Limits::default() });
    let refused = grundy(7, truncated(7, 3), Options::threads(2), &small);
    assert!(matches!(refused, Err(Error::Stop(Stop::Memory(_)))), "{refused:?}");
    let short = Handle::new(Limits { steps: Some(100_000), ..Limits::default() });
    let refused = outcome(7, truncated(7, 7), Options::threads(2), &short);
    assert!(matches!(refused, Err(Error::Stop(Stop::Steps(_)))));
}

#[test]
fn an_interruption_ends_it_at_once() {
    let h = Handle::default();
    let flag = h.interruption_flag();
    let waiting = std::thread::spawn(move || {
        std::thread::sleep(std::time::Duration::from_millis(300));
        flag.store(true, std::sync::atomic::Ordering::Relaxed);
        std::time::Instant::now()
    });
    let result = grundy(7, truncated(7, 7), Options::threads(2), &h);
    let asked = waiting.join().unwrap();
    assert!(matches!(result, Err(Error::Stop(Stop::Interrupted))));
    // No assertion on the time: a loaded machine would fail it. Minutes would be noticed.
    let _ = asked.elapsed();
}

fn keeping(kept: &mut Kept) -> Options<'_> {
    Options { checkpoints: Some(kept), ..Options::threads(2) }
}

/// Has a computation lose its disk after `levels` levels, which it survives; resumes it from there, and compares.
fn resumed<T: std::fmt::Debug + PartialEq>(levels: usize, compute: impl Fn(Options) -> Result<T, Error>) {
    let straight = compute(Options::threads(2)).unwrap();
    let mut kept = Kept { bytes: None, left: levels, ..Kept::default() };
    assert_eq!(compute(keeping(&mut kept)).unwrap(), straight, "without a disk after {levels} levels");
    assert!(kept.bytes.is_some());
    kept.left = usize::MAX;
    assert_eq!(compute(keeping(&mut kept)).unwrap(), straight, "after {levels} levels");
}

#[test]
fn computations_resume() {
    let h = Handle::default();
    for levels in [1, 2, 17, 30] {
        resumed(levels, |options| {
            grundy(6, truncated(6, 6), options, &h).map(|r| (r.value, r.options, r.levels, r.winning))
        });
        resumed(levels, |options| outcome(6, truncated(6, 6), options, &h).map(|r| (r.won, r.levels, r.winning)));
        resumed(levels, |options| extensions::of_truncated(6, 6, options, &h).map(|r| (r.count, r.levels)));
        resumed(levels, |options| extensions::of_truncated(6, 4, options, &h).map(|r| (r.count, r.levels)));
        resumed(levels, |options| ideals::count(6, 3, options, &h));
    }
}

/// Levels of nim-values are kept in the words of their elements, and taken up on either side of where these change.
#[test]
fn nim_values_change_their_words() {
    let (h, border) = (Handle::default(), last(SIX));
    for level in [border - 1, border, border + 1, border + 12, 64] {
        resumed(level as usize, |options| {
            grundy(6, truncated(6, 6), options, &h).map(|r| (r.value, r.options, r.levels, r.winning))
        });
        let mut kept = Kept { bytes: None, left: level as usize, ..Kept::default() };
        assert_eq!(grundy(6, truncated(6, 6), keeping(&mut kept), &h).unwrap().value, Some(3));
        let level_kept = Level::of(&kept.bytes.unwrap()).unwrap();
        let words = if level <= border { SIX } else { ALL };
        let at = level_kept.size_at();
        assert_eq!(level_kept.header[at..at + 2], [u64::from(level), words as u64]);
        assert_eq!(level_kept.records.len(), level_kept.header[at + 2] as usize * (1 + words));
    }
    // Positions that end at the border, and next to it.
    let mut random = Random(12);
    for size in [border - 1, border, border + 1] {
        let position = random.downset(6, size);
        let found = grundy(6, position, Options::threads(1), &h).unwrap();
        for (x, value) in found.options {
            let left = position & !bits(position).filter(|y| y & x == x).fold(0, |all, y| all | 1 << y);
            assert_eq!(grundy(6, left, Options::threads(1), &h).unwrap().value, Some(value), "{position:x} after {x}");
        }
    }
}

/// Levels that were kept with classes in 128 bits are those of another computation.
#[test]
fn levels_without_codes_are_refused_by_name() {
    let (h, position) = (Handle::default(), truncated(5, 5));
    let mut kept = Kept { bytes: None, left: 15, ..Kept::default() };
    assert!(grundy(5, position, keeping(&mut kept), &h).is_ok());
    let mut level = Level::of(&kept.bytes.unwrap()).unwrap();
    let at = 1 + level.header[0] as usize;
    let identity: String = level.header[at + 1..level.size_at()].iter().map(|&word| word as u8 as char).collect();
    let older = identity.replace(" in codes", "");
    assert!(older.len() < identity.len());
    let words = [older.len() as u64].into_iter().chain(older.bytes().map(u64::from));
    level.header.splice(at..level.size_at(), words.collect::<Vec<_>>());
    let mut kept = Kept { bytes: Some(level.sealed(&KEY)), left: usize::MAX, ..Kept::default() };
    let refused = grundy(5, position, keeping(&mut kept), &h).map(|r| r.value);
    let ours = BadCheckpoint::OtherComputation { theirs: older, ours: identity };
    assert_eq!(refused, Err(Error::Checkpoint(ours)));
}

#[test]
fn damaged_checkpoints_are_refused() {
    let (h, position) = (Handle::default(), truncated(5, 5));
    let mut kept = Kept { bytes: None, left: 15, ..Kept::default() };
    assert!(grundy(5, position, keeping(&mut kept), &h).is_ok());
    let good = kept.bytes.clone().unwrap();
    let value = |bytes: Vec<u8>| {
        let mut kept = Kept { bytes: Some(bytes), left: usize::MAX, ..Kept::default() };
        grundy(5, position, keeping(&mut kept), &h).map(|r| r.value)
    };
    assert_eq!(value(good.clone()), Ok(Some(2)));
    for at in 0..good.len() {
        for change in [1, 0x80] {
            let mut bytes = good.clone();
            bytes[at] ^= change;
            assert!(matches!(value(bytes), Err(Error::Checkpoint(_))), "byte {at} changed");
        }
        assert!(matches!(value(good[..at].to_vec()), Err(Error::Checkpoint(_))), "cut off after {at} bytes");
    }
    let mut kept = Kept { bytes: Some(good.clone()), left: usize::MAX, ..Kept::default() };
    let other = outcome(5, position, keeping(&mut kept), &h).map(|r| r.won);
    assert!(matches!(&other, Err(Error::Checkpoint(BadCheckpoint::OtherComputation { .. }))), "{other:?}");
    let other = grundy(5, truncated(5, 3), keeping(&mut kept), &h).map(|r| r.value);
    assert!(matches!(other, Err(Error::Checkpoint(_))));
}

/// A level of all classes serves other positions too, but not smaller ones.
#[test]
fn a_level_serves_other_positions() {
    let h = Handle::default();
    let mut kept = Kept { bytes: None, left: 20, ..Kept::default() };
    assert!(grundy(5, truncated(5, 5), keeping(&mut kept), &h).is_ok());
    kept.left = usize::MAX;
    let good = kept.bytes.clone();
    let straight = grundy(5, truncated(5, 4), Options::threads(1), &h).unwrap();
    // P(5,4) is of another ground poset.
    let other = grundy(5, truncated(5, 4), keeping(&mut kept), &h).map(|r| r.value);
    assert!(matches!(&other, Err(Error::Checkpoint(BadCheckpoint::OtherComputation { .. }))), "{other:?}");
    let whole = grundy(5, truncated(5, 5), keeping(&mut kept), &h).unwrap();
    assert_eq!(whole.options.iter().find(|o| o.0 == 31), Some(&(31, straight.value.unwrap())));
    // The last level is kept, and is the answer.
    let again = grundy(5, truncated(5, 5), keeping(&mut kept), &h).unwrap();
    assert_eq!((again.value, &again.options, &again.replies), (whole.value, &whole.options, &whole.replies));
    assert!(good.is_some() && kept.bytes.clone().unwrap().len() < 20_000);
    let mut random = Random(4);
    let smaller = random.downset(5, 12);
    assert!(matches!(grundy(5, smaller, keeping(&mut kept), &h), Err(Error::Checkpoint(_))));
}

/// The last level has the values after sets of three of the position that it was kept for; another one is computed again.
#[test]
fn a_last_level_of_another_position() {
    // So little memory that the classes below a position are not listed, and all of P(6,3) are gone through.
    let little = Handle::new(Limits { memory: Some(200_000), ..Limits::default() });
    let without = |sets: [u32; 2]| sets.iter().fold(truncated(6, 3), |d, set| d & !(1 << set));
    let (apart, near) = (without([0b000_111, 0b111_000]), without([0b000_111, 0b001_011]));
    let mut kept = Kept { bytes: None, left: usize::MAX, ..Kept::default() };
    for position in [apart, near, apart] {
        let found = grundy(6, position, keeping(&mut kept), &little).unwrap();
        let straight = grundy(6, position, Options::threads(1), &Handle::default()).unwrap();
        assert_eq!((found.value, found.winning, &found.options), (straight.value, straight.winning, &straight.options));
        assert_eq!(found.replies, straight.replies);
    }
}

/// Numbers that overflowed since a level was kept in narrower words are computed afresh; wider ones are taken up.
#[test]
fn widths_of_kept_numbers() {
    let h = Handle::default();
    let compute = |options: Options| extensions::of_truncated(6, 6, options, &h).map(|r| (r.count, r.levels));
    let straight = compute(Options::threads(1)).unwrap();
    let mut kept = Kept { bytes: None, left: 12, ..Kept::default() };
    assert!(compute(keeping(&mut kept)).is_ok());
    let length = kept.bytes.as_ref().unwrap().len();
    let level = Level::of(&kept.bytes.unwrap()).unwrap();
    let at = level.size_at() + 1;
    let wide = level.header[at] as usize;
    for wider in [wide - 1, wide + 2] {
        let mut changed = Level { records: Vec::new(), ..level.clone() };
        changed.header[at] = wider as u64;
        for record in level.records.chunks_exact(1 + wide) {
            changed.records.extend(record.iter().copied().chain([0; 4]).take(1 + wider));
        }
        let bytes = changed.sealed(&KEY);
        let mut kept = Kept { bytes: Some(bytes), left: usize::MAX, ..Kept::default() };
        assert_eq!(compute(keeping(&mut kept)).unwrap(), straight, "{wider} words");
        // Now the number itself is kept.
        assert!(kept.bytes.as_ref().unwrap().len() < length);
        assert_eq!(compute(keeping(&mut kept)).unwrap(), straight);
    }
}

#[test]
fn estimates_are_near() {
    let h = Handle::default();
    let near = |kind, n, k, classes: f64| {
        let found = estimate(kind, n, k, 4000, &h).unwrap();
        assert!(found.handled && (found.classes / classes - 1.0).abs() < 0.2, "P({n},{k}): {found:?}");
    };
    near(Quantity::Grundy, 7, 3, 15_466_911.0);
    near(Quantity::Outcome, 7, 7, 490_013_147.0);
    near(Quantity::Extensions, 7, 7, 253_226_807.0);
    // Exactly where it is known, without the empty downset; and the same for every question.
    let exactly = |kind, n, k, classes: &str| {
        let found = subsets::estimate::counted(kind, n, k, 300, &h).unwrap();
        assert_eq!(found.counted, classes.parse().ok(), "P({n},{k})");
        assert!((found.classes / classes.parse::<f64>().unwrap() - 1.0).abs() < 1e-9);
    };
    for kind in [Quantity::Outcome, Quantity::Grundy, Quantity::Ideals] {
        exactly(kind, 7, 3, "15466911");
        exactly(kind, 7, 7, "490013147");
        exactly(kind, 8, 3, "2900564915154");
        exactly(kind, 8, 8, "1392195548889993357");
    }
    // Walks alone are near, also for eight points.
    let walked = estimate(Quantity::Extensions, 8, 5, 4000, &h).unwrap();
    assert!(walked.counted.is_none() && walked.classes > 1e15, "{walked:?}");
    for n in [0, 1, 2, 3, 5, 6, 8, 9, 11, 14] {
        for k in 0..=4 {
            for kind in [Quantity::Outcome, Quantity::Grundy, Quantity::Extensions, Quantity::Ideals] {
                let found = estimate(kind, n, k, 3, &h).unwrap();
                assert!(found.classes >= 1.0 && found.cpu_seconds > 0.0);
            }
        }
    }
}

#[test]
fn proofs_agree_with_exhaustion() {
    let (h, mut random) = (Handle::default(), Random(11));
    let mut proved = 0;
    for _ in 0..300 {
        let n = 4 + random.below(3) as u32;
        let size = 2 + random.below(20) as u32;
        let d = random.downset(n, size);
        let facets: Vec<u16> = bits(maximal(d)).map(|x| x as u16).collect();
        let Some(proof) = prove(&facets, 300, &h).unwrap() else { continue };
        assert_eq!(proof.won, outcome(n, d, Options::threads(1), &h).unwrap().won, "{facets:?}");
        assert_eq!(check(&proof, 6, &h), Ok(true), "{proof:?}");
        proved += 1;
    }
    assert!(proved > 250, "{proved}");
}

/// Section 2.4: P(8,3), P(9,3) and P(8,5) are won, by a reflection that leads to P(7,3) or P(6,5).
#[test]
fn wins_of_large_positions() {
    let h = Handle::default();
    let cases: [(u32, u32, &[(u32, u32)]); 6] =
        [(6, 3, &[]), (6, 4, &[]), (7, 4, &[]), (8, 3, &[(7, 3)]), (9, 3, &[(7, 3)]), (8, 5, &[(6, 5)])];
    for (n, k, cited) in cases {
        let proof = prove(&complex::truncated(n, k), 5000, &h).unwrap().expect("a proof");
        assert!(proof.won && proof.nodes() < 100, "P({n},{k}): {} nodes", proof.nodes());
        assert_eq!(proof.cited(), cited, "P({n},{k})");
        assert_eq!(check(&proof, 6, &h), Ok(true));
    }
    assert!(matches!(prove(&complex::truncated(11, 2), 10, &h), Err(Error::Range(_))));
    assert_eq!(prove(&complex::truncated(7, 3), 20, &h), Ok(None));
}

#[test]
fn wrong_proofs_are_refused() {
    let h = Handle::default();
    let proof = prove(&complex::truncated(6, 3), 5000, &h).unwrap().unwrap();
    let Reason::Move(x, map, to) = &proof.reason else { panic!("a win by a move") };
    let wrong = |reason| Proof { position: proof.position.clone(), won: true, reason };
    for bad in [
        wrong(Reason::Move(x ^ 0b11_0000, map.clone(), Rc::clone(to))),
        wrong(Reason::Move(*x, vec![0; 16], Rc::clone(to))),
        wrong(Reason::Move(*x, Vec::new(), Rc::clone(to))),
        wrong(Reason::StrategyStealing),
        wrong(Reason::Theorem(6, 3)),
        wrong(Reason::Cited(6, 3)),
        wrong(Reason::Parts(Vec::new())),
        wrong(Reason::Every(Vec::new())),
        wrong(Reason::Reflection((0..16).rev().collect(), map.clone(), Rc::clone(to))),
        wrong(Reason::Reflection(Vec::new(), Vec::new(), Rc::clone(to))),
        Proof { position: proof.position.clone(), won: false, reason: Reason::Move(*x, map.clone(), Rc::clone(to)) },
        Proof { position: proof.position.clone(), won: false, reason: Reason::Every(Vec::new()) },
        Proof { position: vec![3, 1], won: true, reason: Reason::StrategyStealing },
    ] {
        assert_eq!(check(&bad, 6, &h), Ok(false), "{:?}", bad.reason);
    }
}

/// P(7,3): the first position where the conjecture of Gale and Neyman fails. Half a minute each.
#[test]
#[ignore = "half a minute each"]
fn triples_of_seven() {
    let h = Handle::default();
    let result = outcome(7, truncated(7, 3), Options::default(), &h).unwrap();
    let lost: u64 = result.levels.iter().map(|level| level.counts[0]).sum();
    // The position itself is one of the lost ones.
    assert_eq!((result.won, result.classes(), lost), (false, 15_466_911, 940_330));
    let linked = links::outcome(7, truncated(7, 3), 0, &h).unwrap();
    assert_eq!((linked.won, linked.replies), (false, result.replies));
    let result = grundy(7, truncated(7, 3), Options::default(), &h).unwrap();
    let lost: u64 = result.levels.iter().map(|level| level.counts[0]).sum();
    assert_eq!((result.value, result.classes(), lost), (Some(0), 15_466_911, 940_330));
    assert!(result.options.iter().all(|&(x, value)| x.count_ones() != 3 || value == 4));
    let largest: Vec<&ClassTally> = result.levels.iter().filter(|level| level.counts.len() > 23).collect();
    assert!(largest.len() == 1 && largest[0].counts.len() == 24 && largest[0].counts[23] == 1);
    // Section 2.3 gives this class of value 23.
    let triples = "012 013 014 015 023 024 025 026 034 045 056 123 126 135 136 145 236 245 346 456";
    let facets = triples.split(' ').map(|t| t.bytes().map(|b| 1u8 << (b - b'0')).sum());
    assert_eq!(largest[0].examples, [canonical(generated(facets), 7)]);
}

/// By the elimination of the four-sets; the value was found first by another program, and modulo two primes by a third.
#[test]
#[ignore = "a minute"]
fn fours_of_seven() {
    let count = extensions::of_truncated(7, 4, Options::default(), &Handle::default()).unwrap().count;
    let expected = "511491931134927456162383907645136023967099932603670776582242384932436009450251277251717929585880647084948848640";
    assert_eq!(count.to_string(), expected);
}

#[test]
#[ignore = "ten seconds"]
fn triples_of_nine() {
    let count = extensions::of_truncated(9, 3, Options::default(), &Handle::default()).unwrap().count;
    let expected = "2530510142993040347360845623190085176622483844764290201321112817021179464495997215184405325347451923995441642884428176461059004644026411265927624100601912828654690016333660160000000";
    assert_eq!(count.to_string(), expected);
}

/// All of n = 7, minutes to an hour each: what the paper found, and what it did not say.
#[test]
#[ignore = "many minutes and gigabytes"]
fn the_cube_of_seven() {
    let h = Handle::default();
    let count = extensions::of_truncated(7, 7, Options::default(), &h).unwrap();
    let expected = "630470261306055898099742878692134361829979979674711225065761605059425237453564989302659882866111738567871048772795838071474370002961694720";
    assert_eq!(count.count.to_string(), expected);
    assert_eq!(middles::extensions(7, 0, &h).unwrap().count, count.count);
    let result = outcome(7, truncated(7, 7), Options::default(), &h).unwrap();
    assert_eq!(result.classes(), 490_013_147);
    assert_eq!(result.winning_orbits().iter().map(|o| (o.representative, o.size)).collect::<Vec<_>>(), [(15, 35)]);
    let linked = links::outcome(7, truncated(7, 7), 0, &h).unwrap();
    assert_eq!((linked.winning, linked.replies), (result.winning, result.replies));
    let result = grundy(7, truncated(7, 7), Options::default(), &h).unwrap();
    assert_eq!(result.value, Some(6));
    let at_44: u64 = result.levels.iter().filter(|level| level.counts.len() == 45).map(|level| level.counts[44]).sum();
    assert!(result.levels.iter().all(|level| level.counts.len() <= 45));
    assert_eq!(at_44, 5);
    let found = nim::grundy(7, truncated(7, 7), 0, &h).unwrap();
    assert_eq!((found.value, found.options, found.replies), (result.value, result.options, result.replies));
    // By the definition, and where classes are few, by these.
    let (values, mut random) = (nim::Values::new(7, 0, &h).unwrap(), Random(22));
    for _ in 0..100_000 {
        let size = 1 + random.below(128) as u32;
        let d = random.downset(7, size);
        let after = bits(d & !1).map(|x| values.value(d & !ABOVE[x as usize]).unwrap());
        let mex = after.fold(0_u64, |all, value| all | 1 << value).trailing_ones();
        assert_eq!(values.value(d), Some(mex), "{d:x}");
    }
    let result = grundy(7, truncated(7, 3), Options::default(), &h).unwrap();
    for (x, value) in result.options {
        assert_eq!(values.value(truncated(7, 3) & !ABOVE[x as usize]), Some(value));
    }
}

//! Second routes to values that no paper has: the recursion from the top, by ways to go on instead of ways to arrive, in code
//! of its own.
//!
//! For a downset D of Q = P(n, k-1) let f(D) be the number of ways to go on from D to P(n, k), with the k-sets put in as in
//! docs/downsets.md, section F. f is the same for isomorphic downsets, f(Q) = 1, and f(D) is the sum over the addable y of
//! (M + 1) ... (M + t) f(D + y). The engine pushes numbers of ways to arrive, times sizes of orbits, the other way round.

use num_bigint::BigUint;
use sprague_limits::Handle;
use sprague_posets::subsets::canon::canonical;
use sprague_posets::subsets::downset::{addable, bits, maximal, truncated};
use sprague_posets::subsets::{Options, extensions};
use std::collections::{BTreeSet, HashMap};

const PRIMES: [u64; 2] = [(1 << 61) - 1, 2_305_843_009_213_693_921];

fn choose(n: u64, k: u64) -> u64 {
    (0..k).fold(1, |c, i| c * (n - i) / (i + 1))
}

/// (M + 1) ... (M + t) for a step that leaves `left` elements of Q and `open` k-sets without their last subset.
fn factors(left: u64, open: u64, t: u64) -> impl Iterator<Item = u64> {
    (1..=t).map(move |j| left + open + j)
}

/// The k-sets whose proper subsets all lie in `d`.
fn closed(n: u32, k: u32, d: u128) -> u64 {
    let inside = |x: u32| (0..n).filter(|i| x >> i & 1 == 1).all(|i| d >> (x & !(1 << i)) & 1 == 1);
    (0..1u32 << n).filter(|x| x.count_ones() == k && inside(*x)).count() as u64
}

/// e(P(n, k)) modulo two primes.
fn by_going_on(n: u32, k: u32) -> [u64; 2] {
    let q = truncated(n, k - 1);
    let mut level: HashMap<u128, [u64; 2]> = HashMap::from([(q, [1, 1])]);
    for size in (1..q.count_ones()).rev() {
        let mut smaller: Vec<u128> = Vec::new();
        for &d in level.keys() {
            smaller.extend(bits(maximal(d)).map(|m| canonical(d & !(1 << m), n)));
            if smaller.len() > 50_000_000 {
                smaller.sort_unstable();
                smaller.dedup();
            }
        }
        smaller.sort_unstable();
        smaller.dedup();
        let mut next = HashMap::with_capacity(smaller.len());
        for d in smaller {
            let before = closed(n, k, d);
            let mut sum = [0u64; 2];
            for y in bits(addable(d) & q) {
                let grown = d | 1 << y;
                // Only k-sets above y can be new.
                let after = if y.count_ones() + 1 == k { closed(n, k, grown) } else { before };
                let open = choose(n.into(), k.into()) - after;
                let ways = level[&canonical(grown, n)];
                for (i, &prime) in PRIMES.iter().enumerate() {
                    let step = factors(u64::from(q.count_ones() - size - 1), open, after - before)
                        .fold(u128::from(ways[i]), |w, f| w * u128::from(f) % u128::from(prime));
                    sum[i] = ((u128::from(sum[i]) + step) % u128::from(prime)) as u64;
                }
            }
            next.insert(d, sum);
        }
        level = next;
    }
    level[&1]
}

fn residues(count: &BigUint) -> [u64; 2] {
    PRIMES.map(|prime| (count % prime).iter_u64_digits().next().unwrap_or(0))
}

#[test]
fn going_on_gives_what_arriving_gives() {
    let h = Handle::default();
    for (n, k) in [(3, 2), (4, 2), (4, 3), (5, 2), (5, 3), (5, 4), (6, 3)] {
        let count = extensions::of_truncated(n, k, Options::threads(1), &h).unwrap().count;
        assert_eq!(by_going_on(n, k), residues(&count), "P({n},{k})");
    }
}

#[test]
#[ignore = "minutes"]
fn fours_of_seven_by_going_on() {
    let value = "511491931134927456162383907645136023967099932603670776582242384932436009450251277251717929585880647084948848640";
    assert_eq!(by_going_on(7, 4), residues(&value.parse().unwrap()));
}

/// A graph on the vertices 0 to `v` - 1: a word of neighbours for each.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Graph(Vec<u16>);

impl Graph {
    /// The least image under the orders that sort the vertices by what their neighbourhoods look like.
    fn normal(&self) -> Graph {
        let v = self.0.len();
        let mut look: Vec<Vec<usize>> = self.0.iter().map(|near| vec![near.count_ones() as usize]).collect();
        for _ in 0..3 {
            let seen: BTreeSet<&Vec<usize>> = look.iter().collect();
            let number: HashMap<&Vec<usize>, usize> = seen.into_iter().enumerate().map(|(i, l)| (l, i)).collect();
            let fresh = (0..v).map(|i| {
                let mut near: Vec<usize> =
                    (0..v).filter(|j| self.0[i] >> j & 1 == 1).map(|j| number[&look[j]]).collect();
                near.sort_unstable();
                near.insert(0, number[&look[i]]);
                near
            });
            look = fresh.collect();
        }
        let mut order: Vec<usize> = (0..v).collect();
        order.sort_by(|&a, &b| look[a].cmp(&look[b]));
        let mut best = None;
        self.arrange(&look, &mut order, 0, &mut best);
        best.unwrap()
    }

    fn arrange(&self, look: &[Vec<usize>], order: &mut Vec<usize>, at: usize, best: &mut Option<Graph>) {
        if at == order.len() {
            let rows =
                order.iter().map(|&a| order.iter().enumerate().fold(0, |row, (j, &b)| row | (self.0[a] >> b & 1) << j));
            let image = Graph(rows.collect());
            if best.as_ref().is_none_or(|best| image < *best) {
                *best = Some(image);
            }
            return;
        }
        let mut tried: Vec<usize> = Vec::new();
        for other in at..order.len() {
            // Vertices with the same neighbours but for each other may be exchanged: one of them is enough.
            let (a, here) = (order[other], look[order[at]].clone());
            let twin = |b: &usize| (self.0[a] ^ self.0[*b]) & !(1 << a | 1 << *b) == 0;
            if look[a] == here && !tried.iter().any(twin) {
                tried.push(a);
                order.swap(at, other);
                self.arrange(look, order, at + 1, best);
                order.swap(at, other);
            }
        }
    }

    fn edges(&self) -> u64 {
        self.0.iter().map(|near| u64::from(near.count_ones())).sum::<u64>() / 2
    }

    fn triangles(&self) -> u64 {
        let v = self.0.len();
        let pairs = (0..v).flat_map(|i| (0..i).map(move |j| (i, j))).filter(|&(i, j)| self.0[i] >> j & 1 == 1);
        pairs.map(|(i, j)| u64::from((self.0[i] & self.0[j]).count_ones())).sum::<u64>() / 3
    }
}

/// e(P(n, 3)), over graphs as they are drawn.
struct Triples {
    n: u64,
    known: HashMap<Graph, BigUint>,
}

impl Triples {
    fn going_on(&mut self, graph: Graph) -> BigUint {
        let (v, edges, triangles) = (graph.0.len() as u64, graph.edges(), graph.triangles());
        let pairs = choose(self.n, 2);
        if v == self.n && edges == pairs {
            return BigUint::from(1u32);
        }
        if let Some(known) = self.known.get(&graph) {
            return known.clone();
        }
        let mut sum = BigUint::ZERO;
        if v < self.n {
            let mut grown = graph.clone();
            grown.0.push(0);
            sum += self.going_on(grown.normal()) * (self.n - v);
        }
        // Edges that lead to the same graph are counted together.
        let mut leads: HashMap<Graph, (u64, u64)> = HashMap::new();
        for i in 0..graph.0.len() {
            for j in (0..i).filter(|j| graph.0[i] >> j & 1 == 0) {
                let mut grown = graph.clone();
                grown.0[i] |= 1 << j;
                grown.0[j] |= 1 << i;
                leads.entry(grown.normal()).or_insert((u64::from((graph.0[i] & graph.0[j]).count_ones()), 0)).1 += 1;
            }
        }
        let mut leads: Vec<_> = leads.into_iter().collect();
        leads.sort();
        for (grown, (t, times)) in leads {
            let left = self.n - v + pairs - edges - 1;
            let open = choose(self.n, 3) - triangles - t;
            let ways = factors(left, open, t).fold(self.going_on(grown), |ways, f| ways * f);
            sum += ways * times;
        }
        self.known.insert(graph, sum.clone());
        sum
    }

    fn count(n: u64) -> BigUint {
        Triples { n, known: HashMap::new() }.going_on(Graph(Vec::new()))
    }
}

#[test]
fn triples_by_going_on() {
    let h = Handle::default();
    for n in 3..=7 {
        let count = extensions::of_truncated(n, 3, Options::threads(1), &h).unwrap().count;
        assert_eq!(Triples::count(n.into()), count, "P({n},3)");
    }
}

#[test]
#[ignore = "minutes"]
fn triples_of_eight_and_nine_by_going_on() {
    let h = Handle::default();
    for n in 8..=9 {
        let count = extensions::of_truncated(n, 3, Options::default(), &h).unwrap().count;
        assert_eq!(Triples::count(n.into()), count, "P({n},3)");
    }
}

#[test]
#[ignore = "an hour"]
fn triples_of_ten_by_going_on() {
    let count = extensions::of_truncated(10, 3, Options::default(), &Handle::default()).unwrap().count;
    assert_eq!(Triples::count(10), count);
}

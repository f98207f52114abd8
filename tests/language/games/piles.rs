//! Heaps, and cakes.

use super::counted::Counted;
use super::{cyclic, impartial, lists, partizan};

/// Lists with another number in one place.
fn replaced(heaps: &[u64], i: usize, n: u64) -> Vec<u64> {
    let mut after = heaps.to_vec();
    after[i] = n;
    after
}

fn lowered(heaps: &[u64]) -> Vec<Vec<u64>> {
    (0..heaps.len()).flat_map(|i| (0..heaps[i]).map(move |n| (i, n))).map(|(i, n)| replaced(heaps, i, n)).collect()
}

#[test]
fn several_heaps() {
    let _counted = Counted::of("several_heaps");
    for k in 1..=3 {
        impartial(
            lists(3, 0, 3),
            |h| format!("MooresNim({h:?}, {k})"),
            |h| {
                let all = lists(3, 0, 3).into_iter().filter(|a| a != h && a.iter().zip(h).all(|(a, b)| a <= b));
                all.filter(|a| a.iter().zip(h).filter(|(a, b)| a != b).count() <= k).collect()
            },
        );
    }
    impartial(
        lists(3, 0, 4),
        |h| format!("GreedyNim({h:?})"),
        |h| lowered(h).into_iter().filter(|a| (0..3).all(|i| a[i] == h[i] || h.iter().all(|n| *n <= h[i]))).collect(),
    );
    let fair = |h: &Vec<u64>| (0..3).all(|i| (0..i).all(|j| h[i] != h[j] || h[i] == 0));
    impartial(
        lists(3, 0, 5).into_iter().filter(fair),
        |h| format!("Antonim({h:?})"),
        |h| lowered(h).into_iter().filter(fair).collect(),
    );
    impartial(
        lists(4, 0, 2),
        |h| format!("StaircaseNim({h:?})"),
        |h| {
            let down = |i: usize, k: u64| {
                let after = replaced(h, i, h[i] - k);
                if i > 0 { replaced(&after, i - 1, after[i - 1] + k) } else { after }
            };
            (0..4).flat_map(|i| (1..=h[i]).map(move |k| (i, k))).map(|(i, k)| down(i, k)).collect()
        },
    );
    // The last two numbers are the bags.
    let poker = |h: &Vec<u64>, bag: usize| {
        let mut after = Vec::new();
        for i in (0..2).filter(|&i| h[i] > 0) {
            for n in (0..=h[i] + h[bag]).filter(|&n| n != h[i]) {
                after.push(replaced(&replaced(h, i, n), bag, h[bag] + h[i] - n));
            }
        }
        after
    };
    cyclic(
        lists(4, 0, 2),
        |h| format!("PokerNim([{}, {}], {}, {})", h[0], h[1], h[2], h[3]),
        |h| (poker(h, 2), poker(h, 3)),
    );
}

#[test]
fn heaps_that_remember() {
    let _counted = Counted::of("heaps_that_remember");
    // A heap, and the most that may be taken.
    let heaps = || (0..=14u64).flat_map(|n| (0..=5u64).map(move |most| (n, most)));
    for factor in 1..=3 {
        let moves = |&(n, most): &(u64, u64)| (1..=most.min(n)).map(|k| (n - k, factor * k)).collect();
        impartial(heaps(), |(n, most)| format!("DynamicNim({n}, {most}, {factor})"), moves);
        if factor == 2 {
            impartial(heaps(), |(n, most)| format!("FibonacciNim({n}, {most})"), moves);
        }
    }
    let after = |n: u64, may: &dyn Fn(u64) -> bool| (1..=n).filter(|&k| may(k)).map(|k| (n - k, k)).collect();
    impartial(heaps(), |(n, last)| format!("Mem({n}, {last})"), |&(n, last)| after(n, &|k| k >= last));
    impartial(heaps(), |(n, last)| format!("Mnem({n}, {last})"), |&(n, last)| after(n, &|k| k != last));
}

#[test]
fn pairs() {
    let _counted = Counted::of("pairs");
    let pairs = |least: u64, most: u64| (least..=most).flat_map(move |m| (least..=most).map(move |n| (m, n)));
    for r in 1..=3 {
        impartial(
            pairs(0, 7),
            |(m, n)| format!("WythoffBy({m}, {n}, {r})"),
            |&(m, n)| {
                let less = (0..=m).flat_map(|a| (0..=n).map(move |b| (a, b))).filter(|&(a, b)| (a, b) != (m, n));
                less.filter(|&(a, b)| a == m || b == n || (m - a).abs_diff(n - b) < r).collect()
            },
        );
    }
    impartial(
        pairs(0, 12),
        |(m, n)| format!("Euclid({m}, {n})"),
        |&(m, n)| {
            let (a, b) = (m.min(n), m.max(n));
            if a == 0 { Vec::new() } else { (1..=b).filter(|k| k * a <= b).map(|k| (a, b - k * a)).collect() }
        },
    );
    partizan(
        pairs(1, 9),
        |(p, q)| format!("PartizanEuclid({p}, {q})"),
        |&(p, q)| {
            let (q, p) = (p.min(q), p.max(q));
            if p % q == 0 { (vec![], vec![]) } else { (vec![(q, p % q)], vec![(q, q - p % q)]) }
        },
    );
}

#[test]
fn single_heaps() {
    let _counted = Counted::of("single_heaps");
    let sets: [(&[u64], &[u64]); 4] = [(&[1, 3], &[2, 3]), (&[1], &[1, 2]), (&[2, 4], &[1]), (&[1, 4], &[1, 2])];
    for (lefts, rights) in sets {
        let take = |n: u64, numbers: &[u64]| numbers.iter().filter(|k| **k <= n).map(|k| n - k).collect();
        partizan(
            0..=8u64,
            |n| format!("PartizanSubtraction({n}, {lefts:?}, {rights:?})"),
            |&n| (take(n, lefts), take(n, rights)),
        );
        // A position is its heaps in order.
        let part = |heaps: &Vec<u64>, numbers: &[u64]| {
            let mut after = Vec::new();
            for (i, k) in (0..heaps.len()).flat_map(|i| numbers.iter().map(move |k| (i, k))) {
                for a in 0..=heaps[i].saturating_sub(*k) {
                    if heaps[i] >= *k {
                        let mut parts = replaced(heaps, i, a);
                        parts.push(heaps[i] - k - a);
                        parts.retain(|n| *n > 0);
                        parts.sort_unstable();
                        after.push(parts);
                    }
                }
            }
            after
        };
        partizan(
            (0..=6u64).map(|n| vec![n]),
            |h| format!("PartizanSplittles({}, {lefts:?}, {rights:?})", h[0]),
            |h| (part(h, lefts), part(h, rights)),
        );
    }
    impartial(0..=40u64, |n| format!("Aliquot({n})"), |&n| (1..n).filter(|k| n % k == 0).map(|k| n - k).collect());
    impartial(0..=40u64, |n| format!("Mark({n})"), |&n| if n == 0 { vec![] } else { vec![n - 1, n / 2] });
    for (rules, most) in [("Rims", 9), ("Rayles", 2)] {
        // Loops leave dots in two regions.
        impartial(
            (0..=9u64).map(|n| vec![n]),
            |h| format!("{rules}({})", h[0]),
            |h| {
                let mut after = Vec::new();
                for i in 0..h.len() {
                    for k in 1..=h[i].min(most) {
                        for inside in 0..=h[i] - k {
                            let mut parts = replaced(h, i, inside);
                            parts.push(h[i] - k - inside);
                            parts.retain(|n| *n > 0);
                            parts.sort_unstable();
                            after.push(parts);
                        }
                    }
                }
                after
            },
        );
    }
}

type Cakes = Vec<(u64, u64)>;

/// One cake of several is replaced by others; what has no squares is eaten.
fn sliced(cakes: &Cakes, pieces: impl Fn((u64, u64)) -> Vec<Cakes>) -> Vec<Cakes> {
    let mut after = Vec::new();
    for i in 0..cakes.len() {
        for new in pieces(cakes[i]) {
            let mut rest = cakes.clone();
            rest.remove(i);
            rest.extend(new);
            rest.retain(|(m, n)| m * n > 0);
            rest.sort_unstable();
            after.push(rest);
        }
    }
    after
}

/// A cake is `(rows, columns)`.
#[test]
fn cakes() {
    let _counted = Counted::of("cakes");
    let column = |(m, n): (u64, u64)| (0..n).map(|a| vec![(m, a), (m, n - 1 - a)]).collect::<Vec<_>>();
    let turned = |cakes: Cakes| cakes.into_iter().map(|(m, n)| (n, m)).collect::<Cakes>();
    let row = |(m, n): (u64, u64)| column((n, m)).into_iter().map(turned).collect::<Vec<_>>();
    let one = |m: u64, n: u64| (1..=m).flat_map(move |a| (1..=n).map(move |b| vec![(a, b)]));
    let text = |rules: &str, c: &Cakes| format!("{rules}({}, {})", c[0].0, c[0].1);
    partizan(one(3, 4), |c| text("Eatcake", c), |c| (sliced(c, column), sliced(c, row)));
    partizan(
        one(3, 4),
        |c| text("TurnAndEatcake", c),
        |c| (sliced(c, |(m, n)| column((n, m))), sliced(c, |(m, n)| row((n, m)))),
    );
    let upright = |(m, n): (u64, u64)| {
        let parts = (2..=n).filter(move |k| n % k == 0);
        parts.map(|k| (0..k).map(|_| (m, n / k)).collect::<Cakes>()).collect::<Vec<_>>()
    };
    let level = |(m, n): (u64, u64)| upright((n, m)).into_iter().map(turned).collect::<Vec<_>>();
    partizan(one(6, 4), |c| text("MaundyCake", c), |c| (sliced(c, upright), sliced(c, level)));
}

/// All ways to part a number into two, with or without empty parts.
fn parted(n: u64, least: u64) -> Vec<Vec<u64>> {
    (least..=n / 2).filter(|a| n - a >= least).map(|a| vec![a, n - a]).collect()
}

/// Heaps from which counters are taken, or that are split, by the words of their rules: what one heap becomes.
#[test]
fn take_and_break() {
    let _counted = Counted::of("take_and_break");
    fn taken(n: u64, may: impl Fn(u64) -> bool) -> Vec<Vec<u64>> {
        (1..=n).filter(|&k| may(k)).map(|k| vec![n - k]).collect()
    }
    // Neighbours out of a row, which leaves what is on both sides.
    fn knocked(n: u64, k: u64) -> Vec<Vec<u64>> {
        if k > n { Vec::new() } else { parted(n - k, 0) }
    }
    fn is_prime(p: u64) -> bool {
        p > 1 && (2..p).all(|d| !p.is_multiple_of(d))
    }
    let prime_power = |q: u64| q == 1 || (2..=q).any(|p| is_prime(p) && (1..9).any(|e| p.pow(e) == q));
    let rules: [(&str, &dyn Fn(u64) -> Vec<Vec<u64>>); 18] = [
        ("Nim", &|n| taken(n, |_| true)),
        ("Kayles", &|n| [knocked(n, 1), knocked(n, 2)].concat()),
        ("DawsonsKayles", &|n| knocked(n, 2)),
        ("DawsonsChess", &|n| (0..n).map(|i| vec![i.max(1) - 1, (n - i).max(2) - 2]).collect()),
        ("TripleKayles", &|n| knocked(n, 3)),
        ("Guiles", &|n| if n == 1 || n == 2 { vec![vec![]] } else { parted(n.max(2) - 2, 1) }),
        ("Stalking", &|n| [taken(n, |k| k == 1), taken(n, |k| k == 2 && n == 2)].concat()),
        ("Officers", &|n| if n < 2 { vec![] } else { [vec![vec![n - 1]], parted(n - 1, 1)].concat() }),
        ("Grundy", &|n| parted(n, 1).into_iter().filter(|h| h[0] != h[1]).collect()),
        ("CouplesAreForever", &|n| if n == 2 { vec![] } else { parted(n, 1) }),
        ("Lasker", &|n| [taken(n, |_| true), parted(n, 1)].concat()),
        ("Square", &|n| taken(n, |k| (1..=k).any(|j| j * j == k))),
        ("Cube", &|n| taken(n, |k| (1..=k).any(|j| j * j * j == k))),
        ("PrimePower", &|n| taken(n, prime_power)),
        ("Binary", &|n| taken(n, |k| k.is_power_of_two())),
        ("SmallHalf", &|n| taken(n, |k| 2 * k < n + 2)),
        ("Prim", &|n| taken(n, |k| (2..=k).all(|d| k % d != 0 || n % d != 0))),
        ("Dim", &|n| taken(n, |k| n % k == 0)),
    ];
    for (name, becomes) in rules {
        impartial(
            (0..=13u64).map(|n| vec![n]),
            |h| format!("{name}({})", h[0]),
            |h| {
                let mut after = Vec::new();
                for i in 0..h.len() {
                    for parts in becomes(h[i]) {
                        let mut rest = h.clone();
                        rest.remove(i);
                        rest.extend(parts);
                        rest.retain(|n| *n > 0);
                        rest.sort_unstable();
                        after.push(rest);
                    }
                }
                after
            },
        );
    }
}

#[test]
fn queens_and_knights() {
    let _counted = Counted::of("queens_and_knights");
    let nearer = |x: u64, y: u64| {
        let less = (0..=x).flat_map(move |a| (0..=y).map(move |b| (a, b))).filter(move |&p| p != (x, y));
        less.filter(move |&(a, b)| a == x || b == y || x - a == y - b).collect::<Vec<_>>()
    };
    impartial(
        lists(2, 0, 8),
        |p| format!("Wythoff({}, {})", p[0], p[1]),
        |p| nearer(p[0], p[1]).into_iter().map(|(a, b)| vec![a, b]).collect(),
    );
    impartial(
        lists(4, 0, 3),
        |q| format!("WytQueens([({}, {}), ({}, {})])", q[0], q[1], q[2], q[3]),
        |q| {
            let first = nearer(q[0], q[1]).into_iter().map(|(a, b)| vec![a, b, q[2], q[3]]);
            first.chain(nearer(q[2], q[3]).into_iter().map(|(a, b)| vec![q[0], q[1], a, b])).collect()
        },
    );
    let squares = (0..8i64).flat_map(|x| (0..8i64).map(move |y| (x, y)));
    impartial(
        squares.flat_map(|(x, y)| (0..3i64).map(move |luggage| (x, y, luggage))),
        |(x, y, luggage)| format!("WhiteKnight({x}, {y}, {luggage})"),
        |&(x, y, luggage)| {
            let jumps = [(2, 1), (2, -1), (1, 2), (-1, 2)].map(|(a, b)| (x - a, y - b, luggage));
            let on_board = |p: &(i64, i64, i64)| (0..8).contains(&p.0) && (0..8).contains(&p.1);
            jumps.into_iter().filter(on_board).chain((0..luggage).map(|k| (x, y, k))).collect()
        },
    );
}

/// Cakes that are cut, and a board of bottles; Chomp on boards that are bitten already.
#[test]
fn cuts_and_bites() {
    let _counted = Counted::of("cuts_and_bites");
    let one = |most: u64| (1..=most).flat_map(move |a| (1..=most).map(move |b| vec![(a, b)]));
    let cut = |(m, n): (u64, u64)| (1..m).map(|a| vec![(a, n), (m - a, n)]).collect::<Vec<Cakes>>();
    let turned = |cakes: Cakes| cakes.into_iter().map(|(m, n)| (n, m)).collect::<Cakes>();
    let across = |(m, n): (u64, u64)| cut((n, m)).into_iter().map(turned).collect::<Vec<_>>();
    let text = |rules: &str, c: &Cakes| format!("{rules}({}, {})", c[0].0, c[0].1);
    partizan(one(4), |c| text("Cutcake", c), |c| (sliced(c, cut), sliced(c, across)));
    let row = |(m, n): (u64, u64)| (0..m).map(|a| vec![(a, n), (m - 1 - a, n)]).collect::<Vec<Cakes>>();
    let column = |(m, n): (u64, u64)| row((n, m)).into_iter().map(turned).collect::<Vec<_>>();
    impartial(one(5), |c| text("Kayles2D", c), |c| [sliced(c, row), sliced(c, column)].concat());
    let boards = lists(4, 0, 4).into_iter().filter(|b| b[0] > 0 && b.windows(2).all(|w| w[0] >= w[1]));
    impartial(
        boards,
        |b| format!("Chomp({:?})", b.iter().filter(|n| **n > 0).collect::<Vec<_>>()),
        |b| {
            let squares = (0..4).flat_map(|i| (0..b[i]).map(move |j| (i, j))).filter(|&p| p != (0, 0));
            squares.map(|(i, j)| (0..4).map(|r| if r < i { b[r] } else { b[r].min(j) }).collect()).collect()
        },
    );
}

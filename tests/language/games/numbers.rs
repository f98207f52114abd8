//! Numbers, words and boxes.

use super::counted::Counted;
use super::impartial;

#[test]
fn sylver_coinage() {
    let _counted = Counted::of("sylver_coinage");
    // The sums of these numbers up to a bound beyond which all are sums.
    const BOUND: usize = 40;
    let sums = |named: &[usize]| {
        let mut is_sum = vec![false; BOUND];
        is_sum[0] = true;
        for n in 1..BOUND {
            is_sum[n] = named.iter().any(|&k| k <= n && is_sum[n - k]);
        }
        is_sum
    };
    let positions = [
        vec![2, 3],
        vec![2, 5],
        vec![2, 7],
        vec![3, 4],
        vec![3, 5],
        vec![3, 7],
        vec![4, 5],
        vec![3, 4, 5],
        vec![4, 5, 6],
        vec![4, 6, 7],
        vec![5, 6, 7],
        vec![4, 6, 9],
        vec![4, 5, 11],
        vec![5, 6, 8],
        vec![4, 7, 9],
        vec![6, 4, 5, 10],
        vec![1, 4],
        vec![3, 8],
    ];
    impartial(
        positions,
        |named| format!("Sylver({named:?})"),
        |named| {
            let is_sum = sums(named);
            // What was named before matters only by its sums.
            let named_too = |n: usize| {
                let mut all: Vec<usize> = named.iter().copied().chain([n]).collect();
                all.sort_unstable();
                let smaller = |m: usize| all.iter().copied().filter(|&k| k < m).collect::<Vec<_>>();
                all.iter().copied().filter(|&m| !sums(&smaller(m))[m]).collect::<Vec<_>>()
            };
            (2..BOUND).filter(|&n| !is_sum[n]).map(named_too).collect()
        },
    );
}

/// Divisors that are left; naming one takes its multiples.
#[test]
fn divisors() {
    let _counted = Counted::of("divisors");
    impartial(
        (1..=48u64).map(|n| (2..=n).filter(|d| n % d == 0).collect::<Vec<u64>>()),
        |left| format!("Schuh({})", left.last().unwrap_or(&1)),
        |left| left.iter().map(|d| left.iter().copied().filter(|m| m % d != 0).collect()).collect(),
    );
}

/// Cubes that are left.
#[test]
fn chomp_in_a_box() {
    let _counted = Counted::of("chomp_in_a_box");
    type Cubes = Vec<[u64; 3]>;
    let moves = |cubes: &Cubes| {
        let bitten = |c: &[u64; 3]| cubes.iter().copied().filter(|d| (0..3).any(|i| d[i] < c[i])).collect::<Cubes>();
        cubes.iter().filter(|c| **c != [1, 1, 1]).map(bitten).collect::<Vec<_>>()
    };
    let sides = [[1, 1, 1], [1, 1, 4], [1, 2, 2], [1, 2, 3], [2, 1, 3], [3, 3, 1], [2, 2, 2], [2, 3, 2], [1, 3, 4]];
    let cubes = |[m, n, p]: [u64; 3]| {
        let rows = (1..=m).flat_map(move |i| (1..=n).map(move |j| (i, j)));
        rows.flat_map(|(i, j)| (1..=p).map(move |k| [i, j, k])).collect::<Cubes>()
    };
    let text = |c: &Cubes| c.last().map_or(String::new(), |[m, n, p]| format!("ChompBox({m}, {n}, {p})"));
    impartial(sides.map(cubes), text, moves);
    // After one bite.
    let bites = |[m, n, p]: [u64; 3], bite: [u64; 3]| {
        let left = cubes([m, n, p]).into_iter().filter(|d| (0..3).any(|i| d[i] < bite[i]));
        (format!("ChompBox({m}, {n}, {p}, [({}, {}, {})])", bite[0], bite[1], bite[2]), left.collect::<Cubes>())
    };
    let all = cubes([2, 3, 2]).into_iter().skip(1).map(|bite| bites([2, 3, 2], bite));
    let after = move |(text, c): &(String, Cubes)| moves(c).into_iter().map(|c| (text.clone(), c)).collect();
    impartial(all, |(text, _)| text.clone(), after);
}

#[test]
fn juniper_green() {
    let _counted = Counted::of("juniper_green");
    // The number that was crossed out last, and those that are left.
    let all = (1..=10u64).flat_map(|n| (1..=n).map(move |k| (n, k, (1..=n).filter(|m| *m != k).collect::<Vec<u64>>())));
    impartial(
        all,
        |(n, k, _)| format!("JuniperGreen({n}, {k})"),
        |(n, k, left)| {
            let next = left.iter().filter(|m| *m % k == 0 || k % *m == 0);
            next.map(|&m| (*n, m, left.iter().copied().filter(|l| *l != m).collect())).collect()
        },
    );
}

#[test]
fn ghost() {
    let _counted = Counted::of("ghost");
    const WORDS: [&str; 12] =
        ["ape", "apple", "apply", "bee", "beer", "berry", "cats", "cat", "coat", "coats", "do", "dreary"];
    let sets = (1..1usize << 12)
        .step_by(37)
        .map(|set| (0..12).filter(|i| set >> i & 1 == 1).map(|i| WORDS[i]).collect::<Vec<_>>());
    impartial(
        sets.map(|words| (words, String::new())),
        |(words, said)| format!("Ghost({words:?}, {said:?})"),
        |(words, said)| {
            let letters = (b'a'..=b'z').map(|c| format!("{said}{}", c as char));
            let may =
                |next: &String| words.iter().any(|w| w.starts_with(next.as_str())) && !words.contains(&next.as_str());
            letters.filter(may).map(|next| (words.clone(), next)).collect()
        },
    );
}

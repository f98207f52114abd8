//! Wythoff's Game by its theorem: against the rules alone, far away, and not for other games.

use crate::lab::Lab;

type Pair = (i64, i64);

/// Which positions of a board are lost for the player to move, by the rules alone.
fn lost(size: i64, options: &dyn Fn(i64, i64) -> Vec<Pair>) -> Vec<Pair> {
    let mut lost: Vec<Pair> = Vec::new();
    for sum in 0..=2 * (size - 1) {
        for m in (sum - size + 1).max(0)..=sum.min(size - 1) {
            let n = sum - m;
            if !options(m, n).iter().any(|option| lost.contains(option)) {
                lost.push((m, n));
            }
        }
    }
    lost.sort_unstable();
    lost
}

fn wythoff(m: i64, n: i64) -> Vec<Pair> {
    let first = (1..=m).map(|k| (m - k, n));
    let second = (1..=n).map(|k| (m, n - k));
    first.chain(second).chain((1..=m.min(n)).map(|k| (m - k, n - k))).collect()
}

#[test]
fn pairs_by_definition() {
    let (mut lab, lost) = (Lab::new(), lost(60, &wythoff));
    let found = lab.say("[(m, n) for m in 0..59 for n in 0..59 if outcome(Wythoff(m, n)) == P]");
    assert_eq!(found, format!("{lost:?}"));
    for m in 0..60 {
        let moves = |n: i64| wythoff(m, n).into_iter().filter(|to| lost.contains(to)).collect::<Vec<_>>();
        let shown = |n: i64| moves(n).iter().map(|to| format!("({m}, {n}) -> {to:?}")).collect::<Vec<_>>().join(", ");
        let expected: Vec<String> = (0..60).map(|n| format!("[{}]", shown(n))).collect();
        let found = lab.say(&format!("[winning_moves(Wythoff({m}, n)) for n in 0..59]"));
        assert_eq!(found, format!("[{}]", expected.join(", ")));
    }
}

/// Nim-values by the definition, in whatever order they are asked for; and those of a game with the same clauses, far beyond the recursion.
#[test]
fn nim_values_by_definition() {
    let mut values = vec![vec![0u64; 50]; 50];
    for m in 0..50 {
        for n in 0..50 {
            let met: Vec<u64> = wythoff(m, n).into_iter().map(|(x, y)| values[x as usize][y as usize]).collect();
            values[m as usize][n as usize] = (0..).find(|v| !met.contains(v)).unwrap();
        }
    }
    let mut lab = Lab::new();
    for (m, n) in [(7, 3), (3, 7), (40, 2), (2, 49), (21, 22), (49, 49)] {
        assert_eq!(lab.say(&format!("grundy(Wythoff({m}, {n}))")), values[m][n].to_string(), "{m} {n}");
    }
    assert_eq!(lab.say("[[grundy(Wythoff(m, n)) for n in 0..49] for m in 0..49]"), format!("{values:?}"));
    let (once, turned) = (lab.say("grundy(Wythoff(1000, 1500))"), lab.say("grundy(Wythoff(1500, 1000))"));
    assert_eq!(once, turned);
    // A value that no option has, and all smaller ones are there.
    let options = "{grundy(Wythoff(a, b)) for (a, b) in [(k, 90) for k in 0..79] + [(80, k) for k in 0..89] + [(80 - k, 90 - k) for k in 1..80]}";
    assert_eq!(lab.say(&format!("mex({options}) == grundy(Wythoff(80, 90))")), "true");
    let steps = lab.session().handle().steps();
    assert!(steps < 1_000_000, "{steps}");
}

/// Of every number the other one of its pair: there and back, and the pair is lost.
#[test]
fn pairs_of_large_numbers() {
    let mut lab = Lab::new();
    for exponent in [9, 18, 40, 300] {
        for step in 0..50 {
            // From a heap of x and a much larger one the only way is to the partner of x.
            let x = format!("(10^{exponent} + {})", step * step);
            let said = lab.say(&format!("winning_moves(Wythoff({x}, 4*{x}))"));
            let (from, to) = said.trim_matches(['[', ']']).split_once(" -> ").expect("one move");
            let numbers =
                |pair: &str| -> Vec<String> { pair.trim_matches(['(', ')']).split(", ").map(str::to_owned).collect() };
            let (x, other) = (numbers(from).swap_remove(0), numbers(to).swap_remove(1));
            assert_eq!(numbers(to)[0], x, "{said}");
            assert_eq!(lab.say(&format!("outcome(Wythoff({x}, {other}))")), "P");
            let back = lab.say(&format!("winning_moves(Wythoff({other}, 4*{other}))"));
            assert!(back.ends_with(&format!("-> ({other}, {x})]")), "{back}");
            // A bean more in both: the same difference leads back to the pair.
            let both = lab.say(&format!("winning_moves(Wythoff({x} + 1, {other} + 1))"));
            assert!(both.contains(&format!("-> ({x}, {other})")), "{both}");
        }
    }
}

#[test]
fn clauses_in_any_order_and_with_any_names() {
    let mut lab = Lab::new();
    lab.say(
        "game Queen(x, y)  # on a board\n  moves Queen(x-i, y-i)\n    for i in 1..min(x, y)\n  moves Queen(x, j) for j in 0..y-1\n  require x >= 0\n  moves Queen(x - k,y) for k in 1..x\nend",
    );
    // In the order of the clauses: both, the second, the first.
    assert_eq!(
        lab.say("winning_moves(Queen(1618033989, 17*10^8))"),
        "[(1618033989, 1700000000) -> (132623791, 214589802), (1618033989, 1700000000) -> (1618033989, 1000000000)]"
    );
    assert_eq!(lab.say("(outcome(Queen(10^9, 1618033989)), outcome(Queen(10^9, 1618033988)))"), "(P, N)");
}

/// Games that are nearly Wythoff's are played by their own rules.
#[test]
fn other_games_have_other_pairs() {
    let lines = |m: i64, n: i64, both: i64, but: i64| -> Vec<Pair> {
        let diagonal = (1..=both).filter(|k| *k != but).map(|k| (m - k, n - k));
        (1..=m).map(|k| (m - k, n)).chain((1..=n).map(|k| (m, n - k))).chain(diagonal).collect()
    };
    let rook = |m: i64, n: i64| lines(m, n, 0, 0);
    let but_three = |m: i64, n: i64| lines(m, n, m.min(n), 3);
    let valued = |m: i64, n: i64| if m > n { Vec::new() } else { wythoff(m, n) };
    let rows = "  moves Q(x-k, y) for k in 1..x\n  moves Q(x, y-k) for k in 1..y\n";
    let games: [(String, &dyn Fn(i64, i64) -> Vec<Pair>); 3] = [
        (rows.to_owned(), &rook),
        (format!("{rows}  moves Q(x-k, y-k) for k in 1..min(x, y) if k != 3\n"), &but_three),
        (format!("  value 0 if x > y\n{rows}  moves Q(x-k, y-k) for k in 1..min(x, y)\n"), &valued),
    ];
    for (clauses, options) in games {
        let mut lab = Lab::new();
        lab.say(&format!("game Q(x, y)\n{clauses}end"));
        let found = lab.say("[(x, y) for x in 0..11 for y in 0..11 if outcome(Q(x, y)) == P]");
        let expected = lost(12, options);
        assert_eq!(found, format!("{expected:?}"), "{clauses}");
        assert_ne!(expected, lost(12, &wythoff), "{clauses}");
    }
    // Only as far as the shorter side goes the squares are there.
    let mut lab = Lab::new();
    lab.say(&format!("game Q(x, y)\n{rows}  moves Q(x-k, y-k) for k in 1..min(x, x)\nend"));
    assert_eq!(lab.say("[outcome(Q(2, 1)), outcome(Wythoff(2, 1))]"), "[N, P]");
    // Moves of one player alone.
    let mut lab = Lab::new();
    let left = "game Q(x, y)\n  left Q(x-k, y) for k in 1..x\n  moves Q(x, y-k) for k in 1..y\n  moves Q(x-k, y-k) for k in 1..min(x, y)\nend";
    lab.say(left);
    assert_eq!(lab.say("[outcome(Q(1, 0)), outcome(Q(0, 1)), outcome(Wythoff(1, 0))]"), "[L, N, N]");
}

//! Coin-turning games against whole boards played by the definition.

use sprague_games::turning::Turning;
use sprague_games::{Compound, Store, Tree};
use sprague_limits::Handle;
use std::rc::Rc;

fn row(text: &str) -> Rc<Turning> {
    Rc::new(Turning::parse(text).unwrap_or_else(|e| panic!("{text}: {e}")))
}

/// All sets of coins of a row that a move may turn, as bits.
fn turned(text: &str, coins: u32) -> Vec<u32> {
    let beside = |set: u32| (set >> set.trailing_zeros()) & ((set >> set.trailing_zeros()) + 1) == 0;
    (1..1 << coins)
        .filter(|set: &u32| match text {
            "1..2" => set.count_ones() <= 2,
            "1..3" => set.count_ones() <= 3,
            "2" | "3" => set.count_ones().to_string() == text,
            "1, 3+" => set.count_ones() != 2,
            "2, 4" => matches!(set.count_ones(), 2 | 4),
            "1+" => true,
            "1+ consecutive" => beside(*set),
            "1, 3 consecutive" => beside(*set) && matches!(set.count_ones(), 1 | 3),
            _ => panic!("{text}"),
        })
        .collect()
}

const ROWS: [&str; 9] = ["1..2", "1..3", "2", "3", "1, 3+", "2, 4", "1+", "1+ consecutive", "1, 3 consecutive"];

/// The nim-values of all positions of a board whose moves are sets of coins, the largest of which must show heads.
fn board(moves: &[u32], coins: u32) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::new();
    for position in 0..1u32 << coins {
        let largest = |set: u32| 1 << (31 - set.leading_zeros());
        let met: Vec<u64> = moves
            .iter()
            .filter(|&&set| position & largest(set) != 0)
            .map(|set| values[(position ^ set) as usize])
            .collect();
        values.push((0..).find(|v| !met.contains(v)).unwrap());
    }
    values
}

fn compare(game: &Turning, places: &[Vec<u64>], values: &[u64], name: &str) {
    let handle = Handle::default();
    let single: Vec<u64> = places.iter().map(|place| game.value(place, &handle).unwrap()).collect();
    for (position, value) in values.iter().enumerate() {
        let sum = single.iter().enumerate().filter(|(i, _)| position >> i & 1 == 1).fold(0, |sum, (_, v)| sum ^ v);
        assert_eq!(sum, *value, "{name}: {position:b}");
    }
}

#[test]
fn rows() {
    for text in ROWS {
        let game = row(text);
        assert_eq!(game.to_string(), text.replace("1..2", "1, 2"));
        let places: Vec<Vec<u64>> = (0..9).map(|n| vec![n]).collect();
        compare(&game, &places, &board(&turned(text, 9), 9), text);
        // The moves are those of the definition, too.
        for n in 0..9u32 {
            let others = game.moves(&[n.into()], &Handle::default()).unwrap();
            let mut sets: Vec<u32> =
                others.iter().map(|others| others.iter().fold(1 << n, |set, a| set | 1 << a[0])).collect();
            let mut expected = turned(text, n + 1);
            expected.retain(|set| set >> n == 1);
            sets.sort_unstable();
            assert_eq!(sets, expected, "{text}: {n}");
        }
    }
}

/// Coins whose value a theorem gives: what one, two or three coins below, or all down to one of them, are worth in nim-sum, and the least
/// value that is not among these.
#[test]
fn rows_with_a_theorem() {
    let handle = Handle::default();
    for text in ["2", "1..2", "1..3", "3", "1+ consecutive"] {
        let game = row(text);
        let mut values: Vec<u64> = Vec::new();
        for n in 0..150 {
            let mut met = vec![0; usize::from(!["2", "3"].contains(&text))];
            for (a, &g) in values.iter().enumerate() {
                match text {
                    "1+ consecutive" => met.push(values[a..].iter().fold(0, |sum, g| sum ^ g)),
                    "3" => met.extend(values[..a].iter().map(|h| g ^ h)),
                    "1..3" => met.extend(values[..a].iter().map(|h| g ^ h).chain([g])),
                    _ => met.push(g),
                }
            }
            met.sort_unstable();
            met.dedup();
            let value = (0..).zip(&met).find(|(i, v)| i != *v).map_or(met.len() as u64, |(i, _)| i);
            assert_eq!(game.value(&[n], &handle), Ok(value), "{text}: {n}");
            values.push(value);
        }
    }
    assert_eq!(row("mock turtles").value(&[10_000_000], &handle), Ok(20_000_001));
    assert!(handle.steps() < 1000);
}

/// Boards of 3 by 3: a coin (x, y) is number 3x + y, so that the last coin of a rectangle is the one in its corner.
#[test]
fn products() {
    let places: Vec<Vec<u64>> = (0..9).map(|i| vec![i / 3, i % 3]).collect();
    for first in ROWS {
        for second in ROWS {
            let (s, t) = (turned(first, 3), turned(second, 3));
            let at = |x: u32, y: u32| 1u32 << (3 * x + y);
            let bits = |set: u32| (0..3).filter(move |i| set >> i & 1 == 1);
            let all = |s: u32, t: u32| {
                bits(s).flat_map(|x| bits(t).map(move |y| (x, y))).fold(0, |all, (x, y)| all | at(x, y))
            };
            let rectangles: Vec<u32> = s.iter().flat_map(|&s| t.iter().map(move |&t| all(s, t))).collect();
            compare(
                &Turning::tartan(&row(first), &row(second)),
                &places,
                &board(&rectangles, 9),
                &format!("{first} x {second}"),
            );
            let lines = s.iter().flat_map(|&s| (0..3).map(move |y| all(s, 1 << y)));
            let lines: Vec<u32> = lines.chain(t.iter().flat_map(|&t| (0..3).map(move |x| all(1 << x, t)))).collect();
            compare(
                &Turning::acrostic(&row(first), &row(second)),
                &places,
                &board(&lines, 9),
                &format!("{first} + {second}"),
            );
        }
    }
}

#[test]
fn three_factors() {
    let [a, b, c] = [row("1..2"), row("2"), row("1+ consecutive")];
    let handle = Handle::default();
    let one = Turning::tartan(&Rc::new(Turning::tartan(&a, &b)), &c);
    let other = Turning::tartan(&a, &Rc::new(Turning::tartan(&b, &c)));
    for i in 0..64u64 {
        let coin = [i / 16, i / 4 % 4, i % 4];
        assert_eq!(one.value(&coin, &handle), other.value(&coin, &handle));
        assert_eq!(one.moves(&coin, &handle).unwrap().len(), other.moves(&coin, &handle).unwrap().len());
    }
}

/// *Winning Ways*, ch. 14: Mock Turtles has the odious numbers, Moebius and Mogul those of codes; Ruler the powers of two.
#[test]
fn published() {
    let values =
        |text: &str, n: u64| (0..n).map(|i| row(text).value(&[i], &Handle::default()).unwrap()).collect::<Vec<_>>();
    assert_eq!(values("mock turtles", 12), [1, 2, 4, 7, 8, 11, 13, 14, 16, 19, 21, 22]);
    assert_eq!(values("ruler", 12), [1, 2, 1, 4, 1, 2, 1, 8, 1, 2, 1, 4]);
    assert_eq!(values("twins", 6), [0, 1, 2, 3, 4, 5]);
    assert_eq!(values("triplets", 8), [0, 0, 1, 2, 4, 7, 8, 11]);
    assert_eq!(values("1+", 64)[63], 1 << 63);
    assert!(row("1+").value(&[64], &Handle::default()).is_err());
}

#[test]
fn one_after_the_other() {
    let (store, handle) = (Store::new(), Handle::default());
    let nim = |n: usize| {
        let mut tree = Tree::new();
        for i in 0..=n {
            tree.push((0..i).collect(), (0..i).collect());
        }
        tree
    };
    for n in 0..6 {
        for m in 0..6 {
            // By induction: mex of m and of the values for fewer in the first heap.
            let expected = if n == 0 {
                m
            } else if n <= m {
                n - 1
            } else {
                n
            };
            let value = store.compound(Compound::Sequential, &nim(n), &nim(m), &handle).unwrap();
            assert_eq!(value, store.nimber(expected as u64), "*{n} and then *{m}");
        }
    }
}

/// The first move with a nim-sum, and the first of all, against the list of all moves.
#[test]
fn first_moves() {
    let h = Handle::default();
    for text in ROWS.into_iter().chain(["1..5", "5", "2, 4+ consecutive"]) {
        let game = row(text);
        for n in 0..11 {
            let moves = game.moves(&[n], &h).unwrap();
            assert!(game.least_moves(&[n]) <= moves.len() as u64, "{text}: {n}");
            let flat = |others: &Vec<Vec<u64>>| others.iter().map(|other| other[0]).collect::<Vec<_>>();
            assert_eq!(game.first_move(&[n], None, &h).unwrap(), Some(moves.first().map(flat)), "{text}: {n}");
            for sum in 0..40 {
                let worth = |others: &&Vec<Vec<u64>>| {
                    others.iter().fold(0, |sum, other| sum ^ game.value(other, &h).unwrap()) == sum
                };
                let expected = moves.iter().find(worth).map(flat);
                assert_eq!(game.first_move(&[n], Some(sum), &h).unwrap(), Some(expected), "{text}: {n} {sum}");
            }
        }
    }
    let many = row("mock turtles");
    assert_eq!(many.least_moves(&[10_000_000]), 50_000_005_000_001);
    assert_eq!(row("9").least_moves(&[u64::MAX - 1]), u64::MAX);
    // An odious number is a coin; else there are two.
    assert_eq!(many.first_move(&[10_000_000], Some(0b111), &h).unwrap(), Some(Some(vec![3])));
    let two = many.first_move(&[10_000_000], Some(20_000_001 ^ 2), &h).unwrap().flatten().unwrap();
    assert_eq!(two.len(), 2);
    assert_eq!(many.value(&two[..1], &h).unwrap() ^ many.value(&two[1..], &h).unwrap(), 20_000_001 ^ 2);
    assert_eq!(Turning::tartan(&many, &many).first_move(&[3, 3], None, &h).unwrap(), None);
}

//! Published values of the library's rule sets, each with its source.

#[path = "../../crates/games/tests/games/support/domineering.rs"]
mod domineering;
use crate::lab::Lab;
use sprague::games::Store;
use sprague::limits::Handle;
use std::collections::HashSet;

/// The least number that is not among these.
fn mex(values: impl IntoIterator<Item = u64>) -> u64 {
    let values: HashSet<u64> = values.into_iter().collect();
    (0..).find(|n| !values.contains(n)).unwrap()
}

/// 4x4 is from Siegel, *Combinatorial Game Theory*, ch. I.
#[test]
fn domineering_rectangles() {
    let mut lab = Lab::new();
    for (rows, columns, expected) in domineering::RECTANGLES {
        let game = format!("Domineering(grid({rows}, {columns}))");
        assert_eq!(lab.value(&game), expected, "{game}");
    }
    assert_eq!(lab.say("Domineering(grid(4, 4)) == +-(0, <<2|0>, 2 + tiny(2) | <2|0>, miny(2)>)"), "true");
    // Lachmann, Moore, Rapaport, "Who wins Domineering on rectangular boards?" (2002): the first player wins.
    assert_eq!(lab.say("outcome(Domineering(grid(4, 6)))"), "N");
}

/// All rectangles up to 4x6 against the driver that uses no language.
#[test]
fn domineering_rectangles_by_the_native_driver() {
    let (store, h) = (Store::new(), Handle::default());
    let (mut lab, mut table) = (Lab::new(), domineering::Domineering::default());
    for rows in 1..=4 {
        for columns in 1..=6 {
            let expected = table.value(&store, domineering::board(rows, columns), &h).unwrap();
            let found = lab.value(&format!("Domineering(grid({rows}, {columns}))"));
            assert_eq!(found, store.name(expected, &h).unwrap(), "{rows} by {columns}");
        }
    }
}

/// Cram, *Winning Ways*, ch. 15: even by even is 0, even by odd is not. A row is Dawson's Kayles (*Winning Ways*, ch. 4);
/// boards of three rows: Lemoine and Viennot, "Nimbers are inevitable" (2012), table 4.
#[test]
fn cram() {
    let mut lab = Lab::new();
    assert_eq!(lab.numbers("[grundy(Cram(grid(1, n))) for n in 1..12]"), [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2]);
    assert_eq!(lab.numbers("[grundy(Cram(grid(2, n))) for n in 1..8]"), [1, 0, 1, 0, 1, 0, 1, 0]);
    assert_eq!(lab.numbers("[grundy(Cram(grid(3, n))) for n in 1..8]"), [1, 1, 0, 1, 1, 4, 1, 3]);
    assert_eq!(lab.numbers("[grundy(Cram(grid(4, n))) for n in 1..5]"), [2, 0, 1, 0, 2]);
}

/// Albert, Grossman, Nowakowski, Wolfe, "An introduction to Clobber" (2005): one stone before a row of the other colour
/// is a number of ups, from `{0 | the row one shorter}`; alternating strips are first-player wins except that of six
/// stones. Rectangles: 3x4 is 0 (also found by CGSuite 2.2).
#[test]
fn clobber() {
    let mut lab = Lab::new();
    for (strip, expected) in
        [("xo", "*"), ("xxo", "^"), ("xxxo", "^^*"), ("xxxxo", "^3"), ("xxxxxo", "^4*"), ("oox", "v")]
    {
        assert_eq!(lab.value(&format!("Clobber(\"{strip}\")")), expected, "{strip}");
    }
    for n in 1..=7 {
        let strip = "xo".repeat(n);
        let expected = if n == 3 { "P" } else { "N" };
        assert_eq!(lab.say(&format!("outcome(Clobber(\"{strip}\"))")), expected, "{strip}");
    }
    assert_eq!(lab.value("Clobber(\"xoxo|oxox|xoxo\")"), "0");
}

/// As found by CGSuite 2.2.
#[test]
#[ignore = "slow without optimisation: cargo test --release -- --ignored"]
fn clobber_4_by_4() {
    assert_eq!(Lab::new().value("Clobber(\"xoxo|oxox|xoxo|oxox\")"), "*");
}

/// Berlekamp's rule for blue-red stalks (*Winning Ways*, ch. 3): the edges before the first change of colour, less one,
/// are the integer part; the pair at the change is the binary point; after it blue is 1, red is 0, and a last 1 is added.
fn berlekamp(stalk: &[bool]) -> (i64, i64) {
    let first = stalk[0];
    let sign = if first { 1 } else { -1 };
    let run = stalk.iter().take_while(|&&edge| edge == first).count();
    if run == stalk.len() {
        return (sign * run as i64, 1);
    }
    let digits = stalk[run + 1..].iter().map(|&edge| i64::from(edge == first)).chain([1]);
    let (mut numerator, mut denominator) = (run as i64 - 1, 1);
    for digit in digits {
        numerator = 2 * numerator + digit;
        denominator *= 2;
    }
    (sign * numerator, denominator)
}

#[test]
fn hackenbush_stalks() {
    assert_eq!(berlekamp(&[true, true, false]), (3, 2));
    let mut lab = Lab::new();
    for length in 1..=8 {
        for colours in 0..1u32 << length {
            let stalk: Vec<bool> = (0..length).map(|i| colours >> i & 1 == 1).collect();
            let text: String = stalk.iter().map(|&blue| if blue { 'b' } else { 'r' }).collect();
            let (numerator, denominator) = berlekamp(&stalk);
            assert_eq!(lab.say(&format!("Hackenbush(\"{text}\") == {numerator}/{denominator}")), "true", "{text}");
        }
    }
    // A stalk drawn as a graph is the same game.
    let drawn = "[(\"ground\", 1, \"blue\"), (1, 2, \"red\"), (2, 3, \"red\"), (3, 4, \"blue\")]";
    assert_eq!(lab.say(&format!("Hackenbush({drawn}) == Hackenbush(\"LRRL\")")), "true");
}

/// Green stalks are Nim heaps, cycles of green edges fuse (*Winning Ways*, ch. 7); a green stem with one blue petal is
/// `* : 1 = {0, * | 0}`, up-star.
#[test]
fn green_hackenbush() {
    let mut lab = Lab::new();
    assert_eq!(lab.value("Hackenbush(\"ggggg\")"), "*5");
    assert_eq!(lab.value("Hackenbush(\"gb\")"), "^*");
    let cycle = |n: usize| {
        let name = |i: usize| if i.is_multiple_of(n) { "\"ground\"".to_string() } else { i.to_string() };
        let edges: Vec<String> = (0..n).map(|i| format!("({}, {}, \"green\")", name(i), name(i + 1))).collect();
        format!("Hackenbush([{}])", edges.join(", "))
    };
    for n in 1..=6 {
        assert_eq!(lab.value(&cycle(n)), if n % 2 == 1 { "*" } else { "0" }, "{n}");
    }
}

/// `T □ F` and `TT □ FF` are stars (*Winning Ways*, ch. 1), `T □ TF` is 1/2. Starting positions: the conjectures E1 to E4 of
/// Erickson, "New Toads and Frogs results" (*Games of No Chance*, 1996), as Thanatipanonda, "Further hopping with Toads and
/// Frogs" (2011), lists them.
#[test]
fn toads_and_frogs() {
    let mut lab = Lab::new();
    assert_eq!(lab.value("ToadsAndFrogs(\"T.F\")"), "*");
    assert_eq!(lab.value("ToadsAndFrogs(\"TT.FF\")"), "*");
    assert_eq!(lab.value("ToadsAndFrogs(\"T.TF\")"), "1/2");
    // One toad alone has as many moves as free squares.
    assert_eq!(lab.value("ToadsAndFrogs(\"T.....\")"), "5");
    let start = |toads: usize, free: usize, frogs: usize| {
        format!("ToadsAndFrogs(\"{}{}{}\")", "T".repeat(toads), ".".repeat(free), "F".repeat(frogs))
    };
    for a in 3..=6 {
        for b in 2..a {
            let claim = format!("{} == <<{a}-3 | {a}-{b}> | <* | 3-{b}>>", start(a, 2, b));
            assert_eq!(lab.say(&claim), "true", "{claim}");
        }
    }
    for a in 2..=6 {
        let claim = format!("{} == <{a}-2 | {a}-2>", start(a, 3, 2));
        assert_eq!(lab.say(&claim), "true", "{claim}");
    }
    for a in 5..=6 {
        let claim = format!("{} == {a} - 7/2", start(a, 3, 3));
        assert_eq!(lab.say(&claim), "true", "{claim}");
    }
    for (a, expected) in [(1, "1"), (2, "1"), (3, "1+*"), (4, "1+*")] {
        assert_eq!(lab.value(&start(a, a, a - 1)), expected, "1 or 1*, for {a}");
    }
}

/// *Winning Ways*, ch. 2, table 1: with `n` between 2^k and 2^(k+1), the value of breadth `m` is `m / 2^k - 1`, rounded
/// down, as long as that is not negative; and the other way round.
#[test]
fn cutcake() {
    let mut lab = Lab::new();
    let value = |m: i64, n: i64| m / (1 << n.ilog2()) - 1;
    for m in 1..=12i64 {
        for n in 1..=12i64 {
            let expected = if m.ilog2() >= n.ilog2() { value(m, n) } else { -value(n, m) };
            assert_eq!(lab.value(&format!("Cutcake({m}, {n})")), expected.to_string(), "{m} by {n}");
        }
    }
}

/// Wythoff (1907): the pairs that are lost for the player to move are the floors of `k φ` and `k φ^2 = k φ + k`.
#[test]
fn wythoff() {
    // floor(k φ) = floor((k + sqrt(5 k^2)) / 2)
    let lost: HashSet<(u64, u64)> =
        (0..30u64).map(|k| (k + (5 * k * k).isqrt()) / 2).zip(0..).map(|(a, k)| (a, a + k)).collect();
    let mut lab = Lab::new();
    let zeros = lab.numbers("[100*m + n for m in 0..25 for n in m..25 if outcome(Wythoff(m, n)) == P]");
    let expected: Vec<u64> = (0..=25)
        .flat_map(|m| (m..=25).map(move |n| (m, n)))
        .filter(|pair| lost.contains(pair))
        .map(|(m, n)| 100 * m + n)
        .collect();
    assert_eq!(zeros, expected);
}

/// Gale (1974): the first player wins every rectangle except 1 by 1; in squares by the corner next to the poison, in two
/// rows by the last square alone.
#[test]
fn chomp() {
    let mut lab = Lab::new();
    for m in 1..=4 {
        for n in 1..=5 {
            let rows = vec![n.to_string(); m].join(", ");
            let expected = if (m, n) == (1, 1) { "P" } else { "N" };
            assert_eq!(lab.say(&format!("outcome(Chomp([{rows}]))")), expected, "{m} by {n}");
        }
    }
    for n in 2..=7 {
        assert_eq!(lab.say(&format!("winning_moves(Chomp([{n}, {n}])) == [Chomp([{n}, {}])]", n - 1)), "true", "{n}");
    }
    assert_eq!(lab.say("Chomp([4, 1, 1, 1]) in winning_moves(Chomp([4, 4, 4, 4]))"), "true");
}

/// The octal game 0.007 (*Winning Ways*, ch. 4), and tic-tac-toe on a strip as it is played: who completes three in a row wins.
#[test]
fn treblecross() {
    fn mover_wins(strip: u32, n: u32, known: &mut std::collections::HashMap<u32, bool>) -> bool {
        if let Some(&wins) = known.get(&strip) {
            return wins;
        }
        let wins = (0..n).filter(|i| strip >> i & 1 == 0).any(|i| {
            let after = strip | 1 << i;
            after & after >> 1 & after >> 2 != 0 || (after.count_ones() < n && !mover_wins(after, n, known))
        });
        known.insert(strip, wins);
        wins
    }
    let mut lab = Lab::new();
    let values = lab.numbers("[grundy(Treblecross(grid(1, n))) for n in 1..15]");
    assert_eq!(values, lab.numbers("[grundy(TripleKayles(n + 2)) for n in 1..15]"));
    assert_eq!(values[..10], [1, 1, 1, 2, 2, 0, 3, 3, 1, 1]);
    for n in 3..=13 {
        let mut known = std::collections::HashMap::new();
        assert_eq!(mover_wins(0, n, &mut known), values[n as usize - 1] != 0, "{n}");
    }
}

/// Nimble by plain recursion over its moves; the library uses the gaps.
#[test]
fn nimble() {
    let mut lab = Lab::new();
    let size = 8;
    let mut values: Vec<u64> = Vec::new();
    for strip in 0..1usize << size {
        // Coin at square i (from the left) is bit i; a move to the left makes the number smaller.
        let mut after = Vec::new();
        for i in (0..size).filter(|i| strip >> i & 1 == 1) {
            for to in (0..i).rev().take_while(|to| strip >> to & 1 == 0) {
                after.push(values[strip ^ 1 << i ^ 1 << to]);
            }
        }
        values.push(mex(after));
        let text: String = (0..size).map(|i| if strip >> i & 1 == 1 { 'o' } else { '.' }).collect();
        assert_eq!(lab.numbers(&format!("grundy(Nimble(\"{text}\"))")), [values[strip]], "{text}");
    }
}

/// Northcott's Game with two rows of four squares, with retreats, by labelling who can force the opponent to be stuck: a
/// draw would be left without a label. The library says that gaps are Nim heaps.
#[test]
fn northcott() {
    const WIDTH: usize = 4;
    type Row = (usize, usize);
    let rows: Vec<Row> = (0..WIDTH).flat_map(|x| (0..WIDTH).map(move |o| (x, o))).filter(|(x, o)| x != o).collect();
    let after = |(x, o): Row, left: bool| -> Vec<Row> {
        let (own, other) = if left { (x, o) } else { (o, x) };
        let forward = (own + 1..WIDTH).take_while(|&to| to != other);
        let back = (0..own).rev().take_while(|&to| to != other);
        forward.chain(back).map(|to| if left { (to, o) } else { (x, to) }).collect()
    };
    let mut wins = std::collections::HashMap::new();
    loop {
        let before = wins.len();
        for &a in &rows {
            for &b in &rows {
                for left in [true, false] {
                    let moves: Vec<_> = after(a, left)
                        .into_iter()
                        .map(|a| (a, b))
                        .chain(after(b, left).into_iter().map(|b| (a, b)))
                        .collect();
                    if moves.iter().any(|&(a, b)| wins.get(&(a, b, !left)) == Some(&false)) {
                        wins.insert((a, b, left), true);
                    } else if moves.iter().all(|&(a, b)| wins.get(&(a, b, !left)) == Some(&true)) {
                        wins.insert((a, b, left), false);
                    }
                }
            }
        }
        if wins.len() == before {
            break;
        }
    }
    let drawn = |(x, o): Row| {
        (0..WIDTH)
            .map(|i| {
                if i == x {
                    'x'
                } else if i == o {
                    'o'
                } else {
                    '.'
                }
            })
            .collect::<String>()
    };
    let mut lab = Lab::new();
    for &a in &rows {
        for &b in &rows {
            let value = lab.numbers(&format!("grundy(Northcott(\"{}|{}\"))", drawn(a), drawn(b)))[0];
            for left in [true, false] {
                assert_eq!(wins.get(&(a, b, left)), Some(&(value != 0)), "{a:?} {b:?}");
            }
        }
    }
}

/// Nim-values of chessmen and of two-dimensional Kayles by the mex rule alone.
#[test]
fn chessmen_and_slices() {
    let mut lab = Lab::new();
    let mut knight = std::collections::HashMap::new();
    for (sum, luggage) in (0..=14i32).flat_map(|sum| (0..=3u64).map(move |luggage| (sum, luggage))) {
        for x in (0..8).filter(|x| (0..8).contains(&(sum - x))) {
            let y = sum - x;
            let steps = [(-2, -1), (-2, 1), (-1, -2), (1, -2)].map(|(a, b)| (x + a, y + b, luggage));
            let lighter = (0..luggage).map(|k| (x, y, k));
            let after = steps.into_iter().chain(lighter).filter_map(|p| knight.get(&p).copied());
            let value = mex(after);
            knight.insert((x, y, luggage), value);
            assert_eq!(
                lab.numbers(&format!("grundy(WhiteKnight({x}, {y}, {luggage}))")),
                [value],
                "{x}, {y}, {luggage}"
            );
        }
    }
    // Two queens on squares of a board of 4 by 4.
    let mut queens = std::collections::HashMap::new();
    let squares: Vec<(u64, u64)> = (0..4).flat_map(|x| (0..4).map(move |y| (x, y))).collect();
    let moves = |(x, y): (u64, u64)| {
        let left = (0..x).map(move |k| (k, y));
        let down = (0..y).map(move |k| (x, k));
        left.chain(down).chain((1..=x.min(y)).map(move |k| (x - k, y - k)))
    };
    for &a in &squares {
        for &b in &squares {
            let value = mex(moves(a).map(|a| queens[&(a, b)]).chain(moves(b).map(|b| queens[&(a, b)])));
            queens.insert((a, b), value);
            assert_eq!(lab.numbers(&format!("grundy(WytQueens([{a:?}, {b:?}]))")), [value], "{a:?}, {b:?}");
        }
    }
    let mut boards = std::collections::HashMap::new();
    for m in 0..=8u64 {
        for n in 0..=8u64 {
            let columns = (0..if m > 0 { n } else { 0 }).map(|a| boards[&(m, a)] ^ boards[&(m, n - 1 - a)]);
            let rows = (0..if n > 0 { m } else { 0 }).map(|a| boards[&(a, n)] ^ boards[&(m - 1 - a, n)]);
            let value: u64 = mex(columns.chain(rows).collect::<Vec<_>>());
            boards.insert((m, n), value);
            assert_eq!(lab.numbers(&format!("grundy(Kayles2D({m}, {n}))")), [value], "{m} by {n}");
        }
    }
}

/// Heaps: periods of Kayles (12, from 71) and Dawson's Kayles (34, from 52): Guy and Smith (1956). Grundy's Game: *Winning Ways*,
/// ch. 4, table 6. Lasker's Nim: *Winning Ways*, ch. 4. The Square Game's P-positions: OEIS A030193.
#[test]
fn heaps() {
    let mut lab = Lab::new();
    let kayles = lab.numbers("[grundy(Kayles(n)) for n in 0..130]");
    assert_eq!(kayles[..16], [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7]);
    assert!((71..=118).all(|n| kayles[n] == kayles[n + 12]));
    assert_ne!(kayles[70], kayles[82]);
    let dawson = lab.numbers("[grundy(DawsonsKayles(n)) for n in 0..150]");
    assert_eq!(dawson[..16], [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0]);
    assert!((53..=116).all(|n| dawson[n] == dawson[n + 34]));
    assert_eq!(
        lab.numbers("[grundy(Grundy(n)) for n in 0..30]"),
        [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0, 4, 3, 0, 4, 3, 0, 4, 1, 2, 3]
    );
    let lasker: Vec<u64> = (0..=20)
        .map(|n| {
            if n > 0 && n % 4 == 0 {
                n - 1
            } else if n % 4 == 3 {
                n + 1
            } else {
                n
            }
        })
        .collect();
    assert_eq!(lab.numbers("[grundy(Lasker(n)) for n in 0..20]"), lasker);
    assert_eq!(
        lab.numbers("[n for n in 0..150 if outcome(Square(n)) == P]"),
        [
            0, 2, 5, 7, 10, 12, 15, 17, 20, 22, 34, 39, 44, 52, 57, 62, 65, 67, 72, 85, 95, 109, 119, 124, 127, 130,
            132, 137, 142, 147, 150
        ]
    );
    assert_eq!(lab.say("all((outcome(PrimePower(n)) == P) == (n % 6 == 0) for n in 0..100)"), "true");
}

/// Boards that are no positions are refused.
#[test]
fn wrong_boards() {
    let mut session = sprague::session::Session::new(sprague::session::Settings::default());
    for wrong in ["Northcott(\"x..\")", "Treblecross(\"X.X\")", "Treblecross(\"..|..\")", "Hackenbush(\"bxr\")"] {
        let outcome = session.run("test", wrong, sprague::syntax::Mode::Script, std::rc::Rc::new(|_, _| {}));
        assert!(!outcome.errors.is_empty(), "{wrong}");
    }
}

/// A variant is called as the rule set is, whatever number of arguments that takes.
#[test]
fn variants_take_what_the_rule_set_takes() {
    let mut lab = Lab::new();
    for (program, said) in [
        ("impartial(Cutcake)(2, 3) == Impartial(Cutcake(2, 3))", "true"),
        ("impartial(Cutcake)(3, n = 2)", "Impartial(Cutcake(3, 2)) = *"),
        (
            "[f(Cutcake)(2, 3) == g(Cutcake(2, 3)) for (f, g) in [(dicotic, Dicotic), (twisted, Twisted)]]",
            "[true, true]",
        ),
        ("[outcome(last_loses(Nim)(1, n)) for n in 0..3]", "[P, N, N, N]"),
        ("conjunctive(Wythoff, Nim)((1, 2), 3) == Conjunctive(Wythoff(1, 2), Nim(3))", "true"),
        ("selective(Nim, Wythoff)(3, (1, 2)) == Selective(Nim(3), Wythoff(1, 2))", "true"),
        ("impartial(Domineering)", "compose(Impartial, Domineering)"),
        ("nim_values(impartial(Kayles), 3) == nim_values(Kayles, 3)", "true"),
    ] {
        assert_eq!(lab.say(program), said, "{program}");
    }
    let deep = "f = Nim\nfor i in 1..1000 do f = compose(outcome, f) end";
    assert!(lab.try_say(deep).expect_err("too deep").contains("at most 200 functions"));
    let error = lab.try_say("impartial(Cutcake)(2)").expect_err("one too few");
    assert!(error.contains("`Cutcake` takes 2 arguments, 1 given"), "{error}");
}

/// Forms inside lists, tuples and maps are what is played: they are shown as such, and read back.
#[test]
fn forms_in_parameters_are_shown_as_they_are_played() {
    let mut lab = Lab::new();
    lab.say(
        "game Fo(gs)\n moves Fo(gs.slice(0,i) + [x] + gs.slice(i+1)) for i in 0..length(gs)-1 for x in left(gs[i])\nend",
    );
    lab.say("game T(t)\n moves T(t) if false\nend");
    assert_eq!(lab.say("moves(Fo([<*|*>]))"), "[Fo([<* | *>]) -> Fo([*])]");
    for position in ["Fo([<* | *>, *])", "T((<* | *>, 1))", "T({1 => <* | *>})", "T([(<* | *>, [<* | *>])])"] {
        assert_eq!(lab.say(&format!("print({position})")), position);
        assert_eq!(lab.say(&format!("{position} in {{{position}}}")), "true");
    }
    assert_eq!(lab.say("print(Fo([<* | *>, *]), remoteness(Fo([<* | *>, *])))"), "Fo([<* | *>, *]) 3");
    // Alone in a list a game is shown by its value, as it is alone.
    assert_eq!(lab.say("[<* | *>]"), "[0]");
}

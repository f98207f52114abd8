//! The evaluator against independent oracles: numbers against rationals, positions and sums of random impartial rule sets
//! against the bare definitions, played out on sorted lists of heaps.

use crate::submit;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Signed, ToPrimitive, Zero};
use proptest::prelude::*;
use sprague::limits::Handle;
use sprague::session::{Output, Session, Settings};
use sprague::value::{Value, number};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

fn printed(session: &mut Session, text: &str) -> Vec<String> {
    let (outputs, errors) = submit::outputs(session, text);
    assert!(errors.is_empty(), "{text}\n{errors:?}");
    outputs.into_iter().filter(|o| matches!(o, Output::Printed(_))).map(submit::line).collect()
}

// Numbers.

fn edges() -> Vec<BigRational> {
    let integer = |n: BigInt| BigRational::from_integer(n);
    let mut out = Vec::new();
    for base in [
        BigInt::zero(),
        BigInt::from(i64::MAX),
        BigInt::from(i64::MIN),
        BigInt::from(u64::MAX),
        BigInt::from(i64::MAX) * 2,
    ] {
        for near in -2..=2 {
            out.push(integer(&base + near));
        }
    }
    for (n, d) in [(1, 2), (-1, 2), (7, 4), (-7, 3), (i64::MAX, 2), (i64::MIN, 3), (1, i64::MAX), (-1, i64::MAX)] {
        out.push(BigRational::new(n.into(), d.into()));
    }
    out
}

/// The same number, in the one form that it has: a word if it fits.
fn agrees(value: &Value, expected: &BigRational) -> bool {
    let form = match value {
        Value::Int(_) => expected.is_integer() && expected.to_integer().to_i64().is_some(),
        Value::Big(_) => expected.is_integer() && expected.to_integer().to_i64().is_none(),
        Value::Ratio(_) => !expected.is_integer(),
        _ => false,
    };
    form && value.as_ratio().as_ref() == Some(expected)
}

fn check_numbers(x: &BigRational, y: &BigRational) -> Result<(), TestCaseError> {
    let (a, b): (Value, Value) = (x.clone().into(), y.clone().into());
    prop_assert!(agrees(&a, x));
    let same = |result: Option<sprague::value::Res>, expected: &BigRational, what: &str| {
        let result = result.expect("both are numbers").expect("it is defined");
        prop_assert!(agrees(&result, expected), "{x} {what} {y} = {result:?}, not {expected}");
        Ok(())
    };
    same(number::add(&a, &b), &(x + y), "+")?;
    same(number::sub(&a, &b), &(x - y), "-")?;
    same(number::mul(&a, &b), &(x * y), "*")?;
    prop_assert!(agrees(&number::neg(&a).expect("a number"), &-x));
    prop_assert_eq!(number::compare(&a, &b), Some(x.cmp(y)));
    if y.is_zero() {
        prop_assert!(number::div(&a, &b).is_some_and(|r| r.is_err()));
        prop_assert!(number::int_div(&a, &b).is_some_and(|r| r.is_err()));
        prop_assert!(number::modulo(&a, &b).is_some_and(|r| r.is_err()));
    } else {
        let quotient = (x / y).floor();
        same(number::div(&a, &b), &(x / y), "/")?;
        same(number::int_div(&a, &b), &quotient, "//")?;
        let rest = x - y * &quotient;
        prop_assert!(rest.is_zero() || rest.is_positive() == y.is_positive());
        same(number::modulo(&a, &b), &rest, "%")?;
    }
    Ok(())
}

#[test]
fn numbers_at_the_edges_of_words() {
    let edges = edges();
    for x in &edges {
        for y in &edges {
            check_numbers(x, y).expect("arithmetic is exact");
        }
        for exponent in -3i32..=3 {
            let result =
                number::power(&x.clone().into(), &Value::Int(exponent.into()), &Handle::default()).expect("numbers");
            if x.is_zero() && exponent < 0 {
                assert!(result.is_err());
            } else {
                assert!(agrees(&result.expect("it is defined"), &x.pow(exponent)), "{x}^{exponent}");
            }
        }
    }
}

proptest! {
    #[test]
    fn numbers(a in any::<i64>(), b in any::<i64>(), c in any::<i64>(), d in any::<i64>()) {
        let ratio = |n: i64, d: i64| BigRational::new(n.into(), if d == 0 { 1.into() } else { d.into() });
        check_numbers(&ratio(a, b), &ratio(c, d))?;
        check_numbers(&ratio(a, 1), &ratio(c, 1))?;
        check_numbers(&ratio(a, 1), &ratio(c % 9, 1))?;
    }
}

// Impartial rule sets: from heap `n` to some heaps, all smaller than `n`.

type Heaps = Vec<usize>;

#[derive(Default)]
struct Oracle {
    /// Options of each heap.
    rules: Vec<Vec<Heaps>>,
    lasting: BTreeMap<Heaps, u32>,
}

impl Oracle {
    fn options(&self, position: &Heaps) -> BTreeSet<Heaps> {
        let mut out = BTreeSet::new();
        for (i, heap) in position.iter().enumerate() {
            for option in &self.rules[*heap] {
                let mut next = position.clone();
                next.remove(i);
                next.extend(option);
                next.sort_unstable();
                out.insert(next);
            }
        }
        out
    }

    /// Odd exactly if the next player wins.
    fn remoteness(&mut self, position: &Heaps) -> u32 {
        if let Some(known) = self.lasting.get(position) {
            return *known;
        }
        let all: Vec<u32> = self.options(position).iter().map(|option| self.remoteness(option)).collect();
        let quickest = all.iter().filter(|n| *n % 2 == 0).min();
        let value = quickest.or(all.iter().max()).map_or(0, |n| n + 1);
        self.lasting.insert(position.clone(), value);
        value
    }

    fn wins(&mut self, position: &Heaps) -> bool {
        self.options(position).iter().any(|option| !self.wins_known(option))
    }

    fn wins_known(&mut self, position: &Heaps) -> bool {
        self.remoteness(position) % 2 == 1
    }

    /// The size of the Nim heap that makes the sum a win for the second player.
    fn grundy(&mut self, position: &Heaps) -> usize {
        let values: BTreeSet<usize> = self.options(position).iter().map(|option| self.grundy(option)).collect();
        (0..).find(|n| !values.contains(n)).expect("some number is missing")
    }
}

/// The heaps of a position as it is printed.
fn heaps(text: &str) -> Heaps {
    let mut out: Heaps =
        text.split("T(").skip(1).map(|part| part.split(')').next().unwrap().parse().expect("a heap")).collect();
    out.sort_unstable();
    out
}

proptest! {
    // Small: the positions of a sum are walked one by one, here and in the oracle, and their number grows fast.
    #![proptest_config(ProptestConfig::with_cases(100))]
    #[test]
    fn impartial_rule_sets(
        choices in prop::collection::vec(prop::collection::vec(prop::collection::vec(any::<prop::sample::Index>(), 0..3), 0..3), 3),
        position in prop::collection::vec((0usize..4, any::<bool>()), 1..3),
    ) {
        // Heap 0 has no options; the parts of an option are smaller than the heap.
        let mut oracle = Oracle { rules: vec![Vec::new()], ..Oracle::default() };
        for (n, options) in choices.iter().enumerate() {
            let options = options.iter().map(|parts| parts.iter().map(|part| part.index(n + 1)).collect());
            oracle.rules.push(options.collect());
        }
        let table: Vec<String> = oracle.rules.iter().map(|options| format!("{options:?}")).collect();
        let mut text = format!("table = [{}]\n", table.join(", "));
        text.push_str("game T(n)\n  moves sum([T(k) for k in parts]) for parts in table[n]\nend\n");
        let mut sum = String::from("g = 0");
        for (heap, negative) in &position {
            let _ = write!(sum, " {} T({heap})", if *negative { '-' } else { '+' });
        }
        text.push_str(&sum);
        text.push_str(
            "\nprint(grundy(g))\nprint(outcome(g))\nprint(remoteness(g))\nprint([m.to for m in winning_moves(g)])
m = best_move(g)\nif m != nothing then print(m.to)\nprint(length(options(g)))\n",
        );
        let lines = printed(&mut Session::new(Settings::default()), &text);
        let start: Heaps = {
            let mut heaps: Heaps = position.iter().map(|(heap, _)| *heap).collect();
            heaps.sort_unstable();
            heaps
        };
        let options = oracle.options(&start);
        prop_assert_eq!(&lines[0], &oracle.grundy(&start).to_string(), "{}", text);
        prop_assert_eq!(&lines[1], if oracle.wins(&start) { "N" } else { "P" }, "{}", text);
        let lasting = oracle.remoteness(&start);
        prop_assert_eq!(&lines[2], &lasting.to_string(), "{}", text);
        let inside = lines[3].trim_matches(['[', ']']);
        let found: BTreeSet<Heaps> =
            if inside.is_empty() { BTreeSet::new() } else { inside.split(", ").map(heaps).collect() };
        let winning: BTreeSet<Heaps> = options.iter().filter(|o| !oracle.wins_known(o)).cloned().collect();
        prop_assert_eq!(found, winning, "{}", text);
        if !options.is_empty() {
            let best = heaps(&lines[4]);
            prop_assert!(options.contains(&best), "{}", text);
            prop_assert_eq!(oracle.remoteness(&best) + 1, lasting, "{}", text);
        }
        prop_assert_eq!(lines.len(), if options.is_empty() { 5 } else { 6 });
    }
}

// Scopes.

/// Expressions of names go another way than their values do, as long as all is small.
#[test]
fn expressions_of_names_at_the_edges_of_words() {
    let mut session = Session::new(Settings::default());
    let whole = edges().into_iter().filter(BigRational::is_integer).collect::<Vec<_>>();
    for x in &whole {
        for y in &whole {
            let rest = if y.is_zero() { BigRational::zero() } else { x - y * (x / y).floor() };
            let divided = if y.is_zero() { "0, 0" } else { "x // y, x % y" };
            let quotient = if y.is_zero() { BigRational::zero() } else { (x / y).floor() };
            let text = format!(
                "f(x, y) = (x + y, x - y, x * y, (x + y) * x - y, x + 1, y - 1, {divided}, x + y < y, x * 2 - y == y)\nprint(f({x}, {y}))"
            );
            let (two, truth) = (BigRational::from_integer(2.into()), |truth: bool| truth.to_string());
            let numbers = [x + y, x - y, x * y, (x + y) * x - y, x + &two / &two, y - &two / &two, quotient, rest];
            let mut expected: Vec<String> = numbers.iter().map(ToString::to_string).collect();
            expected.extend([truth(x.is_negative()), truth(x * &two - y == *y)]);
            assert_eq!(printed(&mut session, &text), [format!("({})", expected.join(", "))]);
        }
    }
    let (_, errors) = submit::outputs(&mut session, "g(x, y) = 1 + x // (y - 1)\ng(3, 1)");
    assert!(format!("{errors:?}").contains("division by zero"), "{errors:?}");
}

/// Operands on the right wait for what stands left of them; what nests too deep, or is too long, is computed in parts.
#[test]
fn expressions_that_nest_to_the_right() {
    let mut session = Session::new(Settings::default());
    let whole = edges().into_iter().filter(BigRational::is_integer).collect::<Vec<_>>();
    let of = |n: i64| BigRational::from_integer(n.into());
    let modulo = |x: &BigRational, n: i64| x - of(n) * (x / of(n)).floor();
    for x in &whole {
        for y in whole.iter().step_by(3) {
            let inner = (x / of(3)).floor() - (modulo(y, 5) - x);
            let deep = x - (y - (x * of(2) - (y - (x - (y - &inner)))));
            let deeper = x - (y - (x - (y - (x - (y - &deep)))));
            let pairs = (x + y) * (x - y) - (y + of(1)) * (x - of(1));
            let text = format!(
                "inner(x, y) = x // 3 - (y % 5 - x)\n\
                 deep(x, y) = x - (y - (x * 2 - (y - (x - (y - (x // 3 - (y % 5 - x)))))))\n\
                 deeper(x, y) = x - (y - (x - (y - (x - (y - (x - (y - (x * 2 - (y - (x - (y - (x // 3 - (y % 5 - x)))))))))))))\n\
                 pairs(x, y) = (x + y) * (x - y) - (y + 1) * (x - 1)\n\
                 print([f({x}, {y}) for f in [inner, deep, deeper, pairs]])"
            );
            let expected = [inner, deep, deeper, pairs].map(|n| n.to_string());
            assert_eq!(printed(&mut session, &text), [format!("[{}]", expected.join(", "))]);
        }
    }
    let text = "game Far(x)\n  moves *2 for i in 0..2 if (x + i) * 2 % 3 == 0\nend\nprint([grundy(Far(k)) for k in [1, 2^63 - 2, 2^64]])";
    assert_eq!(printed(&mut session, text), ["[0, 0, 0]"]);
    for (text, message) in [
        ("g(x) = (x + 1) * 2 // (x - 1)\ng(1)", "division by zero"),
        ("g(x) = (x + y) * 2\ng(1)\ny = 3", "`y` has no value yet"),
        ("g(x) = 2 * x % 7 + 1\ng(\"a\")", "does not go between"),
    ] {
        let (_, errors) = submit::outputs(&mut session, text);
        assert!(format!("{errors:?}").contains(message), "{text}: {errors:?}");
    }
}

/// Boards that a loop goes through are made one by one: it may stop, go on, change what it goes through, and fail.
#[test]
fn boards_one_by_one() {
    let mut session = Session::new(Settings::default());
    let text = "f(b) = do\n  seen = []\n  for c in b.replacements(\"..\", \"##\") do\n    if c[(1, 2)] == \"#\" and c[(1, 3)] == \"#\" then continue\n    b = c\n    if length(seen) == 2 then break\n    seen = append(seen, \"{c}\")\n  end\n  (seen, \"{b}\")\nend\n\
        print(f(grid(\".....\")))\n\
        print([length(part) for part in regions(grid(\".#..|..#.\"), \".\") for c in part.replacements(\".\", \"x\")])\n\
        print(sum(length(r) for r in grid(\"x.xx\").regions(\"x\") for s in r.regions(\"x\")))\nprint([r for r in regions(grid(\"x\"), \"o\")])";
    assert_eq!(
        printed(&mut session, text),
        ["([\"##...\", \"..##.\"], \"...##\")", "[4, 4, 4, 4, 4, 4]", "3", "[]"].map(String::from)
    );
    for (text, message) in [
        ("[length(1) for c in replacements(grid(\"..\"), \".\", \"#\")]", "an integer has no elements"),
        ("[c for c in replacements(grid(\"..\"), \".\", \"##\")]", "a pattern is replaced by one of the same size"),
        ("[c for c in replacements(3, \".\", \"#\")]", "`replacements` expects a grid"),
        ("[c for c in regions(grid(\"..\"))]", "`regions` takes at least 2 arguments, 1 given"),
        ("h(b) = [c + 1 for c in b.regions(\".\")]\nh(grid(\".\"))", "`+` does not go between a grid"),
    ] {
        let (_, errors) = submit::outputs(&mut session, text);
        assert!(format!("{errors:?}").contains(message), "{text}: {errors:?}");
    }
}

/// A list of constants is one object, which nobody changes.
#[test]
fn lists_of_constants_stay_as_written() {
    let mut session = Session::new(Settings::default());
    let text = "f(n) = do\n  xs = [1, (2, 3), [4, 5]]\n  xs[0] = xs[0] + n\n  xs[2][1] = n\n  xs\nend\nprint([f(1), f(2), f(3)])";
    let expected = "[[2, (2, 3), [4, 1]], [3, (2, 3), [4, 2]], [4, (2, 3), [4, 3]]]";
    assert_eq!(printed(&mut session, text), [expected]);
}

/// Positions of small integers are told apart by these alone, others by comparing them.
#[test]
fn positions_of_integers_of_any_size() {
    let mut session = Session::new(Settings::default());
    let text = "game One(x)\n  moves *j for j in 0..x % 7 - 1\nend\ngame Two(x, y)\n  moves *j for j in 0..x % 7 + 3 * (y % 5) - 1\nend\n\
        edges = [s * 2^k + d for k in [0, 28, 29, 30, 31, 32, 60, 61, 62, 63, 64] for s in [-1, 1] for d in -1..1]\n\
        print(all(grundy(One(x)) == x % 7 for x in edges))\n\
        print(all(grundy(Two(x, y)) == x % 7 + 3 * (y % 5) for x in edges for y in edges))";
    assert_eq!(printed(&mut session, text), ["true", "true"]);
}

/// What was made of a pattern is kept, with its turns and without.
#[test]
fn patterns_again_and_again() {
    let mut session = Session::new(Settings::default());
    let text = "b = grid(\"xo|ox\")\n\
        print([length(replacements(b, \"xo\", \".x\", turns = t)) for t in [false, true, false, true]])\n\
        print([length(replacements(b, from, \"..\")) for from in [\"xo\", \"ox\", \"xx\", \"xo\"]])\n\
        print([length(replacements(b, \"{c}\", \"y\")) for c in list(\"abcdefghijklmnopqrstuvwxyzx\")])";
    let counts = |c| if c == 'x' || c == 'o' { "2" } else { "0" };
    let last: Vec<&str> = "abcdefghijklmnopqrstuvwxyzx".chars().map(counts).collect();
    assert_eq!(printed(&mut session, text), ["[1, 4, 1, 4]", "[1, 1, 0, 1]", &format!("[{}]", last.join(", "))]);
}

#[test]
fn scopes_and_loops() {
    let program = r#"
fs = []
for k in 1..3 do fs = append(fs, () -> k) end
print([f() for f in fs])
c() = do
  n = 0
  g() = n + 1
  n = 5
  g()
end
print(c())
x = 1
g() = do
  x = 2
  x
end
print(g(), x)
even() = do
  e(n) = if n == 0 then true else o(n - 1)
  o(n) = if n == 0 then false else e(n - 1)
  e(10)
end
print(even())
for i in 1..3 do
  for j in 1..3 do
    if j == 2 then continue
    if i == 2 then break
    print(i, j)
  end
end
h(a, b) = a + b
for i in 1..3 do
  print(h(1, do
    if i == 2 then continue
    i
  end))
end
w = 0
while true do
  w = w + 1
  ys = [do
    if w > 5 then break
    k
  end for k in 1..2]
end
print(w)
d(n, bound = n + 1) = (n, bound)
print(d(1), d(1, 5), d(bound = 2, n = 7))
p((a, b), c = a) = a + b + c
print(p((1, 2)), p((1, 2), c = 10))
xs = [[1, 2], [3]]
ys = xs
ys[0][1] = 9
z(t9) = do
  t9[0][0] = 7
  t9
end
print(xs, ys, z(xs), xs)
print({1/2, <0|1>, <0|>, 1, 2 - 1})
memo m(g) = grundy(g) + 10
print(m(*3), m(<0, *, *2 | 0, *, *2>), m(* + *2))
adders = [(n -> n + k) for k in 1..3]
print([a(10) for a in adders])
print([do
  t = k * 2
  t + 1
end for k in 1..3])
"#;
    let expected = [
        "[1, 2, 3]",
        "6",
        "2 1",
        "true",
        "1 1",
        "1 3",
        "3 1",
        "3 3",
        "2",
        "4",
        "6",
        "(1, 2) (1, 5) (7, 2)",
        "4 13",
        "[[1, 2], [3]] [[1, 9], [3]] [[7, 2], [3]] [[1, 2], [3]]",
        "{1/2, 1}",
        "13 13 13",
        "[11, 12, 13]",
        "[3, 5, 7]",
    ];
    assert_eq!(printed(&mut Session::new(Settings::default()), program), expected);
}

#[test]
fn ranges_at_the_end_of_words() {
    let program = "print(length(9223372036854775800..9223372036854775806))
print([x - 9223372036854775800 for x in 9223372036854775804..9223372036854775806])
print(find(9223372036854775800.., n -> n % 7 == 0))
n = 0
for k in 9223372036854775806..9223372036854775807 do n = n + 1 end
print(n, (-9223372036854775808..-9223372036854775807)[1])
print(length(5..1), [k for k in 5..1])";
    let expected = ["7", "[4, 5, 6]", "9223372036854775801", "2 -9223372036854775807", "0 []"];
    let lines = printed(&mut Session::new(Settings::default()), program);
    // 2^63 - 1 is 7 mod 7: 9223372036854775807 = 7 * 1317624576693539401.
    assert_eq!((&lines[..2], &lines[3..]), (&expected.map(String::from)[..2], &expected.map(String::from)[3..]));
    let multiple: BigInt = lines[2].parse().expect("an integer");
    assert!((multiple % 7i32).is_zero());
}

/// A number that is no dyadic fraction is the value of no short game, but every game compares with it as it does with all
/// dyadic numbers close enough to it.
#[test]
fn games_beside_thirds() {
    let mut session = Session::new(Settings::default());
    let games = ["0", "*", "^", "v*", "1/4", "+-1", "<3||1|-1>", "<1/4|1/8>", "1/2 + ^*"];
    let mut text = String::new();
    for game in games {
        for op in ["<", "<=", ">", ">=", "||", "<|", "|>", "=="] {
            // 5461/16384 and 5462/16384 enclose 1/3 without a stop of these games between them.
            let near = if op == "==" {
                "false".into()
            } else {
                format!("({game}) {op} 5461/16384 and ({game}) {op} 5462/16384")
            };
            let _ = writeln!(text, "print((({game}) {op} 1/3) == ({near}))");
        }
        let _ = writeln!(text, "print((1/3 < ({game})) == (({game}) > 1/3))");
    }
    assert!(printed(&mut session, &text).iter().all(|line| line == "true"), "{text}");
}

/// Maps that are equal are alike in all that a program sees of them, so that whoever keeps results by equality keeps right ones.
#[test]
fn equal_maps_are_gone_through_alike() {
    let mut session = Session::new(Settings::default());
    let text = "memo f(m) = keys(m)\nprint(f({1 => 5, 2 => 4}), f({2 => 4, 1 => 5}), keys({2 => 4, 1 => 5}))\n\
                print(values({\"b\" => 1, \"a\" => 2}), list({*2 => 0, 1/2 => 1}), [k for (k, n) in {3 => 0, 1 => 0, 2 => 0}])\n\
                m = {=>}\nm[9] = 1\nm[3] = 2\nm[5] = 3\nfor (k, n) in m do print(k) end";
    assert_eq!(
        printed(&mut session, text),
        ["[1, 2] [1, 2] [1, 2]", "[2, 1] [(1/2, 1), (*2, 0)] [1, 2, 3]", "3", "5", "9"]
    );
}

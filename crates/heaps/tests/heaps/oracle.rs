//! Take-and-break games against an oracle that uses definitions only: its own digits, its own loops, no hashing.

use sprague_heaps::moves::winning_moves;
use sprague_heaps::sequence::Engine;
use sprague_heaps::statistics::{survey, survey_within};
use sprague_heaps::{
    Base, Caller, Clause, Code, Elements, Fault, Leave, NoCaller, Rule, Sequence, Set, decode, encode, moves,
};
use sprague_limits::{Handle, Limits, Stop};
use std::convert::Infallible;

/// A small generator of random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }
}

fn rule(code: &str) -> Rule {
    Rule::from_code(Code::parse(code, Base::Any).unwrap_or_else(|e| panic!("{code}: {e:?}")))
}

fn values(rule: Rule, n: usize) -> Vec<u64> {
    let mut s = Sequence::new(rule);
    s.extend_to(n as u64, &Handle::default(), &mut NoCaller).unwrap();
    (0..n as u64).map(|i| s.value(i).unwrap()).collect()
}

/// A digit of the oracle: which numbers of heaps may be left, and whether they must differ.
type Digit = (u32, bool);

/// Values from the definition. `digit(k)` is the digit of place k.
fn oracle(digit: &dyn Fn(usize) -> Digit, heaps: usize) -> Vec<u64> {
    let mut g: Vec<u64> = Vec::new();
    for n in 0..heaps {
        let mut met = vec![false; 4 * heaps + 8];
        for k in 0..=n {
            let (bits, distinct) = digit(k);
            let m = n - k;
            if bits & 1 != 0 && m == 0 {
                met[0] = true;
            }
            if bits & 2 != 0 && m > 0 {
                met[g[m] as usize] = true;
            }
            if bits & 4 != 0 {
                for a in 1..=m / 2 {
                    if !(distinct && a == m - a) {
                        met[(g[a] ^ g[m - a]) as usize] = true;
                    }
                }
            }
            for j in 3..6 {
                if bits >> j & 1 != 0 {
                    splits(&g, m, j, m, distinct, 0, &mut met);
                }
            }
        }
        g.push(met.iter().position(|&x| !x).unwrap() as u64);
    }
    g
}

/// Marks the values of m in `j` heaps of size at most `most`.
fn splits(g: &[u64], m: usize, j: usize, most: usize, distinct: bool, value: u64, met: &mut [bool]) {
    if j == 0 {
        if m == 0 {
            met[value as usize] = true;
        }
        return;
    }
    for a in 1..=most.min(m) {
        if a < g.len() {
            splits(g, m - a, j - 1, if distinct { a - 1 } else { a }, distinct, value ^ g[a], met);
        }
    }
}

fn three_digits(code: usize) -> (String, impl Fn(usize) -> Digit) {
    let text = format!("0.{}{}{}", code / 64, code / 8 % 8, code % 8);
    (text, move |k| ([0, code / 64, code / 8 % 8, code % 8].get(k).copied().unwrap_or(0) as u32, false))
}

fn all_codes(heaps: usize) {
    for code in 0..512 {
        let (text, digit) = three_digits(code);
        let expected = oracle(&digit, heaps);
        assert_eq!(values(rule(&text), heaps), expected, "{text}");
    }
}

#[test]
fn all_codes_to_three_digits() {
    all_codes(300);
}

#[test]
#[ignore = "a minute: all 512 codes on 2,000 heaps"]
fn all_codes_to_three_digits_far() {
    all_codes(2000);
}

/// Hexadecimal and longer codes, with unequal parts and repeating tails.
fn random_codes(count: usize, heaps: usize, most_parts: u64) {
    let mut random = Random(20261121);
    for _ in 0..count {
        let mut any = |head: bool| -> (u32, bool) {
            let bits = random.below(2 << most_parts).min(35) as u32;
            (if head { bits & !3 } else { bits }, random.below(4) == 0)
        };
        let head = if any(true).0 % 8 == 4 { any(true) } else { (0, false) };
        let first: Vec<Digit> = (0..1 + any(false).0 % 5).map(|_| any(false)).collect();
        let tail: Vec<Digit> = (0..(any(false).0 % 6).saturating_sub(2)).map(|_| any(false)).collect();
        let show = |d: &Digit| {
            let c = char::from_digit(d.0, 36).unwrap().to_ascii_uppercase();
            format!("{c}{}", if d.1 { "!" } else { "" })
        };
        let join = |d: &[Digit]| d.iter().map(show).collect::<String>();
        let mut text = format!("{}.{}", show(&head), join(&first));
        if !tail.is_empty() {
            text += &format!("[{}]", join(&tail));
        }
        let digit = |k: usize| match k.checked_sub(1) {
            None => head,
            Some(i) if i < first.len() => first[i],
            Some(_) if tail.is_empty() => (0, false),
            Some(i) => tail[(i - first.len()) % tail.len()],
        };
        assert_eq!(values(rule(&text), heaps), oracle(&digit, heaps), "{text}");
    }
}

#[test]
fn random_longer_codes() {
    random_codes(60, 40, 4);
    random_codes(40, 120, 2);
}

#[test]
#[ignore = "minutes: 200 codes on 300 heaps"]
fn random_longer_codes_far() {
    random_codes(200, 300, 3);
    random_codes(60, 90, 4);
}

/// All ways to part a heap into smaller ones of at most a size, the largest first.
fn partitions(sum: u64, most: u64) -> Vec<Vec<u64>> {
    if sum == 0 {
        return vec![vec![]];
    }
    let with = |a| partitions(sum - a, a).into_iter().map(move |rest| [vec![a], rest].concat());
    (1..=most.min(sum)).rev().flat_map(with).collect()
}

/// A digit with signs: of each number of heaps, the last among them standing for all larger ones, what is asked of the sizes.
#[derive(Clone, Debug, Default)]
struct Signed {
    asked: Vec<(u64, &'static str)>,
    more: bool,
}

impl Signed {
    fn allows(&self, parts: &[u64]) -> bool {
        let count = parts.len() as u64;
        let mut sorted = parts.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        self.asked.iter().enumerate().any(|(i, &(j, sign))| {
            (j == count || self.more && i + 1 == self.asked.len() && j < count)
                && (count < 2
                    || match sign {
                        "!" => sorted.len() == parts.len(),
                        "?" => sorted.len() > 1,
                        "=" => sorted.len() == 1,
                        _ => true,
                    })
        })
    }

    fn text(&self) -> String {
        let all: Vec<String> = self.asked.iter().map(|(j, sign)| format!("{j}{sign}")).collect();
        format!("{{{}{}}}", all.join(","), if self.more { "+" } else { "" })
    }
}

/// Values from the definition, with digits for places -added, …, -1, 0, 1, 2, …
fn signed_oracle(added: &[Signed], digit: &dyn Fn(usize) -> Signed, heaps: usize) -> Vec<u64> {
    let mut g: Vec<u64> = Vec::new();
    for n in 0..heaps {
        let mut met = vec![false; 1024];
        let more = (0..if n == 0 { 0 } else { added.len() }).map(|i| (n + i + 1, added[i].clone()));
        for (left, digit) in (0..=n).map(|k| (n - k, digit(k))).chain(more) {
            for parts in partitions(left as u64, left as u64).iter().filter(|parts| digit.allows(parts)) {
                met[parts.iter().fold(0, |v, &a| v ^ g[a as usize]) as usize] = true;
            }
        }
        g.push(met.iter().position(|&x| !x).unwrap() as u64);
    }
    g
}

fn random_signed(random: &mut Random, least: u64) -> Signed {
    let mut asked = Vec::new();
    let mut j = least + random.below(3);
    for _ in 0..random.below(4) {
        asked.push((j, ["", "!", "?", "="][random.below(4) as usize]));
        j += 1 + random.below(3);
    }
    Signed { more: !asked.is_empty() && random.below(3) == 0, asked }
}

#[test]
fn sets_signs_and_added_beans() {
    let mut random = Random(5);
    for round in 0..60 {
        // Where one bean is added, four heaps are left: then all are smaller, whatever is asked.
        let added: Vec<_> = (0..random.below(3)).map(|i| random_signed(&mut random, i + 4)).collect();
        let head = random_signed(&mut random, 2);
        let first: Vec<_> = (0..1 + random.below(3)).map(|_| random_signed(&mut random, 0)).collect();
        let tail: Vec<_> = (0..random.below(4).saturating_sub(1)).map(|_| random_signed(&mut random, 0)).collect();
        let show = |digit: &Signed| if digit.asked.is_empty() { "0".into() } else { digit.text() };
        let mut text: String = added.iter().rev().chain([&head]).map(show).collect();
        text += ".";
        text.extend(first.iter().map(show));
        if !tail.is_empty() {
            text += &format!("[{}]", tail.iter().map(show).collect::<String>());
        }
        let digit = |k: usize| match k.checked_sub(1) {
            None => head.clone(),
            Some(i) if i < first.len() => first[i].clone(),
            Some(_) if tail.is_empty() => Signed::default(),
            Some(i) => tail[(i - first.len()) % tail.len()].clone(),
        };
        let heaps = if round < 50 { 16 } else { 24 };
        let expected = signed_oracle(&added, &digit, heaps);
        assert_eq!(values(rule(&text), heaps), expected, "{text}");
        // The code that is shown is the same game.
        let shown = Code::parse(&text, Base::Any).unwrap().to_string();
        assert_eq!(values(rule(&shown), heaps), expected, "{text}, shown as {shown}");
        let mut slow = Sequence::naive(rule(&text));
        slow.extend_to(heaps as u64, &Handle::default(), &mut NoCaller).unwrap();
        assert_eq!((0..heaps as u64).map(|n| slow.value(n).unwrap()).collect::<Vec<_>>(), expected, "{text}");
    }
}

/// Conditions and sets of the random declarations: plain functions that oracle and caller share by number.
#[derive(Clone, Copy)]
struct Program {
    condition: u64,
    set: u64,
}

impl Program {
    fn allows(self, heap: u64, taken: u64, parts: &[u64]) -> bool {
        match self.condition {
            0 => true,
            1 => 2 * taken < heap + 2,
            2 => parts.first() <= parts.last(),
            3 => parts.windows(2).all(|w| w[0] != w[1]),
            4 => !(heap + taken).is_multiple_of(3),
            5 => parts.iter().sum::<u64>() % 2 == 0 || parts.len() > 1,
            _ => parts.first().is_some_and(|&a| a % 3 != 1),
        }
    }

    fn element(self, heap: u64, i: u64) -> Option<u64> {
        match self.set {
            0 => Some((i + 1) * (i + 1)),
            1 => Some(1 << i.min(60)),
            2 => (i < 3).then_some(2 * i + 1),
            _ => Some(heap / 2 + i + 1),
        }
    }
}

struct Programs(Vec<Program>);

impl Caller for Programs {
    type Error = Infallible;
    fn allows(&mut self, clause: usize, heap: u64, taken: u64, parts: &[u64]) -> Result<bool, Infallible> {
        Ok(self.0[clause].allows(heap, taken, parts))
    }
    fn element(&mut self, clause: usize, heap: u64, index: usize) -> Result<Option<u64>, Infallible> {
        Ok(self.0[clause].element(heap, index as u64))
    }
}

/// All lists of parts, in every order.
fn tuples(sum: u64, slots: usize, least: u64) -> Vec<Vec<u64>> {
    if slots == 1 {
        return if sum >= least { vec![vec![sum]] } else { vec![] };
    }
    let mut all = Vec::new();
    for a in least..=sum {
        for mut rest in tuples(sum - a, slots - 1, least) {
            rest.insert(0, a);
            all.push(rest);
        }
    }
    all
}

fn clause_oracle(clauses: &[Clause], programs: &[Program], heaps: u64) -> Vec<u64> {
    let mut g: Vec<u64> = Vec::new();
    for n in 0..heaps {
        let mut met = vec![false; 4 * heaps as usize + 8];
        for (clause, program) in clauses.iter().zip(programs) {
            for k in 0..=n {
                let may = match &clause.take {
                    Set::Finite(numbers) => numbers.contains(&k),
                    Set::From(from) => k >= *from,
                    Set::AllBut(except) => k > 0 && !except.contains(&k),
                    Set::Given { varies } => {
                        (0..=n).any(|i| program.element(if *varies { n } else { 0 }, i) == Some(k))
                    }
                };
                if !may {
                    continue;
                }
                for parts in tuples(n - k, clause.leave.slots, clause.leave.least) {
                    let differ = (0..parts.len()).all(|i| !parts[..i].contains(&parts[i]));
                    if (differ || !clause.leave.distinct) && (!clause.conditional || program.allows(n, k, &parts)) {
                        met[parts.iter().fold(0, |v, &a| v ^ g[a as usize]) as usize] = true;
                    }
                }
            }
        }
        g.push(met.iter().position(|&x| !x).unwrap() as u64);
    }
    g
}

fn random_declarations(count: usize, heaps: u64) {
    let mut random = Random(7);
    for _ in 0..count {
        let mut clauses = Vec::new();
        let mut programs = Vec::new();
        for _ in 0..1 + random.below(3) {
            let numbers = |r: &mut Random, n: u64| (0..n).map(|_| 1 + r.below(9)).collect::<Vec<_>>();
            let take = match random.below(6) {
                0 | 1 => {
                    let n = 1 + random.below(3);
                    Set::Finite(numbers(&mut random, n))
                }
                2 => Set::From(1 + random.below(4)),
                3 => Set::AllBut(numbers(&mut random, 2)),
                4 => Set::Given { varies: false },
                _ => Set::Given { varies: true },
            };
            let slots = 1 + random.below(if matches!(take, Set::Finite(_)) { 3 } else { 2 }) as usize;
            let leave = Leave { slots, least: random.below(2), distinct: random.below(3) == 0 };
            let take = if leave.least == 1 && slots >= 2 && random.below(3) == 0 { Set::Finite(vec![0]) } else { take };
            clauses.push(Clause { take, leave, conditional: random.below(2) == 0 });
            let set =
                if matches!(clauses.last().unwrap().take, Set::Given { varies: true }) { 3 } else { random.below(3) };
            programs.push(Program { condition: random.below(7), set });
        }
        let expected = clause_oracle(&clauses, &programs, heaps);
        let mut s = Sequence::new(Rule::from_clauses(clauses.clone()).unwrap());
        s.extend_to(heaps, &Handle::default(), &mut Programs(programs)).unwrap();
        let found: Vec<u64> = (0..heaps).map(|n| s.value(n).unwrap()).collect();
        assert_eq!(found, expected, "{clauses:?}");
    }
}

#[test]
fn random_clauses() {
    random_declarations(60, 50);
}

#[test]
#[ignore = "minutes: 100 declarations on 200 heaps"]
fn random_clauses_far() {
    random_declarations(100, 200);
}

/// Sparse runs against all pairs.
fn sparse_runs(heaps: u64, codes: &[&str]) {
    for code in codes {
        let h = Handle::default();
        let (mut fast, mut slow) = (Sequence::new(rule(code)), Sequence::naive(rule(code)));
        fast.extend_to(heaps, &h, &mut NoCaller).unwrap();
        slow.extend_to(heaps, &h, &mut NoCaller).unwrap();
        assert!(matches!(fast.engine(), Engine::Sparse { .. }), "{code}");
        let wrong = (0..heaps).find(|&n| fast.value(n) != slow.value(n));
        assert_eq!(wrong, None, "{code}");
    }
}

#[test]
fn sparse_runs_against_all_pairs() {
    sparse_runs(6_000, &["0.16", "0.376", "0.354", "0.56", "0.644", "0.104", "0.454"]);
}

#[test]
#[ignore = "half a minute: 20,000 heaps by all pairs for each of 20 games"]
fn sparse_runs_against_all_pairs_far() {
    let codes = "0.16 0.56 0.127 0.156 0.356 0.644 0.376 0.354 0.104 0.454 0.054 0.106 0.14 0.36 0.64 0.34 0.366 0.67 0.744 0.756";
    let codes: Vec<&str> = codes.split(' ').collect();
    let sparse: Vec<&str> = codes.into_iter().filter(|c| is_sparse(c)).collect();
    assert!(sparse.len() >= 15);
    sparse_runs(20_000, &sparse);
}

fn is_sparse(code: &str) -> bool {
    let mut s = Sequence::new(rule(code));
    s.extend_to(20_000, &Handle::default(), &mut NoCaller).unwrap();
    matches!(s.engine(), Engine::Sparse { .. })
}

#[test]
#[ignore = "ten seconds: 30,000 heaps by all pairs"]
fn grundy_and_0_6_far() {
    for (code, digit) in [("4!.0", (4, true)), ("0.6", (6, false))] {
        let place = usize::from(code == "0.6");
        let expected = oracle(&|k| if k == place { digit } else { (0, false) }, 3_000);
        assert_eq!(values(rule(code), 3_000), expected);
    }
    sparse_runs(30_000, &["4!.0", "0.6"]);
}

#[test]
fn grundys_game_begins_as_published() {
    // OEIS A002188
    let first = [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0, 4, 3, 0, 4, 3, 0, 4, 1, 2, 3, 1, 2, 4];
    assert_eq!(values(rule("4!.0"), first.len()), first);
    assert_eq!(values(rule("4.[3]"), 9), [0, 1, 2, 4, 3, 5, 6, 8, 7]); // Lasker's Nim
}

#[test]
fn moves_of_a_heap() {
    let h = Handle::default();
    let shown = |code: &str, n: u64| -> Vec<(u64, Vec<u64>)> {
        let all = moves(&rule(code), n, &mut Elements::default(), &h, &mut NoCaller).unwrap();
        all.into_iter().map(|m| (m.taken, m.parts)).collect()
    };
    assert_eq!(shown("0.77", 4), [(1, vec![3]), (1, vec![2, 1]), (2, vec![2]), (2, vec![1, 1])]);
    assert_eq!(shown("4!.0", 5), [(0, vec![4, 1]), (0, vec![3, 2])]);
    assert_eq!(shown("0.[3]", 2), [(1, vec![1]), (2, vec![])]);
    assert_eq!(shown("0.8", 6), [(1, vec![3, 1, 1]), (1, vec![2, 2, 1])]);
}

#[test]
fn winning_moves_reach_value_zero_and_are_all() {
    let h = Handle::default();
    for code in ["0.77", "0.137", "4!.0", "4.[3]", "0.F"] {
        let mut s = Sequence::new(rule(code));
        s.extend_to(40, &h, &mut NoCaller).unwrap();
        for heaps in [vec![7, 3, 12], vec![20], vec![5, 5, 9, 9], vec![13, 1, 2]] {
            let mut expected = Vec::new();
            for (i, &n) in heaps.iter().enumerate() {
                let rest: u64 = heaps
                    .iter()
                    .enumerate()
                    .filter(|&(j, _)| j != i)
                    .map(|(_, &m)| s.value(m).unwrap())
                    .fold(0, |a, b| a ^ b);
                for m in moves(s.rule(), n, &mut Elements::default(), &h, &mut NoCaller).unwrap() {
                    let value = m.parts.iter().fold(rest, |v, &a| v ^ s.value(a).unwrap());
                    if value == 0 && !heaps[..i].contains(&n) {
                        expected.push((i, m));
                    }
                }
            }
            let found = winning_moves(&s, &heaps, usize::MAX, &h, &mut NoCaller).unwrap();
            let found: Vec<_> = found.into_iter().map(|w| (w.heap, w.play)).collect();
            assert_eq!(found, expected, "{code} {heaps:?}");
        }
    }
}

#[test]
fn bounds_end_a_run_and_keep_what_is_known() {
    for code in ["0.16", "0.007", "0.F", "4!.0", "4.[3]"] {
        let full = values(rule(code), 3_000.min(if code == "0.F" { 200 } else { 3_000 }));
        let mut s = Sequence::new(rule(code));
        let mut stops = 0;
        while s.value(full.len() as u64 - 1).is_none() {
            let h = Handle::new(Limits { steps: Some(5_000), ..Limits::default() });
            match s.extend_to(full.len() as u64, &h, &mut NoCaller) {
                Err(Fault::Stop(Stop::Steps(_))) => stops += 1,
                Err(other) => panic!("{other:?}"),
                Ok(()) => {}
            }
            assert!(stops < 100_000, "no progress: {code}");
        }
        assert!(stops > 0 || code == "0.F", "{code}");
        let kept: Vec<u64> = (0..full.len() as u64).map(|n| s.value(n).unwrap()).collect();
        assert_eq!(kept, full, "{code}");
    }
}

#[test]
fn runs_are_saved_and_resumed() {
    let h = Handle::default();
    for code in ["0.16", "0.77", "4.[3]", "0.[3]"] {
        let mut s = Sequence::new(rule(code));
        s.extend_to(2_000, &h, &mut NoCaller).unwrap();
        let bytes = encode(&s, "", &h).unwrap();
        let mut back = decode(&bytes, rule(code), "", "a", &h).unwrap();
        assert_eq!(back.values(), s.values());
        back.extend_to(3_000, &h, &mut NoCaller).unwrap();
        assert_eq!(back.value(2_999), Some(values(rule(code), 3_000)[2_999]), "{code}");
        // Every cut, and every changed byte of a sample, is refused.
        for cut in (0..bytes.len()).step_by(97) {
            assert!(decode(&bytes[..cut], rule(code), "", "a", &h).is_err(), "{code} {cut}");
        }
        for at in (0..bytes.len()).step_by(53) {
            let mut wrong = bytes.clone();
            wrong[at] ^= 0x10;
            assert!(decode(&wrong, rule(code), "", "a", &h).is_err(), "{code} {at}");
        }
        assert!(decode(&bytes, rule("0.17"), "", "a", &h).is_err());
    }
}

/// Large finite sets, by marks on bits, against one look for each number; also when values come from a file.
#[test]
fn sieves_of_large_subtraction_sets() {
    let h = Handle::default();
    let mut random = Random(11);
    for (count, most) in [(16, 40), (20, 64), (40, 63), (40, 300), (60, 129), (150, 400)] {
        let mut set: Vec<u64> = (0..count).map(|_| 1 + random.below(most)).collect();
        set.sort_unstable();
        set.dedup();
        let mut expected: Vec<u64> = Vec::new();
        for n in 0..2_500usize {
            let met: Vec<u64> = set.iter().filter(|&&s| s <= n as u64).map(|&s| expected[n - s as usize]).collect();
            expected.push((0..).find(|v| !met.contains(v)).unwrap());
        }
        let rule = Rule::subtraction_game(Set::Finite(set.clone())).unwrap();
        let mut s = Sequence::new(rule.clone());
        s.extend_to(1_000, &h, &mut NoCaller).unwrap();
        assert_eq!(matches!(s.engine(), Engine::Marks { .. }), set.len() >= 16, "{set:?}");
        let mut back = decode(&encode(&s, "", &h).unwrap(), rule.clone(), "", "a", &h).unwrap();
        back.extend_to(2_500, &h, &mut NoCaller).unwrap();
        let resumed: Vec<u64> = (0..2_500).map(|n| back.value(n).unwrap()).collect();
        assert_eq!(values(rule, 2_500), expected, "{set:?}");
        assert_eq!(resumed, expected, "{set:?}");
    }
}

/// Statistics beyond a proved period against counting.
#[test]
fn statistics_follow_from_a_period() {
    let h = Handle::default();
    for code in ["0.77", "0.055", "0.12"] {
        let all = values(rule(code), 5_000);
        for count in [1u64, 70, 71, 150, 170, 1_000, 1_007, 4_999, 5_000] {
            let mut s = Sequence::new(rule(code));
            s.prove_period(4_000, &h, &mut NoCaller).unwrap().unwrap();
            let found = survey(&mut s, count, &h, &mut NoCaller).unwrap();
            let seen = &all[..count as usize];
            let largest = *seen.iter().max().unwrap();
            assert_eq!(found.largest, largest, "{code} {count}");
            assert_eq!(seen[found.first as usize], largest);
            assert!(!seen[..found.first as usize].contains(&largest));
            let total = |v: usize| seen.iter().filter(|&&x| x == v as u64).count() as u64;
            assert!((0..found.frequencies.len()).all(|v| found.frequencies[v] == total(v)), "{code} {count}");
            assert_eq!(found.frequencies.iter().sum::<u64>(), count);
        }
    }
    let mut s = Sequence::new(rule("0.77"));
    let far = survey(&mut s, 1_000_000_000_000, &h, &mut NoCaller).unwrap();
    assert_eq!((far.largest, far.first, far.frequencies.iter().sum::<u64>()), (8, 27, 1_000_000_000_000));
}

/// Values that are forgotten on the way change nothing; where they are needed again, the run ends and says so.
#[test]
fn sparse_games_stream_through_little_memory() {
    let h = Handle::default();
    let count = 200_001;
    for code in ["0.354", "0.104", "0.454", "0.054"] {
        let whole = survey(&mut Sequence::new(rule(code)), count, &h, &mut NoCaller).unwrap();
        let mut s = Sequence::new(rule(code));
        let streamed = survey_within(&mut s, count, 70_000, &h, &mut NoCaller).unwrap();
        assert!(s.values().len() < 80_000, "{code}");
        assert_eq!(streamed, whole, "{code}");
    }
    let mut s = Sequence::new(rule("0.376"));
    match survey_within(&mut s, count, 70_000, &h, &mut NoCaller) {
        Err(Fault::Stop(Stop::TooLarge(why))) => assert!(why.contains("memory"), "{why}"),
        other => panic!("{other:?}"),
    }
    let mut s = Sequence::new(rule("0.007"));
    let refused = survey_within(&mut s, 3_000, 2_000, &h, &mut NoCaller);
    assert!(matches!(refused, Err(Fault::Stop(Stop::TooLarge(_)))), "{refused:?}");
}

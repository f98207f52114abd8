//! Direct play from the definition: a sum is a P-position if it has a move and no move to a P-position.

use proptest::prelude::*;
use sprague_heaps::{Base, Code, Rule};
use sprague_limits::Handle;
use sprague_misere::{
    Bounds, Certificate, CertifiedGame, CheckError, Heaps, Monoid, Period, Quotient, check, check_code, of_code,
    of_heaps,
};
use std::collections::HashMap;

/// What direct play has found out.
#[derive(Default)]
pub struct Play {
    known: HashMap<Vec<u32>, bool>,
}

impl Play {
    fn is_p(&mut self, heaps: &Heaps, sum: &[u32]) -> bool {
        // A heap without options takes no part in play.
        let mut sum: Vec<u32> = sum.iter().copied().filter(|&n| heaps.options(n as usize).next().is_some()).collect();
        sum.sort_unstable();
        if sum.is_empty() {
            return false;
        }
        if let Some(&known) = self.known.get(&sum) {
            return known;
        }
        let mut is_p = true;
        for i in 0..sum.len() {
            for option in heaps.options(sum[i] as usize) {
                let mut next = sum.clone();
                next.swap_remove(i);
                next.extend(option);
                is_p &= !self.is_p(heaps, &next);
            }
        }
        self.known.insert(sum, is_p);
        is_p
    }
}

/// All sums of at most `most` heaps below `end`.
pub fn sums(end: u32, most: usize) -> Vec<Vec<u32>> {
    let mut all = vec![vec![]];
    let mut start = 0;
    for _ in 0..most {
        let stop = all.len();
        for i in start..stop {
            for n in all[i].last().copied().unwrap_or(1)..end {
                let mut longer: Vec<u32> = all[i].clone();
                longer.push(n);
                all.push(longer);
            }
        }
        start = stop;
    }
    all
}

/// Whether a quotient and direct play agree about a sum: who wins, and with which moves.
pub fn agrees(q: &Quotient, heaps: &Heaps, play: &mut Play, sum: &[u32]) {
    let counted: Vec<(u64, u64)> = sum.iter().map(|&n| (n.into(), 1)).collect();
    let expected = play.is_p(heaps, sum);
    assert_eq!(q.is_p_position(&counted), Some(expected), "{sum:?}");
    let mut wins: Vec<(u64, Vec<u32>)> = Vec::new();
    for (i, &n) in sum.iter().enumerate() {
        for option in heaps.options(n as usize) {
            let mut next = sum.to_vec();
            next.swap_remove(i);
            next.extend(option);
            if play.is_p(heaps, &next) {
                wins.push((n.into(), option.to_vec()));
            }
        }
    }
    wins.sort_unstable();
    wins.dedup();
    assert_eq!(q.winning_moves(heaps, &counted, &Handle::default()), Ok(wins), "{sum:?}");
}

#[test]
fn sums_of_five_heaps() {
    let handle = Handle::default();
    for text in ["0.77", "0.123", "0.75", "0.53", "0.115", "0.15", "0.144", "0.07", "4.7", "0.241", "0.351", "4!.0"] {
        let rule = Rule::from_code(Code::parse(text, Base::Any).expect("a code"));
        let heaps = Heaps::of_rule(&rule, 9, &handle).expect("a code asks nobody");
        let found = of_heaps(&heaps, Bounds::default(), &handle).expect("no bound");
        assert_eq!(found.ended, None, "{text}");
        check(&found.quotient, &heaps, &handle).unwrap_or_else(|e| panic!("{text}: {e}"));
        let mut play = Play::default();
        for sum in sums(10, 5) {
            agrees(&found.quotient, &heaps, &mut play, &sum);
        }
    }
}

#[test]
fn heaps_beyond_those_looked_at() {
    let (code, handle) = (Code::parse("0.123", Base::Octal).expect("a code"), Handle::default());
    let q = of_code(&code, 240, Bounds::default(), &handle).expect("no bound").quotient;
    assert!(q.map().len() < 20);
    let heaps = Heaps::of_rule(&Rule::from_code(code), 40, &handle).expect("a code asks nobody");
    let mut play = Play::default();
    for a in 20..=40 {
        for b in 0..=40 {
            agrees(&q, &heaps, &mut play, &[a, b, b % 7]);
        }
    }
}

/// A finite set of positions: of each, options that are sums of at most two earlier ones.
fn positions() -> impl Strategy<Value = Heaps> {
    proptest::collection::vec(proptest::collection::vec((any::<u32>(), any::<u32>()), 0..4), 1..7).prop_map(|lists| {
        let mut heaps = Heaps::default();
        heaps.push(vec![]).expect("no options");
        for list in lists {
            let n = heaps.len();
            let options = list.into_iter().map(|(a, b)| vec![a as usize % n, b as usize % n]).collect();
            heaps.push(options).expect("earlier ones");
        }
        heaps
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn random_sets_of_positions(heaps in positions()) {
        let handle = Handle::default();
        let bounds = Bounds { order: 200, positions: 20_000, pairs: 20_000 };
        let found = of_heaps(&heaps, bounds, &handle).expect("no bound of the handle");
        prop_assert_eq!(check(&found.quotient, &found.heaps, &handle), Ok(()));
        let end = found.heaps.len() as u32;
        let mut play = Play::default();
        for sum in sums(end, 4) {
            agrees(&found.quotient, &found.heaps, &mut play, &sum);
        }
    }
}

/// Numbers from a seed, for changes of certificates.
pub(super) struct Dice(pub(super) u64);

impl Dice {
    pub(super) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

/// The certificate with one entry changed.
fn changed(q: &Quotient, dice: &mut Dice) -> Quotient {
    let order = q.monoid().order();
    let element = |x: usize| u32::try_from(x).expect("a small order");
    let mut rows: Vec<Vec<u32>> =
        q.monoid().elements().map(|x| q.monoid().elements().map(|y| q.monoid().times(x, y)).collect()).collect();
    let mut p: Vec<bool> = q.monoid().elements().map(|x| q.is_p(x)).collect();
    let mut map = q.map().to_vec();
    let mut period = q.period();
    match dice.below(5) {
        0 => {
            let (x, y) = (dice.below(order), dice.below(order));
            rows[x][y] = (rows[x][y] + 1 + element(dice.below(order - 1))) % element(order);
        }
        1 => {
            // Both halves of the table, so that it still commutes.
            let (x, y) = (dice.below(order), dice.below(order));
            rows[x][y] = (rows[x][y] + 1 + element(dice.below(order - 1))) % element(order);
            rows[y][x] = rows[x][y];
        }
        2 => {
            let x = dice.below(order);
            p[x] = !p[x];
        }
        3 => {
            let n = dice.below(map.len());
            map[n] = (map[n] + 1 + element(dice.below(order - 1))) % element(order);
        }
        _ => {
            let old = period.expect("these have periods");
            let length = 1 + dice.below(old.length);
            let from = if length == old.length { dice.below(old.from) } else { old.from };
            period = Some(Period { from, length });
        }
    }
    let monoid = Monoid::from_table(&rows).expect("elements only");
    let q = Quotient::from_parts(monoid, p, map).expect("elements only");
    q.with_period(period.expect("these have periods")).expect("enough heaps")
}

#[test]
fn changed_certificates_are_refused() {
    let handle = Handle::default();
    for (text, changes) in [("0.123", 1000), ("0.31", 1000), ("0.75", 1000), ("0.144", 200), ("0.53", 300)] {
        let code = Code::parse(text, Base::Octal).expect("a code");
        let q = of_code(&code, 240, Bounds::default(), &handle).expect("no bound").quotient;
        let (mut dice, mut kept) = (Dice(2008), 0);
        for i in 0..changes {
            let wrong = changed(&q, &mut dice);
            match check_code(&wrong, &code, &handle) {
                Err(CheckError::Refused(_)) => {}
                Err(CheckError::Stop(stop)) => panic!("{text}: {stop}"),
                // An automorphism that leaves P as it is may have moved a value: then all outcomes are what they were.
                Ok(()) => {
                    kept += 1;
                    for sum in sums(q.map().len().min(12) as u32, 4) {
                        let sum: Vec<(u64, u64)> = sum.into_iter().map(|n| (n.into(), 1)).collect();
                        assert_eq!(wrong.is_p_position(&sum), q.is_p_position(&sum), "{text}: change {i}, {wrong:?}");
                    }
                }
            }
        }
        assert!(kept <= changes / 20, "{text}: {kept} changes were kept");
    }
}

/// Written, read and verified: of codes and of any positions.
#[test]
fn certificates_are_read_back() {
    let handle = Handle::default();
    // The last two have no period: their quotients grow with the heaps.
    for (text, last) in [("0.123", 60), ("0.77", 60), ("0.3", 60), ("0.0", 60), ("4.3", 60), ("0.07", 24), ("4!.0", 24)]
    {
        let code = Code::parse(text, Base::Any).expect("a code");
        let found = of_code(&code, last, Bounds::default(), &handle).expect("no bound");
        let certificate = Certificate { game: CertifiedGame::Code(code), quotient: found.quotient };
        let read = Certificate::read(&certificate.to_string()).expect("it was written just now");
        assert_eq!(read, certificate, "{text}");
        assert_eq!(read.verify(&handle), Ok(()), "{text}");
        // The same heaps with their options written out.
        if certificate.quotient.period().is_none() {
            let certificate = Certificate { game: CertifiedGame::Heaps(found.heaps), ..certificate };
            let read = Certificate::read(&certificate.to_string()).expect("it was written just now");
            assert_eq!(read, certificate, "{text}");
            assert_eq!(read.verify(&handle), Ok(()), "{text}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn certificates_of_random_positions(heaps in positions()) {
        let handle = Handle::default();
        let bounds = Bounds { order: 60, positions: 5_000, pairs: 5_000 };
        let found = of_heaps(&heaps, bounds, &handle).expect("no bound of the handle");
        let certificate = Certificate { game: CertifiedGame::Heaps(found.heaps), quotient: found.quotient };
        let read = Certificate::read(&certificate.to_string()).expect("it was written just now");
        prop_assert_eq!(&read, &certificate);
        prop_assert_eq!(read.verify(&handle), Ok(()));
    }
}

/// A text with a little change: another number, a line gone, two lines exchanged, a line twice.
fn mutated(text: &str, dice: &mut Dice) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let at = dice.below(lines.len());
    match dice.below(8) {
        0 => {
            lines.remove(at);
        }
        1 => {
            let other = dice.below(lines.len());
            lines.swap(at, other);
        }
        2 => lines.insert(at, lines[at].clone()),
        3 => {
            let place = dice.below(lines[at].len() + 1);
            lines[at].insert_str(place, ["0", "7", " ", ",", "-", "period"][dice.below(6)]);
        }
        _ => {
            let mut words: Vec<String> = lines[at].split(' ').map(str::to_owned).collect();
            let place = dice.below(words.len());
            words[place] = dice.below(24).to_string();
            lines[at] = words.join(" ");
        }
    }
    lines.join("\n")
}

/// Thousands of changed certificates: none is taken that claims anything else than the truth.
#[test]
fn mutated_certificates_are_refused() {
    let (handle, mut dice) = (Handle::default(), Dice(2009));
    let (mut unread, mut refused, mut kept) = (0, 0, 0);
    for (text, changes, of_heaps_alone) in [
        ("0.123", 3000, false),
        ("0.31", 3000, false),
        ("0.53", 1000, false),
        ("0.77", 300, false),
        ("0.77", 2000, true),
    ] {
        let code = Code::parse(text, Base::Octal).expect("a code");
        let last = if of_heaps_alone { 9 } else { 240 };
        let found = of_code(&code, last, Bounds::default(), &handle).expect("no bound");
        let game = if of_heaps_alone { CertifiedGame::Heaps(found.heaps) } else { CertifiedGame::Code(code) };
        let right = Certificate { game, quotient: found.quotient };
        let written = right.to_string();
        for _ in 0..changes {
            let forged = mutated(&written, &mut dice);
            let Ok(claim) = Certificate::read(&forged) else {
                unread += 1;
                continue;
            };
            match claim.verify(&handle) {
                Err(CheckError::Refused(_)) => refused += 1,
                Err(CheckError::Stop(stop)) => panic!("{text}: {stop}"),
                Ok(()) => {
                    kept += 1;
                    // What is accepted is true: of the game that it names, which may have become another.
                    let last = 11.min(claim.quotient.map().len());
                    let heaps = match &claim.game {
                        CertifiedGame::Heaps(heaps) => heaps.clone(),
                        CertifiedGame::Code(code) => {
                            Heaps::of_rule(&Rule::from_code(code.clone()), 10, &handle).expect("a code asks nobody")
                        }
                    };
                    let mut play = Play::default();
                    for sum in sums(last as u32, 3) {
                        agrees(&claim.quotient, &heaps, &mut play, &sum);
                    }
                }
            }
        }
    }
    assert!(unread > 2000 && refused > 1500 && kept < 1500, "{unread} unread, {refused} refused, {kept} kept");
}

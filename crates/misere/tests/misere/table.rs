//! Quotients that are known: Plambeck and Siegel's, and those of two and three digits beside them.

use crate::oracle::{Play, agrees, sums};
use sprague_heaps::{Base, Code};
use sprague_limits::Handle;
use sprague_misere::{Bounds, Certificate, CertifiedGame, Ended, Heaps, Pushed, Search, check, of_code};

fn code(text: &str) -> Code {
    Code::parse(text, Base::Any).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// Each with its certificate, which is written, read and verified; and against direct play of all sums of up to five heaps.
#[test]
fn certified_for_all_heaps() {
    let table = [
        ("0.123", 20, 5, 5, 5),
        ("0.77", 40, 9, 71, 12),
        ("0.75", 8, 2, 8, 2),
        ("0.31", 6, 2, 3, 2),
        ("4.3", 6, 2, 2, 2),
        ("4.31", 6, 2, 2, 2),
        ("0.53", 16, 3, 21, 9),
        ("0.115", 42, 12, 92, 14),
        ("0.15", 42, 12, 66, 10),
        ("0.144", 30, 5, 12, 10),
        ("0.152", 34, 6, 25, 48),
        ("0.153", 16, 3, 32, 14),
        ("0.241", 36, 9, 4, 10),
        ("0.351", 22, 6, 4, 8),
        ("0.34", 12, 3, 7, 8),
        ("0.71", 36, 9, 3, 6),
        ("0.72", 24, 5, 16, 4),
        ("0.512", 8, 2, 16, 6),
        // Nim with heaps of 1, 2 and 3 only is tame; 0.1 and 0.3 are worth 0 and 1.
        ("0.1", 2, 1, 2, 1),
        ("0.3", 2, 1, 1, 2),
        ("0.0", 1, 0, 1, 1),
    ];
    let handle = Handle::default();
    for (text, order, p, from, length) in table {
        let code = code(text);
        let found = of_code(&code, 240, Bounds::default(), &handle).expect("no bound");
        let q = &found.quotient;
        let period = q.period().map(|period| (period.from, period.length));
        let known = (q.monoid().order(), q.p_portion().len(), period);
        assert_eq!(known, (order, p, Some((from, length))), "{text}");
        let rule = sprague_heaps::Rule::from_code(code.clone());
        let heaps = Heaps::of_rule(&rule, 8, &handle).expect("a code asks nobody");
        let mut play = Play::default();
        for sum in sums(9, 5) {
            agrees(q, &heaps, &mut play, &sum);
        }
        let certificate = Certificate { game: CertifiedGame::Code(code), quotient: found.quotient };
        let read = Certificate::read(&certificate.to_string()).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(read, certificate, "{text}");
        read.verify(&handle).unwrap_or_else(|e| panic!("{text}: {e}"));
    }
}

/// The orders of the partial quotients where they change, with the last heap.
fn growth(text: &str, last: usize) -> (Vec<(usize, usize)>, usize) {
    let (rule, handle) = (sprague_heaps::Rule::from_code(code(text)), Handle::default());
    let heaps = Heaps::of_rule(&rule, last, &handle).expect("a code asks nobody");
    let mut search = Search::new(Bounds::default());
    let mut grown = Vec::new();
    for n in 0..=last {
        let options = heaps.options(n).map(|option| option.iter().map(|&k| k as usize).collect()).collect();
        match search.push(options, &handle).expect("no bound") {
            Pushed::Grown => grown.push((search.quotient().monoid().order(), n)),
            Pushed::Same => {}
            Pushed::Ended(why) => panic!("{text} ended at {n}: {why}"),
        }
    }
    check(&search.quotient(), &heaps, &handle).unwrap_or_else(|e| panic!("{text}: {e}"));
    (grown, search.quotient().p_portion().len())
}

#[test]
fn partial_quotients() {
    let kayles = vec![(2, 1), (6, 2), (12, 5), (18, 9), (24, 12), (32, 25), (40, 27)];
    assert_eq!(growth("0.77", 40), (kayles, 9));
    let dawson = vec![(2, 2), (6, 4), (12, 10), (24, 14)];
    assert_eq!(growth("0.07", 24), (dawson, 5));
    assert_eq!(growth("0.137", 13).0, [(2, 1), (6, 3), (12, 9), (24, 13)]);
    let (grown, p) = growth("4.7", 20);
    assert_eq!((grown.iter().find(|g| g.1 == 5), grown.last(), p), (Some(&(8, 5)), Some(&(122, 20)), 30));
}

#[test]
fn what_is_infinite_ends() {
    let code = code("0.3122");
    let bounds = Bounds { order: 300, ..Bounds::default() };
    let found = of_code(&code, 100, bounds, &Handle::default()).expect("no bound of the handle");
    assert_eq!((found.ended, found.quotient.map().len()), (Some(Ended::Order), 7));
    check(&found.quotient, &found.heaps, &Handle::default()).expect("the quotient before is right");
}

//! Large nim-values: of several words in sets of them, of several widths in a list.

use sprague_heaps::{Base, Code, NoCaller, Rule, Sequence};
use sprague_limits::Handle;

fn sequence(code: &str, heaps: u64) -> Sequence {
    let mut sequence = Sequence::new(Rule::from_code(Code::parse(code, Base::Any).expect("a code")));
    sequence.extend_to(heaps, &Handle::default(), &mut NoCaller).expect("no bound is reached");
    sequence
}

/// Values where any number may be taken and three heaps are left, of any sizes or of different ones, by trying all of them. What a
/// heap may leave, a larger one may leave too.
fn three_heaps(distinct: bool, singles: bool, heaps: usize) -> Vec<u64> {
    let mut g: Vec<u64> = Vec::new();
    let mut met = vec![false; 4096];
    for n in 0..heaps {
        if let Some(left) = n.checked_sub(1) {
            if singles {
                met[g[left] as usize] = true;
            }
            for a in 1..=left / 3 {
                for b in a..=(left - a) / 2 {
                    let c = left - a - b;
                    if !distinct || a != b && b != c {
                        met[(g[a] ^ g[b] ^ g[c]) as usize] = true;
                    }
                }
            }
        }
        g.push(met.iter().position(|&met| !met).expect("few options") as u64);
    }
    g
}

/// Three heaps move a set of values by a value: within a word, and from word to word.
#[test]
fn sets_of_several_words_are_moved() {
    const HEAPS: usize = 600;
    for (code, distinct, singles) in [("0.[8]", false, false), ("0.[8!]", true, false), ("0.[B]", false, true)] {
        let expected = three_heaps(distinct, singles, HEAPS);
        let sequence = sequence(code, HEAPS as u64);
        let found: Vec<u64> = (0..HEAPS as u64).filter_map(|n| sequence.value(n)).collect();
        assert!(expected.iter().any(|&v| v > 128), "{code}: {:?}", expected.iter().max());
        assert_eq!(found, expected, "{code}");
    }
}

/// Nim has every value once: past one byte, and past two.
#[test]
fn widening_keeps_values() {
    let nim = sequence("0.[3]", 70_000);
    assert_eq!(nim.values().len(), 70_000);
    assert_eq!((0..70_000).find(|&n| nim.value(n) != Some(n)), None);
}

//! Small games made from bytes, asked of an engine and of the bare definitions. Shared by the fuzz target `engines` and by
//! `tests/fuzz_like.rs`. The definitions here know nothing of the engines: no tables, no closed forms.

use sprague::session::{Output, Session};
use sprague::syntax::Mode;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::rc::Rc;

/// Compares one game made from the bytes. Panics where the engine and the definition differ.
pub fn compare(session: &mut Session, bytes: &[u8]) {
    let mut bytes = bytes.iter().map(|b| usize::from(*b)).chain(std::iter::repeat(0));
    let mut byte = || bytes.next().unwrap_or(0);
    match byte() % 6 {
        0 => octal(session, &mut byte),
        1 => taking(session, &mut byte),
        2 => posets(session, &mut byte),
        3 => values(session, &mut byte),
        4 => cycles(session, &mut byte),
        _ => lattices(session, &mut byte),
    }
}

fn said(session: &mut Session, text: &str) -> Vec<String> {
    let lines: Rc<RefCell<Vec<String>>> = Rc::default();
    let heard = Rc::clone(&lines);
    let sink = Rc::new(move |output: Output, _: &_| {
        if let Output::Value(shown) = output {
            heard.borrow_mut().push(shown.text);
        }
    });
    let outcome = session.run("engines", text, Mode::Script, sink);
    assert!(outcome.errors.is_empty(), "{text}\n{:?}", outcome.errors);
    lines.take()
}

fn mex(values: impl IntoIterator<Item = usize>) -> usize {
    let all: BTreeSet<usize> = values.into_iter().collect();
    (0..).find(|n| !all.contains(n)).unwrap_or(0)
}

const HEAPS: usize = 40;

/// Codes of up to three digits: a digit says into how many heaps the rest may be left (*Winning Ways*, chapter 4).
fn octal(session: &mut Session, byte: &mut dyn FnMut() -> usize) {
    let digits: Vec<usize> = (0..1 + byte() % 3).map(|_| byte() % 8).collect();
    let mut values: Vec<usize> = Vec::new();
    for n in 0..=HEAPS {
        let mut options = Vec::new();
        for (k, digit) in (1..).zip(&digits).filter(|(k, _)| *k <= n) {
            let rest = n - k;
            if digit & 1 == 1 && rest == 0 {
                options.push(0);
            }
            if digit & 2 == 2 && rest > 0 {
                options.push(values[rest]);
            }
            if digit & 4 == 4 {
                options.extend((1..rest).map(|a| values[a] ^ values[rest - a]));
            }
        }
        values.push(mex(options));
    }
    let code: String = digits.iter().map(ToString::to_string).collect();
    let text = format!("nim_values(octal(\"0.{code}\"), {HEAPS})");
    assert_eq!(said(session, &text), [format!("{values:?}")], "{text}");
}

/// Taking and, or not, splitting, as clauses; and who wins sums under misère play.
fn taking(session: &mut Session, byte: &mut dyn FnMut() -> usize) {
    let numbers: BTreeSet<usize> = (0..1 + byte() % 4).map(|_| 1 + byte() % 9).collect();
    let split = byte().is_multiple_of(2);
    let list: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    let splitting = if split { " or split a, b if a != b" } else { "" };
    let options = |n: usize| -> Vec<Vec<usize>> {
        let mut all: Vec<Vec<usize>> = numbers.iter().filter(|k| **k <= n).map(|k| vec![n - k]).collect();
        if split {
            all.extend((1..n).filter(|a| 2 * a != n).map(|a| vec![a, n - a]));
        }
        all
    };
    let mut values: Vec<usize> = Vec::new();
    for n in 0..=HEAPS {
        let all: Vec<usize> =
            options(n).iter().map(|heaps| heaps.iter().map(|h| values[*h]).fold(0, |a, b| a ^ b)).collect();
        values.push(mex(all));
    }
    let declared = format!("heap Taking = take {{{}}}{splitting}\n", list.join(", "));
    assert_eq!(said(session, &format!("{declared}nim_values(Taking, {HEAPS})")), [format!("{values:?}")], "{declared}");
    let heaps: Vec<usize> = (0..1 + byte() % 3).map(|_| byte() % 6).collect();
    let won = misere(&heaps, &options);
    let sum: Vec<String> = heaps.iter().map(|h| format!("Taking({h})")).collect();
    let text = format!("misere_outcome({})", sum.join(" + "));
    assert_eq!(said(session, &text), [if won { "N" } else { "P" }], "{declared}{text}");
}

/// Whoever cannot move wins.
fn misere(heaps: &[usize], options: &dyn Fn(usize) -> Vec<Vec<usize>>) -> bool {
    let mut moves = Vec::new();
    for (i, heap) in heaps.iter().enumerate() {
        for option in options(*heap) {
            let mut next: Vec<usize> = heaps.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, h)| *h).collect();
            next.extend(option);
            next.retain(|h| *h > 0);
            next.sort_unstable();
            moves.push(next);
        }
    }
    moves.sort();
    moves.dedup();
    moves.is_empty() || moves.iter().any(|next| !misere(next, options))
}

/// Chomp on up to six points, and linear extensions.
fn posets(session: &mut Session, byte: &mut dyn FnMut() -> usize) {
    let n = 1 + byte() % 6;
    // Above each point: those that a chain of relations leads to, from a smaller number to a larger.
    let mut above = vec![0u32; n];
    let mut written = (0..n).map(|i| i.to_string()).collect::<Vec<_>>();
    for i in 0..n {
        for j in i + 1..n {
            if byte().is_multiple_of(3) {
                above[i] |= 1 << j;
                written.push(format!("{i} < {j}"));
            }
        }
    }
    for i in (0..n).rev() {
        above[i] |= (0..n).filter(|j| above[i] >> j & 1 == 1).fold(0, |all, j| all | above[j]);
    }
    let all = (1u32 << n) - 1;
    // A least element is poisoned, which is as if it were not there.
    let least = (0..n).find(|&i| above[i] | 1 << i == all);
    fn nim(set: u32, above: &[u32]) -> usize {
        mex((0..above.len()).filter(|i| set >> i & 1 == 1).map(|i| nim(set & !(above[i] | 1 << i), above)))
    }
    fn extensions(set: u32, above: &[u32]) -> usize {
        if set == 0 {
            return 1;
        }
        let maximal = (0..above.len()).filter(|i| set >> i & 1 == 1 && above[*i] & set == 0);
        maximal.map(|i| extensions(set & !(1 << i), above)).sum()
    }
    let value = nim(least.map_or(all, |i| all & !(1 << i)), &above);
    let count = extensions(all, &above);
    let text = format!("points = poset {{{}}}; grundy(chomp(points)); linear_extensions(points)", written.join(", "));
    assert_eq!(said(session, &text), [value.to_string(), count.to_string()], "{text}");
}

/// A game as the tree that was written.
struct Tree(Vec<Tree>, Vec<Tree>);

impl Tree {
    fn make(byte: &mut dyn FnMut() -> usize, depth: usize) -> Tree {
        let side = |byte: &mut dyn FnMut() -> usize| {
            let count = if depth == 0 { 0 } else { [0, 1, 1, 2][byte() % 4] };
            (0..count).map(|_| Tree::make(byte, depth - 1)).collect()
        };
        Tree(side(byte), side(byte))
    }

    fn write(&self, out: &mut String) {
        for (options, before) in [(&self.0, "<"), (&self.1, " | ")] {
            out.push_str(before);
            for (i, option) in options.iter().enumerate() {
                out.push_str(if i > 0 { ", " } else { "" });
                option.write(out);
            }
        }
        out.push('>');
    }

    /// G <= H unless H <= some G^L, or some H^R <= G.
    fn le(&self, other: &Tree) -> bool {
        !self.0.iter().any(|l| other.le(l)) && !other.1.iter().any(|r| r.le(self))
    }
}

/// Comparison of forms by the definition, and canonical forms that read back as what they are.
fn values(session: &mut Session, byte: &mut dyn FnMut() -> usize) {
    let (g, h) = (Tree::make(byte, 3), Tree::make(byte, 3));
    let (mut a, mut b) = (String::new(), String::new());
    g.write(&mut a);
    h.write(&mut b);
    let zero = Tree(Vec::new(), Vec::new());
    let outcome = match (zero.le(&g), g.le(&zero)) {
        (true, true) => "P",
        (true, false) => "L",
        (false, true) => "R",
        (false, false) => "N",
    };
    let text = format!("{a} <= {b}; {b} <= {a}; outcome({a}); canonical({a}) - ({a}) == 0");
    let expected = [g.le(&h).to_string(), h.le(&g).to_string(), outcome.into(), "true".into()];
    assert_eq!(said(session, &text), expected, "{text}");
}

/// Impartial games that may go round, labelled from the ends until nothing changes.
fn cycles(session: &mut Session, byte: &mut dyn FnMut() -> usize) {
    let n = 2 + byte() % 7;
    let moves: Vec<Vec<usize>> = (0..n)
        .map(|_| {
            let all: BTreeSet<usize> = (0..byte() % 4).map(|_| byte() % n).collect();
            all.into_iter().collect()
        })
        .collect();
    let mut labels = vec!["D"; n];
    loop {
        let before = labels.clone();
        for v in 0..n {
            if moves[v].iter().any(|w| before[*w] == "P") {
                labels[v] = "N";
            } else if moves[v].iter().all(|w| before[*w] == "N") {
                labels[v] = "P";
            }
        }
        if labels == before {
            break;
        }
    }
    let mut text = format!("ways = {moves:?}\ngame Ways(a)\n  moves Ways(b) for b in ways[a]\nend\n");
    let _ = write!(text, "[outcome(Ways(a)) for a in 0..{}]", n - 1);
    assert_eq!(said(session, &text), [format!("[{}]", labels.join(", "))], "{text}");
}

/// Plane lattice games on a quadrant.
fn lattices(session: &mut Session, byte: &mut dyn FnMut() -> usize) {
    // The axioms want a move towards the origin along each axis; the others go down in a sum of both coordinates.
    let mut moves: BTreeSet<(i64, i64)> = [(1 + byte() as i64 % 3, 0), (0, 1 + byte() as i64 % 3)].into();
    for _ in 0..byte() % 3 {
        moves.insert((byte() as i64 % 3, 1 + byte() as i64 % 2));
    }
    let size = 7;
    let mut won = std::collections::BTreeMap::new();
    for x in 0..size {
        for y in 0..size {
            let any = moves.iter().any(|(a, b)| won.get(&(x - a, y - b)) == Some(&false));
            won.insert((x, y), any);
        }
    }
    let list: Vec<String> = moves.iter().map(|(a, b)| format!("({a}, {b})")).collect();
    let labels: Vec<&str> = won.values().map(|w| if *w { "N" } else { "P" }).collect();
    let text = format!(
        "lattice Plane(x, y)\n  board x >= 0, y >= 0\n  move {}\nend\n[outcome(Plane(x, y)) for x in 0..{m} for y in 0..{m}]",
        list.join(", "),
        m = size - 1
    );
    assert_eq!(said(session, &text), [format!("[{}]", labels.join(", "))], "{text}");
}

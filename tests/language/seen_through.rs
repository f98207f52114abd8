//! Clauses that are seen through, on boards and on integers, give what the same clauses give when they are run as any others, at the same steps. `if true` hides what they do.

use crate::submit;
use proptest::collection::vec;
use proptest::prelude::*;
use sprague::limits::Limits;
use sprague::session::{Session, Settings};

/// What a program shows, or the messages of its errors; and the steps that it took.
fn took(text: &str) -> (Result<Vec<String>, Vec<String>>, u64) {
    within(text, Limits::default())
}

fn within(text: &str, limits: Limits) -> (Result<Vec<String>, Vec<String>>, u64) {
    let mut session = Session::new(Settings { limits, ..Settings::default() });
    let (outputs, errors) = submit::outputs(&mut session, text);
    let shown = outputs.into_iter().map(submit::shown).collect();
    let said = errors.iter().map(|e| e.message.clone()).collect::<Vec<_>>();
    (if said.is_empty() { Ok(shown) } else { Err(said) }, session.handle().steps())
}

/// A program in which `@` ends the clauses shows the same without and with `if true` there.
fn same(text: &str) -> Vec<String> {
    let (seen, steps) = took(&text.replace('@', ""));
    let (run, as_many) = took(&text.replace('@', " if true"));
    assert_eq!((&seen, steps), (&run, as_many), "{text}");
    seen.unwrap_or_else(|errors| errors)
}

/// Rules in many ways: parts with and without their least image, across corners, one value clause and two, negatives, several lists of options, one with a condition.
const BOARDS: &str = r###"
game Dominoes(b: grid)
  value sum(Dominoes(part.least(turns = false)) for part in b.regions(".", smallest = 2)@)
  value -Dominoes(turned) for turned in [b.least] if turned != b@
  left  Dominoes(c) for c in b.replacements(".|.", "#|#")@
  right Dominoes(c) for c in b.replacements("..", "##")@
end
game Both(b: grid)
  value sum(Both(part.least) for part in b.regions(".", smallest = 2)@)
  moves Both(c) for c in b.replacements("..", "##", turns = true)@
end
game Stones(b: grid)
  value sum(Stones(part) for part in b.regions("xo", ".", diagonal = true, smallest = 2)@)
  left  Stones(c) for c in b.replacements("xo", ".x", turns = true)@
  right Stones(c) for c in b.replacements("ox", ".o", turns = true)@
end
game Steps(b)
  value Steps(t) for t in [least(b, turns = false)] if b != t@
  left  Steps(c) for c in b.replacements("x.", ".x")@
  right Steps(c) for c in b.replacements("x|.", ".|x")@
  right Dominoes(c) for c in b.replacements("xx", "..")@
end
game Breathing(b: grid)
  value Breathing(t) for t in [b.least] if t != b@
  value -Breathing(t) for t in [b.swap("x", "o").least] if t < b@
  left  Breathing(c) for c in b.replacements(".", "x") if c.captured("xo") == []@
  right Breathing(c) for c in b.replacements(".", "o") if captured(c, "xo", ".") == []@
end
game Plain(b: grid)
  moves Plain(c) for c in replacements(b, "x.", "##", true)@
end
"###;

fn board(rows: usize, columns: usize, cells: &[char]) -> String {
    let row = |r: usize| cells[r * columns..][..columns].iter().collect::<String>();
    (0..rows).map(row).collect::<Vec<_>>().join("|")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn on_boards(
        rows in 1usize..4,
        columns in 1usize..5,
        free in vec(prop::sample::select(vec!['.', '.', '.', '#']), 12),
        stones in vec(prop::sample::select(vec!['x', 'o', '.']), 12),
        wall in prop::sample::select(vec![0, 0, 52]),
    ) {
        // With a wall the board is larger than a machine word.
        let walled = |text: &str| text.split('|').map(|row| format!("{row}{}", "#".repeat(wall))).collect::<Vec<_>>().join("|");
        let (free, stones) = (walled(&board(rows, columns, &free)), walled(&board(rows, columns, &stones)));
        same(&format!(
            "{BOARDS}print(canonical(Dominoes(\"{free}\")), canonical(Both(\"{free}\")), canonical(Stones(\"{stones}\")))\n\
             print(canonical(Steps(grid(\"{stones}\"))), outcome(Plain(\"{stones}\")), remoteness(Plain(\"{stones}\")))\n\
             print(canonical(Breathing(\"{stones}\")), outcome(Breathing(\"{stones}\"), method = \"search\"))\n\
             print(moves(Dominoes(\"{free}\"), Left), moves(Stones(\"{stones}\"), Right), loopy_value(Plain(\"{stones}\")))"
        ));
    }
}

/// Searches count options without making them.
#[test]
fn in_searches() {
    let text = format!(
        "{BOARDS}print(outcome(Dominoes(grid(4, 5))), grundy(Both(grid(4, 4))), outcome(Stones(\"xoxo|oxox|xoxo\")))\n\
         print(outcome(Breathing(grid(3, 3)), method = \"search\"), Breathing(\"xx.|.oo\"))"
    );
    same(&text);
}

/// A bound is reached at the same step and depth, with the same words, wherever it lies.
#[test]
fn bounds_are_reached_alike() {
    let text = format!(
        "{BOARDS}game Heap(n)\n  moves Heap(n - a) for a in 1..3 if a <= n@\nend\nprint(canonical(Dominoes(\"...|..#\")), grundy(Heap(5)))"
    );
    let (seen, run) = (text.replace('@', ""), text.replace('@', " if true"));
    let (_, all) = took(&seen);
    for steps in (1..all).step_by(3) {
        let limits = || Limits { steps: Some(steps), ..Limits::default() };
        let (seen, run) = (within(&seen, limits()), within(&run, limits()));
        assert!(seen.0.is_err(), "{steps} of {all} steps");
        assert_eq!(seen.0, run.0, "{steps} steps");
    }
    for depth in 1..8 {
        let limits = || Limits { depth: Some(depth), ..Limits::default() };
        assert_eq!(within(&seen, limits()).0, within(&run, limits()).0, "depth {depth}");
    }
}

#[test]
fn boards_without_cells_or_moves() {
    let text = format!(
        "{BOARDS}print(canonical(Dominoes(\"\")), canonical(Dominoes(grid(0, 3))), canonical(Both(\"#\")), canonical(Stones(\"x\")))"
    );
    assert_eq!(same(&text), ["0 0 0 0"]);
    // What is a board by its kind alone, and what is none.
    let text =
        "game G(b)\n  left G(c) for c in b.replacements(\"x\", \".\")@\nend\nprint(canonical(G(grid(\"xx\"))))\nG(3)";
    assert!(same(text)[0].contains("grid"));
}

#[test]
fn on_integers() {
    let text = r"
k = 2
game Heap(n)
  moves Heap(n - a) for a in [1, 3, 4] if a <= n@
  moves Heap(n // k) if n % 2 == 0 and n > 0@
end
game Pair(m: integer, n)
  left Pair(a, n) for a in 0..m - 1 if not a % 3 == 1@
  right Pair(m, b) for b in [n - 2] if b >= 0 or b == -1 and m > 2@
  left Pair(m - a, n - b) for (a, b) in [(1, 1), (2, 1)] if m >= a and n >= b@
end
game Three(a, b, c)
  moves Three(x, b, c) for x in 0..a - 1@
  moves Three(a, y, (c + y) // 2) for y in 0..b - 1 if y <= c@
  moves Three(a, b, z) for z in 0..c - 1 for _ in 1..z if z != a@
end
game Sub(x)
  value Heap(x) + 1 if x > 12@
  moves Sub(x - a) for a in 1..3 if a <= x@
end
game Round(x, y)
  moves Round((x + a) % 7, (y + b * k) % 5) for (a, b) in [(1, 0), (0, 1), (2, 3)] if x * y % 5 != 3@
end
print([grundy(Heap(n)) for n in 0..40], [canonical(Sub(n)) for n in 0..16])
print([canonical(Pair(m, n)) for m in 0..5 for n in 0..5])
print([grundy(Three(a, b, c)) for a in 0..3 for b in 0..3 for c in 0..3])
print([loopy_value(Round(x, y)) for x in 0..6 for y in 0..4], [remoteness(Round(x, 0)) for x in 0..6])
k = 3
print([outcome(Round(x, 1)) for x in 0..6], moves(Pair(3, 4), Left))
";
    let shown = same(text);
    assert_eq!(shown.len(), 5, "{shown:?}");
    // Of a heap take one, three or four, or half if it is even: of 4 one can go to 3, 1, 0 and 2, with the values 1, 1, 0 and 0.
    assert!(shown[0].starts_with("[0, 1, 0, 1, 2, 3, 2, 0, "), "{}", shown[0]);
}

/// Where a result leaves its word, or a name holds something else, the clause is run as it stands.
#[test]
fn beyond_integers() {
    let text = "game Far(x)\n  moves Far(x * x * x // (x * x) - 1) for a in 1..1 if x > 0@\nend\nprint(grundy(Far(5)), moves(Far(2^40)))";
    same(text);
    let text = "h = 1/2\ngame Half(x)\n  left Half(x - h) if x > 0@\n  right Half(x - a) for a in [2, h] if x >= a@\nend\nprint(canonical(Half(3)), moves(Half(1)))";
    same(text);
    let text = "game Wide(x)\n  moves Wide(y) for y in 0..x - 1 if y % 1000 == 7@\nend\nprint(grundy(Wide(9000)), length(moves(Wide(9000))))";
    same(text);
    let text = "game Own(x)\n  moves Own(x - a) for a in 1..2 if x >= a@\nend\ngame Other(x)\n  moves Own(x + a) for a in [1, 2]@\nend\nprint(canonical(Other(4)))";
    same(text);
    let text = "game Wrong(x: integer)\n  moves Wrong(x // (x - 2)) if x > 0@\nend\nprint(canonical(Wrong(2)))";
    assert!(same(text)[0].contains("divi"), "{:?}", same(text));
}

/// Conditions that a `for` does not change are asked once, before it; what stands before them, and what fails, stays as it is.
#[test]
fn conditions_that_stay_the_same() {
    let text = "game Take(x, y)\n  moves Take(x - a, y) for a in 1..x if y > 1 if a % 2 == 1@\n  moves Take(y - b, x) for a in 1..2 for b in 1..a if y > 2 if a == 2@\n  \
        moves Take(x, y - a) for a in [1, 2] if y >= 2 if x % 2 == 0@\nend\nprint([grundy(Take(x, y)) for x in 0..6 for y in 0..5])";
    assert_eq!(same(text).len(), 1);
    // Passed by in so many rounds that the clause is run as any other.
    let text = "game Long(x)\n  moves Long(y) for y in 0..x - 1 if x < 3@\nend\nprint([grundy(Long(x)) for x in [0, 1, 2, 3, 4000, 5000]])";
    assert_eq!(same(text), ["[0, 1, 2, 0, 0, 0]"]);
    let none = "game None(x)\n  moves None(x - a) for a in 1..0 if x % 0 == 1@\nend\nprint(grundy(None(3)))";
    assert_eq!(same(none), ["0"]);
    for (clause, bound) in [("for a in 0..1 if 6 % a == 0 if x > 3", 2), ("for a in 1..x // 0 if x > 100", 2)] {
        let text = format!("game Fails(x)\n  moves Fails(x - a) {clause}@\nend\nprint(grundy(Fails({bound})))");
        assert!(same(&text)[0].contains("zero"), "{:?}", same(&text));
    }
}

/// Positions that nobody has looked at before are shown, compared and played from as any others.
#[test]
fn positions_made_when_asked_for() {
    let rules = "game Ring(x, y)\n  moves Ring((x + a) % 7, (y + b) % 5) for (a, b) in [(1, 0), (0, 1), (2, 3)] if x * y % 5 != 3@\nend\n\
        game Down(x)\n  left Down(x - a) for a in 1..2 if a <= x@\n  right Down(x - a) for a in [3] if a <= x@\nend\n\
        game Wheel(x)\n  moves Wheel((x + a) % 9) for a in [1, 3]@\nend\ngame Up(n)\n  moves Up(n + 2) if n > 0@\nend\n";
    let text = format!(
        "{rules}print(loopy_value(Ring(0, 0)), moves(Ring(0, 0)), outcome(Ring(1, 3)), winning_moves(Ring(2, 3)))\n\
         print(canonical(Down(9)), options(Down(9)), loopy_value(Ring(6, 4)), remoteness(Ring(3, 2)), Ring(1, 2) == Ring(8 % 7, 2))"
    );
    let shown = same(&text);
    assert!(shown[0].contains("-> (1, 0)"), "{shown:?}");
    let cycle = same(&format!("{rules}print(loopy_value(Wheel(0)))\nbirthday(Wheel(0))"));
    assert!(cycle[0].contains("cycle"), "{cycle:?}");
    let chain = same(&format!("{rules}canonical(Up(1))"));
    assert!(chain[0].contains("Up(1) -> Up(3)"), "{chain:?}");
}

//! Moves that answers tell: where they lead, as parameters, boards and texts, and as they are printed.

use crate::rules::{one, strict};
use crate::support::{Folder, reasons, standing};

const ROW: &str =
    "game Row(s)\n moves Row(s.slice(0, i) + \"t\" + s.slice(i + 1)) for i in 0..length(s)-1 if s[i] == \"h\"\nend\n";
const PICK: &str = "game Pick(n)\n moves Pick(n - k) for k in 1..min(2, n)\nend\n";
const HEAPS: &str = "pile(heaps) = sum(Pick(n) for n in heaps)\n";

/// What a strategy earns, and what is said of it.
fn played(before: &str, line: &str, answer: &str) -> (String, String) {
    let key = format!("{before}question q worth 4\n expect strategy {line}\nend\n");
    let q = strict(&key, &format!("{answer}\n")).remove(0);
    (standing(&q), reasons(&q))
}

fn right(before: &str, line: &str, answers: &[&str]) {
    for answer in answers {
        let (found, said) = played(before, line, answer);
        assert_eq!(found, "right 4.0", "{line}: {answer}: {said}");
    }
}

/// Nothing is earned, since this is no move.
fn no_move(before: &str, line: &str, answers: &[&str]) {
    for answer in answers {
        let (found, said) = played(before, line, answer);
        assert!(found == "wrong 0.0" && said.contains("that is no move there"), "{line}: {answer}: {found}: {said}");
    }
}

#[test]
fn a_position_that_is_over_is_no_move_for_that() {
    no_move(
        ROW,
        "Row(s) for s in [\"h\"]",
        &[
            "answer q(s) = (\"zzz\",)",
            "answer q(s) = \"zzz\"",
            "answer q(s) = \"\"",
            "answer q = {\"h\" => \"tt\"}",
            "game Row(s)\n moves Row(\"t\")\nend\nanswer q(s) = Row(\"zzz\")",
        ],
    );
    no_move(
        "",
        "Cram(b) for b in [grid(\"...\")]",
        &["answer q(b) = grid(\".#.\")", "answer q(b) = \".#.\"", "answer q(b) = Cram(\".#.\")"],
    );
    let away = "answer q(n) = if n % 3 == n then -9 else n - n % 3";
    let (found, said) = played(PICK, "Pick(n) for n in 1..12", away);
    assert!(!found.starts_with("right") && said.contains("you say -9, and that is no move there"), "{found}: {said}");
    right(PICK, "Pick(n) for n in 1..12", &["answer q(n) = n - n % 3"]);
}

#[test]
fn components_that_are_over_may_be_left_out_and_no_others_put_in() {
    let before = format!("{PICK}{HEAPS}");
    let line = "pile(heaps) for heaps in [[1, 3]]";
    let each = "[n - n % 3 for n in heaps]";
    right(
        &before,
        line,
        &[
            &format!("answer q(heaps) = {each}"),
            "answer q(heaps) = [n - n % 3 for n in heaps if n > 2]",
            "game Pick(n)\n moves Pick(n - k) for k in 1..min(2, n)\nend\nanswer q(heaps) = sum(Pick(n - n % 3) for n in heaps)",
        ],
    );
    no_move(
        &before,
        line,
        &[
            "answer q(heaps) = [3, -1]",
            "answer q(heaps) = [-9, -9, 3]",
            "answer q(heaps) = [3, 0, 0]",
            &format!("answer q(heaps) = if 1 in heaps then {each} else [-7 for n in heaps]"),
        ],
    );
    let last = "pile(heaps) for heaps in [[1]]";
    no_move(&before, last, &["answer q(heaps) = [-5]", "answer q(heaps) = -5", "answer q(heaps) = [0, 0]"]);
    right(&before, last, &["answer q(heaps) = [0]", "answer q(heaps) = []"]);
}

#[test]
fn a_move_is_no_other_position_of_its_value() {
    let wrong = |lines: &str, before: &str, answers: &[&str]| {
        for answer in answers {
            let (found, said) = one(lines, before, answer);
            assert!(found.starts_with("wrong 0.0"), "{lines}: {answer}: {found}: {said}");
        }
    };
    wrong("expect winning_moves(Cram(\"..\"))", "", &["[Cram(\".\")]", "[Cram(\"#\")]", "Cram(\"#.\")", "[0]", "{0}"]);
    wrong("expect best_move(Kayles(5))", "", &["Kayles(1) + Kayles(1)", "Kayles(3) + Kayles(3)", "0"]);
    wrong("expect table [best_move(Nim(3)), best_move(Nim(5))]", "", &["[Kayles(0), Kayles(0)]", "[0, 0]"]);
    wrong("expect {Nim(0)}", "", &["{Kayles(0)}", "{0}", "[Kayles(0)]"]);
    assert_eq!(one("expect winning_moves(Cram(\"..\"))", "", "[Cram(\"##\")]").0, "right 4.0");
}

#[test]
fn texts_and_boards_are_told_as_texts() {
    let rows = "Row(s) for s in [\"h\", \"hhh\"]";
    let turned = "i(s) = [i for i in 0..length(s)-1 if s[i] == \"h\"][0]\nturned(s) = s.slice(0, i(s)) + \"t\" + s.slice(i(s) + 1)\n";
    for answer in [
        "turned(s)",
        "(turned(s),)",
        "\"{s} -> {turned(s)}\"",
        "\"{s} → {turned(s)}\"",
        "\"Row(\\\"{s}\\\") -> Row(\\\"{turned(s)}\\\")\"",
    ] {
        right(ROW, rows, &[&format!("{turned}answer q(s) = {answer}")]);
    }
    right("", "TurningTurtles(s) for s in [\"th\", \"ht\"]", &["answer q(s) = \"tt\"", "answer q(s) = \"{s} -> tt\""]);
    let cram = "Cram(b) for b in [grid(\"...\")]";
    right(
        "",
        cram,
        &[
            "answer q(b) = \"##.\"",
            "answer q(b) = grid(\"##.\")",
            "answer q(b) = (\"##.\",)",
            "answer q(b) = \"... -> ##.\"",
            "answer q(b) = Cram(\".##\")",
            "answer q = {grid(\"...\") => \"##.\"}",
            "answer q = {\"...\" => \".##\"}",
        ],
    );
    no_move("", cram, &["answer q(b) = \"... -> .#.\"", "answer q(b) = \"##. -> ##.\"", "answer q(b) = \"#\""]);
    // By what the key wrote.
    right("row(s) = Cram(grid(s))\n", "row(s) for s in [\"...\"]", &["answer q(b) = \"##.\""]);
    // Several parameters, a board among them.
    let marked = "game Marked(b: grid, n)\n moves Marked(c, n + 1) for c in b.replacements(\"..\", \"##\")\nend\n";
    right(marked, "Marked(\"...\", 0) for i in [0]", &["answer q(b, n) = (\"##.\", n + 1)"]);
    no_move(marked, "Marked(\"...\", 0) for i in [0]", &["answer q(b, n) = (\"##.\", n)"]);
    // In a partizan game, with who makes it or without.
    right(
        "",
        "Domineering(b) for b in [grid(\"..\")]",
        &["answer q(b, who) = \"Right: .. -> ##\"", "answer q(b, who) = \".. -> ##\""],
    );
    no_move("", "Domineering(b) for b in [grid(\"..\")]", &["answer q(b, who) = \"Left: .. -> ##\""]);
}

#[test]
fn blanks_in_texts_count() {
    let blank = "game Blank(s)\n moves Blank(t) for t in (if s == \"x \" then [\" x\", \"x\"] else if s == \"x\" then [\"\"] else [])\nend\n";
    let line = "Blank(s) for s in [\"x \"]";
    right(blank, line, &["answer q(s) = \" x\"", "answer q(s) = \"Blank(\\\"x \\\") -> Blank(\\\" x\\\")\""]);
    for answer in ["answer q(s) = \"x\"", "answer q(s) = \"Blank(\\\"x \\\") -> Blank(\\\"x\\\")\""] {
        assert_eq!(played(blank, line, answer).0, "wrong 0.0", "{answer}");
    }
}

#[test]
fn moves_on_boards_have_names() {
    let all = r#"["a1-b1", "b2-c2", "c1-b1", "d2-c2", "a1-a2", "c1-c2", "b2-b1", "d2-d1"]"#;
    let asked = "expect winning_moves(Clobber(\"xoxo|oxox\"), Left)";
    for (lines, answer, expected) in [
        (asked, all, "right 4.0"),
        (asked, &all.replace("d2-d1", "d2-e2"), "wrong 0.0"),
        (asked, &all.replace("\"a1-b1\"", "\"xoxo|oxox -> .xxo|oxox\""), "right 4.0"),
        ("expect winning_moves(Clobber(\"xxo\"), Left)", "\"b1-c1\"", "right 4.0"),
        ("expect winning_moves(Clobber(\"xxo\"), Left)", "[\"b1 - c1\"]", "right 4.0"),
        ("expect winning_moves(Clobber(\"xxo\"), Left)", "[\"xxo -> x.x\"]", "right 4.0"),
        ("expect winning_moves(Clobber(\"xxo\"), Left)", "[\"a1-b1\"]", "wrong 0.0"),
        ("expect best_move(Clobber(\"xxo\"), Left)", "\"b1-c1\"", "right 4.0"),
        ("expect best_move(Clobber(\"xxo\"), Left)", "\"xxo→x.x\"", "right 4.0"),
        ("expect best_move(Clobber(\"xxo\"), Left)", "\"c1-b1\"", "wrong 0.0"),
        // Moves of both players may have one name.
        ("expect winning_moves(Hackenbush(\"gg\"), Right)", "[\"1\"]", "right 4.0"),
        ("expect winning_moves(Hackenbush(\"gg\"), Left)", "[\"1\"]", "right 4.0"),
        ("expect winning_moves(Hackenbush(\"gg\"), Right)", "[\"2\"]", "wrong 0.0"),
    ] {
        let (found, said) = one(lines, "", answer);
        assert!(found.starts_with(expected), "{lines}: {answer}: {found}: {said}");
    }
    // As may moves that change the board alike.
    let both = "game Both(b: grid)\n left Both(c) for c in [grid(\"..\")] if b == grid(\"xx\")\n right Both(c) for c in [grid(\"..\")] if b == grid(\"xx\")\nend\n";
    let key = format!("{both}question q worth 4\n expect winning_moves(Both(grid(\"xx\")), Right)\nend\n");
    let q = strict(&key, "answer q = [\"xx -> ..\"]\n").remove(0);
    assert_eq!(standing(&q), "right 4.0", "{}", reasons(&q));
    let line = "Clobber(b) for b in [\"xxo\", \"xo\"]";
    right(
        "",
        line,
        &[
            "answer q(b, p) = if columns(b) == 2 then (if p == Left then \"a1-b1\" else \"b1-a1\") else if b[0, 2] == \"o\" and p == Left then \"b1-c1\" else move_name(best_move(Clobber(b), p))",
        ],
    );
    no_move("", "Clobber(b) for b in [\"xo\"]", &["answer q(b, p) = \"a1-c1\"", "answer q(b, p) = \"\""]);
}

#[test]
fn moves_of_chomp_are_the_elements_that_are_taken() {
    let right = |lines: &str, answers: &[&str]| {
        for answer in answers {
            let (found, said) = one(lines, "", answer);
            assert_eq!(found, "right 4.0", "{lines}: {answer}: {said}");
        }
    };
    right(
        "expect winning_moves(chomp(chain(3)+chain(2)))",
        &["[(0, 2)]", "{(0, 2)}", "(0, 2)", "[\"(0, 2)\"]", "\"(0,2)\"", "((0, 2),)"],
    );
    right("expect winning_moves(chomp(chain(4)))", &["[1]", "1", "{1}", "\"1\""]);
    right("expect winning_moves(chomp(poset {a < b, a < c, b < d}))", &["[\"d\"]", "\"d\""]);
    right("expect best_move(chomp(chain(3)+chain(2)))", &["(0, 2)", "\"(0, 2)\""]);
    right("expect table [best_move(chomp(chain(n))) for n in 2..4]", &["[1, 1, 1]", "(1, 1, 1)"]);
    right("allow chomp, chain\nexpect winning_moves(chomp(chain(4)))", &["[chomp(chain(1))]"]);
    for (lines, answer) in [
        ("expect winning_moves(chomp(chain(3)+chain(2)))", "[(0, 1)]"),
        ("expect winning_moves(chomp(chain(3)+chain(2)))", "[(0, 2), (1, 1)]"),
        ("expect winning_moves(chomp(chain(3)+chain(2)))", "[0, 2]"),
        ("expect winning_moves(chomp(chain(3)+chain(2)))", "[(7, 7)]"),
        ("expect winning_moves(chomp(chain(4)))", "[0]"),
        ("expect winning_moves(chomp(chain(4)))", "[1, 2]"),
        ("expect winning_moves(chomp(chain(4)))", "[]"),
        ("expect best_move(chomp(chain(3)+chain(2)))", "(0, 1)"),
        ("expect table [best_move(chomp(chain(n))) for n in 2..4]", "[2, 0, 9]"),
        ("allow chomp, chain\nexpect winning_moves(chomp(chain(4)))", "[chomp(chain(2))]"),
    ] {
        let (found, said) = one(lines, "", answer);
        assert!(found.starts_with("wrong 0.0"), "{lines}: {answer}: {found}: {said}");
    }
    let (_, said) = one("expect winning_moves(chomp(chain(4)))", "", "[2]");
    assert!(said.contains("the opponent wins with 1"), "{said}");
}

#[test]
fn chomp_is_played_by_strategies() {
    let line = "chomp(P) for P in [chain(3), chain(4)]";
    right(
        "",
        line,
        &[
            "answer q(P) = 1",
            "answer q(P) = \"1\"",
            "answer q(P) = chain(1)",
            "answer q(P) = best_move(chomp(P))",
            "answer q(P) = after(chomp(P), 1)",
            "answer q = {chain(3) => 1, chain(4) => 1}",
        ],
    );
    no_move("", line, &["answer q(P) = 0", "answer q(P) = 7", "answer q(P) = chain(7)", "answer q(P) = (1, 1)"]);
    let (found, said) = played("", line, "answer q(P) = 2");
    assert!(found == "wrong 0.0" && said.contains("the opponent 1; then you have no move"), "{found}: {said}");
    right("", "chomp(P) for P in [chain(3) + chain(2)]", &["answer q(P) = best_move(chomp(P, poisoned = false))"]);
    let (found, said) = played("", "chomp(P) for P in [chain(3) + chain(2)]", "answer q(P) = (0, 2)");
    assert!(found == "wrong 0.0" && said.contains("(0, 2), and that is no move there"), "{found}: {said}");
    right("", "chomp(P, false) for P in [chain(3)]", &["answer q(P) = 0"]);
    // In a sum an element may be in several components.
    let sum = "both(m, n) = chomp(chain(m)) + chomp(chain(n))\n";
    let boards = "both(m, n) for (m, n) in [(2, 3)]";
    let (found, said) = played(sum, boards, "answer q(boards) = 1");
    assert!(found == "wrong 0.0" && said.contains("several moves are printed so"), "{found}: {said}");
    for first in ["2", "[chain(2), chain(2)]"] {
        right(sum, boards, &[&format!("answer q(b) = if kind(b) == \"list\" then {first} else 1")]);
    }
    let there = "answer q(b) = if kind(b) == \"list\" then \"2 in chomp(chain(3))\" else 1";
    right(sum, "both(m, n) for (m, n) in [(3, 2)]", &[there]);
    // The key's own answer, too.
    let folder = Folder::new();
    folder.put(
        "key.cgt",
        format!("question q worth 4\n expect strategy {line}\nend\nanswer q(P) = best_move(chomp(P))\n"),
    );
    let ran = folder.sprague(&["grade", "key.cgt", "--self-test"]);
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stdout));
}

#[test]
fn answers_that_are_hostile_are_bounded() {
    let long = "answer q(b) = do\n t = \".\"\n for i in 1..20 do t = t + t end\n t\nend";
    for line in ["Cram(b) for b in [grid(\"....\")]", "Row(s) for s in [\"h\"]", "chomp(P) for P in [chain(3)]"] {
        let (found, said) = played(ROW, line, long);
        assert!(found == "wrong 0.0", "{line}: {found}: {said}");
    }
}

#[test]
fn moves_on_boards_have_names_in_sums_and_sides() {
    let sum = "Domineering(\"..|.#|.#\") + Domineering(\"..\")";
    for (expected, answer) in [
        ("winning_moves(Domineering(\"..|.#|.#\"))", "[\"a1-a2\"]"),
        ("winning_moves(Domineering(\"..|.#|.#\"))", "[\"Left: a1-a2\"]"),
        (&*format!("left({sum})"), "[\"a1-a2\", \"Left: a2-a3\"]"),
        ("right(Domineering(\"...\") + Domineering(\".|.\"))", "[\"b1-c1\", \"a1-b1\"]"),
    ] {
        let (found, said) = one(&format!("expect {expected}"), "", answer);
        assert_eq!(found, "right 4.0", "{expected}: {answer}: {said}");
    }
    for (expected, answer, why) in [
        (format!("winning_moves({sum})"), "[\"a1-b1\"]", "Moves of several components are called a1-b1"),
        (format!("right({sum})"), "[\"Right: a1-b1\"]", "Moves of several components are called Right: a1-b1"),
        (format!("winning_moves({sum})"), "[\"Left: a1-b1\"]", "\"Left: a1-b1\" is no position"),
        (format!("winning_moves({sum})"), "[\"a1-a2\"]", "does not win"),
    ] {
        let (found, said) = one(&format!("expect {expected}"), "", answer);
        assert!(found == "wrong 0.0" && said.contains(why), "{expected}: {answer}: {found}: {said}");
    }
}

#[test]
fn moves_from_games_are_written_as_they_are_printed() {
    for (expected, answer) in [
        ("winning_moves(*9 + *4)", "[*9 -> *4]"),
        ("winning_moves(*9 + *4)", "*9 -> *4"),
        ("winning_moves(^ + *)", "[Left: * -> 0, Right: ^ -> *]"),
        ("winning_moves(<1 | 0>)", "[Left: <1|0> -> 1, Right: <1|0> -> 0]"),
    ] {
        let (found, said) = one(&format!("expect {expected}"), "", answer);
        assert_eq!(found, "right 4.0", "{expected}: {answer}: {said}");
    }
}

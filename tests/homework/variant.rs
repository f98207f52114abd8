//! The numbers of students.

use crate::support::Folder;
use sprague::session::homework::variant::number;

#[test]
fn numbers_never_change() {
    assert_eq!(number("seed", " Ada "), number("seed", "ada"));
    let all: std::collections::HashSet<i64> = (0..2000).map(|i| number("seed", &format!("student{i}"))).collect();
    assert_eq!(all.len(), 2000);
    // Every remainder comes, and about as often.
    for k in [2, 3, 5, 7] {
        let count = (0..2000).filter(|i| number("seed", &format!("s{i}")) % k == 0).count() as i64;
        assert!((count - 2000 / k).abs() < 120, "{k}: {count}");
    }
}

/// The sheet of one student.
fn sheet(folder: &Folder) -> String {
    let ran = folder.sprague(&["grade", "key.cgt", "--sheet", "--student", "ada"]);
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    String::from_utf8(ran.stdout).expect("sheets are UTF-8")
}

#[test]
fn a_sheet_shows_games_as_they_are_written() {
    let folder = Folder::new();
    let key = [
        "vary seed by student",
        "question q \"The value of {G}\"",
        " where a = 2 + seed % 1",
        " where G = <a, a - 1 | a + 1, a + 3>",
        " where (H, x) = (<a | <a + 1 | 9>>, 1)",
        " where both = [(G, a), (<a - 2 | 1>, 1/2)]",
        " where named = {a => G}",
        " where s = G + <1 | a - 2>",
        " expect G",
        "end\n",
    ];
    folder.put("key.cgt", key.join("\n"));
    let sheet = sheet(&folder);
    for line in [
        "question q \"The value of <2, 1 | 3, 5>\"",
        "where G = <2, 1 | 3, 5>",
        "where both = [(<2, 1 | 3, 5>, 2), (<0 | 1>, 1/2)]",
        "where named = {2 => <2, 1 | 3, 5>}",
        "where s = <2, 1 | 3, 5> + <1 | 0>",
    ] {
        assert!(sheet.lines().any(|found| found.trim() == line), "{line}\n{sheet}");
    }
    assert!(!sheet.contains("5/2"), "{sheet}");
    folder.put("sheet.cgt", &sheet).put("ada.cgt", "answer q = 5/2\n");
    let ran = folder.sprague(&["check", "--key", "sheet.cgt", "ada.cgt"]);
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stdout));
    assert_eq!(folder.grade(&["ada.cgt"])["submissions"][0]["score"], 1.0);
}

#[test]
fn texts_show_strings_without_quotes_and_keep_their_escapes() {
    let folder = Folder::new();
    let key = [
        "vary seed by student",
        "question q1 \"Who wins {s}? \\\"{a}\\\", not \\{a\\} or {1/4 | 1}: {odd}\" worth 2",
        " where a = 3 + seed % 1",
        " where s = if a == 3 then \"xo.\" else \"ox.\"",
        " where odd = \"\\\"\\{a}\\\\\"",
        " where board = grid(\"x.|.o\")",
        " expect a",
        " expect a + 1  worth 1  \"{a} plus one\"",
        " hint \"look at {a}, and not at \\{a\\}\"",
        "end",
        "question q2 \"\"",
        " where a = 9",
        " part a \"{a} on {board} \\\"x\\\"\"; expect \"{a}\"; end",
        " part b",
        "  manual \"why {a}?\" worth 3",
        " end",
        "end\n",
    ];
    folder.put("key.cgt", key.join("\n"));
    let sheet = sheet(&folder);
    for part in [
        "question q1 \"Who wins xo.? \\\"3\\\", not \\{a\\} or {1/4 | 1}: \\\"{a}\\\\\" worth 2\n",
        "part a \"9 on x.|.o \\\"x\\\"\"",
        "manual \"A person reads the answer.\" worth 3\n",
    ] {
        assert!(sheet.contains(part), "{part}\n{sheet}");
    }
    folder.put("sheet.cgt", &sheet).put("ada.cgt", format!("{sheet}answer q1 = 4\nanswer q2a = \"9\"\n"));
    let ran = folder.sprague(&["check", "--key", "sheet.cgt", "ada.cgt"]);
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stdout));
    let report = folder.grade(&["ada.cgt"]);
    let questions = &report["submissions"][0]["questions"];
    assert_eq!(questions[0]["text"], "Who wins xo.? \"3\", not {a} or {1/4 | 1}: \"{a}\\");
    assert_eq!(questions[0]["hints"][0], "look at 3, and not at {a}");
    assert!(questions[0]["reasons"].to_string().contains("3 plus one"), "{report}");
    assert_eq!(questions[1]["text"], " — 9 on x.|.o \"x\"");
    assert_eq!(crate::support::standing(&questions[1]), "right 1.0");
    assert_eq!(questions[2]["manual"], "why 9?");
}

#[test]
fn a_sheet_shows_loopy_games_as_they_are_written() {
    let folder = Folder::new();
    let key = [
        "vary seed by student",
        "question q \"The value of {G}\"",
        " where a = 0 + seed % 1",
        " where G = <a, * | pass>",
        " where all = [G, loop b <0 || 0 | b>]",
        " expect G",
        "end\n",
    ];
    folder.put("key.cgt", key.join("\n"));
    let sheet = sheet(&folder);
    for line in ["question q \"The value of <0, *|pass>\"", "where all = [<0, *|pass>, loop a <0|<0|a>>]"] {
        assert!(sheet.lines().any(|found| found.trim() == line), "{line}\n{sheet}");
    }
    assert!(!sheet.contains("over"), "{sheet}");
}

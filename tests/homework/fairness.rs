//! Answers that are right count, however they are written, and nothing false is said of those that are not.

use crate::rules::{one, strict};
use crate::support::{Folder, reasons, standing};

/// The points of an answer and what is said of it.
fn told(lines: &str, answer: &str) -> String {
    let (found, said) = one(lines, "", answer);
    format!("{found} {said}")
}

fn right(lines: &str, answers: &[&str]) {
    for answer in answers {
        let told = told(lines, answer);
        assert!(told.starts_with("right 4.0"), "{lines}: {answer}: {told}");
    }
}

fn wrong(lines: &str, answers: &[&str]) {
    for answer in answers {
        let told = told(lines, answer);
        assert!(told.starts_with("wrong 0.0"), "{lines}: {answer}: {told}");
    }
}

const VARIES: &str = "vary seed by student\nquestion q \"{a}\" worth 4\n where a = 5 + seed % 100000\n expect a\nend\n";

/// The number that a sheet asks for.
fn asked(sheet: &str) -> &str {
    sheet.lines().find_map(|line| line.trim().strip_prefix("where a = ")).expect("it is bound")
}

#[test]
fn a_sheet_and_its_file_have_the_same_numbers() {
    let folder = Folder::new();
    let names = ["Ada Lovelace", "O'Brien, Bob", "eve", "Zoë  K.", "a/b"];
    folder.put("key.cgt", VARIES).put("class.txt", names.join("\n"));
    assert!(
        folder.sprague(&["grade", "key.cgt", "--sheet", "--students", "class.txt", "--output", "sh"]).status.success()
    );
    for entry in std::fs::read_dir(folder.path("sh")).expect("it is there") {
        let name = entry.expect("a file").file_name().into_string().expect("UTF-8");
        let sheet = folder.read(&format!("sh/{name}"));
        let answer = format!("answer q = {}\n", asked(&sheet));
        folder.put(&format!("in/{name}"), &answer).put(&format!("in/deep/er/{name}"), &answer);
    }
    // Whoever keeps the name as it was listed has the same numbers.
    folder.put("in/Ada Lovelace.cgt", folder.read("in/Ada_Lovelace.cgt"));
    folder.put("in/zoë  k..cgt", folder.read("in/Zoë__K..cgt"));
    let report = folder.grade(&["in"]);
    let all = report["submissions"].as_array().expect("a list");
    assert_eq!(all.len(), 12);
    for one in all {
        assert_eq!(one["score"], 4.0, "{one}");
    }
    let ran = folder.sprague(&["grade", "key.cgt", "--sheet", "--student", "Ada Lovelace"]);
    assert_eq!(asked(&String::from_utf8_lossy(&ran.stdout)), asked(&folder.read("sh/Ada_Lovelace.cgt")));
}

#[test]
fn a_report_is_there_after_the_first_answers() {
    let folder = Folder::new();
    folder.put("key.cgt", "question q\n expect 1\nend\n");
    folder.put("in/a.cgt", "answer q = 1\n").put("in/b.cgt", "x = 0\nwhile true do x = x + 1 end\nanswer q = 1\n");
    let arguments = "grade key.cgt in --jobs 1 --steps 100_000_000_000 --time 8 --format csv --output out.csv";
    let mut ran = crate::support::command(folder.root())
        .args(arguments.split(' '))
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("the command runs");
    let mut seen = false;
    while ran.try_wait().expect("it can be asked").is_none() {
        seen |= folder.path("out.csv").exists();
        std::thread::sleep(std::time::Duration::from_millis(20));
        if seen {
            ran.kill().expect("it can be ended");
        }
    }
    assert!(seen, "written at the end only");
    assert!(folder.read("out.csv").lines().count() >= 3);
}

#[test]
fn names_of_switches_are_written_out() {
    right("expect canonical Clobber(\"xo.|.xo\")", &["+-(*, ^)", "±(*, ^)"]);
    right("expect +-(2, <3|1>)", &["+-(2, <3|1>)"]);
    right("expect <<3|1> | <-1|-3>>", &["+-<3|1>", "+-<3 | 1>"]);
    right("expect <3 | 1>", &["2 +- 1", "2 ± 1", "<3 | 1>"]);
    right("expect <9/4 | 1/4>", &["5/4 +- 1"]);
    right("expect [<9/4 | 1/4>, <<3|1> | <-1|-3>>]", &["[5/4 +- 1, +-<3|1>]"]);
    right("expect {+-<3|1>, 2 +- 1}", &["{+-<3|1>, 2 +- 1}"]);
    right("expect table {1 => +-<3|1>, 2 => 2 +- 1}", &["{1 => +-<3|1>, 2 => 2 +- 1}"]);
    // What stands in it is written out, and simplified.
    wrong("expect <<0, *|1> | <-1|0, *>>", &["+-<0, *|1>", "+-(<0, *|1>)", "0 +- <0, *|1>", "+-<0, *|1> + 0"]);
    wrong("expect <4 | 2>", &["2 + +-1 + 1", "2 +- 1 + 1", "3 + 0 +- 1"]);
    wrong("expect <4 | -4>", &["+-3 +- 1", "+-(3 + 1)", "+-canonical(4)"]);
    let (found, said) = one("expect <<0, *|1> | <-1|0, *>>", "g = <0, *|1>", "0 +- g");
    assert_eq!(found, "wrong 0.0", "{said}");
    assert_eq!(one("expect <0 | 1/4>", "g = <0 | 1/4>", "g + 0").0, "wrong 0.0");
    assert_eq!(one("expect -<0 | 1/4>", "g = <0 | 1/4>", "-g").0, "wrong 0.0");
    assert!(told("expect 1/2", "1 - 1/2").contains("a number is taken from another"));
    assert!(told("expect 3/2", "1 + 1/2").contains("two numbers are added"));
}

#[test]
fn xor_is_a_name_in_rules() {
    right("allow xor\nexpect 6", &["3 xor 5", "6"]);
    right("allow nim_sum, xor\nexpect 6", &["3 xor 5", "nim_sum(3, 5)"]);
    wrong("allow nim_sum\nexpect 6", &["3 xor 5"]);
    wrong("forbid xor, nim_sum\nexpect 6", &["3 xor 5", "nim_sum(3, 5)"]);
    wrong("forbid nim_sum, xor\nexpect 6", &["3 xor 5"]);
    right("forbid xor\nexpect 6", &["6", "2 * 3"]);
    let folder = Folder::new();
    folder.put("key.cgt", "question q\n forbid everything\n expect 1\nend\n");
    let ran = folder.sprague(&["grade", "key.cgt", "--self-test"]);
    let said = String::from_utf8_lossy(&ran.stderr).into_owned();
    assert!(ran.status.code() == Some(1) && said.contains("key.cgt:2:2") && said.contains("`literal`"), "{said}");
}

#[test]
fn errors_stand_where_they_are() {
    let folder = Folder::new();
    for key in ["# nothing\n", "check 1 == 1\n", ""] {
        folder.put("key.cgt", key);
        let ran = folder.sprague(&["grade", "key.cgt", "--self-test"]);
        let said = String::from_utf8_lossy(&ran.stderr).into_owned();
        assert!(said.contains("no questions") && !said.contains("stdlib"), "{said}");
    }
    folder.put("key.cgt", "question q5\n part a\n expect 1/2\n end\nend\n").put("ada.cgt", "answer q5.a = 1/2\n");
    let report = folder.grade(&["ada.cgt"]).to_string();
    assert!(report.contains("no question `q5.a`. Did you mean `q5a`?"), "{report}");
}

#[test]
fn a_move_of_another_kind_costs_its_positions_alone() {
    let key = "game Pick(n)\n moves Pick(n - k) for k in 1..min(2, n)\nend\nquestion q worth 4\n expect strategy Pick(n) for n in 1..12\nend\n";
    let q = strict(key, "answer q(n) = [n - n % 3]\n").remove(0);
    assert_eq!(standing(&q), "wrong 0.0", "{q}");
    assert!(reasons(&q).contains("you say [0], and that is no move there"), "{q}");
    let q = strict(key, "answer q(n) = if n > 6 then [n] else n - n % 3\n").remove(0);
    assert_eq!(standing(&q), "partial 2.0", "{q}");
}

#[test]
fn an_option_twice_is_not_the_question() {
    let told = told("expect canonical <1||0|-2>", "<1 || 0, 0 | -2>");
    assert!(told.starts_with("partial 2.0") && !told.contains("question itself"), "{told}");
    let told = one("about <0, *|1>\nexpect canonical 1/2", "", "<0, *, *|1>").1;
    assert!(!told.contains("question itself"), "{told}");
}

#[test]
fn what_is_too_much_in_a_map_costs_and_is_said() {
    let lines = "expect table {1 => 5, 2 => 6}\npenalty 1";
    right(lines, &["{1 => 5, 2 => 6}", "{2 => 6, 1 => 5}"]);
    let found = told(lines, "{1 => 5, 2 => 6, 3 => 7}");
    assert!(found.starts_with("partial 2.0") && found.contains("3 does not belong there"), "{found}");
    let found = told(lines, "{1 => 5, 2 => 6, 3 => 7, 4 => 8, 5 => 9, 6 => 1}");
    assert!(found.starts_with("wrong 0.0") && found.contains("3, 4, 5 and 6 do not belong there"), "{found}");
    let found = told("expect table {1 => {1 => 5, 2 => 6}}\npenalty 1/2", "{1 => {1 => 5, 2 => 6, 3 => 7}}");
    assert!(found.starts_with("partial 3.0"), "{found}");
    let found = told("expect {1 => \"a\", 2 => \"b\"}", "{1 => \"a\", 2 => \"b\", 3 => \"c\"}");
    assert!(found.starts_with("wrong 0.0") && found.contains("3 does not belong there"), "{found}");
}

#[test]
fn a_penalty_where_no_entry_counts_is_told() {
    let folder = Folder::new();
    let parts = "part a\n expect {1, 2}\n end\n part b\n expect table [1, 2]\n end";
    for lines in ["expect {1, 2, 3}", "expect {1 => 2}", "expect table [1, [2, 3]]", "accept x -> x > 1", parts] {
        folder.put("key.cgt", format!("question q\n penalty 1/2\n {lines}\nend\n"));
        let ran = folder.sprague(&["grade", "key.cgt", "--self-test"]);
        let said = String::from_utf8_lossy(&ran.stderr).into_owned();
        assert!(ran.status.code() == Some(1) && said.contains("a penalty could be for"), "{lines}: {said}");
    }
    right("expect table [1, {2 => 3}]\npenalty 1/2", &["[1, {2 => 3}]"]);
    folder.put(
        "key.cgt",
        "question q\n penalty 1/2\n part a\n expect 1\n end\n part b\n expect table {1, 2}\n end\nend\n",
    );
    assert!(folder.sprague(&["grade", "key.cgt", "--self-test"]).status.success());
}

#[test]
fn a_tolerance_holds_wherever_numbers_are_compared() {
    right("expect table [1, 2]\ntolerance 1/8", &["[7/8, 2]", "[9/8, 17/8]"]);
    right("expect table {1 => 1, 2 => [2, 3]}\ntolerance 1/8", &["{1 => 7/8, 2 => [2, 25/8]}"]);
    right("expect {1, 2}\ntolerance 1/8", &["{7/8, 17/8}", "[2, 1]"]);
    right("expect table {1, 2}\ntolerance 1/8", &["{7/8, 17/8}"]);
    right("expect unordered [1, 1, 2]\ntolerance 1/8", &["[2, 7/8, 9/8]"]);
    // Each number stands for one: the way round that leaves none over is found.
    right("expect {0, 1}\ntolerance 1", &["{1, 2}", "{-1, 0}", "{1/2, 0}"]);
    right("expect mean <3 | 1>\ntolerance 1/8", &["17/8", "2"]);
    wrong("expect mean <3 | 1>\ntolerance 1/8", &["9/4"]);
    wrong("expect {1, 2}\ntolerance 1/8", &["{7/8, 9/8}", "{1, 2, 17/8}", "{1}", "{1, 3}"]);
    let found = told("expect table [1, 2]\ntolerance 1/8", "[7/8, 3]");
    assert!(found.starts_with("partial 2.0") && found.contains("[1]"), "{found}");
    let found = told("expect {1, 2}\ntolerance 1/8", "{7/8, 3}");
    assert!(found.contains("3 does not belong there") && !found.contains("7/8"), "{found}");
    let folder = Folder::new();
    for lines in ["expect outcome N", "expect canonical 1/2", "expect {*, ^}", "accept x -> x > 1"] {
        folder.put("key.cgt", format!("question q\n {lines}\n tolerance 1/8\nend\n"));
        let ran = folder.sprague(&["grade", "key.cgt", "--self-test"]);
        let said = String::from_utf8_lossy(&ran.stderr).into_owned();
        assert!(ran.status.code() == Some(1) && said.contains("a tolerance could be for"), "{lines}: {said}");
    }
}

#[test]
fn brackets_are_alike_at_every_depth() {
    right("expect {(1, 2), (3, 4)}", &["{[1, 2], [3, 4]}", "{1..2, 3..4}", "[(3, 4), [1, 2]]"]);
    right("expect {[1, 2], [3, 4]}", &["{(1, 2), (3, 4)}"]);
    right("expect unordered [(1, 2), (3, 4)]", &["[[3, 4], [1, 2]]"]);
    right("expect {(1, 2) => 3}", &["{[1, 2] => 3}"]);
    right("expect table {[1, 2] => 3, [2, 3] => (4, 5)}", &["{(1, 2) => 3, (2, 3) => [4, 5]}"]);
    right("expect table {(1, 2), (3, 4)}", &["{[1, 2], [3, 4]}"]);
    wrong("expect {(1, 2), (3, 4)}", &["{[1, 2], [4, 3]}", "{[1, 2]}"]);
    let found = told("expect {(1, 2), (3, 4)}", "{[1, 2], [3, 5]}");
    assert!(found.contains("[3, 5] does not belong there") && found.contains("One element is missing"), "{found}");
}

#[test]
fn moves_count_as_they_are_printed() {
    right("expect winning_moves(Nim(7, 9, 3))", &["9 → 4", "{9 ↦ 4}", "9 -> 4", "[\"9 → 4\"]"]);
    right(
        "expect winning_moves(Kayles(6))",
        &[
            "[6 -> 4, 1, 6 -> 2, 2]",
            "[6 -> 2, 2, 6 -> 4, 1]",
            "[\"6 -> 4, 1\", \"6 -> 2, 2\"]",
            "{\"6 -> 1, 4\", \"6 -> 2, 2\"}",
            "[6 -> 1, 4, 6 -> 2, 2]",
        ],
    );
    for answer in ["[6 -> 4, 1]", "[6 -> 4, 2, 6 -> 2, 2]", "[6 -> 4, 1, 6 -> 2, 2, 3]"] {
        assert!(!told("expect winning_moves(Kayles(6))", answer).starts_with("right"), "{answer}");
    }
}

#[test]
fn a_set_has_forgotten_how_often() {
    wrong("expect unordered [1, 1, 2]", &["{1, 2}", "[1, 2]", "[1, 2, 2]"]);
    right("expect unordered [1, 1, 2]", &["[2, 1, 1]", "(1, 2, 1)"]);
    right("expect unordered [1, 2]", &["{1, 2}"]);
    right("expect {1, 2}", &["[1, 2, 2]"]);
    assert!(told("expect unordered [1, 1, 2]", "{1, 2}").contains("write a list"));
}

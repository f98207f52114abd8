//! What keys can ask, and what is said of answers.

use crate::support::{Folder, marks, marks_with, reasons, standing, standings};

fn one(expect: &str, answer: &str) -> String {
    standings(&format!("question q \"?\" worth 4\n{expect}\nend\n"), &format!("answer q = {answer}\n")).remove(0)
}

fn right(expect: &str, answers: &[&str]) {
    for answer in answers {
        assert_eq!(one(expect, answer), "right 4.0", "{expect}: {answer}");
    }
}

fn wrong(expect: &str, answers: &[&str]) {
    for answer in answers {
        assert_eq!(one(expect, answer), "wrong 0.0", "{expect}: {answer}");
    }
}

#[test]
fn values_are_compared_as_games() {
    right("expect 1/2", &["1/2", "<0 | 1>", "<1/4 | 1>", "{0 | 1}", "2/4", "<0|1> + 0", "Hackenbush(\"br\")"]);
    wrong("expect 1/2", &["1/4", "*", "\"1/2\"", "[1/2]", "1/2 + *", "Nim", "x -> x"]);
    right("expect <0 || 0 | -2>", &["tiny(2)", "<0 | <0 | -2>>"]);
    right("expect ^ + *", &["^*", "<0, * | 0>"]);
    right("expect true", &["1 == 1"]);
    right("expect \"abc\"", &["\"ab\" + \"c\""]);
    wrong("expect 0", &["\"0\"", "{}", "false"]);
    // A fraction that is no game's value is a number all the same.
    right("expect 1/3", &["1/3", "2/6"]);
    wrong("expect 1/3", &["1/2", "*"]);
}

#[test]
fn forms_and_canonical_forms() {
    right("expect canonical <0, * | 1/2>", &["1/4", "<0 | 1/2>"]);
    right("expect canonical <1, * | -1>", &["<1 | -1>", "+-1", "<<0 |> | <| 0>>"]);
    right("expect identical <1, 0 | 2>", &["<0, 1 | 2>", "<0, <0|> | 2>"]);
    for answer in ["<0, * | 1/2>", "<0, 0 | 1/2>", "<-1 | 1/2> + <0 | 1/2>"] {
        let expected = if answer.contains('+') { "right 4.0" } else { "partial 2.0" };
        assert_eq!(one("expect canonical <0, * | 1/2>", answer), expected, "{answer}");
    }
    assert_eq!(one("expect identical <0, 1 | 2>", "<1 | 2>"), "wrong 0.0");
}

#[test]
fn outcomes_means_and_nim_values() {
    right("expect outcome N", &["N", "First", "\"N\"", "*", "Nim(3)", "+-1"]);
    wrong("expect outcome N", &["P", "0", "\"P\"", "1"]);
    right("expect outcome(Kayles(3) + Kayles(3))", &["P", "Second"]);
    wrong("expect outcome(Kayles(3) + Kayles(3))", &["N", "0"]);
    right("expect winner(<1 | 1/2>)", &["Left", "L"]);
    right("expect nim_value 2", &["2", "*2", "Kayles(7)", "<0, * | 0, *>"]);
    wrong("expect nim_value 2", &["1", "^", "-2", "1/2"]);
    right("expect mean <2 | 0>", &["1", "<3 | -1>", "1 + *"]);
    right("expect near 1/2", &["1/2 + ^", "1/2 + *"]);
    right("expect swapped <2 | 1>", &["<-1 | -2>"]);
}

#[test]
fn collections_in_order_and_in_none() {
    right("expect [1, 2, 3]", &["[1, 2, 3]", "(1, 2, 3)", "1..3", "[n for n in 1..3]"]);
    wrong("expect [1, 2, 3]", &["[3, 2, 1]", "[1, 2]", "{1, 2, 3}", "6"]);
    right("expect {1, 2}", &["{2, 1}", "[2, 1, 1]", "1..2"]);
    wrong("expect {1, 2}", &["{1}", "{1, 2, 3}", "1"]);
    right("expect unordered [1, 1, 2]", &["[2, 1, 1]"]);
    wrong("expect unordered [1, 1, 2]", &["[2, 2, 1]", "[1, 2]"]);
    right("expect {*, 1/2}", &["{<0 | 1>, <0 | 0>}"]);
    right("expect {1 => 0, 2 => *}", &["{2 => <0|0>, 1 => 0}"]);
    right(
        "expect winning_moves(Nim(1) + Nim(3))",
        &["{Nim(1) + Nim(1)}", "[Nim(1) + Nim(1)]", "winning_moves(Nim(3) + Nim(1))"],
    );
    assert_eq!(one("expect table [[1, 2], [3, 4]]", "[[1, 2], [3, 5]]"), "partial 3.0");
    assert_eq!(one("expect table [[1, 2], [3, 4]]", "[[1], [3, 4]]"), "partial 3.0");
    assert_eq!(one("expect table [1, 2, 3]", "7"), "wrong 0.0");
}

/// Positions from which play may go on for ever: what their moves lead to.
#[test]
fn draws_are_explained() {
    let game = "game B(n)\n moves B(n - k^2) for k in 1..isqrt(n)\n moves B(n + 1) if n > 0 and n % 2 == 0\nend\n";
    for (n, answer, says) in [
        (2, "N", "But no move from B(2) leads to a position in which whoever begins loses."),
        (2, "P", "But after 2 -> 3 the opponent cannot win either."),
        (4, "D", "But from B(4) the first player wins with 4 -> 0."),
        (4, "P", "But from B(4) the first player wins with 4 -> 0."),
        (5, "D", "But after each move from B(5) the opponent wins."),
        (5, "LD", ""),
    ] {
        let q = marks(&format!("{game}question q\n expect outcome(B({n}))\nend\n"), &format!("answer q = {answer}"))
            .remove(0);
        assert!(standing(&q) == "wrong 0.0" && reasons(&q).contains(says), "{n} {answer}: {q}");
    }
}

#[test]
fn numbers_within_a_tolerance() {
    right("expect 1/2\ntolerance 1/8", &["1/2", "5/8", "3/8", "<0 | 1>"]);
    wrong("expect 1/2\ntolerance 1/8", &["3/4", "1/4", "*"]);
    right("expect [1, 2]\ntolerance 1/2", &["[3/2, 2]"]);
}

#[test]
fn predicates() {
    // The model answer tells of which kind an answer is.
    let even = "accept n -> n > 3 and n % 2 == 0\nend\nanswer q = 4\nquestion r\nexpect 1";
    right(even, &["4", "100"]);
    wrong(even, &["5", "\"x\"", "[4]", "{}", "nothing", "*"]);
    let five = "accept (a, b) -> a + b == 5\nend\nanswer q = (2, 3)\nquestion r\nexpect 1";
    right(five, &["(2, 3)", "(0, 5)"]);
    wrong(five, &["(2, 2)", "5", "(1, 2, 2)"]);
    right("accept is_number", &["<0 | 1>", "3"]);
}

/// Students write lists for tuples, and leave answers open.
#[test]
fn slips_that_cost_nothing_else() {
    right("accept (a, b) -> a + b == 5", &["[2, 3]"]);
    right("accept x -> x in [(7, 5, 2)]", &["[7, 5, 2]", "(7, 5, 2)"]);
    right("accept x -> x in [[7, 5, 2]]", &["[7, 5, 2]", "(7, 5, 2)"]);
    let key = "question q1\n expect 1\nend\nquestion q2\n expect 2\nend\nquestion q3\n expect 3\nend\n";
    for open in
        ["answer q1 =\n", "answer q1 = \n\n# later\n", "answer q1 = 1 +\n", "answer q1 = (\n", "answer q1\n", "q1 =\n"]
    {
        let found = standings(key, &format!("{open}answer q2 = 2\ngame G(n)\n moves 0 if n > 0\nend\nanswer q3 = 3\n"));
        assert_eq!(found[1..], ["right 1.0", "right 1.0"], "{open}");
        assert!(!found[0].starts_with("right"), "{open}");
    }
    assert_eq!(standings(key, "x =\ngame G(n)\n moves 0 if n > 0\nend\nanswer q1 = birthday(G(1))\n")[0], "right 1.0");
}

/// Nothing behind the `=` is no answer, and takes nothing of what stands below; a value there counts.
#[test]
fn an_answer_without_a_value_takes_no_line() {
    let key = "question q1\n expect 1\nend\nquestion q2\n expect 2\nend\n";
    let graded = |answers: &str| {
        let folder = Folder::new();
        folder.free_key(key).put("ada.cgt", answers);
        let report = folder.grade(&["ada.cgt"])["submissions"][0].clone();
        assert_eq!(report["remarks"].as_array().map(Vec::len), Some(0), "{answers}: {}", report["remarks"]);
        let standings: Vec<String> = report["questions"].as_array().unwrap().iter().map(standing).collect();
        // Looking a file over says what is open, and that nothing is to be mended.
        let ran = folder.sprague(&["check", "ada.cgt"]);
        let said = String::from_utf8_lossy(&ran.stderr).into_owned();
        assert!(ran.status.success(), "{answers}: {said}");
        let looked = folder.sprague(&["check", "--key", "key.cgt", "ada.cgt"]);
        assert!(looked.status.success(), "{answers}: {}", String::from_utf8_lossy(&looked.stdout));
        (standings, said.matches("`q1` has no answer").count())
    };
    for open in [
        "answer q1 =\nf(n) = n + 1\nanswer q2 = f(1)\n",
        "answer q1 =\nanswer q2 = 2\n",
        "answer q1 =   # later\n\n# to do\n  answer q2 = 2\n",
        "answer q1 = ; answer q2 = 2\n",
        "answer q1 =\nx = 2\nanswer q2 = x\n",
        "answer q1 =\r\n(x, y) = (2, 3)\r\nanswer q2 = x\r\n",
        "answer q1 =\nf(x, y = \")\") = x\nanswer q2 = f(2)\n",
        "answer q1 =\n## Twice.\nmemo f(n) = 2*n\nanswer q2 = f(1)\n",
        "x = [0]\nanswer q1 =\nx[0] = 2\nanswer q2 = x[0]\n",
        "answer q1 =\ngame G(n)\n  moves G(n - 1) if n > 0\nend\nanswer q2 = 2\n",
        "answer q1 =\nheap K = octal 0.77\nanswer q2 = grundy(K(2))\n",
        "x = 0\nanswer q1 =\nfor i in 1..2 do x = i end\nanswer q2 = x\n",
        "answer q1 =\ncheck 1 < 2\nanswer q2 = 2\n",
        "answer q1(n) =\nanswer q2 = 2\n",
        "answer q2 = 2\nanswer q1 =   # later",
        "answer q2 = 2\nanswer q1 =\n\n",
    ] {
        let (standings, told) = graded(open);
        assert_eq!(standings, ["blank 0.0", "right 1.0"], "{open}");
        assert_eq!(told, 1, "{open}");
    }
    for below in [
        "  1",
        "1",
        "\n  # here\n\n    1",
        "  do\n    x = 1\n    x\n  end",
        "if 1 < 2 then 1 else 2",
        "(1)",
        "<0 | 2>",
        "mex(\n  0)",
        "length(\"=\")",
    ] {
        let (standings, told) = graded(&format!("answer q1 =\n{below}\nanswer q2 = 2\n"));
        assert_eq!((&*standings[0], &*standings[1], told), ("right 1.0", "right 1.0", 0), "{below}");
    }
    // What was answered before stands.
    assert_eq!(graded("answer q1 = 1\nanswer q1 =\nanswer q2 = 2\n").0, ["right 1.0", "right 1.0"]);
}

#[test]
fn lines_are_tried_in_their_order() {
    let key = "question q worth 4\nexpect canonical <0 | 1>\nexpect <0 | 1> worth 2 \"Now simplify.\"\nexpect outcome L worth 1 \"How much?\"\nend\n";
    for (answer, found) in
        [("1/2", "right 4.0"), ("<0, * | 1>", "partial 2.0"), ("3", "partial 1.0"), ("-1", "wrong 0.0")]
    {
        assert_eq!(standings(key, &format!("answer q = {answer}")), [found], "{answer}");
    }
    assert!(reasons(&marks(key, "answer q = <0, * | 1>")[0]).starts_with("Now simplify."));
}

/// The diagnoses that come without asking.
#[test]
fn what_a_wrong_value_has_in_common_with_the_right_one() {
    let said = |expect: &str, answer: &str| {
        let q = marks(&format!("question q worth 4\n{expect}\nend"), &format!("answer q = {answer}")).remove(0);
        (standing(&q), reasons(&q))
    };
    for (expect, answer, marks, says) in [
        ("expect canonical <0, * | 1>", "<0, * | 1>", "partial 2.0", "not its canonical form"),
        ("expect canonical <0, * | 1>", "<0, * | 1>", "partial 2.0", "Left's option * is reversible through 0."),
        ("expect <2 | 1>", "<-1 | -2>", "partial 1.0", "are Left and Right swapped?"),
        ("expect <2 | 1>", "<2 | 1> + *", "wrong 0.0", "Off by a star"),
        ("expect <2 | 1>", "<2 | 1> + ^", "wrong 0.0", "Off by an infinitesimal"),
        ("expect <2 | 0>", "<3 | -1>", "wrong 0.0", "The mean is right"),
        ("expect <2 | 1>", "<5 | 1>", "wrong 0.0", "Left wins, whoever begins"),
        ("expect <1/4 | 1>", "5/8", "wrong 0.0", "5/8 is the average of 1/4 and 1"),
        ("expect <1/4 | 1>", "2", "wrong 0.0", "does not respect Right's option"),
        (
            "expect <1/4 | 1>",
            "3/4",
            "wrong 0.0",
            "not the simplest such number: look for an integer, or a smaller denominator",
        ),
        (
            "expect <1/4 | 1/2>",
            "1/3",
            "wrong 0.0",
            "not the simplest such number: the denominator of a game's value is a power of two",
        ),
        ("expect <1 | 5>", "4", "wrong 0.0", "not the simplest such number: look for an integer nearer to 0"),
        ("expect grundy(Kayles(7))", "1", "wrong 0.0", "1 is the nim-value of an option of Kayles(7)"),
        ("expect grundy(Kayles(7))", "9", "wrong 0.0", "9 is too great"),
        ("expect grundy(Kayles(7))", "-2", "wrong 0.0", "Only the sign is wrong."),
        ("expect mex({0, 1, 4})", "4", "wrong 0.0", "4 is among the numbers"),
        ("expect mex({0, 1, 4})", "3", "wrong 0.0", "so is a smaller number"),
        ("expect nim_sum(3, 5)", "4", "wrong 0.0", "In the binary column of 2, one number has a one: 3."),
        ("expect remoteness(Nim(3))", "2", "wrong 0.0", "But the next player wins"),
        ("expect outcome(<1 | 0>)", "P", "wrong 0.0", "But Left begins and wins <1|0> with <1|0> -> 1."),
        (
            "expect [1, 2]",
            "{1, 2}",
            "wrong 0.0",
            "The question asks for a list, in which the order counts; your answer is a set.",
        ),
        ("expect table {1 => 0, 2 => *}", "{1 => 0}", "partial 2.0", "The first one that is missing stands at [2]."),
        ("expect length([4, 5])", "*", "wrong 0.0", "The question asks for a number, and * is none."),
        ("expect 7", "6", "wrong 0.0", "6 is too small."),
        ("expect D", "Second", "wrong 0.0", "Second means that whoever begins loses."),
        (
            "expect winner(<1 | 2>)",
            "Right",
            "wrong 0.0",
            "Right means that Right wins, whoever begins. But Left begins and wins <1 | 2>",
        ),
        ("expect 1/2", "{1}", "wrong 0.0", "The question asks for a game or a number; your answer is a set."),
    ] {
        let (found, reason) = said(expect, answer);
        assert_eq!(found, marks, "{expect}: {answer}: {reason}");
        assert!(reason.contains(says), "{expect}: {answer}: {reason}");
    }
}

/// Without `--reveal` a report on a wrong answer never says what is right.
#[test]
fn the_right_answer_is_told_only_when_asked_for() {
    let cases = [
        ("expect 13/32", "7", "13/32"),
        ("expect ^ + 13/8", "<1 | 0>", "13/8"),
        ("expect grundy(Kayles(20) + Kayles(31))", "9", " 3"),
        ("expect {17, 23}", "{1}", "23"),
        ("expect [17, 23]", "[17, 22]", "23"),
        ("expect table [17, 23]", "[1, 1]", "23"),
        ("expect nim_sum(37, 41)", "1", "12"),
    ];
    for (expect, answer, secret) in cases {
        let key = format!("question q worth 4\n{expect}\nend");
        let file = format!("answer q = {answer}");
        let plain = marks(&key, &file).remove(0);
        assert!(!plain.to_string().contains(secret), "{expect}: {plain}");
        let told = marks_with(&key, &file, &["--reveal"]).remove(0);
        assert!(told["answer"].is_string(), "{expect}: {told}");
    }
}

#[test]
fn rule_sets_are_compared_position_by_position() {
    let key = "game Cut(m, n)\n left Cut(a, n) + Cut(m-a, n) for a in 1..m-1\n right Cut(m, b) + Cut(m, n-b) for b in 1..n-1\nend\nquestion q worth 4\n expect rules Cut(m, n) for m in 1..4 for n in 1..4\nend";
    let rules = |body: &str| format!("game Mine(x, y)\n{body}\nend\nanswer q = Mine");
    let good =
        rules("left Mine(k, y) + Mine(x-k, y) for k in 1..x // 2\nright Mine(x, k) + Mine(x, y-k) for k in 1..y-1");
    assert_eq!(standings(key, &good), ["right 4.0"]);
    assert_eq!(standings(key, "answer q = Cutcake"), ["right 4.0"]);
    let swapped =
        rules("right Mine(k, y) + Mine(x-k, y) for k in 1..x-1\nleft Mine(x, k) + Mine(x, y-k) for k in 1..y-1");
    let q = marks(key, &swapped).remove(0);
    assert_eq!(standing(&q), "wrong 0.0");
    let said = reasons(&q);
    assert!(
        said.contains("The first difference is at (1, 2): by yours it is 1")
            && said.contains("Left has 1 move there by your rules, no move"),
        "{said}"
    );
    assert_eq!(standings(key, "answer q = 3"), ["wrong 0.0"]);
    assert_eq!(standings(key, "answer q(m, n) = m"), ["wrong 0.0"]);
    assert_eq!(standings(key, "answer q = Nim"), ["wrong 0.0"]);
    // A function is compared in the same way.
    let key = "square(n) = n^2\nquestion q worth 4\n expect rules square(n) for n in 0..9\nend";
    assert_eq!(standings(key, "answer q(n) = n * n"), ["right 4.0"]);
    assert_eq!(standings(key, "answer q = n -> 2 * n"), ["wrong 0.0"]);
}

#[test]
fn periods() {
    let key = "game Sub(n)\n moves Sub(n - k) for k in 1..3 if k <= n\nend\nquestion q worth 4\n expect period Sub(n) for n in 0..40\nend";
    for (answer, found) in [
        ("4", "right 4.0"),
        ("(4, 0)", "right 4.0"),
        ("8", "wrong 0.0"),
        ("3", "wrong 0.0"),
        ("(4, 2)", "wrong 0.0"),
        ("\"4\"", "wrong 0.0"),
        ("10^30", "wrong 0.0"),
    ] {
        assert_eq!(standings(key, &format!("answer q = {answer}")), [found], "{answer}");
    }
    assert!(
        reasons(&marks(key, "answer q = 3")[0])
            .contains("With period 3 the values at 37 and 40 would be equal; they are * and 0.")
    );
    assert!(reasons(&marks(key, "answer q = 8")[0]).contains("not the shortest"));
}

#[test]
fn parts_bonus_and_optional_questions() {
    let key = "question q1 \"Both\"\n where x = 3\n part a worth 2\n  expect x\n end\n part b worth 3\n  where y = x + 1\n  expect y\n end\nend\nquestion q2 worth 5 bonus\n expect x + y\nend\nquestion q3 worth 7 optional\n expect 1\nend\n";
    let folder = Folder::new();
    folder
        .free_key(key)
        .put("ada.cgt", "answer q1a = 3\nanswer q1b = 4\nanswer q2 = 7\n")
        .put("bob.cgt", "answer q1a = 3\nanswer q3 = 2\n");
    let report = folder.grade(&["ada.cgt", "bob.cgt"]);
    let of = |i: usize| {
        (report["submissions"][i]["score"].as_f64().unwrap(), report["submissions"][i]["max_score"].as_f64().unwrap())
    };
    assert_eq!((of(0), of(1)), ((10.0, 5.0), (2.0, 12.0)));
    let numbers: Vec<_> = report["submissions"][0]["questions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|q| q["number"].as_str().unwrap())
        .collect();
    assert_eq!(numbers, ["1a", "1b", "2", "3"]);
    assert_eq!(report["summary"]["questions"][0]["standings"]["right"], 2);
}

#[test]
fn hints_come_after_some_tries() {
    let key = "question q worth 4\n expect 1\n hint \"At once.\"\n hint after 2 \"Later.\"\nend";
    let hints = |tries: &str| marks_with(key, "answer q = 2", &["--try", tries])[0]["hints"].to_string();
    assert_eq!((hints("1"), hints("2")), ("[\"At once.\"]".into(), "[\"At once.\",\"Later.\"]".into()));
    assert_eq!(marks(key, "answer q = 1")[0]["hints"].to_string(), "[]");
}

#[test]
fn whatever_an_answer_defines_is_its_own() {
    let key = "question q1 worth 1\n expect canonical <0, * | 1>\nend\nquestion q2\n expect grundy(Kayles(7))\nend\nquestion q3\n expect winning_moves(Nim(3) + Nim(1))\nend";
    let file = "canonical(g) = 42\noutcome(g) = P\nmex(s) = 0\nq1 = 17\ngrundy(g) = 9\ngame Kayles(n)\n moves 0\nend\ngame Nim(n)\n moves Nim(n - 1) if n > 0\nend\nanswer q1 = <0 | 1>\nanswer q2 = grundy(Kayles(7))\nanswer q3 = [Nim(1) + Nim(1)]\nq1 = 3\n";
    assert_eq!(standings(key, file), ["right 1.0", "wrong 0.0", "right 1.0"]);
}

#[test]
fn an_answer_without_a_value_costs_itself_only() {
    let key = "question q1\n expect 1\nend\nquestion q2\n expect 2\nend\nquestion q3\n expect 3\nend\nquestion q4\n expect 4\nend\n";
    let file = "answer q1 = 1 / 0\nanswer q2 = 2\nanswer q3 = (1 + \nanswer q4 = foobar(4)\nhelper = nothing_known\nprint(\"still here\")\n";
    let q = marks(key, file);
    assert_eq!(q.iter().map(standing).collect::<Vec<_>>(), ["error 0.0", "right 1.0", "error 0.0", "error 0.0"]);
    assert!(reasons(&q[0]).contains("division by zero") && reasons(&q[0]).contains("answer q1 = 1 / 0"));
    assert!(reasons(&q[3]).contains("unknown function `foobar`"), "{}", reasons(&q[3]));
}

#[test]
fn keys_that_are_wrong_say_so() {
    for (key, says) in [
        ("x = 1\n", "this key has no questions"),
        ("question q\nend\n", "expects nothing"),
        ("question q worth -1\n expect 1\nend\n", "cannot be points"),
        ("question q worth 2\n expect 1 worth 3\nend\n", "this line is worth 3"),
        ("question q worth 2\n expect 1 worth 1\nend\n", "gives all its points"),
        ("question q\n expect 1\nend\nquestion q\n expect 2\nend\n", "two questions are called `q`"),
        ("question q\n accept 3\nend\n", "`accept` needs a function"),
        ("question q\n expect rules Nim\nend\n", "compares the values of a call"),
        ("question q\n expect [1] for n in 1..3\nend\n", "this `for` belongs to nothing"),
        ("question q\n expect rules Nim(n) for n in []\nend\n", "0 positions"),
        ("question q\n expect Nim\nend\n", "expected a value"),
        ("question q\n expect nim_value ^\nend\n", "a nimber"),
        ("question q\n expect 1\n tolerance -1\nend\n", "is no tolerance"),
        ("question q\n expect 1\n hint after 1/2 \"x\"\nend\n", "no number of tries"),
        ("question q\n expect 1\nend\nanswer r = 1\n", "there is no question `r`"),
        ("question q\n expect foobar\nend\n", "unknown name `foobar`"),
        ("question q\n expect 1\n", "`question` has no `end`"),
        ("question q\n maybe 1\nend\n", "`expect`"),
        ("question q\n part a\n  part b\n   expect 1\n  end\n end\nend\n", "a part has parts"),
        ("question q worth 2\n part a\n  expect 1\n end\nend\n", "points belong to the parts"),
        ("question q bonus bonus\n expect 1\nend\n", "said twice"),
        ("do\n question q\n  expect 1\n end\nend\n", "inside a block"),
        ("xs = [1]\nanswer xs[0] = 2\nquestion xs\n expect 1\nend\n", "an answer has one name"),
        ("question q\n expect 1/0\nend\n", "division by zero"),
    ] {
        let folder = Folder::new();
        folder.free_key(key).put("ada.cgt", "answer q = 1\n");
        let ran = folder.sprague(&["grade", "key.cgt", "ada.cgt"]);
        let said = String::from_utf8_lossy(&ran.stderr);
        assert_eq!(ran.status.code(), Some(1), "{key}: {said}");
        assert!(said.contains(says), "{key}: {said}");
    }
}

#[test]
fn a_key_tests_itself() {
    let test = |key: &str| {
        let folder = Folder::new();
        folder.free_key(key);
        let ran = folder.sprague(&["grade", "key.cgt", "--self-test"]);
        (ran.status.code(), String::from_utf8(ran.stdout).unwrap())
    };
    let (status, said) = test(
        "question q1 worth 2\n expect canonical <0, * | 1>\nend\nquestion q2\n accept n -> n > 3\nend\nanswer q2 = 4\n",
    );
    assert_eq!(
        (status, said.as_str()),
        (Some(0), "2 questions, 3 points: the key's own answers earn them all, no answers earn none.\n")
    );
    let (status, said) = test("question q\n accept n -> n > 3\nend\nanswer q = 3\n");
    assert!(status == Some(1) && said.contains("the key's own answer 3 earns 0 of 1 points"), "{said}");
    let (status, said) = test("question q\n accept n -> n > 3\nend\n");
    assert!(status == Some(1) && said.contains("there is no model answer"), "{said}");
    // An earlier line takes the right answer away from the line that gives all points.
    let (status, said) = test("question q worth 2\n expect outcome L worth 1\n expect 1/2\nend\n");
    assert!(status == Some(1) && said.contains("earns 1 of 2 points"), "{said}");
}

#[test]
fn students_look_their_file_over() {
    let folder = Folder::new();
    let key = "secret = 5\nquestion q1 \"How many?\" worth 2\n where limit = 10\n expect secret\n check q1 <= limit \"at most ten\"\n hint \"five\"\nend\nquestion q2 \"And?\"\n expect 2\nend\n";
    folder
        .free_key(key)
        .put("ada.cgt", "answer q1 = 11\ncheck q1 == 11\n")
        .put("bob.cgt", "answer q1 = 4\nanswer q2 = 7\n");
    let sheet = folder.sprague(&["grade", "key.cgt", "--sheet", "--output", "sheet.cgt"]);
    assert!(sheet.status.success(), "{}", String::from_utf8_lossy(&sheet.stderr));
    let sheet = folder.read("sheet.cgt");
    assert!(
        sheet.contains("How many?")
            && sheet.contains("limit = 10")
            && !sheet.contains("secret")
            && !sheet.contains("five"),
        "{sheet}"
    );
    let ran = folder.sprague(&["check", "--key", "sheet.cgt", "ada.cgt"]);
    let said = String::from_utf8_lossy(&ran.stdout);
    assert!(
        ran.status.code() == Some(1)
            && said.contains("This should hold: at most ten.")
            && said.contains("no answer yet"),
        "{said}"
    );
    // A wrong answer is not found out here.
    let ran = folder.sprague(&["check", "--key", "sheet.cgt", "bob.cgt"]);
    let said = String::from_utf8_lossy(&ran.stdout);
    assert!(ran.status.success() && said.contains("2 of 2 questions answered"), "{said}");
}

#[test]
fn outcomes_may_be_told_by_who_wins_where_order_does_not_count() {
    right("expect {N, P}", &["{First, Second}", "[Second, \"first\"]", "{\"N\", P}"]);
    wrong("expect {N, P}", &["{First, N}", "{First, Left}"]);
    right("expect unordered [N, P, P]", &["[First, Second, Second]", "[P, \"n\", Second]"]);
    wrong("expect unordered [N, P, P]", &["[First, First, Second]"]);
    right("expect table {(n, outcome(Nim(n))) for n in 0..1}", &["{(0, Second), (1, First)}", "[(1, \"N\"), (0, P)]"]);
    right("expect {First, Second}", &["{N, P}", "{\"P\", First}"]);
    right("expect {N => 1, P => 2}", &["{First => 1, Second => 2}"]);
    right("expect {0 => P, 1 => N}", &["{0 => Second, 1 => First}", "{0 => \"P\", 1 => \"N\"}"]);
    right("expect [{N, P}, {L}]", &["[{First, Second}, {Left}]"]);
    // Where texts are asked for, they stay texts.
    right("expect {\"N\", \"P\"}", &["{\"N\", \"P\"}"]);
}

#[test]
fn reports_do_not_depend_on_the_number_of_jobs() {
    let folder = Folder::new();
    folder.free_key("question q1\n expect grundy(Kayles(30))\nend\nquestion q2 worth 3\n expect winning_moves(Nim(9) + Nim(4) + Nim(2))\nend\n");
    for i in 0..10 {
        folder.put(
            &format!("all/s{i:02}.cgt"),
            format!("answer q1 = {}\nanswer q2 = [Nim({}) + Nim(4) + Nim(2)]\n", i % 5, i % 8),
        );
    }
    for format in ["text", "json", "junit", "csv", "markdown"] {
        let run = |jobs: &str| {
            let ran = folder.sprague(&["grade", "key.cgt", "all", "--format", format, "--jobs", jobs]);
            assert!(ran.status.success());
            ran.stdout
        };
        let first = run("1");
        assert!(first == run("2") && first == run("7"), "{format}");
    }
}

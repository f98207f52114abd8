//! What answers may be made of, strategies, functions that are handed in, partial credit, points by hand, variants.

use crate::support::{Folder, reasons, standing};
use serde_json::Value as Json;

/// The questions of a report, by a key that says for itself what is allowed.
pub fn strict(key: &str, answers: &str) -> Vec<Json> {
    let folder = Folder::new();
    folder.put("key.cgt", key).put("ada.cgt", answers);
    folder.grade(&["ada.cgt"])["submissions"][0]["questions"].as_array().expect("questions").clone()
}

pub fn one(lines: &str, before: &str, answer: &str) -> (String, String) {
    let q =
        strict(&format!("question q worth 4\n{lines}\nend\n"), &format!("{before}\nanswer q = {answer}\n")).remove(0);
    (standing(&q), reasons(&q))
}

/// Each way to earn points by handing the question back, or by leaving the work to the engine.
#[test]
fn an_echo_earns_nothing() {
    for (lines, before, answer) in [
        ("expect <0 | 1/4>", "", "<0 | 1/4>"),
        ("expect <0 | 1/4>", "", "canonical(<0 | 1/4>)"),
        ("expect <0 | 1/4>", "", "<0 | 1/4>.canonical"),
        ("expect <0 | 1/4>", "", "<0 | 1/4> + 0"),
        ("expect <0 | 1/4>", "", "-(-<0 | 1/4>)"),
        ("expect <0 | 1/4>", "x = canonical(<0 | 1/4>)", "x"),
        ("expect <0 | 1/4>", "f(g) = canonical(g)", "f(<0 | 1/4>)"),
        ("expect <0 | 1/4>", "(x, y) = (canonical(<0 | 1/4>), 1)", "x"),
        ("expect <0 | 1/4>", "x = 0\nfor i in 1..1 do x = canonical(<0 | 1/4>) end", "x"),
        ("expect <0 | 1/4>", "xs = [0]\nxs[0] = canonical(<0 | 1/4>)", "xs"),
        ("expect <0 | 1/4>", "xs = [canonical(<0 | 1/4>)]", "xs[0]"),
        ("expect <0 | 1/4>", "tiny = canonical", "tiny(<0 | 1/4>)"),
        ("expect <0 | 1/4>", "game T(n)\n value canonical(<0 | 1/4>)\nend", "T(1)"),
        ("expect <0 | 1/4>", "", "do canonical(<0 | 1/4>) end"),
        ("expect <0 | 1/4>", "", "if true then canonical(<0 | 1/4>) else 0"),
        ("expect [1/8, 1]", "", "[<0 | 1/4>, 1]"),
        ("expect [1/8, 1]", "", "[x for x in [1/8, 1]]"),
        ("expect outcome(Kayles(3) + Kayles(4))", "", "outcome(Kayles(3) + Kayles(4))"),
        ("expect outcome(Kayles(3) + Kayles(4))", "", "Kayles(3) + Kayles(4)"),
        ("expect outcome(<1 | -1>)", "", "<1 | -1>"),
        ("expect outcome <1 | -1>", "", "<1 | -1>"),
        ("expect nim_value Kayles(7)", "", "Kayles(7)"),
        ("expect nim_value 2", "", "<0, * | 0, *>"),
        ("expect grundy(Kayles(7))", "", "grundy(Kayles(7))"),
        ("expect mean <3 | 1>", "", "<3 | 1>"),
        ("expect nim_sum(3, 5)", "", "3 xor 5"),
        ("expect *3 + *5", "", "*3 + *5"),
        ("expect 1/2 + 1/4", "", "1/2 + 1/4"),
        ("expect winning_moves(Nim(3) + Nim(5))", "", "winning_moves(Nim(3) + Nim(5))"),
        ("expect {n for n in 0..9 if outcome(Nim(n)) == P}", "", "{n for n in 0..9 if outcome(Nim(n)) == P}"),
        ("expect left(-<2, * | 1>)", "", "left(-<2, * | 1>)"),
        ("expect \"a b\"", "", "\"{\"a\"} b\""),
        ("literal\naccept m -> m in winning_moves(Nim(3))", "", "best_move(Nim(3)).to"),
        ("expect canonical <0, * | 1>", "", "<0, * | 1>"),
        ("about <0, * | 1>\nexpect canonical 1/2", "", "<0, * | 1>"),
        ("expect Kayles(7) + Kayles(3)", "", "Kayles(7) + Kayles(3)"),
        ("expect Hackenbush(\"brb\")", "", "Hackenbush(\"brb\")"),
        ("expect Hackenbush(\"brb\")", "game T(n)\n value canonical(Hackenbush(\"brb\"))\nend", "T(1)"),
        ("expect [Hackenbush(\"brb\"), Kayles(3)]", "", "[Hackenbush(\"brb\"), Kayles(3)]"),
        ("expect {1 => Kayles(4)}", "", "{1 => Kayles(4)}"),
        ("expect canonical Domineering(\"..|..\")", "", "Domineering(\"..|..\")"),
        ("literal\naccept g -> g == Kayles(7)", "", "Kayles(7)"),
        ("expect best_move(Nim(3) + Nim(5))", "", "0"),
        ("expect best_move(Nim(3) + Nim(5))", "game T(n)\n value 0\nend", "T(1)"),
        ("expect omega^2 + omega", "", "omega*(omega + 1)"),
        ("expect omega^2", "", "omega*omega"),
        ("expect omega*2", "", "omega + omega"),
        ("expect omega^2*3", "", "1 + omega^2 + omega^2*2 - 1"),
        ("expect omega^2*3", "", "omega^2 + omega^2*2"),
        ("expect 0", "", "omega/2 - omega/2"),
        ("expect omega^(omega*2)", "", "omega^(omega + omega)"),
        ("expect omega^3", "", "omega^(1 + 2)"),
        ("expect omega^omega", "f(n) = omega^n", "f(omega)"),
        ("expect 9", "omega = 3", "omega^2"),
    ] {
        let (found, said) = one(lines, before, answer);
        assert!(found == "wrong 0.0" || found == "error 0.0", "{lines}: {before}: {answer}: {found} {said}");
    }
}

/// Reports tell of the game that the question shows, and nothing of what could be handed in.
#[test]
fn reports_do_not_name_the_right_answer() {
    for (lines, answer, right) in [
        ("expect <3 | 1>", "<2 | 1>", &["3|1", "3 | 1", "+-"][..]),
        ("expect <3 | 1>", "2", &["3|1", "3 | 1", "+-"]),
        ("expect canonical <3 || 2 | 0>", "<3 | 2>", &["3||2", "3 || 2"]),
        ("expect canonical <0 | 1>", "1", &["0|1", "0 | 1", "1/2"]),
        ("expect identical <0, * | 1, 2>", "<0 | 2>", &["0, *"]),
        ("expect <0 || 0 | -2>", "tiny(3)", &["tiny(2)", "-2"]),
        ("expect -<0 || 0 | -2>", "1", &["miny(2)", "2|0"]),
        ("about <0 || 0 | -2>\nexpect tiny(2)", "1", &["tiny(2)"]),
        ("about <0 | *>\nexpect ^", "1", &["^"]),
        ("about <1 | -1>\nexpect +-1", "2", &["+-1"]),
        ("about <0 | *>\nexpect ^", "^^", &["If ^ ", "with ^ "]),
        ("allow Nim\nexpect Nim(3)", "Nim(2)", &["Nim(3)", "*3", "3 -> "]),
        ("allow Nim\nexpect Nim(3)", "*2", &["Nim(3)", "*3", "3 -> "]),
        ("allow everything\nexpect Nim(3)", "Nim(2)", &["Nim(3)", "*3", "3 -> "]),
        ("allow everything\nexpect outcome <0 | *>", "-1", &["^", "0|*"]),
        ("allow everything\nexpect nim_value <0, * | 0, *>", "*3", &["*2", "0, *"]),
    ] {
        let (found, said) = one(lines, "", answer);
        assert!(!found.starts_with("right") && !said.is_empty(), "{lines}: {answer}: {found}");
        let named = right.iter().find(|name| said.contains(**name));
        assert!(named.is_none(), "{lines}: {answer}: {named:?}\n{said}");
    }
    for (lines, answer, shown) in [
        ("expect <0, * | 1>", "1", "<0, * | 1>"),
        ("expect <1/4 | 1>", "3/4", "1/4"),
        ("expect <0 | 1>", "-1", "<0 | 1>"),
        ("expect outcome <1 | -1>", "P", "<1 | -1>"),
        ("expect Nim(3)", "*2", "Nim(3)"),
    ] {
        let (_, said) = one(lines, "", answer);
        assert!(said.contains(shown), "{lines}: {answer}: {said}");
    }
}

/// What somebody writes who has done the work.
#[test]
fn an_answer_that_is_written_out_counts() {
    for (lines, before, answer) in [
        ("expect <0 | 1/4>", "", "1/8"),
        ("expect <0 | 1/4>", "x = 1/8", "x"),
        ("expect -3/2", "", "-3/2"),
        ("expect omega^2 + 1", "", "omega^2+1"),
        ("expect omega^2 + 1", "", "1 + omega^2"),
        ("expect omega*2", "", "omega*2"),
        ("expect omega*2", "", "2*omega"),
        ("expect omega*3/2 - 1/3", "", "omega*3/2-1/3"),
        ("expect omega*3/2", "", "3/2*omega"),
        ("expect omega*3/2", "", "omega*(3/2)"),
        ("expect -omega^2*3 + omega/2", "", "-omega^2*3+omega/2"),
        ("expect 1/omega", "", "omega^(-1)"),
        ("expect 1/omega", "", "1/omega"),
        ("expect omega^omega", "", "omega^omega"),
        ("expect omega^(1/2)*5/4 + ^*", "", "omega^(1/2)*5/4 + ^*"),
        (
            "expect omega^(omega^omega*2 + omega*3 + 1) + omega^(omega^omega*2 + omega*4 + 1)",
            "",
            "omega^(omega^omega*2+omega*4+1)+omega^(omega^omega*2+omega*3+1)",
        ),
        ("expect [omega^2 - 1, omega]", "x = omega^2 - 1", "[x, omega]"),
        ("expect ^ + * + 1", "", "1 + ^*"),
        ("expect <3 | -1>", "", "<3 | -1>"),
        ("expect +-1", "", "+-1"),
        ("expect <0 || 0 | -2>", "", "tiny(2)"),
        ("expect outcome(Kayles(3))", "", "First"),
        ("expect grundy(Kayles(7))", "", "2"),
        ("expect nim_value Kayles(7)", "", "*2"),
        ("expect [0, 1, 2]", "", "0..2"),
        ("expect {1 => N, 2 => P}", "", "{1 => N, 2 => P}"),
        ("expect winning_moves(Nim(3) + Nim(5))", "", "{Nim(3) + Nim(3)}"),
        ("expect winning_moves(Nim(14) + Nim(4))", "", "14 -> 4"),
        ("expect winning_moves(Nim(14) + Nim(4))", "", "[14 -> 4]"),
        ("expect winning_moves(Nim(14) + Nim(4))", "", "{\"14->4\"}"),
        ("expect best_move(Wythoff(3, 4))", "", "(3, 4) -> (1, 2)"),
        ("expect best_move(Nim(3) + Nim(5))", "", "Nim(3) + Nim(3)"),
        ("allow Nim\nexpect best_move(Nim(3) + Nim(5)).to", "", "Nim(3) + Nim(3)"),
        ("expect {Nim(3) + Nim(3), Kayles(2)}", "", "{Kayles(2), Nim(3) + Nim(3)}"),
        ("expect Hackenbush(\"brb\")", "", "3/4"),
        ("expect Kayles(7) + Kayles(3)", "", "*"),
        ("expect D", "", "D"),
        ("expect oo", "", "oo"),
        ("expect oo(0, 2)", "", "oo(2, 0)"),
        ("expect [0, oo, oo(1)]", "", "[0, oo, oo(1)]"),
        ("expect poset {a < b, a < c}", "", "poset {a < c, a < b}"),
        ("expect graph {1 -- 2, 2 -> 3: \"x\"}", "", "graph {2 -- 1, 2 -> 3: \"x\"}"),
        ("allow nim_sum\nexpect nim_sum(3, 5)", "", "nim_sum(3, 5)"),
        ("allow everything\nexpect <0 | 1/4>", "", "canonical(<0 | 1/4>)"),
        ("forbid canonical\nexpect <0 | 1/4>", "", "(0 + 1/4) / 2"),
    ] {
        let (found, said) = one(lines, before, answer);
        assert_eq!(found, "right 4.0", "{lines}: {answer}: {said}");
    }
}

/// The report says which rule was broken, and where.
#[test]
fn broken_rules_are_named() {
    for (lines, before, answer, says) in [
        ("expect 1/8", "", "canonical(<0 | 1/4>)", "line 2 computes it: `canonical` is called"),
        ("expect 1/8", "x = canonical(1/8)", "x", "line 1 computes it: `canonical` is called"),
        ("expect <0 | 1/4>", "", "<0 | 1/4>", "write it by its name"),
        ("forbid canonical\nexpect 1/8", "f(g) = g.canonical", "f(1/8)", "forbids `canonical`, which line 1 uses"),
        ("forbid nim_sum, xor\nexpect 6", "", "3 xor 5", "forbids `xor`, which line 2 uses"),
        ("expect outcome <1 | -1>", "", "<1 | -1>", "an outcome by its name"),
    ] {
        let (found, said) = one(lines, before, answer);
        assert!(found == "wrong 0.0" && said.contains(says), "{lines}: {answer}: {found}: {said}");
    }
    // A sheet says what is asked, also where the key does not.
    let folder = Folder::new();
    folder.put("key.cgt", "question q \"?\"\n expect 1\nend\nquestion r \"?\"\n forbid mex\n expect 1\nend\nquestion s \"?\"\n accept x -> x == 1\nend\n");
    let sheet = String::from_utf8(folder.sprague(&["grade", "key.cgt", "--sheet"]).stdout).unwrap();
    assert!(
        sheet.starts_with(
            "question q \"?\"\n literal\nend\nquestion r \"?\"\n forbid mex\nend\nquestion s \"?\"\nend\n"
        ),
        "{sheet}"
    );
    folder.put("sheet.cgt", sheet);
}

#[test]
fn rule_sets_are_compared_by_their_moves() {
    let key = "game T(n)\n moves T(n - k) for k in [1, 2] if k <= n\nend\nquestion q worth 4\n expect rules T(n) for n in 0..20\nend\n";
    let by = |taken: &str| {
        let q = strict(key, &format!("game S(n)\n moves S(n - k) for k in {taken} if k <= n\nend\nanswer q = S\n"))
            .remove(0);
        (standing(&q), reasons(&q))
    };
    assert_eq!(by("[2, 1]").0, "right 4.0");
    let (found, said) = by("[1, 2, 4]");
    assert!(
        found == "wrong 0.0"
            && said.contains("The values are right, but the moves are not: the first difference is at 4."),
        "{said}"
    );
    // As many moves of the same values, but others: down by one, and down by three.
    let key = "game T(n)\n moves T(n - 1) if n > 0\nend\nquestion q worth 4\n expect rules T(n) for n in 0..20\nend\n";
    let q = strict(key, "game S(n)\n moves S(if n >= 3 then n - 3 else n - 1) if n > 0\nend\nanswer q = S\n").remove(0);
    assert_eq!(standing(&q), "wrong 0.0", "{q}");
    // Sums in another order, and each only once, are the same moves.
    let key = "question q worth 4\n expect rules Kayles(n) for n in 0..14\nend\n";
    let kayles = "game K(n)\n moves K(n - k - a) + K(a) for k in 1..2 for a in 0..n - k\nend\nanswer q = K\n";
    assert_eq!(standing(&strict(key, kayles)[0]), "right 4.0");
}

const TAKE: &str = "game Take(n)\n moves Take(n - k) for k in 1..min(n, 3)\nend\n";

#[test]
fn strategies_are_played_against_every_reply() {
    let key = format!("{TAKE}question q worth 4\n expect strategy Take(n) for n in 1..12\nend\n");
    let by = |answer: &str| {
        let q = strict(&key, answer).remove(0);
        (standing(&q), reasons(&q))
    };
    for right in [
        "answer q(n) = n - n % 4",
        "answer q = n -> n // 4 * 4",
        "answer q = {1 => 0, 2 => 0, 3 => 0, 5 => 4, 6 => 4, 7 => 4, 9 => 8, 10 => 8, 11 => 8}",
        "answer q(n) = \"{n} -> {n - n % 4}\"",
        "game Take(n)\n moves Take(n - k) for k in 1..min(n, 3)\nend\nanswer q(n) = Take(n - n % 4)",
        "game Take(n)\n moves Take(n - k) for k in 1..min(n, 3)\nend\nanswer q(n) = best_move(Take(n))",
    ] {
        assert_eq!(by(right).0, "right 4.0", "{right}: {}", by(right).1);
    }
    for (wrong, standing, says) in [
        ("answer q(n) = n - 1", "partial", "the opponent"),
        ("answer q(n) = 0", "partial", "then you say 0, and that is no move there."),
        ("answer q = {1 => 0, 2 => 0, 3 => 0}", "partial", "your map has no entry for it"),
        ("answer q(n) = n / 0", "wrong", "your function fails: division by zero"),
        ("answer q(n) = if n == 11 then 10 else n - n % 4", "partial", "right from 10 of 12 positions"),
        ("answer q = 7", "wrong", "The question asks for a strategy"),
        ("answer q(n) = q(n + 1)", "wrong", "limit"),
    ] {
        let (found, said) = by(wrong);
        let ok = found.starts_with(standing) && said.contains(says);
        assert!(ok || says == "limit" && !found.starts_with("right"), "{wrong}: {found}: {said}");
    }
    // Several heaps, as a list; a partizan game, with the player; play that goes round.
    let key = "nim(heaps) = sum(Nim(h) for h in heaps)\nquestion q worth 4\n expect strategy nim(heaps) for heaps in [[1, 2], [3, 5], [1, 4, 6], [2, 2]]\nend\n";
    let nim = "better(heaps) = [(i, nim_sum(heaps) xor heaps[i]) for i in 0..length(heaps)-1 if (nim_sum(heaps) xor heaps[i]) < heaps[i]]\nanswer q(heaps) = do\n (i, h) = better(heaps)[0]\n heaps[i] = h\n heaps\nend\n";
    let q = strict(key, nim).remove(0);
    assert_eq!(standing(&q), "right 4.0", "{q}");
    let q = strict(key, "answer q(heaps) = [max(heaps)]\n").remove(0);
    assert!(!standing(&q).starts_with("right"), "{q}");
    let key = "game Odd(n)\n moves Odd(n - k^2) for k in 1..isqrt(n)\n moves Odd(n + 1) if n % 2 == 1\nend\nquestion q worth 4\n expect strategy Odd(n) for n in 1..9\nend\n";
    let q = strict(key, "answer q(n) = if n % 2 == 1 then n + 1 else n - 1\n").remove(0);
    assert!(standing(&q).starts_with("wrong") && reasons(&q).contains("it goes round"), "{q}");
}

/// Functions and rule sets reach the key's own functions, and are asked where they are.
#[test]
fn accept_receives_functions() {
    let key = "question q worth 4\n accept f -> all(f(n) == n^2 for n in 0..20)\n accept f -> f(3) == 9 worth 1 \"Right for 3.\"\nend\nanswer q(n) = n^2\n";
    for (answer, found) in [
        ("answer q(n) = n * n", "right 4.0"),
        ("answer q = n -> sum(2*k - 1 for k in 1..n)", "right 4.0"),
        ("answer q(n) = 3 * n", "partial 1.0"),
        ("answer q(n) = n", "wrong 0.0"),
        ("answer q = 9", "wrong 0.0"),
    ] {
        let q = strict(key, answer).remove(0);
        assert_eq!(standing(&q), found, "{answer}: {q}");
    }
    let q = strict(key, "answer q(n) = 1 / (n - 3)").remove(0);
    assert!(standing(&q) == "wrong 0.0" && reasons(&q).contains("Your function fails: division by zero"), "{q}");
    // Rule sets, functions that give functions, functions that are given back.
    let key = "question a worth 4\n accept G -> grundy(Nim(3)) == 3 and all(is_number(G(n)) for n in 0..3)\nend\nanswer a = Hackenbush\nquestion b worth 4\n accept f -> f(2)(3) == 5\nend\nanswer b(x) = y -> x + y\nquestion c worth 4\n accept (f, g) -> f(g, 4) == 9\nend\nanswer c = ((h, x) -> h(x), x -> 2 * x + 1)\n";
    let q = strict(key, "answer b(x) = y -> y + x\nanswer c = ((h, x) -> h(x), x -> 2 * x + 1)\n");
    assert_eq!([standing(&q[1]), standing(&q[2])], ["right 4.0", "right 4.0"], "{q:?}");
    let q = strict(
        "question q worth 4\n accept G -> outcome(G(3)) == N\nend\nanswer q = Nim\n",
        "game M(n)\n moves M(k) for k in 0..n-1\nend\nanswer q = M\n",
    );
    assert_eq!(standing(&q[0]), "right 4.0", "{q:?}");
    // An endless function costs its question alone.
    let key =
        "question a worth 4\n accept f -> f(1) == 1\nend\nanswer a = x -> x\nquestion b worth 4\n expect 1\nend\n";
    let q = strict(key, "answer a(n) = a(n)\nanswer b = 1\n");
    assert!(!standing(&q[0]).starts_with("right") && standing(&q[1]) == "right 4.0", "{q:?}");
}

/// What fails in the key is the teacher's business.
#[test]
fn errors_of_the_key_reach_the_teacher() {
    let folder = Folder::new();
    folder.put("key.cgt", "question q worth 4\n accept n -> 10 % n == 0\nend\nanswer q = 5\n");
    folder
        .put("all/ada.cgt", "answer q = 0\n")
        .put("all/bob.cgt", "answer q = 5\n")
        .put("all/eve.cgt", "answer q = \"x\"\n");
    let report = folder.grade(&["all"]);
    let of = |i: usize| report["submissions"][i]["questions"][0].clone();
    assert_eq!([standing(&of(0)), standing(&of(1)), standing(&of(2))], ["manual 0.0", "right 4.0", "wrong 0.0"]);
    assert!(of(0)["trouble"].as_str().unwrap().contains("line 2 of the key fails: division by zero"), "{}", of(0));
    assert!(reasons(&of(0)).contains("Your teacher is told") && !reasons(&of(0)).contains("not right"));
    assert!(reasons(&of(2)).contains("asks for an integer"), "{}", of(2));
    let said = String::from_utf8(folder.sprague(&["grade", "key.cgt", "all"]).stdout).unwrap();
    assert!(said.contains("For the teacher\n  ada, q: line 2 of the key fails: division by zero"), "{said}");
}

#[test]
fn sets_maps_and_tables_earn_their_share() {
    for (lines, answer, found) in [
        ("expect table {1, 2, 3, 4}", "{1, 2, 3}", "partial 3.0"),
        ("expect table {1, 2, 3, 4}", "{1, 2, 3, 9}", "partial 2.0"),
        ("penalty 1/2\nexpect table {1, 2, 3, 4}", "{1, 2, 3, 9}", "partial 2.5"),
        ("penalty 0\nexpect table {1, 2, 3, 4}", "[1, 2, 3, 9]", "partial 3.0"),
        ("expect table {1, 2}", "{7, 8, 9}", "wrong 0.0"),
        ("expect table {1, 2}", "{2, 1}", "right 4.0"),
        ("expect table {1, 2, 3, 4}", "0..100", "wrong 0.0"),
        ("expect table {1 => N, 2 => P}", "{1 => N, 2 => N}", "partial 2.0"),
    ] {
        let (standing, said) = one(lines, "", answer);
        assert_eq!(standing, found, "{lines}: {answer}: {said}");
    }
}

#[test]
fn a_person_gives_points() {
    let folder = Folder::new();
    folder.put(
        "key.cgt",
        "question q1 worth 2\n expect 1\nend\nquestion q2 \"Prove it.\"\n manual \"Induction on n.\" worth 5\nend\n",
    );
    folder
        .put("all/ada.cgt", "answer q1 = 1\nanswer q2 = \"by induction, so\"\n")
        .put("all/bob.cgt", "answer q1 = 1\n");
    let test = folder.sprague(&["grade", "key.cgt", "--self-test"]);
    assert!(test.status.success(), "{}", String::from_utf8_lossy(&test.stdout));
    let report = folder.grade(&["all"]);
    let of = |report: &Json, i: usize| standing(&report["submissions"][i]["questions"][1]);
    assert_eq!((of(&report, 0), of(&report, 1)), ("manual 0.0".into(), "blank 0.0".into()));
    let table = String::from_utf8(folder.sprague(&["grade", "key.cgt", "all", "--format", "marks"]).stdout).unwrap();
    assert!(table.contains("ada,q2,,,5,") && table.contains("by induction, so") && !table.contains("bob"), "{table}");
    folder.put("marks.csv", table.replace("ada,q2,,,", "ada,q2,4.5,Nearly.,"));
    let report = folder.grade(&["all", "--marks", "marks.csv"]);
    assert_eq!((of(&report, 0), &report["submissions"][0]["score"]), ("partial 4.5".into(), &6.5.into()));
    assert!(report["submissions"][0]["questions"][1]["reasons"].to_string().contains("Nearly."));
    for (row, says) in [("ada,q2,9", "worth 5"), ("eve,q2,1", "no answer of `eve`"), ("ada,q9,1", "to `q9`")] {
        folder.put("marks.csv", format!("student,question,points\n{row}\n"));
        let ran = folder.sprague(&["grade", "key.cgt", "all", "--marks", "marks.csv"]);
        assert!(ran.status.code() == Some(2) && String::from_utf8_lossy(&ran.stderr).contains(says), "{row}");
    }
    folder.put("marks.csv", "student,question,points\nada,q2,1\nAda,2,3\n");
    let ran = folder.sprague(&["grade", "key.cgt", "all", "--marks", "marks.csv"]);
    let said = String::from_utf8_lossy(&ran.stderr);
    assert!(
        ran.status.code() == Some(2) && said.contains("line 3: points of `ada` for question 2 stand in line 2, too"),
        "{said}"
    );
    // Two submissions of one student's name, of which a row cannot say which it means.
    folder.put("more/ada.cgt", "answer q2 = \"it is clear\"\n").put("more/bob.cgt", "answer q1 = 2\n");
    folder.put("marks.csv", "student,question,points\nada,q2,1\n");
    for last in [&["--marks", "marks.csv"], &["--format", "marks"]] {
        let ran = folder.sprague(&[&["grade", "key.cgt", "all", "more"], &last[..]].concat());
        let said = String::from_utf8_lossy(&ran.stderr);
        assert!(ran.status.code() == Some(2) && ran.stdout.is_empty(), "{said}");
        assert!(said.contains("`all/ada.cgt` and `more/ada.cgt` are both of the student `ada`"), "{said}");
    }
    // Those without rows are graded as ever.
    folder.put("more/ada.cgt", "").put("only/ada.cgt", "answer q2 = 1\n");
    let report = folder.grade(&["only", "all/bob.cgt", "more/bob.cgt", "--marks", "marks.csv"]);
    assert_eq!((of(&report, 0), &report["submissions"][2]["score"]), ("partial 1.0".into(), &0.0.into()));
}

#[test]
fn each_student_has_numbers_of_their_own() {
    let folder = Folder::new();
    let key = "vary seed by student\nquestion q \"The nim-sum of {a} and {b}, and not {1/4 | 1}\"\n where a = 3 + seed % 50\n where b = 5 + seed // 50 % 50\n expect nim_sum(a, b)\nend\n";
    folder.put("key.cgt", key).put("class.txt", "ada\nbob\n\neve\n");
    let ran = folder.sprague(&["grade", "key.cgt", "--sheet", "--students", "class.txt", "--output", "sheets"]);
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let number = |sheet: &str, name: &str| -> i64 {
        let line = sheet.lines().find_map(|l| l.trim().strip_prefix(&format!("where {name} = "))).expect("it is bound");
        line.parse().expect("a number")
    };
    let mut all = std::collections::BTreeSet::new();
    for name in ["ada", "bob", "eve"] {
        let sheet = folder.read(&format!("sheets/{name}.cgt"));
        let (a, b) = (number(&sheet, "a"), number(&sheet, "b"));
        assert!(
            sheet.contains(&format!("The nim-sum of {a} and {b}, and not {{1/4 | 1}}")) && !sheet.contains("seed"),
            "{sheet}"
        );
        all.insert((a, b));
        folder.put(&format!("all/{name}.cgt"), format!("answer q = {}\n", a ^ b));
    }
    assert_eq!(all.len(), 3);
    folder.put("all/x.cgt", folder.read("all/ada.cgt"));
    for jobs in ["1", "3"] {
        let report = folder.grade(&["all", "--jobs", jobs]);
        let scores: Vec<String> =
            report["submissions"].as_array().unwrap().iter().map(|s| s["score"].to_string()).collect();
        assert_eq!(scores, ["1.0", "1.0", "1.0", "0.0"], "{report}");
    }
    let ran = folder.sprague(&["grade", "key.cgt", "--sheet"]);
    assert_eq!(ran.status.code(), Some(2));
    // A name that is too long for a file costs nobody else's sheet.
    folder.put("class.txt", format!("ida\n{}\nzoe\n", "x".repeat(300)));
    let ran = folder.sprague(&["grade", "key.cgt", "--sheet", "--students", "class.txt", "--output", "sheets"]);
    let said = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.code() == Some(2) && said.matches("cannot write").count() == 1, "{said}");
    assert!(folder.path("sheets/ida.cgt").exists() && folder.path("sheets/zoe.cgt").exists());
}

#[test]
fn a_game_that_has_an_outcome_may_be_asked_for() {
    for answer in ["1", "<0 | 1>", "^", "Domineering(\".|.\")", "L", "Left"] {
        assert_eq!(one("expect outcome L", "", answer).0, "right 4.0", "{answer}");
    }
    for answer in ["0", "-1", "Nim(1)", "N", "canonical(1)"] {
        assert_eq!(one("expect outcome L", "", answer).0, "wrong 0.0", "{answer}");
    }
    // Of a game the outcome is asked for, and not another game.
    let (found, said) = one("expect outcome 1", "", "2");
    assert!(found == "wrong 0.0" && said.contains("an outcome by its name"), "{found}: {said}");
}

/// What stands in the place of a row has none of its entries.
#[test]
fn a_number_is_no_row() {
    let table = "expect table [[1, 2, 3, 4], [1, 2, 3, 4]]";
    for (answer, standing) in [
        ("[[1, 2, 3, 4], 0]", "partial 2.0"),
        ("[[1, 2, 3, 4]]", "partial 2.0"),
        ("[[1, 2, 3, 4], [0]]", "partial 2.0"),
        ("[0, [1, 2, 3, 4]]", "partial 2.0"),
        ("[0, 0]", "wrong 0.0"),
    ] {
        let (found, said) = one(table, "", answer);
        assert_eq!(found, standing, "{answer}: {said}");
        assert!(!answer.starts_with("[0") || said.contains("The first wrong one is 0, at [0]"), "{answer}: {said}");
    }
    let (found, _) = one("expect table {1 => [1, 2, 3, 4], 2 => [5, 6, 7, 8]}", "", "{1 => [1, 2, 3, 4], 2 => 0}");
    assert_eq!(found, "partial 2.0");
    assert_eq!(one("expect table [[1, 2], []]", "", "[[1, 2], 0]").0, "partial 2.66");
}

#[test]
fn boards_can_be_handed_in() {
    for (answer, standing) in [
        ("grid(\"ab|cd\")", "right 4.0"),
        ("\"ab|cd\"", "right 4.0"),
        ("\"ab|cx\"", "wrong 0.0"),
        ("\"ab|c\"", "wrong 0.0"),
    ] {
        assert_eq!(one("expect grid(\"ab|cd\")", "", answer).0, standing, "{answer}");
    }
}

/// What is said is about the mean, the difference or the negative that was asked for, and not about equality.
#[test]
fn reasons_are_about_what_was_asked() {
    for (lines, answer, words) in [
        ("expect mean <3 | -1>", "3/2", "The mean of your answer is too great."),
        ("expect mean <3 | -1>", "1/2", "The mean of your answer is too small."),
        ("expect near 1/2", "1", "The mean of your answer is too great."),
        ("expect near 1/2", "<1 | 0>", "no infinitesimal"),
        ("expect swapped <3 | -1>", "<3 | -1>", "were right"),
    ] {
        let (found, said) = one(lines, "", answer);
        assert!(found == "wrong 0.0" && said.contains(words) && !said.contains("equal to"), "{lines}: {found}: {said}");
    }
}

/// A board is told by its text, wherever it stands.
#[test]
fn boards_are_told_by_texts_in_sets() {
    for (lines, answer, expected) in [
        ("expect {grid(\"ab|cd\"), grid(2, 2)}", "{\"ab|cd\", \"..|..\"}", "right 4.0"),
        ("expect {grid(\"ab|cd\"), grid(2, 2)}", "[\"..|..\", \"ab|cd\"]", "right 4.0"),
        ("expect unordered [grid(\"ab|cd\"), grid(2, 2)]", "[\"..|..\", \"ab|cd\"]", "right 4.0"),
        ("expect {grid(\"ab|cd\") => 1}", "{\"ab|cd\" => 1}", "right 4.0"),
        ("expect {grid(\"ab|cd\")}", "{\"ab|ce\"}", "wrong 0.0"),
    ] {
        let (found, said) = one(lines, "", answer);
        assert!(found == expected, "{lines}: {answer}: {found}: {said}");
    }
}

/// What the program prints for a value is written out, whatever stands in it; a variable is what it was given last, above.
#[test]
fn printed_values_earn_their_points() {
    for (lines, before, answer, points) in [
        ("expect Domineering(grid(4, 4))", "", "+-(0, 1 +- (+-1, <1|+-1>))", "right"),
        ("expect canonical Domineering(grid(4, 4))", "", "+-(0, 1 +- (+-1, <1 | +-1>))", "right"),
        ("expect canonical <<4|3> || -1|-2>", "", "1 +- <3|2>", "right"),
        ("expect canonical <1 || -1/2|-3/2>", "", "<1|-1 +- 1/2>", "right"),
        ("expect [<<4|3> || -1|-2>, 2]", "", "[1 +- <3|2>, 2]", "right"),
        ("expect [<<4|3> || -1|-2>, 2]", "", "[1 +- <3|2>, 1 + 1]", "wrong"),
        ("expect <1 || -1/2|-3/2>", "", "<1 | -1 + <1/2 | -1/2>>", "wrong"),
        ("expect <1/4 | 1>", "x = 7 + 1\nx = 1/2", "x\nx = 2", "right"),
        ("expect <1/4 | 1>", "x = canonical(<1/4 | 1>)\ny = x\nx = 1/2", "y", "wrong"),
        ("expect <1/4 | 1>", "x = 1/2\nx = x + 0", "x", "wrong"),
        ("expect <* | 0>", "", "v", "right"),
        ("expect <* | 0>", "v = canonical(<* | 0>)", "v", "wrong"),
        ("expect <1/4 | 1>", "x = 1/2\nfor i in 1..1 do x = canonical(<1/4 | 1>) end", "x", "wrong"),
    ] {
        assert_eq!(one(lines, before, answer).0.split(" ").next(), Some(points), "{lines}: {before}: {answer}");
    }
}

/// Multiples of a period hold in the end; of what too few values show nothing is said.
#[test]
fn periods_that_hold_in_the_end() {
    let kayles = "expect period Kayles(n) for n in 0..150";
    for answer in ["24", "84", "96", "144"] {
        assert!(one(kayles, "", answer).1.contains("is a period, but not the shortest one"), "{answer}");
    }
    assert!(one(kayles, "", "5").1.contains("With period 5 the values at 145 and 150 would be equal"));
    assert!(one("expect period octal(\"0.07\")(n) for n in 0..60", "", "34").1.contains("too few"));
}

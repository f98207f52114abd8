//! Programs that once went wrong: each with what it must say.

use sprague::limits::Limits;
use sprague::session::{Output, Session, Settings};
use sprague::source::Sources;
use sprague::syntax::Mode;
use std::rc::Rc;

fn submit(session: &mut Session, text: &str) -> (String, Vec<String>) {
    let (output, errors) = crate::submit::submit(session, text);
    (output, errors.into_iter().map(|error| error.message).collect())
}

fn session() -> Session {
    Session::new(Settings {
        limits: Limits { steps: Some(5_000_000), depth: Some(1000), ..Limits::default() },
        ..Settings::default()
    })
}

#[track_caller]
fn says(text: &str, expected: &str) {
    let (output, errors) = submit(&mut session(), text);
    assert_eq!((output.as_str(), errors), (expected, Vec::new()), "{text}");
}

#[track_caller]
fn fails(text: &str, expected: &str) {
    let (_, errors) = submit(&mut session(), text);
    assert!(errors.iter().any(|error| error.contains(expected)), "{text}\n{errors:?}");
}

#[test]
fn positions_in_lists_are_no_values() {
    let rows = [
        ("[Nim(3)] == [*3]", "false"),
        ("[Nim(1, 2)] == [*3]", "false"),
        ("[Nim(3)] == [Nim(3)]", "true"),
        ("[*3, 1/2] == [*1 + *2, <0 | 1>]", "true"),
        ("(1, Nim(3)) == (1, *3)", "false"),
        ("{\"a\" => Nim(3)} == {\"a\" => *3}", "false"),
        ("Nim(3) == *3", "true"),
        ("list(1..\"abc\".length)", "[1, 2, 3]"),
    ];
    for (text, expected) in rows {
        says(text, expected);
    }
    says("check (1 = 1) and not (2 = 3)\ncheck max(1, 2) = 2", "True\nTrue");
}

#[test]
fn values_that_nobody_can_read_are_told_by_their_outcome() {
    let text = "PartizanSubtraction(30, [1, 3], [2, 3])";
    crate::said::says(text, &[&format!("{text} = outcome L")]);
}

#[test]
fn positions_follow_the_variables_that_their_rules_read() {
    says("k = 3\ngame T(n)\n  moves T(n - k) if n >= k\nend\nprint(grundy(T(9)))\nk = 4\nprint(grundy(T(9)))", "1\n0");
    let mut session = session();
    submit(&mut session, "step(n) = n - 1\ngame T(n)\n  moves T(step(n)) if n > 1\nend");
    assert_eq!(submit(&mut session, "grundy(T(5))").0, "0");
    submit(&mut session, "step(n) = n - 2");
    assert_eq!(submit(&mut session, "grundy(T(6))").0, "1");
    assert_eq!(submit(&mut session, "grundy(T(5))").0, "0");
    // A submission that fails leaves neither its binding nor what was computed with it.
    let (_, errors) = submit(&mut session, "step(n) = n - 3\ngrundy(T(6))\nerror(\"no\")");
    assert_eq!(errors, ["no"]);
    assert_eq!(submit(&mut session, "grundy(T(6))").0, "1");
}

#[test]
fn kept_results_follow_what_they_were_computed_from() {
    says("k = 1\nmemo f(n) = n + k\nprint(f(1))\nk = 5\nprint(f(1))", "2\n6");
    says("memo f(n) = g(n) + 1\ng(n) = n\nprint(f(1))\ng(n) = 10 * n\nprint(f(1))", "2\n11");
    says("f() = do\n  n = 1\n  memo g(x) = x + n\n  a = g(1)\n  n = 5\n  (a, g(1))\nend\nf()", "(2, 6)");
    says("xs = [1]\nmemo f(n) = xs[n]\nprint(f(0))\nxs[0] = 7\nprint(f(0))", "1\n7");
}

/// What Chomp on a box takes is what its estimate says, within a half, and no other way is tried before the table.
#[test]
fn estimates_of_chomp_on_boxes_are_what_it_takes() {
    for sides in [
        "chain(11) * chain(12)",
        "chain(4) * chain(4) * chain(5)",
        "chain(2)^4 * chain(5)",
        "chain(3) * chain(84)",
        "chain(4) * chain(70)",
    ] {
        let mut session = Session::new(Settings::default());
        session.use_threads(2);
        let said = submit(&mut session, &format!("estimate({sides})")).0;
        let memory = said.lines().find_map(|line| line.strip_prefix("memory:")).expect("it has a line on memory");
        let told: f64 = memory.trim().trim_end_matches(" MB").parse().expect("a number of megabytes");
        let (_, errors) = submit(&mut session, &format!("grundy(chomp({sides}))"));
        assert!(errors.is_empty(), "{errors:?}");
        let taken = session.handle().peak() as f64 / 1e6;
        assert!(
            (told - 0.5) / 1.5 <= taken && taken <= 1.5 * (told + 0.5) + 1.0,
            "{sides}: {told} MB told, {taken:.1} MB taken"
        );
    }
}

#[test]
fn hopeless_chomp_is_refused_before_anything_is_tried() {
    let mut session = Session::new(Settings::default());
    for (board, positions, steps) in
        [(30, "1.2 * 10^17", 2_500_000), (150, "9.4 * 10^88", 2_500_000), (600, "4.0 * 10^359", 30_000_000)]
    {
        submit(&mut session, &format!("P = chain({board}) * chain({board})"));
        let (_, errors) = submit(&mut session, "grundy(chomp(P))");
        assert!(errors.iter().any(|error| error.contains(positions)), "{board}: {errors:?}");
        assert!(session.handle().steps() < steps, "{board}: {}", session.handle().steps());
    }
}

/// A greatest element says who wins, whatever else the poset is.
#[test]
fn who_wins_chomp_with_a_greatest_element_asks_for_no_more() {
    let mut session = session();
    let steps = |session: &mut Session, text: &str| {
        let (output, errors) = submit(session, text);
        assert!(errors.is_empty(), "{text}: {errors:?}");
        (output, session.handle().steps())
    };
    for poset in ["subsets(15)", "chain(180) * chain(190)", "divisors(6469693230) * chain(30)"] {
        let (_, made) = steps(&mut session, &format!("P = {poset}"));
        let (output, asked) = steps(&mut session, "winner(chomp(P))");
        assert_eq!(output, "First");
        assert!(asked < made / 10, "{poset}: {made} to make it, {asked} to ask");
    }
}

#[test]
fn inner_functions_do_not_change_outer_collections() {
    fails(
        "f() = do\n  xs = [1]\n  g() = do\n    xs[0] = 5\n    0\n  end\n  g()\n  xs\nend\nf()",
        "never changes outer variables",
    );
    says("f() = do\n  xs = [1]\n  for k in 1..2 do xs[0] = xs[0] + k end\n  xs\nend\nf()", "[4]");
}

#[test]
fn padding_is_not_bounded_by_the_formatter() {
    says("length(binary(5, 100000))", "100000");
    says("binary(5, 6)", "000101");
}

#[test]
fn ranges_and_lists() {
    says("1.. == [1]", "false");
    says("1..1000000000000 == [1]", "false");
    says("1..3 == [1, 2, 3]", "true");
    says("2..1 == []", "true");
    fails("[1, 2][2^70]", "there is no element");
}

#[test]
fn games_that_are_numbers_count_as_numbers() {
    says("abs(<|-1>) + max(<0|>, 1/2) + <1|> / 2 + 2 ^ <1|> * <1|3>", "12");
    says("isqrt(16) * floor(<0|1>)", "0");
    fails("^ / 2", "`/` does not go between");
}

#[test]
fn grids_without_cells_are_small_too() {
    fails("grid(4000000000, 0)", "more than a million");
    fails("grid(0, 4000000000)", "more than a million");
}

#[test]
fn shared_parts_are_paid_for() {
    fails("x = [0]\nfor k in 1..60 do x = [x, x] end\n{x}", "steps");
    fails("x = {0}\nfor k in 1..60 do x = {[x, x]} end\nx in {x}", "steps");
    fails("x = {0}\nfor k in 1..60 do x = {1 => [x, x]} end\n{x}", "steps");
    fails("game T(a, b)\n  moves T(a, a) if false\nend\nx = T(0, 0)\nfor k in 1..60 do x = T(x, x) end\n{x}", "steps");
}

#[test]
fn clauses_and_defaults_that_never_end() {
    fails("game T(n)\n  moves T(n - 1) if length(moves(T(n + 1))) > 0\nend\noutcome(T(1))", "deep");
    fails("game T(n)\n  moves T(n - 1) if remoteness(T(n + 1)) > 0\nend\nremoteness(T(1))", "deep");
    fails("game T(n)\n  moves T(n - 1) if grundy(T(n + 1)) > 0\nend\ngrundy(T(1))", "deep");
    fails("game T(n, m = T(n + 1))\n  moves 0\nend\nT(1)", "deep");
    fails("game T(n)\n  moves T(n - 1) if remoteness(T(n)) > 0\nend\nremoteness(T(1))", "cycle");
    fails("game T(n)\n  value T(n + 1) if n < 3\n  value T(0) if n == 3\nend\nT(0) == 0", "cycle");
}

#[test]
fn a_check_inside_a_search_does_not_forget_it() {
    // The check fails to be decided at every position; the cycle is found nevertheless.
    fails(
        "look(n) = do\n  check 1/0 == n\n  n\nend\ngame T(n)\n  moves T(look(n) + 1) if n < 3\n  moves T(0) if n == 3\nend\nbirthday(T(0))",
        "cycle",
    );
}

#[test]
fn names_that_never_got_a_value_hide_nothing() {
    let mut session = session();
    submit(&mut session, "if false then mex = 3");
    assert_eq!(submit(&mut session, "mex(0, 1)").0, "2");
    submit(&mut session, "mex(xs) = 77");
    assert_eq!(submit(&mut session, "mex([0])").0, "77");
}

#[test]
fn errors_inside_functions_given_to_natives_have_a_place() {
    let mut session = session();
    let silent = Rc::new(|_: Output, _: &Sources| {});
    for text in [
        "find(1.., n -> 1/(n - n))",
        "find(1.., n -> n < 0)",
        "map([1], abs)\nmap([\"a\"], abs)",
        "filter(1..2, n -> n)",
    ] {
        let outcome = session.run("program", text, Mode::Script, Rc::clone(&silent) as _);
        let error = &outcome.errors[0];
        let names: Vec<&str> = error
            .labels
            .iter()
            .map(|label| label.0)
            .chain(error.stack.iter().map(|call| call.1))
            .map(|span| &*session.sources().get(span.source).expect("a source").name)
            .collect();
        assert!(!names.is_empty() && names.iter().all(|name| *name == "program"), "{text}: {error:?}");
    }
}

#[test]
fn a_failed_submission_changes_nothing() {
    let mut session = session();
    submit(&mut session, "xs = [[1], [2]]\nm = {\"a\" => 1}\nb = grid(\"..\")\nf(n) = n\nn = 1");
    let before = "print(xs, m, b, f(3), n)";
    let expected = submit(&mut session, before);
    for text in [
        "xs[0][0] = 9\nerror(\"x\")",
        "m[\"b\"] = 2\nm[\"a\"] = 0\n1/0",
        "b[(1, 1)] = \"x\"\nb[(7, 7)] = \"x\"",
        "f(n) = 100\nn = f(n)\nnobody",
        "f(n) = 100\nn = f(n)\n1/0",
        "for k in 1..10 do n = n + k\n  xs = xs + [[k]]\n  if k == 5 then error(\"x\")\nend",
        "(n, xs) = (5, 6, 7)",
        "n = 5\nxs[2] = 0",
        "abs = 3\nprint = 4\n1/0",
    ] {
        let (_, errors) = submit(&mut session, text);
        assert_eq!(errors.len(), 1, "{text}: {errors:?}");
        assert_eq!(submit(&mut session, before), expected, "{text}");
    }
    assert_eq!(submit(&mut session, "abs(-3)").0, "3");
}

#[test]
fn deep_values_of_every_kind() {
    for (start, step) in
        [("0", "[x]"), ("0", "(x,)"), ("0", "{1 => x}"), ("0", "<x | >"), ("0", "<x | x>"), ("0", "(n -> x)")]
    {
        let text = format!(
            "make() = do\n  x = {start}\n  for i in 1..20000 do x = {step} end\n  x\nend\nx = make()\ny = make()\nt = length(text(x)) > 0\nprint(t, x == x)\nx\nz = {{1 => x}}\nx = 0\ny = 0\nz = 0"
        );
        let (output, errors) = submit(&mut session(), &text);
        assert!(errors.is_empty() && output.starts_with("true true\n"), "{step}: {errors:?}");
    }
    says("x = (1,)\nfor i in 1..20000 do x = (x,) end\ny = -x\nprint(x + y == y + x, 2 * x == x - y)", "true true");
    // Each insertion hashes the whole set.
    says("x = 0\nfor i in 1..2000 do x = {x} end\nprint(length(text(x)), x == x, length({x, x}))", "4001 true 1");
    says(
        "game T(p)\n  moves p\nend\nx = 0\nfor i in 1..2000 do x = T(x) end\nprint(length(text(x)), grundy(x))",
        "6001 0",
    );
}

#[test]
fn arguments_by_name_leave_no_gaps() {
    says("f(n = 1, m) = n + m\nprint(f(m = 2), f(5, 6))", "3 11");
    fails("f(n = 1, m) = n + m\nf(5)", "the parameter `m` is missing");
    fails("f(n, m) = n + m\nf(m = 5)", "the parameter `n` is missing");
    fails("f(n, m) = n + m\nf(5)", "takes 2 arguments, 1 given");
    fails("game T(n, m)\n  moves 0\nend\nT(m = 5)", "the parameter `n` is missing");
    fails("abs()", "takes 1 argument, 0 given");
    says("f(n: integer) = n + 1\nprint(f(<0|>))", "2");
    fails("f(n: integer) = n + 1\nprint(f(<0|1>))", "must be an integer");
}

#[test]
fn an_error_without_a_message_has_one() {
    fails("error(\"\")", "ended with an error");
}

#[test]
fn common_divisors_of_huge_numbers_can_be_interrupted() {
    fails("gcd(3^600000, 2^1000000 + 1)", "steps");
    says("gcd(2^40000 * 6, 2^40000 * 15) == 3 * 2^40000", "true");
    says("print(gcd(0, 0), gcd(0, -4), gcd(-6, 4), gcd(2^30000, 6))", "0 4 2 2");
}

#[test]
fn messages_do_not_write_out_what_is_huge() {
    // Written out, each of these would have 2^60 parts.
    let limits = Limits { depth: Some(1000), ..Limits::default() };
    let mut session = Session::new(Settings { limits, ..Settings::default() });
    for text in [
        "x = [0]\nfor k in 1..60 do x = [x, x] end\nabs(x)",
        "x = [0]\nfor k in 1..60 do x = [x, x] end\nx + 1",
        "x = [0]\nfor k in 1..60 do x = [x, x] end\n(a, b, c) = x",
        "x = (0, 1)\nfor k in 1..60 do x = (x, x) end\n<x | >",
        "x = <1 | *>\nfor k in 1..60 do x = <x, x | -x> end\nslice([1], x)",
    ] {
        let (_, errors) = submit(&mut session, text);
        assert_eq!(errors.len(), 1, "{text}");
        assert!(errors[0].len() < 200, "{text}: {errors:?}");
    }
}

#[test]
fn a_file_that_has_changed_is_imported_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut session = Session::new(Settings { import_from: Some(folder.path().to_owned()), ..Settings::default() });
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("a file");
    // Both `one` and `two` import `base`, which runs once.
    write("base.cgt", "print(\"base\")\nsize(n) = n\n");
    write("one.cgt", "import \"base.cgt\"\none(n) = size(n) + 1\n");
    write("two.cgt", "import \"base.cgt\"\ntwo(n) = size(n) + 2\n");
    let both = "import \"one.cgt\"\nimport \"two.cgt\"\nprint(one(1), two(1))";
    assert_eq!(submit(&mut session, both), ("base\n2 3".into(), Vec::new()));
    assert_eq!(submit(&mut session, both), ("2 3".into(), Vec::new()));
    write("two.cgt", "two(n) = size(n) + 20\n");
    assert_eq!(submit(&mut session, both), ("2 21".into(), Vec::new()));
    // What fails is not remembered as done.
    write("bad.cgt", "import \"one.cgt\"\nthree = 1/0\n");
    assert_eq!(submit(&mut session, "import \"bad.cgt\"").1.len(), 1);
    assert_eq!(submit(&mut session, "import \"bad.cgt\"").1.len(), 1);
}

#[test]
fn a_check_that_recurses_too_deep_leaves_the_others_alone() {
    let (output, errors) = submit(&mut session(), "f(n) = f(n + 1)\ncheck f(0) == 1\ncheck 1 + 1 == 2\n7");
    assert_eq!(errors, Vec::<String>::new());
    let lines: Vec<&str> = output.lines().collect();
    assert_eq!(lines.len(), 3, "{output}");
    assert!(lines[0].starts_with("Failed(") && lines[0].contains("nested"), "{output}");
    assert_eq!(lines[1..], ["True", "7"]);
}

/// Runs without bounds on depth and steps, on the small stack of a test's thread.
#[track_caller]
fn says_unbounded(text: &str, expected: &str) {
    let (output, errors) = submit(&mut Session::new(Settings::default()), text);
    assert_eq!((output.as_str(), errors), (expected, Vec::new()), "{}", text.chars().take(80).collect::<String>());
}

#[test]
fn chains_of_any_length_do_not_overflow_the_stack() {
    let times = |text: &str, n: usize| text.repeat(n);
    says_unbounded(&format!("1{}", times("*1", 30_000)), "1");
    says_unbounded(&format!("x = 1; x{}", times("+x", 100_000)), "100001");
    says_unbounded(&format!("x = 1; x{}", times(" - x", 100_000)), "-99999");
    says_unbounded(&format!("true{}", times(" and true", 100_000)), "true");
    says_unbounded(&format!("1{}", times(" == 1", 100_000)), "true");
    says_unbounded(&format!("length([1{}])", times(" for x in 1..1", 400)), "1");
    says_unbounded(&format!("length([1 for x in 1..1{}])", times(" if true", 400)), "1");
    says_unbounded(&format!("check 1{} == 29132", times("+1", 29_131)), "True");
}

#[test]
fn long_bodies_of_deep_recursions_do_not_overflow_the_stack() {
    // Of the two that take kilobytes of stack for each level fewer are as many as no stack holds.
    for (depth, body, expected) in [
        (9000, format!("f(n - 1){}", "*1".repeat(100)), "1"),
        (9000, format!("f(n - 1){}", "+n".repeat(100)), "4050450001"),
        (2000, format!("{}f(n - 1)", "-".repeat(100)), "1"),
        (9000, format!("{}f(n - 1){}", "(1 + ".repeat(200), ")".repeat(200)), "1800001"),
        (2000, format!("{}f(n - 1){}", "[".repeat(200), "]".repeat(200) + &"[0]".repeat(200)), "1"),
        (9000, format!("if n < 0 then 0 else {}f(n - 1)", "if false then 1 else ".repeat(200)), "1"),
    ] {
        says_unbounded(&format!("f(n) = if n == 0 then 1 else {body}\nf({depth})"), expected);
    }
}

#[test]
fn deep_values_are_compared_shown_and_dropped() {
    says_unbounded(
        "x = []\nfor i in 1..50000 do x = [x] end\ny = []\nfor i in 1..50000 do y = [y] end\n\
         print(x == y, length({x, y}), length(text(x)))\nz = {x => y}\nprint(z == z)",
        "true 1 100002\ntrue",
    );
    says_unbounded("f = x -> x\nfor i in 1..50000 do g = f; f = x -> g(x) end\nprint(1)", "1");
    says_unbounded("g = 0\nfor i in 1..20000 do g = <g|> end\nprint(identical(g, g))", "true");
}

#[test]
fn chains_that_nest_too_deeply_are_refused() {
    let times = |text: &str, n: usize| text.repeat(n);
    for text in [
        format!("{}1", times("-", 100_000)),
        format!("{}true", times("not ", 100_000)),
        format!("xs = [1]; xs{}", times("[0]", 100_000)),
        format!("f(x) = x\nf{}", times("(1)", 100_000)),
        format!("1{}", times("^1", 100_000)),
        format!("1{}", times(":1", 100_000)),
        format!("1{}", times(".abs()", 100_000)),
        format!("{}2", times("if false then 1 else ", 50_000)),
        format!("{}x", times("x -> ", 100_000)),
        format!("{}1{}", times("do ", 50_000), times(" end", 50_000)),
        format!("length([1{}])", times(" for x in 1..1", 20_000)),
    ] {
        fails(&text, "nested more than 500 deep");
    }
}

#[test]
fn a_message_that_quotes_a_large_value_is_short() {
    let (_, errors) = submit(&mut session(), "simplest_between(1/3^10000, 1)");
    assert!(errors[0].len() < 2000 && errors[0].contains(" characters … "), "{errors:?}");
}

#[test]
fn a_curly_quote_without_its_partner_is_marked_whole() {
    let text = "f(n: interg\u{201c} = +f\nn e!rge)";
    let errors = crate::submit::submit(&mut session(), text).1;
    let labels = errors.iter().flat_map(|error| &error.labels);
    let marks: Vec<_> = labels.map(|(span, _)| text.get(span.start as usize..span.end as usize)).collect();
    assert!(marks.contains(&Some("\u{201c} = +f")) && !marks.contains(&None), "{marks:?}");
}

/// `^*4` has one option for each player, however large its nimber is.
#[test]
fn ups_with_large_nimbers_are_identical_to_their_forms() {
    for n in [2, 3, 4, 5, 8, 1000] {
        says(&format!("identical(^*{n}, <0 | *{}>)", n ^ 1), "true");
        says(&format!("identical(v*{n}, <*{} | 0>)", n ^ 1), "true");
        says(&format!("identical(^^*{n}, <0 | ^*{}>)", n ^ 1), "true");
        says(&format!("identical(canonical(1 + ^*{n}), <1 | canonical(1 + *{})>)", n ^ 1), "true");
        says(&format!("identical(^*{n}, <0, 0 | *{}, *{}>)", n ^ 1, n ^ 1), "true");
        says(&format!("identical(^*{n}, <0 | *{}, 1>)", n ^ 1), "false");
    }
}

/// A line of a format has at most 65,535 characters; one of a table may be longer.
#[test]
fn tables_are_as_wide_as_their_numbers() {
    let (output, errors) = submit(&mut session(), "table([10^70000, 1])");
    assert!(errors.is_empty(), "{errors:?}");
    let widths: Vec<usize> = output.lines().map(str::len).collect();
    assert_eq!(widths, [70_001, 70_001]);
}

/// So many copies of many positions are counted, which takes room for each count.
#[test]
fn counts_of_many_positions_are_afforded_first() {
    let limits = Limits { memory: Some(200 << 20), ..Limits::default() };
    let mut session = Session::new(Settings { limits, ..Settings::default() });
    let (_, errors) = submit(&mut session, "sum(Nim(i) for i in 1..20000) * 7^100000");
    assert!(errors.iter().any(|e| e.contains("MiB of memory")), "{errors:?}");
}

/// So are lists of numbers to take and their names.
#[test]
fn long_lists_of_numbers_to_take_are_afforded_first() {
    let bound = 64 << 20;
    for call in ["subtraction([n for n in 1..1000000])", "moves(Nim(400000))"] {
        let limits = Limits { memory: Some(bound), ..Limits::default() };
        let mut session = Session::new(Settings { limits, ..Settings::default() });
        let (_, errors) = submit(&mut session, call);
        assert!(errors.iter().any(|e| e.contains("MiB of memory")), "{errors:?}");
        let passed = session.handle().peak().saturating_sub(bound);
        assert!(passed < 1 << 20, "{call}: {passed} bytes more");
    }
}

/// What the tail of a code leaves is kept for each of its places and each residue, as far as heaps are asked for.
#[test]
fn long_tails_take_what_heaps_need() {
    let limits = Limits { memory: Some(64 << 20), ..Limits::default() };
    let mut session = Session::new(Settings { limits, ..Settings::default() });
    let code = "G = code(\"0.[\" + repeated(\"12\", 2000) + \"1]\")\n";
    let (output, errors) = submit(&mut session, &format!("{code}nim_values(G, 8)"));
    assert_eq!((output.trim(), errors), ("[0, 1, 0, 2, 1, 3, 2, 4, 3]", Vec::new()));
    let (_, errors) = submit(&mut session, &format!("{code}G(30000)"));
    assert!(errors.iter().any(|e| e.contains("MiB of memory")), "{errors:?}");
}

#[test]
fn a_function_in_a_position_is_shown_by_its_name() {
    let rules = "game T(f, n)\n moves T(f, n-1) if n > 0\nend\nh(x) = x\n";
    says(&format!("{rules}T(mex, 3)\nT(h, 2)"), "T(mex, 3)\nT(h, 2)");
    says(&format!("{rules}T(mex, 3) == T(mex, 1)"), "true");
    says(
        &format!("{rules}print([mex, h, x -> x], {{1 => h}}, T([h], 1))\nh"),
        "[mex, h, x -> x] {1 => h} T([h], 1)\nh(x)",
    );
}

/// The order of the sieve is that of the sizes: it answers where every move leads from a heap to a smaller one of the same game.
#[test]
fn the_sieve_takes_impartial_heaps_that_shrink() {
    let rules = "game Up(n)\n moves Up(n+1) if n < 3\nend\ngame Stay(n)\n moves Stay(n)\nend\n\
        game Other(n)\n moves Own(n-1) if n > 0\nend\ngame Own(n)\n moves Own(n-1) if n > 0\nend\n\
        game Sides(n)\n left Sides(n-1) if n > 0\n right Sides(n-2) if n > 1\nend\n";
    for (question, expected) in [
        ("sieve(Up, 3)", "a move leads from heap 0 up to heap 1: the sieve needs heaps that shrink"),
        ("sieve(Stay, 3)", "a move leads from heap 0 to itself: the sieve needs heaps that shrink"),
        ("sieve(Other, 3)", "a move from heap 1 leads to Own(0), which has other rules"),
        ("sieve(Sides, 3)", "the sieve is for impartial games, and heap 1 is not impartial"),
        ("sieve(n -> Nim(2 * n), 3)", "of 1 it is given Nim(2)"),
    ] {
        fails(&format!("{rules}{question}"), expected);
    }
    let lost = "0 is lost: 1 is won.\n2 is lost: 3 is won.\nLost: 0, 2.";
    says(&format!("{rules}sieve(Own, 3)"), lost);
    says(&format!("{rules}sieve(n -> Own(n), 3)"), lost);
}

#[test]
fn tables_of_outcomes_take_partizan_games() {
    let rules = "game Sides(n)\n left Sides(n-1) if n > 0\n right Sides(n-2) if n > 1\nend\n";
    says(&format!("{rules}print(p_positions(Sides, 6), p_positions(Sides, 6, misere = true))"), "[0, 3, 6] [2, 5]");
    says(
        &format!("{rules}outcome_table(Sides, 4)"),
        "heap                      | 0  1  2  3  4\noutcome                   | P  L  N  P  L\n\
         remoteness, Left begins   | 0  1  1  2  3\nremoteness, Right begins  | 0  0  1  2  2",
    );
    fails(&format!("{rules}nim_values(Sides, 4)"), "heap 1 has no nim-value: the game is not impartial");
    says(&format!("{rules}[outcome(Sides(n), misere = true) for n in 0..4]"), "[N, R, P, N, R]");
    says(
        &format!("{rules}outcome_table(Sides, 4, misere = true)"),
        "heap                      | 0  1  2  3  4\noutcome                   | N  R  P  N  R\n\
         remoteness, Left begins   | 0  1  1  2  3\nremoteness, Right begins  | 0  0  1  2  2",
    );
}

/// Where the hunted has escaped it has won, also if it could not go anywhere else.
#[test]
fn who_has_escaped_has_won() {
    for position in
        ["Quadraphage(\"#K#|#.#|###\")", "Quadraphage(\"K\")", "Tafl(\"xKx\")", "HareAndHounds([1, 2, 3], 0)"]
    {
        says(&format!("print(outcome({position}), canonical({position}))"), "R off");
    }
}

#[test]
fn boards_without_squares_have_no_picture() {
    for position in ["TopplingDominoes(\"\")", "Eatcake(0, 0)", "Kayles2D(0, 3)", "Push(\"\")", "WytQueens([])"] {
        says(&format!("draw({position}) == draw(0)"), "true");
    }
    fails(
        "draw(Eatcake(30, 30))",
        "this grid is too large to be drawn: a picture has at most 400 squares, vertices or heaps",
    );
}

/// What a rule set may not give is told with what takes its place.
#[test]
fn loopy_options_are_written_as_positions() {
    let expected = "expected a position, or the value of a game that ends, found a loopy game: on";
    fails("game L(n)\n left on if n == 1\nend\ncanonical(L(1))", expected);
    fails("game L(n)\n left L(n-1) if n > 0\n value on if n == 0\nend\ncanonical(L(1))", expected);
    says(
        "game On()\n left On()\nend\ngame L(n)\n left On() if n == 1\n right 0 if n == 1\nend\ncanonical(L(1))",
        "<on|0>",
    );
}

/// Of the first form only its own options matter, and products of nimbers are nimbers.
#[test]
fn ordinal_products_of_large_nimbers() {
    says("ordinal_product(*25, *36)", "*900");
    says("ordinal_product(<0, * | 0, *>, *30)", "*60");
}

/// By the form that was written; where none was, by the canonical one.
#[test]
fn loops_that_are_impartial_have_nim_values() {
    says("g = <pass, 0 | pass, 0>; (loopy_value(g), grundy(g), loopy_value(dud))", "(oo{0}, oo{0}, oo{})");
    says("loopy_value(loop a <*2, 0, <a | a> | *2, 0, <a | a>>)", "*");
    says("loopy_value(<pass, *, *2 | pass, *, *2>)", "oo{1, 2}");
    fails("loopy_value(on)", "on has no nim-value");
    fails("grundy(<pass, 0 | 0>)", "the players have moves of their own");
}

#[test]
fn loops_are_dicot_as_they_are_written() {
    says(
        "[is_dicot(g) for g in [<pass | pass>, dud, on, upon, <pass, 0 | *>, <pass, 1 | *>]]",
        "[true, true, false, true, true, false]",
    );
}

/// All heaps of Nim in a sum give its genus; the form counts it out.
#[test]
fn genera_of_nim() {
    says(
        "(genus(Nim(10^9)), genus(*(10^9) + *3), genus(Nim(1)))",
        "(1000000000^(1000000000,1000000002), 1000000003^(1000000003,1000000001), 1^(031))",
    );
    says(
        "all(genus(g) == genus(misere_canonical(g)) for a in 0..4 for b in 0..3 for c in 0..2 for g in [Nim(a) + Nim(b) - Nim(c), Nim(a) + *b])",
        "true",
    );
}

#[test]
fn a_quotient_names_what_it_does_not_know_by_its_form() {
    fails("Q = misere_quotient(*)\nQ(<*2, 0 | *2, 0>)", "does not know <*2, 0 | *2, 0>");
    fails("Q = misere_quotient(*)\nQ(<* | *>)", "does not know <* | *>");
}

/// A coin needs those below it: few, or too many to begin.
#[test]
fn coins_far_out() {
    says("grundy(turning(\"2 consecutive\")(10^5))", "0");
    fails("turning(\"moebius\")(10^18)", "the nim-value of coin 1000000000000000000");
}

#[test]
fn periods_by_theorems() {
    says("period(Nim)", "arithmetic period 1 with saltus 1 from 0, by a theorem");
    says("(period(Binary), is_proved(period(Lasker)))", "(period 3 from 0, by a theorem, true)");
    fails("verify(Nim)", "there is no certificate to check");
    // Each is what the recursion shows.
    says(
        "all(nim_values(G, 60)[n + period_length(G)] == nim_values(G, 60)[n] + s for (G, s) in [(Nim, 1), (Lasker, 4), (Binary, 0), (PrimePower, 0)] for n in start(G)..40)",
        "true",
    );
}

#[test]
fn no_birthday_is_known_of_a_surreal_number_and_a_game() {
    fails("birthday(1/3 + ^)", "the birthday of 1/3+^ is not worked out");
}

/// A string in another value is shown so that it reads back as it is.
#[test]
fn strings_are_shown_with_all_their_escapes() {
    says(r#"["a\r\n\t\"\\\{\}b"]"#, r#"["a\r\n\t\"\\\{}b"]"#);
    says(r#"["a\rb"] == ["a\rb"]"#, "true");
}

/// Rules with `moves` alone are impartial, so an option that is not is an error: outcomes took both players' moves for the same.
#[test]
fn moves_alone_lead_to_impartial_games() {
    let partizan = "game L(n)\n left L(n-1) if n > 0\nend\ngame D(b: grid)\n left D(b.put([c, d], \"#\")) for (c, d) in b.pairs(\".\", \".\", (1, 0))\n\
        right D(b.put([c, d], \"#\")) for (c, d) in b.pairs(\".\", \".\", (0, 1))\nend\n";
    for (moves, shown) in [
        ("moves 1 if n > 0", "in 1 the players"),
        ("moves <1 | 0> if n > 0", "<1|0>"),
        ("moves ^ if n > 0", "^"),
        ("moves [Nim(n), 1/2] if n > 0", "1/2"),
        ("moves L(n) if n > 0", "L(1)"),
        ("moves L(n) + Nim(n) if n > 0", "L(1) + Nim(1)"),
        ("moves Nim(n) - L(n) if n > 0", "the players have different moves"),
        ("moves D(\".|.\") if n > 0", "D(\".|.\")"),
        ("moves sum(L(k) for k in 1..2) if n > 0", "the players have different moves"),
        ("value 1 if n == 1", "none is equal to 1"),
    ] {
        let rules = format!("{partizan}game T(n)\n {moves}\nend\n");
        for question in ["outcome(T(1))", "canonical(T(1))", "moves(T(1))", "misere_outcome(T(1))", "remoteness(T(1))"]
        {
            // A value is what is equal, and no move.
            if moves.starts_with("value") && !question.starts_with("canonical") {
                continue;
            }
            fails(&format!("{rules}{question}"), shown);
        }
    }
    // Impartial options may have rules of both kinds.
    let same = "game B(n)\n left B(n-1) if n > 0\n right B(n-1) if n > 0\nend\ngame T(n)\n moves B(n) + Nim(n) + * if n > 0\n moves [0, <*|*>, *2] if n > 0\n moves L(0)\nend\n";
    says(&format!("{partizan}{same}grundy(T(2))\noutcome(T(0))"), "1\nN");
}

/// A letter and `pass` may stand for the same brackets.
#[test]
fn brackets_have_a_letter_and_pass() {
    says("loop a <0 | a, pass>", "over");
    says("loop b <b | pass>", "dud");
    says("(loop a < | a, pass>) == off", "true");
    says("length(moves(+-over, Left))", "1");
}

#[test]
fn bounds_are_looked_at_before_theorems() {
    fails("period(Nim, \"x\")", "the bound");
    fails("period(Nim, -1)", "the bound");
    says("period(Nim, 100)", "arithmetic period 1 with saltus 1 from 0, by a theorem");
}

#[test]
fn ranges_without_elements_are_one() {
    says("(2..1 == 3..1, {2..1, 7..3, 1..2}.length, {2..1 => 5}[9..0], 1..2 == 1..3)", "(true, 2, 5, false)");
}

#[test]
fn loopy_dicots_are_in_their_class() {
    says("(over in Dicot, <pass | pass> in Dicot, is_dicot(over), on in Dicot)", "(true, true, true, false)");
    fails("over in DeadEnding", "a short game");
}

/// A theorem tells the genus of any number of heaps.
#[test]
fn the_genus_of_many_heaps() {
    says("(genus(3*10^5*Nim(1)), genus((10^12 + 1)*Nim(1)), genus(10^12*Nim(2)))", "(0^(120), 1^(031), 0^(02))");
}

/// What has too many values is refused before any are looked at, and what grows without bound ends early.
#[test]
fn days_and_powers_have_bounds() {
    for (universe, before) in [("DeadEnding", 196), ("IntegerEnds", 194), ("Misere", 256)] {
        fails(&format!("values_born_by(3, in = {universe})"), &format!("by day 2 there are {before}, and more than"));
    }
    fails("values_born_by(4, in = Dicot)", "by day 3 there are 1268, and more than");
    says("values_born_by(3, in = Dicot).length", "1268");
    says("all([birthday(random_game(s, day = 40)) <= 40 for s in 1..20])", "true");
    says("birthday(random_game(1, day = 64, options = 64)) <= 64", "true");
    fails("* : 2^70", "ordinal sums with integers above");
    fails("up_power(^, 2^70)", "ordinal sums with integers above");
    says("birthday(up_power(^, 5000))", "5001");
    let law = "has(g) = left_options(g) == [0] and length(right_options(g)) == 1 and <|right_options(g)[0]> == 0
all([up_power(g, n) == up_power_to(g, n) - up_power_to(g, n - 1) for g in set([<0|h> for h in born_by(2)]) if has(g) for n in 1..3])";
    says(law, "true");
}

/// A sum of switches is played hottest first, so that its canonical form is not needed.
#[test]
fn sums_of_many_switches_are_quick() {
    let sum = "s = sum([<100 + i | -i - 1/2^i> for i in 1..60])\n";
    says(&format!("{sum}mean(s) == sum([mean(<100 + i | -i - 1/2^i>) for i in 1..60])"), "true");
    says(&format!("{sum}(outcome(s), s > 0, s >= 2900, s <= 0, s == 0)"), "(L, true, true, false, false)");
    says(&format!("{sum}temperature(s) == temperature(<160 | -60 - 1/2^60>)"), "true");
    says(&format!("{sum}(left_stop(s) - right_stop(s) > 0, stops(s)[0] == left_stop(s))"), "(true, true)");
    says(&format!("{sum}outcome(s - s)"), "P");
    // Nothing but the hottest wins, by little.
    says(&format!("{sum}t = s - left_stop(s) + 1/2^70\nbest_move(t, Left).to >= 0"), "true");
    says("outcome(sum([<i | -i> for i in 1..51]))", "N");
    says("mean(sum([<i || i | -i> for i in 1..40]) + ^) == sum([mean(<i || i | -i>) for i in 1..40])", "true");
    // The same as by canonical forms, which `canonical` makes.
    let law = "some = <9|-9> + <7|0> + <4|-4> + <2|-1>
few = [<2|0>, <1|-1>, <1|-1> + 1, <3|-1>, <5|-2>, <1/2|-3/4>, -7, 0]
pairs = [(a, b) for a in few for b in few]
same(g) = (outcome(g), mean(g), temperature(g), stops(g), g >= 1, g == 0)
all([same(some + a + b - 4) == same(canonical(some + a + b - 4)) for (a, b) in pairs])";
    says(law, "true");
}

/// A winning move by nim-values, where remoteness would need millions of moves.
#[test]
fn best_moves_with_millions_of_moves_below() {
    let mut quick = Session::new(Settings {
        limits: Limits { steps: Some(3_500_000), depth: Some(1000), ..Limits::default() },
        ..Settings::default()
    });
    assert_eq!(submit(&mut quick, "m = best_move(Kayles(100)); grundy(m.to)"), ("0".to_owned(), Vec::new()));
    assert_eq!(submit(&mut quick, "best_move(*100 + *60 + *33)").0, "*100 -> *29");
}

/// The options of a position are asked together who wins them, and rounds of misère play only where they are told.
#[test]
fn pictures_of_chomp_ask_for_all_options_together() {
    says("t = tree(chomp(subsets(6)))\nlength(moves(chomp(subsets(6))))", "63");
    says("g = game_graph(chomp(subsets(6)))\n1", "1");
    let mut quick = Session::new(Settings {
        limits: Limits { steps: Some(10_000_000), depth: Some(1000), ..Limits::default() },
        ..Settings::default()
    });
    let told = "chomp(subsets(6))\n  In misère play whoever cannot move wins.\n  The first player wins with {0, 1, 2, 3, 4, 5}: whoever is to move then loses in misère play.";
    assert_eq!(submit(&mut quick, "explain(chomp(subsets(6)), misere = true)"), (told.to_owned(), Vec::new()));
}

/// A strategy says that a position far out is lost, so that its nim-value is 0.
#[test]
fn nim_values_of_lost_positions_far_out() {
    let game = "lattice G(x, y)\n  board x >= 0, y >= 0\n  move (1, 0), (0, 1), (1, 1), (2, -1)\nend\n";
    says(&format!("{game}(outcome(G(10^5, 10^5)), grundy(G(10^5, 10^5)))"), "(P, 0)");
    says(
        &format!("{game}all([(grundy(G(x, y)) == 0) == (outcome(G(x, y)) == P) for x in 0..12 for y in 0..12])"),
        "true",
    );
}

/// Long texts are picked from by places that are kept, whatever their letters, whichever text is asked for.
#[test]
fn letters_of_long_texts() {
    let text = "s = repeated(\"äbc\", 400) + \"€\"\nt = repeated(\"abc\", 400)\n";
    let pick = "[s[0], s[255], s[256], s[300], s[1199], s[1200], t[0], t[256], t[1199]]";
    says(&format!("{text}{pick}"), r#"["ä", "ä", "b", "ä", "c", "€", "a", "b", "c"]"#);
    says(
        &format!("{text}[length(s), length(t), slice(s, 1198), slice(t, 1198, 5000), slice(s, 254, 257)]"),
        r#"[1201, 1200, "bc€", "bc", "cäb"]"#,
    );
    says(&format!("{text}[i for i in 0..1200 if s[i] != list(s)[i] or slice(s, i, i + 1) != s[i]]"), "[]");
    fails(&format!("{text}s[1201]"), "the string has length 1201");
}

/// What is no sum of the numbers that were named is found number by number, not by all ways to add them.
#[test]
fn many_numbers_named_in_sylver_coinage() {
    let mut quick = Session::new(Settings {
        limits: Limits { steps: Some(2_000_000), depth: Some(1000), ..Limits::default() },
        ..Settings::default()
    });
    assert_eq!(
        submit(&mut quick, "p = Sylver(list(9..17)); (grundy(p), outcome(p))"),
        ("(5, N)".to_owned(), Vec::new())
    );
    assert_eq!(submit(&mut quick, "grundy(Sylver(list(14..27)))"), ("5".to_owned(), Vec::new()));
}

/// Powers of up are named however high they are; `⇑` stands for two ups, which have none.
#[test]
fn high_powers_of_up() {
    says("(^[40], -^<39>*2, 1/2+^[600], left(^[600]))", "(^[40], -^<39>*2, 1/2+^[600], [^[599]])");
    says("tiny(9000)", "tiny(9000)");
    fails("⇑[2]", "no elements");
    says("(⇑, ⇑*2)", "(^^, ^^*2)");
}

/// A sign alone is no number.
#[test]
fn numbers_in_texts() {
    for text in ["-", " - ", "-/3", "3/-", "-/-", "--1"] {
        fails(&format!("number({text:?})"), "does not show a number");
    }
    says("[number(\" -7 \"), number(\"-7/-4\")]", "[-7, 7/4]");
}

/// What is in a range without end, and how long one is, may be larger than a word.
#[test]
fn ranges_near_the_last_integer() {
    says(
        "[10^30 in 1.., 2^63 in 1.., -10^30 in 1.., 10^30 in 1..5, 10^30 in (-5)..]",
        "[true, true, false, false, true]",
    );
    says(
        "[length((-2^62)..(2^62)), length((-2^63)..(-1)), length(5..1)]",
        "[9223372036854775809, 9223372036854775808, 0]",
    );
    says("[mex([2^64, 0]), mex([2^64])]", "[1, 0]");
    fails("[1, 2][2^70]", "there is no element 1180591620717411303424: the list has length 2");
    fails("[1, 2][-2^1000]", "there is no element with so large an index");
}

/// A number beside something else is a sum, which a form of the same value is not.
#[test]
fn forms_that_have_the_names_of_sums() {
    says(
        "[canonical(<1 | 1>, in = Misere), canonical(<0, <1 | <-1 | -1>> | 2>, in = Misere)]",
        "[<1 | 1>, <0, <1 | <-1 | -1>> | 2>]",
    );
    says("canonical(1+*, in = Misere)", "<*, 1 | 1>");
    let follow = "game Follow(g)\n  left  Follow(x)  for x in left(g)\n  right Follow(x)  for x in right(g)\nend\n";
    says(&format!("{follow}moves(Follow(<<1 | 1> | >))"), "[Left: Follow(<<1 | 1> | >) -> Follow(<1 | 1>)]");
    says(&format!("{follow}{{Follow(<1 | 1>), Follow(1+*)}}"), "{Follow(<1 | 1>), Follow(1 + *)}");
    says(&format!("{follow}[misere_outcome(Follow(<1 | 1>)), misere_outcome(Follow(1+*))]"), "[R, N]");
    // Where that would be long, what makes it of its name.
    says(&format!("{follow}{{Follow(canonical(1+*40))}}"), "{Follow(canonical(1+*40))}");
    says(&format!("{follow}{{Follow(canonical(1+^1000000000))}}"), "{Follow(canonical(1+^1000000000))}");
    says(&format!("{follow}{{Follow(canonical(1+*(2^40)))}}"), "{Follow(canonical(1+*1099511627776))}");
    // Every canonical form of all games in misère play is read back as it is printed.
    says(
        "all([canonical(g, in = Misere) == g and compare(g, canonical(g, in = Misere), in = Misere) == \"=\" for g in born_by(1)])",
        "true",
    );
    says("<1 | 1>", "1+*");
}

/// Proofs of Chomp are elements of sets, each of its own position, and those behind a move are read again.
#[test]
fn proofs_of_chomp_are_values() {
    says("length({proof(chomp(subsets(6, 3))), proof(chomp(subsets(6, 3)))})", "1");
    says("proof(chomp(subsets(3))) == proof(chomp(divisors(30)))", "false");
    // Points are numbered as in the position that the text names, where those that are gone have no number.
    says("after(chomp(subsets(4)), {0})", "chomp(complex([[1, 2, 3]]))");
    says("proof(after(chomp(subsets(4)), {0})) == proof(chomp(complex([[1, 2, 3]])))", "true");
    says("[verify(proof(after(chomp(subsets(5)), {k}))) for k in 0..4]", "[true, true, true, true, true]");
}

#[test]
fn small_slips_of_the_library() {
    says("[nim_sum([1, 2, omega]), nim_sum(1, 2, omega)]", "[omega+3, omega+3]");
    // A range equals the list of its numbers, but not as an element.
    says(
        "[1..3 == [1, 2, 3], [1..3] == [[1, 2, 3]], [1..3] == [1..3], {1..3} == {[1, 2, 3]}]",
        "[true, false, true, false]",
    );
    fails("draw(Cram(grid(21, 21)))", "too large to be drawn");
    says("chip_line(graph {})", "[]");
    let two = |x: &str, y: &str| format!("coloured(graph {{a -- b}}, {x}) + coloured(graph {{a -- c}}, {y})");
    fails(&two("{\"a\" => \"red\"}", "{\"a\" => \"blue\"}"), "the vertex \"a\" has two colours");
    says(&format!("colour({}, \"a\")", two("{=>}", "{\"a\" => \"blue\"}")), "blue");
    fails("plot([10^400, 1])", "numbers below 10^300 are plotted");
    fails("grid(\"a|b\", 2)", "a grid from text has the size and the symbols of the text");
    fails("isomorphic(1, 2)", "`isomorphic` expects a graph or a poset");
    says("[max(omega, 3), min([omega, 1/3, -omega]), max(1/3, 1/2)]", "[omega, -omega, 1/2]");
    fails("x\u{200b} = 3", "the character U+200B means nothing here");
    fails("x\u{2003}= 3", "the character U+2003 means nothing here");
    fails("import(\"x.cgt\")", "unknown function `import`");
}

/// What was interrupted before does not stop the library from being read.
#[test]
fn the_library_is_read_whole_after_an_interruption() {
    let mut session = Session::new(Settings::default());
    session.handle().interruption_flag().store(true, std::sync::atomic::Ordering::Relaxed);
    let ran = session.run("first", "check grundy(Kayles(7)) == 2", Mode::Script, Rc::new(|_, _| {}));
    assert_eq!((ran.errors, ran.passed), (vec![], 1));
}

/// Sets within sets are compared however deep they are, on a small stack, too.
#[test]
fn deep_sets() {
    let deep = "s = {0}; t = {0}; for k in 1..2000 do s = {s}; t = {t} end; [s == t, s in {t}, {s => 1} == {t => 1}]";
    let run = move || {
        let (output, errors) = submit(&mut Session::new(Settings::default()), deep);
        assert_eq!((output.as_str(), errors), ("[true, true, true]", Vec::new()));
    };
    std::thread::Builder::new().stack_size(1 << 20).spawn(run).unwrap().join().unwrap();
}

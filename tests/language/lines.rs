//! What the session does with a line, driven without a terminal.

use sprague::limits::Limits;
use sprague::repl::core::{Core, Reaction, Reply};
use sprague::report::text as show;
use sprague::session::{Output, Session, Settings};
use std::cell::RefCell;
use std::fs;
use std::rc::Rc;

struct Talk(Core);

impl Talk {
    fn new() -> Talk {
        // Those of the command.
        let limits = Limits { depth: Some(10_000), memory: Some(4096 << 20), ..Limits::default() };
        Talk(Core::new(Session::new(Settings { limits, import_from: Some(".".into()), arguments: Vec::new() })))
    }

    fn answer(&mut self, line: &str) -> (Vec<String>, Reaction) {
        let outputs = Rc::new(RefCell::new(Vec::new()));
        let heard = Rc::clone(&outputs);
        let answer = self.0.submit(
            line,
            Rc::new(move |output, sources| {
                heard.borrow_mut().push(match output {
                    Output::Printed(text) => text,
                    Output::Value(shown) => show::value(&shown),
                    Output::Check(report) => show::check(&report, sources, false),
                });
            }),
        );
        (outputs.take(), answer)
    }

    /// The outputs of a line that must go well.
    fn say(&mut self, line: &str) -> String {
        let (outputs, answer) = self.answer(line);
        assert_eq!(answer, Reaction::default(), "{line}");
        outputs.join("\n")
    }

    /// The only reply to a line.
    fn reply(&mut self, line: &str) -> Reply {
        let (_, mut answer) = self.answer(line);
        assert_eq!(answer.replies.len(), 1, "{line}: {answer:?}");
        answer.replies.remove(0)
    }

    fn text(&mut self, line: &str) -> String {
        match self.reply(line) {
            Reply::Text(text) => text,
            other => panic!("{line}: {other:?}"),
        }
    }

    fn complaint(&mut self, line: &str) -> String {
        match self.reply(line) {
            Reply::Complaint(text) => text,
            other => panic!("{line}: {other:?}"),
        }
    }
}

#[test]
fn the_last_value_is_kept() {
    let mut talk = Talk::new();
    assert_eq!(talk.say("6 * 7"), "42");
    assert_eq!(talk.say("_ - 2"), "40");
    assert!(matches!(talk.reply("1/0"), Reply::Errors(_)));
    assert_eq!(talk.say("_"), "40", "an error leaves it");
    assert_eq!(talk.say("   "), "");
}

/// A transcript runs as a script, whatever of it only sessions can do.
#[test]
fn transcripts_run() {
    let folder = tempfile::tempdir().unwrap();
    let (lib, file) = (folder.path().join("lib.cgt"), folder.path().join("t.cgt"));
    fs::write(&lib, "lib(x) = x + 1\n").unwrap();
    let mut talk = Talk::new();
    let load = format!(":load {}", lib.display());
    let lines =
        ["1 + 1", "x = _ * 2", "help", &load, "lib(x)", "_ + 1", "1/0", ":time 3 + 4", "_ + 1", "_ * _", ":reset x"];
    for line in lines {
        let (said, answer) = talk.answer(line);
        let failed = answer.replies.iter().any(|reply| matches!(reply, Reply::Errors(_) | Reply::Complaint(_)));
        talk.0.remember(line, !failed, &said.join("\n")).unwrap();
    }
    assert_eq!(talk.say("x"), "4", "`:reset` takes no name, and did nothing");
    talk.text(&format!(":transcript {}", file.display()));
    let text = fs::read_to_string(&file).unwrap();
    let mut session = Session::new(Settings { import_from: Some("/".into()), ..Default::default() });
    let shown = Rc::new(RefCell::new(Vec::new()));
    let heard = Rc::clone(&shown);
    let ran = session.run(
        "t.cgt",
        &text,
        sprague::session::Mode::Script,
        Rc::new(move |output, _| {
            if let Output::Value(value) = output {
                heard.borrow_mut().push(show::value(&value));
            }
        }),
    );
    assert_eq!(ran.errors, [], "{text}");
    assert_eq!(shown.take(), ["2", "5", "6", "7", "8", "64"], "{text}");
}

#[test]
fn a_failed_submission_changes_nothing() {
    let mut talk = Talk::new();
    talk.say("x = 1; f(n) = n + x");
    assert!(matches!(talk.reply("x = 2; f(n) = 7; y = 3; 1/0"), Reply::Errors(_)));
    assert_eq!(talk.say("f(x)"), "2");
    assert!(matches!(talk.reply("y"), Reply::Errors(_)));
}

#[test]
fn help_and_documentation() {
    let mut talk = Talk::new();
    assert!(talk.text("?").contains("Type an expression"));
    assert!(talk.text("help").contains("Type an expression"));
    assert!(talk.text(":help").contains(":save FILE"));
    for line in ["?mex", "? mex", ":doc mex", ":help mex", "?mex()"] {
        match talk.reply(line) {
            Reply::Docs(docs) => assert_eq!(docs[0].name, "mex", "{line}"),
            other => panic!("{line}: {other:?}"),
        }
    }
    let subject = talk.0.subjects().remove(0);
    match talk.reply(&format!("?{}", subject.to_lowercase())) {
        Reply::Docs(docs) => assert!(!docs.is_empty()),
        other => panic!("{subject}: {other:?}"),
    }
    assert!(talk.complaint("?mexx").contains("Did you mean `mex`"));
    talk.say("## Twice n.\ntwice(n) = 2*n");
    match talk.reply("?twice") {
        Reply::Docs(docs) => assert_eq!(docs[0].text, "Twice n."),
        other => panic!("{other:?}"),
    }
}

#[test]
fn kinds_and_times() {
    let mut talk = Talk::new();
    assert!(talk.complaint(":time").contains("nothing has been computed"));
    assert_eq!(talk.text(":type 1/2"), "number");
    assert!(talk.text(":time").contains(" s, "), "of the line before");
    assert!(talk.complaint(":type").contains("needs an expression"));
    let (outputs, answer) = talk.answer(":time 6 * 7");
    assert_eq!(outputs, ["42"]);
    assert!(matches!(&answer.replies[..], [Reply::Text(text)] if text.contains(" steps")), "{answer:?}");
}

#[test]
fn definitions_are_saved_and_come_back() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("my work.cgt");
    let shown = file.display().to_string();
    let mut talk = Talk::new();
    assert!(talk.complaint(&format!(":save {shown}")).contains("nothing to save"));
    talk.say("x = <0, *1 | 1/2>\n## Adds x.\nmemo f(n) = n + x\ngame Half(n)\n moves Half(n // 2) if n > 0\nend");
    let shown_value = talk.say("(f(1), x == 1/4, grundy(Half(5)))");
    talk.text(&format!(":save \"{shown}\""));
    talk.text(&format!(":save {shown}"));
    talk.text(":reset");
    assert!(matches!(talk.reply("f(1)"), Reply::Errors(_)));
    talk.say(&format!(":load {shown}"));
    assert_eq!(talk.say("(f(1), x == 1/4, grundy(Half(5)))"), shown_value);
    fs::write(&file, "y = 1\n").unwrap();
    assert!(talk.complaint(&format!(":save {shown}")).contains(":save! "));
    assert_eq!(fs::read_to_string(&file).unwrap(), "y = 1\n");
    talk.text(&format!(":save! {shown}"));
    assert!(talk.complaint(":load no_such_file.cgt").contains("there is no such file"));
}

/// What is saved is the same when it is loaded, and what would not be is left out and named.
#[test]
fn what_is_saved_is_the_same_again() {
    let game = "game A(n)\n moves A(n - 1) if n > 0\nend";
    let other = "game A(n)\n moves 0 if n > 0\nend";
    // Lines of a session, the names that are left out, and something with its value before and after.
    let cases: &[(&[&str], &str, &str)] = &[
        (&["f(n) = n + 1", "h = f"], "", "(f(1), h(2))"),
        (&["memo f(n) = n", "g = f"], "", "g(2)"),
        (&["z = mex", "s = misere_quotient"], "", "z(0, 1)"),
        (&["f = x -> x^2", "g = f", "h = x -> f(x) + 1"], "", "(f(2), g(3), h(4))"),
        (&["mk(n) = x -> x + n", "add3 = mk(3)", "n = 5"], "add3", "(mk(1)(2), n)"),
        (&["f(n) = n + 1", "fs = [f, x -> x^2]", "gs = [x -> x^2]"], "fs, gs", "f(2)"),
        (&["m = [moves(Kayles(2))[0]]", "n = moves(Kayles(2))[0]", "k = 3"], "m, n", "k"),
        (&["t = thermograph(<2|0>)", "per = period(Kayles)", "q = misere_quotient(Kayles, 5)"], "t, per, q", "1"),
        (&["a = 1", "f() = a", ":forget a", "g() = f()", "b = 2"], "f, g", "b"),
        (&["x = 1", game, "x = A(3)", "r = A", "k = Kayles"], "", "(x, r(2), k(4))"),
        (&["lim = 9", "game B(n)\n require n < lim\n moves 0\nend", "p = B(3)", "lim = 4"], "", "(p, lim)"),
        // Names of the library that are hidden meanwhile.
        (&["p = tiny(2)", "q = [p]", "tiny(x) = x", "y = 1"], "p, q", "(tiny(3), y)"),
        (&["p = Kayles(4)", "game Kayles(n)\n moves 0\nend", "q = Kayles(4)"], "p", "(q, moves(q))"),
        (&[game, "p = A(3)", "d = <A(1) | 2>", other, "q = A(3)"], "p, d", "moves(q)"),
        (&["o = outcome(0)", "P = 4"], "o", "P"),
        (&["o = outcome(1)", "os = {o => 1}", "L = 5"], "o, os", "L"),
        (&["p = omega", "omega = 3"], "p", "omega"),
        (&["f(x) = mex(0, x)", "mex(x) = 7", "g(x) = mex(x)"], "f", "g(1)"),
        (&["mex(x) = 7", "f(x) = mex(0, x)", ":forget mex"], "", "f(1)"),
        (
            &["k = 2", "heap H = take k", "j = 3", "heap J = take j", "j = 4", "heap M = take i in 1.. if i < j"],
            "J",
            "moves(H(7))",
        ),
        (&["heap M = take mex(0, 1)", "mex(x) = 4"], "M", "mex(1)"),
        (&["odd(n) = n % 2 == 1", "heap H = take i in 1.. if odd(i)", "odd(n) = n == 2"], "", "(H(3), moves(H(7)))"),
        (&["d = 2", "lattice G(x, y)\n board x >= 0, y >= 0\n move (d, 0), (0, 1)\nend", "d = 3"], "G", "d"),
        (&["d = 2", "lattice G(x, y)\n board x >= 0, y >= 0\n move (d, 0), (0, 1)\nend"], "", "moves(G(3, 2))"),
        (&["O = octal(\"0.77\")", "s = subtraction([1, 2])"], "", "(moves(O(3)), moves(s(4)))"),
        // All kinds that have a notation.
        (
            &[
                "a = [1, 2/3, *2, <2 | 0>, <1, 0 | 0>, on, oo, omega * 2, 2^100]",
                "b = (\"x\\n\", true, nothing, {1, 2}, {1 => 2}, {=>}, 1..3, 1.., Left, P)",
                "c = [Kayles(3) - Nim(2) + ^, Domineering(\"..|..\"), grid(\"ab|c.\"), Kayles]",
                "d = [poset {a < b}, chain(2) * chain(3), graph {a -- b}, subsets(3), over & under]",
                "v = 3",
            ],
            "",
            "(a, b, c, d, v)",
        ),
    ];
    let directory = tempfile::tempdir().unwrap();
    for (i, (lines, left, shown)) in cases.iter().enumerate() {
        let file = directory.path().join(format!("{i}.cgt")).display().to_string();
        let (mut talk, mut later) = (Talk::new(), Talk::new());
        for line in *lines {
            let (_, answer) = talk.answer(line);
            assert!(answer.replies.iter().all(|reply| matches!(reply, Reply::Warnings(_))), "{line}: {answer:?}");
        }
        let told = talk.text(&format!(":save {file}"));
        let text = fs::read_to_string(&file).unwrap();
        let all = if left.is_empty() { "brings it back.".into() } else { format!("brings all but {left} back.") };
        assert!(told.contains(&all), "{lines:?}: {told}\n{text}");
        let (_, loaded) = later.answer(&format!(":load {file}"));
        assert!(!loaded.replies.iter().any(|reply| matches!(reply, Reply::Errors(_))), "{text}{loaded:?}");
        assert_eq!(later.say(shown), talk.say(shown), "{lines:?}\n{text}");
        // What was loaded is saved as it was.
        let lines_of =
            |text: &str| text.lines().filter(|l| !l.starts_with("# ")).map(str::to_owned).collect::<Vec<_>>();
        if !lines_of(&text).is_empty() {
            later.text(&format!(":save! {file}"));
            assert_eq!(lines_of(&fs::read_to_string(&file).unwrap()), lines_of(&text));
        }
    }
}

#[test]
fn names_are_listed_as_they_are_called() {
    let mut talk = Talk::new();
    talk.say("f(n) = n + 1\ngame B(n)\n moves 0\nend\nsq = x -> x^2");
    talk.say("h = f\nb = B\nr = Kayles\nk = sq\nz = mex");
    let listed = talk.text(":names");
    let names: Vec<&str> = listed.lines().filter_map(|line| line.split("  ").next()).collect();
    assert_eq!(names, ["f(n)", "B(n)", "sq(x)", "h", "b", "r", "k", "z"], "{listed}");
}

#[test]
fn the_kind_of_an_expression_is_told() {
    let mut talk = Talk::new();
    assert_eq!(talk.text(":type 1/2"), "number");
    for text in [":type x = 3", ":type 1; 2", ":type f(n) = n", ":type check 1 == 1"] {
        assert!(talk.complaint(text).contains("one expression"), "{text}");
    }
    assert!(matches!(talk.reply(":type (1"), Reply::Errors(_)));
    assert!(matches!(talk.reply("x"), Reply::Errors(_)), "it has done nothing");
}

#[test]
fn ways_to_leave() {
    let mut talk = Talk::new();
    for line in ["quit", "exit", "quit()", ":quit", ":q"] {
        assert!(talk.answer(line).1.leave, "{line}");
    }
    talk.say("quit = 3");
    assert_eq!(talk.say("quit"), "3", "a name of one's own is a name");
}

#[test]
fn a_check_in_the_session_points_at_what_was_typed() {
    let mut talk = Talk::new();
    talk.say("1");
    let shown = talk.say("check mex({0, 1}) = 1");
    assert!(shown.starts_with("FAILED  <session>:1  mex({0, 1}) = 1\n"), "{shown}");
    assert!(shown.contains("        1 | check mex({0, 1}) = 1\n"), "{shown}");
}

#[test]
fn a_loop_that_shows_nothing_gets_a_note() {
    let mut talk = Talk::new();
    let note = "note: the loop shows nothing by itself: write `print(n^2)` to see the value of each round";
    assert_eq!(talk.text("for n in 1..3 do n^2 end"), note);
    assert_eq!(talk.say("for n in 1..3 do print(n^2) end"), "1\n4\n9");
    assert_eq!(talk.say("x = 0; for n in 1..3 do x = n end"), "");
}

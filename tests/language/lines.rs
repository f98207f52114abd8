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

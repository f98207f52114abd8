//! Questions and answers as text: printed and read again they are the same, and their words stay free elsewhere.

use sprague::syntax::ast::{Program, StmtKind};
use sprague::syntax::{Mode, parse, print};
use std::fs;
use std::path::Path;

fn read(text: &str) -> Program {
    let parsed = parse(0, text, Mode::Script);
    assert!(parsed.errors.is_empty(), "{text}\n{:?}", parsed.errors);
    parsed.program
}

/// The tree with its places left out.
fn tree(program: &Program) -> String {
    let text = format!("{:?}", program.statements);
    let parts: Vec<&str> = text.split("Span { source").collect();
    let rest = parts.iter().skip(1).map(|p| p.split_once('}').map_or("", |x| x.1));
    parts.first().copied().into_iter().chain(rest).collect()
}

#[test]
fn printing_and_reading_give_the_same_tree() {
    let mut texts: Vec<String> = Vec::new();
    let course = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/course");
    for entry in fs::read_dir(course).expect("there is a course") {
        let key = entry.expect("it can be listed").path().join("key.cgt");
        texts.extend(fs::read_to_string(key).ok());
    }
    assert_eq!(texts.len(), 8);
    texts.push("question q worth 1/2 optional bonus hidden\nend\n".into());
    texts.push("question q \"a {b} | c\"\n  expect canonical <0, * | 1> worth 1 \"no {interpolation}\"\n  expect mean -1/2\n  expect outcome(G)\n  expect near (1, 2)\n  expect unordered [1]\n  expect swapped\n  expect *\n  accept (a, b) -> a < b worth 3\n  hint \"x\"\n  hint after 2 + 1 \"y\"\n  tolerance 1/8\n  about <0 | 1>\n  where f(n) = n + 1\n  where (a, b) = (1, 2)\n  check f(1) = 2 \"holds\"\n  part a \"p\" worth 2\n    expect rules Nim(n) for n in 0..3 if n != 2 worth 1\n  end\nend\n".into());
    texts.push("## The first.\nanswer q1 = 1/2\nanswer f(n) = n^2\nanswer q3 = do\n  x = 1\n  x\nend\n".into());
    for text in texts {
        let first = read(&text);
        let printed = print(&first);
        assert_eq!(tree(&first), tree(&read(&printed)), "{printed}");
        assert_eq!(printed, print(&read(&printed)));
    }
}

#[test]
fn words_of_questions_are_names_elsewhere() {
    let text = "question = 1\nanswer = 2\nexpect = 3\naccept(x) = x\nhint = expect + 1\nwhere = 4; part = 5; worth = 6\nafter = worth\n\
        tolerance = about(3)\ncanonical = 7\nquestion + answer\nquestion(answer)\nxs.expect\n[worth, bonus, optional]\n";
    assert_eq!(read(text).statements.len(), 15);
    // Inside a question they can be used as values.
    let text = "question q worth worth\n  expect canonical + 1\n  expect mean(part)\n  accept worth -> worth > bonus\n  check expect == part\nend\n";
    assert!(matches!(&read(text).statements[0].kind, StmtKind::Question(q) if q.lines.len() == 4));
}

#[test]
fn a_question_without_end_does_not_swallow_the_next() {
    let parsed = parse(0, "question q1\n  expect 1\nquestion q2\n  expect 2\nend\nanswer q1 = 3\n", Mode::Script);
    let messages: Vec<_> = parsed.errors.iter().map(|e| e.message.as_str()).collect();
    assert_eq!(messages, ["missing `end` before the next statement, `question`"]);
    assert_eq!(parsed.program.statements.len(), 3);
    let parsed = parse(0, "answer q1 = (1 +\nanswer q2 = [3\nanswer q3 = 4\n", Mode::Script);
    assert_eq!(parsed.program.statements.len(), 3, "{:?}", parsed.errors);
}

#[test]
fn wrong_lines_are_told_by_what_may_stand_there() {
    let wrong = |text: &str| {
        parse(0, text, Mode::Script)
            .errors
            .iter()
            .map(|e| format!("{} {}", e.message, e.notes.join(" ")))
            .collect::<Vec<_>>()
            .join("\n")
    };
    assert!(wrong("question q\n  expct 1\nend\n").contains("`expect`"), "{}", wrong("question q\n  expct 1\nend\n"));
    for text in [
        "question q\n expect\nend\n",
        "question q\n expect 1 worth\nend\n",
        "question q\n hint after 2\nend\n",
        "answer q1\n",
        "question q 3\n expect 1\nend\n",
    ] {
        let said = wrong(text);
        assert!(said.contains("expected"), "{text}: {said}");
    }
}

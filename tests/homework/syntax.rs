//! Questions and answers as text: what of a key is public, and that its words stay free elsewhere.

use sprague::homework::sheet::sheet;
use sprague::syntax::ast::{LineKind, Program, Question, StmtKind};
use sprague::syntax::{Mode, parse};
use std::fs;
use std::path::Path;

fn read(text: &str) -> Program {
    let parsed = parse(0, text, Mode::Script);
    assert!(parsed.errors.is_empty(), "{text}\n{:?}", parsed.errors);
    parsed.program
}

/// A key without its secrets is a text in which no word of them stands, and the questions are the same.
#[test]
fn a_sheet_is_the_key_without_its_secrets() {
    let mut texts: Vec<String> = Vec::new();
    let course = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/course");
    for entry in fs::read_dir(course).expect("there is a course") {
        let key = entry.expect("it can be listed").path().join("key.cgt");
        texts.extend(fs::read_to_string(key).ok());
    }
    assert_eq!(texts.len(), 8);
    texts.push("## For all.\nquestion q \"a # b\" worth 1/2 # secret\n  # secret\n  expect canonical <0, * | 1> worth 1 \"secret\"; expect (1, # secret\n    2)\n  hint after 2 + 1 \"secret\"; check f(1) = 2 \"holds\"\n  where f(n) = n + 1; accept (a, b) -> a < b; where (a, b) = (1, 2) # secret\n  part a \"p\" worth 2\n    expect rules Nim(n) for n in 0..3\n    about secret\n  end\n\n  part b\n    tolerance 1/8\n    manual \"secret {secret}, \\\"secret\\\" and \\{secret\\}\\n secret\" worth 2 # secret\n  end\nend; secret = 1\n".into());
    for text in &texts {
        let sheet = sheet(text).expect("it is a key");
        let shape = |text: &str| -> Vec<String> {
            let questions = read(text).statements.into_iter().filter_map(|statement| match statement.kind {
                StmtKind::Question(question) => Some(shape(&question, statement.doc.as_deref())),
                _ => None,
            });
            questions.collect()
        };
        assert_eq!(shape(&sheet), shape(text), "{sheet}");
        let secrets = ["expect", "accept", "hint", "about", "tolerance"];
        let tells = |line: &str| secrets.iter().any(|secret| line.trim_start().starts_with(secret));
        assert!(!sheet.contains("secret") && !sheet.lines().any(tells), "{sheet}");
    }
    assert_eq!(
        sheet(texts.last().expect("it was pushed")).expect("it is a key"),
        "## For all.\nquestion q \"a # b\" worth 1/2\n check f(1) = 2 \"holds\"\n  where f(n) = n + 1; where (a, b) = (1, 2)\n  part a \"p\" worth 2\n  end\n\n  part b\n    manual \"A person reads the answer.\" worth 2\n  end\nend\n\n# Your answers:\n# answer qa = \n# answer qb = \n"
    );
}

/// What students may see of a question.
fn shape(question: &Question, doc: Option<&str>) -> String {
    let mut text = format!("{doc:?} {} {:?}", question.name.name, question.text);
    for line in &question.lines {
        match &line.kind {
            LineKind::Where(_) => text.push_str(" where"),
            LineKind::Check(_) => text.push_str(&format!(" check {:?}", line.text)),
            LineKind::Part(part) => text.push_str(&shape(part, None)),
            _ => {}
        }
    }
    text
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

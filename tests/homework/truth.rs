//! What a report says of a wrong answer is true, and is not the right answer. All keys of the course get answers of many kinds; every
//! sentence of every reason is read back and tried in the engine: the move that is named is played, the column counted, the
//! period looked up, the reversible option reversed. A sentence that nobody here can read fails the test.

use crate::sentences::{Case, claims};
use crate::support::Folder;
use serde_json::Value as Json;
use sprague::session::{Output, Session, Settings};
use sprague::syntax::Mode;
use std::cell::RefCell;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;

pub const LESSONS: [&str; 8] = ["lesson1", "lesson2", "lesson3", "lesson4", "lesson5", "lesson6", "lesson7", "quiz1"];

fn course(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/course").join(name)
}

/// A session that knows a key's definitions.
pub struct Referee {
    session: Session,
    /// The text of the key.
    pub key: String,
}

impl Referee {
    fn new(key: &str) -> Referee {
        let mut session = Session::new(Settings::default());
        let outcome = session.run("key.cgt", key, Mode::Script, Rc::new(|_, _| ()));
        assert!(outcome.errors.is_empty(), "{:?}", outcome.errors);
        Referee { session, key: key.to_owned() }
    }

    pub fn value(&mut self, text: &str) -> Result<String, String> {
        let heard = Rc::new(RefCell::new(Vec::new()));
        let hears = Rc::clone(&heard);
        let outcome = self.session.run("claim", text, Mode::Script, Rc::new(move |o, _| hears.borrow_mut().push(o)));
        match (&outcome.errors[..], &heard.borrow()[..]) {
            ([], [Output::Value(shown)]) => Ok(shown.text.clone()),
            (errors, _) => Err(format!("{text}: {:?}", errors.first().map(|e| &e.message))),
        }
    }

    fn holds(&mut self, claim: &str) -> Result<(), String> {
        match self.value(claim)?.as_str() {
            "true" => Ok(()),
            other => Err(format!("{claim} is {other}")),
        }
    }

    fn all(&mut self, claims: &[String]) -> Result<(), String> {
        claims.iter().try_for_each(|claim| self.holds(claim))
    }
}

/// The name in `expect rules NAME(…)` or `expect period NAME(…)` of a question or part.
fn rules_of(key: &str, question: &str) -> Option<String> {
    let place = key.find(&format!("question {question} ")).or_else(|| {
        let (stem, part) = question.split_at(question.len() - 1);
        let start = key.find(&format!("question {stem} "))?;
        Some(start + key[start..].find(&format!("part {part} "))?)
    })?;
    let line = key[place..].lines().skip(1).find(|l| l.trim_start().starts_with("expect"))?;
    let call = line.split_once("rules ").or_else(|| line.split_once("period "))?.1;
    Some(call.split('(').next()?.to_owned())
}

/// Answers of many kinds to all questions of a key, most of them wrong.
fn answers(folder: &Folder, names: &[String], model: &str) {
    let pool = [
        "0",
        "1",
        "-1",
        "2",
        "5",
        "12",
        "1/2",
        "-3/4",
        "*",
        "*2",
        "*5",
        "^",
        "v*",
        "<2 | 1>",
        "+-1",
        "<0, * | 1>",
        "<1, 0 | -1>",
        "N",
        "P",
        "L",
        "R",
        "D",
        "Second",
        "Left",
        "{}",
        "[]",
        "{1}",
        "[1, 0]",
        "(6, 0)",
        "(24, 80)",
        "true",
        "\"a\"",
        "Nim(3)",
        "[Nim(1)]",
        "n -> 1",
        "n -> n % 2",
        "Nim",
        "Kayles",
        "Kayles(3) + Nim(4)",
        "nothing",
        "{1 => 2}",
        "[[0, 1], [1]]",
    ];
    for (i, value) in pool.iter().enumerate() {
        let mut file = String::new();
        for name in names {
            let _ = writeln!(file, "answer {name} = {value}");
        }
        folder.put(&format!("all/pool{i:02}.cgt"), file);
    }
    // The model answers, changed a little.
    let changes = [
        "-x",
        "x + *",
        "x + 1",
        "x + ^",
        "slice(x, 1)",
        "append(x, 0)",
        "{y for y in x if y != first(x)}",
        "reverse(list(x))",
    ];
    for (i, change) in changes.iter().enumerate() {
        let mut file = format!("{model}\nchange(x) = {change}\n");
        for name in names {
            let _ = writeln!(file, "answer {name} = change({name})");
        }
        folder.put(&format!("all/change{i}.cgt"), file);
    }
    // Those of the next question.
    let mut file = model.to_owned();
    for (i, name) in names.iter().enumerate() {
        let _ = writeln!(file, "theirs_{name} = {}", names[(i + 1) % names.len()]);
    }
    for name in names {
        let _ = writeln!(file, "answer {name} = theirs_{name}");
    }
    folder.put("all/others.cgt", file);
}

/// Whether a text names a value, as a word of its own.
fn names(text: &str, value: &str) -> bool {
    let inner = |c: char| c.is_alphanumeric() || matches!(c, '/' | '*' | '^' | '<' | '>' | '|' | '_' | '"');
    text.match_indices(value).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let mut after = text[at + value.len()..].chars();
        let next = after.next();
        let bracket = matches!(next, Some('(' | '[')) || matches!(before, Some('(' | '-'));
        !before.is_some_and(|c| inner(c) || c == '+') && !next.is_some_and(inner) && !bracket
    })
}

/// What is left of a sentence when the student's own answer, the game of the question and counts are taken away.
fn without_what_is_known(sentence: &str, given: &str) -> String {
    // Moves are made in games that the reader knows.
    let known = sentence.split("so it is not left out:").next().unwrap_or_default();
    let known = known.split(" begins and wins ").next().unwrap_or_default();
    let mut text = known.replace(given, "");
    // Where a move leads is no answer.
    while let Some(at) = text.find(" -> ") {
        let end = text[at + 4..].find([',', '.', ' ']).map_or(text.len(), |n| at + 4 + n);
        text.replace_range(at..end, "");
    }
    for counted in [
        "binary column of ",
        "each of the other ",
        " has a ",
        "counting from ",
        "The question looks at ",
        "the question asks for ",
        "Your list has ",
        "With period ",
    ] {
        while let Some(at) = text.find(counted) {
            let end = text[at + counted.len()..]
                .find(|c: char| !c.is_ascii_digit())
                .map_or(text.len(), |n| at + counted.len() + n);
            text.replace_range(at..end, "");
        }
    }
    text
}

fn try_key(name: &str, key: &str, model: &str, more: &[(String, String)], tried: &mut usize, wrong: &mut Vec<String>) {
    let folder = Folder::new();
    folder.free_key(key);
    let sheet = String::from_utf8(folder.sprague(&["grade", "key.cgt", "--sheet"]).stdout).unwrap();
    let questions: Vec<String> =
        sheet.lines().filter_map(|l| Some(l.strip_prefix("# answer ")?.trim_end_matches(" = ").to_owned())).collect();
    assert!(!questions.is_empty(), "{name}");
    answers(&folder, &questions, model);
    for (file, text) in more {
        folder.put(&format!("all/{file}"), text);
    }
    let revealed = folder.grade(&["all", "--reveal", "--try", "9"]);
    let plain = folder.grade(&["all", "--try", "9"]);
    let mut referee = Referee::new(key);
    for (file, told) in plain["submissions"].as_array().unwrap().iter().zip(revealed["submissions"].as_array().unwrap())
    {
        assert_eq!(file["problem"], Json::Null, "{name}: {file}");
        for (q, told) in file["questions"].as_array().unwrap().iter().zip(told["questions"].as_array().unwrap()) {
            let (Some(given), Some(right)) = (q["given"].as_str(), told["answer"].as_str()) else { continue };
            assert_eq!(q["answer"], Json::Null);
            let question = q["name"].as_str().unwrap();
            let case = Case { given, right, rules: rules_of(key, question), game: RefCell::new(String::new()) };
            let place = format!("{name} {question}, answer {given}, right {right}");
            let lines = |of: &str| -> Vec<String> {
                q[of].as_array().unwrap().iter().filter_map(|l| l.as_str().map(str::to_owned)).collect()
            };
            // A value that was cut cannot be read back.
            // Nor can a move, nor a sum of one; the best move of misère play is never spoken of.
            let misere = key.starts_with("# Misère play");
            let whole = ![given, right].iter().any(|text| text.contains('…'))
                && !given.contains(" -> ")
                && (misere || !right.contains(" -> "));
            for sentence in lines("reasons") {
                *tried += 1;
                match claims(&mut referee, &case, &sentence) {
                    Ok(all) if whole => {
                        if let Err(why) = referee.all(&all) {
                            wrong.push(format!("{place}: {sentence}\n    {why}"));
                        }
                    }
                    Ok(_) => {}
                    Err(why) => wrong.push(format!("{place}: {sentence}\n    {why}")),
                }
            }
            let asked = q["text"].as_str().unwrap_or_default();
            for sentence in lines("reasons").iter().chain(&lines("hints")) {
                if !sentence.starts_with("This should hold")
                    && names(&without_what_is_known(sentence, given), right)
                    && !names(asked, right)
                {
                    wrong.push(format!("{place}: tells the answer: {sentence}"));
                }
            }
        }
    }
}

/// Questions about misère play of all kinds.
#[test]
fn reasons_in_misere_play() {
    let asked = [
        "misere_outcome(Kayles(4))",
        "misere_outcome(Kayles(3) + Kayles(5))",
        "outcome(Nim(1, 4, 5), misere = true)",
        "misere_outcome((1, 4, 6))",
        "misere_outcome((1, 1, 1))",
        "outcome(Domineering(grid(2, 3)), misere = true)",
        "misere_outcome(<1 | -1>)",
        "outcome(Kayles(0), misere = true)",
        "winning_moves(Kayles(6), misere = true)",
        "misere_winning_moves(Nim(2, 3, 4))",
        "winning_moves(Nim(1, 1), misere = true)",
        "remoteness(Kayles(5), misere = true)",
        "remoteness(Nim(2, 2), misere = true)",
        "best_move(Kayles(5), misere = true)",
        "p_positions(Kayles, 12, misere = true)",
    ];
    let (mut key, mut model) = ("# Misère play\n".to_owned(), String::new());
    for (i, ask) in asked.iter().enumerate() {
        let _ = writeln!(key, "question m{i} \"misère play\"\n  expect {ask}\nend");
        let _ = writeln!(model, "answer m{i} = {ask}");
    }
    let lists = [
        "[Kayles(5), Kayles(2)]",
        "[Nim(2, 3, 3), Nim(2, 4)]",
        "[Nim(1)]",
        "[Kayles(4), Kayles(1) + Kayles(3)]",
        "[0, 3]",
    ];
    let more: Vec<(String, String)> = lists
        .iter()
        .enumerate()
        .map(|(i, list)| {
            let lines: Vec<String> = (0..asked.len()).map(|q| format!("answer m{q} = {list}\n")).collect();
            (format!("list{i}.cgt"), lines.concat())
        })
        .collect();
    let (mut tried, mut wrong) = (0, Vec::new());
    try_key("misère", &key, &model, &more, &mut tried, &mut wrong);
    assert!(wrong.is_empty(), "{} of {tried}:\n{}", wrong.len(), wrong[..wrong.len().min(400)].join("\n"));
    assert!(tried > 200, "only {tried} sentences were tried");
}

/// Lessons are tried side by side.
#[test]
fn reasons_are_true_and_do_not_tell_the_answer() {
    let lesson = |lesson: &str| {
        let (mut tried, mut wrong) = (0, Vec::new());
        let read = |name: &str| fs::read_to_string(course(lesson).join(name)).expect("it is there");
        let mut more = Vec::new();
        for entry in fs::read_dir(course(lesson).join("answers")).expect("there are answers") {
            let path = entry.expect("it can be listed").path();
            let file = path.file_name().unwrap().to_string_lossy().into_owned();
            more.push((file, fs::read_to_string(&path).expect("it can be read")));
        }
        try_key(lesson, &read("key.cgt"), &read("answers/model.cgt"), &more, &mut tried, &mut wrong);
        (tried, wrong)
    };
    let results: Vec<(usize, Vec<String>)> = std::thread::scope(|scope| {
        // Two at a time: files of answers are given so many seconds each.
        let (some, others) = LESSONS.split_at(LESSONS.len() / 2);
        let threads = [some, others].map(|names| scope.spawn(move || names.iter().map(|name| lesson(name)).collect()));
        threads.into_iter().flat_map(|thread| -> Vec<_> { thread.join().expect("lessons are tried") }).collect()
    });
    let tried: usize = results.iter().map(|(tried, _)| tried).sum();
    let wrong: Vec<String> = results.into_iter().flat_map(|(_, wrong)| wrong).collect();
    assert!(wrong.is_empty(), "{} of {tried}:\n{}", wrong.len(), wrong[..wrong.len().min(400)].join("\n"));
    assert!(tried > 3000, "only {tried} sentences were tried");
}

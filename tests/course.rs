//! The course in `examples/course`, graded from end to end: keys prove themselves, model answers earn all points, and the reports
//! on typical wrong answers are those that stand beside them. Whatever a report says of a move is played by the engine.
//! `UPDATE=1 cargo test --test course` writes the reports anew: read them before you keep them.

use serde_json::Value as Json;
use sprague::session::{Output, Session, Settings};
use sprague::syntax::Mode;
use std::cell::RefCell;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output as Ran};
use std::rc::Rc;

const LESSONS: [&str; 8] = ["lesson1", "lesson2", "lesson3", "lesson4", "lesson5", "lesson6", "lesson7", "quiz1"];

fn sprague(arguments: &[&str]) -> Ran {
    Command::new(env!("CARGO_BIN_EXE_sprague"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("the command runs")
}

fn text(ran: &Ran) -> String {
    assert!(ran.status.success(), "{}\n{}", ran.status, String::from_utf8_lossy(&ran.stderr));
    String::from_utf8(ran.stdout.clone()).expect("reports are UTF-8")
}

fn key(lesson: &str) -> String {
    format!("examples/course/{lesson}/key.cgt")
}

#[test]
fn keys_prove_themselves() {
    for lesson in LESSONS {
        let ran = sprague(&["grade", &key(lesson), "--self-test"]);
        let said = text(&ran);
        assert!(said.contains("earn them all, no answers earn none"), "{lesson}: {said}");
    }
}

#[test]
fn model_answers_earn_all_points() {
    for lesson in LESSONS {
        let model = format!("examples/course/{lesson}/answers/model.cgt");
        let report: Json = serde_json::from_str(&text(&sprague(&["grade", &key(lesson), &model, "--json"]))).unwrap();
        let file = &report["submissions"][0];
        assert_eq!(file["score"], file["max_score"], "{lesson}: {file:#}");
        assert!(file["score"].as_f64().unwrap() >= 10.0);
    }
}

/// A sheet is public: it says what is asked and nothing of what is expected, and it can be read.
#[test]
fn sheets_are_public() {
    for lesson in LESSONS {
        let sheet = text(&sprague(&["grade", &key(lesson), "--sheet"]));
        assert!(sheet.contains("question q") && sheet.contains("# answer q"), "{lesson}");
        for secret in ["expect", "accept", "hint", "about"] {
            let tells = sheet.lines().any(|line| line.trim_start().starts_with(secret));
            assert!(!tells, "{lesson}: {sheet}");
        }
    }
}

fn wrong_answers(lesson: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("examples/course/{lesson}/answers"));
    let entries = fs::read_dir(folder).expect("there are answers");
    let mut files: Vec<PathBuf> = entries.map(|e| e.expect("it can be listed").path()).collect();
    files.retain(|file| file.file_stem().is_some_and(|stem| stem != "model"));
    files.sort();
    files
}

#[test]
fn reports_on_wrong_answers_stand_beside_them() {
    let update = std::env::var_os("UPDATE").is_some();
    let mut wrong = Vec::new();
    for lesson in LESSONS {
        let folder = format!("examples/course/{lesson}");
        let mut report = String::new();
        for file in wrong_answers(lesson) {
            let name = file.file_name().unwrap().to_str().unwrap();
            report.push_str(&text(&sprague(&["grade", &key(lesson), &format!("{folder}/answers/{name}")])));
        }
        let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join(&folder).join("report.txt");
        if update {
            fs::write(&beside, &report).expect("the report can be written");
        } else if fs::read_to_string(&beside).unwrap_or_default() != report {
            wrong.push(format!("{lesson}:\n{report}"));
        }
    }
    assert!(wrong.is_empty(), "{}\nUPDATE=1 writes the reports anew.", wrong.join("\n"));
}

/// What a program of the language gives, in a session that knows a key's definitions.
struct Referee {
    session: Session,
}

impl Referee {
    fn new(lesson: &str) -> Referee {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(key(lesson));
        let mut session = Session::new(Settings::default());
        let outcome = session.run("key.cgt", &fs::read_to_string(path).unwrap(), Mode::Script, Rc::new(|_, _| ()));
        assert!(outcome.errors.is_empty(), "{:?}", outcome.errors);
        Referee { session }
    }

    fn holds(&mut self, claim: &str) -> bool {
        let heard = Rc::new(RefCell::new(Vec::new()));
        let hears = Rc::clone(&heard);
        let outcome = self.session.run("claim", claim, Mode::Script, Rc::new(move |o, _| hears.borrow_mut().push(o)));
        assert!(outcome.errors.is_empty(), "{claim}\n{:?}", outcome.errors);
        matches!(&heard.borrow()[..], [Output::Value(shown)] if shown.text == "true")
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('{', "\\{"))
}

/// The program that plays a sentence's moves, if it names any.
fn claim(sentence: &str) -> Option<String> {
    let sentence = sentence.trim();
    if let Some((before, made)) = sentence.split_once(" begins and wins ") {
        let (game, made) = made.split_once(" with ")?;
        let game = if game == "the game" { return None } else { game };
        let made = made.trim_end_matches('.');
        let who = before.rsplit(' ').next()?;
        let target = made.split_once(" -> ")?.1;
        return Some(match who {
            "player" => {
                format!("any(\"\\{{m}}\" == {0} for m in winning_moves({game}))", quoted(made)).replace("\\{m}", "{m}")
            }
            "Left" => format!("any(g == ({target}) and g >= 0 for g in left({game}))"),
            _ => format!("any(g == ({target}) and g <= 0 for g in right({game}))"),
        });
    }
    if let Some(rest) = sentence.strip_prefix("After ") {
        let (position, reply) = rest.trim_end_matches('.').split_once(" the opponent wins with ")?;
        return Some(format!("any(\"{{m}}\" == {} for m in winning_moves({position}))", quoted(reply)));
    }
    None
}

/// `If <1/4 | 1> were equal to 5/8, … whoever begins would lose A - B. But Left begins and wins with C -> D`: after the move
/// the player who made it wins what is left.
fn difference(sentence: &str) -> Option<String> {
    let rest = sentence.trim().strip_prefix("If ")?;
    let (game, rest) = rest.split_once(" were equal to ")?;
    let (answer, rest) = rest.split_once(", whoever begins would lose ")?;
    let (_, rest) = rest.split_once(". But ")?;
    let (who, made) = rest.split_once(" begins and wins with ")?;
    let made = made.trim_end_matches('.').trim_end_matches(", and so does Right if he begins");
    let (from, to) = made.split_once(" -> ")?;
    let side = if who == "Left" { ">=" } else { "<=" };
    // The move is made in the game, or in the negative of the answer.
    Some(format!(
        "(({from}) == ({game}) and ({to}) - ({answer}) {side} 0) or (({from}) == -({answer}) and ({game}) + ({to}) {side} 0)"
    ))
}

/// `If the first player moves A, the second player answers B.`, of the game named in the sentence before.
fn answered(game: &str, sentence: &str) -> Option<String> {
    let rest = sentence.trim().strip_prefix("If ")?;
    let (who, rest) = rest.split_once(" moves ")?;
    let (made, rest) = rest.split_once(", ")?;
    let (made, rest) = match rest.split_once(" answers ") {
        Some((_, reply)) if !rest.starts_with(char::is_numeric) => (made.to_owned(), reply.to_owned()),
        // A move such as `3 -> 0, 2` holds a comma itself.
        _ => {
            let whole = sentence.trim().split_once(" moves ")?.1;
            let (made, reply) = whole.split_once(" answers ")?;
            (made.rsplit_once(", ")?.0.to_owned(), reply.to_owned())
        }
    };
    let reply = rest.trim_end_matches('.');
    let target = |text: &str| text.split_once(" -> ").map(|(_, to)| to.to_owned());
    Some(match who {
        "the first player" => format!(
            "any(\"{{m}}\" == {} and any(\"{{r}}\" == {} for r in winning_moves(m.to)) for m in moves({game}))",
            quoted(&made),
            quoted(reply)
        ),
        "Left" => {
            format!("({0}) in left({game}) and ({1}) in right({0}) and ({1}) <= 0", target(&made)?, target(reply)?)
        }
        _ => format!("({0}) in right({game}) and ({1}) in left({0}) and ({1}) >= 0", target(&made)?, target(reply)?),
    })
}

#[test]
fn moves_in_explanations_win() {
    let mut played = 0;
    for lesson in LESSONS {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("examples/course/{lesson}/report.txt"));
        let report = fs::read_to_string(path).expect("there is a report");
        let mut referee = Referee::new(lesson);
        let mut game = String::new();
        for line in report.lines() {
            if let Some((_, rest)) = line.split_once(" begins, ")
                && let Some((_, lost)) = rest.split_once(" wins ")
            {
                game = lost.trim_end_matches('.').to_owned();
            }
            if game == "the game" || line.contains('…') {
                continue;
            }
            let claims = [claim(line), difference(line), answered(&game, line)];
            // A difference is told by the same words as an outcome.
            let found = if line.trim().starts_with("If ") {
                claims[1].clone().or(claims[2].clone())
            } else {
                claims[0].clone()
            };
            let Some(found) = found else { continue };
            assert!(referee.holds(&found), "{lesson}: {line}\n{found}");
            played += 1;
        }
    }
    assert!(played >= 25, "only {played} explanations were played");
}

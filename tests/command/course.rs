//! The course in `examples/course`, graded from end to end: keys prove themselves, model answers earn all points, and the reports
//! on typical wrong answers are those that stand beside them. (What reports say is tried by the engine in `tests/homework/truth.rs`.)
//! `UPDATE=1 cargo test --test command course` writes the reports anew: read them before you keep them.

use serde_json::Value as Json;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output as Ran};

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
        for q in file["questions"].as_array().expect("a list").iter().filter(|q| q["manual"].is_null()) {
            assert_eq!(q["standing"], "right", "{lesson}: {q:#}");
        }
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

/// The reports that docs/homework.md shows are those of the course.
#[test]
fn reports_in_the_documentation_are_given() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join("docs/homework.md")).expect("it is there");
    let shown = text.split("```report\n").nth(1).and_then(|rest| rest.split("```").next()).expect("there are reports");
    let given: Vec<String> = LESSONS
        .iter()
        .map(|lesson| {
            fs::read_to_string(root.join(format!("examples/course/{lesson}/report.txt"))).expect("it is there")
        })
        .collect();
    let mut count = 0;
    for report in shown.trim_end().split("\n\n") {
        let indented: Vec<String> = report.lines().map(|line| format!("  {line}")).collect();
        let indented = format!("{}\n", indented.join("\n"));
        assert!(given.iter().any(|report| report.contains(&indented)), "{report}");
        count += 1;
    }
    assert!(count >= 8);
}

/// A teacher's way, line by line as docs/homework.md has it.
#[cfg(unix)]
#[test]
fn from_an_empty_folder_to_a_graded_class() {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/homework.md")).expect("it is there");
    let script =
        text.split("```sh path\n").nth(1).and_then(|rest| rest.split("```").next()).expect("there is a script");
    let folder = std::env::temp_dir().join(format!("sprague-path-{}", std::process::id()));
    fs::create_dir_all(folder.join("bin")).expect("a folder can be made");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_sprague"), folder.join("bin/sprague")).expect("a link can be made");
    let path = format!("{}:{}", folder.join("bin").display(), std::env::var("PATH").expect("there is a path"));
    let ran =
        Command::new("sh").args(["-euc", script]).env("PATH", path).current_dir(&folder).output().expect("sh runs");
    let said = format!("{}{}", String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    assert!(ran.status.success(), "{said}");
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap_or_else(|e| panic!("{name}: {e}\n{said}"));
    assert!(
        read("reports/class.html").contains("Class of 2")
            && read("reports/ada.html").contains("no move there") | read("reports/ada.html").contains("the opponent")
    );
    let grades = read("grades.csv");
    let grade = |name: &str| {
        grades.lines().find_map(|l| l.strip_prefix(&format!("{name},"))?.split(',').next().map(str::to_owned))
    };
    // Three points for the strategy, none for the rest; two by hand and some for the games that it wins.
    assert_eq!(grade("bob").as_deref(), Some("3"), "{grades}");
    assert!(
        grade("ada").is_some_and(|points| points.parse::<f64>().is_ok_and(|n| (2.0..3.5).contains(&n))),
        "{grades}"
    );
    let _ = fs::remove_dir_all(&folder);
}

/// What is handed in to earn points for nothing earns none, in every lesson.
#[test]
fn cheats_earn_nothing() {
    for lesson in LESSONS.iter().filter(|lesson| lesson.starts_with("lesson")) {
        let folder = format!("examples/course/{lesson}/hostile");
        let said = text(&sprague(&["grade", &key(lesson), &folder, "--json", "--steps", "300000"]));
        let report: Json = serde_json::from_str(&said).expect("it is JSON");
        let files = report["submissions"].as_array().expect("a list");
        assert!(files.len() >= 3, "{lesson}");
        for file in files {
            assert_eq!(file["score"], 0.0, "{lesson}: {file}");
            assert_eq!(file["problem"], Json::Null, "{lesson}: {file}");
        }
    }
}

/// The script for Gradescope, run as it stands in docs/homework.md but for the folder.
#[cfg(unix)]
#[test]
fn the_script_for_gradescope_runs() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join("docs/homework.md")).expect("it is there");
    let script = text.split("```sh\n").find(|block| block.starts_with("#!")).and_then(|b| b.split("```").next());
    let folder = std::env::temp_dir().join(format!("sprague-autograder-{}", std::process::id()));
    for inner in ["source", "submission", "results"] {
        fs::create_dir_all(folder.join(inner)).expect("a folder can be made");
    }
    let script = script.expect("there is a script").replace("/autograder", folder.to_str().expect("it is UTF-8"));
    fs::write(folder.join("run_autograder"), script).expect("it can be written");
    fs::set_permissions(folder.join("run_autograder"), fs::Permissions::from_mode(0o755)).expect("it can be set");
    symlink(env!("CARGO_BIN_EXE_sprague"), folder.join("source/sprague")).expect("a link can be made");
    fs::copy(root.join(key("lesson7")), folder.join("source/key.cgt")).expect("it can be copied");
    let answers = root.join("examples/course/lesson7/answers/average.cgt");
    fs::copy(answers, folder.join("submission/homework.cgt")).expect("it can be copied");
    let metadata = "{\"previous_submissions\": [{\"score\": 0.0, \"results\": {}}]}";
    fs::write(folder.join("submission_metadata.json"), metadata).expect("it can be written");
    let ran = Command::new("/bin/sh").arg(folder.join("run_autograder")).output().expect("it runs");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let results = fs::read_to_string(folder.join("results/results.json")).expect("there are results");
    let results: Json = serde_json::from_str(&results).expect("they are JSON");
    assert_eq!(results["score"], 2.4);
    // On the second try there is a hint.
    assert!(results["tests"][0]["output"].as_str().expect("a text").contains("Hint: Use the simplicity rule"));
    let _ = fs::remove_dir_all(folder);
}

//! The names of files of reports.

use sprague::cli::report_files::names;
use sprague::homework::class::Submission;

fn of(students: &[&str]) -> Vec<String> {
    let file = |student: &&str| Submission {
        path: "".into(),
        file: String::new(),
        student: (*student).to_owned(),
        refused: None,
    };
    names(&students.iter().map(file).collect::<Vec<_>>(), "json")
}

#[test]
fn plain_names_stay_and_others_are_numbered() {
    let told = of(&["ada", "a b", "a_b-2", "a_b", "Eve", "eve", "a/b", "é"]);
    let expected =
        ["ada.json", "a_b.2.json", "a_b-2.json", "a_b.json", "Eve.5.json", "eve.6.json", "a_b.7.json", "é.8.json"];
    assert_eq!(told, expected);
}

#[test]
fn names_are_different_and_short() {
    // Every name of up to four characters of these, and long ones that begin alike.
    let letters = ["a", "A", "b", "_", "-", "1", ".", " ", "/", "\u{20000}"];
    let mut all: Vec<String> = vec![String::new()];
    for _ in 0..3 {
        all = all.iter().flat_map(|x| letters.iter().map(move |y| format!("{x}{y}"))).collect();
    }
    all.extend((0..5).map(|i| format!("{}{i}", "\u{20000}".repeat(61))));
    all.extend((0..5).map(|i| format!("{}{i}", "x".repeat(200))));
    let names = of(&all.iter().map(String::as_str).collect::<Vec<_>>());
    let different: std::collections::HashSet<String> = names.iter().map(|name| name.to_lowercase()).collect();
    assert_eq!(different.len(), all.len());
    assert!(names.iter().all(|name| name.len() < 130 && !name.contains('/')));
}

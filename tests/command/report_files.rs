//! The names of files of reports.

use sprague::cli::report_files::{names, write_whole};
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

/// What is there keeps its place and who may read it; what is no file is written as it comes.
#[cfg(unix)]
#[test]
fn files_are_replaced_as_they_are() {
    use std::fs;
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name);
    fs::write(place("own"), "old").unwrap();
    fs::set_permissions(place("own"), PermissionsExt::from_mode(0o640)).unwrap();
    symlink("own", place("link")).unwrap();
    write_whole(&place("link"), "new").unwrap();
    assert!(place("link").is_symlink());
    assert_eq!(fs::read_to_string(place("own")).unwrap(), "new");
    assert_eq!(fs::metadata(place("own")).unwrap().permissions().mode() & 0o777, 0o640);
    let pipe = place("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || fs::read_to_string(pipe).unwrap()
    });
    write_whole(&pipe, "through").unwrap();
    assert_eq!(reader.join().unwrap(), "through");
    assert!(!fs::metadata(&pipe).unwrap().is_file());
    write_whole("/dev/null".as_ref(), "nothing").unwrap();
    assert!(write_whole(folder.path(), "x").unwrap_err().contains("directory"));
    // Nor are pipes and devices imported, of which reading may never end.
    let text = format!("import \"{}\"\n", pipe.display());
    let mut session = sprague::session::Session::new(sprague::session::Settings {
        import_from: Some(folder.path().into()),
        ..Default::default()
    });
    let ran = session.run("x.cgt", &text, sprague::session::Mode::Script, std::rc::Rc::new(|_, _| {}));
    assert!(ran.errors[0].message.contains("not an ordinary file"), "{:?}", ran.errors);
}

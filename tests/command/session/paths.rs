//! Names of files while typing.

use sprague::repl::paths::{complete, in_string, is_program};

#[test]
fn folders_and_programs() {
    let temporary = tempfile::tempdir().unwrap();
    let base = temporary.path();
    for file in ["lesson1.cgt", "lesson2.cgt", "lesson.txt", "notes.txt", ".hidden"] {
        std::fs::write(base.join(file), "").unwrap();
    }
    std::fs::create_dir_all(base.join("lessons")).unwrap();
    std::fs::write(base.join("lessons/a b.cgt"), "").unwrap();
    let found = |typed: &str, wanted: fn(&str) -> bool| {
        let (start, found) = complete(typed, base, wanted);
        (start, found.into_iter().map(|c| c.text).collect::<Vec<_>>())
    };
    assert_eq!(found("les", is_program), (0, vec!["lesson1.cgt".into(), "lesson2.cgt".into(), "lessons/".into()]));
    assert_eq!(found("lessons/", is_program), (8, vec!["a b.cgt".into()]));
    assert_eq!(found("no", is_program), (0, vec!["notes.txt".into()]), "where there is no program, any file");
    assert_eq!(found("", |_| true).1.len(), 5);
    assert_eq!(found(".", |_| true).1, [".hidden"]);
    assert_eq!(found("missing/", |_| true).1, Vec::<String>::new());
}

#[test]
fn strings_that_name_files() {
    let at = |text: &str| in_string(text).map(|(start, _)| start);
    assert_eq!(at("import \"les"), Some(8));
    assert_eq!(at("x = 1; import \""), Some(15));
    assert_eq!(at("1\nimport \"a/b"), Some(10));
    assert_eq!(at("save(tree(*2), \"pic"), Some(16));
    assert_eq!(at("tree(*2).save(\"x"), Some(15));
    for none in ["import", "\"a", "import \"a\"", "important \"a", "print(\"a", "import \"a\" + \"b\""] {
        assert_eq!(at(none), None, "{none}");
    }
}

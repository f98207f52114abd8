//! The session as a file.

use sprague::repl::transcript::{Script, Transcript};

/// What was typed stands as it is, and shows no value.
fn as_typed(text: &str) -> Option<Script> {
    Some(Script { text: text.to_owned(), shows: false })
}

#[test]
fn a_session_is_kept_from_its_beginning() {
    let temporary = tempfile::tempdir().unwrap();
    let file = temporary.path().join("t.cgt");
    let mut transcript = Transcript::default();
    transcript.add("x = 41", as_typed("x = 41"), "", vec![]).unwrap();
    transcript.add("x = 1/0", None, "error: division by zero\n\n  here", vec![]).unwrap();
    transcript.begin(&file, false).unwrap();
    transcript.add("x + 1\n", as_typed("x + 1\n"), "42\n", vec![]).unwrap();
    transcript.add("  ", as_typed("  "), "", vec![]).unwrap();
    transcript.add("?mex", None, "mex(numbers...)", vec![]).unwrap();
    let expected = "# Transcript of a session of sprague\n\nx = 41\n\n# x = 1/0\n# error: division by zero\n#\n#   here\n\nx + 1\n# 42\n\n# ?mex\n# mex(numbers...)\n\n";
    assert_eq!(std::fs::read_to_string(&file).unwrap(), expected);
    assert_eq!(transcript.end(), Some(file.clone()));
    transcript.add("1", as_typed("1"), "1", vec![]).unwrap();
    assert_eq!(std::fs::read_to_string(&file).unwrap(), expected);
    assert!(transcript.begin(&file, false).unwrap_err().contains(":transcript! "));
    transcript.begin(&file, true).unwrap();
    assert!(std::fs::read_to_string(&file).unwrap().ends_with("\n1\n# 1\n\n"));
    assert!(transcript.begin(temporary.path(), true).unwrap_err().contains("is a directory"));
    assert!(transcript.begin(&temporary.path().join("no/t"), false).unwrap_err().contains("no such directory"));
}

#[test]
fn a_long_session_loses_its_beginning_only() {
    let temporary = tempfile::tempdir().unwrap();
    let file = temporary.path().join("t.cgt");
    let mut transcript = Transcript::default();
    for i in 0..40 {
        let typed = format!("x{i} = {i}");
        transcript.add(&typed, as_typed(&typed), &"é".repeat(40_000), vec![]).unwrap();
    }
    transcript.begin(&file, false).unwrap();
    let text = std::fs::read_to_string(&file).unwrap();
    let (head, past) = text.split_once("The beginning was too long to be kept.\n\n").unwrap();
    assert!(head.starts_with("# Transcript of a session of sprague\n") && past.len() <= 1 << 20);
    assert!(past.starts_with('x') && past.contains("x39 = 39\n"));
    assert!(past.ends_with("# …\n\n"), "what is long is cut");
}

/// What came after is no program, however lines end.
#[test]
fn answers_are_comments_to_their_end() {
    let temporary = tempfile::tempdir().unwrap();
    let file = temporary.path().join("t.cgt");
    let mut transcript = Transcript::default();
    transcript.begin(&file, false).unwrap();
    transcript.add("print(s)", as_typed("print(s)"), "a\rb = 7\r\nc", vec![]).unwrap();
    assert!(std::fs::read_to_string(&file).unwrap().ends_with("\nprint(s)\n# a\n# b = 7\n# c\n\n"));
}

#[test]
fn it_is_said_where_a_name_changes_its_meaning() {
    let temporary = tempfile::tempdir().unwrap();
    let file = temporary.path().join("t.cgt");
    let mut transcript = Transcript::default();
    transcript.begin(&file, false).unwrap();
    let mut add = |typed: &str, hidden: &[&str]| {
        let before = std::fs::read_to_string(&file).unwrap();
        let script = as_typed(typed).filter(|_| !typed.starts_with(':'));
        transcript.add(typed, script, "", hidden.iter().map(|name| (*name).to_owned()).collect()).unwrap();
        std::fs::read_to_string(&file).unwrap()[before.len()..].to_owned()
    };
    assert_eq!(add("mex(0, 1)", &[]), "mex(0, 1)\n\n");
    assert_eq!(add("L = 5", &["L"]), "L = 5\n\n", "nobody had used it");
    assert!(add("mex(x) = 7", &["L", "mex"]).starts_with("mex(x) = 7\n\n# From here on `mex` means something else."));
    assert_eq!(add("mex(x) = 8", &["L", "mex"]), "mex(x) = 8\n\n");
    assert!(add(":forget L mex", &[]).contains("`mex` means something else"));
}

/// A script does not have `_`: the expression stands there again, if it is known.
#[test]
fn the_value_before_is_written_out() {
    let temporary = tempfile::tempdir().unwrap();
    let file = temporary.path().join("t.cgt");
    let mut transcript = Transcript::default();
    transcript.begin(&file, false).unwrap();
    let mut add = |typed: &str, shows: bool| {
        let before = std::fs::read_to_string(&file).unwrap();
        transcript.add(typed, Some(Script { text: typed.to_owned(), shows }), "", vec![]).unwrap();
        std::fs::read_to_string(&file).unwrap()[before.len()..].to_owned()
    };
    assert!(add("_ + 1", true).starts_with("# _ + 1\n# A script does not have `_`"));
    assert_eq!(add("1/2", true), "1/2\n\n");
    assert_eq!(add("_ * 2 + _", true), "# _ * 2 + _\n(1/2) * 2 + (1/2)\n\n");
    assert_eq!(add("x = \"{_}\"", false), "# x = \"{_}\"\nx = \"{((1/2) * 2 + (1/2))}\"\n\n");
    assert!(add("_", true).starts_with("# _\n# A script"), "something else came between");
    assert_eq!(add("for _ in 1..2 do print(1) end", false), "for _ in 1..2 do print(1) end\n\n", "a pattern");
    add("3", true);
    add("print(4)", false);
    assert!(add("_", true).starts_with("# _\n# A script"), "what shows nothing is no value");
}

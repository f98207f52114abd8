//! The session as a file.

use sprague::repl::transcript::Transcript;

#[test]
fn a_session_is_kept_from_its_beginning() {
    let temporary = tempfile::tempdir().unwrap();
    let file = temporary.path().join("t.cgt");
    let mut transcript = Transcript::default();
    transcript.add("x = 41", true, "", vec![]).unwrap();
    transcript.add("x = 1/0", false, "error: division by zero\n\n  here", vec![]).unwrap();
    transcript.begin(&file, false).unwrap();
    transcript.add("x + 1\n", true, "42\n", vec![]).unwrap();
    transcript.add("  ", true, "", vec![]).unwrap();
    transcript.add("?mex", true, "mex(numbers...)", vec![]).unwrap();
    let expected = "# Transcript of a session of sprague\n\nx = 41\n\n# x = 1/0\n# error: division by zero\n#\n#   here\n\nx + 1\n# 42\n\n# ?mex\n# mex(numbers...)\n\n";
    assert_eq!(std::fs::read_to_string(&file).unwrap(), expected);
    assert_eq!(transcript.end(), Some(file.clone()));
    transcript.add("1", true, "1", vec![]).unwrap();
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
        transcript.add(&format!("x{i} = {i}"), true, &"é".repeat(40_000), vec![]).unwrap();
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
    transcript.add("print(s)", true, "a\rb = 7\r\nc", vec![]).unwrap();
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
        transcript.add(typed, true, "", hidden.iter().map(|name| (*name).to_owned()).collect()).unwrap();
        std::fs::read_to_string(&file).unwrap()[before.len()..].to_owned()
    };
    assert_eq!(add("mex(0, 1)", &[]), "mex(0, 1)\n\n");
    assert_eq!(add("L = 5", &["L"]), "L = 5\n\n", "nobody had used it");
    assert!(add("mex(x) = 7", &["L", "mex"]).starts_with("mex(x) = 7\n\n# From here on `mex` means something else."));
    assert_eq!(add("mex(x) = 8", &["L", "mex"]), "mex(x) = 8\n\n");
    assert!(add(":forget L mex", &[]).contains("`mex` means something else"));
}

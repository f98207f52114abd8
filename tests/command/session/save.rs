//! Definitions as a file.

use sprague::repl::save::save;
use std::fs;

#[test]
fn only_its_own_files_are_replaced() {
    let temporary = tempfile::tempdir().unwrap();
    let directory = temporary.path().to_owned();
    let file = directory.join("a.cgt");
    save(&file, "x = 1\n", false).unwrap();
    save(&file, "x = 2\n", false).unwrap();
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.starts_with("# Saved by the session of sprague, ") && text.ends_with("\nx = 2\n"));
    fs::write(&file, text.replace("x = 2", "x = 3")).unwrap();
    assert!(save(&file, "x = 4\n", false).unwrap_err().contains(":save! "));
    assert!(fs::read_to_string(&file).unwrap().ends_with("\nx = 3\n"));
    save(&file, "x = 4\n", true).unwrap();
    assert!(fs::read_to_string(&file).unwrap().ends_with("\nx = 4\n"));
    assert!(save(&directory, "", true).unwrap_err().contains("is a directory"));
    assert!(save(&directory.join("no/a.cgt"), "", false).unwrap_err().contains("no such directory"));
    assert_eq!(fs::read_dir(&directory).unwrap().count(), 1, "no draft is left behind");
}

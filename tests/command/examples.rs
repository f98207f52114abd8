//! Every program in `examples/` runs without a failed check and says exactly what the file beside it says.
//! `UPDATE=1 cargo test --test command examples` writes those files anew.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn programs() -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let mut files: Vec<PathBuf> = fs::read_dir(directory)
        .expect("there is a directory of examples")
        .map(|entry| entry.expect("it can be listed").path())
        .filter(|path| path.extension().is_some_and(|e| e == "cgt"))
        .collect();
    files.sort();
    files
}

#[test]
fn examples_say_what_stands_beside_them() {
    let update = std::env::var_os("UPDATE").is_some();
    let programs = programs();
    assert!(programs.len() >= 9, "{} examples: some are lost", programs.len());
    let mut wrong = Vec::new();
    for program in &programs {
        let name = program.file_name().expect("a file").to_str().expect("a plain name");
        let ran = Command::new(env!("CARGO_BIN_EXE_sprague"))
            .arg(format!("examples/{name}"))
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .expect("the command runs");
        let said = String::from_utf8(ran.stdout).expect("output is UTF-8");
        let complaints = String::from_utf8_lossy(&ran.stderr);
        if !ran.status.success() || !complaints.is_empty() {
            let failed: Vec<&str> = said.lines().skip_while(|line| !line.starts_with("FAILED")).collect();
            wrong.push(format!("{name} ends with {}\n{complaints}{}", ran.status, failed.join("\n")));
            continue;
        }
        let beside = program.with_extension("out");
        if update {
            fs::write(&beside, &said).expect("the output can be written");
            continue;
        }
        let expected = fs::read_to_string(&beside).unwrap_or_default();
        if said != expected {
            wrong.push(format!("{name}: {}", first_difference(&expected, &said)));
        }
    }
    assert!(wrong.is_empty(), "{}\nUPDATE=1 writes the expected output anew.", wrong.join("\n"));
}

#[test]
fn checks_in_examples_hold_under_the_checking_command() {
    for program in programs() {
        let ran =
            Command::new(env!("CARGO_BIN_EXE_sprague")).arg("check").arg(&program).output().expect("the command runs");
        let said = String::from_utf8_lossy(&ran.stdout);
        assert!(ran.status.success(), "{}\n{said}", program.display());
    }
}

fn first_difference(expected: &str, said: &str) -> String {
    let mut pairs = expected.lines().zip(said.lines()).enumerate();
    match pairs.find(|(_, (a, b))| a != b) {
        Some((line, (a, b))) => format!("line {}: expected\n  {a}\nfound\n  {b}", line + 1),
        None => format!("{} lines expected, {} found", expected.lines().count(), said.lines().count()),
    }
}

//! The user's own state: the key that checkpoints are sealed with.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

/// A short computation that keeps its levels in a folder of its own, sealed with the user's key.
fn keeps(state: &Path, checkpoint: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sprague"));
    command.env("XDG_STATE_HOME", state).arg("--checkpoint").arg(state.join(checkpoint));
    command.args(["eval", "linear_extensions(subsets(6, 3))"]);
    command
}

fn said(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    assert_eq!(output.stdout, b"567722883627880394131962569026437120\n");
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn a_key_is_made_once() {
    let temporary = tempfile::tempdir().unwrap();
    let place = temporary.path().join("sprague");
    // All begin together: the key of one of them counts, and none complains.
    let folders: Vec<String> = (0..8).map(|i| format!("kept{i}")).collect();
    let begun: Vec<_> = folders
        .iter()
        .map(|folder| {
            let mut command = keeps(temporary.path(), folder);
            command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
            command.spawn().unwrap()
        })
        .collect();
    for process in begun {
        assert_eq!(said(&process.wait_with_output().unwrap()), "");
    }
    assert_eq!(fs::read_dir(&place).unwrap().count(), 1, "nothing is left aside");
    let file = place.join("checkpoint.key");
    let key = fs::read(&file).unwrap();
    assert!(key.len() == 32 && key != [0; 32]);
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    // What each of them kept is theirs all the same: it is sealed with the one key.
    for folder in &folders {
        assert_eq!(said(&keeps(temporary.path(), folder).output().unwrap()), "");
    }
    assert_eq!(fs::read(&file).unwrap(), key);
    fs::write(&file, "short").unwrap();
    let told = said(&keeps(temporary.path(), "another").output().unwrap());
    assert!(told.contains("this is no key"), "{told}");
    assert_eq!(fs::read(&file).unwrap(), b"short");
}

//! A folder of its own for each test, and the command.

use serde_json::Value as Json;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// A folder that is gone when the test is over.
pub struct Folder(TempDir);

impl Folder {
    pub fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a folder can be made"))
    }

    pub fn put(&self, name: &str, content: impl AsRef<[u8]>) -> &Self {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("it is in a folder")).expect("a folder can be made");
        fs::write(path, content).expect("a file can be written");
        self
    }

    /// A key whose answers may be computed: what they are made of is another matter (`rules.rs`).
    pub fn free_key(&self, key: &str) -> &Self {
        self.put("key.cgt", free(key))
    }

    pub fn root(&self) -> &Path {
        self.0.path()
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.root().join(name)
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("it is there")
    }

    /// The command, run in the folder.
    pub fn sprague(&self, arguments: &[&str]) -> Output {
        command(self.root()).args(arguments).output().expect("the command runs")
    }

    /// What `grade key.cgt` says of these files, as JSON.
    pub fn grade(&self, arguments: &[&str]) -> Json {
        let mut all = vec!["grade", "key.cgt", "--json"];
        all.extend(arguments);
        let ran = self.sprague(&all);
        let said = String::from_utf8(ran.stdout).expect("reports are UTF-8");
        serde_json::from_str(&said).unwrap_or_else(|e| panic!("{e}\n{said}{}", String::from_utf8_lossy(&ran.stderr)))
    }
}

/// A key in which every question allows everything.
pub fn free(key: &str) -> String {
    let allowed = |line: &str| {
        if line.starts_with("question ") { format!("{line}\n allow everything\n") } else { format!("{line}\n") }
    };
    key.lines().map(allowed).collect()
}

pub fn command(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sprague"));
    command.current_dir(folder);
    command
}

/// Grades one file of answers by one key: the questions of the report.
pub fn marks(key: &str, answers: &str) -> Vec<Json> {
    marks_with(key, answers, &[])
}

pub fn marks_with(key: &str, answers: &str, arguments: &[&str]) -> Vec<Json> {
    let folder = Folder::new();
    folder.free_key(key).put("ada.cgt", answers);
    let mut all = vec!["ada.cgt"];
    all.extend(arguments);
    folder.grade(&all)["submissions"][0]["questions"].as_array().expect("questions").clone()
}

/// `standing points` of each question.
pub fn standings(key: &str, answers: &str) -> Vec<String> {
    marks(key, answers).iter().map(standing).collect()
}

pub fn standing(q: &Json) -> String {
    format!("{} {}", q["standing"].as_str().unwrap_or("?"), q["score"])
}

/// All that is said of a question.
pub fn reasons(q: &Json) -> String {
    let lines = q["reasons"].as_array().expect("a list");
    lines.iter().filter_map(Json::as_str).collect::<Vec<_>>().join("\n")
}

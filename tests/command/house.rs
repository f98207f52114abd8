//! Imports in `src/` go downwards only. The engines below need no test: they are crates.

use std::fs;
use std::path::Path;

/// From the top down: a module may use those below it. So no circle of imports leaves a folder.
const HOUSE: [&str; 25] = [
    "main",
    "dispatch",
    "repl",
    "cli",
    "homework",
    "isolation",
    "session",
    "library",
    "stdlib",
    "reasons",
    "portable",
    "builtins",
    "adapters",
    "eval",
    "resolve",
    "value",
    "report",
    "syntax",
    "diagnostics",
    "state",
    "files",
    "allocator",
    "scene",
    "spelling",
    "source",
];

/// Engines are crates, seen under their old names.
const ENGINES: &str = include_str!("../../src/lib.rs");

/// Evaluation knows values of games and bounds; every other engine comes to it through an adapter.
const WITHOUT_ENGINES: [&str; 2] = ["eval", "value"];
const KNOWN_TO_ALL: [&str; 2] = ["games", "limits"];

/// Front ends use these and nothing else: what they want to know is a question to the session.
const FRONT_ENDS: [(&str, &[&str]); 4] = [
    ("dispatch", &["cli", "homework", "repl"]),
    ("repl", &["cli", "report", "session"]),
    ("cli", &["homework", "isolation", "report", "session"]),
    ("homework", &["isolation", "report", "scene", "session"]),
];

fn place(module: &str) -> Option<usize> {
    HOUSE.iter().position(|known| *known == module)
}

/// The names after `crate::` in a line, also in braces; `root` is how `super::` reaches there from the file.
fn named(line: &str, root: &str) -> Vec<String> {
    let code = line.split("//").next().unwrap_or("").replace(root, "crate::");
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let mut found = Vec::new();
    for after in code.split("crate::").skip(1) {
        match after.strip_prefix('{') {
            Some(list) => {
                let list = list.rsplit_once('}').map_or(list, |(list, _)| list);
                found.extend(list.split(',').map(|name| name.trim().split("::").next().unwrap_or("").to_owned()));
            }
            None => found.push(after[..after.find(|c| !is_name(c)).unwrap_or(after.len())].to_owned()),
        }
    }
    found
}

fn look(folder: &Path, top: Option<&str>, wrong: &mut Vec<String>, seen: &mut usize) {
    for entry in fs::read_dir(folder).expect("src/ is a folder").map(|entry| entry.expect("it can be listed")) {
        let path = entry.path();
        let stem = path.file_stem().and_then(|stem| stem.to_str()).expect("names are UTF-8").to_owned();
        let module = top.unwrap_or(&stem);
        if path.is_dir() {
            look(&path, Some(module), wrong, seen);
            continue;
        }
        if module == "lib" {
            continue;
        }
        let text = fs::read_to_string(&path).expect("it is a text");
        let own = place(module).unwrap_or_else(|| panic!("{} has no place in this test", path.display()));
        let inside = path.components().rev().take_while(|part| part.as_os_str() != "src").count();
        let root = "super::".repeat(if stem == "mod" { inside - 1 } else { inside });
        for (number, line) in text.lines().enumerate() {
            for name in named(line, &root) {
                *seen += 1;
                let to = place(&name);
                let front = FRONT_ENDS.iter().find(|front| front.0 == module && name != module);
                let beside = front.is_some_and(|front| !front.1.contains(&&*name));
                if beside || to.is_some_and(|to| to < own) {
                    let why = if beside { "not for it" } else { "above it" };
                    wrong.push(format!("{}:{}: {module} uses {name}, which is {why}", path.display(), number + 1));
                }
                let engine = ENGINES.contains(&format!(" as {name};"));
                if engine && WITHOUT_ENGINES.contains(&module) && !KNOWN_TO_ALL.contains(&&*name) {
                    wrong.push(format!("{}:{}: {module} names the engine {name}", path.display(), number + 1));
                }
                let known = to.is_some() || engine || line.contains(&root);
                assert!(known, "{}:{}: `{name}` has no place in this test", path.display(), number + 1);
            }
        }
    }
}

#[test]
fn imports_go_down() {
    let (mut wrong, mut seen) = (Vec::new(), 0);
    look(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), None, &mut wrong, &mut seen);
    assert!(seen > 500, "only {seen} imports were seen");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

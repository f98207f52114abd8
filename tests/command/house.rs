//! Imports in `src/` go downwards only. The engines below need no test for that: they are crates, whose items have examples.

use std::fs;
use std::path::Path;

/// From the top down: a module may use those below it. So no circle of imports leaves a folder.
const HOUSE: [&str; 28] = [
    "main",
    "dispatch",
    "repl",
    "lsp",
    "cli",
    "kernel",
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
    "raster",
    "scene",
    "spelling",
    "source",
];

/// Engines are crates, seen under their old names.
const ENGINES: &str = include_str!("../../src/lib.rs");

/// Evaluation knows values of games and bounds; every other engine comes to it through an adapter.
const WITHOUT_ENGINES: [&str; 2] = ["eval", "value"];
const KNOWN_TO_ALL: [&str; 3] = ["games", "limits", "stoppers"];

/// Front ends use these and nothing else: what they want to know is a question to the session.
const FRONT_ENDS: [(&str, &[&str]); 6] = [
    ("dispatch", &["cli", "homework", "lsp", "repl"]),
    ("lsp", &["report", "session"]),
    ("repl", &["cli", "report", "session"]),
    ("cli", &["homework", "isolation", "kernel", "report", "session"]),
    ("kernel", &["report", "session"]),
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

/// Files below a folder that hold tests.
fn with_tests(folder: &Path, found: &mut Vec<String>, seen: &mut usize) {
    for entry in fs::read_dir(folder).expect("it is a folder").map(|entry| entry.expect("it can be listed")) {
        let path = entry.path();
        if path.is_dir() {
            with_tests(&path, found, seen);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            *seen += 1;
            let text = fs::read_to_string(&path).expect("it is a text");
            if text.lines().any(|line| line.trim() == "#[test]" || line.trim() == "#[cfg(test)]") {
                found.push(path.display().to_string());
            }
        }
    }
}

/// Libraries are compiled once, without tests inside, which would never run.
#[test]
fn tests_stand_outside_of_what_they_test() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut found, mut seen) = (Vec::new(), 0);
    with_tests(&root.join("src"), &mut found, &mut seen);
    for entry in fs::read_dir(root.join("crates")).expect("crates/ is a folder") {
        let library = entry.expect("it can be listed").path();
        let manifest = fs::read_to_string(library.join("Cargo.toml")).expect("every crate has a manifest");
        assert!(manifest.contains("[lib]\ntest = false\n"), "{}", library.display());
        with_tests(&library.join("src"), &mut found, &mut seen);
    }
    assert!(seen > 400, "only {seen} files were seen");
    assert!(found.is_empty(), "these would never run, they belong into `tests/`: {}", found.join(", "));
}

/// What the page's engine uses of the library: as every front end the session and the report; and the allocator and the clock, as `main` does.
const FOR_THE_PAGE: [&str; 4] = ["session", "report", "allocator", "limits"];

#[test]
fn the_page_stands_on_the_session() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("web/engine/src");
    let mut seen = 0;
    for entry in fs::read_dir(folder).expect("the page has an engine").map(|entry| entry.expect("it can be listed")) {
        let text = fs::read_to_string(entry.path()).expect("it is a text");
        for name in text.lines().flat_map(|line| named(line, "sprague::")) {
            // What its own crate has is named in the same way.
            if place(&name).is_some() || ENGINES.contains(&format!(" as {name};")) {
                seen += 1;
                assert!(FOR_THE_PAGE.contains(&&*name), "{} uses {name}", entry.path().display());
            }
        }
    }
    assert!(seen > 10, "only {seen} imports were seen");
}

/// What the root of a crate exports: the modules on the way, and the name there. Modules of other crates are not its own.
fn exported(root: &str) -> Vec<(Vec<String>, String)> {
    let mut found = Vec::new();
    for item in root.split("pub use ").skip(1).filter_map(|rest| rest.split(';').next()) {
        let (path, names) = match item.split_once('{') {
            Some((path, list)) => (path, list.trim_end_matches('}').split(',').collect()),
            None => ("", vec![item]),
        };
        for name in names.iter().map(|name| name.trim()).filter(|name| !name.is_empty()) {
            let full = format!("{path}{name}");
            let mut way: Vec<String> = full.split("::").map(str::to_owned).collect();
            let name = way.pop().unwrap_or_default();
            found.push((way, name.split(" as ").next().unwrap_or_default().to_owned()));
        }
    }
    found.retain(|(way, _)| !way.first().is_some_and(|first| first.starts_with("sprague_")));
    found.extend(root.lines().filter_map(defined).map(|name| (Vec::new(), name)));
    found
}

/// The public item that a line begins.
fn defined(line: &str) -> Option<String> {
    let mut words = line.strip_prefix("pub ")?.split(|c: char| !c.is_alphanumeric() && c != '_');
    let kind = words.find(|word| !matches!(*word, "const" | "async" | "unsafe" | "extern" | ""));
    match kind? {
        "fn" | "struct" | "enum" | "trait" | "type" | "static" | "union" => words.next().map(str::to_owned),
        name if line.starts_with("pub const ") => Some(name.to_owned()),
        _ => None,
    }
}

/// Whether the documentation right above the definition has an example, one that is compiled and run.
fn has_example(source: &str, name: &str) -> bool {
    let lines: Vec<&str> = source.lines().collect();
    let place = lines.iter().position(|line| defined(line).as_deref() == Some(name));
    let above =
        lines[..place.unwrap_or(0)].iter().rev().take_while(|line| line.starts_with("///") || line.starts_with("#["));
    above.filter(|line| line.starts_with("/// ```")).last().is_some_and(|fence| *fence == "/// ```")
}

#[test]
fn every_item_of_an_engine_has_an_example() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates");
    let (mut without, mut seen) = (Vec::new(), 0);
    for entry in fs::read_dir(crates).expect("crates/ is a folder").map(|entry| entry.expect("it can be listed")) {
        let source = entry.path().join("src");
        let root = fs::read_to_string(source.join("lib.rs")).expect("every crate has a root");
        for (way, name) in exported(&root) {
            seen += 1;
            let place = way.iter().fold(source.clone(), |folder, module| folder.join(module));
            let files = [place.with_extension("rs"), place.join("mod.rs"), place.join("lib.rs")];
            let texts = files.iter().filter_map(|file| fs::read_to_string(file).ok());
            if !texts.into_iter().any(|text| has_example(&text, &name)) {
                without.push(format!("{}: `{name}`", entry.file_name().display()));
            }
        }
    }
    assert!(seen > 70, "only {seen} items were seen");
    without.sort();
    assert!(without.is_empty(), "without an example in their documentation: {}", without.join(", "));
}

#[test]
fn examples_are_looked_for_at_the_definition() {
    let root = "pub use a::{B, c as d};\npub use a::b::E;\npub use sprague_limits::x;\npub const F: u8 = 1;\npub const fn g() {}\n";
    let found: Vec<String> =
        exported(root).into_iter().map(|(way, name)| [way, vec![name]].concat().join("::")).collect();
    assert_eq!(found, ["a::B", "a::c", "a::b::E", "F", "g"]);
    let fence = "/// ```\n/// let x = 1;\n/// ```\n#[derive(Clone)]\npub struct B;\n\n/// Nothing.\npub struct C;\n";
    assert!(has_example(fence, "B") && !has_example(fence, "C") && !has_example(fence, "D"));
    assert!(!has_example(&fence.replacen("```", "```ignore", 1), "B"));
}

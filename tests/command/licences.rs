//! What is built is permissively licensed: every package on the way to the binaries of this machine offers MIT, Apache, BSD or
//! the like. Packages of other platforms are not looked at, nor those of the page and of Python if only what `cargo test` builds is here: nothing has brought them.

use serde_json::Value;
use std::process::Command;

/// Asks a tool of the toolchain that builds this test.
fn told(tool: &str, arguments: &[&str]) -> Result<String, String> {
    let output = Command::new(tool)
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("the toolchain runs");
    let text = |bytes| String::from_utf8(bytes).expect("the toolchain writes UTF-8");
    if output.status.success() { Ok(text(output.stdout)) } else { Err(text(output.stderr)) }
}

/// The packages of all members with their licences; of those that are built by default, if the others need what is not here.
fn packages() -> Vec<(String, String)> {
    let version = told("rustc", &["-vV"]).expect("it knows its version");
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).expect("rustc names its host");
    let all = ["metadata", "--format-version", "1", "--offline", "--locked", "--filter-platform", host];
    if let Ok(metadata) = told(env!("CARGO"), &all) {
        let metadata: Value = serde_json::from_str(&metadata).expect("cargo prints JSON");
        let packages = metadata["packages"].as_array().expect("there are packages");
        let text = |value: &Value| value.as_str().unwrap_or("none").to_owned();
        return packages.iter().map(|package| (text(&package["name"]), text(&package["license"]))).collect();
    }
    let built = ["tree", "--offline", "--locked", "--prefix", "none", "--no-dedupe", "--format", "{p}|{l}"];
    let tree = told(env!("CARGO"), &built).unwrap_or_else(|error| panic!("{error}"));
    tree.lines().filter_map(|line| line.split_once('|')).map(|(name, licence)| (name.into(), licence.into())).collect()
}

#[test]
fn every_dependency_has_an_accepted_licence() {
    let packages = packages();
    assert!(packages.len() > 10);
    let accepted = accepted();
    for (name, licence) in packages {
        // Of a choice one must be accepted; of a conjunction every part.
        let good = licence.split(" AND ").all(|part| {
            part.trim_matches(['(', ')'])
                .split(" OR ")
                .flat_map(|l| l.split('/'))
                .any(|l| accepted.iter().any(|a| a == l.trim_matches(['(', ')', ' '])))
        });
        assert!(good, "{name} is under {licence}");
    }
}

/// The list that `cargo deny check` reads.
fn accepted() -> Vec<String> {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/deny.toml")).expect("deny.toml is there");
    let list = text.lines().find_map(|line| line.strip_prefix("allow = ")).expect("deny.toml has a list");
    serde_json::from_str(list).expect("the list is one of strings")
}

//! What is built is permissively licensed: every package on the way to the binaries of this machine offers MIT, Apache, BSD or
//! the like. Packages of other platforms are not looked at: nothing has brought them here.

use serde_json::Value;
use std::process::Command;

/// Asks a tool of the toolchain that builds this test.
fn told(tool: &str, arguments: &[&str]) -> String {
    let output = Command::new(tool)
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("the toolchain runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("the toolchain writes UTF-8")
}

#[test]
fn every_dependency_has_an_accepted_licence() {
    let version = told("rustc", &["-vV"]);
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).expect("rustc names its host");
    let metadata =
        told(env!("CARGO"), &["metadata", "--format-version", "1", "--offline", "--locked", "--filter-platform", host]);
    let metadata: Value = serde_json::from_str(&metadata).expect("cargo prints JSON");
    let packages = metadata["packages"].as_array().expect("there are packages");
    assert!(packages.len() > 10);
    let accepted = accepted();
    for package in packages {
        let licence = package["license"].as_str().unwrap_or("none");
        // Of a choice one must be accepted; of a conjunction every part.
        let good = licence.split(" AND ").all(|part| {
            part.trim_matches(['(', ')'])
                .split(" OR ")
                .flat_map(|l| l.split('/'))
                .any(|l| accepted.iter().any(|a| a == l.trim_matches(['(', ')', ' '])))
        });
        assert!(good, "{} is under {licence}", package["name"]);
    }
}

/// The list that `cargo deny check` reads.
fn accepted() -> Vec<String> {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/deny.toml")).expect("deny.toml is there");
    let list = text.lines().find_map(|line| line.strip_prefix("allow = ")).expect("deny.toml has a list");
    serde_json::from_str(list).expect("the list is one of strings")
}

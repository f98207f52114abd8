//! Dependencies are permissively licensed: every package that is built offers MIT, Apache, BSD or the like.

use serde_json::Value;
use std::process::Command;

#[test]
fn every_dependency_has_an_accepted_licence() {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--offline", "--locked"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo prints JSON");
    let packages = metadata["packages"].as_array().expect("there are packages");
    assert!(packages.len() > 10);
    let accepted = [
        "MIT",
        "Apache-2.0",
        "BSD-2-Clause",
        "BSD-3-Clause",
        "Zlib",
        "Unlicense",
        "BSL-1.0",
        "0BSD",
        "Unicode-3.0",
        "Apache-2.0 WITH LLVM-exception",
    ];
    for package in packages {
        let licence = package["license"].as_str().unwrap_or("none");
        // Of a choice one must be accepted; of a conjunction every part.
        let good = licence.split(" AND ").all(|part| {
            part.trim_matches(['(', ')'])
                .split(" OR ")
                .flat_map(|l| l.split('/'))
                .any(|l| accepted.contains(&l.trim_matches(['(', ')', ' '])))
        });
        assert!(good, "{} is under {licence}", package["name"]);
    }
}

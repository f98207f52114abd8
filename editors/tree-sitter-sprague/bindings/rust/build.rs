//! Generates the parser out of `grammar.js`, which needs `node`, and compiles it.

use std::path::PathBuf;
use tree_sitter_generate::{ABI_VERSION_MAX, OptLevel, generate_parser_in_directory};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let out = PathBuf::from(std::env::var("OUT_DIR")?);
    let mut notes = Vec::new();
    generate_parser_in_directory(
        ".",
        Some(&out),
        Some("grammar.js"),
        ABI_VERSION_MAX,
        None,
        None,
        true,
        OptLevel::default(),
        &mut notes,
    )?;
    for note in notes {
        println!("cargo::warning={}", note.to_string().trim());
    }
    cc::Build::new().include(&out).warnings(false).file(out.join("parser.c")).compile("tree-sitter-sprague");
    println!("cargo::rerun-if-changed=grammar.js");
    Ok(())
}

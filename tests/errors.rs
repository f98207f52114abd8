//! Wrong programs: every `tests/errors/<phase>/<name>.cgt` has its messages in `<name>.expected`, as people see them.
//! `UPDATE=1 cargo test --test errors` writes them anew; read each aloud before you commit it.

use sprague::diagnostics::render;
use sprague::source::Sources;
use sprague::syntax::{Mode, parse};
use std::path::Path;

#[test]
fn syntax() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/errors/syntax");
    let mut files: Vec<_> =
        std::fs::read_dir(&folder).expect("the folder").map(|f| f.expect("a file").path()).collect();
    files.retain(|f| f.extension().is_some_and(|e| e == "cgt"));
    files.sort();
    assert!(files.len() >= 30, "{} programs", files.len());
    let mut wrong = Vec::new();
    for file in files {
        let name = file.file_name().expect("a name").to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&file).expect("the program");
        let mut sources = Sources::default();
        let source = sources.add(&name, &text);
        let errors = parse(source, &text, Mode::Script).errors;
        assert!(!errors.is_empty(), "{name} has no error");
        let found = render(&errors, &sources, false);
        let beside = file.with_extension("expected");
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&beside, &found).expect("the messages can be written");
        } else if std::fs::read_to_string(&beside).unwrap_or_default() != found {
            wrong.push(format!("{name}:\n{found}"));
        }
    }
    assert!(wrong.is_empty(), "other messages than expected:\n{}", wrong.join("\n"));
}

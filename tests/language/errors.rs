//! Wrong programs: every `tests/errors/<phase>/<name>.cgt` has its messages in `<name>.expected`, as people see them.
//! `UPDATE=1 cargo test --test language errors` writes them anew; read each aloud before you commit it.
//!
//! A first line such as `# limits: steps=1000 depth=50 memory=8 time=0.2` (MiB, seconds) sets bounds.

use sprague::cli::explain::limits;
use sprague::diagnostics::{Phase, render};
use sprague::session::{Output, Session, Settings, Verdict};
use sprague::source::Sources;
use sprague::syntax::{Mode, parse};
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;

fn folder(phase: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/errors").join(phase)
}

/// Compares what `messages` finds for each program of a phase with the file beside it.
fn compare(phase: &str, least: usize, messages: impl Fn(&Path, &str, &str) -> String) {
    let mut files: Vec<_> =
        std::fs::read_dir(folder(phase)).expect("the folder").map(|f| f.expect("a file").path()).collect();
    files.retain(|f| f.extension().is_some_and(|e| e == "cgt"));
    files.sort();
    assert!(files.len() >= least, "{} programs", files.len());
    let mut wrong = Vec::new();
    for file in files {
        let name = file.file_name().expect("a name").to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&file).expect("the program");
        let found = messages(&file, &name, &text);
        let beside = file.with_extension("expected");
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&beside, &found).expect("the messages can be written");
        } else if std::fs::read_to_string(&beside).unwrap_or_default() != found {
            wrong.push(format!("{name}:\n{found}"));
        }
    }
    assert!(wrong.is_empty(), "other messages than expected:\n{}", wrong.join("\n"));
}

/// What goes wrong when the program runs, in files as people name them.
fn run(phase: Phase, file: &Path, name: &str, text: &str) -> String {
    let home = file.parent().expect("a folder");
    let settings = Settings { limits: limits(text), import_from: Some(home.to_owned()), ..Settings::default() };
    let mut session = Session::new(settings);
    let failed = Rc::new(RefCell::new(Vec::new()));
    let sink = {
        let failed = Rc::clone(&failed);
        Rc::new(move |output: Output, _: &Sources| {
            if let Output::Check(report) = output
                && let Verdict::Failed(error) = report.verdict
            {
                failed.borrow_mut().push(*error);
            }
        })
    };
    let outcome = session.run(&file.display().to_string(), text, Mode::Script, sink);
    let mut errors = failed.take();
    errors.extend(outcome.errors);
    assert!(!errors.is_empty(), "{name} has no error");
    assert!(errors.iter().any(|error| error.phase() == phase), "{name}: {errors:?}");
    // The session goes on.
    let sums = Rc::new(RefCell::new(Vec::new()));
    let heard = Rc::clone(&sums);
    let sink = Rc::new(move |output: Output, _: &Sources| heard.borrow_mut().push(output));
    let after = session.run("after", "1 + 1", Mode::Session, sink);
    assert!(after.errors.is_empty(), "{name}: {after:?}");
    assert!(matches!(&sums.borrow()[..], [Output::Value(shown)] if shown.text == "2"), "{name}");
    let drawn = render(&errors, session.sources(), false);
    drawn.replace(&format!("{}/", home.display()), "").replace(env!("CARGO_MANIFEST_DIR"), "")
}

#[test]
fn syntax() {
    compare("syntax", 30, |_, name, text| {
        let mut sources = Sources::default();
        let source = sources.add(name, text);
        let errors = parse(source, text, Mode::Script).errors;
        assert!(!errors.is_empty(), "{name} has no error");
        render(&errors, &sources, false)
    });
}

#[test]
fn names() {
    compare("names", 12, |file, name, text| run(Phase::Names, file, name, text));
}

#[test]
fn running() {
    compare("run", 40, |file, name, text| run(Phase::Run, file, name, text));
}

/// What can be run but was hardly meant: told once in a session, with no error.
#[test]
fn warnings() {
    compare("warnings", 5, |file, name, text| {
        let mut session = Session::new(Settings::default());
        let mut run = || session.run(name, text, Mode::Script, Rc::new(|_, _| {}));
        let (first, second) = (run(), run());
        assert!(first.errors.is_empty(), "{}: {:?}", file.display(), first.errors);
        assert!(first.warnings.iter().all(|warning| warning.mistake.is_warning()), "{name}");
        assert!(!first.warnings.is_empty() && second.warnings.is_empty(), "{name}: {second:?}");
        render(&first.warnings, session.sources(), false)
    });
}

#[test]
fn bounds() {
    compare("limit", 5, |file, name, text| run(Phase::Limit, file, name, text));
}

#[test]
fn files() {
    compare("file", 5, |file, name, text| run(Phase::File, file, name, text));
}

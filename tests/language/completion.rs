//! What completion after a dot goes by: the kinds of values that functions take first.

use sprague::session::{Session, Settings};

/// The first argument of a call that an example begins with.
fn first_argument(example: &str, name: &str) -> Option<String> {
    let arguments = example.strip_prefix(name)?.strip_prefix('(')?;
    let (mut depth, mut quoted) = (0, false);
    for (i, c) in arguments.char_indices() {
        match c {
            '"' => quoted = !quoted,
            _ if quoted => {}
            '(' | '[' | '{' | '<' => depth += 1,
            ',' | ')' if depth == 0 => return Some(arguments[..i].to_owned()),
            ')' | ']' | '}' | '>' => depth -= 1,
            _ => {}
        }
    }
    None
}

#[test]
fn functions_take_what_their_examples_give_them() {
    let mut session = Session::new(Settings::default());
    let (names, docs) = (session.names(), session.docs());
    let (mut seen, mut wrong) = (0, Vec::new());
    for doc in docs {
        let Some(kinds) = names.iter().find(|info| info.name == doc.name).and_then(|info| info.takes) else { continue };
        for (example, _) in &doc.examples {
            let Some(argument) = first_argument(example, &doc.name).filter(|text| !text.is_empty()) else { continue };
            let Some(kind) = session.glance(&argument) else { continue };
            seen += 1;
            if !kinds.contains(&&*kind) {
                wrong.push(format!("{}: {argument} is of the kind {kind}, not among {kinds:?}", doc.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(seen > 150, "only {seen} examples were understood");
}

#[test]
fn helpers_are_no_names() {
    let mut session = Session::new(Settings::default());
    let names = session.names();
    let functions: Vec<_> = names.iter().filter(|info| info.signature.is_some()).collect();
    assert!(functions.len() > 200);
    for info in functions {
        assert!(session.doc(&info.name).is_some(), "{} has no documentation", info.name);
    }
}

#[test]
fn a_glance_leaves_no_trace() {
    let mut session = Session::new(Settings::default());
    let sink: sprague::session::Sink = std::rc::Rc::new(|_, _| {});
    session.run("test", "x = [1, 2]\nf(n) = do\n  print(n)\n  n\nend", sprague::session::Mode::Session, sink.clone());
    let before = session.saved().script;
    assert_eq!(session.glance("x").as_deref(), Some("list"));
    assert_eq!(session.glance("f(3)").as_deref(), Some("integer"));
    assert_eq!(session.glance("Kayles(10^9)").as_deref(), Some("position"));
    for none in ["y", "1/0", "x = 3", "1; 2", "(", "", "sum(1..10^9)", "while true do 1 end"] {
        assert_eq!(session.glance(none), None, "{none}");
    }
    assert_eq!(session.saved().script, before);
    // Its bounds were its own.
    let outcome = session.run("test", "n = sum(k for k in 1..100000)", sprague::session::Mode::Session, sink);
    assert!(outcome.errors.is_empty(), "{:?}", outcome.errors);
}

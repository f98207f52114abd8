//! `save(picture, file)`: what is written, where, and what is refused.

use sprague::session::{Mode, Session, Settings, Sink};
use std::cell::RefCell;
use std::fs;
use std::path::Path;
use std::rc::Rc;

/// What a program in this folder says, or the message of its error with its notes.
fn said(folder: Option<&Path>, program: &str) -> String {
    let mut session = Session::new(Settings { import_from: folder.map(Path::to_owned), ..Settings::default() });
    let heard = Rc::new(RefCell::new(String::new()));
    let told = Rc::clone(&heard);
    let sink: Sink = Rc::new(move |output, sources| {
        told.borrow_mut().push_str(&output.render(sprague::report::Format::Text, sources, false));
    });
    let outcome = session.run("saving", program, Mode::Script, sink);
    match outcome.errors.first() {
        Some(error) => format!("{} {}", error.message, error.notes.join(" ")),
        None => heard.take(),
    }
}

#[test]
fn drawings_are_written() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = temporary.path();
    for (i, picture) in [
        "tree(*2)",
        "draw(<2 | 0>)",
        "thermograph(<2 | 0>)",
        "<2 | 0>",
        "plot([1, 2])",
        "hasse(chain(3))",
        "game_graph(*2)",
    ]
    .into_iter()
    .enumerate()
    {
        let file = format!("p{i}.svg");
        assert_eq!(said(Some(folder), &format!("save({picture}, \"{file}\")")), file, "{picture}");
        let text = fs::read_to_string(folder.join(&file)).unwrap();
        roxmltree::Document::parse(&text).unwrap_or_else(|error| panic!("{picture}: {error}"));
        // The text of a drawing is a drawing, and a drawing is replaced by another.
        assert_eq!(said(Some(folder), &format!("save(svg({picture}), \"{file}\")")), file, "{picture}");
        assert_eq!(fs::read_to_string(folder.join(&file)).unwrap(), text, "{picture}");
    }
    assert_eq!(said(Some(folder), "tree(*).save(\"method.svg\")"), "method.svg");
}

#[test]
fn nothing_else_is_replaced_or_written() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = temporary.path();
    fs::write(folder.join("mine.svg"), "my notes").unwrap();
    assert!(said(Some(folder), "save(tree(*), \"mine.svg\")").contains("is there already and is no drawing"));
    assert_eq!(fs::read_to_string(folder.join("mine.svg")).unwrap(), "my notes");
    let png = said(Some(folder), "save(tree(*), \"tree.png\")");
    assert!(png.contains("not as `tree.png`") && png.contains("\"tree.svg\""), "{png}");
    assert!(said(Some(folder), "save(tree(*), \"tree\")").contains("\"tree.svg\""));
    assert!(said(Some(folder), "save(table([[1]]), \"t.svg\")").contains("has no drawing"));
    assert!(said(Some(folder), "save(\"text\", \"t.svg\")").contains("is no drawing"));
    assert!(said(Some(folder), "save(tree(*), \"no/such/t.svg\")").contains("cannot be written"));
    assert!(said(Some(folder), "save(tree(*), 3)").contains("the name of the file"));
    assert!(said(None, "save(tree(*), \"t.svg\")").contains("files cannot be read or written here"));
    assert_eq!(fs::read_dir(folder).unwrap().count(), 1);
}

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
    let pdf = said(Some(folder), "save(tree(*), \"tree.pdf\")");
    assert!(pdf.contains("SVG or PNG, not as `tree.pdf`") && pdf.contains("\"tree.svg\""), "{pdf}");
    let foreign = "save(\"<svg width=\\\"9\\\" height=\\\"9\\\"><circle/></svg>\", \"tree.png\")";
    assert!(
        said(Some(folder), foreign).contains("only drawings that were made here"),
        "{}",
        said(Some(folder), foreign)
    );
    assert!(said(Some(folder), "save(tree(*), \"mine.svg.png\")") == "mine.svg.png");
    fs::write(folder.join("mine.svg.png"), "my notes").unwrap();
    assert!(said(Some(folder), "save(tree(*), \"mine.svg.png\")").contains("is there already and is no drawing"));
    fs::remove_file(folder.join("mine.svg.png")).unwrap();
    assert!(said(Some(folder), "save(tree(*), \"tree\")").contains("\"tree.svg\""));
    assert!(said(Some(folder), "save(table([[1]]), \"t.svg\")").contains("has no drawing"));
    assert!(said(Some(folder), "save(\"text\", \"t.svg\")").contains("is no drawing"));
    assert!(said(Some(folder), "save(tree(*), \"no/such/t.svg\")").contains("cannot be written"));
    assert!(said(Some(folder), "save(tree(*), 3)").contains("the name of the file"));
    assert!(said(None, "save(tree(*), \"t.svg\")").contains("files cannot be read or written here"));
    assert_eq!(fs::read_dir(folder).unwrap().count(), 1);
}

/// What is very large is not read to see whether it is a drawing.
#[test]
fn what_is_too_large_is_not_replaced() {
    let temporary = tempfile::tempdir().unwrap();
    let file = fs::File::create(temporary.path().join("t.svg")).unwrap();
    file.set_len((1 << 28) + 1).unwrap();
    let told = said(Some(temporary.path()), "save(tree(*), \"t.svg\")");
    assert!(told.contains("cannot be replaced: it is larger than 268435456 bytes"), "{told}");
    assert_eq!(file.metadata().unwrap().len(), (1 << 28) + 1);
}

/// Every kind of drawing as a picture of points: of twice its size, with something on it.
#[test]
fn drawings_are_written_as_png() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = temporary.path();
    for (i, picture) in [
        "tree(*2)",
        "tree(Kayles(3))",
        "draw(<2 | 0>)",
        "thermograph(<3 || 2 | -1>)",
        "plot([1, 2, 4])",
        "hasse(chain(2) * chain(3))",
        "game_graph(*2)",
        "cayley_graph(misere_quotient(Kayles, heaps = 2))",
    ]
    .into_iter()
    .enumerate()
    {
        let file = format!("p{i}.png");
        let expected = said(Some(folder), &format!("svg({picture})"));
        for _ in 0..2 {
            assert_eq!(said(Some(folder), &format!("save({picture}, \"{file}\")")), file, "{picture}");
        }
        let bytes = fs::read(folder.join(&file)).unwrap();
        let picture_of_points = tiny_skia::Pixmap::decode_png(&bytes).unwrap();
        let size = |name: &str| -> f32 {
            let after = expected.split_once(&format!(" {name}=\"")).unwrap().1;
            after.split('"').next().unwrap().parse().unwrap()
        };
        assert_eq!(picture_of_points.width(), (2.0 * size("width")).ceil() as u32, "{picture}");
        assert_eq!(picture_of_points.height(), (2.0 * size("height")).ceil() as u32, "{picture}");
        let dark = picture_of_points.pixels().iter().filter(|point| point.red() < 128).count();
        assert!(dark > 100, "{picture}: {dark}");
        assert!(dark < picture_of_points.pixels().len() / 2, "{picture}: {dark}");
    }
}

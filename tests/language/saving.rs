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
    assert!(pdf.contains("SVG, PNG or TikZ, not as `tree.pdf`") && pdf.contains("\"tree.svg\""), "{pdf}");
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
    assert!(
        said(Some(folder), "save(tree(*), \"no/such/t.svg\")")
            .contains("no/such/t.svg cannot be written: there is no folder ")
    );
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

/// Whether braces and brackets are in pairs, environments closed, and every drawing command ends.
fn is_sound(tex: &str) -> bool {
    let mut open = Vec::new();
    let mut signs = tex.lines().filter(|line| !line.starts_with('%')).flat_map(|line| line.chars().chain(['\n']));
    while let Some(sign) = signs.next() {
        match sign {
            // What is spelled out opens nothing.
            '\\' => drop(signs.next()),
            '{' | '[' => open.push(sign),
            '}' if open.pop() != Some('{') => return false,
            ']' if open.last() == Some(&'[') => drop(open.pop()),
            _ => {}
        }
    }
    let commands = tex.lines().filter(|line| ["  \\path", "  \\fill", "  \\node"].iter().any(|c| line.starts_with(c)));
    let ends = |what: &str| tex.matches(&format!("\\{what}{{tikzpicture}}")).count() == 1;
    open.is_empty()
        && commands.clone().count() > 1
        && commands.into_iter().all(|c| c.ends_with(';'))
        && ends("begin")
        && ends("end")
}

/// Every kind of drawing for LaTeX; compiled where there is a `pdflatex`.
#[test]
fn drawings_are_written_for_latex() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = temporary.path();
    let mut document = String::from("\\documentclass{article}\n\\usepackage{tikz}\n\\begin{document}\n");
    for (i, picture) in [
        "tree(*2)",
        "tree(Domineering(\"..|..\"))",
        "draw(<2 | 0>)",
        "thermograph(<3 || 2 | -1>)",
        "plot([1, 2, 4], \"50% of \\{a_b} & c\")",
        "hasse(chain(2) * chain(3))",
        "hasse(subsets(3))",
        "game_graph(Nim(3), values = false)",
        "Clobber(\"xo.|oxo\")",
        "Hackenbush([(\"ground\", \"a\", \"blue\"), (\"a\", \"b\", \"red\"), (\"b\", \"ground\")])",
        "NodeKayles(cycle_graph(5))",
        "Nim(3) + Nim(50)",
        "cayley_graph(misere_quotient(Kayles, heaps = 2))",
    ]
    .into_iter()
    .enumerate()
    {
        let file = format!("p{i}.tex");
        // A drawing is replaced by another.
        for _ in 0..2 {
            assert_eq!(said(Some(folder), &format!("save({picture}, \"{file}\")")), file, "{picture}");
        }
        let tex = fs::read_to_string(folder.join(&file)).unwrap();
        assert!(is_sound(&tex), "{picture}: {tex}");
        let svg = said(Some(folder), &format!("print(svg({picture}))"));
        // Each text and each head of an arrow is there.
        assert_eq!(tex.matches("  \\node[").count(), svg.matches("<text ").count(), "{picture}");
        assert_eq!(
            tex.matches(" -- cycle;").count(),
            svg.matches("marker-end=").count() + svg.matches("Z\"").count(),
            "{picture}"
        );
        document += &format!("\\input{{p{i}}}\n\n");
    }
    assert_eq!(
        said(Some(folder), "print(latex(tree(*2)))").trim_end(),
        fs::read_to_string(folder.join("p0.tex")).unwrap().trim_end()
    );
    fs::write(folder.join("notes.tex"), "\\section{My notes}").unwrap();
    assert!(said(Some(folder), "save(tree(*), \"notes.tex\")").contains("is there already and is no drawing"));
    fs::write(folder.join("all.tex"), document + "\\end{document}\n").unwrap();
    match std::process::Command::new("pdflatex")
        .args(["-interaction=nonstopmode", "-halt-on-error", "all.tex"])
        .current_dir(folder)
        .output()
    {
        Ok(output) => assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout)),
        Err(_) => {
            use std::io::Write;
            let _ = writeln!(std::io::stderr(), "skipped: compiling pictures for LaTeX needs pdflatex");
        }
    }
}

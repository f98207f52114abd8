//! The library's documentation: every example gives what it says, every rule set has one, and the page made of them is
//! up to date.

use sprague::cli::doc;
use sprague::report::text as show;
use sprague::session::{Doc, Output, Session, Settings};
use sprague::stdlib;
use sprague::syntax::Mode;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use std::rc::Rc;

/// What a submission says, a line an output; errors too.
fn said(session: &mut Session, text: &str, mode: Mode) -> String {
    let outputs = Rc::new(RefCell::new(Vec::new()));
    let heard = Rc::clone(&outputs);
    let outcome = session.run(
        "example",
        text,
        mode,
        Rc::new(move |output, sources| {
            heard.borrow_mut().push(match output {
                Output::Printed(text) => text,
                Output::Value(shown) => show::value(&shown),
                Output::Check(report) => show::check(&report, sources, false),
            });
        }),
    );
    let mut lines = outputs.take();
    if !outcome.errors.is_empty() {
        lines.push(show::errors(&outcome.errors, session.sources(), false));
    }
    lines.join("\n")
}

fn docs() -> Vec<Doc> {
    Session::new(Settings::default()).docs()
}

#[test]
fn the_library_loads() {
    let mut session = Session::new(Settings::default());
    // An error while loading would leave a file's names out.
    for (file, text) in stdlib::FILES {
        assert_eq!(said(&mut session, text, Mode::Script), "", "{file}");
    }
}

#[test]
fn examples_give_what_they_say() {
    let mut wrong = String::new();
    let mut count = 0;
    for doc in docs() {
        // A record's examples may build on each other.
        let mut session = Session::new(Settings::default());
        for (input, output) in &doc.examples {
            count += 1;
            let got = said(&mut session, input, Mode::Session);
            if got != *output {
                let _ = writeln!(wrong, "{}: {input}\n--- written\n{output}\n--- given\n{got}\n", doc.name);
            }
        }
    }
    assert!(count > 150, "only {count} examples were found");
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn everything_has_a_text_and_an_example() {
    // An example of `error` would be an error; what `explain` says fills a page, and has tests of its own.
    // Runs are saved to files (tests/heap_language.rs), and `play` asks at the terminal; `import` needs a file.
    // Drawings are saved to files, too (tests/language/saving.rs).
    // So are certificates, and read from them (tests/language/search_language.rs, tests/command).
    let without = [
        "error",
        "explain",
        "save_values",
        "load_values",
        "play",
        "save",
        "import",
        "save_certificate",
        "period_certificate",
        "strategy_certificate",
        "chomp_certificate",
    ];
    let poor: Vec<String> = docs()
        .into_iter()
        .filter(|doc| doc.text.is_empty() || doc.examples.is_empty())
        .map(|doc| doc.name)
        .filter(|name| !without.contains(&&**name))
        .collect();
    assert!(poor.is_empty(), "without text or example: {poor:?}");
}

#[test]
fn every_rule_set_is_documented() {
    let docs = docs();
    let mut count = 0;
    for (file, text) in stdlib::FILES {
        for line in text.lines() {
            let Some(declared) = line.strip_prefix("game ").or_else(|| line.strip_prefix("heap ")) else { continue };
            let Some(name) = declared.split(['(', ' ']).next() else { continue };
            count += 1;
            let found = docs.iter().find(|doc| doc.name == name && doc.subject == "Rule sets");
            let doc = found.unwrap_or_else(|| panic!("{file}: `{name}` has no documentation"));
            assert!(!doc.examples.is_empty(), "{file}: `{name}` has no example");
            assert!(doc.examples.iter().any(|(input, _)| input.contains(name)), "{file}: no example plays `{name}`");
        }
    }
    assert!(count >= 110, "only {count} rule sets were found");
}

/// What was promised of the notation: these rule sets are short, with the functions that they alone use.
#[test]
fn rule_sets_are_short() {
    let code = |line: &&str| !line.is_empty() && !line.starts_with('#');
    let all: String = stdlib::FILES.iter().map(|(_, text)| *text).collect();
    for (name, most) in [
        ("Domineering", 12),
        ("Clobber", 12),
        ("ToadsAndFrogs", 12),
        ("Amazons", 30),
        // No more than the scripts of other programs.
        ("Fission", 12),
        ("TopplingDominoes", 14),
        ("FoxAndGeese", 30),
        ("LeapingToads", 16),
        ("MaundyCake", 16),
        ("KingClobber", 16),
    ] {
        let start = all.find(&format!("game {name}(")).unwrap_or_else(|| panic!("`{name}` is missing"));
        let end = all[start + 5..].find("\ngame ").map_or(all.len(), |end| start + 5 + end);
        let lines = all[start..end].lines().filter(code).count();
        assert!(lines <= most, "{name}: {lines} lines");
    }
    let (_, hackenbush) = stdlib::FILES.iter().find(|(file, _)| file.contains("hackenbush")).unwrap();
    // How it looks and what moves are called is told besides.
    let looks = ["  draw ", "  notation ", "seen("];
    let rules = |line: &&str| code(line) && !looks.iter().any(|start| line.starts_with(start));
    assert!(hackenbush.lines().filter(rules).count() <= 27);
}

/// The positions of a rule set in its examples, as they are written.
fn positions(doc: &Doc) -> Vec<&str> {
    let begins = format!("{}(", doc.name);
    let calls = doc.examples.iter().flat_map(|(input, _)| input.match_indices(&begins).map(|(at, _)| &input[at..]));
    calls
        .filter_map(|call| {
            let mut depth = 0;
            let end = call.find(|c| {
                depth += i32::from("([{".contains(c)) - i32::from(")]}".contains(c));
                c == ')' && depth == 0
            })?;
            Some(&call[..=end])
        })
        .collect()
}

/// The rule sets with the picture of a position, for those that have one.
fn pictures() -> BTreeMap<String, (String, String)> {
    let mut session = Session::new(Settings::default());
    let mut all = BTreeMap::new();
    for doc in session.rule_sets() {
        for position in positions(&doc) {
            let drawn = format!("p = {position}\nd = draw(p)\nif kind(d) == \"board\" then svg(d) else \"\"");
            // In a comprehension it has variables; then it is none by itself. What has no board is drawn as a thermograph.
            let svg = said(&mut session, &drawn, Mode::Script);
            let shapes: usize =
                ["<circle", "<rect", "<line", "<path"].iter().map(|shape| svg.matches(shape).count()).sum();
            if svg.starts_with("<svg") && shapes > 2 {
                all.insert(doc.name.clone(), (position.to_owned(), svg + "\n"));
                break;
            }
        }
    }
    all
}

/// `UPDATE=1 cargo test --test language library` writes the pages and pictures anew.
#[test]
fn the_pages_are_up_to_date() {
    let pictures = pictures();
    assert!(pictures.len() >= 70, "{}", pictures.len());
    let pictured = |doc: &Doc| pictures.get(&doc.name).map(|(position, _)| position.clone());
    let gallery = doc::gallery(&Session::new(Settings::default()).rule_sets(), &pictured);
    let mut files = vec![("library.md".to_owned(), doc::markdown(&docs())), ("games.md".to_owned(), gallery)];
    files.extend(pictures.iter().map(|(name, (_, svg))| (format!("gallery/{name}.svg"), svg.clone())));
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let update = std::env::var_os("UPDATE").is_some();
    for (file, text) in &files {
        let path = docs.join(file);
        if update {
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(&path, text).unwrap();
        }
        let kept = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(&kept == text, "docs/{file} is out of date: run `UPDATE=1 cargo test --test language library`");
    }
    let kept = std::fs::read_dir(docs.join("gallery")).unwrap().count();
    assert_eq!(kept, pictures.len(), "docs/gallery has pictures of what is no rule set any more");
}

/// The stub of the Python package is written by the package itself, which `.ci/run` builds last; what is out of date is seen here.
#[test]
fn the_python_stub_has_the_texts() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("python/package/sprague/f.pyi");
    let stub = std::fs::read_to_string(path).unwrap();
    let lines: BTreeSet<&str> =
        stub.lines().map(|line| line.trim().trim_start_matches("\"\"\"").trim_end_matches("\"\"\"")).collect();
    let docs = docs();
    let functions: Vec<&Doc> = docs.iter().filter(|doc| stub.contains(&format!("\ndef {}(", doc.name))).collect();
    assert!(functions.len() > 300, "{}", functions.len());
    let known = |line: &str| lines.contains(&*line.trim().replace('\\', r"\\"));
    let missing: Vec<&str> =
        functions.iter().filter(|doc| !doc.text.lines().all(known)).map(|doc| &*doc.name).collect();
    // A word of the language, too, with a record of its own.
    assert_eq!(missing, ["poset"], "UPDATE=1 python/test writes the stub anew");
}

/// Every rule set has a kind, and the list of them by kinds has each kind once.
#[test]
fn rule_sets_have_kinds() {
    let mut session = Session::new(Settings::default());
    let games = doc::about(&mut session, "games");
    assert!(games.len() >= 110, "{}", games.len());
    let mut kinds: Vec<&str> = games.iter().map(|doc| &*doc.subject).collect();
    assert!(kinds.iter().all(|kind| *kind != "Rule sets" && !kind.is_empty()), "{kinds:?}");
    kinds.dedup();
    let count = kinds.len();
    kinds.sort_unstable();
    kinds.dedup();
    assert_eq!(kinds.len(), count, "each kind is one piece");
}

/// What the library needs for itself takes no name away: only documented names warn when a session hides them.
#[test]
fn helpers_are_hidden_without_a_word() {
    let mut session = Session::new(Settings::default());
    let mut warnings = |text| session.run("test", text, Mode::Session, Rc::new(|_, _| {})).warnings.len();
    assert_eq!((warnings("seen = {1}"), warnings("mex = 3")), (0, 1));
}

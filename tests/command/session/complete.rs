//! What could stand where the cursor is.

use sprague::repl::complete::{Words, complete};
use sprague::report::NameInfo;

fn words() -> Words {
    let name = |name: &str, signature: Option<&str>| NameInfo {
        name: name.into(),
        signature: signature.map(Into::into),
        summary: String::new(),
        takes: match name {
            "mean" => Some(&["game"]),
            "Kayles" => Some(&["integer"]),
            _ => None,
        },
    };
    Words {
        names: vec![
            name("mine", None),
            name("mean", Some("mean(g)")),
            name("Kayles", Some("Kayles(n)")),
            name("text", Some("text(x)")),
            name("nobody", Some("nobody()")),
        ],
        own: vec!["mine".into()],
        topics: vec!["mean".into(), "ordinal sum".into()],
    }
}

/// Completes at the bar; gives where the word begins and what could stand there.
fn at(text: &str) -> (usize, Vec<String>) {
    let cursor = text.find('¦').unwrap();
    let mut glance = |expression: &str| {
        let kind = match expression {
            "x" | "*2" => "game",
            "f(3)" => "integer",
            _ => return None,
        };
        Some(kind.to_owned())
    };
    let found = complete(&text.replace('¦', ""), cursor, &words(), &mut glance);
    (found.start, found.candidates.into_iter().take(found.likely).map(|c| c.text).collect())
}

#[test]
fn names_functions_commands_topics_files() {
    let found = |start: usize, texts: &[&str]| (start, texts.iter().map(|&t| t.to_owned()).collect::<Vec<_>>());
    assert_eq!(at("1 + m¦"), found(4, &["mine", "mean", "memo"]));
    assert_eq!(at("1 + mi¦ + 2"), found(4, &["mine"]));
    assert_eq!(at("x.m¦"), found(2, &["mean"]), "a dot finds functions only");
    assert_eq!(at("x.¦"), found(2, &["mean"]), "first those that take its kind");
    assert_eq!(at("1 + f(3).¦"), found(9, &["Kayles"]));
    assert_eq!(at("f(3).m¦"), found(5, &["mean"]), "what takes another kind, if nothing else is left");
    assert_eq!(at("x.t¦"), found(2, &["text"]));
    assert_eq!(at("unknown.¦"), found(8, &["mean", "text", "Kayles"]));
    assert_eq!(at("1..m¦"), found(3, &["mine", "mean", "memo"]), "a range is no dot");
    assert_eq!(at("kay¦"), found(0, &["Kayles"]));
    assert_eq!(at("é + wh¦"), found(5, &["while", "why"]));
    assert_eq!(at("f(1,\n¦"), found(5, &["  "]), "the key indents");
    assert_eq!(at("f(1, ¦"), found(5, &[]));
    assert_eq!(at(":l¦"), found(1, &["load"]));
    assert_eq!(at(":load Cargo.t¦"), found(6, &["Cargo.toml"]));
    assert_eq!(at(":save! src/rep¦"), found(11, &["repl/", "report/"]));
    assert_eq!(at("import \"src/li¦\""), found(12, &["lib.rs", "library/", "library.rs"]));
    assert_eq!(at(":forget m¦"), found(8, &["mine"]));
    assert_eq!(at(":type mi¦"), found(6, &["mine"]));
    assert_eq!(at(":doc ord¦"), found(5, &["ordinal sum"]));
    assert_eq!(at("?me¦"), found(1, &["mean"]));
    assert_eq!(at("? ord¦"), found(2, &["ordinal sum"]));
}

#[test]
fn nothing_is_completed_in_texts_and_remarks() {
    for text in ["\"m¦", "\"m¦\"", "1 # m¦", "12¦", "import \"src/nothing¦"] {
        assert_eq!(at(text).1, [""; 0], "{text}");
    }
    assert_eq!(at("\"a {m¦}\"").1.len(), 3, "what is interpolated is code");
}

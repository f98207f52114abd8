//! The grammar reads the programs that Sprague has, colours what they are made of, and gives every text a tree.

use std::fs;
use std::path::{Path, PathBuf};
use tree_sitter::{Node, Parser, Query, QueryCursor, StreamingIterator, Tree};
use tree_sitter_sprague::{HIGHLIGHTS, LANGUAGE};

fn tree(text: &str) -> Tree {
    let mut parser = Parser::new();
    parser.set_language(&LANGUAGE.into()).expect("the library reads this version");
    parser.parse(text, None).expect("there is a language and no limit")
}

/// The library, the examples and the keys of the course; what students hand in may be anything.
fn programs() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let (mut open, mut found) = (vec![root.join("examples"), root.join("stdlib")], Vec::new());
    while let Some(path) = open.pop() {
        if path.is_dir() && !path.ends_with("answers") && !path.ends_with("hostile") {
            open.extend(fs::read_dir(path).expect("it is there").map(|entry| entry.expect("it can be read").path()));
        } else if path.extension().is_some_and(|ending| ending == "cgt") {
            found.push(path);
        }
    }
    found.sort();
    assert!(found.len() > 40, "{}", found.len());
    found
}

/// The first place that the grammar does not understand.
fn trouble(node: Node) -> Option<String> {
    if node.is_error() || node.is_missing() {
        return Some(format!(
            "{}: {}",
            node.start_position().row + 1,
            node.to_sexp().chars().take(80).collect::<String>()
        ));
    }
    let mut cursor = node.walk();
    node.has_error().then(|| node.children(&mut cursor).find_map(trouble)).flatten()
}

#[test]
fn it_reads_every_program() {
    let mut wrong = Vec::new();
    for path in programs() {
        let text = fs::read_to_string(&path).expect("it can be read");
        if let Some(place) = trouble(tree(&text).root_node()) {
            wrong.push(format!("{}:{place}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{} files:\n{}", wrong.len(), wrong.join("\n"));
}

/// Word and colour of what the query names; the first name of a piece counts.
fn colours(text: &str) -> Vec<(String, String)> {
    let query = Query::new(&LANGUAGE.into(), HIGHLIGHTS).expect("the query fits the grammar");
    let tree = tree(text);
    let mut cursor = QueryCursor::new();
    let mut found = Vec::<(usize, usize, &str)>::new();
    let mut captures = cursor.captures(&query, tree.root_node(), text.as_bytes());
    while let Some((hit, at)) = captures.next() {
        let capture = hit.captures()[*at];
        let (start, end) = (capture.node.start_byte(), capture.node.end_byte());
        // Names of calls and declarations stand before plain names in the query, and are the more exact.
        if found.iter().all(|(s, e, _)| (*s, *e) != (start, end)) {
            found.push((start, end, query.capture_names()[capture.index as usize]));
        }
    }
    found.into_iter().map(|(start, end, name)| (text[start..end].trim().to_string(), name.to_string())).collect()
}

#[test]
fn it_colours_what_programs_are_made_of() {
    let found =
        colours("## Takes.\ngame Take(n)\n  moves [n - 1] # one\nend\nx = Take(3) + *2 == \"a\"\nheap H 0.137\n");
    for (word, colour) in [
        ("## Takes.", "comment.documentation"),
        ("game", "keyword"),
        ("Take", "type"),
        ("moves", "keyword"),
        ("# one", "comment"),
        ("end", "keyword"),
        ("x", "variable"),
        ("Take", "function"),
        ("*2", "constant"),
        ("\"a\"", "string"),
        ("heap", "keyword"),
        ("0.137", "number"),
    ] {
        assert!(found.contains(&(word.to_string(), colour.to_string())), "{word} {colour}: {found:?}");
    }
}

#[test]
fn every_text_has_a_tree() {
    for text in [
        "",
        "game",
        "game G(n)\n  moves [",
        "end end end",
        "\"open",
        "((((",
        "heap\n",
        "\u{0}\u{1F600}",
        "x = <0 | 1 || 2>\n",
    ] {
        let tree = tree(text);
        assert!(tree.root_node().end_byte() <= text.len(), "{text}");
    }
    // Words of declarations are names elsewhere.
    for text in [
        "game = 3\nheap = game + 1\n",
        "f(lattice) = lattice\nquestion\n",
        "do\n  part = game\n  heap = part + question(1)\nend\n",
        "[game for game in 1..3]\n",
        "game G(n)\n  moves [heap]\nend\n",
    ] {
        assert!(trouble(tree(text).root_node()).is_none(), "{text}: {}", tree(text).root_node().to_sexp());
    }
    // What was damaged is found again once it is mended.
    assert!(tree("game G(n)\n  moves [n\n").root_node().has_error());
    assert!(!tree("game G(n)\n  moves [n]\nend\n").root_node().has_error());
}

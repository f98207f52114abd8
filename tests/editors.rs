//! The grammar for editors colours texts as the language's own lexer does.

#![allow(clippy::print_stderr)]

use sprague::session::reading::{Highlight, tokens};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A folder with this module: that of the extension, or one that the environment names.
fn modules(with: &str) -> Option<PathBuf> {
    let named = std::env::var_os("SPRAGUE_NODE_MODULES").map(PathBuf::from);
    let own = root().join("editors/vscode/node_modules");
    let found = named.into_iter().chain([own]).find(|folder| folder.join(with).is_dir())?;
    Command::new("node").arg("--version").output().ok().filter(|ran| ran.status.success()).map(|_| found)
}

fn programs() -> Vec<PathBuf> {
    let mut open = vec![root().join("examples"), root().join("stdlib")];
    let mut found = Vec::new();
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(path.read_dir().unwrap().map(|entry| entry.unwrap().path()));
        } else if path.extension().is_some_and(|ending| ending == "cgt") {
            let text = std::fs::read_to_string(&path).unwrap();
            // Answers with mistakes have no colours of their own.
            if sprague::syntax::parse(0, &text, sprague::syntax::Mode::Script).errors.is_empty() {
                found.push(path);
            }
        }
    }
    // Signs of printed texts are in no program of ours.
    found.push(root().join("editors/vscode/test/pasted.cgt"));
    found.sort();
    found
}

fn scope(kind: Highlight) -> &'static str {
    match kind {
        Highlight::Keyword => "keyword.control.sprague",
        Highlight::Number => "constant.numeric.sprague",
        Highlight::GameValue => "constant.other.game.sprague",
        Highlight::String => "string.quoted.double.sprague",
        Highlight::Comment => "comment.line.number-sign.sprague",
        Highlight::Name => "variable.other.sprague",
        Highlight::Operator => "keyword.operator.sprague",
        Highlight::Bracket => "punctuation.bracket.sprague",
        Highlight::GameBar => "punctuation.game.sprague",
        Highlight::Unknown => "",
    }
}

#[test]
fn the_grammar_colours_as_the_lexer_does() {
    let Some(modules) = modules("vscode-textmate") else {
        eprintln!("skipped: the_grammar_colours_as_the_lexer_does needs node, vscode-textmate and vscode-oniguruma");
        return;
    };
    let files = programs();
    let ran = Command::new("node")
        .arg(root().join("editors/vscode/test/colours.js"))
        .args(&files)
        .env("MODULES", modules)
        .output()
        .unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let out = String::from_utf8(ran.stdout).unwrap();
    assert_eq!(out.lines().count(), files.len());
    let (mut wrong, mut all) = (Vec::new(), 0);
    for (file, line) in files.iter().zip(out.lines()) {
        let text = std::fs::read_to_string(file).unwrap();
        let units: Vec<u16> = text.encode_utf16().collect();
        let mut painted: BTreeMap<usize, &str> = BTreeMap::new();
        let pieces: Vec<(usize, usize, String)> = serde_json::from_str(line).unwrap();
        for (start, end, scope) in &pieces {
            let scope =
                if scope.starts_with("constant.character.escape") { "string.quoted.double.sprague" } else { scope };
            (*start..(*end).min(units.len())).for_each(|at| _ = painted.insert(at, scope));
        }
        let mut at = 0;
        let mut last = 0;
        for (kind, start, end) in tokens(&text) {
            at += text[last..start].encode_utf16().count();
            let mut here = at;
            let mut good = true;
            for c in text[start..end].chars() {
                let inside = kind == Highlight::Comment || kind == Highlight::String;
                good &= c.is_whitespace() && !inside
                    || c == '\r'
                    || painted.get(&here).copied().unwrap_or("") == scope(kind);
                here += c.len_utf16();
            }
            all += 1;
            if !good && !text[start..end].trim().is_empty() {
                let line = text[..start].matches('\n').count() + 1;
                let found = painted.get(&at).copied().unwrap_or("nothing");
                wrong.push(format!("{}:{line}: `{}` is {kind:?}, coloured {found}", file.display(), &text[start..end]));
            }
            (at, last) = (here, end);
        }
    }
    assert!(all > 10_000, "{all} tokens were seen");
    assert!(wrong.is_empty(), "{} of {all} differ:\n{}", wrong.len(), wrong[..wrong.len().min(60)].join("\n"));
}

/// The library that the extension stands on speaks with the server.
#[test]
fn the_clients_own_library_speaks_with_the_server() {
    let Some(modules) = modules("vscode-jsonrpc") else {
        eprintln!("skipped: the_clients_own_library_speaks_with_the_server needs node and vscode-jsonrpc");
        return;
    };
    let ran = Command::new("node")
        .arg(root().join("editors/vscode/test/client.js"))
        .env("MODULES", modules)
        .env("SPRAGUE", env!("CARGO_BIN_EXE_sprague"))
        .output()
        .unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let told: serde_json::Value = serde_json::from_slice(&ran.stdout).unwrap();
    assert_eq!(told, serde_json::json!(["sprague", "E0201", "```sprague\nx = 1/2\n```", 0]));
}

/// What is a word, and how a command is written for a shell.
#[test]
fn the_extension_knows_words_and_shells() {
    for script in ["words.js", "shell.js"] {
        let Ok(ran) = Command::new("node").arg(root().join("editors/vscode/test").join(script)).output() else {
            eprintln!("skipped: the_extension_knows_words_and_shells needs node");
            return;
        };
        assert!(ran.status.success(), "{script}: {}", String::from_utf8_lossy(&ran.stderr));
    }
}

/// What the extension says of itself is there.
#[test]
fn the_extension_is_whole() {
    let folder = root().join("editors/vscode");
    let read =
        |name: &str| std::fs::read_to_string(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    let json = |name: &str| serde_json::from_str::<serde_json::Value>(&read(name)).unwrap();
    let package = json("package.json");
    let contributes = &package["contributes"];
    json(contributes["languages"][0]["configuration"].as_str().unwrap());
    let grammar = json(contributes["grammars"][0]["path"].as_str().unwrap());
    assert_eq!(grammar["scopeName"], contributes["grammars"][0]["scopeName"]);
    assert_eq!(package["version"], env!("CARGO_PKG_VERSION"));
    let code = read(package["main"].as_str().unwrap());
    for command in contributes["commands"].as_array().unwrap() {
        assert!(code.contains(command["command"].as_str().unwrap()), "{command}");
    }
}

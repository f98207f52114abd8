//! The codes of errors: every wrong program of the registry makes its mistake and no other, every mended one makes none.

use sprague::cli::explain;
use sprague::diagnostics::Mistake;
use std::fs;
use std::path::{Path, PathBuf};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

fn files(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files(&path, ending, found);
        } else if path.extension().is_some_and(|e| e == ending) {
            found.push(path);
        }
    }
}

#[test]
fn codes_rise_and_have_texts() {
    for pair in Mistake::ALL.windows(2) {
        assert!(pair[0].code() < pair[1].code(), "{} after {}", pair[1].code(), pair[0].code());
    }
    for mistake in Mistake::ALL {
        let entry = mistake.entry();
        let digits = entry.code.strip_prefix(if mistake.is_warning() { 'W' } else { 'E' }).unwrap_or_default();
        assert!(digits.len() == 4 && digits.bytes().all(|b| b.is_ascii_digit()), "{}", entry.code);
        assert!(entry.text.ends_with('.') && !entry.title.ends_with('.'), "{}", entry.code);
        assert_eq!(Mistake::of_code(&entry.code.to_lowercase()), Some(*mistake));
    }
}

#[test]
fn wrong_programs_make_their_mistake_and_mended_ones_none() {
    let folder = std::env::temp_dir().join(format!("sprague-codes-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("kayles.cgt"), "grundy(Kayles(3))\n").expect("a file");
    let mut wrong = Vec::new();
    for &mistake in Mistake::ALL {
        let Some((program, mended)) = mistake.entry().programs else { continue };
        for (program, expected) in [(program, vec![mistake]), (mended, Vec::new())] {
            let (found, said) = explain::said(mistake, program, Some(folder.clone()));
            if found != expected || said.contains("FAIL") {
                wrong.push(format!("{} expected {expected:?}, found {found:?}\n{program}\n{said}", mistake.code()));
            }
        }
    }
    fs::remove_dir_all(&folder).expect("it can be removed");
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn every_code_is_used() {
    let mut sources = Vec::new();
    files(&Path::new(ROOT).join("src"), "rs", &mut sources);
    sources.retain(|file| !file.ends_with("diagnostics/codes.rs"));
    let all: String = sources.iter().map(|file| fs::read_to_string(file).expect("a source")).collect();
    let used = |mistake: &&Mistake| {
        let name = format!("Mistake::{mistake:?}");
        all.match_indices(&name).any(|(at, _)| !all[at + name.len()..].starts_with(|c: char| c.is_alphanumeric()))
    };
    let unused: Vec<_> = Mistake::ALL.iter().filter(|mistake| !used(mistake)).collect();
    assert!(unused.is_empty(), "{unused:?}");
}

#[test]
fn messages_have_codes() {
    let mut expected = Vec::new();
    files(&Path::new(ROOT).join("tests/errors"), "expected", &mut expected);
    for file in expected {
        let text = fs::read_to_string(&file).expect("the messages");
        let head =
            |line: &str| ["Error", "Warning"].into_iter().find_map(|word| line.strip_prefix(word).map(str::to_owned));
        let heads: Vec<_> = text.lines().filter_map(head).collect();
        let code = |line: &str| line.strip_prefix('[')?.split_once("]: ").and_then(|(c, _)| Mistake::of_code(c));
        assert!(!heads.is_empty() && heads.iter().all(|line| code(line).is_some()), "{}: {heads:?}", file.display());
    }
}

/// `UPDATE=1 cargo test --test language codes` writes the page anew.
#[test]
fn the_page_is_up_to_date() {
    let path = Path::new(ROOT).join("docs/errors.md");
    let page = explain::page();
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, &page).expect("the page can be written");
    }
    let kept = fs::read_to_string(path).unwrap_or_default();
    assert!(kept == page, "docs/errors.md is out of date: run `UPDATE=1 cargo test --test language codes`");
}

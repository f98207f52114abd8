//! The programs in README.md and `docs/*.md` run. The blocks of a document marked `cgt` are run one after the other in one session,
//! and must raise no error; those marked `cgt error` must raise one; only those marked `cgt warning` may warn; those marked `cgt read` are only read. A word `homework.cgt` in the mark names the program. A block marked `text` right after one of them is
//! its exact output; without one, no check may fail. `UPDATE=1 cargo test --test language documentation` writes those outputs anew.

use sprague::report::text as show;
use sprague::session::{Output, Session, Settings, Verdict};
use sprague::syntax::Mode;
use std::cell::RefCell;
use std::fmt::Write;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// A fenced block: what stands after the opening fence, the lines of its text (from 0), and where it ends.
struct Block {
    mark: String,
    lines: Range<usize>,
}

fn blocks(lines: &[&str]) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<(&str, String, usize)> = None;
    for (at, line) in lines.iter().enumerate() {
        let ticks = line.len() - line.trim_start_matches('`').len();
        match &open {
            None if ticks >= 3 => open = Some((&line[..ticks], line[ticks..].trim().to_owned(), at + 1)),
            Some((fence, mark, start)) if line.trim_end() == *fence => {
                blocks.push(Block { mark: mark.clone(), lines: *start..at });
                open = None;
            }
            _ => {}
        }
    }
    assert!(open.is_none(), "a block is not closed");
    blocks
}

/// What a session says to a text, and whether it raised an error, and whether a check failed.
struct Said {
    text: String,
    error: bool,
    failed: bool,
    warned: bool,
}

fn run(session: &mut Session, name: &str, text: &str) -> Said {
    let heard = Rc::new(RefCell::new((String::new(), false)));
    let hears = Rc::clone(&heard);
    let sink = move |output: Output, sources: &sprague::source::Sources| {
        let (text, failed) = &mut *hears.borrow_mut();
        let line = match &output {
            Output::Printed(line) => line.clone(),
            Output::Value(value) => show::value(value),
            Output::Check(report) => {
                *failed |= report.verdict != Verdict::True;
                show::check(report, sources, false)
            }
        };
        let _ = writeln!(text, "{line}");
    };
    let outcome = session.run(name, text, Mode::Script, Rc::new(sink));
    let (mut text, failed) = heard.borrow().clone();
    if !outcome.errors.is_empty() {
        let _ = writeln!(text, "{}", show::errors(&outcome.errors, session.sources(), false));
    }
    let warned = !outcome.warnings.is_empty();
    if warned {
        let _ = writeln!(text, "{}", show::errors(&outcome.warnings, session.sources(), false));
    }
    Said { text, error: !outcome.errors.is_empty(), failed, warned }
}

/// Runs a document; its text with outputs as they are now, and what is wrong.
fn document(name: &str, text: &str) -> (String, Vec<String>) {
    let lines: Vec<&str> = text.lines().collect();
    let blocks = blocks(&lines);
    let mut session = Session::new(Settings::default());
    let mut wrong = Vec::new();
    let mut now = String::new();
    let mut copied = 0;
    for (i, block) in blocks.iter().enumerate() {
        let mut words = block.mark.split(' ');
        if words.next() != Some("cgt") {
            continue;
        }
        let fails = words.clone().any(|word| word == "error");
        let warns = words.clone().any(|word| word == "warning");
        let file = words.find(|word| word.ends_with(".cgt")).unwrap_or("example.cgt");
        let program = lines[block.lines.clone()].join("\n");
        let place = format!("{name}:{}", block.lines.start + 1);
        if block.mark == "cgt read" {
            let errors = sprague::syntax::parse(0, &program, Mode::Script).errors;
            wrong.extend(errors.first().map(|e| format!("{place}: this cannot be read: {}", e.message)));
            continue;
        }
        let said = run(&mut session, file, &program);
        if said.warned != warns {
            wrong.push(format!("{place}: warned {}\n{}", said.warned, said.text));
        }
        if said.error != fails {
            wrong.push(match fails {
                true => format!("{place}: this should raise an error\n{program}"),
                false => format!("{place}: this raises an error\n{}", said.text),
            });
        }
        let between = |next: &Block| lines[block.lines.end + 1..next.lines.start - 1].iter().all(|l| l.is_empty());
        match blocks.get(i + 1).filter(|next| next.mark == "text" && between(next)) {
            None if said.failed => wrong.push(format!("{place}: a check fails\n{}", said.text)),
            None => {}
            Some(next) => {
                let expected = lines[next.lines.clone()].join("\n");
                if said.text.trim_end() != expected {
                    wrong.push(format!("{place}: expected\n{expected}\nfound\n{}", said.text));
                }
                for line in &lines[copied..next.lines.start] {
                    let _ = writeln!(now, "{line}");
                }
                now.push_str(&said.text);
                copied = next.lines.end;
            }
        }
    }
    for line in &lines[copied..] {
        let _ = writeln!(now, "{line}");
    }
    (now, wrong)
}

fn documents() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files: Vec<PathBuf> = fs::read_dir(root.join("docs"))
        .expect("there is a directory of documents")
        .map(|entry| entry.expect("it can be listed").path())
        .filter(|path| path.extension().is_some_and(|e| e == "md"))
        .collect();
    let readme = root.join("README.md");
    files.extend(readme.exists().then_some(readme));
    files.sort();
    files
}

#[test]
fn programs_in_documents_run() {
    let update = std::env::var_os("UPDATE").is_some();
    let mut wrong = Vec::new();
    for file in documents() {
        let name = file.file_name().expect("a file").to_str().expect("a plain name");
        let text = fs::read_to_string(&file).expect("it can be read");
        let (now, errors) = document(name, &text);
        if update {
            fs::write(&file, now).expect("it can be written");
        }
        wrong.extend(errors);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn wrong_documents_are_found_out() {
    let wrong = |text: &str| document("a.md", text).1.len();
    assert_eq!(wrong("```cgt\n1 + 1\n```\n\n```text\n2\n```\n"), 0);
    assert_eq!(wrong("```cgt\n1 + 1\n```\n```text\n3\n```\n"), 1);
    assert_eq!(wrong("```cgt\nx = 1\n```\ntext\n```cgt\ncheck x == 1\n```\n"), 0);
    assert_eq!(wrong("```cgt\ncheck 1 == 2\n```\n"), 1);
    assert_eq!(wrong("```cgt\n1 / 0\n```\n"), 1);
    assert_eq!(wrong("```cgt error\n1 / 0\n```\n"), 0);
    assert_eq!(wrong("```cgt error\n1 / 1\n```\n"), 1);
    assert_eq!(wrong("```cgt read\nunknown\n```\n"), 0);
    assert_eq!(wrong("```cgt read\n1 1\n```\n"), 1);
    assert_eq!(wrong("```sh\nrm -r /nowhere\n```\n"), 0);
}

#[test]
fn outputs_are_written_anew() {
    let (now, wrong) = document("a.md", "# A\n```cgt\n1 + 1\n```\n\n```text\n3\n4\n```\nEnd\n");
    assert_eq!(now, "# A\n```cgt\n1 + 1\n```\n\n```text\n2\n```\nEnd\n");
    assert_eq!(wrong.len(), 1);
}

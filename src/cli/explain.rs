//! What the code of an error means: its explanation, a wrong program with what is said to it, and the program mended.

use crate::report::text as show;
use crate::report::{Diagnostic, Doc, Mistake, Output, Sources, Verdict};
use crate::session::homework::{Key, Reading};
use crate::session::{Limits, Mode, Session, Settings};
use std::cell::RefCell;
use std::fmt::Write;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::Duration;

/// Calls that are shown of a call stack.
const CALLS: usize = 2;

/// A code as a documentation record; the programs are run for it.
pub fn record(mistake: Mistake) -> Doc {
    let entry = mistake.entry();
    let examples = entry.programs.map_or(Vec::new(), |(wrong, mended)| {
        [wrong, mended].map(|program| (program.to_owned(), said(mistake, program, None).1)).into()
    });
    Doc {
        name: entry.code.into(),
        signature: format!("{}: {}", entry.code, entry.title),
        subject: mistake.group().1.into(),
        text: entry.text.into(),
        examples,
    }
}

/// The page of all codes in Markdown.
pub fn page() -> String {
    let mut page = String::from(
        "# Errors\n\nEvery error has a code, which stands in its first line and never changes its meaning. `sprague doc E0303`, or `?E0303` in the session, \
         explains it.\nThis page is written from the same records, `src/diagnostics/codes.rs`; change them there, then `UPDATE=1 cargo test --test language codes`.\n",
    );
    let mut group = "";
    for &mistake in Mistake::ALL {
        let (start, name) = mistake.group();
        if group != start {
            group = start;
            let _ = write!(page, "\n## {start}xx: {name}\n");
        }
        let doc = record(mistake);
        let _ = write!(page, "\n### {}\n\n{}\n", doc.signature, doc.text);
        if let [(wrong, said), (mended, _)] = &doc.examples[..] {
            let _ = write!(page, "\n```\n{wrong}\n```\n```text\n{said}\n```\n\nMended:\n\n```\n{mended}\n```\n");
        }
    }
    page
}

/// What is said to a program, and the mistakes in it. It imports from a folder, if one is given.
pub fn said(mistake: Mistake, program: &str, from: Option<PathBuf>) -> (Vec<Mistake>, String) {
    let heard = Rc::new(RefCell::new((Vec::new(), String::new())));
    let hear = |errors: &mut Vec<Diagnostic>, sources: &Sources| {
        errors.iter_mut().for_each(|error| error.stack.truncate(CALLS));
        let (mistakes, text) = &mut *heard.borrow_mut();
        mistakes.extend(errors.iter().map(|error| error.mistake));
        if !errors.is_empty() {
            let _ = writeln!(text, "{}", show::errors(errors, sources, false));
        }
    };
    if mistake == Mistake::KeyLine {
        let reading = Reading { from, limits: limits(program), sheet: false, student: None };
        if let Err(mut faulty) = Key::read("key", program, &reading) {
            hear(&mut faulty.errors, &faulty.sources);
        }
    } else {
        // A file of this name that happens to be there is not read.
        let from = from.or_else(|| Some(PathBuf::from("/nowhere")));
        let settings = Settings { limits: limits(program), import_from: from, ..Settings::default() };
        let mut session = Session::new(settings);
        let sink = {
            let heard = Rc::clone(&heard);
            Rc::new(move |output: Output, sources: &Sources| {
                let (mistakes, text) = &mut *heard.borrow_mut();
                let line = match &output {
                    Output::Printed(line) => line.clone(),
                    Output::Value(value) => show::value(value),
                    Output::Check(report) => {
                        if let Verdict::Failed(error) = &report.verdict {
                            mistakes.push(error.mistake);
                        }
                        show::check(report, sources, false)
                    }
                };
                let _ = writeln!(text, "{line}");
            })
        };
        let mut ran = session.run("example", program, Mode::Script, sink);
        hear(&mut ran.warnings, session.sources());
        hear(&mut ran.errors, session.sources());
    }
    let (mistakes, text) = heard.take();
    (mistakes, text.trim_end().to_owned())
}

/// The bounds that a first line such as `# limits: steps=1000 depth=50 memory=8 time=0.2` (MiB, seconds) sets.
pub fn limits(text: &str) -> Limits {
    let mut limits = Limits { depth: Some(10_000), ..Limits::default() };
    let first = text.lines().next().and_then(|line| line.strip_prefix("# limits:")).unwrap_or("");
    for (name, value) in first.split_whitespace().filter_map(|word| word.split_once('=')) {
        match name {
            "steps" => limits.steps = value.parse().ok(),
            "depth" => limits.depth = value.parse().ok(),
            "memory" => limits.memory = value.parse::<usize>().ok().map(|n| n << 20),
            _ => limits.time = value.parse().ok().map(Duration::from_secs_f64),
        }
    }
    limits
}

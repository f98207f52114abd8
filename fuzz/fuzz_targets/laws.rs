//! What holds for every text.

use sprague::diagnostics::{render, to_json};
use sprague::source::Sources;
use sprague::syntax::{Mode, ast::Program, parse, tokens};

/// The tree with its places left out.
fn tree(program: &Program) -> String {
    let text = format!("{:?}", program.statements);
    let parts: Vec<&str> = text.split("Span { source").collect();
    let rest = parts.iter().skip(1).map(|p| p.split_once('}').map_or("", |x| x.1));
    parts.first().copied().into_iter().chain(rest).collect()
}

pub fn hold(text: &str) {
    // Tokens are in order, apart, and whole characters.
    let mut last = 0;
    for (_, start, end) in tokens(text) {
        assert!(last <= start && start < end && text.get(start..end).is_some());
        last = end;
    }
    for mode in [Mode::Script, Mode::Session] {
        let mut sources = Sources::default();
        let source = sources.add("fuzz.cgt", text);
        let parsed = parse(source, text, mode);
        assert!(parsed.errors.len() <= 21);
        for error in &parsed.errors {
            assert!(!error.message.is_empty());
            for (span, _) in &error.labels {
                assert!(text.get(span.start as usize..span.end as usize).is_some(), "{error:?}");
            }
            to_json(error, &sources);
        }
        render(&parsed.errors, &sources, false);
        let program = tree(&parsed.program);
        if parsed.errors.is_empty() {
            assert!(!program.contains("kind: Error"), "an error that nobody reported");
        }
    }
}

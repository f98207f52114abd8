//! Errors as they are drawn and as data.

use serde_json::json;
use sprague::report::{Diagnostic, Mistake, Sources, Span, render, to_json};

fn sources(text: &str) -> Sources {
    let mut sources = Sources::default();
    sources.add("a.cgt", text);
    sources
}

#[test]
fn places_anywhere_are_drawn() {
    let text = "x = ↑ + 1\ny = 2\n";
    let sources = sources(text);
    for start in 0..25 {
        for end in 0..25 {
            for source in 0..2 {
                let d = Diagnostic::new(Mistake::NoElement, Span::new(source, start, end), "wrong")
                    .label("here")
                    .also(Span::new(0, end, start), "there")
                    .note("do this");
                let text = render(std::slice::from_ref(&d), &sources, false);
                assert!(text.contains("wrong") && text.contains("do this") && text.contains("there"), "{text}");
                assert_eq!(to_json(&d, &sources)["message"], "wrong");
            }
        }
    }
    assert!(
        render(&[Diagnostic::new(Mistake::NoElement, Span::new(9, 1, 2), "lost")], &sources, true).contains("lost")
    );
}

/// Each part of a drawing is headed by the place that it begins with.
#[test]
fn every_part_has_its_own_place() {
    let mut sources = sources("ab = 1\né = 2\nx = é\n");
    sources.add("b.cgt", "\n\né, é = 1\n");
    let heads = |labels: &[Span]| {
        let first = Diagnostic::new(Mistake::NoElement, labels[0], "wrong").label("here");
        let error = labels[1..].iter().fold(first, |error, place| error.also(*place, "there"));
        let drawn = render(&[error], &sources, false);
        let heads = drawn.lines().filter_map(|line| line.split_once("─[ ")?.1.strip_suffix(" ]"));
        heads.map(str::to_owned).collect::<Vec<_>>()
    };
    let (one, two, three) = (Span::new(0, 1, 2), Span::new(0, 7, 9), Span::new(0, 18, 20));
    let other = Span::new(1, 6, 8);
    assert_eq!(heads(&[one, two, three]), ["a.cgt:1:2"]);
    assert_eq!(heads(&[three, two, one]), ["a.cgt:3:5", "a.cgt:2:1", "a.cgt:1:2"]);
    assert_eq!(heads(&[two, other, three]), ["a.cgt:2:1", "b.cgt:3:4", "a.cgt:3:5"]);
}

#[test]
fn long_lines_are_cut() {
    let text = format!("{}@{}", "é".repeat(100_000), "b".repeat(100_000));
    let d = Diagnostic::new(Mistake::Unexpected, Span::new(0, 200_000, 200_001), "odd").label("this");
    let shown = render(&[d], &sources(&text), false);
    assert!(shown.len() < 500 && shown.contains("a.cgt:1:100001: this") && shown.contains("é@b"), "{shown}");
}

#[test]
fn call_stacks_are_cut() {
    let sources = sources("f(1)");
    let mut d = Diagnostic::new(Mistake::TooDeep, Span::new(0, 0, 4), "too deep");
    d.stack = vec![("f".into(), Span::new(0, 0, 4)); 99_990];
    let shown = render(std::slice::from_ref(&d), &sources, false);
    assert_eq!(shown.matches("in `f` called at a.cgt:1:1").count(), 10);
    assert!(shown.ends_with("… 99,980 more\n"), "{shown}");
    assert_eq!(to_json(&d, &sources)["stack_omitted"], 99_980);
}

#[test]
fn json_has_the_documented_fields() {
    let sources = sources("a\nbé c\n");
    let d = Diagnostic::new(Mistake::UnknownName, Span::new(0, 6, 7), "m")
        .label("l")
        .also(Span::new(7, 0, 0), "x")
        .note("n");
    let expected = json!({
        "code": "E0201", "phase": "names", "message": "m",
        "file": "a.cgt", "line": 2, "column": 4, "end_line": 2, "end_column": 5,
        "labels": [
            {"text": "l", "file": "a.cgt", "line": 2, "column": 4, "end_line": 2, "end_column": 5},
            {"text": "x"}
        ],
        "notes": ["n"], "stack": [], "stack_omitted": 0, "incomplete": false
    });
    assert_eq!(to_json(&d, &sources), expected);
}

/// A control character in a text, a message or the name of a file does not reach the terminal.
#[test]
fn nothing_speaks_to_the_terminal() {
    let mut sources = Sources::default();
    let text = "x = 1/0 # \u{1b}]0;owned\u{7}\r\n\u{202e}y\u{1b}[2J = 2";
    sources.add("a\u{1b}[31m.cgt", text);
    let at = text.find('y').unwrap() as u32;
    let d = Diagnostic::new(Mistake::NoElement, Span::new(0, at, at + 1), "wrong \u{1b}[1m")
        .label("here \u{7}")
        .also(Span::new(0, 4, 7), "there \u{9b}")
        .note("do \u{1b}[0m this");
    let drawn = render(std::slice::from_ref(&d), &sources, false);
    assert!(!drawn.chars().any(|c| c.is_control() && c != '\n'), "{drawn:?}");
    for part in [
        "wrong \\u{1b}[1m",
        "here \\u{7}",
        "there \\u{9b}",
        "do \\u{1b}[0m this",
        "a\\u{1b}[31m.cgt:2:2 ]",
        "# ␛]0;owned␇\n",
    ] {
        assert!(drawn.contains(part), "{part}: {drawn}");
    }
    // The mark stands under what it marks.
    let lines: Vec<&str> = drawn.lines().collect();
    let (i, line) =
        lines.iter().enumerate().find(|(_, line)| line.contains("\u{fffd}y␛[2J")).expect("the line is drawn");
    let column = |line: &str, what: char| line.chars().position(|c| c == what);
    assert_eq!(column(line, 'y'), column(lines[i + 1], '┬'), "{drawn}");
    // Of a long line a part is shown.
    let mut sources = Sources::default();
    let text = format!("{}\u{1b}[2J", "1 + ".repeat(200));
    sources.add("long.cgt", &text);
    let d = Diagnostic::new(Mistake::NoElement, Span::new(0, 800, 801), "wrong");
    let drawn = render(&[d], &sources, false);
    assert!(!drawn.contains('\u{1b}') && drawn.contains("␛[2J"), "{drawn:?}");
}

//! Documentation records, one whole and several as a list.

use sprague::report::Doc;
use sprague::report::docs::docs;

#[test]
fn sentences_and_lines() {
    let doc = |(name, text): (&str, &str)| Doc {
        name: name.into(),
        signature: format!("{name}(x)"),
        subject: "Values".into(),
        text: text.into(),
        examples: Vec::new(),
    };
    let all = [
        ("f", "One two three four."),
        ("g", "Averyverylongword two.\n\nMore."),
        ("h", "One\nline. Two."),
        ("i", ""),
        ("j", "As e.g. here. There."),
    ]
    .map(doc);
    let lines = "Values\n  f  One two\n     three\n     four.\n  g  Averyverylongword\n     two.\n  h  One line.\n  i\n  j  As e.g.\n     here.";
    assert_eq!(docs(&all, false, Some(14)), lines);
    let whole =
        "Values\n  f  One two three four.\n  g  Averyverylongword two.\n  h  One line.\n  i\n  j  As e.g. here.";
    assert_eq!(docs(&all, false, None), whole);
}

#[test]
fn a_record_and_a_list() {
    let doc = |name: &str| Doc {
        name: name.into(),
        signature: format!("{name}(x)"),
        subject: "Values".into(),
        text: "What it is. More.".into(),
        examples: vec![(format!("{name}(1)\n2"), "3".into())],
    };
    assert_eq!(docs(&[doc("f")], false, Some(100)), "f(x)    Values\n  What it is. More.\n\n  > f(1)\n    2\n  3");
    assert_eq!(docs(&[doc("f"), doc("gg")], false, Some(100)), "Values\n  f   What it is.\n  gg  What it is.");
}

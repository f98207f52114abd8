//! The records of native functions.

use crate::said::{refused, shown};
use sprague::builtins::all;
use sprague::value::native::Native;
use sprague::value::notion::Notion;

fn native(signature: &'static str) -> Native<()> {
    Native::new("f", signature, "", &[], ())
}

#[test]
fn signatures() {
    for (signature, names, required, most) in [
        ("f()", vec![], 0, Some(0)),
        ("f(x)", vec!["x"], 1, Some(1)),
        ("f(x, separator = \", \")", vec!["x", "separator"], 1, Some(2)),
        ("f(b, fill = \".\", turns = false)", vec!["b", "fill", "turns"], 1, Some(3)),
        ("f(values...)", vec!["values"], 0, None),
    ] {
        let f = native(signature);
        assert_eq!((f.names(), f.required, f.most), (names, required, most), "{signature}");
    }
}

/// A text is as wide as was asked, in characters, or refused.
#[test]
fn wide_texts() {
    for (text, expected) in [
        ("length(pad(\"é\", 70000))", "70000"),
        ("length(pad(\"é\", -20000))", "20000"),
        ("pad(\"é\", 3) + pad(\"ab\", -3) + pad(\"abc\", 2) + pad(\"\", 0)", "  éab abc"),
        ("length(binary(5, 2000000))", "2000000"),
        ("binary(9, 2)", "1001"),
    ] {
        assert_eq!(shown(text), expected, "{text}");
    }
    let parts = "{s}".repeat(9);
    for text in [
        "pad(\"a\", 10^9)".to_owned(),
        "pad(\"a\", -2^63)".to_owned(),
        "binary(5, 10^9)".to_owned(),
        format!("s = \"a\" * 30000000\nlength(\"{parts}\")"),
    ] {
        assert_eq!(refused(&text), "a string longer than 256 MiB", "{text}");
    }
}

#[test]
fn every_notion_has_its_functions() {
    let mut notions: Vec<u8> = all().filter_map(|(_, native)| Some(native.notion? as u8)).collect();
    notions.sort_unstable();
    notions.dedup();
    assert_eq!(notions, (0..=Notion::Length as u8).collect::<Vec<_>>(), "`Length` is the last notion");
}

//! The records of native functions.

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

#[test]
fn every_notion_has_its_functions() {
    let mut notions: Vec<u8> = all().filter_map(|(_, native)| Some(native.notion? as u8)).collect();
    notions.sort_unstable();
    notions.dedup();
    assert_eq!(notions, (0..=Notion::Length as u8).collect::<Vec<_>>(), "`Length` is the last notion");
}

//! Colours while typing.

use sprague::repl::highlight::highlight;

fn plain(colored: &str) -> String {
    let mut text = String::new();
    for (i, part) in colored.split('\x1b').enumerate() {
        text.push_str(if i == 0 { part } else { part.split_once('m').unwrap().1 });
    }
    text
}

#[test]
fn colours_change_no_letter() {
    for text in ["", "1 + x", "<0, *1 | 1/2> # é", "\"a{1}\nb", "if", "\u{1f600} ^3*2 ↑", "game G(n)\n moves 3\nend"]
    {
        assert_eq!(plain(&highlight(text)), text);
    }
    assert_eq!(highlight("if 1"), "\x1b[35mif\x1b[0m \x1b[36m1\x1b[0m");
    assert!(highlight("<0|1>").starts_with("\x1b[1;34m<"));
    assert_eq!(highlight(":if"), ":if");
}

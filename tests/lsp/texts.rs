//! Documents with places as editors count them.

use serde_json::json;
use sprague::lsp::text::Text;

#[test]
fn places_count_utf16() {
    let text = Text::new("a\u{1F600}b\r\né↑\n".into());
    let at = |line: u64, character: u64| text.offset(&json!({ "line": line, "character": character }));
    assert_eq!([at(0, 0), at(0, 1), at(0, 2), at(0, 3), at(0, 4), at(0, 99)], [0, 1, 1, 5, 6, 6]);
    assert_eq!([at(1, 1), at(1, 2), at(2, 0), at(2, 5), at(77, 0)], [10, 13, 14, 14, 14]);
    for at in (0..=text.text.len()).filter(|at| text.text.is_char_boundary(*at)) {
        let back = text.offset(&text.place(at));
        assert!(back == at || text.text[back..at].starts_with('\r'));
    }
    // Some editors count a carriage return as a character.
    assert_eq!([at(0, 5), Text::new("a\r".into()).offset(&json!({ "line": 0, "character": 2 }))], [7, 2]);
    assert_eq!(text.offset(&json!({ "line": -1, "character": "x" })), 0);
}

#[test]
fn changes() {
    let mut text = Text::new("one\ntwo".into());
    let place = |line: u64, character: u64| json!({ "line": line, "character": character });
    text.change(&json!({ "text": "X", "range": { "start": place(0, 3), "end": place(1, 1) } }));
    assert_eq!(text.text, "oneXwo");
    text.change(&json!({ "text": "Y", "range": { "start": place(9, 0), "end": place(0, 4) } }));
    assert_eq!(text.text, "oneXY");
    text.change(&json!({ "range": 5 }));
    text.change(&json!({ "text": "" }));
    assert_eq!(text.text, "");
}

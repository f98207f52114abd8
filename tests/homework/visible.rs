//! What is not seen is shown by its number.

use sprague::session::homework::visible::{UNSEEN, visible};

#[test]
fn the_table_is_in_order() {
    assert!(UNSEEN.iter().all(|(first, last)| first <= last));
    assert!(UNSEEN.windows(2).all(|pair| pair[0].1 < pair[1].0));
}

#[test]
fn what_is_seen_stays() {
    let text = "answer = <0, * | ↑>\t½ é 你好 𠀀 🎲\n";
    assert_eq!(visible(text), text);
    for c in ['\u{ad}', '\u{61c}', '\u{180e}', '\u{202e}', '\u{fe0f}', '\u{e0041}', '\u{e0100}', '\u{1b}', '\u{9b}'] {
        assert_eq!(visible(&format!("a{c}b")), format!("a\\u{{{:x}}}b", c as u32));
    }
}

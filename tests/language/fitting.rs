//! Texts in windows of any width.

use sprague::report::fit::{fitted, paragraphs};

#[test]
fn lines_are_broken_at_blanks() {
    assert_eq!(fitted("one two three", 8), "one two\n  three");
    assert_eq!(fitted("  one two three\nfour", 10), "  one two\n    three\nfour");
    assert_eq!(fitted("  note: one two three four", 16), "  note: one two\n        three\n        four");
    assert_eq!(fitted("averyverylongword and more", 8), "averyverylongword\n  and\n  more");
    assert_eq!(fitted("  f(x)   one two three", 16), "  f(x)   one two\n    three");
    assert_eq!(fitted("  f(x)   one two three", 18), "  f(x)   one two\n         three");
    assert_eq!(paragraphs("one two three", 8), "one two\nthree");
    assert_eq!(fitted("short", 80), "short");
    assert_eq!(fitted("\x1b[31mone\x1b[0m two three", 8), "\x1b[31mone\x1b[0m two\n  three");
}

#[test]
fn drawings_stay() {
    for line in [" 12 | f(x) = x + 1 + 2", "   │ ╰── this is too long for it", "├─ a long label here"] {
        assert_eq!(fitted(line, 10), line);
    }
}

#[test]
fn no_word_is_lost() {
    let text = "  A sentence of several words, which goes on and on.\n\n    Another   one, with blanks.";
    for width in 1..60 {
        let broken = fitted(text, width);
        assert_eq!(broken.split_whitespace().collect::<Vec<_>>(), text.split_whitespace().collect::<Vec<_>>());
    }
}

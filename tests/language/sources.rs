//! Texts and places in them.

use sprague::source::{Sources, Span, with_line_ends};

#[test]
fn lines_and_columns_are_those_of_a_plain_count() {
    let line = "é".repeat(700);
    let text: String =
        (0..30).map(|i| if i % 3 == 0 { format!("{line}{line}\n") } else { format!("a{i}\n") }).collect();
    let mut sources = Sources::default();
    sources.add("a", &text);
    for at in (0..=text.len()).filter(|&at| text.is_char_boundary(at)) {
        let before = &text[..at];
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        let place = sources.line_column(Span::new(0, at as u32, at as u32));
        assert_eq!(place, Some((before.matches('\n').count() + 1, column)));
    }
}

#[test]
fn lines_end_in_three_ways() {
    assert_eq!(with_line_ends("a\rb\r\nc\n\r\r\nd\r".into()), "a\nb\r\nc\n\n\r\nd\n");
}

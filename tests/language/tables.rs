//! The layout of tables.

use sprague::builtins::pictures::table::{aligned, fitted};

#[test]
fn columns_are_aligned() {
    let row = |texts: &[&str]| texts.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(aligned(&[row(&["", "10", "2"]), row(&["ab", "1", "345"])], Some(1)), ["   | 10    2", "ab |  1  345"]);
    assert_eq!(aligned(&[row(&["1"]), row(&[])], None), ["1", ""]);
}

#[test]
fn columns_go_on_in_the_next_block() {
    let rows: Vec<Vec<String>> =
        (0..3).map(|r| (0..40).map(|c| format!("{}", (r + 1) * (c * c + 7))).collect()).collect();
    for width in [5, 20, 60, 80] {
        let blocks = fitted(&rows, Some(1), Some(width));
        let mut seen: Vec<Vec<String>> = vec![Vec::new(); 3];
        for block in &blocks {
            for (row, line) in block.iter().enumerate() {
                assert!(line.chars().count() <= width.max(12), "{width}: {line}");
                let (head, rest) = line.split_once(" | ").unwrap();
                assert_eq!(head.trim(), rows[row][0]);
                seen[row].extend(rest.split_whitespace().map(str::to_owned));
            }
        }
        for row in 0..3 {
            assert_eq!(seen[row], rows[row][1..], "{width}");
        }
    }
    assert_eq!(fitted(&rows, Some(1), None), [aligned(&rows, Some(1))]);
    assert_eq!(fitted(&[], Some(1), Some(60)), [[""; 0]]);
    let short = vec!["1".to_owned()];
    assert_eq!(fitted(&[short], Some(1), Some(60)), [["1"]]);
}

//! Long lists, page by page.

use sprague::repl::listing::page;

#[test]
fn columns_fit_and_nothing_is_left_out() {
    let texts: Vec<String> = (0..137).map(|i| format!("name{i}({})", "x".repeat(i % 9))).collect();
    for size in [(20, 10), (60, 24), (80, 24), (200, 50), (1, 1)] {
        let (_, pages) = page(&texts, 0, size);
        let all: Vec<String> = (0..pages).map(|n| page(&texts, n, size).0).collect();
        let widest = size.0.saturating_sub(1).max(8);
        assert!(all.iter().flat_map(|p| p.lines()).all(|l| l.chars().count() <= widest), "{size:?}");
        if size.0 > 20 {
            let words: Vec<&str> = all.iter().flat_map(|p| p.split_whitespace()).collect();
            assert!(texts.iter().all(|text| words.contains(&&**text)), "{size:?}");
        }
        assert_eq!(page(&texts, pages, size).0, all[0], "after the last comes the first");
    }
    assert_eq!(page(&["a".into(), "b".into()], 0, (60, 24)), ("a  b".into(), 1));
    assert_eq!(page(&["abcdefghijkl".into()], 0, (9, 24)).0, "abcdefg…");
}

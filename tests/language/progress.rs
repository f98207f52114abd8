//! What long work says of itself.

use sprague::limits::Progress;
use sprague::report::grouped;
use sprague::report::progress::{Pace, line};
use std::time::{Duration, Instant};

#[test]
fn progress_reads_well() {
    let start = Instant::now();
    let at = |done, total, detail| Progress { phase: "nim-values", done, total, detail };
    let first = at(0, None, None);
    let pace = Pace::of(None, &first, start);
    let later = start + Duration::from_secs(3);
    let spent = Duration::from_millis(3140);
    assert_eq!(line(&first, &pace, spent, start), "nim-values: 0, 3.1 s (Ctrl-C stops)");
    let told = at(12_000, Some(20_000), Some((509, "rare")));
    assert_eq!(
        line(&told, &pace, spent, later),
        "nim-values: 12,000 of 20,000, 509 rare, 4,000/s, 2 s left, 3.1 s (Ctrl-C stops)"
    );
    let long = at(12_000_000_000, Some(20_000_000_000_000), Some((509, "rare")));
    let text = line(&long, &pace, spent, later);
    assert!(text.len() <= 79 && text.contains("3.1 s"), "{text}");
    let another = Progress { phase: "levels", ..first };
    // The pace of another phase counts from its own beginning.
    let (pace, second) = (Pace::of(Some(pace), &another, later), Duration::from_secs(1));
    let told = line(&Progress { done: 2000, ..another }, &pace, spent, later + second);
    assert_eq!(told, "levels: 2,000, 2,000/s, 3.1 s (Ctrl-C stops)");
}

#[test]
fn spans_and_groups() {
    let start = Instant::now();
    let at = |done, total| Progress { phase: "levels", done, total, detail: None };
    let pace = Pace::of(None, &at(0, None), start);
    let second = Duration::from_secs(1);
    for (left, said) in [(12, "12 s"), (240, "4 min"), (7300, "2 h"), (1_000_000, "12 days")] {
        let told = line(&at(1000, Some(1000 + left * 1000)), &pace, second, start + second);
        assert!(told.contains(&format!(", 1,000/s, {said} left, 1.0 s")), "{told}");
    }
    assert_eq!([7, 100, 1000, 1_234_567].map(grouped), ["7", "100", "1,000", "1,234,567"]);
}

//! The numbers of students.

use sprague::session::homework::variant::number;

#[test]
fn numbers_never_change() {
    assert_eq!(number("seed", " Ada "), number("seed", "ada"));
    let all: std::collections::HashSet<i64> = (0..2000).map(|i| number("seed", &format!("student{i}"))).collect();
    assert_eq!(all.len(), 2000);
    // Every remainder comes, and about as often.
    for k in [2, 3, 5, 7] {
        let count = (0..2000).filter(|i| number("seed", &format!("s{i}")) % k == 0).count() as i64;
        assert!((count - 2000 / k).abs() < 120, "{k}: {count}");
    }
}

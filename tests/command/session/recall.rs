//! Lines of before.

use sprague::repl::recall::Recall;

fn recall() -> Recall {
    let mut recall = Recall::default();
    ["x = 1", "y = 2", "x = 3", "x = 3", "outcome(*)"].iter().for_each(|line| recall.add(line));
    recall
}

#[test]
fn older_lines_begin_as_what_is_typed() {
    let mut recall = recall();
    assert_eq!(recall.older("x", 1).as_deref(), Some("x = 3"));
    assert_eq!(recall.older("x = 3", 5).as_deref(), Some("x = 1"), "the same line is not brought twice");
    assert_eq!(recall.older("x = 1", 5), None);
    assert_eq!(recall.newer("x = 1").as_deref(), Some("x = 3"));
    assert_eq!(recall.newer("x = 3").as_deref(), Some("x"), "what was typed comes again");
    assert_eq!(recall.newer("x"), None);
    assert_eq!(recall.older("nothing like it", 7), None);
}

#[test]
fn all_lines_when_nothing_is_typed() {
    let mut recall = recall();
    let mut line = String::new();
    let mut seen = Vec::new();
    while let Some(older) = recall.older(&line, line.len()) {
        seen.push(older.clone());
        line = older;
    }
    assert_eq!(seen, ["outcome(*)", "x = 3", "y = 2", "x = 1"]);
    // A line that was brought again and changed begins a search of its own.
    assert_eq!(recall.older("y", 1).as_deref(), Some("y = 2"));
    assert_eq!(recall.older("outcome(*2)", 1).as_deref(), Some("outcome(*)"), "by what stands before the cursor");
}

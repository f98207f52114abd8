//! Documentation as a page.

use sprague::cli::doc::markdown;
use sprague::report::Doc;

#[test]
fn a_page_of_two_subjects() {
    let doc = |name: &str, subject: &str| Doc {
        name: name.into(),
        signature: format!("{name}(x)"),
        subject: subject.into(),
        text: "What it is.".into(),
        examples: vec![(format!("{name}(1)"), "2".into())],
    };
    let page = markdown(&[doc("f", "Values"), doc("g", "Values"), doc("h", "Heaps")]);
    assert_eq!(page.matches("\n## ").count(), 2);
    assert!(page.contains("\n### `g(x)`\n\nWhat it is.\n\n```cgt\ng(1)\n# 2\n```\n"), "{page}");
}

//! The signature of the call that is being typed.

use sprague::repl::complete::Words;
use sprague::repl::hint::signature;
use sprague::report::NameInfo;

#[test]
fn the_innermost_open_call() {
    let name = |name: &str| NameInfo {
        name: name.into(),
        signature: Some(format!("{name}(…)")),
        summary: String::new(),
        takes: None,
    };
    let words = Words { names: vec![name("f"), name("mex")], ..Words::default() };
    let hint = |line: &str| signature(line, line.len(), &words);
    assert_eq!(hint("1 + mex("), Some("mex(…)"));
    assert_eq!(hint("f(1, mex({1}"), Some("mex(…)"));
    assert_eq!(hint("f(1, mex({1}),"), Some("f(…)"));
    assert_eq!(hint("x.f("), Some("f(…)"));
    for none in ["f(1)", "f (", "(", "g(", "f([", "\"f(", "f", "# f("] {
        assert_eq!(hint(none), None, "{none}");
    }
    assert_eq!(hint("\"{f("), Some("f(…)"), "what is interpolated is code");
}

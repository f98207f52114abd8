//! What a person asks while typing in a notebook.

use serde_json::{Value, json};
use sprague::kernel::ask::{asked, history, inspection, is_complete};
use sprague::session::{Session, Settings};

#[test]
fn patterns() {
    let fits = |pattern: &str, text: &str| {
        let search = json!({ "hist_access_type": "search", "pattern": pattern });
        history(&[(text.to_owned(), None)], &search)["history"] != json!([])
    };
    for (pattern, text) in [("*", ""), ("me*", "mex({1})"), ("*1*", "mex({1})"), ("?", "é"), ("a*b*c", "abbc")] {
        assert!(fits(pattern, text), "{pattern} {text}");
    }
    for (pattern, text) in [("", "a"), ("me", "mex"), ("?", ""), ("a*b*c", "acb")] {
        assert!(!fits(pattern, text), "{pattern} {text}");
    }
    assert!(!fits(&"*a".repeat(200), &"a".repeat(150)), "long patterns take no time");
}

#[test]
fn what_was_typed() {
    let all: Vec<_> = ["1", "x = 2", "1"].map(|input| (input.to_owned(), Some("o".to_owned()))).into();
    let found = |content: Value| history(&all, &content)["history"].to_string();
    assert_eq!(found(json!({ "hist_access_type": "tail", "n": 2 })), r#"[[1,2,"x = 2"],[1,3,"1"]]"#);
    let range = json!({ "hist_access_type": "range", "session": 0, "start": 1, "stop": 2, "output": true });
    assert_eq!(found(range), r#"[[1,1,["1","o"]]]"#);
    let search = json!({ "hist_access_type": "search", "pattern": "*1*", "unique": true });
    assert_eq!(found(search), r#"[[1,3,"1"]]"#);
    assert_eq!(found(json!({ "hist_access_type": "range", "session": -7 })), "[]");
}

#[test]
fn finished_or_not() {
    let status = |code: &str| is_complete(&json!({ "code": code })).expect("it has code")["status"].to_string();
    assert_eq!(status("1 + 1"), "\"complete\"");
    assert_eq!(status("?mex"), "\"complete\"");
    assert_eq!(status("game G(n)"), "\"incomplete\"");
    assert_eq!(status("1 + )"), "\"invalid\"");
    let reply = is_complete(&json!({ "code": "game G(n)\n  moves G(n-1)" })).expect("it has code");
    assert_eq!(reply["indent"], "  ");
    assert_eq!(is_complete(&json!({})), None);
    // A comment may end in a question mark.
    assert_eq!(status("f(n) = do  # why?"), "\"incomplete\"");
    assert_eq!(
        [asked("x = 3 # ok?"), asked("# why?"), asked("mex?"), asked(" ?mex "), asked("a?\nb?")],
        [None, None, Some("mex"), Some("mex"), None]
    );
}

#[test]
fn what_is_asked_for() {
    let mut session = Session::new(Settings::default());
    let mut told = |code: &str| {
        let reply = inspection(&mut session, &json!({ "code": code, "cursor_pos": code.chars().count() }));
        reply.expect("it has code")["data"]["text/plain"].as_str().unwrap_or_default().to_owned()
    };
    for call in ["mex", "mex(1, 2", "mex(1, x", "mex(1, ", "[3, mex(12", "outcome(mex"] {
        assert!(told(call).starts_with("mex("), "{call}: {}", told(call));
    }
    assert!(told("[1, 23").contains("-7/4"), "{}", told("[1, 23"));
    assert!(told("none_such(12").contains("-7/4"));
    assert_eq!(told("1 + "), "");
}

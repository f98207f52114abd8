//! Signature hints: behind `mex(` stands `mex(numbers)`. In: a line and the cursor. Out: the signature of the call
//! that the cursor is in.

use crate::session::completing::{Words, open_call};

/// The signature of the innermost open call, if its name is known.
pub fn signature<'a>(line: &str, cursor: usize, words: &'a Words) -> Option<&'a str> {
    let name = open_call(line, cursor)?;
    words.names.iter().find(|known| known.name == name)?.signature.as_deref()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::NameInfo;

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
}

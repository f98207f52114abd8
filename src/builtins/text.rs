//! Text.

use super::{given, items, string};
use crate::eval::native::Native;
use crate::value::{Fault, Res, Value};

/// The functions of this file.
pub static ALL: &[Native] = &[
    Native::new("text", "text(x)", "A value as text, as `print` shows it.", &[("text(<0 | 1>)", "1/2")], |m, a| {
        Ok(Value::text(m.display(&a[0])?))
    }),
    Native::new(
        "join",
        "join(xs, separator = \", \")",
        "The elements as one text, with a separator between.",
        &[("join([1, 2, 3], \"-\")", "1-2-3"), ("join([1, 2, 3])", "1, 2, 3")],
        |m, a| {
            let separator = given(&a[1]).map_or(Ok(", "), |s| string(s, "the separator"))?;
            let mut parts = Vec::new();
            for x in items(m, &a[0])? {
                parts.push(m.display(&x)?);
            }
            Ok(Value::text(parts.join(separator)))
        },
    ),
    Native::new(
        "split",
        "split(s, separator)",
        "The parts of a text between separators, as a list.",
        &[("split(\"a,b\", \",\")", "[\"a\", \"b\"]")],
        |_, a| {
            let (text, separator) = (string(&a[0], "the text")?, string(&a[1], "the separator")?);
            if separator.is_empty() {
                return Fault::new("the separator is empty").note("`list(s)` gives the characters.").err();
            }
            Ok(Value::list(text.split(separator).map(Value::text).collect()))
        },
    ),
    Native::new(
        "replace",
        "replace(s, old, new)",
        "The text with every `old` replaced by `new`.",
        &[("replace(\"xox\", \"x\", \"o\")", "ooo")],
        |_, a| {
            let (text, old, new) =
                (string(&a[0], "the text")?, string(&a[1], "the old text")?, string(&a[2], "the new text")?);
            if old.is_empty() {
                return Fault::new("the text to replace is empty").err();
            }
            Ok(Value::text(text.replace(old, new)))
        },
    ),
    Native::new(
        "pad",
        "pad(x, width)",
        "A value as text with blanks before it, up to a width; with a negative width the blanks follow it.",
        &[("pad(7, 3)", "  7"), ("pad(\"ab\", -4) + \"|\"", "ab  |")],
        |m, a| {
            let text = m.display(&a[0])?;
            let width = super::small(&a[1], "the width")?;
            let count = usize::try_from(width.unsigned_abs().min(10_000)).unwrap_or(0);
            Ok(Value::text(if width < 0 { format!("{text:<count$}") } else { format!("{text:>count$}") }))
        },
    ),
    Native::new(
        "number",
        "number(s)",
        "The number that a text shows: an integer or a fraction.",
        &[("number(\"-7/4\")", "-7/4"), ("number(\"12\") + 1", "13")],
        |_, a| {
            let text = string(&a[0], "the text")?.trim();
            parse(text)
        },
    ),
];

fn parse(text: &str) -> Res {
    let bad = || {
        Fault::new(format!("`{text}` does not show a number")).note("Write an integer or a fraction: 12, -7/4.").err()
    };
    let digits = |s: &str| {
        s.len() <= 300_000 && !s.is_empty() && s.strip_prefix('-').unwrap_or(s).bytes().all(|b| b.is_ascii_digit())
    };
    let (top, bottom) = text.split_once('/').unwrap_or((text, "1"));
    if !digits(top) || !digits(bottom) {
        return bad();
    }
    let (Ok(top), Ok(bottom)) = (top.parse::<num_bigint::BigInt>(), bottom.parse::<num_bigint::BigInt>()) else {
        return bad();
    };
    crate::value::number::div(&top.into(), &bottom.into()).unwrap_or_else(bad)
}

//! Text.

use super::{given, items, string};
use crate::diagnostics::Mistake;
use crate::eval::native::Native;
use crate::limits::Handle;
use crate::syntax::MAX_DIGITS;
use crate::value::text::{afford_text, characters, check_length, find_all};
use crate::value::{Fault, Res, Value, digits, number};

/// The functions of this file.
pub static ALL: &[Native] = &[
    Native::new("text", "text(x)", "A value as text, as `print` shows it.", &[("text(<0 | 1>)", "1/2")], |m, a| {
        let text = m.display(&a[0])?;
        check_length(text.len())?;
        Ok(Value::text(text))
    }),
    Native::new(
        "join",
        "join(xs, separator = \", \")",
        "The elements as one text, with a separator between.",
        &[("join([1, 2, 3], \"-\")", "1-2-3"), ("join([1, 2, 3])", "1, 2, 3")],
        |m, a| {
            let separator = given(&a[1]).map_or(Ok(", "), |s| string(s, "the separator"))?;
            let mut text = String::new();
            for (i, x) in items(m, &a[0])?.iter().enumerate() {
                let shown = m.display(x)?;
                let more = shown.len() + separator.len();
                m.handle.ticks(1 + more / 1024)?;
                // A text that grows is moved to one twice as long.
                if text.len() + more > text.capacity() {
                    afford_text(&m.handle, 2 * text.len() + more)?;
                }
                if i > 0 {
                    text.push_str(separator);
                }
                text.push_str(&shown);
            }
            afford_text(&m.handle, text.len())?;
            Ok(Value::text(text))
        },
    ),
    Native::new(
        "split",
        "split(s, separator)",
        "The parts of a text between separators, as a list.",
        &[("split(\"a,b\", \",\")", "[\"a\", \"b\"]")],
        |m, a| {
            let (text, separator) = (string(&a[0], "the text")?, string(&a[1], "the separator")?);
            if separator.is_empty() {
                return Fault::new(Mistake::Unsuitable, "the separator is empty")
                    .note("`list(s)` gives the characters.")
                    .err();
            }
            let (mut parts, mut from) = (Vec::new(), 0);
            for at in find_all(&m.handle, text, separator)?.into_iter().chain([text.len()]) {
                m.handle.tick()?;
                m.handle.afford(at - from)?;
                parts.push(Value::text(&text[from..at]));
                from = at + separator.len();
            }
            Ok(Value::list(parts))
        },
    ),
    Native::new(
        "replace",
        "replace(s, old, new)",
        "The text with every `old` replaced by `new`.",
        &[("replace(\"xox\", \"x\", \"o\")", "ooo")],
        |m, a| {
            let (text, old, new) =
                (string(&a[0], "the text")?, string(&a[1], "the old text")?, string(&a[2], "the new text")?);
            if old.is_empty() {
                return Fault::new(Mistake::Unsuitable, "the text to replace is empty").err();
            }
            let places = find_all(&m.handle, text, old)?;
            let length = text.len() - places.len() * old.len() + places.len().saturating_mul(new.len());
            afford_text(&m.handle, length)?;
            let (mut result, mut from) = (String::with_capacity(length), 0);
            for at in places.into_iter().chain([text.len()]) {
                m.handle.ticks(1 + (at - from + new.len()) / 1024)?;
                result.push_str(&text[from..at]);
                if at < text.len() {
                    result.push_str(new);
                }
                from = at + old.len();
            }
            Ok(Value::text(result))
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
            let width_of_text = characters(&m.handle, &text)? as u64;
            let count = usize::try_from(width.unsigned_abs().saturating_sub(width_of_text)).unwrap_or(usize::MAX);
            afford_text(&m.handle, text.len().saturating_add(count))?;
            let blanks = " ".repeat(count);
            Ok(Value::text(if width < 0 { text + &blanks } else { blanks + &text }))
        },
    ),
    Native::new(
        "number",
        "number(s)",
        "The number that a text shows: an integer or a fraction.",
        &[("number(\"-7/4\")", "-7/4"), ("number(\"12\") + 1", "13")],
        |m, a| {
            let text = string(&a[0], "the text")?;
            m.handle.ticks(text.len() / 1024)?;
            parse(text.trim(), &m.handle)
        },
    ),
];

fn parse(text: &str, handle: &Handle) -> Res {
    let bad = || {
        let text: String = text.chars().take(60).collect();
        Fault::new(Mistake::Unreadable, format!("`{text}` does not show a number"))
            .note("Write an integer or a fraction: 12, -7/4.")
            .err()
    };
    let shown = |s: &str| {
        let digits = s.strip_prefix('-').unwrap_or(s);
        digits.len() <= MAX_DIGITS && !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
    };
    let (top, bottom) = text.split_once('/').unwrap_or((text, "1"));
    if !shown(top) || !shown(bottom) {
        return bad();
    }
    let number = |text: &str| -> Res<Value> {
        let unsigned = text.strip_prefix('-').unwrap_or(text);
        let n = digits::parse(unsigned.as_bytes(), handle)?.unwrap_or_default();
        number::check_bits(n.bits())?;
        Ok(if unsigned == text { n } else { -n }.into())
    };
    let (top, bottom) = (number(top)?, number(bottom)?);
    number::pay(&top, &bottom, handle)?;
    number::div(&top, &bottom).unwrap_or_else(bad)
}

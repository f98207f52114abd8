//! Games as they were written, and other small words of sentences.

use crate::eval::{Machine, MoveRecord};
use crate::games::names::Notation;
use crate::games::{Game, Relation, View};
use crate::limits::with_stack;
use crate::source::Span;
use crate::value::{Form, Move, Part, Res, Value};
use std::rc::Rc;

/// The longest text that is quoted in full within a sentence.
const LONGEST: usize = 72;
/// Nimbers beyond this are not taken apart.
const WIDEST: u64 = 1000;

/// A value as it was written, shortened where it is long.
pub fn shown(m: &mut Machine, value: &Value) -> Res<String> {
    let text = full(m, value)?;
    Ok(shortened(&text))
}

/// A value as it was written: a literal by its options, unless they are those of its canonical form.
pub fn full(m: &mut Machine, value: &Value) -> Res<String> {
    match value {
        Value::Form(form) if !is_canonical(m, form)? => m.form_notation(form),
        other => m.notation(other),
    }
}

/// Whether a literal shows the canonical form of a value that is no number: a number is best shown with the options that
/// made it, if they were written out.
pub fn is_canonical(m: &mut Machine, form: &Rc<Form>) -> Res<bool> {
    let game = m.game(&Value::Form(Rc::clone(form)))?;
    if m.store.is_number(game) {
        return Ok(false);
    }
    has_canonical_options(m, form, |m, option| match option {
        Value::Form(inner) => is_canonical(m, inner),
        _ => Ok(true),
    })
}

/// Whether a literal's options are those of the canonical form, and each is as it should be.
pub fn has_canonical_options(
    m: &mut Machine,
    form: &Rc<Form>,
    fits: fn(&mut Machine, &Value) -> Res<bool>,
) -> Res<bool> {
    m.handle.tick()?;
    let game = m.game(&Value::Form(Rc::clone(form)))?;
    let Some(written) = form.options() else {
        // A sum such as `1 + ^*2` is the name of its value, and so is `1 +- <3|2>`: a number, and what is canonical beside it.
        let (text, name) = (m.form_notation(form)?, m.store.notation(game, &m.handle)?);
        if text.replace(' ', "") == m.store.name(game, &m.handle)?.replace(' ', "") {
            return Ok(true);
        }
        let (Notation::Plus(number, _), Some(parts)) = (&*name, form.parts()) else { return Ok(false) };
        return Ok(match &parts.all()[..] {
            [Part { count: 1, game }] => {
                let number = m.store.number(number.clone());
                m.game(&parts.number)? == number && fits(m, game)?
            }
            _ => false,
        });
    };
    let (left, right) = m.form_options(form)?;
    for (mut own, mut options) in [(left, m.store.left(game, &m.handle)?), (right, m.store.right(game, &m.handle)?)] {
        own.sort_unstable_by(|&a, &b| m.store.order(a, b));
        options.sort_unstable_by(|&a, &b| m.store.order(a, b));
        if own != options {
            return Ok(false);
        }
    }
    with_stack(|| {
        for option in written.0.iter().chain(&written.1) {
            if !fits(m, option)? {
                return Ok(false);
            }
        }
        Ok(true)
    })
}

/// Whether a value has so many options that they are not gone through: a large nimber, with a number or without.
pub fn is_wide(m: &Machine, game: Game) -> bool {
    matches!(m.store.view(game), View::NumberUpStar { ups: 0, star, .. } if star > WIDEST)
}

/// A text of bounded length.
pub fn shortened(text: &str) -> String {
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    let start: String = text.chars().take(LONGEST - 1).collect();
    format!("{start}…")
}

/// The name of a value.
pub fn name(m: &mut Machine, game: Game) -> Res<String> {
    Ok(shortened(&m.store.name(game, &m.handle)?))
}

/// `<0 | 1> = 1/2`, or only the name where it was written so.
pub fn with_value(m: &mut Machine, value: &Value) -> Res<String> {
    let text = shown(m, value)?;
    let game = m.game(value)?;
    let name = name(m, game)?;
    Ok(if text == name { text } else { format!("{text} = {name}") })
}

/// A move as people write it: `(4, 6) -> (3, 5)`, `<0 | 1> -> 1`; below a board by its name there.
pub fn arrow(m: &mut Machine, made: &MoveRecord) -> Res<String> {
    let MoveRecord { component, becomes, to } = made;
    if let Some(name) = m.called(component, becomes) {
        return Ok(name.to_owned());
    }
    if matches!(component, Value::Position(_) | Value::Sum(_) | Value::Move(_)) {
        let made = Move { player: None, component: component.clone(), becomes: becomes.clone(), to: to.clone() };
        return m.notation(&Value::Move(Rc::new(made)));
    }
    // Where nobody can move any more, that is all there is to say.
    let to = match becomes {
        Value::Form(form) if form.options().is_some_and(|(left, right)| left.is_empty() && right.is_empty()) => {
            "0".to_owned()
        }
        other => shown(m, other)?,
    };
    Ok(format!("{} -> {to}", shown(m, component)?))
}

/// A difference as it is written.
pub fn difference(a: &str, b: &str) -> String {
    // Only what would be misread behind a minus sign needs brackets.
    if b.starts_with(['-', '+']) || b.contains(['+', ' ']) && !b.starts_with('<') {
        format!("{a} - ({b})")
    } else {
        format!("{a} - {b}")
    }
}

/// How two games stand, in words.
pub fn relation(relation: Relation) -> &'static str {
    match relation {
        Relation::Less => "is less than",
        Relation::Equal => "is equal to",
        Relation::Greater => "is greater than",
        Relation::Confused => "is confused with",
    }
}

/// `a, b and c`.
pub fn listed(parts: &[String]) -> String {
    match parts {
        [] => "none".to_owned(),
        [one] => one.clone(),
        [start @ .., last] => format!("{} and {last}", start.join(", ")),
    }
}

/// The first of some things, and how many there are more.
pub fn bounded(mut parts: Vec<String>, most: usize) -> String {
    let more = parts.len().saturating_sub(most);
    if more == 0 {
        return listed(&parts);
    }
    parts.truncate(most);
    format!("{}, … {more} more", parts.join(", "))
}

/// What stands at a place of a program.
pub fn source(m: &Machine, span: Span) -> String {
    let text = m.sources().get(span.source).and_then(|s| s.text.get(span.start as usize..span.end as usize));
    shortened(&text.unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" "))
}

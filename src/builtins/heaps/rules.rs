//! Take-and-break games that a program makes: by a code, by a set of numbers.

use super::{game_of, heap_game};
use crate::adapters::heaps::words as heap_words;
use crate::builtins::string;
use crate::diagnostics::Mistake;
use crate::eval::Machine;
use crate::heaps::{Base, Code, Rule, Set};
use crate::source::Span;
use crate::value::fault::quoted;
use crate::value::{Fault, Res, Value};

/// `octal(code)`, `code(code)`.
pub fn by_code(m: &mut Machine, text: &Value, octal: bool) -> Res {
    let text = string(text, "the code")?;
    let base = if octal { Base::Octal } else { Base::Any };
    let code = Code::parse(text.trim(), base).map_err(|error| heap_words::code_fault(text, &error, Span::default()))?;
    let name = format!("{}({})", if octal { "octal" } else { "code" }, quoted(&code.to_string()));
    Ok(made(m, &name, Rule::from_code(code)))
}

/// `subtraction(numbers)`.
pub fn subtraction(m: &mut Machine, a: &[Value]) -> Res {
    let set = match &a[0] {
        Value::Range(ends) if ends.1 == i64::MAX => match u64::try_from(ends.0) {
            Ok(first) if first > 0 => Set::From(first),
            _ => return Fault::new(Mistake::Unsuitable, "only positive numbers can be taken").err(),
        },
        other => {
            let elements = m.elements(other)?;
            // The rule and its sequence have lists of their own.
            m.handle.afford(elements.len().saturating_mul(6 * size_of::<u64>()))?;
            let mut numbers = Vec::with_capacity(elements.len());
            for element in elements {
                m.handle.tick()?;
                match crate::builtins::natural(&element, "the number to take")? {
                    0 => {
                        return Fault::new(
                            Mistake::Unsuitable,
                            "to take 0 leaves the heap as it is, and play would not end",
                        )
                        .err();
                    }
                    k => numbers.push(k),
                }
            }
            numbers.sort_unstable();
            numbers.dedup();
            Set::Finite(numbers)
        }
    };
    let shown = match &set {
        Set::Finite(numbers) if !matches!(a[0], Value::Range(_)) => {
            // The name of a rule set is kept some times, in its signature, too.
            let longest = numbers.last().map_or(0, |k| k.ilog10() as usize + 3);
            m.handle.afford(numbers.len().saturating_mul(6 * longest))?;
            let mut text = String::with_capacity(numbers.len() * longest + 2);
            for number in numbers {
                text += if text.is_empty() { "{" } else { ", " };
                text += &number.to_string();
            }
            text += if text.is_empty() { "{}" } else { "}" };
            text
        }
        _ => m.notation(&a[0])?,
    };
    match Rule::subtraction_game(set) {
        Ok(rule) => Ok(made(m, &format!("subtraction({shown})"), rule)),
        Err(error) => heap_words::clause_fault(&error, &[]),
    }
}

/// A game without a declaration: the same for the same name, so that its positions are equal whenever they are made.
fn made(m: &mut Machine, name: &str, rule: Rule) -> Value {
    Value::Rules(m.rules_for(name, |m| m.heap_rules(None, name, rule)))
}

/// `code_of(G)`.
pub fn code_of(_: &mut Machine, a: &[Value]) -> Res {
    let rules = heap_game(&a[0])?;
    Ok(match game_of(&rules)?.rule().code_of() {
        Some(code) => Value::text(code.to_string()),
        None => Value::Nothing,
    })
}

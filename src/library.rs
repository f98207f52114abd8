//! What a session knows from the start: constants, native functions, and the records that document them and the
//! library's and the user's own definitions.

mod constants;
pub(crate) mod pages;
mod takes;

use crate::adapters::universes::Universe;
use crate::builtins;
use crate::eval::Machine;
use crate::report::{Doc, NameInfo};
use crate::value::Globals;
use crate::value::native::Native;
use crate::value::node::{Proto, Rules};
use crate::value::{OutcomeClass, Player, Value};
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// The subject of the library's rule sets.
pub(crate) const RULE_SETS: &str = "Rule sets";

/// Binds constants and native functions.
pub(crate) fn constants(globals: &mut Globals, arguments: &[String]) {
    for outcome in OutcomeClass::ALL {
        globals.set_library(outcome.name(), Value::Outcome(outcome));
    }
    for player in [Player::Left, Player::Right, Player::First, Player::Second] {
        globals.set_library(player.name(), Value::Player(player));
    }
    globals.set_library("nothing", Value::Nothing);
    // `lattice_of(Kayles, 5, misere)`
    globals.set_library("misere", Value::text("misere"));
    for universe in Universe::ALL {
        globals.set_library(universe.name(), Value::of(universe));
    }
    globals.set_library("oo", Value::of(crate::adapters::loopy::values::Infinity));
    globals.set_library(
        "omega",
        Value::of(crate::adapters::ordinals::Long {
            number: crate::ordinals::Surreal::omega(),
            game: crate::games::ZERO,
        }),
    );
    globals.set_library("unknown", Value::of(crate::adapters::loopy::values::Unknown));
    globals.set_library("arguments", Value::list(arguments.iter().map(|a| Value::text(&**a)).collect()));
    /// Where values point to.
    static NATIVES: LazyLock<Vec<&'static Native>> =
        LazyLock::new(|| builtins::all().map(|(_, native)| native as &'static Native).collect());
    for native in NATIVES.iter() {
        for name in [native.name].iter().chain(native.also) {
            globals.set_library(name, Value::Native(native));
        }
    }
}

/// Records of the native functions.
fn native_docs() -> Vec<Doc> {
    let examples = |list: &[(&str, &str)]| list.iter().map(|(a, b)| ((*a).to_string(), (*b).to_string())).collect();
    builtins::all()
        .map(|(subject, native)| Doc {
            name: native.name.into(),
            signature: native.signature.into(),
            subject: subject.into(),
            text: match native.also {
                [] => native.text.into(),
                also => format!("{}\n\nAlso: `{}`.", native.text, also.join("`, `")),
            },
            examples: examples(native.examples),
        })
        .collect()
}

/// The name under which something of the library is documented: of a short name the whole one, of a constant the first of its kin.
pub(crate) fn whole_name(name: &str) -> &str {
    let native = builtins::all().find(|(_, native)| native.also.contains(&name)).map(|(_, native)| native.name);
    native.or_else(|| constants::recorded(name)).unwrap_or(name)
}

/// All records of the library: native functions, its definitions with `##` documentation in their order, constants, words and signs.
pub(crate) fn docs(globals: &Globals) -> Vec<Doc> {
    let mut defined: Vec<u32> = globals.library.values().copied().collect();
    defined.sort_unstable();
    let written = defined.into_iter().filter_map(|slot| match &globals.values[slot as usize] {
        Value::Func(f) => {
            Some(record(&f.proto.name, &f.proto.signature, "Functions of the library", f.proto.doc.as_deref()?))
        }
        Value::Rules(rules) => Some(record(&rules.name, &rules.signature, RULE_SETS, rules.doc.as_deref()?)),
        _ => None,
    });
    // Each subject is one piece: rule sets, and then the functions beside them.
    let (rules, functions): (Vec<Doc>, Vec<Doc>) = written.partition(|doc| doc.subject == RULE_SETS);
    native_docs().into_iter().chain(rules).chain(functions).chain(constants::docs()).chain(pages::docs()).collect()
}

/// The record of a definition's `##` lines. A line `>> expression` is an example, lines after it up to the next empty or `>>`
/// line are the output that it gives.
fn record(name: &str, signature: &str, subject: &str, doc: &str) -> Doc {
    let mut text = String::new();
    let mut examples: Vec<(String, String)> = Vec::new();
    let mut in_example = false;
    for line in doc.lines() {
        if let Some(input) = line.trim_start().strip_prefix(">>") {
            examples.push((input.trim().to_string(), String::new()));
            in_example = true;
        } else if in_example && !line.trim().is_empty() {
            if let Some((_, output)) = examples.last_mut() {
                if !output.is_empty() {
                    output.push('\n');
                }
                output.push_str(line.strip_prefix(' ').unwrap_or(line));
            }
        } else {
            in_example = false;
            text.push_str(line.trim());
            text.push('\n');
        }
    }
    Doc { name: name.into(), signature: signature.into(), subject: subject.into(), text: text.trim().into(), examples }
}

/// The record of something that the user defined.
pub(crate) fn user_doc(globals: &Globals, name: &str) -> Option<Doc> {
    let slot = *globals.user.get(name)?;
    match &globals.values[slot as usize] {
        Value::Func(f) => {
            let proto: &Proto = &f.proto;
            Some(record(name, &proto.signature, "Your definitions", proto.doc.as_deref().unwrap_or("")))
        }
        Value::Rules(rules) => {
            let rules: &Rules = rules;
            Some(record(name, &rules.signature, "Your definitions", rules.doc.as_deref().unwrap_or("")))
        }
        _ => None,
    }
}

/// Names that can be used, the user's first, each layer sorted.
pub fn names(globals: &Globals, docs: &[Doc]) -> Vec<NameInfo> {
    let records: FxHashMap<&str, &Doc> = docs.iter().rev().map(|doc| (&*doc.name, doc)).collect();
    let mut user: Vec<_> = globals.user.iter().collect();
    let mut library: Vec<_> = globals.library.iter().filter(|(name, _)| !globals.user.contains_key(*name)).collect();
    user.sort();
    library.sort();
    user.into_iter()
        .chain(library)
        .filter(|(_, slot)| !matches!(globals.values[**slot as usize], Value::Unset))
        .filter(|(name, slot)| !is_helper(globals, &records, name, **slot))
        .map(|(name, slot)| {
            let signature = match &globals.values[*slot as usize] {
                Value::Func(f) => Some(f.proto.signature.clone()),
                Value::Rules(r) => Some(r.signature.clone()),
                Value::Native(n) => Some(n.signature.to_string()),
                _ => None,
            };
            let whole = match &globals.values[*slot as usize] {
                Value::Native(n) => n.name,
                _ if globals.library.get(&**name) == Some(slot) => constants::recorded(name).unwrap_or(name),
                _ => name,
            };
            let doc = user_doc(globals, name).or_else(|| records.get(whole).copied().cloned());
            let takes = doc.as_ref().and_then(takes::first_argument);
            let summary = doc.map_or(String::new(), |d| first_sentence(&d.text));
            NameInfo { name: name.to_string(), signature, summary, takes }
        })
        .collect()
}

/// Whether a name is the library's own affair: a function without documentation.
fn is_helper(globals: &Globals, records: &FxHashMap<&str, &Doc>, name: &str, slot: u32) -> bool {
    let function = matches!(globals.values[slot as usize], Value::Func(_) | Value::Rules(_));
    function && globals.library.get(name) == Some(&slot) && !records.contains_key(name)
}

/// Something that the user defined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defined {
    /// Its name, of what can be called with the parameters.
    pub name: String,
    /// The kind of value.
    pub kind: &'static str,
    /// The value, or the definition as it was written.
    pub text: String,
}

/// What the user defined, in the order in which it was.
pub fn defined(machine: &mut Machine) -> Vec<Defined> {
    let mut found = Vec::new();
    for (slot, name) in users(machine.globals()) {
        let value = machine.globals().values[slot as usize].clone();
        let (name, text) = match &value {
            Value::Func(f) if *f.proto.name == *name => (f.proto.signature.clone(), f.proto.source.to_string()),
            Value::Func(f) => (name, f.proto.source.to_string()),
            Value::Rules(r) if *r.name == *name => (r.signature.clone(), r.source.to_string()),
            Value::Rules(r) => (name, r.name.to_string()),
            Value::Form(form) => (name, machine.form_notation(form).unwrap_or_default()),
            Value::Display(_) | Value::Thermograph(_) | Value::Move(_) => (name, String::new()),
            other => (name, machine.notation(other).unwrap_or_default()),
        };
        found.push(Defined { name, kind: value.kind(), text });
    }
    found
}

/// The user's names with their slots, in the order of their first definition, so that what is used comes before its use.
pub(crate) fn users(globals: &Globals) -> Vec<(u32, String)> {
    let bound = |slot: u32| !matches!(globals.values[slot as usize], Value::Unset);
    let mut user: Vec<(u32, String)> = globals
        .user
        .iter()
        .filter(|(name, slot)| &***name != "_" && bound(**slot))
        .map(|(name, slot)| (*slot, name.to_string()))
        .collect();
    user.sort();
    user
}

/// The first sentence of a text.
pub(crate) fn first_sentence(text: &str) -> String {
    let line = text.split("\n\n").next().unwrap_or("").replace('\n', " ");
    match line.find(". ") {
        Some(end) => line[..=end].to_string(),
        None => line,
    }
}

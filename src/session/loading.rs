//! Texts that are run statement by statement, as homework is: what is wrong in one statement spoils no other.

use super::Session;
use super::running::while_reading;
use crate::adapters::DECLARATIONS;
use crate::diagnostics::{Diagnostic, Errors, Mistake};
use crate::eval::Sink;
use crate::limits::{Stop, with_room};
use crate::resolve::{Whose, bound, resolve};
use crate::source::Span;
use crate::syntax::ast::Program;
use crate::syntax::{Pace, Read, read};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A text that was read and resolved: see [`Session::load`].
pub struct Loaded {
    /// The number of the text among the sources.
    pub source: u32,
    /// Its statements.
    pub tree: Program,
    /// Their code, one for one.
    pub code: crate::value::node::Program,
    /// Errors, each with the statement that it spoils, if it can be told.
    pub errors: Vec<(Option<usize>, Diagnostic)>,
    /// Spoiled statements, each with its first error.
    spoiled: FxHashMap<usize, usize>,
}

impl Loaded {
    /// How many statements it has.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.tree.statements.len()
    }

    /// The first error of a statement.
    pub fn error_of(&self, statement: usize) -> Option<&Diagnostic> {
        self.spoiled.get(&statement).map(|&i| &self.errors[i].1)
    }

    /// Nothing but a bound that was reached while reading.
    fn stopped(source: u32, stop: Stop) -> Loaded {
        Loaded {
            source,
            tree: Program::default(),
            code: crate::value::node::Program::default(),
            errors: vec![(None, while_reading(stop))],
            spoiled: FxHashMap::default(),
        }
    }
}

/// The error of a statement in a text with more errors than are described.
fn undescribed(at: Span) -> Diagnostic {
    Diagnostic::new(Mistake::Unexpected, at, "this statement has an error, too")
        .label("somewhere here")
        .note(format!("The first {} errors of a text are described: mend those, and look again.", Errors::KEPT))
}

impl Session {
    /// Reads and resolves a text that will be run statement by statement. A statement with an error is left out of it,
    /// all others can be run; functions and rule sets exist at once, as in [`Session::run`].
    pub fn load(&mut self, name: &str, text: &str, sink: &Sink) -> Loaded {
        // Values of other sessions come to be compared: they speak of rule sets that this text need not name.
        self.provide_all();
        self.machine.handle.restart();
        self.machine.listen(Rc::clone(sink));
        let source = self.machine.add_source(name, text);
        with_room(|| self.load_source(source, name, text, sink))
    }

    fn load_source(&mut self, source: u32, name: &str, text: &str, sink: &Sink) -> Loaded {
        let handle = Rc::clone(&self.machine.handle);
        let pace = Pace::new(&handle);
        let Read { program: mut tree, mut errors, mut others } = read(source, text, &pace);
        if let Some(stop) = pace.stopped() {
            return Loaded::stopped(source, stop);
        }
        // An import that fails spoils no statement: those that need it fail for themselves.
        let imports = self.imports(&mut tree, name, sink).told();
        let resolved =
            resolve(&tree, text, self.machine.globals_mut(), Whose::Script, &mut self.next_rules, &pace, &DECLARATIONS);
        if let Some(stop) = pace.stopped() {
            return Loaded::stopped(source, stop);
        }
        errors.extend(resolved.errors.kept);
        others.extend(resolved.errors.others);
        // An `end` that closes nothing stands behind the statement before it, which is whole without it.
        let holder = |at: Span| {
            let before = tree.statements.partition_point(|s| s.span.start <= at.start).checked_sub(1)?;
            (at.source == source && at.start <= tree.statements[before].span.end).then_some(before)
        };
        let owner = |error: &Diagnostic| error.labels.first().and_then(|(span, _)| holder(*span));
        let mut errors: Vec<_> = errors.into_iter().map(|error| (owner(&error), error)).collect();
        let mut spoiled = FxHashMap::default();
        for (i, (owner, _)) in errors.iter().enumerate() {
            owner.iter().for_each(|owner| _ = spoiled.entry(*owner).or_insert(i));
        }
        for at in others {
            if let Some(owner) = holder(at)
                && let std::collections::hash_map::Entry::Vacant(free) = spoiled.entry(owner)
            {
                free.insert(errors.len());
                errors.push((Some(owner), undescribed(at)));
            }
        }
        errors.extend(imports.into_iter().map(|error| (None, error)));
        let code = resolved.program;
        let mut binds = FxHashMap::default();
        for (i, statement) in code.statements.iter().enumerate() {
            bound(&statement.code).iter().for_each(|slot| _ = binds.entry(*slot).or_insert(i));
        }
        for (slot, value) in &code.definitions {
            if !binds.get(slot).is_some_and(|statement| spoiled.contains_key(statement)) {
                self.machine.set_global(*slot, value.clone());
            }
        }
        Loaded { source, tree, code, errors, spoiled }
    }
}

//! The library's own files: their names are known from the start, each is read when a text first speaks of one of them.

use super::Session;
use super::running::diagnostic_of;
use crate::adapters::DECLARATIONS;
use crate::diagnostics::Diagnostic;
use crate::limits::Limits;
use crate::resolve::{Whose, resolve};
use crate::stdlib::{self, FILES};
use crate::syntax::{Mode, Pace, parse};
use crate::value::Value;
use std::sync::atomic::Ordering;

/// What native functions look for by its name, whether the program speaks of it or not.
const ALWAYS: &str = "Points";

impl Session {
    /// Makes the library's names known, still without values.
    pub(super) fn announce_library(&mut self) {
        for (file, (_, text)) in FILES.iter().enumerate() {
            for name in stdlib::defined(text) {
                self.shelf.insert(name, file);
                self.machine.globals_mut().set_library(name, Value::Unset);
            }
        }
        self.provide(ALWAYS);
    }

    /// Reads the files of the library that define what a text may speak of, unless they have been read. What they take
    /// counts in no bound.
    pub(super) fn provide(&mut self, text: &str) {
        for word in stdlib::words(text) {
            let Some(&file) = self.shelf.get(word) else { continue };
            // Where a program failed, the bindings are as they were before it.
            let known = self.machine.globals().library.get(word).copied();
            let unread = known.is_some_and(|slot| matches!(self.machine.globals().values[slot as usize], Value::Unset));
            if unread && !self.taken.contains(&file) {
                self.take(file);
            }
        }
    }

    /// Reads the whole library: for its documentation, and where names come as data.
    pub(super) fn provide_all(&mut self) {
        for (_, text) in FILES {
            stdlib::defined(text).take(1).for_each(|name| self.provide(name));
        }
    }

    fn take(&mut self, file: usize) {
        let (name, text) = FILES[file];
        self.taken.push(file);
        self.provide(text);
        let limits = self.machine.handle.limits();
        self.machine.handle.set_limits(Limits::default());
        let names = self.machine.globals().library.len();
        // An interruption means what is computed, not what it stands on: a file that was read halfway is read again.
        let flag = self.machine.handle.interruption_flag();
        let mut asked = flag.swap(false, Ordering::Relaxed);
        let mut errors = self.load_library(name, text);
        while flag.swap(false, Ordering::Relaxed) {
            asked = true;
            errors = self.load_library(name, text);
        }
        flag.store(asked, Ordering::Relaxed);
        debug_assert!(errors.is_empty(), "{name}: {errors:?}");
        debug_assert_eq!(names, self.machine.globals().library.len(), "{name} defines names that were not announced");
        self.machine.handle.set_limits(limits);
        self.taken.pop();
    }

    fn load_library(&mut self, name: &str, text: &str) -> Vec<Diagnostic> {
        let source = self.machine.add_source(name, text);
        let parsed = parse(source, text, Mode::Script);
        let (globals, pace) = (self.machine.globals_mut(), Pace::unbounded());
        let resolved =
            resolve(&parsed.program, text, globals, Whose::Library, &mut self.next_rules, &pace, &DECLARATIONS);
        let mut errors = parsed.errors;
        errors.extend(resolved.errors.kept);
        errors.extend(resolved.warnings);
        if let Err(flow) = self.machine.run(&resolved.program, &mut |_, _| Ok(())) {
            errors.extend(diagnostic_of(&self.machine, *flow));
        }
        errors
    }
}

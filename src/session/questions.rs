//! What a session knows of its names: documentation, suggestions, the user's definitions as a script.

use super::Session;
use crate::library;
use crate::report::{Doc, NameInfo};

impl Session {
    /// Names that can be used now, sorted; the user's own first.
    pub fn names(&self) -> Vec<NameInfo> {
        library::names(self.machine.globals(), &self.docs)
    }

    /// The documentation of a name or topic.
    pub fn doc(&self, name: &str) -> Option<Doc> {
        library::user_doc(self.machine.globals(), name)
            .or_else(|| self.docs.iter().find(|doc| doc.name == name).cloned())
    }

    /// All documentation records of the library, by subject and name.
    pub fn docs(&self) -> Vec<Doc> {
        self.docs.clone()
    }

    /// Names that are spelled almost like this one.
    pub fn suggestions(&self, name: &str) -> Vec<String> {
        let names = self.names();
        crate::spelling::names(name, names.iter().map(|n| &*n.name).chain(self.docs.iter().map(|d| &*d.name)))
    }

    /// The user's definitions and bindings as a script that makes them again.
    pub fn saved(&mut self) -> String {
        library::saved(&mut self.machine)
    }

    /// Forgets the user's bindings.
    pub fn reset(&mut self) {
        self.machine.globals_mut().user.clear();
        self.imported.clear();
        self.machine.forget_positions();
    }
}

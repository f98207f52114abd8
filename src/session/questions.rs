//! What a session knows of its names: documentation, suggestions, the user's definitions as a script.

use super::Session;
use crate::diagnostics::Diagnostic;
use crate::games::{Game, Store};
use crate::library::{self, Defined};
use crate::limits::Handle;
use crate::portable::{self, Places};
use crate::report::{Doc, NameInfo};
use crate::stdlib;
use crate::value::Value;

impl Session {
    /// Names that can be used now, sorted; the user's own first.
    pub fn names(&mut self) -> Vec<NameInfo> {
        self.learn_records();
        library::names(self.machine.globals(), &self.docs)
    }

    /// The documentation of a name or topic.
    pub fn doc(&mut self, name: &str) -> Option<Doc> {
        library::user_doc(self.machine.globals(), name).or_else(|| {
            let whole = library::whole_name(name);
            self.records().iter().find(|doc| doc.name == whole).cloned()
        })
    }

    /// What there is to say of a name, a word or sign of the language, or a literal.
    pub fn about(&mut self, text: &str) -> Vec<Doc> {
        let named = self.doc(text);
        let page = library::pages::page(text).filter(|page| named.as_ref() != Some(page));
        named.into_iter().chain(page).collect()
    }

    /// All documentation records of the library, by subject and name.
    pub fn docs(&mut self) -> Vec<Doc> {
        self.records().to_vec()
    }

    /// The records of the library's rule sets, each with its kind for its subject, kind by kind.
    pub fn rule_sets(&mut self) -> Vec<Doc> {
        let rules = self.records().iter().filter(|doc| doc.subject == library::RULE_SETS);
        let kind = |doc: &Doc| stdlib::kind(&doc.name).unwrap_or(library::RULE_SETS).into();
        rules.map(|doc| Doc { subject: kind(doc), ..doc.clone() }).collect()
    }

    fn records(&mut self) -> &[Doc] {
        self.learn_records();
        &self.docs
    }

    fn learn_records(&mut self) {
        self.provide_all();
        if self.docs.is_empty() {
            self.docs = library::docs(self.machine.globals());
        }
    }

    /// Names that are spelled almost like this one.
    pub fn suggestions(&mut self, name: &str) -> Vec<String> {
        let names = self.names();
        crate::spelling::names(name, names.iter().map(|n| &*n.name).chain(self.records().iter().map(|d| &*d.name)))
    }

    /// What may help with a name that is not known: names spelled almost like it, and records that speak of it. Nothing if there are none.
    pub fn advice(&mut self, name: &str) -> Option<String> {
        let near = listed(&self.suggestions(name), "or").map(|near| format!("Did you mean {near}?"));
        let spoken = self.speaking_of(name);
        let others = if spoken.len() == MENTIONS { ", among others" } else { "" };
        let spoken = listed(&spoken, "and").map(|names| format!("It is spoken of under {names}{others}."));
        let lines: Vec<String> = near.into_iter().chain(spoken).collect();
        (!lines.is_empty()).then(|| lines.join("\n"))
    }

    /// Names of some records whose text has these words, in any case, those of rule sets first.
    fn speaking_of(&mut self, words: &str) -> Vec<String> {
        if words.chars().count() < 3 {
            return Vec::new();
        }
        let words = words.to_lowercase();
        let has = |doc: &&Doc| doc.text.to_lowercase().contains(&words);
        let (rules, others): (Vec<_>, Vec<_>) =
            self.records().iter().filter(has).partition(|doc| doc.subject == library::RULE_SETS);
        rules.into_iter().chain(others).take(MENTIONS).map(|doc| doc.name.clone()).collect()
    }

    /// The names that the user bound.
    pub fn own_names(&self) -> Vec<String> {
        library::users(self.machine.globals()).into_iter().map(|(_, name)| name).collect()
    }

    /// The user's names that hide one of the library.
    pub fn hiding(&self) -> Vec<String> {
        let library = &self.machine.globals().library;
        self.own_names().into_iter().filter(|name| library.contains_key(&**name)).collect()
    }

    /// What the user defined, in the order in which it was.
    pub fn defined(&mut self) -> Vec<Defined> {
        library::defined(&mut self.machine)
    }

    /// Forgets one of the user's bindings; false if there is none of this name. What uses it finds the library's name that it
    /// hid, or nothing until the name is bound again.
    pub fn forget_name(&mut self, name: &str) -> bool {
        let globals = self.machine.globals_mut();
        let Some(&slot) = globals.user.get(name) else { return false };
        if matches!(globals.values[slot as usize], Value::Unset) {
            return false;
        }
        let hidden = globals.library.get(name).map(|&slot| globals.values[slot as usize].clone());
        // Where something uses it, the name stays known without a value: when it is bound again, it is found.
        let used = globals.watched[slot as usize];
        globals.values[slot as usize] = hidden.unwrap_or(Value::Unset);
        globals.forget_unset();
        if !used || globals.library.contains_key(name) {
            globals.user.remove(name);
        }
        self.imported.clear();
        self.machine.outdated();
        self.machine.forget_positions();
        true
    }

    /// Forgets the user's bindings.
    pub fn reset(&mut self) {
        self.machine.globals_mut().user.clear();
        self.imported.clear();
        self.warned.clear();
        self.machine.forget_positions();
    }

    /// Whether the user has bound this name.
    pub fn is_own(&self, name: &str) -> bool {
        self.machine.globals().user.contains_key(name)
    }

    /// Forgets what can be computed again: positions, values of games.
    pub fn forget(&mut self) {
        self.machine.forget_positions();
        self.machine.forget_games();
    }

    /// Where the values of games are kept.
    pub fn games(&mut self) -> (&mut Store, &Handle) {
        (&mut self.machine.store, &self.machine.handle)
    }

    /// The value of a bound name as one of [`Session::games`]; none if nothing has this name.
    ///
    /// # Errors
    /// What is no game, and what the limits do not allow.
    pub fn game(&mut self, name: &str) -> Result<Option<Game>, Box<Diagnostic>> {
        let Some(value) = self.machine.globals().value(name).cloned() else { return Ok(None) };
        self.ask(|machine| machine.game(&value)).map(Some)
    }

    /// The value of a bound name as data, which mean the same in any other session; none if nothing has this name.
    ///
    /// # Errors
    /// What is no data: drawings, explanations.
    pub fn data(&mut self, name: &str) -> Result<Option<serde_json::Value>, Box<Diagnostic>> {
        let Some(value) = self.machine.globals().value(name).cloned() else { return Ok(None) };
        self.ask(|machine| portable::encode(machine, &value)).map(Some)
    }

    /// Binds a name to the value that data of [`Session::data`] stand for.
    ///
    /// # Errors
    /// Damaged data.
    pub fn bind(&mut self, name: &str, data: &serde_json::Value, places: Places) -> Result<(), Box<Diagnostic>> {
        self.provide_all();
        let value = self.ask(|machine| portable::decode(machine, data, places))?;
        self.machine.globals_mut().set_user(name, value);
        Ok(())
    }
}

/// So many records that speak of a word are named.
const MENTIONS: usize = 4;

/// Names in a row, each in its marks.
fn listed(names: &[String], last: &str) -> Option<String> {
    let (end, before) = names.split_last()?;
    let before: Vec<String> = before.iter().map(|name| format!("`{name}`")).collect();
    Some(if before.is_empty() { format!("`{end}`") } else { format!("{} {last} `{end}`", before.join(", ")) })
}

//! Which variable each name of a text means, kept while names are resolved: for editors, which ask where a name comes from and where
//! else it stands.

use super::Resolver;
use super::expressions::PASS;
use crate::source::Span;
use crate::syntax::ast::Ident;
use std::rc::Rc;

/// A variable. Two names mean the same one if this is equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variable {
    /// One of a function or loop: the number of its function, and its slot there.
    Local(u32, u32),
    /// One of the script, or the library's: its slot.
    Global(u32),
}

/// A name in a text.
#[derive(Clone, Debug)]
pub struct Use {
    /// Where it stands.
    pub span: Span,
    /// What it means.
    pub variable: Variable,
    /// Whether the variable gets its value here.
    pub binds: bool,
}

impl Resolver<'_> {
    /// Notes a name, if somebody wants to know. What the text has no name for, such as `pass`, is not noted.
    pub(crate) fn note(&mut self, name: &Rc<str>, span: Span, binds: bool) {
        // In brackets that have the name `pass` it is a word of theirs.
        let word = &**name == PASS && !self.passing.is_empty();
        if !word && self.trace.is_some() && self.text.get(span.start as usize..span.end as usize) == Some(&**name) {
            let variable = self.variable(name);
            if let (Some(trace), Some(variable)) = (&mut self.trace, variable) {
                trace.push(Use { span, variable, binds });
            }
        }
    }

    /// Notes the name of a variable that begins here.
    pub(crate) fn note_new(&mut self, ident: &Ident) {
        self.note(&ident.name, ident.span, true);
    }

    fn variable(&self, name: &str) -> Option<Variable> {
        let found = (0..self.frames.len()).rev().find_map(|i| self.frames[i].find(name).map(|slot| (i, slot)));
        let Some((mut i, mut slot)) = found else { return self.globals.find(name).map(Variable::Global) };
        // A variable that is shared has a slot in each function on the way.
        while let Some((outside, _)) = self.frames[i].shared.iter().find(|(_, inner)| *inner == slot) {
            (i, slot) = (i - 1, *outside);
        }
        Some(Variable::Local(self.frames[i].number, slot))
    }
}

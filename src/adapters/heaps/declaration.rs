//! What a `heap` declaration says: its names become slots, its clauses code.
//!
//! In: a declaration as it was written. Out: [`HeapRules`], of which evaluation makes a rule set. Errors are the resolver's.

use crate::eval::Machine;
use crate::eval::rules::{Declared, declared};
use crate::resolve::hoist::{mentions, only};
use crate::resolve::{Resolver, plain_names, sentences};
use crate::source::Span;
use crate::syntax::ast::{Clause, CompStep, Declaration, Expr, Ident, Pattern, Stmt};
use crate::value::Res;
use crate::value::node::{Code, Heading, Node};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A `heap` declaration.
///
/// Sets and conditions run in a frame of their own, as clauses of a `game` do: slot 0 holds the size of the heap
/// (whether it has a name or not), the number taken and the parts have the slots that each clause tells. Sets are
/// evaluated with only the size filled in.
#[derive(Debug)]
pub struct HeapRules {
    /// Its name, and what goes with it.
    pub heading: Heading,
    /// Slots of a frame.
    pub frame: u32,
    /// Its clauses in order.
    pub clauses: Vec<HeapClauseCode>,
}

/// A clause of a `heap` declaration: `take k in S leave a, b if c`, `split a, b if c`, `octal 0.77`.
#[derive(Debug)]
pub struct HeapClauseCode {
    /// The word that it begins with, `take all but` among them.
    pub word: &'static str,
    /// The numbers that may be taken, or after `take all but` may not: a number, a range, a set or a list. None for `split`; a text for
    /// codes, of which only the characters have been checked.
    pub set: Option<Code>,
    /// The slot of the number taken, if it has a name.
    pub variable: Option<u32>,
    /// Whether the set mentions the size of the heap; otherwise it is the same for every heap.
    pub set_uses_size: bool,
    /// The slots of the parts left; none if what is left is one heap.
    pub parts: Vec<u32>,
    /// Which of these moves there are.
    pub condition: Option<Code>,
    /// Where the clause stands.
    pub span: Span,
}

impl HeapClauseCode {
    /// Whether any positive number may be taken that is not in the set.
    pub fn all_but(&self) -> bool {
        self.word == "take all but"
    }
}

impl Declared for HeapRules {
    fn evaluate(self: Rc<Self>, machine: &mut Machine) -> Res {
        machine.heap_declaration(&self)
    }
}

/// A clause in its parts.
struct Parts<'c> {
    /// The number taken, where it has a name.
    variable: Option<&'c Ident>,
    /// What may be taken; a code.
    set: Option<&'c Expr>,
    condition: Option<&'c Expr>,
}

fn parts(clause: &Clause) -> Parts<'_> {
    let mut parts = Parts { variable: None, set: clause.items.first(), condition: None };
    for step in &clause.steps {
        match step {
            CompStep::For(Pattern::Name(variable), set) => {
                (parts.variable, parts.set) = (Some(variable), Some(set));
            }
            CompStep::For(Pattern::Tuple(..), _) => {}
            CompStep::If(condition) => parts.condition = Some(condition),
        }
    }
    parts
}

/// Names to slots.
pub(crate) fn declare(resolver: &mut Resolver<'_>, heap: &Declaration, stmt: &Stmt) -> Option<Node> {
    let names = plain_names(&heap.params);
    let size = names.first();
    let (clauses, frame) = resolver.enclosed(heap, |resolver| {
        match size {
            Some(size) => {
                let slot = resolver.frame().declare(&size.name);
                resolver.note_new(size);
                slot
            }
            None if size_unnamed(resolver, heap) => resolver.frame().declare(&"n".into()),
            None => resolver.frame().hidden(),
        };
        heap.clauses.iter().map(|clause| clause_code(resolver, clause, size)).collect()
    })?;
    let heading = resolver.heading(heap, stmt);
    Some(declared(Rc::new(HeapRules { heading, frame: frame.slots, clauses })))
}

fn clause_code(resolver: &mut Resolver<'_>, clause: &Clause, size: Option<&Ident>) -> HeapClauseCode {
    let Parts { variable, set, condition } = parts(clause);
    let uses = |set| size.is_some_and(|size| mentions(resolver.pace, set, &only(&size.name)));
    let set_uses_size = set.is_some_and(uses);
    let set = set.map(|set| resolver.expr(set));
    different(resolver, size.into_iter().chain(variable).chain(&clause.names));
    resolver.frame().blocks.push(FxHashMap::default());
    let variable = variable.map(|ident| slot(resolver, ident));
    let parts = clause.names.iter().map(|ident| slot(resolver, ident)).collect();
    let condition = condition.map(|c| resolver.expr(c));
    resolver.close_block();
    HeapClauseCode { word: clause.word, set, variable, set_uses_size, parts, condition, span: clause.span }
}

/// Reports a clause that uses `n` without the parameter; false if none does.
fn size_unnamed(resolver: &mut Resolver<'_>, heap: &Declaration) -> bool {
    let uses = |e: &&Expr| mentions(resolver.pace, e, &only("n"));
    let missing = heap.clauses.iter().find_map(|clause| {
        let Parts { variable, set, condition } = parts(clause);
        let named = variable.into_iter().chain(&clause.names).any(|ident| &*ident.name == "n");
        [set, condition.filter(|_| !named)].into_iter().flatten().find(uses)
    });
    let Some(missing) = missing.filter(|_| !resolver.knows("n")) else { return false };
    resolver.errors.push(sentences::size_unnamed(&heap.name.name, missing.span));
    true
}

fn slot(resolver: &mut Resolver<'_>, ident: &Ident) -> u32 {
    let frame = resolver.frame();
    let slot = frame.declare(&ident.name);
    if &*ident.name == "_" {
        return slot;
    }
    resolver.note_new(ident);
    slot
}

/// The names of one clause mean different things.
fn different<'i>(resolver: &mut Resolver<'_>, names: impl Iterator<Item = &'i Ident>) {
    let mut seen: FxHashMap<&str, &Ident> = FxHashMap::default();
    for ident in names.filter(|ident| &*ident.name != "_") {
        if let Some(first) = seen.get(&*ident.name) {
            resolver.errors.push(sentences::heap_twins(ident, first));
        }
        seen.entry(&ident.name).or_insert(ident);
    }
}

//! What a `heap` declaration says: its names become slots, its clauses code.
//!
//! In: a declaration as it was written. Out: [`HeapRules`], of which evaluation makes a rule set. Errors are the resolver's.

use crate::eval::Machine;
use crate::eval::rules::{Declared, declared};
use crate::resolve::hoist::{mentions, only};
use crate::resolve::{Resolver, plain_names, sentences};
use crate::source::Span;
use crate::syntax::ast::{Clause, CompStep, Declaration, Expr, ExprKind, Ident, Pattern, Stmt, StrPart};
use crate::value::Res;
use crate::value::node::{Code, Node};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A `heap` declaration.
///
/// Sets and conditions run in a frame of their own, as clauses of a [`Rules`] do: slot 0 holds the size of the heap
/// (whether it has a name or not), the number taken and the parts have the slots that each clause tells. Sets are
/// evaluated with only the size filled in.
#[derive(Debug)]
pub struct HeapRules {
    /// Its name.
    pub name: Rc<str>,
    /// Slots of a frame.
    pub frame: u32,
    /// Its clauses in order.
    pub clauses: Vec<HeapClauseCode>,
    /// Its documentation.
    pub doc: Option<Rc<str>>,
    /// `Kayles(n)`
    pub signature: String,
    /// Its declaration as text.
    pub source: Rc<str>,
    /// Where it is declared.
    pub span: Span,
}

/// A clause of a `heap` declaration.
#[derive(Debug)]
pub enum HeapClauseCode {
    /// `octal 0.77`, `code 0.F3`: only the characters have been checked.
    Code {
        /// `octal`, rather than `code`.
        octal: bool,
        /// The code as it was written.
        text: Rc<str>,
        /// Where the code stands.
        span: Span,
    },
    /// `take k in S leave a, b if c`.
    Take {
        /// The name and slot of the number taken.
        variable: Option<(Rc<str>, u32)>,
        /// The numbers that may be taken, or with `all_but` may not: a number, a range, a set or a list.
        set: Code,
        /// Any positive number that is not in the set.
        all_but: bool,
        /// Whether the set mentions the size of the heap; otherwise it is the same for every heap.
        set_uses_size: bool,
        /// The parts left, each possibly empty, with their slots; none if what is left is one heap.
        parts: Vec<(Rc<str>, u32)>,
        /// Which of these moves there are.
        condition: Option<Code>,
        /// Where the clause stands.
        span: Span,
    },
    /// `split a, b if c`.
    Split {
        /// The parts, none of them empty, with their slots.
        parts: Vec<(Rc<str>, u32)>,
        /// Which of these moves there are.
        condition: Option<Code>,
        /// Where the clause stands.
        span: Span,
    },
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
    /// What may be taken; a code, as text.
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
            Some(size) => resolver.frame().declare(&size.name),
            None if size_unnamed(resolver, heap) => resolver.frame().declare(&"n".into()),
            None => resolver.frame().hidden(),
        };
        heap.clauses.iter().map(|clause| clause_code(resolver, clause, size)).collect()
    })?;
    let rules = HeapRules {
        name: Rc::clone(&heap.name.name),
        frame,
        clauses,
        doc: stmt.doc.clone(),
        signature: resolver.signature(heap),
        source: resolver.source(stmt.span),
        span: stmt.span,
    };
    Some(declared(Rc::new(rules)))
}

fn clause_code(resolver: &mut Resolver<'_>, clause: &Clause, size: Option<&Ident>) -> HeapClauseCode {
    let Parts { variable, set, condition } = parts(clause);
    if let ("octal" | "code", Some(code)) = (clause.word, set) {
        let text = match &*code.kind {
            ExprKind::Str(parts) => parts.iter().find_map(|part| match part {
                StrPart::Text(text) => Some(Rc::clone(text)),
                StrPart::Expr(_) => None,
            }),
            _ => None,
        };
        return HeapClauseCode::Code {
            octal: clause.word == "octal",
            text: text.unwrap_or_else(|| "".into()),
            span: code.span,
        };
    }
    let set_uses_size = size.zip(set).is_some_and(|(size, set)| mentions(resolver.pace, set, &only(&size.name)));
    let set = set.map(|set| resolver.expr(set));
    different(resolver, size.into_iter().chain(variable).chain(&clause.names));
    resolver.frame().blocks.push(FxHashMap::default());
    let variable = variable.map(|ident| slot(resolver, ident));
    let parts = clause.names.iter().map(|ident| slot(resolver, ident)).collect();
    let condition = condition.map(|c| resolver.expr(c));
    resolver.close_block();
    let span = clause.span;
    match set {
        Some(set) => {
            let all_but = clause.word == "take all but";
            HeapClauseCode::Take { variable, set, all_but, set_uses_size, parts, condition, span }
        }
        None => HeapClauseCode::Split { parts, condition, span },
    }
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

fn slot(resolver: &mut Resolver<'_>, ident: &Ident) -> (Rc<str>, u32) {
    let frame = resolver.frame();
    let slot = if &*ident.name == "_" { frame.hidden() } else { frame.declare(&ident.name) };
    (Rc::clone(&ident.name), slot)
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

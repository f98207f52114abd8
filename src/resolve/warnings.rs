//! What can be run but was hardly meant. In: statements and the names that are known. Out: warnings, found on the way to the code;
//! they change nothing. Each is looked for where it is written, in one pass over the tree.

use super::{Resolver, sentences};
use crate::diagnostics::Diagnostic;
use crate::limits::with_stack;
use crate::source::Span;
use crate::syntax::Pace;
use crate::syntax::ast::*;
use crate::value::Value;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// More warnings than these help nobody.
const MOST: usize = 20;

/// Names of outcomes.
const OUTCOMES: [&str; 5] = ["N", "P", "L", "R", "D"];

/// A definition and what it makes.
fn defined(kind: &StmtKind) -> Option<&Ident> {
    match kind {
        StmtKind::Function(f) => Some(&f.name),
        StmtKind::Declaration(d) => Some(&d.name),
        StmtKind::Answer(answer) => defined(&answer.definition.kind),
        _ => None,
    }
}

/// The name of a rule set that is declared.
fn declared(kind: &StmtKind) -> Option<&Ident> {
    match kind {
        StmtKind::Function(_) => None,
        kind => defined(kind),
    }
}

impl Resolver<'_> {
    pub(super) fn warn(&mut self, warning: Diagnostic) {
        if self.warnings.len() < MOST && !self.library {
            self.warnings.push(warning);
        }
    }

    /// Before names are given slots: which of the script's own names take another meaning away.
    pub(super) fn look_over(&mut self, program: &Program, assigned: &[Ident]) {
        if self.library {
            return;
        }
        let mut first: FxHashMap<&str, (Span, bool)> = FxHashMap::default();
        for statement in &program.statements {
            let again = match &statement.kind {
                StmtKind::Assign(Target::Pattern(Pattern::Name(name)), _) => Some(name),
                kind => defined(kind),
            };
            let function = match &statement.kind {
                StmtKind::Assign(_, value) => matches!(*value.kind, ExprKind::Lambda(..)),
                kind => matches!(kind, StmtKind::Function(_)),
            };
            if let (Some(name), Some(&(before, was))) = (again, again.and_then(|name| first.get(&*name.name))) {
                self.warn(sentences::defined_twice(name, before, was && function));
            }
            if let Some(name) = defined(&statement.kind).or(again.filter(|_| function)) {
                first.entry(&name.name).or_insert((name.span, function));
            }
        }
        let declared: FxHashSet<&str> =
            program.statements.iter().filter_map(|s| declared(&s.kind)).map(|name| &*name.name).collect();
        let mut told: FxHashSet<Rc<str>> = FxHashSet::default();
        for name in assigned {
            let Some(&slot) = self.globals.library.get(&name.name) else { continue };
            if self.globals.user.contains_key(&name.name) || !told.insert(Rc::clone(&name.name)) {
                continue;
            }
            let hidden = match &self.globals.values[slot as usize] {
                // One's own version of a known rule set is meant as one.
                Value::Rules(_) if declared.contains(&*name.name) => continue,
                Value::Rules(_) => "rule set",
                // A helper without documentation is the library's own affair.
                Value::Func(f) if f.proto.doc.is_none() => continue,
                // Short names give way to anybody's.
                Value::Native(native) if native.also.contains(&&*name.name) => continue,
                Value::Native(_) | Value::Func(_) => "function",
                _ => continue,
            };
            let function = first.get(&*name.name).is_some_and(|before| before.1);
            self.hidden.push((name.clone(), hidden, function));
        }
    }

    /// A name that is called where it does not hide a function of the library by one of the script's own.
    pub(super) fn calls(&mut self, name: &Rc<str>) {
        if !self.hidden.is_empty() && self.frames.iter().all(|frame| frame.find(name).is_none()) {
            self.called.insert(Rc::clone(name));
        }
    }

    /// Which of the names that hide others were hardly meant to. In a session nobody knows what will be called; in a script it is
    /// those that are called and are no functions.
    pub(super) fn look_at_hidden(&mut self, session: bool) {
        for (name, what, function) in std::mem::take(&mut self.hidden) {
            if session || !function && self.called.contains(&name.name) {
                self.warn(sentences::hidden(&name, what));
            }
        }
    }

    /// `moves n - 1` for `moves Foo(n - 1)`.
    pub(super) fn look_at_clauses(&mut self, game: &Declaration) {
        let own = super::hoist::only(&game.name.name);
        let mut bodies = game.clauses.iter().flat_map(|clause| &clause.items);
        let recursive = bodies.any(|body| super::hoist::mentions(self.pace, body, &own));
        for clause in &game.clauses {
            let suspect = match clause.word {
                "moves" => true,
                // Players who are paid in moves are given numbers.
                "left" | "right" => !recursive,
                _ => false,
            };
            let option = clause.items.first().and_then(|body| number_option(body, game, self.pace));
            if let Some(option) = option.filter(|_| suspect) {
                let written = self.source(option.span);
                self.warn(sentences::number_option(option.span, &written, &game.name.name, game.params.len()));
            }
        }
    }

    /// `outcome(G) == N` where `N` is a variable.
    pub(super) fn look_at_comparison(&mut self, first: &Expr, rest: &[(CompareOp, Expr)]) {
        let sides = || std::iter::once(first).chain(rest.iter().map(|(_, side)| side));
        if !sides().any(asks_outcome) {
            return;
        }
        for side in sides() {
            let parts: &[Expr] = match &*side.kind {
                ExprKind::Set(parts) | ExprKind::List(parts) | ExprKind::Tuple(parts) => parts,
                _ => std::slice::from_ref(side),
            };
            for part in parts {
                match &*part.kind {
                    ExprKind::Name(name) if OUTCOMES.contains(&&**name) && self.is_own(name) => {
                        self.warn(sentences::no_outcome(part.span, name));
                    }
                    ExprKind::Str(text) => {
                        if let [StrPart::Text(text)] = &text[..]
                            && OUTCOMES.contains(&&**text)
                        {
                            self.warn(sentences::quoted_outcome(part.span, text));
                        }
                    }
                    _ => {}
                }
            }
        }
    }

    /// `2*3`, written without blanks where games stand.
    pub(super) fn look_at_product(&mut self, e: &Expr) {
        if let Some((left, right)) = self.like_a_sum(e) {
            self.warn(sentences::product_or_sum(e.span, &left, &right));
        }
    }

    /// The same for terms beside a game.
    pub(super) fn look_at_terms<'e>(&mut self, terms: impl Iterator<Item = &'e Expr> + Clone) {
        let game = |e: &Expr| {
            matches!(
                *e.kind,
                ExprKind::Star(_)
                    | ExprKind::Up { .. }
                    | ExprKind::UpPower { .. }
                    | ExprKind::Game(..)
                    | ExprKind::Switch(_)
            )
        };
        if terms.clone().any(game) {
            terms.for_each(|term| self.look_at_product(term));
        }
    }

    /// The factors of a product that the literature would read as a sum.
    fn like_a_sum(&self, e: &Expr) -> Option<(String, String)> {
        let ExprKind::Product(first, rest) = &*e.kind else { return None };
        let [(ProductOp::Mul, second)] = &rest[..] else { return None };
        let value = matches!(*first.kind, ExprKind::Int(_) | ExprKind::Star(Some(_)) | ExprKind::Up { .. });
        let ExprKind::Int(_) = *second.kind else { return None };
        let text = |from: u32, to: u32| self.text.get(from as usize..to as usize).unwrap_or("");
        let touching = text(first.span.end, second.span.start).chars().count() == 1;
        let plain = text(second.span.start, second.span.end).starts_with(|c: char| c.is_ascii_digit());
        (value && touching && plain && e.span.start == first.span.start).then(|| {
            (text(first.span.start, first.span.end).to_owned(), text(second.span.start, second.span.end).to_owned())
        })
    }
}

/// Whether the outcome of a game is asked for.
fn asks_outcome(e: &Expr) -> bool {
    let asks = |name: &str| matches!(name, "outcome" | "misere_outcome");
    match &*e.kind {
        ExprKind::Call(f, _) => matches!(&*f.kind, ExprKind::Name(name) if asks(name)),
        ExprKind::Dot(_, name, _) => asks(&name.name),
        _ => false,
    }
}

/// An option that is computed from the first number of the position and is a number itself.
fn number_option<'e>(body: &'e Expr, game: &Declaration, pace: &Pace<'_>) -> Option<&'e Expr> {
    match &*body.kind {
        ExprKind::Set(parts) | ExprKind::List(parts) => parts.iter().find_map(|part| number_option(part, game, pace)),
        ExprKind::SetFor(part, _) | ExprKind::ListFor(part, _) => number_option(part, game, pace),
        ExprKind::Sum(first, _) | ExprKind::Product(first, _) => {
            (is_parameter(leftmost(first), game) && only_numbers(body, pace)).then_some(body)
        }
        _ => None,
    }
}

/// The operand that an expression begins with.
fn leftmost(e: &Expr) -> &Expr {
    match &*e.kind {
        ExprKind::Sum(first, _) | ExprKind::Product(first, _) => leftmost(first),
        _ => e,
    }
}

/// Whether this is a parameter that can be a number.
fn is_parameter(e: &Expr, game: &Declaration) -> bool {
    let ExprKind::Name(name) = &*e.kind else { return false };
    game.params.iter().any(|param| {
        let number = param.kind.as_ref().is_none_or(|kind| matches!(&*kind.name, "integer" | "number"));
        number && matches!(&param.pattern, Pattern::Name(known) if known.name == *name)
    })
}

/// Whether an expression consists of names, integers and operators of arithmetic.
fn only_numbers(e: &Expr, pace: &Pace<'_>) -> bool {
    let mut numbers = pace.goes_on()
        && matches!(
            *e.kind,
            ExprKind::Name(_) | ExprKind::Int(_) | ExprKind::Sum(..) | ExprKind::Product(..) | ExprKind::Neg(_)
        )
        && !matches!(&*e.kind, ExprKind::Sum(_, rest) if rest.iter().any(|(op, _)| *op == SumOp::PlusMinus));
    e.kind.for_each_child(&mut |child| numbers = numbers && with_stack(|| only_numbers(child, pace)));
    numbers
}

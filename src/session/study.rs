//! What an editor asks of a text while it is typed: all that is wrong with it, what each name means, what it defines. Nothing in it is
//! run; of files that it imports the names are read.

use super::Session;
use super::imports::text_of;
use crate::adapters::DECLARATIONS;
use crate::diagnostics::{Diagnostic, Mistake};
use crate::limits::with_room;
use crate::resolve::trace::{Use, Variable};
use crate::resolve::{Whose, hoist, traced};
use crate::source::{Sources, Span};
use crate::stdlib;
use crate::syntax::ast::{ExprKind, Pattern, Program, Stmt, StmtKind, Target};
use crate::syntax::{Mode, Pace, is_reserved, parse, read};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// Files whose names are read for one text.
const MOST_FILES: usize = 50;

/// Where a variable comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Home {
    /// The text itself.
    Own,
    /// The library.
    Library,
    /// A file that the text imports, and where the name stands in that file's text.
    Imported(PathBuf, Rc<str>, Range<usize>),
}

/// A name in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// Where it stands.
    pub place: Range<usize>,
    /// Which variable it means, an index of [`Study::homes`].
    pub variable: usize,
    /// Whether the variable gets its value here.
    pub binds: bool,
}

/// A statement of the text that an outline lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name; of a check its claim.
    pub name: String,
    /// `function`, `game`, `heap`, `lattice`, `variable`, `question`, `answer`, `check`.
    pub kind: &'static str,
    /// Where it stands.
    pub place: Range<usize>,
    /// Where its name stands.
    pub name_place: Range<usize>,
    /// How it is called.
    pub signature: Option<String>,
    /// Its `##` lines.
    pub doc: Option<String>,
}

/// What there is to know of a text.
#[derive(Debug, Default)]
pub struct Study {
    /// Errors and warnings, all of them.
    pub errors: Vec<Diagnostic>,
    /// What they point into; the text is the first.
    pub sources: Sources,
    /// All names whose meaning is known, in order.
    pub names: Vec<Name>,
    /// Where the variables come from.
    pub homes: Vec<Home>,
    /// The names that the files bring that it imports.
    pub imported: Vec<Rc<str>>,
    /// What it defines and claims, in order.
    pub outline: Vec<Entry>,
    /// Its statements: where they stand, and whether they define something.
    statements: Vec<(Range<usize>, bool)>,
}

fn range(span: Span) -> Range<usize> {
    span.start as usize..span.end as usize
}

impl Session {
    /// Studies a text. Names of files that it imports count from the folder, if there is one.
    pub fn study(&mut self, name: &str, text: &str, folder: Option<&Path>) -> Study {
        with_room(|| self.study_text(name, text, folder))
    }

    fn study_text(&mut self, name: &str, text: &str, folder: Option<&Path>) -> Study {
        let mut study = Study::default();
        let source = study.sources.add(name, text);
        let pace = Pace::unbounded();
        let parsed = read(source, text, &pace);
        let mut program = parsed.program;
        study.errors = parsed.errors;
        self.provide(text);
        let globals = self.machine.globals().clone();
        let mut homes = FxHashMap::default();
        study.statements = program.statements.iter().map(|s| (range(s.span), defines(s))).collect();
        study.outline = program.statements.iter().filter_map(|s| entry(s, text)).collect();
        study.imported = self.take_imports(&mut program, folder, &mut study.errors, &mut homes);
        let before = self.machine.globals().library.clone();
        let (resolved, uses) = traced(
            &program,
            text,
            self.machine.globals_mut(),
            Whose::Script,
            &mut self.next_rules,
            (&pace, &DECLARATIONS),
            Some(Vec::new()),
        );
        *self.machine.globals_mut() = globals;
        let library: FxHashSet<u32> = before.values().copied().collect();
        study.errors.extend(resolved.errors.kept);
        study.errors.extend(resolved.warnings);
        study.errors.sort_by_key(|error| error.labels.first().map_or(0, |label| label.0.start));
        study.name(uses, |slot| match homes.get(&slot) {
            Some(home) => Home::clone(home),
            None if library.contains(&slot) => Home::Library,
            None => Home::Own,
        });
        study
    }

    /// Takes the imports out of a program and makes the names known that they bring, which it gives.
    fn take_imports(
        &mut self,
        program: &mut Program,
        folder: Option<&Path>,
        errors: &mut Vec<Diagnostic>,
        homes: &mut FxHashMap<u32, Home>,
    ) -> Vec<Rc<str>> {
        let mut names = Vec::new();
        let (imports, rest) = std::mem::take(&mut program.statements)
            .into_iter()
            .partition(|statement| matches!(statement.kind, StmtKind::Import(_)));
        program.statements = rest;
        let imports: Vec<Stmt> = imports;
        let mut open: Vec<(PathBuf, Option<Span>)> = Vec::new();
        for statement in &imports {
            if let (StmtKind::Import(path), Some(folder)) = (&statement.kind, folder) {
                open.push((folder.join(&**path), Some(statement.span)));
            }
        }
        let mut seen: Vec<PathBuf> = Vec::new();
        while let Some((path, span)) = open.pop() {
            let full = path.canonicalize().unwrap_or_else(|_| path.clone());
            if seen.contains(&full) || seen.len() >= MOST_FILES {
                continue;
            }
            seen.push(full.clone());
            let text = match text_of(&path) {
                Ok(text) => text,
                Err(failure) => {
                    // What a file cannot import itself is told where that file is open.
                    if let Some(span) = span {
                        let message = format!("cannot import \"{}\": {failure}", path.display());
                        let error = Diagnostic::new(Mistake::Import, span, message);
                        errors.push(failure.advice().into_iter().fold(error, Diagnostic::note));
                    }
                    continue;
                }
            };
            self.provide(&text);
            let text: Rc<str> = text.into();
            let statements = parse(0, &text, Mode::Script).program.statements;
            for ident in hoist::assigned(&statements) {
                self.machine.globals_mut().set_user(&ident.name, crate::value::Value::Unset);
                if let Some(&slot) = self.machine.globals().user.get(&ident.name) {
                    let home = Home::Imported(full.clone(), Rc::clone(&text), range(ident.span));
                    homes.entry(slot).or_insert(home);
                }
                names.push(ident.name);
            }
            for statement in &statements {
                if let (StmtKind::Import(name), Some(beside)) = (&statement.kind, path.parent()) {
                    open.push((beside.join(&**name), None));
                }
            }
        }
        names
    }
}

impl Study {
    fn name(&mut self, mut uses: Vec<Use>, home: impl Fn(u32) -> Home) {
        // What is read twice is told once.
        uses.sort_by_key(|one| (one.span.start, one.span.end, !one.binds));
        uses.dedup_by_key(|one| (one.span.start, one.span.end));
        let mut known: FxHashMap<Variable, usize> = FxHashMap::default();
        for one in uses {
            let next = known.len();
            let variable = *known.entry(one.variable).or_insert(next);
            if variable == next {
                self.homes.push(match one.variable {
                    Variable::Local(..) => Home::Own,
                    Variable::Global(slot) => home(slot),
                });
            }
            self.names.push(Name { place: range(one.span), variable, binds: one.binds });
        }
    }

    /// The name that a place is in, or right behind.
    pub fn name_at(&self, at: usize) -> Option<&Name> {
        let behind = self.names.partition_point(|name| name.place.start <= at);
        self.names[..behind].last().filter(|name| at <= name.place.end)
    }

    /// All names of a variable.
    pub fn uses(&self, variable: usize) -> impl Iterator<Item = &Name> {
        self.names.iter().filter(move |name| name.variable == variable)
    }

    /// The definition whose name stands there.
    pub fn definition(&self, name: &Range<usize>) -> Option<&Entry> {
        self.outline.iter().find(|entry| entry.name_place == *name && entry.kind != "check")
    }

    /// Where the names stand that the same variables mean, names apart: two texts that differ in a name alone have the same.
    pub fn pattern(&self) -> Vec<usize> {
        self.names.iter().map(|name| name.variable).collect()
    }

    /// The definitions that a part of the text needs, and those that they need, as a program; nothing if one of them does more than
    /// define, or is spoiled by an error, or if a variable gets a value more than once.
    pub fn needed(&self, text: &str, part: &Range<usize>) -> Option<String> {
        let places = self.needs(part)?;
        let here = |name: &&Name| places.iter().chain([part]).any(|place| inside(&name.place, place));
        let variables: FxHashSet<usize> = self.names.iter().filter(here).map(|name| name.variable).collect();
        let again = |variable| {
            let holder = |name: &Name| self.statements.iter().position(|(place, _)| inside(&name.place, place));
            let mut holders = self.uses(variable).filter(|name| name.binds).map(holder);
            holders.next().is_some_and(|first| holders.any(|holder| holder != first))
        };
        if variables.into_iter().any(again) {
            return None;
        }
        Some(places.into_iter().map(|place| format!("{}\n", &text[place])).collect())
    }

    /// A part of the text with the definitions that it needs, each where it stands, and blanks for all else.
    pub fn alone(&self, text: &str, part: &Range<usize>) -> Option<String> {
        let mut places = self.needs(part)?;
        places.push(part.clone());
        places.sort_by_key(|place| place.start);
        let (mut out, mut last) = (String::with_capacity(text.len()), 0);
        for place in places {
            let gap = &text[last..place.start];
            let parted = if last > 0 && !gap.contains('\n') { ";" } else { "" };
            out.push_str(parted);
            out.extend(gap.chars().skip(parted.len()).map(|c| if c == '\n' { c } else { ' ' }));
            out.push_str(&text[place.clone()]);
            last = place.end;
        }
        Some(out)
    }

    /// Where the definitions stand that a part of the text needs, in their order.
    fn needs(&self, part: &Range<usize>) -> Option<Vec<Range<usize>>> {
        let mut wanted = vec![false; self.statements.len()];
        let mut open = vec![part.clone()];
        while let Some(part) = open.pop() {
            if self.errors.iter().any(|error| {
                !error.mistake.is_warning() && error.labels.iter().any(|(at, _)| inside(&range(*at), &part))
            }) {
                return None;
            }
            for name in self.names.iter().filter(|name| inside(&name.place, &part)) {
                if matches!(self.homes[name.variable], Home::Imported(..)) {
                    return None;
                }
                for bound in self.uses(name.variable).filter(|one| one.binds) {
                    let holder = self.statements.iter().position(|(place, _)| inside(&bound.place, place));
                    let Some(holder) = holder.filter(|holder| !wanted[*holder]) else { continue };
                    let (place, defines) = &self.statements[holder];
                    // What stands behind the part is not known there yet, but for functions.
                    if !inside(&part, place) {
                        if !defines {
                            return None;
                        }
                        wanted[holder] = true;
                        open.push(place.clone());
                    }
                }
            }
        }
        let needed = self.statements.iter().zip(wanted).filter(|(_, wanted)| *wanted);
        Some(needed.map(|((place, _), _)| place.clone()).collect())
    }
}

fn inside(place: &Range<usize>, part: &Range<usize>) -> bool {
    part.start <= place.start && place.end <= part.end
}

/// Whether a statement does nothing but give names their values.
fn defines(statement: &Stmt) -> bool {
    matches!(statement.kind, StmtKind::Function(_) | StmtKind::Declaration(_) | StmtKind::Assign(Target::Pattern(_), _))
}

fn entry(statement: &Stmt, text: &str) -> Option<Entry> {
    let written = |params: &[crate::syntax::ast::Param], name: &str| crate::resolve::signature(name, params, text);
    let (name, kind, place, signature) = match &statement.kind {
        StmtKind::Function(f) => {
            (f.name.name.to_string(), "function", f.name.span, Some(written(&f.params, &f.name.name)))
        }
        StmtKind::Declaration(d) => {
            (d.name.name.to_string(), d.word, d.name.span, Some(crate::resolve::declared_signature(d, text)))
        }
        StmtKind::Assign(Target::Pattern(Pattern::Name(ident)), value) => {
            let kind = if matches!(&*value.kind, ExprKind::Lambda(..)) { "function" } else { "variable" };
            (ident.name.to_string(), kind, ident.span, None)
        }
        StmtKind::Question(q) => (q.name.name.to_string(), "question", q.name.span, None),
        StmtKind::Answer(a) => (a.name.name.to_string(), "answer", a.name.span, None),
        StmtKind::Check(claim, _) => (text.get(range(claim.span))?.to_owned(), "check", claim.span, None),
        _ => return None,
    };
    let doc = statement.doc.as_ref().map(ToString::to_string);
    Some(Entry { name, kind, place: range(statement.span), name_place: range(place), signature, doc })
}

/// The definition in the text of a file that is imported whose name stands there.
pub fn imported_entry(text: &str, name: &Range<usize>) -> Option<Entry> {
    let statements = parse(0, text, Mode::Script).program.statements;
    statements.iter().filter_map(|s| entry(s, text)).find(|entry| entry.name_place == *name && entry.kind != "check")
}

/// Where the library defines a name: the file, its text, and the name in it. Nothing for what is not written in the language.
pub fn library_place(name: &str) -> Option<(&'static str, &'static str, Range<usize>)> {
    stdlib::FILES.iter().find_map(|(file, text)| {
        stdlib::defined(text).any(|defined| defined == name).then_some(())?;
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            if stdlib::defined(line).any(|defined| defined == name) {
                let at = start + line.find(name)?;
                return Some((*file, *text, at..at + name.len()));
            }
            start += line.len();
        }
        None
    })
}

/// Whether a variable can have this name.
pub fn is_name(text: &str) -> bool {
    let kinds = crate::syntax::tokens(text);
    matches!(kinds[..], [(crate::syntax::Highlight::Name, 0, end)] if end == text.len()) && !is_reserved(text)
}

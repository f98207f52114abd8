//! The engine that every front end calls: texts in, outputs and errors out. It never prints, exits or draws.

use crate::diagnostics::{Diagnostic, Errors, Mistake};
use crate::eval::{Machine, Sink};
use crate::imports;
use crate::library;
use crate::limits::{Handle, Limits, Stop, allocated, with_room};
pub use crate::report::{CheckReport, Doc, NameInfo, Output, Shown, Verdict};
use crate::resolve::{bound, resolve};
use crate::source::{Sources, Span};
use crate::stdlib;
use crate::syntax::ast::{Program, StmtKind};
use crate::syntax::{Mode, Pace, Parsed, Read, parse, read, unseen, within};
use crate::value::{Fault, Flow, Res, Value};
use rustc_hash::FxHashMap;
use std::hash::BuildHasher;
use std::path::PathBuf;
use std::rc::Rc;

/// So many files may be imported.
const MOST_IMPORTS: usize = 1000;

/// What a session may do.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Bounds for every submission.
    pub limits: Limits,
    /// Whether `import` and programs may use files, and from where relative names start.
    pub import_from: Option<PathBuf>,
    /// What the script sees as `arguments`.
    pub arguments: Vec<String>,
}

/// What a submission came to.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// Errors, in the order of the text; empty if all went well. The session's bindings are as before if there are any.
    pub errors: Vec<Diagnostic>,
    /// Checks that held.
    pub passed: usize,
    /// Checks that did not, or could not be decided.
    pub failed: usize,
    /// An expression in a loop whose values nobody saw, though the loop said nothing else.
    pub unseen: Option<crate::source::Span>,
}

/// A text that was read and resolved: see [`Session::load`].
pub struct Loaded {
    /// Its statements.
    pub tree: Program,
    /// Their code, one for one.
    pub code: crate::eval::node::Program,
    /// Errors, each with the statement that it spoils, if it can be told.
    pub errors: Vec<(Option<usize>, Diagnostic)>,
    /// Spoiled statements, each with its first error.
    spoiled: FxHashMap<usize, usize>,
}

impl Loaded {
    /// The first error of a statement.
    pub fn error_of(&self, statement: usize) -> Option<&Diagnostic> {
        self.spoiled.get(&statement).map(|&i| &self.errors[i].1)
    }

    /// Nothing but a bound that was reached while reading.
    fn stopped(stop: Stop) -> Loaded {
        Loaded {
            tree: Program::default(),
            code: crate::eval::node::Program::default(),
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

/// A bound that was reached before anything ran.
fn while_reading(stop: Stop) -> Diagnostic {
    let fault = match *Box::<Flow>::from(stop) {
        Flow::Fault(fault) => fault,
        _ => Fault::new(Mistake::Bug, "stopped"),
    };
    fault.note("It was reached while the text was read, before anything in it ran.").diagnostic()
}

/// A session: its bindings, its store of games, its sources.
pub struct Session {
    settings: Settings,
    machine: Machine,
    next_rules: u32,
    /// Names that were bound before the user bound any: they are not the user's.
    docs: Vec<Doc>,
    /// Imported files, by their full name, with a hash of their text: each is run once, and again when it has changed.
    imported: Vec<(PathBuf, u64)>,
    /// The files that are being read, each imported by the one before it.
    importing: Vec<PathBuf>,
    /// An expression in a loop of the last program whose values nobody saw.
    unseen: Option<crate::source::Span>,
}

impl Session {
    /// A session with the library loaded.
    pub fn new(settings: Settings) -> Session {
        let handle = Rc::new(Handle::default());
        let mut machine = Machine::new(handle, crate::builtins::reasons::HOOKS);
        library::constants(machine.globals_mut(), &settings.arguments);
        if let Some(folder) = &settings.import_from {
            machine.allow_files(crate::files::Files::new(folder.clone()));
        }
        let mut session = Session {
            settings,
            machine,
            next_rules: 0,
            docs: Vec::new(),
            imported: Vec::new(),
            importing: Vec::new(),
            unseen: None,
        };
        session.docs = library::native_docs();
        for (name, text) in stdlib::FILES {
            let errors = session.load_library(name, text);
            debug_assert!(errors.is_empty(), "{name}: {errors:?}");
        }
        session.machine.handle.set_limits(session.settings.limits.clone());
        session
    }

    fn load_library(&mut self, name: &str, text: &str) -> Vec<Diagnostic> {
        let source = self.machine.add_source(name, text);
        let parsed = parse(source, text, Mode::Script);
        self.docs.extend(library::docs_of(&parsed.program));
        let (globals, pace) = (self.machine.globals_mut(), Pace::unbounded());
        let resolved = resolve(&parsed.program, text, globals, true, &mut self.next_rules, &pace);
        let mut errors = parsed.errors;
        errors.extend(resolved.errors.kept);
        if let Err(flow) = self.machine.run(&resolved.program, &mut |_, _| Ok(())) {
            errors.extend(diagnostic_of(*flow));
        }
        errors
    }

    /// The handle of its computations: interruption, limits, progress.
    pub fn handle(&self) -> &Rc<Handle> {
        &self.machine.handle
    }

    /// Every text that errors may point into.
    pub fn sources(&self) -> &Sources {
        self.machine.sources()
    }

    /// The evaluator, for front ends that ask about values.
    pub fn machine(&mut self) -> &mut Machine {
        &mut self.machine
    }

    /// Reads and runs a text. Every output goes to `sink` as soon as it is there. If there is an error, the bindings are
    /// as they were before.
    pub fn run(&mut self, name: &str, text: &str, mode: Mode, sink: Sink) -> Outcome {
        self.machine.handle.restart();
        self.relieve();
        let source = self.machine.add_source(name, text);
        let before = (self.machine.globals().clone(), self.imported.len(), self.machine.epoch());
        self.machine.listen(Rc::clone(&sink));
        self.unseen = None;
        self.importing = std::path::Path::new(name).canonicalize().into_iter().collect();
        let errors = self.submit(source, name, text, mode, &sink);
        let (passed, failed) = self.machine.end_listening();
        if !errors.is_empty() {
            self.machine.unwind();
            *self.machine.globals_mut() = before.0;
            self.imported.truncate(before.1);
            // Results that were kept meanwhile may come from bindings that are gone again.
            if self.machine.epoch() != before.2 {
                self.machine.outdated();
            }
        }
        self.machine.globals_mut().forget_unset();
        Outcome { errors, passed, failed, unseen: self.unseen.take() }
    }

    /// Forgets what can be computed again, once it fills half of what is allowed.
    fn relieve(&mut self) {
        let full = self.settings.limits.memory.is_some_and(|limit| allocated() > limit / 2);
        if full {
            self.machine.forget_positions();
        }
        if self.settings.limits.memory.is_some_and(|limit| allocated() > limit / 2) {
            self.machine.forget_games();
        }
    }

    fn submit(&mut self, source: u32, name: &str, text: &str, mode: Mode, sink: &Sink) -> Vec<Diagnostic> {
        // The tree is dropped here, whatever it is.
        with_room(|| self.submit_text(source, name, text, mode, sink))
    }

    fn submit_text(&mut self, source: u32, name: &str, text: &str, mode: Mode, sink: &Sink) -> Vec<Diagnostic> {
        let handle = Rc::clone(&self.machine.handle);
        let pace = Pace::new(&handle);
        let Parsed { mut program, errors } = within(source, text, mode, &pace);
        if let Some(stop) = pace.stopped() {
            return vec![while_reading(stop)];
        }
        if !errors.is_empty() {
            return errors;
        }
        let errors = self.imports(&mut program, name, sink);
        if !errors.is_empty() {
            return errors.told();
        }
        let resolved = resolve(&program, text, self.machine.globals_mut(), false, &mut self.next_rules, &pace);
        if let Some(stop) = pace.stopped() {
            return vec![while_reading(stop)];
        }
        if !resolved.errors.is_empty() {
            return resolved.errors.told();
        }
        let mut last = None;
        let emit = Rc::clone(sink);
        let result = self.machine.run(&resolved.program, &mut |machine, value| {
            if !matches!(value, Value::Nothing) {
                let value_shown = shown(machine, &value)?;
                emit(Output::Value(value_shown), machine.sources());
                last = Some(value);
            }
            Ok(())
        });
        self.machine.unwind();
        if let Err(flow) = result {
            return diagnostic_of(*flow).into_iter().collect();
        }
        if let Some(span) = self.machine.take_silent() {
            let statement = program
                .statements
                .iter()
                .find(|s| s.span.start <= span.start && span.end <= s.span.end && s.span.source == span.source);
            self.unseen = statement.and_then(unseen::in_loop);
        }
        if let Some(value) = last {
            let slot = self.machine.globals().user.get("_").copied();
            self.machine.globals_mut().set_user("_", value);
            if slot.is_some_and(|slot| self.machine.globals().watched[slot as usize]) {
                self.machine.outdated();
            }
        }
        Vec::new()
    }

    /// Reads and resolves a text that will be run statement by statement. A statement with an error is left out of it,
    /// all others can be run; functions and rule sets exist at once, as in [`Session::run`].
    pub fn load(&mut self, name: &str, text: &str, sink: &Sink) -> Loaded {
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
            return Loaded::stopped(stop);
        }
        // An import that fails spoils no statement: those that need it fail for themselves.
        let imports = self.imports(&mut tree, name, sink).told();
        let resolved = resolve(&tree, text, self.machine.globals_mut(), false, &mut self.next_rules, &pace);
        if let Some(stop) = pace.stopped() {
            return Loaded::stopped(stop);
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
        Loaded { tree, code, errors, spoiled }
    }

    /// Runs the files that a program imports, and takes their statements' place.
    fn imports(&mut self, program: &mut Program, name: &str, sink: &Sink) -> Errors {
        let mut errors = Errors::default();
        let mut kept = Vec::new();
        for statement in std::mem::take(&mut program.statements) {
            let StmtKind::Import(path) = &statement.kind else {
                kept.push(statement);
                continue;
            };
            match self.import(path, name, sink) {
                Ok(found) => found.into_iter().for_each(|error| errors.push(error)),
                Err(failure) => {
                    let message = format!("cannot import \"{path}\": {failure}");
                    let error = Diagnostic::new(Mistake::Import, statement.span, message);
                    errors.push(failure.advice().into_iter().fold(error, Diagnostic::note));
                }
            }
        }
        program.statements = kept;
        errors
    }

    fn import(&mut self, path: &str, importer: &str, sink: &Sink) -> Result<Vec<Diagnostic>, imports::Failure> {
        let from = self.settings.import_from.as_ref().ok_or(imports::Failure::NoFiles)?;
        // A file's imports are relative to the file itself.
        let beside = std::path::Path::new(importer).parent().filter(|p| p.is_dir() && !p.as_os_str().is_empty());
        let full = beside.map_or_else(|| from.join(path), |dir| dir.join(path));
        let text = imports::text(&full)?;
        let name = full.strip_prefix(".").unwrap_or(&full).display().to_string();
        let full = full.canonicalize().map_err(|e| imports::Failure::Refused(e.to_string()))?;
        if let Some(first) = self.importing.iter().position(|file| *file == full) {
            let name = |file: &PathBuf| file.file_name().map_or(String::new(), |n| n.to_string_lossy().into_owned());
            let round: Vec<String> = self.importing[first..].iter().chain([&full]).map(name).collect();
            return Err(imports::Failure::Circle(round));
        }
        let hash = rustc_hash::FxBuildHasher.hash_one(&text);
        if self.imported.contains(&(full.clone(), hash)) {
            return Ok(Vec::new());
        }
        if self.imported.len() >= MOST_IMPORTS {
            return Err(imports::Failure::TooMany(MOST_IMPORTS));
        }
        self.imported.push((full.clone(), hash));
        let source = self.machine.add_source(&name, &text);
        self.importing.push(full);
        let errors = self.submit(source, &name, &text, Mode::Script, sink);
        self.importing.pop();
        Ok(errors)
    }

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

/// A value as people see it.
fn shown(machine: &mut Machine, value: &Value) -> Res<Shown> {
    let text = machine.display(value)?;
    // A position is followed by its value, if that can be found; its own notation stands in any case.
    let worth = match value {
        Value::Position(_) | Value::Sum(_) => machine.worth(value)?,
        _ => None,
    };
    Ok(Shown { text, value: worth, kind: value.kind(), json: machine.json(value)? })
}

fn diagnostic_of(flow: Flow) -> Option<Diagnostic> {
    match flow {
        Flow::Fault(fault) => Some(fault.diagnostic()),
        Flow::Return(_) | Flow::Break | Flow::Continue => None,
    }
}

//! The user's definitions as a script that makes them again.
//!
//! A script gives a name one meaning throughout, and shows most values by a notation: so each line is read back as it will be
//! read there, and stands in the script only if it gives what it was made of. What cannot be told so becomes a comment.

use super::Session;
use crate::adapters::DECLARATIONS;
use crate::library;
use crate::limits::{with_room, with_stack};
use crate::resolve::trace::Variable;
use crate::resolve::{Whose, traced};
use crate::syntax::ast::{StmtKind, Target};
use crate::syntax::{Highlight, Mode, Pace, is_down, parse, tokens};
use crate::value::key::same;
use crate::value::node::Node;
use crate::value::{Globals, Value};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The user's definitions as a script.
#[derive(Clone, Debug, Default)]
pub struct Saved {
    /// The script.
    pub script: String,
    /// The names that it does not make again; a comment in it says why.
    pub left: Vec<String>,
}

/// What a line gives that does not make its value again.
enum Instead {
    Error,
    Other,
}

impl Instead {
    fn words(&self) -> &'static str {
        match self {
            Instead::Error => "an error",
            Instead::Other => "something else",
        }
    }
}

/// A definition on its way into the script.
struct Line {
    name: String,
    slot: u32,
    /// The text, or why there is none.
    text: Result<String, String>,
    /// The variables that it uses.
    uses: Vec<u32>,
}

impl Session {
    /// The user's definitions and bindings as a script that makes them again, with comments on those that it cannot make.
    pub fn saved(&mut self) -> Saved {
        self.machine.handle.restart();
        self.machine.listen(Rc::new(|_, _| {}));
        let mut lines: Vec<Line> = Vec::new();
        for (slot, name) in library::users(self.machine.globals()) {
            let value = self.machine.globals().values[slot as usize].clone();
            let mut line =
                Line { text: Err(format!("{} has no notation of its own", value.a_kind())), uses: vec![], name, slot };
            for text in self.notations(&line.name, &value) {
                match with_room(|| self.reads_back(&text, &value)) {
                    Ok(uses) => {
                        line.uses = uses;
                        line.text = Ok(text);
                        break;
                    }
                    Err(instead) => {
                        line.text =
                            Err(format!("read in a script, what it is written as would be {}", instead.words()));
                    }
                }
            }
            lines.push(line);
        }
        self.machine.end_listening();
        self.machine.unwind();
        self.spoil(&mut lines);
        script(&lines)
    }

    /// How a definition could be written, the best first.
    fn notations(&mut self, name: &str, value: &Value) -> Vec<String> {
        // Where a variable is called `v`, downs are written by the sign that is no word.
        let down_is_bound = self.machine.globals().user.keys().any(|name| is_down(name));
        let assigned = |text: &str| format!("{name} = {}", if down_is_bound { with_arrows(text) } else { text.into() });
        match value {
            Value::Func(f) if f.proto.spreads && *f.proto.name == *name => vec![format!("{name} = {}", f.proto.source)],
            Value::Func(f) if f.proto.spreads => {
                vec![format!("{name} = {}", f.proto.name), format!("{name} = {}", f.proto.source)]
            }
            Value::Func(f) if *f.proto.name == *name => vec![documented(f.proto.doc.as_deref(), &f.proto.source)],
            Value::Func(f) => vec![format!("{name} = {}", f.proto.name)],
            Value::Rules(r) if *r.name == *name => vec![documented(r.doc.as_deref(), &r.source)],
            Value::Native(native) => vec![format!("{name} = {}", native.name)],
            Value::Display(_) | Value::Thermograph(_) | Value::Move(_) => vec![],
            Value::Form(form) => self.machine.form_notation(form).iter().map(|text| assigned(text)).collect(),
            other => self.machine.notation(other).iter().map(|text| assigned(text)).collect(),
        }
    }

    /// Whether a line gives this value, as names are used now, and then the variables that it uses; otherwise what it gives instead.
    fn reads_back(&mut self, line: &str, value: &Value) -> Result<Vec<u32>, Instead> {
        self.provide(line);
        let parsed = parse(0, line, Mode::Script);
        if !parsed.errors.is_empty() {
            return Err(Instead::Error);
        }
        let [statement] = &parsed.program.statements[..] else { return Err(Instead::Other) };
        let defines = match &statement.kind {
            StmtKind::Function(_) | StmtKind::Declaration(_) => true,
            StmtKind::Assign(Target::Pattern(_), _) => false,
            _ => return Err(Instead::Other),
        };
        let globals = self.machine.globals().clone();
        let (resolved, uses) = traced(
            &parsed.program,
            line,
            self.machine.globals_mut(),
            Whose::Script,
            &mut self.next_rules,
            (&Pace::unbounded(), &DECLARATIONS),
            Some(Vec::new()),
        );
        *self.machine.globals_mut() = globals;
        if !resolved.errors.kept.is_empty() {
            return Err(Instead::Error);
        }
        let (program, [code]) = (&resolved.program, &resolved.program.statements[..]) else {
            return Err(Instead::Other);
        };
        let Node::Assign(assigned) = &code.code.node else { return Err(Instead::Other) };
        let again = match &program.definitions[..] {
            [(_, again)] => again.clone(),
            _ => {
                self.machine.prepare(program);
                self.machine.eval(&assigned.1).map_err(|_| Instead::Error)?
            }
        };
        let globals = self.machine.globals();
        let (old, new) = match (value, &again) {
            (Value::Func(f), Value::Func(g)) => {
                if !Rc::ptr_eq(f, g) && (f.proto.source != g.proto.source || !f.captured.is_empty()) {
                    return Err(Instead::Other);
                }
                (&f.proto.reads, &g.proto.reads)
            }
            (Value::Rules(r), Value::Rules(s)) if let (Some(x), Some(y)) = (r.engine(), s.engine()) => {
                // What an engine reads anew each time is read by the names that it was declared with.
                let taken = |slot: &u32| {
                    let name = &globals.names[*slot as usize];
                    globals.user.get(name) == Some(slot) && globals.library.contains_key(name)
                };
                let uses = variables(&uses);
                let alike = Rc::ptr_eq(r, s) || r.name == s.name && x.fixed() == y.fixed() && !uses.iter().any(taken);
                return alike.then_some(uses).ok_or(Instead::Other);
            }
            (Value::Rules(r), Value::Rules(s)) if defines => (&r.reads, &s.reads),
            _ => {
                // A literal, and what is played, is written as it is; of all else the value counts.
                let played = matches!(value, Value::Form(_) | Value::Position(_) | Value::Sum(_));
                let mut key = |value| if played { self.machine.played_key(value) } else { self.machine.key(value) };
                let (Ok(old), Ok(new)) = (key(value), key(&again)) else { return Err(Instead::Other) };
                let alike = old == new && value.kind() == again.kind();
                return if alike { Ok(variables(&uses)) } else { Err(Instead::Other) };
            }
        };
        if alike(globals, old, new) { Ok(variables(&uses)) } else { Err(Instead::Other) }
    }

    /// What uses a name that the script does not give, is not in it either.
    fn spoil(&self, lines: &mut [Line]) {
        let globals = self.machine.globals();
        let own: FxHashMap<u32, &str> = globals.user.iter().map(|(name, slot)| (*slot, &**name)).collect();
        let mut told: rustc_hash::FxHashSet<u32> = lines.iter().filter(|l| l.text.is_ok()).map(|l| l.slot).collect();
        loop {
            let before = told.len();
            for line in lines.iter_mut().filter(|line| line.text.is_ok()) {
                if let Some(lost) = line.uses.iter().find(|slot| own.contains_key(slot) && !told.contains(slot)) {
                    let bound = !matches!(globals.values[*lost as usize], Value::Unset);
                    let why = if bound { "is not saved either" } else { "has no value" };
                    line.text = Err(format!("it uses `{}`, which {why}", own[lost]));
                    told.remove(&line.slot);
                }
            }
            if told.len() == before {
                return;
            }
        }
    }
}

/// Whether these are the same variables, or others of the same names and values.
fn alike(globals: &Globals, old: &[u32], new: &[u32]) -> bool {
    let sorted = |slots: &[u32]| {
        let mut named: Vec<_> = slots.iter().map(|&slot| (Rc::clone(&globals.names[slot as usize]), slot)).collect();
        named.sort();
        named
    };
    let value = |slot: u32| &globals.values[slot as usize];
    old.len() == new.len()
        && sorted(old).iter().zip(&sorted(new)).all(|(x, y)| x == y || x.0 == y.0 && same(value(x.1), value(y.1)))
}

fn variables(uses: &[crate::resolve::trace::Use]) -> Vec<u32> {
    let global = |variable| match variable {
        Variable::Global(slot) => Some(slot),
        Variable::Local(..) => None,
    };
    uses.iter().filter(|one| !one.binds).filter_map(|one| global(one.variable)).collect()
}

/// The lines in their order, but for those that use others: these stand behind them.
fn script(lines: &[Line]) -> Saved {
    fn write(at: usize, lines: &[Line], places: &FxHashMap<u32, usize>, written: &mut [bool], out: &mut Saved) {
        if std::mem::replace(&mut written[at], true) {
            return;
        }
        let line = &lines[at];
        for used in line.uses.iter().filter_map(|slot| places.get(slot)) {
            with_stack(|| write(*used, lines, places, written, out));
        }
        match &line.text {
            Ok(text) => out.script.push_str(text),
            Err(why) => {
                out.script.push_str(&format!("# {} is not saved: {why}", line.name));
                out.left.push(line.name.clone());
            }
        }
        out.script.push('\n');
    }
    let places = lines.iter().enumerate().map(|(i, line)| (line.slot, i)).collect();
    let (mut out, mut written) = (Saved::default(), vec![false; lines.len()]);
    (0..lines.len()).for_each(|at| write(at, lines, &places, &mut written, &mut out));
    out
}

/// A notation with `↓` for `v`.
fn with_arrows(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for (kind, start, end) in tokens(text) {
        let token = &text[start..end];
        if kind == Highlight::GameValue && token.starts_with('v') {
            let rest = token.trim_start_matches('v');
            let downs = token.len() - rest.len();
            out.push_str(&text[done..start]);
            out.push('↓');
            if downs > 1 {
                out.push_str(&downs.to_string());
            }
            out.push_str(rest);
            done = end;
        }
    }
    out + &text[done..]
}

/// A definition behind its `##` lines.
fn documented(doc: Option<&str>, source: &str) -> String {
    let doc: String = doc.iter().flat_map(|doc| doc.lines()).map(|line| format!("## {line}\n")).collect();
    doc + source
}

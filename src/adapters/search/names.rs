//! Names of positions that last: digests of a rule set with all that its clauses read, and of the parameters.
//!
//! In: a position. Out: 128 bits that are the same in every run of this version, or nothing where something that the moves may depend on
//! cannot be named: rules in Rust or Python, variables that functions share, things such as posets, what has no value yet. A definition is
//! named by its text and by the values of the variables of the script that it reads, in their order by name, definitions among them in
//! turn; one that was met before is named by its place. So equal names mean equal texts whose names mean the same.

use crate::eval::Machine;
use crate::games::Store;
use crate::limits::{Handle, with_stack};
use crate::posets::subsets::seal::{Key, Seal};
use crate::value::globals::Globals;
use crate::value::node::Rules;
use crate::value::{Position, Value};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Names of rule sets by their numbers, as far as they have some.
#[derive(Default)]
struct Named(FxHashMap<u32, Option<u128>>);

impl Machine {
    /// The name of a position.
    pub(super) fn lasting_name(&mut self, position: &Position) -> Option<u128> {
        let rules = match self.facts().of::<Named>().0.get(&position.rules.id) {
            Some(&known) => known,
            None => {
                let name = self.spell(|spelling| spelling.rules(&position.rules));
                self.facts().of::<Named>().0.insert(position.rules.id, name);
                name
            }
        }?;
        // The rules have a digest for good; positions are many, and each is named among those of its rules.
        let spelt = self.spelling(|spelling| spelling.all(position.arguments.iter()))?;
        Some(crate::search::name(rules, &spelt))
    }

    /// The name of a value.
    pub fn lasting_name_of(&mut self, value: &Value) -> Option<u128> {
        self.spell(|spelling| spelling.value(value))
    }

    fn spelling(&mut self, spell: impl FnOnce(&mut Spelling) -> Option<()>) -> Option<Vec<u8>> {
        let mut spelling =
            Spelling { globals: self.globals(), store: &self.store, seen: FxHashMap::default(), out: Vec::new() };
        spell(&mut spelling)?;
        Some(spelling.out)
    }

    fn spell(&mut self, spell: impl FnOnce(&mut Spelling) -> Option<()>) -> Option<u128> {
        let spelt = self.spelling(spell)?;
        let mut digest = Seal::new(&Key([0; Key::BYTES]));
        digest.take(&spelt);
        let [low, high, ..] = digest.words();
        Some(u128::from(high) << 64 | u128::from(low))
    }
}

/// What goes into a name: each piece begins with its kind and its length, so that no two spellings run together.
struct Spelling<'a> {
    globals: &'a Globals,
    store: &'a Store,
    /// Definitions by their addresses, with their places.
    seen: FxHashMap<usize, u64>,
    out: Vec<u8>,
}

impl Spelling<'_> {
    fn number(&mut self, n: u64) {
        self.out.extend(n.to_le_bytes());
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.out.extend(bytes);
    }

    fn text(&mut self, kind: u8, text: &str) -> Option<()> {
        self.out.push(kind);
        self.bytes(text.as_bytes());
        Some(())
    }

    fn all<'v>(&mut self, values: impl ExactSizeIterator<Item = &'v Value>) -> Option<()> {
        self.number(values.len() as u64);
        values.into_iter().try_for_each(|value| self.value(value))
    }

    fn value(&mut self, value: &Value) -> Option<()> {
        with_stack(|| self.spelt(value))
    }

    fn spelt(&mut self, value: &Value) -> Option<()> {
        match value {
            Value::Nothing => self.text(b'0', ""),
            Value::Bool(truth) => self.text(b'b', &truth.to_string()),
            Value::Int(n) => {
                self.out.push(b'i');
                self.number(n.cast_unsigned());
                Some(())
            }
            Value::Big(n) => self.text(b'n', &n.to_str_radix(16)),
            Value::Ratio(q) => self.text(b'q', &format!("{:x}/{:x}", q.numer(), q.denom())),
            Value::Str(text) => self.text(b't', text),
            Value::Player(player) => self.text(b'p', player.name()),
            Value::Outcome(outcome) => self.text(b'o', outcome.name()),
            Value::Game(game) => {
                let name = self.store.name(*game, &Handle::default()).ok()?;
                self.text(b'g', &name)
            }
            Value::Grid(grid) => {
                self.out.push(b'c');
                self.number(grid.columns() as u64);
                self.bytes(grid.symbols());
                Some(())
            }
            Value::Native(native) => self.text(b'l', native.name),
            Value::Range(ends) => {
                self.out.push(b'r');
                self.number(ends.0.cast_unsigned());
                self.number(ends.1.cast_unsigned());
                Some(())
            }
            Value::Tuple(items) => self.items(b'T', &items[..]),
            Value::List(items) => self.items(b'L', &items[..]),
            Value::Set(items) => {
                self.out.push(b'S');
                self.all(items.iter().map(|key| &key.0))
            }
            Value::Map(entries) => {
                self.out.push(b'M');
                self.number(entries.len() as u64);
                entries.iter().try_for_each(|(key, value)| {
                    self.value(&key.0)?;
                    self.value(value)
                })
            }
            Value::Position(position) => {
                self.out.push(b'P');
                self.rules(&position.rules)?;
                self.all(position.arguments.iter())
            }
            Value::Sum(sum) => {
                self.out.push(b'+');
                self.number(sum.terms.len() as u64);
                for (negative, position) in sum.terms.iter() {
                    self.out.push(u8::from(*negative));
                    self.value(&Value::Position(Rc::clone(position)))?;
                }
                self.value(&sum.rest)
            }
            Value::Rules(rules) => self.rules(rules),
            Value::Func(closure) if closure.captured.is_empty() => {
                let proto = &closure.proto;
                self.definition(Rc::as_ptr(proto).addr(), &proto.source, &proto.reads)
            }
            _ => None,
        }
    }

    fn items(&mut self, kind: u8, items: &[Value]) -> Option<()> {
        self.out.push(kind);
        self.all(items.iter())
    }

    fn rules(&mut self, rules: &Rc<Rules>) -> Option<()> {
        if rules.native.is_some() {
            return None;
        }
        self.definition(Rc::as_ptr(rules).addr(), &rules.source, &rules.reads)
    }

    fn definition(&mut self, address: usize, source: &str, reads: &[u32]) -> Option<()> {
        let next = self.seen.len() as u64;
        if let Some(&place) = self.seen.get(&address) {
            self.out.push(b'^');
            self.number(place);
            return Some(());
        }
        self.seen.insert(address, next);
        self.text(b'd', source)?;
        let globals = self.globals;
        let mut reads: Vec<_> =
            reads.iter().map(|&slot| (&*globals.names[slot as usize], &globals.values[slot as usize])).collect();
        reads.sort_by_key(|(name, _)| *name);
        self.number(reads.len() as u64);
        for (name, value) in reads {
            self.text(b'=', name)?;
            self.value(value)?;
        }
        Some(())
    }
}

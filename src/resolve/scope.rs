//! Which names exist, and where their values are kept.

use crate::value::Value;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The variables of scripts and of the library: a slot each, and names in two layers.
#[derive(Clone, Debug, Default)]
pub struct Globals {
    /// The library's names.
    pub library: FxHashMap<Rc<str>, u32>,
    /// The user's names, which hide the library's.
    pub user: FxHashMap<Rc<str>, u32>,
    /// Values by slot.
    pub values: Vec<Value>,
    /// Names by slot, for messages.
    pub names: Vec<Rc<str>>,
    /// By slot, whether a function or rule set reads it: what was computed with its old value is forgotten when it
    /// changes.
    pub watched: Vec<bool>,
}

impl Globals {
    /// A new slot without a value.
    pub fn slot(&mut self, name: &Rc<str>) -> u32 {
        self.values.push(Value::Unset);
        self.watched.push(false);
        self.names.push(Rc::clone(name));
        u32::try_from(self.values.len() - 1).expect("fewer than 2^32 variables")
    }

    /// The slot that a name means.
    pub fn find(&self, name: &str) -> Option<u32> {
        self.user.get(name).or_else(|| self.library.get(name)).copied()
    }

    /// Binds a name in the user's layer.
    pub fn set_user(&mut self, name: &str, value: Value) {
        let name: Rc<str> = name.into();
        let slot = match self.user.get(&name) {
            Some(&slot) => slot,
            None => {
                let slot = self.slot(&name);
                self.user.insert(name, slot);
                slot
            }
        };
        self.values[slot as usize] = value;
    }

    /// Binds a name in the library's layer.
    pub fn set_library(&mut self, name: &str, value: Value) {
        let name: Rc<str> = name.into();
        let slot = self.slot(&name);
        self.library.insert(name, slot);
        self.values[slot as usize] = value;
    }

    /// Takes names that never got a value out of the user's layer, where they would hide the library's.
    pub fn forget_unset(&mut self) {
        let Globals { library, user, values, .. } = self;
        user.retain(|name, slot| !matches!(values[*slot as usize], Value::Unset) || !library.contains_key(name));
    }

    /// The value that a name has.
    pub fn value(&self, name: &str) -> Option<&Value> {
        self.find(name).map(|slot| &self.values[slot as usize]).filter(|value| !matches!(value, Value::Unset))
    }
}

/// The variables of one function while its body is read.
#[derive(Debug, Default)]
pub struct Frame {
    /// Names of the blocks that are open, innermost last. The first holds parameters and assigned names.
    pub blocks: Vec<FxHashMap<Rc<str>, u32>>,
    /// Slots given out so far.
    pub slots: u32,
    /// Shared variables: the slot outside, and the slot here.
    pub shared: Vec<(u32, u32)>,
}

impl Frame {
    /// A frame with its first block open.
    pub fn new() -> Frame {
        Frame { blocks: vec![FxHashMap::default()], ..Frame::default() }
    }

    /// A new slot, with a name in the innermost block.
    pub fn declare(&mut self, name: &Rc<str>) -> u32 {
        let slot = self.hidden();
        if let Some(block) = self.blocks.last_mut() {
            block.insert(Rc::clone(name), slot);
        }
        slot
    }

    /// A new slot without a name.
    pub fn hidden(&mut self) -> u32 {
        self.slots += 1;
        self.slots - 1
    }

    /// The slot that a name means here.
    pub fn find(&self, name: &str) -> Option<u32> {
        self.blocks.iter().rev().find_map(|block| block.get(name)).copied()
    }
}

/// Names longer than this are not compared with others.
const LONGEST_COMPARED: usize = 64;

/// A bit for each letter that occurs. A letter that is changed, left out or added changes at most one bit of each.
fn letters(name: &str) -> u64 {
    name.chars().flat_map(char::to_lowercase).fold(0, |bits, c| bits | 1 << (u32::from(c) % 64))
}

/// The names most like `name`, best first, at most three.
pub fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Vec<String> {
    let length = name.chars().count();
    if length > LONGEST_COMPARED {
        return Vec::new();
    }
    let allowed = match length {
        0..=2 => 1,
        3..=5 => 2,
        _ => 3,
    };
    let lower = name.to_lowercase();
    let bits = letters(name);
    let mut found: Vec<(usize, usize, &str)> = known
        .filter(|other| other.len() <= 4 * LONGEST_COMPARED && *other != name)
        .filter_map(|other| {
            // Most names are told apart by their letters, which costs little.
            let others = letters(other);
            let too_many = |bits: u64| bits.count_ones() > allowed;
            let may_go_on = lower.len() >= 4 && other.len() >= lower.len();
            if too_many(bits & !others) || !may_go_on && too_many(others & !bits) {
                return None;
            }
            let other_lower = other.to_lowercase();
            let affix = may_go_on && other_lower.starts_with(&lower);
            let near = other.chars().count().abs_diff(length) <= allowed as usize + 2;
            if !affix && (!near || too_many(others & !bits)) {
                return None;
            }
            let distance = strsim::osa_distance(&lower, &other_lower);
            let as_written = strsim::osa_distance(name, other);
            (affix || distance <= allowed as usize).then_some((if affix { 1 } else { distance }, as_written, other))
        })
        .filter(|(distance, _, other)| *distance < other.chars().count().max(2))
        .collect();
    found.sort_unstable();
    found.dedup();
    // Names that are much less alike than the best one would only distract.
    let best = found.first().map_or(0, |best| best.0);
    found
        .into_iter()
        .filter(|(distance, ..)| *distance <= best + 1)
        .take(3)
        .map(|(.., other)| other.to_string())
        .collect()
}

//! `poset {…}`: chains of labels become an order.

use crate::eval::Machine;
use crate::value::key::Key;
use crate::value::node::Code;
use crate::value::{Res, Value};
use rustc_hash::FxHashMap;

impl Machine {
    /// The poset that the chains say: each label smaller than the next. Elements are numbered as they come.
    pub(crate) fn poset_literal(&mut self, chains: &[Vec<Code>]) -> Res {
        let mut elements: Vec<Value> = Vec::new();
        let mut places: FxHashMap<Key, usize> = FxHashMap::default();
        let mut pairs = Vec::new();
        for chain in chains {
            let mut before = None;
            for label in chain {
                self.handle.tick().map_err(|stop| Box::<crate::value::Flow>::from(stop).at(label.span))?;
                let value = self.eval(label)?;
                let value = self.normal(&value).map_err(|flow| flow.at(label.span))?;
                let place = *places.entry(Key(value.clone())).or_insert(elements.len());
                if place == elements.len() {
                    elements.push(value);
                }
                if let Some(before) = before {
                    pairs.push((before, place));
                }
                before = Some(place);
            }
        }
        self.poset(elements, &pairs).map(Value::of)
    }
}

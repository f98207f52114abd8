//! The variables of a function while it is resolved.

use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::rc::Rc;

/// The variables of one function while its body is read.
#[derive(Debug, Default)]
pub struct Frame {
    /// Names of the blocks that are open, innermost last. The first holds parameters and assigned names.
    pub blocks: Vec<FxHashMap<Rc<str>, u32>>,
    /// Slots given out so far.
    pub slots: u32,
    /// Which of the text's functions it is.
    pub number: u32,
    /// Shared variables: the slot outside, and the slot here.
    pub shared: Vec<(u32, u32)>,
    /// Variables of the script or library that are read here, or by functions inside.
    pub reads: BTreeSet<u32>,
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

//! Boards of Chomp: the poset that a game began with, what is known of its positions, and what is left.

use super::ChompRules;
use crate::adapters::posets::PosetValue;
use crate::adapters::posets::faces::Faces;
use crate::diagnostics::Mistake;
use crate::eval::{Machine, Thing};
use crate::posets::chomp::Chomp;
use crate::posets::subsets::proof::Proof;
use crate::posets::subsets::{complex, downset};
use crate::posets::{Bits, Poset};
use crate::value::key::Key;
use crate::value::{Fault, Position, Res, Value};
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::cell::{Cell, OnceCell, RefCell};
use std::fmt;
use std::hash::BuildHasher;
use std::rc::Rc;

/// Elements from which on downsets of the subsets of 6 or 7 points go to the engine of their own.
const MANY: usize = 32;

/// A poset that a game began with, and what is known of its positions.
pub(super) struct Root {
    pub(super) poset: Value,
    pub(super) game: RefCell<Chomp>,
    /// A hash of each element, once a position is looked up.
    pub(super) hashes: OnceCell<Vec<u64>>,
    /// If the elements are the faces of a complex.
    pub(super) faces: Option<Faces>,
    pub(super) heavy: RefCell<FxHashMap<u128, Reported>>,
    /// Whether the table of a box was made with levels kept.
    pub(super) is_prepared: Cell<bool>,
    /// Proofs that were looked for.
    pub(super) proofs: RefCell<FxHashMap<complex::Facets, Option<Rc<Proof>>>>,
}

/// What the engine for subsets has said of a position.
#[derive(Clone, Default)]
pub(super) struct Reported {
    pub(super) value: Option<u32>,
    /// The winning moves, a bit for each subset.
    pub(super) winning: Option<u128>,
}

impl Root {
    pub(super) fn poset(&self) -> &PosetValue {
        self.poset.thing().expect("made from a poset")
    }

    /// How many elements there are.
    pub(super) fn len(&self) -> usize {
        self.poset().elements.len()
    }
}

/// What is left on the board.
pub struct Board {
    pub(super) root: Rc<Root>,
    pub(super) left: Bits,
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({:?})", self.left)
    }
}

impl Board {
    /// Whether nothing can be taken any more.
    pub(super) fn is_over(&self) -> bool {
        self.root.game.borrow().moves(&self.left).is_empty()
    }

    pub(super) fn after(&self, x: usize) -> Board {
        Board { root: Rc::clone(&self.root), left: self.root.game.borrow().after(&self.left, x) }
    }

    /// What is left in the numbers of another root, whose poset is equal, but may have its elements in another order.
    pub(super) fn left_in(&self, root: &Root, machine: &mut Machine) -> Res<Bits> {
        let (here, there) = (self.root.poset(), root.poset());
        if std::ptr::eq(here, there) {
            return Ok(self.left.clone());
        }
        let mut left = Bits::empty(there.elements.len());
        for x in self.left.iter() {
            left.insert(there.find(machine, &here.elements[x])?);
        }
        Ok(left)
    }

    /// What is left, as a poset.
    pub(super) fn remaining(&self, machine: &mut Machine) -> Res<PosetValue> {
        self.root.poset().part(machine, &self.left)
    }

    /// The elements that may be taken, as numbers.
    pub(super) fn moves(&self) -> Vec<usize> {
        self.root.game.borrow().moves(&self.left).iter().collect()
    }

    /// The least element of the whole, where it may be taken.
    pub(super) fn taken_least(&self) -> Option<usize> {
        self.root.game.borrow().taken_least(&self.left)
    }

    /// The faces that are left and the empty one, if the elements are such and that one, which is the least, stays.
    pub(super) fn faces(&self) -> Option<(&Faces, Vec<u16>)> {
        let faces = self.root.faces.as_ref()?;
        if faces.has_empty && self.root.game.borrow().poison().is_none() {
            return None;
        }
        let empty = if faces.has_empty { None } else { Some(0) };
        Some((faces, empty.into_iter().chain(self.left.iter().map(|x| faces.masks[x])).collect()))
    }

    /// As a downset of subsets for the engine of their own, where that is the better one.
    pub(super) fn family(&self) -> Option<(u32, u128)> {
        let (faces, left) = self.faces()?;
        let n = faces.points.len() as u32;
        let takes = (6..=downset::MAX_N).contains(&n) && faces.masks.len() >= MANY;
        takes.then(|| (n, left.iter().fold(0, |family, &x| family | 1 << x)))
    }

    /// Its largest sets, where there are enough elements for a proof to be looked for before all else.
    pub(super) fn facets(&self) -> Option<complex::Facets> {
        let (_, left) = self.faces().filter(|(_, left)| left.len() >= MANY)?;
        Some(complex::antichain(left))
    }
}

impl Thing for Board {
    fn kind(&self) -> &'static str {
        "board of Chomp"
    }

    fn same(&self, other: &dyn Thing) -> bool {
        let Some(other) = other.downcast_ref::<Board>() else { return false };
        if Rc::ptr_eq(&self.root, &other.root) {
            return self.left == other.left;
        }
        let least = |board: &Board| board.root.game.borrow().poison().filter(|&x| board.left.contains(x));
        least(self).is_some() == least(other).is_some()
            && self.root.poset().same_on(&self.left, other.root.poset(), &other.left, |_| Ok(())) == Ok(true)
    }

    fn digest(&self) -> u64 {
        let poset = self.root.poset();
        let hash = |x: usize| FxBuildHasher.hash_one(Key(poset.elements[x].clone()));
        // What is left of a large poset is told by its largest elements.
        if self.left.len() > Poset::PAIRED {
            return poset.order.maximal_of(&self.left).into_iter().map(hash).fold(0, u64::wrapping_add);
        }
        let hashes = self.root.hashes.get_or_init(|| (0..poset.elements.len()).map(hash).collect());
        self.left.iter().fold(0, |sum, x| sum.wrapping_add(hashes[x]))
    }

    fn notation(&self, machine: &mut Machine) -> Res<String> {
        let least = self.root.game.borrow().poison();
        let remaining = self.remaining(machine)?;
        let text = remaining.notation(machine)?;
        // A poset that has come to have a least element, which can be taken all the same.
        let taken_all = least.is_none() && remaining.order.least().is_some();
        Ok(if taken_all { format!("{text}, poisoned = false") } else { text })
    }
}

/// Works with the board of a position.
pub(super) fn with_board<T>(position: &Position, work: impl FnOnce(&Board) -> Res<T>) -> Res<T> {
    match position.arguments.first().and_then(Value::thing) {
        Some(board) => work(board),
        None => Fault::new(Mistake::WrongGame, "this is no position of Chomp").err(),
    }
}

/// The position of Chomp that a value is, if it is one.
pub fn chomp_position(value: &Value) -> Option<&Rc<Position>> {
    match value {
        Value::Position(position) if position.rules.native::<ChompRules>().is_some() => Some(position),
        _ => None,
    }
}

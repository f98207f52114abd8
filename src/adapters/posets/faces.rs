//! Posets of sets on their way to the engine of their own ([`crate::posets::subsets`]): which posets are such.

use crate::adapters::posets::PosetValue;
use crate::eval::Machine;
use crate::posets::subsets::{downset, proof};
use crate::value::key::Key;
use crate::value::{Res, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// Elements of the largest poset that is looked at.
const MOST: usize = 2048;

/// A poset whose elements are the faces of a complex on few points, ordered by inclusion, the empty face among them.
pub struct Faces {
    /// The points, by their numbers.
    pub points: Vec<Value>,
    /// The points of each element.
    pub masks: Vec<u16>,
}

impl Faces {
    /// The elements as faces, if they are that and there are at most ten points.
    pub fn of(machine: &mut Machine, poset: &PosetValue) -> Res<Option<Faces>> {
        if poset.elements.len() > MOST {
            return Ok(None);
        }
        let mut numbers: FxHashMap<Key, usize> = FxHashMap::default();
        let (mut points, mut masks) = (Vec::new(), Vec::with_capacity(poset.elements.len()));
        for element in &poset.elements {
            let Value::Set(items) = element else { return Ok(None) };
            let mut mask = 0_u16;
            for item in items.iter() {
                machine.handle.tick()?;
                let point = *numbers.entry(item.clone()).or_insert(points.len());
                if point == points.len() {
                    points.push(item.0.clone());
                }
                if points.len() > proof::MOST_SEARCHED as usize {
                    return Ok(None);
                }
                mask |= 1 << point;
            }
            masks.push(mask);
        }
        let all: FxHashSet<u16> = masks.iter().copied().collect();
        let closed =
            all.contains(&0) && masks.iter().all(|mask| (0..points.len()).all(|i| all.contains(&(mask & !(1 << i)))));
        if !closed {
            return Ok(None);
        }
        for (x, &small) in masks.iter().enumerate() {
            machine.handle.ticks(1 + masks.len() as u32 / 16)?;
            let right = |(y, &large): (usize, &u16)| poset.order.less(x, y) == (x != y && small & !large == 0);
            if !masks.iter().enumerate().all(right) {
                return Ok(None);
            }
        }
        Ok(Some(Faces { points, masks }))
    }

    /// All faces as a downset of the subsets of at most seven points.
    pub fn family(&self) -> Option<(u32, u128)> {
        let n = self.points.len() as u32;
        (n <= downset::MAX_N).then(|| (n, self.masks.iter().fold(0, |family, &x| family | 1 << x)))
    }
}

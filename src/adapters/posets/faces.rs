//! Posets of faces on their way to the engine of their own ([`crate::posets::subsets`]): what their points are called.

use crate::adapters::posets::PosetValue;
use crate::eval::Machine;
use crate::posets::subsets::proof;
use crate::value::key::Key;
use crate::value::{Res, Value};

/// A poset whose elements are the faces of a complex on few points, as [`crate::posets::Faces`] knows them.
pub struct Faces {
    /// The points: where elements are the sets of their points, the members of these, else the elements that have one point.
    pub points: Vec<Value>,
    /// The points of each element.
    pub masks: Vec<u16>,
    /// Whether the empty face is one of the elements.
    pub has_empty: bool,
}

impl Faces {
    /// The elements as faces, if they are that and there are at most ten points.
    pub fn of(machine: &mut Machine, poset: &PosetValue) -> Res<Option<Faces>> {
        if poset.elements.len() > 1 << proof::MOST_SEARCHED {
            return Ok(None);
        }
        let found = crate::posets::Faces::of(&poset.order, &machine.handle)?;
        let Some(found) = found.filter(|found| found.points <= proof::MOST_SEARCHED) else { return Ok(None) };
        let masks: Vec<u16> = found.masks.iter().map(|&mask| mask as u16).collect();
        let atom = |i: u32| masks.iter().position(|&mask| mask == 1 << i);
        let atoms: Vec<Value> = (0..found.points).filter_map(atom).map(|x| poset.elements[x].clone()).collect();
        let members = |atom: &Value| match atom {
            Value::Set(items) if items.len() == 1 => items.iter().next().map(|item| item.0.clone()),
            _ => None,
        };
        let points = atoms.iter().map(members).collect::<Option<Vec<Value>>>().filter(|points| {
            poset.elements.iter().zip(&masks).all(|(element, mask)| match element {
                Value::Set(items) => {
                    let mut inside = (0..points.len()).filter(|i| mask >> i & 1 == 1);
                    items.len() == mask.count_ones() as usize && inside.all(|i| items.contains(&Key(points[i].clone())))
                }
                _ => false,
            })
        });
        Ok(Some(Faces { points: points.unwrap_or(atoms), masks, has_empty: found.has_empty }))
    }
}

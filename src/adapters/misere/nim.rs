//! Misère Nim: as in normal play until all heaps are of one (Bouton 1901).
//!
//! In: a sum whose components are heaps of Nim or nimbers, with any number of copies. Out: whether the player to move loses, and the
//! moves after which the opponent does. Of each heap there is at most one such move: to the size that makes the nim-sum 0, as
//! long as a heap larger than one is left, else to one or nothing, so that an odd number of heaps of one is left.

use crate::adapters::heaps::{HeapGame, heap_size};
use crate::eval::multitude::Multitude;
use crate::eval::{Genus, Machine, MoveRecord, position_of};
use crate::heaps::rule::Subtraction;
use crate::value::{Position, Res, Value};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};
use std::rc::Rc;

/// Most components that are looked at one by one.
const COMPONENTS: usize = 100_000;

/// What the rule needs to know of a sum of heaps.
#[derive(Clone, Debug, Default)]
struct Heaps {
    /// The nim-sum.
    sum: BigInt,
    /// How many heaps are larger than one.
    large: BigInt,
}

impl Heaps {
    fn of<'a>(heaps: impl IntoIterator<Item = (&'a BigInt, &'a BigInt)>) -> Heaps {
        let mut all = Heaps::default();
        for (size, copies) in heaps {
            if copies.is_odd() {
                all.sum ^= size;
            }
            if *size > BigInt::one() {
                all.large += copies;
            }
        }
        all
    }

    /// The nim-sum, as it stays beside any number of heaps of two, or with the exception of heaps that are all of one (*Winning Ways*,
    /// ch. 13).
    fn genus(&self) -> Option<Genus> {
        let normal = self.sum.to_u64()?;
        let values = match (self.large.is_zero(), normal) {
            (true, 0) => vec![1, 2, 0],
            (true, _) => vec![0, 3, 1],
            (false, _) => vec![normal, normal ^ 2],
        };
        Some(Genus { normal, values })
    }

    fn lost(&self) -> bool {
        if self.large.is_zero() { self.sum.is_one() } else { self.sum.is_zero() }
    }

    /// The size that a heap is brought to by a winning move.
    fn winning(&self, size: &BigInt) -> Option<BigInt> {
        [&self.sum ^ size, BigInt::zero(), BigInt::one()].into_iter().find(|to| {
            let large = |size: &BigInt| BigInt::from(u8::from(*size > BigInt::one()));
            let after = Heaps { sum: &self.sum ^ size ^ to, large: &self.large - large(size) + large(to) };
            to < size && after.lost()
        })
    }
}

fn each_once(sizes: &[BigInt]) -> Heaps {
    let one = BigInt::one();
    Heaps::of(sizes.iter().map(|size| (size, &one)))
}

/// Whether the player to move loses misère Nim with heaps of these sizes.
pub fn lost(sizes: &[BigInt]) -> bool {
    each_once(sizes).lost()
}

/// The first heap that a winning move changes, by its place, and the size that it is brought to.
pub fn winning(sizes: &[BigInt]) -> Option<(usize, BigInt)> {
    let all = each_once(sizes);
    sizes.iter().enumerate().find_map(|(i, size)| Some((i, all.winning(size)?)))
}

/// The size of a heap of Nim.
fn size_of(position: &Position) -> Option<BigInt> {
    let all = Subtraction::AllBut(Vec::new());
    let nim = position.rules.native::<HeapGame>()?.rule().subtraction_of() == Some(&all);
    nim.then(|| heap_size(position).into())
}

impl Machine {
    /// The components of a sum of Nim heaps, nimbers among them, with their sizes and the number of their copies; `None` if
    /// something else is in it.
    pub fn nim_heaps(&mut self, value: &Value) -> Res<Option<Vec<(Value, BigInt, BigInt)>>> {
        if let Value::Position(position) = value
            && size_of(position).is_none()
        {
            return Ok(None);
        }
        let many = match value {
            Value::Sum(sum) => sum.is_bare() && sum.terms.len() > COMPONENTS,
            Value::Position(_) => true,
            other => other.thing::<Multitude>().is_some(),
        };
        if many {
            let mut heaps = Vec::new();
            for (_, position, copies) in self.copies(value)?.unwrap_or_default() {
                let Some(size) = size_of(&position) else { return Ok(None) };
                heaps.push((Value::Position(position), size, copies));
            }
            return Ok(Some(heaps));
        }
        let Some(components) = self.components(value, COMPONENTS)? else { return Ok(None) };
        let mut heaps = Vec::with_capacity(components.len());
        for component in components {
            let size = match &component {
                Value::Int(0) => continue,
                Value::Position(position) => size_of(position),
                // The negative of a heap is played like the heap.
                Value::Sum(sum) if sum.terms.len() == 1 && sum.is_bare() => size_of(&sum.terms[0].1),
                number if number.is_number() => None,
                other => match self.played(other)? {
                    Value::Int(0) => continue,
                    Value::Game(game) => self.store.as_nimber(game).map(BigInt::from),
                    _ => None,
                },
            };
            let Some(size) = size else { return Ok(None) };
            heaps.push((component, size, BigInt::one()));
        }
        Ok(Some(heaps))
    }

    /// Whether the player to move loses a sum of Nim heaps in misère play; `None` if it is none.
    pub(super) fn nim_lost(&mut self, value: &Value) -> Res<Option<bool>> {
        let heaps = self.nim_heaps(value)?;
        Ok(heaps.map(|heaps| Heaps::of(heaps.iter().map(|(_, size, copies)| (size, copies))).lost()))
    }

    /// The genus of a sum of Nim heaps; `None` if it is none.
    pub(super) fn nim_genus(&mut self, value: &Value) -> Res<Option<Genus>> {
        let heaps = self.nim_heaps(value)?;
        Ok(heaps.and_then(|heaps| Heaps::of(heaps.iter().map(|(_, size, copies)| (size, copies))).genus()))
    }

    /// The winning moves in a sum of heaps that are positions of Nim; `None` if something else is in it.
    pub(super) fn nim_winning_moves(&mut self, value: &Value) -> Res<Option<Vec<MoveRecord>>> {
        let Some(terms) = self.copies(value)? else { return Ok(None) };
        let Some(sizes) = terms.iter().map(|term| size_of(&term.1)).collect::<Option<Vec<_>>>() else {
            return Ok(None);
        };
        let all = Heaps::of(sizes.iter().zip(terms.iter().map(|term| &term.2)));
        let mut found = Vec::new();
        for (i, (size, (_, position, _))) in sizes.iter().zip(&terms).enumerate() {
            self.handle.tick()?;
            let Some(to) = all.winning(size) else { continue };
            let to = position_of(&position.rules, [Value::from(to)]);
            found.push(self.move_among(&terms, i, to)?);
        }
        Ok(Some(found))
    }

    /// The move that makes this option of one copy of a term.
    pub(super) fn move_among(
        &mut self,
        terms: &[crate::eval::multitude::Copies],
        i: usize,
        option: Value,
    ) -> Res<MoveRecord> {
        let (negative, position, _) = &terms[i];
        let component = Value::Position(Rc::clone(position));
        let (component, becomes) =
            if *negative { (self.neg(&component)?, self.neg(&option)?) } else { (component, option) };
        let to = self.instead(terms, i, &becomes)?;
        Ok(MoveRecord { component, becomes, to })
    }
}

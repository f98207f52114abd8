//! Families of triples of one size, with a number for each downset that has them.

use super::carry::{Desk, within};
use super::fibre::{Fibre, alone};
use crate::subsets::crew::{Shared, lock, together};
use crate::subsets::error::Error;
use crate::subsets::permute::Half;
use crate::subsets::room::Room;
use crate::subsets::wide::Wide;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::hint::black_box;
use std::mem::size_of;
use std::sync::Mutex;

/// A family of triples, and the downsets that have just these.
#[derive(Clone, Debug)]
pub(super) struct Family {
    /// The triples that are not in it, in their canonical form.
    pub missing: Half,
    pub fibre: Fibre,
    /// Where its numbers begin.
    pub first: usize,
}

/// All families of one size.
pub(super) struct Level<const L: usize> {
    /// By the triples that they miss.
    at: FxHashMap<u64, u32>,
    pub families: Vec<Family>,
    /// How many linear extensions each downset has.
    pub numbers: Vec<Wide<L>>,
}

/// Families that a thread takes at once.
const PART: usize = 64;

impl<const L: usize> Level<L> {
    /// Of the families that miss these triples: downsets of at most so many sets.
    pub(super) fn new(
        n: u32,
        missing: &[Half],
        most: u32,
        before: Option<&Level<L>>,
        threads: usize,
        shared: &Shared,
        room: &Room,
    ) -> Result<Self, Error> {
        room.take(missing.len() * (size_of::<Family>() + 2 * size_of::<(u64, u32)>()))?;
        let work = Mutex::new(missing.chunks(PART).enumerate());
        let parts = together(threads, || {
            let mut made = Vec::new();
            while let Some((part, missing)) = { lock(&work).next() } {
                shared.go_on()?;
                made.push((part, missing.iter().map(|&family| Fibre::new(n, family, most)).collect::<Vec<_>>()));
            }
            Ok(made)
        })?;
        let mut parts: Vec<_> = parts.into_iter().flatten().collect();
        parts.sort_unstable_by_key(|&(part, _)| part);
        let mut count = 0;
        let fibres = parts.into_iter().flat_map(|(_, fibres)| fibres);
        let families = missing.iter().zip(fibres).map(|(&missing, fibre)| {
            let first = count;
            count += fibre.len();
            Family { missing, fibre, first }
        });
        let families: Vec<Family> = families.collect();
        room.take(count * size_of::<Wide<L>>())?;
        let mut numbers = vec![Wide([0; L]); count];
        let mut rest = &mut numbers[..];
        let parts = families.chunks(PART).map(|part| {
            let len = part.iter().map(|family| family.fibre.len()).sum();
            let (mine, others) = std::mem::take(&mut rest).split_at_mut(len);
            rest = others;
            (part, mine)
        });
        let work = Mutex::new(parts);
        together(threads, || {
            let mut desk = Desk::new();
            while let Some((part, mut numbers)) = { lock(&work).next() } {
                for family in part {
                    shared.go_on()?;
                    let (mine, others) = numbers.split_at_mut(family.fibre.len());
                    numbers = others;
                    if !mine.is_empty() {
                        fill(n, family, mine, before, &mut desk)?;
                        shared.count(mine.len());
                    }
                }
            }
            Ok(())
        })?;
        let at = families.iter().enumerate().map(|(at, family)| (family.missing.0, at as u32)).collect();
        Ok(Level { at, families, numbers })
    }

    /// Gives back what it took.
    pub(super) fn leave(self, room: &Room) {
        room.give(self.families.len() * (size_of::<Family>() + 2 * size_of::<(u64, u32)>()));
        room.give(self.numbers.len() * size_of::<Wide<L>>());
    }
}

/// The numbers of one family, from those of the families with a triple less.
fn fill<const L: usize>(
    n: u32,
    family: &Family,
    numbers: &mut [Wide<L>],
    before: Option<&Level<L>>,
    desk: &mut Desk,
) -> Result<(), Error> {
    let Some(before) = before else {
        // {{}}, and what is over it.
        numbers[0] = Wide::from_word(1);
        return within(&family.fibre, numbers, desk.ranks);
    };
    let mut grown = std::mem::take(&mut desk.grown);
    grown.find(n, family.missing);
    // Each of these has to be fetched from memory. In loops of their own they do not wait for each other.
    let at = |form: &Half| Some(*before.at.get(&form.0)? as usize);
    let at: Option<SmallVec<[usize; 36]>> = grown.forms.iter().map(|(form, _)| at(form)).collect();
    let sources: SmallVec<[&Family; 36]> =
        at.ok_or(Error::Inexact)?.into_iter().map(|at| &before.families[at]).collect();
    black_box(sources.iter().filter_map(|source| before.numbers.get(source.first)).fold(0, |all, it| all ^ it.0[0]));
    for ((&x, (_, route)), source) in grown.triples.iter().zip(&grown.forms).zip(sources) {
        let from = &before.numbers[source.first..][..source.fibre.len()];
        desk.bring((&family.fibre, numbers), (&source.fibre, from), x, alone(n, family.missing, x), route)?;
    }
    desk.grown = grown;
    within(&family.fibre, numbers, desk.ranks)
}

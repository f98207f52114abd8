//! Families of triples of one size, with a number for each downset that has them.

use super::carry::{Desk, within};
use super::families::triples;
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
    /// Where its numbers begin in those of its part.
    first: usize,
}

/// All families of one size.
pub(super) struct Level<const L: usize> {
    /// By the triples that they miss.
    at: FxHashMap<u64, u32>,
    pub families: Vec<Family>,
    /// How many linear extensions each downset has, for each part of the families.
    numbers: Vec<Vec<Wide<L>>>,
}

/// Families that a thread takes at once.
const PART: usize = 64;

impl<const L: usize> Level<L> {
    /// Of the families that miss these triples: downsets of at most so many sets.
    pub(super) fn new(
        (n, missing, most): (u32, &[Half], u32),
        before: Option<&Level<L>>,
        threads: usize,
        shared: &Shared,
        room: &Room,
    ) -> Result<Self, Error> {
        room.take(missing.len() * FAMILY)?;
        let work = Mutex::new(missing.chunks(PART).enumerate());
        let parts = together(threads, || {
            let (mut made, mut desk) = (Vec::new(), Desk::new());
            while let Some((at, missing)) = { lock(&work).next() } {
                let mut first = 0;
                let with_fibre = |&missing: &Half| {
                    let family = Family { missing, fibre: Fibre::new(n, missing, most), first };
                    first += family.fibre.len();
                    family
                };
                let families: Vec<Family> = missing.iter().map(with_fibre).collect();
                room.take(first * size_of::<Wide<L>>())?;
                let mut numbers = vec![Wide([0; L]); first];
                let mut rest = &mut numbers[..];
                for family in &families {
                    shared.go_on()?;
                    let (mine, others) = rest.split_at_mut(family.fibre.len());
                    rest = others;
                    if !mine.is_empty() {
                        fill(n, family, mine, before, &mut desk)?;
                        shared.count(mine.len());
                    }
                }
                made.push((at, families, numbers));
            }
            Ok(made)
        })?;
        let mut parts: Vec<_> = parts.into_iter().flatten().collect();
        parts.sort_unstable_by_key(|&(at, ..)| at);
        let at = missing.iter().zip(0..).map(|(missing, at)| (missing.0, at)).collect();
        let mut level = Level { at, families: Vec::with_capacity(missing.len()), numbers: Vec::new() };
        for (_, families, numbers) in parts {
            level.families.extend(families);
            level.numbers.push(numbers);
        }
        Ok(level)
    }

    /// The numbers of a family.
    pub(super) fn numbers(&self, at: usize) -> &[Wide<L>] {
        let Family { fibre, first, .. } = &self.families[at];
        &self.numbers[at / PART][*first..][..fibre.len()]
    }

    /// How many numbers there are.
    pub(super) fn len(&self) -> usize {
        self.numbers.iter().map(Vec::len).sum()
    }

    /// Gives back what it took.
    pub(super) fn leave(self, room: &Room) {
        room.give(self.families.len() * FAMILY + self.len() * size_of::<Wide<L>>());
    }
}

/// Bytes of a family with its place.
const FAMILY: usize = size_of::<Family>() + 2 * size_of::<(u64, u32)>();

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
    grown.find(n, triples(n), family.missing);
    // Each of these has to be fetched from memory. In loops of their own they do not wait for each other.
    let at = |form: &Half| Some(*before.at.get(&form.0)? as usize);
    let at: Option<SmallVec<[usize; 36]>> = grown.forms.iter().map(|(form, _)| at(form)).collect();
    let at = at.ok_or(Error::Inexact)?;
    let sources: SmallVec<[(&Fibre, &[Wide<L>]); 36]> =
        at.into_iter().map(|at| (&before.families[at].fibre, before.numbers(at))).collect();
    black_box(sources.iter().filter_map(|(_, numbers)| numbers.first()).fold(0, |all, number| all ^ number.0[0]));
    for ((&x, (_, route)), source) in grown.triples.iter().zip(&grown.forms).zip(sources) {
        desk.bring((&family.fibre, numbers), source, x, alone(n, family.missing, x), route)?;
    }
    desk.grown = grown;
    within(&family.fibre, numbers, desk.ranks)
}

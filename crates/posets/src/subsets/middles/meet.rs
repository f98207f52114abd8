//! The downsets of half of all sets, and those that are left, turned over.

use super::families::{canonical, triples};
use super::fibre::{FOURS, LARGE, PAIRS};
use super::levels::{Family, Level};
use super::ranks::{CHOOSE, FEWER, Ranks, of_size, packed, spread};
use crate::subsets::canon::automorphisms;
use crate::subsets::crew::{Shared, lock, together};
use crate::subsets::downset::{LAYER, bits, dual_complement, generated};
use crate::subsets::error::Error;
use crate::subsets::permute::{Half, Word};
use crate::subsets::room::Room;
use crate::subsets::wide::Wide;
use num_bigint::BigUint;
use rustc_hash::FxHashMap;
use std::cmp::Ordering;
use std::mem::{size_of, size_of_val};
use std::sync::Mutex;

/// The downsets of half of all sets, by the triples that they miss.
pub(super) struct Middle<const L: usize> {
    n: u32,
    at: FxHashMap<u64, u32>,
    families: Vec<Kept<L>>,
}

struct Kept<const L: usize> {
    family: Family,
    numbers: Vec<Wide<L>>,
    /// Where they begin, for each choice of points and pairs and each top.
    rows: Vec<u32>,
}

impl<const L: usize> Middle<L> {
    pub(super) fn new(n: u32) -> Self {
        Middle { n, at: FxHashMap::default(), families: Vec::new() }
    }

    /// Keeps them of a level.
    pub(super) fn keep(&mut self, level: &Level<L>, room: &Room) -> Result<(), Error> {
        for (at, family) in level.families.iter().enumerate() {
            let (fibre, numbers) = (&family.fibre, level.numbers(at));
            let (mut rows, mut cubes, mut count) = (Vec::new(), Vec::new(), 0);
            for low in fibre.lows() {
                for (top_at, top) in fibre.tops().iter().enumerate() {
                    rows.push(count);
                    if let Some((n, fours)) = fibre.full(low.size(), top) {
                        let first = fibre.row(low.place(), top_at) + FEWER[n][fours] as usize;
                        cubes.push(&numbers[first..][..CHOOSE[n][fours] as usize]);
                        count += CHOOSE[n][fours];
                    }
                }
            }
            if count > 0 {
                let numbers = cubes.concat();
                room.take(size_of_val(&numbers[..]) + size_of_val(&rows[..]) + size_of::<Kept<L>>())?;
                self.at.insert(family.missing.0, self.families.len() as u32);
                self.families.push(Kept { family: family.clone(), numbers, rows });
            }
        }
        Ok(())
    }

    /// The linear extensions of all of B(n): what a downset and its complement have together, over all downsets.
    pub(super) fn sum(&self, threads: usize, shared: &Shared) -> Result<BigUint, Error> {
        let work = Mutex::new(self.families.iter());
        let orbit: u64 = (1..=u64::from(self.n)).product();
        let sums = together(threads, || {
            let (ranks, mut sum) = (Ranks::new(), BigUint::default());
            while let Some(kept) = { lock(&work).next() } {
                shared.go_on()?;
                sum += self.part(kept, ranks)? * (orbit / automorphisms(kept.family.missing.word(), self.n));
            }
            Ok(sum)
        })?;
        Ok(sums.into_iter().sum())
    }

    /// The same over the downsets of one family.
    fn part(&self, kept: &Kept<L>, ranks: Ranks) -> Result<BigUint, Error> {
        let (n, fibre) = (self.n, &kept.family.fibre);
        let here = triples(n) & !kept.family.missing.word();
        // With all that is under it.
        let covered = generated(bits(here).map(|x| x as u8)) | 1;
        let (mut sum, mut numbers) = (BigUint::default(), kept.numbers.iter());
        for low in fibre.lows() {
            let points = bits(low.ground.points.into()).fold(0, |all, p| all | 1 << (1 << p));
            let below = covered | points | PAIRS.family(spread(low.pairs, low.ground.pairs.into()));
            for top in fibre.tops() {
                let Some((free, room)) = fibre.full(low.size(), top) else { continue };
                let fixed = below | LARGE.family(top.sets.into()) | FOURS.family(top.under);
                for set in of_size(free as u32, room as u32) {
                    let number = numbers.next().ok_or(Error::Inexact)?;
                    let downset = fixed | FOURS.family(spread(set, fibre.fours & !top.under));
                    let other = dual_complement(downset, n);
                    // The other one has the same product: one of the two is enough, twice, if they can be told apart so.
                    let times = match here.count_ones().cmp(&(other & LAYER[3]).count_ones()) {
                        Ordering::Less => 2_u32,
                        Ordering::Equal => 1,
                        Ordering::Greater => continue,
                    };
                    sum += number.big() * self.number(other, ranks).ok_or(Error::Inexact)?.big() * times;
                }
            }
        }
        Ok(sum)
    }

    /// The linear extensions of a downset of half of all sets.
    fn number(&self, downset: u128, ranks: Ranks) -> Option<&Wide<L>> {
        let (form, route) = canonical(self.n, Half::of(triples(self.n) & !downset));
        let kept = &self.families[*self.at.get(&form.0)? as usize];
        let (image, fibre) = (route.apply(downset), &kept.family.fibre);
        let points = bits(image & LAYER[1]).fold(0, |all, x| all | x);
        let ground = fibre.grounds().iter().rev().find(|ground| ground.points & !points == 0)?;
        let low = ground.first as usize + packed(PAIRS.among(image), ground.pairs.into()) as usize;
        let sets = LARGE.among(image) as u32;
        let at = fibre.tops().iter().position(|top| top.sets == sets)?;
        let free = packed(FOURS.among(image), fibre.fours & !fibre.tops()[at].under);
        kept.numbers.get(*kept.rows.get(low * fibre.tops().len() + at)? as usize + ranks.among(free) as usize)
    }
}

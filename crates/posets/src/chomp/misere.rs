//! Who wins Chomp in misère play, where whoever takes the last element loses: the empty position is won.
//!
//! - What has a greatest element and is not that alone is won, as in normal play ([`Chomp::steals`]): the answer to taking it is an
//!   answer to nothing, too.
//! - A least element that may be taken is what nobody wants to take: a poison, and above it the play is normal.
//! - Else a table of all positions, links for complexes of at most seven points ([`crate::subsets::links`]), or their classes where
//!   they are graphs; misère play knows no sums of values.

use super::{Chomp, FEW, MANY, Table, levels};
use crate::bits::{Bits, with_mask};
use crate::faces::Faces;
use crate::fold::{Options, fold};
use crate::subsets::downset::MAX_N;
use crate::subsets::error::Error;
use crate::subsets::links::{Lost, Play};
use rustc_hash::FxHashMap;
use sprague_limits::{Handle, Stop};

/// What is known of misère play.
#[derive(Default)]
pub(super) struct Misere {
    /// 0 for the lost positions, by the elements that can be taken at the start.
    table: Option<Table>,
    /// Downsets of the largest table that was tried in vain.
    tried: usize,
    won: FxHashMap<Bits, bool>,
    /// The lost complexes.
    links: Option<Lost>,
}

impl Chomp {
    /// Whether whoever begins wins in misère play; nothing where the positions below are too many for a table.
    pub fn misere_wins(&mut self, position: &Bits, handle: &Handle) -> Result<Option<bool>, Stop> {
        let moves = self.moves(position);
        if moves.is_empty() {
            return Ok(Some(true));
        }
        if self.taken_least(position).is_some() {
            return Ok(Some(self.value_above_least(position, handle)? != 0));
        }
        if self.steals(position) {
            return Ok(Some(moves.len() > 1));
        }
        if let Some(&won) = self.misere.won.get(position) {
            return Ok(Some(won));
        }
        // Links of seven points with sets of four or more take minutes, where tables do not.
        let most = match &self.shape(handle)?.faces {
            Some(faces) if faces.points == MAX_N && largest(faces, &moves) > 3 => MANY,
            _ => FEW,
        };
        if let Some(won) = self.misere_look_up(&moves, most, handle)? {
            return Ok(Some(won));
        }
        let won = match self.misere_by_classes(&moves, handle)? {
            None => self.misere_look_up(&moves, MANY, handle)?,
            found => found,
        };
        if let Some(won) = won {
            self.misere.won.insert(position.clone(), won);
        }
        Ok(won)
    }

    /// By the table of all positions, if it has at most so many.
    fn misere_look_up(&mut self, moves: &Bits, most: usize, handle: &Handle) -> Result<Option<bool>, Stop> {
        let elements: Vec<usize> = self.moves(&self.start()).iter().collect();
        if self.misere.table.is_none() && self.misere.tried < most {
            self.misere.tried = most;
            let poset = self.poset.piece(&elements, handle)?;
            let made = with_mask!(poset.len(), M => levels::values::<M>(&poset, 1, most, handle), else Ok(None));
            self.misere.table = match made {
                Err(Stop::Memory(_)) => None,
                made => made?,
            };
        }
        let Some(table) = &self.misere.table else { return Ok(None) };
        let inner = (0..elements.len()).filter(|&i| moves.contains(elements[i]));
        Ok(table.get(Bits::of(elements.len(), inner).row()).map(|value| value != 0))
    }

    /// By links, or by the classes of what can be taken if it is a graph; nothing if it is no complex of at most seven points.
    fn misere_by_classes(&mut self, moves: &Bits, handle: &Handle) -> Result<Option<bool>, Stop> {
        let known = self.misere.links.take();
        let faces = self.shape(handle)?.faces.as_ref();
        let Some(faces) = faces.filter(|faces| faces.points <= MAX_N) else { return Ok(None) };
        let largest = largest(faces, moves);
        let known = known.filter(|links| links.largest() >= largest);
        if known.is_none() && largest < 3 {
            let left = self.poset.piece(&moves.iter().collect::<Vec<_>>(), handle)?;
            let any_lost = |options: &[&bool]| Ok::<_, Stop>(options.iter().any(|won| !**won));
            return fold(&left, Options::Up, true, any_lost, handle);
        }
        let links = match known {
            Some(known) => known,
            None => match Lost::new(faces.points, largest, Play::Misere, 1, handle) {
                Err(Error::Stop(stop)) => return Err(stop),
                Err(_) => return Ok(None),
                Ok(lost) => lost,
            },
        };
        let position = moves.iter().fold(1, |position, x| position | 1 << faces.masks[x]);
        let lost = links.is_lost(position);
        self.misere.links = Some(links);
        Ok(lost.map(|lost| !lost))
    }
}

/// The points of the largest sets of a complex that can be taken.
fn largest(faces: &Faces, moves: &Bits) -> u32 {
    moves.iter().map(|x| faces.masks[x].count_ones()).max().unwrap_or(0)
}

//! Trees of thick regions are mended leaf by leaf.
//!
//! In: nothing but a table. Out: a tree with nothing open of which the recursion fails nowhere. Such a tree has few nodes, so that several are grown: those with little to mend are mended at once, else the best in the end. As long as points of the table are wrong where the recursion fails,
//! their leaves are grown again with these in sight; else leaves that have a say where it fails are opened, and what is open is looked at farther and farther out.

use super::grow::Grower;
use super::open::Open;
use super::region::{Chart, Region};
use super::{Cut, leaf};
use crate::budget::Failure;
use crate::game::Core;

/// How many trees are grown.
const TREES: usize = 4;
/// An open region weighs as much as so many classes in which the recursion fails.
const OPEN: usize = 200;
/// So much is little to mend.
const LITTLE: usize = 1500;
/// How often a tree is mended, and how many times it is looked farther out.
const ROUNDS: usize = 40;
const STAGES: i32 = 10;
/// How often in a row nothing more may be understood.
const IDLE: usize = 3;
/// The most regions that are open.
const MOST_OPEN: usize = 3000;

impl Grower<'_> {
    /// Grows a tree of thick regions; an error if all that are grown stay wrong.
    pub(super) fn grow_and_mend(&mut self, core: &Core) -> Result<(), Failure> {
        let d = core.dimension;
        let mut best: Option<((usize, usize), Vec<Cut>, u32, Vec<Open>)> = None;
        for _ in 0..TREES {
            self.edges.clear();
            self.open.clear();
            self.nodes.truncate(2);
            self.hints.clear();
            self.root = self.grow(&Chart::whole(d), &Region::orthant(d), 0, &mut Vec::new())?;
            let doubts = self.doubts(core)?.len();
            let whole = self.open.iter().filter(|open| open.region.rank() == d).count();
            let weight = (whole, doubts + OPEN * self.open.len());
            if whole == 0 && weight.1 < LITTLE {
                if self.mend(core)? {
                    return Ok(());
                }
            } else if best.as_ref().is_none_or(|b| weight < b.0) {
                best = Some((weight, self.nodes.clone(), self.root, self.open.clone()));
            }
        }
        let (_, nodes, root, open) = best.ok_or(Failure::Shape)?;
        (self.nodes, self.root, self.open) = (nodes, root, open);
        if self.mend(core)? { Ok(()) } else { Err(Failure::Shape) }
    }

    /// Mends a tree; whether nothing of it is wrong or open in the end.
    fn mend(&mut self, core: &Core) -> Result<bool, Failure> {
        let (mut stage, mut idle) = (0, 0);
        for _ in 0..ROUNDS {
            let mut doubts = self.doubts(core)?;
            if doubts.is_empty() && self.open.is_empty() {
                return Ok(true);
            }
            self.shuffle(&mut doubts);
            let (wrong, open) = (self.wrong.len(), self.open.len());
            if self.learns(core, &doubts)? {
                self.open_wrong(wrong)?;
                let again = self.open.split_off(open);
                self.grow_on(again, false)?;
                continue;
            }
            if stage > 0 || open == 0 {
                match self.reopen(core, &doubts) {
                    Err(Failure::Shape) => return Ok(false),
                    reopened => reopened?,
                }
            }
            stage += 1;
            if stage > STAGES || idle == IDLE || self.open.len() > MOST_OPEN {
                return Ok(false);
            }
            let open = std::mem::take(&mut self.open);
            self.look_far_each(core, open.clone(), stage)?;
            idle = if self.grow_on(open, true)? { 0 } else { idle + 1 };
            self.far = None;
        }
        Ok(false)
    }

    /// Opens the leaves of points of the table that are wrong, from one of their numbers on.
    fn open_wrong(&mut self, from: usize) -> Result<(), Failure> {
        let mut open = self.open_leaves();
        for i in from..self.wrong.len() {
            if let Some(node) = leaf(&self.nodes, self.root, &self.wrong[i])
                && open.insert(node)
            {
                let (chart, region) = self.region_of(&self.wrong[i])?;
                self.open.push(Open { node, chart, region, phases: Vec::new() });
            }
        }
        Ok(())
    }

    /// Grows the tree on in open regions, from what is known far out or the table alone; whether more of one is understood.
    fn grow_on(&mut self, open: Vec<Open>, far: bool) -> Result<bool, Failure> {
        let mut progress = false;
        for (i, open) in open.into_iter().enumerate() {
            self.here = far.then_some(i);
            progress |= self.regrow(open)?;
        }
        self.here = None;
        Ok(progress)
    }
}

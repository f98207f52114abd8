//! Trees of thick regions are mended part by part.
//!
//! In: nothing but a table. Out: a tree with nothing open of which the recursion fails nowhere. As long as points of the table are wrong where it fails, their leaves are grown again with these in sight; then parts are grown again
//! as long as that helps (`again`); and then leaves that have a say where it still fails are opened, and what is open is looked at farther and farther out.

use super::grow::Grower;
use super::leaf;
use super::open::Open;
use super::region::{Chart, Region};
use crate::budget::Failure;
use crate::game::Core;

/// How many trees are grown.
const TREES: usize = 4;
/// The most work for one of them before it is mended; what is not grown then stays open.
const WORK: u64 = 2_000_000_000;
/// Before how many looks farther out parts are grown again, from which on with detours, and how many.
const AGAIN: i32 = 4;
const DETOURS_FROM: i32 = 2;
const DETOURS: usize = 6;
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
        for _ in 0..TREES {
            (self.far, self.here) = (None, None);
            self.edges.clear();
            self.open.clear();
            self.nodes.truncate(2);
            self.hints.clear();
            self.until = self.meter.left().saturating_sub(WORK);
            self.root = self.grow(&Chart::whole(d), &Region::orthant(d), 0, &mut Vec::new())?;
            self.until = 0;
            if self.or_nothing(|grower| grower.mend(core))? == Some(true) {
                return Ok(());
            }
        }
        Err(Failure::Shape)
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
                self.grow_on(again)?;
                continue;
            }
            if stage < AGAIN {
                self.grow_again(core, if stage < DETOURS_FROM { 0 } else { DETOURS })?;
                doubts = self.doubts(core)?;
                if doubts.is_empty() && self.open.is_empty() {
                    return Ok(true);
                }
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
            let open = self.open.clone();
            self.look_far_each(core, open.clone(), stage)?;
            idle = if self.grow_far(core, open)? { 0 } else { idle + 1 };
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
                self.open.push(Open { node, chart, region, phases: Vec::new(), repeat: Vec::new() });
            }
        }
        Ok(())
    }

    /// Grows the tree on in open regions.
    fn grow_on(&mut self, open: Vec<Open>) -> Result<(), Failure> {
        for open in open {
            self.regrow(open)?;
        }
        Ok(())
    }

    /// The same from what is known far out, where the tree is better so; whether it is.
    fn grow_far(&mut self, core: &Core, open: Vec<Open>) -> Result<bool, Failure> {
        let mut progress = false;
        for (i, open) in open.into_iter().enumerate() {
            self.here = Some(i);
            let attempt = self.or_nothing(|grower| grower.attempt(core, open.node, &open.chart, &open.region))?;
            progress |= attempt.is_some_and(|attempt| attempt.0 > 0);
        }
        self.here = None;
        Ok(progress)
    }
}

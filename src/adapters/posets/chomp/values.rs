//! Values and winning moves of Chomp by the engines, each where it is quickest, and what they have said before.

use super::ChompRules;
use super::board::{Board, Reported};
use crate::adapters::posets::heavy::{Expected, fault};
use crate::diagnostics::Mistake;
use crate::eval::Machine;
use crate::limits::Stop;
use crate::posets::subsets::estimate::{Estimate, Quantity};
use crate::posets::subsets::middles::nim;
use crate::posets::subsets::proof::{self, Proof};
use crate::posets::subsets::{self, chomp as heavy, complex, downset, links};
use crate::value::{Fault, Flow, Res};
use std::rc::Rc;

/// Positions opened in search of a proof that nobody asked for, and seconds that exhaustion must take for that.
const OPENED: usize = 60;
const WAIT: f64 = 2.0;
/// Seconds from which on levels are kept and shared, where that is asked for.
const LEVELS_FROM: f64 = 10.0;
/// Points up to which what a proof cites is exhausted again when it is checked.
const EXHAUSTED: u32 = 6;

/// Seconds from which on the table of a box is kept, and up to which it is made before a short win is looked for.
const KEPT_FROM: f64 = 1.0;
pub(super) const TABLE_FIRST: f64 = 20.0;

/// What is known where a strategy can be stolen.
const STOLEN: &str =
    "Whoever begins wins: an answer to taking the greatest element could have been the first move. That tells no move.";

impl ChompRules {
    pub(super) fn known(board: &Board, family: u128) -> Reported {
        board.root.heavy.borrow().get(&family).cloned().unwrap_or_default()
    }

    pub(super) fn learn(board: &Board, family: u128, learn: impl FnOnce(&mut Reported)) {
        learn(board.root.heavy.borrow_mut().entry(family).or_default());
    }

    /// The winning moves by the engine for subsets, a bit for each subset.
    pub(super) fn winning(&self, machine: &mut Machine, board: &Board, n: u32, family: u128) -> Res<u128> {
        if let Some(winning) = Self::known(board, family).winning {
            return Ok(winning);
        }
        let handle = Rc::clone(&machine.handle);
        if machine.chomp_by_links(n, family)? {
            let k = downset::largest(family);
            machine.announce(&subsets::estimate(Quantity::Outcome, n, k, 100, &handle)?.at_once(links::costs(k)))?;
            let result = links::outcome(n, family, machine.heavy().thread_count(), &handle).map_err(fault)?;
            Self::learn_from(board, &result);
            return Ok(result.winning);
        }
        let (plan, estimate) = plan(machine, Quantity::Outcome, n, family)?;
        let name = format!("outcome-{n}-{family:x}");
        machine.announce(&estimate)?;
        let result =
            machine.with_heavy(&name, Expected::from(&estimate), |options, handle| plan.outcome(options, handle))?;
        Self::learn_from(board, &result);
        Ok(result.winning)
    }

    /// The winning moves of a position and of those one move away, and their values where they are known.
    pub(super) fn learn_from(board: &Board, result: &heavy::ChompResult) {
        let after = |x: u32| result.position & !downset::ABOVE[x as usize];
        for &(x, value) in &result.options {
            Self::learn(board, after(x), |known| known.value = Some(value));
        }
        for &(x, replies) in &result.replies {
            Self::learn(board, after(x), |known| known.winning = Some(replies));
        }
        Self::learn(board, result.position, |known| {
            known.value = result.value.or(known.value);
            known.winning = Some(result.winning);
        });
    }

    pub(super) fn nim_value(&self, machine: &mut Machine, board: &Board) -> Res<u32> {
        let handle = Rc::clone(&machine.handle);
        if board.taken_least().is_some() {
            // It adds one to the value of what is above it, see [`Chomp::nim_value`].
            let root = self.root(machine, &board.root.poset, true)?;
            let left = board.left_in(&root, machine)?;
            return Ok(1 + self.nim_value(machine, &Board { root, left })?);
        }
        let Some((n, family)) = board.family() else {
            let refused = |flow: Box<Flow>| match *flow {
                Flow::Fault(fault) if board.root.game.borrow().steals(&board.left) => {
                    Box::new(Flow::Fault(fault.note(STOLEN)))
                }
                _ => flow,
            };
            let truncation = board.root.game.borrow().truncation(&handle)?;
            if let Some((n, k)) = truncation
                && board.left.len() == board.root.len()
                && k > 2
            {
                let estimate = subsets::estimate(Quantity::Grundy, n, k, 2000, &handle)?;
                machine.refuse_hopeless(&estimate).map_err(refused)?;
            }
            if board.left.len() == board.root.len() && !board.root.is_prepared.get() {
                let plan = crate::posets::chomp_plan(&board.root.poset().order, &handle)?;
                plan.filter(|plan| plan.is_begun).map(|plan| machine.announce_table(&plan)).transpose()?;
            }
            self.keep_box(machine, board, f64::INFINITY)?;
            let value = board.root.game.borrow_mut().nim_value(&board.left, &handle);
            return value.map_err(|stop| match stop {
                Stop::TooLarge(_) => refused(stop.into()),
                _ => stop.into(),
            });
        };
        if let Some(value) = Self::known(board, family).value {
            return Ok(value);
        }
        if machine.chomp_by_triples(n, family)? {
            let k = downset::largest(family);
            machine.announce(&subsets::estimate(Quantity::Grundy, n, k, 100, &handle)?.at_once(nim::costs()))?;
            let result = nim::grundy(n, family, machine.heavy().thread_count(), &handle).map_err(fault)?;
            Self::learn_from(board, &result);
            return Ok(result.value.unwrap_or(0));
        }
        let (plan, estimate) = plan(machine, Quantity::Grundy, n, family)?;
        machine.announce(&estimate)?;
        let name = format!("grundy-{n}-{family:x}");
        let result =
            machine.with_heavy(&name, Expected::from(&estimate), |options, handle| plan.grundy(options, handle))?;
        Self::learn_from(board, &result);
        Ok(result.value.unwrap_or(0))
    }

    /// Makes the table of a box with its levels kept, where they are and it takes over a second, but no longer than this.
    pub(super) fn keep_box(&self, machine: &mut Machine, board: &Board, most: f64) -> Res<()> {
        let root = &board.root;
        if machine.heavy().checkpoints.is_none() || root.is_prepared.get() {
            return Ok(());
        }
        let handle = Rc::clone(&machine.handle);
        let plan = crate::posets::chomp_plan(&root.poset().order, &handle)?.filter(|plan| plan.is_begun);
        let Some(plan) = plan.filter(|plan| (KEPT_FROM..=most).contains(&plan.seconds(1))) else { return Ok(()) };
        let sides: Vec<String> = plan.sides.iter().map(usize::to_string).collect();
        let mut game = root.game.borrow_mut();
        let name = format!("grundy-box-{}", sides.join("-"));
        machine.with_heavy(&name, Expected { classes: None, bytes: 0.0 }, |options, handle| {
            game.prepare(options, handle)
        })?;
        root.is_prepared.set(true);
        Ok(())
    }

    /// A short proof of who wins, where exhaustion would take long: `None` if it would not, or if none is found soon.
    pub(super) fn short_proof(&self, machine: &mut Machine, board: &Board) -> Res<Option<Rc<Proof>>> {
        let Some(facets) = board.facets() else { return Ok(None) };
        if let Some(known) = board.root.proofs.borrow().get(&facets) {
            return Ok(known.clone());
        }
        let handle = Rc::clone(&machine.handle);
        if let Some((n, family)) = board.family() {
            let known = Self::known(board, family);
            if known.value.is_some() || known.winning.is_some() {
                return Ok(None);
            }
            let k = downset::largest(family);
            // The whole P(n, k) takes at least as long.
            let estimate = subsets::estimate(Quantity::Outcome, n, k, 100, &handle)?;
            if estimate.cpu_seconds < WAIT {
                return Ok(None);
            }
        }
        if complex::vertices(&facets).count_ones() > proof::MOST_SEARCHED {
            return Ok(None);
        }
        let found = proof::prove(&facets, OPENED, &handle).map_err(fault)?;
        checked(found.as_deref(), &handle)?;
        board.root.proofs.borrow_mut().insert(facets, found.clone());
        Ok(found)
    }
}

/// A proof is used after the checker has accepted it.
pub(super) fn checked(proof: Option<&Proof>, handle: &crate::limits::Handle) -> Res<()> {
    match proof {
        Some(proof) if !proof::check(proof, EXHAUSTED, handle).map_err(fault)? => {
            Fault::new(Mistake::Bug, "the proof that was found does not hold: this is a bug").err()
        }
        _ => Ok(()),
    }
}

impl Machine {
    /// Whether who wins a position of subsets is found by links. These keep no levels and share nothing with other processes; where that is asked
    /// for, only what takes seconds goes this way.
    pub fn chomp_by_links(&mut self, n: u32, family: u128) -> Res<bool> {
        let is_alone = !self.asks_for_levels() || links::costs(downset::largest(family)).1 < LEVELS_FROM;
        Ok(is_alone && links::suits(n, family, &self.handle).map_err(fault)?)
    }

    /// Whether the nim-value of a position of subsets is found by triples, where no levels are asked for: these keep none.
    pub fn chomp_by_triples(&mut self, n: u32, family: u128) -> Res<bool> {
        Ok(!self.asks_for_levels() && nim::suits(n, family, &self.handle).map_err(fault)?)
    }

    /// Whether levels of a long computation are to be kept, or shared with other processes.
    pub fn asks_for_levels(&mut self) -> bool {
        let heavy = self.heavy();
        heavy.checkpoints.is_some() || heavy.process_count() > 1
    }
}

/// What a computation on a position of Subset Takeaway will go through.
fn plan(machine: &mut Machine, kind: Quantity, n: u32, family: u128) -> Res<(heavy::Plan, Estimate)> {
    let handle = Rc::clone(&machine.handle);
    let plan = heavy::Plan::new(n, family, &handle).map_err(fault)?;
    let estimate = plan.estimate(kind, &handle).map_err(fault)?;
    Ok((plan, estimate))
}

//! Chomp as a game of the language: positions that add to all others.
//!
//! In: a poset. Out: positions of one native rule set, `chomp`, whose parameter is what is left of the poset. Values come
//! from [`crate::posets::chomp`]; for subsets of 6 or 7 points, and downsets of them, from [`crate::posets::subsets`],
//! which goes through classes of downsets and tells outcomes for less than values.

use super::Machine;
use super::node::Rules;
use super::rules::{NativeRules, position_of};
use crate::games::Game;
use crate::posets::Bits;
use crate::posets::chomp::Chomp;
use crate::posets::subsets::{chomp as heavy, downset, engine, error, estimate};
use crate::value::key::Key;
use crate::value::poset::PosetValue;
use crate::value::{Fault, Flow, Move, Player, Position, Res, Thing, Value};
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::any::Any;
use std::cell::RefCell;
use std::fmt;
use std::hash::BuildHasher;
use std::rc::Rc;

/// Games kept, so that what is known of their positions is found again.
const KEPT: usize = 64;
/// Downsets of the largest position whose remoteness is looked for: it is a walk over all positions below.
const WALKED: u32 = 50_000;
/// Elements from which on downsets of the subsets of 6 or 7 points go to the engine of their own.
const MANY: usize = 32;

/// The rule set.
#[derive(Default)]
pub struct ChompRules {
    roots: RefCell<FxHashMap<Key, Rc<Root>>>,
}

impl fmt::Debug for ChompRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ChompRules")
    }
}

/// A poset that a game began with, and what is known of its positions.
struct Root {
    poset: Value,
    game: RefCell<Chomp>,
    /// A hash of each element.
    hashes: Vec<u64>,
    /// If the elements are subsets of at most 7 points, the points of each as a mask, and how many points there are.
    sets: Option<(u32, Vec<u8>)>,
    heavy: RefCell<FxHashMap<u128, Known>>,
}

/// What the engine for subsets has said of a position.
#[derive(Clone, Default)]
struct Known {
    value: Option<u32>,
    /// The winning moves, a bit for each subset.
    winning: Option<u128>,
}

impl Root {
    fn poset(&self) -> &PosetValue {
        self.poset.thing().expect("made from a poset")
    }
}

/// What is left on the board.
pub struct Board {
    root: Rc<Root>,
    left: Bits,
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({:?})", self.left)
    }
}

impl Board {
    /// Whether nothing can be taken any more.
    fn is_over(&self) -> bool {
        self.root.game.borrow().moves(&self.left).is_empty()
    }

    fn after(&self, x: usize) -> Board {
        Board { root: Rc::clone(&self.root), left: self.root.game.borrow().after(&self.left, x) }
    }

    /// What is left, as a poset.
    fn remaining(&self, machine: &mut Machine) -> Res<PosetValue> {
        self.root.poset().part(machine, &self.left)
    }

    /// The elements that may be taken, as numbers.
    fn moves(&self) -> Vec<usize> {
        self.root.game.borrow().moves(&self.left).iter().collect()
    }

    /// As a downset of subsets for the engine of their own, where that is the better one.
    fn family(&self) -> Option<(u32, u128)> {
        let (n, sets) = self.root.sets.as_ref()?;
        // The engine wants the empty set to be there; it is the least element then.
        if *n < 6 || sets.len() < MANY || self.root.game.borrow().least().is_none() {
            return None;
        }
        Some((*n, self.left.iter().fold(0, |family, x| family | 1 << sets[x])))
    }
}

impl Thing for Board {
    fn kind(&self) -> &'static str {
        "board of Chomp"
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn same(&self, other: &dyn Thing) -> bool {
        let Some(other) = other.as_any().downcast_ref::<Board>() else { return false };
        if Rc::ptr_eq(&self.root, &other.root) {
            return self.left == other.left;
        }
        let part = |board: &Board| {
            let places: Vec<usize> = board.left.iter().collect();
            let poset = board.root.poset();
            PosetValue::new(poset.order.induced(&places), poset.labels(places), Default::default())
        };
        let least = |board: &Board| board.root.game.borrow().least().filter(|&x| board.left.contains(x));
        self.left.len() == other.left.len()
            && least(self).is_some() == least(other).is_some()
            && Thing::same(&part(self), &part(other))
    }

    fn digest(&self) -> u64 {
        self.left.iter().fold(0, |sum, x| sum.wrapping_add(self.root.hashes[x]))
    }

    fn notation(&self, machine: &mut Machine) -> Res<String> {
        let least = self.root.game.borrow().least();
        let remaining = self.remaining(machine)?;
        let text = remaining.notation(machine)?;
        // A poset that has come to have a least element, which can be taken all the same.
        let taken_all = least.is_none() && remaining.order.least().is_some();
        Ok(if taken_all { format!("{text}, poisoned = false") } else { text })
    }
}

fn board(position: &Position) -> Res<Rc<dyn Thing>> {
    match position.arguments.first() {
        Some(Value::Thing(thing)) => Ok(Rc::clone(thing)),
        _ => Fault::new("this is no position of Chomp").err(),
    }
}

/// Works with the board of a position.
fn with_board<T>(position: &Position, work: impl FnOnce(&Board) -> Res<T>) -> Res<T> {
    let thing = board(position)?;
    match thing.as_any().downcast_ref::<Board>() {
        Some(board) => work(board),
        None => Fault::new("this is no position of Chomp").err(),
    }
}

/// The position of Chomp that a value is, if it is one.
pub fn chomp_position(value: &Value) -> Option<&Rc<Position>> {
    match value {
        Value::Position(position) if position.rules.native::<ChompRules>().is_some() => Some(position),
        _ => None,
    }
}

impl Machine {
    /// The rule set of Chomp.
    fn chomp_rules(&mut self) -> Rc<Rules> {
        self.rules_for("chomp", |machine| {
            machine.native_rules("chomp", "chomp(P, poisoned = true)", true, Rc::new(ChompRules::default()))
        })
    }

    /// `chomp(P, poisoned)`.
    pub fn chomp(&mut self, poset: &Value, poisoned: bool) -> Res {
        let rules = self.chomp_rules();
        let Some(native) = rules.native::<ChompRules>() else { return Fault::new("there is no Chomp").err() };
        native.start(self, &rules, poset, poisoned)
    }

    /// The position after `element` is taken.
    pub fn chomp_after(&mut self, position: &Rc<Position>, element: &Value) -> Res {
        with_board(position, |board| {
            let x = board.root.poset().find(self, element)?;
            if !board.moves().contains(&x) {
                let shown = PosetValue::label_notation(self, element)?;
                return Fault::new(format!("{shown} cannot be taken: it is gone, or the least element")).err();
            }
            Ok(position_of(&position.rules, [Value::of(board.after(x))]))
        })
    }

    /// What is left of the poset in a position of Chomp.
    pub fn chomp_board(&mut self, position: &Position) -> Res {
        with_board(position, |board| Ok(Value::of(board.remaining(self)?)))
    }

    /// The winning moves of a position of Chomp, by orbits under the automorphisms of the position: a move of each, and
    /// how many there are.
    pub fn chomp_orbits(&mut self, position: &Rc<Position>) -> Res<Vec<(Value, usize)>> {
        let handle = Rc::clone(&self.handle);
        let lost = position.rules.native::<ChompRules>().map(|rules| rules.lost_options(self, position)).transpose()?;
        let lost = lost.flatten().unwrap_or_default();
        with_board(position, |board| {
            let moves = board.moves();
            let orbits = board.root.poset().order.induced(&moves).orbits(&handle)?;
            let mut found = Vec::new();
            for orbit in orbits {
                let after = Key(position_of(&position.rules, [Value::of(board.after(moves[orbit[0]]))]));
                if let Some(to) = lost.iter().find(|to| Key((*to).clone()) == after) {
                    let to = to.clone();
                    let component = Value::Position(Rc::clone(position));
                    let made = Move { player: None, component, becomes: to.clone(), to };
                    found.push((Value::Move(Rc::new(made)), orbit.len()));
                }
            }
            Ok(found)
        })
    }

    /// Refuses what cannot fit, and says of a computation over subsets what it will take when it is long.
    fn foretell(&mut self, kind: estimate::Kind, n: u32, family: u128) -> Res<()> {
        let k = downset::bits(family).map(u32::count_ones).max().unwrap_or(0);
        let handle = Rc::clone(&self.handle);
        let estimate = estimate::estimate(kind, n, k, 500, &handle)?;
        self.announce(&estimate)
    }

    /// Refuses what cannot fit in the memory allowed; says of what takes over a minute how long that is.
    pub(crate) fn announce(&mut self, estimate: &estimate::Estimate) -> Res<()> {
        let megabytes = estimate.bytes / 1e6;
        if let Err(stop) = estimate.reserve(&self.handle) {
            let mut fault = Fault::new(format!("this needs about {megabytes:.0} MB of memory, more than is allowed"))
                .note("The option `--memory` allows more.");
            fault.stop = Some(stop);
            return fault.err();
        }
        let seconds = estimate.seconds(self.heavy.thread_count());
        if seconds > 60.0
            && let Some(notice) = &self.heavy.notice
        {
            let minutes = (seconds / 60.0).round().max(1.0);
            let plural = if minutes > 1.0 { "s" } else { "" };
            notice(&format!(
                "About {:.1e} classes of downsets, {megabytes:.0} MB, {minutes:.0} minute{plural}; Ctrl-C stops.",
                estimate.classes
            ));
        }
        Ok(())
    }

    /// Runs an engine for subsets with the machine's threads and checkpoints.
    pub(crate) fn with_heavy<T>(
        &mut self,
        name: &str,
        run: impl FnOnce(engine::Options, &crate::limits::Handle) -> Result<T, error::Error>,
    ) -> Res<T> {
        let handle = Rc::clone(&self.handle);
        let mut keeper = match &self.heavy.checkpoints {
            Some(make) => match make(name) {
                Ok(keeper) => Some(keeper),
                Err(error) => return Fault::new(format!("the checkpoint directory cannot be used: {error}")).err(),
            },
            None => None,
        };
        let mut options = engine::Options::threads(self.heavy.threads);
        options.checkpoints = keeper.as_deref_mut().map(|k| k as _);
        run(options, &handle).map_err(fault)
    }
}

/// An error of the engine for subsets as one of the language.
pub(crate) fn fault(error: error::Error) -> Box<Flow> {
    match error {
        error::Error::Stop(stop) => stop.into(),
        other => Fault::new(other.to_string()).into(),
    }
}

impl ChompRules {
    fn start(&self, machine: &mut Machine, rules: &Rc<Rules>, poset: &Value, poisoned: bool) -> Res {
        let Some(value) = poset.thing::<PosetValue>() else {
            return Fault::expected("a poset to play Chomp on", poset).err();
        };
        let key = Key(Value::tuple(vec![poset.clone(), Value::Bool(poisoned)]));
        let known = self.roots.borrow().get(&key).cloned();
        let root = match known {
            Some(root) => root,
            None => {
                let order = value.order.clone();
                let game = if poisoned { Chomp::new(order) } else { Chomp::taking_all(order) };
                let hashes = value.elements.iter().map(|x| FxBuildHasher.hash_one(Key(x.clone()))).collect();
                let root = Rc::new(Root {
                    poset: poset.clone(),
                    game: RefCell::new(game),
                    hashes,
                    sets: sets(machine, value)?,
                    heavy: RefCell::default(),
                });
                let mut roots = self.roots.borrow_mut();
                if roots.len() >= KEPT {
                    roots.clear();
                }
                roots.insert(key, Rc::clone(&root));
                root
            }
        };
        let left = Bits::full(value.elements.len());
        Ok(position_of(rules, [Value::of(Board { root, left })]))
    }

    fn known(board: &Board, family: u128) -> Known {
        board.root.heavy.borrow().get(&family).cloned().unwrap_or_default()
    }

    fn learn(board: &Board, family: u128, learn: impl FnOnce(&mut Known)) {
        learn(board.root.heavy.borrow_mut().entry(family).or_default());
    }

    /// The winning moves by the engine for subsets, as elements.
    fn winning(&self, machine: &mut Machine, board: &Board, n: u32, family: u128) -> Res<u128> {
        if let Some(winning) = Self::known(board, family).winning {
            return Ok(winning);
        }
        machine.foretell(estimate::Kind::Outcome, n, family)?;
        let name = format!("outcome-{n}-{family:x}");
        let result = machine.with_heavy(&name, |options, handle| heavy::outcome(n, family, options, handle))?;
        Self::learn(board, family, |known| known.winning = Some(result.winning));
        Ok(result.winning)
    }

    fn nim_value(&self, machine: &mut Machine, board: &Board) -> Res<u32> {
        let handle = Rc::clone(&machine.handle);
        let Some((n, family)) = board.family() else {
            let mut game = board.root.game.borrow_mut();
            return Ok(game.nim_value(&board.left, &handle)?);
        };
        if let Some(value) = Self::known(board, family).value {
            return Ok(value);
        }
        machine.foretell(estimate::Kind::Grundy, n, family)?;
        let name = format!("grundy-{n}-{family:x}");
        let result = machine.with_heavy(&name, |options, handle| heavy::grundy(n, family, options, handle))?;
        // The values after each move come with it.
        for &(x, value) in &result.options {
            let after = family & !downset::ABOVE[x as usize];
            Self::learn(board, after, |known| known.value = Some(value));
        }
        let value = result.value.unwrap_or(0);
        Self::learn(board, family, |known| {
            known.value = Some(value);
            known.winning = Some(result.winning);
        });
        Ok(value)
    }
}

/// The elements as sets of at most 7 points, if they are that, with the empty set among them, ordered by inclusion.
fn sets(machine: &mut Machine, poset: &PosetValue) -> Res<Option<(u32, Vec<u8>)>> {
    if poset.elements.len() > 128 {
        return Ok(None);
    }
    let mut points: FxHashMap<Key, u32> = FxHashMap::default();
    let mut masks = Vec::with_capacity(poset.elements.len());
    for element in &poset.elements {
        let Value::Set(items) = element else { return Ok(None) };
        let mut mask = 0_u8;
        for item in items.iter() {
            machine.handle.tick()?;
            let fresh = points.len() as u32;
            let point = *points.entry(item.clone()).or_insert(fresh);
            if point >= downset::MAX_N {
                return Ok(None);
            }
            mask |= 1 << point;
        }
        masks.push(mask);
    }
    let n = masks.len();
    let family = masks.iter().fold(0_u128, |family, &mask| family | 1 << mask);
    let inclusion = (0..n).all(|x| (0..n).all(|y| poset.order.less(x, y) == (x != y && masks[x] & !masks[y] == 0)));
    Ok((family & 1 == 1 && inclusion && downset::is_downset(family)).then_some((points.len() as u32, masks)))
}

impl NativeRules for ChompRules {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn make(&self, machine: &mut Machine, rules: &Rc<Rules>, arguments: Vec<Value>) -> Res {
        let poisoned = match arguments.get(1) {
            None | Some(Value::Unset | Value::Nothing) => true,
            Some(Value::Bool(poisoned)) => *poisoned,
            Some(other) => return Fault::expected("true or false as `poisoned`", other).err(),
        };
        match arguments.first() {
            Some(poset) if arguments.len() <= 2 => self.start(machine, rules, poset, poisoned),
            _ => Fault::new("chomp takes a poset").note("It is called as `chomp(P, poisoned = true)`.").err(),
        }
    }

    fn options(&self, machine: &mut Machine, position: &Rc<Position>, _: Player) -> Res<Vec<Value>> {
        with_board(position, |board| {
            let moves = board.moves();
            machine.handle.reserve(moves.len() * (64 + board.left.len() / 4))?;
            let after = |x| position_of(&position.rules, [Value::of(board.after(x))]);
            Ok(moves.into_iter().map(after).collect())
        })
    }

    fn value(&self, machine: &mut Machine, position: &Rc<Position>) -> Res<Option<Game>> {
        let value = with_board(position, |board| self.nim_value(machine, board))?;
        Ok(Some(machine.store.nimber(u64::from(value))))
    }

    fn lost(&self, machine: &mut Machine, position: &Rc<Position>) -> Res<Option<bool>> {
        with_board(position, |board| match board.family() {
            Some((n, family)) => match Self::known(board, family).value {
                Some(value) => Ok(Some(value == 0)),
                None => Ok(Some(self.winning(machine, board, n, family)? == 0)),
            },
            None => Ok(Some(self.nim_value(machine, board)? == 0)),
        })
    }

    fn lost_options(&self, machine: &mut Machine, position: &Rc<Position>) -> Res<Option<Vec<Value>>> {
        let handle = Rc::clone(&machine.handle);
        with_board(position, |board| {
            let mut lost = Vec::new();
            let family = board.family();
            let winning = match family {
                Some((n, family)) => self.winning(machine, board, n, family)?,
                None => 0,
            };
            if family.is_none() {
                // The value of the whole first: its table has all the others.
                let mut game = board.root.game.borrow_mut();
                if game.nim_value(&board.left, &handle)? == 0 {
                    return Ok(Some(lost));
                }
            }
            for x in board.moves() {
                let after = board.after(x);
                let is_lost = match (&board.root.sets, family) {
                    (Some((_, sets)), Some(_)) => winning >> sets[x] & 1 == 1,
                    _ => board.root.game.borrow_mut().nim_value(&after.left, &handle)? == 0,
                };
                if is_lost {
                    lost.push(position_of(&position.rules, [Value::of(after)]));
                }
            }
            Ok(Some(lost))
        })
    }

    fn is_over(&self, position: &Position) -> bool {
        with_board(position, |board| Ok(board.is_over())).unwrap_or(false)
    }

    fn notation(&self, machine: &mut Machine, position: &Position) -> Res<Option<String>> {
        let text = with_board(position, |board| board.notation(machine))?;
        Ok(Some(format!("chomp({text})")))
    }

    /// The element that is taken.
    fn move_notation(&self, machine: &mut Machine, made: &Move) -> Res<Option<String>> {
        let (Some(from), Some(to)) = (chomp_position(&made.component), chomp_position(&made.becomes)) else {
            return Ok(None);
        };
        with_board(from, |from| {
            with_board(to, |to| {
                let gone = Bits::of(from.root.hashes.len(), from.left.iter().filter(|&x| !to.left.contains(x)));
                match from.root.poset().order.minimal_of(&gone)[..] {
                    [x] => PosetValue::label_notation(machine, &from.root.poset().elements[x]).map(Some),
                    _ => Ok(None),
                }
            })
        })
    }

    fn shows_value(&self, machine: &mut Machine, position: &Rc<Position>) -> Res<bool> {
        let handle = Rc::clone(&machine.handle);
        with_board(position, |board| match board.family() {
            Some((n, family)) if n > 6 && Self::known(board, family).value.is_none() => {
                let k = downset::bits(family).map(u32::count_ones).max().unwrap_or(0);
                let estimate = estimate::estimate(estimate::Kind::Grundy, n, k, 100, &handle)?;
                Ok(estimate.seconds(1) < 1.0)
            }
            _ => Ok(true),
        })
    }

    fn has_remoteness(&self, machine: &mut Machine, position: &Rc<Position>) -> Res<bool> {
        let handle = Rc::clone(&machine.handle);
        with_board(position, |board| {
            let moves = board.moves();
            let order = board.root.poset().order.induced(&moves);
            // An antichain of w elements has 2^w downsets.
            Ok(order.width(&handle)? < 40 && crate::posets::ideals(&order, &handle)? <= WALKED.into())
        })
    }

    fn remoteness(&self, machine: &mut Machine, position: &Rc<Position>) -> Res<Option<u32>> {
        let handle = Rc::clone(&machine.handle);
        if !self.has_remoteness(machine, position)? {
            return Fault::new(format!(
                "there are more than {WALKED} positions below this one, too many for remoteness"
            ))
            .note("`winner`, `grundy` and `winning_moves` need less.")
            .err();
        }
        with_board(position, |board| {
            let mut game = board.root.game.borrow_mut();
            Ok(Some(game.remoteness(&board.left, &handle)?))
        })
    }
}

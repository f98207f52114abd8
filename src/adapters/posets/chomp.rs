//! Chomp as a game of the language: positions that add to all others.
//!
//! In: a poset. Out: positions of one native rule set, `chomp`, whose parameter is what is left of the poset. Values come
//! from [`crate::posets::chomp`]; for subsets of 6 or 7 points, and downsets of them, from [`crate::posets::subsets`],
//! which goes through classes of downsets and tells outcomes for less than values, and proves some of them.

use super::faces::Faces;
use super::heavy::fault;
use crate::adapters::posets::PosetValue;
use crate::diagnostics::Mistake;
use crate::eval::{Machine, Thing};
use crate::eval::{NativeRules, position_of};
use crate::games::Game;
use crate::limits::Stop;
use crate::posets::chomp::Chomp;
use crate::posets::subsets::estimate::{Estimate, Quantity};
use crate::posets::subsets::proof::{self, Proof, Reason};
use crate::posets::subsets::{chomp as heavy, complex, downset};
use crate::posets::{Bits, Poset};
use crate::value::key::Key;
use crate::value::node::Rules;
use crate::value::{Fault, Flow, Move, Player, Position, Res, Value};
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::cell::{Cell, RefCell};
use std::fmt;
use std::hash::BuildHasher;
use std::rc::Rc;

/// Games kept, so that what is known of their positions is found again.
const KEPT: usize = 64;
/// Downsets of the largest position whose remoteness is looked for: it is a walk over all positions below.
const WALKED: u32 = 50_000;
/// Elements from which on downsets of the subsets of 6 or 7 points go to the engine of their own.
const MANY: usize = 32;
/// Positions opened in search of a proof that nobody asked for, and seconds that exhaustion must take for that.
const OPENED: usize = 60;
const WAIT: f64 = 2.0;
/// Positions opened in search of a proof that was asked for.
const OPENED_WHEN_ASKED: usize = 2000;
/// Points up to which what a proof cites is exhausted again when it is checked.
const EXHAUSTED: u32 = 6;

/// Seconds from which on the table of a box is kept, and up to which it is made before a short win is looked for.
const KEPT_FROM: f64 = 1.0;
const TABLE_FIRST: f64 = 20.0;

/// Seconds up to which a value is looked for that nobody asked for.
const SHOWN: f64 = 1.0;

/// What is known where a strategy can be stolen.
const STOLEN: &str =
    "Whoever begins wins: an answer to taking the greatest element could have been the first move. That tells no move.";

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
    /// If the elements are the faces of a complex.
    faces: Option<Faces>,
    heavy: RefCell<FxHashMap<u128, Reported>>,
    /// Whether the table of a box was made with levels kept.
    is_prepared: Cell<bool>,
    /// Proofs that were looked for.
    proofs: RefCell<FxHashMap<complex::Facets, Option<Rc<Proof>>>>,
}

/// What the engine for subsets has said of a position.
#[derive(Clone, Default)]
struct Reported {
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

    /// What is left in the numbers of another root, whose poset is equal, but may have its elements in another order.
    fn left_in(&self, root: &Root, machine: &mut Machine) -> Res<Bits> {
        let (here, there) = (self.root.poset(), root.poset());
        if std::ptr::eq(here, there) {
            return Ok(self.left.clone());
        }
        let mut left = Bits::empty(there.elements.len());
        for x in self.left.iter() {
            left.insert(there.find(machine, &here.elements[x])?);
        }
        Ok(left)
    }

    /// What is left, as a poset.
    fn remaining(&self, machine: &mut Machine) -> Res<PosetValue> {
        self.root.poset().part(machine, &self.left)
    }

    /// The elements that may be taken, as numbers.
    fn moves(&self) -> Vec<usize> {
        self.root.game.borrow().moves(&self.left).iter().collect()
    }

    /// The least element of the whole, where it may be taken.
    fn taken_least(&self) -> Option<usize> {
        self.root.game.borrow().taken_least(&self.left)
    }

    /// The faces that are left and the empty one, if the elements are such and that one, which is the least, stays.
    fn faces(&self) -> Option<(&Faces, Vec<u16>)> {
        let faces = self.root.faces.as_ref()?;
        if faces.has_empty && self.root.game.borrow().poison().is_none() {
            return None;
        }
        let empty = if faces.has_empty { None } else { Some(0) };
        Some((faces, empty.into_iter().chain(self.left.iter().map(|x| faces.masks[x])).collect()))
    }

    /// As a downset of subsets for the engine of their own, where that is the better one.
    fn family(&self) -> Option<(u32, u128)> {
        let (faces, left) = self.faces()?;
        let n = faces.points.len() as u32;
        let takes = (6..=downset::MAX_N).contains(&n) && faces.masks.len() >= MANY;
        takes.then(|| (n, left.iter().fold(0, |family, &x| family | 1 << x)))
    }

    /// Its largest sets, where there are enough elements for a proof to be looked for before all else.
    fn facets(&self) -> Option<complex::Facets> {
        let (_, left) = self.faces().filter(|(_, left)| left.len() >= MANY)?;
        Some(complex::antichain(left))
    }
}

impl Thing for Board {
    fn kind(&self) -> &'static str {
        "board of Chomp"
    }

    fn same(&self, other: &dyn Thing) -> bool {
        let Some(other) = other.downcast_ref::<Board>() else { return false };
        if Rc::ptr_eq(&self.root, &other.root) {
            return self.left == other.left;
        }
        let least = |board: &Board| board.root.game.borrow().poison().filter(|&x| board.left.contains(x));
        least(self).is_some() == least(other).is_some()
            && self.root.poset().same_on(&self.left, other.root.poset(), &other.left, |_| Ok(())) == Ok(true)
    }

    fn digest(&self) -> u64 {
        self.left.iter().fold(0, |sum, x| sum.wrapping_add(self.root.hashes[x]))
    }

    fn notation(&self, machine: &mut Machine) -> Res<String> {
        let least = self.root.game.borrow().poison();
        let remaining = self.remaining(machine)?;
        let text = remaining.notation(machine)?;
        // A poset that has come to have a least element, which can be taken all the same.
        let taken_all = least.is_none() && remaining.order.least().is_some();
        Ok(if taken_all { format!("{text}, poisoned = false") } else { text })
    }
}

/// Works with the board of a position.
fn with_board<T>(position: &Position, work: impl FnOnce(&Board) -> Res<T>) -> Res<T> {
    match position.arguments.first().and_then(Value::thing) {
        Some(board) => work(board),
        None => Fault::new(Mistake::WrongGame, "this is no position of Chomp").err(),
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
        let Some(native) = rules.native::<ChompRules>() else {
            return Fault::new(Mistake::WrongGame, "there is no Chomp").err();
        };
        native.start(self, &rules, poset, poisoned)
    }

    /// The position after `element` is taken.
    pub fn chomp_after(&mut self, position: &Rc<Position>, element: &Value) -> Res {
        // A move says where it leads.
        if let Value::Move(made) = element {
            if Key(made.component.clone()) == Key(Value::Position(Rc::clone(position))) {
                return Ok(made.becomes.clone());
            }
            let (shown, from) = (self.notation(element)?, self.notation(&made.component)?);
            return Fault::new(Mistake::NotAPosition, format!("{shown} is a move in {from}, not in this position"))
                .err();
        }
        with_board(position, |board| {
            let x = board.root.poset().find(self, element)?;
            if !board.moves().contains(&x) {
                let shown = PosetValue::label_notation(self, element)?;
                return Fault::new(
                    Mistake::NotAPosition,
                    format!("{shown} cannot be taken: it is gone, or the least element"),
                )
                .err();
            }
            Ok(position_of(&position.rules, [Value::of(board.after(x))]))
        })
    }

    /// What is left of the poset in a position of Chomp.
    pub fn chomp_board(&mut self, position: &Position) -> Res {
        with_board(position, |board| Ok(Value::of(board.remaining(self)?)))
    }

    /// Why it is known at once who wins a position of Chomp, where it is.
    pub fn chomp_known(&mut self, position: &Rc<Position>) -> Res<Option<&'static str>> {
        with_board(position, |board| {
            let game = board.root.game.borrow();
            if game.closed_win(&board.left).is_some() {
                return Ok(Some("a closed form says who wins"));
            }
            if game.steals(&board.left) {
                return Ok(Some("whoever begins wins: strategy stealing"));
            }
            drop(game);
            let Some(rules) = position.rules.native::<ChompRules>() else { return Ok(None) };
            Ok(rules.short_proof(self, board)?.map(|_| "a short proof says who wins"))
        })
    }

    /// A proof of who wins a position of Chomp on the faces of a complex, checked, with the points that its masks stand
    /// for; `None` if the search does not find one.
    pub fn chomp_proof(&mut self, position: &Position) -> Res<Option<(Rc<Proof>, Vec<Value>)>> {
        let handle = Rc::clone(&self.handle);
        with_board(position, |board| {
            let Some((faces, left)) = board.faces() else {
                return Fault::new(
                    Mistake::WrongGame,
                    "proofs are found for Chomp on the faces of a complex, such as `chomp(subsets(8, 3))`",
                )
                .err();
            };
            let found = proof::prove(&complex::antichain(left), OPENED_WHEN_ASKED, &handle).map_err(fault)?;
            checked(found.as_deref(), &handle)?;
            Ok(found.map(|proof| (proof, faces.points.clone())))
        })
    }

    /// The points that the numbers in a proof of who wins a position stand for.
    pub fn chomp_points(&self, position: &Position) -> Res<Vec<Value>> {
        with_board(position, |board| Ok(board.faces().map_or(Vec::new(), |(faces, _)| faces.points.clone())))
    }

    /// Why a proof, trusted in nothing, does not say who wins a position; nothing if it does. What it cites is exhausted again.
    pub fn check_chomp(&mut self, position: &Position, proof: &Proof) -> Res<Option<&'static str>> {
        let handle = Rc::clone(&self.handle);
        with_board(position, |board| {
            if board.faces().is_none_or(|(_, left)| proof.position != complex::antichain(left)) {
                return Ok(Some("its last line is about another position"));
            }
            let holds = proof::check(proof, proof::LARGEST_CITED, &handle).map_err(fault)?;
            Ok((!holds).then_some("a line does not follow from those before it"))
        })
    }

    /// The winning moves of a position of Chomp, by orbits under the automorphisms of the position: a move of each, and
    /// how many there are.
    pub fn chomp_orbits(&mut self, position: &Rc<Position>) -> Res<Vec<(Value, usize)>> {
        let handle = Rc::clone(&self.handle);
        let lost = position.rules.native::<ChompRules>().map(|rules| rules.lost_options(self, position)).transpose()?;
        let lost = lost.flatten().unwrap_or_default();
        with_board(position, |board| {
            let moves = board.moves();
            let orbits = board.root.poset().order.induced(&moves, &handle)?.orbits(&handle)?;
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
}

impl ChompRules {
    fn start(&self, machine: &mut Machine, rules: &Rc<Rules>, poset: &Value, poisoned: bool) -> Res {
        let root = self.root(machine, poset, poisoned)?;
        let left = Bits::full(root.hashes.len());
        Ok(position_of(rules, [Value::of(Board { root, left })]))
    }

    fn root(&self, machine: &mut Machine, poset: &Value, poisoned: bool) -> Res<Rc<Root>> {
        let Some(value) = poset.thing::<PosetValue>() else {
            return Fault::expected("a poset to play Chomp on", poset).err();
        };
        let key = Key(Value::tuple(vec![poset.clone(), Value::Bool(poisoned)]));
        let known = self.roots.borrow().get(&key).cloned();
        if let Some(root) = known {
            return Ok(root);
        }
        let order = value.order.clone();
        let game =
            if poisoned { Chomp::new(order, &machine.handle)? } else { Chomp::taking_all(order, &machine.handle)? };
        let game = game.with_threads(machine.heavy().thread_count());
        let hashes = value.elements.iter().map(|x| FxBuildHasher.hash_one(Key(x.clone()))).collect();
        let root = Rc::new(Root {
            poset: poset.clone(),
            game: RefCell::new(game),
            hashes,
            faces: Faces::of(machine, value)?,
            heavy: RefCell::default(),
            is_prepared: Cell::default(),
            proofs: RefCell::default(),
        });
        let mut roots = self.roots.borrow_mut();
        if roots.len() >= KEPT {
            roots.clear();
        }
        roots.insert(key, Rc::clone(&root));
        Ok(root)
    }

    fn known(board: &Board, family: u128) -> Reported {
        board.root.heavy.borrow().get(&family).cloned().unwrap_or_default()
    }

    fn learn(board: &Board, family: u128, learn: impl FnOnce(&mut Reported)) {
        learn(board.root.heavy.borrow_mut().entry(family).or_default());
    }

    /// The winning moves by the engine for subsets, a bit for each subset.
    fn winning(&self, machine: &mut Machine, board: &Board, n: u32, family: u128) -> Res<u128> {
        if let Some(winning) = Self::known(board, family).winning {
            return Ok(winning);
        }
        let (plan, estimate) = plan(machine, Quantity::Outcome, n, family)?;
        let name = format!("outcome-{n}-{family:x}");
        machine.announce(&estimate)?;
        let result = machine.with_heavy(&name, Some(&estimate), |options, handle| plan.outcome(options, handle))?;
        Self::learn_from(board, &result);
        Ok(result.winning)
    }

    /// The winning moves of a position and of those one move away, and their values where they are known.
    fn learn_from(board: &Board, result: &heavy::ChompResult) {
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

    fn nim_value(&self, machine: &mut Machine, board: &Board) -> Res<u32> {
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
            let truncation = board.root.game.borrow().truncation();
            if let Some((n, k)) = truncation
                && board.left.len() == board.root.hashes.len()
                && k > 2
            {
                let estimate = crate::posets::subsets::estimate(Quantity::Grundy, n, k, 2000, &handle)?;
                machine.refuse_hopeless(&estimate).map_err(refused)?;
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
        let (plan, estimate) = plan(machine, Quantity::Grundy, n, family)?;
        machine.announce(&estimate)?;
        let name = format!("grundy-{n}-{family:x}");
        let result = machine.with_heavy(&name, Some(&estimate), |options, handle| plan.grundy(options, handle))?;
        Self::learn_from(board, &result);
        Ok(result.value.unwrap_or(0))
    }

    /// Makes the table of a box with its levels kept, where they are and it takes over a second, but no longer than this.
    fn keep_box(&self, machine: &mut Machine, board: &Board, most: f64) -> Res<()> {
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
        machine.with_heavy(&name, None, |options, handle| game.prepare(options, handle))?;
        root.is_prepared.set(true);
        Ok(())
    }

    /// A short proof of who wins, where exhaustion would take long: `None` if it would not, or if none is found soon.
    fn short_proof(&self, machine: &mut Machine, board: &Board) -> Res<Option<Rc<Proof>>> {
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
            let k = downset::bits(family).map(u32::count_ones).max().unwrap_or(0);
            // The whole P(n, k) takes at least as long.
            let estimate = crate::posets::subsets::estimate(Quantity::Outcome, n, k, 100, &handle)?;
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
fn checked(proof: Option<&Proof>, handle: &crate::limits::Handle) -> Res<()> {
    match proof {
        Some(proof) if !proof::check(proof, EXHAUSTED, handle).map_err(fault)? => {
            Fault::new(Mistake::Bug, "the proof that was found does not hold: this is a bug").err()
        }
        _ => Ok(()),
    }
}

/// What a computation on a position of Subset Takeaway will go through.
fn plan(machine: &mut Machine, kind: Quantity, n: u32, family: u128) -> Res<(heavy::Plan, Estimate)> {
    let handle = Rc::clone(&machine.handle);
    let plan = heavy::Plan::new(n, family, &handle).map_err(fault)?;
    let estimate = plan.estimate(kind, &handle).map_err(fault)?;
    Ok((plan, estimate))
}

impl NativeRules for ChompRules {
    fn make(&self, machine: &mut Machine, rules: &Rc<Rules>, arguments: Vec<Value>) -> Res {
        let poisoned = match arguments.get(1) {
            None | Some(Value::Unset | Value::Nothing) => true,
            Some(Value::Bool(poisoned)) => *poisoned,
            Some(other) => return Fault::expected("true or false as `poisoned`", other).err(),
        };
        match arguments.first() {
            Some(poset) if arguments.len() <= 2 => self.start(machine, rules, poset, poisoned),
            _ => Fault::new(Mistake::Arguments, "chomp takes a poset")
                .note("It is called as `chomp(P, poisoned = true)`.")
                .err(),
        }
    }

    fn options(&self, machine: &mut Machine, position: &Rc<Position>, _: Player) -> Res<Vec<Value>> {
        with_board(position, |board| {
            let moves = board.moves();
            machine.handle.afford(moves.len() * (64 + board.left.len() / 4))?;
            let after = |x| position_of(&position.rules, [Value::of(board.after(x))]);
            Ok(moves.into_iter().map(after).collect())
        })
    }

    fn value(&self, machine: &mut Machine, position: &Rc<Position>) -> Res<Option<Game>> {
        let value = with_board(position, |board| self.nim_value(machine, board))?;
        Ok(Some(machine.store.nimber(u64::from(value))))
    }

    fn has_values(&self) -> bool {
        true
    }

    fn lost(&self, machine: &mut Machine, position: &Rc<Position>) -> Res<Option<bool>> {
        let closed = with_board(position, |board| Ok(board.root.game.borrow().closed_win(&board.left)))?;
        if let Some(win) = closed {
            return Ok(Some(win.is_none()));
        }
        with_board(position, |board| match board.family() {
            _ if board.root.game.borrow().steals(&board.left) => Ok(Some(false)),
            Some((n, family)) => match Self::known(board, family).value {
                Some(value) => Ok(Some(value == 0)),
                None => match self.short_proof(machine, board)? {
                    Some(proof) => Ok(Some(!proof.won)),
                    None => Ok(Some(self.winning(machine, board, n, family)? == 0)),
                },
            },
            None => match self.short_proof(machine, board)? {
                Some(proof) => Ok(Some(!proof.won)),
                None => Ok(Some(self.nim_value(machine, board)? == 0)),
            },
        })
    }

    fn lost_option(&self, machine: &mut Machine, position: &Rc<Position>) -> Res<Option<Option<Value>>> {
        let closed = with_board(position, |board| {
            let win = board.root.game.borrow().closed_win(&board.left);
            Ok(win.map(|win| win.map(|x| position_of(&position.rules, [Value::of(board.after(x))]))))
        })?;
        if closed.is_some() {
            return Ok(closed);
        }
        let proved = with_board(position, |board| {
            let Some(proof) = self.short_proof(machine, board)? else { return Ok(None) };
            let (Reason::Move(x, ..), Some((faces, _))) = (&proof.reason, board.faces()) else { return Ok(None) };
            let taken = faces.masks.iter().position(|mask| mask == x);
            Ok(taken.map(|x| position_of(&position.rules, [Value::of(board.after(x))])))
        })?;
        if let Some(option) = proved {
            return Ok(Some(Some(option)));
        }
        let handle = Rc::clone(&machine.handle);
        let short = with_board(position, |board| match board.family() {
            Some(_) => Ok(None),
            None => {
                // A table that takes longer is not made before other ways were tried.
                self.keep_box(machine, board, TABLE_FIRST)?;
                let x = board.root.game.borrow_mut().short_win(&board.left, &handle)?;
                Ok(x.map(|x| position_of(&position.rules, [Value::of(board.after(x))])))
            }
        })?;
        match short {
            Some(option) => Ok(Some(Some(option))),
            None => Ok(self.lost_options(machine, position)?.map(|options| options.into_iter().next())),
        }
    }

    fn lost_options(&self, machine: &mut Machine, position: &Rc<Position>) -> Res<Option<Vec<Value>>> {
        let handle = Rc::clone(&machine.handle);
        with_board(position, |board| {
            let after = |x| position_of(&position.rules, [Value::of(board.after(x))]);
            if let Some(least) = board.taken_least() {
                return Ok(Some(vec![after(least)]));
            }
            let mut lost = Vec::new();
            let family = board.family();
            let winning = match family {
                Some((n, family)) => self.winning(machine, board, n, family)?,
                None => 0,
            };
            if family.is_none() {
                // The value of the whole first: its table has all the others.
                if self.nim_value(machine, board)? == 0 {
                    return Ok(Some(lost));
                }
            }
            for x in board.moves() {
                let after = board.after(x);
                let is_lost = match (&board.root.faces, family) {
                    (Some(faces), Some(_)) => winning >> faces.masks[x] & 1 == 1,
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
                let estimate = crate::posets::subsets::estimate(Quantity::Grundy, n, k, 100, &handle)?;
                Ok(estimate.seconds(1) < SHOWN)
            }
            Some(_) => Ok(true),
            None => {
                let game = board.root.game.borrow();
                if game.is_seen(&board.left) {
                    return Ok(true);
                }
                let is_whole = board.left.len() == board.root.hashes.len();
                if is_whole && game.truncation().is_some_and(|(n, k)| n > downset::MAX_N && k > 2) {
                    return Ok(false);
                }
                let order = &board.root.poset().order;
                let plan = crate::posets::chomp_plan(order, &handle)?;
                Ok(plan.map_or(order.len() <= Poset::PAIRED, |plan| plan.is_begun && plan.seconds(1) < SHOWN))
            }
        })
    }

    fn has_remoteness(&self, machine: &mut Machine, position: &Rc<Position>) -> Res<bool> {
        let handle = Rc::clone(&machine.handle);
        with_board(position, |board| {
            let moves = board.moves();
            // There are more downsets than elements.
            if moves.len() > Poset::PAIRED {
                return Ok(false);
            }
            let order = board.root.poset().order.induced(&moves, &handle)?;
            // An antichain of w elements has 2^w downsets.
            Ok(order.width(&handle)? < 40 && crate::posets::ideals(&order, &handle)? <= WALKED.into())
        })
    }

    fn remoteness(&self, machine: &mut Machine, position: &Rc<Position>) -> Res<Option<u32>> {
        let handle = Rc::clone(&machine.handle);
        if !self.has_remoteness(machine, position)? {
            return Fault::new(
                Mistake::Undecided,
                format!("there are more than {WALKED} positions below this one, too many for remoteness"),
            )
            .note("`winner`, `grundy` and `winning_moves` need less.")
            .err();
        }
        with_board(position, |board| {
            let mut game = board.root.game.borrow_mut();
            Ok(Some(game.remoteness(&board.left, &handle)?))
        })
    }
}

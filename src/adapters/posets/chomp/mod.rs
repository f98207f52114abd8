//! Chomp as a game of the language: positions that add to all others.
//!
//! In: a poset. Out: positions of one native rule set, `chomp`, whose parameter is what is left of the poset. Values come
//! from [`crate::posets::chomp`]; for subsets of 6 or 7 points, and downsets of them, from [`crate::posets::subsets`],
//! which goes through classes of downsets and tells outcomes for less than values, and proves some of them.

mod board;
mod questions;
mod values;

use super::faces::Faces;
use crate::adapters::misere::nim;
use crate::adapters::posets::PosetValue;
use crate::diagnostics::Mistake;
use crate::eval::{Machine, NativeRules, Thing, position_of};
use crate::games::Game;
use crate::posets::chomp::Chomp;
use crate::posets::subsets::downset;
use crate::posets::subsets::estimate::Quantity;
use crate::posets::subsets::proof::Reason;
use crate::posets::{Bits, Poset};
use crate::value::key::Key;
use crate::value::node::Rules;
use crate::value::{Fault, Move, Player, Position, Res, Value};
use board::{Board, Root, with_board};
use num_bigint::BigInt;
use rustc_hash::FxHashMap;
use std::cell::{Cell, OnceCell, RefCell};
use std::fmt;
use std::rc::Rc;
use values::TABLE_FIRST;

pub use board::chomp_position;

/// Games kept, so that what is known of their positions is found again.
const KEPT: usize = 64;
/// Downsets of the largest position whose remoteness is looked for: it is a walk over all positions below.
const WALKED: u32 = 200_000;

/// Seconds up to which a value is looked for that nobody asked for.
const SHOWN: f64 = 1.0;

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

    /// A position of Chomp as `chomp` makes it: what is left of the poset, and whether a least element is poisoned there.
    pub fn chomp_written(&mut self, position: &Position) -> Res<(Value, bool)> {
        with_board(position, |board| {
            let poisoned = board.root.game.borrow().poison().is_some();
            let remaining = board.remaining(self)?;
            let poisoned = poisoned || remaining.order.least().is_none();
            Ok((Value::of(remaining), poisoned))
        })
    }

    /// What is left of the poset in a position of Chomp.
    pub fn chomp_board(&mut self, position: &Position) -> Res {
        with_board(position, |board| Ok(Value::of(board.remaining(self)?)))
    }
}

impl ChompRules {
    fn start(&self, machine: &mut Machine, rules: &Rc<Rules>, poset: &Value, poisoned: bool) -> Res {
        let root = self.root(machine, poset, poisoned)?;
        let left = Bits::full(root.len());
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
        let root = Rc::new(Root {
            poset: poset.clone(),
            game: RefCell::new(game),
            hashes: OnceCell::new(),
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

    /// Where one recursion on classes tells the values after all moves.
    fn finds_options(&self, position: &Position) -> bool {
        with_board(position, |board| Ok(board.family().is_some())).unwrap_or(false)
    }

    fn options_worth(&self, machine: &mut Machine, position: &Rc<Position>, value: u64) -> Res<Option<Vec<Value>>> {
        with_board(position, |board| {
            if board.family().is_none() {
                return Ok(None);
            }
            self.nim_value(machine, board)?;
            let mut found = Vec::new();
            for x in board.moves() {
                let after = board.after(x);
                if u64::from(self.nim_value(machine, &after)?) == value {
                    found.push(position_of(&position.rules, [Value::of(after)]));
                }
            }
            Ok(Some(found))
        })
    }

    fn has_values(&self) -> bool {
        true
    }

    fn lost(&self, machine: &mut Machine, position: &Rc<Position>) -> Res<Option<bool>> {
        // Stealing first: it asks for nothing but the greatest element.
        if with_board(position, |board| Ok(board.root.game.borrow().steals(&board.left)))? {
            return Ok(Some(false));
        }
        let handle = Rc::clone(&machine.handle);
        let closed = with_board(position, |board| Ok(board.root.game.borrow().closed_win(&board.left, &handle)?))?;
        if let Some(win) = closed {
            return Ok(Some(win.is_none()));
        }
        with_board(position, |board| match board.family() {
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
            let win = board.root.game.borrow().closed_win(&board.left, &machine.handle)?;
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
            if let Some(winning) = board.root.game.borrow().moves_as_in_nim(&board.left, &handle)? {
                handle.afford(winning.len() * (64 + board.left.len() / 4))?;
                return Ok(Some(winning.into_iter().map(after).collect()));
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
        let taken = taken(made)?.map(|element| PosetValue::label_notation(machine, &element)).transpose()?;
        // Another component may have an element of that name.
        match taken {
            Some(taken) if beside(made) => Ok(Some(format!("{taken} in {}", machine.notation(&made.component)?))),
            taken => Ok(taken),
        }
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
                if game.is_seen(&board.left, &handle)? {
                    return Ok(true);
                }
                let is_whole = board.left.len() == board.root.len();
                if is_whole && game.truncation(&handle)?.is_some_and(|(n, k)| n > downset::MAX_N && k > 2) {
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

    fn misere_lost(&self, machine: &mut Machine, position: &Rc<Position>) -> Res<Option<bool>> {
        let heaps = with_board(position, |board| Ok(board.root.game.borrow().heaps(&board.left, &machine.handle)?))?;
        if let Some(heaps) = heaps {
            return Ok(Some(nim::lost(&heaps.into_iter().map(BigInt::from).collect::<Vec<_>>())));
        }
        let handle = Rc::clone(&machine.handle);
        let won = with_board(position, |board| Ok(board.root.game.borrow_mut().misere_wins(&board.left, &handle)?))?;
        Ok(won.map(|won| !won))
    }

    fn remoteness(&self, machine: &mut Machine, position: &Rc<Position>) -> Res<Option<u32>> {
        let handle = Rc::clone(&machine.handle);
        if let Some(closed) = with_board(position, |board| Ok(board.root.game.borrow().closed_remoteness(&board.left)))?
        {
            return Ok(Some(closed));
        }
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

/// The element that a move of Chomp takes; nothing for other moves.
pub(super) fn taken(made: &Move) -> Res<Option<Value>> {
    let (Some(from), Some(to)) = (chomp_position(&made.component), chomp_position(&made.becomes)) else {
        return Ok(None);
    };
    with_board(from, |from| {
        with_board(to, |to| {
            let gone = Bits::of(from.root.len(), from.left.iter().filter(|&x| !to.left.contains(x)));
            Ok(match from.root.poset().order.minimal_of(&gone)[..] {
                [x] => Some(from.root.poset().elements[x].clone()),
                _ => None,
            })
        })
    })
}

/// Whether Chomp is played in another component, too.
fn beside(made: &Move) -> bool {
    let played: Vec<_> = match &made.to {
        Value::Sum(sum) => sum.terms.iter().map(|(_, position)| Value::Position(Rc::clone(position))).collect(),
        one => vec![one.clone()],
    };
    let left = Key(made.becomes.clone());
    let mut others = played.into_iter().filter(|position| chomp_position(position).is_some());
    match others.next() {
        Some(one) => Key(one) != left || others.next().is_some(),
        None => false,
    }
}

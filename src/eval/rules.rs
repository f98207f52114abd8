//! Rule sets written in Rust: heaps, Chomp on posets, chips on graphs. Their positions are positions like all others:
//! they add, print, have moves and values; [`NativeRules`] says how.
//!
//! A native rule set is a [`Rules`] without clauses. Positions are equal if their rule sets are the same object and their
//! parameters are equal, so a rule set that is made again and again (`chomp(P)`) comes from [`Machine::rules_for`], which keeps
//! one for each name.

use super::Machine;
use super::queens::Queens;
use super::wythoff::Wythoff;
use crate::games::{Game, View, ZERO};
use crate::source::Span;
use crate::value::key::Key;
use crate::value::node::{Node, Rules};
use crate::value::{Deep, Move, Player, Position, Res, Sum, Value};
use rustc_hash::FxHashMap;
use std::any::Any;
use std::fmt::Debug;
use std::rc::Rc;

/// What a rule set written in Rust knows.
pub trait NativeRules: Debug + Any {
    /// `Name(arguments)`: a position ([`position_of`]), or a sum of several. Checks the arguments, and brings them into a form in
    /// which equal positions have equal parameters.
    fn make(&self, machine: &mut Machine, rules: &Rc<Rules>, arguments: Vec<Value>) -> Res;

    /// A player's options. In an impartial game the same for both.
    fn options(&self, machine: &mut Machine, position: &Rc<Position>, player: Player) -> Res<Vec<Value>>;

    /// The canonical value, where there is a better way than through all options.
    fn value(&self, _machine: &mut Machine, _position: &Rc<Position>) -> Res<Option<Game>> {
        Ok(None)
    }

    /// What of the rules was fixed when they were made, as a text; what is read anew each time is not in it.
    fn fixed(&self) -> String {
        String::new()
    }

    /// Whether [`NativeRules::value`] finds the value of every position, in a way that a search beside it would only hold up.
    fn has_values(&self) -> bool {
        false
    }

    /// Whether nobody can ever move in the position and it is left out of sums: an empty heap.
    fn is_over(&self, _position: &Position) -> bool {
        false
    }

    /// How a position is written; `Name(parameters)` if `None`.
    fn notation(&self, _machine: &mut Machine, _position: &Position) -> Res<Option<String>> {
        Ok(None)
    }

    /// How a position is written beside others of the same game, in pictures: the usual way if `None`.
    fn short(&self, _machine: &mut Machine, _position: &Position) -> Res<Option<String>> {
        Ok(None)
    }

    /// How a move in one of its positions is written, without the player; the usual way if `None`.
    fn move_notation(&self, _machine: &mut Machine, _made: &Move) -> Res<Option<String>> {
        Ok(None)
    }

    /// What players call a move from one of its positions to another.
    fn move_name(&self, _machine: &mut Machine, _from: &Rc<Position>, _to: &Rc<Position>) -> Res<Option<String>> {
        Ok(None)
    }

    /// What is drawn of a position, as a `draw` line says it; the usual board if `None`.
    fn look(&self, _machine: &mut Machine, _position: &Position) -> Res<Option<Value>> {
        Ok(None)
    }

    /// Whether the player to move loses an impartial position, where there is a better way than by its value.
    fn lost(&self, _machine: &mut Machine, _position: &Rc<Position>) -> Res<Option<bool>> {
        Ok(None)
    }

    /// The same if whoever cannot move wins, where the positions below need not be played out for that.
    fn misere_lost(&self, _machine: &mut Machine, _position: &Rc<Position>) -> Res<Option<bool>> {
        Ok(None)
    }

    /// The options of an impartial position that are lost for the player to move there, in the order of
    /// [`NativeRules::options`], where there is a better way than by the value of each.
    fn lost_options(&self, _machine: &mut Machine, _position: &Rc<Position>) -> Res<Option<Vec<Value>>> {
        Ok(None)
    }

    /// One of those, where one may be found sooner than all.
    fn lost_option(&self, machine: &mut Machine, position: &Rc<Position>) -> Res<Option<Option<Value>>> {
        Ok(self.lost_options(machine, position)?.map(|options| options.into_iter().next()))
    }

    /// An option of an impartial position with this nim-value, which is less than its own, or without a nim-value any option: where
    /// there is a better way than through all options. The inner `None`: there is none.
    fn option_worth(
        &self,
        _machine: &mut Machine,
        _position: &Rc<Position>,
        _value: Option<u64>,
    ) -> Res<Option<Option<Value>>> {
        Ok(None)
    }

    /// Whether [`NativeRules::options_worth`] finds options of the position.
    fn finds_options(&self, _position: &Position) -> bool {
        false
    }

    /// All options of an impartial position with this nim-value, in the order of [`NativeRules::options`], where they are found
    /// without going through all.
    fn options_worth(&self, _machine: &mut Machine, _position: &Rc<Position>, _value: u64) -> Res<Option<Vec<Value>>> {
        Ok(None)
    }

    /// At least how many positions can be reached, if that is known at once.
    fn positions_below(&self, _position: &Position) -> Option<u64> {
        None
    }

    /// Whether there are few enough positions below this one to ask for its remoteness.
    fn has_remoteness(&self, _machine: &mut Machine, _position: &Rc<Position>) -> Res<bool> {
        Ok(true)
    }

    /// Whether the value is found soon enough to be shown beside a position that nobody asked the value of.
    fn shows_value(&self, _machine: &mut Machine, _position: &Rc<Position>) -> Res<bool> {
        Ok(true)
    }

    /// How many points Left is ahead in a position without moves, if the game is played for points.
    fn score(&self, _machine: &mut Machine, _position: &Rc<Position>) -> Res<Option<num_rational::BigRational>> {
        Ok(None)
    }

    /// The remoteness, where there is a better way than through all options.
    fn remoteness(&self, _machine: &mut Machine, _position: &Rc<Position>) -> Res<Option<u32>> {
        Ok(None)
    }
}

/// A declaration that an engine has read: evaluated where it stands, it makes a rule set.
pub trait Declared: Debug + Any {
    /// The rule set.
    fn evaluate(self: Rc<Self>, machine: &mut Machine) -> Res;
}

/// Such a declaration as code.
pub fn declared(declaration: Rc<dyn Declared>) -> Node {
    Node::Declared(Rc::new(declaration))
}

/// A position of a native rule set with these parameters, which are in normal form.
pub fn position_of(rules: &Rc<Rules>, arguments: impl IntoIterator<Item = Value>) -> Value {
    Value::Position(Rc::new(Position { rules: Rc::clone(rules), arguments: Deep(arguments.into_iter().collect()) }))
}

/// Rule sets made in Rust.
#[derive(Default)]
pub(super) struct RuleSets {
    /// How many, for their numbers.
    made: u32,
    /// Those made once for a name.
    named: FxHashMap<Box<str>, Rc<Rules>>,
    /// Theorems about rule sets written in the language, by their numbers, as far as somebody asked.
    theorems: FxHashMap<u32, Option<Wythoff>>,
    /// Nim-values of the game that they are about.
    queens: Queens,
}

impl Rules {
    /// What knows the rules, if they are written in Rust.
    pub fn engine(&self) -> Option<&Rc<dyn NativeRules>> {
        self.native.as_ref().and_then(|native| native.downcast_ref())
    }

    /// The native rules, if they are of this type.
    pub fn native<T: NativeRules>(&self) -> Option<&T> {
        self.engine().and_then(|native| (&**native as &dyn Any).downcast_ref())
    }
}

impl Machine {
    /// What a declaration of an engine makes.
    pub(super) fn declared(&mut self, declaration: &Rc<dyn Any>) -> Res {
        let declaration = declaration.downcast_ref::<Rc<dyn Declared>>().expect("declarations are nothing else");
        Rc::clone(declaration).evaluate(self)
    }

    /// A rule set written in Rust. `impartial`: both players always have the same moves.
    pub(crate) fn native_rules(
        &mut self,
        name: &str,
        signature: &str,
        impartial: bool,
        native: Rc<dyn NativeRules>,
    ) -> Rc<Rules> {
        // Rule sets of scripts count up from one.
        self.rule_sets.made += 1;
        Rc::new(Rules {
            id: u32::MAX - self.rule_sets.made,
            name: name.into(),
            params: Vec::new(),
            plain: true,
            frame: 0,
            clauses: Vec::new(),
            has_value: false,
            has_score: false,
            moves_only: impartial,
            native: Some(Rc::new(native)),
            doc: None,
            signature: signature.into(),
            source: name.into(),
            reads: Box::default(),
            span: Span::default(),
        })
    }

    /// The theorem about a rule set that is written in the language, if there is one.
    pub(super) fn theorem(&mut self, rules: &Rules) -> Option<Wythoff> {
        if rules.native.is_some() || rules.params.len() != 2 {
            return None;
        }
        if let Some(known) = self.rule_sets.theorems.get(&rules.id) {
            return *known;
        }
        // A program may have given the function in its clauses a meaning of its own.
        let own = self.globals().user.contains_key("min");
        let found = Wythoff::of(rules).filter(|_| !own);
        self.rule_sets.theorems.insert(rules.id, found);
        found
    }

    /// Whether the player to move loses a position, where its rule set is impartial and more is known of it than its value.
    pub(crate) fn lost_natively(&mut self, value: &Value) -> Res<Option<bool>> {
        match value {
            Value::Position(position) if position.rules.moves_only => match position.rules.engine().cloned() {
                Some(native) => native.lost(self, position),
                None => Ok(self.theorem(&position.rules).and_then(|theorem| theorem.lost(position))),
            },
            Value::Sum(sum) => self.sum_lost_natively(sum),
            _ => Ok(None),
        }
    }

    /// The same of a sum, where some value is not soon found: components that are lost are 0, and so are two that are alike. If one is left,
    /// it is won.
    fn sum_lost_natively(&mut self, sum: &Sum) -> Res<Option<bool>> {
        if sum.terms.iter().any(|(_, position)| !position.rules.moves_only) {
            return Ok(None);
        }
        let (mut near, mut far) = (Vec::new(), Vec::new());
        for (_, position) in sum.terms.iter() {
            self.handle.tick()?;
            let shows = self.shows_value(position)?;
            if shows { &mut near } else { &mut far }.push(Value::Position(Rc::clone(position)));
        }
        if far.is_empty() {
            return Ok(None);
        }
        let mut left: Vec<Key> = Vec::new();
        if !sum.is_bare() {
            let rest = self.game(&sum.rest)?;
            match self.store.view(rest) {
                View::NumberUpStar { number, ups: 0, .. } if number.is_zero() => left.push(self.key(&sum.rest)?),
                View::Number(number) if number.is_zero() => {}
                _ => return Ok(None),
            }
        }
        // Those far out may take long, and are asked only if the others have an answer.
        for position in near.into_iter().chain(far) {
            match self.lost_natively(&position)? {
                Some(true) => {}
                Some(false) => {
                    let key = self.key(&position)?;
                    match left.iter().position(|other| *other == key) {
                        Some(twin) => drop(left.swap_remove(twin)),
                        None => left.push(key),
                    }
                }
                None => return Ok(None),
            }
        }
        Ok(match left.len() {
            0 => Some(true),
            1 => Some(false),
            _ => None,
        })
    }

    /// The value of a position in the game of a theorem.
    pub(super) fn value_in_table(&mut self, position: &Position) -> Res<Option<Game>> {
        let Some(theorem) = self.theorem(&position.rules) else { return Ok(None) };
        if theorem.lost(position) == Some(true) {
            return Ok(Some(ZERO));
        }
        let Some((m, n)) = theorem.small_heaps(position) else { return Ok(None) };
        let value = self.rule_sets.queens.value(m, n, &self.handle)?;
        Ok(value.map(|value| self.store.nimber(value)))
    }

    /// The options of an impartial position that are lost for the player to move there, where they are known sooner than by
    /// the value of each.
    pub(crate) fn lost_options(&mut self, position: &Rc<Position>) -> Res<Option<Vec<Value>>> {
        if !position.rules.moves_only {
            return Ok(None);
        }
        match position.rules.engine().cloned() {
            Some(native) => native.lost_options(self, position),
            None => Ok(self.theorem(&position.rules).and_then(|theorem| theorem.lost_options(position))),
        }
    }

    /// One of those, where one may be found sooner than all, and if there is none, what may be moved to instead: nothing if that is
    /// to be looked for.
    pub(crate) fn lost_option(&mut self, position: &Rc<Position>) -> Res<Option<(Option<Value>, Option<Value>)>> {
        if !position.rules.moves_only {
            return Ok(None);
        }
        match position.rules.engine().cloned() {
            Some(native) => Ok(native.lost_option(self, position)?.map(|found| (found, None))),
            None => {
                let Some(theorem) = self.theorem(&position.rules) else { return Ok(None) };
                let found = theorem.lost_options(position);
                Ok(found.map(|options| (options.into_iter().next(), theorem.some_option(position))))
            }
        }
    }

    /// At least how many positions can be reached, if that is known at once.
    pub(crate) fn positions_below(&mut self, position: &Position) -> Option<u64> {
        match position.rules.engine() {
            Some(native) => native.positions_below(position),
            None => self.theorem(&position.rules)?.positions_below(position),
        }
    }

    /// Whether the value of a position is found soon enough to be shown beside it when nobody asked for it.
    pub(crate) fn shows_value(&mut self, position: &Rc<Position>) -> Res<bool> {
        /// So many moves are looked at.
        const MOST: u64 = 1_000_000_000;
        match position.rules.engine().cloned() {
            Some(native) => native.shows_value(self, position),
            None => {
                let theorem = self.theorem(&position.rules);
                Ok(theorem.is_none_or(|theorem| {
                    theorem.lost(position) == Some(true) || theorem.work(position).is_none_or(|work| work <= MOST)
                }))
            }
        }
    }

    /// The rule set of this name, made once: so that positions made at different times are equal.
    pub(crate) fn rules_for(&mut self, name: &str, make: impl FnOnce(&mut Machine) -> Rc<Rules>) -> Rc<Rules> {
        if let Some(rules) = self.rule_sets.named.get(name) {
            return Rc::clone(rules);
        }
        let rules = make(self);
        self.rule_sets.named.insert(name.into(), Rc::clone(&rules));
        rules
    }
}

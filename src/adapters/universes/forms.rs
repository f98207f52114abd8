//! From games of the language to forms, and back.

use crate::absolute::{Form, Forms, Points, Side};
use crate::diagnostics::Mistake;
use crate::eval::{Machine, position_of};
use crate::games;
use crate::value::key::Key;
use crate::value::{Fault, Player, Res, Value, form};
use num_traits::Zero;
use rustc_hash::{FxHashMap, FxHashSet};

/// Most components of a sum.
const MOST_COMPONENTS: usize = 1000;
/// Most positions that are looked at.
const MOST_POSITIONS: usize = 100_000;
/// After so many it is asked whether play ends at all.
const MANY: usize = 20_000;

/// An option as its components, and the points that the move brings to Left.
type Split = (Vec<Value>, Points);

/// Words of a long number: each position on the way down from it is as long.
fn words(value: &Value) -> u32 {
    let bits = match value {
        Value::Big(n) => n.bits(),
        Value::Ratio(x) => x.numer().bits() + x.denom().bits(),
        _ => 0,
    };
    (bits / 64) as u32
}

/// A position on the way; with the options of both sides once they have been asked for.
struct Visit {
    key: Key,
    sides: Option<[Vec<Split>; 2]>,
}

impl Machine {
    /// The form of a game as it is played, with the points of its ends if they count.
    pub(super) fn absolute_form(&mut self, forms: &mut Forms, value: &Value, points: bool) -> Res<Form> {
        self.check_game_argument(value)?;
        let mut known: FxHashMap<Key, Form> = FxHashMap::default();
        let parts = self.parts_in_play(value)?;
        for part in &parts {
            self.explore(forms, part, points, &mut known)?;
        }
        self.sum_of_known(forms, &parts, &known)
    }

    fn parts_in_play(&mut self, value: &Value) -> Res<Vec<Value>> {
        match self.components(value, MOST_COMPONENTS)? {
            Some(parts) => Ok(parts),
            None => Fault::new(
                Mistake::TooLarge,
                format!("a sum of more than {MOST_COMPONENTS} components is not compared in a universe"),
            )
            .err(),
        }
    }

    fn sum_of_known(&mut self, forms: &mut Forms, parts: &[Value], known: &FxHashMap<Key, Form>) -> Res<Form> {
        let mut sum = forms.zero();
        for part in parts {
            let form = known.get(&self.played_key(part)?).copied().expect("components are looked at before sums");
            sum = forms.sum(sum, form, &self.handle)?;
        }
        Ok(sum)
    }

    /// Works out the forms of a component and of all that it can come to.
    fn explore(&mut self, forms: &mut Forms, part: &Value, points: bool, known: &mut FxHashMap<Key, Form>) -> Res<()> {
        let mut open: FxHashSet<Key> = FxHashSet::default();
        let mut stack = vec![Visit { key: self.played_key(part)?, sides: None }];
        while let Some(Visit { key, sides }) = stack.pop() {
            self.handle.ticks(1 + words(&key.0))?;
            if known.contains_key(&key) {
                continue;
            }
            let Some(sides) = sides else {
                if !open.insert(key.clone()) {
                    return Fault::new(Mistake::Cycle, "play can go round in a cycle; universes are of games that end")
                        .err();
                }
                if open.len() == MANY {
                    self.check_ends(part)?;
                }
                if open.len() + known.len() > MOST_POSITIONS {
                    return Fault::new(
                        Mistake::TooLarge,
                        format!(
                            "more than {MOST_POSITIONS} positions are reached, too many to compare them in a universe"
                        ),
                    )
                    .err();
                }
                let left = self.split_options(&key.0, Player::Left, points)?;
                let right = self.split_options(&key.0, Player::Right, points)?;
                let mut parts = Vec::new();
                for (option, _) in left.iter().chain(&right) {
                    for part in option {
                        parts.push(Visit { key: self.played_key(part)?, sides: None });
                    }
                }
                stack.push(Visit { key, sides: Some([left, right]) });
                stack.extend(parts.into_iter().filter(|visit| !known.contains_key(&visit.key)));
                continue;
            };
            let mut made = [Vec::new(), Vec::new()];
            for (made, options) in made.iter_mut().zip(&sides) {
                for (parts, gained) in options {
                    let sum = self.sum_of_known(forms, parts, known)?;
                    let number = forms.number(gained.clone());
                    made.push(forms.sum(sum, number, &self.handle)?);
                }
            }
            let ends = made.iter().any(Vec::is_empty) && points && key.0.for_points();
            let score = if ends { self.score_at_end(&key.0)? } else { None }.unwrap_or_else(Points::zero);
            let form = forms.scored_game(&made[0], &made[1], score.clone(), score);
            open.remove(&key);
            known.insert(key, form);
        }
        Ok(())
    }

    fn split_options(&mut self, value: &Value, player: Player, points: bool) -> Res<Vec<Split>> {
        let mut split = Vec::new();
        if !points || !value.for_points() {
            for record in self.moves_of(value, player)? {
                split.push((self.parts_in_play(&record.to)?, Points::zero()));
            }
            return Ok(split);
        }
        for made in self.moves_for_points(value, player)? {
            if made.again {
                return Fault::new(
                    Mistake::Unsuitable,
                    "where a player may move again, it is no guaranteed scoring game: players move in turn there",
                )
                .err();
            }
            let gained = if player == Player::Left { made.points } else { -made.points };
            split.push((self.parts_in_play(&made.record.to)?, gained));
        }
        Ok(split)
    }

    /// A form as a game of the language: a literal that is shown as it is written, with the usual names for what is canonical.
    pub(super) fn absolute_value(&mut self, forms: &mut Forms, form: Form) -> Res {
        let mut known: FxHashMap<Form, Value> = FxHashMap::default();
        for follower in forms.followers(form, &self.handle)? {
            let value = self.value_of_known(forms, follower, &known)?;
            known.insert(follower, value);
        }
        let value = known.remove(&form).unwrap_or(Value::Int(0));
        // By the name of a sum it would be read as one.
        if let Value::Game(game) = value
            && self.store.notation(game, &self.handle)?.has_sum()
        {
            let mut sides = [Vec::new(), Vec::new()];
            for (values, side) in sides.iter_mut().zip([games::Side::Left, games::Side::Right]) {
                let options = self.store.options(game, side, &self.handle)?;
                values.extend(options.into_iter().map(|option| self.game_value(option)));
            }
            let [left, right] = sides;
            return Ok(Value::Form(form::Form::written(left, right)));
        }
        Ok(value)
    }

    fn value_of_known(&mut self, forms: &mut Forms, form: Form, known: &FxHashMap<Form, Value>) -> Res {
        let (least, most) = forms.range(form);
        if least == most && !least.is_zero() {
            // Points that are certain stand beside the moves.
            let less = forms.number(-least.clone());
            let moves = forms.sum(form, less, &self.handle)?;
            let moves = self.absolute_value(forms, moves)?;
            let points = self.points_position(least)?;
            return self.add(&points, &moves);
        }
        let side = |side| forms.options(form, side).iter().filter_map(|option| known.get(option).cloned()).collect();
        let written = Value::Form(form::Form::written(side(Side::Left), side(Side::Right)));
        if forms.has_points(form) {
            return Ok(written);
        }
        // What is canonical in normal play as it is written has a name.
        let game = self.game(&written)?;
        let named = self.game_value(game);
        Ok(if self.identical(&written, &named)? { named } else { written })
    }

    /// `Points(n)`.
    fn points_position(&mut self, points: Points) -> Res {
        let slot = self.globals().library.get("Points").copied();
        match slot.map(|slot| self.globals().values[slot as usize].clone()) {
            Some(Value::Rules(rules)) => Ok(position_of(&rules, [Value::from(points)])),
            _ => Fault::new(Mistake::Unsuitable, "the rule set Points is missing in the library").err(),
        }
    }

    /// A game as it is written, short enough for a sentence.
    pub(super) fn written_form(&mut self, value: &Value) -> Res<String> {
        match value {
            Value::Form(form) => self.form_notation(form),
            other => self.notation(other),
        }
    }
}

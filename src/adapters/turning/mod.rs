//! Coin-turning games as rule sets: a position is the set of coins that show heads.
//!
//! In: a game of [`crate::games::turning`]. Out: a native rule set, whose parameter is the sorted list of the places of heads, numbers in a
//! row and tuples in a product. Values are nim-sums of those of single coins.

use crate::diagnostics::Mistake;
use crate::eval::{Machine, NativeRules, position_of};
use crate::games::Game;
use crate::games::turning::Turning;
use crate::value::node::Rules;
use crate::value::{Fault, Move, Player, Position, Res, Value};
use std::rc::Rc;

/// The rule set.
#[derive(Debug)]
pub struct TurningRules {
    /// The game.
    pub game: Rc<Turning>,
}

impl Machine {
    /// The rule set of a coin-turning game, one for each name.
    pub(crate) fn turning_rules(&mut self, name: &str, game: &Rc<Turning>) -> Value {
        let game = Rc::clone(game);
        Value::Rules(self.rules_for(name, |m| {
            m.native_rules(name, &format!("{name}(coins...)"), true, Rc::new(TurningRules { game }))
        }))
    }
}

impl TurningRules {
    /// Where a coin is.
    fn coin(&self, value: &Value) -> Res<Vec<u64>> {
        let dimension = self.game.dimension();
        let number = |value: &Value| match value {
            Value::Int(n) => u64::try_from(*n).ok(),
            _ => None,
        };
        let place = match value {
            Value::Tuple(parts) => parts.iter().map(number).collect::<Option<Vec<u64>>>(),
            other => number(other).map(|n| vec![n]),
        };
        match place {
            Some(place) if place.len() == dimension => Ok(place),
            _ if dimension == 1 => Fault::expected("the number of a coin, from 0 on", value).err(),
            _ => Fault::expected(format!("the place of a coin, {dimension} numbers from 0 on in parentheses"), value)
                .err(),
        }
    }

    /// The places of heads of a position.
    fn heads(&self, position: &Position) -> Res<Vec<Vec<u64>>> {
        match position.arguments.first() {
            Some(Value::List(heads)) => heads.iter().map(|coin| self.coin(coin)).collect(),
            _ => Ok(Vec::new()),
        }
    }

    /// The position after a coin and others with it have been turned.
    fn after(machine: &mut Machine, rules: &Rc<Rules>, heads: &[Vec<u64>], coin: &[u64], turned: Vec<Vec<u64>>) -> Res {
        machine.handle.reserve((heads.len() + turned.len()).saturating_mul(64))?;
        let mut left: Vec<Vec<u64>> = heads.iter().filter(|head| *head != coin).cloned().collect();
        for other in turned {
            machine.handle.tick()?;
            match left.iter().position(|head| *head == other) {
                Some(at) => drop(left.swap_remove(at)),
                None => left.push(other),
            }
        }
        Ok(Self::position(rules, left))
    }

    fn position(rules: &Rc<Rules>, mut heads: Vec<Vec<u64>>) -> Value {
        heads.sort_unstable();
        let coin = |place: Vec<u64>| match place[..] {
            [n] => Value::from(n),
            _ => Value::tuple(place.into_iter().map(Value::from).collect()),
        };
        position_of(rules, [Value::list(heads.into_iter().map(coin).collect())])
    }
}

impl NativeRules for TurningRules {
    fn make(&self, machine: &mut Machine, rules: &Rc<Rules>, arguments: Vec<Value>) -> Res {
        let mut heads = Vec::new();
        let coins = match &arguments[..] {
            [Value::Str(row)] if self.game.dimension() == 1 => {
                for (n, sign) in (0u64..).zip(row.chars().filter(|c| !c.is_whitespace())) {
                    match sign {
                        'H' | 'h' => heads.push(vec![n]),
                        'T' | 't' => {}
                        other => {
                            return Fault::new(
                                Mistake::NotAPosition,
                                format!("`{other}` is no coin: `H` shows heads, `T` tails"),
                            )
                            .err();
                        }
                    }
                }
                Vec::new()
            }
            [all @ (Value::List(_) | Value::Set(_) | Value::Range(_))] => machine.elements(all)?,
            // One coin by its numbers alone.
            several if self.game.dimension() > 1 && several.iter().all(|v| matches!(v, Value::Int(_))) => {
                vec![Value::tuple(several.to_vec())]
            }
            several => several.to_vec(),
        };
        for coin in &coins {
            machine.handle.tick()?;
            heads.push(self.coin(coin)?);
        }
        heads.sort_unstable();
        if let Some(twice) = heads.windows(2).find(|pair| pair[0] == pair[1]) {
            let place: Vec<String> = twice[0].iter().map(u64::to_string).collect();
            return Fault::new(Mistake::NotAPosition, format!("the coin at {} is named twice", place.join(", "))).err();
        }
        Ok(Self::position(rules, heads))
    }

    fn options(&self, machine: &mut Machine, position: &Rc<Position>, _: Player) -> Res<Vec<Value>> {
        let heads = self.heads(position)?;
        let mut options = Vec::new();
        for coin in &heads {
            for turned in self.game.moves(coin, &machine.handle)? {
                options.push(Self::after(machine, &position.rules, &heads, coin, turned)?);
            }
        }
        Ok(options)
    }

    /// A move is made with the first coin that the theorem of Nim says.
    fn option_worth(
        &self,
        machine: &mut Machine,
        position: &Rc<Position>,
        value: Option<u64>,
    ) -> Res<Option<Option<Value>>> {
        let heads = self.heads(position)?;
        let worth = heads.iter().map(|coin| self.game.value(coin, &machine.handle)).collect::<Result<Vec<_>, _>>()?;
        let total = worth.iter().fold(0, |sum, value| sum ^ value);
        for (coin, own) in heads.iter().zip(worth) {
            let others = value.map(|value| total ^ own ^ value);
            if others.is_some_and(|others| others >= own) {
                continue;
            }
            let Some(found) = self.game.first_move(coin, others, &machine.handle)? else { return Ok(None) };
            if let Some(turned) = found {
                let turned = turned.into_iter().map(|coin| vec![coin]).collect();
                return Self::after(machine, &position.rules, &heads, coin, turned).map(|option| Some(Some(option)));
            }
        }
        Ok(Some(None))
    }

    fn positions_below(&self, position: &Position) -> Option<u64> {
        let heads = self.heads(position).ok()?;
        heads.iter().map(|coin| self.game.least_moves(coin)).max()
    }

    fn value(&self, machine: &mut Machine, position: &Rc<Position>) -> Res<Option<Game>> {
        let mut value = 0;
        for coin in self.heads(position)? {
            value ^= self.game.value(&coin, &machine.handle)?;
        }
        Ok(Some(machine.store.nimber(value)))
    }

    fn is_over(&self, position: &Position) -> bool {
        matches!(position.arguments.first(), Some(Value::List(heads)) if heads.is_empty())
    }

    /// `[0, 3] -> [0, 1]`: the heads before and after.
    fn move_notation(&self, machine: &mut Machine, made: &Move) -> Res<Option<String>> {
        let heads = |value: &Value| match value {
            Value::Position(position) => position.arguments.first().cloned(),
            _ => None,
        };
        let (Some(from), Some(to)) = (heads(&made.component), heads(&made.becomes)) else { return Ok(None) };
        Ok(Some(format!("{} -> {}", machine.notation(&from)?, machine.notation(&to)?)))
    }

    /// `T(0, 3)`, `P((0, 1), (2, 2))`: the coins without the brackets of a list.
    fn notation(&self, machine: &mut Machine, position: &Position) -> Res<Option<String>> {
        let Some(Value::List(heads)) = position.arguments.first() else { return Ok(None) };
        if heads.is_empty() {
            return Ok(Some(format!("{}([])", position.rules.name)));
        }
        let coins = heads.iter().map(|coin| machine.notation(coin)).collect::<Res<Vec<_>>>()?;
        Ok(Some(format!("{}({})", position.rules.name, coins.join(", "))))
    }
}

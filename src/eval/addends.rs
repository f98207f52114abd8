//! Sums that are asked what their components tell, without their own value: the canonical form of a sum of switches grows with all
//! its subsets.
//!
//! In: a sum. Out: the values of its components, or the switches that it is. Touches the table of positions and the store of games.

use super::Machine;
use crate::games::{Game, Relation, Switches};
use crate::value::fault::endless;
use crate::value::{Res, Value};

/// Most components that are looked at: sums that grow in a loop, asked in every round, go on from the value of the last.
const MOST: usize = 1000;
/// So many different switches have a value of moderate size, which is kept for the longer sums and for other questions.
const FEW: usize = 4;

impl Machine {
    /// The values of the components of a sum; nothing if its own is known, or one has none, or it is no sum.
    pub(crate) fn addends(&mut self, value: &Value) -> Res<Option<Vec<Game>>> {
        match value {
            _ if value.for_points() => return Ok(None),
            Value::Form(form)
                if form.value.get().is_none() && form.parts().is_some_and(|parts| parts.known.get().is_none()) => {}
            Value::Sum(_) => {}
            _ => return Ok(None),
        }
        let Some(parts) = self.components(value, MOST)? else { return Ok(None) };
        let mut games = Vec::with_capacity(parts.len());
        for part in &parts {
            let Some(game) = self.game_if_ends(part)? else { return Ok(None) };
            games.push(game);
        }
        Ok(Some(games))
    }

    /// The value of a game, unless its play need not end.
    pub(crate) fn game_if_ends(&mut self, value: &Value) -> Res<Option<Game>> {
        match value {
            Value::Thing(_) => Ok(None),
            value => match self.game(value) {
                Ok(game) => Ok(Some(game)),
                Err(flow) if endless(&flow).is_some() => Ok(None),
                Err(flow) => Err(flow),
            },
        }
    }

    /// The switches that a sum consists of, if it is one of many switches and of numbers.
    pub(crate) fn switches(&mut self, value: &Value) -> Res<Option<Switches>> {
        let Some(games) = self.addends(value)? else { return Ok(None) };
        self.many_switches(&games)
    }

    /// How two games compare of which one is a sum, if their difference is such a sum.
    pub(crate) fn relation_by_switches(&mut self, a: &Value, b: &Value) -> Res<Option<Relation>> {
        let (games, others) = match (self.addends(a)?, self.addends(b)?) {
            (None, None) => return Ok(None),
            (Some(games), None) => (Some(games), self.game_if_ends(b)?.map(|game| vec![game])),
            (None, Some(others)) => (self.game_if_ends(a)?.map(|game| vec![game]), Some(others)),
            both => both,
        };
        let (Some(mut games), Some(mut others)) = (games, others) else { return Ok(None) };
        for other in &mut others {
            *other = self.store.neg(*other, &self.handle)?;
        }
        games.append(&mut others);
        Ok(self.many_switches(&games)?.map(|difference| difference.relation()))
    }

    fn many_switches(&mut self, games: &[Game]) -> Res<Option<Switches>> {
        Ok(self.store.switches(games, &self.handle)?.filter(|switches| switches.count() > FEW))
    }
}

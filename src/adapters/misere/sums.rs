//! Values and outcomes of sums by a quotient, and winning moves.

use super::{Asked, QuotientValue, Subject};
use crate::adapters::heaps::{HeapGame, heap_size};
use crate::adapters::lattices::coordinates;
use crate::diagnostics::Mistake;
use crate::eval::multitude::{Copies, Multitude};
use crate::eval::{Machine, MoveRecord};
use crate::misere::Element;
use crate::value::{Fault, Player, Res, Value};
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use std::rc::Rc;

/// Sizes in all from which on a sum of heaps is decided by the quotient of its game first.
const LARGE: u64 = 30;

impl QuotientValue {
    /// The value of one component; `None` if the quotient does not know it.
    fn value_of_component(&self, machine: &mut Machine, value: &Value) -> Res<Option<Element>> {
        let q = &self.quotient;
        Ok(match (&self.subject, value) {
            (Subject::Heaps(rules), Value::Position(p)) if Rc::ptr_eq(&p.rules, rules) => q.value(heap_size(p)),
            (Subject::Lattice(rules, places), Value::Position(p)) if Rc::ptr_eq(&p.rules, rules) => {
                let mut product = 0;
                for (n, place) in coordinates(p).iter().zip(places) {
                    let Some(&x) = q.map().get(*place) else { return Ok(None) };
                    product = q.monoid().times(product, self.power(x, n));
                }
                Some(product)
            }
            (Subject::Positions(_, places), value) => {
                let key = machine.key(value)?;
                places.get(&key).and_then(|&place| q.map().get(place).copied())
            }
            _ => None,
        })
    }

    /// The product of so many copies; the number may have any size.
    fn power(&self, x: Element, n: &BigInt) -> Element {
        let monoid = self.quotient.monoid();
        let n = n.to_u64().unwrap_or_else(|| {
            let (index, period) = monoid.cycle(x);
            let (index, period) = (BigInt::from(index), BigInt::from(period));
            (&index + (n - &index) % period).to_u64().unwrap_or(0)
        });
        monoid.power(x, n)
    }

    fn value_of_copies(&self, machine: &mut Machine, terms: &[Copies]) -> Res<Option<Element>> {
        let mut product = 0;
        for (_, position, copies) in terms {
            machine.handle.tick()?;
            let Some(x) = self.value_of_component(machine, &Value::Position(Rc::clone(position)))? else {
                return Ok(None);
            };
            product = self.quotient.monoid().times(product, self.power(x, copies));
        }
        Ok(Some(product))
    }

    /// The value of a sum; `None` if some component is not known. An impartial game is its own negative.
    pub fn value_of(&self, machine: &mut Machine, value: &Value) -> Res<Option<Element>> {
        if let Some(terms) = machine.copies(value)? {
            return self.value_of_copies(machine, &terms);
        }
        let mut product = 0;
        for part in machine.play_components(value)? {
            let Some(x) = self.value_of_component(machine, &part)? else { return Ok(None) };
            product = self.quotient.monoid().times(product, x);
        }
        Ok(Some(product))
    }

    /// The moves into the P-portion.
    pub fn winning_moves(&self, machine: &mut Machine, value: &Value) -> Res<Option<Vec<MoveRecord>>> {
        let Some(terms) = machine.copies(value)? else { return Ok(None) };
        let mut found = Vec::new();
        for (i, (_, position, _)) in terms.iter().enumerate() {
            let mut rest = terms.clone();
            rest[i].2 -= 1;
            let Some(rest) = self.value_of_copies(machine, &rest)? else { return Ok(None) };
            let component = Value::Position(Rc::clone(position));
            for record in machine.moves_of(&component, Player::Left)? {
                machine.handle.tick()?;
                let Some(option) = self.value_of(machine, &record.to)? else { return Ok(None) };
                if self.quotient.is_p(self.quotient.monoid().times(rest, option)) {
                    let to = machine.instead(&terms, i, &record.to)?;
                    found.push(MoveRecord { component: component.clone(), becomes: record.to, to });
                }
            }
        }
        Ok(Some(found))
    }
}

impl Machine {
    /// The quotient that knows all components of a sum, if one is worth looking for: of sums of many positions always, of
    /// heaps of one game where they are large.
    fn quotient_for(&mut self, value: &Value) -> Res<Option<Rc<QuotientValue>>> {
        let many = value.thing::<Multitude>().is_some();
        let Some(terms) = self.copies(value)? else { return Ok(None) };
        let Some(rules) = terms.first().map(|term| Rc::clone(&term.1.rules)) else { return Ok(None) };
        let heaps = rules.native::<HeapGame>().is_some() && terms.iter().all(|t| Rc::ptr_eq(&t.1.rules, &rules));
        if heaps {
            let largest = terms.iter().map(|term| heap_size(&term.1)).max().unwrap_or(0);
            let total: BigInt = terms.iter().map(|(_, p, n)| n * heap_size(p)).sum();
            if !many && total < BigInt::from(LARGE) {
                return Ok(None);
            }
            let quotient = self.quotient_of_game(&rules, Asked::default())?;
            if quotient.quotient.value(largest).is_some() {
                return Ok(Some(quotient));
            }
            // The game's own quotient does not reach so far; that of the heaps up to this one may be large, yet be found.
            let last = usize::try_from(largest).ok().filter(|&n| many && n <= 1000);
            if let Some(last) = last {
                let asked = Asked { heaps: Some(last), order: 1000, effort: 10 };
                let quotient = self.quotient_of_game(&rules, asked)?;
                if quotient.quotient.value(largest).is_some() {
                    return Ok(Some(quotient));
                }
            }
            if many {
                return self.unknown(&quotient);
            }
            return Ok(None);
        }
        if !many {
            return Ok(None);
        }
        let roots: Vec<Value> = terms.iter().map(|term| Value::Position(Rc::clone(&term.1))).collect();
        let quotient = Rc::new(self.quotient_of_positions(&roots, Asked::default())?);
        quotient.verify(self)?;
        match quotient.ended {
            None => Ok(Some(quotient)),
            Some(_) => self.unknown(&quotient),
        }
    }

    fn unknown<T>(&self, quotient: &QuotientValue) -> Res<T> {
        let why = quotient.ended.map_or(String::new(), |ended| format!(": {ended}"));
        Fault::new(Mistake::Undecided, format!("the misère quotient of {} was not found so far{why}", quotient.name))
            .note("`misere_quotient(G, order = 1000, effort = 10)` says how far it is known, and why no further.")
            .err()
    }

    /// Whether the player to move in an impartial sum loses in misère play, by the quotient of its game where that is the better way;
    /// else nothing.
    pub fn misere_lost_by_quotient(&mut self, value: &Value) -> Res<Option<bool>> {
        let Some(quotient) = self.quotient_for(value)? else { return Ok(None) };
        Ok(quotient.value_of(self, value)?.map(|x| quotient.quotient.is_p(x)))
    }

    /// Whether the player to move in an impartial position or sum loses in misère play.
    pub fn misere_lost(&mut self, value: &Value) -> Res<bool> {
        match self.misere_lost_by_quotient(value)? {
            Some(lost) => Ok(lost),
            None => Ok(self.genus(value)?.values[0] == 0),
        }
    }

    /// The moves of an impartial position or sum after which the opponent, to move, loses in misère play.
    pub fn misere_winning_moves(&mut self, value: &Value) -> Res<Vec<MoveRecord>> {
        if let Some(quotient) = self.quotient_for(value)?
            && let Some(moves) = quotient.winning_moves(self, value)?
        {
            return Ok(moves);
        }
        // The genus refuses what is not impartial.
        self.genus(value)?;
        let mut found = Vec::new();
        for record in self.moves_of(value, Player::Left)? {
            if self.genus(&record.to)?.values[0] == 0 {
                found.push(record);
            }
        }
        Ok(found)
    }
}

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
                let key = machine.played_key(value)?;
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
        for (negative, position, copies) in terms {
            machine.handle.tick()?;
            let component = machine.play_component(*negative, position)?;
            let Some(x) = self.value_of_component(machine, &component)? else {
                return Ok(None);
            };
            product = self.quotient.monoid().times(product, self.power(x, copies));
        }
        Ok(Some(product))
    }

    /// The value of a sum; `None` if some component is not known.
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
    fn winning_moves(&self, machine: &mut Machine, value: &Value) -> Res<Option<Vec<MoveRecord>>> {
        let Some(terms) = machine.copies(value)? else { return Ok(None) };
        let mut found = Vec::new();
        for (i, (_, position, _)) in terms.iter().enumerate() {
            let mut rest = terms.clone();
            rest[i].2 -= 1;
            let Some(rest) = self.value_of_copies(machine, &rest)? else { return Ok(None) };
            for record in machine.moves_of(&Value::Position(Rc::clone(position)), Player::Left)? {
                machine.handle.tick()?;
                let Some(option) = self.value_of(machine, &record.to)? else { return Ok(None) };
                if self.quotient.is_p(self.quotient.monoid().times(rest, option)) {
                    found.push(machine.move_among(&terms, i, record.to)?);
                }
            }
        }
        Ok(Some(found))
    }
}

/// What a misère quotient says of a sum.
pub struct MisereValue {
    /// Whose quotient, and its order.
    pub quotient: String,
    /// The components, each once with how often it is there, and its value.
    pub parts: Vec<(String, String)>,
    /// The product.
    pub value: String,
    /// Whether that lies in the P-portion.
    pub lost: bool,
}

impl Machine {
    /// The value of a sum in the quotient by which it is decided, if that is how it is.
    pub fn misere_value(&mut self, value: &Value) -> Res<Option<MisereValue>> {
        let Some(quotient) = self.quotient_for(value)? else { return Ok(None) };
        let (Some(terms), Some(x)) = (self.copies(value)?, quotient.value_of(self, value)?) else { return Ok(None) };
        let presentation = quotient.quotient.presentation();
        let word = |x| presentation.product(presentation.normal_form(x));
        let mut parts = Vec::with_capacity(terms.len());
        for (_, position, copies) in terms {
            let part = Value::Position(position);
            let Some(own) = quotient.value_of_component(self, &part)? else { return Ok(None) };
            let many = if copies == BigInt::from(1) { String::new() } else { format!("{copies}*") };
            let shown = format!("{many}{}", self.notation(&part)?);
            parts.push((shown, word(quotient.power(own, &copies))));
        }
        let order = quotient.quotient.monoid().order();
        Ok(Some(MisereValue {
            quotient: format!("misère quotient of {} (order {order})", quotient.name),
            parts,
            value: word(x),
            lost: quotient.quotient.is_p(x),
        }))
    }

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
        for root in &roots {
            if !self.impartial(root)? {
                let shown = self.briefly(root).unwrap_or_else(|| "this one".into());
                return Fault::new(
                    Mistake::NotImpartial,
                    format!("sums of so many positions are decided for impartial games, and {shown} is not impartial"),
                )
                .note("`misere_quotient` of partizan positions tells their outcomes, where it is small.")
                .err();
            }
        }
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

    /// Whether the player to move loses in misère play, where that needs no search through the positions: in misère Nim, and in
    /// sums whose misère quotient is known; else nothing.
    pub fn misere_lost(&mut self, value: &Value) -> Res<Option<bool>> {
        if let Some(lost) = self.nim_lost(value)? {
            return Ok(Some(lost));
        }
        let Some(quotient) = self.quotient_for(value)? else { return Ok(None) };
        Ok(quotient.value_of(self, value)?.map(|x| quotient.quotient.is_p(x)))
    }

    /// The moves after which the opponent, to move, loses in misère play, where these need no search either.
    pub fn misere_winning_moves(&mut self, value: &Value) -> Res<Option<Vec<MoveRecord>>> {
        if let Some(moves) = self.nim_winning_moves(value)? {
            return Ok(Some(moves));
        }
        match self.quotient_for(value)? {
            Some(quotient) => quotient.winning_moves(self, value),
            None => Ok(None),
        }
    }

    /// The first move in a sum of many positions.
    pub fn any_move_of_many(&mut self, value: &Value) -> Res<Option<MoveRecord>> {
        let terms = self.copies(value)?.unwrap_or_default();
        for (i, (_, position, _)) in terms.iter().enumerate() {
            let moves = self.moves_of(&Value::Position(Rc::clone(position)), Player::Left)?;
            if let Some(record) = moves.into_iter().next() {
                return self.move_among(&terms, i, record.to).map(Some);
            }
        }
        Ok(None)
    }
}

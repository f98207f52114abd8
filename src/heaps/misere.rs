//! Misère play and remoteness, by recursion over the positions that can be reached.
//!
//! In misère play the player who takes the last object loses. The *genus* of a position (*Winning Ways*, chapter 13)
//! is its nim-value with the misère nim-values of G, G + *2, G + *2 + *2, …; since a move from G + n*2 to
//! G + (n-1)*2 + *1 has value `g_{n-1} xor 1`, these follow from those of the options:
//! `g_n = mex({g_n of options} + {g_{n-1}, g_{n-1} xor 1})`, and `g_0` of the empty position is 1.
//!
//! Cost: one visit for each multiset of heaps that can be reached; meant for small positions.

use super::moves::{Elements, Move, moves};
use super::rule::{Caller, Fault, Rule};
use crate::limits::{Handle, with_stack};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Sizes of heaps, largest first, without empty ones.
type Heaps = SmallVec<[u64; 6]>;

/// The genus of a position: `nim_value ^ misere[0] misere[1] …`, where the last two numbers repeat for ever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Genus {
    /// In normal play.
    pub nim_value: u64,
    /// Misère values with 0, 1, 2, … added heaps of two; at least two of them, no more than needed.
    pub misere: Vec<u64>,
}

impl Genus {
    /// Misère value with `twos` heaps of two added.
    pub fn with_twos(&self, twos: usize) -> u64 {
        let len = self.misere.len();
        if twos < len { self.misere[twos] } else { self.misere[len - 2 + (twos - len) % 2] }
    }
}

/// Whether the next player wins a sum of Nim heaps in misère play: as in normal play while some heap has two or more,
/// else the other way round.
pub fn misere_nim_is_won(heaps: &[u64]) -> bool {
    let sum = heaps.iter().fold(0, |a, b| a ^ b);
    if heaps.iter().any(|&n| n >= 2) { sum != 0 } else { sum == 0 }
}

/// What one recursion finds for a position.
trait Quantity {
    type Value: Clone;
    fn of(&self, options: &[Self::Value]) -> Self::Value;
}

struct MisereWon;
struct Remoteness {
    misere: bool,
}
struct GenusOf;

impl Quantity for MisereWon {
    type Value = bool;
    fn of(&self, options: &[bool]) -> bool {
        options.is_empty() || options.iter().any(|&won| !won)
    }
}

impl Quantity for Remoteness {
    type Value = u64;
    // Normal play: even remoteness is a lost position; the winner hurries, the loser delays. In misère play the
    // player who cannot move has won, so odd and even change places.
    fn of(&self, options: &[u64]) -> u64 {
        let lost = u64::from(self.misere);
        let quick = options.iter().filter(|&&r| r % 2 == lost).min();
        match (quick, options.iter().max()) {
            (Some(r), _) => r + 1,
            (None, Some(r)) => r + 1,
            (None, None) => 0,
        }
    }
}

impl Quantity for GenusOf {
    type Value = Genus;
    fn of(&self, options: &[Genus]) -> Genus {
        let nim_value = mex(options.iter().map(|g| g.nim_value).collect());
        // From here on the options alternate; then so does this position once two steps repeat, since the next value
        // depends on the last one and the parity alone.
        let settled = options.iter().map(|g| g.misere.len()).max().unwrap_or(0);
        let mut misere: Vec<u64> = Vec::new();
        loop {
            let n = misere.len();
            let mut met: Vec<u64> = options.iter().map(|g| g.with_twos(n)).collect();
            if let Some(&last) = misere.last() {
                met.extend([last, last ^ 1]);
            }
            misere.push(if n == 0 && options.is_empty() { 1 } else { mex(met) });
            if n >= settled + 3 && misere[n] == misere[n - 2] && misere[n - 1] == misere[n - 3] {
                break;
            }
        }
        while misere.len() > 2 && misere[misere.len() - 3] == misere[misere.len() - 1] {
            misere.pop();
        }
        Genus { nim_value, misere }
    }
}

fn mex(mut values: Vec<u64>) -> u64 {
    values.sort_unstable();
    values.dedup();
    values.iter().zip(0..).take_while(|(v, i)| **v == *i).count() as u64
}

/// Recursions over sums of heaps of one rule, remembering positions.
pub struct Recursion<'a, C: Caller> {
    rule: &'a Rule,
    handle: &'a Handle,
    caller: &'a mut C,
    elements: Elements,
    moves: FxHashMap<u64, std::rc::Rc<[Move]>>,
}

impl<'a, C: Caller> Recursion<'a, C> {
    /// For a rule.
    pub fn new(rule: &'a Rule, handle: &'a Handle, caller: &'a mut C) -> Self {
        Recursion { rule, handle, caller, elements: Elements::default(), moves: FxHashMap::default() }
    }

    /// Whether the next player wins in misère play.
    pub fn misere_is_won(&mut self, heaps: &[u64]) -> Result<bool, Fault<C::Error>> {
        self.value(&MisereWon, heaps)
    }

    /// The number of moves that a game lasts in normal play, the winner hurrying and the loser delaying: even when the
    /// player to move loses.
    pub fn remoteness(&mut self, heaps: &[u64]) -> Result<u64, Fault<C::Error>> {
        self.value(&Remoteness { misere: false }, heaps)
    }

    /// The same in misère play: even when the player to move wins.
    pub fn misere_remoteness(&mut self, heaps: &[u64]) -> Result<u64, Fault<C::Error>> {
        self.value(&Remoteness { misere: true }, heaps)
    }

    /// The genus.
    pub fn genus(&mut self, heaps: &[u64]) -> Result<Genus, Fault<C::Error>> {
        self.value(&GenusOf, heaps)
    }

    fn value<Q: Quantity>(&mut self, quantity: &Q, heaps: &[u64]) -> Result<Q::Value, Fault<C::Error>> {
        let mut known = FxHashMap::default();
        self.visit(quantity, &sorted(heaps.iter().copied()), &mut known)
    }

    fn visit<Q: Quantity>(
        &mut self,
        quantity: &Q,
        heaps: &Heaps,
        known: &mut FxHashMap<Heaps, Q::Value>,
    ) -> Result<Q::Value, Fault<C::Error>> {
        if let Some(value) = known.get(heaps) {
            return Ok(value.clone());
        }
        self.handle.tick()?;
        self.handle.enter()?;
        let options = self.options(quantity, heaps, known);
        self.handle.leave();
        let value = quantity.of(&options?);
        known.insert(heaps.clone(), value.clone());
        Ok(value)
    }

    fn options<Q: Quantity>(
        &mut self,
        quantity: &Q,
        heaps: &Heaps,
        known: &mut FxHashMap<Heaps, Q::Value>,
    ) -> Result<Vec<Q::Value>, Fault<C::Error>> {
        let mut options = Vec::new();
        for i in 0..heaps.len() {
            if i > 0 && heaps[i] == heaps[i - 1] {
                continue;
            }
            for m in self.moves_of(heaps[i])?.iter() {
                let rest = heaps.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, &n)| n);
                let option = sorted(rest.chain(m.parts.iter().copied()));
                options.push(with_stack(|| self.visit(quantity, &option, known))?);
            }
        }
        Ok(options)
    }

    fn moves_of(&mut self, n: u64) -> Result<std::rc::Rc<[Move]>, Fault<C::Error>> {
        if let Some(all) = self.moves.get(&n) {
            return Ok(all.clone());
        }
        let all: std::rc::Rc<[Move]> = moves(self.rule, n, &mut self.elements, self.handle, self.caller)?.into();
        self.moves.insert(n, all.clone());
        Ok(all)
    }
}

fn sorted(heaps: impl Iterator<Item = u64>) -> Heaps {
    let mut heaps: Heaps = heaps.filter(|&n| n > 0).collect();
    heaps.sort_unstable_by(|a, b| b.cmp(a));
    heaps
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heaps::{Base, Code, NoCaller};

    fn rule(code: &str) -> Rule {
        Rule::from_code(Code::parse(code, Base::Any).unwrap())
    }

    fn genus(code: &str, heaps: &[u64]) -> String {
        let (rule, h) = (rule(code), Handle::default());
        let g = Recursion::new(&rule, &h, &mut NoCaller).genus(heaps).map_err(Fault::stop).unwrap();
        format!("{}^{}", g.nim_value, g.misere.iter().map(u64::to_string).collect::<String>())
    }

    #[test]
    fn genera_of_nim() {
        for (heaps, shown) in [(&[][..], "0^120"), (&[1], "1^031"), (&[2], "2^20"), (&[3], "3^31"), (&[2, 2], "0^02")] {
            assert_eq!(genus("0.[3]", heaps), shown);
        }
    }

    /// *Winning Ways*, chapter 13: Kayles begins like this; heap 5 is the first wild one.
    #[test]
    fn genera_of_kayles() {
        let all: Vec<String> = (0..8).map(|n| genus("0.77", &[n])).collect();
        assert_eq!(all[..5], ["0^120", "1^031", "2^20", "3^31", "1^031"]);
        assert_eq!(all[5], "4^146");
    }

    #[test]
    fn misere_nim_agrees_with_the_recursion() {
        let (rule, h) = (rule("0.[3]"), Handle::default());
        let mut caller = NoCaller;
        let mut recursion = Recursion::new(&rule, &h, &mut caller);
        for a in 0..5 {
            for b in 0..5 {
                for c in 0..4 {
                    let heaps = [a, b, c];
                    let won = recursion.misere_is_won(&heaps).map_err(Fault::stop).unwrap();
                    assert_eq!(won, misere_nim_is_won(&heaps), "{heaps:?}");
                    assert_eq!(
                        recursion.misere_remoteness(&heaps).map_err(Fault::stop).unwrap().is_multiple_of(2),
                        won
                    );
                }
            }
        }
    }
}

//! Misère play of impartial positions: who cannot move wins. The genus of *Winning Ways*, chapter 13.
//!
//! In: an impartial position or sum. Out: its genus, which begins with its normal nim-value g and continues with the
//! misère nim-values of G, G + *2, G + *2 + *2, …; the first of them is 0 exactly if the player to move loses in misère
//! play. The options of G + n·*2 are the options of G with n·*2, and G + (n-1)·*2 with nothing or with a star beside it, and a
//! star beside a game adds 1 to its misère nim-value in the nim-sense. So the values of G follow from those of its
//! options, and each follows from the one before: once the options' values repeat and a value comes again at the same
//! place of that repetition, all do. Touches its own table. Cost: each position below is opened once; a sum's own positions are walked, as their
//! number is what misère play depends on.

use super::{Machine, mex};
use crate::diagnostics::Mistake;
use crate::limits::Handle;
use crate::value::key::Key;
use crate::value::{Fault, Player, Res, Value};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Longest sequence of values before it repeats; reached by no game that was ever tabled.
const LONGEST: usize = 4096;

/// The normal nim-value and the misère nim-values of G + n·*2: `values`, of which the last two repeat for ever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Genus {
    /// The nim-value in normal play.
    pub normal: u64,
    /// Misère nim-values; the last two alternate from then on. At least two.
    pub values: Vec<u64>,
}

impl Genus {
    /// The genus of a game whose options have these genera.
    pub fn of_options(options: &[Rc<Genus>], handle: &Handle) -> Res<Genus> {
        genus_of(options, handle)
    }

    /// The misère nim-value of G + n·*2.
    pub fn at(&self, n: usize) -> u64 {
        let last = self.values.len() - 1;
        let n = if n > last { last - (n - last) % 2 } else { n };
        self.values[n]
    }
}

impl std::fmt::Display for Genus {
    /// `4^(146)`: digits stand side by side as in the book; larger values need a separator.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let separator = if self.values.iter().any(|&v| v > 9) { "," } else { "" };
        let values: Vec<String> = self.values.iter().map(u64::to_string).collect();
        write!(f, "{}^({})", self.normal, values.join(separator))
    }
}

/// Genera of positions met so far; `None` while a position is on the path of the search.
#[derive(Debug, Default)]
pub(crate) struct Genera {
    known: FxHashMap<Key, Option<Rc<Genus>>>,
}

impl Genera {
    /// Forgets an unfinished search.
    pub(crate) fn abandon(&mut self) {
        self.known.retain(|_, genus| genus.is_some());
    }
}

struct Visit {
    key: Key,
    options: Vec<Key>,
    next: usize,
}

impl Machine {
    /// The genus of an impartial position or sum.
    pub fn genus(&mut self, game: &Value) -> Res<Rc<Genus>> {
        let root = self.played_key(game)?;
        match self.tables.misere.known.get(&root) {
            Some(Some(known)) => return Ok(Rc::clone(known)),
            Some(None) => return cycle(),
            None => {}
        }
        let mut stack = Vec::new();
        let result = self.genus_search(root, &mut stack);
        if result.is_err() {
            for work in stack {
                self.tables.misere.known.remove(&work.key);
            }
        }
        result
    }

    fn genus_search(&mut self, root: Key, stack: &mut Vec<Visit>) -> Res<Rc<Genus>> {
        stack.push(self.genus_open(root)?);
        loop {
            let work = stack.last_mut().expect("the loop ends when the root is done");
            if let Some(option) = work.options.get(work.next) {
                match self.tables.misere.known.get(option) {
                    Some(Some(_)) => work.next += 1,
                    Some(None) => return cycle(),
                    None => {
                        let option = option.clone();
                        if stack.len() == super::endless::LONG {
                            let first = stack[0].key.0.clone();
                            self.check_ends(&first)?;
                        }
                        let work = self.genus_open(option)?;
                        stack.push(work);
                    }
                }
                continue;
            }
            let work = stack.pop().expect("it was looked at above");
            let options: Vec<Rc<Genus>> =
                work.options.iter().filter_map(|o| self.tables.misere.known[o].clone()).collect();
            let genus = Rc::new(genus_of(&options, &self.handle)?);
            self.tables.misere.known.insert(work.key, Some(Rc::clone(&genus)));
            if stack.is_empty() {
                return Ok(genus);
            }
        }
    }

    fn genus_open(&mut self, key: Key) -> Res<Visit> {
        self.handle.tick()?;
        if self.tables.misere.known.len() % 1024 == 1023 {
            self.handle.progress("misère play: positions", self.tables.misere.known.len() as u64, None);
        }
        if !self.impartial(&key.0)? {
            let shown = self.briefly_played(&key.0).unwrap_or_else(|| "this one".into());
            return Fault::new(
                Mistake::NotImpartial,
                format!("the genus is defined for impartial games, and {shown} is not impartial"),
            )
            .err();
        }
        let records = self.moves_of(&key.0, Player::Left)?;
        let options = records.iter().map(|record| self.played_key(&record.to)).collect::<Res<Vec<_>>>()?;
        self.tables.misere.known.insert(key.clone(), None);
        Ok(Visit { key, options, next: 0 })
    }
}

/// The genus of a game from those of its options.
fn genus_of(options: &[Rc<Genus>], handle: &Handle) -> Res<Genus> {
    let normal = mex(options.iter().map(|o| o.normal).collect());
    if options.is_empty() {
        // Whoever is to move has won: 1; then 0 + *2 = *2 is worth 2, *2 + *2 is worth 0, and so on.
        return Ok(Genus { normal, values: vec![1, 2, 0, 2] }.shortened());
    }
    // From here on the options' values alternate.
    let settled = options.iter().map(|o| o.values.len()).max().unwrap_or(0);
    let mut values: Vec<u64> = Vec::new();
    loop {
        handle.tick()?;
        let n = values.len();
        let mut seen: Vec<u64> = options.iter().map(|o| o.at(n)).collect();
        if let Some(&before) = values.last() {
            seen.extend([before, before ^ 1]);
        }
        values.push(mex(seen));
        // The next value depends on this one and on whether n is even: two equal pairs in a row repeat for ever.
        if n >= settled + 3 && values[n] == values[n - 2] && values[n - 1] == values[n - 3] {
            return Ok(Genus { normal, values }.shortened());
        }
        if n > settled + LONGEST {
            return Fault::new(
                Mistake::Undecided,
                "the misère nim-values beside heaps of 2 do not alternate within 4,096 steps",
            )
            .err();
        }
    }
}

impl Genus {
    /// Without what the alternation of the last two says anyway.
    fn shortened(mut self) -> Genus {
        while let [.., a, _, b] = self.values[..]
            && a == b
        {
            self.values.pop();
        }
        self
    }
}

fn cycle<T>() -> Res<T> {
    Fault::new(Mistake::Cycle, "play can go round in a cycle, so misère play has no genus here").err()
}

//! Nim-values of impartial positions by search (Lemoine and Viennot 2012).
//!
//! In: a position whose players have the same moves. Out: its nim-value, the one `n` for which the position and `*n` together are lost for
//! whoever begins. Whether it is 0, then 1, and so on, are questions for proof-number search, whose nodes are a position that does not fall apart
//! and a nimber: it is won if an option has the nim-value `n`, or the position a smaller one. Of an option that falls apart, all parts but the
//! largest get their nim-values first, so that a node is left. What is learnt of a position stays: its nim-value, or which ones it does not have.

use crate::parts::{Terms, mex};
use crate::rules::{Rules, Sum};
use crate::search::{Child, Choice, Found, Halt, LONGEST, Search, best, found};
use crate::table::{NEVER, Numbers};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use sprague_limits::with_stack;
use std::hash::Hash;

/// A part with no more moves than these gets its nim-value as soon as it is met beside another one. By measurement on Cram: with 0, 12 and 20 a tenth
/// apart.
const SMALL: u32 = 20;

/// What comes of listing the options of a position, for one nim-value.
enum Listed {
    Decided(Numbers),
    Open(Vec<Child>),
}

impl<P: Clone + Eq + Hash> Search<P> {
    /// The nim-value of a sum of impartial positions, by looking at the moves of at most so many positions more.
    ///
    /// ```
    /// use sprague_games::{Side, Store};
    /// use sprague_limits::{Handle, Stop};
    /// use sprague_search::{Found, Rules, Search, Sum};
    ///
    /// /// Kayles: one or two neighbouring pins fall.
    /// #[derive(Default)]
    /// struct Kayles(Store, Handle);
    ///
    /// impl Rules for Kayles {
    ///     type Position = u32;
    ///     type Error = Stop;
    ///     fn store(&self) -> &Store { &self.0 }
    ///     fn handle(&self) -> &Handle { &self.1 }
    ///     fn is_impartial(&self, _: &u32) -> bool { true }
    ///     fn moves(&mut self, &row: &u32, _: Side) -> Result<Vec<Sum<u32>>, Stop> {
    ///         let fall = |pins: u32| (0..=row.saturating_sub(pins)).filter(move |_| pins <= row).map(move |left| Sum {
    ///             parts: vec![(false, left), (false, row - pins - left)],
    ///             rest: sprague_games::ZERO,
    ///         });
    ///         Ok(fall(1).chain(fall(2)).collect())
    ///     }
    /// }
    ///
    /// let (mut rules, mut search) = (Kayles::default(), Search::new(1 << 20));
    /// let value = search.nim_value(&mut rules, &Sum::from(20), u64::MAX)?;
    /// assert_eq!(value, Found::Answer(Some(1)));
    /// # Ok::<(), Stop>(())
    /// ```
    pub fn nim_value<R: Rules<Position = P>>(
        &mut self,
        rules: &mut R,
        sum: &Sum<P>,
        work: u64,
    ) -> Result<Found<Option<u64>>, R::Error> {
        let terms = self.parts.terms(rules, sum)?;
        self.until = self.expanded.saturating_add(work);
        self.path.clear();
        let frozen = std::mem::replace(&mut self.parts.frozen, true);
        let result = self.nim_of(rules, &terms);
        self.parts.frozen = frozen;
        match result {
            Err(Halt::Partizan) => Ok(Found::Answer(None)),
            result => found(result.map(Some)),
        }
    }

    fn nim_of<R: Rules<Position = P>>(&mut self, rules: &mut R, terms: &Terms) -> Result<u64, Halt<R::Error>> {
        let mut total = rules.store().as_nimber(terms.rest).ok_or(Halt::Partizan)?;
        for &part in &terms.parts {
            if !self.parts.is_impartial(part) {
                return Err(Halt::Partizan);
            }
            total ^= self.nim_of_part(rules, part)?;
        }
        Ok(total)
    }

    fn nim_of_part<R: Rules<Position = P>>(&mut self, rules: &mut R, part: u32) -> Result<u64, Halt<R::Error>> {
        for n in 0.. {
            let key = self.parts.names.nim_key(part >> 1, n);
            if self.look(rules, part, n, key)?.decided().is_none() {
                with_stack(|| self.expand_nim(rules, part, n, key, Numbers { won: NEVER, lost: NEVER }))?;
            }
            if let Some((value, _)) = self.parts.known(part) {
                return rules.store().as_nimber(value).ok_or(Halt::Partizan);
            }
        }
        unreachable!("every position has a nim-value")
    }

    /// What is known of whether whoever begins in a part and `*n` wins.
    fn look<R: Rules<Position = P>>(
        &mut self,
        rules: &mut R,
        part: u32,
        n: u64,
        key: u128,
    ) -> Result<Numbers, Halt<R::Error>> {
        if let Some((value, _)) = self.parts.known(part) {
            let value = rules.store().as_nimber(value).ok_or(Halt::Partizan)?;
            return Ok(if value == n { Numbers::LOST } else { Numbers::WON });
        }
        if self.parts.is_not(part, n) {
            return Ok(Numbers::WON);
        }
        if let Some(numbers) = self.table.get(key) {
            self.learn(rules, part, n, numbers);
            return Ok(numbers);
        }
        self.far(rules, &[part])
    }

    /// A guess: whoever begins loses when all moves are answered.
    fn far<R: Rules<Position = P>>(&mut self, rules: &mut R, parts: &[u32]) -> Result<Numbers, Halt<R::Error>> {
        let mut lost = parts.len() as u32;
        for &part in parts {
            let moves = self.parts.mobility(rules, part).map_err(Halt::Error)?.unwrap_or(0);
            lost = lost.saturating_add(moves).min(NEVER - 1);
        }
        Ok(Numbers { won: parts.len() as u32, lost })
    }

    fn learn<R: Rules<Position = P>>(&mut self, rules: &R, part: u32, n: u64, numbers: Numbers) {
        match numbers.decided() {
            Some(true) => self.parts.set_not(part, n),
            Some(false) => self.parts.set_value(part, rules.store().nimber(n)),
            None => {}
        }
    }

    /// Works on whether whoever begins in a part and `*n` wins, until that is decided or one of its numbers reaches its threshold.
    fn expand_nim<R: Rules<Position = P>>(
        &mut self,
        rules: &mut R,
        part: u32,
        n: u64,
        key: u128,
        most: Numbers,
    ) -> Result<Numbers, Halt<R::Error>> {
        if self.expanded >= self.until {
            return Err(Halt::Unfinished);
        }
        if self.path.len() >= LONGEST || !self.path.insert(key) {
            return Err(Halt::Endless);
        }
        let before = self.expanded;
        self.expanded += 1;
        if self.expanded.is_multiple_of(256) {
            rules.handle().progress("positions", self.expanded, None);
            self.offer(rules.store());
        }
        if let Some(shared) = self.table.shared() {
            shared.enter(key);
        }
        let result = self.expand_nim_children(rules, part, n, key, most);
        if let Some(shared) = self.table.shared() {
            shared.leave(key);
        }
        let numbers = result?;
        self.path.remove(&key);
        self.learn(rules, part, n, numbers);
        let work = u32::try_from(self.expanded - before).unwrap_or(u32::MAX);
        self.table.put(key, numbers, work);
        Ok(numbers)
    }

    fn expand_nim_children<R: Rules<Position = P>>(
        &mut self,
        rules: &mut R,
        part: u32,
        n: u64,
        key: u128,
        most: Numbers,
    ) -> Result<Numbers, Halt<R::Error>> {
        let mut children = match self.nim_children(rules, part, n)? {
            Listed::Decided(numbers) => return Ok(numbers),
            Listed::Open(children) => children,
        };
        loop {
            rules.handle().tick()?;
            if let Some(known) = self.look_around(key, &mut children) {
                return Ok(known);
            }
            let choice = best(&children);
            let Choice { numbers, best, .. } = choice;
            if numbers.won >= most.won || numbers.lost >= most.lost {
                return Ok(numbers);
            }
            // Meanwhile it may have become known.
            let mut terms = children[best].terms.clone();
            self.parts.settle(rules, &mut terms).map_err(Halt::Error)?;
            self.value_all_but_one(rules, &mut terms, 0)?;
            let child = self.nim_child(rules, terms)?;
            if child.numbers.decided().is_some() || child.key != children[best].key {
                children[best] = child;
                continue;
            }
            let Some(wanted) = rules.store().as_nimber(child.terms.rest) else { return Err(Halt::Partizan) };
            let within = choice.thresholds(&children, most);
            let part = child.terms.parts[0];
            children[best].numbers = with_stack(|| self.expand_nim(rules, part, wanted, child.key, within))?;
        }
    }

    /// What has to be decided for a part and `*n`, each once: the options of the part with `*n`, and the part with smaller nimbers.
    fn nim_children<R: Rules<Position = P>>(
        &mut self,
        rules: &mut R,
        part: u32,
        n: u64,
    ) -> Result<Listed, Halt<R::Error>> {
        let is_it = |rules: &mut R, value| rules.store().as_nimber(value) == Some(n);
        let Some(moves) = self.parts.moves_unless(rules, part, is_it).map_err(Halt::Error)? else {
            return Ok(Listed::Decided(Numbers::WON));
        };
        let (mut children, mut seen, mut told) = (Vec::new(), FxHashSet::default(), Vec::new());
        let nimber = rules.store().nimber(n);
        for option in moves.iter() {
            rules.handle().tick()?;
            let mut terms = option.clone();
            self.parts.settle(rules, &mut terms).map_err(Halt::Error)?;
            if terms.parts.iter().any(|&part| !self.parts.is_impartial(part)) {
                return Err(Halt::Partizan);
            }
            self.value_all_but_one(rules, &mut terms, SMALL)?;
            if terms.parts.is_empty() {
                told.push(terms.rest);
            }
            terms.rest = rules.store().add(terms.rest, nimber, rules.handle())?;
            let child = self.nim_child(rules, terms)?;
            if child.numbers == Numbers::LOST {
                return Ok(Listed::Decided(Numbers::WON));
            }
            if child.numbers != Numbers::WON && (child.terms.parts.len() > 1 || seen.insert(child.key)) {
                children.push(child);
            }
        }
        if told.len() == moves.len() {
            let value = mex(rules, &told).ok_or(Halt::Partizan)?;
            self.parts.set_value(part, value);
            return Ok(Listed::Decided(if value == nimber { Numbers::LOST } else { Numbers::WON }));
        }
        for smaller in 0..n {
            let rest = rules.store().nimber(smaller);
            let child = self.nim_child(rules, Terms { parts: SmallVec::from_slice(&[part]), rest })?;
            match child.numbers.decided() {
                None => children.push(child),
                Some(false) => return Ok(Listed::Decided(Numbers::WON)),
                Some(true) => {}
            }
        }
        Ok(Listed::Open(children))
    }

    /// A sum as a child. Of several parts it is only guessed how far they are.
    fn nim_child<R: Rules<Position = P>>(&mut self, rules: &mut R, terms: Terms) -> Result<Child, Halt<R::Error>> {
        let n = rules.store().as_nimber(terms.rest).ok_or(Halt::Partizan)?;
        let (key, numbers) = match terms.parts[..] {
            [] => (0, if n == 0 { Numbers::LOST } else { Numbers::WON }),
            [part] => {
                let key = self.parts.names.nim_key(part >> 1, n);
                (key, self.look(rules, part, n, key)?)
            }
            _ => (0, self.far(rules, &terms.parts)?),
        };
        Ok(Child { terms, key, numbers, busy: 0 })
    }

    /// Adds up the nim-values of all parts but the one with the most moves; unless `small` is 0, only as long as a part has no more moves than that.
    fn value_all_but_one<R: Rules<Position = P>>(
        &mut self,
        rules: &mut R,
        terms: &mut Terms,
        small: u32,
    ) -> Result<(), Halt<R::Error>> {
        if terms.parts.len() < 2 {
            return Ok(());
        }
        let mut parts = Vec::with_capacity(terms.parts.len());
        for &part in &terms.parts {
            parts.push((self.parts.mobility(rules, part).map_err(Halt::Error)?.unwrap_or(u32::MAX), part));
        }
        parts.sort_unstable();
        parts.pop();
        for (moves, part) in parts {
            if small > 0 && moves > small {
                break;
            }
            self.nim_of_part(rules, part)?;
        }
        self.parts.settle(rules, terms).map_err(Halt::Error)
    }
}

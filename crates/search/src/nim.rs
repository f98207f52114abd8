//! Nim-values of impartial positions by search (Lemoine and Viennot 2012; Beling and Rogalski 2020).
//!
//! In: a position whose players have the same moves. Out: its nim-value, the one `n` for which the position and `*n` together are lost for
//! whoever begins. Whether it is 0 is a question of who wins, which proof numbers answer soonest. Whether it is another one is asked of the
//! options in turn: no option may have the nim-value `n`, and each smaller one must be that of some option. Of options that fall apart, all parts but one get their nim-values first, so that one question about one
//! position is left. What is learnt of a position stays: its nim-value, or which ones it does not have. It also says which option to ask
//! first, the one for which the fewest of its own options are in question.

use crate::parts::Terms;
use crate::rules::{Rules, Sum};
use crate::search::{Found, Halt, Search, found};
use crate::table::Numbers;
use sprague_games::{Side, ZERO};
use sprague_limits::with_stack;
use std::hash::Hash;

/// Of more options than these it is not looked up which to ask first: in such games, of heaps mostly, values come soon from below.
const MOST_ORDERED: usize = 256;

/// An option that has no more of its own in question than these is asked at once, whatever the others have. By measurement on Cram: 4, 8 and 16 are the
/// same within a tenth, 0 takes up to a sixth longer.
const FEW: usize = 8;

/// So many options are asked whether another search works at them.
const LOOKED_AHEAD: usize = 8;

/// What is known of a nim-value.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// Bit `n`: it is not `n`.
    pub not: u64,
    /// It is being looked at.
    open: bool,
    /// So many positions were looked at for it.
    work: u32,
}

impl Facts {
    /// Whether it is known not to be this one.
    fn is_not(&self, n: u64) -> bool {
        n < 64 && self.not >> n & 1 == 1
    }
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
        if let [part] = terms.parts[..]
            && self.parts.is_impartial(part)
            && let Some(rest) = rules.store().as_nimber(terms.rest)
        {
            match self.decide(rules, &Terms { rest: ZERO, ..terms.clone() }) {
                // Whoever begins in the position loses.
                Ok(false) => return Ok(Found::Answer(Some(rest))),
                Ok(true) | Err(Halt::Endless) => {}
                Err(halt) => return found(Err(halt)),
            }
        }
        let frozen = std::mem::replace(&mut self.parts.frozen, true);
        let result = self.nim_of(rules, &terms);
        self.parts.frozen = frozen;
        found(result)
    }

    fn nim_of<R: Rules<Position = P>>(&mut self, rules: &mut R, terms: &Terms) -> Result<Option<u64>, Halt<R::Error>> {
        let Some(mut total) = rules.store().as_nimber(terms.rest) else { return Ok(None) };
        for &part in &terms.parts {
            if !self.parts.is_impartial(part) {
                return Ok(None);
            }
            match self.nim_of_part(rules, part)? {
                Some(value) => total ^= value,
                None => return Ok(None),
            }
        }
        Ok(Some(total))
    }

    fn nim_of_part<R: Rules<Position = P>>(&mut self, rules: &mut R, part: u32) -> Result<Option<u64>, Halt<R::Error>> {
        for n in 0.. {
            if let Some((value, _)) = self.parts.known(part) {
                return Ok(rules.store().as_nimber(value));
            }
            match self.is_worth(rules, part, n)? {
                Some(true) => return Ok(Some(n)),
                Some(false) => {}
                None => return Ok(None),
            }
        }
        unreachable!("every position has a nim-value")
    }

    /// Whether a part has this nim-value; `None` if it turns out that it has none.
    fn is_worth<R: Rules<Position = P>>(
        &mut self,
        rules: &mut R,
        part: u32,
        n: u64,
    ) -> Result<Option<bool>, Halt<R::Error>> {
        if let Some((value, _)) = self.parts.known(part) {
            return Ok(rules.store().as_nimber(value).map(|value| value == n));
        }
        if let Some(worth) = self.others_know(rules, part, n) {
            return Ok(Some(worth));
        }
        let facts = self.parts.nim.entry(part).or_default();
        if facts.is_not(n) {
            return Ok(Some(false));
        }
        if facts.open {
            return Err(Halt::Endless);
        }
        if self.expanded >= self.until {
            return Err(Halt::Unfinished);
        }
        facts.open = true;
        let before = self.expanded;
        self.expanded += 1;
        if self.expanded.is_multiple_of(256) {
            rules.handle().progress("positions", self.expanded, None);
            self.offer(rules.store());
        }
        let shared = self.table.shared().cloned().zip(self.parts.names.nim_key(part >> 1, n));
        if let Some((shared, key)) = &shared {
            shared.enter(*key);
        }
        let worth = with_stack(|| self.worth_by_moves(rules, part, n));
        let spent = u32::try_from(self.expanded - before).unwrap_or(u32::MAX);
        if let Some((shared, key)) = shared {
            shared.leave(key);
            if let Ok(Some(worth)) = worth {
                self.table.put(key, if worth { Numbers::WON } else { Numbers::LOST }, spent);
            }
        }
        let facts = self.parts.nim.entry(part).or_default();
        facts.open = false;
        facts.work = facts.work.saturating_add(spent);
        match worth? {
            Some(true) => {
                let value = rules.store().nimber(n);
                self.parts.set_value(part, value);
                self.parts.nim.remove(&part);
                Ok(Some(true))
            }
            Some(false) => {
                if n < 64 {
                    self.parts.nim.entry(part).or_default().not |= 1 << n;
                }
                Ok(Some(false))
            }
            None => Ok(None),
        }
    }

    /// Whether another search has found out that a part has this nim-value, or has not.
    fn others_know<R: Rules<Position = P>>(&mut self, rules: &R, part: u32, n: u64) -> Option<bool> {
        let worth = self.table.shared()?.get(self.parts.names.nim_key(part >> 1, n)?).0?.decided()?;
        if worth {
            let value = rules.store().nimber(n);
            self.parts.set_value(part, value);
            self.parts.nim.remove(&part);
        } else if n < 64 {
            self.parts.nim.entry(part).or_default().not |= 1 << n;
        }
        Some(worth)
    }

    /// How many other searches work on an option of which it is asked whether it has this nim-value.
    fn others_at(&self, rules: &impl Rules, option: &Terms, n: u64) -> u32 {
        let found = || {
            let (shared, [part]) = (self.table.shared()?, &option.parts[..]) else { return None };
            let wanted = rules.store().as_nimber(option.rest)? ^ n;
            Some(shared.get(self.parts.names.nim_key(part >> 1, wanted)?).1)
        };
        found().unwrap_or(0)
    }

    fn worth_by_moves<R: Rules<Position = P>>(
        &mut self,
        rules: &mut R,
        part: u32,
        n: u64,
    ) -> Result<Option<bool>, Halt<R::Error>> {
        let moves = self.parts.moves(rules, part, Side::Left).map_err(Halt::Error)?;
        let mut options = Vec::with_capacity(moves.len());
        for terms in moves.iter() {
            rules.handle().tick()?;
            let mut terms = terms.clone();
            self.parts.settle(rules, &mut terms).map_err(Halt::Error)?;
            if rules.store().as_nimber(terms.rest).is_none() {
                return Ok(None);
            }
            if terms.parts.iter().any(|&part| !self.parts.is_impartial(part)) {
                return Ok(None);
            }
            options.push(terms);
        }
        // If an option has this nim-value, then the position has not.
        match self.some_is_worth(rules, &options, n)? {
            Some(true) => return Ok(Some(false)),
            Some(false) => {}
            None => return Ok(None),
        }
        // No option has it: it is the mex unless a smaller one is missing.
        for m in 0..n {
            if self.parts.nim.get(&part).is_some_and(|facts| facts.is_not(m)) {
                continue;
            }
            match self.some_is_worth(rules, &options, m)? {
                Some(true) => {}
                Some(false) => {
                    // Then it is worth m: no option has that, and all below were there.
                    let value = rules.store().nimber(m);
                    self.parts.set_value(part, value);
                    return Ok(Some(false));
                }
                None => return Ok(None),
            }
        }
        Ok(Some(true))
    }

    /// Whether some option has this nim-value: first what is known is looked at, then those are asked that leave the least in question.
    fn some_is_worth<R: Rules<Position = P>>(
        &mut self,
        rules: &mut R,
        options: &[Terms],
        n: u64,
    ) -> Result<Option<bool>, Halt<R::Error>> {
        let mut open = Vec::new();
        for option in options {
            match self.told(rules, option, n) {
                Some(true) => return Ok(Some(true)),
                Some(false) => {}
                None => open.push(option),
            }
        }
        let (ordered, mut asked) = (open.len() <= MOST_ORDERED, Vec::with_capacity(open.len()));
        for option in open {
            rules.handle().tick()?;
            let cost = if ordered { self.cost(rules, option, n).map_err(Halt::Error)? } else { Some((0, 0)) };
            match cost {
                None => {}
                // The options after it need not be counted.
                Some((few, _)) if ordered && few <= FEW && self.others_at(rules, option, n) == 0 => {
                    match self.option_is_worth(rules, option, n)? {
                        Some(false) => {}
                        found => return Ok(found),
                    }
                }
                Some(cost) => asked.push((cost, option)),
            }
        }
        asked.sort_by_key(|(cost, _)| *cost);
        asked.reverse();
        while let Some(next) = asked.len().checked_sub(1) {
            // What others work at comes later: then its answer may be there.
            let free = (0..=next).rev().take(LOOKED_AHEAD).find(|&i| self.others_at(rules, asked[i].1, n) == 0);
            let (_, option) = asked.remove(free.unwrap_or(next));
            match self.option_is_worth(rules, option, n)? {
                Some(false) => {}
                found => return Ok(found),
            }
        }
        Ok(Some(false))
    }

    /// What is known of whether an option has this nim-value: nothing if two of its parts have none, or one of which too little is known.
    fn told<R: Rules<Position = P>>(&self, rules: &R, option: &Terms, n: u64) -> Option<bool> {
        let mut wanted = rules.store().as_nimber(option.rest)? ^ n;
        let mut open = None;
        for &part in &option.parts {
            match self.parts.known(part) {
                Some((value, _)) => wanted ^= rules.store().as_nimber(value)?,
                None if open.is_some() => return None,
                None => open = Some(part),
            }
        }
        match open {
            None => Some(wanted == 0),
            Some(part) => self.parts.nim.get(&part)?.is_not(wanted).then_some(false),
        }
    }

    /// How much there is to do before it is known that an option has this nim-value: of how many of its own options it is in question
    /// whether they have that, and how many there are. Nothing if one is known to have it: then the option has not.
    fn cost<R: Rules<Position = P>>(
        &mut self,
        rules: &mut R,
        option: &Terms,
        n: u64,
    ) -> Result<Option<(usize, usize)>, R::Error> {
        let wanted = rules.store().as_nimber(option.rest).unwrap_or(0) ^ n;
        let (mut open, mut all) = (0, 0);
        for &part in &option.parts {
            let moves = self.parts.moves(rules, part, Side::Left)?;
            all += moves.len();
            // Of several parts the others' values come in between.
            let [_] = option.parts[..] else {
                open += moves.len();
                continue;
            };
            for next in moves.iter() {
                match self.told(rules, next, wanted) {
                    Some(true) => {
                        if wanted < 64 {
                            self.parts.nim.entry(part).or_default().not |= 1 << wanted;
                        }
                        return Ok(None);
                    }
                    Some(false) => {}
                    None => open += 1,
                }
            }
        }
        Ok(Some((open, all)))
    }

    /// Whether an option has this nim-value: the parts but the last get theirs.
    fn option_is_worth<R: Rules<Position = P>>(
        &mut self,
        rules: &mut R,
        option: &Terms,
        n: u64,
    ) -> Result<Option<bool>, Halt<R::Error>> {
        rules.handle().tick()?;
        let Some(mut wanted) = rules.store().as_nimber(option.rest).map(|rest| rest ^ n) else { return Ok(None) };
        let mut parts = option.parts.clone();
        parts.sort_by_key(|part| self.parts.nim.get(part).map_or(0, |facts| facts.work));
        let Some((&last, others)) = parts.split_last() else { return Ok(Some(wanted == 0)) };
        for &part in others {
            match self.nim_of_part(rules, part)? {
                Some(value) => wanted ^= value,
                None => return Ok(None),
            }
        }
        self.is_worth(rules, last, wanted)
    }
}

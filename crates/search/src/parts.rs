//! Positions by number, with what is known of each: what it is equal to, its value, its moves.
//!
//! In: rules, and sums as they give them. Out: [`Terms`], sums in a normal form: positions that fall apart are replaced by their parts,
//! parts with values are added up to one value, and what cancels is gone. A value is looked for when a part has been met often enough to
//! pay for it: the work allowed grows with how often it was met, so that in the end no more goes into values than into the search.

use crate::ends::Ends;
use crate::kept;
use crate::names::Names;
use crate::rules::{Rules, Sum};
use crate::shared::Shared;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use sprague_games::{Game, Side, ZERO};
use sprague_limits::{Stop, with_stack};
use std::hash::Hash;
use std::rc::Rc;

/// A sum in normal form: numbers of positions in order, each doubled, and odd for the negative.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Terms {
    pub parts: SmallVec<[u32; 6]>,
    pub rest: Game,
}

/// A position that does not fall apart.
struct Part<P> {
    position: P,
    impartial: bool,
    value: Option<Game>,
    /// Bit `n`: its nim-value is not `n`.
    not: u64,
    /// Whether a theorem told the value.
    told: bool,
    /// Whether the search for nim-values found it, which need not know those of all options.
    searched: bool,
    bounds: Option<Option<(Game, Game)>>,
    /// How many moves Left and Right have, where that was asked.
    mobility: [Option<Option<u32>>; 2],
    moves: [Option<Rc<[Terms]>>; 2],
    /// How often it was met without a value.
    met: u32,
    /// So much work did not suffice for its value.
    tried: u32,
    /// Its value is being looked for.
    open: bool,
    /// Whether play from it ends.
    ends: Option<bool>,
    /// How often it was met beside its negative while that was not known.
    paired: u32,
    /// So much work did not suffice to tell.
    looked: u64,
}

/// Work for the value of a part: as much as this share of how often it was met. Larger figures bought values that nothing asked
/// for. With half as much, and six at the first meeting, ten times as many positions were looked at on Domineering 5 by 6, four times as many on Clobber 4 by 5.
const SHARE: u32 = 8;

/// Positions that are looked at to tell whether a part ends, for each time that it was met beside its negative.
const PAIR: u64 = 64;

/// The same in the sum that is asked about, which is met once.
const ASKED: u64 = 1_000_000;

pub struct Parts<P> {
    index: FxHashMap<P, u32>,
    entries: Vec<Part<P>>,
    ends: Ends<P>,
    /// Whether parts end is looked for as long as it takes, as the checker does.
    pub thorough: bool,
    /// Bytes that the moves take, about, and how many they may.
    held: usize,
    most: usize,
    /// No more values are looked for.
    pub frozen: bool,
    /// Values that were found.
    pub valued: u64,
    pub names: Names,
    /// Where values are told to other searches.
    pub shared: Option<Shared>,
    /// What an earlier run learnt of positions that were not met yet, by name.
    pub recalled: FxHashMap<u128, Recalled>,
}

/// What is known of a position by its name.
#[derive(Clone, Copy, Debug)]
pub struct Recalled {
    pub value: Option<Game>,
    /// Bit `n`: its nim-value is not `n`.
    pub not: u64,
}

impl<P: Clone + Eq + Hash> Parts<P> {
    pub fn new(bytes: usize) -> Self {
        Parts {
            index: FxHashMap::default(),
            entries: Vec::new(),
            ends: Ends::default(),
            thorough: false,
            held: 0,
            most: bytes,
            frozen: false,
            valued: 0,
            names: Names::default(),
            shared: None,
            recalled: FxHashMap::default(),
        }
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn position(&self, term: u32) -> &P {
        &self.entries[(term >> 1) as usize].position
    }

    pub fn is_impartial(&self, term: u32) -> bool {
        self.entries[(term >> 1) as usize].impartial
    }

    /// The value of the position of a term, not of its negative, and whether a theorem told it.
    pub fn known(&self, term: u32) -> Option<(Game, bool)> {
        let part = &self.entries[(term >> 1) as usize];
        part.value.map(|value| (value, part.told))
    }

    /// Whether its value may come without those of all its options.
    pub fn is_searched(&self, term: u32) -> bool {
        self.entries[(term >> 1) as usize].searched
    }

    /// What the search for nim-values found.
    pub fn set_value(&mut self, term: u32, value: Game) {
        let part = &mut self.entries[(term >> 1) as usize];
        (part.value, part.searched) = (Some(value), true);
        self.valued += 1;
    }

    /// Whether its nim-value is known not to be this one.
    pub fn is_not(&self, term: u32, n: u64) -> bool {
        n < 64 && self.entries[(term >> 1) as usize].not >> n & 1 == 1
    }

    /// Its nim-value is not this one; of large ones that is not noted.
    pub fn set_not(&mut self, term: u32, n: u64) {
        if n < 64 {
            self.entries[(term >> 1) as usize].not |= 1 << n;
        }
    }

    /// What is known elsewhere of a part without a value.
    fn ask<R: Rules<Position = P>>(&mut self, rules: &mut R, term: u32) -> Option<Game> {
        let part = &mut self.entries[(term >> 1) as usize];
        part.value = rules.known(&part.position);
        let value = part.value?;
        self.tell(rules, term, value);
        Some(value)
    }

    /// Tells other searches a value.
    fn tell<R: Rules<Position = P>>(&self, rules: &R, term: u32, value: Game) {
        if let (Some(shared), Some(name)) = (&self.shared, self.names.of(term >> 1))
            && let Some(written) = kept::written(rules.store(), value)
        {
            shared.tell(name, written);
        }
    }

    /// What other searches told of a part without a value.
    fn hear<R: Rules<Position = P>>(&mut self, rules: &R, term: u32) -> Result<bool, Stop> {
        let id = term >> 1;
        let (Some(shared), None) = (&self.shared, self.entries[id as usize].value) else { return Ok(false) };
        let Some(told) = self.names.of(id).and_then(|name| shared.value(name)) else { return Ok(false) };
        let value = kept::value_of(&told, rules.store(), rules.handle())?;
        self.recall(id, Recalled { value, not: 0 });
        Ok(value.is_some())
    }

    /// The number of a position that has none yet.
    fn intern<R: Rules<Position = P>>(&mut self, rules: &mut R, position: &P) -> u32 {
        let id = u32::try_from(self.entries.len()).ok().filter(|&id| id < 1 << 31).expect("memory ends before");
        self.entries.push(Part {
            position: position.clone(),
            impartial: rules.is_impartial(position),
            value: None,
            not: 0,
            told: false,
            searched: false,
            bounds: None,
            mobility: [None, None],
            moves: [None, None],
            met: 0,
            tried: 0,
            open: false,
            ends: None,
            paired: 0,
            looked: 0,
        });
        self.names.add(id, || rules.name(position));
        if let Some(name) = self.names.of(id)
            && let Some(recalled) = self.recalled.remove(&name)
        {
            self.recall(id, recalled);
        }
        self.index.insert(position.clone(), id);
        id
    }

    /// Names all positions, those that were met and those to come; false if some has no name, and then keys are as before.
    pub fn name_all<R: Rules<Position = P>>(&mut self, rules: &mut R) -> Result<bool, Stop> {
        let mut names = Names::lasting();
        for id in 0..self.entries.len() {
            rules.handle().tick()?;
            names.add(id as u32, || rules.name(&self.entries[id].position));
        }
        let last = names.last();
        if last {
            self.names = names;
        }
        Ok(last)
    }

    /// Takes up what is known of a position.
    pub fn recall(&mut self, id: u32, known: Recalled) {
        let part = &mut self.entries[id as usize];
        if part.value.is_none() && known.value.is_some() {
            (part.value, part.searched) = (known.value, true);
            self.valued += 1;
        }
        part.not |= known.not;
    }

    /// The number of the position with this name, if it was met.
    pub fn named(&self, name: u128) -> Option<u32> {
        self.names.number(name)
    }

    /// All that is worth keeping, by name.
    pub fn learnt(&self) -> impl Iterator<Item = (u128, Recalled)> {
        let met = self.entries.iter().zip(0..).filter_map(|(part, id)| {
            let value = part.value.filter(|_| !part.told);
            let not = if part.value.is_none() { part.not } else { 0 };
            (not != 0 || value.is_some()).then_some((self.names.of(id)?, Recalled { value, not }))
        });
        met.chain(self.recalled.iter().map(|(&name, &recalled)| (name, recalled)))
    }

    /// The key of a sum in tables.
    pub fn key<R: Rules<Position = P>>(&mut self, rules: &R, terms: &Terms) -> Result<u128, Stop> {
        self.names.key(terms, rules.store(), rules.handle())
    }

    /// A sum as the rules give it, in normal form.
    pub fn terms<R: Rules<Position = P>>(&mut self, rules: &mut R, sum: &Sum<P>) -> Result<Terms, R::Error> {
        let mut out = self.written(rules, sum)?;
        self.pairs(rules, &mut out, |parts, rules, term| parts.ends(rules, term, ASKED))?;
        self.settle(rules, &mut out)?;
        Ok(out)
    }

    /// A sum of parts that do not fall apart, nothing else done to it: with parts whose values are known.
    pub fn written<R: Rules<Position = P>>(&mut self, rules: &mut R, sum: &Sum<P>) -> Result<Terms, R::Error> {
        let mut out = Terms { parts: SmallVec::new(), rest: ZERO };
        self.add(rules, sum, false, &mut Vec::new(), &mut out)?;
        out.parts.sort_unstable();
        Ok(out)
    }

    /// Adds what a sum is equal to; what its positions came from stands above them.
    fn add<R: Rules<Position = P>>(
        &mut self,
        rules: &mut R,
        sum: &Sum<P>,
        negative: bool,
        above: &mut Vec<P>,
        out: &mut Terms,
    ) -> Result<(), R::Error> {
        let rest = if negative { rules.store().neg(sum.rest, rules.handle())? } else { sum.rest };
        out.rest = rules.store().add(out.rest, rest, rules.handle())?;
        for (turned, position) in &sum.parts {
            rules.handle().tick()?;
            let turned = negative != *turned;
            if let Some(parts) = self.falls_apart(rules, position, above)? {
                above.push(position.clone());
                with_stack(|| self.add(rules, &parts, turned, above, out))?;
                above.pop();
            } else {
                let id = self.index[position];
                out.parts.push((id << 1) | u32::from(turned && !self.entries[id as usize].impartial));
            }
        }
        Ok(())
    }

    /// What a position is equal to; nothing if it is to have a number, and then it has one. Only such positions are kept: of those that fall apart there
    /// are many, most of which are met once.
    fn falls_apart<R: Rules<Position = P>>(
        &mut self,
        rules: &mut R,
        position: &P,
        above: &[P],
    ) -> Result<Option<Sum<P>>, R::Error> {
        if self.index.contains_key(position) {
            return Ok(None);
        }
        // In a roundabout way a position may be equal to itself.
        if above.contains(position) {
            self.intern(rules, position);
            return Ok(None);
        }
        let value = rules.value(position)?;
        if value.is_none()
            && let Some(sum) = rules.split(position)?
        {
            return Ok(Some(sum));
        }
        let id = self.intern(rules, position);
        if value.is_some() {
            let part = &mut self.entries[id as usize];
            (part.value, part.told) = (value, true);
        }
        Ok(None)
    }

    /// Brings terms into normal form: in order, pairs gone, values added up.
    pub fn settle<R: Rules<Position = P>>(&mut self, rules: &mut R, terms: &mut Terms) -> Result<(), R::Error> {
        self.pairs(rules, terms, |parts, rules, term| {
            let part = &mut parts.entries[(term >> 1) as usize];
            if part.value.is_some() {
                return Ok(true);
            }
            part.paired = part.paired.saturating_add(1);
            let work = PAIR * u64::from(part.paired);
            parts.ends(rules, term, work)
        })?;
        let mut kept = SmallVec::new();
        for &term in &terms.parts {
            match self.entries[(term >> 1) as usize].value {
                None => kept.push(term),
                Some(ZERO) => {}
                Some(value) => {
                    let value = if term & 1 == 1 { rules.store().neg(value, rules.handle())? } else { value };
                    terms.rest = rules.store().add(terms.rest, value, rules.handle())?;
                }
            }
        }
        terms.parts = kept;
        Ok(())
    }

    /// Orders the parts, and drops pairs of a position from which play ends and its negative.
    pub fn cancel<R: Rules<Position = P>>(&mut self, rules: &mut R, terms: &mut Terms) -> Result<(), R::Error> {
        self.pairs(rules, terms, |parts, rules, term| parts.ends(rules, term, u64::MAX))
    }

    /// Orders the parts, and drops pairs of a position and its negative where that may be done.
    fn pairs<R: Rules<Position = P>>(
        &mut self,
        rules: &mut R,
        terms: &mut Terms,
        may: impl Fn(&mut Self, &mut R, u32) -> Result<bool, R::Error>,
    ) -> Result<(), R::Error> {
        terms.parts.sort_unstable();
        let mut kept = SmallVec::<[u32; 6]>::new();
        // Of a position as it is and its negative the former come first: a run of each.
        for run in terms.parts.chunk_by(|a, b| a >> 1 == b >> 1) {
            let negatives = if self.is_impartial(run[0]) {
                run.len() / 2
            } else {
                run.iter().filter(|&&term| term & 1 == 1).count()
            };
            let pairs = negatives.min(run.len() - negatives);
            let pairs = if pairs > 0 && may(self, rules, run[0])? { pairs } else { 0 };
            kept.extend_from_slice(&run[pairs..run.len() - pairs]);
        }
        terms.parts = kept;
        Ok(())
    }

    /// Whether play from the position of a term ends, if so much work tells it.
    fn ends<R: Rules<Position = P>>(&mut self, rules: &mut R, term: u32, work: u64) -> Result<bool, R::Error> {
        let part = &mut self.entries[(term >> 1) as usize];
        if let Some(known) = part.ends {
            return Ok(known);
        }
        let work = if self.thorough { u64::MAX } else { work };
        // Each attempt has twice what the last one had.
        if part.told || work / 2 < part.looked {
            return Ok(part.told);
        }
        let found = self.ends.look(rules, &part.position, work)?;
        (part.looked, part.ends) = (work, found);
        Ok(found == Some(true))
    }

    /// The negative of a sum, in order.
    pub fn negative<R: Rules<Position = P>>(&self, rules: &mut R, terms: &Terms) -> Result<Terms, R::Error> {
        let mut parts = terms.parts.clone();
        for term in &mut parts {
            *term ^= u32::from(!self.entries[(*term >> 1) as usize].impartial);
        }
        parts.sort_unstable();
        Ok(Terms { parts, rest: rules.store().neg(terms.rest, rules.handle())? })
    }

    /// The options of the position of a term, not of its negative, as they are written.
    pub fn moves<R: Rules<Position = P>>(
        &mut self,
        rules: &mut R,
        term: u32,
        player: Side,
    ) -> Result<Rc<[Terms]>, R::Error> {
        let all = self.list(rules, term, player, None)?;
        Ok(all.expect("nothing ends the list"))
    }

    /// The options of an impartial position, unless one is met that has a value of this kind; nothing then, since it refutes.
    pub fn moves_unless<R: Rules<Position = P>>(
        &mut self,
        rules: &mut R,
        term: u32,
        refutes: impl Fn(&mut R, Game) -> bool,
    ) -> Result<Option<Rc<[Terms]>>, R::Error> {
        self.list(rules, term, Side::Left, Some(&refutes))
    }

    fn list<R: Rules<Position = P>>(
        &mut self,
        rules: &mut R,
        term: u32,
        player: Side,
        refutes: Option<&dyn Fn(&mut R, Game) -> bool>,
    ) -> Result<Option<Rc<[Terms]>>, R::Error> {
        let id = (term >> 1) as usize;
        let side = if player == Side::Left || self.entries[id].impartial { 0 } else { 1 };
        if let Some(moves) = &self.entries[id].moves[side] {
            return Ok(Some(Rc::clone(moves)));
        }
        let position = self.entries[id].position.clone();
        let (mut moves, mut refuted) = (Vec::new(), false);
        rules.moves_until(&position, player, &mut |rules, sum| {
            rules.handle().tick()?;
            let terms = self.written(rules, &sum)?;
            if let Some(refutes) = refutes
                && terms.parts.iter().all(|&part| self.known(part).is_some())
            {
                let mut value = terms.clone();
                self.settle(rules, &mut value)?;
                refuted = refutes(rules, value.rest);
            }
            if !moves.contains(&terms) {
                moves.push(terms);
            }
            Ok(!refuted)
        })?;
        if refuted {
            return Ok(None);
        }
        let moves: Rc<[Terms]> = moves.into();
        self.held += 64 + moves.len() * size_of::<Terms>();
        if self.held > self.most {
            self.entries.iter_mut().for_each(|part| part.moves = [None, None]);
            self.held = 0;
        }
        self.entries[id].moves[side] = Some(Rc::clone(&moves));
        Ok(Some(moves))
    }

    /// What the rules say a position is at least and at most.
    pub fn bounds<R: Rules<Position = P>>(
        &mut self,
        rules: &mut R,
        term: u32,
    ) -> Result<Option<(Game, Game)>, R::Error> {
        let id = (term >> 1) as usize;
        let found = match self.entries[id].bounds {
            Some(known) => known,
            None => {
                let position = self.entries[id].position.clone();
                let found = rules.bounds(&position)?;
                self.entries[id].bounds = Some(found);
                found
            }
        };
        let Some((low, high)) = found else { return Ok(None) };
        if term & 1 == 0 {
            return Ok(found);
        }
        Ok(Some((rules.store().neg(high, rules.handle())?, rules.store().neg(low, rules.handle())?)))
    }

    /// How many moves Left has in a term, if the rules count them.
    pub fn mobility<R: Rules<Position = P>>(&mut self, rules: &mut R, term: u32) -> Result<Option<u32>, R::Error> {
        let part = &mut self.entries[(term >> 1) as usize];
        let player = if term & 1 == 0 { Side::Left } else { Side::Right };
        let known = &mut part.mobility[usize::from(term & 1 == 1)];
        match *known {
            Some(found) => Ok(found),
            None => Ok(*known.insert(rules.mobility(&part.position, player)?)),
        }
    }

    /// The parts of a sum were met: those that have been met often enough get their values.
    pub fn meet<R: Rules<Position = P>>(&mut self, rules: &mut R, terms: &mut Terms) -> Result<(), R::Error> {
        if self.frozen {
            return Ok(());
        }
        let mut found = false;
        for i in 0..terms.parts.len() {
            let term = terms.parts[i];
            found |= self.hear(rules, term)?;
            let part = &mut self.entries[(term >> 1) as usize];
            part.met = part.met.saturating_add(1);
            let work = part.met / SHARE;
            // Each attempt has twice what the last one had.
            if part.value.is_none() && work / 2 >= part.tried {
                found |= self.ask(rules, term).is_some();
                found |= self.value(rules, term, &mut work.clone())?.is_some();
            }
        }
        if found { self.settle(rules, terms) } else { Ok(()) }
    }

    /// The value of the position of a term by those of its options, if so much work suffices.
    pub fn value<R: Rules<Position = P>>(
        &mut self,
        rules: &mut R,
        term: u32,
        work: &mut u32,
    ) -> Result<Option<Game>, R::Error> {
        let id = (term >> 1) as usize;
        let part = &mut self.entries[id];
        if part.value.is_some() || part.open || part.tried >= *work {
            return Ok(part.value);
        }
        if let Some(known) = self.ask(rules, term) {
            return Ok(Some(known));
        }
        let allowed = *work;
        self.entries[id].open = true;
        let found = with_stack(|| self.value_by_moves(rules, term, work));
        let part = &mut self.entries[id];
        part.open = false;
        let found = found?;
        match found {
            Some(value) => {
                part.value = Some(value);
                self.valued += 1;
                self.tell(rules, term, value);
            }
            None => part.tried = allowed,
        }
        Ok(found)
    }

    fn value_by_moves<R: Rules<Position = P>>(
        &mut self,
        rules: &mut R,
        term: u32,
        work: &mut u32,
    ) -> Result<Option<Game>, R::Error> {
        let mut options = [Vec::new(), Vec::new()];
        let impartial = self.is_impartial(term);
        for (side, player) in [Side::Left, Side::Right].into_iter().enumerate() {
            if side == 1 && impartial {
                options[1] = options[0].clone();
                break;
            }
            *work = work.saturating_sub(1);
            for terms in self.moves(rules, term, player)?.iter() {
                rules.handle().tick()?;
                for &part in &terms.parts {
                    if self.known(part).is_some() {
                        continue;
                    }
                    let before = rules.handle().steps();
                    if *work == 0 || self.value(rules, part, work)?.is_none() {
                        return Ok(None);
                    }
                    // Values may be long themselves.
                    let steps = (rules.handle().steps() - before) / 4096;
                    *work = work.saturating_sub(u32::try_from(steps).unwrap_or(u32::MAX));
                }
                let mut terms = terms.clone();
                self.settle(rules, &mut terms)?;
                options[side].push(terms.rest);
            }
        }
        let [left, right] = options;
        if impartial && let Some(nimber) = mex(rules, &left) {
            return Ok(Some(nimber));
        }
        Ok(Some(rules.store().canonical(&left, &right, rules.handle())?))
    }
}

/// The nimber of the least number that is not among these, if they are nimbers.
pub fn mex<R: Rules>(rules: &R, options: &[Game]) -> Option<Game> {
    let mut numbers = options.iter().map(|&g| rules.store().as_nimber(g)).collect::<Option<Vec<u64>>>()?;
    numbers.sort_unstable();
    let least = numbers.into_iter().fold(0, |least, n| if n == least { least + 1 } else { least });
    Some(rules.store().nimber(least))
}
